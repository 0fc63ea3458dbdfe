//! Roles, statuses and errors of verifications (customers 5 to 7).

use crate::named;

named! {
    /// Role of a beneficial owner or controlling person in a company.
    pub enum BeneficialOwnerRole {
        Ubo = "UBO",
        Director = "DIRECTOR",
        CompanyOfficer = "COMPANY_OFFICER",
        ControlPerson = "CONTROL_PERSON",
        Trustee = "TRUSTEE",
        GeneralPartner = "GENERAL_PARTNER",
    }

    /// Status of a verification.
    pub enum VerificationStatus {
        ResolveErrors = "RESOLVE_ERRORS",
        PendingManualReview = "PENDING_MANUAL_REVIEW",
        InProgress = "IN_PROGRESS",
        Approved = "APPROVED",
        Rejected = "REJECTED",
        ReadyForVerification = "READY_FOR_VERIFICATION",
    }

    /// Type of an error that blocks a verification.
    pub enum VerificationErrorType {
        MissingField = "MISSING_FIELD",
        InvalidField = "INVALID_FIELD",
        MissingLegalPresenceDocument = "MISSING_LEGAL_PRESENCE_DOCUMENT",
        MissingControlStructureDocument = "MISSING_CONTROL_STRUCTURE_DOCUMENT",
        MissingOwnershipStructureDocument = "MISSING_OWNERSHIP_STRUCTURE_DOCUMENT",
        MissingProofOfAddressDocument = "MISSING_PROOF_OF_ADDRESS_DOCUMENT",
        MissingIdentityDocument = "MISSING_IDENTITY_DOCUMENT",
        InvalidDocument = "INVALID_DOCUMENT",
        ExpiredDocument = "EXPIRED_DOCUMENT",
        PoorQualityDocument = "POOR_QUALITY_DOCUMENT",
        SuspectedFraudDocument = "SUSPECTED_FRAUD_DOCUMENT",
        WrongDocumentType = "WRONG_DOCUMENT_TYPE",
        IncompleteDocument = "INCOMPLETE_DOCUMENT",
        UnreadableDocument = "UNREADABLE_DOCUMENT",
        DocumentVerificationFailed = "DOCUMENT_VERIFICATION_FAILED",
        ApplicantSanctioned = "APPLICANT_SANCTIONED",
        ApplicantFraud = "APPLICANT_FRAUD",
        ApplicantCriminalRecord = "APPLICANT_CRIMINAL_RECORD",
        ApplicantRejected = "APPLICANT_REJECTED",
        MissingBeneficialOwner = "MISSING_BENEFICIAL_OWNER",
        MissingControlPerson = "MISSING_CONTROL_PERSON",
        MissingGoodStandingDocument = "MISSING_GOOD_STANDING_DOCUMENT",
    }
}

impl VerificationStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::ResolveErrors => "returned for corrections, and waits for the platform",
            Self::PendingManualReview => "waits for a reviewer",
            Self::InProgress => "submitted, and waits for a decision",
            Self::Approved => "the customer is verified",
            Self::Rejected => "the customer was refused",
            Self::ReadyForVerification => "complete, and not submitted yet",
        }
    }
}
