//! The magic values of card transactions (cards 10.3, 10.4).

use std::time::Duration;

use causeway_domain::card_transactions::CardDeclineReason;

use super::table::{MagicRow, MagicTable, last_three, magic_table};

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

magic_table! {
    /// Returns the scenario for a merchant's descriptor.
    merchant_scenario(descriptor by last_three) -> MerchantScenario;
    MERCHANTS: "End of the `merchant.descriptor` of a simulated authorization";
    "002" => MerchantScenario::Declined(CardDeclineReason::InsufficientFunds), "declined `INSUFFICIENT_FUNDS`";
    "003" => MerchantScenario::Declined(CardDeclineReason::CardPaused), "declined `CARD_PAUSED`";
    "005" => MerchantScenario::Slow, "debit: approved, the pull is confirmed after about 30 seconds; credit: posted about 30 seconds after the settling event";
    "006" => MerchantScenario::Unconfirmed, "debit: approved, the confirmation fails, `EXCEPTION` within 2 seconds; credit: `EXCEPTION` within 2 seconds after the settling event, and the credit is undone";
    "102" => MerchantScenario::Named("002"), "approved; the id of the transaction of a debit ends in `002`";
    "105" => MerchantScenario::Named("005"), "approved; the id of the transaction of a debit ends in `005`";
    "106" => MerchantScenario::Named("006"), "approved; the id of the transaction of a debit ends in `006`";
    other => MerchantScenario::Real, "the real decision";
}

magic_table! {
    /// Returns the scenario for further pulls of the card transaction with this id.
    pull_scenario(id by last_three) -> PullScenario;
    PULLS: "End of the id of a card transaction, at a clearing that needs a further pull";
    "002" | "003" => PullScenario::Failed, "the pull fails at once: `EXCEPTION`";
    "005" => PullScenario::Slow, "`SETTLED` with `pendingCount` 1; confirmed after about 30 seconds";
    "006" => PullScenario::Unconfirmed, "`SETTLED`, then `EXCEPTION` within 2 seconds";
    other => PullScenario::Real, "by the balance";
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
