//! Ints of which only the order matters, as points of a total preorder.
//!
//! Where a data-flow analysis (`tightrope_program::sorts`) shows that the values of a class of
//! places are only copied and compared, each place before the call is a *point* of its own, and so
//! is each constant that meets them. One matrix of literals says which point is at most which; it
//! is total and transitive. A value is one-hot over points, so a comparison of two known points is
//! one literal, where 32 bits would need a comparator. Every such preorder is one of numbers as
//! long as there is room for all points between two constants and at the ends of the type; where
//! there is not, the places stay bits ([`Order::new`] says no).

use crate::value::Value;
use std::collections::BTreeMap;
use std::rc::Rc;
use tightrope_circuit::{Circuit, Lit, Model};

pub(crate) type Point = usize;

/// Cubically many clauses say that the order is transitive: with more points, bits are cheaper.
const MOST_POINTS: usize = 48;

/// The order of one class of places.
#[derive(Debug)]
pub(crate) struct Order {
    id: usize,
    /// Ascending, with their points.
    constants: Vec<(i64, Point)>,
    /// Is the first at most the second?
    at_most: Vec<Vec<Lit>>,
}

/// A value: which point it is. At most one literal holds; exactly one wherever the value matters.
#[derive(Clone, Debug)]
pub(crate) struct Ordered {
    pub(crate) order: Rc<Order>,
    /// Ascending by point; no literal is constantly false.
    pub(crate) points: Rc<Vec<(Point, Lit)>>,
}

impl PartialEq for Ordered {
    fn eq(&self, other: &Ordered) -> bool {
        self.order.id == other.order.id && self.points == other.points
    }
}

impl Eq for Ordered {}

impl std::hash::Hash for Ordered {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.order.id.hash(state);
        self.points.hash(state);
    }
}

/// The numbers that a place may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) least: i64,
    pub(crate) greatest: i64,
}

/// What has to hold besides.
pub(crate) type Facts = Vec<Lit>;

impl Order {
    /// An order of free points, numbered from 0, and of constants. `None`: there are too many, or
    /// not all their orders are orders of numbers in the range.
    pub(crate) fn new(
        circuit: &mut Circuit,
        id: usize,
        free: usize,
        constants: &[i64],
        range: Range,
    ) -> Option<(Order, Facts)> {
        let count = free + constants.len();
        let empty_gaps = empty_gaps(constants, free, range)?;
        if count > MOST_POINTS {
            return None;
        }
        let constants: Vec<(i64, Point)> = constants.iter().enumerate().map(|(at, one)| (*one, free + at)).collect();
        let number = |point: Point| point.checked_sub(free).map(|at| constants[at].0);
        let mut at_most = vec![vec![Lit::TRUE; count]; count];
        for (i, row) in at_most.iter_mut().enumerate() {
            for (j, lit) in row.iter_mut().enumerate() {
                *lit = match (number(i), number(j)) {
                    (Some(a), Some(b)) => Lit::constant(a <= b),
                    _ if i == j => Lit::TRUE,
                    _ => circuit.input(),
                };
            }
        }
        let order = Order { id, constants, at_most };
        let facts = order.facts(circuit, free, &empty_gaps);
        Some((order, facts))
    }

    /// The order is total and transitive, and no point lies where there is no number.
    fn facts(&self, circuit: &mut Circuit, free: usize, empty_gaps: &[(Option<i64>, Option<i64>)]) -> Facts {
        let count = self.at_most.len();
        let mut facts = Vec::new();
        for i in 0..count {
            for j in 0..count {
                facts.push(circuit.or(self.at_most[i][j], self.at_most[j][i]));
                for k in 0..count {
                    let both = circuit.and(self.at_most[i][j], self.at_most[j][k]);
                    facts.push(circuit.implies(both, self.at_most[i][k]));
                }
            }
        }
        for point in 0..free {
            for (below, above) in empty_gaps {
                let low = below.and_then(|number| self.constant(number));
                let low = low.map_or(Lit::FALSE, |constant| self.at_most[point][constant]);
                let high = above.and_then(|number| self.constant(number));
                let high = high.map_or(Lit::FALSE, |constant| self.at_most[constant][point]);
                facts.push(circuit.or(low, high));
            }
        }
        facts.retain(|fact| *fact != Lit::TRUE);
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// How many points there are.
    pub(crate) fn len(&self) -> usize {
        self.at_most.len()
    }

    /// The point of a constant, if the analysis has seen it.
    fn constant(&self, number: i64) -> Option<Point> {
        self.constants.iter().find(|(known, _)| *known == number).map(|(_, point)| *point)
    }

    /// The point is no greater than any other: what is said of a place that does not exist.
    pub(crate) fn is_least(&self, circuit: &mut Circuit, point: Point) -> Lit {
        circuit.and_all(self.at_most[point].iter().copied())
    }

    /// Numbers in the order that a model gives the points.
    pub(crate) fn numbers(&self, circuit: &Circuit, model: &mut Model) -> BTreeMap<Point, i64> {
        let mut row =
            |point: Point| -> usize { self.at_most.iter().filter(|from| model.value(circuit, from[point])).count() };
        // As many points are at most this one: equal points have equal ranks.
        let mut points: Vec<(usize, Point)> = (0..self.at_most.len()).map(|point| (row(point), point)).collect();
        points.sort_unstable();
        let mut numbers = BTreeMap::new();
        for rank in groups(&points) {
            let fixed = rank.iter().find_map(|point| self.number(*point));
            let before: Option<i64> = numbers.values().max().copied();
            let next = self.constants.iter().map(|(number, _)| *number).filter(|one| before.is_none_or(|b| *one > b));
            // Below the first constant the numbers end just before it.
            let free_below = points.iter().filter(|(_, point)| self.number(*point).is_none()).count() as i64;
            let number = match (fixed, before, next.min()) {
                (Some(number), _, _) => number,
                (None, Some(before), _) => before + 1,
                (None, None, Some(next)) => next.saturating_sub(free_below),
                (None, None, None) => 0,
            };
            numbers.extend(rank.into_iter().map(|point| (point, number)));
        }
        numbers
    }

    fn number(&self, point: Point) -> Option<i64> {
        self.constants.iter().find(|(_, known)| *known == point).map(|(number, _)| *number)
    }
}

/// Points of the same rank, rank by rank.
fn groups(points: &[(usize, Point)]) -> Vec<Vec<Point>> {
    points.chunk_by(|a, b| a.0 == b.0).map(|group| group.iter().map(|(_, point)| *point).collect()).collect()
}

/// The gaps between constants (`None`: the end of the range) in which there is no number. `None`:
/// one of the others has fewer numbers than there may be points.
fn empty_gaps(constants: &[i64], points: usize, range: Range) -> Option<Vec<(Option<i64>, Option<i64>)>> {
    let is_inside = |number: &i64| (range.least..=range.greatest).contains(number);
    if !constants.iter().all(is_inside) || !constants.is_sorted() {
        return None;
    }
    let edges = std::iter::once(None).chain(constants.iter().copied().map(Some)).chain([None]);
    let edges: Vec<Option<i64>> = edges.collect();
    let mut empty = Vec::new();
    for gap in edges.windows(2) {
        let (below, above) = (gap[0], gap[1]);
        let least = below.map_or(i128::from(range.least), |number| i128::from(number) + 1);
        let greatest = above.map_or(i128::from(range.greatest), |number| i128::from(number) - 1);
        let room = greatest - least + 1;
        match room {
            ..=0 => empty.push((below, above)),
            room if room < points as i128 => return None,
            _ => {}
        }
    }
    Some(empty)
}

impl Ordered {
    pub(crate) fn point(order: &Rc<Order>, point: Point) -> Ordered {
        Ordered { order: Rc::clone(order), points: Rc::new(vec![(point, Lit::TRUE)]) }
    }

    /// A value as one of this order: a constant is one of its points. `None`: it is none.
    pub(crate) fn of(order: &Rc<Order>, value: &Value) -> Option<Ordered> {
        match value {
            Value::Ordered(ordered) => (ordered.order.id == order.id).then(|| ordered.clone()),
            Value::Number(bits) => Some(Ordered::point(order, order.constant(bits.as_constant()?)?)),
            _ => None,
        }
    }

    /// Two values as those of one order. `None`: neither is of an order, or they do not fit.
    pub(crate) fn pair(a: &Value, b: &Value) -> Option<(Ordered, Ordered)> {
        let order = match (a, b) {
            (Value::Ordered(one), _) | (_, Value::Ordered(one)) => &one.order,
            _ => return None,
        };
        Some((Ordered::of(order, a)?, Ordered::of(order, b)?))
    }

    /// The first is at most the second.
    pub(crate) fn at_most(circuit: &mut Circuit, a: &Ordered, b: &Ordered) -> Lit {
        let mut ways = Vec::new();
        for (i, x) in a.points.iter() {
            for (j, y) in b.points.iter() {
                let both = circuit.and(*x, *y);
                ways.push(circuit.and(both, a.order.at_most[*i][*j]));
            }
        }
        circuit.or_all(ways)
    }

    /// The first is less than the second.
    pub(crate) fn less(circuit: &mut Circuit, a: &Ordered, b: &Ordered) -> Lit {
        let mut ways = Vec::new();
        for (i, x) in a.points.iter() {
            for (j, y) in b.points.iter() {
                let both = circuit.and(*x, *y);
                ways.push(circuit.and(both, !a.order.at_most[*j][*i]));
            }
        }
        circuit.or_all(ways)
    }

    pub(crate) fn same(circuit: &mut Circuit, a: &Ordered, b: &Ordered) -> Lit {
        let mut ways = Vec::new();
        for (i, x) in a.points.iter() {
            for (j, y) in b.points.iter() {
                let equal = circuit.and(a.order.at_most[*i][*j], a.order.at_most[*j][*i]);
                let both = circuit.and(*x, *y);
                ways.push(circuit.and(both, equal));
            }
        }
        circuit.or_all(ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tightrope_circuit::{Cadical, Limits, Outcome, Preset, Proofs, Session};

    /// All orders of free points and constants, each as numbers.
    fn orders(free: usize, constants: &[i64], range: Range) -> Option<Vec<Vec<i64>>> {
        let mut circuit = Circuit::new();
        let (order, facts) = Order::new(&mut circuit, 0, free, constants, range)?;
        let mut session = Session::new(Box::new(Cadical::new(Preset::Plain, Proofs::None)));
        facts.iter().for_each(|fact| session.assert(&circuit, *fact));
        let mut found = Vec::new();
        while session.solve(&circuit, &[], &Limits::NONE) == Outcome::Sat {
            let mut model = session.model(&circuit);
            let numbers = order.numbers(&circuit, &mut model);
            found.push((0..free).map(|point| numbers[&point]).collect());
            let lits: Vec<Lit> = order.at_most.concat();
            let other: Vec<Lit> = lits.iter().map(|lit| lit.negated_if(model.value(&circuit, *lit))).collect();
            session.assert_any(&circuit, &other);
        }
        Some(found)
    }

    const INTS: Range = Range { least: i32::MIN as i64, greatest: i32::MAX as i64 };

    #[test]
    fn there_are_as_many_orders_as_weak_orders() {
        // Fubini numbers.
        assert_eq!(orders(3, &[], INTS).map(|found| found.len()), Some(13));
        assert_eq!(orders(4, &[], INTS).map(|found| found.len()), Some(75));
        // One constant is a fourth point.
        assert_eq!(orders(3, &[0], INTS).map(|found| found.len()), Some(75));
    }

    #[test]
    fn numbers_stand_in_the_order_of_their_points() {
        for constants in [&[][..], &[0], &[-5, 7], &[0, 1], &[i32::MAX as i64], &[i32::MIN as i64, 9]] {
            for numbers in orders(3, constants, INTS).expect("room for all") {
                assert!(numbers.iter().all(|one| (INTS.least..=INTS.greatest).contains(one)), "{numbers:?}");
            }
        }
    }

    #[test]
    fn no_number_lies_where_there_is_none() {
        // Two points at most 0, at least 1, or equal to one of them: not between.
        let found = orders(1, &[0, 1], INTS).expect("room for all");
        assert_eq!(found.len(), 4, "{found:?}");
        assert_eq!(orders(1, &[i32::MAX as i64], INTS).map(|found| found.len()), Some(2));
        assert_eq!(orders(2, &[0, 2], INTS), None, "one number for two points");
    }
}
