//! The boundary between whoever wants a method checked and the engines that search. No algorithm lives here.
//!
//! A [`Task`] is one method and one scope; an engine gives an [`Answer`]: what it found, and exactly what it covered. Whatever was cut, assumed or left out
//! is part of the answer.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use tightrope_heap::{Heap, Scope};
use tightrope_machine::contract::{Occasion, Violation};
use tightrope_machine::{Budget, Limit, LoopCount, State, Word};
use tightrope_problem::ValueCoverage;
use tightrope_program::body::Unsupported;
use tightrope_program::{ClassId, MethodId, Program};
use tightrope_source::{Name, Span};

/// One method, one scope: the unit of checking.
#[derive(Clone, Debug)]
pub struct Task<'p> {
    pub program: &'p Program,
    pub method: MethodId,
    pub scope: Scope,
}

/// A way to search.
pub trait Engine {
    fn name(&self) -> &'static str;

    fn prepare<'p>(&self, program: &'p Program, method: MethodId) -> Box<dyn Search + 'p>;
}

/// The search for heaps on which one method breaks its contract.
pub trait Search {
    /// Covers all heaps of a scope. What was found out about a smaller scope before need not be done again.
    fn answer(&mut self, scope: &Scope, resources: &Resources<'_>) -> Answer;
}

/// What an engine may use, and how it hears that it shall stop.
#[derive(Clone, Copy, Debug)]
pub struct Resources<'r> {
    pub threads: usize,
    pub deadline: Option<Instant>,
    pub signals: &'r Signals,
    /// For each run of the method.
    pub run: Budget,
    /// No larger scope comes after this one: nothing has to be kept.
    pub is_last: bool,
}

/// Shared with whoever watches the search.
#[derive(Debug, Default)]
pub struct Signals {
    /// Set from outside: stop now.
    pub interrupted: AtomicBool,
    /// Set from outside: too much memory is in use.
    pub out_of_memory: AtomicBool,
    /// Heaps so far.
    pub heaps: AtomicU64,
    pub runs: AtomicU64,
}

impl Resources<'_> {
    /// Why the search has to end now, if it has to.
    pub fn exhausted(&self) -> Option<Cut> {
        if self.signals.interrupted.load(Ordering::Relaxed) {
            return Some(Cut::Interrupted);
        }
        if self.signals.out_of_memory.load(Ordering::Relaxed) {
            return Some(Cut::Memory);
        }
        self.deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Cut::Timeout)
    }
}

/// What an engine says.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// One for each clause that is broken, each with a smallest heap; ordered by size.
    pub witnesses: Vec<Witness>,
    /// Why not all heaps of the scope were covered. Empty: all were.
    pub cuts: Vec<Cut>,
    pub coverage: Coverage,
}

/// A heap and arguments on which the method breaks its contract.
#[derive(Clone, Debug)]
pub struct Witness {
    pub violation: Violation,
    pub start: Start,
    /// How many objects are initial ones.
    pub objects: usize,
    /// How many runs break the same clause.
    pub runs: u64,
}

impl Witness {
    /// Is it the same clause?
    pub fn breaks_the_same(&self, other: &Witness) -> bool {
        (self.violation.kind, self.violation.span) == (other.violation.kind, other.violation.span)
    }
}

/// Where a run starts: all that is needed to run it again.
#[derive(Clone, Debug)]
pub struct Start {
    /// The heap before the call. Its first roots are the receiver and the arguments. What nobody looked at is unknown.
    pub heap: Heap,
    /// The same heap inside the machine, with what is known of ordered and opaque values.
    pub state: State,
    pub args: Vec<Word>,
    /// The objects whose invariants are assumed.
    pub initial: Vec<u32>,
}

/// Why a part of the search space was not covered.
#[derive(Clone, PartialEq, Debug)]
pub enum Cut {
    Timeout,
    Interrupted,
    Memory,
    /// A run or a formula used up its budget.
    Budget(Limit),
    /// A run or a formula met something that is not modelled.
    Unsupported(Unsupported),
    /// A place can hold objects that the engine cannot make: of a class of the library, say.
    CannotBuild {
        class: Name,
    },
    /// A static initialiser does not end normally.
    Initializer(String),
    /// There is no class whose objects the method could be called on.
    NoReceiver,
    /// An assumption is neither decided nor says what would decide it.
    Undecided(Span),
}

/// What was covered.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Initial heaps, up to isomorphism, on which the precondition holds (as far as they had to be known).
    pub heaps: u64,
    /// Runs of the method: one for each way in which open questions were answered.
    pub runs: u64,
    /// Instructions of the longest run.
    pub longest_run: u64,
    /// Partial heaps that the search looked at.
    pub branches: u64,
    pub bounds: Vec<BoundUse>,
    /// How the initial values of fields and parameters were treated.
    pub values: Vec<ValueCoverage>,
    /// What the answer rests on, beyond the contract.
    pub assumptions: Vec<String>,
    /// Heaps that were excluded because the evaluation of an assumption threw: where, and how many.
    pub excluded: BTreeMap<Span, Exclusion>,
    /// The clauses that cut off branches, with how many: to explain an empty search space.
    pub pruned_by: BTreeMap<Span, Pruning>,
    /// By specification case: on how many heaps did its precondition hold?
    pub cases: Vec<u64>,
    /// What the cases say under conditions that no run met.
    pub missed: Vec<Occasion>,
    /// A number was chosen from a range: others were not tried.
    pub chose_numbers: bool,
    /// The loops of the method and of what it calls that runs entered, but for those of Java's library.
    pub loops: Vec<LoopCount>,
    /// The methods of Java's library that the compiled code can reach.
    pub library: Vec<MethodId>,
    /// Where the engine lets partial heaps stand for others.
    pub parts: Option<PartCoverage>,
    /// Why it does not, though it was asked to: the reason, and the clause.
    pub without_parts: Option<(String, Option<Span>)>,
}

/// Partial heaps of which it was shown that the contract is met on all heaps that look the same where the method looks. Each counts as one run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PartCoverage {
    pub shown: u64,
    /// Those that were completed in all ways, each heap judged by itself: the runs that this took.
    pub audited_runs: u64,
    /// How many of them were shown though a heap breaks the contract: none.
    pub refuted: u64,
}

/// An assumption whose evaluation throws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exclusion {
    pub heaps: u64,
    pub exception: String,
    /// The smallest heap that was excluded.
    pub objects: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pruning {
    pub branches: u64,
    /// It says that something is non-null, by JML's default: the name of the field or parameter.
    pub non_null_by_default: Option<Name>,
}

/// How far a bound of the scope was used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundUse {
    /// A class, or an array type.
    pub name: Name,
    pub class: Option<ClassId>,
    pub limit: usize,
    /// The most objects of it in a heap that was covered.
    pub largest: usize,
    /// Was one more object refused somewhere?
    pub touched: bool,
}
