//! Whoever sends production's messages: it keeps them for the test.

use std::sync::{Arc, Mutex, PoisonError};

use causeway_service::ports::{Message, MessageError, Messages};
use futures_util::future::{BoxFuture, ready};

/// The messages of a service, and how sending fails if it does. Clones are the same mailbox.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mailbox(Arc<Mutex<(Vec<Message>, Option<MessageError>)>>);

impl Mailbox {
    /// Everything that was sent so far.
    pub(crate) fn sent(&self) -> Vec<Message> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    /// The code in the message that was sent last.
    #[track_caller]
    pub(crate) fn code(&self) -> String {
        let text = self.sent().pop().expect("a message").text;
        text.split(|c: char| !c.is_ascii_digit()).find(|word| word.len() == 6).expect("a code").to_owned()
    }

    /// Has sending fail from now on, or not any more.
    pub(crate) fn fail(&self, with: Option<MessageError>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1 = with;
    }
}

impl Messages for Mailbox {
    fn fixed_code(&self) -> Option<&'static str> {
        None
    }

    fn send<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), MessageError>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let outcome = state.1.map_or(Ok(()), Err);
        if outcome.is_ok() {
            state.0.push(message.clone());
        }
        Box::pin(ready(outcome))
    }
}
