//! Desugars the JML of classes and methods into contracts.
