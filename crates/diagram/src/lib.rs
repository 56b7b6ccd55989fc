//! A set of states as a decision diagram.
//!
//! A state gives each of finitely many variables one of finitely many values. The set begins as all
//! states, and what has been looked at is taken out of it, cube by cube: Darga & Boyapati's search
//! space (*Efficient software model checking of data structure properties*, section 3.1.5). A
//! variable takes as many bits as its values need, most significant first; variables stand in the
//! order in which they are given.
//!
//! Objects are told apart by labels, and nothing but labels tells isomorphic heaps apart.
//! [`Space::number_in_order`] leaves only those in which objects are numbered as they are met: one
//! formula instead of a walk for each heap (section 3.2.3). The paper takes isomorphs out run by
//! run, which is sound only if all runs look at fields in one order; here the order is that of the
//! variables, once and for all.

use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::util::num::Saturating;
use oxidd::util::{OptBool, OutOfMemory, SatCountCache};
use oxidd::{BooleanFunction, Function, Manager, ManagerRef};
use std::collections::HashMap;
use std::hash::RandomState;

/// So many inner nodes a diagram may have.
const MOST_NODES: usize = 1 << 21;
const CACHE_ENTRIES: usize = 1 << 18;

/// The diagram would have too many nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl From<OutOfMemory> for TooLarge {
    fn from(_: OutOfMemory) -> TooLarge {
        TooLarge
    }
}

/// An object: the one of this number among those of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Label {
    pub kind: usize,
    pub number: usize,
}

/// A variable as a place of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The object that has the place. `None`: it is there in any case.
    pub holder: Option<Label>,
    /// By value: the object that it refers to.
    pub labels: Vec<Option<Label>>,
}

/// The states that are left.
pub struct Space {
    manager: BDDManagerRef,
    /// By variable: its bits, most significant first.
    bits: Vec<Vec<BDDFunction>>,
    /// By variable: how many values it has.
    values: Vec<usize>,
    rest: BDDFunction,
    largest: usize,
}

impl std::fmt::Debug for Space {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Space").field("values", &self.values).field("size", &self.size()).finish()
    }
}

impl Space {
    /// All states. `values`: how many each variable has, at least one.
    pub fn new(values: &[usize]) -> Result<Space, TooLarge> {
        let manager = oxidd::bdd::new_manager(MOST_NODES, CACHE_ENTRIES, 1);
        let widths: Vec<u32> = values.iter().map(|count| usize::BITS - (count.max(&1) - 1).leading_zeros()).collect();
        let (all, truth) = manager.with_manager_exclusive(|manager| {
            let numbers = manager.add_vars(widths.iter().sum());
            let bits: Result<Vec<BDDFunction>, OutOfMemory> =
                numbers.map(|number| BDDFunction::var(manager, number)).collect();
            (bits, BDDFunction::t(manager))
        });
        let mut all = all?.into_iter();
        let bits = widths.iter().map(|width| all.by_ref().take(*width as usize).collect()).collect();
        let mut space = Space { manager, bits, values: values.to_vec(), rest: truth, largest: 0 };
        for (variable, count) in values.iter().enumerate() {
            for value in *count..1 << widths[variable] {
                space.remove(&[(variable, value)])?;
            }
        }
        space.largest = space.size();
        Ok(space)
    }

    fn is(&self, variable: usize, value: usize) -> Result<BDDFunction, TooLarge> {
        let mut all = self.manager.with_manager_shared(|manager| BDDFunction::t(manager));
        let bits = &self.bits[variable];
        for (place, bit) in bits.iter().enumerate().rev() {
            let is_one = value >> (bits.len() - 1 - place) & 1 == 1;
            all = if is_one { bit.and(&all)? } else { bit.imp_strict(&all)? };
        }
        Ok(all)
    }

    fn nothing(&self) -> BDDFunction {
        self.manager.with_manager_shared(|manager| BDDFunction::f(manager))
    }

    fn note_size(&mut self) {
        self.largest = self.largest.max(self.size());
    }

    /// Takes out all states that give these variables these values.
    pub fn remove(&mut self, cube: &[(usize, usize)]) -> Result<(), TooLarge> {
        let mut all = self.manager.with_manager_shared(|manager| BDDFunction::t(manager));
        let mut sorted: Vec<(usize, usize)> = cube.to_vec();
        sorted.sort_unstable();
        // From the lowest level upwards each step adds a node.
        for (variable, value) in sorted.into_iter().rev() {
            all = self.is(variable, value)?.and(&all)?;
        }
        self.rest = all.imp_strict(&self.rest)?;
        self.note_size();
        Ok(())
    }

    /// A state that is left: the first in the order of values.
    pub fn pick(&self) -> Option<Vec<usize>> {
        let cube = self.rest.pick_cube(|_, _, _| false)?;
        let mut bits = cube.into_iter().map(|bit| usize::from(bit == OptBool::True));
        let state = self.bits.iter().map(|own| own.iter().fold(0, |value, _| value << 1 | bits.next().unwrap_or(0)));
        Some(state.collect())
    }

    /// Is a state left?
    pub fn contains(&self, state: &[usize]) -> Result<bool, TooLarge> {
        let mut rest = self.rest.clone();
        for (variable, value) in state.iter().enumerate() {
            rest = rest.and(&self.is(variable, *value)?)?;
        }
        Ok(rest.satisfiable())
    }

    /// How many states are left; more than fit count as the greatest number.
    pub fn count(&self) -> u128 {
        let bits: usize = self.bits.iter().map(Vec::len).sum();
        let mut cache = SatCountCache::<Saturating<u128>, RandomState>::default();
        self.rest.sat_count(bits as u32, &mut cache).0
    }

    /// The inner nodes of the diagram.
    pub fn size(&self) -> usize {
        self.rest.node_count()
    }

    /// The most inner nodes that it has had.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// Leaves the states in which objects are numbered as they are met, place by place: a reference
    /// leads to an object that was met before, or to the next one of its kind. `places`: of all
    /// variables.
    ///
    /// Each heap has a numbering that is left: that which gives the next number to whatever is met.
    /// Places of an object that nothing has led to yet say nothing of numbers; where nothing can
    /// lead to it any more, it is no part of the heap, and its places hold their first value.
    pub fn number_in_order(&mut self, places: &[Place]) -> Result<(), TooLarge> {
        let labels = places.iter().flat_map(|place| place.labels.iter().flatten().copied().chain(place.holder));
        let kinds = labels.map(|label| label.kind + 1).max().unwrap_or(0);
        let mut order = Order { space: self, places, known: HashMap::new() };
        let formula = order.from(0, vec![0; kinds])?;
        self.rest = self.rest.and(&formula)?;
        self.note_size();
        Ok(())
    }
}

struct Order<'s> {
    space: &'s Space,
    places: &'s [Place],
    /// By place and numbers of objects that were met.
    known: HashMap<(usize, Vec<usize>), BDDFunction>,
}

impl Order<'_> {
    /// What has to be so of this place and those behind it, if so many objects of each kind were
    /// met before.
    fn from(&mut self, at: usize, met: Vec<usize>) -> Result<BDDFunction, TooLarge> {
        if let Some(known) = self.known.get(&(at, met.clone())) {
            return Ok(known.clone());
        }
        let Some(place) = self.places.get(at) else {
            return Ok(self.space.manager.with_manager_shared(|manager| BDDFunction::t(manager)));
        };
        let is_there = place.holder.is_none_or(|holder| holder.number < met[holder.kind]);
        let formula = match is_there {
            true => self.numbered(at, place, &met)?,
            false if place.holder.is_some_and(|holder| self.is_met_in_order(holder.kind)) => {
                self.space.is(at, 0)?.and(&self.from(at + 1, met.clone())?)?
            }
            false => self.from(at + 1, met.clone())?,
        };
        self.known.insert((at, met), formula.clone());
        Ok(formula)
    }

    fn numbered(&mut self, at: usize, place: &Place, met: &[usize]) -> Result<BDDFunction, TooLarge> {
        let mut any = self.space.nothing();
        for (value, label) in place.labels.iter().enumerate() {
            let mut next = met.to_vec();
            if let Some(label) = label {
                if label.number > met[label.kind] {
                    continue;
                }
                next[label.kind] = next[label.kind].max(label.number + 1);
            }
            let rest = self.from(at + 1, next)?;
            any = any.or(&self.space.is(at, value)?.and(&rest)?)?;
        }
        Ok(any)
    }

    /// Is an object of this kind that was not met before its own places met nowhere else? So it is
    /// if all that leads to the kind stands before, or belongs to the kind itself, and the same is
    /// true of whatever has these places.
    fn is_met_in_order(&self, kind: usize) -> bool {
        let is_own = |place: &Place| place.holder.is_some_and(|holder| holder.kind == kind);
        let Some(first) = self.places.iter().position(is_own) else { return true };
        let own = self.places.iter().filter_map(|place| place.holder).filter(|holder| holder.kind == kind);
        let leads = |place: &Place| place.labels.iter().flatten().any(|label| label.kind == kind);
        own.is_sorted_by_key(|holder| holder.number)
            && self.places.iter().enumerate().filter(|(_, place)| leads(place)).all(|(at, place)| match place.holder {
                None => at < first,
                Some(holder) => holder.kind == kind || at < first && self.is_met_in_order(holder.kind),
            })
    }
}
