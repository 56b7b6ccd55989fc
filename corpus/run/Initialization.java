// When classes and interfaces are initialised (JLS 12.4), and what a widening cast of an array keeps.
public class Initialization {
    static String log = "";
    static int say(String what, int value) { log += what + value + " "; return value; }
    static String done() { String result = log; log = ""; return result; }

    interface WithCode { int K = say("WithCode", 1); default int code() { return 1; } }
    interface WithoutCode { int K = say("WithoutCode", 2); int code(); }
    interface Extended extends WithCode { int K = say("Extended", 3); }
    interface Both extends Extended, WithoutCode { int K = say("Both", 4); default int more() { return 2; } int code(); }
    static class Parent implements WithCode { static { log += "<Parent> "; } }
    static class Child extends Parent implements Both { static { log += "<Child> "; } public int code() { return 3; } }
    static String testInterfacesWithCode() { Child child = new Child(); return done() + child.more(); }
    static String testLaterInterfaces() { int k = Extended.K + WithoutCode.K; return done() + k; }

    interface Alone { int K = say("Alone", 5); default int code() { return 1; } }
    static class Plain implements Alone { }
    static String testClassWithoutInitialiser() { return new Plain().code() + done(); }

    static class Above { static int seen = say("Above", Below.value); }
    static class Below extends Above { static int value = say("Below", 7); }
    static String testSubclassIsMarkedFirst() { return Below.value + done(); }

    static class Root { static int seen = say("Root", Leaf.value); }
    static class Middle extends Root { static { log += "<Middle> "; } }
    static class Leaf extends Middle { static int value = say("Leaf", 8); static void touch() { } }
    static String testMarkedThroughMiddle() { Leaf.touch(); return done(); }

    interface Shared { int K = say("Shared", 9); default int code() { return 1; } }
    static class First { static int seen = say("First", Second.value); }
    static class Second extends First implements Shared { static int value = say("Second", 10); }
    static class Third extends First implements Shared { static { log += "<Third> "; } }
    static String testSuperclassNeedsTheInterface() { new Third(); return done(); }

    interface Late { int K = say("Late", 11); default int code() { return 1; } }
    static class Base { static int seen = say("Base", Derived.value); }
    static class Between extends Base implements Late { static { log += "<Between> "; } }
    static class Derived extends Between { static int value = say("Derived", 12); }
    static String testStartedSuperclassBringsNoInterface() { new Between(); return done(); }

    interface Late2 { int K = say("Late2", 13); default int code() { return 1; } }
    static class Base2 { static int seen = say("Base2", Derived2.value); }
    static class Between2 extends Base2 implements Late2 { static { log += "<Between2> "; } }
    static class Derived2 extends Between2 implements Late2 { static int value = say("Derived2", 14); }
    static String testOwnInterfaceBeforeSuperclassOnes() { new Between2(); return done(); }

    static String testStoreThroughCast() { ((Object[]) new String[] {"a"})[0] = "b"; return "stored"; }
    static String testStoreThroughCastFails() { ((Object[]) new Integer[] {1})[0] = "b"; return "stored"; }
    static int testLengthOfNull() { return ((int[]) null).length; }
    static int testElementOfNull() { return ((int[][]) null)[0].length; }
}
