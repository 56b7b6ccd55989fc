//! A heap as a figure: cards for objects, arrows between them, each with its place on the paper.
//!
//! The layout is what a person would draw: `left` and `right` below, `next` to the right, circular
//! lists as rings, arrays as rows, `prev` and `parent` as light arrows back. Variables and
//! parameters stand as tags on the objects that they refer to. [`contents`] says what is drawn,
//! [`place`] where, [`route`] how the arrows run. All renderers of figures (SVG, Mermaid, DOT) draw
//! from this one value.

mod contents;
mod detour;
mod place;
mod route;
mod sizes;
mod tree;

use super::collections::{parts, with_contents};
use super::picture::{Picture, Setting};
use super::shape::Shape;
use contents::Contents;
pub(in crate::draw) use sizes::port;
use std::collections::BTreeSet;
use tightrope_heap::{Heap, Layouts, ObjectId};
use tightrope_program::Program;

/// A drawing, in pixels; the origin is at the top left.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figure {
    pub width: f64,
    pub height: f64,
    /// Roots that hold plain values: `key = 5`.
    pub values: Vec<Tag>,
    pub cards: Vec<Card>,
    pub arrows: Vec<Arrow>,
    /// What no root reaches any more stands in here.
    pub lost: Option<Rect>,
    /// What the drawing leaves out.
    pub remarks: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    pub fn center(self) -> Point {
        Point { x: self.x + self.width / 2.0, y: self.y + self.height / 2.0 }
    }

    fn right(self) -> f64 {
        self.x + self.width
    }

    fn bottom(self) -> f64 {
        self.y + self.height
    }

    fn moved(self, by: Point) -> Rect {
        Rect { x: self.x + by.x, y: self.y + by.y, ..self }
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// The name of a root, with its value if that is not an object that is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Tag {
    pub text: String,
    pub rect: Rect,
    pub is_changed: bool,
    pub is_variable: bool,
}

/// A text and whether the step changed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    pub text: String,
    pub is_changed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardKind {
    /// Part of a list, tree or graph.
    Node,
    /// Holds structures: shows its class and its fields.
    Record,
    Array,
}

/// An object.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    pub id: ObjectId,
    pub kind: CardKind,
    /// `Node#2`.
    pub name: String,
    /// The key of a node, the class of a record.
    pub title: Words,
    /// Other fields: `size = 3`.
    pub lines: Vec<Words>,
    /// Lines that are references: their arrows start there.
    pub ports: Vec<Port>,
    /// The elements of an array or a collection.
    pub cells: Vec<Cell>,
    pub tags: Vec<Tag>,
    /// Without the tags.
    pub rect: Rect,
    pub is_new: bool,
    pub is_lost: bool,
    /// It stands on a circle with its neighbours.
    pub is_in_ring: bool,
    /// Every field with its value, for who wants to know all.
    pub details: String,
}

/// A line of a card that an arrow starts at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Port {
    /// Of the object.
    pub slot: usize,
    pub line: usize,
}

/// An element.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    pub words: Words,
    /// Its index, or its part in an entry of a map.
    pub below: String,
    pub rect: Rect,
    /// The collection does not have it any more.
    pub is_lost: bool,
}

impl Cell {
    /// In a drawing that has only words.
    pub(super) fn shown(&self) -> String {
        let lost = if self.is_lost { "lost: " } else { "" };
        format!("{lost}{}", self.words.text)
    }
}

impl Card {
    /// The lines that no arrow starts at.
    pub(super) fn plain_lines(&self) -> impl Iterator<Item = &Words> {
        let is_port = |line: usize| self.ports.iter().any(|port| port.line == line);
        self.lines.iter().enumerate().filter(move |(index, _)| !is_port(*index)).map(|(_, line)| line)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrowKind {
    /// Leads on in a structure, or from a holder to what it holds.
    Link,
    /// `prev`, `parent`: the inverse of links.
    Back,
    /// Any other reference.
    Aside,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Object(ObjectId),
    Null,
    Unknown,
}

/// A reference.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrow {
    pub from: ObjectId,
    /// The position of the field or element in its object.
    pub slot: usize,
    /// `left`, `[3]`.
    pub field: String,
    pub to: Target,
    pub kind: ArrowKind,
    pub is_changed: bool,
    /// Nothing reaches its start any more.
    pub is_lost: bool,
    pub shows_field: bool,
    /// The drawing hangs the target here.
    pub is_home: bool,
    /// Start, then two control points and an end for each piece.
    pub path: Vec<Point>,
    pub label: Option<Point>,
}

/// What all figures of one counterexample share.
#[derive(Debug)]
pub struct Drafts<'a> {
    program: &'a Program,
    layouts: &'a Layouts,
    shape: Shape,
    /// What collections are made of.
    parts: BTreeSet<ObjectId>,
}

impl<'a> Drafts<'a> {
    /// `heaps`: all that will be drawn, so that they look alike.
    pub fn new(program: &'a Program, layouts: &'a Layouts, heaps: &[&Heap]) -> Drafts<'a> {
        let parts = parts(program, layouts, heaps);
        let drawn: Vec<Heap> = heaps.iter().map(|heap| with_contents(program, layouts, heap, &parts)).collect();
        let shape = Shape::new(program, layouts, &drawn.iter().collect::<Vec<&Heap>>());
        Drafts { program, layouts, shape, parts }
    }

    /// A heap, with what differs from `old` marked. The last `variables` roots are variables of the
    /// running method.
    pub fn figure(&self, heap: &Heap, old: Option<&Heap>, initial: usize, variables: usize) -> Figure {
        let nobody = BTreeSet::new();
        let setting = Setting {
            program: self.program,
            layouts: self.layouts,
            shape: &self.shape,
            mentioned: &nobody,
            width: super::WIDTH,
        };
        let drawn = |heap: &Heap| with_contents(self.program, self.layouts, heap, &self.parts);
        let (heap, old) = (drawn(heap), old.map(drawn));
        let picture = Picture::new(setting, &heap, old.as_ref(), true);
        let contents = Contents::of(&picture, initial, variables);
        let mut figure = place::place(&picture, contents);
        route::route(&picture, &mut figure);
        figure.remarks = super::figure_remarks(&picture);
        figure
    }
}
