//! What can be checked: the one place that answers this, for `list` and for `check`.
//!
//! Three answers are possible. A *supported* method never ends `unsupported`. An *unsupported* one
//! always does: every run meets something that is not modelled, or there is nothing to call it on.
//! Of a method that is supported *in part*, some runs may meet something: `check` decides all
//! others, and ends `unsupported` if a run of the scope gets there. Which is not known without
//! running it.

use crate::from_api::{InitialHeaps, called_class, has_calls, has_state, is_doubtful};
use tightrope_blackbox::{INPUTS_IN_CALLS, KnownArguments};
use tightrope_problem::{has_receiver, may_lack_objects, types_without_objects};
use tightrope_program::names::type_name;
use tightrope_program::natives::{Native, find_native};
use tightrope_program::support::{Reason, SupportReport, always_meets, support};
use tightrope_program::{ClassId, ClassOrigin, Code, MethodId, MethodKind, Program, Type};
use tightrope_source::Span;

/// Can a method be checked?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Support {
    Supported,
    /// No code of its own; overriders are judged by themselves.
    Abstract,
    /// But for the runs that meet this.
    InPart(Why),
    /// No run at all.
    Unsupported(Why),
}

/// What is not modelled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    pub what: String,
    pub place: Option<Span>,
    /// From the method itself to the one whose code or contract contains it.
    pub chain: Vec<MethodId>,
}

impl Why {
    fn of(what: impl Into<String>) -> Why {
        Why { what: what.into(), place: None, chain: Vec::new() }
    }
}

/// What is known of the methods of a program.
#[derive(Debug)]
pub struct Supported<'p> {
    program: &'p Program,
    heaps: InitialHeaps,
    code: SupportReport,
    /// Classes of which there may be no initial objects; by method, can its check look at one?
    lacking: Vec<(ClassId, Vec<bool>)>,
    /// By method: can its check ask for random numbers or clocks?
    inputs: Vec<bool>,
    /// By method: is it checked on what public calls build?
    on_calls: Vec<bool>,
    /// By method: the type of a parameter of which public calls make no objects.
    missing: Vec<Option<Type>>,
}

impl<'p> Supported<'p> {
    pub fn of(program: &'p Program, heaps: InitialHeaps) -> Supported<'p> {
        let code = support(program);
        let without = types_without_objects(program);
        let lacks = |class: &ClassId| may_lack_objects(program, *class) || without.contains(class);
        let lacking = code.read_classes().into_iter().filter(lacks);
        let lacking = lacking.filter_map(|class| Some((class, looked_at(program, &code, class)?))).collect();
        let inputs = code.running(|method| find_native(program, method) == Some(Native::OpenInput));
        let mut arguments = KnownArguments::new(program);
        let is_users = |id: MethodId| program.class(program.method(id).class).origin == ClassOrigin::User;
        let has_calls: Vec<bool> = program.class_ids().map(|class| has_calls(program, class, heaps)).collect();
        let on_calls = program.method_ids().map(|id| {
            let called = if is_users(id) { called_class(program, id) } else { program.method(id).class };
            !program.method(id).is_static && has_calls[called.index()]
        });
        let on_calls: Vec<bool> = on_calls.collect();
        let is_called = |id: &MethodId| is_users(*id) && on_calls[id.index()];
        let missing = program.method_ids().map(|id| Some(id).filter(is_called).and_then(|id| arguments.missing(id)));
        let missing = missing.collect();
        Supported { program, heaps, code, lacking, inputs, on_calls, missing }
    }

    /// The answer for one method.
    pub fn status(&self, id: MethodId) -> Support {
        if self.program.method(id).code == Code::None {
            let reason = self.code.nearest_reason(id);
            return reason.map_or(Support::Abstract, |reason| Support::InPart(in_code(reason)));
        }
        match (self.never(id), self.at_times(id)) {
            (Some(why), _) => Support::Unsupported(why),
            (None, Some(why)) => Support::InPart(why),
            (None, None) => Support::Supported,
        }
    }

    /// Why no run of the method can be checked.
    pub fn never(&self, id: MethodId) -> Option<Why> {
        let program = self.program;
        let declared = program.method(id);
        if !declared.is_static && !has_receiver(program, id) {
            return Some(Why::of("no instantiable class in the given files inherits this method"));
        }
        if let Some(reason) = always_meets(program, id) {
            return Some(in_code(reason));
        }
        let missing = self.missing[id.index()];
        missing.map(|ty| Why::of(format!("no public call makes an argument of type `{}`", type_name(program, ty))))
    }

    /// Why some runs of the method may not be checked.
    fn at_times(&self, id: MethodId) -> Option<Why> {
        if let Some(reason) = self.code.nearest_reason(id) {
            return Some(in_code(reason));
        }
        if let Some((class, _)) = self.lacking.iter().find(|(_, looks)| looks[id.index()]) {
            return Some(Why::of(format!("initial objects of class `{}`", self.program.class(*class).name)));
        }
        if self.on_calls[id.index()]
            && self.inputs[id.index()]
            && has_state(self.program, self.program.method(id).class)
        {
            return Some(Why::of(INPUTS_IN_CALLS));
        }
        if let Some(reason) = self.unmade_argument(id).filter(|_| self.on_calls[id.index()]) {
            return Some(in_code(reason));
        }
        let is_doubtful = is_doubtful(self.program, id, self.heaps);
        is_doubtful.then(|| Why::of("objects of an inner class without a contract"))
    }

    /// What public calls may meet when they make an argument of the method.
    fn unmade_argument(&self, id: MethodId) -> Option<Reason> {
        let program = self.program;
        let classes = program.method(id).params.iter().filter_map(|param| param.ty.as_class());
        let users = classes.filter(|class| program.class(*class).origin == ClassOrigin::User);
        let below = users.flat_map(|class| program.subclasses(class));
        let makers = below.flat_map(|class| &program.class(*class).methods);
        let constructors = makers.filter(|maker| program.method(**maker).kind == MethodKind::Constructor);
        constructors.copied().find_map(|maker| self.code.nearest_reason(maker))
    }
}

fn in_code(reason: Reason) -> Why {
    Why { what: reason.unsupported.describe(), place: Some(reason.place), chain: reason.chain }
}

/// By method: can its check come to a place of this type, and call something on what is there?
/// `None`: no method can.
fn looked_at(program: &Program, code: &SupportReport, class: ClassId) -> Option<Vec<bool>> {
    let reads = code.reading(|known| known == class);
    if !reads.contains(&true) {
        return None;
    }
    let is_related = |receiver: ClassId| program.is_subclass(receiver, class) || program.is_subclass(class, receiver);
    let object = program.class_named("java.lang.Object");
    let calls = code.calling(|receiver| Some(receiver) != object && is_related(receiver));
    let both: Vec<bool> = reads.iter().zip(&calls).map(|(reads, calls)| *reads && *calls).collect();
    both.contains(&true).then_some(both)
}
