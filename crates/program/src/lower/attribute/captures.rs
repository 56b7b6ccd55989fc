//! Captured variables: what a local or anonymous class uses of the body around it (JLS 8.1.3).
//!
//! Attribution gives each such class a synthetic field per captured variable. When all bodies are
//! known, this pass
//! 1. closes the captures: whoever creates an object of a capturing class must be able to read the
//!    variables too;
//! 2. appends the values to every `new` of, and constructor call to, a capturing class;
//! 3. appends the parameters to its constructors, which store them before anything else, so that
//!    even `super(…)` sees them.

use super::Attributed;
use super::walk::{Walk, walk_block};
use crate::body::{Local, LocalKind};
use crate::lower::declarations::{Captured, Declarations, Place as ClassPlace};
use crate::lower::typed::{Place, TypedExpr, TypedExprKind, TypedStmt, TypedStmtKind};
use crate::program::{ClassId, FieldId, LocalId, MethodId, MethodKind, Nullity, ParamInfo, Type};
use tightrope_source::{Name, Span};

pub(super) fn pass_captured_values(declarations: &mut Declarations<'_>, bodies: &mut [(MethodId, Attributed)]) {
    let creations = find_creations(declarations, bodies);
    close_captures(declarations, &creations);
    for creation in &creations {
        if let Some((method, attributed)) = bodies.get_mut(creation.body) {
            let mut sites = AppendArguments { declarations, method: *method };
            walk_block(&mut attributed.body.block, &mut sites);
        }
    }
    for (method, attributed) in bodies.iter_mut() {
        if declarations.program.method(*method).kind == MethodKind::Constructor {
            append_parameters(declarations, *method, attributed);
        }
    }
}

/// The class whose constructor this node runs, if it is local: no other captures anything.
fn local_class(declarations: &Declarations<'_>, kind: &TypedExprKind) -> Option<ClassId> {
    let method = match kind {
        TypedExprKind::New { constructor, .. } => *constructor,
        TypedExprKind::Call { method, .. } => *method,
        _ => return None,
    };
    let info = declarations.program.method(method);
    let is_local = matches!(declarations.classes[info.class.index()].place, ClassPlace::Local { .. });
    (info.kind == MethodKind::Constructor && is_local).then_some(info.class)
}

/// The local classes whose constructors a body runs, each once.
struct Creations {
    /// Its place in the list of bodies.
    body: usize,
    method: MethodId,
    classes: Vec<ClassId>,
}

/// All bodies that create objects of local classes. They are few, and all that the steps below look
/// at.
fn find_creations(declarations: &Declarations<'_>, bodies: &mut [(MethodId, Attributed)]) -> Vec<Creations> {
    let mut creations = Vec::new();
    for (body, (method, attributed)) in bodies.iter_mut().enumerate() {
        let mut sites = FindSites { declarations, classes: Vec::new() };
        walk_block(&mut attributed.body.block, &mut sites);
        if !sites.classes.is_empty() {
            creations.push(Creations { body, method: *method, classes: sites.classes });
        }
    }
    creations
}

fn close_captures(declarations: &mut Declarations<'_>, creations: &[Creations]) {
    loop {
        let mut wanted: Vec<(MethodId, Captured)> = Vec::new();
        for creation in creations {
            for class in &creation.classes {
                let captured = &declarations.classes[class.index()].captured;
                wanted.extend(captured.iter().map(|captured| (creation.method, *captured)));
            }
        }
        let mut grown = false;
        for (method, captured) in wanted {
            grown |= make_readable(declarations, method, captured);
        }
        if !grown {
            return;
        }
    }
}

/// Lets the body of `method` read a captured variable. True if a class had to capture it for that.
fn make_readable(declarations: &mut Declarations<'_>, method: MethodId, captured: Captured) -> bool {
    if method == captured.owner {
        return false;
    }
    let class = declarations.program.method(method).class;
    let Some((local_class, _)) = declarations.path_to_local_class(class) else { return false };
    if declarations.captured_field(local_class, captured.owner, captured.variable).is_some() {
        return false;
    }
    let field = declarations.program.field(captured.field);
    let (name, span) = (Name::new(field.name.trim_start_matches("val$")), field.span);
    let ty = declarations.fields[captured.field.index()].ty.clone();
    declarations.capture(local_class, captured.owner, captured.variable, &name, &ty, span);
    true
}

struct FindSites<'d, 'a> {
    declarations: &'d Declarations<'a>,
    classes: Vec<ClassId>,
}

impl Walk for FindSites<'_, '_> {
    fn expr(&mut self, expr: &mut TypedExpr) {
        if let Some(class) = local_class(self.declarations, &expr.kind)
            && !self.classes.contains(&class)
        {
            self.classes.push(class);
        }
    }
}

struct AppendArguments<'d, 'a> {
    declarations: &'d Declarations<'a>,
    method: MethodId,
}

impl Walk for AppendArguments<'_, '_> {
    fn expr(&mut self, expr: &mut TypedExpr) {
        let Some(class) = local_class(self.declarations, &expr.kind) else { return };
        let captured = &self.declarations.classes[class.index()].captured;
        let values: Vec<TypedExpr> = captured.iter().filter_map(|captured| self.read(captured, expr.span)).collect();
        if let TypedExprKind::New { args, .. } | TypedExprKind::Call { args, .. } = &mut expr.kind {
            args.extend(values);
        }
    }
}

impl AppendArguments<'_, '_> {
    /// The variable as this body sees it: its own, or through the fields of the classes around.
    fn read(&self, captured: &Captured, span: Span) -> Option<TypedExpr> {
        let erased = self.declarations.program.field(captured.field).ty;
        let ty = Some(erased);
        if self.method == captured.owner {
            return Some(TypedExpr { kind: TypedExprKind::Local(captured.variable), ty, span });
        }
        let class = self.declarations.program.method(self.method).class;
        let (local_class, path) = self.declarations.path_to_local_class(class)?;
        let field = self.declarations.captured_field(local_class, captured.owner, captured.variable)?;
        let this = TypedExpr { kind: TypedExprKind::Local(LocalId(0)), ty: Some(Type::class(class)), span };
        Some(path.into_iter().chain([field]).fold(this, |object, field| field_node(self.declarations, object, field)))
    }
}

fn field_node(declarations: &Declarations<'_>, object: TypedExpr, field: FieldId) -> TypedExpr {
    let (span, ty) = (object.span, Some(declarations.program.field(field).ty));
    TypedExpr { kind: TypedExprKind::Field { object: Box::new(object), field }, ty, span }
}

/// Moves the variables behind the parameters to make room for new ones.
struct Shift {
    from: u32,
    by: u32,
}

impl Walk for Shift {
    fn local(&mut self, local: &mut LocalId) {
        if local.0 >= self.from {
            local.0 += self.by;
        }
    }
}

fn append_parameters(declarations: &mut Declarations<'_>, constructor: MethodId, attributed: &mut Attributed) {
    let class = declarations.program.method(constructor).class;
    let captured = declarations.classes[class.index()].captured.clone();
    if captured.is_empty() {
        return;
    }
    let body = &mut attributed.body;
    // `this` comes first.
    let first = declarations.program.method(constructor).params.len() + 1;
    walk_block(&mut body.block, &mut Shift { from: first as u32, by: captured.len() as u32 });
    let mut stores = Vec::new();
    for (index, captured) in captured.iter().enumerate() {
        let field = declarations.program.field(captured.field).clone();
        let local = LocalId((first + index) as u32);
        let at = (first + index).min(body.variables.len());
        body.variables
            .insert(at, Local { name: field.name.clone(), ty: field.ty, kind: LocalKind::Param, span: field.span });
        stores.push(store(class, captured.field, local, field.ty, declarations.program.method(constructor).span));
        let nullity = Nullity::Nullable;
        let param = ParamInfo { name: field.name, span: field.span, ty: field.ty, nullity };
        declarations.program.methods[constructor.index()].params.push(param);
        let ty = declarations.fields[captured.field.index()].ty.clone();
        declarations.methods[constructor.index()].params.push(ty);
    }
    stores.append(&mut body.block);
    body.block = stores;
}

fn store(class: ClassId, field: FieldId, local: LocalId, ty: Type, span: Span) -> TypedStmt {
    let this = TypedExpr { kind: TypedExprKind::Local(LocalId(0)), ty: Some(Type::class(class)), span };
    let value = TypedExpr { kind: TypedExprKind::Local(local), ty: Some(ty), span };
    let place = Place::Field { object: Box::new(this), field };
    let kind = TypedExprKind::Assign { place, value: Box::new(value) };
    TypedStmt { span, kind: TypedStmtKind::Expr(TypedExpr { kind, ty: Some(ty), span }) }
}
