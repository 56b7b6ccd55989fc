//! The command line, as data.

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Check Java code on linked data structures against its JML contract or repOk, on every heap up to a bound.
///
/// This version reads and types Java and JML: `list` shows what it found and what it can model, `spec` shows what a
/// method promises. The engines that check the promises are not part of it yet.
#[derive(Parser, Clone, Debug)]
#[command(name = "tightrope", version, styles = STYLES, disable_help_subcommand = true, after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub manners: Manners,
}

const EXIT_CODES: &str = "\
Exit codes:
  0    all went well
  2    wrong usage, or no class or method has the given name
  4    the input cannot be read, does not parse or does not type-check
  5    a bug in tightrope
  130  interrupted

Results go to stdout, everything else to stderr.";

/// How the tool talks.
#[derive(Args, Clone, Debug)]
pub struct Manners {
    /// When to use colours; `auto` uses them on a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN", display_order = 100)]
    pub color: Color,
    /// Print no warnings, notes or summaries on stderr; errors are still printed
    #[arg(short, long, global = true, display_order = 101)]
    pub quiet: bool,
    /// Print at most this many errors and warnings (errors first; 0 prints all); the last line counts them all
    #[arg(long, global = true, default_value_t = 50, value_name = "N", display_order = 102)]
    pub max_diagnostics: usize,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// List classes, invariants, methods, contracts, and what is (un)supported
    #[command(after_help = LIST_EXAMPLES)]
    List(ListArguments),
    /// Print the effective contract of a method, each clause with its origin
    #[command(after_help = SPEC_EXAMPLES)]
    Spec(SpecArguments),
    /// Explain an error or warning code
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArguments),
}

const LIST_EXAMPLES: &str = "\
Examples:
  tightrope list examples/SortedList.java
  tightrope list --summary my-project     (a folder; Maven and Gradle layouts are found)";

const SPEC_EXAMPLES: &str = "\
Examples:
  tightrope spec SortedList.insert examples
  tightrope spec 'org.example.Tree.put(int,Node)' src/main/java";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  tightrope explain E0301
  tightrope explain            (lists all codes)";

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
    /// The method, as `Class.method`; packages and parameter types may be added: `pack.Class.method(int,Node)`. A
    /// constructor is `Class.new`
    #[arg(value_name = "CLASS.METHOD")]
    pub target: String,
    /// Java files, or folders to search for them
    #[arg(value_name = "PATHS", default_value = ".")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

/// How the input is to be understood.
#[derive(Args, Clone, Debug, Default)]
pub struct ReadingArguments {
    /// A boolean method of this name is an invariant, like repOk, repOK and checkRep (repeatable)
    #[arg(long, value_name = "NAME")]
    pub invariant_method: Vec<String>,
}

#[derive(Args, Clone, Debug)]
pub struct ExplainArguments {
    /// The code, like E0301; without one, all codes are listed
    pub code: Option<String>,
}
