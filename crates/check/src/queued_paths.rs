//! The paths of a method, split at vertices or one by one, by whoever takes parts of them from a
//! queue (Shao, Khurshid & Perry, FM 2009, have them decided side by side).
//!
//! The client climbs the scopes, splits the graph, and raises bounds of loops, as it would alone;
//! only the parts are decided elsewhere. Where a certificate is wanted, workers send proofs, and
//! the client checks them against its own clauses. Whoever follows paths one by one, and takes long
//! while others have nothing to do, gives back those that are open.

use crate::queued::{Order, Remote};
use crate::tight::Known;
use crate::{Input, Options};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tightrope_circuit::Interrupt;
use tightrope_engine::{Answer, Cancel, Cut, Goals, Limits, Search};
use tightrope_heap::Scope;
use tightrope_problem::{Bounds, Problem};
use tightrope_program::MethodId;
use tightrope_symbolic::{Answers, PathAnswer, PathPart, PathParts, Proofs, Recording, Symbolic};
use tightrope_work::{Beside, Digest, Done, QueueError, Task};

/// How the queue calls these tasks.
pub const PATHS: &str = "paths";

/// How long to wait for a result before looking at the clock.
const POLL: Duration = Duration::from_millis(100);

/// Whoever follows paths for longer gives some back if others have nothing to do; and how often
/// that is asked.
const SLICE: Duration = Duration::from_secs(5);
const BETWEEN_QUESTIONS: Duration = Duration::from_secs(1);

/// A part of the paths of a method, within a scope.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct PathTask {
    method: u32,
    scope: String,
    part: PathPart,
}

/// What came of it, and how many seconds it took.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PathResult {
    answer: PathAnswer,
    seconds: f64,
}

/// Does a part; its result is for [`QueuedPaths`] to read.
pub fn decide_paths(input: Input<'_>, options: &Options, task: &[u8], order: &Order) -> Result<Done, String> {
    let started = Instant::now();
    let unread = |error: postcard::Error| format!("the task cannot be read: {error}");
    let PathTask { method, scope, part } = postcard::from_bytes(task).map_err(unread)?;
    if method as usize >= input.program.methods.len() {
        return Err("the task speaks of a method that is not there".to_owned());
    }
    let scope: Scope = scope.parse().map_err(|error| format!("the scope {error}"))?;
    let problem = Arc::new(Problem::of_method(input.program, MethodId(method)));
    let bounds = Known::default().within(input, &problem, scope, options, (&order.signals, order.deadline));
    let limits = Limits {
        threads: 1,
        deadline: order.deadline,
        cancel: &order.signals.cancel,
        meter: &order.signals.meter,
        run: options.run,
        goes_on: false,
    };
    let answers = match options.setup.proofs {
        Proofs::None => Answers::Solved,
        _ => Answers::Recorded(Arc::new(Recording::default())),
    };
    let engine = Symbolic { setup: options.setup, answers };
    let enough = enough(started, Arc::clone(&order.beside));
    let Some(answer) = engine.decide_part(&problem, &bounds, &limits, &part, Some(enough)) else {
        return Err("the task speaks of paths that are not there".to_owned());
    };
    let result = PathResult { answer, seconds: started.elapsed().as_secs_f64() };
    let written = postcard::to_allocvec(&result);
    let is_final = limits.exhausted().is_none();
    written.map(|result| Done { result, is_final }).map_err(|error| format!("the result cannot be written: {error}"))
}

/// Says when others could help.
fn enough(started: Instant, beside: Arc<dyn Beside>) -> Interrupt {
    let asked: Mutex<Option<Instant>> = Mutex::default();
    Interrupt::new(move || {
        let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
        let is_time = started.elapsed() > SLICE && asked.is_none_or(|asked| asked.elapsed() > BETWEEN_QUESTIONS);
        is_time && {
            *asked = Some(Instant::now());
            beside.idle() > 0
        }
    })
}

/// The parts of a method's paths, as tasks.
pub(crate) struct QueuedPaths<'q> {
    remote: Remote<'q>,
    method: MethodId,
    now: Mutex<Now>,
}

/// Of the answer that is being found.
#[derive(Default)]
struct Now {
    deadline: Option<Instant>,
    cancel: Cancel,
    /// Why not everything that others said could be used.
    failure: Option<String>,
}

impl<'q> QueuedPaths<'q> {
    pub(crate) fn new(remote: Remote<'q>, method: MethodId) -> QueuedPaths<'q> {
        QueuedPaths { remote, method, now: Mutex::default() }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        let now = self.now();
        now.deadline.is_some_and(|deadline| Instant::now() >= deadline) || now.cancel.stopped().is_some()
    }

    fn task(&self, scope: &Scope, part: &PathPart) -> Task {
        let limit = self.now().deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let part = PathTask { method: self.method.0, scope: scope.to_string(), part: part.clone() };
        let part = postcard::to_allocvec(&part).unwrap_or_default();
        Task { job: self.remote.job, kind: PATHS.to_owned(), part, limit }
    }

    /// Has parts decided until nobody wants more. `false`: not all of them were.
    fn results_of(
        &self,
        scope: &Scope,
        parts: Vec<PathPart>,
        take: &mut dyn FnMut(&PathPart, PathResult) -> Vec<PathPart>,
    ) -> Result<bool, QueueError> {
        let queue = self.remote.queue;
        let (mut new, mut left) = (parts, BTreeMap::new());
        loop {
            for part in new.drain(..) {
                let task = self.task(scope, &part);
                queue.submit(&task)?;
                left.insert(task.digest(), part);
            }
            let tasks: Vec<Digest> = left.keys().copied().collect();
            if tasks.is_empty() {
                return Ok(true);
            }
            if self.is_over() {
                // If that cannot be said, workers find out by themselves.
                let _ = queue.drop_tasks(&tasks);
                return Ok(false);
            }
            for (task, bytes) in queue.results(&tasks, POLL)? {
                let garbled = |error: postcard::Error| QueueError(format!("a result cannot be read: {error}"));
                let result = postcard::from_bytes(&bytes).map_err(garbled)?;
                if let Some(part) = left.remove(&task) {
                    new.extend(take(&part, result));
                }
            }
        }
    }
}

impl PathParts for QueuedPaths<'_> {
    fn workers(&self) -> usize {
        // Whoever cannot say is asked for tasks all the same.
        self.remote.queue.workers().unwrap_or(1)
    }

    fn decide_all(
        &self,
        scope: &Scope,
        parts: Vec<PathPart>,
        take: &mut dyn FnMut(&PathPart, PathAnswer) -> Vec<PathPart>,
    ) -> bool {
        let done = self.results_of(scope, parts, &mut |part, result| take(part, result.answer));
        done.unwrap_or_else(|QueueError(what)| {
            self.reject(what);
            false
        })
    }

    fn decide(&self, scope: &Scope, parts: &[PathPart]) -> Vec<Option<(PathAnswer, f64)>> {
        let mut answers: Vec<Option<(PathAnswer, f64)>> = parts.iter().map(|_| None).collect();
        let done = self.results_of(scope, parts.to_vec(), &mut |part, PathResult { answer, seconds }| {
            if let Some(index) = parts.iter().position(|other| other == part) {
                answers[index] = Some((answer, seconds));
            }
            Vec::new()
        });
        if let Err(QueueError(what)) = done {
            self.reject(what);
        }
        answers
    }

    fn reject(&self, why: String) {
        self.now().failure.get_or_insert(why);
    }
}

/// The search of a method whose paths are decided elsewhere.
pub(crate) struct SplitSearch<'p> {
    search: Box<dyn Search<'p> + 'p>,
    paths: &'p QueuedPaths<'p>,
}

impl<'p> SplitSearch<'p> {
    pub(crate) fn new(options: &Options, problem: Arc<Problem<'p>>, paths: &'p QueuedPaths<'p>) -> SplitSearch<'p> {
        let engine = Symbolic { setup: options.setup, ..Symbolic::default() };
        SplitSearch { search: engine.start_with(problem, paths), paths }
    }
}

impl<'p> Search<'p> for SplitSearch<'p> {
    fn answer(&mut self, goals: &Goals, bounds: &Bounds, limits: &Limits<'_>) -> Answer {
        *self.paths.now() = Now { deadline: limits.deadline, cancel: limits.cancel.clone(), failure: None };
        let mut answer = self.search.answer(goals, bounds, limits);
        if let Some(what) = self.paths.now().failure.take() {
            answer.cuts = vec![Cut::Queue(what)];
            answer.certificate = None;
        }
        answer
    }
}
