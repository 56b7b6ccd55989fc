//! What happens beside a search: a live line on a terminal, the limit of memory, and Ctrl-C, which
//! ends the search and not the report.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tightrope_check::Signals;
use tightrope_engine::Stop;
use tightrope_report::{Forecast, duration, grouped};

/// How often the line is written and the memory is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// `timeout` sends its signal to the process and to its group: that is one, and no result is lost.
const SAME_SIGNAL: Duration = Duration::from_secs(1);

/// Terminals are hardly narrower.
const MOST_CHARACTERS: usize = 79;

/// What the live line says.
#[derive(Clone, Debug, Default)]
pub struct Doing {
    pub what: String,
    pub since: Option<Instant>,
    pub forecast: Option<Forecast>,
}

/// Runs beside a search until it is dropped.
#[derive(Debug)]
pub struct Watch {
    pub signals: Arc<Signals>,
    pub doing: Arc<Mutex<Doing>>,
    ends: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
    is_quiet: bool,
}

impl Watch {
    /// Starts watching. `memory`: the most bytes that the process may use.
    pub fn start(memory: Option<u64>, is_quiet: bool) -> Watch {
        Watch::of(Signals::default(), memory, is_quiet)
    }

    /// The same, of these.
    pub fn of(signals: Signals, memory: Option<u64>, is_quiet: bool) -> Watch {
        let signals = Arc::new(signals);
        let doing = Arc::new(Mutex::new(Doing::default()));
        let ends = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&signals);
        // A second Ctrl-C ends the process at once. Where there is no way to listen, the first one
        // does.
        let first = OnceLock::new();
        let _ = ctrlc::set_handler(move || {
            let is_again = first.get_or_init(Instant::now).elapsed() > SAME_SIGNAL;
            let was_interrupted = heard.cancel.stopped() == Some(Stop::Interrupted);
            heard.cancel.stop(Stop::Interrupted);
            if was_interrupted && is_again {
                std::process::abort();
            }
        });
        let shows = !is_quiet && io::stderr().is_terminal();
        let watcher = Watcher {
            signals: Arc::clone(&signals),
            doing: Arc::clone(&doing),
            ends: Arc::clone(&ends),
            memory,
            shows,
        };
        let thread = (shows || memory.is_some()).then(|| std::thread::spawn(move || watcher.watch()));
        Watch { signals, doing, ends, thread, is_quiet }
    }

    /// Did somebody press Ctrl-C?
    pub fn is_interrupted(&self) -> bool {
        self.signals.cancel.stopped() == Some(Stop::Interrupted)
    }

    /// Says something at once, above the live line.
    pub fn note(&self, text: &str) {
        if !self.is_quiet {
            write_line(&format!("note: {text}\n"));
        }
    }

    /// Nothing is going on: the line disappears until somebody says something.
    pub fn rest(&self) {
        self.say(Doing::default());
        if self.thread.is_some() && !self.is_quiet && io::stderr().is_terminal() {
            write_line("");
        }
    }

    pub fn say(&self, doing: Doing) {
        if let Ok(mut now) = self.doing.lock() {
            *now = doing;
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // It has nothing to say any more; if it has panicked, the hook has told.
            let _ = thread.join();
        }
    }
}

struct Watcher {
    signals: Arc<Signals>,
    doing: Arc<Mutex<Doing>>,
    ends: Arc<AtomicBool>,
    memory: Option<u64>,
    shows: bool,
}

impl Watcher {
    fn watch(&self) {
        while !self.ends.load(Ordering::Relaxed) {
            if self.memory.is_some_and(|most| resident_bytes().is_some_and(|used| used > most)) {
                self.signals.cancel.stop(Stop::OutOfMemory);
            }
            if self.shows {
                self.show();
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
        if self.shows {
            write_line("");
        }
    }

    fn show(&self) {
        // Whoever rests erases the line after it was written, not in between.
        let _terminal = io::stderr().lock();
        // A copy: whoever searches must not wait for a terminal.
        let Ok(doing) = self.doing.lock().map(|doing| doing.clone()) else { return };
        let Some(since) = doing.since else { return };
        let elapsed = since.elapsed();
        // What is over in no time needs no line.
        if elapsed < Duration::from_millis(300) {
            return;
        }
        let (heaps, runs) = self.signals.meter.read();
        write_line(&line(&doing, heaps, runs, elapsed));
    }
}

/// `TreeSet.insert, scope 9, 3.0 s of about 8.2 s: 117 of about 213 heaps, 2,018 of about 4,400
/// runs`; cut, since a longer line cannot be replaced.
fn line(doing: &Doing, heaps: u64, runs: u64, elapsed: Duration) -> String {
    // A guess that has been overtaken is none any more.
    let of = |done: u64, guess: fn(&Forecast) -> u64| match doing.forecast.as_ref().map(guess) {
        Some(all) if all > done => format!("{} of about {}", grouped(done), grouped(all)),
        _ => grouped(done),
    };
    let seconds = elapsed.as_secs_f64();
    let time = match doing.forecast {
        Some(guess) if guess.seconds > seconds => format!(" of about {}", duration(guess.seconds)),
        _ => String::new(),
    };
    let (heaps, runs) = (of(heaps, |guess| guess.heaps), of(runs, |guess| guess.runs));
    let line = format!("{}, {}{time}: {heaps} heaps, {runs} runs", doing.what, duration(seconds));
    line.chars().take(MOST_CHARACTERS).collect()
}

/// Replaces the line on the terminal. Nobody is hurt if that fails.
fn write_line(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = match stderr.is_terminal() {
        true => write!(stderr, "\r\u{1b}[K{text}"),
        false => write!(stderr, "{text}"),
    };
    let _ = stderr.flush();
}

/// The memory of this process that is in use; `None` where the system does not say.
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    field(&status, "VmRSS:")
}

/// The most memory that this process has had in use.
pub fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    field(&status, "VmHWM:")
}

fn field(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_much_is_done_and_how_much_there_may_be() {
        let forecast = Some(Forecast { heaps: 213, runs: 4400, seconds: 8.2 });
        let doing = Doing { what: "TreeSet.insert, scope 9".to_owned(), since: None, forecast };
        let early = line(&doing, 117, 2018, Duration::from_secs(3));
        assert_eq!(early, "TreeSet.insert, scope 9, 3.0 s of about 8.2 s: 117 of about 213 heaps, 2,018 of");
        let late = line(&doing, 300, 4500, Duration::from_secs(12));
        assert_eq!(late, "TreeSet.insert, scope 9, 12 s: 300 heaps, 4,500 runs");
        let unknown = Doing { forecast: None, ..doing };
        assert_eq!(line(&unknown, 3, 4, Duration::from_secs(1)), "TreeSet.insert, scope 9, 1.0 s: 3 heaps, 4 runs");
    }
}
