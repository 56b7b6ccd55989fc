// State of the specification in Java code.
class Ghosts {
    int size;
    //@ ghost int count;
    //@ model int length;
    //@ represents length = size;

    /*@ model pure int twice() {
      @     return size * 2;
      @ }
      @*/

    int run() {
        //@ ghost int local = 1;
        count++;
        size = length + twice();
        return local;
    }
}
