//! The README, followed by somebody who knows nothing else: check, page, test, fix, `holds`.

mod support;

use support::{project, run, scratch, write};

/// The first block of this language behind a text.
fn block<'t>(text: &'t str, behind: &str, language: &str) -> &'t str {
    let rest = text.split_once(behind).unwrap_or_else(|| panic!("the README does not say {behind}")).1;
    let rest = rest.split_once(&format!("```{language}\n")).expect("a block").1;
    rest.split_once("```").expect("it ends").0
}

#[test]
fn the_way_from_a_finding_to_holds() {
    let read = |path: &str| std::fs::read_to_string(project().join(path)).expect(path);
    let (readme, example) = (read("README.md"), read("examples/SearchTree.java"));
    let folder = scratch("newcomer");
    write(&folder, "examples/SearchTree.java", &example);
    let command = block(&readme, "**From a finding to `holds`.**", "sh").trim();
    let words: Vec<&str> = command.split_whitespace().skip(1).collect();
    let found = run(&folder, &words);
    assert_eq!(found.status.code(), Some(1), "{found:?}");
    assert!(folder.join("report.html").exists());
    let test = std::fs::read_to_string(folder.join("tests/SearchTree_remove_1_Test.java")).expect("the test is there");
    assert!(test.contains("it.insert(0);") && test.contains("built by public calls"), "{test}");

    let fix = block(&readme, "Put this\nbefore the line", "java");
    let line = "        Entry child = ";
    assert!(example.matches(line).count() == 1);
    write(&folder, "examples/SearchTree.java", example.replace(line, &format!("{fix}{line}")));
    let fixed = run(&folder, &words);
    let said = String::from_utf8_lossy(&fixed.stdout).into_owned();
    assert_eq!(fixed.status.code(), Some(0), "{said}");
    let promised = readme.split_once("the same command says `").and_then(|(_, rest)| rest.split_once('`'));
    let promised = promised.expect("the README says what comes").0;
    assert!(said.contains(promised), "{said}");
}
