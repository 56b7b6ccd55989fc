//! Answering a question: the ways to go on, each a node of its own.
//!
//! A reference is null, one of the initial objects that fit, or the *next* new one: since objects
//! are numbered as they are met, isomorphic heaps are met once. (Objects of a class are never told
//! apart by anything but what leads to them.) Answers are tried in this order: null, known objects,
//! new objects.

use crate::labels::Within;
use crate::node::{Ask, Node, Pending, Phase};
use crate::search::Thread;
use crate::setup::Setup;
use crate::space::{ArgumentFits, Content, ContentId, Fresh, ReferenceContent};
use std::cmp::Ordering;
use tightrope_machine::contract::CompiledInvariants;
use tightrope_machine::formula::{Change, Force};
use tightrope_machine::{
    Acceleration, Allowed, Orderings, Question, SlotRef, Word, bit, is_opaque, is_symbol, least_word, object_of,
    reference_to,
};
use tightrope_program::{BaseType, Type};
use tightrope_source::Name;

/// One way to answer a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    Word(Word),
    /// A new ordered value between these numbers.
    OrderedVar(i64, i64),
    NewOpaque,
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

/// What has become of something that is forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Forced {
    Done,
    /// It leaves more than one way.
    Nothing,
    Impossible,
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
            Content::Opaque { .. } if self.generates => 2 + node.opaques.len(),
            Content::Opaque { .. } => 1,
            Content::Reference(reference) => {
                usize::from(reference.may_be_null) + node.initial.len() + reference.fresh.len()
            }
        }
    }

    /// Carries out what an assumption forces, which forces these others too.
    pub(crate) fn force(&self, node: &mut Node, force: Force, others: &[Force], thread: &mut Thread) -> Forced {
        if !self.executable.has(Acceleration::Forcing) && !self.fixes_number(node, force) {
            return Forced::Nothing;
        }
        let is_possible = match force {
            Force::Among(left, orderings, right) => {
                node.note_change(Change::Symbols);
                node.state.assume_among(left, orderings, right)
            }
            Force::Identical(left, right, same) => {
                node.note_change(Change::Symbols);
                node.state.assume_identical(left, right, same)
            }
            Force::Slot(request, value) => match node.state.known_slot(&request) {
                Some(known) => self.force_equal(node, known, value),
                None => self.force_slot(node, request, value, thread),
            },
            Force::Not(request, value) => return self.force_other(node, request, value, others, thread),
        };
        if is_possible { Forced::Done } else { Forced::Impossible }
    }

    /// Does it give a number to a slot that would otherwise get one from a range? Then it says
    /// which heaps there are, and not only how they are found.
    fn fixes_number(&self, node: &Node, force: Force) -> bool {
        let Force::Slot(request, _) = force else { return false };
        let content = self.content_of(node, &request).map(|content| self.space.content(content));
        matches!(content, Some(Content::Words { .. }))
    }

    /// A slot does not hold this value. Where that leaves but one way, it is gone.
    fn force_other(
        &self,
        node: &mut Node,
        request: SlotRef,
        value: Word,
        others: &[Force],
        thread: &mut Thread,
    ) -> Forced {
        if node.is_running {
            return Forced::Nothing;
        }
        match node.state.known_slot(&request) {
            Some(known) if known == value => return Forced::Impossible,
            Some(_) => return Forced::Nothing,
            None => {}
        }
        let ask = Ask::Machine(Question::Slot(request));
        let content = self.content_of(node, &request).map(|content| self.space.content(content));
        let mut offer = match content {
            Some(Content::Reference(_)) => self.unrefuted_choices(node, &ask, thread),
            Some(Content::Boolean) => self.choices(node, &ask, thread),
            _ => return Forced::Nothing,
        };
        let choices = &mut offer.choices;
        choices.retain(|choice| *choice != Choice::Word(value));
        // A part is not given nodes that nobody has read.
        let makes_node = node.is_part && matches!(choices.as_slice(), [Choice::Fresh(..)]);
        if choices.len() > 1 || makes_node {
            return Forced::Nothing;
        }
        self.leave_waiting(node, &ask, &offer, others, thread);
        match offer.choices.first() {
            Some(only) if self.choose(node, &ask, *only) => Forced::Done,
            _ => Forced::Impossible,
        }
    }

    fn force_slot(&self, node: &mut Node, request: SlotRef, value: Word, thread: &mut Thread) -> bool {
        let content = self.content_of(node, &request).map(|content| self.space.content(content));
        let can_hold = content.is_some_and(|content| self.can_hold(node, request.object, content, value));
        // Whether it can hold the value may depend on the scope.
        if matches!(content, Some(Content::Words { is_chosen: true, .. })) {
            node.chose_number = true;
            thread.left_off.frontier.discard();
        }
        let is_number = matches!(content, Some(Content::Words { .. }));
        if is_number && !self.is_of_type(node, &request, value) {
            return false;
        }
        if !can_hold || !fits_range(node, content, value) || !is_not_null(node, content, value) {
            return false;
        }
        node.note_change(change_of(&request, value));
        self.executable.answer(&mut node.state, request, value);
        true
    }

    /// Is it a number of the type of the slot? A `long` may be forced to be what an `int` is, and
    /// be greater than any.
    fn is_of_type(&self, node: &Node, request: &SlotRef, value: Word) -> bool {
        let element = self.executable.object_type(&node.state, request.object).and_then(Type::element);
        let ty = element.or_else(|| self.executable.slot_type(&node.state, request));
        let (least, greatest) = match ty.map(|ty| ty.base) {
            _ if request.is_long => return true,
            Some(BaseType::Byte) => (i64::from(i8::MIN), i64::from(i8::MAX)),
            Some(BaseType::Short) => (i64::from(i16::MIN), i64::from(i16::MAX)),
            Some(BaseType::Char) => (0, i64::from(u16::MAX)),
            Some(BaseType::Int) => (i64::from(i32::MIN), i64::from(i32::MAX)),
            _ => return true,
        };
        (least..=greatest).contains(&value)
    }

    /// Another clause was faster: the slot has a value, and it has to be this one.
    fn force_equal(&self, node: &mut Node, known: Word, value: Word) -> bool {
        if known == value || !is_symbol(known) && !is_symbol(value) {
            return known == value;
        }
        node.note_change(Change::Symbols);
        match is_opaque(known) || is_opaque(value) {
            true => node.state.assume_identical(known, value, true),
            false => node.state.assume_among(known, Orderings::EQUAL, value),
        }
    }

    fn can_hold(&self, node: &Node, owner: usize, content: &Content, value: Word) -> bool {
        match content {
            Content::Boolean => (0..=1).contains(&value),
            Content::Words { words, is_chosen } => !is_chosen || words.contains(&value),
            // An ordered value is kept within the range when it is put there.
            Content::OrderedVar { least, greatest, .. } => is_symbol(value) || (*least..=*greatest).contains(&value),
            Content::Opaque { may_be_null, .. } => value != 0 || *may_be_null,
            Content::Reference(content) => match object_of(value) {
                None => value != 0 || content.may_be_null,
                Some(object) => self.may_refer_to(node, content, Some(owner), object),
            },
            Content::Untouchable => false,
        }
    }

    /// An open slot that holds ordered values gets a new one; was it such a slot?
    pub(crate) fn fill_with_point(&self, node: &mut Node, request: SlotRef) -> bool {
        let is_open = node.state.known_slot(&request).is_none();
        let content = self.content_of(node, &request).filter(|_| is_open).map(|content| self.space.content(content));
        let Some(Content::OrderedVar { least, greatest, .. }) = content else { return false };
        self.choose(node, &Ask::Machine(Question::Slot(request)), Choice::OrderedVar(*least, *greatest))
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
    fn may_refer_to(&self, node: &Node, content: &ReferenceContent, owner: Option<usize>, object: usize) -> bool {
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
            Content::Opaque { limit, may_be_null } if self.generates => {
                if *may_be_null {
                    see(Choice::Word(0));
                }
                node.opaques.iter().for_each(|word| see(Choice::Word(*word)));
                if limit.is_none_or(|limit| node.opaques.len() < limit) {
                    see(Choice::NewOpaque);
                }
            }
            // Whether it is null is decided when somebody asks.
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
        if !self.generates && content.fresh.iter().any(|fresh| matches!(fresh, Fresh::Text { .. })) {
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
    fn text_candidates(&self, node: &Node) -> Vec<Name> {
        let own = Name::from(format!("s{}", 1 + node.made()));
        if self.generates {
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

    /// Carries out a choice. `false`: it contradicts what is known.
    pub(crate) fn choose(&self, node: &mut Node, ask: &Ask, choice: Choice) -> bool {
        node.note_change(match (choice, ask) {
            (Choice::Among(..) | Choice::Identical(..) | Choice::Equal(..), _) => Change::Symbols,
            (Choice::NewOpaque, _) => Change::Anything,
            (Choice::Word(word), Ask::Machine(Question::Slot(request))) => change_of(request, word),
            // A new object can only be met through this slot.
            (_, Ask::Machine(Question::Slot(request))) => Change::Slot { object: request.object, slot: request.slot },
            _ => Change::Anything,
        });
        match choice {
            Choice::Among(left, orderings, right) => node.state.assume_among(left, orderings, right),
            Choice::Identical(left, right, same) => node.state.assume_identical(left, right, same),
            Choice::Equal(left, right, same) => node.state.assume_equal(left, right, same),
            Choice::Holds(among, holds) => {
                if let Ask::Machine(Question::Holds { request, .. }) = ask {
                    node.state.assume_holds(request, among, holds);
                }
                true
            }
            Choice::Word(word) => {
                node.chose_number |= self.is_number(node, ask);
                self.give(node, ask, word);
                true
            }
            Choice::OrderedVar(least, greatest) => {
                let point = node.state.new_point_between(least, greatest);
                self.give(node, ask, point);
                true
            }
            Choice::NewOpaque => {
                let value = node.state.new_opaque();
                let is_possible = !self.generates || tell_apart(node, value);
                let is_possible = is_possible && self.is_not_null(node, ask, value);
                self.give(node, ask, value);
                is_possible
            }
            Choice::Fresh(fresh, length) => match self.make(node, fresh, length) {
                Some(object) => {
                    note_stranger(node, ask, object);
                    self.give(node, ask, object);
                    true
                }
                None => false,
            },
        }
    }

    /// An opaque value in a place that is never null is not null.
    fn is_not_null(&self, node: &mut Node, ask: &Ask, value: Word) -> bool {
        let Ask::Machine(Question::Slot(request)) = ask else { return true };
        let content = self.content_of(node, request).map(|content| self.space.content(content));
        is_not_null(node, content, value)
    }

    /// Is a number asked for?
    fn is_number(&self, node: &Node, ask: &Ask) -> bool {
        let content = match ask {
            Ask::Machine(Question::Slot(request)) => self.content_of(node, request),
            Ask::Parameter(index) => self.params.get(*index as usize).copied(),
            Ask::Receiver | Ask::Observer | Ask::Machine(_) => None,
            Ask::Element { .. } | Ask::Number(_) => return true,
        };
        let content = content.map(|content| self.space.content(content));
        matches!(content, Some(Content::Words { .. }))
    }

    fn give(&self, node: &mut Node, ask: &Ask, value: Word) {
        match ask {
            Ask::Machine(Question::Slot(request) | Question::Holds { request, .. }) => {
                self.executable.answer(&mut node.state, *request, value);
            }
            Ask::Machine(_) | Ask::Number(_) => {}
            Ask::Observer => node.was_observed = true,
            Ask::Element { array, index } => {
                node.unfilled.pop();
                self.executable.set_initial_long(&mut node.state, *array as usize, *index as usize, value);
            }
            Ask::Receiver => {
                node.args.push(value);
                // What is said of all objects is said of those that parameters bring along, too.
                // Where the method runs first, they are known before anything is assumed.
                let comes_next = self.has_global_assumptions || node.is_part;
                node.phase = if comes_next { Phase::Parameter(0) } else { Phase::Assume };
                node.then = Phase::Parameter(0);
            }
            Ask::Parameter(index) => {
                node.args.push(value);
                node.phase = Phase::Parameter(index + 1);
            }
        }
    }

    /// Adds an initial object, whose invariant is then to be assumed.
    fn make(&self, node: &mut Node, fresh: Fresh, length: u32) -> Option<Word> {
        let number = node.initial.len() as u32;
        let object = node.state.object_count() as u32;
        node.counts[fresh.kind()] += 1;
        let word = match fresh {
            Fresh::Object { class, instance, .. } => {
                let word = self.executable.add_open_object(&mut node.state, class)?;
                node.instances.extend(instance.map(|instance| (object, instance)));
                self.fix_slots(node, object as usize);
                if self.layout_of(&fresh).is_none() {
                    self.fill_as_others(node, object as usize);
                }
                self.assume_invariants(node, number, object);
                word
            }
            Fresh::Array { ty, elements, length: exactly, .. } => {
                let length = exactly.unwrap_or(length);
                node.arrays.push((object, elements));
                if ty.element().is_some_and(Type::is_wide) {
                    node.unfilled.extend((0..length).rev().map(|index| (object, index)));
                }
                self.executable.add_open_array(&mut node.state, ty, length as usize)?
            }
            Fresh::Text { .. } => {
                let text = self.text_candidates(node).into_iter().nth(length as usize)?;
                self.executable.add_initial_text(&mut node.state, text)?
            }
        };
        node.initial.push(object);
        if let Some(layout) = self.layout_of(&fresh) {
            self.lay_out(node, layout, object as usize, length)?;
        }
        self.assume_again(node);
        Some(word)
    }

    /// Adds an object that nothing leads to. `false`: that cannot be.
    pub(crate) fn add_stranger(&self, node: &mut Node, fresh: Fresh) -> bool {
        let made = self.make(node, fresh, 0).and_then(object_of);
        node.strangers.extend(made.map(|object| object as u32));
        made.is_some()
    }

    /// `generate`: where there is no choice, nobody has to ask. (In a check, what was not read
    /// stays open, and a counterexample says so.)
    fn fix_slots(&self, node: &mut Node, object: usize) {
        if self.generates {
            for (slot, word) in self.space.fixed(self.executable.type_number(&node.state, object)) {
                let request = SlotRef { object, slot: *slot, is_long: false, before: false };
                self.executable.answer(&mut node.state, request, *word);
            }
        }
    }

    /// Where another object of the class has got its ordered values, because an assumption has read
    /// them, the same assumption will read those of a new one: it need not ask.
    fn fill_as_others(&self, node: &mut Node, object: usize) {
        let number = self.executable.type_number(&node.state, object);
        let is_like_it = |other: &&u32| {
            let other = **other as usize;
            self.executable.type_number(&node.state, other) == number && node.instance(other) == node.instance(object)
        };
        let Some(other) = node.initial.iter().find(is_like_it).map(|other| *other as usize) else { return };
        if node.is_running || !self.executable.has(Acceleration::EagerNumbers) {
            return;
        }
        for (slot, content) in self.space.slots(number).iter().enumerate() {
            let Some(is_long) = content.map(|content| content.is_long) else { continue };
            let request = |object: usize| SlotRef { object, slot: slot as u32, is_long, before: false };
            if node.state.known_slot(&request(other)).is_some() {
                self.fill_with_point(node, request(object));
            }
        }
    }

    /// The invariants of all initial objects are to be assumed, as if none were known to hold.
    pub(crate) fn assume_everything(&self, node: &mut Node) {
        node.pending.clear();
        for number in 0..node.initial.len() {
            self.assume_invariants(node, number as u32, node.initial[number]);
        }
    }

    fn assume_invariants(&self, node: &mut Node, number: u32, object: u32) {
        let clauses = self.invariants(node, object as usize).map_or(0, |invariants| invariants.assumed.len() as u32);
        node.pending.extend((0..clauses).map(|clause| Pending::new(number, clause)));
    }

    /// The invariants of an object, if its class has any.
    pub(crate) fn invariants(&self, node: &Node, object: usize) -> Option<&CompiledInvariants> {
        let class = self.executable.object_type(&node.state, object).and_then(Type::as_class)?;
        self.contract.invariants(class)
    }

    /// What is said of all objects of a type is to be said of one more.
    fn assume_again(&self, node: &mut Node) {
        if self.has_global_assumptions {
            self.assume_everything(node);
        }
        if node.is_running && (node.phase == Phase::Run || node.phase == Phase::Judge) {
            node.then = if self.has_global_requires { Phase::Requires } else { node.phase };
            node.phase = Phase::Assume;
        }
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

/// Is a new object one that nothing leads to, or that only such an object leads to?
fn note_stranger(node: &mut Node, ask: &Ask, new: Word) {
    let is_stranger = match ask {
        Ask::Observer => true,
        Ask::Machine(Question::Slot(request) | Question::Holds { request, .. }) => {
            node.strangers.contains(&(request.object as u32))
        }
        _ => false,
    };
    if is_stranger {
        node.strangers.extend(object_of(new).map(|object| object as u32));
    }
}

/// `generate`: null is another choice, and values that differ, differ in every way.
fn tell_apart(node: &mut Node, value: Word) -> bool {
    let Node { state, opaques, .. } = node;
    let is_new =
        state.assume_identical(value, 0, false) && opaques.iter().all(|other| state.assume_equal(*other, value, false));
    opaques.push(value);
    is_new
}

/// An ordered value of another place is kept within the range of this one. `false`: that cannot be.
fn fits_range(node: &mut Node, content: Option<&Content>, value: Word) -> bool {
    let Some(Content::OrderedVar { least, greatest, .. }) = content else { return true };
    if !is_symbol(value) {
        return true;
    }
    node.note_change(Change::Symbols);
    let state = &mut node.state;
    state.assume_among(value, Orderings::NOT_LESS, *least)
        && state.assume_among(value, Orderings::NOT_GREATER, *greatest)
}

/// In a place that is never null, an opaque value is not. `false`: that cannot be.
fn is_not_null(node: &mut Node, content: Option<&Content>, value: Word) -> bool {
    match content {
        Some(Content::Opaque { may_be_null: false, .. }) => {
            node.note_change(Change::Symbols);
            node.state.assume_identical(value, 0, false)
        }
        _ => true,
    }
}

fn change_of(request: &SlotRef, value: Word) -> Change {
    match value {
        0 => Change::Null { object: request.object, slot: request.slot },
        _ => Change::Slot { object: request.object, slot: request.slot },
    }
}
