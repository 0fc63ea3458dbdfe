//! Messages to end users, of which the sandbox sends none (customers 4, conventions 2.2).

use causeway_service::ports::{Message, MessageError, Messages};
use futures_util::future::{BoxFuture, ready};

use crate::magic::CONTACT_CODE;

/// A message gateway that sends no message and accepts one fixed code.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SimulatedMessages;

impl Messages for SimulatedMessages {
    fn fixed_code(&self) -> Option<&'static str> {
        Some(CONTACT_CODE)
    }

    fn is_mailbox(&self) -> bool {
        true
    }

    fn send<'a>(&'a self, _: &'a Message) -> BoxFuture<'a, Result<(), MessageError>> {
        Box::pin(ready(Ok(())))
    }
}
