//! Which classes stand below which, and what calls can run: found out once for a program.
//!
//! Analyses of one method ask this of the whole program, and there are as many analyses as methods.
//! So the answers are kept with the program. They are asked for only when it is complete.

use crate::captures::{Captures, captures};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// What is kept. Two programs are equal whatever has been asked of them.
#[derive(Default)]
pub struct Hierarchy {
    below: OnceLock<Vec<Vec<ClassId>>>,
    /// By method.
    code: OnceLock<Vec<OnceLock<Vec<MethodId>>>>,
    captures: OnceLock<Captures>,
}

impl Hierarchy {
    /// The classes below one, if anybody has asked yet.
    pub(crate) fn known_below(&self, class: ClassId) -> Option<&[ClassId]> {
        self.below.get()?.get(class.index()).map(Vec::as_slice)
    }
}

impl Clone for Hierarchy {
    /// The copy may be changed.
    fn clone(&self) -> Hierarchy {
        Hierarchy::default()
    }
}

impl PartialEq for Hierarchy {
    fn eq(&self, _: &Hierarchy) -> bool {
        true
    }
}

impl std::fmt::Debug for Hierarchy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hierarchy")
    }
}

impl Program {
    /// The class itself and all below it, ascending. Everything stands below `Object`.
    pub fn subclasses(&self, class: ClassId) -> &[ClassId] {
        let below = self.hierarchy.below.get_or_init(|| classes_below(self));
        &below[class.index()]
    }

    /// May objects of the class be there before a call? Not of lambdas, local and anonymous classes
    /// with captured variables of which nobody knows what they can be.
    pub fn may_be_there(&self, class: ClassId) -> bool {
        !self.hierarchy.captures.get_or_init(|| captures(self)).unknown.contains(&class)
    }

    /// A field that the lowering made, and that is set before anybody sees the object: an enclosing
    /// instance, or a captured variable that is not null.
    pub fn is_never_null(&self, field: FieldId) -> bool {
        let declared = self.field(field);
        let is_made = declared.kind == FieldKind::Synthetic && declared.ty.is_reference();
        let captures = || self.hierarchy.captures.get_or_init(|| captures(self));
        is_made && !self.class(declared.class).is_unknown && !captures().nullable.contains(&field)
    }

    /// What a virtual call of the method can run, whatever class the receiver has; ascending.
    pub fn code_of_calls(&self, method: MethodId) -> &[MethodId] {
        let code = self.hierarchy.code.get_or_init(|| vec![OnceLock::new(); self.methods.len()]);
        code[method.index()].get_or_init(|| {
            let below = self.subclasses(self.method(method).class).iter();
            let found: BTreeSet<MethodId> = below.filter_map(|class| self.implementation(*class, method)).collect();
            found.into_iter().collect()
        })
    }
}

fn classes_below(program: &Program) -> Vec<Vec<ClassId>> {
    let mut below: Vec<Vec<ClassId>> = vec![Vec::new(); program.classes.len()];
    let object = program.class_named("java.lang.Object");
    for class in program.class_ids() {
        let mut above = vec![class];
        let mut next = 0;
        while let Some(known) = above.get(next).map(|id| program.class(*id)) {
            for parent in known.superclass.iter().chain(&known.interfaces).chain(&object) {
                if !above.contains(parent) {
                    above.push(*parent);
                }
            }
            next += 1;
        }
        above.into_iter().for_each(|ancestor| below[ancestor.index()].push(class));
    }
    below
}

#[cfg(test)]
mod tests {
    use crate::program::{Class, ClassId, ClassKind, Program};
    use crate::test_data::class;

    #[test]
    fn subclasses_are_those_that_is_subclass_names() {
        let object = Some(ClassId(0));
        let interface = Class { kind: ClassKind::Interface, ..class("I", None) };
        let middle = Class { interfaces: vec![ClassId(1)], ..class("A", object) };
        let classes = vec![class("java.lang.Object", None), interface, middle, class("B", Some(ClassId(2)))];
        let program = Program { classes, ..Program::default() };
        for above in program.class_ids() {
            let expected: Vec<ClassId> = program.class_ids().filter(|id| program.is_subclass(*id, above)).collect();
            assert_eq!(program.subclasses(above), expected);
        }
    }
}
