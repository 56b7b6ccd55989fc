//! Figures of all the heaps of `drawings`: nothing overlaps, nothing is lost. A browser looks at
//! the page that shows them all.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Case, folder};
use tightrope_heap::{Content, Heap, Layouts, Scope, Value};
use tightrope_program::{ClassOrigin, Program, Type};
use tightrope_report::{
    Card, CardKind, Counterexample, Drafts, Figure, Frame, MethodReport, Place, Rect, RunReport, Tag, Target, Verdict,
    as_dot, as_mermaid, as_svg, run_as_html,
};

fn figures(case: &Case) -> Vec<(&Heap, Figure)> {
    let heaps: Vec<&Heap> = [&case.before].into_iter().chain(&case.after).collect();
    let drafts = Drafts::new(&case.program, &case.layouts, &heaps);
    let initial = case.before.objects.len();
    let old = |index: usize| (index > 0).then_some(&case.before);
    let draw = |(index, heap): (usize, &&Heap)| drafts.figure(heap, old(index), initial, 0);
    heaps.iter().enumerate().map(|it| (*it.1, draw(it))).collect()
}

fn overlap(one: Rect, other: Rect) -> bool {
    let apart =
        |start: f64, length: f64, from: f64, reach: f64| start + length <= from + 0.01 || from + reach <= start + 0.01;
    !(apart(one.x, one.width, other.x, other.width) || apart(one.y, one.height, other.y, other.height))
}

fn rects(card: &Card) -> Vec<Rect> {
    card.tags.iter().map(|tag: &Tag| tag.rect).chain([card.rect]).collect()
}

#[test]
fn cards_never_overlap_and_stay_on_the_paper() {
    let mut complaints = Vec::new();
    for case in Case::all(&folder("drawings")) {
        for (_, figure) in figures(&case) {
            let own: Vec<(String, Rect)> = figure
                .cards
                .iter()
                .flat_map(|card| rects(card).into_iter().map(|it| (card.name.clone(), it)))
                .collect();
            let tags = figure.values.iter().map(|tag| (tag.text.clone(), tag.rect));
            let all: Vec<(String, Rect)> = own.into_iter().chain(tags).collect();
            for (index, (name, rect)) in all.iter().enumerate() {
                let paper = Rect { x: 0.0, y: 0.0, width: figure.width, height: figure.height };
                let is_inside = rect.x >= 0.0
                    && rect.y >= 0.0
                    && rect.x + rect.width <= paper.width
                    && rect.y + rect.height <= paper.height;
                if !is_inside {
                    complaints.push(format!("{}: {name} leaves the paper: {rect:?} {paper:?}", case.name));
                }
                for (other, there) in &all[index + 1..] {
                    if overlap(*rect, *there) {
                        complaints.push(format!("{}: {name} and {other} overlap: {rect:?} {there:?}", case.name));
                    }
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Every reference between objects that have cards is an arrow, or is told below the drawing.
#[test]
fn every_reference_is_an_arrow_or_a_remark() {
    let mut complaints = Vec::new();
    for case in Case::all(&folder("drawings")) {
        for (heap, figure) in figures(&case) {
            let drawn: BTreeSet<_> = figure.cards.iter().map(|card| card.id).collect();
            // A collection is drawn by its elements, not by the fields of its model.
            let is_collection = |card: &Card| {
                card.kind == CardKind::Array && matches!(heap.object(card.id).content, Content::Fields(_))
            };
            for card in figure.cards.iter().filter(|card| !is_collection(card)) {
                for (slot, value) in heap.object(card.id).values().iter().enumerate() {
                    let Some(target) = value.as_object().filter(|target| drawn.contains(target)) else { continue };
                    let is_arrow = figure.arrows.iter().any(|arrow| {
                        (arrow.from, arrow.slot, arrow.to) == (card.id, slot, Target::Object(target))
                            && !arrow.path.is_empty()
                    });
                    if !is_arrow && figure.remarks.is_empty() {
                        complaints.push(format!("{}: {}[{slot}] is not drawn", case.name, card.name));
                    }
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Objects that are neither drawn nor said inside another are lost.
#[test]
fn the_other_formats_have_the_same_cards_and_arrows() {
    for case in Case::all(&folder("drawings")) {
        for (_, figure) in figures(&case) {
            let (mermaid, dot, svg) = (as_mermaid(&figure), as_dot(&figure, "t"), as_svg(&figure, "t"));
            for card in &figure.cards {
                assert!(mermaid.contains(&format!("  o{}", card.id.0)), "{}: {}", case.name, card.name);
                assert!(dot.contains(&format!("  o{} [label=", card.id.0)), "{}: {}", case.name, card.name);
                assert!(svg.contains(&format!("data-object=\"{}\"", card.name)), "{}: {}", case.name, card.name);
            }
            let arrows = |text: &str, sign: &str| text.lines().filter(|line| line.contains(sign)).count();
            assert_eq!(arrows(&mermaid, "->|"), figure.arrows.len(), "{}", case.name);
            assert_eq!(arrows(&dot, " -> "), figure.arrows.len(), "{}", case.name);
            assert_eq!(svg.matches("<g class=\"arrow").count(), figure.arrows.len(), "{}", case.name);
        }
    }
}

/// The text of a figure: what a reader can find in it.
fn words(figure: &Figure) -> String {
    let of_card = |card: &Card| {
        let lines = card.lines.iter().chain([&card.title]).map(|line| line.text.clone());
        let cells = card.cells.iter().map(|cell| cell.words.text.clone());
        lines.chain(cells).chain([card.name.clone()]).collect::<Vec<String>>().join("\n")
    };
    figure.cards.iter().map(of_card).chain(figure.remarks.clone()).collect::<Vec<String>>().join("\n")
}

/// Every number of the heap before is to be seen: no object is left out.
#[test]
fn every_number_of_a_field_is_shown() {
    let mut complaints = Vec::new();
    for case in Case::all(&folder("drawings")) {
        let (heap, figure) = figures(&case).swap_remove(0);
        let text = words(&figure);
        for object in &heap.objects {
            let class = object.ty.as_class().filter(|it| case.program.class(*it).origin == ClassOrigin::User);
            let fields = class.map(|class| case.layouts.fields(class)).unwrap_or_default();
            for (field, value) in fields.iter().zip(object.values()) {
                if let Value::Int(number) = value
                    && case.program.field(*field).ty == Type::INT
                    && !text.contains(&number.to_string())
                {
                    complaints.push(format!("{}: {number} is not shown", case.name));
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn points(path: &[tightrope_report::Point]) -> Vec<(f64, f64)> {
    let mut points = Vec::new();
    for piece in path.windows(4).step_by(3) {
        for step in 0..=20 {
            let (t, u) = (f64::from(step) / 20.0, 1.0 - f64::from(step) / 20.0);
            let mix = |a: f64, b: f64, c: f64, d: f64| {
                u.powi(3) * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t.powi(3) * d
            };
            let [a, b, c, d] = piece else { unreachable!("windows of four") };
            points.push((mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y)));
        }
    }
    points
}

/// An arrow behind a card is not seen to end where it ends.
#[test]
fn arrows_run_behind_no_card() {
    let mut complaints = Vec::new();
    for case in Case::all(&folder("drawings")) {
        for (_, figure) in figures(&case) {
            for arrow in &figure.arrows {
                let ends = [Target::Object(arrow.from), arrow.to];
                let others = figure.cards.iter().filter(|card| !ends.contains(&Target::Object(card.id)));
                let is_in = |rect: Rect, (x, y): &(f64, f64)| {
                    rect.x + 4.0 < *x
                        && *x < rect.x + rect.width - 4.0
                        && rect.y + 4.0 < *y
                        && *y < rect.y + rect.height - 4.0
                };
                for card in others {
                    if points(&arrow.path).iter().any(|point| is_in(card.rect, point)) {
                        let from = figure.cards.iter().find(|it| it.id == arrow.from).map_or("?", |it| &it.name);
                        complaints.push(format!("{}: {from}.{} behind {}", case.name, arrow.field, card.name));
                    }
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn counterexample(case: &Case) -> Counterexample {
    let frame = |line: usize, heap: &Heap, clause_holds| Frame {
        place: Place::new("Case.java", line),
        text: "the step".to_owned(),
        heap: heap.clone(),
        variables: 0,
        clause_holds,
    };
    let after = case.after.clone().unwrap_or_else(|| case.before.clone());
    Counterexample {
        calls: Vec::new(),
        after_calls: Vec::new(),
        reachability: None,
        rule: tightrope_report::Rule::Ensures,
        span: None,
        title: "a title".to_owned(),
        clause: None,
        hint: None,
        call: format!("{}()", case.name),
        objects: case.before.objects.len(),
        before: case.before.clone(),
        frames: vec![frame(1, &after, Some(false))],
        after: Some(after),
        result: None,
        exception: None,
        failing: Vec::new(),
        rep_ok_line: None,
        path: Vec::new(),
        frames_cut: false,
        breaks_at: Some(0),
        other_heaps: 0,
    }
}

pub(crate) fn method_report(class: &str, method: &str, found: Counterexample) -> MethodReport {
    MethodReport {
        class: class.to_owned(),
        qualified_class: class.to_owned(),
        method: method.to_owned(),
        signature: format!("void {method}()"),
        place: Place::new("Case.java", 1),
        verdict: Verdict::Violated,
        seconds: 0.1,
        coverage: None,
        next: None,
        known: 0,
        warnings: Vec::new(),
        assumptions: Vec::new(),
        unchecked: Vec::new(),
        proofs: Vec::new(),
        counterexamples: vec![found],
        source: Vec::new(),
    }
}

fn page(program: &Program, layouts: &Layouts, method: MethodReport) -> String {
    let report = RunReport { scope: Scope::of(20), methods: vec![method], ..RunReport::default() };
    run_as_html(&report, program, layouts)
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("figures");
    std::fs::create_dir_all(&path).expect("a folder for pages");
    let path = path.join(name);
    std::fs::write(&path, text).expect("the page can be written");
    path
}

/// What Java cannot name, a file name or a string can say.
const HOSTILE: &str =
    "</script><script>window.attacked=1</script><img src=x onerror='window.attacked=2'>\"\u{202e}木 &amp;";

fn hostile(case: &Case) -> MethodReport {
    let mut found = counterexample(case);
    for heap in found.after.iter_mut().chain([&mut found.before]) {
        heap.roots.iter_mut().for_each(|root| root.name = HOSTILE.into());
        for object in &mut heap.objects {
            if let Content::Text(text) = &mut object.content {
                *text = HOSTILE.into();
            }
        }
    }
    found.title = HOSTILE.to_owned();
    found.call = HOSTILE.to_owned();
    found.hint = Some(HOSTILE.to_owned());
    found.frames.iter_mut().for_each(|frame| {
        frame.text = HOSTILE.to_owned();
        frame.place.file = HOSTILE.to_owned();
    });
    let mut method = method_report(HOSTILE, HOSTILE, found);
    method.place.file = HOSTILE.to_owned();
    method.assumptions = vec![HOSTILE.to_owned()];
    method.source = vec![tightrope_report::Excerpt { first: Place::new(HOSTILE, 1), lines: vec![HOSTILE.to_owned()] }];
    method
}

/// Each drawing is a file of its own somewhere: no text of the user may end its label.
#[test]
fn hostile_texts_stay_labels_in_every_drawing() {
    for case in Case::all(&folder("drawings")) {
        let method = hostile(&case);
        let found = &method.counterexamples[0];
        let drafts = Drafts::new(&case.program, &case.layouts, &[&found.before]);
        let figure = drafts.figure(&found.before, None, found.before.objects.len(), 0);
        let (mermaid, dot, svg) = (as_mermaid(&figure), as_dot(&figure, HOSTILE), as_svg(&figure, HOSTILE));
        assert!(!svg.contains("<script") && !svg.contains("<img") && svg.contains("&lt;/script&gt;"), "{}", case.name);
        for line in mermaid.lines() {
            // A label, or that of an arrow and of its end.
            let quotes = line.matches('"').count();
            assert!(
                quotes <= 4 && quotes.is_multiple_of(2) && !line.contains("<script") && !line.contains("<img"),
                "{line}"
            );
        }
        for line in dot.lines() {
            let quotes = line.replace("\\\\", "").replace("\\\"", "").matches('"').count();
            assert!(quotes.is_multiple_of(2), "{line}");
        }
    }
}

/// Without a browser it looks at nothing, and says so; `.ci/run` sets `TIGHTROPE_BROWSER=required`.
#[test]
#[allow(clippy::print_stdout, reason = "whoever runs it wants to know")]
fn a_browser_shows_every_storyboard() {
    let cases = Case::all(&folder("drawings"));
    let mut pages: Vec<PathBuf> = cases
        .iter()
        .map(|case| {
            let method = method_report("Case", &case.name, counterexample(case));
            written(&format!("{}.html", case.name), &page(&case.program, &case.layouts, method))
        })
        .collect();
    let strings = cases.iter().find(|case| case.before.objects.iter().any(|it| matches!(it.content, Content::Text(_))));
    let case = strings.or(cases.first()).expect("there are cases");
    let hostile = page(&case.program, &case.layouts, hostile(case));
    assert!(!hostile.contains('\u{202e}'), "text of the user turns the direction of what follows");
    pages.push(written("hostile.html", &hostile));
    let script = folder("browser").join("storyboard.cjs");
    let run = Command::new("node").arg(&script).args(&pages).output();
    let is_required = std::env::var_os("TIGHTROPE_BROWSER").is_some_and(|value| value == "required");
    match run {
        Ok(output) if output.status.code() == Some(77) && !is_required => {} // There is no browser: nothing was looked at.
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{said}");
        }
        Err(error) => assert!(!is_required, "node does not run: {error}"),
    }
}
