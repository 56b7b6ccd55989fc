// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.function;

@FunctionalInterface
public interface Consumer<T> {
    void accept(T t);
}
