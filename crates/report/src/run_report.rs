//! What `tightrope check` and `tightrope generate` found: plain data, without any layout.
//!
//! All texts are in the user's words and end without a full stop. Heaps are kept as heaps; each
//! renderer shows them in its own way. The JSON form of these types is `docs/report.schema.json`:
//! whoever changes a name here changes the schema and [`SCHEMA`].

use crate::text::grouped;
use crate::{Asked, Forecast, NextStep, Rule};
use serde::{Deserialize, Serialize};
use std::fmt;
use tightrope_heap::{Heap, Scope};

/// The version of the JSON form. It grows when a consumer of the former version could misread the
/// new one.
pub const SCHEMA: u32 = 1;

/// One run of `tightrope check`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RunReport {
    pub schema: u32,
    pub tool_version: String,
    /// The scope that was asked for; methods may have ended at a smaller one.
    #[serde(serialize_with = "as_text")]
    pub scope: Scope,
    /// Wall clock.
    pub seconds: f64,
    /// The user stopped the run: what is here is what was known then.
    pub interrupted: bool,
    /// In the order in which they are shown. The renderers write them with their heaps, so that
    /// they are not derived.
    #[serde(skip)]
    pub methods: Vec<MethodReport>,
    /// About the run as a whole: skipped files, methods left out.
    pub notes: Vec<String>,
    /// What is wrong with the input, or doubtful.
    pub diagnostics: Vec<Problem>,
    /// How the user asked, for what to do next.
    #[serde(skip)]
    pub asked: Asked,
}

/// The JSON form of a value that people read as text.
fn as_text<S: serde::Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// An error or a warning about the input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// `E0301`.
    pub code: String,
    /// `error` or `warning`.
    pub severity: String,
    pub message: String,
    pub place: Option<Place>,
    pub hints: Vec<String>,
}

/// What is known about one method.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MethodReport {
    /// As users write it: `SortedList`; with its package if there are others of that name.
    pub class: String,
    /// With its package and the classes around it, whatever others there are.
    pub qualified_class: String,
    pub method: String,
    /// As `list` prints it: `void insert(int)`.
    pub signature: String,
    pub place: Place,
    #[serde(flatten)]
    pub verdict: Verdict,
    pub seconds: f64,
    /// `None` if no scope was completed.
    pub coverage: Option<Coverage>,
    /// What to try because of the verdict, if more is known than the verdict tells.
    #[serde(skip)]
    pub next: Option<NextStep>,
    pub warnings: Vec<Warning>,
    /// What the verdict rests on beyond the contract.
    pub assumptions: Vec<String>,
    /// What the contract says and nobody checked.
    pub unchecked: Vec<Unchecked>,
    /// Problems without solution and their proofs, as DIMACS and LRAT, where they are kept.
    #[serde(skip)]
    pub proofs: Vec<(String, String)>,
    /// Smallest first; one for each way to fail.
    #[serde(skip)]
    pub counterexamples: Vec<Counterexample>,
    /// So many more ways to fail are known from before, and not told again.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub known: usize,
    /// The method with its contract; then, if it is violated, the other methods that the runs which
    /// show it came through.
    #[serde(skip)]
    pub source: Vec<Excerpt>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl MethodReport {
    /// Nothing is new of what it breaks.
    pub fn is_known(&self) -> bool {
        self.known > 0 && self.counterexamples.is_empty()
    }

    /// `SortedList.insert`.
    pub fn name(&self) -> String {
        format!("{}.{}", self.class, self.method)
    }
}

/// A line of the user's files.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    /// From 1.
    pub line: usize,
}

impl Place {
    pub fn new(file: impl Into<String>, line: usize) -> Place {
        Place { file: file.into(), line }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// What the tool says about a method.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "verdict", content = "because", rename_all = "snake_case")]
pub enum Verdict {
    /// No heap of the scope breaks the contract; the coverage says what that means.
    Holds,
    Violated,
    /// No heap of the scope satisfies the precondition.
    Vacuous {
        reason: String,
    },
    Unknown {
        reason: String,
        /// Up to here nothing breaks the contract.
        last_complete_scope: Option<String>,
    },
    /// The method reaches something that is not modelled.
    Unsupported {
        what: String,
        place: Option<Place>,
        /// The calls that lead there, outermost first.
        via: Vec<String>,
    },
}

impl Verdict {
    /// Up to here nothing breaks the contract, and the search did not come further.
    pub fn smaller_scope(&self) -> Option<&str> {
        match self {
            Verdict::Unknown { last_complete_scope, .. } => last_complete_scope.as_deref(),
            _ => None,
        }
    }

    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Vacuous { .. } => "vacuous",
            Verdict::Unknown { .. } => "unknown",
            Verdict::Unsupported { .. } => "unsupported",
        }
    }
}

/// What was looked at, up to the last scope that was completed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Coverage {
    /// The last complete rung.
    pub scope: String,
    /// Initial heaps, up to isomorphism, that satisfy the precondition.
    pub heaps: u64,
    /// All sequences of at most so many public calls, instead of all heaps of a scope: `heaps` are
    /// the states that they reach, `runs` the calls of the method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<usize>,
    /// All heaps at once, as one formula: `heaps` and `runs` were not counted, unless they come of
    /// a search that could only draw some numbers, and the formula has them all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<Solved>,
    /// Numbers were drawn from a range. Of heaps within this smaller scope, a formula had them all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_numbers_up_to: Option<String>,
    /// So many refutations were needed; a checker has accepted the proof of each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certified: Option<u64>,
    /// Executions of the method; heaps that no step can tell apart share one.
    pub runs: u64,
    /// So many of the heaps are partial ones, for all of whose completions the contract was shown
    /// at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial_heaps: Option<u64>,
    /// How many heaps these stand for, counted; in digits, since there may be very many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_for: Option<String>,
    /// The states of a decision diagram that the runs stand for, in digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<String>,
    /// The most inner nodes that the diagram had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram_nodes: Option<u64>,
    /// So many more are left to smaller heaps, on which runs go on in the same way: all heaps are
    /// covered by induction on their size, and not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_induction: Option<u64>,
    /// The partial heaps have all heaps among their completions, however large.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub every_size: bool,
    /// Why no partial heap stands for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_by_one: Option<String>,
    /// How initial values were chosen.
    pub values: Vec<ValueTreatment>,
    pub loops: Vec<LoopUse>,
    /// Models of library classes and methods that runs used.
    pub library: Vec<String>,
    pub bounds: Vec<Bound>,
    pub longest_run_steps: u64,
    /// Smallest scope first.
    pub rungs: Vec<Rung>,
    /// About the next larger scope; `None` if that has the same heaps, or if too little is known.
    pub forecast: Option<Forecast>,
}

impl Coverage {
    /// Were heaps not counted, but decided all at once?
    pub fn is_one_formula(&self) -> bool {
        self.solved.is_some() && self.rungs.iter().all(|rung| rung.runs == 0)
    }

    /// How many heaps there were, where they were counted.
    pub fn counted_heaps(&self) -> String {
        if self.is_one_formula() { "all at once".to_owned() } else { grouped(self.heaps) }
    }

    /// How many runs, where they were counted.
    pub fn counted_runs(&self) -> String {
        if self.is_one_formula() { "–".to_owned() } else { grouped(self.runs) }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ValueTreatment {
    /// `Node.key`, `value` (a parameter).
    pub place: String,
    /// `any value`, `-4..4, and the least and greatest int`.
    pub treatment: String,
    pub reason: String,
}

/// The size of a formula, and how often its solver was wrong on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Solved {
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
    /// So many paths were followed by themselves; the other numbers are 0 then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paths: Option<u64>,
}

/// A loop that a run entered, and the most iterations of one entering in a run that ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoopUse {
    pub place: Place,
    pub most_iterations: u64,
}

/// One bound of the scope, and how far it was used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bound {
    /// A class, `array` or `int`.
    pub class: String,
    pub limit: u64,
    pub largest_used: u64,
    /// Some heap used it up: larger scopes may differ.
    pub touched: bool,
}

/// One step of the ladder of scopes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rung {
    pub scope: String,
    pub heaps: u64,
    pub runs: u64,
    pub seconds: f64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Warning {
    pub kind: WarningKind,
    pub message: String,
    pub place: Option<Place>,
}

/// What a warning is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarningKind {
    /// Heaps were left out because an assumption has no value there.
    ExcludedHeaps,
    /// No heap satisfies the precondition of one of several cases.
    UnreachedCase,
    /// No run makes the antecedent of an implication true, or comes to one side of `? :`.
    UnreachedAntecedent,
    /// No run has anything in the range of a quantifier.
    EmptyRange,
    /// No run throws the exception of a `signals` clause.
    UnreachedException,
    /// No run returns, and so no `ensures` was looked at.
    NeverReturns,
    /// The method throws an exception on purpose, and nobody has declared it.
    DeliberateException,
    /// The method throws because it was given null, which nobody has excluded.
    NullArgument,
    /// The method throws because it was given a number that is out of range, which nobody has
    /// excluded.
    NumberArgument,
    /// The method does not end because links of what it was given lead back to where they start,
    /// which nobody has excluded.
    CyclicArgument,
    /// The same because two links, or two arguments, lead to one object.
    SharedArgument,
    /// The invariant admits one structure in the scope, and most of the scope is not used.
    OneStructure,
}

impl WarningKind {
    /// In a few words, for a summary.
    pub(crate) fn in_brief(self) -> &'static str {
        match self {
            WarningKind::ExcludedHeaps => "heaps left out, where an assumption has no value",
            WarningKind::UnreachedCase => "a case of a contract that no heap satisfies",
            WarningKind::UnreachedAntecedent => "a condition of a contract that was never true",
            WarningKind::EmptyRange => "a range that was always empty",
            WarningKind::UnreachedException => "an exception of a contract that nobody threw",
            WarningKind::NeverReturns => "a contract whose method never returns",
            WarningKind::DeliberateException => "an exception on purpose",
            WarningKind::NullArgument => "a failure when given null",
            WarningKind::NumberArgument => "a failure when given a number out of range",
            WarningKind::CyclicArgument => "no end when given links that lead back",
            WarningKind::SharedArgument => "no end when given links that meet",
            WarningKind::OneStructure => "an invariant that admits one structure",
        }
    }

    /// Worth knowing, and no reason to worry.
    pub fn is_note(self) -> bool {
        matches!(
            self,
            WarningKind::DeliberateException
                | WarningKind::NullArgument
                | WarningKind::NumberArgument
                | WarningKind::CyclicArgument
                | WarningKind::SharedArgument
        )
    }
}

/// Something that a contract says and that is not checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unchecked {
    pub what: String,
    pub place: Option<Place>,
}

/// A method that takes an object on which a call succeeds, and leaves one on which it fails.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AfterCall {
    pub method: String,
    /// A shortest sequence that shows it; the last call is the one that fails.
    pub calls: Vec<String>,
}

/// A heap on which a method breaks its contract, replayed by the machine.
#[derive(Clone, Debug, Serialize)]
pub struct Counterexample {
    /// What kind of obligation is broken.
    pub rule: Rule,
    /// What is broken, in the program: a clause, a `repOk`, a statement.
    #[serde(skip)]
    pub span: Option<tightrope_source::Span>,
    /// What is broken: `ensures does not hold`, `NullPointerException`, `never returns`.
    pub title: String,
    /// The clause that is broken, if it is one.
    pub clause: Option<ClauseText>,
    /// What to write if the behaviour is meant.
    pub hint: Option<String>,
    /// `list.insert(5)`.
    pub call: String,
    /// The public calls that build the heap, the last one being the call itself. Empty: the heap is
    /// admitted by the contract, and nobody asked for calls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
    /// The methods each of which makes an object fail in this way that did not fail before its
    /// call. Empty if a new object fails already.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after_calls: Vec<AfterCall>,
    /// Can a client build the heap? `None`: nobody has tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reachability: Option<Reachability>,
    /// Objects of the heap before.
    pub objects: usize,
    #[serde(skip)]
    pub before: Heap,
    /// Objects of the heap before keep their ids; later ids are new objects. `None` if the call
    /// does not end.
    #[serde(skip)]
    pub after: Option<Heap>,
    /// What the call returns.
    pub result: Option<String>,
    pub exception: Option<Thrown>,
    /// The parts of the clause that are false.
    pub failing: Vec<Conjunct>,
    /// If a `repOk` or another pure method makes the clause false: the `return` that decided it.
    pub rep_ok_line: Option<ReturnLine>,
    /// The executed lines, in order.
    pub path: Vec<PathLine>,
    /// The heap after each statement that changed it, in order.
    #[serde(skip)]
    pub frames: Vec<Frame>,
    /// The run changed the heap more often than `frames` tell.
    pub frames_cut: bool,
    /// The frame, from 0, with which the clause becomes false for good. `None` if it was false from
    /// the start, or if that is not known.
    pub breaks_at: Option<usize>,
    /// How many more heaps of the scope fail in the same way.
    pub other_heaps: u64,
}

/// Whether public calls build a heap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reachability {
    /// These calls build it; the last one is the call of the finding.
    Reachable {
        #[serde(skip)]
        calls: Vec<String>,
    },
    /// No sequence of up to so many public calls builds it: it is admitted by the contract, which
    /// may be too weak.
    AdmittedOnly { calls: usize },
}

/// The heap after a statement that changed it. What a constructor or Java's library does belongs to
/// the statement that calls it.
#[derive(Clone, Debug, Serialize)]
pub struct Frame {
    pub place: Place,
    /// Without the spaces around it.
    pub text: String,
    /// Objects keep their ids from `before`; one that does not exist yet keeps its place,
    /// unreachable.
    #[serde(skip)]
    pub heap: Heap,
    /// So many of the last roots of the heap are variables of the running method.
    pub variables: usize,
    /// Is the clause true here that is false in the end?
    pub clause_holds: Option<bool>,
}

/// In words.
pub fn admitted_only(calls: usize) -> String {
    format!("admitted by the contract only: no sequence of up to {calls} public calls builds it")
}

/// Some lines of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Excerpt {
    pub first: Place,
    /// With their indentation.
    pub lines: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClauseText {
    /// With its keyword: `ensures contains(value)`.
    pub text: String,
    /// `None` for a clause that nobody wrote (implicit `signals_only \nothing`).
    pub place: Option<Place>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Thrown {
    /// Simple name: `NullPointerException`.
    pub class: String,
    pub place: Option<Place>,
}

/// A part of a clause that is false, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Conjunct {
    pub text: String,
    pub place: Option<Place>,
    /// Quantified variables of the first counterexample inside.
    pub bindings: Vec<NamedValue>,
    /// Sub-expressions, outermost first.
    pub values: Vec<NamedValue>,
}

/// An expression or a variable, and what it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NamedValue {
    pub name: String,
    pub value: String,
}

impl NamedValue {
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> NamedValue {
        NamedValue { name: name.into(), value: value.into() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceLine {
    pub place: Place,
    /// Without the spaces around it.
    pub text: String,
}

/// A `return` of a method that a clause calls.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReturnLine {
    pub method: String,
    /// Of a `boolean` method.
    pub value: Option<String>,
    pub place: Place,
    /// Without the spaces around it.
    pub text: String,
}

/// A line that the run executed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PathLine {
    pub place: Place,
    /// Without the spaces around it.
    pub text: String,
    /// In a row, as when a loop goes round.
    pub times: u64,
}

/// The result of `tightrope generate`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GenerateReport {
    pub schema: u32,
    pub tool_version: String,
    pub class: String,
    pub scope: String,
    /// Valid structures up to isomorphism.
    pub count: u64,
    /// `false`: the search was stopped, and there may be more.
    pub complete: bool,
    /// Numbers had to be drawn from a range.
    #[serde(skip)]
    pub draws_numbers: bool,
    pub seconds: f64,
    pub notes: Vec<String>,
    /// `None` if only the number was asked for.
    #[serde(skip)]
    pub structures: Option<Vec<Heap>>,
}

/// How many methods got which verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Totals {
    pub methods: usize,
    pub holds: usize,
    pub violated: usize,
    pub vacuous: usize,
    pub unknown: usize,
    /// Of the unknown ones: those that hold up to a smaller scope.
    #[serde(skip)]
    pub partly: usize,
    pub unsupported: usize,
}

impl RunReport {
    pub fn totals(&self) -> Totals {
        let mut totals = Totals { methods: self.methods.len(), ..Totals::default() };
        for method in &self.methods {
            let counter = match method.verdict {
                Verdict::Holds => &mut totals.holds,
                Verdict::Violated => &mut totals.violated,
                Verdict::Vacuous { .. } => &mut totals.vacuous,
                Verdict::Unknown { .. } => &mut totals.unknown,
                Verdict::Unsupported { .. } => &mut totals.unsupported,
            };
            *counter += 1;
            totals.partly += usize::from(method.verdict.smaller_scope().is_some());
        }
        totals
    }
}
