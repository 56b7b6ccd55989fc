// Casts and instanceof that can never succeed.
final class Leaf {
}

class Casts {
    void run(String text, Integer number, Leaf leaf, boolean flag, int[] values) {
        Object a = (Integer) text;
        boolean b = number instanceof String;
        Runnable c = (Runnable) leaf;
        int d = (int) flag;
        Object e = (String) values;
        Object fine = (Runnable) new Object();
    }
}
