//! What many workers would give: an event simulation of the queue on recorded task times.
//!
//! Three kinds of work are recorded here, on one thread: the questions about `TreeSet`'s field
//! bounds at 20 nodes, shares of the search of `BSTree.insert` at 15 (heap by heap, as `--engine
//! explore` does), and the mutants of TACO's Table 5. Of the shares a sample is recorded, and the
//! others are drawn from it. What the queue itself costs is measured on a NATS server of this
//! machine if the benchmark is built with `--features cluster`; else it is what a laptop gave.
//!
//! What the simulation does not know: questions are recorded in the order in which one worker asks
//! them, who hears of every answer at once. Others hear of it a little later, and ask more.

use crate::checking::{Subject, read, with_stack};
use crate::mutants::{self, SUBJECTS};
use crate::thread_seconds;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tightrope_bounds::feasible::{Exchange, Inquiry, News, number_of_questions};
use tightrope_check::{Setup, engines};
use tightrope_circuit::Limits as SolverLimits;
use tightrope_engine::{Cancel, Goals, Limits, Meter, RunBudget, Search};
use tightrope_heap::Scope;
use tightrope_machine::Accelerations;
use tightrope_problem::{Bounds, Problem};
use tightrope_work::simulate::{Costs, Recorded, simulate};
use tightrope_work::{Digest, Queue, QueueError, Task};

const WORKERS: [usize; 5] = [1, 8, 64, 512, 4096];

/// For so many workers the search is divided most finely; fewer have several of them in one task.
const SHARES: usize = 8192;
/// As the workers do: so many tasks for each of them, and a task that takes longer is cut.
const TASKS: usize = 4;
const LONG: (f64, usize) = (15.0, 4);
const RANGES: (usize, usize) = (8, 64);

/// As measured on a laptop's loopback with `--features cluster`.
const LAPTOP: Costs = Costs { client: 0.000_4, server: 0.000_3, latency: 0.001_5 };

pub(crate) fn many_workers() {
    let costs = queue_costs();
    println!(
        "\nMany workers, simulated on recorded times (a task costs the client {:.2} ms and the server {:.2} ms)\n",
        costs.client * 1e3,
        costs.server * 1e3
    );
    println!("| work | workers | tasks | seconds | speed-up | busy | limited by |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let bounds = with_stack(record_bounds);
    rows("bounds of TreeSet, 20 nodes", costs, |workers| bounds.divided(workers));
    let search = with_stack(record_search);
    rows("BSTree.insert, 15 nodes", costs, |workers| search.divided(workers));
    let mutants = with_stack(record_mutants);
    rows("mutants of Table 5", costs, |_| mutants.clone());
}

fn rows(name: &str, costs: Costs, recorded: impl Fn(usize) -> Recorded) {
    let one = recorded(1);
    let alone = one.alone + one.first + one.tasks.iter().sum::<f64>();
    for workers in WORKERS {
        let recorded = recorded(workers);
        let outcome = simulate(&recorded, workers, costs);
        println!(
            "| {name} | {workers} | {} | {:.2} | {:.1} | {:.0} % | {} |",
            recorded.tasks.len(),
            outcome.seconds,
            alone / outcome.seconds,
            outcome.busy * 100.0,
            outcome.limit.describe()
        );
    }
}

/// How long to record what is sampled: `TIGHTROPE_BENCH_RECORD`, in seconds.
fn recording_time() -> f64 {
    std::env::var("TIGHTROPE_BENCH_RECORD").ok().and_then(|text| text.parse().ok()).unwrap_or(60.0)
}

/// The times of questions, in the order in which they were asked.
struct RecordedQuestions {
    translation: f64,
    questions: Vec<f64>,
}

impl RecordedQuestions {
    fn divided(&self, workers: usize) -> Recorded {
        let length = (self.questions.len() / (TASKS * workers)).clamp(RANGES.0, RANGES.1);
        let tasks = self.questions.chunks(length).map(|range| range.iter().sum()).collect();
        // A range can be cut, but not the question that takes long.
        Recorded { alone: self.translation, first: self.translation, tasks, cut: None }
    }
}

/// Nobody else asks.
struct Alone;

impl Exchange for Alone {
    fn tell(&self, _: &[News]) {}

    fn heard(&self) -> Vec<News> {
        Vec::new()
    }
}

fn record_bounds() -> RecordedQuestions {
    let subject = Subject::new("TreeSet.java", &read("jml/TreeSet.java"));
    let begun = thread_seconds();
    let scope: Scope = "20".parse().expect("a scope");
    let options = tightrope_symbolic::Options::default();
    let structures = tightrope_symbolic::structures(subject.program(), subject.class("TreeSet"), &scope, &options);
    let mut structures = structures.expect("the invariant is translated");
    // The table is about values of fields.
    structures.pairs.clear();
    let translation = thread_seconds() - begun;
    let mut inquiry = Inquiry::new(&structures, &Alone, 1, false);
    let time = |at: usize| {
        let begun = thread_seconds();
        inquiry.ask(at, &SolverLimits::NONE);
        thread_seconds() - begun
    };
    RecordedQuestions { translation, questions: (0..number_of_questions(&structures)).map(time).collect() }
}

/// The times of the finest shares.
struct RecordedShares {
    alone: f64,
    shares: Vec<f64>,
}

impl RecordedShares {
    /// Every `of`-th share is one of `of` tasks: so the search divides itself.
    fn divided(&self, workers: usize) -> Recorded {
        let of = (TASKS * workers).next_power_of_two().min(SHARES);
        let task = |index: usize| self.shares.iter().skip(index).step_by(of).sum();
        // Each worker climbs to where the shares begin.
        Recorded { alone: self.alone, first: self.alone, tasks: (0..of).map(task).collect(), cut: Some(LONG) }
    }
}

fn record_search() -> RecordedShares {
    let subject = Subject::new("BSTree.java", &read("jml/BSTree.java"));
    let method = subject.method("BSTree.insert");
    let problem = Arc::new(Problem::of_method(subject.program(), method));
    let engines = engines(Accelerations::ALL, Setup::default());
    let explore = engines.iter().find(|engine| engine.name() == "explore").expect("explore is an engine");
    let mut search = explore.start(Arc::clone(&problem));
    let climb = |search: &mut Box<dyn Search<'_> + '_>, rung: usize| {
        let begun = thread_seconds();
        let scope: Scope = rung.to_string().parse().expect("a scope");
        let limits = Limits {
            threads: 1,
            deadline: None,
            cancel: &Cancel::default(),
            meter: &Meter::default(),
            run: RunBudget { steps: 1_000_000, depth: 10_000, objects: 1_000_000, iterations: None },
            goes_on: rung < LARGEST,
        };
        let answer = search.answer(&Goals::All, &Bounds::resolve(&problem, &scope), &limits);
        assert!(answer.is_complete() && answer.witnesses.is_empty(), "BSTree.insert holds at {rung}");
        thread_seconds() - begun
    };
    const LARGEST: usize = 15;
    let (mut alone, mut last, mut rung) = (0.0, 0.0_f64, 1);
    // A worker divides when the next scope will take more than half a second, or else where it
    // could be divided last.
    while rung == 1 || last * 4.0 < 0.5 {
        last = climb(&mut search, rung);
        if rung > 1 && search.share(0, SHARES).is_none() {
            search = explore.start(Arc::clone(&problem));
            for smaller in 1..rung {
                climb(&mut search, smaller);
            }
            break;
        }
        alone += last;
        rung += 1;
    }
    let (begun, mut sample) = (Instant::now(), BTreeMap::new());
    let mut index = 0;
    while begun.elapsed().as_secs_f64() < recording_time() && sample.len() < SHARES {
        let mut share = search.share(index, SHARES).expect("it can be shared");
        let took = (rung..=LARGEST).map(|rung| climb(&mut share, rung)).sum::<f64>();
        sample.insert(index, took);
        index = (index + STRIDE) % SHARES;
    }
    println!("<!-- {} of {SHARES} shares of BSTree.insert were recorded, after {} nodes -->", sample.len(), rung - 1);
    let recorded: Vec<f64> = sample.values().copied().collect();
    let drawn = |at: usize| sample.get(&at).copied().unwrap_or_else(|| recorded[at * STRIDE % recorded.len()]);
    RecordedShares { alone, shares: (0..SHARES).map(drawn).collect() }
}

/// Odd, and so without a common divisor with the number of shares: all are met, in no order.
const STRIDE: usize = 5003;

/// Does each task as soon as it is submitted, and notes its time.
struct Recording<'w> {
    work: &'w (dyn Fn(&Task) -> Vec<u8> + Sync),
    done: Mutex<BTreeMap<Digest, (Vec<u8>, f64)>>,
}

impl Queue for Recording<'_> {
    fn open(&self, blob: &[u8]) -> Result<Digest, QueueError> {
        Ok(Digest::of(blob))
    }

    fn submit(&self, task: &Task) -> Result<(), QueueError> {
        let begun = thread_seconds();
        let result = (self.work)(task);
        let took = thread_seconds() - begun;
        self.done.lock().unwrap_or_else(PoisonError::into_inner).insert(task.digest(), (result, took));
        Ok(())
    }

    fn results(&self, tasks: &[Digest], _wait: Duration) -> Result<Vec<(Digest, Vec<u8>)>, QueueError> {
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(tasks.iter().filter_map(|task| Some((*task, done.get(task)?.0.clone()))).collect())
    }

    fn drop_tasks(&self, _tasks: &[Digest]) -> Result<(), QueueError> {
        Ok(())
    }

    fn close(&self, _job: &Digest) -> Result<(), QueueError> {
        Ok(())
    }

    fn workers(&self) -> Result<usize, QueueError> {
        Ok(1)
    }
}

/// All mutants of the three methods; the original is checked by the client.
fn record_mutants() -> Recorded {
    let (mut alone, times) = (0.0, RefCell::new(Vec::new()));
    for (class, method, scope, ..) in SUBJECTS {
        let begun = thread_seconds();
        let mut in_tasks = 0.0;
        mutants::on_queue(class, method, scope, &mut |job, program, mutate| {
            let work = |task: &Task| {
                let done = tightrope_mutate::check_mutant(job, program, &task.part);
                done.expect("a mutant is checked").result
            };
            let queue = Recording { work: &work, done: Mutex::default() };
            mutate(&queue);
            let done = queue.done.into_inner().unwrap_or_else(PoisonError::into_inner);
            in_tasks = done.values().map(|(_, took)| took).sum();
            times.borrow_mut().extend(done.values().map(|(_, took)| *took));
        });
        alone += thread_seconds() - begun - in_tasks;
    }
    Recorded { alone, first: 0.0, tasks: times.into_inner(), cut: None }
}

#[cfg(not(feature = "cluster"))]
fn queue_costs() -> Costs {
    LAPTOP
}

#[cfg(feature = "cluster")]
fn queue_costs() -> Costs {
    measured::costs().unwrap_or(LAPTOP)
}

/// What a server of this machine costs.
#[cfg(feature = "cluster")]
mod measured {
    use super::Costs;
    use crate::nats::Nats;
    use std::process::Child;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};
    use tightrope_cluster::{Cluster, Server, serve};
    use tightrope_work::{Beside, Digest, Done, Queue, Task, Worker};

    const TASKS: u32 = 1000;

    struct Nothing;

    impl Worker for Nothing {
        fn execute(&mut self, _blob: &[u8], _task: &Task, _beside: Arc<dyn Beside>) -> Result<Done, String> {
            Ok(Done { result: Vec::new(), is_final: true })
        }
    }

    /// `None`: there is no server to be had.
    pub(super) fn costs() -> Option<Costs> {
        let nats = Nats::start("costs", &[]).ok()?;
        measure(&nats)
    }

    /// User and system time of a process, in seconds, in hundredths as Linux counts them.
    fn seconds_of(process: &Child) -> Option<f64> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", process.id())).ok()?;
        let words: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
        let ticks = |at: usize| words.get(at)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / 100.0)
    }

    fn measure(nats: &Nats) -> Option<Costs> {
        let process = &nats.process.0;
        let server = Server { url: nats.url(), version: "costs".to_owned(), ..Server::default() };
        let client = Cluster::connect(&server).ok()?;
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let job = client.open(b"costs").ok()?;
            let task = |number: u32| Task {
                job,
                kind: "nothing".to_owned(),
                part: number.to_le_bytes().to_vec(),
                limit: None,
            };
            let (begun, used) = (Instant::now(), seconds_of(process)?);
            (0..TASKS).try_for_each(|number| client.submit(&task(number))).ok()?;
            let submitted = begun.elapsed().as_secs_f64();
            scope.spawn(|| serve(&server, &mut Nothing, &stop));
            let (begun, mut left) =
                (Instant::now(), (0..TASKS).map(|number| task(number).digest()).collect::<Vec<Digest>>());
            while !left.is_empty() && begun.elapsed() < Duration::from_secs(120) {
                let done = client.results(&left, Duration::from_millis(100)).ok()?;
                left.retain(|task| !done.iter().any(|(found, _)| found == task));
            }
            let served = begun.elapsed().as_secs_f64();
            let server = (seconds_of(process)? - used) / f64::from(TASKS);
            stop.store(true, Ordering::Relaxed);
            drop(client.close(&job));
            Some(Costs {
                client: submitted / f64::from(TASKS),
                server,
                latency: (served / f64::from(TASKS) - server).max(0.0),
            })
        })
    }
}
