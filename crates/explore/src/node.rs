//! A place in the search: a partial heap, and how far the check of it has come.

use crate::space::ContentId;
use tightrope_machine::contract::{CompiledClause, Ending};
use tightrope_machine::formula::{Change, Effect, FormulaId, Instances, Part, Watch};
use tightrope_machine::{LoopCounter, Question, SlotRef, Versioned, Word};
use tightrope_problem::InstanceId;

/// Nodes go to and fro between lists, and have hundreds of bytes besides what they point to.
pub(crate) type Nodes = Vec<Box<Node>>;

/// How far a check has come. It goes from top to bottom, and returns to `Assume` for each object
/// that is new. `Complete` belongs to `generate`; `Part` stands for all from `Requires` to `Judge`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Phase {
    /// The receiver has no class yet.
    Receiver,
    /// Invariants are assumed of all initial objects.
    #[default]
    Assume,
    /// The `repOk` number `method` of the initial object number `object` is running.
    RepOk {
        object: u32,
        method: u32,
    },
    /// It has returned true.
    RepOkHeld {
        object: u32,
        method: u32,
    },
    /// The parameter of this number gets its value.
    Parameter(u32),
    /// The cases whose precondition holds are found out.
    Requires,
    /// Whatever is still open gets a value: for `generate`.
    Complete,
    Run,
    Judge,
    /// The method runs on a copy: see `parts`.
    Part,
}

/// What the search has to decide before a node can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ask {
    Machine(Question),
    Receiver,
    Parameter(u32),
    /// Is there an object that nothing leads to, and that has an invariant about what was changed?
    Observer,
    /// The number of an ordered value: for `generate`.
    Number(Word),
    /// An element of an initial `long[]`.
    Element {
        array: u32,
        index: u32,
    },
}

/// A clause that is assumed of an initial object, and not known to hold yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pending {
    /// Number of the initial object.
    pub(crate) number: u32,
    pub(crate) clause: u32,
    /// What is known of its instances.
    pub(crate) instances: Instances,
    /// Something has changed that it depends on.
    pub(crate) is_due: bool,
    /// What it asks, if that is known.
    pub(crate) question: Option<Question>,
}

impl Pending {
    pub(crate) fn new(number: u32, clause: u32) -> Pending {
        Pending { number, clause, instances: Instances::default(), is_due: true, question: None }
    }

    fn key(&self) -> PendingKey {
        (self.number, self.clause)
    }
}

/// Numbers of the initial object and of the clause.
type PendingKey = (u32, u32);

/// What an open clause, or an instance of it, depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PendingWatch {
    of: PendingKey,
    watch: Watch,
}

/// What the parts of an open clause ask.
#[derive(Default)]
struct Asked {
    first: Option<(Part, Option<Question>)>,
    set: Option<Question>,
}

impl Asked {
    #[inline]
    fn hear(&mut self, watch: &Watch) {
        if watch.part == Part::Set {
            self.set = watch.question;
        }
        if self.first.is_none_or(|(first, _)| watch.part < first) {
            self.first = Some((watch.part, watch.question));
        }
    }

    /// The question of the first open instance; if that rests, what the set is made of.
    fn question(self) -> Option<Question> {
        self.first?.1.or(self.set)
    }
}

/// The method that is checked, from its start on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    pub(crate) ending: Option<Ending>,
    /// The iterations of its loops so far.
    pub(crate) loops: LoopCounter,
    /// Whether an object that nothing leads to has an invariant about what the run has changed is
    /// decided.
    pub(crate) was_observed: bool,
}

impl Run {
    fn copy_from(&mut self, other: &Run) {
        if self.ending.is_some() || other.ending.is_some() {
            self.ending.clone_from(&other.ending);
        }
        self.loops.copy_from(&other.loops);
        self.was_observed = other.was_observed;
    }
}

/// A partial heap with all that is known of it. It grows until the method starts, and then where
/// the run reads something open. Copied at every fork: flat, and memory is reused.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) state: Versioned,
    pub(crate) phase: Phase,
    /// Where it goes on when the invariants of new objects have been assumed.
    pub(crate) then: Phase,
    /// It stands for all heaps that look the same where the method looks: assumptions do not ask.
    pub(crate) is_part: bool,
    /// The method, once it has started: from then on assumptions are about the heap before it.
    pub(crate) run: Option<Run>,
    /// The initial objects in the order in which they were made, by index.
    pub(crate) initial: Vec<u32>,
    /// So many of them were made by static initialisers.
    pub(crate) given: u32,
    /// Those of them that nothing leads to, and what was met behind them.
    pub(crate) strangers: Vec<u32>,
    /// Those of them that nothing leads to.
    pub(crate) unreferenced: Vec<u32>,
    /// By kind: how many initial objects there are.
    pub(crate) counts: Vec<u16>,
    /// Assumed clauses that are not known to hold yet.
    pub(crate) pending: Vec<Pending>,
    /// What they depend on where they are open.
    pub(crate) watches: Vec<PendingWatch>,
    /// The `repOk`s of so many initial objects hold.
    pub(crate) represented: u32,
    /// Receiver and arguments.
    pub(crate) args: Vec<Word>,
    /// Initial arrays, and what their elements can be.
    pub(crate) arrays: Vec<(u32, ContentId)>,
    /// Arrays and maps that belong to a collection: no other place leads to them.
    pub(crate) hidden: Vec<u32>,
    /// Initial objects with type arguments, and with which.
    pub(crate) instances: Vec<(u32, InstanceId)>,
    /// Elements of initial `long[]`s that have no value yet: the array and the index. They have no
    /// way to be open, so they are chosen first.
    pub(crate) unfilled: Vec<(u32, u32)>,
    /// By case: does its precondition hold?
    pub(crate) applicable: Vec<bool>,
    /// A number was chosen from a range, which grows with the scope.
    pub(crate) chose_number: bool,
    /// Instructions that are left for the `repOk` or the method that runs.
    pub(crate) steps: u64,
    /// The opaque values of `generate`: one word for each different value.
    pub(crate) opaques: Vec<Word>,
    /// `generate`: so many of the initial objects have no open slot any more.
    pub(crate) completed: u32,
}

impl Node {
    /// What a clause says of the initial heap. Once the method runs, that is the heap before.
    pub(crate) fn assumed_formula(&self, clause: &CompiledClause) -> FormulaId {
        if self.has_started() { clause.before } else { clause.now }
    }

    /// The method runs, or has ended. Not so of a part, whose method runs on a copy.
    pub(crate) fn has_started(&self) -> bool {
        self.run.is_some()
    }

    /// How the method has ended, if it has.
    pub(crate) fn ending(&self) -> Option<&Ending> {
        self.run.as_ref()?.ending.as_ref()
    }

    pub(crate) fn clone_from(&mut self, other: &Node) {
        self.state.clone_from(&other.state);
        self.phase = other.phase;
        self.then = other.then;
        self.is_part = other.is_part;
        match (&mut self.run, &other.run) {
            (Some(run), Some(other)) => run.copy_from(other),
            (run, other) => run.clone_from(other),
        }
        copy(&mut self.initial, &other.initial);
        self.given = other.given;
        copy(&mut self.strangers, &other.strangers);
        copy(&mut self.unreferenced, &other.unreferenced);
        copy(&mut self.counts, &other.counts);
        copy(&mut self.pending, &other.pending);
        copy(&mut self.watches, &other.watches);
        self.represented = other.represented;
        copy(&mut self.args, &other.args);
        copy(&mut self.arrays, &other.arrays);
        copy(&mut self.hidden, &other.hidden);
        copy(&mut self.instances, &other.instances);
        copy(&mut self.unfilled, &other.unfilled);
        copy(&mut self.applicable, &other.applicable);
        self.chose_number = other.chose_number;
        self.steps = other.steps;
        copy(&mut self.opaques, &other.opaques);
        self.completed = other.completed;
    }

    /// The type arguments of an object, if they are known.
    pub(crate) fn instance(&self, object: usize) -> Option<InstanceId> {
        self.instances.iter().find(|(known, _)| *known as usize == object).map(|(_, instance)| *instance)
    }

    /// Has the search made this object? Otherwise a static initialiser has.
    pub(crate) fn has_made(&self, object: usize) -> bool {
        self.initial[self.given as usize..].contains(&(object as u32))
    }

    /// How many initial objects there are besides those that static initialisers made.
    pub(crate) fn made(&self) -> usize {
        self.initial.len() - self.given as usize
    }

    /// May a place of this object refer to that one? Objects that nothing leads to are met by
    /// themselves: what something else leads to is met there. What they lead to may have been met
    /// behind them before somebody has looked at another place that leads there, too. `None`: the
    /// receiver, an argument.
    pub(crate) fn sees(&self, owner: Option<usize>, object: usize) -> bool {
        let is_stranger = |object: usize| self.strangers.contains(&(object as u32));
        !self.unreferenced.contains(&(object as u32)) || owner.is_some_and(is_stranger)
    }

    /// Something has been decided.
    pub(crate) fn note_change(&mut self, change: Change) {
        let pending = &mut self.pending;
        self.watches.retain_mut(|PendingWatch { of, watch }| {
            let effect = watch.effect(change);
            if effect == Effect::Nothing {
                return true;
            }
            if let Some(pending) = pending.iter_mut().find(|pending| pending.key() == *of) {
                match effect {
                    Effect::Rests => pending.instances.rest(watch.part),
                    _ => {
                        pending.is_due = true;
                        pending.instances.wake(watch.part);
                    }
                }
                pending.question = None;
            }
            watch.question = None;
            effect == Effect::Rests
        });
    }

    /// What an open clause asks.
    pub(crate) fn waiting(&self, of: PendingKey) -> Option<Question> {
        let mut asked = Asked::default();
        self.watches.iter().filter(|known| known.of == of).for_each(|known| asked.hear(&known.watch));
        asked.question()
    }

    /// The parts of pending clauses that are open and depend on this slot, with the numbers of the
    /// object and the clause.
    pub(crate) fn watching(&self, request: SlotRef) -> impl Iterator<Item = (u32, u32, Part)> + '_ {
        let seeing = self.watches.iter().filter(move |known| known.watch.sees(request.object, request.slot));
        seeing.map(|PendingWatch { of: (number, clause), watch }| (*number, *clause, watch.part))
    }

    /// A clause has been evaluated and is open.
    pub(crate) fn watch(&mut self, index: usize, instances: Instances, watches: &[Watch]) {
        let pending = &mut self.pending[index];
        (pending.instances, pending.is_due) = (instances, false);
        let of = pending.key();
        let is_new = |part: Part| watches.iter().any(|watch| watch.part == part);
        let mut asked = Asked::default();
        self.watches.retain(|known| {
            if known.of != of {
                return true;
            }
            let is_kept = instances.sleeps(known.watch.part) && !is_new(known.watch.part);
            if is_kept {
                asked.hear(&known.watch);
            }
            is_kept
        });
        watches.iter().for_each(|watch| asked.hear(watch));
        self.watches.extend(watches.iter().map(|watch| PendingWatch { of, watch: *watch }));
        self.pending[index].question = asked.question();
    }

    /// A clause holds: nobody has to look at it any more.
    pub(crate) fn settle(&mut self, index: usize) {
        let of = self.pending.remove(index).key();
        self.watches.retain(|known| known.of != of);
    }

    /// Nothing is known of the clauses any more.
    pub(crate) fn forget_clauses(&mut self) {
        self.pending.iter_mut().for_each(|pending| *pending = Pending::new(pending.number, pending.clause));
        self.watches.clear();
    }
}

/// Copies into memory that is there already.
#[inline(always)]
fn copy<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    if !from.is_empty() {
        to.extend_from_slice(from);
    }
}
