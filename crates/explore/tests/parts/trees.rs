//! Writes random classes about linked structures: trees and lists with keys, marks, counters,
//! measures defined by recursion, nodes of a subclass; and a method that walks down and changes
//! something there. Most invariants let parts stand for heaps, many only just do not.

use super::random::Random;
use std::fmt::Write as _;

/// Writes one class.
pub(crate) struct Writer {
    random: Random,
    is_list: bool,
    has_key: bool,
    /// Where clauses leave a mark open, a part may decide on it all the same.
    pub(crate) has_mark: bool,
    /// A number in each node.
    has_number: bool,
    has_parent: bool,
    has_size: bool,
    has_subclass: bool,
    /// What is known of the keys does not depend on who asks first: both searches tell the same
    /// number of runs apart.
    pub(crate) is_exact: bool,
    /// An invariant recurs over a link that nothing keeps from going in circles.
    pub(crate) may_recur_forever: bool,
}

impl Writer {
    pub(crate) fn new(seed: u64) -> Writer {
        let mut random = super::random_from(seed);
        let mut chance = |percent: usize| random.below(100) < percent;
        let (is_list, has_key, has_mark) = (chance(30), chance(85), chance(40));
        let (has_number, has_parent) = (chance(20), chance(25));
        let (has_size, has_subclass) = (chance(35), chance(12));
        let (is_exact, may_recur_forever) = (true, false);
        Writer {
            random,
            is_list,
            has_key,
            has_mark,
            has_number,
            has_parent,
            has_size,
            has_subclass,
            is_exact,
            may_recur_forever,
        }
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.random.below(texts.len())]
    }

    fn edges(&self) -> &'static str {
        if self.is_list { "right" } else { "left + right" }
    }

    fn edge(&mut self) -> &'static str {
        if self.is_list { "right" } else { self.pick(&["left", "right"]) }
    }

    fn reach(&self, from: &str) -> String {
        format!("\\reach({from}, Node, {})", self.edges())
    }

    fn all(&self, name: &str, from: &str, body: &str) -> String {
        format!("(\\forall Node {name}; {}.has({name}); {body})", self.reach(from))
    }

    fn acyclic(&self) -> String {
        let right = format!("!{}.has(n)", self.reach("n.right"));
        let body = match self.is_list {
            true => right,
            false => format!("!{}.has(n) && {right}", self.reach("n.left")),
        };
        self.all("n", "root", &body)
    }

    fn order(&mut self) -> String {
        let (less, more) = match self.random.below(10) {
            0 => ("<=", ">"),
            1 => ("<=", ">="),
            2 => (">", "<"),
            3 => ("!=", "!="),
            _ => ("<", ">"),
        };
        self.is_exact &= !less.ends_with('=');
        let right = self.all("m", "n.right", &format!("m.key {more} n.key"));
        let is_of_neighbours = self.chance(50);
        let body = match self.is_list {
            true if is_of_neighbours => format!("n.right != null ==> n.key {less} n.right.key"),
            true => right,
            false => format!("{} && {right}", self.all("m", "n.left", &format!("m.key {less} n.key"))),
        };
        self.all("n", "root", &body)
    }

    /// What is said of a node, its children and measures.
    fn local(&mut self) -> String {
        let edge = self.edge();
        let comparison = self.pick(&["==", "<=", ">=", "!="]);
        let next = self.pick(&["n.number * 3", "n.number + 50", "7 - n.number"]);
        match self.random.below(12) {
            0 if self.has_mark => format!("!n.mark ==> n.{edge} == null || n.{edge}.mark"),
            1 if self.has_mark => format!("n.mark ==> n.{edge} == null"),
            2 if self.has_mark => format!("count(n.left) {comparison} count(n.right)"),
            3 if self.has_number => format!("n.number == 1 + depth(n.{edge})"),
            4 if self.has_number => "n.number == 1 + Math.max(depth(n.left), depth(n.right))".to_owned(),
            5 if self.has_number => format!("n.{edge} != null ==> n.{edge}.number {comparison} n.number"),
            6 => format!("depth(n.left) {comparison} depth(n.right)"),
            7 => "depth(n.left) - depth(n.right) <= 1".to_owned(),
            8 if self.has_parent => format!("n.{edge} != null ==> n.{edge}.parent == n"),
            9 if self.has_mark => format!("n.mark == (n.{edge} == null)"),
            10 if self.has_number => format!("n.{edge} != null ==> n.{edge}.number == {next}"),
            _ => format!("n.{edge} != null ==> n.{edge} != n"),
        }
    }

    fn invariants(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        match self.chance(90) {
            true => all.push(self.acyclic()),
            false => self.is_exact = false,
        }
        if self.has_key && self.chance(90) {
            all.push(self.order());
        }
        if self.has_parent && self.chance(80) {
            let left = if self.is_list { "" } else { "(n.left != null ==> n.left.parent == n) && " };
            all.push(self.all("n", "root", &format!("{left}(n.right != null ==> n.right.parent == n)")));
            if self.chance(50) {
                all.push("root != null ==> root.parent == null".to_owned());
            }
        }
        for _ in 0..self.random.below(3) {
            let body = self.local();
            self.may_recur_forever |= self.is_list && body.contains("(n.left)");
            all.push(self.all("n", "root", &body));
        }
        if self.has_size && self.chance(85) {
            let more = self.pick(&["", "", "", " + 1"]);
            all.push(format!("size == {}.int_size(){more}", self.reach("root")));
        }
        if self.chance(15) {
            let mark = if self.has_mark { "root != null ==> root.mark" } else { "root != null" };
            all.push(mark.to_owned());
        }
        if self.has_subclass && self.chance(50) {
            let walk = format!("\\reach(root, Special, {})", self.edges());
            let said = self.pick(&["s.extra == 0", "s.right == null", "!(s.right instanceof Special)"]);
            all.push(format!("(\\forall Special s; {walk}.has(s); {said})"));
        }
        if self.has_number && self.chance(40) {
            let number = self.pick(&["1", "7", "1000"]);
            all.push(format!("root != null ==> root.number == {number}"));
        }
        all
    }

    /// A variable of the method that holds a node or null.
    fn variable(&mut self) -> &'static str {
        self.pick(&["place", "place", "above", "root", "added"])
    }

    fn statement(&mut self) -> String {
        let (variable, other, edge, second) = (self.variable(), self.variable(), self.edge(), self.edge());
        let guarded = |text: String| format!("if ({variable} != null) {{ {text} }}");
        match self.random.below(14) {
            0 => guarded(format!("{variable}.{edge} = {other};")),
            1 => guarded(format!("{variable}.{edge} = {variable}.{second};")),
            2 => format!("root = {variable};"),
            3 => guarded(format!("root = {variable}.{edge};")),
            4 if self.has_mark => guarded(format!("{variable}.mark = !{variable}.mark;")),
            5 if self.has_number => guarded(format!("{variable}.number++;")),
            6 if self.has_size => self.pick(&["size++;", "size--;", "size = 0;", "if (size > 1) size--;"]).to_owned(),
            7 if self.has_key => guarded(format!("{variable}.key = k;")),
            8 if self.has_parent => guarded(format!("{variable}.parent = {other};")),
            9 => {
                guarded(format!("Node t = {variable}.left; {variable}.left = {variable}.right; {variable}.right = t;"))
            }
            10 => guarded(format!("if ({variable}.{edge} == null) {{ {variable}.{edge} = {other}; }}")),
            11 => guarded(format!(
                "Node c = {variable}.{edge}; if (c != null) {{ {variable}.{edge} = c.{second}; c.{second} = {variable}; }}"
            )),
            12 => format!("if ({variable} == {other}) return true;"),
            _ => self.attach(),
        }
    }

    /// Puts the new node where the walk has ended.
    fn attach(&mut self) -> String {
        let place = match (self.is_list, self.has_key) {
            (false, true) => "if (k < above.key) above.left = added; else above.right = added;",
            (false, false) => "above.left = added;",
            (true, _) => "above.right = added;",
        };
        let parent = if self.has_parent && self.chance(80) { " added.parent = above;" } else { "" };
        let size = if self.has_size && self.chance(85) { " size++;" } else { "" };
        format!("if (place == null) {{ if (above == null) root = added; else {{ {place} }}{parent}{size} }}")
    }

    fn walk(&mut self) -> String {
        let next = match (self.is_list, self.has_key) {
            (true, _) => "place.right",
            (false, true) => self.pick(&["k < place.key ? place.left : place.right", "place.right"]),
            (false, false) => self.pick(&["place.left", "place.mark0() ? place.left : place.right"]),
        };
        let found = match self.has_key {
            true => self.pick(&["if (k == place.key) return false;", "if (k == place.key) break;", ""]),
            false => "",
        };
        match self.random.below(4) {
            0 => String::new(),
            1 => format!("if (place != null) {{ above = place; place = {next}; }}"),
            _ => format!("while (place != null) {{ {found} above = place; place = {next}; }}"),
        }
    }

    fn set(&mut self) -> String {
        let root = self.reach("root");
        match self.random.below(3) {
            0 => format!("\\old({root})"),
            _ => root,
        }
    }

    fn ensures(&mut self) -> String {
        let (set, other, edge) = (self.set(), self.set(), self.edge());
        let comparison = self.pick(&["==", "<=", ">=", "!="]);
        let reach = self.reach("root");
        match self.random.below(16) {
            0 | 1 if self.has_key => format!("\\result <==> (\\exists Node n; {set}.has(n); n.key == k)"),
            2 | 3 if self.has_key => format!(
                "(\\forall Node n; \\old({reach}).has(n); (\\exists Node m; {set}.has(m); m.key == \\old(n.key)))"
            ),
            4 if self.has_key => format!(
                "(\\forall Node n; {reach}.has(n); n.key == k || (\\exists Node m; \\old({reach}).has(m); \\old(m.key) == n.key))"
            ),
            5 => format!("{set}.int_size() {comparison} {other}.int_size()"),
            6 => format!("{reach}.int_size() {comparison} \\old({reach}.int_size()) + 1"),
            7 => format!("(\\forall Node n; {set}.has(n); {other}.has(n))"),
            8 => format!("(\\exists Node n; {set}.has(n); n.{edge} == null)"),
            9 if self.has_mark => format!("(\\forall Node n; {set}.has(n); n.mark == \\old(n.mark))"),
            10 => format!("depth(root) {comparison} \\old(depth(root))"),
            11 if self.has_mark => format!("count(root) {comparison} \\old(count(root))"),
            12 if self.has_size => format!("size {comparison} \\old(size)"),
            13 => format!("(\\forall Node n; {set}.has(n); n.{edge} == \\old(n.{edge}))"),
            14 if self.has_key => format!("(\\forall Node n; {set}.has(n); n.key {comparison} k)"),
            _ => format!("\\result ==> root != null && {set}.has(root)"),
        }
    }

    fn helpers(&self) -> String {
        let mut text = String::new();
        let below = if self.is_list { "0" } else { "depth(n.left)" };
        let _ = writeln!(
            text,
            "  private static /*@ pure helper @*/ int depth(Node n) {{ return n == null ? 0 : 1 + Math.max({below}, depth(n.right)); }}"
        );
        if self.has_mark {
            let _ = writeln!(
                text,
                "  private static /*@ pure helper @*/ int count(Node n) {{ return n == null ? 0 : count(n.right) + (n.mark ? 1 : 0); }}"
            );
        }
        text
    }

    fn node(&self) -> String {
        let field = |has: bool, text: &'static str| if has { text } else { "" };
        let subclass = match self.has_subclass {
            true => "/*@ nullable_by_default @*/ class Special extends Node { int extra; }\n",
            false => "",
        };
        format!(
            "/*@ nullable_by_default @*/ class Node {{ Node left; Node right;{}{}{}{} /*@ pure helper @*/ boolean mark0() {{ return {}; }} }}\n{subclass}",
            field(self.has_parent, " Node parent;"),
            field(self.has_key, " int key;"),
            field(self.has_mark, " boolean mark;"),
            field(self.has_number, " int number;"),
            if self.has_mark { "mark" } else { "left == null" },
        )
    }

    pub(crate) fn class(&mut self) -> String {
        let size = if self.has_size { " int size;" } else { "" };
        let mut text = format!("/*@ nullable_by_default @*/ class Box {{ Node root;{size}\n");
        for invariant in self.invariants() {
            let _ = writeln!(text, "  //@ invariant {invariant};");
        }
        text += &self.helpers();
        for _ in 0..1 + self.random.below(2) {
            let _ = writeln!(text, "  //@ ensures {};", self.ensures());
        }
        let class = if self.has_subclass && self.chance(30) { "Special" } else { "Node" };
        let key = if self.has_key { " added.key = k;" } else { "" };
        let _ = write!(text, "  boolean run(int k) {{ Node place = root; Node above = null; {} ", self.walk());
        let _ = write!(text, "Node added = new {class}();{key} ");
        for _ in 0..1 + self.random.below(3) {
            let _ = write!(text, "{} ", self.statement());
        }
        text += "return place == null; }\n}\n";
        text + &self.node()
    }
}
