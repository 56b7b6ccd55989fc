//! Symbolic values: what a variable, a slot or a formula holds, as literals of a circuit.
//!
//! A reference is one-hot: one literal for null and one for each object that it may be. Numbers are
//! bits: 32 for all narrow types and `float`, 64 for `long` and `double`. A value of which only
//! comparisons matter is a number too, with 0 for null: every equivalence and every order on fewer
//! than 2^32 values is one of such numbers.

use crate::order::Ordered;
use std::rc::Rc;
use tightrope_circuit::{Bits, Circuit, Lit};
use tightrope_program::{BaseType, Type};

/// An object of the universe: its place in the list of objects.
pub(crate) type ObjectId = usize;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    Bool(Lit),
    Number(Bits),
    /// A number of which only the order matters.
    Ordered(Ordered),
    Ref(Ref),
    /// Only compared. Zero is null.
    Opaque(Bits),
    /// An object of a class of the library that nobody may look into. Only identity is known; zero
    /// is null.
    Closed(Bits),
    Set(Rc<Vec<(ObjectId, Lit)>>),
    /// The classes that a type value may be.
    Type(Rc<Vec<(Type, Lit)>>),
    /// A number that was read where there is nothing: the value is never used.
    Nothing,
    /// Values of different kinds have met in a variable: whoever reads it leaves the translated
    /// part.
    Clash,
}

/// A reference. At most one literal holds; exactly one wherever the value matters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ref {
    pub(crate) null: Lit,
    /// Ascending by object; no literal is constantly false.
    pub(crate) targets: Rc<Vec<(ObjectId, Lit)>>,
}

impl Ref {
    pub(crate) fn null() -> Ref {
        Ref { null: Lit::TRUE, targets: Rc::new(Vec::new()) }
    }

    pub(crate) fn to(object: ObjectId) -> Ref {
        Ref { null: Lit::FALSE, targets: Rc::new(vec![(object, Lit::TRUE)]) }
    }

    pub(crate) fn new(null: Lit, mut targets: Vec<(ObjectId, Lit)>) -> Ref {
        targets.retain(|(_, lit)| *lit != Lit::FALSE);
        Ref { null, targets: Rc::new(targets) }
    }

    /// The literal that says it is this object.
    pub(crate) fn is(&self, object: ObjectId) -> Lit {
        lookup(&self.targets, object)
    }

    /// The only thing that it can be, if that is known: null is `None` inside.
    pub(crate) fn constant(&self) -> Option<Option<ObjectId>> {
        match (self.null, self.targets.as_slice()) {
            (Lit::TRUE, _) => Some(None),
            (Lit::FALSE, [(object, _)]) => Some(Some(*object)),
            _ => None,
        }
    }
}

pub(crate) fn lookup(list: &[(ObjectId, Lit)], object: ObjectId) -> Lit {
    list.binary_search_by_key(&object, |(known, _)| *known).map_or(Lit::FALSE, |at| list[at].1)
}

/// What Java gives a place of this type that nothing was assigned to.
pub(crate) fn default_of(ty: Type) -> Value {
    match ty.base {
        _ if ty.is_array() => Value::Ref(Ref::null()),
        BaseType::Boolean => Value::Bool(Lit::FALSE),
        BaseType::Byte | BaseType::Short | BaseType::Char | BaseType::Int | BaseType::Float => {
            Value::Number(Bits::constant(0, 32))
        }
        BaseType::Long | BaseType::Double => Value::Number(Bits::constant(0, 64)),
        BaseType::ObjectSet => Value::Set(Rc::new(Vec::new())),
        BaseType::TypeValue => Value::Type(Rc::new(Vec::new())),
        _ => Value::Ref(Ref::null()),
    }
}

/// Joins two ascending lists: for each key in one of them, what both say.
fn joined<K: Ord + Copy>(a: &[(K, Lit)], b: &[(K, Lit)], mut join: impl FnMut(Lit, Lit) -> Lit) -> Vec<(K, Lit)> {
    let (mut i, mut j) = (0, 0);
    let mut list = Vec::with_capacity(a.len().max(b.len()));
    while i < a.len() || j < b.len() {
        let take_a = j >= b.len() || i < a.len() && a[i].0 <= b[j].0;
        let take_b = i >= a.len() || j < b.len() && b[j].0 <= a[i].0;
        let key = if take_a { a[i].0 } else { b[j].0 };
        let left = if take_a { a[i].1 } else { Lit::FALSE };
        let right = if take_b { b[j].1 } else { Lit::FALSE };
        i += usize::from(take_a);
        j += usize::from(take_b);
        let lit = join(left, right);
        if lit != Lit::FALSE {
            list.push((key, lit));
        }
    }
    list
}

/// Joins two sets member by member.
pub(crate) fn join_sets(
    a: &[(ObjectId, Lit)],
    b: &[(ObjectId, Lit)],
    join: impl FnMut(Lit, Lit) -> Lit,
) -> Vec<(ObjectId, Lit)> {
    joined(a, b, join)
}

/// If `c` then `a` else `b`. `None`: they are values of different kinds.
pub(crate) fn mux(circuit: &mut Circuit, c: Lit, a: &Value, b: &Value) -> Option<Value> {
    if a == b || c == Lit::TRUE {
        return Some(a.clone());
    }
    if c == Lit::FALSE {
        return Some(b.clone());
    }
    Some(match (a, b) {
        (Value::Nothing, other) | (other, Value::Nothing) => other.clone(),
        (Value::Bool(a), Value::Bool(b)) => Value::Bool(circuit.ite(c, *a, *b)),
        (Value::Number(a), Value::Number(b)) if a.width() != b.width() => return None,
        (Value::Closed(a), Value::Closed(b)) => Value::Closed(circuit.ite_bits(c, a, b)),
        (Value::Number(a), Value::Number(b)) => Value::Number(circuit.ite_bits(c, a, b)),
        (Value::Opaque(a), Value::Opaque(b)) => Value::Opaque(circuit.ite_bits(c, a, b)),
        (Value::Ref(a), Value::Ref(b)) => {
            let null = circuit.ite(c, a.null, b.null);
            Value::Ref(Ref::new(null, joined(&a.targets, &b.targets, |x, y| circuit.ite(c, x, y))))
        }
        (Value::Opaque(bits) | Value::Closed(bits), Value::Ref(other)) if other.null == Lit::TRUE => {
            let null = Bits::constant(0, bits.width());
            a.of_same_kind(circuit.ite_bits(c, bits, &null))
        }
        (Value::Ref(other), Value::Opaque(bits) | Value::Closed(bits)) if other.null == Lit::TRUE => {
            let null = Bits::constant(0, bits.width());
            b.of_same_kind(circuit.ite_bits(c, &null, bits))
        }
        (Value::Ordered(_), _) | (_, Value::Ordered(_)) => {
            let (a, b) = Ordered::pair(a, b)?;
            let points = Rc::new(joined(&a.points, &b.points, |x, y| circuit.ite(c, x, y)));
            Value::Ordered(Ordered { order: a.order, points })
        }
        (Value::Set(a), Value::Set(b)) => Value::Set(Rc::new(joined(a, b, |x, y| circuit.ite(c, x, y)))),
        (Value::Type(a), Value::Type(b)) => Value::Type(Rc::new(joined(a, b, |x, y| circuit.ite(c, x, y)))),
        _ => return None,
    })
}

/// The value among `options` whose literal holds; exactly one does, wherever the value matters.
/// `None`: they are of different kinds, or there are none.
pub(crate) fn select(circuit: &mut Circuit, options: &[(Lit, Value)]) -> Option<Value> {
    let (first, rest) = options.split_first()?;
    if rest.iter().all(|(_, value)| *value == first.1) {
        return Some(first.1.clone());
    }
    match first.1 {
        Value::Ref(_) if options.iter().all(|(_, value)| matches!(value, Value::Ref(_))) => {
            Some(Value::Ref(select_ref(circuit, options)))
        }
        _ if options.iter().any(|(_, value)| matches!(value, Value::Ordered(_))) => select_ordered(circuit, options),
        _ => {
            let (last, others) = options.split_last()?;
            others.iter().rev().try_fold(last.1.clone(), |value, (lit, option)| mux(circuit, *lit, option, &value))
        }
    }
}

/// The points of all options, each where its option is chosen.
fn select_ordered(circuit: &mut Circuit, options: &[(Lit, Value)]) -> Option<Value> {
    let order = options.iter().find_map(|(_, value)| match value {
        Value::Ordered(ordered) => Some(Rc::clone(&ordered.order)),
        _ => None,
    })?;
    let mut parts: Vec<(usize, Vec<Lit>)> = Vec::new();
    for (lit, value) in options {
        for (point, here) in Ordered::of(&order, value)?.points.iter() {
            let both = circuit.and(*lit, *here);
            match parts.binary_search_by_key(point, |(known, _)| *known) {
                Ok(at) => parts[at].1.push(both),
                Err(at) => parts.insert(at, (*point, vec![both])),
            }
        }
    }
    let mut points: Vec<(usize, Lit)> = parts.into_iter().map(|(point, lits)| (point, circuit.or_all(lits))).collect();
    points.retain(|(_, lit)| *lit != Lit::FALSE);
    Some(Value::Ordered(Ordered { order, points: Rc::new(points) }))
}

fn select_ref(circuit: &mut Circuit, options: &[(Lit, Value)]) -> Ref {
    let mut null = Vec::new();
    let mut parts: Vec<(ObjectId, Vec<Lit>)> = Vec::new();
    for (lit, value) in options {
        let Value::Ref(reference) = value else { continue };
        null.push(circuit.and(*lit, reference.null));
        for (object, target) in reference.targets.iter() {
            let both = circuit.and(*lit, *target);
            match parts.binary_search_by_key(object, |(known, _)| *known) {
                Ok(at) => parts[at].1.push(both),
                Err(at) => parts.insert(at, (*object, vec![both])),
            }
        }
    }
    let null = circuit.or_all(null);
    let targets = parts.into_iter().map(|(object, lits)| (object, circuit.or_all(lits))).collect();
    Ref::new(null, targets)
}

/// Are two values the same? Identity for references. `None`: they cannot be compared.
pub(crate) fn same(circuit: &mut Circuit, a: &Value, b: &Value) -> Option<Lit> {
    Some(match (a, b) {
        (Value::Nothing, _) | (_, Value::Nothing) => Lit::FALSE,
        (Value::Bool(a), Value::Bool(b)) => circuit.iff(*a, *b),
        (Value::Number(a), Value::Number(b)) if a.width() != b.width() => return None,
        (Value::Number(a), Value::Number(b))
        | (Value::Opaque(a), Value::Opaque(b))
        | (Value::Closed(a), Value::Closed(b)) => circuit.eq_bits(a, b),
        (Value::Ordered(_), _) | (_, Value::Ordered(_)) => {
            let (a, b) = Ordered::pair(a, b)?;
            Ordered::same(circuit, &a, &b)
        }
        (Value::Ref(a), Value::Ref(b)) if a == b => Lit::TRUE,
        (Value::Ref(a), Value::Ref(b)) => {
            let mut both = vec![circuit.and(a.null, b.null)];
            for (object, lit) in a.targets.iter() {
                both.push(circuit.and(*lit, b.is(*object)));
            }
            circuit.or_all(both)
        }
        (Value::Opaque(bits) | Value::Closed(bits), Value::Ref(other))
        | (Value::Ref(other), Value::Opaque(bits) | Value::Closed(bits))
            if other.null == Lit::TRUE =>
        {
            is_zero(circuit, bits)
        }
        (Value::Set(a), Value::Set(b)) => {
            let same = joined(a, b, |x, y| circuit.xor(x, y));
            !circuit.or_all(same.into_iter().map(|(_, lit)| lit))
        }
        (Value::Type(a), Value::Type(b)) => {
            let same = joined(a, b, |x, y| circuit.and(x, y));
            circuit.or_all(same.into_iter().map(|(_, lit)| lit))
        }
        _ => return None,
    })
}

pub(crate) fn is_zero(circuit: &mut Circuit, bits: &Bits) -> Lit {
    !circuit.or_all(bits.lits().iter().copied())
}

/// The value as a truth value, a number, a reference, a set; a default where it is something else,
/// which the caller has excluded by types.
impl Value {
    /// Another value that only identity or comparisons are known of.
    fn of_same_kind(&self, bits: Bits) -> Value {
        if let Value::Closed(_) = self { Value::Closed(bits) } else { Value::Opaque(bits) }
    }

    pub(crate) fn truth(&self) -> Option<Lit> {
        if let Value::Bool(lit) = self { Some(*lit) } else { None }
    }

    pub(crate) fn number(&self) -> Option<&Bits> {
        if let Value::Number(bits) = self { Some(bits) } else { None }
    }

    pub(crate) fn reference(&self) -> Option<&Ref> {
        if let Value::Ref(reference) = self { Some(reference) } else { None }
    }

    pub(crate) fn set(&self) -> Option<Rc<Vec<(ObjectId, Lit)>>> {
        if let Value::Set(set) = self { Some(Rc::clone(set)) } else { None }
    }
}
