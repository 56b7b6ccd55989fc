//! One queue for all that splits.
//!
//! A job is a blob that says everything about a piece of work: program texts, scope, options, tool
//! version. A [`Task`] is a part of a job, small, deterministic, and safe to do twice; its result
//! is content, filed under the digest of the task, and the first result wins. So a task can be
//! given to somebody else when a worker dies, a client that starts again finds what is done, and
//! nothing is lost or counted twice.
//!
//! [`Queue`] is the boundary: [`threads`] implements it in this process; the crate `cluster` does
//! it with NATS JetStream. Nobody here knows what a task means: that is up to the [`Worker`]. (TACO
//! distributes its queries by MPI, where a dead rank ends the run.)

mod digest;
pub mod simulate;
pub mod threads;

pub use digest::Digest;

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A part of a job.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The digest of the job's blob.
    pub job: Digest,
    /// What is to be done, in words that the workers of the same tool version know.
    pub kind: String,
    /// Which part: opaque here.
    pub part: Vec<u8>,
    /// Whoever takes longer gives up. It is no part of the task's name: what was done with less
    /// time is done.
    pub limit: Option<Duration>,
}

impl Task {
    /// The key of its result.
    pub fn digest(&self) -> Digest {
        let lengths = [self.kind.len() as u64, self.part.len() as u64].map(u64::to_le_bytes);
        Digest::of_pieces(&[&self.job.0, &lengths[0], self.kind.as_bytes(), &lengths[1], &self.part])
    }
}

/// Where a client leaves its tasks and finds their results. May be used by several threads.
pub trait Queue: Sync {
    /// Puts the blob of a job where workers find it.
    fn open(&self, blob: &[u8]) -> Result<Digest, QueueError>;

    /// Asks for a task to be done. A task that is there already, or was done before, is not asked
    /// for again; one that was given up before is.
    fn submit(&self, task: &Task) -> Result<(), QueueError>;

    /// The results of those of the tasks that are done. Waits for the first of them, at most this
    /// time. All of them were submitted.
    fn results(&self, tasks: &[Digest], wait: Duration) -> Result<Vec<(Digest, Vec<u8>)>, QueueError>;

    /// Nobody wants the results of these tasks any more.
    fn drop_tasks(&self, tasks: &[Digest]) -> Result<(), QueueError>;

    /// The client has all that it wanted: tasks of this job that nobody has begun are dropped, and
    /// those that somebody works on are interrupted.
    fn close(&self, job: &Digest) -> Result<(), QueueError>;

    /// How many workers there are, as far as anybody knows.
    fn workers(&self) -> Result<usize, QueueError>;

    /// Something that whoever waits should know, such as that nobody works; each is said once.
    fn advice(&self) -> Option<String> {
        None
    }
}

/// What a worker has made of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    pub result: Vec<u8>,
    /// Otherwise a limit was reached: whoever asks again may have more luck.
    pub is_final: bool,
}

/// Who does tasks.
pub trait Worker {
    /// Does a task of the job with this blob. An error is about the blob or the task.
    fn execute(&mut self, blob: &[u8], task: &Task, beside: Arc<dyn Beside>) -> Result<Done, String>;
}

/// What goes on beside a task.
pub trait Beside: Send + Sync {
    /// Does the client still wait for the result?
    fn is_wanted(&self) -> bool;

    /// How many workers have nothing to do, while no task waits. The queue may have to be asked.
    fn idle(&self) -> usize;

    /// Tells whoever works on the same job something that is true.
    fn tell(&self, fact: &[u8]);

    /// What was told about the same job, from the fact of this number on. Those told by this worker
    /// may be among them.
    fn facts(&self, from: usize) -> Vec<Vec<u8>>;
}

/// Why the queue cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueueError(pub String);

impl fmt::Display for QueueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for QueueError {}

#[cfg(test)]
mod tests {
    use super::{Digest, Task};

    #[test]
    fn tasks_that_differ_anywhere_have_other_digests() {
        let task = |job: &str, kind: &str, part: &str| Task {
            job: Digest::of(job.as_bytes()),
            kind: kind.to_owned(),
            part: part.as_bytes().to_vec(),
            limit: None,
        };
        let all =
            [task("a", "b", "c"), task("x", "b", "c"), task("a", "bc", ""), task("a", "", "bc"), task("a", "b", "d")];
        let digests: std::collections::BTreeSet<Digest> = all.iter().map(Task::digest).collect();
        assert_eq!(digests.len(), all.len());
        assert_eq!(task("a", "b", "c").digest(), all[0].digest());
    }
}
