//! Steps that are kept, and written as files that other checkers read.

use crate::checker::normal_form;
use crate::step::{ClauseId, Step};
use std::collections::HashMap;
use std::fmt::Write;

/// The steps of a proof, in order.
#[derive(Clone, Default, Debug)]
pub struct Record {
    steps: Vec<Step>,
    /// Where a clause was named first.
    places: HashMap<ClauseId, usize>,
    conclusions: Vec<Conclusion>,
}

/// A query that was refuted.
#[derive(Clone, Debug)]
struct Conclusion {
    assumptions: Vec<i32>,
    /// The clause that refutes them.
    clause: ClauseId,
    /// So many steps had been made by then.
    steps: usize,
}

impl Record {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn push(&mut self, step: Step) {
        if let Step::Original { id, .. } | Step::Derived { id, .. } = &step {
            self.places.entry(*id).or_insert(self.steps.len());
        }
        self.steps.push(step);
    }

    /// The assumptions of a query are refuted by this clause.
    pub fn conclude(&mut self, assumptions: &[i32], clause: ClauseId) {
        self.conclusions.push(Conclusion { assumptions: assumptions.to_vec(), clause, steps: self.steps.len() });
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The clauses on which one rests, those of the problem included, in order; it is the last.
    pub fn cone(&self, end: ClauseId) -> Vec<Step> {
        let (mut open, mut seen) = (vec![end], std::collections::BTreeSet::new());
        while let Some(id) = open.pop() {
            let Some(place) = self.places.get(&id) else { continue };
            if seen.insert(*place)
                && let Some(Step::Derived { hints, .. }) = self.steps.get(*place)
            {
                open.extend(hints);
            }
        }
        seen.into_iter().map(|place| self.steps[place].clone()).collect()
    }

    /// The problem as DIMACS, and the proof that it is unsatisfiable as LRAT. Assumptions become
    /// clauses of one literal; `conclusion` is the clause that they refute. Only steps that the
    /// conclusion needs are written, so nothing has to be deleted; LRAT numbers the clauses of the
    /// problem from 1, so all get new names.
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
        for (id, clause, hints) in self.needed(&[end], &HashMap::new()) {
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

    /// All queries that were refuted, as one problem that is unsatisfiable: besides the clauses, it
    /// says that the assumptions of one of the queries hold (`q1 or q2 or …`, `q1 implies …`). A
    /// clause that was handed in after it had been concluded is no part of the problem: it follows.
    /// Neither is one that came after the last refuted query: nothing rests on it, and whether
    /// the solver has told of it by then depends on who keeps the record. `None`: nothing was
    /// refuted.
    pub fn whole(&self) -> Option<(String, String)> {
        let last = self.conclusions.last()?.steps;
        let mut names: HashMap<ClauseId, usize> = HashMap::new();
        let mut problem: Vec<Vec<i32>> = Vec::new();
        let follows = self.concluded_originals();
        for step in &self.steps[..last] {
            if let Step::Original { id, clause } = step
                && !follows.contains_key(id)
            {
                problem.push(clause.clone());
                names.insert(*id, problem.len());
            }
        }
        let used = problem.iter().flatten().chain(self.conclusions.iter().flat_map(|one| &one.assumptions));
        let first_query = used.map(|lit| lit.unsigned_abs()).max().unwrap_or(0) as i32 + 1;
        // By query: the clauses that say what it assumes.
        let mut assumed: Vec<Vec<usize>> = Vec::new();
        for (query, conclusion) in (first_query..).zip(&self.conclusions) {
            let mut lines = Vec::new();
            for lit in &conclusion.assumptions {
                problem.push(vec![-query, *lit]);
                lines.push(problem.len());
            }
            assumed.push(lines);
        }
        problem.push((first_query..).take(self.conclusions.len()).collect());
        let rows: Vec<&[i32]> = problem.iter().map(Vec::as_slice).collect();
        Some((dimacs(&rows), self.whole_lrat(names, &follows, &assumed, (problem.len(), first_query))))
    }

    fn whole_lrat(
        &self,
        mut names: HashMap<ClauseId, usize>,
        follows: &HashMap<ClauseId, ClauseId>,
        assumed: &[Vec<usize>],
        (problem, first_query): (usize, i32),
    ) -> String {
        let (mut text, mut last) = (String::new(), problem);
        let ends: Vec<ClauseId> = self.conclusions.iter().map(|conclusion| conclusion.clause).collect();
        for (id, clause, hints) in self.needed(&ends, follows) {
            last += 1;
            let hints = hints.iter().map(|hint| name_of(&names, follows, *hint));
            write_line(&mut text, last, clause, hints);
            names.insert(id, last);
        }
        let mut refuted = Vec::new();
        for ((query, conclusion), lines) in (first_query..).zip(&self.conclusions).zip(assumed) {
            last += 1;
            let end = name_of(&names, follows, conclusion.clause);
            write_line(&mut text, last, &[-query], lines.iter().copied().chain([end]));
            refuted.push(last);
        }
        write_line(&mut text, last + 1, &[], refuted.into_iter().chain([problem]));
        text
    }

    /// The clauses that were handed in after a query had concluded them, with that conclusion.
    fn concluded_originals(&self) -> HashMap<ClauseId, ClauseId> {
        let mut concluded: HashMap<Box<[i32]>, ClauseId> = HashMap::new();
        let mut follows = HashMap::new();
        let mut next = self.conclusions.iter().peekable();
        for (at, step) in self.steps.iter().enumerate() {
            while let Some(conclusion) = next.next_if(|conclusion| conclusion.steps <= at) {
                let clause = self.clause_of(conclusion.clause).unwrap_or_default();
                concluded.entry(normal_form(clause)).or_insert(conclusion.clause);
            }
            if let Step::Original { id, clause } = step
                && let Some(conclusion) = concluded.get(&normal_form(clause))
            {
                follows.insert(*id, *conclusion);
            }
        }
        follows
    }

    fn clause_of(&self, wanted: ClauseId) -> Option<&[i32]> {
        match self.steps.get(*self.places.get(&wanted)?)? {
            Step::Original { clause, .. } | Step::Derived { clause, .. } => Some(&clause[..]),
            _ => None,
        }
    }

    /// The derived clauses on which the ends rest, in order. `follows`: clauses that are another.
    fn needed(&self, ends: &[ClauseId], follows: &HashMap<ClauseId, ClauseId>) -> Vec<(ClauseId, &[i32], &[ClauseId])> {
        let meant = |id: &ClauseId| follows.get(id).copied().unwrap_or(*id);
        let mut wanted: std::collections::BTreeSet<ClauseId> = ends.iter().map(meant).collect();
        let mut needed = Vec::new();
        for step in self.steps.iter().rev() {
            if let Step::Derived { id, clause, hints } = step
                && wanted.remove(id)
            {
                wanted.extend(hints.iter().map(meant));
                needed.push((*id, &clause[..], &hints[..]));
            }
        }
        needed.reverse();
        needed
    }
}

/// What a clause is called in the file; 0, which no checker accepts, if it is not there.
fn name_of(names: &HashMap<ClauseId, usize>, follows: &HashMap<ClauseId, ClauseId>, id: ClauseId) -> usize {
    names.get(follows.get(&id).unwrap_or(&id)).copied().unwrap_or(0)
}

pub(crate) fn dimacs(problem: &[&[i32]]) -> String {
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

pub(crate) fn write_line(text: &mut String, name: usize, clause: &[i32], hints: impl Iterator<Item = usize>) {
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
