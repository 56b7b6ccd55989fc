//! The side of whoever has work to be done.
//!
//! Each client has a name of its own, which is part of the subjects of its tasks: so it can take
//! back what it asked for, while another client that asks the same is left alone. Results are
//! shared by all.

use crate::connection::{Connection, Server, closed_key, failed, result_key};
use async_nats::jetstream::kv::Operation;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tightrope_work::{Digest, Queue, QueueError, Task};
use tokio::runtime::Runtime;

/// How long to go on trying while the server is away.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long to wait for a server that is not there at the start.
const ARRIVAL: Duration = Duration::from_secs(5);
/// How long to wait before trying again.
const PAUSE: Duration = Duration::from_millis(250);
/// Results are heard of by a watch. In case it has missed one, some are asked for this often.
const ASK_AGAIN: Duration = Duration::from_secs(2);
/// So many at a time.
const MOST_ASKED: usize = 16;
/// After this time without a result somebody looks whether there are workers at all.
const SILENCE: Duration = Duration::from_secs(5);

/// A queue on a NATS server.
#[derive(Debug)]
pub struct Cluster {
    runtime: Runtime,
    connection: Connection,
    /// The name of this client.
    session: String,
    arrived: Arc<Arrived>,
}

/// The results that are known here, by their keys.
#[derive(Debug, Default)]
struct Arrived {
    inside: Mutex<Inside>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Inside {
    results: BTreeMap<String, Vec<u8>>,
    /// Results up to this number are of no use: they were given up.
    outdated: BTreeMap<String, u64>,
    submitted: BTreeMap<Digest, Submitted>,
    blobs: BTreeMap<Digest, Vec<u8>>,
    last_look: Option<Instant>,
    last_result: Option<Instant>,
    advised: bool,
}

#[derive(Clone, Debug)]
struct Submitted {
    task: Task,
    key: String,
    asked: Instant,
    /// How often it had to be submitted.
    times: usize,
}

impl Arrived {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, key: &str, revision: u64, value: Vec<u8>) {
        let mut inside = self.inside();
        if inside.outdated.get(key).is_none_or(|last| revision > *last) {
            inside.results.entry(key.to_owned()).or_insert(value);
            inside.last_result = Some(Instant::now());
            self.changed.notify_all();
        }
    }
}

impl Cluster {
    pub fn connect(server: &Server) -> Result<Cluster, QueueError> {
        let runtime = crate::worker::runtime()?;
        let connection = runtime.block_on(Connection::open(server, ARRIVAL))?;
        // So that workers of this version, and how many there are, can be told.
        drop(runtime.block_on(connection.consumer()));
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let session = format!("{}-{}", std::process::id(), now.as_nanos());
        Ok(Cluster { runtime, connection, session, arrived: Arc::default() })
    }

    /// Results of a job are taken in as they come.
    fn watch(&self, job: Digest) {
        let (results, arrived) = (self.connection.results.clone(), Arc::clone(&self.arrived));
        self.runtime.spawn(async move {
            loop {
                if let Ok(mut watch) = results.watch_with_history(format!("{job}.*")).await {
                    while let Some(Ok(entry)) = watch.next().await {
                        if entry.operation == Operation::Put {
                            arrived.add(&entry.key, entry.revision, entry.value.to_vec());
                        }
                    }
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
    }

    /// Asks for the result of a task that the watch may not have told of.
    fn ask(&self, key: &str) {
        if let Ok(Some((revision, value))) = self.runtime.block_on(self.connection.entry(key)) {
            self.arrived.add(key, revision, value);
        }
    }

    /// Tries until the server is there again.
    fn persist<T>(&self, what: &str, mut attempt: impl AsyncFnMut() -> Result<T, QueueError>) -> Result<T, QueueError> {
        let started = Instant::now();
        self.runtime.block_on(async {
            loop {
                match attempt().await {
                    Ok(result) => return Ok(result),
                    Err(QueueError(error)) if started.elapsed() > PATIENCE => {
                        return Err(QueueError(format!("{what}: {error}")));
                    }
                    Err(_) => tokio::time::sleep(PAUSE).await,
                }
                // It may have come back without what it had.
                let _ = self.connection.restore().await;
            }
        })
    }

    fn store(&self, job: &Digest, blob: &[u8]) -> Result<(), QueueError> {
        self.persist("the program cannot be stored", async || self.connection.store(job, blob).await)
    }

    fn publish(&self, task: &Task, times: usize) -> Result<(), QueueError> {
        let digest = task.digest();
        let subject = self.connection.subject(&task.job, &self.session, &digest.to_string());
        self.persist("a task cannot be queued", async || {
            let mut message = PublishMessage::build()
                .message_id(format!("{digest}-{}-{times}", self.session))
                .header("kind", task.kind.as_str())
                .payload(task.part.clone().into());
            if let Some(limit) = task.limit {
                message = message.header("limit", limit.as_millis().to_string().as_str());
            }
            let sent = self.connection.context.send_publish(subject.clone(), message).await;
            sent.map_err(failed("not sent"))?.await.map(|_| ()).map_err(failed("not acknowledged"))
        })
    }

    /// What the watch has not told of for a while is asked for; what is neither done nor queued is
    /// queued again: the server may have lost it.
    fn look_again(&self, tasks: &[Digest]) -> Result<(), QueueError> {
        let now = Instant::now();
        let old: Vec<Submitted> = {
            let mut inside = self.arrived.inside();
            if inside.last_look.is_some_and(|last| last.elapsed() < ASK_AGAIN) {
                return Ok(());
            }
            inside.last_look = Some(now);
            let missing = |task: &&Digest| {
                let submitted = inside.submitted.get(*task);
                submitted.is_some_and(|it| it.asked.elapsed() > ASK_AGAIN && !inside.results.contains_key(&it.key))
            };
            let mut old: Vec<Digest> = tasks.iter().filter(missing).copied().collect();
            old.sort_by_key(|task| inside.submitted.get(task).map(|it| it.asked));
            old.truncate(MOST_ASKED);
            let note = |task: &Digest| {
                let submitted = inside.submitted.get_mut(task)?;
                submitted.asked = now;
                Some(submitted.clone())
            };
            old.iter().filter_map(note).collect()
        };
        for submitted in old {
            self.ask(&submitted.key);
            if !self.arrived.inside().results.contains_key(&submitted.key) && self.is_lost(&submitted) {
                self.submit_again(&submitted)?;
            }
        }
        Ok(())
    }

    /// Neither queued nor done, and the server is there to say so.
    fn is_lost(&self, submitted: &Submitted) -> bool {
        let digest = submitted.task.digest().to_string();
        let subject = self.connection.subject(&submitted.task.job, &self.session, &digest);
        let look = || self.runtime.block_on(self.connection.tasks.get_last_raw_message_by_subject(&subject));
        let is_missing = match look().map_err(|error| error.kind()) {
            Ok(_) => false,
            Err(LastRawMessageErrorKind::NoMessageFound) => true,
            // A server that has lost its disk has no streams.
            Err(_) => {
                let is_restored = self.runtime.block_on(self.connection.restore()).is_ok();
                is_restored && look().is_err_and(|error| error.kind() == LastRawMessageErrorKind::NoMessageFound)
            }
        };
        // It may have been done in between.
        if is_missing {
            self.ask(&submitted.key);
        }
        is_missing && !self.arrived.inside().results.contains_key(&submitted.key)
    }

    fn submit_again(&self, submitted: &Submitted) -> Result<(), QueueError> {
        let blob = self.arrived.inside().blobs.get(&submitted.task.job).cloned();
        if let Some(blob) = blob {
            self.store(&submitted.task.job, &blob)?;
        }
        if let Some(known) = self.arrived.inside().submitted.get_mut(&submitted.task.digest()) {
            known.times += 1;
        }
        self.publish(&submitted.task, submitted.times + 1)
    }

    /// A result says with its first byte whether the worker could do the task, and where the rest
    /// is.
    fn unwrapped(&self, value: &[u8]) -> Result<Vec<u8>, QueueError> {
        match value.split_first() {
            Some((&(DONE | GIVEN_UP), result)) => Ok(result.to_vec()),
            Some((&(LARGE | LARGE_GIVEN_UP), name)) => {
                let digest = Digest::parse(&String::from_utf8_lossy(name));
                let digest = digest.ok_or_else(|| QueueError("a result is not understood".to_owned()))?;
                self.persist("a large result cannot be fetched", async || self.connection.blob(&digest).await)
            }
            Some((_, reason)) => Err(QueueError(String::from_utf8_lossy(reason).into_owned())),
            None => Err(QueueError("an empty result".to_owned())),
        }
    }

    /// A result of an earlier client, unless that was given up: then it is removed.
    fn is_done_before(&self, key: &str) -> Result<bool, QueueError> {
        let entry = self.persist("a result cannot be asked for", async || self.connection.entry(key).await)?;
        let Some((old, value)) = entry else { return Ok(false) };
        if matches!(value.first(), Some(&(DONE | LARGE))) {
            self.arrived.add(key, old, value);
            return Ok(true);
        }
        {
            let mut inside = self.arrived.inside();
            inside.outdated.insert(key.to_owned(), old);
            inside.results.remove(key);
        }
        self.persist("a result cannot be removed", async || match self.connection.entry(key).await? {
            Some((revision, _)) if revision == old => {
                let purged = self.connection.results.purge_expect_revision(key, Some(old)).await;
                purged.map_err(failed("not removed"))
            }
            _ => Ok(()),
        })?;
        Ok(false)
    }
}

impl Queue for Cluster {
    fn open(&self, blob: &[u8]) -> Result<Digest, QueueError> {
        let job = Digest::of(blob);
        self.store(&job, blob)?;
        self.arrived.inside().blobs.insert(job, blob.to_vec());
        self.watch(job);
        Ok(job)
    }

    fn submit(&self, task: &Task) -> Result<(), QueueError> {
        let (digest, key) = (task.digest(), result_key(&task.job, &task.digest()));
        {
            let mut inside = self.arrived.inside();
            if inside.submitted.contains_key(&digest) {
                return Ok(());
            }
            let submitted = Submitted { task: task.clone(), key: key.clone(), asked: Instant::now(), times: 1 };
            inside.submitted.insert(digest, submitted);
        }
        // An earlier client may have had it done.
        if self.is_done_before(&key)? { Ok(()) } else { self.publish(task, 1) }
    }

    fn results(&self, tasks: &[Digest], wait: Duration) -> Result<Vec<(Digest, Vec<u8>)>, QueueError> {
        let until = Instant::now() + wait;
        loop {
            self.look_again(tasks)?;
            let inside = self.arrived.inside();
            let mut found = Vec::new();
            for task in tasks {
                let Some(submitted) = inside.submitted.get(task) else {
                    return Err(QueueError("nobody has submitted this task".to_owned()));
                };
                if let Some(value) = inside.results.get(&submitted.key) {
                    found.push((*task, value.clone()));
                }
            }
            let left = until.saturating_duration_since(Instant::now());
            if !found.is_empty() || left.is_zero() {
                drop(inside);
                return found.into_iter().map(|(task, value)| Ok((task, self.unwrapped(&value)?))).collect();
            }
            drop(self.arrived.changed.wait_timeout(inside, left.min(ASK_AGAIN)));
        }
    }

    fn drop_tasks(&self, tasks: &[Digest]) -> Result<(), QueueError> {
        for digest in tasks {
            let Some(submitted) = self.arrived.inside().submitted.remove(digest) else { continue };
            let job = &submitted.task.job;
            let subject = self.connection.subject(job, &self.session, &digest.to_string());
            self.runtime.block_on(async {
                let closed = closed_key(job, &self.session, Some(digest));
                let closed = self.connection.results.put(closed, "closed".into()).await;
                closed.map_err(failed("the task cannot be taken back"))?;
                let purged = self.connection.tasks.purge().filter(subject).await;
                purged.map(|_| ()).map_err(failed("the task cannot be dropped"))
            })?;
        }
        Ok(())
    }

    fn close(&self, job: &Digest) -> Result<(), QueueError> {
        self.runtime.block_on(async {
            let closed = closed_key(job, &self.session, None);
            let closed = self.connection.results.put(closed, "closed".into()).await;
            closed.map_err(failed("the job cannot be closed"))?;
            let purged = self.connection.tasks.purge().filter(self.connection.subject(job, &self.session, ">")).await;
            purged.map(|_| ()).map_err(failed("the tasks cannot be dropped"))
        })
    }

    fn workers(&self) -> Result<usize, QueueError> {
        self.runtime.block_on(async {
            let mut consumer = self.connection.consumer().await?;
            let info = consumer.info().await.map_err(failed("the server does not answer"))?;
            Ok(info.num_waiting + info.num_ack_pending)
        })
    }

    fn advice(&self) -> Option<String> {
        let is_quiet = |last: Option<Instant>| last.is_none_or(|last| last.elapsed() > SILENCE);
        {
            let inside = self.arrived.inside();
            if inside.advised || !is_quiet(inside.last_result) {
                return None;
            }
        }
        if self.workers() != Ok(0) {
            return None;
        }
        self.arrived.inside().advised = true;
        let version = &self.connection.version;
        let others = self.runtime.block_on(self.connection.other_versions());
        Some(match others.as_slice() {
            [] => format!("no worker of version {version} is there: start one with `tightrope worker --queue URL`"),
            others => format!(
                "no worker of version {version} is there, only of {}: start one of this version with `tightrope \
                 worker --queue URL`",
                others.join(", ")
            ),
        })
    }
}

/// The first byte of a result.
pub(crate) const DONE: u8 = 0;
pub(crate) const FAILED: u8 = 1;
pub(crate) const GIVEN_UP: u8 = 2;
/// As `DONE` and `GIVEN_UP`; what follows is the digest of the result, which lies among the blobs.
pub(crate) const LARGE: u8 = 3;
pub(crate) const LARGE_GIVEN_UP: u8 = 4;
