class Stack {
    int size;
}
