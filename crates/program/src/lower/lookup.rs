//! Members by name: fields and methods, declared and inherited (JLS 8.2, 8.3, 8.4.8, 9.4.1).
//!
//! Departure: a private field that JML declares `spec_public` or `spec_protected` is inherited,
//! because contracts of subclasses may speak of it; Java code that could see the difference is not
//! accepted by `javac`.

use super::declarations::{Declarations, FieldDeclaration, FieldSyntax, MethodSyntax};
use super::id_map::IdSet;
use super::types::JavaType;
use crate::program::{ClassId, ClassOrigin, Field, FieldId, FieldKind, MethodId, MethodKind, Nullity, Type};
use std::collections::HashMap;
use std::rc::Rc;
use tightrope_source::{Diagnostic, Name, Span};
use tightrope_syntax::jml::Modifier;
use tightrope_syntax::tree::{Modifiers, TypeDecl};

/// The answer to a search for a member.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Lookup<T> {
    Found(T),
    /// A missing ancestor or a library class that is declared only in part may declare it.
    MaybeMissing,
    NotFound,
    Ambiguous(Vec<T>),
}

/// The methods of a name that were found so far, from the class upwards.
#[derive(Default)]
struct FoundMethods {
    methods: Vec<MethodId>,
    /// What they override.
    overridden: IdSet<MethodId>,
    /// By their erased parameters.
    by_params: HashMap<Vec<Type>, Vec<MethodId>>,
}

/// Library classes that `library/` declares with all their members, as far as a program that
/// inherits from them could use them.
const COMPLETE_LIBRARY_CLASSES: &[&str] = &[
    "java.lang.Object",
    "java.lang.Comparable",
    "java.lang.Cloneable",
    "java.lang.Runnable",
    "java.lang.AutoCloseable",
    "java.lang.Record",
    "java.io.Serializable",
];

/// Who may see a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Private,
    Package,
    Open,
}

fn access(modifiers: &Modifiers, in_interface: bool) -> Access {
    if modifiers.private {
        Access::Private
    } else if modifiers.public || modifiers.protected || in_interface {
        Access::Open
    } else {
        Access::Package
    }
}

/// Fields.
impl Declarations<'_> {
    /// The field that a name means in a class: declared or inherited, the nearest on each way up.
    pub(crate) fn find_field(&self, class: ClassId, name: &str) -> Lookup<FieldId> {
        let mut pending = vec![class];
        let mut seen = IdSet::default();
        let mut found = Vec::new();
        while let Some(current) = pending.pop() {
            if !seen.insert(current) {
                continue;
            }
            match self.classes[current.index()].fields.get(name) {
                Some(field) if current == class || self.is_field_inherited(*field, class) => found.push(*field),
                Some(_) => {}
                None => pending.extend(self.parents(current)),
            }
        }
        found.sort_unstable();
        match found.as_slice() {
            [] if self.methods_may_be_missing(class) => Lookup::MaybeMissing,
            [] => Lookup::NotFound,
            [field] => Lookup::Found(*field),
            _ => Lookup::Ambiguous(found),
        }
    }

    fn is_field_inherited(&self, field: FieldId, heir: ClassId) -> bool {
        let owner = self.program.field(field).class;
        let FieldSyntax::Declared(declaration, _) = self.fields[field.index()].syntax else {
            return !self.program.field(field).is_private;
        };
        let modifiers = &declaration.modifiers;
        let for_contracts = modifiers.has(Modifier::SpecPublic) || modifiers.has(Modifier::SpecProtected);
        match access(modifiers, self.is_interface(owner)) {
            Access::Open => true,
            Access::Package => for_contracts || self.same_package(owner, heir),
            Access::Private => for_contracts,
        }
    }

    /// The names of all fields of a class, for suggestions. In a fixed order.
    pub(crate) fn field_names(&self, class: ClassId) -> Vec<Name> {
        let fields = self.ancestors(class).into_iter().flat_map(|class| self.program.class(class).fields.clone());
        fields.map(|field| self.program.field(field).name.clone()).collect()
    }
}

/// Methods.
impl Declarations<'_> {
    /// The methods of this name that a class has: declared and inherited, overridden ones left out.
    pub(crate) fn find_methods(&self, class: ClassId, name: &str) -> Vec<MethodId> {
        let key = (class, Name::new(name));
        if let Some(found) = self.method_tables.borrow().get(&key) {
            return found.to_vec();
        }
        let found = self.search_methods(class, name);
        self.method_tables.borrow_mut().insert(key, Rc::from(found.as_slice()));
        found
    }

    fn search_methods(&self, class: ClassId, name: &str) -> Vec<MethodId> {
        let mut found = FoundMethods::default();
        for ancestor in self.ancestors(class) {
            let Some(declared) = self.classes[ancestor.index()].methods.get(name) else { continue };
            for method in declared {
                let inherited = ancestor == class || self.is_method_inherited(*method, class);
                if inherited && !self.is_superseded(&found, *method) {
                    found.overridden.extend(&self.program.method(*method).overrides);
                    found.by_params.entry(self.erased_parameters(*method)).or_default().push(*method);
                    found.methods.push(*method);
                }
            }
        }
        found.methods
    }

    /// Private methods and static methods of interfaces are not inherited; methods without a
    /// modifier only within their package.
    pub(crate) fn is_method_inherited(&self, method: MethodId, heir: ClassId) -> bool {
        let declared = self.program.method(method);
        let in_interface = self.is_interface(declared.class);
        if in_interface && declared.is_static {
            return false;
        }
        match self.method_access(method) {
            Access::Open => true,
            Access::Package => self.same_package(declared.class, heir),
            Access::Private => false,
        }
    }

    fn method_access(&self, method: MethodId) -> Access {
        let declared = self.program.method(method);
        match &self.methods[method.index()].syntax {
            MethodSyntax::Declared(syntax) => access(&syntax.modifiers, self.is_interface(declared.class)),
            _ if declared.is_private => Access::Private,
            _ => Access::Open,
        }
    }

    /// Does a nearer method leave no place for this one? It overrides it, hides it, or is inherited
    /// from a superclass and implements a method of an interface that the superclass does not know.
    fn is_superseded(&self, nearer: &FoundMethods, farther: MethodId) -> bool {
        let far = self.program.method(farther);
        let same_parameters = nearer.by_params.get(&self.erased_parameters(farther));
        nearer.overridden.contains(&farther)
            || same_parameters.into_iter().flatten().any(|near| {
                let near = self.program.method(*near);
                near.class != far.class && (!(near.is_abstract && far.is_abstract) || near.is_static)
            })
    }

    fn erased_parameters(&self, method: MethodId) -> Vec<Type> {
        self.program.method(method).params.iter().map(|param| param.ty).collect()
    }

    /// Could the class have members that are not declared? It or a class above it is missing, or
    /// comes from the library or a class file, which declare only part of each class.
    pub(crate) fn methods_may_be_missing(&self, class: ClassId) -> bool {
        if self.classes[class.index()].has_missing_ancestor {
            return true;
        }
        let may_have_more = |class: ClassId| {
            let class = self.program.class(class);
            match class.origin {
                ClassOrigin::Library => !COMPLETE_LIBRARY_CLASSES.contains(&class.name.as_str()),
                // What Java has no words for is not declared.
                ClassOrigin::ClassFile => true,
                ClassOrigin::User | ClassOrigin::Missing => false,
            }
        };
        self.ancestors(class).into_iter().any(may_have_more)
    }

    /// The names of all methods of a class, for suggestions. In a fixed order.
    pub(crate) fn method_names(&self, class: ClassId) -> Vec<Name> {
        let methods = self.ancestors(class).into_iter().flat_map(|class| self.program.class(class).methods.clone());
        let named = methods.map(|method| self.program.method(method));
        named.filter(|method| is_callable_by_name(method.kind)).map(|method| method.name.clone()).collect()
    }
}

fn is_callable_by_name(kind: MethodKind) -> bool {
    matches!(kind, MethodKind::Method | MethodKind::Model)
}

/// Classes of declarations, synthetic members, reports.
impl Declarations<'_> {
    /// The class of a declaration. Local and anonymous classes are declared up front.
    pub(crate) fn class_of(&self, decl: &TypeDecl) -> Option<ClassId> {
        self.by_span.get(&decl.span).copied()
    }

    /// The class and the classes around it, innermost first, whose members a body can name: without
    /// those of lambdas.
    pub(crate) fn enclosing_classes(&self, class: ClassId) -> Vec<ClassId> {
        let all = std::iter::successors(Some(class), |class| self.program.class(*class).outer);
        all.filter(|class| !self.is_function(*class)).collect()
    }

    /// Adds a field that the lowering needs: an enclosing instance, a captured variable.
    pub(crate) fn add_synthetic_field(&mut self, class: ClassId, name: Name, ty: JavaType, span: Span) -> FieldId {
        let id = FieldId(self.program.fields.len() as u32);
        self.program.fields.push(Field {
            class,
            name,
            span,
            ty: self.erase(&ty),
            kind: FieldKind::Synthetic,
            is_static: false,
            is_final: true,
            is_private: true,
            nullity: Nullity::Nullable,
            constant: None,
            represents: None,
        });
        self.fields.push(FieldDeclaration { ty, syntax: FieldSyntax::Synthetic });
        self.program.classes[class.index()].fields.push(id);
        id
    }

    /// Nothing is said about the library's files, nor about those that nobody has written.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        let is_written = |span: Span| span.file < self.first_library_file && !self.compiled.contains_key(&span.file);
        if diagnostic.primary().is_none_or(is_written) {
            self.diagnostics.push(diagnostic);
        }
    }
}
