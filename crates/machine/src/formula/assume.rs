//! Formulas that are assumed, on a heap that grows.
//!
//! Beside its truth, an assumption that is open gives what it forces, and what it waits for.
//! (`\forall` over a set is looked at instance by instance.) The evaluation itself is that of
//! [`super::evaluate`].

use super::evaluate::{Evaluation, Halt, Step, Value};
use super::fast::Fast;
use super::intervals::Ranges;
use super::quantify::{assumed_set, instance_bit};
use super::shortcuts::{NoShortcuts, Shortcuts};
use super::truth::{Consequence, Truth};
use super::watch::{Part, Watch};
use super::workspace::Workspace;
use super::{CompiledFormula, FormulaId, Node, NodeKind, QuantifiedNode};
use crate::accelerations::Acceleration;
use crate::compile::Executable;
use crate::outcome::{Budget, Question, SlotRef};
use crate::state::State;
use crate::version::Versioned;
use crate::word::{self, Word};
use tightrope_order::Orderings;
use tightrope_program::body::Quantifier;

/// What alone lets a formula that is assumed be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Force {
    /// This slot holds this value.
    Slot(SlotRef, Word),
    /// Two ordered values stand in one of these ways.
    Among(Word, Orderings, Word),
    /// Two opaque values are, or are not, the same; or one is, or is not, null.
    Identical(Word, Word, bool),
    /// This slot does not hold this value: null, or a truth value. That is necessary, and does not
    /// suffice.
    Not(SlotRef, Word),
}

/// A formula that is assumed.
#[derive(Clone, Copy, Debug)]
pub struct Assumption<'a> {
    pub formula: FormulaId,
    /// Its first locals.
    pub args: &'a [Word],
    /// What all that is assumed of the object, on the heap of now, says of numbers.
    pub ranges: Option<&'a Ranges>,
    /// What an instance asks that is open as before; `None`: there is none.
    pub waiting: Option<Question>,
}

/// What an evaluation of an assumption gives.
#[derive(Debug)]
pub struct EvaluatedAssumption<'w> {
    /// It may be true on condition that what is forced is carried out.
    pub truth: Truth,
    /// What has to be so if the assumption is true.
    pub forced: Vec<Force>,
    /// What it depends on where it is open: one for each instance that was evaluated, and one for
    /// the set that they are of.
    pub watches: &'w [Watch],
    /// Open slots that were read.
    pub open_slots: &'w [SlotRef],
    /// Would its truth be less certain in a larger scope?
    pub relies_on_scope: bool,
}

/// An assumption that may be false.
#[derive(Clone, Copy, Debug)]
pub struct Suspect {
    pub formula: FormulaId,
    pub this: Word,
    /// Of a `\\forall` over a set, only the instance of this object is looked at; `None`: at all of
    /// them.
    pub instance: Option<Word>,
}

/// What is known of the instances of a `\\forall` over a set that is assumed: by object. It stays
/// true however a partial heap grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Instances {
    /// They hold.
    pub(super) settled: u128,
    /// They were open when they were evaluated last, and nothing has changed that they depend on.
    pub(super) watched: u128,
    /// The same, but there is no question that they ask. They wait until the set is known.
    pub(super) resting: u128,
}

impl Instances {
    /// A part has to be evaluated again.
    #[inline]
    pub fn wake(&mut self, part: Part) {
        let bit = bit_of(part);
        (self.watched, self.resting) = (self.watched & !bit, self.resting & !bit);
    }

    /// Is there an instance that is open as before, and has a question?
    #[inline]
    pub fn has_sleeping(&self) -> bool {
        self.watched != 0
    }

    /// A part has no question any more.
    #[inline]
    pub fn rest(&mut self, part: Part) {
        self.wake(part);
        self.resting |= bit_of(part);
    }

    /// Is it an instance that need not be evaluated yet?
    #[inline]
    pub fn sleeps(&self, part: Part) -> bool {
        (self.watched | self.resting) & bit_of(part) != 0
    }
}

#[inline]
fn bit_of(part: Part) -> u128 {
    match part {
        Part::Instance(object) => 1_u128.checked_shl(object).unwrap_or(0),
        Part::Set | Part::Whole => 0,
    }
}

impl Executable<'_> {
    /// Evaluates a formula that is assumed. `instances` is nothing at first, and from then on what
    /// the last evaluation on a heap left that this one has grown from, with its objects under
    /// their numbers.
    pub fn evaluate_assumption<'w>(
        &self,
        assumption: Assumption<'_>,
        state: &Versioned,
        instances: &mut Instances,
        budget: &mut Budget,
        workspace: &'w mut Workspace,
    ) -> Result<EvaluatedAssumption<'w>, Halt> {
        let version = workspace.versions.of(state);
        let (truth, has_changed) = match self.is_accelerated() {
            true => {
                let mut evaluation = self.evaluations_of::<Fast>(state, Some(version), workspace);
                evaluation.ranges = assumption.ranges;
                evaluation.assume(assumption, instances, budget)?
            }
            false => self.evaluations::<NoShortcuts>(state, workspace).assume(assumption, instances, budget)?,
        };
        workspace.made_for = (!has_changed).then_some(version);
        let (forced, relies_on_scope) = (std::mem::take(&mut workspace.forced), workspace.relies_on_scope);
        let Workspace { watches, met, .. } = workspace;
        Ok(EvaluatedAssumption { truth, forced, watches, open_slots: met.slots(), relies_on_scope })
    }

    /// An open slot is about to get one value after the other, for [`Executable::refuting`].
    pub fn prepare_values(&self, state: &State, request: SlotRef, workspace: &mut Workspace) {
        workspace.made_for = None;
        workspace.is_prepared = workspace.reached.prepare(state, request.object, request.slot);
    }

    /// Which of these is false, as far as a quick look can tell? Requires: the open slot that was
    /// prepared holds this value, and nothing else is different.
    pub fn refuting(
        &self,
        suspects: impl Iterator<Item = Suspect>,
        state: &State,
        value: Word,
        budget: &Budget,
        workspace: &mut Workspace,
    ) -> Option<usize> {
        if state.symbols.is_misplaced {
            return None;
        }
        let mut evaluation = self.evaluations::<Fast>(state, workspace);
        let Workspace { reached, calls, calls_aside, is_prepared, .. } = &mut *evaluation.workspace;
        if *is_prepared {
            reached.suppose(word::as_object(value));
            std::mem::swap(calls, calls_aside);
            calls.clear();
        }
        let mut suspects = suspects;
        let refuting = suspects.position(|suspect| {
            let refuted =
                |evaluation: &mut Evaluation<'_, '_>, formula: &CompiledFormula| evaluation.refuted(formula, suspect);
            evaluation.with(suspect.formula, &[suspect.this], None, &mut budget.clone(), refuted)
        });
        let Workspace { reached, calls, calls_aside, is_prepared, .. } = &mut *evaluation.workspace;
        if *is_prepared {
            reached.end_supposition();
            std::mem::swap(calls, calls_aside);
        }
        evaluation.finish();
        refuting
    }
}

impl<S: Shortcuts> Evaluation<'_, '_, S> {
    /// Its truth, and whether the evaluation has changed its copy of the heap.
    fn assume(
        mut self,
        Assumption { formula, args, waiting, .. }: Assumption<'_>,
        instances: &mut Instances,
        budget: &mut Budget,
    ) -> Result<(Truth, bool), Halt> {
        self.refuse_misplaced(formula)?;
        let assumed =
            |evaluation: &mut Self, formula: &CompiledFormula| evaluation.assumed(&formula.root, instances, waiting);
        let truth = self.with(formula, args, None, budget, assumed);
        let has_changed = self.has_changed;
        self.finish();
        Ok((truth?, has_changed))
    }

    /// A formula that is assumed. Instances of a `\\forall` that hold, hold in every heap that the
    /// partial one can become: they are kept, and not looked at again. (What is said of all objects
    /// of a type is not settled by the objects at hand: such formulas start afresh with each
    /// object.) Those that are open are looked at again when something has changed that they depend
    /// on.
    pub(super) fn assumed(&mut self, node: &Node, instances: &mut Instances, waiting: Option<Question>) -> Step<Truth> {
        self.workspace.met.take();
        let Some((quantified, binder)) = assumed_set(node) else {
            let truth = self.demanded(node)?;
            self.watch(Part::Whole, truth.open, false);
            return Ok(truth);
        };
        let values = match self.domain(&binder.domain, &quantified.range)? {
            Value::Known(values) => values,
            Value::Open(open) => {
                self.watch(Part::Set, Some(open.question), true);
                return Ok(Truth::open(open.question, true));
            }
            Value::Throws(throws) => return Ok(Truth::thrown(throws)),
        };
        self.watch(Part::Set, values.open, true);
        let mut all = Truth::YES;
        let keeps_settled = self.executable().has(Acceleration::SettledInstances);
        let asleep = if waiting.is_some() || values.open.is_some() { instances.watched } else { 0 };
        let resting = if values.open.is_some() { instances.resting } else { 0 };
        let skipped = (asleep | resting) & !instances.settled;
        let question = if values.words.have(skipped) { waiting.or(values.open) } else { values.open };
        for word in values.words.without(instances.settled | skipped) {
            let bit = instance_bit(word);
            self.bind(binder.local, word);
            // As long as the set is open, most of those that are left are so, too: there is no
            // point in a quick look.
            let is_worth_a_look = values.open.is_none() && quantified.binders.len() == 1;
            let decided = if is_worth_a_look { S::instance(self, quantified)? } else { None };
            let one = match decided {
                Some(true) => Truth::YES,
                _ => self.demanded_instances(quantified, 1)?,
            };
            (instances.watched, instances.resting) = (instances.watched & !bit, instances.resting & !bit);
            if one.is_true() {
                instances.settled |= if keeps_settled { bit } else { 0 };
                self.workspace.met.take();
                continue;
            }
            if bit != 0 && one.can_be_true() && one.open.is_some() {
                instances.watched |= bit;
                self.watch(Part::Instance(bit.trailing_zeros()), one.open, values.open.is_some());
            }
            all = all.instance(false, one);
            if all.is_false() {
                return Ok(all);
            }
        }
        Ok(match question {
            Some(question) => all.instance(false, Truth::open(question, true)),
            _ => all,
        })
    }

    /// Keeps what was met since the last time as what a part depends on, if it is open.
    fn watch(&mut self, part: Part, open: Option<Question>, is_set_open: bool) {
        let watched = self.workspace.met.take();
        self.workspace.watches.extend(open.map(|question| Watch::new(part, question, watched, is_set_open)));
    }

    /// A formula that has to be true. So have both sides of its conjunctions and all instances of
    /// its `\\forall`s, and what each of them forces is noted.
    fn demanded(&mut self, node: &Node) -> Step<Truth> {
        match &node.kind {
            NodeKind::And(left, right) => {
                let left = self.demanded(left)?;
                let right = if left.leaves(false) { self.demanded(right)? } else { Truth::YES };
                Ok(left.then(false, false, right))
            }
            NodeKind::Implies(left, right) => {
                let left = self.truth(left)?;
                self.demanded_if(left, right)
            }
            NodeKind::Quantified(quantified) if quantified.quantifier == Quantifier::Forall => {
                self.demanded_instances(quantified, 0)
            }
            _ => self.demanded_atom(node),
        }
    }

    fn demanded_atom(&mut self, node: &Node) -> Step<Truth> {
        let met = self.workspace.met.take();
        let truth = self.truth(node)?;
        let is_made_true = self.makes_true(node, truth);
        let noted = self.note_forced(truth);
        if is_made_true {
            self.workspace.met.take();
        }
        self.workspace.met.add(met);
        Ok(if is_made_true { Truth::YES } else { noted })
    }

    /// `condition ==> node` has to be true.
    fn demanded_if(&mut self, condition: Truth, node: &Node) -> Step<Truth> {
        if condition.is_true() {
            return self.demanded(node);
        }
        let right = if condition.leaves(false) { self.truth(node)? } else { Truth::YES };
        Ok(self.note_forced(condition.then(false, true, right)))
    }

    /// All instances of a `\\forall` from the binder number `depth` on have to be true.
    fn demanded_instances(&mut self, node: &QuantifiedNode, depth: usize) -> Step<Truth> {
        let Some(binder) = node.binders.get(depth) else {
            let range = self.truth(&node.range)?;
            return self.demanded_if(range, &node.body);
        };
        let is_last = depth + 1 == node.binders.len();
        let guard = self.conjunction(&binder.guards)?;
        if !guard.is_true() {
            let inside = if guard.leaves(false) { self.fold_domain(node, depth, true)? } else { Truth::YES };
            return Ok(self.note_forced(guard.then(false, true, inside)));
        }
        let values = match self.domain(&binder.domain, &node.range)? {
            Value::Known(values) => values,
            Value::Open(open) => return Ok(Truth::open(open.question, true)),
            Value::Throws(throws) => return Ok(Truth::thrown(throws)),
        };
        let mut all = Truth::YES;
        for word in values.words {
            self.bind(binder.local, word);
            // Of a quantifier inside another most instances are known.
            let decided = if is_last { S::instance(self, node)? } else { None };
            let one = match decided {
                Some(true) => continue,
                _ => self.demanded_instances(node, depth + 1)?,
            };
            all = all.instance(false, one);
            if all.is_false() {
                return Ok(all);
            }
        }
        Ok(match values.open {
            Some(question) => all.instance(false, Truth::open(question, true)),
            _ => all,
        })
    }

    /// A comparison that has to be true, and of which it is known what makes it so, is true: that
    /// is carried out.
    fn makes_true(&self, node: &Node, truth: Truth) -> bool {
        let is_comparison = |kind: &NodeKind| {
            matches!(kind, NodeKind::Compare { .. } | NodeKind::CompareSymbols { .. } | NodeKind::Field { .. })
        };
        let is_exact = match &node.kind {
            NodeKind::Not(operand) => is_comparison(&operand.kind),
            kind => is_comparison(kind),
        };
        let is_exact = is_exact && self.executable().has(Acceleration::Forcing);
        let force = self.force_of(truth);
        is_exact && !truth.can_throw() && force.is_some_and(|force| !matches!(force, Force::Not(..)))
    }

    /// Keeps what follows from the truth of a formula that has to be true.
    fn note_forced(&mut self, truth: Truth) -> Truth {
        let force = self.force_of(truth);
        self.workspace.forced.extend(force);
        // Each conjunct has its own consequences; together there may be more than have numbers.
        self.workspace.forces.clear();
        truth.with(Consequence::default(), Consequence::default())
    }
}
