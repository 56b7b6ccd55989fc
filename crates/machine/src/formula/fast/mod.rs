//! The quick ways of searches: plans, kept sets, kept calls, sums and ranges, what a run has left
//! alone. Here they are hooked into the reference evaluation ([`crate::formula::evaluate`]); each
//! has its own file.

mod calls;
mod sets;

use super::decide::LoopState;
use super::evaluate::{Evaluation, Halt, Open, Step, Value};
use super::quantify::{Values, Words};
use super::sets::{Objects, PartialSet};
use super::shortcuts::{NoShortcuts, Shortcuts, Sides};
use super::truth::{Consequence, Truth};
use super::watch::Watched;
use super::workspace::Workspace;
use super::{CompiledFormula, Force, Node, NodeKind, QuantifiedNode, ReachNode, WalkId};
use crate::accelerations::Acceleration;
use crate::code::{Comparison, FunctionId, Memory};
use crate::version::Version;
use crate::word::{self, NULL, UNKNOWN, Word};

/// What the quick ways have to remember while a formula is evaluated.
#[derive(Debug)]
pub(crate) struct Fast {
    /// A plan met something that has no value at all.
    pub(super) halt: Option<Halt>,
    /// How many `\\invariant_for` are being evaluated inside each other.
    pub(super) nested_invariants: usize,
    /// A loop, and the objects of which it need not look at the instances.
    pub(super) left_out: (u16, u128),
}

/// No loop leaves anything out.
const NOTHING: (u16, u128) = (u16::MAX, 0);

impl Default for Fast {
    fn default() -> Fast {
        Fast { halt: None, nested_invariants: 0, left_out: NOTHING }
    }
}

impl Shortcuts for Fast {
    fn begin(workspace: &mut Workspace, version: Option<Version>) {
        let made_for = workspace.made_for.take();
        if version.is_none() || made_for != version {
            workspace.reached.invalidate();
            workspace.calls.invalidate();
            workspace.guesses.clear();
        }
    }

    /// Makes room for what plans need, and puts the result where they want it.
    #[inline(always)]
    fn prepare(evaluation: &mut Evaluation<'_, '_, Fast>, formula: &CompiledFormula) {
        let Workspace { locals, loops, others, .. } = &mut *evaluation.workspace;
        if locals.len() < formula.size.registers {
            locals.resize(formula.size.registers, NULL);
        }
        if let Some(register) = formula.size.result {
            locals[usize::from(register)] = evaluation.result;
        }
        if loops.len() < formula.size.loops {
            loops.resize(formula.size.loops, LoopState::default());
            others.resize_with(formula.size.loops, || Words::Few(0));
        }
    }

    #[inline(always)]
    fn whole(evaluation: &mut Evaluation<'_, '_, Fast>, formula: &CompiledFormula) -> Step<Option<bool>> {
        let decided = evaluation.decided_whole(formula)?;
        debug_assert!(
            decided.is_none_or(|truth| evaluation.is_confirmed(formula, truth)),
            "a plan says {decided:?}, the formula something else"
        );
        Ok(decided)
    }

    #[inline(always)]
    fn instance(evaluation: &mut Evaluation<'_, '_, Fast>, node: &QuantifiedNode) -> Step<Option<bool>> {
        evaluation.decided_instance(node)
    }

    fn still_holds(evaluation: &mut Evaluation<'_, '_, Fast>, formula: &CompiledFormula) -> Step<Truth> {
        let is_used = evaluation.executable().has(Acceleration::Untouched);
        if let Some(confined) = formula.confined.filter(|_| is_used) {
            let untouched = evaluation.untouched(confined);
            debug_assert!(evaluation.all_hold(untouched, formula), "what was left alone does not hold");
            evaluation.shortcuts.left_out = (confined.number, untouched);
        }
        let truth = evaluation.whole(formula);
        evaluation.shortcuts.left_out = NOTHING;
        truth
    }

    fn invariant(evaluation: &mut Evaluation<'_, '_, Fast>, memory: Memory, object: &Node) -> Step<Truth> {
        evaluation.shortcuts.nested_invariants += 1;
        // They speak of another object.
        let ranges = evaluation.ranges.take();
        let truth = evaluation.invariant_of(memory, object);
        evaluation.ranges = ranges;
        evaluation.shortcuts.nested_invariants -= 1;
        truth
    }

    #[inline(always)]
    fn field(
        evaluation: &Evaluation<'_, '_, Fast>,
        memory: Memory,
        object: &Node,
        (slot, is_long): (u16, bool),
    ) -> Option<Word> {
        evaluation.known_field(memory, object, slot, is_long)
    }

    #[inline(always)]
    fn contains(evaluation: &mut Evaluation<'_, '_, Fast>, reach: &ReachNode, element: &Node) -> Step<Option<Truth>> {
        evaluation.reach_contains(reach, element)
    }

    #[inline(always)]
    fn set(evaluation: &mut Evaluation<'_, '_, Fast>, walk: WalkId, object: usize) -> Option<PartialSet> {
        let reached = evaluation.reached(walk, object)?;
        let surely = Objects::Few(reached.members);
        let maybe = if reached.open.is_some() { Objects::Few(evaluation.fitting_few(walk)) } else { surely.clone() };
        let open = evaluation.open_behind(walk, &reached);
        Some(PartialSet { surely, maybe, open, watched: Watched::frontiers(reached.frontier) })
    }

    #[inline(always)]
    fn values(evaluation: &mut Evaluation<'_, '_, Fast>, walk: WalkId, object: usize) -> Option<Values> {
        let reached = evaluation.reached(walk, object)?;
        let open = evaluation.open_behind(walk, &reached);
        evaluation.workspace.met.add(Watched::frontiers(reached.frontier));
        Some(Values { words: Words::Few(reached.members), open })
    }

    #[inline(always)]
    fn call(evaluation: &mut Evaluation<'_, '_, Fast>, function: FunctionId, args: &[Word]) -> Option<Value<Word>> {
        evaluation.quick_call(function, args)
    }

    #[inline(always)]
    fn comparison(
        evaluation: &mut Evaluation<'_, '_, Fast>,
        op: Comparison,
        nodes: (&Node, &Node),
        sides: &Sides,
    ) -> Step<Option<Truth>> {
        evaluation.open_numbers(op, nodes, sides)
    }

    fn change(workspace: &mut Workspace) {
        workspace.calls.clear();
    }
}

impl Evaluation<'_, '_> {
    /// A field of a variable, if it is known: most of what is read.
    #[inline(always)]
    fn known_field(&self, memory: Memory, object: &Node, slot: u16, is_long: bool) -> Option<Word> {
        let NodeKind::Local(local) = object.kind else { return None };
        let object = word::as_object(self.workspace.locals[usize::from(local)]).filter(|_| !is_long)?;
        let word = self.state().read(memory, object, usize::from(slot));
        (word != UNKNOWN).then_some(word)
    }

    /// Does a walk find an element? `None`: that needs the whole set.
    fn reach_contains(&mut self, reach: &ReachNode, element: &Node) -> Step<Option<Truth>> {
        let (NodeKind::Field { memory, object, slot, is_long }, NodeKind::Local(element)) =
            (&reach.root.kind, &element.kind)
        else {
            return Ok(None);
        };
        let root = self.known_field(*memory, object, *slot, *is_long);
        let element = word::as_object(self.workspace.locals[usize::from(*element)]);
        let (Some(Some(root)), Some(element)) = (root.map(word::as_object), element) else { return Ok(None) };
        let Some(reached) = self.reached(reach.walk, root) else { return Ok(None) };
        self.workspace.met.add(Watched::frontiers(reached.frontier));
        let is_there = |objects: u128| 1_u128.checked_shl(element as u32).is_some_and(|bit| objects & bit != 0);
        Ok(Some(match self.open_behind(reach.walk, &reached) {
            _ if is_there(reached.members) => Truth::YES,
            Some(question) if is_there(self.fitting_few(reach.walk)) => Truth::open(question, false),
            _ => Truth::NO,
        }))
    }

    /// A comparison of which a side is open or throws: what sums and ranges tell of it.
    fn open_numbers(&mut self, op: Comparison, (left, right): (&Node, &Node), sides: &Sides) -> Step<Option<Truth>> {
        let is_slot = |value: &Value<Word>| matches!(value, Value::Open(Open { is_slot: true, .. }));
        // An open slot that is compared gets its value.
        if is_slot(&sides.0) || is_slot(&sides.1) {
            return Ok(None);
        }
        match (op, self.tallied_equality(left, right)?) {
            (Comparison::Equal, Some(truth)) => return Ok(Some(truth)),
            (Comparison::NotEqual, Some(truth)) => return Ok(Some(truth.not())),
            _ => {}
        }
        let Some(ranged) = self.ranged_comparison(op, left, right) else { return Ok(None) };
        let tells = !ranged.can_be_true || !ranged.can_be_false || ranged.excluded.is_some();
        self.workspace.relies_on_scope |= tells && self.ranges.is_some_and(|ranges| ranges.is_cut);
        let truth = self.open_comparison(op, sides.0.clone(), sides.1.clone());
        let truth = truth.limited(ranged.can_be_true, ranged.can_be_false);
        Ok(Some(match ranged.excluded {
            Some((request, value)) if truth.can_be_true() => {
                let not_it = self.force(Force::Not(request, value));
                truth.with(not_it, Consequence::default())
            }
            _ => truth,
        }))
    }

    /// Does the reference say what a plan has said? Not asked where instances are left out, a
    /// method has changed something, or the budget does not suffice.
    fn is_confirmed(&self, formula: &CompiledFormula, truth: bool) -> bool {
        let is_inside = self.shortcuts.left_out != NOTHING || self.shortcuts.nested_invariants > 0;
        if is_inside || self.has_changed || self.copy.is_some() {
            return true;
        }
        let workspace = &mut Workspace::default();
        let mut reference = self.executable().evaluations::<NoShortcuts>(self.original(), workspace);
        (reference.result, reference.budget) = (self.result, self.budget);
        reference.give_locals(formula, self.locals());
        let general = reference.truth(&formula.root);
        general.map_or(true, |general| if truth { general.is_true() } else { general.is_false() })
    }
}
