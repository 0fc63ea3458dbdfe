//! The platform's answer to the webhook that asks for its approval.

use std::sync::Arc;

use causeway_domain::customers::CustomerInfoField;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::IncomingUmaEvent;
use causeway_store::Tx;
use serde_json::{Map, Value as Json};

use super::decide::{ApprovalError, Rejection, approve, end, reject};
use super::window::{Window, lock_undecided, window};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::byte_order_mark;
use crate::runtime::context::Context;

/// Maximum length of a stored reason, in characters.
const MAX_REASON: usize = 1_000;

/// The response of the platform's endpoint.
#[derive(Debug, Clone)]
pub enum EndpointResponse {
    Replied {
        status: u16,
        body: Vec<u8>,
    },
    /// The endpoint cannot be reached, or did not send an HTTP response.
    Unreachable,
    /// No response in time, or it is unknown if the endpoint was asked.
    TooLate,
}

/// The decision in a response.
#[derive(Debug, Clone, PartialEq)]
enum Verdict {
    /// With facts about the receiver.
    Approved(Map<String, Json>),
    Rejected(Rejection),
    /// Undecided: the platform decides later.
    Later,
    /// Not a valid response.
    Broken,
}

/// Processes the platform's response about a payment. A payment that is already decided does not change.
///
/// # Errors
/// Nothing is written on any error.
pub async fn process_response(
    app: &Arc<App>,
    platform: PlatformId,
    transaction: TransactionId,
    answer: EndpointResponse,
) -> Result<(), ApiError> {
    let shared = Arc::clone(app);
    let verdict = verdict(&answer);
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &shared, platform)?;
        apply_verdict(tx, &context, transaction, &verdict)
    };
    app.store.write(&[], write).await
}

fn apply_verdict(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
    verdict: &Verdict,
) -> Result<(), ApiError> {
    let Some(mut locked) = lock_undecided(tx, context, transaction)? else { return Ok(()) };
    if window(tx, context, transaction)? == Window::Over {
        return end(tx, context, &mut locked, IncomingUmaEvent::ApprovalTimedOut);
    }
    match verdict {
        Verdict::Later => Ok(()),
        Verdict::Broken => end(tx, context, &mut locked, IncomingUmaEvent::WebhookFailed),
        Verdict::Rejected(rejection) => reject(tx, context, &mut locked, rejection.clone()),
        Verdict::Approved(facts) => match approve(tx, context, &mut locked, facts) {
            Ok(()) => Ok(()),
            Err(ApprovalError::FactsMissing(_)) => {
                end(tx, context, &mut locked, IncomingUmaEvent::PayeeDataMissing)
            }
            Err(ApprovalError::NotCreditable) => {
                end(tx, context, &mut locked, IncomingUmaEvent::HandlingFailed)
            }
            Err(ApprovalError::Failed(failed)) => Err(failed),
        },
    }
}

/// Maps a response to a verdict by the table of conventions 12.
fn verdict(answer: &EndpointResponse) -> Verdict {
    let (status, body) = match answer {
        EndpointResponse::Replied { status, body } => (*status, byte_order_mark::strip(body)),
        EndpointResponse::TooLate => return Verdict::Later,
        EndpointResponse::Unreachable => return Verdict::Broken,
    };
    match status {
        200 => facts(body).map_or(Verdict::Broken, Verdict::Approved),
        // 409: the platform already has the event.
        202 | 409 => Verdict::Later,
        403 => Verdict::Rejected(rejection(body)),
        422 => Verdict::Rejected(Rejection { wants: required_fields(body), ..rejection(body) }),
        _ => Verdict::Broken,
    }
}

/// Returns the facts about the receiver in an approval; empty for an empty body, `None` if it cannot be
/// parsed.
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

/// Returns the known fields of the payer that the platform requires, given as names or as objects with a
/// name; others are ignored.
fn required_fields(body: &[u8]) -> Vec<String> {
    let Ok(Json::Object(answer)) = serde_json::from_slice(body) else { return Vec::new() };
    let fields = answer.get("requiredFields").and_then(Json::as_array).into_iter().flatten();
    let names = fields.filter_map(|one| one.as_str().or_else(|| one.get("name")?.as_str()));
    let known = names.filter(|name| CustomerInfoField::ALL.iter().any(|field| field.as_str() == *name));
    let mut names: Vec<String> = known.map(str::to_owned).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the platform's reason for a rejection, or `None` if the body cannot be parsed.
fn reason(body: &[u8]) -> Option<String> {
    let answer: Json = serde_json::from_slice(body).ok()?;
    let text = ["reason", "message", "code"].into_iter().find_map(|name| answer.get(name)?.as_str());
    text.map(|reason| reason.chars().take(MAX_REASON).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(status: u16, body: &str) -> Verdict {
        verdict(&EndpointResponse::Replied { status, body: body.as_bytes().to_vec() })
    }

    #[test]
    fn every_row_of_the_table_of_answers() {
        let approved = |facts: Json| Verdict::Approved(facts.as_object().cloned().unwrap());
        assert_eq!(
            of(200, r#"{"receiverCustomerInfo":{"FULL_NAME":"Ada"}}"#),
            approved(json!({ "FULL_NAME": "Ada" }))
        );
        let marked = "\u{feff}{\"receiverCustomerInfo\":{\"FULL_NAME\":\"Ada\"}}";
        assert_eq!(of(200, marked), approved(json!({ "FULL_NAME": "Ada" })));
        for nothing in ["", "\u{feff}", " \n", "{}", r#"{"receiverCustomerInfo":null}"#, r#"{"other":1}"#] {
            assert_eq!(of(200, nothing), approved(json!({})), "{nothing}");
        }
        for unreadable in ["seen", "[]", "\"ok\"", "{", r#"{"receiverCustomerInfo":"Ada"}"#] {
            assert_eq!(of(200, unreadable), Verdict::Broken, "{unreadable}");
        }
        for later in [202, 409] {
            assert_eq!(of(later, "{"), Verdict::Later);
        }
        assert_eq!(verdict(&EndpointResponse::TooLate), Verdict::Later);
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
        assert_eq!(verdict(&EndpointResponse::Unreachable), Verdict::Broken);
    }

    #[test]
    fn a_reason_is_kept_within_bounds() {
        let long = json!({ "reason": "ä".repeat(5_000) }).to_string();
        let Verdict::Rejected(Rejection { reason: Some(reason), .. }) = of(403, &long) else {
            panic!("the answer is a rejection")
        };
        assert_eq!(reason.chars().count(), MAX_REASON);
    }
}
