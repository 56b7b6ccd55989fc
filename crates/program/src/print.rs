//! The typed program as text: stable and readable, for the corpus and for messages.
//!
//! Expressions look like Java and JML: `this.head.next`, `(long) x`,
//! `\reach(this.root, Node, left + right).has(n)`. Statements stand one per line; a call shows
//! how it is dispatched (`virtual Node.next(n)`), labels are `L0`, `L1`, …; what Java leaves
//! implicit is there, since bodies have it. Classes are shown by their simple names, at their
//! declaration by the qualified one.

mod body;
mod contracts;
mod exprs;

pub use exprs::{print_expr, print_formula};

use crate::body::Local;
use crate::constructs::Construct;
use crate::names::{simple_name, type_name};
use crate::program::{Class, ClassId, ClassKind, ClassOrigin, Code, Constant, Field, FieldId, FieldKind};
use crate::program::{Method, MethodId, MethodKind, Nullity, Program, Type};
use std::fmt::Write;
use tightrope_source::{SourceMap, Span};

/// The classes that `classes` picks, in order, with everything in them.
pub fn print_program(program: &Program, sources: &SourceMap, classes: impl Fn(&Class) -> bool) -> String {
    let mut printer = Printer::new(program, sources);
    for class in program.class_ids().filter(|id| classes(program.class(*id))) {
        if !printer.text.is_empty() {
            printer.text.push('\n');
        }
        printer.class(class);
    }
    printer.text
}

/// One method with its contract and code.
pub fn print_method(program: &Program, sources: &SourceMap, method: MethodId) -> String {
    let mut printer = Printer::new(program, sources);
    printer.method(method);
    printer.text
}

/// `Node.next`
fn field_name(program: &Program, field: FieldId) -> String {
    match program.fields.get(field.index()) {
        Some(field) => format!("{}.{}", simple_name(program, field.class), field.name),
        None => "?".to_owned(),
    }
}

/// `Node.next`; constructors are `Node.<init>`.
pub(crate) fn method_name(program: &Program, method: MethodId) -> String {
    match program.methods.get(method.index()) {
        Some(method) => format!("{}.{}", simple_name(program, method.class), method.name),
        None => "?".to_owned(),
    }
}

struct Printer<'p> {
    program: &'p Program,
    sources: &'p SourceMap,
    text: String,
    indent: usize,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program, sources: &'p SourceMap) -> Printer<'p> {
        Printer { program, sources, text: String::new(), indent: 0 }
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    fn ty(&self, ty: Type) -> String {
        type_name(self.program, ty)
    }

    fn expr(&self, locals: &[Local], expr: &crate::body::Expr) -> String {
        print_expr(self.program, locals, expr)
    }

    fn class_names(&self, classes: &[ClassId]) -> String {
        let names: Vec<&str> = classes.iter().map(|class| simple_name(self.program, *class)).collect();
        names.join(", ")
    }

    /// ` at line 3`
    fn at(&self, span: Span) -> String {
        format!(" at line {}", self.sources.start(span).line)
    }

    fn unsupported(&self, construct: Construct, detail: &str, span: Span) -> String {
        format!("unsupported {}: {detail}{}", construct.title(), self.at(span))
    }

    fn class(&mut self, id: ClassId) {
        let class = self.program.class(id);
        self.line(&format!("{} {{", self.class_header(class)));
        self.indented(|this| {
            this.class_facts(class);
            class.fields.iter().for_each(|field| this.field(*field));
            this.class_clauses(class);
            class.methods.iter().for_each(|method| this.method(*method));
        });
        self.line("}");
    }

    fn class_header(&self, class: &Class) -> String {
        let mut header = String::new();
        let is_interface = matches!(class.kind, ClassKind::Interface | ClassKind::Annotation);
        let words = [
            (class.origin == ClassOrigin::Library, "library "),
            (class.origin == ClassOrigin::ClassFile, "compiled "),
            (class.origin == ClassOrigin::Missing, "missing "),
            (class.is_private, "private "),
            (class.is_abstract && !is_interface, "abstract "),
            (class.is_final, "final "),
        ];
        words.iter().filter(|(holds, _)| *holds).for_each(|(_, word)| header.push_str(word));
        header.push_str(match class.kind {
            ClassKind::Class => "class ",
            ClassKind::Interface => "interface ",
            ClassKind::Enum => "enum ",
            ClassKind::Record => "record ",
            ClassKind::Annotation => "@interface ",
        });
        header.push_str(&class.name);
        if let Some(superclass) = class.superclass {
            let _ = write!(header, " extends {}", simple_name(self.program, superclass));
        }
        if !class.interfaces.is_empty() {
            let word = if is_interface { "extends" } else { "implements" };
            let _ = write!(header, " {word} {}", self.class_names(&class.interfaces));
        }
        header
    }

    fn class_facts(&mut self, class: &Class) {
        if let Some(field) = class.outer_instance {
            self.line(&format!("enclosing instance in {}", field_name(self.program, field)));
        }
        if !class.captures.is_empty() {
            let names: Vec<String> = class.captures.iter().map(|field| field_name(self.program, *field)).collect();
            self.line(&format!("captures {}", names.join(", ")));
        }
        if !class.enum_constants.is_empty() {
            let names: Vec<&str> =
                class.enum_constants.iter().map(|field| self.program.field(*field).name.as_str()).collect();
            self.line(&format!("constants {}", names.join(", ")));
        }
    }

    fn field(&mut self, id: FieldId) {
        let field = self.program.field(id);
        let mut text = modifiers(&[
            (field.kind == FieldKind::Ghost, "ghost"),
            (field.kind == FieldKind::Model, "model"),
            (field.kind == FieldKind::Synthetic, "synthetic"),
            (field.is_private, "private"),
            (field.is_static, "static"),
            (field.is_final, "final"),
        ]);
        text.push_str(&self.field_nullity(field));
        let _ = write!(text, "{} {}", self.ty(field.ty), field.name);
        if let Some(constant) = &field.constant {
            let _ = write!(text, " = {}", exprs::print_constant(constant, field.ty));
        }
        if let Some(method) = field.represents {
            let _ = write!(text, " represented by {}", method_name(self.program, method));
        }
        text.push(';');
        self.line(&text);
    }

    fn field_nullity(&self, field: &Field) -> String {
        if field.constant.as_ref().is_some_and(|constant| *constant != Constant::Null) {
            return String::new();
        }
        nullity(field.ty, field.nullity).to_owned()
    }

    fn method(&mut self, id: MethodId) {
        let method = self.program.method(id);
        self.contract(method);
        let mut text = self.method_header(method);
        match &method.code {
            Code::None => text.push(';'),
            Code::Library => text.push_str(" library;"),
            Code::Body(_) => text.push_str(" {"),
        }
        self.line(&text);
        if let Code::Body(body) = &method.code {
            self.indented(|this| this.body(body));
            self.line("}");
        }
    }

    fn method_header(&self, method: &Method) -> String {
        let is_code = matches!(method.kind, MethodKind::Method | MethodKind::Model | MethodKind::Represents);
        let mut text = modifiers(&[
            (method.kind == MethodKind::Model, "model"),
            (method.kind == MethodKind::Represents, "represents"),
            (method.is_synthetic && method.kind != MethodKind::Represents, "synthetic"),
            (method.is_public, "public"),
            (method.is_private, "private"),
            (method.is_pure, "pure"),
            (method.is_helper, "helper"),
            (method.is_static, "static"),
            (method.is_abstract, "abstract"),
            (method.is_final, "final"),
        ]);
        match method.return_type {
            Some(ty) => {
                let _ = write!(text, "{}{} ", nullity(ty, method.return_nullity), self.ty(ty));
            }
            None if is_code => text.push_str("void "),
            None => {}
        }
        let _ = write!(text, "{}({})", method.name, self.params(method));
        if !method.throws.is_empty() {
            let _ = write!(text, " throws {}", self.class_names(&method.throws));
        }
        if !method.overrides.is_empty() {
            let names: Vec<String> = method.overrides.iter().map(|other| method_name(self.program, *other)).collect();
            let _ = write!(text, " overrides {}", names.join(", "));
        }
        text
    }

    fn params(&self, method: &Method) -> String {
        let last = method.params.len();
        let param = |(position, param): (usize, &crate::program::ParamInfo)| {
            let dots = if method.is_varargs && position + 1 == last { "..." } else { "" };
            format!("{}{}{dots} {}", nullity(param.ty, param.nullity), self.ty(param.ty), param.name)
        };
        let params: Vec<String> = method.params.iter().enumerate().map(param).collect();
        params.join(", ")
    }
}

fn modifiers(words: &[(bool, &str)]) -> String {
    words.iter().filter(|(holds, _)| *holds).map(|(_, word)| format!("{word} ")).collect()
}

/// Written before a type; nothing for values, and nothing for the plain Java default.
fn nullity(ty: Type, nullity: Nullity) -> &'static str {
    match nullity {
        Nullity::NonNull if ty.is_reference() => "non_null ",
        Nullity::NonNullByDefault if ty.is_reference() => "non_null_by_default ",
        Nullity::Nullable | Nullity::Unsaid if ty.is_reference() => "nullable ",
        Nullity::Nullable | Nullity::Unsaid | Nullity::NonNull | Nullity::NonNullByDefault => "",
    }
}
