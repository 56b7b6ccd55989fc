//! A check on a real NATS server, with workers and a server that die: the output is that of one
//! process, byte by byte.
//!
//! `TIGHTROPE_CLUSTER_ROUNDS=100` makes many rounds with random moments of death.

mod support;

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::project;

/// A process that is ended with the test.
struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Running {
        Running(command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}")))
    }

    /// Ends it as `kill -9` does.
    fn kill(&mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it has ended");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A NATS server with a store of its own on a free port of this machine.
struct Nats {
    folder: PathBuf,
    port: u16,
    more: Vec<String>,
    process: Running,
}

impl Nats {
    fn start(name: &str, more: &[&str]) -> Nats {
        let folder = std::env::temp_dir().join(format!("tightrope-cluster-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let free = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = free.local_addr().expect("it has an address").port();
        drop(free);
        let more: Vec<String> = more.iter().map(|&word| word.to_owned()).collect();
        let process = Nats::process(&folder, port, &more);
        let nats = Nats { folder, port, more, process };
        nats.wait();
        nats
    }

    fn process(folder: &std::path::Path, port: u16, more: &[String]) -> Running {
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(folder.join("store"));
        Running::start(command.args(more).stdout(Stdio::null()).stderr(Stdio::null()))
    }

    fn wait(&self) {
        let started = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(started.elapsed() < Duration::from_secs(30), "nats-server does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn kill_and_restart(&mut self) {
        self.process.kill();
        std::thread::sleep(Duration::from_millis(300));
        self.process = Nats::process(&self.folder, self.port, &self.more);
        self.wait();
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn worker(&self, more: &[&str]) -> Running {
        let mut command = tightrope(&["worker", "--queue", &self.url(), "--jobs", "1"]);
        Running::start(command.args(more).stdout(Stdio::null()).stderr(Stdio::null()))
    }

    fn client(&self, arguments: &[&str]) -> Child {
        let mut command = tightrope(arguments);
        command.args(["--queue", &self.url()]).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("tightrope can be started")
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        drop(self.process.0.kill());
        drop(self.process.0.wait());
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

fn tightrope(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightrope"));
    command.args(arguments).current_dir(project()).env("TIGHTROPE_CACHE_DIR", "");
    command
}

/// What was printed, and how it ended.
fn said(output: &Output) -> (String, Option<i32>) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn alone(arguments: &[&str]) -> (String, Option<i32>) {
    said(&tightrope(arguments).output().expect("tightrope runs"))
}

/// Waits for a client, but not for ever.
fn ended(mut client: Child, patience: Duration) -> Output {
    let started = Instant::now();
    while client.try_wait().expect("it can be asked").is_none() {
        if started.elapsed() > patience {
            drop(client.kill());
            let output = client.wait_with_output().expect("it has ended");
            panic!("no end after {patience:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    client.wait_with_output().expect("it has ended")
}

const PATIENCE: Duration = Duration::from_secs(240);

/// A check that takes some seconds.
const CHECK: &[&str] =
    &["check", "benchmarks/jml/TreeSet.java", "TreeSet.insert", "--scope", "10", "--timeout", "0", "--verbose"];

#[test]
fn what_is_said_is_the_same_with_a_server() {
    let nats = Nats::start("same", &[]);
    let _workers = [nats.worker(&[]), nats.worker(&[])];
    for arguments in [
        &["check", "examples/SearchTree.java"][..],
        &["check", "examples/RingBuffer.java", "--scope", "3"],
        &["check", "benchmarks/repok/AvlTree.java", "--scope", "5"],
    ] {
        let output = ended(nats.client(arguments), PATIENCE);
        assert_eq!(said(&output), alone(arguments), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// One worker dies after a while, and the server dies and comes back.
fn round(expected: &(String, Option<i32>), worker_dies: Duration, server_dies: Duration) {
    let mut nats = Nats::start("kills", &[]);
    let (mut first, _second) = (nats.worker(&[]), nats.worker(&[]));
    let client = nats.client(CHECK);
    let started = Instant::now();
    let until = |moment: Duration| std::thread::sleep(moment.saturating_sub(started.elapsed()));
    if worker_dies < server_dies {
        until(worker_dies);
        first.kill();
        until(server_dies);
        nats.kill_and_restart();
    } else {
        until(server_dies);
        nats.kill_and_restart();
        until(worker_dies);
        first.kill();
    }
    let output = ended(client, PATIENCE);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(&said(&output), expected, "worker at {worker_dies:?}, server at {server_dies:?}: {told}");
}

#[test]
fn a_dead_worker_and_a_dead_server_change_nothing() {
    let started = Instant::now();
    let expected = alone(CHECK);
    let took = started.elapsed();
    let rounds = std::env::var("TIGHTROPE_CLUSTER_ROUNDS").ok().and_then(|text| text.parse().ok());
    let Some(rounds) = rounds else { return round(&expected, took.mul_f64(0.3), took.mul_f64(0.5)) };
    let seed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(1, |now| now.as_nanos());
    let mut random = seed as u64 | 1;
    let mut moment = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        took.mul_f64((random % 1000) as f64 / 1000.0)
    };
    (0..rounds).for_each(|_: u32| round(&expected, moment(), moment()));
}

#[test]
fn a_client_that_is_started_again_finds_what_is_done() {
    let nats = Nats::start("client", &[]);
    let mut worker = nats.worker(&[]);
    let mut client = nats.client(CHECK);
    std::thread::sleep(Duration::from_secs(3));
    client.kill().expect("it can be killed");
    client.wait().expect("it has ended");
    let output = ended(nats.client(CHECK), PATIENCE);
    assert_eq!(said(&output), alone(CHECK));
    // All is done by now: nobody has to work.
    worker.kill();
    let output = ended(nats.client(CHECK), Duration::from_secs(60));
    assert_eq!(said(&output), alone(CHECK));
}
