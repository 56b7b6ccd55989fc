//! What a constructor accepts is an invariant: `if (lo > hi) throw …` in the only constructor of a
//! class says that no object has `lo > hi`, if the fields are final and hold the parameters.
//!
//! The conditions come from a walk through the constructor that follows locals, parameters and
//! final fields, and nothing else. Where a `throw` is reached under a condition that is known, its
//! negation is an invariant of the class ([`Origin::Derived`]). What the walk does not understand
//! is not known: then there is one invariant less, and objects are tried that nobody can make.
//!
//! A condition may speak of numbers, truth values, lengths of arrays and strings, which never
//! change. That a field is not null is left to [`crate::final_fields`].

use crate::body::{
    BinaryOp, Body, Call, Dispatch, Expr, ExprKind, Local, LocalKind, LogicalOp, Stmt, StmtKind, UnaryOp,
};
use crate::contract::{Clause, Formula, Origin};
use crate::natives::{Native, find_native};
use crate::program::{
    ClassId, ClassKind, ClassOrigin, Code, Constant, FieldId, FieldKind, LocalId, MethodId, MethodKind, Program, Type,
};
use crate::visit;
use std::collections::BTreeMap;
use tightrope_source::{Name, Span};

/// Conditions with more parts than this are left out.
const MOST_PARTS: usize = 60;

/// Adds the invariants to the user's classes.
pub(crate) fn add_accepted(program: &mut Program) {
    for class in program.class_ids() {
        let declared = program.class(class);
        let has_objects = matches!(declared.kind, ClassKind::Class | ClassKind::Record) && !declared.is_unknown;
        if has_objects && declared.origin == ClassOrigin::User {
            let found = accepted(program, class);
            program.classes[class.index()].invariants.extend(found);
        }
    }
}

fn accepted(program: &Program, class: ClassId) -> Vec<Clause> {
    let is_final = |field: &FieldId| {
        let declared = program.field(*field);
        declared.is_final && !declared.is_static && declared.kind == FieldKind::Java
    };
    if !program.class(class).fields.iter().any(is_final) {
        return Vec::new();
    }
    let Some(body) = only_constructor(program, class) else { return Vec::new() };
    let params = body.locals.iter().filter(|local| matches!(local.kind, LocalKind::This | LocalKind::Param)).count();
    let mut walk = Walk { program, body, fields: BTreeMap::new(), refused: Vec::new() };
    let own = (1..params).map(|index| LocalId(index as u32));
    let values = own.map(|local| (local, local_expr(body, local))).collect();
    walk.block(&body.block, &mut Point { values, path: Some(None), has_left: false });
    walk.clauses(class, is_final)
}

/// The code of the constructor that every object of the class comes from.
fn only_constructor(program: &Program, class: ClassId) -> Option<&Body> {
    let mut found = None;
    for method in &program.class(class).methods {
        let declared = program.method(*method);
        let Code::Body(body) = &declared.code else { continue };
        if declared.kind != MethodKind::Constructor || delegates(program, class, body) {
            continue;
        }
        if found.replace(body).is_some() {
            return None;
        }
    }
    found
}

/// Does a constructor start with `this(…)`?
fn delegates(program: &Program, class: ClassId, body: &Body) -> bool {
    let mut found = false;
    visit::for_each_stmt(&body.block, &mut |stmt| {
        if let StmtKind::Call { call, .. } = &stmt.kind {
            let called = program.method(call.method);
            let is_own = called.kind == MethodKind::Constructor && called.class == class;
            found |= is_own && call.args.first().is_some_and(is_this);
        }
    });
    found
}

fn is_this(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(LocalId(0)))
}

fn local_expr(body: &Body, local: LocalId) -> Expr {
    let declared = body.local(local);
    Expr { kind: ExprKind::Local(local), ty: declared.ty, span: declared.span }
}

/// What is known where the walk is.
#[derive(Clone)]
struct Point {
    /// Locals, by what they were when the constructor began.
    values: BTreeMap<LocalId, Expr>,
    /// Under which condition the run gets here, counting only what else would have ended it without
    /// a `throw`. `Some(None)`: always. `None`: nobody knows.
    path: Option<Option<Expr>>,
    /// Has something before left without a `throw`?
    has_left: bool,
}

/// How a block ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Completes,
    Throws,
    /// By `return`, or by a jump.
    Leaves,
}

struct Walk<'p> {
    program: &'p Program,
    body: &'p Body,
    /// What final fields were given; `None`: several things, or something that is not known.
    fields: BTreeMap<FieldId, Option<Expr>>,
    /// Where a `throw` is reached, and under which condition.
    refused: Vec<(Span, Expr)>,
}

impl Walk<'_> {
    fn block(&mut self, block: &[Stmt], point: &mut Point) -> End {
        for stmt in block {
            let end = self.stmt(stmt, point);
            if end != End::Completes {
                return end;
            }
        }
        End::Completes
    }

    fn stmt(&mut self, stmt: &Stmt, point: &mut Point) -> End {
        match &stmt.kind {
            StmtKind::Assign { local, value } => {
                let value = self.value(point, value);
                set(point, *local, value);
            }
            StmtKind::New { result, .. } | StmtKind::NewArray { result, .. } => set(point, *result, None),
            StmtKind::Call { result: Some(result), call } => {
                let value = self.called(point, call, self.body.local(*result).ty, stmt.span);
                set(point, *result, value);
            }
            StmtKind::SetField { object, field, value } if is_this(object) => {
                let value = self.value(point, value);
                let is_first = !self.fields.contains_key(field);
                self.fields.insert(*field, value.filter(|_| is_first));
            }
            StmtKind::If { cond, then, otherwise } => return self.branch(cond, [then, otherwise], point),
            StmtKind::Loop { .. } | StmtKind::Try { .. } | StmtKind::Block { .. } => self.skip(stmt, point),
            StmtKind::Throw(_) => {
                if let Some(Some(path)) = &point.path {
                    self.refused.push((stmt.span, path.clone()));
                }
                return End::Throws;
            }
            StmtKind::Return(_) | StmtKind::Break(_) | StmtKind::Continue(_) => return End::Leaves,
            _ => {}
        }
        End::Completes
    }

    fn branch(&mut self, cond: &Expr, branches: [&Vec<Stmt>; 2], point: &mut Point) -> End {
        let cond = self.value(point, cond);
        let [mut yes, mut no] = [true, false].map(|is_true| {
            let here = cond.clone().map(|cond| if is_true { cond } else { negated(cond) });
            Point { values: point.values.clone(), path: both(&point.path, here), has_left: false }
        });
        let ends = [self.block(branches[0], &mut yes), self.block(branches[1], &mut no)];
        match ends {
            [End::Completes, End::Completes] => {
                point.values = merged(cond.as_ref(), &yes.values, &no.values);
                // Who comes here, if some have left in a branch, is not followed.
                if yes.has_left || no.has_left {
                    (point.path, point.has_left) = (None, true);
                }
                End::Completes
            }
            [End::Completes, end] | [end, End::Completes] => {
                let way = if ends[0] == End::Completes { yes } else { no };
                point.values = way.values;
                // What throws does not count, what returns does.
                if end == End::Leaves || way.has_left {
                    (point.path, point.has_left) = (way.path, true);
                }
                End::Completes
            }
            [End::Throws, End::Throws] => End::Throws,
            _ => End::Leaves,
        }
    }

    /// What is not followed may assign whatever it names, and may leave.
    fn skip(&mut self, stmt: &Stmt, point: &mut Point) {
        let block = std::slice::from_ref(stmt);
        visit::for_each_stmt(block, &mut |inner| match &inner.kind {
            StmtKind::Assign { local, .. } => set(point, *local, None),
            StmtKind::New { result, .. } | StmtKind::NewArray { result, .. } => set(point, *result, None),
            StmtKind::Call { result: Some(result), .. } => set(point, *result, None),
            StmtKind::Try { handlers, .. } => handlers.iter().for_each(|handler| set(point, handler.local, None)),
            StmtKind::SetField { field, .. } => drop(self.fields.insert(*field, None)),
            StmtKind::Return(_) => (point.path, point.has_left) = (None, true),
            _ => {}
        });
    }

    /// A value that never changes, by what the parameters were.
    fn value(&self, point: &Point, expr: &Expr) -> Option<Expr> {
        match &expr.kind {
            ExprKind::Local(local) => return point.values.get(local).cloned(),
            ExprKind::Field { object, field } if is_this(object) => return self.fields.get(field).cloned().flatten(),
            ExprKind::Constant(_)
            | ExprKind::Unary { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Convert(_)
            | ExprKind::Length(_) => {}
            ExprKind::Binary { op, right, .. } => {
                let divides = matches!(op, BinaryOp::Divide | BinaryOp::Remainder);
                let is_safe = matches!(right.kind, ExprKind::Constant(Constant::Int(number)) if number != 0);
                if divides && !is_safe {
                    return None;
                }
            }
            _ => return None,
        }
        let mut copy = expr.clone();
        for operand in visit::operands_mut(&mut copy) {
            *operand = self.value(point, operand)?;
        }
        Some(copy).filter(|copy| parts(copy) <= MOST_PARTS)
    }

    /// What a method of the library gives that looks at nothing but values.
    fn called(&self, point: &Point, call: &Call, ty: Type, span: Span) -> Option<Expr> {
        let method = self.program.method(call.method);
        if method.name == "requireNonNull" && self.program.class(method.class).name == "java.util.Objects" {
            return self.value(point, call.args.first()?);
        }
        if !is_function_of_values(self.program, call.method) || call.args.is_empty() {
            return None;
        }
        let args: Option<Vec<Expr>> = call.args.iter().map(|arg| self.value(point, arg)).collect();
        let call = Call { dispatch: call.dispatch, method: call.method, args: args? };
        Some(Expr { kind: ExprKind::Call(call), ty, span }).filter(|made| parts(made) <= MOST_PARTS)
    }

    /// The negations of the conditions, of fields that hold parameters.
    fn clauses(&self, class: ClassId, is_final: impl Fn(&FieldId) -> bool) -> Vec<Clause> {
        let this = Local {
            name: Name::new("this"),
            ty: Type::class(class),
            kind: LocalKind::This,
            span: self.program.class(class).span,
        };
        let mut holders: BTreeMap<LocalId, FieldId> = BTreeMap::new();
        for (field, value) in self.fields.iter().filter(|(field, _)| is_final(field)) {
            if let Some(ExprKind::Local(param)) = value.as_ref().map(|value| &value.kind) {
                holders.entry(*param).or_insert(*field);
            }
        }
        let mut found = Vec::new();
        for (span, refused) in &self.refused {
            for part in conjuncts(negated(refused.clone())) {
                let Some(expr) = self.of_fields(part, &holders, &this) else { continue };
                let expr = guarded(expr);
                let formula = Formula { locals: vec![this.clone()], expr };
                found.push(Clause { span: *span, origin: Origin::Derived, is_static: false, formula });
            }
        }
        found
    }

    fn of_fields(&self, mut expr: Expr, holders: &BTreeMap<LocalId, FieldId>, this: &Local) -> Option<Expr> {
        let mut is_known = true;
        let mut speaks_of_field = false;
        visit::for_each_expr_mut(&mut expr, &mut |part| {
            let ExprKind::Local(local) = part.kind else { return };
            // What has been replaced is met again: the object of a field.
            if local == LocalId(0) {
                return;
            }
            match holders.get(&local) {
                Some(field) => {
                    let object = Expr { kind: ExprKind::Local(LocalId(0)), ty: this.ty, span: part.span };
                    part.ty = self.program.field(*field).ty;
                    part.kind = ExprKind::Field { object: Box::new(object), field: *field };
                    speaks_of_field = true;
                }
                None => is_known = false,
            }
        });
        let is_null_test = matches!(&expr.kind, ExprKind::Binary { left, .. } if left.ty.is_reference());
        (is_known && speaks_of_field && !is_null_test).then_some(expr)
    }
}

fn set(point: &mut Point, local: LocalId, value: Option<Expr>) {
    match value {
        Some(value) => drop(point.values.insert(local, value)),
        None => drop(point.values.remove(&local)),
    }
}

/// Methods of the library that are functions of numbers and texts, and always give a value.
fn is_function_of_values(program: &Program, method: MethodId) -> bool {
    if matches!(find_native(program, method), Some(Native::Floating { .. })) {
        return true;
    }
    let declared = program.method(method);
    let class = program.class(declared.class);
    let known = match class.name.as_str() {
        "java.lang.Double" | "java.lang.Float" => ["isNaN", "isInfinite", "isFinite"].as_slice(),
        "java.lang.Math" => &["abs", "min", "max"],
        "java.lang.String" => &["length", "isEmpty"],
        _ => &[],
    };
    class.origin == ClassOrigin::Library && known.contains(&declared.name.as_str())
}

fn parts(expr: &Expr) -> usize {
    let mut count = 0;
    visit::for_each_expr(expr, &mut |_| count += 1);
    count
}

fn both(path: &Option<Option<Expr>>, cond: Option<Expr>) -> Option<Option<Expr>> {
    match (path, cond) {
        (Some(None), Some(cond)) => Some(Some(cond)),
        (Some(Some(path)), Some(cond)) => {
            let joined = logical(LogicalOp::And, path.clone(), cond);
            (parts(&joined) <= MOST_PARTS).then_some(Some(joined))
        }
        _ => None,
    }
}

/// What locals are behind two branches.
fn merged(cond: Option<&Expr>, yes: &BTreeMap<LocalId, Expr>, no: &BTreeMap<LocalId, Expr>) -> BTreeMap<LocalId, Expr> {
    let mut values = BTreeMap::new();
    for (local, value) in yes {
        let Some(other) = no.get(local) else { continue };
        let joined = match cond {
            _ if value == other => Some(value.clone()),
            Some(cond) => {
                let [cond, then, otherwise] = [cond, value, other].map(|expr| Box::new(expr.clone()));
                let kind = ExprKind::Conditional { cond, then, otherwise };
                Some(Expr { kind, ty: value.ty, span: value.span })
            }
            None => None,
        };
        values.extend(joined.filter(|joined| parts(joined) <= MOST_PARTS).map(|joined| (*local, joined)));
    }
    values
}

fn conjuncts(expr: Expr) -> Vec<Expr> {
    match expr.kind {
        ExprKind::Logical { op: LogicalOp::And, left, right } => {
            conjuncts(*left).into_iter().chain(conjuncts(*right)).collect()
        }
        _ => vec![expr],
    }
}

fn logical(op: LogicalOp, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    let [left, right] = [left, right].map(Box::new);
    Expr { kind: ExprKind::Logical { op, left, right }, ty: Type::BOOLEAN, span }
}

/// Whoever looks into null does not come back: what the formula always looks into is not null.
fn guarded(expr: Expr) -> Expr {
    let mut found = Vec::new();
    dereferenced(&expr, &mut found);
    let span = expr.span;
    found.into_iter().fold(expr, |guarded, object| {
        let null = Expr { kind: ExprKind::Constant(Constant::Null), ty: Type::NULL, span };
        let [left, right] = [object, null].map(Box::new);
        let kind = ExprKind::Binary { op: BinaryOp::NotEqual, left, right };
        logical(LogicalOp::And, Expr { kind, ty: Type::BOOLEAN, span }, guarded)
    })
}

fn dereferenced(expr: &Expr, found: &mut Vec<Expr>) {
    let object = match &expr.kind {
        ExprKind::Length(object) => Some(&**object),
        ExprKind::Call(call) if call.dispatch != Dispatch::Static => call.args.first(),
        _ => None,
    };
    found.extend(object.filter(|object| !found.contains(object)).cloned());
    let always = match &expr.kind {
        ExprKind::Logical { left, .. } => vec![&**left],
        ExprKind::Conditional { cond, .. } => vec![&**cond],
        _ => visit::operands(expr),
    };
    always.into_iter().for_each(|operand| dereferenced(operand, found));
}

/// The negation, with `!` inside as far as it goes.
fn negated(expr: Expr) -> Expr {
    let Expr { kind, ty, span } = expr;
    let kind = match kind {
        ExprKind::Logical { op: LogicalOp::And, left, right } => {
            return logical(LogicalOp::Or, negated(*left), negated(*right));
        }
        ExprKind::Logical { op: LogicalOp::Or, left, right } => {
            return logical(LogicalOp::And, negated(*left), negated(*right));
        }
        ExprKind::Unary { op: UnaryOp::Not, operand } => return *operand,
        ExprKind::Conditional { cond, then, otherwise } => {
            let [then, otherwise] = [then, otherwise].map(|branch| Box::new(negated(*branch)));
            ExprKind::Conditional { cond, then, otherwise }
        }
        ExprKind::Constant(Constant::Boolean(value)) => ExprKind::Constant(Constant::Boolean(!value)),
        ExprKind::Binary { op, left, right } if opposite(op).is_some() => {
            ExprKind::Binary { op: opposite(op).unwrap_or(op), left, right }
        }
        kind => {
            let operand = Box::new(Expr { kind, ty, span });
            ExprKind::Unary { op: UnaryOp::Not, operand }
        }
    };
    Expr { kind, ty, span }
}

fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        BinaryOp::Greater => BinaryOp::LessEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        _ => return None,
    })
}
