//! Predetermined outcomes of card transactions (cards 10.3, 10.4): the sandbox's magic values. Pure; called
//! inside transactions.

use std::time::Duration;

use causeway_domain::card_transactions::CardDeclineReason;
use causeway_domain::ids::CardTransactionId;

/// A policy for the outcome of card transactions by the merchant's descriptor.
pub trait CardScenarios: Send + Sync {
    /// Returns the decline reason for an authorization at this merchant, or `None` if it is not declined.
    fn decline(&self, descriptor: &str) -> Option<CardDeclineReason>;

    /// Returns the hexadecimal digits that the id of a transaction at this merchant must end in, or `None` if
    /// any id will do.
    fn id_suffix(&self, descriptor: &str) -> Option<&'static str>;

    /// Returns the confirmation of the first pull for a transaction at this merchant.
    fn first_pull(&self, descriptor: &str) -> Confirmation;

    /// Returns the confirmation of further pulls for this transaction, or `None` if they fail at once.
    fn later_pull(&self, transaction: CardTransactionId) -> Option<Confirmation>;

    /// Returns the confirmation of credits from this merchant.
    fn credit(&self, descriptor: &str) -> Confirmation;
}

/// The confirmation of a movement of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confirmation {
    /// Delay after the movement.
    pub after: Duration,
    pub succeeds: bool,
}

impl Confirmation {
    /// A confirmation that succeeds at once.
    pub const GOOD: Self = Self { after: Duration::ZERO, succeeds: true };
}

/// The policy without predetermined outcomes.
#[derive(Debug, Clone, Copy)]
pub struct NoCardScenarios;

impl CardScenarios for NoCardScenarios {
    fn decline(&self, _: &str) -> Option<CardDeclineReason> {
        None
    }

    fn id_suffix(&self, _: &str) -> Option<&'static str> {
        None
    }

    fn first_pull(&self, _: &str) -> Confirmation {
        Confirmation::GOOD
    }

    fn later_pull(&self, _: CardTransactionId) -> Option<Confirmation> {
        Some(Confirmation::GOOD)
    }

    fn credit(&self, _: &str) -> Confirmation {
        Confirmation::GOOD
    }
}
