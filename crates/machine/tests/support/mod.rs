//! What the suites that compare with the real JVM share.

pub(crate) mod jvm_runner;
pub(crate) mod witnesses;
