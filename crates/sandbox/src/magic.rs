//! The magic values of the sandbox (money 13.1, customers 11): one table, looked at for sandbox platforms only.

use std::time::Duration;

use causeway_domain::external_accounts::suffix;

/// How long a settlement takes that nothing special happens to (money 13).
pub const SETTLEMENT: Duration = Duration::from_millis(500);

/// What a name check answers, by the last three characters of an account's primary identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameScenario {
    /// `102`: another name.
    NotMatched,
    /// `103`: nearly the same name.
    PartialMatch,
    /// `104`: not known yet.
    Pending,
    /// `105`: no such account.
    InvalidAccount,
    /// `106`: the rail compares no names.
    Unsupported,
    /// `107`: left to the receiving institution.
    CheckedByReceivingInstitution,
    /// Anything else: the same name.
    Matched,
}

/// The name-check scenario of an identifier.
#[must_use]
pub fn name_scenario(identifier: &str) -> NameScenario {
    match suffix(identifier) {
        "102" => NameScenario::NotMatched,
        "103" => NameScenario::PartialMatch,
        "104" => NameScenario::Pending,
        "105" => NameScenario::InvalidAccount,
        "106" => NameScenario::Unsupported,
        "107" => NameScenario::CheckedByReceivingInstitution,
        _ => NameScenario::Matched,
    }
}

/// What becomes of a payout of a quote, by the last three characters of the destination's primary identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutScenario {
    /// `002`: the rail does not take it.
    Refused,
    /// `003`: it takes six minutes.
    Slow,
    /// `004`: the account does not exist.
    AccountInvalid,
    /// `005`: it arrives, and comes back after two seconds.
    Returned,
    /// `006`: it is cancelled on its way.
    Cancelled,
    /// `007`: the account does not exist, and the rail keeps the money.
    Kept,
    /// Anything else: it arrives.
    Arrives,
}

/// How long a payout takes that is slow.
pub const SLOW_SETTLEMENT: Duration = Duration::from_mins(6);

/// How long after its arrival a payout comes back.
pub const RETURN: Duration = Duration::from_secs(2);

/// The payout scenario of an identifier.
#[must_use]
pub fn payout_scenario(identifier: &str) -> PayoutScenario {
    match suffix(identifier) {
        "002" => PayoutScenario::Refused,
        "003" => PayoutScenario::Slow,
        "004" => PayoutScenario::AccountInvalid,
        "005" => PayoutScenario::Returned,
        "006" => PayoutScenario::Cancelled,
        "007" => PayoutScenario::Kept,
        _ => PayoutScenario::Arrives,
    }
}

/// What becomes of a debit, by the last three characters of the source's primary identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebitScenario {
    /// `002`: the account does not hold enough; the rail does not take it.
    Refused,
    /// `003`, `004`: it fails.
    Fails,
    /// `005`: it fails after half a minute.
    FailsLate,
    /// Anything else: it settles.
    Settles,
}

/// How long a debit takes that fails late.
pub const SLOW_DEBIT: Duration = Duration::from_secs(30);

/// The scenario of a debit an identifier.
#[must_use]
pub fn debit_scenario(identifier: &str) -> DebitScenario {
    match suffix(identifier) {
        "002" => DebitScenario::Refused,
        "003" | "004" => DebitScenario::Fails,
        "005" => DebitScenario::FailsLate,
        _ => DebitScenario::Settles,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_name_check_table() {
        use NameScenario as S;
        let rows = [
            ("102", S::NotMatched),
            ("103", S::PartialMatch),
            ("104", S::Pending),
            ("105", S::InvalidAccount),
            ("106", S::Unsupported),
            ("107", S::CheckedByReceivingInstitution),
            ("101", S::Matched),
            ("111", S::Matched),
        ];
        for (suffix, scenario) in rows {
            assert_eq!(name_scenario(&format!("12345{suffix}")), scenario, "{suffix}");
        }
    }

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
            assert_eq!(debit_scenario(&format!("12345{suffix}")), scenario, "{suffix}");
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
