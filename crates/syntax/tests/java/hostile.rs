//! Texts that nobody writes by hand: they must end soon, in a tree or in E0102, on a thread with
//! the documented stack.

use crate::{codes, parse};
use tightrope_syntax::STACK_SIZE;

/// Parses, compares, clones and drops with the stack that callers are told to have. Returns the
/// codes and how many members the first class has.
fn read(text: String) -> (Vec<&'static str>, usize) {
    let work = move || {
        let parsed = parse(&text);
        assert!(parsed.clone() == parsed);
        (codes(&parsed), parsed.unit.types.first().map_or(0, |decl| decl.members.len()))
    };
    let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(work);
    thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
}

fn in_method(statement: &str) -> String {
    format!("class A {{ void f() {{ {statement} }} void g() {{ }} }}")
}

fn nested(open: &str, inner: &str, close: &str) -> String {
    in_method(&format!("{}{inner}{};", open.repeat(10_000), close.repeat(10_000)))
}

#[test]
fn parentheses_cost_nothing() {
    assert_eq!(read(in_method(&format!("x = {}1{};", "(".repeat(10_000), ")".repeat(10_000)))), (vec![], 2));
}

#[test]
fn too_deep_is_said_once_and_the_rest_is_read() {
    let cases = [
        ("{", "", "}"),
        ("x = a[", "0", "]"),
        ("f(", "", ")"),
        ("x = -~", "1", ""),
        ("x -> ", "1", ""),
        ("a ? b : ", "c", ""),
    ];
    for (open, inner, close) in cases {
        assert_eq!(read(nested(open, inner, close)).1, 2, "{open}");
    }
    assert_eq!(read(nested("{", "", "}")).0, ["E0102"]);
    assert_eq!(read(in_method(&format!("x = {}0{};", "a[".repeat(10_000), "]".repeat(10_000)))), (vec!["E0102"], 2));
    assert_eq!(
        read(format!("class A {{ {}B{} x; int y; }}", "B<".repeat(10_000), ">".repeat(10_000))),
        (vec!["E0102"], 2)
    );
    assert_eq!(read(format!("{}{}", "class A {".repeat(10_000), "}".repeat(10_000))), (vec!["E0102"], 1));
}

#[test]
fn chains_are_no_nesting() {
    assert_eq!(read(in_method(&format!("x = a{};", " + a".repeat(2_500)))), (vec![], 2));
    assert_eq!(read(in_method(&format!("x{};", ".a(b)".repeat(2_500)))), (vec![], 2));
    assert_eq!(read(in_method(&format!("if (a) b(); {}", "else if (a) b(); ".repeat(2_500)))), (vec![], 2));
}

#[test]
fn endless_chains_are_too_deep() {
    assert_eq!(read(in_method(&format!("x = a{};", "+a".repeat(100_000)))), (vec!["E0102"], 2));
    assert_eq!(read(in_method(&format!("x{};", ".a()".repeat(100_000)))), (vec!["E0102"], 2));
    assert_eq!(read(in_method(&format!("if (a) b(); {}", "else if (a) b(); ".repeat(20_000)))), (vec!["E0102"], 2));
}

#[test]
fn chains_inside_of_chains_are_bounded_together() {
    let inner = format!("(a{})", "+a".repeat(2_000));
    let (codes, _) = read(in_method(&format!("x = f({inner}){};", ".a()".repeat(2_000))));
    assert_eq!(codes, ["E0102"]);
}

#[test]
fn openings_without_an_end() {
    for text in ["(", "{", "}", "\"", "/*@", "<", "class A {", "new A() {"] {
        let (codes, _) = read(text.repeat(20_000));
        assert!(!codes.is_empty() && codes.len() <= 21, "{text}: {}", codes.len());
    }
}
