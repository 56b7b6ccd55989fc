//! What a type name means at a place: scopes, imports, packages, and classes that are named but not at hand.

use super::declarations::{Declarations, Scope};
use super::types::{JavaType, TypeVariable};
use crate::program::{ClassId, FieldId, MethodId};
use std::rc::Rc;
use tightrope_source::Name;
use tightrope_syntax::tree::TypeRef;

/// Packages and imports, by name.
#[derive(Debug, Default)]
pub(crate) struct NameTables {}

impl<'a> Declarations<'a> {
    pub(crate) fn resolve_type(&mut self, _scope: &Rc<Scope>, _ty: &TypeRef) -> JavaType {
        todo!()
    }
    pub(crate) fn find_class(&mut self, _scope: &Rc<Scope>, _name: &str) -> Option<ClassId> {
        todo!()
    }
    pub(crate) fn find_type_variable(&self, _scope: &Rc<Scope>, _name: &str) -> Option<TypeVariable> {
        todo!()
    }
    pub(crate) fn find_member_class(&self, _class: ClassId, _name: &str) -> Option<ClassId> {
        todo!()
    }
    pub(crate) fn find_qualified_class(&mut self, _qualified: &str) -> Option<ClassId> {
        todo!()
    }
    pub(crate) fn is_package(&self, _qualified: &str) -> bool {
        todo!()
    }
    pub(crate) fn visible_class_names(&self, _scope: &Rc<Scope>) -> Vec<Name> {
        todo!()
    }
    pub(crate) fn static_imported_field(&mut self, _scope: &Rc<Scope>, _name: &str) -> Option<FieldId> {
        todo!()
    }
    pub(crate) fn static_imported_methods(&mut self, _scope: &Rc<Scope>, _name: &str) -> Vec<MethodId> {
        todo!()
    }
    pub(crate) fn static_import_may_be_missing(&self, _scope: &Rc<Scope>, _name: &str) -> bool {
        todo!()
    }
}
