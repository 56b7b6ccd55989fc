//! Contracts and the clauses of classes, desugared, as JML.

use super::{Printer, field_name, method_name, print_formula};
use crate::contract::{Assignable, Behavior, Case, Clause, Contract, LocationKind, Origin, Unchecked};
use crate::names::simple_name;
use crate::program::{Class, Method};

impl Printer<'_> {
    pub(super) fn class_clauses(&mut self, class: &Class) {
        class.invariants.iter().for_each(|clause| self.clause("invariant", clause));
        if let Some(method) = class.rep_ok {
            let name = method_name(self.program, method);
            self.line(&format!("//@ invariant by {name};"));
        }
        class.constraints.iter().for_each(|clause| self.clause("constraint", clause));
        class.initially.iter().for_each(|clause| self.clause("initially", clause));
        class.axioms.iter().for_each(|clause| self.clause("axiom", clause));
        self.unchecked(&class.unchecked);
    }

    pub(super) fn contract(&mut self, method: &Method) {
        let Contract { cases, implicit_requires, implicit_ensures, extends, unchecked } = &method.contract;
        implicit_requires.iter().for_each(|clause| self.clause("requires", clause));
        implicit_ensures.iter().for_each(|clause| self.clause("ensures", clause));
        for (position, case) in cases.iter().enumerate() {
            if position > 0 || *extends {
                self.line("//@ also");
            }
            self.case(case);
        }
        self.unchecked(unchecked);
    }

    fn case(&mut self, case: &Case) {
        let keyword = match case.behavior {
            Behavior::Lightweight => "case",
            Behavior::Behavior => "behavior",
            Behavior::Normal => "normal_behavior",
            Behavior::Exceptional => "exceptional_behavior",
        };
        self.line(&format!("//@ {keyword}"));
        self.indented(|this| {
            case.requires.iter().for_each(|clause| this.clause("requires", clause));
            if let Some(assignable) = &case.assignable {
                this.assignable(assignable);
            }
            case.ensures.iter().for_each(|clause| this.clause("ensures", clause));
            for signals in &case.signals {
                let locals = &signals.clause.formula.locals;
                let name = locals.get(signals.exception.index()).map_or("?", |local| local.name.as_str());
                let class = simple_name(this.program, signals.class);
                this.clause(&format!("signals ({class} {name})"), &signals.clause);
            }
            if let Some(only) = &case.signals_only {
                let classes =
                    if only.classes.is_empty() { "\\nothing".to_owned() } else { this.class_names(&only.classes) };
                this.line(&format!("//@ signals_only {classes};"));
            }
            case.diverges.iter().for_each(|clause| this.clause("diverges", clause));
            this.unchecked(&case.unchecked);
        });
    }

    fn clause(&mut self, keyword: &str, clause: &Clause) {
        let prefix = if clause.is_static { "static " } else { "" };
        let origin = match &clause.origin {
            Origin::Written | Origin::Callee(_) => String::new(),
            Origin::NonNull { name, by_default: true } => format!(" // `{name}` is non-null by default"),
            Origin::NonNull { name, by_default: false } => format!(" // `{name}` is declared non-null"),
            Origin::Owned { name } => format!(" // `{name}` is declared rep"),
            Origin::Derived => " // derived".to_owned(),
        };
        let formula = print_formula(self.program, &clause.formula);
        self.line(&format!("//@ {prefix}{keyword} {formula};{origin}"));
    }

    fn assignable(&mut self, assignable: &Assignable) {
        let locations: Vec<String> =
            assignable.locations.iter().map(|location| self.location(&location.kind)).collect();
        let locations = if locations.is_empty() { "\\nothing".to_owned() } else { locations.join(", ") };
        self.line(&format!("//@ assignable {locations};"));
    }

    fn location(&self, location: &LocationKind) -> String {
        let print = |formula| print_formula(self.program, formula);
        match location {
            LocationKind::Everything => "\\everything".to_owned(),
            LocationKind::Field { object, field } => format!("{}.{}", print(object), self.program.field(*field).name),
            LocationKind::StaticField(field) => field_name(self.program, *field),
            LocationKind::AllFields(object) => format!("{}.*", print(object)),
            LocationKind::AllStaticFields(class) => format!("{}.*", simple_name(self.program, *class)),
            LocationKind::Elements { array, from, to } if from == to => format!("{}[{}]", print(array), print(from)),
            LocationKind::Elements { array, from, to } => {
                format!("{}[{} .. {}]", print(array), print(from), print(to))
            }
            LocationKind::AllElements(array) => format!("{}[*]", print(array)),
            LocationKind::FieldsOfSet(set) => format!("{}.*", print(set)),
        }
    }

    fn unchecked(&mut self, unchecked: &[Unchecked]) {
        for item in unchecked {
            let at = self.at(item.span);
            self.line(&format!("//@ unchecked {} ({}){at};", item.keyword, item.construct.title()));
        }
    }
}
