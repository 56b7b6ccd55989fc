//! Input that nobody writes: it must give messages, never a panic, an overflow or a long wait.

use super::{members, modifiers, rendered, statements};
use crate::{MAX_HEIGHT, MAX_NESTING, STACK_SIZE};
use std::time::{Duration, Instant};
use tightrope_source::Code;

fn codes(text: &str) -> Vec<Code> {
    members(text).1.iter().map(|found| found.code).collect()
}

/// As callers do with text that they cannot trust.
fn on_large_stack(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(test).expect("a thread");
    thread.join().expect("the test failed");
}

#[test]
fn deep_nesting_is_one_clear_error() {
    on_large_stack(check_deep_nesting_is_one_clear_error);
}

fn check_deep_nesting_is_one_clear_error() {
    for (opening, closing) in
        [("(", ")"), ("!", ""), ("(int) ", ""), ("f(", ")"), ("a[", "]"), ("x ? y : ", ""), ("a ==> ", "")]
    {
        let text = format!("/*@ invariant {}x{}; ensures y; @*/", opening.repeat(10_000), closing.repeat(10_000));
        assert_eq!(codes(&text), [Code::NestedTooDeep], "{opening}");
        assert!(members(&text).0.spec.is_some(), "{opening}");
    }
    let text = format!("/*@ {} @*/", "{| requires x; ".repeat(10_000));
    assert_eq!(codes(&text).first(), Some(&Code::NestedTooDeep));
    assert!(codes(&format!("/*@ model void f() {{ {} }} @*/", "{".repeat(10_000))).contains(&Code::NestedTooDeep));
    assert!(codes(&format!("/*@ ghost {} x; @*/", "A<".repeat(10_000))).contains(&Code::NestedTooDeep));
}

#[test]
fn nesting_up_to_the_limit_works() {
    on_large_stack(check_nesting_up_to_the_limit_works);
}

fn check_nesting_up_to_the_limit_works() {
    let levels = MAX_NESTING - 5;
    let text = format!("/*@ invariant {}x{}; @*/", "(".repeat(levels), ")".repeat(levels));
    assert_eq!(codes(&text), []);
    let text = format!("/*@ invariant {}x{}; @*/", "(\\forall int i; ".repeat(levels / 2), ")".repeat(levels / 2));
    assert_eq!(codes(&text), []);
}

#[test]
fn long_chains_work_up_to_their_limit() {
    on_large_stack(check_long_chains_work_up_to_their_limit);
}

fn check_long_chains_work_up_to_their_limit() {
    let chain = |operands: usize, operator: &str| {
        format!("/*@ invariant {}x.y; @*/", format!("x.y {operator} ").repeat(operands))
    };
    for operator in ["&&", "||", "!= 0 &&", "!= 0 ||"] {
        assert_eq!(codes(&chain(10_000, operator)), [], "{operator}");
    }
    for operator in ["+", "<==", "&", "=="] {
        assert_eq!(codes(&chain(MAX_HEIGHT - 10, operator)), [], "{operator}");
        assert_eq!(codes(&chain(MAX_HEIGHT + 10, operator)), [Code::NestedTooDeep], "{operator}");
    }
    assert_eq!(codes(&format!("/*@ invariant x{}; @*/", ".f".repeat(MAX_HEIGHT + 10))), [Code::NestedTooDeep]);
    // Chains in parentheses at the left of chains add up.
    let inner = " + x".repeat(1_000);
    let text = format!("/*@ invariant {}x{}; @*/", "(".repeat(5), format!("{inner})").repeat(5));
    assert_eq!(codes(&text), [Code::NestedTooDeep]);
    let text = format!("/*@ invariant f({}0); @*/", "x, ".repeat(50_000));
    assert_eq!(codes(&text), []);
}

#[test]
fn repetition_takes_no_more_than_linear_time() {
    on_large_stack(check_time_is_linear);
}

fn check_time_is_linear() {
    for unit in [
        "(a<b, ",
        "(* ",
        "//@ ",
        "{| ",
        "@",
        "requires ;",
        "also ",
        "\"",
        "(a<",
        "pure ",
        "x ",
        "\\old(",
        "model f(",
        "ghost int x = (;",
    ] {
        let start = Instant::now();
        let text = format!("/*@ {} @*/", unit.repeat(10_000));
        members(&text);
        statements(&text);
        modifiers(&text);
        let lines = format!("//@ {unit}\n").repeat(10_000);
        members(&lines);
        statements(&lines);
        assert!(start.elapsed() < Duration::from_secs(20), "{unit}: {:?}", start.elapsed());
    }
}

#[test]
fn odd_characters_and_empty_comments() {
    for text in [
        "//@",
        "/*@*/",
        "/*@@*/",
        "/*@ */",
        "//@ \\",
        "//@ #",
        "//@ \u{1f600}",
        "/*@ é requires ü; */",
        "//@ '",
        "//@ .",
        "//@ |}",
        "//@ }",
        "/*@ @",
        "//@ \\u0041",
        "//@ @",
        "//+X@ pure",
        "/*@ invariant \"\"\"x\"\"\"; */",
    ] {
        members(text);
        statements(text);
        modifiers(text);
    }
}

const VALID: &str = "/*@ public invariant (\\forall nullable Node n; \\reach(root, Node, left + right).has(n); n.a[i] >>> 2 != -1L);\n\
  @ also public normal_behavior requires x instanceof Node m && (Node) y == (z); {| ensures \\old(a, L) <==> b ? c : d; also\n\
  @ signals (E e) \"s\\n\" + 'c' == null; |} assignable a[0..n], this.*, \\nothing, o.f[*]; old int q = 0x1F, r[] = {1, 2};\n\
  @ implies_that ensures (* informal *) ==> \\fresh(x); represents s \\such_that s <: \\type(T[]); in a, b;\n\
  @ model <T extends A> int f(final List<? super T> x, int... y) throws E { for (int i = 0; i < 1; i++) { x.g(); } return 1; }\n\
  @ ghost java.util.Map<K, V[]> g = new HashMap<>(1); set x = y; loop_invariant z; assert w : \"m\"; @*/";

/// A simple pseudo-random sequence, the same in every run.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

#[test]
fn mutations_never_panic() {
    let pieces = [
        "(",
        ")",
        ";",
        "{|",
        "|}",
        "}",
        "{",
        "\\",
        "\"",
        "(*",
        "*)",
        "@",
        "<",
        ">",
        "==>",
        "also",
        "ghost",
        "model ",
        "new ",
        ".",
        "..",
        "é",
        "0x",
        "\n",
        " requires ",
        "\\forall ",
        ",",
        "[",
        "]",
        "?",
        "=",
    ];
    let mut sequence = Sequence(42);
    for _ in 0..1_500 {
        let mut text: Vec<char> = VALID.chars().collect();
        for _ in 0..=sequence.below(6) {
            let at = sequence.below(text.len());
            match sequence.below(3) {
                0 => {
                    let end = (at + sequence.below(12)).min(text.len());
                    text.drain(at..end);
                }
                1 => {
                    let piece = pieces[sequence.below(pieces.len())];
                    text.splice(at..at, piece.chars());
                }
                _ => {
                    let other = sequence.below(text.len());
                    text.swap(at, other);
                }
            }
        }
        let text: String = text.into_iter().collect();
        members(&text);
        statements(&text);
        modifiers(&text);
    }
}

#[test]
fn every_prefix_is_survived_with_few_messages() {
    for (end, _) in VALID.char_indices() {
        let (_, diagnostics) = members(&VALID[..end]);
        assert!(diagnostics.len() <= 4, "{end}: {:?}", rendered(&diagnostics));
        statements(&VALID[..end]);
    }
}
