//! Which of the answers that a run was given can have had an influence on what it did.
//!
//! Darga & Boyapati's information flow (section 3.2.2): a field that was read, and whose value went
//! neither into a branch, nor into a value that was written, nor into the result, is none that the
//! run depended on. The judgement may have read it too: so it is made again with the field open. If
//! it says the same, the field says nothing, and the run stands for all its values.

use super::Look;
use crate::node::{Ask, Node};
use crate::search::Thread;
use crate::setup::Setup;
use tightrope_machine::contract::{Ending, Judgement};
use tightrope_machine::observe::{InformationFlow, Slot};
use tightrope_machine::{Question, SlotRef};

impl Setup<'_> {
    /// The answers that matter. The run must have met its contract.
    pub(super) fn relevant(
        &self,
        look: &Look<'_>,
        node: &Node,
        ending: &Ending,
        aside: &mut Thread,
    ) -> Vec<(usize, usize)> {
        let all = || look.cube.clone();
        if matches!(ending, Ending::Thrown(_)) {
            return all();
        }
        let mut before = Node::default();
        before.clone_from(node);
        self.rewind(&mut before);
        let mut state = before.state.clone();
        self.executable.start(&mut state, self.contract.method, &before.args);
        let mut flow = InformationFlow::default();
        self.executable.run_observed(&mut state, &mut self.run_budget.clone(), &mut flow);
        let influence = flow.influence();
        let mut open = Node::default();
        open.clone_from(node);
        let mut cube = all();
        for number in 0..node.initial.len() {
            let Some(Some(label)) = look.met.get(number).copied() else { continue };
            for (slot, variable) in look.layout.slots(label) {
                let is_asked = cube.iter().any(|(asked, _)| *asked == variable);
                let place = Slot { object: before.initial[number] as usize, slot };
                let request = SlotRef { object: node.initial[number] as usize, slot, is_long: false, before: false };
                let is_written = flow.of_written(place.object, slot).is_some();
                let is_idle = is_asked && !is_written && !influence.contains(&place);
                if is_idle && self.says_the_same(&mut open, &mut before, (request, place), ending, aside) {
                    cube.retain(|(asked, _)| *asked != variable);
                }
            }
        }
        cube
    }

    /// Do the cases that apply and the judgement not depend on a slot? Then it stays open.
    fn says_the_same(
        &self,
        open: &mut Node,
        before: &mut Node,
        (request, place): (SlotRef, Slot),
        ending: &Ending,
        aside: &mut Thread,
    ) -> bool {
        let Some(word) = open.state.known_slot(&request) else { return false };
        let earlier = SlotRef { object: place.object, ..request };
        self.executable.reopen(&mut open.state, request);
        self.executable.reopen(&mut before.state, earlier);
        let applicable = before.applicable.clone();
        before.run = None;
        let has_cases = matches!(self.find_cases(before, aside), Ok(None)) && before.applicable == applicable;
        let has_cases = has_cases && aside.results.excluded.is_empty();
        aside.results.excluded.clear();
        if has_cases && self.judge_state(open, ending, aside) == Some(Judgement::Met) {
            return true;
        }
        before.applicable = applicable;
        let ask = |request| Ask::Machine(Question::Slot(request));
        let choice = crate::choices::Choice::Word(word);
        self.choose(open, &ask(request), choice);
        self.choose(before, &ask(earlier), choice);
        false
    }
}
