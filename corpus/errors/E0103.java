// Literals that are malformed or out of range.
class Literals {
    int big = 2147483648;
    int hexadecimal = 0x1_0000_0000;
    long long1 = 9223372036854775808L;
    int fine = -2147483648;
    char escape = '\q';
    //@ invariant big < 99999999999;
}
