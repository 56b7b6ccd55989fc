//! `tightrope worker`: does parts of the searches of others.
//!
//! A job's program is made once and kept while tasks of that job come. It lives on a thread of its
//! own: searches borrow from it, and should one panic, the next task starts anew.

use crate::arguments::WorkerArguments;
use crate::exit::Exit;
use crate::output::Output;
use crate::queue::job::Job;
use crate::watch::resident_bytes;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;
use tightrope_check::{Input, PartWorker, SEARCH, Signals};
use tightrope_engine::Stop;
use tightrope_syntax::STACK_SIZE;
use tightrope_work::{Digest, Task, Worker};

/// How often to look whether the result is still wanted, and at the memory.
const LOOK: Duration = Duration::from_millis(50);

/// A part to be done, how to stop it, and where its result goes.
struct Order {
    part: Vec<u8>,
    signals: std::sync::Arc<Signals>,
    answer: Sender<Result<Vec<u8>, String>>,
}

/// Does parts of one job after the other.
#[derive(Debug, Default)]
pub(crate) struct JobWorker {
    /// The most bytes that the process may use.
    memory: Option<u64>,
    current: Option<(Digest, Sender<Order>)>,
}

impl JobWorker {
    pub(crate) fn new(memory: Option<u64>) -> JobWorker {
        JobWorker { memory, current: None }
    }

    fn orders(&mut self, blob: &[u8], job: Digest) -> Result<Sender<Order>, String> {
        if let Some((known, orders)) = &self.current
            && *known == job
        {
            return Ok(orders.clone());
        }
        let read = Job::from_bytes(blob)?;
        let (orders, received) = channel();
        let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || work_on(&read, &received));
        thread.map_err(|error| format!("no thread for the job: {error}"))?;
        // The thread of the last job ends when nobody can give it orders any more.
        self.current = Some((job, orders.clone()));
        Ok(orders)
    }
}

impl Worker for JobWorker {
    fn execute(&mut self, blob: &[u8], task: &Task, is_wanted: &dyn Fn() -> bool) -> Result<Vec<u8>, String> {
        if task.kind != SEARCH {
            return Err(format!("this worker knows no task of kind `{}`", task.kind));
        }
        let orders = self.orders(blob, task.job)?;
        let signals = std::sync::Arc::new(Signals::default());
        let (answer, answered) = channel();
        let order = Order { part: task.part.clone(), signals: std::sync::Arc::clone(&signals), answer };
        if orders.send(order).is_err() {
            self.current = None;
            return Err("the worker's thread has ended".to_owned());
        }
        loop {
            match answered.recv_timeout(LOOK) {
                Ok(result) => return result,
                Err(RecvTimeoutError::Disconnected) => {
                    self.current = None;
                    return Err("the worker panicked at this task; please report it".to_owned());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if !is_wanted() {
                signals.cancel.stop(Stop::Interrupted);
            }
            if self.memory.is_some_and(|most| resident_bytes().is_some_and(|used| used > most)) {
                signals.cancel.stop(Stop::OutOfMemory);
                self.current = None;
            }
        }
    }
}

fn work_on(job: &Job, orders: &Receiver<Order>) {
    let loaded = job.load();
    let options = match job.options() {
        Ok(options) => options,
        Err(reason) => {
            // Whoever asked is told; one who has gone away need not be.
            orders.iter().for_each(|order| drop(order.answer.send(Err(reason.clone()))));
            return;
        }
    };
    let input = Input { program: &loaded.program, sources: &loaded.sources };
    let mut worker = PartWorker::new(input, &options);
    for order in orders {
        drop(order.answer.send(worker.execute(&order.part, &order.signals)));
    }
}

#[cfg(not(feature = "cluster"))]
pub fn run(_arguments: &WorkerArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let message = crate::queue::NO_CLUSTER.to_owned();
    crate::check::refuse(
        tightrope_source::Diagnostic::without_place(tightrope_source::Code::BadArgument, message),
        output,
    )
}

#[cfg(feature = "cluster")]
pub fn run(arguments: &WorkerArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    use crate::queue::client::server;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let memory = match arguments.memory.as_deref().map(crate::config::size).transpose() {
        Ok(memory) => memory,
        Err(diagnostic) => return crate::check::refuse(*diagnostic, output),
    };
    let server = server(&arguments.queue);
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    // A second signal ends the process at once.
    let _ = ctrlc::set_handler(move || {
        if heard.swap(true, Ordering::Relaxed) {
            std::process::abort();
        }
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.jobs.unwrap_or(cores).max(1);
    output.note(&format!("{threads} threads wait for work at {}", server.url))?;
    let serve = || tightrope_cluster::serve(&server, &mut JobWorker::new(memory), &stop);
    let served: Vec<_> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(serve)).collect();
        let first = serve();
        let panicked = || tightrope_work::QueueError("a thread of this worker panicked".to_owned());
        let others = others.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(panicked())));
        std::iter::once(first).chain(others).collect()
    });
    let mut tasks = 0;
    for served in served {
        match served {
            Ok(served) => tasks += served.tasks,
            Err(error) => {
                let diagnostic =
                    tightrope_source::Diagnostic::without_place(tightrope_source::Code::BadArgument, error.to_string());
                return crate::check::refuse(diagnostic, output);
            }
        }
    }
    output.note(&format!("{tasks} tasks were done"))?;
    Ok(Exit::Success)
}
