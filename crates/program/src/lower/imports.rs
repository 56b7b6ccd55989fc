//! What a name means at the top of a file: imports, packages, and the classes of which nothing but
//! the name is known.
//!
//! Follows JLS 7.4 and 7.5; [`super::scopes`] says where it departs.

use super::declarations::{ClassDeclaration, Declarations, Place, Scope};
use super::library;
use super::lookup::Lookup;
use super::scopes::{MOST_NAME_PARTS, dotted, join};
use crate::program::{Class, ClassId, ClassKind, ClassOrigin, FieldId, MethodId};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use tightrope_source::{Name, Span};
use tightrope_syntax::tree::Import;

/// `import path.*;`
#[derive(Debug)]
pub(crate) struct OnDemandImport {
    path: Name,
    is_static: bool,
    /// Some class at hand, or known by name, lives there.
    is_known: bool,
}

/// Names at the top of a file: imports and packages.
impl<'a> Declarations<'a> {
    pub(crate) fn find_in_unit(&mut self, unit: usize, name: &str) -> Option<ClassId> {
        if let Some(answer) = self.names.unit_answers.get(unit)?.get(name) {
            return *answer;
        }
        let answer = self.search_unit(unit, name);
        if let Some(answers) = self.names.unit_answers.get_mut(unit) {
            answers.insert(Name::new(name), answer);
        }
        answer
    }

    fn search_unit(&mut self, index: usize, name: &str) -> Option<ClassId> {
        let unit = *self.units.get(index)?;
        for import in unit.imports.iter().filter(|import| !import.on_demand) {
            if import.path.parts.last().is_some_and(|last| last.name == name)
                && let Some(class) = self.single_import(import)
            {
                return Some(class);
            }
        }
        let package = unit.package.as_ref().map_or(String::new(), dotted);
        let own = join(&package, name);
        if let Some(class) = self.by_name.get(&own) {
            return Some(*class);
        }
        if let Some(class) = self.on_demand_class(index, &package, name) {
            return Some(class);
        }
        (!package.is_empty() && library::is_known_class(&own)).then(|| self.missing_class(&own))
    }

    /// `import a.b.C;` always names a class, at hand or not. `import static a.b.C.D;` may name a
    /// member class.
    fn single_import(&mut self, import: &Import) -> Option<ClassId> {
        let path = dotted(&import.path);
        if !import.is_static {
            let found = self.find_qualified_class(&path);
            return Some(found.unwrap_or_else(|| self.missing_class(&path)));
        }
        let (class, member) = path.rsplit_once('.')?;
        let class = self.find_qualified_class(class)?;
        self.ensure_supertypes(class);
        self.find_or_know_member_class(class, member)
    }

    /// The best class that an import on demand (or `java.lang`) provides: the user's, the
    /// library's, then those known by name. Classes that are not public are only imported within
    /// their package (JLS 6.6).
    fn on_demand_class(&mut self, unit: usize, package: &str, name: &str) -> Option<ClassId> {
        let mut known = None;
        let mut from_library = None;
        for OnDemandImport { path, is_known, .. } in self.on_demand_imports(unit).iter() {
            // So that a name costs no more than there are packages, however many a file imports.
            if !is_known && !self.names.packages_of_missing_classes.contains(path) {
                continue;
            }
            let qualified = join(path, name);
            let found = match self.by_name.get(&qualified) {
                Some(class) => Some(*class),
                None => self.member_of_imported_class(path, name),
            };
            let visible =
                found.filter(|class| self.is_public(*class) || self.classes[class.index()].package == package);
            match visible.map(|class| (class, self.program.class(class).origin)) {
                Some((class, ClassOrigin::User | ClassOrigin::ClassFile)) => return Some(class),
                Some((class, ClassOrigin::Library)) => from_library = from_library.or(Some(class)),
                Some((_, ClassOrigin::Missing)) => known = known.or(Some(qualified)),
                None if found.is_none() && library::is_known_class(&qualified) => known = known.or(Some(qualified)),
                None => {}
            }
        }
        from_library.or_else(|| known.map(|qualified| self.missing_class(&qualified)))
    }

    /// What a file imports on demand, each once; then `java.lang`, then the packages of modules,
    /// which all others shadow (JLS 6.4.1).
    fn on_demand_imports(&mut self, unit: usize) -> Rc<[OnDemandImport]> {
        if let Some(imports) = self.names.on_demand_imports.get(&unit) {
            return imports.clone();
        }
        let imports = self.units.get(unit).map_or(&[][..], |unit| &unit.imports);
        let written = imports.iter().filter(|import| import.on_demand && !import.is_module);
        let named = written.map(|import| (Name::from(dotted(&import.path)), import.is_static));
        let mut seen = HashSet::new();
        let imports: Rc<[OnDemandImport]> = named
            .chain([(Name::new("java.lang"), false)])
            .chain(imports.iter().filter(|import| import.is_module).flat_map(packages_of_module))
            .filter(|import| seen.insert(import.clone()))
            .map(|(path, is_static)| {
                let is_known = self.is_package(&path) || self.by_name.contains_key(&path);
                OnDemandImport { path, is_static, is_known }
            })
            .collect();
        self.names.on_demand_imports.insert(unit, imports.clone());
        imports
    }

    fn is_public(&self, class: ClassId) -> bool {
        let in_interface = self.program.class(class).outer.is_some_and(|outer| self.is_interface(outer));
        in_interface || self.classes[class.index()].syntax.is_none_or(|syntax| syntax.modifiers.public)
    }

    /// `import a.b.Outer.*` provides `Outer`'s member classes.
    fn member_of_imported_class(&mut self, path: &str, name: &str) -> Option<ClassId> {
        if self.names.packages.contains(path) {
            return None;
        }
        let class = self.exact_class(path)?;
        self.ensure_supertypes(class);
        self.find_member_class(class, name)
    }

    /// An import on demand from a package of which nothing is known could provide any name.
    pub(crate) fn missing_on_demand(&mut self, unit: usize, name: &str) -> Option<ClassId> {
        let imports = self.on_demand_imports(unit);
        let open = imports.iter().find(|import| !import.is_static && self.may_provide_anything(&import.path))?;
        let qualified = join(&open.path, name);
        Some(self.missing_class(&qualified))
    }

    fn may_provide_anything(&self, path: &str) -> bool {
        match self.by_name.get(path) {
            Some(class) => self.classes[class.index()].has_missing_ancestor,
            None => !self.names.user_packages.contains(path) && !library::is_known_package(path),
        }
    }

    /// The class with this qualified name, inherited member classes included. Creates a missing
    /// class for a public class of the JDK that is not declared.
    pub(crate) fn find_qualified_class(&mut self, qualified: &str) -> Option<ClassId> {
        if let Some(class) = self.exact_class(qualified) {
            return Some(class);
        }
        if qualified.matches('.').count() > MOST_NAME_PARTS {
            return None;
        }
        let (outer, name) = qualified.rsplit_once('.')?;
        let outer = self.find_qualified_class(outer)?;
        self.member_class_or_missing(outer, name)
    }

    pub(crate) fn exact_class(&mut self, qualified: &str) -> Option<ClassId> {
        if let Some(class) = self.by_name.get(qualified) {
            return Some(*class);
        }
        library::is_known_class(qualified).then(|| self.missing_class(qualified))
    }

    /// Does some class at hand, or known by name, live in this package or below it?
    pub(crate) fn is_package(&self, qualified: &str) -> bool {
        self.names.packages.contains(qualified) || library::is_known_package(qualified)
    }

    /// The class of which nothing but the name is known.
    pub(crate) fn missing_class(&mut self, qualified: &str) -> ClassId {
        if let Some(class) = self.by_name.get(qualified) {
            return *class;
        }
        let id = ClassId(self.program.classes.len() as u32);
        let name = Name::new(qualified);
        self.program.classes.push(missing(name.clone(), self.no_span(), self.well_known.object));
        let declaration = ClassDeclaration::missing(qualified);
        self.names.packages_of_missing_classes.insert(declaration.package.clone());
        self.classes.push(declaration);
        self.by_name.insert(name, id);
        id
    }

    /// A place for what stands in no file.
    pub(crate) fn no_span(&self) -> Span {
        Span::new(self.first_library_file, 0, 0)
    }

    fn import_unit(&self, scope: &Rc<Scope>) -> Vec<&'a Import> {
        self.units.get(scope.unit()).map_or(Vec::new(), |unit| unit.imports.iter().collect())
    }

    /// The classes whose static members named `name` are imported; `None` stands for one that is
    /// not at hand.
    fn static_import_classes(&self, scope: &Rc<Scope>, name: &str) -> Vec<Option<ClassId>> {
        let mut classes = Vec::new();
        for import in self.import_unit(scope).into_iter().filter(|import| import.is_static) {
            let path = dotted(&import.path);
            if import.on_demand {
                classes.push(self.by_name.get(path.as_str()).copied());
            } else if let Some((class, member)) = path.rsplit_once('.')
                && member == name
            {
                classes.push(self.by_name.get(class).copied());
            }
        }
        classes
    }

    /// The static field that an import provides.
    pub(crate) fn static_imported_field(&mut self, scope: &Rc<Scope>, name: &str) -> Option<FieldId> {
        self.static_import_classes(scope, name).into_iter().flatten().find_map(|class| {
            match self.find_field(class, name) {
                Lookup::Found(field) if self.program.field(field).is_static => Some(field),
                _ => None,
            }
        })
    }

    /// The static methods that imports provide.
    pub(crate) fn static_imported_methods(&mut self, scope: &Rc<Scope>, name: &str) -> Vec<MethodId> {
        let mut methods = Vec::new();
        for class in self.static_import_classes(scope, name).into_iter().flatten() {
            for method in self.find_methods(class, name) {
                if self.program.method(method).is_static && !methods.contains(&method) {
                    methods.push(method);
                }
            }
        }
        methods
    }

    /// Could a static import from a class that is not (or only in part) at hand provide the name?
    pub(crate) fn static_import_may_be_missing(&self, scope: &Rc<Scope>, name: &str) -> bool {
        let mut classes = self.static_import_classes(scope, name).into_iter();
        classes.any(|class| class.is_none_or(|class| self.methods_may_be_missing(class)))
    }
}

/// A module of which nothing is known stands for a package of which nothing is known.
fn packages_of_module(import: &Import) -> Vec<(Name, bool)> {
    let module = dotted(&import.path);
    let known = library::known_packages_of_module(&module);
    let mut packages: Vec<(Name, bool)> = known.into_iter().map(|package| (Name::new(package), false)).collect();
    if module != "java.base" {
        packages.push((Name::from(module), false));
    }
    packages
}

fn missing(name: Name, span: Span, object: ClassId) -> Class {
    let simple_name = name.rsplit('.').next().map_or_else(|| name.clone(), Name::new);
    Class {
        name,
        simple_name,
        span,
        kind: ClassKind::Class,
        origin: ClassOrigin::Missing,
        is_abstract: false,
        is_final: false,
        is_private: false,
        is_public: true,
        is_unknown: false,
        superclass: Some(object),
        interfaces: Vec::new(),
        outer: None,
        outer_instance: None,
        captures: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        inherited_implementations: Vec::new(),
        static_initializer: None,
        enum_constants: Vec::new(),
        invariants: Vec::new(),
        rep_ok: None,
        constraints: Vec::new(),
        initially: Vec::new(),
        axioms: Vec::new(),
        unchecked: Vec::new(),
    }
}

impl ClassDeclaration<'_> {
    /// Nothing is known of it but its name.
    fn missing(qualified: &str) -> Self {
        ClassDeclaration {
            syntax: None,
            place: Place::TopLevel,
            package: Name::new(qualified.rsplit_once('.').map_or("", |(package, _)| package)),
            scope: Rc::new(Scope::Unit(usize::MAX)),
            type_params: Vec::new(),
            superclass: None,
            interfaces: Vec::new(),
            member_classes: HashMap::new(),
            fields: HashMap::new(),
            methods: HashMap::new(),
            constructors: Vec::new(),
            is_inner: false,
            is_function: false,
            has_missing_ancestor: true,
            non_null_by_default: false,
            captured: Vec::new(),
        }
    }
}
