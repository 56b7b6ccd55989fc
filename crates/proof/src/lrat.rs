//! DIMACS and LRAT files: read, and checked.

use crate::checker::{Checker, Rejection};
use crate::step::{ClauseId, Step};
use std::collections::HashMap;
use std::fmt;

/// Variables above this are taken for a mistake in a file: a table for them would not fit.
const LARGEST_VARIABLE: i32 = 1 << 28;

/// Why a file is not a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LratError {
    /// A line that cannot be read, and what was expected there.
    Syntax { line: usize, expected: &'static str },
    /// A step that does not follow.
    Rejected { line: usize, rejection: Rejection },
    /// There is no empty clause at the end.
    Incomplete,
}

impl fmt::Display for LratError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LratError::Syntax { line, expected } => write!(f, "line {line}: expected {expected}"),
            LratError::Rejected { line, rejection } => write!(f, "line {line}: {rejection}"),
            LratError::Incomplete => write!(f, "the proof ends without the empty clause"),
        }
    }
}

impl std::error::Error for LratError {}

/// The numbers of a line up to each zero.
fn zero_ended(line: usize, words: &[&str]) -> Result<Vec<Vec<i64>>, LratError> {
    let mut lists = vec![Vec::new()];
    for word in words {
        let number: i64 = word.parse().map_err(|_| LratError::Syntax { line, expected: "a number" })?;
        match (number, lists.last_mut()) {
            (0, _) => lists.push(Vec::new()),
            (number, Some(list)) => list.push(number),
            (_, None) => {}
        }
    }
    // What follows the last zero is not ended.
    if lists.pop().is_some_and(|rest| rest.is_empty()) {
        Ok(lists)
    } else {
        Err(LratError::Syntax { line, expected: "a 0 at the end" })
    }
}

fn literals(line: usize, numbers: &[i64]) -> Result<Vec<i32>, LratError> {
    let literal = |&number: &i64| i32::try_from(number).ok().filter(|lit| lit.abs() <= LARGEST_VARIABLE);
    let literals: Option<Vec<i32>> = numbers.iter().map(literal).collect();
    literals.ok_or(LratError::Syntax { line, expected: "a smaller variable" })
}

fn ids(line: usize, numbers: &[i64]) -> Result<Vec<ClauseId>, LratError> {
    let ids: Option<Vec<ClauseId>> = numbers.iter().map(|&number| ClauseId::try_from(number).ok()).collect();
    ids.ok_or(LratError::Syntax { line, expected: "names of clauses (negative ones are RAT, which is not accepted)" })
}

/// The clauses of a DIMACS file, one to a line.
pub fn parse_dimacs(text: &str) -> Result<Vec<Vec<i32>>, LratError> {
    let mut clauses = Vec::new();
    for (index, row) in text.lines().enumerate() {
        let words: Vec<&str> = row.split_whitespace().collect();
        if words.first().is_none_or(|word| *word == "c" || *word == "p") {
            continue;
        }
        match &zero_ended(index + 1, &words)?[..] {
            [clause] => clauses.push(literals(index + 1, clause)?),
            _ => return Err(LratError::Syntax { line: index + 1, expected: "one clause to a line" }),
        }
    }
    Ok(clauses)
}

/// Whether the text of an LRAT file proves that the clauses, which have the names 1, 2, … in it,
/// contradict each other.
pub fn check_lrat(problem: &[Vec<i32>], proof: &str) -> Result<(), LratError> {
    let mut checker = Checker::new();
    let mut known: HashMap<ClauseId, Vec<i32>> = HashMap::new();
    let reject = |line| move |rejection| LratError::Rejected { line, rejection };
    for (index, clause) in problem.iter().enumerate() {
        let id = index as ClauseId + 1;
        checker.hand_in(clause);
        checker.step(&Step::Original { id, clause: clause.clone() }).map_err(reject(0))?;
        known.insert(id, clause.clone());
    }
    let mut empty = problem.iter().position(Vec::is_empty).map(|index| index as ClauseId + 1);
    for (index, row) in proof.lines().enumerate() {
        let line = index + 1;
        for step in parse_line(line, row, &known)? {
            checker.step(&step).map_err(reject(line))?;
            if let Step::Derived { id, clause, .. } = step {
                empty = empty.or(clause.is_empty().then_some(id));
                known.insert(id, clause);
            }
        }
    }
    let conclusion: Vec<ClauseId> = empty.into_iter().collect();
    checker.conclude(&[], &conclusion).map(|_| ()).map_err(|_| LratError::Incomplete)
}

/// A clause with hints, or deletions; nothing for a comment. A deletion names clauses only, so
/// their literals are looked up.
fn parse_line(line: usize, row: &str, known: &HashMap<ClauseId, Vec<i32>>) -> Result<Vec<Step>, LratError> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first().filter(|(first, _)| **first != "c") else { return Ok(Vec::new()) };
    let id: ClauseId = first.parse().map_err(|_| LratError::Syntax { line, expected: "the name of a clause" })?;
    if let Some((&"d", rest)) = rest.split_first() {
        let [deleted] = &zero_ended(line, rest)?[..] else {
            return Err(LratError::Syntax { line, expected: "names of clauses and a 0" });
        };
        let clause = |id| known.get(&id).cloned().unwrap_or_default();
        return Ok(ids(line, deleted)?.into_iter().map(|id| Step::Delete { id, clause: clause(id) }).collect());
    }
    match &zero_ended(line, rest)?[..] {
        [clause, hints] => Ok(vec![Step::Derived { id, clause: literals(line, clause)?, hints: ids(line, hints)? }]),
        _ => Err(LratError::Syntax { line, expected: "literals, 0, hints, 0" }),
    }
}
