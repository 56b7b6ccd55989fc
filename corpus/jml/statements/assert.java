// assert in JML: checked where it stands; it may use \old and quantifiers.
class Checks {
    int value;

    void grow(int[] steps) {
        for (int step : steps) {
            value += step;
            //@ assert step >= 0 ==> value >= \old(value);
        }
        //@ assert (\forall int i; 0 <= i && i < steps.length; steps[i] >= 0);
    }
}
