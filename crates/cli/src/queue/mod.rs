//! Checks whose searches are done by other processes, here or on other machines.
//!
//! The client packs all that a check needs into a [`job::Job`], leaves parts of searches in a
//! queue, and joins, confirms and tells what comes back. A worker unpacks the job and does parts of
//! it. Both make the program from the same texts by the same steps, so they mean the same by the
//! same numbers.

pub(crate) mod client;
pub(crate) mod job;
pub mod worker;

/// What a build without the network says.
#[cfg(not(feature = "cluster"))]
const NO_CLUSTER: &str = "this tightrope was built without `--queue`; build it with `--features cluster`";
