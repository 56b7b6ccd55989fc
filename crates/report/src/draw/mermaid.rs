//! A figure as a Mermaid flowchart, which code hosts draw inside comments and summaries. Mermaid
//! places the nodes itself.

use super::escape::TURNS;
use super::figure::{Arrow, ArrowKind, Card, CardKind, Figure, Target};
use std::fmt::Write;

/// Without the fence. Ends with a newline.
pub fn as_mermaid(figure: &Figure) -> String {
    let mut text = format!("flowchart {}\n", if is_tree(figure) { "TB" } else { "LR" });
    for (index, value) in figure.values.iter().enumerate() {
        let _ = writeln!(text, "  v{index}([\"{}\"]):::value", quoted(&value.text));
    }
    figure.cards.iter().for_each(|one| card(&mut text, one));
    let mut ends = 0;
    let mut styles = Vec::new();
    for (index, one) in figure.arrows.iter().enumerate() {
        arrow(&mut text, one, &mut ends);
        if one.is_changed {
            styles.push(index.to_string());
        }
    }
    text.push_str("  classDef value fill:#eef1f7,stroke:#aab4c8,color:#1d2433\n");
    text.push_str("  classDef fresh fill:#e9f9ee,stroke:#1f9d55,color:#1d2433\n");
    text.push_str("  classDef lost fill:#f4f4f5,stroke:#98a2b3,color:#667085,stroke-dasharray:4 3\n");
    if !styles.is_empty() {
        let _ = writeln!(text, "  linkStyle {} stroke:#d6336c,stroke-width:3px", styles.join(","));
    }
    text
}

/// Does some object lead on in two ways?
fn is_tree(figure: &Figure) -> bool {
    let links = |card: &Card| {
        let own = figure.arrows.iter().filter(|arrow| arrow.from == card.id && arrow.kind == ArrowKind::Link);
        own.filter(|arrow| matches!(arrow.to, Target::Object(_))).count()
    };
    figure.cards.iter().any(|card| card.kind == CardKind::Node && links(card) > 1)
}

/// Entities, since Mermaid has no other way to quote inside a label.
fn quoted(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
        match character {
            '"' | '#' | '<' | '>' | '&' | '`' | '\\' | '[' | ']' | '{' | '}' | '|' => {
                let _ = write!(safe, "#{};", u32::from(character));
            }
            control if control.is_control() || TURNS.contains(&control) => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

fn node(card: &Card) -> String {
    format!("o{}", card.id.0)
}

fn card(text: &mut String, card: &Card) {
    let mut lines: Vec<String> = Vec::new();
    if !card.tags.is_empty() {
        lines
            .push(format!("<b>{}</b> ▸", card.tags.iter().map(|tag| quoted(&tag.text)).collect::<Vec<_>>().join(", ")));
    }
    match card.kind {
        CardKind::Node => {
            lines.push(quoted(&card.title.text));
            lines.push(card.lines.iter().map(|line| quoted(&line.text)).collect::<Vec<_>>().join(" "));
            lines.push(format!("<small>{}</small>", quoted(&card.name)));
        }
        CardKind::Record => {
            lines.push(quoted(&card.name));
            lines.extend(card.plain_lines().map(|line| quoted(&line.text)));
        }
        CardKind::Array => {
            lines.push(format!("<small>{}</small>", quoted(&card.name)));
            lines.push(card.cells.iter().map(|cell| quoted(&cell.shown())).collect::<Vec<_>>().join(" ¦ "));
        }
    }
    lines.retain(|line| !line.is_empty());
    let label = lines.join("<br/>");
    let (open, close) = if card.kind == CardKind::Node { ("(", ")") } else { ("[", "]") };
    let class = match (card.is_new, card.is_lost) {
        (true, _) => ":::fresh",
        (_, true) => ":::lost",
        _ => "",
    };
    let _ = writeln!(text, "  {}{open}\"{label}\"{close}{class}", node(card));
}

fn arrow(text: &mut String, arrow: &Arrow, ends: &mut usize) {
    let to = match arrow.to {
        Target::Object(id) => format!("o{}", id.0),
        Target::Null | Target::Unknown => {
            *ends += 1;
            let sign = if arrow.to == Target::Null { "null" } else { "?" };
            format!("e{ends}[\"{sign}\"]:::lost")
        }
    };
    let line = if arrow.kind == ArrowKind::Link { "-->" } else { "-.->" };
    let _ = writeln!(text, "  o{} {line}|\"{}\"| {to}", arrow.from.0, quoted(&arrow.field));
}
