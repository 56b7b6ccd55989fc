//! A jar, opened when it is first asked.

use crate::read_sources::MAX_FILE_SIZE;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

#[derive(Debug)]
pub(super) struct Archive {
    path: PathBuf,
    state: State,
}

enum State {
    Closed,
    Open(Box<ZipArchive<BufReader<File>>>),
    Damaged,
}

impl std::fmt::Debug for State {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            State::Closed => "Closed",
            State::Open(_) => "Open",
            State::Damaged => "Damaged",
        })
    }
}

fn open(path: &Path) -> State {
    let archive = File::open(path).ok().and_then(|file| ZipArchive::new(BufReader::new(file)).ok());
    archive.map_or(State::Damaged, |archive| State::Open(Box::new(archive)))
}

impl Archive {
    pub(super) fn new(path: &Path) -> Archive {
        Archive { path: path.to_owned(), state: State::Closed }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn state(&mut self) -> &mut State {
        if matches!(self.state, State::Closed) {
            self.state = open(&self.path);
        }
        &mut self.state
    }

    pub(super) fn is_damaged(&self) -> bool {
        matches!(self.state, State::Damaged)
    }

    pub(super) fn has(&mut self, name: &str) -> bool {
        matches!(self.state(), State::Open(archive) if archive.index_for_name(name).is_some())
    }

    /// The content of an entry, if there is one.
    pub(super) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, String> {
        match self.state() {
            State::Open(archive) => match archive.index_for_name(name) {
                Some(index) => read_entry(archive, index).map(Some),
                None => Ok(None),
            },
            State::Damaged | State::Closed => Ok(None),
        }
    }
}

/// What an entry claims of its size need not be true.
fn read_entry(archive: &mut ZipArchive<BufReader<File>>, index: usize) -> Result<Vec<u8>, String> {
    let entry = archive.by_index(index).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    entry.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    match bytes.len() as u64 > MAX_FILE_SIZE {
        true => Err("it is too large".to_owned()),
        false => Ok(bytes),
    }
}
