//! The text of one object or value inside a drawing: `5 red`, `+Node#2:7`, `size=3→4`.

use super::collections::Collection;
use super::picture::{Kind, Picture};
use super::shape::Role;
use tightrope_heap::{Content, ObjectId, Value, text};
use tightrope_program::{Constant, FieldId, Type};

/// Longer strings are cut.
const MOST_CHARACTERS: usize = 40;

impl Picture<'_> {
    /// A value as it stands in a slot or root of this type, objects by their names.
    pub(super) fn value_text(&self, value: Value, ty: Type) -> String {
        match value {
            Value::Object(id) => self.atom_text(id).unwrap_or_else(|| self.name(id)),
            Value::Long(number) => number.to_string(),
            plain => text::write_value(plain, ty, &self.names),
        }
    }

    /// Strings, boxes and constants of enums are known by what they say, other plain objects by
    /// their names.
    fn atom_text(&self, id: ObjectId) -> Option<String> {
        let object = self.object(id)?;
        match &object.content {
            Content::Text(string) => Some(quoted(string)),
            Content::Fields(values) if self.is_box(object.ty) => {
                values.first().map(|value| self.value_text(*value, Type::UNKNOWN))
            }
            Content::Fields(values) if self.is_enum(object.ty) => {
                let name = self.object(values.first()?.as_object()?)?;
                match &name.content {
                    Content::Text(string) => Some(string.to_string()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What stands before the content of an object: `+` if it is new, its name if that is needed.
    pub(super) fn prefix(&self, id: ObjectId) -> String {
        let new = if self.is_new(id) { "+" } else { "" };
        let name = if self.is_labelled(id) { format!("{}:", self.name(id)) } else { String::new() };
        format!("{new}{name}")
    }

    /// The content of a node: its key, then its other values with their names.
    pub(super) fn node_text(&self, id: ObjectId) -> String {
        let (key, rest) = self.node_words(id, &|_| false);
        let object = self.object(id).filter(|_| self.is_mixed(id) && !self.is_labelled(id));
        let class = object.map(|object| text::type_name(object.ty, self.setting.program));
        class.into_iter().chain(key).chain(rest).collect::<Vec<String>>().join(" ")
    }

    /// The key of a node, and its other values with their names, but for those that are told
    /// otherwise.
    pub(super) fn node_words(&self, id: ObjectId, is_told: &dyn Fn(Value) -> bool) -> (Option<String>, Vec<String>) {
        let mut shown: Vec<(usize, FieldId, Value)> = self.shown_fields(id);
        shown.retain(|(_, _, value)| !is_told(*value));
        let main = self.main_field(&shown);
        let (key, rest): (Vec<_>, Vec<_>) = shown.into_iter().partition(|(_, field, _)| Some(*field) == main);
        let key: Vec<String> = key.into_iter().map(|(at, field, value)| self.slot_text(id, at, field, value)).collect();
        let rest = rest.into_iter().map(|(at, field, value)| self.named_slot(id, at, field, value));
        (key.into_iter().next(), rest.collect())
    }

    /// Values and data, but for what is said once for all objects.
    fn shown_fields(&self, id: ObjectId) -> Vec<(usize, FieldId, Value)> {
        let is_told = |field: &FieldId| self.never_seen.contains(field) || self.uniform.contains_key(field);
        let is_inside = |field: &FieldId| matches!(self.role(*field), Role::Value | Role::Side);
        let below: Vec<FieldId> = self.held_below(id).into_iter().map(|(_, field, _)| field).collect();
        let is_shown = |field: &FieldId| is_inside(field) && !is_told(field) && !below.contains(field);
        self.fields(id).filter(|(_, field, _)| is_shown(field)).collect()
    }

    /// The field whose value needs no name: the only one that is no flag, or the one that is called
    /// like a key.
    fn main_field(&self, shown: &[(usize, FieldId, Value)]) -> Option<FieldId> {
        const KEYS: &[&str] =
            &["key", "value", "val", "data", "element", "elem", "item", "info", "datum", "content", "payload"];
        let is_flag = |field: FieldId| self.setting.program.field(field).ty == Type::BOOLEAN;
        let is_plain = |value: Value| self.is_atom_value(value);
        let candidates: Vec<FieldId> = shown
            .iter()
            .filter(|(_, field, value)| !is_flag(*field) && is_plain(*value))
            .map(|(_, field, _)| *field)
            .collect();
        let by_name = KEYS.iter().find_map(|key| {
            candidates.iter().copied().find(|field| self.field_name(*field).trim_matches('_').eq_ignore_ascii_case(key))
        });
        match candidates.as_slice() {
            [only] => Some(*only),
            _ => by_name,
        }
    }

    /// `height=2`; a flag by its name alone: `red`, `!red`.
    pub(super) fn named_slot(&self, id: ObjectId, at: usize, field: FieldId, value: Value) -> String {
        let text = self.slot_text(id, at, field, value);
        let is_flag = matches!(value, Value::Boolean(_)) && !text.ends_with("true") && !text.ends_with("false");
        if is_flag { text } else { format!("{}={text}", self.field_name(field)) }
    }

    /// What a slot holds: `5`, or `3→5` if the call changed it.
    fn slot_text(&self, id: ObjectId, at: usize, field: FieldId, value: Value) -> String {
        let now = match value {
            Value::Object(target) if self.is_home(target, (id, at)) => self.inline_text(target),
            plain => self.field_value(field, plain),
        };
        match self.former((id, at)) {
            Some(old) => format!("{}→{now}", self.field_value(field, old)),
            None => now,
        }
    }

    fn field_value(&self, field: FieldId, value: Value) -> String {
        match value {
            Value::Boolean(truth) => self.flag_text(field, truth),
            other => self.value_text(other, self.setting.program.field(field).ty),
        }
    }

    /// A flag that the class has two constants for (`RED = false`, `BLACK = true`) is shown by
    /// their names.
    fn flag_text(&self, field: FieldId, truth: bool) -> String {
        let program = self.setting.program;
        let declared = program.field(field);
        let mut classes = vec![declared.class];
        while let Some(outer) = classes.last().and_then(|class| program.class(*class).outer) {
            classes.push(outer);
        }
        let fields = classes.iter().flat_map(|class| &program.class(*class).fields).copied();
        let constants: Vec<(FieldId, bool)> = fields
            .filter_map(|field| match program.field(field).constant {
                Some(Constant::Boolean(constant)) if program.field(field).is_static => Some((field, constant)),
                _ => None,
            })
            .collect();
        match constants.as_slice() {
            [(first, one), (second, other)] if one != other => {
                let meant = if *one == truth { first } else { second };
                self.field_name(*meant).to_lowercase()
            }
            _ if truth => declared.name.to_string(),
            _ => format!("!{}", declared.name),
        }
    }

    /// Small data inside a node: `Point{x=3 y=4}`, `[3, 5]`.
    pub(super) fn inline_text(&self, id: ObjectId) -> String {
        let prefix = self.prefix(id);
        let object = self.object(id);
        match (self.kind(id), object) {
            (Kind::Array, _) if self.collection(id).is_some() => self.contents_text(id),
            (Kind::Array, Some(object)) => {
                let element = object.ty.element().unwrap_or(Type::UNKNOWN);
                let cells: Vec<String> = object
                    .values()
                    .iter()
                    .enumerate()
                    .map(|(at, value)| self.cell_text(id, at, *value, element))
                    .collect();
                format!("{prefix}[{}]", cells.join(", "))
            }
            (_, Some(object)) if prefix.is_empty() || prefix == "+" => {
                let class = text::type_name(object.ty, self.setting.program);
                format!("{prefix}{class}{{{}}}", self.node_text(id))
            }
            _ => format!("{}{{{}}}", prefix.trim_end_matches(':'), self.node_text(id)),
        }
    }

    /// A collection as Java writes it: `ArrayList [3, 5]`, `HashMap {3=true}`.
    pub(super) fn contents_text(&self, id: ObjectId) -> String {
        let Some(object) = self.object(id) else { return String::new() };
        let cell = |(at, value): (usize, &Value)| self.cell_text(id, at, *value, Type::UNKNOWN);
        let cells: Vec<String> = object.values().iter().enumerate().map(cell).collect();
        let content = match self.collection(id) {
            Some(Collection::Map) => {
                let entries = cells.chunks(2).map(|entry| entry.join("=")).collect::<Vec<_>>();
                format!("{{{}}}", entries.join(", "))
            }
            Some(Collection::Set) => format!("{{{}}}", cells.join(", ")),
            Some(Collection::List) | None => format!("[{}]", cells.join(", ")),
        };
        format!("{} {content}{}", self.title(id), self.lost_text(id))
    }

    /// What a collection does not have any more: `, lost 3`.
    pub(super) fn lost_text(&self, id: ObjectId) -> String {
        let lost = self.lost_elements(id);
        if lost.is_empty() {
            return String::new();
        }
        let texts: Vec<String> = lost.iter().map(|value| self.value_text(*value, Type::UNKNOWN)).collect();
        let of_each = if self.collection(id) == Some(Collection::Map) { 2 } else { 1 };
        let entries: Vec<String> = texts.chunks(of_each).map(|entry| entry.join("=")).collect();
        format!(", lost {}", entries.join(", "))
    }

    /// `+ArrayList`, or the name of the object if that is needed.
    pub(super) fn title(&self, id: ObjectId) -> String {
        let new = if self.is_new(id) { "+" } else { "" };
        let class = || self.object(id).map(|object| text::type_name(object.ty, self.setting.program));
        let name = if self.is_labelled(id) { self.name(id) } else { class().unwrap_or_default() };
        format!("{new}{name}")
    }

    pub(super) fn cell_text(&self, array: ObjectId, at: usize, value: Value, element: Type) -> String {
        let now = self.value_text(value, element);
        match self.former((array, at)) {
            Some(old) => format!("{}→{now}", self.value_text(old, element)),
            // Of an entry, the key says that it is new.
            None if self.is_gained((array, at)) && !self.is_value_of_entry(array, at) => format!("+{now}"),
            None => now,
        }
    }

    fn is_value_of_entry(&self, id: ObjectId, at: usize) -> bool {
        self.collection(id) == Some(Collection::Map) && !at.is_multiple_of(2)
    }
}

/// A string as it is written, without what would disturb the drawing.
fn quoted(string: &str) -> String {
    let clean: String =
        text::quote(string).chars().map(|character| if character.is_control() { '·' } else { character }).collect();
    match clean.char_indices().nth(MOST_CHARACTERS) {
        Some((cut, _)) => format!("{}…\"", &clean[..cut]),
        None => clean,
    }
}
