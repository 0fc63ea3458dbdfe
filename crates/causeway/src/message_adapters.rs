//! The adapters that send messages for production platforms, one per channel.

use std::sync::Arc;

use causeway_domain::Clock;
use causeway_domain::contact::ContactChannel;
use causeway_service::ports::{Message, MessageError, Messages, NoMessages};
use causeway_service::runtime::outbound::Transport;
use causeway_service::runtime::signed_requests::SignedEndpoint;
use causeway_service::runtime::timers;
use futures_util::future::BoxFuture;

use crate::config::Config;
use crate::mail::Mail;
use crate::text_messages::TextMessages;

/// A sender that uses the adapter of each message's channel. Channels without configuration use
/// [`NoMessages`].
pub struct MessagesByChannel {
    pub mail: Arc<dyn Messages>,
    pub text: Arc<dyn Messages>,
}

impl MessagesByChannel {
    /// Creates the configured adapters, without connecting to them.
    ///
    /// # Errors
    /// A description of the mail server's misconfiguration, without its password.
    pub fn configured(
        config: &Config,
        transport: &Arc<dyn Transport>,
        clock: &Clock,
    ) -> Result<Self, String> {
        let mut adapters = Self { mail: Arc::new(NoMessages), text: Arc::new(NoMessages) };
        if let Some(server) = &config.mail {
            adapters.mail = Arc::new(Mail::new(server.url.expose(), &server.sender)?);
        }
        if let Some(gateway) = &config.text_gateway {
            adapters.text = Arc::new(TextMessages::new(SignedEndpoint {
                transport: Arc::clone(transport),
                clock: clock.clone(),
                url: gateway.url.clone(),
                secrets: gateway.secrets.clone(),
                limit: timers::SIGNED_REQUEST_TIMEOUT,
            }));
        }
        Ok(adapters)
    }

    fn of(&self, channel: ContactChannel) -> &Arc<dyn Messages> {
        match channel {
            ContactChannel::Email => &self.mail,
            ContactChannel::Phone => &self.text,
        }
    }
}

impl Messages for MessagesByChannel {
    fn fixed_code(&self) -> Option<&'static str> {
        None
    }

    fn is_available(&self, channel: ContactChannel) -> bool {
        self.of(channel).is_available(channel)
    }

    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MessageError>> {
        self.of(message.channel).send(message)
    }
}
