//! Arguments on the command line: from text to a value of the parameter's type.
//!
//! The syntax is Java's, but quotes around characters and strings may be left out where the type
//! says what is meant (a shell eats them). Out of range is an error, never a wrapped value.

use tightrope_heap::validity::is_subtype;
use tightrope_heap::{Content, Heap, Object, ObjectId, Value};
use tightrope_program::names::type_name;
use tightrope_program::{BaseType, Program, Type, floating};

/// Reads arguments into a heap: strings and arrays become objects of it.
pub(super) struct Reader<'a> {
    pub(super) program: &'a Program,
    pub(super) heap: &'a mut Heap,
    /// What the objects that are already there are called.
    pub(super) names: &'a [String],
}

impl Reader<'_> {
    /// The error says what is wrong with the text, not where it was to go.
    pub(super) fn read(&mut self, text: &str, ty: Type) -> Result<Value, String> {
        let text = text.trim();
        match ty.base {
            _ if ty.is_reference() => self.read_reference(text, ty),
            BaseType::Boolean => read_boolean(text),
            BaseType::Char => read_char(text).map(Value::Int),
            BaseType::Byte => read_int(text, i8::MIN.into(), i8::MAX.into(), "byte"),
            BaseType::Short => read_int(text, i16::MIN.into(), i16::MAX.into(), "short"),
            BaseType::Int => read_int(text, i32::MIN, i32::MAX, "int"),
            BaseType::Long => read_long(text),
            BaseType::Float | BaseType::Double => read_floating(text, ty == Type::FLOAT),
            _ => Err("values of this type are not modelled".to_owned()),
        }
    }

    fn read_reference(&mut self, text: &str, ty: Type) -> Result<Value, String> {
        if text == "null" {
            return Ok(Value::Null);
        }
        if let Some(id) = self.names.iter().position(|name| name == text) {
            return self.read_object(id, ty);
        }
        match (ty.element(), self.string_type()) {
            (Some(element), _) => self.read_array(text, ty, element),
            (None, Some(string)) if ty == string => self.read_string(text, string),
            (None, Some(string)) if text.starts_with('"') && is_subtype(self.program, string, ty) => {
                self.read_string(text, string)
            }
            _ => Err(self.no_literal(text, ty)),
        }
    }

    fn read_object(&self, id: usize, ty: Type) -> Result<Value, String> {
        let id = ObjectId(id as u32);
        let actual = self.heap.objects.get(id.index()).map(|object| object.ty);
        match actual.is_some_and(|actual| is_subtype(self.program, actual, ty)) {
            true => Ok(Value::Object(id)),
            false => Err(format!("it is no {}", type_name(self.program, ty))),
        }
    }

    fn no_literal(&self, text: &str, ty: Type) -> String {
        if text.contains('#') && !self.names.is_empty() {
            return "the heap file has no such object".to_owned();
        }
        let name = type_name(self.program, ty);
        format!(
            "an object of class {name} cannot be written here, only `null`: put it into a heap file (`--heap FILE`)"
        )
    }

    fn string_type(&self) -> Option<Type> {
        self.program.class_named("java.lang.String").map(Type::class)
    }

    fn read_string(&mut self, text: &str, ty: Type) -> Result<Value, String> {
        let content = if text.starts_with('"') { unquote(text, '"')? } else { text.to_owned() };
        Ok(Value::Object(self.heap.add(Object { ty, content: Content::Text(content.into()) })))
    }

    fn read_array(&mut self, text: &str, ty: Type, element: Type) -> Result<Value, String> {
        let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let inner = inner.ok_or("an array is written `[first, second]`")?;
        let mut values = Vec::new();
        for (index, part) in elements(inner).into_iter().enumerate() {
            values.push(self.read(part, element).map_err(|error| format!("element {index}, `{part}`: {error}"))?);
        }
        Ok(Value::Object(self.heap.add(Object { ty, content: Content::Elements(values) })))
    }
}

/// Between the commas that stand outside of quotes and inner brackets. Nothing at all has no
/// elements.
fn elements(text: &str) -> Vec<&str> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    let (mut quote, mut escaped) = (None, false);
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            // An apostrophe inside an unquoted word is a letter like any other.
            (None, '"' | '\'') if starts_element(&text[..at]) => quote = Some(character),
            (None, '[') => depth += 1,
            (None, ']') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            (None, _) => {}
        }
    }
    found.push(text[start..].trim());
    found
}

fn starts_element(before: &str) -> bool {
    before.trim_end().chars().next_back().is_none_or(|last| last == '[' || last == ',')
}

fn read_boolean(text: &str) -> Result<Value, String> {
    match text {
        "true" => Ok(Value::Boolean(true)),
        "false" => Ok(Value::Boolean(false)),
        _ => Err("write `true` or `false`".to_owned()),
    }
}

fn read_int(text: &str, least: i32, greatest: i32, name: &str) -> Result<Value, String> {
    if text.ends_with(['L', 'l']) && read_number(text.trim_end_matches(['L', 'l'])).is_some() {
        return Err(format!("this is a long, not {name}"));
    }
    let number = read_number(text).ok_or("write a number")?;
    match i32::try_from(number) {
        Ok(number) if least <= number && number <= greatest => Ok(Value::Int(number)),
        _ => Err(format!("it is out of range: {name} goes from {least} to {greatest}")),
    }
}

/// `1.5`, `-0.0`, `1e300`, `NaN`, `Infinity`, `Double.MAX_VALUE`.
fn read_floating(text: &str, is_single: bool) -> Result<Value, String> {
    let (_, name) = text.rsplit_once('.').unwrap_or(("", text));
    let named = match (name, is_single) {
        ("MAX_VALUE", true) => Some(floating::single_bits(f32::MAX)),
        ("MAX_VALUE", false) => Some(floating::double_bits(f64::MAX)),
        ("MIN_VALUE", _) => Some(1),
        ("POSITIVE_INFINITY", _) => floating::parse_signed("Infinity", is_single),
        ("NEGATIVE_INFINITY", _) => floating::parse_signed("-Infinity", is_single),
        ("NaN", _) => floating::parse_signed("NaN", is_single),
        _ => floating::parse_signed(text, is_single),
    };
    let bits = named.ok_or_else(|| "it is not a floating-point number".to_owned())?;
    Ok(if is_single { Value::Float(bits as u32) } else { Value::Double(bits as u64) })
}

fn read_long(text: &str) -> Result<Value, String> {
    let digits = text.strip_suffix(['L', 'l']).unwrap_or(text);
    let number = read_number(digits).ok_or("write a number")?;
    let out_of_range = |_| format!("it is out of range: long goes from {} to {}", i64::MIN, i64::MAX);
    i64::try_from(number).map(Value::Long).map_err(out_of_range)
}

/// Any whole number, as Java writes it, and the names of the least and the greatest ones.
fn read_number(text: &str) -> Option<i128> {
    match text {
        "Integer.MAX_VALUE" => return Some(i32::MAX.into()),
        "Integer.MIN_VALUE" => return Some(i32::MIN.into()),
        "Long.MAX_VALUE" => return Some(i64::MAX.into()),
        "Long.MIN_VALUE" => return Some(i64::MIN.into()),
        _ => {}
    }
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let digits = digits.replace('_', "");
    let (radix, digits) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => (16, digits),
        None => (10, digits.as_str()),
    };
    // `+` and a second sign are none of Java's literals.
    if !digits.starts_with(|first: char| first.is_digit(radix)) {
        return None;
    }
    match i128::from_str_radix(digits, radix) {
        Ok(number) => Some(sign * number),
        // So many digits are out of every range.
        Err(_) => digits.chars().all(|digit| digit.is_digit(radix)).then_some(sign * i128::MAX),
    }
}

fn read_char(text: &str) -> Result<i32, String> {
    let content = match text {
        "'" => text.to_owned(),
        _ if text.starts_with('\'') => unquote(text, '\'')?,
        _ if text.starts_with('\\') => unescape(text)?,
        _ => text.to_owned(),
    };
    let mut units = content.encode_utf16();
    match (units.next(), units.next()) {
        (Some(unit), None) => Ok(unit.into()),
        _ => Err("write one character".to_owned()),
    }
}

fn unquote(text: &str, quote: char) -> Result<String, String> {
    let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    let inner = inner.ok_or_else(|| format!("the closing {quote} is missing"))?;
    unescape(inner)
}

/// Java's escapes (JLS 3.10.7), without the octal ones.
fn unescape(text: &str) -> Result<String, String> {
    let mut result = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            result.push(character);
            continue;
        }
        result.push(match characters.next() {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('s') => ' ',
            Some('0') => '\0',
            Some(plain @ ('"' | '\'' | '\\')) => plain,
            Some('u') => read_unicode(&mut characters)?,
            Some(other) => return Err(format!("`\\{other}` is not an escape sequence of Java")),
            None => return Err("nothing follows the last `\\`".to_owned()),
        });
    }
    Ok(result)
}

fn read_unicode(characters: &mut std::str::Chars<'_>) -> Result<char, String> {
    let digits: String = characters.by_ref().take(4).collect();
    let code = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4);
    code.and_then(char::from_u32).ok_or_else(|| format!("`\\u{digits}` is not a character"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_checked() {
        assert_eq!(read_int("-128", -128, 127, "byte"), Ok(Value::Int(-128)));
        assert_eq!(read_int("0x7F", -128, 127, "byte"), Ok(Value::Int(127)));
        assert!(read_int("128", -128, 127, "byte").is_err());
        assert_eq!(read_int("1_000", i32::MIN, i32::MAX, "int"), Ok(Value::Int(1000)));
        assert_eq!(read_long("-9223372036854775808"), Ok(Value::Long(i64::MIN)));
        assert_eq!(read_long("Long.MAX_VALUE"), Ok(Value::Long(i64::MAX)));
        for wrong in ["", "-", "+5", "--5", "5x", "0x", "L", "1e3", "9223372036854775808", &"9".repeat(100)] {
            assert!(read_long(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn characters_need_no_quotes() {
        for (text, code) in [("a", 'a'), ("'a'", 'a'), ("'", '\''), (r"'\''", '\''), (r"\n", '\n'), (r"'\u0041'", 'A')]
        {
            assert_eq!(read_char(text), Ok(code as i32), "{text}");
        }
        for wrong in ["", "ab", "''", "'a", r"\", r"\u00", r"\q", "\u{1f600}"] {
            assert!(read_char(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn elements_end_at_commas_outside_of_quotes_and_brackets() {
        assert_eq!(elements("1, 2,3"), ["1", "2", "3"]);
        assert_eq!(elements("[1, 2], []"), ["[1, 2]", "[]"]);
        assert_eq!(elements(r#""a, b", 'c', ',', don't, "\",""#), [r#""a, b""#, "'c'", "','", "don't", r#""\",""#]);
        assert_eq!(elements(" "), Vec::<&str>::new());
        assert_eq!(elements("1,"), ["1", ""]);
    }
}
