//! The questions of field bounds by whoever takes parts of them from a queue (TACO, section 4.2,
//! has them answered by a cluster).
//!
//! A part is a range of questions. Whoever works on the same structures tells the others at once
//! what it has found out: they need not ask it, and what is refuted makes their solvers stronger. A
//! range that takes long while others have nothing to do is given back half done, and cut into
//! smaller ones. Bounds do not depend on who asked what: a question has one answer.
//!
//! Where certificates are wanted, nobody believes that a value is refuted unless a proof of it was
//! checked: workers tell each other derivations, and the client has them all and checks them
//! against a formula that it has made itself. What is not accepted it asks its own solver.

use crate::bounds::{Found, summed_up, with_wanted_keys, without_bounds};
use crate::queued::{Order, Remote};
use crate::{Input, Options, Signals};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tightrope_bounds::feasible::{Exchange, Fact, Inquiry, News, Structures, Work, from_facts, number_of_questions};
use tightrope_circuit::{Interrupt, Proofs};
use tightrope_engine::Stop;
use tightrope_program::ClassId;
use tightrope_proof::Derivation;
use tightrope_work::{Beside, Digest, Done, QueueError, Task};

/// How the queue calls these tasks.
pub const BOUNDS: &str = "bounds";

/// A range that takes longer is cut if others have nothing to do.
const SLICE: Duration = Duration::from_secs(5);
/// So many ranges for each worker, at first.
const RANGES: usize = 4;
const LONGEST_RANGE: usize = 64;
/// Most questions are answered sooner than a message is sent.
const SHORTEST_RANGE: usize = 8;
/// How long to wait for a result before looking at the clock.
const POLL: Duration = Duration::from_millis(100);

/// A range of questions about the structures of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Range {
    class: u32,
    from: u32,
    until: u32,
}

/// The answers to the first questions of a range.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Answers {
    /// Whether a structure has the value, and how many microseconds that took.
    facts: Vec<(Option<bool>, u64)>,
    queries: usize,
    satisfiable: usize,
    spurious: usize,
    /// By question: why no structure has the value, where that is wanted.
    certificates: Vec<(u32, Derivation)>,
    /// A limit was reached: nobody asks the rest.
    is_cut: bool,
}

/// What a worker is asked: a task's part, and what is beside it.
#[derive(Clone, Debug)]
pub struct Commissioned {
    pub part: Vec<u8>,
    pub order: Arc<Order>,
}

/// Those who work on the same job.
struct Others {
    beside: Mutex<Arc<dyn Beside>>,
    heard: AtomicUsize,
}

impl Others {
    fn beside(&self) -> Arc<dyn Beside> {
        Arc::clone(&self.beside.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn send(&self, message: &[Told]) {
        if let Ok(text) = postcard::to_allocvec(message)
            && !message.is_empty()
        {
            self.beside().tell(&text);
        }
    }
}

/// What workers tell each other about a question.
type Told = (u32, bool, Option<Derivation>);

impl Exchange for Others {
    /// What is too long for one message is left out: others ask it themselves, or do without.
    fn tell(&self, news: &[News]) {
        let told = |news: &News| (news.question, news.is_feasible, news.certificate.clone());
        let mut message: Vec<Told> = Vec::new();
        let mut length = 0;
        for told in news.iter().map(told) {
            let more = postcard::to_allocvec(&told).map_or(usize::MAX, |text| text.len());
            if more > LONGEST_MESSAGE {
                continue;
            }
            if length + more > LONGEST_MESSAGE {
                self.send(&std::mem::take(&mut message));
                length = 0;
            }
            message.push(told);
            length += more;
        }
        self.send(&message);
    }

    fn heard(&self) -> Vec<News> {
        let texts = self.beside().facts(self.heard.load(Ordering::Relaxed));
        self.heard.fetch_add(texts.len(), Ordering::Relaxed);
        let told = texts.iter().filter_map(|text| postcard::from_bytes::<Vec<Told>>(text).ok()).flatten();
        told.map(|(question, is_feasible, certificate)| News { question, is_feasible, certificate }).collect()
    }
}

/// A server refuses messages of a megabyte.
const LONGEST_MESSAGE: usize = 500_000;

/// Tells nobody.
struct Nobody;

impl Exchange for Nobody {
    fn tell(&self, _news: &[News]) {}

    fn heard(&self) -> Vec<News> {
        Vec::new()
    }
}

/// Answers questions about the structures of one class; `next` takes each result and gives the next
/// part. Returns when there is none, or one about another class.
pub fn answer_questions(
    input: Input<'_>,
    options: &Options,
    first: Commissioned,
    next: &mut dyn FnMut(Result<Done, String>) -> Option<Commissioned>,
) {
    let Ok(Range { class, .. }) = postcard::from_bytes::<Range>(&first.part) else {
        next(Err("the task cannot be read".to_owned()));
        return;
    };
    if class as usize >= input.program.classes.len() {
        next(Err("the task speaks of a class that is not there".to_owned()));
        return;
    }
    let structures = match structures_of(input, ClassId(class), options) {
        Ok(structures) => structures,
        Err(reason) => {
            next(Err(reason));
            return;
        }
    };
    let others = Others { beside: Mutex::new(Arc::clone(&first.order.beside)), heard: AtomicUsize::new(0) };
    // Two processes hardly have it at the same address.
    let number = (&raw const others).addr();
    let mut inquiry = Inquiry::new(&structures, &others, number, is_certified(options));
    let mut commissioned = Some(first);
    while let Some(Commissioned { part, order }) = commissioned {
        *others.beside.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&order.beside);
        let range = postcard::from_bytes::<Range>(&part).ok().filter(|range| range.class == class);
        let result = match range {
            Some(range) => answer(&mut inquiry, range, &order),
            None => Err("the task is about other structures".to_owned()),
        };
        commissioned = next(result);
    }
}

/// Whether refutations are to have proofs.
pub(crate) fn is_certified(options: &Options) -> bool {
    options.setup.proofs != Proofs::None
}

fn structures_of(input: Input<'_>, class: ClassId, options: &Options) -> Result<Structures, String> {
    let symbolic = tightrope_symbolic::Options::default();
    tightrope_symbolic::structures(input.program, class, &options.scope, &symbolic)
        .map(|structures| with_wanted_keys(structures, options))
        .map_err(|reason| format!("the invariant is not translated: {reason}"))
}

fn answer(inquiry: &mut Inquiry<'_>, range: Range, order: &Order) -> Result<Done, String> {
    let limits = tightrope_circuit::Limits {
        deadline: order.deadline,
        interrupt: Some(order.interrupt()),
        ..tightrope_circuit::Limits::NONE
    };
    let (started, before) = (Instant::now(), inquiry.work());
    let mut answers = Answers::default();
    for at in range.from..range.until {
        order.may_be_cut.store(at > range.from, Ordering::Relaxed);
        let Fact { is_feasible, took } = inquiry.ask(at as usize, &limits);
        order.may_be_cut.store(false, Ordering::Relaxed);
        let stopped = order.signals.cancel.stopped();
        if is_feasible.is_none() && stopped.is_some() {
            answers.is_cut = stopped != Some(Stop::Superseded);
            break;
        }
        answers.facts.push((is_feasible, took.as_micros() as u64));
        answers.certificates.extend(inquiry.certificate(at as usize).map(|certificate| (at, certificate)));
        let is_long = started.elapsed() > SLICE && at + 1 < range.until;
        if stopped.is_some() || is_long && order.beside.idle() > 0 {
            break;
        }
    }
    let work = inquiry.work();
    answers.queries = work.queries - before.queries;
    answers.satisfiable = work.sat - before.sat;
    answers.spurious = work.spurious - before.spurious;
    let is_final = !answers.is_cut && answers.facts.iter().all(|(is_feasible, _)| is_feasible.is_some());
    let written = postcard::to_allocvec(&answers);
    written.map(|result| Done { result, is_final }).map_err(|error| format!("the result cannot be written: {error}"))
}

/// Bounds from the invariant, whose questions others answer.
pub(crate) fn from_queue(
    input: Input<'_>,
    class: ClassId,
    remote: Remote<'_>,
    options: &Options,
    signals: &Signals,
) -> Found {
    let structures = match structures_of(input, class, options) {
        Ok(structures) => structures,
        Err(reason) => return without_bounds(reason),
    };
    let mut client = Client {
        remote,
        class,
        facts: vec![Fact { is_feasible: None, took: Duration::ZERO }; number_of_questions(&structures)],
        work: Work::default(),
        certificates: Vec::new(),
        asked: BTreeMap::new(),
        deadline: options.timeout.map(|timeout| Instant::now() + timeout),
    };
    if let Err(QueueError(what)) = client.ask_all(signals) {
        return without_bounds(what);
    }
    let mut inquiry = is_certified(options).then(|| Inquiry::new(&structures, &Nobody, 0, true));
    if let Some(inquiry) = &mut inquiry {
        client.check_certificates(inquiry, signals);
    }
    let mut found = from_facts(&structures, &client.facts, client.work);
    found.certificate = inquiry.and_then(Inquiry::into_certificate);
    summed_up(input, class, found, options)
}

struct Client<'q> {
    remote: Remote<'q>,
    class: ClassId,
    facts: Vec<Fact>,
    work: Work,
    certificates: Vec<News>,
    asked: BTreeMap<Digest, Range>,
    deadline: Option<Instant>,
}

impl Client<'_> {
    fn ask_all(&mut self, signals: &Signals) -> Result<(), QueueError> {
        let count = self.facts.len();
        let workers = self.remote.queue.workers()?.max(1);
        let length = (count / (RANGES * workers)).clamp(SHORTEST_RANGE, LONGEST_RANGE);
        for from in (0..count).step_by(length) {
            self.submit(from, (from + length).min(count))?;
        }
        while !self.asked.is_empty() {
            let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let tasks: Vec<Digest> = self.asked.keys().copied().collect();
            if is_late || signals.cancel.stopped().is_some() {
                // If that cannot be said, workers find out by themselves.
                let _ = self.remote.queue.drop_tasks(&tasks);
                return Ok(());
            }
            for (task, bytes) in self.remote.queue.results(&tasks, POLL)? {
                if let Some(range) = self.asked.remove(&task) {
                    self.take(range, &bytes)?;
                }
            }
        }
        Ok(())
    }

    fn submit(&mut self, from: usize, until: usize) -> Result<(), QueueError> {
        let range = Range { class: self.class.0, from: from as u32, until: until as u32 };
        let limit = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let part = postcard::to_allocvec(&range).unwrap_or_default();
        let task = Task { job: self.remote.job, kind: BOUNDS.to_owned(), part, limit };
        self.remote.queue.submit(&task)?;
        self.asked.insert(task.digest(), range);
        Ok(())
    }

    /// Takes in answers. What was not asked is asked again, in smaller ranges.
    fn take(&mut self, range: Range, bytes: &[u8]) -> Result<(), QueueError> {
        let garbled = |error: postcard::Error| QueueError(format!("a result cannot be read: {error}"));
        let answers: Answers = postcard::from_bytes(bytes).map_err(garbled)?;
        self.work.queries += answers.queries;
        self.work.sat += answers.satisfiable;
        self.work.spurious += answers.spurious;
        let (from, until) = (range.from as usize, range.until as usize);
        for (fact, (is_feasible, took)) in self.facts[from..until].iter_mut().zip(&answers.facts) {
            *fact = Fact { is_feasible: *is_feasible, took: Duration::from_micros(*took) };
        }
        let news = |(question, certificate)| News { question, is_feasible: false, certificate: Some(certificate) };
        self.certificates.extend(answers.certificates.into_iter().map(news));
        let next = from + answers.facts.len();
        if answers.is_cut || next >= until {
            return Ok(());
        }
        if answers.facts.is_empty() {
            return Err(QueueError("a worker did nothing".to_owned()));
        }
        let length = (until - next).div_ceil(4);
        (next..until).step_by(length).try_for_each(|from| self.submit(from, (from + length).min(until)))
    }

    /// Believes only what was proved; asks again what a worker has refuted without a proof that is
    /// accepted.
    fn check_certificates(&mut self, inquiry: &mut Inquiry<'_>, signals: &Signals) {
        let cancel = signals.cancel.clone();
        let limits = tightrope_circuit::Limits {
            deadline: self.deadline,
            interrupt: Some(Interrupt::new(move || cancel.stopped().is_some())),
            ..tightrope_circuit::Limits::NONE
        };
        inquiry.hear(std::mem::take(&mut self.certificates));
        for (at, fact) in self.facts.iter_mut().enumerate() {
            if fact.is_feasible == Some(false) && inquiry.known(at) != Some(false) {
                *fact = inquiry.ask(at, &limits);
            }
        }
    }
}
