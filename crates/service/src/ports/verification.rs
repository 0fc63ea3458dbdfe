//! The policy for the outcome of customer verifications (customers 5).

use causeway_domain::Ids;
use causeway_domain::customers::Decision;
use causeway_domain::documents::DocumentRefusal;

/// The customer of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applicant<'a> {
    /// A person.
    Person {
        /// The full name given at creation.
        name_at_creation: Option<&'a str>,
    },
    /// A company.
    Business {
        /// The current number in the register of companies.
        registration_number: Option<&'a str>,
    },
}

/// The outcome of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubmissionOutcome {
    /// If nothing is missing, it is in progress until an operator decides; there is no automatic decision.
    LeftToOperator,
    /// The customer is pending; if nothing is missing, a person reviews it.
    Reviewed,
    /// If nothing is missing, the newest document is rejected for its quality.
    PoorDocument,
    /// Approved, even if something is missing.
    Approved,
    /// Rejected, even if something is missing.
    Rejected,
}

/// A policy for the outcome of verifications on unregulated platforms.
pub trait VerificationPolicy: Send + Sync {
    /// Returns the outcome for a new individual with this name.
    fn individual_at_creation(&self, full_name: Option<&str>) -> Decision;

    /// Returns the outcome of a submission.
    fn submission(&self, applicant: &Applicant<'_>) -> SubmissionOutcome;

    /// Returns the outcome for a beneficial owner with this last name, of a company that was submitted and
    /// lacks nothing.
    fn owner(&self, last_name: &str) -> Decision;

    /// Returns `true` if a customer becomes unverified again when corrections are required.
    fn reopens_for_corrections(&self) -> bool;

    /// Returns `true` if the pending beneficial owners of a company are approved together with it.
    fn approves_owners_with_company(&self) -> bool;

    /// Returns `true` if a finished hosted page counts as complete, even if something is missing.
    fn passes_finished_pages(&self) -> bool;

    /// Returns the token that a hosted page can be embedded with, or `None` if it cannot be embedded.
    fn page_token(&self, ids: &Ids) -> Option<String>;

    /// Returns why a document with this number is refused, or `None` if it is accepted.
    fn document_refusal(&self, number: Option<&str>) -> Option<DocumentRefusal>;
}

/// The policy without automatic decisions: it requires a submission, and an operator decides.
#[derive(Debug, Clone, Copy)]
pub struct ManualVerification;

impl VerificationPolicy for ManualVerification {
    fn individual_at_creation(&self, _full_name: Option<&str>) -> Decision {
        Decision::Open
    }

    fn document_refusal(&self, _number: Option<&str>) -> Option<DocumentRefusal> {
        None
    }

    fn submission(&self, _: &Applicant<'_>) -> SubmissionOutcome {
        SubmissionOutcome::LeftToOperator
    }

    fn owner(&self, _: &str) -> Decision {
        Decision::Pending
    }

    fn reopens_for_corrections(&self) -> bool {
        true
    }

    fn approves_owners_with_company(&self) -> bool {
        true
    }

    fn passes_finished_pages(&self) -> bool {
        false
    }

    fn page_token(&self, _: &Ids) -> Option<String> {
        None
    }
}
