//! A call of an entry of the operator table, and the same as a command.

use causeway_service::operator::{self, Action, Form, UNSPOKEN_VERB};
use serde_json::{Map, Value};

/// An entry with its arguments.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) noun: &'static str,
    pub(crate) verb: &'static str,
    pub(crate) arguments: Map<String, Value>,
}

impl Entry {
    pub(crate) fn new(noun: &'static str, verb: &'static str) -> Self {
        Self { noun, verb, arguments: Map::new() }
    }

    /// Returns a call of an action that was looked up.
    pub(crate) fn of(action: &'static Action, arguments: Map<String, Value>) -> Self {
        Self { noun: action.noun, verb: action.verb, arguments }
    }

    /// Adds an argument.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.arguments.insert(name.to_owned(), value.into());
        self
    }

    /// Adds an argument, if there is one.
    pub(crate) fn with_some(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Returns the name, as in the audit trail.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.noun, self.verb)
    }

    /// Returns the command that does the same.
    pub(crate) fn command(&self) -> String {
        let mut words = vec!["causeway".to_owned(), self.noun.to_owned()];
        if self.verb != UNSPOKEN_VERB {
            words.push(self.verb.to_owned());
        }
        let known = operator::find(self.noun, self.verb).map(|action| &action.arguments[..]);
        for argument in known.unwrap_or_default() {
            let Some(value) = self.arguments.get(argument.name) else { continue };
            let flag = format!("--{}", argument.name.replace('_', "-"));
            match argument.form {
                Form::Positional | Form::JsonFile => words.push(quoted(&text(value))),
                Form::Words => words.extend(items(value)),
                Form::Flag if *value == Value::Bool(true) => words.push(flag),
                Form::Flag | Form::OutputFile | Form::SecretFile => {}
                Form::Option | Form::Number | Form::Choice => words.extend([flag, quoted(&text(value))]),
                Form::List | Form::TextFiles => words.extend([flag, items(value).join(",")]),
            }
        }
        words.join(" ")
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn items(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|item| quoted(&text(item))).collect()
}

/// Quotes a word for a shell, if it has other characters than those of ids and numbers.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.:/,@+%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_call_is_a_command() {
        let settle = Entry::new("payment", "settle")
            .with("transaction", "Transaction:7")
            .with("platform", "Platform:1");
        assert_eq!(settle.command(), "causeway payment settle Transaction:7 --platform Platform:1");
        let find = Entry::new("find", "text").with("text", json!(["Ada's", "1,5", "EUR"]));
        assert_eq!(find.command(), r"causeway find 'Ada'\''s' 1,5 EUR");
        let list = Entry::new("payment", "list").with("open", true).with("limit", 20);
        assert_eq!(list.command(), "causeway payment list --open --limit 20");
    }
}
