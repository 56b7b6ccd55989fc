//! `tightrope explain`: what a diagnostic code, a verdict or a reason means.

use crate::arguments::ExplainArguments;
use crate::exit::Exit;
use crate::output::Output;
use crate::reasons::{self, Explained, REASONS, VERDICTS};
use std::io;
use tightrope_source::{Code, Diagnostic, most_similar};

pub fn run(arguments: &ExplainArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let text = arguments.what.join(" ");
    match (Code::from_number(text.trim()), reasons::find(&text)) {
        _ if arguments.what.is_empty() => list_codes(output),
        (Some(code), _) => explain(code, output),
        (None, Some(verdict)) => explain_verdict(verdict, output),
        (None, None) => unknown_code(&text, output),
    }
}

fn list_codes(output: &mut Output<'_>) -> io::Result<Exit> {
    for code in Code::ALL {
        let line = format!("{}  {}\n", output.strong(code.number()), code.title());
        output.result(&line)?;
    }
    for verdict in VERDICTS.iter().chain(REASONS) {
        let line = format!("{}  {}\n", output.strong(verdict.name), verdict.title);
        output.result(&line)?;
    }
    Ok(Exit::Success)
}

fn explain_verdict(verdict: &Explained, output: &mut Output<'_>) -> io::Result<Exit> {
    let heading = format!("{}: {}", verdict.name, verdict.title);
    let text = format!("{}\n\n{}\n", output.strong(&heading), verdict.text);
    output.result(&text)?;
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
    let verdicts = VERDICTS.iter().chain(REASONS).map(|verdict| verdict.name);
    let near = most_similar(&number.to_uppercase(), numbers).or(most_similar(&number.to_lowercase(), verdicts));
    if let Some(near) = near {
        diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
    }
    diagnostic = diagnostic.hint("`tightrope explain` lists all codes, verdicts and reasons");
    output.diagnostics(&Default::default(), &[diagnostic])?;
    Ok(Exit::Usage)
}
