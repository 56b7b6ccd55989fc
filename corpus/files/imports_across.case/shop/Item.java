// Several files in two packages: imports between them, package-private and protected members, a static import of the user's own class.
package shop;

public class Item {
    public static final int LIMIT = 9;
    protected int price;
    int stock;

    public static Item free() {
        return new Item();
    }

    public int getPrice() {
        return price;
    }
}
