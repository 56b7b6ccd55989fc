//! The expressions that only JML has: `\result`, `\old`, quantifiers, `\reach`, sets of objects,
//! types as values.
//!
//! Follows the JML Reference Manual, section 12.4 ("JML Primary Expressions") and 12.6 (operators),
//! and TACO's dialect of `\reach` (Galeotti et al., section 2). What is not evaluated becomes an
//! `Unsupported` node with the reason; nothing is dropped.
//!
//! Decisions:
//! - `(\num_of …)` is a `long`, as in JML; `(\sum …)`, `(\product …)`, `(\min …)`, `(\max …)` have
//!   the promoted type of their body (`int` or `long`) and wrap around as Java does.
//! - Binders of reference types range over non-null objects. A binder written `nullable` is not
//!   modelled.
//! - `\old` and `\pre` mean the same: the state before the method, also in loop clauses and JML's
//!   `assert`. `\old(e, label)` is not modelled.
//! - Sets are values: `equals`, `==` and `!=` compare their elements. `size()` is `int_size()`.
//! - The fields of a `\reach` are looked up in its class, in the supertypes, then in the subclasses
//!   (TACO's inputs name fields of subclasses).
//! - `\typeof` of a primitive value is its type.

use super::walk::{Walk, walk_expr};
use super::{Attributor, FormulaContext, Typed};
use crate::body::{BinaryOp, Local, LocalKind, LogicalOp, Quantifier, UnaryOp};
use crate::constructs::Construct;
use crate::lower::declarations::Declarations;
use crate::lower::lookup::Lookup;
use crate::lower::typed::{TypedExpr, TypedExprKind, TypedSpec};
use crate::lower::types::JavaType;
use crate::program::{ClassId, ClassOrigin, Constant, FieldId, FieldKind, LocalId, MethodKind, Type};
use tightrope_source::{Code, Diagnostic, Name, Span, most_similar};
use tightrope_syntax::jml::{self, FieldName, JmlExpr, Modifier};
use tightrope_syntax::tree::{self, Call, Expr, ExprKind, FieldDecl, Param, Primitive, TypeRef, TypeRefKind};

const BOOLEAN: JavaType = JavaType::Primitive(Primitive::Boolean);
const INT: JavaType = JavaType::Primitive(Primitive::Int);
const LONG: JavaType = JavaType::Primitive(Primitive::Long);

/// Names of the operations on sets of objects, for suggestions.
const SET_OPERATIONS: &[&str] = &[
    "has",
    "contains",
    "int_size",
    "size",
    "isEmpty",
    "equals",
    "containsAll",
    "isSubset",
    "isSuperset",
    "isProperSubset",
    "isProperSuperset",
    "union",
    "intersection",
    "difference",
];

const OPERATIONS_ON_TWO_SETS: &[&str] = &[
    "equals",
    "containsAll",
    "isSubset",
    "isSuperset",
    "isProperSubset",
    "isProperSuperset",
    "union",
    "intersection",
    "difference",
];

/// An expression of a clause, with the variables that it uses.
#[derive(Debug)]
pub(crate) struct AttributedClause {
    pub(crate) locals: Vec<Local>,
    /// `old T x = e;` in the case around the clause: the local that stands for `x`, and `e`. Later
    /// ones may use earlier ones.
    pub(crate) old_variables: Vec<(LocalId, TypedExpr)>,
    pub(crate) exprs: Vec<Typed>,
}

/// Attributes the value of a model field.
pub(crate) fn attribute_represents(
    declarations: &mut Declarations<'_>,
    context: &FormulaContext,
    value: &Expr,
    ty: &JavaType,
) -> AttributedClause {
    let mut attributor = Attributor::for_formula(declarations, context);
    let typed = attributor.represents(value, ty);
    AttributedClause { locals: attributor.locals, old_variables: Vec::new(), exprs: vec![typed] }
}

/// Attributes expressions of one clause of a contract. Variables: this, parameters, the exception,
/// `old` variables, then binders.
pub(crate) fn attribute_clause(
    declarations: &mut Declarations<'_>,
    context: &FormulaContext,
    old_variables: &[&FieldDecl],
    exprs: &[(&Expr, Option<JavaType>)],
) -> AttributedClause {
    let mut attributor = Attributor::for_formula(declarations, context);
    let old_variables = attributor.old_variables(old_variables);
    let mut typed = Vec::new();
    for (expr, expected) in exprs {
        typed.push(attributor.formula_expression(expr, expected.as_ref()));
    }
    AttributedClause { locals: attributor.locals, old_variables, exprs: typed }
}

impl<'d, 'a> Attributor<'d, 'a> {
    /// An expression of a contract; one that must be boolean is converted.
    fn formula_expression(&mut self, expr: &Expr, expected: Option<&JavaType>) -> Typed {
        match expected {
            Some(JavaType::Primitive(Primitive::Boolean)) => Typed::new(self.condition_expr(expr), BOOLEAN),
            Some(expected) => self.value_of_type(expr, expected, "use"),
            None => self.expression(expr, None),
        }
    }

    fn represents(&mut self, value: &Expr, ty: &JavaType) -> Typed {
        self.value_of_type(value, ty, "represent")
    }

    fn value_of_type(&mut self, expr: &Expr, expected: &JavaType, why: &str) -> Typed {
        let typed = self.expression(expr, Some(expected));
        match self.missing_class(expected) {
            // `JMLObjectSet` and its kin: nothing is known of their values.
            Some(name) if typed.ty == JavaType::ObjectSet => {
                self.unsupported(Construct::MissingClass, &name, expected.clone(), expr.span)
            }
            _ => Typed::new(self.convert(typed, expected, why), expected.clone()),
        }
    }

    fn missing_class(&self, ty: &JavaType) -> Option<Name> {
        let class = self.declarations.program.class(self.declarations.erase(ty).as_class()?);
        (class.origin == ClassOrigin::Missing).then(|| class.name.clone())
    }

    fn condition_expr(&mut self, expr: &Expr) -> TypedExpr {
        match self.effect(expr) {
            Some(effect) => effect,
            None => self.condition(expr).expr,
        }
    }

    fn operand_expr(&mut self, expr: &Expr, operator: &str) -> TypedExpr {
        match self.effect(expr) {
            Some(effect) => effect,
            None => self.boolean_operand(expr, operator).expr,
        }
    }

    /// `requires x = 3;`: that it changes the state says more than that it is no boolean.
    fn effect(&mut self, expr: &Expr) -> Option<TypedExpr> {
        let is_effect = matches!(expr.kind, ExprKind::Assign { .. } | ExprKind::Update { .. });
        is_effect.then(|| TypedExpr { ty: Some(Type::BOOLEAN), ..self.expression(expr, None).expr })
    }

    fn old_variables(&mut self, declared: &[&FieldDecl]) -> Vec<(LocalId, TypedExpr)> {
        // They are evaluated before the method: it has no result yet.
        let result = self.result.take();
        let mut found = Vec::new();
        for declaration in declared {
            let base = self.declarations.resolve_type(&self.scope.clone(), &declaration.ty);
            for declarator in &declaration.declarators {
                let ty = self.declarations.array_type(base.clone(), declarator.dims, declarator.name.span);
                let Some(init) = &declarator.init else {
                    let message = format!("the `old` variable `{}` has no value", declarator.name.name);
                    self.report(Code::JmlSyntax, declarator.name.span, message);
                    continue;
                };
                let value = self.formula_expression(init, Some(&ty)).expr;
                let name = declarator.name.name.clone();
                let local = self.declare_variable(name, ty, LocalKind::Bound, declarator.name.span);
                found.push((local, value));
            }
        }
        self.result = result;
        found
    }

    /// An expression of JML.
    pub(crate) fn jml_expression(&mut self, expr: &JmlExpr, span: Span, expected: Option<&JavaType>) -> Typed {
        match expr {
            JmlExpr::Result => self.result_value(span),
            JmlExpr::Old { expr, label: None } => self.old_value(expr, "\\old", span, expected),
            JmlExpr::Old { expr, label: Some(label) } => self.labelled_old(expr, &label.name, span, expected),
            JmlExpr::Pre(expr) => self.old_value(expr, "\\pre", span, expected),
            JmlExpr::Fresh(exprs) => self.fresh_objects(exprs, span),
            JmlExpr::NonNullElements(expr) => self.non_null_elements(expr, span),
            JmlExpr::TypeOf(expr) => self.type_of_object(expr, span),
            JmlExpr::ElementType(expr) => self.jml_element_type(expr, span),
            JmlExpr::TypeLiteral(ty) => self.jml_type_literal(ty, span),
            JmlExpr::InvariantFor(exprs) => self.invariant_for(exprs, span),
            JmlExpr::Quantified { quantifier, binders, range, body } => {
                self.quantified_expression(*quantifier, binders, range.as_ref(), body, span)
            }
            JmlExpr::SetComprehension { binder, predicate } => self.comprehension(binder, predicate, span),
            JmlExpr::Reach { root, ty, fields } => self.reachable(root, ty.as_ref(), fields.as_deref(), span),
            JmlExpr::Informal(text) => self.informal_predicate(text, span),
            JmlExpr::Labelled { expr, .. } => self.expression(expr, expected),
            JmlExpr::Unchecked { keyword } => {
                self.unsupported(Construct::UncheckedExpression, keyword, JavaType::Unknown, span)
            }
        }
    }

    /// `==>`, `<==`, `<==>`, `<=!=>`, `<:`
    pub(crate) fn jml_operator(&mut self, op: tree::BinaryOp, left: &Expr, right: &Expr, span: Span) -> Typed {
        match op {
            tree::BinaryOp::Implies => self.jml_implication("==>", left, right, span),
            // A formula has no effects, so that `a <== b` may evaluate `b` first: `a` need only
            // have a value where `b` holds.
            tree::BinaryOp::ImpliedBy => self.jml_implication("<==", right, left, span),
            tree::BinaryOp::Equivalent => self.jml_equivalence("<==>", left, right, span),
            tree::BinaryOp::NotEquivalent => self.jml_equivalence("<=!=>", left, right, span),
            tree::BinaryOp::Subtype => self.subtype_test(left, right, span),
            _ => self.erroneous(span),
        }
    }

    fn jml_implication(&mut self, operator: &str, premise: &Expr, conclusion: &Expr, span: Span) -> Typed {
        let left = Box::new(self.operand_expr(premise, operator));
        let right = Box::new(self.operand_expr(conclusion, operator));
        self.boolean(TypedExprKind::Logical { op: LogicalOp::Implies, left, right }, span)
    }

    fn jml_equivalence(&mut self, operator: &str, left: &Expr, right: &Expr, span: Span) -> Typed {
        let op = if operator == "<==>" { BinaryOp::Equal } else { BinaryOp::NotEqual };
        let left = Box::new(self.operand_expr(left, operator));
        let right = Box::new(self.operand_expr(right, operator));
        self.boolean(TypedExprKind::Binary { op, left, right }, span)
    }

    fn subtype_test(&mut self, left: &Expr, right: &Expr, span: Span) -> Typed {
        let left = self.type_value(left);
        let right = self.type_value(right);
        self.spec_node(TypedSpec::Subtype { left, right }, BOOLEAN, span)
    }

    // States.

    fn result_value(&mut self, span: Span) -> Typed {
        match self.result.clone() {
            Some(ty) if ty != JavaType::Void => self.spec_node(TypedSpec::Result, ty, span),
            _ => {
                let diagnostic = Diagnostic::new(Code::NoResultHere, span, "`\\result` has no meaning here")
                    .hint(self.result_hint());
                self.declarations.report(diagnostic);
                self.erroneous(span)
            }
        }
    }

    fn result_hint(&self) -> String {
        match self.method.map(|method| self.declarations.program.method(method)) {
            Some(method) if method.kind == MethodKind::Constructor => "a constructor returns no value".to_string(),
            Some(method) if method.return_type.is_none() => format!("`{}` returns no value", method.name),
            _ => "only an `ensures` clause can speak of the value that the method returns".to_string(),
        }
    }

    /// Reports that there is no state before, if there is none.
    fn requires_pre_state(&mut self, keyword: &str, span: Span) -> bool {
        if !self.has_pre_state {
            let message = format!("`{keyword}` has no meaning here: there is no earlier state");
            let diagnostic = Diagnostic::new(Code::NoResultHere, span, message)
                .hint("only `ensures`, `signals`, `constraint` and JML inside a body can speak of the state before the method");
            self.declarations.report(diagnostic);
        }
        self.has_pre_state
    }

    fn old_value(&mut self, expr: &Expr, keyword: &str, span: Span, expected: Option<&JavaType>) -> Typed {
        let allowed = self.requires_pre_state(keyword, span);
        let Typed { expr, ty, .. } = self.expression(expr, expected);
        if !allowed {
            return self.unsupported(Construct::UncheckedExpression, keyword, ty, span);
        }
        self.spec_node(TypedSpec::Old(expr), ty, span)
    }

    fn labelled_old(&mut self, expr: &Expr, label: &Name, span: Span, expected: Option<&JavaType>) -> Typed {
        let ty = self.expression(expr, expected).ty;
        let detail = format!("\\old with the label `{label}`");
        self.unsupported(Construct::UncheckedExpression, &detail, ty, span)
    }

    fn fresh_objects(&mut self, exprs: &[Expr], span: Span) -> Typed {
        let allowed = self.requires_pre_state("\\fresh", span);
        let operands = exprs.iter().map(|expr| self.object_operand(expr, "\\fresh")).collect();
        if !allowed {
            return self.unsupported(Construct::UncheckedExpression, "\\fresh", BOOLEAN, span);
        }
        self.spec_node(TypedSpec::Fresh(operands), BOOLEAN, span)
    }

    fn informal_predicate(&mut self, text: &str, span: Span) -> Typed {
        let diagnostic =
            Diagnostic::new(Code::InformalAssumption, span, "this informal predicate is assumed, not checked")
                .hint("write it as a JML expression to have it checked");
        self.declarations.report(diagnostic);
        self.spec_node(TypedSpec::Informal(Name::new(text.trim())), BOOLEAN, span)
    }

    // Objects and types.

    fn non_null_elements(&mut self, expr: &Expr, span: Span) -> Typed {
        let typed = self.expression(expr, None);
        if !matches!(typed.ty, JavaType::Array(_) | JavaType::Unknown) {
            let message = format!("`\\nonnullelements` takes an array, not `{}`", self.describe(&typed.ty));
            return self.wrong(Code::TypeMismatch, typed.span(), message);
        }
        self.spec_node(TypedSpec::NonNullElements(typed.expr), BOOLEAN, span)
    }

    fn invariant_for(&mut self, exprs: &[Expr], span: Span) -> Typed {
        let mut conjunction: Option<Typed> = None;
        for expr in exprs {
            let object = self.object_operand(expr, "\\invariant_for");
            let holds = self.spec_node(TypedSpec::InvariantFor(object), BOOLEAN, span);
            conjunction = Some(match conjunction {
                None => holds,
                Some(others) => self.both_hold(others.expr, holds.expr, span),
            });
        }
        conjunction.unwrap_or_else(|| self.boolean(TypedExprKind::Constant(Constant::Boolean(true)), span))
    }

    fn type_of_object(&mut self, expr: &Expr, span: Span) -> Typed {
        let typed = self.expression(expr, None);
        match typed.ty {
            JavaType::Primitive(_) => {
                let ty = self.declarations.erase(&typed.ty);
                self.spec_node(TypedSpec::TypeLiteral(ty), JavaType::TypeValue, span)
            }
            _ => {
                let object = self.require_object(typed, "\\typeof");
                self.spec_node(TypedSpec::TypeOf(object), JavaType::TypeValue, span)
            }
        }
    }

    fn jml_type_literal(&mut self, ty: &TypeRef, span: Span) -> Typed {
        let ty = self.declarations.resolve_type(&self.scope.clone(), ty);
        match ty {
            JavaType::Unknown | JavaType::Void => self.erroneous(span),
            _ => {
                let ty = self.declarations.erase(&ty);
                self.spec_node(TypedSpec::TypeLiteral(ty), JavaType::TypeValue, span)
            }
        }
    }

    fn jml_element_type(&mut self, expr: &Expr, span: Span) -> Typed {
        let operand = self.type_value(expr);
        self.spec_node(TypedSpec::ElementType(operand), JavaType::TypeValue, span)
    }

    /// An operand that is a type: `\typeof(x)`, `\type(T)`, `T.class`.
    fn type_value(&mut self, expr: &Expr) -> TypedExpr {
        if let ExprKind::ClassLiteral(ty) = &expr.kind {
            return self.jml_type_literal(ty, expr.span).expr;
        }
        let typed = self.expression(expr, None);
        if !matches!(typed.ty, JavaType::TypeValue | JavaType::Unknown) {
            let message = format!("a type is needed here, not a value of type `{}`", self.describe(&typed.ty));
            let hint = "write `\\typeof(x)` for the type of an object, `\\type(T)` for the type `T`";
            self.declarations.report(Diagnostic::new(Code::TypeMismatch, typed.span(), message).hint(hint));
            return self.erroneous(expr.span).expr;
        }
        typed.expr
    }

    /// An operand that is a reference to an object.
    fn object_operand(&mut self, expr: &Expr, keyword: &str) -> TypedExpr {
        let typed = self.expression(expr, None);
        self.require_object(typed, keyword)
    }

    fn require_object(&mut self, typed: Typed, keyword: &str) -> TypedExpr {
        if is_object(&typed.ty) {
            return typed.expr;
        }
        let message = format!("`{keyword}` takes an object, not a value of type `{}`", self.describe(&typed.ty));
        self.wrong(Code::TypeMismatch, typed.span(), message).expr
    }

    // Quantifiers.

    fn quantified_expression(
        &mut self,
        quantifier: jml::Quantifier,
        binders: &[Param],
        range: Option<&Expr>,
        body: &Expr,
        span: Span,
    ) -> Typed {
        if let Some((construct, detail)) = binders.iter().find_map(unsupported_binder) {
            return self.unsupported(construct, &detail, quantifier_type(quantifier), span);
        }
        self.push_scope();
        let binders = binders.iter().map(|binder| self.bound_variable(binder)).collect();
        let range = match range {
            Some(range) => self.condition_expr(range),
            None => self.boolean(TypedExprKind::Constant(Constant::Boolean(true)), span.before()).expr,
        };
        let (body, ty) = match quantifier {
            jml::Quantifier::Forall | jml::Quantifier::Exists | jml::Quantifier::NumOf => {
                (self.condition_expr(body), quantifier_type(quantifier))
            }
            _ => self.numeric_body(body),
        };
        self.pop_scope();
        let quantifier = body_quantifier(quantifier);
        self.spec_node(TypedSpec::Quantified { quantifier, binders, range, body }, ty, span)
    }

    fn bound_variable(&mut self, binder: &Param) -> LocalId {
        let ty = self.declarations.resolve_type(&self.scope.clone(), &binder.ty);
        self.declare_variable(binder.name.name.clone(), ty, LocalKind::Bound, binder.name.span)
    }

    /// The body of `\sum` and its kin, promoted to `int` or `long`.
    fn numeric_body(&mut self, body: &Expr) -> (TypedExpr, JavaType) {
        let typed = self.expression(body, None);
        let primitive = match &typed.ty {
            JavaType::Primitive(primitive) => Some(*primitive),
            ty => self.declarations.unboxed(ty),
        };
        let promoted = match primitive {
            Some(Primitive::Byte | Primitive::Short | Primitive::Char | Primitive::Int) => INT,
            Some(Primitive::Long) => LONG,
            Some(Primitive::Float | Primitive::Double) => {
                let span = typed.span();
                let typed = self.unsupported_after(typed, Construct::FloatingPoint, "sum or extremum", INT, span);
                return (typed.expr, typed.ty);
            }
            _ if typed.is_unknown() => return (typed.expr, typed.ty),
            _ => {
                let message = format!("a number is needed here, not a value of type `{}`", self.describe(&typed.ty));
                return (self.wrong(Code::BadOperands, typed.span(), message).expr, JavaType::Unknown);
            }
        };
        let expr = self.convert(typed, &promoted, "use");
        (expr, promoted)
    }

    fn comprehension(&mut self, binder: &Param, predicate: &Expr, span: Span) -> Typed {
        if let Some((construct, detail)) = unsupported_binder(binder) {
            return self.unsupported(construct, &detail, JavaType::ObjectSet, span);
        }
        self.push_scope();
        let local = self.bound_variable(binder);
        let range = self.condition_expr(predicate);
        self.pop_scope();
        let ty = self.local_type(local);
        if !is_object(&ty) {
            let message = format!("a set comprehension collects objects, not values of type `{}`", self.describe(&ty));
            return self.wrong(Code::TypeMismatch, binder.span, message);
        }
        self.spec_node(TypedSpec::Comprehension { binder: local, range }, JavaType::ObjectSet, span)
    }

    // Reachability.

    fn reachable(&mut self, root: &Expr, ty: Option<&TypeRef>, fields: Option<&[FieldName]>, span: Span) -> Typed {
        let typed = self.expression(root, None);
        if !is_object(&typed.ty) {
            let message =
                format!("`\\reach` starts at an object, not at a value of type `{}`", self.describe(&typed.ty));
            self.report(Code::BadReach, typed.span(), message);
            return self.unsupported(Construct::UncheckedExpression, "\\reach", JavaType::ObjectSet, span);
        }
        let class = match ty.map(|ty| self.reach_class(ty)) {
            Some(None) => return self.unsupported(Construct::Untyped, "\\reach", JavaType::ObjectSet, span),
            Some(Some(class)) => Some(class),
            None => None,
        };
        let home = class.or_else(|| self.declarations.erase(&typed.ty).as_class());
        let mut found = Vec::new();
        for field in fields.unwrap_or_default() {
            match self.reach_field(home, field) {
                Ok(field) => found.push(field),
                Err((construct, detail)) => return self.unsupported(construct, &detail, JavaType::ObjectSet, span),
            }
        }
        let fields = fields.map(|_| found);
        self.spec_node(TypedSpec::Reach { root: typed.expr, class, fields }, JavaType::ObjectSet, span)
    }

    fn reach_class(&mut self, ty: &TypeRef) -> Option<ClassId> {
        let resolved = self.declarations.resolve_type(&self.scope.clone(), ty);
        if resolved == JavaType::Unknown {
            return None;
        }
        let class = self.declarations.erase(&resolved).as_class();
        if class.is_none() {
            let message = format!("`\\reach` takes a class here, not `{}`", self.describe(&resolved));
            self.report(Code::BadReach, ty.span, message);
        }
        class
    }

    /// The field, or why the `\reach` has no value.
    fn reach_field(&mut self, home: Option<ClassId>, field: &FieldName) -> Result<FieldId, (Construct, String)> {
        let class = match &field.class {
            Some(ty) => self.reach_class(ty),
            None => home,
        };
        let Some(class) = class else { return Err((Construct::Untyped, "\\reach".to_string())) };
        match self.find_reach_field(class, &field.name.name) {
            Lookup::Found(id) => self.check_reach_field(id, field),
            Lookup::Ambiguous(ids) => match ids.first() {
                Some(id) => self.check_reach_field(*id, field),
                None => Err(self.unknown_reach_field(class, field)),
            },
            Lookup::MaybeMissing => {
                Err((Construct::MissingMember, format!("{}.{}", self.class_name(class), field.name.name)))
            }
            Lookup::NotFound => Err(self.unknown_reach_field(class, field)),
        }
    }

    fn find_reach_field(&self, class: ClassId, name: &str) -> Lookup<FieldId> {
        let inherited = self.declarations.find_field(class, name);
        if inherited != Lookup::NotFound {
            return inherited;
        }
        let declared_below = self.declarations.program.class_ids().find_map(|below| {
            let field = self.declarations.classes.get(below.index())?.fields.get(name)?;
            self.declarations.is_subclass(below, class).then_some(*field)
        });
        declared_below.map_or(Lookup::NotFound, Lookup::Found)
    }

    fn check_reach_field(&mut self, id: FieldId, written: &FieldName) -> Result<FieldId, (Construct, String)> {
        let field = self.declarations.program.field(id);
        let name = written.name.name.clone();
        let problem = if field.kind == FieldKind::Model {
            return Err((Construct::UncheckedExpression, format!("\\reach over the model field {name}")));
        } else if field.is_static {
            "is static: it leads from no object to another"
        } else if !field.ty.is_reference() && field.ty != Type::UNKNOWN {
            "holds no reference"
        } else {
            return Ok(id);
        };
        let declared = field.span;
        let diagnostic = Diagnostic::new(Code::BadReach, written.name.span, format!("`{name}` {problem}"))
            .label(declared, "declared here")
            .hint("`\\reach(root, Class, field + field)` follows fields that hold references");
        self.declarations.report(diagnostic);
        Err((Construct::UncheckedExpression, "\\reach".to_string()))
    }

    fn unknown_reach_field(&mut self, class: ClassId, written: &FieldName) -> (Construct, String) {
        let name = &written.name.name;
        let message = format!("`{}` has no field `{name}`", self.declarations.program.class(class).simple_name);
        let mut diagnostic = Diagnostic::new(Code::BadReach, written.name.span, message);
        if let Some(near) = self.declarations.similar_name(name, |declarations| declarations.field_names(class)) {
            diagnostic = diagnostic.hint(format!("did you mean `{near}`?"));
        }
        self.declarations.report(diagnostic);
        (Construct::UncheckedExpression, "\\reach".to_string())
    }

    // Sets.

    /// A method call on a set of objects.
    pub(crate) fn set_call(&mut self, set: Typed, call: &Call, span: Span) -> Typed {
        let set = set.expr;
        match (call.name.name.as_str(), call.args.as_slice()) {
            ("has" | "contains", [element]) => {
                let element = self.object_operand(element, "has");
                self.spec_node(TypedSpec::Contains { set, element }, BOOLEAN, span)
            }
            ("int_size" | "size", []) => self.spec_node(TypedSpec::SetSize(set), INT, span),
            ("isEmpty", []) => self.spec_node(TypedSpec::SetIsEmpty(set), BOOLEAN, span),
            (name, [argument]) if OPERATIONS_ON_TWO_SETS.contains(&name) => {
                let argument = self.set_argument(name, argument);
                self.set_operation(name, set, argument, span)
            }
            (name, _) => self.unknown_set_operation(name, call),
        }
    }

    fn set_operation(&mut self, name: &str, left: TypedExpr, right: TypedExpr, span: Span) -> Typed {
        match name {
            "equals" => self.spec_node(TypedSpec::SetEqual { left, right }, BOOLEAN, span),
            "isSubset" => self.spec_node(TypedSpec::Subset { left, right }, BOOLEAN, span),
            "containsAll" | "isSuperset" => {
                self.spec_node(TypedSpec::Subset { left: right, right: left }, BOOLEAN, span)
            }
            "isProperSubset" => self.proper_subset(left, right, span),
            "isProperSuperset" => self.proper_subset(right, left, span),
            "union" => self.spec_node(TypedSpec::SetUnion { left, right }, JavaType::ObjectSet, span),
            "intersection" => self.spec_node(TypedSpec::SetIntersection { left, right }, JavaType::ObjectSet, span),
            "difference" => self.spec_node(TypedSpec::SetDifference { left, right }, JavaType::ObjectSet, span),
            _ => self.erroneous(span),
        }
    }

    /// Both sets are named twice, so that nested calls could grow without bound.
    fn proper_subset(&mut self, mut left: TypedExpr, mut right: TypedExpr, span: Span) -> Typed {
        if size(&mut left) + size(&mut right) > MOST_COPIED {
            let detail = "isProperSubset of long expressions";
            return self.unsupported(Construct::UncheckedExpression, detail, BOOLEAN, span);
        }
        let subset = self.spec_node(TypedSpec::Subset { left: left.clone(), right: right.clone() }, BOOLEAN, span);
        let equal = self.spec_node(TypedSpec::SetEqual { left, right }, BOOLEAN, span);
        let different = self.negated(equal.expr, span);
        self.both_hold(subset.expr, different.expr, span)
    }

    fn set_argument(&mut self, operation: &str, expr: &Expr) -> TypedExpr {
        let typed = self.expression(expr, None);
        if matches!(typed.ty, JavaType::ObjectSet | JavaType::Unknown) {
            return typed.expr;
        }
        let message =
            format!("`{operation}` takes a set of objects, not a value of type `{}`", self.describe(&typed.ty));
        self.wrong(Code::TypeMismatch, typed.span(), message).expr
    }

    fn unknown_set_operation(&mut self, name: &str, call: &Call) -> Typed {
        for argument in &call.args {
            self.expression(argument, None);
        }
        if SET_OPERATIONS.contains(&name) {
            let message = format!("`{name}` of a set does not take {} arguments", call.args.len());
            return self.wrong(Code::NoApplicableMethod, call.name.span, message);
        }
        let message = format!("a set of objects has no operation `{name}`");
        let mut diagnostic = Diagnostic::new(Code::UnknownMethod, call.name.span, message);
        diagnostic = match most_similar(name, SET_OPERATIONS.iter().copied()) {
            Some(near) => diagnostic.hint(format!("did you mean `{near}`?")),
            None => diagnostic.hint(format!("it has: {}", SET_OPERATIONS.join(", "))),
        };
        self.declarations.report(diagnostic);
        self.erroneous(call.name.span)
    }

    /// `==` (or `!=`) of two sets.
    pub(crate) fn set_equality(&mut self, is_equal: bool, left: Typed, right: Typed, span: Span) -> Typed {
        for side in [&left, &right] {
            if !matches!(side.ty, JavaType::ObjectSet | JavaType::Unknown) {
                let message = format!("a set of objects cannot be compared with `{}`", self.describe(&side.ty));
                return self.wrong(Code::BadOperands, span, message);
            }
        }
        let equal = self.spec_node(TypedSpec::SetEqual { left: left.expr, right: right.expr }, BOOLEAN, span);
        if is_equal { equal } else { self.negated(equal.expr, span) }
    }

    // Building nodes.

    fn spec_node(&self, spec: TypedSpec, ty: JavaType, span: Span) -> Typed {
        self.typed(TypedExprKind::Spec(Box::new(spec)), ty, span)
    }

    fn both_hold(&self, left: TypedExpr, right: TypedExpr, span: Span) -> Typed {
        let (left, right) = (Box::new(left), Box::new(right));
        self.boolean(TypedExprKind::Logical { op: LogicalOp::And, left, right }, span)
    }

    fn negated(&self, operand: TypedExpr, span: Span) -> Typed {
        self.boolean(TypedExprKind::Unary { op: UnaryOp::Not, operand: Box::new(operand) }, span)
    }
}

/// The longest operands that are copied.
const MOST_COPIED: usize = 500;

/// The number of expressions in an expression.
fn size(expr: &mut TypedExpr) -> usize {
    struct Count(usize);
    impl Walk for Count {
        fn expr(&mut self, _expr: &mut TypedExpr) {
            self.0 += 1;
        }
    }
    let mut count = Count(0);
    walk_expr(expr, &mut count);
    count.0
}

/// Can a value of this type be an object? Also what is not known.
fn is_object(ty: &JavaType) -> bool {
    !matches!(ty, JavaType::Primitive(_) | JavaType::Void | JavaType::ObjectSet | JavaType::TypeValue)
}

/// `\bigint` or `\real`, if the type is one of them.
pub(super) fn unbounded_type(ty: &TypeRef) -> Option<String> {
    match &ty.kind {
        TypeRefKind::Jml(name) if matches!(name.as_str(), "bigint" | "real") => Some(format!("\\{name}")),
        _ => None,
    }
}

/// Why a binder cannot be modelled.
fn unsupported_binder(binder: &Param) -> Option<(Construct, String)> {
    match &binder.ty.kind {
        TypeRefKind::Jml(_) if unbounded_type(&binder.ty).is_some() => {
            unbounded_type(&binder.ty).map(|name| (Construct::UnboundedType, name))
        }
        TypeRefKind::Jml(name) => Some((Construct::UncheckedExpression, format!("quantifier over \\{name}"))),
        TypeRefKind::Primitive(Primitive::Float | Primitive::Double) => {
            Some((Construct::FloatingPoint, "quantifier over floating point".to_string()))
        }
        _ if binder.modifiers.has(Modifier::Nullable) => {
            Some((Construct::UncheckedExpression, "quantifier over nullable objects".to_string()))
        }
        _ => None,
    }
}

/// The type of a quantified expression, where it does not depend on the body.
fn quantifier_type(quantifier: jml::Quantifier) -> JavaType {
    match quantifier {
        jml::Quantifier::Forall | jml::Quantifier::Exists => BOOLEAN,
        jml::Quantifier::NumOf => LONG,
        _ => JavaType::Unknown,
    }
}

fn body_quantifier(quantifier: jml::Quantifier) -> Quantifier {
    match quantifier {
        jml::Quantifier::Forall => Quantifier::Forall,
        jml::Quantifier::Exists => Quantifier::Exists,
        jml::Quantifier::NumOf => Quantifier::Count,
        jml::Quantifier::Sum => Quantifier::Sum,
        jml::Quantifier::Product => Quantifier::Product,
        jml::Quantifier::Min => Quantifier::Min,
        jml::Quantifier::Max => Quantifier::Max,
    }
}
