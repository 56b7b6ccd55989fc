// decreases (decreasing): not negative, and smaller from one iteration to the next.
class Divisor {
    int gcd(int a, int b) {
        //@ decreases b < 0 ? 0 : b;
        while (b > 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        //@ decreasing 10 - i;
        for (int i = 0; i < 10; i++) a += 0;
        return a;
    }
}
