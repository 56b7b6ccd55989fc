//! A small proof, and everything that can go wrong with it: each single corruption is rejected, or
//! leaves a proof whose clauses all follow from the problem, which is found out by trying all
//! assignments.

use tightrope_proof::{Checker, LratError, Rejection, Step, check_lrat, parse_dimacs};

/// Three pigeons, two holes: variable `2 p + h + 1` says that pigeon `p` sits in hole `h`.
const PROBLEM: &str =
    "c pigeons\np cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n";

/// Written by hand.
const PROOF: &str = "10 -1 0 4 2 9 5 3 0\n10 d 4 5 0\n11 -3 0 6 3 8 10 1 0\n12 0 10 1 11 2 7 0\n";

fn problem() -> Vec<Vec<i32>> {
    parse_dimacs(PROBLEM).expect("it is well-formed")
}

/// Whether every assignment that satisfies the problem satisfies the clause.
fn follows(problem: &[Vec<i32>], clause: &[i32]) -> bool {
    let holds =
        |row: u32, clause: &[i32]| clause.iter().any(|lit| (row >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0));
    (0..1u32 << 14).all(|row| holds(row, clause) || !problem.iter().all(|other| holds(row, other)))
}

/// Every way to change, drop or repeat one number of one line.
fn corruptions(proof: &str) -> Vec<String> {
    let lines: Vec<&str> = proof.lines().collect();
    let mut all = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        for at in 0..words.len() {
            let others = (-8..=14).map(|number: i32| number.to_string()).filter(|other| other != words[at]);
            let mut changed: Vec<Vec<String>> = Vec::new();
            let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
            changed.extend(others.map(|other| [owned(&words[..at]), vec![other], owned(&words[at + 1..])].concat()));
            changed.push([owned(&words[..at]), owned(&words[at + 1..])].concat());
            changed.push([owned(&words[..=at]), owned(&words[at..])].concat());
            for words in changed {
                let mut copy = lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
                copy[index] = words.join(" ");
                all.push(copy.join("\n"));
            }
        }
    }
    all
}

/// The clauses that a proof derives, read by other code than the checker's.
fn derived(proof: &str) -> Vec<Vec<i32>> {
    let clauses = proof.lines().filter(|line| !line.contains('d')).map(|line| {
        let numbers = line.split(' ').skip(1).map(|word| word.parse().expect("accepted proofs have numbers"));
        numbers.take_while(|&lit| lit != 0).collect()
    });
    clauses.collect()
}

#[test]
fn a_proof_is_accepted() {
    assert_eq!(check_lrat(&problem(), PROOF), Ok(()));
}

#[test]
fn corrupted_proofs_are_rejected_or_still_right() {
    let problem = problem();
    let all = corruptions(PROOF);
    let accepted: Vec<&String> = all.iter().filter(|proof| check_lrat(&problem, proof).is_ok()).collect();
    for proof in &accepted {
        let clauses = derived(proof);
        assert!(clauses.iter().all(|clause| follows(&problem, clause)), "{proof}");
        assert!(clauses.contains(&Vec::new()), "{proof}");
    }
    // Most corruptions break the proof; what is left are other names, longer clauses and repeated
    // hints.
    assert!(all.len() > 700 && accepted.len() * 8 < all.len(), "{} of {} accepted", accepted.len(), all.len());
}

#[test]
fn a_problem_that_can_be_satisfied_has_no_proof() {
    for left_out in 0..9 {
        let mut weaker = problem();
        weaker[left_out] = vec![7, -7];
        for proof in corruptions(PROOF).iter().map(String::as_str).chain([PROOF]) {
            assert!(check_lrat(&weaker, proof).is_err(), "without clause {}: {proof}", left_out + 1);
        }
    }
}

#[test]
fn truncated_proofs_are_rejected() {
    for end in 0..PROOF.len() - 1 {
        assert!(check_lrat(&problem(), &PROOF[..end]).is_err(), "{}", &PROOF[..end]);
    }
}

#[test]
fn unreadable_files_are_explained() {
    let message = |proof: &str| check_lrat(&problem(), proof).map_err(|error| error.to_string());
    assert_eq!(message("x 0 0"), Err("line 1: expected the name of a clause".to_owned()));
    assert_eq!(message("\n10 1 0 1"), Err("line 2: expected a 0 at the end".to_owned()));
    assert_eq!(message("10 1 0"), Err("line 1: expected literals, 0, hints, 0".to_owned()));
    assert_eq!(message("10 999999999 0 1 0"), Err("line 1: expected a smaller variable".to_owned()));
    assert_eq!(message("10 0 77 0"), Err("line 1: there is no clause 77".to_owned()));
    assert_eq!(message(""), Err(LratError::Incomplete.to_string()));
    assert!(parse_dimacs("1 2\n").is_err() && parse_dimacs("1 0 2 0\n").is_err());
}

fn checker_with(clauses: &[&[i32]]) -> Checker {
    let mut checker = Checker::new();
    for (index, clause) in clauses.iter().enumerate() {
        checker.hand_in(clause);
        let step = Step::Original { id: index as u64 + 1, clause: clause.to_vec() };
        assert_eq!(checker.step(&step), Ok(()));
    }
    checker
}

#[test]
fn only_clauses_of_the_problem_are_taken() {
    let mut checker = checker_with(&[&[1, 2]]);
    let twice = Step::Original { id: 2, clause: vec![2, 1] };
    assert_eq!(checker.step(&twice), Err(Rejection::NotHandedIn { id: 2 }));
    // What came after a rejection counts for nothing.
    checker.hand_in(&[]);
    assert!(checker.step(&Step::Original { id: 3, clause: vec![] }).is_err());
    assert!(checker.conclude(&[], &[3]).is_err());
}

#[test]
fn clauses_come_back_only_as_they_were() {
    let aside = || {
        let mut checker = checker_with(&[&[1, 2]]);
        assert_eq!(checker.step(&Step::Weaken { id: 1, clause: vec![2, 1] }), Ok(()));
        assert_eq!(checker.step(&Step::Delete { id: 1, clause: vec![1, 2] }), Ok(()));
        checker
    };
    assert_eq!(aside().step(&Step::Restore { id: 1, clause: vec![1, 2] }), Ok(()));
    assert_eq!(aside().step(&Step::Restore { id: 1, clause: vec![1] }), Err(Rejection::OtherClause { id: 1 }));
    assert_eq!(aside().step(&Step::Restore { id: 2, clause: vec![1, 2] }), Err(Rejection::NotWeakened { id: 2 }));
    let gone = Step::Derived { id: 2, clause: vec![1, 2], hints: vec![1] };
    assert_eq!(aside().step(&gone), Err(Rejection::NoSuchClause { id: 1 }));
}

#[test]
fn conclusions_fit_the_assumptions() {
    let mut checker = checker_with(&[&[-1, -2, 3], &[-3]]);
    let refuting = Step::Derived { id: 9, clause: vec![-1, -2], hints: vec![2, 1] };
    assert_eq!(checker.step(&refuting), Ok(()));
    assert_eq!(checker.conclude(&[1, 2, 5], &[9]), Ok(9));
    assert_eq!(checker.conclude(&[1, 5], &[9]), Err(Rejection::NoConclusion));
    assert_eq!(checker.conclude(&[-1, -2], &[9]), Err(Rejection::NoConclusion));
    assert_eq!(checker.conclude(&[1, 2], &[]), Err(Rejection::NoConclusion));
    assert_eq!(checker.conclude(&[1, 2], &[4]), Err(Rejection::NoConclusion));
}

#[test]
fn steps_that_only_keep_satisfiability_are_rejected() {
    let mut checker = checker_with(&[&[1, 2]]);
    assert_eq!(checker.step(&Step::Extension { id: 2, witness: 3 }), Err(Rejection::NotImplied { id: 2 }));
}
