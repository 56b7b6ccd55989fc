// static invariant: about static fields; it belongs to the class and not to its objects.
class Pool {
    static int used;
    static final int LIMIT = 3;

    //@ static invariant 0 <= used && used <= LIMIT;
    //@ instance invariant number <= used;
    int number;

    static boolean take() {
        if (used == LIMIT) return false;
        used++;
        return true;
    }
}
