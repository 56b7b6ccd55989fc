//! Engines, asked about the methods and classes of a program.
#![allow(dead_code, unreachable_pub, reason = "every test uses a part of it")]

use std::sync::Arc;
use std::time::Instant;
use tightrope_engine::{
    Answer, Cancel, Engine, Enumerate, Goals, Limits, Meter, RunBudget, Search, Structures, Witness,
};
use tightrope_explore::Explore;
use tightrope_heap::Scope;
use tightrope_machine::Budget;
use tightrope_problem::{Bounds, Problem};
use tightrope_program::{ClassId, ClassOrigin, MethodId, MethodKind, Options, Program, lower};
use tightrope_source::{SourceMap, Span};

/// The search of one method.
pub struct Asking<'p> {
    problem: Arc<Problem<'p>>,
    search: Box<dyn Search<'p> + 'p>,
}

impl<'p> Asking<'p> {
    pub fn new(engine: &dyn Engine, program: &'p Program, method: MethodId) -> Asking<'p> {
        let problem = Arc::new(Problem::of_method(program, method));
        Asking { search: engine.start(Arc::clone(&problem)), problem }
    }

    pub fn answer(&mut self, scope: &Scope, threads: usize, goes_on: bool) -> Answer {
        self.answer_until(None, scope, threads, goes_on)
    }

    /// An answer that is cut off at a deadline, if there is one.
    pub fn answer_until(&mut self, deadline: Option<Instant>, scope: &Scope, threads: usize, goes_on: bool) -> Answer {
        let bounds = Bounds::resolve(&self.problem, scope);
        with_limits(threads, goes_on, |limits| {
            self.search.answer(&Goals::All, &bounds, &Limits { deadline, ..*limits })
        })
    }

    /// A search of a share of what larger scopes add.
    pub fn share(&self, index: usize, of: usize) -> Option<Asking<'p>> {
        let search = self.search.share(index, of)?;
        Some(Asking { problem: Arc::clone(&self.problem), search })
    }

    /// Where a witness breaks something.
    pub fn place(&self, witness: &Witness) -> Span {
        self.problem.place_of(&witness.breach)
    }
}

/// All structures of a class.
pub fn structures(engine: &Explore, program: &Program, class: ClassId, scope: &Scope, keeps_heaps: bool) -> Structures {
    let problem = Arc::new(Problem::of_structures(program, class));
    let bounds = Bounds::resolve(&problem, scope);
    with_limits(2, false, |limits| engine.structures(problem, &bounds, limits, keeps_heaps))
}

fn with_limits<T>(threads: usize, goes_on: bool, work: impl FnOnce(&Limits<'_>) -> T) -> T {
    let Budget { steps, depth, objects } = Budget::default();
    let run = RunBudget { steps, depth, objects, iterations: None };
    let (cancel, meter) = (Cancel::default(), Meter::default());
    work(&Limits { threads, deadline: None, cancel: &cancel, meter: &meter, run, goes_on })
}

pub fn read(name: &str, source: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add(name, source);
    let parsed = tightrope_syntax::parse_file(file, source);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    assert!(lowered.diagnostics.is_empty(), "{name}: {:?}", lowered.diagnostics);
    lowered.program
}

/// Methods and constructors that are checked.
pub fn methods(program: &Program) -> Vec<MethodId> {
    let classes = program.class_ids().filter(|class| program.class(*class).origin == ClassOrigin::User);
    let methods = classes.flat_map(|class| program.class(class).methods.iter().copied());
    let is_checked = |method: &MethodId| {
        let declared = program.method(*method);
        let is_code = matches!(declared.kind, MethodKind::Method | MethodKind::Constructor);
        is_code && !declared.is_abstract && !declared.is_helper && !declared.is_private
    };
    methods.filter(is_checked).collect()
}
