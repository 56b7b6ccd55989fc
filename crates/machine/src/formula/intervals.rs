//! Ranges of numbers that are still open: how high a subtree is at least that has not been built to
//! its end.
//!
//! A three-valued evaluation knows nothing of a number until it knows all that the number depends
//! on. Balanced trees show what that costs: a tree that leans too far is complete before anybody
//! sees it. So where a comparison of numbers is open, both sides are run on ranges, as in bounds
//! propagation and interval analysis.
//!
//! - Code of pure methods is run on [`AbstractValue`]s, along all paths that are possible; what
//!   cannot be followed has any value.
//! - What a method gives for a reference that is still open is found once, by iteration from
//!   nothing at all (the least fixed point): after `n` rounds it is what a recursion of depth `n`
//!   can give. A recursion that ends never comes back to the same method with the same object, so
//!   the rounds are limited by the largest scope.
//! - A field that an invariant defines by the fields of the nodes below, `n.height == 1 +
//!   Math.max(height(n.left), height(n.right))`, is treated like such a method. "Below" has to end:
//!   the invariants must say that the walk along these fields meets no node twice, in the form that
//!   is recognised here.
//!
//! Ranges only take away outcomes that are impossible where the invariants hold. They are used for
//! assumptions, and not for what is to be shown.

use super::evaluate::Evaluation;
use super::quantify::assumed_set;
use super::sets::Objects;
use super::watch::Watched;
use super::workspace::Workspace;
use super::{CallTarget, Domain, Edges, FormulaId, Node, NodeKind, ReachNode, SetNode, Walk, WalkId};
use crate::accelerations::Acceleration;
use crate::arithmetic::compare;
use crate::code::{Arithmetic, Comparison, FunctionId, Instruction, Memory, Register, RuntimeType};
use crate::compile::Executable;
use crate::outcome::SlotRef;
use crate::pure_calls::{KnownCalls, PureResult};
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
/// How many results of calculations are remembered.
const CALCULATIONS: usize = 64;
/// Calls nested in each other on a heap that is there.
const MOST_NESTED: u32 = 100;

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AbstractValue {
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

/// A number that depends on nothing but an object that is still open: the result of a method with
/// one parameter, or a defined field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    Method { function: FunctionId, of: AbstractValue },
    Field(usize),
}

/// Measures, and what is known of each.
type Measures = Vec<(Measure, AbstractValue)>;

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
    /// Those that are measures.
    methods: Vec<FunctionId>,
    /// The slots that hold truth values, sorted.
    booleans: Vec<(RuntimeType, u16)>,
    /// They would be wider in a larger scope.
    pub(super) is_cut: bool,
}

impl Ranges {
    fn is_empty(&self) -> bool {
        self.measures.is_empty()
    }

    /// The definition of a field.
    fn definition_of(&self, slot: u16) -> Option<usize> {
        self.definitions.iter().position(|definition| definition.slot == slot)
    }

    /// How many fields and methods there are of which something is remembered for each object.
    fn subjects(&self) -> usize {
        self.definitions.len() + self.methods.len()
    }

    /// The number of a method among them.
    fn subject(&self, function: FunctionId) -> Option<usize> {
        let place = self.methods.iter().position(|method| *method == function)?;
        Some(self.definitions.len() + place)
    }
}

impl Executable<'_> {
    /// Finds out what the assumed formulas of one class say of numbers in general. `most_objects`:
    /// how many objects a heap can have.
    pub fn ranges(&self, assumed: &[FormulaId], most_objects: usize) -> Ranges {
        if most_objects > MOST_OBJECTS {
            return Ranges::default();
        }
        let mut ranges = self.iterate(self.measures(assumed));
        for (measure, _) in &ranges.measures {
            match measure {
                Measure::Method { function, .. } if !ranges.methods.contains(function) => {
                    ranges.methods.push(*function)
                }
                _ => {}
            }
        }
        ranges
    }

    /// What there is to be known of numbers, of which nothing is known yet.
    fn measures(&self, assumed: &[FormulaId]) -> Ranges {
        let mut ranges = Ranges {
            definitions: assumed.iter().filter_map(|formula| self.definition(*formula, assumed)).collect(),
            ..Ranges::default()
        };
        // What defines the fields of one structure says nothing of another.
        if let Some(Definition { structure, .. }) = ranges.definitions.first().cloned() {
            ranges.definitions.retain(|definition| definition.structure == structure);
            ranges.edges = self.only_edges(structure.0).unwrap_or_default().to_vec();
        }
        let fields = (0..ranges.definitions.len()).map(|number| (Measure::Field(number), AbstractValue::Never));
        ranges.measures = fields.collect();
        ranges.booleans = self.boolean_slots();
        for formula in assumed {
            self.seed(&self.formulas[formula.index()].root, &mut ranges);
        }
        ranges
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
        let mut slots: Vec<_> = booleans.filter_map(|(ty, field)| Some((ty, self.types.slot(field)?))).collect();
        slots.sort_unstable();
        slots
    }

    /// The methods that are called in comparisons.
    fn seed(&self, node: &Node, ranges: &mut Ranges) {
        for_each_call(node, &mut |function| {
            if !self.takes_reference(function) {
                return;
            }
            for of in [AbstractValue::Anything, AbstractValue::Below] {
                let measure = Measure::Method { function, of };
                if ranges.measures.iter().all(|(known, _)| *known != measure) {
                    ranges.measures.push((measure, AbstractValue::Never));
                }
            }
        });
    }

    /// Each round allows for one more call on the way. All scopes have the same limit, so that
    /// ranges tell the same in all of them.
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

    /// What is known of all measures, given what was, and whether that grows steadily. `None`:
    /// there are too many.
    fn next_round(&self, ranges: &Ranges) -> Option<(Measures, bool)> {
        let mut next = Vec::with_capacity(ranges.measures.len());
        let mut guesses = Guesses::default();
        let mut guesser = AbstractInterpreter::new(self, ranges, &mut guesses);
        for (measure, before) in &ranges.measures {
            guesser.steps = MOST_STEPS;
            let found = guesser.measure(*measure);
            next.push((*measure, hull(*before, found)));
        }
        for measure in guesser.wanted {
            if next.iter().all(|(known, _)| *known != measure) {
                next.push((measure, AbstractValue::Never));
            }
        }
        (next.len() <= MOST_MEASURES).then_some((next, guesser.is_steady))
    }

    /// Does all rounds that are left at once, if it can be said where they lead at most: a steady
    /// one has led from `ranges` to `next`. Such a round only shifts, unites and cuts ranges; given
    /// wider ones, wider by some number at most, it gives others that are wider by that number at
    /// most. So no later round can add more than this one has. That also needs that whatever does
    /// not grow stays as it is however far the others get.
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
            let keeps_kind = |(last, grows): (&(Measure, AbstractValue), &bool)| {
                !grows || matches!(last.1, AbstractValue::Number(_))
            };
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

    /// The walk of `(\forall C n; \reach(this.root, C, fields).has(n); body)`, the slot of `root`,
    /// the variable and the body.
    pub(super) fn over_structure(&self, formula: FormulaId) -> Option<(WalkId, u16, u16, &Node)> {
        let (quantified, binder) = assumed_set(&self.formulas[formula.index()].root)?;
        // Of all members: those of a subclass would leave others out.
        let Domain::Set(SetNode::Reach(reach), None) = &binder.domain else { return None };
        let is_plain = quantified.binders.len() == 1 && matches!(quantified.range.kind, NodeKind::Word(1));
        let root = field_of_local(&reach.root, 0)?;
        is_plain.then_some((reach.walk, root, binder.local, &quantified.body))
    }

    /// Does a formula say that no field that the walk follows leads back to the node?
    pub(super) fn says_acyclic(&self, body: &Node, binder: u16, walk: WalkId) -> bool {
        let Some(slots) = self.only_edges(walk) else { return false };
        let parts = conjuncts(body);
        slots.iter().all(|slot| parts.iter().any(|part| leads_not_back(part, binder, walk, *slot)))
    }

    /// The slots that a walk follows, if they are the same for all objects.
    pub(super) fn only_edges(&self, walk: WalkId) -> Option<&[u16]> {
        let walk = &self.walks[walk.0 as usize];
        let mut edges = walk.edges.iter().flatten();
        let Some(Edges::Slots(slots)) = edges.next() else { return None };
        let is_same = |other: &Edges| matches!(other, Edges::Slots(other) if other == slots);
        let is_uniform = walk.memory == Memory::Now && edges.all(is_same);
        (is_uniform && self.is_closed(walk, slots)).then_some(slots)
    }

    /// Does whatever these slots can hold belong to the set of the walk? (`\reach(first, Sub,
    /// next)` leaves out other objects that `next` may lead to.)
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
        let is_used = self.executable().has(Acceleration::Ranges) && !self.has_changed;
        let ranges = self.ranges.filter(|ranges| !ranges.is_empty() && is_used)?;
        let members = self.members(ranges);
        let (executable, state, local_count) = (self.executable(), self.original(), self.locals().len());
        let Workspace { locals, guesses, calls, met, .. } = &mut *self.workspace;
        let locals = &locals[..local_count];
        guesses.start(ranges, locals.first().copied());
        let mut guesser = AbstractInterpreter::new(executable, ranges, guesses);
        (guesser.heap, guesser.members) = (Some((state, &*calls)), members);
        guesser.this = locals.first().map_or(AbstractValue::Anything, |this| AbstractValue::Known(*this));
        let ranged = guesser.comparison(op, left, right, &Locals::Words(locals));
        met.add(guesser.met);
        ranged
    }

    /// The objects that surely belong to the structure whose fields are defined. They are looked
    /// at, but not waited for.
    fn members(&mut self, ranges: &Ranges) -> Option<Objects> {
        let definition = ranges.definitions.first()?;
        let (walk, slot) = definition.structure;
        let this = word::as_object(*self.locals().first()?)?;
        let root = self.original().read(Memory::Now, this, usize::from(slot));
        let Some(root) = word::as_object(root) else { return Some(Objects::none(self.original().objects.len())) };
        match self.reached_members(walk, root) {
            Some((members, _)) => Some(Objects::Few(members)),
            None => Some(self.walked(walk, root).surely),
        }
    }
}

/// What ranges tell of a comparison.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranged {
    pub(super) can_be_true: bool,
    pub(super) can_be_false: bool,
    /// With this value in this slot it could not be true: with null in `n.right`, where
    /// `height(n.left) == height(n.right)` and the left side is known to be 2.
    pub(super) excluded: Option<(SlotRef, Word)>,
}

/// What was found out about a heap, as long as that stays the same, and memory for what runs on
/// guesses.
#[derive(Debug, Default)]
pub(super) struct Guesses {
    /// The object whose invariants they come from.
    this: Option<Word>,
    /// By object and subject: what is known of the field or the result of the method. What is found
    /// under a supposition is kept apart.
    known: Vec<[Remembered; 2]>,
    /// The fields and methods of which something is remembered.
    subjects: usize,
    /// What was found under other numbers is of another heap, or another supposition.
    heap: u64,
    supposition: u64,
    last: u64,
    /// Those of all calls, each with its own at the end.
    registers: Vec<AbstractValue>,
    /// Where paths begin that are yet to be followed, and their registers.
    paths: Vec<u32>,
    registers_of_paths: Vec<AbstractValue>,
    /// Open slots that were met.
    open_slots: Vec<(usize, u16)>,
    /// Each has its place, from which it drives another one away.
    calculations: Vec<Option<Calculation>>,
}

/// What a method gives for two numbers, whatever the heap.
#[derive(Clone, Copy, Debug)]
struct Calculation {
    function: FunctionId,
    operands: [AbstractValue; 2],
    result: AbstractValue,
}

/// What is known of a value, and which open slots that depends on; `None`: somebody is about to
/// find out.
#[derive(Clone, Copy, Debug, Default)]
struct Remembered {
    found_in: u64,
    found: Option<(AbstractValue, Watched)>,
}

impl Guesses {
    /// From now on they come from the invariants of this object.
    fn start(&mut self, ranges: &Ranges, this: Option<Word>) {
        if self.this != this || self.subjects != ranges.subjects() {
            (self.this, self.subjects) = (this, ranges.subjects());
            self.clear();
        }
    }

    pub(super) fn clear(&mut self) {
        self.last += 1;
        self.heap = self.last;
    }

    /// What is found from now on is found under a new supposition.
    fn suppose(&mut self) {
        self.last += 1;
        self.supposition = self.last;
    }
}

/// The variables of a formula.
enum Locals<'l> {
    Words(&'l [Word]),
    /// Of a definition, only these are looked at.
    Definition {
        this: AbstractValue,
        binder: u16,
        node: AbstractValue,
    },
}

impl Locals<'_> {
    fn get(&self, local: u16) -> AbstractValue {
        match self {
            Locals::Words(words) => {
                words.get(usize::from(local)).map_or(AbstractValue::Anything, |word| AbstractValue::Known(*word))
            }
            Locals::Definition { binder, node, .. } if local == *binder => *node,
            Locals::Definition { this, .. } if local == 0 => *this,
            Locals::Definition { .. } => AbstractValue::Anything,
        }
    }
}

/// Runs code and formulas on guesses.
struct AbstractInterpreter<'g> {
    executable: &'g Executable<'g>,
    /// The heap as far as it is known, and what methods give on it; `None`: any heap.
    heap: Option<(&'g State, &'g KnownCalls)>,
    ranges: &'g Ranges,
    this: AbstractValue,
    members: Option<Objects>,
    guesses: &'g mut Guesses,
    /// Measures that nobody has looked at yet.
    wanted: Vec<Measure>,
    steps: u32,
    nested: u32,
    /// Open slots that were met.
    met: Watched,
    /// An open slot that is supposed to hold a value.
    supposed: Option<(usize, u16, Word)>,
    /// Ranges were only shifted, united and cut off by each other so far.
    is_steady: bool,
}

impl<'g> AbstractInterpreter<'g> {
    fn new(executable: &'g Executable<'g>, ranges: &'g Ranges, guesses: &'g mut Guesses) -> AbstractInterpreter<'g> {
        AbstractInterpreter {
            executable,
            heap: None,
            ranges,
            this: AbstractValue::Anything,
            members: None,
            guesses,
            wanted: Vec::new(),
            steps: MOST_STEPS,
            nested: 0,
            met: Watched::default(),
            supposed: None,
            is_steady: true,
        }
    }

    fn comparison(&mut self, op: Comparison, left: &Node, right: &Node, locals: &Locals<'_>) -> Option<Ranged> {
        self.guesses.open_slots.clear();
        let (can_be_true, can_be_false) = self.possible(op, left, right, locals)?;
        // What is true for all values is so for fewer.
        let is_open = can_be_true && can_be_false;
        let excluded = if is_open { self.excluded(op, left, right, locals) } else { None };
        Some(Ranged { can_be_true, can_be_false, excluded })
    }

    /// A value of an open slot with which a comparison could not be true: null, or one of the truth
    /// values.
    fn excluded(&mut self, op: Comparison, left: &Node, right: &Node, locals: &Locals<'_>) -> Option<(SlotRef, Word)> {
        let mut excluded = None;
        'slots: for number in 0..self.guesses.open_slots.len().min(MOST_SUPPOSED) {
            let (object, slot) = self.guesses.open_slots[number];
            for value in self.few_values(object, slot) {
                self.supposed = Some((object, slot, *value));
                self.guesses.suppose();
                if self.possible(op, left, right, locals).is_some_and(|(can_be_true, _)| !can_be_true) {
                    let request = SlotRef { object, slot: u32::from(slot), is_long: false, before: false };
                    excluded = Some((request, *value));
                    break 'slots;
                }
            }
        }
        self.supposed = None;
        excluded
    }

    /// Values that a slot may well hold.
    fn few_values(&self, object: usize, slot: u16) -> &'static [Word] {
        let Some(header) = self.heap.and_then(|(state, _)| state.objects.get(object)) else { return &[] };
        if self.executable.types.info(header.ty).references.contains(&slot) {
            &[NULL]
        } else if self.ranges.booleans.binary_search(&(header.ty, slot)).is_ok() {
            &[word::FALSE, 1]
        } else {
            &[]
        }
    }

    fn possible(&mut self, op: Comparison, left: &Node, right: &Node, locals: &Locals<'_>) -> Option<(bool, bool)> {
        let (left, right) = (self.node(left, locals), self.node(right, locals));
        Some(possible(op, number(left)?, number(right)?))
    }

    /// What a measure can be, given what is known of all measures.
    fn measure(&mut self, measure: Measure) -> AbstractValue {
        match measure {
            Measure::Method { function, of } => self.run_with(function, of),
            Measure::Field(number) => self.defined(number, AbstractValue::This),
        }
    }

    fn known_measure(&mut self, measure: Measure) -> AbstractValue {
        match self.ranges.measures.iter().find(|(known, _)| *known == measure) {
            Some((_, guess)) => *guess,
            None if self.heap.is_some() => AbstractValue::Anything,
            None => {
                self.wanted.push(measure);
                AbstractValue::Never
            }
        }
    }

    /// The value that a definition gives the field of a node.
    fn defined(&mut self, definition: usize, node: AbstractValue) -> AbstractValue {
        let formula = &self.executable.formulas[self.ranges.definitions[definition].formula.index()];
        let Some((quantified, binder)) = assumed_set(&formula.root) else { return AbstractValue::Anything };
        let Some((_, value)) = definition_in(&quantified.body, binder.local) else { return AbstractValue::Anything };
        self.node(value, &Locals::Definition { this: self.this, binder: binder.local, node })
    }

    fn defined_at(&mut self, definition: usize, object: usize) -> AbstractValue {
        self.remembered(definition, object, |guesser| {
            guesser.defined(definition, AbstractValue::Known(word::object(object)))
        })
    }

    /// What is known already, or else what `guess` finds. A recursive request for a value that is
    /// still being computed yields `Anything`.
    fn remembered(
        &mut self,
        subject: usize,
        object: usize,
        guess: impl FnOnce(&mut Self) -> AbstractValue,
    ) -> AbstractValue {
        let place = object * self.guesses.subjects + subject;
        if place >= self.guesses.known.len() {
            self.guesses.known.resize(place + 1, Default::default());
        }
        if let Some(found) = self.recalled(place) {
            let (guess, met) = found.unwrap_or((AbstractValue::Anything, Watched::default()));
            self.met = self.met.and(met);
            return guess;
        }
        let (kind, found_in) = match self.supposed {
            None => (0, self.guesses.heap),
            Some(_) => (1, self.guesses.supposition),
        };
        self.guesses.known[place][kind] = Remembered { found_in, found: None };
        let (found, met) = self.watching(guess);
        self.guesses.known[place][kind].found = Some((found, met));
        found
    }

    /// What is remembered, if anything is.
    fn recalled(&self, place: usize) -> Option<Option<(AbstractValue, Watched)>> {
        let Guesses { known, heap, supposition, .. } = &*self.guesses;
        let [known, supposed] = &known[place];
        let is_of_heap = known.found_in == *heap;
        let Some((object, slot, _)) = self.supposed else { return is_of_heap.then_some(known.found) };
        match known.found {
            // What does not depend on the slot is as it is without the supposition.
            Some((_, met)) if is_of_heap && !met.has_read(object, u32::from(slot)) => Some(known.found),
            _ => (supposed.found_in == *supposition).then_some(supposed.found),
        }
    }

    /// What `guess` finds, and which open slots it meets.
    fn watching(&mut self, guess: impl FnOnce(&mut Self) -> AbstractValue) -> (AbstractValue, Watched) {
        let outside = std::mem::take(&mut self.met);
        let found = guess(self);
        let met = self.met;
        self.met = met.and(outside);
        (found, met)
    }

    #[inline(always)]
    fn node(&mut self, node: &Node, locals: &Locals<'_>) -> AbstractValue {
        match &node.kind {
            NodeKind::Word(word) => AbstractValue::Known(*word),
            NodeKind::Local(local) => locals.get(*local),
            _ => self.compound(node, locals),
        }
    }

    fn compound(&mut self, node: &Node, locals: &Locals<'_>) -> AbstractValue {
        match &node.kind {
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
                    if let [arg] = call.args.as_slice() {
                        let arg = self.node(arg, locals);
                        return self.call_with(function, arg);
                    }
                    let base = self.guesses.registers.len();
                    for arg in &call.args {
                        let arg = self.node(arg, locals);
                        self.guesses.registers.push(arg);
                    }
                    self.call(function, base)
                }
                CallTarget::Virtual(_) => AbstractValue::Anything,
            },
            NodeKind::SetSize(_) => AbstractValue::Number(Range { least: 0, ..ANY }),
            _ => AbstractValue::Anything,
        }
    }

    fn field(&mut self, object: AbstractValue, slot: u16) -> AbstractValue {
        match object {
            AbstractValue::Never => AbstractValue::Never,
            AbstractValue::Known(reference) => self.field_at(reference, slot),
            AbstractValue::Below | AbstractValue::This if self.ranges.edges.contains(&slot) => AbstractValue::Below,
            AbstractValue::Below => match self.ranges.definition_of(slot) {
                Some(definition) => self.known_measure(Measure::Field(definition)),
                None => AbstractValue::Anything,
            },
            _ => AbstractValue::Anything,
        }
    }

    fn field_at(&mut self, reference: Word, slot: u16) -> AbstractValue {
        let (Some(object), Some((state, _))) = (word::as_object(reference), self.heap) else {
            return AbstractValue::Anything;
        };
        match state.read(Memory::Now, object, usize::from(slot)) {
            UNKNOWN => self.open_field(object, slot),
            known => AbstractValue::Known(known),
        }
    }

    fn open_field(&mut self, object: usize, slot: u16) -> AbstractValue {
        match self.supposed {
            Some((of, at, value)) if (of, at) == (object, slot) => return AbstractValue::Known(value),
            Some(_) => {}
            None if self.guesses.open_slots.contains(&(object, slot)) => {}
            None => self.guesses.open_slots.push((object, slot)),
        }
        self.met = self.met.and(Watched::read(object, u32::from(slot)));
        if !self.members.as_ref().is_some_and(|members| members.contains(object)) {
            return AbstractValue::Anything;
        }
        if self.ranges.edges.contains(&slot) {
            return AbstractValue::Below;
        }
        self.ranges
            .definition_of(slot)
            .map_or(AbstractValue::Anything, |definition| self.defined_at(definition, object))
    }

    /// A call whose arguments are the last registers, from `base` on. They are taken away.
    fn call(&mut self, function: FunctionId, base: usize) -> AbstractValue {
        let result = match self.guesses.registers[base..] {
            [arg] => self.call_with(function, arg),
            ref args if args.contains(&AbstractValue::Never) => AbstractValue::Never,
            [left, right] if self.heap.is_some() => self.calculation(function, [left, right], base),
            _ => self.run(function, base),
        };
        self.guesses.registers.truncate(base);
        result
    }

    /// A call with one argument.
    fn call_with(&mut self, function: FunctionId, arg: AbstractValue) -> AbstractValue {
        match arg {
            AbstractValue::Never => AbstractValue::Never,
            // A method that calls itself meets each object once at most, if it ends; numbers know
            // no such limit.
            AbstractValue::Anything | AbstractValue::Below
                if self.heap.is_none() && !self.executable.takes_reference(function) =>
            {
                AbstractValue::Anything
            }
            of @ (AbstractValue::Anything | AbstractValue::Below) => {
                self.known_measure(Measure::Method { function, of })
            }
            AbstractValue::Known(object) if self.heap.is_some() => self.call_of_known(function, object),
            _ => self.run_with(function, arg),
        }
    }

    /// What a method gives for two numbers: `Math.max` of the same two ranges is asked for again
    /// and again.
    fn calculation(&mut self, function: FunctionId, operands: [AbstractValue; 2], base: usize) -> AbstractValue {
        let [Some(left), Some(right)] = operands.map(number) else { return self.run(function, base) };
        let place = (left.least ^ left.greatest << 1 ^ right.least << 2 ^ right.greatest << 3) as usize % CALCULATIONS;
        if let Some(Some(known)) = self.guesses.calculations.get(place)
            && (known.function, known.operands) == (function, operands)
        {
            return known.result;
        }
        let may_run = self.nested < MOST_NESTED;
        let result = self.run(function, base);
        let code = &self.executable.functions[function.0 as usize].code;
        if may_run && self.steps > 0 && code.iter().all(only_calculates) {
            self.guesses.calculations.resize(CALCULATIONS, None);
            self.guesses.calculations[place] = Some(Calculation { function, operands, result });
        }
        result
    }

    fn call_of_known(&mut self, function: FunctionId, argument: Word) -> AbstractValue {
        let calls = self.heap.map(|(_, calls)| calls);
        if let Some(PureResult::Value(value)) = calls.and_then(|calls| calls.get(function, argument)) {
            return AbstractValue::Known(value);
        }
        match (self.ranges.subject(function), word::as_object(argument)) {
            (Some(subject), Some(object)) => {
                self.remembered(subject, object, |guesser| guesser.run_with(function, AbstractValue::Known(argument)))
            }
            _ => self.run_with(function, AbstractValue::Known(argument)),
        }
    }

    fn run_with(&mut self, function: FunctionId, argument: AbstractValue) -> AbstractValue {
        let base = self.guesses.registers.len();
        self.guesses.registers.push(argument);
        let result = self.run(function, base);
        self.guesses.registers.truncate(base);
        result
    }

    /// The results of all paths through a method whose arguments are the last registers, from
    /// `base` on.
    fn run(&mut self, function: FunctionId, base: usize) -> AbstractValue {
        let compiled = &self.executable.functions[function.0 as usize];
        let is_plain = compiled.handlers.is_empty() && compiled.memory == Memory::Now;
        let has_args = self.guesses.registers.len() - base == compiled.params as usize;
        if !is_plain || self.nested >= MOST_NESTED || !has_args {
            return AbstractValue::Anything;
        }
        self.nested += 1;
        let count = compiled.registers as usize;
        self.guesses.registers.resize(base + count, AbstractValue::Anything);
        let (paths, registers) = (self.guesses.paths.len(), self.guesses.registers_of_paths.len());
        let mut result = self.follow(&compiled.code, 0, base);
        while let Some(so_far) = result.filter(|_| self.guesses.paths.len() > paths) {
            let Guesses { registers, paths, registers_of_paths, .. } = &mut *self.guesses;
            let pc = paths.pop().unwrap_or_default();
            registers.truncate(base);
            registers.extend(registers_of_paths.drain(registers_of_paths.len() - count..));
            result = self.follow(&compiled.code, pc as usize, base).map(|value| hull(so_far, value));
        }
        self.guesses.paths.truncate(paths);
        self.guesses.registers_of_paths.truncate(registers);
        self.nested -= 1;
        result.unwrap_or(AbstractValue::Anything)
    }

    /// Follows one path to its end, and leaves the others for later. `None`: it cannot be followed.
    fn follow(&mut self, code: &[Instruction], mut pc: usize, base: usize) -> Option<AbstractValue> {
        loop {
            self.steps = self.steps.checked_sub(1)?;
            pc = match &code[pc] {
                Instruction::Return { value } => return Some(self.get(base, *value)),
                Instruction::Throw { .. } => return Some(AbstractValue::Never),
                Instruction::Jump { target } => *target as usize,
                Instruction::JumpIf { cond, target } => {
                    self.branch(Comparison::NotEqual, *cond, Operand::Int(0), (pc, *target), base)?
                }
                Instruction::JumpUnless { cond, target } => {
                    self.branch(Comparison::Equal, *cond, Operand::Int(0), (pc, *target), base)?
                }
                Instruction::JumpCompare { op, left, right, target } => {
                    self.branch(*op, *left, Operand::Register(*right), (pc, *target), base)?
                }
                Instruction::JumpCompareInt { op, left, right, target } => {
                    self.branch(*op, *left, Operand::Int(*right), (pc, *target), base)?
                }
                // A comparison whose result is looked at next, and whose operands are narrowed by
                // it.
                Instruction::Compare { op, to, left, right } | Instruction::CompareSymbols { op, to, left, right } => {
                    self.put(base, *to, AbstractValue::Number(Range { least: 0, greatest: 1 }));
                    let (is_kept, right) = (to != left && to != right, Operand::Register(*right));
                    match code.get(pc + 1) {
                        Some(Instruction::JumpIf { cond, target }) if cond == to && is_kept => {
                            self.branch(*op, *left, right, (pc + 1, *target), base)?
                        }
                        Some(Instruction::JumpUnless { cond, target }) if cond == to && is_kept => {
                            self.branch(op.opposite(), *left, right, (pc + 1, *target), base)?
                        }
                        _ => pc + 1,
                    }
                }
                Instruction::InitializeClass(class) if !self.executable.needs_initialization[class.index()] => pc + 1,
                instruction => {
                    let (to, value) = self.effect(instruction, base)?;
                    if value == AbstractValue::Never {
                        return Some(AbstractValue::Never);
                    }
                    if let Some(to) = to {
                        self.put(base, to, value);
                    }
                    pc + 1
                }
            };
        }
    }

    fn get(&self, base: usize, register: Register) -> AbstractValue {
        self.guesses.registers[base + usize::from(register)]
    }

    fn put(&mut self, base: usize, register: Register, value: AbstractValue) {
        self.guesses.registers[base + usize::from(register)] = value;
    }

    /// What an instruction puts where. `None`: nobody knows.
    fn effect(&mut self, instruction: &Instruction, base: usize) -> Option<(Option<Register>, AbstractValue)> {
        let (to, value) = match instruction {
            Instruction::Int { to, value } => (*to, AbstractValue::Known(Word::from(*value))),
            Instruction::Constant { to, index } => {
                (*to, AbstractValue::Known(self.executable.constants[*index as usize]))
            }
            Instruction::Move { to, from } => (*to, self.get(base, *from)),
            Instruction::Arithmetic { op, to, left, right } => {
                (*to, self.calculated(*op, self.get(base, *left), self.get(base, *right)))
            }
            Instruction::AddIntConstant { to, from, value } => {
                let value = AbstractValue::Known(Word::from(*value));
                (*to, self.calculated(Arithmetic::AddInt, self.get(base, *from), value))
            }
            Instruction::GetField { memory: Memory::Now, to, object, slot } => {
                (*to, self.field(self.get(base, *object), *slot))
            }
            Instruction::Call { function, args, result } | Instruction::CallExact { function, args, result } => {
                let (first, count) = (base + usize::from(*args), self.executable.functions[function.0 as usize].params);
                let (registers, args) = (&mut self.guesses.registers, first..first + count as usize);
                let end = registers.len();
                if args.end > end {
                    return None;
                }
                registers.extend_from_within(args);
                return Some((*result, self.call(*function, end)));
            }
            _ => return None,
        };
        Some((Some(to), value))
    }

    fn calculated(&mut self, op: Arithmetic, left: AbstractValue, right: AbstractValue) -> AbstractValue {
        let is_shift = match op {
            Arithmetic::AddInt => !(is_range(left) && is_range(right)),
            _ => !is_range(right),
        };
        let result = calculated(op, left, right);
        self.is_steady &= is_shift && result != AbstractValue::Anything;
        result
    }

    /// Goes on where a comparison leads; if it may lead both ways, the way of the jump is left for
    /// later. What each way means for the operands is kept. `None`: no way.
    fn branch(
        &mut self,
        op: Comparison,
        left: Register,
        right: Operand,
        (pc, target): (usize, u32),
        base: usize,
    ) -> Option<usize> {
        let of_left = self.get(base, left);
        let (of_right, right) = match right {
            Operand::Register(register) => (self.get(base, register), Some(register)),
            Operand::Int(value) => (AbstractValue::Known(Word::from(value)), None),
        };
        if let (AbstractValue::Known(left), AbstractValue::Known(right)) = (of_left, of_right)
            && !is_open(of_left)
            && !is_open(of_right)
        {
            return Some(if compare(op, left, right) { target as usize } else { pc + 1 });
        }
        let (taken, passed) = (narrowed(op, of_left, of_right), narrowed(op.opposite(), of_left, of_right));
        self.is_steady &= is_cut_steadily(op, (of_left, of_right), [taken, passed]);
        if let (Some(taken), Some(_)) = (taken, passed) {
            let Guesses { registers, paths, registers_of_paths, .. } = &mut *self.guesses;
            let start = registers_of_paths.len();
            registers_of_paths.extend_from_slice(&registers[base..]);
            put(&mut registers_of_paths[start..], left, right, taken);
            paths.push(target);
        }
        let (next, values) = match (taken, passed) {
            (_, Some(passed)) => (pc + 1, passed),
            (Some(taken), None) => (target as usize, taken),
            (None, None) => return None,
        };
        put(&mut self.guesses.registers[base..], left, right, values);
        Some(next)
    }
}

/// What is compared with a register.
#[derive(Clone, Copy)]
enum Operand {
    Register(Register),
    Int(i16),
}

/// Does the effect of an instruction depend on nothing but registers?
fn only_calculates(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Return { .. }
            | Instruction::ReturnVoid
            | Instruction::Jump { .. }
            | Instruction::JumpIf { .. }
            | Instruction::JumpUnless { .. }
            | Instruction::JumpCompare { .. }
            | Instruction::JumpCompareInt { .. }
            | Instruction::Compare { .. }
            | Instruction::CompareSymbols { .. }
            | Instruction::Int { .. }
            | Instruction::Move { .. }
            | Instruction::Arithmetic { .. }
            | Instruction::AddIntConstant { .. }
    )
}

/// What a comparison leaves of its operands is put where they are.
fn put(
    registers: &mut [AbstractValue],
    left: Register,
    right: Option<Register>,
    (of_left, of_right): (AbstractValue, AbstractValue),
) {
    registers[usize::from(left)] = of_left;
    if let Some(right) = right {
        registers[usize::from(right)] = of_right;
    }
}

/// Both values where the comparison is true; `None`: it cannot be.
fn narrowed(op: Comparison, left: AbstractValue, right: AbstractValue) -> Option<(AbstractValue, AbstractValue)> {
    match (left, right) {
        (AbstractValue::Known(left_word), AbstractValue::Known(right_word)) if !is_open(left) && !is_open(right) => {
            compare(op, left_word, right_word).then_some((left, right))
        }
        (AbstractValue::This, AbstractValue::Known(NULL)) if is_equality(op) => None,
        // Of references, and of what may be one, only this is known.
        (AbstractValue::Below | AbstractValue::Anything, AbstractValue::Known(_))
            if is_equality(op) && !is_open(right) =>
        {
            Some((right, right))
        }
        (AbstractValue::Number(_) | AbstractValue::Known(_), AbstractValue::Number(_) | AbstractValue::Known(_))
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

fn is_range(guess: AbstractValue) -> bool {
    matches!(guess, AbstractValue::Number(_))
}

/// Do wider ranges only move the ends that a comparison leaves of them? Not where it leaves
/// nothing, or a single value, of which more follows than of a range, nor where it takes a single
/// value away.
fn is_cut_steadily(
    op: Comparison,
    operands: (AbstractValue, AbstractValue),
    outcomes: [Option<(AbstractValue, AbstractValue)>; 2],
) -> bool {
    let stays = |before: AbstractValue, after: AbstractValue| !is_range(before) || is_range(after);
    let is_order = !is_equality(op) && !is_equality(op.opposite());
    let leaves_ranges = |outcome: Option<(AbstractValue, AbstractValue)>| {
        outcome.is_some_and(|(l, r)| stays(operands.0, l) && stays(operands.1, r))
    };
    !is_range(operands.0) && !is_range(operands.1) || is_order && outcomes.into_iter().all(leaves_ranges)
}

/// Measures of which those that grow have become wider.
fn widened(measures: &Measures, grows: &[bool], down: Word, up: Word) -> Option<Measures> {
    let widen = |((measure, guess), grows): (&(Measure, AbstractValue), &bool)| match guess {
        _ if !grows => Some((*measure, *guess)),
        AbstractValue::Number(Range { least, greatest }) => {
            let wide = Range { least: least - down, greatest: greatest + up };
            (ANY.least <= wide.least && wide.greatest <= ANY.greatest)
                .then_some((*measure, AbstractValue::Number(wide)))
        }
        _ => None,
    };
    measures.iter().zip(grows).map(widen).collect()
}

/// A word that stands for a value that is not known.
fn is_open(guess: AbstractValue) -> bool {
    matches!(guess, AbstractValue::Known(word) if word::is_symbol(word) || word == UNKNOWN)
}

/// The numbers that a value can be, if anything is known of them.
fn number(guess: AbstractValue) -> Option<Range> {
    match guess {
        AbstractValue::Known(word) if !is_open(guess) => Some(Range { least: word, greatest: word }),
        AbstractValue::Number(range) => Some(range),
        AbstractValue::Known(_)
        | AbstractValue::Never
        | AbstractValue::Below
        | AbstractValue::This
        | AbstractValue::Anything => None,
    }
}

fn guess_of(range: Range) -> AbstractValue {
    if range.least == range.greatest { AbstractValue::Known(range.least) } else { AbstractValue::Number(range) }
}

/// Whatever is one or the other.
fn hull(left: AbstractValue, right: AbstractValue) -> AbstractValue {
    match (left, right) {
        (AbstractValue::Never, other) | (other, AbstractValue::Never) => other,
        _ if left == right => left,
        (AbstractValue::Known(_) | AbstractValue::Number(_), AbstractValue::Known(_) | AbstractValue::Number(_))
            if !is_open(left) && !is_open(right) =>
        {
            match (number(left), number(right)) {
                (Some(left), Some(right)) => {
                    guess_of(Range { least: left.least.min(right.least), greatest: left.greatest.max(right.greatest) })
                }
                _ => AbstractValue::Anything,
            }
        }
        _ => AbstractValue::Anything,
    }
}

/// Sums and differences that cannot wrap around.
fn calculated(op: Arithmetic, left: AbstractValue, right: AbstractValue) -> AbstractValue {
    if left == AbstractValue::Never || right == AbstractValue::Never {
        return AbstractValue::Never;
    }
    let (Some(left), Some(right)) = (number(left), number(right)) else { return AbstractValue::Anything };
    let range = match op {
        Arithmetic::AddInt => Range {
            least: left.least.saturating_add(right.least),
            greatest: left.greatest.saturating_add(right.greatest),
        },
        Arithmetic::SubtractInt => Range {
            least: left.least.saturating_sub(right.greatest),
            greatest: left.greatest.saturating_sub(right.least),
        },
        _ => return AbstractValue::Anything,
    };
    let is_int = ANY.least <= range.least && range.greatest <= ANY.greatest;
    if is_int { guess_of(range) } else { AbstractValue::Anything }
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
    match &body.kind {
        NodeKind::And(left, right) => definition_in(left, binder).or_else(|| definition_in(right, binder)),
        NodeKind::Compare { op: Comparison::Equal, left, right }
        | NodeKind::CompareSymbols { op: Comparison::Equal, left, right } => {
            let sides = [(left, right), (right, left)];
            sides.into_iter().find_map(|(field, value)| Some((field_of_local(field, binder)?, &**value)))
        }
        _ => None,
    }
}

/// `!\reach(n.field, C, fields).has(n)`
fn leads_not_back(node: &Node, binder: u16, walk: WalkId, slot: u16) -> bool {
    let NodeKind::Not(inside) = &node.kind else { return false };
    let NodeKind::Contains { set: SetNode::Reach(reach), element } = &inside.kind else { return false };
    let ReachNode { root, walk: its_walk } = &**reach;
    let is_of_node = matches!(element.kind, NodeKind::Local(of) if of == binder);
    is_of_node && *its_walk == walk && field_of_local(root, binder) == Some(slot)
}

/// The methods with one parameter that are called in the parts of a formula that are looked at on
/// ranges.
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
    use tightrope_program::{Options, lower};
    use tightrope_source::SourceMap;

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
        let large = AbstractValue::Number(Range { least: 1, greatest: ANY.greatest });
        assert_eq!(calculated(Arithmetic::AddInt, large, AbstractValue::Known(1)), AbstractValue::Anything);
        assert_eq!(
            calculated(Arithmetic::SubtractInt, large, AbstractValue::Known(1)),
            AbstractValue::Number(Range { least: 0, greatest: ANY.greatest - 1 })
        );
    }

    const METHODS: [&str; 9] = [
        "n == null ? 0 : 1 + Math.max(f(n.left), f(n.right))",
        "n == null ? 0 : f(n.left) + (n.flag ? 1 : 0)",
        "n == null ? 0 : f(n.left) - 2",
        "n == null ? 0 : 2 - f(n.left)",
        "n == null ? 1 : f(n.left) + f(n.right)",
        "n == null ? 0 : f(n.left) > 50 ? 1000 : f(n.left) + 1",
        "n == null ? 0 : f(n.left) < 30 ? f(n.left) + 1 : 30",
        "n == null ? 0 : n.flag ? f(n.left) + 1 : f(n.left) == 40 ? -7 : 3",
        "n == null ? 0 : n.flag ? g(n.left) + 3 : g(n.right) - 1",
    ];

    #[test]
    fn a_leap_leads_at_least_as_far_as_all_rounds() {
        let leaps = METHODS.iter().filter(|body| leaps_far_enough(body)).count();
        assert_eq!(leaps, 4, "the first three and the last grow steadily");
    }

    /// Was there a leap?
    fn leaps_far_enough(body: &str) -> bool {
        let source = format!(
            "class Tree {{
                static class Node {{ /*@ nullable @*/ Node left; /*@ nullable @*/ Node right; boolean flag; }}
                /*@ nullable @*/ Node root;
                //@ invariant f(root) <= 5;
                /*@ model static pure helper int f(nullable Node n) {{ return {body}; }}
                  @ model static pure helper int g(nullable Node n) {{ return n == null ? 5 : f(n.left); }}
                  @*/
            }}"
        );
        let mut sources = SourceMap::new();
        let file = sources.add("Tree.java", source.as_str());
        let parsed = tightrope_syntax::parse_file(file, &source);
        let program = lower(&[parsed.unit], &mut sources, &Options::default()).program;
        let class = program.class_named("Tree").expect("the class is there");
        let mut executable = Executable::new(&program, []);
        let invariants = executable.add_class_invariants(class);
        let assumed: Vec<FormulaId> = invariants.assumed.iter().map(|clause| clause.now).collect();
        let mut plain = executable.measures(&assumed);
        let all = executable.iterate(plain.clone());
        assert!(all.measures.len() >= 2, "{body}: {all:?}");
        let mut has_leapt = false;
        for round in 0..=(MOST_OBJECTS + 2) * all.measures.len() {
            let (next, is_steady) = executable.next_round(&plain).expect("there are few measures");
            has_leapt |= round < 20 && is_steady && executable.leap(&mut plain.clone(), &next, 1);
            plain.measures = next;
        }
        for ((measure, leapt), (_, plain)) in all.measures.iter().zip(&plain.measures) {
            assert_eq!(hull(*leapt, *plain), *leapt, "{body}: {measure:?}");
        }
        all.is_cut && has_leapt
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
