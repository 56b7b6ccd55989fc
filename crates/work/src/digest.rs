//! The name of content: its SHA-256.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// Equal digests: equal content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    pub fn of(content: &[u8]) -> Digest {
        Digest::of_pieces(&[content])
    }

    /// Of the pieces one behind the other.
    pub fn of_pieces(pieces: &[&[u8]]) -> Digest {
        let mut hasher = Sha256::new();
        pieces.iter().for_each(|piece| hasher.update(piece));
        Digest(hasher.finalize().into())
    }

    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Digest> {
        let mut digest = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (index, byte) in digest.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
        }
        Some(Digest(digest))
    }
}

/// In hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    #[test]
    fn it_is_the_sha_256_of_the_standard() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Digest::of(b"abc").to_string(), expected);
        assert_eq!(Digest::parse(expected), Some(Digest::of(b"abc")));
        assert_eq!((Digest::parse("ba78"), Digest::parse(&"xy".repeat(32))), (None, None));
        assert_eq!(Digest::of_pieces(&[b"a", b"bc"]).to_string(), expected);
    }
}
