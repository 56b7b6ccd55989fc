//! A mutant is made on the tree; its diff is made on the text. The changed text, parsed, must
//! be the tree that is checked: for every mutant of every method of the benchmarks and of some
//! corpus files.

use std::path::{Path, PathBuf};
use tightrope_mutate::{Part, mutants_of};
use tightrope_source::FileId;
use tightrope_syntax::parse_file;
use tightrope_syntax::tree::{CompilationUnit, Member, MethodDecl, TypeDecl};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn methods<'t>(class: &'t TypeDecl) -> Vec<&'t MethodDecl> {
    let of_member = |member: &'t Member| match member {
        Member::Method(method) => vec![&**method],
        Member::Type(inner) => methods(inner),
        _ => Vec::new(),
    };
    class.members.iter().flat_map(of_member).collect()
}

/// The tree without places, which differ behind a change.
fn shape(unit: &CompilationUnit) -> String {
    let mut text = String::new();
    let mut rest = &*format!("{unit:?}");
    while let Some(at) = rest.find("Span {") {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = &rest[rest.find('}').map_or(rest.len(), |end| end + 1)..];
    }
    text + rest
}

/// How many mutants there are, and those whose text says something else than their tree.
fn compare(text: &str) -> (usize, Vec<String>) {
    let unit = parse_file(FileId(0), text).unit;
    let mut count = 0;
    let mut complaints = Vec::new();
    for method in unit.types.iter().flat_map(methods) {
        for part in [Part::Code, Part::Contract] {
            for mutant in mutants_of(method, part, std::slice::from_ref(&unit), text) {
                count += 1;
                let parsed = parse_file(FileId(0), &mutant.text(text)).unit;
                if shape(&parsed) != shape(&mutant.unit(&unit)) {
                    complaints.push(format!("{} {:?}", mutant.operator, mutant.diff(text)));
                }
                assert!(mutant.unit(&unit) != unit, "a mutant that is none: {:?}", mutant.diff(text));
            }
        }
    }
    (count, complaints)
}

fn compare_all(files: impl Iterator<Item = PathBuf>, least: usize) {
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "java")).collect();
    files.sort();
    let (mut count, mut complaints) = (0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let (mutants, wrong) = compare(&text);
        count += mutants;
        complaints.extend(wrong.into_iter().map(|wrong| format!("{}: {wrong}", file.display())));
    }
    assert!(complaints.is_empty(), "{} of {count}:\n{}", complaints.len(), complaints.join("\n"));
    assert!(count > least, "{count} mutants");
}

#[test]
fn diffs_say_what_is_checked() {
    let files = std::fs::read_dir(project().join("examples")).expect("a folder");
    let small = ["benchmarks/jml/LList.java", "benchmarks/jml/SortedList.java", "benchmarks/jml/HeapArray.java"];
    let small = small.map(|file| project().join(file));
    compare_all(files.map(|entry| entry.expect("an entry").path()).chain(small), 300);
}

#[test]
#[ignore = "a minute: run it in release"]
fn diffs_of_all_benchmarks_say_what_is_checked() {
    let files = std::fs::read_dir(project().join("benchmarks/jml")).expect("a folder");
    compare_all(files.map(|entry| entry.expect("an entry").path()), 2_000);
}

/// Operators that the benchmarks do not have.
#[test]
fn rare_operators_have_mutants() {
    let text = "class A {
        int f(int a, int b, boolean c, boolean d) {
            int x = a + b * a - (a - b);
            x += a << 2;
            x >>>= 1;
            boolean e = c & d | c ^ d;
            boolean g = !(c || d) && !e;
            while (x > 0 && a < b || c) { x--; a = -a; b = ~b; if (x == 3) break; }
            return c ? x++ + ++x : a-b;
        }
        //@ ensures \\result ==> (\\forall int i; 0 <= i && i < 3; \\old(i + 1) > i);
        boolean h() { return true; }
    }";
    let (count, complaints) = compare(text);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(count > 100, "{count}");
    let unit = parse_file(FileId(0), text).unit;
    let all = unit.types.iter().flat_map(methods).flat_map(|method| {
        let of = |part| mutants_of(method, part, std::slice::from_ref(&unit), text);
        of(Part::Code).into_iter().chain(of(Part::Contract))
    });
    let names: std::collections::BTreeSet<&str> = all.map(|mutant| mutant.operator).collect();
    let wanted = [
        "AODS", "AODU", "AOIS", "AOIU", "AORB", "AORS", "AORU", "ASRS", "CAOR", "CCOR", "CIMP", "COD", "COI", "COLD",
        "COR", "CQR", "CROR", "LOD", "LOI", "LOR", "ROR", "SDL", "SOR",
    ];
    let missing: Vec<&&str> = wanted.iter().filter(|name| !names.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?} are missing");
}
