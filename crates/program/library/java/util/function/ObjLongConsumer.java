// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.function;

@FunctionalInterface
public interface ObjLongConsumer<T> {
    void accept(T t, long value);
}
