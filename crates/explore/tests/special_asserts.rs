//! Asserts of `RepOk`: what they exclude is not tried, and nothing else is left out.

#![allow(clippy::print_stderr, reason = "how many heaps are tried is part of the result")]

mod parts;
mod support;

use parts::{answer, methods, read};
use std::path::Path;
use tightrope_engine::{Answer, Work};
use tightrope_explore::Explore;
use tightrope_machine::{Acceleration, Accelerations};

fn case() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/check/special_asserts.java");
    std::fs::read_to_string(path).expect("a case")
}

fn tried(answer: &Answer) -> (u64, u64, u64) {
    match answer.work {
        Work::Explored { heaps, runs, branches, .. } => (heaps, runs, branches),
        _ => (0, 0, 0),
    }
}

/// The same, with `return false` instead of asserts.
fn without_asserts(source: &str) -> String {
    let source = source.replace("RepOk.assertTree(met, node);", "if (!met.add(node)) { return false; }");
    let source =
        source.replace("RepOk.assertEqual(node.previous, before);", "if (node.previous != before) { return false; }");
    source
        .replace("RepOk.assertGreater(node.value, before.value);", "if (node.value <= before.value) { return false; }")
}

#[test]
fn only_good_answers_are_tried() {
    let source = case();
    let plain = without_asserts(&source);
    assert_eq!(plain.matches("RepOk.assert").count(), 0);
    for (name, is_broken) in [("removeFirst", false), ("removeFirstWrongly", true)] {
        for objects in 1..=4 {
            let look = |source: &str, accelerations: Accelerations| {
                let program = read("Ring.java", source);
                let method = methods(&program).into_iter().find(|method| program.method(*method).name == name);
                answer(&Explore { accelerations }, &program, method.expect("the method"), objects)
            };
            let with = look(&source, Accelerations::ALL);
            let off = look(&source, Accelerations::ALL.without(Acceleration::SpecialAsserts));
            let none = look(&plain, Accelerations::ALL);
            let (with, off, none) = (
                (tried(&with), with.witnesses.len()),
                (tried(&off), off.witnesses.len()),
                (tried(&none), none.witnesses.len()),
            );
            eprintln!("{name}, {objects} objects: {with:?}, without {off:?}, as `return false` {none:?}");
            assert_eq!((with.0.0, with.0.1, with.1), (off.0.0, off.0.1, off.1));
            assert_eq!((with.0.0, with.0.1, with.1), (none.0.0, none.0.1, none.1));
            assert!(with.0.2 <= off.0.2 && (objects < 2 || with.0.2 < off.0.2));
            assert!(objects < 2 || (with.1 > 0) == is_broken);
        }
    }
}
