//! How arrows run: from border to border, links straight, ways back and other references as arcs
//! beside them.

use super::detour::{Dock, SAMPLES, free_way, samples, sides};
use super::sizes::{SMALL_LETTER, TAG_HEIGHT, columns, port};
use super::{Arrow, ArrowKind, Card, CardKind, Figure, Point, Rect, Target};
use crate::draw::picture::{Kind, Picture};
use crate::draw::shape::Role;
use std::collections::BTreeMap;
use tightrope_heap::ObjectId;

/// How long the stroke to null is.
const STUB: f64 = 20.0;
/// A list goes on so far to the left only in its next line.
const FAR: f64 = 150.0;

pub(super) fn route(picture: &Picture<'_>, figure: &mut Figure) {
    let cards: BTreeMap<ObjectId, Card> = figure.cards.iter().map(|card| (card.id, card.clone())).collect();
    for arrow in &mut figure.arrows {
        let Some(from) = cards.get(&arrow.from) else { continue };
        let to = match arrow.to {
            Target::Object(id) => cards.get(&id),
            Target::Null | Target::Unknown => None,
        };
        arrow.path = match to {
            Some(to) if to.id == from.id => around(from.rect),
            Some(to) => {
                // It starts inside a card with cells.
                let others = cards.values().filter(|card| card.id != from.id || from.cells.is_empty());
                let others: Vec<Rect> = others.map(rect_with_tags).collect();
                let starts = starts(arrow, from);
                free_way(between(picture, arrow, from, to), &starts, &sides(rect_with_tags(to)), &others)
            }
            None => stub(picture, arrow, from),
        };
    }
    place_labels(figure);
    figure.arrows.retain(|arrow| !arrow.path.is_empty());
    enclose(figure);
}

/// Where the arrow may leave its card: its line in a record, its cell in an array, or any side.
fn starts(arrow: &Arrow, from: &Card) -> Vec<Dock> {
    if let Some(at) = port(from, arrow.slot) {
        return vec![Dock { at, away: Point { x: 1.0, y: 0.0 } }];
    }
    if let Some(cell) = cell(from, arrow.slot) {
        let x = cell.center().x;
        let down = Dock { at: Point { x, y: cell.bottom() - 8.0 }, away: Point { x: 0.0, y: 1.0 } };
        let up = Dock { at: Point { x, y: cell.y + 8.0 }, away: Point { x: 0.0, y: -1.0 } };
        return vec![down, up];
    }
    sides(rect_with_tags(from))
}

/// The cell of an array or collection that an arrow starts at.
fn cell(from: &Card, slot: usize) -> Option<Rect> {
    from.cells.get(slot).filter(|cell| !cell.is_lost).map(|cell| cell.rect)
}

/// Names of fields stand beside their arrows, on no card or other name if there is room, and on as
/// few arrows as can be.
fn place_labels(figure: &mut Figure) {
    let cards: Vec<Rect> = figure.cards.iter().map(rect_with_tags).collect();
    let ways: Vec<Vec<Point>> = figure.arrows.iter().map(|arrow| samples(&arrow.path)).collect();
    let mut taken: Vec<Rect> = Vec::new();
    for (index, arrow) in figure.arrows.iter_mut().enumerate() {
        let has_port = figure.cards.iter().any(|card| card.id == arrow.from && port(card, arrow.slot).is_some());
        if !(arrow.shows_field || arrow.is_changed && arrow.kind != ArrowKind::Link) || has_port {
            continue;
        }
        let places = label_places(arrow, &ways[index]);
        let cost = |at: &Point| {
            let here = label_box(arrow, *at);
            let hidden = cards.iter().chain(&taken).filter(|other| touches(here, **other)).count();
            let is_on = |point: &Point| is_in(here, *point);
            let crossed =
                ways.iter().enumerate().filter(|(other, way)| *other != index && way.iter().any(is_on)).count();
            20 * hidden + crossed
        };
        let Some(place) = places.into_iter().min_by_key(cost) else { continue };
        taken.push(label_box(arrow, place));
        arrow.label = Some(place);
    }
}

fn is_in(rect: Rect, point: Point) -> bool {
    rect.x < point.x && point.x < rect.right() && rect.y < point.y && point.y < rect.bottom()
}

/// What a name covers whose line is centred here.
fn label_box(arrow: &Arrow, at: Point) -> Rect {
    let width = columns(&arrow.field) * SMALL_LETTER;
    Rect { x: at.x - width / 2.0, y: at.y - 9.0, width, height: 12.0 }
}

fn touches(one: Rect, other: Rect) -> bool {
    one.x < other.right() && other.x < one.right() && one.y < other.bottom() && other.y < one.bottom()
}

/// With the room of its tags: arrows end above them.
fn rect_with_tags(card: &Card) -> Rect {
    if card.tags.is_empty() {
        return card.rect;
    }
    let above = TAG_HEIGHT + 3.0;
    Rect { y: card.rect.y - above, height: card.rect.height + above, ..card.rect }
}

fn straight(from: Point, to: Point) -> Vec<Point> {
    let at = |part: f64| Point { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    vec![from, at(1.0 / 3.0), at(2.0 / 3.0), to]
}

/// Where an arrow leaves a card: the cell of an array, the half of a tree node.
fn start_below(picture: &Picture<'_>, arrow: &Arrow, from: &Card) -> Point {
    if let Some(cell) = cell(from, arrow.slot) {
        return Point { x: cell.center().x, y: cell.bottom() - 8.0 };
    }
    let part = match picture.with_role(from.id, Role::Forward).as_slice() {
        [(left, _, _), (right, _, _)] if picture.siblings(from.id).is_none() => match arrow.slot {
            slot if slot == *left => 0.3,
            slot if slot == *right => 0.7,
            _ => 0.5,
        },
        _ => 0.5,
    };
    Point { x: from.rect.x + from.rect.width * part, y: from.rect.bottom() }
}

fn between(picture: &Picture<'_>, arrow: &Arrow, from: &Card, to: &Card) -> Vec<Point> {
    let (source, goal) = (from.rect, rect_with_tags(to));
    if from.is_in_ring && to.is_in_ring {
        // Both ways run clockwise or against it: the ways back lie inside.
        return bowed(source, goal, if arrow.kind == ArrowKind::Link { 0.0 } else { 0.2 });
    }
    if let Some(start) = port(from, arrow.slot) {
        return from_port(start, to);
    }
    if arrow.kind != ArrowKind::Link {
        return arc(picture, arrow, from, to);
    }
    let is_below = goal.y >= source.bottom() + 8.0;
    let is_right = to.rect.x >= source.right() + 8.0;
    let is_level = (to.rect.center().y - source.center().y).abs() < (to.rect.height + source.height) / 2.0;
    let is_in_chain = picture.kind(from.id) == Kind::Structure && picture.with_role(from.id, Role::Forward).len() == 1;
    match (is_below, is_right) {
        (_, true) if is_level => straight(right_of(source), left_of(to.rect)),
        // Back to one that stands before it in the row.
        _ if is_in_row(source, to.rect) && to.rect.x < source.x => below(source, to.rect),
        (true, _)
            if is_in_chain && arrow.is_home && picture.kind(to.id) == Kind::Structure && to.rect.x + FAR < source.x =>
        {
            next_line(source, goal, to.rect)
        }
        (true, _) if arrow.is_home && from.kind == CardKind::Record && is_right => {
            s_curve(right_of(source), left_of(to.rect))
        }
        (true, _) if arrow.is_home => {
            straight(start_below(picture, arrow, from), Point { x: to.rect.center().x, y: goal.y })
        }
        (false, true) if from.kind == CardKind::Record => s_curve(right_of(source), left_of(to.rect)),
        _ => bowed(source, goal, 0.16),
    }
}

/// From the end of a line of a record.
fn from_port(start: Point, to: &Card) -> Vec<Point> {
    let goal = to.rect;
    match goal.x > start.x + 8.0 {
        true => s_curve(start, left_of(goal)),
        false => {
            let end = Point { x: goal.center().x, y: goal.bottom() };
            vec![start, Point { x: start.x + 40.0, y: start.y }, Point { x: end.x, y: end.y + 40.0 }, end]
        }
    }
}

fn is_in_row(one: Rect, other: Rect) -> bool {
    (one.center().y - other.center().y).abs() < 6.0
}

fn right_of(rect: Rect) -> Point {
    Point { x: rect.right(), y: rect.center().y }
}

fn left_of(rect: Rect) -> Point {
    Point { x: rect.x, y: rect.center().y }
}

fn s_curve(from: Point, to: Point) -> Vec<Point> {
    let half = (to.x - from.x) / 2.0;
    vec![from, Point { x: from.x + half, y: from.y }, Point { x: to.x - half, y: to.y }, to]
}

/// From the end of one line to the start of the next.
fn next_line(source: Rect, goal: Rect, card: Rect) -> Vec<Point> {
    let (from, to) = (right_of(source), left_of(card));
    let between = (source.bottom() + goal.y) / 2.0;
    let (out, back) = (from.x + 22.0, to.x - 12.0);
    let corner = |x: f64, y: f64| Point { x, y };
    vec![
        from,
        corner(out, from.y),
        corner(out, between),
        corner(out - 24.0, between),
        corner(out - 24.0, between),
        corner(back + 24.0, between),
        corner(back + 24.0, between),
        corner(back, between),
        corner(back, to.y),
        to,
    ]
}

/// Ways back and other references.
fn arc(picture: &Picture<'_>, arrow: &Arrow, from: &Card, to: &Card) -> Vec<Point> {
    let (source, goal) = (from.rect, to.rect);
    if let Some(cell) = cell(from, arrow.slot) {
        let start = Point { x: cell.center().x, y: cell.bottom() - 8.0 };
        return if goal.y > start.y {
            straight(start, Point { x: goal.center().x, y: rect_with_tags(to).y })
        } else {
            bowed(Rect { x: start.x, y: start.y, width: 0.0, height: 0.0 }, goal, 0.25)
        };
    }
    let is_level = is_in_row(source, goal);
    let is_neighbour = arrow.kind == ArrowKind::Back && (goal.x - source.x).abs() < source.width + goal.width + 60.0;
    let is_list = picture.with_role(from.id, Role::Forward).len() == 1;
    if is_level && is_neighbour && is_list && goal.x < source.x {
        let y = source.y + source.height * 0.78;
        let y_to = goal.y + goal.height * 0.78;
        return straight(Point { x: source.x, y }, Point { x: goal.right(), y: y_to });
    }
    if is_level && arrow.kind == ArrowKind::Back {
        return above(rect_with_tags(from), rect_with_tags(to));
    }
    if is_level {
        return below(source, goal);
    }
    if arrow.kind == ArrowKind::Back && goal.bottom() < source.y && arrow_is_inverse(picture, arrow) {
        // On the outer side of the link.
        let side = if source.center().x < goal.center().x { -1.0 } else { 1.0 };
        let start = Point { x: source.center().x + source.width * side * 0.28, y: rect_with_tags(from).y };
        let end = Point { x: goal.center().x + goal.width * side * 0.42, y: goal.bottom() };
        let middle = (start.y + end.y) / 2.0;
        return vec![start, Point { x: start.x, y: middle }, Point { x: end.x, y: middle }, end];
    }
    if arrow.kind == ArrowKind::Aside && goal.bottom() + 8.0 < source.y && !from.is_in_ring {
        return upwards(rect_with_tags(from), goal);
    }
    bowed(source, rect_with_tags(to), 0.2)
}

/// To the foot of a card above; beside the middles, where links leave and end.
fn upwards(source: Rect, goal: Rect) -> Vec<Point> {
    let side = if source.center().x < goal.center().x { 1.0 } else { -1.0 };
    let start = Point { x: source.center().x + source.width * 0.3 * side, y: source.y };
    let end = Point { x: goal.center().x - goal.width * 0.25 * side, y: goal.bottom() };
    let middle = (start.y + end.y) / 2.0;
    vec![start, Point { x: start.x, y: middle - 6.0 }, Point { x: end.x, y: middle + 6.0 }, end]
}

/// Does the target hold this object?
fn arrow_is_inverse(picture: &Picture<'_>, arrow: &Arrow) -> bool {
    let Target::Object(to) = arrow.to else { return false };
    picture.with_role(to, Role::Forward).iter().any(|(_, _, value)| value.as_object() == Some(arrow.from))
}

/// Under the feet of what stands between.
fn below(source: Rect, goal: Rect) -> Vec<Point> {
    let (from, to) = (source.center().x, goal.center().x);
    let rise = 16.0 + (to - from).abs() * 0.1;
    let (start, end) = (Point { x: from, y: source.bottom() }, Point { x: to, y: goal.bottom() });
    let lean = (to - from) * 0.2;
    vec![start, Point { x: from + lean, y: start.y + rise }, Point { x: to - lean, y: end.y + rise }, end]
}

/// Over the heads of what stands between.
fn above(source: Rect, goal: Rect) -> Vec<Point> {
    let (from, to) = (source.center().x, goal.center().x);
    let rise = 16.0 + (to - from).abs() * 0.1;
    let (start, end) = (Point { x: from, y: source.y }, Point { x: to, y: goal.y });
    let lean = (to - from) * 0.2;
    vec![start, Point { x: from + lean, y: start.y - rise }, Point { x: to - lean, y: end.y - rise }, end]
}

fn around(rect: Rect) -> Vec<Point> {
    let (x, y) = (rect.right() - 14.0, rect.y);
    let reach = 30.0;
    vec![
        Point { x, y },
        Point { x: x + 4.0, y: y - reach },
        Point { x: rect.right() + reach, y: y + 6.0 },
        Point { x: rect.right(), y: y + 14.0 },
    ]
}

/// From border to border on the line between the centres, bowed to its left.
fn bowed(source: Rect, goal: Rect, bow: f64) -> Vec<Point> {
    let (from, to) = (source.center(), goal.center());
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let lift = Point { x: dy * bow, y: -dx * bow };
    let middle = Point { x: (from.x + to.x) / 2.0 + lift.x, y: (from.y + to.y) / 2.0 + lift.y };
    let (start, end) = (border(source, middle), border(goal, middle));
    let near = |point: Point| Point { x: (point.x + 2.0 * middle.x) / 3.0, y: (point.y + 2.0 * middle.y) / 3.0 };
    vec![start, near(start), near(end), end]
}

/// Where the way from the centre of a card to a point crosses its border.
fn border(rect: Rect, towards: Point) -> Point {
    let center = rect.center();
    let (dx, dy) = (towards.x - center.x, towards.y - center.y);
    let scale_x = if dx == 0.0 { f64::INFINITY } else { rect.width / 2.0 / dx.abs() };
    let scale_y = if dy == 0.0 { f64::INFINITY } else { rect.height / 2.0 / dy.abs() };
    let scale = scale_x.min(scale_y).min(1.0);
    Point { x: center.x + dx * scale, y: center.y + dy * scale }
}

fn stub(picture: &Picture<'_>, arrow: &Arrow, from: &Card) -> Vec<Point> {
    let is_chain = picture.with_role(from.id, Role::Forward).len() == 1;
    if is_chain {
        let start = right_of(from.rect);
        return straight(start, Point { x: start.x + STUB, y: start.y });
    }
    let start = start_below(picture, arrow, from);
    straight(start, Point { x: start.x, y: start.y + STUB * 0.7 })
}

/// Beside the way, in the middle or a little before or behind it, on one side or the other; the
/// best first.
fn label_places(arrow: &Arrow, way: &[Point]) -> Vec<Point> {
    let half = columns(&arrow.field) * SMALL_LETTER / 2.0;
    // The first piece: a way to the next line has more.
    let way = &way[..way.len().min(SAMPLES + 1)];
    let (Some(start), Some(end)) = (way.first(), way.last()) else { return Vec::new() };
    let is_steep = (end.y - start.y).abs() > (end.x - start.x).abs();
    let beside = |at: Point| match is_steep {
        true => [Point { x: at.x + half + 6.0, y: at.y }, Point { x: at.x - half - 6.0, y: at.y }],
        false => [Point { y: at.y - 6.0, ..at }, Point { y: at.y + 13.0, ..at }],
    };
    let along = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].map(|part| (part * (way.len() - 1) as f64).round() as usize);
    along.iter().filter_map(|at| way.get(*at)).flat_map(|at| beside(*at)).collect()
}

/// Arcs may leave the paper: it grows, and everything moves if need be.
fn enclose(figure: &mut Figure) {
    let points: Vec<Point> =
        figure.arrows.iter().flat_map(|arrow| samples(&arrow.path).into_iter().chain(arrow.label)).collect();
    let room = 16.0;
    let left = points.iter().map(|point| point.x - room).fold(0.0, f64::min);
    let top = points.iter().map(|point| point.y - room).fold(0.0, f64::min);
    let by = Point { x: -left, y: -top };
    let shift = |point: &mut Point| *point = Point { x: point.x + by.x, y: point.y + by.y };
    for arrow in &mut figure.arrows {
        arrow.path.iter_mut().chain(arrow.label.as_mut()).for_each(shift);
    }
    for tag in &mut figure.values {
        tag.rect = tag.rect.moved(by);
    }
    for card in &mut figure.cards {
        card.rect = card.rect.moved(by);
        card.tags.iter_mut().for_each(|tag| tag.rect = tag.rect.moved(by));
        card.cells.iter_mut().for_each(|cell| cell.rect = cell.rect.moved(by));
    }
    figure.lost = figure.lost.map(|rect| rect.moved(by));
    let widest = points.iter().map(|point| point.x + room).fold(figure.width, f64::max);
    let lowest = points.iter().map(|point| point.y + room).fold(figure.height, f64::max);
    figure.width = (widest + by.x).ceil();
    figure.height = (lowest + by.y).ceil();
}
