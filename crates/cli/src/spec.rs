//! `tightrope spec`: the effective contract of a method, each clause with its origin.

use crate::arguments::SpecArguments;
use crate::check::refuse;
use crate::config;
use crate::dump::dump;
use crate::exit::Exit;
use crate::load::{Loaded, load};
use crate::output::Output;
use crate::table::{pad, width};
use crate::target::{self, Target};
use std::io;
use tightrope_heap::Scope;
use tightrope_program::effective::{SpecLine, describe};
use tightrope_program::names::{call_form, signature, simple_name};

/// Longer clauses push their origin out instead of all origins.
const MOST_TEXT: usize = 64;
const MOST_ORIGIN: usize = 60;

pub fn run(arguments: &SpecArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let reading = match config::reading(&arguments.reading) {
        Ok(reading) => reading,
        Err(diagnostic) => return refuse(*diagnostic, output),
    };
    let mut loaded = load(&arguments.paths, &reading);
    match target::find(&loaded.program, &arguments.target) {
        Ok(target) => {
            match arguments.dump {
                Some(stage) => output.result(&dump(&loaded, &[target.method], stage, &Scope::default()))?,
                None => print_contract(&loaded, target, output)?,
            }
            loaded.notes.extend(inherited_note(&loaded, target));
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

fn print_contract(loaded: &Loaded, target: Target, output: &mut Output<'_>) -> io::Result<()> {
    let method = loaded.program.method(target.method);
    let class = loaded.program.class(method.class);
    let heading = format!(
        "{}  {}\n{}\n\n",
        output.strong(&class.name),
        output.faint(&loaded.sources.place(method.name_span)),
        output.strong(&signature(&loaded.program, method)),
    );
    output.result(&heading)?;
    let lines = describe(&loaded.program, &loaded.sources, target.method);
    let origins: Vec<String> = lines.iter().map(|line| origin(loaded, line)).collect();
    let clauses = || lines.iter().filter(|line| !is_heading(line));
    let keywords = width(clauses().map(|line| line.keyword.as_str()), MOST_TEXT);
    let texts = width(lines.iter().map(|line| line.text.as_str()), MOST_TEXT);
    let origin_width = width(origins.iter().map(String::as_str), MOST_ORIGIN);
    for (index, (line, origin)) in lines.iter().zip(&origins).enumerate() {
        let starts_class = is_of_class(line) && index > 0 && !lines.get(index - 1).is_some_and(is_of_class);
        if starts_class {
            output.result("\n")?;
        }
        let start = match is_heading(line) {
            true => pad(&line.keyword, keywords + texts + 3),
            false => format!("  {} {}", pad(&line.keyword, keywords), pad(&line.text, texts)),
        };
        let place = output.faint(&pad(origin, origin_width));
        let row = format!("{start}  {place}  {}", output.faint(&line.note));
        output.result(&format!("{}\n", row.trim_end()))?;
    }
    Ok(())
}

/// `also`, `normal_behavior`: what follows belongs to it.
fn is_heading(line: &SpecLine) -> bool {
    line.text.is_empty() && line.note != "not checked"
}

/// What the class says stands apart from the cases of the method.
fn is_of_class(line: &SpecLine) -> bool {
    matches!(line.keyword.as_str(), "invariant" | "static invariant" | "constraint" | "initially" | "axiom")
}

fn origin(loaded: &Loaded, line: &SpecLine) -> String {
    line.origin.map_or_else(String::new, |span| loaded.sources.place(span))
}

fn inherited_note(loaded: &Loaded, target: Target) -> Option<String> {
    let method = loaded.program.method(target.method);
    (method.class != target.class).then(|| {
        format!(
            "`{}` inherits `{}` from `{}`; this is its contract there",
            simple_name(&loaded.program, target.class),
            call_form(&loaded.program, method),
            simple_name(&loaded.program, method.class),
        )
    })
}
