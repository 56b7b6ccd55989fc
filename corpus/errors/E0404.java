// Calls that several methods fit equally well.
class Ambiguous {
    void take(Integer number, Object any) {
    }

    void take(Object any, Integer number) {
    }

    void pick(String text) {
    }

    void pick(int[] values) {
    }

    void run() {
        take(1, 2);
        pick(null);
        pick((String) null);
    }
}
