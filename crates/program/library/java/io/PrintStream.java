// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.io;

// What is printed goes nowhere: it has no effect that a program can see.
public class PrintStream {
    private static final PrintStream OUT = new PrintStream();
    private static final PrintStream ERR = new PrintStream();

    private PrintStream() {
    }

    static PrintStream out() {
        return OUT;
    }

    static PrintStream err() {
        return ERR;
    }

    public void println() {
    }

    public void print(boolean value) {
    }

    public void print(char value) {
    }

    public void print(int value) {
    }

    public void print(long value) {
    }

    public void print(String value) {
    }

    public void print(Object value) {
        String.valueOf(value);
    }

    public void print(char[] value) {
        int length = value.length;
    }

    public void println(boolean value) {
    }

    public void println(char value) {
    }

    public void println(int value) {
    }

    public void println(long value) {
    }

    public void println(String value) {
    }

    public void println(Object value) {
        String.valueOf(value);
    }

    public void println(char[] value) {
        int length = value.length;
    }

    public void flush() {
    }

    public boolean checkError() {
        return false;
    }

    public void print(float value) {
    }

    public void print(double value) {
    }

    public void println(float value) {
    }

    public void println(double value) {
    }

    // If named: printf, format
    public PrintStream printf(String format, Object... args) {
        java.util.Formats.format(format, args, false);
        return this;
    }

    // If named: printf, format
    public PrintStream format(String format, Object... args) {
        return printf(format, args);
    }

    public void flush() {
    }
}
