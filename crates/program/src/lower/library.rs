//! The library's declarations: which of the embedded Java files a program needs, and which classes
//! are known by name only.
//!
//! Loading is by mention: a library class is loaded if its simple name occurs as a word in the code
//! or the JML of a user's file, or in a library file that is loaded already. That is more than is
//! needed at times and never less, costs one pass over the text, and keeps the cost of a small
//! program small. Classes that Java's own constructs refer to are always loaded. A name that the
//! user's file itself declares at top level means that class, unless it stands behind a dot.
//!
//! A method that brings many classes along has a comment `// If named: a, b` before it: it is read
//! only if one of these words occurs in a user's file.
//!
//! A user's class shadows the library's class of the same qualified name.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use tightrope_source::SourceMap;
use tightrope_syntax::FileParser;
use tightrope_syntax::tree::CompilationUnit;

/// Path below `library/` and text, sorted by path.
const LIBRARY_FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library_files.rs"));

/// Fully qualified names, one per line, in byte order.
const KNOWN_CLASSES: &str = include_str!(concat!(env!("OUT_DIR"), "/known-classes.txt"));

/// What Java's own constructs refer to, by path without extension.
const CORE: &[&str] = &[
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Throwable",
    "java/lang/Exception",
    "java/lang/RuntimeException",
    "java/lang/Error",
    "java/lang/AssertionError",
    "java/lang/NullPointerException",
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/ArrayStoreException",
    "java/lang/ClassCastException",
    "java/lang/NegativeArraySizeException",
    "java/lang/CloneNotSupportedException",
    "java/lang/ExceptionInInitializerError",
    "java/lang/NoClassDefFoundError",
    "java/lang/IncompatibleClassChangeError",
    "java/lang/MatchException",
    "java/lang/Enum",
    "java/lang/Record",
    "java/lang/Iterable",
    "java/util/Iterator",
    "java/lang/AutoCloseable",
    "java/lang/Cloneable",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Short",
    "java/lang/Character",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
];

/// Which class stands in places of a general type before a call: it is loaded where a user's file
/// names the type.
const STANDS_FOR: &[(&str, &str)] = &[
    ("java/util/List", "java/util/ArrayList"),
    ("java/util/Collection", "java/util/ArrayList"),
    ("java/util/Deque", "java/util/ArrayDeque"),
    ("java/util/Queue", "java/util/ArrayDeque"),
    ("java/util/Set", "java/util/HashSet"),
    ("java/util/Map", "java/util/HashMap"),
    ("java/util/SortedSet", "java/util/TreeSet"),
    ("java/util/NavigableSet", "java/util/TreeSet"),
    ("java/util/SortedMap", "java/util/TreeMap"),
    ("java/util/NavigableMap", "java/util/TreeMap"),
    ("java/util/concurrent/locks/Lock", "java/util/concurrent/locks/ReentrantLock"),
];

/// What gives any value: methods without code return whatever their contracts admit.
const INPUT: &str = "java/util/Input";

/// Might there be a method without code whose contract says what it does?
fn may_follow_contracts(text: &str) -> bool {
    let has = |words: [&str; 2]| words.iter().any(|word| text.contains(word));
    has(["interface", "abstract"]) && has(["pure", "assignable"])
}

/// Parses the library files that the user's units need and adds them to `sources`. Sorted by path.
pub(crate) fn needed_units(units: &[CompilationUnit], sources: &mut SourceMap) -> Vec<CompilationUnit> {
    let own = user_paths(units);
    let mut needed = Needed::new(own);
    needed.require_core();
    for unit in units {
        needed.note_words(&sources.file(unit.file).text);
    }
    for unit in units {
        let text = &sources.file(unit.file).text;
        let own: Vec<&str> = unit.types.iter().map(|decl| decl.name.name.as_str()).collect();
        // Behind a dot it may be the end of a qualified name, or an import.
        let is_own = |word: &str| own.contains(&word) && !text.contains(&format!(".{word}"));
        needed.scan(text, is_own);
    }
    if units.iter().any(|unit| may_follow_contracts(&sources.file(unit.file).text)) {
        needed.require_path(INPUT);
    }
    needed.require_standing();
    needed.close();
    let mut indices: Vec<usize> = needed.files.into_iter().collect();
    indices.sort_unstable();
    let mut parser = FileParser::default();
    let named = needed.named;
    indices.into_iter().map(|index| parse_library_file(&mut parser, index, &named, sources)).collect()
}

fn parse_library_file(
    parser: &mut FileParser,
    index: usize,
    named: &HashSet<&'static str>,
    sources: &mut SourceMap,
) -> CompilationUnit {
    let (path, text) = LIBRARY_FILES[index];
    let text = without_unnamed(text, named);
    let file = sources.add(format!("library/{path}"), text.as_ref());
    parser.parse(file, &text).unit
}

/// Before a method that is read only if one of the words behind it occurs in a user's file.
const MARK: &str = "    // If named: ";

/// The words of such a line.
fn marked_words(line: &str) -> Option<impl Iterator<Item = &str>> {
    line.strip_prefix(MARK).map(|words| words.split(", "))
}

/// The text with blanks for each marked method that nobody names, so that all lines stay where they
/// are.
fn without_unnamed<'t>(text: &'t str, named: &HashSet<&'static str>) -> Cow<'t, str> {
    if !text.contains(MARK) {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    let mut is_left_out = false;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches('\n');
        if let Some(mut words) = marked_words(content) {
            is_left_out = !words.any(|word| named.contains(word));
        }
        match is_left_out {
            true => result.push('\n'),
            false => result.push_str(line),
        }
        is_left_out &= content != "    }";
    }
    Cow::Owned(result)
}

/// The paths that the user's top-level classes would have as library files.
fn user_paths(units: &[CompilationUnit]) -> HashSet<String> {
    let mut paths = HashSet::new();
    for unit in units {
        let folder: String =
            unit.package.iter().flat_map(|name| &name.parts).map(|part| format!("{}/", part.name)).collect();
        paths.extend(unit.types.iter().map(|decl| format!("{folder}{}", decl.name.name)));
    }
    paths
}

/// The files found to be needed so far.
struct Needed {
    by_simple_name: HashMap<&'static str, Vec<usize>>,
    own: HashSet<String>,
    files: HashSet<usize>,
    unread: Vec<usize>,
    /// The words of marks that nobody has named yet, and those that somebody has.
    unnamed: HashSet<&'static str>,
    named: HashSet<&'static str>,
}

impl Needed {
    fn new(own: HashSet<String>) -> Needed {
        let mut by_simple_name: HashMap<&'static str, Vec<usize>> = HashMap::new();
        for (index, (path, _)) in LIBRARY_FILES.iter().enumerate() {
            by_simple_name.entry(simple_name(path)).or_default().push(index);
        }
        let lines = LIBRARY_FILES.iter().filter(|(_, text)| text.contains(MARK)).flat_map(|(_, text)| text.lines());
        let unnamed = lines.filter_map(marked_words).flatten().collect();
        Needed { by_simple_name, own, files: HashSet::new(), unread: Vec::new(), unnamed, named: HashSet::new() }
    }

    /// Looks for words of marks.
    fn note_words(&mut self, text: &str) {
        for word in text.split(|character: char| !character.is_ascii_alphanumeric()) {
            if let Some(word) = self.unnamed.take(word) {
                self.named.insert(word);
            }
        }
    }

    fn require_core(&mut self) {
        CORE.iter().for_each(|path| self.require_path(path));
    }

    fn require_path(&mut self, path: &str) {
        if let Ok(index) = LIBRARY_FILES.binary_search_by(|(file, _)| without_extension(file).cmp(path)) {
            self.require(index);
        }
    }

    fn require_standing(&mut self) {
        let find = |path: &str| LIBRARY_FILES.binary_search_by(|(file, _)| without_extension(file).cmp(path)).ok();
        for (general, standing) in STANDS_FOR {
            if find(general).is_some_and(|index| self.files.contains(&index)) {
                find(standing).into_iter().for_each(|index| self.require(index));
            }
        }
    }

    fn require(&mut self, index: usize) {
        if !self.own.contains(without_extension(LIBRARY_FILES[index].0)) && self.files.insert(index) {
            self.unread.push(index);
        }
    }

    /// Follows the words of every file that was added.
    fn close(&mut self) {
        while let Some(index) = self.unread.pop() {
            let text = without_unnamed(LIBRARY_FILES[index].1, &self.named);
            self.scan(&text, |_| false);
        }
    }

    fn scan(&mut self, text: &str, is_own: impl Fn(&str) -> bool) {
        for word in code_parts(text).flat_map(capitalized_words).filter(|word| !is_own(word)) {
            // Each simple name is looked at once: what it brings in is in already.
            if let Some(indices) = self.by_simple_name.remove(word) {
                indices.into_iter().for_each(|index| self.require(index));
            }
        }
    }
}

/// The parts of a file that are no comments. (JML is code; so, for once, are texts.)
fn code_parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let comment = comment_start(rest);
            let (code, behind) = rest.split_at(comment);
            let end = match behind.as_bytes() {
                [] => 0,
                [_, b'/', ..] => behind.find('\n').unwrap_or(behind.len()),
                _ => behind.get(2..).and_then(|inside| inside.find("*/")).map_or(behind.len(), |end| end + 4),
            };
            rest = &behind[end..];
            if !code.is_empty() {
                return Some(code);
            }
        }
        None
    })
}

/// Where the first comment starts that is not JML; the end, if there is none.
fn comment_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        at = match &bytes[at..] {
            [b'/', b'/' | b'*', b'@', ..] | [b'/', b'/' | b'*', b'+' | b'-', ..] => at + 2,
            [b'/', b'/' | b'*', ..] => return at,
            [quote @ (b'"' | b'\''), ..] => end_of_literal(bytes, at, *quote),
            _ => at + 1,
        };
    }
    bytes.len()
}

/// Behind a string, a text block or a character that starts here; behind the line, if it does not
/// end there.
fn end_of_literal(bytes: &[u8], start: usize, quote: u8) -> usize {
    let is_block = bytes[start..].starts_with(b"\"\"\"");
    let mut at = if is_block { start + 3 } else { start + 1 };
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' if !is_block => return at,
            b'"' if is_block && bytes[at..].starts_with(b"\"\"\"") => return at + 3,
            byte if !is_block && byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Words that start with a capital letter, as all names of library classes do.
fn capitalized_words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80;
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            while at < bytes.len() && !is_word(bytes[at]) {
                at += 1;
            }
            let start = at;
            while at < bytes.len() && is_word(bytes[at]) {
                at += 1;
            }
            if start == at {
                return None;
            }
            if bytes[start].is_ascii_uppercase() {
                return text.get(start..at);
            }
        }
    })
}

/// Every public class that the library declares at top level, fully qualified, with the text of its
/// file, sorted by package and name. The others are there for the bodies of these.
pub(crate) fn declared_classes() -> impl Iterator<Item = (String, &'static str)> {
    let public = LIBRARY_FILES.iter().filter(|(_, text)| is_public(text) && !is_ours(text));
    public.map(|(path, text)| (without_extension(path).replace('/', "."), *text))
}

fn is_public(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("public "))
}

/// Classes that only bodies of the library use say so in their first line.
fn is_ours(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.contains("no class of Java's"))
}

/// The text of a class of the library that is not public.
pub(crate) fn hidden_class(qualified: &str) -> Option<&'static str> {
    let path = format!("{}.java", qualified.replace('.', "/"));
    let found = LIBRARY_FILES.iter().find(|(file, _)| *file == path)?;
    (!found.1.lines().any(|line| line.starts_with("public "))).then_some(found.1)
}

fn without_extension(path: &str) -> &str {
    path.strip_suffix(".java").unwrap_or(path)
}

fn simple_name(path: &str) -> &str {
    without_extension(path).rsplit('/').next().unwrap_or(path)
}

/// Is it the fully qualified name of a public class of the JDK?
pub(crate) fn is_known_class(qualified: &str) -> bool {
    first_known_from(qualified) == Some(qualified)
}

/// Does a public class of the JDK live in this package or below it (or in this class)?
pub(crate) fn is_known_package(package: &str) -> bool {
    let prefix = format!("{package}.");
    first_known_from(&prefix).is_some_and(|found| found.starts_with(&prefix))
}

/// The packages that a module of the JDK exports, as far as they are known: those of `java.base`,
/// which `java.se` includes.
pub(crate) fn known_packages_of_module(module: &str) -> Vec<&'static str> {
    if !matches!(module, "java.base" | "java.se") {
        return Vec::new();
    }
    let mut packages: Vec<&str> = KNOWN_CLASSES.lines().filter_map(package_of_known).collect();
    packages.sort_unstable();
    packages.dedup();
    packages
}

/// Names of classes start with a capital letter, names of packages do not.
fn package_of_known(class: &str) -> Option<&str> {
    let starts = class.match_indices('.').map(|(at, _)| at);
    let capital = |at: &usize| class[at + 1..].starts_with(char::is_uppercase);
    starts.into_iter().find(capital).map(|at| &class[..at])
}

/// The names of the known classes directly in a package.
pub(crate) fn known_in_package(package: &str) -> impl Iterator<Item = &'static str> {
    let prefix = format!("{package}.");
    let start = offset_of_first_from(&prefix);
    let lines = KNOWN_CLASSES[start..].lines();
    lines.map_while(move |line| line.strip_prefix(prefix.as_str())).filter(|name| !name.contains('.'))
}

fn first_known_from(wanted: &str) -> Option<&'static str> {
    KNOWN_CLASSES[offset_of_first_from(wanted)..].lines().next()
}

/// Where the first line that is not less than `wanted` starts. Binary search over the bytes of the
/// text, moving to line starts.
fn offset_of_first_from(wanted: &str) -> usize {
    let text = KNOWN_CLASSES.as_bytes();
    let line_start = |at: usize| text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let line_end =
        |at: usize| text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |length| at + length);
    let (mut low, mut high) = (0, text.len());
    while low < high {
        let start = line_start(low + (high - low) / 2);
        let end = line_end(start);
        if &text[start..end] < wanted.as_bytes() {
            low = (end + 1).min(text.len());
        } else {
            high = start;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_known_classes_and_packages() {
        assert!(is_known_class("java.lang.Thread"));
        assert!(is_known_class("java.util.Map.Entry"));
        assert!(is_known_class(KNOWN_CLASSES.lines().next().unwrap_or("")));
        assert!(is_known_class(KNOWN_CLASSES.lines().last().unwrap_or("")));
        assert!(!is_known_class("java.lang.Thred"));
        assert!(!is_known_class(""));
        assert!(!is_known_class("zzz"));
        assert!(is_known_package("java"));
        assert!(is_known_package("java.util"));
        assert!(!is_known_package("java.utill"));
        assert!(!is_known_package("zzz"));
        assert!(known_in_package("java.util").any(|name| name == "Scanner"));
        assert!(KNOWN_CLASSES.lines().all(is_known_class));
    }

    #[test]
    fn words_of_comments_do_not_count_but_those_of_jml_do() {
        let text = "A /* No */ B // No\nC //@ requires D; // No\n/*@ E @*/ F \"// G \\\" /*\" H '\"' /* No \" */ I\n\"\"\"\n/* J \"\"\" K /** No";
        let words: String = code_parts(text).flat_map(capitalized_words).collect();
        assert_eq!(words, "ABCDEFGHIJK");
        assert_eq!(code_parts("// No").count() + code_parts("/*").count() + code_parts("").count(), 0);
    }

    #[test]
    fn words_are_whole_identifiers() {
        let words: Vec<&str> = capitalized_words("List<Map.Entry> aList = x.Set_; // Ünder Queue").collect();
        assert_eq!(words, ["List", "Map", "Entry", "Set_", "Queue"]);
    }

    #[test]
    fn the_core_is_embedded() {
        let paths: Vec<&str> = LIBRARY_FILES.iter().map(|(path, _)| without_extension(path)).collect();
        for path in CORE {
            assert!(paths.contains(path), "{path}");
        }
    }
}
