// \nonnullelements: an array that is not null and holds no null.
class Team {
    /*@ nullable @*/ String[] names;

    //@ requires \nonnullelements(given);
    //@ ensures \nonnullelements(names);
    void set(String[] given) {
        names = given;
    }
}
