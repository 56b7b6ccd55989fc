//! What is known of the equality of some values: the constraints under which an opaque value is
//! kept instead of an object (see `tightrope_program::sorts`).
//!
//! Each constraint says that two points are equal or that they are different. There are as many
//! values as are needed, so the constraints contradict each other only if two points are both. All
//! that follows is kept (classes of equal points, and which of them differ), so a question is the
//! test of a bit, and equal sets of constraints give equal stores, in whatever order they came.

use crate::bits::{BitMatrix, contains, union};
use crate::order::OrderedVar;

/// Constraints on the equality of points. All methods require points of this store.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct Equalities {
    /// Row `p`: the points known to be equal to `p`, itself included.
    same: BitMatrix,
    /// Row `p`: the points known to be different from `p`.
    different: BitMatrix,
}

impl Clone for Equalities {
    fn clone(&self) -> Equalities {
        Equalities { same: self.same.clone(), different: self.different.clone() }
    }

    /// Reuses the memory.
    fn clone_from(&mut self, other: &Equalities) {
        if self.is_empty() && other.is_empty() {
            return;
        }
        self.same.clone_from(&other.same);
        self.different.clone_from(&other.different);
    }
}

impl Equalities {
    pub fn new() -> Equalities {
        Equalities::default()
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.same.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A new point of which nothing is known.
    pub fn add(&mut self) -> OrderedVar {
        let point = self.len();
        self.same.grow();
        self.different.grow();
        self.same.set(point, point);
        OrderedVar(point as u32)
    }

    /// Are they equal? `None` if both is possible.
    #[inline]
    pub fn compare(&self, left: OrderedVar, right: OrderedVar) -> Option<bool> {
        let (left, right) = (left.index(), right.index());
        if self.same.get(left, right) {
            Some(true)
        } else if self.different.get(left, right) {
            Some(false)
        } else {
            None
        }
    }

    /// Adds a constraint. `false`: it contradicts the others, and nothing has changed.
    pub fn assume(&mut self, left: OrderedVar, right: OrderedVar, equal: bool) -> bool {
        if let Some(known) = self.compare(left, right) {
            return known == equal;
        }
        let (left, right) = (left.index(), right.index());
        if equal {
            self.merge(left, right);
        } else {
            self.separate(left, right);
        }
        true
    }

    /// The points of one class are different from those of the other.
    fn separate(&mut self, left: usize, right: usize) {
        let (lefts, rights) = (self.same.row(left).to_vec(), self.same.row(right).to_vec());
        for point in 0..self.len() {
            if contains(&lefts, point) {
                self.different.add(point, &rights);
            } else if contains(&rights, point) {
                self.different.add(point, &lefts);
            }
        }
    }

    fn merge(&mut self, left: usize, right: usize) {
        let same = union(self.same.row(left), self.same.row(right));
        let different = union(self.different.row(left), self.different.row(right));
        for point in 0..self.len() {
            if contains(&same, point) {
                self.same.add(point, &same);
                self.different.add(point, &different);
            } else if contains(&different, point) {
                self.different.add(point, &same);
            }
        }
    }

    /// A value for each point such that all constraints hold: points are equal only if they have
    /// to, numbered from 0 by first use.
    pub fn model(&self) -> Vec<usize> {
        let mut values: Vec<usize> = Vec::with_capacity(self.len());
        let mut next = 0;
        for point in 0..self.len() {
            let known = (0..point).find(|earlier| self.same.get(*earlier, point)).map(|earlier| values[earlier]);
            values.push(known.unwrap_or(next));
            next += usize::from(known.is_none());
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// All partitions of the points: the value of each is at most one more than those before.
    fn partitions(points: usize) -> Vec<Vec<usize>> {
        (0..points).fold(vec![Vec::new()], |prefixes, _| {
            let extend = |prefix: &Vec<usize>| {
                let fresh = prefix.iter().max().map_or(0, |largest| largest + 1);
                let prefix = prefix.clone();
                (0..=fresh).map(move |value| prefix.iter().copied().chain([value]).collect::<Vec<usize>>())
            };
            prefixes.iter().flat_map(extend).collect()
        })
    }

    fn agree(store: &Equalities, left_over: &[Vec<usize>]) {
        for a in 0..store.len() {
            for b in 0..store.len() {
                let can_be_equal = left_over.iter().any(|values| values[a] == values[b]);
                let can_differ = left_over.iter().any(|values| values[a] != values[b]);
                let expected = if can_be_equal && can_differ { None } else { Some(can_be_equal) };
                assert_eq!(store.compare(OrderedVar(a as u32), OrderedVar(b as u32)), expected, "{store:?} {a} {b}");
            }
        }
        assert!(left_over.contains(&store.model()));
    }

    fn store(points: usize) -> Equalities {
        let mut store = Equalities::new();
        for _ in 0..points {
            store.add();
        }
        store
    }

    #[test]
    fn agrees_with_enumeration_and_does_not_depend_on_the_sequence() {
        let mut random = Random::new(2);
        for _ in 0..400 {
            let points = 1 + random.below(6);
            let mut known = store(points);
            let mut left_over = partitions(points);
            let mut accepted = Vec::new();
            for _ in 0..8 {
                let (a, b, equal) = (random.below(points), random.below(points), random.below(2) == 0);
                let (left, right) = (OrderedVar(a as u32), OrderedVar(b as u32));
                let before = known.clone();
                let fitting = |values: &&Vec<usize>| (values[a] == values[b]) == equal;
                let rest: Vec<Vec<usize>> = left_over.iter().filter(fitting).cloned().collect();
                assert_eq!(known.assume(left, right, equal), !rest.is_empty());
                if rest.is_empty() {
                    assert_eq!(known, before);
                    continue;
                }
                left_over = rest;
                accepted.push((left, right, equal));
                agree(&known, &left_over);
            }
            random.shuffle(&mut accepted);
            let mut again = store(points);
            assert!(accepted.iter().all(|(left, right, equal)| again.assume(*right, *left, *equal)));
            assert_eq!(again, known);
        }
    }

    #[test]
    fn more_points_than_bits_in_a_word() {
        let mut known = store(130);
        for point in 1..130 {
            assert!(known.assume(OrderedVar(point - 1), OrderedVar(point), point != 100));
        }
        assert_eq!(known.compare(OrderedVar(0), OrderedVar(99)), Some(true));
        assert_eq!(known.compare(OrderedVar(3), OrderedVar(129)), Some(false));
        assert!(!known.assume(OrderedVar(3), OrderedVar(129), true));
        assert_eq!(known.model()[98..102], [0, 0, 1, 1]);
    }
}
