//! `void checkRep()` that asserts is an invariant too.
//!
//! Beside such a method a second one is written that answers instead of throwing:
//!
//! ```java
//! private boolean checkRep$holds() {
//!     try { checkRep(); return true; } catch (AssertionError e) { return false; }
//! }
//! ```
//!
//! The method itself stays as it is: code that calls it in the middle of something still gets its
//! exception.

use super::Options;
use super::declare::is_invariant_name;
use std::borrow::Cow;
use tightrope_source::{Name, Span};
use tightrope_syntax::tree::{
    Block, Call, Catch, CompilationUnit, Expr, ExprKind, Ident, Literal, Member, MethodDecl, MethodKind, Modifiers,
    Primitive, Receiver, Stmt, StmtKind, Try, TypeDecl, TypeRef, TypeRefKind, TypeSegment,
};

/// What is added to the name of the asserting method.
pub(crate) const SUFFIX: &str = "$holds";

/// Adds the answering methods, where there is a need for them.
pub(crate) fn with_answers<'u>(units: &'u [CompilationUnit], options: &Options) -> Cow<'u, [CompilationUnit]> {
    let needs = |unit: &CompilationUnit| unit.types.iter().any(|decl| needs_answer(decl, options));
    if !units.iter().any(needs) {
        return Cow::Borrowed(units);
    }
    let mut units = units.to_vec();
    for decl in units.iter_mut().flat_map(|unit| &mut unit.types) {
        add_answers(decl, options);
    }
    Cow::Owned(units)
}

fn needs_answer(decl: &TypeDecl, options: &Options) -> bool {
    let inside =
        decl.members.iter().any(|member| matches!(member, Member::Type(inner) if needs_answer(inner, options)));
    inside || asserting(decl, options).is_some()
}

fn add_answers(decl: &mut TypeDecl, options: &Options) {
    for member in &mut decl.members {
        if let Member::Type(inner) = member {
            add_answers(inner, options);
        }
    }
    let answer = asserting(decl, options).map(|method| answer(&method.name));
    decl.members.extend(answer.map(|method| Member::Method(Box::new(method))));
}

/// The method that asserts the invariant, if no other one answers.
fn asserting<'d>(decl: &'d TypeDecl, options: &Options) -> Option<&'d MethodDecl> {
    let methods = decl.members.iter().filter_map(|member| match member {
        Member::Method(method) if is_invariant_name(&method.name.name, options) => Some(method.as_ref()),
        _ => None,
    });
    let returns = |method: &MethodDecl, kind: &TypeRefKind| {
        method.params.is_empty() && method.return_type.as_ref().is_some_and(|ty| ty.kind == *kind)
    };
    let answers = |method: &MethodDecl| returns(method, &TypeRefKind::Primitive(Primitive::Boolean));
    if methods.clone().any(answers) {
        return None;
    }
    let asserts = |method: &&MethodDecl| {
        let is_plain = !method.modifiers.is_static && method.type_params.is_empty() && method.body.is_some();
        is_plain && returns(method, &TypeRefKind::Void)
    };
    methods.into_iter().find(asserts)
}

/// The second method, at the place of the first one's name.
fn answer(asserting: &Ident) -> MethodDecl {
    let span = asserting.span;
    let ident = |name: &str| Ident { name: Name::new(name), span };
    let call = Call { receiver: Receiver::Implicit, type_args: Vec::new(), name: asserting.clone(), args: Vec::new() };
    let call = StmtKind::Expr(Expr { span, kind: ExprKind::Call(Box::new(call)) });
    let answers = |value: bool| {
        let value = Expr { span, kind: ExprKind::Literal(Literal::Boolean(value)) };
        StmtKind::Return(Some(value))
    };
    let segment = TypeSegment { name: ident("AssertionError"), args: None };
    let catch = Catch {
        span,
        modifiers: Modifiers::default(),
        types: vec![TypeRef { span, kind: TypeRefKind::Named(vec![segment]) }],
        name: ident("failure"),
        body: block(span, vec![answers(false)]),
    };
    let body = block(span, vec![call, answers(true)]);
    let attempt = Try { resources: Vec::new(), body, catches: vec![catch], finally: None };
    MethodDecl {
        span,
        kind: MethodKind::Method,
        modifiers: Modifiers { private: true, ..Modifiers::default() },
        type_params: Vec::new(),
        return_type: Some(TypeRef { span, kind: TypeRefKind::Primitive(Primitive::Boolean) }),
        name: ident(&format!("{}{SUFFIX}", asserting.name)),
        params: Vec::new(),
        throws: Vec::new(),
        body: Some(block(span, vec![StmtKind::Try(Box::new(attempt))])),
        spec: None,
        has_syntax_error: false,
    }
}

fn block(span: Span, stmts: Vec<StmtKind>) -> Block {
    Block { span, stmts: stmts.into_iter().map(|kind| Stmt { span, kind }).collect() }
}
