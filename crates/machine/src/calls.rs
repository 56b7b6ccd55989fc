//! A call before it runs, as a heap that other engines and people understand, and back.
//!
//! The heap has the arguments as its first roots, by their names; the receiver is among them,
//! unless it is the new object of a constructor. Then come the static fields by the qualified name
//! of their class, then the objects that nothing else leads to ([`ELSEWHERE`]), and the string
//! literals that the heap shares with the code, by their text in quotes. Ordered values become
//! numbers. Opaque values become plain objects with a rank: those of equal rank are equal, one of
//! smaller rank is less.
//!
//! On the way back nothing of the engine that found the heap is needed: the classes are initialised
//! anew, objects of static fields are recognised by the way that leads to them, and everything else
//! is added.

use crate::compile::Executable;
use crate::heap_conversion::LoadError;
use crate::state::{Header, Initialization, State};
use crate::word::{self, KNOWN, NULL, UNKNOWN, Word};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use tightrope_heap::{Content, Heap, Object, ObjectId, Root, Value, canonical};
use tightrope_problem::Problem;
use tightrope_program::{ClassId, FieldId, MethodKind, Type};
use tightrope_source::Name;

/// A heap with arguments, and how its opaque objects compare.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SavedCall {
    pub heap: Heap,
    pub ranks: Vec<(ObjectId, i64)>,
    /// The classes whose static initialisers have not run before the call.
    pub uninitialized: Vec<ClassId>,
}

/// The name of a root that stands for no place of the program: an object of the heap that neither
/// an argument nor a static field leads to. The next ones have a number behind it.
const ELSEWHERE: &str = "(elsewhere)";

/// A call inside the machine, ready to start.
#[derive(Clone, Debug)]
pub struct LoadedCall {
    pub state: State,
    /// Receiver and arguments.
    pub args: Vec<Word>,
    /// So many objects are there before the call.
    pub initial: usize,
    /// The objects that neither an argument nor a static field leads to, as roots.
    pub elsewhere: Vec<(Name, Word, Type)>,
}

/// Is the receiver made by the call?
fn makes_receiver(problem: &Problem<'_>) -> bool {
    problem.method().is_some_and(|method| problem.program.method(method).kind == MethodKind::Constructor)
}

impl Executable<'_> {
    /// The call that a state and its arguments stand for, with these objects though nothing may
    /// lead to them. Requires: nothing has run since the classes were initialised.
    pub fn save_call(&self, problem: &Problem<'_>, state: &State, args: &[Word], others: &[Word]) -> SavedCall {
        let skipped = usize::from(makes_receiver(problem));
        let arguments = problem.arguments.iter().zip(args).skip(skipped);
        let mut roots: Vec<(Name, Word, Type)> =
            arguments.map(|(argument, value)| (argument.name.clone(), *value, argument.ty)).collect();
        for (field, value) in self.static_values(state) {
            roots.push((self.static_name(field), value, self.program.field(field).ty));
        }
        for other in others {
            let known = roots.iter().filter(|(_, _, ty)| ty.is_reference()).map(|(_, value, _)| *value);
            let object = crate::initial_heap::object_of(*other);
            let Some(object) = object.filter(|object| !self.reachable(state, known)[*object]) else { continue };
            let number = roots.iter().filter(|(name, _, _)| name.starts_with(ELSEWHERE)).count();
            let suffix = if number == 0 { String::new() } else { (number + 1).to_string() };
            let ty = self.object_type(state, object).unwrap_or(Type::UNKNOWN);
            roots.push((Name::from(format!("{ELSEWHERE}{suffix}")), *other, ty));
        }
        let mut heap = self.save(state, &roots);
        let first_opaque = state.objects.len();
        let literals = heap.ids().skip(first_opaque).filter_map(|id| match &heap.object(id).content {
            Content::Text(text) => Some(Root { name: quoted(text), value: Value::Object(id) }),
            _ => None,
        });
        let literals: Vec<Root> = literals.collect();
        heap.roots.extend(literals);
        let order = canonical::order(&heap, canonical::Order::BreadthFirst);
        let ranks = state.symbols.object_ranks();
        let position = |rank: &usize| {
            let object = ObjectId((first_opaque + rank) as u32);
            order.iter().position(|id| *id == object).map(|position| ObjectId(position as u32))
        };
        let ranked = ranks.iter().enumerate().filter_map(|(number, rank)| Some((position(&number)?, *rank)));
        SavedCall {
            ranks: ranked.collect(),
            heap: canonical::canonical(&heap, canonical::Order::BreadthFirst),
            uninitialized: self.uninitialized(state),
        }
    }

    fn static_name(&self, field: FieldId) -> Name {
        let declared = self.program.field(field);
        Name::from(format!("{}.{}", self.program.class(declared.class).name, declared.name))
    }

    fn uninitialized(&self, state: &State) -> Vec<ClassId> {
        let has_code = |class: &ClassId| self.initializer(*class).is_some();
        let classes = self.program.class_ids().filter(has_code);
        classes.filter(|class| state.initialization(*class) == Initialization::Untouched).collect()
    }

    /// The call that a heap stands for. `start`: all classes are initialised but those that the
    /// call says are not, and nothing else has happened ([`Executable::initialize`]).
    pub fn load_call(&self, problem: &Problem<'_>, start: &State, call: &SavedCall) -> Result<LoadedCall, LoadError> {
        let mut loading = Loading {
            executable: self,
            heap: &call.heap,
            state: start.clone(),
            words: vec![None; call.heap.objects.len()],
            is_given: vec![false; call.heap.objects.len()],
        };
        loading.recognise_statics();
        loading.recognise_literals();
        loading.add_opaques(&call.ranks)?;
        loading.add_objects()?;
        loading.fill_objects();
        loading.fill_statics();
        let initial = loading.state.objects.len();
        let args = loading.args(problem)?;
        let elsewhere = loading.elsewhere();
        Ok(LoadedCall { state: loading.state, args, initial, elsewhere })
    }
}

fn quoted(text: &str) -> Name {
    Name::from(format!("\"{text}\""))
}

struct Loading<'l, 'p> {
    executable: &'l Executable<'p>,
    heap: &'l Heap,
    state: State,
    /// By object of the heap.
    words: Vec<Option<Word>>,
    /// By object of the heap: a static initialiser made it.
    is_given: Vec<bool>,
}

impl Loading<'_, '_> {
    fn static_root(&self, field: FieldId) -> Option<Value> {
        self.heap.root(&self.executable.static_name(field))
    }

    /// Pairs the objects that static fields lead to with those that the initialisers made.
    fn recognise_statics(&mut self) {
        let mut taken: BTreeMap<usize, ObjectId> = BTreeMap::new();
        let statics = self.executable.static_values(&self.state);
        let mut pending: Vec<(ObjectId, usize)> = Vec::new();
        for (field, word) in statics {
            let is_reference = self.executable.program.field(field).ty.is_reference();
            let object = crate::initial_heap::object_of(word).filter(|_| is_reference);
            if let (Some(Value::Object(id)), Some(object)) = (self.static_root(field), object) {
                pending.push((id, object));
            }
        }
        while let Some((id, object)) = pending.pop() {
            let Some(header) = self.state.objects.get(object).copied() else { continue };
            let is_like = self.executable.types.info(header.ty).ty == self.heap.object(id).ty;
            if !is_like || self.words[id.index()].is_some() || taken.contains_key(&object) {
                continue;
            }
            taken.insert(object, id);
            self.words[id.index()] = Some(word::object(object));
            self.is_given[id.index()] = true;
            for (slot, value) in self.slots(self.heap.object(id)) {
                let now = self.state.slots.get(header.start as usize + slot).copied();
                let target = now.and_then(crate::initial_heap::object_of);
                if let (Value::Object(id), Some(target)) = (value, target) {
                    pending.push((id, target));
                }
            }
        }
    }

    fn recognise_literals(&mut self) {
        for root in &self.heap.roots {
            let text = root.name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
            let known = text.and_then(|text| self.executable.texts.iter().position(|known| known == text));
            if let (Some(index), Value::Object(id)) = (known, root.value) {
                self.words[id.index()] = Some(word::text(index as u32));
            }
        }
    }

    fn add_opaques(&mut self, ranks: &[(ObjectId, i64)]) -> Result<(), LoadError> {
        let mut sorted: Vec<(i64, ObjectId)> = ranks.iter().map(|(id, rank)| (*rank, *id)).collect();
        sorted.sort_unstable();
        let mut known: Vec<(i64, Word)> = Vec::new();
        let mut fits = true;
        for (rank, id) in sorted {
            let opaque = self.state.new_opaque();
            fits &= self.state.assume_identical(opaque, NULL, false);
            if let Some((last, before)) = known.last().copied() {
                let ordering = if last == rank { Ordering::Equal } else { Ordering::Less };
                fits &= self.state.assume_order(before, ordering, opaque);
            }
            for (_, other) in known.iter().filter(|(other, _)| *other == rank) {
                fits &= self.state.assume_identical(*other, opaque, false);
            }
            known.push((rank, opaque));
            let slot = self.words.get_mut(id.index());
            slot.ok_or_else(|| LoadError("a rank names no object".to_owned())).map(|slot| *slot = Some(opaque))?;
        }
        fits.then_some(()).ok_or_else(|| LoadError("the ranks contradict each other".to_owned()))
    }

    /// Adds every object that is not known yet, open for now.
    fn add_objects(&mut self) -> Result<(), LoadError> {
        for id in self.heap.ids() {
            if self.words[id.index()].is_some() {
                continue;
            }
            let object = self.heap.object(id);
            let Some(ty) = self.executable.types.find(object.ty) else {
                return Err(LoadError("the program makes no objects of this type".to_owned()));
            };
            let length = match &object.content {
                Content::Text(_) => 1,
                Content::Elements(elements) => elements.len(),
                Content::Fields(_) => self.executable.types.info(ty).template.len(),
            };
            let (start, before) = (self.state.slots.len(), self.state.slots_before.len());
            self.state.slots.resize(start + length, UNKNOWN);
            self.state.slots_before.resize(before + length, UNKNOWN);
            let header = Header { ty, start: start as u32, length: length as u32, before: before as u32 };
            self.state.objects.push(header);
            let index = self.state.objects.len() - 1;
            self.words[id.index()] = Some(word::object(index));
        }
        Ok(())
    }

    fn word(&self, value: Value) -> Word {
        match value {
            Value::Object(id) => self.words.get(id.index()).copied().flatten().unwrap_or(UNKNOWN),
            other => crate::heap_conversion::load_value(other),
        }
    }

    fn fill_objects(&mut self) {
        for id in self.heap.ids() {
            let object = self.words[id.index()].and_then(crate::initial_heap::object_of);
            let Some(header) = object.and_then(|object| self.state.objects.get(object).copied()) else { continue };
            if let Content::Text(text) = &self.heap.object(id).content {
                if !self.is_given[id.index()] {
                    self.state.texts.push(text.clone());
                    self.set(header, 0, self.state.texts.len() as Word - 1);
                }
                continue;
            }
            let is_long_array = self.heap.object(id).ty.element().is_some_and(Type::is_wide);
            for (slot, value) in self.slots(self.heap.object(id)) {
                let is_unknown = value == Value::Unknown;
                if is_unknown && self.is_given[id.index()] {
                    continue;
                }
                // The elements of a `long[]` have no way to be open.
                let word = if is_unknown && is_long_array { 0 } else { self.word(value) };
                self.set(header, slot, word);
            }
            self.mark_longs(header, id);
        }
    }

    /// A `long` field has a second slot, which says whether the value is known.
    fn mark_longs(&mut self, header: Header, id: ObjectId) {
        let object = self.heap.object(id);
        let Some(class) = object.ty.as_class() else { return };
        for ((slot, value), field) in self.slots(object).into_iter().zip(self.executable.layouts.fields(class)) {
            let is_long = self.executable.program.field(*field).ty.is_wide();
            if is_long && !(value == Value::Unknown && self.is_given[id.index()]) {
                self.set(header, slot + 1, if value == Value::Unknown { UNKNOWN } else { KNOWN });
            }
        }
    }

    fn set(&mut self, header: Header, slot: usize, word: Word) {
        if let Some(place) = self.state.slots.get_mut(header.start as usize + slot) {
            *place = word;
        }
        if let Some(place) = self.state.slots_before.get_mut(header.before as usize + slot) {
            *place = word;
        }
    }

    /// The values inside an object with the slots that hold them.
    fn slots(&self, object: &Object) -> Vec<(usize, Value)> {
        match (&object.content, object.ty.as_class()) {
            (Content::Fields(values), Some(class)) => {
                let fields = self.executable.layouts.fields(class).iter();
                let slots = fields.map(|field| self.executable.types.slot(*field).map(usize::from));
                slots.zip(values).filter_map(|(slot, value)| Some((slot?, *value))).collect()
            }
            (Content::Elements(values), _) => values.iter().copied().enumerate().collect(),
            _ => Vec::new(),
        }
    }

    fn fill_statics(&mut self) {
        for field in self.executable.static_fields() {
            let value = self.static_root(field).filter(|value| *value != Value::Unknown);
            let (Some(value), Some(slot)) = (value, self.executable.static_slots.get(&field)) else { continue };
            let word = self.word(value);
            for statics in [&mut self.state.statics, &mut self.state.statics_before] {
                if let Some(place) = statics.get_mut(*slot as usize) {
                    *place = word;
                }
            }
        }
    }

    fn elsewhere(&self) -> Vec<(Name, Word, Type)> {
        let roots = self.heap.roots.iter().filter(|root| root.name.starts_with(ELSEWHERE));
        let typed = roots.filter_map(|root| Some((root, self.heap.object(root.value.as_object()?).ty)));
        typed.map(|(root, ty)| (root.name.clone(), self.word(root.value), ty)).collect()
    }

    fn args(&mut self, problem: &Problem<'_>) -> Result<Vec<Word>, LoadError> {
        let mut args = Vec::new();
        let mut arguments = problem.arguments.iter();
        if makes_receiver(problem) {
            let class = arguments.next().and_then(|this| this.ty.as_class());
            let this = class.and_then(|class| self.executable.add_new_object(&mut self.state, class));
            args.push(this.ok_or_else(|| LoadError("the receiver cannot be made".to_owned()))?);
        }
        for argument in arguments {
            let value = self.heap.root(&argument.name);
            let value = value.ok_or_else(|| LoadError(format!("the heap has no root `{}`", argument.name)))?;
            args.push(self.word(value));
        }
        Ok(args)
    }
}
