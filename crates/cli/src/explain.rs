//! `tightrope explain`: what a diagnostic code or a verdict means.

use crate::arguments::ExplainArguments;
use crate::exit::Exit;
use crate::output::Output;
use std::io;
use tightrope_source::{Code, Diagnostic, most_similar};

pub fn run(arguments: &ExplainArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    match &arguments.code {
        None => list_codes(output),
        Some(text) => match (Code::from_number(text.trim()), verdict_named(text.trim())) {
            (Some(code), _) => explain(code, output),
            (None, Some(verdict)) => explain_verdict(verdict, output),
            (None, None) => unknown_code(text, output),
        },
    }
}

fn list_codes(output: &mut Output<'_>) -> io::Result<Exit> {
    for code in Code::ALL {
        let line = format!("{}  {}\n", output.strong(code.number()), code.title());
        output.result(&line)?;
    }
    for verdict in VERDICTS {
        let line = format!("{}  {}\n", output.strong(verdict.name), verdict.title);
        output.result(&line)?;
    }
    Ok(Exit::Success)
}

/// What `check` says of a method.
struct VerdictText {
    name: &'static str,
    title: &'static str,
    text: &'static str,
}

const VERDICTS: &[VerdictText] = &[
    VerdictText {
        name: "holds",
        title: "no heap of the scope breaks the contract",
        text: "Every heap within the scope that satisfies the invariants and the precondition was covered, with\n\
               every aliasing and every argument. The line says how many, and which values. `bounds:` names the\n\
               limits that were reached: a larger scope has other heaps. `assumed:` lists what was not tried.\n\
               Use `--verbose` to see everything that the verdict rests on.",
    },
    VerdictText {
        name: "violated",
        title: "here is a smallest heap on which the method breaks its contract",
        text: "The heap was judged again by the reference evaluation before it was shown. No heap with fewer\n\
               objects breaks the same clause. If no program can build this heap, the invariant admits too much:\n\
               add the condition that excludes it. If an exception is meant, declare it with `throws` or `signals`.",
    },
    VerdictText {
        name: "vacuous",
        title: "no heap satisfies the precondition",
        text: "The contract was never put to the test. The reason names the clause that excludes the most heaps.\n\
               The usual cause is JML's default: a reference is non-null unless it is declared `nullable`, so a\n\
               `Node next` without `nullable` has no finite list.",
    },
    VerdictText {
        name: "unknown",
        title: "time, memory or a budget ended the search",
        text: "The last complete scope is a result, and the line gives it. Allow more with `--timeout`, `--memory` or\n\
               `--max-steps`, or ask for a smaller scope. If not even scope 1 was completed, a loop does not end on\n\
               some heap: a `repOk` without a guard against cycles, or a very large number.",
    },
    VerdictText {
        name: "unsupported",
        title: "a run reaches something that is not modelled",
        text: "The verdict names the construct and its place. The rest of the file is still checked. What is modelled is\n\
               listed in docs/supported-java.md, docs/supported-jml.md and docs/supported-library.md.",
    },
];

fn verdict_named(name: &str) -> Option<&'static VerdictText> {
    VERDICTS.iter().find(|verdict| verdict.name.eq_ignore_ascii_case(name))
}

fn explain_verdict(verdict: &VerdictText, output: &mut Output<'_>) -> io::Result<Exit> {
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
    let verdicts = VERDICTS.iter().map(|verdict| verdict.name);
    let near = most_similar(&number.to_uppercase(), numbers).or(most_similar(&number.to_lowercase(), verdicts));
    if let Some(near) = near {
        diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
    }
    diagnostic = diagnostic.hint("`tightrope explain` lists all codes and verdicts");
    output.diagnostics(&Default::default(), &[diagnostic])?;
    Ok(Exit::Usage)
}
