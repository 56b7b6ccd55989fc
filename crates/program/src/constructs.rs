//! The table of constructs: what of Java and JML is modelled, and what is not.
//!
//! One row each. `docs/supported-java.md` and `docs/supported-jml.md` are generated from it, every
//! message about an unsupported construct takes its words from it, and the corpus has a case for
//! every row (named in the row).

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
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
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
    Java "Types" {
        Full IntegralType "`byte`, `short`, `char`, `int`, `long`", "exact: sizes, promotion, wrap-around", "java/types/integral";
        Full BooleanType "`boolean`", "", "java/types/boolean";
        Full ReferenceType "class and interface types", "", "java/types/references";
        Full ArrayType "arrays", "of any dimension; stores are checked", "java/types/arrays";
        Full Generics "type parameters and arguments", "erased, with the casts that Java inserts", "java/types/generics";
        Full Wildcard "wildcards", "", "java/types/wildcards";
        Full RawType "raw types", "", "java/types/raw_types";
        Full InferredType "`var`", "", "java/types/var";
        Full Boxing "boxing and unboxing", "unboxing `null` throws", "java/types/boxing";
        Full StringType "strings", "with their texts; constants with equal texts are the same object", "java/types/strings";
    }
    Java "Declarations" {
        Full Import "packages and imports", "also static and on demand", "java/declarations/imports";
        Full ModuleImport "imports of modules", "Java 25; of modules other than `java.base` nothing is known", "java/declarations/module_imports";
        Full ClassDeclaration "classes", "", "java/declarations/classes";
        Full Inheritance "inheritance", "overriding, hiding, `abstract`, `final`", "java/declarations/inheritance";
        Full InterfaceDeclaration "interfaces", "with default, static and private methods", "java/declarations/interfaces";
        Full FieldInitializer "field initialisers and initialiser blocks", "", "java/declarations/field_initializers";
        Full StaticInitializer "static initialisers", "run at the first use of the class", "java/declarations/static_initializers";
        Full Constructor "constructors", "`this(…)`, `super(…)`, the default one", "java/declarations/constructors";
        Full Overloading "overloading", "the most specific applicable method", "java/declarations/overloading";
        Full VariableArity "variable arity", "", "java/declarations/varargs";
        Full EnumDeclaration "enums", "with bodies of constants, `values`, `valueOf`", "java/declarations/enums";
        Full RecordDeclaration "records", "with compact constructors", "java/declarations/records";
        Full SealedType "sealed types", "", "java/declarations/sealed";
        Full NestedClass "static nested classes", "", "java/declarations/nested_classes";
        Full InnerClass "inner classes", "with their enclosing instance", "java/declarations/inner_classes";
        Full LocalClass "local classes", "with captured variables", "java/declarations/local_classes";
        Full AnonymousClass "anonymous classes", "", "java/declarations/anonymous_classes";
        Full AnnotationDeclaration "annotations", "read, and without effect", "java/declarations/annotations";
        Full ConstantVariable "constant variables", "folded as Java does", "java/declarations/constants";
        Full Hiding "scopes and hiding of names", "", "java/declarations/hiding";
        Full GenericOverride "overriding with fixed type arguments", "with the casts of Java's bridge methods", "java/declarations/bridges";
    }
    Java "Statements" {
        Full LocalVariable "local variables and blocks", "", "java/statements/locals";
        Full IfStatement "`if`", "", "java/statements/if";
        Full WhileStatement "`while`", "", "java/statements/while";
        Full DoStatement "`do`", "", "java/statements/do_while";
        Full ForStatement "`for`", "", "java/statements/for";
        Full ForEachArray "`for` over an array", "", "java/statements/for_each_array";
        Full ForEachIterable "`for` over an `Iterable`", "", "java/statements/for_each_iterable";
        Full LabeledStatement "labels, `break`, `continue`", "", "java/statements/labels";
        Full SwitchStatement "`switch`", "with fall-through", "java/statements/switch";
        Full StringSwitch "`switch` over strings", "", "java/statements/switch_string";
        Full EnumSwitch "`switch` over an enum", "", "java/statements/switch_enum";
        Full ArrowSwitch "`switch` with arrows", "", "java/statements/switch_arrow";
        Full ReturnStatement "`return`", "", "java/statements/return";
        Full ThrowStatement "`throw`", "", "java/statements/throw";
        Full TryStatement "`try` and `catch`", "", "java/statements/try_catch";
        Full FinallyClause "`finally`", "", "java/statements/finally";
        Full TryWithResources "`try` with resources", "", "java/statements/try_with_resources";
        Full SynchronizedStatement "`synchronized` and `volatile`", "exact for one thread", "java/statements/synchronized";
        Full AssertStatement "`assert`", "always enabled", "java/statements/assert";
    }
    Java "Expressions" {
        Full LiteralExpression "literals", "", "java/expressions/literals";
        Full Arithmetic "arithmetic", "division by zero throws", "java/expressions/arithmetic";
        Full Shift "shifts", "", "java/expressions/shifts";
        Full BitOperator "bit operators", "", "java/expressions/bits";
        Full Comparison "comparisons", "", "java/expressions/comparisons";
        Full LogicalOperator "`&&`, `||`, `!`", "", "java/expressions/logical";
        Full ConditionalOperator "`? :`", "", "java/expressions/conditional";
        Full Assignment "assignment", "", "java/expressions/assignment";
        Full CompoundAssignment "compound assignment", "", "java/expressions/compound_assignment";
        Full Increment "`++` and `--`", "", "java/expressions/increments";
        Full ArrayAccess "array access", "", "java/expressions/array_access";
        Full ArrayCreation "array creation", "", "java/expressions/array_creation";
        Full FieldAccess "field access", "", "java/expressions/field_access";
        Full MethodCall "method calls", "with dynamic dispatch", "java/expressions/calls";
        Full SuperCall "`super.m(…)`", "", "java/expressions/super_calls";
        Full ObjectCreation "object creation", "", "java/expressions/creation";
        Full ThisExpression "`this`", "", "java/expressions/this_escape";
        Full CastExpression "casts", "", "java/expressions/casts";
        Full InstanceOfOperator "`instanceof`", "", "java/expressions/instanceof";
        Full Concatenation "string concatenation", "a new opaque string", "java/expressions/concatenation";
        Full SwitchExpression "`switch` as an expression", "", "java/expressions/switch_expression";
        Full Conversion "implicit conversions", "", "java/expressions/conversions";
        Full EvaluationOrder "order of evaluation", "exact", "java/expressions/evaluation_order";
        Full FunctionObject "lambda expressions and method references", "objects with one method; each evaluation makes a new one", "java/expressions/lambdas";
    }
    Java "Patterns" {
        Full TypePattern "type patterns", "", "java/patterns/instanceof_pattern";
        Full RecordPattern "record patterns", "", "java/patterns/record_pattern";
        Full SwitchPattern "patterns in `switch`", "with guards and `case null`", "java/patterns/switch_pattern";
        Full UnnamedVariable "unnamed variables and patterns", "", "java/patterns/unnamed";
    }
    Java "Library" {
        Full LibraryException "exceptions of the library", "", "java/library/exceptions";
        Full LibraryCollection "collections of the library", "the classes listed below", "java/library/collections";
        Full LibraryNumber "numbers of the library", "functions of `Math` whose last digit Java leaves open, such as `sin`, stop the run", "java/library/mathematics";
        Full FunctionalLibrary "library methods that take functions", "`forEach`, `removeIf`, `computeIfAbsent`, `comparing`: those that are listed", "java/library/functions";
        Full ObjectMethod "methods of `Object`", "without `wait`, `notify`, `finalize`", "java/library/object_methods";
    }
    Java "Not modelled" {
        Unsupported FloatingPoint "floating point in JML", "quantifiers, sums and measures over `float` and `double`; everything else is as in Java", "unsupported/floating_point";
        Unsupported Lambda "lambda expression of unknown type", "the types of its parameters or of what it calls are not known; write them, or use a named class", "unsupported/lambda";
        Unsupported MethodReference "method reference of unknown type", "use a lambda expression", "unsupported/method_reference";
        Unsupported StringTemplate "string template", "use concatenation", "unsupported/string_template";
        Unsupported ClassLiteral "class literal in code", "reflection is not modelled", "unsupported/class_literal";
        Unsupported MissingClass "class that is not at hand", "neither among the given files nor in the library that the tool knows", "unsupported/missing_class";
        Unsupported CompiledCode "compiled code", "the class is on the class path, and its source is not; its types and constants are known", "unsupported/compiled_code";
        Unsupported MissingMember "member that is not at hand", "the library class is known, this member of it is not", "unsupported/missing_member";
        Unsupported UnknownClass "call on an object of a class that nobody knows", "unless the contract of the method says what it does: `pure`, or `assignable \\nothing`, and no exception", "unsupported/unknown_class";
        Unsupported NativeMethod "native method", "has no Java code", "unsupported/native_method";
        Unsupported Untyped "expression whose type is not known", "it depends on something that is not modelled", "unsupported/untyped";
        Unsupported Threads "threads", "`Thread`, `wait`, executors are not at hand; atomic variables and locks are, for one thread", "unsupported/threads";
        Unsupported Reflection "reflection", "members of `Class` are not at hand", "unsupported/reflection";
        Unsupported InputOutput "input and output", "readers, files and `System.in` are not at hand; printing to `System.out` and `System.err` has no effect", "unsupported/input_output";
        Unsupported Streams "parallel and wide streams", "of `long` and `double`, and rare operations; those of objects and of `int` are there", "unsupported/streams";
    }
    Jml "Where JML stands" {
        Full AnnotationComment "`//@` and `/*@ … @*/`", "", "jml/syntax/annotations";
    }
    Jml "Contracts of methods" {
        Full Requires "`requires`", "also `pre`", "jml/method/requires";
        Full Ensures "`ensures`", "also `post`", "jml/method/ensures";
        Full SignalsClause "`signals`", "also `exsures`", "jml/method/signals";
        Full SignalsOnlyClause "`signals_only`", "the default is the `throws` clause", "jml/method/signals_only";
        Full AssignableClause "`assignable`", "also `modifies`, `modifiable`, `assigns`, `writes`", "jml/method/assignable";
        Full AssignableReach "`assignable \\reach(…)`", "every field of every reachable object", "jml/method/assignable_reach";
        Full LightweightCase "lightweight cases", "", "jml/method/lightweight";
        Full BehaviorCase "`behavior`, `normal_behavior`, `exceptional_behavior`", "", "jml/method/behaviors";
        Full NestedCase "nested cases `{| … |}`", "", "jml/method/nested_cases";
        Full InheritedContract "inherited contracts, `also`", "", "jml/method/inherited";
        Full OldVariable "`old` variables", "", "jml/method/old_variables";
        Full Diverges "`diverges`", "a run that does not end within its budget is `unknown`", "jml/method/diverges";
        Full NotSpecified "`\\not_specified`", "as if nothing were written", "jml/method/not_specified";
        Full ConstructorContract "contracts of constructors", "", "jml/method/constructors";
    }
    Jml "Contracts of classes" {
        Full Invariant "`invariant`", "", "jml/class/invariant";
        Full StaticInvariant "`static invariant`", "", "jml/class/static_invariant";
        Full RepOk "`repOk()`", "also `checkRep()`: a boolean method that is an invariant", "jml/class/rep_ok";
        Full ConstraintClause "`constraint`", "", "jml/class/constraint";
        Full InitiallyClause "`initially`", "", "jml/class/initially";
        Full GhostField "`ghost` fields", "", "jml/class/ghost_fields";
        Full ModelField "`model` fields and `represents`", "quantifiers in a body range over sets or numbers, not over all objects; no `\\old`", "jml/class/model_fields";
        Full ModelMethod "`model` methods", "quantifiers in a body range over sets or numbers, not over all objects; no `\\old`", "jml/class/model_methods";
        Assumed Axiom "`axiom`", "assumed before every call of the class's methods, and listed", "jml/class/axiom";
    }
    Jml "Modifiers" {
        Full PureModifier "`pure`", "also `spec_pure`, `strictly_pure`", "jml/modifiers/pure";
        Full HelperModifier "`helper`", "", "jml/modifiers/helper";
        Full NullityModifier "`nullable` and `non_null`", "non-null is the default in a file with JML", "jml/modifiers/nullity";
        Full NullityDefault "`nullable_by_default`, `non_null_by_default`", "", "jml/modifiers/nullable_by_default";
        Full RepModifier "`rep` on fields", "what the field leads to belongs to its object alone: an invariant; also as owner arguments, `owner <this>`", "jml/modifiers/rep";
        Full SpecVisibility "`spec_public`, `spec_protected`", "every contract sees every field anyway", "jml/modifiers/visibility";
    }
    Jml "Expressions" {
        Full ResultExpression "`\\result`", "", "jml/expressions/result";
        Full OldExpression "`\\old`, `\\pre`", "without a label", "jml/expressions/old";
        Full Implication "`==>`, `<==`, `<==>`, `<=!=>`", "", "jml/expressions/implications";
        Full LogicalQuantifier "`\\forall`, `\\exists`", "over objects, and over numbers with a range", "jml/expressions/quantifiers";
        Full NumericQuantifier "`\\num_of`, `\\sum`, `\\product`, `\\min`, `\\max`", "", "jml/expressions/numeric_quantifiers";
        Full FreshExpression "`\\fresh`", "", "jml/expressions/fresh";
        Full NonNullElements "`\\nonnullelements`", "", "jml/expressions/nonnullelements";
        Full TypeExpression "`\\typeof`, `\\type`, `\\elemtype`, `<:`", "", "jml/expressions/types";
        Full ReachExpression "`\\reach`", "TACO's form with a class and fields too", "jml/expressions/reach";
        Full SetExpression "set comprehension and operations of sets", "", "jml/expressions/sets";
        Full InvariantFor "`\\invariant_for`", "", "jml/expressions/invariant_for";
        Full LabelExpression "`\\lbl`, `\\lblpos`, `\\lblneg`", "the label is ignored", "jml/expressions/labels";
        Full JavaInFormula "Java expressions in contracts", "without effects", "jml/expressions/java";
    }
    Jml "Statements" {
        Full SpecAssert "`assert`", "", "jml/statements/assert";
        Assumed SpecAssume "`assume`", "runs go on only where it holds", "jml/statements/assume";
        Full GhostLocal "`ghost` variables and `set`", "", "jml/statements/ghost_locals";
        Full UnreachableStatement "`unreachable`", "", "jml/statements/unreachable";
        Full LoopInvariant "`loop_invariant`", "also `maintaining`", "jml/statements/loop_invariant";
        Full Decreases "`decreases`", "also `decreasing`", "jml/statements/decreases";
    }
    Jml "Not checked" {
        Unchecked UncheckedClause "clause that is read but not checked", "`accessible`, `callable`, `captures`, `measured_by`, `when`, `working_space`, `duration`, `monitors_for`, `readable`, `writable`, `constraint … for`, every `…_redundantly`", "jml/unchecked_clause";
        Unchecked UncheckedModifier "modifier that is read but not checked", "ownership (`peer`, `readonly`, `rep` elsewhere than on fields), modes of arithmetic, `query`, `secret`, …", "jml/unchecked_modifier";
        Unchecked UncheckedStatement "statement that is read but not checked", "`debug`, `hence_by`, `refining`, `loop_modifies`, …", "jml/unchecked_statement";
        Unsupported UncheckedExpression "expression that is not evaluated", "`\\not_modified`, `\\only_assigned`, `\\duration`, `\\lockset`, …", "jml/unchecked_expression";
        Unsupported UnboundedType "`\\bigint` and `\\real`", "use `long`", "jml/unbounded_type";
        Unsupported BodilessModelMethod "`model` method without a body", "give it a body", "jml/bodiless_model_method";
        Unsupported SuchThat "`represents … \\such_that`", "write `represents x = e`", "jml/such_that";
        Assumed InformalPredicate "informal predicate `(* … *)`", "believed without a check", "jml/informal";
        Unsupported NewInFormula "object creation in a contract", "describe the object instead", "jml/new_in_formula";
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
