// The conditional operator: only one branch is evaluated; the types of the branches are joined, boxed or widened.
class Conditional {
    int calls;

    int count() {
        return ++calls;
    }

    long choose(boolean first, int a, long b) {
        return first ? a : b;
    }

    Object join(int which, Integer boxed) {
        Object result = which == 0 ? "text" : which == 1 ? boxed : new int[1];
        char letter = which > 1 ? 'x' : 'y';
        result = which > 2 ? letter : 0;
        return calls > 0 ? result : Integer.valueOf(count());
    }
}
