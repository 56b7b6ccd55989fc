// Inner classes: they keep their enclosing instance; Outer.this, outer.new Inner(), inheritance of an inner class.
class Bag {
    int[] items = new int[4];
    int size;

    class Cursor {
        int size = Bag.this.size;
        int at;

        boolean done() {
            return at >= size;
        }

        int next() {
            return items[at++];
        }

        class Mark {
            int saved = at + Bag.this.size;
        }
    }

    class Reverse extends Cursor {
        int next() {
            return items[--size];
        }
    }

    Cursor cursor() {
        return new Cursor();
    }
}

class User {
    int first(Bag bag) {
        Bag.Cursor cursor = bag.new Cursor();
        Bag.Cursor.Mark mark = cursor.new Mark();
        return cursor.done() ? mark.saved : cursor.next();
    }
}
