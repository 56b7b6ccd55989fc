//! A call of the API as plain data: what is called, with what. A sequence of them is a test.

use tightrope_program::floating;
use tightrope_program::names::{simple_name, type_name};
use tightrope_program::{ClassOrigin, FieldId, Method, MethodId, MethodKind, Nullity, Program, Type};

/// One call of a sequence. The first call of a sequence makes the object that the others are
/// called on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub method: MethodId,
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

/// A sequence as Java statements: `Stack s = new Stack();`, `s.push(0);`, …
pub fn as_java(program: &Program, calls: &[Call]) -> Vec<String> {
    let mut writer = Writer { program, lines: Vec::new(), made: 0, returned: results_used(calls) };
    writer.sequence(calls, "it");
    writer.lines
}

/// By call: is its result an argument of a later one?
fn results_used(calls: &[Call]) -> Vec<bool> {
    let mut used = vec![false; calls.len()];
    for operand in calls.iter().flat_map(|call| &call.arguments) {
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
    lines: Vec<String>,
    /// How many objects were made for arguments.
    made: usize,
    returned: Vec<bool>,
}

impl Writer<'_> {
    fn sequence(&mut self, calls: &[Call], name: &str) {
        for (number, call) in calls.iter().enumerate() {
            let arguments: Vec<String> = call.arguments.iter().map(|operand| self.operand(operand, name)).collect();
            let arguments = arguments.join(", ");
            let method = self.program.method(call.method);
            let class = simple_name(self.program, method.class);
            let line = match method.kind {
                MethodKind::Constructor => format!("{class} {name} = new {class}({arguments});"),
                _ if method.is_static => {
                    format!("{class} {name} = {}{class}.{}({arguments});", cast(self.program, method), method.name)
                }
                _ => {
                    let is_kept = name == "it" && self.returned.get(number).copied().unwrap_or(false);
                    let kept = if is_kept { format!("var r{number} = ") } else { String::new() };
                    format!("{kept}{name}.{}({arguments});", method.name)
                }
            };
            self.lines.push(line);
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
            Operand::Text(text) => format!("{text:?}"),
            Operand::Constant(field) => {
                let field = self.program.field(*field);
                format!("{}.{}", simple_name(self.program, field.class), field.name)
            }
            Operand::Receiver => receiver.to_owned(),
            Operand::Returned(number) => format!("r{number}"),
            Operand::Built(calls) => self.built(calls),
            Operand::Array(ty, elements) => {
                let elements: Vec<String> = elements.iter().map(|element| self.operand(element, receiver)).collect();
                format!("new {}{{{}}}", type_name(self.program, *ty), elements.join(", "))
            }
        }
    }

    /// A single constructor call stands where it is used; a longer sequence gets a name.
    fn built(&mut self, calls: &[Call]) -> String {
        if let [call] = calls {
            let method = self.program.method(call.method);
            let class = simple_name(self.program, method.class).to_owned();
            let arguments: Vec<String> = call.arguments.iter().map(|operand| self.operand(operand, "it")).collect();
            let arguments = arguments.join(", ");
            return match method.kind {
                MethodKind::Constructor => format!("new {class}({arguments})"),
                _ => match cast(self.program, method) {
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
}

/// What makes the result of a maker an object of its class, where the method promises less. Makers
/// of the library give what they promise.
fn cast(program: &Program, maker: &Method) -> String {
    let is_users = program.class(maker.class).origin == ClassOrigin::User;
    let is_exact = maker.return_type == Some(Type::class(maker.class));
    if is_exact || !is_users { String::new() } else { format!("({}) ", simple_name(program, maker.class)) }
}
