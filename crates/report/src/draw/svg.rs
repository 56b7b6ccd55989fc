//! A figure as SVG. Colours are classes, so that a page around it can choose them; a picture of its
//! own brings its style along.

use super::escape::escaped;
use super::figure::{Arrow, ArrowKind, Card, CardKind, Cell, Figure, Point, Tag, Target, Words, port};
use std::fmt::Write;

/// The colours for light and dark, for a picture that stands alone or inside a page.
pub(crate) const STYLE: &str = include_str!("figure.css");

/// A file of its own.
pub fn as_svg(figure: &Figure, title: &str) -> String {
    let style = format!("<style>{STYLE}</style>");
    element(figure, title, "1", &style)
}

/// Inside a page that has the style: `key` makes its ids unique there.
pub(crate) fn inline(figure: &Figure, title: &str, key: &str) -> String {
    element(figure, title, key, "")
}

fn element(figure: &Figure, title: &str, key: &str, style: &str) -> String {
    let (width, height) = (figure.width, figure.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"heap\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"title-{key} desc-{key}\">"
    );
    let description = figure.cards.iter().map(|card| card.details.replace('\n', ", ")).collect::<Vec<_>>().join("; ");
    let _ = write!(svg, "<title id=\"title-{key}\">{}</title>", escaped(title));
    let _ = write!(svg, "<desc id=\"desc-{key}\">{}</desc>{style}", escaped(&description));
    svg.push_str(&heads(key));
    svg.push_str("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>");
    if let Some(rect) = figure.lost {
        let _ = write!(
            svg,
            "<rect class=\"lost-region\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"10\"/>",
            rect.x, rect.y, rect.width, rect.height
        );
    }
    // Light ones first: what matters lies on top.
    let order = |arrow: &&Arrow| (arrow.is_changed, arrow.kind != ArrowKind::Back);
    let mut arrows: Vec<&Arrow> = figure.arrows.iter().collect();
    arrows.sort_by_key(order);
    arrows.iter().for_each(|one| arrow(&mut svg, one, figure, key));
    if let Some(rect) = figure.lost {
        let (x, y) = (rect.x + 12.0, rect.y + 18.0);
        let _ = write!(svg, "<text class=\"lost-title\" x=\"{x}\" y=\"{y}\">no longer reachable</text>");
    }
    figure.cards.iter().for_each(|one| card(&mut svg, one));
    figure.values.iter().for_each(|one| tag(&mut svg, one, "value"));
    arrows.iter().for_each(|one| label(&mut svg, one));
    svg.push_str("</svg>");
    svg
}

/// The heads of arrows, one for each colour.
fn heads(key: &str) -> String {
    let head = |name: &str| {
        format!(
            "<marker id=\"{name}-{key}\" class=\"head {name}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" \
             markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\"><path d=\"M0 1 L10 5 L0 9 z\"/></marker>"
        )
    };
    format!("<defs>{}</defs>", ["link", "back", "aside", "changed"].map(head).concat())
}

fn class(arrow: &Arrow) -> &'static str {
    match arrow.kind {
        _ if arrow.is_changed => "changed",
        ArrowKind::Link => "link",
        ArrowKind::Back => "back",
        ArrowKind::Aside => "aside",
    }
}

fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    format!("{rounded}")
}

fn point(at: Point) -> String {
    format!("{} {}", number(at.x), number(at.y))
}

fn arrow(svg: &mut String, arrow: &Arrow, figure: &Figure, key: &str) {
    let [start, rest @ ..] = arrow.path.as_slice() else { return };
    let mut path = format!("M{}", point(*start));
    for piece in rest.chunks_exact(3) {
        let _ = write!(path, " C{}", piece.iter().map(|at| point(*at)).collect::<Vec<_>>().join(", "));
    }
    let class = class(arrow);
    let kind = match (arrow.kind, arrow.is_lost && !arrow.is_changed) {
        (_, true) => " faint",
        (ArrowKind::Back, _) => " light",
        _ => "",
    };
    let name = |id| figure.cards.iter().find(|card| card.id == id).map_or("?", |card| card.name.as_str());
    let end = match arrow.to {
        Target::Object(id) => name(id),
        Target::Null => "null",
        Target::Unknown => "not looked at",
    };
    let head = match arrow.to {
        Target::Object(_) => format!(" marker-end=\"url(#{class}-{key})\""),
        Target::Null | Target::Unknown => String::new(),
    };
    let changed = if arrow.is_changed { " (changed)" } else { "" };
    let title = escaped(&format!("{}.{} → {end}{changed}", name(arrow.from), arrow.field));
    let _ = write!(svg, "<g class=\"arrow {class}{kind}\"><title>{title}</title><path d=\"{path}\"{head}/>");
    if let (Some(last), Target::Null | Target::Unknown) = (arrow.path.last(), arrow.to) {
        let sign = if arrow.to == Target::Null { "∅" } else { "?" };
        let is_down = last.y > start.y;
        let (x, y) = if is_down { (last.x, last.y + 12.0) } else { (last.x + 7.0, last.y + 4.5) };
        let _ = write!(svg, "<text class=\"end\" x=\"{}\" y=\"{}\">{sign}</text>", number(x), number(y));
    }
    svg.push_str("</g>");
}

fn label(svg: &mut String, arrow: &Arrow) {
    if let Some(at) = arrow.label {
        let (class, text) = (class(arrow), escaped(&arrow.field));
        let _ =
            write!(svg, "<text class=\"label {class}\" x=\"{}\" y=\"{}\">{text}</text>", number(at.x), number(at.y));
    }
}

fn tag(svg: &mut String, tag: &Tag, kind: &str) {
    let changed = if tag.is_changed { " changed" } else { "" };
    let kind = if tag.is_variable && kind == "root" { "variable" } else { kind };
    let rect = tag.rect;
    let _ = write!(
        svg,
        "<g class=\"tag {kind}{changed}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\"/><text x=\"{}\" y=\"{}\">{}</text></g>",
        number(rect.x),
        number(rect.y),
        number(rect.width),
        number(rect.height),
        number(rect.center().x),
        number(rect.center().y + 3.5),
        escaped(&tag.text)
    );
}

fn text(svg: &mut String, class: &str, words: &Words, x: f64, y: f64) {
    let changed = if words.is_changed { " changed" } else { "" };
    let _ = write!(
        svg,
        "<text class=\"{class}{changed}\" x=\"{}\" y=\"{}\">{}</text>",
        number(x),
        number(y),
        escaped(&words.text)
    );
}

fn card(svg: &mut String, card: &Card) {
    let kind = match card.kind {
        CardKind::Node => "node",
        CardKind::Record => "record",
        CardKind::Array => "array",
    };
    let new = if card.is_new { " new" } else { "" };
    let lost = if card.is_lost { " lost" } else { "" };
    let name = escaped(&card.name);
    let _ = write!(
        svg,
        "<g class=\"card {kind}{new}{lost}\" data-object=\"{name}\" tabindex=\"0\" role=\"group\" aria-label=\"{}\"><title>{}</title>",
        escaped(&card.details.replace('\n', ", ")),
        escaped(&card.details)
    );
    match card.kind {
        CardKind::Node => node(svg, card),
        CardKind::Record => record(svg, card),
        CardKind::Array => array(svg, card),
    }
    card.tags.iter().for_each(|one| tag(svg, one, "root"));
    svg.push_str("</g>");
}

fn rounded(svg: &mut String, card: &Card, radius: f64) {
    let rect = card.rect;
    let _ = write!(
        svg,
        "<rect class=\"body\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\"/>",
        number(rect.x),
        number(rect.y),
        number(rect.width),
        number(rect.height)
    );
}

fn name_words(card: &Card) -> Words {
    let plus = if card.is_new { "+" } else { "" };
    Words { text: format!("{plus}{}", card.name), is_changed: false }
}

fn node(svg: &mut String, card: &Card) {
    rounded(svg, card, 10.0);
    let x = card.rect.center().x;
    let mut y = card.rect.y + 8.0;
    if !card.title.text.is_empty() {
        y += 14.0;
        text(svg, "key", &card.title, x, y);
        y += 4.0;
    }
    for line in &card.lines {
        y += 11.0;
        text(svg, "small", line, x, y);
        y += 2.0;
    }
    text(svg, "name", &name_words(card), x, y + 10.0);
}

fn record(svg: &mut String, card: &Card) {
    rounded(svg, card, 7.0);
    let rect = card.rect;
    text(svg, "class", &name_words(card), rect.center().x, rect.y + 17.0);
    if card.lines.is_empty() {
        return;
    }
    let _ = write!(
        svg,
        "<line class=\"rule\" x1=\"{}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\"/>",
        number(rect.x),
        number(rect.x + rect.width),
        y = number(rect.y + 25.0)
    );
    for (index, line) in card.lines.iter().enumerate() {
        text(svg, "field", line, rect.x + 11.0, rect.y + 42.0 + index as f64 * 16.0);
    }
    for at in card.ports.iter().filter_map(|each| port(card, each.slot)) {
        let _ = write!(svg, "<circle class=\"port\" cx=\"{}\" cy=\"{}\" r=\"2.6\"/>", number(at.x - 9.0), number(at.y));
    }
}

fn array(svg: &mut String, card: &Card) {
    text(svg, "array-name", &name_words(card), card.rect.x + 2.0, card.rect.y + 11.0);
    if card.cells.is_empty() {
        let _ = write!(
            svg,
            "<rect class=\"cell\" x=\"{}\" y=\"{}\" width=\"30\" height=\"30\"/>",
            number(card.rect.x),
            number(card.rect.y + 16.0)
        );
    }
    for Cell { words, below, rect, is_lost } in &card.cells {
        let changed = match (is_lost, words.is_changed) {
            (true, _) => " gone",
            (false, true) => " changed",
            (false, false) => "",
        };
        let _ = write!(
            svg,
            "<rect class=\"cell{changed}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            number(rect.x),
            number(rect.y),
            number(rect.width),
            number(rect.height)
        );
        text(svg, if *is_lost { "element gone" } else { "element" }, words, rect.center().x, rect.center().y + 4.5);
        if !below.is_empty() {
            let below = Words { text: below.clone(), is_changed: false };
            text(svg, "index", &below, rect.center().x, rect.y + rect.height + 11.0);
        }
    }
}
