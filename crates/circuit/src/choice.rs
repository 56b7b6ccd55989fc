//! One-hot choices: a value out of `n` as `n` literals of which exactly one holds. References are
//! such choices.
//!
//! Nothing here enforces that exactly one holds; [`Circuit::exactly_one`] says it, and whoever
//! makes a choice of inputs has to assert that. The operations below keep it.

use crate::bits::Bits;
use crate::circuit::Circuit;
use crate::literal::Lit;

impl Circuit {
    /// The choice of the value `index` out of `count`.
    pub fn chosen(index: usize, count: usize) -> Vec<Lit> {
        (0..count).map(|i| Lit::constant(i == index)).collect()
    }

    /// If `c` then `a` else `b`, position by position.
    pub fn mux(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        debug_assert_eq!(a.len(), b.len());
        a.iter().zip(b).map(|(&x, &y)| self.ite(c, x, y)).collect()
    }

    /// Whether two choices are the same value.
    pub fn same(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        debug_assert_eq!(a.len(), b.len());
        let both: Vec<Lit> = a.iter().zip(b).map(|(&x, &y)| self.and(x, y)).collect();
        self.or_all(both)
    }

    /// The literal of `options` that `choice` points to; false where it points to none.
    pub fn select(&mut self, choice: &[Lit], options: &[Lit]) -> Lit {
        // The same formula as for equality: one position at which both hold.
        self.same(choice, options)
    }

    /// The row of `options` that `choice` points to; all false where it points to none.
    pub fn select_row(&mut self, choice: &[Lit], options: &[Vec<Lit>]) -> Vec<Lit> {
        debug_assert_eq!(choice.len(), options.len());
        let width = options.first().map_or(0, Vec::len);
        (0..width)
            .map(|column| {
                let both: Vec<Lit> = choice.iter().zip(options).map(|(&c, row)| self.and(c, row[column])).collect();
                self.or_all(both)
            })
            .collect()
    }

    /// The number of `options` that `choice` points to; zero where it points to none.
    pub fn select_bits(&mut self, choice: &[Lit], options: &[Bits]) -> Bits {
        let rows: Vec<Vec<Lit>> = options.iter().map(|bits| bits.lits().to_vec()).collect();
        Bits::from_lits(self.select_row(choice, &rows))
    }

    /// Exactly one of them holds.
    pub fn exactly_one(&mut self, lits: &[Lit]) -> Lit {
        let some = self.or_all(lits.iter().copied());
        let most = self.at_most_one(lits);
        self.and(some, most)
    }

    /// No two of them hold. Pairwise for few; for many, by halves: linear in gates, and it
    /// propagates as well.
    pub fn at_most_one(&mut self, lits: &[Lit]) -> Lit {
        let open: Vec<Lit> = lits.iter().copied().filter(|&lit| lit != Lit::FALSE).collect();
        if open.len() <= 6 {
            let pairs = (0..open.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
            let apart: Vec<Lit> = pairs.map(|(i, j)| !self.and(open[i], open[j])).collect();
            return self.and_all(apart);
        }
        let (low, high) = open.split_at(open.len() / 2);
        let (some_low, some_high) = (self.or_all(low.iter().copied()), self.or_all(high.iter().copied()));
        let parts = [!self.and(some_low, some_high), self.at_most_one(low), self.at_most_one(high)];
        self.and_all(parts)
    }
}
