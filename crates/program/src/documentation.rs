//! The pages `docs/supported-java.md`, `docs/supported-jml.md` and `docs/supported-library.md`,
//! written from the table of constructs and the embedded library.
//!
//! A test compares them with the files, so that the documentation cannot say anything else than the
//! tool does.

use crate::constructs::{CONSTRUCTS, ConstructRow, Language, Support};
use crate::lower::library::{declared_classes, hidden_class};
use std::collections::HashSet;
use std::fmt::Write as _;

const JAVA_INTRODUCTION: &str = "\
# Java that Tightrope understands

This page is generated from the table in `crates/program/src/constructs.rs`. Each row links to a small program that shows it.

- **yes**: modelled exactly as Java defines it.
- **no**: read, but not modelled. A method that can reach it is reported as `unsupported`, with the place. Other methods of the
  same class are checked all the same.

The language is Java 22 as far as this page goes. Files are assumed to be accepted by `javac`: Tightrope reports the errors that it
meets, but it does not check definite assignment, unreachable code or checked exceptions.
";

const JML_INTRODUCTION: &str = "\
# JML that Tightrope understands

This page is generated from the table in `crates/program/src/constructs.rs`. Each row links to a small program that shows it.

- **yes**: evaluated and checked.
- **assumed**: believed without a check. The verdict lists it.
- **not checked**: read and listed, but not checked. The verdict says so.
- **no**: not evaluated. What depends on it has no verdict.

A file without any JML is plain Java: nothing in it is non-null by default, and a method `repOk()` is the invariant of its class.
";

const LIBRARY_INTRODUCTION: &str = "\
## Classes of the library

These classes are declared in `crates/program/library`. A use of another class of Java's library is `unsupported`, and so is a call to
a method that the declaration leaves out.
";

const MEMBERS_INTRODUCTION: &str = "\
# What is modelled of Java's library

This page is generated from `crates/program/library`, which holds only what is modelled: each method has a body in Java that does what
the public documentation says, or the machine runs it itself. A use of anything else is reported as `unsupported`, with its place.
What the models assume (hash codes that agree with `equals`, comparators that are orders) is in the `README.md` of that folder.
";

/// The page about one language, in Markdown.
pub fn supported(language: Language) -> String {
    match language {
        Language::Java => supported_java(),
        Language::Jml => supported_jml(),
    }
}

/// The text of `docs/supported-java.md`.
pub fn supported_java() -> String {
    let mut page = String::from(JAVA_INTRODUCTION);
    write_sections(&mut page, Language::Java);
    write_library(&mut page);
    page
}

/// The text of `docs/supported-jml.md`.
pub fn supported_jml() -> String {
    let mut page = String::from(JML_INTRODUCTION);
    write_sections(&mut page, Language::Jml);
    page
}

/// A heading and a table for each section, in the order of the constructs.
fn write_sections(page: &mut String, language: Language) {
    let mut section = "";
    for row in CONSTRUCTS.iter().filter(|row| row.language == language) {
        if row.section != section {
            section = row.section;
            let _ = write!(page, "\n## {section}\n\n| construct | | note | example |\n| --- | --- | --- | --- |\n");
        }
        write_row(page, row);
    }
}

fn write_row(page: &mut String, row: &ConstructRow) {
    let example = row.case.rsplit('/').next().unwrap_or(row.case);
    let _ = writeln!(
        page,
        "| {} | {} | {} | [{example}](../corpus/{}.java) |",
        cell(row.title),
        status(row.support),
        cell(row.note),
        row.case
    );
}

/// A bar would end the cell, also inside a code span.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn status(support: Support) -> &'static str {
    match support {
        Support::Full => "yes",
        Support::Unsupported => "no",
        Support::Unchecked => "not checked",
        Support::Assumed => "assumed",
    }
}

/// The text of `docs/supported-library.md`.
pub fn supported_library() -> String {
    let mut page = String::from(MEMBERS_INTRODUCTION);
    let mut current = String::new();
    for (class, text) in declared_classes() {
        let package = class.rsplit_once('.').map_or("", |(package, _)| package);
        if package != current {
            let _ = write!(page, "\n## {package}\n");
            current = package.to_owned();
        }
        write_members(&mut page, package, text);
    }
    page
}

/// A heading for the class and a list of what can be used of it. Superclasses that are not public
/// belong to it.
fn write_members(page: &mut String, package: &str, text: &str) {
    let mut heading = signature(header(text));
    let mut members = members(text);
    while let Some((name, hidden)) = hidden_superclass(package, &heading) {
        let above = header(hidden).split_once(" extends ").map_or("", |(_, above)| above);
        let above = above.split(" implements ").next().unwrap_or(above);
        heading = heading.replace(&format!("extends {name}"), &format!("extends {above}"));
        members.extend(self::members(hidden));
    }
    let _ = write!(page, "\n### `{heading}`\n\n");
    let mut seen = HashSet::new();
    for member in members.iter().filter(|member| seen.insert(*member)) {
        let _ = writeln!(page, "- `{member}`");
    }
    if members.is_empty() {
        page.push_str("No members of its own.\n");
    }
}

/// Name with type arguments, and text.
fn hidden_superclass<'h>(package: &str, heading: &'h str) -> Option<(String, &'static str)> {
    let above: &'h str = heading.split_once(" extends ")?.1.split(" implements ").next()?;
    let name = above.split('<').next()?;
    Some((above.to_owned(), hidden_class(&format!("{package}.{name}"))?))
}

/// The line that declares the class.
fn header(text: &str) -> &str {
    let is_header = |line: &&str| line.ends_with('{') && !line.starts_with([' ', '/']);
    text.lines().find(is_header).unwrap_or_default().trim_end_matches(" {")
}

/// The files of the library have one declaration a line: the members of a top-level class are
/// indented by four blanks.
fn members(text: &str) -> Vec<String> {
    let in_interface = header(text).contains("interface ");
    let declarations =
        text.lines().filter(|line| line.len() - line.trim_start().len() == 4 && line.ends_with([';', '{']));
    let declarations = declarations.map(|line| line.trim().trim_end_matches([';', '{']).trim_end());
    declarations.filter(|declaration| is_usable(declaration, in_interface)).map(signature).collect()
}

fn is_usable(declaration: &str, in_interface: bool) -> bool {
    let is_open = declaration.starts_with("public ") || declaration.starts_with("protected ");
    is_open || (in_interface && !declaration.starts_with("private ") && !declaration.starts_with("//"))
}

/// Without what a caller does not see, and without the value of a constant.
fn signature(declaration: &str) -> String {
    let hidden = ["public", "native", "synchronized", "transient"];
    let shown = declaration.split(" = ").next().unwrap_or(declaration);
    shown.split(' ').filter(|word| !hidden.contains(word)).collect::<Vec<_>>().join(" ")
}

/// One line for each package, with the simple names of its classes.
fn write_library(page: &mut String) {
    let _ = write!(page, "\n{LIBRARY_INTRODUCTION}");
    let mut current = String::new();
    for (class, _) in declared_classes() {
        let Some((package, name)) = class.rsplit_once('.') else { continue };
        if package == current {
            let _ = write!(page, ", `{name}`");
        } else {
            let separator = if current.is_empty() { "\n" } else { ".\n" };
            let _ = write!(page, "{separator}- `{package}`: `{name}`");
            current = package.to_owned();
        }
    }
    page.push_str(".\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_own_case() {
        let mut cases = HashSet::new();
        for row in CONSTRUCTS {
            assert!(cases.insert(row.case), "two rows name the case {}", row.case);
            let path = format!("{}/../../corpus/{}.java", env!("CARGO_MANIFEST_DIR"), row.case);
            assert!(std::path::Path::new(&path).exists(), "{path} does not exist");
        }
    }

    #[test]
    fn rows_stand_at_their_number() {
        for row in CONSTRUCTS {
            assert_eq!(row.construct.row().title, row.title);
        }
    }

    #[test]
    fn pages_name_every_construct_and_package() {
        let java = supported(Language::Java);
        let jml = supported(Language::Jml);
        for row in CONSTRUCTS {
            let page = if row.language == Language::Java { &java } else { &jml };
            assert!(page.contains(row.case), "{} is missing", row.title);
        }
        assert!(java.contains("- `java.util`: `AbstractCollection`, "));
    }

    #[test]
    fn members_are_listed() {
        let page = supported_library();
        assert!(page.contains("### `class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable`"));
        assert!(page.contains("- `boolean add(E e)`"));
        assert!(page.contains("- `static final int MAX_VALUE`"));
        assert!(page.contains("- `interface Entry<K, V>`"));
        assert!(page.contains(
            "### `class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, java.io.Serializable`"
        ));
        assert!(!page.contains("ObjectArrays") && !page.contains("LinkedEntries") && !page.contains("SortedKeys"));
        assert!(!page.contains("open(int index"));
    }

    #[test]
    fn bars_in_code_do_not_end_a_cell() {
        assert!(supported_jml().contains("`{\\| … \\|}`"));
    }
}
