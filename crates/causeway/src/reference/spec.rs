//! Looking things up in the OpenAPI document.

use serde_json::{Map, Value};

/// The document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spec<'a>(&'a Value);

/// One operation of the document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operation<'a> {
    /// `GET`, `POST`, …
    pub(super) method: &'a str,
    /// The path below the base path; a webhook's name.
    pub(super) path: &'a str,
    /// What the document says about it.
    pub(super) about: &'a Value,
}

impl<'a> Spec<'a> {
    pub(super) const fn new(document: &'a Value) -> Self {
        Self(document)
    }

    /// The text at this place.
    pub(super) fn text(self, pointer: &str) -> &'a str {
        self.0.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    /// The chapters: name and description.
    pub(super) fn tags(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        list(self.0, "tags").iter().map(|tag| (text(tag, "name"), text(tag, "description")))
    }

    /// The operations of a chapter, in the order of the document.
    pub(super) fn operations(self, tag: &'a str) -> impl Iterator<Item = Operation<'a>> {
        ["paths", "webhooks"]
            .into_iter()
            .flat_map(move |section| {
                members(self.0, section).flat_map(|(path, item)| {
                    members_of(item).map(move |(method, about)| Operation { method, path, about })
                })
            })
            .filter(move |operation| list(operation.about, "tags").iter().any(|other| other == tag))
    }

    /// The named schemas.
    pub(super) fn schemas(self) -> impl Iterator<Item = (&'a str, &'a Value)> {
        self.0.pointer("/components/schemas").into_iter().flat_map(members_of)
    }

    /// What a reference leads to; what is none leads to itself.
    pub(super) fn resolve(self, value: &'a Value) -> &'a Value {
        let target = value.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
        target.and_then(|pointer| self.0.pointer(pointer)).unwrap_or(value)
    }
}

/// The name at the end of a schema's reference.
pub(super) fn name(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

/// A text member; empty when there is none.
pub(super) fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value.get(member).and_then(Value::as_str).unwrap_or_default()
}

/// A list member; empty when there is none.
pub(super) fn list<'a>(value: &'a Value, member: &str) -> &'a [Value] {
    value.get(member).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// The members of an object member.
pub(super) fn members<'a>(value: &'a Value, member: &str) -> impl Iterator<Item = (&'a str, &'a Value)> {
    value.get(member).into_iter().flat_map(members_of)
}

fn members_of(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter).map(|(name, value)| (name.as_str(), value))
}
