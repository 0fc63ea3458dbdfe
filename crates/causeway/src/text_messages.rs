//! Text messages to end users, over a gateway that takes signed requests (conventions 2.2): what production platforms
//! send codes with, where an operator has configured one.

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::PlatformId;
use causeway_service::ports::{Message, MessageError, Messages};
use causeway_service::runtime::signed_requests::SignedEndpoint;
use futures_util::future::{BoxFuture, FutureExt};
use serde::Serialize;

/// Sends text messages through one gateway; mail it does not send.
#[derive(Debug)]
pub struct TextMessages {
    gateway: SignedEndpoint,
}

/// The body of a request.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TextMessageRequest<'a> {
    /// The same each time that this message is sent again.
    id: &'a str,
    platform_id: PlatformId,
    channel: ContactChannel,
    /// In E.164.
    recipient: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    template: Option<Template<'a>>,
    /// Missing where nothing in the message expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Time>,
}

/// A template at the gateway that says the same as the text.
#[derive(Serialize)]
struct Template<'a> {
    sid: &'a str,
    code: &'a str,
}

impl TextMessages {
    /// Sends through this gateway. Nothing is connected.
    #[must_use]
    pub const fn new(gateway: SignedEndpoint) -> Self {
        Self { gateway }
    }

    async fn send_text(&self, message: &Message) -> Result<(), MessageError> {
        let id = message.id.to_string();
        let template = message.style.template.as_ref();
        let request = TextMessageRequest {
            id: &id,
            platform_id: message.platform,
            channel: message.channel,
            recipient: &message.recipient,
            text: &message.text,
            template: template.map(|one| Template { sid: &one.sid, code: &one.code }),
            expires_at: message.expires_at,
        };
        let body = serde_json::to_vec(&request).map_err(|_| MessageError::Failed)?;
        self.gateway.post(&id, body.into()).await.map_err(|error| {
            // The answer may repeat the recipient: only its status is logged.
            tracing::warn!(gateway = %self.gateway.host(), message_id = id, %error, "a text message was not accepted");
            MessageError::Failed
        })
    }
}

impl Messages for TextMessages {
    fn fixed_code(&self) -> Option<&'static str> {
        None
    }

    fn is_there(&self, channel: ContactChannel) -> bool {
        channel == ContactChannel::Phone
    }

    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MessageError>> {
        match message.channel {
            ContactChannel::Phone => self.send_text(message).boxed(),
            ContactChannel::Email => async { Err(MessageError::NotAvailable) }.boxed(),
        }
    }
}

#[cfg(test)]
mod tests;
