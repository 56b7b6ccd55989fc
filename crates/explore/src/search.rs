//! Depth-first search over nodes, by several threads that give each other work; and what they find.
//!
//! Each thread works on a stack of its own. A thread that has work while others wait gives away its
//! oldest node, which is the root of the largest part of the tree that is left. What is found is
//! joined by sums, minima and maxima only, so the result is the same for any number of threads.

use crate::by_need::WaitingParts;
use crate::choices::Choice;
use crate::completions::Shapes;
use crate::drive::Stop;
use crate::frontier::Frontier;
use crate::log;
use crate::node::{Ask, Node};
use crate::nogoods::{Failures, Figures};
use crate::setup::Setup;
use crate::space::Fresh;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use tightrope_engine::{Cut, Exclusion, Limits};
use tightrope_heap::{Heap, simplicity};
use tightrope_machine::contract::{CompiledClause, Ending, Violation};
use tightrope_machine::formula::{Truth, Workspace};
use tightrope_machine::{Limit, LoopCounter, Outcome, Question, STACK_SIZE, SavedCall, State};
use tightrope_problem::Excuse;
use tightrope_program::ClassId;
use tightrope_program::contract::Origin;
use tightrope_source::{Name, Span};

/// What one thread has found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) heaps: u64,
    pub(crate) runs: u64,
    pub(crate) longest_run: u64,
    pub(crate) branches: u64,
    /// By kind: the most objects in a heap.
    pub(crate) largest: Vec<u16>,
    pub(crate) touched: Vec<bool>,
    pub(crate) witnesses: Vec<Found>,
    pub(crate) cuts: Vec<Cut>,
    pub(crate) excluded: BTreeMap<Span, Exclusion>,
    pub(crate) pruned_by: BTreeMap<Span, Pruning>,
    /// All of them.
    pruned: u64,
    pub(crate) excluded_runs: u64,
    /// The classes of objects whose invariants break because they share what a run has changed.
    pub(crate) shares: BTreeSet<ClassId>,
    /// Runs that allocate an array that is longer than the budget allows.
    pub(crate) oversized_runs: u64,
    /// Runs on links that lead back to where they start used up their budget, and were left out.
    pub(crate) has_endless_circles: bool,
    pub(crate) cases: Vec<u64>,
    /// By occasion: has it arisen?
    pub(crate) has_arisen: Vec<bool>,
    pub(crate) chose_numbers: bool,
    pub(crate) loops: LoopCounter,
    /// `generate`: the structures, if they are wanted.
    pub(crate) structures: Vec<Heap>,
    pub(crate) keeps_structures: bool,
    /// Heaps that are the same in every larger scope.
    settled_heaps: u64,
    /// What the ranges of numbers told would not be so in a scope without bounds.
    pub(crate) relies_on_scope: bool,
    /// The objects that the scope refused as answers to the question that was looked at last.
    pub(crate) refused: Vec<Fresh>,
    /// Where a larger scope goes on.
    pub(crate) frontier: Frontier,
    /// Where a larger scope goes on with parts.
    pub(crate) waiting_parts: WaitingParts,
    /// Parts that were shown.
    pub(crate) parts: u64,
    /// The same by what they know of their structure, until they are counted.
    pub(crate) shapes: Shapes,
    /// Parts of which a clause was open, so that something was asked that the run did not read, and
    /// that may split them.
    pub(crate) refined: u64,
    /// Parts that could not be shown.
    pub(crate) left: u64,
    /// The runs of those that were completed and judged again, and how many of them were shown
    /// though a heap breaks the contract.
    pub(crate) audited_runs: u64,
    pub(crate) refuted_parts: u64,
    /// Memory for runs on parts.
    pub(crate) scratch: State,
    /// Memory for evaluations.
    pub(crate) workspace: Workspace,
    pub(crate) failures: Failures,
    /// Nodes whose memory can be used again.
    pub(crate) spare: Nodes,
}

impl Findings {
    pub(crate) fn new(setup: &Setup<'_>, keeps_structures: bool, keeps_frontier: bool) -> Findings {
        let (kinds, contract) = (setup.space.kinds.len(), &setup.contract);
        Findings {
            largest: vec![0; kinds],
            touched: vec![false; kinds],
            cases: vec![0; contract.cases.len()],
            has_arisen: vec![false; contract.occasions.len()],
            keeps_structures,
            frontier: if keeps_frontier { Frontier::default() } else { Frontier::lost() },
            waiting_parts: if keeps_frontier { WaitingParts::default() } else { WaitingParts::lost() },
            ..Findings::default()
        }
    }

    /// A copy of what was found, without the frontier and the memory of the thread.
    pub(crate) fn results(&self) -> Findings {
        Findings {
            largest: self.largest.clone(),
            touched: self.touched.clone(),
            witnesses: self.witnesses.clone(),
            cuts: self.cuts.clone(),
            excluded: self.excluded.clone(),
            pruned_by: self.pruned_by.clone(),
            shares: self.shares.clone(),
            cases: self.cases.clone(),
            has_arisen: self.has_arisen.clone(),
            loops: self.loops.clone(),
            structures: self.structures.clone(),
            heaps: self.heaps,
            runs: self.runs,
            longest_run: self.longest_run,
            branches: self.branches,
            pruned: self.pruned,
            excluded_runs: self.excluded_runs,
            oversized_runs: self.oversized_runs,
            chose_numbers: self.chose_numbers,
            keeps_structures: self.keeps_structures,
            settled_heaps: self.settled_heaps,
            relies_on_scope: self.relies_on_scope,
            parts: self.parts,
            audited_runs: self.audited_runs,
            refuted_parts: self.refuted_parts,
            ..Findings::default()
        }
    }

    /// Is all that was found the same in every larger scope?
    pub(crate) fn is_settled(&self) -> bool {
        self.settled_heaps == self.heaps && self.witnesses.is_empty() && self.cuts.is_empty()
    }

    /// Adds what a smaller scope has found on other heaps. If the search did not go on where that
    /// one has left off, it has pruned the same branches again.
    pub(crate) fn add_kept(&mut self, kept: Findings, goes_on: bool) {
        let kept = if goes_on {
            Findings { branches: 0, ..kept }
        } else {
            Findings {
                branches: 0,
                excluded: BTreeMap::new(),
                pruned_by: BTreeMap::new(),
                relies_on_scope: false,
                chose_numbers: false,
                ..kept
            }
        };
        self.join(Findings { touched: Vec::new(), frontier: Frontier::default(), ..kept });
        self.sort();
    }

    /// This, and what was found of parts.
    pub(crate) fn with(mut self, parts: &Findings) -> Findings {
        self.join(Findings {
            heaps: parts.heaps,
            runs: parts.runs,
            longest_run: parts.longest_run,
            branches: parts.branches,
            largest: parts.largest.clone(),
            touched: parts.touched.clone(),
            witnesses: parts.witnesses.clone(),
            cuts: parts.cuts.clone(),
            excluded: parts.excluded.clone(),
            pruned_by: parts.pruned_by.clone(),
            excluded_runs: parts.excluded_runs,
            oversized_runs: parts.oversized_runs,
            shares: parts.shares.clone(),
            cases: parts.cases.clone(),
            has_arisen: parts.has_arisen.clone(),
            chose_numbers: parts.chose_numbers,
            loops: parts.loops.clone(),
            relies_on_scope: parts.relies_on_scope,
            parts: parts.parts,
            refined: parts.refined,
            left: parts.left,
            audited_runs: parts.audited_runs,
            refuted_parts: parts.refuted_parts,
            ..Findings::default()
        });
        self.sort();
        self
    }

    pub(crate) fn count_heap(&mut self, node: &Node, is_complete: bool) {
        self.heaps += 1;
        self.settled_heaps += u64::from(is_complete);
        for (case, applies) in self.cases.iter_mut().zip(&node.applicable) {
            *case += u64::from(*applies);
        }
    }

    pub(crate) fn count_run(&mut self, setup: &Setup<'_>, node: &Node) {
        self.runs += 1;
        self.measure(node);
        // A run that never ends has no length.
        if node.ending.is_some() {
            self.longest_run = self.longest_run.max(setup.run_budget.steps - node.steps);
            self.loops.merge(&node.loops);
        }
    }

    /// Which parts of the contract did this run put to the test? Nobody asks again for those that
    /// some run has.
    pub(crate) fn note_occasions(&mut self, setup: &Setup<'_>, node: &Node, ending: &Ending) {
        for (number, occasion) in setup.contract.occasions.iter().enumerate() {
            let applies = node.applicable.get(occasion.case).copied().unwrap_or(false);
            let is_within = occasion.within.is_none_or(|around| self.has_arisen[around]);
            if applies && is_within && !self.has_arisen[number] {
                let (state, args) = (&node.state, &node.args);
                self.has_arisen[number] = setup.executable.arises(occasion, state, args, ending, &setup.run_budget);
            }
        }
    }

    fn measure(&mut self, node: &Node) {
        for (largest, count) in self.largest.iter_mut().zip(&node.counts) {
            *largest = (*largest).max(*count);
        }
    }

    pub(crate) fn prune_clause(&mut self, clause: &CompiledClause) {
        self.prune_branches(clause, 1);
    }

    fn prune_branches(&mut self, clause: &CompiledClause, branches: u64) {
        let non_null_by_default = match &clause.origin {
            Origin::NonNull { name, by_default: true } => Some(name.clone()),
            _ => None,
        };
        let entry = self.pruned_by.entry(clause.span).or_insert(Pruning { branches: 0, non_null_by_default });
        entry.branches += branches;
        self.pruned += branches;
    }

    fn figures(&self) -> Figures {
        Figures { branches: self.branches, pruned: self.pruned }
    }

    /// Counts what was counted when all answers to the same question failed.
    fn count_again(&mut self, setup: &Setup<'_>, node: &Node, figures: Figures) {
        self.branches += figures.branches;
        if let Some(clause) = setup.running_clause(node) {
            self.prune_branches(clause, figures.pruned);
        }
    }

    /// An assumption that can only throw is not true; somebody should know.
    pub(crate) fn note_exclusion(&mut self, setup: &Setup<'_>, node: &Node, truth: Truth) {
        let Some(throws) = truth.throws.filter(|_| truth.is_decided() && truth.can_throw()) else { return };
        self.exclude(throws.span, throws.exception.name(setup.program), node);
    }

    fn exclude(&mut self, span: Span, exception: &str, node: &Node) {
        let objects = node.made();
        let entry =
            self.excluded.entry(span).or_insert(Exclusion { heaps: 0, exception: exception.to_owned(), objects });
        entry.heaps += 1;
        entry.objects = entry.objects.min(objects);
    }

    pub(crate) fn prune_rep_ok(&mut self, setup: &Setup<'_>, node: &Node, clause: &CompiledClause, outcome: &Outcome) {
        self.prune_clause(clause);
        match outcome {
            Outcome::Thrown(thrown) => {
                self.exclude(thrown.span, &setup.program.class(thrown.class).name, node);
            }
            Outcome::Repeats(span) => self.exclude(*span, "an endless loop", node),
            // It did not return true, as far as anybody will wait.
            Outcome::Exhausted(Limit::Steps) => self.exclude(clause.span, "no answer within the budget of steps", node),
            Outcome::Exhausted(Limit::Depth) => self.exclude(clause.span, "StackOverflowError", node),
            Outcome::Exhausted(Limit::Objects | Limit::ArrayLength) => {
                self.exclude(clause.span, "OutOfMemoryError", node)
            }
            _ => {}
        }
    }

    /// Keeps the smallest heap for each way in which an obligation is broken.
    pub(crate) fn violated(&mut self, setup: &Setup<'_>, node: &Node, violation: Violation) {
        let objects = node.made();
        let excuse = setup.excuse(node, &violation);
        let known = self.witnesses.iter_mut().find(|known| known.is_same(&violation, excuse));
        if let Some(known) = known {
            known.runs += 1;
            if known.objects >= objects {
                let found = Found { violation, excuse, call: setup.call_of(node), objects, runs: known.runs };
                if found.is_simpler_than(known) {
                    *known = found;
                }
            }
            return;
        }
        self.witnesses.push(Found { violation, excuse, call: setup.call_of(node), objects, runs: 1 });
    }

    pub(crate) fn cut(&mut self, cut: Cut) {
        if !self.cuts.contains(&cut) {
            self.cuts.push(cut);
        }
    }

    fn structure(&mut self, setup: &Setup<'_>, node: &Node) {
        self.heaps += 1;
        self.measure(node);
        if self.keeps_structures {
            self.structures.push(setup.structure_of(node));
        }
    }

    /// Into an order that depends on nothing but what was found.
    fn sort(&mut self) {
        self.structures.sort_by(simplicity::compare);
        self.cuts.sort_by_cached_key(|cut| format!("{cut:?}"));
        self.witnesses.sort_by(|left, right| {
            let of = |found: &Found| (found.objects, found.violation.span);
            of(left).cmp(&of(right)).then_with(|| simplicity::compare(&left.call.heap, &right.call.heap))
        });
    }

    fn join(&mut self, other: Findings) {
        self.heaps += other.heaps;
        self.settled_heaps += other.settled_heaps;
        self.relies_on_scope |= other.relies_on_scope;
        self.frontier.join(other.frontier);
        self.waiting_parts.join(other.waiting_parts);
        self.runs += other.runs;
        self.longest_run = self.longest_run.max(other.longest_run);
        self.branches += other.branches;
        self.parts += other.parts;
        self.refined += other.refined;
        self.left += other.left;
        self.shapes.join(other.shapes);
        self.audited_runs += other.audited_runs;
        self.refuted_parts += other.refuted_parts;
        self.excluded_runs += other.excluded_runs;
        self.shares.extend(other.shares);
        self.oversized_runs += other.oversized_runs;
        self.has_endless_circles |= other.has_endless_circles;
        self.chose_numbers |= other.chose_numbers;
        self.loops.merge(&other.loops);
        self.largest.iter_mut().zip(other.largest).for_each(|(most, count)| *most = (*most).max(count));
        self.touched.iter_mut().zip(other.touched).for_each(|(touched, other)| *touched |= other);
        self.cases.iter_mut().zip(other.cases).for_each(|(sum, count)| *sum += count);
        self.has_arisen.iter_mut().zip(other.has_arisen).for_each(|(arose, other)| *arose |= other);
        self.structures.extend(other.structures);
        for witness in other.witnesses {
            self.join_witness(witness);
        }
        for cut in other.cuts {
            self.cut(cut);
        }
        for (span, exclusion) in other.excluded {
            let known = self.excluded.entry(span).or_insert(Exclusion { heaps: 0, ..exclusion.clone() });
            known.heaps += exclusion.heaps;
            known.objects = known.objects.min(exclusion.objects);
        }
        for (span, pruning) in other.pruned_by {
            let known = self.pruned_by.entry(span).or_insert(Pruning { branches: 0, ..pruning.clone() });
            known.branches += pruning.branches;
        }
    }

    fn join_witness(&mut self, found: Found) {
        match self.witnesses.iter_mut().find(|known| known.is_same(&found.violation, found.excuse)) {
            Some(known) => {
                let runs = known.runs + found.runs;
                if found.is_simpler_than(known) {
                    *known = found;
                }
                known.runs = runs;
            }
            None => self.witnesses.push(found),
        }
    }
}

/// A call on which something is broken.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) violation: Violation,
    /// What the call was given that nobody has excluded.
    pub(crate) excuse: Option<Excuse>,
    pub(crate) call: SavedCall,
    /// How many objects were made for it.
    pub(crate) objects: usize,
    pub(crate) runs: u64,
}

impl Found {
    /// The same clause is broken, with the same excuse.
    fn is_same(&self, violation: &Violation, excuse: Option<Excuse>) -> bool {
        self.violation.kind == violation.kind && self.violation.span == violation.span && self.excuse == excuse
    }

    /// Fewer objects first; then the order of heaps.
    fn is_simpler_than(&self, other: &Found) -> bool {
        let sizes = self.objects.cmp(&other.objects);
        sizes.then_with(|| simplicity::compare(&self.call.heap, &other.call.heap)).is_lt()
    }
}

/// What a clause cuts off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pruning {
    pub(crate) branches: u64,
    /// It says that something is non-null, by JML's default: the name of the field or parameter.
    pub(crate) non_null_by_default: Option<Name>,
}

/// Nodes go to and fro between lists, and have hundreds of bytes besides what they point to.
pub(crate) type Nodes = Vec<Box<Node>>;

/// Work that waits for a thread.
struct Pool {
    nodes: Mutex<Nodes>,
    arrived: Condvar,
    waiting: AtomicUsize,
    threads: AtomicUsize,
    is_over: AtomicBool,
}

/// Searches everything below these nodes, and adds it to what is known already.
pub(crate) fn search(setup: &Setup<'_>, nodes: Nodes, known: Findings, limits: &Limits<'_>) -> Findings {
    let threads = limits.threads.max(1);
    let pool = Pool {
        nodes: Mutex::new(nodes),
        arrived: Condvar::new(),
        waiting: AtomicUsize::new(0),
        threads: AtomicUsize::new(threads),
        is_over: AtomicBool::new(false),
    };
    let mut all = known;
    let (keeps_structures, keeps_frontier) = (all.keeps_structures, !all.frontier.is_lost());
    std::thread::scope(|scope| {
        let work = || work(setup, &pool, limits, Findings::new(setup, keeps_structures, keeps_frontier));
        let spawn = |_| {
            let spawned = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
            if spawned.is_err() {
                // Nobody has to wait for it. This thread looks for the end of the work after this.
                pool.threads.fetch_sub(1, Ordering::AcqRel);
            }
            spawned.ok()
        };
        let workers: Vec<_> = (1..threads).filter_map(spawn).collect();
        all.join(work());
        for worker in workers {
            match worker.join() {
                Ok(findings) => all.join(findings),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    all.sort();
    all
}

/// How many nodes are looked at between two looks at the clock.
const BETWEEN_LOOKS: u64 = 64;

fn work(setup: &Setup<'_>, pool: &Pool, limits: &Limits<'_>, mut found: Findings) -> Findings {
    let _end_on_panic = EndOnPanic(pool);
    let mut desk = Worker { setup, pool, stack: Vec::new(), choices: Vec::new() };
    let mut reported = (0, 0);
    let mut rounds: u64 = 0;
    while let Some(mut node) = desk.stack.pop().or_else(|| pool.take()) {
        let figures = found.figures();
        found.failures.resume(&node, desk.stack.len(), figures);
        loop {
            found.branches += 1;
            rounds += 1;
            if rounds.is_multiple_of(BETWEEN_LOOKS) {
                if let Some(cut) = limits.exhausted() {
                    found.cut(cut);
                    pool.end();
                    return found;
                }
                let totals = (found.heaps, found.runs);
                limits.meter.add(totals.0 - reported.0, totals.1 - reported.1);
                reported = totals;
            }
            let before = log::Before::of(&found);
            let stop = setup.advance(&mut node, &mut found);
            limits.meter.tell(|| setup.told(&node, &stop, before, &found));
            if !desk.go_on(&mut node, stop, &mut found) {
                break;
            }
        }
        found.spare.push(node);
        let figures = found.figures();
        found.failures.end(desk.stack.len(), figures);
    }
    found
}

/// The nodes of one thread that wait.
struct Worker<'d, 'p> {
    setup: &'d Setup<'p>,
    pool: &'d Pool,
    stack: Nodes,
    /// Empty: memory for the answers to a question.
    choices: Vec<Choice>,
}

impl Worker<'_, '_> {
    /// Decides what stopped a node. `false`: it is done with.
    fn go_on(&mut self, node: &mut Node, stop: Stop, found: &mut Findings) -> bool {
        match stop {
            Stop::Dead => false,
            Stop::Complete => {
                found.structure(self.setup, node);
                false
            }
            Stop::Last(ask) if !found.keeps_structures => {
                let choices = self.setup.choices(node, &ask, found);
                match self.setup.count_last(node, &ask, &choices) {
                    Some(count) => {
                        found.heaps += count;
                        found.measure(node);
                        false
                    }
                    None => self.fork(node, &ask, found, choices.iter().copied()),
                }
            }
            Stop::Fork(Ask::Machine(question @ Question::Holds { .. })) => self.fork_slot(node, question, found),
            Stop::Fork(Ask::Machine(question @ Question::Slot(request)))
                if self.setup.content_of(node, &request).is_some() =>
            {
                self.fork_slot(node, question, found)
            }
            Stop::Fork(ask) | Stop::Last(ask) => {
                let choices = self.setup.choices(node, &ask, found);
                self.setup.leave_waiting(node, &ask, &choices, &[], found);
                self.fork(node, &ask, found, choices.iter().copied())
            }
            Stop::ForkInto(ask, choices) => self.fork(node, &ask, found, choices.iter().copied()),
        }
    }

    /// What an open slot holds is decided, unless it is known that no answer will do.
    fn fork_slot(&mut self, node: &mut Node, question: Question, found: &mut Findings) -> bool {
        match self.setup.question_key(node, question) {
            Some(key) => {
                let expected = found.failures.recall(self.setup, node, key);
                // Debug builds try the answers all the same, and compare.
                if let (Some(figures), false) = (expected, cfg!(debug_assertions)) {
                    found.count_again(self.setup, node, figures);
                    return false;
                }
                let figures = found.figures();
                found.failures.begin(node, key, self.stack.len(), figures, expected);
            }
            None => found.failures.give_up(),
        }
        let mut choices = std::mem::take(&mut self.choices);
        let ask = Ask::Machine(question);
        self.setup.each_choice_of_slot(node, &question, found, &mut choices);
        self.setup.leave_waiting(node, &ask, &choices, &[], found);
        let goes_on = self.fork_into(node, &ask, found, choices.iter().copied());
        choices.clear();
        self.choices = choices;
        goes_on
    }

    /// A fork whose failure is not remembered.
    fn fork(
        &mut self,
        node: &mut Node,
        ask: &Ask,
        found: &mut Findings,
        choices: impl DoubleEndedIterator<Item = Choice>,
    ) -> bool {
        found.failures.give_up();
        self.fork_into(node, ask, found, choices)
    }

    /// One node for each answer. The first choice is tried first: the node itself goes on with it,
    /// if that is possible.
    fn fork_into(
        &mut self,
        node: &mut Node,
        ask: &Ask,
        found: &mut Findings,
        choices: impl DoubleEndedIterator<Item = Choice>,
    ) -> bool {
        let mut choices = choices;
        let Some(first) = choices.next() else { return false };
        for choice in choices.rev() {
            let mut child = found.spare.pop().unwrap_or_default();
            child.clone_from(node);
            let is_possible = self.setup.choose(&mut child, ask, choice);
            if is_possible { self.stack.push(child) } else { found.spare.push(child) }
        }
        if self.pool.share(&mut self.stack) {
            found.failures.give_away();
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
