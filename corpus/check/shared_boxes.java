// `valueOf` shares boxes of small numbers, and `new` makes others: a box that was there before the
// call may be the shared one, or another one with the same number.

import java.util.List;

class Boxes {
    static final Integer SEVEN = 7;

    /*@ nullable @*/ Integer a;
    /*@ nullable @*/ Integer b;

    // Both are possible.
    //@ requires a != null && b != null && a.equals(b);
    //@ ensures \result;
    boolean equalIsSame() {
        return a == b;
    }

    //@ requires a != null && b != null && a.equals(b);
    //@ ensures !\result;
    boolean equalIsAnother() {
        return a == b;
    }

    //@ requires a != null && a.intValue() == 5;
    //@ ensures \result;
    boolean isShared() {
        return a == Integer.valueOf(5);
    }

    //@ requires a != null && a.intValue() == 5;
    //@ ensures !\result;
    boolean isNotShared() {
        return a == Integer.valueOf(5);
    }

    // The box is there before anybody has looked at the field.
    //@ ensures !\result;
    boolean boxedFirst(int x) {
        Integer box = x;
        return box == a;
    }

    // The one that a static field holds.
    //@ ensures !\result;
    boolean isStatic() {
        return a == SEVEN;
    }

    // Beyond 127 all boxes are new.
    //@ requires a != null && a.intValue() == 500;
    //@ ensures !\result;
    boolean isLarge() {
        return a == Integer.valueOf(500);
    }

    // There is one shared box for each number.
    //@ requires a != null && b != null && a.intValue() == 5 && b.intValue() == 5;
    //@ ensures \result;
    boolean isOne() {
        Integer five = 5;
        return a != five || b != five || a == b;
    }

    //@ ensures \result ==> a.intValue() == 5;
    boolean hasItsNumber() {
        return a == Integer.valueOf(5);
    }

    // Whoever asks twice gets the same box.
    //@ ensures \result;
    boolean isStable() {
        boolean first = a == Integer.valueOf(5);
        return first == (Integer.valueOf(5) == a);
    }

    //@ ensures \result == (a == b);
    boolean isMade() {
        return a == b && a != new Integer(5);
    }

    //@ ensures !\result;
    boolean isGeneral(Object o) {
        return o == (Object) Integer.valueOf(3);
    }

    //@ ensures !\result;
    boolean isLetter(/*@ nullable @*/ Character c) {
        return c == Character.valueOf('a');
    }

    //@ ensures !\result;
    boolean isLong(/*@ nullable @*/ Long c) {
        return c == Long.valueOf(7);
    }

    // `new Boolean(true)` is a third one.
    //@ ensures \result;
    boolean isOneOfTwo(Boolean c) {
        return c == Boolean.TRUE || c == Boolean.FALSE;
    }

    //@ requires list.size() > 0;
    //@ ensures !\result;
    boolean isListed(List<Integer> list) {
        return list.get(0) == Integer.valueOf(1);
    }

    //@ requires array.length > 0 && array[0] == Integer.valueOf(1);
    //@ ensures \result;
    boolean isRequired(Integer[] array) {
        return array[0] == Integer.valueOf(1);
    }
}
