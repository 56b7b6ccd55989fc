//! The settings of a search: from the command line, else from `tightrope.toml`, else the defaults.

use crate::arguments::{
    CheckArguments, Color, EncodingName, ReadingArguments, ReportFormat, SearchArguments, Sharing, SolverName,
    SpaceName, Statics, SymmetryBreaking, TightSource,
};
use crate::class_path::SEPARATOR;
use crate::output::Output;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tightrope_check::{DEFAULT_CALLS, EngineChoice, InitialHeaps, Setup};
use tightrope_heap::Scope;
use tightrope_machine::Accelerations;
use tightrope_program::assertions::CheckCommand;
use tightrope_source::{Code, Diagnostic, most_similar};

/// The name of the file, in the current folder or in one above it.
pub const FILE: &str = "tightrope.toml";

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);
const DEFAULT_MAX_DIAGNOSTICS: usize = 50;
const DEFAULT_MAX_STEPS: u64 = 1_000_000;

/// What the file may say.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    scope: Option<String>,
    timeout: Option<String>,
    jobs: Option<usize>,
    memory: Option<String>,
    max_steps: Option<u64>,
    from: Option<String>,
    engine: Option<String>,
    without: Option<String>,
    #[serde(default)]
    space: SpaceName,
    #[serde(default)]
    bounds: TightSource,
    #[serde(default)]
    certify: bool,
    proof: Option<PathBuf>,
    #[serde(default)]
    symmetry: SymmetryBreaking,
    #[serde(default)]
    encoding: EncodingName,
    #[serde(default)]
    solver: SolverName,
    split: Option<String>,
    #[serde(default)]
    no_cache: bool,
    queue: Option<String>,
    credentials: Option<PathBuf>,
    nkey: Option<PathBuf>,
    tls_ca: Option<PathBuf>,
    tls_cert: Option<PathBuf>,
    tls_key: Option<PathBuf>,
    #[serde(default)]
    watch: bool,
    color: Option<Color>,
    #[serde(default)]
    quiet: bool,
    max_diagnostics: Option<usize>,
    #[serde(default)]
    pub invariant_methods: Vec<String>,
    #[serde(default)]
    class_path: Vec<String>,
    #[serde(default)]
    non_null: bool,
    #[serde(default)]
    sharing: Sharing,
    #[serde(default)]
    statics: Statics,
    #[serde(default)]
    verbose: bool,
    #[serde(default)]
    brief: bool,
    #[serde(default)]
    full: bool,
    format: Option<ReportFormat>,
    html: Option<PathBuf>,
    json: Option<PathBuf>,
    sarif: Option<PathBuf>,
    junit: Option<PathBuf>,
    markdown: Option<PathBuf>,
    junit_tests: Option<PathBuf>,
    baseline: Option<PathBuf>,
    /// Where the Java files are.
    #[serde(default)]
    pub paths: Vec<PathBuf>,
    /// `Class` or `Class.method`: only these are checked.
    #[serde(default)]
    pub select: Vec<String>,
    /// `Class` or `Class.method`: these are not.
    #[serde(default)]
    pub skip: Vec<String>,
}

/// All settings, decided.
#[derive(Clone, Debug)]
pub struct Settings {
    pub scope: Scope,
    /// `None`: for ever.
    pub timeout: Option<Duration>,
    /// Nobody has said how much time a method has.
    pub is_default_timeout: bool,
    pub jobs: usize,
    /// In bytes.
    pub memory: Option<u64>,
    pub max_steps: u64,
    /// How often a loop may run, where an engine unrolls.
    pub iterations: Option<usize>,
    /// What searches may use to be faster.
    pub accelerations: Accelerations,
    pub engine: EngineChoice,
    /// How `symbolic` works.
    pub setup: Setup,
    pub config: Config,
}

impl Settings {
    /// The same with the bounds of a command. A scope of the command line (`is_scope_asked`) goes
    /// before that of the command.
    pub fn within(&self, command: &CheckCommand, is_scope_asked: bool) -> Settings {
        let mut settings = Settings { iterations: command.iterations, ..self.clone() };
        if is_scope_asked {
            return settings;
        }
        if let Some(objects) = command.objects {
            settings.scope.objects = objects;
        }
        let counts = command.per_class.iter().map(|(_, count)| *count);
        if let (None, Some(largest)) = (command.objects, counts.max()) {
            settings.scope.objects = largest;
        }
        settings.scope.per_class.extend(command.per_class.iter().cloned());
        settings
    }

    /// How the input is to be understood, by the arguments and by the file.
    pub fn reading(&self, arguments: &ReadingArguments) -> ReadingArguments {
        self.config.reading(arguments)
    }
}

/// The same for commands that search nothing.
pub fn reading(arguments: &ReadingArguments) -> Result<ReadingArguments, Box<Diagnostic>> {
    Ok(read(None)?.reading(arguments))
}

impl Config {
    fn reading(&self, arguments: &ReadingArguments) -> ReadingArguments {
        let invariant_method = [arguments.invariant_method.as_slice(), &self.invariant_methods].concat();
        let sharing = match arguments.sharing {
            Sharing::Any => self.sharing,
            Sharing::Owned => Sharing::Owned,
        };
        let statics = match arguments.statics {
            Statics::Initial => self.statics,
            Statics::Any => Statics::Any,
        };
        ReadingArguments {
            invariant_method,
            class_path: [arguments.class_path.as_slice(), &self.class_path].concat(),
            non_null: arguments.non_null || self.non_null,
            sharing,
            statics,
        }
    }
}

/// The arguments of `check`, and what the file says where they say nothing.
pub fn completed(arguments: &CheckArguments) -> Result<CheckArguments, Box<Diagnostic>> {
    let config = read(arguments.search.config.as_deref())?;
    let mut all = arguments.clone();
    let is_said = all.verbose || all.brief || all.full;
    if !is_said {
        (all.verbose, all.brief, all.full) = (config.verbose, config.brief, config.full);
    }
    if all.format == ReportFormat::Text {
        all.format = config.format.unwrap_or(ReportFormat::Text);
    }
    all.watch |= config.watch;
    all.search.no_cache |= config.no_cache;
    let solving = &mut all.solving;
    solving.certify |= config.certify;
    solving.split = solving.split.take().or(config.split);
    all.queue.queue = all.queue.queue.take().or(config.queue);
    by_default(&mut all.bounds, config.bounds);
    by_default(&mut solving.symmetry, config.symmetry);
    by_default(&mut solving.encoding, config.encoding);
    by_default(&mut solving.solver, config.solver);
    let files = &mut all.files;
    let wanted = [
        (&mut solving.proof, config.proof),
        (&mut all.queue.credentials, config.credentials),
        (&mut all.queue.nkey, config.nkey),
        (&mut all.queue.tls_ca, config.tls_ca),
        (&mut all.queue.tls_cert, config.tls_cert),
        (&mut all.queue.tls_key, config.tls_key),
        (&mut files.html, config.html),
        (&mut files.json, config.json),
        (&mut files.sarif, config.sarif),
        (&mut files.junit, config.junit),
        (&mut files.markdown, config.markdown),
        (&mut files.junit_tests, config.junit_tests),
        (&mut all.baseline, config.baseline),
    ];
    for (argument, by_default) in wanted {
        *argument = argument.take().or(by_default);
    }
    Ok(all)
}

/// An argument that is as it is without being said gives way.
fn by_default<T: Default + PartialEq>(argument: &mut T, value: T) {
    if *argument == T::default() {
        *argument = value;
    }
}

/// How the tool talks, where the file says so and the command line does not.
pub fn manners(arguments: &CheckArguments, output: &mut Output<'_>) -> Result<(), Box<Diagnostic>> {
    let config = read(arguments.search.config.as_deref())?;
    output.quiet |= config.quiet;
    if output.max_diagnostics == DEFAULT_MAX_DIAGNOSTICS {
        output.max_diagnostics = config.max_diagnostics.unwrap_or(DEFAULT_MAX_DIAGNOSTICS);
    }
    match config.color {
        None | Some(Color::Auto) => {}
        Some(color) => {
            output.colored_results = color == Color::Always;
            output.colored_messages = color == Color::Always;
        }
    }
    Ok(())
}

/// Reads the file, if there is one, and joins it with the arguments, which win.
pub fn settings(arguments: &SearchArguments) -> Result<Settings, Box<Diagnostic>> {
    let config = read(arguments.config.as_deref())?;
    let scope: Scope = match arguments.scope.as_ref().or(config.scope.as_ref()) {
        Some(text) => text.parse().map_err(|error| bad(format!("the scope {error}")))?,
        None => Scope::default(),
    };
    if scope.largest() == 0 {
        return Err(bad(format!("the scope `{scope}`: there has to be at least one object")));
    }
    let given = arguments.timeout.as_ref().or(config.timeout.as_ref());
    let is_default_timeout = given.is_none();
    let timeout = match given {
        Some(text) => duration(text)?,
        None => Some(DEFAULT_TIMEOUT),
    };
    let memory = arguments.memory.as_ref().or(config.memory.as_ref()).map(|text| size(text)).transpose()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.or(config.jobs).unwrap_or(cores);
    if jobs == 0 {
        return Err(bad("`--jobs 0`: at least one thread has to search".to_owned()));
    }
    let accelerations = match arguments.without.as_ref().or(config.without.as_ref()) {
        Some(names) => names.parse().map_err(|error| bad(format!("`--without {names}`: {error}")))?,
        None => Accelerations::ALL,
    };
    let engine = match arguments.engine.as_ref().or(config.engine.as_ref()) {
        Some(name) => name.parse().map_err(|error| bad(format!("`--engine {name}`: {error}")))?,
        None => EngineChoice::Auto,
    };
    let space = if arguments.space == SpaceName::Heaps { config.space } else { arguments.space };
    let engine = with_space(space, engine)?;
    let max_steps = arguments.max_steps.or(config.max_steps).unwrap_or(DEFAULT_MAX_STEPS);
    let setup = Setup::default();
    Ok(Settings {
        scope,
        timeout,
        is_default_timeout,
        jobs,
        memory,
        accelerations,
        engine,
        setup,
        max_steps,
        iterations: None,
        config,
    })
}

/// A decision diagram is a way of `glassbox`, and an engine of its own.
fn with_space(space: SpaceName, engine: EngineChoice) -> Result<EngineChoice, Box<Diagnostic>> {
    let is_glassbox = |name: &str| name == "glassbox" || name == "bdd";
    match engine {
        _ if space == SpaceName::Heaps => Ok(engine),
        EngineChoice::Named(name) if !is_glassbox(&name) => Err(bad(format!(
            "`--space bdd` with `--engine {name}`: only `glassbox` has a diagram of states; leave one of them out"
        ))),
        EngineChoice::All => Err(bad("`--space bdd` with `--engine all`: all of them have their own ways".to_owned())),
        _ => Ok(EngineChoice::Named("bdd".to_owned())),
    }
}

fn bad(message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::without_place(Code::BadArgument, message))
}

/// The file that was named, or the nearest one.
fn read(named: Option<&Path>) -> Result<Config, Box<Diagnostic>> {
    let Some(path) = named.map(Path::to_owned).or_else(nearest) else { return Ok(Config::default()) };
    let text =
        std::fs::read_to_string(&path).map_err(|error| bad(format!("`{}` cannot be read: {error}", path.display())))?;
    let mut config: Config = toml::from_str(&text).map_err(|error| {
        let line = error.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
        let place = line.map_or_else(String::new, |line| format!(":{line}"));
        bad_line(format!("{}{place}", path.display()), error.message())
    })?;
    // Its paths are relative to where it lies.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        config.paths.iter_mut().for_each(|below| *below = folder.join(&below));
        let entries = config.class_path.iter().flat_map(|entries| entries.split(SEPARATOR));
        config.class_path = entries.map(|entry| folder.join(entry).display().to_string()).collect();
        let files = [
            &mut config.proof,
            &mut config.credentials,
            &mut config.nkey,
            &mut config.tls_ca,
            &mut config.tls_cert,
            &mut config.tls_key,
            &mut config.html,
            &mut config.json,
            &mut config.sarif,
            &mut config.junit,
            &mut config.markdown,
            &mut config.junit_tests,
            &mut config.baseline,
        ];
        files.into_iter().flatten().for_each(|below| *below = folder.join(&below));
    }
    Ok(config)
}

/// Of an unknown key the reader wants to know the one that is meant, not all there are.
fn bad_line(place: String, message: &str) -> Box<Diagnostic> {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let near = quoted.next().filter(|_| message.starts_with("unknown field")).and_then(|key| most_similar(key, quoted));
    match (near, message.split_once(", expected")) {
        (Some(near), Some((unknown, _))) => {
            let diagnostic = Diagnostic::without_place(Code::BadArgument, format!("{place}: {unknown}"));
            Box::new(diagnostic.hint(format!("did you mean `{near}`?")))
        }
        _ => bad(format!("{place}: {message}")),
    }
}

/// Looks in the current folder, then in those above it.
fn nearest() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let depth = here.ancestors().position(|folder| folder.join(FILE).is_file())?;
    Some((0..depth).fold(PathBuf::new(), |path, _| path.join("..")).join(FILE))
}

impl Settings {
    /// Where heaps come from, by the argument and by the file.
    pub fn initial_heaps(&self, argument: Option<&String>) -> Result<InitialHeaps, Box<Diagnostic>> {
        match argument.or(self.config.from.as_ref()) {
            None => Ok(InitialHeaps::Auto),
            Some(text) => initial_heaps(text),
        }
    }
}

/// `any`, `api`, `api=7`
fn initial_heaps(text: &str) -> Result<InitialHeaps, Box<Diagnostic>> {
    let calls = |number: &str| number.parse::<usize>().ok().filter(|calls| *calls > 0);
    match text.trim().split_once('=') {
        None if text.trim() == "any" => Ok(InitialHeaps::Any),
        None if text.trim() == "api" => Ok(InitialHeaps::Api { calls: DEFAULT_CALLS }),
        Some(("api", number)) => calls(number).map(|calls| InitialHeaps::Api { calls }).ok_or_else(|| bad_source(text)),
        _ => Err(bad_source(text)),
    }
}

fn bad_source(text: &str) -> Box<Diagnostic> {
    bad(format!("`{text}` is not a source of heaps; write `any`, `api`, or `api=7` for seven calls"))
}

/// `90`, `90s`, `5m`, `1h`; 0 is for ever.
pub(crate) fn duration(text: &str) -> Result<Option<Duration>, Box<Diagnostic>> {
    let text = text.trim();
    let (number, factor) = match text.char_indices().next_back() {
        Some((at, 's')) => (&text[..at], 1.0),
        Some((at, 'm')) => (&text[..at], 60.0),
        Some((at, 'h')) => (&text[..at], 3600.0),
        _ => (text, 1.0),
    };
    let seconds = number.trim().parse::<f64>().ok().filter(|number| *number >= 0.0).map(|number| number * factor);
    match seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(duration) if duration.is_zero() => Ok(None),
        Some(duration) => Ok(Some(duration)),
        None => Err(bad(format!("`{text}` is not a duration; write for example `60s`, `5m`, or `0` for no limit"))),
    }
}

/// `500M`, `2G`
pub(crate) fn size(text: &str) -> Result<u64, Box<Diagnostic>> {
    let text = text.trim();
    let (number, factor) = match text.char_indices().next_back() {
        Some((at, 'k' | 'K')) => (&text[..at], 1 << 10),
        Some((at, 'm' | 'M')) => (&text[..at], 1 << 20),
        Some((at, 'g' | 'G')) => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    let bytes = number.trim().parse::<u64>().ok().and_then(|number| number.checked_mul(factor));
    bytes.ok_or_else(|| bad(format!("`{text}` is not a size; write for example `500M` or `2G`")))
}

#[cfg(test)]
mod tests {
    use super::{Config, duration, size};
    use crate::arguments::Arguments;
    use clap::CommandFactory;
    use std::time::Duration;

    /// What only makes sense for one run: the file itself, and help.
    const ONLY_FLAGS: &[&str] = &["config", "help", "version"];

    #[test]
    fn the_file_knows_all_that_flags_know() {
        let mut all = Arguments::command();
        all.build();
        let check = all.find_subcommand("check").expect("there is such a command");
        let flags = check.get_arguments().filter(|flag| !flag.is_hide_set()).filter_map(|flag| flag.get_long());
        for flag in flags.filter(|flag| !ONLY_FLAGS.contains(flag)) {
            let key = if flag == "invariant-method" { "invariant-methods" } else { flag };
            // No key holds a date: each that is known complains of its type.
            let error = toml::from_str::<Config>(&format!("{key} = 1979-05-27")).expect_err("no key holds a date");
            assert!(!error.message().contains("unknown field"), "{key}: {error}");
        }
    }

    #[test]
    fn times_and_sizes_are_read() {
        assert_eq!(duration("90").ok(), Some(Some(Duration::from_secs(90))));
        assert_eq!(duration("1.5m").ok(), Some(Some(Duration::from_secs(90))));
        assert_eq!(duration("0").ok(), Some(None));
        assert!(duration("soon").is_err() && duration("-1s").is_err() && duration("").is_err());
        assert_eq!((size("2G").ok(), size("12k").ok(), size("7").ok()), (Some(2 << 30), Some(12 << 10), Some(7)));
        assert!(size("much").is_err() && size("99999999999999G").is_err());
    }
}
