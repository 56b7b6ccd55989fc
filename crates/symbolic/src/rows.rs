//! Rows of relational variables (Vaziri & Jackson, *Checking Properties of Heap-Manipulating
//! Procedures with a Constraint Solver*, sections 3 and 4): what a variable or a field of an object
//! holds, as free literals of their own, and equations between such rows as clauses.
//!
//! A row over `n` atoms is either written as a number of `log n` bits (section 4.1), with its atoms
//! as conjunctions of these bits, or as a row of the standard matrix: one literal for each atom,
//! exactly one of which holds. An equation of two numbers compares bit by bit (simplification 3),
//! and `a.f = b` for a scalar `a` is one equation for each atom that `a` may be (simplifications 1
//! and 2), under the bits that say that it is this one: no further variable is needed.
//!
//! Where it departs: an equation of matrix rows has half of the paper's clauses, since with exactly
//! one literal in each row the other half follows; and a row may have any list of atoms, not only
//! those of a type.

use crate::encoder::Encoder;
use crate::order::{Order, Ordered, Point};
use crate::value::{ObjectId, Ref, Value};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use tightrope_circuit::{Bits, Lit};
use tightrope_program::{FieldId, Type};

/// One of these literals holds.
pub(crate) type Clause = Vec<Lit>;

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Writing {
    /// As numbers, with the logical simplifications.
    Binary,
    /// As the standard matrices.
    Matrix,
}

/// The atoms of a row of references besides null, ascending: number `i` stands for the one at
/// `i - 1`, 0 for null.
pub(crate) type Atoms = Rc<Vec<ObjectId>>;

/// What a row can hold.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Bool,
    Number(usize),
    Opaque(usize),
    Closed(usize),
    Ref(Atoms),
    Ordered(Rc<Order>),
}

/// A variable or field whose versions have names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Place {
    Var(usize),
    Static(FieldId),
    Field(FieldId),
    /// An element of an array.
    Element(ObjectId, usize),
    /// Whether a class is initialised.
    Started(tightrope_program::ClassId),
}

/// A version of a place; of a field that of one object.
pub(crate) type Version = (Place, usize, Option<ObjectId>);

/// A number that says which of several things it is.
#[derive(Clone, Debug)]
struct Code {
    bits: Vec<Lit>,
    atoms: Atoms,
}

/// All relational variables of one translation.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) writing: Writing,
    /// What has to hold.
    pub(crate) clauses: Vec<Clause>,
    /// Code is evaluated, and not a formula: images of scalars become rows.
    pub(crate) is_in_code: bool,
    /// By node of the graph: the object that it makes.
    pub(crate) reserved: HashMap<usize, ObjectId>,
    codes: HashMap<Value, Rc<Code>>,
    /// By literal that says that a row is one thing: the bits that say it.
    decoded: HashMap<Lit, Vec<Lit>>,
    by_type: HashMap<Type, Atoms>,
    atoms: Vec<Atoms>,
    images: HashMap<Vec<(Lit, Value)>, Value>,
    /// Rows that stand for a version. There is more than one where values of different kinds meet.
    versions: HashMap<Version, Vec<Value>>,
}

impl Rows {
    pub(crate) fn new(writing: Writing) -> Rows {
        Rows {
            writing,
            clauses: Vec::new(),
            is_in_code: false,
            reserved: HashMap::new(),
            codes: HashMap::new(),
            decoded: HashMap::new(),
            by_type: HashMap::new(),
            atoms: Vec::new(),
            images: HashMap::new(),
            versions: HashMap::new(),
        }
    }

    pub(crate) fn require(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let mut clause: Clause = clause.into_iter().filter(|lit| *lit != Lit::FALSE).collect();
        if !clause.contains(&Lit::TRUE) {
            clause.sort_unstable();
            clause.dedup();
            self.clauses.push(clause);
        }
    }

    /// What a clause holds that only speaks where the literal does: its bits, negated.
    pub(crate) fn unless(&self, lit: Lit) -> Clause {
        match self.decoded.get(&lit) {
            Some(bits) => bits.iter().map(|bit| !*bit).collect(),
            None => vec![!lit],
        }
    }

    /// Is this row one that was made for the version?
    pub(crate) fn stands_for(&self, version: Version, value: &Value) -> bool {
        self.versions.get(&version).is_some_and(|rows| rows.contains(value))
    }

    /// Can the row hold the value?
    pub(crate) fn fits(&self, row: &Value, value: &Value) -> bool {
        match (row, value) {
            (_, Value::Nothing) | (Value::Bool(_), Value::Bool(_)) => true,
            (Value::Number(row), Value::Number(value))
            | (Value::Opaque(row), Value::Opaque(value))
            | (Value::Closed(row), Value::Closed(value)) => row.width() == value.width(),
            (Value::Opaque(_) | Value::Closed(_), Value::Ref(value)) => value.null == Lit::TRUE,
            (Value::Ref(_), Value::Ref(value)) => {
                let atoms = self.codes.get(row).map(|code| &code.atoms);
                let is_known =
                    |(object, _): &(ObjectId, Lit)| atoms.is_some_and(|atoms| atoms.binary_search(object).is_ok());
                atoms.is_some() && value.targets.iter().all(is_known)
            }
            (Value::Ordered(row), value) => Ordered::of(&row.order, value).is_some(),
            _ => false,
        }
    }

    fn interned(&mut self, atoms: Vec<ObjectId>) -> Atoms {
        if let Some(known) = self.atoms.iter().find(|known| ***known == atoms) {
            return Rc::clone(known);
        }
        let atoms = Rc::new(atoms);
        self.atoms.push(Rc::clone(&atoms));
        atoms
    }
}

impl Encoder<'_> {
    /// Adds a clause of the relational encoding.
    pub(crate) fn require(&mut self, clause: impl IntoIterator<Item = Lit>) {
        if let Some(rows) = &mut self.rows {
            rows.require(clause);
        }
    }

    /// All objects of a type that are known by now.
    fn atoms_of(&mut self, ty: Type) -> Atoms {
        if let Some(known) = self.rows.as_ref().and_then(|rows| rows.by_type.get(&ty)) {
            return Rc::clone(known);
        }
        let atoms: Vec<ObjectId> = (0..self.objects.len()).filter(|object| self.is_instance(*object, ty)).collect();
        let Some(rows) = &mut self.rows else { return Rc::new(atoms) };
        let atoms = rows.interned(atoms);
        rows.by_type.insert(ty, Rc::clone(&atoms));
        atoms
    }

    /// Atoms among which all these references are.
    fn atoms_for(&mut self, values: &[&Value], hint: Option<Type>) -> Atoms {
        let mut wanted: BTreeSet<ObjectId> = BTreeSet::new();
        for value in values.iter().filter_map(|value| value.reference()) {
            wanted.extend(value.targets.iter().map(|(object, _)| *object));
        }
        let holds_all = |atoms: &Atoms| wanted.iter().all(|object| atoms.binary_search(object).is_ok());
        let of_type = hint.map(|ty| self.atoms_of(ty));
        let Some(rows) = &mut self.rows else { return Rc::new(wanted.into_iter().collect()) };
        let coded = values.iter().filter_map(|value| rows.codes.get(*value)).map(|code| Rc::clone(&code.atoms));
        if let Some(atoms) = coded.chain(of_type).find(holds_all) {
            return atoms;
        }
        match rows.atoms.iter().filter(|atoms| holds_all(atoms)).min_by_key(|atoms| atoms.len()) {
            Some(atoms) => Rc::clone(atoms),
            None => rows.interned(wanted.into_iter().collect()),
        }
    }

    /// What a row must be that can hold all these values. `None`: there is none, or none is needed.
    pub(crate) fn shape_of(&mut self, values: &[&Value], hint: Option<Type>) -> Option<Shape> {
        let is_null = |value: &Value| matches!(value, Value::Ref(reference) if reference.null == Lit::TRUE);
        let telling = values.iter().find(|value| **value != &Value::Nothing && !is_null(value))?;
        let order = values.iter().find_map(|value| match value {
            Value::Ordered(ordered) => Some(Rc::clone(&ordered.order)),
            _ => None,
        });
        let shape = match telling {
            _ if order.is_some() => Shape::Ordered(order?),
            Value::Bool(_) => Shape::Bool,
            Value::Number(bits) => Shape::Number(bits.width()),
            Value::Opaque(bits) => Shape::Opaque(bits.width()),
            Value::Closed(bits) => Shape::Closed(bits.width()),
            Value::Ref(_) => {
                let has_others = values.iter().any(|value| !matches!(value, Value::Ref(_) | Value::Nothing));
                Shape::Ref(if has_others { return None } else { self.atoms_for(values, hint) })
            }
            Value::Set(_) | Value::Type(_) | Value::Nothing | Value::Clash | Value::Ordered(_) => return None,
        };
        let fits = |value: &&Value| match (&shape, *value) {
            (_, Value::Nothing) | (Shape::Bool, Value::Bool(_)) | (Shape::Ref(_), Value::Ref(_)) => true,
            (Shape::Number(width), Value::Number(bits))
            | (Shape::Opaque(width), Value::Opaque(bits))
            | (Shape::Closed(width), Value::Closed(bits)) => *width == bits.width(),
            (Shape::Opaque(_) | Shape::Closed(_), value) => is_null(value),
            (Shape::Ordered(order), value) => Ordered::of(order, value).is_some(),
            _ => false,
        };
        values.iter().all(fits).then_some(shape)
    }

    /// A new row.
    pub(crate) fn fresh_row(&mut self, shape: &Shape) -> Value {
        match shape {
            Shape::Bool => Value::Bool(self.circuit.input()),
            Shape::Number(width) => Value::Number(self.circuit.input_bits(*width)),
            Shape::Opaque(width) => Value::Opaque(self.circuit.input_bits(*width)),
            Shape::Closed(width) => Value::Closed(self.circuit.input_bits(*width)),
            Shape::Ref(atoms) => self.fresh_reference(atoms, None),
            Shape::Ordered(order) => {
                let (lits, bits) = self.fresh_choice(order.len());
                let points: Vec<(Point, Lit)> = lits.into_iter().enumerate().collect();
                let value = Value::Ordered(Ordered { order: Rc::clone(order), points: Rc::new(points) });
                let atoms = Rc::new(Vec::new());
                self.keep_code(&value, Code { bits, atoms });
                value
            }
        }
    }

    fn keep_code(&mut self, value: &Value, code: Code) {
        if let Some(rows) = &mut self.rows {
            rows.codes.insert(value.clone(), Rc::new(code));
        }
    }

    /// A row of references; with a list, one that holds only what is in it, null being `None`.
    fn fresh_reference(&mut self, atoms: &Atoms, only: Option<&[Option<ObjectId>]>) -> Value {
        let (lits, bits) = self.fresh_choice(atoms.len() + 1);
        let is_meant = |atom: &Option<ObjectId>| only.is_none_or(|only| only.contains(atom));
        let mut targets = Vec::new();
        for (atom, lit) in std::iter::once(None).chain(atoms.iter().copied().map(Some)).zip(&lits) {
            match atom {
                _ if !is_meant(&atom) => {
                    let never = self.rows.as_ref().map_or_else(Vec::new, |rows| rows.unless(*lit));
                    self.require(never);
                }
                Some(object) => targets.push((object, *lit)),
                None => {}
            }
        }
        let null = if is_meant(&None) { lits[0] } else { Lit::FALSE };
        let value = Value::Ref(Ref::new(null, targets));
        self.keep_code(&value, Code { bits, atoms: Rc::clone(atoms) });
        value
    }

    /// A free choice among objects of a type before the call, as a row. `None`: rows are matrices,
    /// whose form is that of all choices, or there are none.
    pub(crate) fn initial_row(&mut self, ty: Type, options: &[ObjectId], may_be_null: bool) -> Option<Ref> {
        self.rows.as_ref().filter(|rows| rows.writing == Writing::Binary)?;
        let atoms = self.atoms_of(ty);
        let null = may_be_null.then_some(None);
        let only: Vec<Option<ObjectId>> = null.into_iter().chain(options.iter().copied().map(Some)).collect();
        if !options.iter().all(|object| atoms.binary_search(object).is_ok()) {
            return None;
        }
        self.fresh_reference(&atoms, Some(&only)).reference().cloned()
    }

    /// One of `count` things: for each the literal that says so, and the bits of the number.
    fn fresh_choice(&mut self, count: usize) -> (Vec<Lit>, Vec<Lit>) {
        match self.rows.as_ref().map(|rows| rows.writing) {
            Some(Writing::Binary) => self.fresh_number(count),
            _ => (self.fresh_one_hot(count), Vec::new()),
        }
    }

    fn fresh_number(&mut self, count: usize) -> (Vec<Lit>, Vec<Lit>) {
        let width = (usize::BITS - count.saturating_sub(1).leading_zeros()) as usize;
        let bits = self.circuit.inputs_vec(width);
        let written = |number: usize| -> Vec<Lit> {
            bits.iter().enumerate().map(|(at, bit)| bit.negated_if(number >> at & 1 == 0)).collect()
        };
        let mut lits = Vec::new();
        for number in 0..1 << width {
            let says = written(number);
            if number >= count {
                self.require(says.iter().map(|bit| !*bit));
                continue;
            }
            let lit = self.circuit.and_all(says.iter().copied());
            if let Some(rows) = &mut self.rows {
                rows.decoded.insert(lit, says);
            }
            lits.push(lit);
        }
        (lits, bits)
    }

    fn fresh_one_hot(&mut self, count: usize) -> Vec<Lit> {
        if count == 1 {
            return vec![Lit::TRUE];
        }
        let lits = self.circuit.inputs_vec(count);
        self.require(lits.iter().copied());
        for (at, lit) in lits.iter().enumerate() {
            for other in &lits[..at] {
                self.require([!*lit, !*other]);
            }
        }
        lits
    }

    /// The row of a version that can hold all these values: a known one, or a new one.
    pub(crate) fn version(&mut self, version: Version, values: &[&Value], hint: Option<Type>) -> Option<Value> {
        let rows = self.rows.as_ref()?;
        let known = rows.versions.get(&version).into_iter().flatten();
        let mut fitting = known.filter(|row| values.iter().all(|value| rows.fits(row, value)));
        if let Some(row) = fitting.next() {
            return Some(row.clone());
        }
        let shape = self.shape_of(values, hint)?;
        let row = self.fresh_row(&shape);
        let rows = self.rows.as_mut()?;
        rows.versions.entry(version).or_default().push(row.clone());
        Some(row)
    }

    /// Unless one of the literals holds, the row holds the value.
    pub(crate) fn equate(&mut self, unless: &[Lit], row: &Value, value: &Value) {
        match (row, value) {
            (_, Value::Nothing) => {}
            (Value::Bool(a), Value::Bool(b)) => self.equate_lits(unless, *a, *b),
            (Value::Number(a), Value::Number(b))
            | (Value::Opaque(a), Value::Opaque(b))
            | (Value::Closed(a), Value::Closed(b)) => self.equate_bits(unless, a.lits(), b.lits()),
            (Value::Opaque(a) | Value::Closed(a), Value::Ref(_)) => {
                let zero = Bits::constant(0, a.width());
                self.equate_bits(unless, a.lits(), zero.lits());
            }
            (Value::Ref(to), Value::Ref(from)) => {
                let atoms = self.rows.as_ref().and_then(|rows| rows.codes.get(row)).map(|code| Rc::clone(&code.atoms));
                let Some(atoms) = atoms else { return self.incoherent() };
                let mut options = vec![(0, to.null, from.null)];
                for (object, lit) in from.targets.iter() {
                    let Ok(at) = atoms.binary_search(object) else { return self.incoherent() };
                    options.push((at + 1, to.is(*object), *lit));
                }
                self.equate_choices(unless, (row, value), &options);
            }
            (Value::Ordered(to), _) => {
                let Some(from) = Ordered::of(&to.order, value) else { return self.incoherent() };
                let lit_of = |point: &Point| crate::value::lookup(&to.points, *point);
                let options: Vec<(usize, Lit, Lit)> =
                    from.points.iter().map(|(point, lit)| (*point, lit_of(point), *lit)).collect();
                self.equate_choices(unless, (row, value), &options);
            }
            _ => self.incoherent(),
        }
    }

    /// Options: the number, where the row is this, where the value is.
    fn equate_choices(&mut self, unless: &[Lit], (row, value): (&Value, &Value), options: &[(usize, Lit, Lit)]) {
        let Some(rows) = &self.rows else { return };
        let code = rows.codes.get(row).cloned();
        let other = rows.codes.get(value).cloned();
        let Some(code) = code.filter(|code| !code.bits.is_empty()) else {
            for (_, is_row, is_value) in options.iter().filter(|(_, _, lit)| *lit != Lit::FALSE) {
                self.require(unless.iter().copied().chain([!*is_value, *is_row]));
            }
            return;
        };
        if let Some(other) = other.filter(|other| other.atoms == code.atoms && other.bits.len() == code.bits.len()) {
            return self.equate_bits(unless, &code.bits, &other.bits);
        }
        for (number, _, is_value) in options.iter().filter(|(_, _, lit)| *lit != Lit::FALSE) {
            let guard = self.rows.as_ref().map_or_else(Vec::new, |rows| rows.unless(*is_value));
            for (at, bit) in code.bits.iter().enumerate() {
                let says = bit.negated_if(number >> at & 1 == 0);
                self.require(unless.iter().chain(&guard).copied().chain([says]));
            }
        }
    }

    fn equate_bits(&mut self, unless: &[Lit], a: &[Lit], b: &[Lit]) {
        for (a, b) in a.iter().zip(b) {
            self.equate_lits(unless, *a, *b);
        }
    }

    fn equate_lits(&mut self, unless: &[Lit], a: Lit, b: Lit) {
        if a != b {
            self.require(unless.iter().copied().chain([!a, b]));
            self.require(unless.iter().copied().chain([a, !b]));
        }
    }

    /// What a scalar leads to, as a row of its own (section 4.2): the value of the option whose
    /// literal holds. `None`: nothing is introduced here.
    pub(crate) fn image(&mut self, options: &[(Lit, Value)], ty: Type) -> Option<Value> {
        let rows = self.rows.as_ref().filter(|rows| rows.is_in_code && rows.writing == Writing::Binary)?;
        let (first, rest) = options.split_first()?;
        if rest.iter().all(|(_, value)| *value == first.1) {
            return None;
        }
        if let Some(known) = rows.images.get(options) {
            return Some(known.clone());
        }
        let values: Vec<&Value> = options.iter().map(|(_, value)| value).collect();
        let shape = self.shape_of(&values, Some(ty))?;
        let row = self.fresh_row(&shape);
        for (lit, value) in options {
            let unless = self.rows.as_ref().map_or_else(Vec::new, |rows| rows.unless(*lit));
            self.equate(&unless, &row, value);
        }
        let rows = self.rows.as_mut()?;
        rows.images.insert(options.to_vec(), row.clone());
        Some(row)
    }

    /// Two rows of numbers are the same, bit by bit. `None`: they are none, or not of the same
    /// atoms.
    pub(crate) fn same_rows(&mut self, a: &Value, b: &Value) -> Option<Lit> {
        let rows = self.rows.as_ref().filter(|rows| rows.is_in_code)?;
        let (Value::Ref(_), Value::Ref(_)) = (a, b) else { return None };
        let (a, b) = (rows.codes.get(a)?, rows.codes.get(b)?);
        if a.atoms != b.atoms || a.bits.is_empty() || a.bits.len() != b.bits.len() {
            return None;
        }
        let (a, b) = (Bits::from_lits(a.bits.clone()), Bits::from_lits(b.bits.clone()));
        Some(self.circuit.eq_bits(&a, &b))
    }
}
