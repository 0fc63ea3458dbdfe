//! Statuses and decline reasons of card transactions (cards 8).

use crate::named;

named! {
    /// Status of a card transaction.
    pub enum CardTransactionStatus {
        /// Approved; the authorized amount is held.
        Authorized = "AUTHORIZED",
        /// Cleared in part; more clearings may follow.
        PartiallySettled = "PARTIALLY_SETTLED",
        /// Cleared in full, or ended with a smaller amount or none.
        Settled = "SETTLED",
        /// Returned by the merchant, in part or in whole.
        Refunded = "REFUNDED",
        /// Declined; or cleared although the funding source could not be debited.
        Exception = "EXCEPTION",
    }

    /// Reason for declining an authorization (cards 8.3).
    pub enum CardDeclineReason {
        CardClosed = "CARD_CLOSED",
        /// The card has not been activated yet.
        CardNotActive = "CARD_NOT_ACTIVE",
        /// The card is frozen.
        CardPaused = "CARD_PAUSED",
        /// The card's expiry month has passed.
        CardExpired = "CARD_EXPIRED",
        /// The cardholder is deleted or no longer approved.
        CardholderNotEligible = "CARDHOLDER_NOT_ELIGIBLE",
        /// The amount exceeds the card's maximum per transaction.
        SpendLimitExceeded = "SPEND_LIMIT_EXCEEDED",
        /// No usable funding source has enough balance.
        InsufficientFunds = "INSUFFICIENT_FUNDS",
        /// The wallet that could pay has no active delegated key for the card.
        DelegatedKeyRequired = "DELEGATED_KEY_REQUIRED",
        /// No funding source is active.
        FundingSourceUnavailable = "FUNDING_SOURCE_UNAVAILABLE",
    }
}

impl CardTransactionStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Authorized => "approved, and its amount is held",
            Self::PartiallySettled => "cleared in part, and more clearings may follow",
            Self::Settled => "cleared in full, or ended with a smaller amount or none",
            Self::Refunded => "returned by the merchant, in part or in whole",
            Self::Exception => "declined, or cleared although its funding source could not be debited",
        }
    }
}

impl CardDeclineReason {
    /// Returns the reason as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::CardClosed => "the card is closed",
            Self::CardNotActive => "the card is not active yet",
            Self::CardPaused => "the card is frozen",
            Self::CardExpired => "the card has expired",
            Self::CardholderNotEligible => "the cardholder was deleted, or is not approved any more",
            Self::SpendLimitExceeded => "the amount exceeds the limit of the card",
            Self::InsufficientFunds => "no funding source has enough money",
            Self::DelegatedKeyRequired => "the wallet that could pay has no active key for the card",
            Self::FundingSourceUnavailable => "no funding source is active",
        }
    }
}
