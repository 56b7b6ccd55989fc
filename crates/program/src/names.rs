//! Classes, types and methods as the user writes them.

use crate::{BaseType, Class, ClassId, ClassKind, Method, MethodKind, Program, Type};

/// Parameters that the lowering adds to constructors: the enclosing instance and captured
/// variables.
const SYNTHETIC_PARAMETERS: &[&str] = &["this$", "val$"];

pub fn kind_name(kind: ClassKind) -> &'static str {
    match kind {
        ClassKind::Class => "class",
        ClassKind::Interface => "interface",
        ClassKind::Enum => "enum",
        ClassKind::Record => "record",
        ClassKind::Annotation => "@interface",
    }
}

/// The simple name of a type, brackets included: `Node[]`.
pub fn type_name(program: &Program, ty: Type) -> String {
    type_name_with(ty, |class| simple_name(program, class))
}

/// The name of a type in which its class, if any, is called so.
pub fn type_name_with<N: AsRef<str>>(ty: Type, class_name: impl FnOnce(ClassId) -> N) -> String {
    let brackets = "[]".repeat(usize::from(ty.dims));
    let base = match ty.base {
        BaseType::Boolean => "boolean",
        BaseType::Byte => "byte",
        BaseType::Short => "short",
        BaseType::Char => "char",
        BaseType::Int => "int",
        BaseType::Long => "long",
        BaseType::Float => "float",
        BaseType::Double => "double",
        BaseType::Class(class) => return format!("{}{brackets}", class_name(class).as_ref()),
        BaseType::Null => "null",
        BaseType::Unknown => "unknown",
        BaseType::ObjectSet => "JMLObjectSet",
        BaseType::TypeValue => "\\TYPE",
    };
    format!("{base}{brackets}")
}

/// Programs that are not well-formed are printed, too: a class that is not there is `?`.
pub fn simple_name(program: &Program, class: ClassId) -> &str {
    program.classes.get(class.index()).map_or("?", last_part)
}

/// `java.util` for `java.util.Map.Entry`; empty for the unnamed package.
pub fn package_of(program: &Program, class: ClassId) -> &str {
    let mut outermost = program.class(class);
    while let Some(outer) = outermost.outer {
        outermost = program.class(outer);
    }
    outermost.name.rsplit_once('.').map_or("", |(package, _)| package)
}

/// As a file of the package writes it that imports `java.util.*`: `Map.Entry`, `Tree.Node`,
/// `other.pack.Tree`.
pub fn name_in_package<'p>(program: &'p Program, class: ClassId, package: &str) -> &'p str {
    let name = program.class(class).name.as_str();
    let own = package_of(program, class);
    let is_known = own == package || own == "java.lang" || own == "java.util";
    let inside = name.strip_prefix(own).filter(|_| is_known && !own.is_empty());
    inside.and_then(|rest| rest.strip_prefix('.')).unwrap_or(name)
}

/// Anonymous classes have no simple name of their own.
fn last_part(class: &Class) -> &str {
    let name = if class.simple_name.is_empty() { class.name.as_str() } else { class.simple_name.as_str() };
    name.rsplit('.').next().unwrap_or(name)
}

/// The types of the parameters that the user wrote.
pub fn parameter_types(program: &Program, method: &Method) -> Vec<String> {
    let written = method
        .params
        .iter()
        .filter(|parameter| !SYNTHETIC_PARAMETERS.iter().any(|prefix| parameter.name.starts_with(prefix)));
    written.map(|parameter| type_name(program, parameter.ty)).collect()
}

/// `insert(int, Node)`; a constructor has the name of its class.
pub fn call_form(program: &Program, method: &Method) -> String {
    let name = match method.kind {
        MethodKind::Constructor => simple_name(program, method.class),
        _ => method.name.as_str(),
    };
    format!("{name}({})", parameter_types(program, method).join(", "))
}

/// `boolean insert(int, Node)`.
pub fn signature(program: &Program, method: &Method) -> String {
    let call = call_form(program, method);
    let modifier = if method.is_static { "static " } else { "" };
    match (method.kind, method.return_type) {
        (MethodKind::Constructor, _) => call,
        (_, None) => format!("{modifier}void {call}"),
        (_, Some(ty)) => format!("{modifier}{} {call}", type_name(program, ty)),
    }
}

/// Is this something that the user wrote and can ask for?
pub fn is_listed(method: &Method) -> bool {
    let named = matches!(method.kind, MethodKind::Method | MethodKind::Constructor | MethodKind::Model);
    named && !method.is_synthetic
}
