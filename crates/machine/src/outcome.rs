//! How a run ends, what it asks, and what it may use. Plain data.

use crate::code::{Memory, SpecKind};
use crate::word::{self, Word};
use tightrope_order::Orderings;
use tightrope_program::body::Unsupported;
use tightrope_program::{ClassId, Program};
use tightrope_source::Span;

/// How much a run may use. Steps are counted down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    pub steps: u64,
    /// Calls nested in each other.
    pub depth: usize,
    /// Objects in all.
    pub objects: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { steps: 10_000_000, depth: 2_000, objects: 100_000 }
    }
}

/// Which budget was used up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    Steps,
    Depth,
    Objects,
    /// One array alone is longer than that.
    ArrayLength,
}

/// Why a run stopped.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The value of the outermost function; `None` if it is `void`.
    Returned(Option<Word>),
    Thrown(Thrown),
    /// Something that is not known yet decides how the run goes on.
    Asked(Question),
    Exhausted(Limit),
    Unsupported(Unsupported),
    /// A formula inside the code does not hold.
    Broken(Broken),
    /// A formula that the code assumes does not hold: the run does not count.
    Excluded(Span),
    /// What came from outside (a random number, say) is not what the code can get: there is no such
    /// run.
    Discarded,
    /// The run repeats itself exactly and will do so for ever.
    Repeats(Span),
}

/// A JML statement or loop clause that a run breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Broken {
    pub kind: SpecKind,
    pub span: Span,
    /// Its evaluation throws, which is not true either.
    pub throws: Option<Throws>,
}

/// An exception that nobody caught.
#[derive(Clone, PartialEq, Debug)]
pub struct Thrown {
    pub object: Word,
    pub class: ClassId,
    /// Where the exception was made: what the first line of a stack trace names.
    pub span: Span,
}

/// What a run needs to know to go on. Words are those of the state: ordered or opaque values, and
/// numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Answered by [`Executable::answer`].
    Slot(SlotRef),
    /// Does an open slot hold one of these words (see [`crate::bit`])? Answered by
    /// [`State::assume_holds`], or by [`Executable::answer`].
    Holds { request: SlotRef, among: u64 },
    /// Does one ordered value stand to another in one of these ways? Answered by
    /// [`State::assume_among`], with these or with the others.
    Among { left: Word, right: Word, orderings: Orderings },
    /// What would `compareTo` say of two opaque values? Answered by [`State::assume_order`].
    Order { left: Word, right: Word },
    /// Are two opaque values the same, or is one null? Answered by [`State::assume_identical`].
    Identical { left: Word, right: Word },
    /// Does `equals` say that two opaque values are equal? Answered by [`State::assume_equal`].
    Equal { left: Word, right: Word },
}

/// A question that a partial heap leaves open: what does this slot of this object hold?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SlotRef {
    pub object: usize,
    /// Of a field: its slot; of an array: the index.
    pub slot: u32,
    pub is_long: bool,
    /// It is asked of the heap before the method.
    pub before: bool,
}

/// What ends the handling of one instruction early.
pub(crate) enum Interrupt {
    /// A Java exception: the object.
    Throw(Word),
    /// [`Outcome::Asked`], which is frequent.
    Ask(Question),
    Stop(Box<Outcome>),
}

pub(crate) type Step<T> = Result<T, Interrupt>;

impl Interrupt {
    pub(crate) fn stop(outcome: Outcome) -> Interrupt {
        Interrupt::Stop(Box::new(outcome))
    }
}

pub(crate) fn ask(memory: Memory, object: Word, slot: u32, is_long: bool) -> Interrupt {
    let object = word::as_object(object).unwrap_or_default();
    let request = SlotRef { object, slot, is_long, before: memory == Memory::Before };
    Interrupt::Ask(Question::Slot(request))
}

/// Which exception a formula throws, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Throws {
    pub exception: Exception,
    pub span: Span,
}

/// The exceptions of expressions, and those that pure methods throw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exception {
    NullPointer,
    ArrayIndex,
    Arithmetic,
    ClassCast,
    Thrown(ClassId),
}

impl Exception {
    /// The qualified name of the class.
    pub fn name(self, program: &Program) -> &str {
        match self {
            Exception::NullPointer => "java.lang.NullPointerException",
            Exception::ArrayIndex => "java.lang.ArrayIndexOutOfBoundsException",
            Exception::Arithmetic => "java.lang.ArithmeticException",
            Exception::ClassCast => "java.lang.ClassCastException",
            Exception::Thrown(class) => &program.class(class).name,
        }
    }
}
