// Inheritance: abstract methods, overriding, hidden fields, super, a covariant result, final and private methods.
abstract class Animal {
    String name = "animal";

    abstract int legs();

    Animal copy() {
        return this;
    }

    private int secret() {
        return 1;
    }

    final int all() {
        return legs() + secret();
    }
}

class Dog extends Animal {
    String name = "dog";

    int legs() {
        return 4;
    }

    @Override
    Dog copy() {
        super.copy();
        return new Dog();
    }

    int secret() {
        return 2;
    }

    boolean hides() {
        return name != super.name && ((Animal) this).name == super.name;
    }
}
