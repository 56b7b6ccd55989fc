//! The heaps of one run, before, in the middle and after, with one numbering of their objects.
//!
//! Receiver, arguments and what they reach come first, in canonical order; then what can be seen
//! after the run, then what only scenes in the middle show. Everything else is left out.

use crate::Judge;
use crate::replay::Shown;
use tightrope_heap::{Content, Heap, Object, ObjectId, Value, canonical};
use tightrope_machine::contract::Ending;
use tightrope_machine::trace::Scene;
use tightrope_machine::{State, Word, object_of};
use tightrope_program::names::simple_name;
use tightrope_program::{ClassKind, ClassOrigin, MethodKind, Type};
use tightrope_source::Name;

/// What leads into a heap, with its name and type.
type NamedRoot = (Name, Word, Type);

pub(crate) struct ShownHeaps {
    pub(crate) before: Heap,
    pub(crate) after: Option<Heap>,
    /// Each with how many of its last roots are variables.
    pub(crate) scenes: Vec<(Heap, usize)>,
    numbers: Numbers,
}

impl ShownHeaps {
    pub(crate) fn of(
        judge: &Judge<'_, '_>,
        start: &State,
        state: &State,
        (args, elsewhere): (&[Word], &[NamedRoot]),
        ending: Option<&Ending>,
        scenes: &[Scene],
    ) -> ShownHeaps {
        let result = [elsewhere, &result_root(judge, state, ending)].concat();
        let before = Saved::new(save_all(judge, start, args, elsewhere), start);
        let after = Saved::new(save_all(judge, state, args, &result), state);
        let (scenes, variables): (Vec<Saved>, Vec<usize>) =
            scenes.iter().map(|scene| saved_scene(judge, args, elsewhere, scene)).unzip();
        let mut numbers = Numbers::default();
        numbers.add(&before);
        let initial = numbers.order.len();
        numbers.add(&after);
        let final_ones = numbers.order.len();
        scenes.iter().for_each(|scene| numbers.add(scene));
        let whole: Vec<&Saved> = [&after, &before].into_iter().chain(&scenes).collect();
        ShownHeaps {
            before: numbers.shown(&before, initial, &whole),
            after: ending.map(|_| numbers.shown(&after, final_ones, &whole)),
            scenes: scenes
                .iter()
                .zip(variables)
                .map(|(scene, variables)| (numbers.shown(scene, numbers.order.len(), &whole), variables))
                .collect(),
            numbers,
        }
    }

    pub(crate) fn shown(&self, judge: &Judge<'_, '_>, state: &State, value: Word, ty: Type) -> Shown {
        let heap = judge.executable.save(state, &[(Name::new("value"), value, ty)]);
        let value = heap.roots.first().map_or(Value::Unknown, |root| root.value);
        let saved = Saved::new(heap, state);
        Shown::Value(ty, self.numbers.rename(&saved, value))
    }
}

/// An object that was there before is to be seen anyway.
fn result_root(judge: &Judge<'_, '_>, state: &State, ending: Option<&Ending>) -> Vec<NamedRoot> {
    let returns = judge.problem.program.method(judge.contract.method).return_type.filter(|ty| ty.is_reference());
    match (ending, returns) {
        (Some(Ending::Returned(Some(value))), Some(ty))
            if !object_of(*value).is_some_and(|object| state.is_initial(object)) =>
        {
            vec![(Name::new("\\result"), *value, ty)]
        }
        _ => Vec::new(),
    }
}

/// A parameter of the method itself is a root already: that gets the value which it has now.
fn saved_scene(judge: &Judge<'_, '_>, args: &[Word], elsewhere: &[NamedRoot], scene: &Scene) -> (Saved, usize) {
    let mut args = args.to_vec();
    let mut others = elsewhere.to_vec();
    for variable in &scene.variables {
        let mut arguments = judge.problem.arguments.iter();
        // There is one `this` in a picture: the receiver, if there is one. Another object whose
        // method is running is named with that.
        if variable.0 == "this"
            && let Some(this) = arguments.clone().position(|it| it.name == "this")
        {
            if scene.step.depth > 1 && args.get(this) != Some(&variable.1) {
                let method = judge.problem.program.method(scene.step.method);
                let name = if method.kind == MethodKind::Constructor { "new" } else { method.name.as_str() };
                others.push((Name::from(format!("this of {name}")), variable.1, variable.2));
            }
            continue;
        }
        let position = arguments.position(|it| scene.step.depth == 1 && it.name == variable.0);
        match position.and_then(|position| args.get_mut(position)) {
            Some(arg) => *arg = variable.1,
            None => others.push(variable.clone()),
        }
    }
    (Saved::new(save_all(judge, &scene.state, &args, &others), &scene.state), others.len() - elsewhere.len())
}

/// The heap with all that can be seen of it as roots: receiver and arguments, then static fields,
/// then others.
fn save_all(judge: &Judge<'_, '_>, state: &State, args: &[Word], others: &[NamedRoot]) -> Heap {
    let program = judge.problem.program;
    let arguments = judge.problem.arguments.iter().zip(args);
    let mut roots: Vec<NamedRoot> =
        arguments.map(|(argument, value)| (argument.name.clone(), *value, argument.ty)).collect();
    for (field, value) in judge.executable.static_values(state) {
        let declared = program.field(field);
        let class = program.class(declared.class);
        // Constants say nothing about a run.
        let is_constant = declared.is_final && (!declared.ty.is_reference() || class.kind == ClassKind::Enum);
        if class.origin == ClassOrigin::User && !is_constant {
            let name = format!("{}.{}", simple_name(program, declared.class), declared.name);
            roots.push((Name::from(name), value, declared.ty));
        } else if class.name == "java.util.Input" && declared.name == "first" {
            roots.push((Name::new("inputs"), value, declared.ty));
        }
    }
    roots.extend(others.iter().cloned());
    judge.executable.save(state, &roots)
}

/// A heap as the machine saves it.
struct Saved {
    heap: Heap,
    /// Objects of the state come first.
    of_state: usize,
}

/// The same object in all heaps of a run. A string literal is no object of the state: it is known
/// by its text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Identity {
    OfState(usize),
    Opaque(usize),
    Literal(Name),
}

impl Saved {
    fn new(heap: Heap, state: &State) -> Saved {
        Saved { heap, of_state: state.object_count() }
    }

    fn identity(&self, id: ObjectId) -> Option<Identity> {
        let object = self.heap.objects.get(id.index())?;
        Some(match (id.index().checked_sub(self.of_state), &object.content) {
            (None, _) => Identity::OfState(id.index()),
            (Some(_), Content::Text(text)) => Identity::Literal(text.clone()),
            (Some(opaque), _) => Identity::Opaque(opaque),
        })
    }

    fn find(&self, identity: &Identity) -> Option<&Object> {
        match identity {
            Identity::OfState(index) => self.heap.objects.get(*index).filter(|_| *index < self.of_state),
            Identity::Opaque(index) => {
                let object = self.heap.objects.get(self.of_state + index);
                object.filter(|object| !matches!(object.content, Content::Text(_)))
            }
            Identity::Literal(text) => {
                let literals = self.heap.objects.iter().skip(self.of_state);
                literals.into_iter().find(|object| object.content == Content::Text(text.clone()))
            }
        }
    }
}

#[derive(Default)]
struct Numbers {
    order: Vec<Identity>,
    ids: std::collections::BTreeMap<Identity, ObjectId>,
}

impl Numbers {
    /// Numbers what the roots of a heap reach, but for what has a number.
    fn add(&mut self, saved: &Saved) {
        for id in canonical::order(&saved.heap, canonical::Order::BreadthFirst) {
            let Some(identity) = saved.identity(id) else { continue };
            if !self.ids.contains_key(&identity) {
                self.ids.insert(identity.clone(), ObjectId(self.order.len() as u32));
                self.order.push(identity);
            }
        }
    }

    fn rename(&self, saved: &Saved, value: Value) -> Value {
        let Value::Object(id) = value else { return value };
        let known = saved.identity(id).and_then(|identity| self.ids.get(&identity));
        known.map_or(Value::Unknown, |id| Value::Object(*id))
    }

    /// A heap with its objects under their numbers, up to `count` of them. What is not there yet
    /// keeps its place, and holds nothing.
    fn shown(&self, saved: &Saved, count: usize, whole: &[&Saved]) -> Heap {
        let mut heap = Heap { roots: saved.heap.roots.clone(), objects: Vec::with_capacity(count) };
        heap.roots.iter_mut().for_each(|root| root.value = self.rename(saved, root.value));
        for identity in self.order.iter().take(count) {
            let elsewhere = || whole.iter().find_map(|other| other.find(identity));
            let object = match (saved.find(identity), elsewhere()) {
                (Some(object), _) => object.clone(),
                (None, Some(Object { content: text @ Content::Text(_), ty })) => {
                    Object { ty: *ty, content: text.clone() }
                }
                (None, Some(object)) => Object { ty: object.ty, content: Content::Fields(Vec::new()) },
                // Each has its number from one of them.
                (None, None) => continue,
            };
            heap.objects.push(self.renamed(saved, object));
        }
        heap
    }

    fn renamed(&self, saved: &Saved, mut object: Object) -> Object {
        if !matches!(object.content, Content::Text(_)) {
            object.values_mut().iter_mut().for_each(|value| *value = self.rename(saved, *value));
        }
        object
    }
}
