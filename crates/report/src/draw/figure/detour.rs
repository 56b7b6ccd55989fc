//! Ways around cards: an arrow that would run behind a card is not seen to end where it ends.
//!
//! The usual way of an arrow is kept where it is free. Otherwise curves from each side of the one
//! card to each side of the other are tried, and the one that runs behind the fewest cards is
//! taken, of these the shortest. Nothing is searched beyond that: with so few cards, one of them is
//! nearly always free.

use super::{Point, Rect};

/// How far the curves swing out.
const SWINGS: [f64; 5] = [30.0, 60.0, 110.0, 180.0, 280.0];
/// Points of a piece of a curve that are looked at.
pub(super) const SAMPLES: usize = 24;
/// Arrows may touch borders.
const BORDER: f64 = 3.0;

/// A place where an arrow can leave or reach a card, and the direction away from the card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dock {
    pub(super) at: Point,
    pub(super) away: Point,
}

/// The middles of the four sides.
pub(super) fn sides(rect: Rect) -> Vec<Dock> {
    let Point { x, y } = rect.center();
    let dock = |x: f64, y: f64, dx: f64, dy: f64| Dock { at: Point { x, y }, away: Point { x: dx, y: dy } };
    vec![
        dock(x, rect.bottom(), 0.0, 1.0),
        dock(rect.right(), y, 1.0, 0.0),
        dock(rect.x, y, -1.0, 0.0),
        dock(x, rect.y, 0.0, -1.0),
    ]
}

/// The usual way if it is free, or else the best one around.
pub(super) fn free_way(usual: Vec<Point>, starts: &[Dock], ends: &[Dock], cards: &[Rect]) -> Vec<Point> {
    if behind(&usual, cards) == 0 {
        return usual;
    }
    let mut best = (behind(&usual, cards), f64::INFINITY, usual);
    for start in starts {
        for end in ends {
            for (out, back) in SWINGS.iter().flat_map(|out| SWINGS.iter().map(move |back| (*out, *back))) {
                let way = curve(*start, *end, out, back);
                let (count, length) = (behind(&way, cards), length(&way));
                if (count, length) < (best.0, best.1) {
                    best = (count, length, way);
                }
            }
        }
    }
    best.2
}

fn curve(start: Dock, end: Dock, out: f64, back: f64) -> Vec<Point> {
    let far = |dock: Dock, by: f64| Point { x: dock.at.x + dock.away.x * by, y: dock.at.y + dock.away.y * by };
    vec![start.at, far(start, out), far(end, back), end.at]
}

/// How many cards hide a part of the way.
fn behind(way: &[Point], cards: &[Rect]) -> usize {
    let points = samples(way);
    let hides = |card: &&Rect| points.iter().any(|point| is_inside(**card, *point));
    cards.iter().filter(hides).count()
}

fn is_inside(card: Rect, point: Point) -> bool {
    let (left, right) = (card.x + BORDER, card.right() - BORDER);
    let (top, bottom) = (card.y + BORDER, card.bottom() - BORDER);
    left < point.x && point.x < right && top < point.y && point.y < bottom
}

/// Points along the way.
pub(super) fn samples(way: &[Point]) -> Vec<Point> {
    let [start, rest @ ..] = way else { return Vec::new() };
    let mut from = *start;
    let mut points = vec![from];
    for piece in rest.chunks_exact(3) {
        let part = |step: usize| {
            let t = step as f64 / SAMPLES as f64;
            let u = 1.0 - t;
            let mix = |a: f64, b: f64, c: f64, d: f64| {
                u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
            };
            Point {
                x: mix(from.x, piece[0].x, piece[1].x, piece[2].x),
                y: mix(from.y, piece[0].y, piece[1].y, piece[2].y),
            }
        };
        points.extend((1..=SAMPLES).map(part));
        from = piece[2];
    }
    points
}

fn length(way: &[Point]) -> f64 {
    samples(way).windows(2).map(|pair| (pair[1].x - pair[0].x).hypot(pair[1].y - pair[0].y)).sum()
}
