//! The kinds of resources that operators find.

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
