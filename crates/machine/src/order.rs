//! What is known of the order of some integers: the constraints under which an ordered value is kept instead of a number
//! (see `tightrope_program::sorts`).
//!
//! A point stands for an integer from a range (that of its Java type); a constant is a point whose range is one number. Each constraint says that one point is
//! less than, equal to or greater than another. The store keeps all that follows, so a question is the test of a bit:
//! - `above`: transitively closed, the points that are greater;
//! - `same`: the points that are equal;
//! - for each point the tightest range: a point above a chain of three others is at least three above the least value of the first.
//!
//! **Integers have gaps.** Constraints of this form are difference constraints with bounds, for which chains and tightened ranges are complete: a further
//! constraint `a < b` contradicts the others iff `b <= a` is known or the least `a` is not below the greatest `b`; `a = b` iff an order is known or the ranges do
//! not meet. If the ranges order two points, or fix both to one number, then that is recorded as well; so whatever follows is in the matrices, and equal
//! sets of constraints give equal stores, in whatever order they came.

use crate::bits::{BitMatrix, contains, union};
use std::cmp::Ordering;

/// A value in an [`Order`] or a [`crate::sameness::Sameness`]: numbered from 0 as added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Point(pub u32);

impl Point {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Constraints on the order of points. All methods require points of this store.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct Order {
    /// Row `p`: the points known to be greater than `p`.
    above: BitMatrix,
    /// Row `p`: the points known to be equal to `p`, itself included.
    same: BitMatrix,
    least: Vec<i64>,
    greatest: Vec<i64>,
}

impl Clone for Order {
    fn clone(&self) -> Order {
        Order {
            above: self.above.clone(),
            same: self.same.clone(),
            least: self.least.clone(),
            greatest: self.greatest.clone(),
        }
    }

    /// Reuses the memory.
    fn clone_from(&mut self, other: &Order) {
        self.above.clone_from(&other.above);
        self.same.clone_from(&other.same);
        self.least.clone_from(&other.least);
        self.greatest.clone_from(&other.greatest);
    }
}

impl Order {
    pub fn new() -> Order {
        Order::default()
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.least.len()
    }

    pub fn is_empty(&self) -> bool {
        self.least.is_empty()
    }

    /// A new point of which nothing is known but its range. Requires a range that is not empty.
    pub fn add(&mut self, least: i64, greatest: i64) -> Point {
        debug_assert!(least <= greatest);
        let point = self.len();
        self.above.grow();
        self.same.grow();
        self.least.push(least);
        self.greatest.push(greatest);
        self.same.set(point, point);
        for other in 0..point {
            self.compare_ranges(point, other);
            self.compare_ranges(other, point);
        }
        Point(point as u32)
    }

    /// The point of a number: the first that is known to be it, or a new one.
    pub fn constant(&mut self, value: i64) -> Point {
        let is_it = |point: &usize| self.least[*point] == value && self.greatest[*point] == value;
        match (0..self.len()).find(is_it) {
            Some(point) => Point(point as u32),
            None => self.add(value, value),
        }
    }

    /// The values that a point can still have lie between these two, which are possible themselves.
    pub fn range(&self, point: Point) -> (i64, i64) {
        (self.least[point.index()], self.greatest[point.index()])
    }

    /// How `left` stands to `right`; `None` if more than one answer is possible.
    #[inline]
    pub fn compare(&self, left: Point, right: Point) -> Option<Ordering> {
        let (left, right) = (left.index(), right.index());
        if self.above.get(left, right) {
            Some(Ordering::Less)
        } else if self.above.get(right, left) {
            Some(Ordering::Greater)
        } else if self.same.get(left, right) {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// Would the constraint contradict the others?
    pub fn is_possible(&self, left: Point, ordering: Ordering, right: Point) -> bool {
        if let Some(known) = self.compare(left, right) {
            return known == ordering;
        }
        let (left, right) = (left.index(), right.index());
        match ordering {
            Ordering::Less => self.least[left] < self.greatest[right],
            Ordering::Greater => self.least[right] < self.greatest[left],
            Ordering::Equal => self.least[left] <= self.greatest[right] && self.least[right] <= self.greatest[left],
        }
    }

    /// Would a constraint with a number contradict the others? (Every number in the range of a point is possible.)
    pub fn is_possible_with(&self, left: Point, ordering: Ordering, right: i64) -> bool {
        let (least, greatest) = self.range(left);
        match ordering {
            Ordering::Less => least < right,
            Ordering::Greater => greatest > right,
            Ordering::Equal => least <= right && right <= greatest,
        }
    }

    /// Adds a constraint with a number, for which no point is needed. `false`: it contradicts the others, and nothing has changed.
    pub fn assume_with(&mut self, left: Point, ordering: Ordering, right: i64) -> bool {
        if !self.is_possible_with(left, ordering, right) {
            return false;
        }
        let (least, greatest) = self.range(left);
        let (least, greatest) = match ordering {
            Ordering::Less => (least, greatest.min(right.saturating_sub(1))),
            Ordering::Greater => (least.max(right.saturating_add(1)), greatest),
            Ordering::Equal => (right, right),
        };
        for point in 0..self.len() {
            if self.same.get(left.index(), point) {
                (self.least[point], self.greatest[point]) = (least, greatest);
            }
        }
        self.tighten();
        true
    }

    /// Adds a constraint. `false`: it contradicts the others, and nothing has changed.
    pub fn assume(&mut self, left: Point, ordering: Ordering, right: Point) -> bool {
        if !self.is_possible(left, ordering, right) {
            return false;
        }
        if self.compare(left, right).is_some() {
            return true;
        }
        let (left, right) = (left.index(), right.index());
        match ordering {
            Ordering::Less => self.put_below(left, right),
            Ordering::Greater => self.put_below(right, left),
            Ordering::Equal => self.merge(left, right),
        }
        self.tighten();
        true
    }

    /// Everything up to `lower` is below everything from `upper` on.
    fn put_below(&mut self, lower: usize, upper: usize) {
        let from_upper = union(self.above.row(upper), self.same.row(upper));
        for point in 0..self.len() {
            if self.above.get(point, lower) || self.same.get(point, lower) {
                self.above.add(point, &from_upper);
            }
        }
    }

    fn merge(&mut self, left: usize, right: usize) {
        let same = union(self.same.row(left), self.same.row(right));
        let above = union(self.above.row(left), self.above.row(right));
        let from_here = union(&same, &above);
        let least = self.least[left].max(self.least[right]);
        let greatest = self.greatest[left].min(self.greatest[right]);
        for point in 0..self.len() {
            if contains(&same, point) {
                self.same.add(point, &same);
                self.above.add(point, &above);
                (self.least[point], self.greatest[point]) = (least, greatest);
            } else if self.above.get(point, left) || self.above.get(point, right) {
                self.above.add(point, &from_here);
            }
        }
    }

    /// Brings the ranges up to date with the chains, and then the matrices with the ranges.
    fn tighten(&mut self) {
        let ascending = self.ascending();
        for (position, upper) in ascending.iter().enumerate() {
            for lower in &ascending[..position] {
                if self.above.get(*lower, *upper) {
                    self.least[*upper] = self.least[*upper].max(self.least[*lower].saturating_add(1));
                }
            }
        }
        for (position, lower) in ascending.iter().enumerate().rev() {
            for upper in &ascending[position + 1..] {
                if self.above.get(*lower, *upper) {
                    self.greatest[*lower] = self.greatest[*lower].min(self.greatest[*upper].saturating_sub(1));
                }
            }
        }
        for left in 0..self.len() {
            for right in 0..self.len() {
                self.compare_ranges(left, right);
            }
        }
    }

    /// The points such that each comes after all that are below it: it has fewer points above than they have.
    fn ascending(&self) -> Vec<usize> {
        let mut points: Vec<usize> = (0..self.len()).collect();
        points.sort_by_key(|point| std::cmp::Reverse(self.above.count(*point)));
        points
    }

    fn compare_ranges(&mut self, left: usize, right: usize) {
        if self.greatest[left] < self.least[right] {
            self.above.set(left, right);
        } else if self.least[left] == self.greatest[right] && self.greatest[left] == self.least[right] {
            self.same.set(left, right);
        }
    }

    /// A number for each point such that all constraints hold: as near to 0 as can be, lower points first.
    pub fn model(&self) -> Vec<i64> {
        let mut values = vec![0; self.len()];
        let ascending = self.ascending();
        for (position, point) in ascending.iter().enumerate() {
            let below = ascending[..position].iter().filter(|lower| self.above.get(**lower, *point));
            let next = below.map(|lower| i64::saturating_add(values[*lower], 1)).max().unwrap_or(i64::MIN);
            values[*point] = next.max(self.least[*point]).max(self.greatest[*point].min(0));
        }
        values
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

    /// Every answer of the store is that of the assignments that are left.
    fn agree(order: &Order, left_over: &[Vec<i64>]) {
        for a in 0..order.len() {
            for b in 0..order.len() {
                let (left, right) = (Point(a as u32), Point(b as u32));
                let possible = ALL.map(|ordering| left_over.iter().any(|values| values[a].cmp(&values[b]) == ordering));
                for (ordering, possible) in ALL.into_iter().zip(possible) {
                    assert_eq!(order.is_possible(left, ordering, right), possible, "{order:?} {a} {ordering:?} {b}");
                }
                let implied = ALL.into_iter().zip(possible).filter(|(_, possible)| *possible);
                let implied: Vec<Ordering> = implied.map(|(ordering, _)| ordering).collect();
                let expected = if implied.len() == 1 { Some(implied[0]) } else { None };
                assert_eq!(order.compare(left, right), expected, "{order:?} {a} {b}");
            }
            let values = left_over.iter().map(|values| values[a]);
            assert_eq!(order.range(Point(a as u32)), (values.clone().min().unwrap(), values.max().unwrap()));
        }
        assert!(left_over.contains(&order.model()), "{order:?} {:?}", order.model());
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

    #[test]
    fn agrees_with_enumeration_and_does_not_depend_on_the_sequence() {
        let mut random = Random::new(1);
        for _ in 0..400 {
            let ranges = random_ranges(&mut random);
            let mut order = store(&ranges);
            let mut left_over = assignments(&ranges);
            let mut accepted = Vec::new();
            agree(&order, &left_over);
            for _ in 0..6 {
                let (a, b) = (random.below(ranges.len()), random.below(ranges.len()));
                let ordering = ALL[random.below(3)];
                let (left, right) = (Point(a as u32), Point(b as u32));
                let before = order.clone();
                let fitting = |values: &&Vec<i64>| values[a].cmp(&values[b]) == ordering;
                let rest: Vec<Vec<i64>> = left_over.iter().filter(fitting).cloned().collect();
                assert_eq!(order.assume(left, ordering, right), !rest.is_empty());
                if rest.is_empty() {
                    assert_eq!(order, before);
                    continue;
                }
                left_over = rest;
                accepted.push((left, ordering, right));
                agree(&order, &left_over);
            }
            for _ in 0..3 {
                random.shuffle(&mut accepted);
                let mut again = store(&ranges);
                assert!(accepted.iter().all(|(left, ordering, right)| again.assume(*right, ordering.reverse(), *left)));
                assert_eq!(again, order);
            }
        }
    }

    #[test]
    fn numbers_need_no_points() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let ranges: Vec<(i64, i64)> = random_ranges(&mut random);
            let mut left_over = assignments(&ranges);
            let mut order = store(&ranges);
            for _ in 0..6 {
                let (a, b, number) =
                    (random.below(ranges.len()), random.below(ranges.len()), random.below(7) as i64 - 1);
                let (left, right, ordering) = (Point(a as u32), Point(b as u32), ALL[random.below(3)]);
                let with_number = random.below(2) == 0;
                let other = |values: &[i64]| if with_number { number } else { values[b] };
                let fitting = |values: &&Vec<i64>| values[a].cmp(&other(values)) == ordering;
                let rest: Vec<Vec<i64>> = left_over.iter().filter(fitting).cloned().collect();
                let accepted = match with_number {
                    true => order.assume_with(left, ordering, number),
                    false => order.assume(left, ordering, right),
                };
                assert_eq!(accepted, !rest.is_empty());
                if accepted {
                    left_over = rest;
                    agree(&order, &left_over);
                }
            }
        }
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
        let points: Vec<Point> = (0..100).map(|_| order.add(i64::from(i32::MIN), i64::from(i32::MAX))).collect();
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
