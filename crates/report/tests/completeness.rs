//! Drawings lose nothing: heaps that differ have drawings that differ. Tried on small heaps of
//! classes of each shape, and on random larger ones.

mod support;

use std::collections::HashMap;
use support::program;
use tightrope_heap::canonical::{Order, canonical};
use tightrope_heap::{Content, Heap, Layouts, Object, ObjectId, Root, Value};
use tightrope_program::{ClassOrigin, Program, Type};
use tightrope_report::draw;
use tightrope_source::Name;

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// A heap of `count` objects of the class `Node`; `choose` gives each link: 0 is null, n the object
/// n - 1. `node` is the one root.
fn heap_of(program: &Program, layouts: &Layouts, count: u32, mut choose: impl FnMut(u64) -> u64) -> Heap {
    let class = program.class_named("Node").expect("the class Node");
    let mut heap = Heap::default();
    for index in 0..count {
        let mut link = |ty: Type| match ty.is_reference() {
            false => Value::Int(index as i32 * 11),
            true => match choose(u64::from(count) + 1) {
                0 => Value::Null,
                chosen => Value::Object(ObjectId(chosen as u32 - 1)),
            },
        };
        let fields = layouts.fields(class).iter().map(|field| link(program.field(*field).ty)).collect();
        heap.add(Object { ty: Type::class(class), content: Content::Fields(fields) });
    }
    heap.roots.push(Root { name: Name::new("node"), value: Value::Object(ObjectId(0)) });
    canonical(&heap, Order::BreadthFirst)
}

/// A heap of objects of all classes of the program, and of arrays that their fields can hold; links
/// go anywhere where they fit.
fn mixed_heap(program: &Program, layouts: &Layouts, count: usize, numbers: &mut Numbers) -> Heap {
    let users = program.class_ids().filter(|id| program.class(*id).origin == ClassOrigin::User);
    let mut types: Vec<Type> = users.map(Type::class).collect();
    let fields: Vec<Type> = types
        .iter()
        .filter_map(|ty| ty.as_class())
        .flat_map(|class| layouts.fields(class))
        .map(|field| program.field(*field).ty)
        .collect();
    types.extend(fields.into_iter().filter(|ty| ty.is_array()));
    // Roots have a type that the reader knows: that of the first class.
    let mut objects: Vec<Type> = (1..count).map(|_| types[numbers.below(types.len() as u64) as usize]).collect();
    objects.insert(0, types[0]);
    let fitting: Vec<usize> = (0..count).filter(|at| objects[*at] == types[0]).collect();
    let other = fitting[numbers.below(fitting.len() as u64) as usize] as u32;
    let choose = |ty: Type, index: usize, numbers: &mut Numbers| {
        let fitting: Vec<usize> = (0..count).filter(|at| objects[*at] == ty).collect();
        match numbers.below(fitting.len() as u64 + 1) as usize {
            _ if ty == Type::BOOLEAN => Value::Boolean(numbers.below(2) == 0),
            _ if !ty.is_reference() => Value::Int(index as i32 * 11),
            0 => Value::Null,
            chosen => Value::Object(ObjectId(fitting[chosen - 1] as u32)),
        }
    };
    let mut heap = Heap::default();
    for (index, ty) in objects.iter().enumerate() {
        let content = match (ty.as_class(), ty.element()) {
            (Some(class), _) => {
                let fields = layouts.fields(class).iter();
                Content::Fields(fields.map(|field| choose(program.field(*field).ty, index, numbers)).collect())
            }
            (None, element) => {
                let element = element.unwrap_or(Type::INT);
                Content::Elements((0..numbers.below(4)).map(|_| choose(element, index, numbers)).collect())
            }
        };
        heap.add(Object { ty: *ty, content });
    }
    for (name, at) in [("this", 0), ("other", other)] {
        heap.roots.push(Root { name: Name::new(name), value: Value::Object(ObjectId(at)) });
    }
    canonical(&heap, Order::BreadthFirst)
}

const MIXED: &[&str] = &[
    "class Vertex { int order; Edge first; Vertex next; } class Edge { Vertex target; Edge next; }",
    "class List { Node head; Node tail; int size; } class Node { int value; Node next; List owner; }",
    "class Table { Entry[] entries; Table[] parts; } class Entry { int key; Entry next; boolean used; }",
    "class Vertex { int order; Vertex[] edges; int[] weights; } class Graph { Vertex start; Graph[] others; int[] marks; }",
    "class Tree { Node root; Node nil; } class Node { boolean red; Node left; Node right; Node parent; }",
    "class Pair { Point first; Point second; int id; } class Point { int x; Pair of; } class Small { int a; Point at; }",
];

const CLASSES: &[&str] = &[
    "class Node { int key; Node next; }",
    "class Node { Node next; Node prev; }",
    "class Node { Node left; Node right; }",
    "class Node { int key; Node left; Node right; Node parent; }",
    "class Node { int key; Node child; Node sibling; Node parent; }",
    "class Node { Node child; Node left; Node right; Node parent; }",
    "class Node { int key; Node a; Node b; Node c; }",
    "class Node { int key; Node next; Node random; }",
];

fn check(heap: Heap, drawings: &mut HashMap<String, Heap>, program: &Program, layouts: &Layouts) {
    let drawing = draw(program, layouts, &heap, None);
    if let Some(other) = drawings.get(&drawing) {
        assert_eq!(&heap, other, "two heaps, one drawing:\n{drawing}");
    }
    drawings.insert(drawing, heap);
}

#[test]
fn different_heaps_have_different_drawings() {
    for java in CLASSES {
        let program = program(java);
        let layouts = Layouts::new(&program);
        let mut drawings = HashMap::new();
        let links = java.matches("Node ").count() as u32 - 1;
        for count in 1..=2_u32 {
            let variants = u64::from(count + 1).pow(links * count);
            // All of them if they are few, else some spread over them.
            for variant in (0..variants).step_by(1 + variants as usize / 900) {
                let mut rest = variant;
                let next = |limit: u64| {
                    let chosen = rest % limit;
                    rest /= limit;
                    chosen
                };
                check(heap_of(&program, &layouts, count, next), &mut drawings, &program, &layouts);
            }
        }
        let mut numbers = Numbers(7);
        for round in 0..rounds(300) as u32 {
            let heap = heap_of(&program, &layouts, 3 + round % 5, |limit| numbers.below(limit));
            check(heap, &mut drawings, &program, &layouts);
        }
    }
}

#[test]
fn different_mixed_heaps_have_different_drawings() {
    for java in MIXED {
        let program = program(java);
        let layouts = Layouts::new(&program);
        let mut drawings = HashMap::new();
        let mut numbers = Numbers(3);
        for round in 0..rounds(400) {
            let heap = mixed_heap(&program, &layouts, 1 + round % 7, &mut numbers);
            check(heap, &mut drawings, &program, &layouts);
        }
    }
}

/// `TIGHTROPE_ROUNDS=50` tries fifty times as many heaps.
fn rounds(usual: usize) -> usize {
    let factor = std::env::var("TIGHTROPE_ROUNDS").ok().and_then(|factor| factor.parse().ok());
    usual * factor.unwrap_or(1)
}

#[test]
fn different_changes_have_different_drawings() {
    for java in CLASSES {
        let program = program(java);
        let layouts = Layouts::new(&program);
        let mut numbers = Numbers(11);
        for _ in 0..rounds(100) {
            let before = heap_of(&program, &layouts, 4, |limit| numbers.below(limit));
            let mut drawings: HashMap<String, Heap> = HashMap::new();
            for _ in 0..20 {
                let mut after = before.clone();
                let changed = numbers.below(before.objects.len() as u64) as usize;
                let places = after.objects[changed].values().len() as u64;
                let place = numbers.below(places) as usize;
                let target = numbers.below(before.objects.len() as u64 + 1) as u32;
                if let Some(value) = after.objects[changed].values_mut().get_mut(place)
                    && !matches!(value, Value::Int(_))
                {
                    *value = if target == 0 { Value::Null } else { Value::Object(ObjectId(target - 1)) };
                }
                let drawing = draw(&program, &layouts, &before, Some(&after));
                if let Some(other) = drawings.get(&drawing) {
                    assert_eq!(&after, other, "two changes, one drawing:\n{drawing}");
                }
                drawings.insert(drawing, after);
            }
        }
    }
}
