//! Numbers that invariants keep small: fields for which a few bits are enough.
//!
//! A height or a size is an int, but the invariant ties it to the number of nodes. Before the
//! method is translated, the solver is asked whether any heap that meets the invariants and the
//! precondition has a greater number there, or a negative one. If there is none, the upper bits are
//! constants, and all that is computed from them is smaller. This is a field bound (TACO, section
//! 5) for numbers.
//!
//! The last objects are asked about first, and what is shown of them is a lemma for the others:
//! mostly an object leads to those behind it, and its number is computed from theirs. In one
//! question for all objects, the solver would have to find that out by itself.

use crate::check::Attempt;
use crate::contract::Subject;
use crate::encoder::Encoder;
use crate::initial::Initial;
use crate::value::Value;
use std::collections::BTreeMap;
use tightrope_circuit::{Limits, Lit, Outcome, Preset};
use tightrope_heap::Scope;
use tightrope_program::FieldId;

/// By field: so many bits, and no sign.
pub(crate) type Widths = BTreeMap<FieldId, usize>;

/// What is known to be small, and why.
#[derive(Debug, Default)]
pub(crate) struct Small {
    pub(crate) widths: Widths,
    /// How often that was shown with a proof that was checked.
    pub(crate) refutations: usize,
    /// As DIMACS and LRAT, where proofs are kept.
    pub(crate) proof: Option<(String, String)>,
}

/// A field that is not shown to be small soon is left as it is.
const MOST_CONFLICTS: u64 = 3_000;

impl Attempt<'_, '_> {
    /// The fields that are small in every heap before the call.
    pub(crate) fn small_fields(&self) -> Small {
        if self.problem.is_in_places() {
            return Small::default();
        }
        let mut encoder = self.encoder();
        let start = self.start(&mut encoder);
        let initial = start.and_then(|start| encoder.initial(&self.wanted()?, start));
        let Ok(initial) = initial else { return Default::default() };
        let width = width_for(self.scope);
        let candidates = candidates(&mut encoder, &initial, width);
        if candidates.is_empty() {
            return Default::default();
        }
        let assumed = encoder.assume(Subject { contract: &self.problem.contract, initial: &initial });
        if encoder.is_incoherent || encoder.is_exhausted {
            return Default::default();
        }
        let mut session = self.options.session(Preset::Plain);
        assumed.lits.iter().for_each(|lit| session.assert(&encoder.circuit, *lit));
        let limits = Limits { conflicts: Some(MOST_CONFLICTS), ..self.options.limits.clone() };
        let mut small = Small::default();
        for (field, large) in candidates {
            let is_small = large.into_iter().rev().all(|lit| {
                let is_refuted = session.solve(&encoder.circuit, &[lit], &limits) == Outcome::Unsat;
                if is_refuted {
                    small.refutations += usize::from(session.is_certified());
                    session.assert(&encoder.circuit, !lit);
                }
                is_refuted
            });
            if is_small {
                small.widths.insert(field, width);
            }
        }
        small.proof = session.whole_proof();
        small
    }
}

/// Enough for the number of objects, and some more.
fn width_for(scope: &Scope) -> usize {
    let most = scope.largest().max(scope.array_length()) + 1;
    (usize::BITS - most.leading_zeros()) as usize + 1
}

/// The fields that hold numbers, and, by object, where theirs is large.
fn candidates(encoder: &mut Encoder<'_>, initial: &Initial, width: usize) -> BTreeMap<FieldId, Vec<Lit>> {
    let mut large: BTreeMap<FieldId, Vec<Lit>> = BTreeMap::new();
    for kind in &initial.kinds {
        let Some(class) = kind.ty.as_class() else { continue };
        for object in &kind.objects {
            let Some(cell) = initial.state.cell(*object) else { continue };
            for (field, value) in encoder.layouts.fields(class).iter().zip(&cell.slots) {
                if let Value::Number(bits) = value {
                    let is_large = encoder.circuit.or_all(bits.lits().iter().skip(width).copied());
                    large.entry(*field).or_default().push(is_large);
                }
            }
        }
    }
    large
}
