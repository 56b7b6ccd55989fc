//! Heaps before the call as the bounds of a problem say, place by place.
//!
//! [`initial`](crate::initial) makes heaps of the user's classes from types alone, and is quick.
//! Here every place holds what `tightrope_problem::Bounds` list for it, as for the machine's
//! engines: objects with type arguments, what constructors put into final fields, boxes,
//! collections of the library. Each class with its type arguments is a kind of object, with as many
//! objects as the scope allows. Objects of a kind that are there come first among those of the
//! kind; more symmetry is not broken.
//!
//! A **collection** has one layout for each number of elements (`tightrope_problem::collections`):
//! its arrays and nodes are objects of its own that no other place holds, and how many of them are
//! linked is what its size says. That keys differ or ascend is the `repOk` of the model, which is
//! assumed. A **box** may be the one that `valueOf` shares: at most one for each number.
//!
//! Where a place may hold what cannot be made here (a string, a class that is not at hand), nobody
//! may look into what it holds.

use crate::calls::{OPAQUE_WIDTH, RANK_WIDTH};
use crate::encoder::{Encoder, SharedBox};
use crate::initial::{Initial, Kind};
use crate::state::{Cell, State};
use crate::value::{ObjectId, Ref, Value, default_of, is_zero, same};
use std::collections::{BTreeMap, BTreeSet};
use tightrope_circuit::{Bits, Lit, Relation};
use tightrope_problem::collections::{Layout, Links, layout};
use tightrope_problem::{Bounds, FieldPlace, Fresh, InstanceId, Problem, References, Values, ValuesId};
use tightrope_program::generics::Generic;
use tightrope_program::{BaseType, ClassId, ClassOrigin, FieldId, MethodKind, Type};

/// Objects that are alike.
#[derive(Clone, Debug)]
struct Placed {
    fresh: Fresh,
    objects: Vec<ObjectId>,
}

/// A class, with type arguments if they are known.
type Class = (ClassId, Option<InstanceId>);

/// The work in progress.
struct Maker<'a> {
    problem: &'a Problem<'a>,
    bounds: &'a Bounds,
    kinds: Vec<Placed>,
    /// What collections are made of.
    hidden: Vec<ObjectId>,
    /// Objects that static initialisers have made, and the boxes that they share.
    existing: Vec<ObjectId>,
    state: State,
    assumptions: Vec<Lit>,
    /// What is said of the value at hand, wherever its place is there.
    said: Vec<Lit>,
    small: Vec<Lit>,
    /// What stands in places where no other object has the same.
    unique: Vec<Ref>,
    /// Arrays in places that say how long they are.
    lengths: Vec<(Ref, u32)>,
}

/// What a collection is made of as far as its size says.
struct Counted {
    alive: Lit,
    size: Bits,
    /// By position: there is an element.
    has: Vec<Lit>,
}

impl Encoder<'_> {
    /// The heaps before the call. `start`: what static initialisers have left. `Err`: something in
    /// them cannot be made.
    pub(crate) fn initial_in_places(
        &mut self,
        problem: &Problem<'_>,
        bounds: &Bounds,
        start: State,
    ) -> Result<Initial, String> {
        let mut existing: Vec<ObjectId> =
            (0..self.objects.len()).filter(|object| start.cell(*object).is_some()).collect();
        existing.extend(self.boxes.iter().map(|shared| shared.object));
        existing.sort_unstable();
        let mut maker = Maker {
            problem,
            bounds,
            kinds: Maker::kinds(problem, bounds)?,
            hidden: Vec::new(),
            existing,
            state: start,
            assumptions: Vec::new(),
            said: Vec::new(),
            small: Vec::new(),
            unique: Vec::new(),
            lengths: Vec::new(),
        };
        for number in 0..maker.kinds.len() {
            let fresh = maker.kinds[number].fresh;
            for _ in 0..bounds.object_bound(fresh.bound()).limit {
                let alive = self.circuit.input();
                let object = self.add_object(type_of(fresh), alive, true);
                maker.kinds[number].objects.push(object);
            }
        }
        let args = self.arguments_in_places(&mut maker)?;
        for kind in maker.kinds.clone() {
            for object in kind.objects {
                self.fill(&mut maker, kind.fresh, object)?;
            }
        }
        maker.state.version = self.next_version();
        for number in self.inputs.numbers.clone() {
            self.wish_small(&mut maker, &number);
        }
        self.keep_apart(&mut maker);
        self.keep_lengths(&mut maker);
        self.limit_objects(&mut maker);
        self.share_boxes(&mut maker)?;
        let elsewhere = self.strangers(&maker);
        self.relate_lives(&mut maker, &args, &elsewhere);
        let Maker { kinds, state, assumptions, small, .. } = maker;
        let kinds = kinds.into_iter().map(|kind| Kind::of_objects(type_of(kind.fresh), kind.objects)).collect();
        Ok(Initial { state, args, assumptions, kinds, small, elsewhere, followers: BTreeMap::new() })
    }

    fn arguments_in_places(&mut self, maker: &mut Maker<'_>) -> Result<Vec<Value>, String> {
        let Some(method) = maker.problem.method() else { return Err("lists of structures".to_owned()) };
        let declared = self.program.method(method);
        let mut args = Vec::new();
        if declared.kind == MethodKind::Constructor {
            let object = self.add_object(Type::class(declared.class), Lit::TRUE, false);
            maker.state.put(object, self.default_cell(declared.class));
            args.push(Value::Ref(Ref::to(object)));
        } else if !declared.is_static {
            args.push(self.receiver_in_places(maker)?);
        }
        for (param, values) in declared.params.iter().zip(&maker.bounds.params) {
            args.push(self.value_if(maker, *values, param.ty, &[], Lit::TRUE)?);
        }
        Ok(args)
    }

    /// The first object of a kind, or one that is there already.
    fn receiver_in_places(&mut self, maker: &mut Maker<'_>) -> Result<Value, String> {
        let Values::References(references) = maker.bounds.values(maker.bounds.receiver) else {
            return Err("a receiver that is no object".to_owned());
        };
        let kinds = maker.kinds.iter().filter(|kind| maker.admits(references, kind));
        let mut options: Vec<ObjectId> = kinds.filter_map(|kind| kind.objects.first().copied()).collect();
        options.extend(self.existing_in(maker, references));
        options.sort_unstable();
        let ty = options.first().map(|object| self.objects[*object].ty);
        Ok(Value::Ref(self.one_of(&mut maker.assumptions, &options, ty, false)))
    }

    fn existing_in(&self, maker: &Maker<'_>, references: &References) -> Vec<ObjectId> {
        let fits = |object: &&ObjectId| references.fits.allows(self.program, self.objects[**object].ty);
        maker.existing.iter().filter(fits).copied().collect()
    }

    /// A free choice among all that a place may hold. `exactly`: it is one of these numbers.
    fn place_value(
        &mut self,
        maker: &mut Maker<'_>,
        values: ValuesId,
        ty: Type,
        exactly: &[i32],
    ) -> Result<Value, String> {
        let bounds = maker.bounds;
        Ok(match bounds.values(values) {
            Values::Boolean => Value::Bool(self.circuit.input()),
            Values::Unread => default_of(ty),
            Values::All { .. } | Values::Floating(_) | Values::AnyOrder { is_ranged: false, .. } => {
                Value::Number(self.place_number(maker, ty))
            }
            Values::Among(_) => {
                let bits = self.place_number(maker, ty);
                if !exactly.is_empty() {
                    let width = bits.width();
                    let each: Vec<Lit> = exactly
                        .iter()
                        .map(|number| self.circuit.eq_bits(&bits, &Bits::constant(i64::from(*number), width)))
                        .collect();
                    maker.said.push(self.circuit.or_all(each));
                }
                Value::Number(bits)
            }
            Values::Range { least, greatest } | Values::AnyOrder { least, greatest, .. } => {
                let bits = self.place_number(maker, ty);
                let (wide, least, greatest) =
                    (bits.sign_extended(65), Bits::constant(*least, 65), Bits::constant(*greatest, 65));
                maker.said.push(self.circuit.less_equal(&least, &wide));
                maker.said.push(self.circuit.less_equal(&wide, &greatest));
                Value::Number(bits)
            }
            Values::AnyObject { may_be_null, .. } => {
                let bits = self.ranked_identity(&mut maker.assumptions);
                if !may_be_null {
                    let null = is_zero(&mut self.circuit, &bits);
                    maker.said.push(!null);
                }
                Value::Opaque(bits)
            }
            Values::References(references) => self.place_reference(maker, references, ty),
        })
    }

    fn place_number(&mut self, maker: &mut Maker<'_>, ty: Type) -> Bits {
        let bits = match ty.base {
            BaseType::Byte => self.circuit.input_bits(8).sign_extended(32),
            BaseType::Short => self.circuit.input_bits(16).sign_extended(32),
            BaseType::Char => self.circuit.input_bits(16).zero_extended(32),
            BaseType::Long | BaseType::Double => self.circuit.input_bits(64),
            _ => self.circuit.input_bits(32),
        };
        self.wish_small(maker, &bits);
        bits
    }

    fn wish_small(&mut self, maker: &mut Maker<'_>, bits: &Bits) {
        let upper: Vec<Lit> = bits.lits().iter().skip(4).map(|bit| !*bit).collect();
        maker.small.push(self.circuit.and_all(upper));
    }

    fn place_reference(&mut self, maker: &mut Maker<'_>, references: &References, ty: Type) -> Value {
        if is_closed(references) {
            let bits = self.circuit.input_bits(OPAQUE_WIDTH);
            if !references.may_be_null {
                let null = is_zero(&mut self.circuit, &bits);
                maker.said.push(!null);
            }
            return Value::Closed(bits);
        }
        let kinds = maker.kinds.iter().filter(|kind| maker.admits(references, kind));
        let mut options: Vec<ObjectId> = kinds.flat_map(|kind| kind.objects.iter().copied()).collect();
        options.extend(self.existing_in(maker, references));
        options.sort_unstable();
        // Where the place is not there, it is null all the same.
        let value = self.one_of(&mut maker.assumptions, &options, Some(ty), true);
        maker.said.extend(Some(!value.null).filter(|_| !references.may_be_null));
        maker.lengths.extend(references.length.map(|length| (value.clone(), length)));
        maker.unique.extend(Some(value.clone()).filter(|_| references.is_unique));
        Value::Ref(value)
    }

    /// Gives an object its content; what is not there has default values.
    fn fill(&mut self, maker: &mut Maker<'_>, fresh: Fresh, object: ObjectId) -> Result<(), String> {
        let alive = self.objects[object].born;
        match fresh {
            Fresh::Array { ty, elements, length, .. } => {
                let element = ty.element().unwrap_or(Type::UNKNOWN);
                let cell = self.array_in_places(maker, ty, element, (elements, length), alive)?;
                maker.state.put(object, cell);
                Ok(())
            }
            Fresh::Object { class, instance, .. } => match layout(self.program, class) {
                Some(layout) => {
                    let counted = self.count_elements(maker, alive);
                    self.lay_out(maker, (class, instance), &layout, object, &counted, None)
                }
                None => {
                    let cell = self.fields_in_places(maker, (class, instance), &BTreeMap::new(), alive)?;
                    maker.state.put(object, cell);
                    Ok(())
                }
            },
            Fresh::Text { .. } => Err("strings that are looked into".to_owned()),
        }
    }

    /// An array of every length that the scope has.
    fn array_in_places(
        &mut self,
        maker: &mut Maker<'_>,
        ty: Type,
        element: Type,
        (elements, exactly): (ValuesId, Option<u32>),
        alive: Lit,
    ) -> Result<Cell, String> {
        let longer = maker.bounds.longer_arrays.iter().filter(|(of, _)| *of == ty).map(|(_, length)| *length);
        let lengths: BTreeSet<u32> = match exactly {
            Some(length) => BTreeSet::from([length]),
            None => (0..=maker.bounds.array_length as u32).chain(longer).collect(),
        };
        let capacity = lengths.last().copied().unwrap_or_default();
        let length = self.circuit.input_bits(32);
        let is_one =
            |encoder: &mut Self, one: u32| encoder.circuit.eq_bits(&length, &Bits::constant(i64::from(one), 32));
        let fitting: Vec<Lit> = lengths.iter().map(|one| is_one(self, *one)).collect();
        let fits = self.circuit.or_all(fitting);
        let empty = is_zero(&mut self.circuit, &length);
        maker.assumptions.extend([self.circuit.implies(alive, fits), self.circuit.or(alive, empty)]);
        let mut slots = Vec::new();
        for position in 0..capacity {
            let inside = self.circuit.less(&Bits::constant(i64::from(position), 32), &length);
            slots.push(self.value_if(maker, elements, element, &[], inside)?);
        }
        Ok(Cell { slots, length: Some(length) })
    }

    /// What a place holds where it is there; its default value elsewhere.
    fn value_if(
        &mut self,
        maker: &mut Maker<'_>,
        values: ValuesId,
        ty: Type,
        exactly: &[i32],
        here: Lit,
    ) -> Result<Value, String> {
        let value = self.place_value(maker, values, ty, exactly)?;
        for said in std::mem::take(&mut maker.said) {
            maker.assumptions.push(self.circuit.implies(here, said));
        }
        let empty = match same(&mut self.circuit, &value, &default_of(ty)) {
            Some(empty) => empty,
            None => self.is_null(&value),
        };
        maker.assumptions.push(self.circuit.or(here, empty));
        Ok(value)
    }

    /// The fields of an object. Those that are known already are given.
    fn fields_in_places(
        &mut self,
        maker: &mut Maker<'_>,
        class: Class,
        known: &BTreeMap<FieldId, Value>,
        alive: Lit,
    ) -> Result<Cell, String> {
        let mut slots = Vec::new();
        for field in self.layouts.fields(class.0).to_vec() {
            if let Some(value) = known.get(&field) {
                slots.push(value.clone());
                continue;
            }
            let ty = self.program.field(field).ty;
            let Some(values) = maker.values_of(class, field) else {
                // Not every content of such an object is a valid one: whoever looks has no answer.
                let bits = self.circuit.input_bits(OPAQUE_WIDTH);
                let empty = is_zero(&mut self.circuit, &bits);
                maker.assumptions.push(self.circuit.or(alive, empty));
                slots.push(Value::Closed(bits));
                continue;
            };
            let exactly = maker.problem.finals.iter().find(|known| known.field == field);
            let exactly = exactly.map_or_else(Vec::new, |known| known.value.numbers.clone());
            slots.push(self.value_if(maker, values, ty, &exactly, alive)?);
        }
        Ok(Cell { slots, length: None })
    }

    /// A collection has as many elements as an array may have.
    fn count_elements(&mut self, maker: &mut Maker<'_>, alive: Lit) -> Counted {
        let most = maker.bounds.array_length;
        let bits = (usize::BITS - most.leading_zeros()) as usize;
        let size = self.circuit.input_bits(bits.max(1)).zero_extended(32);
        let fits = self.circuit.less_equal(&size, &Bits::constant(most as i64, 32));
        let empty = is_zero(&mut self.circuit, &size);
        maker.assumptions.extend([fits, self.circuit.or(alive, empty)]);
        let has = (0..most).map(|position| self.circuit.less(&Bits::constant(position as i64, 32), &size)).collect();
        Counted { alive, size, has }
    }

    /// Makes a collection with all that belongs to it. `marks`: what the values of its entries are.
    fn lay_out(
        &mut self,
        maker: &mut Maker<'_>,
        class: Class,
        layout: &Layout,
        object: ObjectId,
        counted: &Counted,
        marks: Option<ObjectId>,
    ) -> Result<(), String> {
        let mut known = BTreeMap::new();
        match layout {
            Layout::Array { elements, size, zeros } => {
                known.extend(zeros.iter().map(|zero| (*zero, default_of(self.program.field(*zero).ty))));
                known.insert(*size, Value::Number(counted.size.clone()));
                if let Some(identity) = self.identity_of(maker, class, *elements, counted.alive) {
                    known.insert(*elements, identity);
                } else {
                    let array = self.lay_out_array(maker, class, *elements, counted)?;
                    known.insert(*elements, reference_if(counted.alive, array));
                }
            }
            Layout::Linked { links, size, zeros } => {
                known.extend(zeros.iter().map(|zero| (*zero, default_of(self.program.field(*zero).ty))));
                known.insert(*size, Value::Number(counted.size.clone()));
                match maker.is_unseen(class, links.first) {
                    true => self.identify_ends(maker, class, links, counted, &mut known)?,
                    false => self.lay_out_nodes(maker, class, links, counted, marks, &mut known)?,
                }
            }
            Layout::Keys { map, .. } if maker.is_unseen(class, *map) => {
                known.extend(self.identity_of(maker, class, *map, counted.alive).map(|identity| (*map, identity)));
            }
            Layout::Keys { map, of } => {
                let below =
                    maker.made_in(class, *map, |fresh| matches!(fresh, Fresh::Object { class, .. } if class == of));
                let (Some(Fresh::Object { class, instance, .. }), Some(layout)) = (below, layout_of(self, *of)) else {
                    return Err("a set whose keys are not at hand".to_owned());
                };
                let hidden = self.add_hidden(maker, Type::class(class), counted.alive);
                // Whatever the keys of a set are mapped to, it is not null.
                self.lay_out(maker, (class, instance), &layout, hidden, counted, Some(hidden))?;
                known.insert(*map, reference_if(counted.alive, hidden));
            }
        }
        let cell = self.fields_in_places(maker, class, &known, counted.alive)?;
        maker.state.put(object, cell);
        Ok(())
    }

    /// The ends of a list whose nodes nobody looks into.
    fn identify_ends(
        &mut self,
        maker: &mut Maker<'_>,
        class: Class,
        links: &Links,
        counted: &Counted,
        known: &mut BTreeMap<FieldId, Value>,
    ) -> Result<(), String> {
        let has = |position: usize| counted.has.get(position).copied().unwrap_or(Lit::FALSE);
        let ends = [links.first, links.last].map(|end| self.identity_of(maker, class, end, has(0)));
        let [Some(first), Some(last)] = ends else {
            return Err("a collection of which only the last node is looked at".to_owned());
        };
        let is_one = same(&mut self.circuit, &first, &last).unwrap_or(Lit::FALSE);
        maker.assumptions.push(self.circuit.iff(is_one, !has(1)));
        known.extend([(links.first, first), (links.last, last)]);
        Ok(())
    }

    /// What a field holds that nobody looks into: an object, where there is one. `None`: somebody
    /// does.
    fn identity_of(&mut self, maker: &mut Maker<'_>, class: Class, field: FieldId, here: Lit) -> Option<Value> {
        if !maker.is_unseen(class, field) {
            return None;
        }
        let bits = self.ranked_identity(&mut maker.assumptions);
        let null = is_zero(&mut self.circuit, &bits);
        maker.assumptions.push(self.circuit.iff(here, !null));
        Some(Value::Opaque(bits))
    }

    fn add_hidden(&mut self, maker: &mut Maker<'_>, ty: Type, born: Lit) -> ObjectId {
        let object = self.add_object(ty, born, true);
        maker.hidden.push(object);
        object
    }

    /// An array with a place to spare.
    fn lay_out_array(
        &mut self,
        maker: &mut Maker<'_>,
        class: Class,
        field: FieldId,
        counted: &Counted,
    ) -> Result<ObjectId, String> {
        let Some(Fresh::Array { ty, elements, .. }) =
            maker.made_in(class, field, |fresh| matches!(fresh, Fresh::Array { .. }))
        else {
            return Err("a collection whose elements are not at hand".to_owned());
        };
        let element = ty.element().unwrap_or(Type::UNKNOWN);
        let mut slots = Vec::new();
        for has in &counted.has {
            slots.push(self.value_if(maker, elements, element, &[], *has)?);
        }
        slots.push(default_like(&slots, element));
        let one = Bits::constant(1, 32);
        let length = self.circuit.add(&counted.size, &one);
        let length = self.circuit.ite_bits(counted.alive, &length, &Bits::constant(0, 32));
        let object = self.add_hidden(maker, ty, counted.alive);
        maker.state.put(object, Cell { slots, length: Some(length) });
        Ok(object)
    }

    /// Nodes that are linked both ways, as many as there are elements.
    fn lay_out_nodes(
        &mut self,
        maker: &mut Maker<'_>,
        class: Class,
        links: &Links,
        counted: &Counted,
        marks: Option<ObjectId>,
        known: &mut BTreeMap<FieldId, Value>,
    ) -> Result<(), String> {
        let is_node = |fresh: &Fresh| matches!(fresh, Fresh::Object { class, .. } if *class == links.node);
        let Some(Fresh::Object { class: node, instance, .. }) = maker.made_in(class, links.first, is_node) else {
            return Err("a collection whose nodes are not at hand".to_owned());
        };
        let nodes: Vec<ObjectId> =
            counted.has.iter().map(|has| self.add_hidden(maker, Type::class(node), *has)).collect();
        let link = |position: Option<usize>| match position.and_then(|at| Some((*nodes.get(at)?, counted.has[at]))) {
            Some((node, has)) => reference_if(has, node),
            None => Value::Ref(Ref::null()),
        };
        for (position, object) in nodes.iter().enumerate() {
            let here = counted.has[position];
            let previous = match position.checked_sub(1) {
                Some(before) => reference_if(here, nodes[before]),
                None => Value::Ref(Ref::null()),
            };
            let mut fields = BTreeMap::from([(links.next, link(Some(position + 1))), (links.previous, previous)]);
            if let (Some(marks), Some(value)) = (marks, links.value) {
                fields.insert(value, reference_if(here, marks));
            }
            let cell = self.fields_in_places(maker, (node, instance), &fields, here)?;
            maker.state.put(*object, cell);
        }
        let mut ends = Vec::new();
        for (position, object) in nodes.iter().enumerate() {
            let follows = counted.has.get(position + 1).copied().unwrap_or(Lit::FALSE);
            ends.push((*object, self.circuit.and(counted.has[position], !follows)));
        }
        let none = !counted.has.first().copied().unwrap_or(Lit::FALSE);
        known.insert(links.first, link(Some(0)));
        known.insert(links.last, Value::Ref(Ref::new(none, ends)));
        Ok(())
    }

    /// No two places of those where each has its own hold the same object.
    fn keep_apart(&mut self, maker: &mut Maker<'_>) {
        let mut holders: BTreeMap<ObjectId, Vec<Lit>> = BTreeMap::new();
        for (object, lit) in maker.unique.iter().flat_map(|reference| reference.targets.iter()) {
            holders.entry(*object).or_default().push(*lit);
        }
        for holders in holders.into_values() {
            maker.assumptions.push(self.circuit.at_most(&holders, 1));
        }
    }

    fn keep_lengths(&mut self, maker: &mut Maker<'_>) {
        for (reference, length) in std::mem::take(&mut maker.lengths) {
            for (object, lit) in reference.targets.iter() {
                let Some(found) = maker.state.cell(*object).and_then(|cell| cell.length.clone()) else { continue };
                let fits = self.circuit.eq_bits(&found, &Bits::constant(i64::from(length), 32));
                maker.assumptions.push(self.circuit.implies(*lit, fits));
            }
        }
    }

    /// Kinds of one class share its bound, and the objects of a kind that are there come first.
    fn limit_objects(&mut self, maker: &mut Maker<'_>) {
        let mut counted: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
        for kind in &maker.kinds {
            let alive: Vec<Lit> = kind.objects.iter().map(|object| self.objects[*object].born).collect();
            for pair in alive.windows(2) {
                maker.assumptions.push(self.circuit.implies(pair[1], pair[0]));
            }
            counted.entry(kind.fresh.bound().index()).or_default().extend(alive);
        }
        for (bound, alive) in counted {
            let limit = maker.bounds.objects[bound].limit;
            if alive.len() > limit {
                maker.assumptions.push(self.circuit.at_most(&alive, limit));
            }
        }
    }

    /// One box of each number is the one that `valueOf` gives.
    fn share_boxes(&mut self, maker: &mut Maker<'_>) -> Result<(), String> {
        for kind in maker.kinds.clone() {
            let Fresh::Object { class, .. } = kind.fresh else { continue };
            let Some((number, flag)) = self.box_fields(class) else { continue };
            for object in kind.objects {
                let Some(cell) = maker.state.cell(object).cloned() else { continue };
                let Value::Bool(is_shared) = cell.slots[flag] else { continue };
                let Some(value) = box_bits(&cell.slots[number]) else {
                    return Err("a box whose number is only compared".to_owned());
                };
                for known in self.boxes.clone().iter().filter(|known| known.class == class) {
                    let equal = self.circuit.eq_bits(&known.value, &value);
                    let twice = self.circuit.and(known.is_there, equal);
                    maker.assumptions.push(!self.circuit.and(twice, is_shared));
                }
                if is_shared != Lit::FALSE {
                    self.boxes.push(SharedBox { class, value, object, is_there: is_shared });
                }
            }
        }
        Ok(())
    }

    /// The slots of a box: its number, and whether it is shared.
    pub(crate) fn box_fields(&self, class: ClassId) -> Option<(usize, usize)> {
        let slot = |name: &str| {
            let is_it = |field: &FieldId| {
                let declared = self.program.field(*field);
                declared.name == name && self.program.class(declared.class).origin == ClassOrigin::Library
            };
            self.layouts.fields(class).iter().position(is_it)
        };
        Some((slot("value")?, slot("isShared")?))
    }

    /// The objects that may be there though nothing leads to them.
    fn strangers(&mut self, maker: &Maker<'_>) -> Vec<(ObjectId, Lit)> {
        let is_free = |kind: &&Placed| {
            let free = maker.bounds.quantified.iter().chain(&maker.bounds.observers);
            free.into_iter().any(|fresh| type_of(*fresh) == type_of(kind.fresh))
        };
        let free = maker.kinds.iter().filter(is_free).flat_map(|kind| &kind.objects);
        free.map(|object| (*object, self.circuit.input())).collect()
    }

    /// An object is alive iff arguments or static fields lead to it, or it is a stranger.
    fn relate_lives(&mut self, maker: &mut Maker<'_>, args: &[Value], elsewhere: &[(ObjectId, Lit)]) {
        let made: Vec<ObjectId> = maker.kinds.iter().flat_map(|kind| kind.objects.iter().copied()).collect();
        let objects: Vec<ObjectId> = made.iter().chain(&maker.hidden).copied().collect();
        let slots = |object: &ObjectId| -> Vec<Ref> {
            let cell = maker.state.cell(*object);
            cell.map_or_else(Vec::new, |cell| cell.slots.iter().filter_map(Value::reference).cloned().collect())
        };
        let mut roots: Vec<Ref> =
            args.iter().chain(maker.state.statics.values()).filter_map(Value::reference).cloned().collect();
        roots.extend(maker.existing.iter().flat_map(slots));
        let mut start = Vec::new();
        for object in &objects {
            let here = elsewhere.iter().filter(|(one, _)| one == object).map(|(_, lit)| *lit);
            let ways: Vec<Lit> = roots.iter().map(|root| root.is(*object)).chain(here).collect();
            start.push(self.circuit.or_all(ways));
        }
        let mut rows = Vec::new();
        for from in &objects {
            let slots = slots(from);
            let row = objects.iter().map(|to| {
                let ways: Vec<Lit> = slots.iter().map(|slot| slot.is(*to)).collect();
                self.circuit.or_all(ways)
            });
            rows.push(row.collect());
        }
        let reached = self.circuit.reach(&start, &Relation::from_rows(objects.len(), rows));
        for (object, reached) in made.iter().zip(reached) {
            let alive = self.objects[*object].born;
            maker.assumptions.push(self.circuit.iff(alive, reached));
        }
    }

    /// A value of which identity and an order are known: its upper half tells those apart that are
    /// equal. Zero is null.
    pub(crate) fn ranked_identity(&mut self, assumptions: &mut Vec<Lit>) -> Bits {
        let bits = self.circuit.input_bits(RANK_WIDTH + OPAQUE_WIDTH);
        let rank = crate::calls::rank_of(&bits);
        let (has_no_rank, null) = (is_zero(&mut self.circuit, &rank), is_zero(&mut self.circuit, &bits));
        assumptions.push(self.circuit.implies(has_no_rank, null));
        bits
    }
}

impl Maker<'_> {
    /// All kinds of objects that places lead to, in the order in which they do.
    fn kinds(problem: &Problem<'_>, bounds: &Bounds) -> Result<Vec<Placed>, String> {
        let mut kinds: Vec<Placed> = Vec::new();
        let mut pending: Vec<ValuesId> = bounds.params.iter().rev().copied().collect();
        let has_receiver = problem.method().is_some_and(|method| {
            let declared = problem.program.method(method);
            !declared.is_static && declared.kind != MethodKind::Constructor
        });
        pending.extend(Some(bounds.receiver).filter(|_| has_receiver));
        let mut seen: BTreeSet<ValuesId> = pending.iter().copied().collect();
        let mut fresh: Vec<Fresh> = bounds.quantified.iter().chain(&bounds.observers).copied().collect();
        loop {
            for one in std::mem::take(&mut fresh) {
                if !kinds.iter().any(|kind| kind.fresh == one) {
                    kinds.push(Placed { fresh: one, objects: Vec::new() });
                    let leads = leads_to(problem, bounds, one)?;
                    pending.extend(leads.into_iter().filter(|values| seen.insert(*values)));
                }
            }
            let Some(values) = pending.pop() else { return Ok(kinds) };
            if let Values::References(references) = bounds.values(values)
                && !is_closed(references)
            {
                fresh.extend(&references.fresh);
            }
        }
    }

    /// What a field of an object may hold.
    fn values_of(&self, class: Class, field: FieldId) -> Option<ValuesId> {
        values_of(self.bounds, class, field)
    }

    /// Does nobody look into what the field holds?
    fn is_unseen(&self, class: Class, field: FieldId) -> bool {
        let values = self.values_of(class, field).map(|values| self.bounds.values(values));
        matches!(values, Some(Values::AnyObject { .. } | Values::Unread))
    }

    /// The object of its own that a field of a collection holds.
    fn made_in(&self, class: Class, field: FieldId, is_it: impl Fn(&Fresh) -> bool) -> Option<Fresh> {
        made_in(self.bounds, class, field, is_it)
    }

    /// May objects of this kind stand in such a place?
    fn admits(&self, references: &References, kind: &Placed) -> bool {
        let (program, fits) = (self.problem.program, &references.fits);
        if !fits.allows(program, type_of(kind.fresh)) {
            return false;
        }
        let Some(instances) = &self.problem.instances else { return true };
        let is_telling = match &fits.generic {
            Generic::Class { args, .. } => args.iter().any(|arg| arg.is_telling(program)),
            Generic::Array(_) => fits.generic.element() != Generic::Unknown,
            Generic::Unknown | Generic::Variable(_) | Generic::Primitive(_) => false,
        };
        match kind.fresh {
            _ if !is_telling => true,
            Fresh::Object { class, instance, .. } => {
                let args = instance.map_or(&[][..], |id| &instances[id.index()].args);
                program.admits(&fits.generic, class, args)
            }
            Fresh::Array { elements, .. } => {
                let is_same = |fresh: &Fresh| matches!(fresh, Fresh::Array { elements: own, .. } if *own == elements);
                !matches!(fits.generic, Generic::Array(_)) || references.fresh.iter().any(is_same)
            }
            Fresh::Text { .. } => false,
        }
    }
}

fn values_of(bounds: &Bounds, (class, instance): Class, field: FieldId) -> Option<ValuesId> {
    match instance {
        Some(instance) => bounds.instance_fields.get(&(instance, field)).copied(),
        None => bounds.fields.get(&FieldPlace { class, field }).copied(),
    }
}

fn made_in(bounds: &Bounds, class: Class, field: FieldId, is_it: impl Fn(&Fresh) -> bool) -> Option<Fresh> {
    let Values::References(references) = bounds.values(values_of(bounds, class, field)?) else { return None };
    references.fresh.iter().copied().find(|fresh| is_it(fresh))
}

/// The places of an object, with those of what a collection is made of.
fn leads_to(problem: &Problem<'_>, bounds: &Bounds, fresh: Fresh) -> Result<Vec<ValuesId>, String> {
    let program = problem.program;
    let (class, instance) = match fresh {
        Fresh::Array { elements, .. } => return Ok(vec![elements]),
        Fresh::Text { .. } => return Err("strings that are looked into".to_owned()),
        Fresh::Object { class, instance, .. } => (class, instance),
    };
    let layouts = tightrope_heap::Layouts::new(program);
    let mut found = Vec::new();
    // What is made for a collection is no kind of object.
    let mut pending = vec![(class, instance)];
    while let Some(class) = pending.pop() {
        let layout = layout(program, class.0);
        for field in layouts.fields(class.0) {
            let own = match &layout {
                Some(Layout::Array { elements, .. }) if elements == field => made_in(bounds, class, *field, |_| true),
                Some(Layout::Linked { links, .. }) if links.first == *field => made_in(bounds, class, *field, |_| true),
                Some(Layout::Keys { map, .. }) if map == field => made_in(bounds, class, *field, |_| true),
                _ => None,
            };
            match own {
                Some(Fresh::Array { elements, .. }) => found.push(elements),
                Some(Fresh::Object { class, instance, .. }) => pending.push((class, instance)),
                _ if is_link(program, layout.as_ref(), class.0, *field) => {}
                _ => found.extend(values_of(bounds, class, *field)),
            }
        }
    }
    Ok(found)
}

/// Does the field lead from node to node of a collection, or to its last one?
fn is_link(program: &tightrope_program::Program, layout: Option<&Layout>, class: ClassId, field: FieldId) -> bool {
    let is_last = matches!(layout, Some(Layout::Linked { links, .. }) if links.last == field);
    let ty = program.field(field).ty;
    is_last || ty == Type::class(class) && program.class(class).origin == ClassOrigin::Library
}

/// May the place hold what is not made here? Then nobody may look into it.
fn is_closed(references: &References) -> bool {
    let is_text = |fresh: &Fresh| matches!(fresh, Fresh::Text { .. });
    references.unavailable.is_some() || references.fresh.iter().any(is_text)
}

fn type_of(fresh: Fresh) -> Type {
    match fresh {
        Fresh::Object { class, .. } => Type::class(class),
        Fresh::Array { ty, .. } => ty,
        Fresh::Text { .. } => Type::UNKNOWN,
    }
}

fn layout_of(encoder: &Encoder<'_>, class: ClassId) -> Option<Layout> {
    layout(encoder.program, class)
}

fn reference_if(here: Lit, object: ObjectId) -> Value {
    Value::Ref(Ref::new(!here, vec![(object, here)]))
}

/// The empty place behind the last element, of the kind of value that the others are.
fn default_like(slots: &[Value], ty: Type) -> Value {
    match slots.first() {
        Some(Value::Opaque(bits)) => Value::Opaque(Bits::constant(0, bits.width())),
        Some(Value::Closed(bits)) => Value::Closed(Bits::constant(0, bits.width())),
        _ => default_of(ty),
    }
}

/// The number of a box as bits.
pub(crate) fn box_bits(value: &Value) -> Option<Bits> {
    match value {
        Value::Number(bits) => Some(bits.clone()),
        Value::Bool(lit) => Some(Bits::from_lits(vec![*lit])),
        _ => None,
    }
}
