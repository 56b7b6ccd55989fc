//! Declares all classes, fields and methods.
