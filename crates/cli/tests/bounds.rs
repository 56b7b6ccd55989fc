//! Field bounds of the benchmarks: the shape predicate, exploration and the invariant as a circuit
//! say the same.

#[path = "support/checking.rs"]
mod checking;

use checking::{Effort, Subject, read, with_stack};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tightrope_bounds::shape::Shapes;
use tightrope_check::{Algorithm, BoundsFrom, TightBounds, TightFrom};
use tightrope_heap::canonical::Order;
use tightrope_report::{BoundsReport, MethodReport};

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
                assert_eq!(by_exploration, eager, "{class}, scope {scope}");
                assert_eq!(eager, iterative, "{class}, scope {scope}");
                assert_eq!(without_values(by_shape), eager, "{class}, scope {scope}");
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
