//! Library methods without Java code, as circuits: see the machine's table of natives. What is not
//! here leaves the translated part of the program.

use crate::encoder::{Encoder, Flags, Outcome, SharedBox};
use crate::evaluate::Env;
use crate::placed::box_bits;
use crate::state::{Cell, State};
use crate::value::{Ref, Value, mux, same};
use std::rc::Rc;
use tightrope_circuit::{Bits, Lit};
use tightrope_program::natives::{Native, find_native};
use tightrope_program::{BaseType, MethodId, Type};
use tightrope_source::Name;

impl Encoder<'_> {
    pub(crate) fn native(
        &mut self,
        before: &State,
        state: &mut State,
        born: Lit,
        method: MethodId,
        args: &[Value],
    ) -> Outcome {
        let declared = self.program.method(method);
        let class = self.program.class(declared.class).name.as_str();
        let ty = declared.return_type.unwrap_or(Type::NULL);
        if let Some(Native::Floating { operation, is_single }) = find_native(self.program, method)
            && let Some(outcome) = self.floating(operation, is_single, args)
        {
            return outcome;
        }
        match (class, declared.name.as_str(), args) {
            ("java.lang.Object", "equals", [left, right]) => match same(&mut self.circuit, left, right) {
                Some(lit) => Outcome::truth(lit),
                None => self.stuck_value(ty, "`equals` of values of different kinds"),
            },
            ("java.lang.Object", "getClass", [object]) => self.class_of(object, ty),
            ("java.lang.Object", "clone", [object]) => self.copy_of(before, state, born, object, ty),
            ("java.lang.String", "equals", [left, right]) => self.same_text(left, right),
            ("java.lang.String", "hashCode", [text]) => self.of_text(text, ty, |text| {
                text.encode_utf16().fold(0_i32, |sum, unit| sum.wrapping_mul(31).wrapping_add(i32::from(unit)))
            }),
            ("java.lang.String", "length", [text]) => {
                self.of_text(text, ty, |text| i32::try_from(text.encode_utf16().count()).unwrap_or(i32::MAX))
            }
            // They may always say that `equals` has to be asked.
            (_, "hasSame" | "insertSame", [_, _, _]) => Outcome::of(Value::Number(Bits::constant(-1, 32))),
            ("java.util.Inputs", "open", []) if self.inputs.most > 0 => self.open_inputs(state, ty),
            (_, "shared", [value @ (Value::Number(_) | Value::Bool(_))]) => self.shared_box(method, value, ty),
            (_, "arraycopy" | "copy", [from, start, to, target, length]) => {
                self.array_copy(before, state, [from, start, to, target, length], ty)
            }
            _ => self.stuck_value(ty, format!("`{class}.{}`", declared.name)),
        }
    }

    /// A chain of objects with free values, and one that ends it.
    fn open_inputs(&mut self, state: &mut State, ty: Type) -> Outcome {
        let first = self.objects.len();
        let fields = ty.as_class().map_or_else(Vec::new, |class| self.layouts.fields(class).to_vec());
        for number in 0..=self.inputs.most {
            let object = self.add_object(ty, Lit::TRUE, true);
            let next = first + (number + 1).min(self.inputs.most);
            let types = fields.iter().map(|field| self.program.field(*field).ty);
            let slots = types.map(|of| match of.base {
                _ if of.is_reference() => Value::Ref(Ref::to(next)),
                BaseType::Boolean => Value::Bool(self.circuit.input()),
                BaseType::Long | BaseType::Double => Value::Number(self.circuit.input_bits(64)),
                _ => Value::Number(self.circuit.input_bits(32)),
            });
            let slots: Vec<Value> = slots.collect();
            self.inputs.numbers.extend(slots.iter().filter_map(Value::number).cloned());
            state.put(object, Cell { slots, length: None });
        }
        self.inputs.end = Some(first + self.inputs.most);
        state.version = self.next_version();
        Outcome::of(Value::Ref(Ref::to(first)))
    }

    fn class_of(&mut self, object: &Value, ty: Type) -> Outcome {
        let Value::Ref(reference) = object else {
            return self.stuck_value(ty, "the class of a value that is only compared");
        };
        let mut options = Vec::new();
        for (target, lit) in reference.targets.iter() {
            let class = self.class_object(self.objects[*target].ty);
            options.push((*lit, Value::Ref(Ref::to(class))));
        }
        Outcome::of(self.selected(&options, ty))
    }

    /// Only of arrays that are all alike.
    fn copy_of(&mut self, before: &State, state: &mut State, born: Lit, object: &Value, ty: Type) -> Outcome {
        let Value::Ref(reference) = object else { return self.stuck_value(ty, "a copy of a value") };
        let mut options = Vec::new();
        let mut types = Vec::new();
        for (target, lit) in reference.targets.iter() {
            types.push(self.objects[*target].ty);
            options.extend(state.cell(*target).cloned().map(|cell| (*lit, cell)));
        }
        types.dedup();
        let ([copied], Some((_, first))) = (types.as_slice(), options.first()) else {
            return self.stuck_value(ty, "a copy of objects of several types");
        };
        let count = first.slots.len();
        if !copied.is_array() || options.iter().any(|(_, cell)| cell.slots.len() != count) {
            return self.stuck_value(ty, "a copy of an object");
        }
        let element = copied.element().unwrap_or(Type::UNKNOWN);
        let column = |slot: usize| options.iter().map(|(lit, cell)| (*lit, cell.slots[slot].clone())).collect();
        let columns: Vec<Vec<(Lit, Value)>> = (0..count).map(column).collect();
        let slots = columns.into_iter().map(|column| self.selected(&column, element)).collect();
        let length = {
            let env = Env::new(before, state, &[], &[]);
            self.length_of(&env, object)
        };
        Outcome::of(self.allocate(state, *copied, born, Cell { slots, length: Some(length) }))
    }

    /// The texts that a reference may be. `None`: one of them is not known.
    fn texts(&self, value: &Value) -> Option<Vec<(Lit, Name)>> {
        let reference = value.reference()?;
        let text = |(object, lit): &(usize, Lit)| {
            Some((*lit, self.objects[*object].text.clone().filter(|text| text.is_ascii())?))
        };
        reference.targets.iter().map(text).collect()
    }

    fn same_text(&mut self, left: &Value, right: &Value) -> Outcome {
        let (Some(left), Some(right)) = (self.texts(left), self.texts(right)) else {
            return self.stuck_value(Type::BOOLEAN, "the text of a string that is not a literal");
        };
        let mut equal = Vec::new();
        for (a, text) in &left {
            for (b, _) in right.iter().filter(|(_, other)| other == text) {
                equal.push(self.circuit.and(*a, *b));
            }
        }
        Outcome::truth(self.circuit.or_all(equal))
    }

    fn of_text(&mut self, text: &Value, ty: Type, number: impl Fn(&str) -> i32) -> Outcome {
        let Some(texts) = self.texts(text) else {
            return self.stuck_value(ty, "the text of a string that is not a literal");
        };
        let options: Vec<(Lit, Value)> = texts
            .iter()
            .map(|(lit, text)| (*lit, Value::Number(Bits::constant(i64::from(number(text)), 32))))
            .collect();
        Outcome::of(self.selected(&options, Type::INT))
    }

    /// Boxes of small values are shared: the same value is the same object. They never change, so
    /// that it does not matter on which path one was asked for first.
    fn shared_box(&mut self, method: MethodId, number: &Value, ty: Type) -> Outcome {
        let class = self.program.method(method).class;
        let (Some(value), Some((slot, flag))) = (box_bits(number), self.box_fields(class)) else {
            return self.stuck_value(ty, "a box without a value");
        };
        let known: Vec<SharedBox> = self.boxes.iter().filter(|known| known.class == class).cloned().collect();
        let mut left = Lit::TRUE;
        let mut options = Vec::new();
        for SharedBox { value: kept, object, is_there, .. } in known {
            let equal = self.circuit.eq_bits(&kept, &value);
            let is_it = self.circuit.and(is_there, equal);
            options.push((self.circuit.and(left, is_it), Value::Ref(Ref::to(object))));
            left = self.circuit.and(left, !is_it);
            if left == Lit::FALSE {
                break;
            }
        }
        if left != Lit::FALSE {
            let object = self.add_object(Type::class(class), Lit::TRUE, true);
            let mut cell = self.default_cell(class);
            (cell.slots[slot], cell.slots[flag]) = (number.clone(), Value::Bool(Lit::TRUE));
            self.objects[object].fixed = Some(Rc::new(cell));
            self.boxes.push(SharedBox { class, value, object, is_there: Lit::TRUE });
            options.push((left, Value::Ref(Ref::to(object))));
        }
        options.retain(|(lit, _)| *lit != Lit::FALSE);
        Outcome::of(self.selected(&options, ty))
    }

    /// Of arrays that are not null, within their lengths, and whose elements fit: otherwise a run
    /// leaves the translated part.
    fn array_copy(&mut self, before: &State, state: &mut State, args: [&Value; 5], ty: Type) -> Outcome {
        let [from, start, to, target, length] = args;
        let (Value::Ref(destination), Value::Ref(source)) = (to, from) else {
            return self.stuck_value(ty, "a copy of something that is not an array");
        };
        let numbers = (start.number().cloned(), target.number().cloned(), length.number().cloned());
        let (Some(start), Some(target), Some(length)) = numbers else {
            return self.stuck_value(ty, "a copy between places that are not numbers");
        };
        let element = |encoder: &Self, reference: &Ref| {
            let types: Vec<Option<Type>> =
                reference.targets.iter().map(|(object, _)| encoder.objects[*object].ty.element()).collect();
            types.first().copied().flatten().filter(|first| types.iter().all(|ty| *ty == Some(*first)))
        };
        let (Some(kind), true) = (element(self, source), element(self, source) == element(self, destination)) else {
            return self.stuck_value(ty, "a copy between arrays of different types");
        };
        let old = state.clone();
        let env = Env::new(before, &old, &[], &[]);
        let mut bad = vec![source.null, destination.null, length.sign(), start.sign(), target.sign()];
        for (array, first) in [(from, &start), (to, &target)] {
            let end = self.circuit.add(&first.sign_extended(34), &length.sign_extended(34));
            let room = self.length_of(&env, array).sign_extended(34);
            bad.push(self.circuit.less(&room, &end));
        }
        let bad = self.circuit.or_all(bad);
        for (object, lit) in destination.targets.iter() {
            let Some(cell) = old.cell(*object) else { continue };
            let mut slots = cell.slots.clone();
            for (position, slot) in slots.iter_mut().enumerate() {
                let offset = self.circuit.sub(&Bits::constant(position as i64, 32), &target);
                let inside = self.circuit.less_unsigned(&offset, &length);
                let index = self.circuit.add(&start, &offset);
                let copied = self.element_of(&env, from, &index, kind);
                let here = self.circuit.and(*lit, inside);
                match mux(&mut self.circuit, here, &copied, slot) {
                    Some(value) => *slot = value,
                    None => self.incoherent(),
                }
            }
            state.put(*object, Cell { slots, length: cell.length.clone() });
        }
        state.version = self.next_version();
        let flags = Flags { stuck: bad, ..Flags::NONE };
        if bad != Lit::FALSE {
            self.stuck("a copy between arrays that throws");
        }
        Outcome { value: crate::value::default_of(ty), flags }
    }
}
