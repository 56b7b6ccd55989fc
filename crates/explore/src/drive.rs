//! One check, from the first question to the verdict on one run: what happens to a node until
//! something has to be decided.

use crate::choices::{Choice, Forced, Offer};
use crate::node::{Ask, Node, Pending, Phase};
use crate::search::Thread;
use crate::setup::Setup;
use tightrope_engine::Cut;
use tightrope_machine::contract::{CompiledClause, Ending, Judgement, Violation, ViolationKind, judge};
use tightrope_machine::formula::{
    Assumption, EvaluatedAssumption, Force, Halt, Instances, Part, Ranges, Suspect, Truth, Watch,
};
use tightrope_machine::{Acceleration, Budget, Limit, Outcome, Question, SlotRef, Word, object_of, reference_to};
use tightrope_program::{MethodKind, Type};
use tightrope_source::Span;

/// Why a node does not go on by itself.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// It goes on in one node for each answer.
    Fork(Ask),
    /// The same, and these are the answers.
    ForkInto(Ask, Vec<Choice>),
    /// An assumption cannot hold, or the run is over and was counted.
    Dead,
    /// `generate`: as `Fork`, and nothing else is open.
    Last(Ask),
    /// `generate`: nothing is open any more.
    Complete,
}

type Next = Result<(), Stop>;

impl Setup<'_> {
    /// Goes on until something has to be decided, or nothing is left to do.
    pub(crate) fn advance(&self, node: &mut Node, thread: &mut Thread) -> Stop {
        loop {
            if let Some((array, index)) = node.unfilled.last().copied() {
                return Stop::Fork(Ask::Element { array, index });
            }
            let next = match node.phase {
                Phase::Receiver => Err(Stop::Fork(Ask::Receiver)),
                Phase::Assume => self.assume(node, thread),
                Phase::RepOk { object, method } => self.run_rep_ok(node, object, method, thread),
                Phase::RepOkHeld { object, method } => self.end_rep_ok(node, object, method),
                Phase::Parameter(index) => self.parameter(node, index),
                Phase::Requires => self.requires(node, thread),
                Phase::Complete => self.complete(node),
                Phase::Run => self.run(node, thread),
                Phase::Judge => self.judge(node, thread),
                Phase::Part => self.part(node, thread),
            };
            if let Err(stop) = next {
                return stop;
            }
        }
    }

    fn budget(&self) -> Budget {
        self.run_budget
    }

    /// Evaluates the clauses that are still open, and carries out what they force, until nothing is
    /// forced any more. Then the question with the fewest answers is asked.
    pub(crate) fn assume(&self, node: &mut Node, thread: &mut Thread) -> Next {
        if let (true, Some(parts)) = (node.is_part, &self.parts)
            && !self.has_enough(node, parts, thread)
        {
            return Err(Stop::Dead);
        }
        let mut best: Option<(usize, usize, Ask)> = None;
        // Clauses in a row that were looked at since anything was decided.
        let (mut index, mut unchanged) = (0, 0);
        let mut stuck = None;
        while unchanged < node.pending.len() {
            if index >= node.pending.len() {
                index = 0;
            }
            match self.assume_pending(node, index, thread)? {
                Assumed::Holds => {
                    node.settle(index);
                    // Those behind it have moved up.
                    best = best.map(|(count, at, ask)| (count, if at > index { at - 1 } else { at }, ask));
                }
                Assumed::Forced => (unchanged, best, stuck) = (0, None, None),
                Assumed::HoldsByForce => {
                    node.settle(index);
                    (unchanged, best, stuck) = (0, None, None);
                }
                Assumed::Stuck(limit) => (unchanged, index, stuck) = (unchanged + 1, index + 1, Some(limit)),
                Assumed::Open(count, ask) => {
                    let count = self.weight(count);
                    // Of two the later one: clauses on single nodes and their values come after
                    // those on the shape, and fail earlier.
                    if best.is_none_or(|(fewest, last, _)| count < fewest || count == fewest && index > last) {
                        best = Some((count, index, ask));
                    }
                    (unchanged, index) = (unchanged + 1, index + 1);
                }
            }
        }
        if node.is_part && stuck.is_none() {
            node.phase = Phase::Part;
            return Ok(());
        }
        match (best, stuck) {
            (Some((_, _, ask)), _) => self.fork(node, ask, thread),
            (None, Some(limit)) => Err(cut_off(Cut::Budget(crate::run_limit(limit)), thread)),
            (None, None) => self.next_rep_ok(node, thread),
        }
    }

    /// How much a question with so many answers weighs: the one that weighs least is asked. Numbers
    /// from a range come last in any case.
    fn weight(&self, count: usize) -> usize {
        match self.executable.has(Acceleration::QuestionOrder) || count == usize::MAX {
            true => count,
            false => 1,
        }
    }

    /// Forks, but not into answers that a clause refutes at first sight: most references to known
    /// objects are. Where one answer is left, that is it.
    pub(crate) fn fork(&self, node: &mut Node, ask: Ask, thread: &mut Thread) -> Next {
        let offer = self.unrefuted_choices(node, &ask, thread);
        self.leave_waiting(node, &ask, &offer, &[], thread);
        match offer.choices.as_slice() {
            [] => Err(Stop::Dead),
            [only] => match self.choose(node, &ask, *only) {
                true => Ok(()),
                false => Err(Stop::Dead),
            },
            _ => Err(Stop::ForkInto(ask, offer.choices)),
        }
    }

    pub(crate) fn unrefuted_choices(&self, node: &mut Node, ask: &Ask, thread: &mut Thread) -> Offer {
        let mut offer = self.choices(node, ask, thread);
        let Ask::Machine(Question::Slot(request)) = *ask else { return offer };
        let is_tried = self.executable.has(Acceleration::Refutation) && !node.is_running;
        if !is_tried || !self.is_reference(node, &request) {
            return offer;
        }
        let choices = &mut offer.choices;
        let is_object = |choice: &Choice| matches!(choice, Choice::Word(word) if object_of(*word).is_some());
        if !choices.iter().any(is_object) {
            return offer;
        }
        let mut suspects = self.suspects(node, request);
        self.executable.prepare_values(&node.state, request, &mut thread.scratch.workspace);
        let mut is_left = |choice: &Choice| match choice {
            Choice::Word(word) => !self.is_refuted(node, request, *word, &mut suspects, thread),
            _ => true,
        };
        choices.retain(|choice| !is_object(choice) || is_left(choice));
        // Null is rarely refuted: that is worth a look only where it could leave one way. If it is
        // the only way itself, all clauses that see it are looked at next.
        let has_fresh = choices.iter().any(|choice| matches!(choice, Choice::Fresh(..)));
        if !has_fresh && choices.len() > 1 {
            choices.retain(|choice| is_object(choice) || is_left(choice));
        }
        offer
    }

    /// What an answer about this slot may refute: first what is said of its object, and first what
    /// is quickly evaluated.
    fn suspects(&self, node: &Node, request: SlotRef) -> Vec<(Suspect, &CompiledClause)> {
        let suspect = |(number, clause, part): (u32, u32, Part)| {
            let object = node.initial[number as usize] as usize;
            let clause = self.assumed_clause(node, object, clause)?;
            let instance = match part {
                Part::Instance(object) => Some(reference_to(object as usize)),
                Part::Whole => None,
                // What is said of new members is looked at when they are there.
                Part::Set => return None,
            };
            let (formula, this) = (clause.now, reference_to(object));
            Some((Suspect { formula, this, instance }, clause))
        };
        if self.has_global_assumptions || !self.executable.has(Acceleration::Watches) {
            let pending = node.pending.iter().map(|pending| (pending.number, pending.clause, Part::Whole));
            return pending.filter_map(suspect).collect();
        }
        let mut suspects = Vec::with_capacity(node.watches.len());
        suspects.extend(node.watching(request).filter_map(suspect));
        let owner = Some(reference_to(request.object));
        suspects.sort_by_key(|(suspect, _)| (suspect.instance != owner, !self.is_local[suspect.formula.index()]));
        suspects
    }

    /// Is a reference refuted? What refutes it is the first suspect for the next one.
    fn is_refuted(
        &self,
        node: &mut Node,
        request: SlotRef,
        word: Word,
        suspects: &mut [(Suspect, &CompiledClause)],
        thread: &mut Thread,
    ) -> bool {
        self.executable.answer(&mut node.state, request, word);
        let formulas = suspects.iter().map(|(suspect, _)| *suspect);
        let refuting =
            self.executable.refuting(formulas, &node.state, word, &self.budget(), &mut thread.scratch.workspace);
        self.executable.reopen(&mut node.state, request);
        if let Some(number) = refuting {
            thread.results.prune_clause(suspects[number].1);
            suspects[..=number].rotate_right(1);
        }
        refuting.is_some()
    }

    fn assume_pending(&self, node: &mut Node, index: usize, thread: &mut Thread) -> Result<Assumed, Stop> {
        let Pending { number, clause, instances, is_due, question } = node.pending[index];
        let object = node.initial[number as usize] as usize;
        let Some(compiled) = self.assumed_clause(node, object, clause) else { return Ok(Assumed::Holds) };
        // Once the method runs, assumptions are about another heap than that of now.
        let is_watched = self.executable.has(Acceleration::Watches) && !self.has_global_assumptions;
        let keeps_watch = is_watched && !node.is_running;
        let has_question = keeps_watch && (!is_due || instances.has_sleeping());
        let waiting = if has_question { question.or_else(|| node.waiting((number, clause))) } else { None };
        if let (Some(question), false) = (waiting, is_due) {
            return Ok(self.open(node, question));
        }
        let pending = PendingClause { index, instances, waiting, keeps_watch };
        let ranges = self.ranges_of(node, object);
        self.assumption(node, compiled, &[reference_to(object)], Some(pending), ranges, thread)
    }

    /// What the invariants of an object say of numbers, as long as they are about the heap of now.
    fn ranges_of(&self, node: &Node, object: usize) -> Option<&Ranges> {
        let class = self.executable.object_type(&node.state, object).and_then(Type::as_class)?;
        self.ranges.get(class.index()).filter(|_| !node.is_running && !node.is_part)
    }

    /// Back to the invariants if objects have come that have not had theirs; `true` if so.
    pub(crate) fn assume_of_new_objects(&self, node: &mut Node) -> bool {
        let is_due = !node.pending.is_empty() || (node.represented as usize) < node.initial.len();
        if is_due {
            node.then = node.phase;
            node.phase = Phase::Assume;
        }
        is_due
    }

    fn assumed_clause(&self, node: &Node, object: usize, clause: u32) -> Option<&CompiledClause> {
        self.invariants(node, object)?.assumed.get(clause as usize)
    }

    /// Does an assumption hold? If that is open, what it forces is carried out. If it cannot hold,
    /// the node is dead.
    fn assumption(
        &self,
        node: &mut Node,
        clause: &CompiledClause,
        args: &[Word],
        pending: Option<PendingClause>,
        ranges: Option<&Ranges>,
        thread: &mut Thread,
    ) -> Result<Assumed, Stop> {
        let formula = if node.is_running { clause.before } else { clause.now };
        let waiting = pending.as_ref().and_then(|pending| pending.waiting);
        let mut instances = pending.as_ref().map_or_else(Instances::default, |pending| pending.instances);
        let (assumption, mut budget) = (Assumption { formula, args, ranges, waiting }, self.budget());
        let workspace = &mut thread.scratch.workspace;
        let evaluated =
            self.executable.evaluate_assumption(assumption, &node.state, &mut instances, &mut budget, workspace);
        let EvaluatedAssumption { truth, forced, watches, open_slots, relies_on_scope } = match evaluated {
            Ok(evaluated) => evaluated,
            Err(Halt::Exhausted(limit)) => return Ok(Assumed::Stuck(limit)),
            Err(halt) => return Err(halted(halt, thread)),
        };
        thread.results.relies_on_scope |= relies_on_scope;
        if truth.is_true() {
            let is_forced = self.carry_out_forced(node, clause, &forced, thread)?;
            return Ok(if is_forced { Assumed::HoldsByForce } else { Assumed::Holds });
        }
        if !truth.can_be_true() {
            thread.results.prune_clause(clause);
            if truth.is_decided() && truth.can_throw() && !self.is_refuted_anyway(node) {
                thread.results.note_exclusion(self, node, truth);
            }
            return Err(Stop::Dead);
        }
        let mut open = truth.open;
        if let Some(PendingClause { index, keeps_watch: true, .. }) = pending {
            node.watch(index, instances, watches);
            open = node.pending[index].question.or(open);
        }
        let is_filled = self.fill_open_numbers(node, watches, open_slots);
        if self.carry_out_forced(node, clause, &forced, thread)? || is_filled {
            return Ok(Assumed::Forced);
        }
        match open {
            Some(question) => self.open_or_only(node, question, thread),
            None => Err(cut_off(Cut::Undecided(clause.span), thread)),
        }
    }

    /// A slot for which there is but one answer, an ordered value of which nothing is known, gets
    /// it as soon as an assumption about all nodes of a structure reads it: the sooner values are
    /// compared, the sooner a node is seen to be in the wrong place. Was there any?
    fn fill_open_numbers(&self, node: &mut Node, watches: &[Watch], open_slots: &[SlotRef]) -> bool {
        let has_instances = watches.iter().any(|watch| matches!(watch.part, Part::Instance(_)));
        if node.is_running || !has_instances || !self.executable.has(Acceleration::EagerNumbers) {
            return false;
        }
        let mut is_filled = false;
        for request in open_slots {
            is_filled |= self.fill_with_point(node, *request);
        }
        is_filled
    }

    /// Carries out what an assumption forces; was there anything?
    fn carry_out_forced(
        &self,
        node: &mut Node,
        clause: &CompiledClause,
        forced: &[Force],
        thread: &mut Thread,
    ) -> Result<bool, Stop> {
        self.carry_out(node, forced, thread).inspect_err(|_| thread.results.prune_clause(clause))
    }

    /// Carries out what has to be so; was anything not?
    pub(crate) fn carry_out(&self, node: &mut Node, forces: &[Force], thread: &mut Thread) -> Result<bool, Stop> {
        let mut is_forced = false;
        for (place, force) in forces.iter().enumerate() {
            match self.force(node, *force, &forces[place + 1..], thread) {
                Forced::Done => is_forced = true,
                Forced::Nothing => {}
                Forced::Impossible => return Err(Stop::Dead),
            }
        }
        Ok(is_forced)
    }

    /// A question that has but one answer is answered.
    fn open_or_only(&self, node: &mut Node, question: Question, thread: &mut Thread) -> Result<Assumed, Stop> {
        let ask = Ask::Machine(question);
        match self.open(node, question) {
            Assumed::Open(0 | 1, _) => {}
            open => return Ok(open),
        }
        let offer = self.unrefuted_choices(node, &ask, thread);
        let only = match offer.choices.as_slice() {
            // A new object has to be completed first.
            [Choice::Fresh(..)] => return Ok(Assumed::Open(1, ask)),
            [] => None,
            [only] => Some(*only),
            // Objects that static initialisers made, such as constants of enums, are not among
            // those that were counted.
            several => return Ok(Assumed::Open(several.len(), ask)),
        };
        self.leave_waiting(node, &ask, &offer, &[], thread);
        match only {
            Some(only) if self.choose(node, &ask, only) => Ok(Assumed::Forced),
            _ => Err(Stop::Dead),
        }
    }

    /// How many answers a question has, roughly. Where the scope is used up there is mostly but one
    /// answer: then the rest of the structure is filled in without a fork.
    fn open(&self, node: &Node, question: Question) -> Assumed {
        let ask = Ask::Machine(question);
        let has_no_fresh = matches!(question, Question::Slot(request) if self.has_no_fresh(node, &request));
        let count = self.choice_count(node, &ask);
        Assumed::Open(if has_no_fresh { count.min(2) } else { count }, ask)
    }

    /// All clauses hold: on to the `repOk`s of the initial objects that have not had theirs.
    fn next_rep_ok(&self, node: &mut Node, thread: &mut Thread) -> Next {
        while let Some(object) = node.initial.get(node.represented as usize).copied() {
            let methods = self.invariants(node, object as usize).map_or(0, |found| found.rep_ok.len());
            match methods {
                0 => node.represented += 1,
                _ if node.is_running => {
                    self.assume_rep_ok_before(node, object, thread)?;
                    node.represented += 1;
                }
                _ => return self.start_rep_ok(node, node.represented, 0),
            }
        }
        node.phase = node.then;
        Ok(())
    }

    /// Of an object that is met while the method runs: `repOk` as it was before.
    fn assume_rep_ok_before(&self, node: &mut Node, object: u32, thread: &mut Thread) -> Next {
        let Some(invariants) = self.invariants(node, object as usize) else { return Ok(()) };
        for (_, clause) in &invariants.rep_ok {
            self.demand(node, clause, &[reference_to(object as usize)], thread)?;
        }
        Ok(())
    }

    fn start_rep_ok(&self, node: &mut Node, number: u32, method: u32) -> Next {
        let object = node.initial[number as usize];
        let Some(code) = self.rep_ok(node, number, method).map(|(code, _)| code) else {
            node.represented = number + 1;
            node.phase = Phase::Assume;
            return Ok(());
        };
        self.executable.start(&mut node.state, code, &[reference_to(object as usize)]);
        node.state.defer(true);
        node.steps = self.run_budget.steps;
        node.phase = Phase::RepOk { object: number, method };
        Ok(())
    }

    fn rep_ok(&self, node: &Node, number: u32, method: u32) -> Option<(tightrope_program::MethodId, &CompiledClause)> {
        let object = node.initial[number as usize] as usize;
        let (code, clause) = self.invariants(node, object)?.rep_ok.get(method as usize)?;
        Some((*code, clause))
    }

    /// What the `repOk` that is running belongs to.
    pub(crate) fn running_clause(&self, node: &Node) -> Option<&CompiledClause> {
        let Phase::RepOk { object, method } = node.phase else { return None };
        self.rep_ok(node, object, method).map(|(_, clause)| clause)
    }

    fn run_rep_ok(&self, node: &mut Node, object: u32, method: u32, thread: &mut Thread) -> Next {
        let mut budget = Budget { steps: node.steps, ..self.budget() };
        let outcome = match thread.scratch.failures.footprint() {
            Some(footprint) => self.executable.run_with_footprint(&mut node.state, &mut budget, footprint),
            None => self.executable.run_watched(&mut node.state, &mut budget),
        };
        node.steps = budget.steps;
        thread.scratch.failures.note_steps(node.steps);
        // Whatever else happens is more than a failure that can be told again.
        if !matches!(outcome, Outcome::Asked(_) | Outcome::Returned(Some(0))) {
            thread.scratch.failures.give_up();
        }
        match outcome {
            Outcome::Returned(Some(value)) if value != 0 => {
                node.phase = Phase::RepOkHeld { object, method };
                Ok(())
            }
            Outcome::Asked(question) => Err(Stop::Fork(Ask::Machine(question))),
            Outcome::Unsupported(what) => Err(cut_off(Cut::Unsupported(what), thread)),
            other => {
                if let Some((_, clause)) = self.rep_ok(node, object, method) {
                    thread.results.prune_rep_ok(self, node, clause, &other);
                }
                Err(Stop::Dead)
            }
        }
    }

    /// A `repOk` holds. What it has found out about slots without deciding on them is decided now:
    /// nobody else knows of it.
    fn end_rep_ok(&self, node: &mut Node, object: u32, method: u32) -> Next {
        if let Some(request) = node.state.first_restricted() {
            return Err(Stop::Fork(Ask::Machine(Question::Slot(request))));
        }
        self.rewind(node);
        self.start_rep_ok(node, object, method + 1)
    }

    /// Back to the heap before anything ran.
    pub(crate) fn rewind(&self, node: &mut Node) {
        let renumbering = self.executable.rewind(&mut node.state);
        node.forget_clauses();
        let renumber = |object: &mut u32| {
            if let Some(new) = renumbering.object(*object as usize) {
                *object = new as u32;
            }
        };
        node.initial.iter_mut().for_each(renumber);
        node.strangers.iter_mut().for_each(renumber);
        node.arrays.iter_mut().for_each(|(object, _)| renumber(object));
        for (arg, is_reference) in node.args.iter_mut().zip(&self.arg_is_reference) {
            if *is_reference {
                *arg = renumbering.reference(*arg);
            }
        }
        self.make_receiver_again(node);
    }

    /// The object that a constructor works on is not initial, but it is there before the
    /// constructor runs.
    fn make_receiver_again(&self, node: &mut Node) {
        let method = self.program.method(self.contract.method);
        if self.generates || method.kind != MethodKind::Constructor {
            return;
        }
        let this = self.executable.add_new_object(&mut node.state, method.class);
        if let (Some(receiver), Some(this)) = (node.args.first_mut(), this) {
            *receiver = this;
        }
    }

    /// Parameters get their values one after the other; then their invariants are assumed.
    fn parameter(&self, node: &mut Node, index: u32) -> Next {
        if (index as usize) < self.params.len() {
            return Err(Stop::Fork(Ask::Parameter(index)));
        }
        node.phase = Phase::Assume;
        node.then = if self.generates { Phase::Complete } else { Phase::Requires };
        Ok(())
    }

    /// Finds out which cases apply; at least one must.
    fn requires(&self, node: &mut Node, thread: &mut Thread) -> Next {
        if self.assume_of_new_objects(node) {
            return Ok(());
        }
        for clause in self.contract.static_before.iter().chain(&self.contract.axioms) {
            self.demand(node, clause, &[], thread)?;
        }
        let args = node.args.clone();
        if let [case] = self.contract.cases.as_slice() {
            let mut stuck = None;
            for clause in &case.requires {
                // A later clause may be false, and then this one does not matter.
                stuck = self.demand_if_possible(node, clause, &args, thread)?.or(stuck);
            }
            if let Some(limit) = stuck {
                return Err(cut_off(Cut::Budget(crate::run_limit(limit)), thread));
            }
            node.applicable = vec![true];
            return self.start_run(node, thread);
        }
        let mut applicable = Vec::with_capacity(self.contract.cases.len());
        for case in &self.contract.cases {
            let mut holds = true;
            let mut question = None;
            for clause in &case.requires {
                let truth = self.truth(node, clause, &args, thread)?;
                if !truth.is_decided() {
                    question = question.or(truth.open);
                    break;
                }
                if !truth.is_true() {
                    thread.results.note_exclusion(self, node, truth);
                    holds = false;
                    break;
                }
            }
            if let Some(question) = question {
                return Err(Stop::Fork(Ask::Machine(question)));
            }
            applicable.push(holds);
        }
        if !applicable.contains(&true) {
            if let Some(clause) = self.contract.cases.first().and_then(|case| case.requires.first()) {
                thread.results.prune_clause(clause);
            }
            return Err(Stop::Dead);
        }
        node.applicable = applicable;
        self.start_run(node, thread)
    }

    /// Goes on only where an assumption holds.
    fn demand(&self, node: &mut Node, clause: &CompiledClause, args: &[Word], thread: &mut Thread) -> Next {
        match self.demand_if_possible(node, clause, args, thread)? {
            None => Ok(()),
            Some(limit) => Err(cut_off(Cut::Budget(crate::run_limit(limit)), thread)),
        }
    }

    /// The same; the limit that keeps the assumption from being evaluated, if one does.
    fn demand_if_possible(
        &self,
        node: &mut Node,
        clause: &CompiledClause,
        args: &[Word],
        thread: &mut Thread,
    ) -> Result<Option<Limit>, Stop> {
        loop {
            match self.assumption(node, clause, args, None, None, thread)? {
                Assumed::Holds | Assumed::HoldsByForce => return Ok(None),
                Assumed::Stuck(limit) => return Ok(Some(limit)),
                Assumed::Forced => {}
                Assumed::Open(_, ask) => return Err(Stop::Fork(ask)),
            }
        }
    }

    /// Is an assumption plainly false, so that it does not matter that another one has no value?
    /// `size <= items.length` speaks for all that `items[size - 1]` may do.
    fn is_refuted_anyway(&self, node: &Node) -> bool {
        let is_false = |clause: &CompiledClause, args: &[Word]| {
            let formula = if node.is_running { clause.before } else { clause.now };
            let truth = self.executable.evaluate(formula, &node.state, args, None, &mut self.budget());
            truth.is_ok_and(Truth::is_false)
        };
        let of_objects = node.pending.iter().any(|pending| {
            let object = node.initial[pending.number as usize] as usize;
            self.assumed_clause(node, object, pending.clause)
                .is_some_and(|clause| is_false(clause, &[reference_to(object)]))
        });
        let requires = match self.contract.cases.as_slice() {
            [case] if node.phase == Phase::Requires => case.requires.as_slice(),
            _ => &[],
        };
        of_objects || requires.iter().any(|clause| is_false(clause, &node.args))
    }

    pub(crate) fn truth(
        &self,
        node: &Node,
        clause: &CompiledClause,
        args: &[Word],
        thread: &mut Thread,
    ) -> Result<Truth, Stop> {
        let formula = if node.is_running { clause.before } else { clause.now };
        let mut budget = self.budget();
        let truth = self.executable.evaluate(formula, &node.state, args, None, &mut budget);
        truth.map_err(|halt| halted(halt, thread))
    }

    fn start_run(&self, node: &mut Node, thread: &mut Thread) -> Next {
        if self.assume_of_new_objects(node) {
            return Ok(());
        }
        if node.is_running {
            // An object was added while the method ran: the cases were looked at again, and the run
            // goes on.
            node.phase = if node.ending.is_some() { Phase::Judge } else { Phase::Run };
            return Ok(());
        }
        let is_complete = self.is_complete(node);
        // A larger scope may have one object more that nothing leads to.
        if is_complete && self.bounds.observers.is_empty() && self.is_settled(node) {
            return Err(Stop::Dead);
        }
        thread.results.count_heap(node, is_complete);
        node.is_running = true;
        node.phase = Phase::Run;
        node.steps = self.run_budget.steps;
        self.executable.start(&mut node.state, self.contract.method, &node.args);
        Ok(())
    }

    fn run(&self, node: &mut Node, thread: &mut Thread) -> Next {
        let mut budget = Budget { steps: node.steps, ..self.budget() };
        let outcome = match self.executable.has_loops() {
            true => self.executable.run_watched_by(&mut node.state, &mut budget, &mut node.loops),
            false => self.executable.run_watched(&mut node.state, &mut budget),
        };
        node.steps = budget.steps;
        let ending = match outcome {
            Outcome::Returned(value) => Ending::Returned(value),
            Outcome::Thrown(thrown) => Ending::Thrown(thrown),
            Outcome::Asked(question) => return Err(Stop::Fork(Ask::Machine(question))),
            Outcome::Exhausted(Limit::Depth) if !self.may_survive_overflow(node) => {
                let span = self.program.method(self.contract.method).name_span;
                let violation = Violation { kind: ViolationKind::StackOverflow, span, throws: None };
                return Err(self.violated(node, violation, thread));
            }
            Outcome::Exhausted(Limit::ArrayLength) => {
                thread.results.oversized_runs += 1;
                return Err(Stop::Dead);
            }
            Outcome::Exhausted(Limit::Steps) if self.goes_in_circles(node) => {
                thread.results.has_endless_circles = true;
                return Err(Stop::Dead);
            }
            Outcome::Exhausted(limit) => return Err(cut_off(Cut::Budget(crate::run_limit(limit)), thread)),
            Outcome::Unsupported(what) => return Err(cut_off(Cut::Unsupported(what), thread)),
            Outcome::Broken(broken) => {
                let kind = ViolationKind::Statement(broken.kind);
                let violation = Violation { kind, span: broken.span, throws: broken.throws };
                return Err(self.violated(node, violation, thread));
            }
            Outcome::Discarded => return Err(Stop::Dead),
            Outcome::Excluded(_) => {
                thread.results.excluded_runs += 1;
                return Err(Stop::Dead);
            }
            Outcome::Repeats(span) => return Err(self.never_returns(node, span, thread)),
        };
        node.ending = Some(ending);
        node.phase = Phase::Judge;
        Ok(())
    }

    /// A full stack is an exception like others: code may catch it, and a contract may allow it.
    fn may_survive_overflow(&self, node: &Node) -> bool {
        let Some(class) = self.program.class_named("java.lang.StackOverflowError") else { return false };
        let mut cases = self.contract.cases.iter().zip(&node.applicable).filter(|(_, applies)| **applies);
        let is_allowed =
            cases.all(|(case, _)| case.exceptions.iter().any(|allowed| self.program.is_subclass(class, allowed.class)));
        is_allowed || self.executable.may_catch(&node.state, class)
    }

    /// Never to return is allowed where a `diverges` clause of every applicable case holds.
    fn never_returns(&self, node: &Node, span: Span, thread: &mut Thread) -> Stop {
        let applicable = self.contract.cases.iter().zip(&node.applicable).filter(|(_, applies)| **applies);
        for (case, _) in applicable {
            let mut allowed = false;
            for clause in &case.diverges {
                match self.truth(node, clause, &node.args, thread) {
                    Ok(truth) if truth.is_true() => allowed = true,
                    Ok(truth) if !truth.is_decided() => {
                        if let Some(question) = truth.open {
                            return Stop::Fork(Ask::Machine(question));
                        }
                    }
                    Ok(_) => {}
                    Err(stop) => return stop,
                }
            }
            if !allowed {
                let violation = Violation { kind: ViolationKind::NeverReturns, span, throws: None };
                return self.violated(node, violation, thread);
            }
        }
        thread.results.count_run(self, node);
        Stop::Dead
    }

    /// Is it a heap that the user has excluded, because objects share their parts?
    fn is_excluded(&self, node: &Node) -> bool {
        self.program.is_owned && self.executable.shares_parts(&self.contract, &node.state)
    }

    fn judge(&self, node: &mut Node, thread: &mut Thread) -> Next {
        let Some(ending) = &node.ending else { return Err(Stop::Dead) };
        if self.is_excluded(node) {
            return Err(Stop::Dead);
        }
        let mut budget = self.budget();
        let resources = (&mut budget, &mut thread.scratch.workspace);
        let judged =
            judge(&self.executable, &self.contract, &node.state, &node.args, ending, &node.applicable, resources);
        match judged {
            Ok(met @ (Judgement::Met | Judgement::Shares(_))) => {
                if let Some(ask) = self.unseen(node) {
                    return Err(Stop::Fork(ask));
                }
                if let Judgement::Shares(class) = met {
                    thread.results.shares.insert(class);
                }
                thread.results.count_run(self, node);
                thread.results.note_occasions(self, node, ending);
                Err(Stop::Dead)
            }
            Ok(Judgement::Open(question)) => Err(Stop::Fork(Ask::Machine(question))),
            Ok(Judgement::Broken(violation, _)) => Err(self.violated(node, violation, thread)),
            Err(halt) => Err(halted(halt, thread)),
        }
    }

    fn violated(&self, node: &Node, violation: Violation, thread: &mut Thread) -> Stop {
        if self.is_excluded(node) {
            return Stop::Dead;
        }
        thread.results.count_run(self, node);
        thread.results.violated(self, node, violation);
        Stop::Dead
    }
}

/// A pending clause that is evaluated.
struct PendingClause {
    index: usize,
    instances: Instances,
    /// What is open in it, and has not changed.
    waiting: Option<Question>,
    /// It is looked at again only when something has changed that it depends on.
    keeps_watch: bool,
}

/// What has become of an assumption.
enum Assumed {
    Holds,
    /// It holds by what was decided because of it.
    HoldsByForce,
    /// Something was decided: what is open may not be so any more.
    Forced,
    /// How many answers there are to its question.
    Open(usize, Ask),
    /// It takes too long to evaluate it. That matters only if no other assumption fails: where a
    /// size is the greatest int, it may be excluded elsewhere.
    Stuck(Limit),
}

/// A part of the search space is not covered, and the answer says why.
fn cut_off(cut: Cut, thread: &mut Thread) -> Stop {
    thread.results.cut(cut);
    Stop::Dead
}

fn halted(halt: Halt, thread: &mut Thread) -> Stop {
    match halt {
        Halt::Unsupported(what) => cut_off(Cut::Unsupported(what), thread),
        Halt::Exhausted(limit) => cut_off(Cut::Budget(crate::run_limit(limit)), thread),
    }
}
