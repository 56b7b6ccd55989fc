//! The variables of the states of a scope, and what each may hold.
//!
//! The receiver has its fields, a method its parameters, and of each type of array there are as
//! many as the scope allows and places can hold; each has a length and elements. Objects that lead
//! to each other would make as many variables as the scope has places, and the rules about arrays
//! and plain fields say nothing of them: such methods are declined.

use super::is_object;
use crate::setup::Setup;
use crate::space::{Content, ContentId, Fresh, ReferenceContent};
use std::collections::{BTreeMap, HashMap};
use tightrope_diagram::{Label, Place, Space, TooLarge};
use tightrope_engine::Gap;
use tightrope_heap::Scope;
use tightrope_machine::{NULL, Word};
use tightrope_problem::{Bounds, Problem, Values, ValuesId};
use tightrope_program::sorts::PlaceClass;
use tightrope_program::{MethodKind, Type};

/// What a variable holds in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Word(Word),
    Object(Label),
    /// A number outside of its range, to which the assumptions leave no choice.
    Fixed,
}

#[derive(Clone, Debug)]
pub(super) struct Variable {
    holder: Option<Label>,
    pub(super) values: Vec<Value>,
    /// The class of places of an ordered value.
    order: Option<PlaceClass>,
    /// A number from a range that nobody has chosen.
    may_be_fixed: bool,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(super) variables: Vec<Variable>,
    pub(super) receiver: Label,
    pub(super) fresh_receiver: Option<Fresh>,
    /// By kind: of what its objects are made, and how many there are.
    pub(super) arrays: BTreeMap<usize, (Fresh, usize)>,
    /// The kinds of which a larger scope has more.
    pub(super) used_up: Vec<usize>,
    slots: HashMap<Label, BTreeMap<u32, usize>>,
    lengths: HashMap<Label, usize>,
    parameters: Vec<usize>,
    /// Numbers are drawn from a range.
    pub(super) chooses_numbers: bool,
}

fn gap<T>(what: &str) -> Result<T, Gap> {
    Err(Gap { what: what.to_owned(), place: None })
}

/// Are there nothing but plain fields and arrays?
pub(super) fn supports(problem: &Problem<'_>) -> Result<(), Gap> {
    let Some(method) = problem.method() else { return gap("a search of structures") };
    let declared = problem.program.method(method);
    let needs_receiver = !declared.is_static && declared.kind != MethodKind::Constructor;
    if needs_receiver && problem.receivers.len() != 1 {
        return gap("receivers of several classes");
    }
    if problem.program.statics_vary || problem.program.is_owned {
        return gap("static fields of any value, or heaps without sharing");
    }
    if problem.arguments.iter().any(|argument| argument.ty.is_wide()) {
        return gap("values of type `long`");
    }
    let scope: Scope = "2".parse().map_err(|_| Gap { what: "any scope".to_owned(), place: None })?;
    let bounds = Bounds::resolve(problem, &scope);
    if !bounds.observers.is_empty() || !bounds.quantified.is_empty() {
        return gap("objects that nothing leads to");
    }
    let fields = bounds.fields.iter().filter(|(place, _)| problem.receivers.contains(&place.class));
    if fields.clone().any(|(place, _)| problem.program.field(place.field).ty.is_wide()) {
        return gap("values of type `long`");
    }
    let fields = fields.map(|(_, values)| *values).filter(|_| needs_receiver);
    let mut pending: Vec<_> = fields.chain(bounds.params.iter().copied()).collect();
    let (mut seen, mut arrays) = (Vec::new(), HashMap::new());
    while let Some(id) = pending.pop().filter(|_| seen.len() <= bounds.values.len()) {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        for (ty, elements) in are_finite(&bounds.values[id.index()])? {
            if *arrays.entry(ty).or_insert(elements) != elements {
                return gap("arrays of one type with different elements");
            }
            pending.push(elements);
        }
    }
    Ok(())
}

/// Has a place finitely many values? Its types of arrays, and what these hold.
fn are_finite(values: &Values) -> Result<Vec<(Type, ValuesId)>, Gap> {
    let references = match values {
        Values::Boolean | Values::AnyOrder { .. } | Values::Range { .. } | Values::Among(_) => return Ok(Vec::new()),
        Values::Unread => return Ok(Vec::new()),
        Values::All { .. } | Values::Floating(_) => return gap("such numbers"),
        Values::AnyObject { .. } => return gap("objects that are only compared"),
        Values::References(references) => references,
    };
    if references.is_unique || references.unavailable.is_some() {
        return gap("places that own what they hold, or objects that cannot be made");
    }
    let elements = references.fresh.iter().map(|fresh| match fresh {
        tightrope_problem::Fresh::Array { ty, elements, .. } if !ty.element().is_some_and(Type::is_wide) => {
            Ok((*ty, *elements))
        }
        tightrope_problem::Fresh::Array { .. } => gap("values of type `long`"),
        tightrope_problem::Fresh::Object { .. } => gap("objects that lead to other objects"),
        tightrope_problem::Fresh::Text { .. } => gap("strings"),
    });
    elements.collect()
}

/// The arrays that roots lead to, by kind; and the kinds of which there may be more.
type ReachedArrays = (BTreeMap<usize, (Fresh, usize)>, Vec<usize>);

impl Layout {
    pub(super) fn slot(&self, label: Label, slot: u32) -> Option<usize> {
        self.slots.get(&label)?.get(&slot).copied()
    }

    /// The slots of an object and their variables.
    pub(super) fn slots(&self, label: Label) -> impl Iterator<Item = (u32, usize)> + '_ {
        self.slots.get(&label).into_iter().flatten().map(|(slot, variable)| (*slot, *variable))
    }

    pub(super) fn length(&self, label: Label) -> Option<usize> {
        self.lengths.get(&label).copied()
    }

    pub(super) fn parameter(&self, index: u32) -> usize {
        self.parameters[index as usize]
    }

    pub(super) fn fresh(&self, kind: usize) -> Option<Fresh> {
        self.arrays.get(&kind).map(|(fresh, _)| *fresh)
    }

    /// All states, with objects numbered as they are met.
    pub(super) fn space(&self) -> Result<Space, TooLarge> {
        let values: Vec<usize> = self.variables.iter().map(|variable| variable.values.len()).collect();
        let mut space = Space::new(&values)?;
        let label = |value: &Value| match value {
            Value::Object(label) => Some(*label),
            Value::Word(_) | Value::Fixed => None,
        };
        let places: Vec<Place> = self
            .variables
            .iter()
            .map(|variable| Place { holder: variable.holder, labels: variable.values.iter().map(label).collect() })
            .collect();
        space.number_in_order(&places)?;
        Ok(space)
    }
}

impl Setup<'_> {
    /// The same, where numbers that are only compared have finitely many values: enough for every
    /// order that there is.
    pub(super) fn with_finite_values(self) -> Result<(Self, Layout), Gap> {
        if self.starts.len() != 1 || self.starts.iter().any(|start| !start.given.is_empty()) {
            return gap("static initialisers that make objects");
        }
        if !self.contract.static_before.is_empty() || !self.contract.axioms.is_empty() {
            return gap("assumptions about more than the receiver and the arguments");
        }
        let first = self.state_layout()?;
        let mut counts: HashMap<PlaceClass, usize> = HashMap::new();
        for place in first.variables.iter().filter_map(|variable| variable.order) {
            *counts.entry(place).or_default() += 1;
        }
        let mut bounds = self.bounds.clone();
        for values in &mut bounds.values {
            if let Values::AnyOrder { least, greatest, place, .. } = *values {
                let count = counts.get(&place).copied().unwrap_or(1);
                *values = Values::Among(numbers(self.problem.sorts.constants(place), count, (least, greatest)));
            }
        }
        let chooses_numbers = first.chooses_numbers;
        let setup = self.in_bounds(bounds);
        let mut layout = Layout { chooses_numbers, ..setup.state_layout()? };
        for (number, earlier) in first.variables.iter().enumerate() {
            // Nothing but a choice gives parameters their values.
            if earlier.may_be_fixed && !layout.parameters.contains(&number) {
                layout.variables[number].values.push(Value::Fixed);
            }
        }
        Ok((setup, layout))
    }

    fn state_layout(&self) -> Result<Layout, Gap> {
        let mut layout = Layout { receiver: Label { kind: self.space.kinds.len(), number: 0 }, ..Layout::default() };
        let declared = self.program.method(self.contract.method);
        let mut roots: Vec<(Option<u32>, ContentId)> = Vec::new();
        if !declared.is_static && declared.kind != MethodKind::Constructor {
            let Content::Reference(receiver) = self.space.content(self.receiver) else { return gap("no receiver") };
            let [fresh @ Fresh::Object { class, instance: None, .. }] = receiver.fresh.as_slice() else {
                return gap("receivers of several classes");
            };
            if self.may_be_static(receiver) {
                return gap("receivers that static initialisers made");
            }
            layout.fresh_receiver = Some(*fresh);
            let number = self.executable.types().position(|ty| ty == Type::class(*class));
            let slots = number.map_or(&[][..], |number| self.space.slots(number));
            let slots = slots.iter().enumerate().filter_map(|(slot, found)| Some((slot as u32, (*found)?)));
            roots.extend(slots.map(|(slot, found)| (Some(slot), found.content)));
        }
        roots.extend(self.params.iter().map(|content| (None, *content)));
        let contents = roots.iter().map(|(_, content)| *content).collect();
        (layout.arrays, layout.used_up) = self.arrays_of(contents)?;
        for (slot, content) in roots {
            let variable = self.add_variable(&mut layout, None, content)?;
            match slot {
                Some(slot) => drop(layout.slots.entry(layout.receiver).or_default().insert(slot, variable)),
                None => layout.parameters.push(variable),
            }
        }
        for (kind, (fresh, count)) in layout.arrays.clone() {
            for number in 0..count {
                self.add_array(&mut layout, Label { kind, number }, fresh)?;
            }
        }
        Ok(layout)
    }

    /// By kind: of what arrays are made, and how many there are: not more than places for them. And
    /// the kinds for which there are more places.
    fn arrays_of(&self, roots: Vec<ContentId>) -> Result<ReachedArrays, Gap> {
        let mut arrays: BTreeMap<usize, (Fresh, usize)> = BTreeMap::new();
        let mut used_up = Vec::new();
        let mut pending: Vec<(ContentId, usize)> = roots.into_iter().map(|content| (content, 1)).collect();
        while let Some((content, places)) = pending.pop() {
            let Content::Reference(reference) = self.space.content(content) else { continue };
            for fresh in &reference.fresh {
                let Fresh::Array { elements, .. } = fresh else {
                    return gap(if is_object(fresh) { "objects that lead to other objects" } else { "strings" });
                };
                let limit = self.space.kinds[fresh.kind()].limit;
                let (known, count) = arrays.entry(fresh.kind()).or_insert((*fresh, 0));
                if known != fresh {
                    return gap("arrays of one type with different elements");
                }
                if *count + places > limit {
                    used_up.push(fresh.kind());
                }
                let more = (*count + places).min(limit) - *count;
                *count += more;
                if more > 0 {
                    pending.push((*elements, more * self.longest_array(*fresh)));
                }
            }
        }
        Ok((arrays, used_up))
    }

    /// May an object that a static initialiser made stand there?
    fn may_be_static(&self, reference: &ReferenceContent) -> bool {
        self.starts.iter().any(|start| {
            let fits = |object: usize| reference.fits.get(self.executable.type_number(start.state(), object));
            (0..start.state().object_count()).any(|object| fits(object) == Some(&true))
        })
    }

    fn array_lengths(&self, fresh: Fresh) -> Vec<u32> {
        match fresh {
            Fresh::Array { length: Some(length), .. } => vec![length],
            Fresh::Array { ty, .. } => self.space.lengths(ty).collect(),
            _ => Vec::new(),
        }
    }

    fn longest_array(&self, fresh: Fresh) -> usize {
        self.array_lengths(fresh).into_iter().max().unwrap_or(0) as usize
    }

    fn add_array(&self, layout: &mut Layout, label: Label, fresh: Fresh) -> Result<(), Gap> {
        let Fresh::Array { elements, .. } = fresh else { return gap("objects that lead to other objects") };
        let lengths = self.array_lengths(fresh).into_iter().map(|length| Value::Word(Word::from(length)));
        layout.lengths.insert(label, layout.variables.len());
        let (values, order, may_be_fixed) = (lengths.collect(), None, false);
        layout.variables.push(Variable { holder: Some(label), values, order, may_be_fixed });
        for index in 0..self.longest_array(fresh) as u32 {
            let variable = self.add_variable(layout, Some(label), elements)?;
            layout.slots.entry(label).or_default().insert(index, variable);
        }
        Ok(())
    }

    fn add_variable(&self, layout: &mut Layout, holder: Option<Label>, content: ContentId) -> Result<usize, Gap> {
        let (mut order, mut may_be_fixed) = (None, false);
        let values = match self.space.content(content) {
            Content::Boolean => vec![Value::Word(0), Value::Word(1)],
            Content::Words { words, is_chosen } => {
                may_be_fixed = !is_chosen;
                layout.chooses_numbers |= words.len() > 1;
                words.iter().map(|word| Value::Word(*word)).collect()
            }
            Content::OrderedVar { place, .. } => {
                order = Some(PlaceClass(*place));
                vec![Value::Word(0)]
            }
            Content::Reference(reference) if self.may_be_static(reference) => {
                return gap("objects that static initialisers made");
            }
            Content::Reference(reference) => {
                let null = reference.may_be_null.then_some(Value::Word(NULL));
                let kinds = reference.fresh.iter().map(|fresh| fresh.kind());
                let count = |kind: usize| layout.arrays.get(&kind).map_or(0, |(_, count)| *count);
                let objects = kinds.flat_map(|kind| (0..count(kind)).map(move |number| Label { kind, number }));
                null.into_iter().chain(objects.map(Value::Object)).collect()
            }
            Content::Untouchable => vec![Value::Word(0)],
            Content::Opaque { .. } | Content::ToldApart { .. } => return gap("objects that are only compared"),
        };
        if values.is_empty() {
            return gap("places that nothing fits in");
        }
        layout.variables.push(Variable { holder, values, order, may_be_fixed });
        Ok(layout.variables.len() - 1)
    }
}

/// Numbers within these bounds that stand in every order to each other and to the constants that so
/// many numbers can: below, between and above the constants.
fn numbers(constants: &[i64], count: usize, (least, greatest): (i64, i64)) -> Vec<i64> {
    let mut all: Vec<i64> = constants.iter().copied().filter(|number| (least..=greatest).contains(number)).collect();
    let room = count as i64;
    match (all.first().copied(), all.clone()) {
        (Some(first), known) => {
            let below = (1..=room).filter_map(|step| first.checked_sub(step));
            let above = known.iter().flat_map(|number| (1..=room).filter_map(|step| number.checked_add(step)));
            all.extend(below.chain(above));
        }
        (None, _) => {
            let start = 0_i64.clamp(least, greatest.saturating_sub(room - 1).max(least));
            all.extend((0..room).filter_map(|step| start.checked_add(step)));
        }
    }
    all.retain(|number| (least..=greatest).contains(number));
    all.sort_by_key(|number| (number.abs(), *number < 0));
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::numbers;
    use std::collections::HashSet;

    /// How so many numbers stand to each other and to the constants.
    fn orders(values: &[i64], count: usize, constants: &[i64]) -> HashSet<Vec<std::cmp::Ordering>> {
        let mut tuples = vec![Vec::new()];
        for _ in 0..count {
            let longer = |tuple: &Vec<i64>| {
                let tuple = tuple.clone();
                values.iter().map(move |value| tuple.iter().copied().chain([*value]).collect::<Vec<i64>>())
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        let order = |tuple: &Vec<i64>| {
            let all: Vec<i64> = tuple.iter().chain(constants).copied().collect();
            all.iter().flat_map(|left| all.iter().map(move |right| left.cmp(right))).collect()
        };
        tuples.iter().map(order).collect()
    }

    #[test]
    fn there_are_numbers_for_every_order() {
        for constants in [&[][..], &[0], &[3, 4], &[-2, 1, 9], &[-12, 12], &[5]] {
            for count in 1..=3 {
                for range in [(-12, 12), (0, 5), (3, 3), (-4, -2)] {
                    let few = numbers(constants, count, range);
                    let all: Vec<i64> = (range.0..=range.1).collect();
                    let wanted = orders(&all, count, constants);
                    assert_eq!(orders(&few, count, constants), wanted, "{constants:?} {count} {range:?}: {few:?}");
                }
            }
        }
    }
}
