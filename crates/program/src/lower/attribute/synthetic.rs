//! The bodies of methods: declared ones, and those that Java makes by itself (initialisers, default
//! and canonical constructors, the members of enums and records).
//!
//! Departures: an enum constant gets its name and ordinal right after its constructor has run, not
//! before; the `hashCode` of a record is not modelled (Java leaves it open).

use super::completion::block_completes;
use super::conversions::is_reference;
use super::operators::equal_node;
use super::{Attributor, is_floating};
use crate::body::{Dispatch, LogicalOp, Unsupported};
use crate::constructs::Construct;
use crate::lower::declarations::{InitializerPart, MethodSyntax};
use crate::lower::lookup::Lookup;
use crate::lower::typed::{Place, TypedExpr, TypedExprKind, TypedStmt, TypedStmtKind};
use crate::lower::types::JavaType;
use crate::program::{ClassOrigin, Constant, FieldId, LocalId, MethodId, MethodKind, Type};
use tightrope_source::{Code, Name, Span};
use tightrope_syntax::tree::{ConstructorTarget, EnumConstant, Expr, Ident, MethodDecl, Primitive, Stmt, StmtKind};

const BOOLEAN: JavaType = JavaType::Primitive(Primitive::Boolean);

impl<'d, 'a> Attributor<'d, 'a> {
    /// The statements of a method's body; `None` if it has none.
    pub(super) fn method_body(&mut self, method: MethodId) -> Option<Vec<TypedStmt>> {
        let info = self.declarations.program.method(method);
        let (span, class) = (info.span, info.class);
        if self.declarations.program.class(class).origin == ClassOrigin::ClassFile {
            return (!info.is_abstract).then(|| vec![self.compiled_body(method, span)]);
        }
        let syntax = self.declarations.methods[method.index()].syntax.clone();
        match syntax {
            MethodSyntax::Declared(decl) => self.declared_body(method, decl),
            MethodSyntax::Initializer(parts) => Some(self.initializer(&parts)),
            MethodSyntax::DefaultConstructor => Some(self.constructor(&[], span, false)),
            MethodSyntax::AnonymousConstructor => Some(self.anonymous_constructor(span)),
            MethodSyntax::CanonicalConstructor(compact) => Some(self.canonical_constructor(compact, span)),
            MethodSyntax::RecordAccessor(field) => Some(self.accessor(field, span)),
            MethodSyntax::RecordEquals => Some(self.record_equals(span)),
            MethodSyntax::RecordHashCode => Some(self.record_hash_code(span)),
            MethodSyntax::RecordToString => Some(self.record_to_string(span)),
            MethodSyntax::EnumValues => Some(self.enum_values(span)),
            MethodSyntax::EnumValueOf => Some(self.enum_value_of(span)),
            // A formula, which `contracts` makes, or a body that was attributed with the one around
            // it.
            MethodSyntax::Represents(_) | MethodSyntax::Function => None,
        }
    }

    fn declared_body(&mut self, method: MethodId, decl: &MethodDecl) -> Option<Vec<TypedStmt>> {
        let info = self.declarations.program.method(method);
        let (kind, class) = (info.kind, info.class);
        self.in_specification = kind == MethodKind::Model;
        let Some(body) = &decl.body else {
            let needs_code = !self.declarations.program.method(method).is_abstract;
            let is_user = self.declarations.program.class(class).origin == ClassOrigin::User;
            return (needs_code && is_user).then(|| vec![self.missing_body(kind, decl)]);
        };
        if kind == MethodKind::Constructor {
            return Some(self.constructor(&body.stmts, decl.name.span, decl.has_syntax_error));
        }
        let stmts = self.block(body);
        let returns = self.return_type != JavaType::Void;
        if returns && !self.has_unread_statement && !decl.has_syntax_error && block_completes(&stmts) {
            let message = format!("`{}` can end without returning a value", decl.name.name);
            self.report(Code::MissingReturn, decl.name.span, message);
        }
        Some(stmts)
    }

    fn compiled_body(&self, method: MethodId, span: Span) -> TypedStmt {
        let unsupported = Unsupported { construct: Construct::CompiledCode, detail: self.compiled_name(method), span };
        TypedStmt { span, kind: TypedStmtKind::Unsupported(unsupported) }
    }

    /// Of a method whose code is only there in compiled form: where it is.
    pub(super) fn compiled_name(&self, method: MethodId) -> Name {
        let info = self.declarations.program.method(method);
        let class = self.declarations.program.class(info.class);
        let named = match info.kind {
            MethodKind::Method | MethodKind::Model | MethodKind::Represents => {
                format!("{}.{}", class.simple_name, info.name)
            }
            MethodKind::Constructor => format!("new {}", class.simple_name),
            MethodKind::StaticInitializer | MethodKind::InstanceInitializer => {
                format!("initialiser of {}", class.simple_name)
            }
        };
        match self.declarations.compiled.get(&class.span.file) {
            Some(home) => Name::from(format!("{named} of {home} has no source here")),
            None => Name::from(named),
        }
    }

    /// Is the code of this method on the class path, in compiled form?
    pub(super) fn is_compiled(&self, method: MethodId) -> bool {
        let info = self.declarations.program.method(method);
        !info.is_abstract && self.declarations.program.class(info.class).origin == ClassOrigin::ClassFile
    }

    /// A native method, a model method that is described by its contract alone, or one whose body
    /// was forgotten.
    fn missing_body(&self, kind: MethodKind, decl: &MethodDecl) -> TypedStmt {
        let construct = match kind {
            _ if decl.modifiers.native => Construct::NativeMethod,
            MethodKind::Model => Construct::BodilessModelMethod,
            _ => Construct::Untyped,
        };
        let unsupported = Unsupported { construct, detail: decl.name.name.clone(), span: decl.span };
        TypedStmt { span: decl.span, kind: TypedStmtKind::Unsupported(unsupported) }
    }

    // Constructors.

    /// JLS 12.5: the enclosing instance, `this(…)` or `super(…)`, field initialisers, then the
    /// body. Statements before the call, which Java allows since version 22, run where they stand.
    /// A part that could not be read may hold the call: then nothing is said of the one that Java
    /// adds where there is none.
    fn constructor(&mut self, stmts: &[Stmt], span: Span, has_syntax_error: bool) -> Vec<TypedStmt> {
        let mut typed: Vec<TypedStmt> = self.store_enclosing_instance(span).into_iter().collect();
        let explicit = stmts.iter().find(|stmt| matches!(stmt.kind, StmtKind::ConstructorCall { .. }));
        self.constructor_call = explicit.map(|call| call.span);
        if explicit.is_none() {
            let known = self.declarations.diagnostics.len();
            typed.extend(self.constructor_statement(ConstructorTarget::Super, None, &[], span));
            if has_syntax_error {
                self.declarations.diagnostics.truncate(known);
            }
        }
        let type_scope = self.scope.clone();
        self.push_scope();
        typed.extend(self.statements(stmts));
        self.pop_scope();
        self.scope = type_scope;
        typed
    }

    /// `this.this$0 = this$0`
    fn store_enclosing_instance(&self, span: Span) -> Option<TypedStmt> {
        let field = self.declarations.program.class(self.class).outer_instance?;
        let param = self.declarations.program.method(self.method?).params.first()?;
        if param.name != "this$0" {
            return None;
        }
        let value = self.read_local(LocalId(1), span).expr;
        Some(self.store(field, value, span))
    }

    /// Assigns a field of `this`, or a static one.
    fn store(&self, field: FieldId, value: TypedExpr, span: Span) -> TypedStmt {
        let info = self.declarations.program.field(field);
        let place = if info.is_static {
            Place::Static(field)
        } else {
            Place::Field { object: Box::new(self.this_expr(span)), field }
        };
        let kind = TypedExprKind::Assign { place, value: Box::new(value) };
        let expr = TypedExpr { kind, ty: Some(info.ty), span };
        TypedStmt { span, kind: TypedStmtKind::Expr(expr) }
    }

    /// The call of the method that runs field initialisers and initialiser blocks, if the class has
    /// any.
    pub(super) fn run_field_initializers(&self, span: Span) -> Option<TypedStmt> {
        let methods = &self.declarations.program.class(self.class).methods;
        let is_initializer =
            |method: &&MethodId| self.declarations.program.method(**method).kind == MethodKind::InstanceInitializer;
        let method = *methods.iter().find(is_initializer)?;
        let args = vec![self.this_expr(span)];
        let kind = TypedExprKind::Call { dispatch: crate::body::Dispatch::Exact, method, args };
        Some(TypedStmt { span, kind: TypedStmtKind::Expr(TypedExpr { kind, ty: None, span }) })
    }

    /// Passes its parameters to the constructor of the superclass.
    fn anonymous_constructor(&mut self, span: Span) -> Vec<TypedStmt> {
        let mut stmts: Vec<TypedStmt> = self.store_enclosing_instance(span).into_iter().collect();
        let own = usize::from(self.declarations.program.class(self.class).outer_instance.is_some());
        let environment = self.declarations.attribution.environments.get(&self.class).cloned();
        match environment.and_then(|environment| environment.super_constructor) {
            Some(method) => {
                let count = self.method.map_or(0, |method| self.declarations.program.method(method).params.len());
                let passed = (own..count).map(|index| self.param(index, span));
                let args = std::iter::once(self.this_expr(span)).chain(passed).collect();
                let kind = TypedExprKind::Call { dispatch: crate::body::Dispatch::Exact, method, args };
                let call = TypedExpr { kind, ty: None, span };
                let target = ConstructorTarget::Super;
                stmts.push(TypedStmt { span, kind: TypedStmtKind::ConstructorCall { target, call } });
            }
            None => {
                let detail = Name::new("superclass of an anonymous class");
                let unsupported = Unsupported { construct: Construct::MissingClass, detail, span };
                stmts.push(TypedStmt { span, kind: TypedStmtKind::Unsupported(unsupported) });
            }
        }
        stmts.extend(self.run_field_initializers(span));
        stmts
    }

    /// A record's: the compact body, if any, then each parameter into its field (JLS 8.10.4).
    fn canonical_constructor(&mut self, compact: Option<&MethodDecl>, span: Span) -> Vec<TypedStmt> {
        let body = compact.and_then(|decl| decl.body.as_ref()).map_or(&[][..], |body| &body.stmts);
        let mut stmts = self.constructor(body, span, false);
        for (index, field) in self.record_fields().into_iter().enumerate() {
            let value = self.param(index, span);
            stmts.push(self.store(field, value, span));
        }
        stmts
    }

    /// The value of a parameter of a constructor.
    fn param(&self, index: usize, span: Span) -> TypedExpr {
        self.read_local(LocalId(index as u32 + 1), span).expr
    }

    fn record_fields(&self) -> Vec<FieldId> {
        let Some(syntax) = self.declarations.classes[self.class.index()].syntax else { return Vec::new() };
        let names = syntax.record_components.iter().map(|component| &component.name.name);
        names.filter_map(|name| self.declarations.classes[self.class.index()].fields.get(name).copied()).collect()
    }

    // Initialisers.

    fn initializer(&mut self, parts: &[InitializerPart<'_>]) -> Vec<TypedStmt> {
        let mut stmts = Vec::new();
        let mut ordinal = 0;
        for part in parts {
            match part {
                InitializerPart::Field(field, init) => stmts.extend(self.field_initializer(*field, init)),
                InitializerPart::EnumConstant(field, constant) => {
                    stmts.extend(self.enum_constant(*field, constant, ordinal));
                    ordinal += 1;
                }
                InitializerPart::Block(block) => {
                    let span = block.span;
                    stmts.push(TypedStmt { span, kind: TypedStmtKind::Block(self.block(&block.body)) });
                }
            }
        }
        stmts
    }

    /// A static constant has its value before any initialiser runs, so nothing is assigned.
    fn field_initializer(&mut self, field: FieldId, init: &Expr) -> Option<TypedStmt> {
        let constant = super::names::field_constant(self.declarations, field);
        let info = self.declarations.program.field(field);
        if constant.is_some() && info.is_static {
            return None;
        }
        let is_ghost = info.kind == crate::program::FieldKind::Ghost;
        let ty = self.declarations.fields[field.index()].ty.clone();
        // Whoever reads a ghost field of a type that is not modelled (`\bigint`) is stopped there.
        if is_ghost && ty == JavaType::Unknown {
            return None;
        }
        let outside = self.in_specification;
        let span = init.span;
        self.in_specification = is_ghost;
        let value = self.converted(init, &ty);
        self.in_specification = outside;
        Some(self.store(field, value, span))
    }

    fn enum_constant(&mut self, field: FieldId, constant: &EnumConstant, ordinal: i32) -> Vec<TypedStmt> {
        let span = constant.span;
        let class_type = self.declarations.this_type(self.class);
        let ty = JavaType::Class(class_type.clone());
        let value = match &constant.body {
            Some(body) => self.new_anonymous(class_type, body, None, &constant.args, false, span, None).expr,
            None => {
                let passed = self.arguments(&constant.args);
                let name = Ident { name: constant.name.name.clone(), span: constant.name.span };
                match self.constructor_call(self.class, &ty, None, passed, &name, span) {
                    Ok(call) => {
                        let kind =
                            TypedExprKind::New { class: self.class, constructor: call.constructor, args: call.args };
                        self.typed(kind, ty.clone(), span).expr
                    }
                    Err(instead) => instead.expr,
                }
            }
        };
        let mut stmts = vec![self.store(field, value, span)];
        let name = TypedExprKind::Constant(Constant::String(constant.name.name.clone()));
        let name = self.typed(name, self.string_type(), span).expr;
        stmts.extend(self.set_enum_field(field, "name", name, span));
        let number = TypedExprKind::Constant(Constant::Int(ordinal));
        let number = self.typed(number, JavaType::Primitive(Primitive::Int), span).expr;
        stmts.extend(self.set_enum_field(field, "ordinal", number, span));
        stmts
    }

    /// `CONSTANT.name = …`, on the field that `java.lang.Enum` declares.
    fn set_enum_field(&self, constant: FieldId, name: &str, value: TypedExpr, span: Span) -> Option<TypedStmt> {
        let enumeration = self.declarations.well_known.enumeration;
        let Lookup::Found(field) = self.declarations.find_field(enumeration, name) else { return None };
        let ty = Some(self.declarations.program.field(constant).ty);
        let object = Box::new(TypedExpr { kind: TypedExprKind::StaticField(constant), ty, span });
        let ty = value.ty;
        let kind = TypedExprKind::Assign { place: Place::Field { object, field }, value: Box::new(value) };
        Some(TypedStmt { span, kind: TypedStmtKind::Expr(TypedExpr { kind, ty, span }) })
    }

    // Records.

    fn returned(&self, value: TypedExpr, span: Span) -> TypedStmt {
        TypedStmt { span, kind: TypedStmtKind::Return(Some(value)) }
    }

    fn accessor(&self, field: FieldId, span: Span) -> Vec<TypedStmt> {
        vec![self.returned(self.field_node(self.this_expr(span), field, span), span)]
    }

    /// Same class and equal components: primitives by `==`, objects by `equals`, null only equal to
    /// null.
    fn record_equals(&mut self, span: Span) -> Vec<TypedStmt> {
        let class = Type::class(self.class);
        let this_type = JavaType::Class(self.declarations.this_type(self.class));
        let param = self.read_local(LocalId(1), span).expr;
        let mut result = {
            let operand = Box::new(param.clone());
            self.boolean(TypedExprKind::InstanceOf { operand, ty: class }, span).expr
        };
        let other = self.checked_cast(param, &this_type);
        for field in self.record_fields() {
            let left = self.field_node(self.this_expr(span), field, span);
            let right = self.field_node(other.clone(), field, span);
            let equal = self.components_equal(field, left, right, span);
            let kind = TypedExprKind::Logical { op: LogicalOp::And, left: Box::new(result), right: Box::new(equal) };
            result = self.boolean(kind, span).expr;
        }
        vec![self.returned(result, span)]
    }

    fn components_equal(&self, field: FieldId, left: TypedExpr, right: TypedExpr, span: Span) -> TypedExpr {
        let ty = &self.declarations.fields[field.index()].ty;
        if is_floating(ty) {
            return self.floating_equal(ty, left, right, span);
        }
        if !is_reference(ty) {
            return equal_node(self, left, right, span);
        }
        let null = self.typed(TypedExprKind::Constant(Constant::Null), JavaType::Null, span).expr;
        let cond = Box::new(equal_node(self, left.clone(), null.clone(), span));
        let then = Box::new(equal_node(self, right.clone(), null, span));
        let otherwise = Box::new(self.equals_call(left, right, span));
        self.boolean(TypedExprKind::Conditional { cond, then, otherwise }, span).expr
    }

    /// `Double.compare(left, right) == 0`
    fn floating_equal(&self, ty: &JavaType, left: TypedExpr, right: TypedExpr, span: Span) -> TypedExpr {
        let boxed = self.declarations.boxed(if *ty == JavaType::Primitive(Primitive::Float) {
            Primitive::Float
        } else {
            Primitive::Double
        });
        let int = JavaType::Primitive(Primitive::Int);
        let erased = self.declarations.erase(ty);
        let class = self.declarations.erase(&boxed).as_class();
        let compare = class.and_then(|class| self.method_with_params(class, "compare", &[erased, erased]));
        let Some(method) = compare else {
            return self.unsupported(Construct::MissingMember, "compare", BOOLEAN, span).expr;
        };
        let kind = TypedExprKind::Call { dispatch: Dispatch::Static, method, args: vec![left, right] };
        let compared = self.typed(kind, int.clone(), span).expr;
        let zero = self.typed(TypedExprKind::Constant(Constant::Int(0)), int, span).expr;
        equal_node(self, compared, zero, span)
    }

    fn record_hash_code(&self, span: Span) -> Vec<TypedStmt> {
        let int = JavaType::Primitive(Primitive::Int);
        let value = self.unsupported(Construct::MissingMember, "hashCode of a record", int, span).expr;
        vec![self.returned(value, span)]
    }

    /// `Point[x=1, y=2]`
    fn record_to_string(&self, span: Span) -> Vec<TypedStmt> {
        let text = |text: String| {
            let kind = TypedExprKind::Constant(Constant::String(Name::new(text)));
            self.typed(kind, self.string_type(), span).expr
        };
        let simple = self.declarations.program.class(self.class).simple_name.clone();
        let mut before = format!("{simple}[");
        let mut parts = Vec::new();
        for field in self.record_fields() {
            let info = self.declarations.program.field(field);
            parts.push(text(format!("{before}{}=", info.name)));
            let ty = self.declarations.fields[field.index()].ty.clone();
            let read = self.field_node(self.this_expr(span), field, span);
            parts.push(self.string_of(super::Typed::new(read, ty)).expr);
            before = ", ".to_string();
        }
        let end = if parts.is_empty() { format!("{simple}[]") } else { "]".to_string() };
        parts.push(text(end));
        let value = self.typed(TypedExprKind::Concat(parts), self.string_type(), span).expr;
        vec![self.returned(value, span)]
    }

    // Enums.

    fn enum_constants(&self, span: Span) -> Vec<(Name, TypedExpr)> {
        let constants = &self.declarations.program.class(self.class).enum_constants;
        let read = |field: &FieldId| {
            let info = self.declarations.program.field(*field);
            let kind = TypedExprKind::StaticField(*field);
            (info.name.clone(), TypedExpr { kind, ty: Some(info.ty), span })
        };
        constants.iter().map(read).collect()
    }

    /// A new array each time (JLS 8.9.3).
    fn enum_values(&self, span: Span) -> Vec<TypedStmt> {
        let elements = self.enum_constants(span).into_iter().map(|(_, value)| value).collect();
        let ty = Type::class(self.class).array_of();
        let kind = TypedExprKind::ArrayLiteral { ty, elements };
        vec![self.returned(TypedExpr { kind, ty: Some(ty), span }, span)]
    }

    /// Compares the name with each constant's; a null name throws by itself.
    fn enum_value_of(&mut self, span: Span) -> Vec<TypedStmt> {
        // A static method: the name is its first variable.
        let name = self.read_local(LocalId(0), span).expr;
        let mut stmts = Vec::new();
        for (constant, value) in self.enum_constants(span) {
            let text = TypedExprKind::Constant(Constant::String(constant));
            let text = self.typed(text, self.string_type(), span).expr;
            let cond = self.equals_call(name.clone(), text, span);
            let then = Box::new(self.returned(value, span));
            stmts.push(TypedStmt { span, kind: TypedStmtKind::If { cond, then, otherwise: None } });
        }
        let error = self.declarations.find_qualified_class("java.lang.IllegalArgumentException");
        let error = match error {
            Some(class) => self.new_exception(class, span),
            None => {
                let detail = "java.lang.IllegalArgumentException";
                self.unsupported(Construct::MissingClass, detail, JavaType::Unknown, span).expr
            }
        };
        stmts.push(TypedStmt { span, kind: TypedStmtKind::Throw(error) });
        stmts
    }
}
