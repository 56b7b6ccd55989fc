// Names: a local hides a field, a field hides an inherited one, static and instance members of outer classes stay in reach.
class Outer {
    static int total = 1;
    int value = 2;

    static class Parent {
        int value = 3;
    }

    class Child extends Parent {
        int read(int value) {
            int sum = value + this.value + super.value + Outer.this.value + total;
            {
                int total = 10;
                sum += total + Outer.total;
            }
            for (int total = 0; total < 2; total++) {
                sum += total;
            }
            return sum;
        }
    }
}
