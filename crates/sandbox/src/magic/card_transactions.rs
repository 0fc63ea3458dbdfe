//! The magic values of card transactions (cards 10.3, 10.4).

use std::time::Duration;

use causeway_domain::card_transactions::CardDeclineReason;

/// The outcome of a card transaction, by the last three characters of the merchant's descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MerchantScenario {
    /// `002`, `003`: declined.
    Declined(CardDeclineReason),
    /// `005`: the first pull is confirmed, or the credit posted, after half a minute.
    Slow,
    /// `006`: the first pull is not confirmed, or the credit is undone.
    Unconfirmed,
    /// `102`, `105`, `106`: the transaction's id ends with this suffix.
    Named(&'static str),
    /// Any other suffix: decided without the sandbox.
    Real,
}

/// The outcome of a further pull, by the last three characters of the transaction's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PullScenario {
    /// `002`, `003`: fails at once.
    Failed,
    /// `005`: confirmed after half a minute.
    Slow,
    /// `006`: not confirmed.
    Unconfirmed,
    /// Any other suffix: confirmed at once.
    Real,
}

/// Duration of a slow confirmation.
pub const SLOW_CONFIRMATION: Duration = Duration::from_secs(30);

/// Returns the scenario for a merchant's descriptor.
#[must_use]
pub fn merchant_scenario(descriptor: &str) -> MerchantScenario {
    match super::last_three(descriptor) {
        "002" => MerchantScenario::Declined(CardDeclineReason::InsufficientFunds),
        "003" => MerchantScenario::Declined(CardDeclineReason::CardPaused),
        "005" => MerchantScenario::Slow,
        "006" => MerchantScenario::Unconfirmed,
        "102" => MerchantScenario::Named("002"),
        "105" => MerchantScenario::Named("005"),
        "106" => MerchantScenario::Named("006"),
        _ => MerchantScenario::Real,
    }
}

/// Returns the scenario for further pulls of the card transaction with this id.
#[must_use]
pub fn pull_scenario(id: &str) -> PullScenario {
    match super::last_three(id) {
        "002" | "003" => PullScenario::Failed,
        "005" => PullScenario::Slow,
        "006" => PullScenario::Unconfirmed,
        _ => PullScenario::Real,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_tables() {
        use MerchantScenario as M;
        let rows = [
            ("SHOP 002", M::Declined(CardDeclineReason::InsufficientFunds)),
            ("SHOP 003", M::Declined(CardDeclineReason::CardPaused)),
            ("SHOP 005", M::Slow),
            ("SHOP 006", M::Unconfirmed),
            ("DINER 102", M::Named("002")),
            ("DINER 105", M::Named("005")),
            ("DINER 106", M::Named("006")),
            ("SHOP 001", M::Real),
            ("2", M::Real),
        ];
        for (descriptor, scenario) in rows {
            assert_eq!(merchant_scenario(descriptor), scenario, "{descriptor}");
        }
        use PullScenario as P;
        for (id, scenario) in [
            ("a002", P::Failed),
            ("a003", P::Failed),
            ("a005", P::Slow),
            ("a006", P::Unconfirmed),
            ("a", P::Real),
        ] {
            assert_eq!(pull_scenario(id), scenario, "{id}");
        }
    }
}
