//! Switches (JLS 14.11, 15.28): tests in order, then the default; fall-through by nested blocks.
//!
//! Arms that control cannot fall into or out of are `if (test) { body; break end; }`, one after the
//! other. A run of arms that fall through into each other is
//! ```text
//! block skip {
//!   block arm_2 {
//!     block arm_1 { if (test_1) break arm_1; if (test_2) break arm_2; break skip; }
//!     body_1
//!   }
//!   body_2; break end;
//! }
//! ```
//! The run with the default comes last, whatever its place: labels are distinct (JLS 14.11.1), so
//! no other test fits what the default's own labels fit, and these need no test.

use super::{Code, Flattener};
use crate::body::{Expr, LogicalOp, StmtKind, Unsupported};
use crate::constructs::Construct;
use crate::lower::typed::{TypedArm, TypedExpr, TypedExprKind, TypedStmt, TypedSwitch};
use crate::program::{ClassId, ClassKind, LabelId, LocalId, Type};
use tightrope_source::{Name, Span};

/// More arms in one run would nest too deep for whatever walks over the body.
const LONGEST_RUN: usize = 100;

/// Arms without code between them.
struct Group<'t> {
    span: Span,
    tests: Vec<&'t TypedExpr>,
    is_default: bool,
    guard: Option<&'t TypedExpr>,
    body: &'t [TypedStmt],
}

/// A group with its code.
struct Arm<'t> {
    group: Group<'t>,
    code: Code,
}

impl Flattener<'_, '_> {
    pub(super) fn switch_statement(&mut self, switch: &TypedSwitch, span: Span) {
        self.selector(switch, span);
        self.enter_label(switch.label);
        self.switch_block(switch, span);
    }

    pub(super) fn switch_expression(&mut self, expr: &TypedExpr, switch: &TypedSwitch) -> Expr {
        self.selector(switch, expr.span);
        self.enter_label(switch.label);
        let result = self.temporary(expr.ty.unwrap_or(Type::UNKNOWN), expr.span);
        if let Some(state) = self.labels.get_mut(switch.label.index()) {
            state.result = Some(result);
        }
        self.switch_block(switch, expr.span);
        self.local(result, expr.span)
    }

    fn selector(&mut self, switch: &TypedSwitch, span: Span) {
        self.assign_typed(switch.selector, &switch.value, span);
        if switch.null_check {
            let selector = self.local(switch.selector, switch.value.span);
            self.not_null(selector, switch.value.span);
            self.note_instance(switch.selector);
        }
    }

    /// An object of a class exists: its class has been initialised (JLS 12.4.1), so that the
    /// constants of an enum need no more care.
    fn note_instance(&mut self, local: LocalId) {
        let class = self.locals.get(local.index()).and_then(|local| local.ty.as_class());
        let is_initialized = |class: &ClassId| self.program().class(*class).kind != ClassKind::Interface;
        self.initialized.extend(class.filter(is_initialized));
    }

    fn switch_block(&mut self, switch: &TypedSwitch, span: Span) {
        if !self.code.completes {
            return;
        }
        let ((), code) = self.branch(|this| this.switch_arms(switch, span));
        self.push_block(switch.label, code, span);
    }

    fn switch_arms(&mut self, switch: &TypedSwitch, span: Span) {
        let mut runs = self.runs(switch);
        let has_default = |run: &Vec<Arm<'_>>| run.iter().any(|arm| arm.group.is_default);
        let default = runs.iter().position(has_default).map(|position| runs.remove(position));
        let falls_out_at_end = default.is_none() && switch.otherwise_throw.is_none();
        let count = runs.len();
        for (position, run) in runs.into_iter().enumerate() {
            self.run(run, switch.label, falls_out_at_end && position + 1 == count);
        }
        if let Some(default) = default {
            self.run(default, switch.label, true);
        } else if let Some(error) = &switch.otherwise_throw {
            let error = self.value(error);
            self.push_ending(span, StmtKind::Throw(error), false);
        }
    }

    /// The arms, each with its code, in runs that fall through.
    fn runs<'t>(&mut self, switch: &'t TypedSwitch) -> Vec<Vec<Arm<'t>>> {
        let groups = if switch.arrows { switch.arms.iter().map(single).collect() } else { grouped(&switch.arms) };
        let mut runs: Vec<Vec<Arm<'t>>> = Vec::new();
        let mut falls_through = false;
        for group in groups {
            let ((), code) = self.branch(|this| this.statements(group.body));
            let completes = code.completes;
            let arm = Arm { group, code };
            match runs.last_mut() {
                Some(run) if falls_through => run.push(arm),
                _ => runs.push(vec![arm]),
            }
            falls_through = completes && !switch.arrows;
        }
        runs
    }

    /// `is_last`: the end of the switch follows, and no jump is needed to get there.
    fn run(&mut self, mut run: Vec<Arm<'_>>, end: LabelId, is_last: bool) {
        if run.len() > LONGEST_RUN {
            let detail = Name::new(format!("switch with more than {LONGEST_RUN} arms that fall through"));
            let span = run.first().map_or(self.program().method(self.method).span, |arm| arm.group.span);
            self.unsupported(Unsupported { construct: Construct::Untyped, detail, span });
        } else if run.len() > 1 {
            self.falling_run(run, end, is_last);
        } else if let Some(arm) = run.pop() {
            self.single_arm(arm, end, is_last);
        }
    }

    fn single_arm(&mut self, arm: Arm<'_>, end: LabelId, is_last: bool) {
        let span = arm.group.span;
        let then = self.then_leave(arm.code, end, span, is_last);
        if arm.group.is_default {
            self.append(then);
            return;
        }
        let fits = self.fits(&arm.group);
        self.push_if(span, fits, then, Code::new());
    }

    fn falling_run(&mut self, run: Vec<Arm<'_>>, end: LabelId, is_last: bool) {
        let span = run.first().map_or(self.program().method(self.method).span, |arm| arm.group.span);
        let skip = self.new_label();
        let labels: Vec<LabelId> = run.iter().map(|_| self.new_label()).collect();
        let ((), mut code) = self.branch(|this| {
            for (arm, label) in run.iter().zip(&labels).filter(|(arm, _)| !arm.group.is_default) {
                let fits = this.fits(&arm.group);
                let ((), then) = this.branch(|this| this.push_break(*label, arm.group.span));
                this.push_if(arm.group.span, fits, then, Code::new());
            }
            let default = run.iter().zip(&labels).find(|(arm, _)| arm.group.is_default);
            this.push_break(default.map_or(skip, |(_, label)| *label), span);
        });
        for (arm, label) in run.into_iter().zip(labels) {
            let inner = std::mem::replace(&mut code, Code::new());
            let ((), around) = self.branch(|this| {
                this.push_block(label, inner, arm.group.span);
                this.append(arm.code);
            });
            code = around;
        }
        let code = self.then_leave(code, end, span, is_last);
        self.push_block(skip, code, span);
    }

    fn then_leave(&mut self, code: Code, end: LabelId, span: Span, is_last: bool) -> Code {
        match is_last {
            true => code,
            false => self.resume(code, |this| this.push_break(end, span)).1,
        }
    }

    /// Does one of the labels fit, and the guard hold?
    fn fits(&mut self, group: &Group<'_>) -> Expr {
        let tests = match any_of(&group.tests) {
            Some(tests) => tests,
            None => return super::boolean(false, group.span),
        };
        let condition = match group.guard {
            Some(guard) => logical(LogicalOp::And, tests, guard.clone()),
            None => tests,
        };
        self.value(&condition)
    }
}

fn single(arm: &TypedArm) -> Group<'_> {
    Group {
        span: arm.span,
        tests: arm.tests.iter().collect(),
        is_default: arm.is_default,
        guard: arm.guard.as_ref(),
        body: &arm.body,
    }
}

/// `case 1: case 2: body` is one group.
fn grouped(arms: &[TypedArm]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for arm in arms {
        match groups.last_mut() {
            Some(group) if group.body.is_empty() && group.guard.is_none() && arm.guard.is_none() => {
                group.tests.extend(&arm.tests);
                group.is_default |= arm.is_default;
                group.body = &arm.body;
            }
            _ => groups.push(single(arm)),
        }
    }
    groups
}

/// The tests joined by `||`, as a balanced tree: hundreds of labels must not nest hundreds deep.
fn any_of(tests: &[&TypedExpr]) -> Option<TypedExpr> {
    match tests {
        [] => None,
        [test] => Some((*test).clone()),
        _ => {
            let (left, right) = tests.split_at(tests.len() / 2);
            Some(logical(LogicalOp::Or, any_of(left)?, any_of(right)?))
        }
    }
}

fn logical(op: LogicalOp, left: TypedExpr, right: TypedExpr) -> TypedExpr {
    let span = left.span.to(right.span);
    let kind = TypedExprKind::Logical { op, left: Box::new(left), right: Box::new(right) };
    TypedExpr { kind, ty: Some(Type::BOOLEAN), span }
}
