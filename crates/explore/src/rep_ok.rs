//! Runs the `repOk`s of initial objects on the partial heap, one after the other.

use crate::choices::Choice;
use crate::drive::{Next, Stop, cut_off};
use crate::node::{Ask, Node, Phase};
use crate::search::Thread;
use crate::setup::Setup;
use tightrope_engine::Cut;
use tightrope_machine::contract::CompiledClause;
use tightrope_machine::{Acceleration, Budget, Outcome, Question, reference_to};

/// The class whose static methods are asserts for `repOk`.
const SPECIAL_ASSERTS: &str = "RepOk";

/// What they throw.
const VIOLATED: &str = "RepOk.Violated";

/// An assert that takes longer may fail later.
const STEPS_OF_ASSERT: u64 = 500;

/// Is an exception of this class what an assert throws?
pub(crate) fn is_of_failed_assert(class: &str) -> bool {
    class.ends_with(VIOLATED)
}

impl Setup<'_> {
    /// All clauses hold: on to the `repOk`s of the initial objects that have not had theirs.
    pub(crate) fn next_rep_ok(&self, node: &mut Node, thread: &mut Thread) -> Next {
        while let Some(object) = node.initial.get(node.represented as usize).copied() {
            let methods = self.invariants(node, object as usize).map_or(0, |found| found.rep_ok.len());
            match methods {
                0 => node.represented += 1,
                _ if node.has_started() => {
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

    pub(crate) fn run_rep_ok(&self, node: &mut Node, object: u32, method: u32, thread: &mut Thread) -> Next {
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
            Outcome::Asked(question) => self.ask_in_rep_ok(node, question, thread),
            Outcome::Unsupported(what) => Err(cut_off(Cut::Unsupported(what), thread)),
            other => {
                if let Some((_, clause)) = self.rep_ok(node, object, method) {
                    thread.results.prune_rep_ok(self, node, clause, &other);
                }
                Err(Stop::Dead)
            }
        }
    }

    /// An assert of `RepOk` throws where it fails, and then the heap is no valid one: only answers
    /// with which it does not are tried. (Darga & Boyapati's special asserts, section 3.3.2. What
    /// the assert says is not looked at: it is run, so that the user may write others.)
    fn ask_in_rep_ok(&self, node: &mut Node, question: Question, thread: &mut Thread) -> Next {
        let ask = Ask::Machine(question);
        let is_special = self.executable.has(Acceleration::SpecialAsserts) && !matches!(question, Question::Slot(_));
        if !is_special || !self.executable.runs_method_of(&node.state, SPECIAL_ASSERTS) {
            return Err(Stop::Fork(ask));
        }
        let offer = self.choices(node, &ask, thread);
        // An object that the scope has refused may be one with which the assert holds.
        self.leave_waiting(node, &ask, &offer, &[], thread);
        let mut copy = Box::<Node>::default();
        let mut passes = |choice: &Choice| {
            copy.clone_from(node);
            let mut budget = Budget { steps: node.steps.min(STEPS_OF_ASSERT), ..self.budget() };
            self.choose(&mut copy, &ask, *choice)
                && !self.is_violated(&self.executable.run_watched(&mut copy.state, &mut budget))
        };
        let good: Vec<Choice> = offer.choices.into_iter().filter(|choice| passes(choice)).collect();
        // What has failed is not known to whoever remembers failures.
        thread.scratch.failures.give_up();
        match good.as_slice() {
            [] => Err(Stop::Dead),
            [only] => match self.choose(node, &ask, *only) {
                true => Ok(()),
                false => Err(Stop::Dead),
            },
            _ => Err(Stop::ForkInto(ask, good)),
        }
    }

    /// Has an assert of `RepOk` failed?
    pub(crate) fn is_violated(&self, outcome: &Outcome) -> bool {
        matches!(outcome, Outcome::Thrown(thrown) if is_of_failed_assert(&self.program.class(thrown.class).name))
    }

    /// A `repOk` holds. What it has found out about slots without deciding on them is decided now:
    /// nobody else knows of it.
    pub(crate) fn end_rep_ok(&self, node: &mut Node, object: u32, method: u32) -> Next {
        if let Some(request) = node.state.first_restricted() {
            return Err(Stop::Fork(Ask::Machine(Question::Slot(request))));
        }
        self.rewind(node);
        self.start_rep_ok(node, object, method + 1)
    }
}
