//! Malformed JML: one message for one slip, and everything else kept.

use super::printer;
use super::{members, modifiers, rendered, statements};

fn complaints(text: &str) -> Vec<String> {
    rendered(&members(&format!("/*@ {text} @*/")).1)
}

fn spec_after(text: &str) -> String {
    members(&format!("/*@ {text} @*/")).0.spec.as_ref().map(printer::spec).unwrap_or_default()
}

#[test]
fn missing_semicolon() {
    let text = "requires x > 0\n @ ensures y;";
    assert_eq!(complaints(text), ["E0201 expected `;` after the `requires` clause, found `ensures`"]);
    assert_eq!(spec_after(text), "[Lightweight (requires (Greater x 0)) (ensures y)]");
    assert_eq!(complaints("requires a &&\n @ ensures b;"), ["E0201 expected an expression, found `ensures`"]);
    assert_eq!(complaints("ensures x"), ["E0201 expected `;` after the `ensures` clause"]);
    assert_eq!(
        complaints("ensures x) && y; requires z;"),
        ["E0201 expected `;` after the `ensures` clause, found `)`"]
    );
    assert_eq!(
        complaints("requires (a)\n ensures b;"),
        ["E0201 expected `;` after the `requires` clause, found `ensures`"]
    );
}

#[test]
fn broken_expressions_leave_the_other_clauses() {
    let text = "requires (\\forall int i; 0 <= ; a[i]); ensures y;\n requires a + ;\n signals (E e) b;";
    assert_eq!(
        complaints(text),
        ["E0201 expected an expression, found `;`", "E0201 expected an expression, found `;`"]
    );
    assert_eq!(spec_after(text), "[Lightweight (requires <error>) (ensures y) (requires <error>) (signals E e b)]");
    assert_eq!(complaints("requires f(a, b; ensures x;"), ["E0201 expected `)`, found `;`"]);
    assert_eq!(spec_after("requires f(a, b;\n ensures x;"), "[Lightweight (requires <error>) (ensures x)]");
}

#[test]
fn broken_clauses_are_not_taken_for_unchecked_ones() {
    let text = "signals Exception e; signals_only ; assignable x, ; old int = 3; ensures x;";
    assert_eq!(complaints(text).len(), 4, "{:?}", complaints(text));
    assert_eq!(
        spec_after(text),
        "[Lightweight (signals <error> - -) (signals_only <error>) (assignable <error>) (old <error>) (ensures x)]"
    );
}

#[test]
fn unknown_words() {
    assert_eq!(
        complaints("requirs x > 0; ensures y;"),
        ["E0202 unknown JML keyword `requirs`; did you mean `requires`?"]
    );
    assert_eq!(spec_after("requirs x > 0; ensures y;"), "[Lightweight (ensures y)]");
    assert_eq!(
        complaints("invariant \\reslt == 1;"),
        ["E0202 unknown JML keyword `\\reslt`; did you mean `\\result`?"]
    );
    assert_eq!(complaints("invariant \\frobnicate(x);"), ["E0202 unknown JML keyword `\\frobnicate`"]);
    assert_eq!(
        rendered(&modifiers("/*@ nulable @*/").1),
        ["E0202 unknown JML modifier `nulable`; did you mean `nullable`?"]
    );
    assert_eq!(
        rendered(&statements("//@ lop_invariant x;\n//@ decreases y;").1),
        ["E0202 unknown JML keyword `lop_invariant`; did you mean `loop_invariant`?"]
    );
    assert_eq!(statements("//@ lop_invariant x;\n//@ decreases y;").0.loop_clauses.len(), 1);
}

#[test]
fn misuse_has_its_own_words() {
    assert_eq!(complaints("invariant 0 <= i > n;"), ["E0201 only `<` and `<=`, or `>` and `>=`, can be chained"]);
    assert_eq!(complaints("invariant 0 <= i < n && n >= i > 0;"), [""; 0]);
    assert_eq!(
        complaints("invariant 0 <= f(0 < i < 2) < n;"),
        ["E0201 an operand in the middle of a chain of comparisons is a chain itself"]
    );
    assert_eq!(complaints("invariant a ==> b <== c;"), ["E0201 `==>` and `<==` cannot be mixed without parentheses"]);
    assert_eq!(complaints("invariant a <== b ==> c;"), ["E0201 `==>` and `<==` cannot be mixed without parentheses"]);
    assert_eq!(
        complaints("invariant (\\forall int i, Node n; true);"),
        ["E0201 the variables of one `\\forall` share one type"]
    );
    assert_eq!(
        complaints("invariant \\forall int i; true;"),
        ["E0201 `\\forall` must stand in parentheses of its own"]
    );
    assert_eq!(complaints("invariant x -> y;"), ["E0201 lambda expressions are not supported in JML"]);
    assert_eq!(complaints("invariant f(Node::ok);"), ["E0201 method references are not supported in JML"]);
    assert_eq!(complaints("model class A { int x; } invariant a;"), ["E0201 model classes are not supported"]);
    assert_eq!(complaints("int x;"), ["E0201 a declaration inside a JML annotation must be `ghost` or `model`"]);
    assert_eq!(
        rendered(&statements("//@ x = 1;").1),
        ["E0201 an assignment inside a JML annotation needs the keyword `set`"]
    );
    assert_eq!(complaints("also"), ["E0201 expected a specification case after `also`"]);
    assert_eq!(
        complaints("normal_behavior ensures a; exceptional_behavior signals (E e) b;"),
        ["E0201 expected `also` before `exceptional_behavior`: it starts another specification case"]
    );
    assert_eq!(
        complaints("requires a; ghost int x;"),
        ["W0512 this method contract stands before a field and belongs to no method"]
    );
    assert_eq!(
        rendered(&modifiers("/*@ requires x; @*/").1),
        ["W0203 a `requires` clause has no meaning here, and is ignored"]
    );
    assert_eq!(complaints("assignable a[*].f;"), ["E0201 nothing may follow `[*]` in a location"]);
    assert_eq!(complaints("ensures o.* == 1;"), ["E0201 `.*` is only allowed in an `assignable` clause"]);
}

#[test]
fn literals_out_of_range() {
    assert_eq!(
        complaints("invariant x < 2147483648;"),
        ["E0103 `2147483648` does not fit into an `int`; write `2147483648L` for a `long`"]
    );
    assert_eq!(complaints("invariant 089 > 1;"), ["E0103 `089` is not a number"]);
    assert_eq!(complaints("invariant 'ab' > 1;"), ["E0103 `'ab'` is not exactly one character"]);
    assert_eq!(complaints("invariant 0x1_0000_0000 > 1;").len(), 1);
    assert_eq!(complaints("invariant 9223372036854775808L > 1;").len(), 1);
    assert_eq!(complaints("invariant s == \"\\q\";"), ["E0103 this string has an unknown escape"]);
}

#[test]
fn what_does_not_end() {
    let text = "requires s == \"abc;\n ensures y;";
    assert_eq!(complaints(text), ["E0204 this string literal does not end on its line"]);
    assert_eq!(spec_after(text), "[Lightweight (requires <error>) (ensures y)]");
    assert_eq!(complaints("requires (* never ends;"), ["E0204 this informal predicate `(* …` does not end with `*)`"]);
}

#[test]
fn a_broken_ghost_variable_is_still_declared() {
    let (found, diagnostics) = members("//@ ghost int x = 1 + ;\n//@ invariant x > 0;");
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(printer::member(&found.members[0]), "(field Ghost int x=<error>)");
    assert_eq!(found.clauses.len(), 1);
}
