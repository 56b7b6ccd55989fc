// Types that only inference gives: a wildcard within the class's own bound, getClass(), branches with several common interfaces.
import java.util.Iterator;

interface Element {
    int weight();
}

abstract class Compound<E extends Element> implements Iterable<E> {
    static int total(Compound<?> compound) {
        int sum = 0;
        for (var element : compound) {
            sum += element.weight();
        }
        return sum;
    }
}

interface Named {
}

interface Numbered {
}

class First implements Named, Numbered {
}

class Second implements Numbered, Named {
}

class Choice {
    static int take(Numbered numbered) {
        return 1;
    }

    static int take(String text) {
        return 2;
    }

    // Both `Named` and `Numbered`: no one class or interface says it all.
    static int choose(boolean first, First one, Second two) {
        return take(first ? one : two);
    }

    Class<? extends Choice> same(Choice other) {
        return other.getClass();
    }
}
