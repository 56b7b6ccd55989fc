//! Broken text: what is said, and what is still read.

use crate::printer::{members, stmts};
use crate::{codes, methods, parse};

fn messages(text: &str) -> Vec<String> {
    parse(text)
        .diagnostics
        .into_iter()
        .map(|diagnostic| format!("{} {}", diagnostic.code.number(), diagnostic.message))
        .collect()
}

#[test]
fn a_missing_token_is_named() {
    assert_eq!(messages("class A { int x = 1 }"), ["E0101 expected `;` after `1`"]);
    assert_eq!(messages("class A { void f() { g(1; } }"), ["E0101 expected `)` after `1`"]);
}

#[test]
fn one_error_for_a_line() {
    assert_eq!(codes(&parse("class A { void f() { x = = 1; y = = 2; } }")), ["E0101"]);
}

#[test]
fn a_line_without_its_semicolon() {
    let parsed = parse("class A { void f() {\n int x = 3\n y = 4;\n } }");
    assert_eq!(codes(&parsed), ["E0101"]);
    assert_eq!(parsed.diagnostics[0].hints, ["perhaps a `;` is missing at the end of this line"]);
}

#[test]
fn members_beside_an_error_are_kept() {
    let parsed = parse("class A { int a; void f() { x = = 1; y = 2; } int b; void g() {} }");
    assert_eq!(codes(&parsed), ["E0101"]);
    assert_eq!(members(&parsed.unit.types[0]), ["int a", "void f()", "int b", "void g()"]);
    let body = methods(&parsed.unit.types[0])[0].body.as_ref().map(|body| stmts(&body.stmts));
    assert!(body.is_some_and(|body| body.contains("ERROR") && body.ends_with("(y = 2);")));
}

#[test]
fn braces_out_of_balance_are_one_error() {
    assert_eq!(messages("class A { void f() { if (x) { } void g() { } }"), ["E0101 this `{` is never closed"]);
    assert_eq!(messages("class A { void f() { } } } class B { }"), ["E0101 this `}` closes nothing"]);
}

#[test]
fn what_stands_outside_of_classes() {
    assert_eq!(messages("void f() { } int x;"), ["E0101 this stands outside of any class"]);
}

#[test]
fn endless_things() {
    assert_eq!(messages("class A { } /* abc"), ["E0101 this comment does not end"]);
    assert_eq!(messages("class A { String s = \"abc;\n String t = \"d\"; }"), ["E0101 this string does not end"]);
    assert_eq!(messages("class A { char c = 'a;\n int x; }"), ["E0101 this character literal does not end"]);
    assert_eq!(messages("class A { String s = \"\"\"\n a\"; }"), ["E0101 this text block does not end"]);
}

#[test]
fn bad_literals() {
    assert_eq!(
        messages("class A { int x = 2147483648; char c = 'ab'; int y = 1; }"),
        [
            "E0103 `2147483648` is too large for an `int`; a `long` is written with an `L` at its end",
            "E0103 'ab' holds more than one character; a string is written with double quotes"
        ]
    );
    assert_eq!(codes(&parse("class A { int x = -(2147483648); }")), ["E0103"]);
}

#[test]
fn unicode_escapes_outside_of_literals() {
    assert_eq!(messages("class A { int \\u0061; }"), ["E0101 a Unicode escape outside of a literal"]);
}

#[test]
fn errors_are_few() {
    let text = format!("class A {{ void f() {{ {} }} }}", "x = = 1;\n".repeat(100));
    assert_eq!(parse(&text).diagnostics.len(), 20);
}

#[test]
fn text_of_any_kind_is_read() {
    for text in [
        "\u{feff}class A {}",
        "\0\0\0",
        "}{",
        "class",
        "@",
        "😀",
        "class A { \"",
        "'",
        "/*",
        "//",
        "/*@",
        "//@",
        "import",
        "class A<",
    ] {
        let _ = parse(text);
    }
}
