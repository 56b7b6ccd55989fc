//! States as a decision diagram against the search of all heaps: the same is broken in the same
//! scope, and few runs stand for many states.
//!
//! `TIGHTROPE_RANDOM_STATES` says how many random classes (40 unless told), `TIGHTROPE_RANDOM_SEED`
//! where to begin.

#![allow(clippy::print_stderr, reason = "how many said something is part of the result")]

mod parts;
mod support;

use parts::{answer, arrays::Writer, methods, read};
use std::collections::BTreeSet;
use tightrope_engine::{Answer, Engine, Precondition, Work};
use tightrope_explore::{Diagrams, Explore};
use tightrope_machine::{Acceleration, Accelerations};
use tightrope_program::Program;

fn broken(answer: &Answer) -> BTreeSet<String> {
    answer.witnesses.iter().map(|witness| format!("{:?}", witness.breach)).collect()
}

fn states(answer: &Answer) -> (u64, u128, u64) {
    match answer.work {
        Work::States { runs, states, diagram, .. } => (runs, states, diagram),
        _ => (0, 0, 0),
    }
}

/// Compares both up to the first scope that breaks something. Runs of the diagram and of the
/// search, and is something broken?
fn compare(program: &Program, name: &str, largest: usize, what: &str) -> (u64, u64, bool) {
    let method = methods(program).into_iter().find(|method| program.method(*method).name == name).expect("the method");
    let mut runs = (0, 0);
    if Diagrams::default().supports(&tightrope_problem::Problem::of_method(program, method)).is_err() {
        return (0, 0, false);
    }
    for objects in 1..=largest {
        let explored = answer(&Explore::default(), program, method, objects);
        let found = answer(&Diagrams::default(), program, method, objects);
        let without = Accelerations::ALL.without(Acceleration::InformationFlow);
        let plain = answer(&Diagrams { accelerations: without }, program, method, objects);
        for found in [&found, &plain] {
            assert!(found.cuts.is_empty(), "{objects} objects: {:?}, {what}", found.cuts);
            assert_eq!(broken(found), broken(&explored), "{objects} objects, {what}");
            let is_met = |answer: &Answer| matches!(answer.precondition, Precondition::Met);
            assert_eq!(is_met(found), is_met(&explored), "{objects} objects, {what}");
        }
        runs = (states(&found).0, explored.work.counts().1);
        if !explored.witnesses.is_empty() {
            return (runs.0, runs.1, true);
        }
    }
    (runs.0, runs.1, false)
}

/// Darga & Boyapati's Figure 6, and the class of their section 3.4.
const FLAGS: &str = "class Flags { boolean x, y, z; //@ invariant x && y || !z;
  void setX() { x = true; }
  void setY() { y = true; }
  void setZ() { if (x && y) z = true; }
  void dropX() { x = false; }
}
class Flip { boolean a, b; //@ invariant !a || b;
  void flipA() { a = !a; }
  void flipB() { b = !b; }
  void flipBoth() { a = !a; b = !b; }
}
class Idle { int a, b; boolean c; //@ invariant a <= b;
  //@ ensures \\result == c;
  boolean look() { int unused = a; int other = b; return c; }
}";

#[test]
fn plain_fields_are_states() {
    let program = read("Flags.java", FLAGS);
    let wanted = [("setX", false), ("setY", false), ("setZ", false), ("dropX", true), ("flipA", true), ("flipB", true)];
    for (name, is_broken) in wanted {
        assert_eq!(compare(&program, name, 2, name).2, is_broken, "{name}");
    }
    assert!(compare(&program, "flipBoth", 2, "flipBoth").2);
    let method = methods(&program).into_iter().find(|method| program.method(*method).name == "setX").expect("setX");
    let found = answer(&Diagrams::default(), &program, method, 1);
    let (runs, states, _) = states(&found);
    assert!(runs <= 4 && states == 8, "{runs} runs, {states} states");
}

/// What is read and comes to nothing does not count.
#[test]
fn fields_without_influence_do_not_count() {
    let program = read("Flags.java", FLAGS);
    let method = methods(&program).into_iter().find(|method| program.method(*method).name == "look").expect("look");
    let count = |accelerations| states(&answer(&Diagrams { accelerations }, &program, method, 2)).0;
    let with = count(Accelerations::ALL);
    let without = count(Accelerations::ALL.without(Acceleration::InformationFlow));
    // The first one that puts the contract to the test is checked as a heap.
    assert_eq!((with, without), (3, 8));
    let (runs, _, is_broken) = compare(&program, "look", 2, "look");
    assert!(runs > 0 && !is_broken);
}

fn heap_array(find: &str, replace: &str) -> String {
    let source = "public class HeapArray { int[] values = new int[1]; int size;
    //@ invariant 0 <= size && size <= values.length;
    //@ invariant (\\forall int i; 1 <= i && i < size; values[(i - 1) / 2] <= values[i]);
    void insert(int value) {
        if (size == values.length) { return; }
        int position = size;
        size = size + 1;
        while (position > 0 && values[(position - 1) / 2] > value) {
            values[position] = values[(position - 1) / 2];
            position = (position - 1) / 2;
        }
        values[position] = value;
    }
    //@ requires size > 0;
    int extractMin() {
        int least = values[0];
        size = size - 1;
        int last = values[size];
        int position = 0;
        while (2 * position + 1 < size) {
            int child = 2 * position + 1;
            if (child + 1 < size && values[child + 1] < values[child]) { child = child + 1; }
            if (last <= values[child]) { break; }
            values[position] = values[child];
            position = child;
        }
        values[position] = last;
        return least;
    }
}";
    assert!(find.is_empty() || source.matches(find).count() == 1, "{find}");
    source.replace(find, replace)
}

#[test]
fn heaps_in_arrays_need_few_runs() {
    let program = read("HeapArray.java", &heap_array("", ""));
    for name in ["insert", "extractMin"] {
        let (runs, all, is_broken) = compare(&program, name, 3, name);
        eprintln!("{name}: {runs} runs, {all} by the search");
        assert!(runs > 0 && !is_broken);
    }
    let mistakes = [
        ("insert", "> value)", ">= value && value > 0)"),
        ("insert", "            position = (position - 1) / 2;\n", "            position = (position - 1) / 2 - 1;\n"),
        ("insert", "size = size + 1;", "size = size + 2;"),
        ("extractMin", "child + 1 < size && values[child + 1] < values[child]", "false"),
        (
            "extractMin",
            "if (last <= values[child]) { break; }",
            "if (last < values[child]) { break; } if (size > 2) { break; }",
        ),
        ("extractMin", "values[position] = last;", "values[0] = last;"),
        ("extractMin", "2 * position + 1 < size", "2 * position + 1 <= size"),
    ];
    for (name, find, replace) in mistakes {
        compare(&read("HeapArray.java", &heap_array(find, replace)), name, 4, replace);
    }
}

/// Arrays are longer in larger scopes: that is said, whatever numbers there are.
#[test]
fn lengths_of_arrays_are_bounds() {
    let source =
        "class Row { int[] values; //@ requires true;\n boolean isShort() { assert values.length < 3; return true; } }";
    let program = read("Row.java", source);
    let method = methods(&program).into_iter().find(|method| program.method(*method).name == "isShort");
    let found = answer(&Diagrams::default(), &program, method.expect("the method"), 1);
    assert!(found.witnesses.is_empty() && found.bounds.iter().any(|used| used.reached), "{:?}", found.bounds);
    assert!(compare(&program, "isShort", 3, source).2);
}

#[test]
fn linked_objects_are_declined() {
    let source = "class List { /*@ nullable @*/ Node first; //@ requires true;\n void clear() { first = null; } } class Node { /*@ nullable @*/ Node next; }";
    let program = read("List.java", source);
    let method = methods(&program).into_iter().find(|method| program.method(*method).name == "clear").expect("clear");
    let problem = tightrope_problem::Problem::of_method(&program, method);
    let gap = Diagrams::default().supports(&problem).expect_err("a gap");
    assert_eq!(gap.what, "objects that lead to other objects");
}

#[test]
fn random_arrays_agree_with_the_search_of_all_heaps() {
    let number =
        |name: &str, otherwise: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (count, first) = (number("TIGHTROPE_RANDOM_STATES", 40), number("TIGHTROPE_RANDOM_SEED", 1));
    let (mut broken, mut fewer) = (0, 0);
    for seed in first..first + count {
        let source = format!("// seed {seed}\n{}", Writer::new(seed).class());
        let (runs, all, is_broken) = compare(&read("Store.java", &source), "run", 2, &source);
        broken += u64::from(is_broken);
        fewer += u64::from(!is_broken && runs < all);
    }
    eprintln!("of {count} methods {broken} are violated; of the others {fewer} need fewer runs than heaps have");
    assert!(broken * 10 > count && broken * 10 < count * 9, "too few methods say something");
}

/// A precondition that takes too long for some arguments: what was not looked at is said.
#[test]
fn a_precondition_without_an_answer_is_no_false_one() {
    let source = "class Slow { boolean flag;
  /*@ pure @*/ static boolean ends(boolean given) { while (given) { } return true; }
  //@ requires ends(given);
  //@ ensures \\result;
  boolean isFine(boolean given) { return !given; } }";
    let program = read("Slow.java", source);
    let method = methods(&program).into_iter().find(|method| program.method(*method).name == "isFine");
    let method = method.expect("the method");
    let explored = answer(&Explore::default(), &program, method, 1);
    let found = answer(&Diagrams::default(), &program, method, 1);
    assert_eq!(found.cuts.is_empty(), explored.cuts.is_empty(), "{:?} and {:?}", found.cuts, explored.cuts);
}
