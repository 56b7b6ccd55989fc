//! The table of constructs: what of Java and JML is modelled, and what is not.
//!
//! One row each. `docs/supported-java.md` and `docs/supported-jml.md` are generated from it, every message about an unsupported
//! construct takes its words from it, and the corpus has a case for every row (named in the row).

/// Which language a construct belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Language {
    Java,
    Jml,
}

/// What the tool does with a construct.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Support {
    /// Modelled exactly.
    Full,
    /// Read; a method that reaches it is `unsupported`.
    Unsupported,
    /// JML only: read and listed, but not checked. The verdict is weakened.
    Unchecked,
    /// JML only: believed without a check. The verdict lists it.
    Assumed,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct ConstructRow {
    pub construct: Construct,
    pub language: Language,
    pub support: Support,
    /// Heading in the documentation.
    pub section: &'static str,
    /// As the user calls it: `lambda expression`.
    pub title: &'static str,
    /// What is special about it, or what to do instead.
    pub note: &'static str,
    /// The corpus case that shows it: a path below `corpus/` without its extension.
    pub case: &'static str,
}

macro_rules! constructs {
    ($($language:ident $section:literal { $($support:ident $construct:ident $title:literal, $note:literal, $case:literal;)* })*) => {
        /// A construct of Java or JML.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Construct { $($(#[doc = $title] $construct,)*)* }

        /// The whole table, in the order of the documentation.
        pub const CONSTRUCTS: &[ConstructRow] = &[$($(ConstructRow {
            construct: Construct::$construct,
            language: Language::$language,
            support: Support::$support,
            section: $section,
            title: $title,
            note: $note,
            case: $case,
        },)*)*];
    };
}

constructs! {
    Java "Not modelled" {
        Unsupported FloatingPoint "floating point", "`float` and `double` values and arithmetic", "unsupported/floating_point";
        Unsupported Lambda "lambda expression", "use a named class", "unsupported/lambda";
        Unsupported MethodReference "method reference", "use a named class", "unsupported/method_reference";
        Unsupported StringTemplate "string template", "", "unsupported/string_template";
        Unsupported ClassLiteral "class literal in code", "reflection is not modelled", "unsupported/class_literal";
        Unsupported MissingClass "class that is not at hand", "neither among the given files nor in the library that the tool knows", "unsupported/missing_class";
        Unsupported MissingMember "member that is not at hand", "the library class is known, this member of it is not", "unsupported/missing_member";
        Unsupported NativeMethod "native method", "has no Java code", "unsupported/native_method";
        Unsupported Untyped "expression whose type is not known", "it depends on something that is not modelled", "unsupported/untyped";
    }
    Jml "Not checked" {
        Unchecked UncheckedClause "clause that is read but not checked", "", "jml/unchecked_clause";
        Unchecked UncheckedModifier "modifier that is read but not checked", "", "jml/unchecked_modifier";
        Unchecked UncheckedStatement "statement that is read but not checked", "", "jml/unchecked_statement";
        Unsupported UncheckedExpression "expression that is not evaluated", "", "jml/unchecked_expression";
        Unsupported UnboundedType "`\\bigint` and `\\real`", "", "jml/unbounded_type";
        Unsupported SuchThat "`represents … \\such_that`", "", "jml/such_that";
        Assumed InformalPredicate "informal predicate `(* … *)`", "", "jml/informal";
        Unsupported NewInFormula "object creation in a contract", "", "jml/new_in_formula";
    }
}

impl Construct {
    pub fn row(self) -> &'static ConstructRow {
        &CONSTRUCTS[self as usize]
    }

    pub fn title(self) -> &'static str {
        self.row().title
    }
}
