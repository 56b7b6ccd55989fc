//! `tightrope explain`: what a diagnostic code means.

use crate::arguments::ExplainArguments;
use crate::exit::Exit;
use crate::output::Output;
use std::io;
use tightrope_source::{Code, Diagnostic, most_similar};

pub fn run(arguments: &ExplainArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    match &arguments.code {
        None => list_codes(output),
        Some(number) => match Code::from_number(number.trim()) {
            Some(code) => explain(code, output),
            None => unknown_code(number, output),
        },
    }
}

fn list_codes(output: &mut Output<'_>) -> io::Result<Exit> {
    for code in Code::ALL {
        let line = format!("{}  {}\n", output.strong(code.number()), code.title());
        output.result(&line)?;
    }
    Ok(Exit::Success)
}

fn explain(code: Code, output: &mut Output<'_>) -> io::Result<Exit> {
    let heading = format!("{}: {}", code.number(), code.title());
    let text = format!("{}\n\n{}\n", output.strong(&heading), code.explanation().trim());
    output.result(&text)?;
    Ok(Exit::Success)
}

fn unknown_code(number: &str, output: &mut Output<'_>) -> io::Result<Exit> {
    let mut diagnostic =
        Diagnostic::without_place(Code::NoSuchTarget, format!("there is no code `{}`", number.escape_debug()));
    let numbers = Code::ALL.iter().map(|code| code.number());
    if let Some(near) = most_similar(&number.to_uppercase(), numbers) {
        diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
    }
    diagnostic = diagnostic.hint("`tightrope explain` lists all codes");
    output.diagnostics(&Default::default(), &[diagnostic])?;
    Ok(Exit::Usage)
}
