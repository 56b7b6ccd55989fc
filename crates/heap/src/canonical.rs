//! The canonical order of a heap's objects.
//!
//! Follows TACO (Galeotti et al., section 3): objects are numbered in the order in which a
//! breadth-first walk from the roots, in the order of roots, fields and elements, first meets them.
//! Ponzio et al. use the depth-first order; both are here. Because the edges of an object are
//! ordered, the walk is the same in isomorphic heaps, so two heaps are isomorphic exactly if their
//! canonical forms are equal. Objects that no root reaches are garbage: a canonical form has none.

use crate::{Heap, Object, ObjectId, Value};
use std::collections::VecDeque;

/// In which order a walk meets objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    BreadthFirst,
    DepthFirst,
}

/// The objects that the roots reach, in canonical order. Linear in the size of the heap.
pub fn order(heap: &Heap, order: Order) -> Vec<ObjectId> {
    let mut found = Vec::new();
    let mut seen = vec![false; heap.objects.len()];
    match order {
        Order::BreadthFirst => breadth_first(heap, &mut seen, &mut found),
        Order::DepthFirst => depth_first(heap, &mut seen, &mut found),
    }
    found
}

fn breadth_first(heap: &Heap, seen: &mut [bool], found: &mut Vec<ObjectId>) {
    let mut queue: VecDeque<Value> = heap.roots.iter().map(|root| root.value).collect();
    while let Some(value) = queue.pop_front() {
        if let Some(id) = first_time(value, seen) {
            found.push(id);
            queue.extend(heap.object(id).values());
        }
    }
}

fn depth_first(heap: &Heap, seen: &mut [bool], found: &mut Vec<ObjectId>) {
    let mut stack: Vec<Value> = heap.roots.iter().rev().map(|root| root.value).collect();
    while let Some(value) = stack.pop() {
        if let Some(id) = first_time(value, seen) {
            found.push(id);
            stack.extend(heap.object(id).values().iter().rev());
        }
    }
}

fn first_time(value: Value, seen: &mut [bool]) -> Option<ObjectId> {
    let id = value.as_object()?;
    let mark = seen.get_mut(id.index())?;
    (!std::mem::replace(mark, true)).then_some(id)
}

/// The heap with its reachable objects in canonical order and nothing else.
pub fn canonical(heap: &Heap, by: Order) -> Heap {
    select(heap, &order(heap, by))
}

/// Two heaps of the same objects, before and after: those that `before` reaches come first, in its
/// order, then the others that `after` reaches. `before` gets only the former. Requires: an object
/// has the same id in both.
pub fn canonical_pair(before: &Heap, after: &Heap, by: Order) -> (Heap, Heap) {
    let first = order(before, by);
    let mut all = first.clone();
    let mut is_known = vec![false; before.objects.len().max(after.objects.len())];
    first.iter().for_each(|id| is_known[id.index()] = true);
    all.extend(order(after, by).into_iter().filter(|id| !is_known[id.index()]));
    (select(before, &first), select(after, &all))
}

/// These objects, in this order; what refers to another one becomes unknown.
fn select(heap: &Heap, order: &[ObjectId]) -> Heap {
    let mut label: Vec<Option<ObjectId>> = vec![None; heap.objects.len()];
    for (index, id) in order.iter().enumerate() {
        label[id.index()] = Some(ObjectId(index as u32));
    }
    let rename = |value: Value| match value {
        Value::Object(id) => label.get(id.index()).copied().flatten().map_or(Value::Unknown, Value::Object),
        other => other,
    };
    let mut result = Heap { roots: heap.roots.clone(), objects: Vec::with_capacity(order.len()) };
    for root in &mut result.roots {
        root.value = rename(root.value);
    }
    for id in order {
        let mut object: Object = heap.object(*id).clone();
        for value in object.values_mut() {
            *value = rename(*value);
        }
        result.objects.push(object);
    }
    result
}
