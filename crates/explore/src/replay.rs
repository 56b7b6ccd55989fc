//! Runs a witness again, as one run with nothing left to decide: to confirm it, and to say why it fails.
//!
//! It is confirmed on numbers: each ordered value gets one that fits, each slot that nobody looked at the default of its type. The assumptions are evaluated
//! anew, the method runs, and the judgement must be the same without a single question. What is shown is the run on the heap as it was
//! found, where what nobody looked at stays open.

use crate::advance::Stop;
use crate::node::{Node, Phase};
use crate::search::Findings;
use crate::setup::Setup;
use crate::shown_heaps::ShownHeaps;
use std::sync::Arc;
use tightrope_engine::{Start, Task, Witness};
use tightrope_heap::{Heap, Value};
use tightrope_machine::contract::{CompiledClause, Ending, Judgement, Violation, ViolationKind, judge};
use tightrope_machine::formula::{Explanation, ShownValue, Workspace};
use tightrope_machine::trace::{PathItem, PathStep, Returned, Scene, Trace};
use tightrope_machine::{Accelerations, Budget, Outcome, State, Word, object_of};
use tightrope_problem::{Bounds, Problem};
use tightrope_program::contract::Formula;
use tightrope_program::{ClassId, Type};
use tightrope_source::{Name, Span};

/// What a witness shows when it is run again.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The same violation came out of the run on numbers.
    pub is_confirmed: bool,
    pub before: Heap,
    /// Objects of `before` keep their ids. `None`: the run does not end.
    pub after: Option<Heap>,
    pub result: Option<Shown>,
    pub exception: Option<(ClassId, Span)>,
    /// Why the broken clause is false.
    pub explanation: Option<ShownExplanation>,
    pub path: Vec<PathItem>,
    /// The heap after each statement that changed it.
    pub scenes: Vec<ShownScene>,
    /// There are more scenes than these.
    pub is_cut: bool,
    /// Is the broken clause true before the call?
    pub held_before: Option<bool>,
}

/// The heap in the middle of the run.
#[derive(Clone, Debug)]
pub struct ShownScene {
    pub step: PathStep,
    /// Objects of `before` and `after` keep their ids. The last roots are variables.
    pub heap: Heap,
    pub variables: usize,
    /// Is the clause true here that is false in the end?
    pub holds: Option<bool>,
}

/// A value of the run: its type, and its value with the ids of `after` (or of `before` where that is missing).
#[derive(Clone, PartialEq, Debug)]
pub enum Shown {
    Value(Type, Value),
    Set(Vec<Value>),
}

#[derive(Clone, Debug)]
pub struct ShownExplanation {
    pub part: Span,
    pub must_be: bool,
    pub bindings: Vec<(Name, Shown)>,
    /// Expression, whether it is inside `\\old`, value.
    pub values: Vec<(Span, bool, Shown)>,
    pub throws: Option<(String, Span)>,
    pub returned: Option<Returned>,
    pub none_of: Option<u64>,
}

/// How many steps of the path are kept.
const PATH_STEPS: usize = 5_000;
/// Nobody looks at more pictures.
const SCENES: usize = 60;

/// Runs a witness of this task again.
pub fn replay(task: &Task<'_>, witness: &Witness, budget: Budget) -> Option<Replay> {
    let problem = Arc::new(Problem::of_method(task.program, task.method));
    let bounds = Bounds::resolve(&problem, &task.scope);
    let mut setup = Setup::new(problem, bounds, budget, Accelerations::NONE).ok()?;
    let is_confirmed = confirm(&setup, witness);
    let mut state = witness.start.state.clone();
    let args = witness.start.args.clone();
    let mut trace = Trace::new(PATH_STEPS, SCENES);
    let applicable = applicable(&setup, &state, &args);
    setup.executable.start(&mut state, setup.contract.method, &args);
    let mut began = state.at_rest();
    let mut steps = budget;
    let outcome = match witness.violation.kind {
        // The run that repeats itself is cut where the repetition is known.
        ViolationKind::NeverReturns => {
            let mut few = Budget { steps: SHOWN_STEPS, ..budget };
            setup.executable.run_observed(&mut state, &mut few, &mut trace)
        }
        _ => setup.executable.run_observed(&mut state, &mut steps, &mut trace),
    };
    trace.story.finish(&state);
    let ending = match &outcome {
        Outcome::Returned(value) => Some(Ending::Returned(*value)),
        Outcome::Thrown(thrown) => Some(Ending::Thrown(thrown.clone())),
        _ => None,
    };
    let mut scenes = std::mem::take(&mut trace.story.scenes);
    // What the whole run has found out about values holds from the start.
    scenes.iter_mut().map(|scene| &mut scene.state).chain([&mut began]).for_each(|told| told.know_as(&state));
    let heaps = ShownHeaps::of(&setup, &witness.start, &state, &args, ending.as_ref(), &scenes);
    let explanation = explain(&mut setup, witness, &state, &args, ending.as_ref(), &applicable, &heaps);
    let returns = task.program.method(task.method).return_type;
    let result = match (&ending, returns) {
        (Some(Ending::Returned(Some(value))), Some(ty)) => Some(heaps.shown(&setup, &state, *value, ty)),
        _ => None,
    };
    let exception = match &ending {
        Some(Ending::Thrown(thrown)) => Some((thrown.class, thrown.span)),
        _ => None,
    };
    let path = trace.path.items();
    let holds = |scene: &Scene| clause_holds(&setup, witness, &scene.state, &args, ending.as_ref());
    let shown = scenes.iter().zip(&heaps.scenes);
    let shown = shown.map(|(scene, (heap, variables))| ShownScene {
        step: scene.step,
        heap: heap.clone(),
        variables: *variables,
        holds: holds(scene),
    });
    let scenes = shown.collect();
    let held_before = clause_holds(&setup, witness, &began, &args, ending.as_ref());
    let is_cut = trace.story.is_cut;
    Some(Replay {
        is_confirmed,
        before: heaps.before,
        after: heaps.after,
        result,
        exception,
        explanation,
        path,
        scenes,
        is_cut,
        held_before,
    })
}

/// Is the clause true in the middle of a run that is broken in the end? `None` if it speaks of an object that is not there yet, or has no value.
fn clause_holds(
    setup: &Setup<'_>,
    witness: &Witness,
    state: &State,
    args: &[Word],
    ending: Option<&Ending>,
) -> Option<bool> {
    let clause = broken_clause(setup, &witness.violation)?;
    let (args, result) = match (witness.violation.kind, ending) {
        // Which object breaks it is known at the end only; mostly it is the receiver.
        (ViolationKind::Invariant { class, .. }, _) => {
            let receiver = args.first().copied()?;
            let method = setup.program.method(setup.contract.method);
            let is_of_class = !method.is_static && setup.program.is_subclass(method.class, class);
            (is_of_class.then(|| vec![receiver])?, None)
        }
        (ViolationKind::StaticInvariant, _) => (Vec::new(), None),
        (ViolationKind::Constraint | ViolationKind::Initially, _) => (args.get(..1)?.to_vec(), None),
        (ViolationKind::Ensures, Some(Ending::Returned(result))) if exists(setup, state, *result) => {
            (args.to_vec(), *result)
        }
        _ => return None,
    };
    let returns = setup.program.method(setup.contract.method).return_type;
    let is_there = |word: Word| object_of(word).is_none_or(|object| object < state.object_count());
    if returns.is_some_and(Type::is_reference) && !result.is_none_or(is_there) {
        return None;
    }
    let mut budget = setup.run_budget;
    let truth = setup.executable.evaluate(clause.now, state, &args, result, &mut budget).ok()?;
    match (truth.is_true(), truth.is_false()) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// A result that the run has made later is no object of this state.
fn exists(setup: &Setup<'_>, state: &State, result: Option<Word>) -> bool {
    let returns = setup.program.method(setup.contract.method).return_type;
    let object = result.filter(|_| returns.is_some_and(Type::is_reference)).and_then(tightrope_machine::object_of);
    object.is_none_or(|object| object < state.object_count())
}

/// Enough of an endless run to show its loop.
const SHOWN_STEPS: u64 = 2_000;

fn confirm(setup: &Setup<'_>, witness: &Witness) -> bool {
    let Start { state, args, initial, .. } = &witness.start;
    let mut node = Node {
        state: state.clone(),
        args: args.clone(),
        initial: initial.clone(),
        counts: vec![0; setup.space.kinds.len()],
        phase: Phase::Assume,
        then: Phase::Requires,
        ..Node::default()
    };
    setup.executable.settle(&mut node.state, &mut node.args, &setup.arg_types);
    setup.assume_everything(&mut node);
    let mut found = Findings::new(setup, false, false);
    let stop = setup.advance(&mut node, &mut found);
    let is_same = |known: &Witness| {
        let (known, wanted) = (&known.violation, &witness.violation);
        // Where an endless run is found to repeat itself is a matter of chance.
        known.kind == wanted.kind && (known.span == wanted.span || known.kind == ViolationKind::NeverReturns)
    };
    matches!(stop, Stop::Dead) && found.witnesses.iter().any(is_same)
}

/// Which cases apply: decided by what is known.
fn applicable(setup: &Setup<'_>, state: &State, args: &[Word]) -> Vec<bool> {
    let holds = |clause: &CompiledClause| {
        let mut budget = setup.run_budget;
        setup.executable.evaluate(clause.now, state, args, None, &mut budget).is_ok_and(|truth| truth.is_true())
    };
    setup.contract.cases.iter().map(|case| case.requires.iter().all(holds)).collect()
}

fn explain(
    setup: &mut Setup<'_>,
    witness: &Witness,
    state: &State,
    args: &[Word],
    ending: Option<&Ending>,
    applicable: &[bool],
    heaps: &ShownHeaps,
) -> Option<ShownExplanation> {
    let ending = ending?;
    let mut budget = setup.run_budget;
    let judged = judge(
        &setup.executable,
        &setup.contract,
        state,
        args,
        ending,
        applicable,
        (&mut budget, &mut Workspace::default()),
    );
    let Ok(Judgement::Broken(violation, object)) = judged else { return None };
    if violation.kind != witness.violation.kind || violation.span != witness.violation.span {
        return None;
    }
    let formula = broken_formula(setup, &violation)?;
    let mut clause_args = match (violation.kind, object) {
        (ViolationKind::Invariant { .. }, Some(object)) => vec![object],
        (ViolationKind::StaticInvariant, _) => Vec::new(),
        (ViolationKind::Constraint | ViolationKind::Initially, _) => args.iter().take(1).copied().collect(),
        _ => args.to_vec(),
    };
    let mut result = None;
    match ending {
        Ending::Thrown(thrown) if violation.kind == ViolationKind::Signals => clause_args.push(thrown.object),
        Ending::Returned(value) => result = *value,
        Ending::Thrown(_) => {}
    }
    let mut budget = setup.run_budget;
    let found = setup.executable.explain(&formula, state, &clause_args, result, &mut budget);
    Some(shown_explanation(setup, state, heaps, found))
}

fn shown_explanation(setup: &Setup<'_>, state: &State, heaps: &ShownHeaps, found: Explanation) -> ShownExplanation {
    let shown = |ty: Type, value: Word| heaps.shown(setup, state, value, ty);
    let object = |value: &Word| match heaps.shown(setup, state, *value, setup.object_type()) {
        Shown::Value(_, value) => value,
        Shown::Set(_) => Value::Unknown,
    };
    ShownExplanation {
        part: found.part,
        must_be: found.must_be,
        bindings: found.bindings.iter().map(|one| (one.name.clone(), shown(one.ty, one.value))).collect(),
        values: found
            .values
            .iter()
            .map(|one| {
                let value = match &one.value {
                    ShownValue::Word(word) => shown(one.ty, *word),
                    ShownValue::Objects(words) => Shown::Set(words.iter().map(object).collect()),
                };
                (one.span, one.is_before, value)
            })
            .collect(),
        throws: found.throws.map(|throws| (throws.exception.name(setup.program).to_owned(), throws.span)),
        returned: found.returned,
        none_of: found.none_of,
    }
}

fn broken_formula(setup: &Setup<'_>, violation: &Violation) -> Option<Formula> {
    broken_clause(setup, violation).map(|clause| clause.formula.clone())
}

fn broken_clause<'s>(setup: &'s Setup<'_>, violation: &Violation) -> Option<&'s CompiledClause> {
    let contract = &setup.contract;
    let by_span = |clause: &&CompiledClause| clause.span == violation.span;
    match violation.kind {
        ViolationKind::Ensures => contract.cases.iter().flat_map(|case| &case.ensures).find(by_span),
        ViolationKind::Signals => {
            contract.cases.iter().flat_map(|case| case.signals.iter().map(|(_, clause)| clause)).find(by_span)
        }
        ViolationKind::Invariant { class, .. } => {
            let invariants = contract.invariants(class)?;
            invariants.demanded.iter().chain(invariants.rep_ok.iter().map(|(_, clause)| clause)).find(by_span)
        }
        ViolationKind::StaticInvariant => contract.static_after.iter().find(by_span),
        ViolationKind::Constraint => contract.constraints.iter().find(by_span),
        ViolationKind::Initially => contract.initially.iter().find(by_span),
        _ => None,
    }
}
