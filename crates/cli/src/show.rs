//! `tightrope show`: the heap of a finding, as a picture, as text, or as a file that `tightrope
//! run` takes.

use crate::arguments::{
    CheckArguments, DrawingFormat, FileArguments, Labels, ReportFormat, ShowArguments, TightSource,
};
use crate::check::{Checked, checked, refuse};
use crate::exit::Exit;
use crate::output::Output;
use std::io;
use tightrope_heap::{Heap, Layouts, text};
use tightrope_program::Program;
use tightrope_report::{
    Counterexample, Drafts, Figure, MethodReport, RunReport, TextOptions, Verdict, as_dot, as_mermaid, as_svg,
    run_as_text,
};
use tightrope_source::{Code, Diagnostic};

pub fn run(arguments: &ShowArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let (target, number) = match finding(&arguments.finding) {
        Ok(found) => found,
        Err(diagnostic) => return refuse(*diagnostic, output),
    };
    let what = std::iter::once(target).chain(arguments.paths.iter().cloned()).collect();
    let check = CheckArguments {
        queue: Default::default(),
        solving: Default::default(),
        bounds: TightSource::default(),
        bounds_percent: 100,
        bounds_keys: false,
        bounds_labels: Labels::BreadthFirst,
        what,
        search: arguments.search.clone(),
        from: arguments.from.clone(),
        format: ReportFormat::Text,
        files: FileArguments::default(),
        dump: None,
        log: None,
        watch: false,
        verbose: false,
        brief: false,
        full: true,
        baseline: None,
        reading: arguments.reading.clone(),
    };
    let Checked { loaded, report, exit, .. } = match checked(&check, output)? {
        Ok(checked) => checked,
        Err(refused) => return Ok(refused.exit),
    };
    loaded.report(output)?;
    let drawn = match chosen(&report, number) {
        Ok((method, found)) => drawing(arguments, &loaded.program, &report, method, found, output.colored_results),
        Err(diagnostic) => {
            // That it holds is no mistake of whoever asks.
            output.diagnostics(&loaded.sources, &[*diagnostic])?;
            return Ok(if exit == Exit::Violated { Exit::Usage } else { exit });
        }
    };
    match drawn {
        Ok(text) => output.result(&text).map(|()| Exit::Success),
        Err(diagnostic) => refuse(*diagnostic, output),
    }
}

fn wrong(message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::without_place(Code::BadArgument, message))
}

/// `Tree.insert#2`: the target, and which of its findings, from 1.
fn finding(text: &str) -> Result<(String, usize), Box<Diagnostic>> {
    let Some((target, number)) = text.rsplit_once('#') else { return Ok((text.to_owned(), 1)) };
    match number.parse::<usize>() {
        Ok(number) if number > 0 => Ok((target.to_owned(), number)),
        _ => Err(wrong(format!("`{number}` is not the number of a finding: they count from 1, as in `{target}#2`"))),
    }
}

fn chosen(report: &RunReport, number: usize) -> Result<(&MethodReport, &Counterexample), Box<Diagnostic>> {
    let all = report.methods.iter().flat_map(|method| method.counterexamples.iter().map(move |found| (method, found)));
    let all: Vec<(&MethodReport, &Counterexample)> = all.collect();
    match (all.get(number - 1), report.methods.first()) {
        (Some(found), _) => Ok(*found),
        (None, Some(method)) if all.is_empty() => {
            let reason = match &method.verdict {
                Verdict::Holds => "it holds in scope",
                verdict => verdict.word(),
            };
            Err(wrong(format!("there is no finding in {}: {reason}", method.name())))
        }
        _ => Err(wrong(format!("there is no finding {number}: there are {}", all.len()))),
    }
}

/// The heap to draw, the one to compare it with, its variables, and what to call it.
struct Chosen<'f> {
    heap: &'f Heap,
    old: Option<&'f Heap>,
    variables: usize,
    title: String,
}

fn heap_at<'f>(found: &'f Counterexample, at: &str) -> Result<Chosen<'f>, Box<Diagnostic>> {
    let before = Chosen { heap: &found.before, old: None, variables: 0, title: "before the call".to_owned() };
    match (at, at.parse::<usize>()) {
        ("before", _) | (_, Ok(0)) => Ok(before),
        ("after", _) => match &found.after {
            Some(after) => {
                Ok(Chosen { heap: after, old: Some(&found.before), title: "after the call".to_owned(), ..before })
            }
            None => Err(wrong("there is no heap after the call: it does not return; try `--at before`".to_owned())),
        },
        (_, Ok(step)) => match found.frames.get(step - 1) {
            Some(frame) => {
                let old =
                    step.checked_sub(2).and_then(|last| found.frames.get(last)).map_or(&found.before, |it| &it.heap);
                let title = format!("after `{}` ({})", frame.text, frame.place);
                Ok(Chosen { heap: &frame.heap, old: Some(old), variables: frame.variables, title })
            }
            None => {
                Err(wrong(format!("there is no step {step}: the run has {} that change the heap", found.frames.len())))
            }
        },
        _ => Err(wrong(format!("`--at {at}`: `before`, `after` or the number of a step is expected"))),
    }
}

fn drawing(
    arguments: &ShowArguments,
    program: &Program,
    report: &RunReport,
    method: &MethodReport,
    found: &Counterexample,
    colors: bool,
) -> Result<String, Box<Diagnostic>> {
    let layouts = Layouts::new(program);
    let usual = match (arguments.format, &found.after) {
        (DrawingFormat::Heap, _) | (_, None) => "before",
        _ => "after",
    };
    let chosen = heap_at(found, arguments.at.as_deref().unwrap_or(usual))?;
    let title = format!("{}: {}, {}", found.call, found.title, chosen.title);
    Ok(match arguments.format {
        DrawingFormat::Text if arguments.at.is_none() => {
            let only = MethodReport { counterexamples: vec![found.clone()], ..method.clone() };
            let report = RunReport { methods: vec![only], notes: Vec::new(), ..report.clone() };
            run_as_text(&report, program, &layouts, TextOptions { colors, ..TextOptions::default() })
        }
        DrawingFormat::Text => format!("{title}\n\n{}", tightrope_report::draw(program, &layouts, chosen.heap, None)),
        DrawingFormat::Heap => text::write(&runnable(chosen.heap, chosen.variables), program, &layouts),
        DrawingFormat::Svg => as_svg(&figure(program, &layouts, found, &chosen), &title) + "\n",
        DrawingFormat::Mermaid => as_mermaid(&figure(program, &layouts, found, &chosen)),
        DrawingFormat::Dot => as_dot(&figure(program, &layouts, found, &chosen), &title),
    })
}

fn figure(program: &Program, layouts: &Layouts, found: &Counterexample, chosen: &Chosen<'_>) -> Figure {
    let frames = found.frames.iter().map(|frame| &frame.heap);
    let heaps: Vec<&Heap> = [&found.before].into_iter().chain(frames).chain(&found.after).collect();
    let drafts = Drafts::new(program, layouts, &heaps);
    drafts.figure(chosen.heap, chosen.old, found.before.objects.len(), chosen.variables)
}

/// Without what a call cannot be given: variables, and a result.
fn runnable(heap: &Heap, variables: usize) -> Heap {
    let mut heap = heap.clone();
    heap.roots.truncate(heap.roots.len().saturating_sub(variables));
    heap.roots.retain(|root| !root.name.starts_with('\\'));
    heap
}
