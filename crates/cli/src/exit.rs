//! Exit codes: a promise to scripts, the same in every output mode.
//!
//! Where nothing is known yet, the signal of an interrupt ends the process, and shells report that
//! as 130 too.

/// How a run of the tool ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Success,
    /// The user's program does what it should not: it throws, breaks its JML, never ends.
    Violated,
    /// Wrong arguments, or a class or method that does not exist.
    Usage,
    /// Nothing is violated as far as the tool could see, but it could not see to the end.
    Unknown,
    /// The input cannot be read, does not parse or does not type-check.
    BadInput,
    /// The tool itself is broken.
    Bug,
    /// The user stopped it; what was known by then has been printed.
    Interrupted,
}

impl Exit {
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Violated => 1,
            Exit::Usage => 2,
            Exit::Unknown => 3,
            Exit::BadInput => 4,
            Exit::Bug => 5,
            Exit::Interrupted => 130,
        }
    }
}
