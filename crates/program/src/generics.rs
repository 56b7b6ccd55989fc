//! Types with their arguments, as the source declares them, beside the erased types of the program.
//!
//! Code runs on erased types (JLS 4.6). What a place may hold *before* a call is narrower: in a
//! program without unchecked casts, the `item` of a `Node<Integer>` is an `Integer` or null (JLS
//! 4.12.2, no heap pollution). This is the data from which that is derived.
//!
//! Departures: of a variable of a method only the bound counts, and only where the variable is the
//! whole type; a lower bound (`? super T`) and a raw type say nothing; a type that is nested deeper
//! than a few levels says nothing there.

use crate::program::{ClassId, FieldId, MethodId, Program, Type};

/// A type with its arguments, as far as they are known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Generic {
    /// No more than the erased type says.
    #[default]
    Unknown,
    /// `args` are those of the class and of the classes around it, outermost first. Empty: it is
    /// not generic, or raw.
    Class {
        class: ClassId,
        args: Vec<TypeArgument>,
    },
    /// The parameter of this number of the class that declares the member.
    Variable(u32),
    /// Only as what an array is of.
    Primitive(Type),
    Array(Box<Generic>),
}

/// What stands for a type parameter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TypeArgument {
    pub ty: Generic,
    /// This very type; otherwise it, or something below it: `? extends T`.
    pub is_exact: bool,
}

/// The declared types of a whole program. Ids index these vectors; what is not there is unknown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Generics {
    pub classes: Vec<ClassGenerics>,
    pub fields: Vec<Generic>,
    /// By method: the types of its parameters.
    pub params: Vec<Vec<Generic>>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct ClassGenerics {
    /// How many type parameters it has, with those of the classes around it.
    pub params: u32,
    /// The superclass and the interfaces with their arguments.
    pub supers: Vec<(ClassId, Vec<TypeArgument>)>,
}

/// Arguments that are nested deeper are not followed: `List<List<List<…>>>`.
const MOST_LEVELS: usize = 4;

impl TypeArgument {
    fn exactly(ty: Generic) -> TypeArgument {
        TypeArgument { ty, is_exact: true }
    }

    /// Does it say more than that an object stands there?
    pub fn is_telling(&self, program: &Program) -> bool {
        match &self.ty {
            Generic::Unknown | Generic::Variable(_) | Generic::Primitive(_) => false,
            Generic::Array(_) => true,
            Generic::Class { class, .. } => program.class(*class).name != "java.lang.Object",
        }
    }
}

impl Generic {
    /// What there is to say of the elements of an array beyond their erased type.
    pub fn element(&self) -> Generic {
        match self {
            Generic::Array(element) if matches!(**element, Generic::Primitive(_)) => Generic::Unknown,
            Generic::Array(element) => (**element).clone(),
            _ => Generic::Unknown,
        }
    }

    /// All classes that it names.
    pub fn classes(&self) -> Vec<ClassId> {
        match self {
            Generic::Unknown | Generic::Variable(_) | Generic::Primitive(_) => Vec::new(),
            Generic::Array(element) => element.classes(),
            Generic::Class { class, args } => {
                std::iter::once(*class).chain(args.iter().flat_map(|arg| arg.ty.classes())).collect()
            }
        }
    }

    /// All types of arrays that it names, erased.
    pub fn arrays(&self) -> Vec<Type> {
        match self {
            Generic::Unknown | Generic::Variable(_) | Generic::Primitive(_) => Vec::new(),
            Generic::Array(element) => self.erased().into_iter().chain(element.arrays()).collect(),
            Generic::Class { args, .. } => args.iter().flat_map(|arg| arg.ty.arrays()).collect(),
        }
    }

    /// The erased type, where the type is known. The arrays of a variable are not: `T[]` is an
    /// `Object[]`, whatever `T` is.
    pub fn erased(&self) -> Option<Type> {
        match self {
            Generic::Class { class, .. } => Some(Type::class(*class)),
            Generic::Primitive(ty) => Some(*ty),
            Generic::Array(element) => element.erased().map(Type::array_of),
            Generic::Unknown | Generic::Variable(_) => None,
        }
    }

    /// The type with arguments in place of variables.
    pub fn with(&self, args: &[TypeArgument]) -> Generic {
        match self {
            Generic::Unknown | Generic::Primitive(_) => self.clone(),
            Generic::Variable(number) => args.get(*number as usize).map_or(Generic::Unknown, |arg| arg.ty.clone()),
            Generic::Array(element) => Generic::Array(Box::new(element.with(args))),
            Generic::Class { class, args: own } => Generic::Class { class: *class, args: with_all(own, args) },
        }
    }

    /// The type without what is nested too deep.
    fn up_to(&self, levels: usize) -> Generic {
        match self {
            _ if levels == 0 => Generic::Unknown,
            Generic::Array(element) => Generic::Array(Box::new(element.up_to(levels))),
            Generic::Class { class, args } => {
                let args = args.iter().map(|arg| TypeArgument { ty: arg.ty.up_to(levels - 1), is_exact: arg.is_exact });
                Generic::Class { class: *class, args: args.collect() }
            }
            other => other.clone(),
        }
    }
}

fn with_all(own: &[TypeArgument], args: &[TypeArgument]) -> Vec<TypeArgument> {
    let one = |arg: &TypeArgument| match &arg.ty {
        Generic::Variable(number) => {
            let found = args.get(*number as usize).cloned().unwrap_or_default();
            TypeArgument { is_exact: found.is_exact && arg.is_exact, ty: found.ty }
        }
        other => TypeArgument { ty: other.with(args), is_exact: arg.is_exact },
    };
    own.iter().map(one).collect()
}

impl Program {
    /// The declared type of a field as the class that declares it says.
    pub fn field_generic(&self, field: FieldId) -> Generic {
        self.generics.fields.get(field.index()).cloned().unwrap_or_default()
    }

    /// The type of a field of an object of this class with these arguments.
    pub fn field_type_in(&self, class: ClassId, args: &[TypeArgument], field: FieldId) -> Generic {
        let view = self.view_as(class, args, self.field(field).class).unwrap_or_default();
        self.field_generic(field).with(&view).up_to(MOST_LEVELS)
    }

    /// The declared type of a parameter, of which the variables say nothing.
    pub fn param_generic(&self, method: MethodId, index: usize) -> Generic {
        let params = self.generics.params.get(method.index());
        params.and_then(|params| params.get(index)).map_or(Generic::Unknown, |ty| ty.with(&[]).up_to(MOST_LEVELS))
    }

    /// The arguments of a class as one of those above it. `None`: it is not above.
    pub fn view_as(&self, class: ClassId, args: &[TypeArgument], above: ClassId) -> Option<Vec<TypeArgument>> {
        let mut pending = vec![(class, args.to_vec())];
        let mut seen = vec![class];
        while let Some((class, args)) = pending.pop() {
            if class == above {
                return Some(args);
            }
            let supers = self.generics.classes.get(class.index()).map_or(&[][..], |known| &known.supers);
            for (parent, own) in supers {
                if !seen.contains(parent) {
                    seen.push(*parent);
                    pending.push((*parent, with_all(own, &args)));
                }
            }
        }
        None
    }

    /// The arguments of a class that is to be seen as the class above with these arguments: what
    /// follows for its own parameters.
    pub fn arguments_below(&self, class: ClassId, above: ClassId, args: &[TypeArgument]) -> Vec<TypeArgument> {
        let count = self.generics.classes.get(class.index()).map_or(0, |known| known.params);
        let own: Vec<TypeArgument> =
            (0..count).map(|number| TypeArgument::exactly(Generic::Variable(number))).collect();
        let view = self.view_as(class, &own, above).unwrap_or_default();
        let argument = |number: u32| {
            let at = view.iter().position(|arg| arg.ty == Generic::Variable(number));
            let found = at.and_then(|at| args.get(at)).filter(|arg| arg.is_telling(self));
            found.map_or_else(TypeArgument::default, |arg| TypeArgument::exactly(arg.ty.clone()))
        };
        (0..count).map(argument).collect()
    }

    /// May an object of this class with these arguments stand in a place of this type? Requires:
    /// its erased type may.
    pub fn admits(&self, place: &Generic, class: ClassId, args: &[TypeArgument]) -> bool {
        let Generic::Class { class: above, args: wanted } = place else { return true };
        let view = self.view_as(class, args, *above).unwrap_or_default();
        wanted.iter().enumerate().all(|(number, wanted)| {
            let found = view.get(number);
            !wanted.is_telling(self) || found.is_some_and(|found| self.is_argument(wanted, found))
        })
    }

    fn is_argument(&self, wanted: &TypeArgument, found: &TypeArgument) -> bool {
        match wanted.is_exact {
            true => self.is_same(&wanted.ty, &found.ty),
            false => self.is_below(&wanted.ty, &found.ty),
        }
    }

    /// Where nothing is known, nothing differs.
    fn is_same(&self, one: &Generic, other: &Generic) -> bool {
        match (one, other) {
            (Generic::Class { class, args }, Generic::Class { class: others, args: other_args }) => {
                let is_same = |(one, other): (&TypeArgument, &TypeArgument)| {
                    !one.is_telling(self) || !other.is_telling(self) || self.is_same(&one.ty, &other.ty)
                };
                class == others && args.iter().zip(other_args).all(is_same)
            }
            (Generic::Array(one), Generic::Array(other)) => self.is_same(one, other) || one == other,
            (one, other) => one == other,
        }
    }

    fn is_below(&self, above: &Generic, below: &Generic) -> bool {
        match (above, below) {
            (Generic::Class { class, .. }, Generic::Class { class: below, .. }) => self.is_subclass(*below, *class),
            (Generic::Class { class, .. }, Generic::Array(_)) => self.class(*class).name == "java.lang.Object",
            (Generic::Array(above), Generic::Array(below)) => above == below || self.is_below(above, below),
            _ => false,
        }
    }
}
