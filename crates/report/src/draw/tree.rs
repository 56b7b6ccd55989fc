//! Trees: two-dimensional where every node has a left and a right link, a [`forest`] where it has
//! children and siblings, else indented, which suits any graph.

use super::block::{Block, at_column, width_of};
use super::forest;
use super::picture::Picture;
use super::shape::Role;
use tightrope_heap::{Content, ObjectId, Value};
use tightrope_program::{FieldId, Type};

/// Columns between neighbouring subtrees.
const GAP: usize = 3;
/// How far an only child stands to the side.
const SIDESTEP: usize = 3;

/// The structure from an object on, within `room` columns if possible.
pub(super) fn draw(picture: &Picture<'_>, start: ObjectId, room: usize) -> Block {
    if let Some(links) = picture.siblings(start) {
        return forest::draw(picture, start, links);
    }
    if let Some(sides) = sides(picture, start) {
        let flat = flat(picture, start, sides).into_block();
        if flat.width() <= room {
            return flat;
        }
    }
    let mut lines = vec![node_with_ends(picture, start)];
    indent(picture, start, "", &mut lines);
    Block { lines, start: 0 }
}

/// A node, and its links in the same line if none of them leads to a node that is drawn below it.
fn node_with_ends(picture: &Picture<'_>, id: ObjectId) -> String {
    let branches = branches(picture, id);
    if branches.iter().any(|branch| branch.target.is_some()) {
        return node(picture, id);
    }
    let ends = branches.iter().map(|branch| format!("  {} {} {}", branch.name, branch.arrow(), branch.end));
    [node(picture, id)].into_iter().chain(ends).collect()
}

pub(super) fn node(picture: &Picture<'_>, id: ObjectId) -> String {
    let text = picture.node_text(id);
    let shown = match text.as_str() {
        "" => "•".to_owned(),
        // Not a link that leads nowhere, but a node with such a key.
        "null" | "?" => format!("[{text}]"),
        _ => text,
    };
    format!("{}{shown}", picture.prefix(id))
}

/// The two links of every node of the structure: left, right. `None` if they have more or others.
fn sides(picture: &Picture<'_>, start: ObjectId) -> Option<[FieldId; 2]> {
    let mut found: Option<[FieldId; 2]> = None;
    for id in picture.members(start) {
        let forward = picture.with_role(id, Role::Forward);
        let links: Vec<FieldId> = forward.iter().map(|(_, field, _)| *field).collect();
        match (links.as_slice(), found) {
            ([], _) => {}
            ([first, second], None) => found = Some([*first, *second]),
            ([first, second], Some(known)) if known == [*first, *second] => {}
            _ => return None,
        }
    }
    let [first, second] = found?;
    let is_array = |field: FieldId| picture.setting.program.field(field).ty.is_array();
    let is_called = |field: FieldId, name: &str| picture.field_name(field).to_lowercase().starts_with(name);
    let is_swapped = is_called(first, "right") && is_called(second, "left");
    let sides = if is_swapped { [second, first] } else { [first, second] };
    (!is_array(first) && !is_array(second)).then_some(sides)
}

/// What the edges of a structure mean, if that is not clear.
pub(super) fn legend(picture: &Picture<'_>, start: ObjectId) -> Option<String> {
    const PAIRS: &[[&str; 2]] = &[["left", "right"], ["l", "r"], ["lo", "hi"], ["low", "high"], ["less", "greater"]];
    if let Some(links) = picture.siblings(start) {
        let [sibling, child] = [links.sibling, links.child].map(|field| picture.field_name(field));
        let ring = if picture.has_rings { " (the last leads to the first)" } else { "" };
        let is_needed = picture.members(start).len() > 1 || picture.has_rings;
        return is_needed.then(|| format!("below each other: {sibling}{ring}, indented: {child}"));
    }
    let sides = sides(picture, start)?;
    let [left, right] = sides.map(|field| picture.field_name(field).to_lowercase());
    let is_clear = PAIRS.iter().any(|[one, other]| {
        left == *one && right == *other || one.len() > 2 && left.starts_with(one) && right.starts_with(other)
    });
    (!is_clear && picture.members(start).len() > 1)
        .then(|| format!("left edges: {}, right edges: {}", picture.field_name(sides[0]), picture.field_name(sides[1])))
}

/// A subtree in two dimensions.
struct Flat {
    lines: Vec<String>,
    width: usize,
    /// The column under which the edge from above ends.
    center: usize,
    start: usize,
}

impl Flat {
    fn leaf(text: String) -> Flat {
        let width = width_of(&text);
        Flat { lines: vec![text], width, center: middle(width), start: 0 }
    }

    fn into_block(self) -> Block {
        Block { lines: self.lines, start: self.start }
    }
}

fn middle(width: usize) -> usize {
    width.saturating_sub(1) / 2
}

fn flat(picture: &Picture<'_>, id: ObjectId, sides: [FieldId; 2]) -> Flat {
    let text = node(picture, id);
    let fields = picture.with_role(id, Role::Forward);
    let child = |side: FieldId| {
        let (at, field, value) = fields.iter().copied().find(|(_, field, _)| *field == side)?;
        let is_changed = picture.is_changed((id, at));
        let subtree = match value {
            Value::Null if !is_changed && picture.sentinel.is_none_or(|sentinel| sentinel == id) => return None,
            Value::Object(target) if picture.sentinel == Some(target) && !is_changed && target != id => return None,
            Value::Object(target) if picture.is_home(target, (id, at)) => flat(picture, target, sides),
            Value::Object(_) => Flat::leaf(format!("→{}", end_text(picture, field, value))),
            end => Flat::leaf(end_text(picture, field, end)),
        };
        Some((subtree, is_changed))
    };
    match (child(sides[0]), child(sides[1])) {
        (None, None) => Flat::leaf(text),
        (left, right) => join(&text, left, right),
    }
}

fn end_text(picture: &Picture<'_>, field: FieldId, value: Value) -> String {
    picture.value_text(value, picture.setting.program.field(field).ty)
}

/// A node above its subtrees, each with the mark of whether the edge to it changed.
fn join(text: &str, left: Option<(Flat, bool)>, right: Option<(Flat, bool)>) -> Flat {
    let width = width_of(text);
    let left_center = left.as_ref().map(|(subtree, _)| subtree.center);
    let right_offset = left.as_ref().map_or(0, |(subtree, _)| subtree.width + GAP);
    let right_center = right.as_ref().map(|(subtree, _)| right_offset + subtree.center);
    // The node may stand out to the left of its subtrees: then these move to the right.
    let shift = match (left_center, right_center) {
        (None, Some(right)) => (middle(width) + SIDESTEP).saturating_sub(right),
        (Some(left), None) => middle(width).saturating_sub(left + SIDESTEP),
        (left, right) => middle(width).saturating_sub((left.unwrap_or(0) + right.unwrap_or(0)) / 2),
    };
    let center = match (left_center, right_center) {
        (None, Some(right)) => right + shift - SIDESTEP,
        (Some(left), None) => left + shift + SIDESTEP,
        (left, right) => (left.unwrap_or(0) + right.unwrap_or(0)) / 2 + shift,
    };
    let node_start = center - middle(width);
    let mut lines = vec![at_column(text, node_start)];
    lines.push(edges(
        center,
        left_center.zip(left.as_ref()).map(|(at, (_, changed))| (at + shift, *changed)),
        right_center.zip(right.as_ref()).map(|(at, (_, changed))| (at + shift, *changed)),
    ));
    let left_lines = left.map(|(subtree, _)| subtree.lines).unwrap_or_default();
    let right_lines = right.map(|(subtree, _)| subtree.lines).unwrap_or_default();
    for row in 0..left_lines.len().max(right_lines.len()) {
        let mut line = at_column(left_lines.get(row).map_or("", String::as_str), shift);
        if let Some(right) = right_lines.get(row) {
            let fill = (shift + right_offset).saturating_sub(width_of(&line));
            line.push_str(&at_column(right, fill));
        }
        lines.push(line.trim_end().to_owned());
    }
    let width = lines.iter().map(|line| width_of(line)).max().unwrap_or(0);
    Flat { lines, width, center, start: node_start }
}

/// `┌──┴──┐`, with double lines for edges that changed.
fn edges(center: usize, left: Option<(usize, bool)>, right: Option<(usize, bool)>) -> String {
    let mut line = String::new();
    if let Some((column, is_changed)) = left {
        let (corner, bar) = if is_changed { ('╔', "═") } else { ('┌', "─") };
        line = at_column(&corner.to_string(), column);
        line.push_str(&bar.repeat(center.saturating_sub(column + 1)));
    } else {
        line.push_str(&" ".repeat(center));
    }
    line.push(match (left, right) {
        (Some(_), Some(_)) => '┴',
        (Some((_, true)), None) => '╝',
        (Some(_), None) => '┘',
        (None, Some((_, true))) => '╚',
        (None, _) => '└',
    });
    if let Some((column, is_changed)) = right {
        let (corner, bar) = if is_changed { ('╗', "═") } else { ('┐', "─") };
        line.push_str(&bar.repeat(column.saturating_sub(center + 1)));
        line.push(corner);
    }
    line
}

/// The links of a node below it, one a line, and what they lead to further to the right.
fn indent(picture: &Picture<'_>, id: ObjectId, lead: &str, lines: &mut Vec<String>) {
    let branches = branches(picture, id);
    if branches.iter().all(|branch| branch.target.is_none()) {
        return;
    }
    for (index, branch) in branches.iter().enumerate() {
        let is_last = index + 1 == branches.len();
        let (fork, below) = if is_last { ("└─", "   ") } else { ("├─", "│  ") };
        let text = branch.target.map_or_else(|| branch.end.clone(), |target| node_with_ends(picture, target));
        lines.push(format!("{lead}{fork} {} {} {text}", branch.name, branch.arrow()));
        if let Some(target) = branch.target {
            indent(picture, target, &format!("{lead}{below}"), lines);
        }
    }
}

/// A link of a node: to a node that is drawn there, or to something that is only named.
struct Branch {
    name: String,
    is_changed: bool,
    target: Option<ObjectId>,
    end: String,
}

impl Branch {
    fn arrow(&self) -> &'static str {
        if self.is_changed { "⇒" } else { "→" }
    }
}

/// All links; a node whose links are all null has none to show.
fn branches(picture: &Picture<'_>, id: ObjectId) -> Vec<Branch> {
    let fields = picture.with_role(id, Role::Forward);
    let is_leaf = fields.iter().all(|(at, _, value)| *value == Value::Null && !picture.is_changed((id, *at)));
    if is_leaf {
        return Vec::new();
    }
    let mut branches = Vec::new();
    for (at, field, value) in fields {
        let name = picture.field_name(field);
        let array = value.as_object().filter(|target| picture.is_home(*target, (id, at)));
        let elements = array.and_then(|array| match &picture.object(array)?.content {
            Content::Elements(elements) if !elements.is_empty() => Some((array, elements)),
            _ => None,
        });
        let Some((array, elements)) = elements else {
            branches.push(branch(picture, name.to_owned(), (id, at), value, picture.setting.program.field(field).ty));
            continue;
        };
        let shared = picture.prefix(array);
        let name = if shared.is_empty() { name.to_owned() } else { format!("{name}={}", shared.trim_end_matches(':')) };
        for (index, element) in elements.iter().enumerate() {
            let mut link = branch(picture, format!("{name}[{index}]"), (array, index), *element, Type::UNKNOWN);
            link.is_changed |= picture.is_changed((id, at));
            branches.push(link);
        }
    }
    branches
}

fn branch(picture: &Picture<'_>, name: String, slot: (ObjectId, usize), value: Value, ty: Type) -> Branch {
    let target = value.as_object().filter(|target| picture.is_home(*target, slot));
    let is_array = target.is_some_and(|target| picture.object(target).is_some_and(|object| object.ty.is_array()));
    let end = match target {
        Some(target) if is_array => picture.inline_text(target),
        _ => picture.value_text(value, ty),
    };
    Branch { name, is_changed: picture.is_changed(slot), target: target.filter(|_| !is_array), end }
}
