// A class that is imported by name may be missing; then it may be where its name is written out, too, even in a package of which other parts are here.
package shop.desk;

import shop.Item;

class Order {
    shop.Item first;
    Item second;

    boolean isDouble() {
        return first == second;
    }

    shop.Item last() {
        return new shop.Item();
    }
}
