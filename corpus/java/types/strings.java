// Strings: opaque constants, equal texts are the same object; concatenation makes a new value.
class Strings {
    static final String PREFIX = "n";
    String name;

    boolean constants() {
        return "node" == PREFIX + "ode";
    }

    void rename(int number, Object owner, char mark) {
        name = PREFIX + number;
        name += owner;
        name = name + mark + null + true + 1L;
    }

    boolean isNamed(String other) {
        return name != null && name.equals(other) && name.length() > 0;
    }

    String block() {
        return """
            first
              "second" \
            joined
            """;
    }
}
