//! The contract as circuits: what is assumed before the call, and what a run that has ended owes.
//!
//! The same reading as the machine's judgement (`crates/machine/src/contract/judge.rs`): a clause
//! whose evaluation throws is not true; invariants are owed by all initial objects and by the new
//! ones that receiver, arguments, result or static fields lead to; a slot is assigned if it holds
//! another value than before.

use crate::encoder::{Encoder, Flags, Outcome};
use crate::evaluate::Env;
use crate::initial::Initial;
use crate::state::State;
use crate::value::{ObjectId, Ref, Value, default_of, lookup, same};
use crate::walk::{CLASH, FailureKind, var_of};
use tightrope_circuit::{Bits, Lit};
use tightrope_graph::Var;
use tightrope_problem::collections::is_of_model;
use tightrope_program::contract::{Clause, Formula, LocationKind};
use tightrope_program::effective::{
    EffectiveCase, EffectiveContract, Frame, InvariantKind, class_invariants, invariants_concern,
};
use tightrope_program::{ClassId, ClassOrigin, FieldId, MethodKind, Type};
use tightrope_source::Span;

/// Something that a run may break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Broken {
    Ensures,
    Invariant(ClassId),
    StaticInvariant,
    Constraint,
    Initially,
    Signals,
    /// An exception of this class that no clause allows.
    Exception(ClassId),
    /// `exceptional_behavior`, and it returned.
    Returned,
    /// It wrote to a field that `assignable` does not name; `None`: to an element of an array.
    Frame(Option<FieldId>),
    Assert,
    LoopInvariant,
    Decreases,
    /// It never ends.
    NeverReturns,
    /// Calls are nested for ever.
    StackOverflow,
}

impl From<FailureKind> for Broken {
    fn from(kind: FailureKind) -> Broken {
        match kind {
            FailureKind::Exception(class) => Broken::Exception(class),
            FailureKind::Assert => Broken::Assert,
            FailureKind::LoopInvariant => Broken::LoopInvariant,
            FailureKind::Decreases => Broken::Decreases,
            FailureKind::NeverReturns => Broken::NeverReturns,
            FailureKind::StackOverflow => Broken::StackOverflow,
        }
    }
}

/// An obligation, and the runs that break it.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    pub(crate) kind: Broken,
    pub(crate) span: Span,
    pub(crate) broken: Lit,
}

/// What is assumed before the call.
#[derive(Clone, Debug)]
pub(crate) struct Assumed {
    pub(crate) lits: Vec<Lit>,
    /// By case: its `requires` hold.
    pub(crate) applicable: Vec<Lit>,
    /// Where an assumption has no value.
    pub(crate) doubt: Flags,
}

/// What a run owes that has ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Owed {
    pub(crate) obligations: Vec<Obligation>,
    pub(crate) doubts: Vec<Flags>,
    /// Where the invariant of an object of this class is broken, but only by sharing.
    pub(crate) shares: Vec<(ClassId, Lit)>,
}

/// A run that has ended, one way or the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending<'s> {
    pub(crate) state: &'s State,
    pub(crate) has_returned: bool,
}

/// The contract, and the heaps that it is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'s, 'p> {
    pub(crate) contract: &'s EffectiveContract<'p>,
    pub(crate) initial: &'s Initial,
}

impl Subject<'_, '_> {
    fn locals(&self) -> Vec<Option<Value>> {
        self.initial.args.iter().cloned().map(Some).collect()
    }
}

impl<'p> Encoder<'p> {
    pub(crate) fn assume(&mut self, subject: Subject<'_, 'p>) -> Assumed {
        let state = &subject.initial.state;
        let mut assumed =
            Assumed { lits: subject.initial.assumptions.clone(), applicable: Vec::new(), doubt: Flags::NONE };
        let this: Vec<Option<Value>> = subject.locals().into_iter().take(1).collect();
        self.assume_static_clauses(&mut assumed, subject.contract, state, &this);
        let is_concerned = invariants_concern(self.program, subject.contract.method);
        self.assume_object_invariants(&mut assumed, state, is_concerned);
        let locals = subject.locals();
        let mut possible = Vec::new();
        for case in &subject.contract.cases {
            let (applies, may_apply, doubt) = self.requirements(state, &locals, case);
            assumed.applicable.push(applies);
            possible.push(may_apply);
            assumed.doubt = self.either(assumed.doubt, doubt);
        }
        assumed.lits.push(self.circuit.or_all(possible));
        assumed
    }

    /// Static invariants and axioms.
    pub(crate) fn assume_static_clauses(
        &mut self,
        assumed: &mut Assumed,
        contract: &EffectiveContract<'p>,
        state: &State,
        this: &[Option<Value>],
    ) {
        let clauses = contract.invariants_before.iter().filter_map(|invariant| match invariant.kind {
            InvariantKind::Clause(clause) if clause.is_static => Some(clause),
            _ => None,
        });
        for clause in clauses.chain(contract.axioms.iter().map(|axiom| axiom.clause)) {
            let outcome = self.clause(state, state, this, None, clause);
            self.take_for_granted(assumed, Lit::TRUE, &outcome);
        }
    }

    /// The invariants of all objects that are there, or only what models of the library say.
    pub(crate) fn assume_object_invariants(&mut self, assumed: &mut Assumed, state: &State, is_concerned: bool) {
        for object in self.with_invariants() {
            if !self.objects[object].is_initial {
                continue;
            }
            let born = self.objects[object].born;
            let class = self.objects[object].ty.as_class();
            for (_, of, kind) in class.map_or_else(Vec::new, |class| self.declared_invariants(class)) {
                if !is_concerned && !is_of_model(self.program, of) {
                    continue;
                }
                let env = Env::new(state, state, &[], &[]);
                let outcome = self.object_invariant(&env, object, kind);
                self.take_for_granted(assumed, born, &outcome);
            }
        }
    }

    /// Where the `requires` of a case hold; where they may hold as far as they have a value; where
    /// that has to be shown not to differ.
    fn requirements(&mut self, state: &State, locals: &[Option<Value>], case: &EffectiveCase<'p>) -> (Lit, Lit, Flags) {
        let (mut applies, mut may_apply, mut doubt) = (Vec::new(), Vec::new(), Flags::NONE);
        for clause in &case.requires {
            let outcome = self.clause(state, state, locals, None, clause);
            let holds = self.holds(&outcome);
            let unknown = self.circuit.or(outcome.flags.beyond, outcome.flags.stuck);
            applies.push(holds);
            may_apply.push(self.circuit.or(holds, unknown));
            doubt = self.either(doubt, Flags { throws: Lit::FALSE, ..outcome.flags });
        }
        let may_apply = self.circuit.and_all(may_apply);
        let doubt = self.under(may_apply, doubt);
        (self.circuit.and_all(applies), may_apply, doubt)
    }

    /// Where an assumption has no value it excludes nothing: that has to be shown not to happen.
    fn take_for_granted(&mut self, assumed: &mut Assumed, when: Lit, outcome: &Outcome) {
        let holds = self.holds(outcome);
        let unknown = self.circuit.or(outcome.flags.beyond, outcome.flags.stuck);
        let fine = self.circuit.or(holds, unknown);
        assumed.lits.push(self.circuit.implies(when, fine));
        let doubt = self.under(when, Flags { throws: Lit::FALSE, ..outcome.flags });
        assumed.doubt = self.either(assumed.doubt, doubt);
    }

    fn clause(
        &mut self,
        before: &State,
        now: &State,
        locals: &[Option<Value>],
        result: Option<&Value>,
        clause: &Clause,
    ) -> Outcome {
        let mut env = Env::new(before, now, locals, &clause.formula.locals);
        env.result = result;
        self.eval(&env, &clause.formula.expr)
    }

    /// The objects whose class has invariants.
    fn with_invariants(&self) -> Vec<ObjectId> {
        let has = |object: &ObjectId| {
            let class = self.objects[*object].ty.as_class();
            class.is_some_and(|class| !class_invariants(self.program, class).is_empty())
        };
        (0..self.objects.len()).filter(has).collect()
    }

    /// The invariants of an object of this class, each with the class that it is declared in.
    fn declared_invariants(&self, class: ClassId) -> Vec<(Span, ClassId, InvariantKind<'p>)> {
        let invariants = class_invariants(self.program, class).into_iter();
        let all = invariants.filter_map(|invariant| match invariant.kind {
            InvariantKind::Clause(clause) if clause.is_static => None,
            InvariantKind::Clause(clause) => Some((clause.span, invariant.class, invariant.kind)),
            InvariantKind::RepOk(method) => {
                let declared = self.program.method(method);
                Some((declared.name_span, declared.class, invariant.kind))
            }
        });
        all.collect()
    }

    /// Those that somebody owes: what the model of a collection says of itself is no matter of the
    /// user's.
    fn invariants_owed(&self, class: ClassId) -> Vec<(Span, InvariantKind<'p>)> {
        let all = self.declared_invariants(class).into_iter();
        all.filter(|(_, of, _)| !is_of_model(self.program, *of)).map(|(span, _, kind)| (span, kind)).collect()
    }

    /// Adds an obligation: where `here` holds, so must the clause.
    fn owe(&mut self, owed: &mut Owed, kind: Broken, span: Span, here: Lit, outcome: &Outcome) {
        let holds = self.holds(outcome);
        let unknown = self.circuit.or(outcome.flags.beyond, outcome.flags.stuck);
        let fine = self.circuit.or(holds, unknown);
        let broken = self.circuit.and(here, !fine);
        let doubt = self.under(here, Flags { throws: Lit::FALSE, ..outcome.flags });
        owed.doubts.extend(Some(doubt).filter(|doubt| *doubt != Flags::NONE));
        self.owe_lit(owed, kind, span, broken);
    }

    /// The same clause of several objects is one obligation.
    fn owe_lit(&mut self, owed: &mut Owed, kind: Broken, span: Span, broken: Lit) {
        if broken == Lit::FALSE {
            return;
        }
        match owed.obligations.iter_mut().find(|known| known.kind == kind && known.span == span) {
            Some(known) => known.broken = self.circuit.or(known.broken, broken),
            None => owed.obligations.push(Obligation { kind, span, broken }),
        }
    }

    pub(crate) fn owed(&mut self, subject: Subject<'_, 'p>, assumed: &Assumed, ending: Ending<'_>) -> Owed {
        let mut owed = Owed::default();
        let guard = ending.state.guard(&mut self.circuit);
        let before = &subject.initial.state;
        let result = ending.has_returned.then(|| var_of(ending.state, Var::RESULT));
        if result == Some(Value::Clash) {
            let stuck = self.stuck(CLASH);
            let stuck = self.under(guard, stuck);
            owed.doubts.push(stuck);
        }
        for (case, applicable) in subject.contract.cases.iter().zip(&assumed.applicable) {
            let here = self.circuit.and(guard, *applicable);
            match ending.has_returned {
                true => self.owed_by_return(&mut owed, subject, case, here, ending.state, result.as_ref()),
                false => self.owed_by_exception(&mut owed, subject, case, here, ending.state),
            }
            self.frame(&mut owed, subject, case, here, ending.state);
        }
        let this: Vec<Option<Value>> = subject.locals().into_iter().take(1).collect();
        let is_constructor = self.program.method(subject.contract.method).kind == MethodKind::Constructor;
        let has_object = ending.has_returned || !is_constructor;
        for property in &subject.contract.constraints {
            let outcome = self.clause(before, ending.state, &this, result.as_ref(), property.clause);
            self.owe(&mut owed, Broken::Constraint, property.clause.span, guard, &outcome);
        }
        for invariant in &subject.contract.invariants_after {
            if let InvariantKind::Clause(clause) = invariant.kind
                && clause.is_static
            {
                let outcome = self.clause(before, ending.state, &[], None, clause);
                self.owe(&mut owed, Broken::StaticInvariant, clause.span, guard, &outcome);
            }
        }
        for property in subject.contract.initially.iter().filter(|_| has_object) {
            let outcome = self.clause(before, ending.state, &this, result.as_ref(), property.clause);
            self.owe(&mut owed, Broken::Initially, property.clause.span, guard, &outcome);
        }
        if invariants_concern(self.program, subject.contract.method) {
            self.owed_invariants(&mut owed, subject, guard, ending, has_object);
        }
        owed
    }

    fn owed_by_return(
        &mut self,
        owed: &mut Owed,
        subject: Subject<'_, 'p>,
        case: &EffectiveCase<'p>,
        here: Lit,
        state: &State,
        result: Option<&Value>,
    ) {
        if !case.may_return() {
            let span = case.written.map_or(self.program.method(case.written_at).name_span, |written| written.span);
            return self.owe_lit(owed, Broken::Returned, span, here);
        }
        let locals = subject.locals();
        for clause in &case.ensures {
            let outcome = self.clause(&subject.initial.state, state, &locals, result, clause);
            self.owe(owed, Broken::Ensures, clause.span, here, &outcome);
        }
    }

    fn owed_by_exception(
        &mut self,
        owed: &mut Owed,
        subject: Subject<'_, 'p>,
        case: &EffectiveCase<'p>,
        here: Lit,
        state: &State,
    ) {
        let Value::Ref(exception) = var_of(state, Var::EXCEPTION) else {
            let stuck = self.stuck("an exception that is an object of the library");
            let stuck = self.under(here, stuck);
            return owed.doubts.push(stuck);
        };
        let name_span = self.program.method(subject.contract.method).name_span;
        let mut locals = subject.locals();
        locals.push(Some(Value::Ref(exception.clone())));
        for (object, lit) in exception.targets.iter() {
            let Some(class) = self.objects[*object].ty.as_class() else { continue };
            let thrown = self.circuit.and(here, *lit);
            if !case.exceptions.iter().any(|allowed| self.program.is_subclass(class, allowed.class)) {
                let span = self.objects[*object].made.unwrap_or(name_span);
                self.owe_lit(owed, Broken::Exception(class), span, thrown);
                continue;
            }
            for signals in case.signals.iter().filter(|one| self.program.is_subclass(class, one.class)) {
                let outcome = self.clause(&subject.initial.state, state, &locals, None, &signals.clause);
                self.owe(owed, Broken::Signals, signals.clause.span, thrown, &outcome);
            }
        }
    }

    fn owed_invariants(
        &mut self,
        owed: &mut Owed,
        subject: Subject<'_, 'p>,
        guard: Lit,
        ending: Ending<'_>,
        has_object: bool,
    ) {
        let all = self.with_invariants();
        let is_obliged = |object: &ObjectId| {
            let class = self.objects[*object].ty.as_class();
            class.is_some_and(|class| !self.invariants_owed(class).is_empty())
        };
        let objects: Vec<ObjectId> = all.iter().copied().filter(is_obliged).collect();
        let seen = match objects.iter().any(|object| !self.objects[*object].is_initial) {
            true => self.seen_after(subject, ending, has_object),
            false => Vec::new(),
        };
        let before = &subject.initial.state;
        let initial = all.iter().filter(|object| self.objects[**object].is_initial).count();
        // One alone shares with nobody.
        let sharing = (initial > 1 && !objects.is_empty()).then(|| self.sharing(subject, ending, &all));
        for object in objects {
            if ending.state.cell(object).is_none() {
                continue;
            }
            let declared = &self.objects[object];
            let obliged = if declared.is_initial { declared.born } else { lookup(&seen, object) };
            let class = declared.ty.as_class();
            let here = self.circuit.and(guard, obliged);
            if here == Lit::FALSE {
                continue;
            }
            let shares = sharing.as_ref().map_or(Lit::FALSE, |sharing| self.only_shares(sharing, object));
            let (shared, here) = (self.circuit.and(here, shares), self.circuit.and(here, !shares));
            let Some(class) = class else { continue };
            for (span, kind) in self.invariants_owed(class) {
                let env = Env::new(before, ending.state, &[], &[]);
                let outcome = self.object_invariant(&env, object, kind);
                self.owe(owed, Broken::Invariant(class), span, here, &outcome);
                let holds = self.holds(&outcome);
                let broken = self.circuit.and(shared, !holds);
                owed.shares.extend(Some((class, broken)).filter(|_| broken != Lit::FALSE));
            }
        }
    }

    /// The objects that somebody can see after the run: through the receiver, arguments, the result
    /// or exception, and static fields.
    fn seen_after(&mut self, subject: Subject<'_, 'p>, ending: Ending<'_>, has_object: bool) -> Vec<(ObjectId, Lit)> {
        let skipped = usize::from(!has_object);
        let last = if ending.has_returned { Var::RESULT } else { Var::EXCEPTION };
        let last = var_of(ending.state, last);
        let roots = subject.initial.args.iter().skip(skipped).chain([&last]).chain(ending.state.statics.values());
        let roots: Vec<Ref> = roots.filter_map(|root| root.reference().cloned()).collect();
        let env = Env::new(&subject.initial.state, ending.state, &[], &[]);
        let closure = self.closure(&env, &(None, None));
        let mut seen = Vec::new();
        for (column, object) in closure.0.iter().enumerate() {
            let mut ways: Vec<Lit> = roots.iter().map(|root| root.is(*object)).collect();
            for (row, from) in closure.0.iter().enumerate() {
                let starts: Vec<Lit> = roots.iter().map(|root| root.is(*from)).collect();
                let start = self.circuit.or_all(starts);
                ways.push(self.circuit.and(start, closure.1.get(row, column)));
            }
            seen.push((*object, self.circuit.or_all(ways)));
        }
        seen
    }

    fn frame(&mut self, owed: &mut Owed, subject: Subject<'_, 'p>, case: &EffectiveCase<'p>, here: Lit, state: &State) {
        let (span, locations): (Span, &[_]) = match case.frame {
            Frame::Everything => return,
            Frame::NothingBecausePure | Frame::NewObjectBecausePure => {
                (self.program.method(subject.contract.method).name_span, &[])
            }
            Frame::Written(assignable) => (assignable.span, &assignable.locations),
        };
        let is_free = |kind: &LocationKind| match kind {
            LocationKind::Everything => true,
            LocationKind::Field { field, .. } => {
                let declared = self.program.field(*field);
                declared.kind == tightrope_program::FieldKind::Model
            }
            _ => false,
        };
        if locations.iter().any(|location| is_free(&location.kind)) {
            return;
        }
        let before = &subject.initial.state;
        let locals = subject.locals();
        for object in 0..before.heap.len() {
            let (Some(old), Some(new)) = (before.cell(object), state.cell(object)) else { continue };
            if !self.objects[object].is_initial || std::rc::Rc::ptr_eq(old, new) {
                continue;
            }
            let (old, new) = (std::rc::Rc::clone(old), std::rc::Rc::clone(new));
            let born = self.objects[object].born;
            for (slot, (was, is)) in old.slots.iter().zip(&new.slots).enumerate() {
                let Some(equal) = same(&mut self.circuit, was, is) else {
                    self.incoherent();
                    continue;
                };
                if equal == Lit::TRUE {
                    continue;
                }
                let class = self.objects[object].ty.as_class();
                let field = class.and_then(|class| self.layouts.fields(class).get(slot).copied());
                let permitted = self.permitted(before, &locals, locations, object, slot, field, owed, here);
                let changed = self.circuit.and(born, !equal);
                let forbidden = self.circuit.and(changed, !permitted);
                let broken = self.circuit.and(here, forbidden);
                self.owe_lit(owed, Broken::Frame(field), span, broken);
            }
        }
        self.static_frame(owed, before, state, locations, span, here);
    }

    fn static_frame(
        &mut self,
        owed: &mut Owed,
        before: &State,
        state: &State,
        locations: &[tightrope_program::contract::Location],
        span: Span,
        here: Lit,
    ) {
        for (field, is) in state.statics.iter() {
            let declared = self.program.field(*field);
            let permits = |kind: &LocationKind| match kind {
                LocationKind::StaticField(permitted) => permitted == field,
                LocationKind::AllStaticFields(class) => declared.class == *class,
                _ => false,
            };
            // What the initialiser of a class does is no assignment of the method.
            let is_lazy = !self.initialized.contains(&declared.class)
                && self.program.class(declared.class).static_initializer.is_some();
            if self.program.class(declared.class).origin == ClassOrigin::Library {
                continue;
            }
            let default = default_of(declared.ty);
            let was = match before.statics.get(field) {
                Some(was) => was,
                None if is_lazy => continue,
                None => &default,
            };
            if locations.iter().any(|location| permits(&location.kind)) {
                continue;
            }
            let equal = same(&mut self.circuit, was, is).unwrap_or(Lit::FALSE);
            let broken = self.circuit.and(here, !equal);
            self.owe_lit(owed, Broken::Frame(Some(*field)), span, broken);
        }
    }

    /// Does the frame name this slot? Locations are evaluated before the method; one that throws
    /// names nothing.
    #[allow(clippy::too_many_arguments)]
    fn permitted(
        &mut self,
        before: &State,
        locals: &[Option<Value>],
        locations: &[tightrope_program::contract::Location],
        object: ObjectId,
        slot: usize,
        field: Option<FieldId>,
        owed: &mut Owed,
        here: Lit,
    ) -> Lit {
        let mut ways = Vec::new();
        for location in locations {
            match &location.kind {
                LocationKind::Field { object: of, field: named } if Some(*named) == field => {
                    ways.push(self.names_object(before, locals, of, object, owed, here));
                }
                LocationKind::AllFields(of) => ways.push(self.names_object(before, locals, of, object, owed, here)),
                LocationKind::AllElements(of) if field.is_none() => {
                    ways.push(self.names_object(before, locals, of, object, owed, here));
                }
                LocationKind::FieldsOfSet(set) => {
                    ways.push(self.names_object(before, locals, set, object, owed, here));
                }
                LocationKind::Elements { array, from, to } if field.is_none() => {
                    let mut all = vec![self.names_object(before, locals, array, object, owed, here)];
                    let at = Bits::constant(slot as i64, 32);
                    for (bound, is_lower) in [(from, true), (to, false)] {
                        let outcome = self.location(before, locals, bound, owed, here);
                        let Some(bits) = outcome.value.number().cloned() else { continue };
                        let fits = match is_lower {
                            true => self.circuit.less_equal(&bits, &at),
                            false => self.circuit.less_equal(&at, &bits),
                        };
                        all.extend([fits, !outcome.flags.throws]);
                    }
                    ways.push(self.circuit.and_all(all));
                }
                _ => {}
            }
        }
        self.circuit.or_all(ways)
    }

    fn location(
        &mut self,
        before: &State,
        locals: &[Option<Value>],
        formula: &Formula,
        owed: &mut Owed,
        here: Lit,
    ) -> Outcome {
        let env = Env::new(before, before, locals, &formula.locals);
        let outcome = self.eval(&env, &formula.expr);
        let doubt = self.under(here, Flags { throws: Lit::FALSE, ..outcome.flags });
        owed.doubts.extend(Some(doubt).filter(|doubt| *doubt != Flags::NONE));
        outcome
    }

    /// The formula gives this object, or a set with it.
    fn names_object(
        &mut self,
        before: &State,
        locals: &[Option<Value>],
        formula: &Formula,
        object: ObjectId,
        owed: &mut Owed,
        here: Lit,
    ) -> Lit {
        let outcome = self.location(before, locals, formula, owed, here);
        let lit = match &outcome.value {
            Value::Ref(reference) => reference.is(object),
            Value::Set(set) => lookup(set, object),
            _ => Lit::FALSE,
        };
        self.circuit.and(lit, !outcome.flags.throws)
    }

    /// What leads into the types of a value that the formula language does not have.
    pub(crate) fn type_of(&self, object: ObjectId) -> Type {
        self.objects[object].ty
    }
}
