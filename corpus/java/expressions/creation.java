// Object creation: arguments are evaluated after the object is made and before its constructor; diamond and qualified names.
class Tree<T> {
    T value;
    Tree<T> left, right;

    Tree(T value, Tree<T> left, Tree<T> right) {
        this.value = value;
        this.left = left;
        this.right = right;
    }

    static class Empty {
    }

    static Tree<String> make() {
        Object empty = new Tree.Empty();
        return new Tree<>("root", new Tree<String>("leaf", null, null), empty == null ? null : new Tree<>("x", null, null));
    }
}
