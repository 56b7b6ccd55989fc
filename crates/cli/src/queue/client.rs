//! The client's side: where the queue is, and many methods at once.

use crate::arguments::QueueArguments;
use crate::queue::worker::JobWorker;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tightrope_check::{Input, Options, Remote, Signals, check_method_remotely};
use tightrope_program::MethodId;
use tightrope_report::MethodReport;
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
            std::thread::spawn(move || queue.work(&mut JobWorker::new(None)))
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

    fn result(&self, task: &Digest, wait: Duration) -> Result<Option<Vec<u8>>, QueueError> {
        self.queue.result(task, wait)
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
        authorities: arguments.tls_ca.clone(),
        version: crate::queue::job::VERSION.to_owned(),
    }
}

/// Checks methods whose searches others do; the reports are in the order of the methods.
pub(crate) fn check_remotely(
    input: Input<'_>,
    methods: &[MethodId],
    options: &Options,
    signals: &Signals,
    remote: Remote<'_>,
) -> Vec<MethodReport> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let Some(method) = methods.get(index) else { return done };
            // Each method has its own meter; all stop together.
            let own = Signals { cancel: signals.cancel.child(), ..Signals::default() };
            done.push((index, check_method_remotely(input, *method, options, &own, &mut |_| {}, remote)));
        }
    };
    let mut reports = std::thread::scope(|scope| {
        let builders = (1..methods.len().min(MOST_AT_ONCE)).map(|_| std::thread::Builder::new().stack_size(STACK_SIZE));
        let threads: Vec<_> = builders.filter_map(|builder| builder.spawn_scoped(scope, work).ok()).collect();
        let mut reports = work();
        for thread in threads {
            reports.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        reports
    });
    reports.sort_by_key(|(index, _)| *index);
    reports.into_iter().map(|(_, report)| report).collect()
}
