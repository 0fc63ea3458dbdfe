//! What the interface says of cards and the keys that fund them.

use crate::named;

named! {
    /// Where a card stands (cards 5.1).
    pub enum CardState {
        /// Never produced: cards are issued to approved cardholders only.
        PendingKyc = "PENDING_KYC",
        /// The issuer has not answered yet.
        Processing = "PROCESSING",
        /// It can be used.
        Active = "ACTIVE",
        /// It declines new authorizations for the time being.
        Frozen = "FROZEN",
        /// It declines new authorizations for good.
        Closed = "CLOSED",
    }

    /// Why a card is closed (cards 5.1).
    pub enum CardStateReason {
        /// The issuer has not issued it.
        IssuerRejected = "ISSUER_REJECTED",
        /// The platform has closed it, or deleted its cardholder.
        ClosedByPlatform = "CLOSED_BY_PLATFORM",
        /// An operator of the service has closed it.
        ClosedByGrid = "CLOSED_BY_GRID",
    }

    /// Whose network a card is used in.
    pub enum CardBrand {
        Visa = "VISA",
        Mastercard = "MASTERCARD",
    }

    /// What a card is.
    pub enum CardForm {
        /// Numbers, and no plastic.
        Virtual = "VIRTUAL",
    }

    /// Where a delegated key stands (cards 7.2).
    pub enum DelegatedKeyStatus {
        /// It waits for the second signature of its wallet.
        Pending = "PENDING",
        /// It signs.
        Active = "ACTIVE",
        /// It signs nothing any more.
        Revoked = "REVOKED",
    }
}
