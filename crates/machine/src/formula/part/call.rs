//! Pure methods on a part: what they give, step by step, as far as no step depends on what is open.

use super::super::{CallNode, CallTarget};
use super::evaluate::{Evaluator, number};
use super::linear::Linear;
use super::term::{Term, Value};
use crate::arithmetic::convert;
use crate::code::{Arithmetic, FunctionId, Instruction, Register};
use crate::state::Initialization;
use crate::word::{self, Word};
use tightrope_program::Type;

/// Calls inside each other.
const MOST_NESTED: usize = 200;

impl<'e> Evaluator<'e> {
    pub(super) fn call_node(&mut self, call: &'e CallNode) -> Value {
        let args: Vec<Value> = call.args.iter().map(|arg| self.value(arg)).collect();
        let function = match call.target {
            CallTarget::Static(function) => Some(function),
            CallTarget::Exact(function) => self.receiver(&args).map(|_| function),
            CallTarget::Virtual(selector) => {
                self.receiver(&args).and_then(|this| self.executable.dispatch(selector, self.state.objects[this].ty))
            }
        };
        match function.and_then(|function| self.call(function, args, 0)) {
            Some(value) => value,
            None if function.is_some_and(|function| self.is_of_numbers(function)) => {
                self.may_throw = true;
                Value::Unknown
            }
            None => self.anything(Value::Unknown),
        }
    }

    /// A method that looks at nothing but the numbers that it gets.
    fn is_of_numbers(&self, function: FunctionId) -> bool {
        let method = self.executable.program.method(self.executable.functions[function.0 as usize].method);
        let is_confined = self.structure.confined.binary_search_by_key(&function.0, |known| known.0).is_ok();
        is_confined && method.is_static && method.params.iter().all(|param| !param.ty.is_reference())
    }

    /// The object that a method is called on.
    fn receiver(&self, args: &[Value]) -> Option<usize> {
        match args.first()? {
            Value::Word(word) if !word::is_symbol(*word) => word::as_object(*word),
            _ => None,
        }
    }

    /// What a method gives. `None`: that depends on what is open, or it does more than look.
    fn call(&mut self, function: FunctionId, args: Vec<Value>, nested: usize) -> Option<Value> {
        if let Some(value) = self.measure(function, &args) {
            return Some(value);
        }
        let compiled = &self.executable.functions[function.0 as usize];
        if nested > MOST_NESTED || !compiled.handlers.is_empty() || compiled.code.is_empty() {
            return None;
        }
        let mut registers = args;
        registers.resize(compiled.registers as usize, Value::Word(0));
        let mut pc = 0;
        loop {
            self.steps = self.steps.checked_sub(1)?;
            let at = |register: &Register| usize::from(*register);
            if let Some((to, value)) = chosen_by_slot(&compiled.code[pc..], pc, &registers) {
                registers[at(&to)] = value;
                pc += CHOICE_LENGTH;
                continue;
            }
            let taken = match compiled.code.get(pc)? {
                Instruction::Return { value } => return Some(registers[at(value)].clone()),
                Instruction::Jump { target } => Some(*target),
                Instruction::JumpIf { cond, target } => known(&registers[at(cond)])?.then_some(*target),
                Instruction::JumpUnless { cond, target } => (!known(&registers[at(cond)])?).then_some(*target),
                Instruction::JumpCompare { op, left, right, target } => {
                    let (left, right) = (&registers[at(left)], &registers[at(right)]);
                    self.compared(*op, left, right, false)?.then_some(*target)
                }
                Instruction::JumpCompareInt { op, left, right, target } => {
                    let right = Value::Word(Word::from(*right));
                    self.compared(*op, &registers[at(left)], &right, false)?.then_some(*target)
                }
                Instruction::InitializeClass(class) => match self.state.initialization(*class) {
                    Initialization::Completed => None,
                    _ => return None,
                },
                call @ (Instruction::Call { args, result, .. }
                | Instruction::CallExact { args, result, .. }
                | Instruction::CallVirtual { args, result, .. }) => {
                    let callee = self.callee(call, registers.get(at(args)..)?)?;
                    let count = self.executable.functions[callee.0 as usize].params as usize;
                    let args = registers.get(at(args)..at(args) + count)?.to_vec();
                    let value = self.call(callee, args, nested + 1)?;
                    if let Some(to) = result {
                        registers[at(to)] = value;
                    }
                    None
                }
                instruction => {
                    let (to, value) = self.effect(instruction, &registers)?;
                    registers[at(&to)] = value;
                    None
                }
            };
            pc = taken.map_or(pc + 1, |target| target as usize);
        }
    }

    /// Which method a call runs, whose receiver, if it has one, is the first of these.
    fn callee(&self, call: &Instruction, args: &[Value]) -> Option<FunctionId> {
        match call {
            Instruction::Call { function, .. } => Some(*function),
            Instruction::CallExact { function, .. } => self.receiver(args).map(|_| *function),
            Instruction::CallVirtual { selector, .. } => {
                self.executable.dispatch(*selector, self.state.objects.get(self.receiver(args)?)?.ty)
            }
            _ => None,
        }
    }

    /// What a method that stays inside gives of the root of an atom: a number, or nothing that is
    /// known.
    fn measure(&mut self, function: FunctionId, args: &[Value]) -> Option<Value> {
        let is_confined = || self.structure.confined.binary_search_by_key(&function.0, |known| known.0).is_ok();
        let [arg] = args else { return None };
        match arg {
            Value::Slot(place) if self.is_atom(*place) && is_confined() => {
                let method = self.executable.functions[function.0 as usize].method;
                let term = Term::Measure(method, *place);
                // It may throw, unless an assumption that held before has evaluated it.
                self.may_throw |= !self.equations.has_seen(term);
                Some(match self.executable.program.method(method).return_type {
                    Some(Type::INT) => number(Linear::term(term)),
                    _ => Value::Unknown,
                })
            }
            Value::Inside | Value::Ghost(_) if is_confined() => {
                self.may_throw = true;
                Some(Value::Unknown)
            }
            Value::Field(_, slot) if self.structure.edges.contains(slot) && is_confined() => {
                self.may_throw = true;
                Some(Value::Unknown)
            }
            _ => None,
        }
    }

    /// What an instruction puts where.
    fn effect(&mut self, instruction: &Instruction, registers: &[Value]) -> Option<(Register, Value)> {
        let get = |register: &Register| &registers[usize::from(*register)];
        Some(match instruction {
            Instruction::Int { to, value } => (*to, Value::Word(Word::from(*value))),
            Instruction::Constant { to, index } => (*to, Value::Word(self.executable.constants[*index as usize])),
            Instruction::Move { to, from } => (*to, get(from).clone()),
            Instruction::Arithmetic { op, to, left, right } => {
                let is_sum = matches!(op, Arithmetic::AddInt | Arithmetic::SubtractInt);
                let is_known = matches!((get(left), get(right)), (Value::Word(_), Value::Word(_)));
                let value = (is_sum || is_known).then(|| self.calculated(*op, get(left), get(right)))?;
                (*to, value)
            }
            Instruction::AddIntConstant { to, from, value } => {
                let constant = Value::Word(Word::from(*value));
                (*to, self.calculated(Arithmetic::AddInt, get(from), &constant))
            }
            Instruction::Not { to, from } => (*to, Value::Word(Word::from(!known(get(from))?))),
            Instruction::Convert { to, from, kind } => match get(from) {
                Value::Word(word) if !word::is_symbol(*word) => (*to, Value::Word(convert(*kind, *word))),
                _ => return None,
            },
            Instruction::Compare { op, to, left, right } => {
                (*to, Value::Word(Word::from(self.compared(*op, get(left), get(right), false)?)))
            }
            Instruction::CompareSymbols { op, to, left, right } => {
                (*to, Value::Word(Word::from(self.compared(*op, get(left), get(right), true)?)))
            }
            Instruction::GetField { memory, to, object, slot } => match get(object) {
                Value::Word(word) if word::as_object(*word).is_some() => {
                    let object = Value::Word(*word);
                    (*to, self.field(*memory, &object, *slot))
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// How many instructions a choice between two numbers has.
const CHOICE_LENGTH: usize = 4;

/// `flag ? 1 : 0`, where the flag is an open slot: one of two numbers, by a truth value, which is 0
/// or 1 itself.
fn chosen_by_slot(code: &[Instruction], pc: usize, registers: &[Value]) -> Option<(Register, Value)> {
    let [test, first, Instruction::Jump { target: end }, second, ..] = code else { return None };
    let (Instruction::Int { to, value: first }, Instruction::Int { to: its_to, value: second }) = (first, second)
    else {
        return None;
    };
    let (cond, target, if_true, if_false) = match test {
        Instruction::JumpUnless { cond, target } => (cond, target, first, second),
        Instruction::JumpIf { cond, target } => (cond, target, second, first),
        _ => return None,
    };
    let is_choice = to == its_to && *target as usize == pc + CHOICE_LENGTH - 1 && *end as usize == pc + CHOICE_LENGTH;
    match &registers[usize::from(*cond)] {
        Value::Slot(place) if is_choice => {
            let difference = Word::from(*if_true).wrapping_sub(Word::from(*if_false)) as i32;
            let sum = Linear::constant(Word::from(*if_false)).plus(difference, &Linear::term(Term::Slot(*place)));
            Some((*to, number(sum)))
        }
        _ => None,
    }
}

fn known(value: &Value) -> Option<bool> {
    match value {
        Value::Word(word) => Some(*word != word::FALSE),
        _ => None,
    }
}
