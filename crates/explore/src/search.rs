//! Depth-first search over nodes, by several threads that give each other work.
//!
//! Each thread works on a stack of its own. A thread that has work while others wait gives away its
//! oldest node, which is the root of the largest part of the tree that is left. What is found is
//! joined by sums, minima and maxima only, so the result is the same for any number of threads.

use crate::choices::{Choice, Offer, ScopeUse};
use crate::drive::Stop;
use crate::failures::Failures;
use crate::frontier::LeftOff;
use crate::log;
use crate::node::{Ask, Node, Nodes};
use crate::results::Results;
use crate::setup::Setup;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use tightrope_engine::{Cut, Limits};
use tightrope_machine::formula::Workspace;
use tightrope_machine::{Question, STACK_SIZE, State};

/// What one thread works with. Only the memory stays its own: the rest is joined at the end.
#[derive(Debug, Default)]
pub(crate) struct Thread {
    pub(crate) results: Results,
    pub(crate) left_off: LeftOff,
    pub(crate) scratch: Scratch,
}

impl Thread {
    pub(crate) fn new(results: Results, left_off: LeftOff) -> Thread {
        Thread { results, left_off, scratch: Scratch::default() }
    }

    pub(crate) fn found(self) -> Found {
        Found { results: self.results, left_off: self.left_off }
    }

    /// What the answers to a question have to do with the scope.
    pub(crate) fn note(&mut self, used: &ScopeUse) {
        for fresh in &used.refused {
            self.results.touched[fresh.kind()] = true;
        }
        if used.has_numbers {
            self.results.chose_numbers = true;
            self.left_off.discard();
        }
        if used.has_others {
            self.left_off.frontier.discard();
        }
        if let Some(class) = &used.unavailable {
            self.results.cut(Cut::CannotBuild { class: class.clone() });
        }
    }

    /// For a look at a few nodes, after which no search goes on.
    pub(crate) fn apart(setup: &Setup<'_>) -> Thread {
        Thread::new(Results::new(setup), LeftOff::lost())
    }
}

/// Memory that is used again and again, and what is remembered to save time. Nothing of it is part
/// of a result.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// For runs on parts.
    pub(crate) state: State,
    /// For evaluations.
    pub(crate) workspace: Workspace,
    pub(crate) failures: Failures,
    /// Nodes whose memory can be used again.
    pub(crate) spare: Nodes,
}

/// Work that waits for a thread.
struct Pool {
    nodes: Mutex<Nodes>,
    arrived: Condvar,
    waiting: AtomicUsize,
    threads: AtomicUsize,
    is_over: AtomicBool,
}

/// What a search starts from, or ends with.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) results: Results,
    pub(crate) left_off: LeftOff,
}

impl Found {
    /// Nothing yet.
    pub(crate) fn nothing(setup: &Setup<'_>, left_off: LeftOff) -> Found {
        Found { results: Results::new(setup), left_off }
    }
}

/// Searches everything below these nodes, and adds it to what is known already.
pub(crate) fn search(setup: &Setup<'_>, nodes: Nodes, known: Found, limits: &Limits<'_>) -> Found {
    let threads = limits.threads.max(1);
    let pool = Pool {
        nodes: Mutex::new(nodes),
        arrived: Condvar::new(),
        waiting: AtomicUsize::new(0),
        threads: AtomicUsize::new(threads),
        is_over: AtomicBool::new(false),
    };
    let Found { mut results, mut left_off } = known;
    let (nothing, keeps_frontier) = (results.none_yet(setup), !left_off.frontier.is_lost());
    std::thread::scope(|scope| {
        let work = || work(setup, &pool, limits, Thread::new(nothing.clone(), LeftOff::new(keeps_frontier)));
        let spawn = |_| {
            let spawned = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
            if spawned.is_err() {
                // Nobody has to wait for it. This thread looks for the end of the work after this.
                pool.threads.fetch_sub(1, Ordering::AcqRel);
            }
            spawned.ok()
        };
        let workers: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut join = |found: Found| {
            results.join(found.results);
            left_off.join(found.left_off);
        };
        join(work());
        for worker in workers {
            match worker.join() {
                Ok(found) => join(found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    results.sort();
    Found { results, left_off }
}

/// How many nodes are looked at between two looks at the clock.
const BETWEEN_LOOKS: u64 = 64;

/// After a run of so many steps the clock is looked at.
const LONG_RUN: u64 = 100_000;

fn work(setup: &Setup<'_>, pool: &Pool, limits: &Limits<'_>, mut thread: Thread) -> Found {
    let _end_on_panic = EndOnPanic(pool);
    let mut desk = Worker { setup, pool, stack: Vec::new(), offer: Offer::default() };
    let mut reported = (0, 0);
    let mut rounds: u64 = 0;
    let mut has_run_long = false;
    while let Some(mut node) = desk.stack.pop().or_else(|| pool.take()) {
        let figures = thread.results.figures();
        thread.scratch.failures.resume(&node, desk.stack.len(), figures);
        loop {
            thread.results.branches += 1;
            rounds += 1;
            if has_run_long || rounds.is_multiple_of(BETWEEN_LOOKS) {
                if let Some(cut) = limits.exhausted() {
                    thread.results.cut(cut);
                    pool.end();
                    return thread.found();
                }
                let totals = (thread.results.heaps, thread.results.runs);
                limits.meter.add(totals.0 - reported.0, totals.1 - reported.1);
                reported = totals;
            }
            let before = log::Before::of(&thread.results);
            let stop = setup.advance(&mut node, &mut thread);
            has_run_long = node.has_started() && setup.run_budget.steps.saturating_sub(node.steps) > LONG_RUN;
            limits.meter.tell(|| setup.told(&node, &stop, before, &thread.results));
            if !desk.go_on(&mut node, stop, &mut thread) {
                break;
            }
        }
        thread.scratch.spare.push(node);
        let figures = thread.results.figures();
        thread.scratch.failures.end(desk.stack.len(), figures);
    }
    thread.found()
}

/// The nodes of one thread that wait.
struct Worker<'d, 'p> {
    setup: &'d Setup<'p>,
    pool: &'d Pool,
    stack: Nodes,
    /// Empty: memory for the answers to a question.
    offer: Offer,
}

impl Worker<'_, '_> {
    /// Decides what stopped a node. `false`: it is done with.
    fn go_on(&mut self, node: &mut Node, stop: Stop, thread: &mut Thread) -> bool {
        match stop {
            Stop::Dead => false,
            Stop::Fork(Ask::Machine(question @ Question::Holds { .. })) => self.fork_slot(node, question, thread),
            Stop::Fork(Ask::Machine(question @ Question::Slot(request)))
                if self.setup.content_of(node, &request).is_some() =>
            {
                self.fork_slot(node, question, thread)
            }
            Stop::Fork(ask) => {
                let offer = self.setup.choices(node, &ask, thread);
                self.setup.leave_waiting(node, &ask, &offer, &[], thread);
                self.fork(node, &ask, thread, offer.choices.iter().copied())
            }
            Stop::ForkInto(ask, choices) => self.fork(node, &ask, thread, choices.iter().copied()),
        }
    }

    /// What an open slot holds is decided, unless it is known that no answer will do.
    fn fork_slot(&mut self, node: &mut Node, question: Question, thread: &mut Thread) -> bool {
        match self.setup.question_key(node, question) {
            Some(key) => {
                let expected = thread.scratch.failures.recall(self.setup, node, key);
                // Debug builds try the answers all the same, and compare.
                if let (Some(figures), false) = (expected, cfg!(debug_assertions)) {
                    thread.results.count_again(self.setup, node, figures);
                    return false;
                }
                let figures = thread.results.figures();
                thread.scratch.failures.begin(node, key, self.stack.len(), figures, expected);
            }
            None => thread.scratch.failures.give_up(),
        }
        let mut offer = std::mem::take(&mut self.offer);
        let ask = Ask::Machine(question);
        self.setup.offer_for_slot(node, &question, &mut offer);
        thread.note(&offer.scope);
        self.setup.leave_waiting(node, &ask, &offer, &[], thread);
        let goes_on = self.fork_into(node, &ask, thread, offer.choices.iter().copied());
        offer.clear();
        self.offer = offer;
        goes_on
    }

    /// A fork whose failure is not remembered.
    fn fork(
        &mut self,
        node: &mut Node,
        ask: &Ask,
        thread: &mut Thread,
        choices: impl DoubleEndedIterator<Item = Choice>,
    ) -> bool {
        thread.scratch.failures.give_up();
        self.fork_into(node, ask, thread, choices)
    }

    /// One node for each answer. The first choice is tried first: the node itself goes on with it,
    /// if that is possible.
    fn fork_into(
        &mut self,
        node: &mut Node,
        ask: &Ask,
        thread: &mut Thread,
        choices: impl DoubleEndedIterator<Item = Choice>,
    ) -> bool {
        let mut choices = choices;
        let Some(first) = choices.next() else { return false };
        for choice in choices.rev() {
            let mut child = thread.scratch.spare.pop().unwrap_or_default();
            child.clone_from(node);
            let is_possible = self.setup.choose(&mut child, ask, choice);
            if is_possible { self.stack.push(child) } else { thread.scratch.spare.push(child) }
        }
        if self.pool.share(&mut self.stack) {
            thread.scratch.failures.give_away();
        }
        self.setup.choose(node, ask, first)
    }
}

impl Pool {
    /// Waits for work. `None`: there is none left.
    fn take(&self) -> Option<Box<Node>> {
        let mut nodes = self.nodes.lock().ok()?;
        loop {
            if self.is_over.load(Ordering::Acquire) {
                return None;
            }
            if let Some(node) = nodes.pop() {
                return Some(node);
            }
            if self.waiting.fetch_add(1, Ordering::AcqRel) + 1 == self.threads.load(Ordering::Acquire) {
                self.is_over.store(true, Ordering::Release);
                self.arrived.notify_all();
                return None;
            }
            nodes = self.arrived.wait(nodes).ok()?;
            self.waiting.fetch_sub(1, Ordering::AcqRel);
        }
    }

    /// Gives the oldest node away if somebody waits for one; `true` if so.
    fn share(&self, stack: &mut Nodes) -> bool {
        let threads = self.threads.load(Ordering::Relaxed);
        if threads == 1 || stack.is_empty() || self.waiting.load(Ordering::Relaxed) == 0 {
            return false;
        }
        match self.nodes.lock() {
            Ok(mut nodes) if nodes.len() < threads => {
                nodes.push(stack.remove(0));
                self.arrived.notify_one();
                true
            }
            _ => false,
        }
    }

    /// Nobody takes any more. Said under the lock: a thread that has just seen no reason to stop
    /// would not hear it, and wait for ever.
    fn end(&self) {
        let _nodes = self.nodes.lock();
        self.is_over.store(true, Ordering::Release);
        self.arrived.notify_all();
    }
}

/// A thread that panics takes the others along: they would wait for its work.
struct EndOnPanic<'p>(&'p Pool);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}
