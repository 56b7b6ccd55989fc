//! A file finds the files that it needs, as it does for `javac`; they are read, not checked.

mod support;

use std::path::{Path, PathBuf};
use support::{expect, project, run, scratch, transcript, write};

fn check(name: &str, folder: &Path, arguments: &[&str]) {
    let output = run(folder, arguments);
    let expected = project().join("crates/cli/tests/commands").join(format!("{name}.expected"));
    if let Err(complaint) = expect(&expected, &transcript(arguments, &output)) {
        panic!("{complaint}");
    }
}

/// Two modules; the second uses the first, its own package, and a package as a whole.
fn modules(name: &str) -> PathBuf {
    let folder = scratch(name);
    write(&folder, "pom.xml", "<project/>");
    write(&folder, "core/pom.xml", "<project/>");
    write(&folder, "app/pom.xml", "<project/>");
    write(
        &folder,
        "core/src/main/java/org/core/Node.java",
        "package org.core;\npublic class Node { public Node next; public int value; public double mean() { return 1.5; } }\n",
    );
    write(
        &folder,
        "app/src/main/java/org/app/List.java",
        "package org.app;\nimport org.core.Node;\nimport org.app.util.*;\n\
         public class List {\n    Node head;\n    int first() { return head == null ? Defaults.NONE : Marks.of(head); }\n}\n",
    );
    write(
        &folder,
        "app/src/main/java/org/app/Marks.java",
        "package org.app;\nimport org.core.Node;\nclass Marks { static int of(Node node) { return node.value; } }\n",
    );
    write(
        &folder,
        "app/src/main/java/org/app/util/Defaults.java",
        "package org.app.util;\npublic class Defaults { public static final int NONE = -1; }\n",
    );
    write(&folder, "app/src/main/java/org/app/Broken.java", "package org.app;\nclass Broken { int x = ; }\n");
    folder
}

#[test]
fn a_file_of_a_module_finds_its_package_and_its_siblings() {
    let folder = modules("neighbours_modules");
    check("neighbours_modules", &folder, &["check", "app/src/main/java/org/app/List.java", "--scope", "2", "-j", "1"]);
    check("neighbours_list", &folder, &["list", "app/src/main/java/org/app/List.java"]);
}

#[test]
fn a_file_is_found_from_inside_its_package() {
    let folder = modules("neighbours_inside");
    let inside = folder.join("app/src/main/java/org/app");
    check("neighbours_inside", &inside, &["list", "--summary", "List.java"]);
}

#[test]
fn a_class_that_is_nowhere_is_still_an_error() {
    let folder = scratch("neighbours_nowhere");
    write(&folder, "List.java", "class List { Nod head; }\n");
    write(&folder, "Node.java", "class Node { }\n");
    check("neighbours_nowhere", &folder, &["list", "List.java"]);
}
