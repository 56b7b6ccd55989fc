// Supertypes that cannot be: a final class, an interface extended, a class implemented, an enum, a type variable.
final class Closed {
}

interface Shape {
}

enum Color {
    RED
}

class FromFinal extends Closed {
}

class FromInterface extends Shape {
}

class FromClass implements Closed {
}

class FromEnum extends Color {
}

interface FromOther extends Closed {
}

class FromVariable<T> extends T {
}
