//! Ranges of numbers that are still open: how high a subtree is at least that has not been built to its end.
//!
//! A three-valued evaluation knows nothing of a number until it knows all that the number depends on. Balanced trees show what that costs: a tree that leans too far is
//! complete before anybody sees it. So where a comparison of numbers is open, both sides are run on ranges, as in bounds propagation and interval analysis.
//!
//! - Code of pure methods is run on [`Guess`]es, along all paths that are possible; what cannot be followed has any value.
//! - What a method gives for a reference that is still open is found once, by iteration from nothing at all (the least fixed point): after `n` rounds it is
//!   what a recursion of depth `n` can give. A recursion that ends never comes back to the same method with the same object, so the rounds are limited by the largest scope.
//! - A field that an invariant defines by the fields of the nodes below, `n.height == 1 + Math.max(height(n.left), height(n.right))`, is treated like such a method.
//!   "Below" has to end: the invariants must say that the walk along these fields meets no node twice, in the form that is recognised here.
//!
//! Ranges only take away outcomes that are impossible where the invariants hold. They are used for assumptions, and not for what is to be shown.

use super::evaluate::Evaluation;
use super::quantify::assumed_set;
use super::sets::Objects;
use super::watch::Watched;
use super::{CallTarget, Domain, Edges, FormulaId, Node, NodeKind, ReachNode, SetNode, Walk, WalkId};
use crate::code::{Arithmetic, Comparison, FunctionId, Instruction, Memory, Register, RuntimeType};
use crate::compile::Executable;
use crate::execute::{Request, compare};
use crate::formula::Value;
use crate::state::State;
use crate::word::{self, NULL, UNKNOWN, Word};
use tightrope_heap::validity::is_subtype;
use tightrope_program::Type;

/// From the least to the greatest value, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    least: Word,
    greatest: Word,
}

/// Any `int`.
const ANY: Range = Range { least: i32::MIN as Word, greatest: i32::MAX as Word };

/// How many instructions a look ahead may take.
const MOST_STEPS: u32 = 4_000;
/// How many methods and fields may depend on each other.
const MOST_MEASURES: usize = 16;
/// Of larger scopes nothing is known.
const MOST_OBJECTS: usize = 200;
/// Of how many open slots a comparison supposes that they hold something, to see whether they can.
const MOST_SUPPOSED: usize = 4;
/// Calls nested in each other on a heap that is there.
const MOST_NESTED: u32 = 100;

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Guess {
    /// There is none: no run that ends gives one.
    Never,
    Known(Word),
    Number(Range),
    /// Null, or a node of the structure that is further below.
    Below,
    /// Any node of the structure: the one whose field is defined.
    This,
    Anything,
}

/// A number that depends on nothing but an object that is still open: the result of a method with one parameter, or a defined field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    Method { function: FunctionId, of: Guess },
    Field(usize),
}

/// Measures, and what is known of each.
type Measures = Vec<(Measure, Guess)>;

/// `(\forall C n; \reach(this.root, C, fields).has(n); n.field == value)`
#[derive(Clone, Debug, PartialEq, Eq)]
struct Definition {
    formula: FormulaId,
    slot: u16,
    /// Which structure it speaks of: the walk, and the slot of `root`.
    structure: (WalkId, u16),
}

/// What is known of open numbers, whatever the heap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges {
    /// All of one structure.
    definitions: Vec<Definition>,
    /// The slots along which its nodes lie below each other.
    edges: Vec<u16>,
    measures: Measures,
    /// The slots that hold truth values.
    booleans: Vec<(RuntimeType, u16)>,
    /// They would be wider in a larger scope.
    pub(super) is_cut: bool,
}

impl Ranges {
    fn is_empty(&self) -> bool {
        self.measures.is_empty()
    }
}

impl Executable<'_> {
    /// Finds out what the assumed formulas of one class say of numbers in general. `most_objects`: how many objects a heap can have.
    pub fn ranges(&self, assumed: &[FormulaId], most_objects: usize) -> Ranges {
        let mut ranges = Ranges::default();
        if most_objects > MOST_OBJECTS {
            return ranges;
        }
        ranges.definitions = assumed.iter().filter_map(|formula| self.definition(*formula, assumed)).collect();
        // What defines the fields of one structure says nothing of another.
        if let Some(Definition { structure, .. }) = ranges.definitions.first().cloned() {
            ranges.definitions.retain(|definition| definition.structure == structure);
            ranges.edges = self.only_edges(structure.0).unwrap_or_default().to_vec();
        }
        let fields = (0..ranges.definitions.len()).map(|number| (Measure::Field(number), Guess::Never));
        ranges.measures = fields.collect();
        ranges.booleans = self.boolean_slots();
        for formula in assumed {
            self.seed(&self.formulas[formula.index()].root, &mut ranges);
        }
        self.iterate(ranges)
    }

    /// Is the first argument of a method an object?
    fn takes_reference(&self, function: FunctionId) -> bool {
        let method = self.program.method(self.functions[function.0 as usize].method);
        !method.is_static || method.params.first().is_some_and(|param| param.ty.is_reference())
    }

    fn boolean_slots(&self) -> Vec<(RuntimeType, u16)> {
        let types = self.types.infos.iter().enumerate();
        let classes = types.filter_map(|(number, info)| Some((RuntimeType(number as u32), info.ty.as_class()?)));
        let fields = classes.flat_map(|(ty, class)| self.layouts.fields(class).iter().map(move |field| (ty, *field)));
        let booleans = fields.filter(|(_, field)| self.program.field(*field).ty == Type::BOOLEAN);
        booleans.filter_map(|(ty, field)| Some((ty, self.types.slot(field)?))).collect()
    }

    /// The methods that are called in comparisons.
    fn seed(&self, node: &Node, ranges: &mut Ranges) {
        for_each_call(node, &mut |function| {
            if !self.takes_reference(function) {
                return;
            }
            for of in [Guess::Anything, Guess::Below] {
                let measure = Measure::Method { function, of };
                if ranges.measures.iter().all(|(known, _)| *known != measure) {
                    ranges.measures.push((measure, Guess::Never));
                }
            }
        });
    }

    /// Each round allows for one more call on the way. All scopes have the same limit, so that ranges tell the same in all of them.
    fn iterate(&self, mut ranges: Ranges) -> Ranges {
        let mut round: usize = 0;
        while round <= (MOST_OBJECTS + 2) * ranges.measures.len() {
            let Some((next, is_steady)) = self.next_round(&ranges) else { return Ranges::default() };
            if next == ranges.measures {
                return ranges;
            }
            let rounds_left = (MOST_OBJECTS + 2) * next.len() + 1 - round;
            if is_steady && round.is_power_of_two() && self.leap(&mut ranges, &next, rounds_left) {
                break;
            }
            ranges.measures = next;
            round += 1;
        }
        ranges.is_cut = true;
        ranges
    }

    /// What is known of all measures, given what was, and whether that grows steadily. `None`: there are too many.
    fn next_round(&self, ranges: &Ranges) -> Option<(Measures, bool)> {
        let mut next = Vec::with_capacity(ranges.measures.len());
        let mut guesser = Guesser::new(self, None, ranges);
        for (measure, before) in &ranges.measures {
            guesser.steps = MOST_STEPS;
            let found = guesser.measure(*measure);
            next.push((*measure, hull(*before, found)));
        }
        for measure in guesser.wanted {
            if next.iter().all(|(known, _)| *known != measure) {
                next.push((measure, Guess::Never));
            }
        }
        (next.len() <= MOST_MEASURES).then_some((next, guesser.is_steady))
    }

    /// Does all rounds that are left at once, if it can be said where they lead at most: a steady one has led from `ranges` to `next`. Such a round only shifts,
    /// unites and cuts ranges; given wider ones, wider by some number at most, it gives others that are wider by that number at most. So no later round can add more
    /// than this one has. That also needs that whatever does not grow stays as it is however far the others get.
    fn leap(&self, ranges: &mut Ranges, next: &Measures, rounds: usize) -> bool {
        let start = ranges.measures.clone();
        if start.len() != next.len() {
            return false;
        }
        let grown = || start.iter().zip(next).filter_map(|(before, after)| Some((number(before.1)?, number(after.1)?)));
        let down = grown().map(|(before, after)| before.least - after.least).max().unwrap_or(0) * rounds as Word;
        let up = grown().map(|(before, after)| after.greatest - before.greatest).max().unwrap_or(0) * rounds as Word;
        let mut grows: Vec<bool> = start.iter().zip(next).map(|(before, after)| before != after).collect();
        while let Some(far) = widened(&start, &grows, down, up) {
            ranges.measures = far;
            let Some((last, true)) = self.next_round(ranges) else { break };
            let keeps_kind = |(last, grows): (&(Measure, Guess), &bool)| !grows || matches!(last.1, Guess::Number(_));
            if last.len() != start.len() || !last.iter().zip(&grows).all(keeps_kind) {
                break;
            }
            let places = || (0..start.len()).filter(|place| last[*place] != ranges.measures[*place]);
            if places().all(|place| grows[place]) {
                return true;
            }
            places().for_each(|place| grows[place] = true);
        }
        ranges.measures = start;
        false
    }

    /// The definition that a formula is, if it is one and recursion over it ends.
    fn definition(&self, formula: FormulaId, assumed: &[FormulaId]) -> Option<Definition> {
        let (walk, root, binder, body) = self.over_structure(formula)?;
        let (slot, _) = definition_in(body, binder)?;
        let ends = |other: &FormulaId| {
            self.over_structure(*other).is_some_and(|(its_walk, its_root, its_binder, its_body)| {
                (its_walk, its_root) == (walk, root) && self.says_acyclic(its_body, its_binder, walk)
            })
        };
        assumed.iter().any(ends).then_some(Definition { formula, slot, structure: (walk, root) })
    }

    /// The walk of `(\forall C n; \reach(this.root, C, fields).has(n); body)`, the slot of `root`, the variable and the body.
    fn over_structure(&self, formula: FormulaId) -> Option<(WalkId, u16, u16, &Node)> {
        let (quantified, binder) = assumed_set(&self.formulas[formula.index()].root)?;
        // Of all members: those of a subclass would leave others out.
        let Domain::Set(SetNode::Reach(reach), None) = &binder.domain else { return None };
        let is_plain = quantified.binders.len() == 1 && matches!(quantified.range.kind, NodeKind::Word(1));
        let root = field_of_local(&reach.root, 0)?;
        is_plain.then_some((reach.walk, root, binder.local, &quantified.body))
    }

    /// Does a formula say that no field that the walk follows leads back to the node?
    fn says_acyclic(&self, body: &Node, binder: u16, walk: WalkId) -> bool {
        let Some(slots) = self.only_edges(walk) else { return false };
        let parts = conjuncts(body);
        slots.iter().all(|slot| parts.iter().any(|part| leads_not_back(part, binder, walk, *slot)))
    }

    /// The slots that a walk follows, if they are the same for all objects.
    fn only_edges(&self, walk: WalkId) -> Option<&[u16]> {
        let walk = &self.walks[walk.0 as usize];
        let mut edges = walk.edges.iter().flatten();
        let Some(Edges::Slots(slots)) = edges.next() else { return None };
        let is_same = |other: &Edges| matches!(other, Edges::Slots(other) if other == slots);
        let is_uniform = walk.memory == Memory::Now && edges.all(is_same);
        (is_uniform && self.is_closed(walk, slots)).then_some(slots)
    }

    /// Does whatever these slots can hold belong to the set of the walk? (`\reach(first, Sub, next)` leaves out other objects that `next` may lead to.)
    fn is_closed(&self, walk: &Walk, slots: &[u16]) -> bool {
        let belongs = |ty: usize| matches!(walk.edges.get(ty), Some(Some(_)));
        let holds_only_members = |held: Type| {
            let fits = |object: Type| is_subtype(self.program, object, held);
            self.types.infos.iter().enumerate().all(|(ty, info)| belongs(ty) || !fits(info.ty))
        };
        let classes = self.types.infos.iter().enumerate().filter(|(ty, _)| belongs(*ty));
        let mut classes = classes.filter_map(|(_, info)| info.ty.as_class());
        classes.all(|class| {
            let fields = self.layouts.fields(class).iter();
            let mut followed =
                fields.filter(|field| self.types.slot(**field).is_some_and(|slot| slots.contains(&slot)));
            followed.all(|field| holds_only_members(self.program.field(*field).ty))
        })
    }
}

impl Evaluation<'_, '_> {
    /// How an open comparison of two numbers can turn out, as far as ranges tell.
    pub(super) fn ranged_comparison(&mut self, op: Comparison, left: &Node, right: &Node) -> Option<Ranged> {
        let ranges = self.ranges.filter(|ranges| !ranges.is_empty() && !self.has_changed)?;
        // Which objects belong to the structure is looked at, but not waited for.
        let met = self.met.take();
        let members = self.members(ranges);
        self.met.take();
        self.met.add(met);
        let this = self.workspace.locals.first().copied();
        let mut guesser = Guesser::new(self.executable(), Some(self.original()), ranges);
        guesser.members = members;
        guesser.guesses = std::mem::take(&mut self.workspace.guesses).of(this);
        let locals: Vec<Guess> = self.workspace.locals.iter().map(|word| Guess::Known(*word)).collect();
        guesser.this = locals.first().copied().unwrap_or(Guess::Anything);
        let ranged = guesser.comparison(op, left, right, &locals);
        self.met.add(guesser.met);
        self.workspace.guesses = guesser.guesses;
        ranged
    }

    /// The objects that surely belong to the structure whose fields are defined.
    fn members(&mut self, ranges: &Ranges) -> Option<Objects> {
        let definition = ranges.definitions.first()?;
        let executable = self.executable();
        let (_, binder) = assumed_set(&executable.formulas[definition.formula.index()].root)?;
        let Domain::Set(set, _) = &binder.domain else { return None };
        match self.set(set) {
            Ok(Value::Known(set)) => Some(set.surely),
            _ => None,
        }
    }
}

/// What ranges tell of a comparison.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranged {
    pub(super) can_be_true: bool,
    pub(super) can_be_false: bool,
    /// With this value in this slot it could not be true: with null in `n.right`, where `height(n.left) == height(n.right)` and the left side is known to be 2.
    pub(super) excluded: Option<(Request, Word)>,
}

/// What was found out about a heap, as long as that stays the same.
#[derive(Debug, Default)]
pub(super) struct Guesses {
    /// The object whose invariants they come from.
    this: Option<Word>,
    /// Fields of objects at hand that were asked for.
    fields: Vec<Remembered<usize>>,
    /// The results of methods for objects at hand.
    calls: Vec<Remembered<FunctionId>>,
}

/// The field or method, the object, and what is known of its value; `None`: somebody is about to find out.
type Remembered<T> = (T, Word, Option<(Guess, Watched)>);

impl Guesses {
    /// Those that come from the invariants of this object.
    fn of(self, this: Option<Word>) -> Guesses {
        if self.this == this { self } else { Guesses { this, ..Guesses::default() } }
    }

    pub(super) fn clear(&mut self) {
        self.fields.clear();
        self.calls.clear();
    }
}

/// Runs code and formulas on guesses.
struct Guesser<'g> {
    executable: &'g Executable<'g>,
    /// The heap as far as it is known; `None`: any heap.
    state: Option<&'g State>,
    ranges: &'g Ranges,
    this: Guess,
    members: Option<Objects>,
    guesses: Guesses,
    /// Measures that nobody has looked at yet.
    wanted: Vec<Measure>,
    steps: u32,
    nested: u32,
    /// Open slots that were met.
    met: Watched,
    /// Open slots that are met, and the one of them that is supposed to hold a value.
    open_slots: Vec<(usize, u16)>,
    supposed: Option<(usize, u16, Word)>,
    /// Ranges were only shifted, united and cut off by each other so far.
    is_steady: bool,
}

impl<'g> Guesser<'g> {
    fn new(executable: &'g Executable<'g>, state: Option<&'g State>, ranges: &'g Ranges) -> Guesser<'g> {
        Guesser {
            executable,
            state,
            ranges,
            this: Guess::Anything,
            members: None,
            guesses: Guesses::default(),
            wanted: Vec::new(),
            steps: MOST_STEPS,
            nested: 0,
            met: Watched::default(),
            open_slots: Vec::new(),
            supposed: None,
            is_steady: true,
        }
    }

    fn comparison(&mut self, op: Comparison, left: &Node, right: &Node, locals: &[Guess]) -> Option<Ranged> {
        self.open_slots.clear();
        let (can_be_true, can_be_false) = self.possible(op, left, right, locals)?;
        let excluded = if can_be_true { self.excluded(op, left, right, locals) } else { None };
        Some(Ranged { can_be_true, can_be_false, excluded })
    }

    /// A value of an open slot with which a comparison could not be true: null, or one of the truth values.
    fn excluded(&mut self, op: Comparison, left: &Node, right: &Node, locals: &[Guess]) -> Option<(Request, Word)> {
        let (slots, guesses) = (std::mem::take(&mut self.open_slots), std::mem::take(&mut self.guesses));
        let mut excluded = None;
        'slots: for (object, slot) in slots.into_iter().take(MOST_SUPPOSED) {
            for value in self.few_values(object, slot) {
                self.supposed = Some((object, slot, *value));
                // What was found without the supposition says nothing of it, and the other way round.
                self.guesses.clear();
                if self.possible(op, left, right, locals).is_some_and(|(can_be_true, _)| !can_be_true) {
                    let request = Request { object, slot: u32::from(slot), is_long: false, before: false };
                    excluded = Some((request, *value));
                    break 'slots;
                }
            }
        }
        (self.supposed, self.guesses) = (None, guesses);
        excluded
    }

    /// Values that a slot may well hold.
    fn few_values(&self, object: usize, slot: u16) -> &'static [Word] {
        let Some(header) = self.state.and_then(|state| state.objects.get(object)) else { return &[] };
        if self.ranges.booleans.contains(&(header.ty, slot)) {
            &[word::FALSE, 1]
        } else if self.executable.types.info(header.ty).references.contains(&slot) {
            &[NULL]
        } else {
            &[]
        }
    }

    fn possible(&mut self, op: Comparison, left: &Node, right: &Node, locals: &[Guess]) -> Option<(bool, bool)> {
        let (left, right) = (self.node(left, locals), self.node(right, locals));
        Some(possible(op, number(left)?, number(right)?))
    }

    /// What a measure can be, given what is known of all measures.
    fn measure(&mut self, measure: Measure) -> Guess {
        match measure {
            Measure::Method { function, of } => self.run(function, &[of]),
            Measure::Field(number) => self.defined(number, Guess::This),
        }
    }

    fn known_measure(&mut self, measure: Measure) -> Guess {
        match self.ranges.measures.iter().find(|(known, _)| *known == measure) {
            Some((_, guess)) => *guess,
            None if self.state.is_some() => Guess::Anything,
            None => {
                self.wanted.push(measure);
                Guess::Never
            }
        }
    }

    /// The value that a definition gives the field of a node.
    fn defined(&mut self, definition: usize, node: Guess) -> Guess {
        let formula = &self.executable.formulas[self.ranges.definitions[definition].formula.index()];
        let Some((quantified, binder)) = assumed_set(&formula.root) else { return Guess::Anything };
        let Some((_, value)) = definition_in(&quantified.body, binder.local) else { return Guess::Anything };
        let mut locals = vec![Guess::Anything; formula.locals];
        locals[0] = self.this;
        locals[usize::from(binder.local)] = node;
        self.node(value, &locals)
    }

    fn defined_at(&mut self, definition: usize, object: usize) -> Guess {
        let node = word::object(object);
        if let Some(known) = remembered(&self.guesses.fields, definition, node) {
            return self.recall(known);
        }
        let place = self.guesses.fields.len();
        self.guesses.fields.push((definition, node, None));
        let (found, met) = self.watching(|guesser| guesser.defined(definition, Guess::Known(node)));
        self.guesses.fields[place].2 = Some((found, met));
        found
    }

    /// What somebody has found out already; who is asked while he is at it knows nothing.
    fn recall(&mut self, known: Option<(Guess, Watched)>) -> Guess {
        let (guess, met) = known.unwrap_or((Guess::Anything, Watched::default()));
        self.met = self.met.and(met);
        guess
    }

    /// What `guess` finds, and which open slots it meets.
    fn watching(&mut self, guess: impl FnOnce(&mut Self) -> Guess) -> (Guess, Watched) {
        let outside = std::mem::take(&mut self.met);
        let found = guess(self);
        let met = self.met;
        self.met = met.and(outside);
        (found, met)
    }

    fn node(&mut self, node: &Node, locals: &[Guess]) -> Guess {
        match &node.kind {
            NodeKind::Word(word) => Guess::Known(*word),
            NodeKind::Local(local) => locals.get(usize::from(*local)).copied().unwrap_or(Guess::Anything),
            NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } => {
                let object = self.node(object, locals);
                self.field(object, *slot)
            }
            NodeKind::Arithmetic { op, left, right } => {
                let (left, right) = (self.node(left, locals), self.node(right, locals));
                self.calculated(*op, left, right)
            }
            NodeKind::Conditional { then, otherwise, .. } => {
                let (then, otherwise) = (self.node(then, locals), self.node(otherwise, locals));
                hull(then, otherwise)
            }
            NodeKind::Call(call) => match call.target {
                CallTarget::Static(function) | CallTarget::Exact(function) => {
                    let args: Vec<Guess> = call.args.iter().map(|arg| self.node(arg, locals)).collect();
                    self.call(function, &args)
                }
                CallTarget::Virtual(_) => Guess::Anything,
            },
            NodeKind::SetSize(_) => Guess::Number(Range { least: 0, ..ANY }),
            _ => Guess::Anything,
        }
    }

    fn field(&mut self, object: Guess, slot: u16) -> Guess {
        let is_edge = self.ranges.edges.contains(&slot);
        let definition = self.ranges.definitions.iter().position(|definition| definition.slot == slot);
        match (object, definition) {
            (Guess::Never, _) => Guess::Never,
            (Guess::Known(reference), _) => self.field_at(reference, slot, is_edge, definition),
            (Guess::Below | Guess::This, _) if is_edge => Guess::Below,
            (Guess::Below, Some(definition)) => self.known_measure(Measure::Field(definition)),
            _ => Guess::Anything,
        }
    }

    fn field_at(&mut self, reference: Word, slot: u16, is_edge: bool, definition: Option<usize>) -> Guess {
        let (Some(object), Some(state)) = (word::as_object(reference), self.state) else { return Guess::Anything };
        let value = state.read(Memory::Now, object, usize::from(slot));
        if value == UNKNOWN {
            match self.supposed {
                Some((of, at, value)) if (of, at) == (object, slot) => return Guess::Known(value),
                _ => {}
            }
            self.met = self.met.and(Watched::read(object, u32::from(slot)));
            if !self.open_slots.contains(&(object, slot)) {
                self.open_slots.push((object, slot));
            }
        }
        match value {
            UNKNOWN if !self.members.as_ref().is_some_and(|members| members.contains(object)) => Guess::Anything,
            UNKNOWN if is_edge => Guess::Below,
            UNKNOWN => definition.map_or(Guess::Anything, |definition| self.defined_at(definition, object)),
            known => Guess::Known(known),
        }
    }

    fn call(&mut self, function: FunctionId, args: &[Guess]) -> Guess {
        match args {
            _ if args.contains(&Guess::Never) => Guess::Never,
            // A method that calls itself meets each object once at most, if it ends; numbers know no such limit.
            [Guess::Anything | Guess::Below] if !self.executable.takes_reference(function) => Guess::Anything,
            [of @ (Guess::Anything | Guess::Below)] => self.known_measure(Measure::Method { function, of: *of }),
            [Guess::Known(object)] if self.state.is_some() => self.call_of_known(function, *object),
            _ => self.run(function, args),
        }
    }

    fn call_of_known(&mut self, function: FunctionId, object: Word) -> Guess {
        if let Some(known) = remembered(&self.guesses.calls, function, object) {
            return self.recall(known);
        }
        let place = self.guesses.calls.len();
        self.guesses.calls.push((function, object, None));
        let (found, met) = self.watching(|guesser| guesser.run(function, &[Guess::Known(object)]));
        self.guesses.calls[place].2 = Some((found, met));
        found
    }

    /// The results of all paths through a method.
    fn run(&mut self, function: FunctionId, args: &[Guess]) -> Guess {
        let compiled = &self.executable.functions[function.0 as usize];
        let is_plain = compiled.handlers.is_empty() && compiled.memory == Memory::Now;
        if !is_plain || self.nested >= MOST_NESTED || args.len() != compiled.params as usize {
            return Guess::Anything;
        }
        self.nested += 1;
        let mut registers = args.to_vec();
        registers.resize(compiled.registers as usize, Guess::Anything);
        let mut paths = vec![(0, registers)];
        let mut result = Guess::Never;
        while let Some(path) = paths.pop() {
            match self.follow(&compiled.code, path, &mut paths) {
                Some(value) => result = hull(result, value),
                None => {
                    result = Guess::Anything;
                    break;
                }
            }
        }
        self.nested -= 1;
        result
    }

    /// Follows one path to its end, and leaves the others for later. `None`: it cannot be followed.
    fn follow(&mut self, code: &[Instruction], path: Path, paths: &mut Vec<Path>) -> Option<Guess> {
        let (mut pc, mut registers) = path;
        loop {
            self.steps = self.steps.checked_sub(1)?;
            let get = |register: Register| registers[usize::from(register)];
            pc = match &code[pc] {
                Instruction::Return { value } => return Some(get(*value)),
                Instruction::Throw { .. } => return Some(Guess::Never),
                Instruction::Jump { target } => *target as usize,
                Instruction::JumpIf { cond, target } => {
                    let (cond, zero) = ((*cond, get(*cond)), Guess::Known(0));
                    self.branch(Comparison::NotEqual, cond, (None, zero), (pc, *target), &mut registers, paths)?
                }
                Instruction::JumpUnless { cond, target } => {
                    let (cond, zero) = ((*cond, get(*cond)), Guess::Known(0));
                    self.branch(Comparison::Equal, cond, (None, zero), (pc, *target), &mut registers, paths)?
                }
                Instruction::JumpCompare { op, left, right, target } => {
                    let (left, right) = ((*left, get(*left)), (Some(*right), get(*right)));
                    self.branch(*op, left, right, (pc, *target), &mut registers, paths)?
                }
                // A comparison whose result is looked at next, and whose operands are narrowed by it.
                Instruction::Compare { op, to, left, right } | Instruction::CompareSymbols { op, to, left, right } => {
                    let (left, right) = ((*left, get(*left)), (Some(*right), get(*right)));
                    registers[usize::from(*to)] = Guess::Number(Range { least: 0, greatest: 1 });
                    match code.get(pc + 1) {
                        Some(Instruction::JumpIf { cond, target }) if cond == to => {
                            self.branch(*op, left, right, (pc + 1, *target), &mut registers, paths)?
                        }
                        Some(Instruction::JumpUnless { cond, target }) if cond == to => {
                            self.branch(op.opposite(), left, right, (pc + 1, *target), &mut registers, paths)?
                        }
                        _ => pc + 1,
                    }
                }
                Instruction::JumpCompareInt { op, left, right, target } => {
                    let (left, right) = ((*left, get(*left)), (None, Guess::Known(Word::from(*right))));
                    self.branch(*op, left, right, (pc, *target), &mut registers, paths)?
                }
                Instruction::InitializeClass(class) if !self.executable.needs_initialization[class.index()] => pc + 1,
                instruction => {
                    let (to, value) = self.effect(instruction, &registers)?;
                    if value == Guess::Never {
                        return Some(Guess::Never);
                    }
                    if let Some(to) = to {
                        registers[usize::from(to)] = value;
                    }
                    pc + 1
                }
            };
        }
    }

    /// What an instruction puts where. `None`: nobody knows.
    fn effect(&mut self, instruction: &Instruction, registers: &[Guess]) -> Option<(Option<Register>, Guess)> {
        let get = |register: Register| registers[usize::from(register)];
        let (to, value) = match instruction {
            Instruction::Int { to, value } => (*to, Guess::Known(Word::from(*value))),
            Instruction::Constant { to, index } => (*to, Guess::Known(self.executable.constants[*index as usize])),
            Instruction::Move { to, from } => (*to, get(*from)),
            Instruction::Arithmetic { op, to, left, right } => (*to, self.calculated(*op, get(*left), get(*right))),
            Instruction::AddIntConstant { to, from, value } => {
                (*to, self.calculated(Arithmetic::AddInt, get(*from), Guess::Known(Word::from(*value))))
            }
            Instruction::GetField { memory: Memory::Now, to, object, slot } => (*to, self.field(get(*object), *slot)),
            Instruction::Call { function, args, result } | Instruction::CallExact { function, args, result } => {
                let (first, count) = (usize::from(*args), self.executable.functions[function.0 as usize].params);
                let args = registers.get(first..first + count as usize)?.to_vec();
                return Some((*result, self.call(*function, &args)));
            }
            _ => return None,
        };
        Some((Some(to), value))
    }

    fn calculated(&mut self, op: Arithmetic, left: Guess, right: Guess) -> Guess {
        let is_shift = match op {
            Arithmetic::AddInt => !(is_range(left) && is_range(right)),
            _ => !is_range(right),
        };
        let result = calculated(op, left, right);
        self.is_steady &= is_shift && result != Guess::Anything;
        result
    }

    /// Goes on where a comparison leads; if it may lead both ways, the way of the jump is left for later. What each way means for the operands is kept. `None`: no way.
    fn branch(
        &mut self,
        op: Comparison,
        left: (Register, Guess),
        right: (Option<Register>, Guess),
        (pc, target): (usize, u32),
        registers: &mut [Guess],
        paths: &mut Vec<Path>,
    ) -> Option<usize> {
        let taken = narrowed(op, left.1, right.1);
        let passed = narrowed(op.opposite(), left.1, right.1);
        self.is_steady &= is_cut_steadily(op, (left.1, right.1), [taken, passed]);
        let with = |registers: &mut [Guess], (of_left, of_right): (Guess, Guess)| {
            registers[usize::from(left.0)] = of_left;
            if let Some(register) = right.0 {
                registers[usize::from(register)] = of_right;
            }
        };
        match (taken, passed) {
            (Some(taken), Some(passed)) => {
                let mut other = registers.to_vec();
                with(&mut other, taken);
                paths.push((target as usize, other));
                with(registers, passed);
                Some(pc + 1)
            }
            (Some(taken), None) => {
                with(registers, taken);
                Some(target as usize)
            }
            (None, Some(passed)) => {
                with(registers, passed);
                Some(pc + 1)
            }
            (None, None) => None,
        }
    }
}

fn remembered<T: Copy + PartialEq>(known: &[Remembered<T>], what: T, of: Word) -> Option<Option<(Guess, Watched)>> {
    known.iter().find(|(known, object, _)| (*known, *object) == (what, of)).map(|(_, _, guess)| *guess)
}

/// Where a path is, and its registers.
type Path = (usize, Vec<Guess>);

/// Both values where the comparison is true; `None`: it cannot be.
fn narrowed(op: Comparison, left: Guess, right: Guess) -> Option<(Guess, Guess)> {
    match (left, right) {
        (Guess::Known(left_word), Guess::Known(right_word)) if !is_open(left) && !is_open(right) => {
            compare(op, left_word, right_word).then_some((left, right))
        }
        (Guess::This, Guess::Known(NULL)) if is_equality(op) => None,
        // Of references, and of what may be one, only this is known.
        (Guess::Below | Guess::Anything, Guess::Known(_)) if is_equality(op) && !is_open(right) => Some((right, right)),
        (Guess::Number(_) | Guess::Known(_), Guess::Number(_) | Guess::Known(_))
            if !is_open(left) && !is_open(right) =>
        {
            let (left, right) = narrowed_ranges(op, number(left)?, number(right)?)?;
            Some((guess_of(left), guess_of(right)))
        }
        _ => Some((left, right)),
    }
}

fn narrowed_ranges(op: Comparison, left: Range, right: Range) -> Option<(Range, Range)> {
    let (left, right) = match op {
        Comparison::Equal | Comparison::Same => {
            let both = Range { least: left.least.max(right.least), greatest: left.greatest.min(right.greatest) };
            (both, both)
        }
        Comparison::NotEqual | Comparison::NotSame => (without(left, right), without(right, left)),
        Comparison::Less => (
            Range { greatest: left.greatest.min(right.greatest.saturating_sub(1)), ..left },
            Range { least: right.least.max(left.least.saturating_add(1)), ..right },
        ),
        Comparison::LessEqual => (
            Range { greatest: left.greatest.min(right.greatest), ..left },
            Range { least: right.least.max(left.least), ..right },
        ),
        Comparison::Greater | Comparison::GreaterEqual => {
            let mirrored = if op == Comparison::Greater { Comparison::Less } else { Comparison::LessEqual };
            let (right, left) = narrowed_ranges(mirrored, right, left)?;
            (left, right)
        }
    };
    let has_values = |range: Range| range.least <= range.greatest;
    (has_values(left) && has_values(right)).then_some((left, right))
}

/// A range without the only value of another, if that is at one of its ends.
fn without(range: Range, other: Range) -> Range {
    if other.least != other.greatest {
        range
    } else if range.least == other.least {
        Range { least: range.least.saturating_add(1), ..range }
    } else if range.greatest == other.least {
        Range { greatest: range.greatest.saturating_sub(1), ..range }
    } else {
        range
    }
}

/// Can the comparison be true, can it be false?
fn possible(op: Comparison, left: Range, right: Range) -> (bool, bool) {
    (narrowed_ranges(op, left, right).is_some(), narrowed_ranges(op.opposite(), left, right).is_some())
}

fn is_equality(op: Comparison) -> bool {
    matches!(op, Comparison::Equal | Comparison::Same)
}

fn is_range(guess: Guess) -> bool {
    matches!(guess, Guess::Number(_))
}

/// Do wider ranges only move the ends that a comparison leaves of them? Not where it leaves nothing, or a single value, of which more follows than of a range, nor where
/// it takes a single value away.
fn is_cut_steadily(op: Comparison, operands: (Guess, Guess), outcomes: [Option<(Guess, Guess)>; 2]) -> bool {
    let stays = |before: Guess, after: Guess| !is_range(before) || is_range(after);
    let is_order = !is_equality(op) && !is_equality(op.opposite());
    let leaves_ranges =
        |outcome: Option<(Guess, Guess)>| outcome.is_some_and(|(l, r)| stays(operands.0, l) && stays(operands.1, r));
    !is_range(operands.0) && !is_range(operands.1) || is_order && outcomes.into_iter().all(leaves_ranges)
}

/// Measures of which those that grow have become wider.
fn widened(measures: &Measures, grows: &[bool], down: Word, up: Word) -> Option<Measures> {
    let widen = |((measure, guess), grows): (&(Measure, Guess), &bool)| match guess {
        _ if !grows => Some((*measure, *guess)),
        Guess::Number(Range { least, greatest }) => {
            let wide = Range { least: least - down, greatest: greatest + up };
            (ANY.least <= wide.least && wide.greatest <= ANY.greatest).then_some((*measure, Guess::Number(wide)))
        }
        _ => None,
    };
    measures.iter().zip(grows).map(widen).collect()
}

/// A word that stands for a value that is not known.
fn is_open(guess: Guess) -> bool {
    matches!(guess, Guess::Known(word) if word::is_symbol(word) || word == UNKNOWN)
}

/// The numbers that a value can be, if anything is known of them.
fn number(guess: Guess) -> Option<Range> {
    match guess {
        Guess::Known(word) if !is_open(guess) => Some(Range { least: word, greatest: word }),
        Guess::Number(range) => Some(range),
        Guess::Known(_) | Guess::Never | Guess::Below | Guess::This | Guess::Anything => None,
    }
}

fn guess_of(range: Range) -> Guess {
    if range.least == range.greatest { Guess::Known(range.least) } else { Guess::Number(range) }
}

/// Whatever is one or the other.
fn hull(left: Guess, right: Guess) -> Guess {
    match (left, right) {
        (Guess::Never, other) | (other, Guess::Never) => other,
        _ if left == right => left,
        (Guess::Known(_) | Guess::Number(_), Guess::Known(_) | Guess::Number(_))
            if !is_open(left) && !is_open(right) =>
        {
            match (number(left), number(right)) {
                (Some(left), Some(right)) => {
                    guess_of(Range { least: left.least.min(right.least), greatest: left.greatest.max(right.greatest) })
                }
                _ => Guess::Anything,
            }
        }
        _ => Guess::Anything,
    }
}

/// Sums and differences that cannot wrap around.
fn calculated(op: Arithmetic, left: Guess, right: Guess) -> Guess {
    if left == Guess::Never || right == Guess::Never {
        return Guess::Never;
    }
    let (Some(left), Some(right)) = (number(left), number(right)) else { return Guess::Anything };
    let range = match op {
        Arithmetic::AddInt => Range {
            least: left.least.saturating_add(right.least),
            greatest: left.greatest.saturating_add(right.greatest),
        },
        Arithmetic::SubtractInt => Range {
            least: left.least.saturating_sub(right.greatest),
            greatest: left.greatest.saturating_sub(right.least),
        },
        _ => return Guess::Anything,
    };
    let is_int = ANY.least <= range.least && range.greatest <= ANY.greatest;
    if is_int { guess_of(range) } else { Guess::Anything }
}

/// The slot of `local.field`.
fn field_of_local(node: &Node, local: u16) -> Option<u16> {
    let NodeKind::Field { memory: Memory::Now, object, slot, .. } = &node.kind else { return None };
    matches!(object.kind, NodeKind::Local(of) if of == local).then_some(*slot)
}

fn conjuncts(node: &Node) -> Vec<&Node> {
    match &node.kind {
        NodeKind::And(left, right) => [conjuncts(left), conjuncts(right)].concat(),
        _ => vec![node],
    }
}

/// `n.field == value` among the conjuncts: the slot of the field, and the value.
fn definition_in(body: &Node, binder: u16) -> Option<(u16, &Node)> {
    conjuncts(body).into_iter().find_map(|part| {
        let (NodeKind::Compare { op: Comparison::Equal, left, right }
        | NodeKind::CompareSymbols { op: Comparison::Equal, left, right }) = &part.kind
        else {
            return None;
        };
        let sides = [(left, right), (right, left)];
        sides.into_iter().find_map(|(field, value)| Some((field_of_local(field, binder)?, &**value)))
    })
}

/// `!\reach(n.field, C, fields).has(n)`
fn leads_not_back(node: &Node, binder: u16, walk: WalkId, slot: u16) -> bool {
    let NodeKind::Not(inside) = &node.kind else { return false };
    let NodeKind::Contains { set: SetNode::Reach(reach), element } = &inside.kind else { return false };
    let ReachNode { root, walk: its_walk } = &**reach;
    let is_of_node = matches!(element.kind, NodeKind::Local(of) if of == binder);
    is_of_node && *its_walk == walk && field_of_local(root, binder) == Some(slot)
}

/// The methods with one parameter that are called in the parts of a formula that are looked at on ranges.
fn for_each_call(node: &Node, found: &mut impl FnMut(FunctionId)) {
    match &node.kind {
        NodeKind::Call(call) => {
            if let (CallTarget::Static(function) | CallTarget::Exact(function), 1) = (call.target, call.args.len()) {
                found(function);
            }
            call.args.iter().for_each(|arg| for_each_call(arg, found));
        }
        NodeKind::And(left, right)
        | NodeKind::Or(left, right)
        | NodeKind::Implies(left, right)
        | NodeKind::Equivalent(left, right)
        | NodeKind::Arithmetic { left, right, .. }
        | NodeKind::Compare { left, right, .. }
        | NodeKind::CompareSymbols { left, right, .. } => {
            for_each_call(left, found);
            for_each_call(right, found);
        }
        NodeKind::Not(operand) | NodeKind::NegateInt(operand) => for_each_call(operand, found),
        NodeKind::Conditional { cond, then, otherwise } => {
            [cond, then, otherwise].into_iter().for_each(|part| for_each_call(part, found));
        }
        NodeKind::Quantified(quantified) => {
            for_each_call(&quantified.range, found);
            for_each_call(&quantified.body, found);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPS: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessEqual,
        Comparison::Greater,
        Comparison::GreaterEqual,
    ];

    fn small_ranges() -> Vec<Range> {
        (-2..=2).flat_map(|least| (least..=2).map(move |greatest| Range { least, greatest })).collect()
    }

    fn values(range: Range) -> impl Iterator<Item = Word> + Clone {
        range.least..=range.greatest
    }

    #[test]
    fn comparisons_of_ranges_allow_exactly_what_their_values_do() {
        for (op, left, right) in triples() {
            let outcomes = || values(left).flat_map(|l| values(right).map(move |r| compare(op, l, r)));
            let expected = (outcomes().any(|outcome| outcome), outcomes().any(|outcome| !outcome));
            assert_eq!(possible(op, left, right), expected, "{left:?} {op:?} {right:?}");
        }
    }

    #[test]
    fn narrowing_loses_no_pair_of_values() {
        for (op, left, right) in triples() {
            for (l, r) in values(left).flat_map(|l| values(right).map(move |r| (l, r))) {
                if compare(op, l, r) {
                    let narrowed = narrowed_ranges(op, left, right);
                    let keeps = narrowed.is_some_and(|(left, right)| {
                        values(left).any(|kept| kept == l) && values(right).any(|kept| kept == r)
                    });
                    assert!(keeps, "{left:?} {op:?} {right:?} loses {l} and {r}");
                }
            }
        }
    }

    #[test]
    fn what_could_wrap_around_is_unknown() {
        let large = Guess::Number(Range { least: 1, greatest: ANY.greatest });
        assert_eq!(calculated(Arithmetic::AddInt, large, Guess::Known(1)), Guess::Anything);
        assert_eq!(
            calculated(Arithmetic::SubtractInt, large, Guess::Known(1)),
            Guess::Number(Range { least: 0, greatest: ANY.greatest - 1 })
        );
    }

    fn triples() -> Vec<(Comparison, Range, Range)> {
        let pairs = |op: Comparison| {
            small_ranges()
                .into_iter()
                .flat_map(move |left| small_ranges().into_iter().map(move |right| (op, left, right)))
        };
        OPS.into_iter().flat_map(pairs).collect()
    }
}
