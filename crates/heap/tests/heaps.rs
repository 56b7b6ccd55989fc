//! Properties of heaps, on all small ones: canonical forms decide isomorphism, the text form
//! round-trips, validity sees mistakes.

use std::collections::HashMap;
use tightrope_heap::canonical::{Order, canonical};
use tightrope_heap::isomorphism::isomorphic;
use tightrope_heap::{Content, Heap, Layouts, Object, ObjectId, Root, Value, text, validity};
use tightrope_program::{Options, Program, Type, lower};
use tightrope_source::{Name, SourceMap};

const CLASSES: &str = "
    class Node { Node left; Node right; boolean red; }
    class Base { int x; Object any; }
    class Derived extends Base { int x; char letter; long big; int[] numbers; String name; }
    abstract class Shape { }
";

fn program() -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("Classes.java", CLASSES);
    let parsed = tightrope_syntax::parse_file(file, CLASSES);
    lower(&[parsed.unit], &mut sources, &Options::default()).program
}

fn node_type(program: &Program) -> Type {
    Type::class(program.class_named("Node").expect("the class Node"))
}

/// All heaps of exactly `count` nodes, any fields, one root that is null or any node.
fn all_heaps(program: &Program, count: u32) -> Vec<Heap> {
    let references: Vec<Value> =
        std::iter::once(Value::Null).chain((0..count).map(|id| Value::Object(ObjectId(id)))).collect();
    let mut heaps = vec![Heap { roots: Vec::new(), objects: Vec::new() }];
    for _ in 0..count {
        let mut larger = Vec::new();
        for heap in &heaps {
            for left in &references {
                for right in &references {
                    for red in [false, true] {
                        let mut heap = heap.clone();
                        let fields = vec![*left, *right, Value::Boolean(red)];
                        heap.add(Object { ty: node_type(program), content: Content::Fields(fields) });
                        larger.push(heap);
                    }
                }
            }
        }
        heaps = larger;
    }
    let with_root = |heap: Heap, value: Value| Heap { roots: vec![Root { name: Name::new("this"), value }], ..heap };
    heaps.into_iter().flat_map(|heap| references.iter().map(move |root| with_root(heap.clone(), *root))).collect()
}

#[test]
fn canonical_forms_decide_isomorphism() {
    let program = program();
    let heaps: Vec<Heap> = (0..=2).flat_map(|count| all_heaps(&program, count)).collect();
    assert!(heaps.len() > 900);
    for order in [Order::BreadthFirst, Order::DepthFirst] {
        let forms: Vec<Heap> = heaps.iter().map(|heap| canonical(heap, order)).collect();
        for (left, left_form) in heaps.iter().zip(&forms) {
            for (right, right_form) in heaps.iter().zip(&forms) {
                assert_eq!(isomorphic(left, right), left_form == right_form, "{left:?} and {right:?}");
            }
        }
    }
}

#[test]
fn canonical_forms_are_canonical() {
    let program = program();
    for heap in (0..=3).flat_map(|count| all_heaps(&program, count)) {
        for order in [Order::BreadthFirst, Order::DepthFirst] {
            let form = canonical(&heap, order);
            assert_eq!(canonical(&form, order), form);
            assert!(isomorphic(&heap, &form));
        }
    }
}

#[test]
fn both_orders_count_the_same_classes() {
    let program = program();
    let mut breadth: HashMap<Heap, Heap> = HashMap::new();
    for heap in (0..=3).flat_map(|count| all_heaps(&program, count)) {
        let form = canonical(&heap, Order::BreadthFirst);
        let depth = canonical(&heap, Order::DepthFirst);
        assert_eq!(*breadth.entry(form).or_insert_with(|| depth.clone()), depth);
    }
    // Rooted ordered binary graphs with up to 3 nodes, two colours: 1 + 2·2² + … (checked by the
    // equality of both orders).
    let sizes: Vec<usize> = (0..=3).map(|n| breadth.keys().filter(|heap| heap.objects.len() == n).count()).collect();
    assert_eq!(sizes[..2], [1, 8]);
}

#[test]
fn the_text_form_round_trips() {
    let program = program();
    let layouts = Layouts::new(&program);
    for heap in (0..=2).flat_map(|count| all_heaps(&program, count)) {
        let written = text::write(&heap, &program, &layouts);
        assert_eq!(text::parse(&written, &program, &layouts).as_ref(), Ok(&heap), "{written}");
        assert_eq!(validity::problems(&heap, &program, &layouts), Vec::<String>::new());
    }
}

#[test]
fn the_text_form_shows_every_kind_of_value() {
    let program = program();
    let layouts = Layouts::new(&program);
    let written = "this = Derived#0\nn = -7\nl = 5L\nflag = true\nwhat = ?\n\
        Derived#0 { Base.x: 1, any: Node[]#0, x: 2, letter: 'a', big: 9000000000L, numbers: int[]#0, name: String#0 }\n\
        Node[]#0 [Node#0, null, ?]\nNode#0 { left: ?, right: null, red: true }\nint[]#0 [1, 2, 3]\nString#0 \"a \\\"b\\\" // c\\n\"\n";
    let heap = text::parse(written, &program, &layouts).expect("a heap");
    assert_eq!(text::write(&heap, &program, &layouts), written);
    assert_eq!(validity::problems(&heap, &program, &layouts), Vec::<String>::new());
}

#[test]
fn defaults_and_comments_may_be_left_out() {
    let program = program();
    let layouts = Layouts::new(&program);
    let heap =
        text::parse("// a tree\nthis = Node#0 // the root\n\nNode#0 {left:Node#1}\nNode#1 {}\n", &program, &layouts);
    let expected = "this = Node#0\nNode#0 { left: Node#1, right: null, red: false }\nNode#1 { left: null, right: null, red: false }\n";
    assert_eq!(text::write(&heap.expect("a heap"), &program, &layouts), expected);
}

#[test]
fn a_comma_may_be_a_character() {
    let program = program();
    let layouts = Layouts::new(&program);
    let written = "char[]#0 ['a', ',', 'b']\n";
    let heap = text::parse(written, &program, &layouts).expect("a heap");
    assert_eq!(text::write(&heap, &program, &layouts), written);
}

#[test]
fn names_and_lines_are_kept() {
    let program = program();
    let layouts = Layouts::new(&program);
    let written = text::read("// tree\nthis = Node#7\n\nNode#9 {}\nNode#7 {left: Node#9}\n", &program, &layouts);
    let written = written.expect("a heap");
    assert_eq!(written.names, ["Node#9", "Node#7"]);
    assert_eq!((written.root_lines, written.object_lines), (vec![2], vec![4, 5]));
}

#[test]
fn mistakes_are_named() {
    let program = program();
    let layouts = Layouts::new(&program);
    for (written, message) in [
        ("this = Node#0", "line 1: there is no object `Node#0`"),
        ("this = Nod#0\nNod#0 {}", "line 2: there is no class `Nod`; did you mean `Node`?"),
        ("\nNode#0 { lefd: null }", "line 2: `Node` has no field `lefd`; did you mean `left`?"),
        ("Node#0 {}\nNode#0 {}", "line 2: `Node#0` is there twice"),
        ("Node#0 { left: null", "line 1: `}` is missing"),
        ("int#0 {}", "line 1: `int` has no objects"),
        ("x = 3000000000", "line 1: `3000000000` is not an int; a long ends in `L`"),
        ("x = abc", "line 1: `abc` is not a value"),
        ("what", "line 1: `name = value` or `Class#0 { … }` is expected"),
        ("String#0 \"abc", "line 1: the string does not end"),
    ] {
        let error = text::parse(written, &program, &layouts).expect_err(written).to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn validity_sees_wrong_values() {
    let program = program();
    let layouts = Layouts::new(&program);
    for (written, problem) in [
        ("Node#0 { left: 3 }", "Node#0: `left` is of type Node and cannot hold 3"),
        ("Node#0 { left: Base#0 }\nBase#0 {}", "Node#0: `left` is of type Node and cannot hold Base#0"),
        ("Derived#0 { letter: 70000 }", "Derived#0: `letter` is of type char and cannot hold 70000"),
        ("int[]#0 [null]", "int[]#0: element 0 is of type int and cannot hold null"),
        ("String#0 {}", "String#0: a string is written `String#0 \"text\"`"),
        ("Shape#0 {}", "Shape#0: `Shape` is abstract and has no objects"),
    ] {
        let heap = text::parse(written, &program, &layouts).expect(written);
        assert_eq!(validity::problems(&heap, &program, &layouts), [problem]);
    }
}
