//! Sends production's messages, by an adapter if the test has one, and keeps them for the test.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use causeway_domain::contact::ContactChannel;
use causeway_service::ports::{Message, MessageError, Messages};
use futures_util::future::BoxFuture;

/// The messages of a service, and how sending fails if it does. Clones are the same mailbox.
#[derive(Clone, Default)]
pub(crate) struct Mailbox(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    sent: Vec<Message>,
    failure: Option<MessageError>,
    /// Sends them for real, if set.
    adapter: Option<Arc<dyn Messages>>,
}

impl Mailbox {
    /// Everything that was sent so far.
    pub(crate) fn sent(&self) -> Vec<Message> {
        self.state().sent.clone()
    }

    /// The code in the message that was sent last.
    #[track_caller]
    pub(crate) fn code(&self) -> String {
        code_in(&self.sent().pop().expect("a message").text)
    }

    /// Has sending fail from now on, or not any more.
    pub(crate) fn fail(&self, with: Option<MessageError>) {
        self.state().failure = with;
    }

    /// Hands messages to an adapter from now on, and keeps those that it accepts.
    pub(crate) fn send_by(&self, adapter: Arc<dyn Messages>) {
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

    fn is_there(&self, channel: ContactChannel) -> bool {
        self.state().adapter.as_ref().is_none_or(|adapter| adapter.is_there(channel))
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
