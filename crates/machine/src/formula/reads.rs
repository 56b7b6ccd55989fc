//! Which slots a formula can read, found without evaluating it.
//!
//! The value of a formula on a partial heap is the same as before if nothing has changed that it reads; most answers of a search concern one field, of which most
//! clauses do not speak. Slots are told apart by their numbers alone, whatever the class; whatever is not understood reads everything.

use super::quantify::assumed_set;
use super::{Binder, CallTarget, CompiledFormula, Domain, Edges, NarrowingKind, Node, NodeKind, SetNode, TypeNode};
use crate::code::{FunctionId, Instruction};
use crate::compile::Executable;

/// A set of slots, and what is known of ordered and opaque values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reads(u64);

impl Reads {
    pub const ALL: Reads = Reads(u64::MAX);
    /// Comparisons of ordered and opaque values.
    pub const SYMBOLS: Reads = Reads(1 << 63);
    pub const NOTHING: Reads = Reads(0);

    /// The slot of this number. All large numbers are one.
    pub fn slot(slot: u32) -> Reads {
        Reads(1 << slot.min(62))
    }

    pub fn and(self, other: Reads) -> Reads {
        Reads(self.0 | other.0)
    }

    pub fn meets(self, other: Reads) -> bool {
        self.0 & other.0 != 0
    }
}

impl Executable<'_> {
    /// What the formulas can read, by their numbers.
    pub fn formula_reads(&self) -> Vec<Reads> {
        let reads = |formula: &CompiledFormula| {
            let mut collector = Collector { executable: self, reads: Reads::NOTHING, seen: Vec::new() };
            collector.node(&formula.root);
            collector.reads
        };
        self.formulas.iter().map(reads).collect()
    }
}

impl Executable<'_> {
    /// By formula: do its instances only compare fields of objects at hand? Then they are evaluated in no time.
    pub fn local_formulas(&self) -> Vec<bool> {
        let body = |formula: &CompiledFormula| match assumed_set(&formula.root) {
            Some((quantified, _)) => is_local(&quantified.range) && is_local(&quantified.body),
            None => is_local(&formula.root),
        };
        self.formulas.iter().map(body).collect()
    }
}

/// No walks over the heap, no quantifiers, no calls.
fn is_local(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Word(_) | NodeKind::Local(_) | NodeKind::Result | NodeKind::Static { .. } => true,
        NodeKind::Field { object: operand, .. }
        | NodeKind::Length(operand)
        | NodeKind::NegateInt(operand)
        | NodeKind::NegateLong(operand)
        | NodeKind::BitNot(operand)
        | NodeKind::Convert { operand, .. }
        | NodeKind::Check { operand, .. }
        | NodeKind::InstanceOf { operand, .. }
        | NodeKind::Not(operand) => is_local(operand),
        NodeKind::Arithmetic { left, right, .. }
        | NodeKind::And(left, right)
        | NodeKind::Or(left, right)
        | NodeKind::Implies(left, right)
        | NodeKind::Equivalent(left, right)
        | NodeKind::Compare { left, right, .. }
        | NodeKind::CompareSymbols { left, right, .. } => is_local(left) && is_local(right),
        NodeKind::Conditional { cond, then, otherwise } => is_local(cond) && is_local(then) && is_local(otherwise),
        _ => false,
    }
}

struct Collector<'e> {
    executable: &'e Executable<'e>,
    reads: Reads,
    seen: Vec<FunctionId>,
}

impl Collector<'_> {
    fn add(&mut self, reads: Reads) {
        self.reads = self.reads.and(reads);
    }

    fn nodes(&mut self, nodes: &[&Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Word(_) | NodeKind::Local(_) | NodeKind::Result | NodeKind::Static { .. } => {}
            NodeKind::Field { object, slot, is_long, .. } => {
                self.add(Reads::slot(u32::from(*slot)));
                if *is_long {
                    self.add(Reads::slot(u32::from(*slot) + 1));
                }
                self.node(object);
            }
            NodeKind::Length(operand)
            | NodeKind::NegateInt(operand)
            | NodeKind::NegateLong(operand)
            | NodeKind::BitNot(operand)
            | NodeKind::Convert { operand, .. }
            | NodeKind::Not(operand) => self.node(operand),
            // Whether an opaque value is null is not known at first.
            NodeKind::Check { operand, .. } | NodeKind::InstanceOf { operand, .. } => {
                self.add(Reads::SYMBOLS);
                self.node(operand);
            }
            NodeKind::Arithmetic { left, right, .. }
            | NodeKind::And(left, right)
            | NodeKind::Or(left, right)
            | NodeKind::Implies(left, right)
            | NodeKind::Equivalent(left, right)
            | NodeKind::Compare { left, right, .. } => self.nodes(&[left, right]),
            NodeKind::CompareSymbols { left, right, .. } => {
                self.add(Reads::SYMBOLS);
                self.nodes(&[left, right]);
            }
            NodeKind::Call(call) => {
                call.args.iter().for_each(|arg| self.node(arg));
                match call.target {
                    CallTarget::Static(function) | CallTarget::Exact(function) => self.function(function),
                    CallTarget::Virtual(_) => self.add(Reads::ALL),
                }
            }
            NodeKind::Conditional { cond, then, otherwise } => self.nodes(&[cond, then, otherwise]),
            NodeKind::SetSize(set) | NodeKind::SetIsEmpty(set) => self.set(set),
            NodeKind::Aggregate(quantified) | NodeKind::Quantified(quantified) => {
                quantified.binders.iter().for_each(|binder| self.binder(binder));
                self.nodes(&[&quantified.range, &quantified.body]);
            }
            NodeKind::Contains { set, element } => {
                self.set(set);
                self.node(element);
            }
            NodeKind::SetEqual(left, right) | NodeKind::Subset(left, right) => {
                self.set(left);
                self.set(right);
            }
            NodeKind::Fresh(objects) => objects.iter().for_each(|object| self.node(object)),
            NodeKind::SameType(left, right) | NodeKind::Subtype(left, right) => {
                self.type_node(left);
                self.type_node(right);
            }
            NodeKind::Element { .. }
            | NodeKind::NonNullElements { .. }
            | NodeKind::InvariantFor { .. }
            | NodeKind::Unsupported(_) => self.add(Reads::ALL),
        }
    }

    fn type_node(&mut self, node: &TypeNode) {
        self.add(Reads::SYMBOLS);
        match node {
            TypeNode::Literal(_) => {}
            TypeNode::Of(operand) | TypeNode::Primitive(operand, _) => self.node(operand),
            TypeNode::Element(array, _) => self.type_node(array),
        }
    }

    fn binder(&mut self, binder: &Binder) {
        binder.guards.iter().for_each(|guard| self.node(guard));
        match &binder.domain {
            Domain::Set(set, _) => self.set(set),
            Domain::Objects(..) | Domain::Unbounded => self.add(Reads::ALL),
            Domain::Integers { conjuncts, .. } => {
                for conjunct in conjuncts {
                    match &conjunct.kind {
                        NarrowingKind::Bound(_, node) | NarrowingKind::Guard(node) => self.node(node),
                    }
                }
            }
        }
    }

    fn set(&mut self, set: &SetNode) {
        match set {
            SetNode::Reach(reach) => {
                self.node(&reach.root);
                for edges in self.executable.walks[reach.walk.0 as usize].edges.iter().flatten() {
                    match edges {
                        Edges::Slots(slots) => slots.iter().for_each(|slot| self.add(Reads::slot(u32::from(*slot)))),
                        Edges::Elements => self.add(Reads::ALL),
                    }
                }
            }
            SetNode::Comprehension { .. } => self.add(Reads::ALL),
            SetNode::Union(left, right) | SetNode::Intersection(left, right) | SetNode::Difference(left, right) => {
                self.set(left);
                self.set(right);
            }
        }
    }

    /// What the code of a pure method reads, and of all that it calls.
    fn function(&mut self, function: FunctionId) {
        if self.seen.contains(&function) {
            return;
        }
        self.seen.push(function);
        self.add(Reads::SYMBOLS);
        let Some(compiled) = self.executable.functions.get(function.0 as usize) else { return self.add(Reads::ALL) };
        for instruction in &compiled.code {
            self.instruction(instruction);
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        match instruction {
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
            | Instruction::Jump { .. }
            | Instruction::JumpIf { .. }
            | Instruction::JumpUnless { .. }
            | Instruction::JumpCompare { .. }
            | Instruction::JumpCompareInt { .. }
            | Instruction::Return { .. }
            | Instruction::StartInitializer(_)
            | Instruction::CompleteInitializer(_)
            | Instruction::ReturnVoid => {}
            Instruction::GetField { slot, .. } => self.add(Reads::slot(u32::from(*slot))),
            Instruction::Call { function, .. } | Instruction::CallExact { function, .. } => self.function(*function),
            _ => self.add(Reads::ALL),
        }
    }
}
