//! The accounts of the ledger (money 2.1).

use crate::ids::{InternalAccountId, QuoteId};
use crate::named::named;

named! {
    /// The two-letter code of a kind of ledger account, as entries store it.
    pub enum AccountCode {
        /// Available funds of an internal account.
        Available = "AV",
        /// Held funds of an internal account.
        Held = "HO",
        /// Incoming funds of an internal account that have not settled.
        Unsettled = "UN",
        /// Funds taken from a source and committed to a quote.
        QuoteCommitted = "QE",
        PayoutsInFlight = "PO",
        DebitsInFlight = "CO",
        /// Cash and crypto at banks, on chains and at settlement partners.
        Cash = "CA",
        FxPosition = "FX",
        ServiceFees = "FE",
        /// Fees payable to counterparties and networks.
        CounterpartyFees = "CP",
        Rounding = "RO",
        /// Money with an owner or destination that an operator must settle.
        Suspense = "SU",
        /// Balance with the card network: owed to it or due from it.
        CardNetwork = "CN",
        /// Card shortfalls carried by the service.
        CardException = "CX",
        /// The source of sandbox money.
        SandboxMint = "MI",
    }
}

/// The accounting class of an account, which decides the side that increases it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccountClass {
    /// Owed to another party: increased by credits.
    Liability,
    /// Owned, or due to the service: increased by debits.
    Asset,
    /// Earned: increased by credits.
    Income,
    /// A balance on either side.
    Position,
    /// The counterweight of money that exists in sandbox only: increased by debits.
    ContraAsset,
}

/// A part of an internal account's balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bucket {
    /// AV: may be spent.
    Available,
    /// HO: held, for example for a card authorization.
    Held,
    /// UN: on its way in.
    Unsettled,
}

impl Bucket {
    /// Returns the account code of this part.
    #[must_use]
    pub const fn code(self) -> AccountCode {
        match self {
            Self::Available => AccountCode::Available,
            Self::Held => AccountCode::Held,
            Self::Unsettled => AccountCode::Unsettled,
        }
    }
}

/// One account of a platform's ledger. The currency is a property of the leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LedgerAccount {
    /// A part of an internal account's balance. Its row is locked, and decides if a debit is refused.
    Guarded {
        account: InternalAccountId,
        bucket: Bucket,
    },
    /// Funds committed to one quote. This account and all that follow only accumulate entries; they have no
    /// row to lock.
    QuoteCommitted(QuoteId),
    PayoutsInFlight,
    DebitsInFlight,
    /// Cash and crypto held elsewhere.
    Cash,
    FxPosition,
    ServiceFees,
    CounterpartyFees,
    Rounding,
    Suspense,
    CardNetwork,
    CardException,
    SandboxMint,
}

impl AccountCode {
    /// Returns the class of the accounts of this kind.
    #[must_use]
    pub const fn class(self) -> AccountClass {
        match self {
            Self::Available
            | Self::Held
            | Self::Unsettled
            | Self::QuoteCommitted
            | Self::PayoutsInFlight
            | Self::CounterpartyFees
            | Self::Suspense => AccountClass::Liability,
            Self::DebitsInFlight | Self::Cash | Self::CardException => AccountClass::Asset,
            Self::ServiceFees | Self::Rounding => AccountClass::Income,
            Self::FxPosition | Self::CardNetwork => AccountClass::Position,
            Self::SandboxMint => AccountClass::ContraAsset,
        }
    }

    /// Returns `true` if the balance, counted on the side that increases the account, may fall below zero.
    ///
    /// Available funds may not, except by the debits that are booked regardless of the balance
    /// ([`super::Overdraft`]).
    #[must_use]
    pub const fn may_be_negative(self) -> bool {
        match self {
            Self::Available
            | Self::Held
            | Self::Unsettled
            | Self::QuoteCommitted
            | Self::PayoutsInFlight
            | Self::Suspense => false,
            // Fees can be refunded, and a partner may settle before or after the event that expects it.
            Self::DebitsInFlight
            | Self::Cash
            | Self::FxPosition
            | Self::ServiceFees
            | Self::CounterpartyFees
            | Self::Rounding
            | Self::CardNetwork
            | Self::CardException
            | Self::SandboxMint => true,
        }
    }
}

impl LedgerAccount {
    /// Returns the account of available funds of an internal account.
    #[must_use]
    pub const fn available(account: InternalAccountId) -> Self {
        Self::Guarded { account, bucket: Bucket::Available }
    }

    /// Returns the account of unsettled incoming funds of an internal account.
    #[must_use]
    pub const fn unsettled(account: InternalAccountId) -> Self {
        Self::Guarded { account, bucket: Bucket::Unsettled }
    }

    #[must_use]
    pub const fn code(self) -> AccountCode {
        match self {
            Self::Guarded { bucket, .. } => bucket.code(),
            Self::QuoteCommitted(_) => AccountCode::QuoteCommitted,
            Self::PayoutsInFlight => AccountCode::PayoutsInFlight,
            Self::DebitsInFlight => AccountCode::DebitsInFlight,
            Self::Cash => AccountCode::Cash,
            Self::FxPosition => AccountCode::FxPosition,
            Self::ServiceFees => AccountCode::ServiceFees,
            Self::CounterpartyFees => AccountCode::CounterpartyFees,
            Self::Rounding => AccountCode::Rounding,
            Self::Suspense => AccountCode::Suspense,
            Self::CardNetwork => AccountCode::CardNetwork,
            Self::CardException => AccountCode::CardException,
            Self::SandboxMint => AccountCode::SandboxMint,
        }
    }

    /// Returns the account that a stored entry names, or `None` if the parts do not belong together.
    #[must_use]
    pub const fn from_parts(
        code: AccountCode,
        account: Option<InternalAccountId>,
        quote: Option<QuoteId>,
    ) -> Option<Self> {
        Some(match (code, account, quote) {
            (AccountCode::Available, Some(account), None) => {
                Self::Guarded { account, bucket: Bucket::Available }
            }
            (AccountCode::Held, Some(account), None) => Self::Guarded { account, bucket: Bucket::Held },
            (AccountCode::Unsettled, Some(account), None) => {
                Self::Guarded { account, bucket: Bucket::Unsettled }
            }
            (AccountCode::QuoteCommitted, None, Some(quote)) => Self::QuoteCommitted(quote),
            (AccountCode::PayoutsInFlight, None, None) => Self::PayoutsInFlight,
            (AccountCode::DebitsInFlight, None, None) => Self::DebitsInFlight,
            (AccountCode::Cash, None, None) => Self::Cash,
            (AccountCode::FxPosition, None, None) => Self::FxPosition,
            (AccountCode::ServiceFees, None, None) => Self::ServiceFees,
            (AccountCode::CounterpartyFees, None, None) => Self::CounterpartyFees,
            (AccountCode::Rounding, None, None) => Self::Rounding,
            (AccountCode::Suspense, None, None) => Self::Suspense,
            (AccountCode::CardNetwork, None, None) => Self::CardNetwork,
            (AccountCode::CardException, None, None) => Self::CardException,
            (AccountCode::SandboxMint, None, None) => Self::SandboxMint,
            _ => return None,
        })
    }
}
