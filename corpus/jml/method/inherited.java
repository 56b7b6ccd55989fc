// Inherited specifications: an overriding method keeps those of its supertypes, and adds its own after also.
interface Container {
    //@ requires item >= 0;
    //@ ensures contains(item);
    void add(int item);

    /*@ pure @*/ boolean contains(int item);
}

class Single implements Container {
    int item = -1;

    //@ also
    //@ requires item < 0;
    //@ ensures this.item == \old(this.item);
    @Override
    public void add(int item) {
        if (item >= 0) this.item = item;
    }

    @Override
    public boolean contains(int item) {
        return this.item == item;
    }
}
