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
}
