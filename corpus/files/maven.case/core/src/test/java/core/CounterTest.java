package core;

/** Not read: a test is no part of the program. */
class CounterTest {
    NotThere nothing;
}
