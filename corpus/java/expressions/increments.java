// ++ and --: before and after, on locals, fields, elements, small types and boxes.
class Increments {
    byte small;
    int field;
    static long total;
    Integer boxed = 0;
    int[] values = new int[2];

    int run(int local) {
        int result = local++ + ++local;
        small--;
        this.field++;
        --Increments.total;
        values[field++]--;
        int old = boxed++;
        return result + old - local-- - --local;
    }
}
