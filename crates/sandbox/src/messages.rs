//! Messages to end users: none is sent (customers 4, conventions 2.2).

use causeway_service::ports::{Message, MessageError, Messages};
use futures_util::future::{BoxFuture, ready};

use crate::magic::CONTACT_CODE;

/// Nothing is sent, and one code is always right.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NothingSent;

impl Messages for NothingSent {
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
