//! Sending of production platforms' messages, through an adapter if the test provides one, and a record of
//! them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use causeway_domain::contact::ContactChannel;
use causeway_service::ports::{Message, MessageError, Messages};
use futures_util::future::BoxFuture;

/// The messages of a service, and the failure of sending if one is set. Clones share the same mailbox.
#[derive(Clone, Default)]
pub(crate) struct Mailbox(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    sent: Vec<Message>,
    failure: Option<MessageError>,
    /// If set, messages are sent through it.
    adapter: Option<Arc<dyn Messages>>,
}

impl Mailbox {
    /// Returns the messages sent so far.
    pub(crate) fn sent(&self) -> Vec<Message> {
        self.state().sent.clone()
    }

    /// Returns the code in the last message.
    #[track_caller]
    pub(crate) fn code(&self) -> String {
        code_in(&self.sent().pop().expect("a message").text)
    }

    /// Lets sending fail from now on, or succeed again with `None`.
    pub(crate) fn fail(&self, with: Option<MessageError>) {
        self.state().failure = with;
    }

    /// Sends messages through an adapter from now on, and records those that it accepts.
    pub(crate) fn send_through(&self, adapter: Arc<dyn Messages>) {
        self.state().adapter = Some(adapter);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the six digits in a text.
#[track_caller]
pub(crate) fn code_in(text: &str) -> String {
    text.split(|c: char| !c.is_ascii_digit()).find(|word| word.len() == 6).expect("a code").to_owned()
}

impl Messages for Mailbox {
    fn fixed_code(&self) -> Option<&'static str> {
        None
    }

    fn is_available(&self, channel: ContactChannel) -> bool {
        self.state().adapter.as_ref().is_none_or(|adapter| adapter.is_available(channel))
    }

    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MessageError>> {
        let (failure, adapter) = {
            let state = self.state();
            (state.failure, state.adapter.clone())
        };
        Box::pin(async move {
            match (failure, adapter) {
                (Some(failure), _) => return Err(failure),
                (None, Some(adapter)) => adapter.send(message).await?,
                (None, None) => {}
            }
            self.state().sent.push(message.clone());
            Ok(())
        })
    }
}
