//! The command line, as data.

use crate::dump::Stage;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use tightrope_heap::canonical::Order;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Check Java code on linked data structures against its JML contract or repOk, on every heap up to
/// a bound.
///
/// `check` tries every heap within a scope. It shows the smallest one on which a method breaks its
/// contract, or says what it covered. `generate` lists the valid structures of a class. `list`,
/// `spec` and `run` show what tightrope understood, what a method promises, and what it does on one
/// heap.
#[derive(Parser, Clone, Debug)]
#[command(name = "tightrope", version, styles = STYLES, after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub manners: OutputOptions,
}

const EXIT_CODES: &str = "\
Exit codes:
  0    all went well; check: every method holds in its scope
  1    check: a method breaks its contract; run: the method throws, breaks JML in its body, or provably never ends
  2    wrong usage, or no class or method has the given name
  3    check: nothing is violated, but something is unknown, vacuous or unsupported; generate: there may be more;
       run: the end is not known (a budget is used up, something is not modelled, the heap leaves a value open)
  4    the input cannot be read, does not parse or does not type-check
  5    a bug in tightrope
  130  interrupted

Results go to stdout, everything else to stderr.";

/// How the tool talks.
#[derive(Args, Clone, Debug)]
pub struct OutputOptions {
    /// When to use colours; `auto` uses them on a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN", display_order = 100)]
    pub color: Color,
    /// Print no warnings, notes or summaries on stderr; errors are still printed
    #[arg(short, long, global = true, display_order = 101)]
    pub quiet: bool,
    /// Print at most this many errors and warnings (errors first; 0 prints all); the last line
    /// counts them all
    #[arg(long, global = true, default_value_t = 50, value_name = "N", display_order = 102)]
    pub max_diagnostics: usize,
}

#[derive(ValueEnum, serde::Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Check methods against their contracts, on every heap within a scope
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Box<CheckArguments>),
    /// Find all valid structures of a class within a scope, up to isomorphism
    #[command(after_help = GENERATE_EXAMPLES)]
    Generate(GenerateArguments),
    /// Print tight field bounds of a class: what its valid structures can hold, field by field and
    /// object by object
    #[command(after_help = BOUNDS_EXAMPLES)]
    Bounds(BoundsArguments),
    /// Look at an invariant: which of its parts count, what it admits, and what it rejects
    #[command(after_help = DOCTOR_EXAMPLES)]
    Doctor(DoctorArguments),
    /// Make small faults in methods and contracts, and show the scope that finds each, and those
    /// that nothing finds
    #[command(after_help = MUTATE_EXAMPLES)]
    Mutate(MutateArguments),
    /// List classes, invariants, methods, contracts, and what is (un)supported
    #[command(after_help = LIST_EXAMPLES)]
    List(ListArguments),
    /// Print the effective contract of a method, each clause with its origin
    #[command(after_help = SPEC_EXAMPLES)]
    Spec(SpecArguments),
    /// Execute a method, and print its result and the heap after it
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArguments),
    /// Draw the heap of a finding: as a picture, for a pull request, or to run it
    #[command(after_help = SHOW_EXAMPLES)]
    Show(ShowArguments),
    /// Show, verify or clear what is kept from run to run: verdicts and bounds of what has not
    /// changed
    #[command(after_help = CACHE_HELP)]
    Cache(CacheArguments),
    /// Explain an error or warning code, a verdict, or a reason that it gives
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArguments),
    /// Work on tasks from a queue: parts of checks that other processes have started
    #[command(after_help = WORKER_EXAMPLES)]
    Worker(WorkerArguments),
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArguments),
    /// Print the manual page, or that of one command, in the format of man(1)
    #[command(after_help = MAN_EXAMPLES)]
    Man(ManArguments),
}

const WORKER_EXAMPLES: &str = "\
Examples:
  nats-server -js -sd ~/.tightrope/queue -a 127.0.0.1
  tightrope worker --queue nats://127.0.0.1:4222 --jobs 2
  tightrope check examples/SearchTree.java --queue nats://127.0.0.1:4222";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  tightrope completions bash > ~/.local/share/bash-completion/completions/tightrope
  tightrope completions zsh > ~/.zfunc/_tightrope
  tightrope completions fish > ~/.config/fish/completions/tightrope.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  tightrope man > ~/.local/share/man/man1/tightrope.1
  tightrope man check > ~/.local/share/man/man1/tightrope-check.1";

const CACHE_HELP: &str = "\
Answers are kept by the content of what was asked and by the build of tightrope: what has changed is asked again. They
lie in $TIGHTROPE_CACHE_DIR, else in $XDG_CACHE_HOME/tightrope, else in ~/.cache/tightrope; an empty
TIGHTROPE_CACHE_DIR turns the cache off. It holds $TIGHTROPE_CACHE_MEGABYTES (128), and drops what was not used for
the longest time.

Examples:
  tightrope cache list
  tightrope cache verify     (reads everything; exit code 1 if something is damaged)
  tightrope cache clear";

const CHECK_EXAMPLES: &str = "\
Scopes (at most so many objects of each class in the heap before the call):
  6                        six objects of each class
  4,Node=6                 six nodes, four of everything else
  Node=6,int=-2..3         numbers that are used in arithmetic, from -2 to 3
  array=3                  arrays of at most three elements
  Node=5,Node.key=0..4     a range for one field

Without --scope the scope is 5. Values that are only compared need no range: the result covers all of them.

Examples:
  tightrope check examples/SortedList.java
  tightrope check src/main/java Tree.insert --scope Node=8 --timeout 2m
  tightrope check src/main/java/Tree.java:120       (the method at line 120)
  tightrope check . --format json > report.json

A file `tightrope.toml`, in the current folder or above it, gives defaults for all of these options,
by the same names, and lists paths, select, skip and invariant-methods.";

const GENERATE_EXAMPLES: &str = "\
Examples:
  tightrope generate SortedList examples --scope Node=3
  tightrope generate SearchTree src --scope Node=5,SearchTree.size=5,Node.key=0..4 --count
  tightrope generate SortedList examples --format json";

const BOUNDS_EXAMPLES: &str = "\
A shape predicate says how structures of a class are made, and gives bounds without looking at them one by one. It
stands in FILE.shape beside FILE.java:
  shape Tree == this -> Tree(root: t) * tree(t);
  tree(t) == emp & t = null or t -> Node(left: l, right: r) * tree(l) * tree(r);
Without one, a predicate is derived from the invariant where that is possible.

Examples:
  tightrope bounds AvlTree benchmarks/jml --scope 10
  tightrope bounds AvlTree benchmarks/jml --scope 5 --from explore --labels depth-first
  tightrope bounds AvlTree benchmarks/jml --scope 6 --compare
                                  (does the shape predicate say the same as the invariant?)";

const DOCTOR_EXAMPLES: &str = "\
For each conjunct of the invariant (or each way in which repOk says no) a smallest heap that it alone rejects is drawn,
or it is redundant within the scope; then what public calls do not build, what they build and the invariant rejects,
and heaps on which repOk does not end. Without --scope the scope is 4, without --timeout each question has 10 seconds.

Examples:
  tightrope doctor SortedList examples
  tightrope doctor SearchTree examples --scope Node=5 --format json

Exit codes: 0 nothing is wrong, 1 public calls build what the invariant rejects, or repOk has no answer somewhere.";

const MUTATE_EXAMPLES: &str = "\
A mutant is the method with one small fault (muJava's operators: AORB, AOIS, ROR, COI, SDL, ...), or with one clause of
its contract changed (CROR, CNEG, CQR, COLD, ...). It is killed when a check finds it out, at the smallest scope that
does. One that survives is a proof, within the scope, that the contract cannot tell it from the method.

Examples:
  tightrope mutate SortedList.insert examples
  tightrope mutate benchmarks/jml LList.remove CList.remove BinomialHeap.extractMin --scope 7 --of code
  tightrope mutate SortedList.insert examples --operators ROR,SDL --format json

Exit codes: 0 every mutant is killed or survives, 3 something is undecided, or the method itself does not hold.";

const LIST_EXAMPLES: &str = "\
Examples:
  tightrope list examples/SortedList.java
  tightrope list --summary my-project     (a folder; Maven and Gradle layouts are found)";

const SPEC_EXAMPLES: &str = "\
Examples:
  tightrope spec SortedList.insert examples
  tightrope spec 'org.example.Tree.put(int,Node)' src/main/java";

const RUN_EXAMPLES: &str = "\
Arguments, by the type of the parameter:
  5  -5  0x1F  Integer.MAX_VALUE     byte, short, int, long (also 5L)
  true  false                        boolean
  a  'a'  '\\n'  '\\u0041'             char
  abc  \"abc\"  \"a \\\"b\\\"\"              String
  [1,2,3]  [[1],[2]]  [a,\"b, c\"]     arrays
  null                               classes and arrays
  Node#1                             an object of the heap file

A heap file holds named values and objects, one a line (`?` is an open value, a field left out has its default):
  this = List#0
  value = 7
  List#0 { head: Node#0, size: 1 }
  Node#0 { value: 3, next: null }
  int[]#0 [1, 2, 3]
  String#0 \"abc\"

Examples:
  tightrope run Search.find '[1,3,5]' 3 --path Search.java
  tightrope run SortedList.contains --heap examples/sorted_list.heap --path examples
  tightrope run SortedList.insert 4 --heap examples/sorted_list.heap --path examples --before
  tightrope run SortedList.new --path examples     (prints a heap to start from)

Exit codes: 0 it returns, 1 it throws, breaks JML in its body or provably never ends, 3 the end is not known.";

const SHOW_EXAMPLES: &str = "\
The method is checked again, and the finding drawn. Changes are marked: against the heap before, or against the step before.

Examples:
  tightrope show SearchTree.remove examples --format svg > finding.svg
  tightrope show SearchTree.remove examples --format mermaid     (paste it into a pull request, in a fence ```mermaid)
  tightrope show SearchTree.remove examples --format svg --at 1 > step.svg
  tightrope show SearchTree.remove examples --format heap > bug.heap
  tightrope run SearchTree.remove --heap bug.heap --path examples";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  tightrope explain E0301
  tightrope explain unknown
  tightrope explain 'not all numbers'
  tightrope explain            (lists all codes, verdicts and reasons)";

#[derive(Args, Clone, Debug)]
pub struct CheckArguments {
    /// Java files or folders, and what to check in them: `Class.method`, `Class`, or
    /// `File.java:LINE`. By default, every non-private method and every method with a contract is
    /// checked
    #[arg(value_name = "PATHS|CLASS.METHOD")]
    pub what: Vec<String>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Where heaps come from: `any` (all that the contract admits), `api` or `api=N` (what at most
    /// N public calls build) [default: any where there is a contract, api elsewhere]
    #[arg(long, value_name = "any|api[=N]")]
    pub from: Option<String>,
    /// Tight field bounds that the engines `symbolic` and `explore` start from: none, or from the
    /// invariant, from the shape predicate, or from all structures; `auto` gives `symbolic` those
    /// of the invariant from scope 6 on
    #[arg(long, value_enum, default_value = "auto")]
    pub bounds: TightSource,
    /// Use only so many percent of what the bounds exclude, the cheapest first
    #[arg(long, value_name = "N", default_value_t = 100, hide = true)]
    pub bounds_percent: usize,
    /// Bound the order of keys too, which costs about as much as it saves
    #[arg(long, hide = true)]
    pub bounds_keys: bool,
    /// In which order the bounds number objects; `symbolic` needs breadth-first
    #[arg(long, value_enum, default_value = "breadth-first", hide = true)]
    pub bounds_labels: Labels,
    #[command(flatten)]
    pub solving: SolvingArguments,
    /// How the result is written
    #[arg(long, value_enum, default_value = "text")]
    pub format: ReportFormat,
    #[command(flatten)]
    pub files: FileArguments,
    /// Check again whenever a file is saved; what no change concerns is not checked again
    #[arg(long)]
    pub watch: bool,
    /// Say for each method everything that its verdict rests on
    #[arg(short, long)]
    pub verbose: bool,
    /// One line for each cause, the worst first [default: where more than 40 methods are checked]
    #[arg(long, conflicts_with = "verbose")]
    pub brief: bool,
    /// A line for each method and all findings, also where many methods are checked
    #[arg(long, conflicts_with = "brief")]
    pub full: bool,
    /// Report only findings that are not listed in this file; it is written if it does not exist
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    #[command(flatten)]
    pub queue: QueueArguments,
    /// Print a stage of the way to the engines instead of checking
    #[arg(long, value_enum, value_name = "STAGE", hide = true)]
    pub dump: Option<Stage>,
    /// Tell on stderr what the search did, step by step; on one thread
    #[arg(long, value_enum, value_name = "WHAT", hide = true)]
    pub log: Option<Logged>,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

/// How the engine `symbolic` works.
#[derive(Args, Clone, Debug, Default)]
pub struct SolvingArguments {
    /// Let `symbolic` decide, and check a proof of every refutation; `holds` is then `certified`
    #[arg(long)]
    pub certify: bool,
    /// As `--certify`, and write the proof of the one method that is checked: LRAT into FILE, what
    /// it refutes in DIMACS beside it (`.cnf`)
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Which heaps that differ only in the names of their objects `symbolic` leaves out: none, or
    /// as many as it can
    #[arg(long, value_enum, value_name = "WHICH", default_value = "full")]
    pub symmetry: SymmetryBreaking,
    /// How `symbolic` makes a formula of a method: states merged where paths meet, or Vaziri &
    /// Jackson's relational variables, with functions as binary rows or as matrices
    #[arg(long, value_enum, value_name = "WHICH", default_value = "merged")]
    pub encoding: EncodingName,
    /// The SAT solver of `symbolic`
    #[arg(long, value_enum, value_name = "NAME", default_value = "cadical")]
    pub solver: SolverName,
    /// How `symbolic` decides the paths of a method: `none` makes one formula of all, `paths`
    /// follows each by itself, `auto` does what took less in a small scope; `vertices=2` splits
    /// them twice, at the place in the code that leaves the simplest parts [default: auto]
    #[arg(long, value_name = "auto|none|paths|vertices[=ROUNDS]")]
    pub split: Option<String>,
}

#[derive(ValueEnum, serde::Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum SymmetryBreaking {
    None,
    #[default]
    Full,
}

#[derive(ValueEnum, serde::Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum EncodingName {
    #[default]
    Merged,
    Relational,
    RelationalMatrices,
}

#[derive(ValueEnum, serde::Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum SolverName {
    #[default]
    Cadical,
    /// In Rust; it gives no proofs
    Batsat,
}

/// Where work is shared with other processes.
#[derive(Args, Clone, Debug, Default)]
pub struct QueueArguments {
    /// Let workers search: the NATS server with the queue, such as nats://host:4222, or `threads`
    /// for workers in this process
    #[arg(long, value_name = "URL")]
    pub queue: Option<String>,
    /// A file with the credentials of a NATS user
    #[arg(long, value_name = "FILE", requires = "queue")]
    pub credentials: Option<PathBuf>,
    /// A file with the seed of a NATS user's NKey
    #[arg(long, value_name = "FILE", requires = "queue")]
    pub nkey: Option<PathBuf>,
    /// A file with the certificate of the authority that the server's certificate is signed by
    #[arg(long, value_name = "FILE", requires = "queue")]
    pub tls_ca: Option<PathBuf>,
    /// A file with a certificate of our own, for servers that ask for one
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// The file with its key
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
pub struct WorkerArguments {
    #[command(flatten)]
    pub queue: QueueArguments,
    /// Number of tasks at the same time [default: all cores]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// The most memory, such as 500M or 2G; a search that needs more is given up
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
    /// The most time for one task, such as 10m; one that needs more is given up
    #[arg(long, value_name = "TIME")]
    pub timeout: Option<String>,
    /// Claim to be of this version
    #[arg(long, value_name = "VERSION", hide = true)]
    pub version_for_tests: Option<String>,
}

/// What can be told.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Logged {
    /// Each step of the search
    Search,
}

/// How a report is written to stdout.
#[derive(ValueEnum, serde::Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum ReportFormat {
    /// For people at a terminal
    Text,
    /// For programs; `docs/report.schema.json` describes it
    Json,
    /// SARIF 2.1.0, for code scanning and editors
    Sarif,
    /// JUnit XML, for CI servers
    Junit,
    /// Annotations at the lines of a change, by GitHub's runners
    Github,
    /// A summary with figures, for `$GITHUB_STEP_SUMMARY` or a comment
    Markdown,
}

/// The same report in files, beside what is printed.
#[derive(Args, Clone, Debug, Default)]
pub struct FileArguments {
    /// Write a page with a storyboard of each finding, which needs no network and no other file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the report as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the findings as SARIF 2.1.0
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write the verdicts as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write a summary in Markdown, with figures
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Write a JUnit 5 test for each finding into this folder: it builds the heap, calls the
    /// method, and asserts what is broken
    #[arg(long, value_name = "DIR")]
    pub junit_tests: Option<PathBuf>,
}

#[derive(Args, Clone, Debug)]
pub struct ShowArguments {
    /// The method whose finding is drawn, as `Class.method`; of several findings, `Class.method#2`
    /// is the second
    #[arg(value_name = "FINDING")]
    pub finding: String,
    /// Java files, or folders to search for them
    #[arg(value_name = "PATHS")]
    pub paths: Vec<String>,
    /// Where heaps come from, as for `check`
    #[arg(long, value_name = "any|api[=N]")]
    pub from: Option<String>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// How the heap is drawn
    #[arg(long, value_enum, default_value = "text")]
    pub format: DrawingFormat,
    /// Which heap: `before` the call, `after` it, or after the step with this number; `before` for
    /// `heap`, `after` for the others
    #[arg(long, value_name = "WHEN")]
    pub at: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawingFormat {
    /// Before and after, with the reason, as `check` prints it
    Text,
    /// A picture, for browsers and documents
    Svg,
    /// A flowchart that code hosts draw in comments
    Mermaid,
    /// For Graphviz
    Dot,
    /// The form that `tightrope run --heap` takes
    Heap,
}

#[derive(Args, Clone, Debug)]
pub struct GenerateArguments {
    /// The class
    #[arg(value_name = "CLASS")]
    pub class: String,
    /// Java files, or folders to search for them
    #[arg(value_name = "PATHS", default_value = ".")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Print only how many there are
    #[arg(long)]
    pub count: bool,
    /// Print at most so many of them, the smallest first
    #[arg(long, value_name = "N", conflicts_with = "count")]
    pub limit: Option<usize>,
    /// How the result is written
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

#[derive(Args, Clone, Debug)]
pub struct BoundsArguments {
    /// The class
    #[arg(value_name = "CLASS")]
    pub class: String,
    /// Java files, or folders to search for them
    #[arg(value_name = "PATHS", default_value = ".")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Where bounds come from: the shape predicate, one that is derived from the invariant,
    /// enumerated structures, or questions to a SAT solver under the invariant; `shape` takes the
    /// second where the first is missing, and `auto` the third where both are
    #[arg(long, value_enum, default_value = "auto")]
    pub from: BoundsSource,
    /// The file with the shape predicate [default: the name of the Java file, with the ending
    /// .shape]
    #[arg(long, value_name = "FILE")]
    pub shape: Option<PathBuf>,
    /// In which order objects are numbered
    #[arg(long, value_enum, default_value = "breadth-first")]
    pub labels: Labels,
    /// Say how long it took, and how many questions were asked
    #[arg(short, long)]
    pub verbose: bool,
    /// Compare the shape predicate with the invariant instead, scope by scope, and show a smallest
    /// structure on which they differ
    #[arg(long)]
    pub compare: bool,
    /// Check a proof of each value that is left out; only for `--from invariant`, which it implies
    #[arg(long)]
    pub certify: bool,
    /// As `--certify`, and write the proof: LRAT into FILE, what it refutes in DIMACS beside it
    /// (`.cnf`)
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    #[command(flatten)]
    pub queue: QueueArguments,
    /// How the result is written
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

#[derive(ValueEnum, serde::Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum TightSource {
    None,
    Invariant,
    Shape,
    Explore,
    #[default]
    Auto,
}

#[derive(Args, Clone, Debug)]
pub struct DoctorArguments {
    /// The class
    #[arg(value_name = "CLASS")]
    pub class: String,
    /// Java files, or folders to search for them
    #[arg(value_name = "PATHS", default_value = ".")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// How the result is written
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Print no times, so that the same input gives the same text
    #[arg(long, hide = true)]
    pub without_times: bool,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

#[derive(Args, Clone, Debug)]
pub struct MutateArguments {
    /// Java files or folders, and what to mutate in them: `Class.method` or `Class`
    #[arg(required = true, value_name = "PATHS|CLASS.METHOD")]
    pub what: Vec<String>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Mutate only the code, or only the contract
    #[arg(long, value_enum)]
    pub of: Option<MutatedPart>,
    /// Only these operators: names, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub operators: Vec<String>,
    #[command(flatten)]
    pub queue: QueueArguments,
    /// How the result is written
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Print no times, so that the same input gives the same text
    #[arg(long, hide = true)]
    pub without_times: bool,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum MutatedPart {
    Code,
    Contract,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoundsSource {
    Auto,
    Shape,
    Derived,
    Explore,
    Invariant,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    BreadthFirst,
    DepthFirst,
}

impl Labels {
    pub(crate) fn order(self) -> Order {
        match self {
            Labels::BreadthFirst => Order::BreadthFirst,
            Labels::DepthFirst => Order::DepthFirst,
        }
    }
}

/// What a search may cover and use.
#[derive(Args, Clone, Debug, Default)]
pub struct SearchArguments {
    /// The largest heaps: `6`, or `Node=6,int=-2..3,array=3`
    #[arg(long, value_name = "SCOPE")]
    pub scope: Option<String>,
    /// Time limit per method, such as `60s` or `5m`; `0` means no limit [default: 60s; `check`
    /// gives each 5s if there are more than 40]
    #[arg(long, value_name = "TIME")]
    pub timeout: Option<String>,
    /// Number of search threads [default: all cores]; does not affect the result
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Memory limit of the process, such as `500M` or `2G`
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
    /// Step limit of a single run of a method [default: 1000000]
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Search without these accelerations: names, separated by commas, or `all`. The result must
    /// not depend on it
    #[arg(long, value_name = "NAMES", hide = true)]
    pub without: Option<String>,
    /// Engine that decides: `auto`, `all` (they must agree), or the name of one [default: auto]
    #[arg(long, value_name = "NAME")]
    pub engine: Option<String>,
    /// How `glassbox` keeps what is left of a scope: as partial heaps, or, for classes with plain
    /// fields and arrays, as a decision diagram of all states
    #[arg(long, value_enum, default_value = "heaps")]
    pub space: SpaceName,
    /// Compute everything again, and keep nothing for later runs
    #[arg(long)]
    pub no_cache: bool,
    /// Configuration file [default: tightrope.toml, in the current folder or above it]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

#[derive(ValueEnum, serde::Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum SpaceName {
    #[default]
    Heaps,
    Bdd,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Json,
}

#[derive(Args, Clone, Debug)]
pub struct ListArguments {
    /// Java files, or folders to search for them
    #[arg(required = true, value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// Print only the totals and the most frequent reasons why methods are unsupported
    #[arg(long)]
    pub summary: bool,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

#[derive(Args, Clone, Debug)]
pub struct SpecArguments {
    /// The method, as `Class.method`; packages and parameter types may be added:
    /// `pack.Class.method(int,Node)`. A constructor is `Class.new`
    #[arg(value_name = "CLASS.METHOD")]
    pub target: String,
    /// Java files, or folders to search for them
    #[arg(value_name = "PATHS", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Print what the method and its contract are compiled to instead
    #[arg(long, value_enum, value_name = "STAGE", hide = true)]
    pub dump: Option<Stage>,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

#[derive(Args, Clone, Debug)]
pub struct RunArguments {
    /// The method, as `Class.method` or `pack.Class.method(int,Node)`; the number of ARGS also
    /// chooses between overloads. A constructor is `Class.new`
    #[arg(value_name = "CLASS.METHOD")]
    pub target: String,
    /// The arguments, all or none: without them, they are the values of the heap file that are
    /// named like the parameters. Java files and folders behind them are read
    #[arg(value_name = "ARGS|PATHS", allow_negative_numbers = true)]
    pub arguments: Vec<String>,
    /// Java file, or folder to search for them (repeatable) [default: .]
    #[arg(short, long = "path", value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The heap to start from, with the object to call an instance method on as `this`
    #[arg(long, value_name = "FILE")]
    pub heap: Option<PathBuf>,
    /// Print the heap before the run, too
    #[arg(long)]
    pub before: bool,
    /// Give up after this many steps (about one for each simple operation)
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub max_steps: u64,
    /// Give up when this many calls are nested in each other
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_depth: usize,
    /// Give up when there are this many objects
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub max_objects: usize,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

/// How the input is to be understood.
#[derive(Args, Clone, Debug, Default)]
pub struct ReadingArguments {
    /// A boolean method of this name is an invariant, like repOk, repOK and checkRep (repeatable)
    #[arg(long, value_name = "NAME")]
    pub invariant_method: Vec<String>,
    /// Jars and folders with the classes that the files use, as for `javac` (repeatable); those of
    /// a Maven or Gradle project are found by themselves
    #[arg(long, value_name = "PATHS", alias = "classpath")]
    pub class_path: Vec<String>,
    /// Nobody passes null to a method of a file without JML, where nothing says that it may be null
    #[arg(long)]
    pub non_null: bool,
    /// May two objects share what their invariants speak of, as two lists share a node? With
    /// `owned`, heaps where they do are left out
    #[arg(long, value_enum, default_value_t)]
    pub sharing: Sharing,
    /// State of the objects that static fields lead to: as the initialisers left them, or whatever
    /// their invariants admit
    #[arg(long, value_enum, default_value_t)]
    pub statics: Statics,
}

/// What objects that static fields lead to hold before a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Statics {
    // What the static initialisers gave them: the verdict says where code may have changed that
    #[default]
    Initial,
    // Whatever their invariants admit, in the fields of the user's classes that are not final
    Any,
}

/// What objects with invariants may share before a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sharing {
    // Anything: an invariant of somebody else that breaks by sharing alone is named, and not
    // counted
    #[default]
    Any,
    // Nothing that their invariants speak of: heaps where they do are left out
    Owned,
}

#[derive(Args, Clone, Debug)]
pub struct CacheArguments {
    /// What to do
    #[arg(value_enum)]
    pub work: CacheWork,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CacheWork {
    /// Print what is kept
    List,
    /// Read all of it, and compare checksums
    Verify,
    /// Remove all of it
    Clear,
}

#[derive(Args, Clone, Debug)]
pub struct ExplainArguments {
    /// A code such as E0301, a verdict such as `vacuous`, or words of a report; by default, all of
    /// them are listed
    #[arg(value_name = "WHAT")]
    pub what: Vec<String>,
}

#[derive(Args, Clone, Debug)]
pub struct ManArguments {
    /// The command, such as `check`; by default, all of them are named on one page
    pub command: Option<String>,
}

#[derive(Args, Clone, Debug)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
