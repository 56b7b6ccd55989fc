//! Random circuits of six inputs: each gate against its truth table, and both solvers against all
//! 64 assignments.

mod support;

use support::Random;
use tightrope_circuit::{BatSat, Cadical, Circuit, Limits, Lit, Model, Outcome, Preset, Proofs, SatSolver, Session};

/// The truth tables of six inputs.
const INPUTS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Literals of a circuit with their truth tables, which are computed beside it.
fn random_circuit(random: &mut Random, gates: usize) -> (Circuit, Vec<(Lit, u64)>) {
    let mut circuit = Circuit::new();
    let mut lits: Vec<(Lit, u64)> = INPUTS.iter().map(|&table| (circuit.input(), table)).collect();
    for _ in 0..gates {
        // Recent gates are more likely, so that the circuit gets deep and the rewriting has
        // something to find.
        let mut pick = || {
            let recent = random.below(lits.len()).max(random.below(lits.len()));
            let (lit, table) = lits[recent];
            if random.below(2) == 0 { (!lit, !table) } else { (lit, table) }
        };
        let ((a, x), (b, y), (c, z)) = (pick(), pick(), pick());
        lits.push(match random.below(5) {
            0 => (circuit.and(a, b), x & y),
            1 => (circuit.or(a, b), x | y),
            2 => (circuit.xor(a, b), x ^ y),
            3 => (circuit.and_all([a, b, c]), x & y & z),
            _ => (circuit.ite(a, b, c), (x & y) | (!x & z)),
        });
    }
    (circuit, lits)
}

#[test]
fn gates_keep_their_truth_tables() {
    let mut random = Random(7);
    for _ in 0..300 {
        let (circuit, lits) = random_circuit(&mut random, 60);
        for row in 0..64 {
            let mut model = Model::new(&circuit, |gate| row >> (gate - 1) & 1 == 1);
            for &(lit, table) in &lits {
                assert_eq!(model.value(&circuit, lit), table >> row & 1 == 1);
            }
        }
    }
}

fn check_queries(random: &mut Random, solver: Box<dyn SatSolver>) {
    let (circuit, lits) = random_circuit(random, 60);
    let mut session = Session::new(solver);
    let mut asserted = u64::MAX;
    for round in 0..12 {
        let mut pick = || {
            let (lit, table) = lits[random.below(lits.len())];
            if random.below(2) == 0 { (!lit, !table) } else { (lit, table) }
        };
        let assumptions: Vec<(Lit, u64)> = (0..1 + round % 4).map(|_| pick()).collect();
        let expected = assumptions.iter().fold(asserted, |tables, (_, table)| tables & table);
        let assumed: Vec<Lit> = assumptions.iter().map(|&(lit, _)| lit).collect();
        let outcome = session.solve(&circuit, &assumed, &Limits::NONE);
        if outcome == Outcome::Sat {
            let mut model = session.model(&circuit);
            let inputs: Vec<bool> = lits[..6].iter().map(|&(lit, _)| model.value(&circuit, lit)).collect();
            let row = inputs.iter().rev().fold(0, |row, &bit| row << 1 | u64::from(bit));
            assert!(expected >> row & 1 == 1, "the model is none");
        } else {
            assert_eq!((outcome, expected), (Outcome::Unsat, 0));
            let failed = session.failed();
            assert!(failed.iter().all(|lit| assumed.contains(lit)));
            let core = assumptions.iter().filter(|(lit, _)| failed.contains(lit));
            assert_eq!(core.fold(asserted, |tables, (_, table)| tables & table), 0, "the core can be true");
        }
        let (lit, table) = pick();
        if asserted & table != 0 {
            session.assert(&circuit, lit);
            asserted &= table;
        }
    }
}

#[test]
fn solvers_agree_with_all_assignments() {
    let mut random = Random(11);
    for _ in 0..150 {
        check_queries(&mut random, Box::new(Cadical::new(Preset::Default, Proofs::Checked)));
        check_queries(&mut random, Box::new(Cadical::new(Preset::Plain, Proofs::None)));
        check_queries(&mut random, Box::<BatSat>::default());
    }
}

#[test]
fn what_is_false_stays_false() {
    for solver in [Box::new(Cadical::default()) as Box<dyn SatSolver>, Box::<BatSat>::default()] {
        let mut circuit = Circuit::new();
        let a = circuit.input();
        let mut session = Session::new(solver);
        assert_eq!(session.solve(&circuit, &[Lit::FALSE, a], &Limits::NONE), Outcome::Unsat);
        assert_eq!(session.failed(), [Lit::FALSE]);
        assert_eq!(session.solve(&circuit, &[a, Lit::TRUE], &Limits::NONE), Outcome::Sat);
        session.assert(&circuit, Lit::FALSE);
        assert_eq!(session.solve(&circuit, &[a], &Limits::NONE), Outcome::Unsat);
        assert_eq!(session.failed(), []);
    }
}
