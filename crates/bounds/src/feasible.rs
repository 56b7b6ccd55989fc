//! Field bounds by feasibility queries (TACO, section 4): each value of each field of each object
//! is a question to a SAT solver, under the invariant and symmetry breaking.
//!
//! Two algorithms. *Eager* (Fig. 22): one incremental solver for each thread; each model shows all
//! its values to be feasible, so that they need not be asked; each value that is refuted makes the
//! next questions easier at once, in all threads. *Iterative* (Fig. 20), the baseline: every
//! question has a solver of its own, and only the values that earlier rounds have refuted; what was
//! too hard is asked again in the next round. A question without an answer leaves its value in:
//! that is sound.
//!
//! **Two sets of assumptions.** The exact ones are slow where they compute closures and measures in
//! many steps. So structures may come with weaker ones, in which such values are free variables
//! with local equations (`Structures::relaxed`): every structure satisfies them, and others may. A
//! value that they refute is refuted. A model of them is believed only if the exact assumptions are
//! true of its inputs, which is a matter of evaluating them; if not, the exact solver is asked.
//! Before that, what speaks of structure alone refutes what it can: numbers are easy to bound when
//! most references are known not to be there.
//!
//! **Keys.** Of numbers of which only the order matters it is asked how two of them can stand to
//! each other in a structure that has both: a question for each pair and ordering. They come last:
//! by then the solvers know which values no structure has.
//!
//! **Certificates.** Where they are wanted, a value is refuted only by a proof that was checked
//! ([`crate::certified`]), and nothing is believed of others but refutations with a certificate.

use crate::certified::Certifier;
use std::cmp;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tightrope_circuit::{Cadical, Circuit, Limits, Lit, Model, Outcome, Preset, Proofs, Session, Unknown};
use tightrope_heap::{FieldBound, FieldBounds, FieldValue, Key, Label, Orderings};
use tightrope_program::{ClassId, FieldId};
use tightrope_proof::{Derivation, Ledger};

/// The structures of a class as a circuit: what is asked about.
#[derive(Clone, Debug, Default)]
pub struct Structures {
    pub circuit: Circuit,
    /// What makes them valid structures, one for each class of isomorphic ones.
    pub assumptions: Vec<Lit>,
    /// Weaker than the assumptions, and easier. Empty: there are none.
    pub relaxed: Vec<Lit>,
    /// Weaker still: those of the weaker ones that speak of structure alone. Empty: there are none.
    pub weakest: Vec<Lit>,
    /// If the weaker ones exclude all of these, they may be taken for false.
    pub doubts: Vec<Lit>,
    pub objects: Vec<(ClassId, u32)>,
    pub places: Vec<Place>,
    /// Empty: the order of keys is not asked for.
    pub pairs: Vec<Pair>,
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
    /// It holds something that is not listed: if it can, there is no bound.
    pub others: Lit,
}

/// Two keys, the lesser one first.
#[derive(Clone, Debug)]
pub struct Pair {
    pub first: Key,
    pub second: Key,
    /// Whether both objects are part of the structure.
    pub are_alive: Lit,
    /// What says how the first stands to the second, as in [`Orderings::EACH`].
    pub orderings: [Lit; 3],
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
    /// What is refuted is to have a proof.
    pub certified: bool,
}

/// How much it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    pub queries: usize,
    pub sat: usize,
    /// Values that are left in because no answer was found.
    pub undecided: usize,
    /// Models of the weaker assumptions that were no structures.
    pub spurious: usize,
}

/// What no structure has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excluded {
    Value { field: FieldId, object: Label, value: FieldValue },
    Order { first: Key, second: Key, ordering: cmp::Ordering },
}

/// Something that no structure has, and what it took to see that.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Refuted {
    pub what: Excluded,
    /// The formula says so as a constant: no solver was needed.
    pub is_constant: bool,
    pub took: Duration,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    pub bounds: FieldBounds,
    pub work: Work,
    /// The cheapest first.
    pub refuted: Vec<Refuted>,
    /// Where each refutation was to have a proof.
    pub certificate: Option<Certificate>,
}

/// What proofs say about the refuted values.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub(crate) ledger: Ledger,
}

impl Certificate {
    /// All of it as one problem in DIMACS, and its proof in LRAT; none if nothing needs a proof.
    pub fn files(&self) -> Option<(String, String)> {
        self.ledger.files()
    }
}

impl Found {
    /// How many values and orderings that are left out needed a solver to say so.
    pub fn proved(&self) -> usize {
        let is_bounded = |refuted: &&Refuted| match refuted.what {
            Excluded::Value { field, object, .. } => self.bounds.get(field, object).is_some(),
            Excluded::Order { first, second, .. } => self.bounds.order(first, second) != Orderings::ALL,
        };
        self.refuted.iter().filter(|refuted| !refuted.is_constant).filter(is_bounded).count()
    }

    /// Bounds from a part of what is known (TACO, section 5.3): only the cheapest of the refuted
    /// values, so many percent of them, are left out, and so many percent of the orderings.
    pub fn partial(&self, percent: usize) -> FieldBounds {
        let mut bounds = self.bounds.clone();
        let is_value = |one: &&Refuted| matches!(one.what, Excluded::Value { .. });
        let (values, orders): (Vec<&Refuted>, Vec<&Refuted>) = self.refuted.iter().partition(is_value);
        for refuted in [values, orders] {
            let count = refuted.len() * percent.min(100) / 100;
            refuted[count..].iter().for_each(|one| readmit(&mut bounds, one.what));
        }
        bounds
    }
}

/// Takes back what bounds leave out. What is not bounded stays so.
fn readmit(bounds: &mut FieldBounds, what: Excluded) {
    match what {
        Excluded::Value { field, object, value } => bounds.readmit(field, object, value),
        Excluded::Order { first, second, ordering } => bounds.readmit_order(first, second, ordering),
    }
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Open,
    Feasible,
    Infeasible,
}

/// One question, by the numbers of what it is about.
#[derive(Clone, Copy, Debug)]
enum Question {
    /// A place and one of its values; the number after the last is that of the others, which are
    /// asked for first.
    Value { place: usize, value: usize },
    /// A pair of keys and one of the orderings.
    Order { pair: usize, ordering: usize },
}

impl Question {
    /// What it assumes: that the objects are there, and what is asked of them.
    fn assumed(self, structures: &Structures) -> [Lit; 2] {
        match self {
            Question::Value { place, value } => {
                let place = &structures.places[place];
                [place.is_alive, place.values.get(value).map_or(place.others, |(_, lit)| *lit)]
            }
            Question::Order { pair, ordering } => {
                let pair = &structures.pairs[pair];
                [pair.are_alive, pair.orderings[ordering]]
            }
        }
    }

    /// Does it ask whether a number is another one than those that are listed?
    fn is_about_others(self, structures: &Structures) -> bool {
        matches!(self, Question::Value { place, value } if value == structures.places[place].values.len())
    }

    /// What needs no question: what the circuit excludes by itself.
    fn known_at_once(self, structures: &Structures) -> Known {
        match self.assumed(structures)[1] {
            Lit::FALSE if !self.is_about_others(structures) => Known::Infeasible,
            _ => Known::Open,
        }
    }
}

/// The answer to a question, for others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    pub question: u32,
    pub is_feasible: bool,
    /// Why not, where certificates are wanted.
    pub certificate: Option<Derivation>,
}

/// Whoever asks questions about the same structures, somewhere else.
pub trait Exchange: Sync {
    fn tell(&self, news: &[News]);

    /// What others have told since this was asked last.
    fn heard(&self) -> Vec<News>;
}

/// What all threads share.
struct Shared<'s> {
    structures: &'s Structures,
    exchange: Option<&'s dyn Exchange>,
    certifier: Option<Certifier>,
    /// By question: others know the answer.
    told: Mutex<Vec<bool>>,
    /// Where the weakest assumptions begin to ask: not everybody with the same question.
    first_weak: usize,
    questions: Vec<Question>,
    known: Mutex<(Vec<Known>, Work)>,
    /// By question: how long it took to refute it.
    took: Mutex<Vec<Duration>>,
    next: AtomicUsize,
    /// The same for the weakest assumptions.
    next_weak: AtomicUsize,
}

/// The solvers of one thread.
struct Solvers {
    /// For the weaker assumptions, if there are any; else for the exact ones.
    first: Session,
    /// Made when it is needed.
    exact: Option<Session>,
    forbidden: Vec<bool>,
}

/// Finds the bounds.
pub fn feasible_values(structures: &Structures, effort: &Effort) -> Found {
    let shared = Shared::new(structures, None, 0, effort.certified);
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

/// What is asked, in the order in which it is asked. Where structure alone has refuted what it can,
/// numbers come first, and of these which have a bound at all, the last objects first: what they
/// refer to comes after them, mostly, and a measure is computed from there.
fn questions(structures: &Structures) -> Vec<Question> {
    let places = || structures.places.iter().enumerate();
    let ask = |place: usize, values: std::ops::Range<usize>| values.map(move |value| Question::Value { place, value });
    let of_numbers = places().rev().filter(|(_, of)| of.others != Lit::FALSE);
    let others = of_numbers.clone().flat_map(|(place, of)| ask(place, of.values.len()..of.values.len() + 1));
    let numbers = of_numbers.flat_map(|(place, of)| ask(place, 0..of.values.len()));
    let rest = places().filter(|(_, of)| of.others == Lit::FALSE);
    let rest = rest.flat_map(|(place, of)| ask(place, 0..of.values.len()));
    let pairs = 0..structures.pairs.len();
    let orders = pairs.flat_map(|pair| (0..3).map(move |ordering| Question::Order { pair, ordering }));
    match structures.weakest.is_empty() {
        true => rest.chain(others).chain(numbers).chain(orders).collect(),
        false => others.chain(numbers).chain(rest).chain(orders).collect(),
    }
}

/// A part of the questions, asked one after the other by one thread; others ask the rest.
pub struct Inquiry<'s> {
    shared: Shared<'s>,
    solvers: Option<Solvers>,
}

impl std::fmt::Debug for Inquiry<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inquiry").field("questions", &self.shared.questions.len()).finish_non_exhaustive()
    }
}

/// What is known of a question, and how long it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// `None`: no answer was found.
    pub is_feasible: Option<bool>,
    pub took: Duration,
}

impl<'s> Inquiry<'s> {
    /// `number`: of whoever asks; it should differ from that of the others.
    pub fn new(
        structures: &'s Structures,
        exchange: &'s dyn Exchange,
        number: usize,
        is_certified: bool,
    ) -> Inquiry<'s> {
        Inquiry { shared: Shared::new(structures, Some(exchange), number, is_certified), solvers: None }
    }

    /// What is known of a question without asking it.
    pub fn known(&self, at: usize) -> Option<bool> {
        self.shared.with_known(|known, _| known.get(at).copied().and_then(Known::is_feasible))
    }

    /// Takes what others have told; only what has a certificate is believed where one is wanted.
    pub fn hear(&self, news: Vec<News>) {
        let mut told = self.shared.told.lock().unwrap_or_else(PoisonError::into_inner);
        self.shared.believe(news, &mut told);
    }

    /// Why no structure has the value, where certificates are wanted.
    pub fn certificate(&self, at: usize) -> Option<Derivation> {
        self.shared.certifier.as_ref()?.certificate(at)
    }

    /// What all certificates say together, where they are wanted.
    pub fn into_certificate(self) -> Option<Certificate> {
        self.shared.certifier.map(Certifier::into_certificate)
    }

    /// Answers a question, unless the answer is known.
    pub fn ask(&mut self, at: usize, limits: &Limits) -> Fact {
        let shared = &self.shared;
        if at >= shared.questions.len() {
            return Fact { is_feasible: None, took: Duration::ZERO };
        }
        shared.exchange_facts();
        let solvers = self.solvers.get_or_insert_with(|| shared.solvers(limits));
        shared.forbid_refuted(solvers);
        if shared.with_known(|known, _| known[at] == Known::Open) {
            let started = Instant::now();
            let (outcome, model) = shared.decide(solvers, at, limits);
            shared.note(at, outcome, model, started.elapsed());
            shared.exchange_facts();
        }
        let took = shared.took.lock().unwrap_or_else(PoisonError::into_inner)[at];
        let is_feasible = shared.with_known(|known, _| known[at].is_feasible());
        Fact { is_feasible, took }
    }

    pub fn work(&self) -> Work {
        self.shared.with_known(|_, work| *work)
    }
}

/// How many questions there are about the structures.
pub fn number_of_questions(structures: &Structures) -> usize {
    questions(structures).len()
}

/// The bounds, from the answers to all questions.
pub fn from_facts(structures: &Structures, facts: &[Fact], work: Work) -> Found {
    let shared = Shared::new(structures, None, 0, false);
    shared.with_known(|known, total| {
        for (known, fact) in known.iter_mut().zip(facts) {
            *known = Known::of(fact.is_feasible);
        }
        shared.skip_unbounded(known);
        *total = work;
    });
    for (took, fact) in shared.took.lock().unwrap_or_else(PoisonError::into_inner).iter_mut().zip(facts) {
        *took = fact.took;
    }
    shared.result()
}

impl Known {
    fn is_feasible(self) -> Option<bool> {
        match self {
            Known::Open => None,
            Known::Feasible => Some(true),
            Known::Infeasible => Some(false),
        }
    }

    fn of(is_feasible: Option<bool>) -> Known {
        match is_feasible {
            None => Known::Open,
            Some(true) => Known::Feasible,
            Some(false) => Known::Infeasible,
        }
    }
}

impl<'s> Shared<'s> {
    fn new(
        structures: &'s Structures,
        exchange: Option<&'s dyn Exchange>,
        number: usize,
        is_certified: bool,
    ) -> Shared<'s> {
        let questions = questions(structures);
        let count = questions.len();
        let assumed = || questions.iter().map(|question| question.assumed(structures));
        let certifier = is_certified.then(|| Certifier::new(structures, assumed().collect()));
        let known = questions.iter().map(|question| question.known_at_once(structures)).collect();
        Shared {
            structures,
            exchange,
            certifier,
            told: Mutex::new(vec![false; count]),
            // Far from each other, whatever the number of those who ask.
            first_weak: number.wrapping_mul(0x9e37_79b9) % count.max(1),
            questions,
            known: Mutex::new((known, Work::default())),
            took: Mutex::new(vec![Duration::ZERO; count]),
            next: AtomicUsize::new(0),
            next_weak: AtomicUsize::new(0),
        }
    }

    /// Tells others what is new here, and hears what they know.
    fn exchange_facts(&self) {
        let Some(exchange) = self.exchange else { return };
        let heard = exchange.heard();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        self.believe(heard, &mut told);
        let new = self.with_known(|known, _| {
            let news = known.iter().zip(told.iter_mut()).enumerate().filter_map(|(at, (known, told))| {
                let is_feasible = known.is_feasible()?;
                (!std::mem::replace(told, true)).then_some((at, is_feasible))
            });
            news.collect::<Vec<_>>()
        });
        let certificate = |at| self.certifier.as_ref()?.certificate(at);
        let news = |(at, is_feasible)| News { question: at as u32, is_feasible, certificate: certificate(at) };
        let new: Vec<News> = new.into_iter().map(news).collect();
        if !new.is_empty() {
            exchange.tell(&new);
        }
    }

    /// Takes what others say, as far as it is to be believed.
    fn believe(&self, news: Vec<News>, told: &mut [bool]) {
        let is_open = |at: usize| self.with_known(|known, _| known.get(at) == Some(&Known::Open));
        let mut believed: Vec<(usize, bool)> = Vec::new();
        for News { question, is_feasible, certificate } in news {
            let at = question as usize;
            match (&self.certifier, certificate) {
                (Some(certifier), Some(certificate)) if !is_feasible => {
                    believed.extend(certifier.take(at, certificate).into_iter().map(|at| (at, false)));
                }
                (None, _) if is_open(at) => believed.push((at, is_feasible)),
                _ => {}
            }
        }
        self.with_known(|known, _| {
            for (at, is_feasible) in believed {
                if known.get(at) == Some(&Known::Open) {
                    (known[at], told[at]) = (Known::of(Some(is_feasible)), true);
                }
            }
        });
    }
}

impl Shared<'_> {
    fn assumed(&self, at: usize) -> [Lit; 2] {
        self.questions[at].assumed(self.structures)
    }

    /// A solver that knows what a certificate may speak of, and the exact assumptions.
    fn exact(&self) -> Session {
        match &self.certifier {
            Some(certifier) => certifier.exact(),
            None => self.session(&self.structures.assumptions),
        }
    }

    fn session(&self, assumptions: &[Lit]) -> Session {
        let mut session = Session::new(Box::new(Cadical::new(Preset::Plain, Proofs::None)));
        for &lit in assumptions {
            session.assert(&self.structures.circuit, lit);
        }
        session
    }

    /// The solvers of a thread. What was learned from the weakest assumptions stays; what the
    /// weaker ones exclude altogether, they exclude.
    fn solvers(&self, limits: &Limits) -> Solvers {
        let Structures { relaxed, weakest, assumptions, doubts, circuit, .. } = self.structures;
        let mut first = match &self.certifier {
            Some(certifier) => certifier.weakest(),
            None => self.session(weakest),
        };
        if !weakest.is_empty() {
            self.refute_by_structure(&mut first, limits);
        }
        match &self.certifier {
            Some(certifier) => certifier.strengthen(&mut first, relaxed.is_empty()),
            None => {
                let stronger = if relaxed.is_empty() { assumptions } else { relaxed };
                stronger.iter().for_each(|lit| first.assert(circuit, *lit));
            }
        }
        for &doubt in doubts {
            let is_refuted = first.solve(circuit, &[doubt], limits) == Outcome::Unsat;
            if is_refuted && self.certifier.as_ref().is_none_or(|certifier| certifier.remember(!doubt, &first)) {
                first.assert(circuit, !doubt);
            }
        }
        Solvers { first, exact: None, forbidden: vec![false; self.questions.len()] }
    }

    /// Forbids what no structure has.
    fn forbid(&self, session: &mut Session, at: usize) {
        session.assert_any(&self.structures.circuit, &self.assumed(at).map(|lit| !lit));
    }

    fn with_known<T>(&self, look: impl FnOnce(&mut Vec<Known>, &mut Work) -> T) -> T {
        let mut guard = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, work) = &mut *guard;
        look(known, work)
    }

    /// Asks a solver. What it refutes is refuted only with a proof, where one is wanted.
    fn ask(&self, session: &mut Session, at: usize, limits: &Limits) -> Outcome {
        let outcome = session.solve(&self.structures.circuit, &self.assumed(at), limits);
        match &self.certifier {
            Some(certifier) if outcome == Outcome::Unsat && !certifier.is_shown(at, session) => {
                Outcome::Unknown(Unknown::Uncertified)
            }
            _ => outcome,
        }
    }

    /// Takes one question after the other, until there are none.
    fn ask_eagerly(&self, effort: &Effort) {
        let limits = Limits { conflicts: effort.conflicts, ..effort.limits.clone() };
        let mut solvers = self.solvers(&limits);
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            if at >= self.questions.len() {
                return;
            }
            self.forbid_refuted(&mut solvers);
            if self.with_known(|known, _| known[at] == Known::Open) {
                let started = Instant::now();
                let (outcome, model) = self.decide(&mut solvers, at, &limits);
                self.note(at, outcome, model, started.elapsed());
            }
        }
    }

    /// Refutes what the weakest assumptions refute. Their models prove nothing, but save questions.
    fn refute_by_structure(&self, session: &mut Session, limits: &Limits) {
        let Structures { circuit, places, .. } = self.structures;
        let is_structural = |question: Question| match question {
            Question::Value { place, .. } => places[place].others == Lit::FALSE,
            Question::Order { .. } => false,
        };
        let mut is_possible = vec![false; self.questions.len()];
        loop {
            let turn = self.next_weak.fetch_add(1, Ordering::Relaxed);
            if turn >= self.questions.len() {
                return;
            }
            let at = (turn + self.first_weak) % self.questions.len();
            self.exchange_facts();
            let is_open = self.with_known(|known, _| known[at] == Known::Open);
            if !is_open || is_possible[at] || !is_structural(self.questions[at]) {
                continue;
            }
            let started = Instant::now();
            let outcome = self.ask(session, at, limits);
            match outcome {
                Outcome::Unsat => {
                    self.forbid(session, at);
                    self.note(at, outcome, None, started.elapsed());
                }
                Outcome::Sat => {
                    let mut model = session.model(circuit);
                    for (is_possible, question) in is_possible.iter_mut().zip(&self.questions) {
                        *is_possible = *is_possible || is_structural(*question) && self.is_true(&mut model, *question);
                    }
                    self.with_known(|_, work| work.queries += 1);
                }
                Outcome::Unknown(_) => {}
            }
        }
    }

    /// Does a model have what is asked?
    fn is_true(&self, model: &mut Model, question: Question) -> bool {
        question.assumed(self.structures).into_iter().all(|lit| model.value(&self.structures.circuit, lit))
    }

    /// What other threads have refuted strengthens the solvers of this one.
    fn forbid_refuted(&self, solvers: &mut Solvers) {
        let refuted: Vec<usize> = self.with_known(|known, _| {
            let new = |at: &usize| known[*at] == Known::Infeasible && !solvers.forbidden[*at];
            (0..known.len()).filter(new).collect()
        });
        for at in refuted {
            solvers.forbidden[at] = true;
            self.forbid(&mut solvers.first, at);
            if let Some(exact) = &mut solvers.exact {
                self.forbid(exact, at);
            }
        }
    }

    /// Whether a structure has the value, and one that does.
    fn decide(&self, solvers: &mut Solvers, at: usize, limits: &Limits) -> (Outcome, Option<Model>) {
        let circuit = &self.structures.circuit;
        let outcome = self.ask(&mut solvers.first, at, limits);
        if outcome != Outcome::Sat {
            return (outcome, None);
        }
        let mut model = solvers.first.model(circuit);
        if self.structures.relaxed.is_empty() || self.is_structure(&mut model) {
            return (outcome, Some(model));
        }
        self.with_known(|_, work| work.spurious += 1);
        let exact = solvers.exact.get_or_insert_with(|| {
            let mut session = self.exact();
            let refuted = (0..self.questions.len()).filter(|at| solvers.forbidden[*at]);
            refuted.for_each(|at| self.forbid(&mut session, at));
            session
        });
        let outcome = self.ask(exact, at, limits);
        let model = (outcome == Outcome::Sat).then(|| exact.model(circuit));
        (outcome, model)
    }

    /// Are the exact assumptions true of the inputs?
    fn is_structure(&self, model: &mut Model) -> bool {
        self.structures.assumptions.iter().all(|lit| model.value(&self.structures.circuit, *lit))
    }

    /// Keeps an answer; a model answers more than was asked.
    fn note(&self, at: usize, outcome: Outcome, model: Option<Model>, took: Duration) {
        if outcome == Outcome::Unsat {
            self.took.lock().unwrap_or_else(PoisonError::into_inner)[at] = took;
        }
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
        let asked = known.iter_mut().zip(&self.questions);
        for (known, question) in asked.filter(|(known, _)| **known == Known::Open) {
            if self.is_true(&mut model, *question) {
                *known = Known::Feasible;
            }
        }
        self.skip_unbounded(known);
    }

    /// Where others than the listed values are possible, there is no bound, and nothing to ask.
    fn skip_unbounded(&self, known: &mut [Known]) {
        let places = &self.structures.places;
        let mut is_unbounded = vec![false; places.len()];
        for (known, question) in known.iter_mut().zip(&self.questions) {
            let Question::Value { place, .. } = *question else { continue };
            match *known {
                Known::Feasible if question.is_about_others(self.structures) => is_unbounded[place] = true,
                Known::Open if is_unbounded[place] => *known = Known::Feasible,
                _ => {}
            }
        }
    }

    /// Every open question once, each with a solver of its own; then again with more time, as long
    /// as that helps.
    fn ask_in_rounds(&self, effort: &Effort) {
        let mut conflicts = effort.conflicts;
        loop {
            let before = self.with_known(|known, _| known.clone());
            let limits = Limits { conflicts, ..effort.limits.clone() };
            for at in (0..self.questions.len()).filter(|&at| before[at] == Known::Open) {
                self.ask_alone(at, &before, &limits);
            }
            let after = self.with_known(|known, _| known.clone());
            let is_settled = !after.contains(&Known::Open);
            if is_settled || after == before {
                return;
            }
            conflicts = conflicts.map(|conflicts| conflicts.saturating_mul(2));
        }
    }

    /// One question with a solver of its own, which knows what was refuted in earlier rounds.
    fn ask_alone(&self, at: usize, before: &[Known], limits: &Limits) {
        let started = Instant::now();
        let mut session = self.exact();
        for other in (0..before.len()).filter(|&other| before[other] == Known::Infeasible) {
            self.forbid(&mut session, other);
        }
        let outcome = self.ask(&mut session, at, limits);
        self.took.lock().unwrap_or_else(PoisonError::into_inner)[at] = started.elapsed();
        self.with_known(|known, work| {
            work.queries += 1;
            work.sat += usize::from(outcome == Outcome::Sat);
            match outcome {
                Outcome::Sat => known[at] = Known::Feasible,
                Outcome::Unsat => known[at] = Known::Infeasible,
                Outcome::Unknown(_) => {}
            }
            self.skip_unbounded(known);
        });
    }

    fn result(self) -> Found {
        let (known, mut work) = self.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        let took = self.took.into_inner().unwrap_or_else(PoisonError::into_inner);
        work.undecided += known.iter().filter(|known| **known == Known::Open).count();
        let mut bounds = FieldBounds::for_objects(self.structures.objects.iter().copied());
        bound_values(&mut bounds, self.structures, &self.questions, &known);
        let mut refuted = Vec::new();
        for ((question, known), took) in self.questions.iter().zip(&known).zip(took) {
            let what = self.structures.meant(*question);
            if let (Some(what), Known::Infeasible) = (what, known) {
                let is_constant = question.assumed(self.structures).contains(&Lit::FALSE);
                refuted.push(Refuted { what, is_constant, took });
            }
            if let (Some(Excluded::Order { first, second, ordering }), Known::Open | Known::Feasible) = (what, known) {
                bounds.admit_order(first, second, ordering);
            }
        }
        refuted.sort_by_key(|one| one.took);
        let certificate = self.certifier.map(Certifier::into_certificate);
        Found { bounds, work, refuted, certificate }
    }
}

/// The values that are left in each place.
fn bound_values(bounds: &mut FieldBounds, structures: &Structures, questions: &[Question], known: &[Known]) {
    let places = &structures.places;
    let mut may: Vec<Option<FieldBound>> = vec![Some(FieldBound::default()); places.len()];
    for (question, _) in questions.iter().zip(known).filter(|(_, known)| **known != Known::Infeasible) {
        let Question::Value { place, value } = *question else { continue };
        match places[place].values.get(value) {
            Some((value, _)) => drop(may[place].as_mut().map(|bound| bound.may.insert(*value))),
            None => may[place] = None,
        }
    }
    for (place, bound) in places.iter().zip(may) {
        // An object that cannot be there has no bound.
        let Some(mut bound) = bound.filter(|bound| !bound.may.is_empty()) else { continue };
        bound.must = bound.may.first().copied().filter(|_| bound.may.len() == 1);
        bounds.restrict(place.field, place.object, bound);
    }
}

impl Structures {
    /// What is excluded if a question is answered by no; `None`: nothing that could be listed.
    fn meant(&self, question: Question) -> Option<Excluded> {
        match question {
            Question::Value { place, value } => {
                let place = &self.places[place];
                let (value, _) = *place.values.get(value)?;
                Some(Excluded::Value { field: place.field, object: place.object, value })
            }
            Question::Order { pair, ordering } => {
                let Pair { first, second, .. } = self.pairs[pair];
                Some(Excluded::Order { first, second, ordering: Orderings::EACH[ordering] })
            }
        }
    }
}
