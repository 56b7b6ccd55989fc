// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.security;

public class SecureRandom extends java.util.Random {
    public SecureRandom() {
    }
}
