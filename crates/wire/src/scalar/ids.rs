//! Identifiers: a type name, a colon, a UUID in lower case (conventions 5.1).

use super::text::texts;

/// The pattern of an identifier with one of these type names.
macro_rules! id_pattern {
    ($type_name:literal) => {
        concat!("^", $type_name, ":[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
    };
}

texts! {
    /// A platform's configuration.
    PlatformConfigId { "pattern": id_pattern!("PlatformConfig") }

    /// An API token.
    TokenId { "pattern": id_pattern!("Token") }

    /// A customer of the platform.
    CustomerId { "pattern": id_pattern!("Customer") }

    /// Someone on whose behalf money moves: a customer, or the platform itself (money 1.1).
    PartyId { "pattern": id_pattern!("(Customer|Platform)") }

    /// A filter for the party of a transaction. The platform may be named by either of its ids (money 1.1).
    PartyFilter { "pattern": id_pattern!("(Customer|Platform|PlatformConfig)") }

    /// A beneficial owner or controlling person of a business customer.
    BeneficialOwnerId { "pattern": id_pattern!("BeneficialOwner") }

    /// An account that the service holds.
    InternalAccountId { "pattern": id_pattern!("InternalAccount") }

    /// A bank account, mobile-money account or wallet elsewhere.
    ExternalAccountId { "pattern": id_pattern!("ExternalAccount") }

    /// An internal or external account.
    AccountId { "pattern": id_pattern!("(InternalAccount|ExternalAccount)") }

    /// A looked-up receiver. Both type names are understood (money 1.1).
    LookupId { "pattern": id_pattern!("(Lookup|LookupRequest)") }

    /// A priced offer to move money.
    QuoteId { "pattern": id_pattern!("Quote") }

    /// A movement of money.
    TransactionId { "pattern": id_pattern!("Transaction") }

    /// An agent that acts for a customer.
    AgentId { "pattern": id_pattern!("Agent") }

    /// A request that waits for the wallet's signature.
    RequestId { "pattern": id_pattern!("Request") }

    /// A challenge of strong customer authentication.
    ScaChallengeId { "pattern": id_pattern!("ScaChallenge") }

    /// An event sent to the platform; the same on every retry.
    WebhookId { "pattern": id_pattern!("Webhook") }
}
