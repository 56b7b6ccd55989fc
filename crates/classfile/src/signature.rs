//! Descriptors (JVMS 4.3) and generic signatures (JVMS 4.7.9.1) as Java text.

use crate::read::InnerClass;
use std::collections::HashMap;

/// Deeper than any real type nests its arguments.
const DEEPEST: usize = 40;

/// Java's name of each nested class that a class file mentions, by its internal name.
#[derive(Debug, Default)]
pub(crate) struct Names {
    nested: HashMap<String, Option<(String, String)>>,
}

impl Names {
    pub(crate) fn new(inner_classes: &[InnerClass]) -> Names {
        let named = inner_classes.iter().map(|inner| {
            let place = inner.outer.clone().zip(inner.simple_name.clone());
            (inner.name.clone(), place)
        });
        Names { nested: named.collect() }
    }

    /// `java/util/Map$Entry` is `java.util.Map.Entry`; `None`: it has no name in Java.
    pub(crate) fn in_java(&self, internal: &str) -> Option<String> {
        let mut simple_names = Vec::new();
        let mut name = internal;
        while let Some(place) = self.nested.get(name) {
            let (outer, simple_name) = place.as_ref()?;
            simple_names.push(simple_name.as_str());
            name = outer;
            if simple_names.len() > DEEPEST {
                return None;
            }
        }
        let parts: Vec<&str> = name.split('/').chain(simple_names.into_iter().rev()).collect();
        parts.iter().all(|part| is_identifier(part)).then(|| parts.join("."))
    }
}

/// Words that no class, field or method is named by (JLS 3.9), however it was compiled.
const KEYWORDS: &[&str] = &[
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

pub(crate) fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    let is_start = |letter: char| letter.is_alphabetic() || letter == '_' || letter == '$';
    let starts = letters.next().is_some_and(is_start);
    starts && letters.all(|letter| is_start(letter) || letter.is_numeric()) && !KEYWORDS.contains(&name)
}

/// The generic part of the head of a class or method: `<T extends A & B>`, or nothing.
pub(crate) type TypeParameters = String;

/// The signature of a class: its parameters, then its supertypes.
pub(crate) fn class_signature(text: &str, names: &Names) -> Option<(TypeParameters, Vec<String>)> {
    let mut cursor = Cursor { rest: text, names };
    let params = cursor.type_parameters()?;
    let mut supertypes = Vec::new();
    while !cursor.rest.is_empty() {
        supertypes.push(cursor.field_type(0)?);
    }
    Some((params, supertypes))
}

/// The signature or descriptor of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MethodSignature {
    pub(crate) type_params: TypeParameters,
    pub(crate) params: Vec<String>,
    pub(crate) result: String,
    /// Only generic ones name them here.
    pub(crate) throws: Vec<String>,
}

pub(crate) fn method_signature(text: &str, names: &Names) -> Option<MethodSignature> {
    let mut cursor = Cursor { rest: text, names };
    let type_params = cursor.type_parameters()?;
    cursor.expect('(')?;
    let mut params = Vec::new();
    while !cursor.eat(')') {
        params.push(cursor.field_type(0)?);
    }
    let result = if cursor.eat('V') { "void".to_owned() } else { cursor.field_type(0)? };
    let mut throws = Vec::new();
    while cursor.eat('^') {
        throws.push(cursor.field_type(0)?);
    }
    cursor.rest.is_empty().then_some(MethodSignature { type_params, params, result, throws })
}

pub(crate) fn field_signature(text: &str, names: &Names) -> Option<String> {
    let mut cursor = Cursor { rest: text, names };
    let ty = cursor.field_type(0)?;
    cursor.rest.is_empty().then_some(ty)
}

struct Cursor<'a> {
    rest: &'a str,
    names: &'a Names,
}

impl<'a> Cursor<'a> {
    fn eat(&mut self, letter: char) -> bool {
        match self.rest.strip_prefix(letter) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, letter: char) -> Option<()> {
        self.eat(letter).then_some(())
    }

    /// All up to one of these letters, which stays.
    fn until(&mut self, ends: &[char]) -> Option<&'a str> {
        let (text, rest) = self.rest.split_at(self.rest.find(ends)?);
        self.rest = rest;
        Some(text)
    }

    /// `<T:Ljava/lang/Object;U::Ljava/lang/Comparable<TU;>;>`
    fn type_parameters(&mut self) -> Option<TypeParameters> {
        if !self.eat('<') {
            return Some(String::new());
        }
        let mut params = Vec::new();
        while !self.eat('>') {
            let name = self.until(&[':']).filter(|name| is_identifier(name))?;
            let mut bounds = Vec::new();
            while self.eat(':') {
                if !self.rest.starts_with(':') {
                    bounds.push(self.field_type(0)?);
                }
            }
            params.push(format!("{name} extends {}", bounds.join(" & ")));
        }
        Some(format!("<{}>", params.join(", ")))
    }

    fn field_type(&mut self, depth: usize) -> Option<String> {
        let mut letters = self.rest.chars();
        let first = letters.next().filter(|_| depth < DEEPEST)?;
        self.rest = letters.as_str();
        let primitive = match first {
            'B' => "byte",
            'C' => "char",
            'D' => "double",
            'F' => "float",
            'I' => "int",
            'J' => "long",
            'S' => "short",
            'Z' => "boolean",
            '[' => return self.array(depth),
            'T' => return self.variable(),
            'L' => return self.class_type(depth),
            _ => return None,
        };
        Some(primitive.to_owned())
    }

    fn array(&mut self, depth: usize) -> Option<String> {
        let element = self.field_type(depth + 1)?;
        Some(format!("{element}[]"))
    }

    fn variable(&mut self) -> Option<String> {
        let name = self.until(&[';']).filter(|name| is_identifier(name))?;
        self.expect(';')?;
        Some(name.to_owned())
    }

    /// `java/util/Map<TK;TV;>.Entry;`
    fn class_type(&mut self, depth: usize) -> Option<String> {
        let internal = self.until(&['<', '.', ';'])?;
        let mut text = self.names.in_java(internal)?;
        loop {
            text.push_str(&self.type_arguments(depth)?);
            if self.eat(';') {
                return Some(text);
            }
            self.expect('.')?;
            let simple_name = self.until(&['<', '.', ';']).filter(|name| is_identifier(name))?;
            text.push('.');
            text.push_str(simple_name);
        }
    }

    fn type_arguments(&mut self, depth: usize) -> Option<String> {
        if !self.eat('<') {
            return Some(String::new());
        }
        let mut arguments = Vec::new();
        while !self.eat('>') {
            arguments.push(match () {
                () if self.eat('*') => "?".to_owned(),
                () if self.eat('+') => format!("? extends {}", self.field_type(depth + 1)?),
                () if self.eat('-') => format!("? super {}", self.field_type(depth + 1)?),
                () => self.field_type(depth + 1)?,
            });
        }
        Some(format!("<{}>", arguments.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, class_signature, field_signature, is_identifier, method_signature};
    use crate::read::InnerClass;

    fn names() -> Names {
        let entry = |name: &str, outer: Option<&str>, simple_name: Option<&str>| InnerClass {
            name: name.to_owned(),
            outer: outer.map(str::to_owned),
            simple_name: simple_name.map(str::to_owned),
            access: 0,
        };
        Names::new(&[
            entry("java/util/Map$Entry", Some("java/util/Map"), Some("Entry")),
            entry("a/B$1", None, None),
            entry("a/Loop", Some("a/Loop"), Some("Loop")),
        ])
    }

    #[test]
    fn types_are_written_as_in_java() {
        let field = |text: &str| field_signature(text, &names());
        assert_eq!(field("[[I").as_deref(), Some("int[][]"));
        assert_eq!(field("Ljava/util/Map$Entry;").as_deref(), Some("java.util.Map.Entry"));
        assert_eq!(
            field("Ljava/util/Map<TK;+Ljava/util/List<*>;>.Entry<-[J>;").as_deref(),
            Some("java.util.Map<K, ? extends java.util.List<?>>.Entry<? super long[]>")
        );
    }

    #[test]
    fn what_java_cannot_name_has_no_text() {
        for text in ["La/B$1;", "La/Loop;", "La/if;", "La/b;x;", "", "[", "L", "TT", "II", &"[".repeat(5000)] {
            assert_eq!(field_signature(text, &names()), None, "{text}");
        }
        assert!(is_identifier("größe") && !is_identifier("1a") && !is_identifier("a-b"));
    }

    #[test]
    fn heads_have_bounds() {
        let class = class_signature("<T:Ljava/lang/Object;U::Ljava/lang/Comparable<TU;>;>La/B<TT;>;La/C;", &names());
        let (params, supertypes) = class.expect("it is well-formed");
        assert_eq!(params, "<T extends java.lang.Object, U extends java.lang.Comparable<U>>");
        assert_eq!(supertypes, ["a.B<T>", "a.C"]);
        let method = method_signature("<E:Ljava/lang/Exception;>(ITE;)V^TE;", &names()).expect("it is well-formed");
        assert_eq!(
            (method.params, method.result, method.throws),
            (vec!["int".into(), "E".into()], "void".into(), vec!["E".into()])
        );
        assert_eq!(method_signature("(I", &names()), None);
    }
}
