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
use tightrope_program::contract::{Clause, Signals};
use tightrope_program::effective::{InvariantKind, effective_contract};
use tightrope_program::{
    BaseType, Class, ClassKind, ClassOrigin, FieldId, FieldKind, Method, MethodId, MethodKind, Program, Type,
};

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
    no_stand_ins(program, layouts, method, &found.before)?;
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
    if needs_assertions(program, found) {
        text.push_str("        // As with `java -ea`, for classes that are not loaded yet.\n");
        let _ = writeln!(text, "        {name}.class.getClassLoader().setDefaultAssertionStatus(true);");
    }
    let _ = writeln!(text, "        Object[] leaves = new Object[{}];", found.before.objects.len());
    text.push_str("        now = heap(leaves, true);\n        old = heap(leaves, false);\n        pair();\n");
    text.push_str(&statics(program, &found.before)?);
    text.push_str(&call(program, method, &found.before)?);
    text.push_str(&check);
    text.push_str("    }\n\n");
    text.push_str(&builder);
    text.push_str(&SUPPORT.replace("JUNIT_CLASS", &name));
    let folder = package.map(|package| package.replace('.', "/") + "/").unwrap_or_default();
    Ok(JavaTest { path: format!("{folder}{name}.java"), text: in_ascii(&text) })
}

/// An element of which nothing is known but that it is there is an `Object`: Java takes none for a
/// `Comparable`, say.
fn no_stand_ins(program: &Program, layouts: &Layouts, method: MethodId, heap: &Heap) -> Result<(), String> {
    let name = |ty: Type| ty.as_class().map(|class| program.class(class).name.as_str());
    let is_object =
        |value: Value| value.as_object().is_some_and(|id| name(heap.object(id).ty) == Some("java.lang.Object"));
    let fits = |value: Value, ty: Type| !is_object(value) || name(ty) == Some("java.lang.Object");
    let params = program.method(method).params.iter();
    let given = params.filter_map(|param| Some((heap.root(&param.name)?, param.ty)));
    let held = heap.objects.iter().flat_map(|object| -> Vec<(Value, Type)> {
        match (object.ty.element(), object.ty.as_class()) {
            (Some(element), _) => object.values().iter().map(|value| (*value, element)).collect(),
            (None, Some(class)) => {
                let types = layouts.fields(class).iter().map(|field| program.field(*field).ty);
                object.values().iter().copied().zip(types).collect()
            }
            _ => Vec::new(),
        }
    });
    match given.chain(held).find(|(value, ty)| !fits(*value, *ty)) {
        Some((_, ty)) => {
            Err(format!("of an element nothing is known but that it is a {}", name(ty).unwrap_or("reference")))
        }
        None => Ok(()),
    }
}

/// Whatever the encoding that a compiler expects: Java reads such escapes everywhere.
fn in_ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for character in text.chars() {
        match character.is_ascii() {
            true => ascii.push(character),
            false => {
                character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| ascii.push_str(&format!("\\u{unit:04x}")))
            }
        }
    }
    ascii
}

/// Without `assert`, would nothing fail?
fn needs_assertions(program: &Program, found: &Counterexample) -> bool {
    let thrown = found.exception.as_ref().is_some_and(|thrown| thrown.class == "AssertionError");
    thrown || found.rule == Rule::Invariant && program.classes.iter().any(|class| asserting(program, class).is_some())
}

/// The `void checkRep()` of a class whose invariant is what it asserts.
fn asserting<'p>(program: &'p Program, class: &Class) -> Option<&'p Method> {
    let rep_ok = program.method(class.rep_ok?);
    let written = class.methods.iter().map(|method| program.method(*method));
    written.into_iter().find(|it| it.name_span == rep_ok.name_span && it.return_type.is_none())
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
        "    @SuppressWarnings({\"deprecation\", \"removal\"})\n    private static Object[] heap(Object[] leaves, boolean isLive) throws Throwable {\n",
    );
    let _ = writeln!(text, "        Object[] o = new Object[{}];", heap.objects.len());
    for (id, object) in heap.ids().zip(&heap.objects).filter(|(_, object)| !is_record(program, object)) {
        let made = made(program, heap, id, object)?;
        let _ = match constant_of(program, heap, id) {
            Some(read) => writeln!(text, "        o[{}] = isLive ? {read} : {made};", id.0),
            None => writeln!(text, "        o[{}] = {made};", id.0),
        };
    }
    text.push_str(&records(program, layouts, heap)?);
    for (id, object) in heap.ids().zip(&heap.objects) {
        text.push_str(&filled(program, layouts, id, object)?);
    }
    text.push_str("        return o;\n    }\n");
    Ok(text)
}

fn is_record(program: &Program, object: &Object) -> bool {
    let class = object.ty.as_class().map(|class| program.class(class));
    class.is_some_and(|class| class.kind == ClassKind::Record && class.origin == ClassOrigin::User)
}

/// Nobody may write the fields of a record: its constructor does, and what it is given has to be
/// there before.
fn records(program: &Program, layouts: &Layouts, heap: &Heap) -> Result<String, String> {
    let mut text = String::new();
    let mut pending: Vec<ObjectId> = heap.ids().filter(|id| is_record(program, heap.object(*id))).collect();
    while !pending.is_empty() {
        let waits = |id: &ObjectId| {
            heap.object(*id).values().iter().filter_map(|value| value.as_object()).any(|part| pending.contains(&part))
        };
        let (later, ready): (Vec<ObjectId>, Vec<ObjectId>) = pending.iter().partition(|id| waits(id));
        if ready.is_empty() {
            return Err("the heap has records that lead to each other".to_owned());
        }
        for id in ready {
            let object = heap.object(id);
            let class = object.ty.as_class().ok_or("the heap has an object without a class")?;
            let fields = layouts.fields(class).iter().map(|field| program.field(*field)).zip(object.values());
            let components: Vec<_> = fields.filter(|(field, _)| field.kind == FieldKind::Java).collect();
            let types: Option<Vec<String>> =
                components.iter().map(|(field, _)| Some(quoted(&type_name(program, field.ty)?))).collect();
            let types = types.ok_or("a record has a component whose type has no name")?.join(", ");
            let values: Vec<String> = components.iter().map(|(field, value)| literal(**value, field.ty)).collect();
            let name = quoted(&binary_name(program, class));
            let _ = writeln!(
                text,
                "        o[{}] = invoke({name}, \"<init>\", new String[] {{{types}}}, null, new Object[] {{{}}});",
                id.0,
                values.join(", ")
            );
        }
        pending = later;
    }
    Ok(text)
}

/// The field that a root of the heap names: `Tree.NIL`.
fn static_field(program: &Program, root: &str) -> Option<FieldId> {
    let (class, name) = root.rsplit_once('.')?;
    let of_class = |it: &&Class| it.simple_name == class || it.name == class;
    let declared = program.classes.iter().find(of_class).into_iter().flat_map(|class| &class.fields);
    declared.into_iter().copied().find(|field| program.field(*field).name == name)
}

/// What a static field holds for good is there already, and gets what the heap says of its inside;
/// the copy that stays as it was is made anew. How it is read.
fn constant_of(program: &Program, heap: &Heap, id: ObjectId) -> Option<String> {
    let holders = heap.roots.iter().filter(|root| root.value == Value::Object(id));
    let mut fields = holders.filter_map(|root| static_field(program, &root.name)).map(|field| program.field(field));
    let object = heap.object(id);
    let is_users = object.ty.as_class().is_none_or(|class| {
        program.class(class).origin == ClassOrigin::User && program.class(class).kind != ClassKind::Enum
    });
    let field = fields.find(|field| field.is_final).filter(|_| is_users)?;
    Some(format!("field({}, {}).get(null)", quoted(&binary_name(program, field.class)), quoted(&field.name)))
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
            if program.class(class).origin == ClassOrigin::User
                && !matches!(program.class(class).kind, ClassKind::Enum | ClassKind::Record) =>
        {
            for (field, value) in layouts.fields(class).iter().zip(values) {
                let declared = program.field(*field);
                match declared.kind {
                    FieldKind::Ghost | FieldKind::Model => continue,
                    FieldKind::Synthetic if program.class(class).is_unknown => {
                        return Err("the heap has an object of a class that nobody knows".to_owned());
                    }
                    FieldKind::Synthetic if !declared.name.starts_with("this$") => {
                        return Err("the heap has an object of a class that uses variables of a method".to_owned());
                    }
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
        let Some(field) = static_field(program, &root.name).map(|field| program.field(field)) else { continue };
        if field.is_final {
            match root.value.as_object() {
                Some(id) if constant_of(program, heap, id).is_some() => continue,
                _ => return Err(format!("the heap gives the static field {} a value, and it is final", root.name)),
            }
        }
        let owner = quoted(&binary_name(program, field.class));
        let value = literal(root.value, field.ty).replace("o[", "now[");
        let _ = writeln!(text, "        field({owner}, {}).set(null, {value});", quoted(&field.name));
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
    let this = if is_constructor { "made" } else { "self" };
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
                Some(clause) => Ok(after + &assertion(&written(program, clause, this)?, said)),
                None => Ok(after + &invariant(program, method, found, said)?),
            }
        }
        Rule::Invariant => Ok(after + &invariant(program, method, found, said)?),
        Rule::Constraint => {
            let clause = contract.constraints.iter().map(|it| it.clause).find(|clause| is_it(clause));
            let clause = clause.ok_or("its clause is not at hand")?;
            Ok(RUN.to_owned() + &assertion(&written(program, clause, "self")?, said))
        }
        Rule::Signals => {
            let mut all = contract.cases.iter().flat_map(|case| case.signals.iter().copied());
            let signals = all.find(|signals| is_it(&signals.clause)).ok_or("its clause is not at hand")?;
            signalled(program, signals, said)
        }
        rule => Err(format!("what breaks `{}` cannot be asserted from outside", rule.id())),
    }
}

/// What has to hold if an exception of some class is thrown. Others are none of this clause's
/// business.
fn signalled(program: &Program, signals: &Signals, said: &str) -> Result<String, String> {
    let test = assertion(&written(program, &signals.clause, "self")?, said);
    let class = quoted(&binary_name(program, signals.class));
    Ok(format!(
        "        try {{\n            call.get();\n        }} catch (Throwable thrown) {{\n            \
         if (!isA(thrown, {class})) return;\n            roots.add(self);\n            Object b{} = thrown;\n    {}        }}\n",
        signals.exception.index(),
        test.replace("\n        org", "\n            org")
    ))
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
    let asserts = asserting(program, program.class(declared.class));
    let (class, owner) = (binary_name(program, class), binary_name(program, declared.class));
    let arguments = |name: &str| format!("{}, {}, new String[] {{}}, that", quoted(&owner), quoted(name));
    let call = match asserts {
        Some(method) => format!("holds(() -> call({}))", arguments(&method.name)),
        None => format!("(boolean) call({})", arguments(&declared.name)),
    };
    Ok(format!(
        "        for (Object that : objects({})) {{\n    {}        }}\n",
        quoted(&class),
        assertion(&call, said)
    ))
}
