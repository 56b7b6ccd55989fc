//! All that stays the same while a search runs: the compiled method and contract, and the space of heaps.

use crate::node::{Node, Phase};
use crate::parts::{NotUsed, Parts};
use crate::space::{Content, ContentId, Space};
use std::sync::Arc;
use tightrope_engine::Cut;
use tightrope_machine::contract::{CompiledClause, CompiledContract};
use tightrope_machine::formula::{FormulaId, Ranges};
use tightrope_machine::{Acceleration, Accelerations, Budget, Executable, Outcome, State};
use tightrope_problem::{Bounds, Problem, Subject};
use tightrope_program::effective::EffectiveContract;
use tightrope_program::names::simple_name;
use tightrope_program::{ClassId, ClassOrigin, FieldId, MethodId, MethodKind, Program, Type};
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
    /// What static initialisers leave behind.
    start: State,
    /// Those of its objects that have invariants: they are assumed of them as of all others.
    pub(crate) given: Vec<u32>,
    /// By kind: may a field or an element refer to such objects?
    pub(crate) linked_kinds: Vec<bool>,
    /// Objects that something refers to may have invariants about others.
    has_foreign_invariants: bool,
    /// There may be strings, whose texts depend on the objects there are.
    has_texts: bool,
    /// By kind: complete heaps with at most so many objects need not be looked at.
    pub(crate) settled: Option<Vec<usize>>,
    /// All open slots are filled, and nothing is run.
    pub(crate) generates: bool,
    pub(crate) assumptions: Vec<String>,
    /// The method runs first.
    pub(crate) parts: Option<Parts>,
    /// Why it does not, though it should.
    pub(crate) without_parts: Option<NotUsed>,
}

impl<'p> Setup<'p> {
    pub(crate) fn new(
        problem: Arc<Problem<'p>>,
        bounds: Bounds,
        run: Budget,
        accelerations: Accelerations,
    ) -> Result<Setup<'p>, Cut> {
        let program = problem.program;
        let executable = Executable::with_sorts(program, problem.entries.iter().copied(), problem.sorts.clone());
        let mut executable = executable.accelerated_by(accelerations);
        problem.user_classes().for_each(|class| executable.add_class(class));
        for ty in array_types(program, &problem.roots, &problem.classes) {
            executable.add_array_type(ty);
        }
        let contract = compile_contract(&mut executable, &problem);
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
        let start = executable.initial_state(&mut run.clone()).map_err(|outcome| initializer_cut(*outcome))?;
        let mut assumptions = static_assumptions(program, &executable);
        assumptions.extend(static_state_assumptions(program, &executable, &start));
        assumptions.extend(hash_assumptions(program, &executable));
        let given = given_objects(&executable, &contract, &start);
        let setup = Setup {
            program,
            generates: problem.method().is_none(),
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
            start,
            given,
            settled: None,
            has_texts: false,
            linked_kinds: Vec::new(),
            has_foreign_invariants: false,
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
        let space = Space::new(program, &executable, &bounds);
        if executable.has(Acceleration::LazyReads) {
            executable.set_deferring(space.deferring(&executable));
        }
        let most_objects = self.start.object_count() + space.kinds.iter().map(|kind| kind.limit).sum::<usize>();
        let ranges = ranges(program, &executable, &self.contract, most_objects);
        let (has_texts, linked_kinds) = (space.has_texts(), space.linked_kinds());
        let is_foreign = |class: ClassId| {
            let invariants = self.contract.invariants(class);
            let is_own = |clause: &CompiledClause| executable.is_of_this_alone(clause.now);
            invariants.is_some_and(|all| !all.rep_ok.is_empty() || !all.demanded.iter().all(is_own))
        };
        let linked = space.kinds.iter().zip(&linked_kinds).filter(|(_, is_linked)| **is_linked);
        let has_foreign_invariants = linked.filter_map(|(kind, _)| kind.class).any(is_foreign);
        Setup {
            bounds,
            space,
            receiver,
            params,
            ranges,
            has_texts,
            linked_kinds,
            has_foreign_invariants,
            executable,
            ..self
        }
    }

    /// Has a run changed something of which an object might speak that nobody has looked at? Its invariant is not judged.
    pub(crate) fn leaves_unseen(&self, node: &Node) -> bool {
        let leads_on = |object: usize, slot: usize| {
            let content = self.space.slot(self.executable.type_number(&node.state, object), slot);
            matches!(content.map(|content| self.space.content(content)), Some(Content::Reference(_)))
        };
        self.has_foreign_invariants
            && !node.state.is_as_before()
            && node
                .initial
                .iter()
                .map(|object| *object as usize)
                .any(|object| self.executable.open_slots(&node.state, object).any(|slot| leads_on(object, slot)))
    }

    /// Is everything known of the heap that depends on the scope?
    pub(crate) fn is_complete(&self, node: &Node) -> bool {
        if node.chose_number || !node.arrays.is_empty() || self.has_texts {
            return false;
        }
        // What is only compared is kept open in every scope.
        let depends_on_scope = |object: usize, slot: usize| {
            let content = self.space.slot(self.executable.type_number(&node.state, object), slot);
            let content = content.map(|content| self.space.content(content));
            !matches!(content, Some(Content::Point { .. } | Content::Opaque { .. } | Content::Untouchable))
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

    /// How many initial objects there are besides those that static initialisers made.
    pub(crate) fn made_objects(&self, node: &Node) -> usize {
        node.initial.len() - self.given.len()
    }

    /// Is it a class of Java's library?
    pub(crate) fn is_of_library(&self, class: Option<ClassId>) -> bool {
        class.is_some_and(|class| self.program.class(class).origin == ClassOrigin::Library)
    }

    /// The type of all objects.
    pub(crate) fn object_type(&self) -> Type {
        self.program.class_named("java.lang.Object").map_or(Type::UNKNOWN, Type::class)
    }

    /// The node that everything starts from.
    pub(crate) fn root(&self) -> Node {
        let mut node = Node {
            state: self.start.clone(),
            counts: vec![0; self.space.kinds.len()],
            initial: self.given.clone(),
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
        Outcome::Exhausted(limit) => Cut::Budget(limit),
        _ => Cut::Initializer("a static initialiser of the checked classes does not end normally".to_owned()),
    }
}

fn array_types(program: &Program, roots: &[Type], classes: &[ClassId]) -> Vec<Type> {
    let layouts = tightrope_heap::Layouts::new(program);
    let fields = classes.iter().flat_map(|class| layouts.fields(*class)).map(|field| program.field(*field).ty);
    roots.iter().copied().chain(fields).filter(|ty| ty.is_array()).collect()
}

fn compile_contract<'p>(executable: &mut Executable<'p>, problem: &Problem<'p>) -> CompiledContract {
    let made: Vec<ClassId> = problem.user_classes().collect();
    match (&problem.contract, problem.subject) {
        (Some(contract), _) => executable.add_contract(contract, &made),
        (None, subject) => {
            let class = match subject {
                Subject::Structures(class) => Some(class),
                Subject::Method(_) => None,
            };
            let methods = class.map(|class| problem.program.class(class).methods.as_slice()).unwrap_or_default();
            let nothing = EffectiveContract {
                method: methods.first().copied().unwrap_or(MethodId(0)),
                cases: Vec::new(),
                invariants_before: Vec::new(),
                invariants_after: Vec::new(),
                constraints: Vec::new(),
                initially: Vec::new(),
                axioms: Vec::new(),
                unchecked: Vec::new(),
            };
            executable.add_structure(&nothing, &made)
        }
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

/// The objects of static initialisers whose invariants are assumed.
fn given_objects(executable: &Executable<'_>, contract: &CompiledContract, start: &State) -> Vec<u32> {
    let has_invariant = |object: &u32| {
        let class = executable.object_type(start, *object as usize).and_then(Type::as_class);
        class.is_some_and(|class| contract.invariants(class).is_some())
    };
    (0..start.object_count() as u32).filter(has_invariant).collect()
}

/// What constants lead to is as the initialisers left it: said where code could have changed it since.
fn static_state_assumptions(program: &Program, executable: &Executable<'_>, start: &State) -> Vec<String> {
    let is_constant = |field: &FieldId| {
        let declared = program.field(*field);
        declared.is_final && program.class(declared.class).origin == ClassOrigin::User
    };
    let can_change = |ty: Type, object: usize| match ty.as_class() {
        Some(class) if !ty.is_array() => {
            executable.slots_of_class(class).any(|(field, _)| !program.field(field).is_final)
        }
        _ => start.object_length(object) > 0,
    };
    let mut shown = Vec::new();
    for (field, value) in executable.static_values(start).into_iter().filter(|(field, _)| is_constant(field)) {
        let declared = program.field(field);
        let reached = executable.reachable(start, declared.ty.is_reference().then_some(value));
        let mut objects = reached.iter().enumerate().filter(|(_, is_reached)| **is_reached).map(|(object, _)| object);
        if objects.any(|object| executable.object_type(start, object).is_some_and(|ty| can_change(ty, object))) {
            let class = simple_name(program, declared.class);
            shown.push(format!("what static field `{class}.{}` leads to is in its initial state", declared.name));
        }
    }
    shown
}

/// The models of hash tables hash nothing, and keep the order of insertion.
fn hash_assumptions(program: &Program, executable: &Executable<'_>) -> Vec<String> {
    const HASHED: [&str; 2] = ["java.util.HashMap", "java.util.HashSet"];
    const ITERATING: [&str; 7] = ["iterator", "keySet", "values", "entrySet", "toArray", "toString", "forEach"];
    let is_hashed = |method: &MethodId| HASHED.contains(&program.class(program.method(*method).class).name.as_str());
    let used: Vec<MethodId> = executable.library_methods().into_iter().filter(is_hashed).collect();
    let has_equals = program.class_ids().any(|class| {
        let declared = program.class(class);
        let is_equals =
            |method: &MethodId| program.method(*method).name == "equals" && !program.method(*method).is_static;
        declared.origin == ClassOrigin::User && declared.methods.iter().any(is_equals)
    });
    let iterates = used.iter().any(|method| ITERATING.contains(&program.method(*method).name.as_str()));
    let said = [
        (has_equals, "keys of hash tables have a `hashCode` that agrees with `equals`, and do not change"),
        (iterates, "hash tables iterate in the order of insertion, and make their views anew"),
    ];
    said.into_iter().filter(|(applies, _)| *applies && !used.is_empty()).map(|(_, text)| text.to_owned()).collect()
}

/// Static fields keep what their initialisers gave them: said, since another method may have changed them.
fn static_assumptions(program: &Program, executable: &Executable<'_>) -> Vec<String> {
    let is_variable = |field: &FieldId| {
        let declared = program.field(*field);
        let is_library = program.class(declared.class).origin != ClassOrigin::User;
        !declared.is_final && !is_library
    };
    let fields = executable.static_fields().into_iter().filter(is_variable);
    let shown = fields.map(|field| {
        let declared = program.field(field);
        let class = simple_name(program, declared.class);
        format!("static field `{class}.{}` starts with its initial value", declared.name)
    });
    shown.collect()
}
