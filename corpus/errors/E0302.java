// Variables and fields that do not exist; a variable outside of its block; a field of another class.
class Variables {
    static class Point {
        int x, y;
    }

    int count;

    int sum(Point point) {
        for (int i = 0; i < cuont; i++) {
            int inner = i;
        }
        return inner + point.z + this.cout + lenght;
    }

    //@ invariant count >= minimum;
}
