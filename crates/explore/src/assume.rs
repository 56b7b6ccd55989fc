//! What is assumed of a partial heap: each clause is evaluated, what it forces is carried out, and
//! the question with the fewest answers is asked where nothing else is left.

use crate::choices::Choice;
use crate::drive::{Next, Stop, cut_off, halted};
use crate::force::Forced;
use crate::node::{Ask, Node, Pending, Phase};
use crate::search::Thread;
use crate::setup::Setup;
use tightrope_engine::Cut;
use tightrope_machine::contract::CompiledClause;
use tightrope_machine::formula::{Assumption, EvaluatedAssumption, Force, Halt, Instances, Part, Ranges, Truth, Watch};
use tightrope_machine::{Acceleration, Limit, Question, SlotRef, Word, reference_to};
use tightrope_program::Type;

impl Setup<'_> {
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

    fn assume_pending(&self, node: &mut Node, index: usize, thread: &mut Thread) -> Result<Assumed, Stop> {
        let Pending { number, clause, instances, is_due, question } = node.pending[index];
        let object = node.initial[number as usize] as usize;
        let Some(compiled) = self.assumed_clause(node, object, clause) else { return Ok(Assumed::Holds) };
        // Once the method runs, assumptions are about another heap than that of now.
        let is_watched = self.executable.has(Acceleration::Watches) && !self.has_global_assumptions;
        let keeps_watch = is_watched && !node.has_started();
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
        self.ranges.get(class.index()).filter(|_| !node.has_started() && !node.is_part)
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

    pub(crate) fn assumed_clause(&self, node: &Node, object: usize, clause: u32) -> Option<&CompiledClause> {
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
        let formula = node.assumed_formula(clause);
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
        if node.has_started() || !has_instances || !self.executable.has(Acceleration::EagerNumbers) {
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

    /// Goes on only where an assumption holds.
    pub(crate) fn demand(&self, node: &mut Node, clause: &CompiledClause, args: &[Word], thread: &mut Thread) -> Next {
        match self.demand_if_possible(node, clause, args, thread)? {
            None => Ok(()),
            Some(limit) => Err(cut_off(Cut::Budget(crate::run_limit(limit)), thread)),
        }
    }

    /// The same; the limit that keeps the assumption from being evaluated, if one does.
    pub(crate) fn demand_if_possible(
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
            let formula = node.assumed_formula(clause);
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
        let formula = node.assumed_formula(clause);
        let mut budget = self.budget();
        let truth = self.executable.evaluate(formula, &node.state, args, None, &mut budget);
        truth.map_err(|halt| halted(halt, thread))
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
