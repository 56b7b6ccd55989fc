//! Field bounds by feasibility queries (TACO, section 4): each value of each field of each object is a question to a
//! SAT solver, under the invariant and symmetry breaking.
//!
//! Two algorithms. *Eager* (Fig. 22): one incremental solver for each thread; each model shows all its values to be feasible, so that
//! they need not be asked; each value that is refuted makes the next questions easier at once, in all threads. *Iterative*
//! (Fig. 20), the baseline: every question has a solver of its own, and only the values that earlier rounds have refuted;
//! what was too hard is asked again in the next round. A question without an answer leaves its value in: that is sound.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use tightrope_circuit::{Cadical, Circuit, Limits, Lit, Model, Outcome, Preset, Proofs, Session};
use tightrope_heap::{FieldBound, FieldBounds, FieldValue, Label};
use tightrope_program::{ClassId, FieldId};

/// The structures of a class as a circuit: what is asked about.
#[derive(Clone, Debug, Default)]
pub struct Structures {
    pub circuit: Circuit,
    /// What makes them valid structures, one for each class of isomorphic ones.
    pub assumptions: Vec<Lit>,
    pub objects: Vec<(ClassId, u32)>,
    pub places: Vec<Place>,
}

/// A field of an object.
#[derive(Clone, Debug)]
pub struct Place {
    pub field: FieldId,
    pub object: Label,
    /// Whether the object is part of the structure.
    pub is_alive: Lit,
    /// The values that the type allows, with what says that the field holds them.
    pub values: Vec<(FieldValue, Lit)>,
}

/// The two algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    Eager,
    Iterative,
}

/// What a search for bounds may use.
#[derive(Clone, Debug)]
pub struct Effort {
    pub algorithm: Algorithm,
    pub threads: usize,
    /// Of the whole search, and whether it is to stop.
    pub limits: Limits,
    /// Of one question.
    pub conflicts: Option<u64>,
}

/// How much it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    pub queries: usize,
    pub sat: usize,
    /// Values that are left in because no answer was found.
    pub undecided: usize,
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Open,
    Feasible,
    Infeasible,
}

/// One question: a place and one of its values.
#[derive(Clone, Copy, Debug)]
struct Edge {
    place: usize,
    value: usize,
}

/// What all threads share.
struct Shared<'s> {
    structures: &'s Structures,
    edges: Vec<Edge>,
    known: Mutex<(Vec<Known>, Work)>,
    next: AtomicUsize,
}

/// Finds the bounds.
pub fn feasible_values(structures: &Structures, effort: &Effort) -> (FieldBounds, Work) {
    let places = structures.places.iter().enumerate();
    let edges = places.flat_map(|(place, of)| (0..of.values.len()).map(move |value| Edge { place, value }));
    let edges: Vec<Edge> = edges.collect();
    let known = Mutex::new((vec![Known::Open; edges.len()], Work::default()));
    let shared = Shared { structures, edges, known, next: AtomicUsize::new(0) };
    match effort.algorithm {
        Algorithm::Eager => std::thread::scope(|scope| {
            for _ in 0..effort.threads.max(1) {
                scope.spawn(|| shared.ask_eagerly(effort));
            }
        }),
        Algorithm::Iterative => shared.ask_in_rounds(effort),
    }
    shared.result()
}

impl Shared<'_> {
    fn literal(&self, edge: Edge) -> Lit {
        self.structures.places[edge.place].values[edge.value].1
    }

    fn session(&self) -> Session {
        let mut session = Session::new(Box::new(Cadical::new(Preset::Plain, Proofs::None)));
        for &lit in &self.structures.assumptions {
            session.assert(&self.structures.circuit, lit);
        }
        session
    }

    /// Forbids a value that no structure has.
    fn forbid(&self, session: &mut Session, edge: Edge) {
        let alive = self.structures.places[edge.place].is_alive;
        session.assert_any(&self.structures.circuit, &[!alive, !self.literal(edge)]);
    }

    fn with_known<T>(&self, look: impl FnOnce(&mut Vec<Known>, &mut Work) -> T) -> T {
        let mut guard = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, work) = &mut *guard;
        look(known, work)
    }

    fn ask(&self, session: &mut Session, edge: Edge, limits: &Limits) -> Outcome {
        let alive = self.structures.places[edge.place].is_alive;
        session.solve(&self.structures.circuit, &[alive, self.literal(edge)], limits)
    }

    /// Takes one question after the other, until there are none.
    fn ask_eagerly(&self, effort: &Effort) {
        let mut session = self.session();
        let mut forbidden = vec![false; self.edges.len()];
        let limits = Limits { conflicts: effort.conflicts, ..effort.limits.clone() };
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&edge) = self.edges.get(at) else { return };
            let (is_open, refuted) = self.with_known(|known, _| {
                let refuted = (0..known.len()).filter(|&other| known[other] == Known::Infeasible && !forbidden[other]);
                (known[at] == Known::Open, refuted.collect::<Vec<_>>())
            });
            for other in refuted {
                forbidden[other] = true;
                self.forbid(&mut session, self.edges[other]);
            }
            if is_open {
                let outcome = self.ask(&mut session, edge, &limits);
                self.note(at, outcome, &mut session);
            }
        }
    }

    /// Keeps an answer; a model answers more than was asked.
    fn note(&self, at: usize, outcome: Outcome, session: &mut Session) {
        let model = (outcome == Outcome::Sat).then(|| session.model(&self.structures.circuit));
        self.with_known(|known, work| {
            work.queries += 1;
            match (outcome, model) {
                (Outcome::Unsat, _) => known[at] = Known::Infeasible,
                (Outcome::Sat, Some(model)) => {
                    work.sat += 1;
                    self.mark_all(known, model);
                }
                _ => {}
            }
        });
    }

    fn mark_all(&self, known: &mut [Known], mut model: Model) {
        let circuit = &self.structures.circuit;
        for (known, edge) in known.iter_mut().zip(&self.edges).filter(|(known, _)| **known == Known::Open) {
            let alive = self.structures.places[edge.place].is_alive;
            if model.value(circuit, alive) && model.value(circuit, self.literal(*edge)) {
                *known = Known::Feasible;
            }
        }
    }

    /// Every open question once, each with a solver of its own; then again with more time, as long as that helps.
    fn ask_in_rounds(&self, effort: &Effort) {
        let mut conflicts = effort.conflicts;
        loop {
            let before = self.with_known(|known, _| known.clone());
            let limits = Limits { conflicts, ..effort.limits.clone() };
            for at in (0..self.edges.len()).filter(|&at| before[at] == Known::Open) {
                let mut session = self.session();
                for other in (0..before.len()).filter(|&other| before[other] == Known::Infeasible) {
                    self.forbid(&mut session, self.edges[other]);
                }
                let outcome = self.ask(&mut session, self.edges[at], &limits);
                self.with_known(|known, work| {
                    work.queries += 1;
                    work.sat += usize::from(outcome == Outcome::Sat);
                    match outcome {
                        Outcome::Sat => known[at] = Known::Feasible,
                        Outcome::Unsat => known[at] = Known::Infeasible,
                        Outcome::Unknown(_) => {}
                    }
                });
            }
            let after = self.with_known(|known, _| known.clone());
            let is_settled = !after.contains(&Known::Open);
            if is_settled || after == before {
                return;
            }
            conflicts = conflicts.map(|conflicts| conflicts.saturating_mul(2));
        }
    }

    fn result(self) -> (FieldBounds, Work) {
        let (known, mut work) = self.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut bounds = FieldBounds::for_objects(self.structures.objects.iter().copied());
        let mut may: Vec<FieldBound> = vec![FieldBound::default(); self.structures.places.len()];
        for (edge, known) in self.edges.iter().zip(&known) {
            work.undecided += usize::from(*known == Known::Open);
            if *known != Known::Infeasible {
                may[edge.place].may.insert(self.structures.places[edge.place].values[edge.value].0);
            }
        }
        for (place, mut bound) in self.structures.places.iter().zip(may) {
            // An object that cannot be there has no bound.
            if !bound.may.is_empty() {
                bound.must = bound.may.first().copied().filter(|_| bound.may.len() == 1);
                bounds.restrict(place.field, place.object, bound);
            }
        }
        (bounds, work)
    }
}
