//! Messages to end users, by mail and by text message (conventions 2.2).

use std::fmt;

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::PlatformId;
use futures_util::future::{BoxFuture, ready};
use uuid::Uuid;

/// A message to an end user. Its text is secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    /// The same each time that this message is sent again, so that a gateway can drop repeats.
    pub id: Uuid,
    /// On whose behalf it is sent.
    pub platform: PlatformId,
    /// How.
    pub channel: ContactChannel,
    /// The e-mail address or telephone number.
    pub recipient: String,
    /// What it is about; text messages are sent without.
    pub subject: String,
    /// What it says.
    pub text: String,
    /// The end of what it carries; `None` for a notice.
    pub expires_at: Option<Time>,
    /// What else is known of how it should look.
    pub style: MessageStyle,
}

/// How a message looks beyond its text. By default it looks as everything that this deployment sends.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct MessageStyle {
    /// The same as a page; of mail only.
    pub html: Option<String>,
    /// The address that mail is from, in place of the deployment's.
    pub from_address: Option<String>,
    /// The name beside that address.
    pub from_name: Option<String>,
    /// Where answers to mail go.
    pub reply_to: Option<String>,
    /// What a gateway of text messages can say it with, where it has this template; else it sends the text.
    pub template: Option<MessageTemplate>,
}

/// A template at a gateway of text messages, with what stands in its place.
#[derive(Clone, PartialEq, Eq)]
pub struct MessageTemplate {
    /// What the gateway calls it.
    pub sid: String,
    /// The code that it carries.
    pub code: String,
}

/// Why a message was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageError {
    /// Nobody sends such messages in this deployment.
    NotAvailable,
    /// It was refused, or there is no clear answer: it may have been sent.
    Failed,
}

/// Who sends messages to end users.
pub trait Messages: Send + Sync {
    /// The code that is always right, where nothing is sent and nothing is limited: in the sandbox.
    fn fixed_code(&self) -> Option<&'static str>;

    /// Whether messages are kept for operators to read (`mailbox list`) instead of being sent: in the sandbox.
    fn is_mailbox(&self) -> bool {
        false
    }

    /// Returns true if messages of this channel are sent in this deployment.
    fn is_there(&self, _: ContactChannel) -> bool {
        true
    }

    /// Sends a message.
    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MessageError>>;
}

/// Nobody sends messages.
#[derive(Debug, Clone, Copy)]
pub struct NoMessages;

impl Messages for NoMessages {
    fn fixed_code(&self) -> Option<&'static str> {
        None
    }

    fn is_there(&self, _: ContactChannel) -> bool {
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
    fn what_a_message_says_does_not_show_in_logs() {
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
