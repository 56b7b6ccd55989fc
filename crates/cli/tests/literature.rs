//! `generate` against the literature: TACO's Table 10, Catalan numbers, AVL and red-black trees,
//! Korat's table.
//!
//! How a table has to be read, and why, is in `benchmarks/README.md`. The small sizes run always;
//! all of them with `cargo test --release -p tightrope-cli --test literature -- --ignored`.

mod support {
    pub(crate) mod checking;
}

use std::time::Duration;
use support::checking::{Count, Effort, KORAT, Subject, read, table_10, with_stack};

const LIMIT: Duration = Duration::from_secs(600);

/// All counts that differ.
fn compare(counts: &[Count]) {
    let effort = Effort { threads: 1, timeout: LIMIT };
    let differs = |count: &Count| {
        let found = Subject::new(&count.file, &read(&count.file)).count(count.class(), &count.scope, effort);
        let (class, scope, expected) = (count.class(), &count.scope, count.expected);
        let is_right = found.complete && found.count == expected;
        (!is_right).then(|| format!("{class} --scope {scope}: {} and not {expected}; {:?}", found.count, found.notes))
    };
    let complaints: Vec<String> = with_stack(|| counts.iter().filter_map(differs).collect());
    assert!(!counts.is_empty() && complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn small_structures_are_counted_as_in_taco() {
    compare(&table_10(3..=6));
}

#[test]
fn small_structures_are_counted_as_by_korat() {
    let counts: Vec<Count> = KORAT.iter().flat_map(|korat| (3..=6).filter_map(|n| korat.count(n))).collect();
    let is_fast = |count: &Count| count.expected < 20_000;
    compare(&counts.into_iter().filter(is_fast).collect::<Vec<_>>());
}

/// From 1 node on: Catalan numbers, and what the recurrences over heights and black heights give
/// (the root of a `TreeSet` is black).
#[test]
#[ignore = "minutes: run it in release"]
fn search_trees_avl_trees_and_red_black_trees_are_counted_by_size() {
    let rows: [(&str, &str, &[u64]); 3] = [
        ("BSTree", "size", &[1, 2, 5, 14, 42, 132, 429, 1430, 4862]),
        ("TreeSet", "", &[1, 2, 2, 4, 8, 16, 33, 56, 90, 164, 330, 688, 1440, 3008, 6291]),
        ("AvlTree", "", &[1, 2, 1, 4, 6, 4, 17, 32, 44, 60, 70, 184, 476, 872, 1553]),
    ];
    let count = |class: &str, size: &str, n: usize, exact: u64, up_to: u64| Count {
        file: format!("jml/{class}.java"),
        scope: if size.is_empty() { format!("{n}") } else { format!("{n},{class}.{size}={n}") },
        expected: if size.is_empty() { up_to } else { exact },
    };
    for (class, size, exact) in rows {
        let up_to = exact.iter().scan(1, |sum, count| {
            *sum += count;
            Some(*sum)
        });
        let counts: Vec<Count> =
            (1..).zip(exact.iter().zip(up_to)).map(|(n, (e, u))| count(class, size, n, *e, u)).collect();
        compare(&counts);
    }
}

#[test]
#[ignore = "minutes: run it in release"]
fn structures_are_counted_as_in_taco() {
    compare(&table_10(3..=10));
}

/// The largest two of each row belong to the benchmark.
#[test]
#[ignore = "minutes: run it in release"]
fn structures_are_counted_as_by_korat() {
    let below = |last: usize| 3..=last - 2;
    let counts = KORAT.iter().flat_map(|korat| below(korat.last()).filter_map(|n| korat.count(n)));
    compare(&counts.collect::<Vec<_>>());
}
