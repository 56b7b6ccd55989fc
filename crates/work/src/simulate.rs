//! What so many workers would make of tasks whose times are known.
//!
//! An event simulation of the queue: one worker begins alone; then the tasks are there, and whoever
//! is free takes the next one. Three things are used by one at a time: the server, which handles
//! each message; the client, which submits each task and reads each result; and each worker. A
//! worker's first task takes longer, since it makes the program, or its solver, first. A task that
//! takes long while others have nothing to do is given up and cut, as the real workers do.
//!
//! Departure from the real queue: a cut task is cut into equal pieces, and nobody dies.

use std::collections::{BTreeMap, VecDeque};

/// What a queue costs, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Costs {
    /// The client's time for a task: submitting it, and reading its result.
    pub client: f64,
    /// The server's time for all messages of a task.
    pub server: f64,
    /// What passes between two tasks of a worker, when nobody else uses the server.
    pub latency: f64,
}

/// Work whose times were recorded.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded {
    /// What one worker does before there are any tasks.
    pub alone: f64,
    /// What each worker does before its first task.
    pub first: f64,
    pub tasks: Vec<f64>,
    /// Tasks that take longer are cut into so many, if others have nothing to do.
    pub cut: Option<(f64, usize)>,
}

/// How long it would take, and why not less.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    pub seconds: f64,
    /// The part of the workers' time that they work on tasks which are not given up.
    pub busy: f64,
    pub limit: Limit,
}

/// What takes the longest, of all that cannot be divided among more workers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Nothing but their number.
    Workers,
    /// What is done before there are tasks, and before a worker's first task.
    Beginning,
    LongestTask,
    Server,
    Client,
}

impl Limit {
    pub fn describe(self) -> &'static str {
        match self {
            Limit::Workers => "the number of workers",
            Limit::Beginning => "what is done before the first task",
            Limit::LongestTask => "the longest task",
            Limit::Server => "the server",
            Limit::Client => "the client",
        }
    }
}

/// One who does things one after the other, in the order in which they come.
#[derive(Default)]
struct OneAtATime {
    free: f64,
    used: f64,
}

impl OneAtATime {
    /// When something that comes at this time is done.
    fn handle(&mut self, at: f64, takes: f64) -> f64 {
        self.free = self.free.max(at) + takes;
        self.used += takes;
        self.free
    }
}

/// A worker, and its task.
#[derive(Clone, Copy)]
struct Running {
    worker: usize,
    takes: f64,
    ends: f64,
}

#[derive(Clone, Copy)]
enum Event {
    Submitted {
        takes: f64,
    },
    Free {
        worker: usize,
    },
    /// It has taken long: could others help?
    Long(Running),
    Ended(Running),
    /// The result is on the server.
    Filed {
        takes: f64,
    },
}

/// How often one who takes long asks whether others have nothing to do, in seconds.
const BETWEEN_QUESTIONS: f64 = 2.0;

/// Lets so many workers do recorded work.
pub fn simulate(recorded: &Recorded, workers: usize, costs: Costs) -> Outcome {
    let mut simulation = Simulation {
        recorded,
        costs,
        events: BTreeMap::new(),
        number: 0,
        waiting: VecDeque::new(),
        idle: Vec::new(),
        has_begun: vec![false; workers.max(1)],
        client: OneAtATime { free: recorded.alone, used: 0.0 },
        server: OneAtATime::default(),
        end: recorded.alone,
        worked: 0.0,
        longest: 0.0,
    };
    for worker in 0..workers.max(1) {
        simulation.happens(recorded.alone, Event::Free { worker });
    }
    recorded.tasks.iter().for_each(|takes| simulation.submit(recorded.alone, *takes));
    while let Some(((time, _), event)) = simulation.events.pop_first() {
        simulation.handle(f64::from_bits(time), event);
    }
    simulation.outcome()
}

struct Simulation<'r> {
    recorded: &'r Recorded,
    costs: Costs,
    /// What will happen, by the bits of its time, which is never negative; then by number.
    events: BTreeMap<(u64, u64), Event>,
    number: u64,
    waiting: VecDeque<f64>,
    idle: Vec<usize>,
    has_begun: Vec<bool>,
    client: OneAtATime,
    server: OneAtATime,
    end: f64,
    worked: f64,
    longest: f64,
}

impl Simulation<'_> {
    fn happens(&mut self, at: f64, event: Event) {
        self.number += 1;
        self.events.insert((at.to_bits(), self.number), event);
    }

    fn submit(&mut self, at: f64, takes: f64) {
        let submitted = self.client.handle(at, self.costs.client / 2.0);
        self.happens(submitted, Event::Submitted { takes });
    }

    fn handle(&mut self, now: f64, event: Event) {
        match event {
            Event::Submitted { takes } => self.waiting.push_back(takes),
            Event::Free { worker } => self.idle.push(worker),
            Event::Long(running) => self.look(now, running),
            Event::Ended(Running { worker, takes, .. }) => {
                let filed = self.server.handle(now, self.costs.server / 2.0);
                self.happens(filed, Event::Filed { takes });
                self.happens(filed, Event::Free { worker });
            }
            Event::Filed { takes } => {
                self.worked += takes;
                self.longest = self.longest.max(takes);
                self.end = self.end.max(self.client.handle(now, self.costs.client / 2.0));
            }
        }
        while let Some(worker) = self.idle.pop_if(|_| !self.waiting.is_empty()) {
            let takes = self.waiting.pop_front().unwrap_or_default();
            self.begin(now, worker, takes);
        }
    }

    fn begin(&mut self, now: f64, worker: usize, takes: f64) {
        let first = if std::mem::replace(&mut self.has_begun[worker], true) { 0.0 } else { self.recorded.first };
        let begun = self.server.handle(now, self.costs.server / 2.0) + self.costs.latency + first;
        let running = Running { worker, takes, ends: begun + takes };
        match self.recorded.cut {
            Some((after, _)) if takes > after => self.happens(begun + after, Event::Long(running)),
            _ => self.happens(running.ends, Event::Ended(running)),
        }
    }

    fn look(&mut self, now: f64, running: Running) {
        let pieces = self.recorded.cut.map_or(1, |(_, pieces)| pieces);
        if self.waiting.is_empty() && !self.idle.is_empty() {
            (0..pieces).for_each(|_| self.submit(now, running.takes / pieces as f64));
            self.happens(now, Event::Free { worker: running.worker });
        } else if running.ends > now + BETWEEN_QUESTIONS {
            self.happens(now + BETWEEN_QUESTIONS, Event::Long(running));
        } else {
            self.happens(running.ends, Event::Ended(running));
        }
    }

    fn outcome(&self) -> Outcome {
        let workers = self.has_begun.len() as f64;
        let least = [
            (self.worked / workers, Limit::Workers),
            (self.recorded.alone + self.recorded.first, Limit::Beginning),
            (self.longest, Limit::LongestTask),
            (self.server.used, Limit::Server),
            (self.client.used, Limit::Client),
        ];
        let most = least.into_iter().max_by(|left, right| left.0.total_cmp(&right.0));
        let busy = (self.worked / (workers * self.end)).min(1.0);
        Outcome { seconds: self.end, busy, limit: most.map_or(Limit::Workers, |most| most.1) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Costs, Limit, Recorded, simulate};

    const FREE: Costs = Costs { client: 0.0, server: 0.0, latency: 0.0 };

    fn tasks(tasks: Vec<f64>) -> Recorded {
        Recorded { alone: 0.0, first: 0.0, tasks, cut: None }
    }

    #[test]
    fn one_worker_takes_the_sum() {
        let outcome = simulate(&Recorded { alone: 1.0, first: 0.5, ..tasks(vec![1.0, 2.0, 3.0]) }, 1, FREE);
        assert_eq!((outcome.seconds, outcome.limit), (7.5, Limit::Workers));
    }

    #[test]
    fn no_order_of_tasks_takes_longer_than_graham_allows() {
        // Times without a pattern: a linear congruence.
        let mut state = 7_u64;
        for workers in [2, 3, 64] {
            for _ in 0..50 {
                let mut next = || {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    (state >> 40) as f64 / 1e6
                };
                let recorded = tasks((0..100).map(|_| next()).collect());
                let (sum, longest) =
                    recorded.tasks.iter().fold((0.0, 0.0_f64), |all, task| (all.0 + task, all.1.max(*task)));
                let least = longest.max(sum / workers as f64);
                let seconds = simulate(&recorded, workers, FREE).seconds;
                assert!(least <= seconds * 1.000_001 && seconds <= sum / workers as f64 + longest, "{seconds} {least}");
            }
        }
    }

    #[test]
    fn who_is_used_by_one_at_a_time_limits() {
        let many = tasks(vec![0.001; 1000]);
        let slow_server = simulate(&many, 500, Costs { server: 0.002, ..FREE });
        assert_eq!(slow_server.limit, Limit::Server);
        assert!(slow_server.seconds > 1.99);
        let slow_client = simulate(&many, 500, Costs { client: 0.002, ..FREE });
        assert_eq!(slow_client.limit, Limit::Client);
        assert!(slow_client.seconds > 1.99);
        assert_eq!(simulate(&Recorded { alone: 9.0, ..many }, 500, FREE).limit, Limit::Beginning);
        assert_eq!(simulate(&tasks(vec![9.0, 0.1]), 500, FREE).limit, Limit::LongestTask);
    }

    #[test]
    fn a_long_task_is_cut_while_others_wait() {
        let whole = tasks(vec![100.0]);
        assert_eq!(simulate(&whole, 4, FREE).seconds, 100.0);
        let cut = simulate(&Recorded { cut: Some((10.0, 4)), ..whole.clone() }, 4, FREE);
        // Ten are lost, pieces of 25 are cut once more while others wait for the last.
        assert!(cut.seconds < 50.0, "{cut:?}");
        assert_eq!(simulate(&Recorded { cut: Some((10.0, 4)), ..whole }, 1, FREE).seconds, 100.0);
    }
}
