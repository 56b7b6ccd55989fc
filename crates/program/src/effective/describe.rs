//! The effective contract in words, clause by clause, each with the place that it comes from: what
//! `tightrope spec` prints.
//!
//! Defaults that nobody wrote (frames, exceptions, non-null parameters) are lines like others;
//! their note says why they are there.

use super::{EffectiveCase, EffectiveContract, Frame, Invariant, InvariantKind, Property, effective_contract};
use crate::contract::{Assignable, Behavior, Clause, Formula, Location, LocationKind, Origin, Signals};
use crate::print::print_formula;
use crate::program::{MethodId, Program};
use tightrope_source::{SourceMap, Span};

/// One clause of the effective contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecLine {
    /// `requires`, `also`, `normal_behavior`, …
    pub keyword: String,
    /// What follows the keyword; empty for a heading.
    pub text: String,
    /// Where it was written; for an implicit clause the declaration that it stands for.
    pub origin: Option<Span>,
    /// Why it is there, if nobody wrote it at the method itself; otherwise empty.
    pub note: String,
}

/// The effective contract of a method, line by line.
pub fn describe(program: &Program, sources: &SourceMap, method: MethodId) -> Vec<SpecLine> {
    let contract = effective_contract(program, method);
    let mut writer = Writer { program, lines: Vec::new() };
    writer.cases(&contract);
    writer.invariants(&contract);
    writer.properties("constraint", &contract.constraints, "");
    writer.properties("initially", &contract.initially, "");
    writer.properties("axiom", &contract.axioms, "assumed, not checked");
    for unchecked in &contract.unchecked {
        let text = one_line(sources.text(unchecked.span));
        let text = text.trim_start_matches(unchecked.keyword.as_str()).trim_end_matches(';').trim();
        writer.line(&unchecked.keyword, text, Some(unchecked.span), "not checked");
    }
    writer.lines
}

struct Writer<'p> {
    program: &'p Program,
    lines: Vec<SpecLine>,
}

impl Writer<'_> {
    fn line(&mut self, keyword: &str, text: impl Into<String>, origin: Option<Span>, note: impl Into<String>) {
        self.lines.push(SpecLine { keyword: keyword.to_string(), text: text.into(), origin, note: note.into() });
    }

    fn cases(&mut self, contract: &EffectiveContract<'_>) {
        for (index, case) in contract.cases.iter().enumerate() {
            if index > 0 {
                self.line("also", "", None, "");
            }
            self.case(contract.method, case);
        }
    }

    fn case(&mut self, method: MethodId, case: &EffectiveCase<'_>) {
        let inherited = if case.written_at == method { String::new() } else { self.inherited_from(case.written_at) };
        if case.behavior != Behavior::Lightweight || !inherited.is_empty() {
            self.line(behavior_keyword(case.behavior), "", case.written.map(|written| written.span), inherited);
        }
        for clause in &case.requires {
            self.clause("requires", clause, "parameter");
        }
        self.frame(case);
        for clause in &case.ensures {
            self.clause("ensures", clause, "result");
        }
        for signals in &case.signals {
            self.signals(signals);
        }
        self.exceptions(case);
        for clause in &case.diverges {
            self.clause("diverges", clause, "");
        }
    }

    fn inherited_from(&self, method: MethodId) -> String {
        let method = self.program.method(method);
        format!("inherited from {}.{}", self.program.class(method.class).simple_name, method.name)
    }

    fn clause(&mut self, keyword: &str, clause: &Clause, what: &str) {
        let text = self.formula(&clause.formula);
        self.line(keyword, text, Some(clause.span), implicit_note(&clause.origin, what));
    }

    fn formula(&self, formula: &Formula) -> String {
        print_formula(self.program, formula)
    }

    fn frame(&mut self, case: &EffectiveCase<'_>) {
        match case.frame {
            Frame::Everything => self.line("assignable", "\\everything", None, "implicit: no assignable clause"),
            Frame::NothingBecausePure => self.line("assignable", "\\nothing", None, "implicit: the method is pure"),
            Frame::NewObjectBecausePure => self.line("assignable", "this.*", None, "implicit: the constructor is pure"),
            Frame::Written(assignable) => self.assignable(assignable),
        }
    }

    fn assignable(&mut self, assignable: &Assignable) {
        let texts: Vec<String> = assignable.locations.iter().map(|location| self.location(location)).collect();
        let text = if texts.is_empty() { "\\nothing".to_string() } else { texts.join(", ") };
        self.line("assignable", text, Some(assignable.span), "");
    }

    fn location(&self, location: &Location) -> String {
        match &location.kind {
            LocationKind::Everything => "\\everything".to_string(),
            LocationKind::Field { object, field } => {
                format!("{}.{}", self.formula(object), self.program.field(*field).name)
            }
            LocationKind::StaticField(field) => {
                let field = self.program.field(*field);
                format!("{}.{}", self.program.class(field.class).simple_name, field.name)
            }
            LocationKind::AllFields(object) => format!("{}.*", self.formula(object)),
            LocationKind::AllStaticFields(class) => format!("{}.*", self.program.class(*class).simple_name),
            LocationKind::Elements { array, from, to } if from == to => {
                format!("{}[{}]", self.formula(array), self.formula(from))
            }
            LocationKind::Elements { array, from, to } => {
                format!("{}[{} .. {}]", self.formula(array), self.formula(from), self.formula(to))
            }
            LocationKind::AllElements(array) => format!("{}[*]", self.formula(array)),
            LocationKind::FieldsOfSet(set) => self.formula(set),
        }
    }

    fn signals(&mut self, signals: &Signals) {
        let class = &self.program.class(signals.class).simple_name;
        let name = signals.clause.formula.locals.get(signals.exception.index()).map(|local| local.name.as_str());
        let name = name.filter(|name| !name.starts_with('<')).map(|name| format!(" {name}")).unwrap_or_default();
        let text = format!("({class}{name}) {}", self.formula(&signals.clause.formula));
        self.line("signals", text, Some(signals.clause.span), "");
    }

    fn exceptions(&mut self, case: &EffectiveCase<'_>) {
        let names: Vec<&str> =
            case.exceptions.iter().map(|allowed| self.program.class(allowed.class).simple_name.as_str()).collect();
        let text = if names.is_empty() { "\\nothing".to_string() } else { names.join(", ") };
        let written = case.written.and_then(|written| written.signals_only.as_ref());
        let (origin, note) = match (case.behavior, written) {
            (Behavior::Normal, _) => (None, "implicit: normal behavior throws nothing"),
            (_, Some(only)) => (Some(only.span), ""),
            (_, None) => (None, "implicit: the throws and signals clauses"),
        };
        self.line("signals_only", text, origin, note);
    }

    fn invariants(&mut self, contract: &EffectiveContract<'_>) {
        for invariant in &contract.invariants_after {
            let note = match contract.invariants_before.contains(invariant) {
                true => "assumed before, checked after",
                false => "checked after",
            };
            self.invariant(contract.method, invariant, note);
        }
    }

    fn invariant(&mut self, method: MethodId, invariant: &Invariant<'_>, when: &str) {
        let mut note = when.to_string();
        if invariant.class != self.program.method(method).class {
            note = format!("{note}; of {}", self.program.class(invariant.class).simple_name);
        }
        match invariant.kind {
            InvariantKind::Clause(clause) => {
                let keyword = if clause.is_static { "static invariant" } else { "invariant" };
                let text = self.formula(&clause.formula);
                let implicit = implicit_note(&clause.origin, "field");
                let note = if implicit.is_empty() { note } else { format!("{implicit}; {note}") };
                self.line(keyword, text, Some(clause.span), note);
            }
            InvariantKind::RepOk(rep_ok) => {
                let rep_ok = self.program.method(rep_ok);
                self.line("invariant", format!("{}()", rep_ok.name), Some(rep_ok.name_span), note);
            }
        }
    }

    fn properties(&mut self, keyword: &str, properties: &[Property<'_>], note: &str) {
        for property in properties {
            let text = self.formula(&property.clause.formula);
            self.line(keyword, text, Some(property.clause.span), note);
        }
    }
}

fn behavior_keyword(behavior: Behavior) -> &'static str {
    match behavior {
        Behavior::Lightweight => "case",
        Behavior::Behavior => "behavior",
        Behavior::Normal => "normal_behavior",
        Behavior::Exceptional => "exceptional_behavior",
    }
}

/// `implicit: parameter x is non_null by default`
fn implicit_note(origin: &Origin, what: &str) -> String {
    match origin {
        Origin::Written | Origin::Callee(_) => String::new(),
        Origin::NonNull { name, by_default } => {
            let name = if name.starts_with('\\') { String::new() } else { format!(" {name}") };
            let why = if *by_default { "by default" } else { "as written" };
            format!("implicit: {what}{name} is non_null {why}")
        }
        Origin::Owned { name } => format!("implicit: no other object owns what {name} leads to"),
        Origin::Derived => "derived".to_owned(),
    }
}

/// The text of a clause on one line, without the `@` that JML allows at the start of a line.
fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim().trim_start_matches('@').trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
