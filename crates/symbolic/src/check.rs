//! One method and one scope, decided: translate, ask, raise the bounds until they are enough.
//!
//! One incremental solver serves all obligations. They are asked one after the other in the order in which a run meets them, and each is asserted afterwards: where it was proven because it
//! holds, where it was broken because such runs are known. That the bounds suffice is an obligation like others.

use crate::contract::{Assumed, Broken, Ending, Obligation, Owed, Subject};
use crate::decode::decode;
use crate::encoder::{Encoder, Flags};
use crate::initial::{Initial, Symmetry, Wanted};
use crate::state::State;
use crate::walk::{Ended, Failure, Walker, start_of_call};
use std::collections::BTreeMap;
use std::rc::Rc;
use tightrope_circuit::{Cadical, Limits, Lit, Outcome as Answered, Preset, Proofs, Session};
use tightrope_graph::{Bounds, Calls, Graph, LiveClasses, World, build, live_classes};
use tightrope_heap::{Heap, Layouts, Scope};
use tightrope_program::effective::{EffectiveContract, effective_contract};
use tightrope_program::sorts::{Sorts, sorts};
use tightrope_program::{BaseType, ClassId, ClassKind, ClassOrigin, Code, MethodId, MethodKind, Program, Type};
use tightrope_source::{Name, Span};

/// How to go about it.
#[derive(Clone, Debug)]
pub struct Options {
    pub symmetry: Symmetry,
    /// The bound on iterations and calls is not raised beyond this.
    pub most_iterations: usize,
    /// Of the graph.
    pub most_nodes: usize,
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options { symmetry: Symmetry::Full, most_iterations: 70, most_nodes: 400_000, limits: Limits::NONE }
    }
}

/// A clause that is broken, and a heap with arguments on which it is.
#[derive(Clone, Debug)]
pub struct Violation {
    pub broken: Broken,
    pub span: Span,
    /// Its first roots are the receiver and the arguments.
    pub heap: Heap,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    pub violations: Vec<Violation>,
    /// Why not all runs were covered. Empty: all were.
    pub gaps: Vec<Gap>,
    /// No heap of the scope satisfies the precondition.
    pub is_vacuous: bool,
    pub work: Work,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gap {
    /// Something that is not translated.
    Unsupported(String),
    /// The bound on iterations and calls was not enough.
    Bound(usize),
    /// The solver gave no answer.
    Undecided,
}

/// How much it took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    pub nodes: usize,
    pub gates: usize,
    pub variables: usize,
    pub clauses: usize,
    pub queries: usize,
    /// The bound on iterations that was enough.
    pub iterations: usize,
}

/// All that does not depend on bounds.
#[derive(Debug)]
pub struct Problem<'p> {
    program: &'p Program,
    method: MethodId,
    pub(crate) contract: EffectiveContract<'p>,
    sorts: Sorts,
    classes: Vec<ClassId>,
    live: LiveClasses,
}

impl<'p> Problem<'p> {
    pub fn new(program: &'p Program, method: MethodId) -> Problem<'p> {
        let contract = effective_contract(program, method);
        let classes = heap_classes(program, method);
        let mut entries = vec![method];
        let rep_oks = classes.iter().filter_map(|class| program.class(*class).rep_ok);
        entries.extend(rep_oks.filter(|rep_ok| !program.method(*rep_ok).is_abstract));
        entries.dedup();
        let sorts = sorts(program, &entries);
        let live = live(program, &entries, &contract, &classes);
        Problem { program, method, contract, sorts, classes, live }
    }

    /// Decides a scope.
    pub fn decide(&self, scope: &Scope, options: &Options) -> Finding {
        let mut iterations = scope.largest().max(1) + 2;
        loop {
            let attempt = Attempt { problem: self, scope, options, iterations };
            let (finding, needs_more) = attempt.decide();
            let is_settled = !finding.violations.is_empty() || !needs_more;
            let next = iterations * 2;
            if is_settled || next > options.most_iterations || is_over(&options.limits) {
                return finding;
            }
            iterations = next;
        }
    }
}

pub(crate) fn is_over(limits: &Limits) -> bool {
    limits.deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline)
        || limits.interrupt.as_ref().is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed))
}

/// One translation, with one bound.
pub(crate) struct Attempt<'a, 'p> {
    pub(crate) problem: &'a Problem<'p>,
    pub(crate) scope: &'a Scope,
    pub(crate) options: &'a Options,
    pub(crate) iterations: usize,
}

/// A solver, and what was asked.
struct Asked<'a> {
    session: Session,
    limits: &'a Limits,
    queries: usize,
    undecided: bool,
}

impl Asked<'_> {
    /// Can this be?
    fn ask(&mut self, encoder: &Encoder<'_>, assumptions: &[Lit]) -> bool {
        self.queries += 1;
        match self.session.solve(&encoder.circuit, assumptions, self.limits) {
            Answered::Sat => true,
            Answered::Unsat => false,
            Answered::Unknown(_) => {
                self.undecided = true;
                false
            }
        }
    }
}

impl<'p> Attempt<'_, 'p> {
    fn decide(&self) -> (Finding, bool) {
        let mut encoder = self.encoder();
        let translated = self.translate(&mut encoder);
        let gap = |reason: String| (Finding { gaps: vec![Gap::Unsupported(reason)], ..Finding::default() }, false);
        match translated {
            _ if encoder.is_exhausted => (Finding { gaps: vec![Gap::Undecided], ..Finding::default() }, false),
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
        encoder
    }

    fn translate(&self, encoder: &mut Encoder<'p>) -> Result<Translated, String> {
        let problem = self.problem;
        let start = self.start(encoder)?;
        let wanted = self.wanted()?;
        let initial = encoder.initial(&wanted, start)?;
        let subject = Subject { contract: &problem.contract, initial: &initial };
        let assumed = encoder.assume(subject);
        let graph = self.graph(encoder)?;
        let allowed: Vec<ClassId> =
            problem.contract.cases.iter().flat_map(|case| case.exceptions.iter().map(|one| one.class)).collect();
        let run = start_of_call(&graph, initial.state.clone(), initial.args.clone());
        let active = [problem.method];
        let walker = Walker {
            before: &initial.state,
            prefix: Lit::TRUE,
            allowed: Some(&allowed),
            depth: self.iterations,
            active: &active,
        };
        let Ended { returned, thrown, flags, failures } = encoder.walk(&graph, run, walker);
        let mut owed = Vec::new();
        for (state, has_returned) in [(&returned, true), (&thrown, false)] {
            if let Some(state) = state {
                owed.push(encoder.owed(subject, &assumed, Ending { state, has_returned }));
            }
        }
        Ok(Translated { initial, assumed, failures, flags, owed, nodes: graph.nodes.len() })
    }

    /// The graph with all calls inlined, or, if that is too large, with calls left in place.
    fn graph(&self, encoder: &mut Encoder<'p>) -> Result<Rc<Graph<'p>>, String> {
        let problem = self.problem;
        let world = World { live: &encoder.live, initialized: &encoder.initialized };
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
            new_receiver: is_constructor.then_some(declared.class),
            receivers: if has_receiver { receivers } else { Vec::new() },
            params,
        })
    }

    fn names(&self) -> Vec<(Name, Type)> {
        let declared = self.problem.program.method(self.problem.method);
        let this = (!declared.is_static).then(|| (Name::new("this"), Type::class(declared.class)));
        let params = declared.params.iter().map(|param| (param.name.clone(), param.ty));
        this.into_iter().chain(params).collect()
    }

    /// Asks everything. The second value: a larger bound could say more.
    fn solve(&self, encoder: &mut Encoder<'p>, translated: &Translated) -> (Finding, bool) {
        let session = Session::new(Box::new(Cadical::new(Preset::Default, Proofs::None)));
        let mut asked = Asked { session, limits: &self.options.limits, queries: 0, undecided: false };
        let mut finding = Finding::default();
        for lit in &translated.assumed.lits {
            asked.session.assert(&encoder.circuit, *lit);
        }
        finding.is_vacuous = !asked.ask(encoder, &[]) && !asked.undecided;
        let mut needs_more = false;
        if !finding.is_vacuous {
            self.settle(encoder, &mut asked, [translated.assumed.doubt], &mut finding, &mut needs_more);
            let failures = translated.failures.iter().map(|failure| {
                let Failure { kind, span, lit } = failure;
                Obligation { kind: (*kind).into(), span: *span, broken: *lit }
            });
            for obligation in failures {
                self.decide_one(encoder, &mut asked, translated, &obligation, &mut finding);
            }
            self.settle(encoder, &mut asked, [translated.flags], &mut finding, &mut needs_more);
            for Owed { obligations, .. } in &translated.owed {
                for obligation in obligations {
                    self.decide_one(encoder, &mut asked, translated, obligation, &mut finding);
                }
            }
            let later: Vec<Flags> = translated.owed.iter().flat_map(|owed| owed.doubts.iter().copied()).collect();
            self.settle(encoder, &mut asked, later, &mut finding, &mut needs_more);
        }
        if asked.undecided {
            finding.gaps.push(Gap::Undecided);
        }
        finding.work = Work {
            nodes: translated.nodes,
            gates: encoder.circuit.len(),
            variables: asked.session.variables(),
            clauses: asked.session.clauses(),
            queries: asked.queries,
            iterations: self.iterations,
        };
        (finding, needs_more)
    }

    /// Shows that a part of the translation is complete, or says what is missing.
    fn settle(
        &self,
        encoder: &mut Encoder<'p>,
        asked: &mut Asked<'_>,
        doubts: impl IntoIterator<Item = Flags>,
        finding: &mut Finding,
        needs_more: &mut bool,
    ) {
        let (mut beyond, mut stuck) = (Vec::new(), Vec::new());
        for flags in doubts {
            beyond.push(flags.beyond);
            stuck.push(flags.stuck);
        }
        let (beyond, stuck) = (encoder.circuit.or_all(beyond), encoder.circuit.or_all(stuck));
        if beyond != Lit::FALSE && (asked.ask(encoder, &[beyond]) || asked.undecided) {
            let gap = Gap::Bound(self.iterations);
            finding.gaps.extend(Some(gap.clone()).filter(|gap| !finding.gaps.contains(gap)));
            *needs_more = true;
        }
        asked.session.assert(&encoder.circuit, !beyond);
        if stuck != Lit::FALSE && asked.ask(encoder, &[stuck]) {
            for reason in encoder.reasons.clone() {
                let gap = Gap::Unsupported(reason);
                finding.gaps.extend(Some(gap.clone()).filter(|gap| !finding.gaps.contains(gap)));
            }
        }
        asked.session.assert(&encoder.circuit, !stuck);
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
            let heap = self.smallest(encoder, asked, translated, obligation.broken);
            finding.violations.push(Violation { broken: obligation.kind, span: obligation.span, heap });
        }
        // Either no run does it, or these runs are known.
        asked.session.assert(&encoder.circuit, !obligation.broken);
    }

    /// A heap with few objects and small numbers on which the literal holds. Requires: there is one, and it was found last.
    fn smallest(&self, encoder: &Encoder<'p>, asked: &mut Asked<'_>, translated: &Translated, broken: Lit) -> Heap {
        // Not to find a smaller one is no gap.
        let was_undecided = asked.undecided;
        let mut model = asked.session.model(&encoder.circuit);
        let mut assumptions = vec![broken];
        let objects = translated.initial.kinds.iter().flat_map(|kind| kind.objects.iter().rev());
        let mut wishes: Vec<Lit> = objects.map(|object| !encoder.objects[*object].born).collect();
        wishes.extend(&translated.initial.small);
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
        decode(encoder, &translated.initial, &self.names(), model)
    }
}

/// The method and its contract as circuits.
#[derive(Debug)]
struct Translated {
    initial: Initial,
    assumed: Assumed,
    failures: Vec<Failure>,
    flags: Flags,
    owed: Vec<Owed>,
    nodes: usize,
}

/// The classes whose objects a heap can have that the method can reach.
fn heap_classes(program: &Program, method: MethodId) -> Vec<ClassId> {
    let declared = program.method(method);
    let this = (!declared.is_static).then(|| Type::class(declared.class));
    let roots = this.into_iter().chain(declared.params.iter().map(|param| param.ty)).chain(declared.return_type);
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
        let is_made = is_concrete && !declared.is_abstract && declared.origin == ClassOrigin::User;
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
        declared.origin == ClassOrigin::User || declared.name == "java.lang.Object"
    });
    let mut methods = entries.to_vec();
    // Of model fields.
    let represents = program.fields.iter().filter_map(|field| field.represents);
    methods.extend(represents.filter(|method| matches!(program.method(*method).code, Code::Body(_))));
    live_classes(program, methods, formulas, user.map(|class| Type::class(*class)))
}
