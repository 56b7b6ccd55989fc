//! The locations of an `assignable` clause (JML Reference Manual, section 12.7).

use super::parser::{Parsed, Parser};
use crate::jml::{StoreRef, StoreRefKind};
use crate::tree::Expr;
use tightrope_source::Span;

impl Parser<'_> {
    /// At least one, separated by commas.
    pub(super) fn store_refs(&mut self) -> Parsed<Vec<StoreRef>> {
        let mut found = vec![self.store_ref()?];
        while self.eat(",") {
            found.push(self.store_ref()?);
        }
        Ok(found)
    }

    fn store_ref(&mut self) -> Parsed<StoreRef> {
        let start = self.span();
        let keyword = match self.nth_backslash(0) {
            Some("nothing") => Some(StoreRefKind::Nothing),
            Some("everything") => Some(StoreRefKind::Everything),
            Some("not_specified") => Some(StoreRefKind::NotSpecified),
            _ => None,
        };
        let kind = match keyword {
            Some(kind) => {
                self.bump();
                kind
            }
            None => self.measured(|parser| parser.nested(Self::location))?,
        };
        Ok(StoreRef { span: self.since(start), kind })
    }

    fn location(&mut self) -> Parsed<StoreRefKind> {
        let mut target = self.primary_location()?;
        loop {
            if self.at(".") && self.nth_is(1, "*") {
                self.bump();
                self.bump();
                return self.last_step(StoreRefKind::AllFields(target), ".*");
            }
            if self.at("[") && self.nth_is(1, "*") {
                self.bump();
                self.bump();
                self.expect("]")?;
                return self.last_step(StoreRefKind::AllElements(target), "[*]");
            }
            if self.at("[") {
                match self.element(target)? {
                    Element::One(longer) => target = longer,
                    Element::Several(range) => return self.last_step(*range, "[i..j]"),
                }
                self.grow()?;
            } else if let Some(longer) = self.postfix_step(&mut target)? {
                target = longer;
            } else {
                return Ok(StoreRefKind::Location(target));
            }
        }
    }

    /// Where a chain of locations starts: never an operator.
    fn primary_location(&mut self) -> Parsed<Expr> {
        if self.at(";") {
            return self.expected("a location such as `x`, `this.f`, `a[i]`, `\\nothing` or `\\everything`");
        }
        self.primary()
    }

    /// `[i]` or `[i .. j]`
    fn element(&mut self, array: Expr) -> Parsed<Element> {
        let opening = self.expect("[")?;
        let from = self.expression()?;
        if self.eat("..") {
            let to = self.expression()?;
            self.close(opening, "]")?;
            let (array, from, to) = (Box::new(array), Box::new(from), Box::new(to));
            return Ok(Element::Several(Box::new(StoreRefKind::Range { array, from, to })));
        }
        self.close(opening, "]")?;
        let span: Span = self.since(array.span);
        let kind = crate::tree::ExprKind::Index { array: Box::new(array), index: Box::new(from) };
        Ok(Element::One(Expr { span, kind }))
    }

    /// Nothing can be selected from several locations.
    fn last_step(&mut self, kind: StoreRefKind, what: &str) -> Parsed<StoreRefKind> {
        if self.at(".") || self.at("[") {
            let span = self.span();
            return Err(self.syntax_error(span, format!("nothing may follow `{what}` in a location")));
        }
        Ok(kind)
    }
}

enum Element {
    One(Expr),
    Several(Box<StoreRefKind>),
}
