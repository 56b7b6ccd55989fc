// represents clauses that fit no model field.
class Models {
    int size;
    //@ model int length;
    //@ model boolean empty;

    //@ represents size = 3;
    //@ represents lenght = size;
    //@ represents length = size;
    //@ represents length = size + 1;
    //@ represents empty = size;
}
