//! Contracts from Java sources.
