//! Tight field bounds for a check: found once for each class and scope, and given to engines that
//! use them.
//!
//! `symbolic` takes them as facts about the initial heap, `explore` as its choices (bounded lazy
//! initialisation). `symbolic` starts anew in each scope, with the bounds of that scope. `explore`
//! goes on from partial heaps of the scope before, so it has the bounds of the largest scope from
//! the start. Parts (the engine `glassbox`) are shown for heaps of every size and use no bounds.

use crate::bounds::{Found, from_exploration, from_invariant, from_shape};
use crate::derived_shape::derived_shape;
use crate::{EngineChoice, Input, Options, Signals, content_of_structures};
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Instant;
use tightrope_bounds::feasible::Algorithm;
use tightrope_bounds::shape::Shapes;
use tightrope_bounds::{bounds_of_text, bounds_text};
use tightrope_heap::canonical::Order;
use tightrope_heap::{FieldBounds, Layouts, Scope};
use tightrope_problem::{Bounds, Problem};
use tightrope_program::names::simple_name;
use tightrope_program::{ClassId, MethodKind};
use tightrope_symbolic::Proofs;

/// Where the bounds of a check come from: `--bounds`.
#[derive(Clone, Debug, Default)]
pub enum TightFrom {
    None,
    Invariant,
    Explore,
    /// One for each class that has one; for others, what can be derived from the invariant.
    Shape(Vec<(ClassId, Arc<Shapes>)>),
    /// From a predicate that is derived from the invariant, or else from the invariant itself,
    /// where a check takes long enough for them to pay.
    #[default]
    Auto,
}

/// Which bounds a check uses.
#[derive(Clone, Debug)]
pub struct TightBounds {
    pub from: TightFrom,
    /// Only so many percent of what was refuted, the cheapest first (TACO, section 5.3).
    pub percent: usize,
    /// Whether the order of keys is bounded too: that costs about as much as it saves.
    pub has_keys: bool,
    /// How objects are numbered. `symbolic` numbers them breadth-first.
    pub labels: Order,
    /// Where bounds are kept from run to run.
    pub shelf: Option<Arc<dyn Shelf>>,
}

impl Default for TightBounds {
    fn default() -> TightBounds {
        TightBounds { from: TightFrom::Auto, percent: 100, has_keys: false, labels: Order::BreadthFirst, shelf: None }
    }
}

/// Keeps bounds by the text of all that they depend on.
pub trait Shelf: Debug + Send + Sync {
    fn find(&self, label: &str, content: &[String]) -> Option<String>;
    fn keep(&self, label: &str, content: &[String], answer: String);
}

/// Below this a check takes less time than its bounds. From here on it takes some times as long
/// with each node, and its bounds nearly nothing, where a predicate is derived. Else a solver finds
/// them, and that grows too, but not faster (`docs/bounds.md` has figures).
const LEAST_OBJECTS: usize = 6;

/// What is found, and what it rests on beside the invariant.
type Tight = (FieldBounds, Option<String>);

/// The bounds of one check: found once for each scope that needs them, also where none are found.
#[derive(Debug, Default)]
pub(crate) struct Known {
    last: Option<(Scope, Option<Tight>)>,
}

impl Known {
    /// The bounds of a rung, with what is known of valid heaps where that is used. To find that out
    /// may take half of the time that is left: the other half is for the rung.
    pub(crate) fn within(
        &mut self,
        input: Input<'_>,
        problem: &Problem<'_>,
        rung: Scope,
        options: &Options,
        (signals, deadline): (&Signals, Option<Instant>),
    ) -> Bounds {
        let mut bounds = Bounds::resolve(problem, &rung);
        let scope = scope_of_bounds(options, rung);
        if self.last.as_ref().is_none_or(|(known, _)| *known != scope) {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()) / 2);
            let within = Options { scope: scope.clone(), timeout: left, ..options.clone() };
            self.last = Some((scope, tight_bounds(input, problem, &within, signals)));
        }
        if let Some((_, Some((tight, rests_on)))) = &self.last {
            bounds.tight = Some(tight.clone());
            bounds.assumptions.extend(rests_on.clone());
        }
        bounds
    }
}

/// The scope whose bounds a rung of the ladder needs.
fn scope_of_bounds(options: &Options, rung: Scope) -> Scope {
    match &options.engine {
        EngineChoice::Named(name) if name == "symbolic" => rung,
        _ => options.scope.clone(),
    }
}

/// The bounds of the structures that a method is called on, and what they rest on beside the
/// invariant. `None`: nobody would use them, or they are not known.
fn tight_bounds(input: Input<'_>, problem: &Problem<'_>, options: &Options, signals: &Signals) -> Option<Tight> {
    let asks_symbolic = match &options.engine {
        EngineChoice::All => true,
        EngineChoice::Named(name) => name == "symbolic",
        EngineChoice::Auto => false,
    };
    let labels = options.tight.labels;
    // By itself only `symbolic` finds bounds worth their time.
    let is_used = match asks_symbolic {
        true => labels == Order::BreadthFirst,
        false => !matches!(options.tight.from, TightFrom::Auto),
    };
    let [class] = *problem.receivers.as_slice() else { return None };
    problem.method().filter(|_| is_used && rests_on_invariant(problem, class))?;
    let by_solver = || {
        let find = || from_invariant(input, class, Algorithm::Eager, options, signals);
        kept(input, class, options, "invariant", find)
    };
    match &options.tight.from {
        TightFrom::None => None,
        // Nobody vouches for how they are found.
        TightFrom::Auto if options.setup.proofs != Proofs::None => None,
        TightFrom::Auto if options.scope.largest() < LEAST_OBJECTS => None,
        TightFrom::Invariant if labels != Order::BreadthFirst => None,
        TightFrom::Auto => derived_bounds(input, class, options).or_else(by_solver),
        TightFrom::Invariant => by_solver(),
        // Numbers that were drawn from a range leave out structures with others.
        TightFrom::Explore if draws_numbers(input, class, options) => None,
        TightFrom::Explore => kept(input, class, options, "exploration", || {
            from_exploration(input, class, labels, options, signals, &Layouts::new(input.program))
        }),
        TightFrom::Shape(shapes) => match shapes.iter().find(|(of, _)| *of == class) {
            Some((_, shapes)) => {
                let name = simple_name(input.program, class);
                let rests = format!("the shape predicate of `{name}` admits all that its invariant admits");
                Some((bounds_of_shape(input, class, shapes, options)?, Some(rests)))
            }
            None => derived_bounds(input, class, options),
        },
    }
}

fn bounds_of_shape(input: Input<'_>, class: ClassId, shapes: &Shapes, options: &Options) -> Option<FieldBounds> {
    let layouts = Layouts::new(input.program);
    let found = from_shape(input, class, shapes, options.tight.labels, options, &layouts).ok()?;
    found.is_complete.then_some(found.bounds)
}

/// Those of the predicate that is derived from the invariant, if one is.
fn derived_bounds(input: Input<'_>, class: ClassId, options: &Options) -> Option<Tight> {
    let derived = derived_shape(input.program, class).ok()?;
    Some((bounds_of_shape(input, class, &derived.shapes, options)?, None))
}

/// A new object is in no structure yet, and a class without invariant admits every graph.
fn rests_on_invariant(problem: &Problem<'_>, class: ClassId) -> bool {
    let is_new = |method| problem.program.method(method).kind == MethodKind::Constructor;
    let has_invariant = problem.invariants.iter().any(|row| row.class == class && !row.invariants.is_empty());
    has_invariant && !problem.method().is_some_and(is_new)
}

fn draws_numbers(input: Input<'_>, class: ClassId, options: &Options) -> bool {
    let problem = Problem::of_structures(input.program, class);
    Bounds::resolve(&problem, &options.scope).chooses_numbers()
}

/// The bounds that were kept, or new ones, which are kept if they are complete.
fn kept(
    input: Input<'_>,
    class: ClassId,
    options: &Options,
    from: &str,
    find: impl FnOnce() -> Found,
) -> Option<Tight> {
    let percent = options.tight.percent;
    let label = format!("{}, scope {}, by {from}", simple_name(input.program, class), options.scope);
    let facts = [
        format!("{:?}", options.scope),
        format!("{:?}", options.run),
        from.to_owned(),
        percent.to_string(),
        format!("{:?}, order of keys: {}", options.tight.labels, options.tight.has_keys),
    ];
    let content: Vec<String> = facts.into_iter().chain([content_of_structures(input, class)]).collect();
    let shelf = options.tight.shelf.as_ref();
    if let Some(known) = shelf.and_then(|shelf| shelf.find(&label, &content)).and_then(|text| bounds_of_text(&text)) {
        return Some((known, None));
    }
    let found = find();
    if !found.is_complete {
        return None;
    }
    if found.work.undecided == 0
        && let Some(shelf) = shelf
    {
        let classes: Vec<ClassId> = input.program.class_ids().collect();
        shelf.keep(&label, &content, bounds_text(&found.bounds, &classes));
    }
    Some((found.bounds, None))
}
