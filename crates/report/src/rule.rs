//! What can be broken, as stable names: the rules that SARIF, JSON and CI speak of.

use crate::{Counterexample, MethodReport};
use serde::{Deserialize, Serialize};

/// A kind of finding. Names are part of the interface and never change their meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    Ensures,
    Invariant,
    Constraint,
    Initially,
    Signals,
    Exception,
    Returns,
    Assignable,
    Assertion,
    Precondition,
    LoopInvariant,
    Decreases,
    NonNull,
    NeverReturns,
    StackOverflow,
}

impl Rule {
    pub const ALL: &[Rule] = &[
        Rule::Ensures,
        Rule::Invariant,
        Rule::Constraint,
        Rule::Initially,
        Rule::Signals,
        Rule::Exception,
        Rule::Returns,
        Rule::Assignable,
        Rule::Assertion,
        Rule::Precondition,
        Rule::LoopInvariant,
        Rule::Decreases,
        Rule::NonNull,
        Rule::NeverReturns,
        Rule::StackOverflow,
    ];

    /// As it is written in SARIF and JSON.
    pub fn id(self) -> &'static str {
        match self {
            Rule::Ensures => "ensures",
            Rule::Invariant => "invariant",
            Rule::Constraint => "constraint",
            Rule::Initially => "initially",
            Rule::Signals => "signals",
            Rule::Exception => "exception",
            Rule::Returns => "returns",
            Rule::Assignable => "assignable",
            Rule::Assertion => "assertion",
            Rule::Precondition => "precondition",
            Rule::LoopInvariant => "loop-invariant",
            Rule::Decreases => "decreases",
            Rule::NonNull => "non-null",
            Rule::NeverReturns => "never-returns",
            Rule::StackOverflow => "stack-overflow",
        }
    }

    pub fn description(self) -> &'static str {
        match self {
            Rule::Ensures => "A postcondition does not hold after the call.",
            Rule::Invariant => "An invariant, or a repOk method, does not hold after the call.",
            Rule::Constraint => "A constraint between the states before and after the call does not hold.",
            Rule::Initially => "A new object does not satisfy its initially clause.",
            Rule::Signals => "An exception is thrown, and the signals clause for it does not hold.",
            Rule::Exception => "An exception is thrown that no clause allows.",
            Rule::Returns => "The call returns, and its contract demands an exception.",
            Rule::Assignable => "Something is changed that the assignable clause does not name.",
            Rule::Assertion => "An assertion in the code does not hold.",
            Rule::Precondition => "A method is called, and what it requires does not hold.",
            Rule::LoopInvariant => "A loop invariant does not hold.",
            Rule::Decreases => "The measure of a loop does not decrease.",
            Rule::NonNull => "Something is null that is declared to be non-null.",
            Rule::NeverReturns => "The call provably never returns.",
            Rule::StackOverflow => "Calls are nested deeper than a stack allows.",
        }
    }
}

/// The same for the same mistake, wherever its lines have moved to: 16 hexadecimal digits.
pub fn fingerprint(method: &MethodReport, found: &Counterexample) -> String {
    let clause = found.clause.as_ref().map(|clause| clause.text.as_str()).unwrap_or_default();
    let exception = found.exception.as_ref().map(|thrown| thrown.class.as_str()).unwrap_or_default();
    let last = found.path.last().filter(|_| found.clause.is_none()).map(|line| line.text.as_str()).unwrap_or_default();
    let parts = [method.qualified_class.as_str(), &method.signature, found.rule.id(), clause, exception, last];
    // FNV-1a, which anybody can compute again.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for part in parts {
        let words = part.split_whitespace().flat_map(|word| word.bytes().chain([b' '])).chain([0]);
        for byte in words {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}
