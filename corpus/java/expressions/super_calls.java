// super: calls exactly the inherited method; of a superclass, of an interface, of an enclosing class.
interface Greeter {
    default int greet() {
        return 1;
    }
}

class Parent {
    int greet(int times) {
        return times;
    }
}

class Kid extends Parent implements Greeter {
    @Override
    int greet(int times) {
        return super.greet(times) + Greeter.super.greet();
    }

    class Toy {
        int greetParent() {
            return Kid.super.greet(2) + Kid.this.greet(3);
        }
    }
}
