//! Fuzzes the whole front end: any text must give a program and diagnostics, without a panic and in
//! linear time.
//!
//! Inputs are real Java files with JML comments (seeds: `corpus/` and whatever folder is given
//! besides). Half of the mutations are libFuzzer's own on bytes, half work on tokens: they delete,
//! repeat, exchange and replace whole tokens, so that most inputs get past the lexer and strain the
//! parser, the JML reader and the lowering. The lowered program is checked for well-formedness.
//!
//! Run: see `fuzz/README.md`.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::time::Duration;
use tightrope_program::{Options, lower, support, well_formed};
use tightrope_source::{Severity, SourceMap};
use tightrope_syntax::{STACK_SIZE, parse_file};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let text = text.to_owned();
    // As the command does: deep trees need a deep stack.
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || read(&text));
    worker.expect("a thread starts").join().expect("the front end does not panic");
});

fn read(text: &str) {
    let start = time_of_thread();
    let mut sources = SourceMap::new();
    let file = sources.add("Fuzzed.java", text);
    let parsed = parse_file(file, text);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    // `list` shows what is supported of any program.
    support::support(&lowered.program);
    // Nothing runs a program with errors; every other one must be well-formed.
    let mut found = parsed.diagnostics.iter().chain(&lowered.diagnostics);
    if found.all(|diagnostic| diagnostic.severity() != Severity::Error) {
        let problems = well_formed::check(&lowered.program);
        assert!(problems.is_empty(), "ill-formed program: {problems:?}");
    }
    // Generous on purpose: machines are noisy, quadratic behaviour is not subtle.
    let allowed = Duration::from_secs(2) + Duration::from_micros(60) * text.len() as u32;
    let taken = time_of_thread().saturating_sub(start);
    assert!(taken < allowed, "took {taken:?} for {} bytes", text.len());
}

/// The time that this thread has worked: the time of day says more about what else the machine
/// does. Zero where Linux does not tell; then only libFuzzer's own time limit counts.
fn time_of_thread() -> Duration {
    let counters = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = counters.split_whitespace().next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = Random(u64::from(seed) + 1);
    let mutated = match std::str::from_utf8(&data[..size]) {
        Ok(text) if random.below(2) == 0 => mutate_tokens(text, &mut random),
        _ => return fuzzer_mutate(data, size, max_size),
    };
    let bytes = mutated.as_bytes();
    let length = bytes.len().min(max_size);
    data[..length].copy_from_slice(&bytes[..length]);
    length
});

/// Xorshift: the mutator must be a function of its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

const WORDS: &[&str] = &[
    "class", "interface", "enum", "record", "extends", "implements", "abstract", "static", "final", "new", "this", "super",
    "int", "long", "byte", "char", "boolean", "double", "void", "var", "if", "else", "while", "do", "for", "switch", "case",
    "default", "yield", "try", "catch", "finally", "throw", "return", "break", "continue", "assert", "instanceof", "null", "true",
    "->", "::", "{", "}", "(", ")", "[", "]", "<", ">", ";", ",", ".", "=", "+=", "++", "&&", "||", "?", ":", ">>>", "0", "-1",
    "2147483648", "'a'", "\"s\"", "\"\"\"\n", "//@ ", "/*@ ", "@*/", "\n//@ requires ", "\n//@ ensures ", "invariant", "also",
    "signals (Exception e)", "assignable", "\\nothing", "\\everything", "\\result", "\\old(", "\\forall", "\\exists", "\\sum",
    "\\reach(", "\\fresh(", "\\typeof(", "\\type(", "==>", "<==>", "<==", "<:", "(*", "*)", "{|", "|}", "ghost", "model",
    "represents", "pure", "nullable", "loop_invariant", "decreasing", "set", "behavior", "normal_behavior", "@", "_",
];

fn mutate_tokens(text: &str, random: &mut Random) -> String {
    let mut tokens = split(text);
    for _ in 0..=random.below(4) {
        let at = random.below(tokens.len());
        let length = 1 + random.below(8);
        let end = (at + length).min(tokens.len());
        match random.below(5) {
            0 => drop(tokens.drain(at..end)),
            1 => {
                let copy: Vec<&str> = tokens[at..end].to_vec();
                let target = random.below(tokens.len() + 1);
                tokens.splice(target..target, copy);
            }
            2 if !tokens.is_empty() => {
                let other = random.below(tokens.len());
                tokens.swap(at, other);
            }
            3 => tokens.insert(at.min(tokens.len()), WORDS[random.below(WORDS.len())]),
            _ if at < tokens.len() => tokens[at] = WORDS[random.below(WORDS.len())],
            _ => {}
        }
    }
    tokens.concat()
}

/// Words, runs of white space, and single other characters.
fn split(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut previous = None;
    for (at, character) in text.char_indices() {
        let kind = match character {
            _ if character.is_whitespace() => 0,
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '$' | '\\' => 1,
            _ => 2,
        };
        if at > start && (previous != Some(kind) || kind == 2) {
            tokens.push(&text[start..at]);
            start = at;
        }
        previous = Some(kind);
    }
    tokens.push(&text[start..]);
    tokens
}
