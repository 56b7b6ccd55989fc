//! The shape predicate that is derived from the invariant of a class, ready for use.

use tightrope_bounds::derive::derive;
use tightrope_bounds::shape::{Failure, Shapes};
use tightrope_heap::Layouts;
use tightrope_heap::canonical::Order;
use tightrope_program::{ClassId, Program};

/// A predicate that was derived.
#[derive(Clone, Debug)]
pub struct DerivedShape {
    pub shapes: Shapes,
    pub text: String,
    /// How many clauses of the invariant it does not say, or not all of them.
    pub left_out: usize,
}

/// The predicate of a class, or why none is derived.
pub fn derived_shape(program: &Program, class: ClassId) -> Result<DerivedShape, String> {
    let derived = derive(program, class)?;
    let unfit = |message: &str| format!("the predicate that would be derived is not one that can be used: {message}");
    let shapes = Shapes::read(&derived.text, program).map_err(|error| unfit(&error.message))?;
    // Whether all numbers have a value shows when it is unfolded.
    let small = shapes.limits(class, |_| 2);
    match shapes.field_bounds(class, &small, Order::DepthFirst, &Layouts::new(program), None) {
        Ok(Some(_)) => Ok(DerivedShape { shapes, text: derived.text, left_out: derived.left_out.len() }),
        Ok(None) | Err(Failure::OutOfTime | Failure::TooMany) => Err(unfit("it is too large")),
        Err(Failure::Shape(error)) => Err(unfit(&error.message)),
    }
}
