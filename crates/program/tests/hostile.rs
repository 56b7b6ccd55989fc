//! Programs that nobody writes but somebody generates: deep, long, wide or growing on their own.
//! Each must be read in time that does not explode, and give a well-formed program.
//!
//! The limits are generous, because tests run unoptimised on busy machines: what they catch is
//! cubic and exponential time.

use std::fmt::Write;
use std::time::{Duration, Instant};
use tightrope_program::{Options, lower, well_formed};
use tightrope_source::SourceMap;
use tightrope_syntax::{STACK_SIZE, parse_file};

const LIMIT: Duration = Duration::from_secs(60);

/// Reads a text as the command does, and gives the codes of what was reported.
fn read(text: String) -> Vec<&'static str> {
    let start = Instant::now();
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        let mut sources = SourceMap::new();
        let file = sources.add("Hostile.java", text.as_str());
        let parsed = parse_file(file, &text);
        let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
        assert_eq!(well_formed::check(&lowered.program), Vec::<String>::new());
        parsed.diagnostics.iter().chain(&lowered.diagnostics).map(|diagnostic| diagnostic.code.number()).collect()
    });
    let codes: Vec<&'static str> = worker.expect("a thread starts").join().expect("nothing panics");
    assert!(start.elapsed() < LIMIT, "took {:?}", start.elapsed());
    codes
}

fn accepted(text: String) {
    assert_eq!(read(text), Vec::<&str>::new());
}

/// One piece of text for each number.
fn each(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "{}", piece(number));
        text
    })
}

/// `class C7 extends C6`
fn chain(count: usize, body: impl Fn(usize) -> String) -> String {
    each(count, |i| match i {
        0 => format!("class C0 {{ {} }}", body(i)),
        _ => format!("class C{i} extends C{} {{ {} }}", i - 1, body(i)),
    })
}

#[test]
fn a_long_chain_of_classes() {
    accepted(chain(500, |i| format!("int f{i}; int m() {{ return f0; }} int n{i}() {{ return m(); }}")));
}

#[test]
fn a_chain_of_classes_beyond_the_limit() {
    let codes = read(chain(1400, |i| format!("int f{i}; int m() {{ return f{i}; }} int n{i}() {{ return m(); }}")));
    assert_eq!(codes, ["E0102"; 2]);
}

#[test]
fn a_chain_of_generic_classes() {
    let body = |i: usize| format!("T f{i}; T m(T t) {{ return f0; }}");
    accepted(each(400, |i| match i {
        0 => format!("class C0<T> {{ {} }}", body(i)),
        _ => format!("class C{i}<T> extends C{}<T> {{ {} }}", i - 1, body(i)),
    }));
}

#[test]
fn imports_of_many_packages() {
    let imports = each(1000, |i| format!("import a.b{i}.*;"));
    accepted(format!("{imports} class A {{ {} }}", each(1000, |i| format!("C{i} f{i};"))));
}

#[test]
fn a_chain_of_overloads() {
    accepted(chain(200, |i| format!("C{i} m(C{i} c) {{ return c.m(null); }}")));
}

#[test]
fn interfaces_in_a_lattice() {
    let layers = each(200, |i| match i {
        0 => "interface I0a { int m(); } interface I0b { int m(); }".to_string(),
        _ => {
            let above = format!("I{0}a, I{0}b", i - 1);
            format!("interface I{i}a extends {above} {{ int m(); }} interface I{i}b extends {above} {{ int m(); }}")
        }
    });
    accepted(format!("{layers} class A implements I199a, I199b {{ public int m() {{ return 1; }} }}"));
}

#[test]
fn types_that_double_with_every_call() {
    let calls = format!("{}null{}", "pair(".repeat(60), ")".repeat(60));
    let class = "class Pair<X, Y> {} class A { static <T> Pair<T, T> pair(T t) { return null; } Object f() { return";
    accepted(format!("{class} {calls}; }} }}"));
}

#[test]
fn bounds_that_grow() {
    accepted("class A<T extends A<A<A<T>>>> { T t; Object f() { return t.t.t.t.t.t.t; } }".to_string());
}

#[test]
fn many_locals_and_statements() {
    accepted(format!("class A {{ void f(int a) {{ {} }} }}", each(3000, |i| format!("int a{i} = a; a = a{i} + 1;"))));
}

#[test]
fn local_classes_that_capture_through_each_other() {
    let classes = each(300, |i| match i {
        0 => "class C0 { int g() { return p; } }".to_string(),
        _ => format!("class C{i} {{ int g() {{ return new C{}().g(); }} }}", i - 1),
    });
    accepted(format!("class A {{ int f(int p) {{ {classes} return new C299().g(); }} }}"));
}

#[test]
fn nested_finally_with_jumps() {
    let open = "while (b > 0) { try { if (b > 3) return x; if (b > 2) break; if (b > 1) continue; ".repeat(40);
    let close = "} finally { x++; } }".repeat(40);
    accepted(format!("class A {{ int x; int g(int b) {{ {open} x++; {close} return 0; }} }}"));
}

#[test]
fn constants_that_double() {
    let strings = each(40, |i| format!("static final String S{} = S{i} + S{i};", i + 1));
    read(format!("class A {{ static final String S0 = \"0123456789\"; {strings} }}"));
}

#[test]
fn constants_in_a_cycle() {
    read("class A { static final int A0 = A1, A1 = A2, A2 = A0 + 1; int f() { return A0; } }".to_string());
}

#[test]
fn nested_quantifiers() {
    let open = (0..60).fold(String::new(), |text, i| text + &format!("(\\forall int i{i}; 0 <= i{i} && i{i} < x; "));
    let clause = format!("//@ ensures {open} x > 0 {};", ")".repeat(60));
    accepted(format!("class A {{ int x;\n{clause}\nvoid f() {{}} }}"));
}

#[test]
fn one_long_clause() {
    let terms = each(5000, |i| format!("//@ && x > {i}"));
    accepted(format!("class A {{ int x;\n//@ ensures x >= 0\n{terms}//@ ;\nvoid f() {{}} }}"));
}

#[test]
fn a_method_declared_again_and_again() {
    let codes = read(format!("class A {{ {} }}", each(1000, |_| "int f() { return f(); }".to_string())));
    assert_eq!(codes, vec!["E0304"; 999]);
}

#[test]
fn many_unknown_names() {
    let fields = each(500, |i| format!("int aaaaaaaaaa{i};"));
    let codes = read(format!("class A {{ {fields} void f() {{ {} }} }}", each(500, |i| format!("aaaaaaaaax{i} = 1;"))));
    assert_eq!(codes, vec!["E0302"; 500]);
}

#[test]
fn arrays_of_too_many_dimensions() {
    assert_eq!(read(format!("class A {{ Object f() {{ return new int{}; }} }}", "[1]".repeat(300))), ["E0102"]);
    assert_eq!(read(format!("class A {{ int{} f; }}", "[ ]".repeat(20_000))), ["E0102"]);
    let (before, after) = ("[]".repeat(200), "[]".repeat(100));
    assert_eq!(read(format!("class A {{ int{before} f{after}; }}")), ["E0102"]);
}

#[test]
fn text_that_is_no_program() {
    assert_eq!(read(format!("class A {{ {} }}", "= + ) ] int ".repeat(20_000))), ["E0102"]);
}
