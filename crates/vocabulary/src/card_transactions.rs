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
