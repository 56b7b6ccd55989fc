//! How to get to the server, and the streams that lie there.

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::kv::{Entry, Operation, Store};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{ConnectErrorKind, ConnectOptions};
use futures_util::StreamExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tightrope_work::{Digest, QueueError};
use tokio::io::AsyncReadExt;

const TASKS: &str = "TIGHTROPE_TASKS";
const RESULTS: &str = "tightrope-results";
const BLOBS: &str = "tightrope-blobs";

/// What nobody has asked for in so long is forgotten.
const MOST_AGE: Duration = Duration::from_secs(7 * 24 * 3600);
/// The server drops a message with the id of one that came so shortly before.
const DUPLICATES: Duration = Duration::from_secs(120);
/// A worker that has not been heard of for so long has lost its task.
const SILENCE: Duration = Duration::from_secs(10);

/// Where the server is, and how to be let in.
#[derive(Clone, Debug, Default)]
pub struct Server {
    /// `nats://host:4222`, `tls://host:4222`, `nats://user:password@host:4222`
    pub url: String,
    /// A file with a user's credentials, as NATS tools make it.
    pub credentials: Option<PathBuf>,
    /// A file with the seed of a user's NKey.
    pub nkey: Option<PathBuf>,
    /// A file with the certificates of authorities that are believed.
    pub authorities: Option<PathBuf>,
    /// Files with a certificate of our own and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// The version of this tool: only workers of the same version take its tasks.
    pub version: String,
}

/// A connection with all that the queue consists of.
#[derive(Clone)]
pub(crate) struct Connection {
    pub(crate) context: Context,
    pub(crate) tasks: Stream,
    pub(crate) results: Store,
    pub(crate) blobs: ObjectStore,
    pub(crate) version: String,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").field("version", &self.version).finish_non_exhaustive()
    }
}

impl Connection {
    /// Connects. A server that is not there may be about to start: it is waited for.
    pub(crate) async fn open(server: &Server, patience: Duration) -> Result<Connection, QueueError> {
        let started = Instant::now();
        loop {
            let (error, is_final) = match Connection::try_open(server).await {
                Ok(connection) => return Ok(connection),
                Err(failure) => failure,
            };
            if is_final || started.elapsed() > patience {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    }

    /// On failure also whether it is of no use to try again.
    async fn try_open(server: &Server) -> Result<Connection, (QueueError, bool)> {
        let options = options(server).map_err(|error| (error, true))?;
        let reason = format!("there is no way to the NATS server at {}", without_secrets(&server.url));
        let client = options.connect(without_secrets(&server.url)).await.map_err(|error| {
            let may_pass = matches!(error.kind(), ConnectErrorKind::Io | ConnectErrorKind::TimedOut);
            (failed(&reason)(error), !may_pass)
        })?;
        let opened = Connection::with_streams(jetstream::new(client), in_a_subject(&server.version)).await;
        opened.map_err(|error| (error, false))
    }

    /// Makes the streams where they are missing.
    async fn with_streams(context: Context, version: String) -> Result<Connection, QueueError> {
        let unusable = "the server has no JetStream (start it with `nats-server -js`)";
        let tasks = context.get_or_create_stream(tasks_config()).await.map_err(failed(unusable))?;
        context.get_or_create_stream(results_config()).await.map_err(failed("no bucket for results"))?;
        let results = context.get_key_value(RESULTS).await.map_err(failed("no bucket for results"))?;
        let blobs = match context.get_object_store(BLOBS).await {
            Ok(store) => store,
            Err(_) => {
                let config = object_store::Config { bucket: BLOBS.to_owned(), max_age: MOST_AGE, ..Default::default() };
                context.create_object_store(config).await.map_err(failed("no store for programs"))?
            }
        };
        Ok(Connection { context, tasks, results, blobs, version })
    }

    /// A server that has lost its disk is given the streams again.
    pub(crate) async fn restore(&self) -> Result<(), QueueError> {
        Connection::with_streams(self.context.clone(), self.version.clone()).await.map(|_| ())
    }

    /// What lies under a key, and its number.
    pub(crate) async fn entry(&self, key: &str) -> Result<Option<(u64, Vec<u8>)>, QueueError> {
        let entry = self.results.entry(key).await.map_err(failed("a result cannot be asked for"))?;
        let is_there = |entry: &Entry| entry.operation == Operation::Put;
        Ok(entry.filter(is_there).map(|entry| (entry.revision, entry.value.to_vec())))
    }

    /// Puts content where everybody finds it by its digest.
    pub(crate) async fn store(&self, digest: &Digest, mut content: &[u8]) -> Result<(), QueueError> {
        let name = digest.to_string();
        if self.blobs.info(&name).await.is_err() {
            self.blobs.put(name.as_str(), &mut content).await.map_err(failed("not stored"))?;
        }
        Ok(())
    }

    /// The content of this digest.
    pub(crate) async fn blob(&self, digest: &Digest) -> Result<Vec<u8>, QueueError> {
        let mut object = self.blobs.get(digest.to_string()).await.map_err(failed("it is not there"))?;
        let mut content = Vec::new();
        object.read_to_end(&mut content).await.map_err(failed("it cannot be fetched"))?;
        match Digest::of(&content) == *digest {
            true => Ok(content),
            false => Err(QueueError("it is not what was asked for".to_owned())),
        }
    }

    /// The subject of a task of one client, or `>`: that of all its tasks of a job.
    pub(crate) fn subject(&self, job: &Digest, session: &str, task: &str) -> String {
        format!("tightrope.task.{}.{job}.{session}.{task}", self.version)
    }

    /// The consumer that all workers of this version share.
    pub(crate) async fn consumer(&self) -> Result<PullConsumer, QueueError> {
        let name = format!("{CONSUMERS}{}", self.version);
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: format!("tightrope.task.{}.>", self.version),
            ack_wait: SILENCE,
            max_ack_pending: 100_000,
            max_waiting: 100_000,
            ..Default::default()
        };
        self.tasks.get_or_create_consumer(&name, config).await.map_err(failed("the queue has no place for workers"))
    }

    /// The versions of workers that wait for tasks which are none of ours.
    pub(crate) async fn other_versions(&self) -> Vec<String> {
        let mut consumers = self.tasks.consumers();
        let mut versions = Vec::new();
        while let Some(Ok(info)) = consumers.next().await {
            match info.name.strip_prefix(CONSUMERS) {
                Some(version) if version != self.version && info.num_waiting > 0 => versions.push(version.to_owned()),
                _ => {}
            }
        }
        versions
    }
}

/// How to be let in.
fn options(server: &Server) -> Result<ConnectOptions, QueueError> {
    let mut options = ConnectOptions::new()
        .name("tightrope")
        .connection_timeout(Duration::from_secs(10))
        .request_timeout(Some(Duration::from_secs(5)))
        // A machine that is cut off notices, and looks for another way.
        .ping_interval(Duration::from_secs(5));
    options = match secrets(&server.url).map(|secrets| secrets.split_once(':').ok_or(secrets)) {
        Some(Ok((user, password))) => options.user_and_password(user.to_owned(), password.to_owned()),
        Some(Err(token)) => options.token(token.to_owned()),
        None => options,
    };
    if let Some(path) = &server.credentials {
        let text = std::fs::read_to_string(path).map_err(failed("the credentials cannot be read"))?;
        options = options.credentials(&text).map_err(failed("the credentials are not understood"))?;
    }
    if let Some(path) = &server.nkey {
        let seed = std::fs::read_to_string(path).map_err(failed("the NKey cannot be read"))?;
        options = options.nkey(seed.trim().to_owned());
    }
    if let Some(path) = &server.authorities {
        options = options.add_root_certificates(path.clone()).require_tls(true);
    }
    if let Some((certificate, key)) = &server.certificate {
        options = options.add_client_certificate(certificate.clone(), key.clone()).require_tls(true);
    }
    Ok(options)
}

/// What stands before the host: `user:password`, or a token.
fn secrets(url: &str) -> Option<&str> {
    let start = url.find("://").map_or(0, |scheme| scheme + 3);
    let at = url.rfind('@').filter(|at| *at > start)?;
    Some(&url[start..at])
}

/// The address alone.
pub fn without_secrets(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if at > scheme => format!("{}{}", &url[..scheme + 3], &url[at + 1..]),
        (None, Some(at)) => url[at + 1..].to_owned(),
        _ => url.to_owned(),
    }
}

/// How often somebody who works says so.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(3);

const CONSUMERS: &str = "workers-";

/// The keys under which results lie.
pub(crate) fn result_key(job: &Digest, task: &Digest) -> String {
    format!("{job}.{task}")
}

/// The key that says: a client has all it wanted, of a job or of one task.
pub(crate) fn closed_key(job: &Digest, session: &str, task: Option<&Digest>) -> String {
    match task {
        Some(task) => format!("closed.{job}.{session}.{task}"),
        None => format!("closed.{job}.{session}"),
    }
}

/// The key of something that is true of a job.
pub(crate) fn fact_key(job: &Digest, fact: &str) -> String {
    format!("fact.{job}.{fact}")
}

fn tasks_config() -> Config {
    Config {
        name: TASKS.to_owned(),
        subjects: vec!["tightrope.task.>".to_owned()],
        retention: RetentionPolicy::WorkQueue,
        max_age: MOST_AGE,
        duplicate_window: DUPLICATES,
        ..Default::default()
    }
}

fn results_config() -> Config {
    Config {
        name: format!("KV_{RESULTS}"),
        subjects: vec![format!("$KV.{RESULTS}.>")],
        max_messages_per_subject: 1,
        max_age: MOST_AGE,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        discard: DiscardPolicy::New,
        ..Default::default()
    }
}

/// Subjects are made of words between dots.
fn in_a_subject(version: &str) -> String {
    version.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// Tells what went wrong, and what the library says of it.
pub(crate) fn failed<E: std::fmt::Display>(what: &str) -> impl FnOnce(E) -> QueueError + use<'_, E> {
    move |error| QueueError(format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{secrets, without_secrets};

    #[test]
    fn messages_show_no_passwords() {
        assert_eq!(without_secrets("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(without_secrets("tls://token@host"), "tls://host");
        assert_eq!(without_secrets("nats://host:4222"), "nats://host:4222");
        assert_eq!(without_secrets("me@host"), "host");
        assert_eq!(secrets("nats://me:secret@host:4222"), Some("me:secret"));
        assert_eq!((secrets("token@host"), secrets("nats://host:4222")), (Some("token"), None));
    }
}
