//! From the types of declarations to those of [`crate::generics`].

use super::declarations::{Declarations, TypeParameter};
use super::types::{ClassType, JavaType, TypeArgument as Written};
use crate::generics::{ClassGenerics, Generic, Generics, TypeArgument};
use crate::program::ClassId;
use tightrope_syntax::tree::WildcardBound;

/// The declared types of all classes, fields and parameters.
pub(super) fn collect(declarations: &Declarations<'_>) -> Generics {
    let params_of = |class: ClassId| declarations.classes[class.index()].type_params.as_slice();
    let classes = declarations.classes.iter().map(|class| {
        let supers = class.superclass.iter().chain(&class.interfaces);
        let supers = supers.map(|parent| (parent.class, arguments(&class.type_params, parent)));
        ClassGenerics { params: class.type_params.len() as u32, supers: supers.collect() }
    });
    let fields = declarations.fields.iter().zip(&declarations.program.fields);
    let fields = fields.map(|(field, data)| generic(params_of(data.class), &field.ty));
    let methods = declarations.methods.iter().zip(&declarations.program.methods);
    let params = methods.map(|(method, data)| {
        let of_class = params_of(data.class);
        method.params.iter().map(|ty| generic(of_class, ty)).collect()
    });
    Generics { classes: classes.collect(), fields: fields.collect(), params: params.collect() }
}

fn generic(params: &[TypeParameter], ty: &JavaType) -> Generic {
    match ty {
        JavaType::Class(class) => Generic::Class { class: class.class, args: arguments(params, class) },
        JavaType::Array(element) => Generic::Array(Box::new(generic(params, element))),
        JavaType::Variable(variable) => {
            let number = params.iter().position(|param| param.variable.id == variable.id);
            number.map_or(Generic::Unknown, |number| Generic::Variable(number as u32))
        }
        _ => Generic::Unknown,
    }
}

fn arguments(params: &[TypeParameter], class: &ClassType) -> Vec<TypeArgument> {
    let argument = |arg: &Written| match arg {
        Written::Type(ty) => TypeArgument { ty: generic(params, ty), is_exact: true },
        Written::Wildcard(Some((WildcardBound::Extends, ty))) => {
            TypeArgument { ty: generic(params, ty), is_exact: false }
        }
        Written::Wildcard(_) => TypeArgument::default(),
    };
    class.args.iter().map(argument).collect()
}
