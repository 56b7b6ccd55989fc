//! `switch` as a statement and as an expression (JLS 14.11, 15.28): over ints, strings, enums, and
//! by patterns.
//!
//! Departure: whether a switch without `default` covers everything is not checked where enums or
//! patterns decide it; it throws `MatchException` when nothing fits, as Java does when a class has
//! changed since.

use super::conversions::{is_reference, widens};
use super::operators::equal_node;
use super::{Attributor, Target, Typed};
use crate::body::Dispatch;
use crate::constructs::Construct;
use crate::lower::constants::fits;
use crate::lower::declarations::Declarations;
use crate::lower::subtyping::PRIMITIVES;
use crate::lower::typed::{TypedArm, TypedExpr, TypedExprKind, TypedStmt, TypedStmtKind, TypedSwitch};
use crate::lower::types::JavaType;
use crate::program::{ClassId, ClassKind, Constant, FieldId, LabelId, LocalId};
use tightrope_source::{Code, Name, Span};
use tightrope_syntax::tree::{
    Expr, ExprKind, Literal, PatternKind, Primitive, Switch, SwitchArm, SwitchBody, SwitchLabel,
};

/// What a switch decides by.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Int,
    /// A box that may be null: with `case null` or patterns.
    Box(Primitive),
    Text,
    Enum(ClassId),
    Object,
    Unknown,
}

/// Labels seen so far, to find duplicates.
#[derive(Default)]
struct Seen {
    constants: Vec<Constant>,
    fields: Vec<FieldId>,
    has_default: bool,
    has_null: bool,
    /// A pattern that covers everything.
    has_total: bool,
    has_pattern: bool,
}

/// What a yielded value was before the type of the switch was known.
#[derive(Clone, Debug)]
pub(super) struct Yielded {
    pub(super) label: LabelId,
    pub(super) span: Span,
    pub(super) ty: JavaType,
    pub(super) constant: Option<Constant>,
    pub(super) free: bool,
}

/// A switch expression that waits for the type of its parameter.
pub(super) struct SwitchArgument {
    switch: TypedSwitch,
    yielded: Vec<Yielded>,
    span: Span,
}

impl SwitchArgument {
    /// The types of its results.
    pub(super) fn types(&self) -> impl Iterator<Item = JavaType> + '_ {
        self.yielded.iter().map(|found| if found.free { JavaType::Unknown } else { found.ty.clone() })
    }
}

impl<'d, 'a> Attributor<'d, 'a> {
    pub(super) fn switch_statement(&mut self, switch: &Switch, names: Vec<Name>, span: Span) -> TypedStmt {
        let label = self.new_label();
        self.targets.push(Target::Switch { label, names });
        let typed = self.switch(switch, label, false);
        self.targets.pop();
        let kind = match typed {
            Ok(typed) => TypedStmtKind::Switch(Box::new(typed)),
            Err(instead) => {
                self.has_unread_statement = true;
                TypedStmtKind::Expr(instead.expr)
            }
        };
        TypedStmt { span, kind }
    }

    pub(super) fn switch_expression(&mut self, switch: &Switch, expected: Option<&JavaType>, span: Span) -> Typed {
        let result = expected.filter(|ty| !matches!(ty, JavaType::Unknown | JavaType::Void)).cloned();
        let (typed, yielded) = self.open_switch(switch, result.clone());
        let mut typed = match typed {
            Ok(typed) => typed,
            Err(instead) => return *instead,
        };
        let ty = match result {
            Some(result) => result,
            None => {
                let ty = self.common_type(&yielded);
                self.convert_yields(&mut typed, &yielded, &ty);
                ty
            }
        };
        self.join(TypedExprKind::Switch(Box::new(typed)), ty, span)
    }

    /// A switch expression as an argument: each of its results is converted to what the parameter
    /// takes (JLS 15.28.1).
    pub(super) fn switch_argument(&mut self, switch: &Switch, span: Span) -> Result<SwitchArgument, Box<Typed>> {
        let (typed, yielded) = self.open_switch(switch, None);
        typed.map(|switch| SwitchArgument { switch, yielded, span })
    }

    pub(super) fn pass_switch(&mut self, argument: SwitchArgument, param: &JavaType) -> TypedExpr {
        let SwitchArgument { mut switch, yielded, span } = argument;
        self.convert_yields(&mut switch, &yielded, param);
        self.join(TypedExprKind::Switch(Box::new(switch)), param.clone(), span).expr
    }

    /// A switch expression whose results are not converted yet, unless their type is given.
    fn open_switch(
        &mut self,
        switch: &Switch,
        result: Option<JavaType>,
    ) -> (Result<TypedSwitch, Box<Typed>>, Vec<Yielded>) {
        let label = self.new_label();
        self.targets.push(Target::SwitchExpression { label, result });
        let typed = self.switch(switch, label, true);
        self.targets.pop();
        let (own, others) = std::mem::take(&mut self.yields).into_iter().partition(|found| found.label == label);
        self.yields = others;
        (typed, own)
    }

    /// The type of a switch expression that its context does not say (JLS 15.28.1).
    fn common_type(&self, yielded: &[Yielded]) -> JavaType {
        let Some(first) = yielded.first() else { return JavaType::Unknown };
        if yielded.iter().all(|found| found.ty == first.ty) {
            return first.ty.clone();
        }
        let primitives: Option<Vec<Primitive>> = yielded.iter().map(|found| self.primitive_of(&found.ty)).collect();
        let boolean = Primitive::Boolean;
        match primitives {
            Some(all) if all.iter().all(|primitive| *primitive == boolean) => JavaType::Primitive(boolean),
            Some(all) if !all.contains(&boolean) => JavaType::Primitive(numeric_result(yielded, &all)),
            _ => self.joined_results(yielded),
        }
    }

    /// The least upper bound of the results, boxed; what the context would decide says nothing
    /// here.
    fn joined_results(&self, yielded: &[Yielded]) -> JavaType {
        let told = yielded.iter().filter(|found| !found.free);
        let boxed = told.map(|found| self.declarations.boxed_type(&found.ty));
        boxed.reduce(|a, b| self.declarations.least_upper_bound(&a, &b)).unwrap_or(JavaType::Unknown)
    }

    fn convert_yields(&mut self, switch: &mut TypedSwitch, yielded: &[Yielded], ty: &JavaType) {
        let label = switch.label;
        for arm in &mut switch.arms {
            super::walk::for_each_yield(&mut arm.body, label, &mut |value: &mut TypedExpr| {
                let found = yielded.iter().find(|found| found.span == value.span);
                let before = std::mem::replace(value, self.erroneous(value.span).expr);
                let mut before = Typed::new(before, found.map_or(JavaType::Unknown, |found| found.ty.clone()));
                before.free = found.is_some_and(|found| found.free);
                *value = self.convert(before, ty, "convert");
            });
        }
    }

    fn switch(&mut self, switch: &Switch, label: LabelId, is_expression: bool) -> Result<TypedSwitch, Box<Typed>> {
        let value = self.expression(&switch.selector, None);
        let (sort, value) = self.selector(value, switch);
        let selector = self.add_temporary(value.ty.clone(), value.span());
        let mut seen = Seen::default();
        let arrows = switch.arms.iter().any(|arm| !matches!(arm.body, SwitchBody::Statements(_)));
        let mut arms = Vec::new();
        let type_scope = self.scope.clone();
        self.push_scope();
        for arm in &switch.arms {
            if arrows {
                self.push_scope();
            }
            arms.push(self.arm(arm, selector, sort, &mut seen, is_expression, label));
            if arrows {
                self.pop_scope();
            }
        }
        self.pop_scope();
        self.scope = type_scope;
        if sort == Sort::Unknown {
            let ty = JavaType::Unknown;
            let instead = self.unsupported_after(value, Construct::Untyped, "switch", ty, switch.span);
            return Err(Box::new(instead));
        }
        let otherwise_throw = self.otherwise_throw(switch, sort, &seen, is_expression);
        Ok(TypedSwitch {
            label,
            selector,
            null_check: is_reference(&value.ty) && !seen.has_null,
            value: value.expr,
            arms,
            arrows,
            otherwise_throw,
        })
    }

    /// What the switch decides by, and the selector's value for it.
    fn selector(&mut self, value: Typed, switch: &Switch) -> (Sort, Typed) {
        if value.is_unknown() {
            return (Sort::Unknown, value);
        }
        let labels = || switch.arms.iter().flat_map(|arm| &arm.labels);
        let by_object = labels().any(|label| match label {
            SwitchLabel::Pattern(_) => true,
            SwitchLabel::Expr(expr) => is_null(expr),
            SwitchLabel::Default(_) => false,
        });
        let int_like = [Primitive::Byte, Primitive::Short, Primitive::Char, Primitive::Int];
        match self.primitive_of(&value.ty) {
            Some(primitive) if int_like.contains(&primitive) => {
                if by_object && is_reference(&value.ty) {
                    return (Sort::Box(primitive), value);
                }
                (Sort::Int, self.promote(value, primitive))
            }
            Some(_) if !by_object || !is_reference(&value.ty) => {
                let message = format!("a switch cannot decide by `{}`", self.describe(&value.ty));
                (Sort::Unknown, self.wrong(Code::BadSwitch, value.span(), message))
            }
            _ => {
                let sort = self.object_sort(&value, by_object);
                match sort {
                    Some(sort) => (sort, value),
                    None => {
                        let message = format!("a switch cannot decide by `{}`", self.describe(&value.ty));
                        (Sort::Unknown, self.wrong(Code::BadSwitch, value.span(), message))
                    }
                }
            }
        }
    }

    fn object_sort(&self, value: &Typed, by_object: bool) -> Option<Sort> {
        if self.is_string(&value.ty) {
            return Some(Sort::Text);
        }
        if self.missing_class_of(&value.ty).is_some() {
            return Some(Sort::Unknown);
        }
        match self.declarations.upper_bound(&value.ty) {
            JavaType::Class(class) if self.declarations.program.class(class.class).kind == ClassKind::Enum => {
                Some(Sort::Enum(class.class))
            }
            ty if is_reference(&ty) && (by_object || matches!(ty, JavaType::Class(_))) => Some(Sort::Object),
            _ => None,
        }
    }

    /// Nothing fits and there is no `default`: some switches must not go on silently.
    fn otherwise_throw(&mut self, switch: &Switch, sort: Sort, seen: &Seen, is_expression: bool) -> Option<TypedExpr> {
        if seen.has_default || seen.has_total {
            return None;
        }
        let span = switch.selector.span;
        if is_expression && matches!(sort, Sort::Int | Sort::Text) && !seen.has_pattern {
            self.report(Code::BadSwitch, span, "a switch that has a value needs a `default`");
        }
        let must_cover = is_expression || seen.has_pattern || seen.has_null;
        must_cover.then(|| self.new_exception(self.declarations.well_known.match_exception, span))
    }

    /// `new E()`, or with nulls for what its constructor wants.
    pub(super) fn new_exception(&self, class: ClassId, span: Span) -> TypedExpr {
        let ty = JavaType::Class(self.declarations.this_type(class));
        let constructors = &self.declarations.classes[class.index()].constructors;
        let arity = |method: &crate::program::MethodId| self.declarations.program.method(*method).params.len();
        let Some(constructor) = constructors.iter().copied().min_by_key(arity) else {
            let detail = format!("new {}", self.class_name(class));
            return self.unsupported(Construct::MissingMember, &detail, ty, span).expr;
        };
        let null = self.typed(TypedExprKind::Constant(Constant::Null), JavaType::Null, span).expr;
        let args = vec![null; arity(&constructor)];
        self.typed(TypedExprKind::New { class, constructor, args }, ty, span).expr
    }

    // Arms.

    fn arm(
        &mut self,
        arm: &SwitchArm,
        selector: LocalId,
        sort: Sort,
        seen: &mut Seen,
        is_expression: bool,
        label: LabelId,
    ) -> TypedArm {
        let mut tests = Vec::new();
        let mut is_default = false;
        for label in &arm.labels {
            match label {
                SwitchLabel::Default(span) => {
                    is_default = true;
                    self.default_label(*span, seen);
                }
                SwitchLabel::Expr(expr) => {
                    let test = self.label_test(expr, selector, sort, seen);
                    tests.push(test.unwrap_or_else(|| self.unknown_label(expr.span)));
                }
                SwitchLabel::Pattern(pattern) => {
                    let mut bound = Vec::new();
                    tests.push(self.pattern_test(selector, pattern, true, &mut bound));
                    self.introduce_all(&bound);
                    seen.has_pattern = true;
                    let total = matches!(&pattern.kind, PatternKind::Type { ty, .. }
                        if self.pattern_covers(ty, selector));
                    seen.has_total |= total && arm.guard.is_none();
                }
            }
        }
        let guard = arm.guard.as_ref().map(|guard| {
            let guard = self.condition(guard);
            self.introduce_all(&guard.bindings.when_true);
            guard.expr
        });
        let body = self.arm_body(&arm.body, is_expression, label);
        TypedArm { span: arm.span, tests, is_default, guard, body }
    }

    /// A label with an error, or that depends on something that is not at hand.
    fn unknown_label(&self, span: Span) -> TypedExpr {
        let boolean = JavaType::Primitive(Primitive::Boolean);
        self.unsupported(Construct::Untyped, "case label", boolean, span).expr
    }

    fn pattern_covers(&mut self, ty: &tightrope_syntax::tree::TypeRef, selector: LocalId) -> bool {
        let source = self.local_type(selector);
        let reported = self.declarations.diagnostics.len();
        let ty = self.declarations.resolve_type(&self.scope.clone(), ty);
        self.declarations.diagnostics.truncate(reported);
        self.covers(&ty, &source)
    }

    fn default_label(&mut self, span: Span, seen: &mut Seen) {
        if seen.has_default {
            self.report(Code::BadSwitch, span, "this switch has two `default` labels");
        }
        seen.has_default = true;
    }

    fn arm_body(&mut self, body: &SwitchBody, is_expression: bool, label: LabelId) -> Vec<TypedStmt> {
        match body {
            SwitchBody::Statements(stmts) => self.statements(stmts),
            SwitchBody::Block(stmt) => vec![self.statement(stmt)],
            SwitchBody::Expr(expr) if is_expression => vec![self.yield_to(label, expr, expr.span)],
            SwitchBody::Expr(expr) => vec![self.expression_statement(expr, expr.span)],
        }
    }

    /// `yield e`, or `case x -> e` in a switch expression.
    pub(super) fn yield_to(&mut self, label: LabelId, expr: &Expr, span: Span) -> TypedStmt {
        let result = self.targets.iter().rev().find_map(|target| match target {
            Target::SwitchExpression { label: found, result } if *found == label => Some(result.clone()),
            _ => None,
        });
        let value = match result.flatten() {
            Some(result) => {
                let value = self.expression(expr, Some(&result));
                self.convert(value, &result, "convert")
            }
            None => {
                let value = self.expression(expr, None);
                let (constant, free) = (value.constant().cloned(), value.free);
                let ty = value.ty.clone();
                self.yields.push(Yielded { label, span: value.span(), ty, constant, free });
                value.expr
            }
        };
        TypedStmt { span, kind: TypedStmtKind::Yield { label, value } }
    }

    fn label_test(&mut self, expr: &Expr, selector: LocalId, sort: Sort, seen: &mut Seen) -> Option<TypedExpr> {
        if is_null(expr) {
            seen.has_null = true;
            let value = self.typed(TypedExprKind::Constant(Constant::Null), JavaType::Null, expr.span).expr;
            return Some(equal_node(self, self.read_local(selector, expr.span).expr, value, expr.span));
        }
        match sort {
            Sort::Int | Sort::Box(_) => self.int_label(expr, selector, sort, seen),
            Sort::Text => self.text_label(expr, selector, seen),
            Sort::Enum(class) => self.enum_label(expr, selector, class, seen),
            Sort::Object => self.object_label(expr, selector, seen),
            Sort::Unknown => None,
        }
    }

    fn constant_label(&mut self, expr: &Expr, seen: &mut Seen) -> Option<(Constant, JavaType)> {
        let value = self.expression(expr, None);
        if value.is_unknown() {
            return None;
        }
        let Some(constant) = value.constant().cloned() else {
            self.report(Code::BadSwitch, expr.span, "a case label must be a constant");
            return None;
        };
        if seen.constants.contains(&constant) {
            self.report(Code::BadSwitch, expr.span, "this case label occurs twice");
        }
        seen.constants.push(constant.clone());
        Some((constant, value.ty))
    }

    fn int_label(&mut self, expr: &Expr, selector: LocalId, sort: Sort, seen: &mut Seen) -> Option<TypedExpr> {
        let (constant, ty) = self.constant_label(expr, seen)?;
        if !matches!(constant, Constant::Int(_)) {
            let message = format!("a case label of type `{}` does not fit this switch", self.describe(&ty));
            self.report(Code::BadSwitch, expr.span, message);
            return None;
        }
        let int = JavaType::Primitive(Primitive::Int);
        let value = self.typed(TypedExprKind::Constant(constant), int, expr.span).expr;
        let read = self.read_local(selector, expr.span);
        let Sort::Box(primitive) = sort else { return Some(equal_node(self, read.expr, value, expr.span)) };
        let present = self.is_not_null(read.expr.clone(), expr.span);
        let unboxed = self.promote(read, primitive).expr;
        let equal = equal_node(self, unboxed, value, expr.span);
        Some(self.conjunction(present, equal, expr.span))
    }

    fn is_not_null(&self, value: TypedExpr, span: Span) -> TypedExpr {
        let null = self.typed(TypedExprKind::Constant(Constant::Null), JavaType::Null, span).expr;
        let (left, right) = (Box::new(value), Box::new(null));
        self.boolean(TypedExprKind::Binary { op: crate::body::BinaryOp::NotEqual, left, right }, span).expr
    }

    /// Strings are compared by `equals`.
    fn text_label(&mut self, expr: &Expr, selector: LocalId, seen: &mut Seen) -> Option<TypedExpr> {
        let (constant, ty) = self.constant_label(expr, seen)?;
        if !matches!(constant, Constant::String(_)) {
            let message = format!("a case label of type `{}` does not fit this switch", self.describe(&ty));
            self.report(Code::BadSwitch, expr.span, message);
            return None;
        }
        let span = expr.span;
        let string = self.string_type();
        let value = self.typed(TypedExprKind::Constant(constant), string, span).expr;
        let read = self.read_local(selector, span).expr;
        let equals = self.equals_call(read.clone(), value, span);
        let present = self.is_not_null(read, span);
        // A null selector gets here only past `case null`.
        Some(if seen.has_null { self.conjunction(present, equals, span) } else { equals })
    }

    /// `left.equals(right)`
    pub(super) fn equals_call(&self, left: TypedExpr, right: TypedExpr, span: Span) -> TypedExpr {
        let object = self.declarations.well_known.object;
        let object_type = crate::program::Type::class(object);
        let class = left.ty.and_then(crate::program::Type::as_class).unwrap_or(object);
        let method = self
            .method_with_params(class, "equals", &[object_type])
            .or_else(|| self.method_with_params(object, "equals", &[object_type]));
        match method {
            Some(method) => {
                let args = vec![left, right];
                self.boolean(TypedExprKind::Call { dispatch: Dispatch::Virtual, method, args }, span).expr
            }
            None => {
                let boolean = JavaType::Primitive(Primitive::Boolean);
                self.unsupported(Construct::MissingMember, "java.lang.Object.equals", boolean, span).expr
            }
        }
    }

    /// A simple name is a constant of the selector's enum (JLS 14.11.1).
    fn enum_label(&mut self, expr: &Expr, selector: LocalId, class: ClassId, seen: &mut Seen) -> Option<TypedExpr> {
        let ExprKind::Name(name) = &expr.kind else { return self.object_label(expr, selector, seen) };
        let constants = self.declarations.program.class(class).enum_constants.clone();
        let field = constants.iter().find(|field| self.declarations.program.field(**field).name == name.name).copied();
        let Some(field) = field else {
            let names = |declarations: &Declarations<'_>| {
                constants.iter().map(|field| declarations.program.field(*field).name.clone()).collect()
            };
            let simple = self.declarations.program.class(class).simple_name.clone();
            let mut message = format!("`{simple}` has no constant `{}`", name.name);
            if let Some(similar) = self.declarations.similar_name(&name.name, names) {
                message.push_str(&format!("; did you mean `{similar}`?"));
            }
            if self.declarations.program.class(class).origin != crate::program::ClassOrigin::Library {
                self.report(Code::BadSwitch, name.span, message);
            }
            return None;
        };
        Some(self.field_label(field, selector, expr.span, seen))
    }

    fn field_label(&mut self, field: FieldId, selector: LocalId, span: Span, seen: &mut Seen) -> TypedExpr {
        if seen.fields.contains(&field) {
            self.report(Code::BadSwitch, span, "this case label occurs twice");
        }
        seen.fields.push(field);
        let ty = self.declarations.fields[field.index()].ty.clone();
        let value = self.typed(TypedExprKind::StaticField(field), ty, span).expr;
        equal_node(self, self.read_local(selector, span).expr, value, span)
    }

    /// `case Color.RED` and the like: identity with the value.
    fn object_label(&mut self, expr: &Expr, selector: LocalId, seen: &mut Seen) -> Option<TypedExpr> {
        let value = self.expression(expr, None);
        match value.expr.kind {
            TypedExprKind::StaticField(field) => Some(self.field_label(field, selector, expr.span, seen)),
            TypedExprKind::Constant(_) => {
                let read = self.read_local(selector, expr.span).expr;
                let boxed = self.box_value(value).expr;
                Some(self.equals_call(boxed, read, expr.span))
            }
            TypedExprKind::Unsupported(_) => Some(self.boolean(value.expr.kind, expr.span).expr),
            _ => {
                self.report(Code::BadSwitch, expr.span, "a case label must be a constant");
                None
            }
        }
    }
}

fn is_null(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Null))
}

/// Numeric promotion of several results: a narrow type that one of them has and the others are
/// `int` constants of; else the least type that all of them widen to.
///
/// That is what `javac` does. JLS 15.28.1 would also give `char` to `'a'`, `98` and `'c'`: `javac`
/// takes two constants of a narrow type for results of different types.
fn numeric_result(yielded: &[Yielded], primitives: &[Primitive]) -> Primitive {
    let is_narrow = |primitive: Primitive| matches!(primitive, Primitive::Byte | Primitive::Short | Primitive::Char);
    let takes = |index: usize, other: usize| {
        let (found, to) = (&yielded[other], primitives[index]);
        let same = primitives[other] == to && yielded[index].constant.is_none() && found.constant.is_none();
        let is_int = primitives[other] == Primitive::Int;
        other == index || same || (is_int && found.constant.as_ref().is_some_and(|value| fits(value, to)))
    };
    let is_taken =
        |index: &usize| is_narrow(primitives[*index]) && (0..primitives.len()).all(|other| takes(*index, other));
    if let Some(index) = (0..primitives.len()).find(is_taken) {
        return primitives[index];
    }
    let widest = |to: &Primitive| primitives.iter().all(|from| widens(*from, *to));
    PRIMITIVES.into_iter().find(widest).unwrap_or(Primitive::Int)
}
