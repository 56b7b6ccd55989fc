// signals_only: nothing else may be thrown; \nothing; the default is the throws clause.
import java.util.NoSuchElementException;

class Queue {
    int size;

    //@ signals_only NoSuchElementException, IllegalStateException;
    int take() {
        if (size == 0) throw new NoSuchElementException();
        return size--;
    }

    //@ signals_only \nothing;
    int peek() {
        return size;
    }

    void fail() throws Exception {
        throw new Exception();
    }
}
