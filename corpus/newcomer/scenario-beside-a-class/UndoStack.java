import java.util.NoSuchElementException;

/** A history of states that can be walked backwards and forwards. */
public class UndoStack<T> {
    private Object[] states = new Object[2];
    private int current = -1;
    private int last = -1;

    public void push(T state) {
        if (current + 1 == states.length) {
            Object[] bigger = new Object[states.length * 2];
            System.arraycopy(states, 0, bigger, 0, states.length);
            states = bigger;
        }
        current++;
        states[current] = state;
        if (last < current) last = current;
    }

    public boolean canUndo() { return current >= 0; }

    public boolean canRedo() { return current < last; }

    @SuppressWarnings("unchecked")
    public T undo() {
        if (!canUndo()) throw new NoSuchElementException("nothing to undo");
        return (T) states[current--];
    }

    @SuppressWarnings("unchecked")
    public T redo() {
        if (!canRedo()) throw new NoSuchElementException("nothing to redo");
        return (T) states[++current];
    }

    public void clear() { current = -1; last = -1; }
}
