//! What is already decided about card transactions before anybody looks at them (cards 10.3, 10.4): the sandbox's magic
//! values. Pure; asked inside transactions.

use std::time::Duration;

use causeway_domain::card_transactions::CardDeclineReason;
use causeway_domain::ids::CardTransactionId;

/// What becomes of card transactions by their names.
pub trait CardScenarios: Send + Sync {
    /// Why an authorization at this merchant is declined, if it is.
    fn decline(&self, descriptor: &str) -> Option<CardDeclineReason>;

    /// What the id of a transaction at this merchant ends in, where it is to end in something: hexadecimal digits.
    fn id_suffix(&self, descriptor: &str) -> Option<&'static str>;

    /// How the first pull for a transaction at this merchant is confirmed.
    fn first_pull(&self, descriptor: &str) -> Confirmation;

    /// How further pulls for this transaction are confirmed; none where they fail at once.
    fn later_pull(&self, transaction: CardTransactionId) -> Option<Confirmation>;

    /// How credits from this merchant are posted.
    fn credit(&self, descriptor: &str) -> Confirmation;
}

/// How a movement of money is confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confirmation {
    /// How long after it.
    pub after: Duration,
    /// Whether it is good.
    pub succeeds: bool,
}

impl Confirmation {
    /// At once, and good.
    pub const GOOD: Self = Self { after: Duration::ZERO, succeeds: true };
}

/// Nothing is decided beforehand.
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
