//! Is one heap an instance of another? As [`crate::isomorphism`], but one side may leave values
//! open, and may have elements of which only the identity counts.

use crate::{Content, Heap, Object, ObjectId, Value};
use std::collections::HashMap;

/// Which object of the second heap each object of the first one is.
pub type Renaming = HashMap<ObjectId, ObjectId>;

/// Walks both heaps at once from pairs of values. An unknown value of `pattern` fits everything. An
/// object of `pattern` that is an element fits every object, but always the same one, and nobody
/// else fits that.
pub fn matches_from(
    pattern: &Heap,
    heap: &Heap,
    roots: &[(Value, Value)],
    is_element: &dyn Fn(&Object) -> bool,
) -> Option<Renaming> {
    let mut matching = Matching { forward: Renaming::new(), backward: HashMap::new(), pending: Vec::new() };
    if !roots.iter().all(|(a, b)| matching.pair(*a, *b)) {
        return None;
    }
    while let Some((a, b)) = matching.pending.pop() {
        let (a, b) = (pattern.object(a), heap.object(b));
        if is_element(a) {
            continue;
        }
        let same_kind = match (&a.content, &b.content) {
            (Content::Text(a), Content::Text(b)) => a == b,
            (Content::Fields(_), Content::Fields(_)) | (Content::Elements(_), Content::Elements(_)) => true,
            _ => false,
        };
        let (left, right) = (a.values(), b.values());
        if a.ty != b.ty || !same_kind || left.len() != right.len() {
            return None;
        }
        if !left.iter().zip(right).all(|(a, b)| matching.pair(*a, *b)) {
            return None;
        }
    }
    Some(matching.forward)
}

struct Matching {
    forward: Renaming,
    backward: HashMap<ObjectId, ObjectId>,
    pending: Vec<(ObjectId, ObjectId)>,
}

impl Matching {
    fn pair(&mut self, pattern: Value, value: Value) -> bool {
        let (Value::Object(a), Value::Object(b)) = (pattern, value) else {
            return pattern == Value::Unknown || pattern == value;
        };
        match (self.forward.get(&a), self.backward.get(&b)) {
            (None, None) => {
                self.forward.insert(a, b);
                self.backward.insert(b, a);
                self.pending.push((a, b));
                true
            }
            (to, from) => to == Some(&b) && from == Some(&a),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::matches_from;
    use crate::{Content, Heap, Object, ObjectId, Value};
    use tightrope_program::{ClassId, Type};

    fn object(class: u32, fields: &[Value]) -> Object {
        Object { ty: Type::class(ClassId(class)), content: Content::Fields(fields.to_vec()) }
    }

    fn at(id: u32) -> Value {
        Value::Object(ObjectId(id))
    }

    /// A node with two references.
    fn node(a: Value, b: Value) -> Heap {
        let objects = vec![object(1, &[a, b]), object(7, &[]), object(7, &[])];
        Heap { roots: Vec::new(), objects }
    }

    #[test]
    fn elements_keep_who_is_who() {
        let is_element = |object: &Object| object.ty == Type::class(ClassId(7));
        let fits = |a: &Heap, b: &Heap| matches_from(a, b, &[(at(0), at(0))], &is_element).is_some();
        let (same, different) = (node(at(1), at(1)), node(at(1), at(2)));
        assert!(fits(&same, &node(at(2), at(2))));
        assert!(fits(&different, &node(at(2), at(1))));
        assert!(!fits(&same, &different));
        assert!(!fits(&different, &same));
    }

    #[test]
    fn what_is_open_fits_everything() {
        let nothing = |_: &Object| false;
        let open = node(Value::Unknown, Value::Null);
        let fits = |b: &Heap| matches_from(&open, b, &[(at(0), at(0))], &nothing).is_some();
        assert!(fits(&node(at(1), Value::Null)));
        assert!(!fits(&node(Value::Null, at(1))));
    }
}
