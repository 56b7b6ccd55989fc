//! What is known of a `final` field because every constructor puts it there.
//!
//! Java makes every constructor assign a final field exactly once, and nobody else may. So what all
//! these assignments have in common holds of every object that is there before a call: that the
//! field is not null, that it holds an array of so many elements or an object of this very class,
//! which nobody else's field of this kind holds, or that it is one of a few numbers. An object
//! whose constructor is still running is left out, like everywhere.
//!
//! The values come from a walk through the constructor that follows locals and nothing else. What
//! it does not understand is not known.

use crate::body::{BinaryOp, Body, Call, Expr, ExprKind, Stmt, StmtKind};
use crate::program::{
    ClassId, ClassOrigin, Code, Constant, FieldId, FieldKind, LabelId, LocalId, Method, MethodKind, Program, Type,
};
use crate::visit;
use std::collections::BTreeMap;

/// What all constructors of a class put into one of its final fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalField {
    pub field: FieldId,
    pub value: Known,
}

/// What is known of a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Known {
    pub is_non_null: bool,
    /// It is of exactly this type: the constructor has made it itself, for this object.
    pub made: Option<Type>,
    /// It is an array of so many elements.
    pub length: Option<u32>,
    /// It is one of these numbers. Empty: nobody knows.
    pub numbers: Vec<i32>,
    /// Where in the constructors it may have been made. Empty in what the walk has found.
    sites: Vec<LocalId>,
}

impl Known {
    fn is_nothing(&self) -> bool {
        *self == Known::default()
    }

    fn non_null() -> Known {
        Known { is_non_null: true, ..Known::default() }
    }

    /// What holds of either.
    fn or(&self, other: &Known) -> Known {
        let mut numbers = Vec::new();
        if !self.numbers.is_empty() && !other.numbers.is_empty() {
            numbers.extend(self.numbers.iter().chain(&other.numbers));
            numbers.sort_unstable();
            numbers.dedup();
        }
        let sites = self.sites.iter().chain(&other.sites).copied().collect();
        Known {
            is_non_null: self.is_non_null && other.is_non_null,
            made: self.made.filter(|made| other.made == Some(*made)),
            length: self.length.filter(|length| other.length == Some(*length)),
            numbers,
            sites,
        }
    }
}

/// The final instance fields of a class of which something is known.
pub fn final_fields(program: &Program, class: ClassId) -> Vec<FinalField> {
    let is_final = |field: &FieldId| {
        let declared = program.field(*field);
        let is_open = declared.kind == FieldKind::Java && declared.constant.is_none();
        declared.is_final && !declared.is_static && is_open
    };
    let fields: Vec<FieldId> = program.class(class).fields.iter().copied().filter(is_final).collect();
    known_of(program, class, fields)
}

/// The same of fields that could be final: an initialiser gives each its value, and no code that is
/// at hand assigns it later. Others may, so whoever uses this has to say so.
pub fn settled_fields(program: &Program, class: ClassId) -> Vec<FinalField> {
    let is_open = |field: &FieldId| {
        let declared = program.field(*field);
        declared.kind == FieldKind::Java && !declared.is_final && !declared.is_static && declared.ty.is_reference()
    };
    let mut fields: Vec<FieldId> = program.class(class).fields.iter().copied().filter(is_open).collect();
    fields.retain(|field| is_initialized(program, class, *field));
    if fields.is_empty() {
        return Vec::new();
    }
    let users = |method: &&Method| program.class(method.class).origin == ClassOrigin::User;
    for method in program.methods.iter().filter(users) {
        let is_maker = matches!(method.kind, MethodKind::Constructor | MethodKind::InstanceInitializer);
        let Code::Body(body) = &method.code else { continue };
        visit::for_each_stmt(&body.block, &mut |stmt| {
            if let StmtKind::SetField { object, field, .. } = &stmt.kind
                && !(is_maker && is_this(body, object))
            {
                fields.retain(|known| known != field);
            }
        });
    }
    known_of(program, class, fields)
}

/// Does an initialiser assign the field, whatever else it does?
fn is_initialized(program: &Program, class: ClassId, field: FieldId) -> bool {
    program.class(class).methods.iter().any(|method| {
        let declared = program.method(*method);
        let Code::Body(body) = &declared.code else { return false };
        let sets = |stmt: &Stmt| {
            matches!(&stmt.kind, StmtKind::SetField { object, field: set, .. } if *set == field && is_this(body, object))
        };
        declared.kind == MethodKind::InstanceInitializer && body.block.iter().any(sets)
    })
}

/// What all constructors put into these fields.
fn known_of(program: &Program, class: ClassId, fields: Vec<FieldId>) -> Vec<FinalField> {
    if fields.is_empty() {
        return Vec::new();
    }
    let mut walk = Walk { program, assigned: BTreeMap::new(), holders: BTreeMap::new() };
    for method in &program.class(class).methods {
        let declared = program.method(*method);
        if let (MethodKind::Constructor | MethodKind::InstanceInitializer, Code::Body(body)) =
            (declared.kind, &declared.code)
        {
            walk.block(body, &body.block, &mut Locals::default());
            walk.forget_shared();
        }
    }
    let known = fields.into_iter().filter_map(|field| Some((field, walk.assigned.remove(&field)?)));
    let known = known.map(|(field, value)| (field, Known { sites: Vec::new(), ..value }));
    known.filter(|(_, value)| !value.is_nothing()).map(|(field, value)| FinalField { field, value }).collect()
}

type Locals = BTreeMap<LocalId, Known>;

struct Walk<'p> {
    program: &'p Program,
    /// What all assignments so far have in common.
    assigned: BTreeMap<FieldId, Known>,
    /// The fields that what was made at a site of this constructor was put into.
    holders: BTreeMap<LocalId, Vec<FieldId>>,
}

impl Walk<'_> {
    /// An object that two fields hold, or one field of two objects, is no field's own.
    fn forget_shared(&mut self) {
        for holders in std::mem::take(&mut self.holders).into_values().filter(|holders| holders.len() > 1) {
            for field in holders {
                if let Some(known) = self.assigned.get_mut(&field) {
                    // No assignment that follows can make it known again.
                    known.made = None;
                }
            }
        }
    }

    /// Follows a block; afterwards the locals are those behind it. `false`: nothing gets there.
    fn block(&mut self, body: &Body, block: &[Stmt], locals: &mut Locals) -> bool {
        block.iter().all(|stmt| self.stmt(body, stmt, locals))
    }

    fn stmt(&mut self, body: &Body, stmt: &Stmt, locals: &mut Locals) -> bool {
        match &stmt.kind {
            StmtKind::Assign { local, value } => set(locals, *local, self.known(locals, value)),
            StmtKind::New { result, class } => {
                let made = Some(Type::class(*class));
                set(locals, *result, Known { made, sites: vec![*result], ..Known::non_null() });
            }
            StmtKind::NewArray { result, ty, lengths } => {
                let length = match lengths.first().map(|length| &length.kind) {
                    Some(ExprKind::Constant(Constant::Int(length))) => u32::try_from(*length).ok(),
                    _ => None,
                };
                set(locals, *result, Known { made: Some(*ty), length, sites: vec![*result], ..Known::non_null() });
            }
            StmtKind::Call { result, call } => self.call(*result, call, locals),
            StmtKind::SetField { object, field, value } if is_this(body, object) => {
                let value = self.known(locals, value);
                for site in &value.sites {
                    let holders = self.holders.entry(*site).or_default();
                    if !holders.contains(field) {
                        holders.push(*field);
                    }
                }
                let known = self.assigned.get(field).map_or_else(|| value.clone(), |known| known.or(&value));
                self.assigned.insert(*field, known);
            }
            StmtKind::If { cond, then, otherwise } => return self.branch(body, cond, [then, otherwise], locals),
            StmtKind::Block { label, body: inner } => return self.labelled(body, *label, inner, locals),
            StmtKind::Loop { body: inner, .. } => {
                forget_assigned(inner, locals);
                self.block(body, inner, &mut locals.clone());
            }
            StmtKind::Try { body: inner, handlers } => {
                forget_assigned(inner, locals);
                self.block(body, inner, &mut locals.clone());
                for handler in handlers {
                    locals.remove(&handler.local);
                    forget_assigned(&handler.body, locals);
                    self.block(body, &handler.body, &mut locals.clone());
                }
            }
            StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return(_) | StmtKind::Throw(_) => return false,
            _ => {}
        }
        true
    }

    /// Whoever passes null to `requireNonNull` does not come back.
    fn call(&self, result: Option<LocalId>, call: &Call, locals: &mut Locals) {
        let method = self.program.method(call.method);
        let class = self.program.class(method.class).name.as_str();
        let checked = match (class, method.name.as_str(), call.args.first()) {
            ("java.util.Objects", "requireNonNull", Some(arg)) => {
                let known = Known { is_non_null: true, ..self.known(locals, arg) };
                if let ExprKind::Local(local) = strip(arg).kind {
                    set(locals, local, known.clone());
                }
                known
            }
            (_, "valueOf" | "of" | "asList", _) if class.starts_with("java.") => Known::non_null(),
            _ => Known::default(),
        };
        if let Some(result) = result {
            set(locals, result, checked);
        }
    }

    fn branch(&mut self, body: &Body, cond: &Expr, branches: [&Vec<Stmt>; 2], locals: &mut Locals) -> bool {
        let [mut yes, mut no] = [locals.clone(), locals.clone()];
        if let Some((local, is_null_if_true)) = null_test(cond) {
            let other = if is_null_if_true { &mut no } else { &mut yes };
            let known = Known { is_non_null: true, ..other.get(&local).cloned().unwrap_or_default() };
            set(other, local, known);
        }
        let [ends_yes, ends_no] = [self.block(body, branches[0], &mut yes), self.block(body, branches[1], &mut no)];
        *locals = match (ends_yes, ends_no) {
            (true, false) => yes,
            (false, true) => no,
            _ => common(&yes, &no),
        };
        ends_yes || ends_no
    }

    /// Whoever leaves the block may have assigned any of it.
    fn labelled(&mut self, body: &Body, label: LabelId, inner: &[Stmt], locals: &mut Locals) -> bool {
        let mut is_left = false;
        visit::for_each_stmt(inner, &mut |stmt| is_left |= matches!(stmt.kind, StmtKind::Break(to) if to == label));
        if !is_left {
            return self.block(body, inner, locals);
        }
        forget_assigned(inner, locals);
        self.block(body, inner, &mut locals.clone());
        true
    }

    fn known(&self, locals: &Locals, value: &Expr) -> Known {
        match &strip(value).kind {
            ExprKind::Local(local) => locals.get(local).cloned().unwrap_or_default(),
            ExprKind::Constant(Constant::Int(number)) => Known { numbers: vec![*number], ..Known::default() },
            ExprKind::Constant(Constant::String(_)) | ExprKind::Concat(_) => Known::non_null(),
            ExprKind::Conditional { then, otherwise, .. } => {
                self.known(locals, then).or(&self.known(locals, otherwise))
            }
            _ => Known::default(),
        }
    }
}

fn set(locals: &mut Locals, local: LocalId, known: Known) {
    locals.insert(local, known);
}

/// A reference without the casts around it.
fn strip(mut value: &Expr) -> &Expr {
    while let ExprKind::Cast(inner) = &value.kind {
        value = inner;
    }
    value
}

fn is_this(body: &Body, object: &Expr) -> bool {
    matches!(strip(object).kind, ExprKind::Local(local) if body.local(local).kind == crate::body::LocalKind::This)
}

/// `x == null` (true) or `x != null` (false).
fn null_test(cond: &Expr) -> Option<(LocalId, bool)> {
    let ExprKind::Binary { op: op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right } = &cond.kind else {
        return None;
    };
    let is_null = |expr: &Expr| matches!(expr.kind, ExprKind::Constant(Constant::Null));
    let value = if is_null(right) { strip(left) } else { Some(strip(right)).filter(|_| is_null(left))? };
    match value.kind {
        ExprKind::Local(local) => Some((local, *op == BinaryOp::Equal)),
        _ => None,
    }
}

fn common(left: &Locals, right: &Locals) -> Locals {
    left.iter().filter_map(|(local, known)| Some((*local, known.or(right.get(local)?)))).collect()
}

/// What is assigned somewhere in a block is not known any more.
fn forget_assigned(block: &[Stmt], locals: &mut Locals) {
    visit::for_each_stmt(block, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { local, .. } => {
            locals.remove(local);
        }
        StmtKind::New { result, .. } | StmtKind::NewArray { result, .. } => {
            locals.remove(result);
        }
        StmtKind::Call { result: Some(result), .. } => {
            locals.remove(result);
        }
        StmtKind::Try { handlers, .. } => handlers.iter().for_each(|handler| {
            locals.remove(&handler.local);
        }),
        _ => {}
    });
}
