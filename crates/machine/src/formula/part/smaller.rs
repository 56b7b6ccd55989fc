//! Does a contract hold on a heap if it holds on the smaller one that is left without the nodes
//! above a subtree?
//!
//! `A` is a valid heap, `t` one of its nodes, `T` all that lies behind `t`, `X` the other nodes;
//! `B` is what is left without `X`, with `t` as root. The structure is a tree, nothing in `T` leads
//! to `X`, and the only references of a node are the fields along which the structure goes on. A
//! run makes the same of `T` on both heaps, call it `T'`, gives the same result, leaves `X` and the
//! root alone, and adds the same to the sizes that `this` keeps. Then a clause that holds on `B`
//! holds on `A`, if it is one of these:
//!
//! - *Invariants* about all nodes `n`. They look at what lies behind `n`, so those of nodes of `T'`
//!   are the same on both heaps, and `B` is valid before the run. Of a node of `X` they held before
//!   the run, and they hold after it where their conjuncts are
//!   - `n` does not lie behind itself: it is not in `T'`;
//!   - all `m` behind a field have `m.key < n.key` (or another order): what lies behind that field
//!     is as before, but for `T'`, whose keys are those of `T` and the arguments. The first were
//!     there before, of the others it is shown ([`Evaluator::is_inside`]);
//!   - about values of `n` alone: nobody has written them.
//! - *Sizes*: `this.size` is the number of nodes. On `B` it has grown by |T'| - |T|; so it has on
//!   `A`.
//! - *Keys*: some node has the key `a`, an argument, before or now. The keys of `X` are the same
//!   before and now, and `a` is none of them, which is shown ([`Evaluator::is_inside`]).
//! - *Lookups*: a pure method on the heap before gives the same on both heaps. That is shown of
//!   each of them as of the run itself (`heads`).
//! - *Kept keys*: all nodes of one heap have a key that a node of the other has, or that is `a`. Of
//!   a node of `X` that is the node itself; for a node of `T`, what there is on `B` is there on
//!   `A`.
//! - Whatever looks at arguments and result alone, and what such formulas make together.
//!
//! Anything else is not known to, and the method does without.

use super::super::{CallTarget, Domain, FormulaId, Node, NodeKind, QuantifiedNode, SetNode};
use super::evaluate::{Evaluator, MOST_STEPS};
use super::facts::Facts;
use super::linear::Equations;
use super::local::Side;
use super::structure::Structure;
use super::term::{Ghost, Value};
use crate::code::{Comparison, FunctionId, Memory};
use crate::compile::Executable;
use crate::contract::{CompiledContract, CompiledFrame, CompiledInvariants, FramePlace};
use crate::heads::Lookup;
use crate::state::State;
use crate::word::{self, NULL, Word};
use std::cmp::Ordering;
use tightrope_program::body::Quantifier;

/// What a contract says, if it holds on a heap where it holds on a smaller one.
#[derive(Clone, Debug)]
pub struct Smaller {
    pub(super) sides: Vec<Side>,
    /// The slots of `this` that hold how many nodes there are.
    pub(crate) sizes: Vec<u16>,
    /// The pure methods that are called on the heap before, with their arguments.
    pub(crate) lookups: Vec<Lookup>,
}

impl Smaller {
    /// The slots of nodes that are compared.
    pub(crate) fn keys(&self) -> impl Iterator<Item = u16> {
        self.sides.iter().map(|side| side.slot)
    }
}

/// The clauses of one contract.
struct Clauses<'e> {
    executable: &'e Executable<'e>,
    structure: &'e Structure,
    /// How many arguments there are, with `this`.
    args: u16,
    /// The slots by which nodes are ordered.
    keys: Vec<u16>,
    lookups: Vec<Lookup>,
}

impl Executable<'_> {
    /// Does the contract of a method hold on a heap if it holds on a smaller one? `None`: that is
    /// not known.
    pub fn smaller(
        &self,
        structure: &Structure,
        invariants: &CompiledInvariants,
        contract: &CompiledContract,
    ) -> Option<Smaller> {
        let declared = self.program.method(contract.method);
        let has_references = declared.return_type.is_some_and(|ty| ty.is_reference() || ty.is_wide())
            || declared.params.iter().any(|param| param.ty.is_reference() || param.ty.is_wide());
        let others = [&contract.static_after, &contract.constraints, &contract.axioms, &contract.static_before];
        if declared.is_static || has_references || others.iter().any(|clauses| !clauses.is_empty()) {
            return None;
        }
        let is_tree = structure.is_acyclic && structure.has_sides && invariants.rep_ok.is_empty();
        let args = declared.params.len() as u16 + 1;
        let sides = self.sides(structure);
        let keys = sides.iter().map(|side| side.slot).collect();
        let mut clauses = Clauses { executable: self, structure, args, keys, lookups: Vec::new() };
        let mut sizes = Vec::new();
        for clause in &invariants.assumed {
            clauses.keeps_invariant(clause.now, &mut sizes)?;
        }
        let is_kept = is_tree && contract.cases.iter().all(|case| clauses.keeps_case(case));
        is_kept.then_some(Smaller { sides, sizes, lookups: clauses.lookups })
    }

    fn root_of(&self, formula: FormulaId) -> &Node {
        &self.formulas[formula.index()].root
    }
}

impl Clauses<'_> {
    fn keeps_invariant(&self, formula: FormulaId, sizes: &mut Vec<u16>) -> Option<()> {
        if self.structure.has(formula) {
            let (_, _, node, body) = self.executable.over_structure(formula)?;
            return self.keeps_conjuncts(body, node).then_some(());
        }
        match &self.executable.root_of(formula).kind {
            NodeKind::Compare { op: Comparison::Equal, left, right } if self.is_size(right) => {
                sizes.push(self.own_slot(left).filter(|slot| *slot != self.structure.root)?);
                Some(())
            }
            _ => None,
        }
    }

    /// Of a node above the subtree.
    fn keeps_conjuncts(&self, node: &Node, of: u16) -> bool {
        match &node.kind {
            NodeKind::And(left, right) => self.keeps_conjuncts(left, of) && self.keeps_conjuncts(right, of),
            NodeKind::Not(operand) => match &operand.kind {
                NodeKind::Contains { set: SetNode::Reach(reach), element } => {
                    let is_child =
                        self.field_of(&reach.root, of).is_some_and(|slot| self.structure.edges.contains(&slot));
                    reach.walk == self.structure.walk && is_child && is_local(element, of)
                }
                _ => self.is_of_values(node, of),
            },
            NodeKind::Quantified(quantified) => self.executable.side_of(self.structure, of, quantified).is_some(),
            _ => self.is_of_values(node, of),
        }
    }

    /// A formula about values of one node.
    fn is_of_values(&self, node: &Node, of: u16) -> bool {
        let is_value = |slot: u16| !self.structure.edges.contains(&slot);
        is_made_of(node, &mut |part| self.field_of(part, of).is_some_and(is_value))
    }

    fn keeps_case(&mut self, case: &crate::contract::CompiledCase) -> bool {
        let is_of_args =
            |clause: &crate::contract::CompiledClause| self.is_of_args(self.executable.root_of(clause.now));
        let is_plain = case.diverges.is_empty() && case.requires.iter().all(is_of_args);
        is_plain
            && self.keeps_frame(&case.frame)
            && case.ensures.iter().all(|clause| self.is_implied(self.executable.root_of(clause.now)))
    }

    /// What may be changed in the subtree may be changed wherever that hangs.
    fn keeps_frame(&self, frame: &CompiledFrame) -> bool {
        let CompiledFrame::Only { places, .. } = frame else { return true };
        places.iter().all(|place| match place {
            FramePlace::Field { object, .. } | FramePlace::AllFields(object) => {
                is_local(self.executable.root_of(*object), 0)
            }
            FramePlace::FieldsOfSet(formula) => match &self.executable.root_of(*formula).kind {
                NodeKind::Contains { set, element } => self.is_structure(set) && is_local(element, self.args),
                _ => false,
            },
            FramePlace::StaticField(_) | FramePlace::AllStaticFields(_) => true,
            FramePlace::Elements { .. } | FramePlace::AllElements(_) => false,
        })
    }

    /// Is it true on the heap if it is true on the smaller one?
    fn is_implied(&mut self, node: &Node) -> bool {
        match &node.kind {
            NodeKind::And(left, right) => self.is_implied(left) && self.is_implied(right),
            NodeKind::Quantified(quantified) if quantified.quantifier == Quantifier::Forall => {
                self.keeps_keys(quantified)
            }
            _ => self.is_same(node),
        }
    }

    /// Has it the same value on both heaps?
    fn is_same(&mut self, node: &Node) -> bool {
        is_made_of(node, &mut |part| match &part.kind {
            NodeKind::Result => true,
            NodeKind::Local(_) => self.is_arg(part),
            NodeKind::Call(call) => self.is_lookup(call.target, &call.args),
            NodeKind::Quantified(quantified) => {
                quantified.quantifier == Quantifier::Exists && self.has_key(quantified, |node| self.is_arg(node))
            }
            _ => false,
        })
    }

    fn is_of_args(&self, node: &Node) -> bool {
        is_made_of(node, &mut |part| self.is_arg(part))
    }

    /// A parameter.
    fn is_arg(&self, node: &Node) -> bool {
        matches!(node.kind, NodeKind::Local(local) if (1..self.args).contains(&local))
    }

    /// `\old(contains(key))`
    fn is_lookup(&mut self, target: CallTarget, args: &[Node]) -> bool {
        let mut locals = Vec::new();
        for arg in args {
            match arg.kind {
                NodeKind::Local(local) if local < self.args => locals.push(local),
                _ => return false,
            }
        }
        let reads_before = |function: FunctionId| {
            self.executable.functions.get(function.0 as usize).is_some_and(|found| found.memory == Memory::Before)
        };
        let is_known = match target {
            CallTarget::Static(function) | CallTarget::Exact(function) => reads_before(function),
            CallTarget::Virtual(_) => locals.first() == Some(&0),
        };
        self.lookups.push(Lookup { target, args: locals });
        is_known
    }

    /// `(\exists C m; structure.has(m); m.key == a)`, for such an `a`.
    fn has_key(&self, quantified: &QuantifiedNode, is_it: impl Fn(&Node) -> bool) -> bool {
        let Some(binder) = self.over_all(quantified) else { return false };
        match &quantified.body.kind {
            NodeKind::Compare { op, left, right } | NodeKind::CompareSymbols { op, left, right } => {
                let is_key = |node: &Node| self.key_of(node, binder).is_some();
                *op == Comparison::Equal && (is_key(left) && is_it(right) || is_it(left) && is_key(right))
            }
            _ => false,
        }
    }

    /// `(\forall C n; structure.has(n); n.key == a || (\exists C m; structure.has(m); m.key ==
    /// n.key))`
    fn keeps_keys(&self, quantified: &QuantifiedNode) -> bool {
        let Some(binder) = self.over_all(quantified) else { return false };
        let mut parts = Vec::new();
        disjuncts(&quantified.body, &mut parts);
        let is_kept = |part: &&Node| match &part.kind {
            NodeKind::Quantified(inner) if inner.quantifier == Quantifier::Exists => {
                let Some(own) = self.over_all(inner) else { return false };
                self.has_key(inner, |node| {
                    self.key_of(node, binder).is_some() && self.compares_same_slot(inner, own, binder)
                })
            }
            _ => false,
        };
        let is_other = |part: &&Node| match &part.kind {
            NodeKind::Compare { op, left, right } | NodeKind::CompareSymbols { op, left, right } => {
                let is_key = |node: &Node| self.key_of(node, binder).is_some();
                *op == Comparison::Equal && (is_key(left) && self.is_arg(right) || self.is_arg(left) && is_key(right))
            }
            _ => false,
        };
        parts.iter().any(is_kept) && parts.iter().all(|part| is_kept(part) || is_other(part))
    }

    /// The body of the inner quantifier compares the same slot of both nodes.
    fn compares_same_slot(&self, inner: &QuantifiedNode, own: u16, outer: u16) -> bool {
        let (NodeKind::Compare { left, right, .. } | NodeKind::CompareSymbols { left, right, .. }) = &inner.body.kind
        else {
            return false;
        };
        let slot = |binder: u16| self.key_of(left, binder).or_else(|| self.key_of(right, binder));
        slot(own).is_some() && slot(own) == slot(outer)
    }

    /// The variable, if it ranges over all nodes, before or now.
    fn over_all(&self, quantified: &QuantifiedNode) -> Option<u16> {
        let [binder] = quantified.binders.as_slice() else { return None };
        let is_all = match &binder.domain {
            Domain::Set(set, None) => self.is_structure(set),
            _ => false,
        };
        let is_plain = binder.guards.is_empty() && matches!(quantified.range.kind, NodeKind::Word(1));
        (is_all && is_plain).then_some(binder.local)
    }

    /// `\reach(this.root, C, fields)`, before or now.
    fn is_structure(&self, set: &SetNode) -> bool {
        let SetNode::Reach(reach) = set else { return false };
        let memory = match reach.walk {
            walk if walk == self.structure.walk => Memory::Now,
            walk if walk == self.structure.walk_before => Memory::Before,
            _ => return false,
        };
        match &reach.root.kind {
            NodeKind::Field { memory: its_memory, object, slot, is_long: false } => {
                *its_memory == memory && *slot == self.structure.root && is_local(object, 0)
            }
            _ => false,
        }
    }

    fn is_size(&self, node: &Node) -> bool {
        matches!(&node.kind, NodeKind::SetSize(set) if self.is_structure(set))
    }

    fn own_slot(&self, node: &Node) -> Option<u16> {
        self.field_of(node, 0)
    }

    /// A slot of what a variable holds, on the heap of now.
    fn field_of(&self, node: &Node, of: u16) -> Option<u16> {
        match &node.kind {
            NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } if is_local(object, of) => {
                Some(*slot)
            }
            _ => None,
        }
    }

    /// A slot by which nodes are ordered, before or now.
    fn key_of(&self, node: &Node, of: u16) -> Option<u16> {
        match &node.kind {
            NodeKind::Field { object, slot, is_long: false, .. } if is_local(object, of) => {
                Some(*slot).filter(|slot| self.keys.contains(slot))
            }
            _ => None,
        }
    }
}

fn is_local(node: &Node, wanted: u16) -> bool {
    matches!(node.kind, NodeKind::Local(local) if local == wanted)
}

fn disjuncts<'n>(node: &'n Node, parts: &mut Vec<&'n Node>) {
    match &node.kind {
        NodeKind::Or(left, right) => {
            disjuncts(left, parts);
            disjuncts(right, parts);
        }
        _ => parts.push(node),
    }
}

impl Executable<'_> {
    /// Do the arguments lie where the keys of a subtree do, and are they the keys of no node
    /// outside? Requires: nothing has been written yet. The subtree must not be the whole
    /// structure.
    pub(crate) fn is_inside(
        &self,
        structure: &Structure,
        smaller: &Smaller,
        state: &State,
        top: usize,
        args: &[Word],
    ) -> bool {
        let Some(this) = args.first() else { return false };
        let mut evaluator = Evaluator {
            executable: self,
            structure,
            state,
            this: *this,
            counter: None,
            locals: Vec::new(),
            result: NULL,
            facts: Facts::default(),
            equations: Equations::default(),
            is_disjoint: false,
            differs: false,
            may_throw: false,
            steps: MOST_STEPS,
            copies: 0,
        };
        if state.symbols.is_misplaced {
            return false;
        }
        evaluator.learn_assumptions();
        evaluator.are_atoms_apart() && evaluator.are_inside(smaller, top, &args[1..]).is_some()
    }
}

impl Evaluator<'_> {
    fn are_inside(&mut self, smaller: &Smaller, top: usize, args: &[Word]) -> Option<()> {
        let walk = self.structure.walk_before;
        let root = self.field(Memory::Before, &Value::Word(self.this), self.structure.root);
        let all = self.reached(walk, &root).filter(|members| !members.some)?;
        let inside = self.reached(walk, &Value::Word(word::object(top))).filter(|members| !members.some)?;
        let is_part = inside.known.len() < all.known.len() && all.known.contains(&top);
        is_part.then_some(())?;
        let outside = all.known.iter().filter(|object| !inside.known.contains(object));
        for (object, side) in outside.flat_map(|object| smaller.sides.iter().map(move |side| (*object, side))) {
            let key = self.known_key(object, side.slot)?;
            let below = self.field(Memory::Before, &Value::Word(word::object(object)), side.edge);
            let is_above = self.reached(walk, &below)?.known.contains(&top);
            for arg in args {
                let possible = self.orderings(*arg, key);
                let is_apart = !possible.contains(Ordering::Equal);
                let is_on_side = !is_above || possible.and(side.orderings) == possible;
                (is_apart && is_on_side).then_some(())?;
            }
        }
        let others = all.places.iter().filter(|place| !inside.places.contains(place));
        for (place, side) in others.flat_map(|place| smaller.sides.iter().map(move |side| (*place, side))) {
            let key = Value::Field(Ghost { place, copy: 0 }, side.slot);
            for arg in args {
                let possible = self.facts.possible(self.state, &key, &Value::Word(*arg));
                (!possible.contains(Ordering::Equal)).then_some(())?;
            }
        }
        Some(())
    }

    fn known_key(&self, object: usize, slot: u16) -> Option<Word> {
        let word = self.state.read(Memory::Before, object, usize::from(slot));
        word::as_point(word).map(|_| word)
    }

    fn orderings(&self, left: Word, right: Word) -> tightrope_order::Orderings {
        let all = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        all.into_iter().filter(|ordering| self.state.can_order(left, *ordering, right)).collect()
    }
}

/// Is a formula made of constants and such parts, by connectives and comparisons?
fn is_made_of(node: &Node, is_part: &mut dyn FnMut(&Node) -> bool) -> bool {
    match &node.kind {
        NodeKind::Word(_) => true,
        NodeKind::Not(operand) => is_made_of(operand, is_part),
        NodeKind::And(left, right)
        | NodeKind::Or(left, right)
        | NodeKind::Implies(left, right)
        | NodeKind::Equivalent(left, right)
        | NodeKind::Compare { left, right, .. }
        | NodeKind::CompareSymbols { left, right, .. } => is_made_of(left, is_part) && is_made_of(right, is_part),
        _ => is_part(node),
    }
}

/// Are all keys after a run such as nodes had before it, or arguments? What other objects hold in
/// a slot of the same number is no key: nothing says where in the tree it belongs.
pub(crate) fn keeps_to_keys(smaller: &Smaller, structure: &Structure, state: &State, args: &[Word]) -> bool {
    let Some(this) = args.first().and_then(|this| word::as_object(*this)) else { return false };
    let before = nodes_before(structure, state, this);
    smaller.keys().all(|slot| {
        let held = |memory: Memory, object: usize| {
            (usize::from(slot) < state.objects[object].length as usize)
                .then(|| state.read(memory, object, usize::from(slot)))
        };
        let was_there = |word: Word| before.iter().any(|object| held(Memory::Before, *object) == Some(word));
        (0..state.objects.len()).filter(|object| *object != this).all(|object| match held(Memory::Now, object) {
            Some(word) => args[1..].contains(&word) || was_there(word),
            None => true,
        })
    })
}

/// The nodes of the tree before a run, as far as they are known.
fn nodes_before(structure: &Structure, state: &State, this: usize) -> Vec<usize> {
    let target = |object: usize, slot: u16| {
        let is_there = usize::from(slot) < state.objects[object].length as usize;
        is_there.then(|| state.read(Memory::Before, object, usize::from(slot))).and_then(word::as_object)
    };
    let mut nodes: Vec<usize> = target(this, structure.root).into_iter().collect();
    let mut next = 0;
    while let Some(node) = nodes.get(next).copied() {
        for child in structure.edges.iter().filter_map(|edge| target(node, *edge)) {
            if !nodes.contains(&child) {
                nodes.push(child);
            }
        }
        next += 1;
    }
    nodes
}
