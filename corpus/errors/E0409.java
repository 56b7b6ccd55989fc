// Classes that cannot be instantiated: abstract ones, interfaces, enums, annotations, type variables.
abstract class Shape {
}

interface Walker {
}

enum Color {
    RED
}

class Makers<T> {
    void run() {
        Object a = new Shape();
        Object b = new Walker();
        Object c = new Color();
        Object d = new T();
        Object fine = new Shape() {
        };
    }
}
