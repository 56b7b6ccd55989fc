//! What happens beside a search: a live line on a terminal, the limit of memory, and Ctrl-C, which ends the search and not the report.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tightrope_engine::Signals;

/// How often the line is written and the memory is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// What the live line says.
#[derive(Clone, Debug, Default)]
pub struct Doing {
    pub what: String,
    pub since: Option<Instant>,
    pub forecast: Option<Duration>,
}

/// Runs beside a search until it is dropped.
#[derive(Debug)]
pub struct Watch {
    pub signals: Arc<Signals>,
    pub doing: Arc<Mutex<Doing>>,
    ends: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watch {
    /// Starts watching. `memory`: the most bytes that the process may use.
    pub fn start(memory: Option<u64>, is_quiet: bool) -> Watch {
        let signals = Arc::new(Signals::default());
        let doing = Arc::new(Mutex::new(Doing::default()));
        let ends = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&signals);
        // A second Ctrl-C ends the process at once. Where there is no way to listen, the first one does.
        let _ = ctrlc::set_handler(move || {
            if heard.interrupted.swap(true, Ordering::Relaxed) {
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
        Watch { signals, doing, ends, thread }
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
                self.signals.out_of_memory.store(true, Ordering::Relaxed);
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
        let Ok(doing) = self.doing.lock() else { return };
        let Some(since) = doing.since else { return };
        let elapsed = since.elapsed();
        // What is over in no time needs no line.
        if elapsed < Duration::from_millis(300) {
            return;
        }
        let (heaps, runs) = (self.signals.heaps.load(Ordering::Relaxed), self.signals.runs.load(Ordering::Relaxed));
        let forecast = doing.forecast.map_or_else(String::new, |forecast| format!(" of about {:.0?}", forecast));
        write_line(&format!("{}: {heaps} heaps, {runs} runs, {:.1?}{forecast}", doing.what, elapsed));
    }
}

/// Replaces the line on the terminal. Nobody is hurt if that fails.
fn write_line(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = write!(stderr, "\r\u{1b}[K{text}");
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
