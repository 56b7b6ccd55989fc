//! Text of shape predicates -> trees. Stops at the first mistake: predicates are short.

use super::lexer::{Token, tokens};
use super::tree::{AtomTree, CaseTree, Comparison, FormulaTree, Place, PredicateTree, ShapeError, TermTree, Word};

/// Terms and formulas may be nested so deep.
const DEPTH: usize = 100;

pub(crate) fn parse(text: &str) -> Result<Vec<PredicateTree>, ShapeError> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let mut predicates = Vec::new();
    while *parser.peek() != Token::End {
        predicates.push(parser.predicate()?);
    }
    Ok(predicates)
}

struct Parser {
    tokens: Vec<(Token, Place)>,
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, ShapeError>;

impl Parser {
    fn peek(&self) -> &Token {
        self.tokens.get(self.at).map_or(&Token::End, |(token, _)| token)
    }

    fn place(&self) -> Place {
        self.tokens.get(self.at).map_or(0..0, |(_, place)| place.clone())
    }

    fn takes(&mut self, sign: &'static str) -> bool {
        let found = *self.peek() == Token::Sign(sign);
        self.at += usize::from(found);
        found
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(text) if text == word);
        self.at += usize::from(found);
        found
    }

    fn expected(&self, what: &str) -> ShapeError {
        let found = match self.peek() {
            Token::Word(word) => format!("`{word}`"),
            Token::Number(number) => format!("`{number}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the text".to_owned(),
        };
        ShapeError::new(&self.place(), format!("expected {what}, found {found}"))
    }

    fn sign(&mut self, sign: &'static str, where_to: &str) -> Parsed<()> {
        if self.takes(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}` {where_to}"))) }
    }

    fn word(&mut self, what: &str) -> Parsed<Word> {
        match self.peek().clone() {
            Token::Word(text) if !["or", "emp", "exists", "forall", "null"].contains(&text.as_str()) => {
                let place = self.place();
                self.at += 1;
                Ok(Word { text, place })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// One or more, separated by commas, up to `)`.
    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.takes(")") {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.takes(",") {
                self.sign(")", "or `,`")?;
                return Ok(items);
            }
        }
    }

    fn predicate(&mut self) -> Parsed<PredicateTree> {
        let of_class = self.takes_word("shape");
        let name = self.word(if of_class { "the name of a class" } else { "`shape` or the name of a predicate" })?;
        let parameters = if of_class {
            vec![Word { text: "this".to_owned(), place: name.place.clone() }]
        } else {
            self.sign("(", "and parameters")?;
            self.list(|parser| parser.word("a parameter"))?
        };
        self.sign("==", "and the cases of the predicate")?;
        let mut cases = vec![self.case()?];
        while self.takes_word("or") {
            cases.push(self.case()?);
        }
        self.sign(";", "at the end of the predicate, or `or` and another case")?;
        Ok(PredicateTree { name, of_class, parameters, cases })
    }

    fn case(&mut self) -> Parsed<CaseTree> {
        let start = self.place().start;
        if self.takes_word("exists") {
            self.word("a variable")?;
            while self.takes(",") {
                self.word("a variable")?;
            }
            self.sign(":", "after the variables")?;
        }
        let mut atoms = vec![self.atom()?];
        while self.takes("*") {
            atoms.push(self.atom()?);
        }
        let pure = if self.takes("&") { Some(self.formula()?) } else { None };
        let end = self.tokens.get(self.at.wrapping_sub(1)).map_or(start, |(_, place)| place.end);
        Ok(CaseTree { place: start..end, atoms, pure })
    }

    fn atom(&mut self) -> Parsed<AtomTree> {
        if self.takes_word("emp") {
            return Ok(AtomTree::Empty);
        }
        let name = self.word("`emp`, `x -> Class(field: value)` or a predicate with arguments")?;
        if self.takes("->") {
            let class = self.word("the name of a class")?;
            self.sign("(", "and fields")?;
            let fields = self.list(|parser| {
                let field = parser.word("the name of a field")?;
                parser.sign(":", "and what the field holds")?;
                Ok((field, parser.term()?))
            })?;
            return Ok(AtomTree::PointsTo { from: name, class, fields });
        }
        if !self.takes("(") {
            return Err(self
                .expected("`->` or `(`")
                .help("a case begins with its spatial part: write `emp & x = null`, not `x = null`"));
        }
        Ok(AtomTree::Call { name, arguments: self.list(Self::term)? })
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEPTH {
            return Err(ShapeError::new(&self.place(), "this is nested too deeply"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn formula(&mut self) -> Parsed<FormulaTree> {
        let mut parts = vec![self.conjunction()?];
        while self.takes("|") {
            parts.push(self.conjunction()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { FormulaTree::Or(parts) })
    }

    fn conjunction(&mut self) -> Parsed<FormulaTree> {
        let mut parts = vec![self.nested(Self::simple)?];
        while self.takes("&") {
            parts.push(self.nested(Self::simple)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { FormulaTree::And(parts) })
    }

    fn simple(&mut self) -> Parsed<FormulaTree> {
        if self.takes("!") {
            return Ok(FormulaTree::Not(Box::new(self.nested(Self::simple)?)));
        }
        for (word, all) in [("exists", false), ("forall", true)] {
            if self.takes_word(word) {
                let variable = self.word("a variable")?;
                self.sign(":", "and a formula")?;
                let body = Box::new(self.nested(Self::simple)?);
                return Ok(FormulaTree::Quantified { all, variable, body });
            }
        }
        let start = self.at;
        match self.comparison() {
            Ok(formula) => Ok(formula),
            // A parenthesis may also enclose a formula.
            Err(error) if matches!(self.tokens.get(start), Some((Token::Sign("("), _))) => {
                let reached = self.at;
                self.at = start + 1;
                let formula = self.nested(Self::formula)?;
                if self.takes(")") {
                    Ok(formula)
                } else if reached > self.at {
                    Err(error)
                } else {
                    Err(self.expected("`)`"))
                }
            }
            Err(error) => Err(error),
        }
    }

    /// `a <= b`, a chain of those, or a truth value alone.
    fn comparison(&mut self) -> Parsed<FormulaTree> {
        let start = self.place().start;
        let mut left = self.term()?;
        let mut parts = Vec::new();
        while let Some((comparison, turned)) = self.comparison_sign() {
            let right = self.term()?;
            let end = self.tokens.get(self.at.wrapping_sub(1)).map_or(start, |(_, place)| place.end);
            let (low, high) = if turned { (right.clone(), left) } else { (left, right.clone()) };
            parts.push(FormulaTree::Compare(comparison, low, high, start..end));
            left = right;
        }
        match (parts.len(), left) {
            (0, TermTree::Number(number @ (0 | 1))) => Ok(FormulaTree::Constant(number == 1)),
            (0, TermTree::Variable(word)) => {
                let place = word.place.clone();
                Ok(FormulaTree::Compare(Comparison::Equal, TermTree::Variable(word), TermTree::Number(1), place))
            }
            (0, _) => Err(self.expected("a comparison")),
            (1, _) => Ok(parts.remove(0)),
            _ => Ok(FormulaTree::And(parts)),
        }
    }

    /// The comparison, and whether its sides are to be exchanged.
    fn comparison_sign(&mut self) -> Option<(Comparison, bool)> {
        let signs = [
            ("=", Comparison::Equal, false),
            ("!=", Comparison::NotEqual, false),
            ("<=", Comparison::LessEqual, false),
            ("<", Comparison::Less, false),
            (">=", Comparison::LessEqual, true),
            (">", Comparison::Less, true),
        ];
        signs.into_iter().find(|(sign, ..)| self.takes(sign)).map(|(_, comparison, turned)| (comparison, turned))
    }

    fn term(&mut self) -> Parsed<TermTree> {
        self.nested(|parser| {
            let mut sum = parser.factor()?;
            loop {
                if parser.takes("+") {
                    sum = TermTree::Sum(Box::new(sum), Box::new(parser.factor()?));
                } else if parser.takes("-") {
                    let negated = TermTree::Negated(Box::new(parser.factor()?));
                    sum = TermTree::Sum(Box::new(sum), Box::new(negated));
                } else {
                    return Ok(sum);
                }
            }
        })
    }

    fn factor(&mut self) -> Parsed<TermTree> {
        if let Token::Number(number) = *self.peek() {
            self.at += 1;
            let is_factor = self.takes("*");
            return Ok(if is_factor {
                TermTree::Times(number, Box::new(self.factor()?))
            } else {
                TermTree::Number(number)
            });
        }
        if self.takes("-") {
            return Ok(TermTree::Negated(Box::new(self.nested(Self::factor)?)));
        }
        if self.takes("(") {
            let term = self.term()?;
            self.sign(")", "after the term")?;
            return Ok(term);
        }
        for (word, constant) in
            [("null", TermTree::Null), ("true", TermTree::Number(1)), ("false", TermTree::Number(0))]
        {
            if self.takes_word(word) {
                return Ok(constant);
            }
        }
        let word = self.word("a term")?;
        if ["max", "min", "abs"].contains(&word.text.as_str()) && self.takes("(") {
            return self.function(&word);
        }
        Ok(TermTree::Variable(word))
    }

    fn function(&mut self, name: &Word) -> Parsed<TermTree> {
        let mut arguments = self.list(Self::term)?.into_iter().map(Box::new);
        match (name.text.as_str(), arguments.next(), arguments.next(), arguments.next()) {
            ("max", Some(a), Some(b), None) => Ok(TermTree::Max(a, b)),
            ("min", Some(a), Some(b), None) => Ok(TermTree::Min(a, b)),
            ("abs", Some(a), None, None) => Ok(TermTree::Max(a.clone(), Box::new(TermTree::Negated(a)))),
            _ => {
                let message =
                    format!("`{}` has {} argument", name.text, if name.text == "abs" { "one" } else { "two" });
                Err(ShapeError::new(&name.place, message))
            }
        }
    }
}
