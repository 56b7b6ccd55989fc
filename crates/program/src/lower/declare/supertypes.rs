//! Which class extends which, and the bounds of type parameters (JLS 8.1.4, 8.1.5, 9.1.3, 4.4).
//!
//! First by name only: looking up `extends A.B` may need the supertypes of `A`, so each class's
//! supertypes are found when they are first needed. When all are known, cycles are cut (E0306), and
//! so are chains far longer than any real one (E0102): every class knows what it inherits, which
//! would take time and memory squared. Then the same clauses are read again with their type
//! arguments, which is when unknown names are reported.

use crate::lower::declarations::{Declarations, Extends, Header, MethodSyntax, Scope};
use crate::lower::id_map::IdMap;
use crate::lower::scopes::TypeName;
use crate::lower::types::{ClassType, JavaType, TypeArgument};
use crate::program::{ClassId, ClassKind, ClassOrigin};
use std::collections::HashSet;
use std::rc::Rc;
use tightrope_source::{Code, Diagnostic, Span};
use tightrope_syntax::tree::{TypeParam, TypeRef, TypeRefKind, TypeSegment};

/// Deeper than any real program nests lookups of supertypes in lookups of supertypes; beyond it
/// inherited member classes are not seen.
const DEEPEST_LOOKUP: usize = 200;

/// How many classes may stand above each other.
const LONGEST_CHAIN: usize = 500;

pub(super) fn resolve(declarations: &mut Declarations<'_>) {
    let headers = find_all(declarations);
    cut_cycles_and_long_chains(declarations);
    declarations.names.supertypes_known = true;
    mark_missing_ancestors(declarations);
    for (class, header) in &headers {
        with_arguments(declarations, *class, header);
    }
    for (class, header) in &headers {
        class_bounds(declarations, *class, header);
    }
    method_bounds(declarations);
    cut_variable_cycles(declarations);
    copy_bounds(declarations);
}

fn find_all<'a>(declarations: &mut Declarations<'a>) -> Vec<(ClassId, Header<'a>)> {
    let mut headers: Vec<(ClassId, Header<'a>)> =
        declarations.program.class_ids().filter_map(|id| Some((id, declarations.headers.get(&id)?.clone()))).collect();
    headers.sort_by_key(|(id, _)| *id);
    for (class, _) in &headers {
        declarations.ensure_supertypes(*class);
    }
    headers
}

impl<'a> Declarations<'a> {
    /// Finds the supertypes of a class by name, unless that has happened or is under way.
    pub(crate) fn ensure_supertypes(&mut self, class: ClassId) {
        if self.names.supertype_depth >= DEEPEST_LOOKUP {
            return;
        }
        let Some(header) = self.headers.remove(&class) else { return };
        self.names.supertype_depth += 1;
        self.find_supertypes(class, &header);
        self.names.supertype_depth -= 1;
    }

    fn find_supertypes(&mut self, class: ClassId, header: &Header<'a>) {
        let (mut superclass, mut interfaces) = (None, Vec::new());
        let mut all_found = true;
        match header.extends {
            Extends::Clauses => {
                let Some(syntax) = self.classes[class.index()].syntax else { return };
                superclass = syntax.superclass.as_ref().and_then(|ty| self.class_named(&header.scope, ty));
                for ty in &syntax.interfaces {
                    interfaces.extend(self.class_named(&header.scope, ty));
                }
                all_found =
                    superclass.is_some() == syntax.superclass.is_some() && interfaces.len() == syntax.interfaces.len();
            }
            Extends::Anonymous(ty) => match self.class_named(&header.scope, ty) {
                Some(found) if self.is_interface(found) => interfaces.push(found),
                found => (superclass, all_found) = (found, found.is_some()),
            },
            Extends::AnonymousMember(ty) => {
                superclass = self.only_inner_class_named(ty);
                all_found = superclass.is_some();
            }
            Extends::EnumConstant(enumeration) => superclass = Some(enumeration),
        }
        self.set_supertypes(class, superclass, interfaces);
        self.classes[class.index()].has_missing_ancestor = !all_found;
    }

    fn set_supertypes(&mut self, class: ClassId, superclass: Option<ClassId>, interfaces: Vec<ClassId>) {
        let implicit = self.implicit_superclass(class);
        let superclass = superclass.filter(|_| implicit.is_some()).or(implicit);
        let declaration = &mut self.classes[class.index()];
        declaration.superclass = superclass.map(ClassType::raw);
        declaration.interfaces = interfaces.iter().copied().map(ClassType::raw).collect();
        let data = &mut self.program.classes[class.index()];
        data.superclass = superclass;
        data.interfaces = interfaces;
    }

    /// What a class extends if nothing is written; `None` for those that extend no class.
    fn implicit_superclass(&self, class: ClassId) -> Option<ClassId> {
        match self.program.class(class).kind {
            _ if class == self.well_known.object => None,
            ClassKind::Class => Some(self.well_known.object),
            ClassKind::Interface | ClassKind::Annotation => None,
            ClassKind::Enum => Some(self.well_known.enumeration),
            ClassKind::Record => Some(self.well_known.record),
        }
    }

    /// The superclass in `outer.new Inner() { … }` is a member of the type of `outer`, which is not
    /// known yet; if there is only one inner class of that name, it can be no other. (The
    /// attribution, which knows the type, compares.)
    fn only_inner_class_named(&self, ty: &TypeRef) -> Option<ClassId> {
        let TypeRefKind::Named(segments) = &ty.kind else { return None };
        let [segment] = segments.as_slice() else { return None };
        let is_meant = |class: &ClassId| {
            let is_inner = self.classes[class.index()].is_inner && !self.local_place(*class);
            is_inner && self.program.class(*class).simple_name == segment.name.name
        };
        let mut found = self.program.class_ids().filter(is_meant);
        found.next().filter(|_| found.next().is_none())
    }

    /// The class that a type names, its arguments left alone. Silent.
    fn class_named(&mut self, scope: &Rc<Scope>, ty: &TypeRef) -> Option<ClassId> {
        let TypeRefKind::Named(segments) = &ty.kind else { return None };
        let plain: Vec<TypeSegment> =
            segments.iter().map(|segment| TypeSegment { name: segment.name.clone(), args: None }).collect();
        match self.name_of_segments(scope, &plain)? {
            (TypeName::Class(class), _) => Some(class),
            (TypeName::Variable(_), _) => None,
        }
    }
}

/// Classes that are done, with the length of the longest chain of classes above each.
type Heights = IdMap<ClassId, usize>;

/// Reports each class that is above itself or has too much above it, and lets it extend nothing but
/// what every class of its kind extends.
fn cut_cycles_and_long_chains(declarations: &mut Declarations<'_>) {
    let mut finished = Heights::default();
    for class in declarations.program.class_ids() {
        if !finished.contains_key(&class) {
            visit(declarations, class, &mut finished);
        }
    }
}

/// Depth-first, without recursion: a chain of classes may be long.
fn visit(declarations: &mut Declarations<'_>, start: ClassId, finished: &mut Heights) {
    let mut path: Vec<(ClassId, Vec<ClassId>)> = vec![(start, parents_reversed(declarations, start))];
    let mut on_path = HashSet::from([start]);
    while let Some((class, pending)) = path.last_mut() {
        let class = *class;
        match pending.pop() {
            Some(parent) if on_path.contains(&parent) => {
                break_cycle(declarations, class);
                if let Some((_, pending)) = path.last_mut() {
                    pending.clear();
                }
            }
            Some(parent) if !finished.contains_key(&parent) => {
                on_path.insert(parent);
                let above = parents_reversed(declarations, parent);
                path.push((parent, above));
            }
            Some(_) => {}
            None => {
                finish(declarations, class, finished);
                on_path.remove(&class);
                path.pop();
            }
        }
    }
}

fn finish(declarations: &mut Declarations<'_>, class: ClassId, finished: &mut Heights) {
    let above = declarations.parents(class).filter_map(|parent| finished.get(&parent)).max();
    let mut height = above.map_or(0, |above| above + 1);
    if height > LONGEST_CHAIN {
        break_chain(declarations, class);
        height = 1;
    }
    finished.insert(class, height);
}

fn break_chain(declarations: &mut Declarations<'_>, class: ClassId) {
    let data = declarations.program.class(class);
    let message = format!("more than {LONGEST_CHAIN} classes stand above `{}`", data.simple_name);
    let place = name_span(declarations, class);
    let hint = "what it extends is left out, and so are the members that it inherits";
    declarations.report(Diagnostic::new(Code::NestedTooDeep, place, message).hint(hint));
    detach(declarations, class);
}

fn name_span(declarations: &Declarations<'_>, class: ClassId) -> Span {
    let written = declarations.classes[class.index()].syntax.map(|syntax| syntax.name.span);
    written.unwrap_or(declarations.program.class(class).span)
}

fn parents_reversed(declarations: &Declarations<'_>, class: ClassId) -> Vec<ClassId> {
    let mut parents: Vec<ClassId> = declarations.parents(class).collect();
    parents.reverse();
    parents
}

fn break_cycle(declarations: &mut Declarations<'_>, class: ClassId) {
    let message = format!("`{}` inherits from itself", declarations.program.class(class).name);
    let place = name_span(declarations, class);
    declarations.report(Diagnostic::new(Code::CyclicInheritance, place, message).saying("part of the cycle"));
    detach(declarations, class);
}

/// Lets a class extend nothing but what every class of its kind extends.
fn detach(declarations: &mut Declarations<'_>, class: ClassId) {
    // Java's own root classes cannot be part of a cycle of the user's making, unless the user
    // redefines them.
    let implicit = declarations.implicit_superclass(class);
    let safe = implicit.filter(|implicit| !declarations.is_subclass(*implicit, class));
    declarations.set_supertypes(class, None, Vec::new());
    declarations.program.classes[class.index()].superclass = safe;
    declarations.classes[class.index()].superclass = safe.map(ClassType::raw);
    declarations.classes[class.index()].has_missing_ancestor = true;
}

/// A class whose supertype is not known, or not at hand, may inherit anything.
fn mark_missing_ancestors(declarations: &mut Declarations<'_>) {
    let mut below: Vec<Vec<ClassId>> = vec![Vec::new(); declarations.classes.len()];
    let mut pending = Vec::new();
    for class in declarations.program.class_ids() {
        for parent in declarations.parents(class) {
            below[parent.index()].push(class);
        }
        if declarations.classes[class.index()].has_missing_ancestor {
            pending.push(class);
        }
    }
    let mut seen: HashSet<ClassId> = pending.iter().copied().collect();
    while let Some(class) = pending.pop() {
        declarations.classes[class.index()].has_missing_ancestor = true;
        pending.extend(below[class.index()].iter().filter(|heir| seen.insert(**heir)));
    }
}

/// Reads the clauses again, with arguments, and checks what they name.
fn with_arguments<'a>(declarations: &mut Declarations<'a>, class: ClassId, header: &Header<'a>) {
    match header.extends {
        Extends::Clauses => clauses_with_arguments(declarations, class, header),
        Extends::Anonymous(ty) => anonymous_with_arguments(declarations, class, header, ty),
        Extends::AnonymousMember(_) | Extends::EnumConstant(_) => {}
    }
    if declarations.program.class(class).kind == ClassKind::Enum {
        let own = JavaType::Class(declarations.this_type(class));
        let enumeration = declarations.well_known.enumeration;
        let superclass = filled(declarations, enumeration, &own);
        declarations.classes[class.index()].superclass = Some(superclass);
    }
}

/// The class with the same argument for each of its parameters.
fn filled(declarations: &Declarations<'_>, class: ClassId, arg: &JavaType) -> ClassType {
    let count = declarations.classes[class.index()].type_params.len();
    ClassType { class, args: (0..count).map(|_| TypeArgument::Type(arg.clone())).collect() }
}

fn clauses_with_arguments<'a>(declarations: &mut Declarations<'a>, class: ClassId, header: &Header<'a>) {
    let Some(syntax) = declarations.classes[class.index()].syntax else { return };
    if let Some(ty) = &syntax.superclass
        && let JavaType::Class(found) = declarations.resolve_type(&header.scope, ty)
    {
        superclass_with_arguments(declarations, class, found, ty.span);
    }
    for ty in &syntax.interfaces {
        if let JavaType::Class(found) = declarations.resolve_type(&header.scope, ty) {
            interface_with_arguments(declarations, class, found, ty.span);
        }
    }
}

fn superclass_with_arguments(declarations: &mut Declarations<'_>, class: ClassId, found: ClassType, span: Span) {
    let above = declarations.program.class(found.class);
    if declarations.program.class(class).superclass != Some(found.class) {
        return;
    }
    if declarations.is_interface(found.class) {
        let message = format!("`{}` is an interface: a class cannot extend it", above.simple_name);
        let diagnostic = Diagnostic::new(Code::BadSupertype, span, message).hint("write `implements`");
        declarations.report(diagnostic);
        let object = declarations.well_known.object;
        declarations.program.classes[class.index()].superclass = Some(object);
        declarations.classes[class.index()].superclass = Some(ClassType::raw(object));
        declarations.classes[class.index()].has_missing_ancestor = true;
        return;
    }
    if above.is_final || above.kind == ClassKind::Enum {
        let what = if above.kind == ClassKind::Class { "final" } else { "an enum or a record" };
        let message = format!("`{}` is {what}: a class cannot extend it", above.simple_name);
        declarations.report(Diagnostic::new(Code::BadSupertype, span, message));
    }
    declarations.classes[class.index()].superclass = Some(found);
}

fn interface_with_arguments(declarations: &mut Declarations<'_>, class: ClassId, found: ClassType, span: Span) {
    let Some(position) = declarations.program.class(class).interfaces.iter().position(|id| *id == found.class) else {
        return;
    };
    let above = declarations.program.class(found.class);
    if above.origin == ClassOrigin::Missing || declarations.is_interface(found.class) {
        declarations.classes[class.index()].interfaces[position] = found;
        return;
    }
    let is_class = declarations.program.class(class).kind == ClassKind::Class;
    let message = format!("`{}` is not an interface", above.simple_name);
    let diagnostic = Diagnostic::new(Code::BadSupertype, span, message);
    declarations.report(if is_class { diagnostic.hint("write `extends`") } else { diagnostic });
    declarations.program.classes[class.index()].interfaces.remove(position);
    declarations.classes[class.index()].interfaces.remove(position);
    declarations.classes[class.index()].has_missing_ancestor = true;
}

/// With the diamond, `new Comparator<>() { … }`, the arguments depend on the place: they are
/// `Unknown`, which every override fits.
fn anonymous_with_arguments<'a>(
    declarations: &mut Declarations<'a>,
    class: ClassId,
    header: &Header<'a>,
    ty: &'a TypeRef,
) {
    let JavaType::Class(found) = declarations.resolve_type(&header.scope, ty) else { return };
    let found = if is_diamond(ty) { filled(declarations, found.class, &JavaType::Unknown) } else { found };
    let data = declarations.program.class(class);
    if data.superclass == Some(found.class) {
        declarations.classes[class.index()].superclass = Some(found);
    } else if data.interfaces.first() == Some(&found.class) {
        declarations.classes[class.index()].interfaces = vec![found];
    }
}

fn is_diamond(ty: &TypeRef) -> bool {
    let TypeRefKind::Named(segments) = &ty.kind else { return false };
    segments.last().and_then(|last| last.args.as_ref()).is_some_and(Vec::is_empty)
}

fn class_bounds<'a>(declarations: &mut Declarations<'a>, class: ClassId, header: &Header<'a>) {
    let Some(syntax) = declarations.classes[class.index()].syntax else { return };
    let shared = declarations.classes[class.index()].type_params.len().saturating_sub(syntax.type_params.len());
    let ids: Vec<u32> =
        declarations.classes[class.index()].type_params.iter().skip(shared).map(|param| param.variable.id).collect();
    resolve_bounds(declarations, &syntax.type_params, &ids, &header.scope);
}

fn method_bounds(declarations: &mut Declarations<'_>) {
    for method in declarations.program.method_ids() {
        let declaration = &declarations.methods[method.index()];
        let syntax = match &declaration.syntax {
            MethodSyntax::Declared(syntax) if !syntax.type_params.is_empty() => *syntax,
            _ => continue,
        };
        let ids: Vec<u32> = declaration.type_params.iter().map(|param| param.variable.id).collect();
        let scope = declaration.scope.clone();
        resolve_bounds(declarations, &syntax.type_params, &ids, &scope);
    }
}

fn resolve_bounds(declarations: &mut Declarations<'_>, params: &[TypeParam], ids: &[u32], scope: &Rc<Scope>) {
    for (param, id) in params.iter().zip(ids) {
        let mut bounds: Vec<JavaType> = param.bounds.iter().map(|ty| declarations.resolve_type(scope, ty)).collect();
        // Only a first bound may be a variable (JLS 4.4).
        let mut position = 0..;
        bounds.retain(|bound| position.next() == Some(0) || !matches!(bound, JavaType::Variable(_)));
        if bounds.is_empty() {
            bounds.push(JavaType::raw(declarations.well_known.object));
        }
        declarations.variable_bounds[*id as usize] = bounds;
    }
}

/// `T extends U, U extends T` has no meaning; every variable then is an `Object`.
fn cut_variable_cycles(declarations: &mut Declarations<'_>) {
    let object = JavaType::raw(declarations.well_known.object);
    for id in 0..declarations.variable_bounds.len() {
        let mut seen = HashSet::from([id as u32]);
        let mut current = id as u32;
        while let Some(JavaType::Variable(next)) = declarations.variable_bounds[current as usize].first() {
            current = next.id;
            if !seen.insert(current) {
                declarations.variable_bounds[id] = vec![object.clone()];
                break;
            }
        }
    }
}

/// The parameters of classes and methods know their bounds too.
fn copy_bounds(declarations: &mut Declarations<'_>) {
    let bounds = &declarations.variable_bounds;
    let classes = declarations.classes.iter_mut().flat_map(|class| &mut class.type_params);
    let methods = declarations.methods.iter_mut().flat_map(|method| &mut method.type_params);
    for param in classes.chain(methods) {
        param.bounds = bounds[param.variable.id as usize].clone();
    }
}
