// Library methods that take functions: forEach, computeIfAbsent, removeIf, comparing.
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Functional {
    Map<String, List<String>> groups = new HashMap<>();
    int count;

    void add(String key, String value) {
        groups.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
    }

    void visit(List<String> names) {
        names.forEach(name -> count++);
        names.sort(Comparator.comparing(String::length));
    }
}
