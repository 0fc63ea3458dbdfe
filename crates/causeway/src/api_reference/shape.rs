//! Schemas as tables of fields.

use serde_json::Value;

use super::markup::{escape, inline, prose, put};
use super::spec::{self, Spec};

/// Renders the fields of a schema, or its variants, or the kind of the value. Nested named schemas are links.
pub(super) fn fields(spec: Spec<'_>, schema: &Value) -> String {
    let about = spec.resolve(schema);
    let variants = variants(about);
    if !variants.is_empty() {
        return union(spec, about, &variants);
    }
    if about.get("properties").is_none() {
        return format!("<p>{}</p>", kind(schema));
    }
    let required = spec::list(about, "required");
    let mut out = String::from("<dl class=\"fields\">");
    for (name, field) in spec::members(about, "properties") {
        let must = required.iter().any(|other| other == name);
        row(&mut out, spec, name, field, must);
    }
    out.push_str("</dl>");
    out
}

/// Renders one field or parameter.
pub(super) fn row(out: &mut String, spec: Spec<'_>, name: &str, schema: &Value, required: bool) {
    put(out, format_args!("<dt><code>{}</code> <span class=\"kind\">{}</span>", escape(name), kind(schema)));
    if required {
        out.push_str(" <span class=\"must\">required</span>");
    }
    let about = spec.resolve(schema);
    let text =
        [schema, about].into_iter().map(|one| spec::text(one, "description")).find(|text| !text.is_empty());
    put(out, format_args!("</dt><dd>{}{}</dd>", prose(text.unwrap_or_default()), rules(about)));
}

/// Renders one named schema.
pub(super) fn section(spec: Spec<'_>, name: &str, schema: &Value) -> String {
    let name = escape(name);
    let about = prose(spec::text(schema, "description"));
    let fields = fields(spec, schema);
    let rules = rules(schema);
    format!("<article class=\"shape\" id=\"shape-{name}\"><h3>{name}</h3>{about}{rules}{fields}</article>")
}

fn union(spec: Spec<'_>, about: &Value, variants: &[Value]) -> String {
    let discriminator = about.get("discriminator").unwrap_or(&Value::Null);
    let mut out = String::new();
    match spec::text(discriminator, "propertyName") {
        "" => out.push_str("<p>One of:</p>"),
        tag => put(&mut out, format_args!("<p>One of these, chosen by <code>{}</code>:</p>", escape(tag))),
    }
    for variant in variants {
        let target = variant.get("$ref").and_then(Value::as_str);
        let values = spec::members(discriminator, "mapping").filter(|(_, other)| other.as_str() == target);
        let names: Vec<String> = values.map(|(value, _)| format!("<code>{}</code>", escape(value))).collect();
        let title = if names.is_empty() { kind(variant) } else { names.join(", ") };
        put(&mut out, format_args!("<details><summary>{title}</summary>{}</details>", fields(spec, variant)));
    }
    out
}

fn variants(about: &Value) -> Vec<Value> {
    let of = ["oneOf", "anyOf"].into_iter().flat_map(|one| spec::list(about, one));
    of.filter(|variant| spec::text(variant, "type") != "null").cloned().collect()
}

/// Returns the kind of a value, in a few words.
pub(super) fn kind(schema: &Value) -> String {
    if let Some(name) = spec::name(schema) {
        let name = escape(name);
        return format!("<a href=\"#shape-{name}\">{name}</a>");
    }
    let variants = variants(schema);
    if let [only] = &variants[..] {
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
        _ if schema.get("allOf").is_some() => {
            spec::list(schema, "allOf").first().map(kind).unwrap_or_default()
        }
        _ => "value".to_owned(),
    }
}

/// Returns the constraints on a value, beyond its kind.
fn rules(schema: &Value) -> String {
    const NUMBERS: [(&str, &str); 8] = [
        ("minimum", "at least"),
        ("exclusiveMinimum", "more than"),
        ("maximum", "at most"),
        ("exclusiveMaximum", "less than"),
        ("minLength", "characters at least"),
        ("maxLength", "characters at most"),
        ("minItems", "items at least"),
        ("maxItems", "items at most"),
    ];
    let mut rules: Vec<String> = Vec::new();
    let values: Vec<String> =
        spec::list(schema, "enum").iter().map(|value| format!("<code>{}</code>", plain(value))).collect();
    if !values.is_empty() {
        rules.push(values.join(" "));
    }
    for member in ["format", "pattern"] {
        if let Some(text) = schema.get(member).and_then(Value::as_str) {
            rules.push(format!("{member} <code>{}</code>", escape(text)));
        }
    }
    for (member, words) in NUMBERS {
        if let Some(bound) = schema.get(member) {
            rules.push(format!("{words} {}", plain(bound)));
        }
    }
    if let Some(default) = schema.get("default") {
        rules.push(format!("default <code>{}</code>", plain(default)));
    }
    if rules.is_empty() { String::new() } else { format!("<p class=\"rules\">{}</p>", rules.join(" · ")) }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| escape(&value.to_string()), escape)
}

/// Renders a short line about a response or a chapter.
pub(super) fn line(text: &str) -> String {
    inline(text)
}
