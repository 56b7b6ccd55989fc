// tightrope: --scope 2
// Objects of the library that hold a value, as fields and parameters.
import java.util.AbstractMap.SimpleEntry;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/*@ nullable_by_default @*/ public class Values {
    Optional<Integer> number;
    StringBuilder text;

    // Violated: there are some.
    //@ ensures \result;
    boolean isNull() {
        return number == null;
    }

    // Violated: it may be empty.
    //@ requires number != null; ensures \result;
    boolean isPresent() {
        return number.isPresent();
    }

    // Violated: it may be any number.
    //@ requires number != null && number.isPresent(); ensures \result;
    boolean isSmall() {
        return number.get() < 3;
    }

    // Violated: both may be the same.
    //@ ensures \result;
    boolean isAnother(Object other) {
        return number == null || other != number;
    }

    // Holds: an empty one has no value.
    //@ requires one != null && two != null && one.isEmpty() && two.isEmpty(); ensures \result;
    static boolean areAlike(OptionalInt one, OptionalInt two) {
        return one.equals(two);
    }

    // Violated: it has a text, which may be longer.
    //@ requires text != null; ensures \result;
    boolean isShort() {
        return text.length() < 1;
    }

    // Holds: what is appended is there.
    //@ requires text != null; ensures \result;
    boolean grows() {
        int before = text.length();
        text.append('a');
        return text.length() == before + 1 && text.charAt(before) == 'a';
    }

    // Violated: any entry.
    //@ requires entry != null; ensures \result;
    static boolean hasKey(SimpleEntry<Integer, String> entry) {
        return entry.getKey() != null;
    }

    // Violated: any bits.
    //@ requires id != null; ensures \result;
    static boolean isZero(UUID id) {
        return id.getMostSignificantBits() == 0;
    }

    // Violated: sequences of characters are strings, at least.
    //@ requires letters != null; ensures \result;
    static boolean hasNoLetters(CharSequence letters) {
        return letters.length() == 0;
    }

    // Nobody can make such a map, but it is not null.
    //@ requires map != null; ensures \result;
    static boolean isEmptyMap(IdentityHashMap<String, Integer> map) {
        return map.isEmpty();
    }
}
