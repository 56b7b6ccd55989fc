//! The command `tightrope`: arguments, reading files, rendering, exit codes.
//!
//! This is the only crate that prints, reads the environment or touches the file system. It is a library with a thin
//! `main.rs` so that its tests can run the front end in their own process.

pub mod arguments;
pub mod bounds;
pub mod check;
pub mod config;
pub mod deliver;
pub mod dump;
pub mod exit;
pub mod explain;
pub mod generate;
pub mod list;
pub mod load;
pub mod neighbours;
pub mod output;
pub mod read_sources;
pub mod render;
pub mod run;
pub mod shell;
pub mod show;
pub mod sound_files;
pub mod spec;
pub mod support;
pub mod table;
pub mod target;
pub mod watch;
