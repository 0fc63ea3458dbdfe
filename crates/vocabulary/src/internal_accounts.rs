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

    /// Where an internal account stands (money 3.2).
    pub enum InternalAccountStatus {
        /// Not usable yet: being provisioned, or its customer is not ready.
        Pending = "PENDING",
        /// Usable.
        Active = "ACTIVE",
        /// Closed for good.
        Closed = "CLOSED",
        /// Stopped by the operator: no debits and no credits.
        Frozen = "FROZEN",
        /// Could not be provisioned.
        Failed = "FAILED",
    }
}
