//! Assertions in the style of Alloy become contracts, so that every engine can check them.
//!
//! Vaziri & Jackson (TACAS 2003), section 2: `assert A { all t: T, i: int | insert(t, i) && P(t) =>
//! Q'(t) }` says that whenever `insert` is called in a state where `P` holds, `Q` holds in the
//! state where it returns. Here each `check A` becomes a static method of its own: its parameters
//! are those of `insert` (the receiver first), its body is the call, its `requires` what is said of
//! the state before, its `ensures` the rest. Predicates are written out.
//!
//! What the paper leaves open is decided so:
//! - A class name stands for the objects that there are, without null; `all x: T` gives an argument
//!   that is not null. Null is an atom of the values of fields, and of closures.
//! - A field of null is the empty set.
//! - A run that throws what the method does not declare breaks the assertion, as in JML.
//! - What the method's own JML requires is assumed.

mod build;
mod contract;
mod expressions;
mod formulas;
mod sets;
mod value;

use crate::body::Local;
use crate::names::{simple_name, type_name};
use crate::program::{ClassId, Constant, MethodId, Program, Type};
use tightrope_alloy as alloy;
use tightrope_source::{Code, Diagnostic, Name, Span};
use value::{Moment, Value};

/// How many formulas one assertion may have when all its predicates are written out.
const MOST_FORMULAS: usize = 20_000;

/// JML's `\num_of` is a `long`.
const COUNT_TYPE: Type = Type::LONG;

fn count_constant(value: i32) -> Constant {
    Constant::Long(i64::from(value))
}

/// One command: a method that was added to the program, and its bounds.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckCommand {
    pub method: MethodId,
    pub span: Span,
    /// `for 5`
    pub objects: Option<usize>,
    /// `5 RBNode`, by the name of the class.
    pub per_class: Vec<(Name, usize)>,
    /// `5 iteration`: how often each loop may run, for engines that unroll.
    pub iterations: Option<usize>,
}

/// Adds a method for each `check` of the files, and returns them with what is wrong.
pub fn add_assertions(program: &mut Program, modules: &[alloy::Module]) -> (Vec<CheckCommand>, Vec<Diagnostic>) {
    let (mut commands, mut diagnostics) = (Vec::new(), Vec::new());
    for module in modules {
        diagnostics.extend(declared_twice(module));
        for check in &module.checks {
            match contract::add_check(program, module, check, &mut diagnostics) {
                Ok(command) => commands.push(command),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
        diagnostics.extend(module.assertions.iter().filter_map(|assertion| unasked(module, assertion)));
    }
    diagnostics.sort_by_key(|diagnostic| (diagnostic.primary(), diagnostic.severity()));
    diagnostics.dedup_by(|later, earlier| later.primary() == earlier.primary());
    (commands, diagnostics)
}

fn declared_twice(module: &alloy::Module) -> Vec<Diagnostic> {
    let functions = module.functions.iter().map(|function| &function.name);
    let names: Vec<&alloy::Ident> = functions.chain(module.assertions.iter().map(|it| &it.name)).collect();
    let again = |(at, name): (usize, &&alloy::Ident)| {
        let first = names[..at].iter().find(|other| other.name == name.name)?;
        let message = format!("`{}` is declared twice", name.name);
        Some(Diagnostic::new(Code::DuplicateDeclaration, name.span, message).label(first.span, "declared here first"))
    };
    names.iter().enumerate().filter_map(again).collect()
}

fn unasked(module: &alloy::Module, assertion: &alloy::Assertion) -> Option<Diagnostic> {
    let is_asked = module.checks.iter().any(|check| check.assertion.name == assertion.name.name);
    (!is_asked).then(|| {
        let message = format!("nothing checks the assertion `{}`", assertion.name.name);
        let hint = format!("add `check {}`", assertion.name.name);
        Diagnostic::new(Code::AlloySuspicious, assertion.name.span, message).hint(hint)
    })
}

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// A diagnostic on its way to become an error.
struct Failure(Diagnostic);

fn failed(code: Code, span: Span, message: impl Into<String>) -> Failure {
    Failure(Diagnostic::new(code, span, message))
}

impl Failure {
    fn hint(self, text: impl Into<String>) -> Failure {
        Failure(self.0.hint(text))
    }

    fn label(self, span: Span, text: impl Into<String>) -> Failure {
        Failure(self.0.label(span, text))
    }
}

impl<T> From<Failure> for Result<T> {
    fn from(failure: Failure) -> Result<T> {
        Err(Box::new(failure.0))
    }
}

/// Writes the formulas of one clause.
struct Writer<'p, 'm> {
    program: &'p Program,
    module: &'m alloy::Module,
    /// Of the clause: the parameters first, then what is bound.
    locals: Vec<Local>,
    /// Does the clause speak of the state after the method?
    has_after: bool,
    result_type: Option<Type>,
    warnings: Vec<Diagnostic>,
    size: usize,
    /// Inside how many predicates.
    names_depth: usize,
    /// What the next variable of a quantifier is called.
    binder_name: Option<Name>,
}

impl<'m> Writer<'_, 'm> {
    fn warn(&mut self, diagnostic: Diagnostic) {
        if !self.warnings.contains(&diagnostic) {
            self.warnings.push(diagnostic);
        }
    }

    fn class_name(&self, class: ClassId) -> &str {
        simple_name(self.program, class)
    }

    fn type_name(&self, ty: Type) -> String {
        type_name(self.program, ty)
    }

    /// A prime where there is no state after.
    fn speak_of(&self, moment: Moment, span: Span) -> Result<()> {
        match moment == Moment::After && !self.has_after {
            true => failed(Code::AlloyMeaning, span, "there is no state after the method here")
                .hint("a prime stands in the assertion, right of the call's `=>`")
                .into(),
            false => Ok(()),
        }
    }

    /// The type of the atoms of a set, as far as it is known.
    fn sort(&self, value: &Value<'m>) -> Option<Type> {
        match value {
            Value::Empty | Value::Relation(_) => None,
            Value::Null => Some(Type::NULL),
            Value::Scalar(scalar) => Some(scalar.ty()),
            Value::Class(class, _) => Some(Type::class(*class)),
            Value::Image(base, relation) => self.range_type(base, relation),
            Value::Union(left, right) => match (self.sort(left), self.sort(right)) {
                (Some(Type::NULL), other) | (other, Some(Type::NULL)) | (None, other) | (other, None) => other,
                (Some(left), Some(right)) => match (left.as_class(), right.as_class()) {
                    (Some(a), Some(b)) => Some(Type::class(self.common([a, b].into_iter()))),
                    _ => Some(left),
                },
            },
            Value::Intersection(left, _) | Value::Difference(left, _) => self.sort(left),
            Value::Comprehension(set) => self.sort(&set.domain),
        }
    }

    /// The nearest class that all of these are.
    fn common(&self, classes: impl Iterator<Item = ClassId>) -> ClassId {
        let object = self.program.class_named("java.lang.Object");
        let above = |class: ClassId, other: ClassId| {
            let mut current = Some(class);
            while let Some(at) = current {
                if self.program.is_subclass(other, at) {
                    return Some(at);
                }
                current = self.program.class(at).superclass;
            }
            object
        };
        classes.reduce(|left, right| above(left, right).unwrap_or(left)).unwrap_or(ClassId(0))
    }

    fn range_type(&self, base: &Value<'m>, relation: &value::Relation) -> Option<Type> {
        use value::Relation;
        match relation {
            Relation::Field(fields, _, at) => {
                let from = self.sort(base)?;
                let field = self.field_of(from, fields, *at).ok()?;
                Some(self.program.field(field).ty)
            }
            Relation::Union(left, right) => {
                let both = [left, right].into_iter().filter_map(|relation| self.range_type(base, relation));
                let classes: Vec<ClassId> = both.filter_map(Type::as_class).collect();
                (!classes.is_empty()).then(|| Type::class(self.common(classes.into_iter())))
            }
            Relation::Intersection(left, _) | Relation::Difference(left, _) => self.range_type(base, left),
            Relation::Transpose(of) => self.domain_type(of),
            Relation::Join(first, second) => {
                let middle = Value::Image(Box::new(base.clone()), (**first).clone());
                self.range_type(&middle, second)
            }
            Relation::Closure { of, is_reflexive, .. } => {
                let mut classes: Vec<ClassId> = self.ends(of);
                if *is_reflexive {
                    classes.extend(self.sort(base).and_then(Type::as_class));
                }
                (!classes.is_empty()).then(|| Type::class(self.common(classes.into_iter())))
            }
        }
    }

    /// The classes of all objects at either end of a relation.
    fn ends(&self, relation: &value::Relation) -> Vec<ClassId> {
        use value::Relation;
        match relation {
            Relation::Field(fields, ..) => {
                let fields = fields.iter().map(|field| self.program.field(*field));
                fields.flat_map(|field| field.ty.as_class().into_iter().chain([field.class])).collect()
            }
            Relation::Union(left, right)
            | Relation::Intersection(left, right)
            | Relation::Difference(left, right)
            | Relation::Join(left, right) => [self.ends(left), self.ends(right)].concat(),
            Relation::Transpose(of) | Relation::Closure { of, .. } => self.ends(of),
        }
    }

    fn domain_type(&self, relation: &value::Relation) -> Option<Type> {
        let value::Relation::Field(fields, ..) = relation else {
            let ends = self.ends(relation);
            return (!ends.is_empty()).then(|| Type::class(self.common(ends.into_iter())));
        };
        let classes = fields.iter().map(|field| self.program.field(*field).class);
        Some(Type::class(self.common(classes)))
    }

    /// The class over whose objects a variable of this image ranges.
    fn range(&self, base: &Value<'m>, relation: &value::Relation, span: Span) -> Result<ClassId> {
        match self.range_type(base, relation).map(Type::as_class) {
            Some(Some(class)) => Ok(class),
            _ => failed(Code::AlloyMeaning, span, "this has no objects that a variable could stand for")
                .hint("a variable ranges over objects: of a class, or reached by fields")
                .into(),
        }
    }

    fn may_be_same(&self, left: Type, right: Type) -> bool {
        match (left.as_class(), right.as_class()) {
            (Some(a), Some(b)) => {
                let is_open = |class: ClassId| self.program.class(class).kind == crate::program::ClassKind::Interface;
                self.program.is_subclass(a, b) || self.program.is_subclass(b, a) || is_open(a) || is_open(b)
            }
            _ => {
                left.is_reference() && right.is_reference()
                    || left.is_integral() && right.is_integral()
                    || left == right
            }
        }
    }

    fn sort_name(&self, ty: Type) -> String {
        match ty {
            Type::NULL => "null".to_owned(),
            _ if ty.is_integral() => "a number".to_owned(),
            Type::BOOLEAN => "a truth value".to_owned(),
            _ => tightrope_source::with_article(&self.type_name(ty)),
        }
    }

    fn same_sort(&self, left: &Value<'m>, right: &Value<'m>, span: Span) -> Result<()> {
        match (self.sort(left), self.sort(right)) {
            (Some(a), Some(b)) if !self.may_be_same(a, b) => {
                let message = format!("{} and {} are never the same", self.sort_name(a), self.sort_name(b));
                failed(Code::AlloyMeaning, span, message).hint("compare what can be equal").into()
            }
            _ => Ok(()),
        }
    }
}
