//! Access to the OpenAPI document.

use serde_json::{Map, Value};

/// The OpenAPI document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spec<'a>(&'a Value);

/// One operation or webhook of the document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operation<'a> {
    /// In lower case: `get`, `post`, …
    pub(super) method: &'a str,
    /// Path below the base path, or the name of a webhook.
    pub(super) path: &'a str,
    /// The operation object of the document.
    pub(super) about: &'a Value,
}

impl Operation<'_> {
    /// Returns `true` for a webhook, which has a name in place of a path.
    pub(super) fn is_webhook(self) -> bool {
        !self.path.starts_with('/')
    }
}

impl<'a> Spec<'a> {
    pub(super) const fn new(document: &'a Value) -> Self {
        Self(document)
    }

    /// Returns the text at this pointer; empty if it is absent.
    pub(super) fn text(self, pointer: &str) -> &'a str {
        self.0.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns the chapters: name and description.
    pub(super) fn tags(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        list(self.0, "tags").iter().map(|tag| (text(tag, "name"), text(tag, "description")))
    }

    /// Returns the operations of a chapter, in the order of the document.
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

    /// Returns the named schemas.
    pub(super) fn schemas(self) -> impl Iterator<Item = (&'a str, &'a Value)> {
        self.0.pointer("/components/schemas").into_iter().flat_map(members_of)
    }

    /// Returns the target of a reference, or the value itself if it is not a reference.
    pub(super) fn resolve(self, value: &'a Value) -> &'a Value {
        let target = value.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
        target.and_then(|pointer| self.0.pointer(pointer)).unwrap_or(value)
    }
}

/// Returns the name at the end of a schema's reference.
pub(super) fn name(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

/// Returns a text member; empty if it is absent.
pub(super) fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value.get(member).and_then(Value::as_str).unwrap_or_default()
}

/// Returns a list member; empty if it is absent.
pub(super) fn list<'a>(value: &'a Value, member: &str) -> &'a [Value] {
    value.get(member).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Returns the members of an object member.
pub(super) fn members<'a>(value: &'a Value, member: &str) -> impl Iterator<Item = (&'a str, &'a Value)> {
    value.get(member).into_iter().flat_map(members_of)
}

fn members_of(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter).map(|(name, value)| (name.as_str(), value))
}
