// tightrope: --from api=6
public class UndoStack {
    private String[] states = new String[2];
    private int size, position;
    public void save(String state) {
        if (position == states.length) {
            String[] larger = new String[states.length * 2];
            for (int i = 0; i < position; i++) larger[i] = states[i];
            states = larger;
        }
        states[position++] = state;
        if (position > size) size = position; // bug: redo states are not dropped
    }
    public String undo() {
        if (position == 0) return null;
        return states[--position];
    }
    public String redo() {
        if (position == size) return null;
        String s = states[position++];
        assert s != null;
        return s;
    }
    public void clear() { position = 0; for (int i = 0; i < states.length; i++) states[i] = null; }
}
