//! The variables that a body can name at some place, innermost last.

use super::Variable;
use std::collections::HashMap;
use tightrope_source::Name;

/// A stack of scopes. Finding a variable does not depend on how many there are: generated methods
/// have thousands.
#[derive(Clone, Debug)]
pub(super) struct VisibleVariables {
    variables: Vec<(Name, Variable)>,
    /// Where the scopes inside the outermost one start.
    scopes: Vec<usize>,
    /// Where the variables of each name are, innermost last.
    places: HashMap<Name, Vec<usize>>,
}

impl VisibleVariables {
    pub(super) fn new() -> VisibleVariables {
        VisibleVariables { variables: Vec::new(), scopes: Vec::new(), places: HashMap::new() }
    }

    pub(super) fn push_scope(&mut self) {
        self.scopes.push(self.variables.len());
    }

    pub(super) fn pop_scope(&mut self) {
        let start = self.scopes.pop().unwrap_or(0);
        for (name, _) in self.variables.drain(start..) {
            self.places.get_mut(&name).map(Vec::pop);
        }
    }

    pub(super) fn introduce(&mut self, name: Name, variable: Variable) {
        self.places.entry(name.clone()).or_default().push(self.variables.len());
        self.variables.push((name, variable));
    }

    /// The innermost variable of this name.
    pub(super) fn find(&self, name: &str) -> Option<&Variable> {
        let place = *self.places.get(name)?.last()?;
        self.variables.get(place).map(|(_, variable)| variable)
    }

    /// All of them, outermost first.
    pub(super) fn all(&self) -> &[(Name, Variable)] {
        &self.variables
    }
}
