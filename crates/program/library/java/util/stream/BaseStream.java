// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.stream;

import java.util.Iterator;

public interface BaseStream<T, S extends BaseStream<T, S>> extends AutoCloseable {
    Iterator<T> iterator();

    void close();
}
