//! The library's declarations.
