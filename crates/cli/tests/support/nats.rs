//! A NATS server of one's own, for tests and measurements.
#![allow(dead_code, unreachable_pub, reason = "every file uses a part of it")]

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A process that is ended with its owner.
pub struct Running(pub Child);

impl Running {
    /// Starts it; what it prints is nobody's concern.
    pub fn start(command: &mut Command) -> std::io::Result<Running> {
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(Running)
    }

    /// Ends it as `kill -9` does.
    pub fn kill(&mut self) {
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

/// Closed again: a server takes it.
pub fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// A server with a store of its own on a free port of this machine.
pub struct Nats {
    pub folder: PathBuf,
    pub port: u16,
    more: Vec<String>,
    pub process: Running,
}

impl Nats {
    /// Fails where there is no `nats-server`, or where it does not listen.
    pub fn start(name: &str, more: &[&str]) -> std::io::Result<Nats> {
        let folder = std::env::temp_dir().join(format!("tightrope-nats-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder)?;
        let port = free_port()?;
        let more: Vec<String> = more.iter().map(|&word| word.to_owned()).collect();
        let process = Nats::process(&folder, port, &more)?;
        let nats = Nats { folder, port, more, process };
        nats.wait()?;
        Ok(nats)
    }

    fn process(folder: &std::path::Path, port: u16, more: &[String]) -> std::io::Result<Running> {
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(folder.join("store"));
        Running::start(command.args(more))
    }

    fn wait(&self) -> std::io::Result<()> {
        let started = Instant::now();
        loop {
            match TcpStream::connect(("127.0.0.1", self.port)) {
                Ok(_) => return Ok(()),
                Err(error) if started.elapsed() > Duration::from_secs(30) => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    pub fn kill_and_restart(&mut self) {
        self.process.kill();
        std::thread::sleep(Duration::from_millis(300));
        self.process = Nats::process(&self.folder, self.port, &self.more).expect("nats-server can be started");
        self.wait().expect("nats-server listens again");
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        drop(self.process.0.kill());
        drop(self.process.0.wait());
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
