//! Random classes about linked structures: parts against the search of all heaps.
//!
//! In each scope both find the same, each part that is shown is completed in all ways and judged
//! heap by heap, and the parts together have as many runs as all heaps.
//!
//! `TIGHTROPE_RANDOM_PARTS` says how many classes (40 unless told), `TIGHTROPE_RANDOM_SEED` where
//! to begin, `TIGHTROPE_RANDOM_NODES` how many nodes there are at most. A few classes have very
//! many heaps: a search of a scope that takes longer than `TIGHTROPE_RANDOM_SECONDS` (2 unless
//! told) ends the class, and the smaller scopes count.

mod parts;
mod support;

use parts::trees::Writer;
use parts::{answer_until, methods, read};
use std::time::{Duration, Instant};
use tightrope_engine::{Answer, BoundKind, Cut, RunLimit};
use tightrope_explore::{Explore, Glassbox};
use tightrope_problem::Breach;

fn number_from(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Without optimisation, larger heaps take long.
const NODES: u64 = if cfg!(debug_assertions) { 3 } else { 4 };

/// When a search that is begun now has to end.
fn deadline() -> Option<Instant> {
    Some(Instant::now() + Duration::from_secs(number_from("TIGHTROPE_RANDOM_SECONDS", 2)))
}

/// What became of a class.
#[derive(Default)]
struct Seen {
    shown: u64,
    searched: u64,
    is_broken: bool,
    is_left: bool,
    /// A scope took too long.
    is_unfinished: bool,
}

/// Each with the least number of objects.
fn breaches(answer: &Answer) -> Vec<(Breach, usize)> {
    answer.witnesses.iter().map(|witness| (witness.breach.clone(), witness.objects)).collect()
}

fn compare(source: &str, writer: &Writer) -> Seen {
    let program = read("Box.java", source);
    let method = methods(&program).into_iter().find(|method| program.method(*method).name == "run").expect("run");
    let mut seen = Seen::default();
    for objects in 1..=number_from("TIGHTROPE_RANDOM_NODES", NODES) as usize {
        let glassbox = Glassbox { audited: objects, ..Glassbox::default() };
        let explored = answer_until(deadline(), &Explore::default(), &program, method, objects);
        let found = answer_until(deadline(), &glassbox, &program, method, objects);
        if [&explored, &found].iter().any(|answer| answer.cuts.contains(&Cut::Timeout)) {
            seen.is_unfinished = true;
            break;
        }
        // A search that has to choose a number has a range for it; a part may know it by then.
        let has_range = explored.bounds.iter().any(|used| used.bound == BoundKind::Ints);
        let (of_parts, of_all) = (breaches(&found), breaches(&explored));
        let is_same = of_parts == of_all || has_range && of_all.iter().all(|known| of_parts.contains(known));
        // A scope that is cut may be the first one that has a heap, and end the search.
        let is_same = is_same || !found.cuts.is_empty() && of_parts.iter().all(|known| of_all.contains(known));
        assert!(is_same, "{of_parts:?}, not {of_all:?}, {objects} objects\n{source}");
        // Behind a link that the run does not follow, an invariant may recur without an end. A
        // search of all heaps runs into that; a part does not look there.
        let is_cut_before = writer.may_recur_forever && explored.cuts == [Cut::Budget(RunLimit::Depth)];
        let is_cut_alike = found.cuts == explored.cuts || is_cut_before && found.cuts.is_empty();
        assert!(is_cut_alike, "{:?}, not {:?}, {objects} objects\n{source}", found.cuts, explored.cuts);
        let Some(parts) = parts::parts(&found) else {
            seen.is_left = true;
            continue;
        };
        let searched = found.work.counts().1 - parts.shown;
        assert_eq!(parts.refuted, 0, "{objects} objects\n{source}");
        let runs = (parts.audited_runs + searched, explored.work.counts().1);
        // A mark that nothing depends on is asked for by the one or by the other. A part that is
        // left to the search may have been split already, in more ways than a run distinguishes.
        let is_comparable = writer.is_exact && !has_range && !writer.has_mark && !is_cut_before;
        let is_split = searched > 0 && runs.0 > runs.1;
        assert!(runs.0 == runs.1 || is_split || !is_comparable, "{runs:?}, {objects} objects\n{source}");
        seen.shown += parts.shown;
        seen.searched += searched;
        seen.is_broken = !found.witnesses.is_empty();
        if seen.is_broken {
            break;
        }
    }
    seen
}

#[test]
#[expect(clippy::print_stderr, reason = "how many classes said something is part of the result")]
fn random_structures_agree_with_the_search_of_all_heaps() {
    let count = number_from("TIGHTROPE_RANDOM_PARTS", 40);
    let first = number_from("TIGHTROPE_RANDOM_SEED", 1_000);
    let (mut telling, mut broken, mut left, mut unfinished, mut parts) = (0, 0, 0, 0, 0);
    for seed in first..first + count {
        let mut writer = Writer::new(seed);
        let class = writer.class();
        let seen = compare(&format!("// seed {seed}\n{class}"), &writer);
        telling += u64::from(seen.shown > 0);
        broken += u64::from(seen.is_broken);
        left += u64::from(seen.is_left);
        unfinished += u64::from(seen.is_unfinished);
        parts += seen.shown;
    }
    eprintln!("of {count} classes {telling} have parts that were shown ({parts}); {broken} are violated; {left} left");
    eprintln!("{unfinished} were compared in their smaller scopes only");
    assert!(telling * 4 > count && broken * 10 > count, "too few classes say something");
}
