// Object creation in a contract: not evaluated.
class Creation {
    int[] values = new int[1];

    //@ ensures !values.equals(new int[] {1});
    //@ ensures new Creation().values != values;
    void run() {
        values[0]++;
    }
}
