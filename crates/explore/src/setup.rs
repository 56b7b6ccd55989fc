//! All that stays the same while a search runs: the compiled method and contract, and the space of
//! heaps.

use crate::assumptions;
use crate::field_bounds::LabelBounds;
use crate::node::Nodes;
use crate::node::{Node, Phase};
use crate::parts::{NotUsed, Parts};
use crate::space::{Content, ContentId, Fresh, Space, fresh_of};
use crate::unseen::Unseen;
use std::sync::Arc;
use tightrope_engine::Cut;
use tightrope_machine::contract::{CompiledClause, CompiledContract};
use tightrope_machine::formula::{FormulaId, Ranges};
use tightrope_machine::{
    Acceleration, Accelerations, Budget, Compiled, Executable, Outcome, SlotRef, State, Word, believe_of_spoilt_fields,
    compile_problem,
};
use tightrope_problem::assumptions::{of_calls, of_hash_tables};
use tightrope_problem::collections::{Layout, layout};
use tightrope_problem::{Bounds, Problem, Subject};
use tightrope_program::{ClassId, ClassOrigin, FieldId, FieldKind, MethodKind, Program, Type};
use tightrope_source::Name;

#[derive(Debug)]
pub(crate) struct Setup<'p> {
    pub(crate) program: &'p Program,
    pub(crate) problem: Arc<Problem<'p>>,
    pub(crate) bounds: Bounds,
    pub(crate) executable: Executable<'p>,
    pub(crate) contract: CompiledContract,
    pub(crate) space: Space,
    pub(crate) receiver: ContentId,
    pub(crate) params: Vec<ContentId>,
    /// Of receiver and arguments.
    pub(crate) arg_is_reference: Vec<bool>,
    pub(crate) arg_types: Vec<Type>,
    pub(crate) arg_names: Vec<Name>,
    pub(crate) run_budget: Budget,
    /// An invariant or precondition speaks of all objects of a type.
    pub(crate) has_global_assumptions: bool,
    pub(crate) has_global_requires: bool,
    /// By formula: are its instances evaluated in no time?
    pub(crate) is_local: Vec<bool>,
    /// By class: what its invariants say of numbers.
    pub(crate) ranges: Vec<Ranges>,
    /// What fields of valid heaps can hold, where that is known.
    pub(crate) labels: Option<LabelBounds>,
    /// What static initialisers leave behind: one for each way in which they may have run before
    /// the call.
    pub(crate) starts: Vec<StaticStart>,
    /// By kind: how its elements lie in the heap, if it is a collection.
    pub(crate) layouts: Vec<Option<Layout>>,
    /// By kind: may a field or an element refer to such objects?
    pub(crate) linked_kinds: Vec<bool>,
    /// Objects that nobody has looked at, and whose invariants may speak of others.
    pub(crate) unseen: Unseen,
    /// The kinds of objects of which there may be any number that nothing leads to.
    pub(crate) quantified: Vec<Fresh>,
    /// There may be strings, whose texts depend on the objects there are.
    has_texts: bool,
    /// By kind: complete heaps with at most so many objects need not be looked at.
    pub(crate) settled: Option<Vec<usize>>,
    pub(crate) assumptions: Vec<String>,
    /// The method runs first.
    pub(crate) parts: Option<Parts>,
    /// Why it does not, though it should.
    pub(crate) without_parts: Option<NotUsed>,
}

/// What static initialisers leave behind.
#[derive(Clone, Debug)]
pub(crate) struct StaticStart {
    state: State,
    /// Those of its objects that have invariants: they are assumed of them as of all others.
    pub(crate) given: Vec<u32>,
}

impl StaticStart {
    /// The heap before anything is added to it.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }
}

impl<'p> Setup<'p> {
    pub(crate) fn new(
        problem: Arc<Problem<'p>>,
        bounds: Bounds,
        run: Budget,
        accelerations: Accelerations,
    ) -> Result<Setup<'p>, Cut> {
        let program = problem.program;
        let Compiled { mut executable, mut contract } = compile_problem(&problem, accelerations);
        let is_static = problem.method().is_some_and(|method| program.method(method).is_static);
        if !is_static && problem.receivers.is_empty() {
            return Err(Cut::NoReceiver);
        }
        let (arg_types, arg_names): (Vec<Type>, Vec<Name>) =
            problem.arguments.iter().map(|argument| (argument.ty, argument.name.clone())).unzip();
        let is_global = |clause: &CompiledClause| executable.is_about_all_objects(clause.now);
        let invariants = problem.classes.iter().filter_map(|class| contract.invariants(*class));
        let has_global_assumptions = invariants.flat_map(|found| &found.assumed).any(is_global);
        let requires = contract.cases.iter().flat_map(|case| &case.requires);
        let requires = requires.chain(&contract.static_before).chain(&contract.axioms);
        let has_global_requires = requires.into_iter().any(is_global);
        let initial = executable.initialize(&mut run.clone(), &[]).map_err(|outcome| initializer_cut(*outcome))?;
        let (lazy, early) = lazy_classes(&problem, &initial.telling);
        let mut states = vec![initial.state];
        if !lazy.is_empty() {
            let later = executable.initialize(&mut run.clone(), &lazy);
            states.push(later.map_err(|outcome| initializer_cut(*outcome))?.state);
        }
        believe_of_spoilt_fields(&executable, &mut contract);
        if program.statics_vary {
            states.iter_mut().for_each(|state| open_statics(program, &executable, state));
        }
        let mut assumptions = assumptions::of_statics(program, &executable, &states[0]);
        assumptions.extend(assumptions::of_initializers(program, &executable, &lazy, &early));
        assumptions.extend(of_hash_tables(program, &executable.library_methods()));
        let methods = executable.user_methods();
        assumptions.extend(problem.method().into_iter().flat_map(|method| of_calls(program, method, &methods)));
        if program.is_owned && contract.has_object_invariants {
            assumptions.push("objects do not share what their invariants speak of (--sharing owned)".to_owned());
        }
        let starts = states.into_iter().map(|state| {
            let given = given_objects(&executable, &contract, &state);
            StaticStart { state, given }
        });
        let starts = starts.collect();
        let setup = Setup {
            program,
            problem,
            bounds: bounds.clone(),
            arg_is_reference: arg_types.iter().map(|ty| ty.is_reference()).collect(),
            arg_types,
            arg_names,
            contract,
            space: Space::default(),
            receiver: ContentId::default(),
            params: Vec::new(),
            run_budget: run,
            has_global_assumptions,
            has_global_requires,
            is_local: executable.local_formulas(),
            ranges: Vec::new(),
            labels: None,
            starts,
            settled: None,
            has_texts: false,
            layouts: Vec::new(),
            linked_kinds: Vec::new(),
            unseen: Unseen::default(),
            quantified: Vec::new(),
            assumptions,
            parts: None,
            without_parts: None,
            executable,
        };
        Ok(setup.in_bounds(bounds))
    }

    /// The same for other bounds.
    pub(crate) fn in_bounds(self, bounds: Bounds) -> Setup<'p> {
        let Setup { program, mut executable, .. } = self;
        let receiver = ContentId::from(bounds.receiver);
        let params = bounds.params.iter().map(|values| ContentId::from(*values)).collect();
        let space = Space::new(&self.problem, &executable, &bounds);
        if executable.has(Acceleration::LazyReads) {
            executable.set_deferring(space.deferring(&executable));
        }
        let given = self.starts.iter().map(|start| start.state.object_count()).max().unwrap_or_default();
        let most_objects = given + space.kinds.iter().map(|kind| kind.limit).sum::<usize>();
        let ranges = ranges(program, &executable, &self.contract, most_objects);
        let (has_texts, linked_kinds) = (space.has_texts(), space.linked_kinds());
        let fresh = |all: &[tightrope_problem::Fresh]| all.iter().map(|fresh| fresh_of(*fresh)).collect::<Vec<_>>();
        let unseen = Unseen::new(&self.problem, &executable, &space, fresh(&bounds.observers));
        let quantified = fresh(&bounds.quantified);
        let labels = bounds.tight.as_ref().and_then(|tight| LabelBounds::new(program, &executable, tight));
        let layouts = space.kinds.iter().map(|kind| layout(program, kind.class?)).collect();
        Setup {
            layouts,
            bounds,
            space,
            receiver,
            params,
            ranges,
            labels,
            has_texts,
            linked_kinds,
            unseen,
            quantified,
            executable,
            ..self
        }
    }

    /// Is everything known of the heap that depends on the scope?
    pub(crate) fn is_complete(&self, node: &Node) -> bool {
        if node.chose_number || !node.arrays.is_empty() || self.has_texts {
            return false;
        }
        // What is only compared is kept open in every scope.
        let depends_on_scope = |object: usize, slot: usize| {
            let content = self.field_content(node, object, slot);
            let content = content.map(|content| self.space.content(content));
            !matches!(
                content,
                Some(
                    Content::OrderedVar { .. }
                        | Content::Opaque { .. }
                        | Content::ToldApart { .. }
                        | Content::Untouchable
                )
            )
        };
        let mut objects = node.initial.iter().map(|object| *object as usize);
        objects.all(|object| {
            let mut open = self.executable.open_slots(&node.state, object);
            !open.any(|slot| depends_on_scope(object, slot))
        })
    }

    /// Was this complete heap looked at in a smaller scope?
    pub(crate) fn is_settled(&self, node: &Node) -> bool {
        let limits = self.settled.iter().flatten();
        self.settled.is_some() && node.counts.iter().zip(limits).all(|(count, limit)| usize::from(*count) <= *limit)
    }

    /// Is it a class of Java's library?
    pub(crate) fn is_of_library(&self, class: Option<ClassId>) -> bool {
        class.is_some_and(|class| self.program.class(class).origin == ClassOrigin::Library)
    }

    /// The nodes that everything starts from: one for each way in which static initialisers may
    /// have run, and for each number of objects that nothing leads to.
    pub(crate) fn roots(&self) -> Nodes {
        let mut nodes: Nodes = self.starts.iter().map(|start| Box::new(self.root(start))).collect();
        for fresh in &self.quantified {
            let mut more: Nodes = Vec::new();
            for node in &nodes {
                for count in 1..=self.space.kinds[fresh.kind()].limit {
                    let mut copy = Box::<Node>::default();
                    copy.clone_from(node);
                    if (0..count).all(|_| self.add_stranger(&mut copy, *fresh)) {
                        more.push(copy);
                    }
                }
            }
            nodes.extend(more);
        }
        nodes
    }

    pub(crate) fn root(&self, start: &StaticStart) -> Node {
        let mut node = Node {
            state: start.state.clone().into(),
            counts: vec![0; self.space.kinds.len()],
            initial: start.given.clone(),
            given: start.given.len() as u32,
            is_part: self.parts.is_some(),
            ..Node::default()
        };
        self.assume_everything(&mut node);
        let method = match self.problem.subject {
            Subject::Method(method) => self.program.method(method),
            Subject::Structures(_) => {
                node.phase = Phase::Receiver;
                return node;
            }
        };
        node.phase = match (method.is_static, method.kind) {
            (true, _) => Phase::Parameter(0),
            (false, MethodKind::Constructor) => {
                let this = self.executable.add_new_object(&mut node.state, method.class);
                node.args.extend(this);
                Phase::Parameter(0)
            }
            _ => Phase::Receiver,
        };
        node
    }
}

fn initializer_cut(outcome: Outcome) -> Cut {
    match outcome {
        Outcome::Unsupported(what) => Cut::Unsupported(what),
        Outcome::Exhausted(limit) => Cut::Budget(crate::run_limit(limit)),
        _ => Cut::Initializer("a static initialiser of the checked classes does not end normally".to_owned()),
    }
}

/// By class: what its invariants say of numbers.
fn ranges(
    program: &Program,
    executable: &Executable<'_>,
    contract: &CompiledContract,
    most_objects: usize,
) -> Vec<Ranges> {
    let of_class = |class: ClassId| {
        let assumed: Vec<FormulaId> = contract.invariants(class)?.assumed.iter().map(|clause| clause.now).collect();
        Some(executable.ranges(&assumed, most_objects))
    };
    program.class_ids().map(|class| of_class(class).unwrap_or_default()).collect()
}

/// Of the classes whose initialisers change more than their own fields: those that may not be
/// initialised when the method is called, and those that are taken to be so because heaps may have
/// objects of them.
fn lazy_classes(problem: &Problem<'_>, telling: &[ClassId]) -> (Vec<ClassId>, Vec<ClassId>) {
    let (program, Some(method)) = (problem.program, problem.method()) else { return (Vec::new(), Vec::new()) };
    let own = program.initialization_order(program.method(method).class);
    let is_open = |class: &ClassId| program.class(*class).origin == ClassOrigin::User && !own.contains(class);
    telling.iter().copied().filter(is_open).partition(|class| !problem.classes.contains(class))
}

/// Forgets what objects of the user's classes hold that static fields lead to, but for final
/// fields and those of two words.
fn open_statics(program: &Program, executable: &Executable<'_>, state: &mut State) {
    let references: Vec<Word> = executable.static_references(state).collect();
    let reached = executable.reachable(state, references);
    for object in (0..reached.len()).filter(|object| reached[*object]) {
        let Some(class) = executable.object_type(state, object).and_then(Type::as_class) else { continue };
        let slots: Vec<(FieldId, u32)> = executable.slots_of_class(class).collect();
        for (field, slot) in slots {
            let declared = program.field(field);
            let is_users = program.class(declared.class).origin == ClassOrigin::User;
            if is_users && !declared.is_final && declared.kind == FieldKind::Java && !declared.ty.is_wide() {
                executable.reopen(state, SlotRef { object, slot, is_long: false, before: false });
            }
        }
    }
}

/// The objects of static initialisers whose invariants are assumed, or whose content is open.
fn given_objects(executable: &Executable<'_>, contract: &CompiledContract, start: &State) -> Vec<u32> {
    let has_invariant = |object: &u32| {
        let class = executable.object_type(start, *object as usize).and_then(Type::as_class);
        class.is_some_and(|class| contract.invariants(class).is_some())
    };
    let is_open = |object: &u32| executable.open_slots(start, *object as usize).next().is_some();
    (0..start.object_count() as u32).filter(|object| has_invariant(object) || is_open(object)).collect()
}
