// Types as values: \typeof, \type, .class, \elemtype and <:.
class Typed {
    Object[] items = new Object[1];

    //@ requires \typeof(item) <: \elemtype(\typeof(items));
    //@ ensures \typeof(items[0]) == \typeof(item);
    void put(Object item) {
        items[0] = item;
    }

    //@ ensures \result == (\typeof(any) == \type(String));
    //@ ensures \result ==> \typeof(any) <: Comparable.class;
    boolean isText(Object any) {
        return any instanceof String;
    }
}
