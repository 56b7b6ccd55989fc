//! The command `tightrope`: arguments, reading files, rendering, exit codes.
//!
//! This is the only crate that prints, reads the environment or touches the file system. It is a
//! library with a thin `main.rs` so that its tests can run the front end in their own process.

pub mod arguments;
mod baseline;
pub mod bounds;
pub mod cache;
pub mod check;
pub mod class_path;
pub mod config;
pub mod deliver;
pub mod doctor;
pub mod dump;
pub mod error_free_files;
pub mod exit;
pub mod explain;
pub mod generate;
mod guard;
mod kept_verdicts;
pub mod list;
pub mod load;
pub mod mutate;
pub mod neighbours;
pub mod output;
pub mod queue;
pub mod read_sources;
pub mod reasons;
pub mod render;
pub mod repository;
pub mod rounds;
pub mod run;
mod shape_file;
pub mod shell;
pub mod show;
mod solving;
pub mod spec;
pub mod support;
pub mod table;
pub mod target;
mod tight;
pub mod watch;
