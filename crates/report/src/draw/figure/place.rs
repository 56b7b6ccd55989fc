//! Where each card stands: blocks for structures, put together from the inside out. Blocks never
//! overlap.

use super::contents::Contents;
use super::sizes::{self, SMALL_LETTER, TAG_HEIGHT, columns, outer, tag_width};
use super::tree::{self, Branch, Side};
use super::{Card, Figure, Point, Rect};
use crate::draw::picture::{Home, Kind, Picture};
use crate::draw::shape::Role;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{PI, TAU};
use tightrope_heap::{Object, ObjectId};

const MARGIN: f64 = 14.0;
/// Between blocks.
const GAP: f64 = 34.0;
/// Between a node of a list and what it holds.
const BELOW: f64 = 48.0;
/// Room for an arrow to the right.
const STEP: f64 = 40.0;
/// Room for an arrow with a name.
const NAMED_STEP: f64 = 74.0;
/// Beside the name.
const NAME_ROOM: f64 = 30.0;
/// Room for arrows that part.
const PORT_STEP: f64 = 58.0;
/// Lists and rows of blocks go on in the next line.
const MOST_WIDTH: f64 = 880.0;
/// Around what is not reachable any more.
const FRAME: f64 = 16.0;

/// Cards with the left upper corners of their rooms.
#[derive(Clone, Debug, Default)]
struct Block {
    cards: Vec<(ObjectId, Point)>,
    rings: BTreeSet<ObjectId>,
    /// What nothing stands in: the middle of a ring.
    free: Option<Rect>,
    width: f64,
    height: f64,
}

impl Block {
    fn add(&mut self, other: Block, at: Point) {
        self.width = self.width.max(at.x + other.width);
        self.height = self.height.max(at.y + other.height);
        let moved = other.cards.into_iter().map(|(id, corner)| (id, Point { x: corner.x + at.x, y: corner.y + at.y }));
        self.cards.extend(moved);
        self.rings.extend(other.rings);
        self.free = self.free.or(other.free.map(|free| free.moved(at)));
    }

    /// The place in the middle of a ring, if there is one that is large enough. It is taken then.
    fn take_free(&mut self, width: f64, height: f64) -> Option<Point> {
        let free = self.free.filter(|free| free.width >= width && free.height >= height)?;
        self.free = None;
        let Point { x, y } = free.center();
        Some(Point { x: x - width / 2.0, y: y - height / 2.0 })
    }
}

pub(super) fn place(picture: &Picture<'_>, contents: Contents) -> Figure {
    let mut figure = Figure { arrows: contents.arrows, ..Figure::default() };
    let placer = Placer { picture, cards: &contents.cards };
    let mut y = MARGIN;
    let mut x = MARGIN;
    for mut tag in contents.values {
        let width = tag_width(&tag) + 6.0;
        tag.rect = Rect { x, y, width, height: TAG_HEIGHT + 2.0 };
        x += width + 8.0;
        figure.width = figure.width.max(x);
        figure.values.push(tag);
    }
    if !figure.values.is_empty() {
        y += TAG_HEIGHT + 18.0;
    }
    let (reachable, lost): (Vec<ObjectId>, Vec<ObjectId>) =
        placer.starts().into_iter().partition(|id| picture.is_reachable(*id));
    let whole = placer.wrapped(&reachable);
    let mut corners = Block::default();
    corners.add(whole, Point { x: MARGIN, y });
    if !lost.is_empty() {
        let top = if corners.cards.is_empty() { y } else { corners.height + GAP };
        let region = placer.wrapped(&lost);
        let title = 22.0;
        figure.lost = Some(Rect {
            x: MARGIN,
            y: top,
            width: (region.width + 2.0 * FRAME).max(170.0),
            height: region.height + title + 2.0 * FRAME,
        });
        corners.add(region, Point { x: MARGIN + FRAME, y: top + title + FRAME });
        corners.height += FRAME;
        corners.width = corners.width.max(figure.lost.map_or(0.0, Rect::right)) + FRAME;
    }
    figure.width = figure.width.max(corners.width + MARGIN);
    figure.height = (corners.height + MARGIN).max(y);
    let places: BTreeMap<ObjectId, Point> = corners.cards.into_iter().collect();
    figure.cards = contents.cards.into_values().filter_map(|card| settled(card, &places)).collect();
    figure.cards.iter_mut().for_each(|card| card.is_in_ring = corners.rings.contains(&card.id));
    figure
}

/// A card at the bottom of its room, its tags above it.
fn settled(mut card: Card, places: &BTreeMap<ObjectId, Point>) -> Option<Card> {
    let corner = *places.get(&card.id)?;
    let room = outer(&card);
    let left = corner.x + (room.width - card.rect.width) / 2.0;
    let top = corner.y + room.height - card.rect.height;
    card.rect = card.rect.moved(Point { x: left, y: top });
    for cell in &mut card.cells {
        cell.rect = cell.rect.moved(Point { x: left, y: top });
    }
    let mut x = corner.x;
    for tag in &mut card.tags {
        tag.rect = Rect { x, y: corner.y, width: tag_width(tag), height: TAG_HEIGHT };
        x += tag.rect.width + 3.0;
    }
    Some(card)
}

struct Placer<'a, 'p> {
    picture: &'a Picture<'p>,
    cards: &'a BTreeMap<ObjectId, Card>,
}

impl Placer<'_, '_> {
    /// The cards that hang nowhere.
    fn starts(&self) -> Vec<ObjectId> {
        let order = |id: &ObjectId| match self.picture.home(*id) {
            Some(Home::Root(root)) => (0, root),
            _ => (1, id.index()),
        };
        let hangs = |id: &ObjectId| {
            let holder = match self.picture.home(*id) {
                Some(Home::Slot(holder, _)) => Some(holder),
                _ => None,
            };
            holder.is_some_and(|holder| self.cards.contains_key(&holder))
        };
        let mut starts: Vec<ObjectId> = self.cards.keys().copied().filter(|id| !hangs(id)).collect();
        starts.sort_by_key(order);
        starts
    }

    /// What hangs on a card, with the slot that holds it.
    fn hung(&self, id: ObjectId) -> Vec<(usize, ObjectId)> {
        let values = self.picture.object(id).map(Object::values).unwrap_or_default();
        let objects = values.iter().enumerate().filter_map(|(slot, value)| Some((slot, value.as_object()?)));
        let is_here = |(slot, target): &(usize, ObjectId)| {
            self.picture.is_home(*target, (id, *slot)) && self.cards.contains_key(target)
        };
        objects.filter(is_here).collect()
    }

    /// Blocks from left to right, and on in the next line.
    fn wrapped(&self, starts: &[ObjectId]) -> Block {
        let mut whole = Block::default();
        let (mut x, mut y, mut below) = (0.0, 0.0, 0.0_f64);
        for start in starts {
            let block = self.block(*start);
            // What a ring has lost stands inside it: arrows lead to its neighbours there.
            if self.picture.home(*start) == Some(Home::Own)
                && let Some(inside) = whole.take_free(block.width, block.height)
            {
                whole.add(block, inside);
                continue;
            }
            if x > 0.0 && x + block.width > MOST_WIDTH {
                (x, y) = (0.0, below + GAP);
            }
            below = below.max(y + block.height);
            let width = block.width;
            whole.add(block, Point { x, y });
            x += width + GAP;
        }
        whole
    }

    fn block(&self, id: ObjectId) -> Block {
        match self.picture.kind(id) {
            Kind::Structure => self.structure(id),
            Kind::Array => self.tree(&[self.branch(id, &mut BTreeSet::new())]),
            Kind::Atom | Kind::Payload | Kind::Record => self.record(id),
        }
    }

    fn structure(&self, id: ObjectId) -> Block {
        let members = self.picture.members(id);
        if !self.picture.is_chain(&members) {
            let mut seen = BTreeSet::new();
            let row = self.siblings(id);
            let branches: Vec<Branch> = row.iter().map(|id| self.branch(*id, &mut seen)).collect();
            return self.tree(&branches);
        }
        let chain: Vec<ObjectId> = members.into_iter().filter(|id| self.cards.contains_key(id)).collect();
        let closes = chain.last().and_then(|last| self.picture.chain_closes_at(*last)) == Some(id);
        if closes && chain.len() > 2 { self.ring(&chain) } else { self.chain(&chain) }
    }

    fn single(&self, id: ObjectId) -> Block {
        let room = self.cards.get(&id).map(outer).unwrap_or_default();
        Block { cards: vec![(id, Point::default())], width: room.width, height: room.height, ..Block::default() }
    }

    /// A holder: a tree below it, anything else to its right.
    fn record(&self, id: ObjectId) -> Block {
        let own = self.single(id);
        let hung = self.hung(id);
        let is_tree = |target: ObjectId| {
            let members = self.picture.members(target);
            self.picture.kind(target) == Kind::Structure && !self.picture.is_chain(&members)
        };
        let mut whole = Block::default();
        if let [(_, only)] = hung.as_slice()
            && is_tree(*only)
        {
            let below = self.block(*only);
            let anchor = corner_of(&below, *only).x + self.width(*only) / 2.0;
            let left = (anchor - own.width / 2.0).max(0.0);
            let shift = (own.width / 2.0 - anchor).max(0.0);
            let y = own.height + STEP;
            whole.add(own, Point { x: left, y: 0.0 });
            whole.add(below, Point { x: shift, y });
            return whole;
        }
        let x = own.width + self.step(id, &hung);
        let blocks: Vec<(ObjectId, Block)> = hung.iter().map(|(_, target)| (*target, self.block(*target))).collect();
        // The arrow to the first one is level.
        let start = hung.first().map_or(0.0, |(slot, _)| self.start(&own, id, *slot));
        let level = blocks.first().map_or(0.0, |(id, block)| self.middle(block, *id)) - start;
        whole.add(own, Point { x: 0.0, y: level.max(0.0) });
        let mut y = (-level).max(0.0);
        for (_, block) in blocks {
            let height = block.height;
            whole.add(block, Point { x, y });
            y += height + GAP;
        }
        whole
    }

    /// The room for arrows to what a record holds: with their names, unless these stand in it.
    fn step(&self, id: ObjectId, hung: &[(usize, ObjectId)]) -> f64 {
        let has_ports = self.cards.get(&id).is_some_and(|card| !card.ports.is_empty());
        let names = self.picture.fields(id).filter(|(at, _, _)| hung.iter().any(|(slot, _)| slot == at));
        let widest = names.map(|(_, field, _)| columns(self.picture.field_name(field)) * SMALL_LETTER);
        if has_ports { PORT_STEP } else { widest.fold(NAMED_STEP - NAME_ROOM, f64::max) + NAME_ROOM }
    }

    /// How far below the top of the block an arrow of a record starts.
    fn start(&self, own: &Block, id: ObjectId, slot: usize) -> f64 {
        let card = self.cards.get(&id);
        let port = card.and_then(|card| Some(outer(card).height - card.rect.height + sizes::port(card, slot)?.y));
        port.unwrap_or_else(|| self.middle(own, id))
    }

    /// How far below the top of the block the middle of a card is.
    fn middle(&self, block: &Block, id: ObjectId) -> f64 {
        let card = self.cards.get(&id);
        corner_of(block, id).y + card.map_or(0.0, |card| outer(card).height - card.rect.height / 2.0)
    }

    fn width(&self, id: ObjectId) -> f64 {
        self.cards.get(&id).map_or(0.0, |card| outer(card).width)
    }

    /// Nodes from left to right; what a node holds stands below it.
    fn chain(&self, chain: &[ObjectId]) -> Block {
        let mut whole = Block::default();
        let (mut x, mut y) = (0.0, 0.0);
        // Their middles are level.
        let middle = chain.iter().map(|id| self.middle(&self.single(*id), *id)).fold(0.0, f64::max);
        for id in chain {
            let column = self.column(*id, middle);
            if x > 0.0 && x + column.width > MOST_WIDTH {
                (x, y) = (0.0, whole.height + GAP);
            }
            let width = column.width;
            whole.add(column, Point { x, y });
            x += width + STEP;
        }
        // The end is a stroke to the right.
        whole.width += STEP;
        whole
    }

    fn column(&self, id: ObjectId, middle: f64) -> Block {
        let mut column = Block::default();
        let own = self.single(id);
        let top = middle - self.middle(&own, id);
        column.add(own, Point { x: 0.0, y: top });
        for (slot, target) in self.hung(id) {
            if !self.picture.is_link(id, slot) {
                let y = column.height + BELOW;
                column.add(self.block(target), Point { x: 0.0, y });
            }
        }
        column
    }

    /// A circle that starts on the left and runs clockwise.
    fn ring(&self, chain: &[ObjectId]) -> Block {
        let rooms = chain.iter().filter_map(|id| self.cards.get(id)).map(outer);
        let (width, height) = rooms.fold((0.0_f64, 0.0_f64), |(w, h), room| (w.max(room.width), h.max(room.height)));
        let count = chain.len() as f64;
        // Neighbours must not touch, whatever direction they lie in.
        let apart = width.hypot(height) + 22.0;
        let radius = apart / (2.0 * (PI / count).sin());
        let mut whole = Block::default();
        for (index, id) in chain.iter().enumerate() {
            let angle = PI + TAU * index as f64 / count;
            let own = self.single(*id);
            let x = radius + width / 2.0 + radius * angle.cos() - own.width / 2.0;
            let y = radius + height / 2.0 + radius * angle.sin() - own.height / 2.0;
            whole.add(own, Point { x, y });
        }
        whole.rings.extend(chain);
        let reach = (radius - apart).max(0.0) / 2.0_f64.sqrt();
        let corner = Point { x: radius + width / 2.0 - reach, y: radius + height / 2.0 - reach };
        whole.free = Some(Rect { x: corner.x, y: corner.y, width: 2.0 * reach, height: 2.0 * reach });
        whole
    }

    /// The row of siblings that a node starts; itself, if its class has no such links.
    fn siblings(&self, id: ObjectId) -> Vec<ObjectId> {
        let mut row = vec![id];
        let Some(links) = self.picture.siblings(id) else { return row };
        while let Some(last) = row.last().copied() {
            let next = self.hung(last).into_iter().find(|(slot, _)| {
                self.picture.fields(last).nth(*slot).is_some_and(|(_, field, _)| field == links.sibling)
            });
            match next {
                Some((_, next)) if !row.contains(&next) => row.push(next),
                _ => break,
            }
        }
        row
    }

    /// A card and all that hangs below it.
    fn branch(&self, id: ObjectId, seen: &mut BTreeSet<ObjectId>) -> Branch {
        seen.insert(id);
        let room = self.cards.get(&id).map(outer).unwrap_or_default();
        let sibling = self.picture.siblings(id).map(|links| links.sibling);
        let mut children = Vec::new();
        for (slot, target) in self.hung(id) {
            let field = self.picture.fields(id).nth(slot).map(|(_, field, _)| field);
            if seen.contains(&target) || field.is_some() && field == sibling {
                continue;
            }
            for child in self.siblings(target) {
                if !seen.contains(&child) {
                    children.push((self.side(id, slot), self.branch(child, seen)));
                }
            }
        }
        Branch { id, width: room.width, height: room.height, children }
    }

    /// Of two links that lead on, the first leads to the left.
    fn side(&self, id: ObjectId, slot: usize) -> Side {
        let forward = self.picture.with_role(id, Role::Forward);
        match forward.as_slice() {
            _ if self.picture.siblings(id).is_some() => Side::Anywhere,
            [(left, _, _), (right, _, _)] if slot == *left || slot == *right => {
                if slot == *left {
                    Side::Left
                } else {
                    Side::Right
                }
            }
            _ => Side::Anywhere,
        }
    }

    fn tree(&self, roots: &[Branch]) -> Block {
        let (corners, width, height) = tree::layout(roots);
        let cards = corners.into_iter().map(|(id, (x, y))| (id, Point { x, y })).collect();
        Block { cards, width, height, ..Block::default() }
    }
}

fn corner_of(block: &Block, id: ObjectId) -> Point {
    block.cards.iter().find(|(other, _)| *other == id).map(|(_, corner)| *corner).unwrap_or_default()
}
