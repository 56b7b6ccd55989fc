// Local variables: several in one declaration, late assignment, final, blocks as scopes, the empty statement.
class Locals {
    int compute(int seed) {
        int a = seed, b, c[] = {a};
        final int d;
        ;
        {
            int inner = a + 1;
            b = inner;
        }
        {
            long inner = b;
            d = (int) inner;
        }
        return a + b + c[0] + d;
    }
}
