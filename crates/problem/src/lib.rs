//! What has to be decided, as plain data: made once for each method, used by every engine.
//!
//! A [`Problem`] joins the method, its effective contract, the [`Obligation`]s with their ids, the
//! invariants that objects owe, the classes and static fields that a run can meet, the sorts of
//! values and the natives. [`Bounds`] are the user's scope, resolved for one problem: how many
//! objects of each class there are, and what each place may hold. No engine, no machine, no
//! algorithm is known here.

pub mod assumptions;
mod bounds;
mod classes;
pub mod collections;
mod describe;
mod excuse;
mod instances;
mod obligation;
mod reads;

pub use bounds::{
    Because, Bounds, Covered, FieldPlace, Fits, Fresh, ObjectBound, ObjectBoundId, References, ValueCoverage, Values,
    ValuesId,
};
pub use describe::{describe_bounds, describe_problem};
pub use excuse::{Excuse, has_contract};
pub use instances::{Instance, InstanceId, types_without_objects};
pub use obligation::{Breach, How, Obligation, ObligationId, ObligationKind, Owner, StatementKind, Throws};

pub use reads::{Reads, is_observed, reads_of};

pub use classes::{has_receiver, may_lack_objects};

use classes::{heap_classes, receiver_classes, root_types, static_types};
use std::collections::BTreeSet;
use tightrope_heap::Layouts;
use tightrope_program::effective::{
    EffectiveContract, Invariant, class_invariants, effective_contract, invariants_concern,
};
use tightrope_program::final_fields::{FinalField, final_fields, settled_fields};
use tightrope_program::natives::{Native, find_native};
use tightrope_program::reach::{Reached, reach};
use tightrope_program::sorts::{Sorts, sorts, structure_sorts};
use tightrope_program::{ClassId, ClassOrigin, FieldId, MethodId, Program, Type};
use tightrope_source::{Name, Span};

/// What is asked: does a method meet its contract, or which structures does a class have?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    Method(MethodId),
    /// All objects of the class that its invariant admits, with all that they lead to.
    Structures(ClassId),
}

/// One method, or the structures of one class, made ready for every engine.
#[derive(Clone, Debug)]
pub struct Problem<'p> {
    pub program: &'p Program,
    pub subject: Subject,
    /// `None`: there is no method.
    pub contract: Option<EffectiveContract<'p>>,
    /// All that a run has to meet. An obligation's id is its place in this list.
    pub obligations: Vec<Obligation>,
    /// By class: what its objects owe before and after.
    pub invariants: Vec<ObjectInvariants<'p>>,
    /// The receiver, unless the method is static, and the parameters.
    pub arguments: Vec<Argument>,
    /// The concrete classes whose objects run this very method.
    pub receivers: Vec<ClassId>,
    /// The classes whose objects a heap may have, before the call or after it; ascending.
    pub classes: Vec<ClassId>,
    /// The classes over all of whose objects some formula quantifies: a heap may have any number
    /// of them that nothing leads to.
    pub quantified: Vec<ClassId>,
    /// The classes whose objects may have an invariant about an object that a run changes: a heap
    /// may have one of them that nothing leads to.
    pub observers: Vec<ClassId>,
    /// The types of the receiver, the parameters, the result, of the static fields that a run can
    /// touch, and of objects that nothing leads to: what leads into the heap.
    pub roots: Vec<Type>,
    /// The method and the `repOk`s of the classes: the code that a check runs first.
    pub entries: Vec<MethodId>,
    /// What the method itself can run and touch.
    pub reached: Reached,
    /// What has to be known of the values in each place.
    pub sorts: Sorts,
    /// The classes with type arguments of which a heap may have objects. `None`: there are too
    /// many, and type arguments are not followed.
    pub instances: Option<Vec<Instance>>,
    /// What every constructor puts into final fields: it is there before the call.
    pub finals: Vec<FinalField>,
    /// The natives among the methods that can run.
    pub natives: Vec<(MethodId, Native)>,
}

/// The receiver or a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    pub name: Name,
    pub ty: Type,
}

/// The invariants of the objects of exactly one class: its own, the inherited ones, and `repOk`s.
///
/// *Before* the call they are assumed of every object of the initial heap. *After* it, however it
/// ends, every initial object owes them, and so does every new object that the receiver, an
/// argument, the result or a static field leads to. The object that a constructor makes owes them
/// only if the constructor returns. Whoever checks a helper method, or the `repOk` itself, neither
/// assumes nor owes any: the list of the problem is empty then.
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectInvariants<'p> {
    pub class: ClassId,
    /// Static clauses belong to the class and are not among these.
    pub invariants: Vec<Invariant<'p>>,
    /// One for each of them.
    pub obligations: Vec<ObligationId>,
    /// What they may read.
    pub reads: Reads,
}

impl<'p> Problem<'p> {
    /// The check of a method.
    pub fn of_method(program: &'p Program, method: MethodId) -> Problem<'p> {
        let reached = reach(program, [method]);
        let contract = effective_contract(program, method);
        Problem::new(program, Subject::Method(method), Some(contract), reached)
    }

    /// The structures of a class.
    pub fn of_structures(program: &'p Program, class: ClassId) -> Problem<'p> {
        Problem::new(program, Subject::Structures(class), None, Reached::default())
    }

    fn new(
        program: &'p Program,
        subject: Subject,
        contract: Option<EffectiveContract<'p>>,
        reached: Reached,
    ) -> Problem<'p> {
        let mut roots = root_types(program, subject);
        roots.extend(static_types(program, &reached));
        let (quantified, observers) = unreferenced_classes(program, contract.as_ref(), &reached, &roots);
        roots.extend(quantified.iter().chain(&observers).map(|class| Type::class(*class)));
        let classes = heap_classes(program, roots.iter().copied());
        let entries = entries(program, subject, &classes);
        let sorts = match subject {
            Subject::Method(_) => sorts(program, &entries),
            Subject::Structures(class) => structure_sorts(program, class, &entries),
        };
        let finals = known_fields(program, subject, contract.as_ref(), &classes);
        let mut problem = Problem {
            program,
            subject,
            contract,
            obligations: Vec::new(),
            invariants: Vec::new(),
            arguments: arguments(program, subject),
            receivers: receiver_classes(program, subject),
            natives: natives(program, &entries),
            instances: instances::instances(program, subject, &classes),
            finals,
            classes,
            quantified,
            observers,
            roots,
            entries,
            reached,
            sorts,
        };
        problem.invariants = problem.object_invariants();
        problem.list_obligations();
        problem
    }

    /// The method, if one is checked.
    pub fn method(&self) -> Option<MethodId> {
        match self.subject {
            Subject::Method(method) => Some(method),
            Subject::Structures(_) => None,
        }
    }

    pub fn obligation(&self, id: ObligationId) -> &Obligation {
        &self.obligations[id.index()]
    }

    /// Do type arguments say more of some place than its erased type does?
    pub fn has_type_arguments(&self) -> bool {
        let program = self.program;
        let layouts = Layouts::new(program);
        let is_narrowed = |class: ClassId| {
            layouts.fields(class).iter().any(|field| {
                let known = program.field_type_in(class, &[], *field).erased();
                known.is_some_and(|known| known != program.field(*field).ty)
            })
        };
        match &self.instances {
            None => false,
            Some(instances) => !instances.is_empty() || self.user_classes().any(is_narrowed),
        }
    }

    /// The user's classes whose objects a heap may have.
    pub fn user_classes(&self) -> impl Iterator<Item = ClassId> + '_ {
        users(self.program, &self.classes)
    }

    /// The invariants of the objects of exactly this class, if it has any.
    pub fn invariants_of(&self, class: ClassId) -> Option<&ObjectInvariants<'p>> {
        self.invariants.iter().find(|owed| owed.class == class)
    }

    /// The static fields that a run can touch, ascending.
    pub fn static_fields(&self) -> &BTreeSet<FieldId> {
        &self.reached.static_fields
    }

    /// Where the subject is declared.
    pub fn span(&self) -> Span {
        match self.subject {
            Subject::Method(method) => self.program.method(method).name_span,
            Subject::Structures(class) => self.program.class(class).span,
        }
    }

    /// Are invariants of objects assumed and owed at all?
    pub fn concerns_invariants(&self) -> bool {
        self.method().is_none_or(|method| invariants_concern(self.program, method))
    }

    /// What the model of a collection says of itself is assumed, and nobody owes it.
    fn is_of_library(&self, invariant: &Invariant<'_>) -> bool {
        self.program.class(invariant.class).origin == ClassOrigin::Library
    }

    /// The collections of the library of which a heap may have objects, their nodes, and other
    /// models with a `repOk`.
    pub fn collection_classes(&self) -> impl Iterator<Item = ClassId> + '_ {
        let program = self.program;
        let is_collection = move |class: &ClassId| {
            let declared = program.class(*class);
            let is_laid_out =
                || collections::is_node(program, *class) || collections::layout(program, *class).is_some();
            declared.origin == ClassOrigin::Library && (declared.rep_ok.is_some() || is_laid_out())
        };
        self.classes.iter().copied().filter(is_collection)
    }

    fn object_invariants(&self) -> Vec<ObjectInvariants<'p>> {
        if !self.concerns_invariants() {
            return Vec::new();
        }
        let of_class = |class: ClassId| {
            let mut invariants = class_invariants(self.program, class);
            invariants.retain(|invariant| !obligation::is_static(invariant) && !self.is_of_library(invariant));
            let reads = reads::reads_of(self.program, &invariants);
            ObjectInvariants { class, invariants, obligations: Vec::new(), reads }
        };
        self.user_classes().map(of_class).filter(|owed| !owed.invariants.is_empty()).collect()
    }
}

/// The classes of which a heap may have objects that nothing leads to: those that are quantified
/// over, and those that observe others.
fn unreferenced_classes(
    program: &Program,
    contract: Option<&EffectiveContract<'_>>,
    reached: &Reached,
    roots: &[Type],
) -> (Vec<ClassId>, Vec<ClassId>) {
    let Some(contract) = contract else { return (Vec::new(), Vec::new()) };
    let concerned = invariants_concern(program, contract.method);
    let classes = if concerned { heap_classes(program, roots.iter().copied()) } else { Vec::new() };
    let users = classes.into_iter().filter(|class| program.class(*class).origin == ClassOrigin::User);
    let invariants: Vec<Invariant<'_>> = users.flat_map(|class| class_invariants(program, class)).collect();
    let quantified = reads::quantified_classes(program, contract, reached, &invariants);
    let mut observers = if concerned { reads::observers(program, reached) } else { Vec::new() };
    observers.retain(|class| !quantified.contains(class));
    (quantified, observers)
}

/// What every constructor puts into fields. A static method that nobody has specified is called
/// with objects as the code at hand makes them.
fn known_fields(
    program: &Program,
    subject: Subject,
    contract: Option<&EffectiveContract<'_>>,
    classes: &[ClassId],
) -> Vec<FinalField> {
    let is_unspecified = contract.is_some_and(|contract| contract.cases.iter().all(|case| case.written.is_none()));
    let is_open = match subject {
        Subject::Method(method) => program.method(method).is_static && is_unspecified,
        Subject::Structures(_) => false,
    };
    let mut known: Vec<FinalField> = users(program, classes).flat_map(|class| final_fields(program, class)).collect();
    if is_open {
        let unsaid = users(program, classes).filter(|class| !has_contract(program, *class));
        known.extend(unsaid.flat_map(|class| settled_fields(program, class)));
    }
    known
}

fn users<'a>(program: &'a Program, classes: &'a [ClassId]) -> impl Iterator<Item = ClassId> + 'a {
    classes.iter().copied().filter(|class| program.class(*class).origin == ClassOrigin::User)
}

fn entries(program: &Program, subject: Subject, classes: &[ClassId]) -> Vec<MethodId> {
    let mut entries = match subject {
        Subject::Method(method) => vec![method],
        Subject::Structures(_) => Vec::new(),
    };
    let rep_oks = classes.iter().filter_map(|class| program.class(*class).rep_ok);
    entries.extend(rep_oks.filter(|method| !program.method(*method).is_abstract));
    entries.dedup();
    entries
}

fn arguments(program: &Program, subject: Subject) -> Vec<Argument> {
    let this = |class: ClassId| Argument { name: Name::new("this"), ty: Type::class(class) };
    match subject {
        Subject::Structures(class) => vec![this(class)],
        Subject::Method(method) => {
            let declared = program.method(method);
            let params = declared.params.iter().map(|param| Argument { name: param.name.clone(), ty: param.ty });
            (!declared.is_static).then(|| this(declared.class)).into_iter().chain(params).collect()
        }
    }
}

fn natives(program: &Program, entries: &[MethodId]) -> Vec<(MethodId, Native)> {
    let methods = reach(program, entries.iter().copied()).methods;
    methods.into_iter().filter_map(|method| Some((method, find_native(program, method)?))).collect()
}
