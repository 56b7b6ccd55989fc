// tightrope: --scope 5
// A number that is used in arithmetic: the scope's numbers are tried even where there are no objects.
class Small {
    // False for 4 only.
    //@ ensures \result != 8;
    static int twice(int number) {
        return number * 2;
    }

    // False for 1000 only: a constant that the code names.
    //@ ensures \result != 1001;
    static int special(int number) {
        if (number == 1000) {
            return number + 1;
        }
        return 0;
    }

    // Only compared: all numbers.
    //@ ensures \result != 1;
    static int compared(int number) {
        return number == 123456789 ? 1 : 0;
    }
}
