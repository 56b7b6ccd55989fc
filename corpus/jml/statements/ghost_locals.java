// Ghost locals and set: variables of the specification inside a method.
class Summing {
    //@ requires values.length <= 4;
    int sum(int[] values) {
        int sum = 0;
        //@ ghost int rounds = 0;
        //@ ghost boolean done;
        for (int value : values) {
            sum += value;
            //@ set rounds++;
        }
        //@ set done = rounds == values.length;
        //@ assert done;
        return sum;
    }
}
