// Modifiers that are read and listed but not checked.
class Owned {
    /*@ rep @*/ int[] data = new int[1];
    /*@ peer @*/ Owned other = this;

    /*@ query @*/ int first() {
        return data[0];
    }

    /*@ code_java_math @*/ int twice(/*@ readonly @*/ Owned given) {
        return given.data[0] * 2;
    }
}
