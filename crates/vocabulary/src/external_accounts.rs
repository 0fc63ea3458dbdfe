//! Statuses of external accounts, and what is known of their holders.

use crate::named;

named! {
    /// Where an external account stands (money 4.1).
    pub enum ExternalAccountStatus {
        /// Being screened.
        Pending = "PENDING",
        /// Usable.
        Active = "ACTIVE",
        /// A self-custody wallet whose owner has yet to prove the ownership.
        PendingOwnershipVerification = "PENDING_OWNERSHIP_VERIFICATION",
        /// A self-custody wallet whose ownership was not proved.
        Unverified = "UNVERIFIED",
        /// An analyst is looking at it.
        UnderReview = "UNDER_REVIEW",
        /// Refused or disabled.
        Inactive = "INACTIVE",
    }

    /// Whether the account is the customer's own or somebody else's.
    pub enum OwnershipType {
        FirstParty = "FIRST_PARTY",
        ThirdParty = "THIRD_PARTY",
    }

    /// Whether the name given is the one that the bank knows (money 4.4). Advice only.
    pub enum BeneficiaryVerificationStatus {
        Matched = "MATCHED",
        PartialMatch = "PARTIAL_MATCH",
        NotMatched = "NOT_MATCHED",
        Unsupported = "UNSUPPORTED",
        CheckedByReceivingFi = "CHECKED_BY_RECEIVING_FI",
        Pending = "PENDING",
    }

    /// How the ownership of a wallet is proved (money 4.6).
    pub enum OwnershipVerificationMethod {
        /// The wallet signs a message.
        WalletSignature = "WALLET_SIGNATURE",
        /// The owner shows up in person at a provider.
        Liveness = "LIVENESS",
    }

    /// How a Bitcoin message was signed. Only `SPARK_WALLET` looks at it.
    pub enum WalletSignatureScheme {
        Bip137 = "bip137",
        Electrum = "electrum",
    }
}
