//! The client's side: where the queue is, and many methods at once.

use crate::arguments::{QueueArguments, ReadingArguments, SearchArguments};
use crate::check::run_budget;
use crate::config::Settings;
use crate::load::Loaded;
use crate::queue::job::Job;
use crate::queue::worker::JobWorker;
use crate::watch::{Doing, Watch};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tightrope_check::{Input, Options, Progress, Remote, Signals, check_method_remotely};
use tightrope_program::MethodId;
use tightrope_report::MethodReport;
use tightrope_source::{Code, Diagnostic};
use tightrope_syntax::STACK_SIZE;
use tightrope_work::threads::Threads;
use tightrope_work::{Digest, Queue, QueueError, Task};

/// So many methods are asked about at the same time.
const MOST_AT_ONCE: usize = 32;

/// Opens the queue that the arguments name: a server, or `threads` and perhaps their number.
pub(crate) fn connect(arguments: &QueueArguments) -> Result<Box<dyn Queue>, QueueError> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    match arguments.queue.as_deref().and_then(|queue| queue.strip_prefix("threads")) {
        Some("") => Ok(Box::new(Embedded::start(cores()))),
        Some(number) => match number.strip_prefix(':').and_then(|number| number.parse().ok()) {
            Some(threads) if threads > 0 => Ok(Box::new(Embedded::start(threads))),
            _ => Err(QueueError("write `--queue threads` or, for two of them, `--queue threads:2`".to_owned())),
        },
        None => connect_to_server(arguments),
    }
}

/// A queue, and what is in it.
pub(crate) type QueuedJob = (Box<dyn Queue>, Job);

/// The queue that others take work from, if there is to be one. The program is then made as they
/// make it.
pub(crate) fn queued_job(
    arguments: &QueueArguments,
    search: &SearchArguments,
    settings: &Settings,
    reading: ReadingArguments,
    loaded: &mut Loaded,
) -> Result<Option<QueuedJob>, Diagnostic> {
    if arguments.queue.is_none() {
        return Ok(None);
    }
    if !loaded.commands.is_empty() {
        let message = "assertions of `.als` files cannot be checked by others yet";
        return Err(Diagnostic::without_place(Code::BadArgument, message).hint("leave `--queue` out"));
    }
    let failed = |error: QueueError| Diagnostic::without_place(Code::BadArgument, error.to_string());
    let queue = connect(arguments).map_err(failed)?;
    let job = Job::new(loaded, reading, settings, search, run_budget(settings));
    *loaded = job.reload(std::mem::take(loaded));
    Ok(Some((queue, job)))
}

/// Puts a job where workers find it.
pub(crate) fn open(queue: Box<dyn Queue>, job: &Job) -> Result<(Box<dyn Queue>, Digest), Diagnostic> {
    match queue.open(&job.to_bytes()) {
        Ok(digest) => Ok((queue, digest)),
        Err(error) => Err(Diagnostic::without_place(Code::BadArgument, error.to_string())),
    }
}

/// A queue whose workers are threads of this process, until it is dropped.
struct Embedded {
    queue: Arc<Threads>,
    workers: Vec<JoinHandle<()>>,
}

impl Embedded {
    fn start(threads: usize) -> Embedded {
        let queue: Arc<Threads> = Arc::default();
        let start = |_| {
            let queue = Arc::clone(&queue);
            std::thread::spawn(move || queue.work(&mut JobWorker::new(None, None)))
        };
        let workers = (0..threads).map(start).collect();
        Embedded { queue, workers }
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        self.queue.end();
        // One that has panicked has told so.
        self.workers.drain(..).for_each(|worker| drop(worker.join()));
    }
}

impl Queue for Embedded {
    fn open(&self, blob: &[u8]) -> Result<Digest, QueueError> {
        self.queue.open(blob)
    }

    fn submit(&self, task: &Task) -> Result<(), QueueError> {
        self.queue.submit(task)
    }

    fn results(&self, tasks: &[Digest], wait: Duration) -> Result<Vec<(Digest, Vec<u8>)>, QueueError> {
        self.queue.results(tasks, wait)
    }

    fn drop_tasks(&self, tasks: &[Digest]) -> Result<(), QueueError> {
        self.queue.drop_tasks(tasks)
    }

    fn workers(&self) -> Result<usize, QueueError> {
        self.queue.workers()
    }

    fn close(&self, job: &Digest) -> Result<(), QueueError> {
        self.queue.close(job)
    }
}

#[cfg(feature = "cluster")]
fn connect_to_server(arguments: &QueueArguments) -> Result<Box<dyn Queue>, QueueError> {
    let cluster = tightrope_cluster::Cluster::connect(&server(arguments))?;
    Ok(Box::new(cluster))
}

#[cfg(not(feature = "cluster"))]
fn connect_to_server(_arguments: &QueueArguments) -> Result<Box<dyn Queue>, QueueError> {
    Err(QueueError(crate::queue::NO_CLUSTER.to_owned()))
}

#[cfg(feature = "cluster")]
pub(crate) fn server(arguments: &QueueArguments) -> tightrope_cluster::Server {
    tightrope_cluster::Server {
        url: arguments.queue.clone().unwrap_or_else(|| "nats://127.0.0.1:4222".to_owned()),
        credentials: arguments.credentials.clone(),
        nkey: arguments.nkey.clone(),
        authorities: arguments.tls_ca.clone(),
        certificate: arguments.tls_cert.clone().zip(arguments.tls_key.clone()),
        version: crate::queue::job::VERSION.to_owned(),
    }
}

/// The methods that others search just now.
#[derive(Default)]
struct Running {
    methods: Mutex<BTreeMap<usize, (String, Arc<Signals>)>>,
    is_over: AtomicBool,
}

impl Running {
    fn methods(&self) -> MutexGuard<'_, BTreeMap<usize, (String, Arc<Signals>)>> {
        self.methods.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what all workers together have done, and what whoever waits should know.
    fn tell(&self, queue: &dyn Queue, watch: &Watch, started: Instant) {
        let (mut asked, mut workers) = (Instant::now(), queue.workers().unwrap_or(0));
        while !self.is_over.load(Ordering::Relaxed) {
            std::thread::sleep(BETWEEN_LOOKS);
            if asked.elapsed() > BETWEEN_QUESTIONS {
                (asked, workers) = (Instant::now(), queue.workers().unwrap_or(0));
                queue.advice().iter().for_each(|advice| watch.note(advice));
            }
            let (name, others, heaps, runs) = {
                let methods = self.methods();
                let Some((name, _)) = methods.values().next().cloned() else { continue };
                let read = methods.values().map(|(_, signals)| signals.meter.read());
                let (heaps, runs) = read.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
                (name, methods.len() - 1, heaps, runs)
            };
            watch.signals.meter.reset();
            watch.signals.meter.add(heaps, runs);
            let others = if others > 0 { format!(" and {others} more") } else { String::new() };
            let what = format!("{name}{others}, {workers} at work");
            watch.say(Doing { what, since: Some(started), forecast: None });
        }
    }
}

/// Tells whoever waits for workers what it should know, such as that there are none, while they
/// work. `say` is given their number.
pub(crate) fn with_advice<T>(
    remote: Option<Remote<'_>>,
    watch: &Watch,
    say: &(dyn Fn(usize) + Sync),
    work: impl FnOnce() -> T,
) -> T {
    let Some(remote) = remote else { return work() };
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut asked = Instant::now();
            say(remote.queue.workers().unwrap_or(0));
            while !is_over.load(Ordering::Relaxed) {
                std::thread::sleep(BETWEEN_LOOKS);
                if asked.elapsed() > BETWEEN_QUESTIONS {
                    asked = Instant::now();
                    say(remote.queue.workers().unwrap_or(0));
                    remote.queue.advice().iter().for_each(|advice| watch.note(advice));
                }
            }
        });
        let result = work();
        is_over.store(true, Ordering::Relaxed);
        result
    })
}

/// How often the live line is brought up to date, and the server is asked who is there.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);
const BETWEEN_QUESTIONS: Duration = Duration::from_secs(2);

/// Checks methods whose searches others do; the reports are in the order of the methods.
pub(crate) fn check_remotely(
    input: Input<'_>,
    methods: &[MethodId],
    options: &Options,
    watch: &Watch,
    remote: Remote<'_>,
) -> Vec<MethodReport> {
    let (next, running, started) = (AtomicUsize::new(0), Running::default(), Instant::now());
    let check = |index: usize, method: MethodId| {
        // Each method has its own meter; all stop together.
        let own = Arc::new(Signals { cancel: watch.signals.cancel.child(), ..Signals::default() });
        let say = |progress: Progress<'_>| {
            let name = format!("{}, scope {}", progress.method, progress.scope);
            running.methods().insert(index, (name, Arc::clone(&own)));
        };
        let report = check_method_remotely(input, method, options, &own, &mut { say }, remote);
        running.methods().remove(&index);
        (index, report)
    };
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(method) = methods.get(index) else { return done };
            done.push(check(index, *method));
        }
    };
    let mut reports = std::thread::scope(|scope| {
        scope.spawn(|| running.tell(remote.queue, watch, started));
        let builders = (1..methods.len().min(MOST_AT_ONCE)).map(|_| std::thread::Builder::new().stack_size(STACK_SIZE));
        let threads: Vec<_> = builders.filter_map(|builder| builder.spawn_scoped(scope, work).ok()).collect();
        let mut reports = work();
        let others: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
        running.is_over.store(true, Ordering::Relaxed);
        for other in others {
            reports.extend(other.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        reports
    });
    reports.sort_by_key(|(index, _)| *index);
    reports.into_iter().map(|(_, report)| report).collect()
}
