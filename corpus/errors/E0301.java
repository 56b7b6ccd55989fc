// Types that do not exist, with near names; one message for each place and none for what follows from it.
class Tree {
    static class Node {
        Nod left;
        Node right;
    }

    Strin name;
    java.util.Lisst<Node> list;
    Map<String, Node> map;

    Node find(Integr key) {
        Nodee current = null;
        return current.left.right;
    }
}
