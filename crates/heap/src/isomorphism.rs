//! Are two heaps the same but for the names of their objects?
//!
//! Written without canonical forms, so that each can be tested against the other: walks both heaps
//! at once from their roots and builds the one bijection that can exist.

use crate::{Content, Heap, ObjectId, Value};
use std::collections::HashMap;

/// Is there a renaming of the objects that the roots reach which makes the heaps equal? Objects
/// that no root reaches do not count.
pub fn isomorphic(left: &Heap, right: &Heap) -> bool {
    if left.roots.len() != right.roots.len() {
        return false;
    }
    let mut matching = Matching::default();
    let roots_fit = left
        .roots
        .iter()
        .zip(&right.roots)
        .all(|(left, right)| left.name == right.name && matching.pair(left.value, right.value));
    if !roots_fit {
        return false;
    }
    while let Some((a, b)) = matching.pending.pop() {
        let (a, b) = (left.object(a), right.object(b));
        let texts_fit = match (&a.content, &b.content) {
            (Content::Text(a), Content::Text(b)) => a == b,
            (Content::Fields(_), Content::Fields(_)) | (Content::Elements(_), Content::Elements(_)) => true,
            _ => false,
        };
        let (a_values, b_values) = (a.values(), b.values());
        if a.ty != b.ty || !texts_fit || a_values.len() != b_values.len() {
            return false;
        }
        if !a_values.iter().zip(b_values).all(|(a, b)| matching.pair(*a, *b)) {
            return false;
        }
    }
    true
}

/// The pairs decided so far, both ways, and those whose contents are still to be compared.
#[derive(Default)]
struct Matching {
    forward: HashMap<ObjectId, ObjectId>,
    backward: HashMap<ObjectId, ObjectId>,
    pending: Vec<(ObjectId, ObjectId)>,
}

impl Matching {
    fn pair(&mut self, left: Value, right: Value) -> bool {
        let (Value::Object(a), Value::Object(b)) = (left, right) else { return left == right };
        match (self.forward.get(&a), self.backward.get(&b)) {
            (None, None) => {
                self.forward.insert(a, b);
                self.backward.insert(b, a);
                self.pending.push((a, b));
                true
            }
            (Some(to), Some(from)) => *to == b && *from == a,
            _ => false,
        }
    }
}
