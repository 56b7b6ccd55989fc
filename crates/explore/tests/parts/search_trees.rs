//! Writes random methods of search trees, with contracts that carry over from smaller trees to
//! larger ones: they walk down, some with a wrong turn now and then, look around, and change
//! something where they end.

use super::random::Random;

pub(crate) struct Writer {
    random: Random,
    has_size: bool,
    /// Truth values in each node, of which a clause speaks.
    has_marks: bool,
}

const REACH: &str = "\\reach(root, Node, left + right)";

impl Writer {
    pub(crate) fn new(seed: u64) -> Writer {
        let mut random = super::random_from(seed);
        let (has_size, has_marks) = (random.below(3) > 0, random.below(5) == 0);
        Writer { random, has_size, has_marks }
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn pick(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.random.below(texts.len())]
    }

    /// A condition that few nodes meet.
    fn oddity(&mut self) -> &'static str {
        let with_size = self.pick(&["size == 2", "size > 3"]);
        match self.random.below(12) {
            0 if self.has_size => with_size,
            1 => "grand != null",
            2 => "grand != null && grand.left == parent",
            3 => "parent != null && parent.right == place",
            4 => "place != null && place.right == null",
            5 => "place != null && place.left == null",
            6 => "steps == 2",
            7 => "steps > 2",
            8 => "parent == root",
            9 => "place == root",
            10 => "first > k",
            _ => "parent == null",
        }
    }

    fn walk(&mut self) -> String {
        let less = self.pick(&["k < place.key", "k < place.key", "k < place.key", "k <= place.key", "place.key > k"]);
        let found = self.pick(&[
            "if (k == place.key) break;",
            "if (k == place.key) break;",
            "if (place.key == k) { break; }",
            "if (k == place.key) return false;",
        ]);
        let turn = match self.chance(22) {
            true => {
                let (oddity, join) = (self.oddity(), self.pick(&["&&", "||"]));
                let not = self.pick(&["", "!"]);
                format!("({less}) {join} {not}({oddity})")
            }
            false => less.to_owned(),
        };
        let grand = if self.chance(40) { "grand = parent; " } else { "" };
        let steps = if self.chance(25) { "steps++; " } else { "" };
        let more = match self.chance(12) {
            true => format!("if ({}) return false; ", self.oddity()),
            false => String::new(),
        };
        format!(
            "while (place != null) {{ {found} {more}{grand}{steps}boolean goesLeft = {turn}; parent = place; place = goesLeft ? place.left : place.right; }}"
        )
    }

    fn attach(&mut self) -> String {
        let side = match self.chance(20) {
            true => format!("k < parent.key || {}", self.oddity()),
            false => "k < parent.key".to_owned(),
        };
        let key = self.pick(&["k", "k", "k", "k", "k", "k", "k", "first"]);
        let size = match self.has_size && self.chance(95) {
            true => {
                self.pick(&["size++;", "size++;", "size++;", "size++;", "size++;", "size += 1;", "size = steps + 1;"])
            }
            false => "",
        };
        format!(
            "if (place == null) {{ Node added = new Node(); added.key = {key}; if (parent == null) root = added; else if ({side}) parent.left = added; else parent.right = added; {size} }}"
        )
    }

    fn unlink(&mut self) -> String {
        let child = self.pick(&[
            "place.left != null ? place.left : place.right",
            "place.left != null ? place.left : place.right",
            "place.left",
        ]);
        let guard = self.pick(&["place != null && (place.left == null || place.right == null)", "place != null"]);
        let size = if self.has_size && self.chance(95) { "size--;" } else { "" };
        format!(
            "if ({guard}) {{ Node child = {child}; if (parent == null) root = child; else if (parent.left == place) parent.left = child; else parent.right = child; {size} }}"
        )
    }

    /// What is done at the end of the walk, what that gives, and what is so after it.
    fn action(&mut self) -> (String, &'static str, &'static [usize]) {
        match self.random.below(10) {
            0..=3 => (self.attach(), "!was", &[1, 3, 5, 6, 7, 8]),
            4 | 5 => (self.unlink(), "was", &[4, 5]),
            6 => {
                let other = self.pick(&["parent", "place", "grand", "root"]);
                let oddity = self.oddity();
                (format!("if ({other} != null && {oddity}) {{ {other}.key = k; }}"), "was", &[4, 5])
            }
            7 => {
                let other = self.pick(&["parent", "place", "grand"]);
                let (side, oddity) = (self.pick(&["left", "right"]), self.oddity());
                (format!("if ({other} != null && {oddity}) {{ {other}.{side} = null; }}"), "was", &[0, 2, 4, 5])
            }
            _ => (String::new(), "was", &[0, 2, 3, 4, 5, 7, 8]),
        }
    }

    /// One of these clauses, or now and then any.
    fn ensures(&mut self, fitting: &[usize]) -> &'static str {
        let all = [
            "\\result <==> (\\exists Node n; REACH.has(n); n.key == k)",
            "\\result <==> !\\old(contains(k))",
            "\\result ==> \\old(contains(k))",
            "(\\forall Node n; \\old(REACH).has(n); (\\exists Node m; REACH.has(m); m.key == \\old(n.key)))",
            "(\\forall Node n; \\old(REACH).has(n); \\old(n.key) == k || (\\exists Node m; REACH.has(m); m.key == \\old(n.key)))",
            "(\\forall Node n; REACH.has(n); n.key == k || (\\exists Node m; \\old(REACH).has(m); \\old(m.key) == n.key))",
            "(\\exists Node n; REACH.has(n); n.key == k) || \\result",
            "!(\\exists Node n; REACH.has(n); n.key == k) || \\old(contains(k)) || \\result",
            "(\\exists Node n; REACH.has(n); n.key == k) ==> \\result || \\old(contains(k))",
        ];
        match self.chance(92) {
            true => all[fitting[self.random.below(fitting.len())]],
            false => self.pick(&all),
        }
    }

    pub(crate) fn class(&mut self) -> String {
        let size = if self.has_size { " int size;" } else { "" };
        let mut text = format!("/*@ nullable_by_default @*/ class Tree {{ Node root;{size}\n");
        text += "  //@ invariant (\\forall Node n; REACH.has(n); !\\reach(n.left, Node, left + right).has(n) && !\\reach(n.right, Node, left + right).has(n));\n";
        text += "  //@ invariant (\\forall Node n; REACH.has(n); (\\forall Node m; \\reach(n.left, Node, left + right).has(m); m.key < n.key) && (\\forall Node m; \\reach(n.right, Node, left + right).has(m); m.key > n.key));\n";
        if self.has_size {
            text += "  //@ invariant size == REACH.int_size();\n";
        }
        if self.has_marks {
            text += "  //@ invariant (\\forall Node n; REACH.has(n); n.isLow ==> !n.isHigh);\n";
        }
        text += "  /*@ pure @*/ boolean contains(int k) { Node node = root; while (node != null) { if (k == node.key) return true; node = k < node.key ? node.left : node.right; } return false; }\n";
        let (action, result, fitting) = self.action();
        for _ in 0..1 + self.random.below(3) {
            text += &format!("  //@ ensures {};\n", self.ensures(fitting));
        }
        let first = if self.chance(20) { "root == null ? k : root.key" } else { "k" };
        text += &format!(
            "  boolean run(int k) {{ Node place = root; Node parent = null; Node grand = null; int steps = 0; int first = {first}; "
        );
        text += &self.walk();
        text += " boolean was = place != null; ";
        text += &action;
        text += &format!(" return {result}; }}\n}}\n");
        let rank = if self.has_marks { " boolean isLow; boolean isHigh;" } else { "" };
        text += &format!("/*@ nullable_by_default @*/ class Node {{ Node left; Node right; int key;{rank} }}\n");
        text.replace("REACH", REACH)
    }
}
