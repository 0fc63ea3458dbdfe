//! Messages to end users, by e-mail and by text message (conventions 2.2).

use std::fmt;

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::PlatformId;
use futures_util::future::{BoxFuture, ready};
use uuid::Uuid;

/// A message to an end user. Its text is secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    /// Stays the same across retries, so that a gateway can drop duplicates.
    pub id: Uuid,
    /// The sending platform.
    pub platform: PlatformId,
    pub channel: ContactChannel,
    /// The e-mail address or telephone number.
    pub recipient: String,
    /// The subject; not sent with text messages.
    pub subject: String,
    pub text: String,
    /// The expiry of the code or link in the message; `None` if the message is a notice.
    pub expires_at: Option<Time>,
    pub style: MessageStyle,
}

/// The style of a message beyond its text. The default is the deployment's own style.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct MessageStyle {
    /// The message as HTML; e-mail only.
    pub html: Option<String>,
    /// The sender address of e-mail, in place of the deployment's.
    pub from_address: Option<String>,
    /// The display name beside that address.
    pub from_name: Option<String>,
    /// The Reply-To address of e-mail.
    pub reply_to: Option<String>,
    /// The template for gateways of text messages that have it; others send the text.
    pub template: Option<MessageTemplate>,
}

/// A template at a gateway of text messages, with its values.
#[derive(Clone, PartialEq, Eq)]
pub struct MessageTemplate {
    /// The gateway's id of the template.
    pub sid: String,
    /// The one-time code to fill in.
    pub code: String,
}

/// The reason why a message was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageError {
    /// This deployment has no gateway for such messages.
    NotAvailable,
    /// The gateway refused it, or gave no clear answer: it may have been sent.
    Failed,
}

/// A gateway for messages to end users.
pub trait Messages: Send + Sync {
    /// Returns the code that is always right, or `None` if codes are real. Only the sandbox has one: it sends
    /// no messages and has no limits.
    fn fixed_code(&self) -> Option<&'static str>;

    /// Returns `true` if messages are stored for operators to read (`mailbox list`) instead of being sent, as
    /// in the sandbox.
    fn is_mailbox(&self) -> bool {
        false
    }

    /// Returns `true` if this deployment sends messages of this channel.
    fn is_available(&self, _: ContactChannel) -> bool {
        true
    }

    /// Sends a message.
    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MessageError>>;
}

/// The gateway of a deployment that sends no messages.
#[derive(Debug, Clone, Copy)]
pub struct NoMessages;

impl Messages for NoMessages {
    fn fixed_code(&self) -> Option<&'static str> {
        None
    }

    fn is_available(&self, _: ContactChannel) -> bool {
        false
    }

    fn send<'a>(&'a self, _: &'a Message) -> BoxFuture<'a, Result<(), MessageError>> {
        Box::pin(ready(Err(MessageError::NotAvailable)))
    }
}

impl fmt::Debug for MessageStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MessageStyle(…)")
    }
}

impl fmt::Debug for MessageTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MessageTemplate({}, …)", self.sid)
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Message({}, …)", self.channel)
    }
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAvailable => "no gateway is configured for messages of this kind",
            Self::Failed => "the message was not sent, or it is unknown whether it was",
        })
    }
}

impl std::error::Error for MessageError {}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;

    use super::*;

    #[test]
    fn the_content_of_a_message_is_not_logged() {
        let message = Message {
            id: Uuid::nil(),
            platform: PlatformId::from_uuid(Uuid::nil()),
            channel: ContactChannel::Email,
            recipient: "jane@example.com".to_owned(),
            subject: "Hush".to_owned(),
            text: "123456".to_owned(),
            expires_at: None,
            style: MessageStyle { html: Some("<b>123456</b>".to_owned()), ..MessageStyle::default() },
        };
        assert_eq!(format!("{message:?} {:?}", message.style), "Message(EMAIL, …) MessageStyle(…)");
        let template = MessageTemplate { sid: "HX1".to_owned(), code: "123456".to_owned() };
        assert_eq!(format!("{template:?}"), "MessageTemplate(HX1, …)");
    }
}
