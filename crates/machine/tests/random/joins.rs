//! Places where types meet: conditionals, switches, generic calls and diamonds with values of
//! different types.
//!
//! What such an expression has for a type is for `javac` to say; here it becomes an `Object` or a
//! text at once.

use super::Generator;
use super::tree::{Node, Part, Role};
use super::types::Type;

/// How often a type is taken again for the second value, so that boxes and their primitives meet.
const SAME_AGAIN: usize = 20;

impl Generator {
    /// A value of type `Object` that is one of several values of different types.
    pub(crate) fn joined(&mut self, depth: usize) -> Node {
        let object = Type::Object;
        let calls = self.place.initializes.is_none();
        let name = self.name.clone();
        match self.random.below(12) {
            0..=1 => self.chosen(&object, "((Object) (# ? # : #))", depth),
            2 if calls => self.chosen(&object, &format!("{name}.object(# ? # : #)"), depth),
            3 if calls => self.chosen(&object, "((Object) Holder.of(# ? # : #).get())", depth),
            4 if calls => self.listed(&format!("((Object) {name}.last(#, #, #))"), depth),
            5 if calls => self.listed(&format!("((Object) {name}.second({name}.second(#, #), #))"), depth),
            6 if calls => self.listed("((Object) new Both<>(new Both<>(#, #).b, #).a)", depth),
            7 if self.features.collections && calls => {
                self.listed("((Object) java.util.Arrays.asList(#, #, #).get(1))", depth)
            }
            8 if self.features.collections && calls => {
                self.listed("((Object) java.util.List.of(#, #, #).get(2))", depth)
            }
            9 if calls => self.switched(&object, &format!("{name}.object(@)"), depth),
            10 if calls => self.switched(&object, &format!("((Object) {name}.second(1, @))"), depth),
            _ => self.switched(&object, "((Object) (@))", depth),
        }
    }

    /// The text of a value of one type or another.
    pub(crate) fn joined_text(&mut self, depth: usize) -> Node {
        let (name, ty) = (self.name.clone(), Type::String);
        match self.random.below(6) {
            0 => self.chosen(&ty, "(\"\" + (# ? # : #))", depth),
            1 => self.switched(&ty, "(\"\" + (@))", depth),
            // Which of the methods it is says what type the expression has.
            2 => self.chosen(&ty, &format!("{name}.kind(# ? # : #)"), depth),
            3 => self.nested(&format!("{name}.kind(# ? # : # ? # : #)"), depth),
            4 => {
                let made = self.switched(&ty, &format!("{name}.kind(@)"), depth);
                unambiguous(made, &format!("{name}.kind("))
            }
            _ => {
                let values = self.values(2, depth);
                let made = Node::expression(&ty, &format!("{name}.kind({name}.second(#, #))"), values);
                unambiguous(made, &format!("{name}.kind("))
            }
        }
    }

    /// Types whose values have a text that does not depend on the run.
    fn joined_type(&mut self) -> Type {
        let boxed = [Type::Int, Type::Long, Type::Char, Type::Boolean, Type::Short, Type::Byte];
        match self.random.below(10) {
            0 if self.random.chance(50) => Type::Double,
            0..=4 => {
                self.random.pick(&[Type::Int, Type::Long, Type::Char, Type::Boolean, Type::Short, Type::Byte]).clone()
            }
            5..=6 => Type::boxed(self.random.pick(&boxed).clone()),
            7..=8 => Type::String,
            _ => Type::Enum,
        }
    }

    fn values(&mut self, count: usize, depth: usize) -> Vec<Node> {
        let mut ty = self.joined_type();
        let mut values = Vec::new();
        for _ in 0..count {
            values.push(if self.random.chance(8) {
                Node::expression(&Type::String, "null", [])
            } else if self.random.chance(10) {
                // A constant may have the type of the other value, if it fits there.
                let text = self.random.text(&["1", "-1", "127", "128", "40000", "'a'", "70000"]);
                Node::expression(&Type::Int, text, [])
            } else if ty == Type::Double {
                // What a calculation gives may have another text on another JVM.
                let text = self.random.text(super::expressions::DOUBLES);
                Node::expression(&ty, text, [])
            } else {
                self.expression(&ty, depth.min(1))
            });
            if !self.random.chance(SAME_AGAIN) {
                ty = self.joined_type();
            }
        }
        values
    }

    fn chosen(&mut self, ty: &Type, template: &str, depth: usize) -> Node {
        let condition = self.expression(&Type::Boolean, depth.min(1));
        let parts: Vec<Node> = std::iter::once(condition).chain(self.values(2, depth)).collect();
        Node::expression(ty, template, parts)
    }

    /// A conditional in a conditional.
    fn nested(&mut self, template: &str, depth: usize) -> Node {
        let conditions = [0, 1].map(|_| self.expression(&Type::Boolean, depth.min(1)));
        let values: [Node; 3] = self.values(3, depth).try_into().expect("three values");
        let ([first, second], [a, b, c]) = (conditions, values);
        Node::expression(&Type::String, template, [first, a, second, b, c])
    }

    fn listed(&mut self, template: &str, depth: usize) -> Node {
        let values = self.values(3, depth);
        Node::expression(&Type::Object, template, values)
    }

    /// `@` stands for the switch.
    fn switched(&mut self, ty: &Type, template: &str, depth: usize) -> Node {
        let selector = self.expression(&Type::Int, depth.min(1));
        let parts: Vec<Node> = std::iter::once(selector).chain(self.values(3, depth)).collect();
        let switch = "switch (# & 3) { case 0 -> #; case 1 -> #; default -> #; }";
        Node::expression(ty, &template.replace('@', switch), parts)
    }
}

/// The call, or the text of its argument where `javac` would find more than one method: of a switch
/// or a generic call it takes those that each value fits, and boxes fit both `Object` and numbers.
fn unambiguous(mut call: Node, opening: &str) -> Node {
    let values: Vec<&Node> = call.children().collect();
    let is_null = |node: &&Node| matches!(&node.parts[..], [Part::Text(text)] if text == "null");
    let is_box = |node: &&Node| matches!(&node.role, Role::Expression(Type::Boxed(_)));
    if (values.iter().any(is_box) || values.iter().filter(|value| is_null(value)).count() > 1)
        && let Some(Part::Text(first)) = call.parts.first_mut()
    {
        *first = first.replacen(opening, "(\"\" + (", 1);
        call.parts.push(Part::Text(")".to_owned()));
    }
    call
}
