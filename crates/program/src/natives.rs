//! Library methods that every engine models itself, because they are about what objects are and
//! not about what they hold.
//!
//! One row each: class, method, number of parameters (without the receiver). Every other library
//! method is Java code in `library/`, or not modelled.

use crate::floating::Operation;
use crate::program::{MethodId, Program};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Native {
    ObjectEquals,
    /// Of any object or array: a copy, field by field.
    ObjectClone,
    /// The one object that stands for the class of an object.
    GetClass,
    /// Whatever needs identity hash codes: the run stops.
    IdentityHashCode,
    StringEquals,
    StringHashCode,
    StringLength,
    /// One UTF-16 unit. The index is in range.
    StringUnit,
    /// Gives a new string the text of another.
    StringTake,
    ArrayCopy,
    /// A new array of the same type as another.
    ArrayLike,
    /// Is a reference among the first elements of an array? Asked only where `equals` is `==`.
    HasSame,
    /// The same; if it is not there and there is room, it comes after the first elements.
    InsertSame,
    /// The one box that Java keeps for a small value (JLS 5.1.7).
    Shared,
    /// The class of an exception, as `Class.getName` gives it.
    ClassName,
    /// What a JVM knows of an exception that it made itself, and the machine does not: the run
    /// stops.
    DetailOfMachine,
    /// Which characters beyond ASCII are letters or digits, and their other case: the run stops.
    BeyondAscii,
    /// An operation on the bits of `double`s, or of `float`s where `is_single`.
    Floating {
        operation: Operation,
        is_single: bool,
    },
    /// Is a trimmed text a floating-point number?
    IsNumber,
    /// Which `double`, or `float` where `is_single`, does such a text stand for?
    ReadNumber {
        is_single: bool,
    },
    /// A function of which Java leaves the last digit open: the run stops.
    LastDigit,
    /// An object of which nothing is known: what comes from outside while a method runs.
    OpenInput,
    /// What came from outside is not what the caller can get: the run does not count.
    Discard,
    /// A format or regular expression that is not modelled: the run stops.
    Stop,
    /// The run ends the JVM, and owes nothing.
    Halt,
}

impl Native {
    /// What is not modelled where a run gets here.
    pub fn stops(self) -> Option<&'static str> {
        match self {
            Native::IdentityHashCode => Some("identity hash code"),
            Native::BeyondAscii => Some("characters beyond ASCII"),
            Native::LastDigit => Some("a function of `Math` whose last digit Java leaves open"),
            Native::Stop => Some("format or regular expression"),
            Native::DetailOfMachine => Some("message or cause of an exception of the JVM's own"),
            _ => None,
        }
    }
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
    GetClass "java.lang.Object" "getClass" 0;
    IdentityHashCode "java.lang.Object" "hashCode" 0;
    IdentityHashCode "java.lang.Object" "toString" 0;
    IdentityHashCode "java.lang.System" "identityHashCode" 1;
    StringEquals "java.lang.String" "equals" 1;
    StringHashCode "java.lang.String" "hashCode" 0;
    StringLength "java.lang.String" "length" 0;
    StringUnit "java.lang.String" "unit" 1;
    StringTake "java.lang.String" "take" 1;
    ArrayCopy "java.lang.System" "arraycopy" 5;
    ArrayLike "java.util.ObjectArrays" "like" 2;
    HasSame "java.util.ObjectArrays" "hasSame" 3;
    InsertSame "java.util.ObjectArrays" "insertSame" 3;
    Shared "java.lang.Boolean" "shared" 1;
    Shared "java.lang.Byte" "shared" 1;
    Shared "java.lang.Short" "shared" 1;
    Shared "java.lang.Character" "shared" 1;
    Shared "java.lang.Integer" "shared" 1;
    Shared "java.lang.Long" "shared" 1;
    ClassName "java.lang.Throwable" "className" 0;
    DetailOfMachine "java.lang.Throwable" "messageOfMachine" 0;
    DetailOfMachine "java.lang.NoClassDefFoundError" "causeOfMachine" 0;
    BeyondAscii "java.lang.Character" "beyondAscii" 0;
    IsNumber "java.lang.Double" "isNumber" 1;
    IsNumber "java.lang.Float" "isNumber" 1;
    LastDigit "java.lang.Math" "lastDigit" 1;
    OpenInput "java.util.Inputs" "open" 0;
    Discard "java.util.Inputs" "discard" 0;
    Stop "java.util.Formats" "stop" 1;
    Halt "java.lang.System" "halt" 0;
}

/// The native that a library method without Java code stands for.
pub fn find_native(program: &Program, method: MethodId) -> Option<Native> {
    let declared = program.method(method);
    let class = program.class(declared.class).name.as_str();
    let row = NATIVES.iter().find(|(_, wanted_class, name, params)| {
        *wanted_class == class && declared.name == *name && declared.params.len() == *params
    });
    row.map(|(native, ..)| *native).or_else(|| find_floating(class, &declared.name))
}

fn find_floating(class: &str, method: &str) -> Option<Native> {
    let is_single = match class {
        "java.lang.Double" => false,
        "java.lang.Float" => true,
        _ => return None,
    };
    match method {
        "read" => Some(Native::ReadNumber { is_single }),
        _ => Operation::named(method).map(|operation| Native::Floating { operation, is_single }),
    }
}
