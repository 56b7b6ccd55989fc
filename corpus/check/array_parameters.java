// tightrope: --scope 3,array=3
// Static methods on arrays.
class Arrays {
    //@ requires values.length > 0;
    //@ ensures (\forall int i; 0 <= i && i < values.length; values[i] <= \result);
    //@ ensures (\exists int i; 0 <= i && i < values.length; values[i] == \result);
    static int largest(int[] values) {
        int largest = values[0];
        for (int value : values) {
            if (value > largest) {
                largest = value;
            }
        }
        return largest;
    }

    // Starts with 0: wrong for negative numbers.
    //@ requires values.length > 0;
    //@ ensures (\exists int i; 0 <= i && i < values.length; values[i] == \result);
    static int largestWrong(int[] values) {
        int largest = 0;
        for (int value : values) {
            if (value > largest) {
                largest = value;
            }
        }
        return largest;
    }

    //@ requires (\forall int i; 0 < i && i < values.length; values[i - 1] <= values[i]);
    //@ ensures \result == -1 || values[\result] == wanted;
    //@ ensures \result == -1 ==> (\forall int i; 0 <= i && i < values.length; values[i] != wanted);
    static int search(int[] values, int wanted) {
        int low = 0;
        int high = values.length - 1;
        while (low <= high) {
            int middle = (low + high) / 2;
            if (values[middle] == wanted) {
                return middle;
            }
            if (values[middle] < wanted) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    // `low < high`: misses the last one.
    //@ requires (\forall int i; 0 < i && i < values.length; values[i - 1] <= values[i]);
    //@ ensures \result == -1 ==> (\forall int i; 0 <= i && i < values.length; values[i] != wanted);
    static int searchWrong(int[] values, int wanted) {
        int low = 0;
        int high = values.length - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (values[middle] == wanted) {
                return middle;
            }
            if (values[middle] < wanted) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    //@ ensures (\forall int i; 0 < i && i < values.length; values[i - 1] <= values[i]);
    //@ assignable values[*];
    static void sort(int[] values) {
        for (int i = 1; i < values.length; i++) {
            for (int k = i; k > 0 && values[k - 1] > values[k]; k--) {
                int value = values[k];
                values[k] = values[k - 1];
                values[k - 1] = value;
            }
        }
    }

    //@ ensures (\sum int i; 0 <= i && i < values.length; values[i]) == \result;
    static int sum(int[] values) {
        int sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
        }
        return sum;
    }

    // Elements may be null although the array is not.
    static int lengths(String[] words) {
        int length = 0;
        for (String word : words) {
            length += word.length();
        }
        return length;
    }
}
