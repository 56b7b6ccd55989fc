//! The analysis on small classes of the kind that it is made for, and on each way to lose an order.

use super::{Equality, Need, Order, PlaceClass, Sort, Sorts, sorts};
use crate::lower::{Options, lower};
use crate::program::{FieldId, MethodId, Program};
use tightrope_source::{Severity, SourceMap};
use tightrope_syntax::{STACK_SIZE, parse_file};

/// The sorts of a program, asked for by name.
struct Named {
    program: Program,
    text: String,
    sorts: Sorts,
}

impl Named {
    fn method_id(program: &Program, name: &str) -> MethodId {
        let (class, method) = name.split_once('.').unwrap();
        let is_it = |id: &MethodId| {
            program.class(program.method(*id).class).name == class && program.method(*id).name == method
        };
        program.method_ids().find(is_it).unwrap_or_else(|| panic!("no method {name}"))
    }

    fn field_id(&self, name: &str) -> FieldId {
        let (class, field) = name.split_once('.').unwrap();
        let is_it = |id: &FieldId| {
            let declared = self.program.field(*id);
            self.program.class(declared.class).name == class && declared.name == field
        };
        let fields = (0..self.program.fields.len() as u32).map(FieldId);
        fields.into_iter().find(is_it).unwrap_or_else(|| panic!("no field {name}"))
    }

    fn field_class(&self, name: &str) -> PlaceClass {
        self.sorts.field_class(self.field_id(name)).unwrap()
    }

    /// `Class.field`, `Class.field[]`, `Class.method(0)`, `Class.method=`.
    fn sort(&self, place: &str) -> Sort {
        let (place, dims) = (place.trim_end_matches("[]"), place.matches("[]").count());
        let class = if let Some((method, index)) = place.trim_end_matches(')').split_once('(') {
            self.sorts.param_class(Named::method_id(&self.program, method), index.parse().unwrap())
        } else if let Some(method) = place.strip_suffix('=') {
            self.sorts.result_class(Named::method_id(&self.program, method))
        } else {
            Some(self.field_class(place))
        };
        let element = (0..dims).fold(class, |class, _| class.and_then(|class| self.sorts.elements(class)));
        self.sorts.of(element.unwrap_or_else(|| panic!("{place} is not reached"))).clone()
    }

    fn ordered(&self, place: &str, constants: &[i64]) {
        assert_eq!(self.sort(place), Sort::Ordered { constants: constants.to_vec() }, "{place}");
    }

    fn opaque(&self, place: &str, equality: Equality, order: Order) {
        assert_eq!(self.sort(place), Sort::Opaque { equality, order }, "{place}");
    }

    /// The number or object matters, because of this operation in the source.
    fn needed(&self, place: &str, need: Need, operation: &str) {
        let (Sort::Arithmetic(reason) | Sort::Concrete(reason)) = self.sort(place) else {
            panic!("{place} is {:?}", self.sort(place));
        };
        assert_eq!(reason.need, need, "{place}");
        let (start, end) = (reason.span.start as usize, reason.span.end as usize);
        assert_eq!(self.text.get(start..end), Some(operation), "{place}");
    }

    fn concrete(&self, place: &str) {
        assert!(matches!(self.sort(place), Sort::Concrete(_)), "{place} is {:?}", self.sort(place));
    }
}

fn check(text: &'static str, entries: &'static [&'static str], test: impl FnOnce(Named) + Send + 'static) {
    let run = move || {
        let mut sources = SourceMap::new();
        let file = sources.add("Test.java", text);
        let unit = parse_file(file, text).unit;
        let lowered = lower(&[unit], &mut sources, &Options::default());
        let errors: Vec<_> = lowered.diagnostics.iter().filter(|found| found.severity() == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        let program = lowered.program;
        let entries: Vec<MethodId> = entries.iter().map(|name| Named::method_id(&program, name)).collect();
        let sorts = sorts(&program, &entries);
        test(Named { program, text: text.to_owned(), sorts });
    };
    std::thread::Builder::new().stack_size(STACK_SIZE).spawn(run).unwrap().join().unwrap();
}

const SEARCH_TREE: &str = r#"
class Node { Node left, right; int key; Node(int key) { this.key = key; } }
class Tree {
    Node root;
    int size;
    //@ invariant (\forall Node n; \reach(root, Node, left, right).has(n); n.left != null ==> n.left.key < n.key);
    //@ ensures \result == (\exists Node n; \reach(root, Node, left, right).has(n); n.key == key);
    boolean contains(int key) {
        Node at = root;
        while (at != null && at.key != key) { at = key < at.key ? at.left : at.right; }
        return at != null;
    }
    void insert(int key) { root = insert(root, key); }
    private Node insert(Node at, int key) {
        if (at == null) { size++; return new Node(key); }
        if (key < at.key) { at.left = insert(at.left, key); } else if (key > at.key) { at.right = insert(at.right, key); }
        return at;
    }
    int sum() { return root.key + root.left.key; }
}
"#;

#[test]
fn keys_of_a_search_tree_are_ordered_and_its_size_is_not() {
    check(SEARCH_TREE, &["Tree.contains", "Tree.insert"], |named| {
        named.ordered("Node.key", &[0]);
        named.ordered("Tree.contains(0)", &[0]);
        assert_eq!(named.field_class("Node.key"), {
            let contains = Named::method_id(&named.program, "Tree.contains");
            named.sorts.param_class(contains, 0).unwrap()
        });
        named.needed("Tree.size", Need::Arithmetic, "size++");
    });
    check(SEARCH_TREE, &["Tree.contains"], |named| named.ordered("Node.key", &[]));
    check(SEARCH_TREE, &["Tree.contains", "Tree.sum"], |named| {
        named.needed("Node.key", Need::Arithmetic, "root.key + root.left.key");
    });
}

#[test]
fn colours_are_ordered_with_their_constants() {
    let text = r#"
class Node { Node left, right, parent; int colour; boolean black; long key; }
class RedBlack {
    static final int RED = 3, BLACK = 7;
    static Node root;
    static boolean put(Node node, long key) {
        node.colour = RED;
        node.black = !node.parent.black;
        if (node.parent.colour == BLACK && node.left.colour != node.right.colour) { return true; }
        switch (node.colour) { case 11: return key < node.key; default: return false; }
    }
}"#;
    check(text, &["RedBlack.put"], |named| {
        named.ordered("Node.colour", &[3, 7, 11]);
        named.ordered("Node.key", &[]);
        assert_eq!(named.sort("Node.black"), Sort::Other);
        named.ordered("RedBlack.put(1)", &[]);
    });
}

#[test]
fn elements_of_a_heap_are_ordered_and_its_indices_are_not() {
    let text = r#"
class Heap {
    int[] elements = new int[16];
    int[][] levels;
    int size;
    void push(int value) {
        int at = size++;
        while (at > 0 && elements[(at - 1) / 2] > value) { elements[at] = elements[(at - 1) / 2]; at = (at - 1) / 2; }
        elements[at] = value;
    }
    int top(int index) { return levels[0][1] < 5 ? elements[index] : elements.clone()[0]; }
    void copy(int[] from, byte[] other) { System.arraycopy(from, 0, elements, 0, other[0]); }
}"#;
    check(text, &["Heap.push", "Heap.top", "Heap.copy", "Heap.<init>"], |named| {
        named.ordered("Heap.elements[]", &[0]);
        named.ordered("Heap.push(0)", &[0]);
        named.ordered("Heap.top=", &[0]);
        named.ordered("Heap.levels[][]", &[5]);
        named.ordered("Heap.copy(0)[]", &[0]);
        named.needed("Heap.size", Need::Arithmetic, "size++");
        named.needed("Heap.top(0)", Need::Index, "index");
        assert!(matches!(named.sort("Heap.copy(1)[]"), Sort::Arithmetic(reason) if reason.need == Need::Native));
    });
}

#[test]
fn boxes_that_are_only_compared_by_value_keep_the_order() {
    let text = r#"
class Boxes {
    int key, same;
    long bound;
    boolean below(Integer high) { Integer low = key; return low < high && low.compareTo(high) < 0 && low != null; }
    boolean same(Integer other) { Integer box = same; return box == other; }
    boolean inside() { return Long.MIN_VALUE < key && key < bound; }
}"#;
    check(text, &["Boxes.below", "Boxes.inside"], |named| {
        assert!(matches!(named.sort("Boxes.key"), Sort::Ordered { .. }));
        assert!(named.sorts.orders_longs());
    });
    check(text, &["Boxes.same"], |named| {
        assert!(matches!(named.sort("Boxes.same"), Sort::Arithmetic(reason) if reason.need == Need::Native));
    });
    // What is compared by `==` is a box that Java shares, wherever it is made.
    check(text, &["Boxes.same", "Boxes.below"], |named| {
        assert!(matches!(named.sort("Boxes.key"), Sort::Arithmetic(reason) if reason.need == Need::Native));
    });
}

#[test]
fn operations_on_numbers_give_their_reason() {
    let text = r#"
class Numbers {
    int counter, key, length, narrowed, texted, boxed, negated, masked, wide, summed, low, small;
    int measure;
    long big;
    Object object;
    int n;
    Numbers next;
    //@ ensures (\sum Numbers x; \reach(this, Numbers, next).has(x); x.summed) > 0;
    //@ ensures (\forall int i; 0 <= i && i < low; i != 3);
    boolean all() {
        counter++;
        int slot = key % n;
        Object array = new int[length];
        byte b = (byte) narrowed;
        String s = "" + texted;
        object = boxed;
        boolean same = object == this;
        negated = -negated;
        //@ decreases measure;
        while (measure > 0) { measure = masked & 3; }
        return wide < big && small >= 'a' && small <= Integer.MAX_VALUE;
    }
}"#;
    check(text, &["Numbers.all"], |named| {
        named.needed("Numbers.counter", Need::Arithmetic, "counter++");
        named.needed("Numbers.key", Need::Arithmetic, "key % n");
        named.needed("Numbers.length", Need::Length, "length");
        named.needed("Numbers.narrowed", Need::Narrowing, "(byte) narrowed");
        named.needed("Numbers.texted", Need::Text, "\"\" + texted");
        assert!(matches!(named.sort("Numbers.boxed"), Sort::Arithmetic(reason) if reason.need == Need::Native));
        named.needed("Numbers.negated", Need::Arithmetic, "-negated");
        named.needed("Numbers.masked", Need::Arithmetic, "masked & 3");
        assert!(matches!(named.sort("Numbers.measure"), Sort::Arithmetic(_)));
        assert!(matches!(named.sort("Numbers.summed"), Sort::Arithmetic(reason) if reason.need == Need::Aggregate));
        assert!(matches!(named.sort("Numbers.low"), Sort::Arithmetic(reason) if reason.need == Need::Quantified));
        // Widening an int for a comparison is a copy.
        named.ordered("Numbers.wide", &[]);
        assert_eq!(named.field_class("Numbers.wide"), named.field_class("Numbers.big"));
        assert!(named.sorts.has_long(named.field_class("Numbers.wide")));
        assert!(!named.sorts.has_long(named.field_class("Numbers.small")));
        named.ordered("Numbers.small", &[97, i64::from(i32::MAX)]);
        named.concrete("Numbers.object");
    });
}

const LIST: &str = r#"
class Cell<T> { Cell<T> next; T value; }
class Linked<T> {
    Cell<T> head;
    //@ nullable_by_default
    boolean contains(T value) {
        for (Cell<T> at = head; at != null; at = at.next) {
            if (value == null ? at.value == null : value.equals(at.value)) { return true; }
        }
        return false;
    }
    boolean same(T value) { return head.value == value; }
    boolean text(T value) { return head.value.toString() == null; }
    boolean test(T value) { return head.value instanceof Linked; }
    void fill() { head.value = (T) new Object(); }
    boolean self(Object other) { return head.value == this; }
    boolean hashed() { return head.value.hashCode() == 3; }
    //@ requires (\forall Object o; o != null);
    boolean all(T value) { return value == head.value; }
    //@ requires \reach(this).int_size() > 2;
    boolean reached(T value) { return value == head.value; }
}
"#;

#[test]
fn elements_of_a_generic_list_are_opaque() {
    check(LIST, &["Linked.contains"], |named| {
        named.opaque("Cell.value", Equality::Equals, Order::None);
        named.opaque("Linked.contains(0)", Equality::Equals, Order::None);
        named.concrete("Cell.next");
    });
    check(LIST, &["Linked.same"], |named| named.opaque("Cell.value", Equality::Identity, Order::None));
    check(LIST, &["Linked.same", "Linked.contains"], |named| {
        named.opaque("Cell.value", Equality::Both, Order::None);
    });
}

#[test]
fn elements_that_matter_themselves_are_concrete() {
    check(LIST, &["Linked.text"], |named| named.needed("Cell.value", Need::Call, "head.value.toString()"));
    check(LIST, &["Linked.test"], |named| named.needed("Cell.value", Need::TypeTest, "head.value instanceof Linked"));
    check(LIST, &["Linked.fill", "Linked.same"], |named| named.concrete("Linked.same(0)"));
    check(LIST, &["Linked.self"], |named| named.concrete("Cell.value"));
    check(LIST, &["Linked.hashed"], |named| named.concrete("Cell.value"));
    check(LIST, &["Linked.all"], |named| named.concrete("Cell.value"));
    check(LIST, &["Linked.reached"], |named| named.concrete("Cell.value"));
}

const SORTED: &str = r#"
import java.util.Comparator;
class Entry<K> { Entry<K> left, right; K key; }
class Sorted<K> {
    Entry<K> root;
    Comparator<K> comparator;
    Object[] values;
    boolean natural(K key) { return ((Comparable<K>) key).compareTo(root.key) < 0; }
    boolean compared(K key) { int sign = comparator.compare(key, root.key); return sign == 0 || sign > 0; }
    boolean number(K key) { return ((Comparable<K>) key).compareTo(root.key) == 1; }
    int negated(K key) { return -((Comparable<K>) key).compareTo(root.key); }
    boolean known(K key) { comparator = new ByName(); return comparator.compare(key, root.key) < 0; }
    Object first() { Object[] copy = values.clone(); System.arraycopy(values, 0, copy, 1, 2); return copy[0]; }
}
class Name { int weight; }
class ByName implements Comparator { public int compare(Object a, Object b) { return ((Name) a).weight < ((Name) b).weight ? -1 : 1; } }
class Bounded<K extends Comparable<K>> { K key; boolean less(K other) { return key.compareTo(other) < 0; } }
"#;

#[test]
fn comparable_elements_are_opaque_and_ordered() {
    check(SORTED, &["Sorted.natural"], |named| named.opaque("Entry.key", Equality::Equals, Order::Natural));
    check(SORTED, &["Bounded.less"], |named| named.opaque("Bounded.key", Equality::Equals, Order::Natural));
    check(SORTED, &["Sorted.compared"], |named| {
        named.opaque("Entry.key", Equality::Equals, Order::Comparator);
        named.opaque("Sorted.comparator", Equality::Identity, Order::None);
    });
    check(SORTED, &["Sorted.first"], |named| {
        named.opaque("Sorted.values[]", Equality::Identity, Order::None);
        named.opaque("Sorted.first=", Equality::Identity, Order::None);
    });
}

#[test]
fn orders_that_are_more_than_an_order_are_concrete() {
    let number = |named: Named| {
        assert!(matches!(named.sort("Entry.key"), Sort::Concrete(reason) if reason.need == Need::OrderAsNumber))
    };
    check(SORTED, &["Sorted.number"], number);
    check(SORTED, &["Sorted.negated"], number);
    check(SORTED, &["Sorted.natural", "Sorted.compared"], |named| {
        assert!(matches!(named.sort("Entry.key"), Sort::Concrete(reason) if reason.need == Need::TwoOrders));
    });
    // The code of a known comparator reads the elements.
    check(SORTED, &["Sorted.known"], |named| {
        named.concrete("Entry.key");
        named.ordered("Name.weight", &[]);
    });
}

#[test]
fn invariants_of_all_classes_in_the_heap_count() {
    let text = r#"
class Inner { int key; int other; //@ invariant key * 2 > 0;
}
class Outer { Inner inner; int seen; boolean model() { return inner.key < 3; }
    //@ ensures helper() > 0;
    boolean contract() { return seen < 4; }
    boolean repOk() { return seen * 2 == 8; }
    /*@ pure @*/ int helper() { return inner.other + 1; }
}
class Unrelated { int key; //@ invariant key * 2 > 0;
    static boolean test(Unrelated a) { return a.key > 0; } }
class Global { static Inner shared; static boolean test() { return shared.key < 1; } }
class Alone { int key; boolean test() { return key == 4; } }
"#;
    check(text, &["Outer.model"], |named| {
        named.needed("Inner.key", Need::Arithmetic, "key * 2");
        named.needed("Outer.seen", Need::Arithmetic, "seen * 2");
        named.ordered("Inner.other", &[]);
    });
    check(text, &["Outer.contract"], |named| named.needed("Inner.other", Need::Arithmetic, "inner.other + 1"));
    check(text, &["Global.test"], |named| named.needed("Inner.key", Need::Arithmetic, "key * 2"));
    check(text, &["Alone.test"], |named| {
        named.ordered("Alone.key", &[4]);
        named.ordered("Inner.key", &[]);
        named.ordered("Unrelated.key", &[]);
    });
}

#[test]
fn overriding_methods_count() {
    let text = r#"
interface Shape { int size(int unit); }
class Square implements Shape { int side; public int size(int unit) { return side; } }
class Strip implements Shape { int length; public int size(int unit) { return length * unit; } }
class Use {
    Shape shape; Square square; int seen;
    boolean any(int unit) { seen = shape.size(unit); return seen < 1; }
    boolean one(int unit) { seen = square.size(unit); return seen < 1; }
}"#;
    check(text, &["Use.any"], |named| {
        named.needed("Use.any(0)", Need::Arithmetic, "length * unit");
        named.needed("Square.side", Need::Arithmetic, "length * unit");
        named.concrete("Use.shape");
    });
    check(text, &["Use.one"], |named| {
        named.ordered("Use.one(0)", &[]);
        named.ordered("Square.side", &[1]);
    });
}
