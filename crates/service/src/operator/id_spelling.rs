//! The ids among the arguments of an action, as operators spell them: complete, without their type, or by their ends,
//! as tables print them (conventions 2.3).

use causeway_domain::alerts::AlertKind;
use causeway_domain::search::{ResourceKind, ShortId};
use causeway_store::search_terms;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::resource_id::typed_id;
use super::{Answer, Argument, OperatorError};

/// The arguments of an action, with the ids among them that only the database can complete.
#[derive(Debug)]
pub(super) struct ArgumentIds {
    pub(super) arguments: Map<String, Value>,
    pub(super) partial: Vec<PartialId>,
}

/// An id that only the database can complete.
#[derive(Debug)]
pub(super) struct PartialId {
    /// The argument that has it.
    pub(super) argument: Argument,
    /// The text as given.
    pub(super) text: String,
    pub(super) form: PartialForm,
}

/// The form of an id that only the database can complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PartialForm {
    /// A UUID of one of several types.
    Uuid(Uuid),
    /// The end of an id of one of these kinds.
    End { kinds: Vec<ResourceKind>, digits: String },
    /// The quote of a payment.
    Quote(Uuid),
    /// The end of the id of a payment's quote.
    QuoteEnd(String),
    /// The reference of a payment, or of its refund.
    Reference(String),
    /// The kind of the only open alert of that kind.
    AlertKind(AlertKind),
}

/// The spelling of an id.
enum Spelling {
    Complete(String),
    Partial(PartialForm),
    /// A text that is no id, of an argument that takes such texts.
    Text,
}

/// Completes the ids that need no look-up, and returns the others. An action that only looks takes further names of a
/// payment or an alert.
///
/// # Errors
/// If a text is not an id of a kind that its argument takes.
pub(super) fn read_ids(
    known: &[Argument],
    mut arguments: Map<String, Value>,
    is_look: bool,
) -> Answer<ArgumentIds> {
    let mut partial = Vec::new();
    for argument in known.iter().filter(|argument| !argument.ids.is_empty()) {
        let Some(text) = arguments.get(argument.name).and_then(Value::as_str).map(str::to_owned) else {
            continue;
        };
        match spelling(argument, &text, is_look)? {
            Spelling::Text => {}
            Spelling::Complete(id) => {
                arguments.insert(argument.name.to_owned(), id.into());
            }
            Spelling::Partial(form) => partial.push(PartialId { argument: *argument, text, form }),
        }
    }
    Ok(ArgumentIds { arguments, partial })
}

impl ArgumentIds {
    /// Returns the arguments with a sample in place of each id that needs a look-up.
    pub(super) fn with_samples(self) -> Map<String, Value> {
        let mut arguments = self.arguments;
        for PartialId { argument, .. } in self.partial {
            let kind = argument.ids.first().copied().unwrap_or(ResourceKind::Payment);
            arguments.insert(argument.name.to_owned(), typed_id(kind, Uuid::nil()).into());
        }
        arguments
    }
}

fn spelling(argument: &Argument, text: &str, is_look: bool) -> Answer<Spelling> {
    let text = text.trim();
    let takes_payments = is_look && !argument.takes_text && argument.ids.contains(&ResourceKind::Payment);
    if let Some((name, uuid)) = text.split_once(':')
        && let Ok(uuid) = Uuid::try_parse(uuid)
    {
        let of_type = |kind: &&ResourceKind| kind.type_name().eq_ignore_ascii_case(name);
        return match argument.ids.iter().find(of_type) {
            Some(kind) => Ok(Spelling::Complete(typed_id(*kind, uuid))),
            None if argument.takes_text => Ok(Spelling::Text),
            None if takes_payments && is_quote(name) => Ok(Spelling::Partial(PartialForm::Quote(uuid))),
            None => Err(of_another_type(argument, text, name)),
        };
    }
    if let Ok(uuid) = Uuid::try_parse(text) {
        return Ok(match only_type(argument.ids) {
            Some(kind) => Spelling::Complete(typed_id(kind, uuid)),
            None => Spelling::Partial(PartialForm::Uuid(uuid)),
        });
    }
    if let Some(short) = ShortId::of(text) {
        return short_id(argument, text, short, takes_payments);
    }
    if argument.takes_text {
        return Ok(Spelling::Text);
    }
    let kind_of_alert: Option<AlertKind> = text.to_ascii_uppercase().parse().ok().filter(|_| is_look);
    match kind_of_alert {
        Some(kind) if argument.ids.contains(&ResourceKind::Alert) => {
            Ok(Spelling::Partial(PartialForm::AlertKind(kind)))
        }
        _ if takes_payments && !text.is_empty() && !has_type(text) => {
            Ok(Spelling::Partial(PartialForm::Reference(text.to_owned())))
        }
        _ => Err(no_id(argument, text)),
    }
}

/// Returns the spelling of a shortened id. Without a type, an argument for any id takes those with search terms.
fn short_id(argument: &Argument, text: &str, short: ShortId, takes_payments: bool) -> Answer<Spelling> {
    let ShortId { kinds, digits } = short;
    let taken: Vec<ResourceKind> = match (kinds.is_empty(), argument.ids.len() == ResourceKind::ALL.len()) {
        (true, true) => search_terms::KINDS.to_vec(),
        (true, false) => argument.ids.to_vec(),
        (false, _) => kinds.iter().copied().filter(|kind| argument.ids.contains(kind)).collect(),
    };
    if !taken.is_empty() {
        return Ok(Spelling::Partial(PartialForm::End { kinds: taken, digits }));
    }
    if takes_payments && kinds.contains(&ResourceKind::Quote) {
        return Ok(Spelling::Partial(PartialForm::QuoteEnd(digits)));
    }
    let name = kinds.first().map_or("", |kind| kind.type_name());
    Err(of_another_type(argument, text, name))
}

/// Returns `true` if a text begins with the type of an id.
fn has_type(text: &str) -> bool {
    let is_type =
        |name: &str| ResourceKind::ALL.iter().any(|kind| kind.type_name().eq_ignore_ascii_case(name));
    text.split_once(':').is_some_and(|(name, _)| is_type(name))
}

fn is_quote(name: &str) -> bool {
    ResourceKind::Quote.type_name().eq_ignore_ascii_case(name)
}

/// Returns a kind if all kinds have the same type of ids.
fn only_type(kinds: &[ResourceKind]) -> Option<ResourceKind> {
    let first = *kinds.first()?;
    kinds.iter().all(|kind| kind.type_name() == first.type_name()).then_some(first)
}

/// Names kinds in words, such as `payment or unmatched deposit`.
pub(super) fn named(kinds: &[ResourceKind]) -> String {
    if kinds.len() == ResourceKind::ALL.len() {
        return "resource".to_owned();
    }
    kinds.iter().map(|kind| kind.words()).collect::<Vec<_>>().join(" or ")
}

fn of_another_type(argument: &Argument, text: &str, name: &str) -> OperatorError {
    let message = format!(
        "argument {}: {text} is the id of another type of resource: it takes that of {}, not {name}",
        argument.name,
        with_article(argument.ids)
    );
    OperatorError::invalid(message).remedy(format!("see what it is: causeway find {text}"))
}

fn no_id(argument: &Argument, text: &str) -> OperatorError {
    let kinds = argument.ids;
    let name = kinds.first().map_or("", |kind| kind.type_name());
    let message = format!("argument {}: {text} is no id of {}", argument.name, with_article(kinds));
    OperatorError::invalid(message).remedy(format!(
        "give {name}:UUID, its UUID, or its last 6 characters or more; or look for it: causeway find {text}"
    ))
}

fn with_article(kinds: &[ResourceKind]) -> String {
    let kinds = named(kinds);
    let article = if kinds.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {kinds}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::argument::positional;
    use super::*;

    const UUID: &str = "0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
    const PAYMENT: Argument = positional("Payment id")
        .named("transaction")
        .id_of(&[ResourceKind::Payment, ResourceKind::UnmatchedDeposit]);
    const ACCOUNT: Argument = positional("Account")
        .named("account")
        .id_or_text(&[ResourceKind::InternalAccount, ResourceKind::ExternalAccount]);

    /// Returns the completed text of an argument, or the form in which it is looked up.
    fn read(argument: Argument, text: &str, is_look: bool) -> Result<(String, Option<PartialForm>), String> {
        let arguments = json!({ argument.name: text }).as_object().unwrap().clone();
        let found = read_ids(&[argument], arguments, is_look).map_err(|error| error.to_string())?;
        let form = found.partial.first().map(|partial| partial.form.clone());
        Ok((found.arguments[argument.name].as_str().unwrap().to_owned(), form))
    }

    #[test]
    fn an_id_is_completed_by_its_type() {
        let complete = format!("Transaction:{UUID}");
        for text in [complete.clone(), UUID.to_owned(), format!("transaction:{}", UUID.to_uppercase())] {
            assert_eq!(read(PAYMENT, &text, false), Ok((complete.clone(), None)), "{text}");
        }
        let (_, form) = read(ACCOUNT, UUID, true).unwrap();
        assert_eq!(form, Some(PartialForm::Uuid(UUID.parse().unwrap())));
        assert_eq!(read(ACCOUNT, "$ada@uma.example", true), Ok(("$ada@uma.example".to_owned(), None)));
    }

    #[test]
    fn a_shortened_id_is_looked_up_among_the_kinds_that_fit() {
        let end = |kinds: &[ResourceKind]| {
            Some(PartialForm::End { kinds: kinds.to_vec(), digits: "4f5a6b".to_owned() })
        };
        for text in ["4f5a6b", "…4f5a6b", "Transaction:…4f5a6b"] {
            let (_, form) = read(PAYMENT, text, false).unwrap();
            assert_eq!(form, end(&[ResourceKind::Payment, ResourceKind::UnmatchedDeposit]), "{text}");
        }
        let (_, form) = read(ACCOUNT, "ExternalAccount:…4f5a6b", false).unwrap();
        assert_eq!(form, end(&[ResourceKind::ExternalAccount]));
        assert!(read(PAYMENT, "Customer:…4f5a6b", true).unwrap_err().contains("not Customer"));
    }

    #[test]
    fn a_look_takes_further_names_of_a_payment() {
        let quote = format!("Quote:{UUID}");
        let form = |text: &str| read(PAYMENT, text, true).map(|(_, form)| form);
        assert_eq!(form(&quote), Ok(Some(PartialForm::Quote(UUID.parse().unwrap()))));
        assert_eq!(form("Quote:…4f5a6b"), Ok(Some(PartialForm::QuoteEnd("4f5a6b".to_owned()))));
        assert_eq!(form("PAY-7"), Ok(Some(PartialForm::Reference("PAY-7".to_owned()))));
        for text in [quote.as_str(), "PAY-7"] {
            assert!(read(PAYMENT, text, false).is_err(), "{text}: a change takes ids only");
        }
    }
}
