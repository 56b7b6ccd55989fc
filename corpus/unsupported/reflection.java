// Reflection: getClass() gives a class as a value, nothing more.
class Reflective {
    String name() {
        return getClass().getName();
    }

    Object make(String className) throws Exception {
        return Class.forName(className).getDeclaredConstructor().newInstance();
    }
}
