//! Quantifiers and aggregates.
//!
//! Bound variables of object types range over the objects of a set when the range starts with `set.has(x)`, else over all objects of
//! the type that are at hand. (On a partial heap more objects may exist; whoever grows heaps asks again after each step.)
//! Inside `\old` they are those that existed then; objects that pure methods made while the formula is evaluated are never among them.
//! An instance that decides the quantifier decides it, else one that throws makes it throw: the numbers of objects play no part.
//! Integers range between the bounds that the conjuncts of the range give; without bounds there is no value.

use super::evaluate::{Evaluation, Halt, Instances, Open, Step, Value, could_throw};
use super::sets::Objects;
use super::truth::Truth;
use super::watch::{Part, Watch, Watched};
use super::{Binder, Domain, Narrowing, NarrowingKind, Node, NodeKind, QuantifiedNode, ReachNode, SetNode, Side};
use crate::accelerations::Acceleration;
use crate::code::TypeTest;
use crate::execute::Question;
use crate::word::{self, Word};
use tightrope_program::body::{Quantifier, Unsupported};
use tightrope_program::constructs::Construct;
use tightrope_source::Name;

/// A quantifier over more integers than this would use up any budget.
const MOST_INTEGERS: Word = 1 << 20;

/// What a bound variable ranges over, as far as it is known.
pub(super) struct Values {
    pub(super) words: Words,
    pub(super) open: Option<Question>,
}

/// Values one after the other. Those of small heaps need no allocation.
#[derive(Debug)]
pub(super) enum Words {
    Few(u128),
    Many(std::vec::IntoIter<Word>),
    Integers(std::ops::RangeInclusive<Word>),
}

impl Words {
    /// Without these objects.
    fn without(self, objects: u128) -> Words {
        match self {
            Words::Few(bits) => Words::Few(bits & !objects),
            Words::Many(words) if objects != 0 => {
                let others = words.filter(|word| instance_bit(*word) & objects == 0);
                Words::Many(others.collect::<Vec<_>>().into_iter())
            }
            other => other,
        }
    }

    /// Is one of these objects among those to come?
    fn have(&self, objects: u128) -> bool {
        match self {
            Words::Few(bits) => bits & objects != 0,
            Words::Many(words) => words.as_slice().iter().any(|word| instance_bit(*word) & objects != 0),
            Words::Integers(_) => false,
        }
    }

    /// Is this object among those to come?
    pub(super) fn has(&self, word: Word) -> bool {
        matches!(self, Words::Few(bits) if bits & instance_bit(word) != 0)
    }
}

impl Iterator for Words {
    type Item = Word;

    #[inline]
    fn next(&mut self) -> Option<Word> {
        match self {
            Words::Few(0) => None,
            Words::Few(bits) => {
                let object = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                Some(word::object(object))
            }
            Words::Many(words) => words.next(),
            Words::Integers(words) => words.next(),
        }
    }
}

impl Evaluation<'_, '_> {
    /// `\forall` and `\exists`.
    pub(super) fn quantified(&mut self, node: &QuantifiedNode) -> Step<Truth> {
        let universal = node.quantifier == Quantifier::Forall;
        self.fold(node, 0, universal)
    }

    /// All instances of a `\\forall` from the binder number `depth` on.
    pub(super) fn instances_from(&mut self, node: &QuantifiedNode, depth: usize) -> Step<Truth> {
        self.fold(node, depth, true)
    }

    /// The conjunction (universal) or disjunction over all values of the binders from `depth` on.
    fn fold(&mut self, node: &QuantifiedNode, depth: usize, universal: bool) -> Step<Truth> {
        let Some(binder) = node.binders.get(depth) else {
            if let Some(holds) = self.decided_instance(node)? {
                return Ok(Truth::known(holds));
            }
            return self.one_instance(node, universal);
        };
        let guard = self.conjunction(&binder.guards)?;
        if !guard.leaves(false) {
            return Ok(guard.then(false, universal, Truth::YES));
        }
        let inside = self.fold_domain(node, depth, universal)?;
        Ok(guard.then(false, universal, inside))
    }

    /// What an instance contributes whose variables are all bound.
    pub(super) fn one_instance(&mut self, node: &QuantifiedNode, universal: bool) -> Step<Truth> {
        let range = self.truth(&node.range)?;
        if !range.leaves(false) {
            return Ok(range.then(false, universal, Truth::YES));
        }
        let body = self.truth(&node.body)?;
        Ok(range.then(false, universal, body))
    }

    /// A formula that is assumed. Instances of a `\\forall` that hold, hold in every heap that the partial one can become: they are kept, and not looked at
    /// again. (What is said of all objects of a type is not settled by the objects at hand: such formulas start afresh with each object.) Those that are open are looked at
    /// again when something has changed that they depend on.
    pub(super) fn assumed(&mut self, node: &Node, instances: &mut Instances, waiting: Option<Question>) -> Step<Truth> {
        self.workspace.met.take();
        let Some((quantified, binder)) = assumed_set(node) else {
            let truth = self.demanded(node)?;
            self.watch(Part::Whole, truth.open, false);
            return Ok(truth);
        };
        let values = match self.domain(&binder.domain, &quantified.range)? {
            Value::Known(values) => values,
            Value::Open(open) => {
                self.watch(Part::Set, Some(open.question), true);
                return Ok(Truth::open(open.question, true));
            }
            Value::Throws(throws) => return Ok(Truth::thrown(throws)),
        };
        self.watch(Part::Set, values.open, true);
        let mut all = Truth::YES;
        let keeps_settled = self.executable().has(Acceleration::SettledInstances);
        let asleep = if waiting.is_some() || values.open.is_some() { instances.watched } else { 0 };
        let resting = if values.open.is_some() { instances.resting } else { 0 };
        let skipped = (asleep | resting) & !instances.settled;
        let question = if values.words.have(skipped) { waiting.or(values.open) } else { values.open };
        for word in values.words.without(instances.settled | skipped) {
            let bit = instance_bit(word);
            self.bind(binder.local, word);
            // As long as the set is open, most of those that are left are so, too: there is no point in a quick look.
            let is_worth_a_look = values.open.is_none() && quantified.binders.len() == 1;
            let decided = if is_worth_a_look { self.decided_instance(quantified)? } else { None };
            let one = match decided {
                Some(true) => Truth::YES,
                _ => self.demanded_instances(quantified, 1)?,
            };
            (instances.watched, instances.resting) = (instances.watched & !bit, instances.resting & !bit);
            if one.is_true() {
                instances.settled |= if keeps_settled { bit } else { 0 };
                self.workspace.met.take();
                continue;
            }
            if bit != 0 && one.can_be_true() && one.open.is_some() {
                instances.watched |= bit;
                self.watch(Part::Instance(bit.trailing_zeros()), one.open, values.open.is_some());
            }
            all = all.instance(false, one);
            if all.is_false() {
                return Ok(all);
            }
        }
        Ok(match question {
            Some(question) => all.instance(false, Truth::open(question, true)),
            _ => all,
        })
    }

    /// Keeps what was met since the last time as what a part depends on, if it is open.
    fn watch(&mut self, part: Part, open: Option<Question>, is_set_open: bool) {
        let watched = self.workspace.met.take();
        self.workspace.watches.extend(open.map(|question| Watch::new(part, question, watched, is_set_open)));
    }

    /// A formula that has to be true. So have both sides of its conjunctions and all instances of its `\\forall`s, and what each of them forces is noted.
    fn demanded(&mut self, node: &Node) -> Step<Truth> {
        match &node.kind {
            NodeKind::And(left, right) => {
                let left = self.demanded(left)?;
                let right = if left.leaves(false) { self.demanded(right)? } else { Truth::YES };
                Ok(left.then(false, false, right))
            }
            NodeKind::Implies(left, right) => {
                let left = self.truth(left)?;
                self.demanded_if(left, right)
            }
            NodeKind::Quantified(quantified) if quantified.quantifier == Quantifier::Forall => {
                self.demanded_instances(quantified, 0)
            }
            _ => self.demanded_atom(node),
        }
    }

    fn demanded_atom(&mut self, node: &Node) -> Step<Truth> {
        let met = self.workspace.met.take();
        let truth = self.truth(node)?;
        let is_made_true = self.makes_true(node, truth);
        let noted = self.note_forced(truth);
        if is_made_true {
            self.workspace.met.take();
        }
        self.workspace.met.add(met);
        Ok(if is_made_true { Truth::YES } else { noted })
    }

    /// `condition ==> node` has to be true.
    fn demanded_if(&mut self, condition: Truth, node: &Node) -> Step<Truth> {
        if condition.is_true() {
            return self.demanded(node);
        }
        let right = if condition.leaves(false) { self.truth(node)? } else { Truth::YES };
        Ok(self.note_forced(condition.then(false, true, right)))
    }

    /// All instances of a `\\forall` from the binder number `depth` on have to be true.
    fn demanded_instances(&mut self, node: &QuantifiedNode, depth: usize) -> Step<Truth> {
        let Some(binder) = node.binders.get(depth) else {
            let range = self.truth(&node.range)?;
            return self.demanded_if(range, &node.body);
        };
        let is_last = depth + 1 == node.binders.len();
        let guard = self.conjunction(&binder.guards)?;
        if !guard.is_true() {
            let inside = if guard.leaves(false) { self.fold_domain(node, depth, true)? } else { Truth::YES };
            return Ok(self.note_forced(guard.then(false, true, inside)));
        }
        let values = match self.domain(&binder.domain, &node.range)? {
            Value::Known(values) => values,
            Value::Open(open) => return Ok(Truth::open(open.question, true)),
            Value::Throws(throws) => return Ok(Truth::thrown(throws)),
        };
        let mut all = Truth::YES;
        for word in values.words {
            self.bind(binder.local, word);
            // Of a quantifier inside another most instances are known.
            let decided = if is_last { self.decided_instance(node)? } else { None };
            let one = match decided {
                Some(true) => continue,
                _ => self.demanded_instances(node, depth + 1)?,
            };
            all = all.instance(false, one);
            if all.is_false() {
                return Ok(all);
            }
        }
        Ok(match values.open {
            Some(question) => all.instance(false, Truth::open(question, true)),
            _ => all,
        })
    }

    pub(super) fn conjunction(&mut self, nodes: &[Node]) -> Step<Truth> {
        let mut all = Truth::YES;
        for node in nodes {
            if !all.leaves(false) {
                break;
            }
            all = all.then(false, false, self.truth(node)?);
        }
        Ok(all)
    }

    fn fold_domain(&mut self, node: &QuantifiedNode, depth: usize, universal: bool) -> Step<Truth> {
        let binder = &node.binders[depth];
        let values = match self.domain(&binder.domain, &node.range)? {
            Value::Known(values) => values,
            Value::Open(open) => return Ok(Truth::open(open.question, true)),
            Value::Throws(throws) => return Ok(Truth::thrown(throws)),
        };
        let mut all = Truth::known(universal);
        for word in values.words {
            self.bind(binder.local, word);
            let one = self.fold(node, depth + 1, universal)?;
            all = all.instance(!universal, one);
            if all.is_decided() && !all.leaves(!universal) && !all.can_throw() {
                return Ok(all);
            }
        }
        // Objects behind open slots may decide it the other way.
        Ok(match values.open {
            Some(question) => all.instance(!universal, Truth::open(question, true)),
            _ => all,
        })
    }

    pub(super) fn domain(&mut self, domain: &Domain, range: &Node) -> Step<Value<Values>> {
        match domain {
            Domain::Set(SetNode::Reach(reach), None) => self.reachable(reach),
            Domain::Set(set, test) => Ok(match self.set(set)? {
                Value::Known(set) => {
                    let words = self.fitting(&set.surely, *test);
                    Value::Known(Values { words, open: set.open })
                }
                Value::Open(open) => Value::Open(open),
                Value::Throws(throws) => Value::Throws(throws),
            }),
            Domain::Objects(all) => {
                let words = Words::Many(self.objects_at_hand(all).into_iter());
                Ok(Value::Known(Values { words, open: self.more_objects(all) }))
            }
            Domain::Integers { least, greatest, conjuncts } => self.integers(*least, *greatest, conjuncts),
            Domain::Unbounded => {
                let detail = Name::new("a quantifier over integers without bounds in its range");
                Err(Halt::Unsupported(Unsupported {
                    construct: Construct::UncheckedExpression,
                    detail,
                    span: range.span,
                }))
            }
        }
    }

    /// What a walk finds: most domains are nothing else.
    fn reachable(&mut self, reach: &ReachNode) -> Step<Value<Values>> {
        let root = match self.value(&reach.root)? {
            Value::Known(root) => root,
            Value::Open(open) => return Ok(Value::Open(open)),
            Value::Throws(throws) => return Ok(Value::Throws(throws)),
        };
        let Some(object) = word::as_object(root) else { return Ok(nothing()) };
        let (words, open, watched) = match self.reached(reach.walk, object) {
            Some(reached) => {
                let open = self.open_behind(reach.walk, &reached);
                (Words::Few(reached.members), open, Watched::frontiers(reached.frontier))
            }
            None => {
                let set = self.walked(reach.walk, object);
                (self.fitting(&set.surely, None), set.open, set.watched)
            }
        };
        self.workspace.met.add(watched);
        Ok(Value::Known(Values { words, open }))
    }

    fn fitting(&self, set: &Objects, test: Option<TypeTest>) -> Words {
        let (types, objects) = (&self.executable().types, &self.state().objects);
        let fits = |object: &usize| test.is_none_or(|test| types.passes(objects[*object].ty, test));
        match set {
            Objects::Few(bits) if test.is_none() => Words::Few(*bits),
            Objects::Few(_) => Words::Few(set.iter().filter(fits).fold(0, |bits, object| bits | 1 << object)),
            Objects::Many(_) => Words::Many(set.iter().filter(fits).map(word::object).collect::<Vec<_>>().into_iter()),
        }
    }

    fn integers(&mut self, mut least: Word, mut greatest: Word, conjuncts: &[Narrowing]) -> Step<Value<Values>> {
        for Narrowing { kind, is_always_met } in conjuncts {
            // What stands behind a conjunct that leaves nothing is never evaluated: it may throw.
            if least > greatest {
                break;
            }
            let value = match kind {
                NarrowingKind::Bound(_, bound) => self.value(bound)?,
                NarrowingKind::Guard(guard) => self.value(guard)?,
            };
            match (value, kind) {
                (Value::Known(word), NarrowingKind::Bound(Side::Least, _)) => least = least.max(word),
                (Value::Known(word), NarrowingKind::Bound(Side::Greatest, _)) => greatest = greatest.min(word),
                (Value::Known(word::FALSE), NarrowingKind::Guard(_)) => return Ok(nothing()),
                (Value::Known(_), NarrowingKind::Guard(_)) => {}
                (Value::Open(open), _) => return Ok(could_throw(Value::Open(open))),
                (Value::Throws(throws), _) if *is_always_met => return Ok(Value::Throws(throws)),
                // Whoever meets it will see it throw; it does not narrow.
                (Value::Throws(_), _) => {}
            }
        }
        if greatest.saturating_sub(least) > MOST_INTEGERS {
            return Err(Halt::Exhausted(crate::execute::Limit::Steps));
        }
        Ok(Value::Known(Values { words: Words::Integers(least..=greatest), open: None }))
    }

    /// `\num_of`, `\sum`, `\product`, `\min`, `\max`.
    pub(super) fn aggregate(&mut self, node: &QuantifiedNode) -> Step<Value<Word>> {
        let start = match (node.quantifier, node.is_long) {
            (Quantifier::Product, _) => 1,
            (Quantifier::Min, false) => Word::from(i32::MAX),
            (Quantifier::Min, true) => Word::MAX,
            (Quantifier::Max, false) => Word::from(i32::MIN),
            (Quantifier::Max, true) => Word::MIN,
            _ => 0,
        };
        // What comes after an open instance may throw.
        Ok(could_throw(self.collect(node, 0, start)?))
    }

    fn collect(&mut self, node: &QuantifiedNode, depth: usize, start: Word) -> Step<Value<Word>> {
        let Some(binder) = node.binders.get(depth) else { return self.collect_one(node, start) };
        let guard = self.conjunction(&binder.guards)?;
        if guard.is_false() {
            return Ok(Value::Known(start));
        }
        if !guard.is_true() {
            return Ok(Value::undecided(guard));
        }
        let values = match self.domain(&binder.domain, &node.range)? {
            Value::Known(values) => values,
            Value::Open(open) => return Ok(Value::Open(open)),
            Value::Throws(throws) => return Ok(Value::Throws(throws)),
        };
        let mut sum = start;
        for word in values.words {
            self.bind(binder.local, word);
            match self.collect(node, depth + 1, sum)? {
                Value::Known(next) => sum = next,
                other => return Ok(other),
            }
        }
        Ok(match values.open {
            Some(question) => Value::Open(Open { question, may_throw: true, is_slot: false }),
            None => Value::Known(sum),
        })
    }

    fn collect_one(&mut self, node: &QuantifiedNode, sum: Word) -> Step<Value<Word>> {
        let range = self.truth(&node.range)?;
        if range.is_false() {
            return Ok(Value::Known(sum));
        }
        if !range.is_true() {
            return Ok(Value::undecided(range));
        }
        if node.quantifier == Quantifier::Count {
            let body = self.truth(&node.body)?;
            return Ok(match body.is_decided() && !body.can_throw() {
                true => Value::Known(sum + Word::from(body.is_true())),
                false => Value::undecided(body),
            });
        }
        Ok(match self.value(&node.body)? {
            Value::Known(word) => Value::Known(combine(node.quantifier, node.is_long, sum, word)),
            other => other,
        })
    }
}

/// A `\\forall` over a set, whose instances can be settled one by one.
pub(super) fn assumed_set(node: &Node) -> Option<(&QuantifiedNode, &Binder)> {
    let NodeKind::Quantified(quantified) = &node.kind else { return None };
    let binder = quantified.binders.first()?;
    let is_over_set = matches!(binder.domain, Domain::Set(..)) && binder.guards.is_empty();
    (quantified.quantifier == Quantifier::Forall && is_over_set).then_some((quantified, binder))
}

/// The bit of the instance of an object; there is none for the 129th and later ones.
pub(super) fn instance_bit(word: Word) -> u128 {
    word::as_object(word).and_then(|object| 1_u128.checked_shl(object as u32)).unwrap_or(0)
}

fn nothing() -> Value<Values> {
    Value::Known(Values { words: Words::Few(0), open: None })
}

/// Sums and products wrap around as Java's do.
fn combine(quantifier: Quantifier, is_long: bool, sum: Word, word: Word) -> Word {
    let wide = match quantifier {
        Quantifier::Sum => sum.wrapping_add(word),
        Quantifier::Product => sum.wrapping_mul(word),
        Quantifier::Min => sum.min(word),
        _ => sum.max(word),
    };
    if is_long { wide } else { Word::from(wide as i32) }
}
