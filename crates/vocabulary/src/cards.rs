//! States of cards and of the delegated keys that fund them.

use crate::named;

named! {
    /// State of a card (cards 5.1).
    pub enum CardState {
        /// Never produced: cards are issued to approved cardholders only.
        PendingKyc = "PENDING_KYC",
        /// Waits for the issuer's answer.
        Processing = "PROCESSING",
        /// Usable for payments.
        Active = "ACTIVE",
        /// Declines new authorizations until it is unfrozen.
        Frozen = "FROZEN",
        /// Declines new authorizations permanently.
        Closed = "CLOSED",
    }

    /// Reason for closing a card (cards 5.1).
    pub enum CardStateReason {
        /// The issuer rejected the card.
        IssuerRejected = "ISSUER_REJECTED",
        /// The platform closed the card or deleted its cardholder.
        ClosedByPlatform = "CLOSED_BY_PLATFORM",
        /// An operator of the service closed the card.
        ClosedByGrid = "CLOSED_BY_GRID",
    }

    /// Card network.
    pub enum CardBrand {
        Visa = "VISA",
        Mastercard = "MASTERCARD",
    }

    /// Form of a card.
    pub enum CardForm {
        /// Card number without a plastic card.
        Virtual = "VIRTUAL",
    }

    /// Status of a delegated key (cards 7.2).
    pub enum DelegatedKeyStatus {
        /// Waits for the wallet's second signature; it cannot sign yet.
        Pending = "PENDING",
        /// Usable for signing.
        Active = "ACTIVE",
        /// Permanently unable to sign.
        Revoked = "REVOKED",
    }
}

impl CardState {
    /// Returns the state as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::PendingKyc => "its cardholder is not approved",
            Self::Processing => "the issuer has not answered yet",
            Self::Active => "it can be used",
            Self::Frozen => "it declines new authorizations until it is unfrozen",
            Self::Closed => "it declines new authorizations for good",
        }
    }
}

impl CardStateReason {
    /// Returns the reason as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::IssuerRejected => "the issuer rejected the card",
            Self::ClosedByPlatform => "the platform closed the card, or deleted its cardholder",
            Self::ClosedByGrid => "an operator closed the card",
        }
    }
}
