//! Shape predicates with their names resolved: classes and fields of the program, predicates and
//! variables by number.

use super::parse::parse;
use super::tree::{AtomTree, CaseTree, Comparison, FormulaTree, Place, PredicateTree, ShapeError, TermTree, Word};
use std::collections::BTreeSet;
use tightrope_heap::Layouts;
use tightrope_program::{BaseType, ClassId, FieldId, Program};

/// All shape predicates of a text.
#[derive(Clone, Debug)]
pub struct Shapes {
    text: String,
    pub(crate) predicates: Vec<Predicate>,
    /// Whose shape which predicate describes.
    pub(crate) bindings: Vec<(ClassId, usize)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    pub(crate) place: Place,
    pub(crate) name: String,
    pub(crate) parameters: usize,
    pub(crate) cases: Vec<Case>,
    /// Of which classes an unfolding can have nodes.
    pub(crate) classes: BTreeSet<ClassId>,
}

/// One case. Its variables are numbered, parameters first.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) place: Place,
    pub(crate) names: Vec<String>,
    /// Variables that hold truth values.
    pub(crate) truths: BTreeSet<usize>,
    pub(crate) atoms: Vec<Atom>,
    /// The pure part as a disjunction of conjunctions.
    pub(crate) pure: Vec<Vec<Fact>>,
}

#[derive(Clone, Debug)]
pub(crate) enum Atom {
    PointsTo { from: usize, class: ClassId, fields: Vec<(FieldId, usize)> },
    Call { predicate: usize, arguments: Vec<usize> },
}

/// A part of a conjunction.
#[derive(Clone, Debug)]
pub(crate) enum Fact {
    Compare { comparison: Comparison, left: Term, right: Term, place: Place },
    Quantified { all: bool, variable: usize, body: Vec<Vec<Fact>>, place: Place },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    Null,
    Number(i64),
    Variable(usize),
    Negated(Box<Term>),
    Sum(Box<Term>, Box<Term>),
    Times(i64, Box<Term>),
    Max(Box<Term>, Box<Term>),
    Min(Box<Term>, Box<Term>),
}

/// A disjunction with more parts is taken for a mistake.
const LARGEST_DISJUNCTION: usize = 4096;

impl Shapes {
    /// What they were read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads shape predicates and finds the classes and fields that they speak of.
    pub fn read(text: &str, program: &Program) -> Result<Shapes, ShapeError> {
        let trees = parse(text)?;
        let layouts = Layouts::new(program);
        let mut shapes = Shapes { text: text.to_owned(), predicates: Vec::new(), bindings: Vec::new() };
        for (index, tree) in trees.iter().enumerate() {
            if trees[..index].iter().any(|other| other.name.text == tree.name.text && other.of_class == tree.of_class) {
                return Err(ShapeError::new(&tree.name.place, format!("`{}` is defined twice", tree.name.text)));
            }
            if tree.of_class {
                shapes.bindings.push((class_named(program, &tree.name)?, index));
            }
            shapes.predicates.push(Reader { program, layouts: &layouts, trees: &trees }.predicate(tree)?);
        }
        shapes.find_classes();
        Ok(shapes)
    }

    /// The classes that have a shape.
    pub fn classes(&self) -> impl Iterator<Item = ClassId> {
        self.bindings.iter().map(|(class, _)| *class)
    }

    /// The predicate that describes a class.
    pub(crate) fn of(&self, class: ClassId) -> Option<usize> {
        self.bindings.iter().find(|(bound, _)| *bound == class).map(|(_, predicate)| *predicate)
    }

    /// The fields that predicates speak of. The others are not bounded.
    pub fn fields(&self) -> BTreeSet<FieldId> {
        let atoms = self.predicates.iter().flat_map(|predicate| &predicate.cases).flat_map(|case| &case.atoms);
        let fields = atoms.flat_map(|atom| match atom {
            Atom::PointsTo { fields, .. } => &fields[..],
            Atom::Call { .. } => &[],
        });
        fields.map(|(field, _)| *field).collect()
    }

    /// The fields that every case mentions that has an object of their class.
    pub fn fields_of_all_cases(&self) -> BTreeSet<FieldId> {
        let mut fields = self.fields();
        let atoms = self.predicates.iter().flat_map(|predicate| &predicate.cases).flat_map(|case| &case.atoms);
        let nodes: Vec<(ClassId, BTreeSet<FieldId>)> = atoms
            .filter_map(|atom| match atom {
                Atom::PointsTo { class, fields, .. } => {
                    Some((*class, fields.iter().map(|(field, _)| *field).collect()))
                }
                Atom::Call { .. } => None,
            })
            .collect();
        for (class, mentioned) in &nodes {
            let others = nodes.iter().filter(|(other, _)| other == class).flat_map(|(_, fields)| fields);
            let missing: BTreeSet<FieldId> = others.copied().filter(|field| !mentioned.contains(field)).collect();
            fields.retain(|field| !missing.contains(field));
        }
        fields
    }

    fn find_classes(&mut self) {
        loop {
            let mut changed = false;
            for index in 0..self.predicates.len() {
                let mut classes = BTreeSet::new();
                for atom in self.predicates[index].cases.iter().flat_map(|case| &case.atoms) {
                    match atom {
                        Atom::PointsTo { class, .. } => drop(classes.insert(*class)),
                        Atom::Call { predicate, .. } => classes.extend(&self.predicates[*predicate].classes),
                    }
                }
                changed |= self.predicates[index].classes != classes;
                self.predicates[index].classes = classes;
            }
            if !changed {
                return;
            }
        }
    }
}

/// By simple or qualified name; a nested class also by the last parts of it.
fn class_named(program: &Program, word: &Word) -> Result<ClassId, ShapeError> {
    let fits = |id: &ClassId| {
        let name = program.class(*id).name.as_str();
        name == word.text || name.strip_suffix(word.text.as_str()).is_some_and(|rest| rest.ends_with('.'))
    };
    let mut found = program.class_ids().filter(fits);
    match (found.next(), found.next()) {
        (Some(class), None) => Ok(class),
        (None, _) => Err(ShapeError::new(&word.place, format!("there is no class `{}`", word.text))),
        (Some(one), Some(other)) => {
            let (one, other) = (&program.class(one).name, &program.class(other).name);
            let message = format!("`{}` is `{one}` or `{other}`", word.text);
            Err(ShapeError::new(&word.place, message).help("write more of the name"))
        }
    }
}

struct Reader<'a> {
    program: &'a Program,
    layouts: &'a Layouts,
    trees: &'a [PredicateTree],
}

impl Reader<'_> {
    fn predicate(&self, tree: &PredicateTree) -> Result<Predicate, ShapeError> {
        let cases = tree.cases.iter().map(|case| self.case(tree, case)).collect::<Result<_, _>>()?;
        Ok(Predicate {
            place: tree.name.place.clone(),
            name: tree.name.text.clone(),
            parameters: tree.parameters.len(),
            cases,
            classes: BTreeSet::new(),
        })
    }

    fn case(&self, predicate: &PredicateTree, tree: &CaseTree) -> Result<Case, ShapeError> {
        let mut names = Vec::new();
        for parameter in &predicate.parameters {
            if names.contains(&parameter.text) {
                let message = format!("there are two parameters `{}`", parameter.text);
                return Err(ShapeError::new(&parameter.place, message));
            }
            names.push(parameter.text.clone());
        }
        let mut case =
            Case { place: tree.place.clone(), names, truths: BTreeSet::new(), atoms: Vec::new(), pure: Vec::new() };
        let mut facts = Vec::new();
        for atom in &tree.atoms {
            self.atom(atom, &mut case, &mut facts)?;
        }
        let pure = match &tree.pure {
            Some(formula) => disjunction(formula, false, &mut case)?,
            None => vec![Vec::new()],
        };
        case.pure = pure.into_iter().map(|part| [facts.clone(), part].concat()).collect();
        Ok(case)
    }

    fn atom(&self, tree: &AtomTree, case: &mut Case, facts: &mut Vec<Fact>) -> Result<(), ShapeError> {
        match tree {
            AtomTree::Empty => {}
            AtomTree::PointsTo { from, class, fields } => {
                let id = class_named(self.program, class)?;
                let from = case.variable(&from.text);
                let mut resolved = Vec::new();
                for (field, value) in fields {
                    let field_id = self.field(id, field)?;
                    if resolved.iter().any(|(other, _)| *other == field_id) {
                        return Err(ShapeError::new(&field.place, format!("field `{}` is given twice", field.text)));
                    }
                    let value = case.argument(value, &field.place, facts)?;
                    if self.program.field(field_id).ty.base == BaseType::Boolean {
                        case.truths.insert(value);
                    }
                    resolved.push((field_id, value));
                }
                case.atoms.push(Atom::PointsTo { from, class: id, fields: resolved });
            }
            AtomTree::Call { name, arguments } => {
                let predicate = self.called(name, arguments.len())?;
                let arguments: Result<Vec<usize>, _> =
                    arguments.iter().map(|argument| case.argument(argument, &name.place, facts)).collect();
                case.atoms.push(Atom::Call { predicate, arguments: arguments? });
            }
        }
        Ok(())
    }

    fn field(&self, class: ClassId, field: &Word) -> Result<FieldId, ShapeError> {
        let fields = self.layouts.fields(class);
        let found = fields.iter().find(|id| self.program.field(**id).name == field.text.as_str());
        found.copied().ok_or_else(|| {
            let names: Vec<String> = fields.iter().map(|id| format!("`{}`", self.program.field(*id).name)).collect();
            let class = &self.program.class(class).simple_name;
            ShapeError::new(&field.place, format!("class `{class}` has no field `{}`", field.text))
                .help(format!("its fields are {}", names.join(", ")))
        })
    }

    fn called(&self, name: &Word, arguments: usize) -> Result<usize, ShapeError> {
        let found = self.trees.iter().position(|tree| !tree.of_class && tree.name.text == name.text);
        let Some(index) = found else {
            return Err(ShapeError::new(&name.place, format!("there is no predicate `{}`", name.text)));
        };
        let wanted = self.trees[index].parameters.len();
        if wanted != arguments {
            let message = format!("`{}` has {wanted} parameters, but is given {arguments} arguments", name.text);
            return Err(ShapeError::new(&name.place, message));
        }
        Ok(index)
    }
}

impl Case {
    fn variable(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// A variable for what is handed on: itself, or a new one that equals the term.
    fn argument(&mut self, tree: &TermTree, place: &Place, facts: &mut Vec<Fact>) -> Result<usize, ShapeError> {
        let term = self.term(tree);
        if let Term::Variable(variable) = term {
            return Ok(variable);
        }
        self.names.push(format!("the value {}", self.names.len()));
        let variable = self.names.len() - 1;
        let (comparison, place) = (Comparison::Equal, place.clone());
        facts.push(Fact::Compare { comparison, left: Term::Variable(variable), right: term, place });
        Ok(variable)
    }

    fn term(&mut self, tree: &TermTree) -> Term {
        let boxed = |case: &mut Case, tree: &TermTree| Box::new(case.term(tree));
        match tree {
            TermTree::Null => Term::Null,
            TermTree::Number(number) => Term::Number(*number),
            TermTree::Variable(word) => Term::Variable(self.variable(&word.text)),
            TermTree::Negated(a) => Term::Negated(boxed(self, a)),
            TermTree::Sum(a, b) => Term::Sum(boxed(self, a), boxed(self, b)),
            TermTree::Times(factor, a) => Term::Times(*factor, boxed(self, a)),
            TermTree::Max(a, b) => Term::Max(boxed(self, a), boxed(self, b)),
            TermTree::Min(a, b) => Term::Min(boxed(self, a), boxed(self, b)),
        }
    }
}

/// A formula, or its negation, as a disjunction of conjunctions.
fn disjunction(tree: &FormulaTree, negate: bool, case: &mut Case) -> Result<Vec<Vec<Fact>>, ShapeError> {
    let result = match tree {
        FormulaTree::Constant(value) if *value != negate => vec![Vec::new()],
        FormulaTree::Constant(_) => Vec::new(),
        FormulaTree::Not(inner) => disjunction(inner, !negate, case)?,
        FormulaTree::And(parts) | FormulaTree::Or(parts) => {
            let parts: Vec<_> = parts.iter().map(|part| disjunction(part, negate, case)).collect::<Result<_, _>>()?;
            if matches!(tree, FormulaTree::Or(_)) == negate { product(&parts) } else { parts.concat() }
        }
        FormulaTree::Compare(comparison, left, right, place) => {
            let (left, right, place) = (case.term(left), case.term(right), place.clone());
            let (comparison, left, right) = match (comparison, negate) {
                (same, false) => (*same, left, right),
                (Comparison::Equal, true) => (Comparison::NotEqual, left, right),
                (Comparison::NotEqual, true) => (Comparison::Equal, left, right),
                (Comparison::LessEqual, true) => (Comparison::Less, right, left),
                (Comparison::Less, true) => (Comparison::LessEqual, right, left),
            };
            vec![vec![Fact::Compare { comparison, left, right, place }]]
        }
        FormulaTree::Quantified { all, variable, body } => {
            // The bound variable is another one than any of the same name outside.
            let outer = case.names.iter().position(|name| *name == variable.text);
            if let Some(outer) = outer {
                case.names[outer].push(' ');
            }
            let bound = case.variable(&variable.text);
            let body = disjunction(body, negate, case)?;
            if body.iter().flatten().any(|fact| matches!(fact, Fact::Quantified { .. }) && fact.multiplies()) {
                let message = "a quantifier in a quantifier must not multiply variables";
                return Err(ShapeError::new(&variable.place, message));
            }
            case.names[bound].push_str(" (bound)");
            if let Some(outer) = outer {
                case.names[outer].pop();
            }
            vec![vec![Fact::Quantified { all: *all != negate, variable: bound, body, place: variable.place.clone() }]]
        }
    };
    if result.len() > LARGEST_DISJUNCTION {
        return Err(ShapeError::new(&case.place, "the pure part has too many cases"));
    }
    Ok(result)
}

impl Fact {
    /// Whether a variable has a factor, so that divisibility matters.
    fn multiplies(&self) -> bool {
        match self {
            Fact::Compare { left, right, .. } => left.multiplies() || right.multiplies(),
            Fact::Quantified { body, .. } => body.iter().flatten().any(Fact::multiplies),
        }
    }
}

impl Term {
    fn multiplies(&self) -> bool {
        match self {
            Term::Null | Term::Number(_) | Term::Variable(_) => false,
            Term::Times(..) => true,
            Term::Negated(a) => a.multiplies(),
            Term::Sum(a, b) | Term::Max(a, b) | Term::Min(a, b) => a.multiplies() || b.multiplies(),
        }
    }
}

/// The conjunction of disjunctions, multiplied out.
fn product(parts: &[Vec<Vec<Fact>>]) -> Vec<Vec<Fact>> {
    parts.iter().fold(vec![Vec::new()], |all, part| {
        let pairs = all.iter().flat_map(|left| part.iter().map(move |right| [&left[..], &right[..]].concat()));
        pairs.take(LARGEST_DISJUNCTION + 1).collect()
    })
}
