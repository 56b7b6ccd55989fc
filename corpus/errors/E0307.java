// A field that two interfaces provide.
interface Left {
    int LIMIT = 1;
}

interface Right {
    int LIMIT = 2;
}

class Both implements Left, Right {
    int limit() {
        return LIMIT;
    }

    int clear() {
        return Left.LIMIT;
    }
}
