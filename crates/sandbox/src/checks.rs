//! Simulated checks of names, accounts, liveness, screening and verification.

use causeway_domain::Ids;
use causeway_domain::customers::Decision;
use causeway_domain::documents::DocumentRefusal;
use causeway_service::ports::{
    AccountChecks, Applicant, LivenessCheck, LivenessOutcome, LivenessQuery, LivenessSession,
    LivenessSubject, NameCheck, NameCheckAnswer, NameQuery, RailError, Screening, ScreeningAnswer,
    ScreeningQuery, SubmissionOutcome, VerificationPolicy,
};
use futures_util::future::{BoxFuture, ready};

use crate::magic::{
    LIVENESS, NameScenario, PAGE_TOKEN_PREFIX, SAMPLE_SIGNATURE, company_submission, document_refusal,
    name_scenario, owner_decision, person_at_creation, person_submission, wallet_liveness,
};

/// Relaxed account validation: published samples with wrong check digits are accepted (money 1.7). Patterns,
/// lengths and required fields are still checked; check digits and bank directories are not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RelaxedAccountChecks;

impl AccountChecks for RelaxedAccountChecks {
    fn are_strict(&self) -> bool {
        false
    }

    fn is_sample_signature(&self, signature: &str) -> bool {
        signature == SAMPLE_SIGNATURE
    }
}

/// A liveness check whose outcome for a wallet depends on the address suffix (money 4.6); customers always
/// pass (agents B6).
#[derive(Debug, Clone, Copy)]
pub(crate) struct LivenessBySuffix;

impl LivenessCheck for LivenessBySuffix {
    fn start<'a>(&'a self, query: &'a LivenessQuery) -> BoxFuture<'a, Result<LivenessSession, RailError>> {
        let link = format!("https://liveness.example.com/{}", query.session);
        let session = LivenessSession { link, token: Some(query.session.clone()), ask_after: LIVENESS };
        Box::pin(ready(Ok(session)))
    }

    fn outcome<'a>(&'a self, query: &'a LivenessQuery) -> BoxFuture<'a, Result<LivenessOutcome, RailError>> {
        let outcome = match &query.subject {
            LivenessSubject::Wallet(address) => wallet_liveness(address),
            LivenessSubject::Customer(_) => LivenessOutcome::Passed,
        };
        Box::pin(ready(Ok(outcome)))
    }
}

/// A screening that finds every account clean (conventions 2.2).
#[derive(Debug, Clone, Copy)]
pub(crate) struct SimulatedScreening;

impl Screening for SimulatedScreening {
    fn screen<'a>(&'a self, _: &'a ScreeningQuery) -> BoxFuture<'a, Result<ScreeningAnswer, RailError>> {
        Box::pin(ready(Ok(ScreeningAnswer::Clean)))
    }
}

/// A name check that answers by the suffix of the account's identifier (money 13.1).
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameCheckBySuffix;

impl NameCheck for NameCheckBySuffix {
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

/// Adds a middle initial: `Jane Doe` becomes `Jane A. Doe`, and a single word gets the initial after it.
fn with_middle_initial(name: &str) -> String {
    match name.split_once(' ') {
        Some((first, rest)) => format!("{first} A. {rest}"),
        None => format!("{name} A."),
    }
}

/// A verification policy that decides by the last three characters of `fullName`; for companies by the
/// registration number, for owners by the last name (customers 11).
#[derive(Debug, Clone, Copy)]
pub(crate) struct VerificationBySuffix;

impl VerificationPolicy for VerificationBySuffix {
    fn submission(&self, applicant: &Applicant<'_>) -> SubmissionOutcome {
        match applicant {
            Applicant::Person { name_at_creation } => {
                name_at_creation.map_or(SubmissionOutcome::Approved, person_submission)
            }
            Applicant::Business { registration_number } => {
                registration_number.map_or(SubmissionOutcome::Approved, company_submission)
            }
        }
    }

    fn owner(&self, last_name: &str) -> Decision {
        owner_decision(last_name)
    }

    fn reopens_for_corrections(&self) -> bool {
        false
    }

    fn approves_owners_with_company(&self) -> bool {
        false
    }

    fn passes_finished_pages(&self) -> bool {
        true
    }

    fn page_token(&self, ids: &Ids) -> Option<String> {
        Some(format!("{PAGE_TOKEN_PREFIX}{:032x}", u128::from_be_bytes(ids.bytes())))
    }

    fn individual_at_creation(&self, full_name: Option<&str>) -> Decision {
        full_name.map_or(Decision::Approved, person_at_creation)
    }

    fn document_refusal(&self, number: Option<&str>) -> Option<DocumentRefusal> {
        number.and_then(document_refusal)
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
    fn registration_numbers_and_names_select_the_outcome() {
        let company = |registration_number| {
            VerificationBySuffix.submission(&Applicant::Business { registration_number })
        };
        assert_eq!(company(Some("123001")), SubmissionOutcome::Reviewed);
        assert_eq!(company(Some("123002")), SubmissionOutcome::Rejected);
        for other in [Some("123003"), Some("5523041"), Some("01"), None] {
            assert_eq!(company(other), SubmissionOutcome::Approved);
        }
        let person =
            |name| VerificationBySuffix.submission(&Applicant::Person { name_at_creation: Some(name) });
        assert_eq!(person("Jane Doe 001"), SubmissionOutcome::Reviewed);
        assert_eq!(person("Jane003"), SubmissionOutcome::PoorDocument);
        assert_eq!(VerificationBySuffix.owner("Smith001"), Decision::Pending);
        assert_eq!(VerificationBySuffix.owner("Smith002"), Decision::Rejected);
        assert_eq!(VerificationBySuffix.owner("Smith"), Decision::Approved);
    }

    #[test]
    fn the_name_selects_the_outcome() {
        let outcome = |name: &str| VerificationBySuffix.individual_at_creation(Some(name));
        assert_eq!(outcome("Jane Doe 001"), Decision::Pending);
        assert_eq!(outcome("Jane Doe 002"), Decision::Rejected);
        assert_eq!(outcome("Jane Doe 003"), Decision::Open);
        assert_eq!(outcome("Jane Doe"), Decision::Approved);
        assert_eq!(VerificationBySuffix.individual_at_creation(None), Decision::Approved);
    }
}
