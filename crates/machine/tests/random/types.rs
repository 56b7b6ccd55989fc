//! The types that random programs use, and how Java writes them.

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Void,
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    String,
    Object,
    /// A box of a primitive type.
    Boxed(Box<Type>),
    /// A class or interface of the program.
    Class(usize),
    Enum,
    Record,
    Array(Box<Type>),
    /// The program's own generic class.
    Holder(Box<Type>),
    /// `ArrayList`, `LinkedList` or another class with the methods of a list.
    List(Box<Type>),
    Map(Box<Type>),
    Deque(Box<Type>),
}

impl Type {
    pub(crate) fn array(of: Type) -> Type {
        Type::Array(Box::new(of))
    }

    pub(crate) fn boxed(of: Type) -> Type {
        Type::Boxed(Box::new(of))
    }

    pub(crate) fn holder(of: Type) -> Type {
        Type::Holder(Box::new(of))
    }

    pub(crate) fn java(&self) -> String {
        match self {
            Type::Void => "void".to_owned(),
            Type::Boolean => "boolean".to_owned(),
            Type::Byte => "byte".to_owned(),
            Type::Short => "short".to_owned(),
            Type::Char => "char".to_owned(),
            Type::Int => "int".to_owned(),
            Type::Long => "long".to_owned(),
            Type::Float => "float".to_owned(),
            Type::Double => "double".to_owned(),
            Type::String => "String".to_owned(),
            Type::Object => "Object".to_owned(),
            Type::Boxed(of) => of.box_name().to_owned(),
            Type::Class(index) => format!("C{index}"),
            Type::Enum => "Color".to_owned(),
            Type::Record => "Pair".to_owned(),
            Type::Array(of) => format!("{}[]", of.java()),
            Type::Holder(of) => format!("Holder<{}>", of.java()),
            Type::List(of) => format!("java.util.List<{}>", of.java()),
            Type::Map(of) => format!("java.util.Map<{}, Integer>", of.java()),
            Type::Deque(of) => format!("java.util.Deque<{}>", of.java()),
        }
    }

    fn box_name(&self) -> &'static str {
        match self {
            Type::Boolean => "Boolean",
            Type::Byte => "Byte",
            Type::Short => "Short",
            Type::Char => "Character",
            Type::Long => "Long",
            Type::Float => "Float",
            Type::Double => "Double",
            _ => "Integer",
        }
    }

    pub(crate) fn is_integral(&self) -> bool {
        matches!(self, Type::Byte | Type::Short | Type::Char | Type::Int | Type::Long)
    }

    pub(crate) fn is_numeric(&self) -> bool {
        self.is_integral() || matches!(self, Type::Float | Type::Double)
    }

    pub(crate) fn is_reference(&self) -> bool {
        !self.is_integral() && !matches!(self, Type::Void | Type::Boolean | Type::Float | Type::Double)
    }

    /// Whether `instanceof` and unchecked-free casts can name it.
    pub(crate) fn is_reifiable(&self) -> bool {
        self.is_reference() && !matches!(self, Type::Holder(_) | Type::List(_) | Type::Map(_) | Type::Deque(_))
    }

    /// The simplest value of the type, as Java text.
    pub(crate) fn default_text(&self) -> String {
        match self {
            Type::Boolean => "false".to_owned(),
            Type::Int => "0".to_owned(),
            Type::Long => "0L".to_owned(),
            Type::Float => "0f".to_owned(),
            Type::Double => "0d".to_owned(),
            Type::Byte | Type::Short | Type::Char => format!("(({}) 0)", self.java()),
            Type::String => "\"\"".to_owned(),
            _ => format!("(({}) null)", self.java()),
        }
    }
}

/// A parameter list and a result under a name. Methods of the same name have the same result type.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) name: String,
    pub(crate) params: Vec<Type>,
    pub(crate) result: Type,
    /// The last parameter is variable: it has this many more arguments of its type.
    pub(crate) variable: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) assignable: bool,
    /// Can be used in the body of a class inside the method.
    pub(crate) capturable: bool,
}
