class Owner {
    static class Node {
        /*@ nullable @*/ Node next;
    }

    /*@ rep nullable @*/ Node head;
    /*@ rep @*/ int[] data = new int[1];

    void keep() {
        head = new Node();
    }
}
