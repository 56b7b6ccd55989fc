//! Runs a witness again, as one run with nothing left to decide: to confirm it, and to say why it fails.
//!
//! It is confirmed on numbers: each ordered value gets one that fits, each slot that nobody looked at the default of its type. The assumptions are evaluated
//! anew, the method runs, and the judgement must be the same without a single question. What is shown is the run on the heap as it was
//! found, where what nobody looked at stays open.

use crate::advance::Stop;
use crate::node::{Node, Phase};
use crate::search::Findings;
use crate::setup::{Setup, Subject};
use tightrope_engine::{Start, Task, Witness};
use tightrope_heap::{Content, Heap, ObjectId, Value};
use tightrope_machine::contract::{Ending, Judgement, Violation, ViolationKind, judge};
use tightrope_machine::formula::{Explanation, ShownValue, Workspace};
use tightrope_machine::trace::{PathItem, Returned, Trace};
use tightrope_machine::{Accelerations, Budget, Outcome, State, Word, object_of};
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

/// Runs a witness of this task again.
pub fn replay(task: &Task<'_>, witness: &Witness, budget: Budget) -> Option<Replay> {
    let mut setup =
        Setup::new(task.program, Subject::Method(task.method), &task.scope, budget, Accelerations::NONE).ok()?;
    let is_confirmed = confirm(&setup, witness);
    let mut state = witness.start.state.clone();
    let args = witness.start.args.clone();
    let mut trace = Trace::new(PATH_STEPS);
    let applicable = applicable(&setup, &state, &args);
    setup.executable.start(&mut state, setup.contract.method, &args);
    let mut steps = budget;
    let outcome = match witness.violation.kind {
        // The run that repeats itself is cut where the repetition is known.
        ViolationKind::NeverReturns => {
            let mut few = Budget { steps: SHOWN_STEPS, ..budget };
            setup.executable.run_observed(&mut state, &mut few, &mut trace)
        }
        _ => setup.executable.run_observed(&mut state, &mut steps, &mut trace),
    };
    let ending = match &outcome {
        Outcome::Returned(value) => Some(Ending::Returned(*value)),
        Outcome::Thrown(thrown) => Some(Ending::Thrown(thrown.clone())),
        _ => None,
    };
    let heaps = Heaps::of(&setup, &witness.start, &state, &args, ending.as_ref());
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
    Some(Replay { is_confirmed, before: heaps.before, after: heaps.after, result, exception, explanation, path })
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
    let holds = |clause: &tightrope_machine::contract::CompiledClause| {
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
    heaps: &Heaps,
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

fn shown_explanation(setup: &Setup<'_>, state: &State, heaps: &Heaps, found: Explanation) -> ShownExplanation {
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
    let contract = &setup.contract;
    let by_span = |clause: &&tightrope_machine::contract::CompiledClause| clause.span == violation.span;
    let clause = match violation.kind {
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
    };
    clause.map(|clause| clause.formula.clone())
}

/// The heaps of a run, with one numbering of their objects.
struct Heaps {
    before: Heap,
    after: Option<Heap>,
    /// By object of the state after the run, then by object that stands for an opaque value: its id.
    ids: Vec<Option<ObjectId>>,
}

impl Heaps {
    /// Receiver, arguments and what they reach come first, in canonical order; new objects after them. Everything else is left out.
    fn of(setup: &Setup<'_>, start: &Start, state: &State, args: &[Word], ending: Option<&Ending>) -> Heaps {
        let returns = setup.program.method(setup.contract.method).return_type.filter(|ty| ty.is_reference());
        let result = match (ending, returns) {
            (Some(Ending::Returned(Some(value))), Some(ty)) => Some((*value, ty)),
            _ => None,
        };
        // An object that was there before is to be seen anyway.
        let result = result.filter(|(value, _)| !object_of(*value).is_some_and(|object| state.is_initial(object)));
        let whole_before = setup.save_all(&start.state, args, None);
        let whole_after = setup.save_all(state, args, result);
        let (first_before, first_after) = (start.state.object_count(), state.object_count());
        let mut ids: Vec<Option<ObjectId>> = vec![None; whole_after.objects.len()];
        let in_after = |id: ObjectId| match id.index() {
            index if index < first_before => index,
            index => index - first_before + first_after,
        };
        let mut order: Vec<usize> = Vec::new();
        for id in tightrope_heap::canonical::order(&whole_before, tightrope_heap::canonical::Order::BreadthFirst) {
            number(&mut ids, &mut order, in_after(id));
        }
        let initial = order.len();
        for id in tightrope_heap::canonical::order(&whole_after, tightrope_heap::canonical::Order::BreadthFirst) {
            number(&mut ids, &mut order, id.index());
        }
        let to_before = |index: usize| if index < first_after { index } else { index - first_after + first_before };
        let before_ids: Vec<usize> = order.iter().take(initial).map(|index| to_before(*index)).collect();
        let before = select(&whole_before, &before_ids, |id| ids.get(in_after(id)).copied().flatten());
        let after = ending.map(|_| select(&whole_after, &order, |id| ids.get(id.index()).copied().flatten()));
        Heaps { before, after, ids }
    }

    fn shown(&self, setup: &Setup<'_>, state: &State, value: Word, ty: Type) -> Shown {
        let heap = setup.executable.save(state, &[(Name::new("value"), value, ty)]);
        let value = heap.roots.first().map_or(Value::Unknown, |root| root.value);
        let Value::Object(id) = value else { return Shown::Value(ty, value) };
        let known = self.ids.get(id.index()).copied().flatten();
        Shown::Value(ty, known.map_or(Value::Unknown, Value::Object))
    }
}

fn number(ids: &mut [Option<ObjectId>], order: &mut Vec<usize>, index: usize) {
    if let Some(slot @ None) = ids.get_mut(index) {
        *slot = Some(ObjectId(order.len() as u32));
        order.push(index);
    }
}

/// The objects with these ids, in this order, with new ids.
fn select(heap: &Heap, chosen: &[usize], new_id: impl Fn(ObjectId) -> Option<ObjectId>) -> Heap {
    let rename = |value: Value| match value {
        Value::Object(id) => new_id(id).map_or(Value::Unknown, Value::Object),
        other => other,
    };
    let mut selected = Heap { roots: heap.roots.clone(), objects: Vec::with_capacity(chosen.len()) };
    selected.roots.iter_mut().for_each(|root| root.value = rename(root.value));
    for index in chosen {
        let Some(mut object) = heap.objects.get(*index).cloned() else { continue };
        if !matches!(object.content, Content::Text(_)) {
            object.values_mut().iter_mut().for_each(|value| *value = rename(*value));
        }
        selected.objects.push(object);
    }
    selected
}
