//! The fields of an action, made from the arguments of its entry, and read as them.

use causeway_service::operator::{Action, Argument, Form, OperatorError};
use serde_json::{Map, Value};

use crate::forms::Fields;
use crate::parts::label;
use crate::urls::ARGUMENT;

/// The field with the reason.
pub(super) const REASON: &str = "reason";

/// A field of the page.
#[derive(Debug)]
pub(crate) struct ActionField {
    /// Name in the form.
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) hint: &'static str,
    /// `text`, `number`, `check`, `choice` or `lines`.
    pub(crate) control: &'static str,
    pub(crate) value: String,
    pub(crate) is_required: bool,
    /// The reason why its value was not accepted.
    pub(crate) error: Option<String>,
}

/// The reason why the value of a field was not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FieldError {
    /// Name in the form.
    pub(crate) field: String,
    pub(crate) label: String,
    pub(crate) message: String,
}

/// The arguments that a form, or an address, gives.
#[derive(Debug, Default)]
pub(super) struct GivenArguments {
    pub(super) values: Map<String, Value>,
    pub(super) errors: Vec<FieldError>,
}

impl GivenArguments {
    /// Reads the fields with arguments.
    pub(super) fn read(action: &Action, fields: &Fields) -> Self {
        let mut given = Self::default();
        for argument in sent(action) {
            let Some(text) = fields.get(&name(argument)) else { continue };
            match value(argument, text) {
                Ok(value) => {
                    given.values.insert(argument.name.to_owned(), value);
                }
                Err(problem) => given.errors.push(FieldError::of(argument, problem)),
            }
        }
        given
    }

    /// Returns the errors, and those about required fields that are empty.
    pub(super) fn all_errors(&self, action: &Action) -> Vec<FieldError> {
        let mut errors = self.errors.clone();
        let missing = sent(action).filter(|argument| argument.is_required);
        let missing = missing.filter(|argument| !self.values.contains_key(argument.name));
        for argument in missing {
            let error = FieldError::of(argument, "fill it in");
            if errors.iter().all(|known| known.field != error.field) {
                errors.push(error);
            }
        }
        errors
    }
}

impl FieldError {
    fn of(argument: &Argument, message: impl Into<String>) -> Self {
        Self { field: name(argument), label: label_of(argument), message: message.into() }
    }

    /// Returns an error about a field of the page that is no argument.
    pub(super) fn new(field: &str, message: &str) -> Self {
        Self { field: field.to_owned(), label: label(field), message: message.to_owned() }
    }

    /// Returns the field error of a refusal that names an argument, such as `argument days: 1 to 3650`.
    pub(super) fn in_refusal(action: &Action, error: &OperatorError) -> Option<Self> {
        if error.message.starts_with("the reason ") {
            return Some(Self::new(REASON, &error.message));
        }
        let (place, problem) = error.message.strip_prefix("argument ")?.split_once(": ")?;
        let known = place.split(['.', '[']).next()?;
        let argument = sent(action).find(|argument| argument.name == known)?;
        Some(Self::of(argument, problem))
    }
}

/// Returns the fields of an action with the values that are known, without the arguments that the address has.
pub(super) fn fields(
    action: &Action,
    known: &Fields,
    in_address: &[&str],
    errors: &[FieldError],
) -> Vec<ActionField> {
    let asked = sent(action).filter(|argument| !in_address.contains(&argument.name));
    asked.map(|argument| ActionField::new(argument, known, errors)).collect()
}

/// Returns the argument that names the resource of an action: the first one that has to be an id, or may be one.
pub(super) fn subject(action: &Action) -> Option<&Argument> {
    let ids = || action.arguments.iter().filter(|argument| !argument.ids.is_empty());
    let required = ids().find(|argument| argument.is_required);
    required.or_else(|| ids().find(|argument| argument.form == Form::Positional))
}

fn sent(action: &Action) -> impl Iterator<Item = &Argument> {
    action.arguments.iter().filter(|argument| argument.form.is_sent())
}

fn name(argument: &Argument) -> String {
    format!("{ARGUMENT}{}", argument.name)
}

fn label_of(argument: &Argument) -> String {
    label(&argument.name.replace('_', "-"))
}

impl ActionField {
    fn new(argument: &Argument, known: &Fields, errors: &[FieldError]) -> Self {
        let name = name(argument);
        let control = match argument.form {
            Form::Number => "number",
            Form::Flag => "check",
            Form::Choice => "choice",
            Form::JsonFile | Form::TextFiles => "lines",
            Form::Positional
            | Form::Option
            | Form::List
            | Form::Words
            | Form::OutputFile
            | Form::SecretFile => "text",
        };
        Self {
            label: label_of(argument),
            hint: argument.about,
            control,
            value: known.get(&name).unwrap_or_default().to_owned(),
            is_required: argument.is_required,
            error: errors.iter().find(|error| error.field == name).map(|error| error.message.clone()),
            name,
        }
    }
}

/// Reads the text of a field as its argument.
fn value(argument: &Argument, text: &str) -> Result<Value, &'static str> {
    Ok(match argument.form {
        Form::Number => text.parse::<i64>().map_err(|_| "a whole number is needed")?.into(),
        Form::Flag => true.into(),
        Form::Choice => text.parse::<bool>().map_err(|_| "true or false is needed")?.into(),
        Form::List => text.split(',').map(str::trim).collect::<Vec<_>>().into(),
        Form::Words => text.split_whitespace().collect::<Vec<_>>().into(),
        Form::JsonFile => serde_json::from_str(text).map_err(|_| "this is no JSON")?,
        Form::TextFiles => vec![text].into(),
        Form::Positional | Form::Option | Form::OutputFile | Form::SecretFile => text.into(),
    })
}

#[cfg(test)]
mod tests {
    use causeway_service::operator::find;
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_become_the_arguments_of_their_entry() {
        let action = find("payment", "fail").unwrap();
        let known = Fields::parse("a.transaction=Transaction%3A7&a.failure=ACCOUNT_INVALID&reason=x");
        let given = GivenArguments::read(action, &known);
        assert_eq!(
            Value::from(given.values.clone()),
            json!({ "transaction": "Transaction:7", "failure": "ACCOUNT_INVALID" })
        );
        assert_eq!(given.all_errors(action), []);
        let shown = fields(action, &known, &["transaction", "platform"], &[]);
        let names: Vec<&str> = shown.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["a.failure"]);
    }

    #[test]
    fn each_field_that_cannot_be_read_or_is_missing_is_named_once() {
        let action = find("alert", "snooze").unwrap();
        let known = Fields::parse("a.hours=soon");
        let errors = GivenArguments::read(action, &known).all_errors(action);
        let named: Vec<[&str; 3]> =
            errors.iter().map(|error| [&*error.field, &*error.label, &*error.message]).collect();
        assert_eq!(
            named,
            [["a.hours", "Hours", "a whole number is needed"], ["a.alert", "Alert", "fill it in"]]
        );
        let shown = fields(action, &known, &["alert"], &errors);
        let hours = shown.iter().find(|field| field.name == "a.hours").unwrap();
        assert_eq!(
            (hours.value.as_str(), hours.error.as_deref()),
            ("soon", Some("a whole number is needed"))
        );
    }

    #[test]
    fn a_refusal_is_shown_at_the_field_that_it_names() {
        let action = find("operator-token", "create").unwrap();
        let place = |message: &str| FieldError::in_refusal(action, &OperatorError::invalid(message));
        let days = place("argument days: 1 to 3650").unwrap();
        assert_eq!((days.field.as_str(), days.message.as_str()), ("a.days", "1 to 3650"));
        assert_eq!(place("argument roles[0]: not one of viewer").unwrap().field, "a.roles");
        assert_eq!(place("the reason has 1001 characters, more than 1000").unwrap().field, REASON);
        for general in ["argument planet: no", "name at least one role", "argument days"] {
            assert_eq!(place(general), None, "{general}");
        }
    }

    #[test]
    fn the_subject_of_an_action_has_an_id() {
        let subject_of = |noun, verb| subject(find(noun, verb).unwrap()).map(|argument| argument.name);
        assert_eq!(subject_of("payment", "settle"), Some("transaction"));
        assert_eq!(subject_of("webhook", "replay"), Some("webhook"));
        assert_eq!(subject_of("rate", "set"), None);
    }
}
