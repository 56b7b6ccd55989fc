// Statements that are read and listed but not checked.
class Statements {
    int value;

    void run() {
        //@ debug value = 3;
        value++;
        //@ hence_by value > 0;
        //@ refining
        //@   ensures value > 0;
        {
            value++;
        }
        //@ loop_modifies value;
        while (value < 3) value++;
    }
}
