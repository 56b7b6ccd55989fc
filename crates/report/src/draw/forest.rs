//! Trees whose nodes have a first child and a next sibling: siblings below each other, children
//! indented.

use super::block::Block;
use super::picture::Picture;
use super::shape::Siblings;
use super::tree::node;
use tightrope_heap::{ObjectId, Value};
use tightrope_program::FieldId;

/// A node, or what a link leads to that is no node drawn here.
struct Row {
    text: String,
    node: Option<ObjectId>,
}

pub(super) fn draw(picture: &Picture<'_>, start: ObjectId, links: Siblings) -> Block {
    let mut lines = Vec::new();
    for row in rows(picture, first(picture, start, false), links) {
        lines.push(row.text);
        if let Some(id) = row.node {
            children(picture, id, links, "", &mut lines);
        }
    }
    Block { lines, start: 0 }
}

fn first(picture: &Picture<'_>, id: ObjectId, is_changed: bool) -> Row {
    let mark = if is_changed { "⇒ " } else { "" };
    Row { text: format!("{mark}{}", node(picture, id)), node: Some(id) }
}

/// A row and those of its siblings.
fn rows(picture: &Picture<'_>, first: Row, links: Siblings) -> Vec<Row> {
    let mut rows = vec![first];
    while let Some(id) = rows.last().and_then(|row| row.node) {
        match follow(picture, id, links.sibling) {
            Some(next) => rows.push(next),
            None => break,
        }
    }
    rows
}

/// What a link leads to; nothing to show for a null that was there before.
fn follow(picture: &Picture<'_>, id: ObjectId, link: FieldId) -> Option<Row> {
    let (at, field, value) = picture.fields(id).find(|(_, field, _)| *field == link)?;
    let is_changed = picture.is_changed((id, at));
    match value {
        Value::Null if !is_changed => None,
        Value::Object(_) if !is_changed && picture.has_rings && picture.closes_ring(id, at) => None,
        Value::Object(target) if picture.is_home(target, (id, at)) => Some(first(picture, target, is_changed)),
        end => {
            let mark = if is_changed { "⇒" } else { "→" };
            let text = picture.value_text(end, picture.setting.program.field(field).ty);
            Some(Row { text: format!("{mark} {text}"), node: None })
        }
    }
}

fn children(picture: &Picture<'_>, id: ObjectId, links: Siblings, lead: &str, lines: &mut Vec<String>) {
    let Some(first) = follow(picture, id, links.child) else { return };
    let rows = rows(picture, first, links);
    for (index, row) in rows.iter().enumerate() {
        let (fork, below) = if index + 1 == rows.len() { ("└─", "   ") } else { ("├─", "│  ") };
        lines.push(format!("{lead}{fork} {}", row.text));
        if let Some(id) = row.node {
            children(picture, id, links, &format!("{lead}{below}"), lines);
        }
    }
}
