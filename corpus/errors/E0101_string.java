// A string that does not end.
class Text {
    String name = "unfinished;

    int length() {
        return name.length();
    }
}
