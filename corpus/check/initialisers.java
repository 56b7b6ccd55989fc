// tightrope: --scope 2
// A class is initialised when it is first used: before the call or by it. What an initialiser cannot be modelled for spoils only what reads its field.
public class Initialisers {
    static int count;

    static class Counting {
        static {
            count++;
        }

        static void touch() {
        }
    }

    static class Quiet {
        static final int[] TABLE = {1, 2, 3};
    }

    // Violated: the first call initialises `Counting`.
    //@ ensures count == \old(count);
    static void first() {
        Counting.touch();
    }

    // Violated: `Counting` may have been initialised before.
    //@ requires count == 1;
    //@ ensures count == 2;
    static void second() {
        Counting.touch();
    }

    // Holds: nobody sees when a class like this one is initialised.
    //@ ensures \result == 3;
    static int quiet() {
        return Quiet.TABLE.length;
    }
}

class Box {
    int size;

    // Holds: the class has nothing to do with it.
    //@ ensures \result == size;
    int getSize() {
        return size;
    }
}

class Unmodelled {
    static final Thread WORKER = new Thread();
    static final int NUMBER = 1 + 1;
    static final int[] NUMBERS = {NUMBER, 3};
    int own;

    // Holds: what comes after the field is known.
    //@ ensures \result == 2;
    int number() {
        return NUMBERS[0];
    }

    // Unsupported: nobody knows what is in there.
    boolean hasWorker() {
        return WORKER != null;
    }
}
