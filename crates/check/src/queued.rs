//! The search of one method by whoever takes parts of it from a queue.
//!
//! The first part is the whole search. Whoever does it climbs rung by rung, as `check_method` does,
//! for a slice of time, and gives back one answer for each rung. If that was not enough, all that
//! larger scopes add is divided into shares (`Search::share`), each a part of its own, which may be
//! divided again. The answer of a rung is the join of what its parts say: every heap of the rung is
//! in one of them, so it is the answer of one search, whoever did what.
//!
//! A part says how it came to be: after which rung which share was taken. So whoever does it climbs
//! there first, if it does not have that search at hand still.

use crate::{Input, Options, Panel, Signals};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tightrope_engine::{Answer, Cut, Gap, Goals, Limits, Search};
use tightrope_problem::{Bounds, Problem};
use tightrope_program::MethodId;
use tightrope_work::{Digest, Queue, QueueError, Task};

/// How the queue calls these tasks.
pub const SEARCH: &str = "search";

/// Parts that take less are not worth a message.
const FIRST_SLICE: Duration = Duration::from_millis(500);
const SLICE: Duration = Duration::from_secs(5);
/// So many shares for any number of workers: most of them end at about the same time.
const FIRST_SHARES: usize = 24;
const SHARES: usize = 4;
/// A part that was divided so often is done in one go.
const MOST_DIVISIONS: usize = 4;
/// How long to wait for one result before looking at the others.
const POLL: Duration = Duration::from_millis(5);

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

    /// What comes after rung `done` of it: in shares, or in one piece.
    fn rest(&self, done: u32, can_share: bool) -> Vec<SearchPart> {
        let depth = self.shares.len();
        if !can_share || depth >= MOST_DIVISIONS {
            return vec![SearchPart { from: done + 1, slice: None, ..self.clone() }];
        }
        let of = if depth == 0 { FIRST_SHARES } else { SHARES } as u32;
        let shared = |index| {
            let share = Share { after: done, index, of };
            let shares = self.shares.iter().copied().chain([share]).collect();
            SearchPart { shares, from: done + 1, slice: Some(SLICE), ..self.clone() }
        };
        (0..of).map(shared).collect()
    }

    fn task(&self, job: Digest) -> Task {
        let part = postcard::to_allocvec(self).unwrap_or_default();
        Task { job, kind: SEARCH.to_owned(), part }
    }
}

/// What came of a part: an answer for each rung that was climbed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct PartResult {
    answers: Vec<Answer>,
    /// The rest can be divided.
    can_share: bool,
}

/// A part that was asked for.
#[derive(Debug)]
struct Asked {
    part: SearchPart,
    task: Digest,
}

/// The search of a method whose parts are done elsewhere.
#[derive(Debug)]
pub(crate) struct QueuedSearch<'q> {
    remote: Remote<'q>,
    method: MethodId,
    /// The rung that is asked about next, and the last.
    rung: usize,
    largest: usize,
    asked: Vec<Asked>,
    /// Parts that found something at their last rung, and go on only if somebody wants to know
    /// more.
    resting: Vec<(SearchPart, u32)>,
    /// By rung: what parts have said.
    answers: BTreeMap<u32, Vec<Answer>>,
    /// Its shares turned out not to be what they should: it is searched as a whole.
    is_whole: bool,
}

impl<'q> QueuedSearch<'q> {
    pub(crate) fn new(remote: Remote<'q>, method: MethodId, largest: usize) -> QueuedSearch<'q> {
        let (asked, resting, answers) = (Vec::new(), Vec::new(), BTreeMap::new());
        QueuedSearch { remote, method, rung: 0, largest, asked, resting, answers, is_whole: false }
    }

    fn submit(&mut self, part: SearchPart) -> Result<(), QueueError> {
        let task = part.task(self.remote.job);
        self.remote.queue.submit(&task)?;
        self.asked.push(Asked { task: task.digest(), part });
        Ok(())
    }

    /// Waits until all parts have said what they have to say about the rung.
    fn climb_to(&mut self, rung: u32, limits: &Limits<'_>) -> Result<Answer, QueueError> {
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
        while let Some(next) = self.asked.iter().position(|asked| asked.part.from <= rung) {
            if let Some(cut) = limits.exhausted() {
                return Ok(Answer::cut_off(cut));
            }
            let Asked { part, task } = self.asked.remove(next);
            match self.remote.queue.result(&task, POLL)? {
                Some(bytes) => self.take(part, &bytes)?,
                // The others may be done.
                None => self.asked.push(Asked { part, task }),
            }
        }
        Ok(Answer::join(self.answers.remove(&rung).unwrap_or_default()))
    }

    fn take(&mut self, part: SearchPart, bytes: &[u8]) -> Result<(), QueueError> {
        let garbled = |error: postcard::Error| QueueError(format!("a result cannot be read: {error}"));
        let PartResult { answers, can_share } = postcard::from_bytes(bytes).map_err(garbled)?;
        let is_wrong_share = |answer: &Answer| answer.cuts.iter().any(|cut| *cut == Cut::Gap(no_share()));
        if answers.iter().any(is_wrong_share) {
            return self.start_over(part.from);
        }
        let Some(last) = answers.last() else {
            return Err(QueueError("a worker did nothing".to_owned()));
        };
        let done = part.from + answers.len() as u32 - 1;
        let is_at_rest = !last.witnesses.is_empty() || !last.is_complete();
        for (rung, answer) in (part.from..).zip(answers) {
            self.answers.entry(rung).or_default().push(answer);
        }
        if done >= part.until {
            return Ok(());
        }
        if is_at_rest {
            self.resting.push((part, done));
            return Ok(());
        }
        let can_share = can_share && !self.is_whole;
        part.rest(done, can_share).into_iter().try_for_each(|part| self.submit(part))
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

impl<'p> Search<'p> for QueuedSearch<'_> {
    fn answer(&mut self, goals: &Goals, _bounds: &Bounds, limits: &Limits<'_>) -> Answer {
        self.rung += 1;
        match self.climb_to(self.rung as u32, limits) {
            Ok(mut answer) => {
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
}

/// A search that has come to a rung.
struct AtHand<'p> {
    method: u32,
    shares: Vec<Share>,
    rung: u32,
    search: Box<dyn Search<'p> + 'p>,
}

impl std::fmt::Debug for PartWorker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartWorker").field("at_hand", &self.at_hand.len()).finish_non_exhaustive()
    }
}

impl<'p> PartWorker<'p> {
    pub fn new(input: Input<'p>, options: &'p Options) -> PartWorker<'p> {
        PartWorker { input, options, at_hand: Vec::new() }
    }

    /// Does a part; its result is for [`QueuedSearch`] to read.
    pub fn execute(&mut self, part: &[u8], signals: &Signals) -> Result<Vec<u8>, String> {
        let unread = |error: postcard::Error| format!("the task cannot be read: {error}");
        let part: SearchPart = postcard::from_bytes(part).map_err(unread)?;
        if part.method as usize >= self.input.program.methods.len() || part.from == 0 || part.until < part.from {
            return Err("the task speaks of a method or a scope that is not there".to_owned());
        }
        let started = Instant::now();
        let problem = Arc::new(Problem::of_method(self.input.program, MethodId(part.method)));
        let mut at_hand = self.come_to(&problem, &part, signals)?;
        let mut result = PartResult::default();
        for rung in part.from..=part.until {
            let answer = self.climb(&problem, &mut at_hand, rung, signals);
            let goes_on = answer.is_complete() && answer.witnesses.is_empty();
            result.answers.push(answer);
            let is_over = part.slice.is_some_and(|slice| started.elapsed() > slice);
            if !goes_on || is_over {
                break;
            }
        }
        result.can_share = at_hand.search.share(0, usize::MAX).is_some();
        self.keep(at_hand);
        postcard::to_allocvec(&result).map_err(|error| format!("the result cannot be written: {error}"))
    }

    /// The search of a part, at the rung before its first.
    fn come_to(
        &mut self,
        problem: &Arc<Problem<'p>>,
        part: &SearchPart,
        signals: &Signals,
    ) -> Result<AtHand<'p>, String> {
        let mut at_hand = self.nearest(problem, part)?;
        for share in &part.shares[at_hand.shares.len()..] {
            while at_hand.rung < share.after {
                let rung = at_hand.rung + 1;
                self.climb(problem, &mut at_hand, rung, signals);
            }
            let Some(search) = at_hand.search.share(share.index as usize, share.of as usize) else {
                return Err("the task speaks of a share that is not there".to_owned());
            };
            let shares = at_hand.shares.iter().copied().chain([*share]).collect();
            let AtHand { method, rung, .. } = at_hand;
            self.keep(std::mem::replace(&mut at_hand, AtHand { method, shares, rung, search }));
        }
        while at_hand.rung + 1 < part.from {
            let rung = at_hand.rung + 1;
            self.climb(problem, &mut at_hand, rung, signals);
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
        let engines = crate::engines(self.options.accelerations);
        let picked = self.options.engine.pick(&engines, problem).map_err(|gap| gap.what)?;
        let search = Box::new(Panel::start(&picked, problem));
        Ok(AtHand { method: part.method, shares: Vec::new(), rung: 0, search })
    }

    /// The oldest one goes when there are too many.
    fn keep(&mut self, search: AtHand<'p>) {
        if self.at_hand.len() >= MOST_AT_HAND {
            self.at_hand.remove(0);
        }
        self.at_hand.push(search);
    }

    fn climb(&self, problem: &Problem<'p>, at_hand: &mut AtHand<'p>, rung: u32, signals: &Signals) -> Answer {
        let scope = self.options.scope.at_most(rung as usize);
        let bounds = Bounds::resolve(problem, &scope);
        let limits = Limits {
            // Shares are the same only if one thread finds them.
            threads: 1,
            deadline: None,
            cancel: &signals.cancel,
            meter: &signals.meter,
            run: self.options.run,
            goes_on: (rung as usize) < self.options.scope.largest().max(1),
        };
        at_hand.rung = rung;
        at_hand.search.answer(&Goals::All, &bounds, &limits)
    }
}
