//! The plainest way to judge a call: assume, run, judge.
//!
//! Nothing may be left open. An assumption that is not true, a question that remains, a limit that
//! is reached: each is a reason not to confirm.

use crate::{Confirmation, Judge};
use tightrope_machine::contract::{CompiledClause, Ending, Judgement, Violation, ViolationKind, judge};
use tightrope_machine::formula::Workspace;
use tightrope_machine::{Limit, LoadedCall, Outcome, State, Word, reference_to};
use tightrope_problem::{Breach, How};
use tightrope_program::Type;
use tightrope_source::Span;

/// What comes of a call, whoever chose it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallVerdict {
    Meets,
    Breaks(Breach),
    /// The contract says nothing of it: what does not hold before, and where that is written.
    NotOwed(String, Option<Span>),
    /// The judge could not find out.
    Unclear(String),
}

/// Why a call breaks nothing that counts.
enum Otherwise {
    Meets(String),
    NotOwed(String, Option<Span>),
    Unclear(String),
}

type Judged<T> = Result<T, Otherwise>;

fn meets<T>(why: &str) -> Judged<T> {
    Err(Otherwise::Meets(why.to_owned()))
}

fn not_owed<T>(why: &str, place: Option<Span>) -> Judged<T> {
    Err(Otherwise::NotOwed(why.to_owned(), place))
}

fn unclear<T>(why: &str) -> Judged<T> {
    Err(Otherwise::Unclear(why.to_owned()))
}

impl Judge<'_, '_> {
    pub(crate) fn judge_again(&self, call: LoadedCall, wanted: &Breach) -> Confirmation {
        match self.broken(call) {
            Ok(violation) => match violation.breach(self.problem) {
                Some(breach) if is_same(&breach, wanted) => Confirmation::Confirmed,
                Some(breach) => {
                    let broken = &self.problem.obligation(breach.obligation).broken;
                    Confirmation::Refuted(format!("something else comes out: {broken}"))
                }
                None => Confirmation::Unclear("what is broken is not listed as an obligation".to_owned()),
            },
            Err(Otherwise::Meets(why) | Otherwise::NotOwed(why, _)) => Confirmation::Refuted(why),
            Err(Otherwise::Unclear(why)) => Confirmation::Unclear(why),
        }
    }

    /// What comes of the call, whatever its witness says.
    pub fn verdict(&self) -> CallVerdict {
        let call = match self.load() {
            Ok(call) => call,
            Err(why) => return CallVerdict::Unclear(format!("the heap cannot be loaded: {why}")),
        };
        match self.broken(call) {
            Ok(violation) => match violation.breach(self.problem) {
                Some(breach) => CallVerdict::Breaks(breach),
                None => CallVerdict::Unclear("what is broken is not listed as an obligation".to_owned()),
            },
            Err(Otherwise::Meets(_)) => CallVerdict::Meets,
            Err(Otherwise::NotOwed(why, place)) => CallVerdict::NotOwed(why, place),
            Err(Otherwise::Unclear(why)) => CallVerdict::Unclear(why),
        }
    }

    /// What the call breaks.
    fn broken(&self, call: LoadedCall) -> Judged<Violation> {
        let LoadedCall { mut state, mut args, initial, .. } = call;
        let types: Vec<Type> = self.problem.arguments.iter().map(|argument| argument.ty).collect();
        self.executable.settle(&mut state, &mut args, &types);
        for object in 0..initial {
            self.assume_invariants(&state, object)?;
        }
        for clause in self.contract.static_before.iter().chain(&self.contract.axioms) {
            self.assume(&state, clause, &[])?;
        }
        let applicable = self.applicable(&state, &args);
        if !applicable.contains(&true) {
            let clauses = self.contract.cases.iter().flat_map(|case| &case.requires);
            let broken = clauses.filter(|clause| !self.is_true(clause, &state, &args)).map(|clause| clause.span);
            return not_owed("its precondition does not hold", broken.into_iter().next());
        }
        self.executable.start(&mut state, self.contract.method, &args);
        let mut budget = self.budget;
        let ending = match self.executable.run_watched(&mut state, &mut budget) {
            Outcome::Returned(value) => Ending::Returned(value),
            Outcome::Thrown(thrown) => Ending::Thrown(thrown),
            Outcome::Broken(broken) => {
                let kind = ViolationKind::Statement(broken.kind);
                return Ok(Violation { kind, span: broken.span, throws: broken.throws });
            }
            Outcome::Repeats(span) => return self.never_returns(&state, &args, &applicable, span),
            Outcome::Exhausted(Limit::Depth) => return self.overflows(&state, &applicable),
            Outcome::Exhausted(_) => return unclear("the run uses up its budget"),
            Outcome::Asked(_) => return unclear("the run depends on something that the heap leaves open"),
            Outcome::Unsupported(_) => return unclear("the run meets something that is not modelled"),
            Outcome::Discarded => return not_owed("its random numbers are not what the code can get", None),
            Outcome::Excluded(_) => return not_owed("an `assume` in the code excludes the run", None),
        };
        let mut budget = self.budget;
        let resources = (&mut budget, &mut Workspace::default());
        match judge(&self.executable, &self.contract, &state, &args, &ending, &applicable, resources) {
            Ok(Judgement::Broken(violation, _)) => Ok(violation),
            Ok(Judgement::Met | Judgement::Shares(_)) => meets("the run meets its contract"),
            Ok(Judgement::Open(_)) => unclear("the judgement depends on something that the heap leaves open"),
            Err(_) => unclear("the contract cannot be evaluated"),
        }
    }

    fn assume_invariants(&self, state: &State, object: usize) -> Judged<()> {
        let class = self.executable.object_type(state, object).and_then(Type::as_class);
        let Some(invariants) = class.and_then(|class| self.contract.invariants(class)) else { return Ok(()) };
        let this = [reference_to(object)];
        let rep_oks = invariants.rep_ok.iter().map(|(_, clause)| clause);
        invariants.assumed.iter().chain(rep_oks).try_for_each(|clause| self.assume(state, clause, &this))
    }

    fn assume(&self, state: &State, clause: &CompiledClause, args: &[Word]) -> Judged<()> {
        let mut budget = self.budget;
        match self.executable.evaluate(clause.now, state, args, None, &mut budget) {
            Ok(truth) if truth.is_true() => Ok(()),
            Ok(truth) if truth.is_decided() => {
                not_owed("something that is assumed does not hold on its heap", Some(clause.span))
            }
            Ok(_) => unclear("an assumption depends on something that the heap leaves open"),
            Err(_) => unclear("an assumption cannot be evaluated"),
        }
    }

    /// By case: does its precondition hold?
    pub(crate) fn applicable(&self, state: &State, args: &[Word]) -> Vec<bool> {
        let holds = |clause: &CompiledClause| self.is_true(clause, state, args);
        self.contract.cases.iter().map(|case| case.requires.iter().all(holds)).collect()
    }

    fn is_true(&self, clause: &CompiledClause, state: &State, args: &[Word]) -> bool {
        let mut budget = self.budget;
        let truth = self.executable.evaluate(clause.now, state, args, None, &mut budget);
        truth.is_ok_and(|truth| truth.is_true())
    }

    /// Never to return is allowed where a `diverges` clause of every applicable case held before.
    fn never_returns(&self, state: &State, args: &[Word], applicable: &[bool], span: Span) -> Judged<Violation> {
        let mut cases = self.contract.cases.iter().zip(applicable).filter(|(_, applies)| **applies);
        let may_diverge = |clause: &CompiledClause| {
            let mut budget = self.budget;
            let truth = self.executable.evaluate(clause.before, state, args, None, &mut budget);
            truth.is_ok_and(|truth| truth.is_true())
        };
        match cases.all(|(case, _)| case.diverges.iter().any(may_diverge)) {
            true => meets("the run never ends, which a `diverges` clause allows"),
            false => Ok(Violation { kind: ViolationKind::NeverReturns, span, throws: None }),
        }
    }

    /// A full stack is an exception like others: code may catch it, and a contract may allow it.
    fn overflows(&self, state: &State, applicable: &[bool]) -> Judged<Violation> {
        let program = self.problem.program;
        let class = program.class_named("java.lang.StackOverflowError");
        let mut cases = self.contract.cases.iter().zip(applicable).filter(|(_, applies)| **applies);
        let survives = class.is_some_and(|class| {
            let allows =
                |allowed: &tightrope_program::effective::AllowedException| program.is_subclass(class, allowed.class);
            cases.all(|(case, _)| case.exceptions.iter().any(allows)) || self.executable.may_catch(state, class)
        });
        match survives {
            true => unclear("calls are nested deeper than the budget allows"),
            false => {
                let span = self.problem.span();
                Ok(Violation { kind: ViolationKind::StackOverflow, span, throws: None })
            }
        }
    }
}

/// Where an endless run is found to repeat itself is a matter of chance.
fn is_same(found: &Breach, wanted: &Breach) -> bool {
    let is_endless = |breach: &Breach| matches!(breach.how, How::Repeats { .. });
    found.is_same(wanted) || found.obligation == wanted.obligation && is_endless(found) && is_endless(wanted)
}
