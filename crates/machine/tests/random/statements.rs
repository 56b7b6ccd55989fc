//! Random statements. All loops and calls use up fuel, so every program ends.
//!
//! Java forbids code that cannot be reached (JLS 14.22): what makes statements also says whether
//! they can complete, and nothing follows one that cannot.

use super::Generator;
use super::tree::{Node, Role};
use super::types::Type;

/// Where code may jump to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jumps {
    /// What the method returns; `None` where a `return` is not allowed.
    result: Option<Type>,
    /// Labels of the loops around, innermost last.
    loops: Vec<String>,
    can_break: bool,
    can_continue: bool,
}

impl Jumps {
    pub(crate) fn method(result: Type) -> Jumps {
        Jumps { result: Some(result), ..Jumps::default() }
    }
}

/// A statement, and whether it can complete normally.
type Made = (Node, bool);

const THROWN: &[&str] = &[
    "new X0(#)",
    "new X1(#)",
    "new X2(#)",
    "new IllegalStateException(\"i\" + #)",
    "new RuntimeException(\"r\" + #)",
    "new IllegalArgumentException(\"a\" + #)",
    "new ArithmeticException(\"m\" + #)",
    "new NullPointerException(\"n\" + #)",
];

/// Subclasses before their superclasses, so that any selection in this order is allowed.
const CAUGHT: &[&str] = &[
    "X2",
    "X0",
    "X1",
    "ArithmeticException",
    "NullPointerException",
    "ArrayIndexOutOfBoundsException",
    "ClassCastException",
    "ArrayStoreException | NegativeArraySizeException",
    "IllegalStateException",
    "IllegalArgumentException",
    "RuntimeException",
    "Exception",
    "AssertionError",
    "Throwable",
];

impl Generator {
    /// The statements of a method, to the last `return`.
    pub(crate) fn method_body(&mut self, result: &Type) -> Node {
        let stop = match result {
            Type::Void => "if (fuel-- <= 0) return;".to_owned(),
            _ => format!("if (fuel-- <= 0) return {};", result.default_text()),
        };
        let guard = Node::new(Role::Fixed, &format!("{stop}\n"), []);
        let depth = if self.place.nested { 1 } else { 3 };
        let count = if self.place.nested { 1 + self.random.below(2) } else { 2 + self.random.below(5) };
        let (body, completes) = self.statements(count, depth, false);
        let mut parts = vec![guard, body];
        if completes && *result != Type::Void {
            self.room = self.room.max(5);
            let value = self.expression(result, 2);
            parts.push(Node::new(Role::Fixed, "return #;\n", [value]));
        }
        Node::sequence(parts, "")
    }

    /// Some statements; the last may be a jump if that is allowed here.
    fn statements(&mut self, count: usize, depth: usize, may_end: bool) -> Made {
        let mut made = Vec::new();
        let mut completes = true;
        for _ in 0..count {
            if !completes || self.room <= 0 {
                break;
            }
            let (statement, goes_on) = self.statement(depth);
            made.push(statement);
            completes = goes_on;
        }
        if completes
            && may_end
            && self.random.chance(40)
            && let Some(jump) = self.jump()
        {
            made.push(jump);
            completes = false;
        }
        (Node::sequence(made, ""), completes)
    }

    fn block(&mut self, depth: usize, may_end: bool) -> Made {
        let count = 1 + self.random.below(3);
        self.scoped(|generator| generator.statements(count, depth, may_end))
    }

    fn statement(&mut self, depth: usize) -> Made {
        self.room -= 2;
        if depth == 0 {
            return (self.small_statement(), true);
        }
        let depth = depth - 1;
        match self.random.below(100) {
            0..=34 => (self.small_statement(), true),
            35..=46 => self.branch(depth),
            47..=62 => (self.bounded_loop(depth), true),
            63..=71 => (self.switch(depth), true),
            72..=85 => self.try_statement(depth),
            86..=88 => self.synchronized(depth),
            89..=91 => self.pattern_branch(depth),
            92..=95 => (self.conditional_jump(), true),
            96..=97 if self.place.initializes.is_none() && !self.place.nested => (self.local_class(), true),
            _ => (self.assertion(), true),
        }
    }

    fn small_statement(&mut self) -> Node {
        match self.random.below(10) {
            0..=3 => self.local(),
            4 => self.void_call().unwrap_or_else(|| self.simple_statement()),
            5 if self.features.collections => self.collection_statement(),
            6 => self.everyday_statement().unwrap_or_else(|| self.simple_statement()),
            _ => self.simple_statement(),
        }
    }

    fn local(&mut self) -> Node {
        let ty = self.value_type();
        let value = self.expression(&ty, 3);
        let name = self.fresh("x");
        let is_final = self.random.chance(35);
        let word = match (is_final, self.random.chance(10)) {
            (true, false) => format!("final {}", ty.java()),
            (true, true) => "final var".to_owned(),
            _ => ty.java(),
        };
        self.declare(&name, ty, !is_final);
        Node::statement(&format!("{word} {name} = #;"), [value])
    }

    /// A statement without statements in it that declares nothing.
    pub(crate) fn simple_statement(&mut self) -> Node {
        let ty = self.value_type();
        match self.random.below(10) {
            0..=3 => {
                let value = self.expression(&ty, 3);
                Node::statement("note(#);", [value])
            }
            4..=5 => {
                let Some(target) = self.place_of(&ty, 1, true) else { return self.note_leaf(&ty) };
                let value = self.expression(&ty, 3);
                Node::statement("# = #;", [target, value])
            }
            6..=7 => {
                let ty = self
                    .random
                    .pick(&[Type::Int, Type::Long, Type::Byte, Type::Short, Type::Char, Type::String])
                    .clone();
                let (Some(target), Some((operator, value))) = (self.place_of(&ty, 1, true), self.compound(&ty, 2))
                else {
                    return self.note_leaf(&ty);
                };
                Node::statement(&format!("# {operator} #;"), [target, value])
            }
            8 => {
                let ty = self.integral_type();
                let Some(target) = self.place_of(&ty, 1, true) else { return self.note_leaf(&ty) };
                Node::statement(self.random.text(&["#++;", "#--;", "++#;", "--#;"]), [target])
            }
            _ => self.store(),
        }
    }

    fn note_leaf(&mut self, ty: &Type) -> Node {
        let value = self.leaf(ty);
        Node::statement("note(#);", [value])
    }

    /// A store into an array of references, which may be one of a subclass.
    fn store(&mut self) -> Node {
        let array = self.expression(&Type::array(Type::Object), 2);
        let value = self.expression(&Type::Object, 2);
        Node::statement("(#)[0] = #;", [array, value])
    }

    fn void_call(&mut self) -> Option<Node> {
        let value = self.call(&Type::Void, 2)?;
        Some(Node::statement("#;", [Node { role: Role::Fixed, parts: value.parts }]))
    }

    fn collection_statement(&mut self) -> Node {
        let of = self.random.pick(&[Type::boxed(Type::Int), Type::String]).clone();
        let element = self.expression(&of, 2);
        let kind = self.random.below(3);
        let ty = match kind {
            0 => Type::List(Box::new(of.clone())),
            1 => Type::Map(Box::new(of.clone())),
            _ => Type::Deque(Box::new(of.clone())),
        };
        let collection = self.expression(&ty, 1);
        let name = self.fresh("e");
        match (kind, self.random.below(4)) {
            (0, 0..=1) => Node::statement("note((#).add(#));", [collection, element]),
            (0, 2) => Node::statement("note((#).indexOf(#));", [collection, element]),
            (0, _) => Node::statement(
                &format!("for ({} {name} : #) {{ note({name}); note(#); }}", of.java()),
                [collection, element],
            ),
            (1, 0..=1) => {
                let value = self.expression(&Type::boxed(Type::Int), 2);
                Node::statement("note((#).put(#, #));", [collection, element, value])
            }
            (1, 2) => Node::statement("note((#).get(#));", [collection, element]),
            (1, _) => Node::statement("note((#).remove(#));", [collection, element]),
            (_, 0) => Node::statement("(#).addFirst(#);", [collection, element]),
            (_, 1) => Node::statement("(#).addLast(#);", [collection, element]),
            (_, 2) => Node::statement("note((#).pollFirst()); note(#);", [collection, element]),
            _ => Node::statement("note((#).removeLast()); note(#);", [collection, element]),
        }
    }

    fn branch(&mut self, depth: usize) -> Made {
        let condition = self.expression(&Type::Boolean, 3);
        let (yes, yes_completes) = self.block(depth, true);
        if self.random.chance(50) {
            return (Node::statement("if (#) {\n#}", [condition, yes]), true);
        }
        let (no, no_completes) = self.block(depth, true);
        (Node::statement("if (#) {\n#} else {\n#}", [condition, yes, no]), yes_completes || no_completes)
    }

    /// `x instanceof T t` whose variable lives in the branch, or after it.
    fn pattern_branch(&mut self, depth: usize) -> Made {
        let value = self.expression(&Type::Object, 2);
        let types =
            [Type::String, Type::boxed(Type::Int), Type::Record, Type::Enum, Type::Class(0), Type::array(Type::Int)];
        let ty = self.random.pick(&types).clone();
        let name = self.fresh("q");
        if self.random.chance(35)
            && let Some(jump) = self.jump()
        {
            self.declare(&name, ty.clone(), false);
            return (
                Node::statement(&format!("if (!(# instanceof {} {name})) {{\n#}}", ty.java()), [value, jump]),
                true,
            );
        }
        let body = self.scoped(|generator| {
            generator.declare(&name, ty.clone(), false);
            generator.statements(2, depth, false).0
        });
        (
            Node::statement(
                &format!("if (# instanceof {} {name}) {{\nnote((Object) {name});\n#}}", ty.java()),
                [value, body],
            ),
            true,
        )
    }

    fn bounded_loop(&mut self, depth: usize) -> Node {
        let label = self.fresh("l");
        let shown = if self.random.chance(50) { format!("{label}: ") } else { String::new() };
        let mut jumps = self.place.jumps.clone();
        (jumps.can_break, jumps.can_continue) = (true, true);
        if !shown.is_empty() {
            jumps.loops.push(label);
        }
        match self.random.below(5) {
            0 => {
                let condition = self.expression(&Type::Boolean, 2);
                let body = self.loop_body(jumps, depth, true, |_| ());
                Node::statement(&format!("{shown}while (fuel-- > 0 && #) {{\n#}}"), [condition, body])
            }
            1 => {
                let condition = self.expression(&Type::Boolean, 2);
                let body = self.loop_body(jumps, depth, false, |_| ());
                Node::statement(&format!("{shown}do {{\n#}} while (fuel-- > 0 && #);"), [body, condition])
            }
            2 => {
                let of = self
                    .random
                    .pick(&[Type::Int, Type::Long, Type::Byte, Type::Char, Type::String, Type::array(Type::Int)])
                    .clone();
                let array = self.expression(&Type::array(of.clone()), 2);
                let name = self.fresh("e");
                let body = self.loop_body(jumps, depth, true, |generator| generator.declare(&name, of.clone(), true));
                Node::statement(&format!("{shown}for ({} {name} : #) {{\n#}}", of.java()), [array, body])
            }
            _ => {
                let name = self.fresh("i");
                let ty = self.random.pick(&[Type::Int, Type::Int, Type::Byte, Type::Long]).clone();
                let bound = 1 + self.random.below(5);
                let body = self.loop_body(jumps, depth, true, |generator| generator.declare(&name, ty.clone(), true));
                let header = format!("{} {name} = 0; {name} < {bound} && fuel-- > 0; {name}++", ty.java());
                Node::statement(&format!("{shown}for ({header}) {{\n#}}"), [body])
            }
        }
    }

    fn loop_body(&mut self, jumps: Jumps, depth: usize, may_end: bool, declare: impl FnOnce(&mut Generator)) -> Node {
        self.scoped(|generator| {
            generator.place.jumps = jumps;
            declare(generator);
            let count = 1 + generator.random.below(3);
            // The condition of `do … while` must stay reachable: no statement there may be unable
            // to complete.
            let (body, completes) = generator.statements(count, depth, may_end);
            match may_end || completes {
                true => body,
                false => Node::new(Role::Fixed, "if (fuel >= 0) {\n#}\n", [body]),
            }
        })
    }

    /// A jump out of here, of some kind that is allowed.
    fn jump(&mut self) -> Option<Node> {
        let jumps = self.place.jumps.clone();
        match self.random.below(6) {
            0 if jumps.can_break => Some(Node::statement("break;", [])),
            1 if jumps.can_continue => Some(Node::statement("continue;", [])),
            2 if !jumps.loops.is_empty() => {
                let word = self.random.text(&["break", "continue"]);
                let label = self.random.pick(&jumps.loops).clone();
                Some(Node::statement(&format!("{word} {label};"), []))
            }
            3..=4 => match jumps.result? {
                Type::Void => Some(Node::statement("return;", [])),
                ty => {
                    let value = self.expression(&ty, 2);
                    Some(Node::statement("return #;", [value]))
                }
            },
            5 => {
                jumps.result?;
                let value = self.expression(&Type::Int, 1);
                Some(Node::statement(&format!("throw {};", self.random.text(THROWN)), [value]))
            }
            _ => None,
        }
    }

    fn conditional_jump(&mut self) -> Node {
        let condition = self.expression(&Type::Boolean, 2);
        match self.jump() {
            Some(jump) => Node::statement("if (#) {\n#}", [condition, jump]),
            None => Node::statement("note(#);", [condition]),
        }
    }

    fn switch(&mut self, depth: usize) -> Node {
        let (selector, labels) = self.selector(2);
        let is_old = self.random.chance(50);
        let has_default = self.random.chance(60);
        let default_at = self.random.below(labels.len() + 1);
        let mut jumps = self.place.jumps.clone();
        jumps.can_break = true;
        let mut heads: Vec<String> = labels.iter().map(|label| format!("case {label}")).collect();
        if has_default {
            heads.insert(default_at, "default".to_owned());
        }
        let last = heads.len() - 1;
        let mut groups = Vec::new();
        for (position, head) in heads.into_iter().enumerate() {
            let (jumps, depth) = (jumps.clone(), depth);
            let (mut body, mut completes) = self.scoped(|generator| {
                generator.place.jumps = jumps;
                generator.statements(2, depth, position != last)
            });
            if !completes && position == last {
                // Keeps the end of the switch reachable without knowing where breaks lead.
                (body, completes) = (Node::new(Role::Fixed, "if (fuel > -1000) {\n#}\n", [body]), true);
            }
            let end = if is_old && completes && self.random.chance(60) { "break;\n" } else { "" };
            let template = match is_old {
                // Braces, so that locals of one group are not those of another.
                true => format!("{head}: {{\n#{end}}}\n"),
                false => format!("{head} -> {{\n#}}\n"),
            };
            groups.push(Node::new(Role::Fixed, &template, [body]));
        }
        Node::statement("switch (#) {\n#}", [selector, Node::sequence(groups, "")])
    }

    fn try_statement(&mut self, depth: usize) -> Made {
        let (body, body_completes) = self.block(depth, true);
        let has_finally = self.random.chance(45);
        let catches = if has_finally { self.random.below(3) } else { 1 + self.random.below(2) };
        let mut body = body;
        let mut completes = body_completes;
        let mut handlers = Vec::new();
        let mut from = 0;
        for _ in 0..catches {
            if from >= CAUGHT.len() {
                break;
            }
            let chosen = from + self.random.below(CAUGHT.len() - from);
            from = chosen + 1;
            if CAUGHT[chosen] == "X1" {
                let value = self.expression(&Type::Int, 1);
                // Java wants to see that a checked exception can come out of the body.
                body = Node::sequence(vec![Node::statement("maybe(#);", [value]), body], "");
            }
            let (handler, handler_completes) = self.handler(CAUGHT[chosen], depth);
            handlers.push(handler);
            completes |= handler_completes;
        }
        let handlers = Node::sequence(handlers, "");
        if !has_finally {
            return (Node::statement("try {\n#}#", [body, handlers]), completes);
        }
        let (last, last_completes) = self.block(depth, true);
        (Node::statement("try {\n#}# finally {\n#}", [body, handlers, last]), completes && last_completes)
    }

    fn handler(&mut self, caught: &str, depth: usize) -> Made {
        let name = self.fresh("x");
        let (body, completes) = self.block(depth, true);
        let mut parts = vec![Node::statement(&format!("caught({name});"), []), body];
        let rethrows = completes && self.place.jumps.result.is_some() && self.random.chance(15);
        if rethrows {
            parts.push(Node::statement(&format!("throw {name};"), []));
        }
        let node = Node::new(Role::Fixed, &format!(" catch ({caught} {name}) {{\n#}}"), [Node::sequence(parts, "")]);
        (node, completes && !rethrows)
    }

    fn synchronized(&mut self, depth: usize) -> Made {
        let class = self.random.below(self.class_count);
        let lock = self.expression(&Type::Class(class), 1);
        let (body, completes) = self.block(depth, true);
        (Node::statement("synchronized (#) {\n#}", [lock, body]), completes)
    }

    fn assertion(&mut self) -> Node {
        let condition = self.expression(&Type::Boolean, 2);
        if self.random.chance(50) {
            return Node::statement("assert #;", [condition]);
        }
        let message = self.expression(&Type::Int, 2);
        Node::statement("assert # : #;", [condition, message])
    }

    /// A class in the method, and a variable with an instance of it.
    fn local_class(&mut self) -> Node {
        let class = self.random.below(self.class_count);
        let is_interface = self.classes[class].kind == super::classes::Kind::Interface;
        let local = self.fresh("Local");
        let body = self.class_body(class);
        let name = self.fresh("x");
        let (word, constructor, args) = match is_interface {
            true => ("implements", String::new(), Node::sequence(Vec::new(), "")),
            false => {
                let params = self.classes[class].constructors[0].clone();
                let (header, variables) = self.parameters(&params);
                let names: Vec<String> = variables.into_iter().map(|variable| variable.name).collect();
                let constructor =
                    format!("{local}({header}) throws Exception {{ super({}); note(\"local\"); }}\n", names.join(", "));
                ("extends", constructor, self.arguments(&params, 1))
            }
        };
        self.declare(&name, Type::Class(class), false);
        Node::statement(
            &format!("class {local} {word} C{class} {{\n{constructor}#}}\nC{class} {name} = new {local}(#);"),
            [body, args],
        )
    }
}
