//! The kinds of resources that operators find.

use crate::ids::{
    AgentActionId, AgentId, AlertId, BeneficialOwnerId, CardId, CardTransactionId, CustomerId, DocumentId,
    ExternalAccountId, Id, InternalAccountId, JobId, PlatformId, QuoteId, RequestId, StablecoinId,
    StablecoinOperationId, StablecoinProviderAccountId, TokenId, TransactionId, VerificationId, WebhookId,
};
use crate::named::named;

named! {
    /// The kind of a resource that operators find.
    pub enum ResourceKind {
        Platform = "PLATFORM",
        Customer = "CUSTOMER",
        BeneficialOwner = "BENEFICIAL_OWNER",
        Verification = "VERIFICATION",
        Document = "DOCUMENT",
        InternalAccount = "INTERNAL_ACCOUNT",
        ExternalAccount = "EXTERNAL_ACCOUNT",
        Quote = "QUOTE",
        Payment = "PAYMENT",
        UnmatchedDeposit = "UNMATCHED_DEPOSIT",
        Card = "CARD",
        CardTransaction = "CARD_TRANSACTION",
        Agent = "AGENT",
        AgentAction = "AGENT_ACTION",
        WalletRequest = "WALLET_REQUEST",
        Token = "TOKEN",
        Stablecoin = "STABLECOIN",
        StablecoinOperation = "STABLECOIN_OPERATION",
        ProviderAccount = "PROVIDER_ACCOUNT",
        Webhook = "WEBHOOK",
        Job = "JOB",
        Alert = "ALERT",
    }
}

impl ResourceKind {
    /// Returns the type name of the ids of this kind, without the colon. Two kinds may have the same.
    #[must_use]
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::Platform => PlatformId::TYPE_NAME,
            Self::Customer => CustomerId::TYPE_NAME,
            Self::BeneficialOwner => BeneficialOwnerId::TYPE_NAME,
            Self::Verification => VerificationId::TYPE_NAME,
            Self::Document => DocumentId::TYPE_NAME,
            Self::InternalAccount => InternalAccountId::TYPE_NAME,
            Self::ExternalAccount => ExternalAccountId::TYPE_NAME,
            Self::Quote => QuoteId::TYPE_NAME,
            Self::Payment | Self::UnmatchedDeposit => TransactionId::TYPE_NAME,
            Self::Card => CardId::TYPE_NAME,
            Self::CardTransaction => CardTransactionId::TYPE_NAME,
            Self::Agent => AgentId::TYPE_NAME,
            Self::AgentAction => AgentActionId::TYPE_NAME,
            Self::WalletRequest => RequestId::TYPE_NAME,
            Self::Token => TokenId::TYPE_NAME,
            Self::Stablecoin => StablecoinId::TYPE_NAME,
            Self::StablecoinOperation => StablecoinOperationId::TYPE_NAME,
            Self::ProviderAccount => StablecoinProviderAccountId::TYPE_NAME,
            Self::Webhook => WebhookId::TYPE_NAME,
            Self::Job => JobId::TYPE_NAME,
            Self::Alert => AlertId::TYPE_NAME,
        }
    }

    /// Returns the kind in words, such as `unmatched deposit`.
    #[must_use]
    pub fn words(self) -> String {
        self.as_str().to_ascii_lowercase().replace('_', " ")
    }
}
