// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public final class Arrays {
    private Arrays() {
    }

    private static void checkCopy(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        if (from < 0 || from > length) {
            throw new ArrayIndexOutOfBoundsException();
        }
    }

    public static void fill(boolean[] array, boolean value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(boolean[] array, int from, int to, boolean value) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static boolean[] copyOf(boolean[] original, int length) {
        boolean[] copy = new boolean[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static boolean[] copyOfRange(boolean[] original, int from, int to) {
        checkCopy(original.length, from, to);
        boolean[] copy = new boolean[to - from];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(boolean[] a, boolean[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(boolean[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; i++) {
            hash = 31 * hash + Boolean.hashCode(array[i]);
        }
        return hash;
    }

    public static String toString(boolean[] array) {
        if (array == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text += i == 0 ? "" : ", ";
            text += array[i];
        }
        return text + "]";
    }

    public static void fill(byte[] array, byte value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(byte[] array, int from, int to, byte value) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static byte[] copyOf(byte[] original, int length) {
        byte[] copy = new byte[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static byte[] copyOfRange(byte[] original, int from, int to) {
        checkCopy(original.length, from, to);
        byte[] copy = new byte[to - from];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(byte[] a, byte[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(byte[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    public static String toString(byte[] array) {
        if (array == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text += i == 0 ? "" : ", ";
            text += array[i];
        }
        return text + "]";
    }

    public static void sort(byte[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(byte[] array, int from, int to) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            byte element = array[i];
            int place = i;
            while (place > from && array[place - 1] > element) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(byte[] array, byte key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(byte[] array, int from, int to, byte key) {
        ObjectArrays.checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static void fill(char[] array, char value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(char[] array, int from, int to, char value) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static char[] copyOf(char[] original, int length) {
        char[] copy = new char[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static char[] copyOfRange(char[] original, int from, int to) {
        checkCopy(original.length, from, to);
        char[] copy = new char[to - from];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(char[] a, char[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(char[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    public static String toString(char[] array) {
        if (array == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text += i == 0 ? "" : ", ";
            text += array[i];
        }
        return text + "]";
    }

    public static void sort(char[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(char[] array, int from, int to) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            char element = array[i];
            int place = i;
            while (place > from && array[place - 1] > element) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(char[] array, char key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(char[] array, int from, int to, char key) {
        ObjectArrays.checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static void fill(short[] array, short value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(short[] array, int from, int to, short value) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static short[] copyOf(short[] original, int length) {
        short[] copy = new short[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static short[] copyOfRange(short[] original, int from, int to) {
        checkCopy(original.length, from, to);
        short[] copy = new short[to - from];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(short[] a, short[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(short[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    public static String toString(short[] array) {
        if (array == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text += i == 0 ? "" : ", ";
            text += array[i];
        }
        return text + "]";
    }

    public static void sort(short[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(short[] array, int from, int to) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            short element = array[i];
            int place = i;
            while (place > from && array[place - 1] > element) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(short[] array, short key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(short[] array, int from, int to, short key) {
        ObjectArrays.checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static void fill(int[] array, int value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(int[] array, int from, int to, int value) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static int[] copyOf(int[] original, int length) {
        int[] copy = new int[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static int[] copyOfRange(int[] original, int from, int to) {
        checkCopy(original.length, from, to);
        int[] copy = new int[to - from];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(int[] a, int[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(int[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    public static String toString(int[] array) {
        if (array == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text += i == 0 ? "" : ", ";
            text += array[i];
        }
        return text + "]";
    }

    public static void sort(int[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(int[] array, int from, int to) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            int element = array[i];
            int place = i;
            while (place > from && array[place - 1] > element) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(int[] array, int key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(int[] array, int from, int to, int key) {
        ObjectArrays.checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static void fill(long[] array, long value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(long[] array, int from, int to, long value) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static long[] copyOf(long[] original, int length) {
        long[] copy = new long[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static long[] copyOfRange(long[] original, int from, int to) {
        checkCopy(original.length, from, to);
        long[] copy = new long[to - from];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(long[] a, long[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(long[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; i++) {
            hash = 31 * hash + Long.hashCode(array[i]);
        }
        return hash;
    }

    public static String toString(long[] array) {
        if (array == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text += i == 0 ? "" : ", ";
            text += array[i];
        }
        return text + "]";
    }

    public static void sort(long[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(long[] array, int from, int to) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            long element = array[i];
            int place = i;
            while (place > from && array[place - 1] > element) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(long[] array, long key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(long[] array, int from, int to, long key) {
        ObjectArrays.checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static void fill(float[] array, float value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(float[] array, int from, int to, float value) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static float[] copyOf(float[] original, int length) {
        float[] copy = new float[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static float[] copyOfRange(float[] original, int from, int to) {
        checkCopy(original.length, from, to);
        float[] copy = new float[to - from];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(float[] a, float[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (Float.compare(a[i], b[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(float[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; i++) {
            hash = 31 * hash + Float.hashCode(array[i]);
        }
        return hash;
    }

    public static String toString(float[] array) {
        if (array == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text += i == 0 ? "" : ", ";
            text += array[i];
        }
        return text + "]";
    }

    public static void sort(float[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(float[] array, int from, int to) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            float element = array[i];
            int place = i;
            while (place > from && Float.compare(array[place - 1], element) > 0) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(float[] array, float key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(float[] array, int from, int to, float key) {
        ObjectArrays.checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (Float.compare(array[middle], key) < 0) {
                low = middle + 1;
            } else if (Float.compare(array[middle], key) > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static void fill(double[] array, double value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(double[] array, int from, int to, double value) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static double[] copyOf(double[] original, int length) {
        double[] copy = new double[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static double[] copyOfRange(double[] original, int from, int to) {
        checkCopy(original.length, from, to);
        double[] copy = new double[to - from];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(double[] a, double[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (Double.compare(a[i], b[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(double[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; i++) {
            hash = 31 * hash + Double.hashCode(array[i]);
        }
        return hash;
    }

    public static String toString(double[] array) {
        if (array == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text += i == 0 ? "" : ", ";
            text += array[i];
        }
        return text + "]";
    }

    public static void sort(double[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(double[] array, int from, int to) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            double element = array[i];
            int place = i;
            while (place > from && Double.compare(array[place - 1], element) > 0) {
                array[place] = array[place - 1];
                place--;
            }
            array[place] = element;
        }
    }

    public static int binarySearch(double[] array, double key) {
        return binarySearch(array, 0, array.length, key);
    }

    public static int binarySearch(double[] array, int from, int to, double key) {
        ObjectArrays.checkRange(array.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (Double.compare(array[middle], key) < 0) {
                low = middle + 1;
            } else if (Double.compare(array[middle], key) > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static void fill(Object[] array, Object value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(Object[] array, int from, int to, Object value) {
        ObjectArrays.checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static <T> T[] copyOf(T[] original, int length) {
        T[] copy = ObjectArrays.like(original, length);
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static <T> T[] copyOfRange(T[] original, int from, int to) {
        checkCopy(original.length, from, to);
        T[] copy = ObjectArrays.like(original, to - from);
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(Object[] a, Object[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (!Objects.equals(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    public static boolean deepEquals(Object[] a, Object[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (!deepEqual(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean deepEqual(Object a, Object b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null) {
            return false;
        }
        if (a instanceof Object[] && b instanceof Object[]) {
            return deepEquals((Object[]) a, (Object[]) b);
        }
        if (a instanceof boolean[] && b instanceof boolean[]) {
            return equals((boolean[]) a, (boolean[]) b);
        }
        if (a instanceof byte[] && b instanceof byte[]) {
            return equals((byte[]) a, (byte[]) b);
        }
        if (a instanceof char[] && b instanceof char[]) {
            return equals((char[]) a, (char[]) b);
        }
        if (a instanceof short[] && b instanceof short[]) {
            return equals((short[]) a, (short[]) b);
        }
        if (a instanceof int[] && b instanceof int[]) {
            return equals((int[]) a, (int[]) b);
        }
        if (a instanceof long[] && b instanceof long[]) {
            return equals((long[]) a, (long[]) b);
        }
        if (a instanceof float[] && b instanceof float[]) {
            return equals((float[]) a, (float[]) b);
        }
        if (a instanceof double[] && b instanceof double[]) {
            return equals((double[]) a, (double[]) b);
        }
        return a.equals(b);
    }

    public static int hashCode(Object[] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < array.length; i++) {
            hash = 31 * hash + (array[i] == null ? 0 : array[i].hashCode());
        }
        return hash;
    }

    public static String toString(Object[] array) {
        if (array == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text += i == 0 ? "" : ", ";
            text += String.valueOf(array[i]);
        }
        return text + "]";
    }

    public static void sort(Object[] array) {
        ObjectArrays.sort(array, 0, array.length, null);
    }

    public static void sort(Object[] array, int from, int to) {
        ObjectArrays.checkRange(array.length, from, to);
        ObjectArrays.sort(array, from, to, null);
    }

    public static <T> void sort(T[] array, Comparator<? super T> comparator) {
        ObjectArrays.sort(array, 0, array.length, comparator);
    }

    public static <T> void sort(T[] array, int from, int to, Comparator<? super T> comparator) {
        ObjectArrays.checkRange(array.length, from, to);
        ObjectArrays.sort(array, from, to, comparator);
    }

    public static int binarySearch(Object[] array, Object key) {
        return search(array, key, null);
    }

    public static <T> int binarySearch(T[] array, T key, Comparator<? super T> comparator) {
        return search(array, key, comparator);
    }

    private static int search(Object[] array, Object key, Comparator<?> comparator) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = ObjectArrays.compare(array[middle], key, comparator);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static <T> List<T> asList(T... elements) {
        return new ArrayAsList<T>(elements);
    }

    private static final class ArrayAsList<E> extends AbstractList<E> implements RandomAccess, java.io.Serializable {
        private final E[] array;

        ArrayAsList(E[] array) {
            this.array = Objects.requireNonNull(array);
        }

        public int size() {
            return array.length;
        }

        public E get(int index) {
            return array[index];
        }

        public E set(int index, E element) {
            E old = array[index];
            array[index] = element;
            return old;
        }

        public boolean contains(Object o) {
            return indexOf(o) >= 0;
        }

        public void sort(Comparator<? super E> comparator) {
            ObjectArrays.sort(array, 0, array.length, comparator);
        }

        public Object[] toArray() {
            Object[] copy = new Object[array.length];
            System.arraycopy(array, 0, copy, 0, copy.length);
            return copy;
        }
    }

    // If named: setAll
    public static <T> void setAll(T[] array, java.util.function.IntFunction<? extends T> generator) {
        Objects.requireNonNull(generator);
        for (int i = 0; i < array.length; i++) {
            array[i] = generator.apply(i);
        }
    }

    // If named: setAll
    public static void setAll(int[] array, java.util.function.IntUnaryOperator generator) {
        Objects.requireNonNull(generator);
        for (int i = 0; i < array.length; i++) {
            array[i] = generator.applyAsInt(i);
        }
    }

    // If named: setAll
    public static void setAll(long[] array, java.util.function.IntToLongFunction generator) {
        Objects.requireNonNull(generator);
        for (int i = 0; i < array.length; i++) {
            array[i] = generator.applyAsLong(i);
        }
    }

    // If named: stream, Stream, IntStream
    public static java.util.stream.IntStream stream(int[] array) {
        return java.util.stream.IntStream.of(array);
    }

    // If named: stream, Stream, IntStream
    public static java.util.stream.IntStream stream(int[] array, int from, int to) {
        return java.util.stream.IntStream.of(copyOfRange(array, from, to));
    }

    // If named: stream, Stream, IntStream
    public static <T> java.util.stream.Stream<T> stream(T[] array) {
        return asList(array).stream();
    }

    public static String deepToString(Object[] array) {
        if (array == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text += i == 0 ? "" : ", ";
            text += deepText(array[i]);
        }
        return text + "]";
    }

    private static String deepText(Object element) {
        if (element instanceof Object[]) {
            return deepToString((Object[]) element);
        }
        if (element instanceof int[]) {
            return toString((int[]) element);
        }
        if (element instanceof long[]) {
            return toString((long[]) element);
        }
        if (element instanceof double[]) {
            return toString((double[]) element);
        }
        if (element instanceof boolean[]) {
            return toString((boolean[]) element);
        }
        if (element instanceof char[]) {
            return toString((char[]) element);
        }
        return String.valueOf(element);
    }
}
