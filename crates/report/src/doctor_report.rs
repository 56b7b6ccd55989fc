//! What `tightrope doctor` found about a class, as plain data.

use crate::{Place, Rule};
use serde::Serialize;

/// One class.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DoctorReport {
    pub schema: u32,
    pub tool_version: String,
    pub class: String,
    /// The largest that was looked at.
    pub scope: String,
    pub seconds: f64,
    pub interrupted: bool,
    /// Structures by scope.
    pub sizes: Vec<SizeCount>,
    pub conjuncts: Vec<ConjunctReport>,
    /// A smallest structure that the invariant admits and no sequence of calls builds.
    pub unbuilt: Option<DrawnHeap>,
    /// A heap that calls build and the invariant rejects.
    pub rejected: Option<DrawnHeap>,
    pub rep_ok: Vec<RepOkTrouble>,
    pub advice: Vec<Advice>,
    pub notes: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SizeCount {
    pub scope: String,
    /// Up to this scope.
    pub structures: u64,
    /// That no smaller scope has.
    pub new: u64,
}

/// A part of the invariant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ConjunctReport {
    pub text: String,
    pub place: Place,
    #[serde(flatten)]
    pub finding: ConjunctFinding,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "finding", rename_all = "snake_case")]
pub enum ConjunctFinding {
    /// It alone rejects this heap, the smallest one.
    Needed {
        scope: String,
        heap: DrawnHeap,
    },
    /// Within the scope the others reject whatever it rejects.
    Redundant {
        /// Of numbers, only some were tried: one that was not may tell.
        not_all_numbers: bool,
    },
    Unknown {
        reason: String,
    },
}

/// A heap for people and for `tightrope run --heap`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DrawnHeap {
    #[serde(skip)]
    pub drawing: Vec<String>,
    pub heap: String,
    /// That build it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
}

/// A heap that a `repOk` cannot say anything about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RepOkTrouble {
    pub rule: Rule,
    pub title: String,
    pub heap: Option<DrawnHeap>,
}

/// Something to write.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Advice {
    pub place: Option<Place>,
    pub message: String,
}
