//! What an engine says.

use std::collections::BTreeMap;
use tightrope_heap::{Heap, ObjectId};
use tightrope_problem::{Breach, Excuse, ObligationId};
use tightrope_program::body::Unsupported;
use tightrope_program::{ClassId, MethodId};
use tightrope_source::{Name, Span};

/// The answer about all heaps within some bounds.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Answer {
    /// One for each way in which an obligation is broken, each with a smallest heap; ordered by
    /// size.
    pub witnesses: Vec<Witness>,
    /// Why not all heaps within the bounds were covered. Empty: all were.
    pub cuts: Vec<Cut>,
    pub precondition: Precondition,
    /// How far each bound was used.
    pub bounds: Vec<BoundUse>,
    pub coverage: Coverage,
    pub work: Work,
    /// A proof that somebody else can check, from engines that can give one.
    #[serde(skip)]
    pub certificate: Option<Certificate>,
}

/// What an answer says of one obligation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Status<'a> {
    Holds,
    Broken(&'a Witness),
    /// Something was cut.
    Unknown(&'a Cut),
}

impl Answer {
    /// Nothing was covered, and this is why.
    pub fn cut_off(cut: Cut) -> Answer {
        Answer { cuts: vec![cut], ..Answer::default() }
    }

    /// Were all heaps within the bounds covered?
    pub fn is_complete(&self) -> bool {
        self.cuts.is_empty()
    }

    /// What is said of one obligation.
    pub fn status(&self, obligation: ObligationId) -> Status<'_> {
        match (self.witnesses.iter().find(|witness| witness.breach.obligation == obligation), self.cuts.first()) {
            (Some(witness), _) => Status::Broken(witness),
            (None, Some(cut)) => Status::Unknown(cut),
            (None, None) => Status::Holds,
        }
    }
}

/// A heap and arguments on which an obligation is broken: a whole call, in the problem's words.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Witness {
    pub breach: Breach,
    /// What the call was given that nobody has excluded, if that may be why it fails. A witness
    /// without an excuse is not the same as one with it, be the breach the same.
    pub excuse: Option<Excuse>,
    /// The heap before the call, in canonical order. Its first roots are the receiver (not that of
    /// a constructor, which does not exist yet) and the arguments, by their names; then come static
    /// fields, by the qualified name of the class (`a.List.EMPTY`), and string literals that the
    /// code shares with the heap, by their text in quotes. What nobody looked at is unknown.
    pub heap: Heap,
    /// Objects of which nothing matters but how they compare, with their ranks: those of equal rank
    /// are equal, one of smaller rank is less. They stand in the heap as plain `Object`s.
    pub ranks: Vec<(ObjectId, i64)>,
    /// The classes whose static initialisers have not run before the call. All others have.
    pub uninitialized: Vec<ClassId>,
    /// How many objects of the heap count against the bounds.
    pub objects: usize,
    /// How many runs of the engine break the obligation in this way.
    pub runs: u64,
}

/// Can the precondition be met?
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Precondition {
    /// By some heap within the bounds.
    Met,
    /// By none: the clauses to blame, if they are known.
    Empty(Vec<Blame>),
    /// It can, but every run ends at an `assume` in the code that does not hold.
    AssumedAway,
    /// Nobody knows.
    #[default]
    Unknown,
}

/// A clause that excludes heaps.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Blame {
    pub clause: Span,
    /// How much it excludes, in the engine's own measure; 0 where an engine does not count.
    pub weight: u64,
    /// It says that something is non-null, by JML's default: the name of the field or parameter.
    pub non_null_by_default: Option<Name>,
}

/// Why a part of the search space was not covered.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Cut {
    Timeout,
    Interrupted,
    Memory,
    /// Another engine says something else: what.
    Disagreement(String),
    /// Others were to search, and the queue between us failed: how.
    Queue(String),
    /// Another engine was faster.
    Superseded,
    /// A run or a formula used up its budget.
    Budget(RunLimit),
    /// A run or a formula met something that is not modelled.
    Unsupported(Unsupported),
    /// The engine cannot do this: said by [`crate::Engine::supports`] where that is known before.
    Gap(crate::Gap),
    /// A place can hold objects that no engine can make: of a class of the library, say.
    CannotBuild {
        class: Name,
    },
    /// A static initialiser does not end normally.
    Initializer(String),
    /// There is no class whose objects the method could be called on.
    NoReceiver,
    /// An assumption is neither decided nor says what would decide it.
    Undecided(Span),
    /// Something is broken that the problem does not list as an obligation: a mistake in this tool.
    Unlisted(Span),
}

/// Which limit of a run was reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum RunLimit {
    Steps,
    Depth,
    Objects,
    /// One array alone is too long.
    ArrayLength,
}

/// How far a bound was used.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct BoundUse {
    pub bound: BoundKind,
    pub limit: u64,
    /// The most that a heap or run had that was covered.
    pub largest: u64,
    /// Would a larger bound let more in?
    pub reached: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum BoundKind {
    /// Objects of a class, or of an array type (`class` is `None`), by the name that users know.
    Objects { name: Name, class: Option<ClassId> },
    /// The length of arrays.
    ArrayLength,
    /// The range of ints.
    Ints,
    /// The iterations of the loop at this place.
    Loop(Span),
    /// The nesting of calls.
    Depth,
}

/// What was covered, beyond the bounds themselves.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Coverage {
    /// What the answer rests on, beyond the contract.
    pub assumptions: Vec<String>,
    /// Runs that an `assume` in the code excluded.
    pub excluded_runs: u64,
    /// Runs that were left out because they allocate an array beyond the budget.
    pub oversized_runs: u64,
    /// Heaps that were excluded because the evaluation of an assumption throws: where, and how
    /// many.
    pub excluded: BTreeMap<Span, Exclusion>,
    /// By specification case: can its precondition be met? Empty: not known.
    pub cases: Vec<bool>,
    /// What the cases say under conditions, and which of those some run met.
    pub goals: Vec<CoverageGoal>,
    /// The loops of the method and of what it calls that runs entered, but for those of Java's
    /// library.
    pub loops: Vec<LoopUse>,
    /// The methods of Java's library that the code can reach.
    pub library: Vec<MethodId>,
    /// Why the engine could not work in its own way and fell back on a plainer one.
    pub fallback: Option<(String, Option<Span>)>,
    /// Where the paths of the method were split into parts: which of them are covered.
    pub parts: Vec<PartCoverage>,
}

/// Some of the paths of a method.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct PartCoverage {
    /// Places that the paths go through (`true`) or bypass.
    pub choices: Vec<(Span, bool)>,
    pub is_covered: bool,
}

impl Coverage {
    /// What the cases say under conditions that no run met, where a run met the condition around
    /// it.
    pub fn untested(&self) -> Vec<Untested> {
        let is_met = |goal: usize| self.goals.get(goal).is_none_or(|goal| goal.is_met);
        let is_missed = |goal: &&CoverageGoal| !goal.is_met && goal.within.is_none_or(is_met);
        self.goals.iter().filter(is_missed).map(|goal| goal.part).collect()
    }
}

/// A condition under which the contract says something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct CoverageGoal {
    pub part: Untested,
    /// The number of the goal around it.
    pub within: Option<usize>,
    /// Some run met it.
    pub is_met: bool,
}

/// An assumption whose evaluation throws.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Exclusion {
    pub heaps: u64,
    pub exception: String,
    /// The smallest heap that was excluded.
    pub objects: usize,
}

/// A part of the contract that no run put to the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Untested {
    pub kind: UntestedKind,
    /// The antecedent or the range; the clause for the other kinds.
    pub span: Span,
    /// Number of its case.
    pub case: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum UntestedKind {
    /// The method never returns.
    Return,
    /// No exception of this class is thrown.
    Exception(ClassId),
    /// What stands before `==>` or `?` is never true.
    Antecedent,
    /// What stands before `?` is never false.
    Otherwise,
    /// Nothing is ever in the range of a `\forall`.
    Range,
}

/// How often a loop starts over in one run, at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct LoopUse {
    pub span: Span,
    pub most: u64,
}

/// The work that was done, in each engine's own words.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Work {
    #[default]
    Nothing,
    /// Heaps were tried one by one.
    Explored {
        /// Initial heaps, up to isomorphism, on which the precondition holds (as far as they had to
        /// be known).
        heaps: u64,
        /// Runs of the method: one for each way in which open questions were answered.
        runs: u64,
        /// Partial heaps that were looked at.
        branches: u64,
        /// Instructions of the longest run.
        longest_run: u64,
    },
    /// A formula was solved.
    Solved { variables: u64, clauses: u64, conflicts: u64 },
    /// Formulas were solved path by path.
    Followed { paths: u64 },
    /// All states within the scope were a decision diagram, and each run took out all that look the
    /// same where it looked.
    States {
        /// Heaps that were tried one by one.
        heaps: u64,
        /// Of these, and of partial heaps.
        runs: u64,
        /// Runs on partial heaps, each shown for all its states.
        shown: u64,
        /// How many states these are, counted.
        states: u128,
        /// The most inner nodes that the diagram had.
        diagram: u64,
        longest_run: u64,
    },
    /// The method ran first, and one run stood for all heaps that look the same where it looked.
    Parts {
        /// Heaps that were tried one by one.
        heaps: u64,
        /// Of these, and of parts.
        runs: u64,
        /// Parts of heaps that were shown, each for all its completions.
        shown: u64,
        /// How many heaps and arguments these are, counted; `None`: they could not be.
        stands_for: Option<u128>,
        /// Parts that could not be shown: their heaps were tried one by one.
        left: u64,
        /// Parts of which something was asked that no run reads, to show a clause.
        refined: u64,
        /// Parts that were not looked at further: runs go on there as on smaller heaps.
        by_induction: u64,
        /// Runs on completions of parts: each part up to a size was tried in all ways.
        audited_runs: u64,
        /// Parts of which a completion broke something that the part did not: a mistake in this
        /// tool, for which tests look.
        refuted: u64,
        branches: u64,
        longest_run: u64,
    },
}

impl Work {
    /// How many heaps, and how many runs of the method: where an engine counts them.
    pub fn counts(&self) -> (u64, u64) {
        match self {
            Work::Nothing | Work::Solved { .. } | Work::Followed { .. } => (0, 0),
            Work::Explored { heaps, runs, .. } | Work::Parts { heaps, runs, .. } | Work::States { heaps, runs, .. } => {
                (*heaps, *runs)
            }
        }
    }

    /// Instructions of the longest run, where runs are counted.
    pub fn longest_run(&self) -> u64 {
        match self {
            Work::Nothing | Work::Solved { .. } | Work::Followed { .. } => 0,
            Work::Explored { longest_run, .. } | Work::Parts { longest_run, .. } | Work::States { longest_run, .. } => {
                *longest_run
            }
        }
    }
}

/// Why nothing was overlooked: all that an answer rests on was refuted with proofs, and each proof
/// was checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Certificate {
    /// How many proofs were accepted.
    pub refutations: u64,
    /// The proofs for whoever wants to check them again, where they were to be kept.
    pub proofs: Vec<Proof>,
}

/// A problem that has no solution, and the proof.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// In DIMACS.
    pub problem: String,
    /// In LRAT.
    pub proof: String,
}
