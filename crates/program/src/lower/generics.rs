//! From the types of declarations to those of [`crate::generics`].

use super::declarations::{Declarations, TypeParameter};
use super::types::{ClassType, JavaType, TypeArgument as Written, primitive_base};
use crate::generics::{ClassGenerics, Generic, Generics, TypeArgument};
use crate::program::{ClassId, Type};
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
        method.params.iter().map(|ty| generic(of_class, bounded(&method.type_params, ty))).collect()
    });
    Generics { classes: classes.collect(), fields: fields.collect(), params: params.collect() }
}

/// What a variable of a method is known to be: its bound, if it has one.
fn bounded<'t>(params: &'t [TypeParameter], ty: &'t JavaType) -> &'t JavaType {
    let JavaType::Variable(variable) = ty else { return ty };
    let param = params.iter().find(|param| param.variable.id == variable.id);
    let is_telling = |bound: &&JavaType| matches!(bound, JavaType::Class(class) if !class.args.is_empty());
    param.and_then(|param| param.bounds.first()).filter(is_telling).unwrap_or(ty)
}

fn generic(params: &[TypeParameter], ty: &JavaType) -> Generic {
    match ty {
        JavaType::Class(class) => Generic::Class { class: class.class, args: arguments(params, class) },
        JavaType::Array(element) => Generic::Array(Box::new(match &**element {
            JavaType::Primitive(primitive) => Generic::Primitive(Type::of(primitive_base(*primitive))),
            element => generic(params, element),
        })),
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
