//! One method and one scope, decided: translate, ask, raise the bounds until they are enough.
//!
//! One incremental solver serves all obligations. They are asked one after the other in the order
//! in which a run meets them, and each is asserted afterwards: where it was proven because it
//! holds, where it was broken because such runs are known. That the bounds suffice is an obligation
//! like others.

use crate::contract::{Assumed, Broken, Ending, Obligation, Owed, Subject};
use crate::decode::{Decoded, decode};
use crate::encoder::{Encoder, Endless, Fate, Flags};
use crate::initial::{Initial, Keys, Symmetry, Wanted};
use crate::narrow::Widths;
use crate::rows::{Clause as RowClause, Rows, Writing};
use crate::split::{DecidedPart, PathParts};
use crate::state::State;
use crate::tight::are_usable;
use crate::tried::Tried;
use crate::value::default_of;
use crate::walk::{Ended, Failure, Walker, start_of_call};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use tightrope_circuit::{
    BatSat, Cadical, Interrupt, Limits, Lit, Outcome as Answered, Preset, Proofs, Recorder, Recording, Replay,
    Replayer, Session,
};
use tightrope_graph::{Bounds, Calls, Graph, LiveClasses, LoopBounds, Op, World, branches, build, live_classes};
use tightrope_heap::{FieldBounds, Layouts, Scope};
use tightrope_problem::Problem as Checked;
use tightrope_program::body::{Body, ExprKind, StmtKind};
use tightrope_program::contract::Clause;
use tightrope_program::effective::{EffectiveCase, EffectiveContract, effective_contract};
use tightrope_program::natives::{Native, find_native};
use tightrope_program::sorts::{Sorts, sorts_with_shared_boxes};
use tightrope_program::visit::for_each_stmt;
use tightrope_program::{
    BaseType, ClassId, ClassKind, ClassOrigin, Code, Constant, FieldId, MethodId, MethodKind, Program, Type,
};
use tightrope_source::{Name, Span};

/// How to go about it.
#[derive(Clone, Debug)]
pub struct Options {
    pub encoding: Encoding,
    pub symmetry: Symmetry,
    pub keys: Keys,
    pub solver: Solver,
    /// How CaDiCaL is set up.
    pub preset: Preset,
    pub proofs: Proofs,
    /// Who answers the queries.
    pub answers: Answers,
    /// The bound on iterations and calls is not raised beyond this.
    pub most_iterations: usize,
    /// Of the graph.
    pub most_nodes: usize,
    /// Of the circuit.
    pub most_gates: usize,
    /// For each query.
    pub limits: Limits,
    /// Of one solver, in all its queries together: conflicts times gates; `None`: as much as it
    /// takes.
    pub most_effort: Option<u64>,
    /// Of all solvers together, while paths are followed one by one: [`Work::ticks`] and what the
    /// translation takes. `None`: as much as it takes.
    pub most_ticks: Option<u64>,
    /// More paths are not followed.
    pub most_paths: usize,
    /// Where paths are followed one by one: when this is so, those that are open are given back.
    pub enough: Option<Interrupt>,
    /// What valid heaps can hold, where that is known.
    pub tight: Option<FieldBounds>,
    pub split: Split,
    /// How many parts are decided at the same time.
    pub threads: usize,
    /// Every loop gets so many copies, whether that is enough or not; `None`: as many as it needs.
    pub unrolled: Option<usize>,
    /// Structures that their invariant shows to be trees are numbered as such at once.
    pub has_tree_numbers: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            encoding: Encoding::Merged,
            symmetry: Symmetry::Full,
            keys: Keys::Order,
            solver: Solver::Cadical,
            preset: Preset::Default,
            proofs: Proofs::None,
            answers: Answers::Solved,
            most_iterations: 70,
            most_nodes: 400_000,
            most_gates: MOST_GATES,
            limits: Limits::NONE,
            most_effort: None,
            most_ticks: None,
            most_paths: MOST_PATHS,
            enough: None,
            tight: None,
            split: Split::None,
            threads: 1,
            unrolled: None,
            has_tree_numbers: true,
        }
    }
}

/// With more paths, a method is better decided as a whole.
pub(crate) const MOST_PATHS: usize = 20_000;

/// About as much as fits into a gigabyte with all that belongs to it.
pub(crate) const MOST_GATES: usize = 12_000_000;

/// How the computation graph becomes a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Encoding {
    /// States are merged where edges meet.
    #[default]
    Merged,
    /// Vaziri & Jackson's edge variables and renamed fields, with functions as binary rows.
    Relational,
    /// The same with the standard matrices.
    RelationalMatrices,
}

impl Encoding {
    fn rows(self) -> Option<Rows> {
        match self {
            Encoding::Merged => None,
            Encoding::Relational => Some(Rows::new(Writing::Binary)),
            Encoding::RelationalMatrices => Some(Rows::new(Writing::Matrix)),
        }
    }
}

/// Whether the paths of a method are decided together or in parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Split {
    /// Together or one by one, by what small scopes took.
    #[default]
    Auto,
    /// Together: one formula.
    None,
    /// The graph is split at vertices, so often.
    Vertices(usize),
    /// Each path by itself, on a heap whose objects are named as the path gets to them.
    Paths,
}

impl Split {
    /// How often the graph is split at vertices.
    pub fn rounds(self) -> usize {
        if let Split::Vertices(rounds) = self { rounds } else { 0 }
    }

    /// Are there parts, which others can decide?
    pub fn has_parts(self) -> bool {
        matches!(self, Split::Vertices(_) | Split::Paths)
    }
}

/// Who decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Solver {
    #[default]
    Cadical,
    /// All in Rust. It gives no proofs.
    Batsat,
}

/// Where the answers to queries come from.
#[derive(Clone, Debug, Default)]
pub enum Answers {
    /// From the solver.
    #[default]
    Solved,
    /// From the solver, and with their proofs they are written down.
    Recorded(Arc<Recording>),
    /// From what was written down elsewhere, after a check.
    Replayed(Arc<Replay>),
}

impl Options {
    /// A solver that nobody has asked anything yet.
    pub(crate) fn session(&self, preset: Preset) -> Session {
        Session::new(match (&self.answers, self.solver) {
            (Answers::Recorded(recording), _) => Box::new(Recorder::new(preset, recording)),
            (Answers::Replayed(replay), _) => Box::new(Replayer::new(replay, self.proofs == Proofs::Kept)),
            (Answers::Solved, Solver::Cadical) => Box::new(Cadical::new(preset, self.proofs)),
            (Answers::Solved, Solver::Batsat) => Box::new(BatSat::default()),
        })
    }
}

/// A clause that is broken, and a heap with arguments on which it is.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Violation {
    pub broken: Broken,
    pub span: Span,
    pub call: Decoded,
}

/// What was found.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Finding {
    pub violations: Vec<Violation>,
    /// Why not all runs were covered. Empty: all were.
    pub gaps: Vec<Gap>,
    /// No heap of the scope satisfies the precondition.
    pub is_vacuous: bool,
    /// Every run ends at an `assume` in the code that does not hold.
    pub is_assumed_away: bool,
    /// Some runs do.
    pub has_excluded: bool,
    /// Of another object of this class the invariant breaks by sharing alone, which is not counted.
    pub shares: Vec<ClassId>,
    pub work: Work,
    /// Where the graph was split: its parts.
    #[serde(skip)]
    pub parts: Vec<DecidedPart>,
    /// The parts are paths that were followed one by one.
    #[serde(skip)]
    pub by_paths: bool,
    /// What was refuted, as DIMACS and LRAT, where proofs are kept: one for each solver.
    pub proofs: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Gap {
    /// Something that is not translated.
    Unsupported(String),
    /// The bound on iterations and calls was not enough.
    Bound(usize),
    /// The solver gave no answer.
    Undecided,
}

/// How much it took.
#[derive(Clone, Copy, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Work {
    pub nodes: usize,
    /// Nodes of the graph where runs go different ways.
    pub branches: usize,
    pub gates: usize,
    pub variables: usize,
    pub clauses: usize,
    pub queries: usize,
    pub conflicts: u64,
    /// What solvers did, in steps that are the same on every machine.
    pub ticks: u64,
    /// How often a query had no solution, with a proof that was checked; without proofs, 0.
    pub refutations: usize,
    /// The bound on iterations that was enough.
    pub iterations: usize,
}

impl Work {
    /// Adds what another part took. Parts may share branches: those are for the caller to count.
    pub(crate) fn add_effort(&mut self, more: &Work) {
        self.nodes = self.nodes.max(more.nodes);
        self.gates += more.gates;
        self.variables += more.variables;
        self.clauses += more.clauses;
        self.queries += more.queries;
        self.conflicts += more.conflicts;
        self.ticks += more.ticks;
        self.refutations += more.refutations;
        self.iterations = self.iterations.max(more.iterations);
    }
}

/// All that does not depend on bounds.
#[derive(Debug)]
pub struct Problem<'p> {
    pub(crate) program: &'p Program,
    pub(crate) method: MethodId,
    pub(crate) contract: EffectiveContract<'p>,
    sorts: Sorts,
    classes: Vec<ClassId>,
    live: LiveClasses,
    /// How often loops were found to run, or what is tried first.
    loops: LoopBounds,
    /// Classes of which there may be objects that nothing leads to.
    unreferenced: Vec<ClassId>,
    /// Where heaps are made place by place ([`crate::placed`]): the problem that bounds are
    /// resolved for.
    places: Option<Box<Checked<'p>>>,
    /// Which way was found to be better.
    pub(crate) tried: Tried,
}

/// Loops get so many copies at first: most are left sooner than all objects could be walked.
const FIRST_ITERATIONS: usize = 2;

impl<'p> Problem<'p> {
    pub fn new(program: &'p Program, method: MethodId) -> Problem<'p> {
        Problem::with_unreferenced(program, method, Vec::new())
    }

    /// The same on heaps with objects of these classes that nothing leads to.
    pub fn with_unreferenced(program: &'p Program, method: MethodId, unreferenced: Vec<ClassId>) -> Problem<'p> {
        let classes = heap_classes(program, method, &unreferenced);
        let mut entries = vec![method];
        let rep_oks = classes.iter().filter_map(|class| program.class(*class).rep_ok);
        entries.extend(rep_oks.filter(|rep_ok| !program.method(*rep_ok).is_abstract));
        entries.dedup();
        let sorts = sorts_with_shared_boxes(program, &entries);
        Problem::with_sorts(program, method, unreferenced, classes, (&entries, sorts))
    }

    /// The same, and each place holds what the bounds of the problem list for it. `None`: there is
    /// no method.
    pub(crate) fn in_places(checked: &Checked<'p>) -> Option<Problem<'p>> {
        let (program, method) = (checked.program, checked.method()?);
        let sorts = sorts_with_shared_boxes(program, &checked.entries);
        let places = Checked { sorts: sorts.clone(), ..checked.clone() };
        let unreferenced: Vec<ClassId> = checked.quantified.iter().chain(&checked.observers).copied().collect();
        // Which classes there are does not depend on the scope.
        let made = tightrope_problem::Bounds::resolve(&places, &Scope::default()).objects;
        let made: Vec<ClassId> = made.iter().filter_map(|bound| bound.class).collect();
        let roots: Vec<ClassId> = unreferenced.iter().chain(&made).copied().collect();
        let classes = heap_classes(program, method, &roots);
        let mut problem = Problem::with_sorts(program, method, unreferenced, classes, (&checked.entries, sorts));
        problem.live = live(program, &checked.entries, &problem.contract, &problem.classes, &made);
        problem.loops = first_loop_bounds(program, method, &problem.live);
        problem.places = Some(Box::new(places));
        Some(problem)
    }

    fn with_sorts(
        program: &'p Program,
        method: MethodId,
        unreferenced: Vec<ClassId>,
        classes: Vec<ClassId>,
        (entries, sorts): (&[MethodId], Sorts),
    ) -> Problem<'p> {
        let contract = effective_contract(program, method);
        let live = live(program, entries, &contract, &classes, &[]);
        let loops = first_loop_bounds(program, method, &live);
        let (places, tried) = (None, Tried::default());
        Problem { program, method, contract, sorts, classes, live, loops, unreferenced, places, tried }
    }

    /// Are heaps made place by place?
    pub(crate) fn is_in_places(&self) -> bool {
        self.places.is_some()
    }

    /// The native that gives random numbers and clocks, if a run can get to it.
    fn open_input(&self) -> Option<MethodId> {
        let is_open = |method: &MethodId| find_native(self.program, *method) == Some(Native::OpenInput);
        self.live.methods().find(is_open)
    }

    /// The bound on iterations and calls that is tried first: a walk over all objects, and its end.
    pub(crate) fn first_bound(scope: &Scope) -> usize {
        scope.largest().max(1) + 2
    }

    /// Decides a scope. What is learnt of loops helps with the next one.
    pub fn decide(&mut self, scope: &Scope, options: &Options) -> Finding {
        self.decide_by(scope, options, None)
    }

    /// The same; where the graph is split, others decide its parts.
    pub(crate) fn decide_by(&mut self, scope: &Scope, options: &Options, others: Option<&dyn PathParts>) -> Finding {
        if let Some(unrolled) = options.unrolled {
            self.loops.clear();
            let options = &Options { unrolled: None, most_iterations: unrolled, ..options.clone() };
            return self.decide_within(scope, options, others, unrolled);
        }
        if options.split == Split::Auto && others.is_none() {
            return self.decide_either(scope, options);
        }
        self.decide_within(scope, options, others, Self::first_bound(scope).min(options.most_iterations))
    }

    fn decide_within(
        &mut self,
        scope: &Scope,
        options: &Options,
        others: Option<&dyn PathParts>,
        mut iterations: usize,
    ) -> Finding {
        let small = Attempt::new(self, scope, options).small_fields();
        loop {
            let (loops, widths) = (self.loops.clone(), small.widths.clone());
            let attempt = Attempt { loops, widths, iterations, ..Attempt::new(self, scope, options) };
            let (mut finding, shortage) = match options.split {
                Split::Auto | Split::None => attempt.decide(),
                Split::Vertices(rounds) => attempt.decide_parts(rounds, options.threads, others),
                Split::Paths => match others {
                    Some(others) => attempt.decide_paths_by(others),
                    None => attempt.decide_paths(),
                },
            };
            if options.proofs != Proofs::None {
                finding.work.refutations += small.refutations;
                finding.proofs.extend(small.proof.clone());
            }
            let is_settled = !finding.violations.is_empty() || is_over(&options.limits);
            let has_grown = match shortage {
                Shortage::None => false,
                Shortage::Loops(short) if self.raise(&short, iterations) => true,
                // Calls may need more as well.
                Shortage::Loops(_) | Shortage::Other => {
                    iterations *= 2;
                    iterations <= options.most_iterations
                }
            };
            if is_settled || !has_grown {
                return finding;
            }
        }
    }

    /// Gives these loops one copy more, as long as they have fewer than would be enough to walk
    /// over all objects; `false`: none of them has.
    fn raise(&mut self, short: &BTreeSet<Span>, enough: usize) -> bool {
        let mut has_grown = false;
        for span in short {
            if let Some(bound) = self.loops.get_mut(span).filter(|bound| **bound < enough) {
                *bound += 1;
                has_grown = true;
            }
        }
        if !has_grown {
            // From now on they have what everything has.
            self.loops.retain(|span, _| !short.contains(span));
        }
        has_grown
    }
}

/// The loops that the code of a method can get to, each with a first bound.
fn first_loop_bounds(program: &Program, method: MethodId, live: &LiveClasses) -> LoopBounds {
    let (initialized, none) = (BTreeSet::new(), LoopBounds::new());
    let world = World { live, initialized: &initialized, loops: &none };
    let bounds = Bounds { iterations: 1, depth: 1, nodes: 100_000 };
    let Some(Ok(graph)) = build(program, method, Calls::Inlined, bounds, world) else { return none };
    let unfinished = graph.nodes.iter().filter(|node| matches!(node.op, Op::Beyond { .. }));
    unfinished.map(|node| (node.span, FIRST_ITERATIONS)).collect()
}

/// Which bound was not enough.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Shortage {
    None,
    Loops(BTreeSet<Span>),
    Other,
}

impl Shortage {
    /// Of two parts of a program.
    pub(crate) fn and(self, other: Shortage) -> Shortage {
        match (self, other) {
            (Shortage::Loops(left), Shortage::Loops(right)) => Shortage::Loops(left.into_iter().chain(right).collect()),
            (Shortage::None, other) | (other, Shortage::None) => other,
            // Loops are raised first: then it is seen whether anything else is short.
            (loops @ Shortage::Loops(_), _) | (_, loops @ Shortage::Loops(_)) => loops,
            (Shortage::Other, Shortage::Other) => Shortage::Other,
        }
    }
}

pub(crate) fn is_over(limits: &Limits) -> bool {
    limits.deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline)
        || limits.interrupt.as_ref().is_some_and(Interrupt::is_wanted)
}

/// One translation, with one bound.
#[derive(Clone)]
pub(crate) struct Attempt<'a, 'p> {
    pub(crate) problem: &'a Problem<'p>,
    pub(crate) scope: &'a Scope,
    pub(crate) options: &'a Options,
    pub(crate) iterations: usize,
    pub(crate) loops: LoopBounds,
    pub(crate) widths: Widths,
    /// The part of the graph that is decided; `None`: all of it.
    pub(crate) part: Option<Arc<Graph<'p>>>,
}

/// A solver, and what was asked.
pub(crate) struct Asked<'a> {
    pub(crate) session: Session,
    limits: &'a Limits,
    /// Conflicts times gates, in all queries.
    most_effort: Option<u64>,
    pub(crate) queries: usize,
    pub(crate) refutations: usize,
    pub(crate) undecided: bool,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(session: Session, options: &'a Options) -> Asked<'a> {
        let Options { limits, most_effort, .. } = options;
        Asked { session, limits, most_effort: *most_effort, queries: 0, refutations: 0, undecided: false }
    }

    /// What it took.
    pub(crate) fn effort(&self) -> Work {
        Work {
            variables: self.session.variables(),
            clauses: self.session.clauses(),
            queries: self.queries,
            conflicts: self.session.conflicts(),
            ticks: self.session.ticks(),
            refutations: self.refutations,
            ..Work::default()
        }
    }

    /// Can this be?
    pub(crate) fn ask(&mut self, encoder: &Encoder<'_>, assumptions: &[Lit]) -> bool {
        let gates = encoder.circuit.len() as u64;
        let left = self.most_effort.map(|most| (most / gates.max(1)).saturating_sub(self.session.conflicts()));
        if left == Some(0) {
            self.undecided = true;
            return false;
        }
        let conflicts = left.into_iter().chain(self.limits.conflicts).min();
        let limits = Limits { conflicts, ..self.limits.clone() };
        self.queries += 1;
        match self.session.solve(&encoder.circuit, assumptions, &limits) {
            Answered::Sat => true,
            Answered::Unsat => {
                self.refutations += usize::from(self.session.is_certified());
                false
            }
            Answered::Unknown(_) => {
                self.undecided = true;
                false
            }
        }
    }
}

impl<'a, 'p> Attempt<'a, 'p> {
    /// With the first bounds, and nothing known yet.
    pub(crate) fn new(problem: &'a Problem<'p>, scope: &'a Scope, options: &'a Options) -> Attempt<'a, 'p> {
        let iterations = Problem::first_bound(scope);
        Attempt { problem, scope, options, iterations, loops: LoopBounds::new(), widths: Widths::new(), part: None }
    }

    pub(crate) fn decide(&self) -> (Finding, Shortage) {
        let mut encoder = self.encoder();
        let translated = self.translate(&mut encoder);
        let gap =
            |reason: String| (Finding { gaps: vec![Gap::Unsupported(reason)], ..Finding::default() }, Shortage::None);
        match translated {
            _ if encoder.is_exhausted => (Finding { gaps: vec![Gap::Undecided], ..Finding::default() }, Shortage::None),
            Err(reason) => gap(reason),
            Ok(_) if encoder.is_incoherent => gap("values of different kinds in one place".to_owned()),
            Ok(translated) => self.solve(&mut encoder, &translated),
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds { iterations: self.iterations, depth: self.iterations, nodes: self.options.most_nodes }
    }

    pub(crate) fn encoder(&self) -> Encoder<'p> {
        let problem = self.problem;
        let capacity = self.iterations.max(self.scope.array_length());
        let mut encoder = Encoder::new(problem.program, self.bounds(), problem.live.clone(), capacity);
        encoder.limits = self.options.limits.clone();
        encoder.most_gates = self.options.most_gates;
        encoder.loops = self.loops.clone();
        encoder
    }

    fn translate(&self, encoder: &mut Encoder<'p>) -> Result<Translated, String> {
        let problem = self.problem;
        let start = self.start(encoder)?;
        let graph = self.graph(encoder)?;
        encoder.rows = self.options.encoding.rows();
        if encoder.rows.is_some() {
            encoder.reserve_objects(&graph)?;
        }
        let initial = self.initial(encoder, start)?;
        let subject = Subject { contract: &problem.contract, initial: &initial };
        let assumed = encoder.assume(subject);
        let facts = encoder.rows.as_mut().map_or_else(Vec::new, |rows| std::mem::take(&mut rows.clauses));
        self.starts_quietly(encoder, &graph)?;
        let allowed = self.allowed();
        let run = start_of_call(&graph, initial.state.clone(), initial.args.clone());
        let active = [problem.method];
        let walker = Walker {
            before: &initial.state,
            prefix: Lit::TRUE,
            allowed: Some(&allowed),
            depth: self.iterations,
            active: &active,
            site: None,
        };
        encoder.endless = self.endless(&graph);
        let ended = match encoder.rows {
            Some(_) => encoder.walk_relational(&graph, run, walker),
            None => encoder.walk(&graph, run, walker),
        };
        let Ended { returned, thrown, flags, failures, excluded, unfinished } = ended;
        let mut owed = Vec::new();
        for (state, has_returned) in [(&returned, true), (&thrown, false)] {
            if let Some(state) = state {
                owed.push(encoder.owed(subject, &assumed, Ending { state, has_returned }));
            }
        }
        let excluded = encoder.circuit.or_all(excluded);
        let (nodes, branches) = (graph.nodes.len(), branches(&graph));
        let flow = encoder.rows.as_mut().map_or_else(Vec::new, |rows| std::mem::take(&mut rows.clauses));
        Ok(Translated { initial, assumed, facts, flow, failures, flags, owed, excluded, unfinished, nodes, branches })
    }

    /// The heaps before the call.
    fn initial(&self, encoder: &mut Encoder<'p>, start: State) -> Result<Initial, String> {
        let problem = self.problem;
        if let Some(places) = &problem.places {
            let bounds = tightrope_problem::Bounds::resolve(places, self.scope);
            return encoder.initial_in_places(places, &bounds, start);
        }
        let wanted = self.wanted()?;
        let mut initial = encoder.initial(&wanted, start)?;
        if let Some(tight) = &self.options.tight
            && are_usable(problem.program, problem.method, &wanted, &initial)
        {
            let facts = encoder.within_bounds(&initial, tight);
            initial.assumptions.extend(facts);
        }
        Ok(initial)
    }

    /// What becomes of runs that never end. A full stack is an exception like others: where code
    /// may catch it or a contract allows it, nothing is said of it.
    fn endless(&self, graph: &Graph<'p>) -> Endless {
        let program = self.problem.program;
        let cases = &self.problem.contract.cases;
        let is_true = |clause: &&Clause| clause.formula.expr.kind == ExprKind::Constant(Constant::Boolean(true));
        let is_allowed = |case: &EffectiveCase<'_>| case.diverges.iter().any(is_true);
        let loops = match cases.iter().all(|case| case.diverges.is_empty()) {
            true => Some(Fate::Broken),
            false => cases.iter().all(is_allowed).then_some(Fate::Allowed),
        };
        let overflow = program.class_named("java.lang.StackOverflowError");
        let tries = |body: &Body| {
            let mut tries = false;
            for_each_stmt(&body.block, &mut |stmt| tries |= matches!(stmt.kind, StmtKind::Try { .. }));
            tries
        };
        let is_caught = graph.frames.iter().any(|frame| match &program.method(frame.method).code {
            Code::Body(body) => tries(body),
            _ => false,
        });
        let is_allowed = |class: &ClassId| overflow.is_some_and(|it| program.is_subclass(it, *class));
        let calls = (!is_caught && !self.allowed().iter().any(is_allowed)).then_some(Fate::Broken);
        Endless { loops, calls }
    }

    /// It makes no difference when classes are initialised.
    pub(crate) fn starts_quietly(&self, encoder: &mut Encoder<'p>, graph: &Graph<'p>) -> Result<(), String> {
        let classes = graph.nodes.iter().filter_map(|node| match node.op {
            Op::Initialize(class) => Some(class),
            _ => None,
        });
        match classes.into_iter().find(|class| !encoder.is_quiet(*class)) {
            Some(class) => Err(format!("whether `{}` was initialised before", self.problem.program.class(class).name)),
            None => Ok(()),
        }
    }

    /// The exceptions that some case allows.
    pub(crate) fn allowed(&self) -> Vec<ClassId> {
        let cases = self.problem.contract.cases.iter();
        cases.flat_map(|case| case.exceptions.iter().map(|one| one.class)).collect()
    }

    /// The graph with all calls inlined, or, if that is too large, with calls left in place.
    pub(crate) fn graph(&self, encoder: &mut Encoder<'p>) -> Result<Rc<Graph<'p>>, String> {
        if let Some(part) = &self.part {
            return Ok(Rc::new(Graph::clone(part)));
        }
        let problem = self.problem;
        let world = World { live: &encoder.live, initialized: &encoder.initialized, loops: &encoder.loops };
        match build(problem.program, problem.method, Calls::Inlined, self.bounds(), world) {
            None => Err("a method without code".to_owned()),
            Some(Ok(graph)) => Ok(Rc::new(graph)),
            Some(Err(_)) => encoder.graph(problem.method).ok_or_else(|| "a program that is too large".to_owned()),
        }
    }

    /// The state that static initialisers leave.
    pub(crate) fn start(&self, encoder: &mut Encoder<'p>) -> Result<State, String> {
        let program = self.problem.program;
        let mut state = State {
            path: Vec::new(),
            vars: Vec::new(),
            heap: Vec::new(),
            statics: Rc::new(BTreeMap::new()),
            started: BTreeMap::new(),
            version: 0,
        };
        let mut order: Vec<ClassId> = Vec::new();
        let own = program.method(self.problem.method).class;
        let user = self.problem.classes.iter().chain([&own]);
        if let Some(inputs) = self.problem.open_input() {
            let class = program.method(inputs).return_type.and_then(Type::as_class);
            let name = class.map_or("", |class| program.class(class).name.as_str());
            encoder.inputs.most = self.scope.objects_of(name) + 1;
            order.extend(class);
        }
        for class in user.filter(|class| program.class(**class).origin == ClassOrigin::User) {
            let before = program.initialization_order(*class).into_iter();
            order.extend(before.filter(|class| !order.contains(class)).collect::<Vec<_>>());
        }
        for class in order {
            let has_started = state.started.contains_key(&class);
            if let Some(method) = program.class(class).static_initializer.filter(|_| !has_started) {
                state.started.insert(class, Lit::TRUE);
                state = self.run_initializer(encoder, method, state)?;
            }
            state.started.insert(class, Lit::TRUE);
        }
        // What nobody has assigned is there too: branches that assign it meet others.
        let statics = Rc::make_mut(&mut state.statics);
        for (index, field) in (0..).zip(&program.fields).filter(|(_, field)| field.is_static) {
            statics.entry(FieldId(index)).or_insert_with(|| default_of(field.ty));
        }
        for object in &mut encoder.objects {
            object.is_initial = true;
        }
        encoder.initialized.extend(state.started.keys().copied());
        Ok(state)
    }

    fn run_initializer(&self, encoder: &mut Encoder<'p>, method: MethodId, state: State) -> Result<State, String> {
        let Some(graph) = encoder.graph(method) else {
            return Err("a static initialiser that is too large".to_owned());
        };
        let before = state.clone();
        let run = start_of_call(&graph, state, Vec::new());
        let walker = Walker {
            before: &before,
            prefix: Lit::TRUE,
            allowed: Some(&[]),
            depth: self.iterations,
            active: &[method],
            site: None,
        };
        let ended = encoder.walk(&graph, run, walker);
        let is_plain = ended.flags == Flags::NONE && ended.failures.is_empty() && ended.thrown.is_none();
        match ended.returned {
            Some(mut state) if is_plain && state.path.is_empty() => {
                state.vars.clear();
                Ok(state)
            }
            _ => Err("a static initialiser that does not simply return".to_owned()),
        }
    }

    pub(crate) fn wanted(&self) -> Result<Wanted<'_>, String> {
        let Problem { program, method, sorts, .. } = self.problem;
        let declared = program.method(*method);
        let is_constructor = declared.kind == MethodKind::Constructor;
        let receivers = receiver_classes(program, *method);
        if !declared.is_static && receivers.is_empty() {
            return Err("a method that can be called on no object".to_owned());
        }
        let params = declared.params.iter().enumerate();
        let params = params.map(|(index, param)| (param.ty, sorts.param_class(*method, index))).collect();
        let has_receiver = !declared.is_static && !is_constructor;
        Ok(Wanted {
            scope: self.scope,
            sorts,
            symmetry: self.options.symmetry,
            has_narrow_orders: false,
            is_named: false,
            // What comes from outside is no point of an order.
            keys: if self.problem.open_input().is_some() { Keys::Bits } else { self.options.keys },
            widths: &self.widths,
            new_receiver: is_constructor.then_some(declared.class),
            receivers: if has_receiver { receivers } else { Vec::new() },
            params,
            tree: None,
            unreferenced: self.problem.unreferenced.clone(),
        })
    }

    /// Of the arguments; the receiver of a constructor has none.
    pub(crate) fn names(&self) -> Vec<Option<(Name, Type)>> {
        let declared = self.problem.program.method(self.problem.method);
        let is_new = declared.kind == MethodKind::Constructor;
        let this =
            (!declared.is_static).then(|| Some((Name::new("this"), Type::class(declared.class))).filter(|_| !is_new));
        let params = declared.params.iter().map(|param| Some((param.name.clone(), param.ty)));
        this.into_iter().chain(params).collect()
    }

    /// Asks everything. The second value: a larger bound could say more.
    fn solve(&self, encoder: &mut Encoder<'p>, translated: &Translated) -> (Finding, Shortage) {
        let mut asked = Asked::new(self.options.session(self.options.preset), self.options);
        let mut finding = Finding::default();
        for lit in &translated.assumed.lits {
            asked.session.assert(&encoder.circuit, *lit);
        }
        translated.facts.iter().for_each(|clause| asked.session.assert_any(&encoder.circuit, clause));
        finding.is_vacuous = !asked.ask(encoder, &[]) && !asked.undecided;
        let mut shortage = Shortage::None;
        translated.flow.iter().for_each(|clause| asked.session.assert_any(&encoder.circuit, clause));
        let has_flow = !translated.flow.is_empty() && !finding.is_vacuous && !asked.undecided;
        if has_flow && !asked.ask(encoder, &[]) && !asked.undecided {
            // Every heap has a run: what excludes all of them would be a mistake of the encoding.
            finding.gaps.push(Gap::Unsupported("constraints that no run satisfies".to_owned()));
        } else if !finding.is_vacuous {
            shortage = self.ask_all(encoder, &mut asked, translated, &mut finding);
        }
        if asked.undecided {
            finding.gaps.push(Gap::Undecided);
        }
        finding.work = Work {
            nodes: translated.nodes,
            branches: translated.branches,
            gates: encoder.circuit.len(),
            iterations: self.iterations,
            ..asked.effort()
        };
        finding.proofs.extend(asked.session.whole_proof());
        (finding, shortage)
    }

    /// In the order in which a run meets them.
    fn ask_all(
        &self,
        encoder: &mut Encoder<'p>,
        asked: &mut Asked<'_>,
        translated: &Translated,
        finding: &mut Finding,
    ) -> Shortage {
        let is_short = self.settle(encoder, asked, [translated.assumed.doubt], finding);
        if is_short && self.can_raise(&encoder.short_loops) {
            return Shortage::Loops(encoder.short_loops.clone());
        }
        let short = self.short_loops(encoder, asked, translated);
        if self.can_raise(&short) {
            return Shortage::Loops(short);
        }
        let failures = translated.failures.iter().map(|failure| {
            let Failure { kind, span, lit } = failure;
            Obligation { kind: (*kind).into(), span: *span, broken: *lit }
        });
        let failures: Vec<Obligation> = failures.collect();
        self.decide_group(encoder, asked, translated, &failures, finding);
        let is_stopped = self.settle(encoder, asked, [translated.flags], finding);
        for Owed { obligations, .. } in &translated.owed {
            for obligation in obligations {
                self.decide_one(encoder, asked, translated, obligation, finding);
            }
        }
        let later: Vec<Flags> = translated.owed.iter().flat_map(|owed| owed.doubts.iter().copied()).collect();
        let is_later = self.settle(encoder, asked, later, finding);
        self.qualify(encoder, asked, translated, finding);
        let all: BTreeSet<Span> = short.into_iter().chain(encoder.short_loops.iter().copied()).collect();
        match is_short || is_stopped || is_later {
            false => Shortage::None,
            true if all.is_empty() => Shortage::Other,
            true => Shortage::Loops(all),
        }
    }

    /// Have these loops fewer copies than would be enough to walk over all objects?
    fn can_raise(&self, short: &BTreeSet<Span>) -> bool {
        short.iter().any(|span| self.loops.get(span).is_some_and(|bound| *bound < self.iterations))
    }

    /// The loops that some run without an exception leaves unfinished.
    fn short_loops(&self, encoder: &mut Encoder<'p>, asked: &mut Asked<'_>, translated: &Translated) -> BTreeSet<Span> {
        let fails = encoder.circuit.or_all(translated.failures.iter().map(|failure| failure.lit));
        let mut loops: BTreeMap<Span, Vec<Lit>> = BTreeMap::new();
        for (span, lit) in &translated.unfinished {
            loops.entry(*span).or_default().push(*lit);
        }
        let mut short = BTreeSet::new();
        for (span, lits) in loops {
            let unfinished = encoder.circuit.or_all(lits);
            let lit = encoder.circuit.and(unfinished, !fails);
            if lit == Lit::FALSE {
                continue;
            }
            match asked.ask(encoder, &[lit]) || asked.undecided {
                true => _ = short.insert(span),
                false => asked.session.assert(&encoder.circuit, !lit),
            }
        }
        short
    }

    /// Many obligations that are mostly kept: one question for all, and one for each only if one of
    /// them is broken.
    fn decide_group(
        &self,
        encoder: &mut Encoder<'p>,
        asked: &mut Asked<'_>,
        translated: &Translated,
        obligations: &[Obligation],
        finding: &mut Finding,
    ) {
        let any = encoder.circuit.or_all(obligations.iter().map(|obligation| obligation.broken));
        if any == Lit::FALSE {
            return;
        }
        if !asked.ask(encoder, &[any]) && !asked.undecided {
            return asked.session.assert(&encoder.circuit, !any);
        }
        for obligation in obligations {
            self.decide_one(encoder, asked, translated, obligation, finding);
        }
    }

    /// What the answer rests on: runs that an `assume` ends, and invariants that only sharing
    /// breaks.
    fn qualify(&self, encoder: &Encoder<'p>, asked: &mut Asked<'_>, translated: &Translated, finding: &mut Finding) {
        if translated.excluded != Lit::FALSE {
            finding.has_excluded = asked.ask(encoder, &[translated.excluded]) || asked.undecided;
            finding.is_assumed_away = !asked.ask(encoder, &[!translated.excluded]) && !asked.undecided;
        }
        for (class, broken) in translated.owed.iter().flat_map(|owed| &owed.shares) {
            if !finding.shares.contains(class) && asked.ask(encoder, &[*broken]) {
                finding.shares.push(*class);
            }
        }
    }

    /// Shows that a part of the translation is complete, or says what is missing. `true`: a bound
    /// was not enough.
    fn settle(
        &self,
        encoder: &mut Encoder<'p>,
        asked: &mut Asked<'_>,
        doubts: impl IntoIterator<Item = Flags>,
        finding: &mut Finding,
    ) -> bool {
        let (mut beyond, mut stuck) = (Vec::new(), Vec::new());
        for flags in doubts {
            beyond.push(flags.beyond);
            stuck.push(flags.stuck);
        }
        let (beyond, stuck) = (encoder.circuit.or_all(beyond), encoder.circuit.or_all(stuck));
        let is_short = beyond != Lit::FALSE && (asked.ask(encoder, &[beyond]) || asked.undecided);
        if is_short {
            let gap = Gap::Bound(self.iterations);
            finding.gaps.extend(Some(gap.clone()).filter(|gap| !finding.gaps.contains(gap)));
        }
        asked.session.assert(&encoder.circuit, !beyond);
        if stuck != Lit::FALSE && asked.ask(encoder, &[stuck]) {
            for reason in encoder.reasons.clone() {
                let gap = Gap::Unsupported(reason);
                finding.gaps.extend(Some(gap.clone()).filter(|gap| !finding.gaps.contains(gap)));
            }
        }
        asked.session.assert(&encoder.circuit, !stuck);
        is_short
    }

    fn decide_one(
        &self,
        encoder: &mut Encoder<'p>,
        asked: &mut Asked<'_>,
        translated: &Translated,
        obligation: &Obligation,
        finding: &mut Finding,
    ) {
        let known = |found: &Violation| found.broken == obligation.kind && found.span == obligation.span;
        if !finding.violations.iter().any(known) && asked.ask(encoder, &[obligation.broken]) {
            let call = self.smallest(encoder, asked, &translated.initial, &[obligation.broken]);
            finding.violations.push(Violation { broken: obligation.kind, span: obligation.span, call });
        }
        // Either no run does it, or these runs are known.
        asked.session.assert(&encoder.circuit, !obligation.broken);
    }

    /// A heap with few objects and small numbers on which the literals hold. Requires: there is
    /// one, and it was found last.
    pub(crate) fn smallest(
        &self,
        encoder: &Encoder<'p>,
        asked: &mut Asked<'_>,
        initial: &Initial,
        broken: &[Lit],
    ) -> Decoded {
        // Not to find a smaller one is no gap.
        let was_undecided = asked.undecided;
        let mut model = asked.session.model(&encoder.circuit);
        let mut assumptions = broken.to_vec();
        let objects = initial.kinds.iter().flat_map(|kind| kind.objects.iter().rev());
        let mut wishes: Vec<Lit> = objects.map(|object| !encoder.objects[*object].born).collect();
        wishes.extend(&initial.small);
        for wish in wishes {
            assumptions.push(wish);
            if model.value(&encoder.circuit, wish) {
                continue;
            }
            match asked.ask(encoder, &assumptions) {
                true => model = asked.session.model(&encoder.circuit),
                false => {
                    assumptions.pop();
                }
            }
        }
        asked.undecided = was_undecided;
        decode(encoder, initial, &self.names(), model)
    }
}

/// The method and its contract as circuits.
#[derive(Debug)]
struct Translated {
    initial: Initial,
    assumed: Assumed,
    /// What the rows of the initial heap hold, in the relational encoding.
    facts: Vec<RowClause>,
    /// The control flow and the data flow of the relational encoding.
    flow: Vec<RowClause>,
    failures: Vec<Failure>,
    flags: Flags,
    owed: Vec<Owed>,
    /// Where an `assume` in the code ends the run.
    excluded: Lit,
    /// Where a loop needs more iterations.
    unfinished: Vec<(Span, Lit)>,
    nodes: usize,
    branches: usize,
}

/// The classes whose objects a heap can have that the method can reach.
fn heap_classes(program: &Program, method: MethodId, unreferenced: &[ClassId]) -> Vec<ClassId> {
    let declared = program.method(method);
    let this = (!declared.is_static).then(|| Type::class(declared.class));
    let roots = this.into_iter().chain(declared.params.iter().map(|param| param.ty)).chain(declared.return_type);
    let roots = roots.chain(unreferenced.iter().map(|class| Type::class(*class)));
    let mut pending: Vec<Type> = roots.map(|ty| Type::of(ty.base)).collect();
    let mut seen: Vec<Type> = Vec::new();
    let mut found: Vec<ClassId> = Vec::new();
    let layouts = Layouts::new(program);
    while let Some(ty) = pending.pop() {
        let BaseType::Class(base) = ty.base else { continue };
        if seen.contains(&ty) {
            continue;
        }
        seen.push(ty);
        for class in program.class_ids().filter(|class| program.is_subclass(*class, base)) {
            let is_user = program.class(class).origin == ClassOrigin::User;
            if (is_user || class == base) && !found.contains(&class) {
                found.push(class);
                pending.extend(layouts.fields(class).iter().map(|field| Type::of(program.field(*field).ty.base)));
            }
        }
    }
    found.sort_unstable();
    found
}

/// The concrete classes whose objects run this very method.
fn receiver_classes(program: &Program, method: MethodId) -> Vec<ClassId> {
    let owner = program.method(method).class;
    let is_constructor = program.method(method).kind == MethodKind::Constructor;
    let runs_it = |class: &ClassId| {
        let declared = program.class(*class);
        let is_concrete = matches!(declared.kind, ClassKind::Class | ClassKind::Record | ClassKind::Enum);
        let is_abstract = declared.is_abstract || declared.is_unknown;
        let is_made = is_concrete && !is_abstract && declared.origin == ClassOrigin::User;
        let runs = *class == owner || !is_constructor && program.implementation(*class, method) == Some(method);
        is_made && program.is_subclass(*class, owner) && runs
    };
    program.class_ids().filter(runs_it).collect()
}

/// What can be alive while the method is checked.
fn live<'p>(
    program: &'p Program,
    entries: &[MethodId],
    contract: &EffectiveContract<'p>,
    classes: &[ClassId],
    made: &[ClassId],
) -> LiveClasses {
    let mut formulas = Vec::new();
    for case in &contract.cases {
        let clauses = case.requires.iter().chain(&case.ensures).copied();
        formulas.extend(clauses.map(|clause| &clause.formula.expr));
        formulas.extend(case.signals.iter().map(|signals| &signals.clause.formula.expr));
    }
    let properties = contract.constraints.iter().chain(&contract.initially).chain(&contract.axioms);
    formulas.extend(properties.map(|property| &property.clause.formula.expr));
    for class in program.class_ids() {
        let declared = program.class(class);
        if declared.origin == ClassOrigin::User {
            formulas.extend(declared.invariants.iter().map(|clause| &clause.formula.expr));
        }
    }
    let user = classes.iter().filter(|class| {
        let declared = program.class(**class);
        declared.origin == ClassOrigin::User || declared.name == "java.lang.Object" || made.contains(*class)
    });
    let mut methods = entries.to_vec();
    // Of model fields.
    let represents = program.fields.iter().filter_map(|field| field.represents);
    methods.extend(represents.filter(|method| matches!(program.method(*method).code, Code::Body(_))));
    live_classes(program, methods, formulas, user.map(|class| Type::class(*class)))
}
