//! Where the classes lie that a project builds and depends on.
//!
//! What a build has made (`target/classes`, `build/classes`), what lies in the project itself
//! (`lib`, `libs`, `target/dependency`), and what the build file names, in the local repository of
//! Maven and in the cache of Gradle. Nothing is fetched and no build is run, so dependencies that a
//! script computes are not found: `--class-path` names those.

use super::maven::{self, Coordinates};
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of classes, relative to a module.
const CLASSES: &[&str] = &[
    "target/classes",
    "target/test-classes",
    "build/classes/java/main",
    "build/classes/java/test",
    "build/classes/kotlin/main",
    "bin",
    "out/production/classes",
];

/// Folders of jars, relative to a module or source root.
const JARS: &[&str] = &["target/dependency", "lib", "libs"];

const GRADLE_FILES: &[&str] = &["build.gradle", "build.gradle.kts"];

/// The entries for a source root that belongs to a module of a project, if to any; nearest first.
/// `siblings`: the other modules of the project.
pub fn entries_around(root: &Path, module: Option<&Path>, siblings: &[PathBuf]) -> Vec<PathBuf> {
    let Some(module) = module else {
        // `src` beside `lib`, as in a project of Eclipse.
        let beside = (root.file_name().is_some_and(|name| name == "src")).then(|| root.parent()).flatten();
        return [Some(root), beside].into_iter().flatten().flat_map(all_jars).collect();
    };
    let own = classes_of(module).into_iter().chain(all_jars(module));
    let others = siblings.iter().flat_map(|sibling| classes_of(sibling));
    own.chain(others).chain(dependencies(module)).collect()
}

fn classes_of(module: &Path) -> Vec<PathBuf> {
    CLASSES.iter().map(|folder| module.join(folder)).filter(|folder| folder.is_dir()).collect()
}

fn all_jars(folder: &Path) -> Vec<PathBuf> {
    JARS.iter().flat_map(|jars| jars_in(&folder.join(jars))).collect()
}

/// The jars of a folder by name, without the sources that belong to another one.
pub(super) fn jars_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut jars: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "jar")).collect();
    jars.sort();
    let sources: BTreeSet<PathBuf> = jars.iter().filter_map(|jar| sources_of(jar)).collect();
    jars.retain(|jar| !sources.contains(jar));
    jars
}

/// `a-sources.jar` for `a.jar`, beside it; Gradle's cache has each file in a folder of its own.
pub(super) fn sources_of(jar: &Path) -> Option<PathBuf> {
    let stem = jar.file_stem().filter(|_| jar.extension().is_some_and(|end| end == "jar"))?;
    let name = format!("{}-sources.jar", stem.to_string_lossy());
    let beside = jar.with_file_name(&name);
    if beside.is_file() {
        return Some(beside);
    }
    let version =
        jar.parent()?.parent().filter(|folder| folder.ancestors().any(|above| above.ends_with("files-2.1")))?;
    in_any_folder(version, &name)
}

fn in_any_folder(folder: &Path, name: &str) -> Option<PathBuf> {
    let folders = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    folders.map(|folder| folder.join(name)).filter(|path| path.is_file()).min()
}

/// The jars that the build file of a module names, and those that these need.
fn dependencies(module: &Path) -> Vec<PathBuf> {
    let stores = Stores::of_this_computer();
    let pom = module.join("pom.xml");
    let named = match pom.is_file() {
        true => maven::dependencies(&pom, &stores),
        false => maven::with_what_they_need(gradle_dependencies(module), &stores),
    };
    named.iter().filter_map(|coordinates| stores.find(coordinates, "jar")).collect()
}

/// Where Maven and Gradle keep what they have fetched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stores {
    maven: Option<PathBuf>,
    gradle: Option<PathBuf>,
}

impl Stores {
    fn of_this_computer() -> Stores {
        let home = env::home_dir();
        let repository = home.as_ref().map(|home| {
            let settings = fs::read_to_string(home.join(".m2/settings.xml")).ok();
            let moved = settings.and_then(|text| maven::local_repository(&text));
            moved.map_or_else(|| home.join(".m2/repository"), PathBuf::from)
        });
        let gradle = env::var_os("GRADLE_USER_HOME").map(PathBuf::from).or(home.map(|home| home.join(".gradle")));
        Stores { maven: repository, gradle: gradle.map(|home| home.join("caches/modules-2/files-2.1")) }
    }

    /// The file of a dependency that ends so: `jar`, `pom`.
    pub(super) fn find(&self, coordinates: &Coordinates, end: &str) -> Option<PathBuf> {
        let Coordinates { group, artifact, version } = coordinates;
        // They come from a file: nothing in them leads out of the store.
        if [group, artifact, version]
            .iter()
            .any(|part| part.is_empty() || part.contains(['/', '\\']) || part.contains(".."))
        {
            return None;
        }
        let name = format!("{artifact}-{version}.{end}");
        let of_maven = self.maven.as_ref().map(|store| {
            let folder = group.split('.').fold(store.clone(), |path, part| path.join(part));
            folder.join(artifact).join(version).join(&name)
        });
        let of_gradle = || in_any_folder(&self.gradle.as_ref()?.join(group).join(artifact).join(version), &name);
        of_maven.filter(|path| path.is_file()).or_else(of_gradle)
    }
}

/// `'group:artifact:version'` in the build file, and all that the version catalogue lists.
fn gradle_dependencies(module: &Path) -> Vec<Coordinates> {
    let files = GRADLE_FILES.iter().filter_map(|name| fs::read_to_string(module.join(name)).ok());
    let mut found: Vec<Coordinates> = files.flat_map(|text| quoted_coordinates(&text)).collect();
    let folders = module.ancestors().take(3).map(|folder| folder.join("gradle/libs.versions.toml"));
    let catalogue = folders.filter_map(|path| fs::read_to_string(path).ok()).next();
    found.extend(catalogue.iter().flat_map(|text| catalogue_coordinates(text)));
    found
}

fn quoted_coordinates(text: &str) -> Vec<Coordinates> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let quoted = lines.flat_map(|line| line.split(['\'', '"']).skip(1).step_by(2));
    quoted.filter_map(coordinates).collect()
}

/// `group:artifact:version`, also with a classifier behind it.
fn coordinates(text: &str) -> Option<Coordinates> {
    let mut parts = text.split(':').map(str::to_owned);
    let (group, artifact, version) = (parts.next()?, parts.next()?, parts.next()?);
    let is_name =
        |part: &String| !part.is_empty() && part.chars().all(|it| it.is_alphanumeric() || "._-+".contains(it));
    let is_all = is_name(&group) && is_name(&artifact) && is_name(&version);
    is_all.then_some(Coordinates { group, artifact, version })
}

fn catalogue_coordinates(text: &str) -> Vec<Coordinates> {
    let Ok(catalogue) = text.parse::<toml::Table>() else { return Vec::new() };
    let table = |name: &str| catalogue.get(name).and_then(toml::Value::as_table);
    let versions = table("versions");
    let library = |library: &toml::Value| {
        if let Some(text) = library.as_str() {
            return coordinates(text);
        }
        let entry = |name: &str| library.get(name).and_then(toml::Value::as_str);
        let module = match entry("module") {
            Some(module) => module.to_owned(),
            None => format!("{}:{}", entry("group")?, entry("name")?),
        };
        let version = match library.get("version")? {
            toml::Value::String(version) => version.clone(),
            reference => versions?.get(reference.get("ref")?.as_str()?)?.as_str()?.to_owned(),
        };
        coordinates(&format!("{module}:{version}"))
    };
    table("libraries").into_iter().flat_map(|libraries| libraries.values()).filter_map(library).collect()
}

#[cfg(test)]
mod tests {
    use super::{Coordinates, catalogue_coordinates, quoted_coordinates};

    fn shown(found: Vec<Coordinates>) -> Vec<String> {
        found.iter().map(|it| format!("{} {} {}", it.group, it.artifact, it.version)).collect()
    }

    #[test]
    fn gradle_names_dependencies_in_quotes() {
        let text = "dependencies {\n  implementation 'org.a:b:1.0'\n  // api 'x:y:2'\n  api(\"c:d-e:3.1-jre\")\n  api project(':core')\n}";
        assert_eq!(shown(quoted_coordinates(text)), ["org.a b 1.0", "c d-e 3.1-jre"]);
    }

    #[test]
    fn a_catalogue_names_versions_once() {
        let text = "[versions]\nguava = \"33\"\n[libraries]\na = { module = \"g:a\", version.ref = \"guava\" }\n\
                    b = { group = \"g\", name = \"b\", version = \"2\" }\nc = \"g:c:3\"\nd = { module = \"g:d\" }\n";
        assert_eq!(shown(catalogue_coordinates(text)), ["g a 33", "g b 2", "g c 3"]);
        assert!(catalogue_coordinates("no catalogue").is_empty());
    }
}
