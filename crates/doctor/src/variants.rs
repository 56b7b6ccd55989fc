//! The class with another invariant: what one conjunct rejects and all the others admit; and the
//! class with none, to see where its `repOk` ends.
//!
//! A `repOk` is kept under another name. Beside it stands a copy without the conjunct; the new
//! invariant is that the copy says yes and the old one no.

use crate::conjuncts::{Conjunct, ConjunctKind};
use tightrope_source::{Name, Span};
use tightrope_syntax::jml::{Modifier, TypeClause, TypeClauseKind};
use tightrope_syntax::tree::{
    Block, Call, CompilationUnit, Expr, ExprKind, Ident, Member, MethodDecl, Modifiers, Receiver, Stmt, StmtKind,
    TypeDecl, UnaryOp,
};

/// The names that are added to a class.
const ORIGINAL: &str = "original$invariant";
const WITHOUT: &str = "without$conjunct";

/// Which class of which files, and its `repOk`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) units: &'a [CompilationUnit],
    pub(crate) class: Span,
    pub(crate) rep_ok: Option<Span>,
    /// Its file has no JML, so that null is allowed everywhere: that must stay so.
    pub(crate) is_plain: bool,
}

impl Subject<'_> {
    /// The class itself.
    pub(crate) fn declaration(&self) -> Option<&TypeDecl> {
        self.units.iter().flat_map(|unit| &unit.types).find_map(|class| find(class, self.class))
    }

    pub(crate) fn rep_ok_declaration(&self) -> Option<&MethodDecl> {
        let name = self.rep_ok?;
        self.units.iter().flat_map(|unit| &unit.types).find_map(|class| method_in(class, name))
    }

    /// The files with an invariant that admits what only this conjunct rejects.
    pub(crate) fn rejected_only_by(&self, conjunct: &Conjunct) -> Option<Vec<CompilationUnit>> {
        match &conjunct.kind {
            ConjunctKind::Clause { clause, demands, others } => self.changed(|class| {
                let Some(written) = class.clauses.get_mut(*clause) else { return };
                let mut all = vec![not(demands.clone())];
                all.extend(others.iter().cloned());
                written.kind = TypeClauseKind::Invariant(crate::conjuncts::conjunction(all, conjunct.span));
            }),
            ConjunctKind::SaysNo { .. } => self.with_copy(conjunct.span, &|stmt| stmt.kind = StmtKind::Empty),
            ConjunctKind::Returns { value, without } => self.with_copy_of_return(*value, without),
        }
    }

    fn with_copy_of_return(&self, value: Span, without: &Expr) -> Option<Vec<CompilationUnit>> {
        let rep_ok = self.rep_ok_declaration()?;
        let mut copy = rep_ok.clone();
        copy.body.iter_mut().for_each(|body| {
            each_stmt(body, &mut |stmt| {
                if let StmtKind::Return(Some(written)) = &mut stmt.kind
                    && written.span == value
                {
                    *written = without.clone();
                }
            });
        });
        self.replaced(rep_ok, copy)
    }

    fn with_copy(&self, place: Span, change: &dyn Fn(&mut Stmt)) -> Option<Vec<CompilationUnit>> {
        let rep_ok = self.rep_ok_declaration()?;
        let mut copy = rep_ok.clone();
        copy.body.iter_mut().for_each(|body| {
            each_stmt(body, &mut |stmt| {
                if stmt.span == place {
                    change(stmt);
                }
            });
        });
        self.replaced(rep_ok, copy)
    }

    /// The class with two methods in place of its `repOk`, and what is demanded of them.
    fn replaced(&self, rep_ok: &MethodDecl, without: MethodDecl) -> Option<Vec<CompilationUnit>> {
        let (original, without) = (renamed(rep_ok.clone(), ORIGINAL), renamed(without, WITHOUT));
        let span = rep_ok.name.span;
        self.changed(|class| {
            class.members.retain(|member| !is_method(member, span));
            class.members.push(Member::Method(Box::new(original.clone())));
            class.members.push(Member::Method(Box::new(without.clone())));
            class.clauses.push(invariant(call(WITHOUT, span), class.span));
            class.clauses.push(invariant(not(call(ORIGINAL, span)), class.span));
        })
    }

    /// The class without any invariant; its `repOk` is an ordinary method.
    pub(crate) fn without_invariant(&self) -> Option<Vec<CompilationUnit>> {
        let span = self.rep_ok?;
        self.changed(|class| {
            class.clauses.retain(|clause| !matches!(clause.kind, TypeClauseKind::Invariant(_)));
            for member in &mut class.members {
                if let Member::Method(method) = member
                    && method.name.span == span
                {
                    **method = renamed((**method).clone(), ORIGINAL);
                }
            }
        })
    }

    fn changed(&self, change: impl Fn(&mut TypeDecl)) -> Option<Vec<CompilationUnit>> {
        let mut units = self.units.to_vec();
        let mut found = false;
        for unit in &mut units {
            let in_unit = unit.types.iter_mut().any(|class| change_in(class, self.class, &change));
            if in_unit && self.is_plain {
                unit.types.iter_mut().for_each(|class| {
                    class.modifiers.jml.push((Modifier::NullableByDefault, class.span));
                });
            }
            found |= in_unit;
        }
        found.then_some(units)
    }
}

fn find(class: &TypeDecl, span: Span) -> Option<&TypeDecl> {
    if class.span == span {
        return Some(class);
    }
    class.members.iter().find_map(|member| match member {
        Member::Type(inner) => find(inner, span),
        _ => None,
    })
}

fn method_in(class: &TypeDecl, name: Span) -> Option<&MethodDecl> {
    class.members.iter().find_map(|member| match member {
        Member::Method(method) if method.name.span == name => Some(&**method),
        Member::Type(inner) => method_in(inner, name),
        _ => None,
    })
}

fn change_in(class: &mut TypeDecl, span: Span, change: &dyn Fn(&mut TypeDecl)) -> bool {
    if class.span == span {
        change(class);
        return true;
    }
    class.members.iter_mut().any(|member| match member {
        Member::Type(inner) => change_in(inner, span, change),
        _ => false,
    })
}

fn is_method(member: &Member, name: Span) -> bool {
    matches!(member, Member::Method(method) if method.name.span == name)
}

/// Under another name, and pure. Calls of itself follow; those of others do not compile, which is
/// then said.
fn renamed(mut method: MethodDecl, name: &str) -> MethodDecl {
    let old = method.name.name.clone();
    method.name.name = Name::new(name);
    let span = method.name.span;
    method.modifiers.jml.push((Modifier::Pure, span));
    method.body.iter_mut().for_each(|body| rename_calls(body, &old, name));
    method
}

fn rename_calls(body: &mut Block, old: &Name, new: &str) {
    struct Calls<'n>(&'n Name, &'n str);
    impl tightrope_syntax::walk::Visitor for Calls<'_> {
        fn expr(&mut self, expr: &mut Expr, _: tightrope_syntax::walk::Role) {
            if let ExprKind::Call(call) = &mut expr.kind
                && call.name.name == *self.0
                && call.args.is_empty()
            {
                call.name.name = Name::new(self.1);
            }
        }

        fn stmt(&mut self, _: &mut Stmt) {}
    }
    tightrope_syntax::walk::walk_block(body, &mut Calls(old, new));
}

fn each_stmt(body: &mut Block, change: &mut dyn FnMut(&mut Stmt)) {
    struct Stmts<'c>(&'c mut dyn FnMut(&mut Stmt));
    impl tightrope_syntax::walk::Visitor for Stmts<'_> {
        fn expr(&mut self, _: &mut Expr, _: tightrope_syntax::walk::Role) {}

        fn stmt(&mut self, stmt: &mut Stmt) {
            (self.0)(stmt);
        }
    }
    tightrope_syntax::walk::walk_block(body, &mut Stmts(change));
}

fn not(expr: Expr) -> Expr {
    Expr { span: expr.span, kind: ExprKind::Unary { op: UnaryOp::Not, operand: Box::new(expr) } }
}

fn call(name: &str, span: Span) -> Expr {
    let call = Call {
        receiver: Receiver::Implicit,
        type_args: Vec::new(),
        name: Ident { name: Name::new(name), span },
        args: Vec::new(),
    };
    Expr { span, kind: ExprKind::Call(Box::new(call)) }
}

fn invariant(expr: Expr, span: Span) -> TypeClause {
    TypeClause { span, modifiers: Modifiers::default(), kind: TypeClauseKind::Invariant(expr) }
}
