//! The reference: `\typeof`, `\type`, `\elemtype` and `<:`.

use super::{Evaluation, Halt, Open, Step, Value, could_throw, flat_truth, map_truth, null_pointer, then};
use crate::formula::TypeNode;
use crate::formula::shortcuts::Shortcuts;
use crate::formula::truth::Truth;
use tightrope_program::Type;
use tightrope_program::body::Unsupported;
use tightrope_program::constructs::Construct;
use tightrope_source::{Name, Span};

/// JML leaves it open what `\elemtype` of a type is that is not an array type.
fn no_element_type(span: Span) -> Halt {
    let detail = Name::new("`\\elemtype` of a type that is not an array type");
    Halt::Unsupported(Unsupported { construct: Construct::UncheckedExpression, detail, span })
}

impl<S: Shortcuts> Evaluation<'_, '_, S> {
    pub(super) fn types(
        &mut self,
        left: &TypeNode,
        right: &TypeNode,
        test: impl Fn(Type, Type) -> bool,
    ) -> Step<Truth> {
        let left = match self.type_value(left)? {
            Value::Known(ty) => ty,
            other => return Ok(flat_truth(could_throw(other), |_| Truth::NO)),
        };
        let right = self.type_value(right)?;
        Ok(map_truth(right, |right| test(left, right)))
    }

    fn type_value(&mut self, node: &TypeNode) -> Step<Value<Type>> {
        match node {
            TypeNode::Literal(ty) => Ok(Value::Known(*ty)),
            TypeNode::Primitive(operand, ty) => Ok(then(self.value(operand)?, |_| Value::Known(*ty))),
            TypeNode::Of(operand) => {
                let value = self.value(operand)?;
                Ok(then(value, |word| match (self.state().symbols.decide_null(word), self.type_of(word)) {
                    (Err(question), _) => Value::Open(Open {
                        question: self.workspace.met.note(question),
                        may_throw: true,
                        is_slot: false,
                    }),
                    (Ok(false), Some(ty)) => Value::Known(self.executable.types.info(ty).ty),
                    _ => null_pointer(operand.span),
                }))
            }
            TypeNode::Element(array, span) => match self.type_value(array)? {
                Value::Known(array) => array.element().map(Value::Known).ok_or_else(|| no_element_type(*span)),
                other => Ok(other),
            },
        }
    }
}
