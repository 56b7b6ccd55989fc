//! The object graph itself, and which fields an object of a class has.

use tightrope_program::{BaseType, ClassId, FieldId, Program, Type};
use tightrope_source::Name;

/// An object of one [`Heap`]: its place in `objects`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct ObjectId(pub u32);

impl ObjectId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a field, an element or a root holds. `byte`, `short`, `char` and `int` values are `Int`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub enum Value {
    /// A partial heap does not say.
    Unknown,
    Null,
    Boolean(bool),
    Int(i32),
    Long(i64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    Object(ObjectId),
}

/// An object: an instance of a class, an array, or a string.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Object {
    /// A class type or an array type.
    pub ty: Type,
    pub content: Content,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Content {
    /// In the order of [`Layouts::fields`].
    Fields(Vec<Value>),
    Elements(Vec<Value>),
    /// A string is opaque but for its text.
    Text(Name),
}

impl Object {
    /// The values inside, in order.
    pub fn values(&self) -> &[Value] {
        match &self.content {
            Content::Fields(values) | Content::Elements(values) => values,
            Content::Text(_) => &[],
        }
    }

    pub fn values_mut(&mut self) -> &mut [Value] {
        match &mut self.content {
            Content::Fields(values) | Content::Elements(values) => values,
            Content::Text(_) => &mut [],
        }
    }
}

/// A named way into the heap: `this`, a parameter, a static field (`List.EMPTY`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Root {
    pub name: Name,
    pub value: Value,
}

/// A finite object graph with its roots, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Heap {
    pub roots: Vec<Root>,
    pub objects: Vec<Object>,
}

impl Heap {
    /// Requires: the id is of this heap.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.objects.len() as u32).map(ObjectId)
    }

    pub fn root(&self, name: &str) -> Option<Value> {
        self.roots.iter().find(|root| root.name == name).map(|root| root.value)
    }

    pub fn add(&mut self, object: Object) -> ObjectId {
        self.objects.push(object);
        ObjectId(self.objects.len() as u32 - 1)
    }
}

/// For each class the instance fields of its objects: those of superclasses first, each class's in
/// source order. Model fields are no state and are left out.
#[derive(Clone, Debug)]
pub struct Layouts {
    by_class: Vec<Vec<FieldId>>,
}

impl Layouts {
    pub fn new(program: &Program) -> Layouts {
        let mut by_class: Vec<Option<Vec<FieldId>>> = vec![None; program.classes.len()];
        for class in program.class_ids() {
            fill(program, class, &mut by_class);
        }
        Layouts { by_class: by_class.into_iter().map(Option::unwrap_or_default).collect() }
    }

    pub fn fields(&self, class: ClassId) -> &[FieldId] {
        &self.by_class[class.index()]
    }

    /// Where a field stands in the objects of a class that has it.
    pub fn position(&self, class: ClassId, field: FieldId) -> Option<usize> {
        self.fields(class).iter().position(|found| *found == field)
    }
}

/// Superclasses first. Cyclic inheritance has been broken by the lowering.
fn fill(program: &Program, class: ClassId, by_class: &mut [Option<Vec<FieldId>>]) {
    let mut chain = vec![class];
    while let Some(superclass) = chain.last().and_then(|last| program.class(*last).superclass) {
        chain.push(superclass);
    }
    let mut fields = Vec::new();
    for class in chain.into_iter().rev() {
        if by_class[class.index()].is_none() {
            let own = program.class(class).fields.iter().copied().filter(|field| {
                let declared = program.field(*field);
                !declared.is_static && declared.kind != tightrope_program::FieldKind::Model
            });
            fields.extend(own);
            by_class[class.index()] = Some(fields.clone());
        } else if let Some(known) = &by_class[class.index()] {
            fields.clone_from(known);
        }
    }
}

impl Value {
    /// What Java gives a field of this type that nothing was assigned to.
    pub fn default_of(ty: Type) -> Value {
        match ty.base {
            _ if ty.is_array() => Value::Null,
            BaseType::Boolean => Value::Boolean(false),
            BaseType::Byte | BaseType::Short | BaseType::Char | BaseType::Int => Value::Int(0),
            BaseType::Long => Value::Long(0),
            BaseType::Float => Value::Float(0),
            BaseType::Double => Value::Double(0),
            _ => Value::Null,
        }
    }

    pub fn as_object(self) -> Option<ObjectId> {
        match self {
            Value::Object(id) => Some(id),
            _ => None,
        }
    }
}
