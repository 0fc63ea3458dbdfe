//! Text messages to end users through a gateway that accepts signed requests (conventions 2.2). Production
//! platforms send codes with it if an operator configured a gateway.

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::PlatformId;
use causeway_service::ports::{Message, MessageError, Messages};
use causeway_service::runtime::signed_requests::SignedEndpoint;
use futures_util::future::{BoxFuture, FutureExt};
use serde::Serialize;

/// A sender of text messages through one gateway. It does not send mail.
#[derive(Debug)]
pub struct TextMessages {
    gateway: SignedEndpoint,
}

/// Body of a request to the gateway.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TextMessageRequest<'a> {
    /// Message id; the same for every attempt to send this message.
    id: &'a str,
    platform_id: PlatformId,
    channel: ContactChannel,
    /// Phone number in E.164.
    recipient: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    template: Option<Template<'a>>,
    /// Absent if nothing in the message expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Time>,
}

/// A template at the gateway with the same content as the text.
#[derive(Serialize)]
struct Template<'a> {
    sid: &'a str,
    code: &'a str,
}

impl TextMessages {
    /// Creates a sender through this gateway, without connecting to it.
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
            // The response may repeat the recipient, so only its status is logged.
            tracing::warn!(gateway = %self.gateway.host(), message_id = id, %error, "text message gateway did not accept the message");
            MessageError::Failed
        })
    }
}

impl Messages for TextMessages {
    fn fixed_code(&self) -> Option<&'static str> {
        None
    }

    fn is_available(&self, channel: ContactChannel) -> bool {
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
