//! Which static fields belong to the heap after a run, so that it is one to start from.

use tightrope_heap::Heap;
use tightrope_heap::canonical::{Order, canonical};
use tightrope_machine::{Budget, Executable, State, Word};
use tightrope_program::{ClassOrigin, FieldId, FieldKind, Program, Type};
use tightrope_source::Name;

type Roots = Vec<(Name, Word, Type)>;

/// The static fields as their initialisers leave them, if these end.
pub(super) struct Fresh<'a> {
    program: &'a Program,
    executable: Executable<'a>,
    state: Option<State>,
}

impl<'a> Fresh<'a> {
    pub(super) fn new(program: &'a Program, mut executable: Executable<'a>, limits: &Budget) -> Fresh<'a> {
        let state = executable.initialize(&mut limits.clone(), &[]).ok().map(|initial| initial.state);
        Fresh { program, executable, state }
    }

    /// The static fields of the user that are not as their initialisers leave them, and those whose
    /// objects the roots lead to, such as constants of an enum.
    pub(super) fn changed(&self, executable: &Executable<'_>, state: &State, roots: &Roots) -> Roots {
        let reached =
            executable.reachable(state, roots.iter().map(|(_, word, ty)| if ty.is_reference() { *word } else { 0 }));
        let fields =
            executable.static_values(state).into_iter().filter(|(field, _)| self.is_shown(executable, state, *field));
        let mut changed = Vec::new();
        for (field, word) in fields {
            let declared = self.program.field(field);
            let name = Name::from(format!("{}.{}", self.program.class(declared.class).name, declared.name));
            let object = tightrope_machine::object_of(word).filter(|_| declared.ty.is_reference());
            let is_reached = object.is_some_and(|object| reached.get(object) == Some(&true));
            let is_named = roots.iter().any(|(known, _, _)| *known == name);
            if !is_named && (is_reached || self.differs(executable, state, field)) {
                changed.push((name, word, declared.ty));
            }
        }
        changed
    }

    fn differs(&self, executable: &Executable<'_>, state: &State, field: FieldId) -> bool {
        let Some(fresh) = &self.state else { return !self.program.field(field).is_final };
        self.heap_behind(executable, state, field) != self.heap_behind(&self.executable, fresh, field)
    }

    /// A field of the user that the source names, whose class is initialised.
    fn is_shown(&self, executable: &Executable<'_>, state: &State, field: FieldId) -> bool {
        let declared = self.program.field(field);
        let is_users = self.program.class(declared.class).origin == ClassOrigin::User;
        let is_named = declared.kind != FieldKind::Synthetic && declared.constant.is_none();
        is_users && is_named && executable.is_initialized(state, declared.class)
    }

    /// All that a static field leads to.
    fn heap_behind(&self, executable: &Executable<'_>, state: &State, field: FieldId) -> Heap {
        let word = executable.static_value(state, field).unwrap_or_default();
        let root = (Name::new("field"), word, self.program.field(field).ty);
        canonical(&executable.save(state, &[root]), Order::BreadthFirst)
    }
}
