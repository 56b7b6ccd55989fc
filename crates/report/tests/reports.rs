//! Golden tests of the renderers, and the test that JSON keeps to its schema.

mod samples;
mod schema;
mod support;

use samples::Sample;
use schema::Schema;
use support::{compare_or_bless, folder};
use tightrope_report::{
    RunReport, TextOptions, WIDTH, generated_as_text, run_as_json, run_as_text, structure_as_text,
    write_generated_as_json,
};

fn runs(sample: &Sample) -> [(&'static str, RunReport); 4] {
    [
        ("first_run", sample.first_run()),
        ("all_hold", sample.all_hold()),
        ("everything", sample.everything()),
        ("nothing", RunReport { schema: tightrope_report::SCHEMA, ..RunReport::default() }),
    ]
}

#[test]
fn texts_look_as_they_should() {
    let sample = Sample::new();
    let plain = TextOptions::default();
    let detailed = TextOptions { details: true, times: true, ..plain };
    let colored = TextOptions { colors: true, ..plain };
    let mut texts: Vec<(String, String)> = Vec::new();
    let write = |report: &RunReport, options| run_as_text(report, &sample.program, &sample.layouts, options);
    for (name, report) in runs(&sample) {
        texts.push((name.to_owned(), write(&report, plain)));
    }
    texts.push(("all_hold_details".to_owned(), write(&sample.all_hold(), detailed)));
    let report = sample.generated(true);
    let structures = report.structures.iter().flatten().enumerate();
    let mut generated: String = structures
        .map(|(index, heap)| structure_as_text(index, heap, &sample.program, &sample.layouts, plain))
        .collect();
    generated.push_str(&generated_as_text(&report, plain));
    texts.push(("generated".to_owned(), generated));
    let wide: Vec<&str> =
        texts.iter().flat_map(|(_, text)| text.lines()).filter(|it| it.chars().count() > WIDTH).collect();
    assert!(wide.is_empty(), "too wide: {wide:#?}");
    texts.push(("colors".to_owned(), write(&sample.first_run(), colored)));
    let folder = folder("reports");
    let complaints =
        texts.iter().filter_map(|(name, text)| compare_or_bless(&folder.join(format!("{name}.text")), text));
    let complaints: Vec<String> = complaints.collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

#[test]
fn no_text_claims_too_much() {
    let sample = Sample::new();
    for (name, report) in runs(&sample) {
        let text = run_as_text(&report, &sample.program, &sample.layouts, TextOptions::default()).to_lowercase();
        for word in ["verified", "proved", "proven", "correct", "success"] {
            assert!(!text.contains(word), "{name} says `{word}`");
        }
    }
}

#[test]
fn a_first_run_takes_one_screen() {
    let sample = Sample::new();
    let text = run_as_text(&sample.first_run(), &sample.program, &sample.layouts, TextOptions::default());
    assert!(text.lines().count() <= 30, "{text}");
}

#[test]
fn json_keeps_to_its_schema() {
    let sample = Sample::new();
    let schema = Schema::read();
    let mut documents: Vec<(String, String)> = Vec::new();
    for (name, report) in runs(&sample) {
        documents.push((name.to_owned(), run_as_json(&report, &sample.program, &sample.layouts)));
    }
    for (name, with_structures) in [("generated", true), ("counted", false)] {
        let report = sample.generated(with_structures);
        let mut text = Vec::new();
        write_generated_as_json(&report, &sample.program, &sample.layouts, &mut text).expect("a buffer takes it");
        documents.push((name.to_owned(), String::from_utf8(text).expect("UTF-8")));
    }
    let mut complaints = Vec::new();
    for (name, text) in &documents {
        complaints.extend(compare_or_bless(&folder("reports").join(format!("{name}.json")), text));
        let document = serde_json::from_str(text).expect("JSON");
        complaints.extend(schema.complaints(&document).into_iter().map(|complaint| format!("{name}: {complaint}")));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

#[test]
fn the_schema_refuses_what_is_no_report() {
    let sample = Sample::new();
    let schema = Schema::read();
    let text = run_as_json(&sample.first_run(), &sample.program, &sample.layouts);
    for (right, wrong) in [
        ("\"schema\": 1", "\"schema\": 2"),
        ("\"verdict\": \"holds\"", "\"verdict\": \"verified\""),
        ("\"call\":", "\"invocation\":"),
        ("\"line\": 40", "\"line\": \"40\""),
        ("\"heaps\": 7", "\"heaps\": -7"),
        ("\"object\":", "\"reference\":"),
    ] {
        assert!(text.contains(right), "{right} is not in the report");
        let document = serde_json::from_str(&text.replace(right, wrong)).expect("JSON");
        assert!(!schema.complaints(&document).is_empty(), "{wrong} is accepted");
    }
}
