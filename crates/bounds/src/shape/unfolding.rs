//! Unfolds a predicate for exactly so many nodes of each class: what UNFOLD and SLFIELDBOUNDS of
//! Ponzio et al. share.
//!
//! Nodes are shared out among the calls of a case, the results of the calls are combined, and the
//! pure part says which combinations hold. Results are kept by predicate and number of nodes, with
//! labels that start at 0 (section 3.1 of the paper). Beyond the paper: several cases, several
//! classes, nodes anywhere in a case, and parameters that stay open until a caller gives them.

use super::predicate::{Atom, Case, Shapes};
use super::solve::{Frame, Solution, Tuple, solutions};
use super::tree::ShapeError;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::time::Instant;
use tightrope_program::ClassId;

/// Why no bounds were found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Something is wrong with the predicates.
    Shape(ShapeError),
    OutOfTime,
    /// More structures than can be looked at one by one.
    TooMany,
}

impl From<ShapeError> for Failure {
    fn from(error: ShapeError) -> Self {
        Failure::Shape(error)
    }
}

/// So many nodes of each class, in the order of [`Unfolding::classes`].
pub(crate) type Sizes = Vec<u32>;

/// What is collected while a predicate is unfolded.
pub(crate) trait Collected: Sized {
    /// From one way to satisfy a case.
    fn assemble(part: &Part<'_, Self>) -> Result<Self, Failure>;

    /// Adds what another way gives that says the same of the parameters.
    fn join(&mut self, other: Self) -> Result<(), Failure>;
}

/// One way to satisfy a case.
pub(crate) struct Part<'a, C> {
    pub(crate) case: &'a Case,
    pub(crate) solution: &'a Solution,
    /// For each atom.
    pub(crate) frames: &'a [Frame],
    /// For each call.
    pub(crate) children: &'a [Rc<(Tuple, C)>],
}

/// All ways to satisfy a predicate with so many nodes, by what they say of the parameters.
pub(crate) type Entries<C> = Rc<Vec<Rc<(Tuple, C)>>>;

pub(crate) struct Unfolding<'a, C> {
    shapes: &'a Shapes,
    pub(crate) classes: Vec<ClassId>,
    deadline: Option<Instant>,
    known: HashMap<(usize, Sizes), Option<Entries<C>>>,
}

impl<'a, C: Collected> Unfolding<'a, C> {
    pub(crate) fn new(shapes: &'a Shapes, root: usize, deadline: Option<Instant>) -> Self {
        let classes = shapes.predicates[root].classes.iter().copied().collect();
        Unfolding { shapes, classes, deadline, known: HashMap::new() }
    }

    pub(crate) fn entries(&mut self, predicate: usize, sizes: &Sizes) -> Result<Entries<C>, Failure> {
        let key = (predicate, sizes.clone());
        match self.known.get(&key) {
            Some(Some(entries)) => return Ok(entries.clone()),
            Some(None) => {
                let definition = &self.shapes.predicates[predicate];
                let message = format!("`{}` calls itself without a node in between", definition.name);
                return Err(ShapeError::new(&definition.place, message).into());
            }
            None => {}
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Failure::OutOfTime);
        }
        self.known.insert(key.clone(), None);
        let mut found: BTreeMap<Tuple, C> = BTreeMap::new();
        for case in &self.shapes.predicates[predicate].cases {
            self.unfold_case(predicate, case, sizes, &mut found)?;
        }
        let entries = Rc::new(found.into_iter().map(Rc::new).collect());
        self.known.insert(key, Some(Rc::clone(&entries)));
        Ok(entries)
    }

    /// All that was found, for any number of nodes, with the predicate.
    pub(crate) fn all(&self) -> Vec<(usize, Rc<(Tuple, C)>)> {
        let mut known: Vec<_> = self.known.iter().collect();
        known.sort_unstable_by_key(|(key, _)| *key);
        let entries = known.into_iter().filter_map(|((predicate, _), entries)| Some((*predicate, entries.as_ref()?)));
        entries.flat_map(|(predicate, entries)| entries.iter().map(move |entry| (predicate, entry.clone()))).collect()
    }

    fn unfold_case(
        &mut self,
        predicate: usize,
        case: &'a Case,
        sizes: &Sizes,
        found: &mut BTreeMap<Tuple, C>,
    ) -> Result<(), Failure> {
        let mut left = sizes.clone();
        for atom in &case.atoms {
            if let Atom::PointsTo { class, .. } = atom {
                let Some(count) = self.classes.iter().position(|other| other == class).map(|at| &mut left[at]) else {
                    return Ok(());
                };
                let Some(less) = count.checked_sub(1) else { return Ok(()) };
                *count = less;
            }
        }
        let calls = case.atoms.iter().filter(|atom| matches!(atom, Atom::Call { .. })).count();
        let mut choice = Choice { predicate, case, calls, sizes: Vec::new(), children: Vec::new(), found };
        self.share_out(&mut choice, &left)
    }

    /// Gives the next call each part of the nodes that are left that it can use; the last call gets
    /// all.
    fn share_out(&mut self, choice: &mut Choice<'a, '_, C>, left: &Sizes) -> Result<(), Failure> {
        let at = choice.sizes.len();
        if at == choice.calls {
            return if left.iter().all(|count| *count == 0) { self.combine(choice) } else { Ok(()) };
        }
        let calls = choice.case.atoms.iter().filter_map(|atom| match atom {
            Atom::Call { predicate, .. } => Some(*predicate),
            Atom::PointsTo { .. } => None,
        });
        let Some(called) = calls.clone().nth(at) else { return Ok(()) };
        let usable = |class: &ClassId| self.shapes.predicates[called].classes.contains(class);
        let most: Sizes = self.classes.iter().zip(left).map(|(class, n)| if usable(class) { *n } else { 0 }).collect();
        let mut part = if at + 1 == choice.calls { most.clone() } else { vec![0; most.len()] };
        loop {
            let entries = self.entries(called, &part)?;
            let rest: Sizes = left.iter().zip(&part).map(|(all, taken)| all - taken).collect();
            choice.sizes.push(part.clone());
            for entry in entries.iter() {
                choice.children.push(Rc::clone(entry));
                self.share_out(choice, &rest)?;
                choice.children.pop();
            }
            choice.sizes.pop();
            if !next_sizes(&mut part, &most) {
                return Ok(());
            }
        }
    }

    fn combine(&mut self, choice: &mut Choice<'a, '_, C>) -> Result<(), Failure> {
        let frames = self.frames(choice.case, &choice.sizes);
        let parameters = self.shapes.predicates[choice.predicate].parameters;
        let tuples: Vec<&Tuple> = choice.children.iter().map(|child| &child.0).collect();
        for solution in solutions(choice.case, parameters, &frames, &tuples)? {
            let (case, children) = (choice.case, &choice.children[..]);
            let part = Part { case, solution: &solution, frames: &frames, children };
            let collected = C::assemble(&part)?;
            match choice.found.get_mut(&solution.tuple) {
                Some(known) => known.join(collected)?,
                None => drop(choice.found.insert(solution.tuple, collected)),
            }
        }
        Ok(())
    }

    /// How many nodes of each class come before each atom: labels are given from left to right.
    fn frames(&self, case: &Case, sizes: &[Sizes]) -> Vec<Frame> {
        let mut before: Vec<(ClassId, u32)> = self.classes.iter().map(|class| (*class, 0)).collect();
        let mut sizes = sizes.iter();
        let mut frames = Vec::with_capacity(case.atoms.len());
        for atom in &case.atoms {
            frames.push(before.clone());
            match atom {
                Atom::PointsTo { class, .. } => {
                    before.iter_mut().filter(|(other, _)| other == class).for_each(|(_, count)| *count += 1);
                }
                Atom::Call { .. } => {
                    let taken = sizes.next().into_iter().flatten();
                    before.iter_mut().zip(taken).for_each(|((_, count), taken)| *count += taken);
                }
            }
        }
        frames
    }
}

/// How far nodes are shared out among the calls of a case.
struct Choice<'a, 'f, C> {
    predicate: usize,
    case: &'a Case,
    calls: usize,
    sizes: Vec<Sizes>,
    children: Vec<Rc<(Tuple, C)>>,
    found: &'f mut BTreeMap<Tuple, C>,
}

/// The next of all sizes up to `most`, like an odometer.
pub(crate) fn next_sizes(sizes: &mut Sizes, most: &Sizes) -> bool {
    for (size, most) in sizes.iter_mut().zip(most) {
        if *size < *most {
            *size += 1;
            return true;
        }
        *size = 0;
    }
    false
}
