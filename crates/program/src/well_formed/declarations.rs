//! Classes, fields and methods: who belongs to whom; then what is inside them.

use super::Place;
use crate::body::{Local, LocalKind};
use crate::contract::{Clause, Formula};
use crate::program::{
    BaseType, Class, ClassId, ClassKind, ClassOrigin, Code, Constant, Field, FieldId, Method, MethodId,
};
use crate::program::{MethodKind, Program, Type};
use crate::visit;
use std::collections::HashMap;

/// Ids and ownership: everything else relies on them.
pub(super) fn check_declarations(program: &Program, problems: &mut Vec<String>) {
    let mut checker = Checker { program, problems };
    program.class_ids().for_each(|id| checker.class(id));
    checker.hierarchy();
    (0u32..).zip(&program.fields).for_each(|(id, field)| checker.field(FieldId(id), field));
    program.method_ids().for_each(|id| checker.method(id));
}

struct Checker<'p, 'r> {
    program: &'p Program,
    problems: &'r mut Vec<String>,
}

impl Checker<'_, '_> {
    fn require(&mut self, holds: bool, owner: &str, message: &str) {
        if !holds {
            self.problems.push(format!("{owner}: {message}"));
        }
    }

    fn has_class(&self, class: ClassId) -> bool {
        class.index() < self.program.classes.len()
    }

    fn has_method(&self, method: MethodId) -> bool {
        method.index() < self.program.methods.len()
    }

    fn has_type(&self, ty: Type) -> bool {
        match ty.base {
            BaseType::Class(class) => self.has_class(class),
            _ => true,
        }
    }

    fn class(&mut self, id: ClassId) {
        let class = self.program.class(id);
        let name = class.name.as_str();
        let parents = || class.superclass.iter().chain(&class.interfaces);
        let all_known = parents().chain(&class.outer).all(|other| self.has_class(*other));
        self.require(all_known, name, "a class that it refers to does not exist");
        self.members(id, class);
        let is_root = class.name == "java.lang.Object";
        let is_interface = matches!(class.kind, ClassKind::Interface | ClassKind::Annotation);
        let needs_superclass = !is_root && !is_interface && class.origin != ClassOrigin::Missing;
        self.require(class.superclass.is_some() || !needs_superclass, name, "has no superclass");
    }

    /// No class is above itself: taking away classes without parents, again and again, leaves none.
    fn hierarchy(&mut self) {
        let mut below: HashMap<ClassId, Vec<ClassId>> = HashMap::new();
        let mut waiting: HashMap<ClassId, usize> = HashMap::new();
        let mut free = Vec::new();
        for id in self.program.class_ids() {
            let class = self.program.class(id);
            let parents = || class.superclass.iter().chain(&class.interfaces).filter(|parent| self.has_class(**parent));
            parents().for_each(|parent| below.entry(*parent).or_default().push(id));
            match parents().count() {
                0 => free.push(id),
                count => drop(waiting.insert(id, count)),
            }
        }
        while let Some(class) = free.pop() {
            for heir in below.remove(&class).unwrap_or_default() {
                let left = waiting.entry(heir).or_default();
                *left = left.saturating_sub(1);
                if *left == 0 {
                    waiting.remove(&heir);
                    free.push(heir);
                }
            }
        }
        for id in self.program.class_ids().filter(|id| waiting.contains_key(id)) {
            self.require(false, self.program.class(id).name.as_str(), "is its own ancestor, or below one that is");
        }
    }

    fn members(&mut self, id: ClassId, class: &Class) {
        let program = self.program;
        let name = class.name.as_str();
        let fields =
            class.fields.iter().chain(&class.enum_constants).chain(&class.captures).chain(&class.outer_instance);
        let own_field = |field: &FieldId| program.fields.get(field.index()).is_some_and(|field| field.class == id);
        self.require(fields.into_iter().all(own_field), name, "has a field of another class");
        let own_method =
            |method: &MethodId| program.methods.get(method.index()).is_some_and(|method| method.class == id);
        let methods = class.methods.iter().chain(&class.static_initializer);
        self.require(methods.into_iter().all(own_method), name, "has a method of another class");
        let inherited = class.inherited_implementations.iter();
        let all_known = inherited.into_iter().all(|(one, other)| self.has_method(*one) && self.has_method(*other));
        self.require(all_known, name, "inherits a method that does not exist");
        let rep_ok = class.rep_ok.is_none_or(|method| self.has_method(method));
        self.require(rep_ok, name, "has an invariant method that does not exist");
    }

    fn field(&mut self, id: FieldId, field: &Field) {
        let name = field.name.as_str();
        let owner = self.program.classes.get(field.class.index());
        self.require(owner.is_some_and(|class| class.fields.contains(&id)), name, "its class does not list it");
        self.require(self.has_type(field.ty), name, "the class of its type does not exist");
        self.require(
            !is_formula_type(field.ty) || field.kind != crate::program::FieldKind::Java,
            name,
            "has a type of formulas",
        );
        self.require(field.represents.is_none_or(|method| self.has_method(method)), name, "its method does not exist");
        let fits = field.constant.as_ref().is_none_or(|constant| constant_fits(self.program, constant, field.ty));
        self.require(fits, name, "its constant is not of its type");
    }

    fn method(&mut self, id: MethodId) {
        let method = self.program.method(id);
        let owner = self.program.classes.get(method.class.index());
        let name = super::super::print::method_name(self.program, id);
        self.require(owner.is_some_and(|class| class.methods.contains(&id)), &name, "its class does not list it");
        let types = method.params.iter().map(|param| param.ty).chain(method.return_type);
        let types: Vec<Type> = types.collect();
        self.require(types.iter().all(|ty| self.has_type(*ty)), &name, "the class of a type does not exist");
        self.require(method.throws.iter().all(|class| self.has_class(*class)), &name, "throws what does not exist");
        self.require(
            method.overrides.iter().all(|other| self.has_method(*other)),
            &name,
            "overrides what does not exist",
        );
        let is_user = owner.is_some_and(|class| class.origin == ClassOrigin::User);
        let has_body = matches!(method.code, Code::Body(_));
        self.require(!is_user || method.is_abstract || has_body, &name, "has neither code nor `abstract`");
        self.require(!method.is_abstract || method.code == Code::None, &name, "is abstract but has code");
        self.require(method.is_abstract || method.code != Code::None, &name, "is not abstract but has no code");
    }
}

pub(super) fn is_formula_type(ty: Type) -> bool {
    matches!(ty.base, BaseType::ObjectSet | BaseType::TypeValue)
}

/// A constant is of the type, and in its range.
pub(super) fn constant_fits(program: &Program, constant: &Constant, ty: Type) -> bool {
    match constant {
        Constant::Int(value) => match ty {
            Type::BYTE => i8::try_from(*value).is_ok(),
            Type::SHORT => i16::try_from(*value).is_ok(),
            Type::CHAR => u16::try_from(*value).is_ok(),
            _ => ty == Type::INT,
        },
        Constant::Long(_) => ty == Type::LONG,
        Constant::Float(_) => ty == Type::FLOAT,
        Constant::Double(_) => ty == Type::DOUBLE,
        Constant::Boolean(_) => ty == Type::BOOLEAN,
        Constant::String(_) => ty.as_class().is_some_and(|class| program.class(class).name == "java.lang.String"),
        Constant::Null => ty.is_reference() || ty == Type::UNKNOWN,
    }
}

/// Bodies, contracts, invariants. Requires that ids are in range in the declarations.
pub(super) fn check_contents(program: &Program, problems: &mut Vec<String>) {
    for id in program.class_ids() {
        check_class_clauses(program, program.class(id), id, problems);
    }
    for id in program.method_ids() {
        let method = program.method(id);
        if let Code::Body(body) = &method.code {
            super::statements::check_body(program, id, body, problems);
        }
        check_contract(program, id, method, problems);
    }
}

fn check_class_clauses(program: &Program, class: &Class, id: ClassId, problems: &mut Vec<String>) {
    let clauses = class.invariants.iter().chain(&class.constraints).chain(&class.initially).chain(&class.axioms);
    for clause in clauses {
        let prefix = if clause.is_static { Vec::new() } else { vec![(LocalKind::This, Type::class(id))] };
        check_clause(program, format!("clause of {}", class.name), clause, &prefix, None, problems);
    }
}

fn check_contract(program: &Program, id: MethodId, method: &Method, problems: &mut Vec<String>) {
    let name = format!("contract of {}", super::super::print::method_name(program, id));
    let prefix = parameters(method);
    for formula in visit::formulas(&method.contract) {
        check_formula(program, name.clone(), formula, &prefix, method.return_type, problems);
    }
}

/// `this` and the parameters.
pub(super) fn parameters(method: &Method) -> Vec<(LocalKind, Type)> {
    let this = (!method.is_static).then_some((LocalKind::This, Type::class(method.class)));
    let params = method.params.iter().map(|param| (LocalKind::Param, param.ty));
    this.into_iter().chain(params).collect()
}

pub(super) fn check_prefix(place: &Place<'_>, prefix: &[(LocalKind, Type)], problems: &mut Vec<String>) {
    let starts: Vec<(LocalKind, Type)> =
        place.locals.iter().take(prefix.len()).map(|local: &Local| (local.kind, local.ty)).collect();
    if starts != prefix {
        place.report(problems, "its locals do not start with `this` and the parameters");
    }
}

fn check_clause(
    program: &Program,
    name: String,
    clause: &Clause,
    prefix: &[(LocalKind, Type)],
    result: Option<Type>,
    problems: &mut Vec<String>,
) {
    check_formula(program, name.clone(), &clause.formula, prefix, result, problems);
    let ty = clause.formula.expr.ty;
    if ty != Type::BOOLEAN && ty != Type::UNKNOWN {
        problems.push(format!("{name}: a clause is not boolean"));
    }
}

fn check_formula(
    program: &Program,
    name: String,
    formula: &Formula,
    prefix: &[(LocalKind, Type)],
    result: Option<Type>,
    problems: &mut Vec<String>,
) {
    let place = Place { program, name, locals: &formula.locals, is_formula: true, result };
    check_prefix(&place, prefix, problems);
    super::expressions::check_expr(&place, &formula.expr, problems);
}

/// Are constructors, initialisers and the like called only exactly?
pub(super) fn must_be_exact(method: &Method) -> bool {
    matches!(method.kind, MethodKind::Constructor | MethodKind::InstanceInitializer)
}
