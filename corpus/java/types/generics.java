// Generic classes and methods: erased, with the checked casts that Java inserts where a value leaves a type variable.
class Pair<A, B extends Comparable<B>> {
    A first;
    B second;

    Pair(A first, B second) {
        this.first = first;
        this.second = second;
    }

    boolean before(Pair<?, B> other) {
        return second.compareTo(other.second) < 0;
    }

    static <T> T pick(boolean left, T a, T b) {
        return left ? a : b;
    }
}

class Generics {
    String name(Pair<String, Integer> pair) {
        String name = pair.first;
        int number = pair.second;
        return number > 0 ? name : Pair.pick(true, name, "none");
    }

    Pair<String, Integer> make() {
        Pair<String, Integer> pair = new Pair<>("one", 1);
        return Pair.<Pair<String, Integer>>pick(false, null, pair);
    }
}
