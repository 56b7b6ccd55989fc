// JML modifiers that contradict each other.
class Modifiers {
    /*@ nullable non_null @*/ Object both;
    //@ ghost model int neither;

    /*@ nullable @*/ /*@ non_null @*/ Object get(/*@ non_null nullable @*/ Object given) {
        return given;
    }
}

/*@ nullable_by_default non_null_by_default @*/
class Defaults {
}
