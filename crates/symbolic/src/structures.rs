//! The structures of a class as a circuit: its invariant on all heaps of the scope, up to
//! isomorphism, without a method.
//!
//! Objects are numbered breadth-first ([`crate::initial`]), so the places fit
//! [`tightrope_heap::FieldBounds`]. Where an invariant is not translated it excludes nothing: the
//! circuit may admit more than the structures, never fewer.

use crate::check::{Attempt, Options, Problem};
use crate::contract::Subject;
use crate::encoder::Encoder;
use crate::floating::is_floating;
use crate::initial::{Initial, Keys};
use crate::value::{ObjectId, Value};
use std::collections::BTreeMap;
use tightrope_bounds::derive::{Tree, tree_of};
use tightrope_bounds::feasible::{Pair, Place, Structures};
use tightrope_circuit::{Bits, Circuit, Lit};
use tightrope_heap::validity::is_subtype;
use tightrope_heap::{FieldValue, Key, Label, Scope};
use tightrope_problem::{Bounds, FieldPlace};
use tightrope_program::effective::invariants_concern;
use tightrope_program::sorts::PlaceClass;
use tightrope_program::{ClassId, MethodId, MethodKind, Program, Type};

/// The structures of a class within a scope. `Err`: why they are no circuit, or have no numbers
/// that field bounds can speak of.
pub fn structures(program: &Program, class: ClassId, scope: &Scope, options: &Options) -> Result<Structures, String> {
    let method = method_of(program, class).ok_or("the class has no method that can be called on its objects")?;
    let problem = Problem::new(program, method);
    let attempt = Attempt::new(&problem, scope, options);
    let mut encoder = attempt.encoder();
    let start = attempt.start(&mut encoder)?;
    let mut wanted = attempt.wanted()?;
    wanted.params.clear();
    wanted.has_narrow_orders = true;
    wanted.keys = Keys::Bits;
    wanted.receivers = vec![class];
    // Nodes that static initialisers have made have no numbers.
    let is_made = |tree: &Tree| encoder.objects.iter().any(|object| object.ty.as_class() == Some(tree.node));
    let tree = tree_of(program, class).filter(|tree| options.has_tree_numbers && !is_made(tree));
    wanted.tree.clone_from(&tree);
    let initial = encoder.initial(&wanted, start)?;
    let labels = labels(&initial, class)?;
    // What the method requires is not asked of a structure.
    let mut contract = problem.contract.clone();
    contract.cases.truncate(1);
    contract.cases.iter_mut().for_each(|case| case.requires.clear());
    let subject = Subject { contract: &contract, initial: &initial };
    let assumed = encoder.assume(subject);
    let (mut relaxed, doubts) = relaxed(&mut encoder, subject);
    if let Some(tree) = tree {
        relaxed.extend(tree_facts(&mut encoder, &initial, class, &tree));
    }
    if encoder.is_incoherent {
        return Err("values of different kinds in one place".to_owned());
    }
    if encoder.is_exhausted {
        return Err("the formula is too large, or there is no time left".to_owned());
    }
    let most = scope.largest() as i64;
    let places = places(&mut encoder, &initial, &labels, most);
    let keys = Bounds::resolve(&tightrope_problem::Problem::of_structures(program, class), scope).keys();
    let pairs = pairs(&mut encoder, &initial, &labels, &keys);
    let weakest = without_numbers(&encoder, &initial, class, &relaxed);
    let objects = initial.kinds.iter().filter_map(|kind| Some((kind.ty.as_class()?, kind.objects.len() as u32)));
    let objects = objects.map(|(of, count)| (of, if of == class { count.min(1) } else { count })).collect();
    let (circuit, assumptions) = (encoder.circuit, assumed.lits);
    Ok(Structures { circuit, assumptions, relaxed, weakest, doubts, objects, places, pairs })
}

/// The same with labels for closures and measures: weaker, and easier. And what says that a measure
/// has no value.
fn relaxed<'p>(encoder: &mut Encoder<'p>, subject: Subject<'_, 'p>) -> (Vec<Lit>, Vec<Lit>) {
    encoder.begin_labels(None);
    let mut relaxed = encoder.assume(subject).lits;
    let labels = encoder.labels.take().unwrap_or_default();
    relaxed.extend(labels.equations);
    let doubt = encoder.circuit.or_all(labels.diverging);
    (relaxed, Some(doubt).filter(|lit| *lit != Lit::FALSE).into_iter().collect())
}

/// No node of a tree stands in two places: what the invariant says by closures and keys, said at
/// once. With breadth-first numbers it leaves nothing open but which places are null.
fn tree_facts(encoder: &mut Encoder<'_>, initial: &Initial, class: ClassId, tree: &Tree) -> Vec<Lit> {
    let kind = |of: ClassId| initial.kinds.iter().find(|kind| kind.ty.as_class() == Some(of));
    let (Some(top), Some(nodes)) = (kind(class), kind(tree.node)) else { return Vec::new() };
    let places = top.objects.first().map(|object| (*object, class, vec![tree.root])).into_iter();
    let places = places.chain(nodes.objects.iter().map(|object| (*object, tree.node, tree.edges.clone())));
    let mut facts = Vec::new();
    let mut taken = vec![Lit::FALSE; nodes.objects.len()];
    for (object, of, wanted) in places {
        let Some(cell) = initial.state.cell(object) else { continue };
        let fields = encoder.layouts.fields(of).to_vec();
        for (_, value) in fields.iter().zip(&cell.slots).filter(|(field, _)| wanted.contains(field)) {
            let Value::Ref(reference) = value else { continue };
            for (taken, node) in taken.iter_mut().zip(&nodes.objects) {
                let is_here = reference.is(*node);
                facts.push(encoder.circuit.implies(is_here, !*taken));
                *taken = encoder.circuit.or(*taken, is_here);
            }
        }
    }
    facts.retain(|fact| *fact != Lit::TRUE);
    facts
}

/// A method whose contract includes the invariants.
pub(crate) fn method_of(program: &Program, class: ClassId) -> Option<MethodId> {
    let fits = |id: &MethodId| {
        let method = program.method(*id);
        let is_callable = method.class == class && method.kind == MethodKind::Method && !method.is_static;
        is_callable && !method.is_abstract && invariants_concern(program, *id)
    };
    program.method_ids().find(fits)
}

/// The numbers of all objects. There may be one class of nodes: with more, the order of first
/// occurrence is not the breadth-first one.
fn labels(initial: &Initial, class: ClassId) -> Result<BTreeMap<ObjectId, Label>, String> {
    let mut labels = BTreeMap::new();
    let mut others = 0;
    for kind in initial.kinds.iter().filter(|kind| !kind.objects.is_empty()) {
        let of = kind.ty.as_class().ok_or("structures with arrays")?;
        others += usize::from(of != class);
        for (number, object) in kind.objects.iter().enumerate() {
            labels.insert(*object, Label { class: of, number: number as u32 });
        }
    }
    if others > 1 { Err("structures of several classes".to_owned()) } else { Ok(labels) }
}

/// Those of the assumptions that no number of a node matters for which is as wide as its type.
/// Empty if nodes have no such numbers.
fn without_numbers(encoder: &Encoder<'_>, initial: &Initial, class: ClassId, assumptions: &[Lit]) -> Vec<Lit> {
    let nodes = initial.kinds.iter().filter(|kind| kind.ty.as_class() != Some(class));
    let objects = nodes.flat_map(|kind| &kind.objects);
    let cells = objects.filter_map(|object| initial.state.cell(*object));
    let numbers = cells.flat_map(|cell| &cell.slots).filter_map(Value::number).filter(|bits| is_whole(bits));
    let inputs: Vec<Lit> = numbers.flat_map(|bits| bits.lits()).copied().filter(|lit| !lit.is_constant()).collect();
    if inputs.is_empty() {
        return Vec::new();
    }
    let depends = encoder.circuit.dependants(&inputs);
    assumptions.iter().copied().filter(|lit| !depends[lit.gate() as usize]).collect()
}

type Labels = BTreeMap<ObjectId, Label>;

fn places(encoder: &mut Encoder<'_>, initial: &Initial, labels: &Labels, most: i64) -> Vec<Place> {
    let mut places = Vec::new();
    for (object, label) in labels {
        let Some(cell) = initial.state.cell(*object) else { continue };
        let is_alive = encoder.objects[*object].born;
        let fields = encoder.layouts.fields(label.class).to_vec();
        for (field, value) in fields.into_iter().zip(&cell.slots) {
            // Bounds speak of whole numbers only.
            if is_floating(encoder.program.field(field).ty) {
                continue;
            }
            let ty = encoder.program.field(field).ty;
            let fits = |label: &Label| is_subtype(encoder.program, Type::class(label.class), ty);
            let labels = labels.iter().filter(|(_, label)| fits(label)).map(|(object, label)| (*object, *label));
            let labels: Labels = labels.collect();
            if let Some((values, others)) = values_of(&mut encoder.circuit, value, &labels, most) {
                places.push(Place { field, object: *label, is_alive, values, others });
            }
        }
    }
    places
}

/// A number of which only the order matters, and whether its object is there.
struct Number {
    key: Key,
    class: PlaceClass,
    is_alive: Lit,
    bits: Bits,
}

/// All pairs of numbers that are compared with each other, or could be.
fn pairs(
    encoder: &mut Encoder<'_>,
    initial: &Initial,
    labels: &Labels,
    keys: &BTreeMap<FieldPlace, PlaceClass>,
) -> Vec<Pair> {
    let mut numbers = Vec::new();
    for (object, label) in labels {
        let Some(cell) = initial.state.cell(*object) else { continue };
        let is_alive = encoder.objects[*object].born;
        for (field, value) in encoder.layouts.fields(label.class).iter().zip(&cell.slots) {
            let Some(class) = keys.get(&FieldPlace { class: label.class, field: *field }) else { continue };
            let Value::Number(bits) = value else { continue };
            let key = Key { field: *field, object: *label };
            numbers.push(Number { key, class: *class, is_alive, bits: bits.clone() });
        }
    }
    numbers.sort_by_key(|number| number.key);
    let mut pairs = Vec::new();
    for (at, second) in numbers.iter().enumerate() {
        for first in numbers[..at].iter().filter(|first| first.class == second.class) {
            pairs.push(pair(&mut encoder.circuit, first, second));
        }
    }
    pairs
}

fn pair(circuit: &mut Circuit, first: &Number, second: &Number) -> Pair {
    let are_alive = circuit.and(first.is_alive, second.is_alive);
    let width = first.bits.width().max(second.bits.width());
    let (a, b) = (first.bits.sign_extended(width), second.bits.sign_extended(width));
    let (less, equal) = (circuit.less(&a, &b), circuit.eq_bits(&a, &b));
    let greater = circuit.and(!less, !equal);
    Pair { first: first.key, second: second.key, are_alive, orderings: [less, equal, greater] }
}

type Values = Vec<(FieldValue, Lit)>;

/// The values that a field may have, and what says that it has none of them; `None` if there is
/// nothing to list.
fn values_of(
    circuit: &mut Circuit,
    value: &Value,
    labels: &BTreeMap<ObjectId, Label>,
    most: i64,
) -> Option<(Values, Lit)> {
    match value {
        Value::Bool(lit) => Some((vec![(FieldValue::Data(0), !*lit), (FieldValue::Data(1), *lit)], Lit::FALSE)),
        Value::Ref(reference) => {
            let mut values = vec![(FieldValue::Null, reference.null)];
            // All that the type allows: what numbers exclude is a value that no structure has.
            values.extend(labels.iter().map(|(object, label)| (FieldValue::Object(*label), reference.is(*object))));
            let is_labelled = reference.targets.iter().all(|(object, _)| labels.contains_key(object));
            is_labelled.then_some((values, Lit::FALSE))
        }
        Value::Number(bits) if is_whole(bits) => Some(small_numbers(circuit, bits, most)),
        _ => None,
    }
}

/// A number of which only the order matters has fewer bits than its type, and no value that would
/// mean something.
fn is_whole(bits: &Bits) -> bool {
    let lits = bits.lits();
    lits.len() < 2 || lits[lits.len() - 1] != lits[lits.len() - 2]
}

/// Sizes, balances, heights: numbers about as large as there are objects.
fn small_numbers(circuit: &mut Circuit, bits: &Bits, most: i64) -> (Values, Lit) {
    let width = bits.width();
    let numbers = -2..=most + 1;
    let values: Values = numbers
        .map(|number| (FieldValue::Data(number), circuit.eq_bits(bits, &Bits::constant(number, width))))
        .collect();
    let listed = circuit.or_all(values.iter().map(|(_, lit)| *lit));
    (values, !listed)
}
