//! Which classes a file may mean that nobody has declared so far.

use super::ClassPath;
use std::collections::HashSet;
use tightrope_source::Name;
use tightrope_syntax::tree::{CompilationUnit, Import};

/// Java's own classes are modelled, wherever else they may be.
pub fn is_of_java(qualified: &str) -> bool {
    let first = qualified.split('.').next();
    matches!(first, Some("java" | "javax" | "jdk"))
}

fn dotted(import: &Import) -> String {
    import.path.parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>().join(".")
}

/// Names that are written out with their packages, up to the first part with a capital: that is
/// how people name classes. Also in imports, comments and texts, which does no harm.
pub fn written_out(text: &str) -> HashSet<String> {
    let is_part = |it: char| it.is_alphanumeric() || it == '_' || it == '$' || it == '.';
    let chains = text.split(|it: char| !is_part(it)).filter(|chain| chain.contains('.'));
    chains.filter_map(class_of_chain).filter(|class| !is_of_java(class)).collect()
}

fn class_of_chain(chain: &str) -> Option<String> {
    let parts: Vec<&str> = chain.split('.').collect();
    let class = parts.iter().position(|part| part.starts_with(char::is_uppercase)).filter(|class| *class > 0)?;
    let package = &parts[..class];
    let is_package = package.iter().all(|part| part.starts_with(|it: char| it.is_lowercase() || it == '_'));
    is_package.then(|| parts[..=class].join("."))
}

/// Classes of the class path that a file may mean: those that it imports by name, and those of its
/// own package and of packages that it imports as a whole whose names occur in it.
pub fn wanted(unit: &CompilationUnit, names: &HashSet<Name>, class_path: &mut ClassPath) -> Vec<String> {
    let mut wanted = Vec::new();
    let own = unit.package.iter().map(|name| name.parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>());
    let mut packages: Vec<String> = vec![own.map(|parts| parts.join(".")).next().unwrap_or_default()];
    for import in unit.imports.iter().filter(|import| !import.is_module) {
        let path = dotted(import);
        match (import.is_static, import.on_demand) {
            (false, true) => packages.push(path),
            (true, false) => wanted.extend(path.rsplit_once('.').map(|(class, _)| class.to_owned())),
            (false, false) | (true, true) => wanted.push(path),
        }
    }
    let mut names: Vec<&Name> = names.iter().filter(|name| name.starts_with(|it: char| !it.is_lowercase())).collect();
    names.sort();
    for package in packages {
        let inside = names.iter().map(|name| match package.as_str() {
            "" => name.to_string(),
            package => format!("{package}.{name}"),
        });
        wanted.extend(inside.filter(|class| class_path.has(class)));
    }
    wanted.retain(|class| !is_of_java(class));
    wanted
}

#[cfg(test)]
mod tests {
    use super::written_out;

    #[test]
    fn names_with_packages_are_found() {
        let text =
            "import org.lib.Strings;\nint f() { return this.x + a.b.C.MAX(java.util.List.of()) + node.next.value; }";
        let mut found: Vec<String> = written_out(text).into_iter().collect();
        found.sort();
        assert_eq!(found, ["a.b.C", "org.lib.Strings"]);
    }
}
