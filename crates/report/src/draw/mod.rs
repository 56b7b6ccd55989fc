//! Drawings of heaps in text, for people: lists as chains, trees as trees, everything else so that
//! nothing is lost.
//!
//! ```text
//! this: SortedList  size=1→2
//!   head → [3] ⇒ +[5] → null
//! ```
//!
//! `⇒` and double lines are edges that the call changed, `+` marks new objects, `1→2` changed
//! values. What is not drawn is listed below as a remark. Which layout an object gets depends on
//! its class and on the shape of the heap ([`shape`]); where each object is drawn is decided in
//! [`homes`].

mod block;
mod chain;
mod collections;
mod dot;
pub(crate) mod escape;
mod figure;
mod forest;
mod homes;
mod label;
mod links;
mod mermaid;
mod picture;
mod record;
mod shape;
mod svg;
mod tree;

pub use dot::as_dot;
pub use figure::{Arrow, ArrowKind, Card, CardKind, Cell, Drafts, Figure, Point, Port, Rect, Tag, Target, Words};
pub use mermaid::as_mermaid;
pub use svg::as_svg;
pub(crate) use svg::{STYLE as FIGURE_STYLE, inline as inline_svg};

use block::{Block, beside, width_of};
use picture::{Home, Kind, Picture, Setting};
use shape::{Role, Shape};
use std::collections::{BTreeMap, BTreeSet};
use tightrope_heap::{Content, Heap, Layouts, ObjectId, Value, canonical, text};
use tightrope_program::names::simple_name;
use tightrope_program::{ClassOrigin, FieldId, Program, Type};

/// Drawings keep within this many columns where they can.
pub const WIDTH: usize = 100;
/// Larger heaps are listed: nobody reads a drawing of them.
const MOST_OBJECTS: usize = 60;
const MOST_ELEMENTS: usize = 600;
const MOST_LISTED: usize = 30;
/// Columns between the drawings of before and after.
const GAP: usize = 4;

/// The drawing of a heap, or of the heap before and after a call with the changes marked. Ends with
/// a newline.
pub fn draw(program: &Program, layouts: &Layouts, before: &Heap, after: Option<&Heap>) -> String {
    let lines = draw_lines(program, layouts, before, after, &BTreeSet::new(), WIDTH);
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Like [`draw`], within `width` columns. Objects that are `mentioned` (`Node#2`) show their names.
pub(crate) fn draw_lines(
    program: &Program,
    layouts: &Layouts,
    before: &Heap,
    after: Option<&Heap>,
    mentioned: &BTreeSet<String>,
    width: usize,
) -> Vec<String> {
    let parts = collections::parts(program, layouts, &[before].into_iter().chain(after).collect::<Vec<&Heap>>());
    let before = &collections::with_contents(program, layouts, before, &parts);
    let after = after.map(|after| collections::with_contents(program, layouts, after, &parts));
    let after = after.as_ref();
    let heaps: Vec<&Heap> = [before].into_iter().chain(after).collect();
    let shape = Shape::new(program, layouts, &heaps);
    let mut named = mentioned.clone();
    named.extend(after.map(|after| moved_records(program, layouts, &shape, before, after)).unwrap_or_default());
    let setting = Setting { program, layouts, shape: &shape, mentioned: &named, width };
    let first = drawing(setting, before, None);
    let Some(after) = after else { return [first.lines, first.remarks].concat() };
    if is_unchanged(before, after) {
        let rest = vec!["after: nothing has changed".to_owned()];
        return [vec!["before:".to_owned()], first.lines, first.remarks, rest].concat();
    }
    let mut after = after.clone();
    let dropped = drop_new_garbage(program, before.objects.len(), &parts, &mut after);
    let mut second = drawing(setting, &after, Some(before));
    second.remarks.extend(dropped);
    compose(first, second, width)
}

/// Old objects without keys that references were moved to: only their names tell which they are.
fn moved_records(program: &Program, layouts: &Layouts, shape: &Shape, before: &Heap, after: &Heap) -> Vec<String> {
    let names = text::object_names(before, program);
    let is_record = |id: &ObjectId| {
        let object = before.objects.get(id.index());
        let class = object.and_then(|object| object.ty.as_class());
        let has_links = |class| layouts.fields(class).iter().any(|field| shape.role(*field) == Role::Forward);
        let twins = before.objects.iter().filter(|other| Some(other.ty) == object.map(|object| object.ty));
        class.is_some_and(|class| !has_links(class)) && twins.count() > 1
    };
    let objects = before.objects.iter().zip(&after.objects);
    let slots = objects.flat_map(|(old, new)| old.values().iter().zip(new.values()));
    let moved = slots.filter(|(old, new)| old != new).filter_map(|(_, new)| new.as_object());
    moved.filter(is_record).filter_map(|id| names.get(id.index()).cloned()).collect()
}

/// Empties the new objects that no root reaches: a run may leave thousands of them behind. Says
/// which they were, but for the parts of collections.
fn drop_new_garbage(program: &Program, old: usize, parts: &BTreeSet<ObjectId>, heap: &mut Heap) -> Option<String> {
    const MOST_NAMES: usize = 5;
    let reached: BTreeSet<ObjectId> = canonical::order(heap, canonical::Order::BreadthFirst).into_iter().collect();
    let names = text::object_names(heap, program);
    let throwable = program.class_named("java.lang.Throwable");
    let mut dropped = Vec::new();
    for id in heap.ids().skip(old).filter(|id| !reached.contains(id)) {
        let Some(object) = heap.objects.get_mut(id.index()) else { continue };
        object.content = Content::Fields(Vec::new());
        // An exception is told elsewhere: it is why the call ended.
        let is_thrown = object.ty.as_class().zip(throwable).is_some_and(|(one, other)| program.is_subclass(one, other));
        if !is_thrown && !parts.contains(&id) {
            dropped.extend(names.get(id.index()));
        }
    }
    let shown = dropped.iter().take(MOST_NAMES).map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
    match dropped.len() {
        0 => None,
        few if few <= MOST_NAMES => Some(format!("new, but not reachable: {shown}")),
        many => Some(format!("new, but not reachable: {shown} and {} more", many - MOST_NAMES)),
    }
}

/// Neither old objects nor old roots differ, and nothing new can be seen.
fn is_unchanged(before: &Heap, after: &Heap) -> bool {
    let same_objects = after.objects.get(..before.objects.len()) == Some(&before.objects[..]);
    same_objects && after.roots == before.roots
}

/// A picture as lines, and what is to be said below it.
struct Drawing {
    lines: Vec<String>,
    remarks: Vec<String>,
}

/// Side by side if that fits. Remarks that hold for both stand below both.
fn compose(before: Drawing, after: Drawing, width: usize) -> Vec<String> {
    let (common, of_before): (Vec<String>, Vec<String>) =
        before.remarks.into_iter().partition(|remark| after.remarks.contains(remark));
    let of_after = after.remarks.into_iter().filter(|remark| !common.contains(remark)).collect();
    let has = |marks: &[char]| after.lines.iter().any(|line| line.contains(marks));
    let changed = has(&['⇒', '═']).then_some("⇒ changed");
    let has_new = |line: &String| line.starts_with('+') || [" +", "[+", "{+"].iter().any(|sign| line.contains(sign));
    let new = after.lines.iter().any(has_new).then_some("+ new");
    let legend: Vec<&str> = [changed, new].into_iter().flatten().collect();
    let title = if legend.is_empty() { "after:".to_owned() } else { format!("after ({}):", legend.join(", ")) };
    let left = [vec!["before:".to_owned()], before.lines, of_before].concat();
    let right = [vec![title], after.lines, of_after].concat();
    let widest = |lines: &[String]| lines.iter().map(|line| width_of(line)).max().unwrap_or(0);
    let fits = widest(&left) + GAP + widest(&right) <= width;
    let both = if fits { beside(&left, &right, GAP) } else { [left, right].concat() };
    [both, common].concat()
}

/// A list that closes is drawn with an edge back; if some list is too long for that, names have to
/// do.
fn drawing(setting: Setting<'_>, heap: &Heap, old: Option<&Heap>) -> Drawing {
    let shown = || heap.objects.iter().filter(|object| !object.values().is_empty());
    let elements: usize = shown().map(|object| object.values().len()).sum();
    if shown().count() > MOST_OBJECTS || elements > MOST_ELEMENTS {
        return listing(setting, heap);
    }
    let attempts = [true, false].into_iter();
    let mut drawings = attempts.filter_map(|closes_loops| attempt(setting, heap, old, closes_loops));
    drawings.next().unwrap_or_else(|| listing(setting, heap))
}

/// The text form of a heap that is too large to draw: its start.
fn listing(setting: Setting<'_>, heap: &Heap) -> Drawing {
    let text = text::write(heap, setting.program, setting.layouts);
    let cut = |line: &str| match line.char_indices().nth(setting.width.saturating_sub(1)) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    };
    let lines: Vec<String> = text.lines().take(MOST_LISTED).map(cut).collect();
    let left_out = text.lines().count().saturating_sub(lines.len());
    let remark = format!("too large to draw: {} objects, {left_out} more lines are not shown", heap.objects.len());
    Drawing { lines, remarks: vec![remark] }
}

fn attempt(setting: Setting<'_>, heap: &Heap, old: Option<&Heap>, closes_loops: bool) -> Option<Drawing> {
    let picture = Picture::new(setting, heap, old, closes_loops);
    let mut block = roots(&picture)?;
    for id in &picture.own_blocks {
        block.append(record::draw_alone(&picture, *id, setting.width)?);
    }
    let gone = picture.unreachable.iter().filter(|id| !picture.is_new(**id));
    for (index, id) in gone.enumerate() {
        if index == 0 {
            let title = if old.is_some() { "no longer reachable:" } else { "not reachable:" };
            block.append(Block::line(title));
        }
        let drawn = record::draw_alone(&picture, *id, setting.width.saturating_sub(2))?;
        block.append(drawn.indented(2));
    }
    if block.lines.is_empty() {
        block = Block::line("(no objects)");
    }
    let lines = block.lines.into_iter().map(|line| line.trim_end().to_owned()).collect();
    Some(Drawing { lines, remarks: remarks(&picture) })
}

/// Each root with what it leads to, then plain values in one line. Roots that hold the same object
/// share a name.
fn roots(picture: &Picture<'_>) -> Option<Block> {
    let mut words = Vec::new();
    let mut block = Block::default();
    let mut drawn: BTreeSet<Value> = BTreeSet::new();
    for (index, root) in picture.heap.roots.iter().enumerate() {
        let former = picture.former_root(index);
        let target = root.value.as_object().filter(|id| picture.kind(*id) != Kind::Atom);
        let Some(id) = target else {
            let is_constant = root.name.contains('.')
                && root.value.as_object().is_some_and(|id| picture.object(id).is_some_and(|it| picture.is_enum(it.ty)));
            let is_old = picture.old.is_some_and(|old| old.root(&root.name) == Some(root.value));
            if !is_constant && !is_old {
                words.push(plain_root(picture, &root.name, root.value, former));
            }
            continue;
        };
        if !drawn.insert(root.value) {
            continue;
        }
        let same = picture.heap.roots.iter().filter(|other| other.value == root.value);
        let head = same.map(|other| other.name.to_string()).collect::<Vec<_>>().join(" = ");
        match picture.home(id) {
            Some(Home::Root(home)) if picture.heap.roots.get(home).is_some_and(|home| home.value == root.value) => {
                block.append(record::draw_under(picture, &head, id, former.is_some(), picture.setting.width)?);
            }
            _ => block.append(Block::line(picture.name(id)).pointed_at(&head, former.is_some())),
        }
    }
    if !words.is_empty() {
        block.append(Block::line(words.join("   ")));
    }
    Some(block)
}

fn plain_root(picture: &Picture<'_>, name: &str, value: Value, former: Option<Value>) -> String {
    let now = picture.value_text(value, Type::UNKNOWN);
    match former {
        Some(old) => format!("{name} = {}→{now}", picture.value_text(old, Type::UNKNOWN)),
        None => format!("{name} = {now}"),
    }
}

/// What the lines do not show.
fn remarks(picture: &Picture<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    remarks.extend(edge_legends(picture));
    remarks.extend(picture.sentinel.map(|id| format!("links that are not drawn lead to {}", picture.name(id))));
    remarks.extend(back_fields(picture));
    remarks.extend(unseen_fields(picture));
    remarks
}

/// What a figure does not show. The ways back are arrows there.
fn figure_remarks(picture: &Picture<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    remarks.extend(picture.sentinel.map(|id| format!("links that are not drawn lead to {}", picture.name(id))));
    remarks.extend(unseen_fields(picture));
    remarks
}

/// Fields that are the same everywhere, and fields that nobody looked at.
fn unseen_fields(picture: &Picture<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    // A box is known by its number.
    let is_flag = |field: FieldId| {
        let declared = picture.setting.program.field(field);
        let is_library = picture.setting.program.class(declared.class).origin == ClassOrigin::Library;
        is_library && declared.name == "isShared"
    };
    for (field, value) in picture.uniform.iter().filter(|(field, _)| !is_flag(**field)) {
        let value = picture.value_text(*value, Type::UNKNOWN);
        remarks.push(format!("{} → {value} everywhere", qualified(picture, *field)));
    }
    let never: Vec<String> =
        picture.never_seen.iter().filter(|field| !is_flag(**field)).map(|field| qualified(picture, *field)).collect();
    if !never.is_empty() {
        remarks.push(format!("never looked at: {}", never.join(", ")));
    }
    remarks
}

fn edge_legends(picture: &Picture<'_>) -> BTreeSet<String> {
    let mut legends = BTreeSet::new();
    for id in picture.heap.ids() {
        let is_start = match picture.home(id) {
            Some(Home::Slot(holder, at)) => {
                !picture.fields(holder).nth(at).is_some_and(|(_, field, _)| picture.role(field) == Role::Forward)
            }
            Some(_) => true,
            None => false,
        };
        if is_start && picture.kind(id) == Kind::Structure {
            legends.extend(tree::legend(picture, id));
        }
    }
    legends
}

/// `parent: as drawn`, and where it is not.
fn back_fields(picture: &Picture<'_>) -> Vec<String> {
    let mut exceptions: BTreeMap<(String, FieldId), BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for id in picture.heap.ids().filter(|id| picture.home(*id).is_some()) {
        let deviating = picture.deviations(id);
        for (at, field, value) in picture.with_role(id, Role::Back) {
            if picture.never_seen.contains(&field) {
                continue;
            }
            let known = exceptions.entry((picture.usual_meaning(id, field), field)).or_default();
            if deviating.contains(&(at, value)) {
                let arrow = if picture.is_changed((id, at)) { "⇒" } else { "→" };
                let value = picture.value_text(value, Type::UNKNOWN);
                known.entry(format!("{arrow} {value}")).or_default().push(picture.name(id));
            }
        }
    }
    let mut lines = Vec::new();
    let mut regular: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for ((meaning, field), known) in exceptions {
        let name = picture.field_name(field);
        if known.is_empty() {
            regular.entry(meaning).or_default().push(name);
        } else {
            let known = known.into_iter().map(|(end, sources)| match sources.as_slice() {
                [only] => format!("{only}.{name} {end}"),
                several => format!("{name} of {} {end}", several.join(", ")),
            });
            lines.push(format!("{name}: {meaning}, but {}", known.collect::<Vec<String>>().join("; ")));
        }
    }
    let regular = regular.into_iter().map(|(meaning, names)| format!("{}: {meaning}", names.join(", ")));
    regular.chain(lines).collect()
}

fn qualified(picture: &Picture<'_>, field: FieldId) -> String {
    let declared = picture.setting.program.field(field);
    format!("{}.{}", simple_name(picture.setting.program, declared.class), declared.name)
}
