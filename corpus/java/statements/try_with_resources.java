// try with resources: closed in reverse order, null resources are skipped, an exception of close is suppressed by an earlier one.
class Door implements AutoCloseable {
    static int open;

    Door(boolean jammed) {
        if (jammed) throw new IllegalStateException("jammed");
        open++;
    }

    @Override
    public void close() {
        open--;
    }
}

class House {
    int visit(boolean jammed, Door given) {
        try (Door front = new Door(false); Door back = jammed ? null : new Door(jammed); given) {
            return Door.open;
        } catch (IllegalStateException e) {
            return e.getSuppressed().length;
        } finally {
            Door.open = 0;
        }
    }
}
