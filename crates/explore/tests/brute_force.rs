//! `generate` against brute force: every heap with a few nodes is built whole, its invariant evaluated on the whole heap, and what is valid compared, up to
//! isomorphism, with what the lazy search finds. And `check` against running the method on each of these heaps.

use std::collections::BTreeSet;
use tightrope_engine::{Engine, Resources, Signals};
use tightrope_explore::{Explore, generate};
use tightrope_heap::canonical::{Order, canonical};
use tightrope_heap::{Content, Heap, Layouts, Object, ObjectId, Root, Scope, Value, text};
use tightrope_machine::contract::{Ending, Judgement, Occasion, judge};
use tightrope_machine::formula::Workspace;
use tightrope_machine::{Budget, Executable, Outcome};
use tightrope_program::effective::effective_contract;
use tightrope_program::{ClassId, ClassOrigin, MethodId, Options, Program, Type, lower};
use tightrope_source::{Name, SourceMap};

const LIST: &str = r"
class Box { Node head; int size;
  //@ invariant (\forall Node n; \reach(head, Node, next).has(n); !\reach(n.next, Node, next).has(n));
  //@ invariant size == \reach(head, Node, next).int_size();
  //@ ensures \result <==> (\exists Node n; \reach(head, Node, next).has(n); n.key == key);
  boolean contains(int key) { for (Node n = head; n != null; n = n.next) if (n.key == key) return true; return false; }
  //@ ensures size == \old(size) + 1;
  void wrong(int key) { if (head != null && head.key == key) return; Node n = new Node(); n.key = key; n.next = head; head = n; size++; }
}
/*@ nullable_by_default @*/ class Node { Node next; int key; }";

const TREE: &str = r"
class Box { Node root;
  boolean repOk() {
    java.util.Set<Node> seen = new java.util.HashSet<>();
    return check(root, seen);
  }
  private static boolean check(Node n, java.util.Set<Node> seen) {
    if (n == null) return true;
    if (!seen.add(n)) return false;
    if (n.left != null && n.left.key >= n.key || n.right != null && n.right.key <= n.key) return false;
    return check(n.left, seen) && check(n.right, seen);
  }
  int depth() { return depth(root); }
  private static int depth(Node n) { return n == null ? 0 : 1 + Math.max(depth(n.left), depth(n.right)); }
  void wrong(int key) { if (root != null) { if (key < root.key) { root.left = new Node(); root.left.key = key; } } }
}
class Node { Node left, right; int key; }";

const RING: &str = r"
/*@ nullable_by_default @*/ class Box { Node head; boolean open;
  //@ invariant head != null && (\forall Node n; \reach(head, Node, next + previous).has(n); n.next != null && n.next.previous == n && n.previous != null && n.previous.next == n);
  //@ invariant open ==> head.next != head;
  void wrong() { head.next.next = head; }
  void cut() { if (head.next != head) { head.next = head.next.next; head.next.previous = head; } }
}
/*@ nullable_by_default @*/ class Node { Node next, previous; }";

const SHARED: &str = r"
/*@ nullable_by_default @*/ class Box { Node a, b;
  //@ invariant a != null ==> a.next == b || a.flag;
  //@ invariant (\forall Node n; ; n.flag ==> n.next != n);
  //@ ensures a == \old(b);
  void swap(Node x) { Node t = a; a = b; b = t; if (x != null && x == a && !x.flag) b = x; }
}
/*@ nullable_by_default @*/ class Node { Node next; boolean flag; }";

/// References that are read long before anybody looks at them: compared with each other, with null, with new objects; in sets, arrays, statics and lists;
/// overwritten where they came from; cast, tested, dereferenced at last.
const DEFERRED: &str = r"
class Box { Node a, b; int size;
  private static Node kept;
  boolean repOk() {
    Node first = a, second = b;
    java.util.Set<Object> seen = new java.util.HashSet<>();
    Object[] all = new Object[] {first, second};
    if (first == second) return size == 1 && !seen.contains(first);
    if (new Node() == first || first == (Object) this) return false;
    kept = second;
    seen.add(first);
    if (seen.contains(all[1]) || !seen.add(kept)) return size == 2;
    a = null;
    if (seen.size() != 2 || a != null) return false;
    Node[] exact = new Node[] {second, first};
    if (exact[1] == null) return size != 0 && kept.next == null && b.flag;
    if (second instanceof Node && ((Node) all[1]).next == first) return first.next == null || seen.contains(first.next);
    return first.next != second && size + 1 == 3;
  }
  int total() { return size; }
}
class Node { Node next; boolean flag; }";

/// Numbers of which only equality is asked, and some of which more is asked later; loops, recursion, worklists.
const COUNTED: &str = r"
class Box { Node head; int size; int other;
  boolean repOk() {
    java.util.Set<Node> seen = new java.util.HashSet<>();
    java.util.LinkedList<Node> work = new java.util.LinkedList<>();
    if (head != null) work.add(head);
    int count = 0;
    while (!work.isEmpty()) {
      Node n = work.removeFirst();
      if (!seen.add(n)) continue;
      count++;
      if (n.size != children(n)) return false;
      if (n.left != null) work.add(n.left);
      if (n.right != null && n.right != n.left) work.addFirst(n.right);
    }
    int known = other;
    if (count != size || known == 2) return false;
    boolean same = size == other;
    return same || known + size > 2;
  }
  private static int children(Node n) { return (n.left == null ? 0 : 1) + (n.right == null ? 0 : 1); }
  int total() { return size; }
}
class Node { Node left, right; int size; }";

/// Sets of objects whose `equals` is their own, which may throw; maps; iteration; removal.
const EQUALS: &str = r"
class Box { Node a, b;
  boolean repOk() {
    java.util.Set<Node> seen = new java.util.HashSet<>();
    java.util.Map<Node, Node> next = new java.util.HashMap<>();
    for (Node n = a; n != null && seen.add(n); n = n.next) next.put(n, n.next);
    if (seen.contains(b) != (next.get(b) != null)) return b != null && seen.remove(b) && seen.size() < 2;
    java.util.Set<Object> plain = new java.util.LinkedHashSet<>();
    for (Node n : seen) plain.add(n.next);
    return plain.contains(null) && (b == null || b.equals(a));
  }
  int total() { return 0; }
}
class Node { Node next; int key;
  public boolean equals(Object o) { return o instanceof Node && ((Node) o).key == key; }
  public int hashCode() { return key; }
}";

/// The shape first, then marks and numbers: most of what fails later has nothing to do with all of the shape.
const MARKED: &str = r"
class Box { Node a, b;
  boolean repOk() {
    int count = 0;
    for (Node n = a; n != null; n = n.next) if (++count > 3) return false;
    if (b != null && b.next != a && b.next != b) return false;
    if (!alternates(a, true) || count == 2) return false;
    int weight = 0;
    for (Node n = a; n != null; n = n.next) weight += n.marked ? n.key : 1 - n.key;
    return weight == 2 || weight == count && b != null && b.marked;
  }
  private static boolean alternates(Node n, boolean marked) {
    return n == null || n.marked == marked && alternates(n.next, !n.marked);
  }
  int total() { return 0; }
}
class Node { Node next; boolean marked; int key; }";

/// A `repOk` that writes what it reads later.
const WRITTEN: &str = r"
class Box { Node a, b; int limit;
  boolean repOk() {
    int count = 0;
    for (Node n = a; n != null; n = n.next) if (++count > 2) return false;
    int weight = limit;
    for (Node n = a; n != null; n = n.next) { if (n.marked) weight += n.key; n.sum = weight; }
    for (Node n = b; n != null && ++count < 4; n = n.next) {
      if (n.sum > 1 || n.marked != (n.sum == 1)) return false;
      n.marked = false;
      if (n.next == n) return weight > 1;
    }
    return weight > 0 && (a == null || !a.marked);
  }
  int total() { return 0; }
}
class Node { Node next; boolean marked; int key, sum; }";

struct Case {
    program: Program,
}

fn read(source: &str) -> Case {
    let mut sources = SourceMap::new();
    let file = sources.add("Box.java", source);
    let parsed = tightrope_syntax::parse_file(file, source);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    assert!(lowered.diagnostics.is_empty(), "{:?}", lowered.diagnostics);
    Case { program: lowered.program }
}

impl Case {
    fn class(&self, name: &str) -> ClassId {
        self.program.class_named(name).expect(name)
    }

    fn method(&self, name: &str) -> MethodId {
        let methods = &self.program.class(self.class("Box")).methods;
        *methods.iter().find(|id| self.program.method(**id).name == name).expect(name)
    }

    /// All heaps of one box and at most so many nodes in which ints are in the range; up to isomorphism, without garbage.
    fn heaps(&self, nodes: usize, ints: std::ops::RangeInclusive<i32>) -> Vec<Heap> {
        let layouts = Layouts::new(&self.program);
        let types: Vec<ClassId> =
            std::iter::once("Box").chain(vec!["Node"; nodes]).map(|name| self.class(name)).collect();
        let mut heap = Heap::default();
        heap.roots.push(Root { name: Name::new("this"), value: Value::Object(ObjectId(0)) });
        let mut slots: Vec<(usize, usize, Vec<Value>)> = Vec::new();
        for (index, class) in types.iter().enumerate() {
            let fields = layouts.fields(*class);
            for (position, field) in fields.iter().enumerate() {
                slots.push((index, position, values(self.program.field(*field).ty, nodes, &ints)));
            }
            let content = Content::Fields(vec![Value::Null; fields.len()]);
            heap.add(Object { ty: Type::class(*class), content });
        }
        let mut found = BTreeSet::new();
        let mut all = Vec::new();
        fill(&mut heap, &slots, &mut |heap| {
            let whole = canonical(heap, Order::BreadthFirst);
            if found.insert(format!("{whole:?}")) {
                all.push(whole);
            }
        });
        all
    }
}

fn values(ty: Type, nodes: usize, ints: &std::ops::RangeInclusive<i32>) -> Vec<Value> {
    match ty {
        Type::INT => ints.clone().map(Value::Int).collect(),
        Type::BOOLEAN => vec![Value::Boolean(false), Value::Boolean(true)],
        _ => std::iter::once(Value::Null).chain((1..=nodes as u32).map(|id| Value::Object(ObjectId(id)))).collect(),
    }
}

fn fill(heap: &mut Heap, slots: &[(usize, usize, Vec<Value>)], found: &mut impl FnMut(&Heap)) {
    let Some(((object, position, values), rest)) = slots.split_first() else { return found(heap) };
    for value in values {
        heap.objects[*object].values_mut()[*position] = *value;
        fill(heap, rest, found);
    }
}

/// A heap, an executable for it, and the contract of a method, all on whole heaps and real numbers.
struct Whole<'p> {
    executable: Executable<'p>,
    contract: tightrope_machine::contract::CompiledContract,
}

impl<'p> Whole<'p> {
    fn new(case: &'p Case, method: MethodId) -> Whole<'p> {
        let program = &case.program;
        let mut executable = Executable::new(program, [method]);
        let classes: Vec<ClassId> =
            program.class_ids().filter(|class| program.class(*class).origin == ClassOrigin::User).collect();
        let contract = executable.add_contract(&effective_contract(program, method), &classes);
        Whole { executable, contract }
    }

    /// Do the invariants of all objects hold?
    fn is_valid(&self, heap: &Heap) -> bool {
        let loaded = self.executable.load(heap).expect("a heap that fits");
        heap.objects.iter().enumerate().all(|(index, object)| {
            let class = object.ty.as_class().expect("no arrays here");
            let Some(invariants) = self.contract.invariants(class) else { return true };
            let this = [tightrope_machine::reference_to(index)];
            let clauses = invariants.demanded.iter().chain(invariants.rep_ok.iter().map(|(_, clause)| clause));
            clauses.into_iter().all(|clause| {
                let mut budget = Budget::default();
                let truth = self.executable.evaluate(clause.now, &loaded.state, &this, None, &mut budget);
                truth.expect("nothing is unsupported").is_true()
            })
        })
    }

    /// By occasion: does it arise in the run on this heap? `None`: the run breaks the contract.
    fn breaks_or_arise(&self, heap: &Heap) -> Option<Vec<bool>> {
        let mut loaded = self.executable.load(heap).expect("a heap that fits");
        loaded.state.remember();
        assert!(self.executable.start(&mut loaded.state, self.contract.method, &loaded.roots));
        let mut budget = Budget::default();
        let ending = match self.executable.run_watched(&mut loaded.state, &mut budget) {
            Outcome::Returned(value) => Ending::Returned(value),
            Outcome::Thrown(thrown) => Ending::Thrown(thrown),
            Outcome::Repeats(_) => return None,
            other => panic!("{other:?}"),
        };
        let mut budget = Budget::default();
        let args = &loaded.roots;
        let judged = judge(
            &self.executable,
            &self.contract,
            &loaded.state,
            args,
            &ending,
            &[true],
            (&mut budget, &mut Workspace::default()),
        );
        if matches!(judged, Ok(Judgement::Broken(..))) {
            return None;
        }
        let arises = |occasion| self.executable.arises(occasion, &loaded.state, args, &ending, &Budget::default());
        Some(self.contract.occasions.iter().map(arises).collect())
    }
}

fn resources(signals: &Signals) -> Resources<'_> {
    Resources { threads: 2, deadline: None, signals, run: Budget::default(), is_last: false }
}

fn compare_structures(source: &str, nodes: usize, ints: std::ops::RangeInclusive<i32>, some_method: &str, scope: &str) {
    let case = read(source);
    let whole = Whole::new(&case, case.method(some_method));
    let layouts = Layouts::new(&case.program);
    let show = |heap: &Heap| text::write(heap, &case.program, &layouts);
    let expected: BTreeSet<String> =
        case.heaps(nodes, ints).iter().filter(|heap| whole.is_valid(heap)).map(show).collect();
    let scope: Scope = scope.parse().expect("a scope");
    let signals = Signals::default();
    let found = generate(&case.program, case.class("Box"), &scope, &resources(&signals), true);
    assert!(found.answer.cuts.is_empty(), "{:?}", found.answer.cuts);
    let actual: BTreeSet<String> = found.heaps.iter().map(show).collect();
    assert_eq!(actual.len() as u64, found.count, "a structure was found twice");
    let counted = generate(&case.program, case.class("Box"), &scope, &resources(&signals), false);
    assert_eq!(counted.count, found.count, "not as many are counted as are listed");
    let missing: Vec<&String> = expected.difference(&actual).take(3).collect();
    let wrong: Vec<&String> = actual.difference(&expected).take(3).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "missing: {missing:#?}\nnot valid: {wrong:#?}");
    assert!(expected.len() > 1, "the case shows nothing");
}

#[test]
fn lists_are_those_of_brute_force() {
    compare_structures(LIST, 3, 0..=3, "contains", "Box=1,Node=3,Node.key=0..3,Box.size=0..3");
}

#[test]
fn trees_are_those_of_brute_force() {
    compare_structures(TREE, 3, 0..=2, "depth", "Box=1,Node=3,Node.key=0..2");
}

#[test]
fn rings_are_those_of_brute_force() {
    compare_structures(RING, 3, 0..=0, "cut", "Box=1,Node=3");
}

#[test]
fn shared_nodes_are_those_of_brute_force() {
    compare_structures(SHARED, 3, 0..=0, "swap", "Box=1,Node=3");
}

#[test]
fn what_a_rep_ok_reads_before_it_looks_is_that_of_brute_force() {
    compare_structures(DEFERRED, 2, 0..=3, "total", "Box=1,Node=2,Box.size=0..3");
    compare_structures(COUNTED, 2, 0..=3, "total", "Box=1,Node=2,Box.size=0..3,Box.other=0..3,Node.size=0..3");
    compare_structures(EQUALS, 2, 0..=1, "total", "Box=1,Node=2,Node.key=0..1");
}

#[test]
fn what_fails_again_is_that_of_brute_force() {
    compare_structures(MARKED, 3, 0..=1, "total", "Box=1,Node=3,Node.key=0..1");
    compare_structures(WRITTEN, 2, 0..=1, "total", "Box=1,Node=2,Node.key=0..1,Node.sum=0..1,Box.limit=0..1");
}

/// Does some heap with some argument break the method? The lazy search and brute force must agree.
fn compare_verdicts(source: &str, method: &str, nodes: usize, ints: std::ops::RangeInclusive<i32>, scope: &str) {
    let case = read(source);
    let id = case.method(method);
    let whole = Whole::new(&case, id);
    let mut is_broken = false;
    let mut has_arisen = vec![false; whole.contract.occasions.len()];
    for heap in case.heaps(nodes, ints.clone()).iter().filter(|heap| whole.is_valid(heap)) {
        for argument in arguments(&case, id, heap, &ints) {
            let mut with_argument = heap.clone();
            with_argument.roots.extend(argument.map(|value| Root { name: Name::new("x"), value }));
            match whole.breaks_or_arise(&with_argument) {
                None => is_broken = true,
                Some(arising) => has_arisen.iter_mut().zip(arising).for_each(|(has, arises)| *has |= arises),
            }
        }
    }
    let signals = Signals::default();
    let scope = scope.parse().expect("a scope");
    let answer = Explore.prepare(&case.program, id).answer(&scope, &resources(&signals));
    assert!(answer.cuts.is_empty(), "{:?}", answer.cuts);
    assert_eq!(!answer.witnesses.is_empty(), is_broken, "{method} of {source}");
    if !is_broken {
        // A run of the search stands for many heaps, so it may take an occasion for one that arises. It must not miss one that does.
        let places = |occasion: &Occasion| (occasion.span, occasion.kind);
        let never: BTreeSet<_> = whole.contract.missed(&has_arisen).map(places).collect();
        let said: BTreeSet<_> = answer.coverage.missed.iter().map(places).collect();
        assert!(said.is_subset(&never), "{method} of {source}: {said:?} is not within {never:?}");
    }
}

/// No argument, or each value of the only parameter. (A node that is not in the structure is no heap of ours; the search also tries those.)
fn arguments(case: &Case, method: MethodId, heap: &Heap, ints: &std::ops::RangeInclusive<i32>) -> Vec<Option<Value>> {
    match case.program.method(method).params.first() {
        None => vec![None],
        Some(param) => values(param.ty, heap.objects.len() - 1, ints).into_iter().map(Some).collect(),
    }
}

#[test]
fn verdicts_are_those_of_brute_force() {
    let lists = "Box=1,Node=2,Node.key=0..3";
    compare_verdicts(LIST, "contains", 2, 0..=3, lists);
    compare_verdicts(LIST, "wrong", 2, 0..=3, lists);
    compare_verdicts(TREE, "depth", 2, 0..=2, "Box=1,Node=2");
    compare_verdicts(TREE, "wrong", 2, 0..=2, "Box=1,Node=2");
    compare_verdicts(RING, "cut", 3, 0..=0, "Box=1,Node=3");
    compare_verdicts(RING, "wrong", 3, 0..=0, "Box=1,Node=3");
    compare_verdicts(SHARED, "swap", 2, 0..=0, "Box=1,Node=2");
}

/// What is said of all objects, of some, and under conditions: by methods that look at none, at some, or cut some off.
#[test]
fn formulas_about_unseen_objects_are_those_of_brute_force() {
    let formulas = [
        r"(\forall Node n; n.flag)",
        r"(\exists Node n; n.flag) ==> a != null || b != null",
        r"(\exists Node n; n.flag) ==> a != null",
        r"(\forall Node n; n.flag ==> n.next != n || n == a)",
        r"(\forall Node n; n != a && n != b; n.next == null ==> !n.flag)",
        r"(\forall Node n, m; n != m; n.next == m ==> m.next != n)",
        r"(\forall Node n; n.flag == \old(n.flag))",
        r"\old((\forall Node n; n.flag)) ==> (\forall Node n; n.flag)",
        r"\old((\exists Node n; !n.flag)) ==> (\exists Node n; !n.flag)",
        r"(new JMLObjectSet { Node n | n.flag }).isEmpty()",
        r"(new JMLObjectSet { Node n | n.next == n }).int_size() <= 2",
        r"(\forall Node n; \reach(a, Node, next).has(n); n.flag ==> (\forall Node m; m.next == n; m != n ==> m.flag || true))",
        r"a == null ? b == null || b.next != a : (a.flag ==> a != null)",
    ];
    let bodies = ["", "a = null;", "if (a != null) a.flag = true;", "if (a != null) a.next = b;", "a = b; b = null;"];
    for formula in formulas {
        for body in bodies {
            let source = format!(
                "/*@ nullable_by_default @*/ class Box {{ Node a, b;\n  //@ ensures {formula};\n  void run() {{ {body} }}\n}}\n\
                 /*@ nullable_by_default @*/ class Node {{ Node next; boolean flag; }}"
            );
            compare_verdicts(&source, "run", 2, 0..=0, "Box=1,Node=2");
        }
    }
}
