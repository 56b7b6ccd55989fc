//! Ranges of numbers that are still open: how high a subtree is at least that has not been built to
//! its end.
//!
//! A three-valued evaluation knows nothing of a number until it knows all that the number depends
//! on. Balanced trees show what that costs: a tree that leans too far is complete before anybody
//! sees it. So where a comparison of numbers is open, both sides are run on ranges, as in bounds
//! propagation and interval analysis.
//!
//! - Code of pure methods is run on [`AbstractValue`]s, along all paths that are possible; what
//!   cannot be followed has any value.
//! - What a method gives for a reference that is still open is found once, by iteration from
//!   nothing at all (the least fixed point): after `n` rounds it is what a recursion of depth `n`
//!   can give. A recursion that ends never comes back to the same method with the same object, so
//!   the rounds are limited by the largest scope.
//! - A field that an invariant defines by the fields of the nodes below, `n.height == 1 +
//!   Math.max(height(n.left), height(n.right))`, is treated like such a method. "Below" has to end:
//!   the invariants must say that the walk along these fields meets no node twice, in the form that
//!   is recognised here.
//!
//! Ranges only take away outcomes that are impossible where the invariants hold. They are used for
//! assumptions, and not for what is to be shown.

mod interpret;
mod ranges;
mod values;

pub(super) use interpret::Guesses;
pub(super) use ranges::Ranged;
pub use ranges::Ranges;

use super::evaluate::Evaluation;
use super::quantify::assumed_set;
use super::sets::Objects;
use super::workspace::Workspace;
use super::{CallTarget, Domain, Edges, FormulaId, Node, NodeKind, ReachNode, SetNode, Walk, WalkId};
use crate::accelerations::Acceleration;
use crate::code::{Comparison, FunctionId, Memory, RuntimeType};
use crate::compile::Executable;
use crate::word::{self, Word};
use interpret::{AbstractInterpreter, Locals, MOST_STEPS};
use ranges::{Definition, Measure, Measures, definition_in, field_of_local};
use tightrope_heap::validity::is_subtype;
use tightrope_program::Type;
use values::{ANY, AbstractValue, Range, hull, number};

/// How many methods and fields may depend on each other.
const MOST_MEASURES: usize = 16;
/// Of larger scopes nothing is known.
const MOST_OBJECTS: usize = 200;

impl Executable<'_> {
    /// Finds out what the assumed formulas of one class say of numbers in general. `most_objects`:
    /// how many objects a heap can have.
    pub fn ranges(&self, assumed: &[FormulaId], most_objects: usize) -> Ranges {
        if most_objects > MOST_OBJECTS {
            return Ranges::default();
        }
        let mut ranges = self.iterate(self.measures(assumed));
        for (measure, _) in &ranges.measures {
            match measure {
                Measure::Method { function, .. } if !ranges.methods.contains(function) => {
                    ranges.methods.push(*function)
                }
                _ => {}
            }
        }
        ranges
    }

    /// What there is to be known of numbers, of which nothing is known yet.
    fn measures(&self, assumed: &[FormulaId]) -> Ranges {
        let mut ranges = Ranges {
            definitions: assumed.iter().filter_map(|formula| self.definition(*formula, assumed)).collect(),
            ..Ranges::default()
        };
        // What defines the fields of one structure says nothing of another.
        if let Some(Definition { structure, .. }) = ranges.definitions.first().cloned() {
            ranges.definitions.retain(|definition| definition.structure == structure);
            ranges.edges = self.only_edges(structure.0).unwrap_or_default().to_vec();
        }
        let fields = (0..ranges.definitions.len()).map(|number| (Measure::Field(number), AbstractValue::Never));
        ranges.measures = fields.collect();
        ranges.booleans = self.boolean_slots();
        for formula in assumed {
            self.seed(&self.formulas[formula.index()].root, &mut ranges);
        }
        ranges
    }

    /// Is the first argument of a method an object?
    fn takes_reference(&self, function: FunctionId) -> bool {
        let method = self.program.method(self.functions[function.0 as usize].method);
        !method.is_static || method.params.first().is_some_and(|param| param.ty.is_reference())
    }

    fn boolean_slots(&self) -> Vec<(RuntimeType, u16)> {
        let types = self.types.infos.iter().enumerate();
        let classes = types.filter_map(|(number, info)| Some((RuntimeType(number as u32), info.ty.as_class()?)));
        let fields = classes.flat_map(|(ty, class)| self.layouts.fields(class).iter().map(move |field| (ty, *field)));
        let booleans = fields.filter(|(_, field)| self.program.field(*field).ty == Type::BOOLEAN);
        let mut slots: Vec<_> = booleans.filter_map(|(ty, field)| Some((ty, self.types.slot(field)?))).collect();
        slots.sort_unstable();
        slots
    }

    /// The methods that are called in comparisons.
    fn seed(&self, node: &Node, ranges: &mut Ranges) {
        for_each_call(node, &mut |function| {
            if !self.takes_reference(function) {
                return;
            }
            for of in [AbstractValue::Anything, AbstractValue::Below] {
                let measure = Measure::Method { function, of };
                if ranges.measures.iter().all(|(known, _)| *known != measure) {
                    ranges.measures.push((measure, AbstractValue::Never));
                }
            }
        });
    }

    /// Each round allows for one more call on the way. All scopes have the same limit, so that
    /// ranges tell the same in all of them.
    fn iterate(&self, mut ranges: Ranges) -> Ranges {
        let mut round: usize = 0;
        while round <= (MOST_OBJECTS + 2) * ranges.measures.len() {
            let Some((next, is_steady)) = self.next_round(&ranges) else { return Ranges::default() };
            if next == ranges.measures {
                return ranges;
            }
            let rounds_left = (MOST_OBJECTS + 2) * next.len() + 1 - round;
            if is_steady && round.is_power_of_two() && self.leap(&mut ranges, &next, rounds_left) {
                break;
            }
            ranges.measures = next;
            round += 1;
        }
        ranges.is_cut = true;
        ranges
    }

    /// What is known of all measures, given what was, and whether that grows steadily. `None`:
    /// there are too many.
    fn next_round(&self, ranges: &Ranges) -> Option<(Measures, bool)> {
        let mut next = Vec::with_capacity(ranges.measures.len());
        let mut guesses = Guesses::default();
        let mut guesser = AbstractInterpreter::new(self, ranges, &mut guesses);
        for (measure, before) in &ranges.measures {
            guesser.steps = MOST_STEPS;
            let found = guesser.measure(*measure);
            next.push((*measure, hull(*before, found)));
        }
        for measure in guesser.wanted {
            if next.iter().all(|(known, _)| *known != measure) {
                next.push((measure, AbstractValue::Never));
            }
        }
        (next.len() <= MOST_MEASURES).then_some((next, guesser.is_steady))
    }

    /// Does all rounds that are left at once, if it can be said where they lead at most: a steady
    /// one has led from `ranges` to `next`. Such a round only shifts, unites and cuts ranges; given
    /// wider ones, wider by some number at most, it gives others that are wider by that number at
    /// most. So no later round can add more than this one has. That also needs that whatever does
    /// not grow stays as it is however far the others get.
    fn leap(&self, ranges: &mut Ranges, next: &Measures, rounds: usize) -> bool {
        let start = ranges.measures.clone();
        if start.len() != next.len() {
            return false;
        }
        let grown = || start.iter().zip(next).filter_map(|(before, after)| Some((number(before.1)?, number(after.1)?)));
        let down = grown().map(|(before, after)| before.least - after.least).max().unwrap_or(0) * rounds as Word;
        let up = grown().map(|(before, after)| after.greatest - before.greatest).max().unwrap_or(0) * rounds as Word;
        let mut grows: Vec<bool> = start.iter().zip(next).map(|(before, after)| before != after).collect();
        while let Some(far) = widened(&start, &grows, down, up) {
            ranges.measures = far;
            let Some((last, true)) = self.next_round(ranges) else { break };
            let keeps_kind = |(last, grows): (&(Measure, AbstractValue), &bool)| {
                !grows || matches!(last.1, AbstractValue::Number(_))
            };
            if last.len() != start.len() || !last.iter().zip(&grows).all(keeps_kind) {
                break;
            }
            let places = || (0..start.len()).filter(|place| last[*place] != ranges.measures[*place]);
            if places().all(|place| grows[place]) {
                return true;
            }
            places().for_each(|place| grows[place] = true);
        }
        ranges.measures = start;
        false
    }

    /// The definition that a formula is, if it is one and recursion over it ends.
    fn definition(&self, formula: FormulaId, assumed: &[FormulaId]) -> Option<Definition> {
        let (walk, root, binder, body) = self.over_structure(formula)?;
        let (slot, _) = definition_in(body, binder)?;
        let ends = |other: &FormulaId| {
            self.over_structure(*other).is_some_and(|(its_walk, its_root, its_binder, its_body)| {
                (its_walk, its_root) == (walk, root) && self.says_acyclic(its_body, its_binder, walk)
            })
        };
        assumed.iter().any(ends).then_some(Definition { formula, slot, structure: (walk, root) })
    }

    /// The walk of `(\forall C n; \reach(this.root, C, fields).has(n); body)`, the slot of `root`,
    /// the variable and the body.
    pub(super) fn over_structure(&self, formula: FormulaId) -> Option<(WalkId, u16, u16, &Node)> {
        let (quantified, binder) = assumed_set(&self.formulas[formula.index()].root)?;
        // Of all members: those of a subclass would leave others out.
        let Domain::Set(SetNode::Reach(reach), None) = &binder.domain else { return None };
        let is_plain = quantified.binders.len() == 1 && matches!(quantified.range.kind, NodeKind::Word(1));
        let root = field_of_local(&reach.root, 0)?;
        is_plain.then_some((reach.walk, root, binder.local, &quantified.body))
    }

    /// Does a formula say that no field that the walk follows leads back to the node?
    pub(super) fn says_acyclic(&self, body: &Node, binder: u16, walk: WalkId) -> bool {
        let Some(slots) = self.only_edges(walk) else { return false };
        let parts = conjuncts(body);
        slots.iter().all(|slot| parts.iter().any(|part| leads_not_back(part, binder, walk, *slot)))
    }

    /// The slots that a walk follows, if they are the same for all objects.
    pub(super) fn only_edges(&self, walk: WalkId) -> Option<&[u16]> {
        let walk = &self.walks[walk.0 as usize];
        let mut edges = walk.edges.iter().flatten();
        let Some(Edges::Slots(slots)) = edges.next() else { return None };
        let is_same = |other: &Edges| matches!(other, Edges::Slots(other) if other == slots);
        let is_uniform = walk.memory == Memory::Now && edges.all(is_same);
        (is_uniform && self.is_closed(walk, slots)).then_some(slots)
    }

    /// Does whatever these slots can hold belong to the set of the walk? (`\reach(first, Sub,
    /// next)` leaves out other objects that `next` may lead to.)
    fn is_closed(&self, walk: &Walk, slots: &[u16]) -> bool {
        let belongs = |ty: usize| matches!(walk.edges.get(ty), Some(Some(_)));
        let holds_only_members = |held: Type| {
            let fits = |object: Type| is_subtype(self.program, object, held);
            self.types.infos.iter().enumerate().all(|(ty, info)| belongs(ty) || !fits(info.ty))
        };
        let classes = self.types.infos.iter().enumerate().filter(|(ty, _)| belongs(*ty));
        let mut classes = classes.filter_map(|(_, info)| info.ty.as_class());
        classes.all(|class| {
            let fields = self.layouts.fields(class).iter();
            let mut followed =
                fields.filter(|field| self.types.slot(**field).is_some_and(|slot| slots.contains(&slot)));
            followed.all(|field| holds_only_members(self.program.field(*field).ty))
        })
    }
}

impl Evaluation<'_, '_> {
    /// How an open comparison of two numbers can turn out, as far as ranges tell.
    pub(super) fn ranged_comparison(&mut self, op: Comparison, left: &Node, right: &Node) -> Option<Ranged> {
        let is_used = self.executable().has(Acceleration::Ranges) && !self.has_changed;
        let ranges = self.ranges.filter(|ranges| !ranges.is_empty() && is_used)?;
        let members = self.members(ranges);
        let (executable, state, local_count) = (self.executable(), self.original(), self.locals().len());
        let Workspace { locals, guesses, calls, met, .. } = &mut *self.workspace;
        let locals = &locals[..local_count];
        guesses.start(ranges, locals.first().copied());
        let mut guesser = AbstractInterpreter::new(executable, ranges, guesses);
        (guesser.heap, guesser.members) = (Some((state, &*calls)), members);
        guesser.this = locals.first().map_or(AbstractValue::Anything, |this| AbstractValue::Known(*this));
        let ranged = guesser.comparison(op, left, right, &Locals::Words(locals));
        met.add(guesser.met);
        ranged
    }

    /// The objects that surely belong to the structure whose fields are defined. They are looked
    /// at, but not waited for.
    fn members(&mut self, ranges: &Ranges) -> Option<Objects> {
        let definition = ranges.definitions.first()?;
        let (walk, slot) = definition.structure;
        let this = word::as_object(*self.locals().first()?)?;
        let root = self.original().read(Memory::Now, this, usize::from(slot));
        let Some(root) = word::as_object(root) else { return Some(Objects::none(self.original().objects.len())) };
        match self.reached_members(walk, root) {
            Some((members, _)) => Some(Objects::Few(members)),
            None => Some(self.walked(walk, root).surely),
        }
    }
}

/// Measures of which those that grow have become wider.
fn widened(measures: &Measures, grows: &[bool], down: Word, up: Word) -> Option<Measures> {
    let widen = |((measure, guess), grows): (&(Measure, AbstractValue), &bool)| match guess {
        _ if !grows => Some((*measure, *guess)),
        AbstractValue::Number(Range { least, greatest }) => {
            let wide = Range { least: least - down, greatest: greatest + up };
            (ANY.least <= wide.least && wide.greatest <= ANY.greatest)
                .then_some((*measure, AbstractValue::Number(wide)))
        }
        _ => None,
    };
    measures.iter().zip(grows).map(widen).collect()
}

fn conjuncts(node: &Node) -> Vec<&Node> {
    match &node.kind {
        NodeKind::And(left, right) => [conjuncts(left), conjuncts(right)].concat(),
        _ => vec![node],
    }
}

/// `!\reach(n.field, C, fields).has(n)`
fn leads_not_back(node: &Node, binder: u16, walk: WalkId, slot: u16) -> bool {
    let NodeKind::Not(inside) = &node.kind else { return false };
    let NodeKind::Contains { set: SetNode::Reach(reach), element } = &inside.kind else { return false };
    let ReachNode { root, walk: its_walk } = &**reach;
    let is_of_node = matches!(element.kind, NodeKind::Local(of) if of == binder);
    is_of_node && *its_walk == walk && field_of_local(root, binder) == Some(slot)
}

/// The methods with one parameter that are called in the parts of a formula that are looked at on
/// ranges.
fn for_each_call(node: &Node, found: &mut impl FnMut(FunctionId)) {
    match &node.kind {
        NodeKind::Call(call) => {
            if let (CallTarget::Static(function) | CallTarget::Exact(function), 1) = (call.target, call.args.len()) {
                found(function);
            }
            call.args.iter().for_each(|arg| for_each_call(arg, found));
        }
        NodeKind::And(left, right)
        | NodeKind::Or(left, right)
        | NodeKind::Implies(left, right)
        | NodeKind::Equivalent(left, right)
        | NodeKind::Arithmetic { left, right, .. }
        | NodeKind::Compare { left, right, .. }
        | NodeKind::CompareSymbols { left, right, .. } => {
            for_each_call(left, found);
            for_each_call(right, found);
        }
        NodeKind::Not(operand) | NodeKind::NegateInt(operand) => for_each_call(operand, found),
        NodeKind::Conditional { cond, then, otherwise } => {
            [cond, then, otherwise].into_iter().for_each(|part| for_each_call(part, found));
        }
        NodeKind::Quantified(quantified) => {
            for_each_call(&quantified.range, found);
            for_each_call(&quantified.body, found);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use tightrope_program::{Options, lower};
    use tightrope_source::SourceMap;

    const METHODS: [&str; 9] = [
        "n == null ? 0 : 1 + Math.max(f(n.left), f(n.right))",
        "n == null ? 0 : f(n.left) + (n.flag ? 1 : 0)",
        "n == null ? 0 : f(n.left) - 2",
        "n == null ? 0 : 2 - f(n.left)",
        "n == null ? 1 : f(n.left) + f(n.right)",
        "n == null ? 0 : f(n.left) > 50 ? 1000 : f(n.left) + 1",
        "n == null ? 0 : f(n.left) < 30 ? f(n.left) + 1 : 30",
        "n == null ? 0 : n.flag ? f(n.left) + 1 : f(n.left) == 40 ? -7 : 3",
        "n == null ? 0 : n.flag ? g(n.left) + 3 : g(n.right) - 1",
    ];

    #[test]
    fn a_leap_leads_at_least_as_far_as_all_rounds() {
        let leaps = METHODS.iter().filter(|body| leaps_far_enough(body)).count();
        assert_eq!(leaps, 4, "the first three and the last grow steadily");
    }

    /// Was there a leap?
    fn leaps_far_enough(body: &str) -> bool {
        let source = format!(
            "class Tree {{
                static class Node {{ /*@ nullable @*/ Node left; /*@ nullable @*/ Node right; boolean flag; }}
                /*@ nullable @*/ Node root;
                //@ invariant f(root) <= 5;
                /*@ model static pure helper int f(nullable Node n) {{ return {body}; }}
                  @ model static pure helper int g(nullable Node n) {{ return n == null ? 5 : f(n.left); }}
                  @*/
            }}"
        );
        let mut sources = SourceMap::new();
        let file = sources.add("Tree.java", source.as_str());
        let parsed = tightrope_syntax::parse_file(file, &source);
        let program = lower(&[parsed.unit], &mut sources, &Options::default()).program;
        let class = program.class_named("Tree").expect("the class is there");
        let mut executable = Executable::new(&program, []);
        let invariants = executable.add_class_invariants(class);
        let assumed: Vec<FormulaId> = invariants.assumed.iter().map(|clause| clause.now).collect();
        let mut plain = executable.measures(&assumed);
        let all = executable.iterate(plain.clone());
        assert!(all.measures.len() >= 2, "{body}: {all:?}");
        let mut has_leapt = false;
        for round in 0..=(MOST_OBJECTS + 2) * all.measures.len() {
            let (next, is_steady) = executable.next_round(&plain).expect("there are few measures");
            has_leapt |= round < 20 && is_steady && executable.leap(&mut plain.clone(), &next, 1);
            plain.measures = next;
        }
        for ((measure, leapt), (_, plain)) in all.measures.iter().zip(&plain.measures) {
            assert_eq!(hull(*leapt, *plain), *leapt, "{body}: {measure:?}");
        }
        all.is_cut && has_leapt
    }
}
