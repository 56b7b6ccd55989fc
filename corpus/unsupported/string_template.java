// String templates: a preview of Java 21 and 22, withdrawn since.
class Template {
    String name;

    String greet() {
        return STR."hello \{name}";
    }

    boolean isNamed() {
        return name != null;
    }
}
