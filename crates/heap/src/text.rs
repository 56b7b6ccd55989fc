//! The form in which people see and write heaps.
//!
//! ```text
//! this = List#0
//! x = 7
//! List#0 { head: Node#0, size: 2 }
//! Node#0 { value: 3, next: Node#1 }
//! Node#1 { value: 7, next: null }
//! int[]#0 [1, 2, 3]
//! String#0 "abc"
//! ```
//!
//! Roots first, then one object a line. An object is called by its class (simple name where that is
//! clear, else qualified) and its number among the objects of that class. `?` is an unknown value;
//! a field that is not written has its default value. A hidden field of a superclass is written
//! `Base.x`. `//` starts a comment.

use crate::{Content, Heap, Layouts, Object, ObjectId, Root, Value};
use std::collections::HashMap;
use std::fmt;
use tightrope_program::floating;
use tightrope_program::names::{simple_name, type_name_with};
use tightrope_program::{BaseType, ClassId, ClassOrigin, FieldId, Program, Type};
use tightrope_source::{Name, most_similar};

/// The text form of a heap.
pub fn write(heap: &Heap, program: &Program, layouts: &Layouts) -> String {
    let names = object_names(heap, program);
    let mut text = String::new();
    for root in &heap.roots {
        text.push_str(&format!("{} = {}\n", root.name, write_value(root.value, Type::UNKNOWN, &names)));
    }
    for id in heap.ids() {
        let object = heap.object(id);
        let content = match &object.content {
            Content::Text(string) => quote(string),
            Content::Elements(values) => {
                let element = object.ty.element().unwrap_or(Type::UNKNOWN);
                let parts: Vec<String> = values.iter().map(|value| write_value(*value, element, &names)).collect();
                format!("[{}]", parts.join(", "))
            }
            Content::Fields(values) => write_fields(object, values, program, layouts, &names),
        };
        text.push_str(&format!("{} {content}\n", names[id.index()]));
    }
    text
}

fn write_fields(object: &Object, values: &[Value], program: &Program, layouts: &Layouts, names: &[String]) -> String {
    let Some(class) = object.ty.as_class() else { return "{ }".to_owned() };
    let fields = layouts.fields(class);
    let parts: Vec<String> = fields
        .iter()
        .zip(values)
        .map(|(field, value)| {
            let ty = program.field(*field).ty;
            format!("{}: {}", field_name(*field, fields, program), write_value(*value, ty, names))
        })
        .collect();
    if parts.is_empty() { "{ }".to_owned() } else { format!("{{ {} }}", parts.join(", ")) }
}

/// The name of a field among the fields of one object: qualified by its class if a subclass hides
/// it.
fn field_name(field: FieldId, fields: &[FieldId], program: &Program) -> String {
    let declared = program.field(field);
    let last = fields.iter().rev().find(|other| program.field(**other).name == declared.name);
    if last == Some(&field) {
        declared.name.to_string()
    } else {
        format!("{}.{}", simple_name(program, declared.class), declared.name)
    }
}

/// A value in a place of this type; objects by their names.
pub fn write_value(value: Value, ty: Type, names: &[String]) -> String {
    match value {
        Value::Unknown => "?".to_owned(),
        Value::Null => "null".to_owned(),
        Value::Boolean(truth) => truth.to_string(),
        Value::Int(number) if ty == Type::CHAR => write_char(number),
        Value::Int(number) => number.to_string(),
        Value::Long(number) => format!("{number}L"),
        Value::Float(bits) => format!("{}f", floating::single_text(f32::from_bits(bits))),
        Value::Double(bits) => floating::double_text(f64::from_bits(bits)),
        Value::Object(id) => names.get(id.index()).cloned().unwrap_or_else(|| format!("#{}", id.0)),
    }
}

fn write_char(code: i32) -> String {
    match u8::try_from(code) {
        Ok(byte) if byte.is_ascii_graphic() && byte != b'\'' && byte != b'\\' => format!("'{}'", char::from(byte)),
        _ => code.to_string(),
    }
}

/// A string as it is written.
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// What each object is called: `Node#0`.
pub fn object_names(heap: &Heap, program: &Program) -> Vec<String> {
    let mut counts: HashMap<Type, usize> = HashMap::new();
    let mut names = Vec::with_capacity(heap.objects.len());
    for object in &heap.objects {
        let count = counts.entry(object.ty).or_default();
        names.push(format!("{}#{count}", type_name(object.ty, program)));
        *count += 1;
    }
    names
}

/// A type as the names of its objects start.
pub fn type_name(ty: Type, program: &Program) -> String {
    type_name_with(ty, |class| class_name(class, program))
}

/// The simple name where it can be read back as this class, else the qualified one.
fn class_name(class: ClassId, program: &Program) -> String {
    let name = simple_name(program, class);
    match classes_called(name, program).as_slice() {
        [only] if *only == class => name.to_owned(),
        _ => program.class(class).name.to_string(),
    }
}

/// A qualified name is one class; a simple name means the user's classes rather than those of the
/// library.
fn classes_called(name: &str, program: &Program) -> Vec<ClassId> {
    if let Some(qualified) = program.class_named(name) {
        return vec![qualified];
    }
    let called: Vec<ClassId> = program.class_ids().filter(|id| simple_name(program, *id) == name).collect();
    let of_user = |id: &ClassId| program.class(*id).origin == ClassOrigin::User;
    let users: Vec<ClassId> = called.iter().copied().filter(of_user).collect();
    if users.is_empty() { called } else { users }
}

/// Why a text is no heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// From 1.
    pub line: usize,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// A heap as somebody wrote it: with the names of its objects, and the line (from 1) of each root
/// and object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    pub heap: Heap,
    pub names: Vec<String>,
    pub root_lines: Vec<usize>,
    pub object_lines: Vec<usize>,
}

/// Reads the text form. The result may still break the program's types: [`crate::validity`] tells.
pub fn parse(text: &str, program: &Program, layouts: &Layouts) -> Result<Heap, ParseError> {
    read(text, program, layouts).map(|written| written.heap)
}

/// Like [`parse`], and keeps what messages about the text need.
pub fn read(text: &str, program: &Program, layouts: &Layouts) -> Result<Written, ParseError> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, without_comment(line).trim()));
    let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
    let mut reader = Reader { program, layouts, heap: Heap::default(), ids: HashMap::new(), types: HashMap::new() };
    for (number, line) in &lines {
        reader.declare(line).map_err(|message| ParseError { line: *number, message })?;
    }
    for (number, line) in &lines {
        reader.define(line).map_err(|message| ParseError { line: *number, message })?;
    }
    let mut written = Written { heap: reader.heap, ..Written::default() };
    for (number, line) in &lines {
        match split_object(line) {
            Some((name, _)) => {
                written.names.push(name.to_owned());
                written.object_lines.push(*number);
            }
            None => written.root_lines.push(*number),
        }
    }
    Ok(written)
}

/// Cuts `//` and what follows, unless it stands inside a string.
fn without_comment(line: &str) -> &str {
    let mut in_string = false;
    let mut escaped = false;
    for (at, character) in line.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            '/' if !in_string && line[at..].starts_with("//") => return &line[..at],
            _ => {}
        }
    }
    line
}

struct Reader<'p> {
    program: &'p Program,
    layouts: &'p Layouts,
    heap: Heap,
    ids: HashMap<String, ObjectId>,
    types: HashMap<String, Type>,
}

/// `Node#0 {…}` -> (`Node#0`, `{…}`); a root has no such head.
fn split_object(line: &str) -> Option<(&str, &str)> {
    let end = line.find([' ', '{', '"']).unwrap_or(line.len());
    let (head, rest) = line.split_at(end);
    let is_root = rest.trim_start().starts_with('=');
    (head.contains('#') && !is_root).then(|| (head, rest.trim()))
}

impl Reader<'_> {
    fn declare(&mut self, line: &str) -> Result<(), String> {
        let Some((name, _)) = split_object(line) else { return Ok(()) };
        let (type_name, _) = name.split_once('#').ok_or("an object is called `Class#0`")?;
        let ty = self.read_type(type_name)?;
        let id = self.heap.add(Object { ty, content: Content::Elements(Vec::new()) });
        match self.ids.insert(name.to_owned(), id) {
            Some(_) => Err(format!("`{name}` is there twice")),
            None => Ok(()),
        }
    }

    fn define(&mut self, line: &str) -> Result<(), String> {
        let Some((name, content)) = split_object(line) else { return self.define_root(line) };
        let id = self.ids[name];
        let ty = self.heap.object(id).ty;
        let content = match (content.chars().next(), ty.as_class()) {
            (Some('"'), _) => Content::Text(unquote(content).ok_or("the string does not end")?.into()),
            (Some('['), None) => self.read_elements(content, ty)?,
            (Some('{'), Some(class)) => self.read_fields(content, class)?,
            _ => return Err(format!("`{{ field: value, … }}` or `[ element, … ]` is expected after `{name}`")),
        };
        self.heap.objects[id.index()].content = content;
        Ok(())
    }

    fn define_root(&mut self, line: &str) -> Result<(), String> {
        let (name, value) = line.split_once('=').ok_or("`name = value` or `Class#0 { … }` is expected")?;
        let value = self.read_value(value.trim(), Type::UNKNOWN)?;
        let name = Name::new(name.trim());
        if self.heap.root(&name).is_some() {
            return Err(format!("`{name}` is there twice"));
        }
        self.heap.roots.push(Root { name, value });
        Ok(())
    }

    fn read_type(&mut self, text: &str) -> Result<Type, String> {
        if let Some(known) = self.types.get(text) {
            return Ok(*known);
        }
        let base = text.trim_end_matches("[]");
        let dims = (text.len() - base.len()) / 2;
        let base_type = match base {
            "boolean" => BaseType::Boolean,
            "byte" => BaseType::Byte,
            "short" => BaseType::Short,
            "char" => BaseType::Char,
            "int" => BaseType::Int,
            "long" => BaseType::Long,
            "float" => BaseType::Float,
            "double" => BaseType::Double,
            class => BaseType::Class(self.read_class(class)?),
        };
        let dims = u8::try_from(dims).map_err(|_| "too many dimensions")?;
        let ty = Type { base: base_type, dims };
        if dims == 0 && !ty.is_reference() {
            return Err(format!("`{text}` has no objects"));
        }
        self.types.insert(text.to_owned(), ty);
        Ok(ty)
    }

    fn read_class(&self, name: &str) -> Result<ClassId, String> {
        match classes_called(name, self.program).as_slice() {
            [class] => Ok(*class),
            [] => {
                let known = self.program.classes.iter().map(|class| class.simple_name.as_str());
                let near = most_similar(name, known).map(|near| format!("; did you mean `{near}`?"));
                Err(format!("there is no class `{name}`{}", near.unwrap_or_default()))
            }
            several => {
                let names: Vec<&str> = several.iter().map(|class| self.program.class(*class).name.as_str()).collect();
                Err(format!("`{name}` may be {}: write the qualified name", names.join(" or ")))
            }
        }
    }

    fn read_elements(&self, content: &str, ty: Type) -> Result<Content, String> {
        let inner = content.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or("`]` is missing")?;
        let element = ty.element().unwrap_or(Type::UNKNOWN);
        let values = parts(inner).map(|part| self.read_value(part, element)).collect::<Result<_, String>>()?;
        Ok(Content::Elements(values))
    }

    fn read_fields(&self, content: &str, class: ClassId) -> Result<Content, String> {
        let inner = content.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or("`}` is missing")?;
        let fields = self.layouts.fields(class);
        let names: Vec<String> = fields.iter().map(|field| field_name(*field, fields, self.program)).collect();
        let mut values: Vec<Value> =
            fields.iter().map(|field| Value::default_of(self.program.field(*field).ty)).collect();
        for part in parts(inner) {
            let (name, value) = part.split_once(':').ok_or_else(|| format!("`{part}`: `field: value` is expected"))?;
            let Some(position) = names.iter().position(|known| known == name.trim()) else {
                let near = most_similar(name.trim(), names.iter().map(String::as_str));
                let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                return Err(format!("`{}` has no field `{}`{near}", self.program.class(class).name, name.trim()));
            };
            values[position] = self.read_value(value.trim(), self.program.field(fields[position]).ty)?;
        }
        Ok(Content::Fields(values))
    }

    fn read_value(&self, text: &str, ty: Type) -> Result<Value, String> {
        match text {
            "?" => return Ok(Value::Unknown),
            "null" => return Ok(Value::Null),
            "true" => return Ok(Value::Boolean(true)),
            "false" => return Ok(Value::Boolean(false)),
            _ => {}
        }
        if let Some(id) = self.ids.get(text) {
            return Ok(Value::Object(*id));
        }
        if let Some(long) = text.strip_suffix(['L', 'l']).and_then(|digits| digits.parse().ok()) {
            return Ok(Value::Long(long));
        }
        if let Some(number) = read_floating(text, ty) {
            return Ok(number);
        }
        if let Ok(number) = text.parse::<i64>() {
            return match i32::try_from(number) {
                _ if ty == Type::LONG => Ok(Value::Long(number)),
                Ok(int) => Ok(Value::Int(int)),
                Err(_) => Err(format!("`{text}` is not an int; a long ends in `L`")),
            };
        }
        let mut characters = text.chars();
        match (characters.next(), characters.next(), characters.next(), characters.next()) {
            (Some('\''), Some(code), Some('\''), None) => Ok(Value::Int(code as i32)),
            _ if text.contains('#') => Err(format!("there is no object `{text}`")),
            _ => Err(format!(
                "`{text}` is not a value: write a number, `true`, `null`, `'c'`, `?` or an object like `Node#0`"
            )),
        }
    }
}

/// `1.5`, `-0.0`, `Infinity`; a `float` ends in `f`. A whole number is one only where the type says
/// so.
fn read_floating(text: &str, ty: Type) -> Option<Value> {
    let is_single = ty == Type::FLOAT || ty != Type::DOUBLE && text.ends_with('f');
    if text.parse::<i64>().is_ok() && !ty.is_floating() {
        return None;
    }
    let digits = text.strip_suffix(if is_single { 'f' } else { 'd' }).unwrap_or(text);
    let bits = floating::parse_signed(digits, is_single)?;
    Some(if is_single { Value::Float(bits as u32) } else { Value::Double(bits as u64) })
}

/// Between commas, of which `','` is none.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut in_quotes = false;
    let is_end = move |character: char| {
        in_quotes ^= character == '\'';
        character == ',' && !in_quotes
    };
    text.split(is_end).map(str::trim).filter(|part| !part.is_empty())
}

fn unquote(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut result = String::new();
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => result.push(match characters.next()? {
                'n' => '\n',
                'r' => '\r',
                other => other,
            }),
            '"' => return None,
            other => result.push(other),
        }
    }
    Some(result)
}
