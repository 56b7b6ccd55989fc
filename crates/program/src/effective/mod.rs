//! The effective contract of a method: everything that its check has to assume and to show,
//! inherited and implicit parts included.
//!
//! Follows the JML Reference Manual, sections 9.5 to 9.9 (specification cases, inheritance), 8.2 to
//! 8.5 (invariants, constraints, initially) and Appendix "Desugaring" of lightweight and behavior
//! cases. The data that a [`Contract`](crate::contract::Contract) holds is what was written at one
//! method; here it is joined:
//!
//! - **Cases.** The cases of the method and of every method that it overrides all apply. Each says:
//!   if its `requires` held before, then its `ensures`, `signals` and frame hold after. The method
//!   may be called if the `requires` of *some* case holds. Parameters are positional: a formula of
//!   an inherited case uses the same numbers of locals for them.
//! - **No case at all.** One case without clauses stands for it: any call is allowed, and Java's
//!   own rules remain (no exception that `throws` does not name).
//! - **Implicit clauses.** Non-null parameters and results belong to every case of the method that
//!   declares them. A method without cases of its own adds its implicit clauses to the inherited
//!   cases: they cannot stand alone, since a case of their own would allow every call that the
//!   inherited preconditions exclude.
//! - **Exceptions.** `signals_only` if written; otherwise the `throws` clause and the classes of
//!   the `signals` clauses, except those whose predicate is literally `false`. `normal_behavior`
//!   allows none. A runtime exception that is allowed nowhere is a violation. (JML's own default is
//!   the `throws` clause alone; TACO's inputs rely on `signals` clauses that name runtime
//!   exceptions.)
//! - **Frame.** `assignable` if written. Otherwise nothing for a pure method (for a pure
//!   constructor the fields of the new object), and everything for others.
//! - **Termination.** Required, unless a `diverges` clause allows otherwise (JML's default is
//!   `diverges false`).
//! - **Invariants.** Those of the class, its superclasses and its interfaces, and their `repOk`
//!   methods (the overriding one only). `helper` methods and `repOk` methods themselves have none.
//!   A constructor assumes only static ones; static methods have only static ones.
//! - An overriding method whose specification does not start with `also` is read as if it did.

mod describe;

pub use describe::{SpecLine, describe};

use crate::body::ExprKind;
use crate::contract::{Assignable, Behavior, Case, Clause, Origin, Signals, Unchecked};
use crate::program::{ClassId, Constant, MethodId, MethodKind, Program};
use tightrope_source::Span;

/// All that a check of one method assumes and shows.
#[derive(Clone, PartialEq, Debug)]
pub struct EffectiveContract<'p> {
    pub method: MethodId,
    /// Never empty. The precondition is the disjunction of the cases' `requires`.
    pub cases: Vec<EffectiveCase<'p>>,
    /// Assumed of the receiver and of the classes before the call.
    pub invariants_before: Vec<Invariant<'p>>,
    /// Must hold after every return and every exception.
    pub invariants_after: Vec<Invariant<'p>>,
    /// Must hold between the state before and the state after.
    pub constraints: Vec<Property<'p>>,
    /// Must hold after a constructor.
    pub initially: Vec<Property<'p>>,
    /// Believed: the axioms of the class and its supertypes.
    pub axioms: Vec<Property<'p>>,
    /// What the specification says beyond all this and what is not checked.
    pub unchecked: Vec<&'p Unchecked>,
}

/// One case that applies to the method.
#[derive(Clone, PartialEq, Debug)]
pub struct EffectiveCase<'p> {
    /// The method at which it was written: the method itself, or one that it overrides.
    pub written_at: MethodId,
    /// `None`: nothing was written, the case stands for Java's own rules.
    pub written: Option<&'p Case>,
    pub behavior: Behavior,
    pub requires: Vec<&'p Clause>,
    pub ensures: Vec<&'p Clause>,
    pub signals: Vec<&'p Signals>,
    pub exceptions: Vec<AllowedException>,
    pub frame: Frame<'p>,
    /// The method may run for ever if one of them held before. Empty: it must terminate.
    pub diverges: Vec<&'p Clause>,
}

impl EffectiveCase<'_> {
    /// `exceptional_behavior` forbids to return.
    pub fn may_return(&self) -> bool {
        self.behavior != Behavior::Exceptional
    }
}

/// An exception of this class or a subclass of it may leave the method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AllowedException {
    pub class: ClassId,
    /// The clause that allows it; `None`: the `throws` clause of the method.
    pub origin: Option<Span>,
}

/// What the method may write, beyond objects that it allocates itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Frame<'p> {
    /// Nothing was written.
    Everything,
    /// Nothing was written, but the method is pure.
    NothingBecausePure,
    /// A pure constructor: the fields of the object that it initialises.
    NewObjectBecausePure,
    Written(&'p Assignable),
}

/// An invariant that applies, and the class that declares it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Invariant<'p> {
    pub class: ClassId,
    pub kind: InvariantKind<'p>,
}

impl Invariant<'_> {
    /// Nobody has written it, and nobody can break it.
    pub fn is_derived(&self) -> bool {
        matches!(self.kind, InvariantKind::Clause(clause) if clause.origin == Origin::Derived)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum InvariantKind<'p> {
    Clause(&'p Clause),
    /// A call of this method on the object, by dynamic dispatch, must give `true`.
    RepOk(MethodId),
}

/// A constraint, `initially` or axiom, and the class that declares it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Property<'p> {
    pub class: ClassId,
    pub clause: &'p Clause,
}

/// Joins what is written at the method, at those that it overrides, and at its class and its
/// supertypes.
pub fn effective_contract(program: &Program, method: MethodId) -> EffectiveContract<'_> {
    let supertypes = supertypes(program, program.method(method).class);
    EffectiveContract {
        method,
        cases: cases(program, method),
        invariants_before: invariants_before(program, method, &supertypes),
        invariants_after: invariants_after(program, method, &supertypes),
        constraints: constraints(program, method, &supertypes),
        initially: initially(program, method, &supertypes),
        axioms: properties(program, &supertypes, |class| &class.axioms),
        unchecked: unchecked(program, method, &supertypes),
    }
}

/// The class and all its superclasses and interfaces: superclasses first (nearest first), then
/// interfaces; each once.
fn supertypes(program: &Program, class: ClassId) -> Vec<ClassId> {
    let mut found = vec![class];
    let mut next = program.class(class).superclass;
    while let Some(superclass) = next.filter(|id| !found.contains(id)) {
        found.push(superclass);
        next = program.class(superclass).superclass;
    }
    let mut at = 0;
    while let Some(id) = found.get(at).copied() {
        for interface in &program.class(id).interfaces {
            if !found.contains(interface) {
                found.push(*interface);
            }
        }
        at += 1;
    }
    found
}

/// The method and all that it overrides, directly or not, nearest first; each once.
fn overridden(program: &Program, method: MethodId) -> Vec<MethodId> {
    let mut found = vec![method];
    let mut at = 0;
    while let Some(id) = found.get(at).copied() {
        for above in &program.method(id).overrides {
            if !found.contains(above) {
                found.push(*above);
            }
        }
        at += 1;
    }
    found
}

pub(crate) fn cases(program: &Program, method: MethodId) -> Vec<EffectiveCase<'_>> {
    let own = &program.method(method).contract;
    let mut cases = Vec::new();
    for source in overridden(program, method) {
        let contract = &program.method(source).contract;
        for written in &contract.cases {
            let mut case = written_case(program, method, source, written);
            if source != method && own.cases.is_empty() {
                add_implicit(&mut case.requires, &own.implicit_requires);
                add_implicit(&mut case.ensures, &own.implicit_ensures);
            }
            cases.push(case);
        }
    }
    if cases.is_empty() {
        cases.push(unwritten_case(program, method));
    }
    cases
}

/// Adds implicit clauses in front, except those that say the same as one already there.
fn add_implicit<'p>(clauses: &mut Vec<&'p Clause>, implicit: &'p [Clause]) {
    let known: Vec<ExprKind> = clauses.iter().filter_map(|clause| non_null_value(clause)).collect();
    let new = implicit.iter().filter(|clause| non_null_value(clause).is_none_or(|value| !known.contains(&value)));
    clauses.splice(0..0, new);
}

/// The parameter or result that an implicit clause speaks of.
fn non_null_value(clause: &Clause) -> Option<ExprKind> {
    match (&clause.origin, &clause.formula.expr.kind) {
        (Origin::NonNull { .. }, ExprKind::Binary { left, .. }) => Some(left.kind.clone()),
        _ => None,
    }
}

fn written_case<'p>(program: &'p Program, method: MethodId, source: MethodId, case: &'p Case) -> EffectiveCase<'p> {
    let contract = &program.method(source).contract;
    EffectiveCase {
        written_at: source,
        written: Some(case),
        behavior: case.behavior,
        requires: contract.implicit_requires.iter().chain(&case.requires).collect(),
        ensures: contract.implicit_ensures.iter().chain(&case.ensures).collect(),
        signals: case.signals.iter().collect(),
        exceptions: exceptions(program, source, case),
        frame: case.assignable.as_ref().map_or_else(|| default_frame(program, method), Frame::Written),
        diverges: case.diverges.iter().filter(|clause| !is_literally(clause, false)).collect(),
    }
}

fn unwritten_case(program: &Program, method: MethodId) -> EffectiveCase<'_> {
    let contract = &program.method(method).contract;
    EffectiveCase {
        written_at: method,
        written: None,
        behavior: Behavior::Lightweight,
        requires: contract.implicit_requires.iter().collect(),
        ensures: contract.implicit_ensures.iter().collect(),
        signals: Vec::new(),
        exceptions: thrown(program, method),
        frame: default_frame(program, method),
        diverges: Vec::new(),
    }
}

fn default_frame(program: &Program, method: MethodId) -> Frame<'_> {
    let method = program.method(method);
    match (method.is_pure, method.kind) {
        (true, MethodKind::Constructor) => Frame::NewObjectBecausePure,
        (true, _) => Frame::NothingBecausePure,
        (false, _) => Frame::Everything,
    }
}

fn exceptions(program: &Program, source: MethodId, case: &Case) -> Vec<AllowedException> {
    if case.behavior == Behavior::Normal {
        return Vec::new();
    }
    if let Some(only) = &case.signals_only {
        return only.classes.iter().map(|class| AllowedException { class: *class, origin: Some(only.span) }).collect();
    }
    let mut allowed = thrown(program, source);
    for signals in case.signals.iter().filter(|signals| !is_literally(&signals.clause, false)) {
        if !allowed.iter().any(|known| known.class == signals.class) {
            allowed.push(AllowedException { class: signals.class, origin: Some(signals.clause.span) });
        }
    }
    allowed
}

fn thrown(program: &Program, method: MethodId) -> Vec<AllowedException> {
    program.method(method).throws.iter().map(|class| AllowedException { class: *class, origin: None }).collect()
}

fn is_literally(clause: &Clause, value: bool) -> bool {
    clause.formula.expr.kind == ExprKind::Constant(Constant::Boolean(value))
}

/// The invariants of an object of exactly this class: its own, those of its superclasses and its
/// interfaces, and their `repOk` methods.
pub fn class_invariants(program: &Program, class: ClassId) -> Vec<Invariant<'_>> {
    invariants(program, &supertypes(program, class), false)
}

/// Do invariants concern this method at all? Not helpers, and not the methods that *are* the
/// invariant.
pub fn invariants_concern(program: &Program, method: MethodId) -> bool {
    let found = program.method(method);
    let made_by_lowering =
        matches!(found.kind, MethodKind::InstanceInitializer | MethodKind::Model | MethodKind::Represents);
    let is_rep_ok =
        overridden(program, method).iter().any(|id| program.class(program.method(*id).class).rep_ok == Some(*id));
    !found.is_helper && !made_by_lowering && !is_rep_ok
}

fn invariants_before<'p>(program: &'p Program, method: MethodId, supertypes: &[ClassId]) -> Vec<Invariant<'p>> {
    let found = program.method(method);
    if !invariants_concern(program, method) || found.kind == MethodKind::StaticInitializer {
        return Vec::new();
    }
    let only_static = found.is_static || found.kind == MethodKind::Constructor;
    invariants(program, supertypes, only_static)
}

fn invariants_after<'p>(program: &'p Program, method: MethodId, supertypes: &[ClassId]) -> Vec<Invariant<'p>> {
    let found = program.method(method);
    if !invariants_concern(program, method) {
        return Vec::new();
    }
    let only_static = found.is_static || found.kind == MethodKind::StaticInitializer;
    invariants(program, supertypes, only_static)
}

fn invariants<'p>(program: &'p Program, supertypes: &[ClassId], only_static: bool) -> Vec<Invariant<'p>> {
    let mut found = Vec::new();
    let mut replaced: Vec<MethodId> = Vec::new();
    for class in supertypes.iter().copied() {
        let clauses = program.class(class).invariants.iter().filter(|clause| clause.is_static || !only_static);
        found.extend(clauses.map(|clause| Invariant { class, kind: InvariantKind::Clause(clause) }));
        let Some(rep_ok) = program.class(class).rep_ok.filter(|_| !only_static) else { continue };
        if !replaced.contains(&rep_ok) {
            found.push(Invariant { class, kind: InvariantKind::RepOk(rep_ok) });
            replaced.extend(overridden(program, rep_ok));
        }
    }
    found
}

fn constraints<'p>(program: &'p Program, method: MethodId, supertypes: &[ClassId]) -> Vec<Property<'p>> {
    let found = program.method(method);
    if !invariants_concern(program, method) || found.kind != MethodKind::Method {
        return Vec::new();
    }
    let all = properties(program, supertypes, |class| &class.constraints);
    all.into_iter().filter(|property| property.clause.is_static || !found.is_static).collect()
}

fn initially<'p>(program: &'p Program, method: MethodId, supertypes: &[ClassId]) -> Vec<Property<'p>> {
    let found = program.method(method);
    if found.kind != MethodKind::Constructor || found.is_helper {
        return Vec::new();
    }
    properties(program, supertypes, |class| &class.initially)
}

fn properties<'p>(
    program: &'p Program,
    supertypes: &[ClassId],
    clauses: impl Fn(&'p crate::program::Class) -> &'p [Clause],
) -> Vec<Property<'p>> {
    let of_class = |class: &ClassId| {
        let class = *class;
        clauses(program.class(class)).iter().map(move |clause| Property { class, clause })
    };
    supertypes.iter().flat_map(of_class).collect()
}

fn unchecked<'p>(program: &'p Program, method: MethodId, supertypes: &[ClassId]) -> Vec<&'p Unchecked> {
    let mut found: Vec<&Unchecked> = Vec::new();
    for source in overridden(program, method) {
        let contract = &program.method(source).contract;
        found.extend(&contract.unchecked);
        found.extend(contract.cases.iter().flat_map(|case| &case.unchecked));
    }
    found.extend(supertypes.iter().flat_map(|class| &program.class(*class).unchecked));
    let mut once: Vec<&Unchecked> = Vec::new();
    for unchecked in found {
        if !once.contains(&unchecked) {
            once.push(unchecked);
        }
    }
    once
}
