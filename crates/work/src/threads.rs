//! The queue inside this process: threads that work, and a table of results.

use crate::{Digest, Queue, QueueError, Task, Worker};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Tasks that wait, and results that nobody has to wait for any more.
#[derive(Debug, Default)]
pub struct Threads {
    inside: Mutex<Inside>,
    /// A task or a result has arrived, or the work is over.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Inside {
    jobs: BTreeMap<Digest, Vec<u8>>,
    waiting: VecDeque<Task>,
    /// All that were ever submitted.
    known: BTreeSet<Digest>,
    results: BTreeMap<Digest, Result<Vec<u8>, String>>,
    is_over: bool,
}

impl Threads {
    /// Does tasks on this thread until [`Threads::end`] is called.
    pub fn work(&self, worker: &mut dyn Worker) {
        while let Some((blob, task)) = self.take() {
            let is_wanted = || self.inside().jobs.contains_key(&task.job);
            let result = worker.execute(&blob, &task, &is_wanted);
            self.inside().results.entry(task.digest()).or_insert(result);
            self.changed.notify_all();
        }
    }

    /// No task is begun any more.
    pub fn end(&self) {
        self.inside().is_over = true;
        self.changed.notify_all();
    }

    fn take(&self) -> Option<(Vec<u8>, Task)> {
        let mut inside = self.inside();
        loop {
            if inside.is_over {
                return None;
            }
            if let Some(task) = inside.waiting.pop_front() {
                if let Some(blob) = inside.jobs.get(&task.job) {
                    return Some((blob.clone(), task));
                }
                continue;
            }
            inside = self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue for Threads {
    fn open(&self, blob: &[u8]) -> Result<Digest, QueueError> {
        let digest = Digest::of(blob);
        self.inside().jobs.insert(digest, blob.to_vec());
        Ok(digest)
    }

    fn submit(&self, task: &Task) -> Result<(), QueueError> {
        let mut inside = self.inside();
        if inside.known.insert(task.digest()) {
            inside.waiting.push_back(task.clone());
            self.changed.notify_all();
        }
        Ok(())
    }

    fn result(&self, task: &Digest, wait: Duration) -> Result<Option<Vec<u8>>, QueueError> {
        let until = Instant::now() + wait;
        let mut inside = self.inside();
        loop {
            if let Some(result) = inside.results.get(task) {
                return result.clone().map(Some).map_err(QueueError);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            inside = self.changed.wait_timeout(inside, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn close(&self, job: &Digest) -> Result<(), QueueError> {
        let mut inside = self.inside();
        inside.jobs.remove(job);
        inside.waiting.retain(|task| task.job != *job);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Threads;
    use crate::{Queue, Task, Worker};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// Reverses the part, and counts.
    struct Reversing<'c>(&'c AtomicUsize);

    impl Worker for Reversing<'_> {
        fn execute(&mut self, blob: &[u8], task: &Task, _: &dyn Fn() -> bool) -> Result<Vec<u8>, String> {
            self.0.fetch_add(1, Ordering::Relaxed);
            if task.kind == "fail" {
                return Err("cannot".to_owned());
            }
            Ok(blob.iter().chain(task.part.iter().rev()).copied().collect())
        }
    }

    #[test]
    fn each_task_is_done_once_and_its_result_found() {
        let (queue, done) = (Threads::default(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| queue.work(&mut Reversing(&done)));
            }
            let job = queue.open(b"j").expect("open");
            let task = |kind: &str, number: u8| Task { job, kind: kind.to_owned(), part: vec![number, 7] };
            for number in (0..20).chain(0..20) {
                queue.submit(&task("reverse", number)).expect("submit");
            }
            queue.submit(&task("fail", 0)).expect("submit");
            let long = Duration::from_secs(60);
            for number in 0..20 {
                let result = queue.result(&task("reverse", number).digest(), long);
                assert_eq!(result, Ok(Some(vec![b'j', 7, number])));
            }
            assert!(queue.result(&task("fail", 0).digest(), long).is_err());
            assert_eq!(queue.result(&task("none", 0).digest(), Duration::ZERO), Ok(None));
            queue.close(&job).expect("close");
            queue.end();
        });
        assert_eq!(done.load(Ordering::Relaxed), 21);
    }
}
