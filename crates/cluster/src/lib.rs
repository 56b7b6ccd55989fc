//! The work queue on many machines, by NATS JetStream.
//!
//! - Tasks lie in a work-queue stream: whoever takes one acknowledges it when its result is kept,
//!   and says every few seconds that it is still at work. A worker that falls silent loses its task
//!   to another.
//! - Results lie in a key-value bucket under job and task; the first one wins.
//! - Facts that workers tell each other while they work on a job lie beside them.
//! - Blobs of jobs lie in an object store under their digest, and are checked against it.
//!
//! So whoever dies (worker, server, client) can be started again: tasks and results are on the
//! server's disk, and a task that is done twice has one result. Subjects carry the tool's version:
//! a worker sees no task of another version, and refuses one all the same.
//!
//! (The bucket is made as a plain stream: an older server answers the question for the account's
//! limits, which the client library asks first, in a form that the library does not read.)

mod client;
mod connection;
mod worker;

pub use client::Cluster;
pub use connection::{Server, without_secrets};
pub use worker::{Served, serve};
