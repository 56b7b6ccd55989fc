//! A client inside the machine: it makes arguments, calls methods and judges what comes of them.
//!
//! States are whole: nothing is left open, so every run has one outcome.

use crate::call::{Call, Operand};
use std::collections::{BTreeMap, BTreeSet};
use tightrope_machine::contract::{CompiledCase, CompiledContract, Ending, Judgement, Violation, ViolationKind, judge};
use tightrope_machine::formula::{Halt, Workspace};
use tightrope_machine::{Blame, Budget, Executable, Limit, Outcome, SlotRef, State, Word, object_of};
use tightrope_program::body::Unsupported;
use tightrope_program::constructs::Construct;
use tightrope_program::effective::effective_contract;
use tightrope_program::{ClassId, ClassOrigin, MethodId, MethodKind, Program, Type};
use tightrope_source::{FileId, Name, Span};

/// Runs calls of a fixed set of methods.
#[derive(Debug)]
pub(crate) struct Client<'p> {
    pub(crate) program: &'p Program,
    pub(crate) executable: Executable<'p>,
    contracts: BTreeMap<MethodId, CompiledContract>,
    /// `Integer.valueOf(int)`
    boxing: Option<MethodId>,
    /// Classes of the user whose objects some method takes.
    taken: BTreeSet<ClassId>,
    /// Classes of objects that are handed out, and called.
    handed: Vec<ClassId>,
    budget: Budget,
}

/// Where a client is: the machine, the object it works on, and what calls have returned.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) state: State,
    pub(crate) receiver: Option<Word>,
    pub(crate) returned: Vec<(usize, Word)>,
    /// What the last call on the object has handed out, and the number of that call.
    pub(crate) handle: Option<(usize, Word)>,
}

/// What came of a call.
#[derive(Clone, Debug)]
pub(crate) enum Made {
    /// It kept its contract.
    Kept(Box<Position>, Ending),
    /// Its precondition does not hold: no client may make this call.
    Illegal,
    Broken(Violation),
    Gap(Gap),
}

/// Why a call has no outcome here.
#[derive(Clone, PartialEq, Debug)]
pub enum Gap {
    Budget(Limit),
    Unsupported(Unsupported),
    /// An argument could not be made: its own calls throw.
    Argument,
    /// An argument could not be made: its own calls meet this.
    Making(Unsupported),
}

/// A call that is about to run.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) position: Position,
    pub(crate) args: Vec<Word>,
}

impl<'p> Client<'p> {
    /// `Err`: what the static initialisers of the classes do instead of ending.
    pub(crate) fn new(program: &'p Program, methods: &[MethodId], budget: Budget) -> Result<(Client<'p>, State), Gap> {
        let boxing = boxing(program);
        let mut executable = Executable::new(program, methods.iter().copied().chain(boxing));
        let classes: Vec<ClassId> =
            program.class_ids().filter(|class| program.class(*class).origin == ClassOrigin::User).collect();
        let mut contracts = BTreeMap::new();
        for method in methods {
            let contract = executable.add_contract(&effective_contract(program, *method), &classes);
            contracts.insert(*method, contract);
        }
        let here = methods.first().map_or(Span::new(FileId(0), 0, 0), |method| program.method(*method).name_span);
        let state = executable.initialize(&mut budget.clone(), &[]).map_err(|outcome| gap_of(*outcome, here))?.state;
        let params = methods.iter().flat_map(|method| &program.method(*method).params);
        let is_users = |class: &ClassId| program.class(*class).origin == ClassOrigin::User;
        let taken = params.filter_map(|param| innermost(param.ty)).filter(is_users).collect();
        Ok((Client { program, executable, contracts, boxing, taken, handed: Vec::new(), budget }, state))
    }

    /// Objects of these classes are called when a call has handed them out.
    pub(crate) fn handing_out(self, handed: Vec<ClassId>) -> Client<'p> {
        Client { handed, ..self }
    }

    /// Makes one call and judges it.
    pub(crate) fn make(&self, position: &Position, number: usize, call: &Call) -> Made {
        let prepared = match self.prepare(position, call) {
            Ok(prepared) => prepared,
            Err(gap) => return Made::Gap(gap),
        };
        let Some(contract) = self.contracts.get(&call.method) else { return Made::Gap(Gap::Argument) };
        match self.applicable(contract, &prepared) {
            Ok(applicable) if applicable.contains(&true) => self.run(contract, number, call, prepared, &applicable),
            Ok(_) => Made::Illegal,
            Err(gap) => Made::Gap(gap),
        }
    }

    /// The receiver and the arguments of a call, in a state that is the one before it.
    pub(crate) fn prepare(&self, position: &Position, call: &Call) -> Result<Prepared, Gap> {
        let mut position = position.clone();
        let mut words = Vec::with_capacity(call.arguments.len());
        for operand in &call.arguments {
            words.push(self.operand(&mut position, operand)?);
        }
        let method = self.program.method(call.method);
        let receiver = match &call.on {
            Some(on) => Some(self.operand(&mut position, on)?),
            None => position.receiver,
        };
        position.state.remember();
        let this = match method.kind {
            MethodKind::Constructor => self.executable.add_new_object(&mut position.state, method.class),
            _ if method.is_static => None,
            _ => receiver,
        };
        let args = this.into_iter().chain(words).collect();
        Ok(Prepared { position, args })
    }

    /// Makes a call that throws once more, to see who is to blame.
    pub(crate) fn blame(&self, position: &Position, call: &Call) -> Option<Blame> {
        let Prepared { mut position, args } = self.prepare(position, call).ok()?;
        let mut blame = Blame::of(&self.executable, call.method);
        self.executable.start(&mut position.state, call.method, &args);
        let outcome = self.executable.run_observed(&mut position.state, &mut self.budget.clone(), &mut blame);
        matches!(outcome, Outcome::Thrown(_)).then_some(blame)
    }

    fn operand(&self, position: &mut Position, operand: &Operand) -> Result<Word, Gap> {
        match operand {
            Operand::Null => Ok(0),
            Operand::Boolean(truth) => Ok(Word::from(*truth)),
            Operand::Number(number) | Operand::Floating { bits: number, .. } => Ok(*number),
            Operand::Boxed(number) => self.boxed(position, *number),
            Operand::Text(text) => {
                self.executable.add_initial_text(&mut position.state, Name::new(text)).ok_or(Gap::Argument)
            }
            Operand::Constant(field) => self.executable.static_value(&position.state, *field).ok_or(Gap::Argument),
            Operand::Receiver => position.receiver.ok_or(Gap::Argument),
            Operand::Returned(number) => {
                let known = position.returned.iter().chain(&position.handle).find(|(call, _)| call == number);
                known.map(|(_, word)| *word).ok_or(Gap::Argument)
            }
            Operand::Built(calls) => self.built(position, calls),
            Operand::Array(ty, elements) => self.array(position, *ty, elements),
        }
    }

    fn boxed(&self, position: &mut Position, number: i32) -> Result<Word, Gap> {
        let method = self.boxing.ok_or(Gap::Argument)?;
        self.executable.start(&mut position.state, method, &[Word::from(number)]);
        match self.executable.run(&mut position.state, &mut self.budget.clone()) {
            Outcome::Returned(Some(word)) => Ok(word),
            other => Err(gap_of(other, self.program.method(method).name_span)),
        }
    }

    /// Makes an object by calls of its own, which must keep their contracts.
    fn built(&self, position: &mut Position, calls: &[Call]) -> Result<Word, Gap> {
        let mut inner =
            Position { state: std::mem::take(&mut position.state), receiver: None, returned: Vec::new(), handle: None };
        for call in calls {
            match self.make(&inner, 0, call) {
                Made::Kept(next, Ending::Returned(_)) => inner = *next,
                Made::Gap(Gap::Unsupported(what)) => return Err(Gap::Making(what)),
                Made::Gap(gap) => return Err(gap),
                _ => return Err(Gap::Argument),
            }
        }
        position.state = inner.state;
        inner.receiver.ok_or(Gap::Argument)
    }

    fn array(&self, position: &mut Position, ty: Type, elements: &[Operand]) -> Result<Word, Gap> {
        let mut words = Vec::with_capacity(elements.len());
        for element in elements {
            words.push(self.operand(position, element)?);
        }
        let state = &mut position.state;
        let array = self.executable.add_open_array(state, ty, words.len()).ok_or(Gap::Argument)?;
        let object = object_of(array).ok_or(Gap::Argument)?;
        for (index, word) in words.into_iter().enumerate() {
            match ty.element() {
                Some(element) if element.is_wide() => self.executable.set_initial_long(state, object, index, word),
                _ => {
                    let request = SlotRef { object, slot: index as u32, is_long: false, before: false };
                    self.executable.answer(state, request, word);
                }
            }
        }
        Ok(array)
    }

    /// By case: does its precondition hold?
    fn applicable(&self, contract: &CompiledContract, prepared: &Prepared) -> Result<Vec<bool>, Gap> {
        contract.cases.iter().map(|case| self.applies(case, prepared)).collect()
    }

    fn applies(&self, case: &CompiledCase, prepared: &Prepared) -> Result<bool, Gap> {
        for clause in &case.requires {
            let (state, args) = (&prepared.position.state, &prepared.args);
            let truth = self.executable.evaluate(clause.now, state, args, None, &mut self.budget.clone());
            if !truth.map_err(gap_of_halt)?.is_true() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn run(
        &self,
        contract: &CompiledContract,
        number: usize,
        call: &Call,
        prepared: Prepared,
        applicable: &[bool],
    ) -> Made {
        let Prepared { mut position, args } = prepared;
        self.executable.start(&mut position.state, call.method, &args);
        let outcome = self.executable.run_watched(&mut position.state, &mut self.budget.clone());
        let broken = |kind, span, throws| Made::Broken(Violation { kind, span, throws });
        let ending = match outcome {
            Outcome::Returned(value) => Ending::Returned(value),
            Outcome::Thrown(thrown) => Ending::Thrown(thrown),
            Outcome::Broken(it) => return broken(ViolationKind::Statement(it.kind), it.span, it.throws),
            Outcome::Excluded(_) => return Made::Illegal,
            Outcome::Repeats(span) => return broken(ViolationKind::NeverReturns, span, None),
            Outcome::Exhausted(Limit::Depth) => {
                return broken(ViolationKind::StackOverflow, self.program.method(call.method).name_span, None);
            }
            other => return Made::Gap(gap_of(other, self.program.method(call.method).name_span)),
        };
        let mut budget = self.budget;
        let resources = (&mut budget, &mut Workspace::default());
        match judge(&self.executable, contract, &position.state, &args, &ending, applicable, resources) {
            Ok(Judgement::Met | Judgement::Shares(_)) => {
                Made::Kept(Box::new(self.after(position, number, call, &args, &ending)), ending)
            }
            Ok(Judgement::Broken(violation, _)) => Made::Broken(violation),
            Ok(Judgement::Open(_)) => Made::Gap(Gap::Argument),
            Err(halt) => Made::Gap(gap_of_halt(halt)),
        }
    }

    /// What the client has after the call.
    fn after(&self, mut position: Position, number: usize, call: &Call, args: &[Word], ending: &Ending) -> Position {
        let method = self.program.method(call.method);
        let Ending::Returned(value) = ending else { return position };
        if method.kind == MethodKind::Constructor {
            position.receiver = args.first().copied();
        } else if position.receiver.is_none() && call.on.is_some() {
            position.receiver = *value;
        } else if method.is_static {
            // A maker with a general result may give something else.
            let is_users = self.program.class(method.class).origin == ClassOrigin::User;
            let is_made = |word: &Word| match self.class_of(&position.state, *word) {
                Some(class) => !is_users || self.program.is_subclass(class, method.class),
                None => object_of(*word).is_some() && !is_users,
            };
            position.receiver = value.filter(is_made);
        } else if let (Some(word), Some(ty)) = (value, method.return_type)
            && ty.is_reference()
            && self.is_passed_on(&position.state, *word)
            && !position.returned.iter().any(|(_, known)| known == word)
            && position.receiver != Some(*word)
        {
            position.returned.push((number, *word));
        }
        // Whoever calls the object again has done with what it has handed out before.
        if call.on.is_none() {
            let is_handed =
                |word: &Word| self.class_of(&position.state, *word).is_some_and(|class| self.handed.contains(&class));
            position.handle = value.filter(is_handed).map(|word| (number, word));
        }
        position
    }

    /// Is it an object of a class of the user, which a client may pass on?
    fn is_passed_on(&self, state: &State, word: Word) -> bool {
        let is_taken = |class: ClassId| self.taken.iter().any(|taken| self.program.is_subclass(class, *taken));
        self.class_of(state, word).is_some_and(is_taken)
    }

    /// The class of an object.
    pub(crate) fn class_of(&self, state: &State, word: Word) -> Option<ClassId> {
        self.executable.object_type(state, object_of(word)?)?.as_class()
    }
}

/// The class that a type or the elements of an array are of.
fn innermost(ty: Type) -> Option<ClassId> {
    ty.element().map_or_else(|| ty.as_class(), innermost)
}

fn boxing(program: &Program) -> Option<MethodId> {
    let class = program.class_named("java.lang.Integer")?;
    let is_boxing = |method: &&MethodId| {
        let method = program.method(**method);
        method.name == "valueOf" && matches!(method.params.as_slice(), [param] if param.ty == Type::INT)
    };
    program.class(class).methods.iter().find(is_boxing).copied()
}

/// What a client has no answer for.
pub const INPUTS_IN_CALLS: &str = "random numbers or clocks where public calls make the objects";

fn gap_of(outcome: Outcome, span: Span) -> Gap {
    match outcome {
        Outcome::Unsupported(what) => Gap::Unsupported(what),
        // What comes from outside has no place among the arguments of calls.
        Outcome::Asked(_) | Outcome::Discarded => {
            let detail = Name::new(INPUTS_IN_CALLS);
            Gap::Unsupported(Unsupported { construct: Construct::MissingMember, detail, span })
        }
        Outcome::Exhausted(limit) => Gap::Budget(limit),
        _ => Gap::Argument,
    }
}

fn gap_of_halt(halt: Halt) -> Gap {
    match halt {
        Halt::Unsupported(what) => Gap::Unsupported(what),
        Halt::Exhausted(limit) => Gap::Budget(limit),
    }
}
