// Classes that inherit from themselves.
class First extends Second {
    int size;
}

class Second extends Third {
}

class Third extends First {
}

interface Loop extends Loop {
}

class Fine {
    First first;
}
