public class Window {
    private int low;
    private int high;

    private void checkRep() {
        assert low <= high : "low <= high";
    }

    public void shiftLow(int by) {
        if (by >= 0 && by <= 10) {
            low += by;
        }
    }

    public void clear() {
        low = 0;
        high = 0;
        checkRep();
    }
}
