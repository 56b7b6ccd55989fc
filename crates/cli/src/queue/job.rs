//! Everything about a check that a worker has to know, as one blob.

use crate::arguments::{ReadingArguments, SearchArguments, Sharing, Statics};
use crate::config::Settings;
use crate::load::{Loaded, load_texts};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tightrope_bounds::shape::Shapes;
use tightrope_check::{Options, Setup, Shelf, TightBounds, TightFrom};
use tightrope_engine::RunBudget;
use tightrope_heap::canonical::Order;
use tightrope_program::{ClassId, Program};
use tightrope_source::FileId;

/// The version of whoever makes or reads a job: two builds of different sources may differ in what
/// they mean by a task.
pub(crate) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("TIGHTROPE_BUILD"));

/// A check, with all that it depends on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    version: String,
    /// Path and text of each file, in the order in which they are read.
    files: Vec<(String, String)>,
    invariant_methods: Vec<String>,
    non_null: bool,
    sharing: Sharing,
    statics: Statics,
    scope: String,
    max_steps: u64,
    depth: usize,
    objects: usize,
    /// As on the command line.
    without: Option<String>,
    engine: String,
    /// How `symbolic` works.
    setup: Setup,
    tight: TightWanted,
    /// The most bytes that whoever does a task may use for it.
    memory: Option<u64>,
    /// Mutants are to be checked.
    mutants: Option<MutantsWanted>,
}

/// Which field bounds, as [`TightBounds`] says it, in texts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct TightWanted {
    from: TightSource,
    percent: usize,
    has_keys: bool,
    is_depth_first: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum TightSource {
    None,
    Invariant,
    Explore,
    /// The predicates of a class, by its number.
    Shape(Vec<(u32, String)>),
    Auto,
}

impl TightWanted {
    fn new(tight: &TightBounds) -> TightWanted {
        let from = match &tight.from {
            TightFrom::None => TightSource::None,
            TightFrom::Invariant => TightSource::Invariant,
            TightFrom::Explore => TightSource::Explore,
            TightFrom::Shape(shapes) => {
                TightSource::Shape(shapes.iter().map(|(class, shapes)| (class.0, shapes.text().to_owned())).collect())
            }
            TightFrom::Auto => TightSource::Auto,
        };
        let TightBounds { percent, has_keys, labels, .. } = *tight;
        TightWanted { from, percent, has_keys, is_depth_first: labels == Order::DepthFirst }
    }

    fn bounds(&self, program: &Program) -> Result<TightBounds, String> {
        let from = match &self.from {
            TightSource::None => TightFrom::None,
            TightSource::Invariant => TightFrom::Invariant,
            TightSource::Explore => TightFrom::Explore,
            TightSource::Shape(shapes) => {
                let read = |(class, text): &(u32, String)| match Shapes::read(text, program) {
                    Ok(shapes) => Ok((ClassId(*class), Arc::new(shapes))),
                    Err(error) => Err(format!("the shape predicate is not understood: {}", error.message)),
                };
                TightFrom::Shape(shapes.iter().map(read).collect::<Result<_, _>>()?)
            }
            TightSource::Auto => TightFrom::Auto,
        };
        let labels = if self.is_depth_first { Order::DepthFirst } else { Order::BreadthFirst };
        let shelf: Option<Arc<dyn Shelf>> = Some(Arc::new(Remembered::default()));
        Ok(TightBounds { from, percent: self.percent, has_keys: self.has_keys, labels, shelf })
    }
}

/// Bounds that a worker has found, for the next task of the same job.
#[derive(Debug, Default)]
struct Remembered {
    bounds: Mutex<BTreeMap<Vec<String>, String>>,
}

impl Shelf for Remembered {
    fn find(&self, _label: &str, content: &[String]) -> Option<String> {
        self.bounds.lock().ok()?.get(content).cloned()
    }

    fn keep(&self, _label: &str, content: &[String], answer: String) {
        // Whoever cannot keep them computes them again.
        if let Ok(mut bounds) = self.bounds.lock() {
            bounds.insert(content.to_vec(), answer);
        }
    }
}

/// Which mutants, and how long each may take.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct MutantsWanted {
    pub(crate) code: bool,
    pub(crate) contract: bool,
    pub(crate) operators: Vec<String>,
    pub(crate) timeout: Option<Duration>,
}

impl Job {
    pub(crate) fn new(
        loaded: &Loaded,
        reading: ReadingArguments,
        settings: &Settings,
        arguments: &SearchArguments,
        run: RunBudget,
    ) -> Job {
        let mut files: Vec<FileId> = loaded.files.iter().chain(&loaded.neighbours).copied().collect();
        files.sort();
        let text = |id: &FileId| {
            let file = loaded.sources.file(*id);
            (file.path.display().to_string(), file.text.to_string())
        };
        Job {
            version: VERSION.to_owned(),
            files: files.iter().map(text).collect(),
            invariant_methods: reading.invariant_method,
            non_null: reading.non_null,
            sharing: reading.sharing,
            statics: reading.statics,
            scope: settings.scope.to_string(),
            max_steps: run.steps,
            depth: run.depth,
            objects: run.objects,
            without: arguments.without.clone(),
            engine: settings.engine.to_string(),
            setup: settings.setup,
            tight: TightWanted::new(&TightBounds::default()),
            memory: settings.memory,
            mutants: None,
        }
    }

    pub(crate) fn of_mutants(self, wanted: MutantsWanted) -> Job {
        Job { mutants: Some(wanted), ..self }
    }

    /// The bounds that a check is to use are known only after the program was read.
    pub(crate) fn use_bounds(&mut self, tight: &TightBounds) {
        self.tight = TightWanted::new(tight);
    }

    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory
    }

    pub(crate) fn mutants(&self) -> Option<&MutantsWanted> {
        self.mutants.as_ref()
    }

    pub(crate) fn reading(&self) -> ReadingArguments {
        ReadingArguments {
            // What was found there is among the texts.
            class_path: Vec::new(),
            invariant_method: self.invariant_methods.clone(),
            non_null: self.non_null,
            sharing: self.sharing,
            statics: self.statics,
        }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // Texts and numbers can always be written.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Reads a blob; a job of another version is refused.
    pub(crate) fn from_bytes(blob: &[u8]) -> Result<Job, String> {
        let job: Job = postcard::from_bytes(blob).map_err(|_| {
            format!("the job cannot be read: it may be of another version of tightrope (this worker has {VERSION})")
        })?;
        if job.version != VERSION {
            return Err(format!("the job is of tightrope {}, this worker is of {VERSION}", job.version));
        }
        Ok(job)
    }

    /// The client's program, made as workers make it: the numbers of files may have been others.
    pub(crate) fn reload(&self, loaded: Loaded) -> Loaded {
        let mut before: Vec<FileId> = loaded.files.iter().chain(&loaded.neighbours).copied().collect();
        before.sort();
        let now = |id: &FileId| before.binary_search(id).map_or(*id, |place| FileId(place as u32));
        let (files, neighbours) = (loaded.files.iter().map(now).collect(), loaded.neighbours.iter().map(now).collect());
        let mut remade = self.load();
        let about_paths = loaded.diagnostics.into_iter().filter(|diagnostic| diagnostic.primary().is_none());
        remade.diagnostics = about_paths.chain(remade.diagnostics).collect();
        Loaded { files, neighbours, notes: loaded.notes, ..remade }
    }

    /// The typed program, made by client and workers alike.
    pub(crate) fn load(&self) -> Loaded {
        let files = self.files.iter().map(|(path, text)| (PathBuf::from(path), text.clone()));
        load_texts(files.collect(), &self.reading())
    }

    pub(crate) fn options(&self, program: &Program) -> Result<Options, String> {
        let accelerations = match &self.without {
            Some(names) => names.parse().map_err(|error| format!("`--without {names}`: {error}"))?,
            None => tightrope_machine::Accelerations::ALL,
        };
        Ok(Options {
            scope: self.scope.parse().map_err(|error| format!("the scope {error}"))?,
            timeout: self.mutants.as_ref().and_then(|wanted| wanted.timeout),
            threads: 1,
            run: RunBudget { steps: self.max_steps, depth: self.depth, objects: self.objects, iterations: None },
            accelerations,
            engine: self.engine.parse()?,
            setup: self.setup,
            tight: self.tight.bounds(program)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Job, Setup, Sharing, Statics, TightSource, TightWanted, VERSION};
    use tightrope_check::{Encoding, Proofs, Solver, Split, Symmetry, TightFrom};

    fn job(version: &str) -> Job {
        Job {
            version: version.to_owned(),
            files: vec![("A.java".to_owned(), "class A { int x; int get() { return x; } }".to_owned())],
            invariant_methods: vec!["ok".to_owned()],
            non_null: true,
            sharing: Sharing::Owned,
            statics: Statics::Any,
            scope: "3,Node=4".to_owned(),
            max_steps: 7,
            depth: 8,
            objects: 9,
            without: Some("plans".to_owned()),
            engine: "explore".to_owned(),
            setup: Setup {
                encoding: Encoding::Relational,
                symmetry: Symmetry::None,
                solver: Solver::Batsat,
                proofs: Proofs::Kept,
                split: Split::Vertices(3),
                ..Setup::default()
            },
            tight: TightWanted { from: TightSource::Explore, percent: 40, has_keys: true, is_depth_first: true },
            memory: Some(1 << 30),
            mutants: None,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let job = job(VERSION);
        assert_eq!(Job::from_bytes(&job.to_bytes()), Ok(job.clone()));
        assert_eq!(job.load().files.len(), 1);
        let options = job.options(&job.load().program).expect("it is understood");
        assert_eq!((options.scope.to_string().as_str(), options.run.objects), ("3,Node=4", 9));
        assert_eq!(options.setup, job.setup);
        assert!(matches!(options.tight.from, TightFrom::Explore) && options.tight.percent == 40);
        assert_eq!(TightWanted::new(&options.tight), job.tight);
    }

    #[test]
    fn another_version_is_refused() {
        let refused = Job::from_bytes(&job("0.0.1").to_bytes());
        assert!(refused.is_err_and(|why| why.contains("0.0.1")));
        assert!(Job::from_bytes(b"nonsense").is_err());
    }
}
