//! `tightrope check --watch`, as somebody with an editor would use it.

mod support;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use support::{scratch, write};

/// Long enough for a busy computer.
const PATIENCE: Duration = Duration::from_secs(120);

struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Path, arguments: &[&str]) -> Watching {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tightrope"))
            .args(["check", "--watch"])
            .args(arguments)
            .current_dir(folder)
            .env("TIGHTROPE_CACHE_DIR", folder.join("cache"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let (sender, lines) = channel();
        let streams: [Box<dyn std::io::Read + Send>; 2] =
            [Box::new(child.stdout.take().expect("stdout")), Box::new(child.stderr.take().expect("stderr"))];
        for stream in streams {
            let sender = sender.clone();
            std::thread::spawn(move || {
                for line in BufReader::new(stream).lines().map_while(Result::ok) {
                    // Nobody listens any more.
                    let _ = sender.send(line);
                }
            });
        }
        Watching { child, lines }
    }

    /// All lines of a round, sorted by stream as they come: the note about waiting is the last.
    fn round(&self) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("nothing more after {seen:#?}"));
            let is_last = line.contains("waiting for a change");
            seen.push(line);
            if is_last {
                // The other stream may be a little late.
                while let Ok(line) = self.lines.recv_timeout(Duration::from_millis(300)) {
                    seen.push(line);
                }
                return seen;
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn has(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

fn text(class: &str, sum: &str) -> String {
    format!(
        "class {class} {{\n    //@ ensures \\result == a + 1;\n    static int next(int a) {{ return {sum}; }}\n}}\n"
    )
}

#[test]
fn a_saved_file_is_checked_again_and_others_are_not() {
    let folder = scratch("watching");
    write(&folder, "One.java", text("One", "a + 1"));
    write(&folder, "Two.java", text("Two", "1 + a"));
    let watching = Watching::start(&folder, &["."]);
    let first = watching.round();
    assert!(has(&first, "2 methods: 2 hold") || has(&first, "hold in scope"), "{first:#?}");

    write(&folder, "Two.java", text("Two", "a + 2"));
    let second = watching.round();
    assert!(has(&second, "violated  Two.next"), "{second:#?}");
    assert!(has(&second, "note: changed: ./Two.java") || has(&second, "note: changed: Two.java"), "{second:#?}");
    assert!(has(&second, "holds     One.next"), "{second:#?}");
    // Nothing that `One` depends on has changed.
    assert!(has(&second, "earlier run"), "{second:#?}");
    let place = |wanted: &str| second.iter().position(|line| line.contains(wanted)).unwrap_or(usize::MAX);
    assert!(place("violated  Two.next") < place("holds     One.next"), "the newest finding is on top: {second:#?}");

    write(&folder, "Three.java", text("Three", "a"));
    let third = watching.round();
    assert!(has(&third, "violated  Three.next") && has(&third, "violated  Two.next"), "{third:#?}");
    let place = |wanted: &str| third.iter().position(|line| line.contains(wanted)).unwrap_or(usize::MAX);
    assert!(place("violated  Three.next") < place("violated  Two.next"), "{third:#?}");

    std::fs::remove_file(folder.join("Three.java")).expect("it can be removed");
    write(&folder, "Two.java", "class Two {");
    let fourth = watching.round();
    assert!(has(&fourth, "error") && has(&fourth, "errors; waiting"), "{fourth:#?}");

    write(&folder, "Two.java", text("Two", "a + 1"));
    let fifth = watching.round();
    assert!(!has(&fifth, "violated"), "{fifth:#?}");
}

/// A change in a class that a method uses concerns the method.
#[test]
fn what_depends_on_a_saved_file_is_checked_again() {
    let folder = scratch("watching_dependencies");
    write(&folder, "One.java", text("One", "Two.add(a)"));
    write(&folder, "Two.java", "class Two {\n    static int add(int a) { return a + 1; }\n}\n");
    let watching = Watching::start(&folder, &["One.next", "."]);
    let first = watching.round();
    assert!(has(&first, "holds  One.next"), "{first:#?}");
    write(&folder, "Two.java", "class Two {\n    static int add(int a) { return a - 1; }\n}\n");
    let second = watching.round();
    assert!(has(&second, "violated  One.next"), "{second:#?}");
}
