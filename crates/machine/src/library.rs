//! Library methods that the machine runs itself, because they are about what objects are and not about what they hold.
//!
//! One row each: class, method, number of parameters (without the receiver). Every other library method is Java code in the
//! program's `library/`, or not modelled.

use tightrope_program::{MethodId, Program};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Native {
    ObjectEquals,
    /// Of any object or array: a copy, field by field.
    ObjectClone,
    StringEquals,
    StringHashCode,
    StringLength,
    ArrayCopy,
    /// The one box that Java keeps for a small value (JLS 5.1.7).
    Shared,
}

macro_rules! natives {
    ($($native:ident $class:literal $method:literal $params:literal;)*) => {
        /// The table.
        const NATIVES: &[(Native, &str, &str, usize)] = &[$((Native::$native, $class, $method, $params),)*];
    };
}

natives! {
    ObjectEquals "java.lang.Object" "equals" 1;
    ObjectClone "java.lang.Object" "clone" 0;
    StringEquals "java.lang.String" "equals" 1;
    StringHashCode "java.lang.String" "hashCode" 0;
    StringLength "java.lang.String" "length" 0;
    ArrayCopy "java.lang.System" "arraycopy" 5;
    Shared "java.lang.Boolean" "shared" 1;
    Shared "java.lang.Byte" "shared" 1;
    Shared "java.lang.Short" "shared" 1;
    Shared "java.lang.Character" "shared" 1;
    Shared "java.lang.Integer" "shared" 1;
    Shared "java.lang.Long" "shared" 1;
}

/// The machine's own code for a library method without Java code.
pub(crate) fn find(program: &Program, method: MethodId) -> Option<Native> {
    let declared = program.method(method);
    let class = program.class(declared.class).name.as_str();
    let row = NATIVES.iter().find(|(_, wanted_class, name, params)| {
        *wanted_class == class && declared.name == *name && declared.params.len() == *params
    });
    row.map(|(native, ..)| *native)
}
