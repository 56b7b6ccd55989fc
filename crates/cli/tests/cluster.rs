//! A check on a real NATS server, with workers and a server that die: the output is that of one
//! process, byte by byte.
//!
//! `TIGHTROPE_CLUSTER_ROUNDS=100` makes many rounds with random moments of death.

#![allow(clippy::print_stderr, reason = "a test that compares nothing says so")]

#[path = "support/nats.rs"]
mod nats;
mod support;

use nats::{Nats, Running};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use support::project;
use tightrope_cluster::{Cluster, Server, serve};
use tightrope_work::{Beside, Done, Queue, Task, Worker};

/// Starts a server for a test.
fn server(name: &str, more: &[&str]) -> Nats {
    Nats::start(name, more).expect("nats-server can be started")
}

/// What runs beside a server.
trait Company {
    fn worker(&self, more: &[&str]) -> Running;
    fn client(&self, arguments: &[&str]) -> Child;
}

impl Company for Nats {
    fn worker(&self, more: &[&str]) -> Running {
        let mut command = tightrope(&["worker", "--queue", &self.url(), "--jobs", "1"]);
        Running::start(command.args(more)).expect("tightrope can be started")
    }

    fn client(&self, arguments: &[&str]) -> Child {
        let mut command = tightrope(arguments);
        command.args(["--queue", &self.url()]).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("tightrope can be started")
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
const CHECK: &[&str] = &[
    "check",
    "benchmarks/jml/BSTree.java",
    "BSTree.insert",
    "--engine",
    "explore",
    "--scope",
    if cfg!(debug_assertions) { "7" } else { "10" },
    "--timeout",
    "0",
    "--verbose",
];

#[test]
fn what_is_said_is_the_same_with_a_server() {
    let nats = server("same", &[]);
    let _workers = [nats.worker(&[]), nats.worker(&[])];
    for arguments in [
        &["check", "examples/SearchTree.java"][..],
        &["check", "examples/RingBuffer.java", "--scope", "3"],
        &["check", "benchmarks/repok/AvlTree.java", "--scope", "5"],
        &["bounds", "TreeSet", "benchmarks/jml/TreeSet.java", "--from", "invariant", "--scope", "7"],
        &["bounds", "TreeSet", "benchmarks/jml/TreeSet.java", "--certify", "--scope", "5"],
        &["mutate", "examples/SortedList.java", "SortedList.contains", "--scope", "3", "--without-times"],
        &["check", "benchmarks/jml/LList.java", "--scope", "3", "--split", "vertices", "--verbose"],
        &["check", "benchmarks/jml/BSTree.java", "BSTree.insert", "--scope", "3", "--certify", "--verbose"],
        &["check", "benchmarks/jml/LList.java", "--scope", "3", "--split", "paths", "--certify", "--verbose"],
    ] {
        let output = ended(nats.client(arguments), PATIENCE);
        assert_eq!(said(&output), alone(arguments), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// One worker dies after a while, and the server dies and comes back.
fn round(expected: &(String, Option<i32>), worker_dies: Duration, server_dies: Duration) {
    let mut nats = server("kills", &[]);
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

/// The same, path by path.
const PATHS: &[&str] = &[
    "check",
    "benchmarks/jml/TreeSet.java",
    "TreeSet.insert",
    "--scope",
    "7",
    "--timeout",
    "0",
    "--verbose",
    "--split",
    "paths",
];

#[test]
fn paths_of_a_dead_worker_are_followed_by_others() {
    let started = Instant::now();
    let expected = alone(PATHS);
    let took = started.elapsed();
    let mut nats = server("paths", &[]);
    let (mut first, _second) = (nats.worker(&[]), nats.worker(&[]));
    let client = nats.client(PATHS);
    std::thread::sleep(took.mul_f64(0.4));
    first.kill();
    std::thread::sleep(took.mul_f64(0.1));
    nats.kill_and_restart();
    let output = ended(client, PATIENCE);
    assert_eq!(said(&output), expected, "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_client_that_is_started_again_finds_what_is_done() {
    let nats = server("client", &[]);
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

#[test]
fn a_server_that_loses_its_disk_is_given_the_tasks_again() {
    let mut nats = server("disk", &[]);
    let _worker = nats.worker(&[]);
    let client = nats.client(CHECK);
    std::thread::sleep(Duration::from_secs(2));
    nats.process.kill();
    std::fs::remove_dir_all(nats.folder.join("store")).expect("the store can be removed");
    nats.kill_and_restart();
    let output = ended(client, PATIENCE);
    assert_eq!(said(&output), alone(CHECK), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn two_clients_with_the_same_question_do_not_disturb_each_other() {
    let nats = server("two", &[]);
    let _workers = [nats.worker(&[]), nats.worker(&[])];
    let clients = [nats.client(CHECK), nats.client(CHECK)];
    let expected = alone(CHECK);
    for client in clients {
        assert_eq!(said(&ended(client, PATIENCE)), expected);
    }
}

/// A check that is over soon.
const SHORT: &[&str] = &["check", "examples/SortedList.java"];

#[test]
fn workers_of_another_version_are_left_alone() {
    let nats = server("version", &[]);
    let _other = nats.worker(&["--version-for-tests", "0.0.1-other"]);
    let client = nats.client(SHORT);
    std::thread::sleep(Duration::from_secs(12));
    let _worker = nats.worker(&[]);
    let output = ended(client, PATIENCE);
    assert_eq!(said(&output), alone(SHORT));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("no worker of version") && told.contains("only of 0_0_1-other"), "{told}");
}

#[test]
fn limits_hold_on_workers() {
    let nats = server("limits", &[]);
    let small = nats.worker(&["--memory", "1M"]);
    let (text, exit) = said(&ended(nats.client(CHECK), PATIENCE));
    assert_eq!(exit, Some(3), "{text}");
    assert!(text.contains("memory"), "{text}");
    drop(small);
    // What was given up for want of memory is not believed by whoever comes later.
    let _worker = nats.worker(&[]);
    assert_eq!(said(&ended(nats.client(CHECK), PATIENCE)), alone(CHECK));
    // Whoever has no time left takes the task back, and the worker is free for others.
    let endless = "check benchmarks/jml/TreeSet.java TreeSet.insert --engine explore --scope 30 --timeout 3s";
    let endless: Vec<&str> = endless.split(' ').collect();
    let started = Instant::now();
    let (text, exit) = said(&ended(nats.client(&endless), Duration::from_secs(60)));
    assert_eq!(exit, Some(3), "{text}");
    assert!(text.contains("time"), "{text}");
    assert_eq!(said(&ended(nats.client(&["check", "examples/SortedList.java", "--scope", "2"]), PATIENCE)).1, Some(0));
    assert!(started.elapsed() < Duration::from_secs(120));
}

/// Gives each task a result that no message has room for.
struct Verbose;

impl Worker for Verbose {
    fn execute(&mut self, _blob: &[u8], task: &Task, _beside: Arc<dyn Beside>) -> Result<Done, String> {
        Ok(Done { result: task.part.repeat(1_000_000), is_final: true })
    }
}

#[test]
fn large_results_arrive() {
    let nats = server("large", &[]);
    let server = Server { url: nats.url(), version: "large".to_owned(), ..Server::default() };
    let client = Cluster::connect(&server).expect("the server is there");
    let job = client.open(b"job").expect("it is taken");
    let task = Task { job, kind: "large".to_owned(), part: b"abc".to_vec(), limit: None };
    client.submit(&task).expect("it is taken");
    let stop = AtomicBool::new(false);
    let found = std::thread::scope(|scope| {
        scope.spawn(|| serve(&server, &mut Verbose, &stop));
        let found = client.results(&[task.digest()], PATIENCE);
        stop.store(true, Ordering::Relaxed);
        found
    });
    assert_eq!(found, Ok(vec![(task.digest(), b"abc".repeat(1_000_000))]));
    // Whoever asks again is told at once.
    let later = Cluster::connect(&server).expect("the server is there");
    later.open(b"job").expect("it is taken");
    later.submit(&task).expect("it is taken");
    assert_eq!(later.results(&[task.digest()], PATIENCE), found);
}

fn openssl(folder: &std::path::Path, arguments: &str) {
    let output = Command::new("openssl").args(arguments.split(' ')).current_dir(folder).output();
    let output = output.expect("openssl can be started");
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn certificates_passwords_keys_and_credentials_let_in() {
    let keys = support::scratch("cluster-keys");
    openssl(&keys, "req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 30 -subj /CN=authority");
    openssl(&keys, "req -newkey rsa:2048 -nodes -keyout own.key -out own.csr -subj /CN=server");
    support::write(&keys, "names", "subjectAltName=IP:127.0.0.1");
    openssl(
        &keys,
        "x509 -req -in own.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out own.pem -days 30 -extfile names",
    );
    let file = |name: &str| keys.join(name).display().to_string();
    let (ca, certificate, key) = (file("ca.pem"), file("own.pem"), file("own.key"));
    let tls = ["--tlsverify", "--tlscacert", &ca, "--tlscert", &certificate, "--tlskey", &key];
    let nats = server("tls", &tls);
    let with = ["--tls-ca", &ca, "--tls-cert", &certificate, "--tls-key", &key];
    let _worker = nats.worker(&with);
    assert_eq!(said(&ended(nats.client(&[SHORT, &with].concat()), PATIENCE)), alone(SHORT));
    let refused = ended(nats.client(SHORT), PATIENCE);
    assert_eq!(refused.status.code(), Some(2), "without a certificate");
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("there is no way to the NATS server"), "{told}");

    let nats = server("password", &["--user", "me", "--pass", "secret"]);
    let url = format!("nats://me:secret@127.0.0.1:{}", nats.port);
    let mut worker = tightrope(&["worker", "--jobs", "1", "--queue", &url]);
    let _worker = Running::start(&mut worker).expect("tightrope can be started");
    let output = tightrope(SHORT).args(["--queue", &url]).output().expect("it runs");
    assert_eq!(said(&output), alone(SHORT));
    assert_eq!(ended(nats.client(SHORT), PATIENCE).status.code(), Some(2), "without a password");

    // A pair of keys that was made for this test.
    let user = "UAQTOMNG3ZPND35OJTRBBGJ5677BEMC2LTOS6DUKGU34G5F52HGARHVG";
    support::write(&keys, "seed", "SUAJSVDSX62ZMTPKFXVCLI2JJZU5KNAKIBLX3NHXPXO2FJY2NI2H3H5GGM\n");
    support::write(&keys, "nats.conf", format!("authorization: {{ users: [ {{ nkey: {user} }} ] }}\n"));
    let (seed, configuration) = (file("seed"), file("nats.conf"));
    let nats = server("nkey", &["-c", &configuration]);
    let _worker = nats.worker(&["--nkey", &seed]);
    assert_eq!(said(&ended(nats.client(&[SHORT, &["--nkey", &seed]].concat()), PATIENCE)), alone(SHORT));
    assert_eq!(ended(nats.client(SHORT), PATIENCE).status.code(), Some(2), "without a key");

    // An operator, an account and a user that were made for this test.
    let made = |name: &str| format!("{}/tests/support/nats/{name}", env!("CARGO_MANIFEST_DIR"));
    let (configuration, credentials) = (made("operator.conf"), made("user.creds"));
    let nats = server("credentials", &["-c", &configuration]);
    let with = ["--credentials", &credentials];
    let _worker = nats.worker(&with);
    assert_eq!(said(&ended(nats.client(&[SHORT, &with].concat()), PATIENCE)), alone(SHORT));
    assert_eq!(ended(nats.client(SHORT), PATIENCE).status.code(), Some(2), "without credentials");
}

#[test]
fn the_commands_of_the_document_run() {
    let nats = server("document", &[]);
    let _worker = nats.worker(&[]);
    let text = std::fs::read_to_string(project().join("docs/cluster.md")).expect("the document is there");
    let url = "nats://127.0.0.1:4222";
    let is_client = |line: &&str| line.contains(url) && !line.contains("worker") && line.starts_with("tightrope ");
    let commands: Vec<&str> = text.lines().filter(is_client).collect();
    assert_eq!(commands.len(), 3);
    for command in commands {
        let line = command.replace(url, &nats.url());
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        let output = tightrope(&words).output().expect("tightrope runs");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The block of the document that begins so.
fn block(fence: &str, beginning: &str) -> String {
    let text = std::fs::read_to_string(project().join("docs/cluster.md")).expect("the document is there");
    let mut blocks = text.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix(fence));
    let found = blocks.find(|block| block.trim_start().starts_with(beginning));
    found.unwrap_or_else(|| panic!("no block begins with {beginning}")).trim_start().to_owned()
}

/// The script for Slurm runs, where `srun` is one that starts two tasks on this machine.
#[cfg(unix)]
#[test]
fn the_script_for_slurm_runs() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let folder = support::scratch("cluster-slurm");
    let port = nats::free_port().expect("there is a free port");
    let script = block("sh", "#!/bin/bash").replace(":4222", &format!(":{port}"));
    let script = script.replace("nats-server ", &format!("nats-server -p {port} ")).replace("$(hostname)", "127.0.0.1");
    // Sooner done.
    let script = script.replace("--scope 8", "--scope 3");
    support::write(&folder, "job.sh", &script);
    support::write(&folder, "srun", "#!/bin/bash\n\"$@\" &\n\"$@\" &\nwait\n");
    let srun = folder.join("srun");
    std::fs::set_permissions(&srun, std::fs::Permissions::from_mode(0o755)).expect("it can be made executable");
    std::fs::create_dir_all(folder.join("src")).expect("a folder can be made");
    let example = project().join("examples/SortedList.java");
    std::fs::copy(example, folder.join("src/SortedList.java")).expect("it can be copied");
    let own = std::path::Path::new(env!("CARGO_BIN_EXE_tightrope")).parent().expect("it lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{path}:/usr/sbin", folder.display(), own.display());
    let mut command = Command::new("bash");
    command.args(["-e", "job.sh"]).current_dir(&folder).env("PATH", path).env("TIGHTROPE_CACHE_DIR", "");
    command.env("SCRATCH", &folder).env("TOKEN", "a-token").process_group(0);
    let job = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("bash can be started");
    let (text, exit) = ended_script(job);
    assert_eq!(exit, Some(0), "{text}");
    assert!(text.contains("hold"), "{text}");
}

/// What a script and all that it has started said. What it leaves behind is ended, as Slurm does.
fn ended_script(mut job: Child) -> (String, Option<i32>) {
    use std::io::Read;
    let started = Instant::now();
    let status = loop {
        match job.try_wait().expect("it can be asked") {
            Some(status) => break status,
            None if started.elapsed() > PATIENCE => {
                drop(Command::new("kill").args(["-9", "--", &format!("-{}", job.id())]).status());
                break job.wait().expect("it has ended");
            }
            None => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    drop(Command::new("kill").args(["-9", "--", &format!("-{}", job.id())]).status());
    let mut text = String::new();
    drop(job.stdout.take().map(|mut stdout| stdout.read_to_string(&mut text)));
    drop(job.stderr.take().map(|mut stderr| stderr.read_to_string(&mut text)));
    (text, status.code())
}

/// The workers of the document's manifest start with the arguments that it gives them.
#[test]
fn the_manifest_for_kubernetes_is_one() {
    let folder = support::scratch("cluster-kubernetes");
    support::write(&folder, "workers.yaml", block("yaml", "apiVersion"));
    let check = "import json, sys, yaml\n\
                 it = yaml.safe_load(open('workers.yaml'))\n\
                 assert (it['apiVersion'], it['kind']) == ('apps/v1', 'Deployment')\n\
                 spec = it['spec']; pod = spec['template']\n\
                 assert spec['selector']['matchLabels'].items() <= pod['metadata']['labels'].items()\n\
                 assert isinstance(spec['replicas'], int) and it['metadata']['name']\n\
                 volumes = {volume['name'] for volume in pod['spec']['volumes']}\n\
                 (container,) = pod['spec']['containers']\n\
                 assert container['name'] and container['image']\n\
                 assert {mount['name'] for mount in container['volumeMounts']} <= volumes\n\
                 assert all(isinstance(arg, str) for arg in container['args'])\n\
                 assert all(isinstance(v, str) for r in container['resources'].values() for v in r.values())\n\
                 print('\\n'.join(container['args']))\n";
    let has_yaml = Command::new("python3").args(["-c", "import yaml"]).stderr(Stdio::null()).status();
    if !has_yaml.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: there is no python3 with yaml");
        return;
    }
    let output = Command::new("python3").args(["-c", check]).current_dir(&folder).output().expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let nats = server("kubernetes", &[]);
    let arguments = String::from_utf8_lossy(&output.stdout).replace("nats://nats:4222", &nats.url());
    let mut arguments: Vec<&str> = arguments.lines().collect();
    // There are no credentials here: this server lets everybody in.
    let credentials = arguments.iter().position(|argument| *argument == "--credentials").expect("they are given");
    arguments.drain(credentials..credentials + 2);
    let _worker = Running::start(&mut tightrope(&arguments)).expect("tightrope can be started");
    assert_eq!(said(&ended(nats.client(SHORT), PATIENCE)), alone(SHORT));
}

/// Runs `ip`; `false` if that is not permitted.
fn ip(arguments: &str) -> bool {
    let status = Command::new("ip").args(arguments.split(' ')).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// A machine of its own, as far as the network can tell.
struct Elsewhere {
    name: String,
    link: String,
}

impl Elsewhere {
    /// `None`: this system does not permit it.
    fn new(net: &str) -> Option<Elsewhere> {
        let id = std::process::id();
        let (name, link, there) = (format!("tightrope-{id}"), format!("tr{id}"), format!("ts{id}"));
        let elsewhere = Elsewhere { name: name.clone(), link: link.clone() };
        let is_there = ip(&format!("netns add {name}"))
            && ip(&format!("link add {link} type veth peer name {there} netns {name}"))
            && ip(&format!("addr add {net}.1/30 dev {link}"))
            && ip(&format!("link set {link} up"))
            && ip(&format!("-n {name} addr add {net}.2/30 dev {there}"))
            && ip(&format!("-n {name} link set {there} up"));
        is_there.then_some(elsewhere)
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        ip(&format!("link del {}", self.link));
        ip(&format!("netns del {}", self.name));
    }
}

#[test]
fn a_worker_that_is_cut_off_comes_back() {
    let net = "10.219.83";
    let Some(elsewhere) = Elsewhere::new(net) else {
        let is_required = std::env::var_os("TIGHTROPE_NAMESPACES").is_some_and(|value| value == "required");
        assert!(!is_required, "network namespaces are required, and not permitted here");
        eprintln!("SKIPPED: network namespaces are not permitted here");
        return;
    };
    let nats = server("cut", &["-a", "0.0.0.0"]);
    let url = format!("nats://{net}.1:{}", nats.port);
    let mut command = Command::new("ip");
    command.args(["netns", "exec", &elsewhere.name, env!("CARGO_BIN_EXE_tightrope")]);
    command.args(["worker", "--jobs", "1", "--queue", &url]);
    let _far = Running::start(&mut command).expect("ip can be started");
    let mut near = nats.worker(&[]);
    let client = nats.client(CHECK);
    std::thread::sleep(Duration::from_secs(2));
    assert!(ip(&format!("link set {} down", elsewhere.link)));
    std::thread::sleep(Duration::from_secs(14));
    assert!(ip(&format!("link set {} up", elsewhere.link)));
    let output = ended(client, PATIENCE);
    assert_eq!(said(&output), alone(CHECK), "{}", String::from_utf8_lossy(&output.stderr));
    // It works again, alone.
    near.kill();
    assert_eq!(said(&ended(nats.client(SHORT), PATIENCE)), alone(SHORT));
}
