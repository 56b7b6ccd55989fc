//! Ordered and opaque values in states and in code that runs: [`Symbols`] has what is known of
//! them.

use crate::code::Selector;
use crate::compile::Executable;
use crate::state::State;
use crate::symbols::OpaqueCall;
use crate::word::{self, Word};
use std::cmp::Ordering;
use tightrope_order::Orderings;
use tightrope_program::sorts::{PlaceClass, Sort};
use tightrope_program::{BaseType, MethodId, Type};
use tightrope_source::Span;

impl State {
    /// A new ordered value of an integral type; `None` for other types.
    pub fn new_point(&mut self, ty: Type) -> Option<Word> {
        let (least, greatest) = match ty.base {
            _ if ty.is_array() => return None,
            BaseType::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
            BaseType::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
            BaseType::Char => (0, i64::from(u16::MAX)),
            BaseType::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            BaseType::Long => (i64::MIN, i64::MAX),
            _ => return None,
        };
        Some(word::point(self.symbols.ints.add(least, greatest)))
    }

    /// A new ordered value between these numbers, both included.
    pub fn new_point_between(&mut self, least: i64, greatest: i64) -> Word {
        word::point(self.symbols.ints.add(least, greatest))
    }

    /// The least and the greatest number that an ordered value can be, by what is known; `None` for
    /// other words.
    pub fn point_range(&self, value: Word) -> Option<(i64, i64)> {
        word::as_point(value).map(|point| self.symbols.ints.range(point))
    }

    /// How many ways there are to give all ordered values numbers; `None`: that was not found out.
    pub fn count_numbers(&self) -> Option<u64> {
        self.symbols.ints.count()
    }

    /// A new opaque value. It may be null: [`State::assume_identical`] with null decides.
    pub fn new_opaque(&mut self) -> Word {
        if self.symbols.identity.is_empty() {
            self.symbols.identity.add();
        }
        self.symbols.identity.add();
        word::opaque(self.symbols.order.add(i64::MIN, i64::MAX))
    }

    /// Could the two stand to each other like this, by what is known? (`true` may turn out to be
    /// wrong when it is assumed.)
    pub fn can_order(&self, left: Word, ordering: Ordering, right: Word) -> bool {
        match (word::as_opaque(left), word::as_opaque(right)) {
            (Some(left), Some(right)) => self.symbols.order.is_possible(left, ordering, right),
            _ => self.symbols.possible_ints(left, right).contains(ordering),
        }
    }

    /// Answers [`Question::Order`]. `false`: it contradicts what is known, and nothing has changed.
    pub fn assume_order(&mut self, left: Word, ordering: Ordering, right: Word) -> bool {
        self.symbols.assume_among(left, Orderings::from(ordering), right)
    }

    /// Answers [`Question::Among`]. `false`: it contradicts what is known, and nothing has changed.
    pub fn assume_among(&mut self, left: Word, orderings: Orderings, right: Word) -> bool {
        self.symbols.assume_among(left, orderings, right)
    }

    /// Answers [`Question::Equal`]: `left` is not null then. `false`: it contradicts what is known,
    /// and nothing has changed.
    pub fn assume_equal(&mut self, left: Word, right: Word, equal: bool) -> bool {
        match (word::as_opaque(left), word::as_opaque(right)) {
            (Some(left), Some(right)) => self.symbols.assume_equal(left, right, equal),
            _ => !equal,
        }
    }

    /// Answers [`Question::Identical`]. `false`: it contradicts what is known, and nothing has
    /// changed.
    pub fn assume_identical(&mut self, left: Word, right: Word, identical: bool) -> bool {
        self.symbols.assume_identical(left, right, identical)
    }

    /// Is a reference null? `None`: it is an opaque value of which that is not known.
    pub fn is_null(&self, reference: Word) -> Option<bool> {
        self.symbols.is_null(reference)
    }
}

impl Executable<'_> {
    /// May the value stand in a place of this type and class? Everything may but ordered and opaque
    /// values, which the sorts must allow.
    fn fits(&self, value: Word, ty: Type, class: Option<PlaceClass>) -> bool {
        if self.is_any_word(ty) || !word::is_symbol(value) {
            return true;
        }
        let (Some(sorts), Some(class)) = (self.sorts.as_ref(), class) else { return false };
        match sorts.of(class) {
            Sort::Ordered { .. } => word::as_point(value).is_some() && !sorts.needs_all_bits(class),
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

    /// May this be the value of a slot? Of an element the type of the array has to say it: which
    /// places hold the array is not known.
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

    /// What `equals`, `compareTo` or `compare` says. `args` start with the receiver, which is an
    /// opaque value.
    pub(crate) fn opaque_call(
        &self,
        state: &State,
        selector: Selector,
        args: &[Word],
        span: Span,
    ) -> Result<Word, OpaqueCall> {
        let symbols = &state.symbols;
        let Some(receiver) = args.first().copied().and_then(word::as_opaque) else {
            return Err(OpaqueCall::Unsupported(self.no_implementation(selector, span)));
        };
        match symbols.decide_null(word::opaque(receiver)) {
            Ok(false) => {}
            Ok(true) => return Err(OpaqueCall::NullPointer),
            Err(question) => return Err(OpaqueCall::Asks(question)),
        }
        let method = self.program.method(self.types.selector_methods[selector.0 as usize]);
        let called = match (method.name.as_str(), args) {
            ("equals", [_, right]) => symbols.equals_call(receiver, *right),
            ("compareTo", [_, right]) if symbols.is_null(*right) == Some(true) => Some(Err(OpaqueCall::NullPointer)),
            ("compareTo", [left, right]) | ("compare", [_, left, right]) => symbols.order_call(*left, *right),
            _ => None,
        };
        called.unwrap_or_else(|| Err(OpaqueCall::Unsupported(self.no_implementation(selector, span))))
    }
}
