// Raw types: members have their erased types, so a cast is written out.
class Box<T extends Comparable<T>> {
    T content;

    T get() {
        return content;
    }
}

class Raw {
    @SuppressWarnings({"rawtypes", "unchecked"})
    int compare(Box box, Box<String> typed) {
        Comparable content = box.get();
        String text = (String) box.content;
        box.content = typed.get();
        return content.compareTo(text);
    }
}
