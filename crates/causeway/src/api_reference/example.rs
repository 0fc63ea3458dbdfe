//! Example values, generated from schemas.

use serde_json::{Map, Value, json};

use super::sample;
use super::spec::{self, Spec};

/// Maximum depth of nested objects.
const MAX_DEPTH: usize = 6;

/// Returns an example of a schema.
pub(super) fn example(spec: Spec<'_>, schema: &Value) -> Value {
    ExampleGenerator { spec }.make(schema, None, 0)
}

#[derive(Clone, Copy)]
struct ExampleGenerator<'a> {
    spec: Spec<'a>,
}

impl<'a> ExampleGenerator<'a> {
    fn make(self, schema: &'a Value, member: Option<&str>, depth: usize) -> Value {
        let known_as = spec::name(schema).or(member).unwrap_or_default();
        let schema = self.spec.resolve(schema);
        if let Some(value) = given_value(schema) {
            return value;
        }
        if let Some(variant) =
            ["oneOf", "anyOf", "allOf"].into_iter().find_map(|one| spec::list(schema, one).first())
        {
            return self.variant(schema, variant, depth);
        }
        match kind(schema) {
            "object" => self.object(schema, depth),
            "array" => schema
                .get("items")
                .filter(|_| depth < MAX_DEPTH)
                .map_or(json!([]), |items| json!([self.make(items, member, depth + 1)])),
            "string" => json!(string(schema, known_as, member.unwrap_or_default())),
            "integer" => integer(schema),
            "number" => json!(0.92),
            "boolean" => json!(!matches!(member, Some("isDeleted" | "hasMore"))),
            _ => Value::Null,
        }
    }

    /// Returns an example of a union's variant, with its discriminator.
    fn variant(self, union: &'a Value, variant: &'a Value, depth: usize) -> Value {
        let mut example = self.make(variant, None, depth);
        let tag = union.pointer("/discriminator/propertyName").and_then(Value::as_str);
        let chosen = spec::members(union.get("discriminator").unwrap_or(&Value::Null), "mapping")
            .find(|(_, target)| target.as_str() == variant.get("$ref").and_then(Value::as_str));
        if let (Some(tag), Some((value, _)), Some(object)) = (tag, chosen, example.as_object_mut())
            && object.get(tag) != Some(&json!(value))
        {
            object.insert(tag.to_owned(), json!(value));
        }
        example
    }

    fn object(self, schema: &'a Value, depth: usize) -> Value {
        let required = spec::list(schema, "required");
        let is_included = |name: &str| depth < MAX_DEPTH || required.iter().any(|other| other == name);
        let members = spec::members(schema, "properties").filter(|(name, _)| is_included(name));
        let examples =
            members.map(|(name, schema)| (name.to_owned(), self.make(schema, Some(name), depth + 1)));
        Value::Object(examples.collect::<Map<_, _>>())
    }
}

/// Returns the value that the schema itself provides.
fn given_value(schema: &Value) -> Option<Value> {
    let one = |member: &str| schema.get(member).cloned();
    let first = |member: &str| spec::list(schema, member).first().cloned();
    one("const")
        .or_else(|| one("example"))
        .or_else(|| first("examples"))
        .or_else(|| one("default"))
        .or_else(|| first("enum"))
}

/// Returns the type; of several, the first that is not `null`.
fn kind(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        Some(Value::Array(kinds)) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or_default()
        }
        _ if schema.get("properties").is_some() => "object",
        _ => "",
    }
}

fn integer(schema: &Value) -> Value {
    let bound = |member: &str| schema.get(member).and_then(Value::as_i64);
    let least = bound("minimum").or_else(|| bound("exclusiveMinimum").map(|bound| bound.saturating_add(1)));
    let most = bound("maximum").unwrap_or(i64::MAX);
    json!(10_000.clamp(least.unwrap_or(i64::MIN).min(most), most))
}

/// Returns a valid text. `known_as` is the name of its type, or the member's name if the type has none.
fn string(schema: &Value, known_as: &str, member: &str) -> String {
    let by_format = match spec::text(schema, "format") {
        "email" => Some("jane@example.com"),
        "e.164" => Some("+14155550123"),
        "iso3166-1-alpha-2" => Some("US"),
        "uri" => Some("https://example.com/hooks"),
        "ip" => Some("192.0.2.1"),
        "date" => Some("1990-01-31"),
        "date-time" => Some("2025-10-03T12:00:00.123Z"),
        "uuid" => Some("0199a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b"),
        _ => None,
    };
    let by_type = match known_as {
        "FullName" | "fullName" => Some("Jane Doe"),
        "CurrencyCode" => Some("USD"),
        "UmaAddress" => Some("$jane@example.com"),
        _ => None,
    };
    if let Some(text) = by_format.or(by_type) {
        return text.to_owned();
    }
    if schema.get("pattern").is_none()
        && let Some(text) = of_member(member)
    {
        return text.to_owned();
    }
    let sampled = sample::fitting(spec::text(schema, "pattern")).filter(|text| !text.is_empty());
    let text = sampled.unwrap_or_else(|| "example".to_owned());
    fit(&text, schema)
}

/// Returns a plausible text for a member of this name, if the schema provides none.
fn of_member(name: &str) -> Option<&'static str> {
    Some(match name {
        "webhookEndpoint" => "https://example.com/webhooks",
        "umaDomain" => "pay.example.com",
        "proxyUmaSubdomain" => "sandbox",
        "appName" | "displayName" | "fromName" | "sendFromEmailSenderName" => "Example Pay",
        "line1" => "1 Main Street",
        "line2" => "Rear building",
        "city" => "Springfield",
        "state" => "IL",
        "postalCode" => "62701",
        "platformCustomerId" => "user-4711",
        "platformAccountId" => "main",
        "clientId" => "0199a1b2c3d47e8f9a0b1c2d3e4f5a6b",
        "clientSecret" => "TAsGgkeXO4JX0gw4U-LFL7EpwPsx9SrO8Zj1wbFG4iE",
        "nextCursor" => "AAABogLYG-QBogLYG-RzSKec8eFwU",
        "version" | "termsVersion" => "V1",
        "legalName" | "doingBusinessAs" => "Example Goods Inc.",
        "firstName" => "Jane",
        "lastName" => "Doe",
        "bankName" | "intermediaryBankName" | "vaspName" => "Example Bank",
        "bankAddress" => "1 Bank Street, Springfield",
        "accountHolderName" => "Jane Doe",
        "accountNumber" | "accountIdentifier" => "735721969153",
        "reference" => "FUND-9T8QD9RP",
        "instructionsNotes" => "Send the reference FUND-9T8QD9RP with the payment.",
        "description" | "remittanceInformation" => "Invoice 4711",
        "symbol" => "$",
        "url" => "https://example.com/webhooks",
        "response_body" => "ok",
        _ => return None,
    })
}

/// Repeats or cuts the text to the length that the schema requires.
fn fit(text: &str, schema: &Value) -> String {
    let bound = |member: &str| {
        schema.get(member).and_then(Value::as_u64).and_then(|bound| usize::try_from(bound).ok())
    };
    let least = bound("minLength").unwrap_or(0).max(text.len().min(bound("maxLength").unwrap_or(usize::MAX)));
    text.chars().cycle().take(least).collect()
}
