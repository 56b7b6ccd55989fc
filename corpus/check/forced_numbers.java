// tightrope: --scope 2
// A clause may force a number into a field of a narrower type: it is a number of that type, or there is no such heap.
public class ForcedNumbers {
    int a;
    byte b;
    char c;
    long lo;

    //@ requires lo == a;
    //@ ensures lo == a;
    void same() {
    }

    // No int is that large.
    //@ requires lo == a;
    //@ ensures lo <= 2147483647L;
    void small() {
    }

    //@ requires b == a && a > 120;
    //@ ensures a <= 127;
    void bytes() {
    }

    //@ requires c == a;
    //@ ensures a >= 0;
    void chars() {
    }

    // The greatest byte is one of them: this does not hold.
    //@ requires b == a && a > 120;
    //@ ensures a < 127;
    void lessBytes() {
    }
}
