//! Local and anonymous classes (JLS 14.3, 15.9.5): what their bodies see of the body around them.

use super::{Attributor, Environment};
use crate::lower::declarations::{Declarations, Place, Scope};
use crate::program::{ClassId, MethodId};
use std::rc::Rc;
use tightrope_syntax::tree::TypeDecl;

impl<'d, 'a> Attributor<'d, 'a> {
    /// A local class declaration: its name is visible from here on, and its body sees what is
    /// visible here.
    pub(super) fn local_class(&mut self, decl: &TypeDecl) {
        let Some(class) = self.declarations.class_of(decl) else { return };
        let parent = self.scope.clone();
        self.scope = Rc::new(Scope::LocalClass { name: decl.name.name.clone(), class, parent });
        self.enter_local_class(decl, None);
    }

    /// Remembers the variables around a local or anonymous class for when its members are
    /// attributed.
    pub(super) fn enter_local_class(&mut self, decl: &TypeDecl, super_constructor: Option<MethodId>) {
        let Some(class) = self.declarations.class_of(decl) else { return };
        let variables = self.visible.all().to_vec();
        let environment = Environment { variables, super_constructor };
        self.declarations.attribution.environments.insert(class, Rc::new(environment));
    }
}

impl Declarations<'_> {
    /// Is this class itself declared in a body?
    pub(crate) fn local_place(&self, class: ClassId) -> bool {
        matches!(self.classes[class.index()].place, Place::Local { .. })
    }
}
