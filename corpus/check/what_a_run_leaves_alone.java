// tightrope: --scope 4
/** An invariant of all nodes of a list, and runs that break it for nodes whose own fields they do not touch. */
public class what_a_run_leaves_alone {
    static class Mark {
        boolean set;
    }

    static class Node {
        boolean good;
        /*@ nullable @*/ Node next;
        /*@ nullable @*/ Mark mark;
    }

    /** Nodes come into the set that were not in it. */
    static class Joined {
        /*@ nullable @*/ Node first;
        /*@ nullable @*/ Node spare;

        /*@ invariant (\forall Node n; \reach(first, Node, next).has(n); n.good); @*/

        /*@ requires first == null; @*/
        void takeSpare() {
            first = spare;
        }

        /*@ requires first != null && first.next == null && !\reach(spare, Node, next).has(first); @*/
        void append() {
            first.next = spare;
        }

        void drop() {
            first = null;
        }

        /*@ requires first != null; @*/
        void second() {
            first = first.next;
        }
    }

    /** What an instance says lies behind a field that the set does not follow. */
    static class Marked {
        /*@ nullable @*/ Node first;

        /*@ invariant (\forall Node n; \reach(first, Node, next).has(n); n.mark != null && n.mark.set); @*/

        /*@ requires first != null && first.next != null && first.next != first && first.next.mark != first.mark; @*/
        void clearSecond() {
            first.next.mark.set = false;
        }

        /*@ requires first != null; @*/
        void setAgain() {
            first.mark.set = true;
        }
    }

    /** The same in a method. */
    static class Called {
        /*@ nullable @*/ Node first;

        /*@ invariant (\forall Node n; \reach(first, Node, next).has(n); isMarked(n)); @*/

        static /*@ pure helper @*/ boolean isMarked(/*@ nullable @*/ Node n) {
            return n == null || n.mark != null && n.mark.set;
        }

        /*@ requires first != null && first.next != null; @*/
        void clearSecond() {
            first.next.mark.set = false;
        }

        /*@ requires first != null; @*/
        void replaceMark() {
            Mark mark = new Mark();
            mark.set = true;
            first.mark = mark;
        }
    }

    /** What an instance says lies further down. */
    static class Behind {
        /*@ nullable @*/ Node first;

        /*@ invariant (\forall Node n; \reach(first, Node, next).has(n); !\reach(n.next, Node, next).has(n));
          @ invariant (\forall Node n; \reach(first, Node, next).has(n);
          @     n.good ==> (\forall Node m; \reach(n.next, Node, next).has(m); m.good));
          @ invariant (\forall Node n; \reach(first, Node, next).has(n); length(n) <= 3);
          @*/

        static /*@ pure helper @*/ int length(/*@ nullable @*/ Node n) {
            return n == null ? 0 : 1 + length(n.next);
        }

        private /*@ helper pure nullable @*/ Node last() {
            Node node = first;
            while (node != null && node.next != null) {
                node = node.next;
            }
            return node;
        }

        void spoilLast() {
            Node last = last();
            if (last != null) {
                last.good = false;
            }
        }

        void improveLast() {
            Node last = last();
            if (last != null) {
                last.good = true;
            }
        }

        void lengthen() {
            Node last = last();
            if (last != null) {
                last.next = new Node();
                last.next.good = true;
            }
        }

        void close() {
            Node last = last();
            if (last != null && last.good) {
                last.next = first;
            }
        }

        void shorten() {
            if (first != null) {
                first = first.next;
            }
        }
    }
}
