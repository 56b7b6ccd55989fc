//! Does a run that has ended meet its contract?

use super::frame::Permission;
use super::{CompiledCase, CompiledClause, CompiledContract};
use crate::accelerations::Acceleration;
use crate::code::SpecKind;
use crate::compile::Executable;
use crate::counter::Counter;
use crate::formula::{Evaluation, Fast, Halt, NoShortcuts, Prover, Shortcuts, Structure, Throws, Truth, Workspace};
use crate::initial_heap::{SlotChange, object_of, reference_to};
use crate::outcome::{Budget, Question, SlotRef, Thrown};
use crate::state::State;
use crate::word::{NULL, Word};
use tightrope_problem::Reads;
use tightrope_problem::collections::is_of_model;
use tightrope_program::{ClassId, FieldId, MethodId, MethodKind, Type};
use tightrope_source::Span;

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    Returned(Option<Word>),
    Thrown(Thrown),
}

/// What a run breaks, and where that is demanded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Violation {
    pub kind: ViolationKind,
    /// The clause, or the place where the exception was made.
    pub span: Span,
    /// The evaluation of the clause itself throws.
    pub throws: Option<Throws>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ViolationKind {
    Ensures,
    /// Of an object of this class; of `repOk`, the method.
    Invariant {
        class: ClassId,
        rep_ok: Option<MethodId>,
    },
    StaticInvariant,
    Constraint,
    Initially,
    /// The condition under which this exception may be thrown.
    Signals,
    /// An exception of this class that no clause allows.
    Exception(ClassId),
    /// `exceptional_behavior`, and it returned.
    Returned,
    /// It wrote to a field that `assignable` does not name; `None`: to an element of an array.
    Frame(Option<FieldId>),
    /// A JML statement or loop clause in the code.
    Statement(SpecKind),
    /// The run repeats itself for ever.
    NeverReturns,
    /// More calls are nested in each other than the budget allows, which is more than a JVM's stack
    /// holds by default.
    StackOverflow,
}

/// What is to be said of a run that has ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Judgement {
    Met,
    /// It breaks this; for an invariant, of this object.
    Broken(Violation, Option<Word>),
    /// All is met but the invariant of an object of this class that nobody gave to the method: it
    /// shares what has changed with one that somebody did.
    Shares(ClassId),
    /// That depends.
    Open(Question),
}

/// What a run is judged by.
#[derive(Debug)]
struct Run<'r, S> {
    executable: &'r Executable<'r>,
    contract: &'r CompiledContract,
    state: &'r State,
    evaluations: Evaluation<'r, 'r, S>,
    /// Receiver and arguments.
    args: &'r [Word],
    result: Option<Word>,
    /// What is open may be so for all heaps that the partial one stands for.
    prover: Option<Prover<'r>>,
    /// A slot of which nobody but the prover knows what it holds.
    counter: Option<Counter>,
    /// What is open may be as it was before.
    keeps: bool,
}

type Judged = Result<Judgement, Halt>;

/// Judges a run. `applicable`: by case, did its `requires` hold before? Requires: so did the
/// invariants of all initial objects.
///
/// A clause whose evaluation does not come to an end says nothing, but a structure that the run
/// spoilt is often the reason: a method that counts nodes walks a new cycle for ever. So the
/// invariants are looked at all the same, and a broken one is the answer.
pub fn judge(
    executable: &Executable<'_>,
    contract: &CompiledContract,
    state: &State,
    args: &[Word],
    ending: &Ending,
    applicable: &[bool],
    (budget, workspace): (&mut Budget, &mut Workspace),
) -> Judged {
    let ended = EndedRun { state, args, ending, applicable, counter: None };
    judge_with(executable, contract, None, ended, (budget, workspace))
}

/// A run that has ended.
#[derive(Clone, Copy, Debug)]
pub struct EndedRun<'r> {
    pub state: &'r State,
    /// Receiver and arguments.
    pub args: &'r [Word],
    pub ending: &'r Ending,
    /// By case: did its `requires` hold before?
    pub applicable: &'r [bool],
    /// Of a run on a part: what a slot holds now depends on what it held.
    pub counter: Option<Counter>,
}

/// Judges a run on a part: [`Judgement::Met`] is said of all heaps that the partial one stands for.
/// `structure`: that of the receiver. Requires, besides: no initial object but the receiver has
/// invariants, those at hand and others.
pub fn judge_part(
    executable: &Executable<'_>,
    contract: &CompiledContract,
    structure: &Structure,
    run: EndedRun<'_>,
    resources: (&mut Budget, &mut Workspace),
) -> Judged {
    judge_with(executable, contract, Some(structure), run, resources)
}

/// Judges a run on a partial heap: [`Judgement::Met`] is said of all heaps that it stands for.
/// Invariants that read nothing that has changed hold as before.
pub fn judge_kept(
    executable: &Executable<'_>,
    contract: &CompiledContract,
    run: EndedRun<'_>,
    (budget, workspace): (&mut Budget, &mut Workspace),
) -> Judged {
    let EndedRun { state, args, ending, applicable, .. } = run;
    let evaluations = executable.evaluations::<NoShortcuts>(state, workspace);
    let result = result_of(ending);
    let mut run =
        Run { executable, contract, state, evaluations, args, result, prover: None, counter: None, keeps: true };
    run.evaluations.find_touched();
    let judged = run.judge(ending, applicable, budget);
    run.evaluations.finish();
    judged
}

fn result_of(ending: &Ending) -> Option<Word> {
    match ending {
        Ending::Returned(value) => *value,
        Ending::Thrown(_) => None,
    }
}

fn judge_with(
    executable: &Executable<'_>,
    contract: &CompiledContract,
    structure: Option<&Structure>,
    run: EndedRun<'_>,
    resources: (&mut Budget, &mut Workspace),
) -> Judged {
    match executable.is_accelerated() {
        true => judge_by::<Fast>(executable, contract, structure, run, resources),
        false => judge_by::<NoShortcuts>(executable, contract, structure, run, resources),
    }
}

fn judge_by<S: Shortcuts>(
    executable: &Executable<'_>,
    contract: &CompiledContract,
    structure: Option<&Structure>,
    run: EndedRun<'_>,
    (budget, workspace): (&mut Budget, &mut Workspace),
) -> Judged {
    let EndedRun { state, args, ending, applicable, counter } = run;
    let result = result_of(ending);
    let evaluations = executable.evaluations::<S>(state, workspace);
    let prover = structure.zip(args.first());
    let prover = prover.and_then(|(structure, this)| Prover::new(executable, structure, state, *this, result, counter));
    let mut run = Run { executable, contract, state, evaluations, args, result, prover, counter, keeps: false };
    run.evaluations.find_touched();
    let judged = run.judge(ending, applicable, budget);
    run.evaluations.finish();
    judged
}

impl<S: Shortcuts> Run<'_, S> {
    fn judge(&mut self, ending: &Ending, applicable: &[bool], budget: &mut Budget) -> Judged {
        let mut budget_of_invariants = *budget;
        let judged = self.cases(ending, applicable, budget);
        match judged {
            Ok(Judgement::Met) => self.properties(ending, budget),
            Err(Halt::Exhausted(_)) => match self.invariants(ending, &mut budget_of_invariants) {
                Ok(Judgement::Met) | Err(_) => judged,
                telling => telling,
            },
            _ => judged,
        }
    }

    /// What the cases say whose precondition held.
    fn cases(&mut self, ending: &Ending, applicable: &[bool], budget: &mut Budget) -> Judged {
        let cases = self.contract.cases.iter().zip(applicable).filter(|(_, applies)| **applies);
        for (case, _) in cases {
            let judgement = match ending {
                Ending::Returned(_) => self.returned(case, budget)?,
                Ending::Thrown(thrown) => self.thrown(case, thrown, budget)?,
            };
            if judgement != Judgement::Met {
                return Ok(judgement);
            }
            let judgement = self.frame(case, budget)?;
            if judgement != Judgement::Met {
                return Ok(judgement);
            }
        }
        Ok(Judgement::Met)
    }

    /// Whoever called a constructor that throws has no object.
    fn has_object(&self, ending: &Ending) -> bool {
        let is_constructor = self.executable.program.method(self.contract.method).kind == MethodKind::Constructor;
        !is_constructor || matches!(ending, Ending::Returned(_))
    }

    fn returned(&mut self, case: &CompiledCase, budget: &mut Budget) -> Judged {
        if !case.may_return {
            return Ok(broken(ViolationKind::Returned, case.span, None));
        }
        self.all(&case.ensures, ViolationKind::Ensures, self.args, budget)
    }

    fn thrown(&mut self, case: &CompiledCase, thrown: &Thrown, budget: &mut Budget) -> Judged {
        let program = self.executable.program;
        let is_allowed = case.exceptions.iter().any(|allowed| program.is_subclass(thrown.class, allowed.class));
        if !is_allowed {
            return Ok(broken(ViolationKind::Exception(thrown.class), thrown.span, None));
        }
        let mut args = self.args.to_vec();
        args.push(thrown.object);
        for (class, clause) in &case.signals {
            if program.is_subclass(thrown.class, *class) {
                let judgement = self.clause(clause, ViolationKind::Signals, &args, budget)?;
                if judgement != Judgement::Met {
                    return Ok(judgement);
                }
            }
        }
        Ok(Judgement::Met)
    }

    /// Constraints, `initially` and invariants: of every ending.
    fn properties(&mut self, ending: &Ending, budget: &mut Budget) -> Judged {
        let this = &self.args[..self.args.len().min(1)];
        let contract = self.contract;
        let has_object = self.has_object(ending);
        let initially: &[CompiledClause] = if has_object { &contract.initially } else { &[] };
        let parts: [(&[CompiledClause], ViolationKind, &[Word]); 3] = [
            (&contract.constraints, ViolationKind::Constraint, this),
            (&contract.static_after, ViolationKind::StaticInvariant, &[]),
            (initially, ViolationKind::Initially, this),
        ];
        for (clauses, kind, args) in parts {
            let judgement = self.all(clauses, kind, args, budget)?;
            if judgement != Judgement::Met {
                return Ok(judgement);
            }
        }
        self.invariants(ending, budget)
    }

    fn invariants(&mut self, ending: &Ending, budget: &mut Budget) -> Judged {
        // On the heap of before they were assumed.
        let is_known = self.executable.has(Acceleration::Untouched) && self.state.is_as_before();
        if !self.contract.has_object_invariants || is_known {
            return Ok(Judgement::Met);
        }
        let mut shares = None;
        for object in self.obliged_objects(ending) {
            let class = self.executable.object_type(self.state, object).and_then(Type::as_class);
            let Some((class, invariants)) = class.and_then(|class| Some((class, self.contract.invariants(class)?)))
            else {
                continue;
            };
            let this = [reference_to(object)];
            let program = self.executable.program;
            let owed = invariants.rep_ok.iter().filter(|(code, _)| !is_of_model(program, program.method(*code).class));
            let clauses = invariants.demanded.iter().chain(owed.map(|(_, clause)| clause));
            for clause in clauses {
                let kind = ViolationKind::Invariant { class, rep_ok: clause.rep_ok };
                if self.is_shown_again(clause, this[0]) {
                    continue;
                }
                if let Some(question) = self.counter_question() {
                    return Ok(Judgement::Open(question));
                }
                let truth = match self.state.is_initial(object) {
                    true if self.keeps => self.evaluations.evaluate_kept((clause.now, clause.before), &this, budget)?,
                    true => self.evaluations.evaluate_again(clause.now, &this, budget)?,
                    false => self.evaluations.evaluate(clause.now, &this, None, budget)?,
                };
                match judge_truth(truth, kind, clause.span) {
                    Judgement::Met => {}
                    Judgement::Broken(..) if self.only_shares(object) => {
                        shares = Some(class);
                        break;
                    }
                    Judgement::Broken(violation, _) => return Ok(Judgement::Broken(violation, Some(this[0]))),
                    open => return Ok(open),
                }
            }
        }
        Ok(shares.map_or(Judgement::Met, Judgement::Shares))
    }

    /// Does an object other than the receiver, which is as it was itself, share all that has
    /// changed where its invariant looks with objects whose own invariants speak of it, and do not
    /// look at that object, nor are looked at? Then it is the sharing that breaks its invariant,
    /// not the method.
    fn only_shares(&self, object: usize) -> bool {
        let method = self.executable.program.method(self.contract.method);
        let is_receiver = !method.is_static && self.args.first() == Some(&reference_to(object));
        if is_receiver || !self.state.is_initial(object) {
            return false;
        }
        let Some((behind, _)) = self.read_before(object) else { return false };
        let mut changes = self.executable.changed_slots(self.state, self.evaluations.touched_objects());
        changes.retain(|change| behind[change.object]);
        if changes.is_empty() || changes.iter().any(|change| change.object == object) {
            return false;
        }
        let others = (0..self.state.object_count()).filter(|other| self.state.is_initial(*other) && !behind[*other]);
        let others: Vec<(Vec<bool>, &Reads)> =
            others.filter_map(|other| self.read_before(other)).filter(|(seen, _)| !seen[object]).collect();
        let owns = |(seen, reads): &(Vec<bool>, &Reads), change: &SlotChange| {
            seen[change.object] && self.executable.is_read(self.state, reads, change.object, change.slot as usize)
        };
        changes.iter().all(|change| others.iter().any(|other| owns(other, change)))
    }

    /// By object: may the invariants of this one have looked at it before the method? `None`: it
    /// has no invariants.
    fn read_before(&self, object: usize) -> Option<(Vec<bool>, &Reads)> {
        let class = self.executable.object_type(self.state, object).and_then(Type::as_class)?;
        let reads = &self.contract.invariants(class)?.reads;
        Some((self.executable.read_before(self.state, object, reads), reads))
    }

    /// Initial objects, and new ones that somebody can see: through the receiver, arguments, the
    /// result or the exception, and static fields.
    fn obliged_objects(&self, ending: &Ending) -> Vec<usize> {
        let has_invariant = |object: &usize| {
            let class = self.executable.object_type(self.state, *object).and_then(Type::as_class);
            class.is_some_and(|class| self.contract.invariants(class).is_some())
        };
        let (initial, new): (Vec<usize>, Vec<usize>) =
            (0..self.state.object_count()).filter(has_invariant).partition(|object| self.state.is_initial(*object));
        let mut obliged = initial;
        if !new.is_empty() {
            let skipped = usize::from(!self.has_object(ending));
            let thrown = match ending {
                Ending::Thrown(thrown) => Some(thrown.object),
                Ending::Returned(_) => None,
            };
            let roots = self.reference_args().skip(skipped).chain(self.result_reference()).chain(thrown);
            let roots = roots.chain(self.executable.static_references(self.state));
            let seen = self.executable.reachable(self.state, roots);
            obliged.extend(new.into_iter().filter(|object| seen[*object]));
        }
        obliged
    }

    /// A number must not be taken for a reference.
    fn reference_args(&self) -> impl Iterator<Item = Word> + '_ {
        let method = self.executable.program.method(self.contract.method);
        let this = (!method.is_static).then_some(true);
        let is_reference = this.into_iter().chain(method.params.iter().map(|param| param.ty.is_reference()));
        self.args.iter().zip(is_reference).filter(|(_, is_reference)| *is_reference).map(|(arg, _)| *arg)
    }

    fn result_reference(&self) -> Option<Word> {
        let returns = self.executable.program.method(self.contract.method).return_type;
        self.result.filter(|_| returns.is_some_and(Type::is_reference))
    }

    fn all(&mut self, clauses: &[CompiledClause], kind: ViolationKind, args: &[Word], budget: &mut Budget) -> Judged {
        for clause in clauses {
            let judgement = self.clause(clause, kind, args, budget)?;
            if judgement != Judgement::Met {
                return Ok(judgement);
            }
        }
        Ok(Judgement::Met)
    }

    fn clause(&mut self, clause: &CompiledClause, kind: ViolationKind, args: &[Word], budget: &mut Budget) -> Judged {
        if self.prover.as_mut().is_some_and(|prover| prover.shows(clause.now, args)) {
            return Ok(Judgement::Met);
        }
        if let Some(question) = self.counter_question() {
            return Ok(Judgement::Open(question));
        }
        let truth = self.evaluations.evaluate(clause.now, args, self.result, budget)?;
        Ok(judge_truth(truth, kind, clause.span))
    }

    /// Whoever does not know what a counter holds has to ask.
    fn counter_question(&self) -> Option<Question> {
        let Counter { object, slot, .. } = self.counter?;
        Some(Question::Slot(SlotRef { object, slot, is_long: false, before: true }))
    }

    /// Does an invariant hold for all heaps of the part? If the object is initial, it held before.
    fn is_shown_again(&mut self, clause: &CompiledClause, this: Word) -> bool {
        let is_initial = object_of(this).is_some_and(|object| self.state.is_initial(object));
        let shows = |prover: &mut Prover<'_>| match is_initial {
            true => prover.shows_again(clause.now, this),
            false => prover.shows(clause.now, &[this]),
        };
        self.prover.as_mut().is_some_and(shows)
    }

    fn frame(&mut self, case: &CompiledCase, budget: &mut Budget) -> Judged {
        let super::CompiledFrame::Only { span, .. } = &case.frame else { return Ok(Judgement::Met) };
        let mut args = self.args.to_vec();
        args.push(NULL);
        // All of it may change.
        let mut free = None;
        for change in self.executable.changed_slots(self.state, self.evaluations.touched_objects()) {
            if free == Some(change.object) {
                continue;
            }
            args[self.args.len()] = reference_to(change.object);
            match self.executable.permits(&case.frame, &mut self.evaluations, &args, &change, budget)? {
                Permission::Granted => continue,
                Permission::OfAll => {
                    free = Some(change.object);
                    continue;
                }
                Permission::Open(question) => return Ok(Judgement::Open(question)),
                Permission::Denied => {}
            }
            match self.is_changed(&change) {
                Ok(false) => {}
                Ok(true) => {
                    let field = self.changed_field(&change);
                    return Ok(Judgement::Broken(
                        Violation { kind: ViolationKind::Frame(field), span: *span, throws: None },
                        Some(reference_to(change.object)),
                    ));
                }
                Err(question) => return Ok(Judgement::Open(question)),
            }
        }
        for (field, before, now) in self.executable.changed_statics(self.state) {
            if self.executable.permits_static(&case.frame, field) {
                continue;
            }
            let is_any_word = self.executable.is_any_word(self.executable.program.field(field).ty);
            match self.differ(before, now, is_any_word) {
                Ok(false) => {}
                Ok(true) => return Ok(broken(ViolationKind::Frame(Some(field)), *span, None)),
                Err(question) => return Ok(Judgement::Open(question)),
            }
        }
        Ok(Judgement::Met)
    }

    /// Does the slot hold another value than before? Words that differ may still be the same value.
    fn is_changed(&self, change: &SlotChange) -> Result<bool, Question> {
        if change.is_open {
            let request = SlotRef { object: change.object, slot: change.slot, is_long: change.is_long, before: true };
            return Err(Question::Slot(request));
        }
        // Only fields have a mark beside them that makes them long.
        let ty = match change.is_long {
            true => self.changed_field(change).map(|field| self.executable.program.field(field).ty),
            false => self.executable.object_type(self.state, change.object).and_then(Type::element),
        };
        let is_any_word = ty.is_some_and(|ty| self.executable.is_any_word(ty));
        self.differ(change.before, change.now, is_any_word)
    }

    fn differ(&self, before: Word, now: Word, is_any_word: bool) -> Result<bool, Question> {
        match is_any_word {
            true => Ok(before != now),
            false => self.state.symbols.decide(crate::code::Comparison::NotEqual, before, now),
        }
    }

    fn changed_field(&self, change: &SlotChange) -> Option<FieldId> {
        let class = self.executable.object_type(self.state, change.object).and_then(Type::as_class)?;
        self.executable.slots_of_class(class).find(|(_, slot)| *slot == change.slot).map(|(field, _)| field)
    }
}

impl Executable<'_> {
    /// By object: may the invariants of this initial one, which read these fields, have looked at
    /// it before the method, as far as that is known?
    fn read_before(&self, state: &State, object: usize, reads: &Reads) -> Vec<bool> {
        if reads.has_all_objects {
            return vec![true; state.object_count()];
        }
        let mut seen = vec![false; state.object_count()];
        let mut pending = vec![object];
        while let Some(next) = pending.pop() {
            if !state.is_initial(next) || std::mem::replace(&mut seen[next], true) {
                continue;
            }
            let is_own =
                |slot| next == object && self.field_at(state, next, slot).is_some_and(|it| reads.own.contains(&it));
            let header = &state.objects[next];
            for slot in self.reference_slots(self.types.info(header.ty).ty, header) {
                if is_own(slot) || self.is_read(state, reads, next, slot) {
                    let value = state.slots_before[header.before as usize + slot];
                    pending.extend(object_of(value).filter(|it| *it < state.object_count()));
                }
            }
        }
        seen
    }

    /// Do two initial objects share an object of which the invariants of both speak, and which has
    /// none itself, as far as that is known?
    pub fn shares_parts(&self, contract: &CompiledContract, state: &State) -> bool {
        let invariants = |object: usize| {
            let class = self.object_type(state, object).and_then(Type::as_class)?;
            contract.invariants(class).filter(|_| !is_of_model(self.program, class))
        };
        let mut owned = vec![false; state.object_count()];
        for object in (0..state.object_count()).filter(|object| state.is_initial(*object)) {
            let Some(owner) = invariants(object) else { continue };
            let seen = self.read_before(state, object, &owner.reads);
            for part in (0..seen.len()).filter(|part| seen[*part] && *part != object && invariants(*part).is_none()) {
                if std::mem::replace(&mut owned[part], true) {
                    return true;
                }
            }
        }
        false
    }

    /// May an invariant read this slot of an object other than its own?
    fn is_read(&self, state: &State, reads: &Reads, object: usize, slot: usize) -> bool {
        match self.field_at(state, object, slot) {
            Some(field) => reads.has_all_objects || reads.fields.contains(&field),
            None => reads.has_elements,
        }
    }

    fn field_at(&self, state: &State, object: usize, slot: usize) -> Option<FieldId> {
        let class = self.object_type(state, object).and_then(Type::as_class)?;
        self.slots_of_class(class).find(|(_, known)| *known as usize == slot).map(|(field, _)| field)
    }

    /// By object: do these references lead to it, now?
    pub fn reachable(&self, state: &State, roots: impl IntoIterator<Item = Word>) -> Vec<bool> {
        let mut seen = vec![false; state.object_count()];
        let mut pending: Vec<usize> = roots.into_iter().filter_map(object_of).collect();
        while let Some(object) = pending.pop() {
            let Some(mark) = seen.get_mut(object) else { continue };
            if std::mem::replace(mark, true) {
                continue;
            }
            let header = &state.objects[object];
            let ty = self.types.info(header.ty).ty;
            let mut follow = |slot: usize| {
                let value = state.slots[header.start as usize + slot];
                pending.extend(object_of(value).filter(|object| *object < state.object_count()));
            };
            match ty.is_array() {
                true => self.reference_slots(ty, header).into_iter().for_each(follow),
                false => self.types.info(header.ty).references.iter().for_each(|slot| follow(usize::from(*slot))),
            }
        }
        seen
    }
}

fn judge_truth(truth: Truth, kind: ViolationKind, span: Span) -> Judgement {
    match truth.open {
        Some(question) if !truth.is_decided() => Judgement::Open(question),
        _ if truth.is_true() => Judgement::Met,
        _ => broken(kind, span, truth.throws),
    }
}

fn broken(kind: ViolationKind, span: Span, throws: Option<Throws>) -> Judgement {
    Judgement::Broken(Violation { kind, span, throws }, None)
}
