// An interface that repeats a method of Object does not hide the code that a superclass has from Object.
interface Comparing {
    boolean equals(Object other);
}

class First implements Comparing {
}

class Second extends First {
    public boolean equals(Object other) {
        return super.equals(other);
    }
}
