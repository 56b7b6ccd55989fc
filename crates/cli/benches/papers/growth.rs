//! How the number of partial heaps grows with the nodes, beside a native study of the same idea.
//!
//! The study runs ports of the same methods on trees of its own, with rules that are written for
//! each structure; its counts are what this tool's rules should come to from the contracts alone.
//! Its counts and times are given here as data. For search trees it has two counts: with every
//! path, and with states of a loop that it remembers. Where `TIGHTROPE_BENCH_GLASS` names its
//! program, it runs beside each row, within the same limit of time.

use crate::{Cell, cell, limit};
use std::process::Command;

const NODES: [usize; 3] = [10, 20, 50];

/// What the study found for so many nodes.
struct Study {
    parts: u64,
    milliseconds: f64,
}

/// It was not run: there are too many.
const NOT_RUN: Study = Study { parts: 0, milliseconds: f64::NAN };

struct Row {
    class: &'static str,
    method: &'static str,
    study: [Study; 3],
    /// Parts where states of a loop are remembered.
    remembered: Option<[u64; 3]>,
}

const fn study(parts: u64, milliseconds: f64) -> Study {
    Study { parts, milliseconds }
}

const fn row(class: &'static str, method: &'static str, study: [Study; 3]) -> Row {
    Row { class, method, study, remembered: None }
}

const fn search_tree(method: &'static str, study: [Study; 3], remembered: [u64; 3]) -> Row {
    Row { class: "BSTree", method, study, remembered: Some(remembered) }
}

const ROWS: [Row; 9] = [
    row("TreeSet", "insert", [study(182, 1.1), study(534, 7.9), study(5_974, 187.0)]),
    row("TreeSet", "remove", [study(313, 1.1), study(1_039, 4.4), study(9_204, 118.0)]),
    row("TreeSet", "contains", [study(94, 0.2), study(190, 0.4), study(1_534, 5.7)]),
    row("AvlTree", "insert", [study(415, 1.5), study(2_566, 18.0), study(37_798, 292.0)]),
    row("AvlTree", "remove", [study(519, 1.8), study(3_983, 34.0), study(60_209, 332.0)]),
    row("LList", "contains", [study(21, 0.1), study(41, 0.1), study(101, 0.2)]),
    search_tree("contains", [study(3_070, 3.8), study(3_145_726, 10_900.0), NOT_RUN], [40, 80, 200]),
    search_tree("insert", [study(3_070, 3.8), study(3_145_726, 10_900.0), NOT_RUN], [40, 80, 200]),
    search_tree("remove", [study(4_330, 4.1), study(4_456_406, 17_400.0), NOT_RUN], [120, 280, 760]),
];

/// Parts, CPU time and exponents between 10, 20 and 50 nodes.
pub(crate) fn growth() {
    println!("\nPartial heaps by nodes: parts, CPU seconds (reading included), exponent; limit {} s", limit());
    for row in &ROWS {
        let mut smaller: Option<(usize, u64)> = None;
        for (place, nodes) in NODES.into_iter().enumerate() {
            let (file, target) = (format!("jml/{}.java", row.class), format!("{}.{}", row.class, row.method));
            let cell = cell("check", &file, &target, &nodes.to_string(), 1);
            let beside = native(row, nodes).map_or_else(String::new, |line| format!("; now: {line}"));
            println!("{target:<18} {nodes:>3} nodes  {}{}{beside}", found(&cell, smaller, nodes), said(row, place));
            if cell.word != "holds" {
                break;
            }
            smaller = Some((nodes, cell.count));
        }
    }
}

fn found(cell: &Cell, smaller: Option<(usize, u64)>, nodes: usize) -> String {
    let Cell { word, count, cpu_seconds, .. } = cell;
    if word != "holds" {
        return format!("{word} after {cpu_seconds:.2} s");
    }
    let exponent = smaller.map_or_else(String::new, |(fewer, parts)| {
        let exponent = (*count as f64 / parts as f64).ln() / (nodes as f64 / fewer as f64).ln();
        format!("n^{exponent:.2}")
    });
    format!("{count:>9} {cpu_seconds:>8.2} s  {exponent:<7}")
}

fn said(row: &Row, place: usize) -> String {
    let Study { parts, milliseconds } = row.study[place];
    let all = match parts {
        0 => "not run".to_owned(),
        parts => format!("{parts} in {milliseconds} ms"),
    };
    let remembered = row.remembered.map_or_else(String::new, |counts| format!(", {} remembered", counts[place]));
    format!("  study: {all}{remembered}")
}

/// What the study's program says now: `parts 534 in 7.9ms`. `None`: it is not at hand, or says
/// nothing within the limit.
fn native(row: &Row, nodes: usize) -> Option<String> {
    let program = std::env::var_os("TIGHTROPE_BENCH_GLASS")?;
    let (what, structure) = match row.class {
        "TreeSet" => ("count", "redblack"),
        "AvlTree" => ("count", "avl"),
        "BSTree" => ("memo", "search"),
        _ => ("count", "list"),
    };
    let limited =
        ["timeout".as_ref(), limit().to_string().as_ref(), program.as_os_str()].map(std::ffi::OsStr::to_owned);
    let output = Command::new(&limited[0])
        .args(&limited[1..])
        .args([what, structure, row.method, &nodes.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let parts = words.iter().position(|word| *word == "parts").and_then(|at| words.get(at + 1))?;
    let time = words.iter().rev().nth(2)?;
    Some(format!("{parts} in {time}"))
}
