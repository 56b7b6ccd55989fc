//! The words of JML, by where they may stand. Suggestions for misspelled words draw from the same
//! tables.
//!
//! Follows the JML Reference Manual, appendix B, with the words that OpenJML and KeY add.

use crate::jml::{Modifier, Quantifier};

/// Clauses of classes.
pub(super) const TYPE_CLAUSES: &[&str] = &[
    "invariant",
    "invariant_redundantly",
    "constraint",
    "constraint_redundantly",
    "initially",
    "initially_redundantly",
    "represents",
    "represents_redundantly",
    "axiom",
    "axiom_redundantly",
    "monitors_for",
    "readable",
    "readable_if",
    "writable",
    "writable_if",
    "in",
    "in_redundantly",
    "maps",
    "maps_redundantly",
    "initializer",
    "static_initializer",
    "depends",
    "refine",
    "refines",
];

/// Clauses of method specifications.
pub(super) const METHOD_CLAUSES: &[&str] = &[
    "requires",
    "requires_redundantly",
    "pre",
    "pre_redundantly",
    "ensures",
    "ensures_redundantly",
    "post",
    "post_redundantly",
    "signals",
    "signals_redundantly",
    "exsures",
    "exsures_redundantly",
    "signals_only",
    "signals_only_redundantly",
    "assignable",
    "assignable_redundantly",
    "modifies",
    "modifies_redundantly",
    "modifiable",
    "modifiable_redundantly",
    "assigns",
    "assigns_redundantly",
    "writes",
    "diverges",
    "diverges_redundantly",
    "accessible",
    "accessible_redundantly",
    "reads",
    "callable",
    "callable_redundantly",
    "captures",
    "captures_redundantly",
    "measured_by",
    "measured_by_redundantly",
    "when",
    "when_redundantly",
    "working_space",
    "working_space_redundantly",
    "duration",
    "duration_redundantly",
    "old",
    "forall",
    "breaks",
    "continues",
    "returns",
    "recommends",
    "determines",
    "decreases",
    "decreasing",
];

/// What starts a case, or a section of cases.
pub(super) const CASES: &[&str] = &[
    "also",
    "behavior",
    "behaviour",
    "normal_behavior",
    "normal_behaviour",
    "exceptional_behavior",
    "exceptional_behaviour",
    "feasible_behavior",
    "feasible_behaviour",
    "implies_that",
    "for_example",
    "example",
    "normal_example",
    "exceptional_example",
    "model_program",
];

/// What may stand before a loop.
pub(super) const LOOP_CLAUSES: &[&str] = &[
    "loop_invariant",
    "loop_invariant_redundantly",
    "loop_inv",
    "maintaining",
    "maintaining_redundantly",
    "decreases",
    "decreases_redundantly",
    "decreasing",
    "decreasing_redundantly",
    "loop_decreases",
    "loop_writes",
    "loop_modifies",
    "loop_assigns",
    "loop_assignable",
    "assignable",
    "modifies",
    "modifiable",
    "assigns",
    "writes",
    "accessible",
    "determines",
];

/// JML statements.
pub(super) const STATEMENTS: &[&str] = &[
    "assert",
    "assert_redundantly",
    "assume",
    "assume_redundantly",
    "set",
    "unreachable",
    "debug",
    "hence_by",
    "hence_by_redundantly",
    "show",
    "refining",
    "reachable",
    "check",
    "havoc",
    "halt",
    "use",
    "split",
    "begin",
    "end",
    "comment",
    "inlined_loop",
    "requires",
    "ensures",
    "signals",
    "signals_only",
    "diverges",
    "measured_by",
    "returns",
    "breaks",
    "continues",
    "behavior",
    "behaviour",
    "normal_behavior",
    "normal_behaviour",
    "exceptional_behavior",
    "exceptional_behaviour",
    "also",
    "model_program",
];

/// Modifiers of JML that are looked at, and what they are.
const CHECKED_MODIFIERS: &[(&str, Modifier)] = &[
    ("pure", Modifier::Pure),
    ("spec_pure", Modifier::SpecPure),
    ("strictly_pure", Modifier::SpecPure),
    ("no_state", Modifier::SpecPure),
    ("helper", Modifier::Helper),
    ("nullable", Modifier::Nullable),
    ("non_null", Modifier::NonNull),
    ("nullable_by_default", Modifier::NullableByDefault),
    ("non_null_by_default", Modifier::NonNullByDefault),
    ("spec_public", Modifier::SpecPublic),
    ("spec_protected", Modifier::SpecProtected),
    ("ghost", Modifier::Ghost),
    ("model", Modifier::Model),
    ("instance", Modifier::Instance),
    ("rep", Modifier::Rep),
];

/// Modifiers of JML that are read and listed as not checked.
const UNCHECKED_MODIFIERS: &[&str] = &[
    "uninitialized",
    "extract",
    "peer",
    "readonly",
    "query",
    "secret",
    "monitored",
    "immutable",
    "two_state",
    "code",
    "code_java_math",
    "code_safe_math",
    "code_bigint_math",
    "spec_java_math",
    "spec_safe_math",
    "spec_bigint_math",
    "inline",
    "options",
    "skipesc",
    "skiprac",
    "skip_esc",
    "skip_rac",
    "captured",
    "capture",
    "unique",
    "lossless",
    "heap_free",
    "strictly_non_null",
    "nonnull",
    "never_null",
    "scoped",
    "external_memory",
    "scope_safe",
];

/// Modifiers of Java.
const JAVA_MODIFIERS: &[&str] = &[
    "public",
    "protected",
    "private",
    "static",
    "abstract",
    "final",
    "default",
    "native",
    "synchronized",
    "strictfp",
    "transient",
    "volatile",
    "sealed",
];

/// Words after a backslash that stand for no expression here: they are read, and listed as not
/// checked.
const UNCHECKED_BACKSLASH: &[&str] = &[
    "not_assigned",
    "not_modified",
    "only_accessed",
    "only_assigned",
    "only_called",
    "only_captured",
    "duration",
    "space",
    "working_space",
    "is_initialized",
    "lockset",
    "count",
    "index",
    "values",
    "erasure",
    "exception",
    "key",
    "let",
    "choose",
    "safe_math",
    "java_math",
    "bigint_math",
    "static_invariant_for",
    "constraint_for",
    "static_constraint_for",
    "strictly_nothing",
    "strictly_everything",
    "fields_of",
    "empty",
    "singleton",
    "union",
    "intersect",
    "set_minus",
    "subset",
    "disjoint",
    "new_elems_fresh",
    "new_object",
    "inv",
    "measured_by",
    "permission",
    "nowarn",
    "nowarn_op",
    "warn",
    "warn_op",
    "past",
    "within",
    "by",
    "interface",
    "bsum",
    "infinite_union",
    "store_ref",
    "storeref",
    "distinct",
    "itself",
    "other",
    "into",
    "such_that",
    "same",
    "not_specified",
    "nothing",
    "everything",
    "private_data",
    "transactionBegin",
    "transactionCommit",
    "transactionUpdated",
    "backup",
    "seq_get",
    "seq_empty",
    "seq_length",
    "string_equal",
];

/// Types that only JML has.
pub(super) const JML_TYPES: &[&str] =
    &["bigint", "real", "TYPE", "locset", "seq", "set", "map", "string", "array", "datagroup", "free", "intset"];

const CHECKED_BACKSLASH: &[&str] = &[
    "result",
    "old",
    "pre",
    "fresh",
    "nonnullelements",
    "typeof",
    "elemtype",
    "type",
    "invariant_for",
    "reach",
    "lbl",
    "lblpos",
    "lblneg",
    "forall",
    "exists",
    "num_of",
    "sum",
    "product",
    "min",
    "max",
];

const JAVA_RESERVED: &[&str] = &[
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "try",
    "void",
    "volatile",
    "while",
    "true",
    "false",
    "null",
];

/// Clause words that nobody takes for a variable: recovery stops at them even in the middle of a
/// line.
const UNMISTAKABLE: &[&str] = &[
    "requires",
    "ensures",
    "signals",
    "signals_only",
    "exsures",
    "assignable",
    "modifies",
    "diverges",
    "also",
    "invariant",
    "represents",
    "normal_behavior",
    "normal_behaviour",
    "exceptional_behavior",
    "exceptional_behaviour",
    "behavior",
    "behaviour",
    "loop_invariant",
    "maintaining",
    "decreases",
    "decreasing",
    "loop_decreases",
    "implies_that",
    "for_example",
    "ghost",
];

pub(super) fn is_java_reserved(word: &str) -> bool {
    JAVA_RESERVED.contains(&word)
}

pub(super) fn is_type_clause(word: &str) -> bool {
    TYPE_CLAUSES.contains(&word)
}

pub(super) fn is_method_clause(word: &str) -> bool {
    METHOD_CLAUSES.contains(&word)
}

pub(super) fn is_case(word: &str) -> bool {
    CASES.contains(&word)
}

pub(super) fn is_loop_clause(word: &str) -> bool {
    LOOP_CLAUSES.contains(&word)
}

pub(super) fn is_statement(word: &str) -> bool {
    STATEMENTS.contains(&word)
}

pub(super) fn is_unmistakable(word: &str) -> bool {
    UNMISTAKABLE.contains(&word)
}

/// Is a comment with this word behind its `@` meant as JML? Some words (`use`, `end`, `returns`)
/// also start ordinary comments, which do not end with a `;`.
pub(crate) fn starts_annotation(word: &str, ends_with_semicolon: bool) -> bool {
    let is_checked_modifier = CHECKED_MODIFIERS.iter().any(|(name, _)| *name == word);
    is_unmistakable(word) || is_checked_modifier || ends_with_semicolon && starts_clause(word)
}

pub(super) fn starts_clause(word: &str) -> bool {
    is_type_clause(word) || is_method_clause(word) || is_case(word) || is_loop_clause(word) || is_statement(word)
}

pub(super) fn is_modifier(word: &str) -> bool {
    is_java_modifier(word) || jml_modifier(word).is_some()
}

pub(super) fn is_java_modifier(word: &str) -> bool {
    JAVA_MODIFIERS.contains(&word)
}

pub(super) fn jml_modifier(word: &str) -> Option<Modifier> {
    let checked = CHECKED_MODIFIERS.iter().find(|(name, _)| *name == word).map(|(_, modifier)| *modifier);
    checked.or_else(|| UNCHECKED_MODIFIERS.contains(&word).then_some(Modifier::Unchecked))
}

pub(super) fn is_known_backslash(word: &str) -> bool {
    UNCHECKED_BACKSLASH.contains(&word) || JML_TYPES.contains(&word) || word.starts_with("dl_")
}

pub(super) fn quantifier(word: &str) -> Option<Quantifier> {
    Some(match word {
        "forall" => Quantifier::Forall,
        "exists" => Quantifier::Exists,
        "num_of" => Quantifier::NumOf,
        "sum" => Quantifier::Sum,
        "product" => Quantifier::Product,
        "min" => Quantifier::Min,
        "max" => Quantifier::Max,
        _ => return None,
    })
}

/// What a misspelled word between members may have been meant to be.
pub(super) fn member_words() -> Vec<&'static str> {
    [METHOD_CLAUSES, TYPE_CLAUSES, CASES, &modifier_words()].concat()
}

/// What a misspelled word among statements may have been meant to be.
pub(super) fn statement_words() -> Vec<&'static str> {
    [LOOP_CLAUSES, STATEMENTS, &modifier_words()].concat()
}

pub(super) fn modifier_words() -> Vec<&'static str> {
    let checked = CHECKED_MODIFIERS.iter().map(|(name, _)| *name);
    checked.chain(UNCHECKED_MODIFIERS.iter().copied()).chain(JAVA_MODIFIERS.iter().copied()).collect()
}

pub(super) fn backslash_words() -> Vec<&'static str> {
    [CHECKED_BACKSLASH, UNCHECKED_BACKSLASH, JML_TYPES].concat()
}
