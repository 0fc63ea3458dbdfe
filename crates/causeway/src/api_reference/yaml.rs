//! JSON values as YAML 1.2 in block style.

use serde_json::Value;

use super::markup::put;

/// Names that YAML reads as something else than a text.
const RESERVED: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];

/// Renders a value as a YAML document.
pub(crate) fn yaml(value: &Value) -> String {
    let mut out = String::new();
    if is_block(value) {
        block(&mut out, value, 0, true);
    } else {
        put(&mut out, format_args!("{}\n", scalar(value, 0)));
    }
    out
}

/// Returns `true` for values with lines of their own: lists and objects that are not empty.
fn is_block(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => false,
    }
}

/// Writes the lines of a list or an object. The first one has its indentation already if `is_indented` is
/// `true`.
fn block(out: &mut String, value: &Value, indent: usize, mut is_indented: bool) {
    let mut start = |out: &mut String| {
        if !std::mem::take(&mut is_indented) {
            out.extend(std::iter::repeat_n(' ', indent));
        }
    };
    match value {
        Value::Array(items) => {
            for item in items {
                start(out);
                out.push_str("- ");
                if is_block(item) {
                    block(out, item, indent + 2, true);
                } else {
                    put(out, format_args!("{}\n", scalar(item, indent + 2)));
                }
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                start(out);
                put(out, format_args!("{}:", text(name)));
                if is_block(member) {
                    out.push('\n');
                    block(out, member, indent + 2, false);
                } else {
                    put(out, format_args!(" {}\n", scalar(member, indent + 2)));
                }
            }
        }
        _ => {}
    }
}

/// Renders a value on one line; a text of several lines as a literal block below it.
fn scalar(value: &Value, indent: usize) -> String {
    match value {
        Value::String(lines) if is_literal(lines) => {
            let space = " ".repeat(indent);
            let lines = lines.split('\n').map(|line| match line {
                "" => "\n".to_owned(),
                line => format!("\n{space}{line}"),
            });
            format!("|-{}", lines.collect::<String>())
        }
        Value::String(one) => text(one),
        other => other.to_string(),
    }
}

/// Returns `true` for several lines that a literal block keeps as they are.
fn is_literal(text: &str) -> bool {
    let is_edge = |letter: char| letter.is_whitespace();
    text.contains('\n')
        && !text.starts_with(is_edge)
        && !text.ends_with(is_edge)
        && text.chars().all(|letter| letter == '\n' || !letter.is_control())
}

/// Renders a text as it is where YAML reads it as a text, or else in quotes, with the escapes of JSON.
fn text(text: &str) -> String {
    let is_plain = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/')
        && !text.ends_with(' ')
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-./{} ".contains(letter))
        && !RESERVED.contains(&text.to_ascii_lowercase().as_str());
    if is_plain { text.to_owned() } else { Value::from(text).to_string() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_rendered_in_block_style() {
        let value = json!({
            "openapi": "3.1.0",
            "paths": { "/a/{b}": { "200": null } },
            "list": [{ "a": 1, "b": [] }, [true, "x"], "- no", {}],
            "NO": "no",
            "several": "one: 1\n\n  two",
            "ends": "a\n",
        });
        let expected = "\
openapi: \"3.1.0\"
paths:
  /a/{b}:
    \"200\": null
list:
  - a: 1
    b: []
  - - true
    - x
  - \"- no\"
  - {}
\"NO\": \"no\"
several: |-
  one: 1

    two
ends: \"a\\n\"
";
        assert_eq!(yaml(&value), expected);
        assert_eq!(yaml(&json!([])), "[]\n");
    }
}
