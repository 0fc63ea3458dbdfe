//! The magic values of payments (money 13.1).

use std::time::Duration;

use causeway_domain::external_accounts::suffix;

use super::table::{MagicRow, MagicTable, magic_table};

/// Duration of an ordinary settlement (money 13).
pub const SETTLEMENT: Duration = Duration::from_millis(500);

/// The outcome of a payout, by the last three characters of the destination's primary identifier. The same
/// suffix means different outcomes for quotes and for transfers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutScenario {
    /// Quote and transfer `002`: the rail refuses it.
    Refused,
    /// Transfer `003`: the rail refuses it, because the account does not exist.
    RefusedAsInvalid,
    /// Quote `003`: arrives after six minutes.
    Slow,
    /// Quote `004`: the account does not exist.
    AccountInvalid,
    /// Transfer `004`: the account's bank rejects it.
    Rejected,
    /// Quote `005`: arrives, and is returned after two seconds.
    Returned,
    /// Transfer `005`: queued for half a minute, then fails.
    FailsLate,
    /// Quote `006`: cancelled after submission.
    Cancelled,
    /// UMA: the receiver's provider rejects it for compliance.
    ComplianceRejected,
    /// Quote `007`: the account does not exist, and the rail keeps the money.
    Kept,
    /// Any other suffix: arrives.
    Arrives,
}

/// Duration of a slow payout.
pub const SLOW_SETTLEMENT: Duration = Duration::from_mins(6);

/// Time from the arrival of a payout to its return.
pub const RETURN: Duration = Duration::from_secs(2);

/// Time until a late failure of a transfer.
pub const LATE_FAILURE: Duration = Duration::from_secs(30);

magic_table! {
    /// Returns the scenario for a transfer to the account with this identifier.
    transfer_scenario(identifier by suffix) -> PayoutScenario;
    TRANSFERS_OUT: "End of the identifier of an external account, at `POST /transfer-out`";
    "002" => PayoutScenario::Refused, "201, already `FAILED` `QUOTE_EXECUTION_FAILED`; nothing is debited";
    "003" => PayoutScenario::RefusedAsInvalid, "201, already `FAILED` `ACCOUNT_INVALID`; nothing is debited";
    "004" => PayoutScenario::Rejected, "`PENDING`, `PROCESSING`, then `FAILED` `ACCOUNT_CANNOT_RECEIVE`; the refund completes";
    "005" => PayoutScenario::FailsLate, "`PENDING` for about 30 seconds, then `FAILED` `QUOTE_EXECUTION_FAILED`; the refund completes. It can be cancelled meanwhile";
    other => PayoutScenario::Arrives, "`COMPLETED`";
}

magic_table! {
    /// Returns the scenario for a quote's payout to the account with this identifier.
    payout_scenario(identifier by suffix) -> PayoutScenario;
    PAYOUTS: "End of the identifier of an external account, after a quote is executed or funded";
    "002" => PayoutScenario::Refused, "`FAILED` `QUOTE_EXECUTION_FAILED`, refund `COMPLETED`";
    "003" => PayoutScenario::Slow, "`PROCESSING` for about 6 minutes, then `COMPLETED`";
    "004" => PayoutScenario::AccountInvalid, "`FAILED` `ACCOUNT_INVALID`, refund `COMPLETED`";
    "005" => PayoutScenario::Returned, "`COMPLETED`, about 2 seconds later `FAILED` `PAYOUT_RETURNED`, refund `COMPLETED`";
    "006" => PayoutScenario::Cancelled, "cancelled: refund `PENDING`, then `COMPLETED` with `USER_CANCELLATION`; status `REFUNDED`, quote `FAILED`";
    "007" => PayoutScenario::Kept, "`FAILED` `ACCOUNT_INVALID`, refund `PENDING`, then `FAILED`";
    other => PayoutScenario::Arrives, "`COMPLETED`";
}

/// The outcome of a debit, by the last three characters of the source's primary identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitScenario {
    /// `002`: insufficient funds; the rail refuses it.
    Refused,
    /// `003`, `004`: fails.
    Fails,
    /// `005`: fails after half a minute.
    FailsLate,
    /// Any other suffix: settles.
    Settles,
}

/// Time until a late failure of a debit.
pub const SLOW_DEBIT: Duration = Duration::from_secs(30);

/// Returns `true` if the bank reports at once that this account cannot be debited, because it lacks funds or
/// does not exist.
#[must_use]
pub fn is_not_debitable(identifier: &str) -> bool {
    matches!(suffix(identifier), "002" | "003")
}

magic_table! {
    /// Returns the scenario for a debit from the account with this identifier.
    debit_scenario(identifier by suffix) -> DebitScenario;
    TRANSFERS_IN: "End of the identifier of an external account, at `POST /transfer-in`";
    "002" => DebitScenario::Refused, "201, already `FAILED` `COLLECTION_FAILED` (insufficient funds)";
    "003" => DebitScenario::Fails, "201, already `FAILED` `COLLECTION_FAILED` (closed or invalid)";
    "004" => DebitScenario::Fails, "`PENDING`, then `FAILED` `COLLECTION_FAILED` within 2 seconds";
    "005" => DebitScenario::FailsLate, "`PENDING` for about 30 seconds, then `FAILED` `COLLECTION_FAILED`";
    other => DebitScenario::Settles, "`COMPLETED`";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_of_debits() {
        use DebitScenario as S;
        let rows = [
            ("002", S::Refused),
            ("003", S::Fails),
            ("004", S::Fails),
            ("005", S::FailsLate),
            ("006", S::Settles),
            ("105", S::Settles),
        ];
        for (suffix, scenario) in rows {
            let identifier = format!("12345{suffix}");
            assert_eq!(debit_scenario(&identifier), scenario, "{suffix}");
            assert_eq!(is_not_debitable(&identifier), ["002", "003"].contains(&suffix), "{suffix}");
        }
    }

    #[test]
    fn every_row_of_the_table_of_transfers() {
        use PayoutScenario as S;
        let rows = [
            ("002", S::Refused),
            ("003", S::RefusedAsInvalid),
            ("004", S::Rejected),
            ("005", S::FailsLate),
            ("006", S::Arrives),
            ("105", S::Arrives),
        ];
        for (suffix, scenario) in rows {
            assert_eq!(transfer_scenario(&format!("12345{suffix}")), scenario, "{suffix}");
        }
    }

    #[test]
    fn every_row_of_the_payout_table() {
        use PayoutScenario as S;
        let rows = [
            ("002", S::Refused),
            ("003", S::Slow),
            ("004", S::AccountInvalid),
            ("005", S::Returned),
            ("006", S::Cancelled),
            ("007", S::Kept),
            ("001", S::Arrives),
            ("104", S::Arrives),
        ];
        for (suffix, scenario) in rows {
            assert_eq!(payout_scenario(&format!("12345{suffix}")), scenario, "{suffix}");
        }
    }
}
