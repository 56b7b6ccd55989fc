//! Small Java sources and the trees they become.

mod attachment;
mod errors;
mod hostile;
mod printer;
mod tree;

use tightrope_source::FileId;
use tightrope_syntax::tree::{CompilationUnit, Member, MethodDecl, Stmt, TypeDecl};
use tightrope_syntax::{Parsed, parse_file};

fn parse(text: &str) -> Parsed {
    parse_file(FileId(0), text)
}

/// The numbers of all diagnostics, in order.
fn codes(parsed: &Parsed) -> Vec<&'static str> {
    parsed.diagnostics.iter().map(|diagnostic| diagnostic.code.number()).collect()
}

/// The tree of a text that has nothing wrong with it.
fn unit(text: &str) -> CompilationUnit {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed.unit
}

fn only_type(text: &str) -> TypeDecl {
    let mut unit = unit(text);
    assert_eq!(unit.types.len(), 1, "{text}");
    unit.types.remove(0)
}

fn methods(decl: &TypeDecl) -> Vec<&MethodDecl> {
    decl.members
        .iter()
        .filter_map(|member| match member {
            Member::Method(method) => Some(&**method),
            _ => None,
        })
        .collect()
}

/// The statements of `text` inside of a method.
fn statements(text: &str) -> Vec<Stmt> {
    let decl = only_type(&format!("class C {{ void m() {{ {text} }} }}"));
    methods(&decl)[0].body.as_ref().map_or_else(Vec::new, |body| body.stmts.clone())
}
