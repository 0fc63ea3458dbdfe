//! The money movements of an event (cards 8.5), in smallest units of the card's currency.

use super::units::Units;
use crate::ids::InternalAccountId;
use crate::money::Amount;
use crate::postings::{self, Posting, PostingRefused};

/// One balanced posting, before it is converted to the units of the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Movement {
    /// A pull was reserved (row 1).
    Reserved(i64),
    /// A pull has failed (row 3): the held part is released, and the captured part is credited back at the
    /// service's expense.
    PullFailed {
        /// The held part of the pull, which is released.
        held: i64,
        /// The amount credited back to the account.
        credited: i64,
        /// The amount that goes to suspense instead, because the account cannot be credited.
        suspended: i64,
    },
    /// A clearing (rows 4 to 6, 12).
    Cleared {
        /// Taken from the hold.
        held: i64,
        /// Pulled post-hoc.
        pulled: i64,
        /// Carried by the service.
        carried: i64,
    },
    /// A hold is released (row 7).
    Released(i64),
    /// A return (row 8).
    Returned {
        /// Fills the shortfall.
        filled: i64,
        /// Credited to the account.
        credited: i64,
        /// Put into suspense, because the account cannot be credited.
        suspended: i64,
    },
    /// A return is reversed (rows 9 and 10).
    ReturnReversed {
        /// Taken from suspense, if the return is still there.
        suspended: i64,
        /// Taken from the account.
        taken: i64,
        /// Carried by the service.
        carried: i64,
    },
    /// An operator has collected a shortfall.
    Collected(i64),
    /// A credit is posted (row 11).
    Credited {
        /// Credited to the account.
        credited: i64,
        /// Put into suspense, because the account cannot be credited.
        suspended: i64,
    },
    /// The posting of a credit is undone.
    CreditUndone {
        /// Taken from suspense.
        suspended: i64,
        /// Taken from the account.
        taken: i64,
        /// Carried by the service.
        carried: i64,
    },
    /// An amount in suspense is credited to an account.
    SuspenseCredited(i64),
}

impl Movement {
    /// Returns the posting of the movement, or `None` if an amount does not fit into the ledger. `account` is
    /// the transaction's account, or the one to which suspense is credited.
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
                postings::card_pull_failed(account, u(held)?, u(credited)?, u(suspended)?)
            }
            Self::Cleared { held, pulled, carried } => {
                postings::card_cleared(account, u(held)?, u(pulled)?, u(carried)?)
            }
            Self::Released(amount) => postings::card_hold_released(account, u(amount)?),
            Self::Returned { filled, credited, suspended } => {
                postings::card_returned(account, u(filled)?, u(credited)?, u(suspended)?)
            }
            Self::ReturnReversed { suspended, taken, carried } => {
                postings::card_return_reversed(account, u(suspended)?, u(taken)?, u(carried)?)
            }
            Self::Collected(amount) => postings::card_shortfall_collected(account, u(amount)?),
            Self::Credited { credited, suspended } => {
                postings::card_credited(account, u(credited)?, u(suspended)?)
            }
            Self::CreditUndone { suspended, taken, carried } => {
                postings::card_credit_undone(account, u(suspended)?, u(taken)?, u(carried)?)
            }
            Self::SuspenseCredited(amount) => postings::card_suspense_credited(account, u(amount)?),
        })
    }
}
