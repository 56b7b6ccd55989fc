//! Field bounds from shape predicates (Ponzio, Rosner, Aguirre, Frias, "Efficient tight field
//! bounds computation based on shape predicates", FM 2014).

mod breadth_first;
mod comments;
mod depth_first;
mod lexer;
mod parse;
mod predicate;
mod productions;
mod solve;
mod tree;
mod unfold;
mod unfolding;

pub use comments::shapes_in_comments;
pub use predicate::Shapes;
pub use tree::ShapeError;
pub use unfolding::Failure;

use crate::labels::{Labelling, Union};
use depth_first::Bound;
use solve::Value;
use std::collections::BTreeSet;
use std::time::Instant;
use tightrope_heap::canonical::Order;
use tightrope_heap::{FieldBounds, FieldValue, Label, Layouts};
use tightrope_program::{ClassId, FieldId};
use unfold::{Structure, Structures};
use unfolding::{Collected, Sizes, Unfolding, next_sizes};

/// How large the heaps are that bounds speak of: at most so many objects of each class, of the
/// class that the shape is bound to as well.
pub type Limits = Vec<(ClassId, u32)>;

impl Shapes {
    /// The classes of the objects of a shape.
    pub fn classes_below(&self, class: ClassId) -> Vec<ClassId> {
        let predicate = self.of(class).map(|root| &self.predicates[root]);
        predicate.into_iter().flat_map(|predicate| predicate.classes.iter().copied()).collect()
    }

    /// How many objects of each class a structure can have, if `limit` says how many there may be.
    /// The object that the shape is bound to counts once, unless the structure can have more of its
    /// class.
    pub fn limits(&self, class: ClassId, limit: impl Fn(ClassId) -> u32) -> Limits {
        let root = self.of(class);
        let others = (0..self.predicates.len()).filter(|other| Some(*other) != root);
        let is_below = others.clone().any(|other| self.predicates[other].classes.contains(&class));
        let most = |of: ClassId| if of == class && !is_below { limit(of).min(1) } else { limit(of) };
        self.classes_below(class).into_iter().map(|of| (of, most(of))).collect()
    }

    /// The structures of a shape within the limits, one by one, with the fields that every case
    /// mentions. Not all if there are too many.
    pub fn structures(
        &self,
        class: ClassId,
        limits: &Limits,
        layouts: &Layouts,
        deadline: Option<Instant>,
    ) -> Result<BTreeSet<Labelling>, Failure> {
        let mut all = BTreeSet::new();
        let Some(root) = self.of(class) else { return Ok(all) };
        let fields = self.fields_of_all_cases();
        self.each_size(root, limits, deadline, |structures: &Structures| {
            let structures = structures.0.iter();
            let labelled = structures.map(|one| labelling(class, one, Order::BreadthFirst, layouts).only(&fields));
            all.extend(labelled);
        })?;
        Ok(all)
    }

    /// Bounds of the structures of a class; `None` if it has no shape. The fields of
    /// [`Shapes::fields`] are bounded, where every case that makes such an object mentions them.
    pub fn field_bounds(
        &self,
        class: ClassId,
        limits: &Limits,
        order: Order,
        layouts: &Layouts,
        deadline: Option<Instant>,
    ) -> Result<Option<FieldBounds>, Failure> {
        let Some(root) = self.of(class) else { return Ok(None) };
        match order {
            Order::DepthFirst => self.depth_first(root, limits, deadline).map(Some),
            Order::BreadthFirst => match productions::grammar(self, root, limits, layouts, deadline)? {
                Some(grammar) => Ok(Some(breadth_first::breadth_first(&grammar, limits))),
                None => self.one_by_one(class, limits, order, layouts, deadline),
            },
        }
    }

    /// All sizes up to the limits, one after the other.
    fn each_size<C: Collected>(
        &self,
        root: usize,
        limits: &Limits,
        deadline: Option<Instant>,
        mut use_it: impl FnMut(&C),
    ) -> Result<(), Failure> {
        let mut unfolding: Unfolding<'_, C> = Unfolding::new(self, root, deadline);
        let limit = |class: &ClassId| limits.iter().find(|(other, _)| other == class).map_or(0, |(_, limit)| *limit);
        let most: Sizes = unfolding.classes.iter().map(limit).collect();
        let mut sizes = vec![0; most.len()];
        loop {
            unfolding.entries(root, &sizes)?.iter().for_each(|entry| use_it(&entry.1));
            if !next_sizes(&mut sizes, &most) {
                return Ok(());
            }
        }
    }

    fn depth_first(&self, root: usize, limits: &Limits, deadline: Option<Instant>) -> Result<FieldBounds, Failure> {
        let mut all = Bound::default();
        let mut result = Ok(());
        self.each_size(root, limits, deadline, |bound: &Bound| {
            if result.is_ok() {
                result = all.join(bound.clone());
            }
        })?;
        result.map(|()| all.field_bounds(self, limits))
    }

    /// The union over all structures, unfolded one by one, with labels in either order: the plain
    /// way.
    pub fn one_by_one(
        &self,
        class: ClassId,
        limits: &Limits,
        order: Order,
        layouts: &Layouts,
        deadline: Option<Instant>,
    ) -> Result<Option<FieldBounds>, Failure> {
        let Some(root) = self.of(class) else { return Ok(None) };
        let mut union = Union::default();
        let mentioned = self.fields();
        let wanted = |class| layouts.fields(class).iter().copied().filter(|field| mentioned.contains(field)).collect();
        self.each_size(root, limits, deadline, |structures: &Structures| {
            for structure in &structures.0 {
                union.add(&labelling(class, structure, order, layouts), wanted);
            }
        })?;
        Ok(Some(union.field_bounds(limits)))
    }
}

/// A structure with the labels of a walk through it.
fn labelling(class: ClassId, structure: &Structure, order: Order, layouts: &Layouts) -> Labelling {
    let value = |value: &Value| match *value {
        Value::Null => Some(FieldValue::Null),
        Value::Number(number) => Some(FieldValue::Data(number)),
        Value::Node(name) => Some(FieldValue::Object(Label { class: name.class, number: name.number })),
        Value::Outer(_) => None,
    };
    let objects = structure.iter().map(|node| {
        let mut fields: Vec<(FieldId, FieldValue)> =
            node.fields.iter().filter_map(|(field, held)| Some((*field, value(held)?))).collect();
        fields.sort_by_key(|(field, _)| layouts.position(node.name.class, *field));
        (Label { class: node.name.class, number: node.name.number }, fields)
    });
    Labelling::of_walk(Label { class, number: 0 }, objects.collect(), order)
}
