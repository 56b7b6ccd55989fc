//! The class file format (JVMS chapter 4), as far as declarations need it. Everything else is
//! skipped by its length, so that damage there does no harm.

use crate::Damaged;
use std::collections::HashMap;

/// The access flags that are looked at (JVMS 4.1, 4.5, 4.6, 4.7.6).
pub(crate) mod flags {
    pub(crate) const PUBLIC: u16 = 0x0001;
    pub(crate) const PRIVATE: u16 = 0x0002;
    pub(crate) const PROTECTED: u16 = 0x0004;
    pub(crate) const STATIC: u16 = 0x0008;
    pub(crate) const FINAL: u16 = 0x0010;
    pub(crate) const VARARGS: u16 = 0x0080;
    pub(crate) const INTERFACE: u16 = 0x0200;
    pub(crate) const ABSTRACT: u16 = 0x0400;
    pub(crate) const SYNTHETIC: u16 = 0x1000;
    pub(crate) const ANNOTATION: u16 = 0x2000;
    pub(crate) const ENUM: u16 = 0x4000;
}

const MAGIC: u32 = 0xCAFE_BABE;

/// The parts of a class file that declare something.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassFile {
    pub(crate) access: u16,
    /// Internal names: `java/util/Map$Entry`.
    pub(crate) name: String,
    pub(crate) superclass: Option<String>,
    pub(crate) interfaces: Vec<String>,
    pub(crate) fields: Vec<Member>,
    pub(crate) methods: Vec<Member>,
    pub(crate) attributes: Attributes,
}

/// A field, a method or a component of a record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Member {
    pub(crate) access: u16,
    pub(crate) name: String,
    pub(crate) descriptor: String,
    pub(crate) attributes: Attributes,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    pub(crate) signature: Option<String>,
    pub(crate) constant: Option<Constant>,
    pub(crate) exceptions: Vec<String>,
    pub(crate) inner_classes: Vec<InnerClass>,
    pub(crate) record: Option<Vec<Member>>,
}

#[derive(Clone, Debug)]
pub(crate) struct InnerClass {
    pub(crate) name: String,
    /// `None`: local or anonymous.
    pub(crate) outer: Option<String>,
    pub(crate) simple_name: Option<String>,
    pub(crate) access: u16,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Constant {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Text(String),
}

/// An entry of the constant pool.
#[derive(Clone, Debug)]
enum Entry {
    Text(String),
    /// The index of its name.
    Class(u16),
    /// The index of its text.
    String(u16),
    Number(Constant),
    Other,
}

struct Reader<'a> {
    bytes: &'a [u8],
}

const SHORT: Damaged = Damaged("it ends too early");

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], Damaged> {
        let (taken, rest) = self.bytes.split_at_checked(length).ok_or(SHORT)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damaged> {
        self.take(N)?.try_into().map_err(|_| SHORT)
    }

    fn u1(&mut self) -> Result<u8, Damaged> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn u2(&mut self) -> Result<u16, Damaged> {
        self.array().map(u16::from_be_bytes)
    }

    fn u4(&mut self) -> Result<u32, Damaged> {
        self.array().map(u32::from_be_bytes)
    }
}

pub(crate) fn read(bytes: &[u8]) -> Result<ClassFile, Damaged> {
    let mut reader = Reader { bytes };
    if reader.u4()? != MAGIC {
        return Err(Damaged("it is no class file"));
    }
    reader.u4()?; // the version: what is read here has not changed since Java 1
    let pool = Pool::read(&mut reader)?;
    let access = reader.u2()?;
    let name = pool.class(reader.u2()?)?;
    let superclass = match reader.u2()? {
        0 => None,
        index => Some(pool.class(index)?),
    };
    let count = reader.u2()?;
    let interfaces = (0..count).map(|_| pool.class(reader.u2()?)).collect::<Result<_, _>>()?;
    let fields = pool.members(&mut reader)?;
    let methods = pool.members(&mut reader)?;
    let attributes = pool.attributes(&mut reader, Depth::Outer)?;
    Ok(ClassFile { access, name, superclass, interfaces, fields, methods, attributes })
}

/// Components of records have attributes, too, but no components.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Outer,
    Component,
}

struct Pool {
    entries: HashMap<u16, Entry>,
}

impl Pool {
    fn read(reader: &mut Reader<'_>) -> Result<Pool, Damaged> {
        let count = reader.u2()?;
        let mut entries = HashMap::new();
        let mut index = 1;
        while index < count {
            let (entry, width) = Pool::entry(reader)?;
            entries.insert(index, entry);
            index = index.saturating_add(width);
        }
        Ok(Pool { entries })
    }

    /// An entry (JVMS 4.4), and how many indices it takes.
    fn entry(reader: &mut Reader<'_>) -> Result<(Entry, u16), Damaged> {
        let entry = match reader.u1()? {
            1 => {
                let length = reader.u2()?;
                Entry::Text(modified_utf8(reader.take(length.into())?))
            }
            3 => Entry::Number(Constant::Int(reader.u4()? as i32)),
            4 => Entry::Number(Constant::Float(f32::from_bits(reader.u4()?))),
            5 => return Ok((Entry::Number(Constant::Long(reader.array().map(i64::from_be_bytes)?)), 2)),
            6 => return Ok((Entry::Number(Constant::Double(reader.array().map(f64::from_be_bytes)?)), 2)),
            7 => Entry::Class(reader.u2()?),
            8 => Entry::String(reader.u2()?),
            16 | 19 | 20 => reader.take(2).map(|_| Entry::Other)?,
            15 => reader.take(3).map(|_| Entry::Other)?,
            9..=12 | 17 | 18 => reader.take(4).map(|_| Entry::Other)?,
            _ => return Err(Damaged("its constant pool has an entry of an unknown kind")),
        };
        Ok((entry, 1))
    }

    fn text(&self, index: u16) -> Result<String, Damaged> {
        match self.entries.get(&index) {
            Some(Entry::Text(text)) => Ok(text.clone()),
            _ => Err(Damaged("a name is missing in its constant pool")),
        }
    }

    fn class(&self, index: u16) -> Result<String, Damaged> {
        match self.entries.get(&index) {
            Some(Entry::Class(name)) => self.text(*name),
            _ => Err(Damaged("a class is missing in its constant pool")),
        }
    }

    fn constant(&self, index: u16) -> Option<Constant> {
        match self.entries.get(&index)? {
            Entry::Number(constant) => Some(constant.clone()),
            Entry::String(text) => self.text(*text).ok().map(Constant::Text),
            _ => None,
        }
    }

    fn members(&self, reader: &mut Reader<'_>) -> Result<Vec<Member>, Damaged> {
        let count = reader.u2()?;
        let mut members = Vec::new();
        for _ in 0..count {
            let access = reader.u2()?;
            let (name, descriptor) = (self.text(reader.u2()?)?, self.text(reader.u2()?)?);
            let attributes = self.attributes(reader, Depth::Outer)?;
            members.push(Member { access, name, descriptor, attributes });
        }
        Ok(members)
    }

    fn attributes(&self, reader: &mut Reader<'_>, depth: Depth) -> Result<Attributes, Damaged> {
        let count = reader.u2()?;
        let mut found = Attributes::default();
        for _ in 0..count {
            let name = self.text(reader.u2()?)?;
            let length = reader.u4()?;
            let mut content = Reader { bytes: reader.take(length as usize)? };
            match name.as_str() {
                "Signature" => found.signature = Some(self.text(content.u2()?)?),
                "ConstantValue" => found.constant = self.constant(content.u2()?),
                "Exceptions" => found.exceptions = self.classes(&mut content)?,
                "InnerClasses" => found.inner_classes = self.inner_classes(&mut content)?,
                "Record" if depth == Depth::Outer => found.record = Some(self.components(&mut content)?),
                _ => {}
            }
        }
        Ok(found)
    }

    fn classes(&self, reader: &mut Reader<'_>) -> Result<Vec<String>, Damaged> {
        let count = reader.u2()?;
        (0..count).map(|_| self.class(reader.u2()?)).collect()
    }

    fn inner_classes(&self, reader: &mut Reader<'_>) -> Result<Vec<InnerClass>, Damaged> {
        let count = reader.u2()?;
        let mut found = Vec::new();
        for _ in 0..count {
            let name = self.class(reader.u2()?)?;
            let outer = reader.u2()?;
            let simple_name = reader.u2()?;
            found.push(InnerClass {
                name,
                outer: if outer == 0 { None } else { Some(self.class(outer)?) },
                simple_name: if simple_name == 0 { None } else { Some(self.text(simple_name)?) },
                access: reader.u2()?,
            });
        }
        Ok(found)
    }

    fn components(&self, reader: &mut Reader<'_>) -> Result<Vec<Member>, Damaged> {
        let count = reader.u2()?;
        let mut found = Vec::new();
        for _ in 0..count {
            let (name, descriptor) = (self.text(reader.u2()?)?, self.text(reader.u2()?)?);
            let attributes = self.attributes(reader, Depth::Component)?;
            found.push(Member { access: 0, name, descriptor, attributes });
        }
        Ok(found)
    }
}

/// In place of a character whose end is missing.
const CUT_OFF: u16 = 0xFFFD;

/// JVMS 4.4.7: NUL has two bytes, and what needs two `char`s has twice three.
fn modified_utf8(bytes: &[u8]) -> String {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&first, tail)) = rest.split_first() {
        let low = |index: usize| u16::from(tail.get(index).copied().unwrap_or(0) & 0x3F);
        let (unit, more) = match first {
            0x00..=0x7F => (u16::from(first), 0),
            0xC0..=0xDF => (u16::from(first & 0x1F) << 6 | low(0), 1),
            _ => (u16::from(first & 0x0F) << 12 | low(0) << 6 | low(1), 2),
        };
        let after = tail.get(more..);
        units.push(if after.is_some() { unit } else { CUT_OFF });
        rest = after.unwrap_or(&[]);
    }
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::{modified_utf8, read};

    #[test]
    fn texts_are_modified_utf8() {
        assert_eq!(modified_utf8(b"repOk"), "repOk");
        assert_eq!(modified_utf8(&[0xC0, 0x80]), "\0");
        assert_eq!(modified_utf8(&[0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]), "\u{1F600}");
        assert_eq!(modified_utf8(&[0xED]), "\u{FFFD}", "what is cut off ends nothing");
    }

    #[test]
    fn what_is_no_class_file_is_refused() {
        assert!(read(b"").is_err() && read(b"PK\x03\x04 and more").is_err());
        assert!(read(&[0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0xFF, 0xFF, 1]).is_err());
    }
}
