//! Answering a question: the ways to go on, each a node of its own.
//!
//! A reference is null, one of the initial objects that fit, or the *next* new one: since objects
//! are numbered as they are met, isomorphic heaps are met once. (Objects of a class are never told
//! apart by anything but what leads to them.) Answers are tried in this order: null, known objects,
//! new objects.

use crate::field_bounds::Within;
use crate::node::{Ask, Node};
use crate::search::Thread;
use crate::setup::Setup;
use crate::space::{ArgumentFits, Content, ContentId, Fresh, ReferenceContent, Texts};
use std::cmp::Ordering;
use tightrope_machine::contract::CompiledInvariants;
use tightrope_machine::{Allowed, Orderings, Question, SlotRef, Word, bit, least_word, object_of, reference_to};
use tightrope_program::Type;
use tightrope_source::Name;

/// One way to answer a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    Word(Word),
    /// A new ordered value between these numbers.
    OrderedVar(i64, i64),
    NewOpaque,
    /// A new opaque value that is none of those that are there.
    AnotherOpaque,
    Fresh(Fresh, u32),
    Among(Word, Orderings, Word),
    Identical(Word, Word, bool),
    Equal(Word, Word, bool),
    /// An open slot holds one of these words, or none of them.
    Holds(u64, bool),
}

/// The answers to a question, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offer {
    pub(crate) choices: Vec<Choice>,
    pub(crate) scope: ScopeUse,
}

/// What the answers to a question have to do with the scope, and would be others in a larger one.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScopeUse {
    /// The objects that the scope has refused.
    pub(crate) refused: Vec<Fresh>,
    /// Numbers are from a range.
    pub(crate) has_numbers: bool,
    /// Something else: lengths, texts, objects that nothing leads to.
    pub(crate) has_others: bool,
    /// Something cannot be built at all.
    pub(crate) unavailable: Option<Name>,
}

impl Offer {
    fn of(choices: Vec<Choice>) -> Offer {
        Offer { choices, scope: ScopeUse::default() }
    }

    /// The same memory, with nothing in it.
    pub(crate) fn clear(&mut self) {
        self.choices.clear();
        self.scope.refused.clear();
        (self.scope.has_numbers, self.scope.has_others, self.scope.unavailable) = (false, false, None);
    }
}

const ORDERINGS: [Ordering; 3] = [Ordering::Less, Ordering::Equal, Ordering::Greater];

impl Setup<'_> {
    /// All answers to a question; the thread takes note of what they have to do with the scope.
    pub(crate) fn choices(&self, node: &Node, ask: &Ask, thread: &mut Thread) -> Offer {
        let offer = self.offer(node, ask);
        thread.note(&offer.scope);
        offer
    }

    /// All answers to a question.
    fn offer(&self, node: &Node, ask: &Ask) -> Offer {
        match ask {
            Ask::Receiver => self.content_choices(node, self.receiver, None),
            Ask::Parameter(index) => self.content_choices(node, self.params[*index as usize], None),
            Ask::Observer => self.observer_choices(node),
            Ask::Element { array, .. } => match self.elements_of(node, *array) {
                Some(content) => self.content_choices(node, content, Some(*array as usize)),
                None => Offer::default(),
            },
            Ask::Machine(question @ (Question::Slot(_) | Question::Holds { .. })) => {
                let mut offer = Offer::default();
                self.offer_for_slot(node, question, &mut offer);
                offer
            }
            _ => Offer::of(self.comparisons(node, ask)),
        }
    }

    /// The answers to a question about the order or the identity of values.
    fn comparisons(&self, node: &Node, ask: &Ask) -> Vec<Choice> {
        match ask {
            Ask::Number(point) => match node.state.point_range(*point) {
                Some((least, greatest)) => {
                    let numbers =
                        (least..=greatest).filter(|number| node.state.can_order(*point, Ordering::Equal, *number));
                    numbers.map(|number| Choice::Among(*point, Orderings::from(Ordering::Equal), number)).collect()
                }
                None => Vec::new(),
            },
            Ask::Machine(Question::Order { left, right }) => {
                let possible = ORDERINGS.into_iter().filter(|order| node.state.can_order(*left, *order, *right));
                possible.map(|order| Choice::Among(*left, Orderings::from(order), *right)).collect()
            }
            Ask::Machine(Question::Among { left, right, orderings }) => {
                [*orderings, orderings.others()].map(|either| Choice::Among(*left, either, *right)).to_vec()
            }
            Ask::Machine(Question::Identical { left, right }) => {
                [true, false].into_iter().map(|same| Choice::Identical(*left, *right, same)).collect()
            }
            Ask::Machine(Question::Equal { left, right }) => {
                [true, false].into_iter().map(|same| Choice::Equal(*left, *right, same)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// How many answers there are. Numbers come last, however few: mostly an invariant fixes them
    /// when the rest is known, and then they need not be in any range.
    pub(crate) fn choice_count(&self, node: &Node, ask: &Ask) -> usize {
        let content = match ask {
            Ask::Receiver => self.receiver,
            Ask::Parameter(index) => self.params[*index as usize],
            Ask::Element { array, .. } => match self.elements_of(node, *array) {
                Some(content) => content,
                None => return 0,
            },
            Ask::Machine(Question::Slot(request)) => match self.content_of(node, request) {
                Some(content) => content,
                None => return 0,
            },
            Ask::Number(point) => {
                return node
                    .state
                    .point_range(*point)
                    .map_or(0, |(least, greatest)| greatest.abs_diff(least) as usize + 1);
            }
            Ask::Observer => return 1 + self.bounds.observers.len(),
            Ask::Machine(Question::Order { .. }) => return 3,
            Ask::Machine(
                Question::Among { .. } | Question::Identical { .. } | Question::Equal { .. } | Question::Holds { .. },
            ) => return 2,
        };
        match self.space.content(content) {
            Content::Boolean => 2,
            Content::Words { words, .. } if words.len() > 1 => usize::MAX,
            Content::Words { words, .. } => words.len(),
            Content::OrderedVar { .. } | Content::Untouchable => 1,
            Content::ToldApart { .. } => 2 + node.opaques.len(),
            Content::Opaque { .. } => 1,
            Content::Reference(reference) => {
                usize::from(reference.may_be_null) + node.initial.len() + reference.fresh.len()
            }
        }
    }

    /// Does the slot in question hold references?
    pub(crate) fn is_reference(&self, node: &Node, request: &SlotRef) -> bool {
        let content = self.content_of(node, request).map(|content| self.space.content(content));
        matches!(content, Some(Content::Reference(_)))
    }

    /// The slot holds a reference, and no new object can be what it leads to: the scope is used up.
    pub(crate) fn has_no_fresh(&self, node: &Node, request: &SlotRef) -> bool {
        let content = self.content_of(node, request).map(|content| self.space.content(content));
        let is_full = |fresh: &Fresh| usize::from(node.counts[fresh.kind()]) >= self.space.kinds[fresh.kind()].limit;
        matches!(content, Some(Content::Reference(content)) if content.fresh.iter().all(is_full))
    }

    pub(crate) fn content_of(&self, node: &Node, request: &SlotRef) -> Option<ContentId> {
        let elements = self.elements_of(node, request.object as u32);
        elements.or_else(|| self.field_content(node, request.object, request.slot as usize))
    }

    /// What a field of an object may hold.
    pub(crate) fn field_content(&self, node: &Node, object: usize, slot: usize) -> Option<ContentId> {
        match node.instance(object) {
            Some(instance) => self.space.instance_slot(instance, slot),
            None => self.space.slot(self.executable.type_number(&node.state, object), slot),
        }
    }

    fn elements_of(&self, node: &Node, array: u32) -> Option<ContentId> {
        node.arrays.iter().find(|(object, _)| *object == array).map(|(_, elements)| *elements)
    }

    /// The answers to a question about a slot, into an offer with nothing in it.
    pub(crate) fn offer_for_slot(&self, node: &Node, question: &Question, offer: &mut Offer) {
        match question {
            Question::Holds { request, among } => {
                offer.choices.extend(self.halves(node, request, *among, &mut offer.scope).into_iter().flatten());
            }
            Question::Slot(request) => match self.content_of(node, request) {
                Some(content) => self.each_slot_choice(node, request, content, offer),
                None => {
                    let class = self.executable.object_type(&node.state, request.object).and_then(Type::as_class);
                    let name = |class| self.program.class(class).name.clone();
                    offer.scope.unavailable = Some(class.map_or_else(|| Name::new("an array"), name));
                }
            },
            _ => {}
        }
    }

    /// What a slot may hold, by what is known of it.
    fn each_slot_choice(&self, node: &Node, request: &SlotRef, content: ContentId, offer: &mut Offer) {
        let allowed = node.state.allowed(request);
        let within = self.within_labels(node, request);
        let Offer { choices, scope } = offer;
        self.each_content(node, content, Some(request.object), scope, &mut |choice| {
            if is_possible(allowed, &choice) && within.as_ref().is_none_or(|within| within.admits(&choice)) {
                choices.push(choice);
            }
        });
    }

    /// The slot holds one of these words, or it does not: at most two ways, each as exact as it can
    /// be.
    fn halves(&self, node: &Node, request: &SlotRef, among: u64, scope: &mut ScopeUse) -> [Option<Choice>; 2] {
        let Some(content) = self.content_of(node, request) else { return [None, None] };
        let allowed = node.state.allowed(request);
        let within = self.within_labels(node, request);
        let (mut inside, mut outside) = (Half::default(), Half::default());
        let mut see = |choice: Choice| {
            let is_inside = matches!(choice, Choice::Word(word) if bit(word).is_some_and(|bit| among & bit != 0));
            if is_possible(allowed, &choice) && within.as_ref().is_none_or(|within| within.admits(&choice)) {
                if is_inside { inside.add(choice) } else { outside.add(choice) }
            }
        };
        match self.space.content(content) {
            Content::Reference(reference) if bit(reference_to(node.state.object_count())).is_some() => {
                self.each_new_reference(node, reference, scope, &mut see);
                let known = self.known_references(node, reference, request.object, within.as_ref());
                inside.add_words(known, among, allowed);
                outside.add_words(known, !among, allowed);
            }
            _ => self.each_content(node, content, Some(request.object), scope, &mut see),
        }
        [inside.choice(among), outside.choice(among)]
    }

    /// Null, if it may stand there, and the objects that do: a set of words. Requires: each of them
    /// has a place in such sets.
    fn known_references(
        &self,
        node: &Node,
        content: &ReferenceContent,
        owner: usize,
        within: Option<&Within<'_>>,
    ) -> u64 {
        let admits = |word: Word| within.is_none_or(|within| within.admits_word(word));
        let null = if content.may_be_null && admits(0) { bit(0).unwrap_or_default() } else { 0 };
        let first = bit(reference_to(0)).unwrap_or_default();
        let objects = 0..node.state.object_count();
        objects
            .filter(|object| admits(reference_to(*object)))
            .filter(|object| self.may_refer_to(node, content, Some(owner), *object))
            .fold(null, |all, object| all | first << object)
    }

    /// Is it an initial object that may stand there?
    pub(crate) fn may_refer_to(
        &self,
        node: &Node,
        content: &ReferenceContent,
        owner: Option<usize>,
        object: usize,
    ) -> bool {
        let number = || self.executable.type_number(&node.state, object);
        let admits = |arguments: &ArgumentFits| {
            let (instance, elements) = (node.instance(object), self.elements_of(node, object as u32));
            !node.has_made(object) || arguments.allow(number(), instance, elements)
        };
        let fits = || content.fits.get(number()) == Some(&true) && content.arguments.as_ref().is_none_or(admits);
        let is_as_long = || content.length.is_none_or(|length| node.state.object_length(object) == length as usize);
        let is_free = || !content.is_unique || !self.is_held(node, object);
        let is_hidden = || node.hidden.contains(&(object as u32));
        node.state.is_initial(object) && fits() && is_as_long() && is_free() && node.sees(owner, object) && !is_hidden()
    }

    /// Does another object hold this one in a place where each has its own?
    fn is_held(&self, node: &Node, held: usize) -> bool {
        let mut objects = node.initial.iter().map(|object| *object as usize);
        objects.any(|object| {
            let slots = self.space.unique(self.executable.type_number(&node.state, object));
            let value = |slot: u32| node.state.slot_before(object, slot as usize).and_then(object_of);
            slots.iter().any(|slot| value(*slot) == Some(held))
        })
    }

    fn content_choices(&self, node: &Node, content: ContentId, owner: Option<usize>) -> Offer {
        let (mut choices, mut scope) = (Vec::new(), ScopeUse::default());
        self.each_content(node, content, owner, &mut scope, &mut |choice| choices.push(choice));
        Offer { choices, scope }
    }

    /// Shows `see` all that a place of an object may hold, in the order in which it is tried.
    fn each_content(
        &self,
        node: &Node,
        content: ContentId,
        owner: Option<usize>,
        scope: &mut ScopeUse,
        see: &mut impl FnMut(Choice),
    ) {
        match self.space.content(content) {
            Content::Boolean => [0, 1].into_iter().for_each(|word| see(Choice::Word(word))),
            Content::Words { words, .. } => {
                scope.has_numbers = true;
                words.iter().for_each(|word| see(Choice::Word(*word)));
            }
            Content::OrderedVar { least, greatest, .. } => see(Choice::OrderedVar(*least, *greatest)),
            Content::ToldApart { limit, may_be_null } => {
                if *may_be_null {
                    see(Choice::Word(0));
                }
                node.opaques.iter().for_each(|word| see(Choice::Word(*word)));
                if limit.is_none_or(|limit| node.opaques.len() < limit) {
                    see(Choice::AnotherOpaque);
                }
            }
            Content::Opaque { .. } => see(Choice::NewOpaque),
            Content::Reference(reference) => self.each_reference(node, reference, owner, scope, see),
            Content::Untouchable => see(Choice::Word(0)),
        }
    }

    fn each_reference(
        &self,
        node: &Node,
        content: &ReferenceContent,
        owner: Option<usize>,
        scope: &mut ScopeUse,
        see: &mut impl FnMut(Choice),
    ) {
        if content.may_be_null {
            see(Choice::Word(0));
        }
        for object in 0..node.state.object_count() {
            if self.may_refer_to(node, content, owner, object) {
                see(Choice::Word(reference_to(object)));
            }
        }
        self.each_new_reference(node, content, scope, see);
    }

    /// Those that lead to no object of the heap as it is.
    fn each_new_reference(
        &self,
        node: &Node,
        content: &ReferenceContent,
        scope: &mut ScopeUse,
        see: &mut impl FnMut(Choice),
    ) {
        if self.space.texts == Texts::OwnOrKnown
            && content.fresh.iter().any(|fresh| matches!(fresh, Fresh::Text { .. }))
        {
            self.executable.literals().for_each(|literal| see(Choice::Word(literal)));
        }
        for fresh in &content.fresh {
            let kind = fresh.kind();
            let layout = self.layout_of(fresh);
            if !matches!(fresh, Fresh::Object { .. }) || layout.is_some() {
                // Lengths and texts depend on the scope, too.
                scope.has_others = true;
            }
            // A part that has too many waits for a larger scope.
            let is_refused = !node.is_part && usize::from(node.counts[kind]) >= self.space.kinds[kind].limit;
            if is_refused {
                scope.refused.push(*fresh);
                continue;
            }
            match fresh {
                Fresh::Array { length: Some(length), .. } => see(Choice::Fresh(*fresh, *length)),
                Fresh::Array { ty, .. } => {
                    self.space.lengths(*ty).for_each(|length| see(Choice::Fresh(*fresh, length)));
                }
                Fresh::Text { .. } => {
                    let texts = self.text_candidates(node).len() as u32;
                    (0..texts).for_each(|text| see(Choice::Fresh(*fresh, text)));
                }
                Fresh::Object { .. } if layout.is_some() => {
                    (0..=self.space.array_length as u32).for_each(|count| see(Choice::Fresh(*fresh, count)));
                }
                Fresh::Object { .. } => see(Choice::Fresh(*fresh, 0)),
            }
        }
        if content.unavailable.is_some() {
            scope.unavailable.clone_from(&content.unavailable);
        }
    }

    /// The texts that a new initial string may have: one of its own, that of another string (equal,
    /// but not the same), none at all.
    pub(crate) fn text_candidates(&self, node: &Node) -> Vec<Name> {
        let own = Name::from(format!("s{}", 1 + node.made()));
        if self.space.texts == Texts::Own {
            return vec![own];
        }
        let of_object = |object: &u32| self.executable.text_of(&node.state, reference_to(*object as usize));
        let of_literal = |word: Word| self.executable.text_of(&node.state, word);
        let others = node.initial.iter().filter_map(of_object).chain(self.executable.literals().filter_map(of_literal));
        let mut texts = vec![own];
        for text in others.chain([Name::new("")]) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    /// The invariants of an object, if its class has any.
    pub(crate) fn invariants(&self, node: &Node, object: usize) -> Option<&CompiledInvariants> {
        let class = self.executable.object_type(&node.state, object).and_then(Type::as_class)?;
        self.contract.invariants(class)
    }
}

/// Some of the things that a slot may hold.
#[derive(Default)]
struct Half {
    count: usize,
    first: Option<Choice>,
    words: u64,
    /// There are others than the words.
    has_others: bool,
}

impl Half {
    fn add(&mut self, choice: Choice) {
        self.count += 1;
        self.first = self.first.or(Some(choice));
        match choice {
            Choice::Word(word) if bit(word).is_some() => self.words |= bit(word).unwrap_or_default(),
            _ => self.has_others = true,
        }
    }

    /// Those of the words that are among some others and allowed.
    fn add_words(&mut self, words: u64, among: u64, allowed: Allowed) {
        let words = allowed.words(words & among);
        self.count += words.count_ones() as usize;
        self.words |= words;
        if words != 0 {
            self.first = Some(Choice::Word(least_word(words)));
        }
    }

    /// That it is one of these. Those that are not words are what is not among those that were
    /// asked for.
    fn choice(self, among: u64) -> Option<Choice> {
        match self.count {
            0 | 1 => self.first,
            _ if self.has_others => Some(Choice::Holds(among, false)),
            _ => Some(Choice::Holds(self.words, true)),
        }
    }
}

fn is_possible(allowed: Allowed, choice: &Choice) -> bool {
    match choice {
        Choice::Word(word) => allowed.word(*word),
        Choice::Fresh(..) => allowed.others(),
        _ => true,
    }
}
