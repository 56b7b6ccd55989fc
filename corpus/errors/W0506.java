// Clauses that are read but not checked: each is listed.
class Listed {
    int size;

    //@ accessible size;
    //@ measured_by size;
    //@ ensures_redundantly size >= 0;
    int get() {
        //@ loop_modifies size;
        while (size < 3) {
            size++;
        }
        //@ debug size = 4;
        return size;
    }

    /*@ query @*/ int size() {
        return size;
    }
}
