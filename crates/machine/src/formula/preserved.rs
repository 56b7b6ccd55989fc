//! What a run has left alone need not be shown again.
//!
//! An invariant `(\forall x; \reach(this.f, …).has(x); body)` of an initial object held before the
//! run. Most runs change a few objects, so that most of its instances say after the run just what
//! they said before.
//!
//! Let `W` be the walk of the set, and the *realm* of `x` all that `W` finds from `x`. A body is
//! *confined* if whatever it dereferences is `x`, or a variable that is bound to a member of a set
//! that is itself found from there by slots of `W`, or comes from these by slots of `W`; so its
//! value depends on nothing but some slots of objects in the realm of `x` (and on what is known of
//! ordered and opaque values, of which a run can only learn more). All that `W` follows and all
//! that the body reads, in whichever case, are the slots of the formula. If no object in the realm
//! of `x`, as it is after the run, is new or holds in one of these slots something else than
//! before, then the realm was the same before, and so was the value of the body: true, if `x` was a
//! member of the set before. Open slots count as touched: what is true of them may be known for
//! reasons that are not looked at here.

use super::evaluate::Evaluation;
use super::quantify::assumed_set;
use super::reach_cache::{MOST_OBJECTS, bits};
use super::workspace::Workspace;
use super::{
    CallTarget, CompiledFormula, Confined, Domain, Edges, Node, NodeKind, QuantifiedNode, SetNode, Walk, WalkId,
};
use crate::code::{FunctionId, Instruction, Memory};
use crate::compile::Executable;
use crate::runtime_types::TypeInfo;
use crate::slot_set::SlotNumbers;
use crate::state::{Header, State};
use crate::word::{self, UNKNOWN};
use tightrope_heap::validity::is_subtype;

/// What a run has touched.
#[derive(Debug, Default)]
pub(super) struct Touched {
    objects: Vec<Touch>,
    /// Of the set that was looked at last.
    set: Option<TouchedSet>,
    /// By object of that set: what is touched of its realm.
    realms: Vec<SlotNumbers>,
}

/// An object that is new, or not as it was before the method, or may not be.
#[derive(Clone, Copy, Debug)]
struct Touch {
    object: usize,
    /// Its bit.
    bit: u128,
    /// The slots of which that is said.
    slots: SlotNumbers,
}

/// A set in which a run has touched something.
#[derive(Clone, Copy, Debug)]
struct TouchedSet {
    this: usize,
    root: u16,
    walk: WalkId,
    /// The members that were there before.
    members: u128,
}

impl Touched {
    /// Looks at a run that has ended.
    pub(super) fn find(&mut self, state: &State) {
        self.objects.clear();
        self.set = None;
        if state.is_as_before() {
            return;
        }
        for (object, header) in state.objects.iter().enumerate() {
            let slots = if header.is_new() { SlotNumbers::ALL } else { touched_slots(state, header) };
            if !slots.is_empty() {
                self.objects.push(Touch { object, bit: 1_u128.checked_shl(object as u32).unwrap_or(0), slots });
            }
        }
    }

    pub(super) fn objects(&self) -> impl Iterator<Item = usize> {
        self.objects.iter().map(|touch| touch.object)
    }

    /// The members of a set in whose realms nothing is touched of these slots.
    fn untouched(&self, set: TouchedSet, slots: SlotNumbers) -> u128 {
        let bits = |realms: &[SlotNumbers]| {
            let untouched = realms.iter().map(|touched| u64::from(!touched.meets(slots))).enumerate();
            untouched.fold(0, |bits, (object, bit)| bits | bit << object)
        };
        let (first, rest) = self.realms.split_at(self.realms.len().min(64));
        set.members & (u128::from(bits(first)) | u128::from(bits(rest)) << 64)
    }
}

/// The slots of an initial object that do not hold what they held before the method, or are open.
fn touched_slots(state: &State, header: &Header) -> SlotNumbers {
    let (start, before, length) = (header.start as usize, header.before as usize, header.length as usize);
    let (now, before) = (&state.slots[start..start + length], &state.slots_before[before..before + length]);
    now.iter().zip(before).enumerate().fold(SlotNumbers::default(), |slots, (slot, (now, before))| {
        if now != before || *now == UNKNOWN { slots.and(SlotNumbers::one(slot)) } else { slots }
    })
}

impl Evaluation<'_, '_> {
    /// The members of a set of which the instances of a formula that held before the method need
    /// not be looked at. Requires: it is known what the run has touched.
    pub(super) fn untouched(&mut self, confined: Confined) -> u128 {
        let Some(this) = word::as_object(self.locals()[0]) else { return 0 };
        let is_of = |set: &TouchedSet| (set.this, set.root, set.walk) == (this, confined.root, confined.walk);
        let Some(set) = self.workspace.touched.set.filter(is_of).or_else(|| self.touched_set(this, confined)) else {
            return 0;
        };
        self.workspace.touched.untouched(set, confined.slots)
    }

    #[inline(never)]
    fn touched_set(&mut self, this: usize, confined: Confined) -> Option<TouchedSet> {
        let Confined { root, walk, walk_before, .. } = confined;
        let state = self.original();
        if self.has_changed || state.objects.len() > MOST_OBJECTS || !state.is_initial(this) {
            return None;
        }
        let start = |memory| word::as_object(state.read(memory, this, usize::from(root)));
        let (members, is_open) = self.reached_members(walk, start(Memory::Now)?)?;
        let (before, _) = self.reached_members(walk_before, start(Memory::Before)?)?;
        if is_open {
            return None;
        }
        let Workspace { touched: Touched { objects, set, realms }, reached, .. } = &mut *self.workspace;
        let sets = reached.of(Memory::Now);
        let all = objects.iter().fold(0, |all, touch| all | touch.bit);
        realms.clear();
        realms.extend((0..state.objects.len()).map(|object| match sets.found(walk, object) {
            Some((realm, false)) if realm & all == 0 => SlotNumbers::default(),
            Some((realm, false)) => {
                let touched = objects.iter().filter(|touch| realm & touch.bit != 0);
                touched.fold(SlotNumbers::default(), |slots, touch| slots.and(touch.slots))
            }
            _ => SlotNumbers::ALL,
        }));
        *set = Some(TouchedSet { this, root, walk, members: members & before });
        *set
    }

    /// Do these instances hold, if one looks?
    pub(super) fn all_hold(&mut self, objects: u128, formula: &CompiledFormula) -> bool {
        let Some((quantified, binder)) = assumed_set(&formula.root) else { return false };
        bits(objects).all(|object| {
            self.bind(binder.local, word::object(object));
            matches!(self.one_instance(quantified, true), Ok(truth) if truth.is_true())
        })
    }
}

impl Executable<'_> {
    /// Is it a `\\forall` over a set with a body that is confined?
    pub(super) fn confined(&mut self, root: &Node, number: usize) -> Option<Confined> {
        let (quantified, binder) = assumed_set(root)?;
        let Domain::Set(SetNode::Reach(reach), None) = &binder.domain else { return None };
        let NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } = &reach.root.kind else {
            return None;
        };
        if quantified.binders.len() != 1 || !matches!(object.kind, NodeKind::Local(0)) {
            return None;
        }
        let mut realm = Realm::of(self, reach.walk).filter(|realm| realm.walk.memory == Memory::Now)?;
        realm.variables.push(binder.local);
        if !realm.has(&quantified.range) || !realm.has(&quantified.body) {
            return None;
        }
        let slots = realm.read;
        let walk_before = Walk { memory: Memory::Before, edges: self.walks[reach.walk.0 as usize].edges.clone() };
        Some(Confined {
            root: *slot,
            walk: reach.walk,
            walk_before: self.enter_walk(walk_before),
            slots,
            number: u16::try_from(number).ok()?,
        })
    }
}

/// What the body of a quantifier may read.
pub(super) struct Realm<'r> {
    executable: &'r Executable<'r>,
    walk: &'r Walk,
    /// Bound to its objects.
    variables: Vec<u16>,
    /// The slots that are read.
    read: SlotNumbers,
    /// The methods that are called.
    called: Vec<FunctionId>,
}

impl<'r> Realm<'r> {
    /// `None`: what the walk follows may lead out of it.
    pub(super) fn of(executable: &'r Executable<'r>, walk: WalkId) -> Option<Realm<'r>> {
        let walk = &executable.walks[walk.0 as usize];
        let mut read = SlotNumbers::default();
        for (info, edges) in executable.types.infos.iter().zip(&walk.edges) {
            let Some(edges) = edges else { continue };
            let (Some(class), Edges::Slots(slots)) = (info.ty.as_class(), edges) else { return None };
            for (field, slot) in executable.slots_of_class(class) {
                if slots.iter().any(|followed| u32::from(*followed) == slot) {
                    read = read.and(SlotNumbers::one(slot as usize));
                    let ty = executable.program.field(field).ty;
                    let is_found = |(info, edges): (&TypeInfo, &Option<Edges>)| {
                        edges.is_some() || !is_subtype(executable.program, info.ty, ty)
                    };
                    if !executable.types.infos.iter().zip(&walk.edges).all(is_found) {
                        return None;
                    }
                }
            }
        }
        Some(Realm { executable, walk, variables: Vec::new(), read, called: Vec::new() })
    }

    /// Does the walk follow this slot, of all objects that it finds?
    fn follows(&self, slot: u16) -> bool {
        self.walk.edges.iter().flatten().all(|edges| matches!(edges, Edges::Slots(slots) if slots.contains(&slot)))
    }

    /// Is it null or an object of the realm?
    fn is_inside(&mut self, node: &Node) -> bool {
        match &node.kind {
            NodeKind::Word(word) => *word == word::NULL,
            NodeKind::Local(local) => self.variables.contains(local),
            NodeKind::Field { slot, .. } => self.follows(*slot) && self.has(node),
            _ => false,
        }
    }

    /// Is all that is read inside?
    fn has(&mut self, node: &Node) -> bool {
        match &node.kind {
            NodeKind::Word(_) | NodeKind::Local(_) => true,
            NodeKind::Field { memory, object, slot, is_long: false } if *memory == self.walk.memory => {
                self.read = self.read.and(SlotNumbers::one(usize::from(*slot)));
                self.is_inside(object)
            }
            NodeKind::Contains { set, element } => self.has_set(set) && self.has(element),
            NodeKind::SetSize(set) | NodeKind::SetIsEmpty(set) => self.has_set(set),
            NodeKind::Call(call) => match call.target {
                CallTarget::Static(function) => self.has_call(function, &call.args),
                CallTarget::Exact(_) | CallTarget::Virtual(_) => false,
            },
            NodeKind::Quantified(quantified) => self.has_quantified(quantified),
            _ => node.operands().is_some_and(|mut operands| operands.all(|operand| self.has(operand))),
        }
    }

    fn has_set(&mut self, set: &SetNode) -> bool {
        match set {
            SetNode::Reach(reach) => {
                let is_part = std::ptr::eq(&self.executable.walks[reach.walk.0 as usize], self.walk);
                is_part && self.is_inside(&reach.root)
            }
            _ => false,
        }
    }

    fn has_quantified(&mut self, quantified: &QuantifiedNode) -> bool {
        for binder in &quantified.binders {
            let Domain::Set(set, _) = &binder.domain else { return false };
            if !binder.guards.iter().all(|guard| self.has(guard)) || !self.has_set(set) {
                return false;
            }
            self.variables.push(binder.local);
        }
        self.has(&quantified.range) && self.has(&quantified.body)
    }

    fn has_call(&mut self, function: FunctionId, args: &[Node]) -> bool {
        let executable = self.executable;
        let method = executable.program.method(executable.functions[function.0 as usize].method);
        let mut args = args.iter().zip(&method.params);
        args.all(|(arg, param)| if param.ty.is_reference() { self.is_inside(arg) } else { self.has(arg) })
            && self.has_function(function)
    }

    /// Does a method that gets objects of the realm stay inside?
    pub(super) fn has_function(&mut self, function: FunctionId) -> bool {
        if self.called.contains(&function) {
            return true;
        }
        self.called.push(function);
        let function = &self.executable.functions[function.0 as usize];
        let is_known = !function.code.is_empty() && function.handlers.is_empty();
        is_known && function.code.iter().all(|instruction| self.has_instruction(instruction))
    }

    fn has_instruction(&mut self, instruction: &Instruction) -> bool {
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
            | Instruction::ReturnVoid => true,
            Instruction::GetField { memory, slot, .. } if *memory == self.walk.memory => {
                self.read = self.read.and(SlotNumbers::one(usize::from(*slot)));
                let mut types = self.executable.types.infos.iter().zip(&self.walk.edges);
                self.follows(*slot) || !types.any(|(info, edges)| edges.is_some() && info.references.contains(slot))
            }
            Instruction::InitializeClass(class) => !self.executable.needs_initialization[class.index()],
            Instruction::Call { function, .. } => self.has_function(*function),
            _ => false,
        }
    }
}
