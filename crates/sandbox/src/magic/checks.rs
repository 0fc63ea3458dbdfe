//! The magic values of checks: names, documents, liveness and verifications (money 13.1, 4.6, customers 11).

use std::time::Duration;

use causeway_domain::customers::Decision;
use causeway_domain::documents::DocumentRefusal;
use causeway_domain::external_accounts::suffix;
use causeway_service::ports::{LivenessOutcome, SubmissionOutcome};

use super::table::{MagicRow, MagicTable, magic_table};

/// Duration of a liveness check (money 4.6).
pub const LIVENESS: Duration = Duration::from_secs(2);

/// The answer of a name check, by the last three characters of an account's primary identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameScenario {
    /// `102`: a different name.
    NotMatched,
    /// `103`: nearly the same name.
    PartialMatch,
    /// `104`: not known yet.
    Pending,
    /// `105`: no such account.
    InvalidAccount,
    /// `106`: the rail does not compare names.
    Unsupported,
    /// `107`: left to the receiving institution.
    CheckedByReceivingInstitution,
    /// Any other suffix: the same name.
    Matched,
}

magic_table! {
    /// Returns the name-check scenario for an identifier.
    name_scenario(identifier by suffix) -> NameScenario;
    NAME_CHECKS: "End of the identifier of an external account, at creation: `beneficiaryVerificationStatus`";
    "102" => NameScenario::NotMatched, "`NOT_MATCHED`";
    "103" => NameScenario::PartialMatch, "`PARTIAL_MATCH`; the verified name has an additional middle initial";
    "104" => NameScenario::Pending, "`PENDING`";
    "105" => NameScenario::InvalidAccount, "400 `INVALID_BANK_ACCOUNT`; nothing is stored";
    "106" => NameScenario::Unsupported, "`UNSUPPORTED`";
    "107" => NameScenario::CheckedByReceivingInstitution, "`CHECKED_BY_RECEIVING_FI`";
    other => NameScenario::Matched, "`MATCHED`";
}

magic_table! {
    /// Returns the reason for refusing a document, by the last three characters of its number (customers 11),
    /// or `None` if it is accepted.
    document_refusal(number by suffix) -> Option<DocumentRefusal>;
    DOCUMENTS: "End of the `documentNumber` of a document, at upload and replacement";
    "901" => Some(DocumentRefusal::LowQuality), "400 `LOW_QUALITY`";
    "902" => Some(DocumentRefusal::DataMismatch), "400 `DATA_MISMATCH`";
    "903" => Some(DocumentRefusal::Expired), "400 `EXPIRED`";
    "904" => Some(DocumentRefusal::SuspectedFraud), "400 `SUSPECTED_FRAUD`";
    "905" => Some(DocumentRefusal::UnsuitableDocument), "400 `UNSUITABLE_DOCUMENT`";
    "906" => Some(DocumentRefusal::Incomplete), "400 `INCOMPLETE`";
    other => None, "accepted";
}

magic_table! {
    /// Returns the outcome of a liveness check for the external wallet with this address (money 4.6).
    wallet_liveness(address by suffix) -> LivenessOutcome;
    LIVENESS_CHECKS: "End of the address of an external wallet, at a liveness check";
    "002" => LivenessOutcome::Failed, "`UNVERIFIED` after about 2 seconds";
    other => LivenessOutcome::Passed, "`ACTIVE` after about 2 seconds";
}

magic_table! {
    /// Returns the decision about a person at creation, by `fullName` (customers 11).
    person_at_creation(full_name by suffix) -> Decision;
    PERSONS: "End of the `fullName` of a person, at creation: `kycStatus`";
    "001" => Decision::Pending, "`PENDING`";
    "002" => Decision::Rejected, "`REJECTED`";
    "003" => Decision::Open, "`UNVERIFIED`";
    other => Decision::Approved, "`APPROVED`";
}

magic_table! {
    /// Returns the outcome of the submission of a person, by `fullName` at creation (customers 5.5). All other
    /// ends were decided at creation.
    person_submission(full_name by suffix) -> SubmissionOutcome;
    SUBMISSIONS_OF_PERSONS: "End of the `fullName` that a complete person had at creation, at `POST /verifications`";
    "001" => SubmissionOutcome::Reviewed, "`PENDING_MANUAL_REVIEW` until an operator decides";
    "003" => SubmissionOutcome::PoorDocument, "`RESOLVE_ERRORS` with `POOR_QUALITY_DOCUMENT`, every time";
    other => SubmissionOutcome::Approved, "`APPROVED`";
}

magic_table! {
    /// Returns the outcome of the submission of a company, by `registrationNumber` (customers 11).
    company_submission(registration_number by suffix) -> SubmissionOutcome;
    SUBMISSIONS_OF_COMPANIES: "End of `businessInfo.registrationNumber`, at submission: `kybStatus`";
    "001" => SubmissionOutcome::Reviewed, "`PENDING`; if complete, `PENDING_MANUAL_REVIEW`";
    "002" => SubmissionOutcome::Rejected, "`REJECTED`";
    other => SubmissionOutcome::Approved, "`APPROVED`; the data is not checked";
}

magic_table! {
    /// Returns the decision about a beneficial owner, by `lastName` (customers 11).
    owner_decision(last_name by suffix) -> Decision;
    OWNERS: "End of `personalInfo.lastName` of a beneficial owner, at the first complete submission of the company: `kycStatus`";
    "001" => Decision::Pending, "`PENDING`";
    "002" => Decision::Rejected, "`REJECTED`";
    other => Decision::Approved, "`APPROVED`";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_of_documents() {
        use DocumentRefusal as R;
        let rows = [
            ("901", Some(R::LowQuality)),
            ("902", Some(R::DataMismatch)),
            ("903", Some(R::Expired)),
            ("904", Some(R::SuspectedFraud)),
            ("905", Some(R::UnsuitableDocument)),
            ("906", Some(R::Incomplete)),
            ("900", None),
            ("907", None),
        ];
        for (suffix, refusal) in rows {
            assert_eq!(document_refusal(&format!("X{suffix}")), refusal, "{suffix}");
        }
        assert_eq!(document_refusal("1"), None);
    }

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
