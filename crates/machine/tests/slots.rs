//! What a place can hold and which two places can hold the same object, for all pairs of about
//! thirty types, against the JVM.
//!
//! The JVM says of an object of each class whether it is an instance of each type. What the bounds
//! of a problem let a parameter hold must be such an instance. Two parameters can hold the same
//! object if there is one that both types admit and that is of the user's classes, or of exactly
//! one of the two types: arrays and other classes of the library are tried only where a place is
//! declared to hold them. Which of two parameters comes first makes no difference.

#[path = "support/jvm_runner.rs"]
mod jvm_runner;

use jvm_runner::{VirtualMachine, jdk_is_here};
use std::collections::BTreeMap;
use std::fmt::Write;
use tightrope_heap::Scope;
use tightrope_problem::{Bounds, Problem, Values};
use tightrope_program::{ClassOrigin, MethodId, Options, Program, Type, lower};
use tightrope_source::SourceMap;

const CLASSES: &str = "
interface Shape { }
interface Named { }
class Base implements Shape { }
class Middle extends Base implements Named { }
class Leaf extends Middle { }
final class Alone implements Comparable<Alone> { public int compareTo(Alone other) { return 0; } }
abstract class Open { }
class Closed extends Open implements Shape { }
enum Color { RED, GREEN }
record Pair(int a, int b) { }
class Cell<T> { T item; }
class Trouble extends RuntimeException { }
";

/// A type, and what makes an object of exactly this type, if there are such.
const TYPES: [(&str, &str); 32] = [
    ("Object", "new Object()"),
    ("Comparable", ""),
    ("CharSequence", ""),
    ("Number", ""),
    ("Integer", "1"),
    ("Long", "1L"),
    ("String", "\"a\""),
    ("Shape", ""),
    ("Named", ""),
    ("Base", "new Base()"),
    ("Middle", "new Middle()"),
    ("Leaf", "new Leaf()"),
    ("Alone", "new Alone()"),
    ("Open", ""),
    ("Closed", "new Closed()"),
    ("Color", "Color.RED"),
    ("Pair", "new Pair(1, 2)"),
    ("Cell", "new Cell()"),
    ("int[]", "new int[1]"),
    ("long[]", "new long[1]"),
    ("int[][]", "new int[1][1]"),
    ("Object[]", "new Object[1]"),
    ("Base[]", "new Base[1]"),
    ("Leaf[]", "new Leaf[1]"),
    ("Shape[]", "new Shape[1]"),
    ("Integer[]", "new Integer[1]"),
    ("Base[][]", "new Base[1][1]"),
    ("java.util.List", ""),
    ("java.util.ArrayList", "new java.util.ArrayList()"),
    ("java.util.Map", ""),
    ("RuntimeException", "new RuntimeException()"),
    ("Trouble", "new Trouble()"),
];

/// By type: is an object of exactly this other type an instance? `None`: there is no such object.
type Instances = Vec<Vec<Option<bool>>>;

/// A class with a method for each pair of types, which compares its parameters; for the JVM, one
/// that says for each type which objects are instances.
fn source(class: &str, for_jvm: bool) -> String {
    let mut text = format!("class {class} {{\n");
    for (a, (left, _)) in TYPES.iter().enumerate() {
        let class_literal = format!("{left}.class");
        let tests = TYPES.iter().map(|(_, object)| match *object {
            "" => "\"-\"".to_owned(),
            object => format!("({class_literal}.isInstance({object}) ? \"1\" : \"0\")"),
        });
        if for_jvm {
            let tests: Vec<String> = tests.collect();
            let _ = writeln!(text, "static String test{a}() {{ return \"\" + {}; }}", tests.join(" + "));
            continue;
        }
        for (b, (right, _)) in TYPES.iter().enumerate() {
            let params = format!("/*@ nullable @*/ {left} a, /*@ nullable @*/ {right} b");
            let _ = writeln!(text, "static boolean p{a}x{b}({params}) {{ return (Object) a == (Object) b; }}");
        }
    }
    text + "}\n" + CLASSES
}

fn instances(jvm: &mut VirtualMachine) -> Instances {
    let path = jvm.folder.join("Slots.java");
    std::fs::write(&path, source("Slots", true)).expect("the program is written");
    let answer = jvm.run([path.as_path()]);
    assert!(answer.refused.is_empty(), "{:?}", answer.refused);
    let row = |index: usize| {
        let text = &answer.results[&format!("Slots.test{index}")];
        let bits = text.chars().filter(|letter| "01-".contains(*letter));
        let row: Vec<Option<bool>> = bits.map(|bit| (bit != '-').then_some(bit == '1')).collect();
        assert_eq!(row.len(), TYPES.len(), "{text}");
        row
    };
    (0..TYPES.len()).map(row).collect()
}

fn read() -> Program {
    let text = source("Slots", false);
    let mut sources = SourceMap::new();
    let file = sources.add("Slots.java", text.as_str());
    let parsed = tightrope_syntax::parse_file(file, &text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    let is_error =
        |diagnostic: &&tightrope_source::Diagnostic| diagnostic.severity() == tightrope_source::Severity::Error;
    let errors: Vec<_> = lowered.diagnostics.iter().filter(is_error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    lowered.program
}

/// May the place hold an object of exactly this type? An opaque value stands for any object.
fn holds(program: &Program, values: &Values, object: Type) -> bool {
    match values {
        Values::AnyObject { .. } => true,
        Values::References(references) => references.fits.allows(program, object),
        _ => false,
    }
}

/// The differences with the JVM.
fn compare(program: &Program, instances: &Instances) -> Vec<String> {
    let methods: BTreeMap<String, MethodId> =
        program.method_ids().map(|id| (program.method(id).name.to_string(), id)).collect();
    let type_of = |index: usize| program.method(methods[&format!("p{index}x{index}")]).params[0].ty;
    let types: Vec<Type> = (0..TYPES.len()).map(type_of).collect();
    let is_users = |ty: Type| ty.as_class().is_some_and(|class| program.class(class).origin == ClassOrigin::User);
    let mut aliases = BTreeMap::new();
    let mut found = Vec::new();
    for a in 0..TYPES.len() {
        for b in 0..TYPES.len() {
            let problem = Problem::of_method(program, methods[&format!("p{a}x{b}")]);
            let bounds = Bounds::resolve(&problem, &Scope::of(2));
            let values = |index: usize| &bounds.values[bounds.params[index].index()];
            let (left, right) = (values(0), values(1));
            let name = format!("({}, {})", TYPES[a].0, TYPES[b].0);
            for (object, ty) in types.iter().enumerate() {
                for (place, held) in [(a, left), (b, right)] {
                    let says = matches!(held, Values::References(_)) && holds(program, held, *ty);
                    if says && instances[place][object] == Some(false) {
                        found.push(format!(
                            "{name}: a {} stands in a place of type {}",
                            TYPES[object].0, TYPES[place].0
                        ));
                    }
                }
            }
            let admitted =
                |object: &usize| holds(program, left, types[*object]) && holds(program, right, types[*object]);
            let common = |object: &usize| instances[a][*object] == Some(true) && instances[b][*object] == Some(true);
            let is_tried = |object: &usize| is_users(types[*object]) || *object == a || *object == b;
            let can_alias = (0..TYPES.len()).any(|object| admitted(&object));
            let missing = (0..TYPES.len()).find(|object| common(object) && is_tried(object) && !admitted(object));
            if let Some(object) = missing {
                found.push(format!("{name}: both can be the same {}, here they cannot", TYPES[object].0));
            }
            aliases.insert((a, b), can_alias);
        }
    }
    let unequal = aliases.iter().filter(|((a, b), can)| aliases[&(*b, *a)] != **can);
    found.extend(unequal.map(|((a, b), _)| format!("({}, {}): the order matters", TYPES[*a].0, TYPES[*b].0)));
    found
}

#[test]
fn places_hold_what_the_jvm_lets_them_hold() {
    if !jdk_is_here() {
        return;
    }
    let instances = instances(&mut VirtualMachine::start("slots", 1, &[]));
    let run = move || {
        let found = compare(&read(), &instances);
        assert!(found.is_empty(), "{} differences:\n{}", found.len(), found.join("\n"));
    };
    let worker = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(run);
    worker.expect("a thread starts").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}
