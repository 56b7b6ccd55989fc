//! Does anybody ever have the heap of a finding? Sequences of public calls are tried (crate
//! `blackbox`), and their states compared with it.
//!
//! A heap that calls build is a bug that users can meet, and the calls are its test. One that no
//! sequence of some length builds is admitted by the contract only: the invariant may be too weak.
//! Neither changes the verdict. Where the calls that were tried are not all that could matter (a
//! method that cannot be called, more numbers than are passed), nothing is said.

use crate::{Input, Options};
use std::collections::{BTreeMap, BTreeSet};
use tightrope_blackbox::{Call, Limits, Reached, Values, api_of, as_java, reach};
use tightrope_heap::matching::{Renaming, matches_from};
use tightrope_heap::{Content, Heap, Object, ObjectId, Value, text};
use tightrope_machine::Budget;
use tightrope_program::{ClassId, ClassOrigin, MethodId, MethodKind, Program, Type};
use tightrope_report::{Counterexample, MethodReport, Reachability};

/// So long sequences are tried, or until there are so many states.
const MOST_CALLS: usize = 6;
const MOST_STATES: usize = 1_500;
/// So many different numbers and elements of the heap are passed to calls.
const MOST_NUMBERS: usize = 5;
/// Of methods with more parameters not all combinations of arguments are tried.
const MOST_PARAMETERS: usize = 3;

/// What sequences of calls build, by class and by the numbers that they pass.
#[derive(Debug, Default)]
pub struct ReachableHeaps {
    classes: BTreeMap<(ClassId, Material), Result<Reached, String>>,
}

impl ReachableHeaps {
    /// Says of each finding whether public calls build its heap.
    pub fn judge(&mut self, input: Input<'_>, method: MethodId, options: &Options, report: &mut MethodReport) {
        for found in report.counterexamples.iter_mut().filter(|found| found.calls.is_empty()) {
            found.reachability = self.look(input.program, method, options, found);
            if let Some(Reachability::Reachable { calls }) = &found.reachability {
                found.calls = calls.clone();
            }
        }
    }

    /// Do public calls build a structure? `Err`: why that is not known.
    pub fn builds(
        &mut self,
        program: &Program,
        class: ClassId,
        options: &Options,
        heap: &Heap,
    ) -> Result<bool, String> {
        let material = Material::of(program, heap);
        let is_enough = material.is_enough;
        let reached = self.reached(program, class, options, material).as_ref().map_err(Clone::clone)?;
        let is_built = reached.heaps.iter().any(|(state, _)| same(program, heap, state).is_some());
        let is_decided = is_built || is_enough && tries_all(program, class, reached);
        if is_decided { Ok(is_built) } else { Err("not all calls that could matter were tried".to_owned()) }
    }

    fn look(
        &mut self,
        program: &Program,
        method: MethodId,
        options: &Options,
        found: &Counterexample,
    ) -> Option<Reachability> {
        let declared = program.method(method);
        if declared.is_static || declared.kind != MethodKind::Method {
            return None;
        }
        let heap = &found.before;
        let this = heap.root("this")?.as_object()?;
        let class = heap.object(this).ty.as_class()?;
        if api_of(program, class).is_none_or(|api| api.makers.is_empty()) {
            return None;
        }
        if has_others(program, method, heap) {
            return None;
        }
        let material = Material::of(program, heap);
        let is_enough = material.is_enough;
        let reached = self.reached(program, class, options, material).as_ref().ok()?;
        for (state, calls) in &reached.heaps {
            let Some(renaming) = same(program, heap, state) else { continue };
            let Some(arguments) = arguments(program, method, heap, state, &renaming) else { continue };
            return Some(Reachability::Reachable { calls: sequence(program, method, calls, &arguments) });
        }
        let has_objects_of_its_own = declared.params.iter().any(|param| is_users_object(program, heap, &param.name));
        let has_statics = heap.roots.iter().any(|root| root.name.contains('.'));
        if has_objects_of_its_own || has_statics || !is_enough || !tries_all(program, class, reached) {
            return None;
        }
        Some(Reachability::AdmittedOnly { calls: reached.complete_calls.min(MOST_CALLS) })
    }

    fn reached(
        &mut self,
        program: &Program,
        class: ClassId,
        options: &Options,
        material: Material,
    ) -> &Result<Reached, String> {
        let run = Budget { steps: options.run.steps, depth: options.run.depth, objects: options.run.objects };
        self.classes.entry((class, material.clone())).or_insert_with(|| {
            let Material { numbers, elements, texts, .. } = material;
            let elements = (0..elements as i32).collect();
            let values = Values { ints: numbers, elements, texts };
            let limits = Limits {
                calls: MOST_CALLS,
                states: MOST_STATES,
                values,
                run,
                builds_on_null: true,
                plain_makers: false,
                handles: false,
            };
            reach(program, class, &limits, &|| true)
        })
    }
}

/// What a heap is made of beside its objects: what calls need to be given to build it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Material {
    /// As far as there are few, and some that every client has at hand.
    numbers: Vec<i32>,
    /// How many.
    elements: usize,
    texts: Vec<String>,
    /// Nothing is left out.
    is_enough: bool,
}

impl Material {
    fn of(program: &Program, heap: &Heap) -> Material {
        let of_objects = heap.objects.iter().flat_map(Object::values);
        let of_roots = heap.roots.iter().map(|root| &root.value);
        let mut numbers: Vec<i64> = of_objects
            .chain(of_roots)
            .filter_map(|value| match value {
                Value::Int(number) => Some(i64::from(*number)),
                Value::Long(number) => Some(*number),
                _ => None,
            })
            .collect();
        numbers.sort_unstable_by_key(|number| (number.unsigned_abs(), *number < 0));
        numbers.dedup();
        let mut ints: Vec<i32> = numbers.iter().filter_map(|number| i32::try_from(*number).ok()).collect();
        ints.truncate(MOST_NUMBERS);
        let is_enough = ints.len() == numbers.len();
        for number in [0, 1, 2] {
            if ints.len() < 3 && !ints.contains(&number) {
                ints.push(number);
            }
        }
        let elements = heap.objects.iter().filter(|object| is_element(program, object)).count();
        let texts = heap.objects.iter().filter_map(|object| match &object.content {
            Content::Text(text) => Some(text.to_string()),
            _ => None,
        });
        let texts: BTreeSet<String> = texts.collect();
        let is_float = |value: &Value| matches!(value, Value::Float(_) | Value::Double(_));
        let has_floats = heap.objects.iter().flat_map(Object::values).any(is_float);
        let is_enough = is_enough && !has_floats && elements <= MOST_NUMBERS && texts.len() <= MOST_NUMBERS;
        let texts = texts.into_iter().take(MOST_NUMBERS).collect();
        Material { numbers: ints, elements: elements.clamp(2, MOST_NUMBERS), texts, is_enough }
    }
}

/// Were all methods called, with all combinations of the values at hand?
fn tries_all(program: &Program, class: ClassId, reached: &Reached) -> bool {
    let api = api_of(program, class);
    let mut methods = api.iter().flat_map(|api| api.makers.iter().chain(&api.methods));
    // Only two letters are ever passed.
    let is_tried = |method: &MethodId| {
        let params = &program.method(*method).params;
        params.len() <= MOST_PARAMETERS && params.iter().all(|param| param.ty != Type::CHAR)
    };
    reached.left_out.is_empty() && reached.unmade.is_empty() && methods.all(is_tried)
}

/// Are the receivers the same but for the names of objects, and for which elements they hold? The
/// static fields that the heap names count too.
fn same(program: &Program, heap: &Heap, state: &Heap) -> Option<Renaming> {
    let is_static = |name: &str| name == "this" || name.contains('.');
    let roots = heap.roots.iter().filter(|root| is_static(&root.name));
    let pairs: Option<Vec<(Value, Value)>> =
        roots.map(|root| state.root(&root.name).map(|value| (root.value, value))).collect();
    let is_element = |object: &Object| is_element(program, object);
    matches_from(heap, state, &pairs?, &is_element)
}

/// Nothing is known of it but who it is.
fn is_element(program: &Program, object: &Object) -> bool {
    object.ty.as_class().is_some_and(|class| program.class(class).name == "java.lang.Object")
}

/// Are there objects that neither the receiver, an argument nor a static field leads to? A client
/// builds those in other ways than by calls on the receiver.
fn has_others(program: &Program, method: MethodId, heap: &Heap) -> bool {
    let is_param = |name: &str| program.method(method).params.iter().any(|param| param.name == name);
    let is_known = |name: &str| name == "this" || name.contains('.') || is_param(name);
    let roots = heap.roots.iter().filter(|root| is_known(&root.name));
    let mut seen: BTreeSet<ObjectId> = roots.filter_map(|root| root.value.as_object()).collect();
    let mut pending: Vec<ObjectId> = seen.iter().copied().collect();
    while let Some(id) = pending.pop() {
        let inside = heap.object(id).values().iter().filter_map(|value| value.as_object());
        pending.extend(inside.filter(|id| seen.insert(*id)));
    }
    seen.len() < heap.objects.len()
}

fn is_users_object(program: &Program, heap: &Heap, root: &str) -> bool {
    let object = heap.root(root).and_then(Value::as_object).map(|id| heap.object(id));
    let class = object.map(|object| object.ty.is_array() || is_users(program, object.ty));
    class.unwrap_or(false)
}

fn is_users(program: &Program, ty: Type) -> bool {
    ty.as_class().is_some_and(|class| program.class(class).origin == ClassOrigin::User)
}

/// The arguments of the call in Java; `None` if one is an object that a client does not have.
fn arguments(
    program: &Program,
    method: MethodId,
    heap: &Heap,
    state: &Heap,
    renaming: &Renaming,
) -> Option<Vec<String>> {
    let this = heap.root("this");
    let params = program.method(method).params.iter();
    params
        .map(|param| match heap.root(&param.name)? {
            Value::Unknown | Value::Float(_) | Value::Double(_) => None,
            Value::Null => Some("null".to_owned()),
            Value::Boolean(truth) => Some(truth.to_string()),
            Value::Int(number) => Some(cast(program, param.ty, number)),
            Value::Long(number) => Some(format!("{number}L")),
            value if Some(value) == this => Some("it".to_owned()),
            Value::Object(id) => element(program, heap, state, renaming, id),
        })
        .collect()
}

fn cast(program: &Program, ty: Type, number: i32) -> String {
    match tightrope_program::names::type_name(program, ty).as_str() {
        "int" | "long" => number.to_string(),
        narrow => format!("({narrow}) {number}"),
    }
}

/// An element: the number that stands for it in the calls, or a new object.
fn element(program: &Program, heap: &Heap, state: &Heap, renaming: &Renaming, id: ObjectId) -> Option<String> {
    let Some(known) = renaming.get(&id) else {
        return match &heap.object(id).content {
            Content::Text(literal) => Some(text::quote(literal)),
            _ if is_element(program, heap.object(id)) => Some("new Object()".to_owned()),
            _ => boxed(program, heap.object(id)),
        };
    };
    boxed(program, state.object(*known))
}

/// `Integer#0 { value: 5 }` is written 5.
fn boxed(program: &Program, object: &Object) -> Option<String> {
    let class = object.ty.as_class()?;
    match (&object.content, program.class(class).name.as_str(), object.values()) {
        (Content::Text(literal), ..) => Some(text::quote(literal)),
        (_, "java.lang.Integer", [Value::Int(number), ..]) => Some(number.to_string()),
        (_, "java.lang.Long", [Value::Long(number), ..]) => Some(format!("{number}L")),
        (_, "java.lang.Boolean", [Value::Boolean(truth), ..]) => Some(truth.to_string()),
        _ => None,
    }
}

fn sequence(program: &Program, method: MethodId, calls: &[Call], arguments: &[String]) -> Vec<String> {
    let mut lines = as_java(program, calls);
    lines.push(format!("it.{}({});", program.method(method).name, arguments.join(", ")));
    lines
}
