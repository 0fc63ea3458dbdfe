//! Statuses of external accounts, and the ownership and name checks of their holders.

use crate::named;

named! {
    /// Status of an external account (money 4.1).
    pub enum ExternalAccountStatus {
        /// Waiting for its screening, or for an operator where the screening decides nothing.
        Pending = "PENDING",
        /// Usable for payments.
        Active = "ACTIVE",
        /// A self-custody wallet that waits for its owner's proof of ownership.
        PendingOwnershipVerification = "PENDING_OWNERSHIP_VERIFICATION",
        /// A self-custody wallet that failed the proof of ownership.
        Unverified = "UNVERIFIED",
        /// Under review by a compliance analyst.
        UnderReview = "UNDER_REVIEW",
        /// Refused or disabled.
        Inactive = "INACTIVE",
    }

    /// Ownership of an external account: the customer's own (`FIRST_PARTY`) or another party's
    /// (`THIRD_PARTY`).
    pub enum OwnershipType {
        FirstParty = "FIRST_PARTY",
        ThirdParty = "THIRD_PARTY",
    }

    /// Result of comparing the given holder name with the bank's records (money 4.4). It is advisory and
    /// blocks no payment.
    pub enum BeneficiaryVerificationStatus {
        Matched = "MATCHED",
        PartialMatch = "PARTIAL_MATCH",
        NotMatched = "NOT_MATCHED",
        Unsupported = "UNSUPPORTED",
        CheckedByReceivingFi = "CHECKED_BY_RECEIVING_FI",
        Pending = "PENDING",
    }

    /// Method of proving the ownership of a wallet (money 4.6).
    pub enum OwnershipVerificationMethod {
        /// A message signed by the wallet.
        WalletSignature = "WALLET_SIGNATURE",
        /// A liveness check of the owner at a provider.
        Liveness = "LIVENESS",
    }

    /// Signature scheme of a Bitcoin message. Used for `SPARK_WALLET` accounts only, ignored for all others.
    pub enum WalletSignatureScheme {
        Bip137 = "bip137",
        Electrum = "electrum",
    }
}

impl ExternalAccountStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Pending => "it waits for its screening or an operator, and no payment can go to it",
            Self::Active => "payments can go to it",
            Self::PendingOwnershipVerification => "its owner has not proved the ownership of the wallet yet",
            Self::Unverified => "the proof of ownership of the wallet failed",
            Self::UnderReview => "compliance reviews it, and no payment can go to it",
            Self::Inactive => "it was refused or disabled",
        }
    }
}
