//! Values of which only comparisons are known: ordered ints and opaque references (see
//! `tightrope_program::sorts`).
//!
//! Such a value is a word of its own kind that is copied like any other. A comparison whose result
//! follows from what is known so far goes on; any other stops the run with a [`Question`], whose
//! answer is kept for the rest of the run. Nothing else is ever decided about the value.
//!
//! Ordered values are points of one [`Order`]; numbers that they are compared with tighten their
//! ranges. Opaque values have two relations: identity, and the order of `compareTo` (or of the one
//! comparator), by which `equals` says that values are equal. Identical values are equal.
//!
//! **An opaque value may be null** until somebody asks, so a list of them is not split into all
//! combinations of null and not null. Null is one more value of the identity relation. Who compares
//! two values finds out first that they are not null; so what the order says is said of values that
//! are not null, except for two things, which hold of null too: identical values are equal, and
//! `a.equals(b)` being false leaves it open whether `b` is null. (`a` is not, so they are not
//! identical.) A word that turns out to be null stays the word that it is: ask
//! [`Symbols::is_null`].
//!
//! Whoever makes such a value guarantees that it only goes where
//! [`Sorts`](tightrope_program::sorts::Sorts) of the executable allow: an int into places that are
//! ordered (and hold no `long` that may be any number), a reference into places that are opaque.
//! Arguments and answers that break this are noticed: the call does not start, the run and every
//! formula end as unsupported.

use crate::arithmetic::compare;
use crate::code::Comparison;
use crate::outcome::Question;
use crate::word::{self, NULL, Word};
use std::cmp::Ordering;
use tightrope_order::Equalities;
use tightrope_order::{Order, OrderedVar, Orderings};
use tightrope_program::body::Unsupported;

/// What is known of all ordered and opaque values of a state.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Symbols {
    pub(crate) ints: Order,
    /// Of opaque values and null, which is the first point: by `==`.
    pub(crate) identity: Equalities,
    /// Of opaque values by `compareTo`; they are equal iff `equals` says so.
    pub(crate) order: Order,
    /// Such a value was put where the sorts do not allow it: nothing that happens from now on means
    /// anything.
    pub(crate) is_misplaced: bool,
}

impl Clone for Symbols {
    fn clone(&self) -> Symbols {
        Symbols {
            ints: self.ints.clone(),
            identity: self.identity.clone(),
            order: self.order.clone(),
            is_misplaced: self.is_misplaced,
        }
    }

    fn clone_from(&mut self, other: &Symbols) {
        self.ints.clone_from(&other.ints);
        self.identity.clone_from(&other.identity);
        self.order.clone_from(&other.order);
        self.is_misplaced = other.is_misplaced;
    }
}

/// What a call on an opaque value does instead of returning.
#[derive(Debug)]
pub(crate) enum OpaqueCall {
    /// The answer may be that it throws.
    Asks(Question),
    NullPointer,
    Unsupported(Unsupported),
}

type Called = Result<Word, OpaqueCall>;

/// Null among the values that are identical or not.
const NULL_POINT: OrderedVar = OrderedVar(0);

/// The point of an opaque value in the identity relation.
fn identity_of(opaque: OrderedVar) -> OrderedVar {
    OrderedVar(opaque.0 + 1)
}

/// The point of null or of an opaque value; `None`: it is an object of the heap, which is neither.
fn identity_point(reference: Word) -> Option<OrderedVar> {
    match reference {
        NULL => Some(NULL_POINT),
        _ => word::as_opaque(reference).map(identity_of),
    }
}

impl Symbols {
    /// The result of a comparison, or what has to be known for it. Any words but those of `long`s
    /// that may be any number.
    pub(crate) fn decide(&self, op: Comparison, left: Word, right: Word) -> Result<bool, Question> {
        if !word::is_symbol(left) && !word::is_symbol(right) {
            return Ok(compare(op, left, right));
        }
        if word::as_opaque(left).is_some() || word::as_opaque(right).is_some() {
            let same = self.identical(left, right).ok_or(Question::Identical { left, right })?;
            return Ok(same == (op == Comparison::Equal));
        }
        let (possible, orderings) = (self.possible_ints(left, right), allowed(op));
        if possible.and(orderings) == possible {
            Ok(true)
        } else if possible.and(orderings) == Orderings::NONE {
            Ok(false)
        } else {
            Err(Question::Among { left, right, orderings })
        }
    }

    /// How two ordered values stand to each other, as far as a look at each of them tells.
    #[inline(always)]
    pub(crate) fn surely(&self, left: Word, right: Word) -> Option<Ordering> {
        self.ints.surely(word::as_point(left)?, word::as_point(right)?)
    }

    /// The same, without the question.
    pub(crate) fn decided(&self, op: Comparison, left: Word, right: Word) -> Option<bool> {
        match (word::as_point(left), word::as_point(right)) {
            (Some(left), Some(right)) => self.ints.decided(allowed(op), left, right),
            _ if !word::is_symbol(left) && !word::is_symbol(right) => Some(compare(op, left, right)),
            _ => self.decide(op, left, right).ok(),
        }
    }

    pub(crate) fn possible_ints(&self, left: Word, right: Word) -> Orderings {
        match (word::as_point(left), word::as_point(right)) {
            (Some(left), Some(right)) => self.ints.possible(left, right),
            (Some(left), None) => self.ints.possible_with(left, right),
            (None, Some(right)) => self.ints.possible_with(right, left).reverse(),
            (None, None) => Orderings::from(left.cmp(&right)),
        }
    }

    /// Is the reference null? `None`: nobody has asked yet.
    pub(crate) fn is_null(&self, reference: Word) -> Option<bool> {
        match word::as_opaque(reference) {
            Some(opaque) => self.identity.compare(identity_of(opaque), NULL_POINT),
            None => Some(reference == NULL),
        }
    }

    /// Is the reference null? If that is open, the question.
    pub(crate) fn decide_null(&self, reference: Word) -> Result<bool, Question> {
        self.is_null(reference).ok_or(Question::Identical { left: reference, right: NULL })
    }

    /// An opaque value is never an object of the heap.
    fn identical(&self, left: Word, right: Word) -> Option<bool> {
        let (Some(left_point), Some(right_point)) = (identity_point(left), identity_point(right)) else {
            return Some(false);
        };
        let known = self.identity.compare(left_point, right_point);
        match (word::as_opaque(left), word::as_opaque(right)) {
            // Of two that differ, one is known not to be null.
            (Some(left), Some(right)) if known.is_none() && self.equal(left, right) == Some(false) => Some(false),
            _ => known,
        }
    }

    fn equal(&self, left: OrderedVar, right: OrderedVar) -> Option<bool> {
        let possible = self.order.possible(left, right);
        match possible.contains(Ordering::Equal) {
            false => Some(false),
            true if possible == Orderings::EQUAL => Some(true),
            true => None,
        }
    }

    /// `left` is not null. `None`: the other is neither null nor an opaque value.
    pub(crate) fn equals_call(&self, left: OrderedVar, right: Word) -> Option<Called> {
        if self.is_null(right) == Some(true) {
            return Some(Ok(word::FALSE));
        }
        let known = self.equal(left, word::as_opaque(right)?);
        let question = Question::Equal { left: word::opaque(left), right };
        Some(known.map(Word::from).ok_or(OpaqueCall::Asks(question)))
    }

    /// `None`: not both are opaque values that are not null.
    pub(crate) fn order_call(&self, left: Word, right: Word) -> Option<Called> {
        let (left_point, right_point) = (word::as_opaque(left)?, word::as_opaque(right)?);
        for value in [left, right] {
            match self.decide_null(value) {
                Ok(false) => {}
                Ok(true) => return None,
                Err(question) => return Some(Err(OpaqueCall::Asks(question))),
            }
        }
        let known = self.order.compare(left_point, right_point);
        Some(known.map(|ordering| ordering as Word).ok_or(OpaqueCall::Asks(Question::Order { left, right })))
    }

    pub(crate) fn assume_among(&mut self, left: Word, orderings: Orderings, right: Word) -> bool {
        match (word::as_opaque(left), word::as_opaque(right)) {
            (Some(left), Some(right)) => self.order_opaques(left, orderings, right),
            _ => self.order_ints(left, orderings, right),
        }
    }

    fn order_ints(&mut self, left: Word, orderings: Orderings, right: Word) -> bool {
        match (word::as_point(left), word::as_point(right)) {
            (Some(left), Some(right)) => self.ints.assume_among(left, orderings, right),
            (Some(left), None) => self.ints.assume_with(left, orderings, right),
            (None, Some(right)) => self.ints.assume_with(right, orderings.reverse(), left),
            (None, None) => orderings.contains(left.cmp(&right)),
        }
    }

    /// Neither is null, and they stand like this.
    fn order_opaques(&mut self, left: OrderedVar, orderings: Orderings, right: OrderedVar) -> bool {
        let can_be_something = |point: OrderedVar| self.identity.compare(identity_of(point), NULL_POINT) != Some(true);
        can_be_something(left)
            && can_be_something(right)
            && self.order.assume_among(left, orderings, right)
            && self.identity.assume(identity_of(left), NULL_POINT, false)
            && self.identity.assume(identity_of(right), NULL_POINT, false)
    }

    /// `left` is not null, and `equals` says this of the other.
    pub(crate) fn assume_equal(&mut self, left: OrderedVar, right: OrderedVar, equal: bool) -> bool {
        if equal {
            return self.order_opaques(left, Orderings::EQUAL, right);
        }
        self.identity.compare(identity_of(left), NULL_POINT) != Some(true)
            && self.order.assume_among(left, Orderings::NOT_EQUAL, right)
            && self.identity.assume(identity_of(left), NULL_POINT, false)
    }

    pub(crate) fn assume_identical(&mut self, left: Word, right: Word, identical: bool) -> bool {
        let (Some(left_point), Some(right_point)) = (identity_point(left), identity_point(right)) else {
            return !identical;
        };
        if left == right || self.identical(left, right).is_some_and(|known| known != identical) {
            return left == right && identical;
        }
        if let (true, Some(left), Some(right)) = (identical, word::as_opaque(left), word::as_opaque(right))
            && !self.order.assume_among(left, Orderings::EQUAL, right)
        {
            return false;
        }
        self.identity.assume(left_point, right_point, identical)
    }

    /// Numbers for the ordered values, and objects for the opaque ones.
    pub(crate) fn model(&self) -> SymbolModel {
        SymbolModel { ints: self.ints.model(), objects: self.object_model() }
    }

    /// By object of the model: how it compares with others.
    pub(crate) fn object_ranks(&self) -> Vec<i64> {
        let (objects, numbers) = (self.object_model(), self.order.model());
        let mut ranks = vec![0; objects.iter().flatten().max().map_or(0, |last| last + 1)];
        for (object, number) in objects.iter().zip(numbers) {
            if let Some(rank) = object.and_then(|object| ranks.get_mut(object)) {
                *rank = number;
            }
        }
        ranks
    }

    /// Equal values become one object, unless they are known not to be identical: so `equals` of
    /// plain objects says the same. What may be null or not is not.
    fn object_model(&self) -> Vec<Option<usize>> {
        let mut groups: Vec<Vec<OrderedVar>> = Vec::new();
        let fits = |left: OrderedVar, right: OrderedVar| {
            self.equal(left, right) == Some(true)
                && self.identity.compare(identity_of(left), identity_of(right)) != Some(false)
        };
        let group = |point: OrderedVar| {
            if self.is_null(word::opaque(point)) == Some(true) {
                return None;
            }
            let found = groups.iter().position(|group| group.iter().all(|other| fits(*other, point)));
            let number = found.unwrap_or(groups.len());
            if found.is_none() {
                groups.push(Vec::new());
            }
            groups[number].push(point);
            Some(number)
        };
        (0..self.order.len() as u32).map(OrderedVar).map(group).collect()
    }
}

/// Values that fit all that is known, by the numbers of the points.
#[derive(Clone, Debug)]
pub(crate) struct SymbolModel {
    ints: Vec<i64>,
    /// `None`: null.
    objects: Vec<Option<usize>>,
}

/// What a model gives an opaque value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ModelReference {
    Null,
    /// The number of an object that stands for opaque values.
    Object(usize),
}

impl SymbolModel {
    /// The number that an ordered value gets.
    pub(crate) fn int(&self, value: Word) -> Option<Word> {
        word::as_point(value).and_then(|point| self.ints.get(point.index()).copied())
    }

    /// What an opaque value gets.
    pub(crate) fn reference(&self, value: Word) -> Option<ModelReference> {
        let object = word::as_opaque(value).and_then(|point| self.objects.get(point.index()).copied())?;
        Some(object.map_or(ModelReference::Null, ModelReference::Object))
    }

    /// How many objects are needed for the opaque values.
    pub(crate) fn objects(&self) -> usize {
        self.objects.iter().flatten().max().map_or(0, |last| last + 1)
    }
}

/// The orderings for which a comparison is true.
pub(crate) fn allowed(op: Comparison) -> Orderings {
    match op {
        Comparison::Equal | Comparison::Same => Orderings::EQUAL,
        Comparison::NotEqual | Comparison::NotSame => Orderings::NOT_EQUAL,
        Comparison::Less => Orderings::LESS,
        Comparison::LessEqual => Orderings::NOT_GREATER,
        Comparison::Greater => Orderings::GREATER,
        Comparison::GreaterEqual => Orderings::NOT_LESS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::state::State;

    const VALUES: usize = 3;

    /// Which object each value is, or null, and where each object stands in the order.
    #[derive(Clone, Debug)]
    struct World {
        objects: [Option<usize>; VALUES],
        ranks: [usize; VALUES],
    }

    impl World {
        fn all() -> Vec<World> {
            let digits = |number: usize, base: usize| [number % base, number / base % base, number / base / base];
            let objects = (0..64).map(|number| digits(number, 4).map(|digit| digit.checked_sub(1)));
            let with_ranks = |objects| (0..27).map(move |number| World { objects, ranks: digits(number, 3) });
            objects.flat_map(with_ranks).collect()
        }

        fn object(&self, value: Option<usize>) -> Option<usize> {
            value.and_then(|value| self.objects[value])
        }

        fn order(&self, left: usize, right: usize) -> Option<Ordering> {
            Some(self.ranks[self.objects[left]?].cmp(&self.ranks[self.objects[right]?]))
        }
    }

    /// What can be said of two values; without a right one: of a value and null.
    #[derive(Clone, Copy, Debug)]
    enum Fact {
        Identical(usize, Option<usize>, bool),
        /// Of a receiver that is not null.
        Equal(usize, usize, bool),
        Order(usize, Ordering, usize),
    }

    impl Fact {
        fn some(random: &mut Random) -> Fact {
            let (left, right, holds) = (random.below(VALUES), random.below(VALUES), random.below(2) == 0);
            match random.below(4) {
                0 => Fact::Identical(left, None, holds),
                1 => Fact::Identical(left, Some(right), holds),
                2 => Fact::Equal(left, right, holds),
                _ => Fact::Order(left, [Ordering::Less, Ordering::Equal, Ordering::Greater][random.below(3)], right),
            }
        }

        fn holds(self, world: &World) -> bool {
            match self {
                Fact::Identical(left, right, same) => (world.objects[left] == world.object(right)) == same,
                Fact::Equal(left, right, equal) => {
                    world.objects[left].is_some() && (world.order(left, right) == Some(Ordering::Equal)) == equal
                }
                Fact::Order(left, ordering, right) => world.order(left, right) == Some(ordering),
            }
        }

        fn assume(self, state: &mut State, words: &[Word]) -> bool {
            match self {
                Fact::Identical(left, right, same) => {
                    state.assume_identical(words[left], right.map_or(NULL, |right| words[right]), same)
                }
                Fact::Equal(left, right, equal) => state.assume_equal(words[left], words[right], equal),
                Fact::Order(left, ordering, right) => state.assume_order(words[left], ordering, words[right]),
            }
        }
    }

    /// What is known is so in all worlds that are left, and what is so in all of them is known.
    fn agree(state: &State, words: &[Word], worlds: &[World]) {
        let in_all = |test: &dyn Fn(&World) -> bool| match worlds.iter().filter(|world| test(world)).count() {
            0 => Some(false),
            count if count == worlds.len() => Some(true),
            _ => None,
        };
        for (a, left) in words.iter().enumerate() {
            let is_null = state.is_null(*left);
            assert_eq!(is_null, in_all(&|world| world.objects[a].is_none()), "{state:?}");
            for (b, right) in words.iter().enumerate() {
                let same = state.symbols.decide(Comparison::Equal, *left, *right).ok();
                assert_eq!(same, in_all(&|world| world.objects[a] == world.objects[b]), "{state:?} {a} {b}");
                if is_null == Some(false) {
                    let point = word::as_opaque(*left).expect("an opaque value");
                    let equal = state.symbols.equals_call(point, *right).expect("opaque values").ok();
                    let expected = in_all(&|world| world.order(a, b) == Some(Ordering::Equal));
                    assert_eq!(equal, expected.map(Word::from), "{state:?} {a} {b}");
                }
            }
        }
        let model = state.symbols.model();
        let objects: Vec<Option<ModelReference>> = words.iter().map(|value| model.reference(*value)).collect();
        let fits = |world: &World| {
            (0..VALUES).all(|a| {
                let is_null = objects[a] == Some(ModelReference::Null);
                let same = |b: usize| (objects[a] == objects[b]) == (world.objects[a] == world.objects[b]);
                is_null == world.objects[a].is_none() && (0..VALUES).all(same)
            })
        };
        assert!(worlds.iter().any(fits), "{state:?} {objects:?}");
    }

    #[test]
    fn null_identity_equality_and_order_agree_with_enumeration() {
        let mut random = Random::new(5);
        for _ in 0..120 {
            let mut state = State::default();
            let words = [0; VALUES].map(|_| state.new_opaque());
            let mut worlds = World::all();
            for _ in 0..7 {
                agree(&state, &words, &worlds);
                let fact = Fact::some(&mut random);
                let before = state.clone();
                let rest: Vec<World> = worlds.iter().filter(|world| fact.holds(world)).cloned().collect();
                assert_eq!(fact.assume(&mut state, &words), !rest.is_empty(), "{before:?} {fact:?}");
                match rest.is_empty() {
                    true => assert_eq!(state, before),
                    false => worlds = rest,
                }
            }
        }
    }
}
