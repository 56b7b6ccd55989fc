// JML keywords that do not exist, with what may have been meant.
class Keywords {
    int size;

    //@ invarient size >= 0;

    //@ requries amount > 0;
    //@ ensures size == \odl(size) + amount;
    void add(int amount) {
        size += amount;
    }

    //@ ensures \return == size;
    /*@ puer @*/ int size() {
        return size;
    }
}
