//! Obligations: what a run has to meet, one by one, each with an id that engines answer by.
//!
//! After Boogie and Dafny, where each proof obligation knows what to say when it holds and when it
//! is broken. A clause that several cases share (a result that must not be null) is one obligation;
//! it is owed where the precondition of one of its cases held. Some obligations can be broken in
//! several ways, each worth a report of its own: a [`Breach`] says which way.

use crate::Problem;
use tightrope_program::body::StmtKind;
use tightrope_program::contract::Origin;
use tightrope_program::effective::{Frame, Invariant, InvariantKind};
use tightrope_program::names::simple_name;
use tightrope_program::reach::Reached;
use tightrope_program::visit;
use tightrope_program::{ClassId, Code, FieldId, MethodId, MethodKind, Program};
use tightrope_source::Span;

/// The place of an obligation in its problem's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct ObligationId(pub u32);

impl ObligationId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One thing that a run has to meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    pub id: ObligationId,
    pub kind: ObligationKind,
    /// The clause; for what nobody wrote, the name of the method.
    pub clause: Span,
    pub owner: Owner,
    /// The cases of the contract that it belongs to: owed where the precondition of one of them
    /// held. Empty: owed always.
    pub cases: Vec<usize>,
    /// What is known when it holds.
    pub holds: String,
    /// What is to be said when it is broken.
    pub broken: String,
}

/// Who owes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The run as a whole.
    Run,
    /// Every object of exactly this class that is seen after the run.
    ObjectsOf(ClassId),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObligationKind {
    Ensures,
    /// The condition under which an exception of this class may be thrown.
    Signals(ClassId),
    /// No exception leaves the method but those that the cases allow.
    Exceptions,
    /// `exceptional_behavior` forbids to return.
    MustThrow,
    /// Only what `assignable` names is written.
    Frame,
    /// `None`: a clause; otherwise the `repOk` that has to return true.
    Invariant {
        class: ClassId,
        rep_ok: Option<MethodId>,
    },
    StaticInvariant,
    Constraint,
    Initially,
    /// A JML statement in the code that can run.
    Statement(StatementKind),
    /// The run ends.
    Terminates,
    /// Calls are not nested deeper than a JVM's stack holds.
    StackFits,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StatementKind {
    /// JML's `assert`.
    Assert,
    /// What a called method requires, where it is called.
    Precondition(MethodId),
    LoopInvariant,
    /// `decreases`
    Decreases,
}

/// A broken obligation, and how a run breaks it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Breach {
    pub obligation: ObligationId,
    pub how: How,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum How {
    /// It is false.
    False,
    /// Its evaluation throws, which is not true either.
    Undefined(Throws),
    /// This exception, made here, is allowed nowhere.
    Exception { class: ClassId, made: Span },
    /// This field, or an element of an array, was written.
    Writes(Option<FieldId>),
    /// The run comes back to where it was, here, and will do so for ever.
    Repeats { at: Span },
}

impl Breach {
    /// Would a report tell the two apart? Whether a clause is false or cannot be evaluated is one
    /// and the same mistake.
    pub fn is_same(&self, other: &Breach) -> bool {
        let is_clause = |how: &How| matches!(how, How::False | How::Undefined(_));
        let is_same_way = is_clause(&self.how) && is_clause(&other.how) || self.how == other.how;
        self.obligation == other.obligation && is_same_way
    }
}

/// An exception by the name of its class, and the expression that throws it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Throws {
    pub exception: String,
    pub span: Span,
}

pub(crate) fn is_static(invariant: &Invariant<'_>) -> bool {
    matches!(invariant.kind, InvariantKind::Clause(clause) if clause.is_static)
}

impl<'p> Problem<'p> {
    /// The obligation of this kind that a clause states.
    pub fn obligation_at(&self, kind: ObligationKind, clause: Span) -> Option<ObligationId> {
        self.obligations.iter().find(|known| known.kind == kind && known.clause == clause).map(|known| known.id)
    }

    /// The one obligation of a kind that a method has once.
    pub fn only_obligation(&self, kind: ObligationKind) -> Option<ObligationId> {
        self.obligations.iter().find(|known| known.kind == kind).map(|known| known.id)
    }

    /// Where a breach shows: the clause, or the place where an exception was made.
    pub fn place_of(&self, breach: &Breach) -> Span {
        match breach.how {
            How::Exception { made, .. } => made,
            How::Repeats { at } => at,
            _ => self.obligation(breach.obligation).clause,
        }
    }

    pub(crate) fn list_obligations(&mut self) {
        let mut list = List { program: self.program, obligations: Vec::new() };
        if let Some(contract) = &self.contract {
            list.cases(contract, self.span());
            let properties =
                [(&contract.constraints, ObligationKind::Constraint), (&contract.initially, ObligationKind::Initially)];
            for (all, kind) in properties {
                for property in all {
                    list.add(kind, property.clause.span, Owner::Run, None);
                }
            }
            for invariant in contract.invariants_after.iter().filter(|invariant| is_static(invariant)) {
                list.invariant(invariant, ObligationKind::StaticInvariant, Owner::Run);
            }
        }
        for owed in &mut self.invariants {
            owed.obligations = list.invariants(owed.class, &owed.invariants);
        }
        if self.contract.is_some() {
            list.statements(&self.reached);
            list.add(ObligationKind::Terminates, self.span(), Owner::Run, None);
            list.add(ObligationKind::StackFits, self.span(), Owner::Run, None);
        }
        self.obligations = list.obligations;
    }
}

struct List<'p> {
    program: &'p Program,
    obligations: Vec<Obligation>,
}

impl List<'_> {
    /// Adds an obligation, or one more case to one that is known.
    fn add(&mut self, kind: ObligationKind, clause: Span, owner: Owner, case: Option<usize>) -> ObligationId {
        let is_same = |known: &&mut Obligation| known.kind == kind && known.clause == clause;
        if let Some(known) = self.obligations.iter_mut().find(is_same) {
            known.cases.extend(case.filter(|case| !known.cases.contains(case)));
            return known.id;
        }
        let id = ObligationId(self.obligations.len() as u32);
        let (holds, broken) = words(self.program, kind);
        let cases = case.into_iter().collect();
        self.obligations.push(Obligation { id, kind, clause, owner, cases, holds, broken });
        id
    }

    fn cases(&mut self, contract: &tightrope_program::effective::EffectiveContract<'_>, method: Span) {
        for (number, case) in contract.cases.iter().enumerate() {
            let mut add = |kind, span| {
                self.add(kind, span, Owner::Run, Some(number));
            };
            let span = case.written.map_or(method, |written| written.span);
            case.ensures.iter().for_each(|clause| add(ObligationKind::Ensures, clause.span));
            case.signals.iter().for_each(|signals| add(ObligationKind::Signals(signals.class), signals.clause.span));
            add(ObligationKind::Exceptions, method);
            if !case.may_return() {
                add(ObligationKind::MustThrow, span);
            }
            match case.frame {
                Frame::Everything => {}
                Frame::Written(assignable) => add(ObligationKind::Frame, assignable.span),
                Frame::NothingBecausePure | Frame::NewObjectBecausePure => add(ObligationKind::Frame, method),
            }
        }
    }

    fn invariants(&mut self, class: ClassId, invariants: &[Invariant<'_>]) -> Vec<ObligationId> {
        let kind = |invariant: &Invariant<'_>| {
            let rep_ok = match invariant.kind {
                InvariantKind::Clause(_) => None,
                InvariantKind::RepOk(method) => self.program.implementation(class, method),
            };
            ObligationKind::Invariant { class, rep_ok }
        };
        let kinds: Vec<ObligationKind> = invariants.iter().map(kind).collect();
        let all = invariants.iter().zip(kinds);
        all.map(|(invariant, kind)| self.invariant(invariant, kind, Owner::ObjectsOf(class))).collect()
    }

    fn invariant(&mut self, invariant: &Invariant<'_>, kind: ObligationKind, owner: Owner) -> ObligationId {
        let span = match (invariant.kind, kind) {
            (InvariantKind::Clause(clause), _) => clause.span,
            (_, ObligationKind::Invariant { rep_ok: Some(method), .. }) => self.program.method(method).name_span,
            (InvariantKind::RepOk(method), _) => self.program.method(method).name_span,
        };
        self.add(kind, span, owner, None)
    }

    /// The JML statements of all code that can run.
    fn statements(&mut self, reached: &Reached) {
        for method in &reached.methods {
            let Code::Body(body) = &self.program.method(*method).code else { continue };
            let mut add = |kind, span| {
                self.add(ObligationKind::Statement(kind), span, Owner::Run, None);
            };
            visit::for_each_stmt(&body.block, &mut |stmt| {
                if let StmtKind::SpecAssert(clause) = &stmt.kind {
                    let kind = match clause.origin {
                        Origin::Callee(method) => StatementKind::Precondition(method),
                        _ => StatementKind::Assert,
                    };
                    add(kind, clause.span);
                }
            });
            for info in &body.loops {
                info.invariants.iter().for_each(|clause| add(StatementKind::LoopInvariant, clause.span));
                info.decreases.iter().for_each(|clause| add(StatementKind::Decreases, clause.span));
            }
        }
    }
}

/// What is to be said when an obligation holds, and when it is broken.
fn words(program: &Program, kind: ObligationKind) -> (String, String) {
    let (holds, broken) = match kind {
        ObligationKind::Ensures => ("ensures holds", "ensures does not hold"),
        ObligationKind::Signals(_) => ("the signals clause holds", "the signals clause does not hold"),
        ObligationKind::Exceptions => ("no other exception is thrown", "an exception is thrown that no clause allows"),
        ObligationKind::MustThrow => ("it never returns normally", "it returns, and exceptional_behavior forbids that"),
        ObligationKind::Frame => {
            ("it writes only what assignable names", "it writes something that assignable does not allow")
        }
        ObligationKind::Invariant { class, rep_ok: None } => {
            let class = simple_name(program, class);
            return (
                format!("the invariant of {class} holds after the call"),
                format!("the invariant of {class} is broken after the call"),
            );
        }
        ObligationKind::Invariant { class, rep_ok: Some(method) } => {
            let (name, class) = (&program.method(method).name, simple_name(program, class));
            // It answers for one that asserts.
            if program.method(method).is_synthetic {
                return (
                    format!("{name}() of {class} throws nothing after the call"),
                    format!("{name}() of {class} fails after the call"),
                );
            }
            return (
                format!("{name}() of {class} returns true after the call"),
                format!("{name}() of {class} returns false after the call"),
            );
        }
        ObligationKind::StaticInvariant => {
            ("the static invariant holds after the call", "the static invariant is broken after the call")
        }
        ObligationKind::Constraint => ("the constraint holds", "the constraint is broken"),
        ObligationKind::Initially => {
            ("`initially` holds after the constructor", "`initially` does not hold after the constructor")
        }
        ObligationKind::Statement(StatementKind::Assert) => {
            ("the JML assertion holds", "the JML assertion does not hold")
        }
        ObligationKind::Statement(StatementKind::Precondition(method)) => {
            let called = called_name(program, method);
            return (
                format!("calls of {called} meet what it requires"),
                format!("the call breaks what {called} requires"),
            );
        }
        ObligationKind::Statement(StatementKind::LoopInvariant) => {
            ("the loop invariant holds", "the loop invariant does not hold")
        }
        ObligationKind::Statement(StatementKind::Decreases) => {
            ("the measure of the loop decreases", "the measure of the loop does not decrease")
        }
        ObligationKind::Terminates => ("it returns or throws", "never returns"),
        ObligationKind::StackFits => {
            ("calls are not nested too deep", "StackOverflowError: the calls are nested too deep")
        }
    };
    (holds.to_owned(), broken.to_owned())
}

/// A method as a message names it: `Node.insert`, `new Node`.
fn called_name(program: &Program, method: MethodId) -> String {
    let declared = program.method(method);
    let class = simple_name(program, declared.class);
    match declared.kind {
        MethodKind::Constructor => format!("new {class}"),
        _ => format!("{class}.{}", declared.name),
    }
}
