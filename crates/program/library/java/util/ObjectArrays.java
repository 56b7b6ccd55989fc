// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// What the collections need of arrays of references: not a class of Java.
final class ObjectArrays {
    private ObjectArrays() {
    }

    // A new array of the same type.
    static native <T> T[] like(T[] sample, int length);

    // Is it one of the first elements? 1: yes, 0: no, -1: its own `equals` has to say.
    static native int hasSame(Object[] elements, int size, Object o);

    // Puts it behind the first elements if it is none of them. How many there are then; 0: it is there, -1: its own `equals` has to say, or there is no room.
    static native int insertSame(Object[] elements, int size, Object o);

    // The elements, in the given array if they fit, as Collection.toArray says.
    static <T> T[] into(T[] target, Object[] elements, int size) {
        T[] result = target.length < size ? like(target, size) : target;
        System.arraycopy(elements, 0, result, 0, size);
        if (result.length > size) {
            result[size] = null;
        }
        return result;
    }

    // By insertion: stable, as all sorts of objects are.
    static void sort(Object[] array, int from, int to, Comparator comparator) {
        for (int i = from + 1; i < to; i++) {
            Object element = array[i];
            int place = i;
            while (place > from && compare(array[place - 1], element, comparator) > 0) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    static int compare(Object a, Object b, Comparator comparator) {
        return comparator == null ? ((Comparable) a).compareTo(b) : comparator.compare(a, b);
    }

    static void checkRange(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException(from);
        }
        if (to > length) {
            throw new ArrayIndexOutOfBoundsException(to);
        }
    }
}
