//! Arguments of the library's types: boxes, collections with few elements, natural orders.
//!
//! A collection is made as a client makes one: by its constructor and calls of `add` or `put`. Its
//! elements are of the declared type argument; where that says nothing they are what stands for an
//! element everywhere. A comparator is passed only where it can compare what is passed as elements.

use crate::call::{Call, Operand};
use tightrope_program::generics::Generic;
use tightrope_program::{ClassId, Method, MethodId, MethodKind, Program, Type};

/// Of which class a client makes an object where one of the first is asked for, and how it fills
/// it.
const COLLECTIONS: [(&[&str], &str, &str); 6] = [
    (&["Iterable", "Collection", "List", "ArrayList"], "ArrayList", "add"),
    (&["LinkedList"], "LinkedList", "add"),
    (&["Queue", "Deque", "ArrayDeque"], "ArrayDeque", "add"),
    (&["Set", "HashSet"], "HashSet", "add"),
    (&["SortedSet", "NavigableSet", "TreeSet"], "TreeSet", "add"),
    (&["Map", "HashMap"], "HashMap", "put"),
];

/// Those whose elements have places, so that an element can be there twice.
const SEQUENCES: [&str; 3] = ["ArrayList", "LinkedList", "ArrayDeque"];

/// The boxes, and what they box.
const BOXES: [(&str, Type); 7] = [
    ("java.lang.Boolean", Type::BOOLEAN),
    ("java.lang.Byte", Type::BYTE),
    ("java.lang.Short", Type::SHORT),
    ("java.lang.Character", Type::CHAR),
    ("java.lang.Long", Type::LONG),
    ("java.lang.Float", Type::FLOAT),
    ("java.lang.Double", Type::DOUBLE),
];

/// What a box of this class holds. (An `Integer` is what stands for an element.)
pub(crate) fn boxed(program: &Program, class: ClassId) -> Option<(MethodId, Type)> {
    let name = program.class(class).name.as_str();
    let (_, inside) = BOXES.iter().find(|(known, _)| *known == name)?;
    let is_boxing =
        |method: &Method| method.is_static && matches!(method.params.as_slice(), [one] if one.ty == *inside);
    Some((method_named(program, class, "valueOf", is_boxing)?, *inside))
}

/// How a client makes collections where a class is asked for.
pub(crate) enum Collection {
    /// By a constructor, and then one call for each element.
    Filled { maker: MethodId, filler: MethodId, is_sequence: bool },
    /// By `of`, without elements and with one, where no class that can be filled is at hand.
    Fixed { empty: MethodId, single: MethodId },
}

impl Collection {
    pub(crate) fn of(program: &Program, class: ClassId) -> Option<Collection> {
        let name = program.class(class).name.as_str();
        let simple = name.strip_prefix("java.util.").or_else(|| name.strip_prefix("java.lang."))?;
        let (_, made, filled_by) = COLLECTIONS.iter().find(|(asked, ..)| asked.contains(&simple))?;
        let width = if *filled_by == "put" { 2 } else { 1 };
        let made = program.class_named(&format!("java.util.{made}"));
        made.and_then(|made| Collection::filled(program, made, filled_by, width))
            .or_else(|| Collection::fixed(program, class, width))
    }

    fn filled(program: &Program, class: ClassId, filled_by: &str, width: usize) -> Option<Collection> {
        let is_plain = |method: &Method| method.kind == MethodKind::Constructor && method.params.is_empty();
        let maker = program.class(class).methods.iter().copied().find(|method| is_plain(program.method(*method)))?;
        let fills = |method: &Method| !method.is_static && method.params.len() == width;
        let name = program.class(class).name.as_str();
        let is_sequence = SEQUENCES.iter().any(|known| name.strip_prefix("java.util.") == Some(known));
        Some(Collection::Filled { maker, filler: method_named(program, class, filled_by, fills)?, is_sequence })
    }

    fn fixed(program: &Program, class: ClassId, width: usize) -> Option<Collection> {
        let takes = |count: usize| {
            let has_so_many = move |method: &Method| method.is_static && method.params.len() == count;
            method_named(program, class, "of", has_so_many)
        };
        Some(Collection::Fixed { empty: takes(0)?, single: takes(width)? })
    }

    /// Empty, with one element, and with two; where their order counts, also with two in descending
    /// order, and with one twice. `elements`: by type argument.
    pub(crate) fn contents(&self, elements: &[Vec<Operand>]) -> Vec<Operand> {
        let most = elements.iter().map(Vec::len).min().unwrap_or(0);
        let element = |number: usize| elements.iter().map(|values| values[number].clone()).collect();
        let call = |method: MethodId, arguments: Vec<Operand>| Call::new(method, arguments);
        let sequences: Vec<Vec<Call>> = match *self {
            Collection::Filled { maker, filler, is_sequence } => {
                let filled = |numbers: &&[usize]| {
                    let fills = numbers.iter().map(|number| call(filler, element(*number)));
                    [call(maker, Vec::new())].into_iter().chain(fills).collect()
                };
                let contents: &[&[usize]] = match is_sequence {
                    true => &[&[], &[0], &[0, 1], &[1, 0], &[0, 0]],
                    false => &[&[], &[0], &[0, 1]],
                };
                let is_there = |numbers: &&&[usize]| numbers.iter().all(|number| *number < most);
                contents.iter().filter(is_there).map(filled).collect()
            }
            Collection::Fixed { empty, single } => {
                let singles = (0..most.min(1)).map(|number| vec![call(single, element(number))]);
                [vec![call(empty, Vec::new())]].into_iter().chain(singles).collect()
            }
        };
        sequences.into_iter().map(Operand::Built).collect()
    }

    /// How many type arguments it has.
    pub(crate) fn width(&self, program: &Program) -> usize {
        match self {
            Collection::Filled { filler: method, .. } | Collection::Fixed { single: method, .. } => {
                program.method(*method).params.len()
            }
        }
    }
}

/// Does a client pass collections to a method?
pub fn takes_collections(program: &Program, method: MethodId) -> bool {
    let mut classes = program.method(method).params.iter().filter_map(|param| param.ty.as_class());
    classes.any(|class| Collection::of(program, class).is_some())
}

/// The natural order and its reverse, if they can compare the elements.
pub(crate) fn orders(program: &Program, class: ClassId, compared: &Generic) -> Vec<Operand> {
    if program.class(class).name.as_str() != "java.util.Comparator" || !has_natural_order(program, compared) {
        return Vec::new();
    }
    let is_plain = |method: &Method| method.is_static && method.params.is_empty();
    let makers =
        ["naturalOrder", "reverseOrder"].into_iter().filter_map(|name| method_named(program, class, name, is_plain));
    makers.map(|method| Operand::Built(vec![Call::new(method, Vec::new())])).collect()
}

/// Are objects of this type compared by themselves? What nothing is known of is passed as an
/// `Integer`.
fn has_natural_order(program: &Program, ty: &Generic) -> bool {
    match ty {
        Generic::Unknown | Generic::Variable(_) => true,
        Generic::Class { class, .. } => {
            let comparable = program.class_named("java.lang.Comparable");
            let is_any = program.class(*class).name.as_str() == "java.lang.Object";
            is_any || comparable.is_some_and(|comparable| program.is_subclass(*class, comparable))
        }
        Generic::Array(_) | Generic::Primitive(_) => false,
    }
}

/// The type argument of this number.
pub(crate) fn type_argument(ty: &Generic, number: usize) -> Generic {
    match ty {
        Generic::Class { args, .. } => args.get(number).map(|argument| argument.ty.clone()).unwrap_or_default(),
        _ => Generic::Unknown,
    }
}

fn method_named(
    program: &Program,
    class: ClassId,
    name: &str,
    is_wanted: impl Fn(&Method) -> bool,
) -> Option<MethodId> {
    let is_it = |method: &MethodId| {
        let method = program.method(*method);
        method.name.as_str() == name && is_wanted(method)
    };
    program.class(class).methods.iter().copied().find(is_it)
}
