// Nested cases {| … also … |}: what stands before them belongs to each.
class Signs {
    /*@ normal_behavior
      @   requires a != Integer.MIN_VALUE;
      @   {|
      @     requires a < 0;
      @     ensures \result == -a;
      @   also
      @     requires a >= 0;
      @     ensures \result == a;
      @   |}
      @*/
    int absolute(int a) {
        return a < 0 ? -a : a;
    }
}
