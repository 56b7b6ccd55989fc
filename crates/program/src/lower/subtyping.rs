//! Subtyping, casting, boxing and the views of a type as its supertypes.

use super::declarations::Declarations;
use super::types::{ClassType, JavaType, TypeVariable};
use crate::program::{ClassId, Type};
use tightrope_syntax::tree::Primitive;

impl<'a> Declarations<'a> {
    pub(crate) fn erase(&self, _ty: &JavaType) -> Type {
        todo!()
    }
    pub(crate) fn erase_return(&self, _ty: &JavaType) -> Option<Type> {
        todo!()
    }
    pub(crate) fn describe(&self, _ty: &JavaType) -> String {
        todo!()
    }
    pub(crate) fn this_type(&self, _class: ClassId) -> ClassType {
        todo!()
    }
    pub(crate) fn bound_of(&self, _variable: &TypeVariable) -> JavaType {
        todo!()
    }
    pub(crate) fn upper_bound(&self, _ty: &JavaType) -> JavaType {
        todo!()
    }
    pub(crate) fn as_super(&self, _ty: &JavaType, _class: ClassId) -> Option<ClassType> {
        todo!()
    }
    pub(crate) fn member_type(&self, _receiver: &JavaType, _owner: ClassId, _ty: &JavaType) -> JavaType {
        todo!()
    }
    pub(crate) fn is_subclass(&self, _class: ClassId, _ancestor: ClassId) -> bool {
        todo!()
    }
    pub(crate) fn is_subtype(&self, _sub: &JavaType, _sup: &JavaType) -> bool {
        todo!()
    }
    pub(crate) fn is_castable(&self, _from: &JavaType, _to: &JavaType) -> bool {
        todo!()
    }
    pub(crate) fn least_upper_bound(&self, _a: &JavaType, _b: &JavaType) -> JavaType {
        todo!()
    }
    pub(crate) fn boxed(&self, _primitive: Primitive) -> JavaType {
        todo!()
    }
    pub(crate) fn unboxed(&self, _ty: &JavaType) -> Option<Primitive> {
        todo!()
    }
}
