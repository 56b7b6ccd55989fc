// ==>, <==, <==>, <=!=>: their precedence and grouping; the right side counts only if the left one holds.
class Implications {
    /*@ nullable @*/ Implications next;
    int value;

    //@ invariant next != null ==> next.value > value;
    //@ invariant value > 3 <== next == null && value != 0;
    //@ invariant (value == 0) <==> !(value != 0);
    //@ invariant (value == 1) <=!=> (value != 1);
    //@ invariant value > 0 ==> value > -1 ==> value > -2;
    //@ invariant value > 0 || value < 0 ==> value != 0 <==> true;
}
