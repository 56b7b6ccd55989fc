//! Checks and counts from inside the process, on texts: for the tests and benchmarks that run
//! hundreds of them.
#![allow(dead_code, unreachable_pub, reason = "every file uses a part of it")]

use std::path::{Path, PathBuf};
use std::time::Duration;
use tightrope_bounds::shape::Shapes;
use tightrope_check::{
    BoundsFrom, EngineChoice, Input, Options, ReachableHeaps, Signals, TightBounds, check_method, field_bounds,
    generate_structures, select,
};
use tightrope_engine::RunBudget;
use tightrope_heap::canonical::Order;
use tightrope_machine::{Accelerations, Budget};
use tightrope_program::names::simple_name;
use tightrope_program::{ClassId, MethodId, MethodKind, Program};
use tightrope_report::{BoundsReport, GenerateReport, MethodReport};
use tightrope_source::SourceMap;
use tightrope_syntax::{STACK_SIZE, parse_file};

pub fn benchmarks() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).expect("crates/cli lies two folders below the top").join("benchmarks")
}

/// The text of a file of the benchmarks: `jml/Stack.java`.
pub fn read(file: &str) -> String {
    let path = benchmarks().join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Front end and search need more stack than a test has.
pub fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        thread.expect("a thread can be started").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// A program that was read from one text.
pub struct Subject {
    program: Program,
    sources: SourceMap,
}

/// How much work a check may be.
#[derive(Clone, Copy)]
pub struct Effort {
    pub threads: usize,
    pub timeout: Duration,
}

impl Subject {
    pub fn new(name: &str, text: &str) -> Subject {
        let mut sources = SourceMap::new();
        let file = sources.add(name, text);
        let parsed = parse_file(file, text);
        let options = tightrope_program::Options::default();
        let lowered = tightrope_program::lower(&[parsed.unit], &mut sources, &options);
        Subject { program: lowered.program, sources }
    }

    /// What is checked when nobody names a method.
    pub fn methods(&self) -> Vec<MethodId> {
        select(&self.program).checked
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    pub fn class(&self, name: &str) -> ClassId {
        let is_it = |id: &ClassId| simple_name(&self.program, *id) == name;
        self.program.class_ids().find(is_it).unwrap_or_else(|| panic!("there is no class {name}"))
    }

    /// `Stack.push`, `Stack.new`.
    pub fn name(&self, method: MethodId) -> String {
        let declared = self.program.method(method);
        let name = if declared.kind == MethodKind::Constructor { "new" } else { declared.name.as_str() };
        format!("{}.{name}", simple_name(&self.program, declared.class))
    }

    /// The class of a method.
    pub fn owner(&self, method: MethodId) -> String {
        simple_name(&self.program, self.program.method(method).class).to_owned()
    }

    pub fn method(&self, name: &str) -> MethodId {
        let found = self.methods().into_iter().find(|method| self.name(*method) == name);
        found.unwrap_or_else(|| panic!("there is no method {name}"))
    }

    pub fn check(&self, method: MethodId, scope: &str, effort: Effort) -> MethodReport {
        let signals = Signals::default();
        check_method(self.input(), method, &options(scope, effort), &signals, &mut |_| {})
    }

    /// The same by one engine, with these bounds.
    pub fn check_within(
        &self,
        method: MethodId,
        scope: &str,
        engine: &str,
        tight: TightBounds,
        effort: Effort,
    ) -> MethodReport {
        let options = Options { engine: engine.parse().expect("an engine"), tight, ..options(scope, effort) };
        check_method(self.input(), method, &options, &Signals::default(), &mut |_| {})
    }

    /// The same, as the options say; `before_each`: called before each scope.
    pub fn check_with(&self, method: MethodId, options: &Options, before_each: &mut dyn FnMut()) -> MethodReport {
        check_method(self.input(), method, options, &Signals::default(), &mut |_| before_each())
    }

    /// The same, and whether public calls build the heaps of its findings.
    pub fn check_reachable(&self, method: MethodId, scope: &str, effort: Effort) -> MethodReport {
        let mut report = self.check(method, scope, effort);
        ReachableHeaps::default().judge(self.input(), method, &options(scope, effort), &mut report);
        report
    }

    /// Field bounds: from the text of a shape predicate, or else from exploration.
    pub fn bounds(&self, class: &str, scope: &str, shape: Option<&str>, order: Order, effort: Effort) -> BoundsReport {
        let shapes = shape.map(|text| Shapes::read(text, &self.program).expect("the predicate is well-formed"));
        let from = shapes.as_ref().map_or(BoundsFrom::Exploration, BoundsFrom::Shape);
        self.bounds_from(class, scope, from, order, effort)
    }

    pub fn bounds_from(
        &self,
        class: &str,
        scope: &str,
        from: BoundsFrom<'_>,
        order: Order,
        effort: Effort,
    ) -> BoundsReport {
        let report =
            field_bounds(self.input(), self.class(class), from, order, &options(scope, effort), &Signals::default());
        report.expect("the predicate determines everything")
    }

    /// The JUnit test of the first finding, if there can be one.
    pub fn junit_test(&self, method: MethodId, report: &MethodReport) -> Result<tightrope_report::JavaTest, String> {
        let found = report.counterexamples.first().ok_or("there is no finding")?;
        let layouts = tightrope_heap::Layouts::new(&self.program);
        tightrope_report::junit_test(&self.program, &layouts, method, report, found, 1)
    }

    pub fn count(&self, class: &str, scope: &str, effort: Effort) -> GenerateReport {
        generate_structures(self.input(), self.class(class), &options(scope, effort), &Signals::default(), false)
    }

    pub fn input(&self) -> Input<'_> {
        Input { program: &self.program, sources: &self.sources }
    }
}

pub fn options(scope: &str, effort: Effort) -> Options {
    Options {
        scope: scope.parse().unwrap_or_else(|error| panic!("{error}")),
        timeout: Some(effort.timeout),
        threads: effort.threads,
        run: RunBudget {
            steps: 1_000_000,
            depth: Budget::default().depth,
            objects: Budget::default().objects,
            iterations: None,
        },
        accelerations: Accelerations::ALL,
        engine: EngineChoice::Auto,
        setup: tightrope_check::Setup::default(),
        tight: TightBounds::default(),
    }
}

/// One of the papers' counts: class, scope and expected number.
pub struct Count {
    pub file: String,
    pub scope: String,
    pub expected: u64,
}

impl Count {
    pub fn class(&self) -> &str {
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        name.trim_end_matches(".java")
    }
}

/// TACO's Table 10, from 3 nodes on, as `benchmarks/README.md` reads it.
pub const TABLE_10: [(&str, [u64; 8], &str); 7] = [
    ("LList", [4, 5, 6, 7, 8, 9, 10, 11], ",Object=0"),
    ("AList", [3, 4, 5, 6, 7, 8, 9, 10], ",Object=0"),
    ("CList", [6, 10, 15, 21, 28, 36, 45, 55], ",Object=0"),
    ("BSTree", [9, 23, 65, 197, 626, 2056, 6918, 23714], ""),
    ("TreeSet", [6, 10, 18, 34, 67, 123, 213, 377], ""),
    ("AvlTree", [5, 9, 15, 19, 36, 68, 112, 172], ""),
    ("BinomialHeap", [4, 5, 6, 7, 8, 9, 10, 11], ",Node.key=0"),
];

pub fn table_10(nodes: impl Iterator<Item = usize> + Clone) -> Vec<Count> {
    let of_class = |(class, counts, rest): (&str, [u64; 8], &str)| {
        let row = nodes.clone().filter_map(move |n| Some((n, *counts.get(n.checked_sub(3)?)?)));
        let (class, rest) = (class.to_owned(), rest.to_owned());
        row.map(move |(n, expected)| Count { file: format!("jml/{class}.java"), scope: format!("{n}{rest}"), expected })
            .collect::<Vec<_>>()
    };
    TABLE_10.into_iter().flat_map(of_class).collect()
}

/// A structure of Korat's table.
pub struct Korat {
    pub class: &'static str,
    pub counts: &'static [u64],
    /// Of the first count.
    pub first: usize,
    /// What Korat took for the last count, user CPU time.
    pub seconds: f64,
}

pub const KORAT: [Korat; 7] = [
    Korat {
        class: "BinaryTree",
        counts: &[5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208_012],
        first: 3,
        seconds: 8.0,
    },
    Korat { class: "SearchTree", counts: &[5, 14, 42, 132, 429, 1430, 4862, 16796], first: 3, seconds: 83.0 },
    Korat { class: "RedBlackTree", counts: &[3, 8, 14, 20, 35, 64, 122, 260, 586, 1296], first: 3, seconds: 183.0 },
    Korat { class: "AvlTree", counts: &[1, 4, 6, 4, 17, 32, 44, 60, 70, 184], first: 3, seconds: 16.0 },
    Korat {
        class: "DoublyLinkedList",
        counts: &[10, 37, 151, 674, 3263, 17007, 94828, 562_595, 3_535_027, 23_430_840],
        first: 3,
        seconds: 28.0,
    },
    Korat { class: "FibonacciHeap", counts: &[136, 2310, 52281, 1_474_186, 49_698_272], first: 3, seconds: 113.0 },
    Korat { class: "HeapArray", counts: &[66, 320, 1919, 13139, 117_562, 1_005_075], first: 3, seconds: 1.4 },
];

impl Korat {
    pub fn last(&self) -> usize {
        self.first + self.counts.len() - 1
    }

    pub fn count(&self, n: usize) -> Option<Count> {
        let expected = *self.counts.get(n.checked_sub(self.first)?)?;
        let (class, less) = (self.class, n - 1);
        let scope = match class {
            "BinaryTree" => format!("Node={n},BinaryTree.size={n}"),
            "AvlTree" => format!("Node={n},AvlTree.size={n},Node.key=0..{less},Node.height=1..{n}"),
            "DoublyLinkedList" => format!("Entry={n},Element={n},DoublyLinkedList.size={n}"),
            "FibonacciHeap" => format!("Node={n},FibonacciHeap.size=0..{n},Node.key=0..{less},Node.degree=0..{less}"),
            "HeapArray" => format!("array={n},HeapArray.size=0..{n},HeapArray.values=-1..{n}"),
            _ => format!("Node={n},{class}.size={n},Node.key=0..{less}"),
        };
        Some(Count { file: format!("korat/{class}.java"), scope, expected })
    }
}
