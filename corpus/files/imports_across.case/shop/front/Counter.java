package shop.front;

import static shop.Item.LIMIT;
import static shop.Item.free;

import shop.Item;

class Counter extends Item {
    Item shown = free();

    int sum() {
        return price + shown.getPrice() + LIMIT + shop.Item.LIMIT;
    }
}
