//! The table of diagnostic codes: one row each, from which `tightrope explain`, the documentation
//! and the tests derive.
//!
//! A code is stable: its number is never given to another meaning. E codes are errors (the input
//! cannot be used as it is), W codes are warnings (it can, but probably means something else or is
//! checked less than it looks). The explanation of each lies in `codes/NUMBER.md` beside this
//! crate's `src`.

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    Error,
    Warning,
}

macro_rules! codes {
    ($($number:ident $variant:ident $title:literal;)*) => {
        /// The meaning of a diagnostic.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code { $(#[doc = $title] $variant,)* }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The stable number: `E0101`.
            pub fn number(self) -> &'static str {
                match self { $(Code::$variant => stringify!($number),)* }
            }

            /// What it means, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$variant => $title,)* }
            }

            /// The text for `tightrope explain`.
            pub fn explanation(self) -> &'static str {
                match self { $(Code::$variant => include_str!(concat!("../codes/", stringify!($number), ".md")),)* }
            }
        }
    };
}

codes! {
    // Reading files
    E0001 CannotRead "a file or folder cannot be read";
    E0002 NotUtf8 "a file is not valid UTF-8";
    E0003 FileTooLarge "a file is too large";
    E0004 NoJavaFiles "no Java file was found";
    W0005 LinkLoop "a folder links back to one of its parents";
    E0006 NoSuchTarget "no class or method has the given name";
    E0007 AmbiguousTarget "several classes or methods have the given name";
    E0008 BadHeap "a heap file does not parse or does not fit the program";
    E0009 BadArgument "a method cannot be called with what is given";
    E0010 BadShape "a shape predicate does not parse or does not fit the program";

    // Java syntax
    E0101 JavaSyntax "the Java text does not parse";
    E0102 NestedTooDeep "the text is nested too deeply";
    E0103 BadLiteral "a literal is malformed or out of range";

    // JML syntax
    E0201 JmlSyntax "the JML text does not parse";
    E0202 UnknownJmlKeyword "an unknown JML keyword";
    W0203 JmlMisplaced "a JML annotation where JML allows none";
    E0204 UnclosedJml "a JML annotation or string does not end";
    W0205 LooksLikeJml "a comment that looks like JML but is not read as JML";

    // Names
    E0301 UnknownType "an unknown type";
    E0302 UnknownVariable "an unknown variable or field";
    E0303 UnknownMethod "an unknown method";
    E0304 DuplicateDeclaration "a name is declared twice";
    E0305 UnknownLabel "an unknown or misplaced break, continue or yield target";
    E0306 CyclicInheritance "a class inherits from itself";
    E0307 AmbiguousName "a name has several meanings";
    E0308 NoEnclosingInstance "no enclosing instance is in reach";
    E0309 BadSupertype "a class cannot extend or implement this";

    // Types
    E0401 TypeMismatch "an expression has the wrong type";
    E0402 BadOperands "an operator does not take these operands";
    E0403 NoApplicableMethod "no method or constructor fits the arguments";
    E0404 AmbiguousCall "several methods fit the arguments equally well";
    E0405 NotAssignable "something that is not a variable is assigned";
    E0406 BadCast "a cast or instanceof that can never succeed";
    E0407 MissingReturn "a method can end without returning a value";
    E0408 NotAStatementHere "a construct in a place where Java allows none";
    E0409 CannotInstantiate "a class that cannot be instantiated";
    E0410 BadSwitch "a switch whose labels do not fit";
    E0411 MethodBody "a method lacks a body, or has one that it must not have";

    // Contracts
    E0501 ContractHasEffect "a contract changes the state";
    W0502 ContractCallsImpure "a contract calls a method that is not declared pure";
    E0503 NoResultHere "\\result or \\old is used where it has no meaning";
    E0504 BadReach "a \\reach expression is malformed";
    E0505 BadStoreReference "an assignable clause names no location";
    W0506 NotChecked "a JML clause is read but not checked";
    E0507 BadRepresents "a represents clause fits no model field";
    E0508 ContradictoryModifiers "JML modifiers that contradict each other";
    E0509 SpecificationOnly "specification-only state is used in Java code";
    W0510 InformalAssumption "an informal predicate is assumed, not checked";
    W0511 BadInvariantMethod "a repOk method that cannot serve as an invariant";
    W0512 SpecWithoutMethod "a method contract that belongs to no method";

    // Assertions in the style of Alloy
    E0601 AlloySyntax "the text of an assertion does not parse";
    E0602 AlloyName "an assertion names something that does not exist";
    E0603 AlloyMeaning "an assertion says something that has no meaning here";
    W0604 AlloySuspicious "an assertion that probably means something else";
}

impl Code {
    /// Errors are numbered E, warnings W.
    pub fn severity(self) -> Severity {
        if self.number().starts_with('E') { Severity::Error } else { Severity::Warning }
    }

    /// The code with this number, in any case: `e0101`.
    pub fn from_number(number: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.number().eq_ignore_ascii_case(number))
    }
}
