//! Brute force: every heap with a few nodes is built whole, what is said of it evaluated on the
//! whole heap, and a method run on each. None of the accelerations is used.
#![allow(dead_code, reason = "every test uses a part of it")]

#[path = "classes.rs"]
pub(crate) mod classes;
#[path = "../../../order/src/random.rs"]
mod random;

use crate::support::{Asking, structures};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use tightrope_engine::{Untested, UntestedKind};
use tightrope_explore::Explore;
use tightrope_heap::canonical::{Order, canonical};
use tightrope_heap::{Content, Heap, Layouts, Object, ObjectId, Root, Scope, Value, text};
use tightrope_machine::contract::{CoverageGoal, Ending, Judgement, OccasionKind, judge};
use tightrope_machine::formula::Workspace;
use tightrope_machine::{Accelerations, Budget, Executable, Outcome};
use tightrope_problem::Problem;
use tightrope_program::effective::effective_contract;
use tightrope_program::{ClassId, ClassOrigin, MethodId, Options, Program, Type, lower};
use tightrope_source::{Name, SourceMap, Span};

/// What brute force tries, and the scope that is the same for the search.
pub(crate) struct Bound {
    pub(crate) nodes: usize,
    pub(crate) ints: RangeInclusive<i32>,
    pub(crate) scope: String,
}

pub(crate) struct Case {
    pub(crate) program: Program,
}

pub(crate) fn read(source: &str) -> Case {
    let mut sources = SourceMap::new();
    let file = sources.add("Box.java", source);
    let parsed = tightrope_syntax::parse_file(file, source);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    assert!(lowered.diagnostics.is_empty(), "{:?}", lowered.diagnostics);
    Case { program: lowered.program }
}

impl Case {
    pub(crate) fn class(&self, name: &str) -> ClassId {
        self.program.class_named(name).expect(name)
    }

    pub(crate) fn method(&self, name: &str) -> MethodId {
        let methods = &self.program.class(self.class("Box")).methods;
        *methods.iter().find(|id| self.program.method(**id).name == name).expect(name)
    }

    /// All heaps of one box and at most so many nodes in which ints are in the range; up to
    /// isomorphism, without nodes that nothing leads to.
    fn heaps(&self, Bound { nodes, ints, .. }: &Bound) -> Vec<Heap> {
        let (mut found, mut all) = (BTreeSet::new(), Vec::new());
        self.each_heap(*nodes, ints, &mut |heap| {
            let whole = canonical(heap, Order::BreadthFirst);
            if found.insert(format!("{whole:?}")) {
                all.push(whole);
            }
        });
        all
    }

    /// The same with all nodes that nothing leads to, and with those that differ only in names.
    fn heaps_with_strangers(&self, Bound { nodes, ints, .. }: &Bound) -> Vec<Heap> {
        let mut all = Vec::new();
        (0..=*nodes).for_each(|nodes| self.each_heap(nodes, ints, &mut |heap| all.push(heap.clone())));
        all
    }

    fn each_heap(&self, nodes: usize, ints: &RangeInclusive<i32>, see: &mut impl FnMut(&Heap)) {
        let layouts = Layouts::new(&self.program);
        let types: Vec<ClassId> =
            std::iter::once("Box").chain(vec!["Node"; nodes]).map(|name| self.class(name)).collect();
        let mut heap = Heap::default();
        heap.roots.push(Root { name: Name::new("this"), value: Value::Object(ObjectId(0)) });
        let mut slots: Vec<(usize, usize, Vec<Value>)> = Vec::new();
        for (index, class) in types.iter().enumerate() {
            let fields = layouts.fields(*class);
            for (position, field) in fields.iter().enumerate() {
                slots.push((index, position, values(self.program.field(*field).ty, nodes, ints)));
            }
            let content = Content::Fields(vec![Value::Null; fields.len()]);
            heap.add(Object { ty: Type::class(*class), content });
        }
        fill(&mut heap, &slots, see);
    }
}

fn values(ty: Type, nodes: usize, ints: &RangeInclusive<i32>) -> Vec<Value> {
    match ty {
        Type::INT => ints.clone().map(Value::Int).collect(),
        Type::BOOLEAN => vec![Value::Boolean(false), Value::Boolean(true)],
        _ => std::iter::once(Value::Null).chain((1..=nodes as u32).map(|id| Value::Object(ObjectId(id)))).collect(),
    }
}

fn fill(heap: &mut Heap, slots: &[(usize, usize, Vec<Value>)], found: &mut impl FnMut(&Heap)) {
    let Some(((object, position, values), rest)) = slots.split_first() else { return found(heap) };
    for value in values {
        heap.objects[*object].values_mut()[*position] = *value;
        fill(heap, rest, found);
    }
}

/// A heap, an executable for it, and the contract of a method, all on whole heaps and real numbers.
struct Whole<'p> {
    executable: Executable<'p>,
    contract: tightrope_machine::contract::CompiledContract,
}

impl<'p> Whole<'p> {
    fn new(case: &'p Case, method: MethodId) -> Whole<'p> {
        let program = &case.program;
        let mut executable = Executable::new(program, [method]).accelerated_by(Accelerations::NONE);
        let classes: Vec<ClassId> =
            program.class_ids().filter(|class| program.class(*class).origin == ClassOrigin::User).collect();
        let contract = executable.add_contract(&effective_contract(program, method), &classes);
        Whole { executable, contract }
    }

    /// Do the invariants of all objects hold?
    fn is_valid(&self, heap: &Heap) -> bool {
        let loaded = self.executable.load(heap).expect("a heap that fits");
        heap.objects.iter().enumerate().all(|(index, object)| {
            let class = object.ty.as_class().expect("no arrays here");
            let Some(invariants) = self.contract.invariants(class) else { return true };
            let this = [tightrope_machine::reference_to(index)];
            let clauses = invariants.demanded.iter().chain(invariants.rep_ok.iter().map(|(_, clause)| clause));
            clauses.into_iter().all(|clause| {
                let mut budget = Budget::default();
                let truth = self.executable.evaluate(clause.now, &loaded.state, &this, None, &mut budget);
                truth.expect("nothing is unsupported").is_true()
            })
        })
    }

    /// By occasion: does it arise in the run on this heap? An error: the run breaks this.
    fn breaks_or_arise(&self, heap: &Heap) -> Result<Vec<bool>, Span> {
        let mut loaded = self.executable.load(heap).expect("a heap that fits");
        loaded.state.remember();
        assert!(self.executable.start(&mut loaded.state, self.contract.method, &loaded.roots));
        let mut budget = Budget::default();
        let ending = match self.executable.run_watched(&mut loaded.state, &mut budget) {
            Outcome::Returned(value) => Ending::Returned(value),
            Outcome::Thrown(thrown) => Ending::Thrown(thrown),
            Outcome::Repeats(span) => return Err(span),
            other => panic!("{other:?}"),
        };
        let mut budget = Budget::default();
        let args = &loaded.roots;
        let judged = judge(
            &self.executable,
            &self.contract,
            &loaded.state,
            args,
            &ending,
            &[true],
            (&mut budget, &mut Workspace::default()),
        );
        if let Ok(Judgement::Broken(violation, _)) = judged {
            return Err(violation.span);
        }
        let arises = |occasion| self.executable.arises(occasion, &loaded.state, args, &ending, &Budget::default());
        Ok(self.contract.occasions.iter().map(arises).collect())
    }
}

/// The lazy search must find the valid heaps that brute force finds; how many? `None`: something is
/// not modelled, or cut.
pub(crate) fn compare_structures(source: &str, bound: &Bound, some_method: &str) -> Option<usize> {
    let case = read(source);
    let whole = Whole::new(&case, case.method(some_method));
    let layouts = Layouts::new(&case.program);
    let show = |heap: &Heap| text::write(heap, &case.program, &layouts);
    let expected: BTreeSet<String> = case.heaps(bound).iter().filter(|heap| whole.is_valid(heap)).map(show).collect();
    let scope: Scope = bound.scope.parse().expect("a scope");
    let found = structures(&Explore::default(), &case.program, case.class("Box"), &scope, true);
    if !found.answer.cuts.is_empty() {
        return None;
    }
    let actual: BTreeSet<String> = found.heaps.iter().map(show).collect();
    assert_eq!(actual.len() as u64, found.count, "a structure was found twice:\n{source}");
    let counted = structures(&Explore::default(), &case.program, case.class("Box"), &scope, false);
    assert_eq!(counted.count, found.count, "not as many are counted as are listed:\n{source}");
    let missing: Vec<&String> = expected.difference(&actual).take(3).collect();
    let wrong: Vec<&String> = actual.difference(&expected).take(3).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "missing: {missing:#?}\nnot valid: {wrong:#?}\n{source}");
    Some(expected.len())
}

/// Which clauses does a method break on some heap with some argument? The lazy search, scope by
/// scope, and brute force must agree on how many. `None`: something is not modelled, or cut.
pub(crate) fn compare_verdicts(source: &str, method: &str, bound: &Bound) -> Option<usize> {
    let case = read(source);
    let id = case.method(method);
    let whole = Whole::new(&case, id);
    let mut broken = BTreeSet::new();
    let mut has_arisen = vec![false; whole.contract.occasions.len()];
    let problem = Problem::of_method(&case.program, id);
    let heaps = match problem.quantified.is_empty() && problem.observers.is_empty() {
        true => case.heaps(bound),
        false => case.heaps_with_strangers(bound),
    };
    for heap in heaps.iter().filter(|heap| whole.is_valid(heap)) {
        for argument in arguments(&case, id, heap, &bound.ints) {
            let mut with_argument = heap.clone();
            with_argument.roots.extend(argument.map(|value| Root { name: Name::new("x"), value }));
            match whole.breaks_or_arise(&with_argument) {
                Err(span) => drop(broken.insert(span)),
                Ok(arising) => has_arisen.iter_mut().zip(arising).for_each(|(has, arises)| *has |= arises),
            }
        }
    }
    let largest: Scope = bound.scope.parse().expect("a scope");
    let mut search = Asking::new(&Explore::default(), &case.program, id);
    // The last answer counts.
    let answers = (1..=bound.nodes).map(|nodes| search.answer(&largest.at_most(nodes), 2, true));
    let answer = answers.last().filter(|answer| answer.is_complete())?;
    let found: BTreeSet<Span> = answer.witnesses.iter().map(|witness| search.place(witness)).collect();
    assert_eq!(found, broken, "{method} of {source}");
    if broken.is_empty() {
        // A run of the search stands for many heaps, so it may take an occasion for one that
        // arises. It must not miss one that does.
        let places = |occasion: &CoverageGoal| (occasion.span, untested_kind(occasion.kind));
        let said_places = |part: &Untested| (part.span, part.kind);
        let never: BTreeSet<_> = whole.contract.missed(&has_arisen).map(places).collect();
        let said: BTreeSet<_> = answer.coverage.untested().iter().map(said_places).collect();
        assert!(said.is_subset(&never), "{method} of {source}: {said:?} is not within {never:?}");
    }
    Some(broken.len())
}

fn untested_kind(kind: OccasionKind) -> UntestedKind {
    match kind {
        OccasionKind::Return => UntestedKind::Return,
        OccasionKind::Exception(class) => UntestedKind::Exception(class),
        OccasionKind::Antecedent => UntestedKind::Antecedent,
        OccasionKind::Otherwise => UntestedKind::Otherwise,
        OccasionKind::Range => UntestedKind::Range,
    }
}

/// No argument, or each value of the only parameter. (A node that is not in the structure is no
/// heap of ours; the search also tries those.)
fn arguments(case: &Case, method: MethodId, heap: &Heap, ints: &RangeInclusive<i32>) -> Vec<Option<Value>> {
    match case.program.method(method).params.first() {
        None => vec![None],
        Some(param) => values(param.ty, heap.objects.len() - 1, ints).into_iter().map(Some).collect(),
    }
}

/// A number that the environment gives.
pub(crate) fn number_from(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}
