//! Engines, asked about the methods and classes of a program.
#![allow(dead_code, unreachable_pub, reason = "every test uses a part of it")]

use std::sync::Arc;
use tightrope_engine::{
    Answer, Cancel, Engine, Enumerate, Goals, Limits, Meter, RunBudget, Search, Structures, Witness,
};
use tightrope_explore::Explore;
use tightrope_heap::Scope;
use tightrope_machine::Budget;
use tightrope_problem::{Bounds, Problem};
use tightrope_program::{ClassId, MethodId, Program};
use tightrope_source::Span;

/// The search of one method.
pub struct Asking<'p> {
    problem: Arc<Problem<'p>>,
    search: Box<dyn Search + 'p>,
}

impl<'p> Asking<'p> {
    pub fn new(engine: &dyn Engine, program: &'p Program, method: MethodId) -> Asking<'p> {
        let problem = Arc::new(Problem::of_method(program, method));
        Asking { search: engine.start(Arc::clone(&problem)), problem }
    }

    pub fn answer(&mut self, scope: &Scope, threads: usize, goes_on: bool) -> Answer {
        let bounds = Bounds::resolve(&self.problem, scope);
        with_limits(threads, goes_on, |limits| self.search.answer(&Goals::All, &bounds, limits))
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
    let run = RunBudget { steps, depth, objects };
    let (cancel, meter) = (Cancel::default(), Meter::default());
    work(&Limits { threads, deadline: None, cancel: &cancel, meter: &meter, run, goes_on })
}
