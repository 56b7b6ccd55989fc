//! `tightrope run` from outside: every kind of argument, every kind of end, heap files good and
//! bad.
//!
//! Expected transcripts lie in `commands/`; `TIGHTROPE_BLESS=1` accepts the actual ones.

mod support;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use support::{expect, project, run, scratch, transcript, write};

const CALC: &str = r#"class Calc {
    static int add(int left, int right) {
        return left + right;
    }

    static long add(long left, long middle, long right) {
        return left + middle + right;
    }

    static int pick(int number) {
        return 1;
    }

    static int pick(boolean truth) {
        return 2;
    }

    static byte narrow(byte small, short larger) {
        return (byte) (small + larger);
    }

    static boolean not(boolean truth) {
        return !truth;
    }

    static char next(char letter) {
        return (char) (letter + 1);
    }

    static String greet(String name) {
        return "hello, " + name;
    }

    static int[] reverse(int[] values) {
        int[] reversed = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            reversed[values.length - 1 - i] = values[i];
        }
        return reversed;
    }

    static int letters(String[][] words) {
        int count = 0;
        for (String[] row : words) {
            for (String word : row) {
                count += word.length();
            }
        }
        return count;
    }

    static Object same(Object any) {
        return any;
    }

    static int divide(int left, int right) {
        return left / right;
    }

    static void fail(String reason) {
        throw new IllegalStateException(reason);
    }

    static int depth(int calls) {
        return calls == 0 ? 0 : 1 + depth(calls - 1);
    }

    static void repeat() {
        while (true) {
        }
    }

    static void count() {
        long counter = 0;
        while (true) {
            counter++;
        }
    }

    static void fill() {
        while (true) {
            new Calc();
        }
    }

    static void grow() {
        String text = "long";
        while (true) {
            text = text + text;
        }
    }

    static int half(int number) {
        return number % 2 == 0 ? number / 2 : (int) (number / 2.0);
    }

    static void positive(int number) {
        //@ assert number > 0;
    }

    static double real(double number) {
        return number;
    }
}
"#;

const STACK: &str = "\
abstract class Container {
    static int calls;

    abstract int take(int position);
}

class Stack extends Container {
    Node top;
    long size;

    static class Node {
        int value;
        Node below;
    }

    int take(int index) {
        calls++;
        Node node = top;
        for (int i = 0; i < index; i++) {
            node = node.below;
        }
        return node.value;
    }

    void push(Node node) {
        node.below = top;
        top = node;
        size++;
    }

    Node topNode() {
        return top;
    }

    void raise(RuntimeException problem) {
        throw problem;
    }
}
";

/// Runs all, and compares what they show with `commands/NAME.expected`.
fn check(name: &str, folder: &Path, commands: &[&[&str]]) {
    let mut shown = String::new();
    for arguments in commands {
        let arguments: Vec<&str> = ["run"].iter().chain(*arguments).copied().collect();
        let _ = writeln!(shown, "{}", transcript(&arguments, &run(folder, &arguments)));
    }
    let expected = project().join("crates/cli/tests/commands").join(format!("{name}.expected"));
    if let Err(complaint) = expect(&expected, &shown) {
        panic!("{complaint}");
    }
}

fn calc(name: &str) -> PathBuf {
    let folder = scratch(name);
    write(&folder, "Calc.java", CALC);
    folder
}

/// A stack, and `FILE.heap` for each pair of name and text.
fn stack(name: &str, heaps: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(name);
    write(&folder, "Stack.java", STACK);
    for (heap, text) in heaps {
        write(&folder, &format!("{heap}.heap"), text);
    }
    folder
}

const TWO: &str = "\
this = Stack#3
node = Node#7
Stack#3 { top: Node#9, size: 2 }
Node#9 { value: 4, below: Node#8 } // the newest
Node#8 { value: 6 }
Node#7 { value: 1 }
";

#[test]
fn arguments_of_every_type() {
    let commands: &[&[&str]] = &[
        &["Calc.add", "2147483647", "1"],
        &["Calc.add", "-5", "0x1F"],
        &["Calc.add", "5", "-6", "Long.MAX_VALUE"],
        &["Calc.pick(boolean)", "true"],
        &["Calc.narrow", "-128", "-1"],
        &["Calc.not", "false"],
        &["Calc.next", "a"],
        &["Calc.next", "'\\n'"],
        &["Calc.greet", "World"],
        &["Calc.greet", "\"a \\\"b\\\"\""],
        &["Calc.greet", "null"],
        &["Calc.reverse", "[1, 2,3]", "--before"],
        &["Calc.reverse", "[]", "--path", "Calc.java"],
        &["Calc.letters", "[[ab, \"c,d\"], []]"],
        &["Calc.same", "\"text\""],
        &["Calc.new"],
    ];
    check("run_arguments", &calc("run_arguments"), commands);
}

#[test]
fn arguments_that_do_not_fit() {
    let commands: &[&[&str]] = &[
        &["Calc.add", "1"],
        &["Calc.not"],
        &["Calc.pick", "1"],
        &["Calc.ad", "1", "2"],
        &["Calk.add", "1", "2"],
        &["Calc.add", "2147483648", "1"],
        &["Calc.add", "5L", "1"],
        &["Calc.add", "five", "1"],
        &["Calc.narrow", "128", "0"],
        &["Calc.not", "1"],
        &["Calc.next", "ab"],
        &["Calc.greet", "\"open"],
        &["Calc.reverse", "1,2"],
        &["Calc.reverse", "[1, two]"],
        &["Calc.same", "text"],
        &["Calc.real", "1.5"],
    ];
    check("run_bad_arguments", &calc("run_bad_arguments"), commands);
}

#[test]
fn every_kind_of_end() {
    let commands: &[&[&str]] = &[
        &["Calc.divide", "1", "0"],
        &["Calc.fail", "too late"],
        &["Calc.positive", "0"],
        &["Calc.repeat"],
        &["Calc.count", "--max-steps", "100000"],
        &["Calc.fill", "--max-objects", "1000"],
        &["Calc.grow"],
        &["Calc.depth", "5000"],
        &["Calc.depth", "500000"],
        &["Calc.depth", "50", "--max-depth", "40"],
        &["Calc.half", "4"],
        &["Calc.half", "5"],
    ];
    check("run_ends", &calc("run_ends"), commands);
}

#[test]
fn methods_run_on_heaps() {
    let boxed = "this = Stack#0\nproblem = IllegalStateException#0\nStack#0 {}\nIllegalStateException#0 {}\n";
    let heaps = [("two", TWO), ("calls", "this = Stack#0\nContainer.calls = 5\nStack#0 { top: Node#0 }\nNode#0 {}\n")];
    let folder = stack("run_heaps", &[heaps[0], heaps[1], ("problem", boxed)]);
    let commands: &[&[&str]] = &[
        &["Stack.push", "--heap", "two.heap", "--before"],
        &["Stack.push", "Node#8", "--heap", "two.heap"],
        &["Stack.topNode", "--heap", "two.heap", "--quiet"],
        &["Container.take", "1", "--heap", "two.heap"],
        &["Stack.take", "2", "--heap", "two.heap"],
        &["Stack.take", "0", "--heap", "calls.heap"],
        &["Stack.raise", "--heap", "problem.heap"],
    ];
    check("run_heaps", &folder, commands);
}

#[test]
fn a_heap_may_leave_values_open() {
    let open = "this = Stack#1\nindex = 1\nnode = ?\nStack#1 { top: Node#4, size: ? }\nNode#4 { value: ?, below: ? }\n";
    let folder = stack("run_open", &[("open", open)]);
    let commands: &[&[&str]] = &[
        &["Stack.take", "--heap", "open.heap", "--quiet"],
        &["Stack.take", "0", "--heap", "open.heap", "--quiet"],
        &["Stack.topNode", "--heap", "open.heap", "--quiet"],
        &["Stack.push", "--heap", "open.heap", "--quiet"],
        &["Stack.push", "Node#4", "--heap", "open.heap", "--quiet"],
    ];
    check("run_open", &folder, commands);
}

#[test]
fn heap_files_that_do_not_fit() {
    let heaps = [
        ("syntax", "this = Stack#0\nStack#0 { top: Node#0\n"),
        ("field", "this = Stack#0\nStack#0 { tap: null }\n"),
        ("types", "this = Stack#0\nStack#0 { top: Stack#0 }\nNode#0 { value: true }\nString#0 { }\n"),
        ("this", "this = Node#0\nNode#0 {}\n"),
        ("abstract", "this = Container#0\nContainer#0 {}\n"),
        ("parameter", "this = Stack#0\nindex = null\nStack#0 {}\n"),
        ("static", "this = Stack#0\nindex = 1\nContainer.cals = 1\nStack#0 {}\n"),
        ("misspelled", "this = Stack#0\nindx = 1\nStack#0 {}\n"),
        ("empty", ""),
    ];
    let folder = stack("run_bad_heaps", &heaps);
    write(&folder, "latin.heap", b"// caf\xe9\n");
    let files: Vec<String> = heaps.iter().map(|(name, _)| format!("{name}.heap")).collect();
    let others = ["latin.heap".to_owned(), "missing.heap".to_owned()];
    let commands: Vec<[&str; 3]> =
        files.iter().chain(&others).map(|file| ["Stack.take", "--heap", file.as_str()]).collect();
    let mut commands: Vec<&[&str]> = commands.iter().map(|command| command.as_slice()).collect();
    commands.extend([&["Stack.take", "1"][..], &["Container.new"]]);
    check("run_bad_heaps", &folder, &commands);
}

/// Whoever has an object has its class initialised; a class that fails to initialise is an error of
/// its own.
#[test]
fn classes_are_initialised() {
    let folder = scratch("run_classes");
    write(
        &folder,
        "Owner.java",
        "class Owner {\n    Table table;\n\n    int second() {\n        return table.at(1);\n    }\n}\n\nclass Table {\n    static int[] values = {4, 5};\n\n    int at(int index) {\n        return values[index];\n    }\n}\n\nclass Bad {\n    static int value = 1 / 0;\n\n    static int get() {\n        return value;\n    }\n}\n",
    );
    write(&folder, "owner.heap", "this = Owner#0\nOwner#0 { table: Table#0 }\nTable#0 {}\n");
    write(&folder, "table.heap", "this = Table#0\nTable.values = null\nTable#0 {}\n");
    let commands: &[&[&str]] =
        &[&["Owner.second", "--heap", "owner.heap"], &["Table.at", "0", "--heap", "table.heap"], &["Bad.get"]];
    check("run_classes", &folder, commands);
}

/// Errors of other files leave a method alone.
#[test]
fn nothing_runs_where_java_is_wrong() {
    let folder = calc("run_errors");
    write(
        &folder,
        "Broken.java",
        "class Broken {\n    int size = siz;\n\n    static int two() {\n        return 2;\n    }\n}\n",
    );
    check(
        "run_errors",
        &folder,
        &[&["Calc.add", "1", "2"], &["Broken.two"], &["Calc.add", "1", "2", "-p", "Calc.java"]],
    );
}

/// The heap that a run prints is one to start from: constants of enums are themselves again, and
/// static fields hold what the run has left there.
#[test]
fn heaps_can_be_read_back() {
    let folder = scratch("run_again");
    write(
        &folder,
        "Light.java",
        "import java.util.*;\n\nclass Light {\n    enum Color { RED, GREEN }\n\n    static int made;\n    static final int[] COUNTS = {0, 0};\n    static final List<Color> SEEN = new ArrayList<>();\n    Color color;\n\n    static Light make() {\n        Light light = new Light();\n        light.color = Color.GREEN;\n        made = 5;\n        COUNTS[1]++;\n        SEEN.add(Color.GREEN);\n        return light;\n    }\n\n    boolean isGreen() {\n        return color == Color.GREEN && SEEN.get(0) == color;\n    }\n\n    int code() {\n        return switch (color) { case RED -> 1; case GREEN -> 2; };\n    }\n\n    int sum() {\n        return made + COUNTS[1] + Color.values().length;\n    }\n}\n",
    );
    let made = run(&folder, &["run", "Light.make"]);
    let shown = String::from_utf8_lossy(&made.stdout).into_owned();
    let heap = shown.split_once("after:\n").expect("a heap after the run").1.replace("result =", "this =");
    write(&folder, "again.heap", heap.as_str());
    let commands: &[&[&str]] = &[
        &["Light.make"],
        &["Light.isGreen", "--heap", "again.heap"],
        &["Light.code", "--heap", "again.heap"],
        &["Light.sum", "--heap", "again.heap"],
    ];
    check("run_again", &folder, commands);
}
