package shop;

/** One order in the queue of a shop. */
class Order {
    final int number;
    Order next;

    Order(int number) {
        this.number = number;
    }
}
