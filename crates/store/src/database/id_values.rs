//! Typed ids as values: stored as their UUID, without the type name.

use causeway_domain::ids::{
    AgentActionId, AgentId, AlertId, AlertSinkId, AuthMethodId, BeneficialOwnerId, CardFundingSourceId,
    CardId, CardPullId, CardReturnId, CardTransactionId, CustomerId, CustomerImportId, DelegatedKeyId,
    DocumentId, ExternalAccountId, Id, InternalAccountId, JobId, JournalId, LookupId, OperatorTokenId,
    PlatformConfigId, PlatformId, QuoteId, RailId, RequestId, ScaResetId, SessionId, StablecoinId,
    StablecoinOperationId, StablecoinProviderAccountId, StablecoinQuoteId, TokenId, TransactionId,
    VerificationId, WebhookId,
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

id_values![
    AgentActionId,
    AgentId,
    AlertId,
    AlertSinkId,
    AuthMethodId,
    BeneficialOwnerId,
    CardFundingSourceId,
    CardId,
    CardPullId,
    CardReturnId,
    CardTransactionId,
    CustomerId,
    CustomerImportId,
    DelegatedKeyId,
    DocumentId,
    ExternalAccountId,
    InternalAccountId,
    JobId,
    JournalId,
    LookupId,
    OperatorTokenId,
    PlatformConfigId,
    PlatformId,
    QuoteId,
    RailId,
    StablecoinId,
    StablecoinOperationId,
    StablecoinProviderAccountId,
    StablecoinQuoteId,
    RequestId,
    ScaResetId,
    SessionId,
    TokenId,
    TransactionId,
    VerificationId,
    WebhookId,
];
