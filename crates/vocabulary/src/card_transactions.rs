//! What the interface says of card transactions (cards 8).

use crate::named;

named! {
    /// Where a card transaction stands.
    pub enum CardTransactionStatus {
        /// Approved; what it may cost is held.
        Authorized = "AUTHORIZED",
        /// A part was cleared, more may follow.
        PartiallySettled = "PARTIALLY_SETTLED",
        /// Cleared or ended.
        Settled = "SETTLED",
        /// Paid back, in part or whole.
        Refunded = "REFUNDED",
        /// Declined; or cleared while the funding source could not be debited.
        Exception = "EXCEPTION",
    }

    /// Why an authorization was declined (cards 8.3).
    pub enum CardDeclineReason {
        /// The card is closed.
        CardClosed = "CARD_CLOSED",
        /// The card was never active.
        CardNotActive = "CARD_NOT_ACTIVE",
        /// The card is frozen.
        CardPaused = "CARD_PAUSED",
        /// The card's last month has passed.
        CardExpired = "CARD_EXPIRED",
        /// The cardholder is deleted or no longer approved.
        CardholderNotEligible = "CARDHOLDER_NOT_ELIGIBLE",
        /// More than the card may spend at once.
        SpendLimitExceeded = "SPEND_LIMIT_EXCEEDED",
        /// No funding source has enough.
        InsufficientFunds = "INSUFFICIENT_FUNDS",
        /// The wallet that could pay has no active delegated key for the card.
        DelegatedKeyRequired = "DELEGATED_KEY_REQUIRED",
        /// No funding source is active.
        FundingSourceUnavailable = "FUNDING_SOURCE_UNAVAILABLE",
    }
}
