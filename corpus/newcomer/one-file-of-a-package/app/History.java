package app;

class History {
    private int[] amounts = new int[2];
    private int size;

    void add(int amount) {
        amounts[size++] = amount;
    }

    int sum() {
        int sum = 0;
        for (int i = 0; i < size; i++) {
            sum += amounts[i];
        }
        return sum;
    }
}
