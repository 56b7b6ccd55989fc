//! How far is the machine from native code? Ratios of times taken in one run, on the same trees.
//!
//! The red-black tree of `benchmarks/RedBlackTree.java` is written again in Rust, on index arrays.
//! Both insert every key, present and in each gap, into the same trees of ten nodes and check the
//! invariant (`repOk`) afterwards. A copy of the tree before each insert belongs to both sides: it
//! is what a search does. Then the cost of forking: a run is stopped at a question, its state
//! copied, answered and resumed.
//!
//! `cargo bench -p tightrope-machine` prints the table. Times are the least of many short rounds.

use std::hint::black_box;
use std::time::{Duration, Instant};
use tightrope_heap::{Heap, Layouts, text};
use tightrope_machine::{Budget, Executable, Outcome, Question, State, Word};
use tightrope_program::{MethodId, Options, Program, lower};
use tightrope_source::SourceMap;

const NODES: usize = 10;
const TREES: u64 = 300;
const ROUNDS: usize = 40;
const PARTS: usize = 20;
const NIL: u8 = u8::MAX;

#[derive(Clone, Copy)]
struct Tree {
    root: u8,
    count: u8,
    left: [u8; 32],
    right: [u8; 32],
    parent: [u8; 32],
    black: [bool; 32],
    key: [i32; 32],
}

impl Tree {
    fn new() -> Tree {
        Tree {
            root: NIL,
            count: 0,
            left: [NIL; 32],
            right: [NIL; 32],
            parent: [NIL; 32],
            black: [false; 32],
            key: [0; 32],
        }
    }

    fn insert(&mut self, key: i32) -> bool {
        let (mut parent, mut x) = (NIL, self.root);
        while x != NIL {
            if key == self.key[x as usize] {
                return false;
            }
            parent = x;
            x = if key < self.key[x as usize] { self.left[x as usize] } else { self.right[x as usize] };
        }
        let node = self.count;
        self.count += 1;
        self.key[node as usize] = key;
        self.parent[node as usize] = parent;
        if parent == NIL {
            self.root = node;
        } else if key < self.key[parent as usize] {
            self.left[parent as usize] = node;
        } else {
            self.right[parent as usize] = node;
        }
        self.recolour(node);
        true
    }

    fn recolour(&mut self, mut x: u8) {
        while x != self.root && !self.black[self.parent[x as usize] as usize] {
            let p = self.parent[x as usize];
            let g = self.parent[p as usize];
            let on_left = self.left[g as usize] == p;
            let uncle = if on_left { self.right[g as usize] } else { self.left[g as usize] };
            if uncle != NIL && !self.black[uncle as usize] {
                self.black[p as usize] = true;
                self.black[uncle as usize] = true;
                self.black[g as usize] = false;
                x = g;
                continue;
            }
            if x == if on_left { self.right[p as usize] } else { self.left[p as usize] } {
                x = p;
                self.rotate(x, on_left);
            }
            self.black[self.parent[x as usize] as usize] = true;
            self.black[g as usize] = false;
            self.rotate(g, !on_left);
        }
        self.black[self.root as usize] = true;
    }

    fn rotate(&mut self, p: u8, to_left: bool) {
        let child = if to_left { self.right[p as usize] } else { self.left[p as usize] };
        let inner = if to_left { self.left[child as usize] } else { self.right[child as usize] };
        let above = self.parent[p as usize];
        *if to_left { &mut self.right[p as usize] } else { &mut self.left[p as usize] } = inner;
        if inner != NIL {
            self.parent[inner as usize] = p;
        }
        self.parent[child as usize] = above;
        if above == NIL {
            self.root = child;
        } else if self.left[above as usize] == p {
            self.left[above as usize] = child;
        } else {
            self.right[above as usize] = child;
        }
        *if to_left { &mut self.left[child as usize] } else { &mut self.right[child as usize] } = p;
        self.parent[p as usize] = child;
    }

    fn rank(&self, x: u8, parent: u8, low: i32, high: i32) -> i32 {
        if x == NIL {
            return 0;
        }
        let at = x as usize;
        if self.parent[at] != parent || self.key[at] <= low || self.key[at] >= high {
            return -1;
        }
        let left = self.rank(self.left[at], x, low, self.key[at]);
        if left < 0 {
            return -1;
        }
        let right = self.rank(self.right[at], x, self.key[at], high);
        if right != left || (!self.black[at] && (parent == NIL || !self.black[parent as usize])) {
            return -1;
        }
        left + i32::from(self.black[at])
    }

    fn rep_ok(&self) -> bool {
        self.rank(self.root, NIL, i32::MIN, i32::MAX) >= 0
    }

    /// The same tree as a heap of the Java class.
    fn heap_text(&self) -> String {
        let name = |node: u8| if node == NIL { "null".to_owned() } else { format!("Node#{node}") };
        let mut text = format!("this = RedBlackTree#0\nRedBlackTree#0 {{ root: {} }}\n", name(self.root));
        for node in 0..self.count as usize {
            let (left, right, parent) = (name(self.left[node]), name(self.right[node]), name(self.parent[node]));
            let (black, key) = (self.black[node], self.key[node]);
            text.push_str(&format!(
                "Node#{node} {{ left: {left}, right: {right}, parent: {parent}, black: {black}, key: {key} }}\n"
            ));
        }
        text
    }
}

/// Different trees of ten nodes with the keys 2, 4, …, 20, by inserting them in pseudo-random
/// orders.
fn trees() -> Vec<Tree> {
    let mut seed: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut random = move |bound: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % bound as u64) as usize
    };
    let make = |_| {
        let mut keys: Vec<i32> = (1..=NODES as i32).map(|key| 2 * key).collect();
        let mut tree = Tree::new();
        while !keys.is_empty() {
            tree.insert(keys.swap_remove(random(keys.len())));
        }
        tree
    };
    (0..TREES).map(make).collect()
}

fn main() {
    let worker = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(measure);
    worker.expect("a thread starts").join().expect("the benchmark ends");
}

fn measure() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benchmarks/RedBlackTree.java");
    let source = std::fs::read_to_string(path).expect("the Java source");
    let mut sources = SourceMap::new();
    let file = sources.add("RedBlackTree.java", source.as_str());
    let parsed = tightrope_syntax::parse_file(file, &source);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    let program = &lowered.program;
    let method = |name: &str| program.method_ids().find(|id| program.method(*id).name == name).expect("a method");
    let (insert, rep_ok) = (method("insert"), method("repOk"));
    let mut executable = Executable::new(program, [insert, rep_ok]);
    let tree_class = program.class_named("RedBlackTree").expect("the class");
    let invariants: Vec<_> =
        program.class(tree_class).invariants.iter().map(|clause| executable.add_formula(&clause.formula)).collect();

    let trees = trees();
    let states: Vec<(State, Word)> = trees.iter().map(|tree| load(&executable, program, tree)).collect();
    let keys = 1..=2 * NODES as i32 + 1;
    let runs = trees.len() * keys.clone().count();

    let native = least(&trees, |trees| {
        for tree in trees {
            for key in keys.clone() {
                let mut copy = *tree;
                black_box(copy.insert(black_box(key)));
                assert!(black_box(copy.rep_ok()));
            }
        }
    });
    let mut scratch = State::default();
    let machine = least(&states, |states| {
        for (state, this) in states {
            for key in keys.clone() {
                scratch.clone_from(state);
                call(&executable, &mut scratch, insert, &[*this, Word::from(key)]);
                assert_eq!(call(&executable, &mut scratch, rep_ok, &[*this]), 1);
            }
        }
    });
    let formulas = least(&states, |states| {
        for (state, this) in states {
            for invariant in &invariants {
                let truth = executable.evaluate(*invariant, state, &[*this], None, &mut Budget::default());
                assert!(truth.expect("a value").is_true());
            }
        }
    });
    let copying = least(&states, |states| {
        for (state, _) in states {
            for _ in keys.clone() {
                scratch.clone_from(black_box(state));
                black_box(&scratch);
            }
        }
    });
    let fork = fork_and_resume(&executable, program, insert);
    let steps = steps_of_a_run(&executable, &states, insert, rep_ok);
    row("insert and repOk, native", native, runs, None);
    row("insert and repOk, machine", machine, runs, Some(native));
    row("  of which each instruction", machine, runs * steps, None);
    row("copy of a state", copying, runs, None);
    row("JML invariants (\\reach), one tree", formulas, trees.len(), None);
    row("fork, answer, resume, ask again", fork, FORKS, None);
}

/// How many instructions an insert and a `repOk` take, on average.
fn steps_of_a_run(executable: &Executable<'_>, states: &[(State, Word)], insert: MethodId, rep_ok: MethodId) -> usize {
    let mut budget = Budget { steps: u64::MAX, ..Budget::default() };
    let mut runs = 0;
    for (state, this) in states {
        for key in 1..=2 * NODES as Word + 1 {
            let mut state = state.clone();
            for (method, args) in [(insert, &[*this, key][..]), (rep_ok, &[*this][..])] {
                executable.start(&mut state, method, args);
                executable.run(&mut state, &mut budget);
            }
            runs += 1;
        }
    }
    ((u64::MAX - budget.steps) / runs) as usize
}

const FORKS: usize = 20_000;

/// A run that stands before an open slot of a ten-node tree: copied, answered, and resumed to its
/// end.
fn fork_and_resume(executable: &Executable<'_>, program: &Program, insert: MethodId) -> Duration {
    let tree = trees()[0];
    let opened = tree.heap_text().replace("left: null", "left: ?");
    let heap = text::parse(&opened, program, &Layouts::new(program)).expect("a heap");
    let mut loaded = executable.load(&heap).expect("it fits");
    // The smallest key goes left all the way: it asks for the leftmost child.
    executable.start(&mut loaded.state, insert, &[loaded.roots[0], 2]);
    let Outcome::Asked(Question::Slot(request)) = executable.run(&mut loaded.state, &mut Budget::default()) else {
        // The key is found before a leaf is reached: take one that is not there.
        executable.start(&mut loaded.state, insert, &[loaded.roots[0], 1]);
        let outcome = executable.run(&mut loaded.state, &mut Budget::default());
        let Outcome::Asked(Question::Slot(request)) = outcome else {
            panic!("the run asks for a slot, but {outcome:?}")
        };
        return time_forks(executable, &loaded.state, request);
    };
    time_forks(executable, &loaded.state, request)
}

fn time_forks(executable: &Executable<'_>, state: &State, request: tightrope_machine::SlotRef) -> Duration {
    let mut scratch = State::default();
    least(&[(); FORKS], |forks| {
        for () in forks {
            scratch.clone_from(black_box(state));
            // The node itself: a cycle, so that the run goes on and asks the same kind of question
            // at once.
            executable.answer(&mut scratch, request, 0);
            let mut budget = Budget { steps: 2, ..Budget::default() };
            black_box(executable.run(&mut scratch, &mut budget));
        }
    })
}

fn load(executable: &Executable<'_>, program: &Program, tree: &Tree) -> (State, Word) {
    let heap: Heap = text::parse(&tree.heap_text(), program, &Layouts::new(program)).expect("a heap");
    let loaded = executable.load(&heap).expect("it fits");
    (loaded.state, loaded.roots[0])
}

fn call(executable: &Executable<'_>, state: &mut State, method: MethodId, args: &[Word]) -> Word {
    executable.start(state, method, args);
    match executable.run(state, &mut Budget::default()) {
        Outcome::Returned(value) => value.unwrap_or_default(),
        other => panic!("{other:?}"),
    }
}

/// The time for all subjects: each part of them counts with the least that it took in any round.
/// Parts are so short that most are not interrupted, even on a busy machine.
fn least<T>(subjects: &[T], mut work: impl FnMut(&[T])) -> Duration {
    let part = subjects.len().div_ceil(PARTS).max(1);
    let mut times = vec![Duration::MAX; subjects.len().div_ceil(part)];
    for _ in 0..ROUNDS {
        for (subjects, least) in subjects.chunks(part).zip(&mut times) {
            let start = Instant::now();
            work(subjects);
            *least = start.elapsed().min(*least);
        }
    }
    times.into_iter().sum()
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its table")]
fn row(what: &str, time: Duration, runs: usize, base: Option<Duration>) {
    let each = time.as_secs_f64() * 1e9 / runs as f64;
    let ratio = base.map(|base| format!("{:6.1}x native", time.as_secs_f64() / base.as_secs_f64()));
    println!("{what:<36} {each:>10.0} ns each   {}", ratio.unwrap_or_default());
}
