//! Checks a document against `docs/report.schema.json`: the part of JSON Schema (draft 2020-12)
//! that the file uses. A keyword that is not known here is a complaint, so that the schema cannot
//! say more than is checked.

use serde_json::Value;
use std::fs;
use std::path::Path;

pub(crate) struct Schema {
    document: Value,
}

impl Schema {
    pub(crate) fn read() -> Schema {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.schema.json");
        let text = fs::read_to_string(path).expect("the schema can be read");
        Schema { document: serde_json::from_str(&text).expect("the schema is JSON") }
    }

    pub(crate) fn complaints(&self, document: &Value) -> Vec<String> {
        self.check(&self.document, document, "$")
    }

    fn check(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let Some(keywords) = schema.as_object() else { return vec![format!("{at}: a schema is no object")] };
        let mut complaints = Vec::new();
        for (keyword, argument) in keywords {
            complaints.extend(match keyword.as_str() {
                "$schema" | "$id" | "$defs" | "title" | "description" => Vec::new(),
                "$ref" => self.check_reference(argument, value, at),
                "type" => check_type(argument, value, at),
                "const" => one(argument == value, || format!("{at}: {value} is not {argument}")),
                "enum" => {
                    let allowed = argument.as_array().is_some_and(|allowed| allowed.contains(value));
                    one(allowed, || format!("{at}: {value} is none of {argument}"))
                }
                "minimum" => one(value.as_f64() >= argument.as_f64(), || format!("{at}: {value} is too small")),
                "required" => check_required(argument, value, at),
                "properties" => self.check_properties(argument, value, at),
                "additionalProperties" => self.check_additional(keywords.get("properties"), argument, value, at),
                "items" => self.check_items(argument, value, at),
                "oneOf" => self.check_alternatives(argument, value, at),
                other => vec![format!("the schema uses `{other}`, which this test does not know")],
            });
        }
        complaints
    }

    fn check_reference(&self, reference: &Value, value: &Value, at: &str) -> Vec<String> {
        let path = reference.as_str().and_then(|reference| reference.strip_prefix('#')).unwrap_or("?");
        match self.document.pointer(path) {
            Some(schema) => self.check(schema, value, at),
            None => vec![format!("{at}: the schema has no {reference}")],
        }
    }

    fn check_properties(&self, properties: &Value, value: &Value, at: &str) -> Vec<String> {
        let (Some(properties), Some(object)) = (properties.as_object(), value.as_object()) else { return Vec::new() };
        let present = properties.iter().filter_map(|(name, schema)| Some((name, schema, object.get(name)?)));
        present.flat_map(|(name, schema, value)| self.check(schema, value, &format!("{at}.{name}"))).collect()
    }

    fn check_additional(&self, properties: Option<&Value>, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let Some(object) = value.as_object() else { return Vec::new() };
        let known = |name: &String| properties.and_then(|known| known.get(name)).is_some();
        let additional = object.iter().filter(|(name, _)| !known(name));
        let check = |(name, value): (&String, &Value)| match schema {
            Value::Bool(false) => vec![format!("{at}: `{name}` is not in the schema")],
            Value::Bool(true) => Vec::new(),
            schema => self.check(schema, value, &format!("{at}.{name}")),
        };
        additional.flat_map(check).collect()
    }

    fn check_items(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let items = value.as_array().into_iter().flatten().enumerate();
        items.flat_map(|(index, item)| self.check(schema, item, &format!("{at}[{index}]"))).collect()
    }

    fn check_alternatives(&self, alternatives: &Value, value: &Value, at: &str) -> Vec<String> {
        let all: Vec<Vec<String>> =
            alternatives.as_array().into_iter().flatten().map(|schema| self.check(schema, value, at)).collect();
        let fitting = all.iter().filter(|complaints| complaints.is_empty()).count();
        let reasons = all.concat().join("; ");
        one(fitting == 1, || format!("{at}: {fitting} alternatives fit instead of one: {reasons}"))
    }
}

fn one(is_fine: bool, complaint: impl FnOnce() -> String) -> Vec<String> {
    if is_fine { Vec::new() } else { vec![complaint()] }
}

fn check_type(expected: &Value, value: &Value, at: &str) -> Vec<String> {
    let is_of = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => false,
    };
    let fits = match expected {
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is_of),
        name => name.as_str().is_some_and(is_of),
    };
    one(fits, || format!("{at}: {value} is no {expected}"))
}

fn check_required(names: &Value, value: &Value, at: &str) -> Vec<String> {
    let Some(object) = value.as_object() else { return Vec::new() };
    let names = names.as_array().into_iter().flatten().filter_map(Value::as_str);
    names.filter(|name| !object.contains_key(*name)).map(|name| format!("{at}: `{name}` is missing")).collect()
}
