//! From formulas of Alloy to formulas of the body language.

use super::build::{and, compare, constant, implies, known, not, number, or};
use super::value::{Moment, Names, Scalar, Value};
use super::{Result, Writer, failed};
use crate::body::{BinaryOp, Expr};
use crate::program::Type;
use tightrope_alloy as alloy;
use tightrope_source::{Code, Diagnostic, Span, most_similar};

/// How many predicates may be written out inside each other.
const MOST_CALLS: usize = 50;

impl<'m> Writer<'_, 'm> {
    pub(super) fn formula(&mut self, names: &Names<'m>, expr: &'m alloy::Expr, moment: Moment) -> Result<Expr> {
        use alloy::ExprKind;
        self.count(expr.span)?;
        let written = match &expr.kind {
            ExprKind::Block(parts) => {
                let mut all = constant(true, expr.span);
                for part in parts {
                    all = and(all, self.formula(names, part, moment)?);
                }
                all
            }
            ExprKind::Unary { op, operand } => self.unary_formula(names, *op, operand, expr.span, moment)?,
            ExprKind::Binary { op, left, right } => {
                self.binary_formula(names, *op, (left, right), expr.span, moment)?
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                let cond = self.formula(names, cond, moment)?;
                let (then, otherwise) = (self.formula(names, then, moment)?, self.formula(names, otherwise, moment)?);
                and(implies(cond.clone(), then), implies(not(cond), otherwise))
            }
            ExprKind::Quantified { quantifier, decls, body } => {
                self.quantified(names, *quantifier, decls, body, moment, expr.span)?
            }
            ExprKind::Let { name, value, body } => {
                let value = self.value(names, value, moment)?;
                self.formula(&names.with(&name.name, value), body, moment)?
            }
            ExprKind::Call { name, args } => self.called(names, name, args, moment)?,
            ExprKind::Name(_) | ExprKind::Number(_) | ExprKind::Comprehension { .. } => {
                return self.value_as_formula(names, expr, moment);
            }
        };
        Ok(written)
    }

    /// Predicates that use each other twice grow without bound.
    fn count(&mut self, span: Span) -> Result<()> {
        self.size += 1;
        match self.size > super::MOST_FORMULAS {
            true => failed(Code::AlloyMeaning, span, "this assertion is too long when its predicates are written out")
                .hint("say less at once: one assertion for each part")
                .into(),
            false => Ok(()),
        }
    }

    fn value_as_formula(&mut self, names: &Names<'m>, expr: &'m alloy::Expr, moment: Moment) -> Result<Expr> {
        let value = self.value(names, expr, moment)?;
        let hint = match value {
            Value::Scalar(scalar) if scalar.ty() == Type::BOOLEAN => match known(&scalar.expr) {
                Some(_) => return Ok(scalar.expr),
                None => "compare it: `… = true`, or `no …`",
            },
            _ => "say something of it: `some e`, `e = null`, `e in f`",
        };
        failed(Code::AlloyMeaning, expr.span, "a value stands where a formula is needed").hint(hint).into()
    }

    fn unary_formula(
        &mut self,
        names: &Names<'m>,
        op: alloy::UnaryOp,
        operand: &'m alloy::Expr,
        span: Span,
        moment: Moment,
    ) -> Result<Expr> {
        use alloy::UnaryOp;
        if op == UnaryOp::Not {
            return Ok(not(self.formula(names, operand, moment)?));
        }
        if !matches!(op, UnaryOp::No | UnaryOp::Some | UnaryOp::One | UnaryOp::Lone) {
            return failed(Code::AlloyMeaning, span, "a value stands where a formula is needed")
                .hint("say something of it: `some e`, `e = null`, `e in f`")
                .into();
        }
        let value = self.value(names, operand, moment)?;
        if let Value::Scalar(scalar) = &value {
            return self.scalar_multiplicity(op, scalar, operand, span);
        }
        match op {
            UnaryOp::No | UnaryOp::Some => {
                let some = self.exists(&value, span, &mut |_, _| Ok(constant(true, span)))?;
                Ok(if op == UnaryOp::No { not(some) } else { some })
            }
            _ => {
                let op = if op == UnaryOp::One { BinaryOp::Equal } else { BinaryOp::LessEqual };
                Ok(compare(op, self.size(&value, span)?, number(1, span), span))
            }
        }
    }

    /// `no b` of a truth value says that it is false; of a field, that there is no object to have
    /// it.
    fn scalar_multiplicity(
        &mut self,
        op: alloy::UnaryOp,
        scalar: &Scalar,
        operand: &alloy::Expr,
        span: Span,
    ) -> Result<Expr> {
        use alloy::UnaryOp;
        let is_there = scalar.defined.clone().unwrap_or_else(|| constant(true, span));
        let some = match scalar.ty() == Type::BOOLEAN {
            true => and(is_there, Expr { span, ..scalar.expr.clone() }),
            false => is_there,
        };
        let written = match op {
            UnaryOp::No => not(some),
            UnaryOp::Some | UnaryOp::One => some,
            _ => return Ok(constant(true, span)),
        };
        if let Some(value) = known(&written)
            && scalar.nullable
            && self.names_depth == 0
        {
            let what = if value { "always true" } else { "never true" };
            let message = format!("this is {what}: null is an atom, so a field always has a value");
            let text = format!("`… {} null`", if op == UnaryOp::No { "=" } else { "!=" });
            self.warn(Diagnostic::new(Code::AlloySuspicious, operand.span, message).hint(format!("write {text}")));
        }
        Ok(Expr { span, ..written })
    }

    fn binary_formula(
        &mut self,
        names: &Names<'m>,
        op: alloy::BinaryOp,
        (left, right): (&'m alloy::Expr, &'m alloy::Expr),
        span: Span,
        moment: Moment,
    ) -> Result<Expr> {
        use alloy::BinaryOp as Op;
        let combine: fn(Expr, Expr) -> Expr = match op {
            Op::And => and,
            Op::Or => or,
            Op::Implies => implies,
            Op::Iff => |left, right| and(implies(left.clone(), right.clone()), implies(right, left)),
            _ => return self.comparison(names, op, (left, right), span, moment),
        };
        let (left, right) = (self.formula(names, left, moment)?, self.formula(names, right, moment)?);
        let written = combine(left, right);
        Ok(if known(&written).is_some() { Expr { span, ..written } } else { written })
    }

    fn comparison(
        &mut self,
        names: &Names<'m>,
        op: alloy::BinaryOp,
        (left, right): (&'m alloy::Expr, &'m alloy::Expr),
        span: Span,
        moment: Moment,
    ) -> Result<Expr> {
        use alloy::BinaryOp as Op;
        if matches!(op, Op::Join | Op::Union | Op::Difference | Op::Intersection) {
            return failed(Code::AlloyMeaning, span, "a value stands where a formula is needed")
                .hint("say something of it: `some e`, `e = null`, `e = true`, `e in f`")
                .into();
        }
        let (a, b) = (self.value(names, left, moment)?, self.value(names, right, moment)?);
        for (value, part) in [(&a, left), (&b, right)] {
            if let Value::Relation(_) = value {
                return failed(Code::AlloyMeaning, part.span, "a whole field cannot be compared")
                    .hint("say it of each object: `all x: T | x.next' = x.next`")
                    .into();
            }
        }
        self.same_sort(&a, &b, span)?;
        let written = match op {
            Op::Equal | Op::NotEqual => self.equal(&a, &b, span)?,
            Op::In | Op::NotIn => self.forall(&a, span, &mut |writer, atom| writer.member(&atom, &b, span))?,
            _ => return self.less(op, &a, &b, span),
        };
        let written = if matches!(op, Op::NotEqual | Op::NotIn) { not(written) } else { written };
        Ok(Expr { span, ..written })
    }

    fn less(&mut self, op: alloy::BinaryOp, left: &Value<'m>, right: &Value<'m>, span: Span) -> Result<Expr> {
        let (Value::Scalar(a), Value::Scalar(b)) = (left, right) else {
            return failed(Code::AlloyMeaning, span, "only numbers can be compared like this")
                .hint("compare two numbers: `x.key < y.key`")
                .into();
        };
        if !a.ty().is_integral() || !b.ty().is_integral() {
            return failed(Code::AlloyMeaning, span, "only numbers can be compared like this")
                .hint("compare two numbers: `x.key < y.key`")
                .into();
        }
        let op = match op {
            alloy::BinaryOp::Less => BinaryOp::Less,
            alloy::BinaryOp::LessEqual => BinaryOp::LessEqual,
            alloy::BinaryOp::Greater => BinaryOp::Greater,
            _ => BinaryOp::GreaterEqual,
        };
        let (left, right) = self.promoted(a.expr.clone(), b.expr.clone());
        let mut written = compare(op, left, right, span);
        for defined in [&b.defined, &a.defined].into_iter().flatten() {
            written = and(defined.clone(), written);
        }
        Ok(Expr { span, ..written })
    }

    /// `all x, y: e | f` and its kin.
    fn quantified(
        &mut self,
        names: &Names<'m>,
        quantifier: alloy::Quantifier,
        decls: &'m [alloy::Decl],
        body: &'m alloy::Expr,
        moment: Moment,
        span: Span,
    ) -> Result<Expr> {
        use alloy::Quantifier;
        let variables: Vec<(&alloy::Decl, &alloy::Ident)> =
            decls.iter().flat_map(|decl| decl.names.iter().map(move |name| (decl, name))).collect();
        match quantifier {
            Quantifier::All => self.nested(names, true, &variables, body, moment, span),
            Quantifier::Some => self.nested(names, false, &variables, body, moment, span),
            Quantifier::No => Ok(not(self.nested(names, false, &variables, body, moment, span)?)),
            Quantifier::One | Quantifier::Lone => {
                let [(decl, name)] = variables.as_slice() else {
                    return failed(Code::AlloyMeaning, span, "`one` and `lone` take one variable here")
                        .hint("nest them: `one x: e | one y: e | f`")
                        .into();
                };
                let domain = self.value(names, &decl.domain, moment)?;
                let set = Value::Comprehension(Box::new(super::value::Comprehension {
                    name: name.name.clone(),
                    domain,
                    body,
                    names: names.clone(),
                    moment,
                }));
                let op = if quantifier == Quantifier::One { BinaryOp::Equal } else { BinaryOp::LessEqual };
                Ok(compare(op, self.size(&set, span)?, number(1, span), span))
            }
        }
    }

    fn nested(
        &mut self,
        names: &Names<'m>,
        is_all: bool,
        variables: &[(&'m alloy::Decl, &'m alloy::Ident)],
        body: &'m alloy::Expr,
        moment: Moment,
        span: Span,
    ) -> Result<Expr> {
        let Some(((decl, name), rest)) = variables.split_first() else { return self.formula(names, body, moment) };
        let domain = self.value(names, &decl.domain, moment)?;
        if let Value::Relation(_) = domain {
            return failed(Code::AlloyMeaning, decl.domain.span, "a variable ranges over a set of atoms")
                .hint("over the objects of a class, or over what is reached: `all n: t.root.*left | …`")
                .into();
        }
        // `disj`: different from those of the same declaration that come before.
        let before: Vec<&alloy::Ident> = decl.names.iter().take_while(|other| *other != *name).collect();
        let mut with = |writer: &mut Self, atom: Value<'m>| {
            let inner = names.with(&name.name, atom.clone());
            let mut differs = constant(true, span);
            for other in before.iter().filter(|_| decl.is_disjoint) {
                let Some(other) = names.find(&other.name).cloned() else { continue };
                differs = and(differs, not(writer.equal(&atom, &other, span)?));
            }
            let written = writer.nested(&inner, is_all, rest, body, moment, span)?;
            Ok(if is_all { implies(differs, written) } else { and(differs, written) })
        };
        self.binder_name = Some(name.name.clone());
        let written =
            if is_all { self.forall(&domain, span, &mut with) } else { self.exists(&domain, span, &mut with) };
        self.binder_name = None;
        written
    }

    /// A predicate of the file, written out.
    fn called(
        &mut self,
        names: &Names<'m>,
        name: &'m alloy::Ident,
        args: &'m [alloy::Expr],
        moment: Moment,
    ) -> Result<Expr> {
        let (function, inner, moment) = self.entered(names, name, args, moment)?;
        self.names_depth += 1;
        let written = self.formula(&inner, &function.body, moment);
        self.names_depth -= 1;
        let written = written?;
        Ok(if known(&written).is_some() { Expr { span: name.span, ..written } } else { written })
    }

    pub(super) fn called_value(
        &mut self,
        names: &Names<'m>,
        name: &'m alloy::Ident,
        args: &'m [alloy::Expr],
        moment: Moment,
        span: Span,
    ) -> Result<Value<'m>> {
        let (function, inner, moment) = self.entered(names, name, args, moment)?;
        if !function.has_result {
            return failed(
                Code::AlloyMeaning,
                span,
                format!("`{}` is a predicate, and stands where a value is needed", name.name),
            )
            .label(function.name.span, "declared here")
            .hint("a function has a result: `fun f[x: T]: U { … }`")
            .into();
        }
        self.value(&inner, &function.body, moment)
    }

    fn entered(
        &mut self,
        names: &Names<'m>,
        name: &'m alloy::Ident,
        args: &'m [alloy::Expr],
        moment: Moment,
    ) -> Result<(&'m alloy::Function, Names<'m>, Moment)> {
        let module = self.module;
        let Some(function) = module.functions.iter().find(|function| function.name.name == name.name) else {
            return Err(self.no_function(name));
        };
        let moment = if name.is_primed { Moment::After } else { moment };
        self.speak_of(moment, name.span)?;
        if names.inside.contains(&name.name) || names.inside.len() >= MOST_CALLS {
            return failed(Code::AlloyMeaning, name.span, format!("`{}` uses itself", name.name))
                .hint("a predicate is written out where it is used; reach objects by closure: `x.*next`")
                .into();
        }
        let params: Vec<(&alloy::Decl, &alloy::Ident)> =
            function.params.iter().flat_map(|decl| decl.names.iter().map(move |name| (decl, name))).collect();
        if params.len() != args.len() {
            let message = format!("`{}` takes {}, and is given {}", name.name, arguments(params.len()), args.len());
            return failed(Code::AlloyMeaning, name.span, message).label(function.name.span, "declared here").into();
        }
        let mut inner = Names { bound: Vec::new(), inside: names.inside.clone() };
        inner.inside.push(name.name.clone());
        // Arguments belong to the state of whoever calls: only the body moves to the one after.
        for ((decl, param), arg) in params.into_iter().zip(args) {
            let value = self.value(names, arg, moment)?;
            self.fits(&value, &decl.domain, arg.span)?;
            inner.bound.push((param.name.clone(), value));
        }
        Ok((function, inner, moment))
    }

    /// Is the argument one of what the parameter takes?
    fn fits(&self, value: &Value<'m>, domain: &alloy::Expr, span: Span) -> Result<()> {
        let alloy::ExprKind::Name(name) = &domain.kind else { return Ok(()) };
        let wanted = match name.name.as_str() {
            "int" | "Int" => Some(Type::INT),
            "boolean" | "Bool" => Some(Type::BOOLEAN),
            "univ" => return Ok(()),
            other => match self.class_named(other) {
                Some(class) => Some(Type::class(class)),
                None => {
                    let known = self.program.classes.iter().map(|class| class.simple_name.as_str());
                    let diagnostic =
                        Diagnostic::new(Code::AlloyName, name.span, format!("there is no class `{other}`"));
                    return Err(Box::new(match most_similar(other, known) {
                        Some(near) => diagnostic.hint(format!("did you mean `{near}`?")),
                        None => diagnostic,
                    }));
                }
            },
        };
        match (wanted, self.sort(value)) {
            (Some(wanted), Some(found)) if !self.may_be_same(wanted, found) => {
                let message =
                    format!("this is {}, and the predicate takes {}", self.sort_name(found), self.sort_name(wanted));
                failed(Code::AlloyMeaning, span, message).label(domain.span, "declared here").into()
            }
            _ => Ok(()),
        }
    }

    fn no_function(&self, name: &alloy::Ident) -> Box<Diagnostic> {
        let is_method =
            self.program.methods.iter().any(|method| method.name == name.name && self.is_users(method.class));
        if is_method {
            let message = format!("`{}` says that the method was called, and cannot stand here", name.name);
            let hint = "an assertion speaks of one call: `all` its arguments, `call(…) && before => after`";
            return Box::new(Diagnostic::new(Code::AlloyMeaning, name.span, message).hint(hint));
        }
        let known = self.module.functions.iter().map(|function| function.name.name.as_str());
        let methods = self.program.methods.iter().filter(|method| self.is_users(method.class));
        let known = known.chain(methods.map(|method| method.name.as_str()));
        let message = format!("there is no predicate or method `{}`", name.name);
        let diagnostic = Diagnostic::new(Code::AlloyName, name.span, message);
        Box::new(match most_similar(&name.name, known) {
            Some(near) => diagnostic.hint(format!("did you mean `{near}`?")),
            None => diagnostic.hint("predicates are declared in the same file: `pred F(x: T) { … }`"),
        })
    }
}

fn arguments(count: usize) -> String {
    if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
}
