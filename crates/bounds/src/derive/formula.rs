//! What a derived predicate says: formulas and terms about one node, its children and what is known
//! of the subtrees below them.
//!
//! A formula of an invariant is not always one of these. So it is translated twice: to something
//! that holds wherever it holds (`over`), and to something that holds only where it holds
//! (`under`). What is not understood is `true` in the first and `false` in the second, which a
//! negation swaps. A predicate says the first, so it admits all that the invariant admits.

use tightrope_program::{FieldId, MethodId};

/// What is known of a subtree.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Measure {
    /// What a field of its root holds.
    Field(FieldId),
    /// What a pure method gives of it.
    Method(MethodId),
    /// How many nodes these fields lead to.
    Size(Vec<FieldId>),
}

/// Whose measure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    Node,
    /// By the number of the field that leads there.
    Child(usize),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Term {
    Number(i64),
    Of(Place, Measure),
    Sum(Box<Term>, Box<Term>),
    Negated(Box<Term>),
    Max(Box<Term>, Box<Term>),
    Min(Box<Term>, Box<Term>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal,
    Less,
    LessEqual,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Formula {
    Constant(bool),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    Compare(Comparison, Term, Term),
    /// There is no such child.
    IsNull(usize),
}

impl Formula {
    pub(super) fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::joined(parts, true)
    }

    pub(super) fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
        Formula::joined(parts, false)
    }

    /// `neutral`: the constant that changes nothing.
    fn joined(parts: impl IntoIterator<Item = Formula>, neutral: bool) -> Formula {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Formula::Constant(value) if value == neutral => {}
                Formula::Constant(value) => return Formula::Constant(value),
                Formula::And(parts) if neutral => all.extend(parts),
                Formula::Or(parts) if !neutral => all.extend(parts),
                other => all.push(other),
            }
        }
        all.dedup();
        match all.len() {
            0 => Formula::Constant(neutral),
            1 => all.swap_remove(0),
            _ if neutral => Formula::And(all),
            _ => Formula::Or(all),
        }
    }

    pub(super) fn negated(self) -> Formula {
        match self {
            Formula::Constant(value) => Formula::Constant(!value),
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// The terms that it compares.
    pub(super) fn each_term(&self, visit: &mut impl FnMut(&Term)) {
        match self {
            Formula::Constant(_) | Formula::IsNull(_) => {}
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| part.each_term(visit)),
            Formula::Not(inner) => inner.each_term(visit),
            Formula::Compare(_, left, right) => [left, right].into_iter().for_each(&mut *visit),
        }
    }

    /// Does it give the node's own measure a value, from measures that are `known` or of children?
    pub(super) fn determines(&self, measure: &Measure, known: &dyn Fn(&Measure) -> bool) -> bool {
        let is_it = |term: &Term| matches!(term, Term::Of(Place::Node, own) if own == measure);
        match self {
            Formula::Compare(Comparison::Equal, left, right) => {
                let (other, is_one) = if is_it(left) { (right, true) } else { (left, is_it(right)) };
                is_one && other.own_measures().iter().all(|own| *own != measure && known(own))
            }
            Formula::And(parts) => parts.iter().any(|part| part.determines(measure, known)),
            Formula::Or(parts) => !parts.is_empty() && parts.iter().all(|part| part.determines(measure, known)),
            _ => false,
        }
    }
}

impl Term {
    pub(super) fn each(&self, visit: &mut impl FnMut(Place, &Measure)) {
        match self {
            Term::Number(_) => {}
            Term::Of(place, measure) => visit(*place, measure),
            Term::Negated(a) => a.each(visit),
            Term::Sum(a, b) | Term::Max(a, b) | Term::Min(a, b) => [a, b].into_iter().for_each(|one| one.each(visit)),
        }
    }

    /// The measures of the node itself.
    fn own_measures(&self) -> Vec<&Measure> {
        match self {
            Term::Of(Place::Node, measure) => vec![measure],
            Term::Number(_) | Term::Of(..) => Vec::new(),
            Term::Negated(a) => a.own_measures(),
            Term::Sum(a, b) | Term::Max(a, b) | Term::Min(a, b) => [a.own_measures(), b.own_measures()].concat(),
        }
    }

    /// Is it no greater than a measure below, or the sum of one for each child, and a constant?
    /// Numbers that grow like this are far from the ends of an int in every scope that can be
    /// looked at.
    pub(super) fn grows_slowly(&self, children: usize) -> bool {
        let own = self.most_of(Place::Node);
        let below = (0..children).map(|child| self.most_of(Place::Child(child)));
        let (most, all) = (below.clone().max().unwrap_or(0), below.sum::<usize>());
        if own > 0 { own == 1 && all == 0 } else { most <= 1 }
    }

    /// How many measures of a place are added.
    fn most_of(&self, place: Place) -> usize {
        match self {
            Term::Of(of, _) => usize::from(*of == place),
            Term::Number(_) => 0,
            Term::Negated(a) => a.most_of(place),
            Term::Sum(a, b) => a.most_of(place) + b.most_of(place),
            Term::Max(a, b) | Term::Min(a, b) => a.most_of(place).max(b.most_of(place)),
        }
    }

    /// How many numbers are added: comparisons of few small numbers do not overflow.
    pub(super) fn summands(&self) -> usize {
        match self {
            Term::Number(_) | Term::Of(..) => 1,
            Term::Negated(a) => a.summands(),
            Term::Sum(a, b) => a.summands() + b.summands(),
            Term::Max(a, b) | Term::Min(a, b) => a.summands().max(b.summands()),
        }
    }
}
