//! Objects of classes that nobody knows: what is known of them by the contracts of their methods.
//!
//! An interface or abstract class that no class of the given files makes concrete still has
//! objects. Where a method of it says enough, there is a synthetic class below it, whose methods do
//! what the contracts say and no more:
//!
//! - A method without parameters that changes nothing, throws nothing, and whose contract speaks of
//!   nothing that can change, is a *field*: it returns the same as long as the call lasts (an
//!   assumption that verdicts list). What it ensures is an invariant of the class, so that every
//!   engine gets it, and contracts may call the method.
//! - Any other method that changes and throws nothing, and returns a number, a truth value or
//!   nothing, returns whatever its contract admits, each time anew.
//! - Every other method is [`Construct::UnknownClass`]: a run that calls it has no verdict.
//!
//! What a method requires is asserted at its calls, like everywhere.

use super::declarations::{ClassDeclaration, Declarations, MethodDeclaration, MethodSyntax};
use super::declare::collect::empty_method;
use super::types::{ClassType, JavaType};
use crate::body::{Body, Call, Dispatch, Expr, ExprKind, Local, LocalKind, LogicalOp, Stmt, StmtKind, Unsupported};
use crate::captures::captures;
use crate::constructs::Construct;
use crate::contract::{Clause, Contract, Formula, Origin};
use crate::effective::{EffectiveCase, Frame, cases};
use crate::program::{
    BaseType, Class, ClassId, ClassKind, ClassOrigin, Code, FieldId, LocalId, Method, MethodId, MethodKind, Program,
    Type,
};
use crate::support::classes_without_objects;
use crate::visit;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tightrope_source::{Name, Span};

/// Adds a class for each type of the user that nothing makes concrete, where a contract can be
/// followed; and for those above it, so that their places hold such objects beside these.
pub(super) fn add_unknown_classes(declarations: &mut Declarations<'_>) {
    let program = &declarations.program;
    let is_open = |class: &ClassId| {
        let declared = &declarations.classes[class.index()];
        let is_plain = declared.type_params.is_empty() && !declared.is_inner && !declared.has_missing_ancestor;
        is_plain && program.class(*class).origin == ClassOrigin::User
    };
    let captured = captures(program);
    let open = classes_without_objects(program, |class| !captured.unknown.contains(&class));
    let open: BTreeSet<ClassId> = open.into_iter().filter(is_open).collect();
    let says = |class: &ClassId| visible_methods(program, *class).iter().flatten().any(|id| says_enough(program, *id));
    let telling: Vec<ClassId> = open.iter().copied().filter(says).collect();
    let above = |class: &&ClassId| telling.iter().any(|below| program.is_subclass(*below, **class));
    let wanted: Vec<ClassId> = open.iter().filter(above).copied().collect();
    let mut varying = BTreeSet::new();
    for class in wanted {
        add_unknown_class(declarations, class, &mut varying);
    }
    if !varying.is_empty() {
        forbid_in_formulas(&mut declarations.program, &varying);
    }
}

/// A formula that calls a method whose result may differ from call to call has no value, if its
/// receiver can only be an object of a class that nobody knows.
fn forbid_in_formulas(program: &mut Program, varying: &BTreeSet<MethodId>) {
    let is_unknown = |class: ClassId| {
        let is_below = |id: &ClassId| program.is_subclass(*id, class);
        let is_made = |id: &ClassId| {
            let declared = program.class(*id);
            declared.kind != ClassKind::Interface && !declared.is_abstract
        };
        program.class_ids().filter(is_made).filter(is_below).all(|id| program.class(id).is_unknown)
    };
    let unknown: BTreeSet<ClassId> = program.class_ids().filter(|class| is_unknown(*class)).collect();
    let names: BTreeMap<MethodId, Name> = varying.iter().map(|id| (*id, program.method(*id).name.clone())).collect();
    let forbid = |clause: &mut Clause| {
        visit::for_each_expr_mut(&mut clause.formula.expr, &mut |part| {
            let ExprKind::Call(call) = &part.kind else { return };
            let receiver = call.args.first().and_then(|receiver| receiver.ty.as_class());
            if let (Some(name), true) = (names.get(&call.method), receiver.is_some_and(|it| unknown.contains(&it))) {
                let detail = Name::from(format!("{name} may return something else each time"));
                let stop = Unsupported { construct: Construct::UnknownClass, detail, span: part.span };
                part.kind = ExprKind::Unsupported(stop);
            }
        });
    };
    for class in &mut program.classes {
        let clauses = class.invariants.iter_mut().chain(&mut class.constraints);
        clauses.chain(&mut class.initially).chain(&mut class.axioms).for_each(forbid);
    }
    for method in &mut program.methods {
        for case in &mut method.contract.cases {
            let clauses = case.requires.iter_mut().chain(&mut case.ensures).chain(&mut case.diverges);
            clauses.chain(case.signals.iter_mut().map(|signals| &mut signals.clause)).for_each(forbid);
        }
        let Code::Body(body) = &mut method.code else { continue };
        visit::for_each_stmt_mut(&mut body.block, &mut |stmt| visit::clause_mut(stmt).into_iter().for_each(forbid));
        body.loops.iter_mut().flat_map(|info| info.invariants.iter_mut().chain(&mut info.decreases)).for_each(forbid);
    }
}

/// Something is written at the method, and it changes nothing.
fn says_enough(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let is_written = method.is_pure || !method.contract.cases.is_empty();
    let is_users = program.class(method.class).origin == ClassOrigin::User;
    is_users && is_written && cases(program, id).iter().all(changes_nothing)
}

fn changes_nothing(case: &EffectiveCase<'_>) -> bool {
    match case.frame {
        Frame::Everything | Frame::NewObjectBecausePure => false,
        Frame::NothingBecausePure => true,
        Frame::Written(assignable) => assignable.locations.is_empty(),
    }
}

/// The methods that can be called on an object of the type and that a class below may override:
/// those of one signature together, unless one overrides the other.
fn visible_methods(program: &Program, class: ClassId) -> Vec<Vec<MethodId>> {
    let object = program.class_named("java.lang.Object");
    let mut types = vec![class];
    let mut next = 0;
    while let Some(current) = types.get(next).map(|id| program.class(*id)) {
        let parents = current.superclass.iter().chain(&current.interfaces).chain(&object);
        let new: Vec<ClassId> = parents.copied().filter(|parent| !types.contains(parent)).collect();
        types.extend(new);
        next += 1;
    }
    let own = types.iter().flat_map(|ty| &program.class(*ty).methods).copied();
    let is_open = |id: &MethodId| {
        let method = program.method(*id);
        let is_plain = method.kind == MethodKind::Method && !method.is_static;
        is_plain && !method.is_private && !method.is_final
    };
    let all: Vec<MethodId> = own.filter(is_open).collect();
    let is_overridden = |id: MethodId| all.iter().any(|other| program.method(*other).overrides.contains(&id));
    let mut found: BTreeMap<(Name, Vec<Type>), Vec<MethodId>> = BTreeMap::new();
    for id in all.iter().copied().filter(|id| !is_overridden(*id)) {
        let method = program.method(id);
        let types = method.params.iter().map(|param| param.ty).collect();
        found.entry((method.name.clone(), types)).or_default().push(id);
    }
    found.into_values().collect()
}

/// `varying`: the methods whose results may differ from call to call.
fn add_unknown_class(declarations: &mut Declarations<'_>, above: ClassId, varying: &mut BTreeSet<MethodId>) {
    let class = declare(declarations, above);
    let groups = visible_methods(&declarations.program, above);
    let methods: Vec<MethodId> = groups.iter().map(|group| declare_method(declarations, class, above, group)).collect();
    let constant = constant_methods(&declarations.program, &methods);
    let mut fields = HashMap::new();
    for method in methods.iter().copied().filter(|method| constant.contains(method)) {
        fields.insert(method, declare_field(declarations, class, above, method));
    }
    for method in methods {
        let program = &declarations.program;
        let code = match (fields.get(&method), followed(program, method)) {
            (Some(field), _) => returned_field(program, class, *field),
            (None, Ok(body)) => {
                varying.extend(&program.method(method).overrides);
                body
            }
            (None, Err(reason)) => stopped(program, method, &reason),
        };
        declarations.program.methods[method.index()].code = Code::Body(code);
    }
    let mut invariants = Vec::new();
    for (method, field) in fields.iter().collect::<BTreeMap<_, _>>() {
        invariants.extend(ensured(&declarations.program, *method, *field));
    }
    declarations.program.classes[class.index()].invariants = invariants;
}

fn declare(declarations: &mut Declarations<'_>, above: ClassId) -> ClassId {
    let class = ClassId(declarations.program.classes.len() as u32);
    let object = declarations.well_known.object;
    let data = declarations.program.class(above);
    let (superclass, interfaces) = match data.kind {
        ClassKind::Interface => (object, vec![above]),
        _ => (above, Vec::new()),
    };
    let around = &declarations.classes[above.index()];
    let declaration = ClassDeclaration {
        syntax: None,
        place: around.place,
        package: around.package.clone(),
        scope: around.scope.clone(),
        type_params: Vec::new(),
        superclass: Some(ClassType::raw(superclass)),
        interfaces: interfaces.iter().copied().map(ClassType::raw).collect(),
        member_classes: HashMap::new(),
        fields: HashMap::new(),
        methods: HashMap::new(),
        constructors: Vec::new(),
        is_inner: false,
        is_function: false,
        has_missing_ancestor: false,
        non_null_by_default: around.non_null_by_default,
        captured: Vec::new(),
    };
    let program_class = Class {
        name: Name::new(format!("{}$unknown", data.name)),
        simple_name: Name::default(),
        span: data.span,
        kind: ClassKind::Class,
        origin: ClassOrigin::User,
        is_abstract: false,
        is_final: true,
        is_private: true,
        is_public: false,
        is_unknown: true,
        superclass: Some(superclass),
        interfaces,
        outer: data.outer,
        outer_instance: None,
        captures: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        inherited_implementations: Vec::new(),
        static_initializer: None,
        enum_constants: Vec::new(),
        invariants: Vec::new(),
        rep_ok: None,
        constraints: Vec::new(),
        initially: Vec::new(),
        axioms: Vec::new(),
        unchecked: Vec::new(),
    };
    declarations.classes.push(declaration);
    declarations.program.classes.push(program_class);
    class
}

/// The override of methods of one signature: the first says what it looks like.
fn declare_method(declarations: &mut Declarations<'_>, class: ClassId, above: ClassId, group: &[MethodId]) -> MethodId {
    let program = &declarations.program;
    let first = program.method(group[0]);
    let is_users = program.class(first.class).origin == ClassOrigin::User;
    let span = if is_users { first.span } else { program.class(above).span };
    let mut overrides: Vec<MethodId> = Vec::new();
    for id in group.iter().flat_map(|id| std::iter::once(id).chain(&program.method(*id).overrides)) {
        if !overrides.contains(id) {
            overrides.push(*id);
        }
    }
    let implicit = |clauses: &[Clause]| clauses.iter().map(|clause| implicit_of(clause, class)).collect();
    let contract = Contract {
        implicit_requires: implicit(&first.contract.implicit_requires),
        implicit_ensures: implicit(&first.contract.implicit_ensures),
        ..Contract::default()
    };
    let method = Method {
        name: first.name.clone(),
        name_span: if is_users { first.name_span } else { span },
        is_public: true,
        is_pure: group.iter().any(|id| program.method(*id).is_pure),
        is_helper: true,
        is_synthetic: true,
        is_varargs: first.is_varargs,
        params: first.params.clone(),
        return_type: first.return_type,
        return_nullity: first.return_nullity,
        throws: first.throws.clone(),
        overrides,
        contract,
        ..empty_method(class, span)
    };
    let written = &declarations.methods[group[0].index()];
    let declaration = MethodDeclaration {
        syntax: MethodSyntax::Function,
        scope: declarations.classes[class.index()].scope.clone(),
        type_params: Vec::new(),
        params: written.params.clone(),
        return_type: written.return_type.clone(),
    };
    declarations.add_method(method, declaration)
}

/// A clause of the method above, as one of the method below.
fn implicit_of(clause: &Clause, class: ClassId) -> Clause {
    let mut copy = clause.clone();
    copy.formula.expr = of_class(copy.formula.expr, class);
    if let Some(this) = copy.formula.locals.first_mut().filter(|local| local.kind == LocalKind::This) {
        this.ty = Type::class(class);
    }
    copy
}

/// The field that a method without parameters returns.
fn declare_field(declarations: &mut Declarations<'_>, class: ClassId, above: ClassId, method: MethodId) -> FieldId {
    let data = declarations.program.method(method);
    let (name, span) = (data.name.clone(), data.name_span);
    let from = data.overrides.first().map_or(above, |id| declarations.program.method(*id).class);
    let written = declarations.methods[method.index()].return_type.clone();
    let through = JavaType::Class(declarations.this_type(above));
    let ty = declarations.member_type(&through, from, &written);
    declarations.add_synthetic_field(class, name, ty, span)
}

/// The methods that are fields: the greatest set of which no contract speaks of another method.
fn constant_methods(program: &Program, methods: &[MethodId]) -> BTreeSet<MethodId> {
    let could_be = |id: &&MethodId| {
        let method = program.method(**id);
        method.params.is_empty() && method.return_type.is_some() && quiet(program, **id).is_ok()
    };
    let mut found: BTreeSet<MethodId> = methods.iter().filter(could_be).copied().collect();
    loop {
        let is_stable = |id: &&MethodId| formulas(program, **id).iter().all(|expr| stays(program, expr, &found));
        let left: BTreeSet<MethodId> = found.iter().filter(is_stable).copied().collect();
        if left.len() == found.len() {
            return found;
        }
        found = left;
    }
}

fn formulas(program: &Program, method: MethodId) -> Vec<Expr> {
    let clauses = cases(program, method).into_iter().flat_map(|case| [case.requires, case.ensures].concat());
    clauses.map(|clause| clause.formula.expr.clone()).collect()
}

/// Why a contract does not say what a call does, if it does not.
fn quiet(program: &Program, method: MethodId) -> Result<(), &'static str> {
    let declared = program.method(method);
    let is_written = |id: &MethodId| {
        let above = program.method(*id);
        let is_users = program.class(above.class).origin == ClassOrigin::User;
        is_users && (above.is_pure || !above.contract.cases.is_empty())
    };
    if !declared.overrides.iter().any(is_written) {
        return Err("has no contract");
    }
    let same = |id: &MethodId| program.method(*id).return_type == declared.return_type;
    if !declared.overrides.iter().all(same) {
        return Err("has several result types");
    }
    for case in cases(program, method) {
        if !changes_nothing(&case) {
            return Err("may change something: say `pure` or `assignable \\nothing`");
        }
        if !case.exceptions.is_empty() || !case.may_return() || !case.diverges.is_empty() {
            return Err("may throw or run for ever");
        }
    }
    Ok(())
}

/// Does the value of a formula stay the same as long as the call lasts?
fn stays(program: &Program, expr: &Expr, constant: &BTreeSet<MethodId>) -> bool {
    let here = match &expr.kind {
        ExprKind::Constant(_)
        | ExprKind::Result
        | ExprKind::Local(_)
        | ExprKind::Unary { .. }
        | ExprKind::Binary { .. }
        | ExprKind::Logical { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::Convert(_)
        | ExprKind::Cast(_)
        | ExprKind::InstanceOf { .. }
        | ExprKind::TypeLiteral(_)
        | ExprKind::Length(_)
        | ExprKind::Old(_)
        | ExprKind::Informal(_) => true,
        ExprKind::Field { field, .. } => program.field(*field).is_final,
        ExprKind::Quantified(quantified) => quantified.binders.iter().all(|_| is_over_numbers(expr)),
        ExprKind::Call(call) => is_stable_call(program, call, constant),
        _ => false,
    };
    here && visit::operands(expr).into_iter().all(|operand| stays(program, operand, constant))
}

/// Does the quantifier bind numbers alone? Its range then reads nothing by itself.
fn is_over_numbers(expr: &Expr) -> bool {
    let mut has_object = false;
    visit::for_each_expr(expr, &mut |part| {
        has_object |= matches!(part.kind, ExprKind::Local(local) if local.index() > 0) && part.ty.is_reference();
    });
    !has_object
}

/// A method of the same object that is a field, or one of the library's on what never changes.
fn is_stable_call(program: &Program, call: &Call, constant: &BTreeSet<MethodId>) -> bool {
    let is_this = |arg: &Expr| matches!(arg.kind, ExprKind::Local(LocalId(0)));
    let overrides = |id: &MethodId| program.method(*id).overrides.contains(&call.method);
    if call.dispatch == Dispatch::Virtual && call.args.len() == 1 && is_this(&call.args[0]) {
        return constant.iter().any(overrides);
    }
    let class = program.class(program.method(call.method).class);
    let is_text = class.name == "java.lang.String" || class.name == "java.lang.Math";
    let is_value = |ty: Type| {
        !ty.is_reference() || ty.as_class().is_some_and(|class| program.class(class).name == "java.lang.String")
    };
    class.origin == ClassOrigin::Library && is_text && call.args.iter().all(|arg| is_value(arg.ty))
}

fn this_of(class: ClassId, span: Span) -> (Local, Expr) {
    let ty = Type::class(class);
    let local = Local { name: Name::new("this"), ty, kind: LocalKind::This, span };
    (local, Expr { kind: ExprKind::Local(LocalId(0)), ty, span })
}

fn field_of_this(program: &Program, class: ClassId, field: FieldId, span: Span) -> Expr {
    let (_, this) = this_of(class, span);
    Expr { kind: ExprKind::Field { object: Box::new(this), field }, ty: program.field(field).ty, span }
}

fn returned_field(program: &Program, class: ClassId, field: FieldId) -> Body {
    let span = program.field(field).span;
    let value = field_of_this(program, class, field, span);
    let block = vec![Stmt { span, kind: StmtKind::Return(Some(value)) }];
    Body { locals: vec![this_of(class, span).0], loops: Vec::new(), labels: 0, block }
}

/// What the method ensures, of the field that it returns: one clause for each of its own.
fn ensured(program: &Program, method: MethodId, field: FieldId) -> Vec<Clause> {
    let class = program.method(method).class;
    let (this, _) = this_of(class, program.method(method).name_span);
    let mut found = Vec::new();
    for case in cases(program, method) {
        for clause in &case.ensures {
            let mut locals = vec![this.clone()];
            let result = field_of_this(program, class, field, clause.span);
            let expr = implied(&case, clause, 1, &mut locals, &result);
            let formula = Formula { locals, expr: of_class(expr, class) };
            found.push(Clause { span: clause.span, origin: Origin::Derived, is_static: false, formula });
        }
    }
    found
}

/// `requires ==> ensures`, with `\result` replaced and nothing old: nothing changes. What the
/// formulas bind is numbered behind `locals`, and added to them.
fn implied(case: &EffectiveCase<'_>, clause: &Clause, params: usize, locals: &mut Vec<Local>, result: &Expr) -> Expr {
    let mut part = |clause: &Clause| {
        let mut expr = clause.formula.expr.clone();
        let first = locals.len();
        visit::for_each_expr_mut(&mut expr, &mut |part| {
            visit::named_locals_mut(part).into_iter().filter(|local| local.index() >= params).for_each(|local| {
                *local = LocalId((first + local.index() - params) as u32);
            });
        });
        locals.extend(clause.formula.locals.iter().skip(params).cloned());
        now(&mut expr, result);
        expr
    };
    let ensures = part(clause);
    let requires: Vec<Expr> = case.requires.iter().map(|clause| part(clause)).collect();
    let requires = requires.into_iter().reduce(|left, right| logical(LogicalOp::And, left, right));
    match requires {
        Some(requires) => logical(LogicalOp::Implies, requires, ensures),
        None => ensures,
    }
}

fn now(expr: &mut Expr, result: &Expr) {
    while let ExprKind::Old(inner) = &mut expr.kind {
        *expr = std::mem::replace(&mut **inner, result.clone());
    }
    if expr.kind == ExprKind::Result {
        *expr = result.clone();
        return;
    }
    visit::operands_mut(expr).into_iter().for_each(|operand| now(operand, result));
}

/// `this` is an object of this very class.
fn of_class(mut expr: Expr, class: ClassId) -> Expr {
    visit::for_each_expr_mut(&mut expr, &mut |part| {
        if matches!(part.kind, ExprKind::Local(LocalId(0))) {
            part.ty = Type::class(class);
        }
    });
    expr
}

fn logical(op: LogicalOp, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    let [left, right] = [left, right].map(Box::new);
    Expr { kind: ExprKind::Logical { op, left, right }, ty: Type::BOOLEAN, span }
}

/// Code that returns whatever the contract admits.
fn followed(program: &Program, method: MethodId) -> Result<Body, String> {
    quiet(program, method)?;
    let declared = program.method(method);
    let span = declared.name_span;
    let (this, _) = this_of(declared.class, span);
    let param = |param: &crate::program::ParamInfo| Local {
        name: param.name.clone(),
        ty: param.ty,
        kind: LocalKind::Param,
        span: param.span,
    };
    let mut locals: Vec<Local> = std::iter::once(this).chain(declared.params.iter().map(param)).collect();
    let Some(ty) = declared.return_type else {
        let block = vec![Stmt { span, kind: StmtKind::Return(None) }];
        return Ok(Body { locals, loops: Vec::new(), labels: 0, block });
    };
    let input = input_of(program, ty).ok_or("returns no whole number, and perhaps not always the same")?;
    let params = locals.len();
    let result = LocalId(params as u32);
    locals.push(Local { name: Name::new("t0"), ty, kind: LocalKind::Temporary, span });
    let value = Expr { kind: ExprKind::Local(result), ty, span };
    let mut clauses = Vec::new();
    for case in cases(program, method) {
        for clause in &case.ensures {
            let expr = of_class(implied(&case, clause, params, &mut locals, &value), declared.class);
            if !is_plain(&expr) {
                return Err("ensures something that cannot be assumed at a call".to_owned());
            }
            clauses.push((clause.span, expr));
        }
    }
    let call = Call { dispatch: Dispatch::Static, method: input, args: Vec::new() };
    let initialize = StmtKind::InitializeClass(program.method(input).class);
    let calls = [initialize, StmtKind::Call { result: Some(result), call }];
    let mut block: Vec<Stmt> = calls.into_iter().map(|kind| Stmt { span, kind }).collect();
    for (at, expr) in clauses {
        let formula = Formula { locals: locals.clone(), expr };
        let clause = Clause { span: at, origin: Origin::Derived, is_static: false, formula };
        block.push(Stmt { span, kind: StmtKind::SpecAssume(clause) });
    }
    block.push(Stmt { span, kind: StmtKind::Return(Some(value)) });
    Ok(Body { locals, loops: Vec::new(), labels: 0, block })
}

/// Nothing in it is new, or not modelled.
fn is_plain(expr: &Expr) -> bool {
    let mut is_plain = true;
    visit::for_each_expr(expr, &mut |part| {
        is_plain &= !matches!(part.kind, ExprKind::Fresh(_) | ExprKind::Unsupported(_) | ExprKind::Old(_));
    });
    is_plain
}

/// What gives any value of a type.
fn input_of(program: &Program, ty: Type) -> Option<MethodId> {
    let name = match ty {
        Type { base: BaseType::Int, dims: 0 } => "nextInt",
        Type { base: BaseType::Long, dims: 0 } => "nextLong",
        Type { base: BaseType::Boolean, dims: 0 } => "nextBoolean",
        _ => return None,
    };
    let class = program.class(program.class_named("java.util.Input")?);
    let is_it = |id: &&MethodId| program.method(**id).name == name && program.method(**id).params.is_empty();
    class.methods.iter().find(is_it).copied()
}

/// A run that calls the method has no verdict.
fn stopped(program: &Program, method: MethodId, reason: &str) -> Body {
    let declared = program.method(method);
    let span = declared.name_span;
    let (this, _) = this_of(declared.class, span);
    let params = declared.params.iter().map(|param| Local {
        name: param.name.clone(),
        ty: param.ty,
        kind: LocalKind::Param,
        span: param.span,
    });
    let above = declared.overrides.first().map_or(declared.class, |id| program.method(*id).class);
    let detail = Name::from(format!("{}.{} {reason}", crate::names::simple_name(program, above), declared.name));
    let stop = Unsupported { construct: Construct::UnknownClass, detail, span };
    let block = vec![Stmt { span, kind: StmtKind::Unsupported(stop) }];
    Body { locals: std::iter::once(this).chain(params).collect(), loops: Vec::new(), labels: 0, block }
}
