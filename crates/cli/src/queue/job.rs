//! Everything about a check that a worker has to know, as one blob.

use crate::arguments::{ReadingArguments, SearchArguments, Sharing, Statics};
use crate::config::Settings;
use crate::load::{Loaded, load_texts};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;
use tightrope_check::{Options, TightBounds};
use tightrope_engine::RunBudget;
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
    /// The most bytes that whoever does a task may use for it.
    memory: Option<u64>,
    /// Mutants are to be checked.
    mutants: Option<MutantsWanted>,
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
            memory: settings.memory,
            mutants: None,
        }
    }

    pub(crate) fn of_mutants(self, wanted: MutantsWanted) -> Job {
        Job { mutants: Some(wanted), ..self }
    }

    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory
    }

    pub(crate) fn mutants(&self) -> Option<&MutantsWanted> {
        self.mutants.as_ref()
    }

    pub(crate) fn reading(&self) -> ReadingArguments {
        ReadingArguments {
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

    pub(crate) fn options(&self) -> Result<Options, String> {
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
            setup: tightrope_check::Setup::default(),
            tight: TightBounds::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Job, Sharing, Statics, VERSION};

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
            memory: Some(1 << 30),
            mutants: None,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let job = job(VERSION);
        assert_eq!(Job::from_bytes(&job.to_bytes()), Ok(job.clone()));
        assert_eq!(job.load().files.len(), 1);
        assert_eq!(
            job.options().map(|options| (options.scope.to_string(), options.run.objects)),
            Ok(("3,Node=4".to_owned(), 9))
        );
    }

    #[test]
    fn another_version_is_refused() {
        let refused = Job::from_bytes(&job("0.0.1").to_bytes());
        assert!(refused.is_err_and(|why| why.contains("0.0.1")));
        assert!(Job::from_bytes(b"nonsense").is_err());
    }
}
