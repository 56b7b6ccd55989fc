//! What a shell wants to know of the command: completions and manual pages, made from the
//! arguments themselves.

use crate::arguments::{Arguments, CompletionsArguments, ManArguments};
use crate::exit::Exit;
use crate::output::Output;
use clap::CommandFactory;
use std::io;
use tightrope_source::{Code, Diagnostic, most_similar};

pub fn completions(arguments: &CompletionsArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "tightrope", &mut script);
    output.result(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}

/// One page names the commands; each of them has a page of its own with its options.
pub fn manual(arguments: &ManArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    // Only a command that was built gives its subcommands their full names.
    let mut all = Arguments::command();
    all.build();
    let command = match &arguments.command {
        None => Some(all),
        Some(name) => all.find_subcommand(name).cloned(),
    };
    let Some(command) = command else { return no_such_command(arguments, output) };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    output.result(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Success)
}

fn no_such_command(arguments: &ManArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let all = Arguments::command();
    let name = arguments.command.as_deref().unwrap_or_default();
    let mut diagnostic =
        Diagnostic::without_place(Code::NoSuchTarget, format!("there is no command `{}`", name.escape_debug()));
    if let Some(near) = most_similar(name, all.get_subcommands().map(clap::Command::get_name)) {
        diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
    }
    output.diagnostics(&Default::default(), &[diagnostic])?;
    Ok(Exit::Usage)
}
