//! A problem and its bounds, printed for people: `--dump problem`, `--dump space`.

use crate::{Bounds, Fresh, Instance, Owner, Problem, Subject, Values, ValuesId};
use std::fmt::Write as _;
use tightrope_program::generics::Generic;
use tightrope_program::names::{simple_name, type_name};
use tightrope_program::{ClassId, MethodId, Program};
use tightrope_source::{SourceMap, Span};

/// The problem, line by line.
pub fn describe_problem(problem: &Problem<'_>, sources: &SourceMap) -> String {
    let program = problem.program;
    let mut text = String::new();
    let method_name = |method: MethodId| {
        let declared = program.method(method);
        format!("{}.{}", simple_name(program, declared.class), declared.name)
    };
    let place = |span: Span| format!("{}:{}", sources.path(span).display(), sources.start(span).line);
    let classes = |all: &[ClassId]| all.iter().map(|class| simple_name(program, *class)).collect::<Vec<_>>().join(", ");
    let _ = match problem.subject {
        Subject::Method(method) => writeln!(text, "problem {}", method_name(method)),
        Subject::Structures(class) => writeln!(text, "structures of {}", simple_name(program, class)),
    };
    for argument in &problem.arguments {
        let _ = writeln!(text, "  argument {}: {}", argument.name, type_name(program, argument.ty));
    }
    let _ = writeln!(text, "  receivers: {}", classes(&problem.receivers));
    let users: Vec<ClassId> = problem.user_classes().collect();
    let _ = writeln!(text, "  classes in heaps: {}", classes(&users));
    for (what, found) in [("quantified over", &problem.quantified), ("observing others", &problem.observers)] {
        if !found.is_empty() {
            let _ = writeln!(text, "  classes {what}, with objects that nothing leads to: {}", classes(found));
        }
    }
    for field in problem.static_fields() {
        let declared = program.field(*field);
        let _ = writeln!(text, "  static field {}.{}", simple_name(program, declared.class), declared.name);
    }
    for (method, native) in &problem.natives {
        let _ = writeln!(text, "  native {} ({native:?})", method_name(*method));
    }
    for obligation in &problem.obligations {
        let owner = match obligation.owner {
            Owner::Run => String::new(),
            Owner::ObjectsOf(class) => format!(", owed by objects of {}", simple_name(program, class)),
        };
        let cases = match obligation.cases.as_slice() {
            [] => String::new(),
            cases => format!(", of case {}", cases.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
        };
        let (id, holds, clause) = (obligation.id.0, &obligation.holds, place(obligation.clause));
        let _ = writeln!(text, "  obligation {id}: {holds} ({clause}{owner}{cases})");
    }
    text
}

/// The bounds, line by line.
pub fn describe_bounds(problem: &Problem<'_>, bounds: &Bounds) -> String {
    let program = problem.program;
    let mut text = format!("space {}\n", bounds.scope);
    for bound in &bounds.objects {
        let _ = writeln!(text, "  at most {} of {}", bound.limit, bound.name);
    }
    let _ = writeln!(text, "  arrays up to length {}", bounds.array_length);
    let values = |id: ValuesId| describe_values(problem, bounds, id);
    if problem.arguments.first().is_some_and(|first| first.name == "this") {
        let _ = writeln!(text, "  this: {}", values(bounds.receiver));
    }
    let skipped = problem.arguments.len() - bounds.params.len();
    for (argument, id) in problem.arguments.iter().skip(skipped).zip(&bounds.params) {
        let _ = writeln!(text, "  {}: {}", argument.name, values(*id));
    }
    for (place, id) in &bounds.fields {
        let (class, field) = (simple_name(program, place.class), &program.field(place.field).name);
        let _ = writeln!(text, "  {class}.{field}: {}", values(*id));
    }
    for ((instance, field), id) in &bounds.instance_fields {
        let Some(instance) = problem.instances.as_ref().and_then(|all| all.get(instance.index())) else { continue };
        let field = &program.field(*field).name;
        let _ = writeln!(text, "  {}.{field}: {}", describe_instance(program, instance), values(*id));
    }
    if let Some(tight) = &bounds.tight {
        let _ = writeln!(text, "  tight bounds: {} field values", tight.size());
    }
    text
}

fn describe_values(problem: &Problem<'_>, bounds: &Bounds, id: ValuesId) -> String {
    match bounds.values(id) {
        Values::Boolean => "boolean".to_owned(),
        Values::All { least, greatest } => format!("all numbers {least}..{greatest}"),
        Values::AnyOrder { least, greatest, is_ranged: true, .. } => format!("any order within {least}..{greatest}"),
        Values::AnyOrder { .. } => "any order".to_owned(),
        Values::Range { least, greatest } => format!("range {least}..{greatest}"),
        Values::Among(numbers) => {
            format!("among {}", numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
        }
        Values::Floating(numbers) => format!("{} floating-point numbers", numbers.len()),
        Values::AnyObject { limit: None, .. } => "any object".to_owned(),
        Values::AnyObject { limit: Some(limit), .. } => format!("any of {limit} objects"),
        Values::Unread => "not read".to_owned(),
        Values::References(references) => {
            let mut choices: Vec<String> = Vec::new();
            choices.extend(references.may_be_null.then(|| "null".to_owned()));
            choices.extend(references.fresh.iter().map(|fresh| match fresh {
                Fresh::Object { class, instance, .. } => {
                    let instance = instance.and_then(|id| problem.instances.as_ref()?.get(id.index()));
                    let plain = || simple_name(problem.program, *class).to_owned();
                    instance.map_or_else(plain, |instance| describe_instance(problem.program, instance))
                }
                Fresh::Array { ty, .. } => type_name(problem.program, *ty),
                Fresh::Text { .. } => "String".to_owned(),
            }));
            choices.extend(references.unavailable.iter().map(|class| format!("{class}, which cannot be made")));
            choices.join(" or ")
        }
    }
}

/// `Node<Integer, ?>`
fn describe_instance(program: &Program, instance: &Instance) -> String {
    let args = instance.args.iter().map(|arg| describe_generic(program, &arg.ty)).collect::<Vec<_>>();
    format!("{}<{}>", simple_name(program, instance.class), args.join(", "))
}

fn describe_generic(program: &Program, ty: &Generic) -> String {
    match ty {
        Generic::Unknown | Generic::Variable(_) => "?".to_owned(),
        Generic::Primitive(ty) => type_name(program, *ty),
        Generic::Array(element) => format!("{}[]", describe_generic(program, element)),
        Generic::Class { class, args } if args.is_empty() => simple_name(program, *class).to_owned(),
        Generic::Class { class, args } => describe_instance(program, &Instance { class: *class, args: args.clone() }),
    }
}
