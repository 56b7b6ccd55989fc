//! Reports as runs would fill them, for the tests of renderers. They reach every kind of verdict
//! and every optional part.

#![allow(dead_code)] // Each test uses its part.

use crate::support::{heap, program};
use tightrope_heap::{Heap, Layouts, Scope};
use tightrope_program::Program;
use tightrope_report::{
    Bound, ClauseText, Conjunct, Counterexample, Coverage, Forecast, GenerateReport, LoopUse, MethodReport, NamedValue,
    PathLine, Place, ReturnLine, RunReport, Rung, SCHEMA, Thrown, Unchecked, ValueTreatment, Verdict, Warning,
    WarningKind,
};

const CLASSES: &str = "
    class SortedList { Node head; int size; static class Node { int value; Node next; } }
    class Tree { Entry root; static class Entry { int key; boolean red; Entry left; Entry right; Entry parent; } }
";

const FILE: &str = "examples/SortedList.java";

pub(crate) struct Sample {
    pub(crate) program: Program,
    pub(crate) layouts: Layouts,
}

impl Sample {
    pub(crate) fn new() -> Sample {
        let program = program(CLASSES);
        let layouts = Layouts::new(&program);
        Sample { program, layouts }
    }

    fn heap(&self, written: &str) -> Heap {
        heap(written, &self.program, &self.layouts)
    }

    /// What a newcomer sees.
    pub(crate) fn first_run(&self) -> RunReport {
        let methods = vec![
            method("contains", "boolean contains(int)", 29, Verdict::Holds, Some(coverage())),
            MethodReport {
                counterexamples: vec![self.size_not_counted()],
                ..method("insert", "void insert(int)", 46, Verdict::Violated, Some(coverage()))
            },
            method("average", "double average()", 63, unsupported(), None),
        ];
        report(methods)
    }

    /// Nothing is wrong.
    pub(crate) fn all_hold(&self) -> RunReport {
        let methods = vec![
            method("contains", "boolean contains(int)", 29, Verdict::Holds, Some(coverage())),
            method("insert", "void insert(int)", 46, Verdict::Holds, Some(coverage())),
        ];
        report(methods)
    }

    /// Every verdict, every way to fail, every remark.
    pub(crate) fn everything(&self) -> RunReport {
        let unknown = |last: Option<&str>| Verdict::Unknown {
            reason: "out of time after 60 s".to_owned(),
            last_complete_scope: last.map(str::to_owned),
        };
        let vacuous = Verdict::Vacuous { reason: "no heap satisfies requires size < 0".to_owned() };
        let methods = vec![
            MethodReport {
                warnings: vec![
                    Warning {
                        kind: WarningKind::UnreachedCase,
                        message: "requires contains(value) is never true".to_owned(),
                        place: Some(at(42)),
                    },
                    Warning {
                        kind: WarningKind::UnreachedException,
                        message: "signals (Exception e) is never reached".to_owned(),
                        place: None,
                    },
                ],
                assumptions: vec!["Comparator.compare is a total order".to_owned()],
                unchecked: vec![Unchecked { what: "accessible".to_owned(), place: Some(at(12)) }],
                ..method("contains", "boolean contains(int)", 29, Verdict::Holds, Some(coverage()))
            },
            MethodReport {
                counterexamples: vec![self.null_pointer(), self.rep_ok_is_false(), self.endless()],
                assumptions: vec!["Comparator.compare is a total order".to_owned()],
                ..method("remove", "void remove(int)", 70, Verdict::Violated, None)
            },
            MethodReport {
                class: "Tree".to_owned(),
                counterexamples: vec![self.broken_parent()],
                ..method("add", "boolean add(int)", 80, Verdict::Violated, None)
            },
            method("take", "int take()", 90, vacuous, None),
            method("sort", "void sort()", 95, unknown(Some("4")), Some(coverage())),
            method("sort", "void sort(int)", 99, unknown(None), None),
            method("average", "double average()", 63, unsupported(), None),
        ];
        let notes = vec!["2 methods without contract were checked for exceptions only".to_owned()];
        RunReport { interrupted: true, notes, ..report(methods) }
    }

    #[allow(dead_code, reason = "not every test that has these samples shows structures")]
    pub(crate) fn generated(&self, with_structures: bool) -> GenerateReport {
        let structures = vec![
            self.heap("this = SortedList#0\nSortedList#0 { head: null, size: 0 }"),
            self.heap("this = SortedList#0\nSortedList#0 { head: Node#0, size: 1 }\nNode#0 { value: 0, next: null }"),
        ];
        GenerateReport {
            schema: SCHEMA,
            tool_version: "0.1.0".to_owned(),
            class: "SortedList".to_owned(),
            scope: "1".to_owned(),
            count: 2,
            complete: true,
            draws_numbers: false,
            seconds: 0.01,
            notes: Vec::new(),
            structures: with_structures.then_some(structures),
        }
    }

    fn size_not_counted(&self) -> Counterexample {
        let before = "this = SortedList#0\nvalue = 5\nSortedList#0 { head: Node#0, size: 2 }
            Node#0 { value: 3, next: Node#1 }\nNode#1 { value: 7, next: null }";
        let after = "this = SortedList#0\nvalue = 5\nSortedList#0 { head: Node#0, size: 2 }
            Node#0 { value: 3, next: Node#2 }\nNode#1 { value: 7, next: null }\nNode#2 { value: 5, next: Node#1 }";
        Counterexample {
            clause: clause("ensures size == \\old(size) + 1", 40),
            after: Some(self.heap(after)),
            failing: vec![Conjunct {
                text: "size == \\old(size) + 1".to_owned(),
                place: Some(at(40)),
                bindings: Vec::new(),
                values: vec![NamedValue::new("size", "2"), NamedValue::new("\\old(size) + 1", "3")],
            }],
            path: vec![
                line(47, "if (head == null || value < head.value) {", 1),
                line(52, "Node node = head;", 1),
                line(53, "while (node.next != null && node.next.value <= value) {", 1),
                line(56, "if (node.value != value) {", 1),
                line(57, "node.next = new Node(value, node.next);", 1),
            ],
            other_heaps: 17,
            ..counterexample("ensures does not hold", "list.insert(5)", self.heap(before))
        }
    }

    fn null_pointer(&self) -> Counterexample {
        let before = self.heap("this = SortedList#0\nvalue = 1\nSortedList#0 { head: null, size: 0 }");
        let long = (0..30).map(|index| line(70 + index, "node = node.next;", index as u64 % 3 + 1));
        Counterexample {
            after: Some(before.clone()),
            exception: Some(Thrown { class: "NullPointerException".to_owned(), place: Some(at(73)) }),
            path: long.chain([elsewhere()]).collect(),
            ..counterexample("NullPointerException", "list.remove(1)", before)
        }
    }

    fn rep_ok_is_false(&self) -> Counterexample {
        let before = "this = SortedList#0\nSortedList#0 { head: Node#0, size: 1 }\nNode#0 { value: 3, next: null }";
        let after = "this = SortedList#0\n\\result = true\nSortedList#0 { head: Node#0, size: 1 }
            Node#0 { value: 3, next: Node#0 }";
        Counterexample {
            clause: Some(ClauseText { text: "invariant repOk()".to_owned(), place: Some(at(19)) }),
            after: Some(self.heap(after)),
            result: Some("true".to_owned()),
            rep_ok_line: Some(ReturnLine {
                method: "repOk".to_owned(),
                value: Some("false".to_owned()),
                place: at(22),
                text: "return false;".to_owned(),
            }),
            other_heaps: 1,
            ..counterexample("repOk() returns false", "list.remove(3)", self.heap(before))
        }
    }

    fn endless(&self) -> Counterexample {
        let before = "this = SortedList#0\nSortedList#0 { head: Node#0, size: ? }\nNode#0 { value: ?, next: Node#0 }";
        Counterexample {
            path: vec![line(71, "while (node != null) {", 1_000_000)],
            ..counterexample("never returns", "list.remove(3)", self.heap(before))
        }
    }

    fn broken_parent(&self) -> Counterexample {
        let before = "this = Tree#0\nTree#0 { root: Entry#0 }\nEntry#0 { key: 3, right: Entry#1 }
            Entry#1 { key: 7, red: true, parent: Entry#0 }";
        let after = "this = Tree#0\n\\result = true\nTree#0 { root: Entry#1 }\nEntry#0 { key: 3, red: true, parent: Entry#1 }
            Entry#1 { key: 7, left: Entry#0, right: Entry#2, parent: Entry#0 }\nEntry#2 { key: 9, red: true, parent: Entry#1 }";
        Counterexample {
            clause: clause(
                "invariant (\\forall Entry e; \\reach(root, Entry, left, right).has(e); e.parent == null <==> e == root)",
                9,
            ),
            after: Some(self.heap(after)),
            result: Some("true".to_owned()),
            failing: vec![Conjunct {
                text: "e.parent == null <==> e == root".to_owned(),
                place: Some(at(10)),
                bindings: vec![NamedValue::new("e", "Entry#1")],
                values: vec![NamedValue::new("e.parent == null", "false"), NamedValue::new("e == root", "true")],
            }],
            other_heaps: 1234,
            ..counterexample("invariant is broken after the call", "tree.add(9)", self.heap(before))
        }
    }
}

fn at(line: usize) -> Place {
    Place::new(FILE, line)
}

fn line(line: usize, text: &str, times: u64) -> PathLine {
    PathLine { place: at(line), text: text.to_owned(), times }
}

fn elsewhere() -> PathLine {
    PathLine { place: Place::new("examples/Node.java", 5), text: "return next;".to_owned(), times: 1 }
}

fn clause(text: &str, line: usize) -> Option<ClauseText> {
    Some(ClauseText { text: text.to_owned(), place: Some(at(line)) })
}

fn unsupported() -> Verdict {
    let what = "floating point (double)".to_owned();
    Verdict::Unsupported { what, place: Some(at(64)), via: vec!["SortedList.sum".to_owned()] }
}

fn report(methods: Vec<MethodReport>) -> RunReport {
    RunReport {
        schema: SCHEMA,
        tool_version: "0.1.0".to_owned(),
        scope: Scope::of(6),
        seconds: 0.42,
        methods,
        ..RunReport::default()
    }
}

fn method(name: &str, signature: &str, line: usize, verdict: Verdict, coverage: Option<Coverage>) -> MethodReport {
    MethodReport {
        class: "SortedList".to_owned(),
        qualified_class: "lists.SortedList".to_owned(),
        method: name.to_owned(),
        signature: signature.to_owned(),
        place: at(line),
        verdict,
        seconds: 0.02,
        coverage,
        next: None,
        warnings: Vec::new(),
        assumptions: Vec::new(),
        unchecked: Vec::new(),
        proofs: Vec::new(),
        counterexamples: Vec::new(),
        known: 0,
        source: Vec::new(),
    }
}

fn coverage() -> Coverage {
    let bound = |class: &str, largest_used: u64| Bound {
        class: class.to_owned(),
        limit: 6,
        largest_used,
        touched: largest_used == 6,
    };
    let any = |place: &str| ValueTreatment {
        place: place.to_owned(),
        treatment: "any int".to_owned(),
        reason: "it is only compared and copied".to_owned(),
    };
    let rung = |scope: u64| Rung { scope: scope.to_string(), heaps: scope + 1, runs: scope * 9, seconds: 0.001 };
    Coverage {
        calls: None,
        scope: "6".to_owned(),
        heaps: 7,
        runs: 56,
        values: vec![any("value"), any("Node.value")],
        loops: vec![LoopUse { place: at(31), most_iterations: 6 }],
        library: vec!["java.util.Objects".to_owned()],
        bounds: vec![bound("Node", 6), bound("SortedList", 1)],
        longest_run_steps: 1234,
        rungs: (1..=6).map(rung).collect(),
        forecast: Some(Forecast { heaps: 8, runs: 72, seconds: 0.5 }),
        ..Coverage::default()
    }
}

fn counterexample(title: &str, call: &str, before: Heap) -> Counterexample {
    Counterexample {
        calls: Vec::new(),
        after_calls: Vec::new(),
        reachability: None,
        rule: tightrope_report::Rule::Ensures,
        span: None,
        title: title.to_owned(),
        clause: None,
        call: call.to_owned(),
        objects: before.objects.len(),
        before,
        after: None,
        result: None,
        exception: None,
        failing: Vec::new(),
        rep_ok_line: None,
        hint: None,
        path: Vec::new(),
        other_heaps: 0,
        frames: Vec::new(),
        frames_cut: false,
        breaks_at: None,
    }
}
