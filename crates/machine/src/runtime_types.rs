//! The types that objects have at run time, and what is asked of them: slots, subtyping, the
//! overriding method.

use crate::code::{FunctionId, Memory, RuntimeType, Selector, TypeTest};
use std::collections::HashMap;
use tightrope_heap::Layouts;
use tightrope_heap::validity::is_subtype;
use tightrope_program::{ClassId, FieldId, MethodId, Program, Type};

/// What an object of a type needs.
#[derive(Clone, Debug)]
pub(crate) struct TypeInfo {
    pub(crate) ty: Type,
    /// Of an array: the type of its elements, if those are arrays again, and the test for what may
    /// be stored.
    pub(crate) element: Option<Element>,
    /// Objects of it remember where they were made.
    pub(crate) is_throwable: bool,
    /// Of a class: the slots of a new object, with defaults.
    pub(crate) template: Vec<i64>,
    /// Of a class: the slots that hold references.
    pub(crate) references: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    pub(crate) ty: Type,
    /// Of reference elements.
    pub(crate) store: Option<TypeTest>,
}

/// The closed world of one executable: rows are added while compiling, then only read.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuntimeTypes {
    pub(crate) infos: Vec<TypeInfo>,
    by_type: HashMap<Type, RuntimeType>,
    tests: Vec<Vec<bool>>,
    test_types: Vec<Type>,
    by_test: HashMap<Type, TypeTest>,
    /// The row of `Object`.
    object_test: Option<TypeTest>,
    pub(crate) dispatch: Vec<Vec<Option<FunctionId>>>,
    pub(crate) selector_methods: Vec<MethodId>,
    by_selector: HashMap<(MethodId, Memory), Selector>,
    /// By instance field: its first slot.
    slots: Vec<Option<u16>>,
}

impl RuntimeTypes {
    pub(crate) fn new(program: &Program, layouts: &Layouts) -> RuntimeTypes {
        let mut types = RuntimeTypes::default();
        let throwable = program.class_named("java.lang.Throwable");
        for class in program.class_ids() {
            let mut next = 0;
            for field in layouts.fields(class) {
                if types.slots.len() <= field.index() {
                    types.slots.resize(field.index() + 1, None);
                }
                types.slots[field.index()] = Some(next);
                next += slots_of(program.field(*field).ty);
            }
            types.add_class(program, layouts, class, throwable);
        }
        types
    }

    fn add_class(&mut self, program: &Program, layouts: &Layouts, class: ClassId, throwable: Option<ClassId>) {
        let mut template = Vec::new();
        let mut references = Vec::new();
        for field in layouts.fields(class) {
            if program.field(*field).ty.is_reference() {
                references.push(template.len() as u16);
            }
            template.push(0);
            if program.field(*field).ty.is_wide() {
                template.push(crate::word::KNOWN);
            }
        }
        let is_throwable = throwable.is_some_and(|throwable| program.is_subclass(class, throwable));
        self.push(TypeInfo { ty: Type::class(class), element: None, is_throwable, template, references });
    }

    fn push(&mut self, info: TypeInfo) -> RuntimeType {
        let id = RuntimeType(self.infos.len() as u32);
        self.by_type.insert(info.ty, id);
        self.infos.push(info);
        id
    }

    pub(crate) fn info(&self, id: RuntimeType) -> &TypeInfo {
        &self.infos[id.0 as usize]
    }

    pub(crate) fn find(&self, ty: Type) -> Option<RuntimeType> {
        // Classes come first, in their order.
        let class = ty.as_class().map(|class| RuntimeType(class.index() as u32));
        let is_known = |id: &RuntimeType| self.infos.get(id.0 as usize).is_some_and(|info| info.ty == ty);
        class.filter(is_known).or_else(|| self.by_type.get(&ty).copied())
    }

    /// The type, with its element types, added if it is new.
    pub(crate) fn intern(&mut self, program: &Program, ty: Type) -> RuntimeType {
        if let Some(known) = self.find(ty) {
            return known;
        }
        let element = ty.element().map(|element| {
            if element.is_array() {
                self.intern(program, element);
            }
            let store = element.is_reference().then(|| self.test(program, element));
            Element { ty: element, store }
        });
        let id = self.push(TypeInfo { ty, element, is_throwable: false, template: Vec::new(), references: Vec::new() });
        for (row, wanted) in self.tests.iter_mut().zip(&self.test_types) {
            row.push(is_subtype(program, ty, *wanted));
        }
        id
    }

    /// The row that says which types are subtypes of `ty`.
    pub(crate) fn test(&mut self, program: &Program, ty: Type) -> TypeTest {
        if let Some(known) = self.by_test.get(&ty) {
            return *known;
        }
        let id = TypeTest(self.tests.len() as u32);
        self.by_test.insert(ty, id);
        if ty.as_class().is_some() && ty.as_class() == program.class_named("java.lang.Object") {
            self.object_test = Some(id);
        }
        self.tests.push(self.infos.iter().map(|info| is_subtype(program, info.ty, ty)).collect());
        self.test_types.push(ty);
        id
    }

    pub(crate) fn passes(&self, ty: RuntimeType, test: TypeTest) -> bool {
        self.tests[test.0 as usize][ty.0 as usize]
    }

    /// Is every object of the type, because it is `Object`?
    #[inline(always)]
    pub(crate) fn is_object(&self, test: TypeTest) -> bool {
        self.object_test == Some(test)
    }

    /// Is every object of the type, whatever it is?
    pub(crate) fn passes_always(&self, test: TypeTest) -> bool {
        self.is_object(test) || self.tests[test.0 as usize].iter().all(|passes| *passes)
    }

    /// The row of a virtually called method; `true` if it is new and still has to be filled.
    pub(crate) fn selector(&mut self, method: MethodId, memory: Memory) -> (Selector, bool) {
        if let Some(known) = self.by_selector.get(&(method, memory)) {
            return (*known, false);
        }
        let id = Selector(self.dispatch.len() as u32);
        self.by_selector.insert((method, memory), id);
        self.dispatch.push(Vec::new());
        self.selector_methods.push(method);
        (id, true)
    }

    pub(crate) fn slot(&self, field: FieldId) -> Option<u16> {
        self.slots.get(field.index()).copied().flatten()
    }
}

/// A `long` or `double` needs a second slot that says whether it is known.
pub(crate) fn slots_of(ty: Type) -> u16 {
    if ty.is_wide() { 2 } else { 1 }
}
