//! From `Class.method` on the command line to the method that is meant.
//!
//! A class may be named by any tail of its qualified name, an overload by its parameter types. A
//! method that a class inherits can be asked for under the name of the class.

use tightrope_program::names::{call_form, is_listed, parameter_types, simple_name};
use tightrope_program::{ClassId, ClassOrigin, Method, MethodId, MethodKind, Program};
use tightrope_source::{Code, Diagnostic, most_similar};

/// The method, as seen from the class that was named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    pub class: ClassId,
    pub method: MethodId,
}

/// How many names an error message lists.
const LISTED_NAMES: usize = 12;

struct Targets<'t> {
    class: &'t str,
    method: &'t str,
    parameters: Option<Vec<String>>,
}

pub fn find(program: &Program, text: &str) -> Result<Target, Box<Diagnostic>> {
    find_preferring(program, text, &|_| false)
}

/// All overloads that the text names.
pub fn find_overloads(program: &Program, text: &str) -> Result<Vec<MethodId>, Box<Diagnostic>> {
    let text = text.trim();
    let wanted = parse(text).ok_or_else(|| Box::new(malformed(program, text)))?;
    let class = find_class(program, wanted.class)?;
    let named = methods_named(program, class, wanted.method);
    let fitting: Vec<MethodId> =
        named.into_iter().filter(|method| fits(program, program.method(*method), &wanted)).collect();
    match fitting.is_empty() {
        // It says why.
        true => find(program, text).map(|target| vec![target.method]),
        false => Ok(fitting),
    }
}

/// Where several overloads are meant, the only preferred one is taken.
pub fn find_preferring(
    program: &Program,
    text: &str,
    is_preferred: &dyn Fn(&Method) -> bool,
) -> Result<Target, Box<Diagnostic>> {
    let text = text.trim();
    if let Some(class) = whole_class(program, text) {
        return Err(Box::new(method_missing(program, class, text)));
    }
    let wanted = parse(text).ok_or_else(|| Box::new(malformed(program, text)))?;
    let class = find_class(program, wanted.class)?;
    find_method(program, class, &wanted, is_preferred)
}

fn parse(text: &str) -> Option<Targets<'_>> {
    let (path, parameters) = match text.split_once('(') {
        Some((path, rest)) => (path, Some(split_parameters(rest.strip_suffix(')')?))),
        None => (text, None),
    };
    let (class, method) = path.rsplit_once(['.', '#'])?;
    (!class.is_empty() && !method.is_empty()).then_some(Targets { class, method, parameters })
}

/// Type arguments and packages do not choose between overloads: they are dropped.
fn split_parameters(text: &str) -> Vec<String> {
    let mut erased = String::new();
    let mut depth = 0usize;
    for character in text.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth > 0 || character.is_whitespace() => {}
            _ => erased.push(character),
        }
    }
    let simple = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
    let erased = erased.replace("...", "[]");
    erased.split(',').filter(|name| !name.is_empty()).map(simple).collect()
}

/// The user's classes, whose names all or the tail of which is `name`.
fn classes_named(program: &Program, name: &str) -> Vec<ClassId> {
    let dotted = name.replace('$', ".");
    let users = || program.class_ids().filter(|id| program.class(*id).origin == ClassOrigin::User);
    let exact: Vec<ClassId> = users().filter(|id| program.class(*id).name == name).collect();
    if !exact.is_empty() {
        return exact;
    }
    users().filter(|id| has_tail(&program.class(*id).name.replace('$', "."), &dotted)).collect()
}

fn has_tail(qualified: &str, tail: &str) -> bool {
    qualified.strip_suffix(tail).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

fn find_class(program: &Program, name: &str) -> Result<ClassId, Box<Diagnostic>> {
    match classes_named(program, name).as_slice() {
        [class] => Ok(*class),
        [] => Err(Box::new(no_such_class(program, name))),
        several => {
            let message = format!("several classes are named `{name}`");
            let names = several.iter().map(|class| program.class(*class).name.to_string()).collect();
            Err(Box::new(Diagnostic::without_place(Code::AmbiguousTarget, message).hint(one_of(names))))
        }
    }
}

fn find_method(
    program: &Program,
    class: ClassId,
    wanted: &Targets<'_>,
    is_preferred: &dyn Fn(&Method) -> bool,
) -> Result<Target, Box<Diagnostic>> {
    let named = methods_named(program, class, wanted.method);
    if named.is_empty() {
        return Err(Box::new(no_such_method(program, class, wanted.method)));
    }
    let fitting: Vec<MethodId> =
        named.iter().copied().filter(|method| fits(program, program.method(*method), wanted)).collect();
    let preferred: Vec<MethodId> =
        fitting.iter().copied().filter(|method| is_preferred(program.method(*method))).collect();
    match if preferred.len() == 1 { &preferred } else { &fitting }.as_slice() {
        [method] => Ok(Target { class, method: *method }),
        [] => {
            let class_name = simple_name(program, class);
            let message = format!("no method `{}` of `{class_name}` has these parameters", wanted.method);
            Err(Box::new(overloads(program, Code::NoSuchTarget, message, class, &named)))
        }
        _ => {
            let class_name = simple_name(program, class);
            let message = format!("`{class_name}` has several methods `{}`", wanted.method);
            Err(Box::new(overloads(program, Code::AmbiguousTarget, message, class, &fitting)))
        }
    }
}

fn fits(program: &Program, method: &Method, wanted: &Targets<'_>) -> bool {
    wanted.parameters.as_ref().is_none_or(|parameters| *parameters == parameter_types(program, method))
}

/// The methods of a class by name, inherited ones included unless they are overridden.
fn methods_named(program: &Program, class: ClassId, name: &str) -> Vec<MethodId> {
    let mut found: Vec<MethodId> = Vec::new();
    for owner in ancestors(program, class) {
        for id in &program.class(owner).methods {
            let method = program.method(*id);
            let overridden = found.iter().any(|other| program.method(*other).overrides.contains(id));
            let inherited = owner == class || method.kind != MethodKind::Constructor;
            if is_askable(method) && inherited && !overridden && is_named(program, method, name) {
                found.push(*id);
            }
        }
    }
    found
}

/// Default constructors and record accessors have contracts too.
fn is_askable(method: &Method) -> bool {
    is_listed(method) || (method.is_synthetic && matches!(method.kind, MethodKind::Method | MethodKind::Constructor))
}

fn is_named(program: &Program, method: &Method, name: &str) -> bool {
    match method.kind {
        MethodKind::Constructor => name == "new" || name == "<init>" || name == simple_name(program, method.class),
        _ => method.name == name,
    }
}

/// The class, then its superclasses and interfaces, nearest first; each once.
fn ancestors(program: &Program, class: ClassId) -> Vec<ClassId> {
    let mut found = vec![class];
    let mut next = 0;
    while let Some(current) = found.get(next).copied() {
        next += 1;
        let class = program.class(current);
        for parent in class.superclass.iter().chain(&class.interfaces) {
            if !found.contains(parent) {
                found.push(*parent);
            }
        }
    }
    found
}

/// The class that is named, by all or the tail of its name.
pub fn find_whole_class(program: &Program, name: &str) -> Result<ClassId, Box<Diagnostic>> {
    find_class(program, name.trim())
}

/// Does the text name a class, and only one?
pub fn whole_class(program: &Program, text: &str) -> Option<ClassId> {
    match classes_named(program, text).as_slice() {
        [class] => Some(*class),
        _ => None,
    }
}

/// A name alone may be that of a class, misspelt.
fn malformed(program: &Program, text: &str) -> Diagnostic {
    let users = program.class_ids().filter(|id| program.class(*id).origin == ClassOrigin::User);
    let is_name = text.chars().all(|character| character.is_alphanumeric() || character == '_');
    if is_name && most_similar(text, users.map(|id| simple_name(program, id))).is_some() {
        return no_such_class(program, text);
    }
    let message = format!("`{}` names no method", text.escape_debug());
    Diagnostic::without_place(Code::NoSuchTarget, message)
        .hint("write `Class.method`, or `Class.method(int,Node)` to choose an overload")
}

fn method_missing(program: &Program, class: ClassId, text: &str) -> Diagnostic {
    let message = format!("`{}` is a class; name one of its methods", text.escape_debug());
    let diagnostic = Diagnostic::without_place(Code::NoSuchTarget, message);
    let names = listed_calls(program, class);
    if names.is_empty() { diagnostic } else { diagnostic.hint(one_of(names)) }
}

fn no_such_class(program: &Program, name: &str) -> Diagnostic {
    let diagnostic =
        Diagnostic::without_place(Code::NoSuchTarget, format!("there is no class `{}`", name.escape_debug()));
    let users: Vec<ClassId> = program.class_ids().filter(|id| program.class(*id).origin == ClassOrigin::User).collect();
    let simple = name.rsplit('.').next().unwrap_or(name);
    let near_simple = most_similar(simple, users.iter().map(|id| simple_name(program, *id)));
    let same_simple = users.iter().find(|id| simple_name(program, **id) == simple);
    let near = same_simple.map(|id| program.class(*id).name.as_str()).or(near_simple);
    match near {
        Some(near) => diagnostic.hint(format!("did you mean `{near}`?")),
        None => diagnostic.hint("`tightrope list PATHS` lists all classes"),
    }
}

fn no_such_method(program: &Program, class: ClassId, name: &str) -> Diagnostic {
    let class_name = simple_name(program, class);
    let message = format!("`{class_name}` has no method `{}`", name.escape_debug());
    let diagnostic = Diagnostic::without_place(Code::NoSuchTarget, message);
    let methods = ancestors(program, class).into_iter().flat_map(|owner| program.class(owner).methods.clone());
    let names: Vec<&str> = methods.map(|id| program.method(id)).filter(|m| is_listed(m)).map(|m| &*m.name).collect();
    if let Some(near) = most_similar(name, names) {
        return diagnostic.hint(format!("did you mean `{class_name}.{near}`?"));
    }
    let calls = listed_calls(program, class);
    if calls.is_empty() { diagnostic } else { diagnostic.hint(one_of(calls)) }
}

fn listed_calls(program: &Program, class: ClassId) -> Vec<String> {
    let methods = program.class(class).methods.iter().map(|id| program.method(*id));
    methods.filter(|method| is_listed(method)).map(|method| compact_call(program, class, method)).collect()
}

fn overloads(program: &Program, code: Code, message: String, class: ClassId, methods: &[MethodId]) -> Diagnostic {
    let names = methods.iter().map(|id| compact_call(program, class, program.method(*id))).collect();
    Diagnostic::without_place(code, message).hint(one_of(names))
}

/// In the form that the command line takes: `Tree.put(int,Node)`.
fn compact_call(program: &Program, class: ClassId, method: &Method) -> String {
    format!("{}.{}", simple_name(program, class), call_form(program, method).replace(", ", ","))
}

fn one_of(mut names: Vec<String>) -> String {
    let total = names.len();
    names.truncate(LISTED_NAMES);
    let mut text = format!("choose one of:\n  {}", names.join("\n  "));
    if total > LISTED_NAMES {
        text.push_str(&format!("\n  … and {} more", total - LISTED_NAMES));
    }
    text
}
