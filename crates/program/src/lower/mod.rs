//! From syntax trees to the typed program: the pipeline of the lowering, in its order.
//!
//! 1. [`library`]: add the library's declarations that the user's files mention.
//! 2. [`declare`]: find all classes, their supertypes, members and signatures -> [`declarations::Declarations`].
//! 3. [`attribute`]: type each body and contract expression -> [`typed`] trees.
//! 4. [`flatten`]: make every step of a typed body explicit -> [`crate::body::Body`].
//! 5. [`formulas`] and [`contracts`]: desugar JML -> [`crate::contract`].

pub(crate) mod declarations;
pub(crate) mod typed;
pub(crate) mod types;
