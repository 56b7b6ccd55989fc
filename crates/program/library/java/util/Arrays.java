// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public final class Arrays {
    private Arrays() {
    }

    public static native void fill(boolean[] array, boolean value);

    public static native void fill(boolean[] array, int from, int to, boolean value);

    public static native boolean[] copyOf(boolean[] original, int length);

    public static native boolean[] copyOfRange(boolean[] original, int from, int to);

    public static native boolean equals(boolean[] a, boolean[] b);

    public static native int hashCode(boolean[] array);

    public static native String toString(boolean[] array);

    public static native void fill(byte[] array, byte value);

    public static native void fill(byte[] array, int from, int to, byte value);

    public static native byte[] copyOf(byte[] original, int length);

    public static native byte[] copyOfRange(byte[] original, int from, int to);

    public static native boolean equals(byte[] a, byte[] b);

    public static native int hashCode(byte[] array);

    public static native String toString(byte[] array);

    public static native void sort(byte[] array);

    public static native void sort(byte[] array, int from, int to);

    public static native int binarySearch(byte[] array, byte key);

    public static native int binarySearch(byte[] array, int from, int to, byte key);

    public static native void fill(char[] array, char value);

    public static native void fill(char[] array, int from, int to, char value);

    public static native char[] copyOf(char[] original, int length);

    public static native char[] copyOfRange(char[] original, int from, int to);

    public static native boolean equals(char[] a, char[] b);

    public static native int hashCode(char[] array);

    public static native String toString(char[] array);

    public static native void sort(char[] array);

    public static native void sort(char[] array, int from, int to);

    public static native int binarySearch(char[] array, char key);

    public static native int binarySearch(char[] array, int from, int to, char key);

    public static native void fill(short[] array, short value);

    public static native void fill(short[] array, int from, int to, short value);

    public static native short[] copyOf(short[] original, int length);

    public static native short[] copyOfRange(short[] original, int from, int to);

    public static native boolean equals(short[] a, short[] b);

    public static native int hashCode(short[] array);

    public static native String toString(short[] array);

    public static native void sort(short[] array);

    public static native void sort(short[] array, int from, int to);

    public static native int binarySearch(short[] array, short key);

    public static native int binarySearch(short[] array, int from, int to, short key);

    public static native void fill(int[] array, int value);

    public static native void fill(int[] array, int from, int to, int value);

    public static native int[] copyOf(int[] original, int length);

    public static native int[] copyOfRange(int[] original, int from, int to);

    public static native boolean equals(int[] a, int[] b);

    public static native int hashCode(int[] array);

    public static native String toString(int[] array);

    public static native void sort(int[] array);

    public static native void sort(int[] array, int from, int to);

    public static native int binarySearch(int[] array, int key);

    public static native int binarySearch(int[] array, int from, int to, int key);

    public static native void fill(long[] array, long value);

    public static native void fill(long[] array, int from, int to, long value);

    public static native long[] copyOf(long[] original, int length);

    public static native long[] copyOfRange(long[] original, int from, int to);

    public static native boolean equals(long[] a, long[] b);

    public static native int hashCode(long[] array);

    public static native String toString(long[] array);

    public static native void sort(long[] array);

    public static native void sort(long[] array, int from, int to);

    public static native int binarySearch(long[] array, long key);

    public static native int binarySearch(long[] array, int from, int to, long key);

    public static native void fill(float[] array, float value);

    public static native void fill(float[] array, int from, int to, float value);

    public static native float[] copyOf(float[] original, int length);

    public static native float[] copyOfRange(float[] original, int from, int to);

    public static native boolean equals(float[] a, float[] b);

    public static native int hashCode(float[] array);

    public static native String toString(float[] array);

    public static native void sort(float[] array);

    public static native void sort(float[] array, int from, int to);

    public static native int binarySearch(float[] array, float key);

    public static native int binarySearch(float[] array, int from, int to, float key);

    public static native void fill(double[] array, double value);

    public static native void fill(double[] array, int from, int to, double value);

    public static native double[] copyOf(double[] original, int length);

    public static native double[] copyOfRange(double[] original, int from, int to);

    public static native boolean equals(double[] a, double[] b);

    public static native int hashCode(double[] array);

    public static native String toString(double[] array);

    public static native void sort(double[] array);

    public static native void sort(double[] array, int from, int to);

    public static native int binarySearch(double[] array, double key);

    public static native int binarySearch(double[] array, int from, int to, double key);

    public static native void fill(Object[] array, Object value);

    public static native void fill(Object[] array, int from, int to, Object value);

    public static native <T> T[] copyOf(T[] original, int length);

    public static native <T> T[] copyOfRange(T[] original, int from, int to);

    public static native boolean equals(Object[] a, Object[] b);

    public static native boolean deepEquals(Object[] a, Object[] b);

    public static native int hashCode(Object[] array);

    public static native int deepHashCode(Object[] array);

    public static native String toString(Object[] array);

    public static native String deepToString(Object[] array);

    public static native void sort(Object[] array);

    public static native void sort(Object[] array, int from, int to);

    public static native <T> void sort(T[] array, Comparator<? super T> comparator);

    public static native <T> void sort(T[] array, int from, int to, Comparator<? super T> comparator);

    public static native int binarySearch(Object[] array, Object key);

    public static native <T> int binarySearch(T[] array, T key, Comparator<? super T> comparator);

    public static native <T> List<T> asList(T... elements);
}
