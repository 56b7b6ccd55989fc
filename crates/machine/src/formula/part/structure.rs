//! Which structure a class is about, if parts of it can stand for the rest.
//!
//! The invariants must speak of one linked structure, `\reach(this.root, C, fields)`, and whatever
//! the fields can hold must belong to it: then an open slot along these fields has an atom that
//! nothing leads out of.

use super::super::preserved::Realm;
use super::super::{Walk, WalkId};
use crate::code::{FunctionId, Memory};
use crate::compile::Executable;
use crate::contract::{CompiledClause, CompiledInvariants};
use crate::formula::FormulaId;
use crate::slot_set::SlotNumbers;
use std::fmt;
use tightrope_source::Span;

/// The structure that the invariants of a class are about.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The slot of `this` from which it is reached.
    pub(super) root: u16,
    pub(super) walk: WalkId,
    pub(super) walk_before: WalkId,
    /// The slots along which it goes on.
    pub(super) edges: Vec<u16>,
    /// No node is found twice on the way along the edges.
    pub(super) is_acyclic: bool,
    /// What lies behind one field of a node is apart from what lies behind another.
    pub(super) has_sides: bool,
    /// All that is assumed of `this`, on the heap before the method.
    pub(super) assumed: Vec<FormulaId>,
    /// The clauses about all of its nodes, on the heap of now.
    pub(super) structural: Vec<FormulaId>,
    /// The slots of nodes that they may read; those from the 32nd on share a bit.
    read: SlotNumbers,
    /// The methods by which these tell subtrees apart; `None`: they look at more than a node and
    /// its children.
    pub(super) measures: Option<Vec<FunctionId>>,
    /// What is said besides looks at the root alone and at these slots of `this`.
    own: Option<OwnSlots>,
    /// Methods that look at nothing but what lies behind their arguments, sorted; of both versions
    /// of the heap.
    pub(super) confined: Vec<FunctionId>,
}

impl Structure {
    /// The slot of `this` from which it is reached.
    pub fn root(&self) -> u32 {
        u32::from(self.root)
    }

    /// The slots along which it goes on.
    pub fn edges(&self) -> impl Iterator<Item = u32> {
        self.edges.iter().map(|slot| u32::from(*slot))
    }

    /// May a clause about all nodes read this slot of a node?
    pub fn reads(&self, slot: u32) -> bool {
        self.read.has(slot as usize)
    }

    /// Is it a clause about all nodes?
    pub fn has(&self, clause: FormulaId) -> bool {
        self.structural.contains(&clause)
    }

    /// Do the other clauses look at nothing but `this`, values of its root and methods by which
    /// subtrees are told apart? The slots of `this` that they read.
    pub fn own_slots(&self) -> Option<&OwnSlots> {
        self.own.as_ref()
    }

    /// Do the clauses about all nodes look at nothing but a node, its children and what methods
    /// give of these, and is the structure a tree?
    pub fn is_local(&self) -> bool {
        self.is_acyclic && self.has_sides && self.measures.is_some()
    }
}

/// The slots of `this`, besides the root, of which clauses speak.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OwnSlots {
    /// Those that hold how many nodes the structure has.
    pub sizes: Vec<u32>,
    pub others: Vec<u32>,
}

/// Why a class has no such structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoStructure {
    /// Its invariant is a method.
    RepOk(Span),
    /// No clause speaks of all nodes of a structure.
    None,
    /// The fields that the walk follows lead to objects that it does not find.
    Leads(Span),
    /// Another structure.
    Several(Span),
}

impl NoStructure {
    /// The clause.
    pub fn span(self) -> Option<Span> {
        match self {
            NoStructure::None => None,
            NoStructure::RepOk(span) | NoStructure::Leads(span) | NoStructure::Several(span) => Some(span),
        }
    }
}

impl fmt::Display for NoStructure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            NoStructure::RepOk(_) => "the invariant is a method",
            NoStructure::None => "no invariant speaks of all nodes of a linked structure",
            NoStructure::Leads(_) => "the fields of the structure lead to objects that do not belong to it",
            NoStructure::Several(_) => "the invariants speak of more than one structure",
        })
    }
}

impl Executable<'_> {
    /// The structure that these invariants are about.
    pub fn structure(&mut self, invariants: &CompiledInvariants) -> Result<Structure, NoStructure> {
        if let Some((_, clause)) = invariants.rep_ok.first() {
            return Err(NoStructure::RepOk(clause.span));
        }
        let over = |clause: &CompiledClause| {
            let (walk, root, _, _) = self.over_structure(clause.now)?;
            Some((walk, root, clause.span))
        };
        let mut found = invariants.assumed.iter().filter_map(over);
        let (walk, root, span) = found.next().ok_or(NoStructure::None)?;
        if let Some((_, _, other)) = found.find(|(its_walk, its_root, _)| (*its_walk, *its_root) != (walk, root)) {
            return Err(NoStructure::Several(other));
        }
        let edges = self.only_edges(walk).ok_or(NoStructure::Leads(span))?.to_vec();
        let is_acyclic = invariants.assumed.iter().any(|clause| {
            let known = self.over_structure(clause.now);
            known.is_some_and(|(_, _, binder, body)| self.says_acyclic(body, binder, walk))
        });
        let before = Walk { memory: Memory::Before, edges: self.walks[walk.0 as usize].edges.clone() };
        let walk_before = self.enter_walk(before);
        let assumed = invariants.assumed.iter().map(|clause| clause.before).collect();
        let confined = self.confined_functions(walk, walk_before);
        let all = invariants.assumed.iter().map(|clause| clause.now);
        let structural: Vec<FormulaId> = all.filter(|formula| self.over_structure(*formula).is_some()).collect();
        let slots =
            |formula: &FormulaId| self.formulas[formula.index()].confined.map_or(SlotNumbers::ALL, |found| found.slots);
        let read = structural.iter().map(slots).fold(SlotNumbers::default(), SlotNumbers::and);
        let (measures, has_sides, own) = (None, false, None);
        let mut structure = Structure {
            root,
            walk,
            walk_before,
            edges,
            is_acyclic,
            has_sides,
            assumed,
            structural,
            read,
            measures,
            own,
            confined,
        };
        structure.has_sides = self.keeps_edges_apart(&structure);
        structure.is_acyclic |= self.orders_exclude_cycles(&structure);
        structure.measures = self.local_measures(&structure);
        let mut others = invariants.assumed.iter().map(|clause| clause.now).filter(|formula| !structure.has(*formula));
        let mut own = OwnSlots::default();
        let is_local = others.all(|formula| self.is_of_root(&structure, formula, &mut own));
        structure.own = is_local.then_some(own);
        Ok(structure)
    }

    fn confined_functions(&self, walk: WalkId, walk_before: WalkId) -> Vec<FunctionId> {
        let walk_of = |function: usize| match self.functions[function].memory {
            Memory::Now => walk,
            Memory::Before => walk_before,
        };
        let is_confined = |function: &FunctionId| {
            let realm = Realm::of(self, walk_of(function.0 as usize));
            realm.is_some_and(|mut realm| realm.has_function(*function))
        };
        (0..self.functions.len() as u32).map(FunctionId).filter(is_confined).collect()
    }
}
