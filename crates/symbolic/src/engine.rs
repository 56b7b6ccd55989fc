//! The engine behind the boundary: problems and bounds in, answers by obligation out.
//!
//! A witness is a heap; whoever asked judges it by the reference evaluation. What is not translated
//! is a cut with its reason.

use crate::check::{
    Answers, Encoding, Finding, Gap as Missing, Options, Problem as Translation, Solver, Split, Violation,
};
use crate::contract::Broken;
use crate::decode::Decoded;
use crate::initial::{Keys, Symmetry};
use crate::split::{DecidedPart, PathAnswer, PathPart, PathParts};
use std::sync::Arc;
use tightrope_circuit::{Interrupt, Limits as SolverLimits, Proofs};
use tightrope_engine::{
    Answer, BoundKind, BoundUse, Certificate, Cut, Engine, Gap, Goals, Limits, PartCoverage, Precondition, Proof,
    RunLimit, Search, Witness, Work,
};
use tightrope_heap::Content;
use tightrope_problem::{Bounds, Breach, How, Obligation, ObligationKind, Problem, StatementKind};
use tightrope_program::names::simple_name;

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Symbolic {
    pub setup: Setup,
    /// Who answers the queries.
    pub answers: Answers,
}

/// What users choose of how it works. The answer does not depend on it, only how soon there is one
/// and what vouches for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Setup {
    pub encoding: Encoding,
    pub symmetry: Symmetry,
    pub solver: Solver,
    pub proofs: Proofs,
    pub effort: Effort,
    pub split: Split,
}

/// How much is tried before there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Effort {
    /// As much as time and memory allow.
    #[default]
    Full,
    /// A formula of moderate size and some conflicts for each query: as much on every machine.
    Small,
    /// The same, with a bound on conflicts times gates in all queries together: beside another
    /// search, which it must not outlast by far.
    Spare,
}

/// Of a small effort.
const FEW_CONFLICTS: u64 = 5_000;
const FEW_GATES: usize = 400_000;

/// What can be spared.
const SPARE_EFFORT: u64 = 150_000_000;
const SPARE_GATES: usize = 100_000;

impl Engine for Symbolic {
    fn name(&self) -> &'static str {
        "symbolic"
    }

    /// What a method reaches that is not translated shows in the translation; only a method has
    /// one.
    fn supports(&self, problem: &Problem<'_>) -> Result<(), Gap> {
        let what = match problem.method() {
            None => "lists of structures",
            Some(_) if problem.program.statics_vary => "objects of static fields in any state",
            Some(_) if problem.program.is_owned => "objects that share nothing",
            Some(_) => return Ok(()),
        };
        Err(Gap { what: what.to_owned(), place: None })
    }

    fn start<'p>(&self, problem: Arc<Problem<'p>>) -> Box<dyn Search<'p> + 'p> {
        Box::new(SymbolicSearch::new(self, problem, None))
    }
}

impl Symbolic {
    /// A search of a method whose paths are split and decided by others.
    pub fn start_with<'p>(&self, problem: Arc<Problem<'p>>, others: &'p dyn PathParts) -> Box<dyn Search<'p> + 'p> {
        Box::new(SymbolicSearch::new(self, problem, Some(others)))
    }

    /// Decides a part of a method's paths for somebody else. `None`: there is no such part.
    /// `enough`: says when paths that are followed one by one should be given back.
    pub fn decide_part(
        &self,
        problem: &Arc<Problem<'_>>,
        bounds: &Bounds,
        limits: &Limits<'_>,
        part: &PathPart,
        enough: Option<Interrupt>,
    ) -> Option<PathAnswer> {
        let search = SymbolicSearch::new(self, Arc::clone(problem), None);
        let options = Options { enough, ..search.options(bounds, limits) };
        search.translation.as_ref()?.decide_part(&bounds.scope, &options, part)
    }
}

struct SymbolicSearch<'p> {
    problem: Arc<Problem<'p>>,
    translation: Option<Translation<'p>>,
    setup: Setup,
    answers: Answers,
    others: Option<&'p dyn PathParts>,
    /// Each place holds what the bounds say, and numbers are bits everywhere: for what the usual
    /// translation does not support.
    placed: Option<Translation<'p>>,
}

impl<'p> Search<'p> for SymbolicSearch<'p> {
    fn answer(&mut self, goals: &Goals, bounds: &Bounds, limits: &Limits<'_>) -> Answer {
        if let Some(cut) = limits.exhausted() {
            return Answer::cut_off(cut);
        }
        let options = self.options(bounds, limits);
        let Some(translation) = &mut self.translation else {
            return Answer::cut_off(Cut::Gap(Gap { what: "lists of structures".to_owned(), place: None }));
        };
        let mut found = translation.decide_by(&bounds.scope, &options, self.others);
        if let Some(second) = self.look_closer(&found, bounds, options) {
            found = second;
        }
        let mut answer = self.answer_of(&found, limits);
        // Tight bounds were found by others, who gave no proof.
        if self.setup.proofs != Proofs::None && bounds.tight.is_none() && answer.is_complete() {
            answer.certificate = Some(certificate_of(&found));
        }
        answer.witnesses.retain(|witness| goals.contains(witness.breach.obligation));
        answer.coverage.assumptions.clone_from(&bounds.assumptions);
        answer.coverage.assumptions.extend(self.problem.assumptions_of_code());
        answer.coverage.parts = found.parts.iter().map(part_coverage).collect();
        let program = self.problem.program;
        if self.problem.user_classes().any(|class| program.class(class).static_initializer.is_some()) {
            answer.coverage.assumptions.push("static initialisers have run before the call".to_owned());
        }
        if found.has_excluded {
            answer.coverage.assumptions.push("`assume` in the code excluded runs".to_owned());
        }
        answer.coverage.assumptions.extend(found.shares.iter().map(|class| {
            let name = simple_name(program, *class);
            let text = "breaks that shares objects with what the method was given";
            format!("sharing is not counted: the invariant of another `{name}` {text}")
        }));
        // A circuit does not say which bound mattered: every one may have.
        answer.bounds.extend(bounds.objects.iter().map(|object| BoundUse {
            bound: BoundKind::Objects { name: object.name.clone(), class: object.class },
            limit: object.limit as u64,
            largest: object.limit as u64,
            reached: true,
        }));
        answer
    }
}

impl<'p> SymbolicSearch<'p> {
    fn new(engine: &Symbolic, problem: Arc<Problem<'p>>, others: Option<&'p dyn PathParts>) -> SymbolicSearch<'p> {
        let translation = problem.method().and_then(|method| {
            if needs_places(&problem) {
                return Translation::in_places(&problem);
            }
            let unreferenced = problem.quantified.iter().chain(&problem.observers).copied().collect();
            Some(Translation::with_unreferenced(problem.program, method, unreferenced))
        });
        let (setup, answers) = (engine.setup, engine.answers.clone());
        SymbolicSearch { problem, translation, setup, answers, others, placed: None }
    }

    /// What another translation says, where the usual one does not support all that a run does.
    fn look_closer(&mut self, found: &Finding, bounds: &Bounds, options: Options) -> Option<Finding> {
        let is_unsupported = found.gaps.iter().any(|gap| matches!(gap, Missing::Unsupported(_)));
        // Others who decide parts translate as usual.
        let is_usual = self.translation.as_ref().is_some_and(|usual| !usual.is_in_places());
        if !is_unsupported || !found.violations.is_empty() || self.others.is_some() || !is_usual {
            return None;
        }
        if self.placed.is_none() {
            self.placed = Translation::in_places(&self.problem);
        }
        let options = Options { keys: Keys::Bits, split: without_names(options.split), ..options };
        let second = self.placed.as_mut()?.decide_by(&bounds.scope, &options, None);
        let is_better = second.gaps.is_empty() || !second.violations.is_empty();
        is_better.then_some(second)
    }

    fn options(&self, bounds: &Bounds, limits: &Limits<'_>) -> Options {
        let Setup { encoding, symmetry, solver, proofs, effort, split } = self.setup;
        let is_in_places = self.translation.as_ref().is_some_and(Translation::is_in_places);
        let usual = Options::default();
        let (conflicts, most_effort, most_gates) = match effort {
            Effort::Full => (None, None, usual.most_gates),
            Effort::Small => (Some(FEW_CONFLICTS), None, FEW_GATES),
            Effort::Spare => (Some(FEW_CONFLICTS), Some(SPARE_EFFORT), SPARE_GATES),
        };
        let cancel = limits.cancel.clone();
        Options {
            encoding,
            symmetry,
            solver,
            proofs,
            answers: self.answers.clone(),
            limits: SolverLimits {
                deadline: limits.deadline,
                conflicts,
                interrupt: Some(Interrupt::new(move || cancel.stopped().is_some())),
            },
            tight: bounds.tight.clone(),
            most_effort,
            most_gates,
            most_iterations: limits.run.iterations.unwrap_or(usual.most_iterations),
            split: if is_in_places { without_names(split) } else { split },
            keys: if is_in_places { Keys::Bits } else { usual.keys },
            threads: limits.threads,
            ..usual
        }
    }

    fn answer_of(&self, found: &Finding, limits: &Limits<'_>) -> Answer {
        let mut answer = Answer {
            precondition: match found.gaps.is_empty() {
                _ if found.is_vacuous => Precondition::Empty(Vec::new()),
                _ if found.is_assumed_away => Precondition::AssumedAway,
                true => Precondition::Met,
                false => Precondition::Unknown,
            },
            work: match found.by_paths {
                true => Work::Followed { paths: found.parts.len() as u64 },
                false => Work::Solved {
                    variables: found.work.variables as u64,
                    clauses: found.work.clauses as u64,
                    conflicts: found.work.conflicts,
                },
            },
            ..Answer::default()
        };
        answer.cuts.extend(found.gaps.iter().map(|gap| self.cut_of(gap, limits)));
        for violation in &found.violations {
            match self.witness_of(violation) {
                Some(witness) => answer.witnesses.push(witness),
                None => answer.cuts.push(Cut::Undecided(violation.span)),
            }
        }
        answer.witnesses.sort_by_key(|witness| witness.objects);
        answer
    }

    fn cut_of(&self, gap: &Missing, limits: &Limits<'_>) -> Cut {
        match gap {
            Missing::Unsupported(what) => Cut::Gap(Gap { what: what.clone(), place: None }),
            Missing::Bound(_) => Cut::Budget(RunLimit::Steps),
            Missing::Undecided => limits.exhausted().unwrap_or(Cut::Timeout),
        }
    }

    fn witness_of(&self, violation: &Violation) -> Option<Witness> {
        let obligations = &self.problem.obligations;
        let obligation = obligations.iter().find(|obligation| is_meant(obligation, violation))?;
        let how = match violation.broken {
            Broken::Exception(class) => How::Exception { class, made: violation.span },
            Broken::Frame(field) => How::Writes(field),
            Broken::NeverReturns => How::Repeats { at: violation.span },
            _ => How::False,
        };
        let Decoded { heap, ranks } = violation.call.clone();
        let objects = heap.objects.iter().filter(|object| !matches!(object.content, Content::Text(_))).count();
        let breach = Breach { obligation: obligation.id, how };
        let excuse = self.problem.excuse(&breach, &heap);
        Some(Witness { breach, excuse, heap, ranks, uninitialized: Vec::new(), objects, runs: 1 })
    }
}

/// Is there more to be said of places than the types of the user's classes do?
fn needs_places(problem: &Problem<'_>) -> bool {
    problem.collection_classes().next().is_some() || problem.has_type_arguments() || !problem.finals.is_empty()
}

/// Paths name the objects of heaps that are made from types.
fn without_names(split: Split) -> Split {
    match split {
        Split::Auto | Split::Paths => Split::None,
        other => other,
    }
}

/// Every query that was refuted has a proof, else it would have been left undecided.
fn certificate_of(found: &Finding) -> Certificate {
    let proofs = found.proofs.iter().map(|(problem, proof)| Proof { problem: problem.clone(), proof: proof.clone() });
    Certificate { refutations: found.work.refutations as u64, proofs: proofs.collect() }
}

fn part_coverage(part: &DecidedPart) -> PartCoverage {
    let choices = part.choices.iter().map(|choice| (choice.span, choice.goes_through)).collect();
    PartCoverage { choices, is_covered: part.is_complete }
}

/// Is this the obligation that was broken?
fn is_meant(obligation: &Obligation, violation: &Violation) -> bool {
    let is_clause = obligation.clause == violation.span;
    match (obligation.kind, violation.broken) {
        (ObligationKind::Exceptions, Broken::Exception(_))
        | (ObligationKind::Terminates, Broken::NeverReturns)
        | (ObligationKind::StackFits, Broken::StackOverflow) => true,
        (ObligationKind::Invariant { class, .. }, Broken::Invariant(broken)) => is_clause && class == broken,
        (ObligationKind::Ensures, Broken::Ensures)
        | (ObligationKind::Signals(_), Broken::Signals)
        | (ObligationKind::MustThrow, Broken::Returned)
        | (ObligationKind::Frame, Broken::Frame(_))
        | (ObligationKind::StaticInvariant, Broken::StaticInvariant)
        | (ObligationKind::Constraint, Broken::Constraint)
        | (ObligationKind::Initially, Broken::Initially)
        | (ObligationKind::Statement(StatementKind::Assert | StatementKind::Precondition(_)), Broken::Assert)
        | (ObligationKind::Statement(StatementKind::LoopInvariant), Broken::LoopInvariant)
        | (ObligationKind::Statement(StatementKind::Decreases), Broken::Decreases) => is_clause,
        _ => false,
    }
}
