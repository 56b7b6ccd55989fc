//! Shape predicates as they are written: the language of Ponzio et al., Fig. 4, after Nguyen et al.
//! (2007).
//!
//! ```text
//! shape AvlTree == this -> AvlTree(root: t) * avl(t, h);
//!
//! avl(t, h) == emp & t = null & h = 0
//!           or t -> Node(left: l, right: r, height: h) * avl(l, a) * avl(r, b)
//!              & h = 1 + max(a, b) & -1 <= a - b <= 1;
//! ```
//!
//! A case has a spatial part (`emp`, points-to, calls, `*`) and a pure part behind `&`. Variables
//! that are no parameters are existentially quantified; `exists a, b:` in front of a case may say
//! so. Truth values are 0 and 1.

use std::ops::Range;

/// A place in the text, by bytes.
pub(crate) type Place = Range<usize>;

/// What is wrong with a shape predicate, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeError {
    pub place: Range<usize>,
    pub message: String,
    pub help: Option<String>,
}

impl ShapeError {
    pub(crate) fn new(place: &Place, message: impl Into<String>) -> ShapeError {
        ShapeError { place: place.clone(), message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> ShapeError {
        self.help = Some(help.into());
        self
    }
}

/// A name where it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) place: Place,
}

/// `name(parameters) == case or case …;`, or `shape Class == …;` with the one parameter `this`.
#[derive(Clone, Debug)]
pub(crate) struct PredicateTree {
    pub(crate) name: Word,
    pub(crate) of_class: bool,
    pub(crate) parameters: Vec<Word>,
    pub(crate) cases: Vec<CaseTree>,
}

#[derive(Clone, Debug)]
pub(crate) struct CaseTree {
    pub(crate) place: Place,
    pub(crate) atoms: Vec<AtomTree>,
    pub(crate) pure: Option<FormulaTree>,
}

#[derive(Clone, Debug)]
pub(crate) enum AtomTree {
    Empty,
    PointsTo { from: Word, class: Word, fields: Vec<(Word, TermTree)> },
    Call { name: Word, arguments: Vec<TermTree> },
}

#[derive(Clone, Debug)]
pub(crate) enum FormulaTree {
    Constant(bool),
    And(Vec<FormulaTree>),
    Or(Vec<FormulaTree>),
    Not(Box<FormulaTree>),
    Compare(Comparison, TermTree, TermTree, Place),
    /// `exists` or, if `all`, `forall`.
    Quantified {
        all: bool,
        variable: Word,
        body: Box<FormulaTree>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    LessEqual,
    Less,
}

#[derive(Clone, Debug)]
pub(crate) enum TermTree {
    Null,
    Number(i64),
    Variable(Word),
    Negated(Box<TermTree>),
    Sum(Box<TermTree>, Box<TermTree>),
    Times(i64, Box<TermTree>),
    Max(Box<TermTree>, Box<TermTree>),
    Min(Box<TermTree>, Box<TermTree>),
}
