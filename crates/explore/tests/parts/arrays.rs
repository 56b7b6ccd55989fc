//! Writes random methods of classes with plain fields and arrays: they look at some elements, move
//! some, count, and return something.

use super::random::Random;

pub(crate) struct Writer {
    random: Random,
    has_two_arrays: bool,
    has_flag: bool,
    may_be_null: bool,
}

impl Writer {
    pub(crate) fn new(seed: u64) -> Writer {
        let mut random = super::random_from(seed);
        let mut is_so = |of: usize| random.below(of) == 0;
        let (has_two_arrays, has_flag, may_be_null) = (is_so(5), is_so(2), is_so(5));
        Writer { random, has_two_arrays, has_flag, may_be_null }
    }

    fn pick(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.random.below(texts.len())]
    }

    fn array(&mut self) -> &'static str {
        if self.has_two_arrays { self.pick(&["a", "b"]) } else { "a" }
    }

    fn index(&mut self) -> &'static str {
        self.pick(&["0", "size", "size - 1", "i", "i + 1", "a.length - 1"])
    }

    fn number(&mut self) -> String {
        match self.random.below(6) {
            0 => "k".to_owned(),
            1 => "limit".to_owned(),
            2 => self.pick(&["0", "3"]).to_owned(),
            _ => format!("{}[{}]", self.array(), self.index()),
        }
    }

    fn condition(&mut self) -> String {
        match self.random.below(8) {
            0 if self.has_flag => "flag".to_owned(),
            1 => "size < a.length".to_owned(),
            2 => "size > 0".to_owned(),
            3 if self.has_two_arrays => "a == b".to_owned(),
            _ => format!("{} {} {}", self.number(), self.pick(&["<", "<=", "==", "!="]), self.number()),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.random.below(9) {
            0 | 1 => format!("{}[{}] = {};", self.array(), self.index(), self.number()),
            2 => self.pick(&["size++;", "size--;", "size = 0;", "if (size > 0) size--;"]).to_owned(),
            3 => format!("limit = {};", self.number()),
            4 if self.has_flag => format!("flag = {};", self.condition()),
            5 if depth > 0 => format!("if ({}) {{ {} }}", self.condition(), self.statement(depth - 1)),
            6 if depth > 0 => {
                format!(
                    "while (i < {} && {}) {{ {} i++; }}",
                    self.pick(&["size", "a.length"]),
                    self.condition(),
                    self.statement(0)
                )
            }
            7 => format!("if ({}) return false;", self.condition()),
            _ => format!("{{ int unused = {}; }}", self.number()),
        }
    }

    fn invariants(&mut self) -> String {
        let mut text = String::from("  //@ invariant 0 <= size && size <= a.length;\n");
        let clauses = [
            "(\\forall int j; 1 <= j && j < size; a[j - 1] <= a[j])",
            "(\\forall int j; 0 <= j && j < size; a[j] != limit)",
            "(\\forall int j; 0 <= j && j < a.length; a[j] >= 0)",
            "size == 0 || a[0] <= limit",
            "limit != 3",
        ];
        text += &format!("  //@ invariant {};\n", self.pick(&clauses));
        if self.has_flag {
            text += self.pick(&[
                "  //@ invariant flag ==> size > 0;\n",
                "  //@ invariant flag <==> size == a.length;\n",
                "",
            ]);
        }
        text
    }

    pub(crate) fn class(&mut self) -> String {
        let nullable = if self.may_be_null { "/*@ nullable @*/ " } else { "" };
        let mut text = format!("class Store {{ {nullable}int[] a;");
        text += if self.has_two_arrays { " int[] b;" } else { "" };
        text += if self.has_flag { " boolean flag;" } else { "" };
        text += " int size; int limit;\n";
        text += &self.invariants();
        let ensures =
            ["true", "\\result ==> size > 0", "size >= \\old(size)", "limit == \\old(limit)", "a == \\old(a)"];
        text += &format!("  //@ ensures {};\n", self.pick(&ensures));
        text += "  //@ signals_only RuntimeException;\n";
        text += "  boolean run(int k) { int i = 0; ";
        for _ in 0..1 + self.random.below(3) {
            text += &self.statement(1);
            text += " ";
        }
        text.push_str("return i < size; }\n}\n");
        text
    }
}
