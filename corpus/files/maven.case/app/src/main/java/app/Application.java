package app;

import core.Counter;

class Application {
    int twice(Counter counter) {
        counter.next();
        return counter.next();
    }
}
