//! `tightrope spec`: the effective contract of a method, each clause with its origin.

use crate::arguments::SpecArguments;
use crate::exit::Exit;
use crate::load::load;
use crate::names::signature;
use crate::output::Output;
use crate::target::{self, Target};
use std::io;

pub fn run(arguments: &SpecArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let mut loaded = load(&arguments.paths, &arguments.reading);
    match target::find(&loaded.program, &arguments.target) {
        Ok(target) => {
            print_contract(&loaded, target, output)?;
            loaded.report(output)?;
            Ok(if loaded.has_errors() { Exit::BadInput } else { Exit::Success })
        }
        Err(diagnostic) => {
            // With errors in the input, the class may well exist where it could not be read.
            let exit = if loaded.has_errors() { Exit::BadInput } else { Exit::Usage };
            loaded.diagnostics.push(*diagnostic);
            loaded.report(output)?;
            Ok(exit)
        }
    }
}

fn print_contract(loaded: &crate::load::Loaded, target: Target, output: &mut Output<'_>) -> io::Result<()> {
    let method = loaded.program.method(target.method);
    let heading = format!("{}\n", output.strong(&signature(&loaded.program, method)));
    output.result(&heading)
}
