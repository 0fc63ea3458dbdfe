//! Constraints on values, in words.

use serde_json::Value;

use super::markup::{escape, put};
use super::spec;

/// Length in bytes of the longest list or pattern that is always visible.
const SHORT: usize = 160;

/// Renders the constraints on a value, beyond its kind. Long lists and patterns open in place.
pub(super) fn rules(schema: &Value) -> String {
    let mut short = Vec::new();
    let mut long = String::new();
    for (title, text) in [("values", values(schema)), ("pattern", code(schema, "pattern"))] {
        match text {
            Some(text) if text.len() > SHORT => put(
                &mut long,
                format_args!("<details><summary>{title}</summary><p class=\"rules\">{text}</p></details>"),
            ),
            Some(text) if title == "pattern" => short.push(format!("{title} {text}")),
            Some(text) => short.push(text),
            None => {}
        }
    }
    short.extend(code(schema, "format").map(|format| format!("format {format}")));
    short.extend(range(schema, ["minLength", "maxLength"], " characters"));
    short.extend(range(schema, ["minItems", "maxItems"], " entries"));
    short.extend(range(schema, ["minimum", "maximum"], ""));
    short.extend(schema.get("exclusiveMinimum").map(|bound| format!("more than {}", plain(bound))));
    short.extend(schema.get("exclusiveMaximum").map(|bound| format!("less than {}", plain(bound))));
    short.extend(schema.get("default").map(|value| format!("default <code>{}</code>", plain(value))));
    if short.is_empty() { long } else { format!("<p class=\"rules\">{}</p>{long}", short.join(" · ")) }
}

/// Returns the allowed values, or `None` if they are not listed.
fn values(schema: &Value) -> Option<String> {
    let values = spec::list(schema, "enum").iter().map(|value| format!("<code>{}</code>", plain(value)));
    let values: Vec<String> = values.collect();
    (!values.is_empty()).then(|| values.join(" "))
}

fn code(schema: &Value, member: &str) -> Option<String> {
    let text = schema.get(member)?.as_str()?;
    Some(format!("<code>{}</code>", escape(text)))
}

/// Returns a range in words, such as `1 to 255 characters`, or `None` without bounds.
fn range(schema: &Value, bounds: [&str; 2], unit: &str) -> Option<String> {
    match bounds.map(|bound| schema.get(bound).map(plain)) {
        [Some(least), Some(most)] if least == most => Some(format!("{least}{unit}")),
        [Some(least), Some(most)] => Some(format!("{least} to {most}{unit}")),
        [Some(least), None] => Some(format!("at least {least}{unit}")),
        [None, Some(most)] => Some(format!("at most {most}{unit}")),
        [None, None] => None,
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| escape(&value.to_string()), escape)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bounds_are_told_in_words() {
        let text = json!({ "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^a$" });
        assert_eq!(rules(&text), "<p class=\"rules\">pattern <code>^a$</code> · 1 to 255 characters</p>");
        let list = json!({ "type": "array", "maxItems": 5 });
        assert_eq!(rules(&list), "<p class=\"rules\">at most 5 entries</p>");
        assert_eq!(rules(&json!({ "type": "string" })), "");
    }

    #[test]
    fn a_long_pattern_opens_in_place() {
        let html = rules(&json!({ "pattern": "A|".repeat(100) }));
        assert!(html.starts_with("<details><summary>pattern</summary>"), "{html}");
    }
}
