// tightrope: --space bdd --scope 3 --verbose
// Plain fields and arrays as states of a decision diagram: Darga & Boyapati's Figure 6, the class of
// their section 3.4, and a heap in an array.
class ReachabilityDemo {
    private boolean x;
    private boolean y;
    private boolean z;

    //@ invariant x && y || !z;

    void setX() {
        x = true;
    }

    void setZ() {
        if (x && y) {
            z = true;
        }
    }
}

class StaticAnalysisDemo {
    private boolean a;
    private boolean b;

    //@ invariant !a || b;

    void flipA() {
        a = !a;
    }
}

class Queue {
    private int[] values;
    private int size;

    //@ invariant 0 <= size && size <= values.length;
    //@ invariant (\forall int i; 1 <= i && i < size; values[(i - 1) / 2] <= values[i]);

    void insert(int value) {
        if (size < values.length) {
            int position = size;
            size = size + 1;
            while (position > 0 && values[(position - 1) / 2] > value) {
                values[position] = values[(position - 1) / 2];
                position = (position - 1) / 2;
            }
            values[position] = value;
        }
    }

    void insertWrongly(int value) {
        if (size < values.length) {
            values[size] = value;
            size = size + 1;
        }
    }
}

class Linked {
    /*@ nullable @*/ Linked next;

    void clear() {
        next = null;
    }
}
