//! The side of whoever does the work: one task after the other, until somebody says stop.

use crate::client::{DONE, FAILED, GIVEN_UP, LARGE, LARGE_GIVEN_UP};
use crate::connection::{Connection, HEARTBEAT, Server, closed_key, fact_key, failed, result_key};
use async_nats::jetstream::kv::{Operation, Store};
use async_nats::jetstream::message::AckKind;
use async_nats::jetstream::{self};
use futures_util::StreamExt;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tightrope_work::{Beside, Digest, Done, QueueError, Task, Worker};
use tokio::runtime::{Handle, Runtime};
use tokio::task::AbortHandle;

/// How long to wait for a server that is not there at the start.
const ARRIVAL: Duration = Duration::from_secs(60);
/// How long to wait for a task before looking whether somebody says stop.
const WAIT: Duration = Duration::from_secs(2);
/// How long to wait after something went wrong: the server may be away for a while.
const PAUSE: Duration = Duration::from_millis(500);
/// A larger result does not fit into a message, and lies among the blobs.
const LARGEST_MESSAGE: usize = 900_000;
/// A larger one is a mistake.
const LARGEST_RESULT: usize = 1 << 30;
/// A task that was given out so often ends those who try it, one after the other.
const MOST_DELIVERIES: i64 = 6;

/// What a worker has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Served {
    pub tasks: u64,
}

pub(crate) fn runtime() -> Result<Runtime, QueueError> {
    let built = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    built.map_err(failed("no thread for the network"))
}

/// Does tasks until `stop` is set. A server that goes away is waited for.
pub fn serve(server: &Server, worker: &mut dyn Worker, stop: &AtomicBool) -> Result<Served, QueueError> {
    let runtime = runtime()?;
    let connection = runtime.block_on(Connection::open(server, ARRIVAL))?;
    let closed = Gathered::watch(runtime.handle(), &connection.results, "closed.>".to_owned());
    let mut host = Host { runtime: &runtime, connection, closed, blob: None, facts: None };
    let mut served = Served::default();
    while !stop.load(Ordering::Relaxed) {
        match host.next() {
            Ok(Some(message)) => served.tasks += u64::from(host.handle(&message, worker)),
            Ok(None) => {}
            Err(_) => std::thread::sleep(PAUSE),
        }
    }
    Ok(served)
}

/// What lies under some keys, brought up to date while it is looked at.
#[derive(Debug)]
struct Gathered {
    inside: Arc<Mutex<Keys>>,
    watching: AbortHandle,
}

#[derive(Debug, Default)]
struct Keys {
    known: BTreeSet<String>,
    /// In the order in which they came.
    values: Vec<Vec<u8>>,
}

impl Gathered {
    fn watch(handle: &Handle, store: &Store, keys: String) -> Gathered {
        let inside: Arc<Mutex<Keys>> = Arc::default();
        let (store, added) = (store.clone(), Arc::clone(&inside));
        let watching = handle.spawn(async move {
            loop {
                if let Ok(mut watch) = store.watch_with_history(&keys).await {
                    while let Some(Ok(entry)) = watch.next().await {
                        let mut inside = added.lock().unwrap_or_else(PoisonError::into_inner);
                        if entry.operation == Operation::Put && inside.known.insert(entry.key) {
                            inside.values.push(entry.value.to_vec());
                        }
                    }
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
        Gathered { inside, watching: watching.abort_handle() }
    }

    fn inside(&self) -> MutexGuard<'_, Keys> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, key: &str) -> bool {
        self.inside().known.contains(key)
    }
}

impl Drop for Gathered {
    fn drop(&mut self) {
        self.watching.abort();
    }
}

struct Host<'r> {
    runtime: &'r Runtime,
    connection: Connection,
    /// What clients want no more.
    closed: Gathered,
    /// Of the last job.
    blob: Option<(Digest, Vec<u8>)>,
    facts: Option<(Digest, Arc<Facts>)>,
}

/// A task and who asked for it.
struct Asked {
    task: Task,
    session: String,
}

impl Host<'_> {
    fn next(&self) -> Result<Option<jetstream::Message>, QueueError> {
        self.runtime.block_on(async {
            let consumer = match self.connection.consumer().await {
                Ok(consumer) => consumer,
                Err(error) => {
                    // A server that has lost its disk has no streams.
                    self.connection.restore().await?;
                    return Err(error);
                }
            };
            let batch = consumer.batch().max_messages(1).expires(WAIT).messages().await;
            let mut batch = batch.map_err(failed("no task can be fetched"))?;
            match batch.next().await {
                Some(message) => message.map(Some).map_err(failed("a task was lost")),
                None => Ok(None),
            }
        })
    }

    /// Does a task, unless it is done already or nobody wants it; `true` if it was done here.
    fn handle(&mut self, message: &jetstream::Message, worker: &mut dyn Worker) -> bool {
        let Some(asked) = asked_by(message) else {
            self.acknowledge(message, AckKind::Term);
            return false;
        };
        let key = result_key(&asked.task.job, &asked.task.digest());
        if !self.is_wanted(&asked) || self.is_there(&key) {
            self.acknowledge(message, AckKind::Ack);
            return false;
        }
        if message.info().is_ok_and(|info| info.delivered > MOST_DELIVERIES) {
            let reason = format!("{MOST_DELIVERIES} workers have begun a task, and none has come to its end");
            return self.finish(message, &key, Err(reason));
        }
        let Ok(blob) = self.blob_of(&asked.task.job) else {
            // Somebody else may get hold of it, or the server is back by then.
            self.acknowledge(message, AckKind::Nak(Some(PAUSE)));
            return false;
        };
        let result = self.execute(message, &blob, &asked, worker);
        if !self.is_wanted(&asked) {
            self.acknowledge(message, AckKind::Ack);
            return false;
        }
        self.finish(message, &key, result)
    }

    /// Keeps a result. Where that is not possible, the task is given out again.
    fn finish(&self, message: &jetstream::Message, key: &str, result: Result<Done, String>) -> bool {
        let is_kept = self.keep(key, result);
        if is_kept {
            self.acknowledge(message, AckKind::Ack);
        }
        is_kept
    }

    fn is_wanted(&self, asked: &Asked) -> bool {
        let Asked { task, session } = asked;
        let of_task = closed_key(&task.job, session, Some(&task.digest()));
        !self.closed.has(&closed_key(&task.job, session, None)) && !self.closed.has(&of_task)
    }

    /// Works, and says meanwhile that it does.
    fn execute(
        &mut self,
        message: &jetstream::Message,
        blob: &[u8],
        asked: &Asked,
        worker: &mut dyn Worker,
    ) -> Result<Done, String> {
        let is_wanted = Arc::new(AtomicBool::new(true));
        let beside = Arc::new(BesideServer {
            handle: self.runtime.handle().clone(),
            connection: self.connection.clone(),
            is_wanted: Arc::clone(&is_wanted),
            facts: self.facts_of(&asked.task.job),
        });
        let (is_done, host) = (AtomicBool::new(false), &*self);
        std::thread::scope(|scope| {
            scope.spawn(|| host.beat(message, asked, &is_wanted, &is_done));
            let result = worker.execute(blob, &asked.task, beside);
            is_done.store(true, Ordering::Release);
            result
        })
    }

    fn beat(&self, message: &jetstream::Message, asked: &Asked, is_wanted: &AtomicBool, is_done: &AtomicBool) {
        let step = Duration::from_millis(20);
        let mut since_beat = Duration::ZERO;
        while !is_done.load(Ordering::Acquire) {
            std::thread::sleep(step);
            since_beat += step;
            if since_beat >= HEARTBEAT {
                since_beat = Duration::ZERO;
                self.acknowledge(message, AckKind::Progress);
            }
            is_wanted.store(self.is_wanted(asked), Ordering::Relaxed);
        }
    }

    /// A message that gets lost is said again by the server: the task is found to be done then.
    fn acknowledge(&self, message: &jetstream::Message, kind: AckKind) {
        let _ = self.runtime.block_on(message.ack_with(kind));
    }

    fn is_there(&self, key: &str) -> bool {
        matches!(self.runtime.block_on(self.connection.entry(key)), Ok(Some(_)))
    }

    fn blob_of(&mut self, job: &Digest) -> Result<Vec<u8>, QueueError> {
        if let Some((known, blob)) = &self.blob
            && known == job
        {
            return Ok(blob.clone());
        }
        let blob = self.runtime.block_on(self.connection.blob(job))?;
        self.blob = Some((*job, blob.clone()));
        Ok(blob)
    }

    fn facts_of(&mut self, job: &Digest) -> Arc<Facts> {
        if let Some((known, facts)) = &self.facts
            && known == job
        {
            return Arc::clone(facts);
        }
        let facts = Arc::new(Facts { job: *job, gathered: Mutex::default() });
        self.facts = Some((*job, Arc::clone(&facts)));
        facts
    }

    /// Files a result; `true` if it, or one that somebody else has filed before, is kept.
    fn keep(&self, key: &str, result: Result<Done, String>) -> bool {
        let value = match result {
            Ok(Done { result, .. }) if result.len() > LARGEST_RESULT => {
                [&[FAILED], format!("a result of {} bytes is too large", result.len()).as_bytes()].concat()
            }
            Ok(Done { result, is_final }) if result.len() > LARGEST_MESSAGE => {
                let digest = Digest::of(&result);
                if !self.insist(|| self.runtime.block_on(self.connection.store(&digest, &result)).is_ok()) {
                    return false;
                }
                let kind = if is_final { LARGE } else { LARGE_GIVEN_UP };
                [&[kind], digest.to_string().as_bytes()].concat()
            }
            Ok(Done { result, is_final }) => {
                let kind = if is_final { DONE } else { GIVEN_UP };
                [&[kind], result.as_slice()].concat()
            }
            Err(reason) => [&[FAILED], reason.as_bytes()].concat(),
        };
        let file = || self.runtime.block_on(self.connection.results.create(key, value.clone().into())).is_ok();
        self.insist(|| file() || self.is_there(key))
    }

    /// Tries for a minute: the server may be away for a while.
    fn insist(&self, attempt: impl Fn() -> bool) -> bool {
        (0..120).any(|_| {
            let is_done = attempt();
            if !is_done {
                std::thread::sleep(PAUSE);
            }
            is_done
        })
    }
}

/// What those who work on a job tell each other. It is asked for by whoever wants to hear it.
#[derive(Debug)]
struct Facts {
    job: Digest,
    gathered: Mutex<Option<Gathered>>,
}

/// What goes on beside a task of a server.
struct BesideServer {
    handle: Handle,
    connection: Connection,
    is_wanted: Arc<AtomicBool>,
    facts: Arc<Facts>,
}

impl Beside for BesideServer {
    fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Relaxed)
    }

    fn idle(&self) -> usize {
        let info = self.handle.block_on(async {
            let mut consumer = self.connection.consumer().await.ok()?;
            consumer.info().await.ok().cloned()
        });
        info.filter(|info| info.num_pending == 0).map_or(0, |info| info.num_waiting)
    }

    fn tell(&self, fact: &[u8]) {
        let key = fact_key(&self.facts.job, &Digest::of(fact).to_string());
        let (connection, fact) = (self.connection.clone(), fact.to_vec());
        // Nobody waits for it: a fact that gets lost is found out once more.
        self.handle.spawn(async move { drop(connection.results.put(key, fact.into()).await) });
    }

    fn facts(&self, from: usize) -> Vec<Vec<u8>> {
        let mut gathered = self.facts.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        let keys = fact_key(&self.facts.job, "*");
        let gathered = gathered.get_or_insert_with(|| Gathered::watch(&self.handle, &self.connection.results, keys));
        gathered.inside().values.iter().skip(from).cloned().collect()
    }
}

/// Reads a task from its message.
fn asked_by(message: &jetstream::Message) -> Option<Asked> {
    let mut words = message.subject.as_str().rsplit('.');
    let (digest, session, job) = (words.next()?, words.next()?.to_owned(), words.next()?);
    let headers = message.headers.as_ref()?;
    let kind = headers.get("kind")?.as_str().to_owned();
    let limit = headers.get("limit").and_then(|limit| limit.as_str().parse().ok()).map(Duration::from_millis);
    let task = Task { job: Digest::parse(job)?, kind, part: message.payload.to_vec(), limit };
    (task.digest().to_string() == digest).then_some(Asked { task, session })
}
