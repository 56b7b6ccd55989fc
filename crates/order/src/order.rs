//! What is known of the order of some integers: the constraints under which an ordered value is
//! kept instead of a number (see `tightrope_program::sorts`).
//!
//! A point stands for an integer from a range (that of its Java type); a constant is a point whose
//! range is one number. Each constraint says which of the three orderings two points may have. The
//! store keeps what follows, so a question is the test of a bit:
//! - which points are greater, and which are not less: transitively closed ([`DifferenceBounds`]);
//! - for each point the tightest range: a point above a chain of three others is at least three
//!   above the least value of the first (there too);
//! - `different`: the points that are not equal, where it is not known which is greater.
//!
//! **Integers have gaps.** Without `different`, constraints are difference constraints with bounds,
//! for which bounds and tightened ranges are complete. What the ranges say of two points is
//! recorded with the bounds; so whatever follows is there, and equal sets of constraints give equal
//! stores, in whatever order they came.
//!
//! Points that differ make it the colouring of a graph. Closing the constraints (`<=` and different
//! is `<`; equal points differ from the same) is complete where there are as many numbers as are
//! wanted (van Beek, *Reasoning about qualitative temporal information*, 1992), that is, where
//! ranges are wide; [`Order::is_roomy`] says when. Elsewhere numbers that fit are searched for. So
//! a constraint is accepted iff all of them can hold together; but a single ordering may be called
//! possible that is not: whoever assumes it is told.

use crate::bits::{BitMatrix, ones, union};
use crate::difference_bounds::DifferenceBounds;
use std::cmp::Ordering;

/// A value in an [`Order`] or a [`crate::equality::Equalities`]: numbered from 0 as added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OrderedVar(pub u32);

impl OrderedVar {
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of orderings: what a comparison allows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Orderings(u8);

impl Orderings {
    pub const NONE: Orderings = Orderings(0);
    pub const LESS: Orderings = Orderings(1);
    pub const EQUAL: Orderings = Orderings(2);
    pub const GREATER: Orderings = Orderings(4);
    pub const ALL: Orderings = Orderings(7);
    pub const NOT_EQUAL: Orderings = Orderings(5);
    pub const NOT_GREATER: Orderings = Orderings(3);
    pub const NOT_LESS: Orderings = Orderings(6);

    #[inline]
    pub fn contains(self, ordering: Ordering) -> bool {
        self.0 & Orderings::from(ordering).0 != 0
    }

    /// The orderings that are not among these.
    #[inline]
    #[must_use]
    pub fn others(self) -> Orderings {
        Orderings(!self.0 & Orderings::ALL.0)
    }

    #[inline]
    #[must_use]
    pub fn and(self, other: Orderings) -> Orderings {
        Orderings(self.0 & other.0)
    }

    /// Those of both.
    #[inline]
    #[must_use]
    pub fn or(self, other: Orderings) -> Orderings {
        Orderings(self.0 | other.0)
    }

    /// Of right to left instead of left to right.
    #[inline]
    #[must_use]
    pub fn reverse(self) -> Orderings {
        Orderings(self.0 & 2 | (self.0 & 1) << 2 | self.0 >> 2)
    }
}

impl From<Ordering> for Orderings {
    fn from(ordering: Ordering) -> Orderings {
        match ordering {
            Ordering::Less => Orderings::LESS,
            Ordering::Equal => Orderings::EQUAL,
            Ordering::Greater => Orderings::GREATER,
        }
    }
}

impl FromIterator<Ordering> for Orderings {
    fn from_iter<T: IntoIterator<Item = Ordering>>(orderings: T) -> Orderings {
        orderings.into_iter().fold(Orderings::NONE, |set, ordering| Orderings(set.0 | Orderings::from(ordering).0))
    }
}

/// Constraints on the order of points. All methods require points of this store.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct Order {
    bounds: DifferenceBounds,
    /// Row `p`: the points known to differ from `p`, but not which of the two is greater.
    /// Symmetric. Mostly there are none, and then there are no rows.
    different: BitMatrix,
}

impl Clone for Order {
    fn clone(&self) -> Order {
        Order { bounds: self.bounds.clone(), different: self.different.clone() }
    }

    /// Reuses the memory.
    fn clone_from(&mut self, other: &Order) {
        if self.is_empty() && other.is_empty() {
            return;
        }
        self.bounds.clone_from(&other.bounds);
        if self.has_differences() || other.has_differences() {
            self.different.clone_from(&other.different);
        }
    }
}

impl Order {
    pub fn new() -> Order {
        Order::default()
    }

    /// How many points there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn has_differences(&self) -> bool {
        self.different.len() > 0
    }

    /// Are they known to differ, but not which is greater?
    #[inline]
    fn differ(&self, left: usize, right: usize) -> bool {
        self.has_differences() && self.different.get(left, right)
    }

    /// To be called when differences may have been forgotten: equal sets of constraints are equal
    /// stores.
    fn drop_empty_rows(&mut self) {
        if self.different.is_zero() {
            self.different.drop_rows();
        }
    }

    /// A new point of which nothing is known but its range. Requires a range that is not empty.
    pub fn add(&mut self, least: i64, greatest: i64) -> OrderedVar {
        debug_assert!(least <= greatest);
        self.bounds.add(least, greatest);
        if self.has_differences() {
            self.different.grow();
            // A constant may be equal to another point that is one, too.
            self.close_differences();
        }
        OrderedVar(self.len() as u32 - 1)
    }

    /// The point of a number: the first that is known to be it, or a new one.
    pub fn constant(&mut self, value: i64) -> OrderedVar {
        self.find_constant(value).unwrap_or_else(|| self.add(value, value))
    }

    fn find_constant(&self, value: i64) -> Option<OrderedVar> {
        let is_it = |point: &usize| self.bounds.least(*point) == value && self.bounds.greatest(*point) == value;
        (0..self.len()).find(is_it).map(|point| OrderedVar(point as u32))
    }

    /// The values that a point can still have lie between these two. (Without points that differ,
    /// these are possible themselves.)
    #[inline]
    pub fn range(&self, point: OrderedVar) -> (i64, i64) {
        (self.bounds.least(point.index()), self.bounds.greatest(point.index()))
    }

    /// How `left` may stand to `right`: at least the orderings that are possible.
    #[inline]
    pub fn possible(&self, left: OrderedVar, right: OrderedVar) -> Orderings {
        let (left, right) = (left.index(), right.index());
        let (up, down) = (self.bounds.is_not_below(left, right), self.bounds.is_not_below(right, left));
        let differ = self.bounds.is_above(left, right) || self.bounds.is_above(right, left) || self.differ(left, right);
        let less = if down { 0 } else { Orderings::LESS.0 };
        let equal = if differ { 0 } else { Orderings::EQUAL.0 };
        let greater = if up { 0 } else { Orderings::GREATER.0 };
        Orderings(less | equal | greater)
    }

    /// Is one of them known to be less than the other?
    #[inline(always)]
    pub fn surely(&self, left: OrderedVar, right: OrderedVar) -> Option<Ordering> {
        if self.bounds.is_above(left.index(), right.index()) {
            return Some(Ordering::Less);
        }
        self.bounds.is_above(right.index(), left.index()).then_some(Ordering::Greater)
    }

    /// Does one of these orderings hold? `None`: that is not known. With as few looks as possible.
    #[inline]
    pub fn decided(&self, orderings: Orderings, left: OrderedVar, right: OrderedVar) -> Option<bool> {
        if let Some(ordering) = self.surely(left, right) {
            return Some(orderings.contains(ordering));
        }
        let possible = self.possible(left, right);
        match possible.and(orderings) {
            Orderings::NONE => Some(false),
            wanted if wanted == possible => Some(true),
            _ => None,
        }
    }

    /// How a point may stand to a number: at least the orderings that are possible.
    pub fn possible_with(&self, left: OrderedVar, right: i64) -> Orderings {
        let (least, greatest) = self.range(left);
        let is_hole = || self.find_constant(right).is_some_and(|point| !self.is_possible(left, Ordering::Equal, point));
        let equal = least <= right && right <= greatest && (!self.has_differences() || !is_hole());
        let less = if least < right { Orderings::LESS.0 } else { 0 };
        let greater = if greatest > right { Orderings::GREATER.0 } else { 0 };
        Orderings(less | if equal { Orderings::EQUAL.0 } else { 0 } | greater)
    }

    /// How `left` stands to `right`; `None` if more than one answer is possible.
    #[inline]
    pub fn compare(&self, left: OrderedVar, right: OrderedVar) -> Option<Ordering> {
        match self.possible(left, right) {
            Orderings::LESS => Some(Ordering::Less),
            Orderings::EQUAL => Some(Ordering::Equal),
            Orderings::GREATER => Some(Ordering::Greater),
            _ => None,
        }
    }

    /// `false`: the constraint would contradict the others.
    pub fn is_possible(&self, left: OrderedVar, ordering: Ordering, right: OrderedVar) -> bool {
        self.possible(left, right).contains(ordering)
    }

    /// Adds a constraint with a number. `false`: it contradicts the others, and nothing has
    /// changed.
    pub fn assume_with(&mut self, left: OrderedVar, allowed: Orderings, right: i64) -> bool {
        let possible = self.possible_with(left, right);
        let wanted = possible.and(allowed);
        if wanted == possible || wanted == Orderings::NONE {
            return wanted != Orderings::NONE;
        }
        let (least, greatest) = self.range(left);
        let (lower, higher) = (right.saturating_sub(1), right.saturating_add(1));
        match wanted {
            Orderings::LESS => self.narrow(left, least, greatest.min(lower)),
            Orderings::GREATER => self.narrow(left, least.max(higher), greatest),
            Orderings::EQUAL => self.narrow(left, right, right),
            Orderings::NOT_GREATER => self.narrow(left, least, greatest.min(right)),
            Orderings::NOT_LESS => self.narrow(left, least.max(right), greatest),
            _ => {
                let before = self.clone();
                let constant = self.constant(right);
                let holds = self.assume_among(left, wanted, constant);
                if !holds {
                    *self = before;
                }
                holds
            }
        }
    }

    fn narrow(&mut self, point: OrderedVar, least: i64, greatest: i64) -> bool {
        self.attempt(|order| order.bounds.restrict(point.index(), least, greatest))
    }

    /// Adds a constraint. `false`: it contradicts the others, and nothing has changed.
    pub fn assume(&mut self, left: OrderedVar, ordering: Ordering, right: OrderedVar) -> bool {
        self.assume_among(left, Orderings::from(ordering), right)
    }

    /// Adds a constraint: the points stand to each other in one of these ways. `false`: it
    /// contradicts the others, and nothing has changed.
    pub fn assume_among(&mut self, left: OrderedVar, allowed: Orderings, right: OrderedVar) -> bool {
        let possible = self.possible(left, right);
        let wanted = possible.and(allowed);
        if wanted == possible || wanted == Orderings::NONE {
            return wanted != Orderings::NONE;
        }
        let (left, right) = (left.index(), right.index());
        match wanted {
            Orderings::NOT_EQUAL => self.assume_different(left, right),
            Orderings::LESS if self.is_wide() => self.assume_below(left, right),
            Orderings::GREATER if self.is_wide() => self.assume_below(right, left),
            _ => self.attempt(|order| order.bounds.assume(left, wanted, right)),
        }
    }

    /// Can all points be any of the same numbers, far more than there are points? Then ranges say
    /// nothing of any two points, and there is room for whatever they are to each other.
    fn is_wide(&self) -> bool {
        self.bounds.common_width() > 4 * (self.len() * self.len()) as i64
    }

    /// Adds that one point is below another, where that is possible and ranges are wide. What has
    /// been settled stays so: nothing that was only not below becomes so, whatever is new is
    /// strict; and ranges shrink at most by the number of points.
    fn assume_below(&mut self, lower: usize, upper: usize) -> bool {
        self.bounds.assume(lower, Orderings::LESS, upper);
        self.forget_differences_of(lower);
        true
    }

    /// Of points up to this one, those that are above are no longer only known to differ.
    fn forget_differences_of(&mut self, lower: usize) {
        if !self.has_differences() {
            return;
        }
        for point in (0..self.len()).filter(|point| self.bounds.is_not_below(*point, lower)) {
            self.different.clear_symmetrically(point, self.bounds.above(point));
        }
        self.drop_empty_rows();
    }

    /// Makes a change and all that follows from it; undoes it if they contradict what is known.
    fn attempt(&mut self, change: impl FnOnce(&mut Order)) -> bool {
        if !self.has_differences() {
            // A single change was possible: then it is so with all others.
            change(self);
            return true;
        }
        let before = self.clone();
        change(self);
        let holds = self.settle() && self.has_model();
        if !holds {
            *self = before;
        }
        holds
    }

    /// Neither is known not to be below the other: nothing else follows.
    fn assume_different(&mut self, left: usize, right: usize) -> bool {
        self.different.grow_to(self.len());
        self.for_equals(left, right, BitMatrix::set);
        let holds = self.has_model();
        if !holds {
            self.for_equals(left, right, BitMatrix::clear);
            self.drop_empty_rows();
        }
        holds
    }

    /// Changes what is known to differ between the points that are equal to one and those that are
    /// equal to another.
    fn for_equals(&mut self, left: usize, right: usize, change: impl Fn(&mut BitMatrix, usize, usize)) {
        let points = 0..self.len();
        for equal_left in points.clone().filter(|point| self.bounds.is_equal(*point, left)) {
            for equal_right in points.clone().filter(|point| self.bounds.is_equal(*point, right)) {
                change(&mut self.different, equal_left, equal_right);
                change(&mut self.different, equal_right, equal_left);
            }
        }
    }

    /// The points that are equal to this one.
    fn class(&self, point: usize) -> Vec<u64> {
        let mut class = self.bounds.not_below(point).to_vec();
        for other in ones(self.bounds.not_below(point)) {
            if !self.bounds.is_equal(other, point) {
                class[other / 64] &= !(1 << (other % 64));
            }
        }
        class
    }

    /// Brings everything up to date with everything else. `false`: there is a contradiction.
    fn settle(&mut self) -> bool {
        loop {
            if !self.close_differences() {
                return false;
            }
            let changed = self.bounds.tighten();
            let mut is_news = false;
            for point in ones(&changed) {
                let (is_possible, told) = self.bounds.compare_with_all(point);
                if !is_possible {
                    return false;
                }
                is_news |= told;
            }
            if !is_news || !self.has_differences() {
                return true;
            }
        }
    }

    /// What is different and not below is above; equal points differ from the same points. `false`:
    /// something differs from itself.
    fn close_differences(&mut self) -> bool {
        if !self.has_differences() {
            return true;
        }
        self.share_differences();
        loop {
            let decided = (0..self.len()).find_map(|left| {
                let right = ones(self.different.row(left)).find(|right| self.bounds.is_not_below(left, *right))?;
                Some((left, right))
            });
            let Some((left, right)) = decided else {
                self.drop_empty_rows();
                return true;
            };
            if self.bounds.is_not_below(right, left) {
                return false;
            }
            if !self.bounds.is_above(left, right) {
                self.bounds.put_below(left, right, true);
            }
            self.different.clear(left, right);
            self.different.clear(right, left);
        }
    }

    fn share_differences(&mut self) {
        for point in 0..self.len() {
            let class = self.class(point);
            if class.iter().map(|word| word.count_ones()).sum::<u32>() == 1 {
                continue;
            }
            let none = vec![0; class.len()];
            let different = ones(&class).fold(none, |all, other| union(&all, self.different.row(other)));
            for other in ones(&different) {
                self.different.add(other, &class);
            }
            self.different.add(point, &different);
        }
    }

    fn has_model(&self) -> bool {
        self.is_wide() || self.is_roomy() || self.search().is_some()
    }

    /// Is there room for all that differ? A point is wide if its range has more numbers than there
    /// are pairs of points. Suffices: of two points that differ one is wide, and the other is wide
    /// or a constant. (Give constants their values, and all others, lower ones first, the least
    /// value that is left: each moves up by at most the number of pairs; and whatever is above a
    /// point has a range that reaches further up.)
    fn is_roomy(&self) -> bool {
        let pairs = (self.len() * self.len()) as i64;
        let width = |point: usize| self.bounds.greatest(point).saturating_sub(self.bounds.least(point));
        (0..self.len()).filter(|point| width(*point) < pairs).all(|narrow| {
            let mut others = ones(self.different.row(narrow));
            if width(narrow) == 0 { others.all(|other| width(other) >= pairs) } else { others.next().is_none() }
        })
    }

    /// Numbers for which all constraints hold: tries, then decides one pair after the other.
    /// Requires closed constraints.
    fn search(&self) -> Option<Vec<i64>> {
        if let Some(values) = self.ascend(i64::MIN) {
            return Some(values);
        }
        // The least values break nothing but differences.
        let meets = |left: usize| {
            let right =
                ones(self.different.row(left)).find(|right| self.bounds.least(left) == self.bounds.least(*right))?;
            Some((left, right))
        };
        let Some((left, right)) = (0..self.len()).find_map(meets) else { return Some(self.least_values()) };
        [(left, right), (right, left)].into_iter().find_map(|(lower, upper)| {
            let mut next = self.clone();
            next.bounds.put_below(lower, upper, true);
            if next.settle() { next.search() } else { None }
        })
    }

    fn is_constant(&self, point: usize) -> bool {
        self.bounds.least(point) == self.bounds.greatest(point)
    }

    fn least_values(&self) -> Vec<i64> {
        (0..self.len()).map(|point| self.bounds.least(point)).collect()
    }

    /// A value for each point, and whether it has one already: a constant has.
    fn constants(&self) -> (Vec<i64>, Vec<bool>) {
        (self.least_values(), (0..self.len()).map(|point| self.is_constant(point)).collect())
    }

    /// Gives each point, lower ones first, the least number from `start` on that is left, if that
    /// suffices.
    fn ascend(&self, start: i64) -> Option<Vec<i64>> {
        let (mut values, mut is_set) = self.constants();
        let ascending = self.bounds.ascending();
        for (position, point) in ascending.iter().copied().enumerate().filter(|(_, point)| !self.is_constant(*point)) {
            let below = ascending[..position].iter().filter(|lower| self.bounds.is_not_below(**lower, point));
            let next =
                below.map(|lower| values[*lower].saturating_add(i64::from(self.bounds.is_above(*lower, point)))).max();
            let mut value =
                self.bounds.least(point).max(next.unwrap_or(i64::MIN)).max(self.bounds.greatest(point).min(start));
            while ones(self.different.row(point)).any(|other| is_set[other] && values[other] == value) {
                value = value.checked_add(1)?;
            }
            if value > self.bounds.greatest(point) {
                return None;
            }
            (values[point], is_set[point]) = (value, true);
        }
        Some(values)
    }

    /// The same upside down.
    fn descend(&self, start: i64) -> Option<Vec<i64>> {
        let (mut values, mut is_set) = self.constants();
        for point in self.bounds.ascending().into_iter().rev().filter(|point| !self.is_constant(*point)) {
            let above = ones(self.bounds.not_below(point)).filter(|upper| is_set[*upper]);
            let next =
                above.map(|upper| values[upper].saturating_sub(i64::from(self.bounds.is_above(point, upper)))).min();
            let mut value =
                self.bounds.greatest(point).min(next.unwrap_or(i64::MAX)).min(self.bounds.least(point).max(start));
            while ones(self.different.row(point)).any(|other| is_set[other] && values[other] == value) {
                value = value.checked_sub(1)?;
            }
            if value < self.bounds.least(point) {
                return None;
            }
            (values[point], is_set[point]) = (value, true);
        }
        Some(values)
    }

    /// A number for each point such that all constraints hold: as near to 0 as can be, lower points
    /// first.
    pub fn model(&self) -> Vec<i64> {
        let found = self.ascend(0).or_else(|| self.descend(0)).or_else(|| self.search());
        // Every store has one.
        found.unwrap_or_else(|| self.least_values())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use Ordering::{Equal, Greater, Less};

    const ALL: [Ordering; 3] = [Less, Equal, Greater];

    /// All assignments of numbers from the ranges.
    fn assignments(ranges: &[(i64, i64)]) -> Vec<Vec<i64>> {
        ranges.iter().fold(vec![Vec::new()], |prefixes, (least, greatest)| {
            let extend = |prefix: &Vec<i64>| {
                let prefix = prefix.clone();
                (*least..=*greatest).map(move |value| prefix.iter().copied().chain([value]).collect::<Vec<i64>>())
            };
            prefixes.iter().flat_map(extend).collect()
        })
    }

    /// Every answer of the store is that of the assignments that are left. Where points differ, it
    /// may allow more.
    fn agree(order: &Order, left_over: &[Vec<i64>]) {
        let is_exact = !order.has_differences();
        let points = left_over[0].len();
        for a in 0..points {
            for b in 0..points {
                let (left, right) = (OrderedVar(a as u32), OrderedVar(b as u32));
                let possible: Orderings = left_over.iter().map(|values| values[a].cmp(&values[b])).collect();
                let said = order.possible(left, right);
                assert_eq!(said.and(possible), possible, "{order:?} {a} {b}");
                assert!(!is_exact || said == possible, "{order:?} {a} {b} {said:?} {possible:?}");
            }
            let values = left_over.iter().map(|values| values[a]);
            let (least, greatest) = (values.clone().min().unwrap(), values.max().unwrap());
            let said = order.range(OrderedVar(a as u32));
            assert!(said.0 <= least && greatest <= said.1 && (!is_exact || said == (least, greatest)));
        }
        assert!(left_over.contains(&order.model()[..points].to_vec()), "{order:?} {:?}", order.model());
    }

    fn random_ranges(random: &mut Random) -> Vec<(i64, i64)> {
        let constants = random.below(4);
        let points = 1 + random.below(5);
        let mut ranges: Vec<(i64, i64)> = (0..points)
            .map(|_| match random.below(4) {
                0 => (random.below(2) as i64, 2 + random.below(3) as i64),
                _ => (0, 4),
            })
            .collect();
        ranges.extend((0..constants).map(|_| random.below(5) as i64).map(|value| (value, value)));
        ranges
    }

    fn store(ranges: &[(i64, i64)]) -> Order {
        let mut order = Order::new();
        for (least, greatest) in ranges {
            order.add(*least, *greatest);
        }
        order
    }

    /// All sets of orderings that say something.
    fn some_orderings(random: &mut Random) -> Orderings {
        let sets = [ALL[random.below(3)].into(), Orderings::NOT_EQUAL, Orderings::NOT_GREATER, Orderings::NOT_LESS];
        sets[random.below(sets.len())]
    }

    #[test]
    fn agrees_with_enumeration_and_does_not_depend_on_the_sequence() {
        let mut random = Random::new(1);
        for round in 0..400 {
            let ranges = random_ranges(&mut random);
            let mut order = store(&ranges);
            let mut left_over = assignments(&ranges);
            let mut accepted = Vec::new();
            agree(&order, &left_over);
            for _ in 0..8 {
                let (a, b) = (random.below(ranges.len()), random.below(ranges.len()));
                let orderings = match some_orderings(&mut random) {
                    Orderings::NOT_EQUAL if round % 2 == 0 => Orderings::NOT_LESS,
                    orderings => orderings,
                };
                let (left, right) = (OrderedVar(a as u32), OrderedVar(b as u32));
                let before = order.clone();
                let fitting = |values: &&Vec<i64>| orderings.contains(values[a].cmp(&values[b]));
                let rest: Vec<Vec<i64>> = left_over.iter().filter(fitting).cloned().collect();
                assert_eq!(order.assume_among(left, orderings, right), !rest.is_empty(), "{before:?} {orderings:?}");
                if rest.is_empty() {
                    assert_eq!(order, before);
                    continue;
                }
                left_over = rest;
                accepted.push((left, orderings, right));
                agree(&order, &left_over);
            }
            for _ in 0..3 {
                random.shuffle(&mut accepted);
                let mut again = store(&ranges);
                for (left, orderings, right) in &accepted {
                    assert!(again.assume_among(*right, orderings.reverse(), *left));
                }
                assert_eq!(again, order);
            }
        }
    }

    /// Where ranges are wide, constraints are accepted iff some order of the points meets them all;
    /// and they say the same in any sequence.
    #[test]
    fn wide_points_may_stand_as_any_order_allows() {
        const POINTS: usize = 5;
        let sets = [
            Orderings::LESS,
            Orderings::EQUAL,
            Orderings::GREATER,
            Orderings::NOT_EQUAL,
            Orderings::NOT_EQUAL,
            Orderings::NOT_GREATER,
            Orderings::NOT_LESS,
        ];
        let mut random = Random::new(11);
        for _ in 0..300 {
            let mut order = Order::new();
            let points: Vec<OrderedVar> =
                (0..POINTS).map(|_| order.add(i64::from(i32::MIN), i64::from(i32::MAX))).collect();
            let mut accepted = Vec::new();
            let mut models: Vec<Vec<usize>> = (0..POINTS.pow(POINTS as u32))
                .map(|number| (0..POINTS).map(|point| number / POINTS.pow(point as u32) % POINTS).collect())
                .collect();
            for _ in 0..12 {
                let (left, right) = (random.below(POINTS), random.below(POINTS));
                let wanted = sets[random.below(sets.len())];
                let meets = |model: &Vec<usize>| wanted.contains(model[left].cmp(&model[right]));
                let can_be = models.iter().any(meets);
                if left == right {
                    continue;
                }
                assert_eq!(order.assume_among(points[left], wanted, points[right]), can_be);
                if can_be {
                    models.retain(meets);
                    accepted.push((points[left], wanted, points[right]));
                }
                for (l, r) in (0..POINTS).flat_map(|l| (0..POINTS).map(move |r| (l, r))) {
                    let exact: Orderings = models.iter().map(|model| model[l].cmp(&model[r])).collect();
                    assert_eq!(order.possible(points[l], points[r]), exact, "{l} {r}");
                    for set in sets {
                        let expected = match exact.and(set) {
                            Orderings::NONE => Some(false),
                            both if both == exact => Some(true),
                            _ => None,
                        };
                        assert_eq!(order.decided(set, points[l], points[r]), expected);
                    }
                }
            }
            random.shuffle(&mut accepted);
            let mut again = Order::new();
            points.iter().for_each(|_| _ = again.add(i64::from(i32::MIN), i64::from(i32::MAX)));
            assert!(accepted.iter().all(|(left, wanted, right)| again.assume_among(*left, *wanted, *right)));
            assert_eq!(again, order);
        }
    }

    #[test]
    fn numbers_need_no_points() {
        let mut random = Random::new(3);
        for _ in 0..250 {
            let ranges: Vec<(i64, i64)> = random_ranges(&mut random);
            let mut left_over = assignments(&ranges);
            let mut order = store(&ranges);
            for _ in 0..8 {
                let (a, b, number) =
                    (random.below(ranges.len()), random.below(ranges.len()), random.below(7) as i64 - 1);
                let (left, right, orderings) =
                    (OrderedVar(a as u32), OrderedVar(b as u32), some_orderings(&mut random));
                let with_number = random.below(2) == 0;
                let other = |values: &[i64]| if with_number { number } else { values[b] };
                let fitting = |values: &&Vec<i64>| orderings.contains(values[a].cmp(&other(values)));
                let rest: Vec<Vec<i64>> = left_over.iter().filter(fitting).cloned().collect();
                let possible: Orderings = left_over.iter().map(|values| values[a].cmp(&number)).collect();
                let said = order.possible_with(left, number);
                assert!(said.and(possible) == possible && (said == possible || order.has_differences()));
                let before = order.clone();
                let accepted = match with_number {
                    true => order.assume_with(left, orderings, number),
                    false => order.assume_among(left, orderings, right),
                };
                assert_eq!(accepted, !rest.is_empty());
                if accepted {
                    left_over = rest;
                    agree(&order, &left_over);
                } else {
                    assert_eq!(order, before);
                }
            }
        }
    }

    /// With ranges of a type there is always room: no search, and numbers that people can read.
    #[test]
    fn wide_ranges_have_room_for_all_that_differ() {
        let mut order = Order::new();
        let points: Vec<OrderedVar> = (0..70).map(|_| order.add(i64::from(i32::MIN), i64::from(i32::MAX))).collect();
        for (index, left) in points.iter().enumerate() {
            assert!(points[..index].iter().all(|right| order.assume_among(*left, Orderings::NOT_EQUAL, *right)));
            assert!(order.assume_with(*left, Orderings::NOT_EQUAL, 7) && order.is_roomy());
        }
        let mut values = order.model();
        // The one more is the number 7.
        assert_eq!((values.len(), values.iter().max()), (71, Some(&70)));
        values.sort_unstable();
        values.dedup();
        assert_eq!(values.len(), 71);
        assert!(order.assume_with(points[0], Orderings::NOT_GREATER, 0));
        assert!(order.assume_with(points[1], Orderings::NOT_GREATER, 0) && order.model()[0] <= 0);
    }

    /// Each range is wide, but not what is left of it.
    #[test]
    fn ranges_that_hardly_meet_leave_no_room() {
        let mut order = Order::new();
        let limit = order.add(5000, 9000);
        let [a, b, c] = [0; 3].map(|_| order.add(0, 5002));
        let low = order.add(0, 4000);
        let mut later = order.clone();
        assert!(order.assume_among(a, Orderings::NOT_EQUAL, low) && order.assume(limit, Less, a));
        assert!(later.assume(limit, Less, a) && later.assume_among(a, Orderings::NOT_EQUAL, low));
        assert_eq!((&order, order.compare(low, a)), (&later, Some(Less)));
        // The only numbers would be 5001 for the first and 5002 for both others.
        let mut order = store(&[(5000, 9000), (0, 5002), (0, 5002), (0, 5002)]);
        assert!(order.assume(a, Less, b) && order.assume(a, Less, c));
        assert!(order.assume_among(b, Orderings::NOT_EQUAL, c));
        let before = order.clone();
        assert!(!order.assume(limit, Less, a) && order == before);
    }

    /// Three values that differ do not fit between 3 and 6.
    #[test]
    fn narrow_ranges_are_searched() {
        let mut order = Order::new();
        let [a, b, c] = [0; 3].map(|_| order.add(4, 5));
        assert!(order.assume_among(a, Orderings::NOT_EQUAL, b) && order.assume_among(b, Orderings::NOT_EQUAL, c));
        let before = order.clone();
        assert!(!order.assume_among(a, Orderings::NOT_EQUAL, c) && order == before);
        assert!(order.assume_among(a, Orderings::EQUAL, c));
        assert!(order.assume_with(c, Orderings::NOT_EQUAL, 4));
        assert_eq!(order.model()[..3], [5, 4, 5]);
    }

    #[test]
    fn sets_of_orderings_are_sets() {
        let set = Orderings::from_iter([Less, Equal]);
        assert_eq!(
            (set, set.others(), set.reverse()),
            (Orderings::NOT_GREATER, Orderings::GREATER, Orderings::NOT_LESS)
        );
        assert_eq!((set.and(Orderings::NOT_EQUAL), set.others().reverse()), (Orderings::LESS, Orderings::LESS));
        assert!(
            set.contains(Equal) && !set.contains(Greater) && Orderings::NOT_EQUAL.reverse() == Orderings::NOT_EQUAL
        );
    }

    #[test]
    fn gaps_between_constants_count() {
        let mut order = Order::new();
        let (three, six) = (order.constant(3), order.constant(6));
        assert_eq!((order.compare(three, six), order.constant(3)), (Some(Less), three));
        let [a, b, c] = [0; 3].map(|_| order.add(i64::from(i32::MIN), i64::from(i32::MAX)));
        for point in [a, b, c] {
            assert!(order.assume(point, Greater, three) && order.assume(point, Less, six));
        }
        assert!(order.assume(a, Less, b));
        // Only 4 and 5 lie between.
        assert_eq!((order.range(a), order.range(b), order.compare(a, c)), ((4, 4), (5, 5), None));
        assert!(!order.assume(c, Greater, b) && order.assume(c, Greater, a));
        assert_eq!(order.compare(b, c), Some(Equal));
        assert_eq!(order.model(), [3, 6, 4, 5, 5]);
    }

    #[test]
    fn nothing_lies_beyond_the_type() {
        let mut order = Order::new();
        let lowest = order.constant(i64::MIN);
        let highest = order.constant(i64::MAX);
        let point = order.add(i64::MIN, i64::MAX);
        assert!(!order.assume(point, Less, lowest) && !order.assume(point, Greater, highest));
        assert_eq!(order.compare(point, lowest), None);
        assert!(order.assume(point, Less, highest) && order.assume(point, Greater, lowest));
        assert_eq!(order.model(), [i64::MIN, i64::MAX, 0]);
    }

    #[test]
    fn long_chains_have_readable_models() {
        let mut order = Order::new();
        let points: Vec<OrderedVar> = (0..100).map(|_| order.add(i64::from(i32::MIN), i64::from(i32::MAX))).collect();
        for pair in points.windows(2).rev() {
            assert!(order.assume(pair[0], Less, pair[1]));
        }
        assert_eq!(order.compare(points[0], points[99]), Some(Less));
        assert!(!order.assume(points[70], Equal, points[3]));
        assert_eq!(order.model(), (0..100).collect::<Vec<i64>>());
        let zero = order.constant(0);
        assert!(order.assume(points[99], Less, zero));
        assert_eq!(order.model()[..100], (-100..0).collect::<Vec<i64>>());
    }
}
