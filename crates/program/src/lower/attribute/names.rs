//! Names: what a simple or qualified name means (JLS 6.5), fields, `this`, enclosing instances and
//! captured variables.
//!
//! A simple name is looked for from the inside out: variables of the body, fields of the class,
//! variables around a local class, fields of the enclosing class, and so on; then static imports.
//! Where a class on this way has a superclass that is not at hand, the name may be declared there,
//! so the search ends with `Unsupported`. (Missing interfaces are taken to declare no such
//! constant.)
//!
//! Fields whose value is a constant expression are replaced by the value (JLS 15.29).

use super::spec::unbounded_type;
use super::{Attributor, Typed, Variable};
use crate::constructs::Construct;
use crate::lower::declarations::{Captured, Declarations, FieldSyntax, Place as ClassPlace};
use crate::lower::lookup::Lookup;
use crate::lower::typed::{TypedExpr, TypedExprKind};
use crate::lower::types::JavaType;
use crate::program::{ClassId, ClassOrigin, Constant, FieldId, FieldKind, LocalId};
use tightrope_source::{Code, Name, Span};
use tightrope_syntax::tree::{Expr, ExprKind, Ident, Primitive, QualifiedName, TypeRefKind};

/// What a name, or a chain of names, turns out to be.
pub(super) enum Meaning {
    /// A variable (not yet read: without the cast that erasure needs) or any other value.
    Value(Typed),
    Class(ClassId),
    Package(String),
    /// Nothing that is known: the first name, and the whole chain.
    Nothing {
        first: Ident,
        chain: String,
    },
}

impl<'d, 'a> Attributor<'d, 'a> {
    /// A variable as something to read or to assign: a local, field or element node, or a constant.
    pub(super) fn variable_access(&mut self, expr: &Expr) -> Typed {
        match &expr.kind {
            ExprKind::Name(_) | ExprKind::Field { .. } => {
                let meaning = self.meaning(expr);
                self.expect_value(meaning, expr.span)
            }
            ExprKind::SuperField { qualifier, name } => self.super_field(qualifier.as_ref(), name, expr.span),
            ExprKind::Index { array, index } => self.element_access(array, index, expr.span),
            _ => self.expression(expr, None),
        }
    }

    pub(super) fn expect_value(&mut self, meaning: Meaning, span: Span) -> Typed {
        match meaning {
            Meaning::Value(value) => value,
            Meaning::Class(class) => {
                if self.declarations.program.class(class).origin == ClassOrigin::Missing {
                    let name = self.class_name(class);
                    return self.unsupported(Construct::MissingClass, &name, JavaType::Unknown, span);
                }
                let name = self.declarations.program.class(class).simple_name.clone();
                self.wrong(Code::UnknownVariable, span, format!("`{name}` is a class, not a variable"))
            }
            Meaning::Package(name) => {
                self.wrong(Code::UnknownVariable, span, format!("`{name}` is a package, not a variable"))
            }
            Meaning::Nothing { first, chain } => self.nothing(&first, &chain, span),
        }
    }

    /// A name that means nothing: an error, unless something that is not at hand may declare it.
    pub(super) fn nothing(&mut self, first: &Ident, chain: &str, span: Span) -> Typed {
        let scope = self.scope.clone();
        if self.declarations.static_import_may_be_missing(&scope, &first.name) {
            return self.unsupported(Construct::MissingMember, chain, JavaType::Unknown, span);
        }
        if looks_qualified(chain) {
            return self.unsupported(Construct::MissingClass, chain, JavaType::Unknown, span);
        }
        let mut message = format!("`{}` is not declared", first.name);
        let candidates = |declarations: &Declarations<'_>| {
            let mut names = self.visible_variable_names();
            names.extend(declarations.visible_class_names(&scope));
            names
        };
        if let Some(similar) = self.declarations.similar_name(&first.name, candidates) {
            message.push_str(&format!("; did you mean `{similar}`?"));
        }
        self.wrong(Code::UnknownVariable, first.span, message)
    }

    fn visible_variable_names(&self) -> Vec<Name> {
        let mut names: Vec<Name> = self.visible.all().iter().map(|(name, _)| name.clone()).collect();
        for class in self.declarations.enclosing_classes(self.class) {
            names.extend(self.declarations.field_names(class));
            if let Some(environment) = self.declarations.attribution.environments.get(&class) {
                names.extend(environment.variables.iter().map(|(name, _)| name.clone()));
            }
        }
        names.retain(|name| !name.contains('$') && *name != "this");
        names
    }

    /// JLS 6.5.2: reclassification of an ambiguous name.
    pub(super) fn meaning(&mut self, expr: &Expr) -> Meaning {
        match &expr.kind {
            ExprKind::Name(ident) => self.simple_meaning(ident, expr.span),
            ExprKind::Field { target, name } => {
                let target = self.meaning(target);
                self.member_meaning(target, name, expr.span)
            }
            _ => Meaning::Value(self.variable_access(expr)),
        }
    }

    fn simple_meaning(&mut self, ident: &Ident, span: Span) -> Meaning {
        if let Some(variable) = self.find_variable(&ident.name, span) {
            return Meaning::Value(variable);
        }
        let scope = self.scope.clone();
        if let Some(class) = self.declarations.find_class(&scope, &ident.name) {
            return Meaning::Class(class);
        }
        if self.declarations.is_package(&ident.name) {
            return Meaning::Package(ident.name.as_str().to_string());
        }
        Meaning::Nothing { first: ident.clone(), chain: ident.name.as_str().to_string() }
    }

    fn member_meaning(&mut self, target: Meaning, name: &Ident, span: Span) -> Meaning {
        match target {
            Meaning::Value(object) => {
                let object = self.value_of_variable(object);
                Meaning::Value(self.field_of(object, name, span))
            }
            Meaning::Class(class) => self.class_member_meaning(class, name, span),
            Meaning::Package(package) => {
                let qualified = format!("{package}.{}", name.name);
                if let Some(class) = self.declarations.find_qualified_class(&qualified) {
                    Meaning::Class(class)
                } else if self.declarations.is_package(&qualified) {
                    Meaning::Package(qualified)
                } else {
                    Meaning::Nothing { first: name.clone(), chain: qualified }
                }
            }
            Meaning::Nothing { first, chain } => {
                let chain = format!("{chain}.{}", name.name);
                match self.declarations.find_qualified_class(&chain) {
                    Some(class) => Meaning::Class(class),
                    None => Meaning::Nothing { first, chain },
                }
            }
        }
    }

    fn class_member_meaning(&mut self, class: ClassId, name: &Ident, span: Span) -> Meaning {
        match self.declarations.find_field(class, &name.name) {
            Lookup::Found(field) => Meaning::Value(self.field_through_class(class, field, name, span)),
            Lookup::Ambiguous(_) => {
                let message = format!("`{}` has several inherited fields `{}`", self.class_name(class), name.name);
                Meaning::Value(self.wrong(Code::AmbiguousName, name.span, message))
            }
            other => match self.declarations.find_member_class(class, &name.name) {
                Some(member) => Meaning::Class(member),
                None => Meaning::Value(self.field_not_found(class, name, other == Lookup::NotFound, span)),
            },
        }
    }

    fn field_through_class(&mut self, class: ClassId, field: FieldId, name: &Ident, span: Span) -> Typed {
        if self.declarations.program.field(field).is_static {
            return self.static_field(field, name, span);
        }
        let class = self.declarations.program.class(class).simple_name.clone();
        let message = format!("`{}` is not static: it needs an object of `{class}`", name.name);
        self.wrong(Code::NoEnclosingInstance, name.span, message)
    }

    // Variables by simple name.

    /// From the inside out.
    fn find_variable(&mut self, name: &Name, span: Span) -> Option<Typed> {
        if let Some(variable) = self.visible.find(name).cloned() {
            return Some(self.read_variable(name, &variable, span));
        }
        let ident = Ident { name: name.clone(), span };
        for class in self.declarations.enclosing_classes(self.class) {
            match self.declarations.find_field(class, name) {
                Lookup::Found(field) => return Some(self.field_by_simple_name(class, field, &ident, span)),
                Lookup::Ambiguous(_) => {
                    let message = format!("`{name}` is inherited from several supertypes");
                    return Some(self.wrong(Code::AmbiguousName, span, message));
                }
                Lookup::MaybeMissing | Lookup::NotFound => {}
            }
            let environment = self.declarations.attribution.environments.get(&class).cloned();
            let around = environment.and_then(|environment| {
                environment.variables.iter().rev().find(|(found, _)| found == name).map(|(_, found)| found.clone())
            });
            if let Some(variable) = around {
                return Some(self.read_variable(name, &variable, span));
            }
            if let Some(missing) = self.missing_superclass(class) {
                if self.may_be_class_name(name) {
                    continue;
                }
                let detail = format!("{}.{name}", self.class_name(missing));
                return Some(self.unsupported(Construct::MissingClass, &detail, JavaType::Unknown, span));
            }
        }
        let scope = self.scope.clone();
        let field = self.declarations.static_imported_field(&scope, name)?;
        Some(self.static_field(field, &ident, span))
    }

    /// A name that is a class or package here is not taken for a field of a superclass that is not
    /// at hand.
    fn may_be_class_name(&mut self, name: &Name) -> bool {
        let scope = self.scope.clone();
        self.declarations.find_class(&scope, name).is_some() || self.declarations.is_package(name)
    }

    fn read_variable(&mut self, name: &Name, variable: &Variable, span: Span) -> Typed {
        if variable.is_ghost && !self.in_specification {
            let message = format!("`{name}` is a ghost variable: only JML can use it");
            return self.wrong(Code::SpecificationOnly, span, message);
        }
        if let Some(constant) = &variable.constant {
            return self.typed(TypedExprKind::Constant(constant.clone()), variable.ty.clone(), span);
        }
        let here = if self.is_formula { None } else { self.method };
        if variable.owner == here {
            return self.typed(TypedExprKind::Local(variable.local), variable.ty.clone(), span);
        }
        self.captured_variable(name, variable, span)
    }

    /// A variable of an enclosing body: a field of the innermost local class around this body.
    fn captured_variable(&mut self, name: &Name, variable: &Variable, span: Span) -> Typed {
        let Some(owner) = variable.owner else { return self.erroneous(span) };
        if self.is_static {
            let message = format!("`{name}` belongs to the method around this class, which static code cannot reach");
            return self.wrong(Code::NoEnclosingInstance, span, message);
        }
        let path = self.declarations.path_to_local_class(self.class);
        let Some((class, fields)) = path else {
            let message = format!("`{name}` belongs to the method around this class, which this class cannot reach");
            return self.wrong(Code::NoEnclosingInstance, span, message);
        };
        let field = match self.declarations.captured_field(class, owner, variable.local) {
            Some(field) => field,
            None if self.is_formula => {
                let detail = format!("captured variable {name}");
                return self.unsupported(Construct::Untyped, &detail, variable.ty.clone(), span);
            }
            None => self.declarations.capture(class, owner, variable.local, name, &variable.ty, span),
        };
        let mut object = self.this_expr(span);
        for outer in fields {
            object = self.field_node(object, outer, span);
        }
        let read = self.field_node(object, field, span);
        Typed::new(read, variable.ty.clone())
    }

    fn field_by_simple_name(&mut self, class: ClassId, field: FieldId, name: &Ident, span: Span) -> Typed {
        if self.declarations.program.field(field).is_static {
            return self.static_field(field, name, span);
        }
        match self.enclosing_instance(class, span) {
            Some(object) => {
                let ty = JavaType::Class(self.declarations.this_type(class));
                self.instance_field(Typed::new(object, ty), field, name, true, span)
            }
            None => {
                let message = format!("`{}` is not static: static code has no object to read it from", name.name);
                self.wrong(Code::NoEnclosingInstance, name.span, message)
            }
        }
    }

    // Fields.

    /// `object.name`
    pub(super) fn field_of(&mut self, object: Typed, name: &Ident, span: Span) -> Typed {
        match self.declarations.upper_bound(&object.ty) {
            JavaType::Unknown => {
                self.unsupported_after(object, Construct::Untyped, &name.name, JavaType::Unknown, span)
            }
            JavaType::Array(_) if name.name == "length" => {
                let kind = TypedExprKind::Length(Box::new(object.expr));
                self.typed(kind, JavaType::Primitive(Primitive::Int), span)
            }
            JavaType::Class(class) => self.field_of_class(object, class.class, name, span),
            ty => {
                let message = format!("`{}` has no field `{}`", self.describe(&ty), name.name);
                self.wrong(Code::UnknownVariable, name.span, message)
            }
        }
    }

    fn field_of_class(&mut self, object: Typed, class: ClassId, name: &Ident, span: Span) -> Typed {
        match self.declarations.find_field(class, &name.name) {
            Lookup::Found(field) if self.declarations.program.field(field).is_static => {
                let read = self.static_field(field, name, span);
                if has_no_effect(&object.expr) { read } else { self.sequence(object.expr, read, span) }
            }
            Lookup::Found(field) => {
                let is_this = matches!(object.expr.kind, TypedExprKind::Local(LocalId(0))) && !self.is_static;
                let read = self.instance_field(object.clone(), field, name, is_this, span);
                // Only a simple name is a constant expression (JLS 15.29), though `javac` takes the
                // value here, too.
                let is_constant = matches!(read.expr.kind, TypedExprKind::Constant(_)) && !self.is_formula;
                if is_constant { self.sequence(object.expr, read, span) } else { read }
            }
            Lookup::Ambiguous(_) => {
                let message = format!("`{}` has several inherited fields `{}`", self.class_name(class), name.name);
                self.wrong(Code::AmbiguousName, name.span, message)
            }
            other => {
                let missing = self.field_not_found(class, name, other == Lookup::NotFound, span);
                if has_no_effect(&object.expr) { missing } else { self.sequence(object.expr, missing, span) }
            }
        }
    }

    fn field_not_found(&mut self, class: ClassId, name: &Ident, certainly: bool, span: Span) -> Typed {
        if !certainly {
            let missing = self.missing_superclass(class);
            let construct = if missing.is_some() { Construct::MissingClass } else { Construct::MissingMember };
            let detail = format!("{}.{}", self.class_name(missing.unwrap_or(class)), name.name);
            return self.unsupported(construct, &detail, JavaType::Unknown, span);
        }
        let simple = self.declarations.program.class(class).simple_name.clone();
        let mut message = format!("`{simple}` has no field `{}`", name.name);
        let names = |declarations: &Declarations<'_>| declarations.field_names(class);
        if let Some(similar) = self.declarations.similar_name(&name.name, names) {
            message.push_str(&format!("; did you mean `{similar}`?"));
        }
        self.wrong(Code::UnknownVariable, name.span, message)
    }

    fn static_field(&mut self, field: FieldId, name: &Ident, span: Span) -> Typed {
        let ty = self.declarations.fields[field.index()].ty.clone();
        if let Some(wrong) = self.specification_only(field, name) {
            return wrong;
        }
        if let Some(unbounded) = self.unbounded_field(field, span) {
            return unbounded;
        }
        if let Some(constant) = field_constant(self.declarations, field) {
            return self.typed(TypedExprKind::Constant(constant), ty, span);
        }
        if let Some(stream) = self.standard_stream(field, span) {
            return stream;
        }
        let mut typed = self.typed(TypedExprKind::StaticField(field), ty, span);
        typed.expr.ty = Some(self.declarations.program.field(field).ty);
        typed
    }

    /// `System.out` and `System.err` are kept by the class of their objects: `System` itself, which
    /// everybody needs for `arraycopy`, makes none.
    fn standard_stream(&self, field: FieldId, span: Span) -> Option<Typed> {
        let info = self.declarations.program.field(field);
        let class = info.ty.as_class().filter(|class| self.class_name(*class) == "java.io.PrintStream")?;
        let is_standard = self.class_name(info.class) == "java.lang.System";
        let method = self.method_with_params(class, &info.name, &[]).filter(|_| is_standard)?;
        let ty = self.declarations.fields[field.index()].ty.clone();
        let kind = TypedExprKind::Call { dispatch: crate::body::Dispatch::Static, method, args: Vec::new() };
        Some(self.typed(kind, ty, span))
    }

    /// `implicit`: through `this`, written or not; then a constant field is its value.
    fn instance_field(&mut self, object: Typed, field: FieldId, name: &Ident, implicit: bool, span: Span) -> Typed {
        if let Some(wrong) = self.specification_only(field, name) {
            return wrong;
        }
        if let Some(unbounded) = self.unbounded_field(field, span) {
            return unbounded;
        }
        let owner = self.declarations.program.field(field).class;
        let declared = self.declarations.fields[field.index()].ty.clone();
        let ty = self.declarations.member_type(&object.ty, owner, &declared);
        if implicit && let Some(constant) = field_constant(self.declarations, field) {
            return self.typed(TypedExprKind::Constant(constant), ty, span);
        }
        let owner_type = JavaType::Class(self.declarations.this_type(owner));
        let object = self.reference_to(object, &owner_type);
        Typed::new(self.field_node(object, field, span), ty)
    }

    /// A read of a field, typed as the field is declared.
    pub(super) fn field_node(&self, object: TypedExpr, field: FieldId, span: Span) -> TypedExpr {
        let ty = Some(self.declarations.program.field(field).ty);
        TypedExpr { kind: TypedExprKind::Field { object: Box::new(object), field }, ty, span }
    }

    /// A `\bigint` or `\real`: its values are not modelled, so neither are reads and assignments.
    fn unbounded_field(&self, field: FieldId, span: Span) -> Option<Typed> {
        let FieldSyntax::Declared(declared, _) = self.declarations.fields[field.index()].syntax else { return None };
        let name = unbounded_type(&declared.ty)?;
        Some(self.unsupported(Construct::UnboundedType, &name, JavaType::Unknown, span))
    }

    /// Ghost and model fields are no part of Java.
    fn specification_only(&mut self, field: FieldId, name: &Ident) -> Option<Typed> {
        let kind = match self.declarations.program.field(field).kind {
            FieldKind::Ghost => "ghost",
            FieldKind::Model => "model",
            FieldKind::Java | FieldKind::Synthetic => return None,
        };
        if self.in_specification {
            return None;
        }
        let message = format!("`{}` is a {kind} field: only JML can use it", name.name);
        Some(self.wrong(Code::SpecificationOnly, name.span, message))
    }

    fn super_field(&mut self, qualifier: Option<&QualifiedName>, name: &Ident, span: Span) -> Typed {
        let class = match qualifier {
            Some(qualifier) => match self.named_class(qualifier) {
                Some(class) => class,
                None => return self.unknown_class(qualifier),
            },
            None => self.declarations.lexical_class(self.class),
        };
        let Some(superclass) = self.declarations.classes[class.index()].superclass.clone() else {
            return self.wrong(Code::UnknownVariable, span, "there is no superclass here");
        };
        let Some(object) = self.enclosing_instance(class, span) else {
            return self.wrong(Code::NoEnclosingInstance, span, "static code has no `super`");
        };
        let object = Typed::new(object, JavaType::Class(superclass.clone()));
        self.field_of_class(object, superclass.class, name, span)
    }

    // `this` and enclosing instances.

    pub(super) fn this_expr(&self, span: Span) -> TypedExpr {
        let ty = Some(crate::program::Type::class(self.class));
        TypedExpr { kind: TypedExprKind::Local(LocalId(0)), ty, span }
    }

    pub(super) fn this(&mut self, qualifier: Option<&QualifiedName>, span: Span) -> Typed {
        let class = match qualifier {
            None => self.declarations.lexical_class(self.class),
            Some(name) => match self.named_class(name) {
                Some(class) => class,
                None => return self.unknown_class(name),
            },
        };
        match self.enclosing_instance(class, span) {
            Some(expr) => Typed::new(expr, JavaType::Class(self.declarations.this_type(class))),
            None => {
                let name = self.declarations.program.class(class).simple_name.clone();
                let message = format!("there is no `{name}` object that this code runs on");
                self.wrong(Code::NoEnclosingInstance, span, message)
            }
        }
    }

    /// The instance of this class or of a class around it, through the enclosing instances.
    pub(super) fn enclosing_instance(&self, class: ClassId, span: Span) -> Option<TypedExpr> {
        self.instance_path(class, span, |current| current == class)
    }

    /// The innermost enclosing instance whose class is, or inherits from, `class`.
    pub(super) fn enclosing_instance_of(&self, class: ClassId, span: Span) -> Option<TypedExpr> {
        self.instance_path(class, span, |current| self.declarations.is_subclass(current, class))
    }

    fn instance_path(&self, _class: ClassId, span: Span, found: impl Fn(ClassId) -> bool) -> Option<TypedExpr> {
        if self.is_static {
            return None;
        }
        let mut current = self.class;
        let mut expr = self.this_expr(span);
        while !found(current) {
            let info = self.declarations.program.class(current);
            expr = self.field_node(expr, info.outer_instance?, span);
            current = info.outer?;
        }
        Some(expr)
    }

    /// Like `enclosing_instance_of`, from the enclosing instance of this body's class on: for
    /// `super(…)`, where `this` is not ready.
    pub(super) fn outer_instance_of(&self, class: ClassId, span: Span) -> Option<TypedExpr> {
        let own = self.class;
        self.instance_path(class, span, |current| current != own && self.declarations.is_subclass(current, class))
    }

    /// The class that a qualified name in `Name.this` or `Name.super` means.
    pub(super) fn named_class(&mut self, name: &QualifiedName) -> Option<ClassId> {
        let scope = self.scope.clone();
        let mut parts = name.parts.iter();
        let mut class = self.declarations.find_class(&scope, &parts.next()?.name);
        for part in parts {
            class = class.and_then(|class| self.declarations.find_member_class(class, &part.name));
        }
        if class.is_some() {
            return class;
        }
        let qualified: Vec<&str> = name.parts.iter().map(|part| part.name.as_str()).collect();
        self.declarations.find_qualified_class(&qualified.join("."))
    }

    pub(super) fn unknown_class(&mut self, name: &QualifiedName) -> Typed {
        let text: Vec<&str> = name.parts.iter().map(|part| part.name.as_str()).collect();
        self.wrong(Code::UnknownType, name.span, format!("`{}` is not a class that is known here", text.join(".")))
    }
}

/// Does evaluating this change nothing and throw nothing?
pub(super) fn has_no_effect(expr: &TypedExpr) -> bool {
    matches!(expr.kind, TypedExprKind::Local(_) | TypedExprKind::Constant(_))
}

/// `org.acme.Tool.name`: names of packages, then of a class; nobody names variables like that.
fn looks_qualified(chain: &str) -> bool {
    let mut parts = chain.split('.');
    let lower = |part: &str| part.chars().next().is_some_and(char::is_lowercase);
    let upper = |part: &str| part.chars().next().is_some_and(char::is_uppercase);
    parts.next().is_some_and(lower) && parts.any(upper)
}

/// How many constants may need each other in a row: more would overflow the stack.
const DEEPEST_CONSTANT: u32 = 50;

/// The value of a constant field, computed when first asked for (JLS 4.12.4, 15.29).
pub(crate) fn field_constant(declarations: &mut Declarations<'_>, field: FieldId) -> Option<Constant> {
    if let Some(known) = declarations.attribution.constants.get(&field) {
        return known.clone();
    }
    // Once it is too deep, everything that waits for it gives up at once: trying on would take
    // exponential time.
    if declarations.attribution.constant_too_deep || declarations.attribution.constant_depth >= DEEPEST_CONSTANT {
        declarations.attribution.constant_too_deep = true;
        return None;
    }
    declarations.attribution.constants.insert(field, None);
    declarations.attribution.constant_depth += 1;
    let value = compute_field_constant(declarations, field);
    declarations.attribution.constant_depth -= 1;
    let tables = &mut declarations.attribution;
    if value.is_some() {
        tables.constants.insert(field, value.clone());
        declarations.program.fields[field.index()].constant = value.clone();
    } else if tables.constant_too_deep {
        // Not known yet: a later question starts nearer to the end of the chain.
        tables.constants.remove(&field);
    }
    if declarations.attribution.constant_depth == 0 {
        declarations.attribution.constant_too_deep = false;
    }
    value
}

/// Computes all constants. Backwards and forwards, so that long chains of them are short to follow
/// from either side.
pub(super) fn compute_constants(declarations: &mut Declarations<'_>) {
    let count = declarations.program.fields.len() as u32;
    for index in (0..count).rev().chain(0..count) {
        field_constant(declarations, FieldId(index));
    }
}

fn compute_field_constant(declarations: &mut Declarations<'_>, field: FieldId) -> Option<Constant> {
    let info = declarations.program.field(field);
    if !info.is_final || info.kind != FieldKind::Java {
        return None;
    }
    let FieldSyntax::Declared(_, declarator) = declarations.fields[field.index()].syntax else { return None };
    let init = declarator.init.as_ref()?;
    let (class, is_static) = (info.class, info.is_static);
    let ty = declarations.fields[field.index()].ty.clone();
    let mut attributor = {
        let scope = declarations.classes[class.index()].scope.clone();
        Attributor::new(declarations, class, is_static, scope)
    };
    if !is_static {
        attributor.declare_this_and_params(None, init.span);
    }
    attributor.constant_initializer(init, &ty)
}

impl<'d, 'a> Attributor<'d, 'a> {
    /// The value of a final variable's initialiser, if that is a constant expression. Nothing is
    /// reported here: the initialiser is attributed again where it runs.
    pub(super) fn constant_initializer(&mut self, init: &Expr, ty: &JavaType) -> Option<Constant> {
        if !(matches!(ty, JavaType::Primitive(_)) || self.is_string(ty)) || !may_be_constant(init) {
            return None;
        }
        let reported = self.declarations.diagnostics.len();
        let value = self.expression(init, Some(ty));
        let fits = value.constant().is_some();
        let converted = self.convert(value, ty, "assign");
        self.declarations.diagnostics.truncate(reported);
        match converted.kind {
            TypedExprKind::Constant(constant) if fits => Some(constant),
            _ => None,
        }
    }
}

/// Has this expression the shape of a constant expression? (Calls, objects and assignments have
/// not.)
fn may_be_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Name(_) => true,
        ExprKind::Field { target, .. } => may_be_constant(target),
        ExprKind::Unary { operand, .. } => may_be_constant(operand),
        ExprKind::Binary { left, right, .. } => may_be_constant(left) && may_be_constant(right),
        ExprKind::Conditional { cond, then, otherwise } => {
            may_be_constant(cond) && may_be_constant(then) && may_be_constant(otherwise)
        }
        ExprKind::Cast { types, operand } => {
            let plain = |kind: &TypeRefKind| matches!(kind, TypeRefKind::Primitive(_) | TypeRefKind::Named(_));
            types.iter().all(|ty| plain(&ty.kind)) && may_be_constant(operand)
        }
        _ => false,
    }
}

impl Declarations<'_> {
    /// From a class outwards to the local class that holds the captured variables: that class, and
    /// the fields to go through.
    pub(super) fn path_to_local_class(&self, class: ClassId) -> Option<(ClassId, Vec<FieldId>)> {
        let mut current = class;
        let mut fields = Vec::new();
        loop {
            if matches!(self.classes[current.index()].place, ClassPlace::Local { .. }) {
                return Some((current, fields));
            }
            let info = self.program.class(current);
            fields.push(info.outer_instance?);
            current = info.outer?;
        }
    }

    pub(super) fn captured_field(
        &self,
        class: ClassId,
        owner: crate::program::MethodId,
        variable: LocalId,
    ) -> Option<FieldId> {
        let captured = &self.classes[class.index()].captured;
        captured.iter().find(|found| found.owner == owner && found.variable == variable).map(|found| found.field)
    }

    /// Gives a local class a synthetic field for a variable of the body around it.
    pub(super) fn capture(
        &mut self,
        class: ClassId,
        owner: crate::program::MethodId,
        variable: LocalId,
        name: &Name,
        ty: &JavaType,
        span: Span,
    ) -> FieldId {
        let field = self.add_synthetic_field(class, Name::new(format!("val${name}")), ty.clone(), span);
        self.classes[class.index()].captured.push(Captured { owner, variable, field });
        let captures = &mut self.program.classes[class.index()].captures;
        if !captures.contains(&field) {
            captures.push(field);
        }
        field
    }
}
