//! Random classes: the lazy search, scope by scope, against brute force.
//!
//! `TIGHTROPE_RANDOM_CLASSES` says how many (60 unless told), `TIGHTROPE_RANDOM_SEED` where to
//! begin.

mod brute;
mod support;

use brute::classes::Writer;
use brute::{compare_structures, compare_verdicts, number_from};

#[test]
#[expect(clippy::print_stderr, reason = "how many classes said something is part of the result")]
fn random_classes_agree_with_brute_force() {
    let count = number_from("TIGHTROPE_RANDOM_CLASSES", 60);
    let first = number_from("TIGHTROPE_RANDOM_SEED", 60_000);
    let (mut telling, mut holding, mut broken) = (0, 0, 0);
    for seed in first..first + count {
        let mut writer = Writer::new(seed);
        let (class, bound) = (format!("// seed {seed}\n{}", writer.class()), writer.bound());
        if compare_structures(&class, &bound, "run").is_none_or(|heaps| heaps < 2) {
            continue;
        }
        telling += 1;
        match compare_verdicts(&class, "run", &bound) {
            Some(0) => holding += 1,
            Some(_) => broken += 1,
            None => {}
        }
    }
    eprintln!("of {count} classes {telling} have structures; {holding} hold, {broken} are violated");
    assert!(telling * 2 > count && holding * 20 > count && broken * 10 > count, "too few classes say something");
}
