//! Solvers stop at their limits, say why, and can be asked again.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tightrope_circuit::{BatSat, Cadical, Circuit, Interrupt, Limits, Outcome, SatSolver, Session, Unknown};

/// More pigeons than holes: false, and hard for every solver that resolves.
fn pigeons(holes: usize) -> (Circuit, tightrope_circuit::Lit) {
    let mut circuit = Circuit::new();
    let sits = circuit.input_relation(holes + 1, holes);
    let mut all = Vec::new();
    for pigeon in 0..=holes {
        all.push(circuit.or_all(sits.row(pigeon).to_vec()));
        for other in 0..pigeon {
            let both = circuit.set_intersection(sits.row(pigeon), sits.row(other));
            all.push(circuit.set_is_empty(&both));
        }
    }
    let claim = circuit.and_all(all);
    (circuit, claim)
}

fn solvers() -> [Box<dyn SatSolver>; 2] {
    [Box::new(Cadical::default()), Box::<BatSat>::default()]
}

#[test]
fn conflicts_are_limited() {
    let (circuit, claim) = pigeons(8);
    for solver in solvers() {
        let mut session = Session::new(solver);
        let limits = Limits { conflicts: Some(50), ..Limits::NONE };
        assert_eq!(session.solve(&circuit, &[claim], &limits), Outcome::Unknown(Unknown::Conflicts));
        assert_eq!(session.solve(&circuit, &[!claim], &Limits::NONE), Outcome::Sat);
    }
    let (circuit, claim) = pigeons(5);
    for solver in solvers() {
        let mut session = Session::new(solver);
        let limits = Limits { conflicts: Some(5), ..Limits::NONE };
        assert_eq!(session.solve(&circuit, &[claim], &limits), Outcome::Unknown(Unknown::Conflicts));
        assert_eq!(session.solve(&circuit, &[claim], &Limits::NONE), Outcome::Unsat);
    }
}

#[test]
fn time_is_limited() {
    let (circuit, claim) = pigeons(12);
    for solver in solvers() {
        let mut session = Session::new(solver);
        let limits = Limits { deadline: Some(Instant::now() + Duration::from_millis(100)), ..Limits::NONE };
        assert_eq!(session.solve(&circuit, &[claim], &limits), Outcome::Unknown(Unknown::Deadline));
    }
}

fn stopped_by(flag: &Arc<AtomicBool>) -> Interrupt {
    let flag = Arc::clone(flag);
    Interrupt::new(move || flag.load(std::sync::atomic::Ordering::Relaxed))
}

#[test]
fn a_flag_stops_the_search() {
    let (circuit, claim) = pigeons(12);
    for solver in solvers() {
        let mut session = Session::new(solver);
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits { interrupt: Some(stopped_by(&flag)), ..Limits::NONE };
        let later = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        assert_eq!(session.solve(&circuit, &[claim], &limits), Outcome::Unknown(Unknown::Interrupted));
        later.join().expect("the thread ends");
    }
}
