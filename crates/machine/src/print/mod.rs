//! Prints what a program was compiled to: bytecode and formulas, as text for those who work on the
//! machine.
//!
//! Fields are slots by number; the listing says which fields of the user's classes they are. Every
//! kind of instruction and node is listed here, so that a new one cannot be forgotten.

mod code;
mod formula;

use crate::compile::Executable;
use tightrope_program::names::{simple_name, type_name};
use tightrope_program::{ClassId, ClassOrigin, Type};

impl Executable<'_> {
    /// All functions, after the slots of the classes.
    pub fn bytecode_listing(&self) -> String {
        let functions = (0..self.functions.len()).map(|number| self.function_listing(number));
        self.slot_listing() + &functions.collect::<String>()
    }

    /// All formulas, after the slots of the classes.
    pub fn formula_listing(&self) -> String {
        let formulas = self.formulas.iter().enumerate();
        let line = |(number, formula): (usize, &crate::formula::CompiledFormula)| {
            format!("formula {number}: {}\n", formula::Shown(self, &formula.root))
        };
        self.slot_listing() + &formulas.map(line).collect::<String>()
    }

    fn slot_listing(&self) -> String {
        let is_user = |class: &ClassId| self.program.class(*class).origin == ClassOrigin::User;
        let classes = self.types.infos.iter().filter_map(|info| info.ty.as_class()).filter(is_user);
        let of_class = |class| {
            let slots: Vec<String> = self
                .slots_of_class(class)
                .map(|(field, slot)| format!("#{slot} {}", self.program.field(field).name))
                .collect();
            (!slots.is_empty())
                .then(|| format!("slots of {}: {}\n", simple_name(self.program, class), slots.join(", ")))
        };
        classes.filter_map(of_class).collect()
    }

    fn type_shown(&self, ty: Type) -> String {
        type_name(self.program, ty)
    }

    /// The types that pass a test.
    fn test_shown(&self, test: crate::code::TypeTest) -> String {
        let types = (0..self.types.infos.len() as u32).map(crate::code::RuntimeType);
        let passing = types.filter(|ty| self.types.passes(*ty, test)).map(|ty| self.type_shown(self.types.info(ty).ty));
        passing.collect::<Vec<_>>().join("|")
    }
}
