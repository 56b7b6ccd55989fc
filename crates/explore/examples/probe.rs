//! Probe.
use std::time::Instant;
use tightrope_engine::{Engine, Resources, Signals, Task};
use tightrope_program::{Options, lower};
use tightrope_source::SourceMap;
fn main() {
    std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(real).unwrap().join().unwrap();
}
fn real() {
    let args: Vec<String> = std::env::args().collect();
    let mut sources = SourceMap::new();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let file = sources.add(args[1].as_str(), text.as_str());
    let parsed = tightrope_syntax::parse_file(file, &text);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    let program = &lowered.program;
    let signals = Signals::default();
    let threads = std::env::var("J").map_or(1, |j| j.parse().unwrap());
    let resources = Resources { threads, deadline: None, signals: &signals, run: Default::default() };
    let scope = args[3].parse().unwrap();
    let (class, method) = args[2].split_once('.').unwrap_or((&args[2], ""));
    let class = program.class_ids().find(|id| program.class(*id).simple_name == class).unwrap();
    let start = Instant::now();
    if method.is_empty() {
        let found = tightrope_explore::generate(program, class, &scope, &resources, std::env::var("SHOW").is_ok());
        println!(
            "{} structures, {} branches, {:?} cuts {:?}",
            found.count,
            found.answer.coverage.branches,
            start.elapsed(),
            found.answer.cuts
        );
        for heap in found.heaps {
            println!("{}", tightrope_heap::text::write(&heap, program, &tightrope_heap::Layouts::new(program)));
        }
        return;
    }
    let method = program.class(class).methods.iter().copied().find(|id| program.method(*id).name == method).unwrap();
    let answer = tightrope_explore::Explore.answer(&Task { program, method, scope }, &resources);
    println!(
        "heaps {} runs {} branches {} longest {} {:?}",
        answer.coverage.heaps,
        answer.coverage.runs,
        answer.coverage.branches,
        answer.coverage.longest_run,
        start.elapsed()
    );
    println!("cuts {:?}", answer.cuts);
    println!("{:?}\n{:?}\n{:?}", answer.coverage.values, answer.coverage.bounds, answer.coverage.assumptions);
    println!("excluded {:?}", answer.coverage.excluded);
    for w in &answer.witnesses {
        println!(
            "{:?}\n{} runs\n{}",
            w.violation,
            w.runs,
            tightrope_heap::text::write(&w.heap, program, &tightrope_heap::Layouts::new(program))
        );
    }
}
