//! The simulated platform: it calls the service and receives webhooks about the results.

use axum::http::Method;
use serde_json::{Value, json};

use super::caller::{Call, CallBody, Caller};
use super::error::{DemoError, check_equal};
use super::inbox::{Event, Inbox};
use super::members::text_at;
use super::service::DemoPlatform;
use super::signature::PublishedKey;
use super::transcript::Transcript;

/// A client of the service with a webhook receiver, as a platform would run it.
pub(super) struct PlatformClient<'a> {
    /// Sends its requests.
    pub(super) caller: Caller<'a>,
    /// Receives its webhooks.
    pub(super) inbox: Inbox,
}

impl<'a> PlatformClient<'a> {
    /// Fetches the platform's public key, opens the webhook receiver and configures its endpoint.
    pub(super) async fn connect(
        origin: &'a str,
        platform: &DemoPlatform,
        transcript: &'a mut Transcript,
    ) -> Result<Self, DemoError> {
        let mut caller = Caller::new(origin, platform, transcript);
        caller.transcript.step("A platform with a webhook endpoint")?;
        let config = caller.get("/config").await?;
        let path = format!("/.well-known/svc-webhook-keys/{}.pem", text_at(&config, "/id")?);
        let call = Call { method: &Method::GET, path: &path, body: CallBody::None, key: None, status: 200 };
        let pem = caller.send(call).await?;
        let key = PublishedKey::from_pem(&String::from_utf8_lossy(&pem));
        let key = key.ok_or_else(|| DemoError::Missing { member: "the published key".to_owned() })?;
        let inbox = Inbox::open(key).await?;
        let endpoint = json!({ "webhookEndpoint": inbox.url });
        let config = caller.write(&Method::PATCH, "/config", &endpoint, 200).await?;
        check_equal("the endpoint", text_at(&config, "/webhookEndpoint")?, &inbox.url)?;
        caller.transcript.fact(format!("webhooks go to {}", inbox.url))?;
        let mut platform = Self { caller, inbox };
        platform.await_webhook("TEST").await?;
        Ok(platform)
    }

    /// Waits for a webhook of this type, and prints it.
    pub(super) async fn await_webhook(&mut self, name: &str) -> Result<Event, DemoError> {
        let event = self.inbox.next(name).await?;
        self.caller.transcript.webhook(name)?;
        Ok(event)
    }

    /// Starts a step.
    pub(super) fn step(&mut self, title: &'static str) -> Result<(), DemoError> {
        self.caller.transcript.step(title)
    }

    /// Prints a result.
    pub(super) fn report(&mut self, fact: String) -> Result<(), DemoError> {
        self.caller.transcript.fact(fact)
    }

    /// Calls [`Caller::get`].
    pub(super) async fn get(&mut self, path: &str) -> Result<Value, DemoError> {
        self.caller.get(path).await
    }

    /// Calls [`Caller::write`] with POST.
    pub(super) async fn post(&mut self, path: &str, body: &Value, status: u16) -> Result<Value, DemoError> {
        self.caller.write(&Method::POST, path, body, status).await
    }
}
