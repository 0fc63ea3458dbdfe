//! Schemas as lists of fields. A nested type opens in place.

use serde_json::Value;

use super::markup::{escape, prose, put};
use super::rules::rules;
use super::spec::{self, Spec};

/// Levels of nested types that an operation shows. A type further down is a link to its own entry, whose
/// fields the script shows in place.
pub(super) const LEVELS: usize = 1;

/// Renders the fields of a body, an event or an answer. The variants of a union are no level of their own.
pub(super) fn whole(spec: Spec<'_>, schema: &Value) -> String {
    let is_union = !variants(spec.resolve(schema)).is_empty();
    fields(spec, schema, LEVELS + usize::from(is_union))
}

/// Renders the fields of a schema, or its variants, or the kind of the value.
fn fields(spec: Spec<'_>, schema: &Value, levels: usize) -> String {
    let about = spec.resolve(schema);
    let variants = variants(about);
    if !variants.is_empty() {
        return union(spec, about, &variants, levels);
    }
    if about.get("properties").is_none() {
        return format!("<p>{}</p>{}", kind(schema), nested(spec, schema, levels));
    }
    let required = spec::list(about, "required");
    let mut out = String::from("<dl class=\"fields\">");
    for (name, field) in spec::members(about, "properties") {
        let is_required = required.iter().any(|other| other == name);
        row(&mut out, spec, Field { name, about: "", schema: field, is_required }, levels);
    }
    out.push_str("</dl>");
    out
}

/// A field or parameter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) name: &'a str,
    /// Description beside the schema; empty for fields.
    pub(super) about: &'a str,
    pub(super) schema: &'a Value,
    pub(super) is_required: bool,
}

/// Renders one field or parameter.
pub(super) fn row(out: &mut String, spec: Spec<'_>, field: Field<'_>, levels: usize) {
    let Field { name, about: given, schema, is_required } = field;
    put(out, format_args!("<dt><code>{}</code> <span class=\"kind\">{}</span>", escape(name), kind(schema)));
    if is_required {
        out.push_str(" <span class=\"must\">required</span>");
    }
    let about = spec.resolve(schema);
    let texts = [given, spec::text(schema, "description"), spec::text(about, "description")];
    let text = texts.into_iter().find(|text| !text.is_empty());
    put(
        out,
        format_args!(
            "</dt><dd>{}{}{}</dd>",
            prose(text.unwrap_or_default()),
            rules(about),
            nested(spec, schema, levels)
        ),
    );
}

/// Renders one named schema.
pub(super) fn section(spec: Spec<'_>, name: &str, schema: &Value) -> String {
    let name = escape(name);
    let about = prose(spec::text(schema, "description"));
    let fields = fields(spec, schema, 0);
    let rules = rules(schema);
    format!(
        "<article class=\"shape\" id=\"shape-{name}\"><h3>{name}</h3>{about}{rules}\
         <div class=\"body\">{fields}</div></article>"
    )
}

/// Renders the fields of the type of a value, or of the entries of a list; empty for values without fields.
fn nested(spec: Spec<'_>, schema: &Value, levels: usize) -> String {
    let inner = inner(spec, schema);
    let about = spec.resolve(inner);
    let has_fields = about.get("properties").is_some() || !variants(about).is_empty();
    match spec::name(inner) {
        Some(name) if has_fields => opening(spec, &escape(name), inner, levels),
        _ => String::new(),
    }
}

/// Renders a type that opens in place, or the link to its entry if no level is left.
fn opening(spec: Spec<'_>, title: &str, schema: &Value, levels: usize) -> String {
    match (spec::name(schema), levels.checked_sub(1)) {
        (Some(name), None) => {
            format!("<p><a class=\"deeper\" href=\"#shape-{}\">{title}</a></p>", escape(name))
        }
        (_, left) => {
            let fields = fields(spec, schema, left.unwrap_or_default());
            format!("<details><summary>{title}</summary>{fields}</details>")
        }
    }
}

/// Returns the schema of the entries of a list, or of a value that can be `null`; others are returned as they
/// are.
fn inner<'a>(spec: Spec<'a>, schema: &'a Value) -> &'a Value {
    if let Some(items) = spec.resolve(schema).get("items") {
        return inner(spec, items);
    }
    match variants(schema).as_slice() {
        [only] => inner(spec, only),
        _ => schema,
    }
}

fn union(spec: Spec<'_>, about: &Value, variants: &[&Value], levels: usize) -> String {
    let discriminator = about.get("discriminator").unwrap_or(&Value::Null);
    let mut out = String::from("<div class=\"union\">");
    match spec::text(discriminator, "propertyName") {
        "" => out.push_str("<p>One of these:</p>"),
        tag => put(&mut out, format_args!("<p>One of these, chosen by <code>{}</code>:</p>", escape(tag))),
    }
    for variant in variants {
        let target = variant.get("$ref").and_then(Value::as_str);
        let values = spec::members(discriminator, "mapping").filter(|(_, other)| other.as_str() == target);
        let names: Vec<String> = values.map(|(value, _)| format!("<code>{}</code>", escape(value))).collect();
        let title = if names.is_empty() { kind(variant) } else { names.join(", ") };
        out.push_str(&opening(spec, &title, variant, levels));
    }
    out.push_str("</div>");
    out
}

fn variants(about: &Value) -> Vec<&Value> {
    let of = ["oneOf", "anyOf"].into_iter().flat_map(|one| spec::list(about, one));
    of.filter(|variant| spec::text(variant, "type") != "null").collect()
}

/// Returns the kind of a value, in a few words.
pub(super) fn kind(schema: &Value) -> String {
    if let Some(name) = spec::name(schema) {
        return escape(name);
    }
    if let [only] = variants(schema).as_slice() {
        return format!("{} or null", kind(only));
    }
    match schema.get("type") {
        Some(Value::String(one)) if one == "array" => {
            format!("list of {}", schema.get("items").map_or_else(|| "values".to_owned(), kind))
        }
        Some(Value::String(one)) => escape(one),
        Some(Value::Array(several)) => {
            let names: Vec<String> = several.iter().filter_map(Value::as_str).map(escape).collect();
            names.join(" or ")
        }
        _ => "value".to_owned(),
    }
}
