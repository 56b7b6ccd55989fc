//! Objects that hold structures (`this: List  size=3`, and its fields below), and arrays.

use super::block::{Block, width_of};
use super::collections::Collection;
use super::picture::{Kind, Picture};
use super::shape::Role;
use super::{chain, tree};
use tightrope_heap::{Object, ObjectId, Value, text};
use tightrope_program::Type;

/// Columns by which the inside of an object stands to the right.
const INDENT: usize = 2;

/// An object at its home, under a name: `head → …`, or `this: List …`.
pub(super) fn draw_under(
    picture: &Picture<'_>,
    head: &str,
    id: ObjectId,
    is_changed: bool,
    room: usize,
) -> Option<Block> {
    let inner = room.saturating_sub(width_of(head) + 3);
    match picture.kind(id) {
        Kind::Structure => structure(picture, id, inner).map(|block| block.pointed_at(head, is_changed)),
        Kind::Array => array(picture, id, head, is_changed, room),
        Kind::Atom => Some(Block::line(picture.name(id)).pointed_at(head, is_changed)),
        Kind::Payload | Kind::Record => record(picture, id, head, is_changed, room),
    }
}

/// An object in a block of its own: its name stands in the drawing.
pub(super) fn draw_alone(picture: &Picture<'_>, id: ObjectId, room: usize) -> Option<Block> {
    match picture.kind(id) {
        Kind::Structure => structure(picture, id, room),
        Kind::Atom => Some(Block::line(picture.name(id))),
        Kind::Array => array(picture, id, "", false, room),
        Kind::Payload | Kind::Record => record(picture, id, "", false, room),
    }
}

fn structure(picture: &Picture<'_>, id: ObjectId, room: usize) -> Option<Block> {
    if picture.is_chain(&picture.members(id)) {
        chain::draw(picture, id, room)
    } else {
        Some(tree::draw(picture, id, room))
    }
}

fn record(picture: &Picture<'_>, id: ObjectId, head: &str, is_changed: bool, room: usize) -> Option<Block> {
    let values = picture.with_role(id, Role::Value).into_iter();
    let values = values.filter(|(_, field, _)| !picture.never_seen.contains(field));
    let values: Vec<String> = values.map(|(at, field, value)| picture.named_slot(id, at, field, value)).collect();
    let title = [vec![picture.title(id)], values].concat().join("  ");
    let mut block = titled(head, is_changed, &title);
    block.append(references(picture, id, room.saturating_sub(INDENT))?.indented(INDENT));
    Some(block)
}

/// `this: List  size=3`.
fn titled(head: &str, is_changed: bool, title: &str) -> Block {
    Block::line(match (head.is_empty(), is_changed) {
        (true, _) => title.to_owned(),
        (false, true) => format!("{head} ⇒ {title}"),
        (false, false) => format!("{head}: {title}"),
    })
}

/// A long line, broken between elements.
fn wrapped(block: Block, room: usize) -> Block {
    let Some(line) = block.lines.first().filter(|line| width_of(line) > room) else { return block };
    let (mut lines, mut current) = (Vec::new(), String::new());
    for word in line.split_inclusive(", ") {
        if !current.is_empty() && width_of(&current) + width_of(word.trim_end()) > room {
            lines.push(std::mem::replace(&mut current, " ".repeat(INDENT)));
        }
        current.push_str(word);
    }
    lines.push(current);
    Block { lines, start: block.start }
}

/// The reference fields of an object. Those that are told in a word share a line.
fn references(picture: &Picture<'_>, id: ObjectId, room: usize) -> Option<Block> {
    let mut block = Block::default();
    let mut words = String::new();
    for (at, field, value) in picture.fields(id) {
        let is_told = picture.never_seen.contains(&field) || picture.uniform.contains_key(&field);
        if picture.role(field) == Role::Value || is_told {
            continue;
        }
        let (name, is_changed) = (picture.field_name(field), picture.is_changed((id, at)));
        match value {
            Value::Object(target) if picture.is_home(target, (id, at)) => {
                flush(&mut words, &mut block);
                block.append(draw_under(picture, name, target, is_changed, room)?);
            }
            plain => {
                let arrow = if is_changed { "⇒" } else { "→" };
                let word =
                    format!("{name} {arrow} {}", picture.value_text(plain, picture.setting.program.field(field).ty));
                if width_of(&words) + width_of(&word) + 3 > room {
                    flush(&mut words, &mut block);
                }
                words.push_str(if words.is_empty() { "" } else { "   " });
                words.push_str(&word);
            }
        }
    }
    flush(&mut words, &mut block);
    Some(block)
}

fn flush(words: &mut String, block: &mut Block) {
    if !words.is_empty() {
        block.append(Block::line(std::mem::take(words)));
    }
}

fn array(picture: &Picture<'_>, id: ObjectId, head: &str, is_changed: bool, room: usize) -> Option<Block> {
    let object = picture.object(id)?;
    let values = object.values();
    let is_drawn_inside =
        |(at, value): (usize, &Value)| value.as_object().is_some_and(|target| picture.is_home(target, (id, at)));
    if values.iter().enumerate().any(is_drawn_inside) {
        return rows(picture, id, object, head, is_changed, room);
    }
    if picture.collection(id).is_some() {
        return Some(wrapped(titled(head, is_changed, &picture.contents_text(id)), room));
    }
    let inner = room.saturating_sub(width_of(head) + 3);
    Some(cells(picture, id, object, inner).pointed_at(head, is_changed))
}

/// An array of values: cells in a row, their indices below.
fn cells(picture: &Picture<'_>, id: ObjectId, object: &Object, room: usize) -> Block {
    let element = object.ty.element().unwrap_or(Type::UNKNOWN);
    let prefix = picture.prefix(id);
    if object.values().is_empty() {
        return Block::line(format!("{prefix}[] (an empty array)"));
    }
    let start = if prefix.ends_with(':') { format!("{prefix} ") } else { prefix };
    let mut lines = Vec::new();
    let (mut row, mut indices) = (format!("{start}│"), " ".repeat(width_of(&start) + 1));
    for (at, value) in object.values().iter().enumerate() {
        let text = picture.cell_text(id, at, *value, element);
        let width = width_of(&text).max(width_of(&at.to_string()));
        if width_of(&row) + width + 3 > room && width_of(&row) > width_of(&start) + 1 {
            lines.extend([row, indices]);
            (row, indices) = (format!("{}│", " ".repeat(width_of(&start))), " ".repeat(width_of(&start) + 1));
        }
        row.push_str(&format!(" {text:^width$} │"));
        indices.push_str(&format!(" {at:^width$}  "));
    }
    lines.extend([row, indices.trim_end().to_owned()]);
    Block { lines, start: 0 }
}

/// An array or collection of objects: one row for each; rows that are told in a word share a line.
fn rows(
    picture: &Picture<'_>,
    id: ObjectId,
    object: &Object,
    head: &str,
    is_changed: bool,
    room: usize,
) -> Option<Block> {
    let element = object.ty.element().unwrap_or(Type::UNKNOWN);
    let mut block = if picture.collection(id).is_some() {
        titled(head, is_changed, &picture.title(id))
    } else {
        let ty = text::type_name(element, picture.setting.program);
        let title = format!("{}{ty}[{}]", picture.prefix(id), object.values().len());
        Block::line(title).pointed_at(head, is_changed)
    };
    let mut words = String::new();
    for (label, at) in labels(picture, id, object) {
        let value = &object.values()[at];
        let is_changed = picture.is_changed((id, at));
        match value.as_object().filter(|target| picture.is_home(*target, (id, at))) {
            Some(target) => {
                flush_indented(&mut words, &mut block);
                let inside = draw_under(picture, &label, target, is_changed, room.saturating_sub(INDENT))?;
                block.append(inside.indented(INDENT));
            }
            None => {
                let arrow = if is_changed { "⇒" } else { "→" };
                let word = format!("{label} {arrow} {}", picture.value_text(*value, element));
                if width_of(&words) + width_of(&word) + 3 + INDENT > room {
                    flush_indented(&mut words, &mut block);
                }
                words.push_str(if words.is_empty() { "" } else { "   " });
                words.push_str(&word);
            }
        }
    }
    flush_indented(&mut words, &mut block);
    if let Some(lost) = picture.lost_text(id).strip_prefix(", ") {
        block.append(Block::line(lost).indented(INDENT));
    }
    Some(block)
}

/// What stands before each element that has a row: its index, or its key.
fn labels(picture: &Picture<'_>, id: ObjectId, object: &Object) -> Vec<(String, usize)> {
    let values = object.values();
    let is_drawn_here = |at: usize| values[at].as_object().is_some_and(|target| picture.is_home(target, (id, at)));
    let entry = |key: usize| {
        if is_drawn_here(key) {
            return vec![("key".to_owned(), key), ("value".to_owned(), key + 1)];
        }
        vec![(picture.value_text(values[key], Type::UNKNOWN), key + 1)]
    };
    match picture.collection(id) {
        Some(Collection::Map) => (0..values.len()).step_by(2).flat_map(entry).collect(),
        Some(Collection::Set) => (0..values.len()).map(|at| ("·".to_owned(), at)).collect(),
        Some(Collection::List) | None => (0..values.len()).map(|at| (at.to_string(), at)).collect(),
    }
}

fn flush_indented(words: &mut String, block: &mut Block) {
    let mut line = Block::default();
    flush(words, &mut line);
    block.append(line.indented(INDENT));
}
