//! Messages to end users, by mail and by text message (conventions 2.2).

use std::fmt;

use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::PlatformId;
use futures_util::future::{BoxFuture, ready};

/// A message to an end user. Its text is secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
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

    /// Whether anybody does in this deployment.
    fn is_there(&self) -> bool {
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

    fn is_there(&self) -> bool {
        false
    }

    fn send<'a>(&'a self, _: &'a Message) -> BoxFuture<'a, Result<(), MessageError>> {
        Box::pin(ready(Err(MessageError::NotAvailable)))
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
            Self::NotAvailable => "nobody sends messages of this kind in this deployment",
            Self::Failed => "the message was not sent, or nobody knows whether it was",
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
            platform: PlatformId::from_uuid(uuid::Uuid::nil()),
            channel: ContactChannel::Email,
            recipient: "jane@example.com".to_owned(),
            subject: "Hush".to_owned(),
            text: "123456".to_owned(),
        };
        assert_eq!(format!("{message:?}"), "Message(EMAIL, …)");
    }
}
