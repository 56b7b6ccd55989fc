package shop;

class Box {
    Item item = new Item();

    int stock() {
        return item.stock + item.price;
    }
}
