//! A derived predicate as text, in the language of shape predicates.

use super::formula::{Comparison, Formula, Measure, Place, Term};
use super::spines::{Call, Given};
use super::translate::Measures;
use super::{Attempt, Part, Said};
use std::collections::BTreeMap;
use tightrope_heap::Layouts;
use tightrope_program::{FieldId, Program, Type};

/// Words of the language.
const KEYWORDS: [&str; 12] =
    ["or", "emp", "exists", "forall", "null", "true", "false", "shape", "max", "min", "abs", "this"];

/// Names, each of which is given once.
#[derive(Default)]
struct Names {
    taken: Vec<String>,
}

impl Names {
    fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while KEYWORDS.contains(&name.as_str()) || self.taken.contains(&name) {
            name.push('\'');
        }
        self.taken.push(name.clone());
        name
    }
}

/// The variables of one case.
#[derive(Default)]
struct Variables {
    names: Names,
    /// Of the measures of the object and of its children.
    measures: BTreeMap<(Place, Measure), String>,
    /// Of the children, by number.
    children: Vec<String>,
    /// A ring counts its nodes without the first one.
    one_more: Vec<usize>,
}

impl Variables {
    fn term(&self, term: &Term) -> String {
        match term {
            Term::Number(number) if *number < 0 => format!("(0 - {})", number.unsigned_abs()),
            Term::Number(number) => number.to_string(),
            Term::Of(place, measure) => {
                let name = self.measures.get(&(*place, measure.clone())).cloned().unwrap_or_default();
                match place {
                    Place::Child(child) if self.one_more.contains(child) => format!("({name} + 1)"),
                    _ => name,
                }
            }
            Term::Sum(a, b) => match &**b {
                Term::Negated(b) => format!("({} - {})", self.term(a), self.term(b)),
                b => format!("({} + {})", self.term(a), self.term(b)),
            },
            Term::Negated(a) => format!("(0 - {})", self.term(a)),
            Term::Max(a, b) => format!("max({}, {})", self.term(a), self.term(b)),
            Term::Min(a, b) => format!("min({}, {})", self.term(a), self.term(b)),
        }
    }

    fn formula(&self, formula: &Formula) -> String {
        let all = |parts: &[Formula], sign: &str| {
            let parts: Vec<String> = parts.iter().map(|part| self.formula(part)).collect();
            format!("({})", parts.join(sign))
        };
        match formula {
            Formula::Constant(value) => value.to_string(),
            Formula::And(parts) => all(parts, " & "),
            Formula::Or(parts) => all(parts, " | "),
            Formula::Not(inner) => match &**inner {
                Formula::IsNull(child) => format!("{} != null", self.children[*child]),
                Formula::Compare(Comparison::Equal, left, right) => {
                    format!("{} != {}", self.term(left), self.term(right))
                }
                inner => format!("!({})", self.formula(inner)),
            },
            Formula::IsNull(child) => format!("{} = null", self.children[*child]),
            Formula::Compare(comparison, left, right) => {
                let sign = match comparison {
                    Comparison::Equal => "=",
                    Comparison::Less => "<",
                    Comparison::LessEqual => "<=",
                };
                format!("{} {sign} {}", self.term(left), self.term(right))
            }
        }
    }

    fn said(&self, said: &[Said]) -> Vec<String> {
        let said = said.iter().filter(|one| one.formula != Formula::Constant(true));
        said.map(|one| self.formula(&one.formula)).collect()
    }

    /// The variable of a measure.
    fn add(&mut self, place: Place, measure: &Measure, name: &str) -> String {
        let name = self.names.fresh(name);
        self.measures.insert((place, measure.clone()), name.clone());
        name
    }
}

fn name_of(program: &Program, measure: &Measure) -> String {
    match measure {
        Measure::Field(field) => program.field(*field).name.as_str().to_owned(),
        Measure::Method(method) => program.method(*method).name.as_str().to_owned(),
        Measure::Size(_) => "size".to_owned(),
    }
}

/// The names of the predicates of a part, one for each context.
fn predicates(part: &Part<'_>, contexts: usize, program: &Program, names: &mut Names) -> Vec<String> {
    let base = program.field(part.root).name.as_str();
    (0..contexts.max(1))
        .map(|at| match at {
            0 => names.fresh(base),
            at => names.fresh(&format!("{base}_{at}")),
        })
        .collect()
}

impl Attempt<'_, '_> {
    pub(super) fn text(&self, layouts: &Layouts) -> String {
        let program = self.translator.program;
        let mut names = Names::default();
        let mut parts = Vec::new();
        for (at, part) in self.invariant.parts.iter().enumerate() {
            parts.push(predicates(part, self.said[at].contexts.len(), program, &mut names));
        }
        let mut text = self.top(&parts, layouts);
        for (at, part) in self.invariant.parts.iter().enumerate() {
            match part.back {
                Some(back) => text.push_str(&self.ring(part, back, &parts[at][0], layouts)),
                None => {
                    for context in 0..self.said[at].contexts.len() {
                        text.push_str(&self.tree(at, context, &parts[at], layouts));
                    }
                }
            }
        }
        text
    }

    /// `shape Class == …;`
    fn top(&self, parts: &[Vec<String>], layouts: &Layouts) -> String {
        let program = self.translator.program;
        let class = &program.class(self.invariant.class).name;
        let mut variables = Variables::default();
        let mut fields = Vec::new();
        for field in layouts.fields(self.invariant.class) {
            let name = program.field(*field).name.as_str();
            if self.invariant.parts.iter().any(|part| part.root == *field) {
                let variable = variables.names.fresh(name);
                variables.children.push(variable.clone());
                fields.push(format!("{name}: {variable}"));
            } else if self.translator.fields.contains(field) {
                let variable = variables.add(Place::Node, &Measure::Field(*field), name);
                fields.push(format!("{name}: {variable}"));
            }
        }
        let mut atoms = vec![format!("this -> {class}({})", fields.join(", "))];
        for (at, part) in self.invariant.parts.iter().enumerate() {
            match part.back {
                Some(back) => atoms.extend(self.header(part, back, at, &parts[at][0], &mut variables, layouts)),
                None => {
                    let call = &self.calls[at][self.said[at].contexts.len()][0];
                    atoms.push(self.call(call, (at, at), &parts[at], &mut variables, "this", &[]));
                }
            }
        }
        let pure = variables.said(&self.own);
        format!("shape {class} == {}{};\n", atoms.join(" * "), joined(&pure))
    }

    /// The first node of a ring, and the others.
    fn header(
        &self,
        part: &Part<'_>,
        back: FieldId,
        at: usize,
        predicate: &str,
        variables: &mut Variables,
        layouts: &Layouts,
    ) -> [String; 2] {
        let program = self.translator.program;
        let header = variables.children[at].clone();
        let next = variables.names.fresh(&format!("{header}_next"));
        let last = variables.names.fresh(&format!("{header}_last"));
        let size = variables.add(Place::Child(at), &Measure::Size(part.edges.clone()), &format!("{header}_size"));
        variables.one_more.push(at);
        let links = [(part.edges[0], next.as_str()), (back, last.as_str())];
        let fields = ring_fields(program, part, &links, &mut variables.names, layouts);
        let class = &program.class(part.node).name;
        [format!("{header} -> {class}({fields})"), format!("{predicate}({next}, {header}, {header}, {last}, {size})")]
    }

    fn ring(&self, part: &Part<'_>, back: FieldId, predicate: &str, layouts: &Layouts) -> String {
        let program = self.translator.program;
        let mut names = Names::default();
        let [x, before, end, last, size, next, more] =
            ["x", "before", "end", "last", "size", "next", "more"].map(|name| names.fresh(name));
        let links = [(part.edges[0], next.as_str()), (back, before.as_str())];
        let fields = ring_fields(program, part, &links, &mut names, layouts);
        let class = &program.class(part.node).name;
        format!(
            "\n{predicate}({x}, {before}, {end}, {last}, {size}) ==\n       \
             emp & {x} = {end} & {last} = {before} & {size} = 0\n    \
             or {x} -> {class}({fields}) * {predicate}({next}, {x}, {end}, {last}, {more})\n       \
             & {size} = {more} + 1;\n"
        )
    }

    /// The predicate of the nodes of a context.
    fn tree(&self, at: usize, context: usize, predicates: &[String], layouts: &Layouts) -> String {
        let program = self.translator.program;
        let (part, said) = (&self.invariant.parts[at], &self.said[at]);
        let known = &self.translator.measures[at];
        let mut variables = Variables::default();
        let x = variables.names.fresh("x");
        let others = part.others.iter().map(|field| variables.names.fresh(program.field(*field).name.as_str()));
        let others: Vec<String> = others.collect();
        let owned = part.spines.owned(&said.contexts[context]);
        let owners: Vec<(usize, String)> = owned.map(|spine| (spine, variables.names.fresh("owner"))).collect();
        let wanted = known.wanted.iter();
        let measures: Vec<String> =
            wanted.map(|measure| variables.add(Place::Node, measure, &name_of(program, measure))).collect();
        let edges = part.edges.iter().map(|edge| variables.names.fresh(program.field(*edge).name.as_str()));
        variables.children = edges.collect();
        let mut parameters = vec![x.clone()];
        parameters.extend(others.iter().cloned().chain(owners.iter().map(|(_, name)| name.clone())));
        parameters.extend(measures.iter().cloned());
        let of_null = known.wanted.iter().zip(&measures).map(|(measure, name)| {
            format!("{name} = {}", variables.term(&Term::Number(value_of_null(known, measure))))
        });
        let of_null: Vec<String> = std::iter::once(format!("{x} = null")).chain(of_null).collect();
        let mut fields = Vec::new();
        for field in layouts.fields(part.node) {
            let edge = part.edges.iter().position(|edge| edge == field).map(|edge| &variables.children[edge]);
            let other = part.others.iter().position(|other| other == field).map(|other| &others[other]);
            let data = variables.measures.get(&(Place::Node, Measure::Field(*field)));
            if let Some(variable) = edge.or(other).or(data) {
                fields.push(format!("{}: {variable}", program.field(*field).name));
            }
        }
        let mut atoms = vec![format!("{x} -> {}({})", program.class(part.node).name, fields.join(", "))];
        for (edge, call) in self.calls[at][context].iter().enumerate() {
            atoms.push(self.call(call, (at, edge), predicates, &mut variables, &x, &owners));
        }
        let mut pure = definitions(known, &variables);
        pure.extend(variables.said(&said.about_all));
        for spine in &said.contexts[context] {
            pure.extend(variables.said(&said.of_spines[*spine]));
        }
        format!(
            "\n{}({}) ==\n       emp{}\n    or {}\n      {};\n",
            predicates[context],
            parameters.join(", "),
            joined(&of_null),
            atoms.join(" * "),
            joined(&pure)
        )
    }

    /// A call of the predicate of a child; its measures get variables.
    fn call(
        &self,
        call: &Call,
        (at, child): (usize, usize),
        predicates: &[String],
        variables: &mut Variables,
        node: &str,
        owners: &[(usize, String)],
    ) -> String {
        let program = self.translator.program;
        let name = variables.children[child].clone();
        let mut arguments = vec![name.clone()];
        let given = call.others.iter().chain(&call.owners).map(|given| match given {
            Given::Null => "null".to_owned(),
            Given::Node => node.to_owned(),
            Given::Owner(spine) => {
                owners.iter().find(|(of, _)| of == spine).map_or_else(String::new, |(_, name)| name.clone())
            }
        });
        arguments.extend(given);
        for measure in &self.translator.measures[at].wanted {
            let wanted = format!("{name}_{}", name_of(program, measure));
            arguments.push(variables.add(Place::Child(child), measure, &wanted));
        }
        format!("{}({})", predicates[call.context], arguments.join(", "))
    }
}

/// ` & a & b`
fn joined(pure: &[String]) -> String {
    pure.iter().map(|part| format!(" & {part}")).collect()
}

/// The fields of a node of a ring that its predicate speaks of.
fn ring_fields(
    program: &Program,
    part: &Part<'_>,
    links: &[(FieldId, &str)],
    names: &mut Names,
    layouts: &Layouts,
) -> String {
    let mut fields = Vec::new();
    for field in layouts.fields(part.node) {
        let found = program.field(*field);
        match links.iter().find(|(link, _)| link == field) {
            Some((_, variable)) => fields.push(format!("{}: {variable}", found.name)),
            None if found.ty == Type::BOOLEAN => {
                fields.push(format!("{}: {}", found.name, names.fresh(found.name.as_str())));
            }
            None => {}
        }
    }
    fields.join(", ")
}

fn value_of_null(known: &Measures, measure: &Measure) -> i64 {
    match measure {
        Measure::Method(method) => known.methods.get(method).map_or(0, |definition| definition.of_null),
        Measure::Field(_) | Measure::Size(_) => 0,
    }
}

/// What the measures of a node are.
fn definitions(known: &Measures, variables: &Variables) -> Vec<String> {
    let own = |measure: &Measure| Term::Of(Place::Node, measure.clone());
    let definition = |measure: &Measure| match measure {
        Measure::Field(_) => None,
        Measure::Method(method) => {
            let cases = known.methods.get(method)?.of_node.iter();
            let cases = cases.map(|(when, term)| {
                let equal = Formula::Compare(Comparison::Equal, own(measure), term.clone());
                Formula::and([when.clone(), equal])
            });
            Some(variables.formula(&Formula::or(cases)))
        }
        Measure::Size(fields) => {
            let below = known.edges.iter().enumerate().filter(|(_, edge)| fields.contains(edge));
            let below = below.map(|(child, _)| Term::Of(Place::Child(child), measure.clone()));
            let sum = below.fold(Term::Number(1), |sum, one| Term::Sum(Box::new(sum), Box::new(one)));
            Some(variables.formula(&Formula::Compare(Comparison::Equal, own(measure), sum)))
        }
    };
    known.wanted.iter().filter_map(definition).collect()
}
