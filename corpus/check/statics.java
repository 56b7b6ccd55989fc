// tightrope: --scope 2
// Objects that static fields hold.
class Registry {
    static final Entry ROOT = new Entry();
    static /*@ nullable @*/ Entry last;
    static int count;

    //@ static invariant count >= 0;

    // Violates the invariant of an object that was there before anything ran.
    static void spoilRoot() {
        ROOT.value = -1;
    }

    // Violates the invariant of an object that everybody can see.
    static void publish() {
        Entry entry = new Entry();
        entry.value = -1;
        last = entry;
    }

    static void publishValid() {
        last = new Entry();
    }

    // Violates the static invariant.
    static void decrement() {
        count = -1;
    }

    // A parameter may be the object of the static field.
    //@ ensures ROOT.value == \old(ROOT.value);
    static void set(Entry entry) {
        entry.value = 5;
    }

    // Static fields start with their initial values: that is an assumption, and it is said.
    //@ ensures \result == 0;
    static int start() {
        return count;
    }
}

class Entry {
    int value;

    //@ invariant value >= 0;
}
