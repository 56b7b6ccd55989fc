//! What a shell wants to know of the command: completions and a manual page, both made from the
//! arguments themselves.

use crate::arguments::{Arguments, CompletionsArguments};
use crate::exit::Exit;
use crate::output::Output;
use clap::CommandFactory;
use std::io;

pub fn completions(arguments: &CompletionsArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "tightrope", &mut script);
    output.result(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}

pub fn manual(output: &mut Output<'_>) -> io::Result<Exit> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
    output.result(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Success)
}
