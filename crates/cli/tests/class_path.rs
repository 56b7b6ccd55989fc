//! Classes that no source root declares come from the class path: with their sources, or with what
//! their class files declare. Jars are made by the JDK; without one, nothing is compared.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{expect, project, run, scratch, tightrope, transcript, write};

const STRINGS: &str = "package org.lib;\n\
    public final class Strings {\n    public static final int LONGEST = 40;\n    public static final String MARK = \"a\\\"\\u00e9\";\n\
    static int used;\n    static { used = LONGEST / 2; }\n\
    public static int repeat(int times) { used += times; return used; }\n}\n";

const VISITOR: &str = "package org.lib;\n\
    public interface Visitor<T extends Comparable<T>> extends Marked {\n    void visit(T value);\n\
    default int twice(int number) { return 2 * number; }\n\
    enum Order { UP, DOWN }\n    record Pair<A>(A first, int second) { }\n\
    abstract class Base<E> { protected final E held; protected Base(E held) { this.held = held; } public abstract E get(); }\n}\n";

const MARKED: &str = "package org.lib;\npublic interface Marked { }\n";

const COUNTER: &str = "package org.app;\n\
    import org.lib.Strings;\nimport org.lib.*;\n\n\
    public class Counter implements Visitor<Integer> {\n    private int sum;\n    private int[] cells = new int[1];\n\n\
    public void visit(Integer value) { if (value != null) sum += value; }\n\n\
    public int longest() { return Strings.LONGEST - 40 + cells[0]; }\n\n\
    public int marks() { return Strings.MARK.length(); }\n\n\
    public int repeated(int times) { return Strings.repeat(times); }\n\n\
    public int doubled() { return twice(sum); }\n\n\
    public int broken() { return cells[Strings.LONGEST]; }\n\n\
    public static int of(Marked marked) { return marked == null ? 0 : 1; }\n}\n";

fn has_jdk() -> bool {
    Command::new("javac").arg("-version").output().is_ok() && Command::new("jar").arg("--version").output().is_ok()
}

/// Runs one of the JDK's tools.
fn jdk(folder: &Path, tool: &str, arguments: &[&str]) {
    let output = Command::new(tool).current_dir(folder).args(arguments).output().expect("the JDK is there");
    assert!(output.status.success(), "{tool} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A folder `lib-src` with the sources of a library, and `lib-classes` with its class files.
fn library(name: &str) -> PathBuf {
    let folder = scratch(name);
    write(&folder, "lib-src/org/lib/Strings.java", STRINGS);
    write(&folder, "lib-src/org/lib/Visitor.java", VISITOR);
    write(&folder, "lib-src/org/lib/Marked.java", MARKED);
    let sources = ["Strings", "Visitor", "Marked"].map(|class| format!("lib-src/org/lib/{class}.java"));
    let mut arguments = vec!["-d", "lib-classes"];
    arguments.extend(sources.iter().map(String::as_str));
    jdk(&folder, "javac", &arguments);
    folder
}

fn jar(folder: &Path, name: &str, content: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("the folder can be made");
    jdk(folder, "jar", &["--create", "--no-manifest", "--file", name, "-C", content, "."]);
}

fn check(name: &str, folder: &Path, arguments: &[&str]) {
    let home = folder.join("home");
    let mut command = tightrope(folder);
    let output = command.env("HOME", &home).env("GRADLE_USER_HOME", home.join(".gradle")).args(arguments).output();
    let output = output.expect("the binary can be started");
    let expected = project().join("crates/cli/tests/commands").join(format!("{name}.expected"));
    if let Err(complaint) = expect(&expected, &transcript(arguments, &output)) {
        panic!("{complaint}");
    }
}

#[test]
fn class_files_declare_and_have_no_code() {
    if !has_jdk() {
        return;
    }
    let folder = library("class_path_compiled");
    jar(&folder, "jars/lib-1.0.jar", "lib-classes");
    write(&folder, "org/app/Counter.java", COUNTER);
    let file = "org/app/Counter.java";
    check("class_path_compiled", &folder, &["check", file, "-j", "1", "--class-path", "jars/lib-1.0.jar"]);
    check("class_path_folder", &folder, &["list", file, "--class-path", "lib-classes"]);
    check("class_path_wildcard", &folder, &["list", "--summary", file, "--class-path", "nowhere.jar:jars/*"]);
    check("class_path_without", &folder, &["list", file]);
}

#[test]
fn sources_beside_a_jar_are_run() {
    if !has_jdk() {
        return;
    }
    let folder = library("class_path_sources");
    write(&folder, "app/pom.xml", "<project/>");
    jar(&folder, "app/lib/lib-1.0.jar", "lib-classes");
    jar(&folder, "app/lib/lib-1.0-sources.jar", "lib-src");
    write(&folder, "app/src/main/java/org/app/Counter.java", COUNTER);
    check("class_path_sources", &folder, &["check", "app", "-j", "1"]);
}

/// The versions come from a property of the parent, and from what it manages.
#[test]
fn a_pom_names_what_lies_in_the_local_repository() {
    if !has_jdk() {
        return;
    }
    let folder = library("class_path_maven");
    jar(&folder, "home/.m2/repository/org/lib/lib/2.1/lib-2.1.jar", "lib-classes");
    write(
        &folder,
        "home/.m2/repository/org/outer/outer/1/outer-1.pom",
        "<project><dependencies><dependency><groupId>org.lib</groupId><artifactId>lib</artifactId>\
         <version>2.1</version></dependency></dependencies></project>",
    );
    let managed = "<dependencyManagement><dependencies><dependency><groupId>org.outer</groupId>\
                   <artifactId>outer</artifactId><version>${outer.version}</version></dependency></dependencies>\
                   </dependencyManagement>";
    let properties = "<properties><outer.version>1</outer.version></properties>";
    write(
        &folder,
        "app/pom.xml",
        format!("<project><groupId>org.app</groupId><version>1</version>{properties}{managed}</project>"),
    );
    write(
        &folder,
        "app/core/pom.xml",
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><parent><groupId>org.app</groupId></parent><dependencies>\
         <dependency><groupId>org.outer</groupId><artifactId>outer</artifactId></dependency></dependencies></project>",
    );
    write(&folder, "app/core/src/main/java/org/app/Counter.java", COUNTER);
    check("class_path_maven", &folder, &["list", "app/core"]);
}

#[test]
fn gradle_names_what_lies_in_its_cache() {
    if !has_jdk() {
        return;
    }
    let folder = library("class_path_gradle");
    let cache = "home/.gradle/caches/modules-2/files-2.1/org.lib/lib/3";
    jar(&folder, &format!("{cache}/0a1b/lib-3.jar"), "lib-classes");
    jar(&folder, &format!("{cache}/2c3d/lib-3-sources.jar"), "lib-src");
    write(&folder, "app/build.gradle", "dependencies {\n    implementation 'org.lib:lib:3'\n}\n");
    write(&folder, "app/src/main/java/org/app/Counter.java", COUNTER);
    check("class_path_gradle", &folder, &["list", "--summary", "app"]);
}

/// A source with an error in it gives way to the class file.
#[test]
fn sources_that_are_of_no_use_are_left_out() {
    if !has_jdk() {
        return;
    }
    let folder = library("class_path_unusable");
    jar(&folder, "lib/lib.jar", "lib-classes");
    write(&folder, "lib-src/org/lib/Strings.java", "package org.lib;\npublic final class Strings { int x = ; }\n");
    jar(&folder, "lib/lib-sources.jar", "lib-src");
    write(
        &folder,
        "Direct.java",
        "class Direct { int f() { return org.lib.Strings.LONGEST; } int g() { return org.lib.Strings.repeat(1); } }\n",
    );
    check("class_path_unusable", &folder, &["list", "Direct.java"]);
}

/// Each byte of a class file is spoilt once, and the file is cut off everywhere: notes, no crash.
#[test]
fn damaged_jars_and_class_files_are_notes() {
    if !has_jdk() {
        return;
    }
    let folder = library("class_path_damaged");
    write(&folder, "lib/nonsense.jar", "this is no archive");
    jar(&folder, "whole.jar", "lib-classes");
    let whole = std::fs::read(folder.join("whole.jar")).expect("it was made");
    write(&folder, "lib/half.jar", &whole[..whole.len() / 2]);
    write(
        &folder,
        "Counter.java",
        "import org.lib.Strings;\nclass Counter { int f() { return Strings.repeat(1); } }\n",
    );
    check("class_path_damaged", &folder, &["list", "Counter.java"]);
    let class = std::fs::read(folder.join("lib-classes/org/lib/Visitor.class")).expect("it was compiled");
    for place in 0..class.len() {
        let mut spoilt = class.clone();
        spoilt[place] ^= 0xFF;
        let _ = tightrope_classfile::declare(&spoilt, &mut |_| None);
        let _ = tightrope_classfile::declare(&class[..place], &mut |_| Some(class.clone()));
    }
    write(&folder, "spoilt/org/lib/Strings.class", &class[..class.len() / 2]);
    let output = run(&folder, &["list", "Counter.java", "--class-path", "spoilt"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("Strings.class` is not read: it ends too early"), "{said}");
}
