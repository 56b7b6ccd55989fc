//! Exit codes: a promise to scripts, the same in every output mode.
//!
//! 1 and 3 are kept for verdicts (a violation; nothing violated but something unknown). An interrupt (130) needs no code
//! of ours: the signal ends the process, and shells report it so.

/// How a run of the tool ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Success,
    /// Wrong arguments, or a class or method that does not exist.
    Usage,
    /// The input cannot be read, does not parse or does not type-check.
    BadInput,
    /// The tool itself is broken.
    Bug,
}

impl Exit {
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Usage => 2,
            Exit::BadInput => 4,
            Exit::Bug => 5,
        }
    }
}
