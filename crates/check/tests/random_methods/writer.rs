//! Writes random static methods over numbers of all widths, truth values, nodes and arrays, with a
//! contract that is sometimes true. Most of them mean nothing; what a run does, and whether that
//! breaks the contract, is well defined all the same.
//!
//! Loops are bounded but for walks over nodes, which a ring never ends; recursion uses up fuel.

use super::random::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Node,
    Array,
}

impl Ty {
    fn java(self) -> &'static str {
        match self {
            Ty::Boolean => "boolean",
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::Char => "char",
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Node => "Node",
            Ty::Array => "int[]",
        }
    }

    fn is_narrow(self) -> bool {
        matches!(self, Ty::Byte | Ty::Short | Ty::Char)
    }

    fn is_number(self) -> bool {
        self.is_narrow() || matches!(self, Ty::Int | Ty::Long)
    }
}

const INTS: &[&str] = &["0", "1", "2", "3", "(-1)", "(-2)", "7", "31", "33", "127", "(-128)", "65535", "1000003"];
const ENDS: &[&str] = &["Integer.MAX_VALUE", "Integer.MIN_VALUE", "0x7fff", "0x8000", "(-129)"];
const LONGS: &[&str] = &["0L", "1L", "(-1L)", "5L", "4294967296L", "Long.MIN_VALUE", "Long.MAX_VALUE", "63L"];
const COMPARISONS: &[&str] = &["==", "!=", "<", "<=", ">", ">="];

/// What every program has besides its method.
const CLASSES: &str = "\
class Node {
    int value;
    /*@ nullable @*/ Node next;

    Node(int value, /*@ nullable @*/ Node next) {
        this.value = value;
        this.next = next;
    }

    int get() {
        return value;
    }
}

class Leaf extends Node {
    byte small;

    Leaf(int value) {
        super(value, null);
        small = (byte) value;
    }

    int get() {
        return small;
    }
}
";

/// Writes one program.
pub(crate) struct Writer {
    random: Random,
    /// The variables in sight.
    variables: Vec<(String, Ty)>,
    /// Those that loops count with: nobody else assigns them.
    fixed: Vec<String>,
    names: usize,
    /// So many statements more.
    room: usize,
    /// The expression is part of a contract.
    is_formula: bool,
    /// The code is that of a helper, which calls no other.
    is_helper: bool,
    in_loop: bool,
}

impl Writer {
    pub(crate) fn new(seed: u64) -> Writer {
        let mut random = Random::new(seed);
        // The first numbers of neighbouring seeds are alike.
        for _ in 0..20 {
            random.below(2);
        }
        Writer {
            random,
            variables: Vec::new(),
            fixed: Vec::new(),
            names: 0,
            room: 0,
            is_formula: false,
            is_helper: false,
            in_loop: false,
        }
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.random.below(texts.len())]
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// A program with a class `Methods` and in it a method `run`.
    pub(crate) fn program(&mut self) -> String {
        let helper = self.helper();
        let (params, result) = (self.params(), self.result());
        let written: Vec<String> = params.iter().map(|(name, ty)| declaration(name, *ty)).collect();
        self.variables = params;
        let contract = self.contract(result);
        self.room = 5 + self.random.below(6);
        let mut body = self.block(2, 2);
        let value = self.expression(result, 2);
        body.push_str(&format!("return {value};\n"));
        let (result, written) = (result.java(), written.join(", "));
        let nullable = if result == "Node" { "/*@ nullable @*/ " } else { "" };
        format!(
            "{CLASSES}\nclass Methods {{\n{helper}\n{RECURSIVE}\n{contract}static {nullable}{result} run({written}) \
             {{\n{body}}}\n}}\n"
        )
    }

    fn params(&mut self) -> Vec<(String, Ty)> {
        let count = 1 + self.random.below(3);
        let mut params: Vec<(String, Ty)> = Vec::new();
        for number in 0..count {
            let ty = match self.random.below(12) {
                0 => Ty::Boolean,
                1 => Ty::Byte,
                2 => Ty::Char,
                3 => Ty::Short,
                4 => Ty::Long,
                5 | 6 => Ty::Array,
                7..=9 => Ty::Node,
                _ => Ty::Int,
            };
            params.push((format!("p{number}"), ty));
        }
        params
    }

    fn result(&mut self) -> Ty {
        match self.random.below(10) {
            0 | 1 => Ty::Boolean,
            2 => Ty::Long,
            3 => Ty::Byte,
            4 => Ty::Char,
            5 => Ty::Node,
            _ => Ty::Int,
        }
    }

    /// A method that the code calls.
    fn helper(&mut self) -> String {
        self.is_helper = true;
        self.variables = vec![("a".to_owned(), Ty::Int), ("b".to_owned(), Ty::Int)];
        self.room = 3;
        let body = self.block(1, 1);
        let value = self.expression(Ty::Int, 2);
        self.is_helper = false;
        format!("static int helper(int a, int b) {{\n{body}return {value};\n}}\n")
    }

    fn contract(&mut self, result: Ty) -> String {
        self.is_formula = true;
        let params = self.variables.clone();
        let mut lines = String::new();
        if self.chance(40) {
            // There is no earlier state yet.
            let formula = self.condition(1).replace("\\old", "");
            lines.push_str(&format!("//@ requires {formula};\n"));
        }
        self.variables.push(("\\result".to_owned(), result));
        for _ in 0..1 + self.random.below(2) {
            let formula = self.postcondition(result);
            lines.push_str(&format!("//@ ensures {formula};\n"));
        }
        self.variables = params;
        if self.chance(60) {
            let class =
                self.pick(&["RuntimeException", "ArithmeticException", "NullPointerException", "RuntimeException"]);
            let formula = if self.chance(50) { "true".to_owned() } else { self.condition(1) };
            lines.push_str(&format!("//@ signals ({class} e) {formula};\n"));
        }
        if self.chance(30) {
            let target = self.variables.iter().find(|(_, ty)| *ty == Ty::Node).map(|(name, _)| format!("{name}.*"));
            let target = target.filter(|_| self.chance(60)).unwrap_or_else(|| "\\nothing".to_owned());
            lines.push_str(&format!("//@ assignable {target};\n"));
        }
        self.is_formula = false;
        lines
    }

    fn postcondition(&mut self, result: Ty) -> String {
        match (result, self.random.below(4)) {
            (Ty::Boolean, 0) => format!("\\result == ({})", self.condition(1)),
            (ty, 0 | 1) if ty.is_number() => {
                let comparison = self.pick(COMPARISONS);
                format!("\\result {comparison} {}", self.number(Ty::Int, 1))
            }
            (Ty::Node, 0 | 1) => self
                .pick(&["\\result != null", "\\result == null", "\\result == \\old(\\result)"])
                .replace("\\old(\\result)", "null"),
            (_, 2) => format!("({}) ==> ({})", self.condition(1), self.condition(1)),
            _ => self.condition(2),
        }
    }

    fn block(&mut self, count: usize, depth: usize) -> String {
        let (known, fixed) = (self.variables.len(), self.fixed.len());
        let mut text = String::new();
        for _ in 0..count + self.random.below(3) {
            if self.room > 0 {
                self.room -= 1;
                text.push_str(&self.statement(depth));
            }
        }
        // What the method declares at its top stays in sight for its last line.
        if depth < 2 {
            self.variables.truncate(known);
            self.fixed.truncate(fixed);
        }
        text
    }

    fn nested(&mut self, count: usize, depth: usize) -> String {
        let (variables, fixed) = (self.variables.clone(), self.fixed.clone());
        let text = self.block(count, depth.min(1));
        (self.variables, self.fixed) = (variables, fixed);
        text
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 9 } else { 16 }) {
            0 | 1 => self.local(),
            2 | 3 => self.assignment(),
            4 => self.write_field(),
            5 => self.write_element(),
            6 => self.jump(),
            7 if self.chance(50) => format!("//@ assert {};\n", self.as_formula(|writer| writer.condition(1))),
            7 | 8 => self.assignment(),
            9..=11 => self.branch(depth - 1),
            12 | 13 => self.repetition(depth - 1),
            14 => self.attempt(depth - 1),
            _ => self.switch(depth - 1),
        }
    }

    /// Part of a contract, though it stands in code: no calls, no assignments.
    fn as_formula(&mut self, write: impl FnOnce(&mut Writer) -> String) -> String {
        self.is_formula = true;
        let text = write(self);
        self.is_formula = false;
        text
    }

    fn local(&mut self) -> String {
        let ty =
            [Ty::Int, Ty::Int, Ty::Long, Ty::Short, Ty::Char, Ty::Boolean, Ty::Node, Ty::Array][self.random.below(8)];
        let value = self.expression(ty, 2);
        let name = self.fresh("x");
        self.variables.push((name.clone(), ty));
        format!("{} {name} = {value};\n", ty.java())
    }

    fn variable(&mut self, fits: impl Fn(Ty) -> bool) -> Option<(String, Ty)> {
        let fitting: Vec<(String, Ty)> = self.variables.iter().filter(|(_, ty)| fits(*ty)).cloned().collect();
        (!fitting.is_empty()).then(|| fitting[self.random.below(fitting.len())].clone())
    }

    fn assignment(&mut self) -> String {
        let Some((name, ty)) = self.variable(|_| true).filter(|(name, _)| !self.fixed.contains(name)) else {
            return String::new();
        };
        match ty {
            _ if ty.is_number() && self.chance(50) => {
                let operator = self.pick(&["+=", "-=", "*=", "^=", "|=", "&=", "<<=", ">>=", ">>>=", "/=", "%="]);
                let value = if operator == "*=" { self.pick(INTS).to_owned() } else { self.number(Ty::Int, 1) };
                format!("{name} {operator} {value};\n")
            }
            _ if ty.is_number() && self.chance(40) => {
                let operator = self.pick(&["++", "--"]);
                format!("{name}{operator};\n")
            }
            _ => format!("{name} = {};\n", self.expression(ty, 2)),
        }
    }

    fn write_field(&mut self) -> String {
        let Some((node, _)) = self.variable(|ty| ty == Ty::Node) else { return self.assignment() };
        if self.chance(40) {
            return format!("{node}.next = {};\n", self.node());
        }
        let operator = self.pick(&["=", "+=", "-="]);
        format!("{node}.value {operator} {};\n", self.number(Ty::Int, 1))
    }

    fn write_element(&mut self) -> String {
        let Some((array, _)) = self.variable(|ty| ty == Ty::Array) else { return self.assignment() };
        let (index, value) = (self.index(&array), self.number(Ty::Int, 1));
        format!("{array}[{index}] = {value};\n")
    }

    fn index(&mut self, array: &str) -> String {
        match self.random.below(6) {
            0 | 1 => self.random.below(2).to_string(),
            2 => format!("{array}.length - 1"),
            3 => format!("({}) & 1", self.number(Ty::Int, 1)),
            _ => self.number(Ty::Int, 1),
        }
    }

    fn jump(&mut self) -> String {
        let condition = self.condition(1);
        match self.random.below(4) {
            0 if self.in_loop => {
                let jump = self.pick(&["break", "continue"]);
                format!("if ({condition}) {jump};\n")
            }
            1 | 2 => {
                let class = self.pick(&["IllegalStateException", "ArithmeticException", "IllegalArgumentException"]);
                format!("if ({condition}) throw new {class}();\n")
            }
            _ => self.assignment(),
        }
    }

    fn branch(&mut self, depth: usize) -> String {
        let (condition, then) = (self.condition(2), self.nested(1, depth));
        let otherwise = if self.chance(50) { format!(" else {{\n{}}}", self.nested(1, depth)) } else { String::new() };
        format!("if ({condition}) {{\n{then}}}{otherwise}\n")
    }

    fn repetition(&mut self, depth: usize) -> String {
        let was_in_loop = std::mem::replace(&mut self.in_loop, true);
        let name = self.fresh("i");
        let (variables, fixed) = (self.variables.clone(), self.fixed.clone());
        let node = self.variable(|ty| ty == Ty::Node).filter(|_| self.chance(50));
        let head = match &node {
            Some((node, _)) if self.chance(70) => {
                format!("for (Node {name} = {node}; {name} != null; {name} = {name}.next)")
            }
            Some((node, _)) => {
                let fuel = self.fresh("f");
                format!(
                    "int {fuel} = 3;\nfor (Node {name} = {node}; {name} != null && {fuel}-- > 0; {name} = {name}.next)"
                )
            }
            None => {
                let (times, down) = (1 + self.random.below(3), self.chance(30));
                match down {
                    true => format!("for (int {name} = {times}; {name} > 0; {name}--)"),
                    false => format!("for (int {name} = 0; {name} < {times}; {name}++)"),
                }
            }
        };
        self.variables.push((name.clone(), if node.is_some() { Ty::Node } else { Ty::Int }));
        self.fixed.push(name);
        let body = self.block(1, depth.min(1));
        (self.variables, self.fixed, self.in_loop) = (variables, fixed, was_in_loop);
        format!("{head} {{\n{body}}}\n")
    }

    fn attempt(&mut self, depth: usize) -> String {
        let was_in_loop = std::mem::replace(&mut self.in_loop, false);
        let body = self.nested(2, depth);
        let class = self.pick(&[
            "ArithmeticException",
            "NullPointerException",
            "ArrayIndexOutOfBoundsException",
            "IllegalStateException",
            "RuntimeException",
            "NegativeArraySizeException",
        ]);
        let name = self.fresh("e");
        let caught = self.nested(1, 0);
        let last = if self.chance(40) { format!(" finally {{\n{}}}", self.nested(1, 0)) } else { String::new() };
        self.in_loop = was_in_loop;
        format!("try {{\n{body}}} catch ({class} {name}) {{\n{caught}}}{last}\n")
    }

    fn switch(&mut self, depth: usize) -> String {
        let was_in_loop = std::mem::replace(&mut self.in_loop, false);
        let on = self.number(Ty::Int, 1);
        let mut cases = String::new();
        for label in ["0", "1", "-1"] {
            let body = self.nested(1, depth.min(1));
            let end = if self.chance(70) { "break;\n" } else { "" };
            cases.push_str(&format!("case {label}:\n{{\n{body}}}\n{end}"));
        }
        let body = self.nested(1, 0);
        self.in_loop = was_in_loop;
        format!("switch ({on}) {{\n{cases}default:\n{{\n{body}}}\n}}\n")
    }

    fn expression(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            Ty::Boolean => self.condition(depth),
            Ty::Node => self.node(),
            Ty::Array => self.array(),
            _ => self.number(ty, depth),
        }
    }

    fn node(&mut self) -> String {
        let known = self.variable(|ty| ty == Ty::Node).map(|(name, _)| name);
        match (known, self.random.below(8)) {
            (Some(name), 0..=3) => name,
            (Some(name), 4 | 5) => format!("{name}.next"),
            (Some(name), 6) if !self.is_formula => format!("new Node({}, {name})", self.number(Ty::Int, 1)),
            (None, 0..=2) if !self.is_formula => {
                let class = self.pick(&["Leaf(#)", "Node(#, null)"]);
                let value = self.number(Ty::Int, 1);
                format!("new {}", class.replace('#', &value))
            }
            _ => "null".to_owned(),
        }
    }

    fn array(&mut self) -> String {
        match self.variable(|ty| ty == Ty::Array) {
            Some((name, _)) if self.chance(60) => name,
            _ if self.chance(30) => format!("new int[({}) & 3]", self.number(Ty::Int, 1)),
            _ if self.chance(20) => format!("new int[{}]", self.pick(&["0", "1", "2", "-1"])),
            _ => format!("new int[] {{{}, {}}}", self.number(Ty::Int, 1), self.number(Ty::Int, 1)),
        }
    }

    /// A number of this very type.
    fn number(&mut self, ty: Ty, depth: usize) -> String {
        if ty.is_narrow() {
            let own = self.variable(|other| other == ty).filter(|_| self.chance(50));
            let from = if self.chance(20) { Ty::Long } else { Ty::Int };
            return match own {
                Some((name, _)) => name,
                None => format!("({}) ({})", ty.java(), self.number(from, depth.saturating_sub(1))),
            };
        }
        if depth == 0 || self.chance(25) {
            return self.leaf(ty);
        }
        if ty == Ty::Long && self.chance(30) {
            return format!("(long) ({})", self.number(Ty::Int, depth - 1));
        }
        if ty == Ty::Int && self.chance(10) {
            return format!("(int) ({})", self.number(Ty::Long, depth - 1));
        }
        match self.random.below(12) {
            0..=5 => {
                let operator = self.pick(&["+", "-", "+", "-", "&", "|", "^"]);
                let (left, right) = (self.number(ty, depth - 1), self.number(ty, depth - 1));
                format!("({left} {operator} {right})")
            }
            6 => format!("({} * {})", self.number(ty, depth - 1), self.pick(INTS)),
            7 => {
                let operator = self.pick(&["/", "%"]);
                let by =
                    if self.chance(50) { self.pick(&["2", "3", "(-1)", "7", "10"]).to_owned() } else { self.leaf(ty) };
                format!("({} {operator} {by})", self.number(ty, depth - 1))
            }
            8 => {
                let operator = self.pick(&["<<", ">>", ">>>"]);
                format!("({} {operator} {})", self.number(ty, depth - 1), self.leaf(Ty::Int))
            }
            9 => {
                let operator = self.pick(&["-", "~"]);
                format!("({operator}{})", self.number(ty, depth - 1))
            }
            10 => {
                let (condition, a, b) = (self.condition(0), self.number(ty, depth - 1), self.number(ty, depth - 1));
                format!("({condition} ? {a} : {b})")
            }
            _ if ty == Ty::Int && !self.is_formula => self.call(depth - 1),
            _ => self.leaf(ty),
        }
    }

    fn call(&mut self, depth: usize) -> String {
        let node = self.variable(|ty| ty == Ty::Node).map(|(name, _)| name);
        match (node, self.random.below(5)) {
            (Some(node), 0) => format!("{node}.get()"),
            (Some(node), 1) => format!("depth({node}, 3)"),
            (_, 2) => format!("Math.abs({})", self.number(Ty::Int, depth)),
            (_, 3) => {
                let name = self.pick(&["max", "min"]);
                format!("Math.{name}({}, {})", self.number(Ty::Int, depth), self.number(Ty::Int, depth))
            }
            _ if self.is_helper => self.leaf(Ty::Int),
            _ => format!("helper({}, {})", self.number(Ty::Int, depth), self.number(Ty::Int, depth)),
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        if ty == Ty::Long {
            return match self.variable(|other| other == Ty::Long).filter(|_| self.chance(60)) {
                Some((name, _)) => name,
                None => self.pick(LONGS).to_owned(),
            };
        }
        if self.chance(15)
            && let Some((node, _)) = self.variable(|ty| ty == Ty::Node)
        {
            let value = format!("{node}.value");
            let is_result = node == "\\result";
            return if self.is_formula && !is_result && self.chance(30) { format!("\\old({value})") } else { value };
        }
        if self.chance(15)
            && let Some((array, _)) = self.variable(|ty| ty == Ty::Array)
        {
            let part = self.pick(&["length", "0", "1", "index"]).to_owned();
            return match part.as_str() {
                "length" => format!("{array}.length"),
                "index" => match self.variable(|ty| ty == Ty::Int) {
                    Some((index, _)) => format!("{array}[{index}]"),
                    None => format!("{array}[0]"),
                },
                _ => format!("{array}[{part}]"),
            };
        }
        match self.variable(|ty| ty == Ty::Int || ty.is_narrow()) {
            Some((name, _)) if self.chance(60) => name,
            _ if self.chance(15) => self.pick(ENDS).to_owned(),
            _ => self.pick(INTS).to_owned(),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if depth > 0 && self.chance(35) {
            let operator = self.pick(&["&&", "||", "&&", "||", "^", "&"]);
            let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
            return format!("({left} {operator} {right})");
        }
        match self.random.below(10) {
            0 => match self.variable(|ty| ty == Ty::Boolean) {
                Some((name, _)) => name,
                None => format!("({} > 0)", self.number(Ty::Int, depth)),
            },
            1 => format!("!({})", self.condition(depth.saturating_sub(1))),
            2 | 3 => match self.variable(|ty| ty == Ty::Node) {
                Some((name, _)) if self.chance(30) => format!("({name} instanceof Leaf)"),
                Some((name, _)) => {
                    let (comparison, other) = (self.pick(&["==", "!="]), self.node());
                    match other.starts_with("new ") {
                        true => format!("({name} {comparison} null)"),
                        false => format!("({name} {comparison} {other})"),
                    }
                }
                None => format!("({} == {})", self.number(Ty::Int, depth), self.number(Ty::Int, 0)),
            },
            4 => {
                let comparison = self.pick(COMPARISONS);
                format!("({} {comparison} {})", self.number(Ty::Long, depth), self.number(Ty::Int, 0))
            }
            _ => {
                let comparison = self.pick(COMPARISONS);
                format!("({} {comparison} {})", self.number(Ty::Int, depth), self.number(Ty::Int, depth))
            }
        }
    }
}

/// Its fuel bounds it.
const RECURSIVE: &str = "\
static int depth(/*@ nullable @*/ Node node, int fuel) {
    return node == null || fuel <= 0 ? 0 : 1 + depth(node.next, fuel - 1);
}
";

fn declaration(name: &str, ty: Ty) -> String {
    let nullable = if matches!(ty, Ty::Node | Ty::Array) { "/*@ nullable @*/ " } else { "" };
    format!("{nullable}{} {name}", ty.java())
}
