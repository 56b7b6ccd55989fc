// Packages and imports: of one type, on demand, of static members; fully qualified names need none.
package shop.stock;

import java.util.List;
import java.util.*;
import static java.lang.Math.max;
import static java.lang.Integer.*;

class Stock {
    List<String> names;
    Map<String, Integer> amounts;
    java.util.Deque<shop.stock.Stock> others;

    int larger(int a, int b) {
        return max(a, b) == MAX_VALUE ? MIN_VALUE : compare(a, b);
    }
}
