//! Runs Java programs on the real JVM: a small driver (`Driver.java`) compiles them, calls every
//! static `test…()` and prints how it ended. One JVM serves a whole suite.
//!
//! Without a JDK the suites compare nothing and say so; where `CI` is set they fail instead.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// How each entry (`Class.method`) ended: its value, or its exception and the line.
pub(crate) type Results = BTreeMap<String, String>;

const DRIVER: &str = include_str!("Driver.java");

/// Below this number of files the JVM's optimising compiler takes more time than it saves.
const FILES_OF_A_LONG_RUN: usize = 2_000;

/// Whether there is a JDK to compare with. Without one it says so, and fails where `CI` is set.
#[expect(clippy::print_stderr, reason = "a test that compares nothing must not look like one that did")]
pub(crate) fn jdk_is_here() -> bool {
    if Command::new("javac").arg("-version").output().is_ok() {
        return true;
    }
    let what = "javac is missing: nothing was compared with the JVM; install a JDK (Debian: openjdk-17-jdk-headless)";
    assert!(std::env::var_os("CI").is_none(), "{what}");
    eprintln!("warning: {what}");
    false
}

/// What the JVM says of some files.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) results: Results,
    /// Files that do not compile, by the name of their class, and why.
    pub(crate) refused: BTreeMap<String, String>,
}

impl Answer {
    /// Nothing may go missing: a program without results would agree with everything.
    fn is_about(&self, file: &Path) -> bool {
        let class = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let prefix = format!("{class}.");
        let first = self.results.range(prefix.clone()..).next();
        self.refused.contains_key(&class) || first.is_some_and(|(name, _)| name.starts_with(&prefix))
    }
}

/// A JVM that compiles and runs files, with a folder to put them in; both go away with the value.
#[derive(Debug)]
pub(crate) struct VirtualMachine {
    pub(crate) folder: PathBuf,
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl VirtualMachine {
    /// Starts a JVM for about so many files, with more options than it has anyway.
    pub(crate) fn start(name: &str, files: usize, options: &[&str]) -> VirtualMachine {
        let folder = std::env::temp_dir().join(format!("tightrope-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let driver = folder.join("Driver.java");
        std::fs::write(&driver, DRIVER).expect("the driver is written");
        let mut java = Command::new("java");
        // Should the JVM itself fail, it leaves a report in its folder.
        java.current_dir(&folder);
        // Optimised code must not throw exceptions without a trace: their lines are compared.
        java.args(["-ea", "-XX:+UseSerialGC", "-XX:-OmitStackTraceInFastThrow"]);
        java.args(options);
        if files < FILES_OF_A_LONG_RUN {
            java.arg("-XX:TieredStopAtLevel=1");
        }
        java.arg(driver);
        let mut process = java.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("java starts");
        let requests = process.stdin.take().expect("stdin is piped");
        let answers = BufReader::new(process.stdout.take().expect("stdout is piped"));
        VirtualMachine { folder, process, requests, answers }
    }

    /// Compiles the files and runs their entries.
    pub(crate) fn run<'a>(&mut self, files: impl IntoIterator<Item = &'a Path>) -> Answer {
        let files: Vec<&Path> = files.into_iter().collect();
        let paths: Vec<String> = files.iter().map(|file| format!("{}\n", file.display())).collect();
        self.requests.write_all(format!("{}\n", paths.concat()).as_bytes()).expect("the JVM listens");
        self.requests.flush().expect("the JVM listens");
        let mut answer = Answer::default();
        loop {
            let mut line = String::new();
            let length = self.answers.read_line(&mut line).expect("the JVM answers in UTF-8");
            assert!(length > 0, "the JVM ended before it answered");
            let line = line.trim_end_matches('\n');
            if line.is_empty() {
                files
                    .iter()
                    .for_each(|file| assert!(answer.is_about(file), "the JVM says nothing of {}", file.display()));
                return answer;
            }
            if let Some((class, reason)) = line.strip_prefix("refused ").and_then(|text| text.split_once(": ")) {
                answer.refused.insert(class.to_owned(), reason.to_owned());
            } else if let Some((name, result)) = line.split_once(" = ") {
                answer.results.insert(name.to_owned(), result.to_owned());
            }
        }
    }
}

impl Drop for VirtualMachine {
    fn drop(&mut self) {
        // Nothing depends on it: a folder that stays behind is only litter.
        drop(self.process.kill());
        drop(self.process.wait());
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
