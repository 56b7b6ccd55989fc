//! The table of accelerations: what makes a search faster, has a switch, and must not change its
//! result. (A whole way of searching is switched by `--engine`, and field bounds by `--bounds`.)
//!
//! Each of them can be switched off, so that a test can ask what would happen without it:
//! `tightrope check --without plans,ranges`, or `--without all`. The reference semantics needs none
//! of them. What they share is one claim, which each makes in its own words: verdicts, broken
//! clauses and complete structures stay the same. Some of them also decide *what is asked when*, so
//! that a heap of which nobody looks at all parts may be split into other partial heaps: then the
//! numbers of partial heaps and of runs are others, and only these.

use std::fmt;
use std::str::FromStr;

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Acceleration {
    Plans,
    ReachSets,
    KeptCalls,
    ReadOnlyCalls,
    InnerLoop,
    Sums,
    Ranges,
    Untouched,
    Forcing,
    SettledInstances,
    Watches,
    Refutation,
    EagerNumbers,
    QuestionOrder,
    LazyReads,
    Failures,
    Frontier,
    SettledHeaps,
    Counting,
    Induction,
    InformationFlow,
    SpecialAsserts,
    LeastSizes,
    Rounds,
}

/// What is said of one of them.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub name: &'static str,
    /// What must be so for the result to be right.
    pub claim: &'static str,
    /// What is left of it when it is switched off; empty: nothing.
    pub remains: &'static str,
    /// The numbers of partial heaps and of runs stay the same, too.
    pub keeps_counts: bool,
    /// Without it, runs use up their budget that end with it, or are known never to end.
    pub decides_more: bool,
}

impl Acceleration {
    pub const ALL: [Acceleration; 24] = [
        Acceleration::Plans,
        Acceleration::ReachSets,
        Acceleration::KeptCalls,
        Acceleration::ReadOnlyCalls,
        Acceleration::InnerLoop,
        Acceleration::Sums,
        Acceleration::Ranges,
        Acceleration::Untouched,
        Acceleration::Forcing,
        Acceleration::SettledInstances,
        Acceleration::Watches,
        Acceleration::Refutation,
        Acceleration::EagerNumbers,
        Acceleration::QuestionOrder,
        Acceleration::LazyReads,
        Acceleration::Failures,
        Acceleration::Frontier,
        Acceleration::SettledHeaps,
        Acceleration::Counting,
        Acceleration::Induction,
        Acceleration::InformationFlow,
        Acceleration::SpecialAsserts,
        Acceleration::LeastSizes,
        Acceleration::Rounds,
    ];

    /// Its row of the table.
    pub const fn row(self) -> Row {
        match self {
            Acceleration::Plans => row("plans", "a formula laid out as steps has the outcome of the tree, or none"),
            Acceleration::ReachSets => row("reach-sets", "a kept set is what a walk over the heap at hand would find"),
            Acceleration::KeptCalls => {
                row("kept-calls", "a pure method that reads the same slots with the same values gives the same")
            }
            Acceleration::ReadOnlyCalls => row(
                "read-only-calls",
                "a pure method that only looks gives on the state itself what it gives on a copy",
            ),
            Acceleration::InnerLoop => row("inner-loop", "plain instructions in a row do what they do one by one"),
            Acceleration::Sums => {
                let claim = "two counts whose open comparisons cancel are equal, however these turn out";
                asks_otherwise(row("sums", claim))
            }
            Acceleration::Ranges => {
                let claim = "no heap that the partial one can become gives an open number a value outside its range";
                asks_otherwise(row("ranges", claim))
            }
            Acceleration::Untouched => {
                let claim =
                    "an invariant that held before the run holds after it where nothing that it reads has changed";
                asks_otherwise(row("untouched", claim))
            }
            Acceleration::Forcing => {
                let claim = "what an assumption forces is so in every heap on which it is true";
                let remains = "numbers that an assumption fixes: they define which heaps belong to the scope";
                asks_otherwise(Row { remains, ..row("forcing", claim) })
            }
            Acceleration::SettledInstances => {
                let claim = "an instance that holds on a partial heap holds on all that this becomes";
                asks_otherwise(row("settled-instances", claim))
            }
            Acceleration::Watches => {
                let claim = "a clause is open as before as long as nothing has changed that it met";
                asks_otherwise(row("watches", claim))
            }
            Acceleration::Refutation => {
                let claim = "an answer that makes an assumption false leads to no valid heap";
                asks_otherwise(row("refutation", claim))
            }
            Acceleration::EagerNumbers => {
                let claim = "a new ordered value of which nothing is known excludes no heap";
                asks_otherwise(row("eager-numbers", claim))
            }
            Acceleration::QuestionOrder => {
                let claim = "the answers to any question cover all heaps";
                let remains = "numbers that are chosen from a range come last";
                asks_otherwise(Row { remains, ..row("question-order", claim) })
            }
            Acceleration::LazyReads => {
                let claim = "a `repOk` cannot tell a word that stands for an open slot from what the slot holds";
                asks_otherwise(row("lazy-reads", claim))
            }
            Acceleration::Failures => row("failures", "a `repOk` that reads the same as one that failed fails"),
            Acceleration::Frontier => {
                let claim = "all that a larger scope has more lies behind the answers that the smaller one refused";
                asks_otherwise(row("frontier", claim))
            }
            Acceleration::SettledHeaps => {
                let claim = "a complete heap that held in a smaller scope holds in a larger one";
                asks_otherwise(row("settled-heaps", claim))
            }
            Acceleration::Counting => {
                row("counting", "it counts as many ways as there are to fill in the last numbers")
            }
            Acceleration::Induction => {
                let claim = "a run that goes on as on a smaller heap meets its contract where that one does";
                asks_otherwise(row("induction", claim))
            }
            Acceleration::InformationFlow => asks_otherwise(row("information-flow", "what came to nothing may be any")),
            Acceleration::SpecialAsserts => asks_otherwise(row("special-asserts", "no valid heap lets `RepOk` throw")),
            Acceleration::LeastSizes => asks_otherwise(row("least-sizes", "no heap of a part has fewer nodes")),
            Acceleration::Rounds => {
                let claim = "rounds in which nothing but counters changes go on until a comparison comes out otherwise";
                decides_more(asks_otherwise(row("rounds", claim)))
            }
        }
    }

    /// Where it is done, below `crates`.
    pub const fn file(self) -> &'static str {
        match self {
            Acceleration::Plans => "machine/src/formula/plan.rs",
            Acceleration::ReachSets => "machine/src/formula/reach_cache.rs",
            Acceleration::KeptCalls => "machine/src/pure_calls.rs",
            Acceleration::ReadOnlyCalls => "machine/src/formula/fast/calls.rs",
            Acceleration::InnerLoop => "machine/src/inner_loop.rs",
            Acceleration::Sums => "machine/src/formula/symbolic_counts.rs",
            Acceleration::Ranges => "machine/src/formula/intervals/mod.rs",
            Acceleration::Untouched => "machine/src/formula/preserved.rs",
            Acceleration::Forcing => "explore/src/force.rs",
            Acceleration::SettledInstances => "machine/src/formula/assume.rs",
            Acceleration::Watches => "machine/src/formula/watch.rs",
            Acceleration::Refutation => "explore/src/refute.rs",
            Acceleration::EagerNumbers => "explore/src/choose.rs",
            Acceleration::QuestionOrder => "explore/src/assume.rs",
            Acceleration::LazyReads => "machine/src/lazy_reads.rs",
            Acceleration::Failures => "explore/src/failures.rs",
            Acceleration::Frontier | Acceleration::SettledHeaps => "explore/src/frontier.rs",
            Acceleration::Counting => "explore/src/generate.rs",
            Acceleration::Induction => "explore/src/induction.rs",
            Acceleration::InformationFlow => "explore/src/diagrams/flow.rs",
            Acceleration::SpecialAsserts => "explore/src/rep_ok.rs",
            Acceleration::LeastSizes => "explore/src/least.rs",
            Acceleration::Rounds => "machine/src/rounds.rs",
        }
    }
}

const fn row(name: &'static str, claim: &'static str) -> Row {
    Row { name, claim, remains: "", keeps_counts: true, decides_more: false }
}

const fn asks_otherwise(row: Row) -> Row {
    Row { keeps_counts: false, ..row }
}

const fn decides_more(row: Row) -> Row {
    Row { decides_more: true, ..row }
}

impl fmt::Display for Acceleration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}

/// Those that are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accelerations(u32);

impl Accelerations {
    pub const ALL: Accelerations = Accelerations((1 << Acceleration::ALL.len()) - 1);
    pub const NONE: Accelerations = Accelerations(0);
    /// Those of the reference: what proves something of a run that would take too long, and leaves
    /// everything as it is otherwise.
    pub const REFERENCE: Accelerations = Accelerations::NONE.with(Acceleration::Rounds);

    #[inline(always)]
    pub const fn has(self, one: Acceleration) -> bool {
        self.0 >> one as u32 & 1 == 1
    }

    #[must_use]
    pub const fn without(self, one: Acceleration) -> Accelerations {
        Accelerations(self.0 & !(1 << one as u32))
    }

    #[must_use]
    pub const fn with(self, one: Acceleration) -> Accelerations {
        Accelerations(self.0 | 1 << one as u32)
    }
}

impl Default for Accelerations {
    fn default() -> Accelerations {
        Accelerations::ALL
    }
}

/// A name that is not in the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAcceleration(String);

impl fmt::Display for UnknownAcceleration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Acceleration::ALL.map(|one| one.row().name).join(", ");
        write!(f, "`{}` is not the name of an acceleration; there are: {names}, and `all`", self.0)
    }
}

/// Reads what is to be switched off: names, separated by commas, or `all`.
impl FromStr for Accelerations {
    type Err = UnknownAcceleration;

    fn from_str(without: &str) -> Result<Accelerations, UnknownAcceleration> {
        without.split(',').map(str::trim).try_fold(Accelerations::ALL, |on, name| match name {
            "all" => Ok(Accelerations::NONE),
            _ => match Acceleration::ALL.into_iter().find(|one| one.row().name == name) {
                Some(one) => Ok(on.without(one)),
                None => Err(UnknownAcceleration(name.to_owned())),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_bit_and_a_name_of_its_own() {
        for (index, one) in Acceleration::ALL.into_iter().enumerate() {
            assert_eq!(one as usize, index);
            assert!(!Accelerations::ALL.without(one).has(one) && Accelerations::NONE.with(one).has(one));
            assert_eq!(one.row().name.parse(), Ok(Accelerations::ALL.without(one)));
        }
    }

    #[test]
    fn each_has_its_file() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for one in Acceleration::ALL {
            assert!(crates.join(one.file()).is_file(), "{one}: {}", one.file());
        }
    }

    #[test]
    fn what_is_switched_off_is_read() {
        let expected = Accelerations::ALL.without(Acceleration::Plans).without(Acceleration::Ranges);
        assert_eq!("plans, ranges".parse(), Ok(expected));
        assert_eq!("all".parse(), Ok(Accelerations::NONE));
        let error = "plans,rangs".parse::<Accelerations>().map_err(|error| error.to_string());
        assert!(error.is_err_and(|text| text.starts_with("`rangs`") && text.contains("reach-sets")));
        assert!("".parse::<Accelerations>().is_err());
    }
}
