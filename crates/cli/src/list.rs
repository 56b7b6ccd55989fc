//! `tightrope list`: classes, invariants, methods, contracts, and what is (un)supported.

use crate::arguments::ListArguments;
use crate::check::refuse;
use crate::config;
use crate::exit::Exit;
use crate::load::{Loaded, load};
use crate::output::Output;
use crate::render::count;
use crate::support::{RankedReason, describe_reason, rank};
use crate::table::{pad, width};
use std::collections::BTreeMap;
use std::io;
use tightrope_check::{InitialHeaps, Support, Supported, Why};
use tightrope_program::contract::{Clause, Contract, Origin, Unchecked};
use tightrope_program::names::{is_listed, kind_name, signature, simple_name};
use tightrope_program::{Class, ClassId, ClassOrigin, Code, FieldKind, Method, MethodId};
use tightrope_source::{FileId, Span};

/// Wider cells push their row out instead of all rows.
const MOST_SIGNATURE: usize = 56;
const MOST_CONTRACT: usize = 48;
/// How many reasons the last line names, and the table of `--summary`.
const REASONS_IN_LINE: usize = 3;
const REASONS_IN_TABLE: usize = 25;

pub fn run(arguments: &ListArguments, output: &mut Output<'_>) -> io::Result<Exit> {
    let reading = match config::reading(&arguments.reading) {
        Ok(reading) => reading,
        Err(diagnostic) => return refuse(*diagnostic, output),
    };
    let loaded = load(&arguments.paths, &reading);
    let supported = Supported::of(&loaded.program, InitialHeaps::Auto);
    if !arguments.summary {
        for (file, classes) in classes_by_file(&loaded) {
            print_file(&loaded, &supported, file, &classes, output)?;
        }
    }
    if !loaded.files.is_empty() {
        print_totals(&loaded, &supported, arguments.summary, output)?;
    }
    loaded.report(output)?;
    Ok(if loaded.has_errors() { Exit::BadInput } else { Exit::Success })
}

/// The user's classes.
fn listed_classes(loaded: &Loaded) -> impl Iterator<Item = ClassId> + '_ {
    let program = &loaded.program;
    let is_asked_for =
        |class: &Class| class.origin == ClassOrigin::User && !class.is_unknown && loaded.is_asked_for(class.span);
    program.class_ids().filter(move |id| is_asked_for(program.class(*id)))
}

fn listed_methods<'l>(loaded: &'l Loaded, class: &'l Class) -> impl Iterator<Item = MethodId> + 'l {
    class.methods.iter().copied().filter(|id| is_listed(loaded.program.method(*id)))
}

/// Files in the order in which they were read, classes in source order.
fn classes_by_file(loaded: &Loaded) -> BTreeMap<FileId, Vec<ClassId>> {
    let mut by_file: BTreeMap<FileId, Vec<ClassId>> = BTreeMap::new();
    for id in listed_classes(loaded) {
        by_file.entry(loaded.program.class(id).span.file).or_default().push(id);
    }
    for classes in by_file.values_mut() {
        classes.sort_by_key(|id| loaded.program.class(*id).span);
    }
    by_file
}

fn print_file(
    loaded: &Loaded,
    supported: &Supported<'_>,
    file: FileId,
    classes: &[ClassId],
    output: &mut Output<'_>,
) -> io::Result<()> {
    let path = loaded.sources.file(file).path.display().to_string();
    let heading = format!("{}\n\n", output.strong(&path));
    output.result(&heading)?;
    for class in classes {
        print_class(loaded, supported, *class, output)?;
    }
    Ok(())
}

fn print_class(loaded: &Loaded, supported: &Supported<'_>, id: ClassId, output: &mut Output<'_>) -> io::Result<()> {
    let class = loaded.program.class(id);
    let heading = format!("  {} {}{}\n", kind_name(class.kind), output.strong(&class.name), supertypes(loaded, class));
    output.result(&heading)?;
    for line in about_class(loaded, class) {
        output.result(&format!("    {line}\n"))?;
    }
    let rows: Vec<Row> = listed_methods(loaded, class).map(|method| row(loaded, supported, method)).collect();
    let signatures = width(rows.iter().map(|row| row.signature.as_str()), MOST_SIGNATURE);
    let contracts = width(rows.iter().map(|row| row.contract.as_str()), MOST_CONTRACT);
    let loops = width(rows.iter().map(|row| row.loops.as_str()), MOST_CONTRACT);
    for row in &rows {
        let columns = [(&row.signature, signatures), (&row.contract, contracts), (&row.loops, loops)];
        let filled = columns.iter().filter(|(_, width)| *width > 0);
        let start: Vec<String> = filled.map(|(cell, width)| pad(cell, *width)).collect();
        let status = match row.is_supported {
            true => output.good(&row.status),
            false => output.bad(&row.status),
        };
        output.result(&format!("    {}  {status}\n", start.join("  ")))?;
        if let Some(note) = &row.note {
            let note = output.faint(note);
            output.result(&format!("      {note}\n"))?;
        }
    }
    output.result("\n")
}

/// ` extends Base implements A, B`, without what every class has.
fn supertypes(loaded: &Loaded, class: &Class) -> String {
    let program = &loaded.program;
    let implied = ["java.lang.Object", "java.lang.Enum", "java.lang.Record"];
    let superclass = class.superclass.filter(|id| !implied.contains(&program.class(*id).name.as_str()));
    let mut text = superclass.map_or(String::new(), |id| format!(" extends {}", simple_name(program, id)));
    if !class.interfaces.is_empty() {
        let keyword = if class.kind == tightrope_program::ClassKind::Interface { "extends" } else { "implements" };
        let names: Vec<&str> = class.interfaces.iter().map(|id| simple_name(program, *id)).collect();
        text.push_str(&format!(" {keyword} {}", names.join(", ")));
    }
    text
}

/// Lines about the class itself: invariants, specification fields, what is not checked.
fn about_class(loaded: &Loaded, class: &Class) -> Vec<String> {
    let mut lines = Vec::new();
    let mut kinds = Vec::new();
    push_clauses(loaded, &mut kinds, "invariant", &class.invariants);
    push_clauses(loaded, &mut kinds, "constraint", &class.constraints);
    push_clauses(loaded, &mut kinds, "initially", &class.initially);
    push_clauses(loaded, &mut kinds, "axiom", &class.axioms);
    if let Some(rep_ok) = class.rep_ok.map(|id| loaded.program.method(id)) {
        kinds.push(format!("invariant {}() at line {}", rep_ok.name, line(loaded, rep_ok.name_span)));
    }
    let of_origin = |is_it: fn(&Origin) -> bool| class.invariants.iter().filter(|clause| is_it(&clause.origin)).count();
    let derived = of_origin(|origin| *origin == Origin::Derived);
    if derived > 0 {
        kinds.push(count(derived, "check of its constructor", "checks of its constructor"));
    }
    let implicit = of_origin(|origin| !matches!(origin, Origin::Written | Origin::Derived));
    if implicit > 0 {
        kinds.push(count(implicit, "non-null field", "non-null fields"));
    }
    if !kinds.is_empty() {
        lines.push(kinds.join("; "));
    }
    let fields: Vec<String> = class.fields.iter().filter_map(|id| specification_field(loaded, *id)).collect();
    if !fields.is_empty() {
        lines.push(fields.join("; "));
    }
    lines.extend(not_checked(loaded, class.unchecked.iter()));
    lines
}

fn push_clauses(loaded: &Loaded, kinds: &mut Vec<String>, keyword: &str, clauses: &[Clause]) {
    let written = clauses.iter().filter(|clause| clause.origin == Origin::Written);
    let lines: Vec<String> = written.map(|clause| line(loaded, clause.span).to_string()).collect();
    match lines.as_slice() {
        [] => {}
        [line] => kinds.push(format!("{keyword} at line {line}")),
        several => kinds.push(format!("{} {keyword}s at lines {}", several.len(), several.join(", "))),
    }
}

fn specification_field(loaded: &Loaded, field: tightrope_program::FieldId) -> Option<String> {
    let field = loaded.program.field(field);
    let kind = match field.kind {
        FieldKind::Ghost => "ghost",
        FieldKind::Model => "model",
        FieldKind::Java | FieldKind::Synthetic => return None,
    };
    Some(format!("{kind} field {} at line {}", field.name, line(loaded, field.span)))
}

/// One line about all of them, or none.
fn not_checked<'u>(loaded: &Loaded, unchecked: impl Iterator<Item = &'u Unchecked>) -> Option<String> {
    let parts: Vec<String> =
        unchecked.map(|part| format!("{} at line {}", part.keyword, line(loaded, part.span))).collect();
    (!parts.is_empty()).then(|| format!("not checked: {}", parts.join(", ")))
}

fn line(loaded: &Loaded, span: Span) -> usize {
    loaded.sources.start(span).line
}

struct Row {
    signature: String,
    contract: String,
    loops: String,
    status: String,
    is_supported: bool,
    note: Option<String>,
}

fn row(loaded: &Loaded, supported: &Supported<'_>, id: MethodId) -> Row {
    let program = &loaded.program;
    let method = program.method(id);
    let (status, is_supported) = match supported.status(id) {
        Support::Supported => ("supported".to_owned(), true),
        Support::Abstract => ("abstract".to_owned(), true),
        Support::InPart(why) => (format!("in part: {}", describe_reason(loaded, &why)), true),
        Support::Unsupported(why) => (format!("unsupported: {}", describe_reason(loaded, &why)), false),
    };
    Row {
        signature: signature(program, method),
        contract: contract_summary(loaded, method),
        loops: loops_summary(method),
        status,
        is_supported,
        note: not_checked(loaded, unchecked_of(&method.contract)),
    }
}

fn unchecked_of(contract: &Contract) -> impl Iterator<Item = &Unchecked> {
    contract.unchecked.iter().chain(contract.cases.iter().flat_map(|case| &case.unchecked))
}

fn loops_summary(method: &Method) -> String {
    match &method.code {
        Code::Body(body) if !body.loops.is_empty() => count(body.loops.len(), "loop", "loops"),
        _ => String::new(),
    }
}

/// `pure, 2 cases, requires 2, ensures 3, assignable`: how often each clause is written.
fn contract_summary(loaded: &Loaded, method: &Method) -> String {
    let contract = &method.contract;
    let mut parts: Vec<String> = Vec::new();
    let mut push = |written: bool, text: String| {
        if written {
            parts.push(text);
        }
    };
    let sum = |size: fn(&tightrope_program::contract::Case) -> usize| contract.cases.iter().map(size).sum::<usize>();
    push(method.is_pure, "pure".to_owned());
    push(method.is_helper, "helper".to_owned());
    push(contract.cases.len() > 1, format!("{} cases", contract.cases.len()));
    for (keyword, number) in [
        ("requires", sum(|case| case.requires.len())),
        ("ensures", sum(|case| case.ensures.len())),
        ("signals", sum(|case| case.signals.len())),
        ("diverges", sum(|case| case.diverges.len())),
    ] {
        push(number > 0, format!("{keyword} {number}"));
    }
    push(contract.cases.iter().any(|case| case.signals_only.is_some()), "signals_only".to_owned());
    push(contract.cases.iter().any(|case| case.assignable.is_some()), "assignable".to_owned());
    let inherits = method.overrides.iter().any(|id| !loaded.program.method(*id).contract.cases.is_empty());
    push(inherits, "inherited".to_owned());
    if parts.is_empty() { "no contract".to_owned() } else { parts.join(", ") }
}

/// What the last line counts.
#[derive(Default)]
struct Totals {
    classes: usize,
    methods: usize,
    abstract_methods: usize,
    unsupported: Vec<Why>,
    in_part: Vec<Why>,
    /// Parts of JML that are read but not checked.
    unchecked: usize,
}

impl Totals {
    fn of(loaded: &Loaded, supported: &Supported<'_>) -> Totals {
        let mut totals = Totals::default();
        for class in listed_classes(loaded).map(|id| loaded.program.class(id)) {
            totals.classes += 1;
            totals.unchecked += class.unchecked.len();
            for method in listed_methods(loaded, class) {
                totals.methods += 1;
                totals.unchecked += unchecked_of(&loaded.program.method(method).contract).count();
                match supported.status(method) {
                    Support::Supported => {}
                    Support::Abstract => totals.abstract_methods += 1,
                    Support::InPart(why) => totals.in_part.push(why),
                    Support::Unsupported(why) => totals.unsupported.push(why),
                }
            }
        }
        totals
    }

    /// Abstract methods that mention something unsupported count as supported in part.
    fn with_code(&self) -> usize {
        self.methods - self.abstract_methods
    }

    fn supported(&self) -> usize {
        self.with_code() - self.in_part.len() - self.unsupported.len()
    }

    fn line(&self) -> String {
        let in_part = match self.in_part.len() {
            0 => String::new(),
            some => format!(", {some} in part"),
        };
        let mut line = format!(
            "{}, {}: {} supported{in_part}, {} unsupported",
            count(self.classes, "class", "classes"),
            count(self.methods, "method", "methods"),
            self.supported(),
            self.unsupported.len()
        );
        if self.abstract_methods > 0 {
            line.push_str(&format!(", {} abstract", self.abstract_methods));
        }
        if self.unchecked > 0 {
            line.push_str(&format!("; {} of JML not checked", count(self.unchecked, "part", "parts")));
        }
        line
    }
}

fn print_totals(loaded: &Loaded, supported: &Supported<'_>, as_table: bool, output: &mut Output<'_>) -> io::Result<()> {
    let totals = Totals::of(loaded, supported);
    let all = [totals.unsupported.as_slice(), totals.in_part.as_slice()].concat();
    let reasons = rank(loaded, &all);
    let mut line = totals.line();
    if as_table {
        let share = percent(totals.supported(), totals.with_code());
        line.push_str(&format!(" ({share} of the methods with code are supported)"));
        print_reason_table(&reasons, all.len(), output)?;
    } else if !reasons.is_empty() {
        let top = reasons.iter().take(REASONS_IN_LINE).map(|reason| format!("{} ({})", reason.text, reason.count));
        line.push_str(&format!("; top reasons: {}", top.collect::<Vec<_>>().join(", ")));
    }
    output.result(&format!("{line}\n"))
}

fn print_reason_table(reasons: &[RankedReason], unsupported: usize, output: &mut Output<'_>) -> io::Result<()> {
    if reasons.is_empty() {
        return Ok(());
    }
    output.result("methods   share  reason (and the first place)\n")?;
    for reason in reasons.iter().take(REASONS_IN_TABLE) {
        let share = percent(reason.count, unsupported);
        let place = reason.place.as_ref().map_or_else(String::new, |place| format!(", {place}"));
        output.result(&format!("{:>7}  {share:>6}  {}{place}\n", reason.count, reason.text))?;
    }
    if reasons.len() > REASONS_IN_TABLE {
        let rest: usize = reasons.iter().skip(REASONS_IN_TABLE).map(|reason| reason.count).sum();
        let others = count(reasons.len() - REASONS_IN_TABLE, "other reason", "other reasons");
        output.result(&format!("{rest:>7}  {:>6}  {others}\n", percent(rest, unsupported)))?;
    }
    output.result("\n")
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "100.0%".to_owned() } else { format!("{:.1}%", part as f64 * 100.0 / whole as f64) }
}
