//! One check, from the first question to the verdict on one run: what happens to a node until something has to be decided.

use crate::node::{Ask, Node, Phase};
use crate::search::Findings;
use crate::setup::Setup;
use tightrope_engine::Cut;
use tightrope_machine::contract::{CompiledClause, Ending, Judgement, Violation, ViolationKind, judge};
use tightrope_machine::formula::{Halt, Truth};
use tightrope_machine::{Budget, Limit, Outcome, Word, reference_to};
use tightrope_program::{MethodKind, Type};
use tightrope_source::Span;

/// Why a node does not go on by itself.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// It goes on in one node for each answer.
    Fork(Ask),
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
    pub(crate) fn advance(&self, node: &mut Node, found: &mut Findings) -> Stop {
        loop {
            if let Some((array, index)) = node.unfilled.last().copied() {
                return Stop::Fork(Ask::Element { array, index });
            }
            let next = match node.phase {
                Phase::Receiver => Err(Stop::Fork(Ask::Receiver)),
                Phase::Assume => self.assume(node, found),
                Phase::RepOk { object, method } => self.run_rep_ok(node, object, method, found),
                Phase::Parameter(index) => self.parameter(node, index),
                Phase::Requires => self.requires(node, found),
                Phase::Complete => self.complete(node),
                Phase::Run => self.run(node, found),
                Phase::Judge => self.judge(node, found),
            };
            if let Err(stop) = next {
                return stop;
            }
        }
    }

    fn budget(&self) -> Budget {
        self.run_budget
    }

    /// Evaluates the clauses that are still open, and carries out what they force. If nothing is forced, the question with the fewest answers is asked.
    fn assume(&self, node: &mut Node, found: &mut Findings) -> Next {
        let mut asking = Asking::default();
        let mut kept = 0;
        for index in 0..node.pending.len() {
            let (number, clause) = node.pending[index];
            let object = node.initial[number as usize] as usize;
            let Some(clause) = self.assumed_clause(node, object, clause) else { continue };
            let holds = self.assumption(node, clause, &[reference_to(object)], &mut asking, found)?;
            if !holds {
                node.pending[kept] = node.pending[index];
                kept += 1;
            }
        }
        node.pending.truncate(kept);
        match asking.best {
            _ if asking.is_forced => Ok(()),
            Some((_, ask)) => Err(Stop::Fork(ask)),
            None => self.next_rep_ok(node, found),
        }
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
        let class = self.executable.object_type(&node.state, object).and_then(Type::as_class)?;
        self.contract.invariants(class)?.assumed.get(clause as usize)
    }

    /// Does an assumption hold? If that is open, what it forces is carried out, or its question is a candidate. If it cannot hold, the node is dead.
    fn assumption(
        &self,
        node: &mut Node,
        clause: &CompiledClause,
        args: &[Word],
        asking: &mut Asking,
        found: &mut Findings,
    ) -> Result<bool, Stop> {
        let formula = if node.is_running { clause.before } else { clause.now };
        let mut budget = self.budget();
        let (truth, force) = match self.executable.evaluate_assumption(formula, &node.state, args, &mut budget) {
            Ok(evaluated) => evaluated,
            Err(halt) => return Err(self.halt(node, halt, found)),
        };
        if truth.is_true() {
            return Ok(true);
        }
        if !truth.can_be_true() {
            found.prune(self, node, clause, truth);
            return Err(Stop::Dead);
        }
        if let Some(force) = force {
            asking.is_forced = true;
            if !self.force(node, force) {
                found.prune_clause(clause);
                return Err(Stop::Dead);
            }
            return Ok(false);
        }
        let Some(question) = truth.open else { return Err(self.cut(node, Cut::Undecided(clause.span), found)) };
        let ask = Ask::Machine(question);
        match self.choice_count(node, &ask) {
            1 => {
                asking.is_forced = true;
                let only = self.choices(node, &ask, found).first().copied();
                if !only.is_some_and(|choice| self.choose(node, &ask, choice)) {
                    return Err(Stop::Dead);
                }
            }
            count if asking.best.is_none_or(|(fewest, _)| count < fewest) => asking.best = Some((count, ask)),
            _ => {}
        }
        Ok(false)
    }

    /// All clauses hold: on to the `repOk`s of the initial objects that have not had theirs.
    fn next_rep_ok(&self, node: &mut Node, found: &mut Findings) -> Next {
        while let Some(object) = node.initial.get(node.represented as usize).copied() {
            let class = self.executable.object_type(&node.state, object as usize).and_then(Type::as_class);
            let methods = class.and_then(|class| self.contract.invariants(class)).map_or(0, |found| found.rep_ok.len());
            match methods {
                0 => node.represented += 1,
                _ if node.is_running => {
                    self.assume_rep_ok_before(node, object, found)?;
                    node.represented += 1;
                }
                _ => return self.start_rep_ok(node, node.represented, 0),
            }
        }
        node.phase = node.then;
        Ok(())
    }

    /// Of an object that is met while the method runs: `repOk` as it was before.
    fn assume_rep_ok_before(&self, node: &mut Node, object: u32, found: &mut Findings) -> Next {
        let class = self.executable.object_type(&node.state, object as usize).and_then(Type::as_class);
        let Some(invariants) = class.and_then(|class| self.contract.invariants(class)) else { return Ok(()) };
        for (_, clause) in &invariants.rep_ok {
            self.demand(node, clause, &[reference_to(object as usize)], found)?;
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
        node.steps = self.run_budget.steps;
        node.phase = Phase::RepOk { object: number, method };
        Ok(())
    }

    fn rep_ok(&self, node: &Node, number: u32, method: u32) -> Option<(tightrope_program::MethodId, &CompiledClause)> {
        let object = node.initial[number as usize] as usize;
        let class = self.executable.object_type(&node.state, object).and_then(Type::as_class)?;
        let (code, clause) = self.contract.invariants(class)?.rep_ok.get(method as usize)?;
        Some((*code, clause))
    }

    fn run_rep_ok(&self, node: &mut Node, object: u32, method: u32, found: &mut Findings) -> Next {
        let mut budget = Budget { steps: node.steps, ..self.budget() };
        let outcome = self.executable.run_watched(&mut node.state, &mut budget);
        node.steps = budget.steps;
        match outcome {
            Outcome::Returned(Some(value)) if value != 0 => {
                self.rewind(node);
                self.start_rep_ok(node, object, method + 1)
            }
            Outcome::Asked(question) => Err(Stop::Fork(Ask::Machine(question))),
            Outcome::Exhausted(limit) => Err(self.cut(node, Cut::Budget(limit), found)),
            Outcome::Unsupported(what) => Err(self.cut(node, Cut::Unsupported(what), found)),
            other => {
                if let Some((_, clause)) = self.rep_ok(node, object, method) {
                    found.prune_rep_ok(self, node, clause, &other);
                }
                Err(Stop::Dead)
            }
        }
    }

    /// Back to the heap before anything ran.
    pub(crate) fn rewind(&self, node: &mut Node) {
        let renumbering = self.executable.rewind(&mut node.state);
        let renumber = |object: &mut u32| {
            if let Some(new) = renumbering.object(*object as usize) {
                *object = new as u32;
            }
        };
        node.initial.iter_mut().for_each(renumber);
        node.arrays.iter_mut().for_each(|(object, _)| renumber(object));
        for (arg, is_reference) in node.args.iter_mut().zip(&self.arg_is_reference) {
            if *is_reference {
                *arg = renumbering.reference(*arg);
            }
        }
        self.make_receiver_again(node);
    }

    /// The object that a constructor works on is not initial, but it is there before the constructor runs.
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
    fn requires(&self, node: &mut Node, found: &mut Findings) -> Next {
        if self.assume_of_new_objects(node) {
            return Ok(());
        }
        for clause in &self.contract.static_before {
            self.demand(node, clause, &[], found)?;
        }
        let args = node.args.clone();
        if let [case] = self.contract.cases.as_slice() {
            for clause in &case.requires {
                self.demand(node, clause, &args, found)?;
            }
            node.applicable = vec![true];
            self.start_run(node, found);
            return Ok(());
        }
        let mut applicable = Vec::with_capacity(self.contract.cases.len());
        for case in &self.contract.cases {
            let mut holds = true;
            let mut question = None;
            for clause in &case.requires {
                let truth = self.truth(node, clause, &args, found)?;
                if !truth.is_decided() {
                    question = question.or(truth.open);
                    break;
                }
                if !truth.is_true() {
                    found.note_exclusion(self, node, truth);
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
                found.prune_clause(clause);
            }
            return Err(Stop::Dead);
        }
        node.applicable = applicable;
        self.start_run(node, found);
        Ok(())
    }

    /// Goes on only where an assumption holds.
    fn demand(&self, node: &mut Node, clause: &CompiledClause, args: &[Word], found: &mut Findings) -> Next {
        loop {
            let mut asking = Asking::default();
            if self.assumption(node, clause, args, &mut asking, found)? {
                return Ok(());
            }
            match asking.best {
                Some((_, ask)) if !asking.is_forced => return Err(Stop::Fork(ask)),
                _ => {}
            }
        }
    }

    fn truth(&self, node: &Node, clause: &CompiledClause, args: &[Word], found: &mut Findings) -> Result<Truth, Stop> {
        let formula = if node.is_running { clause.before } else { clause.now };
        let mut budget = self.budget();
        let truth = self.executable.evaluate(formula, &node.state, args, None, &mut budget);
        truth.map_err(|halt| self.halt(node, halt, found))
    }

    fn start_run(&self, node: &mut Node, found: &mut Findings) {
        if self.assume_of_new_objects(node) {
            return;
        }
        if node.is_running {
            // An object was added while the method ran: the cases were looked at again, and the run goes on.
            node.phase = if node.ending.is_some() { Phase::Judge } else { Phase::Run };
            return;
        }
        found.count_heap(node);
        node.is_running = true;
        node.phase = Phase::Run;
        node.steps = self.run_budget.steps;
        self.executable.start(&mut node.state, self.contract.method, &node.args);
    }

    fn run(&self, node: &mut Node, found: &mut Findings) -> Next {
        let mut budget = Budget { steps: node.steps, ..self.budget() };
        let outcome = match &mut node.loops {
            Some(loops) => self.executable.run_observed(&mut node.state, &mut budget, &mut **loops),
            None => self.executable.run_watched(&mut node.state, &mut budget),
        };
        node.steps = budget.steps;
        let ending = match outcome {
            Outcome::Returned(value) => Ending::Returned(value),
            Outcome::Thrown(thrown) => Ending::Thrown(thrown),
            Outcome::Asked(question) => return Err(Stop::Fork(Ask::Machine(question))),
            Outcome::Exhausted(Limit::Depth) => {
                let span = self.program.method(self.contract.method).name_span;
                let violation = Violation { kind: ViolationKind::StackOverflow, span, throws: None };
                return Err(self.violated(node, violation, found));
            }
            Outcome::Exhausted(limit) => return Err(self.cut(node, Cut::Budget(limit), found)),
            Outcome::Unsupported(what) => return Err(self.cut(node, Cut::Unsupported(what), found)),
            Outcome::Broken(broken) => {
                let kind = ViolationKind::Statement(broken.kind);
                let violation = Violation { kind, span: broken.span, throws: broken.throws };
                return Err(self.violated(node, violation, found));
            }
            Outcome::Excluded(span) => {
                found.exclude_run(span);
                return Err(Stop::Dead);
            }
            Outcome::Repeats(span) => return Err(self.never_returns(node, span, found)),
        };
        node.ending = Some(ending);
        node.phase = Phase::Judge;
        Ok(())
    }

    /// Never to return is allowed where a `diverges` clause of every applicable case holds.
    fn never_returns(&self, node: &Node, span: Span, found: &mut Findings) -> Stop {
        let applicable = self.contract.cases.iter().zip(&node.applicable).filter(|(_, applies)| **applies);
        for (case, _) in applicable {
            let mut allowed = false;
            for clause in &case.diverges {
                match self.truth(node, clause, &node.args, found) {
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
                return self.violated(node, violation, found);
            }
        }
        found.count_run(self, node);
        Stop::Dead
    }

    fn judge(&self, node: &mut Node, found: &mut Findings) -> Next {
        let Some(ending) = &node.ending else { return Err(Stop::Dead) };
        let mut budget = self.budget();
        let judged =
            judge(&self.executable, &self.contract, &node.state, &node.args, ending, &node.applicable, &mut budget);
        match judged {
            Ok(Judgement::Met) => {
                found.count_run(self, node);
                Err(Stop::Dead)
            }
            Ok(Judgement::Open(question)) => Err(Stop::Fork(Ask::Machine(question))),
            Ok(Judgement::Broken(violation, _)) => Err(self.violated(node, violation, found)),
            Err(halt) => Err(self.halt(node, halt, found)),
        }
    }

    fn violated(&self, node: &Node, violation: Violation, found: &mut Findings) -> Stop {
        found.count_run(self, node);
        found.violated(self, node, violation);
        Stop::Dead
    }

    fn halt(&self, node: &Node, halt: Halt, found: &mut Findings) -> Stop {
        match halt {
            Halt::Unsupported(what) => self.cut(node, Cut::Unsupported(what), found),
            Halt::Exhausted(limit) => self.cut(node, Cut::Budget(limit), found),
        }
    }

    fn cut(&self, node: &Node, cut: Cut, found: &mut Findings) -> Stop {
        found.cut(cut, Some((self, node)));
        Stop::Dead
    }
}

/// What the clauses that are still open ask for.
#[derive(Default)]
struct Asking {
    /// Something has been decided since: what is open may not be so any more.
    is_forced: bool,
    /// The question with the fewest answers, and how many those are.
    best: Option<(usize, Ask)>,
}
