//! Which places of a program hold values that are only ever compared and copied, so that a check
//! need not choose numbers or objects for them: **ordered** ints and **opaque** references.
//!
//! A *place* is a field, a parameter, a local variable, the result of a method, or the elements of
//! an array that lies in such a place (one place for all elements, nested for arrays of arrays).
//! The analysis is Steensgaard's unification (*Points-to analysis in almost linear time*, POPL
//! 1996), turned from pointers to values: whenever a value is copied from one place to another **or
//! two values are compared**, their places fall into one class ([`classes`]). Fields count once for
//! all objects, calls once for all call sites. Whatever an operation needs beyond comparison marks
//! the class with the first [`Reason`].
//!
//! **Integral places** (`byte` to `long`). A class is [`Sort::Ordered`] unless a member is an
//! operand or a result of arithmetic, of a bit operation, of a narrowing conversion, is an index, a
//! length, a part of a text, an argument of native code (so also boxed), a measure of a loop, bound
//! by a quantifier, or summed up. Constants that flow in or are compared with belong to the class,
//! as does 0 where an object or array with such a place is allocated. A widening conversion is a
//! copy: it keeps value and order, so an `int` compared with a `long` stays ordered. (Members may
//! thus differ in width: an initial value lies in the range of *its* place.)
//!
//! A `long` may be any 64 bits, so an engine cannot tell an ordered one from a number by looking at
//! it. [`Sorts::orders_longs`] says that it need not: no `long` of the program is more than
//! compared, none lies in an array, and no constant among them is one of [`RESERVED_WORDS`].
//!
//! *Why it is sound.* Take two initial heaps that differ only in the values of one ordered class,
//! such that the values of the class and its constants stand in the same order. By induction over
//! the steps, two runs on them take the same branches: values of the class are only copied within
//! the class and compared with each other, and any such comparison has the same result. So one run
//! stands for all values with the same order, and trying every order of the values that are
//! compared covers all of them. The formulas of the check (contract, invariants, `repOk`) are
//! walked like code, because they are evaluated in the same way.
//!
//! **References of opaque type**: `Object` (so also erased type parameters), interfaces, and
//! classes that are not at hand. A class is [`Sort::Opaque`] if all its members have such types and
//! its values are only copied, compared with null, with each other by `==`, by `equals`, by
//! `compareTo` or by `Comparator.compare`. It is [`Sort::Concrete`] as soon as a member has another
//! type, an object allocated here or a literal flows in, another method is called, a type is
//! tested, a cast to anything but `Object` and `Comparable` is made, or a formula speaks of it as
//! an object (`\fresh`, `\typeof`, sets, quantifiers over all objects that may be it). A class that
//! is compared with a concrete one is concrete itself, so an opaque value never meets an object of
//! the heap.
//!
//! What a run with opaque values assumes, and a verdict has to say:
//! - `equals` is an equivalence and `compareTo`, `compare` are total orders whose 0 means equal;
//!   all return, change nothing, and give the same answer again; `compareTo` does not reject a
//!   non-null argument (the values are mutually comparable);
//! - [`Order::Comparator`]: all comparisons are by one comparator; a heap with two is outside;
//! - an opaque value that is stored into an array fits it: the store does not throw.
//!
//! The *number* that `compareTo` returns means nothing but its sign: if it is used other than in a
//! comparison with 0, the class is concrete.
//!
//! **Boxes.** `Integer.valueOf` and its kin share boxes of small numbers, so which box comes out
//! depends on the number. As long as no box that they make is compared by `==`, passed to native
//! code or spoken of as an object by a formula, that makes no difference: the call counts as one
//! that makes a new box ([`Program::unshared_box`]), and the number stays ordered. Otherwise all
//! calls of this `valueOf` are what they are. An engine asks [`Sorts::unshared_box`].
//!
//! **Arrays** that are there before the call may be the same in two places of which one type fits
//! the other, and in a place of a general type that is looked at as an array: their elements are
//! one place.
//!
//! **Virtual calls** reach the implementation in every class below the receiver's static class (the
//! world is closed). `equals`, `compareTo`, `compare` on a receiver of opaque type wait: if its
//! class turns concrete they become virtual calls like others, otherwise they reach no code.
//! Everything only grows, so the order of work does not matter.
//!
//! **What is walked**: the code of the entries and all that it can call, static initialisers, the
//! contracts of the entries with the inherited ones, and the invariants and `repOk` of every class
//! whose objects can be in the heap: the classes named by the types of places, their subclasses,
//! the types of their fields, and so on; behind a concrete place of type `Object` there can be
//! anything.
//!
//! Anything not understood marks its operands arithmetic and concrete. Time is near linear in the
//! program, times the subclasses of the receivers of virtual calls.

mod calls;
mod classes;
mod expressions;
#[cfg(test)]
mod tests;
mod walk;

use crate::program::{ClassId, FieldId, LocalId, MethodId, Program};
use classes::{Classes, Node};
use tightrope_source::Span;

/// What a check has to know of the values in a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Integral: only the order among the values of the class and with these constants (ascending)
    /// matters.
    Ordered { constants: Vec<i64> },
    /// Integral: the number matters.
    Arithmetic(Reason),
    /// A reference of which only this matters, and whether it is null.
    Opaque { equality: Equality, order: Order },
    /// A reference to an object that matters itself.
    Concrete(Reason),
    /// A truth value, or something that only formulas have.
    Other,
}

/// How the values of an opaque class are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Equality {
    /// At most by `==`.
    Identity,
    /// By `equals` (or an order), never by `==`.
    Equals,
    /// Both ways: identical values are equal, but not the other way round.
    Both,
}

/// How the values of an opaque class are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    None,
    /// By `compareTo`.
    Natural,
    /// By a `Comparator` of which nothing else is known.
    Comparator,
}

/// The first operation that needs more of a value than comparing and copying.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reason {
    pub span: Span,
    pub need: Need,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Need {
    Arithmetic,
    Narrowing,
    Index,
    Length,
    Text,
    Native,
    Quantified,
    Aggregate,
    Measure,
    Location,
    /// The type says more than `Object` or an interface does.
    KnownType,
    Allocated,
    Literal,
    MemberAccess,
    Call,
    TypeTest,
    Cast,
    ObjectFormula,
    Thrown,
    TwoOrders,
    OrderAsNumber,
    NotModelled,
}

impl Need {
    /// What is done with the value: "it is …".
    pub fn describe(self) -> &'static str {
        match self {
            Need::Arithmetic => "used in arithmetic",
            Need::Narrowing => "converted to a narrower type",
            Need::Index => "an array index",
            Need::Length => "the length of an array",
            Need::Text => "made part of a text",
            Need::Native => "passed to or made by a library method that the machine runs itself",
            Need::Quantified => "bound by a quantifier",
            Need::Aggregate => "summed up, counted or minimised in a formula",
            Need::Measure => "a measure that must decrease",
            Need::Location => "part of a location that may be assigned",
            Need::KnownType => "of a type with known members",
            Need::Allocated => "allocated here",
            Need::Literal => "a literal",
            Need::MemberAccess => "accessed by field or element",
            Need::Call => "the receiver of a method other than equals and compareTo",
            Need::TypeTest => "tested for its type",
            Need::Cast => "cast to another type",
            Need::ObjectFormula => "spoken of as an object in a formula",
            Need::Thrown => "thrown",
            Need::TwoOrders => "ordered both by compareTo and by a Comparator",
            Need::OrderAsNumber => "compared with a result that is used as a number",
            Need::NotModelled => "used in a way that is not modelled",
        }
    }
}

/// Numbers that stand for something else where `long`s are ordered values.
pub const RESERVED_WORDS: std::ops::Range<i64> = 1 << 40..1 << 44;

/// A class of places whose values meet. Values of different classes never do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PlaceClass(pub u32);

/// The result of the analysis.
#[derive(Clone, Debug)]
pub struct Sorts {
    /// By class.
    sorts: Vec<Sort>,
    /// By class: the class of the elements, if it has any.
    elements: Vec<Option<PlaceClass>>,
    /// By class: a value is a `long` somewhere.
    has_long: Vec<bool>,
    orders_longs: bool,
    /// By class: the constants that its values are compared with or that flow into it, ascending.
    constants: Vec<Vec<i64>>,
    fields: Vec<PlaceClass>,
    /// By method; `None` if it is not reached.
    methods: Vec<Option<MethodClasses>>,
}

#[derive(Clone, Debug)]
struct MethodClasses {
    /// Receiver, parameters, then the other locals of the body.
    locals: Vec<PlaceClass>,
    receiver: usize,
    result: PlaceClass,
}

/// Decides for every place that a check of one of the entries can meet what has to be known of its
/// values.
pub fn sorts(program: &Program, entries: &[MethodId]) -> Sorts {
    let mut analysis = walk::Analysis::new(program);
    entries.iter().for_each(|entry| analysis.add_entry(*entry));
    analysis.finish()
}

/// The same for an engine that runs every `valueOf` as Java does.
pub fn sorts_with_shared_boxes(program: &Program, entries: &[MethodId]) -> Sorts {
    let mut analysis = walk::Analysis::new(program);
    analysis.shares_all_boxes = true;
    entries.iter().for_each(|entry| analysis.add_entry(*entry));
    analysis.finish()
}

/// The same for the structures of a class: what is evaluated are its invariants, and those of the
/// objects that it leads to.
pub fn structure_sorts(program: &Program, class: ClassId, rep_oks: &[MethodId]) -> Sorts {
    let mut analysis = walk::Analysis::new(program);
    rep_oks.iter().for_each(|entry| analysis.add_entry(*entry));
    analysis.add_structure(class);
    analysis.finish()
}

impl Sorts {
    pub fn of(&self, class: PlaceClass) -> &Sort {
        self.sorts.get(class.0 as usize).unwrap_or(&Sort::Other)
    }

    /// The class of the elements of the arrays in a class.
    pub fn elements(&self, class: PlaceClass) -> Option<PlaceClass> {
        self.elements.get(class.0 as usize).copied().flatten()
    }

    /// The numbers in the code that values of the class meet: where it may behave differently.
    pub fn constants(&self, class: PlaceClass) -> &[i64] {
        self.constants.get(class.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// Does the class have a member of type `long`, or is a value of it converted to one?
    pub fn has_long(&self, class: PlaceClass) -> bool {
        self.has_long.get(class.0 as usize).copied().unwrap_or(false)
    }

    /// Are all `long`s ordered values that can be told from numbers?
    pub fn orders_longs(&self) -> bool {
        self.orders_longs
    }

    /// Does some value of the class need all 64 bits?
    pub fn needs_all_bits(&self, class: PlaceClass) -> bool {
        self.has_long(class) && !self.orders_longs
    }

    /// Is the method reached?
    pub fn reaches(&self, method: MethodId) -> bool {
        self.method(method).is_some()
    }

    /// What to call instead of this `valueOf`, where nobody can tell whether a box is shared.
    pub fn unshared_box(&self, program: &Program, value_of: MethodId) -> Option<MethodId> {
        program.unshared_box(value_of).filter(|unshared| !self.reaches(value_of) && self.reaches(*unshared))
    }

    pub fn field_class(&self, field: FieldId) -> Option<PlaceClass> {
        self.fields.get(field.index()).copied()
    }

    /// A field that nothing reached ever reads is ordered or opaque.
    pub fn field(&self, field: FieldId) -> &Sort {
        self.field_class(field).map_or(&Sort::Other, |class| self.of(class))
    }

    /// Parameters are counted without the receiver. `None`: the method is not reached.
    pub fn param_class(&self, method: MethodId, index: usize) -> Option<PlaceClass> {
        let places = self.method(method)?;
        places.locals.get(places.receiver + index).copied()
    }

    pub fn param(&self, method: MethodId, index: usize) -> Option<&Sort> {
        self.param_class(method, index).map(|class| self.of(class))
    }

    /// `None`: the method is not reached, or has no such local.
    pub fn local_class(&self, method: MethodId, local: LocalId) -> Option<PlaceClass> {
        self.method(method)?.locals.get(local.index()).copied()
    }

    pub fn local(&self, method: MethodId, local: LocalId) -> Option<&Sort> {
        self.local_class(method, local).map(|class| self.of(class))
    }

    pub fn result_class(&self, method: MethodId) -> Option<PlaceClass> {
        self.method(method).map(|places| places.result)
    }

    pub fn result(&self, method: MethodId) -> Option<&Sort> {
        self.result_class(method).map(|class| self.of(class))
    }

    fn method(&self, method: MethodId) -> Option<&MethodClasses> {
        self.methods.get(method.index()).and_then(Option::as_ref)
    }
}

/// Numbers the classes that places need, in order of first use.
struct Numbering<'c> {
    classes: &'c mut Classes,
    numbers: Vec<Option<PlaceClass>>,
    roots: Vec<Node>,
}

impl Numbering<'_> {
    fn number(&mut self, node: Node) -> PlaceClass {
        let root = self.classes.find(node);
        let next = PlaceClass(self.roots.len() as u32);
        let slot = &mut self.numbers[root.index()];
        if slot.is_none() {
            self.roots.push(root);
        }
        *slot.get_or_insert(next)
    }

    /// Elements of classes are classes, too: the list grows while it is read.
    fn finish(mut self, orders_longs: bool, fields: Vec<PlaceClass>, methods: Vec<Option<MethodClasses>>) -> Sorts {
        let mut found = Sorts {
            sorts: Vec::new(),
            elements: Vec::new(),
            has_long: Vec::new(),
            orders_longs,
            constants: Vec::new(),
            fields,
            methods,
        };
        while let Some(root) = self.roots.get(found.sorts.len()).copied() {
            found.sorts.push(self.classes.sort(root));
            let element = self.classes.element_if_any(root);
            found.elements.push(element.map(|element| self.number(element)));
            found.has_long.push(self.classes.has_long(root));
            found.constants.push(self.classes.constants(root));
        }
        found
    }
}
