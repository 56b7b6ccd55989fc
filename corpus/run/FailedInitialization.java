// What happens when a static initialiser throws (JLS 12.4.2, steps 7 to 11), and to those who need the class later.
public class FailedInitialization {
    static int zero;
    static String log = "";

    static class Divides { static int value = 1 / zero; static int constant() { return 3; } }
    static int testUncaught() {
        int before = 1;
        return before + Divides.value;
    }
    static int testUncaughtAgain() {
        return Divides.constant();
    }

    static class Throws { static { if (zero == 0) throw new IllegalStateException("not now"); } static int value = 4; }
    static String testCaught() {
        try {
            return "" + Throws.value;
        } catch (ExceptionInInitializerError e) {
            Throwable cause = e.getCause();
            return (cause instanceof IllegalStateException) + cause.getMessage() + (cause == e.getException()) + e.getMessage();
        }
    }
    static String testCaughtAgain() {
        try {
            return "" + Throws.value;
        } catch (NoClassDefFoundError e) {
            return "no class";
        }
    }
    static String testCaughtOnceMore() {
        try {
            return "" + new Throws();
        } catch (LinkageError e) {
            return "no class " + (e instanceof NoClassDefFoundError);
        }
    }

    static class Above { static int value = 7 % zero; }
    static class Below extends Above {
        static int own;
        static { try { own = 4; } catch (Throwable t) { own = 5; } finally { log += "Below "; } }
    }
    static class Lowest extends Below { static int deep = 6; }
    static int testSuperclassFails() {
        log += "start ";
        return Below.own;
    }
    static int testSuperclassFailed() { return Lowest.deep; }
    static String testNothingBelowRan() {
        try {
            return log + Lowest.deep;
        } catch (NoClassDefFoundError e) {
            return log + "failed";
        }
    }

    static class Errs { static int value = fail(); static int fail() { throw new AssertionError("mine"); } }
    static int testErrorsStayThemselves() {
        return Errs.value;
    }
    static int testErrorsThenNoClass() { return Errs.value; }

    static class Outer { static int value = Inner.value + 1; }
    static class Inner { static int value = new int[zero][0].length + new int[0][zero].length + new int[1][-1].length; }
    static int testNested() { return Outer.value; }
    static int testNestedInner() { return Inner.value; }
    static int testNestedOuter() { return Outer.value; }

    static class Careful {
        static int value;
        static { try { value = Inner2.value; } catch (ExceptionInInitializerError e) { value = 8; } }
    }
    static class Inner2 { static int value = 1 / zero; }
    static int testInitialiserCatches() { return Careful.value; }

    interface WithCode { int K = 1 / zero; default int code() { return 1; } }
    static class Implements implements WithCode { static int value = 9; }
    static int testInterfaceFails() { return Implements.value; }
    static int testInterfaceFailed() { return Implements.value; }

    interface Spared { int K = sparedOne(); default int code() { return 1; } }
    static int sparedOne() { log += "spared "; return 1 + zero; }
    static class FailsFirst { static int value = 1 / zero; }
    static class NeedsBoth extends FailsFirst implements Spared { static int value = 9; }
    static int testSuperclassFailsBeforeInterface() { return NeedsBoth.value; }
    static String testInterfaceIsSpared() { log = ""; return Spared.K + log; }

    interface FailsEarly { int K = 1 / zero; default int code() { return 1; } }
    static class Tries {
        static String seen;
        static { try { seen = "" + FailsEarly.K; } catch (ExceptionInInitializerError e) { seen = "tried"; } }
    }
    static class Suffers extends Tries implements FailsEarly { static int value = 9; }
    static int testInterfaceHasFailedMeanwhile() {
        return Suffers.value;
    }
    static String testTriedInitialiser() { return Tries.seen; }
    static int testCauseTwice() {
        try {
            return Cause.value;
        } catch (ExceptionInInitializerError e) {
            e.initCause(null);
            return 1;
        }
    }
    static class Cause { static int value = 1 / zero; }

    // Who has finished while its superclass was on the way stays usable when that fails; what the superclass itself has is not.
    // (Tests run in the order of their names.)
    static class Parent {
        static int value = Child.own + Grandchild.count() + 1 / zero;
        static int other = 3;
        static int more() { return 4; }
        int field = 6;
        int read() { return other; }
    }
    static class Child extends Parent {
        static int own = 5;
        static int ofParent() {
            return other;
        }
        static int ofParentCaught() {
            try { return more(); } catch (NoClassDefFoundError e) { return -1; }
        }
    }
    static class Grandchild extends Child { static int count() { return 1; } }
    static class LateChild extends Parent { static int own = 7; }
    static int testParent0Fails() { return Parent.value; }
    static int testParent1HasFailed() { return Parent.more(); }
    static int testParent2ChildIsThere() { return Child.own; }
    static int testParent3ChildHasObjects() { return new Child().field + new Grandchild().field; }
    static int testParent4ChildReadsParent() { return Child.ofParent(); }
    static int testParent5ChildCallsParent() { return Child.ofParentCaught(); }
    static int testParent6GrandchildIsThere() { return Grandchild.count() + Grandchild.own; }
    static int testParent7GrandchildReadsParent() {
        return new Grandchild()
            .read();
    }
    static int testParent8LateChild() { return LateChild.own; }
    static int testParent9LateChildAgain() { return LateChild.own; }

    // Without an initialiser of its own a class is finished as soon as its superclass is.
    interface Rule { int K = Obeys.count() + 1 / zero; default int code() { return 1; } }
    static class Keeps implements Rule { static int own = note("Keeps "); }
    static class Obeys extends Keeps { static int count() { return 2; } }
    static int note(String text) { log += text; return 1; }
    static int testRuleFails() { return Rule.K; }
    static int testRuleIsObeyed() { return Obeys.count() + Keeps.own; }
    static int testRuleHasFailed() { return new Obeys().code() + Rule.K; }
    static class LateObeys extends Early implements Rule { static int own = note("LateObeys "); }
    static class Early { static int own = note("Early "); }
    static String testSuperclassComesBeforeFailedInterface() {
        log = "";
        try {
            return log + LateObeys.own;
        } catch (NoClassDefFoundError e) {
            return log + "no class";
        }
    }
    static String testSuperclassIsThere() { log = ""; return log + Early.own; }

    // An object that got out before its class failed.
    static Leaks leaked;
    static class Leaks {
        static int count = 3;
        static { leaked = new Leaks(); count /= zero; }
        int field = 4;
        int own() { return field; }
        int ofClass() { return count; }
        int again() { return new Leaks().field; }
        int asserted() {
            int before = 1;
            assert field > before;
            return before;
        }
        int caught() { try { count = 7; return count; } catch (NoClassDefFoundError e) { return -2; } }
    }
    static int testLeak() { return Leaks.count; }
    static int testLeakedAssert() { return leaked.asserted(); }
    static int testLeakedField() { return leaked.own(); }
    static int testLeakedStatic() { return leaked.ofClass(); }
    static int testLeakedNew() { return leaked.again(); }
    static int testLeakedCaught() { return leaked.caught(); }
}
