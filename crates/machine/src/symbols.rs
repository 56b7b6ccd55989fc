//! Values of which only comparisons are known: ordered ints and opaque references (see `tightrope_program::sorts`).
//!
//! Such a value is a word of its own kind that is copied like any other. A comparison whose result follows from what is known so far goes on; any other
//! stops the run with a [`Question`], whose answer is kept for the rest of the run. Nothing else is ever decided about the value.
//!
//! Ordered values are points of one [`Order`]; numbers that they are compared with tighten their ranges. Opaque values have three relations: identity, `equals`,
//! and the order of `compareTo` (or of the one comparator). Identical values are equal, and values are equal iff the order says so;
//! whatever is assumed of one relation is assumed of those that follow from it, so each question looks at all of them.
//!
//! Whoever makes such a value guarantees that it only goes where [`Sorts`](tightrope_program::sorts::Sorts) of the executable allow: an int into places that
//! are ordered and whose class holds no `long`, a reference into places that are opaque. Arguments and answers that break this are noticed: the call does not start, the
//! run and every formula end as unsupported.

use crate::code::{Comparison, Selector};
use crate::compile::Executable;
use crate::execute::{Question, compare};
use crate::order::{Order, Point};
use crate::sameness::Sameness;
use crate::state::State;
use crate::word::{self, NULL, Word};
use std::cmp::Ordering;
use tightrope_program::body::Unsupported;
use tightrope_program::sorts::{PlaceClass, Sort};
use tightrope_program::{BaseType, MethodId, Type};
use tightrope_source::Span;

const ORDERINGS: [Ordering; 3] = [Ordering::Less, Ordering::Equal, Ordering::Greater];

/// What is known of all ordered and opaque values of a state.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Symbols {
    ints: Order,
    /// Of opaque values, like those that follow: by `==`.
    identity: Sameness,
    /// By `equals`.
    equality: Sameness,
    /// By `compareTo`.
    order: Order,
    /// Such a value was put where the sorts do not allow it: nothing that happens from now on means anything.
    pub(crate) is_misplaced: bool,
}

impl Clone for Symbols {
    fn clone(&self) -> Symbols {
        Symbols {
            ints: self.ints.clone(),
            identity: self.identity.clone(),
            equality: self.equality.clone(),
            order: self.order.clone(),
            is_misplaced: self.is_misplaced,
        }
    }

    fn clone_from(&mut self, other: &Symbols) {
        self.ints.clone_from(&other.ints);
        self.identity.clone_from(&other.identity);
        self.equality.clone_from(&other.equality);
        self.order.clone_from(&other.order);
        self.is_misplaced = other.is_misplaced;
    }
}

/// What a call on an opaque value does instead of returning.
#[derive(Debug)]
pub(crate) enum OpaqueCall {
    Asks(Question),
    NullPointer,
    Unsupported(Unsupported),
}

impl Symbols {
    /// The result of a comparison, or what has to be known for it. Any words but those of `long`s.
    pub(crate) fn decide(&self, op: Comparison, left: Word, right: Word) -> Result<bool, Question> {
        if !word::is_symbol(left) && !word::is_symbol(right) {
            return Ok(compare(op, left, right));
        }
        if word::as_opaque(left).is_some() || word::as_opaque(right).is_some() {
            let same = self.identical(left, right).ok_or(Question::Identical { left, right })?;
            return Ok(same == (op == Comparison::Equal));
        }
        let mut results = ORDERINGS.into_iter().filter(|ordering| self.can_order_ints(left, *ordering, right));
        let first = results.next().map(|ordering| holds(op, ordering));
        match first {
            Some(result) if results.all(|ordering| holds(op, ordering) == result) => Ok(result),
            _ => Err(Question::Order { left, right }),
        }
    }

    fn can_order_ints(&self, left: Word, ordering: Ordering, right: Word) -> bool {
        match (word::as_point(left), word::as_point(right)) {
            (Some(left), Some(right)) => self.ints.is_possible(left, ordering, right),
            (Some(left), None) => self.ints.is_possible_with(left, ordering, right),
            (None, Some(right)) => self.ints.is_possible_with(right, ordering.reverse(), left),
            (None, None) => left.cmp(&right) == ordering,
        }
    }

    /// An opaque value is never null, and never an object of the heap.
    fn identical(&self, left: Word, right: Word) -> Option<bool> {
        match (word::as_opaque(left), word::as_opaque(right)) {
            (Some(left), Some(right)) => match self.identity.compare(left, right) {
                None if self.equal(left, right) == Some(false) => Some(false),
                known => known,
            },
            _ => Some(false),
        }
    }

    fn equal(&self, left: Point, right: Point) -> Option<bool> {
        let ordered = self.order.compare(left, right).map(Ordering::is_eq);
        ordered.or_else(|| self.equality.compare(left, right))
    }

    fn ordering(&self, left: Point, right: Point) -> Option<Ordering> {
        match self.order.compare(left, right) {
            None if self.equality.compare(left, right) == Some(true) => Some(Ordering::Equal),
            known => known,
        }
    }

    /// `None`: not both are opaque values.
    fn equals_call(&self, left: Word, right: Word) -> Option<Result<Word, OpaqueCall>> {
        let known = self.equal(word::as_opaque(left)?, word::as_opaque(right)?);
        Some(known.map(Word::from).ok_or(OpaqueCall::Asks(Question::Equal { left, right })))
    }

    /// `None`: not both are opaque values.
    fn order_call(&self, left: Word, right: Word) -> Option<Result<Word, OpaqueCall>> {
        let known = self.ordering(word::as_opaque(left)?, word::as_opaque(right)?);
        Some(known.map(|ordering| ordering as Word).ok_or(OpaqueCall::Asks(Question::Order { left, right })))
    }

    fn assume_order(&mut self, left: Word, ordering: Ordering, right: Word) -> bool {
        match (word::as_opaque(left), word::as_opaque(right)) {
            (Some(left), Some(right)) => self.order_opaques(left, ordering, right),
            _ => self.order_ints(left, ordering, right),
        }
    }

    fn order_ints(&mut self, left: Word, ordering: Ordering, right: Word) -> bool {
        match (word::as_point(left), word::as_point(right)) {
            (Some(left), Some(right)) => self.ints.assume(left, ordering, right),
            (Some(left), None) => self.ints.assume_with(left, ordering, right),
            (None, Some(right)) => self.ints.assume_with(right, ordering.reverse(), left),
            (None, None) => left.cmp(&right) == ordering,
        }
    }

    fn order_opaques(&mut self, left: Point, ordering: Ordering, right: Point) -> bool {
        self.order.is_possible(left, ordering, right)
            && self.equality.assume(left, right, ordering.is_eq())
            && self.order.assume(left, ordering, right)
    }

    fn assume_equal(&mut self, left: Point, right: Point, equal: bool) -> bool {
        if equal {
            return self.order_opaques(left, Ordering::Equal, right);
        }
        self.equal(left, right) != Some(true) && self.equality.assume(left, right, false)
    }

    fn assume_identical(&mut self, left: Point, right: Point, identical: bool) -> bool {
        if !identical {
            return self.identity.assume(left, right, false);
        }
        self.identity.compare(left, right) != Some(false)
            && self.assume_equal(left, right, true)
            && self.identity.assume(left, right, true)
    }

    /// Numbers for the ordered values, and objects for the opaque ones.
    pub(crate) fn model(&self) -> SymbolModel {
        SymbolModel { ints: self.ints.model(), objects: self.object_model() }
    }

    /// Equal values become one object, unless they are known not to be identical: so `equals` of plain objects says the same.
    fn object_model(&self) -> Vec<usize> {
        let mut groups: Vec<Vec<Point>> = Vec::new();
        let fits = |left: Point, right: Point| {
            self.equal(left, right) == Some(true) && self.identity.compare(left, right) != Some(false)
        };
        (0..self.identity.len() as u32)
            .map(Point)
            .map(|point| match groups.iter().position(|group| group.iter().all(|other| fits(*other, point))) {
                Some(group) => {
                    groups[group].push(point);
                    group
                }
                None => {
                    groups.push(vec![point]);
                    groups.len() - 1
                }
            })
            .collect()
    }
}

/// Values that fit all that is known, by the numbers of the points.
#[derive(Clone, Debug)]
pub(crate) struct SymbolModel {
    ints: Vec<i64>,
    objects: Vec<usize>,
}

impl SymbolModel {
    /// The number that an ordered value gets.
    pub(crate) fn int(&self, value: Word) -> Option<Word> {
        word::as_point(value).and_then(|point| self.ints.get(point.index()).copied())
    }

    /// Which of the objects that stand for opaque values it gets.
    pub(crate) fn object(&self, value: Word) -> Option<usize> {
        word::as_opaque(value).and_then(|point| self.objects.get(point.index()).copied())
    }

    /// How many objects are needed for the opaque values.
    pub(crate) fn objects(&self) -> usize {
        self.objects.iter().max().map_or(0, |last| last + 1)
    }
}

fn holds(op: Comparison, ordering: Ordering) -> bool {
    match op {
        Comparison::Equal => ordering.is_eq(),
        Comparison::NotEqual => ordering.is_ne(),
        Comparison::Less => ordering.is_lt(),
        Comparison::LessEqual => ordering.is_le(),
        Comparison::Greater => ordering.is_gt(),
        Comparison::GreaterEqual => ordering.is_ge(),
    }
}

impl State {
    /// A new ordered value of an integral type; `None` for other types and for `long`.
    pub fn new_point(&mut self, ty: Type) -> Option<Word> {
        let (least, greatest) = match ty.base {
            _ if ty.is_array() => return None,
            BaseType::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
            BaseType::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
            BaseType::Char => (0, i64::from(u16::MAX)),
            BaseType::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            _ => return None,
        };
        Some(word::point(self.symbols.ints.add(least, greatest)))
    }

    /// A new opaque value, which is not null.
    pub fn new_opaque(&mut self) -> Word {
        self.symbols.identity.add();
        self.symbols.equality.add();
        word::opaque(self.symbols.order.add(i64::MIN, i64::MAX))
    }

    /// Could the two stand to each other like this, by what is known?
    pub fn can_order(&self, left: Word, ordering: Ordering, right: Word) -> bool {
        match (word::as_opaque(left), word::as_opaque(right)) {
            (Some(left), Some(right)) => {
                let equal = self.symbols.equality.compare(left, right);
                self.symbols.order.is_possible(left, ordering, right)
                    && equal.is_none_or(|equal| equal == ordering.is_eq())
            }
            _ => self.symbols.can_order_ints(left, ordering, right),
        }
    }

    /// Answers [`Question::Order`]. `false`: it contradicts what is known, and nothing has changed.
    pub fn assume_order(&mut self, left: Word, ordering: Ordering, right: Word) -> bool {
        self.symbols.assume_order(left, ordering, right)
    }

    /// Answers [`Question::Equal`]. `false`: it contradicts what is known, and nothing has changed.
    pub fn assume_equal(&mut self, left: Word, right: Word, equal: bool) -> bool {
        match (word::as_opaque(left), word::as_opaque(right)) {
            (Some(left), Some(right)) => self.symbols.assume_equal(left, right, equal),
            _ => !equal,
        }
    }

    /// Answers [`Question::Identical`]. `false`: it contradicts what is known, and nothing has changed.
    pub fn assume_identical(&mut self, left: Word, right: Word, identical: bool) -> bool {
        match (word::as_opaque(left), word::as_opaque(right)) {
            (Some(left), Some(right)) => self.symbols.assume_identical(left, right, identical),
            _ => !identical,
        }
    }
}

impl Executable<'_> {
    /// May the value stand in a place of this type and class? Everything may but ordered and opaque values, which the sorts must allow.
    fn fits(&self, value: Word, ty: Type, class: Option<PlaceClass>) -> bool {
        if ty == Type::LONG || !word::is_symbol(value) {
            return true;
        }
        let (Some(sorts), Some(class)) = (self.sorts.as_ref(), class) else { return false };
        match sorts.of(class) {
            Sort::Ordered { .. } => word::as_point(value).is_some() && !sorts.has_long(class),
            Sort::Opaque { .. } => word::as_opaque(value).is_some(),
            Sort::Arithmetic(_) | Sort::Concrete(_) | Sort::Other => false,
        }
    }

    /// May these be the receiver and the arguments of a call?
    pub(crate) fn fits_call(&self, method: MethodId, args: &[Word]) -> bool {
        let declared = self.program.method(method);
        let skipped = usize::from(!declared.is_static);
        let class = |index: usize| self.sorts.as_ref().and_then(|sorts| sorts.param_class(method, index));
        let receiver_fits = args.iter().take(skipped).all(|receiver| !word::is_symbol(*receiver));
        let mut params = args.iter().skip(skipped).zip(&declared.params).enumerate();
        receiver_fits && params.all(|(index, (value, param))| self.fits(*value, param.ty, class(index)))
    }

    /// May this be the value of a slot? Of an element the type of the array has to say it: which places hold the array is not known.
    pub(crate) fn fits_slot(&self, ty: Type, slot: u32, value: Word) -> bool {
        let Some(class) = ty.as_class() else {
            let element = ty.element().unwrap_or(Type::INT);
            return match word::as_opaque(value) {
                Some(_) => element.is_reference() && self.sorts.is_some(),
                None => self.sorts.is_some() && (element.is_integral() || !word::is_symbol(value)),
            };
        };
        let field = self.slots_of_class(class).find(|(_, found)| *found == slot).map(|(field, _)| field);
        field.is_some_and(|field| {
            let class = self.sorts.as_ref().and_then(|sorts| sorts.field_class(field));
            self.fits(value, self.program.field(field).ty, class)
        })
    }

    /// What `equals`, `compareTo` or `compare` says. `args` start with the receiver, which is an opaque value.
    pub(crate) fn opaque_call(
        &self,
        state: &State,
        selector: Selector,
        args: &[Word],
        span: Span,
    ) -> Result<Word, OpaqueCall> {
        let method = self.program.method(self.types.selector_methods[selector.0 as usize]);
        let called = match (method.name.as_str(), args) {
            ("equals", [_, NULL]) => Some(Ok(word::FALSE)),
            ("equals", [left, right]) => state.symbols.equals_call(*left, *right),
            ("compareTo", [_, NULL]) => Some(Err(OpaqueCall::NullPointer)),
            ("compareTo", [left, right]) | ("compare", [_, left, right]) => state.symbols.order_call(*left, *right),
            _ => None,
        };
        called.unwrap_or_else(|| Err(OpaqueCall::Unsupported(self.no_implementation(selector, span))))
    }
}
