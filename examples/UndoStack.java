/** An undo history with a plain `repOk`: no JML, nothing to learn. `undo` has a mistake. */
public class UndoStack {
    private static class Step {
        final int change;
        final Step before;

        Step(int change, Step before) {
            this.change = change;
            this.before = before;
        }
    }

    private Step last;
    private int depth;

    boolean repOk() {
        int steps = 0;
        for (Step step = last; step != null; step = step.before) {
            steps++;
            if (steps > depth) {
                return false; // also the guard against a cycle
            }
        }
        return steps == depth;
    }

    public void record(int change) {
        last = new Step(change, last);
        depth++;
    }

    public boolean undo() {
        if (depth == 0) {
            return false;
        }
        if (last.before != null) {
            last = last.before;
            depth--;
        }
        return true;
    }

    /** Forgets everything but the newest step. */
    public void forget() {
        if (last != null) {
            last = new Step(last.change, null);
        }
    }
}
