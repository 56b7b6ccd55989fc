//! How arrows run: from border to border, links straight, ways back and other references as arcs
//! beside them.

use super::sizes::{SMALL_LETTER, TAG_HEIGHT, columns};
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
            Some(to) if arrow.kind == ArrowKind::Link && is_behind_others(&cards, from, to) => over(from.rect, to.rect),
            Some(to) => between(picture, arrow, from, to),
            None => stub(picture, arrow, from),
        };
    }
    place_labels(figure);
    figure.arrows.retain(|arrow| !arrow.path.is_empty());
    enclose(figure);
}

/// Would a level link to the left run behind cards that stand between?
fn is_behind_others(cards: &BTreeMap<ObjectId, Card>, from: &Card, to: &Card) -> bool {
    let is_between = |card: &Card| {
        let (center, top, bottom) = (card.rect.center().x, card.rect.y, card.rect.bottom());
        to.rect.right() < center && center < from.rect.x && top < from.rect.center().y && from.rect.center().y < bottom
    };
    let is_level = (to.rect.center().y - from.rect.center().y).abs() < 6.0;
    is_level && !from.is_in_ring && cards.values().any(is_between)
}

/// Names of fields stand beside their arrows, and on no card or other name if there is room.
fn place_labels(figure: &mut Figure) {
    let cards: Vec<Rect> = figure.cards.iter().map(rect_with_tags).collect();
    let mut taken: Vec<Rect> = Vec::new();
    for arrow in &mut figure.arrows {
        if !(arrow.shows_field || arrow.is_changed && arrow.kind != ArrowKind::Link) {
            continue;
        }
        let Some(first) = label_place(arrow) else { continue };
        let is_free = |at: &Point| {
            let here = label_box(arrow, *at);
            !cards.iter().chain(&taken).any(|other| touches(here, *other))
        };
        let step = |by: f64| Point { y: first.y + by, ..first };
        let place = [0.0, 17.0, -14.0, 30.0, -28.0, 42.0, -42.0].map(step).into_iter().find(is_free).unwrap_or(first);
        taken.push(label_box(arrow, place));
        arrow.label = Some(place);
    }
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
    if let Some(cell) = from.cells.get(arrow.slot).map(|cell| cell.rect) {
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
    if arrow.kind != ArrowKind::Link {
        return arc(picture, arrow, from, to);
    }
    let is_below = goal.y >= source.bottom() + 8.0;
    let is_right = to.rect.x >= source.right() + 8.0;
    let is_level = (to.rect.center().y - source.center().y).abs() < (to.rect.height + source.height) / 2.0;
    let is_in_chain = picture.kind(from.id) == Kind::Structure && picture.with_role(from.id, Role::Forward).len() == 1;
    match (is_below, is_right) {
        (_, true) if is_level => straight(right_of(source), left_of(to.rect)),
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
    if let Some(cell) = from.cells.get(arrow.slot).map(|cell| cell.rect) {
        let start = Point { x: cell.center().x, y: cell.bottom() - 8.0 };
        return if goal.y > start.y {
            straight(start, Point { x: goal.center().x, y: rect_with_tags(to).y })
        } else {
            bowed(Rect { x: start.x, y: start.y, width: 0.0, height: 0.0 }, goal, 0.25)
        };
    }
    let is_level = (goal.center().y - source.center().y).abs() < 6.0;
    let is_neighbour = arrow.kind == ArrowKind::Back && (goal.x - source.x).abs() < source.width + goal.width + 60.0;
    let is_list = picture.with_role(from.id, Role::Forward).len() == 1;
    if is_level && is_neighbour && is_list && goal.x < source.x {
        let y = source.y + source.height * 0.78;
        let y_to = goal.y + goal.height * 0.78;
        return straight(Point { x: source.x, y }, Point { x: goal.right(), y: y_to });
    }
    if is_level {
        return over(source, goal);
    }
    if arrow.kind == ArrowKind::Back && goal.bottom() < source.y && arrow_is_inverse(picture, arrow) {
        // On the outer side of the link.
        let side = if source.center().x < goal.center().x { -1.0 } else { 1.0 };
        let start = Point { x: source.center().x + source.width * side * 0.28, y: rect_with_tags(from).y };
        let end = Point { x: goal.center().x + goal.width * side * 0.42, y: goal.bottom() };
        let middle = (start.y + end.y) / 2.0;
        return vec![start, Point { x: start.x, y: middle }, Point { x: end.x, y: middle }, end];
    }
    bowed(source, rect_with_tags(to), 0.2)
}

/// Does the target hold this object?
fn arrow_is_inverse(picture: &Picture<'_>, arrow: &Arrow) -> bool {
    let Target::Object(to) = arrow.to else { return false };
    picture.with_role(to, Role::Forward).iter().any(|(_, _, value)| value.as_object() == Some(arrow.from))
}

/// Over the heads of what stands between.
fn over(source: Rect, goal: Rect) -> Vec<Point> {
    let (from, to) = (source.center().x, goal.center().x);
    let rise = 16.0 + (to - from).abs() * 0.1;
    let (start, end) = (Point { x: from, y: source.bottom() }, Point { x: to, y: goal.bottom() });
    let lean = (to - from) * 0.2;
    vec![start, Point { x: from + lean, y: start.y + rise }, Point { x: to - lean, y: end.y + rise }, end]
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

/// The middle of its first piece.
fn label_place(arrow: &Arrow) -> Option<Point> {
    let [start, one, two, end] = *arrow.path.get(..4)? else { return None };
    let mix = |a: f64, b: f64, c: f64, d: f64| (a + 3.0 * b + 3.0 * c + d) / 8.0;
    let is_steep = (end.y - start.y).abs() > (end.x - start.x).abs();
    let half = columns(&arrow.field) * SMALL_LETTER / 2.0;
    let (x, y) = (mix(start.x, one.x, two.x, end.x), mix(start.y, one.y, two.y, end.y));
    Some(if is_steep { Point { x: x + half + 6.0, y } } else { Point { x, y: y - 6.0 } })
}

/// Arcs may leave the paper: it grows, and everything moves if need be.
fn enclose(figure: &mut Figure) {
    let points: Vec<Point> =
        figure.arrows.iter().flat_map(|arrow| arrow.path.iter().copied().chain(arrow.label)).collect();
    let room = 12.0;
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
