//! Drawings lose nothing: heaps that differ have drawings that differ. Tried on small heaps of classes of each shape, and on random
//! larger ones.

mod support;

use std::collections::HashMap;
use support::program;
use tightrope_heap::canonical::{Order, canonical};
use tightrope_heap::{Content, Heap, Layouts, Object, ObjectId, Root, Value};
use tightrope_program::{Program, Type};
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

/// A heap of `count` objects of the class `Node`; `choose` gives each link: 0 is null, n the object n - 1. `node` is the one root.
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
        for round in 0..300 {
            let heap = heap_of(&program, &layouts, 3 + round % 5, |limit| numbers.below(limit));
            check(heap, &mut drawings, &program, &layouts);
        }
    }
}

#[test]
fn different_changes_have_different_drawings() {
    for java in CLASSES {
        let program = program(java);
        let layouts = Layouts::new(&program);
        let mut numbers = Numbers(11);
        for _ in 0..100 {
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
