//! The front end, from paths to the typed program.

use crate::arguments::{ReadingArguments, Sharing, Statics};
use crate::neighbours;
use crate::output::Output;
use crate::read_sources::{Sources, read_sources, read_text};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use tightrope_program::assertions::{CheckCommand, add_assertions};
use tightrope_program::{Options, Program};
use tightrope_source::{Diagnostic, FileId, Name, Severity, SourceMap, Span};
use tightrope_syntax::tree::{CompilationUnit, Member, TypeDecl};
use tightrope_syntax::{Parsed, STACK_SIZE, parse_file};

/// All that is known of the input.
#[derive(Debug, Default)]
pub struct Loaded {
    pub sources: SourceMap,
    /// The files that were asked for, in the order in which they were read.
    pub files: Vec<FileId>,
    /// The files that those need.
    pub neighbours: Vec<FileId>,
    pub program: Program,
    /// The contracts of methods, as they are written.
    pub contracts: Vec<ContractPlace>,
    /// What the files of assertions ask for, in their order.
    pub commands: Vec<CheckCommand>,
    /// What it was lowered from: the files that were asked for and their neighbours.
    pub units: Vec<CompilationUnit>,
    /// About paths first, then in source order.
    pub diagnostics: Vec<Diagnostic>,
    pub notes: Vec<String>,
}

/// Where the contract of a method is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContractPlace {
    pub spec: Span,
    /// The name of the method.
    pub method: Span,
}

impl ContractPlace {
    /// What could not be read of a contract stands between its start and the method.
    fn of(spec: Span, method: Span) -> ContractPlace {
        let end = if spec.end <= method.start { method.start } else { spec.end };
        ContractPlace { spec: Span { end, ..spec }, method }
    }
}

fn contract_places(decl: &TypeDecl, found: &mut Vec<ContractPlace>) {
    for member in &decl.members {
        match member {
            Member::Method(method) => {
                found.extend(method.spec.as_ref().map(|spec| ContractPlace::of(spec.span, method.name.span)))
            }
            Member::Type(inner) => contract_places(inner, found),
            Member::Field(_) | Member::Initializer(_) => {}
        }
    }
}

/// A file of assertions in the style of Alloy.
pub fn is_assertions(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "als")
}

/// Reads and parses the files of assertions, behind all others, and adds what they ask for.
fn with_assertions(paths: &[PathBuf], mut loaded: Loaded) -> Loaded {
    let mut modules = Vec::new();
    for path in paths {
        match read_text(path) {
            Ok(text) => {
                let file = loaded.sources.add(path.clone(), text.as_str());
                loaded.files.push(file);
                let parsed = tightrope_alloy::parse(file, &text);
                loaded.diagnostics.extend(parsed.diagnostics);
                modules.push(parsed.module);
            }
            Err(diagnostic) => loaded.diagnostics.push(*diagnostic),
        }
    }
    let (commands, diagnostics) = add_assertions(&mut loaded.program, &modules);
    loaded.commands = commands;
    loaded.diagnostics.extend(diagnostics);
    loaded
}

/// Must run on a thread with [`STACK_SIZE`] of stack.
pub fn load(paths: &[PathBuf], arguments: &ReadingArguments) -> Loaded {
    let (assertions, paths): (Vec<PathBuf>, Vec<PathBuf>) = paths.iter().cloned().partition(|path| is_assertions(path));
    let loaded = load_java(&paths, arguments);
    if assertions.is_empty() { loaded } else { with_assertions(&assertions, loaded) }
}

fn load_java(paths: &[PathBuf], arguments: &ReadingArguments) -> Loaded {
    let read = read_sources(paths);
    let options = lowering_options(arguments);
    let mut front = FrontEnd { read, units: Vec::new(), findings: Vec::new(), neighbours: Vec::new() };
    front.parse(&front.read.files.clone());
    let lowered = loop {
        let lowered = tightrope_program::lower(&front.units, &mut front.read.map, &options);
        let missed = |unit: &CompilationUnit| neighbours::missed(unit, &front.read.map, &lowered.diagnostics);
        let missed = front.units.iter().flat_map(missed).collect();
        if !front.read_neighbours(missed) {
            break lowered;
        }
    };
    let FrontEnd { read, mut findings, neighbours, units } = front;
    let contracts = all_contracts(&units);
    let Sources { map: sources, files, mut diagnostics, mut notes, .. } = read;
    findings.extend(lowered.diagnostics);
    // Of neighbours, only what keeps them from being used.
    findings.retain(|finding| {
        let is_neighbour = finding.primary().is_some_and(|span| neighbours.contains(&span.file));
        !is_neighbour || finding.severity() == Severity::Error
    });
    findings.sort_by_key(Diagnostic::primary);
    diagnostics.extend(findings);
    if !neighbours.is_empty() {
        notes.push(neighbours_note(&sources, &neighbours));
    }
    let program = lowered.program;
    let commands = Vec::new();
    Loaded { sources, files, neighbours, program, commands, units, contracts, diagnostics, notes }
}

/// The same from texts that somebody else has read: nothing else is looked for.
pub(crate) fn load_texts(files: Vec<(PathBuf, String)>, arguments: &ReadingArguments) -> Loaded {
    let mut sources = SourceMap::new();
    let files: Vec<FileId> = files.into_iter().map(|(path, text)| sources.add(path, text)).collect();
    let options = lowering_options(arguments);
    let parsed = parse_all(&sources, &files);
    let (units, found): (Vec<CompilationUnit>, Vec<Vec<Diagnostic>>) =
        parsed.into_iter().map(|parsed| (parsed.unit, parsed.diagnostics)).unzip();
    let lowered = tightrope_program::lower(&units, &mut sources, &options);
    let mut diagnostics = [found.concat(), lowered.diagnostics].concat();
    diagnostics.sort_by_key(Diagnostic::primary);
    let contracts = all_contracts(&units);
    Loaded { sources, files, program: lowered.program, units, contracts, diagnostics, ..Loaded::default() }
}

pub(crate) fn lowering_options(arguments: &ReadingArguments) -> Options {
    Options {
        invariant_methods: arguments.invariant_method.iter().map(Name::new).collect(),
        non_null_parameters: arguments.non_null,
        is_owned: arguments.sharing == Sharing::Owned,
        statics_vary: arguments.statics == Statics::Any,
    }
}

fn all_contracts(units: &[CompilationUnit]) -> Vec<ContractPlace> {
    let mut contracts = Vec::new();
    units.iter().flat_map(|unit| &unit.types).for_each(|decl| contract_places(decl, &mut contracts));
    contracts
}

/// What was read and parsed so far.
struct FrontEnd {
    read: Sources,
    units: Vec<CompilationUnit>,
    findings: Vec<Diagnostic>,
    neighbours: Vec<FileId>,
}

impl FrontEnd {
    /// Parses files, and the files that their imports name.
    fn parse(&mut self, files: &[FileId]) {
        let first = self.units.len();
        for parsed in parse_all(&self.read.map, files) {
            self.units.push(parsed.unit);
            self.findings.extend(parsed.diagnostics);
        }
        let new = &self.units[first..];
        let imported = new.iter().flat_map(|unit| neighbours::imported(unit, &self.read.map)).collect();
        self.read_neighbours(imported);
    }

    /// Reads and parses more files; `false` if all were known.
    fn read_neighbours(&mut self, paths: BTreeSet<PathBuf>) -> bool {
        let new: Vec<FileId> = paths.iter().filter_map(|path| self.read.read_another(path)).collect();
        self.neighbours.extend(&new);
        if !new.is_empty() {
            self.parse(&new);
        }
        !new.is_empty()
    }
}

fn neighbours_note(sources: &SourceMap, neighbours: &[FileId]) -> String {
    let named = |id: &FileId| sources.file(*id).path.display().to_string();
    let first: Vec<String> = neighbours.iter().take(3).map(named).collect();
    let more = match neighbours.len().saturating_sub(first.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("also read, not checked: {}{more}", first.join(", "))
}

/// Parses on all cores; the result has the order of the files, whoever parsed them.
fn parse_all(sources: &SourceMap, files: &[FileId]) -> Vec<Parsed> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((index, file)) = take(&next, files) {
            done.push((index, parse_file(file, &sources.file(file).text)));
        }
        done
    };
    let others = std::thread::available_parallelism().map_or(1, usize::from).min(files.len()).saturating_sub(1);
    let mut parsed = std::thread::scope(|scope| {
        let builders = (0..others).map(|_| std::thread::Builder::new().stack_size(STACK_SIZE));
        // Fewer threads than wanted is no reason to fail: this one does the rest.
        let threads: Vec<_> = builders.filter_map(|builder| builder.spawn_scoped(scope, work).ok()).collect();
        let mut parsed = work();
        for thread in threads {
            parsed.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        parsed
    });
    parsed.sort_by_key(|(index, _)| *index);
    parsed.into_iter().map(|(_, parsed)| parsed).collect()
}

fn take(next: &AtomicUsize, files: &[FileId]) -> Option<(usize, FileId)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    files.get(index).map(|file| (index, *file))
}

impl Loaded {
    /// Is it in a file that was asked for, and not in a neighbour?
    pub fn is_asked_for(&self, span: Span) -> bool {
        // Files get their numbers in the order in which they are read.
        self.files.binary_search(&span.file).is_ok()
    }

    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    /// Says what is to be said about the input, after the results.
    pub fn report(&self, output: &mut Output<'_>) -> io::Result<()> {
        for note in &self.notes {
            output.note(note)?;
        }
        output.diagnostics(&self.sources, &self.diagnostics)
    }
}
