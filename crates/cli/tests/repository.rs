//! The repository on disk: what is found is what was kept, whoever else writes, is killed, or
//! damages the file.

mod support;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use support::tightrope;
use tightrope_cli::repository::{Kind, Question, Repository};

/// In bytes.
const ROOM: u64 = 64 << 20;

/// An empty folder of its own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("repository").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

fn question(number: u64) -> Question {
    Question { kind: Kind::Bounds, label: format!("question {number}"), content: vec![format!("content {number}")] }
}

/// Values of many sizes, which can be computed again.
fn answer(number: u64) -> String {
    let length = number.wrapping_mul(2_654_435_761) % 20_000;
    (0..length).map(|at| char::from(b'a' + ((at * 7 + number) % 26) as u8)).collect()
}

/// A small generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit.max(1)
    }
}

#[test]
fn what_was_kept_is_found_and_nothing_else() {
    let repository = Repository::new(folder("found"), ROOM);
    assert_eq!(repository.find(&question(1)), None);
    repository.keep(&question(1), answer(1)).expect("it can be kept");
    assert_eq!(repository.find(&question(1)), Some(answer(1)));
    assert_eq!(repository.find(&question(2)), None);
    let other_kind = Question { kind: Kind::Verdict, ..question(1) };
    assert_eq!(repository.find(&other_kind), None);
    let split = Question { content: vec!["content".to_owned(), " 1".to_owned()], ..question(1) };
    assert_eq!(repository.find(&split), None, "parts do not run into each other");
    repository.clear().expect("it can be cleared");
    assert_eq!(repository.find(&question(1)), None);
}

#[test]
fn the_file_stays_within_its_bound() {
    let most = 4 << 20;
    let repository = Repository::new(folder("bound"), most);
    let large = |number: u64| answer(number).chars().chain("x".repeat(100_000).chars()).collect::<String>();
    for number in 0..150 {
        repository.keep(&question(number), large(number)).expect("it can be kept");
        let bytes = std::fs::metadata(repository.file()).expect("there is a file").len();
        assert!(bytes <= 3 * most, "{bytes} bytes after {number} answers");
    }
    assert_eq!(repository.find(&question(149)), Some(large(149)), "the newest is there");
    let kept = (0..150).filter(|number| repository.find(&question(*number)).is_some()).count();
    assert!((10..60).contains(&kept), "{kept} answers of 100 kB");
    repository.keep(&question(999), "y".repeat(most as usize)).expect("what is too large is not kept");
    assert_eq!(repository.find(&question(999)), None);
}

/// Not a test by itself: the process that others kill. It says of each answer that it was kept.
#[test]
#[ignore = "started by other tests"]
fn writer() {
    let Ok(folder) = std::env::var("TIGHTROPE_TEST_WRITER") else { return };
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let repository = Repository::new(PathBuf::from(folder), ROOM);
    let first = number("TIGHTROPE_TEST_FIRST");
    for at in first..first + number("TIGHTROPE_TEST_COUNT") {
        repository.keep(&question(at), answer(at)).expect("it can be kept");
        // The harness writes to the same stream.
        writeln!(std::io::stdout(), "\nkept {at}").expect("it is read");
    }
}

fn start_writer(folder: &Path, first: u64, count: u64) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("this program has a file"));
    command.args(["--exact", "writer", "--ignored", "--nocapture"]);
    command.env("TIGHTROPE_TEST_WRITER", folder).env("TIGHTROPE_TEST_FIRST", first.to_string());
    command.env("TIGHTROPE_TEST_COUNT", count.to_string()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("this program can be started")
}

/// The numbers that a writer said it had kept.
fn said(writer: &mut Child) -> Vec<u64> {
    let lines = BufReader::new(writer.stdout.take().expect("it is read")).lines();
    let numbers = lines.map_while(Result::ok).filter_map(|line| line.strip_prefix("kept ")?.trim().parse().ok());
    numbers.collect()
}

/// `TIGHTROPE_KILLS=1000 cargo test -p tightrope-cli --test repository killed` is the long run.
#[test]
fn killed_writers_leave_a_file_that_is_readable_and_right() {
    let kills = std::env::var("TIGHTROPE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(15);
    let folder = folder("killed");
    let repository = Repository::new(folder.clone(), ROOM);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut kept, mut first) = (0, 0);
    for kill in 0..kills {
        // Now and then from an empty file: its first pages are written too.
        if kill % 10 == 9 {
            repository.clear().expect("it can be cleared");
            (kept, first) = (0, first + 10_000);
        }
        let mut writer = start_writer(&folder, first + kept, 10_000);
        std::thread::sleep(Duration::from_micros(random.below(120_000)));
        writer.kill().expect("it can be killed");
        let numbers = said(&mut writer);
        writer.wait().expect("it has ended");
        kept += numbers.len() as u64;
        let contents = repository.contents().unwrap_or_else(|trouble| panic!("after kill {kill}: {trouble}"));
        assert_eq!(contents.damaged, 0, "after kill {kill}");
        let found: BTreeMap<&str, &str> =
            contents.records.iter().map(|record| (record.label.as_str(), record.value.as_str())).collect();
        for number in first..first + kept {
            let label = question(number).label;
            assert_eq!(found.get(label.as_str()).copied(), Some(answer(number).as_str()), "{label}, kill {kill}");
        }
        // What was written before it could be said.
        assert!(found.len() as u64 <= kept + 1, "{} records, {kept} said", found.len());
        for (label, value) in found {
            let number = label.trim_start_matches("question ").parse().expect("a number");
            assert_eq!(value, answer(number));
        }
    }
}

#[test]
fn two_processes_at_once_lose_nothing() {
    let folder = folder("two");
    let mut writers = [start_writer(&folder, 0, 40), start_writer(&folder, 1000, 40)];
    for writer in &mut writers {
        assert_eq!(said(writer).len(), 40);
        assert!(writer.wait().expect("it ends").success());
    }
    let repository = Repository::new(folder, ROOM);
    for number in (0..40).chain(1000..1040) {
        assert_eq!(repository.find(&question(number)), Some(answer(number)), "question {number}");
    }
}

/// Damages the file in some way.
fn damage(file: &Path, random: &mut Random) -> String {
    let mut bytes = Vec::new();
    std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes)).expect("there is a file");
    let size = bytes.len() as u64;
    let what = match random.below(4) {
        0 => {
            let left = random.below(size);
            bytes.truncate(left as usize);
            format!("cut to {left} bytes")
        }
        1 => {
            let at = random.below(size);
            bytes[at as usize] ^= 1 << random.below(8);
            format!("one bit of byte {at}")
        }
        2 => {
            let (at, count) = (random.below(size), 1 + random.below(5_000));
            let end = (at + count).min(size);
            bytes[at as usize..end as usize].fill(random.below(256) as u8);
            format!("bytes {at} to {end}")
        }
        _ => {
            // The first pages say where everything is.
            let at = random.below(4096.min(size));
            bytes[at as usize] ^= 1 + random.below(255) as u8;
            format!("byte {at}")
        }
    };
    std::fs::write(file, bytes).expect("the file can be written");
    what
}

#[test]
fn a_damaged_file_is_never_believed_and_is_written_anew() {
    let rounds = std::env::var("TIGHTROPE_DAMAGES").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let folder = folder("damaged");
    let repository = Repository::new(folder, ROOM);
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for round in 0..rounds {
        (0..6).for_each(|number| repository.keep(&question(number), answer(number)).expect("it can be kept"));
        let what = damage(&repository.file(), &mut random);
        for number in 0..6 {
            let found = repository.find(&question(number));
            assert!(found.is_none_or(|found| found == answer(number)), "round {round}: {what}");
        }
        repository.keep(&question(7), answer(7)).unwrap_or_else(|trouble| panic!("round {round}, {what}: {trouble}"));
        assert_eq!(repository.find(&question(7)), Some(answer(7)), "round {round}: {what}");
    }
}

#[test]
fn a_file_of_another_form_is_left_behind() {
    let folder = folder("older");
    let repository = Repository::new(folder.clone(), ROOM);
    std::fs::write(folder.join("tightrope-0.redb"), "older").expect("a file can be written");
    std::fs::write(repository.file(), "this is no database").expect("a file can be written");
    assert_eq!(repository.find(&question(1)), None);
    repository.keep(&question(1), answer(1)).expect("it can be kept");
    assert_eq!(repository.find(&question(1)), Some(answer(1)));
    assert!(!folder.join("tightrope-0.redb").exists());
}

const LIST: &str = "class List {
    /*@ nullable @*/ Node head;
    //@ invariant (\\forall Node n; \\reach(head, Node, next).has(n); !\\reach(n.next, Node, next).has(n));
    //@ ensures \\result >= 0;
    int size() { int n = 0; for (Node x = head; x != null; x = x.next) n++; return n; }
    //@ ensures \\result == 0;
    int broken() { int n = 0; for (Node x = head; x != null; x = x.next) n++; return n; }
    static class Node { /*@ nullable @*/ Node next; }
}
";

/// Runs a check with a cache in the folder.
fn check(folder: &Path, more: &[&str]) -> String {
    let mut command = tightrope(folder);
    command
        .args(["check", "List.java", "List.size", "List.broken"])
        .args(more)
        .env("TIGHTROPE_CACHE_DIR", folder.join("cache"));
    let output = command.output().expect("the binary can be started");
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn cache(folder: &Path, work: &str) -> (Option<i32>, String) {
    let mut command = tightrope(folder);
    let output = command.args(["cache", work]).env("TIGHTROPE_CACHE_DIR", folder.join("cache")).output();
    let output = output.expect("the binary can be started");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

const RECALLED: &str = "1 verdict is that of an earlier run";

/// The text without the times.
fn verdicts(text: &str) -> Vec<String> {
    let is_verdict = |line: &&str| line.contains("List.size") || line.contains("List.broken");
    text.lines().filter(is_verdict).map(|line| line.split(',').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn unchanged_methods_are_not_checked_again() {
    let folder = folder("verdicts");
    std::fs::write(folder.join("List.java"), LIST).expect("a file can be written");
    let first = check(&folder, &[]);
    assert!(!first.contains(RECALLED), "{first}");
    let second = check(&folder, &[]);
    // What is violated is shown by runs, and looked for again.
    assert!(second.contains(RECALLED), "{second}");
    assert_eq!(verdicts(&first), verdicts(&second));
    assert!(!check(&folder, &["--no-cache"]).contains(RECALLED));
    assert!(!check(&folder, &["--scope", "2"]).contains(RECALLED), "another scope is another question");
    let (code, listed) = cache(&folder, "list");
    assert_eq!(code, Some(0));
    assert!(listed.contains("verdict  List.size") && !listed.contains("broken"), "{listed}");
    assert_eq!(cache(&folder, "verify").0, Some(0));
    let changed = LIST.replace("!\\reach(n.next, Node, next).has(n)", "true");
    std::fs::write(folder.join("List.java"), changed).expect("a file can be written");
    let third = check(&folder, &["--timeout", "1s"]);
    assert!(!third.contains(RECALLED), "a changed invariant meets no old verdict: {third}");
    std::fs::write(folder.join("List.java"), LIST).expect("a file can be written");
    assert!(check(&folder, &[]).contains(RECALLED));
    assert_eq!(cache(&folder, "clear").0, Some(0));
    assert!(!check(&folder, &[]).contains(RECALLED));
}

/// Only what a verdict depends on makes it another question.
#[test]
fn changes_elsewhere_leave_verdicts_alone() {
    let folder = folder("elsewhere");
    let write = |text: &str| std::fs::write(folder.join("List.java"), text).expect("a file can be written");
    write(LIST);
    check(&folder, &[]);
    let other_body =
        LIST.replace("x = x.next) n++; return n; }\n    static", "x = x.next) n++; return 0; }\n    static");
    assert_ne!(other_body, LIST);
    write(&other_body);
    let second = check(&folder, &[]);
    assert!(second.contains(RECALLED), "{second}");
    write(&other_body);
    let third = check(&folder, &[]);
    assert!(third.contains("2 verdicts are those of earlier runs"), "`broken` was mended and is known now: {third}");
    let calls_it = other_body.replace("int n = 0; for", "int n = helper(); for");
    let with_helper = |text: &str, number: i32| {
        text.replace("    static class", &format!("    private int helper() {{ return {number}; }}\n    static class"))
    };
    write(&with_helper(&calls_it, 0));
    let first = check(&folder, &[]);
    assert!(!first.contains("earlier run"), "{first}");
    assert!(check(&folder, &[]).contains("2 verdicts"), "both hold, and are known");
    write(&with_helper(&calls_it, -5));
    let changed = check(&folder, &[]);
    assert!(!changed.contains("earlier run"), "what a method calls has changed: {changed}");
    assert!(changed.contains("violated  List.size"), "{changed}");
}

/// A list that may be a ring makes `size` endless: nothing of it is kept.
#[test]
fn what_is_not_known_is_not_kept() {
    let folder = folder("unknown");
    let ring = LIST.replace("!\\reach(n.next, Node, next).has(n)", "true");
    std::fs::write(folder.join("List.java"), ring).expect("a file can be written");
    let first = check(&folder, &["--max-steps", "50"]);
    assert!(first.contains("1 unknown"), "{first}");
    assert!(!check(&folder, &["--max-steps", "50"]).contains(RECALLED));
}
