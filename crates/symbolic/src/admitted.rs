//! The heaps that the invariants of a class admit, one by one: the models of what every check of
//! its methods starts from.
//!
//! Heaps are told apart by their references, truth values and lengths of arrays. Of their numbers
//! only those are given that follow from these; the others are unknown, and so is what is only
//! compared. Nothing uses it but comparisons with other lists of structures: it makes visible
//! whether the formula loses a heap, admits one too many, or has one twice.

use crate::check::{Attempt, Options, Problem};
use crate::contract::Assumed;
use crate::decode::decode;
use crate::encoder::{Encoder, Flags};
use crate::initial::Initial;
use crate::structures::method_of;
use crate::value::{ObjectId, Value};
use std::rc::Rc;
use tightrope_circuit::{Bits, Lit, Model, Outcome, Preset, Session};
use tightrope_heap::{Heap, Scope};
use tightrope_program::{ClassId, MethodId, MethodKind, Program};

/// A number of the heap: the object, its slot, and the bits.
type Number = (ObjectId, usize, Bits);

/// Why there is no list.
enum Missing {
    /// A bound on iterations is too small.
    Iterations,
    Other(String),
}

impl From<String> for Missing {
    fn from(why: String) -> Missing {
        Missing::Other(why)
    }
}

impl From<&str> for Missing {
    fn from(why: &str) -> Missing {
        Missing::Other(why.to_owned())
    }
}

/// The heaps of a class within a scope, in the order in which they are found. `Err`: why there is
/// no such list; more than `most` heaps are a reason.
pub fn admitted_heaps(
    program: &Program,
    class: ClassId,
    scope: &Scope,
    options: &Options,
    most: usize,
) -> Result<Vec<Heap>, String> {
    let method = method_of(program, class).or_else(|| any_method(program, class));
    let problem = Problem::new(program, method.ok_or("the class has no method that can be called on its objects")?);
    let mut attempt = Attempt::new(&problem, scope, options);
    loop {
        match listed(&attempt, class, most) {
            Ok(heaps) => return Ok(heaps),
            Err(Missing::Other(why)) => return Err(why),
            Err(Missing::Iterations) if attempt.can_grow() => attempt.iterations *= 2,
            Err(Missing::Iterations) => return Err(format!("more than {} iterations", attempt.iterations)),
        }
    }
}

fn listed(attempt: &Attempt<'_, '_>, class: ClassId, most: usize) -> Result<Vec<Heap>, Missing> {
    let mut encoder = attempt.encoder();
    let start = attempt.start(&mut encoder)?;
    let mut wanted = attempt.wanted()?;
    wanted.params.clear();
    wanted.receivers = vec![class];
    let initial = encoder.initial(&wanted, start)?;
    let mut assumed = Assumed { lits: initial.assumptions.clone(), applicable: Vec::new(), doubt: Flags::NONE };
    encoder.assume_static_clauses(&mut assumed, &attempt.problem.contract, &initial.state, &[]);
    encoder.assume_object_invariants(&mut assumed, &initial.state, true);
    if encoder.is_incoherent {
        return Err(crate::walk::CLASH.into());
    }
    if encoder.is_exhausted {
        return Err("the formula is too large, or there is no time left".into());
    }
    let session = attempt.options.session(Preset::Plain);
    let (told, numbers) = (told(&initial), numbers(&initial));
    let mut listing = Listing { attempt, encoder, initial, session, told, numbers };
    listing.assume(&assumed)?;
    Ok(listing.all(most)?)
}

fn any_method(program: &Program, class: ClassId) -> Option<MethodId> {
    let is_callable = |id: &MethodId| {
        let method = program.method(*id);
        method.class == class && method.kind == MethodKind::Method && !method.is_static && !method.is_abstract
    };
    program.method_ids().find(is_callable)
}

/// What heaps are told apart by.
fn told(initial: &Initial) -> Vec<Lit> {
    let cells = initial.kinds.iter().flat_map(|kind| &kind.objects).filter_map(|object| initial.state.cell(*object));
    let cells: Vec<_> = cells.cloned().collect();
    let slots = cells.iter().flat_map(|cell| &cell.slots);
    let places = initial.args.iter().chain(initial.state.statics.values()).chain(slots);
    let mut lits: Vec<Lit> = places.flat_map(lits_of).collect();
    lits.extend(cells.iter().filter_map(|cell| cell.length.as_ref()).flat_map(|length| length.lits().to_vec()));
    lits.sort_unstable();
    lits.dedup();
    lits.retain(|lit| !lit.is_constant());
    lits
}

fn lits_of(value: &Value) -> Vec<Lit> {
    match value {
        Value::Bool(lit) => vec![*lit],
        Value::Ref(reference) => {
            std::iter::once(reference.null).chain(reference.targets.iter().map(|(_, lit)| *lit)).collect()
        }
        _ => Vec::new(),
    }
}

fn numbers(initial: &Initial) -> Vec<Number> {
    let mut numbers = Vec::new();
    for object in initial.kinds.iter().flat_map(|kind| &kind.objects) {
        let slots = initial.state.cell(*object).map_or(&[][..], |cell| &cell.slots);
        for (slot, value) in slots.iter().enumerate() {
            numbers.extend(value.number().map(|bits| (*object, slot, bits.clone())));
        }
    }
    numbers
}

/// The list in progress.
struct Listing<'e, 'a, 'p> {
    attempt: &'e Attempt<'a, 'p>,
    encoder: Encoder<'p>,
    initial: Initial,
    session: Session,
    told: Vec<Lit>,
    numbers: Vec<Number>,
}

impl Listing<'_, '_, '_> {
    /// `Err`: the invariants have no value on some heap.
    fn assume(&mut self, assumed: &Assumed) -> Result<(), Missing> {
        for lit in &assumed.lits {
            self.session.assert(&self.encoder.circuit, *lit);
        }
        let Flags { beyond, stuck, .. } = assumed.doubt;
        if stuck != Lit::FALSE && self.can(&[stuck])? {
            return Err(self.encoder.reasons.join(", ").into());
        }
        if beyond != Lit::FALSE && self.can(&[beyond])? {
            return Err(Missing::Iterations);
        }
        Ok(())
    }

    fn can(&mut self, assumptions: &[Lit]) -> Result<bool, String> {
        match self.session.solve(&self.encoder.circuit, assumptions, &self.attempt.options.limits) {
            Outcome::Sat => Ok(true),
            Outcome::Unsat => Ok(false),
            Outcome::Unknown(_) => Err("no time left".to_owned()),
        }
    }

    fn all(mut self, most: usize) -> Result<Vec<Heap>, String> {
        let mut heaps = Vec::new();
        while self.can(&[])? {
            if heaps.len() == most {
                return Err(format!("more than {most} heaps"));
            }
            let mut model = self.session.model(&self.encoder.circuit);
            let values = model.values(&self.encoder.circuit, &self.told);
            let shape: Vec<Lit> = self.told.iter().zip(values).map(|(lit, value)| lit.negated_if(!value)).collect();
            heaps.push(self.heap(model, &shape)?);
            let other: Vec<Lit> = shape.iter().map(|lit| !*lit).collect();
            self.session.assert_any(&self.encoder.circuit, &other);
        }
        Ok(heaps)
    }

    /// The heap of a model, without the numbers that could be others.
    fn heap(&mut self, mut model: Model, shape: &[Lit]) -> Result<Heap, String> {
        let circuit = &self.encoder.circuit;
        let values: Vec<i64> = self.numbers.iter().map(|(_, _, bits)| model.signed(circuit, bits)).collect();
        let mut fixed: Vec<usize> = (0..self.numbers.len()).collect();
        loop {
            let mut differences = Vec::new();
            for number in &fixed {
                let bits = &self.numbers[*number].2;
                let same = Bits::constant(values[*number], bits.width());
                differences.push(!self.encoder.circuit.eq_bits(bits, &same));
            }
            let differs = self.encoder.circuit.or_all(differences);
            if differs == Lit::FALSE || !self.can(&[shape, &[differs]].concat())? {
                break;
            }
            let mut other = self.session.model(&self.encoder.circuit);
            let circuit = &self.encoder.circuit;
            fixed.retain(|number| other.signed(circuit, &self.numbers[*number].2) == values[*number]);
        }
        let known = self.without_others(&fixed);
        Ok(decode(&self.encoder, &known, &self.attempt.names()[..1], model).heap)
    }

    /// The heaps with nothing but references, truth values and these numbers.
    fn without_others(&self, fixed: &[usize]) -> Initial {
        let is_fixed = |object: ObjectId, slot: usize| {
            fixed.iter().any(|number| (self.numbers[*number].0, self.numbers[*number].1) == (object, slot))
        };
        let mut initial = self.initial.clone();
        for object in self.initial.kinds.iter().flat_map(|kind| &kind.objects) {
            let Some(cell) = self.initial.state.cell(*object) else { continue };
            let mut cell = crate::state::Cell::clone(cell);
            for (slot, value) in cell.slots.iter_mut().enumerate() {
                let is_known = matches!(value, Value::Bool(_) | Value::Ref(_)) || is_fixed(*object, slot);
                if !is_known {
                    *value = Value::Nothing;
                }
            }
            initial.state.heap[*object] = Some(Rc::new(cell));
        }
        initial
    }
}
