//! What may excuse a failing call of a method that nobody has specified: it was given something
//! that its caller has to exclude, and nobody has said so.
//!
//! A null argument is one such thing, or a null among the elements of an array or a collection; a
//! list that bites its own tail is another, for a run that never ends, and so is a node that two
//! links lead to. Engines tell calls with an excuse from those without, so that a failure which
//! needs no excuse is never hidden behind one that has it. What has an excuse is a note, no alarm.

use crate::{Breach, How, ObligationKind, Problem};
use tightrope_heap::{Heap, Layouts, ObjectId, Value};
use tightrope_program::contract::{Clause, Origin};
use tightrope_program::{ClassId, ClassOrigin, FieldId, MethodKind, Nullity, Program, Type};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Excuse {
    /// A parameter is null, or an element of it.
    NullArgument,
    /// From an object one field leads back to it, over and over.
    CyclicArgument,
    /// Links or parameters lead to one object in two ways.
    SharedArgument,
}

impl Problem<'_> {
    /// Does nobody say what the method may do?
    pub fn is_unspecified(&self) -> bool {
        self.contract.as_ref().is_some_and(|contract| contract.cases.iter().all(|case| case.written.is_none()))
    }

    /// Is it a parameter of which nobody says whether it may be null? The receiver is none.
    pub fn is_open_parameter(&self, argument: usize) -> bool {
        let Some(method) = self.method().map(|method| self.program.method(method)) else { return false };
        let receiver = usize::from(!method.is_static);
        let param = argument.checked_sub(receiver).and_then(|index| method.params.get(index));
        param.is_some_and(|param| param.ty.is_reference() && param.nullity == Nullity::Unsaid)
    }

    /// Why a call that ends in this way may be none of the method's business. The first roots of
    /// the heap are the arguments.
    pub fn excuse(&self, breach: &Breach, heap: &Heap) -> Option<Excuse> {
        if !self.is_unspecified() {
            return None;
        }
        match (self.obligation(breach.obligation).kind, &breach.how) {
            (ObligationKind::Exceptions, How::Exception { class, .. }) => {
                let is_excused = self.is_null_pointer(*class) && self.passes_null(heap);
                is_excused.then_some(Excuse::NullArgument)
            }
            (ObligationKind::Terminates | ObligationKind::StackFits, _) => {
                let is_shared = || self.has_shared_argument(heap).then_some(Excuse::SharedArgument);
                self.has_cyclic_argument(heap).then_some(Excuse::CyclicArgument).or_else(is_shared)
            }
            _ => None,
        }
    }

    /// Do links of what a parameter leads to come back to where they start, though nobody says that
    /// they may?
    pub fn has_cyclic_argument(&self, heap: &Heap) -> bool {
        has_cycle(self.program, heap, self.passed_objects(heap))
    }

    /// Do two parameters, or two links of what they lead to, lead to the same object, though nobody
    /// says that they may?
    fn has_shared_argument(&self, heap: &Heap) -> bool {
        let passed = self.passed_objects(heap);
        let is_open = |object: &ObjectId| is_open(self.program, heap.object(*object).ty);
        let links = reached(heap, passed.clone());
        let links = links.iter().flat_map(|object| leading_on(self.program, heap, *object));
        let mut found: Vec<ObjectId> = Vec::new();
        passed.into_iter().chain(links).filter(is_open).any(|object| {
            let is_known = found.contains(&object);
            found.push(object);
            is_known
        })
    }

    /// The objects that the parameters are.
    fn passed_objects(&self, heap: &Heap) -> Vec<ObjectId> {
        let receiver = usize::from(self.arguments.first().is_some_and(|it| it.name == "this"));
        let params = (self.first_root()..self.arguments.len()).zip(&heap.roots);
        params.filter(|(index, _)| *index >= receiver).filter_map(|(_, root)| root.value.as_object()).collect()
    }

    /// Only what comes of a null is excused by one.
    pub fn is_null_pointer(&self, exception: ClassId) -> bool {
        self.program.class(exception).name == "java.lang.NullPointerException"
    }

    fn passes_null(&self, heap: &Heap) -> bool {
        let arguments = (self.first_root()..self.arguments.len()).zip(&heap.roots);
        let mut arguments = arguments.filter(|(index, _)| self.is_open_parameter(*index));
        arguments.any(|(_, root)| match root.value.as_object() {
            Some(object) => holds_null(self.program, heap, object),
            None => root.value == Value::Null,
        })
    }

    /// A constructor's receiver does not exist before the call, and is no root.
    fn first_root(&self) -> usize {
        let kind = self.method().map(|method| self.program.method(method).kind);
        usize::from(kind == Some(MethodKind::Constructor))
    }
}

/// Does anybody say which objects of the class are valid, or what its methods do? Classes inside it
/// and around it count.
pub fn has_contract(program: &Program, class: ClassId) -> bool {
    let says_something = |class: ClassId| {
        let declared = program.class(class);
        let is_written = |clause: &Clause| clause.origin == Origin::Written;
        let has_invariant = declared.rep_ok.is_some() || declared.invariants.iter().any(is_written);
        has_invariant || declared.methods.iter().any(|method| !program.method(*method).contract.cases.is_empty())
    };
    let around = outermost(program, class);
    program.class_ids().filter(|other| outermost(program, *other) == around).any(says_something)
}

fn outermost(program: &Program, class: ClassId) -> ClassId {
    program.class(class).outer.map_or(class, |outer| outermost(program, outer))
}

/// Do links lead from an object that the parameters reach back to it: one field again and again, or
/// several that all lead on? A link that its name calls a way back is expected to lead back.
/// Objects whose class says which of them are valid do not count: their cycles are admitted.
fn has_cycle(program: &Program, heap: &Heap, params: Vec<ObjectId>) -> bool {
    let open: Vec<bool> = heap.objects.iter().map(|object| is_open(program, object.ty)).collect();
    let layouts = Layouts::new(program);
    // The links of an object, by field.
    let links = |id: ObjectId| {
        let fields = heap.object(id).ty.as_class().map_or(&[][..], |class| layouts.fields(class));
        let values = heap.object(id).values().iter().map(|value| value.as_object());
        let links = fields.iter().zip(values).filter_map(|(field, value)| Some((*field, value?)));
        links.filter(|(_, to)| open[to.index()]).collect::<Vec<(FieldId, ObjectId)>>()
    };
    let leads_on = |field: FieldId| !is_way_back(&program.field(field).name);
    let starts: Vec<ObjectId> = reached(heap, params).into_iter().filter(|id| open[id.index()]).collect();
    starts.into_iter().any(|start| {
        let one_field = |field: FieldId| comes_back(start, &|id| links_by(&links(id), &|it| it == field));
        comes_back(start, &|id| links_by(&links(id), &leads_on)) || links(start).iter().any(|(it, _)| one_field(*it))
    })
}

/// Does nobody say which objects of the type are valid?
fn is_open(program: &Program, ty: Type) -> bool {
    let class = ty.as_class();
    class.is_some_and(|class| program.class(class).origin == ClassOrigin::User && !has_contract(program, class))
}

/// Where the links of an object lead on to.
fn leading_on(program: &Program, heap: &Heap, object: ObjectId) -> Vec<ObjectId> {
    let layouts = Layouts::new(program);
    let fields = heap.object(object).ty.as_class().map_or(&[][..], |class| layouts.fields(class));
    let values = heap.object(object).values().iter().map(|value| value.as_object());
    let links = fields.iter().zip(values).filter(|(field, _)| !is_way_back(&program.field(**field).name));
    links.filter_map(|(_, to)| to).collect()
}

/// Is an element of an array or of a collection of the library null? Elements that are arrays or
/// collections themselves are looked into.
fn holds_null(program: &Program, heap: &Heap, object: ObjectId) -> bool {
    elements(program, heap, object).into_iter().any(|value| match value.as_object() {
        Some(inner) => holds_null(program, heap, inner),
        None => value == Value::Null,
    })
}

fn elements(program: &Program, heap: &Heap, object: ObjectId) -> Vec<Value> {
    let (ty, values) = (heap.object(object).ty, heap.object(object).values());
    if let Some(element) = ty.element() {
        return if element.is_reference() { values.to_vec() } else { Vec::new() };
    }
    let Some(class) = ty.as_class().filter(|class| program.class(*class).origin == ClassOrigin::Library) else {
        return Vec::new();
    };
    let layouts = Layouts::new(program);
    let named = |name: &str| {
        let at = layouts.fields(class).iter().position(|field| program.field(*field).name == name);
        at.and_then(|at| values.get(at).copied())
    };
    // The models keep lists in an array with room to spare.
    let size = match named("size") {
        Some(Value::Int(size)) => usize::try_from(size).ok(),
        _ => None,
    };
    match (named("elements").and_then(|array| array.as_object()), size) {
        (Some(array), Some(size)) => heap.object(array).values().iter().take(size).copied().collect(),
        _ => Vec::new(),
    }
}

fn links_by(links: &[(FieldId, ObjectId)], is_meant: &dyn Fn(FieldId) -> bool) -> Vec<ObjectId> {
    links.iter().filter(|(field, _)| is_meant(*field)).map(|(_, to)| *to).collect()
}

fn comes_back(start: ObjectId, links: &dyn Fn(ObjectId) -> Vec<ObjectId>) -> bool {
    let mut pending = links(start);
    let mut found: Vec<ObjectId> = Vec::new();
    while let Some(id) = pending.pop() {
        if id == start {
            return true;
        }
        if !found.contains(&id) {
            found.push(id);
            pending.extend(links(id));
        }
    }
    false
}

/// `prev`, `parent`, …: what leads back to where a walk came from.
fn is_way_back(field: &str) -> bool {
    let name = field.to_lowercase();
    ["prev", "pred", "parent", "back", "before", "up", "owner", "this$"].iter().any(|start| name.starts_with(start))
}

fn reached(heap: &Heap, mut pending: Vec<ObjectId>) -> Vec<ObjectId> {
    let mut found: Vec<ObjectId> = Vec::new();
    while let Some(id) = pending.pop() {
        if !found.contains(&id) {
            found.push(id);
            pending.extend(heap.object(id).values().iter().filter_map(|value| value.as_object()));
        }
    }
    found
}
