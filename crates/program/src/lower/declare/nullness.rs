//! What Java annotations say about null: those of JSpecify, JetBrains, the Checker Framework,
//! JSR 305, Android and the others that use the same few names.
//!
//! They are known by their simple names, wherever they are imported from: nobody calls another
//! thing `@Nullable`. JML's own modifiers win where both are written.

use crate::lower::declarations::{Declarations, MethodSyntax};
use crate::program::{ClassOrigin, Nullity};
use tightrope_syntax::jml::Modifier;
use tightrope_syntax::tree::Modifiers;

const NULLABLE: &[&str] = &["Nullable", "CheckForNull", "NullableDecl", "PolyNull", "MonotonicNonNull"];
const NON_NULL: &[&str] = &["NonNull", "NotNull", "Nonnull", "NonNullDecl"];
const MARKED: &[&str] = &["NullMarked", "NonNullByDefault"];
const UNMARKED: &[&str] = &["NullUnmarked"];

/// What is written at a field, a parameter or a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Written {
    Nullable,
    NonNull,
    Nothing,
}

pub(super) fn written(modifiers: &Modifiers) -> Written {
    if modifiers.has(Modifier::NonNull) {
        Written::NonNull
    } else if modifiers.has(Modifier::Nullable) || is_annotated(modifiers, NULLABLE) {
        Written::Nullable
    } else if is_annotated(modifiers, NON_NULL) {
        Written::NonNull
    } else {
        Written::Nothing
    }
}

/// Is non-null the default in a class with these modifiers?
pub(super) fn is_default(modifiers: &Modifiers, around: bool) -> bool {
    if modifiers.has(Modifier::NullableByDefault) || is_annotated(modifiers, UNMARKED) {
        return false;
    }
    around || modifiers.has(Modifier::NonNullByDefault) || is_annotated(modifiers, MARKED)
}

fn is_annotated(modifiers: &Modifiers, names: &[&str]) -> bool {
    let simple = modifiers.annotations.iter().filter_map(|name| name.parts.last());
    simple.into_iter().any(|part| names.contains(&part.name.as_str()))
}

/// Nobody passes null to the user's methods, but where something says that it may be passed.
pub(super) fn exclude_null_arguments(declarations: &mut Declarations<'_>) {
    for id in declarations.program.method_ids() {
        let class = declarations.program.method(id).class;
        let MethodSyntax::Declared(syntax) = declarations.methods[id.index()].syntax else { continue };
        if declarations.program.class(class).origin != ClassOrigin::User {
            continue;
        }
        // An enclosing instance comes before the parameters that are written.
        let params = declarations.program.methods[id.index()].params.iter_mut().rev();
        for (param, written_param) in params.zip(syntax.params.iter().rev()) {
            let is_open = param.nullity == Nullity::Unsaid && written(&written_param.modifiers) == Written::Nothing;
            if is_open && param.ty.is_reference() {
                param.nullity = Nullity::NonNullByDefault;
            }
        }
    }
}
