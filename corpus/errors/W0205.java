// Comments that look like JML but are not read as JML.
class Comments {
    int size;

    // @ invariant size >= 0;
    /* @ requires amount > 0; */
    void add(int amount) {
        size += amount;
    }

    //+ESC@ ensures \result >= 0;
    int size() {
        return size;
    }

    //@Deprecated
    // @author nobody: this is an ordinary comment
    int old() {
        return 0;
    }
}
