//! What a path has to know before it can take its next step: which object a reference is that the
//! step follows, and which way a condition goes that chooses between references.
//!
//! What a step does not follow stays open: a key that is only copied, a link that is only moved.

use crate::encoder::Encoder;
use crate::evaluate::Env;
use crate::state::State;
use crate::value::{Ref, Value};
use crate::walk::{Failure, FailureKind, Walk, var_of, visible_span};
use tightrope_circuit::Lit;
use tightrope_graph::{Cond, Node, Op};
use tightrope_program::body::{Expr, ExprKind, LogicalOp};

/// Something that a path is forked on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Question {
    /// Which object is it, if any?
    Open(Ref),
    Decide(Lit),
}

impl<'p> Encoder<'p> {
    /// The first question of a node.
    pub(crate) fn question(&mut self, walk: &mut Walk<'_, 'p>, node: &Node<'p>, state: &State) -> Option<Question> {
        let frame = walk.graph.frame(node.frame);
        let env = self.env(walk, frame, state);
        match &node.op {
            Op::Assign { value, .. } | Op::StoreStatic { value, .. } => self.asked_by(&env, value),
            Op::Store { object, value, .. } => self.followed(&env, object).or_else(|| self.asked_by(&env, value)),
            Op::StoreElement { array, index, value } => {
                let array = self.followed(&env, array);
                array.or_else(|| self.asked_by(&env, index)).or_else(|| self.asked_by(&env, value))
            }
            Op::NewArray { lengths, .. } => lengths.iter().find_map(|length| self.asked_by(&env, length)),
            Op::Branch { cond, .. } => self.asked_by_condition(walk, node, state, cond),
            Op::Dispatch { receiver, .. } => open(&self.settled_value(var_of(state, *receiver))),
            _ => None,
        }
    }

    fn asked_by_condition(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        node: &Node<'p>,
        state: &State,
        cond: &Cond<'p>,
    ) -> Option<Question> {
        let frame = walk.graph.frame(node.frame);
        let env = self.env(walk, frame, state);
        match cond {
            Cond::Expr(expr) | Cond::IsNull(expr) | Cond::IsZero(expr) | Cond::IsNegative(expr) => {
                self.asked_by(&env, expr)
            }
            Cond::IsNotInstance { operand, .. } => self.asked_by(&env, operand),
            Cond::IsOutside { array, index } => self.followed(&env, array).or_else(|| self.asked_by(&env, index)),
            Cond::CannotStore { array, value } => self.followed(&env, array).or_else(|| self.asked_by(&env, value)),
            Cond::Not(inner) => self.asked_by_condition(walk, node, state, inner),
            Cond::And(parts) => {
                let mut decided = Lit::TRUE;
                for part in parts {
                    if let Some(question) = self.asked_by_condition(walk, node, state, part) {
                        // What comes later is only looked at where all before it holds.
                        return Some(if decided.is_constant() { question } else { Question::Decide(decided) });
                    }
                    let lit = self.cond(walk, frame, state, part);
                    let lit = self.settled(lit);
                    decided = self.circuit.and(decided, lit);
                    decided = self.settled(decided);
                    if decided == Lit::FALSE {
                        return None;
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// What must be known of an expression whose content is looked at.
    fn followed(&mut self, env: &Env<'_>, expr: &Expr) -> Option<Question> {
        if let Some(question) = self.asked_by(env, expr) {
            return Some(question);
        }
        let value = self.eval(env, expr).value;
        open(&self.settled_value(value))
    }

    /// What must be known of an expression for its value.
    fn asked_by(&mut self, env: &Env<'_>, expr: &Expr) -> Option<Question> {
        match &expr.kind {
            ExprKind::Field { object, .. } => self.followed(env, object),
            ExprKind::Length(array) => self.followed(env, array),
            ExprKind::Element { array, index } => self.followed(env, array).or_else(|| self.asked_by(env, index)),
            ExprKind::Unary { operand, .. }
            | ExprKind::Convert(operand)
            | ExprKind::Cast(operand)
            | ExprKind::InstanceOf { operand, .. } => self.asked_by(env, operand),
            ExprKind::Binary { left, right, .. } => self.asked_by(env, left).or_else(|| self.asked_by(env, right)),
            ExprKind::Logical { op, left, right } => {
                if let Some(question) = self.asked_by(env, left) {
                    return Some(question);
                }
                let truth = self.eval(env, left).is_true();
                let truth = self.settled(truth);
                let goes_on = if *op == LogicalOp::Or { !truth } else { truth };
                if goes_on == Lit::FALSE {
                    return None;
                }
                let later = self.asked_by(env, right)?;
                Some(if goes_on == Lit::TRUE { later } else { Question::Decide(truth) })
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                if let Some(question) = self.asked_by(env, cond) {
                    return Some(question);
                }
                let truth = self.eval(env, cond).is_true();
                let truth = self.settled(truth);
                match truth {
                    Lit::TRUE => self.asked_by(env, then),
                    Lit::FALSE => self.asked_by(env, otherwise),
                    _ if expr.ty.is_reference() => Some(Question::Decide(truth)),
                    _ => {
                        let later = self.asked_by(env, then).or_else(|| self.asked_by(env, otherwise));
                        later.map(|_| Question::Decide(truth))
                    }
                }
            }
            ExprKind::Concat(parts) => parts.iter().find_map(|part| self.asked_by(env, part)),
            _ => None,
        }
    }

    /// By edge, where a path goes on with it. A way that ends with a violation is noted as such.
    pub(crate) fn ways(&mut self, walk: &mut Walk<'_, 'p>, node: &Node<'p>, state: &State) -> Vec<(usize, Lit)> {
        match &node.op {
            Op::Branch { cond, fails } => {
                let frame = walk.graph.frame(node.frame);
                let lit = self.cond(walk, frame, state, cond);
                let lit = self.settled(lit);
                let Some(class) = self.forbidden(walk, *fails) else { return vec![(0, lit), (1, !lit)] };
                if lit != Lit::FALSE {
                    let span = visible_span(self.program, walk, node);
                    self.add_failure(walk, Failure { kind: FailureKind::Exception(class), span, lit });
                }
                vec![(1, Lit::TRUE)]
            }
            Op::Dispatch { receiver, arms } => {
                let Value::Ref(receiver) = var_of(state, *receiver) else {
                    self.get_stuck(walk, state, "a call on a value that is only compared".to_owned());
                    return Vec::new();
                };
                self.note_unknown_code(walk, state, &receiver, arms);
                arms.iter().enumerate().map(|(edge, arm)| (edge, self.is_of_arm(&receiver, arm))).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Asks which object a reference is, unless there is only one thing that it can be.
fn open(value: &Value) -> Option<Question> {
    let reference = value.reference()?;
    let is_open = reference.constant().is_none() && !reference.targets.is_empty();
    is_open.then(|| Question::Open(reference.clone()))
}
