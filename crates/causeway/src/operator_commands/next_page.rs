//! The command that shows the next page of a list.

use causeway_service::operator::{Argument, Form};
use serde_json::Value;

use super::Invocation;

/// The member of a page with the cursor of the next one.
const NEXT: &str = "next";
/// The argument that takes it.
const BEFORE: &str = "before";

/// Replaces the cursor of a page by the command that shows the next one, with the arguments of this one.
pub(super) fn name_command(page: &mut Value, invocation: &Invocation) {
    let is_paged = invocation.action.arguments.iter().any(|argument| argument.name == BEFORE);
    let Value::Object(members) = page else { return };
    if let Some(next) = members.get_mut(NEXT).filter(|_| is_paged)
        && let Some(cursor) = next.as_str()
    {
        let command = command(invocation, cursor);
        *next = command.into();
    }
}

fn command(invocation: &Invocation, cursor: &str) -> String {
    let action = invocation.action;
    let mut words = vec!["causeway".to_owned(), action.noun.to_owned(), action.verb.to_owned()];
    for argument in action.arguments.iter().filter(|argument| argument.name != BEFORE) {
        if let Some(value) = invocation.arguments.get(argument.name) {
            words.extend(words_of(argument, value));
        }
    }
    words.extend(["--before".to_owned(), cursor.to_owned()]);
    words.join(" ")
}

/// Returns an argument as it is typed. Lists have none that is the content of a file.
fn words_of(argument: &Argument, value: &Value) -> Vec<String> {
    let flag = format!("--{}", argument.name.replace('_', "-"));
    let text = match value {
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            quoted(&items.join(","))
        }
        other => other.to_string(),
    };
    match argument.form {
        Form::Flag if *value == Value::Bool(true) => vec![flag],
        Form::Positional | Form::Words => vec![text],
        Form::Option | Form::Number | Form::Choice | Form::List => vec![flag, text],
        Form::Flag | Form::JsonFile | Form::TextFiles | Form::OutputFile | Form::SecretFile => Vec::new(),
    }
}

/// Quotes a text for a shell if it has characters that the shell would read.
fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.:/@+,%=…".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_next_page_has_the_conditions_of_this_one() {
        let asked = Invocation::bare(
            "payment",
            "list",
            json!({
                "platform": "Acme Live", "status": "COMPLETED", "open": true, "limit": 2, "before": "9.a",
                "reference": "it's",
            }),
        );
        let mut page = json!({ "next": "7.b", "rows": [{}] });
        name_command(&mut page, &asked);
        let expected = r"causeway payment list --status COMPLETED --reference 'it'\''s' --open --limit 2 --platform 'Acme Live' --before 7.b";
        assert_eq!(page["next"], expected);
        let mut last = json!({ "rows": [{}] });
        name_command(&mut last, &asked);
        assert_eq!(last, json!({ "rows": [{}] }));
        let mut rows = json!([{ "next": "causeway alert show X" }]);
        name_command(&mut rows, &asked);
        assert_eq!(rows[0]["next"], "causeway alert show X");
    }
}
