//! The bytecode: what methods and contracts are compiled to.
//!
//! Registers belong to a frame and are numbered from its base: first the locals of the body, then
//! scratch registers. The arguments of a call lie in consecutive scratch registers, which become
//! the first registers of the callee's frame: passing them copies nothing. Every instruction that
//! can throw or ask re-reads its operands, so it can be executed again after an answer.

use crate::word::Word;
use tightrope_program::body::Unsupported;
use tightrope_program::natives::Native;
use tightrope_program::{ClassId, LoopId, MethodId};
use tightrope_source::Span;

pub(crate) type Register = u16;

/// The compiled code of one method.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) method: MethodId,
    /// Which version of the heap it reads.
    pub(crate) memory: Memory,
    /// It is `<clinit>` of this class.
    pub(crate) initializes: Option<ClassId>,
    /// The first registers hold the receiver (if any) and the arguments.
    pub(crate) params: u32,
    pub(crate) registers: u32,
    pub(crate) code: Vec<Instruction>,
    /// The place of each instruction.
    pub(crate) spans: Vec<Span>,
    /// By instruction: it reads a field, and whoever uses what it read copes with words that stand
    /// for what open slots hold.
    pub(crate) defers: Vec<bool>,
    /// Innermost first.
    pub(crate) handlers: Vec<HandlerRange>,
    /// Inner ones before the outer ones.
    pub(crate) loops: Vec<LoopRange>,
    /// Where a run passes them.
    pub(crate) marks: LoopMarks,
}

/// Instructions `start..end` are the loop; the jumps at `back_edges` start its next iteration.
#[derive(Clone, Debug)]
pub(crate) struct LoopRange {
    pub(crate) id: LoopId,
    /// [`tightrope_program::body::LoopInfo::span`]
    pub(crate) header: Span,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) back_edges: Vec<u32>,
}

/// Instructions `start..end` are guarded.
#[derive(Clone, Debug)]
pub(crate) struct HandlerRange {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Rows of [`crate::runtime_types::RuntimeTypes`]; empty: everything.
    pub(crate) classes: Vec<TypeTest>,
    pub(crate) exception: Register,
    pub(crate) target: u32,
}

/// A row of the subtype table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TypeTest(pub(crate) u32);

/// A row of the dispatch table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Selector(pub(crate) u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FunctionId(pub(crate) u32);

/// A type that an object can have, numbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct RuntimeType(pub(crate) u32);

/// Which version of the heap is read. Code inside `\old` is compiled to read the one before the
/// method; it never writes that one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Memory {
    Now,
    Before,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arithmetic {
    AddInt,
    SubtractInt,
    MultiplyInt,
    DivideInt,
    RemainderInt,
    ShiftLeftInt,
    ShiftRightInt,
    ShiftRightUnsignedInt,
    AddLong,
    SubtractLong,
    MultiplyLong,
    DivideLong,
    RemainderLong,
    ShiftLeftLong,
    ShiftRightLong,
    ShiftRightUnsignedLong,
    /// On sign-extended values these serve all types.
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// As `Equal` and `NotEqual`, of anything but `long`s: the words may stand for what open slots
    /// hold ([`crate::deferral`]).
    Same,
    NotSame,
}

impl Comparison {
    /// Those of numbers, for tests that try them all.
    #[cfg(test)]
    pub(crate) const OF_NUMBERS: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessEqual,
        Comparison::Greater,
        Comparison::GreaterEqual,
    ];

    /// The same comparison of right with left.
    pub(crate) fn mirrored(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessEqual => Comparison::GreaterEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterEqual => Comparison::LessEqual,
            same => same,
        }
    }

    /// What is true where this one is false.
    pub(crate) fn opposite(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::Less => Comparison::GreaterEqual,
            Comparison::LessEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessEqual,
            Comparison::GreaterEqual => Comparison::Less,
            Comparison::Same => Comparison::NotSame,
            Comparison::NotSame => Comparison::Same,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conversion {
    Byte,
    Short,
    Char,
    Int,
}

/// What a formula in a body is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpecKind {
    /// JML's `assert`.
    Assert,
    /// What a called method requires.
    Precondition(MethodId),
    LoopInvariant,
    /// `decreases`
    Decreases,
}

/// Before the first iteration there is no measure to compare with.
pub(crate) const NO_MEASURE: Word = Word::MAX;

#[derive(Clone, Debug)]
pub(crate) enum Instruction {
    Int {
        to: Register,
        value: i32,
    },
    /// A word of the table of constants.
    Constant {
        to: Register,
        index: u32,
    },
    Move {
        to: Register,
        from: Register,
    },
    Arithmetic {
        op: Arithmetic,
        to: Register,
        left: Register,
        right: Register,
    },
    /// Adds a small constant: loop counters.
    AddIntConstant {
        to: Register,
        from: Register,
        value: i32,
    },
    NegateInt {
        to: Register,
        from: Register,
    },
    NegateLong {
        to: Register,
        from: Register,
    },
    BitNot {
        to: Register,
        from: Register,
    },
    Not {
        to: Register,
        from: Register,
    },
    Convert {
        to: Register,
        from: Register,
        kind: Conversion,
    },
    Compare {
        op: Comparison,
        to: Register,
        left: Register,
        right: Register,
    },
    /// Of ints and references that may be ordered or opaque values: asks what is not known of them.
    CompareSymbols {
        op: Comparison,
        to: Register,
        left: Register,
        right: Register,
    },
    Jump {
        target: u32,
    },
    JumpIf {
        cond: Register,
        target: u32,
    },
    JumpUnless {
        cond: Register,
        target: u32,
    },
    JumpCompare {
        op: Comparison,
        left: Register,
        right: Register,
        target: u32,
    },
    /// Compares with a small constant: null, zero, a bound.
    JumpCompareInt {
        op: Comparison,
        left: Register,
        right: i16,
        target: u32,
    },
    GetField {
        memory: Memory,
        to: Register,
        object: Register,
        slot: u16,
    },
    GetLong {
        memory: Memory,
        to: Register,
        object: Register,
        slot: u16,
    },
    SetField {
        object: Register,
        slot: u16,
        value: Register,
    },
    SetLong {
        object: Register,
        slot: u16,
        value: Register,
    },
    GetStatic {
        memory: Memory,
        to: Register,
        slot: u32,
    },
    SetStatic {
        slot: u32,
        value: Register,
    },
    GetElement {
        memory: Memory,
        to: Register,
        array: Register,
        index: Register,
    },
    /// Of a `long[]`, whose elements always have values.
    GetLongElement {
        memory: Memory,
        to: Register,
        array: Register,
        index: Register,
    },
    /// Checks the store if the array holds references.
    SetElement {
        array: Register,
        index: Register,
        value: Register,
    },
    Length {
        to: Register,
        array: Register,
    },
    InstanceOf {
        to: Register,
        from: Register,
        test: TypeTest,
    },
    /// Throws `ClassCastException` unless null or of the type.
    Check {
        value: Register,
        test: TypeTest,
    },
    New {
        to: Register,
        ty: RuntimeType,
    },
    /// Lengths in consecutive registers; the outermost array has type `ty`.
    NewArray {
        to: Register,
        ty: RuntimeType,
        lengths: Register,
        count: u8,
    },
    Concat {
        to: Register,
        parts: Register,
        template: u32,
    },
    InitializeClass(ClassId),
    /// The first instruction of `<clinit>`, and no other: whoever stands here waits for its turn.
    StartInitializer(ClassId),
    /// Its last one but the return.
    CompleteInitializer(ClassId),
    Call {
        function: FunctionId,
        args: Register,
        result: Option<Register>,
    },
    /// The receiver is checked for null first.
    CallExact {
        function: FunctionId,
        args: Register,
        result: Option<Register>,
    },
    CallVirtual {
        selector: Selector,
        args: Register,
        result: Option<Register>,
    },
    CallNative {
        native: Native,
        method: MethodId,
        args: Register,
        result: Option<Register>,
    },
    Return {
        value: Register,
    },
    ReturnVoid,
    Throw {
        value: Register,
    },
    /// The value of an expression that is no code (a quantifier, say) over the first `locals`
    /// registers: a truth value, or an integer.
    Evaluate {
        to: Register,
        formula: FormulaId,
        locals: Register,
        is_truth: bool,
    },
    /// A formula over the first `locals` registers must hold here.
    Require {
        kind: SpecKind,
        formula: FormulaId,
        locals: Register,
    },
    /// A formula over the first `locals` registers is believed here.
    Assume {
        formula: FormulaId,
        locals: Register,
    },
    /// An integer formula must be at least 0 and less than `last`, the value of the iteration
    /// before ([`NO_MEASURE`] in the first one).
    Decrease {
        formula: FormulaId,
        locals: Register,
        last: Register,
    },
    Unsupported(Box<Unsupported>),
}

/// Where an instruction goes on, unless it throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Next,
    Jump(u32),
    /// There, or to the next instruction.
    Branch(u32),
    /// The function ends.
    End,
}

impl Flow {
    /// The instruction that it jumps to, if it jumps.
    pub(crate) fn target(self) -> Option<usize> {
        match self {
            Flow::Jump(target) | Flow::Branch(target) => Some(target as usize),
            Flow::Next | Flow::End => None,
        }
    }

    /// All instructions that may come after the one at this place.
    pub(crate) fn successors(self, at: usize) -> impl Iterator<Item = usize> {
        let next = matches!(self, Flow::Next | Flow::Branch(_)).then_some(at + 1);
        self.target().into_iter().chain(next)
    }
}

impl Instruction {
    /// Names every instruction: a new one that jumps would be lost to whoever follows the code.
    pub(crate) fn flow(&self) -> Flow {
        match self {
            Instruction::Jump { target } => Flow::Jump(*target),
            Instruction::JumpIf { target, .. }
            | Instruction::JumpUnless { target, .. }
            | Instruction::JumpCompare { target, .. }
            | Instruction::JumpCompareInt { target, .. } => Flow::Branch(*target),
            Instruction::Return { .. } | Instruction::ReturnVoid | Instruction::Throw { .. } => Flow::End,
            Instruction::Int { .. }
            | Instruction::Constant { .. }
            | Instruction::Move { .. }
            | Instruction::Arithmetic { .. }
            | Instruction::AddIntConstant { .. }
            | Instruction::NegateInt { .. }
            | Instruction::NegateLong { .. }
            | Instruction::BitNot { .. }
            | Instruction::Not { .. }
            | Instruction::Convert { .. }
            | Instruction::Compare { .. }
            | Instruction::CompareSymbols { .. }
            | Instruction::GetField { .. }
            | Instruction::GetLong { .. }
            | Instruction::SetField { .. }
            | Instruction::SetLong { .. }
            | Instruction::GetStatic { .. }
            | Instruction::SetStatic { .. }
            | Instruction::GetElement { .. }
            | Instruction::GetLongElement { .. }
            | Instruction::SetElement { .. }
            | Instruction::Length { .. }
            | Instruction::InstanceOf { .. }
            | Instruction::Check { .. }
            | Instruction::New { .. }
            | Instruction::NewArray { .. }
            | Instruction::Concat { .. }
            | Instruction::InitializeClass(_)
            | Instruction::StartInitializer(_)
            | Instruction::CompleteInitializer(_)
            | Instruction::Call { .. }
            | Instruction::CallExact { .. }
            | Instruction::CallVirtual { .. }
            | Instruction::CallNative { .. }
            | Instruction::Evaluate { .. }
            | Instruction::Require { .. }
            | Instruction::Assume { .. }
            | Instruction::Decrease { .. }
            | Instruction::Unsupported(_) => Flow::Next,
        }
    }

    /// The register that gets a value. Names every instruction, for whoever follows values.
    pub(crate) fn written(&self) -> Option<Register> {
        match self {
            Instruction::Int { to, .. }
            | Instruction::Constant { to, .. }
            | Instruction::Move { to, .. }
            | Instruction::Arithmetic { to, .. }
            | Instruction::AddIntConstant { to, .. }
            | Instruction::NegateInt { to, .. }
            | Instruction::NegateLong { to, .. }
            | Instruction::BitNot { to, .. }
            | Instruction::Not { to, .. }
            | Instruction::Convert { to, .. }
            | Instruction::Compare { to, .. }
            | Instruction::CompareSymbols { to, .. }
            | Instruction::GetField { to, .. }
            | Instruction::GetLong { to, .. }
            | Instruction::GetStatic { to, .. }
            | Instruction::GetElement { to, .. }
            | Instruction::GetLongElement { to, .. }
            | Instruction::Length { to, .. }
            | Instruction::InstanceOf { to, .. }
            | Instruction::New { to, .. }
            | Instruction::NewArray { to, .. }
            | Instruction::Concat { to, .. }
            | Instruction::Evaluate { to, .. } => Some(*to),
            Instruction::Call { result, .. }
            | Instruction::CallExact { result, .. }
            | Instruction::CallVirtual { result, .. }
            | Instruction::CallNative { result, .. } => *result,
            Instruction::Jump { .. }
            | Instruction::JumpIf { .. }
            | Instruction::JumpUnless { .. }
            | Instruction::JumpCompare { .. }
            | Instruction::JumpCompareInt { .. }
            | Instruction::SetField { .. }
            | Instruction::SetLong { .. }
            | Instruction::SetStatic { .. }
            | Instruction::SetElement { .. }
            | Instruction::Check { .. }
            | Instruction::InitializeClass(_)
            | Instruction::StartInitializer(_)
            | Instruction::CompleteInitializer(_)
            | Instruction::Return { .. }
            | Instruction::ReturnVoid
            | Instruction::Throw { .. }
            | Instruction::Require { .. }
            | Instruction::Assume { .. }
            | Instruction::Decrease { .. }
            | Instruction::Unsupported(_) => None,
        }
    }
}

/// A compiled formula of one executable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FormulaId(pub(crate) u32);

impl FormulaId {
    /// Its number: formulas are numbered from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The marks of the loops of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopMarks {
    /// By instruction: is there a mark? Empty: nowhere.
    pub(crate) is_marked: Vec<bool>,
    /// In the order of the code, those of outer loops first.
    pub(crate) marks: Vec<LoopMark>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopMark {
    pub(crate) at: u32,
    /// In `Executable::counted_loops`.
    pub(crate) number: u32,
    pub(crate) mark: Mark,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    Start,
    Body,
    Back,
}

/// A loop whose iterations are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountedLoop {
    pub(crate) method: MethodId,
    pub(crate) id: LoopId,
    pub(crate) header: Span,
}
