//! All heaps before the call, up to isomorphism, as one symbolic state.
//!
//! Each class has as many objects as the scope allows. A field of type `T` is one-hot over null and
//! the objects that fit. An object is *alive* if receiver, arguments or static fields lead to it;
//! what is not alive has default values. Of some classes there may be objects that nothing leads
//! to: each of theirs is a root as well, or not.
//!
//! **Symmetry breaking** follows TACO (Galeotti et al., section 3): objects are numbered in
//! breadth-first order, so that of all heaps that differ only in names one is left. Per class: list
//! the places that can refer to its objects (arguments first, then the objects of classes that come
//! earlier, then its own objects, each by number and field). Object `j` may stand in a place only
//! if object `j - 1` stands in an earlier one. Such a numbering exists for every heap: number by
//! first occurrence, place by place. A class that is also referred to by a class that comes later
//! has objects that these places may miss; its own places are then left out of the list, and such
//! objects come last in any order. TACO's rules for heterogeneous cycles order these too; here they
//! cost time, never an answer.

use crate::calls::OPAQUE_WIDTH;
use crate::encoder::Encoder;
use crate::narrow::Widths;
use crate::order::{Order, Ordered, Point, Range};
use crate::state::{Cell, State};
use crate::value::{ObjectId, Ref, Value, default_of, same};
use std::collections::BTreeMap;
use std::rc::Rc;
use tightrope_bounds::derive::Tree;
use tightrope_circuit::{Bits, Lit, Relation};
use tightrope_heap::validity::is_subtype;
use tightrope_heap::{IntRange, Scope};
use tightrope_program::sorts::{Equality, PlaceClass, Sort, Sorts};
use tightrope_program::{BaseType, ClassId, ClassKind, ClassOrigin, FieldId, Program, Type};

/// How much symmetry is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Symmetry {
    None,
    #[default]
    Full,
}

/// The heaps before the call.
#[derive(Clone, Debug)]
pub(crate) struct Initial {
    pub(crate) state: State,
    pub(crate) args: Vec<Value>,
    /// What makes them heaps of the scope.
    pub(crate) assumptions: Vec<Lit>,
    /// By type: how many objects there can be.
    pub(crate) kinds: Vec<Kind>,
    /// Each number is small: what a reader wishes.
    pub(crate) small: Vec<Lit>,
    /// Objects that are there though nothing may lead to them, and where they are.
    pub(crate) elsewhere: Vec<(ObjectId, Lit)>,
    /// Where paths name objects, by kind and number: where it holds, the object follows the one
    /// before it in the order of first occurrence.
    pub(crate) followers: BTreeMap<(usize, usize), Lit>,
}

/// The objects of one type.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) ty: Type,
    pub(crate) objects: Vec<ObjectId>,
    /// What its elements are, of an array.
    elements: Option<PlaceClass>,
}

/// How numbers are kept of which only the order matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keys {
    /// As 32 bits.
    Bits,
    /// As points of an order, where there is room for all.
    #[default]
    Order,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Wanted<'s> {
    pub(crate) scope: &'s Scope,
    pub(crate) sorts: &'s Sorts,
    pub(crate) symmetry: Symmetry,
    /// Numbers of which only the order matters have as many bits as it takes to order them all.
    pub(crate) has_narrow_orders: bool,
    pub(crate) keys: Keys,
    /// Paths name objects in the order in which they get to them: each object of a kind may stand
    /// everywhere, and only those without a name are ordered.
    pub(crate) is_named: bool,
    /// Fields that are known to be small.
    pub(crate) widths: &'s Widths,
    /// The classes that the receiver may have. Empty: there is none, or it is new.
    pub(crate) receivers: Vec<ClassId>,
    /// A constructor initialises an object of this class.
    pub(crate) new_receiver: Option<ClassId>,
    pub(crate) params: Vec<(Type, Option<PlaceClass>)>,
    /// The invariant says that all objects but the receiver are a tree below it.
    pub(crate) tree: Option<Tree>,
    /// Classes of which there may be objects that nothing leads to.
    pub(crate) unreferenced: Vec<ClassId>,
}

impl Wanted<'_> {
    /// The range that the user has chosen for a place. A range for all numbers is none for those of
    /// which only the order matters: verdicts say that they have any value.
    fn numbers_of(&self, place: &Place) -> Option<IntRange> {
        let is_ordered = |class: PlaceClass| {
            matches!(self.sorts.of(class), Sort::Ordered { .. })
                && !self.sorts.needs_all_bits(class)
                && (place.ty != Type::LONG || self.sorts.orders_longs())
        };
        place.range.or(self.scope.ints.filter(|_| !place.class.is_some_and(is_ordered)))
    }
}

impl Kind {
    /// Objects that something else says all about.
    pub(crate) fn of_objects(ty: Type, objects: Vec<ObjectId>) -> Kind {
        Kind { ty, objects, elements: None }
    }
}

impl Wanted<'_> {
    fn tree(&self) -> Option<&Tree> {
        self.tree.as_ref().filter(|_| self.symmetry == Symmetry::Full)
    }

    fn limit(&self, program: &Program, ty: Type) -> usize {
        let most = limit(program, self.scope, ty);
        let is_top = |tree: &Tree| ty.as_class() != Some(tree.node);
        if self.tree().is_some_and(is_top) { most.min(1) } else { most }
    }
}

/// The work in progress.
struct Maker<'w, 's> {
    wanted: &'w Wanted<'s>,
    kinds: Vec<Kind>,
    assumptions: Vec<Lit>,
    small: Vec<Lit>,
    /// Objects that static initialisers have made.
    existing: Vec<ObjectId>,
    /// By type: the literals of earlier places, for each object.
    places: BTreeMap<Type, Vec<Vec<Lit>>>,
    /// See [`Initial::followers`].
    followers: BTreeMap<(usize, usize), Lit>,
    /// By class of places: their order, and the points that are not given away yet.
    orders: BTreeMap<PlaceClass, (Rc<Order>, std::ops::Range<Point>)>,
}

/// A place whose value is chosen.
#[derive(Clone)]
struct Place {
    ty: Type,
    class: Option<PlaceClass>,
    range: Option<IntRange>,
    /// So many bits are enough.
    width: Option<usize>,
    /// Of the object of which type it is a place; `None`: an argument.
    owner: Option<usize>,
    /// The numbers of the objects that it may refer to.
    numbers: Option<std::ops::Range<usize>>,
}

/// The nodes of a tree that a place may hold, where breadth-first numbers tell: the k-th edge leads
/// to the k-th node at most, and to one behind its own; other fields lead to nodes before it.
fn numbers_in_tree(tree: &Tree, layout: &[FieldId], field: FieldId, object: usize) -> std::ops::Range<usize> {
    if field == tree.root {
        return 0..1;
    }
    let mut edges = layout.iter().filter(|field| tree.edges.contains(field));
    match edges.position(|edge| *edge == field) {
        Some(edge) => object + 1..object * tree.edges.len() + edge + 2,
        None => 0..object,
    }
}

impl Encoder<'_> {
    /// The heaps before the call. `start`: what static initialisers have left. `Err`: some place
    /// may hold what cannot be made.
    pub(crate) fn initial(&mut self, wanted: &Wanted<'_>, mut start: State) -> Result<Initial, String> {
        let existing = (0..self.objects.len()).filter(|object| start.cell(*object).is_some()).collect();
        let mut maker = Maker {
            wanted,
            kinds: kinds_of(self.program, &self.layouts, wanted)?,
            assumptions: Vec::new(),
            small: Vec::new(),
            existing,
            places: BTreeMap::new(),
            followers: BTreeMap::new(),
            orders: BTreeMap::new(),
        };
        for kind in &mut maker.kinds {
            for _ in 0..wanted.limit(self.program, kind.ty) {
                let alive = self.circuit.input();
                kind.objects.push(self.add_object(kind.ty, alive, true));
            }
        }
        self.make_orders(&mut maker);
        let mut args = Vec::new();
        if let Some(class) = wanted.new_receiver {
            let object = self.add_object(Type::class(class), Lit::TRUE, false);
            start.put(object, self.default_cell(class));
            args.push(Value::Ref(Ref::to(object)));
        }
        if !wanted.receivers.is_empty() {
            args.push(self.receiver(&mut maker));
        }
        for (ty, class) in &wanted.params {
            let place = Place { ty: *ty, class: *class, range: None, width: None, owner: None, numbers: None };
            args.push(self.choose(&mut maker, place)?);
        }
        for kind in 0..maker.kinds.len() {
            for index in 0..maker.kinds[kind].objects.len() {
                let object = maker.kinds[kind].objects[index];
                let cell = self.content(&mut maker, (kind, index), self.objects[object].born)?;
                self.settle(&mut maker, object, &cell);
                start.put(object, cell);
            }
        }
        start.version = self.next_version();
        for number in self.inputs.numbers.clone() {
            let upper = number.lits().iter().skip(4).map(|bit| !*bit).collect::<Vec<_>>();
            maker.small.push(self.circuit.and_all(upper));
        }
        let elsewhere = self.elsewhere(&maker);
        self.relate_life(&mut maker, &start, &args, &elsewhere);
        let Maker { assumptions, kinds, small, followers, .. } = maker;
        Ok(Initial { state: start, args, assumptions, kinds, small, elsewhere, followers })
    }

    fn receiver(&mut self, maker: &mut Maker<'_, '_>) -> Value {
        let wanted = maker.wanted;
        let mut options = Vec::new();
        for class in &wanted.receivers {
            let kind = maker.kinds.iter().find(|kind| kind.ty == Type::class(*class));
            let first = kind.and_then(|kind| kind.objects.first().copied());
            options.extend(first);
            // A constant of an enum.
            options.extend(maker.existing.iter().filter(|object| self.objects[**object].ty == Type::class(*class)));
        }
        options.sort_unstable();
        let declared = wanted.receivers.first().map(|class| Type::class(*class));
        let value = self.one_of(&mut maker.assumptions, &options, declared, false);
        self.note_place(maker, &value);
        Value::Ref(value)
    }

    /// A free choice among objects, in a place of this type.
    pub(crate) fn one_of(
        &mut self,
        assumptions: &mut Vec<Lit>,
        options: &[ObjectId],
        ty: Option<Type>,
        may_be_null: bool,
    ) -> Ref {
        match (options, may_be_null) {
            ([], _) => return Ref::null(),
            ([only], false) => return Ref::to(*only),
            _ => {}
        }
        if let Some(row) = ty.and_then(|ty| self.initial_row(ty, options, may_be_null)) {
            return row;
        }
        let null = if may_be_null { self.circuit.input() } else { Lit::FALSE };
        let targets: Vec<(ObjectId, Lit)> = options.iter().map(|object| (*object, self.circuit.input())).collect();
        let lits: Vec<Lit> = std::iter::once(null).chain(targets.iter().map(|(_, lit)| *lit)).collect();
        assumptions.push(self.circuit.exactly_one(&lits));
        Ref::new(null, targets)
    }

    fn choose(&mut self, maker: &mut Maker<'_, '_>, place: Place) -> Result<Value, String> {
        if !place.ty.is_reference() {
            return self.choose_number(maker, place);
        }
        let sort = place.class.map(|class| maker.wanted.sorts.of(class));
        if let Some(Sort::Opaque { equality, .. }) = sort {
            return Ok(Value::Opaque(match equality {
                Equality::Both => self.ranked_identity(&mut maker.assumptions),
                _ => self.circuit.input_bits(OPAQUE_WIDTH),
            }));
        }
        if is_closed(self.program, place.ty) {
            return Ok(Value::Closed(self.circuit.input_bits(OPAQUE_WIDTH)));
        }
        let mut options = Vec::new();
        for (number, kind) in maker.kinds.iter().enumerate() {
            if !is_subtype(self.program, kind.ty, place.ty) {
                continue;
            }
            let is_ordered = !maker.wanted.is_named && maker.orders(self.program, number, place.owner);
            let reachable = match is_ordered {
                true => maker.places.get(&kind.ty).map_or(0, Vec::len) + 1,
                false => usize::MAX,
            };
            let numbers = place.numbers.clone().unwrap_or(0..usize::MAX);
            let numbered = kind.objects.iter().enumerate().take(reachable);
            options.extend(numbered.filter(|(number, _)| numbers.contains(number)).map(|(_, object)| object));
        }
        let program = self.program;
        options.extend(maker.existing.iter().filter(|object| {
            let object: ObjectId = **object;
            is_subtype(program, self.objects[object].ty, place.ty)
        }));
        options.sort_unstable();
        let value = self.one_of(&mut maker.assumptions, &options, Some(place.ty), true);
        if let Some(owner) = place.owner {
            self.note_place_of(maker, &value, owner);
        } else {
            self.note_place(maker, &value);
        }
        Ok(Value::Ref(value))
    }

    fn note_place(&mut self, maker: &mut Maker<'_, '_>, value: &Ref) {
        self.order_place(maker, value, None);
    }

    fn note_place_of(&mut self, maker: &mut Maker<'_, '_>, value: &Ref, owner: usize) {
        self.order_place(maker, value, Some(owner));
    }

    /// Object `j` may stand here only if object `j - 1` stands in an earlier place.
    fn order_place(&mut self, maker: &mut Maker<'_, '_>, value: &Ref, owner: Option<usize>) {
        for number in 0..maker.kinds.len() {
            if !maker.orders(self.program, number, owner) {
                continue;
            }
            let kind = maker.kinds[number].clone();
            let row: Vec<Lit> = kind.objects.iter().map(|object| value.is(*object)).collect();
            if row.iter().all(|lit| *lit == Lit::FALSE) {
                continue;
            }
            let earlier = maker.places.entry(kind.ty).or_default();
            for j in 1..row.len() {
                let before: Vec<Lit> = earlier.iter().map(|row| row[j - 1]).collect();
                let before = self.circuit.or_all(before);
                let mut follows = self.circuit.implies(row[j], before);
                if maker.wanted.is_named {
                    let is_unnamed = *maker.followers.entry((number, j)).or_insert_with(|| self.circuit.input());
                    follows = self.circuit.implies(is_unnamed, follows);
                }
                maker.assumptions.push(follows);
            }
            earlier.push(row);
        }
    }

    /// An order for each class of numbers that are only compared, with a point for each place.
    fn make_orders(&mut self, maker: &mut Maker<'_, '_>) {
        let wanted = maker.wanted;
        if wanted.keys == Keys::Bits {
            return;
        }
        let mut places: BTreeMap<PlaceClass, Vec<Place>> = BTreeMap::new();
        for place in maker.number_places(self) {
            if let Some(class) = place.class.filter(|class| matches!(wanted.sorts.of(*class), Sort::Ordered { .. })) {
                places.entry(class).or_default().push(place);
            }
        }
        for (class, places) in places {
            let is_alike = |place: &Place| wanted.numbers_of(place).is_none() && place.ty == places[0].ty;
            let range = match places[0].ty {
                Type::INT => Range { least: i64::from(i32::MIN), greatest: i64::from(i32::MAX) },
                Type::LONG => Range { least: i64::MIN, greatest: i64::MAX },
                _ => continue,
            };
            let constants = wanted.sorts.constants(class);
            let id = class.0 as usize;
            if let Some((order, facts)) = Order::new(&mut self.circuit, id, places.len(), constants, range)
                && places.iter().all(is_alike)
            {
                maker.assumptions.extend(facts);
                maker.orders.insert(class, (Rc::new(order), 0..places.len()));
            }
        }
    }

    fn choose_number(&mut self, maker: &mut Maker<'_, '_>, place: Place) -> Result<Value, String> {
        if let Some((order, points)) = place.class.and_then(|class| maker.orders.get_mut(&class)) {
            let point = points.next().ok_or("more numbers than places")?;
            return Ok(Value::Ordered(Ordered::point(order, point)));
        }
        let bits = match place.ty.base {
            BaseType::Int | BaseType::Long if place.width.is_some() => {
                let whole = if place.ty == Type::LONG { 64 } else { 32 };
                self.circuit.input_bits(place.width.unwrap_or(whole)).zero_extended(whole)
            }
            BaseType::Boolean => return Ok(Value::Bool(self.circuit.input())),
            _ if self.is_narrow(maker, &place) => {
                let width = bits_to_order(self.program, &self.layouts, maker);
                let full = if place.ty.base == BaseType::Long { 64 } else { 32 };
                self.circuit.input_bits(width.min(full)).sign_extended(full)
            }
            BaseType::Byte => self.circuit.input_bits(8).sign_extended(32),
            BaseType::Short => self.circuit.input_bits(16).sign_extended(32),
            BaseType::Char => self.circuit.input_bits(16).zero_extended(32),
            BaseType::Int => self.circuit.input_bits(32),
            BaseType::Long => self.circuit.input_bits(64),
            BaseType::Float => return Ok(Value::Number(self.circuit.input_bits(32))),
            BaseType::Double => return Ok(Value::Number(self.circuit.input_bits(64))),
            // Nobody reads it: an expression of it is not modelled.
            _ => return Ok(Value::Closed(self.circuit.input_bits(OPAQUE_WIDTH))),
        };
        if let Some(IntRange { least, greatest }) = maker.wanted.numbers_of(&place) {
            let wide = bits.sign_extended(65);
            let (least, greatest) = (Bits::constant(least, 65), Bits::constant(greatest, 65));
            maker.assumptions.push(self.circuit.less_equal(&least, &wide));
            maker.assumptions.push(self.circuit.less_equal(&wide, &greatest));
        }
        let upper = bits.lits().iter().skip(4).map(|bit| !*bit).collect::<Vec<_>>();
        maker.small.push(self.circuit.and_all(upper));
        Ok(Value::Number(bits))
    }

    /// Does only the order of the number matter, among others of its kind?
    fn is_narrow(&self, maker: &Maker<'_, '_>, place: &Place) -> bool {
        let is_wide = matches!(place.ty.base, BaseType::Int | BaseType::Long);
        let is_free = maker.wanted.numbers_of(place).is_none();
        let sort = place.class.map(|class| maker.wanted.sorts.of(class));
        let is_ordered = matches!(sort, Some(Sort::Ordered { constants }) if constants.is_empty());
        // What static initialisers have made holds numbers of its own.
        let is_alone = maker.existing.is_empty();
        maker.wanted.has_narrow_orders && is_wide && is_free && is_ordered && is_alone
    }

    /// The content of one object of a kind.
    fn content(
        &mut self,
        maker: &mut Maker<'_, '_>,
        (kind, index): (usize, usize),
        alive: Lit,
    ) -> Result<Cell, String> {
        let Kind { ty, elements, .. } = maker.kinds[kind].clone();
        let mut slots = Vec::new();
        if let Some(element) = ty.element() {
            let capacity = maker.wanted.scope.array_length();
            let length = self.circuit.input_bits(32);
            let limit = Bits::constant(capacity as i64, 32);
            let fits = self.circuit.less_equal(&length, &limit);
            maker.assumptions.extend([fits, !length.sign()]);
            for position in 0..capacity {
                let place =
                    Place { ty: element, class: elements, range: None, width: None, owner: Some(kind), numbers: None };
                let value = self.choose(maker, place)?;
                let inside = self.circuit.less(&Bits::constant(position as i64, 32), &length);
                let empty = same(&mut self.circuit, &value, &default_of(element));
                let empty = empty.unwrap_or_else(|| self.is_empty(&value));
                maker.assumptions.push(self.circuit.or(inside, empty));
                slots.push(value);
            }
            return Ok(Cell { slots, length: Some(length) });
        }
        let layout = ty.as_class().map_or_else(Vec::new, |class| self.layouts.fields(class).to_vec());
        for &field in &layout {
            let mut place = maker.field_place(self.program, field, kind);
            place.numbers = maker.wanted.tree().map(|tree| numbers_in_tree(tree, &layout, field, index));
            let value = self.choose(maker, place)?;
            if self.program.is_never_null(field) {
                // An inner object has an outer one.
                let null = self.is_null(&value);
                maker.assumptions.push(self.circuit.implies(alive, !null));
            }
            slots.push(value);
        }
        Ok(Cell { slots, length: None })
    }

    /// What is not alive has default values. Elements of an array are beyond its end then: to say
    /// it of them in another way could be too much.
    fn settle(&mut self, maker: &mut Maker<'_, '_>, object: ObjectId, cell: &Cell) {
        let alive = self.objects[object].born;
        if let Some(length) = &cell.length {
            let empty = crate::value::is_zero(&mut self.circuit, length);
            return maker.assumptions.push(self.circuit.or(alive, empty));
        }
        for value in &cell.slots {
            let empty = self.is_empty(value);
            maker.assumptions.push(self.circuit.or(alive, empty));
        }
    }

    /// One value for places that do not exist.
    fn is_empty(&mut self, value: &Value) -> Lit {
        match value {
            Value::Bool(lit) => !*lit,
            Value::Number(bits) | Value::Opaque(bits) | Value::Closed(bits) => {
                crate::value::is_zero(&mut self.circuit, bits)
            }
            Value::Ref(reference) => reference.null,
            Value::Ordered(Ordered { order, points }) => match points.as_slice() {
                [(point, Lit::TRUE)] => order.is_least(&mut self.circuit, *point),
                _ => Lit::TRUE,
            },
            _ => Lit::TRUE,
        }
    }

    /// What may lead from an object to others; in a tree, its edges.
    fn leading_slots(&self, maker: &Maker<'_, '_>, state: &State, from: ObjectId) -> Vec<Ref> {
        let Some(cell) = state.cell(from) else { return Vec::new() };
        let fields = match (maker.wanted.tree(), self.objects[from].ty.as_class()) {
            (Some(tree), Some(class)) => {
                let is_edge = |field: &FieldId| *field == tree.root || tree.edges.contains(field);
                self.layouts.fields(class).iter().map(is_edge).collect()
            }
            _ => vec![true; cell.slots.len()],
        };
        let slots = cell.slots.iter().zip(fields).filter(|(_, leads)| *leads).map(|(slot, _)| slot);
        slots.filter_map(Value::reference).cloned().collect()
    }

    /// The objects that may be there though nothing leads to them.
    fn elsewhere(&mut self, maker: &Maker<'_, '_>) -> Vec<(ObjectId, Lit)> {
        let free = maker.kinds.iter().filter(|kind| maker.is_unreferenced(kind));
        free.flat_map(|kind| &kind.objects).map(|object| (*object, self.circuit.input())).collect()
    }

    /// An object is alive iff arguments or static fields lead to it, or an object elsewhere does.
    fn relate_life(&mut self, maker: &mut Maker<'_, '_>, state: &State, args: &[Value], elsewhere: &[(ObjectId, Lit)]) {
        let objects: Vec<ObjectId> = maker.kinds.iter().flat_map(|kind| kind.objects.iter().copied()).collect();
        let from_existing: Vec<Rc<Cell>> =
            maker.existing.iter().filter_map(|object| state.cell(*object).cloned()).collect();
        let roots = args.iter().chain(state.statics.values()).chain(from_existing.iter().flat_map(|cell| &cell.slots));
        let roots: Vec<&Ref> = roots.filter_map(Value::reference).collect();
        let mut start = Vec::new();
        for object in &objects {
            let here = elsewhere.iter().filter(|(one, _)| one == object).map(|(_, lit)| *lit);
            let ways: Vec<Lit> = roots.iter().map(|root| root.is(*object)).chain(here).collect();
            start.push(self.circuit.or_all(ways));
        }
        let mut rows = Vec::new();
        for from in &objects {
            let slots = self.leading_slots(maker, state, *from);
            let mut row = Vec::new();
            for to in &objects {
                let ways: Vec<Lit> = slots.iter().map(|slot| slot.is(*to)).collect();
                row.push(self.circuit.or_all(ways));
            }
            rows.push(row);
        }
        let reached = match maker.wanted.tree() {
            // What is not alive leads nowhere, and edges of a tree lead to greater numbers.
            Some(_) => {
                let led_to = |to: usize| rows.iter().map(move |row| row[to]).chain([start[to]]).collect::<Vec<_>>();
                (0..objects.len()).map(|to| self.circuit.or_all(led_to(to))).collect()
            }
            None => self.circuit.reach(&start, &Relation::from_rows(objects.len(), rows)),
        };
        for (object, reached) in objects.iter().zip(reached) {
            let alive = self.objects[*object].born;
            maker.assumptions.push(self.circuit.iff(alive, reached));
        }
        if maker.wanted.symmetry == Symmetry::None {
            return;
        }
        for kind in &maker.kinds {
            for pair in kind.objects.windows(2) {
                let (first, second) = (self.objects[pair[0]].born, self.objects[pair[1]].born);
                maker.assumptions.push(self.circuit.implies(second, first));
            }
        }
    }
}

impl Maker<'_, '_> {
    /// The places of numbers, in the order in which they are chosen.
    fn number_places(&self, encoder: &Encoder<'_>) -> Vec<Place> {
        let wanted = self.wanted;
        let params = wanted.params.iter();
        let mut all: Vec<Place> = params
            .map(|(ty, class)| Place { ty: *ty, class: *class, range: None, width: None, owner: None, numbers: None })
            .collect();
        for (number, kind) in self.kinds.iter().enumerate() {
            let own: Vec<Place> = match kind.ty.element() {
                Some(ty) => {
                    let (class, owner) = (kind.elements, Some(number));
                    let place = Place { ty, class, range: None, width: None, owner, numbers: None };
                    vec![place; wanted.scope.array_length()]
                }
                None => {
                    let fields = kind.ty.as_class().map_or(&[][..], |class| encoder.layouts.fields(class));
                    fields.iter().map(|field| self.field_place(encoder.program, *field, number)).collect()
                }
            };
            kind.objects.iter().for_each(|_| all.extend_from_slice(&own));
        }
        all.retain(|place| place.ty.is_integral());
        all
    }

    fn field_place(&self, program: &Program, field: FieldId, owner: usize) -> Place {
        let declared = program.field(field);
        let range = self.wanted.scope.field_range(&program.class(declared.class).name, &declared.name);
        let class = self.wanted.sorts.field_class(field);
        let width = self.wanted.widths.get(&field).copied();
        Place { ty: declared.ty, class, range, width, owner: Some(owner), numbers: None }
    }

    /// Is a place of this owner in the list that orders the objects of a kind?
    fn orders(&self, program: &Program, kind: usize, owner: Option<usize>) -> bool {
        if self.wanted.symmetry == Symmetry::None {
            return false;
        }
        let refers = |from: usize| {
            let ty = self.kinds[from].ty;
            refers_to(program, ty, self.kinds[kind].ty)
        };
        match owner {
            None => true,
            Some(owner) if owner < kind => true,
            // Objects that nothing leads to come last, and so may what they lead to.
            Some(_) if self.is_unreferenced(&self.kinds[kind]) => false,
            Some(owner) => owner == kind && !(kind + 1..self.kinds.len()).any(refers),
        }
    }

    /// May there be objects of this kind that nothing leads to?
    fn is_unreferenced(&self, kind: &Kind) -> bool {
        kind.ty.as_class().is_some_and(|class| self.wanted.unreferenced.contains(&class))
    }
}

/// As many bits as can write a number for each place of the heap: then each order of their values
/// is the order of such numbers.
fn bits_to_order(program: &Program, layouts: &tightrope_heap::Layouts, maker: &Maker<'_, '_>) -> usize {
    let scope = maker.wanted.scope;
    let is_number = |field: &&tightrope_program::FieldId| program.field(**field).ty.is_integral();
    let numbers = |class: ClassId| layouts.fields(class).iter().filter(is_number).count();
    let slots = |ty: Type| ty.as_class().map_or(scope.array_length(), numbers);
    let places = maker.kinds.iter().map(|kind| limit(program, scope, kind.ty) * slots(kind.ty));
    let places = places.sum::<usize>() + maker.wanted.params.len() + 1;
    (usize::BITS - places.leading_zeros()) as usize + 1
}

/// May an object of one type refer to one of the other directly?
fn refers_to(program: &Program, from: Type, to: Type) -> bool {
    if let Some(element) = from.element() {
        return element.is_reference() && is_subtype(program, to, element);
    }
    let Some(class) = from.as_class() else { return false };
    let layouts = tightrope_heap::Layouts::new(program);
    layouts.fields(class).iter().any(|field| {
        let ty = program.field(*field).ty;
        ty.is_reference() && is_subtype(program, to, ty)
    })
}

fn limit(program: &Program, scope: &Scope, ty: Type) -> usize {
    match ty.as_class() {
        Some(class) => scope.objects_of(&program.class(class).name),
        None => scope.objects,
    }
}

/// Types of the library: a place of them can hold objects that are not made here, strings and boxes
/// among them. A value can be copied and compared, not looked into.
fn is_closed(program: &Program, ty: Type) -> bool {
    ty.as_class().is_some_and(|class| program.class(class).origin != ClassOrigin::User)
}

/// The user's classes whose objects may stand in a place of this type.
fn concrete(program: &Program, class: ClassId) -> Vec<ClassId> {
    let is_made = |id: &ClassId| {
        let candidate = program.class(*id);
        let is_concrete = matches!(candidate.kind, ClassKind::Class | ClassKind::Record) && !candidate.is_abstract;
        is_concrete
            && candidate.origin == ClassOrigin::User
            && program.is_subclass(*id, class)
            && program.may_be_there(*id)
    };
    program.class_ids().filter(is_made).collect()
}

/// The types of the objects of a heap, in the order in which arguments and fields lead to them.
fn kinds_of(program: &Program, layouts: &tightrope_heap::Layouts, wanted: &Wanted<'_>) -> Result<Vec<Kind>, String> {
    let mut kinds: Vec<Kind> = Vec::new();
    let mut pending: Vec<(Type, Option<PlaceClass>)> = Vec::new();
    let made = wanted.receivers.iter().filter(|class| program.class(**class).kind != ClassKind::Enum);
    for class in made {
        add_kind(&mut kinds, Type::class(*class), None);
    }
    pending.extend(wanted.unreferenced.iter().map(|class| (Type::class(*class), None)));
    pending.extend(wanted.params.iter().rev().copied());
    let mut next = 0;
    loop {
        while let Some((ty, class)) = pending.pop() {
            add_place_type(program, wanted, &mut kinds, ty, class)?;
        }
        let Some(kind) = kinds.get(next).cloned() else { return Ok(kinds) };
        next += 1;
        match (kind.ty.element(), kind.ty.as_class()) {
            (Some(element), _) => pending.push((element, kind.elements)),
            (None, Some(class)) => {
                let fields = layouts.fields(class).iter().rev();
                pending.extend(fields.map(|field| (program.field(*field).ty, wanted.sorts.field_class(*field))));
            }
            _ => {}
        }
    }
}

fn add_kind(kinds: &mut Vec<Kind>, ty: Type, elements: Option<PlaceClass>) {
    if !kinds.iter().any(|kind| kind.ty == ty) {
        kinds.push(Kind { ty, objects: Vec::new(), elements });
    }
}

fn add_place_type(
    program: &Program,
    wanted: &Wanted<'_>,
    kinds: &mut Vec<Kind>,
    ty: Type,
    class: Option<PlaceClass>,
) -> Result<(), String> {
    let is_opaque = |class: PlaceClass| matches!(wanted.sorts.of(class), Sort::Opaque { .. });
    if !ty.is_reference() || class.is_some_and(is_opaque) || is_closed(program, ty) {
        return Ok(());
    }
    if ty.is_array() {
        let elements = class.and_then(|class| wanted.sorts.elements(class));
        let known = kinds.iter().find(|kind| kind.ty == ty);
        if known.is_some_and(|known| known.elements.is_some_and(is_opaque) != elements.is_some_and(is_opaque)) {
            return Err("arrays of one type, some with elements that are only compared".to_owned());
        }
        add_kind(kinds, ty, elements);
        return Ok(());
    }
    let Some(base) = ty.as_class() else { return Ok(()) };
    let classes = concrete(program, base);
    let is_enum = program.class(base).kind == ClassKind::Enum;
    if classes.is_empty() && !is_enum {
        return Err(format!("objects of `{}`, which no class at hand implements", program.class(base).name));
    }
    classes.into_iter().for_each(|class| add_kind(kinds, Type::class(class), None));
    Ok(())
}
