//! Quantifiers and aggregates.
//!
//! Bound variables of object types range over the objects of a set when the range starts with
//! `set.has(x)`, else over all objects of the type that are at hand. (On a partial heap more
//! objects may exist; whoever grows heaps asks again after each step.) Inside `\old` they are those
//! that existed then; objects that pure methods made while the formula is evaluated are never among
//! them. An instance that decides the quantifier decides it, else one that throws makes it throw:
//! the numbers of objects play no part. Integers range between the bounds that the conjuncts of the
//! range give; without bounds there is no value.

use super::evaluate::{Evaluation, Halt, Open, Step, Value, could_throw};
use super::sets::Objects;
use super::shortcuts::Shortcuts;
use super::truth::Truth;
use super::{Binder, Domain, Narrowing, NarrowingKind, Node, NodeKind, QuantifiedNode, ReachNode, SetNode, Side};
use crate::code::TypeTest;
use crate::outcome::Question;
use crate::word::{self, Word};
use tightrope_program::body::{Quantifier, Unsupported};
use tightrope_program::constructs::Construct;
use tightrope_source::Name;

/// A quantifier over more integers than this would use up any budget.
const MOST_INTEGERS: Word = 1 << 20;

/// What a bound variable ranges over, as far as it is known.
pub(crate) struct Values {
    pub(super) words: Words,
    pub(super) open: Option<Question>,
}

/// Values one after the other. Those of small heaps need no allocation.
#[derive(Debug)]
pub(crate) enum Words {
    Few(u128),
    Many(std::vec::IntoIter<Word>),
    Integers(std::ops::RangeInclusive<Word>),
}

impl Words {
    /// Without these objects.
    pub(super) fn without(self, objects: u128) -> Words {
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
    pub(super) fn have(&self, objects: u128) -> bool {
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

impl<S: Shortcuts> Evaluation<'_, '_, S> {
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
            if let Some(holds) = S::instance(self, node)? {
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

    pub(super) fn fold_domain(&mut self, node: &QuantifiedNode, depth: usize, universal: bool) -> Step<Truth> {
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
        if let Some(values) = S::values(self, reach.walk, object) {
            return Ok(Value::Known(values));
        }
        let set = self.walked(reach.walk, object);
        self.workspace.met.add(set.watched);
        Ok(Value::Known(Values { words: self.fitting(&set.surely, None), open: set.open }))
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
            return Err(Halt::Exhausted(crate::outcome::Limit::Steps));
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
