// Literals: decimal, hexadecimal, octal and binary, with underscores; the extreme values; characters with escapes.
class Literals {
    int[] ints = {0, 1_000_000, 0xFFFF_FFFF, 017, 0b1010, -2147483648, 2147483647};
    long[] longs = {0L, 0x7fffffffffffffffL, -9223372036854775808L, 0b11l};
    char[] chars = {'a', '\n', '\'', '\\', '\101', '\u0041', '\s'};
    boolean[] booleans = {true, false};
    String[] strings = {"", "tab\t\"quoted\"", "\u00e4", null};
}
