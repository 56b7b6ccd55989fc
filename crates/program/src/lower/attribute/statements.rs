//! Statements (JLS chapter 14), and JML's among them.

use super::{Attributor, Target, Typed};
use crate::body::{LocalKind, Unsupported};
use crate::constructs::Construct;
use crate::lower::contracts::unchecked;
use crate::lower::typed::{
    LoopClauses, SpecExpr, TypedCatch, TypedExpr, TypedExprKind, TypedLoop, TypedResource, TypedStmt, TypedStmtKind,
    TypedTry,
};
use crate::lower::types::{ClassType, JavaType, TypeArgument};
use crate::program::{LabelId, LocalId};
use tightrope_source::{Code, Diagnostic, Name, Span, with_article};
use tightrope_syntax::jml::{LoopClause, LoopClauseKind, Modifier, Statement, StatementKind};
use tightrope_syntax::tree::{
    Block, Catch, ConstructorTarget, Declarator, Expr, ExprKind, FieldDecl, Ident, Param, Resource, Stmt, StmtKind,
    Try, TypeRefKind,
};

impl<'d, 'a> Attributor<'d, 'a> {
    /// A block with its own scope.
    pub(super) fn block(&mut self, block: &Block) -> Vec<TypedStmt> {
        let type_scope = self.scope.clone();
        self.push_scope();
        let stmts = self.statements(&block.stmts);
        self.pop_scope();
        self.scope = type_scope;
        stmts
    }

    /// Statements in the innermost scope.
    pub(super) fn statements(&mut self, stmts: &[Stmt]) -> Vec<TypedStmt> {
        let mut typed = Vec::new();
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Local(decl) => typed.extend(self.locals(decl, stmt.span)),
                _ => typed.push(self.statement(stmt)),
            }
        }
        typed
    }

    pub(super) fn statement(&mut self, stmt: &Stmt) -> TypedStmt {
        self.labelled_statement(stmt, Vec::new())
    }

    /// A statement with the labels that stand directly before it.
    fn labelled_statement(&mut self, stmt: &Stmt, names: Vec<Name>) -> TypedStmt {
        let span = stmt.span;
        let kind = match &stmt.kind {
            StmtKind::Empty => TypedStmtKind::Empty,
            StmtKind::Block(block) => TypedStmtKind::Block(self.block(block)),
            StmtKind::Local(decl) => TypedStmtKind::Block(self.locals(decl, span)),
            StmtKind::LocalType(decl) => {
                self.local_class(decl);
                TypedStmtKind::Empty
            }
            StmtKind::Expr(expr) => return self.expression_statement(expr, span),
            StmtKind::If { cond, then, otherwise } => self.if_statement(cond, then, otherwise.as_deref()),
            StmtKind::While { spec, cond, body } => self.while_loop(spec, cond, body, names, span),
            StmtKind::DoWhile { spec, body, cond } => self.do_loop(spec, body, cond, names, span),
            StmtKind::For { spec, init, cond, update, body } => {
                self.for_loop(spec, (init, cond.as_ref(), update), body, names, span)
            }
            StmtKind::ForEach { spec, param, iterated, body } => {
                self.for_each(spec, (param, iterated), body, names, span)
            }
            StmtKind::Labeled { label, body } => return self.labelled(label, body, names, span),
            StmtKind::Switch(switch) => return self.switch_statement(switch, names, span),
            StmtKind::Return(value) => self.return_statement(value.as_ref(), span),
            StmtKind::Break(label) => self.break_statement(label.as_ref(), span),
            StmtKind::Continue(label) => self.continue_statement(label.as_ref(), span),
            StmtKind::Yield(value) => return self.yield_statement(value, span),
            StmtKind::Throw(value) => self.throw(value),
            StmtKind::Try(tried) => self.try_statement(tried),
            StmtKind::Synchronized { lock, body } => {
                let lock = self.expression(lock, None).without_inserted_cast();
                TypedStmtKind::Synchronized { lock, body: self.block(body) }
            }
            StmtKind::Assert { cond, message } => self.assert(cond, message.as_ref(), span),
            StmtKind::ConstructorCall { target, .. } if self.constructor_call != Some(span) => {
                self.misplaced_constructor_call(*target, span)
            }
            StmtKind::ConstructorCall { target, outer, args } => {
                TypedStmtKind::Block(self.constructor_statement(*target, outer.as_ref(), args, span))
            }
            StmtKind::Jml(statement) => self.jml_statement(statement),
            StmtKind::Error => {
                let known = self.declarations.diagnostics.len();
                self.unread_from.get_or_insert(known);
                self.unread(span)
            }
        };
        TypedStmt { span, kind }
    }

    /// A statement with an error, which has been reported.
    fn unread(&mut self, span: Span) -> TypedStmtKind {
        self.has_unread_statement = true;
        let detail = Name::new("statement with an error");
        TypedStmtKind::Unsupported(Unsupported { construct: Construct::Untyped, detail, span })
    }

    pub(super) fn expression_statement(&mut self, expr: &Expr, span: Span) -> TypedStmt {
        // The value of a call is dropped, so that a cast of it does not matter.
        let typed = match &expr.kind {
            ExprKind::Call(call) => self.call(call, expr.span, None),
            _ => self.expression(expr, None),
        };
        let typed = if is_statement_expression(expr) || typed.is_unknown() { typed } else { self.no_statement(expr) };
        TypedStmt { span, kind: TypedStmtKind::Expr(typed.without_inserted_cast()) }
    }

    fn no_statement(&mut self, expr: &Expr) -> Typed {
        let diagnostic = Diagnostic::new(Code::NotAStatementHere, expr.span, "this expression is not a statement")
            .hint("assign its value or use it otherwise; assignments, calls, `new`, `++` and `--` can stand alone");
        self.declarations.report(diagnostic);
        self.erroneous(expr.span)
    }

    // Locals.

    fn locals(&mut self, decl: &FieldDecl, span: Span) -> Vec<TypedStmt> {
        let ghost = decl.modifiers.has(Modifier::Ghost);
        let outside = self.in_specification;
        self.in_specification |= ghost;
        let several = decl.declarators.len() > 1;
        let mut stmts = Vec::new();
        for declarator in &decl.declarators {
            let end = declarator.init.as_ref().map_or(declarator.name.span, |init| init.span);
            let span = if several { declarator.name.span.to(end) } else { span };
            stmts.push(self.local(decl, declarator, ghost, span));
        }
        self.in_specification = outside;
        stmts
    }

    fn local(&mut self, decl: &FieldDecl, declarator: &Declarator, ghost: bool, span: Span) -> TypedStmt {
        let kind = if ghost { LocalKind::Ghost } else { LocalKind::Variable };
        let name = &declarator.name;
        if decl.ty.kind == TypeRefKind::Inferred {
            return self.inferred_local(declarator, kind, span);
        }
        let mut ty = self.declarations.resolve_type(&self.scope.clone(), &decl.ty);
        ty = self.declarations.array_type(ty, declarator.dims, name.span);
        self.check_not_declared(name);
        let local = self.add_local(name.name.clone(), ty.clone(), kind, name.span);
        let mut variable = self.variable(local);
        // The variable is in scope in its own initialiser (JLS 6.3).
        self.introduce(name.name.clone(), variable.clone());
        let value = declarator.init.as_ref().map(|init| self.converted(init, &ty));
        if decl.modifiers.is_final
            && let Some(init) = &declarator.init
        {
            variable.constant = self.constant_initializer(init, &ty);
            if variable.constant.is_some() {
                self.introduce(name.name.clone(), variable);
            }
        }
        TypedStmt { span, kind: TypedStmtKind::Local { local, value } }
    }

    /// `var x = e;`
    fn inferred_local(&mut self, declarator: &Declarator, kind: LocalKind, span: Span) -> TypedStmt {
        let name = &declarator.name;
        let value = declarator.init.as_ref().map(|init| self.expression(init, None));
        let ty = match &value {
            Some(value) if matches!(value.ty, JavaType::Null | JavaType::Void) => {
                self.no_type_for_var(name, value.span(), "this value has none");
                JavaType::Unknown
            }
            Some(value) => value.ty.clone(),
            None => {
                self.no_type_for_var(name, name.span, "there is no value");
                JavaType::Unknown
            }
        };
        self.check_not_declared(name);
        let local = self.declare_variable(name.name.clone(), ty, kind, name.span);
        TypedStmt { span, kind: TypedStmtKind::Local { local, value: value.map(|value| value.expr) } }
    }

    /// JLS 14.4: `var` takes its type from a value that has one.
    fn no_type_for_var(&mut self, name: &Ident, span: Span, why: &str) {
        let message = format!("`var` needs a value with a type for `{}`: {why}", name.name);
        let diagnostic = Diagnostic::new(Code::NotAStatementHere, span, message);
        self.declarations.report(diagnostic.hint("write the type instead of `var`"));
    }

    /// A local variable must not hide another of the same body (JLS 6.4).
    fn check_not_declared(&mut self, name: &Ident) {
        let declared = self.visible.find(&name.name).is_some();
        if declared {
            self.report(Code::DuplicateDeclaration, name.span, format!("`{}` is already declared here", name.name));
        }
    }

    // Branches and loops.

    fn if_statement(&mut self, cond: &Expr, then: &Stmt, otherwise: Option<&Stmt>) -> TypedStmtKind {
        let cond = self.condition(cond);
        let then = self.scoped(then, &cond.bindings.when_true);
        let otherwise = otherwise.map(|otherwise| self.scoped(otherwise, &cond.bindings.when_false));
        let has_bindings = !cond.bindings.when_true.is_empty() || !cond.bindings.when_false.is_empty();
        if has_bindings {
            // JLS 6.3.2.2: what is introduced after the statement.
            let then_completes = super::completion::completes(&then);
            let otherwise_completes = otherwise.as_ref().is_none_or(super::completion::completes);
            if !then_completes && otherwise_completes {
                self.introduce_all(&cond.bindings.when_false);
            } else if then_completes && !otherwise_completes {
                self.introduce_all(&cond.bindings.when_true);
            }
        }
        TypedStmtKind::If { cond: cond.expr, then: Box::new(then), otherwise: otherwise.map(Box::new) }
    }

    /// A statement in its own scope, which sees these variables.
    fn scoped(&mut self, stmt: &Stmt, variables: &[(Name, super::Variable)]) -> TypedStmt {
        let type_scope = self.scope.clone();
        self.push_scope();
        self.introduce_all(variables);
        let stmt = self.statement(stmt);
        self.pop_scope();
        self.scope = type_scope;
        stmt
    }

    fn loop_body(
        &mut self,
        label: LabelId,
        names: Vec<Name>,
        body: &Stmt,
        variables: &[(Name, super::Variable)],
    ) -> TypedStmt {
        self.targets.push(Target::Loop { label, names });
        let body = self.scoped(body, variables);
        self.targets.pop();
        body
    }

    fn while_loop(
        &mut self,
        spec: &[LoopClause],
        cond: &Expr,
        body: &Stmt,
        names: Vec<Name>,
        span: Span,
    ) -> TypedStmtKind {
        let label = self.new_label();
        let clauses = self.loop_clauses(spec);
        let header = header(span, cond.span, body.span);
        let cond = self.condition(cond);
        let body = self.loop_body(label, names, body, &cond.bindings.when_true);
        self.introduce_after_loop(&cond, label, &body);
        let (init, update) = (Vec::new(), Vec::new());
        let cond = Some(cond.expr);
        TypedStmtKind::Loop(Box::new(TypedLoop { label, header, clauses, init, cond, cond_after: false, update, body }))
    }

    /// What the condition binds when false is bound after the loop, unless a `break` leaves it (JLS
    /// 6.3.2.3).
    fn introduce_after_loop(&mut self, cond: &Typed, label: LabelId, body: &TypedStmt) {
        if !cond.bindings.when_false.is_empty() && !super::completion::breaks(body, label) {
            self.introduce_all(&cond.bindings.when_false);
        }
    }

    fn do_loop(
        &mut self,
        spec: &[LoopClause],
        body: &Stmt,
        cond: &Expr,
        names: Vec<Name>,
        span: Span,
    ) -> TypedStmtKind {
        let label = self.new_label();
        let clauses = self.loop_clauses(spec);
        let body = self.loop_body(label, names, body, &[]);
        let cond = self.condition(cond);
        self.introduce_after_loop(&cond, label, &body);
        let header = Span { end: (span.start + 2).min(span.end), ..span };
        let (init, update) = (Vec::new(), Vec::new());
        let cond = Some(cond.expr);
        TypedStmtKind::Loop(Box::new(TypedLoop { label, header, clauses, init, cond, cond_after: true, update, body }))
    }

    fn for_loop(
        &mut self,
        spec: &[LoopClause],
        control: (&[Stmt], Option<&Expr>, &[Expr]),
        body: &Stmt,
        names: Vec<Name>,
        span: Span,
    ) -> TypedStmtKind {
        let (init, cond, update) = control;
        let last = update.last().map(|expr| expr.span);
        let header = match last {
            Some(last) => header(span, last, body.span),
            None => Span { end: body.span.start.saturating_sub(1).max(span.start), ..span },
        };
        let label = self.new_label();
        self.push_scope();
        let init = self.statements(init);
        let clauses = self.loop_clauses(spec);
        let cond = cond.map(|cond| self.condition(cond));
        let when_true = cond.as_ref().map(|cond| cond.bindings.when_true.clone()).unwrap_or_default();
        let body = self.loop_body(label, names, body, &when_true);
        self.push_scope();
        self.introduce_all(&when_true);
        let mut updates = Vec::new();
        for expr in update {
            if let TypedStmtKind::Expr(update) = self.expression_statement(expr, expr.span).kind {
                updates.push(update);
            }
        }
        self.pop_scope();
        self.pop_scope();
        if let Some(cond) = &cond {
            self.introduce_after_loop(cond, label, &body);
        }
        let cond = cond.map(|cond| cond.expr);
        TypedStmtKind::Loop(Box::new(TypedLoop {
            label,
            header,
            clauses,
            init,
            cond,
            cond_after: false,
            update: updates,
            body,
        }))
    }

    fn loop_clauses(&mut self, spec: &[LoopClause]) -> LoopClauses {
        let mut clauses = LoopClauses::default();
        let outside = std::mem::replace(&mut self.in_specification, true);
        for clause in spec {
            let span = clause.span;
            match &clause.kind {
                LoopClauseKind::Invariant(expr) => {
                    let expr = self.condition(expr).expr;
                    clauses.invariants.push(SpecExpr { span, expr });
                }
                LoopClauseKind::Decreases(expr) => {
                    let expr = self.measure(expr);
                    clauses.decreases.push(SpecExpr { span, expr });
                }
                LoopClauseKind::Unchecked { keyword } => {
                    self.not_checked(Construct::UncheckedClause, &keyword.name, span);
                }
            }
        }
        self.in_specification = outside;
        clauses
    }

    /// A `decreases` expression: a promoted integer.
    fn measure(&mut self, expr: &Expr) -> TypedExpr {
        let value = self.expression(expr, None);
        if value.is_unknown() {
            return value.expr;
        }
        match self.numeric_of(&value.ty) {
            Some(primitive) => {
                let value = self.promote(value, primitive);
                match super::is_floating(&value.ty) {
                    true => {
                        let (span, ty) = (value.span(), value.ty.clone());
                        self.unsupported_after(value, Construct::FloatingPoint, "`decreases`", ty, span).expr
                    }
                    false => value.expr,
                }
            }
            None => {
                let message = format!("a `decreases` clause needs an integer, this is `{}`", self.describe(&value.ty));
                self.wrong(Code::TypeMismatch, value.span(), message).expr
            }
        }
    }

    fn for_each(
        &mut self,
        spec: &[LoopClause],
        control: (&Param, &Expr),
        body: &Stmt,
        names: Vec<Name>,
        span: Span,
    ) -> TypedStmtKind {
        let (param, iterated) = control;
        let header = header(span, iterated.span, body.span);
        let label = self.new_label();
        let value = self.expression(iterated, None);
        match self.declarations.upper_bound(&value.ty) {
            JavaType::Array(element) => {
                let element = (*element).clone();
                self.for_each_array(spec, param, value, element, (label, names, header), body)
            }
            JavaType::Class(_) if self.missing_class_of(&value.ty).is_none() => {
                self.for_each_iterable(spec, param, value, (label, names, header), body)
            }
            ty => {
                let typed = match ty {
                    JavaType::Unknown | JavaType::Class(_) => {
                        let missing = self.missing_class_of(&value.ty);
                        let construct = if missing.is_some() { Construct::MissingClass } else { Construct::Untyped };
                        let detail = missing.map_or(Name::new("for"), |class| self.class_name(class));
                        self.unsupported_after(value, construct, &detail, JavaType::Void, span)
                    }
                    _ => self.not_iterable(&value),
                };
                self.for_each_unknown(spec, param, (label, names), body);
                TypedStmtKind::Expr(typed.expr)
            }
        }
    }

    fn not_iterable(&mut self, value: &Typed) -> Typed {
        let message = format!("`for` needs an array or an `Iterable`, this is `{}`", self.describe(&value.ty));
        self.wrong(Code::TypeMismatch, value.span(), message)
    }

    /// The loop cannot run, but its body is still looked at: it may have errors of its own, or
    /// declare classes.
    fn for_each_unknown(&mut self, spec: &[LoopClause], param: &Param, loop_names: (LabelId, Vec<Name>), body: &Stmt) {
        self.push_scope();
        let ty = self.loop_variable_type(param, &JavaType::Unknown);
        self.declare_variable(param.name.name.clone(), ty, LocalKind::Variable, param.name.span);
        self.loop_clauses(spec);
        self.loop_body(loop_names.0, loop_names.1, body, &[]);
        self.pop_scope();
    }

    fn loop_variable_type(&mut self, param: &Param, element: &JavaType) -> JavaType {
        match param.ty.kind {
            TypeRefKind::Inferred => element.clone(),
            _ => self.declarations.resolve_type(&self.scope.clone(), &param.ty),
        }
    }

    fn for_each_array(
        &mut self,
        spec: &[LoopClause],
        param: &Param,
        array: Typed,
        element_type: JavaType,
        header: (LabelId, Vec<Name>, Span),
        body: &Stmt,
    ) -> TypedStmtKind {
        let (label, names, header) = header;
        self.push_scope();
        let ty = self.loop_variable_type(param, &element_type);
        let element = self.add_temporary(element_type, param.span);
        let local = self.declare_variable(param.name.name.clone(), ty.clone(), LocalKind::Variable, param.name.span);
        let read = self.read_local(element, param.span);
        let convert = self.convert(read, &ty, "assign");
        let clauses = self.loop_clauses(spec);
        let body = Box::new(self.loop_body(label, names, body, &[]));
        self.pop_scope();
        TypedStmtKind::ForEachArray { label, header, clauses, local, array: array.expr, element, convert, body }
    }

    fn for_each_iterable(
        &mut self,
        spec: &[LoopClause],
        param: &Param,
        value: Typed,
        header: (LabelId, Vec<Name>, Span),
        body: &Stmt,
    ) -> TypedStmtKind {
        let (label, names, header) = header;
        let iterable = self.declarations.well_known.iterable;
        let Some(view) = self.declarations.as_super(&value.ty, iterable) else {
            let JavaType::Class(class) = self.declarations.upper_bound(&value.ty) else {
                let problem = self.not_iterable(&value).expr;
                return TypedStmtKind::Expr(problem);
            };
            let typed = match self.missing_ancestor(class.class) {
                Some(detail) => {
                    let span = value.span();
                    self.unsupported_after(value, Construct::MissingClass, &detail, JavaType::Void, span)
                }
                None => self.not_iterable(&value),
            };
            self.for_each_unknown(spec, param, (label, names), body);
            return TypedStmtKind::Expr(typed.expr);
        };
        let element = self.element_of(&view);
        let span = value.span();
        let receiver = Typed::new(value.expr, JavaType::Class(view));
        let iterator = self.call_without_arguments(receiver, "iterator", span);
        self.push_scope();
        let iterator_local = self.add_temporary(iterator.ty.clone(), span);
        let has_next = self.call_without_arguments(self.read_local(iterator_local, span), "hasNext", span).expr;
        let mut next = self.call_without_arguments(self.read_local(iterator_local, span), "next", span);
        let ty = self.loop_variable_type(param, &element);
        if next.is_unknown() {
            next.ty = element.clone();
        }
        let next = self.convert(next, &ty, "assign");
        let local = self.declare_variable(param.name.name.clone(), ty, LocalKind::Variable, param.name.span);
        let clauses = self.loop_clauses(spec);
        let body = Box::new(self.loop_body(label, names, body, &[]));
        self.pop_scope();
        TypedStmtKind::ForEachIterable {
            label,
            header,
            clauses,
            local,
            iterator: iterator.expr,
            iterator_local,
            has_next,
            next,
            body,
        }
    }

    fn missing_ancestor(&self, class: crate::program::ClassId) -> Option<Name> {
        self.declarations.classes[class.index()].has_missing_ancestor.then(|| self.class_name(class))
    }

    /// The elements of an `Iterable<T>` (JLS 14.14.2): the upper bound of `T`, `Object` if raw.
    fn element_of(&self, view: &ClassType) -> JavaType {
        match view.args.first() {
            Some(TypeArgument::Type(ty)) => ty.clone(),
            Some(TypeArgument::Wildcard(Some((tightrope_syntax::tree::WildcardBound::Extends, bound)))) => {
                bound.clone()
            }
            _ => self.object_type(),
        }
    }

    /// `receiver.name()`, for what statements call by themselves.
    pub(super) fn call_without_arguments(&mut self, receiver: Typed, name: &str, span: Span) -> Typed {
        let ident = Ident { name: Name::new(name), span };
        let call = tightrope_syntax::tree::Call {
            receiver: tightrope_syntax::tree::Receiver::Implicit,
            type_args: Vec::new(),
            name: ident,
            args: Vec::new(),
        };
        self.call_on_value(receiver, &call, span, None)
    }

    // Jumps.

    fn labelled(&mut self, label: &Ident, body: &Stmt, mut names: Vec<Name>, span: Span) -> TypedStmt {
        let is_loop = |kind: &StmtKind| {
            matches!(
                kind,
                StmtKind::While { .. }
                    | StmtKind::DoWhile { .. }
                    | StmtKind::For { .. }
                    | StmtKind::ForEach { .. }
                    | StmtKind::Labeled { .. }
                    | StmtKind::Switch(_)
            )
        };
        names.push(label.name.clone());
        if is_loop(&body.kind) {
            return self.labelled_statement(body, names);
        }
        let id = self.new_label();
        let depth = self.targets.len();
        for name in names {
            self.targets.push(Target::Labelled { label: id, name });
        }
        let body = Box::new(self.statement(body));
        self.targets.truncate(depth);
        TypedStmt { span, kind: TypedStmtKind::Labelled { label: id, body } }
    }

    fn break_statement(&mut self, name: Option<&Ident>, span: Span) -> TypedStmtKind {
        for target in self.targets.iter().rev() {
            match (target, name) {
                (Target::SwitchExpression { .. }, _) => break,
                (Target::Loop { label, .. } | Target::Switch { label, .. }, None) => {
                    return TypedStmtKind::Break(*label);
                }
                (Target::Loop { label, names } | Target::Switch { label, names }, Some(name))
                    if names.contains(&name.name) =>
                {
                    return TypedStmtKind::Break(*label);
                }
                (Target::Labelled { label, name: found }, Some(name)) if *found == name.name => {
                    return TypedStmtKind::Break(*label);
                }
                _ => {}
            }
        }
        self.bad_jump("break", name, span)
    }

    fn continue_statement(&mut self, name: Option<&Ident>, span: Span) -> TypedStmtKind {
        for target in self.targets.iter().rev() {
            match target {
                Target::SwitchExpression { .. } => break,
                Target::Loop { label, names } if name.is_none_or(|name| names.contains(&name.name)) => {
                    return TypedStmtKind::Continue(*label);
                }
                _ => {}
            }
        }
        self.bad_jump("continue", name, span)
    }

    fn bad_jump(&mut self, keyword: &str, name: Option<&Ident>, span: Span) -> TypedStmtKind {
        let message = match name {
            Some(name) => format!("there is no `{}` around this `{keyword}`", name.name),
            None => format!("there is nothing around this `{keyword}` that it could leave"),
        };
        self.report(Code::UnknownLabel, name.map_or(span, |name| name.span), message);
        self.unread(span)
    }

    fn yield_statement(&mut self, value: &Expr, span: Span) -> TypedStmt {
        let innermost = self.targets.iter().rev().find_map(|target| match target {
            Target::SwitchExpression { label, .. } => Some(*label),
            _ => None,
        });
        match innermost {
            Some(label) => self.yield_to(label, value, span),
            None => {
                self.report(Code::UnknownLabel, span, "there is no switch expression around this `yield`");
                TypedStmt { span, kind: self.unread(span) }
            }
        }
    }

    fn return_statement(&mut self, value: Option<&Expr>, span: Span) -> TypedStmtKind {
        let ty = self.return_type.clone();
        match (value, &ty) {
            (None, JavaType::Void) => TypedStmtKind::Return(None),
            // The error in the type has been reported.
            (None, JavaType::Unknown) => self.unread(span),
            (None, _) => {
                let message =
                    format!("this method returns {}, so `return` needs a value", with_article(&self.describe(&ty)));
                self.report(Code::TypeMismatch, span, message);
                self.unread(span)
            }
            (Some(value), JavaType::Void) => {
                self.expression(value, None);
                self.report(Code::TypeMismatch, value.span, "this method returns nothing, so `return` takes no value");
                self.unread(span)
            }
            (Some(value), _) => TypedStmtKind::Return(Some(self.returned_value(value, &ty))),
        }
    }

    fn throw(&mut self, value: &Expr) -> TypedStmtKind {
        let throwable = JavaType::Class(self.declarations.this_type(self.declarations.well_known.throwable));
        let value = self.expression(value, None);
        TypedStmtKind::Throw(self.convert(value, &throwable, "throw"))
    }

    fn assert(&mut self, cond: &Expr, message: Option<&Expr>, span: Span) -> TypedStmtKind {
        let cond = self.condition(cond);
        let class = self.declarations.well_known.assertion_error;
        let ty = JavaType::Class(self.declarations.this_type(class));
        self.push_scope();
        self.introduce_all(&cond.bindings.when_false);
        // The message is no argument that takes its type from a parameter: it has one of its own.
        let passed = message.map(|message| self.standing_alone(message)).into_iter().collect();
        self.pop_scope();
        let name = Ident { name: Name::new("AssertionError"), span };
        let error = match self.constructor_call(class, &ty, None, passed, &name, span) {
            Ok(call) => {
                let kind = TypedExprKind::New { class, constructor: call.constructor, args: call.args };
                self.typed(kind, ty, span).expr
            }
            Err(instead) => instead.expr,
        };
        self.introduce_all(&cond.bindings.when_true);
        TypedStmtKind::Assert { cond: cond.expr, error }
    }

    // Try.

    fn try_statement(&mut self, tried: &Try) -> TypedStmtKind {
        self.push_scope();
        let mut resources = Vec::new();
        for resource in &tried.resources {
            resources.push(self.resource(resource));
        }
        let body = self.block(&tried.body);
        self.pop_scope();
        let mut catches = Vec::new();
        for catch in &tried.catches {
            catches.push(self.catch(catch));
        }
        let finally = tried.finally.as_ref().map(|finally| self.block(finally));
        TypedStmtKind::Try(Box::new(TypedTry { resources, body, catches, finally }))
    }

    fn resource(&mut self, resource: &Resource) -> TypedResource {
        let (local, value, span): (LocalId, TypedExpr, Span) = match resource {
            Resource::Declared(param, init) => {
                let value = self.expression(init, None);
                let ty = self.loop_variable_type(param, &value.ty.clone());
                let value = self.convert(value, &ty, "assign");
                let name = &param.name;
                self.check_not_declared(name);
                let local = self.declare_variable(name.name.clone(), ty, LocalKind::Variable, name.span);
                (local, value, param.span.to(init.span))
            }
            Resource::Variable(expr) => {
                let value = self.expression(expr, None);
                let local = self.add_temporary(value.ty.clone(), expr.span);
                (local, value.expr, expr.span)
            }
        };
        let close = self.call_without_arguments(self.read_local(local, span), "close", span).expr;
        TypedResource { span, local, value, close }
    }

    fn catch(&mut self, catch: &Catch) -> TypedCatch {
        let scope = self.scope.clone();
        let mut classes = Vec::new();
        let mut common: Option<JavaType> = None;
        for ty in &catch.types {
            let ty = self.declarations.resolve_type(&scope, ty);
            if let JavaType::Class(class) = self.declarations.upper_bound(&ty) {
                classes.push(class.class);
            }
            common = Some(match common {
                Some(before) => self.declarations.least_upper_bound(&before, &ty),
                None => ty,
            });
        }
        self.push_scope();
        let ty = common.unwrap_or(JavaType::Unknown);
        self.check_not_declared(&catch.name);
        let local = self.declare_variable(catch.name.name.clone(), ty, LocalKind::Variable, catch.name.span);
        let body = self.block(&catch.body);
        self.pop_scope();
        TypedCatch { span: catch.span, classes, local, body }
    }

    // Constructors.

    fn misplaced_constructor_call(&mut self, target: ConstructorTarget, span: Span) -> TypedStmtKind {
        let keyword = if target == ConstructorTarget::This { "this" } else { "super" };
        let message =
            format!("`{keyword}(…)` can stand only once, and only among the outermost statements of a constructor");
        self.report(Code::NotAStatementHere, span, message);
        self.unread(span)
    }

    /// `this(…)` or `super(…)`, then the field initialisers (JLS 12.5).
    pub(super) fn constructor_statement(
        &mut self,
        target: ConstructorTarget,
        outer: Option<&Expr>,
        args: &[Expr],
        span: Span,
    ) -> Vec<TypedStmt> {
        let outer = outer.map(|outer| self.expression(outer, None));
        let passed = self.arguments(args);
        let call = match target {
            ConstructorTarget::This => self.this_constructor_call(passed, span).map(Some),
            ConstructorTarget::Super => self.super_constructor_call(outer, passed, span),
        };
        let mut stmts = Vec::new();
        match call {
            Ok(Some(call)) => {
                let args = std::iter::once(self.this_expr(span)).chain(call.args).collect();
                let dispatch = crate::body::Dispatch::Exact;
                let kind = TypedExprKind::Call { dispatch, method: call.constructor, args };
                let call = TypedExpr { kind, ty: None, span };
                stmts.push(TypedStmt { span, kind: TypedStmtKind::ConstructorCall { target, call } });
            }
            Ok(None) => {}
            Err(instead) => stmts.push(TypedStmt { span, kind: TypedStmtKind::Expr(instead.expr) }),
        }
        if target == ConstructorTarget::Super {
            stmts.extend(self.run_field_initializers(span));
        }
        stmts
    }

    // JML.

    fn not_checked(&mut self, construct: Construct, keyword: &str, span: Span) {
        let entry = unchecked(self.declarations, construct, keyword, span);
        self.unchecked.push(entry);
    }

    fn jml_statement(&mut self, statement: &Statement) -> TypedStmtKind {
        let span = statement.span;
        let outside = std::mem::replace(&mut self.in_specification, true);
        let kind = match &statement.kind {
            StatementKind::Assert(expr) => {
                TypedStmtKind::SpecAssert(SpecExpr { span, expr: self.condition(expr).expr })
            }
            StatementKind::Assume(expr) => {
                TypedStmtKind::SpecAssume(SpecExpr { span, expr: self.condition(expr).expr })
            }
            StatementKind::Set(expr) => {
                let typed = self.expression(expr, None);
                TypedStmtKind::SpecSet(typed.without_inserted_cast())
            }
            StatementKind::Unreachable => TypedStmtKind::SpecUnreachable,
            StatementKind::Unchecked { keyword } => {
                self.not_checked(Construct::UncheckedStatement, &keyword.name, span);
                TypedStmtKind::Empty
            }
        };
        self.in_specification = outside;
        kind
    }
}

/// JLS 14.8. What did not parse has been reported.
pub(super) fn is_statement_expression(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Assign { .. } | ExprKind::Update { .. } | ExprKind::Call(_) | ExprKind::New(_) | ExprKind::Error
    )
}

/// From the keyword to the parenthesis after the last expression of the header.
fn header(stmt: Span, last: Span, body: Span) -> Span {
    Span { end: (last.end + 1).min(body.start).max(stmt.start), ..stmt }
}
