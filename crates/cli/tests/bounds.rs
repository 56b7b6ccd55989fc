//! Field bounds of the benchmarks: the shape predicate, the one that is derived, exploration and
//! the invariant as a circuit say the same. And of the corpus: bounds change no verdict.

#[path = "support/checking.rs"]
mod checking;
#[allow(dead_code, reason = "it is made for brute force")]
#[path = "../../explore/tests/brute/classes.rs"]
mod classes;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "../../order/src/random.rs"]
mod random;

use checking::{Effort, Subject, options, read, with_stack};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tightrope_bounds::shape::Shapes;
use tightrope_check::{Algorithm, BoundsFrom, Options, Signals, TightBounds, TightFrom, derived_shape, field_bounds};
use tightrope_heap::canonical::Order;
use tightrope_report::{BoundedOrder, BoundedPair, BoundsReport, MethodReport};

const CLASSES: [&str; 7] = ["LList", "AList", "CList", "BSTree", "TreeSet", "AvlTree", "BinomialHeap"];

/// By field and object.
type Bounds = BTreeMap<(String, String), Vec<String>>;

/// What fields of references and truth values can hold.
fn values(report: &BoundsReport) -> Bounds {
    assert!(report.complete, "{:?}", report.notes);
    let fields = report.fields.iter().filter(|field| field.size_by_type.is_some());
    let objects = fields.flat_map(|field| field.objects.iter().map(move |object| (field, object)));
    objects.map(|(field, object)| ((field.field.clone(), object.object.clone()), object.values.clone())).collect()
}

/// How two keys can stand to each other, by what they are.
type Orders = BTreeMap<[String; 4], Vec<&'static str>>;

fn orders(report: &BoundsReport) -> Orders {
    let pairs = report.orders.iter().flat_map(|order| order.pairs.iter().map(move |pair| (order, pair)));
    let key = |(order, pair): (&BoundedOrder, &BoundedPair)| {
        [&order.first_field, &pair.first, &order.second_field, &pair.second].map(String::clone)
    };
    pairs.map(|(order, pair)| (key((order, pair)), pair.orderings.clone())).collect()
}

/// Bounds with the order of keys.
fn with_keys(subject: &Subject, class: &str, scope: &str, from: BoundsFrom<'_>, order: Order) -> BoundsReport {
    let effort = Effort { threads: 2, timeout: Duration::from_secs(600) };
    let tight = TightBounds { has_keys: true, ..TightBounds::default() };
    let options = Options { tight, ..options(scope, effort) };
    let report = field_bounds(subject.input(), subject.class(class), from, order, &options, &Signals::default());
    report.expect("the predicate determines everything")
}

/// The header of a ring has no value: the predicate says so, and the other ways leave values alone.
fn without_values(mut bounds: Bounds) -> Bounds {
    bounds.retain(|(field, _), _| field != "Node.value");
    bounds
}

#[test]
fn three_ways_agree() {
    let effort = Effort { threads: 2, timeout: Duration::from_secs(600) };
    with_stack(|| {
        for class in CLASSES {
            let file = format!("jml/{class}.java");
            let (subject, shape) = (Subject::new(&file, &read(&file)), read(&format!("jml/{class}.shape")));
            let derived = derived_shape(subject.program(), subject.class(class)).expect("it can be derived");
            for scope in ["1", "2", "3", "4", "5", "6"] {
                let [by_shape, by_exploration] = [Some(shape.as_str()), None]
                    .map(|shape| values(&subject.bounds(class, scope, shape, Order::DepthFirst, effort)));
                assert_eq!(without_values(by_shape), by_exploration, "{class}, scope {scope}, depth-first");
                let order = Order::BreadthFirst;
                let by_shape = values(&subject.bounds(class, scope, Some(&shape), order, effort));
                let by_exploration = values(&subject.bounds(class, scope, None, order, effort));
                let [eager, iterative] = [Algorithm::Eager, Algorithm::Iterative].map(|algorithm| {
                    let from = BoundsFrom::Invariant(algorithm);
                    values(&subject.bounds_from(class, scope, from, order, effort))
                });
                for order in [Order::DepthFirst, Order::BreadthFirst] {
                    let by_shape = values(&subject.bounds(class, scope, Some(&shape), order, effort));
                    let from = BoundsFrom::Derived(&derived);
                    let derived = values(&subject.bounds_from(class, scope, from, order, effort));
                    assert_eq!(without_values(by_shape), derived, "{class}, scope {scope}, derived");
                }
                assert_eq!(by_exploration, eager, "{class}, scope {scope}");
                assert_eq!(eager, iterative, "{class}, scope {scope}");
                assert_eq!(without_values(by_shape), eager, "{class}, scope {scope}");
            }
        }
    });
}

/// Classes with keys of which only the order matters.
const WITH_KEYS: [&str; 8] =
    ["BSTree", "TreeSet", "AvlTree", "BinomialHeap", "SortedList", "RBTree", "IntList", "FibonacciHeap"];

/// The order of keys is the same for all who ask the invariant, and for the union of all
/// structures.
#[test]
fn orders_of_keys_agree() {
    with_stack(|| {
        for class in WITH_KEYS {
            for (folder, largest) in [("jml", if class == "FibonacciHeap" { 4 } else { 6 }), ("repok", 3)] {
                let file = format!("{folder}/{class}.java");
                let subject = Subject::new(&file, &read(&file));
                for scope in (1..=largest).map(|scope| scope.to_string()) {
                    let order = Order::BreadthFirst;
                    let explored = orders(&with_keys(&subject, class, &scope, BoundsFrom::Exploration, order));
                    assert_eq!(explored.is_empty(), scope == "1", "{file}, scope {scope}");
                    let algorithms = [Algorithm::Eager, Algorithm::Iterative];
                    for algorithm in algorithms.into_iter().take(if folder == "jml" { 2 } else { 1 }) {
                        let from = BoundsFrom::Invariant(algorithm);
                        let asked = with_keys(&subject, class, &scope, from, order);
                        // Not every `repOk` becomes a circuit.
                        if asked.complete || folder == "jml" {
                            assert_eq!(orders(&asked), explored, "{file}, scope {scope}, {algorithm:?}");
                        }
                    }
                }
            }
        }
    });
}

/// A binary tree: what is below its root.
#[derive(Clone)]
struct Binary(Option<Box<[Binary; 2]>>);

/// All binary trees of so many nodes.
fn binary_trees(nodes: usize) -> Vec<Binary> {
    let Some(below) = nodes.checked_sub(1) else { return vec![Binary(None)] };
    let split = |left: usize| {
        let (left, right) = (binary_trees(left), binary_trees(below - left));
        left.into_iter().flat_map(move |left| {
            right.clone().into_iter().map(move |right| Binary(Some(Box::new([left.clone(), right]))))
        })
    };
    (0..=below).flat_map(split).collect()
}

/// The ranks of the nodes from left to right, in the order of a walk: breadth-first or depth-first.
fn ranks(tree: &Binary, order: Order) -> Vec<usize> {
    fn size(tree: &Binary) -> usize {
        tree.0.as_ref().map_or(0, |below| 1 + size(&below[0]) + size(&below[1]))
    }
    let mut open = std::collections::VecDeque::from([(tree, 0)]);
    let mut ranks = Vec::new();
    while let Some((tree, least)) = open.pop_front() {
        let Some(below) = &tree.0 else { continue };
        let rank = least + size(&below[0]);
        ranks.push(rank);
        let (left, right) = ((&below[0], least), (&below[1], rank + 1));
        match order {
            Order::BreadthFirst => open.extend([left, right]),
            Order::DepthFirst => [right, left].into_iter().for_each(|one| open.push_front(one)),
        }
    }
    ranks
}

/// Search trees by brute force, without any code of the tool, with both labels.
#[test]
fn orders_of_search_trees_are_those_of_all_binary_trees() {
    with_stack(|| {
        let subject = Subject::new("BSTree.java", &read("jml/BSTree.java"));
        for order in [Order::BreadthFirst, Order::DepthFirst] {
            let mut all = Orders::new();
            for nodes in 1..=6 {
                for ranks in binary_trees(nodes).iter().map(|tree| ranks(tree, order)) {
                    for (second, first) in (0..nodes).flat_map(|second| (0..second).map(move |first| (second, first))) {
                        let object = |number| format!("Node#{number}");
                        let field = || "Node.key".to_owned();
                        let known = all.entry([field(), object(first), field(), object(second)]).or_default();
                        let sign = if ranks[first] < ranks[second] { "<" } else { ">" };
                        if !known.contains(&sign) {
                            known.push(sign);
                            known.sort_unstable();
                        }
                    }
                }
                let explored = with_keys(&subject, "BSTree", &nodes.to_string(), BoundsFrom::Exploration, order);
                assert_eq!(orders(&explored), all, "{nodes} nodes, {order:?}");
            }
        }
    });
}

/// What a check says, and what it looked at.
fn answer(report: &MethodReport) -> (String, u64, u64) {
    let (heaps, runs) = report.coverage.as_ref().map_or((0, 0), |coverage| (coverage.heaps, coverage.runs));
    (report.verdict.word().to_owned(), heaps, runs)
}

/// Bounds exclude only what no valid heap has: `explore` finds the same heaps with and without
/// them, however objects are numbered.
#[test]
fn exploration_within_bounds_misses_no_heap() {
    let effort = Effort { threads: 1, timeout: Duration::from_secs(600) };
    let tight = |from: TightFrom, labels: Order| TightBounds { from, labels, ..TightBounds::default() };
    with_stack(|| {
        for class in CLASSES {
            for folder in ["jml", "repok"] {
                let file = format!("{folder}/{class}.java");
                let subject = Subject::new(&file, &read(&file));
                let shape = read(&format!("jml/{class}.shape"));
                let shape = Arc::new(Shapes::read(&shape, subject.program()).expect("a shape"));
                let by_shape = |order| tight(TightFrom::Shape(vec![(subject.class(class), Arc::clone(&shape))]), order);
                for method in subject.methods() {
                    let check = |tight| answer(&subject.check_within(method, "4", "explore", tight, effort));
                    let plain = check(tight(TightFrom::None, Order::BreadthFirst));
                    for (way, bounds) in [
                        ("breadth-first", by_shape(Order::BreadthFirst)),
                        ("depth-first", by_shape(Order::DepthFirst)),
                        ("explored", tight(TightFrom::Explore, Order::DepthFirst)),
                    ] {
                        assert_eq!(check(bounds), plain, "{file}, {}, {way}", subject.name(method));
                    }
                }
            }
        }
    });
}

/// What a check says; nothing if it had no time to say it.
fn verdict(report: &MethodReport) -> Option<(String, Vec<String>)> {
    let word = report.verdict.word();
    let titles = report.counterexamples.iter().map(|found| found.title.clone()).collect();
    (word != "unknown").then(|| (word.to_owned(), titles))
}

/// What came of comparing.
#[derive(Default)]
struct Compared {
    verdicts: usize,
    /// With or without bounds there was no verdict in time.
    without_verdict: Vec<String>,
    differences: Vec<String>,
}

impl Compared {
    fn add(mut self, other: Compared) -> Compared {
        self.verdicts += other.verdicts;
        self.without_verdict.extend(other.without_verdict);
        self.differences.extend(other.differences);
        self
    }
}

/// All ways to have bounds against none, by both engines that use them.
fn compare_verdicts(subject: &Subject, name: &str, scope: &str) -> Compared {
    let effort = Effort { threads: 1, timeout: Duration::from_secs(8) };
    let tight = |from: TightFrom, labels: Order| TightBounds { from, labels, ..TightBounds::default() };
    let with_keys = |from: TightFrom| TightBounds { has_keys: true, ..tight(from, Order::BreadthFirst) };
    // A list without predicates: what can be derived is.
    let derived = || TightFrom::Shape(Vec::new());
    let (breadth, depth) = (Order::BreadthFirst, Order::DepthFirst);
    let mut compared = Compared::default();
    let mut explored = BTreeMap::new();
    for method in subject.methods() {
        let class = subject.owner(method);
        let can_explore = *explored.entry(class.clone()).or_insert_with(|| {
            let few = Effort { timeout: Duration::from_secs(4), ..effort };
            subject.bounds(&class, scope, None, breadth, few).complete
        });
        for engine in ["symbolic", "explore"] {
            let check = |bounds| verdict(&subject.check_within(method, scope, engine, bounds, effort));
            let what = format!("{name}, {}, {engine}", subject.name(method));
            let Some(plain) = check(tight(TightFrom::None, breadth)) else {
                compared.without_verdict.push(what);
                continue;
            };
            let ways = [
                ("invariant", tight(TightFrom::Invariant, breadth)),
                ("invariant, with keys", with_keys(TightFrom::Invariant)),
                ("derived", tight(derived(), breadth)),
                ("derived, depth-first", tight(derived(), depth)),
                ("explored", tight(TightFrom::Explore, breadth)),
                ("explored, with keys", with_keys(TightFrom::Explore)),
                ("explored, depth-first", tight(TightFrom::Explore, depth)),
            ];
            // Without bounds from exploration that would be the same check once more.
            let ways = ways.into_iter().filter(|(way, _)| can_explore || !way.starts_with("explored"));
            for (way, bounds) in ways {
                match check(bounds) {
                    None => compared.without_verdict.push(format!("{what}, {way}")),
                    Some(within) if within == plain => compared.verdicts += 1,
                    Some(within) => compared.differences.push(format!("{what}, {way}: {plain:?}, then {within:?}")),
                }
            }
        }
    }
    compared
}

/// The comparison of each of them, on all cores.
fn compare_all<T: Sync>(all: &[T], compare: impl Fn(&T) -> Compared + Sync) -> Compared {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut compared = Compared::default();
        while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            compared = compared.add(with_stack(|| compare(one)));
        }
        compared
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let done = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
        done.fold(Compared::default(), Compared::add)
    })
}

/// With and without bounds, verdicts are equal on the whole corpus and on random classes.
/// `TIGHTROPE_RANDOM_CLASSES` says how many of these, `TIGHTROPE_CASE` which files.
#[test]
#[ignore = "many minutes: `cargo test --release -p tightrope-cli --test bounds -- --ignored`"]
#[expect(clippy::print_stderr, reason = "how much was compared is part of the result")]
fn bounds_change_no_verdict_of_the_corpus_and_of_random_classes() {
    let corpus = checking::benchmarks().with_file_name("corpus/check");
    let files = std::fs::read_dir(&corpus).expect("the corpus is there").filter_map(Result::ok);
    let mut files: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
    let wanted = std::env::var("TIGHTROPE_CASE").unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|end| end == "java") && path.to_string_lossy().contains(&wanted));
    files.sort();
    let count = std::env::var("TIGHTROPE_RANDOM_CLASSES").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    let of_corpus = compare_all(&files, |path| {
        let text = std::fs::read_to_string(path).expect("it can be read");
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let begun = Instant::now();
        let compared = compare_verdicts(&Subject::new(&name, &text), &name, "3");
        eprintln!("{name}: {} verdicts, {:.1} s", compared.verdicts, begun.elapsed().as_secs_f64());
        compared
    });
    let seeds: Vec<u64> = (1..=count).collect();
    let of_random = compare_all(&seeds, |seed| {
        let mut writer = classes::Writer::new(*seed);
        let (class, bound) = (format!("// seed {seed}\n{}", writer.class()), writer.bound());
        compare_verdicts(&Subject::new("Box.java", &class), &class, &bound.scope)
    });
    let (corpus, random) = (of_corpus.verdicts, of_random.verdicts);
    let all = of_corpus.add(of_random);
    eprintln!("not compared, for want of a verdict: {:#?}", all.without_verdict);
    eprintln!("{} files, {corpus} verdicts compared; {count} random classes, {random} verdicts", files.len());
    assert!(all.differences.is_empty(), "{}", all.differences.join("\n"));
    assert!(corpus > 500 || !wanted.is_empty(), "{corpus} verdicts compared");
    assert!(random as u64 >= count, "{random} verdicts compared");
}

/// How large the heaps of a random class are; brute force uses more of it.
#[allow(dead_code, reason = "it is made for brute force")]
pub(crate) struct Bound {
    pub(crate) nodes: usize,
    pub(crate) ints: std::ops::RangeInclusive<i32>,
    pub(crate) scope: String,
}
