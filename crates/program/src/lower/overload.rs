//! Which of several methods a call means (JLS 15.12.2).

use super::declarations::Declarations;
use super::types::JavaType;
use crate::program::MethodId;

/// What overload choice needs to know of an argument.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Argument {
    Typed(JavaType),
    Lambda { params: usize },
    MethodReference,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Selection {
    Chosen(Chosen),
    NoneApplicable,
    Ambiguous(Vec<MethodId>),
    /// An argument is `Unknown` and several candidates remain.
    Unknown,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Chosen {
    pub(crate) method: MethodId,
    /// Instantiated, one per parameter that the call passes: without the enclosing instance and captured values of a constructor.
    pub(crate) params: Vec<JavaType>,
    pub(crate) return_type: JavaType,
    pub(crate) varargs_call: bool,
    /// The return type had a variable that the arguments did not determine.
    pub(crate) free_return: bool,
}

impl<'a> Declarations<'a> {
    /// `candidates` may be constructors: their arguments are those that the user writes.
    pub(crate) fn select(
        &self,
        _candidates: &[MethodId],
        _receiver: Option<&JavaType>,
        _type_args: &[JavaType],
        _args: &[Argument],
    ) -> Selection {
        todo!()
    }
}
