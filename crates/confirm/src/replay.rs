//! What happens on a witness: the run on the heap as it was found, where what nobody looked at
//! stays open. Its path, the heap after each change, and why the broken clause is false.

use crate::Judge;
use crate::shown_heaps::ShownHeaps;
use tightrope_heap::{Heap, Value};
use tightrope_machine::contract::{CompiledClause, Ending, Judgement, judge};
use tightrope_machine::formula::{Explanation, ShownValue, Workspace};
use tightrope_machine::trace::{PathItem, PathStep, Returned, Scene, Trace};
use tightrope_machine::{Budget, Limit, LoadedCall, LoopCounter, Outcome, State, Word, object_of};
use tightrope_problem::{Breach, ObligationKind};
use tightrope_program::{ClassId, Type};
use tightrope_source::{Name, Span};

/// What a witness shows when it is run again.
#[derive(Clone, Debug)]
pub struct Replay {
    pub before: Heap,
    /// Objects of `before` keep their ids. `None`: the run does not end.
    pub after: Option<Heap>,
    pub result: Option<Shown>,
    pub exception: Option<(ClassId, Span)>,
    /// Why the broken clause is false.
    pub explanation: Option<ShownExplanation>,
    pub path: Vec<PathItem>,
    /// The path is that of the first rounds of a loop, which runs so often in all.
    pub rest: Option<(Span, u64)>,
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

/// A value of the run: its type, and its value with the ids of `after` (or of `before` where that
/// is missing).
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

impl Judge<'_, '_> {
    /// What happens on the witness. Whether that is so has to be asked before: see
    /// [`Judge::confirm`]. The judge is used up, because explanations compile formulas of their
    /// own.
    pub fn replay(mut self) -> Option<Replay> {
        let witness = self.witness;
        let LoadedCall { mut state, args, elsewhere, .. } = self.load().ok()?;
        let before = state.clone();
        let mut trace = Trace::new(PATH_STEPS, SCENES);
        let applicable = self.applicable(&state, &args);
        self.executable.start(&mut state, self.contract.method, &args);
        let mut began = state.at_rest();
        let steps = match self.kind(&witness.breach) {
            // The run that repeats itself is cut where the repetition is known.
            ObligationKind::Terminates => SHOWN_STEPS,
            _ => self.budget.steps,
        };
        let mut budget = Budget { steps, ..self.budget };
        let mut rest = None;
        let mut outcome = self.executable.run_observed(&mut state, &mut budget, &mut trace);
        trace.story.finish(&state);
        if outcome == Outcome::Exhausted(Limit::Steps) && steps == self.budget.steps {
            (outcome, state, rest) = self.run_to_the_end(&before, &args);
            trace.story.is_cut = true;
        }
        let ending = match &outcome {
            Outcome::Returned(value) => Some(Ending::Returned(*value)),
            Outcome::Thrown(thrown) => Some(Ending::Thrown(thrown.clone())),
            _ => None,
        };
        let mut scenes = std::mem::take(&mut trace.story.scenes);
        // What the whole run has found out about values holds from the start.
        scenes.iter_mut().map(|scene| &mut scene.state).chain([&mut began]).for_each(|told| told.know_as(&state));
        let heaps = ShownHeaps::of(&self, &before, &state, (&args, &elsewhere), ending.as_ref(), &scenes);
        let explanation = self.explain(&witness.breach, &state, &args, ending.as_ref(), &applicable, &heaps);
        let holds = |state: &State| self.clause_holds(&witness.breach, state, &args, ending.as_ref());
        Some(Replay {
            result: self.result(&heaps, &state, ending.as_ref()),
            exception: match &ending {
                Some(Ending::Thrown(thrown)) => Some((thrown.class, thrown.span)),
                _ => None,
            },
            explanation,
            path: trace.path.items(),
            rest,
            scenes: shown_scenes(&scenes, &heaps, holds),
            is_cut: trace.story.is_cut,
            held_before: holds(&began),
            before: heaps.before,
            after: heaps.after,
        })
    }

    /// A run in which rounds of a loop are skipped: how it ends, and the loop that runs most often.
    fn run_to_the_end(&self, before: &State, args: &[Word]) -> (Outcome, State, Option<(Span, u64)>) {
        let (mut state, mut counter) = (before.clone(), LoopCounter::default());
        self.executable.start(&mut state, self.contract.method, args);
        let outcome = self.executable.run_watched_by(&mut state, &mut self.budget.clone(), &mut counter);
        let counts = self.executable.loop_counts(&counter);
        let most = counts.iter().max_by_key(|count| count.most).map(|count| (count.span, count.most));
        (outcome, state, most)
    }

    fn kind(&self, breach: &Breach) -> ObligationKind {
        self.problem.obligation(breach.obligation).kind
    }

    fn result(&self, heaps: &ShownHeaps, state: &State, ending: Option<&Ending>) -> Option<Shown> {
        let returns = self.problem.program.method(self.contract.method).return_type;
        match (ending, returns) {
            (Some(Ending::Returned(Some(value))), Some(ty)) => Some(heaps.shown(self, state, *value, ty)),
            _ => None,
        }
    }

    /// Is the clause true in the middle of a run that is broken in the end? `None` if it speaks of
    /// an object that is not there yet, or has no value.
    fn clause_holds(&self, breach: &Breach, state: &State, args: &[Word], ending: Option<&Ending>) -> Option<bool> {
        let clause = self.broken_clause(breach)?;
        let program = self.problem.program;
        let (args, result) = match (self.kind(breach), ending) {
            // Which object breaks it is known at the end only; mostly it is the receiver.
            (ObligationKind::Invariant { class, .. }, _) => {
                let receiver = args.first().copied()?;
                let method = program.method(self.contract.method);
                let is_of_class = !method.is_static && program.is_subclass(method.class, class);
                (is_of_class.then(|| vec![receiver])?, None)
            }
            (ObligationKind::StaticInvariant, _) => (Vec::new(), None),
            (ObligationKind::Constraint | ObligationKind::Initially, _) => (args.get(..1)?.to_vec(), None),
            (ObligationKind::Ensures, Some(Ending::Returned(result))) => (args.to_vec(), *result),
            _ => return None,
        };
        let is_there = |word: &Word| object_of(*word).is_none_or(|object| object < state.object_count());
        let returns_reference = program.method(self.contract.method).return_type.is_some_and(Type::is_reference);
        if returns_reference && !result.iter().all(is_there) {
            return None;
        }
        let mut budget = self.budget;
        let truth = self.executable.evaluate(clause.now, state, &args, result, &mut budget).ok()?;
        match (truth.is_true(), truth.is_false()) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    fn explain(
        &mut self,
        breach: &Breach,
        state: &State,
        args: &[Word],
        ending: Option<&Ending>,
        applicable: &[bool],
        heaps: &ShownHeaps,
    ) -> Option<ShownExplanation> {
        let ending = ending?;
        let mut budget = self.budget;
        let resources = (&mut budget, &mut Workspace::default());
        let judged = judge(&self.executable, &self.contract, state, args, ending, applicable, resources);
        let Ok(Judgement::Broken(violation, object)) = judged else { return None };
        if !violation.breach(self.problem)?.is_same(breach) {
            return None;
        }
        let formula = self.broken_clause(breach)?.formula.clone();
        let kind = self.kind(breach);
        let mut clause_args = match (kind, object) {
            (ObligationKind::Invariant { .. }, Some(object)) => vec![object],
            (ObligationKind::StaticInvariant, _) => Vec::new(),
            (ObligationKind::Constraint | ObligationKind::Initially, _) => args.iter().take(1).copied().collect(),
            _ => args.to_vec(),
        };
        let mut result = None;
        match ending {
            Ending::Thrown(thrown) if matches!(kind, ObligationKind::Signals(_)) => clause_args.push(thrown.object),
            Ending::Returned(value) => result = *value,
            Ending::Thrown(_) => {}
        }
        let mut budget = self.budget;
        let found = self.executable.explain(&formula, state, &clause_args, result, &mut budget);
        Some(self.shown_explanation(state, heaps, found))
    }

    fn shown_explanation(&self, state: &State, heaps: &ShownHeaps, found: Explanation) -> ShownExplanation {
        let program = self.problem.program;
        let any = program.class_named("java.lang.Object").map_or(Type::UNKNOWN, Type::class);
        let shown = |ty: Type, value: Word| heaps.shown(self, state, value, ty);
        let object = |value: &Word| match heaps.shown(self, state, *value, any) {
            Shown::Value(_, value) => value,
            Shown::Set(_) => Value::Unknown,
        };
        let values = found.values.iter().map(|one| {
            let value = match &one.value {
                ShownValue::Word(word) => shown(one.ty, *word),
                ShownValue::Objects(words) => Shown::Set(words.iter().map(object).collect()),
            };
            (one.span, one.is_before, value)
        });
        ShownExplanation {
            part: found.part,
            must_be: found.must_be,
            bindings: found.bindings.iter().map(|one| (one.name.clone(), shown(one.ty, one.value))).collect(),
            values: values.collect(),
            throws: found.throws.map(|throws| (throws.exception.name(program).to_owned(), throws.span)),
            returned: found.returned,
            none_of: found.none_of,
        }
    }

    fn broken_clause(&self, breach: &Breach) -> Option<&CompiledClause> {
        let contract = &self.contract;
        let obligation = self.problem.obligation(breach.obligation);
        let is_it = |clause: &&CompiledClause| clause.span == obligation.clause;
        match obligation.kind {
            ObligationKind::Ensures => contract.cases.iter().flat_map(|case| &case.ensures).find(is_it),
            ObligationKind::Signals(_) => {
                contract.cases.iter().flat_map(|case| case.signals.iter().map(|(_, clause)| clause)).find(is_it)
            }
            ObligationKind::Invariant { class, .. } => {
                let invariants = contract.invariants(class)?;
                invariants.demanded.iter().chain(invariants.rep_ok.iter().map(|(_, clause)| clause)).find(is_it)
            }
            ObligationKind::StaticInvariant => contract.static_after.iter().find(is_it),
            ObligationKind::Constraint => contract.constraints.iter().find(is_it),
            ObligationKind::Initially => contract.initially.iter().find(is_it),
            ObligationKind::Exceptions
            | ObligationKind::MustThrow
            | ObligationKind::Frame
            | ObligationKind::Statement(_)
            | ObligationKind::Terminates
            | ObligationKind::StackFits => None,
        }
    }
}

fn shown_scenes(scenes: &[Scene], heaps: &ShownHeaps, holds: impl Fn(&State) -> Option<bool>) -> Vec<ShownScene> {
    let shown = scenes.iter().zip(&heaps.scenes).map(|(scene, (heap, variables))| ShownScene {
        step: scene.step,
        heap: heap.clone(),
        variables: *variables,
        holds: holds(&scene.state),
    });
    shown.collect()
}

/// Enough of an endless run to show its loop.
const SHOWN_STEPS: u64 = 2_000;
