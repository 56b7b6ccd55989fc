//! The graph as text, one node per line, and as a DOT drawing.

use crate::graph::{AssertKind, Bound, Cond, Graph, Node, Op, Var};
use std::fmt::Write;
use tightrope_program::body::{Expr, Local};
use tightrope_program::names::{simple_name, type_name};
use tightrope_program::print::print_expr;
use tightrope_program::{ClassId, Code, MethodId, Program};

/// One node per line: its number, what it does, where it leads.
pub fn to_text(program: &Program, graph: &Graph<'_>) -> String {
    let mut text = String::new();
    for id in graph.ids() {
        let node = graph.node(id);
        let next: Vec<String> = node.next.iter().map(ToString::to_string).collect();
        let arrow = if next.is_empty() { String::new() } else { format!(" -> {}", next.join(", ")) };
        let _ = writeln!(text, "{id}: {}{arrow}", label(program, graph, node));
    }
    text
}

/// For Graphviz. Calls that were put in place are clusters of their own.
pub fn to_dot(program: &Program, graph: &Graph<'_>) -> String {
    let mut text = String::from("digraph computation {\n  node [shape=box, fontname=monospace];\n");
    for (number, frame) in graph.frames.iter().enumerate() {
        let name = method_name(program, frame.method);
        let _ = writeln!(text, "  subgraph cluster_{number} {{ label=\"{}\";", escape(&name));
        for id in graph.ids().filter(|id| graph.node(*id).frame.index() == number) {
            let node = graph.node(id);
            let shape = if node.next.len() > 1 { ", shape=diamond" } else { "" };
            let _ = writeln!(text, "    {id} [label=\"{}\"{shape}];", escape(&label(program, graph, node)));
        }
        text.push_str("  }\n");
    }
    for id in graph.ids() {
        let node = graph.node(id);
        for (edge, next) in node.next.iter().enumerate() {
            let label = edge_label(program, &node.op, edge);
            let label = if label.is_empty() { label } else { format!(" [label=\"{}\"]", escape(&label)) };
            let _ = writeln!(text, "  {id} -> {next}{label};");
        }
    }
    text.push_str("}\n");
    text
}

fn edge_label(program: &Program, op: &Op<'_>, edge: usize) -> String {
    match op {
        Op::Branch { .. } => ["true", "false"].get(edge).copied().unwrap_or_default().to_owned(),
        Op::Dispatch { arms, .. } => arms.get(edge).map_or_else(String::new, |arm| {
            let mut names: Vec<&str> = arm.classes.iter().map(|class| simple_name(program, *class)).collect();
            names.extend(arm.arrays.then_some("arrays"));
            names.join(", ")
        }),
        _ => String::new(),
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn method_name(program: &Program, method: MethodId) -> String {
    let declared = program.method(method);
    format!("{}.{}", simple_name(program, declared.class), declared.name)
}

/// The names of one call's variables.
struct Names<'g> {
    program: &'g Program,
    graph: &'g Graph<'g>,
    locals: &'g [Local],
    base: u32,
}

impl Names<'_> {
    fn expr(&self, expr: &Expr) -> String {
        print_expr(self.program, self.locals, expr)
    }

    fn var(&self, var: Var) -> String {
        match var {
            Var::EXCEPTION => "exception".to_owned(),
            Var::RESULT => "result".to_owned(),
            _ => {
                let own = var.0.checked_sub(self.base).and_then(|index| self.locals.get(index as usize));
                own.map_or_else(|| format!("v{}", var.0), |local| local.name.to_string())
            }
        }
    }

    fn vars(&self, vars: &[Var]) -> String {
        vars.iter().map(|var| self.var(*var)).collect::<Vec<_>>().join(", ")
    }

    fn classes(&self, classes: &[ClassId]) -> String {
        classes.iter().map(|class| simple_name(self.program, *class)).collect::<Vec<_>>().join(" | ")
    }

    fn cond(&self, cond: &Cond<'_>) -> String {
        match cond {
            Cond::Expr(expr) => self.expr(expr),
            Cond::IsNull(expr) => format!("{} == null", self.expr(expr)),
            Cond::IsOutside { array, index } => format!("{} outside {}", self.expr(index), self.expr(array)),
            Cond::IsZero(expr) => format!("{} == 0", self.expr(expr)),
            Cond::IsNegative(expr) => format!("{} < 0", self.expr(expr)),
            Cond::IsNotInstance { operand, ty } => {
                format!("{} is no {}", self.expr(operand), type_name(self.program, *ty))
            }
            Cond::VarIsNotInstance { var, ty } => {
                format!("{} is no {}", self.var(*var), type_name(self.program, *ty))
            }
            Cond::VarIsNull(var) => format!("{} == null", self.var(*var)),
            Cond::IsMarked(var) => format!("came by {}", self.var(*var)),
            Cond::CannotStore { array, value } => {
                format!("{} cannot hold {}", self.expr(array), self.expr(value))
            }
            Cond::Throws(expr) => format!("{} throws", self.expr(expr)),
            Cond::IsOpaque(var) => format!("{} is opaque", self.var(*var)),
            Cond::Catches(classes) => format!("exception instanceof {}", self.classes(classes)),
            Cond::HasStarted(class) => format!("{} is initialised", simple_name(self.program, *class)),
            Cond::Not(inner) => format!("!({})", self.cond(inner)),
            Cond::And(parts) => parts.iter().map(|part| self.cond(part)).collect::<Vec<_>>().join(" && "),
        }
    }

    fn called(&self, var: &Option<Var>, method: MethodId, args: &[Var], word: &str) -> String {
        let target = var.map_or_else(String::new, |var| format!("{} = ", self.var(var)));
        format!("{target}{word} {}({})", method_name(self.program, method), self.vars(args))
    }

    fn op(&self, op: &Op<'_>) -> String {
        match op {
            Op::Entry => format!("entry({})", self.vars(&self.graph.params)),
            Op::Assign { var, value } => format!("{} = {}", self.var(*var), self.expr(value)),
            Op::Store { object, field, value } => {
                format!("{}.{} = {}", self.expr(object), self.program.field(*field).name, self.expr(value))
            }
            Op::StoreStatic { field, value } => {
                let field = self.program.field(*field);
                format!("{}.{} = {}", simple_name(self.program, field.class), field.name, self.expr(value))
            }
            Op::StoreElement { array, index, value } => {
                format!("{}[{}] = {}", self.expr(array), self.expr(index), self.expr(value))
            }
            Op::New { var, class } => format!("{} = new {}", self.var(*var), simple_name(self.program, *class)),
            Op::NewArray { var, ty, lengths } => {
                let lengths: Vec<String> = lengths.iter().map(|length| self.expr(length)).collect();
                format!("{} = new {} of {}", self.var(*var), type_name(self.program, *ty), lengths.join(", "))
            }
            Op::Branch { cond, .. } => format!("if {}", self.cond(cond)),
            Op::Dispatch { receiver, .. } => format!("class of {}", self.var(*receiver)),
            Op::Compare { var, method, args } => self.called(var, *method, args, "compare"),
            Op::Native { var, method, args } => self.called(var, *method, args, "native"),
            Op::Call { var, method, args } => self.called(var, *method, args, "call"),
            Op::Catch { var } => format!("{} = caught", self.var(*var)),
            Op::Initialize(class) => format!("initialise {}", simple_name(self.program, *class)),
            Op::Assert { kind: AssertKind::Assert, clause } => format!("assert {}", self.expr(&clause.formula.expr)),
            Op::Assert { clause, .. } => format!("loop invariant {}", self.expr(&clause.formula.expr)),
            Op::Assume(clause) => format!("assume {}", self.expr(&clause.formula.expr)),
            Op::Decrease { clause, .. } => format!("decreases {}", self.expr(&clause.formula.expr)),
            Op::Mark { vars, number } => {
                format!("came by {}", vars.get(*number).map_or_else(String::new, |var| self.var(*var)))
            }
            Op::Move { to, from } => format!("{} = {}", self.var(*to), self.var(*from)),
            Op::Beyond { bound: Bound::Iterations, .. } => "beyond the bound of iterations".to_owned(),
            Op::Beyond { bound: Bound::Depth, .. } => "beyond the bound of calls".to_owned(),
            Op::Unsupported(what) => format!("not modelled: {}", what.detail),
            Op::NoCode(method) => format!("no code for {}", method_name(self.program, *method)),
            Op::Elsewhere => "in another part".to_owned(),
            Op::Returned => "returned".to_owned(),
            Op::Thrown => "thrown".to_owned(),
            Op::Exit => "exit".to_owned(),
        }
    }
}

fn label(program: &Program, graph: &Graph<'_>, node: &Node<'_>) -> String {
    let frame = graph.frame(node.frame);
    let locals: &[Local] = match &program.method(frame.method).code {
        Code::Body(body) => &body.locals,
        _ => &[],
    };
    Names { program, graph, locals, base: frame.base }.op(&node.op)
}
