// Imports of modules (Java 25): a known module stands for its packages, another one for classes of which nothing is known.
import module java.base;
import module shop.stock;

class Basket {
    List<String> names = new ArrayList<>();

    Shelf shelf;

    boolean isFull() {
        return names.size() > 3;
    }
}
