// old variables: a name for a value of the state before.
class Balance {
    int left, right;

    //@ old int sum = left + right;
    //@ requires sum >= 0;
    //@ ensures left + right == sum;
    void shift(int amount) {
        left -= amount;
        right += amount;
    }
}
