//! Answers that a clause refutes at first sight, before there is a node for them.

use crate::choices::{Choice, Offer};
use crate::node::{Ask, Node};
use crate::search::Thread;
use crate::setup::Setup;
use tightrope_machine::contract::CompiledClause;
use tightrope_machine::formula::{Part, Suspect};
use tightrope_machine::{Acceleration, Question, SlotRef, Word, object_of, reference_to};

impl Setup<'_> {
    pub(crate) fn unrefuted_choices(&self, node: &mut Node, ask: &Ask, thread: &mut Thread) -> Offer {
        let mut offer = self.choices(node, ask, thread);
        let Ask::Machine(Question::Slot(request)) = *ask else { return offer };
        let is_tried = self.executable.has(Acceleration::Refutation) && !node.has_started();
        if !is_tried || !self.is_reference(node, &request) {
            return offer;
        }
        let choices = &mut offer.choices;
        let is_object = |choice: &Choice| matches!(choice, Choice::Word(word) if object_of(*word).is_some());
        if !choices.iter().any(is_object) {
            return offer;
        }
        let mut suspects = self.suspects(node, request);
        self.executable.prepare_values(&node.state, request, &mut thread.scratch.workspace);
        let mut is_left = |choice: &Choice| match choice {
            Choice::Word(word) => !self.is_refuted(node, request, *word, &mut suspects, thread),
            _ => true,
        };
        choices.retain(|choice| !is_object(choice) || is_left(choice));
        // Null is rarely refuted: that is worth a look only where it could leave one way. If it is
        // the only way itself, all clauses that see it are looked at next.
        let has_fresh = choices.iter().any(|choice| matches!(choice, Choice::Fresh(..)));
        if !has_fresh && choices.len() > 1 {
            choices.retain(|choice| is_object(choice) || is_left(choice));
        }
        offer
    }

    /// What an answer about this slot may refute: first what is said of its object, and first what
    /// is quickly evaluated.
    fn suspects(&self, node: &Node, request: SlotRef) -> Vec<(Suspect, &CompiledClause)> {
        let suspect = |(number, clause, part): (u32, u32, Part)| {
            let object = node.initial[number as usize] as usize;
            let clause = self.assumed_clause(node, object, clause)?;
            let instance = match part {
                Part::Instance(object) => Some(reference_to(object as usize)),
                Part::Whole => None,
                // What is said of new members is looked at when they are there.
                Part::Set => return None,
            };
            let (formula, this) = (clause.now, reference_to(object));
            Some((Suspect { formula, this, instance }, clause))
        };
        if self.has_global_assumptions || !self.executable.has(Acceleration::Watches) {
            let pending = node.pending.iter().map(|pending| (pending.number, pending.clause, Part::Whole));
            return pending.filter_map(suspect).collect();
        }
        let mut suspects = Vec::with_capacity(node.watches.len());
        suspects.extend(node.watching(request).filter_map(suspect));
        let owner = Some(reference_to(request.object));
        suspects.sort_by_key(|(suspect, _)| (suspect.instance != owner, !self.is_local[suspect.formula.index()]));
        suspects
    }

    /// Is a reference refuted? What refutes it is the first suspect for the next one.
    fn is_refuted(
        &self,
        node: &mut Node,
        request: SlotRef,
        word: Word,
        suspects: &mut [(Suspect, &CompiledClause)],
        thread: &mut Thread,
    ) -> bool {
        self.executable.answer(&mut node.state, request, word);
        let formulas = suspects.iter().map(|(suspect, _)| *suspect);
        let refuting =
            self.executable.refuting(formulas, &node.state, word, &self.budget(), &mut thread.scratch.workspace);
        self.executable.reopen(&mut node.state, request);
        if let Some(number) = refuting {
            thread.results.prune_clause(suspects[number].1);
            suspects[..=number].rotate_right(1);
        }
        refuting.is_some()
    }
}
