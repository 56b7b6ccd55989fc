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

    //@ Note: this reads like a remark
    //@ that goes on in the next line.
    //@ ensures \result == 1;
    int remarked() {
        //@ this is where it happens
        return 1;
    }

    // @returns the size; use it well
    // @ assert size > 0;
    int plain() {
        return size;
    }
}
