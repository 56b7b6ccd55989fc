//! What is drawn of a heap: which objects have cards, what stands on them, and which references are
//! arrows.

use super::sizes;
use super::{Arrow, ArrowKind, Card, CardKind, Cell, Port, Rect, Tag, Target, Words};
use crate::draw::collections::Collection;
use crate::draw::picture::{Home, Kind, Picture};
use crate::draw::shape::Role;
use std::collections::BTreeMap;
use tightrope_heap::{Content, Object, ObjectId, Value, text};
use tightrope_program::{FieldId, Type};

/// Arrays with more elements are shown in part.
const MOST_CELLS: usize = 24;

/// Cards and arrows without their places.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) values: Vec<Tag>,
    pub(super) cards: BTreeMap<ObjectId, Card>,
    pub(super) arrows: Vec<Arrow>,
}

impl Contents {
    /// Objects from `initial` on are made by the run: those that nothing reaches are left out.
    pub(super) fn of(picture: &Picture<'_>, initial: usize, variables: usize) -> Contents {
        let mut contents = Contents::default();
        for id in picture.heap.ids() {
            let is_there = picture.is_reachable(id) || id.index() < initial;
            if is_there && has_card(picture, id) {
                contents.cards.insert(id, card(picture, id, initial));
            }
        }
        let ids: Vec<ObjectId> = contents.cards.keys().copied().collect();
        for id in ids {
            let arrows = arrows(picture, id, &contents.cards);
            contents.arrows.extend(arrows);
        }
        contents.add_roots(picture, variables);
        for card in contents.cards.values_mut() {
            sizes::fit(card);
        }
        contents
    }

    /// The names of roots stand on the cards that they lead to.
    fn add_roots(&mut self, picture: &Picture<'_>, variables: usize) {
        let first_variable = picture.heap.roots.len().saturating_sub(variables);
        for (index, root) in picture.heap.roots.iter().enumerate() {
            let is_variable = index >= first_variable;
            let former = picture.former_root(index);
            let is_changed = former.is_some();
            let card = root.value.as_object().and_then(|id| self.cards.get_mut(&id));
            let mut tag = Tag { text: root.name.to_string(), rect: Rect::default(), is_changed, is_variable };
            match card {
                Some(card) => card.tags.push(tag),
                None if is_constant(picture, root.name.as_str(), root.value) => {}
                None => {
                    let value = picture.value_text(root.value, Type::UNKNOWN);
                    tag.text = format!("{} = {value}", root.name);
                    self.values.push(tag);
                }
            }
        }
    }
}

/// A constant of an enum is no news.
fn is_constant(picture: &Picture<'_>, name: &str, value: Value) -> bool {
    let object = value.as_object().and_then(|id| picture.object(id));
    name.contains('.') && object.is_some_and(|object| picture.is_enum(object.ty))
}

fn has_card(picture: &Picture<'_>, id: ObjectId) -> bool {
    // The leaf of a tree is a node, however little it holds.
    let is_inside = |holder: ObjectId, slot: usize| match (picture.kind(holder), picture.kind(id)) {
        (Kind::Array, _) => false,
        (Kind::Structure, Kind::Payload) => !picture.is_link(holder, slot),
        (Kind::Structure, _) => picture.is_inline(id),
        (_, kind) => kind == Kind::Payload,
    };
    match picture.home(id) {
        Some(_) if picture.kind(id) == Kind::Atom => false,
        Some(Home::Slot(holder, slot)) => !is_inside(holder, slot),
        Some(_) => true,
        None => false,
    }
}

fn card(picture: &Picture<'_>, id: ObjectId, initial: usize) -> Card {
    let class = picture.object(id).map(|object| text::type_name(object.ty, picture.setting.program));
    let mut card = Card {
        id,
        kind: CardKind::Record,
        name: picture.name(id),
        title: Words { text: class.unwrap_or_default(), is_changed: false },
        lines: Vec::new(),
        ports: Vec::new(),
        cells: Vec::new(),
        tags: Vec::new(),
        rect: Rect::default(),
        is_new: picture.old.is_some() && id.index() >= initial && is_new_here(picture, id),
        is_lost: !picture.is_reachable(id),
        is_in_ring: false,
        details: details(picture, id),
    };
    match picture.kind(id) {
        Kind::Structure => {
            card.kind = CardKind::Node;
            // What an arrow says stands nowhere else.
            let (key, rest) = picture.node_words(id, &|value| is_drawn(picture, value, initial));
            card.title = words(key.unwrap_or_default());
            card.lines = rest.into_iter().map(words).collect();
        }
        Kind::Array => {
            card.kind = CardKind::Array;
            card.cells = cells(picture, id);
        }
        Kind::Atom | Kind::Payload | Kind::Record => (card.lines, card.ports) = record_lines(picture, id, initial),
    }
    card
}

/// Does the value lead to a card?
fn is_drawn(picture: &Picture<'_>, value: Value, initial: usize) -> bool {
    let is_there = |id: ObjectId| picture.is_reachable(id) || id.index() < initial;
    value.as_object().is_some_and(|target| is_there(target) && has_card(picture, target))
}

/// It is not there in the heap before: there, what does not exist yet holds nothing and is reached
/// by nobody.
fn is_new_here(picture: &Picture<'_>, id: ObjectId) -> bool {
    let before = picture.old.and_then(|old| old.objects.get(id.index()));
    let now = picture.object(id);
    before.is_none_or(|before| before.values().is_empty() && now.is_some_and(|now| !now.values().is_empty()))
}

/// A change is written as `3→5`.
fn words(text: String) -> Words {
    Words { is_changed: text.contains('→'), text }
}

fn cells(picture: &Picture<'_>, id: ObjectId) -> Vec<Cell> {
    let Some(object) = picture.object(id) else { return Vec::new() };
    let element = object.ty.element().unwrap_or(Type::UNKNOWN);
    let cell = |(at, value): (usize, &Value)| {
        let is_drawn = value.as_object().is_some_and(|target| has_card(picture, target));
        let text = if is_drawn { "•".to_owned() } else { picture.cell_text(id, at, *value, element) };
        let words = Words { is_changed: picture.is_changed((id, at)), text };
        Cell { words, below: below(picture, id, at), rect: Rect::default(), is_lost: false }
    };
    let mut cells: Vec<Cell> = object.values().iter().enumerate().take(MOST_CELLS).map(cell).collect();
    let left_out = object.values().len().saturating_sub(MOST_CELLS);
    if left_out > 0 {
        let text = format!("… {left_out} more");
        let words = Words { text, is_changed: false };
        cells.push(Cell { words, below: String::new(), rect: Rect::default(), is_lost: false });
    }
    cells.extend(lost_cells(picture, id));
    cells
}

/// What a collection does not have any more stands behind what it has.
fn lost_cells(picture: &Picture<'_>, id: ObjectId) -> Vec<Cell> {
    let cell = |value: &Value| {
        let words = Words { text: picture.value_text(*value, Type::UNKNOWN), is_changed: true };
        Cell { words, below: "lost".to_owned(), rect: Rect::default(), is_lost: true }
    };
    picture.lost_elements(id).iter().take(MOST_CELLS).map(cell).collect()
}

/// What stands below an element: the elements of a set have no order.
fn below(picture: &Picture<'_>, id: ObjectId, at: usize) -> String {
    match picture.collection(id) {
        Some(Collection::Map) if at.is_multiple_of(2) => "key".to_owned(),
        Some(Collection::Map) => "value".to_owned(),
        Some(Collection::Set) => String::new(),
        Some(Collection::List) | None => at.to_string(),
    }
}

/// Values, and references that are no arrows. Of a record that holds several things each reference
/// has a line, and its arrow starts there: names beside so many arrows would be in each other's
/// way.
fn record_lines(picture: &Picture<'_>, id: ObjectId, initial: usize) -> (Vec<Words>, Vec<Port>) {
    let is_told = |field: &FieldId| picture.never_seen.contains(field) || picture.uniform.contains_key(field);
    let fields: Vec<_> = picture.fields(id).filter(|(_, field, _)| !is_told(field)).collect();
    let is_held = |at: usize, value: Value| {
        is_drawn(picture, value, initial) && value.as_object().is_some_and(|target| picture.is_home(target, (id, at)))
    };
    let has_ports = fields.iter().filter(|(at, _, value)| is_held(*at, *value)).count() > 1;
    let (mut lines, mut ports) = (Vec::new(), Vec::new());
    for (at, field, value) in fields {
        let is_arrow = is_drawn(picture, value, initial);
        if is_arrow && !has_ports {
            continue;
        }
        let text = match is_arrow {
            true => picture.field_name(field).to_owned(),
            false => picture.named_slot(id, at, field, value).replacen('=', " = ", 1),
        };
        if is_arrow {
            ports.push(Port { slot: at, line: lines.len() });
        }
        lines.push(Words { text, is_changed: picture.is_changed((id, at)) });
    }
    (lines, ports)
}

fn details(picture: &Picture<'_>, id: ObjectId) -> String {
    let Some(object) = picture.object(id) else { return String::new() };
    let class = text::type_name(object.ty, picture.setting.program);
    let mut lines = vec![format!("{}: {class}", picture.name(id))];
    for (at, field, value) in picture.fields(id) {
        let ty = picture.setting.program.field(field).ty;
        let former = picture.former((id, at)).map(|old| format!("  (was {})", picture.value_text(old, ty)));
        let (name, now) = (picture.field_name(field), picture.value_text(value, ty));
        lines.push(format!("{name} = {now}{}", former.unwrap_or_default()));
    }
    if let Content::Elements(elements) = &object.content {
        lines.push(format!("length = {}", elements.len()));
    }
    lines.join("\n")
}

fn arrows(picture: &Picture<'_>, id: ObjectId, cards: &BTreeMap<ObjectId, Card>) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    let values = picture.object(id).map(Object::values).unwrap_or_default();
    for (slot, value) in values.iter().enumerate() {
        let field = picture.fields(id).nth(slot).map(|(_, field, _)| field);
        let is_changed = picture.is_changed((id, slot));
        let target = match value {
            Value::Object(target) if cards.contains_key(target) => Target::Object(*target),
            Value::Null if is_end(picture, id, field, is_changed) => Target::Null,
            Value::Unknown if is_end(picture, id, field, is_changed) => Target::Unknown,
            _ => continue,
        };
        let is_home = value.as_object().is_some_and(|target| picture.is_home(target, (id, slot)));
        if is_left_out(picture, id, slot, field, *value) && !is_changed {
            continue;
        }
        let role = field.map(|field| picture.role(field));
        let kind = match role {
            _ if is_home => ArrowKind::Link,
            Some(Role::Forward) => ArrowKind::Link,
            Some(Role::Back) => ArrowKind::Back,
            _ => ArrowKind::Aside,
        };
        arrows.push(Arrow {
            from: id,
            slot,
            field: field.map_or_else(|| format!("[{slot}]"), |field| picture.field_name(field).to_owned()),
            to: target,
            kind,
            is_changed,
            is_lost: !picture.is_reachable(id),
            shows_field: field.is_some() && role == Some(Role::Side) && !has_port(cards, id, slot),
            is_home,
            path: Vec::new(),
            label: None,
        });
    }
    arrows
}

fn has_port(cards: &BTreeMap<ObjectId, Card>, id: ObjectId, slot: usize) -> bool {
    cards.get(&id).is_some_and(|card| card.ports.iter().any(|port| port.slot == slot))
}

/// The end of a list is worth a stroke; of a tree only an end that is new, or that nobody has
/// looked at.
fn is_end(picture: &Picture<'_>, id: ObjectId, field: Option<FieldId>, is_changed: bool) -> bool {
    let is_forward = field.is_some_and(|field| picture.role(field) == Role::Forward);
    let is_alone = picture.with_role(id, Role::Forward).len() == 1;
    picture.kind(id) == Kind::Structure && is_forward && (is_alone || is_changed)
}

/// Said once below the drawing.
fn is_left_out(picture: &Picture<'_>, id: ObjectId, slot: usize, field: Option<FieldId>, value: Value) -> bool {
    let is_uniform = field.is_some_and(|field| picture.uniform.contains_key(&field));
    let to_sentinel = value.as_object().is_some() && value.as_object() == picture.sentinel && picture.is_link(id, slot);
    is_uniform || to_sentinel
}
