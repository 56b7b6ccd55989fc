//! How to get to the server, and the streams that lie there.

use async_nats::ConnectOptions;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use std::path::PathBuf;
use std::time::Duration;
use tightrope_work::{Digest, QueueError};

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
    /// A file with the certificates of authorities that are believed.
    pub authorities: Option<PathBuf>,
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
    version: String,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").field("version", &self.version).finish_non_exhaustive()
    }
}

impl Connection {
    pub(crate) async fn open(server: &Server) -> Result<Connection, QueueError> {
        let mut options = ConnectOptions::new().name("tightrope").request_timeout(Some(Duration::from_secs(5)));
        if let Some(path) = &server.credentials {
            let text = std::fs::read_to_string(path).map_err(failed("the credentials cannot be read"))?;
            options = options.credentials(&text).map_err(failed("the credentials are not understood"))?;
        }
        if let Some(path) = &server.authorities {
            options = options.add_root_certificates(path.clone());
        }
        let reason = format!("there is no NATS server at {}", server.url);
        let client = options.connect(&server.url).await.map_err(failed(&reason))?;
        let context = jetstream::new(client);
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
        Ok(Connection { context, tasks, results, blobs, version: in_a_subject(&server.version) })
    }

    /// The subject of a task, and that of all tasks of a job.
    pub(crate) fn subject(&self, job: &Digest, task: &str) -> String {
        format!("tightrope.task.{}.{job}.{task}", self.version)
    }

    /// The consumer that all workers of this version share.
    pub(crate) async fn consumer(&self) -> Result<PullConsumer, QueueError> {
        let name = format!("workers-{}", self.version);
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: format!("tightrope.task.{}.>", self.version),
            ack_wait: SILENCE,
            max_ack_pending: 100_000,
            ..Default::default()
        };
        self.tasks.get_or_create_consumer(&name, config).await.map_err(failed("the queue has no place for workers"))
    }
}

/// How often somebody who works says so.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(3);

/// The keys under which results lie.
pub(crate) fn result_key(job: &Digest, task: &Digest) -> String {
    format!("{job}.{task}")
}

/// The key that says: the client has all it wanted.
pub(crate) fn closed_key(job: &Digest) -> String {
    format!("closed.{job}")
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
