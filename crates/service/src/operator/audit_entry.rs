//! The entry of an action in the audit trail.

use std::collections::BTreeSet;

use causeway_domain::ids::PlatformId;
use causeway_store::audit::{self, NewAudit};
use causeway_store::{Error, Tx};
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::argument::PLATFORM;
use super::caller::Caller;

/// Maximum number of subjects of an entry.
pub(super) const MAX_SUBJECTS: usize = 64;
/// Maximum number of arguments in the short text about an entry.
const MAX_WORDS: usize = 3;

/// The entry of an action in the audit trail.
#[derive(Debug, Clone)]
pub(super) struct AuditEntry {
    pub(super) caller: Caller,
    /// The id of the request.
    pub(super) request: Uuid,
    pub(super) reason: String,
    pub(super) action: String,
    pub(super) detail: Value,
}

impl AuditEntry {
    /// Records the entry. Its subjects are the operator token or the session of the caller, the ids among the arguments, and those
    /// that the result names, such as the customer of a verification.
    pub(super) fn record(
        &self,
        tx: &mut Tx<'_>,
        platform: Option<PlatformId>,
        result: &impl Serialize,
    ) -> Result<(), Error> {
        let result = serde_json::to_value(result).map_err(|error| Error::Data(error.to_string()))?;
        let credential = self.caller.credential();
        let others = subjects(&self.detail, &result).into_iter().filter(|id| credential.as_ref() != Some(id));
        let subjects: Vec<String> = credential.clone().into_iter().chain(others).take(MAX_SUBJECTS).collect();
        let about = about(&self.detail, &result);
        let row = NewAudit {
            platform,
            actor: &self.caller.actor.name,
            as_user: self.caller.actor.as_user.as_deref(),
            channel: self.caller.channel.as_str(),
            request: self.request,
            action: &self.action,
            about: about.as_deref(),
            reason: &self.reason,
            detail: &self.detail,
            subjects: &subjects,
        };
        audit::insert(tx, &row)
    }
}

/// Returns what an entry is about in short: the first id among the arguments, the first arguments, or the first id in
/// the result. The entry has a column for the platform.
fn about(arguments: &Value, result: &Value) -> Option<String> {
    let texts = texts(arguments);
    if let Some(id) = texts.iter().find_map(|text| subject(text)) {
        return Some(id);
    }
    let mut words: Vec<&str> = Vec::new();
    for text in texts {
        if !words.contains(&text) {
            words.push(text);
        }
    }
    words.truncate(MAX_WORDS);
    match words[..] {
        [] => self::texts(result).into_iter().find_map(subject),
        _ => Some(words.join(" ")),
    }
}

/// Returns the texts among the members, in their order, apart from the platform.
fn texts(members: &Value) -> Vec<&str> {
    let members = members.as_object().into_iter().flatten();
    let others = members.filter(|(name, _)| name.as_str() != PLATFORM.name);
    others.filter_map(|(_, value)| value.as_str()).collect()
}

/// Returns the ids among the members of the arguments and of the result, each once.
pub(super) fn subjects(arguments: &Value, result: &Value) -> BTreeSet<String> {
    let members =
        [arguments, result].into_iter().filter_map(Value::as_object).flat_map(|members| members.values());
    let texts = members.flat_map(|value| match value {
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>(),
        other => other.as_str().into_iter().collect::<Vec<_>>(),
    });
    texts.filter_map(subject).collect()
}

/// Returns an id `<TypeName>:<uuid>` in its usual spelling, or `None` if the text is not one.
pub(super) fn subject(text: &str) -> Option<String> {
    let (name, uuid) = text.split_once(':')?;
    let is_name =
        name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().all(|b| b.is_ascii_alphanumeric());
    let uuid = Uuid::try_parse(uuid).ok().filter(|_| is_name)?;
    Some(format!("{name}:{uuid}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn subjects_are_the_ids_among_arguments_and_result() {
        let id = |name: &str, number: u128| format!("{name}:{}", Uuid::from_u128(number));
        let arguments = json!({
            "verification": id("Verification", 1),
            "errors": ["TYPE", id("Document", 2), format!("TYPE={}", id("Document", 3))],
            "payer": "Ada: a name",
            "limit": 5,
        });
        let result = json!({ "verification": id("Verification", 1), "customer": id("Customer", 4) });
        let expected = [id("Customer", 4), id("Document", 2), id("Verification", 1)];
        assert_eq!(subjects(&arguments, &result).into_iter().collect::<Vec<_>>(), expected);
        assert!(subjects(&json!([id("Customer", 4)]), &Value::Null).is_empty());
        let upper = id("Customer", 0xab).to_uppercase().replace("CUSTOMER", "Customer");
        assert_eq!(subject(&upper), Some(id("Customer", 0xab)));
        assert_eq!(subject("https://example.com"), None);
    }
    #[test]
    fn an_entry_is_about_an_id_or_its_first_arguments() {
        let id = |name: &str, number: u128| format!("{name}:{}", Uuid::from_u128(number));
        let platform = id("Platform", 1);
        let named = json!({ "name": "x", "account": id("InternalAccount", 2), "platform": platform });
        assert_eq!(about(&named, &json!({ "customer": id("Customer", 3) })), Some(id("InternalAccount", 2)));
        let rate = json!({ "sending": "USD", "receiving": "EUR", "rate": "0.92", "remove": false, "confirm": "0.92" });
        assert_eq!(about(&rate, &Value::Null), Some("USD EUR 0.92".to_owned()));
        let none = json!({ "platform": platform, "limit": 5 });
        assert_eq!(about(&none, &json!({ "token": id("Token", 4) })), Some(id("Token", 4)));
        assert_eq!(about(&none, &Value::Null), None);
    }
}
