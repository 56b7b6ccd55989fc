//! The queue inside this process: threads that work, and a table of results.

use crate::{Beside, Digest, Done, Queue, QueueError, Task, Worker};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
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
    dropped: BTreeSet<Digest>,
    results: BTreeMap<Digest, Result<Done, String>>,
    /// By job.
    facts: BTreeMap<Digest, Vec<Vec<u8>>>,
    workers: usize,
    idle: usize,
    is_over: bool,
}

impl Threads {
    /// Does tasks on this thread until [`Threads::end`] is called.
    pub fn work(self: &Arc<Threads>, worker: &mut dyn Worker) {
        self.inside().workers += 1;
        while let Some((blob, task)) = self.take() {
            let beside = BesideThreads { queue: Arc::clone(self), job: task.job, task: task.digest() };
            let result = worker.execute(&blob, &task, Arc::new(beside));
            self.inside().results.entry(task.digest()).or_insert(result);
            self.changed.notify_all();
        }
        self.inside().workers -= 1;
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
            inside.idle += 1;
            inside = self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner);
            inside.idle -= 1;
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What goes on beside a task of these threads.
struct BesideThreads {
    queue: Arc<Threads>,
    job: Digest,
    task: Digest,
}

impl Beside for BesideThreads {
    fn is_wanted(&self) -> bool {
        let inside = self.queue.inside();
        inside.jobs.contains_key(&self.job) && !inside.dropped.contains(&self.task)
    }

    fn idle(&self) -> usize {
        let inside = self.queue.inside();
        if inside.waiting.is_empty() { inside.idle } else { 0 }
    }

    fn tell(&self, fact: &[u8]) {
        self.queue.inside().facts.entry(self.job).or_default().push(fact.to_vec());
    }

    fn facts(&self, from: usize) -> Vec<Vec<u8>> {
        let inside = self.queue.inside();
        inside.facts.get(&self.job).map(|facts| facts.iter().skip(from).cloned().collect()).unwrap_or_default()
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

    fn results(&self, tasks: &[Digest], wait: Duration) -> Result<Vec<(Digest, Vec<u8>)>, QueueError> {
        let until = Instant::now() + wait;
        let mut inside = self.inside();
        loop {
            let mut found = Vec::new();
            for task in tasks {
                match inside.results.get(task) {
                    Some(Ok(done)) => found.push((*task, done.result.clone())),
                    Some(Err(reason)) => return Err(QueueError(reason.clone())),
                    None => {}
                }
            }
            let left = until.saturating_duration_since(Instant::now());
            if !found.is_empty() || left.is_zero() {
                return Ok(found);
            }
            inside = self.changed.wait_timeout(inside, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn drop_tasks(&self, tasks: &[Digest]) -> Result<(), QueueError> {
        let mut inside = self.inside();
        inside.dropped.extend(tasks);
        inside.waiting.retain(|task| !tasks.contains(&task.digest()));
        Ok(())
    }

    fn close(&self, job: &Digest) -> Result<(), QueueError> {
        let mut inside = self.inside();
        inside.jobs.remove(job);
        inside.waiting.retain(|task| task.job != *job);
        Ok(())
    }

    fn workers(&self) -> Result<usize, QueueError> {
        Ok(self.inside().workers)
    }
}

#[cfg(test)]
mod tests {
    use super::Threads;
    use crate::{Beside, Done, Queue, Task, Worker};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// Reverses the part, and counts.
    struct Reversing<'c>(&'c AtomicUsize);

    impl Worker for Reversing<'_> {
        fn execute(&mut self, blob: &[u8], task: &Task, beside: Arc<dyn Beside>) -> Result<Done, String> {
            self.0.fetch_add(1, Ordering::Relaxed);
            if task.kind == "fail" {
                return Err("cannot".to_owned());
            }
            beside.tell(&task.part);
            assert!(beside.facts(0).contains(&task.part));
            let result = blob.iter().chain(task.part.iter().rev()).copied().collect();
            Ok(Done { result, is_final: true })
        }
    }

    #[test]
    fn each_task_is_done_once_and_its_result_found() {
        let (queue, done) = (Arc::new(Threads::default()), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| queue.work(&mut Reversing(&done)));
            }
            let job = queue.open(b"j").expect("open");
            let task = |kind: &str, number: u8| Task { job, kind: kind.to_owned(), part: vec![number, 7], limit: None };
            for number in (0..20).chain(0..20) {
                queue.submit(&task("reverse", number)).expect("submit");
            }
            queue.submit(&task("fail", 0)).expect("submit");
            let long = Duration::from_secs(60);
            for number in 0..20 {
                let digest = task("reverse", number).digest();
                let results = queue.results(&[digest, task("none", 0).digest()], long);
                assert_eq!(results, Ok(vec![(digest, vec![b'j', 7, number])]));
            }
            assert!(queue.results(&[task("fail", 0).digest()], long).is_err());
            assert_eq!(queue.results(&[task("none", 0).digest()], Duration::ZERO), Ok(Vec::new()));
            queue.close(&job).expect("close");
            queue.end();
        });
        assert_eq!(done.load(Ordering::Relaxed), 21);
    }
}
