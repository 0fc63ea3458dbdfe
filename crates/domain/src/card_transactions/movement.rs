//! What an event moves (cards 8.5), in smallest units of the card's currency.

use super::units::Units;
use crate::ids::InternalAccountId;
use crate::money::Amount;
use crate::postings::{self, Posting, PostingRefused};

/// One balanced posting, before it is converted to the units of the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Movement {
    /// A pull was reserved (row 1).
    Reserved(i64),
    /// A pull has failed (row 3): what of it was held goes back, and what clearings had taken is given back at the
    /// service's expense.
    PullFailed {
        /// What was held.
        held: i64,
        /// What the account gets back.
        credited: i64,
        /// What it would get and cannot take.
        suspended: i64,
    },
    /// A clearing (rows 4 to 6, 12).
    Cleared {
        /// From what was held.
        held: i64,
        /// Pulled post-hoc.
        pulled: i64,
        /// Carried by the service.
        carried: i64,
    },
    /// What was held is let go (row 7).
    Released(i64),
    /// A return (row 8).
    Returned {
        /// Fills the shortfall.
        filled: i64,
        /// Goes to the account.
        credited: i64,
        /// Would go there, and cannot.
        suspended: i64,
    },
    /// A return is reversed (rows 9 and 10).
    ReturnReversed {
        /// From suspense, where the return still stands.
        suspended: i64,
        /// From the account.
        taken: i64,
        /// Carried by the service.
        carried: i64,
    },
    /// An operator has collected a shortfall.
    Collected(i64),
    /// A credit (row 11).
    Credited {
        /// Goes to the account.
        credited: i64,
        /// Would go there, and cannot.
        suspended: i64,
    },
    /// A credit is undone.
    CreditUndone {
        /// From suspense.
        suspended: i64,
        /// From the account.
        taken: i64,
        /// Carried by the service.
        carried: i64,
    },
    /// What stood in suspense goes to an account.
    SuspenseCredited(i64),
}

impl Movement {
    /// What it books; none where an amount does not fit into the ledger. `account` is the transaction's, or the one that
    /// gets what stood in suspense.
    ///
    /// # Errors
    /// When it moves nothing, or an amount is negative.
    pub fn posting(
        self,
        account: InternalAccountId,
        units: Units,
    ) -> Option<Result<Posting, PostingRefused>> {
        let u = |minor: i64| -> Option<Amount> { units.of_card(minor) };
        Some(match self {
            Self::Reserved(amount) => postings::card_pull_reserved(account, u(amount)?),
            Self::PullFailed { held, credited, suspended } => {
                postings::card_pull_failed(account, u(held)?, (u(credited)?, u(suspended)?))
            }
            Self::Cleared { held, pulled, carried } => {
                postings::card_cleared(account, u(held)?, u(pulled)?, u(carried)?)
            }
            Self::Released(amount) => postings::card_hold_released(account, u(amount)?),
            Self::Returned { filled, credited, suspended } => {
                postings::card_returned(account, u(filled)?, (u(credited)?, u(suspended)?))
            }
            Self::ReturnReversed { suspended, taken, carried } => {
                postings::card_return_reversed(account, u(suspended)?, u(taken)?, u(carried)?)
            }
            Self::Collected(amount) => postings::card_shortfall_collected(account, u(amount)?),
            Self::Credited { credited, suspended } => {
                postings::card_credited(account, (u(credited)?, u(suspended)?))
            }
            Self::CreditUndone { suspended, taken, carried } => {
                postings::card_credit_undone(account, u(suspended)?, u(taken)?, u(carried)?)
            }
            Self::SuspenseCredited(amount) => postings::card_suspense_credited(account, u(amount)?),
        })
    }
}
