//! What a type name means at a place: scopes, imports, packages, and classes that are named but not
//! at hand.
//!
//! Follows JLS 6.3 to 6.5 (scope, shadowing, meaning of a type name) and 7.5 (imports). Departures:
//! - a name that the given files and the library do not declare is a *missing class* where Java
//!   could find it elsewhere: it is imported by name, it is a public class of the JDK, its package
//!   is not among the given files, or an import on demand or an ancestor that is not at hand could
//!   provide it. Otherwise it is an error;
//! - several imports on demand that provide the same name are no error here: the user's classes win
//!   over the library's, and these over classes that are only known by name (newer versions of the
//!   JDK add names that older programs use for their own classes).

use super::declarations::{Declarations, Scope};
use super::imports::OnDemandImport;
use super::library;
use super::types::{ClassType, JavaType, TypeArgument, TypeVariable};
use crate::program::{ClassId, ClassKind, ClassOrigin};
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;
use tightrope_source::{Code, Diagnostic, Name, Span};
use tightrope_syntax::tree::{QualifiedName, TypeArg, TypeRef, TypeRefKind, TypeSegment};

const MOST_DIMENSIONS: usize = 255;

/// More dots than any real name has.
pub(crate) const MOST_NAME_PARTS: usize = 100;

/// Packages and imports, by name.
#[derive(Debug, Default)]
pub(crate) struct NameTables {
    /// Packages of the units at hand, and all packages above them.
    pub(crate) packages: HashSet<Name>,
    /// Packages of the user's units only.
    pub(crate) user_packages: HashSet<Name>,
    /// For each unit, what a simple name means at its top, as far as it was asked.
    pub(crate) unit_answers: Vec<HashMap<Name, Option<ClassId>>>,
    /// For each unit, its imports on demand, as far as it was asked.
    pub(crate) on_demand_imports: HashMap<usize, Rc<[OnDemandImport]>>,
    /// Where the classes live of which nothing but the name is known.
    pub(crate) packages_of_missing_classes: HashSet<Name>,
    /// What a simple name means among the members of a class, as far as it was asked after all
    /// supertypes were known.
    pub(crate) member_answers: HashMap<(ClassId, Name), Option<ClassId>>,
    pub(crate) supertypes_known: bool,
    /// How deep [`Declarations::ensure_supertypes`] is nested in itself.
    pub(crate) supertype_depth: usize,
}

/// The meaning of a simple type name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TypeName {
    Variable(TypeVariable),
    Class(ClassId),
}

pub(crate) fn dotted(name: &QualifiedName) -> String {
    name.parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>().join(".")
}

pub(crate) fn join(package: &str, name: &str) -> Name {
    if package.is_empty() { Name::new(name) } else { Name::from(format!("{package}.{name}")) }
}

impl Scope {
    /// The next scope outwards.
    pub(crate) fn parent(&self) -> Option<&Rc<Scope>> {
        match self {
            Scope::Unit(_) => None,
            Scope::Class { parent, .. } | Scope::TypeParameters { parent, .. } | Scope::LocalClass { parent, .. } => {
                Some(parent)
            }
        }
    }

    /// This scope and all around it, innermost first.
    pub(crate) fn outwards(&self) -> impl Iterator<Item = &Scope> {
        std::iter::successors(Some(self), |scope| scope.parent().map(|parent| &**parent))
    }

    /// The file.
    pub(crate) fn unit(&self) -> usize {
        let unit = self.outwards().find_map(|scope| match scope {
            Scope::Unit(unit) => Some(*unit),
            _ => None,
        });
        unit.unwrap_or(usize::MAX)
    }
}

/// Types as they are written.
impl<'a> Declarations<'a> {
    /// The type that is written. Reports an unknown name (E0301) and gives `Unknown` for it; `var`
    /// is `Unknown` too.
    pub(crate) fn resolve_type(&mut self, scope: &Rc<Scope>, ty: &TypeRef) -> JavaType {
        match &ty.kind {
            TypeRefKind::Primitive(primitive) => JavaType::Primitive(*primitive),
            TypeRefKind::Void => JavaType::Void,
            TypeRefKind::Inferred | TypeRefKind::Error => JavaType::Unknown,
            TypeRefKind::Array(element) => self.resolve_type(scope, element).array_of(),
            TypeRefKind::Jml(name) if *name == "TYPE" => JavaType::TypeValue,
            TypeRefKind::Jml(_) => JavaType::Unknown,
            TypeRefKind::Named(segments) => self.resolve_named(scope, segments, ty.span),
        }
    }

    /// An array of so many dimensions, of which Java allows 255 (JVMS 4.10).
    pub(crate) fn array_type(&mut self, element: JavaType, dims: usize, span: Span) -> JavaType {
        let own = std::iter::successors(Some(&element), |ty| match ty {
            JavaType::Array(element) => Some(element),
            _ => None,
        });
        if own.count() - 1 + dims > MOST_DIMENSIONS {
            let message = format!("an array has at most {MOST_DIMENSIONS} dimensions");
            self.report(Diagnostic::new(Code::NestedTooDeep, span, message));
            return JavaType::Unknown;
        }
        (0..dims).fold(element, |ty, _| ty.array_of())
    }

    fn resolve_named(&mut self, scope: &Rc<Scope>, segments: &[TypeSegment], span: Span) -> JavaType {
        match self.name_of_segments(scope, segments) {
            Some((TypeName::Variable(variable), _)) => JavaType::Variable(variable),
            Some((TypeName::Class(class), _)) if self.is_jml_set(class) => JavaType::ObjectSet,
            Some((TypeName::Class(class), used)) => {
                self.resolve_arguments(scope, class, segments.get(used..).unwrap_or(&[]), segments)
            }
            None if segments.last().is_some_and(|last| last.name.name == "JMLObjectSet") => JavaType::ObjectSet,
            None => {
                self.report_unknown_type(scope, segments, span);
                JavaType::Unknown
            }
        }
    }

    /// JML's own model class of sets, where it was imported but is not at hand.
    fn is_jml_set(&self, class: ClassId) -> bool {
        let class = self.program.class(class);
        class.origin == ClassOrigin::Missing && class.simple_name == "JMLObjectSet"
    }

    /// The class or variable that all segments together name, and how many of them the class's
    /// outermost part took.
    pub(crate) fn name_of_segments(
        &mut self,
        scope: &Rc<Scope>,
        segments: &[TypeSegment],
    ) -> Option<(TypeName, usize)> {
        let first = &segments.first()?.name.name;
        let found = match self.find_type_name(scope, first) {
            Some(TypeName::Variable(variable)) if segments.len() == 1 => {
                return Some((TypeName::Variable(variable), 1));
            }
            Some(TypeName::Variable(_)) => None,
            Some(TypeName::Class(class)) => Some((class, 1)),
            None if segments.len() == 1 => self.assume_class(scope, first).map(|class| (class, 1)),
            None => self.class_at_start(scope, segments),
        };
        let (mut class, used) = found?;
        for segment in &segments[used..] {
            class = self.member_class_or_missing(class, &segment.name.name)?;
        }
        Some((TypeName::Class(class), used))
    }

    /// The class that the first segments name together with its package: `java.util.Map` of
    /// `java.util.Map.Entry`.
    fn class_at_start(&mut self, scope: &Rc<Scope>, segments: &[TypeSegment]) -> Option<(ClassId, usize)> {
        let first = &segments.first()?.name.name;
        let mut qualified = first.to_string();
        for (index, segment) in segments.iter().enumerate().take(MOST_NAME_PARTS).skip(1) {
            qualified.push('.');
            qualified.push_str(&segment.name.name);
            if let Some(class) = self.exact_class(&qualified) {
                return Some((class, index + 1));
            }
        }
        if let Some(class) = self.assume_class(scope, first) {
            return Some((class, 1));
        }
        if let Some(imported) = self.imported_prefix(scope, segments) {
            return Some((self.missing_class(&dotted(imported)), imported.parts.len()));
        }
        let package = qualified.rsplit_once('.').map_or("", |(package, _)| package);
        let unit = self.units.get(scope.unit());
        // What a class file names was there when it was compiled.
        let is_compiled = unit.is_some_and(|unit| self.compiled.contains_key(&unit.file));
        (is_compiled || !self.is_package(package)).then(|| (self.missing_class(&qualified), segments.len()))
    }

    /// `a.b.C` written out although the file imports it: where the import may name a class that is
    /// not at hand, this may.
    fn imported_prefix(&self, scope: &Rc<Scope>, segments: &[TypeSegment]) -> Option<&'a QualifiedName> {
        let imports = self.units.get(scope.unit())?.imports.iter();
        let mut paths = imports.filter(|import| !import.is_static && !import.on_demand).map(|import| &import.path);
        paths.find(|path| {
            let same = path.parts.iter().zip(segments).all(|(part, segment)| part.name == segment.name.name);
            same && path.parts.len() <= segments.len()
        })
    }

    /// The type arguments that stand in the segments, put together for the class that they name.
    /// `members` are the segments after the outermost class's.
    fn resolve_arguments(
        &mut self,
        scope: &Rc<Scope>,
        class: ClassId,
        members: &[TypeSegment],
        segments: &[TypeSegment],
    ) -> JavaType {
        let class_segments = &segments[segments.len() - members.len() - 1..];
        let mut written = Vec::new();
        for segment in class_segments {
            written.push(self.resolve_argument_list(scope, segment));
        }
        let outer_args = self.outer_arguments(scope, class, &written);
        let own = written.pop().flatten();
        JavaType::Class(self.class_type(class, outer_args, own))
    }

    fn resolve_argument_list(&mut self, scope: &Rc<Scope>, segment: &TypeSegment) -> Option<Vec<TypeArgument>> {
        let args = segment.args.as_ref().filter(|args| !args.is_empty())?;
        Some(args.iter().map(|arg| self.resolve_argument(scope, arg)).collect())
    }

    pub(crate) fn resolve_argument(&mut self, scope: &Rc<Scope>, arg: &TypeArg) -> TypeArgument {
        match arg {
            TypeArg::Type(ty) => TypeArgument::Type(self.resolve_type(scope, ty)),
            TypeArg::Wildcard { bound: None, .. } => TypeArgument::Wildcard(None),
            TypeArg::Wildcard { bound: Some((bound, ty)), .. } => {
                TypeArgument::Wildcard(Some((*bound, self.resolve_type(scope, ty))))
            }
        }
    }

    /// The arguments for the parameters that an inner class shares with the classes around it:
    /// written (`Outer<A>.Inner`), or those of the place (`Inner` inside of `Outer<T>`, or of a
    /// subclass of `Outer<String>`).
    fn outer_arguments(
        &self,
        scope: &Rc<Scope>,
        class: ClassId,
        written: &[Option<Vec<TypeArgument>>],
    ) -> Option<Vec<TypeArgument>> {
        let shared = self.shared_parameters(class);
        if shared == 0 {
            return None;
        }
        let outer_written: Vec<TypeArgument> =
            written.iter().rev().skip(1).rev().flatten().flatten().cloned().collect();
        if !outer_written.is_empty() {
            return Some(outer_written);
        }
        let outer = self.program.class(class).outer?;
        let around = scope.outwards().filter_map(|scope| match scope {
            Scope::Class { class, .. } => Some(*class),
            _ => None,
        });
        let mut views = around.filter_map(|around| self.as_super(&JavaType::Class(self.this_type(around)), outer));
        views.next().map(|view| view.args.to_vec())
    }

    /// Is there a class around whose supertype was not found? That has been reported; what it would
    /// declare is not.
    fn may_inherit_unknown_names(&self, scope: &Rc<Scope>) -> bool {
        scope.outwards().any(
            |scope| matches!(scope, Scope::Class { class, .. } if self.classes[class.index()].has_missing_ancestor),
        )
    }

    /// How many of the class's parameters belong to the classes around it.
    fn shared_parameters(&self, class: ClassId) -> usize {
        let declaration = &self.classes[class.index()];
        let own = declaration.syntax.map_or(0, |syntax| syntax.type_params.len());
        declaration.type_params.len().saturating_sub(own)
    }

    /// A class with arguments; raw where some are not given.
    fn class_type(
        &self,
        class: ClassId,
        outer: Option<Vec<TypeArgument>>,
        own: Option<Vec<TypeArgument>>,
    ) -> ClassType {
        let mut args = outer.unwrap_or_default();
        args.extend(own.unwrap_or_default());
        if args.len() == self.classes[class.index()].type_params.len() {
            ClassType { class, args: args.into() }
        } else {
            ClassType::raw(class)
        }
    }

    fn report_unknown_type(&mut self, scope: &Rc<Scope>, segments: &[TypeSegment], span: Span) {
        if segments.len() == 1 && self.may_inherit_unknown_names(scope) {
            return;
        }
        let text = segments.iter().map(|segment| segment.name.name.as_str()).collect::<Vec<_>>().join(".");
        let mut diagnostic = Diagnostic::new(Code::UnknownType, span, format!("there is no class named `{text}`"));
        let name = segments.last().map_or("", |last| last.name.name.as_str());
        match self.similar_name(name, |declarations| declarations.visible_class_names(scope)) {
            Some(similar) => diagnostic = diagnostic.hint(format!("did you mean `{similar}`?")),
            None => diagnostic = diagnostic.hint("give the file that declares it too, or import it"),
        }
        self.report(diagnostic);
    }
}

/// Names in scopes.
impl<'a> Declarations<'a> {
    /// The meaning of a simple type name, innermost scope first. Only what is at hand or known by
    /// name.
    pub(crate) fn find_type_name(&mut self, scope: &Rc<Scope>, name: &str) -> Option<TypeName> {
        scope.outwards().find_map(|scope| match scope {
            Scope::TypeParameters { params, .. } => named(params, name).cloned().map(TypeName::Variable),
            Scope::LocalClass { name: declared, class, .. } => (declared == name).then_some(TypeName::Class(*class)),
            Scope::Class { class, .. } => {
                self.ensure_supertypes(*class);
                self.find_or_know_member_class(*class, name).map(TypeName::Class)
            }
            Scope::Unit(unit) => self.find_in_unit(*unit, name).map(TypeName::Class),
        })
    }

    /// The class that a simple name means. Silent. Creates a missing class where something that is
    /// not at hand could declare the name.
    pub(crate) fn find_class(&mut self, scope: &Rc<Scope>, name: &str) -> Option<ClassId> {
        match self.find_type_name(scope, name) {
            Some(TypeName::Class(class)) => Some(class),
            Some(TypeName::Variable(_)) => None,
            None => self.assume_class(scope, name),
        }
    }

    /// A name that nothing at hand declares may be inherited from a class that is not at hand, or
    /// imported from a package of which nothing is known. Names of classes start with a capital
    /// letter; otherwise a misspelt variable or a package would pass for a class.
    fn assume_class(&mut self, scope: &Rc<Scope>, name: &str) -> Option<ClassId> {
        if !name.starts_with(char::is_uppercase) {
            return None;
        }
        let around = scope.outwards().find_map(|scope| match scope {
            Scope::Class { class, .. } => self.missing_ancestor(*class),
            _ => None,
        });
        if let Some(missing) = around {
            let qualified = join(&self.program.class(missing).name, name);
            return Some(self.missing_class(&qualified));
        }
        self.missing_on_demand(scope.unit(), name)
    }

    /// A member class, declared or inherited. A class that is not inherited still hides those of
    /// the same name above it.
    pub(crate) fn find_member_class(&self, class: ClassId, name: &str) -> Option<ClassId> {
        let mut pending = VecDeque::from([class]);
        let mut seen = HashSet::new();
        while let Some(current) = pending.pop_front() {
            match self.classes[current.index()].member_classes.get(name) {
                Some(member) if current == class || self.is_member_class_inherited(*member, class) => {
                    return Some(*member);
                }
                Some(_) => {}
                None => pending.extend(self.parents(current).filter(|parent| seen.insert(*parent))),
            }
        }
        None
    }

    /// Private classes are not inherited, and classes without a modifier only within their package.
    fn is_member_class_inherited(&self, member: ClassId, heir: ClassId) -> bool {
        let Some(syntax) = self.classes[member.index()].syntax else { return true };
        let modifiers = &syntax.modifiers;
        let in_interface = self.program.class(member).outer.is_some_and(|outer| self.is_interface(outer));
        let open = modifiers.public || modifiers.protected || in_interface;
        !modifiers.private && (open || self.same_package(member, heir))
    }

    pub(crate) fn is_interface(&self, class: ClassId) -> bool {
        matches!(self.program.class(class).kind, ClassKind::Interface | ClassKind::Annotation)
    }

    pub(crate) fn same_package(&self, a: ClassId, b: ClassId) -> bool {
        self.classes[a.index()].package == self.classes[b.index()].package
    }

    /// A member class, or one that a library class above is known to have.
    pub(crate) fn find_or_know_member_class(&mut self, class: ClassId, name: &str) -> Option<ClassId> {
        if !self.names.supertypes_known {
            return self.search_member_class(class, name);
        }
        let key = (class, Name::new(name));
        if let Some(answer) = self.names.member_answers.get(&key) {
            return *answer;
        }
        let answer = self.search_member_class(class, name);
        self.names.member_answers.insert(key, answer);
        answer
    }

    fn search_member_class(&mut self, class: ClassId, name: &str) -> Option<ClassId> {
        if let Some(found) = self.find_member_class(class, name) {
            return Some(found);
        }
        let object = self.well_known.object;
        let is_library =
            |class: &ClassId| *class != object && self.program.class(*class).origin == ClassOrigin::Library;
        let library_ancestors = self.ancestors(class).into_iter().filter(is_library);
        let known = library_ancestors
            .map(|ancestor| join(&self.program.class(ancestor).name, name))
            .find(|qualified| library::is_known_class(qualified))?;
        Some(self.missing_class(&known))
    }

    /// A member class; one of a class that is not (or only in part) at hand becomes a missing
    /// class.
    pub(crate) fn member_class_or_missing(&mut self, class: ClassId, name: &str) -> Option<ClassId> {
        self.ensure_supertypes(class);
        if let Some(found) = self.find_or_know_member_class(class, name) {
            return Some(found);
        }
        let origin = self.program.class(class).origin;
        let partly_known = if origin == ClassOrigin::Library { Some(class) } else { self.missing_ancestor(class) };
        let qualified = join(&self.program.class(partly_known?).name, name);
        Some(self.missing_class(&qualified))
    }

    /// The class itself or the first above it that is not at hand.
    fn missing_ancestor(&self, class: ClassId) -> Option<ClassId> {
        let is_missing = |class: &ClassId| self.program.class(*class).origin == ClassOrigin::Missing;
        self.ancestors(class).into_iter().find(is_missing)
    }

    /// Names that could have been meant where a type name is unknown. In a fixed order.
    pub(crate) fn visible_class_names(&self, scope: &Rc<Scope>) -> Vec<Name> {
        let mut names = Vec::new();
        for scope in scope.outwards() {
            match scope {
                Scope::TypeParameters { params, .. } => names.extend(params.iter().map(|param| param.name.clone())),
                Scope::LocalClass { name, .. } => names.push(name.clone()),
                Scope::Class { class, .. } => names.extend(self.member_class_names(*class)),
                Scope::Unit(unit) => names.extend(self.unit_class_names(*unit)),
            }
        }
        names
    }

    fn member_class_names(&self, class: ClassId) -> Vec<Name> {
        let ancestors = self.ancestors(class);
        let members = ancestors.iter().flat_map(|ancestor| self.classes[ancestor.index()].member_classes.keys());
        let mut names: Vec<Name> = members.cloned().collect();
        names.sort_unstable();
        names
    }

    fn unit_class_names(&self, unit: usize) -> Vec<Name> {
        let Some(unit) = self.units.get(unit) else { return Vec::new() };
        let single = unit.imports.iter().filter(|import| !import.on_demand);
        let mut names: Vec<Name> =
            single.filter_map(|import| import.path.parts.last()).map(|part| part.name.clone()).collect();
        let mut packages: Vec<String> = vec![unit.package.as_ref().map_or(String::new(), dotted)];
        packages.extend(unit.imports.iter().filter(|import| import.on_demand).map(|import| dotted(&import.path)));
        packages.push("java.lang".to_string());
        for class in &self.program.classes {
            let package = class.name.strip_suffix(class.simple_name.as_str()).unwrap_or("");
            let package = package.strip_suffix('.').unwrap_or(package);
            if !class.simple_name.is_empty() && packages.iter().any(|visible| visible == package) {
                names.push(class.simple_name.clone());
            }
        }
        names.extend(packages.iter().flat_map(|package| library::known_in_package(package)).map(Name::new));
        names
    }
}

fn named<'v>(params: &'v [TypeVariable], name: &str) -> Option<&'v TypeVariable> {
    params.iter().find(|param| param.name == name)
}
