// Methods named repOk that cannot serve as an invariant: parameters, a wrong result, static.
class WithParameter {
    boolean repOk(int depth) {
        return depth > 0;
    }
}

class WithResult {
    int repOk() {
        return 1;
    }
}

class Static {
    static boolean repOK() {
        return true;
    }
}

class Fine {
    private boolean checkRep() {
        return true;
    }
}
