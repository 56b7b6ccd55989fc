//! The dependencies that a `pom.xml` names, and those that these need, as Maven finds them: by
//! properties, by `dependencyManagement`, by parents; of two versions the nearest.
//!
//! Departures: profiles, ranges of versions and exclusions are not looked at. A class too many does
//! no harm here; one too few is not at hand.

use super::project::Stores;
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fs;
use std::path::Path;

/// More dependencies than any project has, and deeper chains of parents.
const MOST_DEPENDENCIES: usize = 1000;
const MOST_PARENTS: usize = 20;

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Coordinates {
    pub(super) group: String,
    pub(super) artifact: String,
    pub(super) version: String,
}

/// What a `pom.xml` says together with its parents.
#[derive(Clone, Debug, Default)]
struct Pom {
    properties: BTreeMap<String, String>,
    /// Versions by `group:artifact`.
    managed: BTreeMap<String, String>,
    dependencies: Vec<Dependency>,
}

#[derive(Clone, Debug)]
struct Dependency {
    group: String,
    artifact: String,
    version: Option<String>,
    scope: String,
    is_optional: bool,
}

impl Dependency {
    /// Do those who depend on the module get it too?
    fn is_passed_on(&self) -> bool {
        !self.is_optional && matches!(self.scope.as_str(), "" | "compile" | "runtime")
    }
}

/// `<localRepository>` of `settings.xml`.
pub(super) fn local_repository(settings: &str) -> Option<String> {
    let document = Document::parse(settings).ok()?;
    text_of(document.root_element(), "localRepository").filter(|path| !path.contains("${"))
}

/// All that the project of this file depends on, nearest first.
pub(super) fn dependencies(pom: &Path, stores: &Stores) -> Vec<Coordinates> {
    let pom = read(pom, stores);
    with_what_they_need(pom.dependencies.iter().filter_map(|dependency| pom.coordinates(dependency)).collect(), stores)
}

/// These, and what they depend on, by the files beside their jars.
pub(super) fn with_what_they_need(named: Vec<Coordinates>, stores: &Stores) -> Vec<Coordinates> {
    let mut seen: HashSet<(String, String)> = HashSet::new();
    let mut pending: VecDeque<Coordinates> = named.into();
    let mut found = Vec::new();
    while let Some(next) = pending.pop_front() {
        if found.len() >= MOST_DEPENDENCIES {
            break;
        }
        if !seen.insert((next.group.clone(), next.artifact.clone())) {
            continue;
        }
        if let Some(path) = stores.find(&next, "pom") {
            let pom = read(&path, stores);
            let passed_on = pom.dependencies.iter().filter(|dependency| dependency.is_passed_on());
            pending.extend(passed_on.filter_map(|dependency| pom.coordinates(dependency)));
        }
        found.push(next);
    }
    found
}

fn read(path: &Path, stores: &Stores) -> Pom {
    let mut pom = Pom::default();
    pom.add(path, stores, 0);
    pom
}

impl Pom {
    /// Adds what a file and its parents say; what is known already is nearer, and wins.
    fn add(&mut self, path: &Path, stores: &Stores, depth: usize) {
        let text = fs::read_to_string(path).ok().filter(|_| depth < MOST_PARENTS);
        let Some(text) = text else { return };
        let Ok(document) = Document::parse(&text) else { return };
        let project = document.root_element();
        let parent = child(project, "parent");
        for (name, inherited) in [("groupId", parent), ("version", parent), ("artifactId", None)] {
            let said = text_of(project, name).or_else(|| inherited.and_then(|parent| text_of(parent, name)));
            if let Some(said) = said {
                self.properties.entry(format!("project.{name}")).or_insert(said);
            }
        }
        for property in child(project, "properties").into_iter().flat_map(|node| node.children()) {
            let value = property.text().unwrap_or("").trim().to_owned();
            self.properties.entry(property.tag_name().name().to_owned()).or_insert(value);
        }
        let listed = |node: Option<Node<'_, '_>>| listed(node.and_then(|node| child(node, "dependencies")));
        self.dependencies.extend(listed(Some(project)));
        let managed = listed(child(project, "dependencyManagement"));
        if let Some(parent) = parent {
            self.add_parent(path, parent, stores, depth);
        }
        self.manage(managed, stores, depth);
    }

    /// The parent is where `relativePath` says, or in the repository.
    fn add_parent(&mut self, path: &Path, parent: Node<'_, '_>, stores: &Stores, depth: usize) {
        let named = text_of(parent, "relativePath").unwrap_or_else(|| "../pom.xml".to_owned());
        let relative = path.parent().unwrap_or(Path::new(".")).join(named);
        let relative = if relative.is_dir() { relative.join("pom.xml") } else { relative };
        let own = |name: &str| text_of(parent, name).unwrap_or_default();
        let coordinates = Coordinates { group: own("groupId"), artifact: own("artifactId"), version: own("version") };
        let stored = || stores.find(&coordinates, "pom");
        if let Some(found) = Some(relative).filter(|path| path.is_file()).or_else(stored) {
            self.add(&found, stores, depth + 1);
        }
    }

    fn manage(&mut self, managed: Vec<Dependency>, stores: &Stores, depth: usize) {
        for dependency in managed {
            let Some(coordinates) = self.coordinates(&dependency) else { continue };
            if dependency.scope == "import" {
                if let Some(path) = stores.find(&coordinates, "pom").filter(|_| depth < MOST_PARENTS) {
                    let mut imported = Pom::default();
                    imported.add(&path, stores, depth + 1);
                    imported.managed.into_iter().for_each(|(key, version)| {
                        self.managed.entry(key).or_insert(version);
                    });
                }
            } else {
                let key = format!("{}:{}", coordinates.group, coordinates.artifact);
                self.managed.entry(key).or_insert(coordinates.version);
            }
        }
    }

    /// With the version that holds, if any is known.
    fn coordinates(&self, dependency: &Dependency) -> Option<Coordinates> {
        let (group, artifact) = (self.filled(&dependency.group), self.filled(&dependency.artifact));
        let managed = || self.managed.get(&format!("{group}:{artifact}")).cloned();
        let version = dependency.version.as_ref().map(|version| self.filled(version)).or_else(managed)?;
        Some(Coordinates { group, artifact, version })
    }

    /// `${name}` replaced by its value, a few times: values may have names in them.
    fn filled(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for _ in 0..MOST_PARENTS {
            let Some(start) = text.find("${") else { break };
            let Some(length) = text[start..].find('}') else { break };
            let Some(value) = self.properties.get(&text[start + 2..start + length]) else { break };
            text = format!("{}{value}{}", &text[..start], &text[start + length + 1..]);
            if text.len() > MOST_DEPENDENCIES {
                break;
            }
        }
        text
    }
}

fn listed(dependencies: Option<Node<'_, '_>>) -> Vec<Dependency> {
    let nodes = dependencies.into_iter().flat_map(|node| node.children());
    let nodes = nodes.filter(|node| node.has_tag_name_of("dependency"));
    let dependency = |node: Node<'_, '_>| {
        Some(Dependency {
            group: text_of(node, "groupId")?,
            artifact: text_of(node, "artifactId")?,
            version: text_of(node, "version"),
            scope: text_of(node, "scope").unwrap_or_default(),
            is_optional: text_of(node, "optional").is_some_and(|text| text == "true"),
        })
    };
    nodes.filter_map(dependency).collect()
}

/// Whatever its namespace: files without one are read by Maven, too.
trait Named {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name_of(name))
}

fn text_of(node: Node<'_, '_>, name: &str) -> Option<String> {
    child(node, name)?.text().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
