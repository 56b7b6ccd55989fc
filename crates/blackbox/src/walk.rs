//! Breadth-first over the states of an object: one more call at a time, so that the first sequence
//! that breaks something is a shortest one.

use crate::api::{Api, api_of};
use crate::call::Call;
use crate::candidates::{Candidates, NESTED, Owned, Values};
use crate::client::{Client, Gap, Made, Position};
use crate::handles::{Handed, handed_out};
use std::collections::{BTreeSet, HashMap};
use tightrope_heap::Heap;
use tightrope_heap::canonical::{Order, canonical};
use tightrope_machine::Budget;
use tightrope_machine::contract::{Ending, Violation, ViolationKind};
use tightrope_program::body::Unsupported;
use tightrope_program::names::simple_name;
use tightrope_program::{ClassId, MethodId, Nullity, ParamInfo, Program, Type};
use tightrope_source::{Name, Span};

/// What a number out of range causes.
const NUMBER_EXCEPTIONS: [&str; 4] =
    ["IndexOutOfBoundsException", "NegativeArraySizeException", "ArithmeticException", "IllegalArgumentException"];

/// How far to go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Calls of a sequence, the one that makes the object included.
    pub calls: usize,
    /// States that are kept.
    pub states: usize,
    pub values: Values,
    /// Objects are made only by what needs the fewest arguments: a constructor that takes over what
    /// it is given trusts whoever calls it.
    pub plain_makers: bool,
    /// For each call.
    pub run: Budget,
    /// Are states kept that a null element has made? Where nobody has said that null may be passed,
    /// these tell more about the client than about the class.
    pub builds_on_null: bool,
    /// Are objects called that the class hands out?
    pub handles: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            calls: 5,
            states: 20_000,
            values: Values::default(),
            plain_makers: false,
            run: Budget::default(),
            builds_on_null: false,
            handles: false,
        }
    }
}

/// Why not all sequences were tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    States,
    /// Whoever asked does not want to wait any longer.
    Interrupted,
}

/// A method that no sequence calls, and the reason.
#[derive(Clone, PartialEq, Debug)]
pub enum LeftOut {
    /// No value of this type is known here.
    NoArgument { method: MethodId, ty: Type },
    /// Some call of it met this.
    Gap { method: MethodId, gap: Gap },
}

/// A sequence whose last call breaks something.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    pub violation: Violation,
    /// The last one is the one to blame.
    pub calls: Vec<Call>,
    /// How many sequences end in the same way.
    pub runs: u64,
    /// The calls that made an object fail in this way which did not do so before, each method once:
    /// one of them may be the one to blame. Empty if a new object fails already.
    pub after: Vec<Suspect>,
    pub fault: Fault,
}

/// Who is to blame, as far as can be told?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The class.
    Class,
    /// A null that nobody excluded: the last call passes one, or the object was made from one where
    /// a part belongs, and fails for want of it.
    Null,
    /// A number that nobody excluded: the last call passes an index or a length that is out of
    /// range.
    Number,
    /// The same, of a number that the object was made with.
    MadeWithNumber,
    /// Nobody: another method of the class throws, before anything has changed.
    Refused,
    /// The same on an object that is as new: there is nothing in it yet.
    RefusedWhenNew,
}

/// A method that takes an object on which a call succeeds, and leaves one on which it fails.
#[derive(Clone, PartialEq, Debug)]
pub struct Suspect {
    pub method: MethodId,
    /// A shortest sequence that shows it: the suspect's call, and then the one that fails.
    pub calls: Vec<Call>,
}

impl Finding {
    /// The method to blame.
    pub fn method(&self) -> Option<MethodId> {
        self.calls.last().map(|call| call.method)
    }

    /// Is the same method to blame for the same thing?
    pub fn is_same(&self, other: &Finding) -> bool {
        self.broken() == other.broken()
    }

    fn broken(&self) -> Option<Broken> {
        Some((self.violation.kind, self.violation.span, self.method()?, self.fault))
    }
}

/// What sequences of calls have shown.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// Different states of the object, up to isomorphism.
    pub states: usize,
    /// Calls that were made and judged, by method.
    pub calls_made: Vec<(MethodId, u64)>,
    /// All sequences up to this length were tried.
    pub complete_calls: usize,
    /// No longer sequence reaches another state.
    pub is_closed: bool,
    pub stop: Option<Stop>,
    pub findings: Vec<Finding>,
    pub left_out: Vec<LeftOut>,
    /// Methods, each once, with what is not modelled of the calls that would make an argument.
    pub unmade: Vec<(MethodId, Unsupported)>,
    /// Methods that were called without passing null.
    pub given: BTreeSet<MethodId>,
    /// The states, in the order in which they were reached: each with a shortest sequence. The heap
    /// has the root `this`.
    pub heaps: Vec<(Heap, Vec<Call>)>,
}

/// Tries all sequences of calls on objects of a class. `Err`: why there is none.
pub fn reach(
    program: &Program,
    class: ClassId,
    limits: &Limits,
    goes_on: &dyn Fn() -> bool,
) -> Result<Reached, String> {
    let name = simple_name(program, class);
    let api = api_of(program, class).ok_or_else(|| format!("`{name}` cannot be made by itself"))?;
    if api.makers.is_empty() {
        return Err(format!("`{name}` has neither an accessible constructor nor a static method that makes one"));
    }
    let api = if limits.plain_makers { with_plain_makers(program, api) } else { api };
    let candidates = Candidates { program, values: limits.values.clone() };
    let handed = handed_out(program, class, limits);
    let methods = needed_methods(program, &api, &handed, &candidates);
    let (client, state) = Client::new(program, &methods, limits.run)
        .map_err(|_| "a static initialiser of the classes does not end normally".to_owned())?;
    let mut walk = Walk {
        client: client.handing_out(handed.iter().map(|handed| handed.class).collect()),
        handed,
        candidates,
        api,
        limits,
        nodes: Vec::new(),
        seen: HashMap::new(),
        arrivals: Vec::new(),
        reached: Reached::default(),
        noted: BTreeSet::new(),
    };
    walk.run(state, goes_on);
    Ok(walk.finish())
}

fn with_plain_makers(program: &Program, mut api: Api) -> Api {
    let arguments = |maker: &MethodId| program.method(*maker).params.len();
    let fewest = api.makers.iter().map(arguments).min().unwrap_or(0);
    api.makers.retain(|maker| arguments(maker) == fewest);
    api
}

/// The API, and the makers of objects that are made for arguments.
pub(crate) fn needed_methods(
    program: &Program,
    api: &Api,
    handed: &[Handed],
    candidates: &Candidates<'_>,
) -> Vec<MethodId> {
    let of_handed = handed.iter().flat_map(|handed| &handed.methods);
    let mut methods: Vec<MethodId> = api.makers.iter().chain(&api.methods).chain(of_handed).copied().collect();
    for builder in api.makers.iter().flat_map(|maker| candidates.receivers(*maker, NESTED)).flatten() {
        add_makers(&builder, &mut methods);
    }
    let nobody = Owned { receiver: None, returned: &[] };
    let mut index = 0;
    while index < methods.len() {
        let combinations = candidates.arguments(methods[index], nobody).unwrap_or_default();
        for operand in combinations.iter().flatten() {
            add_makers(operand, &mut methods);
        }
        index += 1;
    }
    methods.retain(|method| !program.method(*method).is_abstract);
    methods
}

fn add_makers(operand: &crate::Operand, methods: &mut Vec<MethodId>) {
    match operand {
        crate::Operand::Built(calls) => {
            for call in calls {
                if !methods.contains(&call.method) {
                    methods.push(call.method);
                }
                call.arguments.iter().chain(&call.on).for_each(|operand| add_makers(operand, methods));
            }
        }
        crate::Operand::Array(_, elements) => elements.iter().for_each(|operand| add_makers(operand, methods)),
        _ => {}
    }
}

/// A state, and how it was reached.
#[derive(Debug)]
struct Reachable {
    position: Position,
    heap: Heap,
    parent: Option<usize>,
    call: Call,
    length: usize,
    /// What calls on it break, each with the first call that does.
    broken: Vec<(Broken, Call)>,
}

/// What a call breaks: the clause or the exception, the method that was called, and whose fault it
/// is.
type Broken = (ViolationKind, Span, MethodId, Fault);

/// A call that led to a state, the first one or another.
#[derive(Debug)]
struct Arrival {
    from: usize,
    to: usize,
    call: Call,
}

impl Reachable {
    fn breaks(&self, broken: Broken) -> bool {
        self.broken.iter().any(|(known, _)| *known == broken)
    }
}

#[derive(Debug)]
struct Walk<'w> {
    client: Client<'w>,
    handed: Vec<Handed>,
    candidates: Candidates<'w>,
    api: Api,
    limits: &'w Limits,
    nodes: Vec<Reachable>,
    seen: HashMap<Heap, usize>,
    arrivals: Vec<Arrival>,
    reached: Reached,
    /// Methods whose gaps were noted.
    noted: BTreeSet<MethodId>,
}

impl Walk<'_> {
    fn run(&mut self, state: tightrope_machine::State, goes_on: &dyn Fn() -> bool) {
        let start = Position { state, receiver: None, returned: Vec::new(), handle: None };
        self.expand(&start, None, &self.api.makers.clone());
        let methods = self.api.methods.clone();
        let mut next = 0;
        while let Some(node) = self.nodes.get(next) {
            let length = node.length;
            self.reached.complete_calls = length;
            if length >= self.limits.calls {
                return;
            }
            if !goes_on() {
                self.reached.stop = Some(Stop::Interrupted);
                return;
            }
            if self.nodes.len() > self.limits.states {
                self.reached.stop = Some(Stop::States);
                return;
            }
            let position = node.position.clone();
            self.expand(&position, Some(next), &methods);
            self.call_handle(&position, next);
            next += 1;
        }
        self.reached.is_closed = true;
        self.reached.complete_calls = self.limits.calls;
    }

    /// Makes every call on a state.
    fn expand(&mut self, position: &Position, parent: Option<usize>, methods: &[MethodId]) {
        let number = parent.map_or(0, |parent| self.nodes[parent].length);
        let class_of = |word| self.client.class_of(&position.state, word);
        let receiver = position.receiver.and_then(class_of);
        let returned = position.returned.iter().filter_map(|(call, word)| Some((*call, class_of(*word)?)));
        let returned: Vec<(usize, ClassId)> = returned.collect();
        for method in methods {
            let owned = Owned { receiver, returned: &returned };
            match self.candidates.arguments(*method, owned) {
                Ok(combinations) => {
                    // Calls on the object itself, or of a builder.
                    let receivers = match parent {
                        Some(_) => vec![None],
                        None => self.candidates.receivers(*method, NESTED),
                    };
                    for (on, arguments) in receivers.iter().flat_map(|on| combinations.iter().map(move |it| (on, it))) {
                        let call = Call { method: *method, on: on.clone(), arguments: arguments.clone() };
                        self.make(position, parent, number, call);
                    }
                }
                Err(ty) => self.leave_out(*method, LeftOut::NoArgument { method: *method, ty }),
            }
        }
    }

    /// Makes every call on what the last call on the object has handed out.
    fn call_handle(&mut self, position: &Position, node: usize) {
        let Some((handed_by, word)) = position.handle else { return };
        let class = self.client.class_of(&position.state, word);
        let Some(handed) = self.handed.iter().find(|handed| Some(handed.class) == class).cloned() else { return };
        let on = Some(crate::Operand::Returned(handed_by));
        let (number, nobody) = (self.nodes[node].length, Owned { receiver: class, returned: &[] });
        for method in handed.methods.iter().copied() {
            if !self.may_call(position, node, &handed, method) {
                continue;
            }
            match self.candidates.arguments(method, nobody) {
                Ok(combinations) => {
                    for arguments in combinations {
                        self.make(position, Some(node), number, Call { method, on: on.clone(), arguments });
                    }
                }
                Err(ty) => self.leave_out(method, LeftOut::NoArgument { method, ty }),
            }
        }
    }

    /// Does an iterator allow the call, by what `java.util.Iterator` promises?
    fn may_call(&self, position: &Position, node: usize, handed: &Handed, method: MethodId) -> bool {
        let program = self.client.program;
        let iterator = program.class_named("java.util.Iterator");
        if !iterator.is_some_and(|iterator| program.is_subclass(handed.class, iterator)) {
            return true;
        }
        let is_named = |method: MethodId, name: &str| {
            let method = program.method(method);
            method.name == name && method.params.is_empty()
        };
        let last = &self.nodes[node].call;
        let Some(has_next) = handed.methods.iter().find(|method| is_named(**method, "hasNext")) else { return true };
        let on = position.handle.map(|(handed_by, _)| crate::Operand::Returned(handed_by));
        let has_next = Call { method: *has_next, on, arguments: Vec::new() };
        match () {
            _ if is_named(method, "next") => {
                let asked = self.client.make(position, self.nodes[node].length, &has_next);
                matches!(asked, Made::Kept(_, Ending::Returned(Some(1))))
            }
            _ if is_named(method, "remove") => last.on.is_some() && is_named(last.method, "next"),
            _ => true,
        }
    }

    fn make(&mut self, position: &Position, parent: Option<usize>, number: usize, call: Call) {
        let method = call.method;
        let made = self.client.make(position, number, &call);
        if matches!(made, Made::Kept(..) | Made::Broken(_)) && !call.arguments.contains(&crate::Operand::Null) {
            self.reached.given.insert(method);
        }
        match made {
            Made::Kept(after, Ending::Returned(_)) => {
                self.count(method);
                // What a null argument makes of an object is looked at, not built upon.
                if self.is_built_upon(&call) {
                    self.keep(*after, parent, call);
                }
            }
            Made::Kept(_, Ending::Thrown(_)) => self.count(method),
            Made::Broken(violation) => {
                self.count(method);
                let fault = self.fault(&violation, position, parent, &call);
                self.find(violation, fault, parent, call);
            }
            Made::Illegal => {}
            // An argument that cannot be made says nothing of the method.
            Made::Gap(Gap::Argument) => {}
            Made::Gap(Gap::Making(what)) => {
                if !self.reached.unmade.iter().any(|(known, _)| *known == method) {
                    self.reached.unmade.push((method, what));
                }
            }
            Made::Gap(gap) => self.leave_out(method, LeftOut::Gap { method, gap }),
        }
    }

    /// Null for an element is looked at, not built upon; for a link to an object of the user it is
    /// a value like others.
    fn is_built_upon(&self, call: &Call) -> bool {
        if self.limits.builds_on_null {
            return true;
        }
        let program = self.client.program;
        let is_link = |ty: Type| {
            ty.as_class().is_some_and(|class| program.class(class).origin == tightrope_program::ClassOrigin::User)
        };
        let params = program.method(call.method).params.iter();
        let may_be_null = |param: &ParamInfo| is_link(param.ty) || param.nullity == Nullity::Nullable;
        params.zip(&call.arguments).all(|(param, operand)| *operand != crate::Operand::Null || may_be_null(param))
    }

    fn count(&mut self, method: MethodId) {
        match self.reached.calls_made.iter_mut().find(|(known, _)| *known == method) {
            Some((_, calls)) => *calls += 1,
            None => self.reached.calls_made.push((method, 1)),
        }
    }

    fn leave_out(&mut self, method: MethodId, why: LeftOut) {
        if self.noted.insert(method) {
            self.reached.left_out.push(why);
        }
    }

    fn keep(&mut self, position: Position, parent: Option<usize>, call: Call) {
        let Some(receiver) = position.receiver else { return };
        let roots = self.roots(&position, receiver);
        let heap = canonical(&self.client.executable.save(&position.state, &roots), Order::BreadthFirst);
        let to = *self.seen.entry(heap.clone()).or_insert(self.nodes.len());
        if let Some(from) = parent.filter(|from| *from != to) {
            self.arrivals.push(Arrival { from, to, call: call.clone() });
        }
        if to == self.nodes.len() {
            let length = parent.map_or(1, |parent| self.nodes[parent].length + 1);
            self.nodes.push(Reachable { position, heap, parent, call, length, broken: Vec::new() });
        }
    }

    /// What tells one state from another: the object, what the client holds of it, and static
    /// fields.
    fn roots(
        &self,
        position: &Position,
        receiver: tightrope_machine::Word,
    ) -> Vec<(Name, tightrope_machine::Word, Type)> {
        let program = self.client.program;
        let class = self.client.class_of(&position.state, receiver);
        let this = class.map(|class| (Name::new("this"), receiver, Type::class(class)));
        let held = position.returned.iter().filter_map(|(call, word)| {
            let class = self.client.class_of(&position.state, *word)?;
            Some((Name::new(format!("r{call}")), *word, Type::class(class)))
        });
        let handle = position.handle.and_then(|(_, word)| {
            let class = self.client.class_of(&position.state, word)?;
            Some((Name::new("handle"), word, Type::class(class)))
        });
        let statics = self.client.executable.static_values(&position.state).into_iter().filter_map(|(field, word)| {
            let declared = program.field(field);
            let is_users = program.class(declared.class).origin == tightrope_program::ClassOrigin::User;
            let name = format!("{}.{}", simple_name(program, declared.class), declared.name);
            is_users.then(|| (Name::new(name), word, declared.ty))
        });
        this.into_iter().chain(held).chain(handle).chain(statics).collect()
    }

    fn fault(&self, violation: &Violation, position: &Position, parent: Option<usize>, call: &Call) -> Fault {
        if call.passes_null(self.client.program) || self.is_for_want_of_a_part(violation, parent) {
            return Fault::Null;
        }
        let ViolationKind::Exception(class) = violation.kind else { return Fault::Class };
        let Some(blame) = self.client.blame(position, call) else { return Fault::Class };
        let program = self.client.program;
        let called = program.method(call.method);
        let is_new = parent.is_some_and(|parent| self.nodes[parent].parent.is_none());
        let is_other = |thrower: &MethodId| {
            *thrower != call.method && program.is_subclass(called.class, program.method(*thrower).class)
        };
        match blame.refuses().filter(is_other) {
            _ if blame.is_number() && self.is_about_numbers(class) => Fault::Number,
            _ if blame.is_shifted() && self.is_about_numbers(class) && self.is_beyond_sizes(call, parent) => {
                Fault::Number
            }
            _ if self.is_made_with_bad_number(class, parent) => Fault::MadeWithNumber,
            Some(_) if is_new => Fault::RefusedWhenNew,
            Some(_) => Fault::Refused,
            None => Fault::Class,
        }
    }

    /// Was the object made with a number that may be too small: a size that is negative, or zero?
    /// It is to blame if no object fails in this way that was made with others. An object without
    /// any room may lack something, too.
    fn is_made_with_bad_number(&self, exception: ClassId, node: Option<usize>) -> bool {
        let program = self.client.program;
        let null_pointer = program.class_named("java.lang.NullPointerException");
        let is_bad = |number: i64| number <= 0;
        let is_made = |node| self.maker(node).numbers().into_iter().any(is_bad);
        (self.is_about_numbers(exception) || Some(exception) == null_pointer) && node.is_some_and(is_made)
    }

    /// Does the call pass a number that is not below any size that the object was made with?
    fn is_beyond_sizes(&self, call: &Call, node: Option<usize>) -> bool {
        let most = node.and_then(|node| self.maker(node).sizes().into_iter().max());
        most.is_some_and(|most| call.numbers().into_iter().any(|number| number >= most))
    }

    /// Is it an exception that a number out of range causes?
    fn is_about_numbers(&self, exception: ClassId) -> bool {
        let program = self.client.program;
        let known = NUMBER_EXCEPTIONS.iter().filter_map(|name| program.class_named(&format!("java.lang.{name}")));
        known.into_iter().any(|known| program.is_subclass(exception, known))
    }

    fn find(&mut self, violation: Violation, fault: Fault, parent: Option<usize>, call: Call) {
        let broken = (violation.kind, violation.span, call.method, fault);
        if let Some(node) = parent
            && !self.nodes[node].breaks(broken)
        {
            self.nodes[node].broken.push((broken, call.clone()));
        }
        if let Some(known) = self.reached.findings.iter_mut().find(|known| known.broken() == Some(broken)) {
            known.runs += 1;
            return;
        }
        let mut calls = parent.map_or(Vec::new(), |parent| self.calls_to(parent));
        calls.push(call);
        self.reached.findings.push(Finding { violation, calls, runs: 1, after: Vec::new(), fault });
    }

    /// Is it an exception, on an object whose maker was given null for a part? For a link to an
    /// object of the same class null is a value like others: the end of a list. An interface is
    /// implemented by the parts of a formula, say, none of which is nothing.
    fn is_for_want_of_a_part(&self, violation: &Violation, node: Option<usize>) -> bool {
        let program = self.client.program;
        let is_exception = matches!(violation.kind, ViolationKind::Exception(_));
        let Some(maker) = node.filter(|_| is_exception).map(|node| self.maker(node)) else { return false };
        let made = program.method(maker.method).class;
        let is_interface = |class: ClassId| program.class(class).kind == tightrope_program::ClassKind::Interface;
        let is_link =
            |ty: Type| ty.as_class().is_some_and(|class| program.is_subclass(made, class) && !is_interface(class));
        let params = program.method(maker.method).params.iter();
        params.zip(&maker.arguments).any(|(param, operand)| {
            operand.holds_null(program) && !is_link(param.ty) && param.nullity == Nullity::Unsaid
        })
    }

    /// The call that made the object of a state.
    fn maker(&self, node: usize) -> &Call {
        match self.nodes[node].parent {
            Some(parent) => self.maker(parent),
            None => &self.nodes[node].call,
        }
    }

    /// Who made objects fail in this way? Nobody if a new object does. Only objects made in the
    /// plainest way count: others may have been given parts that do not fit together.
    fn suspects(&self, broken: Broken) -> Vec<Suspect> {
        let made = || self.nodes.iter().filter(|node| node.parent.is_none());
        let fewest = made().map(|node| node.call.arguments.len()).min();
        let is_plain = |call: &Call| Some(call.arguments.len()) == fewest;
        if made().any(|node| is_plain(&node.call) && node.breaks(broken)) {
            return Vec::new();
        }
        let mut suspects: Vec<Suspect> = Vec::new();
        for Arrival { from, to, call } in &self.arrivals {
            let last = self.nodes[*to].broken.iter().find(|(known, _)| *known == broken);
            let Some((_, last)) = last.filter(|_| !self.nodes[*from].breaks(broken)) else { continue };
            let known = suspects.iter().position(|suspect| suspect.method == call.method);
            let length = self.nodes[*from].length + 2;
            if known.is_some_and(|known| suspects[known].calls.len() <= length) {
                continue;
            }
            let mut calls = self.calls_to(*from);
            if !calls.first().is_some_and(is_plain) {
                continue;
            }
            calls.extend([call.clone(), last.clone()]);
            let suspect = Suspect { method: call.method, calls };
            match known {
                Some(known) => suspects[known] = suspect,
                None => suspects.push(suspect),
            }
        }
        suspects
    }

    /// The sequence that leads to a state.
    fn calls_to(&self, node: usize) -> Vec<Call> {
        let mut calls = Vec::new();
        let mut next = Some(node);
        while let Some(index) = next {
            calls.push(self.nodes[index].call.clone());
            next = self.nodes[index].parent;
        }
        calls.reverse();
        calls
    }

    fn finish(mut self) -> Reached {
        self.reached.states = self.nodes.len();
        let mut findings = std::mem::take(&mut self.reached.findings);
        for finding in &mut findings {
            finding.after = finding.broken().map(|broken| self.suspects(broken)).unwrap_or_default();
        }
        self.reached.findings = findings;
        let heaps = (0..self.nodes.len()).map(|index| (self.nodes[index].heap.clone(), self.calls_to(index)));
        let heaps: Vec<(Heap, Vec<Call>)> = heaps.collect();
        Reached { heaps, ..self.reached }
    }
}
