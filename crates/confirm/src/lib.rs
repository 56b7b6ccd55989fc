//! A witness judged again: from its heap, the problem and the obligation alone, whoever found it.
//!
//! The judge trusts no engine. It compiles the problem anew, switches every acceleration off
//! ([`Judge::new`]), initialises the classes, loads the heap, and does what the contract says in
//! the plainest order: it evaluates all that is assumed, runs the method, and judges the run
//! (`judgement`). It does so on numbers: each slot that the engine left open holds the default
//! of its type. Only what comes out broken in the same way is confirmed.
//!
//! What is then told of the run (`replay`, `shown_heaps`) is the run on the heap as it was found,
//! where what nobody looked at stays open: its path, the heap after each change, and why the broken
//! clause is false.

mod judgement;
mod replay;
mod shown_heaps;

pub use judgement::CallVerdict;
pub use replay::{Replay, Shown, ShownExplanation, ShownScene};

use tightrope_engine::{RunBudget, Witness};
use tightrope_machine::contract::CompiledContract;
use tightrope_machine::{
    Accelerations, Budget, Compiled, Executable, LoadedCall, SavedCall, State, believe_of_spoilt_fields,
    compile_problem,
};
use tightrope_problem::Problem;

/// What became of a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confirmation {
    /// The run breaks the obligation in the same way.
    Confirmed,
    /// It does not: what happens instead.
    Refuted(String),
    /// The judge could not find out.
    Unclear(String),
}

/// One witness, and all that is needed to judge it.
#[derive(Debug)]
pub struct Judge<'a, 'p> {
    problem: &'a Problem<'p>,
    witness: &'a Witness,
    executable: Executable<'p>,
    contract: CompiledContract,
    /// The classes are initialised that the witness says are.
    start: State,
    budget: Budget,
}

impl<'a, 'p> Judge<'a, 'p> {
    /// Compiles the problem for the reference evaluation alone: without any acceleration but the
    /// one that skips rounds. `None`: a static initialiser does not end, so that no call can start.
    pub fn new(problem: &'a Problem<'p>, witness: &'a Witness, run: RunBudget) -> Option<Judge<'a, 'p>> {
        let Compiled { mut executable, mut contract } = compile_problem(problem, Accelerations::REFERENCE);
        let budget = Budget { steps: run.steps, depth: run.depth, objects: run.objects };
        let start = executable.initialize(&mut budget.clone(), &witness.uninitialized).ok()?.state;
        believe_of_spoilt_fields(&executable, &mut contract);
        Some(Judge { problem, witness, executable, contract, start, budget })
    }

    /// Does the call of the witness break its obligation?
    pub fn confirm(&self) -> Confirmation {
        match self.load() {
            Ok(call) => self.judge_again(call, &self.witness.breach),
            Err(why) => Confirmation::Unclear(format!("its heap cannot be loaded: {why}")),
        }
    }

    fn load(&self) -> Result<LoadedCall, String> {
        let Witness { heap, ranks, uninitialized, .. } = self.witness.clone();
        let call = SavedCall { heap, ranks, uninitialized };
        self.executable.load_call(self.problem, &self.start, &call).map_err(|error| error.to_string())
    }
}
