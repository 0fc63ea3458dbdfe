//! `POST /sandbox/webhooks/test` (conventions 11.7): sends one `TEST` event and shows the
//! endpoint's response.

use std::sync::Arc;

use bytes::Bytes;
use causeway_domain::ids::PlatformId;
use causeway_store::outbox::{self, NewEvent};
use causeway_store::{Error, Tx};
use causeway_wire::webhooks::{EventType, TestWebhookResponse};
use causeway_wire::{Code, Reply, table};

use super::attempt::{Attempt, FinishedAttempt};
use super::attempt_outcome::AttemptOutcome;
use super::outcome;
use super::route::{Obstacle, Route};
use super::test_event::compose;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::outbound::Failure;
use crate::runtime::timers;

/// The number of bytes shown of the endpoint's response.
const BODY_SHOWN: usize = 4096;

/// Sends a test event.
///
/// # Errors
/// `WEBHOOK_ENDPOINT_NOT_SET`; `WEBHOOK_DELIVERY_ERROR` with the details of the failure.
pub async fn handler(call: Call<table::SendTestWebhook>) -> Result<Answer, ApiError> {
    let answer = send(&call.app, call.caller.platform).await?;
    Answer::success(&Reply::<table::SendTestWebhook>::Done(answer))
}

async fn send(app: &Arc<App>, platform: PlatformId) -> Result<TestWebhookResponse, ApiError> {
    let shared = Arc::clone(app);
    let begin = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &shared, platform)?;
        begin(tx, &context)
    };
    let attempt: Result<Attempt, ApiError> = app.store.write(&[], begin).await;
    let attempted = Arc::new(attempt?.make(app, timers::TEST_DELIVERY_TIMEOUT).await);
    let recorded = Arc::clone(&attempted);
    let outcome: Result<(), Error> =
        app.store.write(&[], move |tx| outcome::record(tx, &[Arc::clone(&recorded)])).await;
    outcome?;
    answer(&attempted)
}

/// Records the event with its only attempt in progress, so that no sender claims it.
fn begin(tx: &mut Tx<'_>, context: &Context) -> Result<Attempt, ApiError> {
    let route = Arc::new(Route::find(tx, &context.app, context.platform)?);
    if matches!(*route, Route::None) {
        let message = "This platform has no webhook endpoint: set webhookEndpoint first.";
        return Err(ApiError::new(Code::WebhookEndpointNotSet, message));
    }
    let (id, body) = compose(context)?;
    let event = NewEvent {
        id,
        event_type: EventType::Test.as_str(),
        resource: &context.platform.config().to_string(),
        body: &body,
        created_at: context.now,
        is_deliverable: true,
        is_sent_once: true,
    };
    let holder = context.app.process;
    let delivery = outbox::insert_claimed(tx, context.platform, &event, holder, timers::DELIVERY_LEASE)?;
    Ok(Attempt { delivery, route })
}

fn answer(attempted: &FinishedAttempt) -> Result<TestWebhookResponse, ApiError> {
    let Route::To(endpoint) = &*attempted.route else { return Err(not_called(&attempted.ended)) };
    let url = endpoint.target.as_str();
    let refusal = |message: String| ApiError::new(Code::WebhookDeliveryError, message).with("url", url);
    match &attempted.ended {
        AttemptOutcome::Answered(response) if matches!(response.status, 200..=299) => {
            Ok(TestWebhookResponse {
                url: url.to_owned().into(),
                response_status: response.status,
                response_body: Some(response_text(&response.body)),
            })
        }
        AttemptOutcome::Answered(response) => {
            let refusal = refusal(format!("The webhook endpoint answered {}.", response.status));
            Err(refusal
                .with("response_status", response.status)
                .with("response_body", response_text(&response.body)))
        }
        AttemptOutcome::Failed(failure) => {
            Err(refusal("The webhook endpoint gave no answer.".to_owned()).reason(failure.as_str()))
        }
        AttemptOutcome::Blocked(_) | AttemptOutcome::Unaddressed | AttemptOutcome::Abandoned => {
            Err(not_called(&attempted.ended))
        }
    }
}

/// Returns the error for an endpoint that was not called. One that is not allowed any more counts as
/// unreachable; any other reason is a fault of the service.
fn not_called(ended: &AttemptOutcome) -> ApiError {
    match ended {
        AttemptOutcome::Blocked(Obstacle::EndpointForbidden) => {
            let message = "The webhook endpoint leads to an address that is not allowed.";
            ApiError::new(Code::WebhookDeliveryError, message).reason(Failure::ConnectionFailed.as_str())
        }
        AttemptOutcome::Blocked(obstacle) => ApiError::internal(*obstacle),
        AttemptOutcome::Answered(_)
        | AttemptOutcome::Failed(_)
        | AttemptOutcome::Unaddressed
        | AttemptOutcome::Abandoned => {
            ApiError::new(Code::WebhookDeliveryError, "The webhook endpoint was not called.")
        }
    }
}

/// Returns the start of the response's body as text, without a character that the cut divides.
fn response_text(body: &Bytes) -> String {
    let beginning = &body[..body.len().min(BODY_SHOWN)];
    match std::str::from_utf8(beginning) {
        Ok(text) => text.to_owned(),
        Err(error) if error.error_len().is_none() => {
            String::from_utf8_lossy(&beginning[..error.valid_up_to()]).into_owned()
        }
        Err(_) => String::from_utf8_lossy(beginning).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_first_4096_bytes_without_half_a_character() {
        assert_eq!(response_text(&Bytes::from_static(b"ok")), "ok");
        let long = "a".repeat(BODY_SHOWN - 1) + "€uro";
        assert_eq!(response_text(&Bytes::from(long)), "a".repeat(BODY_SHOWN - 1));
        assert_eq!(response_text(&Bytes::from_static(b"\xffno text\xff")), "\u{fffd}no text\u{fffd}");
    }
}
