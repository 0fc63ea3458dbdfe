//! The confirmation of what cannot be undone, and of looks at hidden data: a passkey that was used within minutes, or
//! else a text that is typed.

use causeway_service::operator::{Action, OperatorError};
use serde_json::{Map, Value};

use super::forms::{CheckedForm, Fields};
use super::operator::{Operator, takes_passkey};
use super::parts::id_end;
use super::urls;

/// The field with the typed text.
pub(crate) const CONFIRM: &str = "confirm";

/// The confirmation that a form asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Confirmation {
    /// The text to type; `None` for an operator with a passkey.
    pub(crate) typed: Option<String>,
    /// The page that asks for the passkey, and then leads back; `None` if it is not due.
    pub(crate) passkey: Option<String>,
}

impl Confirmation {
    /// Returns the confirmation of an action with these arguments, by a form on this page.
    pub(crate) fn of_action(
        operator: &Operator,
        action: &Action,
        arguments: &Map<String, Value>,
        page: &str,
    ) -> Self {
        if takes_passkey(action) {
            Self::new(operator, text(action, arguments), page)
        } else {
            Self::default()
        }
    }

    /// Returns the confirmation of a look at what has this id, by a form on this page.
    pub(crate) fn of_look(operator: &Operator, id: &str, page: &str) -> Self {
        Self::new(operator, id_end(id), page)
    }

    fn new(operator: &Operator, text: &str, page: &str) -> Self {
        let needs_passkey = operator.needs_passkey();
        let is_typed = !needs_passkey && !operator.is_verified();
        Self { typed: is_typed.then(|| text.to_owned()), passkey: needs_passkey.then(|| urls::verify(page)) }
    }

    /// Returns the reason why a form does not give the confirmation; `None` if it does.
    pub(crate) fn refuse(&self, form: &Fields) -> Option<String> {
        if self.passkey.is_some() {
            return Some("your passkey was not used within the last 5 minutes".to_owned());
        }
        let expected = self.typed.as_deref()?;
        let is_typed = form.get(CONFIRM).is_some_and(|typed| typed.eq_ignore_ascii_case(expected));
        (!is_typed).then(|| format!("type {expected}"))
    }

    /// Checks that a form gives the confirmation of a look.
    ///
    /// # Errors
    /// If the passkey was not used, or if another text was typed.
    pub(crate) fn check(&self, form: &CheckedForm) -> Result<(), OperatorError> {
        let Some(reason) = self.refuse(form.fields()) else { return Ok(()) };
        let remedy = match self.passkey {
            Some(_) => "use it, and repeat this within 5 minutes",
            None => "it is the end of the id",
        };
        Err(OperatorError::invalid(format!("{CONFIRM}: {reason}; nothing was shown")).remedy(remedy))
    }
}

/// Returns the text that confirms an action: the end of the first id, the first other argument that it needs, or the
/// verb.
fn text<'a>(action: &Action, arguments: &'a Map<String, Value>) -> &'a str {
    let given = || action.arguments.iter().filter(|argument| argument.name != "platform");
    let value = |name: &str| arguments.get(name).and_then(Value::as_str);
    let mut ids = given().filter(|argument| !argument.ids.is_empty());
    if let Some(id) = ids.find_map(|argument| value(argument.name)) {
        return id_end(id);
    }
    let mut needed = given().filter(|argument| argument.is_required);
    needed.find_map(|argument| value(argument.name)).unwrap_or(action.verb)
}

#[cfg(test)]
mod tests {
    use causeway_service::operator::find;
    use serde_json::json;

    use super::*;

    fn text_of(noun: &str, verb: &str, arguments: Value) -> String {
        let Value::Object(arguments) = arguments else { panic!("{noun} {verb} takes an object") };
        text(find(noun, verb).unwrap(), &arguments).to_owned()
    }

    #[test]
    fn the_end_of_the_id_is_typed_or_the_first_argument() {
        let id = "Transaction:01a1fdc9-0000-7000-8000-00000002db67";
        let settle = json!({ "transaction": id, "platform": "Platform:1" });
        assert_eq!(text_of("payment", "settle", settle), "02db67");
        assert_eq!(text_of("operator-token", "revoke", json!({ "name": "ci" })), "ci");
        assert_eq!(text_of("export", "transactions", json!({ "format": "csv" })), "transactions");
    }

    #[test]
    fn only_the_typed_text_confirms() {
        let typed = Confirmation { typed: Some("02db67".to_owned()), passkey: None };
        assert_eq!(typed.refuse(&Fields::parse("confirm=+02DB67+")), None);
        for wrong in ["", "confirm=02db6", "confirm="] {
            assert_eq!(typed.refuse(&Fields::parse(wrong)).as_deref(), Some("type 02db67"));
        }
        let passkey = Confirmation { typed: None, passkey: Some(urls::verify(urls::ROOT)) };
        assert!(passkey.refuse(&Fields::parse("confirm=02db67")).is_some());
        assert_eq!(Confirmation::default().refuse(&Fields::default()), None);
    }

    #[test]
    fn what_cannot_be_undone_is_confirmed() {
        let is_confirmed = |noun, verb| takes_passkey(find(noun, verb).unwrap());
        assert!(is_confirmed("payment", "settle") && is_confirmed("customer", "export"));
        assert!(!is_confirmed("account", "freeze") && !is_confirmed("ledger", "verify"));
    }
}
