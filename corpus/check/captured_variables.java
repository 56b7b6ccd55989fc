// tightrope: --scope 2
// What a lambda has captured is what the code around it had: objects with other values are not there before a call.
import java.util.function.Supplier;

/*@ nullable_by_default @*/ public class Captured {
    // The lambda below divides by 2, and never by 0: nobody knows what other operators do.
    //@ requires operator != null;
    //@ ensures true;
    static int apply(Operator operator, int value) {
        return operator.apply(value);
    }

    static Operator half() {
        int by = 1 + 1;
        return value -> value / by;
    }

    // Violated: whoever calls `same` may pass null.
    //@ requires maker != null;
    //@ ensures \result != null;
    static Object make(Maker maker) {
        return maker.make();
    }

    public static Maker same(Object it) {
        return () -> it;
    }

    // Violated: a task without captured variables is there.
    //@ requires task != null;
    //@ ensures \result == 0;
    static int run(Task task) {
        return task.run();
    }

    static Task one() {
        return () -> 1;
    }
}

interface Operator {
    int apply(int value);
}

interface Maker {
    Object make();
}

interface Task {
    int run();
}
