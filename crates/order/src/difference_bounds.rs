//! Integers with ranges, and which of them are known to be less or not greater than others: an
//! [`Order`](crate::order::Order) without points that differ.
//!
//! These are difference constraints with bounds. Closing the bounds and tightening the ranges is
//! complete for them; what the ranges say of two points is recorded with the bounds. Whatever is
//! added to a store that is closed and tight is followed from where it was added, and leaves a
//! store that is closed and tight.
//!
//! This is copied with every fork and changed after most of them. So all of it is one piece of
//! memory, a record for each point; and up to 64 points, where a row of bits is one word, sets of
//! points are words too.

use crate::bits::{copy, ones};
use crate::order::Orderings;

/// Where a record has what. The rows follow the range.
const LEAST: usize = 0;
const GREATEST: usize = 1;
const ROWS: usize = 2;

/// In a record of four words: the points above, and those not below.
const ABOVE: usize = 2;
const NOT_BELOW: usize = 3;

/// All methods require points of this store.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) struct DifferenceBounds {
    points: usize,
    /// Words in a row.
    stride: usize,
    /// The highest least number of all points, and the lowest greatest one. Ranges only shrink, so
    /// these are easily kept.
    highest_least: i64,
    lowest_greatest: i64,
    /// A record for each point: the range, then a row for the points known to be greater, and one
    /// for those known not to be less, which are itself, equal ones, and those above. Both are
    /// transitively closed.
    words: Vec<u64>,
}

impl Default for DifferenceBounds {
    fn default() -> DifferenceBounds {
        DifferenceBounds { points: 0, stride: 0, highest_least: i64::MIN, lowest_greatest: i64::MAX, words: Vec::new() }
    }
}

impl Clone for DifferenceBounds {
    fn clone(&self) -> DifferenceBounds {
        DifferenceBounds { words: self.words.clone(), ..*self }
    }

    /// Reuses the memory.
    fn clone_from(&mut self, other: &DifferenceBounds) {
        (self.points, self.stride) = (other.points, other.stride);
        (self.highest_least, self.lowest_greatest) = (other.highest_least, other.lowest_greatest);
        copy(&mut self.words, &other.words);
    }
}

impl DifferenceBounds {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.points
    }

    /// A new point of which nothing is known but its range.
    pub(crate) fn add(&mut self, least: i64, greatest: i64) {
        let point = self.points;
        let stride = (point + 1).div_ceil(64);
        if stride != self.stride {
            self.widen(stride);
        }
        self.points += 1;
        self.words.extend([least as u64, greatest as u64]);
        self.words.resize(self.points * self.record(), 0);
        self.set_not_below(point, point);
        let is_apart = greatest <= self.highest_least || least >= self.lowest_greatest;
        self.highest_least = self.highest_least.max(least);
        self.lowest_greatest = self.lowest_greatest.min(greatest);
        if is_apart {
            self.compare_with_all(point);
        }
    }

    /// Makes rows longer.
    fn widen(&mut self, stride: usize) {
        let mut words = Vec::with_capacity((self.points + 1) * (ROWS + 2 * stride));
        for point in 0..self.points {
            words.extend([self.least(point) as u64, self.greatest(point) as u64]);
            for row in [self.above(point), self.not_below(point)] {
                words.extend_from_slice(row);
                words.resize(words.len() + stride - self.stride, 0);
            }
        }
        (self.stride, self.words) = (stride, words);
    }

    /// Words in a record.
    #[inline]
    fn record(&self) -> usize {
        ROWS + 2 * self.stride
    }

    #[inline]
    pub(crate) fn least(&self, point: usize) -> i64 {
        self.words[point * self.record() + LEAST] as i64
    }

    #[inline]
    pub(crate) fn greatest(&self, point: usize) -> i64 {
        self.words[point * self.record() + GREATEST] as i64
    }

    /// The points known to be greater.
    pub(crate) fn above(&self, point: usize) -> &[u64] {
        let start = point * self.record() + ROWS;
        &self.words[start..start + self.stride]
    }

    /// The points known not to be less.
    pub(crate) fn not_below(&self, point: usize) -> &[u64] {
        let start = point * self.record() + ROWS + self.stride;
        &self.words[start..start + self.stride]
    }

    /// Is `upper` known to be greater?
    #[inline]
    pub(crate) fn is_above(&self, lower: usize, upper: usize) -> bool {
        self.words[lower * self.record() + ROWS + upper / 64] >> (upper % 64) & 1 == 1
    }

    /// Is `upper` known not to be less?
    #[inline]
    pub(crate) fn is_not_below(&self, lower: usize, upper: usize) -> bool {
        self.words[lower * self.record() + ROWS + self.stride + upper / 64] >> (upper % 64) & 1 == 1
    }

    /// Are they known to be equal?
    #[inline]
    pub(crate) fn is_equal(&self, left: usize, right: usize) -> bool {
        self.is_not_below(left, right) && self.is_not_below(right, left)
    }

    fn set_above(&mut self, lower: usize, upper: usize) {
        let start = lower * self.record() + ROWS;
        self.words[start + upper / 64] |= 1 << (upper % 64);
    }

    fn set_not_below(&mut self, lower: usize, upper: usize) {
        let start = lower * self.record() + ROWS + self.stride;
        self.words[start + upper / 64] |= 1 << (upper % 64);
    }

    /// A point is at least so large. Requires a number that is not below its least one.
    fn raise(&mut self, point: usize, least: i64) {
        let start = point * self.record();
        self.words[start + LEAST] = least as u64;
        self.highest_least = self.highest_least.max(least);
    }

    /// A point is at most so large. Requires a number that is not above its greatest one.
    fn reduce(&mut self, point: usize, greatest: i64) {
        let start = point * self.record();
        self.words[start + GREATEST] = greatest as u64;
        self.lowest_greatest = self.lowest_greatest.min(greatest);
    }

    /// How many numbers there are more than one that every point could be.
    pub(crate) fn common_width(&self) -> i64 {
        self.lowest_greatest.saturating_sub(self.highest_least)
    }

    /// Adds a constraint, and all that follows. Requires that it is possible and says more than is
    /// known; anything but "different".
    pub(crate) fn assume(&mut self, left: usize, orderings: Orderings, right: usize) {
        match orderings {
            Orderings::LESS => self.assume_below(left, right, true),
            Orderings::GREATER => self.assume_below(right, left, true),
            Orderings::NOT_GREATER => self.assume_below(left, right, false),
            Orderings::NOT_LESS => self.assume_below(right, left, false),
            _ => self.assume_equal(left, right),
        }
    }

    fn assume_below(&mut self, lower: usize, upper: usize, strictly: bool) {
        self.put_below(lower, upper, strictly);
        let least = self.least(lower).saturating_add(i64::from(strictly));
        let greatest = self.greatest(upper).saturating_sub(i64::from(strictly));
        self.tighten_from((upper, least), (lower, greatest));
    }

    fn assume_equal(&mut self, left: usize, right: usize) {
        self.put_below(left, right, false);
        self.put_below(right, left, false);
        let (least, greatest) =
            ([left, right].map(|point| self.least(point)), [left, right].map(|point| self.greatest(point)));
        let raised = if least[0] < least[1] { (left, least[1]) } else { (right, least[0]) };
        let reduced = if greatest[0] > greatest[1] { (left, greatest[1]) } else { (right, greatest[0]) };
        self.tighten_from(raised, reduced);
    }

    /// A point has this range, and all that follows. Requires that it is possible, and no wider
    /// than the one it has.
    pub(crate) fn restrict(&mut self, point: usize, least: i64, greatest: i64) {
        self.tighten_from((point, least), (point, greatest));
    }

    /// Everything up to `lower` is (`strictly` or not) below everything from `upper` on.
    pub(crate) fn put_below(&mut self, lower: usize, upper: usize, strictly: bool) {
        if self.stride == 1 {
            return put_below(self.words.as_chunks_mut().0, lower, upper, strictly);
        }
        let (above, not_below) = (self.above(upper).to_vec(), self.not_below(upper).to_vec());
        for point in 0..self.points {
            if !self.is_not_below(point, lower) {
                continue;
            }
            let more = if strictly || self.is_above(point, lower) { &not_below } else { &above };
            let start = point * self.record() + ROWS;
            let rows = self.words[start..].iter_mut();
            rows.zip(more.iter().chain(&not_below)).for_each(|(word, more)| *word |= more);
        }
    }

    /// One point is at least, and another is at most so large: so are those above, and below; and
    /// whatever the ranges say then.
    fn tighten_from(&mut self, (upper, least): (usize, i64), (lower, greatest): (usize, i64)) {
        if self.stride == 1 {
            let records = self.words.as_chunks_mut().0;
            let changed = raise_from(records, &mut self.highest_least, upper, least)
                | reduce_from(records, &mut self.lowest_greatest, lower, greatest);
            if self.highest_least >= self.lowest_greatest {
                ones(&[changed]).for_each(|point| _ = self.compare_with_all(point));
            }
            return;
        }
        let raised = self.raise_from(upper, least);
        let reduced = self.reduce_from(lower, greatest);
        raised.into_iter().chain(reduced).for_each(|point| _ = self.compare_with_all(point));
    }

    /// The function of this name where a row has more than a word.
    fn raise_from(&mut self, point: usize, least: i64) -> Vec<usize> {
        let (mut level, mut bound, mut changed) = (self.not_below(point).to_vec(), least, Vec::new());
        loop {
            let raised: Vec<usize> = ones(&level).filter(|point| self.least(*point) < bound).collect();
            if raised.is_empty() {
                return changed;
            }
            level.fill(0);
            for point in raised.iter().copied() {
                self.raise(point, bound);
                level.iter_mut().zip(self.above(point)).for_each(|(word, more)| *word |= more);
            }
            changed.extend(raised);
            bound = bound.saturating_add(1);
        }
    }

    /// The function of this name where a row has more than a word.
    fn reduce_from(&mut self, point: usize, greatest: i64) -> Vec<usize> {
        let below = |lower: &usize| self.is_not_below(*lower, point);
        let (mut level, mut bound, mut changed) =
            ((0..self.points).filter(below).collect::<Vec<_>>(), greatest, Vec::new());
        loop {
            level.retain(|point| self.greatest(*point) > bound);
            if level.is_empty() {
                return changed;
            }
            let mut reduced = vec![0; self.stride];
            for point in level.iter().copied() {
                self.reduce(point, bound);
                reduced[point / 64] |= 1 << (point % 64);
            }
            changed.extend(level);
            let meets =
                |lower: &usize| self.above(*lower).iter().zip(&reduced).any(|(above, reduced)| above & reduced != 0);
            level = (0..self.points).filter(meets).collect();
            bound = bound.saturating_sub(1);
        }
    }

    /// Brings all ranges up to date with the bounds; the points whose ranges have changed.
    pub(crate) fn tighten(&mut self) -> Vec<u64> {
        let mut changed = vec![0; self.stride];
        let mut mark = |point: usize| changed[point / 64] |= 1 << (point % 64);
        let ascending = self.ascending();
        for lower in ascending.iter().copied() {
            for upper in 0..self.points {
                if !self.is_not_below(lower, upper) {
                    continue;
                }
                let least = self.least(lower).saturating_add(i64::from(self.is_above(lower, upper)));
                if least > self.least(upper) {
                    self.raise(upper, least);
                    mark(upper);
                }
                // Equal points come in any sequence.
                if self.least(upper) > self.least(lower) && self.is_not_below(upper, lower) {
                    self.raise(lower, self.least(upper));
                    mark(lower);
                }
            }
        }
        for lower in ascending.iter().rev().copied() {
            for upper in 0..self.points {
                if !self.is_not_below(lower, upper) {
                    continue;
                }
                let greatest = self.greatest(upper).saturating_sub(i64::from(self.is_above(lower, upper)));
                if greatest < self.greatest(lower) {
                    self.reduce(lower, greatest);
                    mark(lower);
                }
                if self.greatest(lower) < self.greatest(upper) && self.is_not_below(upper, lower) {
                    self.reduce(upper, self.greatest(lower));
                    mark(upper);
                }
            }
        }
        changed
    }

    /// The points such that each comes after all that are below it, and equal ones follow each
    /// other: it has fewer points above than they have.
    pub(crate) fn ascending(&self) -> Vec<usize> {
        let above = |point: &usize| self.not_below(*point).iter().map(|word| word.count_ones()).sum::<u32>();
        let mut points: Vec<usize> = (0..self.points).collect();
        points.sort_by_key(|point| std::cmp::Reverse(above(point)));
        points
    }

    /// Records what the range of a point says of all others. Is there a range, and was anything
    /// new?
    pub(crate) fn compare_with_all(&mut self, point: usize) -> (bool, bool) {
        if self.least(point) > self.greatest(point) {
            return (false, false);
        }
        // Most ranges are wide.
        if self.highest_least < self.greatest(point) && self.lowest_greatest > self.least(point) {
            return (true, false);
        }
        let mut is_news = false;
        for other in 0..self.points {
            is_news |= self.compare_ranges(point, other) | self.compare_ranges(other, point);
        }
        (true, is_news)
    }

    /// Records what the ranges say of two points; was it new?
    fn compare_ranges(&mut self, left: usize, right: usize) -> bool {
        let is_above = self.greatest(left) < self.least(right);
        let is_not_below = self.greatest(left) <= self.least(right);
        let is_news = is_above && !self.is_above(left, right) || is_not_below && !self.is_not_below(left, right);
        if is_above {
            self.set_above(left, right);
        }
        if is_not_below {
            self.set_not_below(left, right);
        }
        is_news
    }
}

/// Everything up to `lower` is (`strictly` or not) below everything from `upper` on.
fn put_below(records: &mut [[u64; 4]], lower: usize, upper: usize, strictly: bool) {
    let [.., above, not_below] = records[upper];
    for record in records.iter_mut().filter(|record| record[NOT_BELOW] >> lower & 1 == 1) {
        let is_strict = strictly || record[ABOVE] >> lower & 1 == 1;
        record[ABOVE] |= if is_strict { not_below } else { above };
        record[NOT_BELOW] |= not_below;
    }
}

/// A point is at least so large, and so is all that is not below it; what is above those that have
/// changed is larger; and so on, by one more with each step. The points that have changed. (What is
/// above others has been larger before: it follows that nothing else changes.)
fn raise_from(records: &mut [[u64; 4]], highest_least: &mut i64, point: usize, least: i64) -> u64 {
    let (mut level, mut bound, mut changed) = (records[point][NOT_BELOW], least, 0);
    if records[point][LEAST] as i64 >= least {
        return 0;
    }
    loop {
        let (mut raised, mut next) = (0, 0);
        for point in ones(&[level]) {
            let record = &mut records[point];
            if (record[LEAST] as i64) < bound {
                record[LEAST] = bound as u64;
                next |= record[ABOVE];
                raised |= 1 << point;
            }
        }
        if raised == 0 {
            return changed;
        }
        *highest_least = (*highest_least).max(bound);
        changed |= raised;
        level = next;
        bound = bound.saturating_add(1);
    }
}

/// The same upside down.
fn reduce_from(records: &mut [[u64; 4]], lowest_greatest: &mut i64, point: usize, greatest: i64) -> u64 {
    let (mut bound, mut changed) = (greatest, 0);
    if records[point][GREATEST] as i64 <= greatest {
        return 0;
    }
    let (mut row, mut level) = (NOT_BELOW, 1 << point);
    loop {
        let mut reduced = 0;
        for (point, record) in records.iter_mut().enumerate() {
            if record[row] & level != 0 && record[GREATEST] as i64 > bound {
                record[GREATEST] = bound as u64;
                reduced |= 1 << point;
            }
        }
        if reduced == 0 {
            return changed;
        }
        *lowest_greatest = (*lowest_greatest).min(bound);
        changed |= reduced;
        (row, level) = (ABOVE, reduced);
        bound = bound.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::cmp::Ordering::{Equal, Greater, Less};

    /// Of types, of constants, narrow ones, and some far apart.
    fn random_range(random: &mut Random, kind: usize) -> (i64, i64) {
        let number = random.below(9) as i64;
        match (kind, random.below(4)) {
            (0, _) | (1, 1..) => (i64::from(i32::MIN), i64::from(i32::MAX)),
            (1, _) => (number - 4, number - 4),
            (2, _) => (number, number + random.below(6) as i64),
            (3, 0) => (i64::MIN, i64::MIN + number),
            (3, 1) => (i64::MAX - number, i64::MAX),
            (3, _) => (i64::MIN, i64::MAX),
            _ => (number * 100, number * 100 + random.below(1000) as i64),
        }
    }

    fn possible(bounds: &DifferenceBounds, left: usize, right: usize) -> Orderings {
        let differ = bounds.is_above(left, right) || bounds.is_above(right, left);
        let all =
            [(Less, !bounds.is_not_below(right, left)), (Equal, !differ), (Greater, !bounds.is_not_below(left, right))];
        all.into_iter().filter(|(_, is_possible)| *is_possible).map(|(ordering, _)| ordering).collect()
    }

    /// The same as [`DifferenceBounds::assume`], by going through everything.
    fn assume_slowly(bounds: &mut DifferenceBounds, left: usize, orderings: Orderings, right: usize) {
        if !orderings.contains(Greater) {
            bounds.put_below(left, right, !orderings.contains(Equal));
        }
        if !orderings.contains(Less) {
            bounds.put_below(right, left, !orderings.contains(Equal));
        }
        settle_slowly(bounds);
    }

    fn settle_slowly(bounds: &mut DifferenceBounds) {
        while bounds.tighten().iter().any(|word| *word != 0) {
            for point in 0..bounds.len() {
                assert!(bounds.compare_with_all(point).0);
            }
        }
    }

    /// Nothing follows that is not there, and the bounds are those of the points.
    fn is_closed(bounds: &DifferenceBounds) -> bool {
        let mut again = bounds.clone();
        let points = 0..bounds.len();
        for (left, middle) in points.clone().flat_map(|left| points.clone().map(move |middle| (left, middle))) {
            if bounds.is_not_below(left, middle) {
                again.put_below(left, middle, bounds.is_above(left, middle));
            }
            again.compare_ranges(left, middle);
        }
        let is_tight = again.tighten().iter().all(|word| *word == 0);
        let extremes =
            (points.clone().map(|point| bounds.least(point)).max(), points.map(|point| bounds.greatest(point)).min());
        is_tight && again == *bounds && extremes == (Some(bounds.highest_least), Some(bounds.lowest_greatest))
    }

    /// Does the store say of its points from `start` on what the other says of all?
    fn ends_like(bounds: &DifferenceBounds, start: usize, other: &DifferenceBounds) -> bool {
        let mut points = 0..other.len();
        points.all(|left| {
            let range = (bounds.least(start + left), bounds.greatest(start + left));
            range == (other.least(left), other.greatest(left))
                && (0..other.len())
                    .all(|right| possible(bounds, start + left, start + right) == possible(other, left, right))
        })
    }

    /// The same constraints on few points, on few points with everything gone through, and on the
    /// last of many points.
    #[test]
    fn what_follows_is_found_from_where_it_follows() {
        const SETS: [Orderings; 5] =
            [Orderings::LESS, Orderings::EQUAL, Orderings::GREATER, Orderings::NOT_GREATER, Orderings::NOT_LESS];
        let mut random = Random::new(21);
        for round in 0..1500 {
            let mut points = 2 + random.below(12);
            let start = if round % 7 == 0 { 60 + random.below(70) } else { 0 };
            let (mut few, mut many) = (DifferenceBounds::default(), DifferenceBounds::default());
            (0..start).for_each(|_| many.add(i64::MIN, i64::MAX));
            for _ in 0..points {
                let (least, greatest) = random_range(&mut random, round % 5);
                few.add(least, greatest);
                many.add(least, greatest);
            }
            for _ in 0..3 * points {
                if random.below(20) == 0 {
                    let (least, greatest) = random_range(&mut random, round % 5);
                    few.add(least, greatest);
                    many.add(least, greatest);
                    points += 1;
                    assert!(is_closed(&few) && ends_like(&many, start, &few));
                }
                let (left, right) = (random.below(points), random.below(points));
                if random.below(8) == 0 {
                    let width = few.greatest(left).abs_diff(few.least(left)).min(20) as usize + 1;
                    let least = few.least(left) + random.below(width) as i64;
                    let greatest = if random.below(2) == 0 { few.greatest(left) } else { least };
                    few.restrict(left, least, greatest);
                    many.restrict(start + left, least, greatest);
                    assert!(is_closed(&few) && ends_like(&many, start, &few));
                    continue;
                }
                let known = possible(&few, left, right);
                let orderings = known.and(SETS[random.below(SETS.len())]);
                if orderings == known || orderings == Orderings::NONE || orderings == Orderings::NOT_EQUAL {
                    continue;
                }
                let mut slow = few.clone();
                few.assume(left, orderings, right);
                assume_slowly(&mut slow, left, orderings, right);
                assert_eq!(few, slow);
                many.assume(start + left, orderings, start + right);
                assert!(is_closed(&few) && ends_like(&many, start, &few), "{few:?}");
            }
            assert!(start == 0 || is_closed(&many));
        }
    }
}
