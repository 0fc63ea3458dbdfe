//! The platform's answer to the event that asks.

use std::sync::Arc;

use causeway_domain::customers::CustomerInfoField;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::ReceiptEvent;
use causeway_store::Tx;
use serde_json::{Map, Value as Json};

use super::decide::{NotApproved, Rejection, approve, end, reject};
use super::window::{Window, undecided, window};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::byte_order_mark;
use crate::runtime::context::Context;

/// The longest reason that is kept, in characters.
const REASON_MAX: usize = 1_000;

/// How the endpoint answered.
#[derive(Debug, Clone)]
pub enum Answer {
    /// With this status and body.
    Replied {
        /// The HTTP status.
        status: u16,
        /// What stood in the body.
        body: Vec<u8>,
    },
    /// Not at all: it cannot be reached, or what it sent is no answer.
    Unreachable,
    /// Not in time; or whether it has been asked is not known.
    TooLate,
}

/// What an answer says about the payment.
#[derive(Debug, Clone, PartialEq)]
enum Verdict {
    /// Approved, with these facts about the receiver.
    Approved(Map<String, Json>),
    /// Rejected.
    Rejected(Rejection),
    /// Nothing yet.
    Later,
    /// It is none.
    Broken,
}

/// Takes in the platform's answer about a payment. One that is decided about already stays as it is.
///
/// # Errors
/// Those of the database; nothing is written then.
pub async fn answered(
    app: &Arc<App>,
    platform: PlatformId,
    transaction: TransactionId,
    answer: Answer,
) -> Result<(), ApiError> {
    let (shared, verdict) = (Arc::clone(app), verdict(&answer));
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &shared, platform)?;
        take_in(tx, &context, transaction, &verdict)
    };
    app.store.write(&[], write).await
}

fn take_in(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
    verdict: &Verdict,
) -> Result<(), ApiError> {
    let Some(mut locked) = undecided(tx, context, transaction)? else { return Ok(()) };
    if window(tx, context, transaction)? == Window::Over {
        return end(tx, context, &mut locked, ReceiptEvent::ApprovalTimedOut);
    }
    match verdict {
        Verdict::Later => Ok(()),
        Verdict::Broken => end(tx, context, &mut locked, ReceiptEvent::WebhookFailed),
        Verdict::Rejected(rejection) => reject(tx, context, &mut locked, rejection.clone()),
        Verdict::Approved(given) => match approve(tx, context, &mut locked, given) {
            Ok(()) => Ok(()),
            Err(NotApproved::FactsMissing(_)) => {
                end(tx, context, &mut locked, ReceiptEvent::PayeeDataMissing)
            }
            Err(NotApproved::NotCreditable) => end(tx, context, &mut locked, ReceiptEvent::HandlingFailed),
            Err(NotApproved::Failed(failed)) => Err(failed),
        },
    }
}

/// The table of conventions 12.
fn verdict(answer: &Answer) -> Verdict {
    let (status, body) = match answer {
        Answer::Replied { status, body } => (*status, byte_order_mark::skipped(body)),
        Answer::TooLate => return Verdict::Later,
        Answer::Unreachable => return Verdict::Broken,
    };
    match status {
        200 => facts(body).map_or(Verdict::Broken, Verdict::Approved),
        // 409: it knows the event already.
        202 | 409 => Verdict::Later,
        403 => Verdict::Rejected(rejection(body)),
        422 => Verdict::Rejected(Rejection { wants: required_fields(body), ..rejection(body) }),
        _ => Verdict::Broken,
    }
}

/// What an approval says about the receiver; none where nobody can read it. An empty body says nothing.
fn facts(body: &[u8]) -> Option<Map<String, Json>> {
    if body.trim_ascii().is_empty() {
        return Some(Map::new());
    }
    let Json::Object(mut answer) = serde_json::from_slice(body).ok()? else { return None };
    match answer.remove("receiverCustomerInfo") {
        None | Some(Json::Null) => Some(Map::new()),
        Some(Json::Object(facts)) => Some(facts),
        Some(_) => None,
    }
}

fn rejection(body: &[u8]) -> Rejection {
    Rejection { reason: reason(body), wants: Vec::new() }
}

/// What the platform has to know about the payer, as far as that can be read: names, or fields with a name.
fn required_fields(body: &[u8]) -> Vec<String> {
    let Ok(Json::Object(answer)) = serde_json::from_slice(body) else { return Vec::new() };
    let wanted = answer.get("requiredFields").and_then(Json::as_array).into_iter().flatten();
    let names = wanted.filter_map(|one| one.as_str().or_else(|| one.get("name")?.as_str()));
    let known = names.filter(|name| CustomerInfoField::EVERY.iter().any(|field| field.as_str() == *name));
    let mut names: Vec<String> = known.map(str::to_owned).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Why the platform rejects, as far as it says so in a way that can be read.
fn reason(body: &[u8]) -> Option<String> {
    let answer: Json = serde_json::from_slice(body).ok()?;
    let said = ["reason", "message", "code"].into_iter().find_map(|name| answer.get(name)?.as_str());
    said.map(|reason| reason.chars().take(REASON_MAX).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(status: u16, body: &str) -> Verdict {
        verdict(&Answer::Replied { status, body: body.as_bytes().to_vec() })
    }

    #[test]
    fn every_row_of_the_table_of_answers() {
        let given = |facts: Json| Verdict::Approved(facts.as_object().cloned().unwrap());
        assert_eq!(
            of(200, r#"{"receiverCustomerInfo":{"FULL_NAME":"Ada"}}"#),
            given(json!({ "FULL_NAME": "Ada" }))
        );
        let marked = "\u{feff}{\"receiverCustomerInfo\":{\"FULL_NAME\":\"Ada\"}}";
        assert_eq!(of(200, marked), given(json!({ "FULL_NAME": "Ada" })));
        for nothing in ["", "\u{feff}", " \n", "{}", r#"{"receiverCustomerInfo":null}"#, r#"{"other":1}"#] {
            assert_eq!(of(200, nothing), given(json!({})), "{nothing}");
        }
        for unreadable in ["seen", "[]", "\"ok\"", "{", r#"{"receiverCustomerInfo":"Ada"}"#] {
            assert_eq!(of(200, unreadable), Verdict::Broken, "{unreadable}");
        }
        for later in [202, 409] {
            assert_eq!(of(later, "{"), Verdict::Later);
        }
        assert_eq!(verdict(&Answer::TooLate), Verdict::Later);
        assert_eq!(
            of(403, r#"{"reason":"unwanted","message":"x"}"#),
            Verdict::Rejected(Rejection { reason: Some("unwanted".to_owned()), wants: Vec::new() })
        );
        let silent = Verdict::Rejected(Rejection::default());
        for unsaid in [
            (403, "no"),
            (422, "no"),
            (403, r#"{"requiredFields":["TAX_ID"]}"#),
            (422, r#"{"requiredFields":[1,"x"]}"#),
        ] {
            assert_eq!(of(unsaid.0, unsaid.1), silent, "{unsaid:?}");
        }
        let wants = vec!["NATIONALITY".to_owned(), "TAX_ID".to_owned()];
        let wanting = Verdict::Rejected(Rejection { reason: None, wants });
        assert_eq!(
            of(422, r#"{"requiredFields":["TAX_ID",{"name":"NATIONALITY"},"TAX_ID","shoe size"]}"#),
            wanting
        );
        for broken in [201, 204, 301, 302, 400, 401, 404, 429, 500, 503] {
            assert_eq!(of(broken, "{}"), Verdict::Broken, "{broken}");
        }
        assert_eq!(verdict(&Answer::Unreachable), Verdict::Broken);
    }

    #[test]
    fn a_reason_is_kept_within_bounds() {
        let long = json!({ "reason": "ä".repeat(5_000) }).to_string();
        let Verdict::Rejected(Rejection { reason: Some(kept), .. }) = of(403, &long) else {
            panic!("it is a rejection")
        };
        assert_eq!(kept.chars().count(), REASON_MAX);
    }
}
