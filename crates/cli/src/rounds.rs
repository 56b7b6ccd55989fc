//! `tightrope check --watch`: checks again whenever a file is saved, until somebody stops it.
//!
//! Files and their folders are looked at a few times a second; nothing of the system is needed for
//! that. Methods that no change concerns keep their verdicts (`kept_verdicts.rs`). Findings that
//! the last round did not have come first.

use crate::arguments::CheckArguments;
use crate::check::{Checked, Round, checked_in, deliver};
use crate::exit::Exit;
use crate::output::Output;
use crate::watch::Watch;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tightrope_program::MethodId;
use tightrope_report::{MethodReport, fingerprint};

/// How often files are looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

/// What is seen of files and folders without reading them.
type Seen = BTreeMap<PathBuf, Option<(SystemTime, u64)>>;

pub fn run(arguments: &CheckArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let mut known = BTreeSet::new();
    let watch = Watch::start(None, output.quiet);
    loop {
        let mut round = Round { watch: Some(&watch), files: Vec::new() };
        let began = SystemTime::now();
        let outcome = checked_in(arguments, &mut round, output)?;
        watch.rest();
        let exit = match outcome {
            Ok(mut checked) => {
                newest_first(&mut checked, &mut known);
                deliver(arguments, checked, output)?
            }
            Err(refused) => refused.exit,
        };
        let mut files = round.files;
        files.extend(named_paths(arguments));
        let found = match exit {
            Exit::Violated => "violated",
            Exit::BadInput => "errors",
            _ => "done",
        };
        output.note(&format!("{found}; waiting for a change (Ctrl-C ends)"))?;
        output.results.flush()?;
        output.messages.flush()?;
        let Some(changed) = waits(&files, began, &watch) else { return Ok(Exit::Interrupted) };
        output.note(&format!("changed: {}", told(&changed)))?;
        output.messages.flush()?;
    }
}

/// Methods with findings that the last round did not have come first.
fn newest_first(checked: &mut Checked, known: &mut BTreeSet<String>) {
    let prints = |report: &MethodReport| -> BTreeSet<String> {
        report.counterexamples.iter().map(|found| fingerprint(report, found)).collect()
    };
    let reports = std::mem::take(&mut checked.report.methods);
    let methods = std::mem::take(&mut checked.methods);
    let mut pairs: Vec<(MethodId, MethodReport)> = methods.into_iter().zip(reports).collect();
    pairs.sort_by_key(|(_, report)| prints(report).is_subset(known));
    *known = pairs.iter().flat_map(|(_, report)| prints(report)).collect();
    (checked.methods, checked.report.methods) = pairs.into_iter().unzip();
}

/// What has changed, as soon as something has; `None` if nobody wants to wait any longer. What was
/// saved while the round went on has changed already.
fn waits(files: &[PathBuf], began: SystemTime, watch: &Watch) -> Option<Vec<PathBuf>> {
    let seen = look(files);
    let is_newer = |state: &Option<(SystemTime, u64)>| state.is_some_and(|(saved, _)| saved > began);
    let newer: Vec<PathBuf> = seen.iter().filter(|(_, state)| is_newer(state)).map(|(path, _)| path.clone()).collect();
    if !newer.is_empty() {
        return (!watch.is_interrupted()).then_some(newer);
    }
    while !watch.is_interrupted() {
        std::thread::sleep(BETWEEN_LOOKS);
        let now = look(files);
        if now != seen {
            return Some(
                now.into_iter().filter(|(path, state)| seen.get(path) != Some(state)).map(|it| it.0).collect(),
            );
        }
    }
    None
}

/// Files rather than their folders, and not too many.
fn told(changed: &[PathBuf]) -> String {
    const MOST: usize = 3;
    let is_file = |path: &&PathBuf| path.extension().is_some() && *path != Path::new(".");
    let files: Vec<&PathBuf> = changed.iter().filter(is_file).collect();
    let shown = if files.is_empty() { changed.iter().collect() } else { files };
    let rest = shown.len().saturating_sub(MOST);
    let names = shown.iter().take(MOST).map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
    if rest == 0 { names } else { format!("{names} and {rest} more") }
}

fn named_paths(arguments: &CheckArguments) -> Vec<PathBuf> {
    let named = arguments.what.iter().map(PathBuf::from).filter(|path| path.exists());
    let named: Vec<PathBuf> = named.collect();
    if named.is_empty() { vec![PathBuf::from(".")] } else { named }
}

/// The files, and the folders that they lie in: a new file changes its folder.
fn look(files: &[PathBuf]) -> Seen {
    let parent = |path: &PathBuf| path.parent().filter(|it| !it.as_os_str().is_empty()).map(Path::to_owned);
    let folders: BTreeSet<PathBuf> = files.iter().filter_map(parent).collect();
    let state = |path: PathBuf| {
        let state = std::fs::metadata(&path).ok().and_then(|it| Some((it.modified().ok()?, it.len())));
        (path, state)
    };
    files.iter().cloned().chain(folders).map(state).collect()
}
