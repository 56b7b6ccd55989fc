//! What `tightrope mutate` found, as plain data.

use crate::{Place, Rule};
use serde::Serialize;

/// One run of `tightrope mutate`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MutationReport {
    pub schema: u32,
    pub tool_version: String,
    /// The largest scope that was asked for.
    pub scope: String,
    pub seconds: f64,
    pub interrupted: bool,
    pub methods: Vec<MutatedMethod>,
    pub notes: Vec<String>,
}

/// A method and its mutants.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MutatedMethod {
    pub class: String,
    pub method: String,
    pub place: Place,
    /// Why there are no mutants: the method itself does not hold.
    pub refused: Option<String>,
    /// Candidates that do not type-check, or whose contract cannot be evaluated.
    pub stillborn: usize,
    /// Smallest first.
    pub scopes: Vec<MutationRung>,
    pub mutants: Vec<MutantReport>,
}

/// One scope: the mutants that were still alive, and what became of them.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MutationRung {
    pub scope: String,
    /// Checked here.
    pub tried: usize,
    pub killed: usize,
    /// The sum over all that were tried.
    pub seconds: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct MutantReport {
    /// `AORB_2`.
    pub id: String,
    /// `AORB`.
    pub operator: String,
    /// `code` or `contract`.
    pub part: String,
    /// The method that the change is in, if it is a helper: `unlink`.
    pub helper: Option<String>,
    pub place: Place,
    /// The lines that differ, with `-` and `+`.
    pub diff: Vec<String>,
    #[serde(flatten)]
    pub fate: Fate,
    pub seconds: f64,
}

/// What became of a mutant.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "fate", rename_all = "snake_case")]
pub enum Fate {
    Killed {
        /// The smallest number of objects of each class that tells.
        objects: usize,
        scope: String,
        rule: Rule,
        /// What it breaks: `ensures does not hold`.
        title: String,
        call: String,
    },
    /// No heap of the scope tells it from the original.
    Survived,
    /// Neither: a budget was used up, or no heap satisfies the mutated precondition.
    Undecided { reason: String },
}

/// Why a mutant is undecided that was not checked to the end, because the run was stopped.
pub const INTERRUPTED: &str = "interrupted";

impl Fate {
    /// Did somebody stop the run before it was decided?
    pub fn is_interrupted(&self) -> bool {
        matches!(self, Fate::Undecided { reason } if reason == INTERRUPTED)
    }
}

impl MutatedMethod {
    pub fn name(&self) -> String {
        format!("{}.{}", self.class, self.method)
    }

    pub fn survivors(&self) -> impl Iterator<Item = &MutantReport> {
        self.mutants.iter().filter(|mutant| mutant.fate == Fate::Survived)
    }

    pub fn killed(&self) -> usize {
        self.mutants.iter().filter(|mutant| matches!(mutant.fate, Fate::Killed { .. })).count()
    }
}
