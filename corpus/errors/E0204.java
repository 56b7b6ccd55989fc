// JML that does not end: a string or an informal predicate without its end.
class Unclosed {
    String name = "";

    //@ invariant name != "none;
    //@ invariant (* the name is well known;

    //@ ensures \result != null;
    String name() {
        return name;
    }
}
