// unreachable: no run may get here.
class Kinds {
    int kind(int value) {
        switch (value & 1) {
            case 0:
                return 10;
            case 1:
                return 11;
            default:
                //@ unreachable;
                return -1;
        }
    }
}
