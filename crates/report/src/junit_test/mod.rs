//! A finding as a JUnit 5 test that needs nothing of ours: it builds the heap, calls the method,
//! and asserts what the method breaks.
//!
//! The heap is built by public calls where some are known that do ([`calls`]). Otherwise it is
//! built by reflection, without constructors, since an invariant may admit heaps that no
//! sequence of calls builds. The test says which. A clause is asserted in plain Java
//! ([`expression`]); an exception that nothing allows fails the test by itself. What cannot be
//! written this way is refused with a reason: a test that cannot fail is none.

mod calls;
mod expression;

use crate::{Counterexample, MethodReport, Reachability, Rule, admitted_only};
use expression::{binary_name, condition, quoted, type_name};
use std::collections::BTreeSet;
use std::fmt::Write;
use tightrope_heap::{Content, Heap, Layouts, Object, ObjectId, Value};
use tightrope_program::contract::Clause;
use tightrope_program::effective::{InvariantKind, effective_contract};
use tightrope_program::{BaseType, ClassKind, ClassOrigin, FieldKind, MethodId, MethodKind, Program, Type};

const SUPPORT: &str = include_str!("Support.java");

/// A file to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JavaTest {
    /// Below the folder of tests, with the folders of its package.
    pub path: String,
    pub text: String,
}

/// The test of a finding; `number` tells those of one method apart. `Err`: why there is none.
pub fn junit_test(
    program: &Program,
    layouts: &Layouts,
    method: MethodId,
    report: &MethodReport,
    found: &Counterexample,
    number: usize,
) -> Result<JavaTest, String> {
    let declared = program.method(method);
    let class = binary_name(program, declared.class);
    let (package, simple) = class.rsplit_once('.').map_or((None, class.as_str()), |(package, it)| (Some(package), it));
    let name = format!("{}_{}_{number}_Test", java_name(simple), java_name(&report.method));
    // Calls may pass collections. A class of the same name in the package comes before an import.
    let (built, builder, imports) = match calls::build(program, layouts, found) {
        Some(builder) => ("by public calls".to_owned(), builder, "import java.util.*;\n\n"),
        None => (reflection_says(found), build(program, layouts, &found.before)?, ""),
    };
    let check = check(program, method, found)?;
    let mut text =
        String::from("// Written by Tightrope. It needs JUnit 5 and the classes under test, nothing else.\n");
    if let Some(package) = package {
        let _ = writeln!(text, "package {package};\n");
    }
    text.push_str(imports);
    let _ = writeln!(
        text,
        "/**\n * {} in {}, for the call {}.\n * The heap is built {built}.\n */",
        comment(&found.title),
        comment(&report.name()),
        comment(&found.call)
    );
    let _ = writeln!(text, "class {name} {{");
    text.push_str("    @org.junit.jupiter.api.Test\n    void finding() throws Throwable {\n");
    let _ = writeln!(text, "        Object[] leaves = new Object[{}];", found.before.objects.len());
    text.push_str("        now = heap(leaves);\n        old = heap(leaves);\n        pair();\n");
    text.push_str(&statics(program, &found.before)?);
    text.push_str(&call(program, method, &found.before)?);
    text.push_str(&check);
    text.push_str("    }\n\n");
    text.push_str(&builder);
    text.push_str(&SUPPORT.replace("JUNIT_CLASS", &name));
    let folder = package.map(|package| package.replace('.', "/") + "/").unwrap_or_default();
    Ok(JavaTest { path: format!("{folder}{name}.java"), text })
}

/// Why the heap is not built by calls.
fn reflection_says(found: &Counterexample) -> String {
    match found.reachability {
        Some(Reachability::AdmittedOnly { calls }) => {
            format!("by reflection: it is {}", admitted_only(calls).replace("builds it", "builds such a heap"))
        }
        _ => "by reflection".to_owned(),
    }
}

/// Letters, digits and underscores.
fn java_name(text: &str) -> String {
    text.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect()
}

/// Nothing in it ends the comment, or is an escape.
fn comment(text: &str) -> String {
    let clean = |it: char| if it.is_control() { ' ' } else { it };
    text.chars().map(clean).collect::<String>().replace("*/", "* /").replace('\\', "\\\\")
}

/// A comment that ends with the line.
fn remark(text: &str) -> String {
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect::<String>().replace("\\u", "\\ u")
}

fn literal(value: Value, ty: Type) -> String {
    let cast = match ty.base {
        _ if ty.is_array() => "",
        BaseType::Byte => "(byte) ",
        BaseType::Short => "(short) ",
        BaseType::Char => "(char) ",
        _ => "",
    };
    let default = Value::default_of(ty);
    match if value == Value::Unknown { default } else { value } {
        Value::Object(id) => format!("o[{}]", id.0),
        Value::Boolean(truth) => truth.to_string(),
        Value::Int(number) => format!("{cast}{number}"),
        Value::Long(number) => format!("{number}L"),
        Value::Float(bits) => format!("Float.intBitsToFloat({})", bits as i32),
        Value::Double(bits) => format!("Double.longBitsToDouble({}L)", bits as i64),
        Value::Null | Value::Unknown => "null".to_owned(),
    }
}

/// The method that builds the heap. Strings, boxes and the like are the same objects in both
/// copies.
fn build(program: &Program, layouts: &Layouts, heap: &Heap) -> Result<String, String> {
    let mut text = String::from(
        "    @SuppressWarnings({\"deprecation\", \"removal\"})\n    private static Object[] heap(Object[] leaves) throws Exception {\n",
    );
    let _ = writeln!(text, "        Object[] o = new Object[{}];", heap.objects.len());
    for (id, object) in heap.ids().zip(&heap.objects) {
        let _ = writeln!(text, "        o[{}] = {};", id.0, made(program, heap, id, object)?);
    }
    for (id, object) in heap.ids().zip(&heap.objects) {
        text.push_str(&filled(program, layouts, id, object)?);
    }
    text.push_str("        return o;\n    }\n");
    Ok(text)
}

const BOXES: &[(&str, Type)] = &[
    ("java.lang.Boolean", Type::BOOLEAN),
    ("java.lang.Byte", Type::BYTE),
    ("java.lang.Character", Type::CHAR),
    ("java.lang.Double", Type::DOUBLE),
    ("java.lang.Float", Type::FLOAT),
    ("java.lang.Integer", Type::INT),
    ("java.lang.Long", Type::LONG),
    ("java.lang.Short", Type::SHORT),
];

/// Is it a box that `valueOf` must not give? It says so of itself, or another box of the heap has
/// the same value. Its constructor is deprecated, and the only way to have one. (Of a `Boolean`
/// nobody has to ask: the shared ones are in static fields, and known.)
fn is_unshared(heap: &Heap, id: ObjectId) -> bool {
    let fields = |id: ObjectId| match &heap.object(id).content {
        Content::Fields(values) => Some((heap.object(id).ty, values.first().copied(), values.get(1).copied())),
        _ => None,
    };
    let Some((ty, value, shared)) = fields(id) else { return false };
    let is_equal = |other: ObjectId| fields(other).is_some_and(|(found, of, _)| found == ty && of == value);
    match shared {
        Some(Value::Boolean(is_shared)) => !is_shared,
        _ => heap.ids().any(|other| other != id && is_equal(other) && (other < id || is_marked(heap, other))),
    }
}

/// Does the box say of itself that `valueOf` gives it?
fn is_marked(heap: &Heap, id: ObjectId) -> bool {
    matches!(&heap.object(id).content, Content::Fields(values) if values.get(1) == Some(&Value::Boolean(true)))
}

fn leaf(id: ObjectId, text: &str) -> String {
    format!("leaves[{0}] != null ? leaves[{0}] : (leaves[{0}] = {text})", id.0)
}

fn made(program: &Program, heap: &Heap, id: ObjectId, object: &Object) -> Result<String, String> {
    let name = type_name(program, object.ty).ok_or("the heap has an object whose type has no name")?;
    match (&object.content, object.ty.as_class()) {
        (Content::Text(text), _) => Ok(leaf(id, &format!("new String({})", quoted(text)))),
        (Content::Elements(elements), _) => {
            let element = object.ty.element().and_then(|ty| type_name(program, ty)).unwrap_or_default();
            Ok(format!("java.lang.reflect.Array.newInstance(type({}), {})", quoted(&element), elements.len()))
        }
        (Content::Fields(values), Some(class)) => {
            let declared = program.class(class);
            let value = values.first().copied().unwrap_or(Value::Null);
            if let Some((_, ty)) = BOXES.iter().find(|(name, _)| declared.name == *name) {
                let number = literal(value, *ty);
                let simple = &declared.simple_name;
                let is_other = is_unshared(heap, id) || *ty == Type::BOOLEAN && !is_marked(heap, id);
                let text =
                    if is_other { format!("new {simple}({number})") } else { format!("{simple}.valueOf({number})") };
                return Ok(leaf(id, &text));
            }
            match declared.name.as_str() {
                "java.lang.Object" => Ok(leaf(id, "new Object()")),
                "java.util.concurrent.atomic.AtomicInteger" => Ok(format!("new {name}({})", literal(value, Type::INT))),
                "java.util.concurrent.atomic.AtomicLong" => Ok(format!("new {name}({})", literal(value, Type::LONG))),
                "java.util.concurrent.atomic.AtomicBoolean" => {
                    Ok(format!("new {name}({})", literal(value, Type::BOOLEAN)))
                }
                _ if declared.origin != ClassOrigin::User => {
                    Err(format!("the heap has an object of {}, which cannot be built by reflection", declared.name))
                }
                _ if declared.kind == ClassKind::Enum => {
                    let constant = value.as_object().map(|name| &heap.object(name).content);
                    let Some(Content::Text(constant)) = constant else {
                        return Err(format!("the heap has a constant of {} that is not known", declared.name));
                    };
                    let (ty, constant) = (quoted(&name), quoted(constant));
                    Ok(leaf(id, &format!("field({ty}, {constant}).get(null)")))
                }
                _ => Ok(format!("make({})", quoted(&name))),
            }
        }
        (Content::Fields(_), None) => Err("the heap has an object without a class".to_owned()),
    }
}

fn filled(program: &Program, layouts: &Layouts, id: ObjectId, object: &Object) -> Result<String, String> {
    let mut text = String::new();
    match (&object.content, object.ty.as_class()) {
        (Content::Elements(elements), _) => {
            let element = object.ty.element().unwrap_or(Type::UNKNOWN);
            for (at, value) in elements.iter().enumerate().filter(|(_, value)| **value != Value::default_of(element)) {
                let value = literal(*value, element);
                let _ = writeln!(text, "        java.lang.reflect.Array.set(o[{}], {at}, {value});", id.0);
            }
        }
        (Content::Fields(values), Some(class))
            if program.class(class).origin == ClassOrigin::User && program.class(class).kind != ClassKind::Enum =>
        {
            for (field, value) in layouts.fields(class).iter().zip(values) {
                let declared = program.field(*field);
                match declared.kind {
                    FieldKind::Ghost | FieldKind::Model => continue,
                    FieldKind::Synthetic => return Err("the heap has an object of an inner class".to_owned()),
                    _ => {}
                }
                let owner = quoted(&binary_name(program, declared.class));
                let (name, value) = (quoted(&declared.name), literal(*value, declared.ty));
                let _ = writeln!(text, "        field({owner}, {name}).set(o[{}], {value});", id.0);
            }
        }
        _ => {}
    }
    Ok(text)
}

/// The static fields that the heap names.
fn statics(program: &Program, heap: &Heap) -> Result<String, String> {
    let mut text = String::new();
    for root in heap.roots.iter().filter(|root| root.name.contains('.')) {
        let Some((class, name)) = root.name.rsplit_once('.') else { continue };
        let of_class = |it: &&tightrope_program::Class| it.simple_name == class || it.name == class;
        let declared = program.classes.iter().find(of_class).into_iter().flat_map(|class| &class.fields);
        let field = declared.into_iter().find(|field| program.field(**field).name == name);
        let Some(field) = field.map(|field| program.field(*field)) else { continue };
        if field.is_final {
            return Err(format!("the heap gives the static field {} a value, and it is final", root.name));
        }
        let owner = quoted(&binary_name(program, field.class));
        let value = literal(root.value, field.ty).replace("o[", "now[");
        let _ = writeln!(text, "        field({owner}, {}).set(null, {value});", quoted(name));
    }
    Ok(text)
}

fn call(program: &Program, method: MethodId, heap: &Heap) -> Result<String, String> {
    let declared = program.method(method);
    let mut text = String::new();
    let first = usize::from(!declared.is_static && declared.kind == MethodKind::Method);
    let receiver = match (first, heap.roots.first().map(|root| root.value)) {
        (1, Some(Value::Object(id))) => format!("now[{}]", id.0),
        (1, _) => return Err("there is no receiver".to_owned()),
        _ => "null".to_owned(),
    };
    let _ = writeln!(text, "        Object self = {receiver};");
    let mut names = Vec::new();
    let mut types = Vec::new();
    for (index, param) in declared.params.iter().enumerate() {
        // A constructor may have its receiver among the roots.
        let value = heap.root(&param.name).unwrap_or(Value::Unknown);
        let ty = type_name(program, param.ty).ok_or("a parameter has a type without a name")?;
        let java = if param.ty.is_reference() { "Object" } else { ty.as_str() };
        let value = literal(value, param.ty).replace("o[", "now[");
        let _ = writeln!(text, "        {java} p{index} = {value};");
        names.push(format!("p{index}"));
        types.push(quoted(&ty));
    }
    let owner = quoted(&binary_name(program, declared.class));
    let (name, types) = (quoted(&declared.name), types.join(", "));
    let arguments = format!("new Object[] {{{}}}", names.join(", "));
    let target = if declared.kind == MethodKind::Constructor { "null" } else { "self" };
    let _ = writeln!(text, "        // The call:");
    let _ = writeln!(
        text,
        "        org.junit.jupiter.api.function.ThrowingSupplier<Object> call = () -> invoke({owner}, {name}, new String[] {{{types}}}, {target}, {arguments});"
    );
    Ok(text)
}

const RUN: &str = "        Object result = call.get();\n        roots.add(result);\n        roots.add(self);\n";

fn assertion(condition: &str, said: &str) -> String {
    format!(
        "        // {}\n        org.junit.jupiter.api.Assertions.assertTrue({condition}, {});\n",
        remark(said),
        quoted(said)
    )
}

/// What is done with the call, and what is asserted after it.
fn check(program: &Program, method: MethodId, found: &Counterexample) -> Result<String, String> {
    let said = found.clause.as_ref().map_or(found.title.as_str(), |clause| clause.text.as_str());
    let is_constructor = program.method(method).kind == MethodKind::Constructor;
    let after = if is_constructor { format!("{RUN}        Object made = result;\n") } else { RUN.to_owned() };
    let contract = effective_contract(program, method);
    let is_it = |clause: &Clause| Some(clause.span) == found.span;
    match found.rule {
        Rule::Exception => Ok(unless_allowed(program, method, found)),
        Rule::StackOverflow => Ok(RUN.to_owned()),
        Rule::NeverReturns => Ok(
            "        Object result = org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(java.time.Duration.ofSeconds(5), call);\n"
                .to_owned(),
        ),
        Rule::Returns => {
            Ok("        org.junit.jupiter.api.Assertions.assertThrows(Throwable.class, call::get);\n".to_owned())
        }
        Rule::Ensures | Rule::NonNull if found.exception.is_none() => {
            let all = contract.cases.iter().flat_map(|case| case.ensures.iter().copied());
            match all.into_iter().find(|clause| is_it(clause)) {
                Some(clause) => Ok(RUN.to_owned() + &assertion(&written(program, clause, "self")?, said)),
                None => Ok(after + &invariant(program, method, found, said)?),
            }
        }
        Rule::Invariant => Ok(after + &invariant(program, method, found, said)?),
        Rule::Constraint => {
            let clause = contract.constraints.iter().map(|it| it.clause).find(|clause| is_it(clause));
            let clause = clause.ok_or("its clause is not at hand")?;
            Ok(RUN.to_owned() + &assertion(&written(program, clause, "self")?, said))
        }
        rule => Err(format!("what breaks `{}` cannot be asserted from outside", rule.id())),
    }
}

/// The exception fails the test by itself; one that the contract allows is a way to end well.
fn unless_allowed(program: &Program, method: MethodId, found: &Counterexample) -> String {
    let thrown = found.exception.as_ref().map(|thrown| thrown.class.as_str());
    let thrown = program.class_ids().find(|class| Some(program.class(*class).simple_name.as_str()) == thrown);
    let contract = effective_contract(program, method);
    let allowed = contract.cases.iter().flat_map(|case| &case.exceptions).map(|it| it.class);
    // A case that does not apply here may allow it elsewhere.
    let allowed = allowed.filter(|class| !thrown.is_some_and(|thrown| program.is_subclass(thrown, *class)));
    let tests: BTreeSet<String> =
        allowed.map(|class| format!("isA(thrown, {})", quoted(&binary_name(program, class)))).collect();
    if tests.is_empty() {
        return RUN.to_owned();
    }
    let tests = tests.into_iter().collect::<Vec<String>>().join(" || ");
    format!(
        "        try {{\n            call.get();\n        }} catch (Throwable thrown) {{\n            \
         // The contract allows it.\n            if (!({tests})) throw thrown;\n        }}\n"
    )
}

fn written(program: &Program, clause: &Clause, this: &str) -> Result<String, String> {
    condition(program, &clause.formula, this).ok_or_else(|| "its clause cannot be written in plain Java".to_owned())
}

/// An invariant of any object that the call leaves behind.
fn invariant(program: &Program, method: MethodId, found: &Counterexample, said: &str) -> Result<String, String> {
    if found.exception.is_some() {
        return Err("an invariant that is broken after an exception is not asserted".to_owned());
    }
    let of_classes =
        program.class_ids().flat_map(|class| program.class(class).invariants.iter().map(move |it| (class, it)));
    let clause = of_classes.into_iter().find(|(_, clause)| Some(clause.span) == found.span);
    if let Some((class, clause)) = clause {
        let test = assertion(&written(program, clause, "that")?, said);
        let class = quoted(&binary_name(program, class));
        let each = format!("        for (Object that : objects({class})) {{\n    {test}        }}\n");
        return Ok(if clause.is_static { test } else { each });
    }
    let contract = effective_contract(program, method);
    let of_methods = contract.invariants_after.iter().filter_map(|invariant| match invariant.kind {
        InvariantKind::RepOk(rep_ok) => Some((invariant.class, rep_ok)),
        InvariantKind::Clause(_) => None,
    });
    let spans = |(_, rep_ok): &(_, MethodId)| {
        let declared = program.method(*rep_ok);
        found.span == Some(declared.span) || found.span == Some(declared.name_span)
    };
    let of_classes =
        program.class_ids().flat_map(|class| program.class(class).rep_ok.iter().map(move |it| (class, *it)));
    let (class, rep_ok) = of_methods.chain(of_classes).find(spans).ok_or("its invariant is not at hand")?;
    let declared = program.method(rep_ok);
    let (class, owner) = (binary_name(program, class), binary_name(program, declared.class));
    let call = format!("(boolean) call({}, {}, new String[] {{}}, that)", quoted(&owner), quoted(&declared.name));
    Ok(format!(
        "        for (Object that : objects({})) {{\n    {}        }}\n",
        quoted(&class),
        assertion(&call, said)
    ))
}
