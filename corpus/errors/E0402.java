// Operators that do not take their operands.
class Operands {
    int size;
    String name;
    boolean full;

    void run(Object any) {
        int a = size + full;
        boolean b = size && full;
        int c = -full;
        boolean d = !size;
        int e = name - size;
        boolean f = size == full;
        boolean g = any < size;
        full++;
        name -= "x";
        int h = size << name;
        boolean i = full instanceof Boolean;
    }

    //@ invariant size ==> full;
}
