//! Random expressions of a given type.
//!
//! Every expression has exactly the type asked for, also without its context (`(byte) 5`, `(String)
//! null`), so that it can stand anywhere a value of the type can, and another one of the type in
//! its place.

use super::classes::{Kind, traced};
use super::statements::Jumps;
use super::tree::Node;
use super::types::{Signature, Type, Variable};
use super::{Generator, Place};

const INTS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "31",
    "32",
    "33",
    "100",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "(-1)",
    "(-2)",
    "(-7)",
    "(-128)",
    "(-129)",
    "(-32769)",
    "2147483647",
    "(-2147483648)",
    "0x7f",
    "'a'",
    "K0",
    "K1",
    "Integer.MIN_VALUE",
    "1_000_003",
];
const LONGS: &[&str] = &[
    "0L",
    "1L",
    "(-1L)",
    "63L",
    "64L",
    "4294967296L",
    "2147483648L",
    "(-2147483649L)",
    "9223372036854775807L",
    "(-9223372036854775808L)",
    "1234567890123L",
    "0xFFFF_FFFFL",
];
/// Their texts are the same on every JVM.
pub(crate) const DOUBLES: &[&str] = &[
    "0.0",
    "1.5",
    "(-0.0)",
    "(-2.25)",
    "0.1",
    "1e10",
    "3d",
    "0x1p-3",
    "Double.NaN",
    "Double.POSITIVE_INFINITY",
    "1e300",
    "Double.MIN_VALUE",
    "2147483648.5",
];
const FLOATS: &[&str] =
    &["0f", "1.5f", "(-0f)", "0.1f", "1e10f", "Float.NaN", "Float.NEGATIVE_INFINITY", "(-16777217f)"];
const CHARS: &[&str] = &["'a'", "'b'", "'Z'", "'0'", "' '", "(char) 65535", "(char) 128", "'\\''", "'\\u0041'"];
const STRINGS: &[&str] =
    &["\"\"", "\"a\"", "\"b\"", "\"ab\"", "(\"a\" + \"b\")", "\"abc\"", "(\"k\" + K0)", "\"Aa\"", "\"BB\""];

impl Generator {
    pub(crate) fn value_type(&mut self) -> Type {
        match self.random.below(100) {
            0..=23 => Type::Int,
            24..=29 => Type::Long,
            30..=31 => Type::Double,
            32 => Type::Float,
            33..=36 => Type::Byte,
            37..=40 => Type::Short,
            41..=45 => Type::Char,
            46..=52 => Type::Boolean,
            53..=61 => Type::String,
            62..=66 => Type::Object,
            67..=71 => self.boxed_type(),
            72..=82 => Type::Class(self.random.below(self.class_count)),
            83..=85 => Type::Enum,
            86..=88 => Type::Record,
            89..=95 => Type::array(self.element_type()),
            96..=97 if self.features.collections => self.collection_type(),
            _ => Type::holder(self.argument_type()),
        }
    }

    fn boxed_type(&mut self) -> Type {
        Type::boxed(
            self.random.pick(&[Type::Int, Type::Int, Type::Long, Type::Char, Type::Boolean, Type::Short]).clone(),
        )
    }

    fn collection_type(&mut self) -> Type {
        let of = Box::new(self.random.pick(&[Type::boxed(Type::Int), Type::String]).clone());
        match self.random.below(4) {
            0..=1 => Type::List(of),
            2 => Type::Map(of),
            _ => Type::Deque(of),
        }
    }

    fn element_type(&mut self) -> Type {
        match self.random.below(14) {
            0..=4 => Type::Int,
            5 => self.random.pick(&[Type::Long, Type::Double]).clone(),
            6 => Type::Byte,
            7 => Type::Char,
            8 => Type::Boolean,
            9 => Type::String,
            10 => Type::Object,
            11 => Type::Class(self.random.below(self.class_count)),
            12 => Type::array(Type::Int),
            _ => Type::Short,
        }
    }

    fn argument_type(&mut self) -> Type {
        match self.random.below(5) {
            0..=1 => Type::boxed(Type::Int),
            2 => Type::String,
            3 => Type::Class(self.random.below(self.class_count)),
            _ => Type::Object,
        }
    }

    pub(crate) fn integral_type(&mut self) -> Type {
        self.random.pick(&[Type::Int, Type::Int, Type::Int, Type::Long, Type::Byte, Type::Short, Type::Char]).clone()
    }

    /// An expression of the type, nested at most so deep.
    pub(crate) fn expression(&mut self, ty: &Type, depth: usize) -> Node {
        self.room -= 1;
        if depth == 0 || self.room <= 0 || self.random.chance(15) {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        match self.random.below(100) {
            0..=6 => self.ternary(ty, depth),
            7..=12 => self.assignment(ty, depth).unwrap_or_else(|| self.leaf(ty)),
            13..=19 => self.place_of(ty, depth, false).unwrap_or_else(|| self.leaf(ty)),
            20..=32 => self.call(ty, depth).unwrap_or_else(|| self.specific(ty, depth)),
            33..=37 => {
                let value = self.expression(ty, depth);
                traced(ty, value)
            }
            38..=40 => self.switch_expression(ty, depth),
            41..=44 if ty.is_reference() => self.through_generics(ty, depth),
            45..=47 if ty.is_reference() => self.cast_from_object(ty, depth),
            48..=56 => self.everyday(ty, depth).unwrap_or_else(|| self.specific(ty, depth)),
            _ => self.specific(ty, depth),
        }
    }

    /// A variable or a literal: nothing that runs code or throws.
    pub(crate) fn leaf(&mut self, ty: &Type) -> Node {
        if self.random.chance(65) {
            let names = self.simple_places(ty, false);
            if !names.is_empty() {
                let name = self.random.pick(&names).clone();
                return Node::expression(ty, &name, []);
            }
        }
        self.literal(ty)
    }

    fn literal(&mut self, ty: &Type) -> Node {
        let text = match ty {
            Type::Boolean => (self.random.text(&["true", "false"])).to_owned(),
            Type::Int => match self.random.chance(70) {
                true => return self.int_literal(),
                false => format!("{}", self.random.below(10)),
            },
            Type::Long => (*self.random.pick(LONGS)).to_owned(),
            Type::Double => (*self.random.pick(DOUBLES)).to_owned(),
            Type::Float => (*self.random.pick(FLOATS)).to_owned(),
            Type::Char => (*self.random.pick(CHARS)).to_owned(),
            Type::Byte | Type::Short => format!("({}) {}", ty.java(), self.random.pick(INTS)),
            Type::String => (*self.random.pick(STRINGS)).to_owned(),
            Type::Enum => format!("Color.{}", self.random.text(&["RED", "GREEN", "BLUE"])),
            Type::Object => {
                (self.random.text(&["(Object) \"o\"", "(Object) 7", "(Object) 'c'", "(Object) 1000L"])).to_owned()
            }
            Type::Boxed(of) => {
                let value = self.literal(of);
                return Node::expression(ty, &format!("({}) #", ty.java()), [value]);
            }
            Type::Array(of) => return self.array_of(of, 0),
            Type::Holder(of) if self.place.initializes.is_none() => {
                let value = self.literal(of);
                return Node::expression(ty, &format!("new Holder<{}>(#)", of.java()), [value]);
            }
            Type::List(_) | Type::Map(_) | Type::Deque(_) => format!("(({}) {})", ty.java(), self.new_collection(ty)),
            Type::Class(class) => return self.simple_object(*class),
            _ => ty.default_text(),
        };
        Node::expression(ty, &text, [])
    }

    pub(crate) fn int_literal(&mut self) -> Node {
        let text = *self.random.pick(INTS);
        let text = if text.starts_with('\'') { format!("((int) {text})") } else { text.to_owned() };
        Node::expression(&Type::Int, &text, [])
    }

    fn new_collection(&mut self, ty: &Type) -> String {
        match ty {
            Type::List(_) => self.random.text(&["new java.util.ArrayList<>()", "new java.util.LinkedList<>()"]),
            Type::Map(_) => self.random.text(&["new java.util.HashMap<>()", "new java.util.TreeMap<>()"]),
            _ => self.random.text(&["new java.util.ArrayDeque<>()", "new java.util.LinkedList<>()"]),
        }
        .replace("<>", &collection_arguments(ty))
    }

    /// An object whose arguments are literals; null where that would run code at a bad time.
    fn simple_object(&mut self, class: usize) -> Node {
        let ty = Type::Class(class);
        if self.place.this == Some(class) && !self.place.is_inside && self.random.chance(30) {
            return Node::expression(&ty, "this", []);
        }
        if self.place.initializes.is_some() {
            return Node::expression(&ty, &ty.default_text(), []);
        }
        self.new_object(class, 0)
    }

    /// Names of variables and fields of the type that can be read (or assigned) as they are.
    pub(crate) fn simple_places(&mut self, ty: &Type, assign: bool) -> Vec<String> {
        let usable = |variable: &&Variable| variable.ty == *ty && (!assign || variable.assignable);
        let mut names: Vec<String> =
            self.place.variables.iter().filter(usable).map(|variable| variable.name.clone()).collect();
        // What is near is more interesting.
        names.extend(names.clone());
        names.extend(self.globals.iter().filter(usable).map(|variable| variable.name.clone()));
        for (index, class) in self.classes.iter().enumerate() {
            let fields = class.fields.iter().filter(|field| field.is_static && field.ty == *ty);
            names.extend(fields.filter(|f| !assign || !f.is_final).map(|field| format!("C{index}.{}", field.name)));
        }
        if let Some(this) = self.place.this {
            let this_text = self.this_text();
            let fields = self.visible_fields(this);
            let fields = fields.iter().filter(|field| field.ty == *ty && (!assign || !field.is_final));
            let inside = self.place.is_inside || self.classes[this].kind == Kind::Interface;
            let own = fields.map(|field| match inside {
                true => format!("{this_text}.{}", field.name),
                false => field.name.clone(),
            });
            names.extend(own);
        }
        names
    }

    pub(crate) fn this_text(&self) -> String {
        match self.place.this {
            Some(class) if self.place.is_inside => format!("C{class}.this"),
            _ => "this".to_owned(),
        }
    }

    /// Something of the type that can be read, or assigned to.
    pub(crate) fn place_of(&mut self, ty: &Type, depth: usize, assign: bool) -> Option<Node> {
        let simple = self.simple_places(ty, assign);
        if !simple.is_empty() && (depth == 0 || self.random.chance(50)) {
            let name = self.random.pick(&simple).clone();
            return Some(Node::expression(ty, &name, []));
        }
        if self.random.chance(60) && !matches!(ty, Type::Holder(_) | Type::List(_) | Type::Map(_) | Type::Deque(_)) {
            let array = self.expression(&Type::array(ty.clone()), depth.min(1));
            let index = self.index(depth.saturating_sub(1));
            return Some(Node::expression(ty, "(#)[#]", [array, index]));
        }
        let mut found = Vec::new();
        for class in 0..self.classes.len() {
            let fields = self.visible_fields(class);
            let fitting = fields.into_iter().filter(|field| field.ty == *ty && (!assign || !field.is_final));
            found.extend(fitting.map(|field| (class, field.name)));
        }
        if found.is_empty() {
            let name = (!simple.is_empty()).then(|| self.random.pick(&simple).clone())?;
            return Some(Node::expression(ty, &name, []));
        }
        let (class, name) = self.random.pick(&found).clone();
        let object = self.expression(&Type::Class(class), depth.min(1));
        Some(Node::expression(ty, &format!("(#).{name}"), [object]))
    }

    fn index(&mut self, depth: usize) -> Node {
        match self.random.below(10) {
            0..=4 => Node::expression(&Type::Int, self.random.text(&["0", "0", "1", "1", "2"]), []),
            5..=7 => {
                let value = self.expression(&Type::Int, depth);
                Node::expression(&Type::Int, "(# & 1)", [value])
            }
            8 => {
                let value = self.expression(&Type::Int, depth);
                Node::expression(&Type::Int, "(# % 3)", [value])
            }
            _ => {
                let ty = self.random.pick(&[Type::Byte, Type::Char, Type::Short, Type::Int]).clone();
                let value = self.expression(&ty, depth);
                Node::expression(&Type::Int, "(# & 1)", [value])
            }
        }
    }

    fn ternary(&mut self, ty: &Type, depth: usize) -> Node {
        let condition = self.expression(&Type::Boolean, depth);
        // Unboxes one side when the other is primitive (JLS 15.25).
        let mixed = matches!(ty, Type::Int | Type::Long | Type::Float | Type::Double) && self.random.chance(20);
        let first = if mixed { Type::boxed(ty.clone()) } else { ty.clone() };
        let (yes, no) = (self.expression(&first, depth), self.expression(ty, depth));
        Node::expression(ty, "(# ? # : #)", [condition, yes, no])
    }

    fn assignment(&mut self, ty: &Type, depth: usize) -> Option<Node> {
        let target = self.place_of(ty, depth, true)?;
        let can_step = ty.is_numeric() || matches!(ty, Type::Boxed(of) if of.is_integral() && **of != Type::Char);
        if can_step && self.random.chance(40) {
            let template = self.random.text(&["#++", "#--", "(++#)", "(--#)"]);
            return Some(Node::expression(ty, template, [target]));
        }
        if self.random.chance(50)
            && let Some((operator, value)) = self.compound(ty, depth)
        {
            return Some(Node::expression(ty, &format!("(# {operator} #)"), [target, value]));
        }
        let value = self.expression(ty, depth);
        Some(Node::expression(ty, "(# = #)", [target, value]))
    }

    /// A compound assignment operator for a place of the type, and what stands right of it.
    pub(crate) fn compound(&mut self, ty: &Type, depth: usize) -> Option<(&'static str, Node)> {
        match ty {
            Type::Boolean => {
                let operator = self.random.text(&["&=", "|=", "^="]);
                Some((operator, self.expression(&Type::Boolean, depth)))
            }
            Type::String => {
                let other = self.shown_type();
                Some(("+=", self.added(&other, depth)))
            }
            Type::Boxed(of) if matches!(**of, Type::Int | Type::Long) => {
                let operator = self.random.text(&["+=", "-=", "*=", "^=", "<<="]);
                Some((operator, self.expression(&Type::Int, depth)))
            }
            Type::Float | Type::Double => {
                let operator = self.random.text(&["+=", "-=", "*=", "/=", "%="]);
                let other = self.numeric_type();
                Some((operator, self.expression(&other, depth)))
            }
            _ if ty.is_integral() && self.random.chance(8) => {
                let operator = self.random.text(&["+=", "-=", "*=", "/=", "%="]);
                Some((operator, self.expression(&Type::Double, depth)))
            }
            _ if ty.is_integral() => {
                let operators = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>="];
                let operator = self.random.text(&operators);
                let other = self.integral_type();
                Some((operator, self.expression(&other, depth)))
            }
            _ => None,
        }
    }

    /// A type whose values have a text that is the same everywhere.
    fn shown_type(&mut self) -> Type {
        let mut types = vec![Type::Int, Type::Long, Type::Byte, Type::Short, Type::Boolean, Type::String];
        if self.features.object_texts {
            types.extend([Type::boxed(Type::Int), Type::Enum]);
        }
        self.random.pick(&types).clone()
    }

    /// What stands beside a string in a concatenation. Strings are cut, lest a loop that doubles
    /// one uses up all memory.
    pub(crate) fn added(&mut self, ty: &Type, depth: usize) -> Node {
        let value = self.expression(ty, depth);
        if *ty == Type::String { Node::expression(ty, "cut(#)", [value]) } else { value }
    }

    pub(crate) fn arguments(&mut self, params: &[Type], depth: usize) -> Node {
        let values = params.iter().map(|ty| self.expression(ty, depth)).collect();
        Node::sequence(values, ", ")
    }

    /// A call of a method with this result. `None`: there is none, or this is no place for calls.
    pub(crate) fn call(&mut self, ty: &Type, depth: usize) -> Option<Node> {
        if self.place.initializes.is_some() {
            return None;
        }
        match self.random.below(10) {
            0..=5 => self.virtual_call(ty, depth),
            6 => self.static_call(ty, depth),
            7 => self.super_call(ty, depth),
            8 => self.special_call(ty, depth),
            _ => self.inner_call(ty, depth),
        }
    }

    fn virtual_call(&mut self, ty: &Type, depth: usize) -> Option<Node> {
        let mut found = Vec::new();
        for class in 0..self.classes.len() {
            let fitting = self.callable(class).into_iter().filter(|s| self.signatures[*s].result == *ty);
            found.extend(fitting.map(|signature| (class, signature)));
        }
        if found.is_empty() {
            return None;
        }
        let (class, signature) = *self.random.pick(&found);
        let signature = self.signatures[signature].clone();
        let args = self.arguments(&signature.params, depth);
        if self.place.this == Some(class) && self.random.chance(40) {
            let qualifier = if self.place.is_inside { format!("C{class}.this.") } else { String::new() };
            return Some(Node::expression(ty, &format!("{qualifier}{}(#)", signature.name), [args]));
        }
        let object = self.expression(&Type::Class(class), depth.min(2));
        Some(Node::expression(ty, &format!("(#).{}(#)", signature.name), [object, args]))
    }

    fn static_call(&mut self, ty: &Type, depth: usize) -> Option<Node> {
        let own = self.functions.iter().map(|function| (String::new(), function.clone()));
        let of_classes = self.classes.iter().enumerate();
        let of_classes = of_classes.filter_map(|(index, class)| Some((format!("C{index}."), class.function.clone()?)));
        let fitting: Vec<(String, Signature)> =
            own.chain(of_classes).filter(|(_, function)| function.result == *ty).collect();
        if fitting.is_empty() {
            return None;
        }
        let (qualifier, function) = self.random.pick(&fitting).clone();
        let mut params = function.params.clone();
        if function.variable {
            let more = self.random.below(3);
            params.extend((0..more).map(|_| Type::Int));
            if self.random.chance(15) {
                params.truncate(function.params.len());
                params.push(Type::array(Type::Int));
            }
        }
        let args = self.arguments(&params, depth);
        Some(Node::expression(ty, &format!("{qualifier}{}(#)", function.name), [args]))
    }

    fn super_call(&mut self, ty: &Type, depth: usize) -> Option<Node> {
        let (class, signature) = self.place.method?;
        let declared = self.signatures[signature].clone();
        if self.place.is_inside || declared.result != *ty || !self.super_has_code(class, signature) {
            return None;
        }
        let args = self.arguments(&declared.params, depth);
        Some(Node::expression(ty, &format!("super.{}(#)", declared.name), [args]))
    }

    fn special_call(&mut self, ty: &Type, depth: usize) -> Option<Node> {
        let int = |generator: &mut Generator| generator.expression(&Type::Int, depth);
        match ty {
            Type::Int => match self.random.below(3) {
                0 => {
                    let (color, value) = (self.expression(&Type::Enum, depth), int(self));
                    Some(Node::expression(ty, "(#).weigh(#)", [color, value]))
                }
                1 => {
                    let (pair, value) = (self.expression(&Type::Record, depth), int(self));
                    Some(Node::expression(ty, "(#).both(#)", [pair, value]))
                }
                _ => {
                    let (first, second) = (int(self), int(self));
                    Some(Node::expression(ty, "total(#, #)", [first, second]))
                }
            },
            _ => None,
        }
    }

    fn inner_call(&mut self, ty: &Type, depth: usize) -> Option<Node> {
        let with_inner: Vec<usize> = (0..self.classes.len()).filter(|index| self.classes[*index].has_inner).collect();
        if *ty != Type::Int || with_inner.is_empty() {
            return None;
        }
        let class = *self.random.pick(&with_inner);
        let (own, value) = (self.expression(&Type::Int, depth), self.expression(&Type::Int, depth));
        if self.place.this == Some(class) && !self.place.is_inside && self.random.chance(50) {
            return Some(Node::expression(ty, &format!("new Inner{class}(#).go(#)"), [own, value]));
        }
        let object = self.expression(&Type::Class(class), depth.min(1));
        Some(Node::expression(ty, &format!("(#).new Inner{class}(#).go(#)"), [object, own, value]))
    }

    fn through_generics(&mut self, ty: &Type, depth: usize) -> Node {
        let first = self.expression(ty, depth);
        if self.place.initializes.is_some() {
            return first;
        }
        let is_argument = matches!(ty, Type::String | Type::Class(_) | Type::Object) || *ty == Type::boxed(Type::Int);
        match self.random.below(4) {
            0 if is_argument => {
                let holder = self.expression(&Type::holder(ty.clone()), depth);
                Node::expression(ty, self.random.text(&["(#).get()", "(#).v"]), [holder])
            }
            1 if ty.is_reifiable() => {
                let second = self.expression(ty, depth);
                Node::expression(ty, &format!("{}.<{}>last(#, #)", self.name, ty.java()), [first, second])
            }
            2 => {
                let second = self.expression(ty, depth);
                let holder = self.expression(&Type::holder(Type::String), depth.min(1));
                Node::expression(ty, &format!("(#).<{}>choose(#, #)", ty.java()), [holder, first, second])
            }
            _ => Node::expression(ty, &format!("Holder.<{}>of(#).get()", ty.java()), [first]),
        }
    }

    fn cast_from_object(&mut self, ty: &Type, depth: usize) -> Node {
        // Mostly a cast that succeeds.
        let from = if self.random.chance(75) { ty.clone() } else { Type::Object };
        let value = self.expression(&from, depth);
        Node::expression(ty, &format!("(({}) (Object) #)", ty.java()), [value])
    }

    fn specific(&mut self, ty: &Type, depth: usize) -> Node {
        match ty {
            Type::Boolean => self.boolean(depth),
            Type::Int => self.int(depth),
            Type::Long => self.long(depth),
            Type::Double | Type::Float => self.floating(ty, depth),
            Type::Byte | Type::Short | Type::Char => self.narrow(ty, depth),
            Type::String => self.string(depth),
            Type::Object => self.object(depth),
            Type::Boxed(of) => {
                let value = self.expression(of, depth);
                let template = match self.random.chance(60) {
                    true => format!("({}) #", ty.java()),
                    false => format!("{}.valueOf(#)", ty.java()),
                };
                Node::expression(ty, &format!("({template})"), [value])
            }
            Type::Class(class) => self.instance(*class, depth),
            Type::Enum => self.color(depth),
            Type::Record => self.pair(depth),
            Type::Array(of) => self.array(of, depth),
            Type::Holder(of) => self.holder(of, depth),
            _ => self.literal(ty),
        }
    }

    fn boolean(&mut self, depth: usize) -> Node {
        if self.random.chance(6) {
            return self.floating_comparison(depth);
        }
        let ty = Type::Boolean;
        match self.random.below(14) {
            0..=4 => {
                let (left, right) = (self.integral_type(), self.integral_type());
                let (left, right) = (self.expression(&left, depth), self.expression(&right, depth));
                let operator = self.random.text(&["<", "<=", ">", ">=", "==", "!="]);
                Node::expression(&ty, &format!("(# {operator} #)"), [left, right])
            }
            5..=7 => {
                let (left, right) = (self.expression(&ty, depth), self.expression(&ty, depth));
                let operator = self.random.text(&["&&", "||", "&", "|", "^", "==", "!="]);
                Node::expression(&ty, &format!("(# {operator} #)"), [left, right])
            }
            8 => Node::expression(&ty, "(!#)", [self.expression(&ty, depth)]),
            9..=10 => self.identity(depth),
            11 => self.equality(depth),
            _ => self.type_test(depth),
        }
    }

    fn identity(&mut self, depth: usize) -> Node {
        let of = self.reference_type();
        let left = self.expression(&of, depth);
        let operator = self.random.text(&["==", "!="]);
        if self.random.chance(30) {
            return Node::expression(&Type::Boolean, &format!("(# {operator} null)"), [left]);
        }
        let right = self.expression(&of, depth);
        // The JVM does not make a new object for an empty concatenation that is compiled inline,
        // against JLS 15.18.1.
        let (before, after) = if matches!(of, Type::String | Type::Object) { ("full(", ")") } else { ("", "") };
        let template = format!("({before}#{after} {operator} {before}#{after})");
        Node::expression(&Type::Boolean, &template, [left, right])
    }

    fn reference_type(&mut self) -> Type {
        loop {
            let ty = self.value_type();
            if ty.is_reference() {
                return ty;
            }
        }
    }

    fn equality(&mut self, depth: usize) -> Node {
        let types = [Type::String, Type::boxed(Type::Int), Type::boxed(Type::Long), Type::Enum, Type::Record];
        let of = self.random.pick(&types).clone();
        let other = if self.random.chance(80) { of.clone() } else { self.random.pick(&types).clone() };
        let (left, right) = (self.expression(&of, depth), self.expression(&other, depth));
        Node::expression(&Type::Boolean, "(#).equals(#)", [left, right])
    }

    fn type_test(&mut self, depth: usize) -> Node {
        let value = self.expression(&Type::Object, depth);
        let tested = loop {
            let ty = self.value_type();
            if ty.is_reifiable() && ty != Type::Object {
                break ty;
            }
        };
        if self.random.chance(50) {
            return Node::expression(&Type::Boolean, &format!("(# instanceof {})", tested.java()), [value]);
        }
        let name = self.fresh("q");
        let rest = self.scoped(|generator| {
            generator.declare(&name, tested.clone(), false);
            // Two chances to use it.
            let from =
                if tested == Type::String || matches!(tested, Type::Boxed(_)) { tested.clone() } else { Type::Object };
            let used = Node::expression(&tested, &name, []);
            let other = generator.expression(&from, depth.min(1));
            let more = generator.expression(&Type::Boolean, depth.min(1));
            let left = Node::expression(&Type::Object, "((Object) #)", [used]);
            Node::expression(&Type::Boolean, "(# == # || #)", [left, other, more])
        });
        Node::expression(&Type::Boolean, &format!("(# instanceof {} {name} && #)", tested.java()), [value, rest])
    }

    fn int(&mut self, depth: usize) -> Node {
        let ty = Type::Int;
        match self.random.below(20) {
            0..=8 => {
                let mut operand = || {
                    self.random.pick(&[Type::Int, Type::Int, Type::Int, Type::Short, Type::Byte, Type::Char]).clone()
                };
                let (left, right) = (operand(), operand());
                let (left, right) = (self.expression(&left, depth), self.expression(&right, depth));
                let operator = self.random.text(&["+", "-", "*", "/", "%", "&", "|", "^", "+", "-"]);
                Node::expression(&ty, &format!("(# {operator} #)"), [left, right])
            }
            9..=11 => {
                let by = self.random.pick(&[Type::Int, Type::Int, Type::Long, Type::Byte]).clone();
                let (left, right) = (self.expression(&ty, depth), self.expression(&by, depth));
                let operator = self.random.text(&["<<", ">>", ">>>"]);
                Node::expression(&ty, &format!("(# {operator} #)"), [left, right])
            }
            12 => {
                let of = self.random.pick(&[Type::Int, Type::Byte, Type::Char]).clone();
                let value = self.expression(&of, depth);
                Node::expression(&ty, self.random.text(&["(-#)", "(~#)", "(+#)"]), [value])
            }
            13..=14 => {
                let from = self.integral_type();
                let value = self.expression(&from, depth);
                Node::expression(&ty, "((int) #)", [value])
            }
            15 if self.random.chance(50) => {
                let of = [Type::Double, Type::Float];
                let (left, right) = (self.random.pick(&of).clone(), self.random.pick(&of).clone());
                let (left, right) = (self.expression(&left, depth), self.expression(&right, depth));
                Node::expression(&ty, self.random.text(&["((int) (# + #))", "Double.compare(#, #)"]), [left, right])
            }
            15 => Node::expression(&ty, "(0 + #)", [self.expression(&Type::boxed(Type::Int), depth)]),
            16 => self.length(depth),
            17 => self.int_of_enum_or_record(depth),
            18 if self.features.strings => self.int_of_string(depth),
            19 if self.features.collections => self.int_of_collection(depth),
            _ => Node::expression(&ty, "(# ? 1 : 2)", [self.expression(&Type::Boolean, depth)]),
        }
    }

    fn length(&mut self, depth: usize) -> Node {
        if self.random.chance(50) {
            let text = self.expression(&Type::String, depth);
            return Node::expression(&Type::Int, self.random.text(&["(#).length()", "(#).hashCode()"]), [text]);
        }
        let of = Type::array(self.element_type());
        let array = self.expression(&of, depth);
        Node::expression(&Type::Int, "(#).length", [array])
    }

    fn int_of_enum_or_record(&mut self, depth: usize) -> Node {
        let ty = Type::Int;
        match self.random.below(5) {
            0 => Node::expression(&ty, "(#).ordinal()", [self.expression(&Type::Enum, depth)]),
            1 => Node::expression(&ty, "(#).w", [self.expression(&Type::Enum, depth)]),
            2 => {
                let (left, right) = (self.expression(&Type::Enum, depth), self.expression(&Type::Enum, depth));
                Node::expression(&ty, "(#).compareTo(#)", [left, right])
            }
            3 => Node::expression(&ty, "(#).a()", [self.expression(&Type::Record, depth)]),
            _ => Node::expression(&ty, self.random.text(&["Color.made", "Pair.made"]), []),
        }
    }

    fn int_of_string(&mut self, depth: usize) -> Node {
        let text = self.expression(&Type::String, depth);
        if self.random.chance(50) {
            let index = self.index(depth);
            return Node::expression(&Type::Int, "((int) (#).charAt(#))", [text, index]);
        }
        let other = self.expression(&Type::String, depth);
        Node::expression(&Type::Int, "(#).compareTo(#)", [text, other])
    }

    fn int_of_collection(&mut self, depth: usize) -> Node {
        let ty = self.collection_type();
        let collection = self.expression(&ty, depth);
        Node::expression(&Type::Int, "(#).size()", [collection])
    }

    fn long(&mut self, depth: usize) -> Node {
        let ty = Type::Long;
        match self.random.below(10) {
            0..=5 => {
                let other = self.integral_type();
                let (long, other) = (self.expression(&ty, depth), self.expression(&other, depth));
                let operator = self.random.text(&["+", "-", "*", "/", "%", "&", "|", "^"]);
                let operands = if self.random.chance(50) { [long, other] } else { [other, long] };
                Node::expression(&ty, &format!("(# {operator} #)"), operands)
            }
            6..=7 => {
                let by = self.integral_type();
                let (left, right) = (self.expression(&ty, depth), self.expression(&by, depth));
                let operator = self.random.text(&["<<", ">>", ">>>"]);
                Node::expression(&ty, &format!("(# {operator} #)"), [left, right])
            }
            8 => Node::expression(&ty, self.random.text(&["(-#)", "(~#)"]), [self.expression(&ty, depth)]),
            _ => {
                let from = self.numeric_type();
                Node::expression(&ty, "((long) #)", [self.expression(&from, depth)])
            }
        }
    }

    pub(crate) fn numeric_type(&mut self) -> Type {
        if self.random.chance(40) {
            return self.random.pick(&[Type::Double, Type::Double, Type::Float]).clone();
        }
        self.integral_type()
    }

    fn floating(&mut self, ty: &Type, depth: usize) -> Node {
        match self.random.below(12) {
            0..=6 => {
                // A float stays one beside anything but a double.
                let other = match ty {
                    Type::Float => self.random.pick(&[Type::Float, Type::Int, Type::Long, Type::Char]).clone(),
                    _ => self.numeric_type(),
                };
                let (floating, other) = (self.expression(ty, depth), self.expression(&other, depth));
                let operator = self.random.text(&["+", "-", "*", "/", "%"]);
                let operands = if self.random.chance(50) { [floating, other] } else { [other, floating] };
                Node::expression(ty, &format!("(# {operator} #)"), operands)
            }
            7 => Node::expression(ty, self.random.text(&["(-#)", "(+#)"]), [self.expression(ty, depth)]),
            8 => {
                let (left, right) = (self.expression(ty, depth), self.expression(ty, depth));
                Node::expression(ty, self.random.text(&["Math.max(#, #)", "Math.min(#, #)"]), [left, right])
            }
            9 if *ty == Type::Double => {
                let functions = ["Math.floor(#)", "Math.ceil(#)", "Math.rint(#)", "Math.sqrt(#)", "Math.abs(#)"];
                Node::expression(ty, self.random.text(&functions), [self.expression(ty, depth)])
            }
            10 if *ty == Type::Double => {
                Node::expression(ty, "Double.longBitsToDouble(#)", [self.expression(&Type::Long, depth)])
            }
            _ => {
                let from = self.numeric_type();
                Node::expression(ty, &format!("(({}) #)", ty.java()), [self.expression(&from, depth)])
            }
        }
    }

    /// A comparison of numbers of which at least one is floating.
    fn floating_comparison(&mut self, depth: usize) -> Node {
        let left = self.random.pick(&[Type::Double, Type::Float]).clone();
        let right = self.numeric_type();
        let (left, right) = (self.expression(&left, depth), self.expression(&right, depth));
        let operator = self.random.text(&["==", "!=", "<", "<=", ">", ">="]);
        Node::expression(&Type::Boolean, &format!("(# {operator} #)"), [left, right])
    }

    fn narrow(&mut self, ty: &Type, depth: usize) -> Node {
        let from = if self.random.chance(10) { Type::Double } else { self.integral_type() };
        let value = self.expression(&from, depth);
        Node::expression(ty, &format!("(({}) #)", ty.java()), [value])
    }

    fn string(&mut self, depth: usize) -> Node {
        let ty = Type::String;
        match self.random.below(14) {
            12..=13 if self.features.object_texts => self.joined_text(depth),
            0..=6 => {
                let other = self.shown_type();
                let (text, other) = (self.expression(&ty, depth), self.added(&other, depth));
                let operands = if self.random.chance(50) { [text, other] } else { [other, text] };
                Node::expression(&ty, "(# + #)", operands)
            }
            7 => Node::expression(&ty, "(#).name()", [self.expression(&Type::Enum, depth)]),
            8 => Node::expression(&ty, "(#).b()", [self.expression(&Type::Record, depth)]),
            9 => Node::expression(&ty, self.random.text(&["((String) null)", "(\"\" + null)"]), []),
            10 if self.features.object_texts && self.place.initializes.is_none() => {
                let shown: Vec<usize> = (0..self.classes.len()).filter(|index| self.has_text(*index)).collect();
                if shown.is_empty() {
                    return self.leaf(&ty);
                }
                let class = *self.random.pick(&shown);
                Node::expression(&ty, "(\"<\" + # + '>')", [self.expression(&Type::Class(class), depth)])
            }
            _ if self.features.strings => {
                let of = self.random.pick(&[Type::Int, Type::Long, Type::Boolean, Type::String]).clone();
                Node::expression(&ty, "String.valueOf(#)", [self.expression(&of, depth)])
            }
            _ => self.leaf(&ty),
        }
    }

    fn has_text(&self, class: usize) -> bool {
        self.ancestors(class).iter().any(|index| self.classes[*index].has_text)
    }

    fn object(&mut self, depth: usize) -> Node {
        if self.random.chance(35) {
            return self.joined(depth);
        }
        let of = self.value_type();
        if of == Type::Object {
            return self.leaf(&of);
        }
        let value = self.expression(&of, depth);
        // javac 17 fails on `(Object) (a && b) instanceof T t`.
        let template = if of == Type::Boolean { "((Object) Boolean.valueOf(#))" } else { "((Object) #)" };
        Node::expression(&Type::Object, template, [value])
    }

    fn instance(&mut self, class: usize, depth: usize) -> Node {
        let ty = Type::Class(class);
        let may_nest = !self.place.nested && self.place.initializes.is_none();
        match self.random.below(20) {
            0 => Node::expression(&ty, &ty.default_text(), []),
            1..=3 if may_nest && self.room > 8 => self.anonymous(class, depth),
            4..=6 => {
                let below: Vec<usize> =
                    (0..self.classes.len()).filter(|k| self.ancestors(*k).contains(&class)).collect();
                let chosen = *self.random.pick(&below);
                if chosen == class {
                    return self.new_object(class, depth);
                }
                Node::expression(&ty, &format!("((C{class}) #)"), [self.expression(&Type::Class(chosen), depth)])
            }
            _ => self.new_object(class, depth),
        }
    }

    /// A new instance of the class or of one below it; null if there is none (or none yet).
    fn new_object(&mut self, class: usize, depth: usize) -> Node {
        let ty = Type::Class(class);
        let limit = self.place.initializes.unwrap_or(self.classes.len());
        let fits =
            |index: &usize| self.classes[*index].kind == Kind::Concrete && self.ancestors(*index).contains(&class);
        let concrete: Vec<usize> = (0..limit.min(self.classes.len())).filter(fits).collect();
        if concrete.is_empty() {
            return Node::expression(&ty, &ty.default_text(), []);
        }
        let chosen = *self.random.pick(&concrete);
        let constructors = self.classes[chosen].constructors.clone();
        let params = self.random.pick(&constructors).clone();
        let args = match depth {
            0 => self.literals(&params),
            _ => self.arguments(&params, depth),
        };
        // The static type matters to the choice of methods and fields.
        let cast = if chosen == class { String::new() } else { format!("(C{class}) ") };
        Node::expression(&ty, &format!("({cast}new C{chosen}(#))"), [args])
    }

    /// Arguments that make no objects in turn.
    fn literals(&mut self, params: &[Type]) -> Node {
        let mut values = Vec::new();
        for ty in params {
            values.push(match ty {
                Type::Class(_) | Type::Holder(_) => Node::expression(ty, &ty.default_text(), []),
                _ => self.leaf(ty),
            });
        }
        Node::sequence(values, ", ")
    }

    fn anonymous(&mut self, class: usize, depth: usize) -> Node {
        let ty = Type::Class(class);
        let params = match self.classes[class].kind {
            Kind::Interface => Vec::new(),
            _ => self.classes[class].constructors[0].clone(),
        };
        let args = self.arguments(&params, depth.min(1));
        let body = self.class_body(class);
        Node::expression(&ty, &format!("((C{class}) new C{class}(#) {{ # }})"), [args, body])
    }

    /// The body of a class inside a method: it overrides what it must and a little more, and sees
    /// what it captures.
    pub(crate) fn class_body(&mut self, class: usize) -> Node {
        let mut methods = self.open_methods(class);
        let callable = self.callable(class);
        if !callable.is_empty() && self.random.chance(70) {
            let more = *self.random.pick(&callable);
            if !methods.contains(&more) {
                methods.push(more);
            }
        }
        let mut place = Place { nested: true, is_inside: true, this: self.place.this, ..Place::default() };
        place.variables = self.place.variables.iter().filter(|variable| variable.capturable).cloned().collect();
        for variable in &mut place.variables {
            variable.assignable = false;
        }
        let mut members = Vec::new();
        let field = self.fresh("h");
        let value = self
            .within(Place { initializes: Some(0), jumps: Jumps::default(), ..place.clone() }, |g| g.leaf(&Type::Int));
        members.push(Node::member(&format!("int {field} = #;"), [value]));
        place.variables.push(Variable { name: field, ty: Type::Int, assignable: true, capturable: true });
        for signature in methods {
            let declared = self.signatures[signature].clone();
            let room = self.room;
            members.push(self.function_member(&declared, "public ", place.clone()));
            self.room = room - 4;
        }
        Node::sequence(members, "")
    }

    fn color(&mut self, depth: usize) -> Node {
        match self.random.below(5) {
            0 => Node::expression(&Type::Enum, "Color.values()[#]", [self.index(depth)]),
            1 => {
                let name = self.random.text(&["\"RED\"", "\"GREEN\"", "\"NONE\""]);
                Node::expression(&Type::Enum, &format!("Color.valueOf({name})"), [])
            }
            2 if self.random.chance(20) => Node::expression(&Type::Enum, "((Color) null)", []),
            _ => self.leaf(&Type::Enum),
        }
    }

    fn pair(&mut self, depth: usize) -> Node {
        if self.place.initializes.is_some() {
            return Node::expression(&Type::Record, &Type::Record.default_text(), []);
        }
        let number = self.expression(&Type::Int, depth);
        if self.random.chance(30) {
            return Node::expression(&Type::Record, "new Pair(#)", [number]);
        }
        let text = self.expression(&Type::String, depth);
        Node::expression(&Type::Record, "new Pair(#, #)", [number, text])
    }

    fn array(&mut self, of: &Type, depth: usize) -> Node {
        let ty = Type::array(of.clone());
        match self.random.below(10) {
            0 => Node::expression(&ty, "(#).clone()", [self.expression(&ty, depth)]),
            1..=2 => {
                let size = self.array_size(depth);
                match of {
                    Type::Array(inner) if !matches!(**inner, Type::Array(_)) => {
                        let second = self.array_size(depth);
                        Node::expression(&ty, &format!("new {}[#][#]", inner.java()), [size, second])
                    }
                    Type::Array(_) => self.array_of(of, depth),
                    _ => Node::expression(&ty, &format!("new {}[#]", of.java()), [size]),
                }
            }
            3..=5 if *of == Type::Object => {
                let other = self.random.pick(&[Type::String, Type::boxed(Type::Int), Type::Class(0)]).clone();
                let array = self.expression(&Type::array(other), depth);
                Node::expression(&ty, "((Object[]) #)", [array])
            }
            6 if self.random.chance(20) => Node::expression(&ty, &ty.default_text(), []),
            _ => self.array_of(of, depth),
        }
    }

    fn array_size(&mut self, depth: usize) -> Node {
        if self.random.chance(60) {
            return Node::expression(&Type::Int, self.random.text(&["2", "3", "1", "0"]), []);
        }
        let value = self.expression(&Type::Int, depth);
        Node::expression(&Type::Int, self.random.text(&["(# & 3)", "(# & 3)", "(# % 4)"]), [value])
    }

    fn array_of(&mut self, of: &Type, depth: usize) -> Node {
        let count = 1 + self.random.below(3);
        let mut values = Vec::new();
        for _ in 0..count {
            let is_plain = matches!(of, Type::Class(_)) && depth == 0;
            values.push(match is_plain {
                true => Node::expression(of, &of.default_text(), []),
                false => self.expression(of, depth),
            });
        }
        let ty = Type::array(of.clone());
        Node::expression(&ty, &format!("new {}[] {{ # }}", of.java()), [Node::sequence(values, ", ")])
    }

    fn holder(&mut self, of: &Type, depth: usize) -> Node {
        let ty = Type::holder(of.clone());
        if self.place.initializes.is_some() {
            return Node::expression(&ty, &ty.default_text(), []);
        }
        let value = self.expression(of, depth);
        match self.random.below(4) {
            0 => {
                let next = self.expression(&ty, depth);
                Node::expression(&ty, &format!("new Holder<{}>(#, #)", of.java()), [value, next])
            }
            1 => Node::expression(&ty, "(#).next", [self.expression(&ty, depth)]),
            _ => Node::expression(&ty, &format!("new Holder<{}>(#)", of.java()), [value]),
        }
    }

    fn switch_expression(&mut self, ty: &Type, depth: usize) -> Node {
        let (selector, labels) = self.selector(depth);
        let mut cases = Vec::new();
        let jumps = std::mem::take(&mut self.place.jumps);
        for label in labels {
            let value = self.expression(ty, depth);
            if self.random.chance(30) {
                let effect = self.scoped(Generator::simple_statement);
                // `yield (x)[0]` is no Java.
                let name = self.fresh("y");
                cases.push(Node::new(
                    super::tree::Role::Fixed,
                    &format!("case {label} -> {{ #final var {name} = #; yield {name}; }} "),
                    [effect, value],
                ));
            } else {
                cases.push(Node::new(super::tree::Role::Fixed, &format!("case {label} -> #; "), [value]));
            }
        }
        let otherwise = self.expression(ty, depth);
        self.place.jumps = jumps;
        let cases = Node::sequence(cases, "");
        Node::expression(ty, "(switch (#) { #default -> #; })", [selector, cases, otherwise])
    }

    /// Something to switch on and labels for it that differ.
    pub(crate) fn selector(&mut self, depth: usize) -> (Node, Vec<String>) {
        let count = 1 + self.random.below(3);
        let take = |labels: &[&str]| labels.iter().take(count).map(|label| (*label).to_owned()).collect();
        match self.random.below(5) {
            0 => (self.expression(&Type::String, depth), take(&["\"a\"", "\"Aa\", \"BB\"", "\"ab\""])),
            1 => (self.expression(&Type::Enum, depth), take(&["RED", "BLUE", "GREEN"])),
            2 => (self.expression(&Type::Char, depth), take(&["'a'", "'Z', 'b'", "65"])),
            3 => (self.expression(&Type::Int, depth), take(&["K0", "1, 2", "-1"])),
            _ => {
                let value = self.expression(&Type::Int, depth);
                (Node::expression(&Type::Int, "(# & 3)", [value]), take(&["0", "2", "1, K1"]))
            }
        }
    }
}

fn collection_arguments(ty: &Type) -> String {
    match ty {
        Type::List(of) | Type::Deque(of) => format!("<{}>", of.java()),
        Type::Map(of) => format!("<{}, Integer>", of.java()),
        _ => String::new(),
    }
}
