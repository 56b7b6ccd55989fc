//! Writes random classes: a few fields, invariants in JML or a `repOk`, and a method with a
//! postcondition, all put together at random. Most of them mean nothing; what is valid, and what a
//! method breaks, is well defined all the same.

use super::Bound;
use super::random::Random;

/// Writes one class.
pub(crate) struct Writer {
    random: Random,
    has_b: bool,
    has_size: bool,
    has_other: bool,
    has_key: bool,
    has_flag: bool,
}

/// What formulas may name besides the fields.
#[derive(Clone, Default)]
struct Names {
    /// Variables that are nodes.
    nodes: Vec<String>,
    /// The method's parameter.
    has_argument: bool,
    /// The formula is JML, not Java.
    is_formula: bool,
}

impl Names {
    fn formula() -> Names {
        Names { is_formula: true, ..Names::default() }
    }

    fn and(&self, node: &str) -> Names {
        let mut names = self.clone();
        names.nodes.push(node.to_owned());
        names
    }
}

impl Writer {
    pub(crate) fn new(seed: u64) -> Writer {
        let mut random = Random::new(seed);
        // The first numbers of neighbouring seeds are alike.
        for _ in 0..20 {
            random.below(2);
        }
        let mut chance = |percent: usize| random.below(100) < percent;
        let (has_b, has_other, has_key) = (chance(50), chance(40), chance(50));
        // Brute force tries them all.
        let is_small = !(has_other && has_key);
        let (has_size, has_flag) = (is_small && !has_b && chance(70), is_small && chance(40));
        Writer { random, has_b, has_size, has_other, has_key, has_flag }
    }

    /// What brute force can do in a moment.
    pub(crate) fn bound(&self) -> Bound {
        let nodes = if self.has_other || self.has_key || self.has_size { 2 } else { 3 };
        Bound { nodes, ints: 0..=2, scope: format!("Box=1,Node={nodes},Node.key=0..2,Box.size=0..2") }
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.random.below(texts.len())]
    }

    fn root(&mut self) -> &'static str {
        if self.has_b && self.chance(40) { "b" } else { "a" }
    }

    fn link(&mut self) -> &'static str {
        if self.has_other && self.chance(50) { "other" } else { "next" }
    }

    fn some_node(&mut self, names: &Names) -> String {
        match names.nodes.len() {
            0 => self.root().to_owned(),
            count if self.chance(75) => names.nodes[self.random.below(count)].clone(),
            _ => self.root().to_owned(),
        }
    }

    fn node(&mut self, names: &Names) -> String {
        match self.random.below(10) {
            0..=4 => self.some_node(names),
            5..=8 => format!("{}.{}", self.some_node(names), self.link()),
            _ => "null".to_owned(),
        }
    }

    fn set(&mut self, names: &Names) -> String {
        let from = match self.random.below(4) {
            0 => format!("{}.{}", self.some_node(names), self.link()),
            1 => self.some_node(names),
            _ => self.root().to_owned(),
        };
        let links = match self.has_other {
            true => self.pick(&["next", "other", "next + other", "next + other"]),
            false => "next",
        };
        format!("\\reach({from}, Node, {links})")
    }

    fn number(&mut self, names: &Names, depth: usize) -> String {
        match self.random.below(7) {
            0 | 1 if self.has_size => "size".to_owned(),
            2 | 3 if names.is_formula => format!("{}.int_size()", self.set(names)),
            4 if names.is_formula && depth > 0 => {
                let (set, body) = (self.set(names), self.condition(&names.and("m"), 0));
                format!("(\\num_of Node m; {set}.has(m); {body})")
            }
            5 => "count()".to_owned(),
            _ => self.random.below(3).to_string(),
        }
    }

    fn comparison(&mut self) -> &'static str {
        self.pick(&["==", "==", "!=", "<", "<=", ">"])
    }

    fn key(&mut self, names: &Names) -> String {
        match names.has_argument && self.chance(30) {
            true => "k".to_owned(),
            false => format!("{}.key", self.some_node(names)),
        }
    }

    fn condition(&mut self, names: &Names, depth: usize) -> String {
        if depth > 0 && self.chance(55) {
            return self.connected(names, depth - 1);
        }
        match self.random.below(9) {
            0 | 1 => format!("{} {} null", self.node(names), self.pick(&["==", "!="])),
            2 | 3 => format!("{} {} {}", self.node(names), self.pick(&["==", "!="]), self.node(names)),
            4 | 5 if self.has_key => format!("{} {} {}", self.key(names), self.comparison(), self.key(names)),
            6 if self.has_flag => format!("{}.flag", self.some_node(names)),
            7 if names.is_formula => format!("{}.has({})", self.set(names), self.node(names)),
            8 => format!("{}({})", self.pick(&["isOk", "leads"]), self.node(names)),
            _ => format!("{} {} {}", self.number(names, depth), self.comparison(), self.number(names, depth)),
        }
    }

    fn connected(&mut self, names: &Names, depth: usize) -> String {
        let kind = self.random.below(if names.is_formula { 10 } else { 4 });
        match kind {
            0..=2 => {
                let operator = self.pick(&["&&", "||"]);
                format!("({} {operator} {})", self.condition(names, depth), self.condition(names, depth))
            }
            3 => format!("!({})", self.condition(names, depth)),
            4 | 5 => {
                let operator = self.pick(&["==>", "==>", "<==>"]);
                format!("(({}) {operator} ({}))", self.condition(names, depth), self.condition(names, depth))
            }
            _ => {
                let variable = format!("n{}", names.nodes.len());
                let (quantifier, set) = (self.pick(&["forall", "forall", "exists"]), self.set(names));
                let body = self.condition(&names.and(&variable), depth);
                format!("(\\{quantifier} Node {variable}; {set}.has({variable}); {body})")
            }
        }
    }

    fn invariant(&mut self) -> String {
        let names = Names::formula();
        let link = self.link();
        match self.random.below(8) {
            0 => format!("(\\forall Node n; {}.has(n); !\\reach(n.{link}, Node, {link}).has(n))", self.set(&names)),
            1..=4 => {
                let (set, body) = (self.set(&names), self.condition(&names.and("n"), 2));
                format!("(\\forall Node n; {set}.has(n); {body})")
            }
            5 if self.has_size => format!("size == {}", self.number(&names, 1)),
            _ => self.condition(&names, 2),
        }
    }

    fn rep_ok(&mut self) -> String {
        let names = Names::default();
        let (root, link, most) = (self.root(), self.link(), self.random.below(3));
        let inside = self.condition(&names.and("n"), 1);
        let end = self.condition(&names, 2);
        let seen = "java.util.Set<Node> seen = new java.util.HashSet<>();";
        match self.random.below(3) {
            0 => format!(
                "int steps = 0; for (Node n = {root}; n != null; n = n.{link}) {{ if (steps++ > {most} || {inside}) return false; }} return {end};"
            ),
            1 => format!(
                "{seen} for (Node n = {root}; n != null; n = n.{link}) {{ if (!seen.add(n)) return {inside}; }} return seen.size() <= {most} || {end};"
            ),
            _ => format!(
                "{seen} if ({root} != null) seen.add({root}); if ({end}) return false; for (Node n = {root}; n != null && seen.add(n.{link}); n = n.{link}) {{ if ({inside}) return seen.size() > {most}; }} return true;"
            ),
        }
    }

    /// A small method whose variables are set on some of its ways only.
    fn with_variables(&mut self) -> String {
        let (link, end) = (self.link(), self.node(&Names::default().and("n").and("r")));
        let (test, result) = (self.pick(&["==", "!="]), self.pick(&["==", "!="]));
        let from = self.pick(&["n", "t", "null"]);
        format!(
            "Node t = n == null ? null : n.{link}; Node r = {from}; if (t {test} null) r = t; return r {result} {end};"
        )
    }

    fn statement(&mut self, names: &Names) -> String {
        let (node, link, root) = (self.some_node(names), self.link(), self.root());
        match self.random.below(9) {
            0 => format!("if ({node} != null) {node}.{link} = {};", self.some_node(names)),
            1 => format!("{root} = {};", self.some_node(names)),
            2 => format!("if ({node} != null) {root} = {node}.{link};"),
            3 if self.has_size => "size = count();".to_owned(),
            4 if self.has_key => format!("if ({node} != null) {node}.key = k;"),
            5 if self.has_flag => format!("if ({node} != null) {node}.flag = !{node}.flag;"),
            6 => {
                // 0 would be one more value to compare with, and brute force tries but three.
                let key = if self.has_key { " added.key = k;" } else { "" };
                format!("{{ Node added = new Node(); added.{link} = {root};{key} {root} = added; }}")
            }
            7 => {
                let body = self.condition(&names.and("n"), 1);
                format!("for (Node n = {root}; n != null; n = n.{link}) {{ if ({body}) return true; }}")
            }
            _ => format!("if ({}) return false;", self.condition(names, 1)),
        }
    }

    fn ensures(&mut self) -> String {
        let names = Names { has_argument: true, ..Names::formula() };
        match self.random.below(5) {
            0 => {
                let same = self.number(&names, 1);
                format!("{same} == \\old({same})")
            }
            1 => format!("\\result <==> {}", self.condition(&names, 1)),
            2 => format!("\\old({}) ==> {}", self.condition(&names, 1), self.condition(&names, 1)),
            _ => self.condition(&names, 2),
        }
    }

    pub(crate) fn class(&mut self) -> String {
        let field = |has: bool, text: &'static str| if has { text } else { "" };
        let (b, size) = (field(self.has_b, " Node b;"), field(self.has_size, " int size;"));
        let mut text = format!("/*@ nullable_by_default @*/ class Box {{ Node a;{b}{size}\n");
        match self.chance(30) {
            true => text += &format!("  boolean repOk() {{ {} }}\n", self.rep_ok()),
            false => {
                for _ in 0..1 + self.random.below(3) {
                    text += &format!("  //@ invariant {};\n", self.invariant());
                }
            }
        }
        let (link, other) = (self.link(), self.node(&Names::default().and("n")));
        text += "  private /*@ pure helper @*/ int count() { int c = 0; for (Node n = a; n != null && c < 2; n = n.next) c++; return c; }\n";
        text += &format!(
            "  private /*@ pure helper @*/ boolean isOk(Node n) {{ return n == null || n.{link} != {other}; }}\n"
        );
        text += &format!("  private /*@ pure helper @*/ boolean leads(Node n) {{ {} }}\n", self.with_variables());
        let names = Names { has_argument: true, ..Names::default() };
        let statements: Vec<String> = (0..1 + self.random.below(2)).map(|_| self.statement(&names)).collect();
        text += &format!("  //@ ensures {};\n  boolean run(int k) {{ ", self.ensures());
        text += &format!("{} return {}; }}\n}}\n", statements.join(" "), self.condition(&names, 0));
        let (other, key) = (field(self.has_other, " Node other;"), field(self.has_key, " int key;"));
        let flag = field(self.has_flag, " boolean flag;");
        text + &format!("/*@ nullable_by_default @*/ class Node {{ Node next;{other}{key}{flag} }}\n")
    }
}
