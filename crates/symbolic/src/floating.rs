//! Comparisons of `float`s and `double`s, on their bits (IEEE 754, as in JLS 15.20): sign and
//! magnitude, both zeros equal, NaN unlike everything. Arithmetic is not translated.

use crate::encoder::{Encoder, Outcome};
use crate::value::{Value, is_zero};
use tightrope_circuit::{Bits, Lit};
use tightrope_program::Type;
use tightrope_program::floating::Operation;

impl Encoder<'_> {
    /// What an operation on floating-point numbers gives; `None`: it is not translated.
    pub(crate) fn floating(&mut self, operation: Operation, is_single: bool, args: &[Value]) -> Option<Outcome> {
        let numbers: Option<Vec<&Bits>> = args.iter().map(Value::number).collect();
        let width = if is_single { 32 } else { 64 };
        let numbers = numbers.filter(|numbers| numbers.iter().all(|bits| bits.width() == width))?;
        if let (Operation::Negate, [number]) = (operation, numbers.as_slice()) {
            let mut lits = number.lits().to_vec();
            lits[width - 1] = !lits[width - 1];
            return Some(Outcome::of(Value::Number(Bits::from_lits(lits))));
        }
        let &[a, b] = numbers.as_slice() else { return None };
        let truth = match operation {
            Operation::Less => self.is_less(a, b),
            Operation::Greater => self.is_less(b, a),
            Operation::LessEqual => self.is_at_most(a, b),
            Operation::GreaterEqual => self.is_at_most(b, a),
            Operation::Equal => self.is_equal(a, b),
            Operation::NotEqual => !self.is_equal(a, b),
            _ => return None,
        };
        Some(Outcome::truth(truth))
    }

    /// All bits of the exponent, and one of the fraction.
    fn is_nan(&mut self, number: &Bits) -> Lit {
        let width = number.width();
        let fraction = if width == 32 { 23 } else { 52 };
        let exponent = self.circuit.and_all(number.lits()[fraction..width - 1].iter().copied());
        let some = self.circuit.or_all(number.lits()[..fraction].iter().copied());
        self.circuit.and(exponent, some)
    }

    fn are_numbers(&mut self, a: &Bits, b: &Bits) -> Lit {
        let (a, b) = (self.is_nan(a), self.is_nan(b));
        self.circuit.and(!a, !b)
    }

    fn are_zero(&mut self, a: &Bits, b: &Bits) -> Lit {
        let (a, b) = (magnitude(a), magnitude(b));
        let (a, b) = (is_zero(&mut self.circuit, &a), is_zero(&mut self.circuit, &b));
        self.circuit.and(a, b)
    }

    fn is_equal(&mut self, a: &Bits, b: &Bits) -> Lit {
        let zeros = self.are_zero(a, b);
        let same = self.circuit.eq_bits(a, b);
        let either = self.circuit.or(zeros, same);
        let numbers = self.are_numbers(a, b);
        self.circuit.and(numbers, either)
    }

    fn is_less(&mut self, a: &Bits, b: &Bits) -> Lit {
        let (below, above) = (magnitude(a), magnitude(b));
        let nearer = self.circuit.less_unsigned(&below, &above);
        let farther = self.circuit.less_unsigned(&above, &below);
        let zeros = self.are_zero(a, b);
        let of_negative = self.circuit.ite(b.sign(), farther, !zeros);
        let of_positive = self.circuit.and(!b.sign(), nearer);
        let less = self.circuit.ite(a.sign(), of_negative, of_positive);
        let numbers = self.are_numbers(a, b);
        self.circuit.and(numbers, less)
    }

    fn is_at_most(&mut self, a: &Bits, b: &Bits) -> Lit {
        let (less, equal) = (self.is_less(a, b), self.is_equal(a, b));
        self.circuit.or(less, equal)
    }
}

/// All but the sign.
fn magnitude(number: &Bits) -> Bits {
    Bits::from_lits(number.lits()[..number.width() - 1].to_vec())
}

/// Is the type one of the two?
pub(crate) fn is_floating(ty: Type) -> bool {
    matches!(ty.base, tightrope_program::BaseType::Float | tightrope_program::BaseType::Double) && !ty.is_array()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tightrope_graph::{Bounds, LiveClasses};
    use tightrope_program::Program;

    #[test]
    fn comparisons_are_those_of_the_hardware() {
        let program = Program::default();
        let bounds = Bounds { iterations: 1, depth: 1, nodes: 1 };
        let mut encoder = Encoder::new(&program, bounds, LiveClasses::default(), 1);
        let doubles = [0.0, -0.0, 1.0, -1.0, 1.5, -2.5, f64::MIN_POSITIVE, 5e-324, -5e-324, f64::MAX, f64::NAN];
        let doubles = doubles.into_iter().chain([f64::INFINITY, f64::NEG_INFINITY]);
        let all: Vec<f64> = doubles.collect();
        for a in &all {
            for b in &all {
                let wide = [*a, *b].map(|one| Value::Number(Bits::constant(one.to_bits() as i64, 64)));
                let (c, d) = (*a as f32, *b as f32);
                let narrow = [c, d].map(|one| Value::Number(Bits::constant(i64::from(one.to_bits() as i32), 32)));
                let cases = [
                    (Operation::Less, a < b, c < d),
                    (Operation::LessEqual, a <= b, c <= d),
                    (Operation::Greater, a > b, c > d),
                    (Operation::GreaterEqual, a >= b, c >= d),
                    (Operation::Equal, a == b, c == d),
                    (Operation::NotEqual, a != b, c != d),
                ];
                for (operation, of_doubles, of_floats) in cases {
                    for (args, is_single, wanted) in [(&wide, false, of_doubles), (&narrow, true, of_floats)] {
                        let found = encoder.floating(operation, is_single, args).map(|outcome| outcome.is_true());
                        assert_eq!(found, Some(Lit::constant(wanted)), "{operation:?} {a} {b} {is_single}");
                    }
                }
            }
        }
    }
}
