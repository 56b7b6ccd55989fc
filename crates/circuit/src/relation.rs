//! Finite sets and binary relations as vectors and matrices of literals.
//!
//! A set over `n` atoms is a slice of `n` literals: literal `i` says whether atom `i` is in it. A
//! [`Relation`] is a matrix: the literal in row `i` and column `j` says whether it holds from atom
//! `i` to atom `j`. The operators are those of relational logic (Jackson, "Software Abstractions";
//! Vaziri and Jackson's formulas are written in them).

use crate::bits::Bits;
use crate::circuit::Circuit;
use crate::literal::Lit;

/// A binary relation from the atoms of its rows to those of its columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    columns: usize,
    rows: Vec<Vec<Lit>>,
}

impl Relation {
    /// The empty relation.
    pub fn none(rows: usize, columns: usize) -> Relation {
        Relation { columns, rows: vec![vec![Lit::FALSE; columns]; rows] }
    }

    /// Every atom to itself.
    pub fn identity(size: usize) -> Relation {
        Relation::from_fn(size, size, |i, j| Lit::constant(i == j))
    }

    pub fn from_fn(rows: usize, columns: usize, mut lit: impl FnMut(usize, usize) -> Lit) -> Relation {
        let row = |i| (0..columns).map(|j| lit(i, j)).collect();
        Relation { columns, rows: (0..rows).map(row).collect() }
    }

    /// Rows of `columns` literals each.
    pub fn from_rows(columns: usize, rows: Vec<Vec<Lit>>) -> Relation {
        debug_assert!(rows.iter().all(|row| row.len() == columns));
        Relation { columns, rows }
    }

    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    pub fn get(&self, row: usize, column: usize) -> Lit {
        self.rows[row][column]
    }

    pub fn set(&mut self, row: usize, column: usize, lit: Lit) {
        self.rows[row][column] = lit;
    }

    /// What an atom is related to.
    pub fn row(&self, row: usize) -> &[Lit] {
        &self.rows[row]
    }

    pub fn set_row(&mut self, row: usize, lits: Vec<Lit>) {
        debug_assert_eq!(lits.len(), self.columns);
        self.rows[row] = lits;
    }

    pub fn transposed(&self) -> Relation {
        Relation::from_fn(self.columns, self.rows(), |i, j| self.get(j, i))
    }

    /// All literals, row by row.
    pub fn lits(&self) -> Vec<Lit> {
        self.rows.concat()
    }
}

/// Sets.
impl Circuit {
    fn pointwise(&mut self, a: &[Lit], b: &[Lit], gate: fn(&mut Circuit, Lit, Lit) -> Lit) -> Vec<Lit> {
        debug_assert_eq!(a.len(), b.len());
        a.iter().zip(b).map(|(&x, &y)| gate(self, x, y)).collect()
    }

    pub fn set_union(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        self.pointwise(a, b, Circuit::or)
    }

    pub fn set_intersection(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        self.pointwise(a, b, Circuit::and)
    }

    pub fn set_difference(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        self.pointwise(a, b, |circuit, x, y| circuit.and(x, !y))
    }

    pub fn set_in(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let each = self.pointwise(a, b, Circuit::implies);
        self.and_all(each)
    }

    pub fn set_eq(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let each = self.pointwise(a, b, Circuit::iff);
        self.and_all(each)
    }

    pub fn set_is_empty(&mut self, a: &[Lit]) -> Lit {
        !self.or_all(a.iter().copied())
    }

    /// The atoms that those of `set` are related to: `set.relation`.
    pub fn image(&mut self, set: &[Lit], relation: &Relation) -> Vec<Lit> {
        debug_assert_eq!(set.len(), relation.rows());
        (0..relation.columns())
            .map(|j| {
                let from: Vec<Lit> = (0..set.len()).map(|i| self.and(set[i], relation.get(i, j))).collect();
                self.or_all(from)
            })
            .collect()
    }

    /// The atoms that are related to one of `set`: `relation.set`.
    pub fn preimage(&mut self, relation: &Relation, set: &[Lit]) -> Vec<Lit> {
        self.image(set, &relation.transposed())
    }
}

/// Relations.
impl Circuit {
    /// A relation of free literals.
    pub fn input_relation(&mut self, rows: usize, columns: usize) -> Relation {
        Relation::from_fn(rows, columns, |_, _| self.input())
    }

    fn rowwise(&mut self, a: &Relation, b: &Relation, gate: fn(&mut Circuit, Lit, Lit) -> Lit) -> Relation {
        debug_assert_eq!((a.rows(), a.columns()), (b.rows(), b.columns()));
        let rows = a.rows.iter().zip(&b.rows).map(|(x, y)| self.pointwise(x, y, gate)).collect();
        Relation::from_rows(a.columns, rows)
    }

    pub fn union(&mut self, a: &Relation, b: &Relation) -> Relation {
        self.rowwise(a, b, Circuit::or)
    }

    pub fn intersection(&mut self, a: &Relation, b: &Relation) -> Relation {
        self.rowwise(a, b, Circuit::and)
    }

    pub fn difference(&mut self, a: &Relation, b: &Relation) -> Relation {
        self.rowwise(a, b, |circuit, x, y| circuit.and(x, !y))
    }

    pub fn ite_relation(&mut self, c: Lit, a: &Relation, b: &Relation) -> Relation {
        let rows = a.rows.iter().zip(&b.rows).map(|(x, y)| self.mux(c, x, y)).collect();
        Relation::from_rows(a.columns, rows)
    }

    /// `a` in `b`.
    pub fn relation_in(&mut self, a: &Relation, b: &Relation) -> Lit {
        self.set_in(&a.lits(), &b.lits())
    }

    pub fn relation_eq(&mut self, a: &Relation, b: &Relation) -> Lit {
        self.set_eq(&a.lits(), &b.lits())
    }

    /// The product of two sets: each of `a` to each of `b`.
    pub fn product(&mut self, a: &[Lit], b: &[Lit]) -> Relation {
        Relation::from_fn(a.len(), b.len(), |i, j| self.and(a[i], b[j]))
    }

    /// From where `a` leaves to where `b` arrives: `a.b`.
    pub fn join(&mut self, a: &Relation, b: &Relation) -> Relation {
        debug_assert_eq!(a.columns(), b.rows());
        let rows = a.rows.iter().map(|row| self.image(row, b)).collect();
        Relation::from_rows(b.columns(), rows)
    }

    /// One step or more: `^a`, by squaring, which needs logarithmically many joins.
    pub fn closure(&mut self, a: &Relation) -> Relation {
        debug_assert_eq!(a.rows(), a.columns());
        let mut reached = a.clone();
        let mut steps = 1;
        while steps < a.rows() {
            let further = self.join(&reached, &reached);
            let next = self.union(&reached, &further);
            if next == reached {
                break;
            }
            reached = next;
            steps *= 2;
        }
        reached
    }

    /// Any number of steps: `*a`.
    pub fn reflexive_closure(&mut self, a: &Relation) -> Relation {
        let closure = self.closure(a);
        self.union(&closure, &Relation::identity(a.rows()))
    }

    /// What can be reached from `start` in any number of steps, layer by layer: cheaper than the
    /// closure where only one set of starts is asked for.
    pub fn reach(&mut self, start: &[Lit], a: &Relation) -> Vec<Lit> {
        let mut reached = start.to_vec();
        for _ in 1..a.rows().max(1) {
            let further = self.image(&reached, a);
            let next = self.set_union(&reached, &further);
            if next == reached {
                break;
            }
            reached = next;
        }
        reached
    }

    /// The number of pairs.
    pub fn relation_count(&mut self, a: &Relation) -> Bits {
        self.count(&a.lits())
    }
}
