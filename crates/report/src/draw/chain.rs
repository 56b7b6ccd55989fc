//! Lists: `head → [1] → [3] → null`, closed by an edge back where they are circular.

use super::block::{Block, at_column, width_of};
use super::picture::Picture;
use super::record;
use super::shape::Role;
use tightrope_heap::{ObjectId, Value};

/// One node or end of a chain, and the arrow before it.
struct Link {
    text: String,
    is_changed: bool,
    id: Option<ObjectId>,
}

/// The chain from an object on, in lines of at most `room` columns; `None` if it closes and does
/// not fit into one line.
pub(super) fn draw(picture: &Picture<'_>, start: ObjectId, room: usize) -> Option<Block> {
    let (links, closing) = links(picture, start);
    if picture.is_tall(&picture.members(start)) {
        return tall(picture, &links, room);
    }
    match closing {
        Some((target, is_changed)) => closed(&links, target, is_changed, room),
        None => Some(open(&links, room)),
    }
}

/// The nodes and the end; and if the end is drawn as an edge back: where to, and whether that
/// changed.
fn links(picture: &Picture<'_>, start: ObjectId) -> (Vec<Link>, Option<(ObjectId, bool)>) {
    let mut links = Vec::new();
    let mut current = start;
    let mut is_changed = false;
    loop {
        let text = picture.node_text(current);
        let node = format!("{}[{}]", picture.prefix(current), if text.is_empty() { " " } else { &text });
        links.push(Link { text: node, is_changed, id: Some(current) });
        let Some((at, field, value)) = picture.with_role(current, Role::Forward).first().copied() else { break };
        is_changed = picture.is_changed((current, at));
        match value {
            Value::Object(next) if picture.is_home(next, (current, at)) => current = next,
            Value::Object(next) if picture.closes_loops && picture.chain_closes_at(current) == Some(next) => {
                return (links, Some((next, is_changed)));
            }
            end => {
                let text = picture.value_text(end, picture.setting.program.field(field).ty);
                links.push(Link { text, is_changed, id: None });
                break;
            }
        }
    }
    (links, None)
}

/// One node a line, and below it what it holds.
fn tall(picture: &Picture<'_>, links: &[Link], room: usize) -> Option<Block> {
    const INDENT: usize = 4;
    let mut block = Block::default();
    for (index, link) in links.iter().enumerate() {
        let arrow = if index == 0 { "" } else { arrow(link).trim_start() };
        block.append(Block::line(format!("{arrow}{}", link.text)));
        let held = link.id.map(|id| (id, picture.held_below(id)));
        for (id, (at, field, target)) in
            held.into_iter().flat_map(|(id, held)| held.into_iter().map(move |it| (id, it)))
        {
            let (name, is_changed) = (picture.field_name(field), picture.is_changed((id, at)));
            let below = record::draw_under(picture, name, target, is_changed, room.saturating_sub(INDENT))?;
            block.append(below.indented(INDENT));
        }
    }
    Some(block)
}

fn arrow(link: &Link) -> &'static str {
    if link.is_changed { " ⇒ " } else { " → " }
}

/// Lines that are full go on in the next one.
fn open(links: &[Link], room: usize) -> Block {
    let mut lines = vec![String::new()];
    for (index, link) in links.iter().enumerate() {
        let arrow = if index == 0 { "" } else { arrow(link) };
        let Some(line) = lines.last_mut() else { break };
        if width_of(line) + width_of(arrow) + width_of(&link.text) <= room || index == 0 {
            line.push_str(arrow);
            line.push_str(&link.text);
        } else {
            lines.push(format!(" {arrow}{}", link.text));
        }
    }
    Block { lines, start: 0 }
}

fn closed(links: &[Link], target: ObjectId, is_changed: bool, room: usize) -> Option<Block> {
    let mut line = String::new();
    let mut column = 0;
    for (index, link) in links.iter().enumerate() {
        if index > 0 {
            line.push_str(arrow(link));
        }
        if link.id == Some(target) {
            column = width_of(&line) + width_of(&link.text) / 2;
        }
        line.push_str(&link.text);
    }
    let [side, corner, below, end] =
        if is_changed { ["═", "╗", "═", "╝"] } else { ["─", "╮", "─", "╯"] };
    line.push_str(&format!(" {side}{corner}"));
    let width = width_of(&line);
    let back = format!("▲{}{end}", below.repeat(width.saturating_sub(column + 2)));
    (width <= room).then(|| Block { lines: vec![line, at_column(&back, column)], start: 0 })
}
