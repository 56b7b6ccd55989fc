//! How many ways there are to give all points of an [`Order`] numbers: what `generate --count`
//! needs, without trying them.
//!
//! Equal points are one variable. What follows from other constraints, or from the ranges, is left
//! out; what is left is mostly a forest (a heap's keys, where none is smaller than its parent's),
//! and there the ways are counted from the leaves on: a point passes on to its neighbour, for each
//! of the neighbour's numbers, how many ways there are on its side. (Belief propagation: Pearl,
//! *Probabilistic reasoning in intelligent systems*, 1988, with sums of ones.) Where there is a
//! cycle, one of its points gets each of its numbers in turn.

use crate::order::{Order, OrderedVar, Orderings};

/// Ranges with more numbers are not counted.
const MOST_NUMBERS: i64 = 1 << 12;

/// Steps after which counting is given up: many cycles are better left to search.
const MOST_STEPS: usize = 1 << 20;

/// A constraint between two variables.
#[derive(Clone, Copy, Debug)]
struct Edge {
    left: usize,
    right: usize,
    orderings: Orderings,
}

/// Variables with the ways that are known for each of their numbers, and what is left to say about
/// them.
#[derive(Clone, Debug)]
struct Problem {
    least: Vec<i64>,
    ways: Vec<Vec<u64>>,
    edges: Vec<Edge>,
}

impl Order {
    /// The number of ways to give every point a number so that all constraints hold. `None`: too
    /// many numbers, or too hard.
    pub fn count(&self) -> Option<u64> {
        let mut steps = MOST_STEPS;
        self.problem()?.count(&mut steps)
    }

    fn problem(&self) -> Option<Problem> {
        // The first of several equal points stands for all of them.
        let points = || (0..self.len() as u32).map(OrderedVar);
        let is_first = |point: &OrderedVar| {
            points().take(point.index()).all(|other| self.possible(other, *point) != Orderings::EQUAL)
        };
        let firsts: Vec<OrderedVar> = points().filter(is_first).collect();
        let mut problem = Problem { least: Vec::new(), ways: Vec::new(), edges: Vec::new() };
        for point in &firsts {
            let (least, greatest) = self.range(*point);
            let numbers = greatest.checked_sub(least).filter(|numbers| *numbers < MOST_NUMBERS)?;
            problem.least.push(least);
            problem.ways.push(vec![1; numbers as usize + 1]);
        }
        for (right, right_point) in firsts.iter().enumerate() {
            for (left, left_point) in firsts[..right].iter().enumerate() {
                let orderings = self.possible(*left_point, *right_point);
                if orderings != Orderings::ALL && !self.follows(&firsts, *left_point, orderings, *right_point) {
                    problem.edges.push(Edge { left, right, orderings });
                }
            }
        }
        Some(problem)
    }

    /// Does it follow from the ranges, or from what is known of these two and a third point?
    fn follows(&self, points: &[OrderedVar], left: OrderedVar, orderings: Orderings, right: OrderedVar) -> bool {
        let ((left_least, left_greatest), (right_least, right_greatest)) = (self.range(left), self.range(right));
        let by_range = match orderings {
            Orderings::LESS => left_greatest < right_least,
            Orderings::NOT_GREATER => left_greatest <= right_least,
            Orderings::GREATER => left_least > right_greatest,
            Orderings::NOT_LESS => left_least >= right_greatest,
            _ => left_greatest < right_least || left_least > right_greatest,
        };
        let between = |third: &OrderedVar| {
            let (first, second) = (self.possible(left, *third), self.possible(*third, right));
            *third != left && *third != right && is_chain(first, second, orderings)
        };
        by_range || points.iter().any(between)
    }
}

/// Do two steps in the same direction give this, a step in that direction?
fn is_chain(first: Orderings, second: Orderings, whole: Orderings) -> bool {
    let goes = |strict: Orderings, weak: Orderings| {
        let both = [first, second];
        let is_step = both.iter().all(|step| *step == strict || *step == weak);
        is_step && (whole == weak || whole == strict && both.contains(&strict))
    };
    goes(Orderings::LESS, Orderings::NOT_GREATER) || goes(Orderings::GREATER, Orderings::NOT_LESS)
}

impl Problem {
    fn count(mut self, steps: &mut usize) -> Option<u64> {
        while let Some((edge, leaf)) = self.leaf() {
            let edge = self.edges.swap_remove(edge);
            self.pass_on(edge, leaf, steps)?;
        }
        let Some(edge) = self.edges.first().copied() else {
            let mut sums = self.ways.iter().map(|ways| ways.iter().try_fold(0_u64, |sum, ways| sum.checked_add(*ways)));
            return sums.try_fold(1_u64, |product, sum| product.checked_mul(sum?));
        };
        self.count_each(edge.left, steps)
    }

    /// A variable with one edge, and the edge.
    fn leaf(&self) -> Option<(usize, usize)> {
        let degree =
            |variable: usize| self.edges.iter().filter(|edge| edge.left == variable || edge.right == variable).count();
        self.edges.iter().enumerate().find_map(|(index, edge)| {
            let leaf = [edge.left, edge.right].into_iter().find(|variable| degree(*variable) == 1)?;
            Some((index, leaf))
        })
    }

    /// The leaf's ways, for each number of its neighbour, become ways of the neighbour. The leaf
    /// has one way then.
    fn pass_on(&mut self, edge: Edge, leaf: usize, steps: &mut usize) -> Option<()> {
        let (near, orderings) =
            if leaf == edge.left { (edge.right, edge.orderings) } else { (edge.left, edge.orderings.reverse()) };
        let ways = std::mem::replace(&mut self.ways[leaf], vec![1]);
        *steps = steps.checked_sub(ways.len() * self.ways[near].len())?;
        for (offset, to) in self.ways[near].iter_mut().enumerate() {
            let number = self.least[near] + offset as i64;
            let fits = |(offset, ways): (usize, &u64)| {
                orderings.contains((self.least[leaf] + offset as i64).cmp(&number)).then_some(*ways)
            };
            let sum = ways.iter().enumerate().filter_map(fits).try_fold(0_u64, |sum, ways| sum.checked_add(ways))?;
            *to = to.checked_mul(sum)?;
        }
        Some(())
    }

    /// One variable gets each of its numbers.
    fn count_each(&self, variable: usize, steps: &mut usize) -> Option<u64> {
        let mut sum = 0_u64;
        for (offset, ways) in self.ways[variable].iter().enumerate().filter(|(_, ways)| **ways > 0) {
            *steps = steps.checked_sub(1)?;
            let mut fixed = self.clone();
            fixed.least[variable] += offset as i64;
            fixed.ways[variable] = vec![*ways];
            let is_here = |edge: &Edge| edge.left == variable || edge.right == variable;
            let (here, rest): (Vec<Edge>, Vec<Edge>) = fixed.edges.iter().copied().partition(is_here);
            fixed.edges = rest;
            for edge in here {
                let neighbour = if edge.left == variable { edge.right } else { edge.left };
                // A copy of the variable with one way: the ways themselves are counted once.
                let kept = std::mem::replace(&mut fixed.ways[variable], vec![1]);
                fixed.pass_on(edge, variable, steps)?;
                fixed.ways[variable] = kept;
                debug_assert_ne!(neighbour, variable);
            }
            sum = sum.checked_add(fixed.count(steps)?)?;
        }
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// All ways, one by one.
    fn enumerate(order: &Order, numbers: &mut Vec<i64>, facts: &[(usize, Orderings, usize)]) -> u64 {
        if numbers.len() == order.len() {
            let holds = |(left, orderings, right): &(usize, Orderings, usize)| {
                orderings.contains(numbers[*left].cmp(&numbers[*right]))
            };
            return u64::from(facts.iter().all(holds));
        }
        let (least, greatest) = (0, 3);
        let mut sum = 0;
        for number in least..=greatest {
            numbers.push(number);
            sum += enumerate(order, numbers, facts);
            numbers.pop();
        }
        sum
    }

    #[test]
    fn counts_are_those_of_enumeration() {
        let kinds = [
            Orderings::LESS,
            Orderings::EQUAL,
            Orderings::GREATER,
            Orderings::NOT_EQUAL,
            Orderings::NOT_GREATER,
            Orderings::NOT_LESS,
        ];
        let mut random = Random::new(11);
        for _ in 0..3000 {
            let points = 1 + random.below(5);
            let mut order = Order::new();
            (0..points).for_each(|_| {
                order.add(0, 3);
            });
            let mut facts = Vec::new();
            for _ in 0..random.below(7) {
                let fact = (random.below(points), kinds[random.below(kinds.len())], random.below(points));
                if order.assume_among(OrderedVar(fact.0 as u32), fact.1, OrderedVar(fact.2 as u32)) {
                    facts.push(fact);
                }
            }
            assert_eq!(order.count(), Some(enumerate(&order, &mut Vec::new(), &facts)), "{order:?} {facts:?}");
        }
    }

    #[test]
    fn what_is_too_much_is_not_counted() {
        let mut order = Order::new();
        order.add(0, i64::from(i32::MAX));
        assert_eq!(order.count(), None);
    }
}
