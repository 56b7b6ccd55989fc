//! Steps that are kept, and written as files that other checkers read.

use crate::step::{ClauseId, Step};
use std::collections::HashMap;
use std::fmt::Write;

/// The steps of a proof, in order.
#[derive(Clone, Default, Debug)]
pub struct Record {
    steps: Vec<Step>,
}

impl Record {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The problem as DIMACS, and the proof that it is unsatisfiable as LRAT. Assumptions become clauses of one
    /// literal; `conclusion` is the clause that they refute. Only steps that the conclusion needs are written, so
    /// nothing has to be deleted; LRAT numbers the clauses of the problem from 1, so all get new names.
    pub fn files(&self, assumptions: &[i32], conclusion: ClauseId) -> (String, String) {
        let mut problem: Vec<&[i32]> = Vec::new();
        let mut names: HashMap<ClauseId, usize> = HashMap::new();
        for step in &self.steps {
            if let Step::Original { id, clause } = step {
                problem.push(clause);
                names.insert(*id, problem.len());
            }
        }
        let units: Vec<[i32; 1]> = assumptions.iter().map(|&lit| [lit]).collect();
        problem.extend(units.iter().map(|unit| &unit[..]));
        (dimacs(&problem), self.lrat(names, problem.len(), assumptions.len(), conclusion))
    }

    fn lrat(&self, mut names: HashMap<ClauseId, usize>, problem: usize, assumed: usize, end: ClauseId) -> String {
        let mut text = String::new();
        let mut last = problem;
        for (id, clause, hints) in self.needed(end) {
            last += 1;
            names.insert(id, last);
            let hints = hints.iter().map(|hint| names.get(hint).copied().unwrap_or(0));
            write_line(&mut text, last, clause, hints);
        }
        let is_empty = self.clause_of(end).is_some_and(<[i32]>::is_empty);
        if !is_empty {
            let units = problem - assumed + 1..=problem;
            write_line(&mut text, last + 1, &[], units.chain(names.get(&end).copied()));
        }
        text
    }

    fn clause_of(&self, wanted: ClauseId) -> Option<&[i32]> {
        self.steps.iter().rev().find_map(|step| match step {
            Step::Original { id, clause } | Step::Derived { id, clause, .. } if *id == wanted => Some(&clause[..]),
            _ => None,
        })
    }

    /// The derived clauses on which `end` rests, in order.
    fn needed(&self, end: ClauseId) -> Vec<(ClauseId, &[i32], &[ClauseId])> {
        let mut wanted = std::collections::BTreeSet::from([end]);
        let mut needed = Vec::new();
        for step in self.steps.iter().rev() {
            if let Step::Derived { id, clause, hints } = step
                && wanted.remove(id)
            {
                wanted.extend(hints);
                needed.push((*id, &clause[..], &hints[..]));
            }
        }
        needed.reverse();
        needed
    }
}

fn dimacs(problem: &[&[i32]]) -> String {
    let variables = problem.iter().flat_map(|clause| clause.iter()).map(|lit| lit.unsigned_abs()).max().unwrap_or(0);
    let mut text = format!("p cnf {variables} {}\n", problem.len());
    for clause in problem {
        for lit in *clause {
            // Writing to a string cannot fail.
            _ = write!(text, "{lit} ");
        }
        text.push_str("0\n");
    }
    text
}

fn write_line(text: &mut String, name: usize, clause: &[i32], hints: impl Iterator<Item = usize>) {
    _ = write!(text, "{name} ");
    for lit in clause {
        _ = write!(text, "{lit} ");
    }
    text.push('0');
    for hint in hints {
        _ = write!(text, " {hint}");
    }
    text.push_str(" 0\n");
}
