//! What is called: the method that the receiver selects, and a heap whose first roots are the
//! receiver and the arguments.

use super::literal::Reader;
use super::{HeapFile, Prepared, Refusal};
use crate::exit::Exit;
use crate::render::count;
use crate::target;
use tightrope_heap::canonical::{Order, canonical};
use tightrope_heap::{Content, Heap, Layouts, Object, Root, Value, text, validity};
use tightrope_program::names::{call_form, simple_name, type_name};
use tightrope_program::{ClassId, ClassKind, FieldId, Method, MethodId, MethodKind, ParamInfo, Program, Type};
use tightrope_source::{Name, most_similar};

/// A call that can be made.
pub(super) struct Call {
    pub(super) method: MethodId,
    /// Its roots: the receiver (if any), the arguments, then static fields by their qualified
    /// names.
    pub(super) heap: Heap,
    /// The types of the roots.
    pub(super) types: Vec<Type>,
    /// How many roots are receiver and arguments.
    pub(super) passed: usize,
    /// The fields of the remaining roots.
    pub(super) statics: Vec<FieldId>,
    /// How the user calls the objects of the heap file, which come first in the heap.
    pub(super) names: Vec<String>,
}

impl Call {
    /// A root without a value: nothing can be run.
    pub(super) fn open_root(&self) -> Option<&Name> {
        self.heap.roots.iter().find(|root| root.value == Value::Unknown).map(|root| &root.name)
    }

    /// The heap as a judge takes it: the new object of a constructor does not exist yet.
    pub(super) fn judged_heap(&self, program: &Program) -> Heap {
        let mut heap = self.heap.clone();
        if program.method(self.method).kind == MethodKind::Constructor {
            // Nothing leads to it but its root.
            heap.roots.remove(0);
            heap = canonical(&heap, Order::BreadthFirst);
        }
        heap
    }

    fn add_root(&mut self, name: &str, value: Value, ty: Type) {
        self.heap.roots.push(Root { name: Name::new(name), value });
        self.types.push(ty);
    }
}

/// What a call is made from.
pub(super) struct Preparation<'a> {
    pub(super) program: &'a Program,
    pub(super) layouts: &'a Layouts,
    pub(super) file: Option<&'a HeapFile>,
    pub(super) notes: &'a mut Vec<String>,
}

impl Preparation<'_> {
    pub(super) fn prepare(mut self, wanted: &str, arguments: &[String]) -> Prepared<Call> {
        let is_preferred = |method: &Method| match arguments {
            [] => method.params.iter().all(|param| self.root(&param.name).is_some()),
            _ => method.params.len() == arguments.len(),
        };
        let target = target::find_preferring(self.program, wanted, &is_preferred)
            .map_err(|diagnostic| Refusal::of(Exit::Usage, *diagnostic))?;
        let written = self.file.map(|file| file.written.clone()).unwrap_or_default();
        let heap = Heap { roots: Vec::new(), objects: written.heap.objects };
        let mut call = Call {
            method: target.method,
            heap,
            types: Vec::new(),
            passed: 0,
            statics: Vec::new(),
            names: written.names,
        };
        self.add_receiver(&mut call, target.class)?;
        self.add_arguments(&mut call, arguments)?;
        call.passed = call.heap.roots.len();
        self.add_statics(&mut call)?;
        self.note_unused_roots(&call);
        Ok(call)
    }

    fn root(&self, name: &str) -> Option<(usize, Value)> {
        let roots = &self.file?.written.heap.roots;
        let index = roots.iter().position(|root| root.name == name)?;
        Some((index, roots[index].value))
    }

    fn add_receiver(&mut self, call: &mut Call, class: ClassId) -> Prepared<()> {
        let method = self.program.method(call.method);
        if method.is_static {
            return Ok(());
        }
        if method.kind == MethodKind::Constructor {
            return self.add_new_object(call, class);
        }
        let Some((index, value)) = self.root("this") else { return Err(self.no_receiver(method, class)) };
        let class = match value {
            Value::Unknown => class,
            Value::Object(id) => {
                let actual = call.heap.objects.get(id.index()).and_then(|object| object.ty.as_class());
                let actual = actual.filter(|actual| self.program.is_subclass(*actual, method.class));
                actual.ok_or_else(|| self.wrong_receiver(index, method.class))?
            }
            _ => return Err(self.wrong_receiver(index, method.class)),
        };
        call.add_root("this", value, Type::class(class));
        if !method.is_private {
            self.dispatch(call, class);
        }
        Ok(())
    }

    /// The method that Java would run on an object of this class.
    fn dispatch(&mut self, call: &mut Call, class: ClassId) {
        let Some(found) = self.program.implementation(class, call.method).filter(|found| *found != call.method) else {
            return;
        };
        call.method = found;
        let method = self.program.method(found);
        let owner = simple_name(self.program, method.class);
        self.notes.push(format!(
            "`this` is a `{}`: running `{owner}.{}`",
            simple_name(self.program, class),
            method.name
        ));
    }

    /// What `new` passes to the constructor: an object with the default values in its fields.
    fn add_new_object(&self, call: &mut Call, class: ClassId) -> Prepared<()> {
        let declared = self.program.class(class);
        if declared.is_abstract || declared.kind != ClassKind::Class && declared.kind != ClassKind::Record {
            return Err(Refusal::usage(format!("`{}` cannot be instantiated", declared.name)));
        }
        let object = call.heap.add(self.default_object(class));
        call.add_root("this", Value::Object(object), Type::class(class));
        Ok(())
    }

    fn default_object(&self, class: ClassId) -> Object {
        let fields = self.layouts.fields(class).iter();
        let values = fields.map(|field| Value::default_of(self.program.field(*field).ty)).collect();
        Object { ty: Type::class(class), content: Content::Fields(values) }
    }

    fn no_receiver(&self, method: &Method, class: ClassId) -> Box<Refusal> {
        let name = simple_name(self.program, class);
        let refusal =
            Refusal::usage(format!("`{name}.{}` needs an object to be called on", call_form(self.program, method)));
        let mut example = Heap::default();
        let object = example.add(self.default_object(class));
        example.roots.push(Root { name: Name::new("this"), value: Value::Object(object) });
        let example = text::write(&example, self.program, self.layouts);
        let how =
            if self.file.is_some() { "add it to the heap file" } else { "give it in a heap file (`--heap FILE`)" };
        refusal.hint(format!("{how}, for example:\n  {}", example.trim_end().replace('\n', "\n  ")))
    }

    fn wrong_receiver(&self, index: usize, class: ClassId) -> Box<Refusal> {
        let message = format!("`this` is not an object of class `{}`", self.program.class(class).name);
        self.file.map_or_else(|| Refusal::usage(&message), |file| file.bad_root(index, message.clone()))
    }

    fn add_arguments(&self, call: &mut Call, arguments: &[String]) -> Prepared<()> {
        let method = self.program.method(call.method);
        if arguments.is_empty() && self.file.is_some() {
            return method.params.iter().try_for_each(|param| self.add_root_argument(call, param));
        }
        if arguments.len() != method.params.len() {
            return Err(self.wrong_count(method, arguments.len()));
        }
        for (param, argument) in method.params.iter().zip(arguments) {
            let mut reader = Reader { program: self.program, heap: &mut call.heap, names: &call.names };
            let value = reader.read(argument, param.ty).map_err(|problem| {
                let ty = type_name(self.program, param.ty);
                let argument = argument.escape_debug();
                Refusal::usage(format!("`{argument}` does not fit the parameter `{ty} {}`: {problem}", param.name))
            })?;
            call.add_root(&param.name, value, param.ty);
        }
        Ok(())
    }

    fn add_root_argument(&self, call: &mut Call, param: &ParamInfo) -> Prepared<()> {
        let ty = type_name(self.program, param.ty);
        let Some((index, value)) = self.root(&param.name) else {
            let refusal = Refusal::usage(format!("there is no value for the parameter `{ty} {}`", param.name));
            return Err(match self.near_root(&param.name, self.program.method(call.method)) {
                Some(near) => refusal.hint(format!("the heap file has `{near}`; is that meant?")),
                None => refusal.hint(format!(
                    "add a line `{} = …` to the heap file, or give all arguments after the method",
                    param.name
                )),
            });
        };
        let value = self.fitting(index, value, param.ty)?;
        call.add_root(&param.name, value, param.ty);
        Ok(())
    }

    /// A root that is probably misspelled: no other use is known for it.
    fn near_root(&self, name: &str, method: &Method) -> Option<&str> {
        let names = self.file?.written.heap.roots.iter().map(|root| root.name.as_str());
        let is_used = |name: &str| name == "this" || method.params.iter().any(|param| param.name == name);
        most_similar(name, names.filter(|name| !is_used(name)))
    }

    /// The value of a root in a place of this type. An int may be written where a long is meant.
    fn fitting(&self, index: usize, value: Value, ty: Type) -> Prepared<Value> {
        let Some(file) = self.file else { return Ok(value) };
        let value = match value {
            Value::Int(number) if ty == Type::LONG => Value::Long(number.into()),
            Value::Int(number) if ty == Type::DOUBLE => Value::Double(f64::from(number).to_bits()),
            Value::Int(number) if ty == Type::FLOAT => Value::Float((number as f32).to_bits()),
            Value::Double(bits) if ty == Type::FLOAT => Value::Float((f64::from_bits(bits) as f32).to_bits()),
            other => other,
        };
        if validity::fits(&file.written.heap, self.program, value, ty) {
            return Ok(value);
        }
        let name = file.written.heap.roots.get(index).map_or("", |root| &root.name);
        let value = text::write_value(value, ty, &file.written.names);
        let ty = type_name(self.program, ty);
        Err(file.bad_root(index, format!("`{name}` is of type {ty} and cannot hold {value}")))
    }

    fn wrong_count(&self, method: &Method, given: usize) -> Box<Refusal> {
        let call = format!("{}.{}", simple_name(self.program, method.class), call_form(self.program, method));
        let wanted = count(method.params.len(), "argument", "arguments");
        let is = if given == 1 { "is" } else { "are" };
        let refusal = Refusal::usage(format!("`{call}` takes {wanted}, {given} {is} given"));
        let params: Vec<String> =
            method.params.iter().map(|param| format!("{} {}", type_name(self.program, param.ty), param.name)).collect();
        if params.is_empty() { refusal } else { refusal.hint(format!("its parameters: {}", params.join(", "))) }
    }

    /// Roots called `Class.field` set static fields.
    fn add_statics(&self, call: &mut Call) -> Prepared<()> {
        let Some(file) = self.file else { return Ok(()) };
        for (index, root) in file.written.heap.roots.iter().enumerate() {
            let Some((class, field)) = root.name.rsplit_once('.') else { continue };
            let bad = |problem: &str| Err(file.bad_root(index, format!("`{}` {problem}", root.name)));
            let id = match self.static_fields(class, field).as_slice() {
                [id] => *id,
                [] => return bad("is not a static field"),
                _ => return bad("may be several static fields: write the qualified name of the class"),
            };
            let declared = self.program.field(id);
            let owner = self.program.class(declared.class);
            if declared.constant.is_some() {
                return bad("is a constant");
            }
            let value = self.fitting(index, root.value, declared.ty)?;
            call.add_root(&format!("{}.{field}", owner.name), value, declared.ty);
            call.statics.push(id);
        }
        Ok(())
    }

    fn static_fields(&self, class: &str, field: &str) -> Vec<FieldId> {
        let fields = (0..self.program.fields.len() as u32).map(FieldId);
        let named: Vec<FieldId> =
            fields.filter(|id| self.program.field(*id).is_static && self.program.field(*id).name == field).collect();
        let owner = |id: FieldId| self.program.class(self.program.field(id).class);
        let qualified: Vec<FieldId> = named.iter().copied().filter(|id| owner(*id).name == class).collect();
        if !qualified.is_empty() {
            return qualified;
        }
        named.into_iter().filter(|id| owner(*id).simple_name == class).collect()
    }

    /// A misspelled name must not go unnoticed.
    fn note_unused_roots(&mut self, call: &Call) {
        let Some(file) = self.file else { return };
        for root in &file.written.heap.roots {
            if call.heap.root(&root.name).is_none() && !root.name.contains('.') {
                let method = self.program.method(call.method);
                self.notes.push(format!(
                    "`{}` of the heap file is not used: `{}` has no such parameter",
                    root.name, method.name
                ));
            }
        }
    }
}
