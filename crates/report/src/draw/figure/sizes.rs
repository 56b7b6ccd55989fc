//! How large things are. Texts are set in a font whose letters all have the same width.

use super::{Card, CardKind, Point, Rect, Tag};

pub(super) const LETTER: f64 = 7.9;
pub(super) const SMALL_LETTER: f64 = 6.2;
pub(super) const LINE: f64 = 16.0;
pub(super) const TAG_HEIGHT: f64 = 17.0;
pub(super) const CELL_HEIGHT: f64 = 30.0;
/// The name above the cells, and their indices below.
pub(super) const ARRAY_NAME: f64 = 16.0;
pub(super) const ARRAY_INDEX: f64 = 14.0;
/// Of cells in a row.
const MOST_ROW: f64 = 640.0;
/// The name of a record and the line below it.
const RECORD_TITLE: f64 = 25.0;

/// Columns: letters of East Asia, and pictures, take two.
pub(super) fn columns(text: &str) -> f64 {
    text.chars().map(|letter| if is_wide(letter) { 2.0 } else { 1.0 }).sum()
}

fn is_wide(letter: char) -> bool {
    matches!(u32::from(letter), 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f
        | 0xff00..=0xff60 | 0x1f300..=0x1faff | 0x20000..=0x3fffd)
}

pub(super) fn tag_width(tag: &Tag) -> f64 {
    columns(&tag.text) * SMALL_LETTER + 12.0
}

/// The room that a card needs with its tags.
pub(super) fn outer(card: &Card) -> Rect {
    let tags = tags_width(card);
    let above = if card.tags.is_empty() { 0.0 } else { TAG_HEIGHT + 3.0 };
    Rect { x: 0.0, y: 0.0, width: card.rect.width.max(tags), height: card.rect.height + above }
}

fn tags_width(card: &Card) -> f64 {
    card.tags.iter().map(|tag| tag_width(tag) + 3.0).sum()
}

/// Gives a card its size.
pub(super) fn fit(card: &mut Card) {
    match card.kind {
        CardKind::Node => {
            let lines = card.lines.iter().map(|line| columns(&line.text) * SMALL_LETTER);
            let texts = lines.chain([columns(&card.title.text) * LETTER, columns(&card.name) * SMALL_LETTER]);
            let width = texts.fold(26.0, f64::max) + 18.0;
            let title = if card.title.text.is_empty() { 0.0 } else { LINE + 2.0 };
            let height = 8.0 + title + (card.lines.len() + 1) as f64 * 13.0 + 3.0;
            card.rect = Rect { x: 0.0, y: 0.0, width, height };
        }
        CardKind::Record => {
            let lines = card.lines.iter().map(|line| columns(&line.text) * LETTER);
            let texts = lines.chain([columns(&card.name) * LETTER]);
            // The start of an arrow is a dot behind the name of the field.
            let dot = if card.ports.is_empty() { 0.0 } else { 10.0 };
            let width = texts.fold(60.0, f64::max) + dot + 22.0;
            let height = RECORD_TITLE + if card.lines.is_empty() { 3.0 } else { card.lines.len() as f64 * LINE + 8.0 };
            card.rect = Rect { x: 0.0, y: 0.0, width, height };
        }
        CardKind::Array => fit_cells(card),
    }
}

/// The end of a line of a record: where the arrow of a port starts.
pub(in crate::draw) fn port(card: &Card, slot: usize) -> Option<Point> {
    let line = card.ports.iter().find(|port| port.slot == slot)?.line;
    Some(Point { x: card.rect.x + card.rect.width, y: card.rect.y + RECORD_TITLE + 13.0 + line as f64 * LINE })
}

/// Rows that are too long go on below.
fn fit_cells(card: &mut Card) {
    let (mut x, mut y, mut widest) = (0.0, ARRAY_NAME, 0.0_f64);
    for cell in &mut card.cells {
        let width =
            (columns(&cell.words.text) * LETTER + 14.0).max(columns(&cell.below) * SMALL_LETTER + 6.0).max(30.0);
        if x > 0.0 && x + width > MOST_ROW {
            (x, y) = (0.0, y + CELL_HEIGHT + ARRAY_INDEX + 6.0);
        }
        cell.rect = Rect { x, y, width, height: CELL_HEIGHT };
        x += width;
        widest = widest.max(x);
    }
    let name = columns(&card.name) * SMALL_LETTER + 4.0;
    card.rect = Rect { x: 0.0, y: 0.0, width: widest.max(name).max(30.0), height: y + CELL_HEIGHT + ARRAY_INDEX };
}
