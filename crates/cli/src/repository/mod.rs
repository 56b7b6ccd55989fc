//! The repository: answers that took long, on disk by the content of what was asked.
//!
//! TACO keeps its bounds by name, so that a changed invariant can meet old bounds. Here the key is
//! a digest of everything that the answer depends on, and of the tool itself: what has changed is
//! another question. Only complete answers are kept, never failures or what ran out of time.
//!
//! Whoever has a question writes all that matters as text ([`Question`]), asks
//! [`Repository::find`], and else computes the answer and [`Repository::keep`]s it. No trouble with
//! the file is an error of a check: it is a reason to compute again.

pub mod store;

use std::path::PathBuf;
use store::{Contents, Key, Record, Store, Trouble, digest};

/// What kind of answer it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Bounds,
    Verdict,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Bounds => "bounds",
            Kind::Verdict => "verdict",
        }
    }
}

/// What is asked: two questions with the same parts have the same answer.
#[derive(Clone, Debug)]
pub struct Question {
    pub kind: Kind,
    /// For people who list the cache.
    pub label: String,
    /// Everything that the answer depends on, besides the tool.
    pub content: Vec<String>,
}

/// Where answers are kept.
#[derive(Clone, Debug)]
pub struct Repository {
    store: Store,
    /// Of the tool: its version, and which build of it.
    tool: String,
}

const DEFAULT_MEGABYTES: u64 = 128;

impl Repository {
    pub fn new(folder: PathBuf, most_bytes: u64) -> Repository {
        Repository { store: Store { folder, most_bytes }, tool: tool() }
    }

    /// The repository of this user. `None`: the system has no place for it.
    pub fn of_user() -> Option<Repository> {
        let megabytes = std::env::var("TIGHTROPE_CACHE_MEGABYTES").ok().and_then(|text| text.parse().ok());
        let most_bytes = megabytes.unwrap_or(DEFAULT_MEGABYTES).saturating_mul(1 << 20);
        folder().map(|folder| Repository::new(folder, most_bytes))
    }

    fn key(&self, question: &Question) -> Key {
        let fixed = [self.tool.as_str(), question.kind.word()];
        digest(fixed.into_iter().chain(question.content.iter().map(String::as_str)))
    }

    /// The answer, if there is one that can be trusted.
    pub fn find(&self, question: &Question) -> Option<String> {
        let found = self.store.get(&self.key(question)).ok().flatten();
        found.filter(|record| record.kind == question.kind.word()).map(|record| record.value)
    }

    /// Keeps an answer. Requires: it is complete.
    pub fn keep(&self, question: &Question, answer: String) -> Result<(), Trouble> {
        let key = self.key(question);
        self.store.put(&key, &Record::new(&key, question.kind.word(), &question.label, answer))
    }

    pub fn file(&self) -> PathBuf {
        self.store.file()
    }

    pub fn contents(&self) -> Result<Contents, Trouble> {
        self.store.contents()
    }

    pub fn clear(&self) -> Result<(), Trouble> {
        self.store.clear()
    }
}

/// Another build may answer differently even if its version is the same: a developer's builds are
/// told apart by the file.
fn tool() -> String {
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let build = file.map(|data| format!("{} {:?}", data.len(), data.modified().ok())).unwrap_or_default();
    format!("{} {build}", env!("CARGO_PKG_VERSION"))
}

/// By `TIGHTROPE_CACHE_DIR`, else where the system keeps what can be computed again.
fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if std::env::var_os("TIGHTROPE_CACHE_DIR").is_some_and(|folder| folder.is_empty()) {
        return None;
    }
    let absolute = |path: &PathBuf| path.is_absolute();
    set("TIGHTROPE_CACHE_DIR")
        .or_else(|| set("XDG_CACHE_HOME").filter(absolute).map(|base| base.join("tightrope")))
        .or_else(|| set("LOCALAPPDATA").map(|base| base.join("tightrope").join("cache")))
        .or_else(|| set("HOME").map(|home| home.join(".cache").join("tightrope")))
}
