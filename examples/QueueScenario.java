/**
 * A property test without a framework: a static method with `assert`. Its parameters are not
 * random; `tightrope check` tries all of them.
 */
public class QueueScenario {
    /** A generic queue; `remove` has a mistake. */
    static class Queue<T> {
        private static class Link<T> {
            T item;
            Link<T> next;
        }

        private Link<T> head;
        private Link<T> tail;

        void add(T item) {
            Link<T> link = new Link<>();
            link.item = item;
            if (tail == null) {
                head = link;
            } else {
                tail.next = link;
            }
            tail = link;
        }

        T remove() {
            T item = head.item;
            head = head.next;
            return item;
        }

        boolean isEmpty() {
            return head == null;
        }
    }

    /** Adds where `ops` is true and removes where it is false: nothing is lost, nothing is made up. */
    static void neverLosesItems(boolean[] ops) {
        Queue<Object> queue = new Queue<>();
        int size = 0;
        for (boolean adds : ops) {
            if (adds) {
                queue.add(new Object());
                size++;
            } else if (size > 0) {
                queue.remove();
                size--;
            }
            assert queue.isEmpty() == (size == 0);
        }
    }
}
