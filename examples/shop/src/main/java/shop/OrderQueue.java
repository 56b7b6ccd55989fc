package shop;

/** First come, first served. Written without a contract: objects are made by its own API. */
public class OrderQueue {
    private Order first;
    private Order last;

    public void place(int number) {
        Order order = new Order(number);
        if (first == null) {
            first = order;
        } else {
            last.next = order;
        }
        last = order;
    }

    /** Removes the order with this number. */
    public boolean cancel(int number) {
        Order before = null;
        for (Order order = first; order != null; order = order.next) {
            if (order.number == number) {
                if (before == null) {
                    first = order.next;
                } else {
                    before.next = order.next;
                }
                return true;
            }
            before = order;
        }
        return false;
    }

    /** The order that came last. */
    public int newest() {
        if (first == null) {
            return -1;
        }
        assert last.next == null;
        Order order = first;
        while (order.next != null) {
            order = order.next;
        }
        assert order == last : "the newest order is the last of the list";
        return last.number;
    }
}
