//! One method path by path, each on a heap whose objects are named as the path gets to them.
//!
//! Shao, Khurshid & Perry (FM 2009) split the graph and check each part on the same heaps; objects
//! keep one numbering, so what a rotation does stays a multiplexer over all of them. Symmetry
//! breaking leaves the choice of a numbering free, and here each path has its own: the run comes
//! first, on an open heap, and forks as lazy initialisation does (Khurshid, Pasareanu & Visser,
//! TACAS 2003). A reference that it follows is null, an object that has a name, or the next one of
//! its class without a name; conditions are literals. So what the run touches is constant on each
//! path. Objects without a name are ordered by first occurrence, as seen from those with one: a
//! literal for each number switches that order on.
//!
//! Incremental solvers hold the precondition. The scout is asked which ways a path can go on, and
//! stays small, so that it soon has a model. Another gets one question for all obligations at the
//! end of each path. Closures and measures before the call are labels
//! (`crates/symbolic/src/labels.rs`); what is not touched keeps them
//! (`crates/symbolic/src/kept.rs`). Labels admit more than heaps, so whatever is found with them
//! is asked again: a third solver knows the exact ones, which would cost the others most of their
//! time.
//!
//! A model that shows that a path can go on shows some of the ways behind the next forks, too:
//! these are not asked about.
//!
//! Each path that was finished stays decided when time runs out.
//!
//! Paths can also be followed by others, or later: a path is named by the ways that it takes at
//! its forks ([`Prefix`]), and whoever gets a prefix goes that way without asking anything. What is
//! found is kept with the way to it, and put together in the order of ways (`together`), so it does
//! not depend on who followed what. A counterexample is made by a solver that knows its path only.

use crate::check::{Asked, Attempt, Finding, Gap, Options, Shortage, Work, is_over};
use crate::contract::{Assumed, Broken, Ending, Obligation, Owed, Subject};
use crate::decode::Decoded;
use crate::encoder::{Encoder, Flags, Steps};
use crate::followed::{Event, Followed, Prefix, Unit, together};
use crate::initial::{Initial, Symmetry};
use crate::kept::Kept;
use crate::questions::Question;
use crate::state::State;
use crate::tried::ticks_of_gates;
use crate::value::{ObjectId, Ref, Value};
use crate::walk::{Failure, Walk, Walker, start_of_call};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tightrope_circuit::{Example, Lit, Preset, Proofs};
use tightrope_graph::{Choice, Graph, LoopBounds, Node, NodeId, Op, branches};
use tightrope_program::ClassId;
use tightrope_source::Span;

/// A path in progress.
#[derive(Clone, Debug)]
struct Path {
    at: NodeId,
    now: State,
    /// The heap before the call and the arguments, as far as the path has seen them.
    before: Rc<State>,
    args: Vec<Value>,
    /// What it has decided.
    lits: Vec<Lit>,
    /// A heap on which a run goes this way, if one is known.
    shown: Option<Rc<Example>>,
    /// By kind: how many objects have a name.
    names: Vec<usize>,
    choices: Vec<Choice>,
    /// The ways that it has taken.
    route: Vec<u16>,
    /// The way to where it begins, while it is not there.
    wanted: Option<Rc<Prefix>>,
}

impl Path {
    /// Goes a way that somebody has found to be open. What is asked from there on is its own.
    fn takes(&mut self, way: usize) {
        self.route.push(way as u16);
        if let Some(prefix) = self.wanted.take_if(|prefix| prefix.route.len() <= self.route.len()) {
            self.choices = prefix.choices();
        }
    }

    /// The way that it has to take at the next fork.
    fn next_way(&self) -> Option<usize> {
        self.wanted.as_ref().map(|prefix| prefix.route.get(self.route.len()).map_or(usize::MAX, |way| *way as usize))
    }

    fn prefix(&self) -> Prefix {
        match &self.wanted {
            Some(prefix) => Prefix::clone(prefix),
            None => Prefix::new(self.route.clone(), &self.choices),
        }
    }
}

/// Larger formulas are not computed for an example: the solver is asked.
const MOST_COMPUTED: usize = 2_000;

/// Whether a path can go on some way.
enum May {
    No,
    /// With an example, if one is known.
    Yes(Option<Rc<Example>>),
}

/// A counterexample is looked for on one path.
struct Sought {
    broken: Broken,
    span: Span,
    call: Option<Decoded>,
}

/// All that paths share.
struct Opened<'p> {
    graph: Rc<Graph<'p>>,
    initial: Initial,
    state: Rc<State>,
    assumed: Assumed,
    /// The assumptions without labels.
    exact: Vec<Lit>,
    allowed: Vec<ClassId>,
    /// What is asked of each path: closures, and recursive methods with the fields that they read.
    closures: Vec<Steps>,
    methods: Vec<(tightrope_program::MethodId, Steps)>,
    has_handlers: bool,
}

/// The search in progress.
struct Paths<'e, 'a, 'p> {
    attempt: &'e Attempt<'a, 'p>,
    encoder: Encoder<'p>,
    /// Knows the precondition, with labels, and what paths owe.
    asked: Asked<'a>,
    /// Knows the precondition, with labels, and what paths decide, and nothing else.
    scout: Asked<'a>,
    /// Knows what the others know, and that labels are exact.
    exact: Asked<'a>,
    opened: Opened<'p>,
    /// So many of the labels are exact for it.
    pinned: usize,
    found: Followed,
    open: Vec<Path>,
    /// What is known to be broken, and on which path.
    broken: Vec<(Broken, Span, Vec<u16>)>,
    /// The first path for which the bounds are too small.
    short: Option<Vec<u16>>,
    sought: Option<Sought>,
}

impl<'a, 'p> Attempt<'a, 'p> {
    /// All paths, followed here.
    pub(crate) fn decide_paths(&self) -> (Finding, Shortage) {
        together(self, vec![self.follow_unit(&Unit::whole(), None)])
    }

    /// Follows the paths that begin so. `most`: so many steps from fork to fork are made, and the
    /// rest is given back.
    pub(crate) fn follow_unit(&self, unit: &Unit, most: Option<usize>) -> Followed {
        match self.opened_paths() {
            Ok(paths) => paths.decide(unit, most),
            Err(gap) => Followed::only(gap),
        }
    }

    fn opened_paths(&self) -> Result<Paths<'_, 'a, 'p>, Gap> {
        let mut encoder = self.encoder();
        // A path that is not feasible goes nowhere: all copies of loops cost little.
        encoder.loops = LoopBounds::new();
        let opened = self.open(&mut encoder);
        match opened {
            _ if encoder.is_exhausted => Err(Gap::Undecided),
            Err(reason) => Err(Gap::Unsupported(reason)),
            Ok(_) if encoder.is_incoherent => Err(Gap::Unsupported(crate::walk::CLASH.to_owned())),
            Ok(opened) => Ok(Paths::new(self, encoder, opened)),
        }
    }

    /// A heap on which this is broken at the end of a path, by a solver that knows nothing else:
    /// the same one whoever looks for it.
    fn call_on(&self, prefix: &Prefix, broken: Broken, span: Span) -> Option<Decoded> {
        let options = Options { proofs: Proofs::None, answers: Default::default(), ..self.options.clone() };
        let attempt = Attempt { options: &options, ..self.clone() };
        attempt.opened_paths().ok()?.seek(prefix, Sought { broken, span, call: None })
    }

    fn open(&self, encoder: &mut Encoder<'p>) -> Result<Opened<'p>, String> {
        let start = self.start(encoder)?;
        let mut wanted = self.wanted()?;
        wanted.is_named = true;
        let graph = self.graph(encoder)?;
        let initial = encoder.initial(&wanted, start)?;
        let subject = Subject { contract: &self.problem.contract, initial: &initial };
        let exact = encoder.assume(subject).lits;
        encoder.begin_labels(Some(initial.state.version));
        let mut assumed = encoder.assume(subject);
        assumed.lits.extend(encoder.labels.iter_mut().flat_map(|labels| std::mem::take(&mut labels.equations)));
        self.starts_quietly(encoder, &graph)?;
        let closures: BTreeSet<Steps> = encoder.closures.keys().map(|(_, _, steps)| steps.clone()).collect();
        let recursive: Vec<_> = encoder.measures.recursive.iter().copied().collect();
        let methods = recursive.into_iter().filter_map(|method| {
            let fields = encoder.footprint(method)?;
            Some((method, (Some(fields.into_iter().collect()), None)))
        });
        let methods = methods.collect();
        Ok(Opened {
            has_handlers: graph.nodes.iter().any(|node| matches!(node.op, Op::Catch { .. })),
            graph,
            state: Rc::new(initial.state.clone()),
            initial,
            assumed,
            exact,
            allowed: self.allowed(),
            closures: closures.into_iter().collect(),
            methods,
        })
    }
}

impl<'e, 'a, 'p> Paths<'e, 'a, 'p> {
    fn new(attempt: &'e Attempt<'a, 'p>, encoder: Encoder<'p>, opened: Opened<'p>) -> Paths<'e, 'a, 'p> {
        let solver = || Asked::new(attempt.options.session(Preset::Plain), attempt.options);
        Paths {
            attempt,
            encoder,
            asked: solver(),
            scout: solver(),
            exact: solver(),
            opened,
            pinned: 0,
            found: Followed::default(),
            open: Vec::new(),
            broken: Vec::new(),
            short: None,
            sought: None,
        }
    }

    /// Tells the solvers what holds before the call.
    fn assume_all(&mut self) {
        for lit in self.opened.assumed.lits.clone() {
            self.assert(lit);
        }
        for lit in &self.opened.exact {
            self.exact.session.assert(&self.encoder.circuit, *lit);
        }
    }

    /// This holds for every path.
    fn assert(&mut self, lit: Lit) {
        for asked in [&mut self.asked, &mut self.scout, &mut self.exact] {
            asked.session.assert(&self.encoder.circuit, lit);
        }
    }

    /// From now on everything before the call has a value.
    fn assume_values(&mut self) {
        let doubt = self.opened.assumed.doubt;
        for lit in [!doubt.beyond, !doubt.stuck] {
            self.assert(lit);
        }
    }

    fn decide(mut self, unit: &Unit, most: Option<usize>) -> Followed {
        self.assume_all();
        // Numbers make no difference to what is asked of all heaps: one order of them is enough.
        let nothing = self.path();
        if unit.is_whole() {
            let order = self.assumptions(&nothing);
            self.found.is_vacuous = !self.ask_exactly(&order) && !self.asked.undecided;
            if !self.found.is_vacuous {
                let doubt = self.opened.assumed.doubt;
                self.settle(&nothing, &order, doubt);
            }
        }
        if !self.found.is_vacuous {
            self.assume_values();
            for prefix in unit.prefixes.iter().rev() {
                self.begin(&nothing, prefix);
            }
            self.follow_all(unit.spread, most);
        }
        self.finished()
    }

    /// Goes one way, and looks for one counterexample there.
    fn seek(mut self, prefix: &Prefix, sought: Sought) -> Option<Decoded> {
        self.assume_all();
        self.assume_values();
        self.sought = Some(sought);
        let nothing = self.path();
        self.begin(&nothing, prefix);
        while let Some(path) = self.open.pop() {
            let is_there = path.wanted.is_none();
            self.follow(path);
            if is_there {
                break;
            }
        }
        self.sought?.call
    }

    fn begin(&mut self, nothing: &Path, prefix: &Prefix) {
        let wanted = (!prefix.route.is_empty()).then(|| Rc::new(prefix.clone()));
        self.start(Path { wanted, ..nothing.clone() });
    }

    /// Nothing is asked where somebody else has asked, or where one thing is looked for.
    fn is_quiet(&self, path: &Path) -> bool {
        path.wanted.is_some() || self.sought.is_some()
    }

    /// Nothing is known yet.
    fn path(&self) -> Path {
        let opened = &self.opened;
        let names = opened.initial.kinds.iter().map(|_| 0).collect();
        let (before, args) = (Rc::clone(&opened.state), opened.initial.args.clone());
        let now = start_of_call(&opened.graph, opened.initial.state.clone(), args.clone());
        Path {
            at: NodeId(0),
            now,
            before,
            args,
            lits: Vec::new(),
            shown: None,
            names,
            choices: Vec::new(),
            route: Vec::new(),
            wanted: None,
        }
    }

    fn start(&mut self, mut path: Path) {
        // Receivers have fixed numbers, so they are named first.
        let receiver = path.args.first().and_then(Value::reference).cloned();
        let has_receiver = !self.attempt.problem.program.method(self.attempt.problem.method).is_static;
        match receiver.filter(|_| has_receiver) {
            Some(receiver) if receiver.constant().is_none() => self.fork(path, &Question::Open(receiver)),
            Some(receiver) => {
                receiver.targets.iter().for_each(|(object, _)| self.name(&mut path, *object));
                self.open.push(path);
            }
            None => self.open.push(path),
        }
    }

    /// With `spread`, paths are followed side by side until so many are open, and given back.
    fn follow_all(&mut self, spread: usize, most: Option<usize>) {
        let is_enough = |open: usize| spread > 0 && open >= spread;
        let mut has_gone_on = false;
        while !is_enough(self.open.len()) {
            let path = match spread {
                0 => self.open.pop(),
                _ => (!self.open.is_empty()).then(|| self.open.remove(0)),
            };
            let Some(path) = path else { break };
            let limits = &self.attempt.options.limits;
            let is_cut = self.found.parts >= self.attempt.options.most_paths || self.is_too_much() || is_over(limits);
            if self.is_futile(&path) {
                continue;
            }
            if is_cut || self.encoder.is_over() || self.encoder.is_incoherent {
                self.asked.undecided = true;
                self.note_part(&path, false);
                continue;
            }
            let gives_up = self.attempt.options.enough.as_ref().is_some_and(tightrope_circuit::Interrupt::is_wanted);
            // Somebody has to get on: the way to where a path begins does not count.
            if most.map_or(gives_up && has_gone_on, |most| self.found.steps >= most) {
                self.open.push(path);
                break;
            }
            self.found.steps += 1;
            has_gone_on |= path.wanted.is_none();
            self.follow(path);
        }
        self.found.open = self.open.iter().map(Path::prefix).collect();
    }

    /// Has it taken more than it may?
    fn is_too_much(&self) -> bool {
        let taken = || {
            let solvers = [&self.asked, &self.scout, &self.exact].map(|asked| asked.session.ticks());
            solvers.iter().sum::<u64>() + ticks_of_gates(self.encoder.circuit.len())
        };
        self.attempt.options.most_ticks.is_some_and(|most| taken() > most)
    }

    /// A larger bound is tried at once, if there may be one.
    fn is_futile(&self, path: &Path) -> bool {
        self.attempt.can_grow() && self.short.as_ref().is_some_and(|short| *short < path.prefix().route)
    }

    fn finished(self) -> Followed {
        let mut found = self.found;
        found.is_incoherent = self.encoder.is_incoherent;
        found.is_undecided = self.asked.undecided || self.encoder.is_exhausted;
        found.work = Work {
            nodes: self.opened.graph.nodes.len(),
            branches: branches(&self.opened.graph),
            gates: self.encoder.circuit.len(),
            iterations: self.attempt.iterations,
            ..Work::default()
        };
        for asked in [self.asked, self.scout, self.exact] {
            found.work.add_effort(&asked.effort());
            found.proofs.extend(asked.session.whole_proof().filter(|_| self.attempt.options.proofs != Proofs::None));
        }
        found
    }

    fn note(&mut self, path: &Path, event: Event) {
        self.found.events.push((path.route.clone(), event));
    }

    fn note_part(&mut self, path: &Path, is_complete: bool) {
        self.found.parts += 1;
        let Prefix { route, choices } = path.prefix();
        self.found.events.push((route, Event::Part { choices, is_complete }));
    }

    /// What a path assumes: its decisions, and the order of what has no name.
    fn assumptions(&self, path: &Path) -> Vec<Lit> {
        let mut all = path.lits.clone();
        if self.attempt.options.symmetry == Symmetry::Full {
            let unnamed =
                self.opened.initial.followers.iter().filter(|((kind, number), _)| *number > path.names[*kind]);
            all.extend(unnamed.map(|(_, lit)| *lit));
        }
        all
    }

    /// May a path go on so? With labels: more may be than is.
    fn may(&mut self, path: &Path, lit: Lit) -> May {
        match lit {
            Lit::TRUE => return May::Yes(path.shown.clone()),
            Lit::FALSE => return May::No,
            _ if self.is_shown(path, lit) => return May::Yes(path.shown.clone()),
            _ => {}
        }
        let mut assumptions = self.assumptions(path);
        assumptions.push(lit);
        self.scout.undecided = false;
        match self.scout.ask(&self.encoder, &assumptions) {
            true => May::Yes(Some(Rc::new(self.scout.session.example(&self.encoder.circuit)))),
            // A way that is not known to be closed is taken: what is asked there decides.
            false if self.scout.undecided => May::Yes(None),
            false => May::No,
        }
    }

    /// Does the path have an example of this?
    fn is_shown(&self, path: &Path, lit: Lit) -> bool {
        let circuit = &self.encoder.circuit;
        path.shown.as_ref().is_some_and(|example| example.shows(circuit, lit, MOST_COMPUTED) == Some(true))
    }

    /// Can this be, of real heaps?
    fn ask_exactly(&mut self, assumptions: &[Lit]) -> bool {
        // A translation that was broken off says nothing.
        if self.encoder.is_exhausted {
            self.asked.undecided = true;
            return false;
        }
        if !self.asked.ask(&self.encoder, assumptions) {
            return false;
        }
        let pins = self.encoder.labels.as_ref().map_or(&[][..], |labels| &labels.pins);
        for pin in &pins[self.pinned..] {
            self.exact.session.assert(&self.encoder.circuit, *pin);
        }
        self.pinned = pins.len();
        self.exact.undecided = false;
        let can = self.exact.ask(&self.encoder, assumptions);
        self.asked.undecided |= self.exact.undecided;
        can
    }

    fn can(&mut self, path: &Path, lit: Lit) -> bool {
        if lit == Lit::FALSE {
            return false;
        }
        let mut assumptions = self.assumptions(path);
        assumptions.push(lit);
        self.ask_exactly(&assumptions)
    }

    /// Says what is missing where something has no value. `false`: nothing is missing.
    fn settle(&mut self, path: &Path, assumptions: &[Lit], doubt: Flags) -> bool {
        if self.is_quiet(path) {
            return false;
        }
        let was_undecided = std::mem::take(&mut self.asked.undecided);
        let asked = |paths: &mut Self, lit: Lit| {
            let all: Vec<Lit> = assumptions.iter().copied().chain([lit]).collect();
            lit != Lit::FALSE && (paths.ask_exactly(&all) || paths.asked.undecided)
        };
        let (is_beyond, is_stuck) = (asked(self, doubt.beyond), asked(self, doubt.stuck));
        if is_beyond {
            if self.short.as_ref().is_none_or(|short| path.route < *short) {
                self.short = Some(path.route.clone());
            }
            self.note(path, Event::Short);
            self.note(path, Event::Missing(Gap::Bound(self.attempt.iterations)));
        }
        if is_stuck {
            for reason in self.encoder.reasons.clone() {
                self.note(path, Event::Missing(Gap::Unsupported(reason)));
            }
        }
        self.asked.undecided |= was_undecided;
        is_beyond || is_stuck
    }

    /// Gives an object a name, if it is one of the heap without any.
    fn name(&self, path: &mut Path, object: ObjectId) {
        for (kind, named) in self.opened.initial.kinds.iter().zip(&mut path.names) {
            if kind.objects.get(*named) == Some(&object) {
                *named += 1;
            }
        }
    }

    /// The objects that a reference may be, as a path sees them: of those without a name only the
    /// next one of each kind.
    fn candidates(&self, path: &Path, reference: &Ref) -> Vec<(ObjectId, Lit)> {
        let is_candidate = |object: ObjectId| {
            let place = self.opened.initial.kinds.iter().zip(&path.names).find_map(|(kind, named)| {
                kind.objects.iter().position(|one| *one == object).map(|number| number <= *named)
            });
            place.unwrap_or(true)
        };
        reference.targets.iter().copied().filter(|(object, _)| is_candidate(*object)).collect()
    }

    /// Follows each of the ways that are open.
    fn fork(&mut self, path: Path, question: &Question) {
        let ways: Vec<(Option<ObjectId>, Lit)> = match question {
            Question::Decide(lit) => vec![(None, *lit), (None, !*lit)],
            Question::Open(reference) => {
                let objects = self.candidates(&path, reference).into_iter().map(|(object, lit)| (Some(object), lit));
                std::iter::once((None, reference.null)).chain(objects).collect()
            }
        };
        // The last way is followed first.
        let count = ways.len();
        for (at, (object, lit)) in ways.into_iter().enumerate() {
            let way = count - 1 - at;
            if path.next_way().is_some_and(|wanted| wanted != way) {
                continue;
            }
            let mut next = path.clone();
            // With its name first: then only the others are ordered.
            object.iter().for_each(|object| self.name(&mut next, *object));
            if path.wanted.is_none() {
                let May::Yes(shown) = self.may(&next, lit) else { continue };
                next.shown = shown;
            }
            self.learn(&mut next, lit);
            next.takes(way);
            self.open.push(next);
        }
    }

    fn learn(&mut self, path: &mut Path, lit: Lit) {
        if lit == Lit::TRUE {
            return;
        }
        if !self.is_shown(path, lit) {
            path.shown = None;
        }
        path.lits.push(lit);
        self.simplify(path, |value| value.learnt(lit));
    }

    /// None of these holds on the path.
    fn exclude(&mut self, path: &mut Path, lits: &BTreeSet<Lit>) {
        self.simplify(path, |value| value.without(lits));
    }

    /// Puts simpler values in place of those for which there are any.
    fn simplify(&mut self, path: &mut Path, simpler: impl Fn(&Value) -> Option<Value> + Copy) {
        let are_same = path.now.version == path.before.version;
        let version = self.encoder.next_version();
        let before = Rc::make_mut(&mut path.before);
        before.version = version;
        path.now.version = if are_same { version } else { self.encoder.next_version() };
        for object in 0..path.now.heap.len().max(before.heap.len()) {
            let (old, new) = (before.cell(object).cloned(), path.now.cell(object).cloned());
            let is_kept = old.as_ref().zip(new.as_ref()).is_some_and(|(old, new)| Rc::ptr_eq(old, new));
            let learnt = old.and_then(|cell| cell.simplified(simpler)).map(Rc::new);
            let now = if is_kept { learnt.clone() } else { new.and_then(|cell| cell.simplified(simpler)).map(Rc::new) };
            if learnt.is_some() {
                before.heap[object] = learnt;
            }
            if now.is_some() {
                path.now.heap[object] = now;
            }
        }
        let learn = |value: &mut Value| {
            if let Some(simple) = simpler(value) {
                *value = simple;
            }
        };
        path.now.vars.iter_mut().flatten().for_each(learn);
        path.args.iter_mut().for_each(learn);
        for state in [&mut path.now, before] {
            if state.statics.values().any(|value| simpler(value).is_some()) {
                Rc::make_mut(&mut state.statics).values_mut().for_each(learn);
            }
        }
    }

    /// Runs a path until it ends or forks.
    fn follow(&mut self, mut path: Path) {
        let graph = Rc::clone(&self.opened.graph);
        let allowed = self.opened.allowed.clone();
        let active = [self.attempt.problem.method];
        loop {
            let before = Rc::clone(&path.before);
            let walker = Walker {
                before: &before,
                prefix: Lit::TRUE,
                allowed: Some(&allowed),
                depth: self.attempt.iterations,
                active: &active,
                site: None,
            };
            let mut walk = Walk::of_path(&graph, walker, self.opened.has_handlers);
            let node = graph.node(path.at);
            self.encoder.decided = path.lits.iter().copied().collect();
            if let Some(question) = self.encoder.question(&mut walk, node, &path.now) {
                return self.fork(path, &question);
            }
            let Some(next) = self.step(&mut walk, node, path) else { return };
            path = next;
        }
    }

    /// One node of the graph. `None`: the path has ended, or was forked.
    fn step(&mut self, walk: &mut Walk<'_, 'p>, node: &Node<'p>, mut path: Path) -> Option<Path> {
        match &node.op {
            Op::Returned => return self.end(path, true),
            Op::Thrown => return self.end(path, false),
            Op::Branch { .. } | Op::Dispatch { .. } => return self.branch(walk, node, path),
            Op::Beyond { .. } => {
                walk.flags.beyond = Lit::TRUE;
                return self.drain(walk, &mut path).and(None);
            }
            Op::Assume(clause) => {
                let frame = walk.graph.frame(node.frame);
                let holds = self.encoder.assumed(walk, frame, &path.now, clause);
                self.drain(walk, &mut path)?;
                if !self.is_quiet(&path) {
                    self.found.has_excluded |= self.can(&path, !holds);
                }
                if path.wanted.is_none() {
                    let May::Yes(shown) = self.may(&path, holds) else {
                        self.note_part(&path, true);
                        return None;
                    };
                    path.shown = shown;
                }
                self.learn(&mut path, holds);
            }
            _ => {
                let Some(now) = self.encoder.plain_step(walk, node, path.now.clone()) else {
                    self.found.has_runs = true;
                    let is_fine = walk.flags == Flags::NONE;
                    let ended = self.drain(walk, &mut path);
                    if ended.is_some() || is_fine {
                        self.note_part(&path, is_fine);
                    }
                    return None;
                };
                path.now = now;
                let passed = std::mem::take(&mut path.now.path);
                self.drain(walk, &mut path)?;
                for lit in passed {
                    self.learn(&mut path, lit);
                }
            }
        }
        path.at = *node.next.first()?;
        Some(path)
    }

    /// What went wrong in a step. `None`: no run is left.
    fn drain(&mut self, walk: &mut Walk<'_, 'p>, path: &mut Path) -> Option<()> {
        for Failure { kind, span, lit } in std::mem::take(&mut walk.failures) {
            let kind: Broken = kind.into();
            self.found.has_runs = true;
            self.decide_one(path, &Obligation { kind, span, broken: lit });
            if lit == Lit::TRUE {
                self.note_part(path, true);
                return None;
            }
            self.learn(path, !lit);
        }
        let flags = std::mem::replace(&mut walk.flags, Flags::NONE);
        if (flags.beyond, flags.stuck) != (Lit::FALSE, Lit::FALSE) {
            let assumptions = self.assumptions(path);
            let is_missing = self.settle(path, &assumptions, flags);
            self.found.has_runs = true;
            if flags.beyond == Lit::TRUE || flags.stuck == Lit::TRUE {
                self.note_part(path, !is_missing);
                return None;
            }
            self.learn(path, !flags.beyond);
            self.learn(path, !flags.stuck);
        }
        Some(())
    }

    fn branch(&mut self, walk: &mut Walk<'_, 'p>, node: &Node<'p>, mut path: Path) -> Option<Path> {
        let ways = self.encoder.ways(walk, node, &path.now);
        // What the condition could not say; and exceptions that end a run with a violation.
        self.drain(walk, &mut path)?;
        let mut open = Vec::new();
        for (edge, lit) in ways {
            open.extend(Some((edge, lit)).filter(|(_, lit)| *lit != Lit::FALSE));
        }
        if let [(edge, Lit::TRUE)] = open.as_slice() {
            path.at = *node.next.get(*edge)?;
            return Some(path);
        }
        let mut feasible: Vec<(usize, usize, Lit, Option<Rc<Example>>)> = Vec::new();
        let count = open.len();
        for (way, (edge, lit)) in open.into_iter().enumerate() {
            let taken = match path.next_way() {
                Some(wanted) if wanted == way => May::Yes(None),
                Some(_) => May::No,
                // A path that goes on at all goes the last way if it goes no other.
                None if way + 1 == count && feasible.is_empty() => May::Yes(path.shown.clone()),
                None => self.may(&path, lit),
            };
            if let May::Yes(shown) = taken {
                feasible.push((way, edge, lit, shown));
            }
        }
        let is_fork = feasible.len() > 1;
        for (way, edge, lit, shown) in feasible.into_iter().rev() {
            let mut next = Path { shown, ..path.clone() };
            self.learn(&mut next, lit);
            let Some(at) = node.next.get(edge) else { continue };
            next.at = *at;
            if is_fork {
                next.choices.push(Choice { vertex: path.at, span: node.span, goes_through: edge == 0 });
            }
            next.takes(way);
            self.open.push(next);
        }
        None
    }

    /// What the run owes, all in one question.
    fn end(&mut self, path: Path, has_returned: bool) -> Option<Path> {
        self.found.has_runs = true;
        self.encoder.decided.clear();
        let mut path = path;
        let kept = self.kept(&mut path);
        let initial = self.initial_of(&path);
        self.encoder.kept = Some(kept);
        let subject = Subject { contract: &self.attempt.problem.contract, initial: &initial };
        let owed = self.encoder.owed(subject, &self.opened.assumed, Ending { state: &path.now, has_returned });
        self.encoder.kept = None;
        let equations = self.encoder.labels.iter_mut().flat_map(|labels| std::mem::take(&mut labels.equations));
        for equation in equations.collect::<Vec<_>>() {
            self.assert(equation);
        }
        let doubts = owed.doubts.iter().flat_map(|flags| [flags.beyond, flags.stuck]);
        let broken = owed.obligations.iter().map(|obligation| obligation.broken);
        let shared = owed.shares.iter().map(|(_, lit)| *lit);
        let any: Vec<Lit> = broken.chain(doubts).chain(shared).collect();
        let any = self.encoder.circuit.or_all(any);
        let was_undecided = std::mem::take(&mut self.asked.undecided);
        let mut is_complete = true;
        if self.sought.is_some() || self.can(&path, any) || self.asked.undecided {
            self.asked.undecided = false;
            is_complete = self.decide_each(path.clone(), &owed);
        }
        is_complete &= !self.asked.undecided;
        self.note_part(&path, is_complete);
        self.asked.undecided |= was_undecided;
        None
    }

    /// `true`: nothing is missing.
    fn decide_each(&mut self, mut path: Path, owed: &Owed) -> bool {
        for obligation in &owed.obligations {
            self.decide_one(&path, obligation);
            path.lits.extend(Some(!obligation.broken).filter(|lit| !lit.is_constant()));
            if obligation.broken == Lit::TRUE {
                return true;
            }
        }
        let mut doubt = Flags::NONE;
        for flags in &owed.doubts {
            doubt = self.encoder.either(doubt, *flags);
        }
        let assumptions = self.assumptions(&path);
        let is_missing = self.settle(&path, &assumptions, doubt);
        for (class, broken) in &owed.shares {
            if self.sought.is_none() && !self.found.shares.contains(class) && self.can(&path, *broken) {
                self.found.shares.push(*class);
            }
        }
        !is_missing
    }

    fn decide_one(&mut self, path: &Path, obligation: &Obligation) {
        let (kind, span) = (obligation.kind, obligation.span);
        let is_sought = |sought: &Sought| sought.call.is_none() && (sought.broken, sought.span) == (kind, span);
        let is_wanted = match &self.sought {
            Some(sought) => is_sought(sought),
            None => !self.broken.iter().any(|(other, at, route)| (*other, *at) == (kind, span) && *route <= path.route),
        };
        if path.wanted.is_some() || !is_wanted || !self.can(path, obligation.broken) {
            return;
        }
        if self.sought.is_none() {
            self.broken.push((kind, span, path.route.clone()));
            if let Some(call) = self.attempt.call_on(&path.prefix(), kind, span) {
                return self.note(path, Event::Broken { broken: kind, span, call });
            }
        }
        let mut assumptions = self.assumptions(path);
        assumptions.push(obligation.broken);
        let call = self.attempt.smallest(&self.encoder, &mut self.exact, &self.opened.initial, &assumptions);
        match &mut self.sought {
            Some(sought) => sought.call = Some(call),
            None => self.note(path, Event::Broken { broken: kind, span, call }),
        }
    }

    /// The heap before the call as this path sees it.
    fn initial_of(&self, path: &Path) -> Initial {
        let initial = &self.opened.initial;
        Initial {
            state: State::clone(&path.before),
            args: path.args.clone(),
            assumptions: Vec::new(),
            kinds: initial.kinds.clone(),
            small: Vec::new(),
            elsewhere: initial.elsewhere.clone(),
            followers: BTreeMap::new(),
        }
    }

    /// What the path has left as it was: a lemma for each closure and each measure.
    fn kept(&mut self, path: &mut Path) -> Kept {
        let state = Rc::clone(&self.opened.state);
        let named = self.opened.initial.kinds.iter().zip(&path.names);
        let mut touched: BTreeSet<ObjectId> = named.flat_map(|(kind, count)| kind.objects[..*count].to_vec()).collect();
        let is_same = |object: &ObjectId| match (state.cell(*object), path.now.cell(*object)) {
            (Some(old), Some(new)) => Rc::ptr_eq(old, new) || old == new,
            (None, None) => true,
            _ => false,
        };
        touched.extend((0..state.heap.len()).filter(|object| !is_same(object)));
        let candidates = self.opened.closures.clone().into_iter().map(|steps| (None, steps));
        let methods = self.opened.methods.clone().into_iter().map(|(method, steps)| (Some(method), steps));
        let mut leaks = Vec::new();
        for (method, steps) in candidates.chain(methods) {
            let leak = self.encoder.leak(&state, &touched, &steps);
            leaks.push((method, steps, leak));
        }
        let any = self.encoder.circuit.or_all(leaks.iter().map(|(_, _, leak)| *leak));
        let holds = matches!(self.may(path, any), May::No);
        let mut kept = Kept { initial: state, before: 0, now: 0, touched, closures: Vec::new(), methods: Vec::new() };
        let mut excluded = BTreeSet::new();
        for (method, steps, leak) in leaks {
            if !holds && matches!(self.may(path, leak), May::Yes(_)) {
                continue;
            }
            excluded.extend(self.encoder.leaks(&kept.initial, &kept.touched, &steps));
            match method {
                Some(method) => kept.methods.push(method),
                None => kept.closures.push(steps),
            }
        }
        // What the run has not followed leads to no object with a name either, mostly.
        let unfollowed = self.encoder.unfollowed(&path.before, &kept.touched, &kept.closures);
        let leak = self.encoder.circuit.or_all(unfollowed.iter().copied());
        if matches!(self.may(path, leak), May::No) {
            excluded.extend(unfollowed);
        }
        self.exclude(path, &excluded);
        (kept.before, kept.now) = (path.before.version, path.now.version);
        kept
    }
}

impl Value {
    /// The same where this literal holds; `None`: it says nothing new.
    pub(crate) fn learnt(&self, lit: Lit) -> Option<Value> {
        match self {
            Value::Bool(own) if *own == lit => Some(Value::Bool(Lit::TRUE)),
            Value::Bool(own) if *own == !lit => Some(Value::Bool(Lit::FALSE)),
            Value::Ref(reference) if !reference.null.is_constant() || !reference.targets.is_empty() => {
                if reference.null == lit {
                    return Some(Value::Ref(Ref::null()));
                }
                if let Some((object, _)) = reference.targets.iter().find(|(_, own)| *own == lit) {
                    return Some(Value::Ref(Ref::to(*object)));
                }
                let is_excluded = |own: Lit| own == !lit;
                let changes = is_excluded(reference.null) || reference.targets.iter().any(|(_, own)| is_excluded(*own));
                let null = if is_excluded(reference.null) { Lit::FALSE } else { reference.null };
                let targets = reference.targets.iter().copied().filter(|(_, own)| !is_excluded(*own));
                changes.then(|| only(null, targets.collect()))
            }
            _ => None,
        }
    }
}

impl Value {
    /// The same where none of these literals holds; `None`: they say nothing new.
    fn without(&self, lits: &BTreeSet<Lit>) -> Option<Value> {
        let reference = self.reference()?;
        if !reference.targets.iter().any(|(_, lit)| lits.contains(lit)) {
            return None;
        }
        let targets = reference.targets.iter().copied().filter(|(_, lit)| !lits.contains(lit));
        Some(only(reference.null, targets.collect()))
    }
}

/// A reference; where only one thing is left, that.
fn only(null: Lit, targets: Vec<(ObjectId, Lit)>) -> Value {
    Value::Ref(match (null, targets.as_slice()) {
        (Lit::FALSE, [(object, _)]) => Ref::to(*object),
        _ => Ref::new(null, targets),
    })
}

impl crate::state::Cell {
    /// The same with simpler values; `None`: there are none.
    fn simplified(&self, simpler: impl Fn(&Value) -> Option<Value>) -> Option<crate::state::Cell> {
        let slots: Vec<Option<Value>> = self.slots.iter().map(simpler).collect();
        if slots.iter().all(Option::is_none) {
            return None;
        }
        let slots = slots.into_iter().zip(&self.slots).map(|(new, old)| new.unwrap_or_else(|| old.clone())).collect();
        Some(crate::state::Cell { slots, length: self.length.clone() })
    }
}
