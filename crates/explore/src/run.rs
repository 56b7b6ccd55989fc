//! From the precondition over the run to the judgement.

use crate::drive::{Next, Stop, cut_off, halted};
use crate::node::{Ask, Node, Phase, Run};
use crate::search::Thread;
use crate::setup::Setup;
use tightrope_engine::Cut;
use tightrope_machine::contract::{Ending, Judgement, Violation, ViolationKind, judge};
use tightrope_machine::{Budget, Limit, Outcome};
use tightrope_source::Span;

impl Setup<'_> {
    /// Finds out which cases apply; at least one must.
    pub(crate) fn requires(&self, node: &mut Node, thread: &mut Thread) -> Next {
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

    fn start_run(&self, node: &mut Node, thread: &mut Thread) -> Next {
        if self.assume_of_new_objects(node) {
            return Ok(());
        }
        if node.has_started() {
            // An object was added while the method ran: the cases were looked at again, and the run
            // goes on.
            node.phase = if node.ending().is_some() { Phase::Judge } else { Phase::Run };
            return Ok(());
        }
        let is_complete = self.is_complete(node);
        // A larger scope may have one object more that nothing leads to.
        if is_complete && self.bounds.observers.is_empty() && self.is_settled(node) {
            return Err(Stop::Dead);
        }
        thread.results.count_heap(node, is_complete);
        node.run = Some(Run::default());
        node.phase = Phase::Run;
        node.steps = self.run_budget.steps;
        self.executable.start(&mut node.state, self.contract.method, &node.args);
        Ok(())
    }

    pub(crate) fn run(&self, node: &mut Node, thread: &mut Thread) -> Next {
        let Some(run) = &mut node.run else { return Err(Stop::Dead) };
        let mut budget = Budget { steps: node.steps, ..self.budget() };
        let outcome = match self.executable.has_loops() {
            true => self.executable.run_watched_by(&mut node.state, &mut budget, &mut run.loops),
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
        run.ending = Some(ending);
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

    pub(crate) fn judge(&self, node: &mut Node, thread: &mut Thread) -> Next {
        let Some(ending) = node.ending() else { return Err(Stop::Dead) };
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
