//! Reports as JSON, for programs. `docs/report.schema.json` describes the form; `schema` in each
//! document says its version.
//!
//! A heap is an object with `roots` and `objects`, both in order. A value is a JSON boolean, number
//! or null, an object `{"object": "Node#2"}` that refers to one of `objects` by its name, or
//! `{"unknown": true}` where the heap does not say. `long` values beyond 2^53 are written exactly;
//! whoever reads them with floating point loses digits. Objects keep their names from `before` to
//! `after`.

use crate::{
    BoundsReport, Counterexample, DoctorReport, Frame, GenerateReport, MethodReport, MutationReport, RunReport, Totals,
};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};
use std::io;
use tightrope_heap::{Content, Heap, Layouts, Object, Value, text};
use tightrope_program::names::simple_name;
use tightrope_program::{Program, floating};

/// What the derived forms leave out, because it needs the program: heaps, and all that holds them.
#[derive(Serialize)]
struct RunDocument<'a> {
    #[serde(flatten)]
    report: &'a RunReport,
    totals: Totals,
    methods: Vec<MethodDocument<'a>>,
}

#[derive(Serialize)]
struct MethodDocument<'a> {
    #[serde(flatten)]
    method: &'a MethodReport,
    counterexamples: Vec<CounterexampleDocument<'a>>,
}

#[derive(Serialize)]
struct CounterexampleDocument<'a> {
    #[serde(flatten)]
    counterexample: &'a Counterexample,
    before: Json,
    after: Option<Json>,
    frames: Vec<FrameDocument<'a>>,
}

#[derive(Serialize)]
struct FrameDocument<'a> {
    #[serde(flatten)]
    frame: &'a Frame,
    heap: Json,
}

#[derive(Serialize)]
struct GenerateDocument<'a> {
    #[serde(flatten)]
    report: &'a GenerateReport,
    structures: Option<Structures<'a>>,
}

/// Written one by one: all of them at once, as JSON, would need many times the memory of the heaps.
struct Structures<'a> {
    heaps: &'a [Heap],
    program: &'a Program,
    layouts: &'a Layouts,
}

impl Serialize for Structures<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.heaps.iter().map(|heap| heap_as_json(heap, self.program, self.layouts)))
    }
}

/// The whole report. Ends with a newline.
pub fn run_as_json(report: &RunReport, program: &Program, layouts: &Layouts) -> String {
    let methods = report.methods.iter().map(|method| method_document(method, program, layouts)).collect();
    written(&RunDocument { report, totals: report.totals(), methods })
}

fn method_document<'a>(method: &'a MethodReport, program: &Program, layouts: &Layouts) -> MethodDocument<'a> {
    let document = |counterexample: &'a Counterexample| CounterexampleDocument {
        counterexample,
        before: heap_as_json(&counterexample.before, program, layouts),
        after: counterexample.after.as_ref().map(|heap| heap_as_json(heap, program, layouts)),
        frames: counterexample.frames.iter().map(|frame| frame_document(frame, program, layouts)).collect(),
    };
    MethodDocument { method, counterexamples: method.counterexamples.iter().map(document).collect() }
}

fn frame_document<'a>(frame: &'a Frame, program: &Program, layouts: &Layouts) -> FrameDocument<'a> {
    FrameDocument { frame, heap: heap_as_json(&frame.heap, program, layouts) }
}

/// The whole report. Ends with a newline. It is written as it is made: the text of all structures
/// would need several times the memory of the structures.
pub fn write_generated_as_json(
    report: &GenerateReport,
    program: &Program,
    layouts: &Layouts,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let structures = report.structures.as_deref().map(|heaps| Structures { heaps, program, layouts });
    serde_json::to_writer_pretty(&mut *out, &GenerateDocument { report, structures })?;
    out.write_all(b"\n")
}

/// Field bounds.
pub fn bounds_as_json(report: &BoundsReport) -> String {
    written(report)
}

/// What an invariant says.
pub fn doctor_as_json(report: &DoctorReport) -> String {
    written(report)
}

/// Mutants and what became of them.
pub fn mutants_as_json(report: &MutationReport) -> String {
    written(report)
}

/// Cannot fail: all keys are strings. Should it, the failure is a document too.
fn written(document: &impl Serialize) -> String {
    match serde_json::to_string_pretty(document) {
        Ok(text) => text + "\n",
        Err(error) => format!("{{\"error\": {:?}}}\n", error.to_string()),
    }
}

/// One heap.
pub fn heap_as_json(heap: &Heap, program: &Program, layouts: &Layouts) -> Json {
    let names = text::object_names(heap, program);
    let roots = heap.roots.iter().map(|root| json!({ "name": root.name.as_str(), "value": value(root.value, &names) }));
    let objects = heap.objects.iter().zip(&names);
    let objects = objects.map(|(object, name)| object_as_json(object, name, program, layouts, &names));
    json!({ "roots": roots.collect::<Vec<Json>>(), "objects": objects.collect::<Vec<Json>>() })
}

fn object_as_json(object: &Object, name: &str, program: &Program, layouts: &Layouts, names: &[String]) -> Json {
    let class = text::type_name(object.ty, program);
    match &object.content {
        Content::Text(string) => json!({ "name": name, "class": class, "text": string.as_str() }),
        Content::Elements(elements) => {
            let elements: Vec<Json> = elements.iter().map(|element| value(*element, names)).collect();
            json!({ "name": name, "class": class, "elements": elements })
        }
        Content::Fields(values) => {
            let fields = object.ty.as_class().map(|class| layouts.fields(class)).unwrap_or_default();
            let mut map = Map::new();
            for (field, held) in fields.iter().zip(values) {
                let declared = program.field(*field);
                // A field that a subclass hides has its class before it.
                let hidden = format!("{}.{}", simple_name(program, declared.class), declared.name);
                let last = fields.iter().rev().find(|other| program.field(**other).name == declared.name);
                let key = if last == Some(field) { declared.name.to_string() } else { hidden };
                map.insert(key, value(*held, names));
            }
            json!({ "name": name, "class": class, "fields": map })
        }
    }
}

/// JSON has no number for what is none, for infinities and for -0.0: those are texts.
fn floating_point(number: f64, text: String) -> Json {
    let is_plain = number.is_finite() && !(number == 0.0 && number.is_sign_negative());
    if is_plain { text.parse::<f64>().map_or_else(|_| json!(text), |number| json!(number)) } else { json!(text) }
}

fn value(value: Value, names: &[String]) -> Json {
    match value {
        Value::Unknown => json!({ "unknown": true }),
        Value::Null => Json::Null,
        Value::Boolean(truth) => json!(truth),
        Value::Int(number) => json!(number),
        Value::Long(number) => json!(number),
        Value::Float(bits) => floating_point(f32::from_bits(bits).into(), floating::single_text(f32::from_bits(bits))),
        Value::Double(bits) => floating_point(f64::from_bits(bits), floating::double_text(f64::from_bits(bits))),
        Value::Object(id) => json!({ "object": names.get(id.index()).map_or("?", String::as_str) }),
    }
}
