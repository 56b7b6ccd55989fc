//! The search of one method by whoever takes parts of it from a queue.
//!
//! The first part is the whole search. Whoever does it climbs rung by rung, as `check_method` does,
//! and gives back one answer for each rung. If others have nothing to do meanwhile, and the next
//! rung will take a while, judging by the last ones, all that larger scopes add is divided into
//! shares (`Search::share`), each a part of its own, which may be divided again. A rung that takes
//! longer than it seemed is given up while others wait, and its part is cut into smaller ones. The
//! answer of a rung is the join of what its parts say: every heap of the rung is in one of them, so
//! it is the answer of one search, whoever did what.
//!
//! A part says how it came to be: after which rung which share was taken. So whoever does it climbs
//! there first, if it does not have that search at hand still.
//!
//! Where a certificate is wanted, an answer comes with all that solvers said. The client makes the
//! formula itself, and goes through what they said: a proof is believed only after it was checked
//! against the client's own clauses.

use crate::engines::engines_with;
use crate::tight::Known;
use crate::{EngineChoice, Input, Options, Panel, Signals};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tightrope_circuit::Interrupt;
use tightrope_engine::{Answer, Cut, Engine, Gap, Goals, Limits, Search};
use tightrope_problem::{Bounds, Problem};
use tightrope_program::MethodId;
use tightrope_symbolic::{Answers, Proofs, Recording, Replay, Symbolic, Transcript};
use tightrope_work::{Beside, Digest, Done, Queue, QueueError, Task};

/// How the queue calls these tasks.
pub const SEARCH: &str = "search";

/// Parts that take less are not worth a message.
const FIRST_SLICE: Duration = Duration::from_millis(500);
const SLICE: Duration = Duration::from_secs(5);
/// At least so many shares: most of them end at about the same time.
const FIRST_SHARES: usize = 24;
/// So many for each worker that has nothing to do, and for the one that divides.
const SHARES: usize = 4;
/// There is no use in more.
const MOST_SHARES: usize = 10_000;
/// A part that was divided so often is done in one go.
const MOST_DIVISIONS: usize = 4;
/// How long to wait for a result before looking at the clock.
const POLL: Duration = Duration::from_millis(100);

/// A job and where it is queued.
#[derive(Clone, Copy)]
pub struct Remote<'q> {
    pub queue: &'q (dyn Queue + 'q),
    pub job: Digest,
}

impl std::fmt::Debug for Remote<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Remote").field("job", &self.job).finish_non_exhaustive()
    }
}

/// A share of all that scopes with more than `after` objects add.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Share {
    after: u32,
    index: u32,
    of: u32,
}

/// A part of the search of a method.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SearchPart {
    method: u32,
    /// Shares of shares, the largest first. Empty: the whole search.
    shares: Vec<Share>,
    /// The rungs to be climbed, by their number of objects.
    from: u32,
    until: u32,
    /// No rung is begun after this time.
    slice: Option<Duration>,
}

impl SearchPart {
    fn whole(method: MethodId, from: usize, until: usize, slice: Option<Duration>) -> SearchPart {
        SearchPart { method: method.0, shares: Vec::new(), from: from as u32, until: until as u32, slice }
    }

    /// What comes after rung `done` of it.
    fn rest(&self, done: u32, division: Division) -> Vec<SearchPart> {
        match division {
            Division::InOnePiece => vec![SearchPart { from: done + 1, slice: None, ..self.clone() }],
            Division::Shares { after, of } => {
                let shared = |index| {
                    let share = Share { after: after.min(done), index, of };
                    let shares = self.shares.iter().copied().chain([share]).collect();
                    SearchPart { shares, from: done + 1, slice: Some(SLICE), ..self.clone() }
                };
                (0..of.max(1)).map(shared).collect()
            }
            Division::Smaller(by) => self.cut(by.max(1)),
        }
    }

    /// Can its share be cut into smaller ones?
    fn can_be_cut(&self) -> bool {
        self.shares.last().is_some_and(|last| last.after < self.from && last.of as usize <= MOST_SHARES / SHARES)
    }

    /// Every `of`-th node is every `by * of`-th one, `by` times.
    fn cut(&self, by: u32) -> Vec<SearchPart> {
        let Some((last, others)) = self.shares.split_last() else { return vec![self.clone()] };
        let smaller = |number: u32| Share { index: last.index + number * last.of, of: last.of * by, ..*last };
        let part = |number| {
            let shares = others.iter().copied().chain([smaller(number)]).collect();
            SearchPart { shares, ..self.clone() }
        };
        (0..by).map(part).collect()
    }

    fn task(&self, job: Digest, limit: Option<Duration>) -> Task {
        let part = postcard::to_allocvec(self).unwrap_or_default();
        Task { job, kind: SEARCH.to_owned(), part, limit }
    }
}

/// How the rest of a part is to be done, in the words of whoever did its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
enum Division {
    #[default]
    InOnePiece,
    /// Into so many, of what comes after this rung. That may be one before the last: a search that
    /// has come to have too much to remember can be divided where it had less.
    Shares { after: u32, of: u32 },
    /// The rung was given up; its share is cut into so many.
    Smaller(u32),
}

/// What came of a part: an answer for each rung that was climbed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct PartResult {
    answers: Vec<Answer>,
    /// What solvers said, for each of them; empty where no certificate is wanted.
    transcripts: Vec<Vec<Transcript>>,
    division: Division,
}

/// The search of a method whose parts are done elsewhere.
pub(crate) struct QueuedSearch<'q, 'p> {
    remote: Remote<'q>,
    /// Where a certificate is wanted.
    replayed: Option<Replayed<'p>>,
    method: MethodId,
    /// The rung that is asked about next, and the last.
    rung: usize,
    largest: usize,
    asked: BTreeMap<Digest, SearchPart>,
    /// Parts that found something at their last rung, and go on only if somebody wants to know
    /// more.
    resting: Vec<(SearchPart, u32)>,
    /// By rung: what parts have said.
    answers: BTreeMap<u32, Vec<Answer>>,
    transcripts: BTreeMap<u32, Vec<Transcript>>,
    /// Its shares turned out not to be what they should: it is searched as a whole.
    is_whole: bool,
    deadline: Option<Instant>,
}

/// A search that solves nothing: it goes through what solvers have said elsewhere.
struct Replayed<'p> {
    search: Box<dyn Search<'p> + 'p>,
    replay: Arc<Replay>,
    /// Its answer is the answer, and not only a certificate for that of another engine.
    is_alone: bool,
}

impl<'p> Replayed<'p> {
    fn new(problem: &Arc<Problem<'p>>, options: &Options) -> Option<Replayed<'p>> {
        let replay: Arc<Replay> = Arc::default();
        let engine = Symbolic { setup: options.setup, answers: Answers::Replayed(Arc::clone(&replay)) };
        if options.setup.proofs == Proofs::None || engine.supports(problem).is_err() {
            return None;
        }
        let is_alone = options.engine != EngineChoice::All;
        Some(Replayed { search: engine.start(Arc::clone(problem)), replay, is_alone })
    }

    /// What can be vouched for of an answer.
    fn certified(
        &mut self,
        answer: Answer,
        transcripts: Vec<Transcript>,
        (goals, bounds, limits): (&Goals, &Bounds, &Limits<'_>),
    ) -> Answer {
        if answer.cuts.iter().any(is_a_limit) {
            return answer;
        }
        self.replay.load(transcripts);
        let own = self.search.answer(goals, bounds, limits);
        if let Some(why) = self.replay.rejection() {
            return Answer::cut_off(Cut::Queue(format!("a worker's proof is not accepted: {why}")));
        }
        match self.is_alone {
            true => own,
            false => Answer { certificate: own.certificate, ..answer },
        }
    }
}

impl<'q, 'p> QueuedSearch<'q, 'p> {
    pub(crate) fn new(
        remote: Remote<'q>,
        problem: &Arc<Problem<'p>>,
        method: MethodId,
        options: &Options,
    ) -> QueuedSearch<'q, 'p> {
        QueuedSearch {
            remote,
            replayed: Replayed::new(problem, options),
            method,
            rung: 0,
            largest: options.scope.largest().max(1),
            asked: BTreeMap::new(),
            resting: Vec::new(),
            answers: BTreeMap::new(),
            transcripts: BTreeMap::new(),
            is_whole: false,
            deadline: None,
        }
    }

    fn submit(&mut self, part: SearchPart) -> Result<(), QueueError> {
        let limit = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let task = part.task(self.remote.job, limit);
        self.remote.queue.submit(&task)?;
        self.asked.insert(task.digest(), part);
        Ok(())
    }

    /// Waits until all parts have said what they have to say about the rung.
    fn climb_to(&mut self, rung: u32, limits: &Limits<'_>) -> Result<Answer, QueueError> {
        self.deadline = limits.deadline;
        if rung == 1 {
            self.submit(SearchPart::whole(self.method, 1, self.largest, Some(FIRST_SLICE)))?;
        }
        for (part, done) in std::mem::take(&mut self.resting) {
            if done < rung {
                self.submit(SearchPart { from: done + 1, slice: None, ..part })?;
            } else {
                self.resting.push((part, done));
            }
        }
        while self.asked.values().any(|part| part.from <= rung) {
            if let Some(cut) = limits.exhausted() {
                let tasks: Vec<Digest> = std::mem::take(&mut self.asked).into_keys().collect();
                // If that cannot be said, workers find out by themselves.
                let _ = self.remote.queue.drop_tasks(&tasks);
                return Ok(Answer::cut_off(cut));
            }
            let tasks: Vec<Digest> = self.asked.keys().copied().collect();
            for (task, bytes) in self.remote.queue.results(&tasks, POLL)? {
                // Another one may have made them all start over.
                if let Some(part) = self.asked.remove(&task) {
                    self.take(part, &bytes, limits)?;
                }
            }
        }
        Ok(Answer::join(self.answers.remove(&rung).unwrap_or_default()))
    }

    fn take(&mut self, part: SearchPart, bytes: &[u8], limits: &Limits<'_>) -> Result<(), QueueError> {
        let garbled = |error: postcard::Error| QueueError(format!("a result cannot be read: {error}"));
        let PartResult { answers, transcripts, division } = postcard::from_bytes(bytes).map_err(garbled)?;
        let is_wrong_share = |answer: &Answer| answer.cuts.iter().any(|cut| *cut == Cut::Gap(no_share()));
        if answers.iter().any(is_wrong_share) {
            return self.start_over(part.from);
        }
        if answers.is_empty() && !matches!(division, Division::Smaller(_)) {
            return Err(QueueError("a worker did nothing".to_owned()));
        }
        let done = part.from + answers.len() as u32 - 1;
        let is_at_rest = answers.last().is_some_and(|last| !last.witnesses.is_empty() || !last.is_complete());
        if let Some(last) = answers.last() {
            let (heaps, runs) = last.work.counts();
            limits.meter.add(heaps, runs);
        }
        for (rung, answer) in (part.from..).zip(answers) {
            self.answers.entry(rung).or_default().push(answer);
        }
        self.transcripts.extend((part.from..).zip(transcripts));
        if done >= part.until {
            return Ok(());
        }
        if is_at_rest {
            self.resting.push((part, done));
            return Ok(());
        }
        let division = if self.is_whole { Division::InOnePiece } else { division };
        part.rest(done, division).into_iter().try_for_each(|part| self.submit(part))
    }

    /// What a larger scope allows may be more than shares of a smaller one can tell.
    fn start_over(&mut self, from: u32) -> Result<(), QueueError> {
        self.is_whole = true;
        self.asked.clear();
        self.resting.clear();
        self.answers.retain(|rung, _| *rung < from);
        self.submit(SearchPart::whole(self.method, from as usize, self.largest, None))
    }
}

/// What a search says that cannot go on with its share.
fn no_share() -> Gap {
    Gap { what: "a share of this search".to_owned(), place: None }
}

impl<'p> Search<'p> for QueuedSearch<'_, 'p> {
    fn answer(&mut self, goals: &Goals, bounds: &Bounds, limits: &Limits<'_>) -> Answer {
        self.rung += 1;
        match self.climb_to(self.rung as u32, limits) {
            Ok(mut answer) => {
                if let Some(replayed) = &mut self.replayed {
                    let transcripts = self.transcripts.remove(&(self.rung as u32)).unwrap_or_default();
                    answer = replayed.certified(answer, transcripts, (goals, bounds, limits));
                }
                answer.witnesses.retain(|witness| goals.contains(witness.breach.obligation));
                answer
            }
            Err(QueueError(what)) => Answer::cut_off(Cut::Queue(what)),
        }
    }
}

/// Searches that a worker has at hand are worth keeping for what comes next, but each may hold
/// thousands of partial heaps.
const MOST_AT_HAND: usize = 6;

/// Does parts of searches of one program.
pub struct PartWorker<'p> {
    input: Input<'p>,
    options: &'p Options,
    at_hand: Vec<AtHand<'p>>,
    /// What solvers say, where a certificate is wanted.
    recording: Option<Arc<Recording>>,
}

/// A search that has come to a rung.
struct AtHand<'p> {
    method: u32,
    shares: Vec<Share>,
    rung: u32,
    search: Box<dyn Search<'p> + 'p>,
    tight: Known,
}

impl std::fmt::Debug for PartWorker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartWorker").field("at_hand", &self.at_hand.len()).finish_non_exhaustive()
    }
}

impl<'p> PartWorker<'p> {
    pub fn new(input: Input<'p>, options: &'p Options) -> PartWorker<'p> {
        let recording = (options.setup.proofs != Proofs::None).then(Arc::default);
        PartWorker { input, options, at_hand: Vec::new(), recording }
    }

    /// Does a part; its result is for [`QueuedSearch`] to read.
    pub fn execute(&mut self, part: &[u8], order: &Order) -> Result<Done, String> {
        let unread = |error: postcard::Error| format!("the task cannot be read: {error}");
        let part: SearchPart = postcard::from_bytes(part).map_err(unread)?;
        if part.method as usize >= self.input.program.methods.len() || part.from == 0 || part.until < part.from {
            return Err("the task speaks of a method or a scope that is not there".to_owned());
        }
        let problem = Arc::new(Problem::of_method(self.input.program, MethodId(part.method)));
        let result = match self.come_to(&problem, &part, order) {
            Ok(mut at_hand) => {
                let result = self.climb_on(&problem, &mut at_hand, &part, order);
                self.keep(at_hand);
                result
            }
            Err(Astray::Cut(cut)) => PartResult { answers: vec![Answer::cut_off(cut)], ..PartResult::default() },
            Err(Astray::Wrong(what)) => return Err(what),
        };
        let is_final = result.answers.iter().all(|answer| !answer.cuts.iter().any(is_a_limit));
        let written = postcard::to_allocvec(&result);
        written
            .map(|result| Done { result, is_final })
            .map_err(|error| format!("the result cannot be written: {error}"))
    }

    /// Climbs the rungs of a part as long as nobody else could help.
    fn climb_on(
        &self,
        problem: &Arc<Problem<'p>>,
        at_hand: &mut AtHand<'p>,
        part: &SearchPart,
        order: &Order,
    ) -> PartResult {
        let started = Instant::now();
        let (mut result, mut took) = (PartResult::default(), Vec::new());
        let may_divide = part.slice.is_some() && part.shares.len() < MOST_DIVISIONS;
        // The last rung after which it could be divided.
        let mut divisible = None;
        for rung in part.from..=part.until {
            divisible = Some(rung - 1).filter(|_| may_divide && can_share(at_hand)).or(divisible);
            let can_be_cut = part.slice.is_some() && part.can_be_cut() && rung == part.from;
            let shared = divisible.filter(|_| rung > part.from);
            let shares = |after, idle| Division::Shares { after, of: number_of_shares(part, idle) };
            if let Some(after) = shared.filter(|_| is_worth_dividing(part, started.elapsed(), &took)) {
                let idle = order.beside.idle();
                if idle > 0 {
                    result.division = shares(after, idle);
                    return result;
                }
            }
            order.may_be_cut.store(shared.is_some() || can_be_cut, Ordering::Relaxed);
            let begun = Instant::now();
            let answer = self.climb(problem, at_hand, rung, order);
            order.may_be_cut.store(false, Ordering::Relaxed);
            if answer.cuts.contains(&Cut::Superseded) {
                result.division = match (can_be_cut, shared) {
                    (true, _) => Division::Smaller(SHARES as u32),
                    (false, Some(after)) => shares(after, 1),
                    // It was stopped when the rung before had just come to its end.
                    (false, None) => Division::InOnePiece,
                };
                // It has lost what it was at.
                at_hand.rung = u32::MAX;
                return result;
            }
            took.push(begun.elapsed());
            let goes_on = answer.is_complete() && answer.witnesses.is_empty();
            result.answers.push(answer);
            result.transcripts.extend(self.recording.as_ref().map(|recording| recording.take()));
            if !goes_on {
                break;
            }
        }
        result
    }

    /// The search of a part, at the rung before its first.
    fn come_to(&mut self, problem: &Arc<Problem<'p>>, part: &SearchPart, order: &Order) -> Result<AtHand<'p>, Astray> {
        let mut at_hand = self.nearest(problem, part).map_err(Astray::Wrong)?;
        for share in &part.shares[at_hand.shares.len()..] {
            while at_hand.rung < share.after {
                let rung = at_hand.rung + 1;
                self.climb_again(problem, &mut at_hand, rung, order)?;
            }
            let Some(search) = at_hand.search.share(share.index as usize, share.of as usize) else {
                return Err(Astray::Wrong("the task speaks of a share that is not there".to_owned()));
            };
            let shares = at_hand.shares.iter().copied().chain([*share]).collect();
            let AtHand { method, rung, .. } = at_hand;
            self.keep(std::mem::replace(
                &mut at_hand,
                AtHand { method, shares, rung, search, tight: Known::default() },
            ));
        }
        while at_hand.rung + 1 < part.from {
            let rung = at_hand.rung + 1;
            self.climb_again(problem, &mut at_hand, rung, order)?;
        }
        Ok(at_hand)
    }

    /// Of the searches at hand the one from which the way to the part is shortest, or a new one.
    fn nearest(&mut self, problem: &Arc<Problem<'p>>, part: &SearchPart) -> Result<AtHand<'p>, String> {
        let leads_there = |known: &AtHand<'_>| {
            let next = part.shares.get(known.shares.len());
            let latest = next.map_or(part.from - 1, |share| share.after);
            known.method == part.method && part.shares.starts_with(&known.shares) && known.rung <= latest
        };
        let candidates = self.at_hand.iter().enumerate().filter(|(_, known)| leads_there(known));
        let nearest = candidates.max_by_key(|(_, known)| (known.shares.len(), known.rung)).map(|(index, _)| index);
        if let Some(index) = nearest {
            return Ok(self.at_hand.remove(index));
        }
        let answers = self.recording.clone().map_or(Answers::Solved, Answers::Recorded);
        let engines = engines_with(self.options.accelerations, self.options.setup, answers);
        let picked = self.options.engine.pick(&engines, problem).map_err(|gap| gap.what)?;
        let search = Box::new(Panel::start(&picked, problem));
        Ok(AtHand { method: part.method, shares: Vec::new(), rung: 0, search, tight: Known::default() })
    }

    /// The oldest one goes when there are too many.
    fn keep(&mut self, search: AtHand<'p>) {
        if search.rung == u32::MAX {
            return;
        }
        if self.at_hand.len() >= MOST_AT_HAND {
            self.at_hand.remove(0);
        }
        self.at_hand.push(search);
    }

    /// On the way to where a part begins nothing new is found.
    fn climb_again(
        &self,
        problem: &Problem<'p>,
        at_hand: &mut AtHand<'p>,
        rung: u32,
        order: &Order,
    ) -> Result<(), Astray> {
        let answer = self.climb(problem, at_hand, rung, order);
        answer.cuts.into_iter().find(is_a_limit).map_or(Ok(()), |cut| Err(Astray::Cut(cut)))
    }

    fn climb(&self, problem: &Problem<'p>, at_hand: &mut AtHand<'p>, rung: u32, order: &Order) -> Answer {
        let scope = self.options.scope.at_most(rung as usize);
        let given = (&order.signals, order.deadline);
        let bounds = at_hand.tight.within(self.input, problem, scope, self.options, given);
        // What was said of other rungs is of no use.
        self.recording.iter().for_each(|recording| drop(recording.take()));
        let limits = Limits {
            // Shares are the same only if one thread finds them.
            threads: 1,
            deadline: order.deadline,
            cancel: &order.signals.cancel,
            meter: &order.signals.meter,
            run: self.options.run,
            goes_on: (rung as usize) < self.options.scope.largest().max(1),
        };
        at_hand.rung = rung;
        at_hand.search.answer(&Goals::All, &bounds, &limits)
    }
}

/// Why a worker does not get to where a part begins.
enum Astray {
    /// There is no such place.
    Wrong(String),
    Cut(Cut),
}

/// What a worker is given beside a task.
pub struct Order {
    pub signals: Signals,
    pub deadline: Option<Instant>,
    pub beside: Arc<dyn Beside>,
    /// Set while the part can be given up and cut into smaller ones, by [`Stop::Superseded`].
    ///
    /// [`Stop::Superseded`]: tightrope_engine::Stop::Superseded
    pub may_be_cut: AtomicBool,
}

impl Order {
    /// For a solver that looks at nothing else.
    pub(crate) fn interrupt(&self) -> Interrupt {
        let cancel = self.signals.cancel.clone();
        Interrupt::new(move || cancel.stopped().is_some())
    }
}

impl std::fmt::Debug for Order {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Order").field("deadline", &self.deadline).finish_non_exhaustive()
    }
}

/// Whoever asks again may have more time or memory.
fn is_a_limit(cut: &Cut) -> bool {
    matches!(cut, Cut::Timeout | Cut::Memory | Cut::Interrupted | Cut::Superseded | Cut::Queue(_))
}

fn can_share(at_hand: &AtHand<'_>) -> bool {
    at_hand.search.share(0, usize::MAX).is_some()
}

/// Has a part taken long, or will its next rung? That grows as the last one did, or twice.
fn is_worth_dividing(part: &SearchPart, elapsed: Duration, took: &[Duration]) -> bool {
    let next = match took {
        [] => Duration::ZERO,
        [only] => *only * 2,
        [.., before, last] => last.mul_f64((last.as_secs_f64() / before.as_secs_f64().max(1e-4)).clamp(2.0, 20.0)),
    };
    let slice = part.slice.unwrap_or(Duration::MAX);
    elapsed > slice || next > slice
}

fn number_of_shares(part: &SearchPart, idle: usize) -> u32 {
    let least = if part.shares.is_empty() { FIRST_SHARES } else { SHARES };
    (SHARES * (idle + 1)).clamp(least, MOST_SHARES) as u32
}

#[cfg(test)]
mod tests {
    use super::{Order, PartResult, PartWorker, SearchPart, Share};
    use crate::{EngineChoice, Input, Options, Setup, Signals, TightBounds};
    use std::sync::Arc;
    use tightrope_engine::{Answer, RunBudget};
    use tightrope_program::MethodId;
    use tightrope_work::Beside;

    /// Nobody else is there.
    struct Alone;

    impl Beside for Alone {
        fn is_wanted(&self) -> bool {
            true
        }

        fn idle(&self) -> usize {
            0
        }

        fn tell(&self, _fact: &[u8]) {}

        fn facts(&self, _from: usize) -> Vec<Vec<u8>> {
            Vec::new()
        }
    }

    const TREE: &str = include_str!("../../../benchmarks/jml/BSTree.java");

    fn answer_of(worker: &mut PartWorker<'_>, part: &SearchPart) -> Answer {
        let order =
            Order { signals: Signals::default(), deadline: None, beside: Arc::new(Alone), may_be_cut: false.into() };
        let part = postcard::to_allocvec(part).expect("it can be written");
        let done = worker.execute(&part, &order).expect("it is done");
        let PartResult { mut answers, .. } = postcard::from_bytes(&done.result).expect("it can be read");
        answers.pop().expect("a rung was climbed")
    }

    /// Shares of a rung long before say the same together as the whole.
    #[test]
    fn shares_of_an_earlier_rung_are_the_whole() {
        let mut sources = tightrope_source::SourceMap::new();
        let file = sources.add("BSTree.java", TREE);
        let parsed = tightrope_syntax::parse_file(file, TREE);
        let lowered = tightrope_program::lower(&[parsed.unit], &mut sources, &tightrope_program::Options::default());
        let program = lowered.program;
        let method = program.method_ids().find(|id| program.method(*id).name == "insert").expect("it is there");
        let options = Options {
            scope: "4".parse().expect("a scope"),
            timeout: None,
            threads: 1,
            run: RunBudget { steps: 100_000, depth: 1_000, objects: 10_000, iterations: None },
            accelerations: tightrope_machine::Accelerations::ALL,
            engine: EngineChoice::Named("explore".to_owned()),
            setup: Setup::default(),
            tight: TightBounds::default(),
        };
        let mut worker = PartWorker::new(Input { program: &program, sources: &sources }, &options);
        let MethodId(method) = method;
        let part = |shares| SearchPart { method, shares, from: 4, until: 4, slice: None };
        let whole = answer_of(&mut worker, &part(Vec::new()));
        assert!(whole.is_complete() && whole.work.counts().0 > 20, "{whole:?}");
        for after in 2..4 {
            let share = |index| part(vec![Share { after, index, of: 3 }]);
            let joined = Answer::join((0..3).map(|index| answer_of(&mut worker, &share(index))));
            assert_eq!(format!("{joined:?}"), format!("{whole:?}"), "after {after}");
        }
    }

    #[test]
    fn smaller_shares_have_the_nodes_of_the_larger_one() {
        let share = Share { after: 2, index: 3, of: 5 };
        let part = SearchPart { method: 0, shares: vec![share], from: 3, until: 9, slice: None };
        let nodes = |share: &Share| (0..100).skip(share.index as usize).step_by(share.of as usize).collect::<Vec<_>>();
        let mut smaller: Vec<i32> = part.cut(4).iter().flat_map(|part| nodes(&part.shares[0])).collect();
        smaller.sort_unstable();
        assert_eq!(smaller, nodes(&share));
    }
}
