//! A formula as text, close to JML. Locals are `v0`, `v1`, ….

use super::code::{sign, version};
use crate::code::Memory;
use crate::compile::Executable;
use crate::formula::{
    Binder, CallTarget, Domain, Edges, Narrowing, NarrowingKind, Node, NodeKind, QuantifiedNode, ReachNode, SetNode,
    Side, TypeNode,
};
use std::fmt;

/// A formula, with what its numbers mean.
pub(super) struct Shown<'s>(pub(super) &'s Executable<'s>, pub(super) &'s Node);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.node_shown(self.1))
    }
}

impl Executable<'_> {
    fn node_shown(&self, node: &Node) -> String {
        let of = |node: &Node| self.node_shown(node);
        match &node.kind {
            NodeKind::Word(word) => word.to_string(),
            NodeKind::Local(local) => format!("v{local}"),
            NodeKind::Result => "\\result".to_owned(),
            NodeKind::Field { memory, object, slot, .. } => format!("{}{}.#{slot}", version(*memory), of(object)),
            NodeKind::Static { memory, slot } => format!("{}static #{slot}", version(*memory)),
            NodeKind::Element { memory, array, index, .. } => {
                format!("{}{}[{}]", version(*memory), of(array), of(index))
            }
            NodeKind::Length(array) => format!("{}.length", of(array)),
            NodeKind::NegateInt(operand) | NodeKind::NegateLong(operand) => format!("-{}", of(operand)),
            NodeKind::BitNot(operand) => format!("~{}", of(operand)),
            NodeKind::Arithmetic { op, left, right } => format!("{op:?}({}, {})", of(left), of(right)),
            NodeKind::Convert { kind, operand } => format!("{kind:?}({})", of(operand)),
            NodeKind::Check { operand, test } => format!("(({}) {})", self.test_shown(*test), of(operand)),
            NodeKind::Call(call) => self.formula_call_shown(call.target, &call.args),
            NodeKind::Conditional { cond, then, otherwise } => {
                format!("({} ? {} : {})", of(cond), of(then), of(otherwise))
            }
            NodeKind::SetSize(set) => format!("{}.int_size()", self.set_shown(set)),
            NodeKind::Aggregate(quantified) | NodeKind::Quantified(quantified) => self.quantified_shown(quantified),
            NodeKind::Not(operand) => format!("!{}", of(operand)),
            NodeKind::And(left, right) => format!("({} && {})", of(left), of(right)),
            NodeKind::Or(left, right) => format!("({} || {})", of(left), of(right)),
            NodeKind::Implies(left, right) => format!("({} ==> {})", of(left), of(right)),
            NodeKind::Equivalent(left, right) => format!("({} <==> {})", of(left), of(right)),
            NodeKind::Compare { op, left, right } => format!("({} {} {})", of(left), sign(*op), of(right)),
            NodeKind::CompareSymbols { op, left, right } => format!("({} {}~ {})", of(left), sign(*op), of(right)),
            NodeKind::InstanceOf { operand, test } => format!("({} is {})", of(operand), self.test_shown(*test)),
            NodeKind::Fresh(objects) => format!("\\fresh({})", self.nodes_shown(objects)),
            NodeKind::NonNullElements { memory, array } => {
                format!("{}\\nonnullelements({})", version(*memory), of(array))
            }
            NodeKind::Contains { set, element } => format!("{}.has({})", self.set_shown(set), of(element)),
            NodeKind::SetIsEmpty(set) => format!("{}.isEmpty()", self.set_shown(set)),
            NodeKind::SetEqual(left, right) => format!("({} equals {})", self.set_shown(left), self.set_shown(right)),
            NodeKind::Subset(left, right) => format!("({} within {})", self.set_shown(left), self.set_shown(right)),
            NodeKind::SameType(left, right) => format!("({} == {})", self.type_node(left), self.type_node(right)),
            NodeKind::Subtype(left, right) => format!("({} <: {})", self.type_node(left), self.type_node(right)),
            NodeKind::InvariantFor { memory, object } => {
                format!("{}\\invariant_for({})", version(*memory), of(object))
            }
            NodeKind::Unsupported(what) => format!("unsupported({})", what.detail),
        }
    }

    fn nodes_shown(&self, nodes: &[Node]) -> String {
        nodes.iter().map(|node| self.node_shown(node)).collect::<Vec<_>>().join(", ")
    }

    fn formula_call_shown(&self, target: CallTarget, args: &[Node]) -> String {
        let method = match target {
            CallTarget::Static(function) | CallTarget::Exact(function) => self.functions[function.0 as usize].method,
            CallTarget::Virtual(selector) => self.types.selector_methods[selector.0 as usize],
        };
        format!("{}({})", self.program.method(method).name, self.nodes_shown(args))
    }

    fn quantified_shown(&self, node: &QuantifiedNode) -> String {
        let binders: Vec<String> = node.binders.iter().map(|binder| self.binder_shown(binder)).collect();
        let (range, body) = (self.node_shown(&node.range), self.node_shown(&node.body));
        format!("({:?} {}; {range}; {body})", node.quantifier, binders.join(", "))
    }

    fn binder_shown(&self, binder: &Binder) -> String {
        let domain = match &binder.domain {
            Domain::Set(set, _) => self.set_shown(set),
            Domain::Objects(_) => "all objects of its type".to_owned(),
            Domain::Integers { least, greatest, conjuncts } => {
                let narrowed: String = conjuncts.iter().map(|one| self.narrowing_shown(one)).collect();
                format!("{least}..={greatest}{narrowed}")
            }
            Domain::Unbounded => "all integers".to_owned(),
        };
        let guards: String = binder.guards.iter().map(|guard| format!(" if {}", self.node_shown(guard))).collect();
        format!("v{} in {domain}{guards}", binder.local)
    }

    fn narrowing_shown(&self, narrowing: &Narrowing) -> String {
        match &narrowing.kind {
            NarrowingKind::Bound(Side::Least, bound) => format!(" from {}", self.node_shown(bound)),
            NarrowingKind::Bound(Side::Greatest, bound) => format!(" to {}", self.node_shown(bound)),
            NarrowingKind::Guard(guard) => format!(" if {}", self.node_shown(guard)),
        }
    }

    fn set_shown(&self, set: &SetNode) -> String {
        let pair = |left: &SetNode, sign: &str, right: &SetNode| {
            format!("({} {sign} {})", self.set_shown(left), self.set_shown(right))
        };
        match set {
            SetNode::Reach(reach) => self.reach_shown(reach),
            SetNode::Comprehension { binder, range, .. } => format!("{{v{binder} | {}}}", self.node_shown(range)),
            SetNode::Union(left, right) => pair(left, "+", right),
            SetNode::Intersection(left, right) => pair(left, "*", right),
            SetNode::Difference(left, right) => pair(left, "-", right),
        }
    }

    fn reach_shown(&self, reach: &ReachNode) -> String {
        let walk = &self.walks[reach.walk.0 as usize];
        let by_type = self.types.infos.iter().zip(&walk.edges).filter_map(|(info, edges)| {
            let slots = match edges.as_ref()? {
                Edges::Slots(slots) => slots.iter().map(|slot| format!("#{slot}")).collect::<Vec<_>>().join("+"),
                Edges::Elements => "elements".to_owned(),
            };
            Some(format!("{}.{slots}", self.type_shown(info.ty)))
        });
        let edges = by_type.collect::<Vec<_>>().join(" ");
        let old = if walk.memory == Memory::Before { "old " } else { "" };
        format!("{old}\\reach({}, {edges})", self.node_shown(&reach.root))
    }

    fn type_node(&self, node: &TypeNode) -> String {
        match node {
            TypeNode::Literal(ty) => format!("\\type({})", self.type_shown(*ty)),
            TypeNode::Of(operand) => format!("\\typeof({})", self.node_shown(operand)),
            TypeNode::Primitive(operand, ty) => {
                format!("\\typeof({}: {})", self.node_shown(operand), self.type_shown(*ty))
            }
            TypeNode::Element(array, _) => format!("\\elemtype({})", self.type_node(array)),
        }
    }
}
