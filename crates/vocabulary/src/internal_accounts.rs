//! Types and statuses of internal accounts.

use crate::named;

named! {
    /// The kind of an internal account (money 3.1).
    pub enum InternalAccountType {
        /// Fiat money, moved with the platform's credentials.
        Fiat = "INTERNAL_FIAT",
        /// Bitcoin and dollar tokens, moved with the platform's credentials.
        Crypto = "INTERNAL_CRYPTO",
        /// A customer's wallet, moved with the platform's credentials and the wallet's signature.
        EmbeddedWallet = "EMBEDDED_WALLET",
    }

    /// Status of an internal account (money 3.2).
    pub enum InternalAccountStatus {
        /// Not usable yet: the account is being provisioned, or its customer may not transact yet.
        Pending = "PENDING",
        /// Usable for payments.
        Active = "ACTIVE",
        /// Closed permanently.
        Closed = "CLOSED",
        /// Frozen by an operator: no debits and no credits.
        Frozen = "FROZEN",
        /// Provisioning failed.
        Failed = "FAILED",
    }
}

impl InternalAccountStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Pending => "it is not provisioned, or its customer may not transact yet",
            Self::Active => "it can be used",
            Self::Closed => "closed for good",
            Self::Frozen => "an operator has stopped all debits and credits",
            Self::Failed => "it could not be provisioned",
        }
    }
}
