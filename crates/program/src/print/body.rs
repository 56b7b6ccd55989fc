//! Bodies: one statement per line.

use super::{Printer, field_name, method_name};
use crate::body::{Body, Call, Dispatch, Handler, Local, LocalKind, Stmt, StmtKind};
use crate::contract::Clause;
use crate::names::simple_name;
use crate::program::{LabelId, LocalId, Type};
use std::collections::HashMap;
use tightrope_source::Name;

impl Printer<'_> {
    pub(super) fn body(&mut self, body: &Body) {
        let mut body = body.clone();
        make_names_unique(&mut body.locals);
        self.locals(&body);
        self.block(&body, &body.block);
    }

    /// The variables with their types, `this` and parameters left out; temporaries on a line of
    /// their own.
    fn locals(&mut self, body: &Body) {
        let variables = |local: &&Local| matches!(local.kind, LocalKind::Variable | LocalKind::Ghost);
        let temporaries = |local: &&Local| local.kind == LocalKind::Temporary;
        for (word, locals) in [
            ("var", body.locals.iter().filter(variables).collect::<Vec<_>>()),
            ("temp", body.locals.iter().filter(temporaries).collect()),
        ] {
            if locals.is_empty() {
                continue;
            }
            let texts: Vec<String> = locals
                .iter()
                .map(|local| {
                    let ghost = if local.kind == LocalKind::Ghost { "ghost " } else { "" };
                    format!("{ghost}{} {}", self.ty(local.ty), local.name)
                })
                .collect();
            self.line(&format!("{word} {};", texts.join(", ")));
        }
    }

    fn block(&mut self, body: &Body, block: &[Stmt]) {
        block.iter().for_each(|stmt| self.stmt(body, stmt));
    }

    fn stmt(&mut self, body: &Body, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::If { .. } | StmtKind::Loop { .. } | StmtKind::Block { .. } | StmtKind::Try { .. } => {
                self.control(body, stmt);
            }
            StmtKind::SpecAssert(clause) => self.spec(body, "assert", clause),
            StmtKind::SpecAssume(clause) => self.spec(body, "assume", clause),
            _ => {
                let text = self.simple(body, stmt);
                self.line(&format!("{text};"));
            }
        }
    }

    /// A formula inside the body has the body's locals.
    fn spec(&mut self, body: &Body, keyword: &str, clause: &Clause) {
        let text = self.expr(&body.locals, &clause.formula.expr);
        self.line(&format!("//@ {keyword} {text};"));
    }

    fn simple(&self, body: &Body, stmt: &Stmt) -> String {
        let expr = |expr| self.expr(&body.locals, expr);
        match &stmt.kind {
            StmtKind::Assign { local, value } => format!("{} = {}", self.local(body, *local), expr(value)),
            StmtKind::SetField { object, field, value } => {
                let name = &self.program.field(*field).name;
                format!("{}.{name} = {}", self.receiver(body, object), expr(value))
            }
            StmtKind::SetStatic { field, value } => format!("{} = {}", field_name(self.program, *field), expr(value)),
            StmtKind::SetElement { array, index, value } => {
                format!("{}[{}] = {}", self.receiver(body, array), expr(index), expr(value))
            }
            StmtKind::New { result, class } => {
                format!("{} = new {}", self.local(body, *result), simple_name(self.program, *class))
            }
            StmtKind::NewArray { result, ty, lengths } => {
                format!("{} = new {}", self.local(body, *result), self.new_array(body, *ty, lengths))
            }
            StmtKind::Call { result, call } => {
                let target = result.map_or(String::new(), |result| format!("{} = ", self.local(body, result)));
                format!("{target}{}", self.call(body, call))
            }
            StmtKind::InitializeClass(class) => format!("initialize {}", simple_name(self.program, *class)),
            StmtKind::Break(label) => format!("break {}", label_name(*label)),
            StmtKind::Continue(label) => format!("continue {}", label_name(*label)),
            StmtKind::Return(None) => "return".to_owned(),
            StmtKind::Return(Some(value)) => format!("return {}", expr(value)),
            StmtKind::Throw(value) => format!("throw {}", expr(value)),
            StmtKind::Unsupported(unsupported) => {
                self.unsupported(unsupported.construct, &unsupported.detail, unsupported.span)
            }
            _ => String::new(),
        }
    }

    /// An object in front of `.` or `[`.
    fn receiver(&self, body: &Body, object: &crate::body::Expr) -> String {
        let text = self.expr(&body.locals, object);
        let is_plain = text.chars().all(|character| character.is_alphanumeric() || "._$[]".contains(character));
        if is_plain { text } else { format!("({text})") }
    }

    fn new_array(&self, body: &Body, ty: Type, lengths: &[crate::body::Expr]) -> String {
        let mut innermost = ty;
        for _ in 0..ty.dims {
            innermost = innermost.element().unwrap_or(innermost);
        }
        let given: String = lengths.iter().map(|length| format!("[{}]", self.expr(&body.locals, length))).collect();
        let open = usize::from(ty.dims).saturating_sub(lengths.len());
        format!("{}{given}{}", self.ty(innermost), "[]".repeat(open))
    }

    fn call(&self, body: &Body, call: &Call) -> String {
        let dispatch = match call.dispatch {
            Dispatch::Static => "static",
            Dispatch::Exact => "exact",
            Dispatch::Virtual => "virtual",
        };
        let args: Vec<String> = call.args.iter().map(|arg| self.expr(&body.locals, arg)).collect();
        format!("{dispatch} {}({})", method_name(self.program, call.method), args.join(", "))
    }

    fn control(&mut self, body: &Body, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::If { .. } => self.chain_of_ifs(body, stmt),
            StmtKind::Loop { id, label, body: inner } => {
                if let Some(info) = body.loops.get(id.index()) {
                    info.invariants.iter().for_each(|clause| self.spec(body, "maintaining", clause));
                    info.decreases.iter().for_each(|clause| self.spec(body, "decreasing", clause));
                }
                self.line(&format!("{}: loop {{", label_name(*label)));
                self.indented(|this| this.block(body, inner));
            }
            StmtKind::Block { label, body: inner } => {
                self.line(&format!("{}: {{", label_name(*label)));
                self.indented(|this| this.block(body, inner));
            }
            StmtKind::Try { body: inner, handlers } => {
                self.line("try {");
                self.indented(|this| this.block(body, inner));
                handlers.iter().for_each(|handler| self.handler(body, handler));
            }
            _ => return,
        }
        self.line("}");
    }

    /// `if … else if … else …`, without its last brace.
    fn chain_of_ifs(&mut self, body: &Body, stmt: &Stmt) {
        let mut opening = "if";
        let mut rest = std::slice::from_ref(stmt);
        while let [Stmt { kind: StmtKind::If { cond, then, otherwise }, .. }] = rest {
            self.line(&format!("{opening} ({}) {{", self.expr(&body.locals, cond)));
            self.indented(|this| this.block(body, then));
            opening = "} else if";
            rest = otherwise;
        }
        if !rest.is_empty() {
            self.line("} else {");
            self.indented(|this| this.block(body, rest));
        }
    }

    fn handler(&mut self, body: &Body, handler: &Handler) {
        let classes = match handler.classes.is_empty() {
            true => "any".to_owned(),
            false => self.class_names(&handler.classes).replace(", ", " | "),
        };
        self.line(&format!("}} catch ({classes} {}) {{", self.local(body, handler.local)));
        self.indented(|this| this.block(body, &handler.body));
    }

    fn local<'b>(&self, body: &'b Body, local: LocalId) -> &'b str {
        body.locals.get(local.index()).map_or("?", |local| local.name.as_str())
    }
}

/// Of several variables of one name the later ones become `x$2`, `x$3`, …
fn make_names_unique(locals: &mut [Local]) {
    let mut uses: HashMap<Name, usize> = HashMap::new();
    for local in locals {
        let count = uses.entry(local.name.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            local.name = Name::new(format!("{}${count}", local.name));
        }
    }
}

fn label_name(label: LabelId) -> String {
    format!("L{}", label.0)
}
