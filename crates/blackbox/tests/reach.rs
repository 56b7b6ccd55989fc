//! Counts that can be found by hand, and bugs that only a sequence of calls shows.

use tightrope_blackbox::{Fault, Finding, Limits, Reached, as_java, reach};
use tightrope_program::{Options, Program, lower};
use tightrope_source::SourceMap;

fn read(source: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("Test.java", source);
    let parsed = tightrope_syntax::parse_file(file, source);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    assert!(lowered.diagnostics.is_empty(), "{:?}", lowered.diagnostics);
    lowered.program
}

fn reached(program: &Program, class: &str, calls: usize) -> Reached {
    let id = program.class_named(class).expect("the class");
    let limits = Limits { calls, ..Limits::default() };
    reach(program, id, &limits, &|| true).expect("an API")
}

/// The findings that do not need a null.
fn alarms(program: &Program, reached: &Reached) -> Vec<String> {
    let alarms =
        reached.findings.iter().filter(|finding: &&Finding| !matches!(finding.fault, Fault::Null | Fault::Number));
    alarms.map(|finding| as_java(program, &finding.calls).join(" ")).collect()
}

const STACK: &str = "
    class IntStack {
        private static class Node { int value; Node next; }
        private Node top;
        void push(int value) { Node n = new Node(); n.value = value; n.next = top; top = n; }
        int pop() { if (top == null) { return 0; } int v = top.value; top = top.next; return v; }
    }";

#[test]
fn every_stack_is_reached_once() {
    let program = read(STACK);
    for (calls, states) in [(1, 1), (2, 1 + 4), (3, 1 + 4 + 16), (4, 1 + 4 + 16 + 64)] {
        let reached = reached(&program, "IntStack", calls);
        assert_eq!(reached.states, states, "with {calls} calls and four values");
        assert!(!reached.is_closed);
        assert!(reached.findings.is_empty(), "{:?}", reached.findings);
    }
}

#[test]
fn a_finite_space_is_closed() {
    let program = read("class Flag { private boolean on; void flip() { on = !on; } }");
    let reached = reached(&program, "Flag", 9);
    assert_eq!((reached.states, reached.is_closed), (2, true));
}

/// A list that shares its nodes with every list made from it.
const RING: &str = "
    class Ring {
        private final int[] items; private int head, size;
        Ring(int capacity) { if (capacity < 1) throw new IllegalArgumentException(); items = new int[capacity]; }
        boolean offer(int x) {
            if (size == items.length) return false;
            items[(head + size) % items.length] = x; size++; return true;
        }
        int poll() {
            if (size == 0) return -1;
            int x = items[head]; head = head + 1; size--; return x;
        }
    }";

#[test]
fn a_ring_buffer_that_does_not_wrap_is_found_by_calls() {
    let program = read(RING);
    let reached = reached(&program, "Ring", 5);
    let alarms = alarms(&program, &reached);
    let expected = "Ring it = new Ring(1); it.offer(0); it.poll(); it.offer(0); it.poll();";
    assert!(alarms.iter().any(|alarm| alarm == expected), "{alarms:#?}");
}

const QUEUE: &str = "
    class Queue<T> {
        private class Unused {}
        static class Node<T> { T item; Node<T> next; Node(T item) { this.item = item; } }
        private Node<T> head, tail;
        void enqueue(T item) {
            Node<T> node = new Node<>(item);
            if (head == null) { head = node; tail = node; } else { tail.next = node; tail = node; }
        }
        T dequeue() {
            if (head == null) return null;
            T item = head.item; head = head.next; return item;
        }
        T last() { if (tail == null) return null; assert head != null; return tail.item; }
    }";

#[test]
fn a_stale_tail_is_found() {
    let program = read(QUEUE);
    let reached = reached(&program, "Queue", 4);
    let alarms = alarms(&program, &reached);
    assert!(
        alarms.iter().any(|alarm| alarm == "Queue it = new Queue(); it.enqueue(0); it.dequeue(); it.last();"),
        "{alarms:#?}"
    );
}

#[test]
fn contracts_bound_what_a_client_may_do() {
    let program = read(
        "class Counter {
            private int n;
            //@ requires by > 0;
            void add(int by) { if (by <= 0) { n = n / 0; } n = n + by; if (n > 3) { n = 3; } }
            //@ ensures \\result < 3;
            int get() { return n; }
        }",
    );
    let reached = reached(&program, "Counter", 9);
    assert_eq!((reached.states, reached.is_closed), (4, true), "0, 1, 2 and 3");
    assert_eq!(alarms(&program, &reached), ["Counter it = new Counter(); it.add(1); it.add(2); it.get();"]);
}

#[test]
fn objects_that_a_call_returned_can_be_passed_on() {
    let program = read(
        "class Doc {
            static class Mark { Doc of; boolean gone; }
            private Mark last;
            Mark mark() { Mark m = new Mark(); m.of = this; last = m; return m; }
            void drop(Mark m) { if (m.of == this) { assert !m.gone; m.gone = true; } }
        }",
    );
    let reached = reached(&program, "Doc", 5);
    let expected = "Doc it = new Doc(); var r1 = it.mark(); it.drop(r1); it.drop(r1);";
    assert_eq!(alarms(&program, &reached), [expected]);
}

#[test]
fn what_nobody_can_make_is_left_out_and_said() {
    let program = read(
        "interface Shape { int area(); }
         class Box { int total; void add(Shape s) { total = total + s.area(); } }",
    );
    let reached = reached(&program, "Box", 3);
    assert_eq!(reached.left_out.len(), 1, "{:?}", reached.left_out);
}

#[test]
fn a_finding_is_told_again() {
    let program = read(RING);
    let class = program.class_named("Ring").expect("the class");
    let limits = Limits::default();
    let reached = reach(&program, class, &limits, &|| true).expect("an API");
    assert!(!reached.findings.is_empty());
    for finding in &reached.findings {
        let story = tightrope_blackbox::tell(&program, class, &limits, finding).expect("the calls lead there again");
        let after = story.after.expect("the run ends");
        assert!(story.exception.is_some() && !story.path.is_empty());
        assert!(after.objects.len() >= story.before.objects.len());
    }
}

#[test]
fn a_node_is_made_from_nodes() {
    let program = read(
        "class Node { final int value; final Node next; Node(int value, Node next) { this.value = value; this.next = next; } int length() { return next == null ? 1 : 1 + next.length(); } }",
    );
    let reached = reached(&program, "Node", 3);
    assert!(reached.left_out.is_empty(), "{:?}", reached.left_out);
    assert!(reached.states > 4, "{} states", reached.states);
}
