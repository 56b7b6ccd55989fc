//! Certified answers: CaDiCaL's proofs pass the checker in the process, and as files also a second
//! checker; corrupted files do not.

mod support;

use dratify::Checker as SecondChecker;
use support::Random;
use tightrope_circuit::{Bits, Cadical, Circuit, Limits, Lit, Outcome, Preset, Proofs, Session};
use tightrope_proof::{check_lrat, parse_dimacs};

fn session(proofs: Proofs) -> Session {
    Session::new(Box::new(Cadical::new(Preset::Default, proofs)))
}

/// That multiplication distributes over addition is false somewhere: unsatisfiable, and not at
/// once.
fn wrong_claim(circuit: &mut Circuit, width: usize) -> Lit {
    let (a, b, c) = (circuit.input_bits(width), circuit.input_bits(width), circuit.input_bits(width));
    let sum = circuit.add(&a, &b);
    let left = circuit.mul(&sum, &c);
    let (first, second) = (circuit.mul(&a, &c), circuit.mul(&b, &c));
    let right = circuit.add(&first, &second);
    !circuit.eq_bits(&left, &right)
}

/// What dratify, which knows nothing of hints, says to the clauses of a proof.
fn second_opinion(problem: &[Vec<i32>], proof: &str) -> bool {
    let literal = |lit: i32| 2 * (lit.unsigned_abs() - 1) + u32::from(lit < 0);
    let clause = |lits: &[i32]| lits.iter().map(|&lit| literal(lit)).collect::<Vec<_>>();
    let variables = problem.iter().flatten().map(|lit| lit.unsigned_abs()).max().unwrap_or(0);
    let problem: Vec<Vec<u32>> = problem.iter().map(|lits| clause(lits)).collect();
    let steps = proof.lines().map(|line| {
        let numbers = line.split(' ').skip(1).map(|word| word.parse().expect("a number"));
        (false, clause(&numbers.take_while(|&lit| lit != 0).collect::<Vec<_>>()))
    });
    SecondChecker::new(variables, &problem, false, true).check(&steps.collect::<Vec<_>>()).ok
}

#[test]
fn files_pass_both_checkers() {
    let mut circuit = Circuit::new();
    let claim = wrong_claim(&mut circuit, 4);
    let mut session = session(Proofs::Kept);
    assert_eq!(session.solve(&circuit, &[claim], &Limits::NONE), Outcome::Unsat);
    assert!(session.is_certified());
    let (problem, proof) = session.proof_files().expect("the proof was kept");
    let problem = parse_dimacs(&problem).expect("the problem is well-formed");
    assert!(proof.lines().count() > 50, "the proof is too short to show anything");
    assert_eq!(check_lrat(&problem, &proof), Ok(()));
    assert!(second_opinion(&problem, &proof));
    // Without the last of its clauses, the assumption, the problem can be satisfied.
    assert!(check_lrat(&problem[..problem.len() - 1], &proof).is_err());
}

/// Whether a clause follows, by a solver that knows nothing of the proof.
fn follows(problem: &[Vec<i32>], clause: &[i32]) -> bool {
    use tightrope_circuit::{BatSat, SatSolver};
    let mut solver = BatSat::default();
    problem.iter().for_each(|clause| solver.add_clause(clause));
    let negated: Vec<i32> = clause.iter().map(|lit| -lit).collect();
    solver.solve(&negated, &Limits::NONE) == Outcome::Unsat
}

#[test]
fn every_corrupted_literal_is_seen_or_harmless() {
    let mut circuit = Circuit::new();
    let claim = wrong_claim(&mut circuit, 2);
    let mut session = session(Proofs::Kept);
    assert_eq!(session.solve(&circuit, &[claim], &Limits::NONE), Outcome::Unsat);
    let (problem, proof) = session.proof_files().expect("the proof was kept");
    let problem = parse_dimacs(&problem).expect("the problem is well-formed");
    assert!(!follows(&problem[..problem.len() - 1], &[]));
    let lines: Vec<&str> = proof.lines().collect();
    let (mut rejected, mut accepted) = (0, 0);
    for (index, line) in lines.iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        let end = words.iter().position(|&word| word == "0").expect("clauses end");
        for at in 1..end {
            let lit: i32 = words[at].parse().expect("a literal");
            for other in [String::new(), format!("{} ", -lit), format!("{} ", lit + lit.signum())] {
                let changed = format!("{} {other}{}", words[..at].join(" "), words[at + 1..].join(" "));
                let mut copy = lines.clone();
                copy[index] = &changed;
                if check_lrat(&problem, &copy.join("\n")).is_err() {
                    rejected += 1;
                    continue;
                }
                accepted += 1;
                let kept = words[1..end].iter().enumerate().filter(|(i, _)| i + 1 != at).map(|(_, word)| *word);
                let clause: Vec<i32> = kept.chain([other.trim()]).filter_map(|word| word.parse().ok()).collect();
                // Only the last step uses the assumption, so the rest follows from a problem that
                // has models.
                assert!(follows(&problem[..problem.len() - 1], &clause));
            }
        }
    }
    assert!(rejected > 10 * accepted && rejected > 50, "{rejected} rejected, {accepted} accepted");
    for end in 0..lines.len() {
        assert!(check_lrat(&problem, &lines[..end].join("\n")).is_err(), "a truncated proof is accepted");
    }
}

#[test]
fn many_queries_on_one_solver_are_each_certified() {
    let mut random = Random(3);
    let mut circuit = Circuit::new();
    let mut session = session(Proofs::Checked);
    let (a, b) = (circuit.input_bits(7), circuit.input_bits(7));
    let product = circuit.mul(&a, &b);
    let (mut found, mut refuted) = (0, 0);
    for _ in 0..60 {
        // A factor and a product with other low bits often exclude each other.
        let (x, y) = (random.below(128) as i64, random.below(128) as i64);
        let first = circuit.eq_bits(&a, &Bits::constant(x & !3, 7));
        let second = circuit.eq_bits(&product, &Bits::constant(y, 7));
        match session.solve(&circuit, &[first, second], &Limits::NONE) {
            Outcome::Sat => {
                found += 1;
                let mut model = session.model(&circuit);
                let (p, q) = (model.signed(&circuit, &a), model.signed(&circuit, &b));
                assert_eq!((p * q - y) % 128, 0);
            }
            Outcome::Unsat => {
                refuted += 1;
                assert!(session.is_certified());
                let factors = (-64..64).filter(|&p: &i64| (p - (x & !3)) % 128 == 0);
                assert!(factors.flat_map(|p| (-64..64).map(move |q| p * q)).all(|pq| (pq - y) % 128 != 0));
            }
            Outcome::Unknown(reason) => panic!("{reason:?}: {:?}", session.rejection()),
        }
    }
    assert!(found > 5 && refuted > 5, "{found} found, {refuted} refuted");
}

#[test]
fn without_proofs_nothing_is_certified() {
    let mut circuit = Circuit::new();
    let claim = wrong_claim(&mut circuit, 2);
    let mut session = session(Proofs::None);
    assert_eq!(session.solve(&circuit, &[claim], &Limits::NONE), Outcome::Unsat);
    assert!(!session.is_certified() && session.proof_files().is_none());
}
