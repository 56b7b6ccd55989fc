//! What all parts of the translation share: the circuit, the objects that there can be, and what
//! has been computed before.

use crate::kept::Kept;
use crate::labels::{Labels, Measures};
use crate::rows::Rows;
use crate::state::{Cell, State};
use crate::value::{ObjectId, Ref, Value, default_of};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use tightrope_circuit::{Bits, Circuit, Limits, Lit, Relation};
use tightrope_graph::{Bounds, Calls, Graph, LiveClasses, LoopBounds, World, build};
use tightrope_heap::Layouts;
use tightrope_heap::validity::is_subtype;
use tightrope_program::{ClassId, FieldId, MethodId, Program, Type};
use tightrope_source::{Name, Span};

/// An object that there can be: an initial one, or what one `new` of the bounded program makes.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) ty: Type,
    /// It exists in the run.
    pub(crate) born: Lit,
    /// It exists before the method.
    pub(crate) is_initial: bool,
    /// Of a string whose text is known.
    pub(crate) text: Option<Name>,
    /// The content of an object that never changes and belongs to no path.
    pub(crate) fixed: Option<Rc<Cell>>,
    /// Where the user's code has made it, or called what has.
    pub(crate) made: Option<Span>,
}

/// How the evaluation of something can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Flags {
    pub(crate) throws: Lit,
    /// A bound on iterations, depth or lengths was not enough.
    pub(crate) beyond: Lit,
    /// Something that is not translated was needed.
    pub(crate) stuck: Lit,
}

impl Flags {
    pub(crate) const NONE: Flags = Flags { throws: Lit::FALSE, beyond: Lit::FALSE, stuck: Lit::FALSE };
}

/// The value of an expression, and where it has none. Where one of the flags holds, the value means
/// nothing.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Outcome {
    pub(crate) value: Value,
    pub(crate) flags: Flags,
}

impl Outcome {
    pub(crate) fn of(value: Value) -> Outcome {
        Outcome { value, flags: Flags::NONE }
    }

    pub(crate) fn truth(lit: Lit) -> Outcome {
        Outcome::of(Value::Bool(lit))
    }

    pub(crate) fn is_true(&self) -> Lit {
        self.value.truth().unwrap_or(Lit::FALSE)
    }
}

/// Which objects a set of fields leads to: the fields, and the class that objects must belong to.
pub(crate) type Steps = (Option<Vec<FieldId>>, Option<ClassId>);

/// Some objects, and which of them are reached from which by one step or more.
pub(crate) type Closure = (Vec<ObjectId>, Relation);

/// Objects, and where each of them is meant.
pub(crate) type Set = Rc<Vec<(ObjectId, Lit)>>;

/// What a call gave before: of this method, on this heap, with these arguments and this budget.
pub(crate) type CallKey = (MethodId, u64, u64, Vec<Value>, usize);

#[derive(Debug)]
pub(crate) struct Encoder<'p> {
    pub(crate) program: &'p Program,
    pub(crate) layouts: Layouts,
    pub(crate) circuit: Circuit,
    pub(crate) objects: Vec<Object>,
    pub(crate) bounds: Bounds,
    /// The longest array whose length is not known.
    pub(crate) array_capacity: usize,
    pub(crate) live: LiveClasses,
    pub(crate) initialized: BTreeSet<ClassId>,
    pub(crate) loops: LoopBounds,
    /// Loops of methods that formulas call and that may need more iterations than they have.
    pub(crate) short_loops: BTreeSet<Span>,
    pub(crate) version: u64,
    /// Why something is not translated, each reason once.
    pub(crate) reasons: Vec<String>,
    /// The translation must end by then.
    pub(crate) limits: Limits,
    pub(crate) most_gates: usize,
    /// It did not.
    pub(crate) is_exhausted: bool,
    /// Values of different kinds met in one place: nothing that was translated can be trusted.
    pub(crate) is_incoherent: bool,
    graphs: HashMap<MethodId, Option<Rc<Graph<'p>>>>,
    pub(crate) calls: HashMap<CallKey, Outcome>,
    /// By heap, and inside `\old` by the present one too.
    pub(crate) closures: HashMap<(u64, u64, Steps), Rc<Closure>>,
    /// The same for what one reference leads to.
    pub(crate) reached: HashMap<(u64, u64, Steps, Ref), Set>,
    strings: HashMap<Name, ObjectId>,
    class_objects: HashMap<Type, ObjectId>,
    /// Boxes that Java shares.
    pub(crate) boxes: Vec<SharedBox>,
    pub(crate) effect_free: HashMap<MethodId, bool>,
    /// Of recursive methods.
    pub(crate) measures: Measures,
    /// Where closures and measures are labels.
    pub(crate) labels: Option<Labels>,
    /// What the path that is followed has decided. Empty wherever something is evaluated that other
    /// paths share.
    pub(crate) decided: BTreeSet<Lit>,
    /// What the path that is looked at has left as it was.
    pub(crate) kept: Option<Kept>,
    /// The variables of the relational encoding, where that is wanted.
    pub(crate) rows: Option<Rows>,
    /// What comes from outside while a method runs.
    pub(crate) inputs: Inputs,
    /// Of the method whose code is walked.
    pub(crate) endless: Endless,
}

/// The box of a number that `valueOf` gives. Boxes never change.
#[derive(Clone, Debug)]
pub(crate) struct SharedBox {
    pub(crate) class: ClassId,
    pub(crate) value: Bits,
    pub(crate) object: ObjectId,
    /// The object is that box.
    pub(crate) is_there: Lit,
}

/// What becomes of runs that never end; `None`: nothing is said of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Endless {
    /// In a loop.
    pub(crate) loops: Option<Fate>,
    /// In calls.
    pub(crate) calls: Option<Fate>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    Broken,
    Allowed,
}

/// Random numbers and clocks: a chain of objects that are there before the call.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// So many values may be taken in a run.
    pub(crate) most: usize,
    /// The object behind the last of them: a run that takes it does not count.
    pub(crate) end: Option<ObjectId>,
    pub(crate) numbers: Vec<Bits>,
}

impl<'p> Encoder<'p> {
    pub(crate) fn new(program: &'p Program, bounds: Bounds, live: LiveClasses, array_capacity: usize) -> Encoder<'p> {
        Encoder {
            program,
            layouts: Layouts::new(program),
            circuit: Circuit::new(),
            objects: Vec::new(),
            bounds,
            array_capacity,
            live,
            initialized: BTreeSet::new(),
            loops: LoopBounds::new(),
            short_loops: BTreeSet::new(),
            version: 0,
            reasons: Vec::new(),
            limits: Limits::NONE,
            most_gates: crate::check::MOST_GATES,
            is_exhausted: false,
            is_incoherent: false,
            graphs: HashMap::new(),
            calls: HashMap::new(),
            closures: HashMap::new(),
            reached: HashMap::new(),
            strings: HashMap::new(),
            class_objects: HashMap::new(),
            boxes: Vec::new(),
            effect_free: HashMap::new(),
            measures: Measures::default(),
            labels: None,
            decided: BTreeSet::new(),
            kept: None,
            rows: None,
            inputs: Inputs::default(),
            endless: Endless::default(),
        }
    }

    /// Has the translation used up its time or its space? Then it ends soon, and says nothing.
    pub(crate) fn is_over(&mut self) -> bool {
        self.is_exhausted =
            self.is_exhausted || self.circuit.len() > self.most_gates || crate::check::is_over(&self.limits);
        self.is_exhausted
    }

    /// The same literal, or its value if the path that is followed has decided it.
    pub(crate) fn settled(&self, lit: Lit) -> Lit {
        match lit {
            _ if self.decided.contains(&lit) => Lit::TRUE,
            _ if self.decided.contains(&!lit) => Lit::FALSE,
            _ => lit,
        }
    }

    /// The same value without what the path that is followed has excluded.
    pub(crate) fn settled_value(&self, value: Value) -> Value {
        let Value::Ref(reference) = &value else { return value };
        if self.decided.is_empty() || reference.constant().is_some() {
            return value;
        }
        let null = self.settled(reference.null);
        let targets = reference.targets.iter().map(|(object, lit)| (*object, self.settled(*lit)));
        let targets: Vec<(ObjectId, Lit)> = targets.collect();
        Value::Ref(match targets.iter().find(|(_, lit)| *lit == Lit::TRUE) {
            _ if null == Lit::TRUE => Ref::null(),
            Some((object, _)) => Ref::to(*object),
            None => Ref::new(null, targets),
        })
    }

    pub(crate) fn next_version(&mut self) -> u64 {
        self.version += 1;
        self.version
    }

    pub(crate) fn add_object(&mut self, ty: Type, born: Lit, is_initial: bool) -> ObjectId {
        self.objects.push(Object { ty, born, is_initial, text: None, fixed: None, made: None });
        self.objects.len() - 1
    }

    /// The content of a new object of a class.
    pub(crate) fn default_cell(&self, class: ClassId) -> Cell {
        let fields = self.layouts.fields(class).iter();
        Cell { slots: fields.map(|field| default_of(self.program.field(*field).ty)).collect(), length: None }
    }

    /// The one string with this text that literals stand for.
    pub(crate) fn string(&mut self, text: &Name) -> ObjectId {
        if let Some(known) = self.strings.get(text) {
            return *known;
        }
        let ty = self.program.class_named("java.lang.String").map_or(Type::UNKNOWN, Type::class);
        let object = self.add_object(ty, Lit::TRUE, true);
        self.objects[object].text = Some(text.clone());
        self.strings.insert(text.clone(), object);
        object
    }

    /// The one object that stands for a class.
    pub(crate) fn class_object(&mut self, of: Type) -> ObjectId {
        if let Some(known) = self.class_objects.get(&of) {
            return *known;
        }
        let ty = self.program.class_named("java.lang.Class").map_or(Type::UNKNOWN, Type::class);
        let object = self.add_object(ty, Lit::TRUE, true);
        self.class_objects.insert(of, object);
        object
    }

    /// The graph of one method, calls left in place. `None`: it has no code, or too much.
    pub(crate) fn graph(&mut self, method: MethodId) -> Option<Rc<Graph<'p>>> {
        if let Some(known) = self.graphs.get(&method) {
            return known.clone();
        }
        let world = World { live: &self.live, initialized: &self.initialized, loops: &self.loops };
        let built = build(self.program, method, Calls::Kept, self.bounds, world);
        let graph = built.and_then(Result::ok).map(Rc::new);
        self.graphs.insert(method, graph.clone());
        graph
    }

    pub(crate) fn is_instance(&self, object: ObjectId, ty: Type) -> bool {
        is_subtype(self.program, self.objects[object].ty, ty)
    }

    /// Notes why something is not translated.
    pub(crate) fn stuck(&mut self, reason: impl Into<String>) -> Flags {
        let reason = reason.into();
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
        Flags { stuck: Lit::TRUE, ..Flags::NONE }
    }

    /// Gives up the whole translation.
    pub(crate) fn incoherent(&mut self) {
        self.is_incoherent = true;
        self.stuck("values of different kinds in one place");
    }

    pub(crate) fn stuck_value(&mut self, ty: Type, reason: impl Into<String>) -> Outcome {
        let flags = self.stuck(reason);
        Outcome { value: default_of(ty), flags }
    }

    /// One of them, or both.
    pub(crate) fn either(&mut self, a: Flags, b: Flags) -> Flags {
        Flags {
            throws: self.circuit.or(a.throws, b.throws),
            beyond: self.circuit.or(a.beyond, b.beyond),
            stuck: self.circuit.or(a.stuck, b.stuck),
        }
    }

    /// The same where the guard holds.
    pub(crate) fn under(&mut self, guard: Lit, flags: Flags) -> Flags {
        Flags {
            throws: self.circuit.and(guard, flags.throws),
            beyond: self.circuit.and(guard, flags.beyond),
            stuck: self.circuit.and(guard, flags.stuck),
        }
    }

    pub(crate) fn throwing(&mut self, flags: Flags, when: Lit) -> Flags {
        Flags { throws: self.circuit.or(flags.throws, when), ..flags }
    }

    /// Where the clause is true, or its evaluation left the translated part.
    pub(crate) fn holds(&mut self, outcome: &Outcome) -> Lit {
        let value = outcome.is_true();
        self.circuit.and(value, !outcome.flags.throws)
    }

    pub(crate) fn is_null(&mut self, value: &Value) -> Lit {
        match value {
            Value::Ref(reference) => reference.null,
            Value::Opaque(bits) | Value::Closed(bits) => crate::value::is_zero(&mut self.circuit, bits),
            _ => Lit::FALSE,
        }
    }

    /// Allocates an object on the path of the state.
    pub(crate) fn allocate(&mut self, state: &mut State, ty: Type, born: Lit, cell: Cell) -> Value {
        let object = self.add_object(ty, born, false);
        state.put(object, cell);
        state.version = self.next_version();
        Value::Ref(Ref::to(object))
    }
}
