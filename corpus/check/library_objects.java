// tightrope: --scope 2
// Locks, atomic numbers and references, stacks and priority queues as objects that were there before the call.
import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

class Guarded {
    private Lock lock = new ReentrantLock();
    private ReentrantLock inner = new ReentrantLock();
    int value;

    boolean repOk() { return lock != null && inner != null; }

    //@ ensures value == \old(value) + 1;
    void increment() { lock.lock(); try { value++; } finally { lock.unlock(); } }

    // Violated: whoever calls it may hold the lock.
    //@ ensures \result == 1;
    int heldOnce() { inner.lock(); try { return inner.getHoldCount(); } finally { inner.unlock(); } }

    // Violated: the two may be one lock.
    //@ ensures \result;
    boolean apart() { return lock != inner; }
}

class Atoms {
    AtomicInteger count = new AtomicInteger();
    AtomicReference<Guarded> last = new AtomicReference<>();
    AtomicBoolean flag = new AtomicBoolean();
    AtomicLong sum = new AtomicLong();

    boolean repOk() { return count != null && last != null && flag != null && sum != null && count.get() >= 0; }

    // Violated: the greatest number has no next one.
    int next() { return count.incrementAndGet(); }

    //@ ensures \result == null || \result instanceof Guarded;
    /*@ nullable @*/ Object lastOne() { return last.get(); }

    // Violated: somebody may have set it.
    //@ ensures !\result;
    boolean isSet() { return flag.get(); }
}

class Waiting {
    PriorityQueue<Integer> queue = new PriorityQueue<>();
    Stack<Integer> stack = new Stack<>();

    boolean repOk() { return queue != null && stack != null; }

    // Holds: the first is the least.
    //@ ensures \result;
    boolean isOrdered() {
        Integer first = queue.poll(), second = queue.poll();
        return second == null || first <= second;
    }

    // Violated on an empty stack, and on one with null on top.
    int top() { return stack.pop(); }

    //@ requires !stack.isEmpty();
    //@ ensures stack.size() == \old(stack.size()) - 1;
    void drop() { stack.pop(); }

    // Violated: a queue may have two elements.
    //@ ensures \result;
    boolean isSmall() { return queue.size() < 2; }
}

// No object is made by this constructor alone: it is checked where `Leaf` calls it.
abstract class Half {
    int size;
    Half(int size) { if (size < 0) throw new IllegalArgumentException(); this.size = size; }
}

class Leaf extends Half {
    //@ requires size >= 0;
    Leaf(int size) { super(size); }
}
