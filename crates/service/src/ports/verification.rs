//! What becomes of the verification of customers (customers 5).

use causeway_domain::Ids;
use causeway_domain::customers::Decision;
use causeway_domain::documents::DocumentRefusal;

/// Who is submitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applicant<'a> {
    /// A person.
    Person {
        /// The full name at creation.
        name_at_creation: Option<&'a str>,
    },
    /// A company.
    Business {
        /// The number in the register of companies, as it is now.
        registration_number: Option<&'a str>,
    },
}

/// What a submission comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubmissionOutcome {
    /// If nothing is missing, it is worked on; nobody decides by itself, so that an operator must.
    LeftToOperator,
    /// The customer is pending; if nothing is missing, a person looks at it.
    Reviewed,
    /// If nothing is missing, the newest document is not good enough.
    PoorDocument,
    /// Approved, whatever is missing.
    Approved,
    /// Rejected, whatever is missing.
    Rejected,
}

/// Decides what verifications come to on unregulated platforms.
pub trait VerificationPolicy: Send + Sync {
    /// The outcome for a new individual with this name.
    fn individual_at_creation(&self, full_name: Option<&str>) -> Decision;

    /// The outcome of a submission.
    fn submission(&self, applicant: &Applicant<'_>) -> SubmissionOutcome;

    /// The outcome for somebody with this last name behind a company that was submitted and lacks nothing.
    fn owner(&self, last_name: &str) -> Decision;

    /// Whether a customer is unverified again once it has to correct something.
    fn reopens_for_corrections(&self) -> bool;

    /// Whether the people behind a company that wait for a decision are approved together with it.
    fn approves_owners_with_company(&self) -> bool;

    /// Whether a page that is finished counts as complete, whatever is missing.
    fn passes_finished_pages(&self) -> bool;

    /// What a page can be embedded with, if anything.
    fn page_token(&self, ids: &Ids) -> Option<String>;

    /// Why a document with this number is not accepted; none where it is.
    fn document_refusal(&self, number: Option<&str>) -> Option<DocumentRefusal>;
}

/// Nobody decides by itself: a submission is required first, and then an operator decides.
#[derive(Debug, Clone, Copy)]
pub struct OperatorDecides;

impl VerificationPolicy for OperatorDecides {
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
