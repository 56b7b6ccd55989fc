//! A literal: the output of a gate, or its negation.

use std::fmt;
use std::ops::Not;

/// The output of a gate of one circuit, or its negation. Negation costs nothing and adds no gate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// Gate 0 is the constant.
    pub const TRUE: Lit = Lit(0);
    pub const FALSE: Lit = Lit(1);

    pub(crate) fn positive(gate: u32) -> Lit {
        Lit(gate << 1)
    }

    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    /// The number of the gate. Gates are numbered in the order in which they were made, inputs
    /// before users.
    pub fn gate(self) -> u32 {
        self.0 >> 1
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn is_constant(self) -> bool {
        self.gate() == 0
    }

    /// This literal, negated if `negate` holds.
    pub fn negated_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Lit::TRUE => write!(f, "true"),
            Lit::FALSE => write!(f, "false"),
            lit => write!(f, "{}{}", if lit.is_negated() { "!" } else { "" }, lit.gate()),
        }
    }
}
