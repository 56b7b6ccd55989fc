//! Java's strings as Rust's.
//!
//! A Java string is a sequence of 16-bit units and may hold half of a surrogate pair; a Rust string
//! may not. The lone half `U+D800 + k` is kept as the character `U+10F800 + k` of the last private
//! plane, as the front end does for literals. (A program that uses these very characters would see
//! them as halves.) Two halves that come together are one character again.

use tightrope_source::Name;

const SURROGATES: u16 = 0xD800;
const HALVES: u32 = 0x0010_F800;
const COUNT: u32 = 0x800;

/// The character that stands for half of a surrogate pair; `None` if the unit is a character by
/// itself.
pub(crate) fn half(unit: u16) -> Option<char> {
    let number = u32::from(unit.checked_sub(SURROGATES)?);
    if number < COUNT { char::from_u32(HALVES + number) } else { None }
}

fn is_half(character: char) -> bool {
    (HALVES..HALVES + COUNT).contains(&u32::from(character))
}

/// What `charAt` sees.
pub(crate) fn units(text: &str) -> impl Iterator<Item = u16> + '_ {
    text.chars().flat_map(|character| {
        let mut buffer = [0; 2];
        let mut encoded = [None; 2];
        if is_half(character) {
            encoded[0] = Some(SURROGATES + (u32::from(character) - HALVES) as u16);
        } else {
            for (place, unit) in encoded.iter_mut().zip(character.encode_utf16(&mut buffer)) {
                *place = Some(*unit);
            }
        }
        encoded.into_iter().flatten()
    })
}

/// The text of what was put together from parts: halves that met are joined.
pub(crate) fn joined(text: String) -> String {
    if !text.contains(is_half) {
        return text;
    }
    let decoded = char::decode_utf16(units(&text));
    decoded
        .map(|unit| unit.unwrap_or_else(|lone| half(lone.unpaired_surrogate()).unwrap_or(char::REPLACEMENT_CHARACTER)))
        .collect()
}

/// The same of a constant.
pub(crate) fn joined_name(text: &Name) -> Name {
    if text.as_str().contains(is_half) { Name::from(joined(text.as_str().to_owned())) } else { text.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_units_and_join() {
        let high = half(0xD83D).map(String::from).unwrap_or_default();
        let low = half(0xDE00).map(String::from).unwrap_or_default();
        assert_eq!(units(&high).collect::<Vec<u16>>(), [0xD83D]);
        assert_eq!(joined(format!("a{high}{low}b")), "a\u{1F600}b");
        assert_eq!(joined(format!("{low}{high}")), format!("{low}{high}"));
        assert_eq!(units("a\u{1F600}").collect::<Vec<u16>>(), [0x61, 0xD83D, 0xDE00]);
        assert_eq!((half(0xD7FF), half(0xE000)), (None, None));
    }
}
