//! The side of whoever does the work: one task after the other, until somebody says stop.

use crate::connection::{Connection, HEARTBEAT, Server, closed_key, failed, result_key};
use async_nats::jetstream::message::AckKind;
use async_nats::jetstream::{self};
use futures_util::StreamExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tightrope_work::{Digest, QueueError, Task, Worker};
use tokio::io::AsyncReadExt;
use tokio::runtime::Runtime;

/// How long to wait for a task before looking whether somebody says stop.
const WAIT: Duration = Duration::from_secs(2);
/// How long to wait after something went wrong: the server may be away for a while.
const PAUSE: Duration = Duration::from_millis(500);
/// How often to look whether the client still wants the result.
const LOOK: Duration = Duration::from_millis(500);
/// A larger result does not fit into a message.
const LARGEST_RESULT: usize = 900_000;

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
    let connection = runtime.block_on(Connection::open(server))?;
    let mut host = Host { runtime: &runtime, connection, blob: None };
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

struct Host<'r> {
    runtime: &'r Runtime,
    connection: Connection,
    /// Of the last job.
    blob: Option<(Digest, Vec<u8>)>,
}

impl Host<'_> {
    fn next(&self) -> Result<Option<jetstream::Message>, QueueError> {
        self.runtime.block_on(async {
            let consumer = self.connection.consumer().await?;
            let batch = consumer.fetch().max_messages(1).expires(WAIT).messages().await;
            let mut batch = batch.map_err(failed("no task can be fetched"))?;
            match batch.next().await {
                Some(message) => message.map(Some).map_err(failed("a task was lost")),
                None => Ok(None),
            }
        })
    }

    /// Does a task, unless it is done already or nobody wants it; `true` if it was done here.
    fn handle(&mut self, message: &jetstream::Message, worker: &mut dyn Worker) -> bool {
        let Some(task) = task_of(message) else {
            self.acknowledge(message, AckKind::Term);
            return false;
        };
        let key = result_key(&task.job, &task.digest());
        if self.is_there(&key) || self.is_there(&closed_key(&task.job)) {
            self.acknowledge(message, AckKind::Ack);
            return false;
        }
        let Ok(blob) = self.blob_of(&task.job) else {
            // Somebody else may get hold of it, or the server is back by then.
            self.acknowledge(message, AckKind::Nak(Some(PAUSE)));
            return false;
        };
        let (is_wanted, result) = self.execute(message, &blob, &task, worker);
        if !is_wanted {
            self.acknowledge(message, AckKind::Ack);
            return false;
        }
        let is_kept = self.keep(&key, result);
        // Otherwise it is given out again.
        if is_kept {
            self.acknowledge(message, AckKind::Ack);
        }
        is_kept
    }

    /// Works, and says meanwhile that it does.
    fn execute(
        &self,
        message: &jetstream::Message,
        blob: &[u8],
        task: &Task,
        worker: &mut dyn Worker,
    ) -> (bool, Result<Vec<u8>, String>) {
        let (is_wanted, is_done) = (AtomicBool::new(true), AtomicBool::new(false));
        let result = std::thread::scope(|scope| {
            scope.spawn(|| self.beat(message, &closed_key(&task.job), &is_wanted, &is_done));
            let result = worker.execute(blob, task, &|| is_wanted.load(Ordering::Relaxed));
            is_done.store(true, Ordering::Release);
            result
        });
        (is_wanted.load(Ordering::Relaxed), result)
    }

    fn beat(&self, message: &jetstream::Message, closed: &str, is_wanted: &AtomicBool, is_done: &AtomicBool) {
        let step = Duration::from_millis(20);
        let (mut since_beat, mut since_look) = (Duration::ZERO, Duration::ZERO);
        while !is_done.load(Ordering::Acquire) {
            std::thread::sleep(step);
            since_beat += step;
            since_look += step;
            if since_beat >= HEARTBEAT {
                since_beat = Duration::ZERO;
                self.acknowledge(message, AckKind::Progress);
            }
            if since_look >= LOOK {
                since_look = Duration::ZERO;
                if self.is_there(closed) {
                    is_wanted.store(false, Ordering::Relaxed);
                }
            }
        }
    }

    /// A message that gets lost is said again by the server: the task is found to be done then.
    fn acknowledge(&self, message: &jetstream::Message, kind: AckKind) {
        let _ = self.runtime.block_on(message.ack_with(kind));
    }

    fn is_there(&self, key: &str) -> bool {
        matches!(self.runtime.block_on(self.connection.results.get(key)), Ok(Some(_)))
    }

    fn blob_of(&mut self, job: &Digest) -> Result<Vec<u8>, QueueError> {
        if let Some((known, blob)) = &self.blob
            && known == job
        {
            return Ok(blob.clone());
        }
        let blob = self.runtime.block_on(async {
            let mut object = self.connection.blobs.get(job.to_string()).await.map_err(failed("no program"))?;
            let mut blob = Vec::new();
            object.read_to_end(&mut blob).await.map_err(failed("the program cannot be fetched"))?;
            Ok::<Vec<u8>, QueueError>(blob)
        })?;
        if Digest::of(&blob) != *job {
            return Err(QueueError("the program is not the one that was asked for".to_owned()));
        }
        self.blob = Some((*job, blob.clone()));
        Ok(blob)
    }

    /// Files a result; `true` if it, or one that somebody else has filed before, is kept.
    fn keep(&self, key: &str, result: Result<Vec<u8>, String>) -> bool {
        let value = match result {
            Ok(bytes) if bytes.len() <= LARGEST_RESULT => [&[0], bytes.as_slice()].concat(),
            Ok(bytes) => [&[1], format!("a result of {} bytes is too large", bytes.len()).as_bytes()].concat(),
            Err(reason) => [&[1], reason.as_bytes()].concat(),
        };
        for _ in 0..120 {
            if self.runtime.block_on(self.connection.results.create(key, value.clone().into())).is_ok()
                || self.is_there(key)
            {
                return true;
            }
            std::thread::sleep(PAUSE);
        }
        false
    }
}

/// Reads a task from its message.
fn task_of(message: &jetstream::Message) -> Option<Task> {
    let mut words = message.subject.as_str().rsplit('.');
    let (digest, job) = (words.next()?, words.next()?);
    let kind = message.headers.as_ref()?.get("kind")?.as_str().to_owned();
    let task = Task { job: Digest::parse(job)?, kind, part: message.payload.to_vec() };
    (task.digest().to_string() == digest).then_some(task)
}
