// Model methods: methods of the specification, with a Java body.
class Tower {
    int[] levels = new int[3];

    /*@ model pure boolean sorted() {
      @     for (int i = 1; i < levels.length; i++) {
      @         if (levels[i - 1] < levels[i]) return false;
      @     }
      @     return true;
      @ }
      @*/

    //@ invariant sorted();

    void lower(int level) {
        levels[level] = 0;
    }
}
