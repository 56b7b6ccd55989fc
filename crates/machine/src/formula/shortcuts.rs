//! What may answer before the reference evaluation does.
//!
//! [`super::evaluate`] asks at a few places whether there is a quicker way. Each hook gives the
//! very answer of the reference, or none. [`NoShortcuts`] knows no quicker way: with it, the
//! reference is all there is. So counterexamples are confirmed, brute force is done, and `tightrope
//! run` evaluates. [`super::fast::Fast`] is for searches; the table of accelerations says which of
//! its ways are open.

use super::evaluate::{Evaluation, Step, Value};
use super::quantify::Values;
use super::sets::PartialSet;
use super::truth::Truth;
use super::workspace::Workspace;
use super::{CompiledFormula, Node, QuantifiedNode, ReachNode, WalkId};
use crate::code::{Comparison, FunctionId, Memory};
use crate::version::Version;
use crate::word::Word;

/// Both sides of a comparison.
pub(crate) type Sides = (Value<Word>, Value<Word>);

/// Quicker ways to what the reference evaluation gives.
pub(crate) trait Shortcuts: Default {
    /// Evaluations on a state begin, of this version if it has one.
    fn begin(_: &mut Workspace, _: Option<Version>) {}

    /// A formula is about to be evaluated, whose arguments are in its locals.
    fn prepare(_: &mut Evaluation<'_, '_, Self>, _: &CompiledFormula) {}

    /// The truth of a whole formula.
    fn whole(_: &mut Evaluation<'_, '_, Self>, _: &CompiledFormula) -> Step<Option<bool>> {
        Ok(None)
    }

    /// What an instance of a quantifier contributes, whose variables are all bound.
    fn instance(_: &mut Evaluation<'_, '_, Self>, _: &QuantifiedNode) -> Step<Option<bool>> {
        Ok(None)
    }

    /// The truth of an invariant that held before the method.
    fn still_holds(evaluation: &mut Evaluation<'_, '_, Self>, formula: &CompiledFormula) -> Step<Truth> {
        evaluation.whole(formula)
    }

    /// The invariants of an object inside a formula.
    fn invariant(evaluation: &mut Evaluation<'_, '_, Self>, memory: Memory, object: &Node) -> Step<Truth> {
        evaluation.invariant_of(memory, object)
    }

    /// A field that is known.
    fn field(_: &Evaluation<'_, '_, Self>, _: Memory, _: &Node, _: (u16, bool)) -> Option<Word> {
        None
    }

    /// Does a walk over the heap find an element?
    fn contains(_: &mut Evaluation<'_, '_, Self>, _: &ReachNode, _: &Node) -> Step<Option<Truth>> {
        Ok(None)
    }

    /// What a walk over the heap finds from an object.
    fn set(_: &mut Evaluation<'_, '_, Self>, _: WalkId, _: usize) -> Option<PartialSet> {
        None
    }

    /// The same, as the values of a variable.
    fn values(_: &mut Evaluation<'_, '_, Self>, _: WalkId, _: usize) -> Option<Values> {
        None
    }

    /// What a pure method gives.
    fn call(_: &mut Evaluation<'_, '_, Self>, _: FunctionId, _: &[Word]) -> Option<Value<Word>> {
        None
    }

    /// A comparison of which a side is open or throws.
    fn comparison(
        _: &mut Evaluation<'_, '_, Self>,
        _: Comparison,
        _: (&Node, &Node),
        _: &Sides,
    ) -> Step<Option<Truth>> {
        Ok(None)
    }

    /// Pure methods have changed the copy of the state, or that is given up.
    fn change(_: &mut Workspace) {}
}

/// There is no quicker way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NoShortcuts;

impl Shortcuts for NoShortcuts {}
