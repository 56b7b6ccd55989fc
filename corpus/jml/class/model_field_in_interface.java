// A model field of an interface: each class says what represents it; where none does, it has no value.
interface Shape {
    //@ model instance int area;

    //@ ensures \result == area;
    int measure();
}

class Square implements Shape {
    int side;

    //@ represents area = side * side;

    public int measure() {
        return side * side;
    }
}

class Framed extends Square {
    int frame;

    //@ represents area = side * side - frame;

    public int measure() {
        return side * side - frame;
    }
}

interface Weighed {
    //@ model instance int weight;

    //@ ensures \result == weight;
    int weigh();
}

class Vague implements Weighed {
    public int weigh() {
        return 0;
    }
}
