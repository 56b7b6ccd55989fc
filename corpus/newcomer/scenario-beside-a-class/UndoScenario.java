/** What the undo stack is to do, on all sequences of operations. */
class UndoScenario {
    static void pushForgetsWhatWasUndone(boolean[] ops) {
        UndoStack<Integer> it = new UndoStack<>();
        for (boolean isPush : ops) {
            if (isPush) {
                it.push(1);
                assert !it.canRedo();
            } else if (it.canUndo()) {
                it.undo();
            }
        }
    }
}
