// Violated by 7: a constant behind a cast counts.
class CastConstant {
    //@ ensures \result != 7;
    static int f(long p) { short q = (short) p; switch (q) { case 7: return 7; default: return 0; } }
}
