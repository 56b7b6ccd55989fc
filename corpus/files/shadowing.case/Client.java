import java.util.*;

class Client {
    Stack<String> stack = new Stack<>();

    int use() {
        stack.push("item");
        return stack.depth();
    }
}
