//! One line for each instruction.

use crate::code::{Comparison, Instruction, Memory, Register};
use crate::compile::Executable;
use tightrope_program::MethodId;
use tightrope_program::names::{call_form, simple_name};

pub(super) fn sign(op: Comparison) -> &'static str {
    match op {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
        Comparison::Same => "===",
        Comparison::NotSame => "!==",
    }
}

/// What stands before a read of the heap before the method.
pub(super) fn version(memory: Memory) -> &'static str {
    match memory {
        Memory::Now => "",
        Memory::Before => "old ",
    }
}

fn result(to: Option<Register>) -> String {
    to.map_or_else(String::new, |to| format!("r{to} = "))
}

impl Executable<'_> {
    pub(super) fn method_shown(&self, method: MethodId) -> String {
        let declared = self.program.method(method);
        format!("{}.{}", simple_name(self.program, declared.class), call_form(self.program, declared))
    }

    pub(super) fn function_listing(&self, number: usize) -> String {
        let function = &self.functions[number];
        let name = match function.initializes {
            Some(class) => format!("<clinit> of {}", simple_name(self.program, class)),
            None => self.method_shown(function.method),
        };
        let head = format!("function {number}: {}{name}, {} registers\n", version(function.memory), function.registers);
        let lines = function.code.iter().enumerate();
        let lines = lines.map(|(pc, instruction)| format!("{pc:>4}  {}\n", self.instruction_shown(instruction)));
        let handlers = function.handlers.iter().map(|handler| {
            let classes: Vec<String> = handler.classes.iter().map(|test| self.test_shown(*test)).collect();
            let caught = if classes.is_empty() { "everything".to_owned() } else { classes.join("|") };
            let (start, end, target, exception) = (handler.start, handler.end, handler.target, handler.exception);
            format!("      in {start}..{end} catch {caught} as r{exception}: goto {target}\n")
        });
        head + &lines.chain(handlers).collect::<String>()
    }

    fn instruction_shown(&self, instruction: &Instruction) -> String {
        match instruction {
            Instruction::Int { to, value } => format!("r{to} = {value}"),
            Instruction::Constant { to, index } => format!("r{to} = {}", self.constants[*index as usize]),
            Instruction::Move { to, from } => format!("r{to} = r{from}"),
            Instruction::Arithmetic { op, to, left, right } => format!("r{to} = {op:?}(r{left}, r{right})"),
            Instruction::AddIntConstant { to, from, value } => format!("r{to} = r{from} + {value}"),
            Instruction::NegateInt { to, from } => format!("r{to} = -r{from}"),
            Instruction::NegateLong { to, from } => format!("r{to} = -r{from} (long)"),
            Instruction::BitNot { to, from } => format!("r{to} = ~r{from}"),
            Instruction::Not { to, from } => format!("r{to} = !r{from}"),
            Instruction::Convert { to, from, kind } => format!("r{to} = {kind:?}(r{from})"),
            Instruction::Compare { op, to, left, right } => format!("r{to} = r{left} {} r{right}", sign(*op)),
            Instruction::CompareSymbols { op, to, left, right } => {
                format!("r{to} = r{left} {} r{right} (perhaps symbols)", sign(*op))
            }
            Instruction::Jump { .. }
            | Instruction::JumpIf { .. }
            | Instruction::JumpUnless { .. }
            | Instruction::JumpCompare { .. }
            | Instruction::JumpCompareInt { .. }
            | Instruction::Return { .. }
            | Instruction::ReturnVoid
            | Instruction::Throw { .. } => jump_shown(instruction),
            Instruction::GetField { .. }
            | Instruction::GetLong { .. }
            | Instruction::SetField { .. }
            | Instruction::SetLong { .. }
            | Instruction::GetStatic { .. }
            | Instruction::SetStatic { .. }
            | Instruction::GetElement { .. }
            | Instruction::GetLongElement { .. }
            | Instruction::SetElement { .. }
            | Instruction::Length { .. } => access_shown(instruction),
            Instruction::InstanceOf { to, from, test } => format!("r{to} = r{from} is {}", self.test_shown(*test)),
            Instruction::Check { value, test } => format!("cast r{value} to {}", self.test_shown(*test)),
            Instruction::New { to, ty } => format!("r{to} = new {}", self.type_shown(self.types.info(*ty).ty)),
            Instruction::NewArray { to, ty, lengths, count } => {
                let ty = self.type_shown(self.types.info(*ty).ty);
                format!("r{to} = new {ty} with {count} lengths from r{lengths}")
            }
            Instruction::Concat { to, parts, template } => {
                format!("r{to} = {} parts joined from r{parts}", self.templates[*template as usize].len())
            }
            Instruction::InitializeClass(class) => format!("initialise {}", simple_name(self.program, *class)),
            Instruction::StartInitializer(class) => format!("start <clinit> of {}", simple_name(self.program, *class)),
            Instruction::CompleteInitializer(class) => {
                format!("complete <clinit> of {}", simple_name(self.program, *class))
            }
            Instruction::Call { .. }
            | Instruction::CallExact { .. }
            | Instruction::CallVirtual { .. }
            | Instruction::CallNative { .. } => self.call_shown(instruction),
            Instruction::Evaluate { to, formula, locals, .. } => {
                format!("r{to} = formula {} of r0..r{locals}", formula.index())
            }
            Instruction::Require { kind, formula, locals } => {
                format!("require formula {} of r0..r{locals} ({kind:?})", formula.index())
            }
            Instruction::Assume { formula, locals } => format!("assume formula {} of r0..r{locals}", formula.index()),
            Instruction::Decrease { formula, locals, last } => {
                format!("decrease r{last} to formula {} of r0..r{locals}", formula.index())
            }
            Instruction::Unsupported(what) => format!("unsupported: {}", what.detail),
        }
    }

    fn call_shown(&self, instruction: &Instruction) -> String {
        match instruction {
            Instruction::Call { function, args, result: to }
            | Instruction::CallExact { function, args, result: to } => {
                format!("{}function {} with r{args}..", result(*to), function.0)
            }
            Instruction::CallVirtual { selector, args, result: to } => {
                let method = self.types.selector_methods[selector.0 as usize];
                format!("{}virtual {} with r{args}..", result(*to), self.method_shown(method))
            }
            Instruction::CallNative { native, args, result: to, .. } => {
                format!("{}native {native:?} with r{args}..", result(*to))
            }
            _ => String::new(),
        }
    }
}

fn jump_shown(instruction: &Instruction) -> String {
    match instruction {
        Instruction::Jump { target } => format!("goto {target}"),
        Instruction::JumpIf { cond, target } => format!("if r{cond} goto {target}"),
        Instruction::JumpUnless { cond, target } => format!("unless r{cond} goto {target}"),
        Instruction::JumpCompare { op, left, right, target } => {
            format!("if r{left} {} r{right} goto {target}", sign(*op))
        }
        Instruction::JumpCompareInt { op, left, right, target } => {
            format!("if r{left} {} {right} goto {target}", sign(*op))
        }
        Instruction::Return { value } => format!("return r{value}"),
        Instruction::ReturnVoid => "return".to_owned(),
        Instruction::Throw { value } => format!("throw r{value}"),
        _ => String::new(),
    }
}

fn access_shown(instruction: &Instruction) -> String {
    match instruction {
        Instruction::GetField { memory, to, object, slot } => format!("r{to} = {}r{object}.#{slot}", version(*memory)),
        Instruction::GetLong { memory, to, object, slot } => {
            format!("r{to} = {}r{object}.#{slot} (long)", version(*memory))
        }
        Instruction::SetField { object, slot, value } => format!("r{object}.#{slot} = r{value}"),
        Instruction::SetLong { object, slot, value } => format!("r{object}.#{slot} = r{value} (long)"),
        Instruction::GetStatic { memory, to, slot } => format!("r{to} = {}static #{slot}", version(*memory)),
        Instruction::SetStatic { slot, value } => format!("static #{slot} = r{value}"),
        Instruction::GetElement { memory, to, array, index } => {
            format!("r{to} = {}r{array}[r{index}]", version(*memory))
        }
        Instruction::GetLongElement { memory, to, array, index } => {
            format!("r{to} = {}r{array}[r{index}] (long)", version(*memory))
        }
        Instruction::SetElement { array, index, value } => format!("r{array}[r{index}] = r{value}"),
        Instruction::Length { to, array } => format!("r{to} = r{array}.length"),
        _ => String::new(),
    }
}
