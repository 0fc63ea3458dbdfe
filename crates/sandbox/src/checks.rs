//! What the sandbox answers where a partner is asked about a name, an account or a person.

use causeway_domain::customers::Decision;
use causeway_domain::external_accounts::suffix;
use causeway_service::ports::{
    AccountChecks, Directory, NameCheck, NameCheckAnswer, NameQuery, RailError, Screening, ScreeningAnswer,
    ScreeningQuery, VerificationPolicy,
};
use futures_util::future::{BoxFuture, ready};

use crate::magic::{NameScenario, name_scenario};

/// Published samples are accepted, whose check digits are wrong (money 1.7). Patterns, lengths and required fields count; check digits and directories do not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Relaxed;

impl AccountChecks for Relaxed {
    fn are_strict(&self) -> bool {
        false
    }
}

const VASPS: &[&str] = &["Kraken"];

/// Who holds wallets for others (money 5).
#[derive(Debug, Clone, Copy)]
pub(crate) struct SampleDirectory;

impl Directory for SampleDirectory {
    fn has_vasp(&self, name: &str) -> bool {
        VASPS.contains(&name)
    }
}

/// Every account is clean (conventions 2.2).
#[derive(Debug, Clone, Copy)]
pub(crate) struct EverythingClean;

impl Screening for EverythingClean {
    fn screen<'a>(&'a self, _: &'a ScreeningQuery) -> BoxFuture<'a, Result<ScreeningAnswer, RailError>> {
        Box::pin(ready(Ok(ScreeningAnswer::Clean)))
    }
}

/// Answers by the suffix of the account's identifier (money 13.1).
#[derive(Debug, Clone, Copy)]
pub(crate) struct NamesBySuffix;

impl NameCheck for NamesBySuffix {
    fn check<'a>(&'a self, query: &'a NameQuery) -> BoxFuture<'a, Result<NameCheckAnswer, RailError>> {
        Box::pin(ready(Ok(answer(query))))
    }
}

fn answer(query: &NameQuery) -> NameCheckAnswer {
    match name_scenario(&query.identifier) {
        NameScenario::NotMatched => NameCheckAnswer::NotMatched,
        NameScenario::PartialMatch => NameCheckAnswer::PartialMatch(with_middle_initial(&query.name)),
        NameScenario::Pending => NameCheckAnswer::Pending,
        NameScenario::InvalidAccount => NameCheckAnswer::InvalidAccount,
        NameScenario::Unsupported => NameCheckAnswer::Unsupported,
        NameScenario::CheckedByReceivingInstitution => NameCheckAnswer::CheckedByReceivingInstitution,
        NameScenario::Matched => NameCheckAnswer::Matched(query.name.clone()),
    }
}

/// `Jane Doe` becomes `Jane A. Doe`; a single word gets the initial behind it.
fn with_middle_initial(name: &str) -> String {
    match name.split_once(' ') {
        Some((first, rest)) => format!("{first} A. {rest}"),
        None => format!("{name} A."),
    }
}

/// The last three characters of `fullName` decide (customers 11).
#[derive(Debug, Clone, Copy)]
pub(crate) struct ByName;

impl VerificationPolicy for ByName {
    fn individual_at_creation(&self, full_name: Option<&str>) -> Decision {
        match full_name.map(suffix) {
            Some("001") => Decision::Pending,
            Some("002") => Decision::Rejected,
            Some("003") => Decision::Open,
            _ => Decision::Approved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partial_match_is_the_same_name_with_a_middle_initial() {
        let query = NameQuery { identifier: "0001103".into(), name: "Jane Doe".into() };
        assert_eq!(answer(&query), NameCheckAnswer::PartialMatch("Jane A. Doe".into()));
    }

    #[test]
    fn the_name_decides() {
        let outcome = |name: &str| ByName.individual_at_creation(Some(name));
        assert_eq!(outcome("Jane Doe 001"), Decision::Pending);
        assert_eq!(outcome("Jane Doe 002"), Decision::Rejected);
        assert_eq!(outcome("Jane Doe 003"), Decision::Open);
        assert_eq!(outcome("Jane Doe"), Decision::Approved);
        assert_eq!(ByName.individual_at_creation(None), Decision::Approved);
    }
}
