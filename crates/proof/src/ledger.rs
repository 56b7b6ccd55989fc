//! Lemmas that follow from one problem, each with a derivation that stands by itself.
//!
//! Whoever has the same problem can check such a derivation without anything else of the solver
//! that found it: clauses of the problem are named by their place in it, lemmas that were admitted
//! before by their number. So lemmas can be given from one process to another, and nothing of them
//! has to be believed. Derivations are cones of LRAT proofs (see [`crate::Checker`]).

use crate::checker::{Checker, Rejection, normal_form};
use crate::record::{dimacs, write_line};
use crate::step::{ClauseId, Step};
use std::collections::HashMap;

/// Clauses that follow one after the other, and the one that the lemma follows from. Names: from 1
/// the clauses of the problem, then as many names as there may be lemmas, then the steps.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Derivation {
    /// Each clause with its hints.
    steps: Vec<(Vec<i32>, Vec<ClauseId>)>,
    end: ClauseId,
}

/// A problem and the lemmas that were shown to follow from it.
#[derive(Clone, Debug)]
pub struct Ledger {
    problem: Vec<Vec<i32>>,
    lemmas: usize,
    /// The last variable of the problem.
    largest: u32,
    checker: Checker,
    /// What a clause is called that is part of the problem or a lemma.
    names: HashMap<Box<[i32]>, ClauseId>,
    /// Clauses that were shown and are no lemmas.
    shown: HashMap<Box<[i32]>, Derivation>,
    /// In the order in which they were admitted.
    admitted: Vec<(usize, Vec<i32>, Derivation)>,
    /// By lemma: which of them it is.
    places: HashMap<usize, usize>,
}

impl Ledger {
    /// `lemmas`: so many there can be; they are numbered from 0.
    pub fn new(problem: Vec<Vec<i32>>, lemmas: usize) -> Ledger {
        let (mut checker, mut names) = (Checker::new(), HashMap::new());
        for (id, clause) in (1..).zip(&problem) {
            checker.hand_in(clause);
            // A clause that is no clause is rejected now, and nothing follows from then on.
            _ = checker.step(&Step::Original { id, clause: clause.clone() });
            names.entry(normal_form(clause)).or_insert(id);
        }
        let largest = problem.iter().flatten().map(|lit| lit.unsigned_abs()).max().unwrap_or(0);
        Ledger {
            problem,
            lemmas,
            largest,
            checker,
            names,
            shown: HashMap::new(),
            admitted: Vec::new(),
            places: HashMap::new(),
        }
    }

    fn name_of(&self, lemma: usize) -> ClauseId {
        (self.problem.len() + lemma + 1) as ClauseId
    }

    /// The name of the first step of a derivation.
    fn first_step(&self) -> ClauseId {
        self.name_of(self.lemmas)
    }

    /// Admits a lemma if its derivation shows it. It is admitted once.
    pub fn admit(&mut self, lemma: usize, clause: &[i32], derivation: Derivation) -> Result<(), Rejection> {
        let (id, first) = (self.name_of(lemma), self.first_step());
        if lemma >= self.lemmas {
            return Err(Rejection::NoSuchClause { id });
        }
        // A literal of nowhere helps nobody, and would only take room.
        let is_strange = |lit: &i32| lit.unsigned_abs() > self.largest;
        if derivation.steps.iter().any(|(clause, _)| clause.iter().any(is_strange)) {
            return Err(Rejection::NoLiteral { id });
        }
        self.checker.admit((id, clause), &derivation.steps, first, derivation.end)?;
        self.names.entry(normal_form(clause)).or_insert(id);
        self.places.insert(lemma, self.admitted.len());
        self.admitted.push((lemma, clause.to_vec(), derivation));
        Ok(())
    }

    /// Whether this is the name of a lemma.
    pub fn is_lemma(&self, id: ClauseId) -> bool {
        (self.name_of(0)..self.first_step()).contains(&id)
    }

    /// The derivation by which a lemma was admitted.
    pub fn derivation(&self, lemma: usize) -> Option<&Derivation> {
        self.places.get(&lemma).map(|place| &self.admitted[*place].2)
    }

    /// The derivation that the steps of a solver make, of which the last shows the clause that is
    /// wanted. `None`: they rest on a clause that is not known here.
    pub fn translate(&self, cone: &[Step]) -> Option<Derivation> {
        let first = self.first_step();
        let mut names: HashMap<ClauseId, ClauseId> = HashMap::new();
        let mut derivation = Derivation::default();
        for step in cone {
            let (id, name) = match step {
                Step::Original { id, clause } => {
                    let clause = normal_form(clause);
                    let known = self.names.get(&clause).copied();
                    (*id, known.or_else(|| Some(derivation.append(self.shown.get(&clause)?, first)))?)
                }
                Step::Derived { id, clause, hints } => {
                    let hints = hints.iter().map(|hint| names.get(hint).copied()).collect::<Option<_>>()?;
                    derivation.steps.push((clause.clone(), hints));
                    (*id, first + derivation.steps.len() as ClauseId - 1)
                }
                _ => return None,
            };
            names.insert(id, name);
            derivation.end = name;
        }
        (!cone.is_empty()).then_some(derivation)
    }

    /// A clause that is no lemma, and that solvers are given: its derivation becomes part of those
    /// that use it.
    pub fn remember(&mut self, clause: &[i32], derivation: Derivation) {
        self.shown.entry(normal_form(clause)).or_insert(derivation);
    }

    /// That all lemmas follow, as one problem in DIMACS and one proof in LRAT: besides the problem,
    /// it says that one of them is broken (`q1 or q2 or …`, `q1 implies that none of its literals
    /// holds`). `None`: there is no lemma.
    pub fn files(&self) -> Option<(String, String)> {
        self.admitted.first()?;
        let mut problem = self.problem.clone();
        let used = problem.iter().flatten().chain(self.admitted.iter().flat_map(|(_, clause, _)| clause));
        let first_query = used.map(|lit| lit.unsigned_abs()).max().unwrap_or(0) as i32 + 1;
        let mut broken: Vec<Vec<usize>> = Vec::new();
        for (query, (_, clause, _)) in (first_query..).zip(&self.admitted) {
            let lines = clause.iter().map(|lit| {
                problem.push(vec![-query, -*lit]);
                problem.len()
            });
            broken.push(lines.collect());
        }
        problem.push((first_query..).take(self.admitted.len()).collect());
        let rows: Vec<&[i32]> = problem.iter().map(Vec::as_slice).collect();
        Some((dimacs(&rows), self.lrat(&broken, problem.len(), first_query)))
    }

    fn lrat(&self, broken: &[Vec<usize>], problem: usize, first_query: i32) -> String {
        let (mut text, mut last) = (String::new(), problem);
        let (own, first) = (self.problem.len() as ClauseId, self.first_step());
        let mut lemmas: HashMap<ClauseId, usize> = HashMap::new();
        let mut refuted = Vec::new();
        for ((query, (lemma, clause, derivation)), lines) in (first_query..).zip(&self.admitted).zip(broken) {
            let before = last;
            // What is not there is 0, which no checker accepts.
            let name = |id: ClauseId, lemmas: &HashMap<ClauseId, usize>| match id {
                id if id <= own => id as usize,
                id if id < first => lemmas.get(&id).copied().unwrap_or(0),
                id => before + 1 + (id - first) as usize,
            };
            for (clause, hints) in &derivation.steps {
                last += 1;
                write_line(&mut text, last, clause, hints.iter().map(|hint| name(*hint, &lemmas)));
            }
            let end = name(derivation.end, &lemmas);
            last += 1;
            write_line(&mut text, last, clause, std::iter::once(end));
            lemmas.insert(self.name_of(*lemma), last);
            last += 1;
            write_line(&mut text, last, &[-query], lines.iter().copied().chain([last - 1]));
            refuted.push(last);
        }
        write_line(&mut text, last + 1, &[], refuted.into_iter().chain([problem]));
        text
    }
}

impl Derivation {
    /// Takes in another; returns the name of its end.
    fn append(&mut self, other: &Derivation, first: ClauseId) -> ClauseId {
        let offset = self.steps.len() as ClauseId;
        let moved = |id: ClauseId| if id >= first { id + offset } else { id };
        let steps = other.steps.iter().map(|(clause, hints)| {
            let hints = hints.iter().map(|hint| moved(*hint)).collect();
            (clause.clone(), hints)
        });
        self.steps.extend(steps);
        moved(other.end)
    }
}

#[cfg(test)]
mod tests {
    use super::{Derivation, Ledger};
    use crate::checker::Rejection;
    use crate::lrat::{check_lrat, parse_dimacs};

    /// a implies b, b implies c; two lemmas: a implies c, and not a if not c is known.
    fn ledger() -> Ledger {
        Ledger::new(vec![vec![-1, 2], vec![-2, 3], vec![-3]], 2)
    }

    /// Names: 1 to 3 the problem, 4 and 5 the lemmas, 6 the first step.
    fn transitive() -> Derivation {
        Derivation { steps: vec![(vec![-1, 3], vec![1, 2])], end: 6 }
    }

    #[test]
    fn a_lemma_that_follows_is_admitted_and_used() {
        let mut ledger = ledger();
        let by_lemma = Derivation { steps: vec![(vec![-1], vec![4, 3])], end: 6 };
        let early = ledger.admit(1, &[-1], by_lemma.clone());
        assert_eq!(early, Err(Rejection::NoSuchClause { id: 4 }));
        assert!(ledger.is_lemma(4) && !ledger.is_lemma(3) && !ledger.is_lemma(6));
        assert_eq!(ledger.admit(0, &[-1, 3], transitive()), Ok(()));
        assert_eq!(ledger.admit(1, &[-1], by_lemma), Ok(()));
        let (problem, proof) = ledger.files().expect("there are lemmas");
        let problem = parse_dimacs(&problem).expect("DIMACS");
        assert!(check_lrat(&problem, &proof).is_ok(), "{proof}");
    }

    #[test]
    fn a_rejected_derivation_leaves_nothing() {
        let mut ledger = ledger();
        let wrong = Derivation { steps: vec![(vec![-1, 3], vec![1, 3])], end: 6 };
        assert!(ledger.admit(0, &[-1, 3], wrong).is_err());
        let other = Derivation { end: 2, ..transitive() };
        assert!(ledger.admit(0, &[-1, 3], other).is_err());
        let strange = Derivation { steps: vec![(vec![-1, 3, i32::MAX], vec![1, 2])], end: 6 };
        assert!(ledger.admit(0, &[-1, 3], strange).is_err());
        let far = Derivation { steps: Vec::new(), end: 6 };
        assert!(ledger.admit(0, &[-1, 3], far).is_err());
        assert!(ledger.files().is_none());
        assert_eq!(ledger.admit(0, &[-1, 3], transitive()), Ok(()));
        assert!(ledger.admit(0, &[-1, 3], transitive()).is_err(), "once is enough");
        assert!(ledger.admit(7, &[-1, 3], transitive()).is_err(), "there is no such lemma");
    }
}
