//! Members by name: fields and methods, declared and inherited.

use super::declarations::Declarations;
use super::types::JavaType;
use crate::program::{ClassId, FieldId, MethodId};
use tightrope_source::{Diagnostic, Name, Span};
use tightrope_syntax::tree::TypeDecl;

/// The answer to a search for a member.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Lookup<T> {
    Found(T),
    /// A missing ancestor or a library class that is declared only in part may declare it.
    MaybeMissing,
    NotFound,
    Ambiguous(Vec<T>),
}

impl<'a> Declarations<'a> {
    pub(crate) fn find_field(&self, _class: ClassId, _name: &str) -> Lookup<FieldId> {
        todo!()
    }
    pub(crate) fn find_methods(&self, _class: ClassId, _name: &str) -> Vec<MethodId> {
        todo!()
    }
    pub(crate) fn methods_may_be_missing(&self, _class: ClassId) -> bool {
        todo!()
    }
    pub(crate) fn field_names(&self, _class: ClassId) -> Vec<Name> {
        todo!()
    }
    pub(crate) fn method_names(&self, _class: ClassId) -> Vec<Name> {
        todo!()
    }
    pub(crate) fn class_of(&self, _decl: &TypeDecl) -> Option<ClassId> {
        todo!()
    }
    pub(crate) fn enclosing_classes(&self, _class: ClassId) -> Vec<ClassId> {
        todo!()
    }
    pub(crate) fn add_synthetic_field(&mut self, _class: ClassId, _name: Name, _ty: JavaType, _span: Span) -> FieldId {
        todo!()
    }
    pub(crate) fn report(&mut self, _diagnostic: Diagnostic) {
        todo!()
    }
}
