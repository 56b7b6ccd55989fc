//! How `symbolic` is to work, by the arguments: `--certify`, `--proof`, `--symmetry`,
//! `--encoding`, `--solver`, `--split`; and the proof as files.

use crate::arguments::{CheckArguments, EncodingName, SolverName, SymmetryBreaking, TightSource};
use std::path::{Path, PathBuf};
use tightrope_check::{Encoding, EngineChoice, Proofs, Setup, Solver, Split, Symmetry};
use tightrope_program::MethodId;
use tightrope_report::{RunReport, Verdict};
use tightrope_source::{Code, Diagnostic};

/// The engine and how it works; only `symbolic` can give proofs.
pub(crate) fn solving(
    arguments: &CheckArguments,
    engine: &EngineChoice,
) -> Result<(EngineChoice, Setup), Box<Diagnostic>> {
    let asked = &arguments.solving;
    let wants_proofs = asked.certify || asked.proof.is_some();
    let setup = Setup {
        encoding: match asked.encoding {
            EncodingName::Merged => Encoding::Merged,
            EncodingName::Relational => Encoding::Relational,
            EncodingName::RelationalMatrices => Encoding::RelationalMatrices,
        },
        symmetry: match asked.symmetry {
            SymmetryBreaking::None => Symmetry::None,
            SymmetryBreaking::Full => Symmetry::Full,
        },
        solver: match asked.solver {
            SolverName::Cadical => Solver::Cadical,
            SolverName::Batsat => Solver::Batsat,
        },
        proofs: match (wants_proofs, &asked.proof) {
            (false, _) => Proofs::None,
            (true, None) => Proofs::Checked,
            (true, Some(_)) => Proofs::Kept,
        },
        split: asked.split.as_deref().map_or(Ok(Split::Auto), how_to_split)?,
        ..Setup::default()
    };
    let refused = |why: &str| Err(Box::new(Diagnostic::without_place(Code::BadArgument, why.to_owned())));
    let is_split = setup.split.has_parts();
    if setup.split == Split::Paths && setup.encoding != Encoding::Merged {
        return refused(
            "`--split paths` with `--encoding`: paths have an encoding of their own; leave one of them out",
        );
    }
    let is_special = is_split || setup.encoding != Encoding::Merged;
    if !wants_proofs && !is_special {
        return Ok((engine.clone(), setup));
    }
    if !wants_proofs {
        let what = if is_split { "does not split paths" } else { "makes no formula" };
        return match engine {
            EngineChoice::Auto => Ok((EngineChoice::Named("symbolic".to_owned()), setup)),
            EngineChoice::Named(name) if name != "symbolic" => {
                refused(&format!("`--engine {name}` {what}: `symbolic` does"))
            }
            chosen => Ok((chosen.clone(), setup)),
        };
    }
    if setup.solver == Solver::Batsat {
        return refused("`--solver batsat` gives no proofs: leave it out, or `--certify`");
    }
    if !matches!(arguments.bounds, TightSource::Auto | TightSource::None) {
        return refused("`--bounds` with `--certify`: how bounds were found is not certified; leave one of them out");
    }
    match engine {
        EngineChoice::Auto => Ok((EngineChoice::Named("symbolic".to_owned()), setup)),
        EngineChoice::All => Ok((EngineChoice::All, setup)),
        EngineChoice::Named(name) if name == "symbolic" => Ok((engine.clone(), setup)),
        EngineChoice::Named(name) => refused(&format!("`--engine {name}` gives no proofs: `symbolic` does")),
    }
}

/// `auto`, `none`, `paths`, `vertices` or `vertices=3`
fn how_to_split(text: &str) -> Result<Split, Box<Diagnostic>> {
    let split = match text.split_once('=') {
        None if text == "auto" => Some(Split::Auto),
        None if text == "none" => Some(Split::None),
        None if text == "paths" => Some(Split::Paths),
        None if text == "vertices" => Some(Split::Vertices(DEFAULT_ROUNDS)),
        Some(("vertices", rounds)) => {
            let rounds = rounds.trim().parse().ok().filter(|rounds| (1..=MOST_ROUNDS).contains(rounds));
            rounds.map(Split::Vertices)
        }
        _ => None,
    };
    split.ok_or_else(|| {
        let message = format!("`--split {text}`: how to split is not known");
        let hint = format!(
            "write `--split auto`, `none`, `paths`, `vertices` or `vertices=N`, with 1 to {MOST_ROUNDS} rounds"
        );
        Box::new(Diagnostic::without_place(Code::BadArgument, message).hint(hint))
    })
}

/// As Shao et al. have it: four parts.
const DEFAULT_ROUNDS: usize = 2;

/// Each round doubles the parts.
const MOST_ROUNDS: usize = 10;

/// A file has room for the proof of one method.
pub(crate) fn one_to_prove(arguments: &CheckArguments, methods: &[MethodId]) -> Result<(), Box<Diagnostic>> {
    if arguments.solving.proof.is_none() || methods.len() == 1 {
        return Ok(());
    }
    let why = format!("`--proof` is about one method, not {}: name it, as `Class.method`", methods.len());
    Err(Box::new(Diagnostic::without_place(Code::BadArgument, why)))
}

/// Writes the proofs of the one method that was checked. `Ok`: what to say of it.
pub(crate) fn write_proofs(path: &Path, report: &RunReport) -> Result<String, Box<Diagnostic>> {
    let Some(method) = report.methods.first() else { return Ok("no proof was written".to_owned()) };
    let is_certified = method.coverage.as_ref().is_some_and(|coverage| coverage.certified.is_some());
    if method.verdict != Verdict::Holds || !is_certified {
        return Ok(format!("no proof was written: {} is not certified to hold", method.name()));
    }
    write_files(path, &method.proofs)
}

/// Writes proofs, each with its problem. `Ok`: what to say of it.
pub(crate) fn write_files(path: &Path, proofs: &[(String, String)]) -> Result<String, Box<Diagnostic>> {
    let files = proof_files(path, proofs);
    for (path, text) in &files {
        if let Err(error) = std::fs::write(path, text) {
            let why = format!("`{}` cannot be written: {error}", path.display());
            return Err(Box::new(Diagnostic::without_place(Code::BadArgument, why)));
        }
    }
    let names: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
    Ok(match names.as_slice() {
        [] => "no proof was written: what was asked is false without any".to_owned(),
        _ => format!("the proof is in {}", names.join(", ")),
    })
}

/// `insert.lrat` and `insert.cnf`; `insert.2.lrat` and so on where several solvers were asked.
fn proof_files<'p>(path: &Path, proofs: &'p [(String, String)]) -> Vec<(PathBuf, &'p str)> {
    let mut files = Vec::new();
    for (index, (problem, proof)) in proofs.iter().enumerate() {
        let path = match (index, path.extension()) {
            (0, _) => path.to_owned(),
            (_, Some(end)) => path.with_extension(format!("{}.{}", index + 1, end.to_string_lossy())),
            (_, None) => path.with_extension(format!("{}", index + 1)),
        };
        let problem_path = match path.extension() {
            Some(end) if end == "lrat" => path.with_extension("cnf"),
            Some(end) => path.with_extension(format!("{}.cnf", end.to_string_lossy())),
            None => path.with_extension("cnf"),
        };
        files.extend([(path, proof.as_str()), (problem_path, problem.as_str())]);
    }
    files
}
