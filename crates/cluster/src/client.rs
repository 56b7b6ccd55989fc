//! The side of whoever has work to be done.

use crate::connection::{Connection, Server, closed_key, failed, result_key};
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tightrope_work::{Digest, Queue, QueueError, Task};
use tokio::runtime::Runtime;

/// How long to go on trying while the server is away.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long to wait before trying again.
const PAUSE: Duration = Duration::from_millis(250);
/// Results are heard of by a watch. In case it has missed one, they are asked for this often.
const ASK_AGAIN: Duration = Duration::from_secs(2);

/// A queue on a NATS server.
#[derive(Debug)]
pub struct Cluster {
    runtime: Runtime,
    connection: Connection,
    /// Of this client: a task that an earlier one has submitted may have been dropped since.
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
    /// By task: the key of its result, and when it was last asked for.
    asked: BTreeMap<Digest, (String, Instant)>,
    submitted: BTreeSet<Digest>,
}

impl Arrived {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, key: String, value: Vec<u8>) {
        self.inside().results.entry(key).or_insert(value);
        self.changed.notify_all();
    }
}

impl Cluster {
    pub fn connect(server: &Server) -> Result<Cluster, QueueError> {
        let runtime = crate::worker::runtime()?;
        let connection = runtime.block_on(Connection::open(server))?;
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let session = format!("{}-{}", std::process::id(), now.as_nanos());
        Ok(Cluster { runtime, connection, session, arrived: Arc::default() })
    }

    /// How many workers of this version wait for a task or work on one, as far as the server knows.
    pub fn workers(&self) -> Result<usize, QueueError> {
        self.runtime.block_on(async {
            let mut consumer = self.connection.consumer().await?;
            let info = consumer.info().await.map_err(failed("the server does not answer"))?;
            Ok(info.num_waiting + info.num_ack_pending)
        })
    }

    /// Results of a job are taken in as they come.
    fn watch(&self, job: Digest) {
        let (results, arrived) = (self.connection.results.clone(), Arc::clone(&self.arrived));
        self.runtime.spawn(async move {
            loop {
                if let Ok(mut watch) = results.watch_with_history(format!("{job}.*")).await {
                    while let Some(Ok(entry)) = watch.next().await {
                        arrived.add(entry.key, entry.value.to_vec());
                    }
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
    }

    /// Asks for the result of a task that the watch has not told of.
    fn ask(&self, key: &str) {
        let result = self.runtime.block_on(self.connection.results.get(key));
        if let Ok(Some(value)) = result {
            self.arrived.add(key.to_owned(), value.to_vec());
        }
    }

    async fn publish(&self, task: &Task) -> Result<(), QueueError> {
        let subject = self.connection.subject(&task.job, &task.digest().to_string());
        let started = Instant::now();
        loop {
            let message = PublishMessage::build()
                .message_id(format!("{}-{}", task.digest(), self.session))
                .header("kind", task.kind.as_str())
                .payload(task.part.clone().into());
            let sent = self.connection.context.send_publish(subject.clone(), message).await;
            let outcome = match sent {
                Ok(acknowledged) => acknowledged.await,
                Err(error) => Err(error),
            };
            match outcome {
                Ok(_) => return Ok(()),
                Err(error) if started.elapsed() > PATIENCE => {
                    return Err(QueueError(format!("a task cannot be queued: {error}")));
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }
}

impl Queue for Cluster {
    fn open(&self, blob: &[u8]) -> Result<Digest, QueueError> {
        let job = Digest::of(blob);
        let name = job.to_string();
        self.runtime.block_on(async {
            if self.connection.blobs.info(&name).await.is_err() {
                let mut content = blob;
                let stored = self.connection.blobs.put(name.as_str(), &mut content).await;
                stored.map_err(failed("the program cannot be stored"))?;
            }
            let reopened = self.connection.results.purge(closed_key(&job)).await;
            reopened.map_err(failed("the job cannot be opened"))
        })?;
        self.watch(job);
        Ok(job)
    }

    fn submit(&self, task: &Task) -> Result<(), QueueError> {
        let (digest, key) = (task.digest(), result_key(&task.job, &task.digest()));
        {
            let mut inside = self.arrived.inside();
            inside.asked.insert(digest, (key.clone(), Instant::now()));
            if inside.results.contains_key(&key) || !inside.submitted.insert(digest) {
                return Ok(());
            }
        }
        // An earlier client may have had it done.
        self.ask(&key);
        if self.arrived.inside().results.contains_key(&key) {
            return Ok(());
        }
        self.runtime.block_on(self.publish(task))
    }

    fn result(&self, task: &Digest, wait: Duration) -> Result<Option<Vec<u8>>, QueueError> {
        let until = Instant::now() + wait;
        let mut inside = self.arrived.inside();
        loop {
            let Some((key, last)) = inside.asked.get(task).cloned() else {
                return Err(QueueError("nobody has submitted this task".to_owned()));
            };
            if let Some(value) = inside.results.get(&key) {
                return unwrapped(value).map(Some);
            }
            if last.elapsed() > ASK_AGAIN {
                inside.asked.insert(*task, (key.clone(), Instant::now()));
                drop(inside);
                self.ask(&key);
                inside = self.arrived.inside();
                continue;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            let waited = self.arrived.changed.wait_timeout(inside, left.min(ASK_AGAIN));
            inside = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn close(&self, job: &Digest) -> Result<(), QueueError> {
        self.runtime.block_on(async {
            let closed = self.connection.results.put(closed_key(job), "closed".into()).await;
            closed.map_err(failed("the job cannot be closed"))?;
            let purged = self.connection.tasks.purge().filter(self.connection.subject(job, ">")).await;
            purged.map(|_| ()).map_err(failed("the tasks cannot be dropped"))
        })
    }
}

/// A result says with its first byte whether the worker could do the task.
fn unwrapped(value: &[u8]) -> Result<Vec<u8>, QueueError> {
    match value.split_first() {
        Some((0, result)) => Ok(result.to_vec()),
        Some((_, reason)) => Err(QueueError(String::from_utf8_lossy(reason).into_owned())),
        None => Err(QueueError("an empty result".to_owned())),
    }
}
