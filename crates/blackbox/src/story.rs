//! A finding told again: the heap before the call that breaks something, the heap after it, and
//! the way that the run took.

use crate::candidates::Candidates;
use crate::client::{Client, Made, Position};
use crate::handles::handed_out;
use crate::walk::{Finding, Limits, needed_methods};
use tightrope_heap::canonical::{Order, canonical_pair};
use tightrope_heap::{Heap, Object, ObjectId, Value};
use tightrope_machine::trace::{PathItem, Trace};
use tightrope_machine::{Outcome, State, Word};
use tightrope_program::{ClassId, MethodId, Program, Type};
use tightrope_source::{Name, Span};

/// How many steps of the path are kept.
const PATH_STEPS: usize = 5_000;

/// The last call of a finding.
#[derive(Clone, Debug)]
pub struct Story {
    /// Its roots are the receiver and the arguments.
    pub before: Heap,
    /// Objects of `before` keep their numbers. `None`: the run does not end.
    pub after: Option<Heap>,
    pub result: Option<(Type, Value)>,
    pub exception: Option<(ClassId, Span)>,
    pub path: Vec<PathItem>,
}

/// Makes the calls of a finding once more, from the beginning, and watches the last one. `None` if
/// they do not lead there again.
pub fn tell(program: &Program, class: ClassId, limits: &Limits, finding: &Finding) -> Option<Story> {
    let api = crate::api_of(program, class)?;
    let candidates = Candidates { program, values: limits.values.clone() };
    let handed = handed_out(program, class, &Limits { handles: true, ..limits.clone() });
    let methods = needed_methods(program, &api, &handed, &candidates);
    let (client, state) = Client::new(program, &methods, limits.run).ok()?;
    let client = client.handing_out(handed.iter().map(|handed| handed.class).collect());
    let (last, earlier) = finding.calls.split_last()?;
    let mut position = Position { state, receiver: None, returned: Vec::new(), handle: None };
    for (number, call) in earlier.iter().enumerate() {
        match client.make(&position, number, call) {
            Made::Kept(next, _) => position = *next,
            _ => return None,
        }
    }
    match client.make(&position, earlier.len(), last) {
        Made::Broken(violation) if violation == finding.violation => {}
        _ => return None,
    }
    let prepared = client.prepare(&position, last).ok()?;
    let (before, mut state) = (prepared.position.state.clone(), prepared.position.state);
    let mut trace = Trace::new(PATH_STEPS, 0);
    client.executable.start(&mut state, last.method, &prepared.args);
    let outcome = client.executable.run_observed(&mut state, &mut limits.run.clone(), &mut trace);
    Some(Telling { client: &client, method: last.method, args: &prepared.args }.story(&before, &state, &outcome, trace))
}

/// A saved heap has its string literals behind the objects of the machine. They get the numbers
/// that they have after the call.
fn name_literals_alike(before: &mut Heap, after: &mut Heap, (count_before, count_after): (usize, usize)) {
    let literals = before.objects.split_off(count_before);
    let ids: Vec<ObjectId> = literals
        .iter()
        .map(|literal| match after.objects.iter().skip(count_after).position(|known| known == literal) {
            Some(position) => ObjectId((count_after + position) as u32),
            None => after.add(literal.clone()),
        })
        .collect();
    let rename = |value: &mut Value| {
        if let Value::Object(id) = value
            && let Some(literal) = id.index().checked_sub(count_before)
            && let Some(new) = ids.get(literal)
        {
            *id = *new;
        }
    };
    before.roots.iter_mut().for_each(|root| rename(&mut root.value));
    before.objects.iter_mut().flat_map(Object::values_mut).for_each(rename);
    // Objects that do not exist yet: nothing leads to them.
    let later = after.objects.iter().skip(count_before).cloned();
    before.objects.extend(later);
}

struct Telling<'t> {
    client: &'t Client<'t>,
    method: MethodId,
    args: &'t [Word],
}

impl Telling<'_> {
    fn story(&self, before: &State, after: &State, outcome: &Outcome, trace: Trace) -> Story {
        let returns = self.client.program.method(self.method).return_type;
        let result = match (outcome, returns) {
            (Outcome::Returned(Some(word)), Some(ty)) => Some((*word, ty)),
            _ => None,
        };
        let executable = &self.client.executable;
        let roots = self.roots();
        let with_result = result.map(|(word, ty)| (Name::new("result"), word, ty));
        let mut whole_before = executable.save(before, &roots);
        let mut whole_after = executable.save(after, &roots.iter().cloned().chain(with_result).collect::<Vec<_>>());
        let shared = (before.object_count(), after.object_count());
        name_literals_alike(&mut whole_before, &mut whole_after, shared);
        let (before, mut after) = canonical_pair(&whole_before, &whole_after, Order::BreadthFirst);
        // The result is told by itself, unless it is an object that nothing else leads to.
        let shown = result.and_then(|(_, ty)| Some((ty, after.roots.last()?.value)));
        if !result.is_some_and(|(_, ty)| ty.is_reference()) && result.is_some() {
            after.roots.pop();
        }
        let exception = match outcome {
            Outcome::Thrown(thrown) => Some((thrown.class, thrown.span)),
            _ => None,
        };
        let ended = matches!(outcome, Outcome::Returned(_) | Outcome::Thrown(_));
        Story { before, after: ended.then_some(after), result: shown, exception, path: trace.path.items() }
    }

    fn roots(&self) -> Vec<(Name, Word, Type)> {
        let method = self.client.program.method(self.method);
        let this = (!method.is_static).then(|| (Name::new("this"), Type::class(method.class)));
        let params = method.params.iter().map(|param| (param.name.clone(), param.ty));
        this.into_iter().chain(params).zip(self.args).map(|((name, ty), word)| (name, *word, ty)).collect()
    }
}
