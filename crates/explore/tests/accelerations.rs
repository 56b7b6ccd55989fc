//! The matrix of accelerations: what is found with all of them, with none, and with each one
//! switched off is the same.
//!
//! Of random classes (those that `random.rs` compares with brute force) and of the benchmarks: all
//! valid structures, listed and counted, and the clauses that each method breaks, scope by scope.
//! Where the table says so, the numbers of heaps and runs are the same, too. Debug builds, which
//! are slow, look at fewer classes. `TIGHTROPE_RANDOM_CLASSES` says at how many,
//! `TIGHTROPE_RANDOM_SEED` where to begin. What belongs to partial heaps and to diagrams does
//! nothing here: see `glassbox.rs`, `induction.rs` and `diagrams.rs`.

mod brute;
mod support;

use brute::classes::Writer;
use brute::{Case, number_from, read};
use std::collections::BTreeSet;
use std::path::Path;
use support::{Asking, structures};
use tightrope_engine::{Answer, Cut};
use tightrope_explore::Explore;
use tightrope_heap::Scope;
use tightrope_machine::{Acceleration, Accelerations};
use tightrope_problem::{Breach, How};
use tightrope_program::{ClassId, MethodId, MethodKind};
use tightrope_source::Span;

/// What a method breaks in a scope.
#[derive(PartialEq, Debug)]
struct Verdict {
    broken: BTreeSet<(Span, String)>,
    cuts: Vec<Cut>,
}

/// How many heaps and runs there are, and how large the smallest heaps are that break something.
#[derive(PartialEq, Debug)]
struct Counts {
    heaps: u64,
    runs: u64,
    smallest: Vec<usize>,
}

/// A variant of the engine.
struct Variant {
    without: String,
    engine: Explore,
    /// The numbers of heaps and runs stay the same.
    keeps_counts: bool,
    /// Runs may use up their budget that do not with all accelerations.
    decides_less: bool,
}

fn variants() -> impl Iterator<Item = Variant> {
    let each = Acceleration::ALL.into_iter().map(|one| {
        let row = one.row();
        Variant {
            without: row.name.to_owned(),
            engine: Explore { accelerations: Accelerations::ALL.without(one) },
            keeps_counts: row.keeps_counts,
            decides_less: row.decides_more,
        }
    });
    let engine = Explore { accelerations: Accelerations::NONE };
    each.chain([Variant { without: "all".to_owned(), engine, keeps_counts: false, decides_less: true }])
}

/// By scope.
fn check(engine: Explore, case: &Case, method: MethodId, largest: &Scope) -> Vec<(Verdict, Counts)> {
    let mut search = Asking::new(&engine, &case.program, method);
    (1..=largest.largest())
        .map(|objects| {
            let Answer { mut witnesses, cuts, work, .. } = search.answer(&largest.at_most(objects), 2, true);
            witnesses.sort_by_key(|witness| search.place(witness));
            let how = |breach: &Breach| match breach.how {
                // Where an endless run is found to repeat itself is a matter of chance, and so is
                // which of several exceptions an evaluation meets first.
                How::Repeats { .. } | How::Undefined(_) => format!("{:?}", breach.obligation),
                _ => format!("{breach:?}"),
            };
            let broken = witnesses.iter().map(|it| (search.place(it), how(&it.breach))).collect();
            let smallest = witnesses.iter().map(|it| it.objects).collect();
            let (heaps, runs) = work.counts();
            (Verdict { broken, cuts }, Counts { heaps, runs, smallest })
        })
        .collect()
}

fn compare_checks(what: &str, case: &Case, method: MethodId, scope: &Scope) {
    let expected = check(Explore::default(), case, method, scope);
    for Variant { without, engine, keeps_counts, decides_less } in variants() {
        let actual = check(engine, case, method, scope);
        let name = &case.program.method(method).name;
        for (rung, ((verdict, counts), (other, others))) in expected.iter().zip(&actual).enumerate() {
            let place = format!("{name}, {} objects, without {without}: {what}", rung + 1);
            if decides_less && other.cuts.iter().any(|cut| matches!(cut, Cut::Budget(_))) {
                continue;
            }
            assert_eq!(other, verdict, "{place}");
            assert!(!keeps_counts || counts == others, "{others:?} instead of {counts:?}, {place}");
        }
    }
}

fn compare_structures(what: &str, case: &Case, class: ClassId, scope: &Scope) {
    let generate = |engine: Explore, keeps_heaps: bool| {
        let found = structures(&engine, &case.program, class, scope, keeps_heaps);
        (found.count, found.heaps.iter().map(|heap| format!("{heap:?}")).collect::<BTreeSet<_>>(), found.answer.cuts)
    };
    let expected = [false, true].map(|keeps_heaps| generate(Explore::default(), keeps_heaps));
    for Variant { without, engine, .. } in variants() {
        let actual = [false, true].map(|keeps_heaps| generate(engine, keeps_heaps));
        assert!(actual == expected, "without {without}: {} structures, not {}\n{what}", actual[1].0, expected[1].0);
    }
}

#[test]
fn on_random_classes() {
    let count = number_from("TIGHTROPE_RANDOM_CLASSES", if cfg!(debug_assertions) { 8 } else { 150 });
    let first = number_from("TIGHTROPE_RANDOM_SEED", 70_000);
    for seed in first..first + count {
        let mut writer = Writer::new(seed);
        let (class, bound) = (format!("// seed {seed}\n{}", writer.class()), writer.bound());
        let case = read(&class);
        let scope: Scope = bound.scope.parse().expect("a scope");
        compare_structures(&class, &case, case.class("Box"), &scope);
        compare_checks(&class, &case, case.method("run"), &scope.at_most(bound.nodes));
    }
}

#[test]
fn on_the_benchmarks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let classes = ["TreeSet", "AvlTree", "BSTree", "LList", "CList", "AList", "BinomialHeap", "SortedList", "RBTree"];
    let (classes, objects) = if cfg!(debug_assertions) { (&classes[..2], "2") } else { (&classes[..], "3") };
    for class in classes {
        for form in ["jml", "repok"] {
            let path = root.join(form).join(format!("{class}.java"));
            let Ok(source) = std::fs::read_to_string(&path) else { continue };
            let (what, case) = (path.display().to_string(), read(&source));
            let scope: Scope = objects.parse().expect("a scope");
            let id = case.class(class);
            compare_structures(&what, &case, id, &scope);
            for method in &case.program.class(id).methods {
                let declared = case.program.method(*method);
                if declared.kind == MethodKind::Method && !declared.is_helper && !declared.is_private {
                    compare_checks(&what, &case, *method, &scope);
                }
            }
        }
    }
}
