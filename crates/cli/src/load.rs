//! The front end, from paths to the typed program.

use crate::arguments::{ReadingArguments, Sharing, Statics};
use crate::class_path::demand::{is_of_java, wanted, written_out};
use crate::class_path::{ClassPath, Found};
use crate::neighbours;
use crate::output::Output;
use crate::read_sources::{Sources, read_sources, read_text};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use tightrope_program::assertions::{CheckCommand, add_assertions};
use tightrope_program::{ClassOrigin, Lowered, Options, Program};
use tightrope_source::{Diagnostic, FileId, Name, Severity, SourceMap, Span};
use tightrope_syntax::tree::{CompilationUnit, Member, TypeDecl};
use tightrope_syntax::{FileParser, Parsed, STACK_SIZE, java_text, parse_file};

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
    let mut front = FrontEnd {
        read,
        units: Vec::new(),
        findings: Vec::new(),
        neighbours: Vec::new(),
        from_class_path: FromClassPath { path: ClassPath::new(&arguments.class_path), ..FromClassPath::default() },
    };
    front.parse(&front.read.files.clone());
    let lowered = loop {
        let lowered = tightrope_program::lower(&front.units, &mut front.read.map, &options);
        let missed = |unit: &CompilationUnit| neighbours::missed(unit, &front.read.map, &lowered.diagnostics);
        let missed = front.units.iter().flat_map(missed).collect();
        let goes_on = front.read_neighbours(missed)
            || front.read_class_path(&lowered)
            || front.replace_unusable_sources(&lowered.diagnostics);
        if !goes_on {
            break lowered;
        }
    };
    let FrontEnd { read, mut findings, neighbours, units, from_class_path } = front;
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
    notes.extend(from_class_path.notes());
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

/// More files of the class path are not read.
const MOST_FROM_CLASS_PATH: usize = 400;

/// What was read from the class path so far.
#[derive(Debug, Default)]
struct FromClassPath {
    path: ClassPath,
    /// The class of each file with a source.
    sources: BTreeMap<FileId, String>,
    /// All files, also those of class files.
    files: HashSet<FileId>,
    /// Files whose names have been looked up.
    searched: HashSet<FileId>,
    /// Source roots whose projects have been looked at.
    roots: HashSet<PathBuf>,
    asked: HashSet<String>,
    is_cut: bool,
}

impl FromClassPath {
    fn notes(self) -> Vec<String> {
        let cut =
            format!("only {MOST_FROM_CLASS_PATH} files of the class path were read; other classes are not at hand");
        self.path.notes().into_iter().chain(self.is_cut.then_some(cut)).collect()
    }
}

/// What was read and parsed so far.
struct FrontEnd {
    read: Sources,
    units: Vec<CompilationUnit>,
    findings: Vec<Diagnostic>,
    neighbours: Vec<FileId>,
    from_class_path: FromClassPath,
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

    /// Reads classes from the class path that the lowering missed, and what these need; `false` if
    /// there are none.
    fn read_class_path(&mut self, lowered: &Lowered) -> bool {
        let is_missing = |name: &str| name.contains('.') && !is_of_java(name);
        let mut missing = lowered.program.classes.iter().filter(|class| class.origin == ClassOrigin::Missing);
        let mut pending = self.written_out();
        let is_any = !pending.is_empty() || missing.any(|class| is_missing(&class.name));
        if !is_any && !lowered.diagnostics.iter().any(neighbours::names_a_class) {
            return false;
        }
        let before = self.from_class_path.files.len();
        let mut parser = FileParser::default();
        loop {
            pending.extend(self.names_of_new_units(&mut parser));
            let Some(class) = pending.pop() else { break };
            pending.extend(self.read_class(&class));
        }
        self.from_class_path.files.len() > before
    }

    /// Classes that some file names with their packages, and no file declares.
    fn written_out(&self) -> Vec<String> {
        let written = self.units.iter().filter(|unit| !self.is_compiled(unit.file));
        let named: BTreeSet<String> =
            written.flat_map(|unit| written_out(&self.read.map.file(unit.file).text)).collect();
        named.into_iter().filter(|class| !self.declares(class)).collect()
    }

    fn is_compiled(&self, file: FileId) -> bool {
        let FromClassPath { files, sources, .. } = &self.from_class_path;
        files.contains(&file) && !sources.contains_key(&file)
    }

    /// What the files that came since the last time may mean.
    fn names_of_new_units(&mut self, parser: &mut FileParser) -> Vec<String> {
        let FrontEnd { read, units, from_class_path, .. } = self;
        let mut found = Vec::new();
        for unit in units.iter() {
            if !from_class_path.searched.insert(unit.file) {
                continue;
            }
            let is_ours = !from_class_path.files.contains(&unit.file);
            if is_ours && from_class_path.roots.insert(neighbours::nearest_root(unit, &read.map)) {
                let root = neighbours::nearest_root(unit, &read.map);
                from_class_path.path.add_all(neighbours::class_path_around(&root));
            }
            let is_written = is_ours || from_class_path.sources.contains_key(&unit.file);
            if is_written && !from_class_path.path.is_empty() {
                let names = parser.names(unit.file, &java_text(&read.map.file(unit.file).text));
                let classes = wanted(unit, &names, &mut from_class_path.path);
                found.extend(classes.into_iter().filter(|class| !neighbours::has_source(unit, &read.map, class)));
            }
        }
        found
    }

    /// Reads the file of one class, unless it is declared already; gives what it extends.
    fn read_class(&mut self, class: &str) -> Vec<String> {
        let is_new = self.from_class_path.asked.insert(class.to_owned());
        if !is_new || is_of_java(class) || self.declares(class) {
            return Vec::new();
        }
        if self.from_class_path.files.len() >= MOST_FROM_CLASS_PATH {
            self.from_class_path.is_cut = true;
            return Vec::new();
        }
        let found = self.from_class_path.path.find(class).filter(|(name, _)| !self.declares(name));
        found.map(|(name, found)| self.add_class(name, found)).unwrap_or_default()
    }

    fn add_class(&mut self, name: String, found: Found) -> Vec<String> {
        let Some(file) = self.read.add(&found.path, &found.text) else { return Vec::new() };
        let from = &mut self.from_class_path;
        from.asked.insert(name.clone());
        from.files.insert(file);
        if !found.is_compiled() {
            from.sources.insert(file, name);
        }
        self.neighbours.push(file);
        self.parse(&[file]);
        found.supertypes
    }

    /// Is there a file with this top-level class, or with the class around it?
    fn declares(&self, class: &str) -> bool {
        self.units.iter().any(|unit| {
            let package = unit.package.iter().flat_map(|name| &name.parts).map(|part| part.name.as_str());
            let package: Vec<&str> = package.collect();
            let mut parts = class.split('.');
            let is_in_package = package.iter().all(|part| parts.next() == Some(part));
            let name = parts.next();
            is_in_package && unit.types.iter().any(|decl| Some(decl.name.name.as_str()) == name)
        })
    }

    /// A source of the class path with an error in it is of no use to anybody: its class file may
    /// be. `false` if there is none.
    fn replace_unusable_sources(&mut self, diagnostics: &[Diagnostic]) -> bool {
        let errors = self.findings.iter().chain(diagnostics).filter(|it| it.severity() == Severity::Error);
        let files: HashSet<FileId> = errors.filter_map(Diagnostic::primary).map(|span| span.file).collect();
        let sources = &mut self.from_class_path.sources;
        let unusable: Vec<(FileId, String)> =
            sources.iter().filter(|(file, _)| files.contains(file)).map(|(file, name)| (*file, name.clone())).collect();
        for (file, class) in &unusable {
            self.units.retain(|unit| unit.file != *file);
            self.neighbours.retain(|neighbour| neighbour != file);
            self.findings.retain(|finding| finding.primary().is_none_or(|span| span.file != *file));
            let from = &mut self.from_class_path;
            from.sources.remove(file);
            from.files.remove(file);
            from.path.leave_out_source(class);
            from.asked.remove(class);
        }
        let mut pending: Vec<String> = unusable.into_iter().map(|(_, class)| class).collect();
        let is_any = !pending.is_empty();
        while let Some(class) = pending.pop() {
            pending.extend(self.read_class(&class));
        }
        is_any
    }
}

fn neighbours_note(sources: &SourceMap, neighbours: &[FileId]) -> String {
    let named = |id: &FileId| inside_archive(&sources.file(*id).path).display().to_string();
    let first: Vec<String> = neighbours.iter().take(3).map(named).collect();
    let more = match neighbours.len().saturating_sub(first.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("also read, not checked: {}{more}", first.join(", "))
}

/// Of a file in an archive, the archive's own name is enough: repositories lie deep.
fn inside_archive(path: &Path) -> &Path {
    let is_archive = |folder: &&Path| folder.extension().is_some_and(|end| end == "jar");
    let above = path.ancestors().find(is_archive).and_then(Path::parent);
    above.and_then(|above| path.strip_prefix(above).ok()).unwrap_or(path)
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
