//! Types as they are written (JLS 4, 8.9 of the JML Reference Manual for `\bigint`, `\real` and
//! `\TYPE`).

use super::keywords;
use super::lexer::TokenKind;
use super::parser::{Parsed, Parser};
use crate::tree::{Primitive, QualifiedName, TypeArg, TypeRef, TypeRefKind, TypeSegment, WildcardBound};
use tightrope_source::{Name, Span};

pub(super) fn primitive(word: &str) -> Option<Primitive> {
    Some(match word {
        "boolean" => Primitive::Boolean,
        "byte" => Primitive::Byte,
        "short" => Primitive::Short,
        "char" => Primitive::Char,
        "int" => Primitive::Int,
        "long" => Primitive::Long,
        "float" => Primitive::Float,
        "double" => Primitive::Double,
        _ => return None,
    })
}

/// A class type of this name, without arguments.
pub(super) fn named(name: QualifiedName) -> TypeRef {
    let segments = name.parts.into_iter().map(|name| TypeSegment { name, args: None }).collect();
    TypeRef { span: name.span, kind: TypeRefKind::Named(segments) }
}

/// `ty` with one more dimension.
pub(super) fn array_of(ty: TypeRef, span: Span) -> TypeRef {
    TypeRef { span, kind: TypeRefKind::Array(Box::new(ty)) }
}

impl Parser<'_> {
    /// A type with its dimensions.
    pub(super) fn type_reference(&mut self) -> Parsed<TypeRef> {
        let ty = self.type_without_dimensions()?;
        self.with_dimensions(ty)
    }

    pub(super) fn void_type(&mut self) -> TypeRef {
        let token = self.bump();
        TypeRef { span: self.span_of(token), kind: TypeRefKind::Void }
    }

    /// `[]` behind a type or behind the name of a variable.
    pub(super) fn with_dimensions(&mut self, mut ty: TypeRef) -> Parsed<TypeRef> {
        let start = ty.span;
        for _ in 0..self.dimensions()? {
            ty = array_of(ty, self.since(start));
        }
        Ok(ty)
    }

    /// How many `[]` follow.
    pub(super) fn dimensions(&mut self) -> Parsed<usize> {
        let mut found = 0;
        while self.at("[") && self.nth_is(1, "]") {
            let span = self.span();
            self.bump();
            self.bump();
            found += 1;
            if found > 255 {
                return Err(self.syntax_error(span, "an array type has at most 255 dimensions"));
            }
        }
        Ok(found)
    }

    pub(super) fn type_without_dimensions(&mut self) -> Parsed<TypeRef> {
        let start = self.span();
        while self.at("@") {
            self.annotation()?;
        }
        if let Some(word) = self.nth_backslash(0).filter(|word| keywords::JML_TYPES.contains(word)) {
            return self.jml_type(word);
        }
        if let Some(kind) = self.word().and_then(primitive) {
            self.bump();
            return Ok(TypeRef { span: self.since(start), kind: TypeRefKind::Primitive(kind) });
        }
        if self.at_word("var") && self.nth_is_identifier(1) {
            self.bump();
            return Ok(TypeRef { span: self.since(start), kind: TypeRefKind::Inferred });
        }
        self.nested(Self::class_type)
    }

    fn jml_type(&mut self, word: &str) -> Parsed<TypeRef> {
        let start = self.span();
        self.bump();
        if self.at("<") {
            self.type_arguments()?;
        }
        Ok(TypeRef { span: self.since(start), kind: TypeRefKind::Jml(Name::new(word)) })
    }

    fn class_type(&mut self) -> Parsed<TypeRef> {
        let start = self.span();
        let mut segments = vec![self.type_segment()?];
        while self.at(".") && self.nth_is_identifier(1) {
            self.bump();
            segments.push(self.type_segment()?);
        }
        Ok(TypeRef { span: self.since(start), kind: TypeRefKind::Named(segments) })
    }

    fn type_segment(&mut self) -> Parsed<TypeSegment> {
        let name = self.identifier("a type")?;
        let args = if self.at("<") { Some(self.type_arguments()?) } else { None };
        Ok(TypeSegment { name, args })
    }

    pub(super) fn type_arguments(&mut self) -> Parsed<Vec<TypeArg>> {
        self.expect("<")?;
        let mut args = Vec::new();
        while !self.at(">") {
            args.push(self.nested(Self::type_argument)?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(">")?;
        Ok(args)
    }

    fn type_argument(&mut self) -> Parsed<TypeArg> {
        while self.word().is_some_and(|word| keywords::jml_modifier(word).is_some()) && self.nth_is_identifier(1) {
            self.bump();
        }
        let start = self.span();
        if !self.eat("?") {
            return Ok(TypeArg::Type(self.type_reference()?));
        }
        let bound = if self.eat_word("extends") {
            Some((WildcardBound::Extends, self.type_reference()?))
        } else if self.eat_word("super") {
            Some((WildcardBound::Super, self.type_reference()?))
        } else {
            None
        };
        Ok(TypeArg::Wildcard { span: self.since(start), bound })
    }

    /// The position behind the type that starts at token `start`, if one does. Looks without
    /// moving, and without recursion: it is asked at every parenthesis, before anything is known of
    /// what stands there.
    pub(super) fn scan_type(&self, start: usize) -> Option<usize> {
        let token = self.token_at(start);
        let word = self.text_of(token);
        let at = match token.kind {
            TokenKind::Backslash if keywords::JML_TYPES.contains(&word.trim_start_matches('\\')) => {
                self.scan_type_arguments(start + 1)?
            }
            TokenKind::Word if primitive(word).is_some() => start + 1,
            TokenKind::Word if !keywords::is_java_reserved(word) => self.scan_class_type(start)?,
            _ => return None,
        };
        Some(self.scan_dimensions(at))
    }

    fn scan_class_type(&self, start: usize) -> Option<usize> {
        let mut at = self.scan_type_arguments(start + 1)?;
        while self.is_symbol(at, ".") && self.is_identifier_at(at + 1) {
            at = self.scan_type_arguments(at + 2)?;
        }
        Some(at)
    }

    fn scan_dimensions(&self, mut at: usize) -> usize {
        while self.is_symbol(at, "[") && self.is_symbol(at + 1, "]") {
            at += 2;
        }
        at
    }

    /// The position behind `<…>`, or `at` itself where there is none. `None` if what starts like
    /// one is none.
    fn scan_type_arguments(&self, mut at: usize) -> Option<usize> {
        let mut depth = 0usize;
        loop {
            let token = self.token_at(at);
            match token.kind {
                TokenKind::Symbol("<") => depth += 1,
                _ if depth == 0 => return Some(at),
                TokenKind::Symbol(">") => depth -= 1,
                TokenKind::Symbol("." | "," | "?" | "[" | "]" | "&" | "@") | TokenKind::Word | TokenKind::Backslash => {
                }
                _ => return None,
            }
            at += 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }

    fn is_symbol(&self, at: usize, symbol: &str) -> bool {
        matches!(self.token_at(at).kind, TokenKind::Symbol(found) if found == symbol)
    }

    fn is_identifier_at(&self, at: usize) -> bool {
        let token = self.token_at(at);
        token.kind == TokenKind::Word && !keywords::is_java_reserved(self.text_of(token))
    }
}
