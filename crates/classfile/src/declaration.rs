//! The text of a declaration, from a class file and those of the classes that it declares.

use crate::Damaged;
use crate::read::{Attributes, ClassFile, Constant, InnerClass, Member, flags, read};
use crate::signature::{MethodSignature, Names, class_signature, field_signature, is_identifier, method_signature};
use std::fmt::Write;

/// No class that people write has a longer declaration.
const LONGEST_TEXT: usize = 4 << 20;

/// Nor has one more classes in it, below each other or in all.
const DEEPEST_MEMBER: usize = 20;
const MOST_MEMBERS: usize = 2000;

/// A class of a class file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// A whole file of Java.
    pub text: String,
    /// All classes and interfaces that it and its members extend, by their internal names.
    pub supertypes: Vec<String>,
}

/// Declares a top-level class. `member` gives the class files of its member classes, by internal
/// names (`java/util/Map$Entry`); one that is not there is left out.
pub fn declare(bytes: &[u8], member: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Result<Declared, Damaged> {
    let class = read(bytes)?;
    let (package, simple_name) = class.name.rsplit_once('/').unwrap_or(("", &class.name));
    if !is_identifier(simple_name) || !package.split('/').all(|part| package.is_empty() || is_identifier(part)) {
        return Err(Damaged("its name is none of Java's"));
    }
    let mut writer = Writer { text: String::new(), supertypes: Vec::new(), members: 0, member };
    if !package.is_empty() {
        let _ = writeln!(writer.text, "package {};", package.replace('/', "."));
    }
    writer.class(&class, simple_name, class.access, 0)?;
    Ok(Declared { text: writer.text, supertypes: writer.supertypes })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Class,
    Interface,
    Annotation,
    Enum,
    Record,
}

fn kind_of(class: &ClassFile) -> Kind {
    match class.access {
        access if access & flags::ANNOTATION != 0 => Kind::Annotation,
        access if access & flags::INTERFACE != 0 => Kind::Interface,
        access if access & flags::ENUM != 0 => Kind::Enum,
        _ if class.attributes.record.is_some() => Kind::Record,
        _ => Kind::Class,
    }
}

/// What a member needs to know of its class.
struct Context<'a> {
    kind: Kind,
    simple_name: &'a str,
    names: &'a Names,
    /// Constructors have the enclosing instance as their first parameter.
    is_inner: bool,
}

struct Writer<'a> {
    text: String,
    supertypes: Vec<String>,
    members: usize,
    member: &'a mut dyn FnMut(&str) -> Option<Vec<u8>>,
}

impl Writer<'_> {
    fn class(&mut self, class: &ClassFile, simple_name: &str, access: u16, depth: usize) -> Result<(), Damaged> {
        let names = Names::new(&class.attributes.inner_classes);
        let kind = kind_of(class);
        let is_inner = depth > 0 && kind == Kind::Class && access & flags::STATIC == 0;
        let context = Context { kind, simple_name, names: &names, is_inner };
        self.supertypes.extend(class.superclass.iter().chain(&class.interfaces).cloned());
        self.text.push_str(&head(class, &context, access, depth > 0));
        self.text.push_str(" {\n");
        if kind == Kind::Enum {
            let constants = class.fields.iter().filter(|field| field.access & flags::ENUM != 0);
            let named: Vec<&str> =
                constants.map(|field| field.name.as_str()).filter(|name| is_identifier(name)).collect();
            let _ = writeln!(self.text, "{};", named.join(", "));
        }
        for line in class.fields.iter().filter_map(|field| field_text(field, &context)) {
            self.line(&line)?;
        }
        for line in class.methods.iter().filter_map(|method| method_text(method, class, &context)) {
            self.line(&line)?;
        }
        for inner in &class.attributes.inner_classes {
            if inner.outer.as_deref() == Some(&class.name) {
                self.member_class(inner, depth + 1)?;
            }
        }
        self.line("}")
    }

    fn line(&mut self, line: &str) -> Result<(), Damaged> {
        if self.text.len() + line.len() > LONGEST_TEXT {
            return Err(Damaged("its declaration is too long"));
        }
        self.text.push_str(line);
        self.text.push('\n');
        Ok(())
    }

    fn member_class(&mut self, inner: &InnerClass, depth: usize) -> Result<(), Damaged> {
        let simple_name = inner.simple_name.as_deref().filter(|name| is_identifier(name));
        let Some(simple_name) = simple_name.filter(|_| inner.access & flags::SYNTHETIC == 0) else { return Ok(()) };
        self.members += 1;
        if depth > DEEPEST_MEMBER || self.members > MOST_MEMBERS {
            return Err(Damaged("it declares too many classes"));
        }
        let Some(bytes) = (self.member)(&inner.name) else { return Ok(()) };
        let class = read(&bytes)?;
        self.class(&class, simple_name, inner.access, depth)
    }
}

/// All up to the body.
fn head(class: &ClassFile, context: &Context<'_>, access: u16, is_member: bool) -> String {
    let keyword = match context.kind {
        Kind::Class => "class",
        Kind::Interface => "interface",
        Kind::Annotation => "@interface",
        Kind::Enum => "enum",
        Kind::Record => "record",
    };
    let mut text = visibility(access).to_owned();
    if is_member && access & flags::STATIC != 0 {
        text.push_str("static ");
    }
    if context.kind == Kind::Class {
        text.push_str(if access & flags::ABSTRACT != 0 { "abstract " } else { "" });
        text.push_str(if access & flags::FINAL != 0 { "final " } else { "" });
    }
    let _ = write!(text, "{keyword} {}", context.simple_name);
    let plain = || plain_supertypes(class, context.names);
    let generic = class.attributes.signature.as_ref().and_then(|text| class_signature(text, context.names));
    let (params, supertypes) = generic.unwrap_or_else(plain);
    let (superclass, interfaces) =
        supertypes.split_first().map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
    if context.kind != Kind::Annotation {
        text.push_str(&params);
    }
    if context.kind == Kind::Record {
        let components =
            class.attributes.record.iter().flatten().filter_map(|component| component_text(component, context));
        let _ = write!(text, "({})", components.collect::<Vec<_>>().join(", "));
    }
    if let Some(superclass) = superclass.filter(|name| context.kind == Kind::Class && *name != "java.lang.Object") {
        let _ = write!(text, " extends {superclass}");
    }
    let clause = if context.kind == Kind::Interface { "extends" } else { "implements" };
    if !interfaces.is_empty() && context.kind != Kind::Annotation {
        let _ = write!(text, " {clause} {}", interfaces.join(", "));
    }
    text
}

/// Without type arguments.
fn plain_supertypes(class: &ClassFile, names: &Names) -> (String, Vec<String>) {
    let superclass = class.superclass.as_ref().and_then(|name| names.in_java(name));
    let superclass = superclass.unwrap_or_else(|| "java.lang.Object".to_owned());
    let interfaces = class.interfaces.iter().filter_map(|name| names.in_java(name));
    (String::new(), [superclass].into_iter().chain(interfaces).collect())
}

fn component_text(component: &Member, context: &Context<'_>) -> Option<String> {
    let ty = type_of(component, context.names)?;
    is_identifier(&component.name).then(|| format!("{ty} {}", component.name))
}

fn visibility(access: u16) -> &'static str {
    match access {
        access if access & flags::PUBLIC != 0 => "public ",
        access if access & flags::PROTECTED != 0 => "protected ",
        access if access & flags::PRIVATE != 0 => "private ",
        _ => "",
    }
}

/// The generic type if there is one, else the plain one.
fn type_of(member: &Member, names: &Names) -> Option<String> {
    let generic = member.attributes.signature.as_ref().and_then(|text| field_signature(text, names));
    generic.or_else(|| field_signature(&member.descriptor, names))
}

/// `None`: it is no part of the declaration, or Java has no word for it.
fn field_text(field: &Member, context: &Context<'_>) -> Option<String> {
    let Member { access, name, .. } = field;
    let is_static = access & flags::STATIC != 0;
    let is_component = context.kind == Kind::Record && !is_static;
    let is_hidden = access & (flags::SYNTHETIC | flags::ENUM) != 0 || is_component;
    if is_hidden || !is_identifier(name) {
        return None;
    }
    let ty = type_of(field, context.names)?;
    let is_final = access & flags::FINAL != 0;
    let constant = field.attributes.constant.as_ref().filter(|_| is_final);
    let value = constant.and_then(|constant| constant_text(constant, &ty));
    let value = match value {
        Some(value) => format!(" = {value}"),
        // A field of an interface has to have a value; this one is none that a compiler knows.
        None if matches!(context.kind, Kind::Interface | Kind::Annotation) => unknown_value(&ty),
        None => String::new(),
    };
    let is_static = if is_static { "static " } else { "" };
    let is_final = if is_final { "final " } else { "" };
    Some(format!("{}{is_static}{is_final}{ty} {name}{value};", visibility(*access)))
}

fn unknown_value(ty: &str) -> String {
    let primitives = ["boolean", "byte", "char", "short", "int", "long", "float", "double"];
    if primitives.contains(&ty) { format!(" = (new {ty}[1])[0]") } else { " = null".to_owned() }
}

/// A constant expression of this type (JLS 15.29) with this value.
fn constant_text(constant: &Constant, ty: &str) -> Option<String> {
    match (constant, ty) {
        (Constant::Int(value), "boolean") => Some((*value != 0).to_string()),
        (Constant::Int(value), "byte" | "short" | "char") => Some(format!("({ty}) {value}")),
        (Constant::Int(value), "int") => Some(value.to_string()),
        (Constant::Long(value), "long") => Some(format!("{value}L")),
        (Constant::Float(value), "float") if value.is_finite() => Some(format!("{value:e}f")),
        (Constant::Double(value), "double") if value.is_finite() => Some(format!("{value:e}")),
        // 0.0 / 0.0 is NaN, 1.0 / 0.0 infinite.
        (Constant::Float(value), "float") => Some(not_finite((*value).into(), "f")),
        (Constant::Double(value), "double") => Some(not_finite(*value, "")),
        (Constant::Text(text), "java.lang.String") => Some(string_literal(text)),
        _ => None,
    }
}

fn not_finite(value: f64, suffix: &str) -> String {
    let numerator = match value {
        value if value.is_nan() => "0.0",
        value if value > 0.0 => "1.0",
        _ => "-1.0",
    };
    format!("{numerator}{suffix} / 0.0{suffix}")
}

fn string_literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(plain @ (b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b' ' | b'.' | b'_' | b'-')) => {
                literal.push(plain.into())
            }
            Ok(small) => {
                let _ = write!(literal, "\\{small:03o}");
            }
            Err(_) => {
                let _ = write!(literal, "\\u{unit:04x}");
            }
        }
    }
    literal.push('"');
    literal
}

/// `None`: it is no part of the declaration, or Java has no word for it.
fn method_text(method: &Member, class: &ClassFile, context: &Context<'_>) -> Option<String> {
    let Member { access, name, .. } = method;
    if name == "<clinit>" {
        let has_block = matches!(context.kind, Kind::Class | Kind::Record);
        return has_block.then(|| "static { }".to_owned());
    }
    let is_constructor = name == "<init>";
    if access & flags::SYNTHETIC != 0 || !is_constructor && !is_identifier(name) || is_implied(method, class, context) {
        return None;
    }
    let signature = signature_of(method, context)?;
    let params = parameters(&signature, access & flags::VARARGS != 0);
    let throws = throws_clause(&signature, &method.attributes, context.names);
    let type_params = match signature.type_params.as_str() {
        "" => String::new(),
        written => format!("{written} "),
    };
    let visible = visibility(*access);
    if is_constructor {
        return Some(format!("{visible}{type_params}{}({params}){throws} {{ }}", context.simple_name));
    }
    let is_static = if access & flags::STATIC != 0 { "static " } else { "" };
    let is_final = if access & flags::FINAL != 0 { "final " } else { "" };
    let head = |modifier: &str| format!("{modifier}{type_params}{} {name}({params}){throws}", signature.result);
    let is_abstract = access & flags::ABSTRACT != 0;
    Some(match context.kind {
        Kind::Annotation => format!("{};", head("")),
        Kind::Interface if is_abstract => format!("{};", head("")),
        Kind::Interface if access & flags::PRIVATE != 0 => format!("private {is_static}{} {{ }}", head("")),
        Kind::Interface if !is_static.is_empty() => format!("{is_static}{} {{ }}", head("")),
        Kind::Interface => format!("{} {{ }}", head("default ")),
        Kind::Class if is_abstract => format!("{visible}abstract {};", head("")),
        // The constants of an enum may have code of their own, which is not there either.
        Kind::Class | Kind::Enum | Kind::Record => format!("{visible}{is_static}{is_final}{};", head("native ")),
    })
}

/// Does Java add the method itself?
fn is_implied(method: &Member, class: &ClassFile, context: &Context<'_>) -> bool {
    let is_constructor = method.name == "<init>";
    match context.kind {
        Kind::Enum => {
            let of_enum = [("values", "()[L"), ("valueOf", "(Ljava/lang/String;)L")].iter();
            let descriptor = |start: &str| format!("{start}{};", class.name);
            is_constructor
                || of_enum
                    .into_iter()
                    .any(|(name, start)| method.name == *name && method.descriptor == descriptor(start))
        }
        Kind::Record => {
            let components = class.attributes.record.iter().flatten().map(|component| component.descriptor.as_str());
            is_constructor && method.descriptor == format!("({})V", components.collect::<String>())
        }
        Kind::Class | Kind::Interface | Kind::Annotation => false,
    }
}

/// The generic signature if it has all parameters, else the plain one. The enclosing instance of an
/// inner class is no parameter in Java, nor in generic signatures.
fn signature_of(method: &Member, context: &Context<'_>) -> Option<MethodSignature> {
    let mut plain = method_signature(&method.descriptor, context.names)?;
    if method.name == "<init>" && context.is_inner && !plain.params.is_empty() {
        plain.params.remove(0);
    }
    let generic = method.attributes.signature.as_ref().and_then(|text| method_signature(text, context.names));
    Some(generic.filter(|generic| generic.params.len() == plain.params.len()).unwrap_or(plain))
}

fn parameters(signature: &MethodSignature, is_varargs: bool) -> String {
    let last = signature.params.len().saturating_sub(1);
    let param = |(index, ty): (usize, &String)| match ty.strip_suffix("[]").filter(|_| is_varargs && index == last) {
        Some(element) => format!("{element}... p{index}"),
        None => format!("{ty} p{index}"),
    };
    signature.params.iter().enumerate().map(param).collect::<Vec<_>>().join(", ")
}

fn throws_clause(signature: &MethodSignature, attributes: &Attributes, names: &Names) -> String {
    let plain = || attributes.exceptions.iter().filter_map(|name| names.in_java(name)).collect();
    let thrown: Vec<String> = if signature.throws.is_empty() { plain() } else { signature.throws.clone() };
    if thrown.is_empty() { String::new() } else { format!(" throws {}", thrown.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::{Constant, constant_text, string_literal};

    #[test]
    fn constants_are_constant_expressions() {
        let text = |constant: Constant, ty: &str| constant_text(&constant, ty);
        assert_eq!(text(Constant::Int(1), "boolean").as_deref(), Some("true"));
        assert_eq!(text(Constant::Int(i32::MIN), "int").as_deref(), Some("-2147483648"));
        assert_eq!(text(Constant::Int(65), "char").as_deref(), Some("(char) 65"));
        assert_eq!(text(Constant::Double(f64::NEG_INFINITY), "double").as_deref(), Some("-1.0 / 0.0"));
        assert_eq!(text(Constant::Float(0.1), "float").as_deref(), Some("1e-1f"));
        assert_eq!(text(Constant::Int(1), "java.lang.String"), None, "types that do not fit have no value");
        assert_eq!(string_literal("a\"\n\u{1F600}"), "\"a\\042\\012\\ud83d\\ude00\"");
    }
}
