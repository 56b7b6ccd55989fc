//! What an answer depends on, as text: two problems with the same text have the same answer.
//!
//! The text names all declarations of the program with their numbers, all contracts and invariants,
//! and the code that can run: of a method that cannot, only its declaration. So a change elsewhere
//! leaves the text as it is, and too much in it costs a computation, never an answer. The Java
//! library is part of the tool.
//!
//! Structures do not depend on where things stand. A verdict shows lines: its text has them.

use crate::Input;
use std::collections::BTreeSet;
use std::fmt::Write;
use tightrope_problem::Problem;
use tightrope_program::body::{Expr, ExprKind};
use tightrope_program::contract::Clause;
use tightrope_program::reach::reach;
use tightrope_program::visit::{for_each_expr, formulas};
use tightrope_program::{Class, ClassId, ClassOrigin, Code, Method, MethodId, Program};
use tightrope_source::{FileId, SourceMap, Span};

/// What the structures of a class depend on.
pub fn content_of_structures(input: Input<'_>, class: ClassId) -> String {
    let problem = Problem::of_structures(input.program, class);
    let text = declarations(input.program, &reached(input.program, &problem.entries), false);
    format!("{class:?} {}", without_places(&text))
}

fn without_places(text: &str) -> String {
    map_spans(text, |_, _| "_".to_owned())
}

/// What the verdict of a method depends on. `is_whole`: on all code of the program.
pub fn content_of_method(input: Input<'_>, method: MethodId, is_whole: bool) -> String {
    let program = input.program;
    let problem = Problem::of_method(program, method);
    let code = match is_whole {
        true => program.method_ids().collect(),
        false => {
            let entries: Vec<MethodId> = problem.entries.iter().copied().chain([method]).collect();
            reached(program, &entries)
        }
    };
    let text = declarations(program, &code, true);
    format!("{method:?} {}", map_spans(&text, |file, start| line(input.sources, file, start)))
}

fn line(sources: &SourceMap, file: FileId, start: u32) -> String {
    let span = Span { file, start, end: start };
    format!("{}:{}", sources.path(span).display(), sources.start(span).line)
}

/// All methods that can run: those of the problem, and those that any formula of the program calls.
fn reached(program: &Program, entries: &[MethodId]) -> BTreeSet<MethodId> {
    let mut called: Vec<MethodId> = entries.to_vec();
    called.extend(program.fields.iter().filter_map(|field| field.represents));
    called.extend(program.classes.iter().filter_map(|class| class.rep_ok));
    called.extend(program.classes.iter().filter_map(|class| class.static_initializer));
    let of_methods = program.methods.iter().flat_map(|method| formulas(&method.contract));
    of_methods.for_each(|formula| add_calls(&formula.expr, &mut called));
    let of_classes = program.classes.iter().flat_map(clauses);
    of_classes.for_each(|clause| add_calls(&clause.formula.expr, &mut called));
    called.sort_unstable();
    called.dedup();
    let overriders = called.iter().flat_map(|method| program.code_of_calls(*method));
    let all: Vec<MethodId> = called.iter().chain(overriders).copied().collect();
    reach(program, all).methods
}

fn clauses(class: &Class) -> impl Iterator<Item = &Clause> {
    class.invariants.iter().chain(&class.constraints).chain(&class.initially).chain(&class.axioms)
}

fn add_calls(expr: &Expr, called: &mut Vec<MethodId>) {
    for_each_expr(expr, &mut |expr| {
        if let ExprKind::Call(call) = &expr.kind {
            called.push(call.method);
        }
    });
}

/// Everything that the user has declared, or has on the class path. `with_contracts`: of methods,
/// too.
fn declarations(program: &Program, code: &BTreeSet<MethodId>, with_contracts: bool) -> String {
    let is_user = |class: ClassId| matches!(program.class(class).origin, ClassOrigin::User | ClassOrigin::ClassFile);
    // Whoever overrides a method has its contract.
    let inherited: BTreeSet<MethodId> = code.iter().flat_map(|id| &program.method(*id).overrides).copied().collect();
    let mut text = String::new();
    for class in program.class_ids().filter(|class| is_user(*class)) {
        let declared = program.class(class);
        // Its methods follow.
        let _ = writeln!(text, "{class:?} {:?}", Class { span: start_of(declared.span), ..declared.clone() });
        for field in &declared.fields {
            let _ = writeln!(text, "{field:?} {:?}", program.field(*field));
        }
        for method in &declared.methods {
            let runs = code.contains(method) || inherited.contains(method);
            add_method(&mut text, *method, program.method(*method), runs, with_contracts);
        }
    }
    text
}

/// A class does not move because it grows.
fn start_of(span: Span) -> Span {
    Span { end: span.start, ..span }
}

fn add_method(text: &mut String, id: MethodId, method: &Method, runs: bool, with_contract: bool) {
    let Method { class, name, kind, is_static, is_abstract, is_final, is_private, is_public, .. } = method;
    let _ =
        write!(text, "{id:?} {class:?} {name} {kind:?} {is_static} {is_abstract} {is_final} {is_private} {is_public} ");
    let Method { is_pure, is_helper, is_synthetic, is_varargs, return_type, return_nullity, throws, overrides, .. } =
        method;
    let _ = write!(text, "{is_pure} {is_helper} {is_synthetic} {is_varargs} {return_type:?} {return_nullity:?} ");
    let _ = write!(text, "{throws:?} {overrides:?} ");
    for param in &method.params {
        let _ = write!(text, "{} {:?} {:?} ", param.name, param.ty, param.nullity);
    }
    let contract = format!("{:?} ", method.contract);
    match (with_contract, runs) {
        (true, true) => text.push_str(&contract),
        // Nothing that is said of it is shown.
        (true, false) => text.push_str(&without_places(&contract)),
        (false, _) => {}
    }
    match (&method.code, runs) {
        (Code::Body(body), true) => drop(write!(text, "{:?} {body:?}", start_of(method.name_span))),
        (Code::Body(_), false) => text.push_str("code"),
        (Code::Library, _) => text.push_str("library"),
        (Code::None, _) => text.push_str("none"),
    }
    text.push('\n');
}

/// How a place looks in the text.
const SPAN: &str = "Span { file: FileId(";

/// Writes every place in another way.
fn map_spans(text: &str, mut written: impl FnMut(FileId, u32) -> String) -> String {
    let mut mapped = String::with_capacity(text.len() / 2);
    let mut rest = text;
    while let Some(at) = rest.find(SPAN) {
        mapped.push_str(&rest[..at]);
        rest = &rest[at + SPAN.len()..];
        let (Some(file), Some(start)) = (number(rest), rest.find("start: ").and_then(|at| number(&rest[at + 7..])))
        else {
            mapped.push_str(SPAN);
            continue;
        };
        mapped.push_str(&written(FileId(file), start));
        rest = rest.find('}').map_or("", |end| &rest[end + 1..]);
    }
    mapped + rest
}

fn number(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    text[..end].parse().ok()
}
