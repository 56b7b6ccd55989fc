//! The files of the crate stand in layers: none imports itself through others, but for a few knots
//! that are written down here. And plain data knows nothing of what runs on it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Files that need each other.
const KNOTS: [&[&str]; 5] = [
    // Code asserts formulas, and formulas call pure methods; quicker ways stand beside the
    // reference.
    &[
        "execute",
        "formula/assume",
        "formula/decide",
        "formula/evaluate",
        "formula/evaluate/values",
        "formula/fast",
        "formula/intervals/interpret",
        "formula/preserved",
        "formula/quantify",
        "formula/sets",
        "formula/shortcuts",
        "formula/workspace",
    ],
    // A formula has its plan, whose steps fall back on parts of the formula.
    &["formula", "formula/plan"],
    &["formula/part/evaluate", "formula/part/facts"],
    &["formula/part/linear", "formula/part/term"],
    &["formula/part/smaller", "heads"],
];

/// Data without a machine: these import each other only.
const DATA: [&str; 14] = [
    "accelerations",
    "arithmetic",
    "code",
    "formula",
    "formula/plan",
    "formula/truth",
    "outcome",
    "restriction",
    "runtime_types",
    "slot_set",
    "state",
    "symbols",
    "text",
    "word",
];

type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn files_stand_in_layers() {
    let graph = imports();
    let found: BTreeSet<Vec<String>> = knots(&graph).into_iter().collect();
    let written = KNOTS.iter().map(|knot| knot.iter().map(|file| (*file).to_owned()).collect());
    assert_eq!(found, written.collect(), "files import each other in a circle, or a knot is no more");
}

#[test]
fn data_knows_nothing_of_the_machine() {
    let graph = imports();
    for file in DATA {
        let others: Vec<&String> = graph[file].iter().filter(|other| !DATA.contains(&other.as_str())).collect();
        assert!(others.is_empty(), "{file} imports {others:?}");
    }
}

/// By file, without `lib.rs`: the files that it names.
fn imports() -> Graph {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut texts = BTreeMap::new();
    read(&root, &root, &mut texts);
    let exports = texts.iter().map(|(file, text)| (file.clone(), exports(file, text))).collect();
    let names = Names { files: texts.keys().cloned().collect(), exports };
    let of = |(file, text): (&String, &String)| {
        let of_child =
            |path: &[String]| below(file, path).filter(|below| names.files.contains(&below[..=depth(file)].join("/")));
        let paths = paths(text).filter_map(|path| names.resolve(&absolute(file, &path).or_else(|| of_child(&path))?));
        (file.clone(), paths.filter(|other| other != file && !other.is_empty()).collect())
    };
    texts.iter().filter(|(file, _)| !file.is_empty()).map(of).collect()
}

/// Each file under its path as a module, without comments and tests.
fn read(root: &Path, folder: &Path, texts: &mut BTreeMap<String, String>) {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    for path in entries.map(|entry| entry.expect("the entry can be read").path()) {
        if path.is_dir() {
            read(root, &path, texts);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
            texts.insert(module(root, &path), lines.collect::<Vec<_>>().join("\n"));
        }
    }
}

fn module(root: &Path, path: &Path) -> String {
    let path: PathBuf = path.strip_prefix(root).expect("it is below").with_extension("");
    let path = if path.ends_with("mod") { path.parent().expect("it has a folder").to_owned() } else { path };
    let name = path.to_string_lossy().replace('\\', "/");
    if name == "lib" { String::new() } else { name }
}

/// The paths of all `use` declarations that are not for others, one for each name.
fn paths(text: &str) -> impl Iterator<Item = Vec<String>> {
    let own = declarations(text).filter(|(is_export, _)| !is_export);
    let inline = text.split(|character: char| !(character.is_alphanumeric() || "_:".contains(character)));
    let inline = inline.filter(|word| word.starts_with("crate::") || word.starts_with("super::"));
    own.flat_map(|(_, tree)| expanded(&tree)).chain(inline.map(parts)).collect::<Vec<_>>().into_iter()
}

/// What a file gives on under its own name: name and path.
fn exports(file: &str, text: &str) -> BTreeMap<String, Vec<String>> {
    let exported = declarations(text).filter(|(is_export, _)| *is_export).flat_map(|(_, tree)| expanded(&tree));
    let named = exported.filter_map(|path| Some((path.last()?.clone(), absolute(file, &path).or(below(file, &path))?)));
    named.collect()
}

/// `use` declarations: are they for others, and their trees.
fn declarations(text: &str) -> impl Iterator<Item = (bool, String)> {
    text.split(';').filter_map(|part| {
        let start = part.rfind("use ").filter(|at| *at == 0 || part[..*at].ends_with(['\n', ' ']))?;
        let line = part[..start].rsplit('\n').next().unwrap_or_default();
        line.trim()
            .split(' ')
            .all(|word| word.is_empty() || word.starts_with("pub"))
            .then(|| (line.contains("pub"), part[start + 4..].split_whitespace().collect::<Vec<_>>().join(" ")))
    })
}

fn parts(path: &str) -> Vec<String> {
    path.trim().split("::").map(|part| part.split(' ').next().unwrap_or_default().to_owned()).collect()
}

/// `a::{b, c::{d, e}}` as `a::b`, `a::c::d`, `a::c::e`.
fn expanded(tree: &str) -> Vec<Vec<String>> {
    let Some((start, inner)) = tree.trim().strip_suffix('}').and_then(|tree| tree.split_once('{')) else {
        return vec![parts(tree)];
    };
    let start: Vec<String> = parts(start.trim_end_matches("::"));
    let (mut depth, mut trees) = (0, vec![String::new()]);
    for character in inner.chars() {
        depth += i32::from(character == '{') - i32::from(character == '}');
        match character {
            ',' if depth == 0 => trees.push(String::new()),
            other => trees.last_mut().expect("there is one").push(other),
        }
    }
    let inner = trees.iter().filter(|tree| !tree.trim().is_empty()).flat_map(|tree| expanded(tree));
    inner.map(|path| [start.clone(), path].concat()).collect()
}

/// A path from the root of the crate. `None`: it is of another crate.
fn absolute(file: &str, path: &[String]) -> Option<Vec<String>> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    match path.first()?.as_str() {
        "crate" => Some(path[1..].to_vec()),
        "super" => {
            let folders: Vec<String> = file.split('/').map(str::to_owned).collect();
            Some([&folders[..folders.len().saturating_sub(supers)], &path[supers..]].concat())
        }
        _ => None,
    }
}

/// A path from a module itself.
fn below(file: &str, path: &[String]) -> Option<Vec<String>> {
    let folders = file.split('/').filter(|folder| !folder.is_empty()).map(str::to_owned);
    (path.len() > 1).then(|| folders.chain(path.iter().cloned()).collect())
}

/// How many folders deep a module is.
fn depth(file: &str) -> usize {
    file.split('/').filter(|folder| !folder.is_empty()).count()
}

struct Names {
    files: BTreeSet<String>,
    exports: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

impl Names {
    /// The file that declares what a path names.
    fn resolve(&self, path: &[String]) -> Option<String> {
        let (mut path, mut seen) = (path.to_vec(), BTreeSet::new());
        loop {
            let end = (0..=path.len()).rev().find(|end| self.files.contains(&path[..*end].join("/")))?;
            let file = path[..end].join("/");
            let exported = path.get(end).and_then(|name| self.exports.get(&file)?.get(name));
            match exported {
                Some(target) if seen.insert(path.clone()) => path = [target, &path[end + 1..]].concat(),
                _ => return Some(file),
            }
        }
    }
}

/// Files that reach each other, where there are several.
fn knots(graph: &Graph) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> = graph.keys().map(|file| (file, reached(graph, file))).collect();
    let mut knots: BTreeSet<Vec<String>> = BTreeSet::new();
    for file in graph.keys() {
        let knot = reached[file].iter().filter(|other| reached[**other].contains(file)).map(|other| (*other).clone());
        let knot: BTreeSet<String> = knot.chain([file.clone()]).collect();
        if knot.len() > 1 {
            knots.insert(knot.into_iter().collect());
        }
    }
    knots.into_iter().collect()
}

fn reached<'g>(graph: &'g Graph, start: &String) -> BTreeSet<&'g String> {
    let mut found = BTreeSet::new();
    let mut pending: Vec<&String> = graph[start].iter().collect();
    while let Some(file) = pending.pop() {
        if found.insert(file) {
            pending.extend(graph.get(file).into_iter().flatten());
        }
    }
    found
}
