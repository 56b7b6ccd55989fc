// loop_invariant (maintaining): holds whenever an iteration starts and when the loop ends; for every kind of loop.
class Maximum {
    int max(int[] values) {
        int max = Integer.MIN_VALUE;
        //@ loop_invariant 0 <= i && i <= values.length;
        //@ maintaining (\forall int j; 0 <= j && j < i; values[j] <= max);
        for (int i = 0; i < values.length; i++) {
            if (values[i] > max) max = values[i];
        }
        int left = 3;
        //@ loop_invariant left >= 0;
        while (left > 0) left--;
        //@ loop_invariant left <= 0;
        do {
            left--;
        } while (left > -3);
        //@ loop_invariant max >= Integer.MIN_VALUE;
        for (int value : values) max = Math.max(max, value);
        return max;
    }
}
