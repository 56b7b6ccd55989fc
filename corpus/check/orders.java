// tightrope: --scope 3
// Values that are only compared stand for all numbers of their type: between neighbours there is none, and each type has an end.
class Orders {
    int a;
    int b;
    int c;

    // Violated where all three differ.
    //@ ensures \result;
    boolean anyEqual() {
        return a == b || b == c || a == c;
    }

    // Violated by Integer.MIN_VALUE.
    //@ ensures !\result;
    boolean allLeast() {
        return a == b && b == c && c == Integer.MIN_VALUE;
    }

    // Violated by -1, 0, 1.
    //@ ensures !\result;
    boolean room() {
        return -2 < a && a < b && b < c && c < 2;
    }

    // Holds: there are only two numbers between -1 and 2.
    //@ ensures !\result;
    boolean noRoom() {
        return -1 < a && a < b && b < c && c < 2;
    }

    // Violated by 127, 126, 128.
    //@ ensures !\result;
    static boolean ends(byte x, byte y, short z) {
        return x > 126 && y < x && y > 125 && z > x && z < 129;
    }

    // Holds: there is no byte above 127.
    //@ ensures !\result;
    static boolean beyond(byte x, byte y) {
        return x > 126 && y > x;
    }

    // Violated by Integer.MAX_VALUE.
    //@ ensures !\result;
    static boolean wide(int x, long y) {
        return x == y && y > 2147483646L;
    }

    // Holds.
    //@ ensures !\result;
    static boolean tooWide(int x, long y) {
        return x == y && y > 2147483647L;
    }

    // Violated.
    //@ ensures !\result;
    static boolean last(char letter) {
        return letter == '\uffff';
    }

    // Violated by 3.
    //@ ensures !\result;
    static boolean shifted(int x) {
        return (x << 1) == 6;
    }

    // Violated by Integer.MIN_VALUE.
    //@ ensures !\result;
    static boolean doubled(int x) {
        return x != 0 && x * 2 == 0;
    }
}
