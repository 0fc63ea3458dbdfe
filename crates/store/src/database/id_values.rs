//! Typed ids as values: stored as their UUID, without the type name.

use causeway_domain::ids::{
    AlertId, CustomerId, ExternalAccountId, Id, InternalAccountId, JobId, JournalId, PlatformConfigId,
    PlatformId, QuoteId, TokenId, TransactionId, WebhookId,
};
use uuid::Uuid;

use crate::database::row::{Cell, FromValue};
use crate::database::value::Value;

macro_rules! id_values {
    ($($id:ty),* $(,)?) => {$(
        impl From<$id> for Value<'_> {
            fn from(id: $id) -> Self {
                Value::Uuid(id.uuid())
            }
        }

        impl FromValue for $id {
            fn from_cell(cell: Cell<'_>) -> Option<Self> {
                Uuid::from_cell(cell).map(<$id>::from_uuid)
            }
        }
    )*};
}

// One line per identifier type that a row carries.
id_values![
    AlertId,
    CustomerId,
    ExternalAccountId,
    InternalAccountId,
    JobId,
    JournalId,
    PlatformConfigId,
    PlatformId,
    QuoteId,
    TokenId,
    TransactionId,
    WebhookId,
];
