//! How many of some literals hold: as a number, or as a unary count that is cut at a bound.

use crate::bits::Bits;
use crate::circuit::Circuit;
use crate::literal::Lit;

impl Circuit {
    /// The number of literals that hold, in as few bits as can write it.
    pub fn count(&mut self, lits: &[Lit]) -> Bits {
        match *lits {
            [] => Bits::from_lits(vec![Lit::FALSE]),
            [only] => Bits::from_lits(vec![only]),
            _ => {
                let (low, high) = lits.split_at(lits.len() / 2);
                let (low, high) = (self.count(low), self.count(high));
                let needed = (usize::BITS - lits.len().leading_zeros()) as usize;
                self.add(&low.zero_extended(needed), &high.zero_extended(needed))
            }
        }
    }

    /// Literal `i` says that more than `i` of `lits` hold, for `i` below `limit` (a totalizer that
    /// is cut there; Bailleux and Boufkhad, "Efficient CNF encoding of Boolean cardinality
    /// constraints", 2003).
    pub fn unary_count(&mut self, lits: &[Lit], limit: usize) -> Vec<Lit> {
        if lits.len() <= 1 || limit == 0 {
            return lits.iter().copied().take(limit).collect();
        }
        let (low, high) = lits.split_at(lits.len() / 2);
        let (low, high) = (self.unary_count(low, limit), self.unary_count(high, limit));
        let total = limit.min(low.len() + high.len());
        (0..total).map(|i| self.more_than(&low, &high, i)).collect()
    }

    /// Whether the sum of two unary counts is more than `i`.
    fn more_than(&mut self, low: &[Lit], high: &[Lit], i: usize) -> Lit {
        let at_least = |unary: &[Lit], n: usize| if n == 0 { Some(Lit::TRUE) } else { unary.get(n - 1).copied() };
        let splits = (0..=i + 1).filter_map(|n| Some((at_least(low, n)?, at_least(high, i + 1 - n)?)));
        let splits: Vec<Lit> = splits.map(|(a, b)| self.and(a, b)).collect();
        self.or_all(splits)
    }

    /// At most `bound` of them hold.
    pub fn at_most(&mut self, lits: &[Lit], bound: usize) -> Lit {
        let unary = self.unary_count(lits, bound + 1);
        unary.get(bound).map_or(Lit::TRUE, |&more| !more)
    }

    /// At least `bound` of them hold.
    pub fn at_least(&mut self, lits: &[Lit], bound: usize) -> Lit {
        if bound == 0 {
            return Lit::TRUE;
        }
        let unary = self.unary_count(lits, bound);
        unary.get(bound - 1).copied().unwrap_or(Lit::FALSE)
    }
}
