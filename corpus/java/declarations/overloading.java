// Overloads: the most specific applicable one; subtyping comes before boxing, boxing before varargs.
class Overloads {
    int pick(Object o) {
        return 1;
    }

    int pick(String s) {
        return 2;
    }

    int pick(long l) {
        return 3;
    }

    int pick(Integer i) {
        return 4;
    }

    int pick(int... many) {
        return 5;
    }

    int all(short small, Integer boxed) {
        int references = pick(new Object()) + pick("text") + pick(boxed) + pick((String) null);
        // A short is widened to long before it is boxed.
        return references + pick(small) + pick(1, 2) + pick();
    }
}
