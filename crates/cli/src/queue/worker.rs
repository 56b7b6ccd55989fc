//! `tightrope worker`: does parts of the searches of others.
//!
//! A job's program is made once and kept while tasks of that job come. It lives on a thread of its
//! own: searches borrow from it, and should one panic, the next task starts anew.

use crate::arguments::WorkerArguments;
use crate::exit::Exit;
use crate::load::{Loaded, lowering_options};
use crate::output::Output;
use crate::queue::job::{Job, MutantsWanted};
use crate::watch::resident_bytes;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tightrope_check::{
    BOUNDS, Commissioned, Input, Options, Order, PATHS, PartWorker, SEARCH, Signals, answer_questions, decide_paths,
};
use tightrope_engine::Stop;
use tightrope_mutate::{MUTANT, Selected, check_mutant};
use tightrope_syntax::STACK_SIZE;
use tightrope_work::{Beside, Digest, Done, Task, Worker};

/// How often to look whether the result is still wanted, and at the memory.
const LOOK: Duration = Duration::from_millis(50);
/// A part that takes longer is cut into smaller ones if others have nothing to do, and how often
/// that is asked.
const LONG: Duration = Duration::from_secs(15);
const BETWEEN_QUESTIONS: Duration = Duration::from_secs(2);

/// A task, what is beside it, and where its result goes.
struct Commission {
    task: Task,
    order: Arc<Order>,
    answer: Sender<Result<Done, String>>,
}

/// Does tasks of one job after the other.
#[derive(Debug, Default)]
pub(crate) struct JobWorker {
    /// The most bytes that the process may use.
    memory: Option<u64>,
    /// The most time for one task.
    time: Option<Duration>,
    /// That of the current job, or less.
    memory_of_job: Option<u64>,
    current: Option<(Digest, Sender<Commission>)>,
}

impl JobWorker {
    pub(crate) fn new(memory: Option<u64>, time: Option<Duration>) -> JobWorker {
        JobWorker { memory, time, memory_of_job: memory, current: None }
    }

    fn commissions(&mut self, blob: &[u8], job: Digest) -> Result<Sender<Commission>, String> {
        if let Some((known, commissions)) = &self.current
            && *known == job
        {
            return Ok(commissions.clone());
        }
        let read = Job::from_bytes(blob)?;
        self.memory_of_job = self.memory.into_iter().chain(read.memory()).min();
        let (commissions, received) = channel();
        let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || work_on(&read, &received));
        thread.map_err(|error| format!("no thread for the job: {error}"))?;
        // The thread of the last job ends when nobody can give it commissions any more.
        self.current = Some((job, commissions.clone()));
        Ok(commissions)
    }

    /// Stops what nobody wants, what needs too much, and what others could help with.
    fn look_at(&mut self, order: &Order, started: Instant, asked: &mut Instant) {
        if !order.beside.is_wanted() {
            stop(order, Stop::Interrupted);
        }
        if self.memory_of_job.is_some_and(|most| resident_bytes().is_some_and(|used| used > most)) {
            stop(order, Stop::OutOfMemory);
            self.current = None;
        }
        let is_long = started.elapsed() > LONG && asked.elapsed() > BETWEEN_QUESTIONS;
        if is_long && order.may_be_cut.load(Ordering::Relaxed) {
            *asked = Instant::now();
            if order.beside.idle() > 0 && order.may_be_cut.load(Ordering::Relaxed) {
                stop(order, Stop::Superseded);
            }
        }
    }
}

fn stop(order: &Order, why: Stop) {
    order.signals.cancel.stop(why);
}

impl Worker for JobWorker {
    fn execute(&mut self, blob: &[u8], task: &Task, beside: Arc<dyn Beside>) -> Result<Done, String> {
        let commissions = self.commissions(blob, task.job)?;
        let (started, mut asked) = (Instant::now(), Instant::now());
        let limit = task.limit.into_iter().chain(self.time).min();
        let order = Arc::new(Order {
            signals: Signals::default(),
            deadline: limit.map(|limit| started + limit),
            beside,
            may_be_cut: AtomicBool::new(false),
        });
        let (answer, answered) = channel();
        if commissions.send(Commission { task: task.clone(), order: Arc::clone(&order), answer }).is_err() {
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
                Err(RecvTimeoutError::Timeout) => self.look_at(&order, started, &mut asked),
            }
        }
    }
}

fn work_on(job: &Job, commissions: &Receiver<Commission>) {
    let loaded = job.load();
    let options = match job.options(&loaded.program) {
        Ok(options) => options,
        Err(reason) => {
            // Whoever asked is told; one who has gone away need not be.
            commissions.iter().for_each(|commission| drop(commission.answer.send(Err(reason.clone()))));
            return;
        }
    };
    let input = Input { program: &loaded.program, sources: &loaded.sources };
    let mut parts = PartWorker::new(input, &options);
    while let Ok(commission) = commissions.recv() {
        let result = match commission.task.kind.as_str() {
            SEARCH => parts.execute(&commission.task.part, &commission.order),
            PATHS => decide_paths(input, &options, &commission.task.part, &commission.order),
            MUTANT => check_one_mutant(job, &loaded, &options, &commission),
            BOUNDS => {
                answer_all_questions(input, &options, commission, commissions);
                continue;
            }
            kind => Err(format!("this worker knows no task of kind `{kind}`")),
        };
        drop(commission.answer.send(result));
    }
}

fn check_one_mutant(job: &Job, loaded: &Loaded, options: &Options, commission: &Commission) -> Result<Done, String> {
    let Some(wanted) = job.mutants() else { return Err("the job has no mutants".to_owned()) };
    let MutantsWanted { code, contract, operators, .. } = wanted.clone();
    let mutants = tightrope_mutate::Job {
        units: &loaded.units,
        sources: &loaded.sources,
        reading: &lowering_options(&job.reading()),
        checking: options,
        signals: &commission.order.signals,
        selected: &Selected { code, contract, operators },
        remote: None,
    };
    check_mutant(&mutants, &loaded.program, &commission.task.part)
}

/// Questions about the same structures are asked one after the other, with the same solvers.
fn answer_all_questions(input: Input<'_>, options: &Options, first: Commission, commissions: &Receiver<Commission>) {
    let asked = |commission: &Commission| Commissioned {
        part: commission.task.part.clone(),
        order: Arc::clone(&commission.order),
    };
    let mut current = first;
    answer_questions(input, options, asked(&current), &mut |result| {
        drop(current.answer.send(result));
        current = commissions.recv().ok()?;
        Some(asked(&current))
    });
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
    let memory = match arguments.memory.as_deref().map(crate::config::size).transpose() {
        Ok(memory) => memory,
        Err(diagnostic) => return crate::check::refuse(*diagnostic, output),
    };
    let time = match arguments.timeout.as_deref().map(crate::config::duration).transpose() {
        Ok(time) => time.flatten(),
        Err(diagnostic) => return crate::check::refuse(*diagnostic, output),
    };
    let mut server = server(&arguments.queue);
    if let Some(version) = &arguments.version_for_tests {
        server.version.clone_from(version);
    }
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
    let (url, version) = (tightrope_cluster::without_secrets(&server.url), &server.version);
    output.note(&format!("{threads} threads of version {version} wait for work at {url}"))?;
    let serve = || tightrope_cluster::serve(&server, &mut JobWorker::new(memory, time), &stop);
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
