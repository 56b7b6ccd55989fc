//! Writes random methods of sorted lists and search trees that look for something that only larger
//! heaps have: kinds of nodes that cannot be the root, what helpers find further down, a second
//! loop, keys from elsewhere, assertions on the way, marks that are set while it walks.

use super::random::Random;

pub(crate) struct Writer {
    random: Random,
    is_list: bool,
    /// There are nodes of a subclass; the root may have to be one.
    has_kinds: bool,
    has_size: bool,
    has_limit: bool,
    has_two_args: bool,
}

impl Writer {
    pub(crate) fn new(seed: u64) -> Writer {
        let mut random = super::random_from(seed);
        let mut is_so = |of: usize| random.below(of) == 0;
        let (is_list, has_kinds, has_size) = (is_so(3), is_so(4), is_so(2));
        let (has_limit, has_two_args) = (is_so(6), is_so(6));
        Writer { random, is_list, has_kinds, has_size, has_limit, has_two_args }
    }

    /// Twice as many nodes fit into a scope.
    pub(crate) fn has_kinds(&self) -> bool {
        self.has_kinds
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.random.below(texts.len())]
    }

    fn edges(&self) -> &'static [&'static str] {
        if self.is_list { &["next"] } else { &["left", "right"] }
    }

    /// A condition that few nodes meet, or that only large heaps do.
    fn oddity(&mut self) -> String {
        let (edge, other) = (self.pick(self.edges()), self.pick(self.edges()));
        let node = self.pick(&["place", "parent", "grand"]);
        match self.random.below(14) {
            0 if self.has_kinds => format!("{node} != null && !({node} instanceof Inner)"),
            1 if self.has_kinds => {
                "grand != null && !(grand instanceof Inner) && !(parent instanceof Inner)".to_owned()
            }
            2 => format!("{node} != null && {node}.{edge} == null"),
            3 => format!("depth({node}) > {}", 1 + self.random.below(3)),
            4 => format!("{node} != null && depth({node}.{edge}) == 2"),
            5 => "grand != null".to_owned(),
            6 => format!("grand != null && grand.{edge} == parent && parent.{other} == place"),
            7 => format!("steps {} {}", self.pick(&[">", "=="]), 1 + self.random.below(3)),
            8 => format!("{node} == root"),
            9 => format!("root != null && root.{edge} != null && root.{edge}.{other} == {node}"),
            10 => format!("{node} != null && {node}.mark"),
            11 if self.has_limit => format!("{node} != null && limit == {node}.key"),
            12 if self.has_two_args => format!("{node} != null && j < {node}.key"),
            13 if self.has_size => format!("size > {}", 1 + self.random.below(3)),
            _ => "parent == null".to_owned(),
        }
    }

    fn step(&mut self) -> String {
        match self.is_list {
            true => "parent = place; place = place.next;".to_owned(),
            false => {
                let turn = match self.chance(15) {
                    true => format!("k < place.key {} {}", self.pick(&["&& !", "|| "]), parenthesis(&self.oddity())),
                    false => "k < place.key".to_owned(),
                };
                format!("boolean goesLeft = {turn}; parent = place; place = goesLeft ? place.left : place.right;")
            }
        }
    }

    fn walk(&mut self) -> String {
        let stop = match self.is_list {
            true => "if (place.key >= k) break;",
            false => "if (place.key == k) break;",
        };
        let mut body = stop.to_owned();
        for _ in 0..self.random.below(2) {
            let oddity = self.oddity();
            body += &match self.random.below(5) {
                0 => format!(" if ({oddity}) return false;"),
                1 => format!(" assert !({oddity});"),
                2 => format!(" //@ assert !({oddity});\n"),
                3 => format!(" if ({oddity}) place.mark = true;"),
                _ => format!(" if ({oddity}) break;"),
            };
        }
        let (grand, steps) =
            (if self.chance(60) { " grand = parent;" } else { "" }, if self.chance(30) { " steps++;" } else { "" });
        format!("while (place != null) {{ {body}{grand}{steps} {} }}", self.step())
    }

    fn attach(&mut self) -> String {
        let key = match self.random.below(12) {
            0 if self.has_limit => "limit",
            1 if self.has_two_args => "j",
            2 => "grand == null ? k : grand.key",
            _ => "k",
        };
        let class = if self.has_kinds { self.pick(&["Inner", "Inner", "Node"]) } else { "Node" };
        let size = if self.has_size && self.chance(90) { "size++;" } else { "" };
        let new = match self.has_kinds {
            true => format!("Node added = new {class}(); if (parent == null) added = new Inner();"),
            false => "Node added = new Node();".to_owned(),
        };
        let root = if self.has_kinds { "root = (Inner) added;" } else { "root = added;" };
        let hang = match self.is_list {
            true => format!("added.next = place; if (parent == null) {root} else parent.next = added;"),
            false => {
                format!(
                    "if (parent == null) {root} else if (k < parent.key) parent.left = added; else parent.right = added;"
                )
            }
        };
        let guard = if self.is_list { "place == null || place.key != k" } else { "place == null" };
        format!("if ({guard}) {{ {new} added.key = {key}; {hang} {size} }}")
    }

    /// A second loop: the last node that one edge leads to gives its key, or loses what it has.
    fn second(&mut self) -> String {
        let (first, next) = (self.pick(self.edges()), self.pick(self.edges()));
        let then = match self.random.below(4) {
            0 => format!("place.key = last.key; before.{next} = last.{next};"),
            1 => "last.mark = true;".to_owned(),
            2 => format!("last.{} = null;", self.pick(self.edges())),
            _ => format!("if ({}) last.key = k;", self.oddity()),
        };
        format!(
            "if (place != null && place.{first} != null) {{ Node before = place; Node last = place.{first}; while (last.{next} != null) {{ before = last; last = last.{next}; }} {then} }}"
        )
    }

    fn action(&mut self) -> (String, &'static str) {
        match self.random.below(8) {
            0..=3 => (self.attach(), "!was"),
            4 | 5 => (self.second(), "was"),
            6 => {
                let (node, oddity) = (self.pick(&["place", "parent", "grand"]), self.oddity());
                let write = match self.chance(50) {
                    true => format!("{node}.key = k;"),
                    false => format!("{node}.{} = null;", self.pick(self.edges())),
                };
                (format!("if ({node} != null && {}) {{ {write} }}", parenthesis(&oddity)), "was")
            }
            _ => (String::new(), "was"),
        }
    }

    fn ensures(&mut self) -> &'static str {
        self.pick(&[
            "true",
            "\\result <==> (\\exists Node n; \\old(REACH).has(n); \\old(n.key) == k)",
            "(\\exists Node n; REACH.has(n); n.key == k) || \\result || !\\result",
            "(\\forall Node n; \\old(REACH).has(n); \\old(n.key) == k || (\\exists Node m; REACH.has(m); m.key == \\old(n.key)))",
            "(\\forall Node n; REACH.has(n); n.key == k || (\\exists Node m; \\old(REACH).has(m); \\old(m.key) == n.key))",
        ])
    }

    fn invariants(&self) -> String {
        let mut text = String::new();
        let parts: Vec<String> =
            self.edges().iter().map(|edge| format!("!\\reach(n.{edge}, Node, EDGES).has(n)")).collect();
        text += &format!("  //@ invariant (\\forall Node n; REACH.has(n); {});\n", parts.join(" && "));
        let ordered = |edge: &&str| {
            let than = if **edge == *"left" { "<" } else { ">" };
            format!("(\\forall Node m; \\reach(n.{edge}, Node, EDGES).has(m); m.key {than} n.key)")
        };
        let parts: Vec<String> = self.edges().iter().map(ordered).collect();
        text += &format!("  //@ invariant (\\forall Node n; REACH.has(n); {});\n", parts.join(" && "));
        if self.has_size {
            text += "  //@ invariant size == REACH.int_size();\n";
        }
        text
    }

    pub(crate) fn class(&mut self) -> String {
        let root = if self.has_kinds && self.chance(70) { "Inner" } else { "Node" };
        let mut text = format!("/*@ nullable_by_default @*/ class Tree {{ {root} root;");
        text += if self.has_size { " int size;" } else { "" };
        text += if self.has_limit { " int limit;\n" } else { "\n" };
        text += &self.invariants();
        let down = self.pick(self.edges());
        text += &format!(
            "  private /*@ pure helper @*/ static int depth(Node n) {{ int count = 0; while (n != null) {{ count++; n = n.{down}; }} return count; }}\n"
        );
        text += &format!("  //@ ensures {};\n", self.ensures());
        let args = if self.has_two_args { "int k, int j" } else { "int k" };
        text += &format!(
            "  boolean run({args}) {{ Node place = root; Node parent = null; Node grand = null; int steps = 0; "
        );
        text += &self.walk();
        text += if self.is_list {
            " boolean was = place != null && place.key == k; "
        } else {
            " boolean was = place != null; "
        };
        let (action, result) = self.action();
        text += &action;
        text += &format!(" return {result}; }}\n}}\n");
        let edges: String = self.edges().iter().map(|edge| format!("Node {edge}; ")).collect();
        text += &format!("/*@ nullable_by_default @*/ class Node {{ {edges}int key; boolean mark; }}\n");
        if self.has_kinds {
            text += "class Inner extends Node { }\n";
        }
        text.replace("REACH", "\\reach(root, Node, EDGES)").replace("EDGES", &self.edges().join(" + "))
    }
}

fn parenthesis(text: &str) -> String {
    format!("({text})")
}
