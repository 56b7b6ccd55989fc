//! A call of the API as plain data: what is called, with what. A sequence of them is a test.

use tightrope_heap::text::quote;
use tightrope_program::floating;
use tightrope_program::names::{name_in_package, package_of, type_name_with};
use tightrope_program::{ClassId, ClassOrigin, FieldId, Method, MethodId, MethodKind, Nullity, Program, Type};

/// One call of a sequence. The first call of a sequence makes the object that the others are
/// called on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub method: MethodId,
    /// What it is called on, if that is neither the object that the sequence is about nor an object
    /// that the call makes: a builder, or an iterator that an earlier call has handed out.
    pub on: Option<Operand>,
    pub arguments: Vec<Operand>,
}

/// What an argument is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    Null,
    Boolean(bool),
    /// Of an integral type.
    Number(i64),
    /// The bits of a `double`, or of a `float`.
    Floating {
        bits: i64,
        is_single: bool,
    },
    Text(String),
    /// `Integer.valueOf(n)`: what stands for an element of unknown type.
    Boxed(i32),
    /// A constant of an enum.
    Constant(FieldId),
    /// The object that the sequence is about.
    Receiver,
    /// What the call with this number returned.
    Returned(usize),
    /// An object made on the spot by a sequence of its own.
    Built(Vec<Call>),
    /// An array made on the spot.
    Array(Type, Vec<Operand>),
}

impl Operand {
    pub(crate) fn holds_null(&self, program: &Program) -> bool {
        match self {
            Operand::Null => true,
            Operand::Array(_, elements) => elements.iter().any(|element| element.holds_null(program)),
            Operand::Built(calls) => calls.iter().any(|call| call.passes_null(program)),
            _ => false,
        }
    }
}

impl Call {
    pub(crate) fn new(method: MethodId, arguments: Vec<Operand>) -> Call {
        Call { method, on: None, arguments }
    }

    /// The whole numbers that it passes; a builder passes on what it was given.
    pub(crate) fn numbers(&self) -> Vec<i64> {
        let of_builder = match &self.on {
            Some(Operand::Built(calls)) => calls.iter().flat_map(Call::numbers).collect(),
            _ => Vec::new(),
        };
        let own = self.arguments.iter().filter_map(|operand| match operand {
            Operand::Number(number) => Some(*number),
            _ => None,
        });
        own.chain(of_builder).collect()
    }

    /// What may be the size of the object that it makes: numbers, and lengths of arrays.
    pub(crate) fn sizes(&self) -> Vec<i64> {
        let lengths = self.arguments.iter().filter_map(|operand| match operand {
            Operand::Array(_, elements) => Some(elements.len() as i64),
            _ => None,
        });
        lengths.chain(self.numbers()).collect()
    }

    /// Is an argument null, or does it hold one, where nobody says that it may be?
    pub fn passes_null(&self, program: &Program) -> bool {
        let is_admitted = |index: usize, operand: &Operand| {
            let param = program.method(self.method).params.get(index);
            *operand == Operand::Null && param.is_some_and(|param| param.nullity == Nullity::Nullable)
        };
        let mut arguments = self.arguments.iter().enumerate();
        arguments.any(|(index, operand)| operand.holds_null(program) && !is_admitted(index, operand))
    }
}

/// A sequence as Java statements: `Stack s = new Stack();`, `s.push(0);`, … They compile in the
/// package of the class.
pub fn as_java(program: &Program, calls: &[Call]) -> Vec<String> {
    let class = calls.first().map(|call| program.method(call.method).class);
    let package = class.map(|class| package_of(program, class)).unwrap_or_default();
    let mut writer = Writer { program, package, lines: Vec::new(), made: 0, returned: results_used(calls) };
    writer.sequence(calls, "it");
    writer.lines
}

/// By call: is its result an argument of a later one?
fn results_used(calls: &[Call]) -> Vec<bool> {
    let mut used = vec![false; calls.len()];
    for operand in calls.iter().flat_map(|call| call.arguments.iter().chain(&call.on)) {
        if let Operand::Returned(number) = operand
            && let Some(mark) = used.get_mut(*number)
        {
            *mark = true;
        }
    }
    used
}

struct Writer<'p> {
    program: &'p Program,
    /// Where the statements stand.
    package: &'p str,
    lines: Vec<String>,
    /// How many objects were made for arguments.
    made: usize,
    returned: Vec<bool>,
}

impl<'p> Writer<'p> {
    fn class(&self, class: ClassId) -> &'p str {
        name_in_package(self.program, class, self.package)
    }

    fn type_name(&self, ty: Type) -> String {
        type_name_with(ty, |class| self.class(class))
    }

    fn sequence(&mut self, calls: &[Call], name: &str) {
        let receiver = calls.first().map(|call| self.program.method(call.method).class);
        for (number, call) in calls.iter().enumerate() {
            let arguments = self.arguments(call, receiver, name);
            let method = self.program.method(call.method);
            let class = self.class(method.class);
            let line = match method.kind {
                MethodKind::Constructor => format!("{class} {name} = new {class}({arguments});"),
                _ if method.is_static => {
                    format!("{class} {name} = {}{class}.{}({arguments});", self.cast(method), method.name)
                }
                _ => {
                    let is_kept = name == "it" && self.returned.get(number).copied().unwrap_or(false);
                    let kept = match (&call.on, method.return_type) {
                        (Some(Operand::Built(_)), Some(made)) => format!("{} {name} = ", self.type_name(made)),
                        _ if is_kept => format!("var r{number} = "),
                        _ => String::new(),
                    };
                    let on = call.on.as_ref().map_or(name.to_owned(), |on| self.operand(on, name));
                    format!("{kept}{on}.{}({arguments});", method.name)
                }
            };
            self.lines.push(line);
        }
    }

    /// `class`: whose method is called, if it is not known better than by the method.
    fn arguments(&mut self, call: &Call, class: Option<ClassId>, receiver: &str) -> String {
        let class = class.unwrap_or(self.program.method(call.method).class);
        let params = &self.program.method(call.method).params;
        let written = call.arguments.iter().enumerate().map(|(index, operand)| match params.get(index) {
            Some(param) => {
                let is_ambiguous = is_overloaded(self.program, class, call.method, index);
                self.argument(operand, param.ty, is_ambiguous, receiver)
            }
            None => self.operand(operand, receiver),
        });
        written.collect::<Vec<String>>().join(", ")
    }

    /// An operand where a parameter of a type is: a number of another type than `int` says so, and
    /// a reference where another method of that name takes something else.
    fn argument(&mut self, operand: &Operand, ty: Type, is_ambiguous: bool, receiver: &str) -> String {
        match operand {
            Operand::Number(number) => match ty {
                Type::CHAR => character(*number),
                Type::BYTE | Type::SHORT => format!("({}) {number}", self.type_name(ty)),
                Type::LONG if is_ambiguous || i32::try_from(*number).is_err() => format!("{number}L"),
                _ => number.to_string(),
            },
            _ if is_ambiguous && ty.is_reference() => {
                let written = self.operand(operand, receiver);
                format!("({}) {written}", self.type_name(ty))
            }
            _ => self.operand(operand, receiver),
        }
    }

    fn operand(&mut self, operand: &Operand, receiver: &str) -> String {
        match operand {
            Operand::Null => "null".to_owned(),
            Operand::Boolean(truth) => truth.to_string(),
            Operand::Number(number) => number.to_string(),
            Operand::Floating { bits, is_single: false } => floating::double_text(floating::double(*bits)),
            Operand::Floating { bits, is_single: true } => floating::single_text(floating::single(*bits)) + "f",
            Operand::Boxed(number) => number.to_string(),
            Operand::Text(text) => quote(text),
            Operand::Constant(field) => {
                let field = self.program.field(*field);
                format!("{}.{}", self.class(field.class), field.name)
            }
            Operand::Receiver => receiver.to_owned(),
            Operand::Returned(number) => format!("r{number}"),
            Operand::Built(calls) => self.built(calls),
            Operand::Array(ty, elements) => {
                let elements: Vec<String> = elements.iter().map(|element| self.operand(element, receiver)).collect();
                format!("new {}{{{}}}", self.type_name(*ty), elements.join(", "))
            }
        }
    }

    /// A single constructor call stands where it is used; a longer sequence gets a name.
    fn built(&mut self, calls: &[Call]) -> String {
        if let [call] = calls {
            let method = self.program.method(call.method);
            let class = self.class(method.class);
            let arguments = self.arguments(call, None, "it");
            let builder = call.on.as_ref().map(|on| self.operand(on, "it"));
            return match method.kind {
                MethodKind::Constructor => format!("new {class}({arguments})"),
                _ if builder.is_some() => format!("{}.{}({arguments})", builder.unwrap_or_default(), method.name),
                _ => match self.cast(method) {
                    cast if cast.is_empty() => format!("{class}.{}({arguments})", method.name),
                    cast => format!("({cast}{class}.{}({arguments}))", method.name),
                },
            };
        }
        self.made += 1;
        let name = format!("other{}", self.made);
        self.sequence(calls, &name);
        name
    }

    /// What makes the result of a maker an object of its class, where the method promises less.
    /// Makers of the library give what they promise.
    fn cast(&self, maker: &Method) -> String {
        let is_users = self.program.class(maker.class).origin == ClassOrigin::User;
        let is_exact = maker.return_type == Some(Type::class(maker.class));
        if is_exact || !is_users { String::new() } else { format!("({}) ", self.class(maker.class)) }
    }
}

/// `'a'`, or a number where nobody could read the letter.
fn character(number: i64) -> String {
    match u8::try_from(number).map(char::from) {
        Ok(letter) if letter.is_ascii_graphic() && !matches!(letter, '\'' | '\\') => format!("'{letter}'"),
        _ => format!("(char) {number}"),
    }
}

/// Does the class have another method of that name which takes something else at that place?
fn is_overloaded(program: &Program, class: ClassId, method: MethodId, index: usize) -> bool {
    let called = program.method(method);
    let is_other = |other: &MethodId| {
        let other = program.method(*other);
        let is_alike = other.name == called.name && other.params.len() == called.params.len();
        is_alike && other.params.get(index).map(|param| param.ty) != called.params.get(index).map(|param| param.ty)
    };
    let mut next = Some(class);
    while let Some(ancestor) = next {
        let declared = program.class(ancestor);
        if declared.methods.iter().any(is_other) {
            return true;
        }
        next = declared.superclass.filter(|_| called.kind == MethodKind::Method);
    }
    false
}
