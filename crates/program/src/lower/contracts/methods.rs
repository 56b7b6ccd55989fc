//! The specification of a method: its cases, and the implicit clauses of non-null parameters and
//! results.
//!
//! Follows the JML Reference Manual, chapter 9. Nested cases are resolved: what stands before `{|`
//! belongs to each case inside. A predicate `\not_specified` says nothing and leaves no clause;
//! `\same` is not checked. A second `signals_only` in one case is not checked either (JML allows
//! one).

use super::classes::{non_null_origin, not_null, this_local};
use super::{formulas, locations, modifiers, unchecked, written_clause};
use crate::body::{Expr, ExprKind, Local, LocalKind};
use crate::constructs::Construct;
use crate::contract::{Assignable, Behavior, Case, Clause, Contract, Formula, Location, Origin, Signals, SignalsOnly};
use crate::lower::attribute::FormulaContext;
use crate::lower::declarations::{Declarations, MethodSyntax};
use crate::lower::types::JavaType;
use crate::program::{ClassId, Constant, LocalId, MethodId, MethodKind, Nullity, ParamInfo, Type};
use tightrope_source::Diagnostic;
use tightrope_source::{Code, Name, SourceMap, Span};
use tightrope_syntax::jml::{
    self, MethodClause, MethodClauseKind, MethodSpec, Predicate, SpecCase, StoreRef, StoreRefKind,
};
use tightrope_syntax::tree::{FieldDecl, Ident, MethodDecl, TypeRef};

pub(super) fn lower_method(declarations: &mut Declarations<'_>, sources: &SourceMap, method: MethodId) {
    let mut contract = std::mem::take(&mut declarations.program.methods[method.index()].contract);
    contract.implicit_requires.extend(implicit_requires(declarations, method));
    contract.implicit_ensures.extend(implicit_ensures(declarations, method));
    if let Some(syntax) = written_at(declarations, method) {
        contract.unchecked.extend(modifiers::check_method(declarations, sources, syntax));
        if let Some(spec) = &syntax.spec {
            lower_spec(declarations, method, spec, &mut contract);
        }
    }
    declarations.program.methods[method.index()].contract = contract;
}

fn written_at<'a>(declarations: &Declarations<'a>, method: MethodId) -> Option<&'a MethodDecl> {
    match &declarations.methods[method.index()].syntax {
        MethodSyntax::Declared(syntax) => Some(*syntax),
        MethodSyntax::CanonicalConstructor(syntax) => *syntax,
        _ => None,
    }
}

// Implicit clauses.

/// `this` and the parameters, as every formula about the method has them.
fn signature_locals(declarations: &Declarations<'_>, method: MethodId) -> Vec<Local> {
    let found = declarations.program.method(method);
    let this = (!found.is_static).then(|| this_local(declarations, found.class));
    let param =
        |param: &ParamInfo| Local { name: param.name.clone(), ty: param.ty, kind: LocalKind::Param, span: param.span };
    this.into_iter().chain(found.params.iter().map(param)).collect()
}

fn implicit_requires(declarations: &Declarations<'_>, method: MethodId) -> Vec<Clause> {
    let found = declarations.program.method(method);
    let locals = signature_locals(declarations, method);
    let first = usize::from(!found.is_static);
    let mut clauses = Vec::new();
    for (index, param) in found.params.iter().enumerate() {
        // `this$0` and captured values are Java's own business.
        let is_written = !param.name.contains('$') || found.kind != MethodKind::Constructor;
        if is_written && !param.nullity.allows_null() && param.ty.is_reference() {
            let local = LocalId((first + index) as u32);
            let value = Expr { kind: ExprKind::Local(local), ty: param.ty, span: param.span };
            clauses.push(implicit_clause(&param.name, param.nullity, locals.clone(), value));
        }
    }
    clauses
}

fn implicit_ensures(declarations: &Declarations<'_>, method: MethodId) -> Option<Clause> {
    let found = declarations.program.method(method);
    let ty = found.return_type.filter(|ty| ty.is_reference())?;
    let is_declared = matches!(found.kind, MethodKind::Method | MethodKind::Model) && !found.is_synthetic;
    if !is_declared || found.return_nullity.allows_null() {
        return None;
    }
    let result = Expr { kind: ExprKind::Result, ty, span: found.name_span };
    Some(implicit_clause("\\result", found.return_nullity, signature_locals(declarations, method), result))
}

fn implicit_clause(name: &str, nullity: Nullity, locals: Vec<Local>, value: Expr) -> Clause {
    let span = value.span;
    let formula = Formula { locals, expr: not_null(value) };
    Clause { span, origin: non_null_origin(name, nullity), is_static: false, formula }
}

// Written clauses.

fn lower_spec(declarations: &mut Declarations<'_>, method: MethodId, spec: &MethodSpec, contract: &mut Contract) {
    contract.extends = spec.extends;
    let mut flat = Vec::new();
    for case in &spec.cases {
        flatten_case(case, &[], None, &mut flat);
    }
    for case in flat {
        let lowered = lower_case(declarations, method, &case);
        contract.cases.push(lowered);
    }
}

/// A case without nested ones.
struct FlatCase<'a> {
    span: Span,
    behavior: jml::Behavior,
    clauses: Vec<&'a MethodClause>,
}

fn flatten_case<'a>(
    case: &'a SpecCase,
    before: &[&'a MethodClause],
    around: Option<jml::Behavior>,
    flat: &mut Vec<FlatCase<'a>>,
) {
    let mut clauses = before.to_vec();
    clauses.extend(&case.clauses);
    let behavior = match (case.behavior, around) {
        (jml::Behavior::Lightweight, Some(around)) => around,
        (written, _) => written,
    };
    if case.nested.is_empty() {
        flat.push(FlatCase { span: case.span, behavior, clauses });
        return;
    }
    for nested in &case.nested {
        flatten_case(nested, &clauses, Some(behavior), flat);
    }
}

fn lower_case(declarations: &mut Declarations<'_>, method: MethodId, flat: &FlatCase<'_>) -> Case {
    let case = Case {
        span: flat.span,
        behavior: behavior(flat.behavior),
        requires: Vec::new(),
        ensures: Vec::new(),
        signals: Vec::new(),
        signals_only: None,
        assignable: None,
        diverges: Vec::new(),
        unchecked: Vec::new(),
    };
    let context = method_context(declarations, method);
    let mut lowering = CaseLowering { declarations, method, context, old_variables: Vec::new(), case };
    for clause in &flat.clauses {
        lowering.clause(clause);
    }
    lowering.case
}

fn behavior(written: jml::Behavior) -> Behavior {
    match written {
        jml::Behavior::Lightweight => Behavior::Lightweight,
        jml::Behavior::Behavior => Behavior::Behavior,
        jml::Behavior::Normal => Behavior::Normal,
        jml::Behavior::Exceptional => Behavior::Exceptional,
    }
}

/// What a precondition may speak of.
fn method_context(declarations: &Declarations<'_>, method: MethodId) -> FormulaContext {
    let found = declarations.program.method(method);
    FormulaContext {
        class: found.class,
        is_static: found.is_static,
        method: Some(method),
        exception: None,
        result: None,
        has_pre_state: false,
        scope: declarations.methods[method.index()].scope.clone(),
    }
}

struct CaseLowering<'l, 'a, 'c> {
    declarations: &'l mut Declarations<'a>,
    method: MethodId,
    /// The state before; clauses about the state after extend it.
    context: FormulaContext,
    old_variables: Vec<&'c FieldDecl>,
    case: Case,
}

impl<'c> CaseLowering<'_, '_, 'c> {
    fn clause(&mut self, clause: &'c MethodClause) {
        match &clause.kind {
            MethodClauseKind::Requires(predicate) => self.requires(predicate, clause),
            MethodClauseKind::Ensures(predicate) => self.ensures(predicate, clause),
            MethodClauseKind::Signals { exception, name, predicate } => {
                self.signals(exception, name.as_ref(), predicate.as_ref(), clause);
            }
            MethodClauseKind::SignalsOnly(types) => self.signals_only(types, clause),
            MethodClauseKind::Assignable(stores) => self.assignable(stores, clause),
            MethodClauseKind::Diverges(predicate) => self.diverges(predicate, clause),
            MethodClauseKind::OldVariable(declaration) => self.old_variable(declaration),
            MethodClauseKind::Unchecked => self.unchecked(clause),
        }
    }

    fn unchecked(&mut self, clause: &MethodClause) {
        let entry = unchecked(self.declarations, Construct::UncheckedClause, &clause.keyword.name, clause.span);
        if !self.case.unchecked.contains(&entry) {
            self.case.unchecked.push(entry);
        }
    }

    fn after(&self) -> FormulaContext {
        FormulaContext { has_pre_state: true, ..self.context.clone() }
    }

    fn predicate(&mut self, context: &FormulaContext, predicate: &Predicate, clause: &MethodClause) -> Option<Clause> {
        match predicate {
            Predicate::Expr(expr) => written_clause(self.declarations, context, &self.old_variables, expr, clause.span),
            Predicate::NotSpecified => None,
            Predicate::Same => {
                self.unchecked(clause);
                None
            }
        }
    }

    fn requires(&mut self, predicate: &Predicate, clause: &MethodClause) {
        let lowered = self.predicate(&self.context.clone(), predicate, clause);
        self.case.requires.extend(lowered);
    }

    fn ensures(&mut self, predicate: &Predicate, clause: &MethodClause) {
        let return_type = self.declarations.methods[self.method.index()].return_type.clone();
        let result = (return_type != JavaType::Void).then_some(return_type);
        let context = FormulaContext { result, ..self.after() };
        let lowered = self.predicate(&context, predicate, clause);
        self.case.ensures.extend(lowered);
    }

    fn diverges(&mut self, predicate: &Predicate, clause: &MethodClause) {
        let lowered = self.predicate(&self.context.clone(), predicate, clause);
        self.case.diverges.extend(lowered);
    }

    fn old_variable(&mut self, declaration: &'c FieldDecl) {
        self.old_variables.push(declaration);
        // Its errors are the user's even if no clause uses it.
        formulas(self.declarations, &self.context, &self.old_variables, &[]);
    }

    // Exceptions.

    fn signals(
        &mut self,
        exception: &TypeRef,
        name: Option<&Ident>,
        predicate: Option<&Predicate>,
        clause: &MethodClause,
    ) {
        let Some((class, ty)) = self.exception_class(exception) else { return };
        // Without a name it must not be nameable.
        let (name, span) = match name {
            Some(name) => (name.name.clone(), name.span),
            None => (Name::new("<exception>"), exception.span),
        };
        let context = FormulaContext { exception: Some((name.clone(), ty, span)), ..self.after() };
        let local = Local { name, ty: Type::class(class), kind: LocalKind::Bound, span };
        let mut locals = signature_locals(self.declarations, self.method);
        let exception = LocalId(locals.len() as u32);
        locals.push(local);
        let lowered = match predicate {
            Some(Predicate::Same) => return self.unchecked(clause),
            Some(predicate) => self.predicate(&context, predicate, clause),
            None => None,
        };
        let clause = lowered.unwrap_or_else(|| always(clause.span, locals));
        self.case.signals.push(Signals { class, exception, clause });
    }

    fn exception_class(&mut self, ty: &TypeRef) -> Option<(ClassId, JavaType)> {
        let resolved = self.declarations.resolve_type(&self.context.scope, ty);
        if resolved == JavaType::Unknown {
            return None;
        }
        let throwable = JavaType::Class(self.declarations.this_type(self.declarations.well_known.throwable));
        let class = self.declarations.erase(&resolved).as_class();
        let is_exception = class.is_some() && self.declarations.is_subtype(&resolved, &throwable);
        if !is_exception {
            let message =
                format!("`{}` is not an exception: it cannot be thrown", self.declarations.describe(&resolved));
            self.declarations.report(Diagnostic::new(Code::TypeMismatch, ty.span, message));
            return None;
        }
        class.map(|class| (class, resolved))
    }

    fn signals_only(&mut self, types: &[TypeRef], clause: &MethodClause) {
        let classes = types.iter().filter_map(|ty| self.exception_class(ty)).map(|(class, _)| class).collect();
        if self.case.signals_only.is_some() {
            return self.unchecked(clause);
        }
        self.case.signals_only = Some(SignalsOnly { span: clause.span, classes });
    }

    // Frames.

    fn assignable(&mut self, stores: &[StoreRef], clause: &MethodClause) {
        if stores.iter().any(|store| store.kind == StoreRefKind::NotSpecified) {
            return;
        }
        let mut found = Vec::new();
        for store in stores {
            found.extend(self.location(store, clause));
        }
        match &mut self.case.assignable {
            Some(assignable) => assignable.locations.extend(found),
            none => *none = Some(Assignable { span: clause.span, locations: found }),
        }
    }

    fn location(&mut self, store: &StoreRef, clause: &MethodClause) -> Option<Location> {
        let lowered = locations::lower(self.declarations, &self.context, &self.old_variables, store);
        match lowered {
            locations::Lowered::Nothing => None,
            locations::Lowered::Location(kind) => Some(Location { span: store.span, kind: *kind }),
            locations::Lowered::Unchecked => {
                self.unchecked(clause);
                // What cannot be checked must not forbid anything.
                Some(Location { span: store.span, kind: crate::contract::LocationKind::Everything })
            }
            locations::Lowered::Wrong => {
                Some(Location { span: store.span, kind: crate::contract::LocationKind::Everything })
            }
        }
    }
}

fn always(span: Span, locals: Vec<Local>) -> Clause {
    let expr = Expr { kind: ExprKind::Constant(Constant::Boolean(true)), ty: Type::BOOLEAN, span };
    Clause { span, origin: Origin::Written, is_static: false, formula: Formula { locals, expr } }
}
