//! Bit-vectors with the arithmetic of Java, exact for every width.
//!
//! Two's complement, wrap-around, division that rounds towards zero, shifts by the low bits of the
//! amount. Java has 32 and 64 bits; the other widths serve small scopes, and tests that try all
//! values.

use crate::circuit::Circuit;
use crate::literal::Lit;
use crate::ranges::width_of;

/// A number in two's complement, lowest bit first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits(Vec<Lit>);

impl Bits {
    /// The low `width` bits of `value`; above 64 its sign goes on.
    pub fn constant(value: i64, width: usize) -> Bits {
        Bits((0..width).map(|i| Lit::constant(value >> i.min(63) & 1 == 1)).collect())
    }

    pub fn from_lits(lits: Vec<Lit>) -> Bits {
        Bits(lits)
    }

    pub fn lits(&self) -> &[Lit] {
        &self.0
    }

    pub fn width(&self) -> usize {
        self.0.len()
    }

    /// The highest bit: what Java takes for the sign.
    pub fn sign(&self) -> Lit {
        self.0.last().copied().unwrap_or(Lit::FALSE)
    }

    /// The value as a signed number, if every bit is constant and there are at most 64.
    pub fn as_constant(&self) -> Option<i64> {
        let is_constant = self.0.iter().all(|bit| bit.is_constant());
        (is_constant && self.width() <= 64).then(|| self.signed_by(|bit| bit == Lit::TRUE))
    }

    /// The signed value for given values of the bits.
    pub(crate) fn signed_by(&self, mut value: impl FnMut(Lit) -> bool) -> i64 {
        let start = if value(self.sign()) { -1 } else { 0 };
        self.0.iter().rev().fold(start, |number, &bit| number << 1 | i64::from(value(bit)))
    }

    /// The low `width` bits.
    pub fn truncated(&self, width: usize) -> Bits {
        debug_assert!(width <= self.width());
        Bits(self.0[..width].to_vec())
    }

    /// How many low bits say all: the others repeat the sign.
    fn significant(&self) -> usize {
        let sign = self.sign();
        let below = self.0.iter().rposition(|bit| *bit != sign).map_or(0, |at| at + 1);
        (below + 1).min(self.width())
    }

    pub fn zero_extended(&self, width: usize) -> Bits {
        self.extended(width, Lit::FALSE)
    }

    pub fn sign_extended(&self, width: usize) -> Bits {
        self.extended(width, self.sign())
    }

    fn extended(&self, width: usize, by: Lit) -> Bits {
        debug_assert!(width >= self.width());
        let mut bits = self.0.clone();
        bits.resize(width, by);
        Bits(bits)
    }
}

impl Circuit {
    /// A free number.
    pub fn input_bits(&mut self, width: usize) -> Bits {
        Bits(self.inputs_vec(width))
    }

    fn bitwise(&mut self, a: &Bits, b: &Bits, gate: fn(&mut Circuit, Lit, Lit) -> Lit) -> Bits {
        debug_assert_eq!(a.width(), b.width());
        Bits(a.0.iter().zip(&b.0).map(|(&x, &y)| gate(self, x, y)).collect())
    }

    pub fn bit_and(&mut self, a: &Bits, b: &Bits) -> Bits {
        self.bitwise(a, b, Circuit::and)
    }

    pub fn bit_or(&mut self, a: &Bits, b: &Bits) -> Bits {
        self.bitwise(a, b, Circuit::or)
    }

    pub fn bit_xor(&mut self, a: &Bits, b: &Bits) -> Bits {
        self.bitwise(a, b, Circuit::xor)
    }

    pub fn bit_not(&mut self, a: &Bits) -> Bits {
        Bits(a.0.iter().map(|&bit| !bit).collect())
    }

    /// If `c` then `a` else `b`.
    pub fn ite_bits(&mut self, c: Lit, a: &Bits, b: &Bits) -> Bits {
        debug_assert_eq!(a.width(), b.width());
        if a == b {
            return a.clone();
        }
        let either = Bits(a.0.iter().zip(&b.0).map(|(&x, &y)| self.ite(c, x, y)).collect());
        let range = self.range(a).zip(self.range(b)).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
        range.map_or(either.clone(), |range| self.within(&either, range))
    }

    /// Sum of three bits, and what is carried.
    fn full_adder(&mut self, a: Lit, b: Lit, carry: Lit) -> (Lit, Lit) {
        let differ = self.xor(a, b);
        (self.xor(differ, carry), self.ite(differ, carry, a))
    }

    fn add_with_carry(&mut self, a: &Bits, b: &Bits, mut carry: Lit) -> Bits {
        debug_assert_eq!(a.width(), b.width());
        let mut sum = Vec::with_capacity(a.width());
        for (&x, &y) in a.0.iter().zip(&b.0) {
            let (bit, next) = self.full_adder(x, y, carry);
            sum.push(bit);
            carry = next;
        }
        Bits(sum)
    }

    pub fn add(&mut self, a: &Bits, b: &Bits) -> Bits {
        let range = self.range(a).zip(self.range(b));
        let range = range.and_then(|(a, b)| Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)));
        self.sum_within(a, b, Lit::FALSE, range)
    }

    /// A sum with a carry, whose exact result is in this range.
    fn sum_within(&mut self, a: &Bits, b: &Bits, carry: Lit, range: Option<(i64, i64)>) -> Bits {
        let width = a.width();
        match range.filter(|range| width_of(*range) <= width) {
            Some(range) => {
                let needed = width_of(range);
                let low = self.add_with_carry(&a.truncated(needed), &b.truncated(needed), carry);
                self.within(&low.sign_extended(width), range)
            }
            None => self.add_with_carry(a, b, carry),
        }
    }

    pub fn sub(&mut self, a: &Bits, b: &Bits) -> Bits {
        let range = self.range(a).zip(self.range(b));
        let b = self.bit_not(b);
        let range = range.and_then(|(a, b)| Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)));
        self.sum_within(a, &b, Lit::TRUE, range)
    }

    pub fn neg(&mut self, a: &Bits) -> Bits {
        let zero = Bits::constant(0, a.width());
        self.sub(&zero, a)
    }

    pub fn mul(&mut self, a: &Bits, b: &Bits) -> Bits {
        debug_assert_eq!(a.width(), b.width());
        let width = a.width();
        // The factor with more constant zeros decides which rows there are.
        let zeros = |bits: &Bits| bits.0.iter().filter(|&&bit| bit == Lit::FALSE).count();
        let (a, b) = if zeros(b) > zeros(a) { (b, a) } else { (a, b) };
        let mut product = Bits::constant(0, width);
        for (shift, &bit) in a.0.iter().enumerate().filter(|&(_, &bit)| bit != Lit::FALSE) {
            let row = b.0[..width - shift].iter().map(|&other| self.and(bit, other)).collect();
            let high = Bits(product.0[shift..].to_vec());
            let sum = self.add(&high, &Bits(row));
            product.0.splice(shift.., sum.0);
        }
        product
    }

    /// Quotient and remainder of unsigned numbers. For the divisor zero, the quotient has all bits
    /// set and the remainder is the dividend; in Java that is an exception, which the caller has to
    /// see to.
    pub fn unsigned_div_rem(&mut self, a: &Bits, b: &Bits) -> (Bits, Bits) {
        debug_assert_eq!(a.width(), b.width());
        let width = a.width();
        let divisor = b.zero_extended(width + 1);
        let mut rest = Bits::constant(0, width + 1);
        let mut quotient = vec![Lit::FALSE; width];
        for i in (0..width).rev() {
            rest.0.rotate_right(1);
            rest.0[0] = a.0[i];
            let fits = !self.less_unsigned(&rest, &divisor);
            let less = self.sub(&rest, &divisor);
            rest = self.ite_bits(fits, &less, &rest);
            quotient[i] = fits;
        }
        (Bits(quotient), rest.truncated(width))
    }

    fn magnitude(&mut self, a: &Bits) -> Bits {
        let negated = self.neg(a);
        self.ite_bits(a.sign(), &negated, a)
    }

    /// Java's `/` and `%`: towards zero, the remainder with the sign of the dividend, the least
    /// number divided by -1 itself. The divisor zero is the caller's to exclude.
    pub fn div_rem(&mut self, a: &Bits, b: &Bits) -> (Bits, Bits) {
        let (positive_a, positive_b) = (self.magnitude(a), self.magnitude(b));
        let (quotient, rest) = self.unsigned_div_rem(&positive_a, &positive_b);
        let differ = self.xor(a.sign(), b.sign());
        let negated = self.neg(&quotient);
        let quotient = self.ite_bits(differ, &negated, &quotient);
        let negated = self.neg(&rest);
        (quotient, self.ite_bits(a.sign(), &negated, &rest))
    }

    pub fn div(&mut self, a: &Bits, b: &Bits) -> Bits {
        self.div_rem(a, b).0
    }

    pub fn rem(&mut self, a: &Bits, b: &Bits) -> Bits {
        self.div_rem(a, b).1
    }

    /// Java's `<<`. Of the amount, of whatever width, only as many low bits count as it takes to
    /// write every position (five for 32 bits, six for 64); this holds for all three shifts. Widths
    /// that are no power of two do not occur in Java: an amount beyond such a width shifts
    /// everything out.
    pub fn shl(&mut self, a: &Bits, amount: &Bits) -> Bits {
        let mut mirrored = Bits(a.0.iter().rev().copied().collect());
        mirrored = self.shift_right(&mirrored, amount, Lit::FALSE);
        mirrored.0.reverse();
        mirrored
    }

    /// Java's `>>`.
    pub fn shr(&mut self, a: &Bits, amount: &Bits) -> Bits {
        self.shift_right(a, amount, a.sign())
    }

    /// Java's `>>>`.
    pub fn ushr(&mut self, a: &Bits, amount: &Bits) -> Bits {
        self.shift_right(a, amount, Lit::FALSE)
    }

    fn shift_right(&mut self, a: &Bits, amount: &Bits, filler: Lit) -> Bits {
        let width = a.width();
        let stages = width.next_power_of_two().trailing_zeros() as usize;
        let mut current = a.clone();
        for (stage, &bit) in amount.0.iter().enumerate().take(stages) {
            let shifted = (0..width).map(|i| current.0.get(i + (1 << stage)).copied().unwrap_or(filler)).collect();
            current = self.ite_bits(bit, &Bits(shifted), &current);
        }
        current
    }

    pub fn eq_bits(&mut self, a: &Bits, b: &Bits) -> Lit {
        let same = {
            debug_assert_eq!(a.width(), b.width());
            a.0.iter().zip(&b.0).map(|(&x, &y)| self.iff(x, y)).collect::<Vec<_>>()
        };
        self.and_all(same)
    }

    pub fn less_unsigned(&mut self, a: &Bits, b: &Bits) -> Lit {
        debug_assert_eq!(a.width(), b.width());
        let mut less = Lit::FALSE;
        for (&x, &y) in a.0.iter().zip(&b.0) {
            let differ = self.xor(x, y);
            less = self.ite(differ, y, less);
        }
        less
    }

    /// Java's `<`.
    pub fn less(&mut self, a: &Bits, b: &Bits) -> Lit {
        if let Some(known) = self.range(a).zip(self.range(b)).and_then(|(a, b)| always_less(a, b)) {
            return Lit::constant(known);
        }
        let width = a.significant().max(b.significant());
        let (a, b) = (a.truncated(width), b.truncated(width));
        let (a, b) = (with_flipped_sign(&a), with_flipped_sign(&b));
        self.less_unsigned(&a, &b)
    }

    /// Java's `<=`.
    pub fn less_equal(&mut self, a: &Bits, b: &Bits) -> Lit {
        !self.less(b, a)
    }
}

/// Whether numbers of the first interval are less than those of the second, if all or none are.
fn always_less(a: (i64, i64), b: (i64, i64)) -> Option<bool> {
    match () {
        () if a.1 < b.0 => Some(true),
        () if a.0 >= b.1 => Some(false),
        () => None,
    }
}

/// Moves the range of signed numbers to that of unsigned ones and keeps their order.
fn with_flipped_sign(a: &Bits) -> Bits {
    let mut bits = a.clone();
    if let Some(sign) = bits.0.last_mut() {
        *sign = !*sign;
    }
    bits
}
