// Informal predicates (* … *): believed, and the verdict lists them.
class Informal {
    int value;

    //@ requires (* the moon is full *) && value > 0;
    //@ ensures value > 1 && (* somebody was told *);
    void grow() {
        value++;
    }
}
