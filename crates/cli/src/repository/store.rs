//! The file of the repository: records by the digest of what they answer, in one `redb` database.
//!
//! Each operation takes the lock of the folder, opens the file, does one transaction and closes it
//! again. So processes that run at once wait for each other and lose nothing, and a process that is
//! killed leaves the last complete transaction; the system frees its lock. Every record carries a
//! checksum over its key and its text: a page that was damaged on the disk is not believed. A file
//! that cannot be read is thrown away: what it held can be computed again.

use redb::{Builder, Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Grows with every change of the tables or of what records mean. Files of another form have
/// another name, and are removed.
const FORM: u32 = 1;

const RECORDS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("records");
/// When a record was last asked for, in seconds of the clock.
const USES: TableDefinition<'_, &[u8], u64> = TableDefinition::new("uses");

/// So long another process may keep the folder for itself.
const PATIENCE: Duration = Duration::from_secs(30);
const PAGES_IN_MEMORY: usize = 16 << 20;
/// A use is noted at most so often: reading should not write each time.
const SECONDS_BETWEEN_NOTES: u64 = 3600;

/// The name of the thread that touches the file. A damaged file can make the database panic; that
/// is no bug of ours, and the hook of the process is silent about this thread.
pub const THREAD: &str = "repository";

/// The digest of what a record answers.
pub type Key = [u8; 32];

/// The digest of some texts, which cannot run into each other.
pub fn digest<'t>(texts: impl IntoIterator<Item = &'t str>) -> Key {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().into()
}

/// What is kept of one answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// `bounds`, `verdict`.
    pub kind: String,
    /// For people: `AvlTree, scope 10`.
    pub label: String,
    /// In seconds of the clock.
    pub stored: u64,
    pub value: String,
    check: String,
}

impl Record {
    pub fn new(key: &Key, kind: &str, label: &str, value: String) -> Record {
        let check = check_of(key, kind, label, &value);
        Record { kind: kind.to_owned(), label: label.to_owned(), stored: now(), value, check }
    }

    fn is_sound(&self, key: &[u8]) -> bool {
        self.check == check_of(key, &self.kind, &self.label, &self.value)
    }
}

fn check_of(key: &[u8], kind: &str, label: &str, value: &str) -> String {
    hex(&digest([hex(key).as_str(), kind, label, value]))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Why an operation was not possible. Nothing is lost by it but time.
#[derive(Debug)]
pub enum Trouble {
    /// The folder cannot be used.
    Folder(io::Error),
    /// Another process keeps the folder.
    Busy,
    /// The file is not what was written.
    Damaged(String),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Folder(error) => write!(f, "the cache cannot be used: {error}"),
            Trouble::Busy => f.write_str("the cache is in use by another process for too long"),
            Trouble::Damaged(what) => write!(f, "the cache was damaged: {what}"),
        }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Folder(error)
    }
}

/// What the system refuses (a full disk, a missing permission) is no damage; anything else that the
/// database complains of is.
fn trouble(error: redb::Error) -> Trouble {
    match error {
        redb::Error::Io(error) if error.raw_os_error().is_some() => Trouble::Folder(error),
        redb::Error::DatabaseAlreadyOpen => Trouble::Busy,
        other => Trouble::Damaged(other.to_string()),
    }
}

/// The file in its folder.
#[derive(Clone, Debug)]
pub struct Store {
    pub folder: PathBuf,
    /// The file does not grow much beyond this, in bytes.
    pub most_bytes: u64,
}

/// What a look at all records found.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    pub records: Vec<Record>,
    /// Records whose checksum is wrong.
    pub damaged: usize,
    /// Of the file.
    pub bytes: u64,
}

impl Store {
    pub fn file(&self) -> PathBuf {
        self.folder.join(format!("tightrope-{FORM}.redb"))
    }

    /// `None`: there is no such record, or it is not to be believed.
    pub fn get(&self, key: &Key) -> Result<Option<Record>, Trouble> {
        if !self.file().exists() {
            return Ok(None);
        }
        let key = *key;
        self.with_database(move |database, _| {
            let found = read(database, &key)?;
            if let Some((_, used)) = &found
                && now().abs_diff(*used) > SECONDS_BETWEEN_NOTES
            {
                note_use(database, &key)?;
            }
            Ok(found.map(|(record, _)| record))
        })
    }

    /// Keeps a record, unless it is too large. A damaged file is begun anew.
    pub fn put(&self, key: &Key, record: &Record) -> Result<(), Trouble> {
        let text = serde_json::to_vec(record).unwrap_or_default();
        if text.len() as u64 > self.most_bytes / 4 {
            return Ok(());
        }
        match self.put_text(*key, text.clone()) {
            Err(Trouble::Damaged(_)) => self.put_text(*key, text),
            result => result,
        }
    }

    fn put_text(&self, key: Key, text: Vec<u8>) -> Result<(), Trouble> {
        let most = self.most_bytes;
        self.with_database(move |database, file| {
            write(database, &key, &text)?;
            let bytes = std::fs::metadata(file).map_or(0, |data| data.len());
            if bytes > most {
                shrink(database, &key, most / 2)?;
            }
            Ok(())
        })
    }

    /// Looks at every record, and at the file as a whole.
    pub fn contents(&self) -> Result<Contents, Trouble> {
        if !self.file().exists() {
            return Ok(Contents::default());
        }
        self.with_database(|database, file| {
            if !database.check_integrity().map_err(redb::Error::from)? {
                return Err(redb::Error::Corrupted("its checksums do not match".to_owned()));
            }
            let mut contents = all(database)?;
            contents.bytes = std::fs::metadata(file).map_or(0, |data| data.len());
            Ok(contents)
        })
    }

    /// Removes the file, also one of an older form.
    pub fn clear(&self) -> Result<(), Trouble> {
        let _lock = self.lock()?;
        for entry in std::fs::read_dir(&self.folder)?.flatten() {
            if is_ours(&entry.path()) {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Does something with the open database. A damaged file is removed.
    fn with_database<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Database, &Path) -> Result<T, redb::Error> + Send + 'static,
    ) -> Result<T, Trouble> {
        let _lock = self.lock()?;
        self.remove_older_forms();
        let file = self.file();
        let (path, unfinished) = (file.clone(), self.folder.join(format!("tightrope-{FORM}.new.redb")));
        let body = move || {
            if !path.exists() {
                begin(&path, &unfinished)?;
            }
            let mut database = Builder::new().set_cache_size(PAGES_IN_MEMORY).create(&path)?;
            work(&mut database, &path)
        };
        let worker = std::thread::Builder::new().name(THREAD.to_owned()).spawn(body)?;
        let result = match worker.join() {
            Ok(result) => result.map_err(trouble),
            Err(_) => Err(Trouble::Damaged("its pages make no sense".to_owned())),
        };
        if matches!(result, Err(Trouble::Damaged(_))) {
            std::fs::remove_file(&file)?;
        }
        result
    }

    /// Waits until no other process is at work in the folder. The lock ends with the file.
    fn lock(&self) -> Result<File, Trouble> {
        std::fs::create_dir_all(&self.folder)?;
        let path = self.folder.join("lock");
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        let started = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(lock),
                Err(TryLockError::WouldBlock) if started.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                Err(TryLockError::WouldBlock) => return Err(Trouble::Busy),
                Err(TryLockError::Error(error)) => return Err(Trouble::Folder(error)),
            }
        }
    }

    /// Nobody reads them again. Whether that works is of no importance.
    fn remove_older_forms(&self) {
        let older = |form: u32| self.folder.join(format!("tightrope-{form}.redb"));
        (0..FORM).for_each(|form| drop(std::fs::remove_file(older(form))));
    }
}

fn is_ours(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.starts_with("tightrope-") && name.ends_with(".redb")
}

/// Makes an empty database. It gets its name when it is complete: a process that is killed while
/// the first pages are written leaves no file that looks damaged.
fn begin(path: &Path, unfinished: &Path) -> Result<(), redb::Error> {
    if unfinished.exists() {
        std::fs::remove_file(unfinished)?;
    }
    drop(Builder::new().set_cache_size(PAGES_IN_MEMORY).create(unfinished)?);
    std::fs::rename(unfinished, path)?;
    Ok(())
}

/// A record, and when it was last used.
fn read(database: &Database, key: &Key) -> Result<Option<(Record, u64)>, redb::Error> {
    let reading = database.begin_read()?;
    let records = match reading.open_table(RECORDS) {
        Ok(records) => records,
        Err(redb::TableError::TableDoesNotExist(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Some(text) = records.get(key.as_slice())? else { return Ok(None) };
    let record: Option<Record> = serde_json::from_slice(text.value()).ok();
    let used = reading.open_table(USES)?.get(key.as_slice())?.map_or(0, |used| used.value());
    Ok(record.filter(|record| record.is_sound(key)).map(|record| (record, used)))
}

fn note_use(database: &Database, key: &Key) -> Result<(), redb::Error> {
    let writing = database.begin_write()?;
    writing.open_table(USES)?.insert(key.as_slice(), now())?;
    writing.commit()?;
    Ok(())
}

fn write(database: &Database, key: &Key, text: &[u8]) -> Result<(), redb::Error> {
    let writing = database.begin_write()?;
    writing.open_table(RECORDS)?.insert(key.as_slice(), text)?;
    writing.open_table(USES)?.insert(key.as_slice(), now())?;
    writing.commit()?;
    Ok(())
}

fn all(database: &Database) -> Result<Contents, redb::Error> {
    let reading = database.begin_read()?;
    let mut contents = Contents::default();
    let records = match reading.open_table(RECORDS) {
        Ok(records) => records,
        Err(redb::TableError::TableDoesNotExist(_)) => return Ok(contents),
        Err(error) => return Err(error.into()),
    };
    for entry in records.iter()? {
        let (key, text) = entry?;
        let record: Option<Record> = serde_json::from_slice(text.value()).ok();
        match record.filter(|record| record.is_sound(key.value())) {
            Some(record) => contents.records.push(record),
            None => contents.damaged += 1,
        }
    }
    Ok(contents)
}

/// Drops the records that nobody has asked for the longest, until so many bytes are left. The
/// newest goes last: the clock may not tell it from others.
fn shrink(database: &mut Database, newest: &Key, wanted: u64) -> Result<(), redb::Error> {
    let writing = database.begin_write()?;
    {
        let (mut records, mut uses) = (writing.open_table(RECORDS)?, writing.open_table(USES)?);
        let mut kept: Vec<(bool, u64, Vec<u8>, u64)> = Vec::new();
        for entry in records.iter()? {
            let (key, text) = entry?;
            let used = uses.get(key.value())?.map_or(0, |used| used.value());
            let is_newest = key.value() == newest.as_slice();
            kept.push((is_newest, used, key.value().to_vec(), text.value().len() as u64));
        }
        kept.sort();
        let mut bytes: u64 = kept.iter().map(|(.., size)| size).sum();
        for (_, _, key, size) in kept {
            if bytes <= wanted {
                break;
            }
            records.remove(key.as_slice())?;
            uses.remove(key.as_slice())?;
            bytes -= size;
        }
    }
    writing.commit()?;
    while database.compact()? {}
    Ok(())
}
