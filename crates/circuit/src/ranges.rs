//! Which numbers some bits can be, as far as the way they were made tells.
//!
//! A counter that goes up to twenty needs five bits, but a sum of numbers is one bit wider than
//! they are: after twenty additions it has twenty bits. So the circuit keeps an interval for what
//! sums and choices make, and writes no more bits than the interval needs. The value is the same
//! for every input.

use crate::bits::Bits;
use crate::circuit::Circuit;
use crate::literal::Lit;

/// The least and the greatest number.
pub(crate) type Range = (i64, i64);

/// Wider numbers are left as they are.
const WIDEST: usize = 64;

impl Circuit {
    /// What the bits can be; `None`: too wide to say.
    pub(crate) fn range(&self, bits: &Bits) -> Option<Range> {
        if bits.width() == 0 || bits.width() > WIDEST {
            return None;
        }
        let by_width = range_by_width(bits);
        Some(self.known_range(bits).map_or(by_width, |known| intersection(known, by_width)))
    }

    /// A free number that can be whatever the given one can be, and what says that it is in the
    /// interval. Requires: that is asserted.
    pub fn input_like(&mut self, bits: &Bits) -> (Bits, Lit) {
        let width = bits.width();
        let Some(range) = self.range(bits) else { return (self.input_bits(width), Lit::TRUE) };
        let needed = width_of(range).min(width);
        let free = match range.0 >= 0 && needed < width {
            true => self.input_bits(needed - 1).zero_extended(width),
            false => self.input_bits(needed).sign_extended(width),
        };
        let (least, greatest) = (Bits::constant(range.0, width), Bits::constant(range.1, width));
        let fits = [self.less_equal(&least, &free), self.less_equal(&free, &greatest)];
        let fits = self.and_all(fits);
        (self.within(&free, range), fits)
    }

    /// The bits, written as the interval allows; and the interval is kept.
    /// Requires: the number is in the interval for every input.
    pub(crate) fn within(&mut self, bits: &Bits, range: Range) -> Bits {
        let width = bits.width();
        let needed = width_of(range).min(width);
        let low = bits.truncated(needed);
        let narrow = if range.0 >= 0 && needed < width {
            // The highest of the needed bits is the sign, and there is none.
            low.truncated(needed - 1).zero_extended(width)
        } else {
            low.sign_extended(width)
        };
        if range != range_by_width(&narrow) {
            self.keep_range(narrow.clone(), range);
        }
        narrow
    }
}

fn intersection(a: Range, b: Range) -> Range {
    (a.0.max(b.0), a.1.min(b.1))
}

/// How many bits a number in the interval needs, its sign included.
pub(crate) fn width_of((least, greatest): Range) -> usize {
    let needed = |number: i64| 65 - (if number < 0 { !number } else { number }).leading_zeros() as usize;
    needed(least).max(needed(greatest))
}

/// The bits below a sign that is written many times.
fn range_by_width(bits: &Bits) -> Range {
    if let Some(constant) = bits.as_constant() {
        return (constant, constant);
    }
    let sign = bits.sign();
    let below = bits.lits().iter().rposition(|bit| *bit != sign).map_or(0, |at| at + 1);
    let greatest = ((1_i128 << below) - 1) as i64;
    if sign == Lit::FALSE { (0, greatest) } else { (-greatest - 1, greatest) }
}
