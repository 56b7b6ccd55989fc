//! Bounds by feasibility queries, for trees whose invariants are written as circuits by hand: both
//! algorithms find the sizes of the literature, with one thread or several, and what is not
//! answered stays in.

use std::cmp::Ordering;
use std::sync::Mutex;
use tightrope_bounds::feasible::{
    Algorithm, Effort, Exchange, Found, Inquiry, News, Pair, Place, Structures, Work, feasible_values,
    number_of_questions,
};
use tightrope_circuit::{Circuit, Limits, Lit, Relation};
use tightrope_heap::{FieldBounds, FieldValue, Key, Label, Orderings};
use tightrope_program::{ClassId, FieldId};
use tightrope_proof::{check_lrat, parse_dimacs};

const NODE: ClassId = ClassId(0);
const FIELDS: [FieldId; 2] = [FieldId(0), FieldId(1)];

fn label(number: usize) -> Label {
    Label { class: NODE, number: number as u32 }
}

/// One-hot fields of all nodes: column 0 is null, column j + 1 is node j.
type Field = Vec<Vec<Lit>>;

fn choose(circuit: &mut Circuit, all: &mut Vec<Lit>, nodes: usize) -> Field {
    let mut rows = Vec::new();
    for _ in 0..nodes {
        let row = circuit.inputs_vec(nodes + 1);
        all.push(circuit.exactly_one(&row));
        rows.push(row);
    }
    rows
}

/// Binary trees of up to so many nodes, the first of which is the root, in breadth-first order; AVL
/// trees if balanced.
fn trees(nodes: usize, is_balanced: bool) -> Structures {
    let mut circuit = Circuit::new();
    let mut all = Vec::new();
    let fields = [choose(&mut circuit, &mut all, nodes), choose(&mut circuit, &mut all, nodes)];
    let edges = Relation::from_fn(nodes, nodes, |i, j| circuit.or(fields[0][i][j + 1], fields[1][i][j + 1]));
    let closure = circuit.closure(&edges);
    let mut alive = vec![Lit::TRUE];
    alive.extend((1..nodes).map(|j| closure.get(0, j)));
    for i in 0..nodes {
        all.push(!closure.get(i, i));
        // What is not reached refers to nothing, and no node has two parents.
        for field in &fields {
            all.push(circuit.or(alive[i], field[i][0]));
        }
        let parents: Vec<Lit> = fields.iter().flat_map(|field| field.iter().map(|row| row[i + 1])).collect();
        all.push(circuit.at_most_one(&parents));
    }
    // Breadth-first: node j stands in a place only if node j - 1 stands in an earlier one; the root
    // stands before all.
    let mut earlier: Vec<Vec<Lit>> = vec![(0..nodes).map(|j| Lit::constant(j == 0)).collect()];
    for i in 0..nodes {
        for field in &fields {
            for j in 1..nodes {
                let before = circuit.or_all(earlier.iter().map(|row| row[j - 1]).collect::<Vec<_>>());
                all.push(circuit.implies(field[i][j + 1], before));
            }
            earlier.push(field[i][1..].to_vec());
        }
    }
    if is_balanced {
        balance(&mut circuit, &mut all, &fields, &alive);
    }
    Structures {
        places: places(&fields, &alive),
        circuit,
        assumptions: all,
        objects: vec![(NODE, nodes as u32)],
        ..Structures::default()
    }
}

/// Heights as numbers that each node has, with an equation at each; they differ by one at most
/// below a node.
fn balance(circuit: &mut Circuit, all: &mut Vec<Lit>, fields: &[Field; 2], alive: &[Lit]) {
    use tightrope_circuit::Bits;
    const WIDTH: usize = 6;
    let (zero, one) = (Bits::constant(0, WIDTH), Bits::constant(1, WIDTH));
    let heights: Vec<Bits> = alive.iter().map(|_| circuit.input_bits(WIDTH)).collect();
    for (i, alive) in alive.iter().enumerate() {
        let mut options = vec![zero.clone()];
        options.extend(heights.iter().cloned());
        let [left, right] = [0, 1].map(|field| circuit.select_bits(&fields[field][i], &options));
        let is_less = circuit.less(&left, &right);
        let higher = circuit.ite_bits(is_less, &right, &left);
        let lower = circuit.ite_bits(is_less, &left, &right);
        let lower = circuit.add(&lower, &one);
        let height = circuit.add(&higher, &one);
        let is_right = circuit.eq_bits(&heights[i], &height);
        let is_close = circuit.less_equal(&higher, &lower);
        let holds = circuit.and(is_right, is_close);
        all.push(circuit.or(!*alive, holds));
        all.push(!heights[i].sign());
    }
}

fn places(fields: &[Field; 2], alive: &[Lit]) -> Vec<Place> {
    let mut places = Vec::new();
    for (field, rows) in FIELDS.iter().zip(fields) {
        for (i, row) in rows.iter().enumerate() {
            let value = |j: usize| if j == 0 { FieldValue::Null } else { FieldValue::Object(label(j - 1)) };
            let values = row.iter().enumerate().map(|(j, lit)| (value(j), *lit)).collect();
            places.push(Place { field: *field, object: label(i), is_alive: alive[i], values, others: Lit::FALSE });
        }
    }
    places
}

fn find(structures: &Structures, algorithm: Algorithm, threads: usize) -> (FieldBounds, Work) {
    let found = feasible_values(
        structures,
        &Effort { algorithm, threads, limits: Limits::NONE, conflicts: None, certified: false },
    );
    (found.bounds, found.work)
}

#[test]
fn sizes_are_those_of_all_trees() {
    let size = |nodes, is_balanced| {
        let (bounds, work) = find(&trees(nodes, is_balanced), Algorithm::Eager, 1);
        assert_eq!(work.undecided, 0);
        bounds.size()
    };
    assert_eq!([5, 7, 10].map(|nodes| size(nodes, false)), [24, 41, 74]);
    assert_eq!([5, 7, 10].map(|nodes| size(nodes, true)), [20, 33, 60]);
}

#[test]
fn all_ways_agree() {
    for is_balanced in [false, true] {
        for nodes in 1..=5 {
            let structures = trees(nodes, is_balanced);
            let (eager, quick) = find(&structures, Algorithm::Eager, 1);
            let (iterative, slow) = find(&structures, Algorithm::Iterative, 1);
            assert_eq!(eager, iterative);
            assert_eq!(eager, find(&structures, Algorithm::Eager, 3).0);
            assert!(quick.queries <= slow.queries);
        }
    }
}

#[test]
fn what_is_not_answered_stays_in() {
    let structures = trees(6, true);
    let exact = find(&structures, Algorithm::Eager, 1).0;
    let hurried = |algorithm, conflicts| {
        let effort =
            Effort { algorithm, threads: 1, limits: Limits::NONE, conflicts: Some(conflicts), certified: false };
        feasible_values(&structures, &effort)
    };
    for algorithm in [Algorithm::Eager, Algorithm::Iterative] {
        let Found { bounds, work, .. } = hurried(algorithm, 0);
        assert!(work.undecided > 0, "the limit was not felt");
        for (field, object, bound) in exact.iter() {
            assert!(bound.may.iter().all(|value| bounds.allows(field, object, *value)));
        }
        assert!(bounds.size() > exact.size());
    }
    let interrupted = Limits { deadline: Some(std::time::Instant::now()), ..Limits::NONE };
    let effort =
        Effort { algorithm: Algorithm::Eager, threads: 2, limits: interrupted, conflicts: None, certified: false };
    let Found { bounds, work, .. } = feasible_values(&structures, &effort);
    assert_eq!((bounds.size(), work.undecided), (6 * 7 * 2, 6 * 7 * 2), "nothing was answered, so all stays in");
}

#[test]
fn values_that_are_always_there_are_lower_bounds() {
    let (bounds, _) = find(&trees(3, false), Algorithm::Eager, 1);
    // The last of three nodes is a leaf.
    let last = bounds.get(FIELDS[0], label(2)).expect("it is bounded");
    assert_eq!(last.must, Some(FieldValue::Null));
    assert_eq!(bounds.get(FIELDS[0], label(0)).expect("it is bounded").must, None);
}

/// Partial bounds lie between those of the types and the tight ones, and grow with the share.
#[test]
fn partial_bounds_leave_out_the_cheapest() {
    let structures = trees(6, true);
    let effort =
        Effort { algorithm: Algorithm::Eager, threads: 1, limits: Limits::NONE, conflicts: None, certified: false };
    let found = feasible_values(&structures, &effort);
    let sizes = [0, 25, 50, 75, 100].map(|percent| found.partial(percent).size());
    assert!(sizes.is_sorted_by(|more, fewer| more > fewer), "{sizes:?}");
    assert_eq!((sizes[0], sizes[4]), (6 * 7 * 2, found.bounds.size()));
    assert_eq!(found.partial(100), found.bounds);
}

/// Weaker assumptions that admit what is no tree change nothing: their models are looked at again.
#[test]
fn weaker_assumptions_only_save_time() {
    for nodes in 1..=5 {
        let structures = trees(nodes, true);
        let exact = find(&structures, Algorithm::Eager, 1).0;
        for kept in [0, 1, 2, 3] {
            let some = structures.assumptions.iter().enumerate();
            let relaxed = some.filter(|(at, _)| at % 4 <= kept).map(|(_, lit)| *lit).collect();
            let weaker = Structures { relaxed, ..structures.clone() };
            assert_eq!(find(&weaker, Algorithm::Eager, 2).0, exact, "{nodes} nodes, {kept} of 4");
        }
    }
}

#[test]
fn certified_bounds_are_the_same_and_their_proof_is_accepted() {
    for structures in [trees(5, true), trees(5, false)] {
        let plain = find(&structures, Algorithm::Eager, 1).0;
        for (algorithm, threads) in [(Algorithm::Eager, 1), (Algorithm::Eager, 3), (Algorithm::Iterative, 1)] {
            let effort = Effort { algorithm, threads, limits: Limits::NONE, conflicts: None, certified: true };
            let found = feasible_values(&structures, &effort);
            assert_eq!(found.bounds, plain, "{algorithm:?}, {threads} threads");
            assert!(found.proved() > 0 && found.proved() <= found.refuted.len());
            let certificate = found.certificate.expect("it was asked for");
            let (problem, proof) = certificate.files().expect("something is refuted");
            let problem = parse_dimacs(&problem).expect("DIMACS");
            assert!(check_lrat(&problem, &proof).is_ok(), "{algorithm:?}, {threads} threads");
        }
    }
}

/// A list of nodes with ascending keys of which the last one is free; its pairs of keys.
fn ascending(nodes: usize) -> Structures {
    let mut circuit = Circuit::new();
    let alive = circuit.inputs_vec(nodes);
    let keys: Vec<_> = alive.iter().map(|_| circuit.input_bits(3)).collect();
    let (mut assumptions, mut pairs) = (Vec::new(), Vec::new());
    for j in 0..nodes {
        for i in 0..j {
            let are_alive = circuit.and(alive[i], alive[j]);
            let (less, equal) = (circuit.less(&keys[i], &keys[j]), circuit.eq_bits(&keys[i], &keys[j]));
            let orderings = [less, equal, circuit.and(!less, !equal)];
            let [first, second] = [i, j].map(|number| Key { field: FIELDS[0], object: label(number) });
            pairs.push(Pair { first, second, are_alive, orderings });
            if j + 1 < nodes {
                assumptions.push(circuit.implies(are_alive, less));
            }
        }
    }
    Structures { circuit, assumptions, pairs, objects: vec![(NODE, nodes as u32)], ..Structures::default() }
}

#[test]
fn orders_of_keys_are_asked_in_pairs() {
    let structures = ascending(4);
    let key = |number| Key { field: FIELDS[0], object: label(number) };
    for (algorithm, threads) in [(Algorithm::Eager, 1), (Algorithm::Eager, 3), (Algorithm::Iterative, 1)] {
        for certified in [false, true] {
            let effort = Effort { algorithm, threads, limits: Limits::NONE, conflicts: None, certified };
            let found = feasible_values(&structures, &effort);
            assert_eq!(found.bounds.order(key(0), key(2)).iter().collect::<Vec<_>>(), [Ordering::Less]);
            assert_eq!(found.bounds.order(key(1), key(3)), Orderings::ALL);
            assert_eq!((found.bounds.orders().count(), found.bounds.order_size()), (6, 3 + 3 * 3));
            // Partial bounds leave out the cheapest only.
            let sizes = [0, 50, 100].map(|percent| found.partial(percent).order_size());
            assert_eq!(sizes, [18, 15, 12]);
            let Some(certificate) = found.certificate else { continue };
            let (problem, proof) = certificate.files().expect("something is refuted");
            assert!(check_lrat(&parse_dimacs(&problem).expect("DIMACS"), &proof).is_ok());
        }
    }
    let hurried = Limits { deadline: Some(std::time::Instant::now()), ..Limits::NONE };
    let effort = Effort { algorithm: Algorithm::Eager, threads: 1, limits: hurried, conflicts: None, certified: false };
    let found = feasible_values(&structures, &effort);
    assert_eq!((found.bounds.order_size(), found.work.undecided), (18, 18), "what is not answered stays in");
}

/// Keeps what is told, and tells what it is given.
#[derive(Default)]
struct Board {
    told: Mutex<Vec<News>>,
    to_hear: Mutex<Vec<News>>,
}

impl Exchange for Board {
    fn tell(&self, news: &[News]) {
        self.told.lock().expect("nobody panicked").extend_from_slice(news);
    }

    fn heard(&self) -> Vec<News> {
        std::mem::take(&mut self.to_hear.lock().expect("nobody panicked"))
    }
}

/// All answers, by one who hears this first; and what it tells itself.
fn answers(structures: &Structures, to_hear: Vec<News>) -> (Vec<Option<bool>>, Work, Vec<News>) {
    let board = Board { to_hear: Mutex::new(to_hear), ..Board::default() };
    let mut inquiry = Inquiry::new(structures, &board, 0, true);
    let ask = |at| inquiry.ask(at, &Limits::NONE).is_feasible;
    let answers = (0..number_of_questions(structures)).map(ask).collect();
    let work = inquiry.work();
    drop(inquiry);
    (answers, work, board.told.into_inner().expect("nobody panicked"))
}

#[test]
fn only_certificates_that_check_are_believed() {
    let structures = trees(5, true);
    let (own, all_work, told) = answers(&structures, Vec::new());
    let refuted: Vec<News> = told.iter().filter(|news| !news.is_feasible).cloned().collect();
    assert!(refuted.len() > 10 && refuted.iter().filter(|news| news.certificate.is_some()).count() > 10);

    // In whatever order they come.
    let backwards: Vec<News> = refuted.iter().rev().cloned().collect();
    for news in [refuted.clone(), backwards] {
        let (heard, work, _) = answers(&structures, news);
        assert_eq!(heard, own);
        assert!(work.queries < all_work.queries, "what is believed is not asked: {work:?}");
    }

    // Claims without a certificate, and with that of another question: nobody believes them.
    let count = own.len() as u32;
    let claim = |question, certificate| News { question, is_feasible: false, certificate };
    let bare: Vec<News> = (0..count).map(|question| claim(question, None)).collect();
    assert_eq!(answers(&structures, bare).0, own);
    for other in refuted.iter().step_by(11) {
        let forged = (0..count).filter(|question| own[*question as usize] == Some(true));
        let forged: Vec<News> = forged.map(|question| claim(question, other.certificate.clone())).collect();
        assert_eq!(answers(&structures, forged).0, own);
    }
}
