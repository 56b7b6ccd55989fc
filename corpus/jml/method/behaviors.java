// Heavyweight cases: normal_behavior must not throw, exceptional_behavior must not return, behavior may do both; also joins cases.
class Divider {
    int last;

    /*@ public normal_behavior
      @   requires b != 0;
      @   assignable last;
      @   ensures \result == a / b && last == \result;
      @ also
      @ public exceptional_behavior
      @   requires b == 0;
      @   assignable \nothing;
      @   signals_only ArithmeticException;
      @   signals (ArithmeticException e) last == \old(last);
      @*/
    public int divide(int a, int b) {
        last = a / b;
        return last;
    }

    /*@ behaviour
      @   ensures \result >= 0;
      @   signals (RuntimeException e) a < 0;
      @*/
    public int root(int a) {
        if (a < 0) throw new IllegalArgumentException();
        int root = 0;
        while (root * root < a) root++;
        return root;
    }
}
