//! Which engines there are, and which of them decide a problem.
//!
//! Engines are registered here, one line each in [`engines`]. Only `symbolic` is named elsewhere in
//! the pipeline: for all numbers, for field bounds and for proofs.

use std::fmt;
use std::str::FromStr;
use tightrope_engine::Engine;
use tightrope_explore::{Auto, Diagrams, Explore, Glassbox};
use tightrope_machine::Accelerations;
use tightrope_problem::Problem;
use tightrope_symbolic::{Answers, Setup, Symbolic};

/// In debug builds, parts of small heaps are completed and judged again.
const AUDITED: usize = if cfg!(debug_assertions) { 3 } else { 0 };

/// All engines, the one that is asked first by default at the top.
pub fn engines(accelerations: Accelerations, setup: Setup) -> Vec<Box<dyn Engine>> {
    engines_with(accelerations, setup, Answers::Solved)
}

/// The same, where it matters who answers the queries of `symbolic`.
pub(crate) fn engines_with(accelerations: Accelerations, setup: Setup, answers: Answers) -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(Auto { accelerations, audited: AUDITED }),
        Box::new(Explore { accelerations }),
        Box::new(Glassbox { accelerations, audited: AUDITED }),
        Box::new(Symbolic { setup, answers }),
        Box::new(Diagrams { accelerations }),
    ]
}

/// Whom to ask: `--engine`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EngineChoice {
    /// The engine `auto`, which supports every problem.
    #[default]
    Auto,
    /// Every engine that supports the problem; they have to agree.
    All,
    /// The one of this name.
    Named(String),
}

impl EngineChoice {
    /// The engines that are asked about a problem. Empty: none of the chosen ones supports it.
    pub(crate) fn pick<'e>(
        &self,
        engines: &'e [Box<dyn Engine>],
        problem: &Problem<'_>,
    ) -> Result<Vec<&'e dyn Engine>, tightrope_engine::Gap> {
        let is_chosen = |name: &str| match self {
            EngineChoice::Auto => true,
            // `auto` only hands on to `explore` and `glassbox`.
            EngineChoice::All => name != "auto",
            EngineChoice::Named(wanted) => name == wanted,
        };
        let mut gap = tightrope_engine::Gap { what: "this method".to_owned(), place: None };
        let mut picked = Vec::new();
        for engine in engines.iter().filter(|engine| is_chosen(engine.name())) {
            match engine.supports(problem) {
                Ok(()) => picked.push(engine.as_ref()),
                Err(why) => gap = why,
            }
            if !picked.is_empty() && *self != EngineChoice::All {
                break;
            }
        }
        if picked.is_empty() { Err(gap) } else { Ok(picked) }
    }
}

impl FromStr for EngineChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineChoice, String> {
        let names: Vec<&'static str> =
            engines(Accelerations::ALL, Setup::default()).iter().map(|engine| engine.name()).collect();
        match text {
            "auto" => Ok(EngineChoice::Auto),
            "all" => Ok(EngineChoice::All),
            name if names.contains(&name) => Ok(EngineChoice::Named(name.to_owned())),
            _ => Err(format!("there is no engine of this name; there are all, {}", names.join(", "))),
        }
    }
}

impl fmt::Display for EngineChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineChoice::Auto => "auto",
            EngineChoice::All => "all",
            EngineChoice::Named(name) => name,
        })
    }
}
