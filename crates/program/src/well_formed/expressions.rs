//! Expressions: the types of operands and results, as `body.rs` documents them.

use super::declarations::constant_fits;
use super::{Place, fits};
use crate::body::{BinaryOp, Call, Dispatch, Expr, ExprKind, LogicalOp, Quantified, Quantifier, UnaryOp};
use crate::program::{BaseType, FieldId, Type};
use crate::visit;

pub(super) fn check_expr(place: &Place<'_>, expr: &Expr, problems: &mut Vec<String>) {
    for operand in visit::operands(expr) {
        check_expr(place, operand, problems);
    }
    if !place.is_formula && is_formula_only(&expr.kind) {
        return place.report(problems, "an expression that only formulas have");
    }
    if expr.ty.base == BaseType::Unknown && !matches!(expr.kind, ExprKind::Unsupported(_)) {
        let text = crate::print::print_expr(place.program, place.locals, expr);
        place.report(problems, format!("a value of unknown type: {text}"));
    }
    if let Some(message) = problem(place, expr) {
        let text = crate::print::print_expr(place.program, place.locals, expr);
        place.report(problems, format!("{message}: {text}"));
    }
}

fn is_formula_only(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Constant(_)
        | ExprKind::Local(_)
        | ExprKind::Field { .. }
        | ExprKind::StaticField(_)
        | ExprKind::Element { .. }
        | ExprKind::Length(_)
        | ExprKind::Unary { .. }
        | ExprKind::Binary { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::Convert(_)
        | ExprKind::Cast(_)
        | ExprKind::InstanceOf { .. }
        | ExprKind::Concat(_)
        // The value of a static field whose initialiser is not modelled.
        | ExprKind::Unsupported(_) => false,
        ExprKind::Logical { op, .. } => *op == LogicalOp::Implies,
        _ => true,
    }
}

/// What is wrong with the expression itself.
fn problem(place: &Place<'_>, expr: &Expr) -> Option<String> {
    let known = |ty: Type| ty != Type::UNKNOWN;
    let expect = |what: &str, ty: Type, wanted: Type| {
        (known(ty) && ty != wanted).then(|| format!("{what} is {} and not {}", place.ty(ty), place.ty(wanted)))
    };
    match &expr.kind {
        ExprKind::Constant(constant) => {
            (!constant_fits(place.program, constant, expr.ty)).then(|| "constant of the wrong type".to_owned())
        }
        ExprKind::Local(local) => match place.locals.get(local.index()) {
            None => Some("no such local".to_owned()),
            Some(local) => (local.ty != expr.ty).then(|| "not of the type of its local".to_owned()),
        },
        ExprKind::Field { object, field } => check_field(place, object, *field, expr.ty),
        ExprKind::StaticField(field) => match place.program.fields.get(field.index()) {
            Some(field) if field.is_static => expect("static field", expr.ty, field.ty),
            _ => Some("no such static field".to_owned()),
        },
        ExprKind::Element { array, index } => check_element(place, array, index, expr.ty),
        ExprKind::Length(array) => {
            let is_array = array.ty.is_array() || !known(array.ty);
            (!is_array)
                .then(|| "length of what is not an array".to_owned())
                .or_else(|| expect("length", expr.ty, Type::INT))
        }
        ExprKind::Unary { op, operand } => check_unary(*op, operand.ty, expr.ty),
        ExprKind::Binary { op, left, right } => check_binary(place, *op, left.ty, right.ty, expr.ty),
        ExprKind::Logical { left, right, .. } => expect("left side", left.ty, Type::BOOLEAN)
            .or_else(|| expect("right side", right.ty, Type::BOOLEAN))
            .or_else(|| expect("result", expr.ty, Type::BOOLEAN)),
        ExprKind::Conditional { cond, then, otherwise } => {
            let branch_fits = |branch: &Expr| fits(place.program, branch.ty, expr.ty);
            let branches = (!branch_fits(then) || !branch_fits(otherwise)).then(|| "branch of another type".to_owned());
            expect("condition", cond.ty, Type::BOOLEAN).or(branches)
        }
        ExprKind::Convert(operand) => {
            let integral = expr.ty.is_integral() && operand.ty.is_integral();
            (!integral && known(operand.ty) && known(expr.ty)).then(|| "conversion between other types".to_owned())
        }
        ExprKind::Cast(operand) => {
            let references = is_reference(expr.ty) && is_reference(operand.ty);
            (!references).then(|| "cast of what is not a reference".to_owned())
        }
        ExprKind::InstanceOf { operand, ty } => {
            let references = is_reference(operand.ty) && is_reference(*ty);
            let result = expect("result", expr.ty, Type::BOOLEAN);
            (!references).then(|| "instanceof of what is not a reference".to_owned()).or(result)
        }
        ExprKind::Concat(_) => (!is_reference(expr.ty)).then(|| "concatenation that is not a string".to_owned()),
        _ => formula_problem(place, expr),
    }
}

fn is_reference(ty: Type) -> bool {
    ty.is_reference() || ty == Type::UNKNOWN
}

fn check_field(place: &Place<'_>, object: &Expr, field: FieldId, ty: Type) -> Option<String> {
    let Some(declared) = place.program.fields.get(field.index()) else { return Some("no such field".to_owned()) };
    if declared.is_static {
        return Some("static field of an object".to_owned());
    }
    if !fits(place.program, object.ty, Type::class(declared.class)) {
        return Some(format!("{} has no field {}", place.ty(object.ty), declared.name));
    }
    (ty != declared.ty).then(|| "not of the type of its field".to_owned())
}

fn check_element(place: &Place<'_>, array: &Expr, index: &Expr, ty: Type) -> Option<String> {
    if array.ty == Type::UNKNOWN {
        return None;
    }
    match array.ty.element() {
        None if array.ty == Type::NULL => None,
        None => Some(format!("element of {}", place.ty(array.ty))),
        Some(element) if element != ty => Some("not of the array's element type".to_owned()),
        Some(_) => (index.ty != Type::INT && index.ty != Type::UNKNOWN).then(|| "index that is not an int".to_owned()),
    }
}

fn check_unary(op: UnaryOp, operand: Type, result: Type) -> Option<String> {
    let numeric = matches!(operand, Type::INT | Type::LONG | Type::UNKNOWN);
    let holds = match op {
        UnaryOp::Negate | UnaryOp::BitNot => numeric,
        UnaryOp::Not => matches!(operand, Type::BOOLEAN | Type::UNKNOWN),
    };
    let same = operand == result || operand == Type::UNKNOWN;
    (!holds || !same).then(|| "operand of the wrong type".to_owned())
}

fn check_binary(place: &Place<'_>, op: BinaryOp, left: Type, right: Type, result: Type) -> Option<String> {
    if left == Type::UNKNOWN || right == Type::UNKNOWN {
        return None;
    }
    let same_number = left == right && matches!(left, Type::INT | Type::LONG);
    let same_boolean = left == right && left == Type::BOOLEAN;
    let (operands, expected) = match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => {
            (same_number, left)
        }
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned => {
            let number = |ty| matches!(ty, Type::INT | Type::LONG);
            (number(left) && number(right), left)
        }
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => (same_number || same_boolean, left),
        BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
            (same_number, Type::BOOLEAN)
        }
        BinaryOp::Equal | BinaryOp::NotEqual => {
            let references = left.is_reference() && right.is_reference();
            let type_values = place.is_formula && left == right && left == Type::TYPE_VALUE;
            (same_number || same_boolean || references || type_values, Type::BOOLEAN)
        }
    };
    if !operands {
        return Some(format!("operands of types {} and {}", place.ty(left), place.ty(right)));
    }
    (result != expected).then(|| format!("result of type {}", place.ty(result)))
}

/// Of the expressions that only formulas have.
fn formula_problem(place: &Place<'_>, expr: &Expr) -> Option<String> {
    let sets = |exprs: &[&Expr]| {
        let all_sets = exprs.iter().all(|expr| matches!(expr.ty, Type::OBJECT_SET | Type::UNKNOWN));
        (!all_sets).then(|| "operand that is not a set".to_owned())
    };
    let result = |ty: Type| (expr.ty != ty).then(|| format!("result of type {}", place.ty(expr.ty)));
    match &expr.kind {
        ExprKind::Call(call) => check_call(place, call).or_else(|| check_result(place, call, expr.ty)),
        ExprKind::Result => match place.result {
            None => Some("\\result of a method without one".to_owned()),
            Some(ty) => result(ty),
        },
        ExprKind::Old(operand) => result(operand.ty),
        ExprKind::Fresh(_) | ExprKind::NonNullElements(_) | ExprKind::InvariantFor(_) => result(Type::BOOLEAN),
        ExprKind::Quantified(quantified) => check_quantified(place, quantified, expr.ty),
        ExprKind::Reach(reach) => {
            (!is_reference(reach.root.ty)).then(|| "root that is not an object".to_owned()).or(result(Type::OBJECT_SET))
        }
        ExprKind::Comprehension { binder, .. } => {
            (binder.index() >= place.locals.len()).then(|| "no such local".to_owned()).or(result(Type::OBJECT_SET))
        }
        ExprKind::Contains { set, element } => {
            let object = (!is_reference(element.ty)).then(|| "element that is not an object".to_owned());
            sets(&[set]).or(object).or(result(Type::BOOLEAN))
        }
        ExprKind::SetSize(set) => sets(&[set]).or(result(Type::INT)),
        ExprKind::SetIsEmpty(set) => sets(&[set]).or(result(Type::BOOLEAN)),
        ExprKind::SetEqual { left, right } | ExprKind::Subset { left, right } => {
            sets(&[left, right]).or(result(Type::BOOLEAN))
        }
        ExprKind::SetUnion { left, right }
        | ExprKind::SetIntersection { left, right }
        | ExprKind::SetDifference { left, right } => sets(&[left, right]).or(result(Type::OBJECT_SET)),
        ExprKind::TypeOf(_) | ExprKind::TypeLiteral(_) | ExprKind::ElementType(_) => result(Type::TYPE_VALUE),
        ExprKind::Subtype { .. } | ExprKind::Informal(_) => result(Type::BOOLEAN),
        _ => None,
    }
}

fn check_quantified(place: &Place<'_>, quantified: &Quantified, ty: Type) -> Option<String> {
    if quantified.binders.iter().any(|binder| binder.index() >= place.locals.len()) {
        return Some("no such local".to_owned());
    }
    if !matches!(quantified.range.ty, Type::BOOLEAN | Type::UNKNOWN) {
        return Some("range that is not boolean".to_owned());
    }
    let number = |ty| matches!(ty, Type::INT | Type::LONG | Type::UNKNOWN);
    let holds = match quantified.quantifier {
        Quantifier::Forall | Quantifier::Exists => {
            ty == Type::BOOLEAN && matches!(quantified.body.ty, Type::BOOLEAN | Type::UNKNOWN)
        }
        Quantifier::Count => number(ty) && matches!(quantified.body.ty, Type::BOOLEAN | Type::UNKNOWN),
        Quantifier::Sum | Quantifier::Product | Quantifier::Min | Quantifier::Max => number(ty),
    };
    (!holds).then(|| "quantifier of the wrong type".to_owned())
}

/// The number and types of arguments, and how the method is found.
pub(super) fn check_call(place: &Place<'_>, call: &Call) -> Option<String> {
    let program = place.program;
    let Some(method) = program.methods.get(call.method.index()) else { return Some("no such method".to_owned()) };
    let name = crate::print::method_name(program, call.method);
    if (call.dispatch == Dispatch::Static) != method.is_static {
        return Some(format!("call of {name} with the wrong dispatch"));
    }
    if call.dispatch == Dispatch::Exact && method.is_abstract {
        return Some(format!("exact call of {name}, which is abstract"));
    }
    if call.dispatch == Dispatch::Virtual && super::declarations::must_be_exact(method) {
        return Some(format!("virtual call of {name}"));
    }
    let parameters = super::declarations::parameters(method);
    if parameters.len() != call.args.len() {
        return Some(format!("call of {name} with {} arguments for {}", call.args.len(), parameters.len()));
    }
    let fitting = |(arg, (_, ty)): (&Expr, &(_, Type))| fits(program, arg.ty, *ty);
    let misfit = call.args.iter().zip(&parameters).position(|pair| !fitting(pair));
    misfit.map(|position| {
        let (arg, (_, ty)) = (&call.args[position], parameters[position]);
        format!("call of {name}: argument {position} is {} and not {}", place.ty(arg.ty), place.ty(ty))
    })
}

fn check_result(place: &Place<'_>, call: &Call, ty: Type) -> Option<String> {
    match place.program.method(call.method).return_type {
        None => Some("value of a void method".to_owned()),
        Some(returned) => (!fits(place.program, returned, ty)).then(|| "result of another type".to_owned()),
    }
}
