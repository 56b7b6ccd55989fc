// Overriding with generics: a subclass that fixes a type variable overrides the generic method; the erased call casts.
abstract class Handler<T> {
    abstract int handle(T item);

    int twice(T item) {
        return handle(item) + handle(item);
    }
}

class TextHandler extends Handler<String> {
    int handle(String item) {
        return item.length();
    }
}

class Node implements Comparable<Node> {
    int key;

    public int compareTo(Node other) {
        return Integer.compare(key, other.key);
    }
}

class Bridged {
    @SuppressWarnings({"unchecked", "rawtypes"})
    int wrong(Handler handler, Comparable node) {
        // Both calls throw ClassCastException if the argument is of another class.
        return handler.handle(new Object()) + node.compareTo("text");
    }
}
