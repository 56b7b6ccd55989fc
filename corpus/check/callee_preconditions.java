// tightrope: --scope 2
// A call that breaks what the called method requires breaks the caller. Whether invariants hold where methods are called is not checked, and said.
class CalleePreconditions {
    int a;
    //@ invariant a >= 0;

    //@ requires x > 0;
    static int positive(int x) {
        return x;
    }

    static int caller(int x) {
        return positive(x);
    }

    public void other() {
    }

    public /*@ helper @*/ void helper() {
    }

    // The invariant does not hold where `other` is called.
    public void visible() {
        a = -1;
        other();
        a = 0;
    }

    // A helper expects no invariant: nothing is assumed.
    public void invisible() {
        a = -1;
        helper();
        a = 0;
    }

    // Violated: 0 is not positive.
    static int callerOfSome(int x) {
        return x < 0 ? 0 : positive(x);
    }

    // Holds.
    static int careful(int x) {
        return x > 0 ? positive(x) : 0;
    }

    //@ requires (\exists int i; 0 <= i && i < a.length; a[i] == x);
    static int indexOf(int[] a, int x) {
        int i = 0;
        while (a[i] != x) i++;
        return i;
    }

    // Violated: the element may be missing.
    static int search(int[] numbers, int wanted) {
        return indexOf(numbers, wanted);
    }

    // Holds: it is the first. The exception of an empty array is that of the argument, not of the call.
    //@ signals (ArrayIndexOutOfBoundsException e) numbers.length == 0;
    static int searchFirst(int[] numbers) {
        return indexOf(numbers, numbers[0]);
    }

    //@ requires y > a;
    int above(int y) {
        return y - a;
    }

    // Violated by a null receiver, which is an exception of the call.
    static int ofNull(/*@ nullable @*/ CalleePreconditions c) {
        return c.above(5);
    }

    // Violated: the parameter of `take` is not null by default.
    static void give() {
        take(null);
    }

    static void take(Object o) {
    }

    static class Base {
        //@ requires x > 10;
        int scale(int x) {
            return x;
        }
    }

    static class Lenient extends Base {
        //@ also requires x >= 0;
        int scale(int x) {
            return x + 1;
        }
    }

    // Violated: what a Base requires, though a Lenient would do with less.
    static int ofBase(Base b) {
        return b.scale(5);
    }

    // Holds: one case is enough.
    static int ofLenient(Lenient l) {
        return l.scale(5);
    }
}
