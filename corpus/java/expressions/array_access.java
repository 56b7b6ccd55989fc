// Array access: null and index are checked, after the array, the index and the assigned value have been evaluated.
class ArrayAccess {
    int[] values;
    long[][] table;

    int read(int index, char letter) {
        return values[index] + values[letter] + values.length;
    }

    void write(int index) {
        values[index] = values[index - 1];
        table[index][0] = table[0].length;
    }

    int nested(int[] inner) {
        return values[inner[values[0]]];
    }
}
