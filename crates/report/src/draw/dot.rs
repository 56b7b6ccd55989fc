//! A figure in the language of Graphviz, at the places of our own layout: `neato -n2` keeps them,
//! `dot` makes a layout of its own.

use super::escape::TURNS;
use super::figure::{Arrow, ArrowKind, Card, CardKind, Cell, Figure, Target};
use std::fmt::Write;

/// Points for each pixel.
const SCALE: f64 = 0.75;

/// Ends with a newline.
pub fn as_dot(figure: &Figure, title: &str) -> String {
    let mut text = String::from("digraph heap {\n");
    let _ = writeln!(text, "  label=\"{}\"; labelloc=t; fontname=\"Helvetica\";", quoted(title));
    text.push_str("  node [fontname=\"Courier\", fontsize=11, style=\"rounded,filled\", fillcolor=\"#f5f8ff\", color=\"#5b7bd5\", shape=box];\n");
    text.push_str("  edge [fontname=\"Courier\", fontsize=9, color=\"#667085\"];\n");
    for (index, value) in figure.values.iter().enumerate() {
        let _ = writeln!(
            text,
            "  v{index} [label=\"{}\", shape=plaintext, style=\"\"{}];",
            quoted(&value.text),
            place(figure, value.rect.center().x, value.rect.center().y)
        );
    }
    figure.cards.iter().for_each(|one| card(&mut text, figure, one));
    for (index, one) in figure.arrows.iter().enumerate() {
        arrow(&mut text, figure, one, index);
    }
    text.push_str("}\n");
    text
}

fn quoted(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                safe.push('\\');
                safe.push(character);
            }
            '\n' => safe.push_str("\\n"),
            control if control.is_control() || TURNS.contains(&control) => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

/// Graphviz counts from below.
fn place(figure: &Figure, x: f64, y: f64) -> String {
    format!(", pos=\"{:.0},{:.0}\"", x * SCALE, (figure.height - y) * SCALE)
}

fn card(text: &mut String, figure: &Figure, card: &Card) {
    let mut lines: Vec<String> = Vec::new();
    if !card.tags.is_empty() {
        lines.push(format!("{} ▸", card.tags.iter().map(|tag| tag.text.as_str()).collect::<Vec<_>>().join(", ")));
    }
    lines.push(match card.kind {
        CardKind::Node => card.title.text.clone(),
        CardKind::Record => card.name.clone(),
        CardKind::Array => card.cells.iter().map(Cell::shown).collect::<Vec<_>>().join(" | "),
    });
    lines.extend(card.plain_lines().map(|line| line.text.clone()));
    if card.kind != CardKind::Record {
        lines.push(card.name.clone());
    }
    lines.retain(|line| !line.is_empty());
    let look = match (card.is_new, card.is_lost) {
        (true, _) => ", fillcolor=\"#e9f9ee\", color=\"#1f9d55\", penwidth=2",
        (_, true) => ", style=\"rounded,dashed\", color=\"#98a2b3\"",
        _ => "",
    };
    let center = card.rect.center();
    let _ = writeln!(
        text,
        "  o{} [label=\"{}\", tooltip=\"{}\"{look}{}];",
        card.id.0,
        quoted(&lines.join("\n")),
        quoted(&card.details),
        place(figure, center.x, center.y)
    );
}

fn arrow(text: &mut String, figure: &Figure, arrow: &Arrow, index: usize) {
    let to = match arrow.to {
        Target::Object(id) => format!("o{}", id.0),
        Target::Null | Target::Unknown => {
            let sign = if arrow.to == Target::Null { "null" } else { "?" };
            let end = arrow.path.last().copied().unwrap_or_default();
            let _ = writeln!(
                text,
                "  e{index} [label=\"{sign}\", shape=plaintext, style=\"\"{}];",
                place(figure, end.x, end.y)
            );
            format!("e{index}")
        }
    };
    let look = match arrow.kind {
        _ if arrow.is_changed => ", color=\"#d6336c\", fontcolor=\"#d6336c\", penwidth=2.5",
        ArrowKind::Link => "",
        ArrowKind::Back => ", color=\"#b8c0cc\", style=dashed, constraint=false",
        ArrowKind::Aside => ", style=dashed, constraint=false",
    };
    let _ = writeln!(text, "  o{} -> {to} [label=\"{}\"{look}];", arrow.from.0, quoted(&arrow.field));
}
