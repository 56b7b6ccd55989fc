//! Evaluates a compiled formula on a state.

use super::decide::LoopState;
use super::quantify::Words;
use super::ranges::{Guesses, Ranges};
use super::reached::{MOST_OBJECTS, ReachTables};
use super::truth::{Consequence, Exception, Throws, Truth};
use super::untouched::Touched;
use super::watch::{MetOpen, Part, Watch, Watched};
use super::{CallNode, CallTarget, CompiledFormula, FormulaId, Node, NodeKind, TypeNode};
use crate::accelerations::Acceleration;
use crate::code::{Comparison, FunctionId, Memory, RuntimeType, Selector};
use crate::compile::Executable;
use crate::execute::{Broken, Budget, Limit, Outcome, Question, Request, arithmetic, compare, convert, misplaced};
use crate::glance::{Glance, KnownCalls, Looker, MOST_NESTED, Reads};
use crate::observe::{NoObserver, Observer};
use crate::order::Orderings;
use crate::state::State;
use crate::symbols::OpaqueCall;
use crate::word::{self, KNOWN, NULL, UNKNOWN, Word};
use tightrope_program::Type;
use tightrope_program::body::Unsupported;
use tightrope_program::constructs::Construct;
use tightrope_source::{Name, Span};

/// Why a formula has no value at all.
#[derive(Clone, PartialEq, Debug)]
pub enum Halt {
    Unsupported(Unsupported),
    Exhausted(Limit),
}

pub(crate) type Step<T> = Result<T, Halt>;

/// What a sub-expression is.
#[derive(Clone, Debug)]
pub(crate) enum Value<T> {
    Known(T),
    Open(Open),
    Throws(Throws),
}

/// A value that depends on something that is not known yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    pub(crate) question: Question,
    pub(crate) may_throw: bool,
    /// The value is what the slot in question holds, and nothing was done with it.
    pub(crate) is_slot: bool,
}

/// What alone lets a formula that is assumed be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Force {
    /// This slot holds this value.
    Slot(Request, Word),
    /// Two ordered values stand in one of these ways.
    Among(Word, Orderings, Word),
    /// Two opaque values are, or are not, the same; or one is, or is not, null.
    Identical(Word, Word, bool),
    /// This slot does not hold this value: null, or a truth value. That is necessary, and does not suffice.
    Not(Request, Word),
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

/// An assumption that may be false.
#[derive(Clone, Copy, Debug)]
pub struct Suspect {
    pub formula: FormulaId,
    pub this: Word,
    /// Of a `\\forall` over a set, only the instance of this object is looked at; `None`: at all of them.
    pub instance: Option<Word>,
}

/// What is known of the instances of a `\\forall` over a set that is assumed: by object. It stays true however a partial heap grows.
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

impl<T> Value<T> {
    /// The value of something that depends on a formula which is not decided or throws.
    pub(super) fn undecided(truth: Truth) -> Value<T> {
        match (truth.open, truth.throws) {
            (Some(question), _) => Value::Open(Open { question, may_throw: truth.can_throw(), is_slot: false }),
            (None, throws) => Value::Throws(throws.unwrap_or(NO_EXCEPTION)),
        }
    }
}

/// Never seen: an outcome that throws carries its exception.
const NO_EXCEPTION: Throws =
    Throws { exception: Exception::NullPointer, span: Span { file: tightrope_source::FileId(0), start: 0, end: 0 } };

/// What an invariant inside a formula, or a pure method that it calls, takes from the budget of nested calls. Formulas that lead to each other (the
/// invariants of a cyclic list, JML's `assert` in a pure method) nest on the stack of the machine itself, which is smaller.
const NESTED: usize = 4;

/// A method that has done more by then is run as all others.
const MOST_STEPS_OF_A_GLANCE: u64 = 2000;

/// No loop leaves anything out.
const NOTHING: (u16, u128) = (u16::MAX, 0);

/// A function and its arguments.
type Called = (FunctionId, Arguments);

/// The arguments of a call. Most have few.
enum Arguments {
    Few([Word; 4], usize),
    Many(Vec<Word>),
}

impl Arguments {
    fn push(&mut self, word: Word) {
        match self {
            Arguments::Few(words, count) if *count < words.len() => {
                words[*count] = word;
                *count += 1;
            }
            Arguments::Few(words, _) => {
                let mut many = words.to_vec();
                many.push(word);
                *self = Arguments::Many(many);
            }
            Arguments::Many(words) => words.push(word),
        }
    }
}

impl std::ops::Deref for Arguments {
    type Target = [Word];

    fn deref(&self) -> &[Word] {
        match self {
            Arguments::Few(words, count) => &words[..*count],
            Arguments::Many(words) => words,
        }
    }
}

/// Memory for evaluations. Whoever evaluates often gives the same one each time, so that nothing has to be allocated. All of them have to be with the same executable.
#[derive(Debug, Default)]
pub struct Workspace {
    /// Those of the formula, and what plans put behind them.
    pub(super) locals: Vec<Word>,
    pub(super) loops: Vec<LoopState>,
    /// By loop: values that are no objects, or too many.
    pub(super) others: Vec<Words>,
    /// What [`Consequence`]s stand for.
    forces: Vec<Force>,
    /// What has to be so if the formula that is assumed is true.
    forced: Vec<Force>,
    /// Slots that a walk over the heap has yet to follow: empty between walks.
    pending: Vec<(u32, u32)>,
    /// What walks found on the state as it is.
    pub(super) reached: ReachTables,
    /// What is known of numbers that are open.
    pub(super) guesses: Guesses,
    /// What was found is of the heap at hand.
    is_of_this_heap: bool,
    /// What walks found is of the heap where the slot is open that is about to get one value after the other.
    is_prepared: bool,
    /// What pure methods that only look gave on the state as it is.
    pub(super) calls: KnownCalls,
    /// The same, as long as an open slot is supposed to hold something: on the state where it is open.
    pub(super) calls_aside: KnownCalls,
    /// For a copy of the state.
    spare: Option<Box<State>>,
    /// Of pure methods that only look.
    registers: Vec<Word>,
    /// What a run has touched.
    pub(super) touched: Touched,
    /// What was open so far.
    pub(super) met: MetOpen,
    /// Ranges that would be wider in a larger scope made a difference.
    relies_on_scope: bool,
    /// What the open instances of the last assumption depend on.
    pub(super) watches: Vec<Watch>,
}

impl Workspace {
    /// What has to be so if the formula is true that was assumed last, while it is open.
    pub fn take_forced(&mut self) -> Vec<Force> {
        std::mem::take(&mut self.forced)
    }

    /// The heap is not, or may not be, the one on which an assumption was evaluated last.
    pub fn forget(&mut self) {
        self.is_of_this_heap = false;
    }

    /// What the assumption that was evaluated last depends on where it is open: one for each instance that was evaluated, and one for the set that they are of.
    pub fn watches(&self) -> &[Watch] {
        &self.watches
    }

    /// Would the truth of the assumption that was evaluated last be less certain in a larger scope?
    pub fn relies_on_scope(&self) -> bool {
        self.relies_on_scope
    }

    /// Open slots that were read when an assumption was evaluated last.
    pub fn open_slots(&mut self) -> &[Request] {
        self.met.slots()
    }

    /// Gives the memory back.
    pub fn give_forced(&mut self, forced: Vec<Force>) {
        self.forced = forced;
    }
}

/// Evaluations of formulas on one state, which share what they find out about it. The state is copied only when a pure method has to run.
#[derive(Debug)]
pub struct Evaluation<'e, 's> {
    executable: &'e Executable<'e>,
    original: &'s State,
    /// The state after pure methods have run.
    pub(super) copy: Option<Box<State>>,
    pub(super) workspace: &'s mut Workspace,
    pub(super) result: Word,
    pub(super) budget: Budget,
    /// How many objects there were before pure methods made some: quantifiers range over these.
    objects: usize,
    /// The quick evaluation met something that has no value at all.
    pub(super) halt: Option<Halt>,
    /// How many `\\invariant_for` are being evaluated inside each other.
    pub(super) nested_invariants: usize,
    /// Pure methods have made objects or initialised classes: nothing that was found before is used any more.
    pub(super) has_changed: bool,
    /// A loop, and the objects of which it need not look at the instances.
    pub(super) left_out: (u16, u128),
    /// What is known of numbers that are open: of a formula that is assumed.
    pub(super) ranges: Option<&'e Ranges>,
    local_count: usize,
}

impl Executable<'_> {
    /// Evaluates a formula. `args` are its first locals: `this`, the parameters, an exception.
    pub fn evaluate(
        &self,
        formula: FormulaId,
        state: &State,
        args: &[Word],
        result: Option<Word>,
        budget: &mut Budget,
    ) -> Result<Truth, Halt> {
        self.evaluations(state, &mut Workspace::default()).evaluate(formula, args, result, budget)
    }

    /// Evaluates a formula that is assumed: its truth, and, in the workspace, what must be so if it is true while that is open. `instances` is nothing at first, and
    /// from then on what the last evaluation on a heap left that this one has grown from, with its objects under their numbers. Requires: the heap is that of the last
    /// assumption that was evaluated in the workspace, unless that was told to forget.
    pub fn evaluate_assumption(
        &self,
        assumption: Assumption<'_>,
        state: &State,
        instances: &mut Instances,
        budget: &mut Budget,
        workspace: &mut Workspace,
    ) -> Result<Truth, Halt> {
        let Assumption { formula, args, ranges, waiting } = assumption;
        let mut evaluation = self.evaluations(state, workspace);
        evaluation.ranges = ranges;
        evaluation.refuse_misplaced(formula)?;
        let assumed = |evaluation: &mut Evaluation<'_, '_>, formula: &CompiledFormula| {
            evaluation.assumed(&formula.root, instances, waiting)
        };
        let truth = evaluation.with(formula, args, None, budget, assumed);
        evaluation.workspace.is_of_this_heap = !evaluation.has_changed;
        evaluation.finish();
        truth
    }

    /// An open slot is about to get one value after the other, for [`Executable::refuting`].
    pub fn prepare_values(&self, state: &State, request: Request, workspace: &mut Workspace) {
        workspace.forget();
        workspace.is_prepared = workspace.reached.prepare(state, request.object, request.slot);
    }

    /// Which of these is false, as far as a quick look can tell? Requires: the open slot that was prepared holds this value, and nothing else is different.
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
        workspace.forget();
        let mut evaluation = self.evaluations(state, workspace);
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

    /// Evaluates an expression of integral type: `decreases`.
    pub(crate) fn evaluate_integer(
        &self,
        formula: FormulaId,
        state: &State,
        args: &[Word],
        budget: &mut Budget,
    ) -> Step<Value<Word>> {
        self.evaluations(state, &mut Workspace::default()).evaluate_integer(formula, args, budget)
    }

    /// Evaluations on a state. What one of them finds out serves the next.
    pub(crate) fn evaluations<'s>(&self, state: &'s State, workspace: &'s mut Workspace) -> Evaluation<'_, 's> {
        if !std::mem::take(&mut workspace.is_of_this_heap) {
            workspace.reached.doubt();
            workspace.calls.doubt();
            workspace.guesses.clear();
        }
        workspace.met.clear();
        Evaluation {
            executable: self,
            original: state,
            copy: None,
            workspace,
            result: NULL,
            budget: Budget::default(),
            objects: state.objects.len(),
            halt: None,
            nested_invariants: 0,
            has_changed: false,
            left_out: NOTHING,
            ranges: None,
            local_count: 0,
        }
    }
}

impl<'s> Evaluation<'_, 's> {
    /// As [`Executable::evaluate`].
    pub(crate) fn evaluate(
        &mut self,
        formula: FormulaId,
        args: &[Word],
        result: Option<Word>,
        budget: &mut Budget,
    ) -> Result<Truth, Halt> {
        self.refuse_misplaced(formula)?;
        self.with(formula, args, result, budget, |evaluation, formula| evaluation.whole(formula))
    }

    fn whole(&mut self, formula: &CompiledFormula) -> Step<Truth> {
        match self.decided_whole(formula)? {
            Some(truth) => {
                debug_assert!(self.is_confirmed(formula, truth), "a plan says {truth}, the formula something else");
                Ok(Truth::known(truth))
            }
            None => self.truth(&formula.root),
        }
    }

    /// Does the general evaluation, without any plan, say what a plan has said? Not asked where instances are left out, a method has changed something, or the budget does not suffice.
    fn is_confirmed(&mut self, formula: &CompiledFormula, truth: bool) -> bool {
        if self.left_out != NOTHING || self.nested_invariants > 0 || self.has_changed || self.copy.is_some() {
            return true;
        }
        let steps = self.budget.steps;
        self.nested_invariants = 1;
        let general = self.truth(&formula.root);
        (self.nested_invariants, self.budget.steps) = (0, steps);
        general.map_or(true, |general| if truth { general.is_true() } else { general.is_false() })
    }

    /// As [`Evaluation::evaluate`], of an invariant that held before the method. Requires: it is known what the run has touched.
    pub(crate) fn evaluate_again(
        &mut self,
        formula: FormulaId,
        args: &[Word],
        budget: &mut Budget,
    ) -> Result<Truth, Halt> {
        self.refuse_misplaced(formula)?;
        self.with(formula, args, None, budget, |evaluation, formula| {
            let is_used = evaluation.executable.has(Acceleration::Untouched);
            if let Some(confined) = formula.confined.filter(|_| is_used) {
                evaluation.left_out = (confined.number, evaluation.untouched(confined));
                debug_assert!(evaluation.all_hold(evaluation.left_out.1, formula), "what was left alone does not hold");
            }
            let truth = evaluation.whole(formula);
            evaluation.left_out = NOTHING;
            truth
        })
    }

    /// Finds out what the run has touched.
    pub(crate) fn find_touched(&mut self) {
        self.workspace.touched.find(self.original);
    }

    /// The objects that the run has touched, and perhaps others. Requires: this is known.
    pub(crate) fn touched_objects(&self) -> impl Iterator<Item = usize> {
        self.workspace.touched.objects()
    }

    /// Whatever is evaluated on a state with a value that the sorts do not allow is unsupported.
    fn refuse_misplaced(&self, formula: FormulaId) -> Result<(), Halt> {
        match self.original.symbols.is_misplaced {
            true => Err(Halt::Unsupported(misplaced(self.executable.formulas[formula.0 as usize].root.span))),
            false => Ok(()),
        }
    }

    /// The state that the formulas are about.
    pub(crate) fn original(&self) -> &'s State {
        self.original
    }

    /// As [`Executable::evaluate_integer`].
    pub(crate) fn evaluate_integer(
        &mut self,
        formula: FormulaId,
        args: &[Word],
        budget: &mut Budget,
    ) -> Step<Value<Word>> {
        self.refuse_misplaced(formula)?;
        self.with(formula, args, None, budget, |evaluation, formula| evaluation.value(&formula.root))
    }

    /// What `ask` wants to know of a compiled formula.
    pub(super) fn with<T>(
        &mut self,
        formula: FormulaId,
        args: &[Word],
        result: Option<Word>,
        budget: &mut Budget,
        ask: impl FnOnce(&mut Self, &CompiledFormula) -> T,
    ) -> T {
        let compiled = &self.executable.formulas[formula.0 as usize];
        self.forget_changes();
        self.result = result.unwrap_or(NULL);
        self.give_locals(compiled, args);
        self.budget = *budget;
        self.workspace.forces.clear();
        self.workspace.forced.clear();
        self.workspace.watches.clear();
        self.workspace.relies_on_scope = false;
        let answer = ask(self, compiled);
        budget.steps = self.budget.steps;
        answer
    }

    /// Puts the arguments into the first locals and the result where plans want it, and makes room for what plans need.
    fn give_locals(&mut self, formula: &CompiledFormula, args: &[Word]) {
        let Workspace { locals, loops, others, .. } = &mut *self.workspace;
        self.local_count = formula.locals.max(args.len());
        let registers = self.local_count.max(formula.size.registers);
        if locals.len() < registers {
            locals.resize(registers, NULL);
        }
        // Those that are bound later have no value until then.
        match args {
            [only] => locals[0] = *only,
            _ => locals[..args.len()].copy_from_slice(args),
        }
        if let Some(register) = formula.size.result {
            locals[usize::from(register)] = self.result;
        }
        if loops.len() < formula.size.loops {
            loops.resize(formula.size.loops, LoopState::default());
            others.resize_with(formula.size.loops, || Words::Few(0));
        }
    }

    /// The locals of the formula.
    pub(super) fn locals(&self) -> &[Word] {
        &self.workspace.locals[..self.local_count]
    }

    /// The state on which pure methods run.
    fn copied_state(&mut self) -> &mut State {
        let original = self.original;
        self.copy.get_or_insert_with(|| {
            let mut copy = self.workspace.spare.take().unwrap_or_default();
            State::clone_from(&mut copy, original);
            copy
        })
    }

    /// Gives the memory back for the next evaluations.
    pub(crate) fn finish(self) {
        if let Some(copy) = self.copy {
            self.workspace.spare = Some(copy);
        }
    }

    /// What pure methods did while a formula was evaluated is no concern of the next.
    fn forget_changes(&mut self) {
        if self.has_changed {
            self.workspace.spare = self.copy.take();
            self.workspace.calls.clear();
            self.has_changed = false;
        }
    }
}

impl<'e> Evaluation<'e, '_> {
    pub(super) fn state(&self) -> &State {
        self.copy.as_deref().unwrap_or(self.original)
    }

    pub(super) fn executable(&self) -> &'e Executable<'e> {
        self.executable
    }

    /// The objects from this one on were made by pure methods while the formula is evaluated.
    pub(super) fn object_limit(&self) -> usize {
        self.objects
    }

    pub(super) fn take_pending(&mut self) -> Vec<(u32, u32)> {
        std::mem::take(&mut self.workspace.pending)
    }

    /// Gives the memory back for the next walk.
    pub(super) fn give_pending(&mut self, pending: Vec<(u32, u32)>) {
        self.workspace.pending = pending;
    }

    pub(super) fn bind(&mut self, local: u16, value: Word) {
        self.workspace.locals[usize::from(local)] = value;
    }

    fn step(&mut self) -> Step<()> {
        match self.budget.steps.checked_sub(1) {
            Some(left) => {
                self.budget.steps = left;
                Ok(())
            }
            None => Err(Halt::Exhausted(Limit::Steps)),
        }
    }

    /// The outcomes of a Boolean node.
    pub(super) fn truth(&mut self, node: &Node) -> Step<Truth> {
        self.step()?;
        match &node.kind {
            NodeKind::Not(operand) => Ok(self.truth(operand)?.not()),
            NodeKind::And(left, right) => self.logical(left, right, false, false),
            NodeKind::Or(left, right) => self.logical(left, right, true, true),
            NodeKind::Implies(left, right) => self.logical(left, right, false, true),
            NodeKind::Equivalent(left, right) => {
                let left = self.truth(left)?;
                if !left.can_be_true() && !left.can_be_false() {
                    return Ok(left);
                }
                Ok(left.equivalent(self.truth(right)?))
            }
            NodeKind::Compare { op, left, right } => match self.operands(left, right)? {
                (Value::Known(left), Value::Known(right)) => Ok(Truth::known(compare(*op, left, right))),
                open => self.open_numbers(*op, (left, right), open),
            },
            NodeKind::CompareSymbols { op, left, right } => match self.operands(left, right)? {
                (Value::Known(left), Value::Known(right)) => Ok(self.symbol_comparison(*op, left, right)),
                open => self.open_numbers(*op, (left, right), open),
            },
            NodeKind::InstanceOf { operand, test } => {
                let value = self.value(operand)?;
                Ok(flat_truth(value, |word| match self.state().symbols.decide_null(word) {
                    Ok(is_null) => {
                        let passes = || self.type_of(word).is_some_and(|ty| self.executable.types.passes(ty, *test));
                        Truth::known(!is_null && passes())
                    }
                    Err(question) => Truth::open(self.workspace.met.note(question), false),
                }))
            }
            NodeKind::Conditional { cond, then, otherwise } => self.conditional_truth(cond, then, otherwise),
            NodeKind::Fresh(objects) => self.fresh(objects),
            NodeKind::NonNullElements { memory, array } => self.non_null_elements(*memory, array),
            NodeKind::Quantified(quantified) => self.quantified(quantified),
            NodeKind::Contains { set, element } => self.contains(set, element),
            NodeKind::SetIsEmpty(set) => {
                let set = self.set(set)?;
                Ok(flat_truth(set, |set| match set.open {
                    Some(question) if set.surely.len() == 0 => Truth::open(question, false),
                    _ => Truth::known(set.surely.len() == 0),
                }))
            }
            NodeKind::SetEqual(left, right) => {
                let forth = self.subset(left, right)?;
                if !forth.leaves(false) {
                    return Ok(forth);
                }
                Ok(forth.then(false, false, self.subset(right, left)?))
            }
            NodeKind::Subset(left, right) => self.subset(left, right),
            NodeKind::SameType(left, right) => self.types(left, right, |left, right| left == right),
            NodeKind::Subtype(left, right) => {
                let program = self.executable.program;
                self.types(left, right, |left, right| tightrope_heap::validity::is_subtype(program, left, right))
            }
            NodeKind::InvariantFor { memory, object } => self.invariant_for(*memory, object),
            NodeKind::Unsupported(what) => Err(Halt::Unsupported((**what).clone())),
            // A Boolean local, field, element or call.
            _ => match self.value(node)? {
                Value::Open(Open { question: Question::Slot(request), is_slot: true, may_throw }) => {
                    let (yes, no) =
                        (self.force(Force::Slot(request, 1)), self.force(Force::Slot(request, word::FALSE)));
                    Ok(Truth::open(Question::Slot(request), may_throw).with(yes, no))
                }
                value => Ok(map_truth(value, |word| word != word::FALSE)),
            },
        }
    }

    fn type_of(&self, reference: Word) -> Option<RuntimeType> {
        self.executable.type_of(self.state(), reference)
    }

    fn force(&mut self, force: Force) -> Consequence {
        match u8::try_from(self.workspace.forces.len() + 1) {
            Ok(number) => {
                self.workspace.forces.push(force);
                Consequence(number)
            }
            Err(_) => Consequence::default(),
        }
    }

    /// A comparison that has to be true, and of which it is known what makes it so, is true: that is carried out.
    pub(super) fn makes_true(&self, node: &Node, truth: Truth) -> bool {
        let is_comparison = |kind: &NodeKind| {
            matches!(kind, NodeKind::Compare { .. } | NodeKind::CompareSymbols { .. } | NodeKind::Field { .. })
        };
        let is_exact = match &node.kind {
            NodeKind::Not(operand) => is_comparison(&operand.kind),
            kind => is_comparison(kind),
        };
        let is_exact = is_exact && self.executable.has(Acceleration::Forcing);
        let force = self.force_of(truth);
        is_exact && !truth.can_throw() && force.is_some_and(|force| !matches!(force, Force::Not(..)))
    }

    /// What has to be so if the formula is true.
    fn force_of(&self, truth: Truth) -> Option<Force> {
        let index = usize::from(truth.if_true.0).checked_sub(1)?;
        self.workspace.forces.get(index).copied()
    }

    /// Keeps what follows from the truth of a formula that has to be true.
    pub(super) fn note_forced(&mut self, truth: Truth) -> Truth {
        let force = self.force_of(truth);
        self.workspace.forced.extend(force);
        // Each conjunct has its own consequences; together there may be more than have numbers.
        self.workspace.forces.clear();
        truth.with(Consequence::default(), Consequence::default())
    }

    /// A comparison of which a side is open or throws: what sums and ranges tell of it.
    fn open_numbers(
        &mut self,
        op: Comparison,
        (left, right): (&Node, &Node),
        values: (Value<Word>, Value<Word>),
    ) -> Step<Truth> {
        let is_slot = |value: &Value<Word>| matches!(value, Value::Open(Open { is_slot: true, .. }));
        // An open slot that is compared gets its value.
        if is_slot(&values.0) || is_slot(&values.1) {
            return Ok(self.open_comparison(op, values.0, values.1));
        }
        match (op, self.tallied_equality(left, right)?) {
            (Comparison::Equal, Some(truth)) => return Ok(truth),
            (Comparison::NotEqual, Some(truth)) => return Ok(truth.not()),
            _ => {}
        }
        let truth = self.open_comparison(op, values.0, values.1);
        let Some(ranged) = self.ranged_comparison(op, left, right) else { return Ok(truth) };
        let tells = !ranged.can_be_true || !ranged.can_be_false || ranged.excluded.is_some();
        self.workspace.relies_on_scope |= tells && self.ranges.is_some_and(|ranges| ranges.is_cut);
        let truth = truth.limited(ranged.can_be_true, ranged.can_be_false);
        Ok(match ranged.excluded {
            Some((request, value)) if truth.can_be_true() => {
                let not_it = self.force(Force::Not(request, value));
                truth.with(not_it, Consequence::default())
            }
            _ => truth,
        })
    }

    /// A comparison of which a side is open or throws. An open slot that must equal a known value has to hold it.
    fn open_comparison(&mut self, op: Comparison, left: Value<Word>, right: Value<Word>) -> Truth {
        let forced = match (&left, &right) {
            (Value::Open(Open { question: Question::Slot(request), is_slot: true, .. }), Value::Known(value))
            | (Value::Known(value), Value::Open(Open { question: Question::Slot(request), is_slot: true, .. })) => {
                Some(Force::Slot(*request, *value))
            }
            _ => None,
        };
        let truth = map_truth(joined(left, right), |_| false);
        match (forced, op) {
            (Some(force), Comparison::Equal) => truth.with(self.force(force), Consequence::default()),
            (Some(force), Comparison::NotEqual) => truth.with(Consequence::default(), self.force(force)),
            _ => truth,
        }
    }

    fn symbol_comparison(&mut self, op: Comparison, left: Word, right: Word) -> Truth {
        let question = match self.state().symbols.decide(op, left, right) {
            Ok(truth) => return Truth::known(truth),
            Err(question) => self.workspace.met.note(question),
        };
        let (if_true, if_false) = match question {
            Question::Among { left, right, orderings } => {
                (Force::Among(left, orderings, right), Force::Among(left, orderings.others(), right))
            }
            _ => {
                let equal = op == Comparison::Equal;
                (Force::Identical(left, right, equal), Force::Identical(left, right, !equal))
            }
        };
        let (if_true, if_false) = (self.force(if_true), self.force(if_false));
        Truth::open(question, false).with(if_true, if_false)
    }

    /// Both operands, left first; one behind an exception is not evaluated.
    pub(super) fn operands(&mut self, left: &Node, right: &Node) -> Step<(Value<Word>, Value<Word>)> {
        let left = self.value(left)?;
        match left {
            Value::Throws(_) => Ok((left, Value::Known(NULL))),
            _ => Ok((left, self.value(right)?)),
        }
    }

    fn logical(&mut self, left: &Node, right: &Node, deciding: bool, result: bool) -> Step<Truth> {
        let left = self.truth(left)?;
        let right = if left.leaves(deciding) { self.truth(right)? } else { Truth::YES };
        Ok(left.then(deciding, result, right))
    }

    fn conditional_truth(&mut self, cond: &Node, then: &Node, otherwise: &Node) -> Step<Truth> {
        let cond = self.truth(cond)?;
        let mut outcome: Option<Truth> = None;
        for (taken, branch) in [(cond.can_be_true(), then), (cond.can_be_false(), otherwise)] {
            if taken {
                let truth = self.truth(branch)?;
                outcome = Some(outcome.map_or(truth, |other| other.either(truth)));
            }
        }
        match outcome {
            Some(outcome) if cond.can_throw() => Ok(outcome.either(cond)),
            Some(mut outcome) if cond.open.is_some() && !outcome.is_decided() => {
                outcome.open = cond.open;
                Ok(outcome)
            }
            Some(outcome) => Ok(outcome),
            None => Ok(cond),
        }
    }

    /// The value of a node that is no formula of its own (a Boolean one too, as a word).
    #[inline(always)]
    pub(super) fn value(&mut self, node: &Node) -> Step<Value<Word>> {
        let known = match &node.kind {
            NodeKind::Word(word) => *word,
            NodeKind::Local(local) => self.workspace.locals[usize::from(*local)],
            _ => return self.compound_value(node),
        };
        self.step()?;
        Ok(Value::Known(known))
    }

    fn compound_value(&mut self, node: &Node) -> Step<Value<Word>> {
        self.step()?;
        match &node.kind {
            NodeKind::Result => Ok(Value::Known(self.result)),
            NodeKind::Field { memory, object, slot, is_long } => {
                if let Some(word) = self.known_field(*memory, object, *slot, *is_long) {
                    self.step()?;
                    return Ok(Value::Known(word));
                }
                let object = self.value(object)?;
                no_symbol(&object, node.span)?;
                Ok(then(object, |object| self.field(*memory, object, *slot, *is_long, node.span)))
            }
            NodeKind::Static { memory, slot } => {
                self.executable().not_spoilt(*slot).map_err(Halt::Unsupported)?;
                Ok(Value::Known(match memory {
                    Memory::Now => self.state().statics[*slot as usize],
                    Memory::Before => self.state().statics_before[*slot as usize],
                }))
            }
            NodeKind::Element { memory, array, index, is_long } => {
                let both = self.both(array, index)?;
                if let Value::Known((array, _)) = &both {
                    no_symbol(&Value::Known(*array), node.span)?;
                }
                Ok(then(both, |(array, index)| self.element(*memory, array, index, *is_long, node.span)))
            }
            NodeKind::Length(array) => {
                let array = self.value(array)?;
                no_symbol(&array, node.span)?;
                Ok(then(array, |array| match word::as_object(array) {
                    Some(array) => Value::Known(Word::from(self.state().objects[array].length)),
                    None => null_pointer(node.span),
                }))
            }
            NodeKind::NegateInt(operand) => {
                Ok(then(self.value(operand)?, |word| Value::Known(Word::from((word as i32).wrapping_neg()))))
            }
            NodeKind::NegateLong(operand) => Ok(then(self.value(operand)?, |word| Value::Known(word.wrapping_neg()))),
            NodeKind::BitNot(operand) => Ok(then(self.value(operand)?, |word| Value::Known(!word))),
            NodeKind::Arithmetic { op, left, right } => {
                let both = self.both(left, right)?;
                Ok(then(both, |(left, right)| match arithmetic(*op, left, right) {
                    Some(word) => Value::Known(word),
                    None => Value::Throws(Throws { exception: Exception::Arithmetic, span: node.span }),
                }))
            }
            NodeKind::Convert { kind, operand } => {
                Ok(then(self.value(operand)?, |word| Value::Known(convert(*kind, word))))
            }
            NodeKind::Check { operand, test } => {
                let value = self.value(operand)?;
                Ok(then(value, |word| match self.executable.type_of(self.state(), word) {
                    Some(ty) if word::as_opaque(word).is_none() && !self.executable.types.passes(ty, *test) => {
                        Value::Throws(Throws { exception: Exception::ClassCast, span: node.span })
                    }
                    _ => Value::Known(word),
                }))
            }
            NodeKind::Call(call) => self.call(call, node.span),
            NodeKind::Conditional { cond, then, otherwise } => self.conditional_value(cond, then, otherwise),
            NodeKind::SetSize(set) => {
                let set = self.set(set)?;
                Ok(then(set, |set| match set.open {
                    None => Value::Known(set.surely.len() as Word),
                    Some(question) => Value::Open(Open { question, may_throw: false, is_slot: false }),
                }))
            }
            NodeKind::Aggregate(quantified) => self.aggregate(quantified),
            NodeKind::Unsupported(what) => Err(Halt::Unsupported((**what).clone())),
            // A Boolean formula used as a value.
            _ => {
                let truth = self.truth(node)?;
                Ok(match truth.is_decided() && !truth.can_throw() {
                    true => Value::Known(Word::from(truth.is_true())),
                    false => Value::undecided(truth),
                })
            }
        }
    }

    /// A field of a variable, if it is known: most of what is read.
    #[inline(always)]
    fn known_field(&self, memory: Memory, object: &Node, slot: u16, is_long: bool) -> Option<Word> {
        let NodeKind::Local(local) = object.kind else { return None };
        let object = word::as_object(self.workspace.locals[usize::from(local)]).filter(|_| !is_long)?;
        let word = self.state().read(memory, object, usize::from(slot));
        (word != UNKNOWN).then_some(word)
    }

    fn conditional_value(&mut self, cond: &Node, then: &Node, otherwise: &Node) -> Step<Value<Word>> {
        let cond = self.truth(cond)?;
        if cond.is_true() {
            self.value(then)
        } else if cond.is_false() {
            self.value(otherwise)
        } else {
            Ok(match Value::undecided(cond) {
                // What the branches do is not known either.
                Value::Open(open) => Value::Open(Open { may_throw: true, is_slot: false, ..open }),
                other => other,
            })
        }
    }

    fn both(&mut self, left: &Node, right: &Node) -> Step<Value<(Word, Word)>> {
        let (left, right) = self.operands(left, right)?;
        Ok(joined(left, right))
    }

    fn field(&self, memory: Memory, object: Word, slot: u16, is_long: bool, span: Span) -> Value<Word> {
        let Some(object) = word::as_object(object) else { return null_pointer(span) };
        let slot = usize::from(slot);
        let known = match is_long {
            true => self.state().read(memory, object, slot + 1) == KNOWN,
            false => self.state().read(memory, object, slot) != UNKNOWN,
        };
        if known {
            Value::Known(self.state().read(memory, object, slot))
        } else {
            self.open(memory, object, slot, is_long)
        }
    }

    /// Nobody has asked for the slot yet.
    fn open(&self, memory: Memory, object: usize, slot: usize, is_long: bool) -> Value<Word> {
        let request = Request { object, slot: slot as u32, is_long, before: memory == Memory::Before };
        let question = self.workspace.met.note_slot(request);
        Value::Open(Open { question, may_throw: false, is_slot: true })
    }

    fn element(&self, memory: Memory, array: Word, index: Word, is_long: bool, span: Span) -> Value<Word> {
        let Some(array) = word::as_object(array) else { return null_pointer(span) };
        if index < 0 || index >= Word::from(self.state().objects[array].length) {
            return Value::Throws(Throws { exception: Exception::ArrayIndex, span });
        }
        match self.state().read(memory, array, index as usize) {
            UNKNOWN if !is_long => self.open(memory, array, index as usize, false),
            known => Value::Known(known),
        }
    }

    fn fresh(&mut self, objects: &[Node]) -> Step<Truth> {
        let mut all = Truth::YES;
        for object in objects {
            let value = self.value(object)?;
            let is_new = |word| word::as_object(word).is_some_and(|object| self.state().objects[object].is_new());
            all = all.both(map_truth(value, is_new));
        }
        Ok(all)
    }

    fn non_null_elements(&mut self, memory: Memory, array: &Node) -> Step<Truth> {
        let value = self.value(array)?;
        Ok(flat_truth(value, |array| {
            let Some(array) = word::as_object(array) else { return Truth::NO };
            let mut all = Truth::YES;
            for index in 0..self.state().objects[array].length as usize {
                let element = match self.state().read(memory, array, index) {
                    UNKNOWN => self.open(memory, array, index, false),
                    known => Value::Known(known),
                };
                let is_there = flat_truth(element, |word| self.symbol_comparison(Comparison::NotEqual, word, NULL));
                all = all.then(false, false, is_there);
            }
            all
        }))
    }

    fn contains(&mut self, set: &super::SetNode, element: &Node) -> Step<Truth> {
        if let super::SetNode::Reach(reach) = set
            && let Some(truth) = self.reach_contains(reach, element)?
        {
            return Ok(truth);
        }
        let set = match self.set(set)? {
            Value::Known(set) => set,
            other => return Ok(flat_truth(could_throw(other), |_| Truth::NO)),
        };
        let element = self.value(element)?;
        Ok(flat_truth(element, |element| match (word::as_object(element), set.open) {
            (None, _) => Truth::NO,
            (Some(object), _) if set.surely.contains(object) => Truth::YES,
            (Some(object), Some(question)) if set.maybe.contains(object) => Truth::open(question, false),
            _ => Truth::NO,
        }))
    }

    /// Does a walk find an element? `None`: that needs the whole set.
    fn reach_contains(&mut self, reach: &super::ReachNode, element: &Node) -> Step<Option<Truth>> {
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

    /// Decided by what surely belongs to the left and cannot belong to the right, or when both are known.
    fn subset(&mut self, left: &super::SetNode, right: &super::SetNode) -> Step<Truth> {
        let left = match self.set(left)? {
            Value::Known(set) => set,
            other => return Ok(flat_truth(could_throw(other), |_| Truth::NO)),
        };
        let right = match self.set(right)? {
            Value::Known(set) => set,
            other => return Ok(flat_truth(other, |_| Truth::NO)),
        };
        if left.surely.iter().any(|object| !right.maybe.contains(object)) {
            return Ok(Truth::NO);
        }
        Ok(match left.open.or(right.open) {
            Some(question) if !(left.is_exact() && left.surely.iter().all(|object| right.surely.contains(object))) => {
                Truth::open(question, false)
            }
            _ => Truth::known(left.surely.iter().all(|object| right.surely.contains(object))),
        })
    }

    fn types(&mut self, left: &TypeNode, right: &TypeNode, test: impl Fn(Type, Type) -> bool) -> Step<Truth> {
        let left = match self.type_value(left)? {
            Value::Known(ty) => ty,
            other => return Ok(flat_truth(could_throw(other), |_| Truth::NO)),
        };
        let right = self.type_value(right)?;
        Ok(map_truth(right, |right| test(left, right)))
    }

    fn type_value(&mut self, node: &TypeNode) -> Step<Value<Type>> {
        match node {
            TypeNode::Literal(ty) => Ok(Value::Known(*ty)),
            TypeNode::Primitive(operand, ty) => Ok(then(self.value(operand)?, |_| Value::Known(*ty))),
            TypeNode::Of(operand) => {
                let value = self.value(operand)?;
                Ok(then(value, |word| match (self.state().symbols.decide_null(word), self.type_of(word)) {
                    (Err(question), _) => Value::Open(Open {
                        question: self.workspace.met.note(question),
                        may_throw: true,
                        is_slot: false,
                    }),
                    (Ok(false), Some(ty)) => Value::Known(self.executable.types.info(ty).ty),
                    _ => null_pointer(operand.span),
                }))
            }
            TypeNode::Element(array, span) => match self.type_value(array)? {
                Value::Known(array) => array.element().map(Value::Known).ok_or_else(|| no_element_type(*span)),
                other => Ok(other),
            },
        }
    }

    pub(super) fn call(&mut self, call: &CallNode, span: Span) -> Step<Value<Word>> {
        if let (CallTarget::Static(function), [arg]) = (call.target, call.args.as_slice()) {
            return match self.value(arg)? {
                Value::Known(word) => self.call_of(function, &[word], span),
                other => Ok(could_throw(other)),
            };
        }
        let (function, args) = match self.called(call, span)? {
            Ok(called) => called,
            Err(value) => return Ok(value),
        };
        self.call_of(function, &args, span)
    }

    /// What a pure method gives.
    pub(super) fn call_of(&mut self, function: FunctionId, args: &[Word], span: Span) -> Step<Value<Word>> {
        if !self.has_changed && self.original.objects.len() <= MOST_OBJECTS {
            self.follow_heap(Memory::Now);
        }
        let known = match *args {
            [arg] => self.workspace.calls.get(function, arg),
            _ => None,
        };
        if let Some(known) = known {
            return Ok(self.glanced(known));
        }
        match self.glance(function, args) {
            Some(value) => Ok(value),
            None => self.run_pure(function, args, span, &mut NoObserver),
        }
    }

    /// What a pure method gives that does nothing but look.
    fn glance(&mut self, function: FunctionId, args: &[Word]) -> Option<Value<Word>> {
        if self.budget.depth < NESTED + MOST_NESTED || !self.executable.has(Acceleration::ReadOnlyCalls) {
            return None;
        }
        let (executable, state) = (self.executable, self.copy.as_deref().unwrap_or(self.original));
        let Workspace { registers, calls, .. } = &mut *self.workspace;
        let steps = self.budget.steps.min(MOST_STEPS_OF_A_GLANCE);
        let mut looker = Looker { executable, state, registers, known: calls, steps, reads: Reads::default() };
        let glance = looker.call(function, args);
        let used = steps - looker.steps;
        if self.has_changed {
            self.workspace.calls.clear();
        }
        // Whoever begins again counts again.
        self.budget.steps -= if glance.is_some() { used } else { 0 };
        Some(self.glanced(glance?))
    }

    fn glanced(&self, glance: Glance) -> Value<Word> {
        match glance {
            Glance::Value(value) => Value::Known(value),
            Glance::Asks(question) => {
                Value::Open(Open { question: self.workspace.met.note(question), may_throw: true, is_slot: false })
            }
        }
    }

    /// Have the pure methods left everything as it was?
    fn is_as_before(&self) -> bool {
        let (now, before) = (self.state(), self.original);
        let is_misplaced = now.symbols.is_misplaced != before.symbols.is_misplaced;
        now.objects.len() == before.objects.len()
            && now.slots == before.slots
            && now.statics == before.statics
            && !is_misplaced
    }

    /// Runs a pure method on a copy of the state.
    pub(super) fn call_observed<O: Observer>(
        &mut self,
        call: &CallNode,
        span: Span,
        observer: &mut O,
    ) -> Step<Value<Word>> {
        match self.called(call, span)? {
            Ok((function, args)) => self.run_pure(function, &args, span, observer),
            Err(value) => Ok(value),
        }
    }

    /// Which function is called with which arguments; or the value without a call.
    fn called(&mut self, call: &CallNode, span: Span) -> Step<Result<Called, Value<Word>>> {
        let mut args = Arguments::Few([NULL; 4], 0);
        for arg in &call.args {
            match self.value(arg)? {
                Value::Known(word) => args.push(word),
                Value::Open(open) => return Ok(Err(Value::Open(Open { may_throw: true, is_slot: false, ..open }))),
                Value::Throws(throws) => return Ok(Err(Value::Throws(throws))),
            }
        }
        let function = match call.target {
            CallTarget::Static(function) => function,
            CallTarget::Exact(_) | CallTarget::Virtual(_) if args.first() == Some(&NULL) => {
                return Ok(Err(null_pointer(span)));
            }
            CallTarget::Exact(_) if word::as_opaque(args[0]).is_some() => {
                return Err(Halt::Unsupported(misplaced(span)));
            }
            CallTarget::Exact(function) => function,
            CallTarget::Virtual(selector) if word::as_opaque(args[0]).is_some() => {
                return self.call_of_opaque(selector, &args, span).map(Err);
            }
            CallTarget::Virtual(selector) => {
                let ty = self.executable.type_of(self.state(), args[0]);
                match ty.and_then(|ty| self.executable.dispatch(selector, ty)) {
                    Some(function) => function,
                    None => return Err(Halt::Unsupported(self.executable.no_implementation(selector, span))),
                }
            }
        };
        Ok(Ok((function, args)))
    }

    fn run_pure<O: Observer>(
        &mut self,
        function: FunctionId,
        args: &[Word],
        span: Span,
        observer: &mut O,
    ) -> Step<Value<Word>> {
        let executable = self.executable;
        let mut budget = self.nested()?;
        let state = self.copied_state();
        executable.start_function(state, function, args);
        let outcome = executable.run_observed(state, &mut budget, observer);
        self.budget.steps = budget.steps;
        if !self.has_changed && !self.is_as_before() {
            self.has_changed = true;
            self.workspace.calls.clear();
        }
        match outcome {
            Outcome::Returned(value) => Ok(Value::Known(value.unwrap_or(NULL))),
            Outcome::Thrown(thrown) => Ok(Value::Throws(Throws { exception: Exception::Thrown(thrown.class), span })),
            Outcome::Asked(question) => {
                Ok(Value::Open(Open { question: self.workspace.met.note(question), may_throw: true, is_slot: false }))
            }
            Outcome::Exhausted(limit) => Err(Halt::Exhausted(limit)),
            Outcome::Repeats(_) => Err(Halt::Exhausted(Limit::Steps)),
            Outcome::Unsupported(what) => Err(Halt::Unsupported(what)),
            Outcome::Broken(Broken { span, .. }) | Outcome::Excluded(span) => {
                let detail = Name::new("a JML statement that does not hold, in a pure method");
                Err(Halt::Unsupported(Unsupported { construct: Construct::UncheckedExpression, detail, span }))
            }
        }
    }

    /// What is left for formulas and calls inside this one.
    fn nested(&self) -> Step<Budget> {
        match self.budget.depth.checked_sub(NESTED) {
            Some(depth) => Ok(Budget { depth, ..self.budget }),
            None => Err(Halt::Exhausted(Limit::Depth)),
        }
    }

    fn call_of_opaque(&self, selector: Selector, args: &[Word], span: Span) -> Step<Value<Word>> {
        match self.executable.opaque_call(self.state(), selector, args, span) {
            Ok(value) => Ok(Value::Known(value)),
            Err(OpaqueCall::Asks(question)) => {
                // Of `equals` and its like only null throws.
                let may_throw = matches!(question, Question::Identical { .. });
                self.workspace.met.note(question);
                Ok(Value::Open(Open { question, may_throw, is_slot: false }))
            }
            Err(OpaqueCall::NullPointer) => Ok(null_pointer(span)),
            Err(OpaqueCall::Unsupported(what)) => Err(Halt::Unsupported(what)),
        }
    }

    fn invariant_for(&mut self, memory: Memory, object: &Node) -> Step<Truth> {
        let inside = self.nested()?.depth;
        let depth = std::mem::replace(&mut self.budget.depth, inside);
        self.nested_invariants += 1;
        // They speak of another object.
        let ranges = self.ranges.take();
        let truth = self.invariant_of(memory, object);
        self.ranges = ranges;
        self.nested_invariants -= 1;
        self.budget.depth = depth;
        truth
    }

    fn invariant_of(&mut self, memory: Memory, object: &Node) -> Step<Truth> {
        let object = match self.value(object)? {
            Value::Known(word) => word,
            other => return Ok(flat_truth(could_throw(other), |_| Truth::NO)),
        };
        let is_null = match self.state().symbols.decide_null(object) {
            Ok(is_null) => is_null,
            Err(question) => return Ok(Truth::open(self.workspace.met.note(question), true)),
        };
        let Some(ty) = self.type_of(object).filter(|_| !is_null) else {
            return Ok(Truth::thrown(Throws { exception: Exception::NullPointer, span: NO_EXCEPTION.span }));
        };
        let Some(class) = self.executable.types.info(ty).ty.as_class() else { return Ok(Truth::YES) };
        let mut all = Truth::YES;
        let executable = self.executable;
        for formula in executable.invariant_formulas(class, memory) {
            let compiled = &executable.formulas[formula.0 as usize];
            let mut locals = vec![object];
            locals.resize(compiled.locals.max(1), NULL);
            let outside = std::mem::replace(&mut self.workspace.locals, locals);
            let truth = self.truth(&compiled.root);
            self.workspace.locals = outside;
            all = all.then(false, false, truth?);
            if !all.can_be_true() {
                return Ok(all);
            }
        }
        for method in executable.invariant_methods(class, memory) {
            let this = Node { span: NO_EXCEPTION.span, kind: NodeKind::Word(object) };
            let call = CallNode { target: CallTarget::Virtual(*method), args: vec![this] };
            let value = self.call(&call, NO_EXCEPTION.span)?;
            all = all.then(false, false, map_truth(value, |word| word != word::FALSE));
        }
        Ok(all)
    }
}

/// JML leaves it open what `\elemtype` of a type is that is no array type.
fn no_element_type(span: Span) -> Halt {
    let detail = Name::new("`\\elemtype` of a type that is no array type");
    Halt::Unsupported(Unsupported { construct: Construct::UncheckedExpression, detail, span })
}

/// An opaque value has no fields and no elements that one could know.
fn no_symbol(reference: &Value<Word>, span: Span) -> Step<()> {
    match reference {
        Value::Known(word) if word::is_symbol(*word) => Err(Halt::Unsupported(misplaced(span))),
        _ => Ok(()),
    }
}

fn null_pointer<T>(span: Span) -> Value<T> {
    Value::Throws(Throws { exception: Exception::NullPointer, span })
}

/// Both values; an exception on the left hides the right one.
fn joined(left: Value<Word>, right: Value<Word>) -> Value<(Word, Word)> {
    match (left, right) {
        (Value::Throws(throws), _) => Value::Throws(throws),
        (Value::Known(left), Value::Known(right)) => Value::Known((left, right)),
        (Value::Known(_), Value::Throws(throws)) => Value::Throws(throws),
        (Value::Known(_), Value::Open(open)) => Value::Open(Open { is_slot: false, ..open }),
        (Value::Open(open), Value::Known(_)) => Value::Open(Open { is_slot: false, ..open }),
        (Value::Open(open), Value::Open(right)) => {
            Value::Open(Open { may_throw: open.may_throw || right.may_throw, is_slot: false, ..open })
        }
        (Value::Open(open), Value::Throws(throws)) if !open.may_throw => Value::Throws(throws),
        (Value::Open(open), Value::Throws(_)) => Value::Open(Open { may_throw: true, is_slot: false, ..open }),
    }
}

/// Goes on with a known value. What is done with an open one may throw.
fn then<T, U>(value: Value<T>, next: impl FnOnce(T) -> Value<U>) -> Value<U> {
    match value {
        Value::Known(known) => next(known),
        Value::Open(open) => Value::Open(Open { may_throw: true, is_slot: false, ..open }),
        Value::Throws(throws) => Value::Throws(throws),
    }
}

/// What comes after an open value may throw, whatever it is.
pub(super) fn could_throw<T>(value: Value<T>) -> Value<T> {
    then(value, Value::Known)
}

/// A test that never throws itself.
fn map_truth<T>(value: Value<T>, test: impl FnOnce(T) -> bool) -> Truth {
    flat_truth(value, |known| Truth::known(test(known)))
}

fn flat_truth<T>(value: Value<T>, test: impl FnOnce(T) -> Truth) -> Truth {
    match value {
        Value::Known(known) => test(known),
        Value::Open(open) => Truth::open(open.question, open.may_throw),
        Value::Throws(throws) => Truth::thrown(throws),
    }
}
