//! Searches by parts beside searches of all heaps.
#![allow(dead_code, reason = "every test uses a part of it")]

pub(crate) mod arrays;
#[path = "../../../order/src/random.rs"]
mod random;
pub(crate) mod search_trees;
pub(crate) mod trees;
pub(crate) mod walks;

use crate::support::Asking;
use std::time::Instant;
use tightrope_engine::{Answer, Engine, Witness, Work};
use tightrope_heap::Scope;
use tightrope_program::{ClassOrigin, MethodId, MethodKind, Options, Program, lower};
use tightrope_source::SourceMap;

/// The first numbers of neighbouring seeds are alike: they are left out.
fn random_from(seed: u64) -> random::Random {
    let mut random = random::Random::new(seed);
    for _ in 0..20 {
        random.below(2);
    }
    random
}

pub(crate) fn read(name: &str, source: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add(name, source);
    let parsed = tightrope_syntax::parse_file(file, source);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    assert!(lowered.diagnostics.is_empty(), "{name}: {:?}", lowered.diagnostics);
    lowered.program
}

pub(crate) fn methods(program: &Program) -> Vec<MethodId> {
    let classes = program.class_ids().filter(|class| program.class(*class).origin == ClassOrigin::User);
    let methods = classes.flat_map(|class| program.class(class).methods.iter().copied());
    let is_checked = |method: &MethodId| {
        let declared = program.method(*method);
        declared.kind == MethodKind::Method && !declared.is_abstract && !declared.is_helper && !declared.is_private
    };
    methods.filter(is_checked).collect()
}

pub(crate) fn answer(engine: &dyn Engine, program: &Program, method: MethodId, objects: usize) -> Answer {
    answer_until(None, engine, program, method, objects)
}

pub(crate) fn answer_until(
    deadline: Option<Instant>,
    engine: &dyn Engine,
    program: &Program,
    method: MethodId,
    objects: usize,
) -> Answer {
    let scope: Scope = objects.to_string().parse().expect("a scope");
    Asking::new(engine, program, method).answer_until(deadline, &scope, 1, false)
}

pub(crate) fn broken(answer: &Answer) -> Vec<impl PartialEq + std::fmt::Debug + use<>> {
    let parts = |witness: &Witness| (witness.breach.clone(), witness.objects, witness.runs, witness.heap.clone());
    answer.witnesses.iter().map(parts).collect()
}

#[derive(Clone, Copy, Default)]
pub(crate) struct PartCounts {
    pub(crate) shown: u64,
    pub(crate) stands_for: Option<u128>,
    pub(crate) audited_runs: u64,
    pub(crate) refuted: u64,
}

pub(crate) fn parts(answer: &Answer) -> Option<PartCounts> {
    match answer.work {
        Work::Parts { shown, stands_for, audited_runs, refuted, .. } => {
            Some(PartCounts { shown, stands_for, audited_runs, refuted })
        }
        _ => None,
    }
}
