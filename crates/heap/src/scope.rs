//! How large heaps may get: what the user bounds.
//!
//! Written `6`, or `Node=6,int=-2..3,array=3`, or both: `4,Node=6`. A single int field has a range
//! of its own: `Node.key=0..9`, `List.size=3`. The same syntax everywhere: command line, config
//! file, reports.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use tightrope_source::Name;

/// The initial values of ints that are not treated as points of an order. Both ends are included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntRange {
    pub least: i64,
    pub greatest: i64,
}

impl fmt::Display for IntRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.least == self.greatest {
            true => write!(f, "{}", self.least),
            false => write!(f, "{}..{}", self.least, self.greatest),
        }
    }
}

/// The bounds of one check. Objects that the checked method allocates itself do not count.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scope {
    /// Objects of each class that is not named below.
    pub objects: usize,
    /// By simple or qualified class name.
    pub per_class: BTreeMap<Name, usize>,
    /// Of int fields, by `Class.field` (`size=3` alone is a class): the values that they may have.
    pub per_field: BTreeMap<Name, IntRange>,
    /// `None`: chosen from the number of objects.
    pub ints: Option<IntRange>,
    /// The longest array of an initial heap.
    pub array: Option<usize>,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope::of(DEFAULT_OBJECTS)
    }
}

impl Scope {
    /// At most this many objects of each class.
    pub fn of(objects: usize) -> Scope {
        Scope { objects, per_class: BTreeMap::new(), per_field: BTreeMap::new(), ints: None, array: None }
    }

    /// The same scope with no bound on objects above `objects`: a rung of the ladder that leads to
    /// it.
    pub fn at_most(&self, objects: usize) -> Scope {
        let mut scope = self.clone();
        scope.objects = scope.objects.min(objects);
        let bounds = scope.per_class.iter_mut().filter(|(name, _)| !is_field_name(name));
        bounds.for_each(|(_, bound)| *bound = (*bound).min(objects));
        scope.array = scope.array.map(|length| length.min(objects));
        scope
    }

    /// A scope with so many more objects, and the same values. A class of which the user wants one
    /// object keeps it: it is the structure, not its nodes.
    pub fn larger_by(&self, more: usize) -> Scope {
        let mut scope = self.clone();
        scope.objects = scope.objects.saturating_add(more);
        let bounds = scope.per_class.iter_mut().filter(|(name, bound)| !is_field_name(name) && **bound > 1);
        bounds.for_each(|(_, bound)| *bound = bound.saturating_add(more));
        scope
    }

    /// The largest bound on objects or arrays: the number of rungs that lead to this scope.
    pub fn largest(&self) -> usize {
        let of_classes = self.per_class.iter().filter(|(name, _)| !is_field_name(name)).map(|(_, bound)| *bound);
        let bounds = of_classes.chain(self.array);
        bounds.fold(self.objects, usize::max)
    }

    /// The values of an int field, if the user named it: `Node.key`, `a.b.Node.key`.
    pub fn field_range(&self, qualified_class: &str, field: &str) -> Option<IntRange> {
        let simple = qualified_class.rsplit('.').next().unwrap_or(qualified_class);
        let named = |class: &str| {
            let name = format!("{class}.{field}");
            let range = self.per_field.get(name.as_str()).copied();
            let number = self.per_class.get(name.as_str()).map(|value| *value as i64);
            range.or(number.map(|value| IntRange { least: value, greatest: value }))
        };
        named(qualified_class).or_else(|| named(simple))
    }

    /// The bound of a class, by its qualified name: the bound of that name, of its simple name, or
    /// the general one.
    pub fn objects_of(&self, qualified: &str) -> usize {
        self.named(qualified).unwrap_or(self.objects)
    }

    /// The bound of a class that the user named, by its qualified name.
    pub fn named(&self, qualified: &str) -> Option<usize> {
        let simple = qualified.rsplit('.').next().unwrap_or(qualified);
        self.per_class.get(qualified).or_else(|| self.per_class.get(simple)).copied()
    }

    /// Ints from -n to n for n objects, if nothing else was said: room for every size, and for n
    /// different keys on both sides of zero.
    pub fn int_range(&self) -> IntRange {
        let objects = i64::try_from(self.largest()).unwrap_or(i64::MAX / 2).max(1);
        self.ints.unwrap_or(IntRange { least: -objects, greatest: objects })
    }

    pub fn array_length(&self) -> usize {
        self.array.unwrap_or(self.objects)
    }
}

/// What is wrong with a scope that the user wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScopeError {
    pub part: String,
    pub problem: &'static str,
}

impl fmt::Display for ScopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}; write for example `6` or `Node=6,int=-2..3,array=3`", self.part, self.problem)
    }
}

impl std::error::Error for ScopeError {}

impl FromStr for Scope {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Scope, ScopeError> {
        let mut scope = Scope::default();
        for part in text.split(',').map(str::trim) {
            let error = |problem| ScopeError { part: part.to_owned(), problem };
            let count = |text: &str| text.trim().parse().map_err(|_| error("a number of objects is expected"));
            match part.split_once('=') {
                None => scope.objects = count(part)?,
                Some((name, range)) if name.trim() == "int" => scope.ints = Some(int_range(range).map_err(error)?),
                Some((name, length)) if name.trim() == "array" => scope.array = Some(count(length)?),
                Some((name, _)) if !is_class_name(name.trim()) => return Err(error("this is not the name of a class")),
                Some((name, range)) if range.contains("..") => {
                    scope.per_field.insert(Name::new(name.trim()), int_range(range).map_err(error)?);
                }
                Some((name, bound)) => {
                    scope.per_class.insert(Name::new(name.trim()), count(bound)?);
                }
            }
        }
        Ok(scope)
    }
}

/// Enough for most mistakes, few enough for an answer in seconds.
const DEFAULT_OBJECTS: usize = 5;

fn int_range(text: &str) -> Result<IntRange, &'static str> {
    let (least, greatest) = text.split_once("..").ok_or("a range of ints is written `-2..3`")?;
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| "a range of ints is written `-2..3`");
    let range = IntRange { least: number(least)?, greatest: number(greatest)? };
    if range.least > range.greatest { Err("the range of ints is empty") } else { Ok(range) }
}

/// `List.size=3` is written like the bound of a class; by Java's conventions it is a field.
fn is_field_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, last)| last.starts_with(char::is_lowercase))
}

fn is_class_name(text: &str) -> bool {
    let is_part = |part: &str| {
        let mut characters = part.chars();
        let starts = characters.next().is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | '$'));
        starts && characters.all(|rest| rest.is_alphanumeric() || matches!(rest, '_' | '$'))
    };
    text.split('.').all(is_part)
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.objects)?;
        for (class, bound) in &self.per_class {
            write!(f, ",{class}={bound}")?;
        }
        for (field, IntRange { least, greatest }) in &self.per_field {
            write!(f, ",{field}={least}..{greatest}")?;
        }
        if let Some(IntRange { least, greatest }) = self.ints {
            write!(f, ",int={least}..{greatest}")?;
        }
        match self.array {
            Some(length) => write!(f, ",array={length}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{IntRange, Scope};

    #[test]
    fn reads_what_it_writes() {
        for text in ["6", "4,Node=6", "3,int=-2..3", "5,a.b.Node=7,int=0..0,array=3", "3,Node.key=0..2"] {
            let scope: Scope = text.parse().expect(text);
            assert_eq!(scope.to_string(), text);
        }
    }

    #[test]
    fn names_find_their_bounds() {
        let scope: Scope = "Node=6, a.Node=7,int=-2..3,array=3".parse().expect("a scope");
        assert_eq!((scope.objects_of("a.Node"), scope.objects_of("b.Node"), scope.objects_of("List")), (7, 6, 5));
        assert_eq!(scope.int_range(), IntRange { least: -2, greatest: 3 });
        assert_eq!(scope.array_length(), 3);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, problem) in [
            ("", "``: a number of objects is expected"),
            ("x", "`x`: a number of objects is expected"),
            ("Node=", "`Node=`: a number of objects is expected"),
            ("Node=-1", "`Node=-1`: a number of objects is expected"),
            ("3,int=5", "`int=5`: a range of ints is written `-2..3`"),
            ("int=3..1", "`int=3..1`: the range of ints is empty"),
            ("a b=3", "`a b=3`: this is not the name of a class"),
        ] {
            let error = text.parse::<Scope>().expect_err(text).to_string();
            assert!(error.starts_with(problem), "{error}");
        }
    }
}
