//! Tight field bounds of a class, as a report.

use crate::derived_shape::DerivedShape;
use crate::generate::{note, search};
use crate::queued::Remote;
use crate::queued_bounds::{from_queue, is_certified};
use crate::{Input, Options, Signals};
use std::collections::BTreeSet;
use std::time::Instant;
use tightrope_bounds::feasible::{Algorithm, Certificate, Effort, Structures, Work, feasible_values};
use tightrope_bounds::heaps::{Keys, fields_by_structure, from_heaps};
use tightrope_bounds::shape::{Failure, Limits, ShapeError, Shapes};
use tightrope_circuit::{Interrupt, Proofs};
use tightrope_heap::canonical::Order;
use tightrope_heap::{FieldBounds, Heap, Layouts};
use tightrope_problem::{Bounds, Problem};
use tightrope_program::names::simple_name;
use tightrope_program::{ClassId, ClassOrigin, FieldId, Program};
use tightrope_report::{BoundsReport, SCHEMA, bounded_fields, bounded_orders};

/// Where bounds come from.
#[derive(Clone, Copy, Debug)]
pub enum BoundsFrom<'s> {
    Shape(&'s Shapes),
    /// A shape predicate that was derived from the invariant.
    Derived(&'s DerivedShape),
    Exploration,
    /// The invariant as a circuit, by feasibility queries.
    Invariant(Algorithm),
    /// The same, where others answer the questions.
    Queue(Remote<'s>),
}

/// Bounds, whether they cover all structures, and what is to be said about them.
pub(crate) struct Found {
    pub(crate) bounds: FieldBounds,
    pub(crate) is_complete: bool,
    pub(crate) work: Work,
    pub(crate) notes: Vec<String>,
    /// Where each refuted value was to have a proof: how many have one, and what proves them.
    pub(crate) certificate: Option<(usize, Certificate)>,
}

/// Finds the tight field bounds of a class. Fails if the shape predicate that they come from is
/// wrong.
pub fn field_bounds(
    input: Input<'_>,
    class: ClassId,
    from: BoundsFrom<'_>,
    order: Order,
    options: &Options,
    signals: &Signals,
) -> Result<BoundsReport, ShapeError> {
    let started = Instant::now();
    let layouts = Layouts::new(input.program);
    let found = match from {
        BoundsFrom::Shape(shapes) => from_shape(input, class, shapes, order, options, &layouts)?,
        BoundsFrom::Derived(derived) => {
            let mut found = from_shape(input, class, &derived.shapes, order, options, &layouts)?;
            found.notes.push(what_is_derived(derived));
            found
        }
        BoundsFrom::Exploration => from_exploration(input, class, order, options, signals, &layouts),
        BoundsFrom::Invariant(_) | BoundsFrom::Queue(_) if order != Order::BreadthFirst => {
            without_bounds("bounds from the invariant have breadth-first labels".to_owned())
        }
        BoundsFrom::Invariant(algorithm) => from_invariant(input, class, algorithm, options, signals),
        BoundsFrom::Queue(remote) => from_queue(input, class, remote, options, signals),
    };
    Ok(BoundsReport {
        schema: SCHEMA,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        class: simple_name(input.program, class).to_owned(),
        scope: options.scope.to_string(),
        labels: if order == Order::BreadthFirst { "breadth-first" } else { "depth-first" },
        from: match from {
            BoundsFrom::Shape(_) => "shape",
            BoundsFrom::Derived(_) => "derived",
            BoundsFrom::Exploration => "exploration",
            BoundsFrom::Invariant(_) | BoundsFrom::Queue(_) => "invariant",
        },
        complete: found.is_complete,
        seconds: started.elapsed().as_secs_f64(),
        queries: found.work.queries,
        satisfiable: found.work.sat,
        certified: found.certificate.as_ref().map(|(proved, _)| *proved),
        proof: match (&found.certificate, options.setup.proofs) {
            (Some((_, certificate)), Proofs::Kept) => certificate.files(),
            _ => None,
        },
        predicate: match from {
            BoundsFrom::Derived(derived) => Some(derived.text.clone()),
            _ => None,
        },
        notes: found.notes,
        fields: bounded_fields(&found.bounds, input.program, &layouts),
        orders: bounded_orders(&found.bounds, input.program),
    })
}

/// That nobody has written the predicate, and what it leaves out.
fn what_is_derived(derived: &DerivedShape) -> String {
    let more = match derived.left_out {
        0 => return "the predicate is derived from the invariant, and says the same".to_owned(),
        1 => "a clause".to_owned(),
        more => format!("{more} clauses"),
    };
    format!("the predicate is derived from the invariant; it leaves out {more}, in part at least, so it may admit more")
}

pub(crate) fn from_shape(
    input: Input<'_>,
    class: ClassId,
    shapes: &Shapes,
    order: Order,
    options: &Options,
    layouts: &Layouts,
) -> Result<Found, ShapeError> {
    let limit = |class: ClassId| objects_of(input.program, class, options);
    let limits = shapes.limits(class, limit);
    let deadline = options.timeout.map(|timeout| Instant::now() + timeout);
    let cut_off = |note: &str| Found {
        bounds: FieldBounds::for_objects(limits.iter().copied()),
        is_complete: false,
        work: Work::default(),
        notes: vec![note.to_owned()],
        certificate: None,
    };
    match shapes.field_bounds(class, &limits, order, layouts, deadline) {
        Ok(Some(bounds)) => {
            // Predicates do not bound the order of keys.
            let notes = what_is_free(input.program, &bounds, &Keys::new()).into_iter().collect();
            Ok(Found { bounds, is_complete: true, work: Work::default(), notes, certificate: None })
        }
        Ok(None) => Ok(cut_off("no shape predicate is bound to the class")),
        Err(Failure::Shape(error)) => Err(error),
        Err(Failure::OutOfTime) => Ok(cut_off("out of time")),
        Err(Failure::TooMany) => {
            Ok(cut_off("this shape is not a tree, and it has more structures than can be looked at one by one"))
        }
    }
}

pub(crate) fn without_bounds(reason: String) -> Found {
    let bounds = FieldBounds::default();
    Found { bounds, is_complete: false, work: Work::default(), notes: vec![reason], certificate: None }
}

/// What is not decided in time stays in the bounds, so they can be used whatever happens.
pub(crate) fn from_invariant(
    input: Input<'_>,
    class: ClassId,
    algorithm: Algorithm,
    options: &Options,
    signals: &Signals,
) -> Found {
    let cancel = signals.cancel.clone();
    let limits = tightrope_circuit::Limits {
        deadline: options.timeout.map(|timeout| Instant::now() + timeout),
        interrupt: Some(Interrupt::new(move || cancel.stopped().is_some())),
        ..tightrope_circuit::Limits::NONE
    };
    let symbolic = tightrope_symbolic::Options { limits: limits.clone(), ..Default::default() };
    let structures = match tightrope_symbolic::structures(input.program, class, &options.scope, &symbolic) {
        Ok(structures) => with_wanted_keys(structures, options),
        Err(reason) => return without_bounds(format!("the invariant is not translated: {reason}")),
    };
    let certified = is_certified(options);
    let effort = Effort { algorithm, threads: options.threads, limits, conflicts: None, certified };
    summed_up(input, class, feasible_values(&structures, &effort), options)
}

/// The order of keys is asked for only where that is wanted.
pub(crate) fn with_wanted_keys(mut structures: Structures, options: &Options) -> Structures {
    if !options.tight.has_keys {
        structures.pairs.clear();
    }
    structures
}

/// What is to be said of the answers to all questions.
pub(crate) fn summed_up(
    input: Input<'_>,
    class: ClassId,
    found: tightrope_bounds::feasible::Found,
    options: &Options,
) -> Found {
    let (bounds, work) = (found.partial(options.tight.percent), found.work);
    let mut notes = Vec::new();
    if work.undecided > 0 {
        notes.push(format!("{} values are left in because they were not decided in time", work.undecided));
    }
    notes.extend(what_is_free(input.program, &bounds, &keys_of(input, class, options)));
    let proved = found.proved();
    let certificate = found.certificate.map(|certificate| (proved, certificate));
    Found { bounds, is_complete: true, work, notes, certificate }
}

/// The fields of which nothing can be said.
fn what_is_free(program: &Program, bounds: &FieldBounds, keys: &Keys) -> Option<String> {
    let layouts = Layouts::new(program);
    let classes = program.class_ids().filter(|class| bounds.objects(*class).is_some());
    let fields = classes.flat_map(|class| layouts.fields(class).iter().map(move |field| (class, *field)));
    let is_bounded = |class: ClassId, field: FieldId| {
        keys.contains_key(&(class, field)) || bounds.iter().any(|(of, object, _)| (object.class, of) == (class, field))
    };
    let free = fields.filter(|(class, field)| !is_bounded(*class, *field));
    let name = |(class, field)| format!("{}.{}", simple_name(program, class), program.field(field).name);
    let names: Vec<String> = free.map(name).collect();
    (!names.is_empty()).then(|| format!("not bounded: {}", names.join(", ")))
}

/// The fields with numbers of which only the order matters.
fn keys_of(input: Input<'_>, class: ClassId, options: &Options) -> Keys {
    let bounds = Bounds::resolve(&Problem::of_structures(input.program, class), &options.scope);
    bounds.keys().into_iter().map(|(place, of)| ((place.class, place.field), of.0)).collect()
}

fn objects_of(program: &Program, class: ClassId, options: &Options) -> u32 {
    u32::try_from(options.scope.objects_of(program.class(class).name.as_str())).unwrap_or(u32::MAX)
}

pub(crate) fn from_exploration(
    input: Input<'_>,
    class: ClassId,
    order: Order,
    options: &Options,
    signals: &Signals,
    layouts: &Layouts,
) -> Found {
    let found = search(input, class, options, signals, true);
    let classes = classes_of(input.program, &found.heaps);
    let most = |of: ClassId| match of == class {
        true => largest_number(&found.heaps, class),
        false => objects_of(input.program, of, options),
    };
    let limits: Limits = classes.iter().map(|class| (*class, most(*class))).collect();
    let fields = fields_by_structure(input.program, layouts, &classes);
    let mut notes: Vec<String> = found.answer.cuts.iter().map(|cut| note(input, cut)).collect();
    notes.push(format!("the union of {} structures", found.count));
    let is_complete = found.answer.cuts.is_empty();
    let keys = if options.tight.has_keys { keys_of(input, class, options) } else { Keys::new() };
    let bounds = from_heaps(&found.heaps, &limits, (&fields, &keys), order, layouts);
    notes.extend(what_is_free(input.program, &bounds, &keys));
    Found { bounds, is_complete, work: Work::default(), notes, certificate: None }
}

/// The classes of the program's own of which structures have objects.
fn classes_of(program: &Program, heaps: &[Heap]) -> Vec<ClassId> {
    let objects = heaps.iter().flat_map(|heap| &heap.objects).filter_map(|object| object.ty.as_class());
    let own = objects.filter(|class| program.class(*class).origin == ClassOrigin::User);
    own.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The most objects of a class that one structure has.
fn largest_number(heaps: &[Heap], class: ClassId) -> u32 {
    let number = |heap: &Heap| heap.objects.iter().filter(|object| object.ty.as_class() == Some(class)).count();
    heaps.iter().map(number).max().unwrap_or(0) as u32
}
