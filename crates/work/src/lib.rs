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
pub mod threads;

pub use digest::Digest;

use serde::{Deserialize, Serialize};
use std::fmt;
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
    /// for again.
    fn submit(&self, task: &Task) -> Result<(), QueueError>;

    /// The result of a task that was submitted; `None`: not within this time.
    fn result(&self, task: &Digest, wait: Duration) -> Result<Option<Vec<u8>>, QueueError>;

    /// The client has all that it wanted: tasks of this job that nobody has begun are dropped, and
    /// those that somebody works on are interrupted.
    fn close(&self, job: &Digest) -> Result<(), QueueError>;
}

/// Who does tasks.
pub trait Worker {
    /// Does a task of the job with this blob. An error is about the blob or the task: another
    /// worker may be able to do it. `is_wanted` says no when the client has closed the job.
    fn execute(&mut self, blob: &[u8], task: &Task, is_wanted: &dyn Fn() -> bool) -> Result<Vec<u8>, String>;
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
        };
        let all =
            [task("a", "b", "c"), task("x", "b", "c"), task("a", "bc", ""), task("a", "", "bc"), task("a", "b", "d")];
        let digests: std::collections::BTreeSet<Digest> = all.iter().map(Task::digest).collect();
        assert_eq!(digests.len(), all.len());
        assert_eq!(task("a", "b", "c").digest(), all[0].digest());
    }
}
