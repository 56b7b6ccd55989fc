//! Shape predicates that are derived from a declarative invariant.
//!
//! Where the invariant of a class says that the nodes behind a field are a tree (a list is one with
//! one field) or a ring, and why ([`evidence`]), its structures are those of an inductive
//! predicate: a node above smaller structures. What the invariant says of each node, its children
//! and measures of the subtrees (a height, a colour, a number of nodes) becomes the pure part
//! ([`translate`]). Walks along some of the fields (`\reach(n.child, Node, sibling)`) become
//! predicates of their own, with the node where the walk began as a parameter: [`spines`].
//!
//! The predicate admits all that the invariant admits. It may admit more: what is not understood,
//! like the order of keys, is left out. [`Derived::left_out`] lists that, and a test compares the
//! bounds of the benchmarks with those of the invariant.
//!
//! The idea is not in Ponzio et al., who write predicates by hand.

mod clauses;
mod evidence;
mod formula;
mod print;
mod spines;
mod translate;

use clauses::{Conjunct, THIS, conjuncts, field_of};
use evidence::{no_tree, not_null, ring_back};
use formula::{Formula, Measure};
use spines::{Call, Spines};
use std::collections::BTreeSet;
use tightrope_heap::Layouts;
use tightrope_program::{BaseType, ClassId, ClassOrigin, FieldId, LocalId, MethodId, Program, Type};
use tightrope_source::Span;
use translate::{Measures, Ref, Translator, View};

/// A predicate that was derived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derived {
    /// In the language of [`crate::shape`].
    pub text: String,
    /// Clauses of the invariant of which the predicate does not say all.
    pub left_out: Vec<Span>,
}

/// The nodes behind a field of the object.
#[derive(Debug)]
struct Part<'p> {
    root: FieldId,
    node: ClassId,
    edges: Vec<FieldId>,
    /// The field that leads back, of a ring.
    back: Option<FieldId>,
    /// Fields of nodes that lead to nodes and are none of the edges.
    others: Vec<FieldId>,
    /// What is said of each of the nodes.
    about_all: Vec<(LocalId, Conjunct<'p>)>,
    /// What is said of nodes that some of the edges lead to.
    spines: Spines<'p>,
}

/// All that the invariant says, sorted.
#[derive(Debug)]
struct Invariant<'p> {
    program: &'p Program,
    class: ClassId,
    parts: Vec<Part<'p>>,
    /// About the object itself.
    own: Vec<Conjunct<'p>>,
    /// What is said under quantifiers that are not understood.
    dropped: Vec<Span>,
}

/// A predicate of all that the invariant of a class admits, or why none is derived.
pub fn derive(program: &Program, class: ClassId) -> Result<Derived, String> {
    let layouts = Layouts::new(program);
    let invariant = Invariant::read(program, &layouts, class)?;
    let mut fields = invariant.data_fields(&layouts);
    let mut failed = BTreeSet::new();
    loop {
        let attempt = invariant.attempt(fields.clone(), failed.clone())?;
        let before = (fields, failed);
        (fields, failed) = (attempt.determined(&before.0), attempt.translator.failed.clone());
        if (&fields, &failed) == (&before.0, &before.1) {
            return Ok(Derived { text: attempt.text(&layouts), left_out: attempt.left_out() });
        }
    }
}

impl<'p> Invariant<'p> {
    fn read(program: &'p Program, layouts: &Layouts, class: ClassId) -> Result<Invariant<'p>, String> {
        let (all, has_method) = conjuncts(program, class);
        if all.is_empty() {
            let reason = match has_method {
                true => "the invariant is a method, which is not looked into",
                false => "there is no invariant that says what it is made of",
            };
            return Err(reason.to_owned());
        }
        let roots = layouts.fields(class).iter().copied();
        let mut parts = Vec::new();
        for root in roots.filter(|field| leads_to_objects(program, program.field(*field).ty)) {
            parts.push(part(program, layouts, (class, root), &all)?);
        }
        if parts.is_empty() {
            return Err("no field of the class leads to nodes".to_owned());
        }
        let (own, others): (Vec<Conjunct<'p>>, Vec<Conjunct<'p>>) =
            all.into_iter().partition(|conjunct| conjunct.walks.is_empty());
        let is_dropped = |conjunct: &&Conjunct<'p>| !parts.iter().any(|part| part.speaks_of(conjunct));
        let dropped = others.iter().filter(is_dropped).map(|conjunct| conjunct.span).collect();
        for ring in parts.iter().filter(|part| part.back.is_some()) {
            let is_there = |conjunct: &Conjunct<'_>| not_null(conjunct.expr).and_then(|of| field_of(of, THIS));
            if !own.iter().any(|conjunct| is_there(conjunct) == Some(ring.root)) {
                return Err(format!("nothing says that `{}` is not null", program.field(ring.root).name));
            }
        }
        for (at, one) in parts.iter().enumerate() {
            for other in parts[at + 1..].iter().filter(|other| other.node == one.node) {
                if !one.excludes(other) && !other.excludes(one) {
                    let (one, other) = (&program.field(one.root).name, &program.field(other.root).name);
                    return Err(format!("nothing says that `{one}` and `{other}` lead to no common node"));
                }
            }
        }
        Ok(Invariant { program, class, parts, own, dropped })
    }

    /// The fields that hold truth values or numbers.
    fn data_fields(&self, layouts: &Layouts) -> BTreeSet<FieldId> {
        let classes = self.parts.iter().map(|part| part.node).chain([self.class]);
        let fields = classes.flat_map(|class| layouts.fields(class).iter().copied());
        let is_data = |field: &FieldId| {
            let ty = self.program.field(*field).ty;
            ty == Type::BOOLEAN || ty.is_integral()
        };
        fields.filter(is_data).collect()
    }

    /// Translates all that is said with these fields and without these methods.
    fn attempt(&self, fields: BTreeSet<FieldId>, failed: BTreeSet<MethodId>) -> Result<Attempt<'_, 'p>, String> {
        let measures = self.parts.iter().map(|part| Measures {
            node: Some(part.node),
            edges: part.edges.clone(),
            is_ring: part.back.is_some(),
            ..Measures::default()
        });
        let mut translator = Translator { program: self.program, measures: measures.collect(), fields, failed };
        let mut said = Vec::new();
        let mut calls = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            // Truth values have bounds even where nobody speaks of them.
            for field in translator.fields.clone() {
                if self.program.field(field).ty == Type::BOOLEAN {
                    translator.want(at, &Measure::Field(field));
                }
            }
            let view = View { edges: &part.edges, walk: Some(at), names: Vec::new() };
            let view_of = |names: Vec<(LocalId, Ref)>| View { names, ..view.clone() };
            let about_all = part.about_all.iter().map(|(node, conjunct)| {
                let formula = translator.formula(conjunct.expr, &view_of(vec![(*node, Ref::Node)]));
                Said::new(self.program, formula, conjunct)
            });
            let about_all: Vec<Said> = about_all.collect();
            let contexts = part.spines.contexts(&part.edges);
            let of_spines: Vec<Vec<Said>> = (0..part.spines.count())
                .map(|spine| {
                    let conjuncts = part.spines.conjuncts(spine);
                    let formulas = conjuncts.iter().map(|(names, conjunct)| {
                        let formula = translator.formula(conjunct.expr, &view_of(names.clone()));
                        Said::new(self.program, formula, conjunct)
                    });
                    formulas.collect()
                })
                .collect();
            calls.push(self.calls(&translator, at, &contexts)?);
            said.push(SaidOfPart { about_all, of_spines, contexts });
        }
        let roots: Vec<FieldId> = self.parts.iter().map(|part| part.root).collect();
        let view = View { edges: &roots, walk: None, names: vec![(THIS, Ref::Node)] };
        let own = self.own.iter().map(|conjunct| {
            let formula = translator.formula(conjunct.expr, &view);
            Said::new(self.program, formula, conjunct)
        });
        let own = own.collect();
        Ok(Attempt { invariant: self, translator, own, said, calls })
    }

    /// By context and edge of a part: what is handed to the predicate of the child. The last ones
    /// are those of the root.
    fn calls(
        &self,
        translator: &Translator<'p>,
        at: usize,
        contexts: &[spines::Context],
    ) -> Result<Vec<Vec<Call>>, String> {
        let part = &self.parts[at];
        if part.back.is_some() {
            return Ok(Vec::new());
        }
        part.calls(self.program, translator, at, contexts, &self.own)
    }
}

/// Something that is said, and which clause says it.
#[derive(Debug)]
struct Said {
    formula: Formula,
    is_all: bool,
    /// It is about references alone, which the spatial part has to say.
    is_structure: bool,
    span: Span,
}

impl Said {
    fn new(program: &Program, both: translate::Both, conjunct: &Conjunct<'_>) -> Said {
        let is_structure = clauses::is_structure(program, conjunct.expr);
        Said { is_all: both.is_exact() || is_structure, is_structure, formula: both.over, span: conjunct.span }
    }
}

#[derive(Debug)]
struct SaidOfPart {
    about_all: Vec<Said>,
    /// By spine.
    of_spines: Vec<Vec<Said>>,
    contexts: Vec<spines::Context>,
}

/// One translation of the invariant.
#[derive(Debug)]
struct Attempt<'i, 'p> {
    invariant: &'i Invariant<'p>,
    translator: Translator<'p>,
    own: Vec<Said>,
    said: Vec<SaidOfPart>,
    /// By part, context and edge.
    calls: Vec<Vec<Vec<Call>>>,
}

impl Attempt<'_, '_> {
    /// Those of the fields that have a value wherever the invariant holds: truth values, and
    /// numbers that are given by an equation.
    fn determined(&self, fields: &BTreeSet<FieldId>) -> BTreeSet<FieldId> {
        let program = self.translator.program;
        let is_truth = |field: &FieldId| program.field(*field).ty == Type::BOOLEAN;
        let mut known: BTreeSet<FieldId> = fields.iter().copied().filter(is_truth).collect();
        loop {
            let more: Vec<FieldId> = fields.iter().copied().filter(|field| self.gives(*field, &known)).collect();
            let before = known.len();
            known.extend(more);
            if known.len() == before {
                return known;
            }
        }
    }

    /// Does what is said of all nodes, or of the object, give the field a value?
    fn gives(&self, field: FieldId, known: &BTreeSet<FieldId>) -> bool {
        let measure = Measure::Field(field);
        let says = |said: &[Said], walk: Option<usize>| {
            let is_known = |own: &Measure| self.is_grounded(own, walk, known, 0);
            said.iter().any(|one| one.formula.determines(&measure, &is_known) && self.is_slow(&one.formula, walk))
        };
        let class = self.translator.program.field(field).class;
        if self.translator.program.is_subclass(self.invariant.class, class) {
            return says(&self.own, None);
        }
        // Every part that has such nodes has to say it.
        let parts = self.invariant.parts.iter().enumerate();
        let mut parts = parts.filter(|(_, part)| self.translator.program.is_subclass(part.node, class));
        parts.all(|(at, part)| part.back.is_none() && says(&self.said[at].about_all, Some(at)))
    }

    /// Is the measure of a node given by its children and by these fields?
    fn is_grounded(&self, measure: &Measure, walk: Option<usize>, known: &BTreeSet<FieldId>, depth: usize) -> bool {
        match (measure, walk) {
            (Measure::Field(field), _) => known.contains(field),
            (Measure::Size(_), _) => true,
            (Measure::Method(method), Some(walk)) if depth < 8 => {
                let Some(definition) = self.translator.measures[walk].methods.get(method) else { return false };
                let mut is_grounded = true;
                let mut look = |term: &formula::Term| {
                    term.each(&mut |place, below| {
                        is_grounded &=
                            place != formula::Place::Node || self.is_grounded(below, Some(walk), known, depth + 1);
                    });
                };
                for (when, term) in &definition.of_node {
                    when.each_term(&mut look);
                    look(term);
                }
                is_grounded
            }
            (Measure::Method(_), _) => false,
        }
    }

    /// An equation must not let a field grow faster than the number of nodes.
    fn is_slow(&self, formula: &Formula, walk: Option<usize>) -> bool {
        let children = walk.map_or(self.invariant.parts.len(), |walk| self.invariant.parts[walk].edges.len());
        let mut is_slow = true;
        formula.each_term(&mut |term| is_slow &= term.grows_slowly(children));
        is_slow
    }

    fn left_out(&self) -> Vec<Span> {
        let mut spans = self.invariant.dropped.clone();
        spans.extend(self.own.iter().filter(|said| !said.is_all).map(|said| said.span));
        for (part, said) in self.invariant.parts.iter().zip(&self.said) {
            let said = said.about_all.iter().chain(said.of_spines.iter().flatten());
            // Of the nodes of a ring nothing is said but how they are linked.
            let is_left_out = |one: &&Said| !one.is_structure && (part.back.is_some() || !one.is_all);
            spans.extend(said.filter(is_left_out).map(|one| one.span));
        }
        spans.sort_unstable_by_key(|span| (span.start, span.end));
        spans.dedup();
        spans
    }
}

impl Part<'_> {
    /// Is the conjunct one about these nodes that is understood so far?
    fn speaks_of(&self, conjunct: &Conjunct<'_>) -> bool {
        let of_spines = (0..self.spines.count()).flat_map(|spine| self.spines.conjuncts(spine));
        let all = self.about_all.iter().map(|(_, one)| one).chain(of_spines.map(|(_, one)| one));
        all.into_iter().any(|one| std::ptr::eq(one.expr, conjunct.expr))
    }

    /// All nodes of the one have null where no node of the other has.
    fn excludes(&self, other: &Part<'_>) -> bool {
        let nulls = self.about_all.iter().filter_map(|(node, conjunct)| {
            (conjunct.walks.len() == 1).then(|| evidence::is_null(conjunct.expr).and_then(|of| field_of(of, *node)))?
        });
        let nulls: BTreeSet<FieldId> = nulls.collect();
        other.about_all.iter().any(|(node, conjunct)| {
            let field = not_null(conjunct.expr).and_then(|of| field_of(of, *node));
            conjunct.walks.len() == 1 && field.is_some_and(|field| nulls.contains(&field))
        })
    }
}

/// Can a place of this type hold objects of the program's own?
fn leads_to_objects(program: &Program, ty: Type) -> bool {
    match ty.base {
        BaseType::Class(class) => ty.is_array() || program.class(class).origin == ClassOrigin::User,
        _ => ty.is_array(),
    }
}

/// All nodes of a class of structures: a tree wherever the invariant holds, found from this field
/// of the object. No other field of an object leads to nodes that are not in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    pub root: FieldId,
    pub node: ClassId,
    pub edges: Vec<FieldId>,
}

/// The tree that the objects of a class are made of, if that is all that they are made of.
pub fn tree_of(program: &Program, class: ClassId) -> Option<Tree> {
    let layouts = Layouts::new(program);
    let invariant = Invariant::read(program, &layouts, class).ok()?;
    // It is known where the other fields lead.
    invariant.attempt(BTreeSet::new(), BTreeSet::new()).ok()?;
    match invariant.parts.as_slice() {
        [part] if part.back.is_none() => Some(Tree { root: part.root, node: part.node, edges: part.edges.clone() }),
        _ => None,
    }
}

/// What is said of nodes that a walk finds from a field of the object.
struct Walked<'a, 'p> {
    /// Of the longest walk.
    edges: Vec<FieldId>,
    conjuncts: Vec<&'a Conjunct<'p>>,
}

impl<'a, 'p> Walked<'a, 'p> {
    /// `None`: nothing is said of them.
    fn from(program: &Program, root: FieldId, all: &'a [Conjunct<'p>]) -> Option<Walked<'a, 'p>> {
        let node = program.field(root).ty.as_class()?;
        let starts_here = |conjunct: &&Conjunct<'p>| {
            let walk = conjunct.walks.first();
            walk.is_some_and(|walk| field_of(walk.from, THIS) == Some(root) && walk.class == node)
        };
        let conjuncts: Vec<&Conjunct<'p>> = all.iter().filter(starts_here).collect();
        let longest = conjuncts.iter().max_by_key(|conjunct| conjunct.walks[0].fields.len())?;
        Some(Walked { edges: longest.walks[0].fields.clone(), conjuncts })
    }

    /// What is said of all nodes of the longest walk, with the local that is the node.
    fn whole(&self) -> Vec<(LocalId, &'a Conjunct<'p>)> {
        let whole = self.conjuncts.iter().filter(|conjunct| conjunct.walks[0].fields == self.edges);
        whole.map(|conjunct| (conjunct.walks[0].binder, *conjunct)).collect()
    }
}

/// The nodes behind a field, and what is said of them.
fn part<'p>(
    program: &'p Program,
    layouts: &Layouts,
    (of, root): (ClassId, FieldId),
    all: &[Conjunct<'p>],
) -> Result<Part<'p>, String> {
    let name = &program.field(root).name;
    let ty = program.field(root).ty;
    let Some(node) = ty.as_class() else { return Err(format!("`{name}` is an array")) };
    if program.is_subclass(of, node) {
        return Err(format!("`{name}` leads to objects of the class itself"));
    }
    if program.class_ids().any(|class| class != node && program.is_subclass(class, node)) {
        return Err(format!("objects of several classes may be behind `{name}`"));
    }
    let Some(walked) = Walked::from(program, root, all) else {
        return Err(format!("nothing is said of all nodes behind `{name}`"));
    };
    let (edges, whole) = (walked.edges.clone(), walked.whole());
    let back = match edges.as_slice() {
        [next] => ring_back(*next, &whole),
        _ => None,
    };
    if back.is_none()
        && let Some(reason) = no_tree(program, &edges, &whole)
    {
        return Err(reason);
    }
    let links = layouts.fields(node).iter().copied();
    let links = links.filter(|field| leads_to_objects(program, program.field(*field).ty));
    let others: Vec<FieldId> = links.filter(|field| !edges.contains(field) && Some(*field) != back).collect();
    let wrong = others.iter().find(|field| back.is_some() || program.field(**field).ty.as_class() != Some(node));
    if let Some(field) = wrong {
        return Err(format!("nothing says where `{}` leads", program.field(*field).name));
    }
    let about_all = whole.iter().filter(|(_, conjunct)| conjunct.walks.len() == 1);
    let about_all = about_all.map(|(node, conjunct)| (*node, (*conjunct).clone())).collect();
    let spines = Spines::new(&edges, &walked.conjuncts);
    Ok(Part { root, node, edges, back, others, about_all, spines })
}
