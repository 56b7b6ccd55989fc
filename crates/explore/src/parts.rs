//! Run first: the method runs on a heap of which nothing is known but what it has read, and one run
//! stands for all heaps that look the same there.
//!
//! After Darga & Boyapati, section 3. The assumptions on the heap before refute answers and force
//! them, but they do not ask. The method runs on a copy of the state, from the start again after
//! each answer; so the heap of the node is always the one before the method, and all that is known
//! of assumptions stays as it is. When a run ends without a question, its contract is shown for all
//! heaps of the part at once (`tightrope_machine::formula`, folder `part`); what is open there is
//! decided by one more answer. What is broken is left to the ordinary search, which completes the
//! part in all ways: a violation counts only with a complete heap.
//!
//! The answers to a question exclude each other, and together they are all there are. So each heap
//! of the scope belongs to exactly one part, and it is looked at either as a part that is shown, or
//! by the ordinary search.

use crate::drive::Stop;
use crate::frontier::LeftOff;
use crate::induction::Induction;
use crate::least::Least;
use crate::node::{Ask, Node, Phase, Run};
use crate::results::Results;
use crate::search::{Found, Thread, search};
use crate::setup::Setup;
use crate::space::{Content, Fresh};
use tightrope_engine::{Cancel, Limits, Meter};
use tightrope_machine::contract::{CompiledClause, EndedRun, Ending, Judgement, judge_part};
use tightrope_machine::formula::{Halt, Structure};
use tightrope_machine::{
    Acceleration, Budget, Counted, Counter, LoopCounter, Outcome, Question, SlotRef, State, object_of,
};
use tightrope_program::{ClassId, MethodKind, Type};
use tightrope_source::Span;

/// What the parts of a class are made of.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) structure: Structure,
    /// By the number of the type: truth values that are decided first where something is open.
    /// Invariants count by them.
    telling: Vec<(usize, u32)>,
    /// The kind of the nodes, if there is but one.
    nodes: Option<usize>,
    /// How many nodes subtrees need at least.
    pub(crate) least: Option<Least>,
    /// Which runs go on as on smaller heaps.
    pub(crate) induction: Option<Induction>,
    /// Up to so many objects, each part that is shown is completed in all ways and judged again.
    pub(crate) audited: usize,
}

/// A run on a copy of the state.
struct Ran {
    outcome: Outcome,
    budget: Budget,
    counter: Option<Counter>,
    loops: LoopCounter,
}

/// Why a method is left to the ordinary search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NotUsed {
    pub(crate) reason: String,
    pub(crate) span: Option<Span>,
}

impl NotUsed {
    pub(crate) fn because(reason: &str) -> NotUsed {
        NotUsed { reason: reason.to_owned(), span: None }
    }
}

impl Parts {
    /// The kind of the nodes, if there is but one.
    pub(crate) fn node_kind(&self) -> Option<usize> {
        self.nodes
    }

    /// Is it one of the truth values that are decided first?
    pub(crate) fn is_truth_value(&self, type_number: usize, slot: u32) -> bool {
        self.telling.contains(&(type_number, slot))
    }
}

impl Setup<'_> {
    /// Can parts stand for heaps?
    pub(crate) fn find_parts(&mut self, audited: usize) -> Result<Parts, NotUsed> {
        self.check_heaps()?;
        let class = self.receiver_class().ok_or_else(|| NotUsed::because("there is no receiver of one class"))?;
        let invariants = self.contract.invariants(class).cloned();
        let invariants = invariants.ok_or_else(|| NotUsed::because("the class has no invariant"))?;
        let found = self.executable.structure(&invariants);
        let structure = found.map_err(|none| NotUsed { reason: none.to_string(), span: none.span() })?;
        let telling = self.truth_values(&structure);
        let (known, induction) = self.parts.take().map_or((None, None), |parts| (parts.least, parts.induction));
        let nodes = self.fresh_node(&structure).map(Fresh::kind);
        let induction = induction.or_else(|| self.find_induction(&structure, &invariants));
        let mut parts = Parts { structure, telling, nodes, least: None, induction, audited };
        parts.least = match known {
            Some(least) => self.grown(&parts, least),
            None if !self.executable.has(Acceleration::LeastSizes) => None,
            None => self.least_sizes(&parts),
        };
        Ok(parts)
    }

    /// The method must be one of an object that is the only one with invariants, and whatever is
    /// not at hand must be nodes of its structure or values that are only compared.
    fn check_heaps(&self) -> Result<(), NotUsed> {
        let Some(method) = self.problem.method() else { return Err(NotUsed::because("no method is run")) };
        let declared = self.program.method(method);
        if declared.is_static || declared.kind == MethodKind::Constructor {
            return Err(NotUsed::because("the method has no receiver"));
        }
        let owners = self.invariant_classes();
        if owners.as_slice() != self.receiver_class().as_slice() {
            return Err(NotUsed::because("objects of other classes have invariants"));
        }
        if self.starts.len() > 1 || self.starts.iter().any(|start| !start.given.is_empty()) {
            return Err(NotUsed::because("static initialisers make objects"));
        }
        let has_others = !self.contract.static_before.is_empty() || !self.contract.axioms.is_empty();
        if has_others || self.has_global_assumptions || self.has_global_requires {
            return Err(NotUsed::because("an assumption is not about the receiver alone"));
        }
        let is_linked = |(kind, is_linked): (&tightrope_problem::ObjectBound, &bool)| {
            *is_linked && kind.class == self.receiver_class()
        };
        if self.space.kinds.iter().zip(&self.linked_kinds).any(is_linked) {
            return Err(NotUsed::because("other objects may refer to objects of the class"));
        }
        if self.space.has_instances() {
            return Err(NotUsed::because("there are classes with type arguments"));
        }
        if !self.quantified.is_empty() {
            return Err(NotUsed::because("the contract speaks of all objects of a class"));
        }
        if self.space.kinds.iter().any(|kind| kind.class.is_none()) || self.space.has_texts() {
            return Err(NotUsed::because("there are arrays or strings"));
        }
        let is_reference = |content| matches!(self.space.content(content), Content::Reference(_));
        if self.params.iter().any(|content| is_reference(*content)) {
            return Err(NotUsed::because("a parameter may refer to objects of the heap"));
        }
        if self.arg_types.iter().any(|ty| ty.is_wide()) || self.space.has_longs() {
            return Err(NotUsed::because("there are values of type `long`"));
        }
        Ok(())
    }

    /// The class of the receiver, if there is but one.
    fn receiver_class(&self) -> Option<ClassId> {
        match self.problem.receivers.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The classes whose objects have invariants.
    fn invariant_classes(&self) -> Vec<ClassId> {
        self.problem.classes.iter().copied().filter(|class| self.contract.invariants(*class).is_some()).collect()
    }

    /// The slots of nodes that hold truth values of which clauses about all nodes speak.
    fn truth_values(&self, structure: &Structure) -> Vec<(usize, u32)> {
        let owner = self.receiver_class();
        let types = self.executable.types().enumerate();
        let types = types.filter(|(_, ty)| ty.as_class() != owner).map(|(number, _)| number);
        let slots = types.flat_map(|ty| (0..self.space.slots(ty).len() as u32).map(move |slot| (ty, slot)));
        slots
            .filter(|(_, slot)| structure.reads(*slot))
            .filter(|(ty, slot)| {
                let content = self.space.slot(*ty, *slot as usize);
                content.is_some_and(|content| matches!(self.space.content(content), Content::Boolean))
            })
            .collect()
    }

    /// Runs the method on a part, and shows that it meets its contract there.
    pub(crate) fn part(&self, node: &mut Node, thread: &mut Thread) -> Result<(), Stop> {
        let Some(parts) = &self.parts else { return self.leave_to_search(node, thread) };
        if let Some(question) = self.find_cases(node, thread)? {
            return self.ask_part(node, question, thread);
        }
        let mut state = std::mem::take(&mut thread.scratch.state);
        let Ran { outcome, budget, counter, loops } = self.run_part(node, &mut state);
        if let Outcome::Asked(question) = outcome
            && self.goes_on_as_smaller(parts, node, question)
        {
            thread.scratch.state = state;
            return Err(Stop::Dead);
        }
        let ending = match outcome {
            Outcome::Returned(value) => Ok(Ending::Returned(value)),
            Outcome::Thrown(thrown) => Ok(Ending::Thrown(thrown)),
            Outcome::Asked(question) => Err(Some(question)),
            _ => Err(None),
        };
        let judged = ending.and_then(|ending| match self.judge_part(parts, node, &state, &ending, counter, thread) {
            Ok(Judgement::Met) if self.is_observed(node, &mut state) => Err(None),
            Ok(Judgement::Met) => Ok(ending),
            Ok(Judgement::Open(question)) => {
                let other = self.open_truth_value(parts, node).map(Question::Slot);
                // The table mostly leaves one truth value: then nothing splits.
                thread.results.refined += u64::from(other.is_none() || parts.least.is_none());
                let other = other.or_else(|| self.better_question(parts, node, &mut state, &ending, counter, thread));
                Err(Some(other.unwrap_or(question)))
            }
            Ok(Judgement::Broken(..) | Judgement::Shares(_)) | Err(_) => Err(None),
        });
        if let Some(counter) = counter {
            self.reopen(&mut state, counter);
        }
        thread.scratch.state = state;
        match judged {
            Ok(ending) => {
                self.note_heads(parts, node);
                self.audit(parts, node, thread);
                thread.results.shapes.add(self.shape_of(node, parts));
                let run = Run { ending: Some(ending), loops, ..Run::default() };
                self.count_part(node, run, budget, thread);
                Err(Stop::Dead)
            }
            Err(Some(question)) => self.ask_part(node, question, thread),
            Err(None) => self.leave_to_search(node, thread),
        }
    }

    /// May an object that nobody has looked at have an invariant about what the run has changed?
    fn is_observed(&self, node: &mut Node, state: &mut State) -> bool {
        std::mem::swap(&mut *node.state, state);
        let is_observed = self.unseen(node).is_some();
        std::mem::swap(&mut *node.state, state);
        is_observed
    }

    fn judge_part(
        &self,
        parts: &Parts,
        node: &Node,
        state: &State,
        ending: &Ending,
        counter: Option<Counter>,
        thread: &mut Thread,
    ) -> Result<Judgement, Halt> {
        let run = EndedRun { state, args: &node.args, ending, applicable: &node.applicable, counter };
        let resources = (&mut self.run_budget.clone(), &mut thread.scratch.workspace);
        judge_part(&self.executable, &self.contract, &parts.structure, run, resources)
    }

    /// The number of a counter is the last thing to ask for: something else may be what keeps a
    /// clause open. What is judged as if the counter had not changed says nothing but that.
    fn better_question(
        &self,
        parts: &Parts,
        node: &Node,
        state: &mut State,
        ending: &Ending,
        counter: Option<Counter>,
        thread: &mut Thread,
    ) -> Option<Question> {
        let counter = counter?;
        self.reopen(state, counter);
        match self.judge_part(parts, node, state, ending, None, thread) {
            Ok(Judgement::Open(other)) => Some(other),
            _ => None,
        }
    }

    fn reopen(&self, state: &mut State, Counter { object, slot, .. }: Counter) {
        self.executable.reopen(state, SlotRef { object, slot, is_long: false, before: false });
    }

    /// Runs the method on a copy of the state.
    fn run_part(&self, node: &Node, state: &mut State) -> Ran {
        let ran = self.run_with_loops(node, state, None);
        let Outcome::Asked(Question::Slot(request)) = ran.outcome else { return ran };
        if !self.may_count(node, &request) {
            return ran;
        }
        self.start_part(node, state);
        let mut budget = self.run_budget;
        match self.executable.run_counting(state, &mut budget, request) {
            Counted::Blind(outcome @ (Outcome::Returned(_) | Outcome::Thrown(_)), counter) => {
                // The same run once more, for its loops.
                let mut copy = State::default();
                let Ran { loops, .. } = self.run_with_loops(node, &mut copy, Some(request));
                Ran { outcome, budget, counter, loops }
            }
            Counted::Blind(Outcome::Asked(question), _) => {
                Ran { outcome: Outcome::Asked(question), budget, counter: None, loops: LoopCounter::default() }
            }
            Counted::Blind(..) | Counted::Looks => ran,
        }
    }

    fn start_part(&self, node: &Node, state: &mut State) {
        state.clone_from(&node.state);
        self.executable.start(state, self.contract.method, &node.args);
    }

    /// `zero`: this slot holds 0, whatever it holds.
    fn run_with_loops(&self, node: &Node, state: &mut State, zero: Option<SlotRef>) -> Ran {
        self.start_part(node, state);
        if let Some(request) = zero {
            self.executable.answer(state, request, 0);
        }
        let mut budget = self.run_budget;
        let mut loops = LoopCounter::default();
        let outcome = match self.executable.has_loops() {
            true => self.executable.run_watched_by(state, &mut budget, &mut loops),
            false => self.executable.run_watched(state, &mut budget),
        };
        Ran { outcome, budget, counter: None, loops }
    }

    /// A number of the receiver that nobody has chosen a range for.
    fn may_count(&self, node: &Node, request: &SlotRef) -> bool {
        let is_receiver = node.args.first().and_then(|this| object_of(*this)) == Some(request.object);
        let is_int = self.executable.slot_type(&node.state, request) == Some(Type::INT);
        is_receiver && is_int && self.is_drawn(node, request)
    }

    /// A part that was shown.
    fn count_part(&self, node: &mut Node, run: Run, budget: Budget, thread: &mut Thread) {
        thread.results.count_heap(node, false);
        std::mem::swap(&mut *node.state, &mut thread.scratch.state);
        node.steps = budget.steps;
        node.run = Some(run);
        thread.results.count_run(self, node);
        if let Some(ending) = node.ending() {
            thread.results.note_occasions(self, node, ending);
        }
        thread.results.parts += 1;
    }

    /// The ordinary search completes the part.
    fn leave_to_search(&self, node: &mut Node, thread: &mut Thread) -> Result<(), Stop> {
        (node.is_part, node.phase, node.then) = (false, Phase::Assume, Phase::Requires);
        if let Some(induction) = self.parts.as_ref().and_then(|parts| parts.induction.as_ref()) {
            induction.give_up();
        }
        thread.left_off.waiting_parts.leave(node);
        thread.results.left += 1;
        Err(Stop::Dead)
    }

    fn ask_part(&self, node: &mut Node, question: Question, thread: &mut Thread) -> Result<(), Stop> {
        node.phase = Phase::Assume;
        // It is about the heap before the method, whichever heap was looked at.
        let ask = Ask::Machine(question);
        let numbers = match (question, &self.parts) {
            (Question::Slot(request), Some(parts)) => {
                self.numbers_of(node, parts, request).inspect(|_| self.wait_for_numbers(node, parts, ask, thread))
            }
            _ => None,
        };
        match (numbers, question) {
            (Some(numbers), _) => Err(Stop::ForkInto(ask, numbers)),
            (None, Question::Slot(request)) if self.is_drawn(node, &request) => self.leave_to_search(node, thread),
            (None, _) => self.fork(node, ask, thread),
        }
    }

    /// A number from a range that nobody has chosen. A clause may fix another one, beyond the
    /// range, once all that it speaks of is known: here it is not, in the ordinary search it is.
    pub(crate) fn is_drawn(&self, node: &Node, request: &SlotRef) -> bool {
        let content = self.content_of(node, request).map(|content| self.space.content(content));
        matches!(content, Some(Content::Words { is_chosen: false, .. }))
    }

    /// A truth value that is open: one that has but one answer, if there is such a one. The table
    /// knows most of those: a node above a red one is black, say.
    fn open_truth_value(&self, parts: &Parts, node: &mut Node) -> Option<SlotRef> {
        let open = node.initial.iter().flat_map(|object| {
            let object = *object as usize;
            let ty = self.executable.type_number(&node.state, object);
            let slots = parts.telling.iter().filter(move |(its_type, _)| *its_type == ty);
            slots.map(move |(_, slot)| SlotRef { object, slot: *slot, is_long: false, before: false })
        });
        let open: Vec<SlotRef> = open.filter(|request| node.state.known_slot(request).is_none()).collect();
        let only = open.iter().find(|request| self.has_one_truth_value(parts, node, **request));
        only.or(open.first()).copied()
    }

    /// Is there, as far as the table goes, no heap of the part with one of the truth values here?
    fn has_one_truth_value(&self, parts: &Parts, node: &mut Node, request: SlotRef) -> bool {
        let Some(least) = &parts.least else { return false };
        [0, 1].into_iter().any(|word| {
            self.executable.answer(&mut node.state, request, word);
            let is_impossible = self.need(node, parts).is_none_or(|need| need > least.horizon());
            self.executable.reopen(&mut node.state, request);
            is_impossible
        })
    }

    /// Finds out which cases apply; at least one must. What has to be known for that, if anything
    /// has.
    pub(crate) fn find_cases(&self, node: &mut Node, thread: &mut Thread) -> Result<Option<Question>, Stop> {
        let mut applicable = Vec::with_capacity(self.contract.cases.len());
        for case in &self.contract.cases {
            let mut holds = true;
            for clause in &case.requires {
                let truth = self.truth(node, clause, &node.args, thread)?;
                if !truth.is_decided() {
                    return Ok(truth.open);
                }
                if !truth.is_true() {
                    thread.results.note_exclusion(self, node, truth);
                    holds = false;
                    break;
                }
            }
            applicable.push(holds);
        }
        if !applicable.contains(&true) {
            let requires = |case: &tightrope_machine::contract::CompiledCase| case.requires.first().cloned();
            let first: Option<CompiledClause> = self.contract.cases.first().and_then(requires);
            first.iter().for_each(|clause| thread.results.prune_clause(clause));
            return Err(Stop::Dead);
        }
        node.applicable = applicable;
        Ok(None)
    }

    /// Completes a part that is shown in all ways, and judges each heap by itself.
    fn audit(&self, parts: &Parts, node: &Node, thread: &mut Thread) {
        let limit = self.space.kinds.iter().map(|kind| kind.limit).max().unwrap_or(0);
        if limit > parts.audited {
            return;
        }
        let completed = self.completed(node);
        debug_assert!(completed.witnesses.is_empty(), "a part that was shown has a heap that breaks the contract");
        thread.results.audited_runs += completed.runs;
        thread.results.refuted_parts += u64::from(!completed.witnesses.is_empty());
    }

    /// All heaps of a part, each looked at by itself.
    pub(crate) fn completed(&self, node: &Node) -> Results {
        let mut copy = Node::default();
        copy.clone_from(node);
        (copy.is_part, copy.phase, copy.then) = (false, Phase::Assume, Phase::Requires);
        let limits = Limits {
            threads: 1,
            deadline: None,
            cancel: &Cancel::default(),
            meter: &Meter::default(),
            run: crate::run_limits(self.run_budget),
            goes_on: false,
        };
        search(self, vec![Box::new(copy)], Found::nothing(self, LeftOff::lost()), &limits).results
    }
}
