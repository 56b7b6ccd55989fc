// Casts: between numbers, up and down the classes, of arrays, to an intersection; a wrong one throws ClassCastException.
import java.io.Serializable;

class Casts {
    int numbers(long big, char letter) {
        return (int) big + (short) letter + (byte) 200 + (char) -1;
    }

    String[] references(Object any, Comparable<String> text) {
        String down = (String) any;
        Object up = (Object) down;
        Serializable both = (Serializable & Comparable<?>) text;
        int unboxed = (int) any;
        long widened = (Integer) any;
        return (String[]) up;
    }
}
