//! Sets of slots in a few bits: at least those that are meant.
//!
//! A [`SlotSet`] keeps which objects occur in it and which slot numbers, and takes every pair of
//! them for a member; objects and slots that are too many for the bits share some. So it may have
//! too many members and never has too few. Whoever asks it has to be safe with that: a clause is
//! looked at again in vain, a kept answer is found anew.
//!
//! Sets that must be exact are [`crate::footprint::Footprint`] (one bit for each word of a heap)
//! and [`crate::observe::Slots`].

use std::ops::{BitAnd, BitOr};

/// Numbers of slots of whatever object. Those from the 31st on share a bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SlotNumbers(u32);

impl SlotNumbers {
    pub(crate) const ALL: SlotNumbers = SlotNumbers(u32::MAX);

    #[inline(always)]
    pub(crate) fn one(slot: usize) -> SlotNumbers {
        SlotNumbers(1 << slot.min(31))
    }

    #[inline(always)]
    pub(crate) fn and(self, other: SlotNumbers) -> SlotNumbers {
        SlotNumbers(self.0 | other.0)
    }

    #[inline(always)]
    pub(crate) fn meets(self, other: SlotNumbers) -> bool {
        self.0 & other.0 != 0
    }

    #[inline(always)]
    pub(crate) fn has(self, slot: usize) -> bool {
        self.meets(SlotNumbers::one(slot))
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Numbers of objects, one bit each. Those that are too many share bits with the first ones.
pub(crate) trait ObjectBits: Copy + PartialEq + Default + BitAnd<Output = Self> + BitOr<Output = Self> {
    const ALL: Self;

    fn bit(object: usize) -> Self;
}

impl ObjectBits for u64 {
    const ALL: u64 = u64::MAX;

    #[inline(always)]
    fn bit(object: usize) -> u64 {
        1 << (object % 64)
    }
}

impl ObjectBits for u128 {
    const ALL: u128 = u128::MAX;

    #[inline(always)]
    fn bit(object: usize) -> u128 {
        1 << (object % 128)
    }
}

/// Slots of objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SlotSet<B> {
    objects: B,
    slots: SlotNumbers,
}

impl<B: ObjectBits> SlotSet<B> {
    pub(crate) const ALL: SlotSet<B> = SlotSet { objects: B::ALL, slots: SlotNumbers::ALL };

    #[inline(always)]
    pub(crate) fn one(object: usize, slot: usize) -> SlotSet<B> {
        SlotSet { objects: B::bit(object), slots: SlotNumbers::one(slot) }
    }

    #[inline(always)]
    pub(crate) fn and(self, other: SlotSet<B>) -> SlotSet<B> {
        SlotSet { objects: self.objects | other.objects, slots: self.slots.and(other.slots) }
    }

    #[inline(always)]
    pub(crate) fn has(self, object: usize, slot: usize) -> bool {
        self.meets(SlotSet::one(object, slot))
    }

    #[inline(always)]
    pub(crate) fn meets(self, other: SlotSet<B>) -> bool {
        self.has_object_of(other.objects) && self.slots.meets(other.slots)
    }

    /// Is there a slot of one of these objects?
    #[inline(always)]
    pub(crate) fn has_object_of(self, objects: B) -> bool {
        self.objects & objects != B::default()
    }
}

#[cfg(test)]
mod tests {
    use super::{ObjectBits, SlotNumbers, SlotSet};

    /// What was put in is in, whatever shares its bits.
    fn keeps_what_it_is_given<B: ObjectBits>() {
        for (object, slot) in [(0, 0), (63, 31), (64, 32), (127, 1), (128, 500), (1000, 0)] {
            let set = SlotSet::<B>::one(3, 5).and(SlotSet::one(object, slot));
            assert!(set.has(object, slot) && set.has(3, 5), "{object} {slot}");
            assert!(set.meets(SlotSet::one(object, slot)) && SlotSet::ALL.meets(set));
            assert!(set.has_object_of(B::bit(object)));
            assert!(!SlotSet::default().meets(set));
        }
    }

    #[test]
    fn sets_have_at_least_what_is_meant() {
        keeps_what_it_is_given::<u64>();
        keeps_what_it_is_given::<u128>();
        assert!(!SlotSet::<u64>::one(1, 2).has(1, 3) && !SlotSet::<u128>::one(1, 2).has(2, 2));
        assert!(SlotNumbers::default().is_empty() && SlotNumbers::one(40).has(31));
    }
}
