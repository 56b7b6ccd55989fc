//! The reference: `\invariant_for`, the invariants of an object as a formula.

use super::{Evaluation, NO_EXCEPTION, Step, Value, could_throw, flat_truth, map_truth};
use crate::code::Memory;
use crate::formula::shortcuts::Shortcuts;
use crate::formula::truth::Truth;
use crate::formula::{CallNode, CallTarget, Node, NodeKind};
use crate::outcome::{Exception, Throws};
use crate::word::{self, NULL};

impl<S: Shortcuts> Evaluation<'_, '_, S> {
    pub(super) fn invariant_for(&mut self, memory: Memory, object: &Node) -> Step<Truth> {
        let inside = self.nested()?.depth;
        let depth = std::mem::replace(&mut self.budget.depth, inside);
        let truth = S::invariant(self, memory, object);
        self.budget.depth = depth;
        truth
    }

    pub(in crate::formula) fn invariant_of(&mut self, memory: Memory, object: &Node) -> Step<Truth> {
        let object = match self.value(object)? {
            Value::Known(word) => word,
            other => return Ok(flat_truth(could_throw(other), |_| Truth::NO)),
        };
        let is_null = match self.state().symbols.decide_null(object) {
            Ok(is_null) => is_null,
            Err(question) => return Ok(Truth::open(self.workspace.met.note(question), true)),
        };
        let Some(ty) = self.type_of(object).filter(|_| !is_null) else {
            return Ok(Truth::thrown(Throws { exception: Exception::NullPointer, span: NO_EXCEPTION.span }));
        };
        let Some(class) = self.executable.types.info(ty).ty.as_class() else { return Ok(Truth::YES) };
        let mut all = Truth::YES;
        let executable = self.executable;
        for formula in executable.invariant_formulas(class, memory) {
            let compiled = &executable.formulas[formula.0 as usize];
            let mut locals = vec![object];
            locals.resize(compiled.locals.max(1), NULL);
            let outside = std::mem::replace(&mut self.workspace.locals, locals);
            let truth = self.truth(&compiled.root);
            self.workspace.locals = outside;
            all = all.then(false, false, truth?);
            if !all.can_be_true() {
                return Ok(all);
            }
        }
        for method in executable.invariant_methods(class, memory) {
            let this = Node { span: NO_EXCEPTION.span, kind: NodeKind::Word(object) };
            let call = CallNode { target: CallTarget::Virtual(*method), args: vec![this] };
            let value = self.call(&call, NO_EXCEPTION.span)?;
            all = all.then(false, false, map_truth(value, |word| word != word::FALSE));
        }
        Ok(all)
    }
}
