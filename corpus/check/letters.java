// tightrope: --scope 2
// Numbers and letters that the code names are tried, however far from zero they are.
class Letters {
    // Violated by 'a'.
    //@ ensures \result != 0;
    static int position(char letter) {
        if (letter >= 'a' && letter <= 'z') {
            return letter - 'a';
        }
        return -1;
    }

    // Violated by 1001.
    //@ ensures \result <= 1000;
    static int limited(int number) {
        if (number > 2000) {
            return 1000;
        }
        return number > 1000 ? number * 1 : 0;
    }
}
