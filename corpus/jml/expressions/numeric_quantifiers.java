// \num_of, \sum, \product, \min and \max over a range.
class Statistics {
    int[] values = {1, 2, 3};

    //@ requires values.length > 0;
    //@ ensures \result == (\max int i; 0 <= i && i < values.length; values[i]);
    int largest() {
        int largest = values[0];
        for (int value : values) largest = Math.max(largest, value);
        return largest;
    }

    //@ ensures \result == (\sum int i; 0 <= i && i < values.length; values[i]);
    int sum() {
        int sum = 0;
        for (int value : values) sum += value;
        return sum;
    }

    //@ ensures \result == (\num_of int i; 0 <= i && i < values.length; values[i] > 0);
    //@ ensures (\product int i; 0 <= i && i < values.length; 1) == 1;
    //@ ensures values.length == 0 || (\min int i; 0 <= i && i < values.length; values[i]) <= values[0];
    int positive() {
        int count = 0;
        for (int value : values) if (value > 0) count++;
        return count;
    }
}
