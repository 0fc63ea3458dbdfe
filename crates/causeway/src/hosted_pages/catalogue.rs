//! The texts of the hosted pages, in English. Another language would be another catalogue.

use causeway_domain::verifications::VerificationErrorType;
use causeway_service::hosted_pages::PageError;

use super::values::in_words;

/// Label of a field that has no label of its own.
pub(super) const UNNAMED: &str = "Field";

/// The texts of the pages.
#[derive(Debug)]
pub(super) struct Catalogue {
    pub(super) language: &'static str,
    pub(super) verification_title: &'static str,
    pub(super) error_title: &'static str,
    pub(super) for_platform: &'static str,
    pub(super) person_details: &'static str,
    pub(super) company_details: &'static str,
    pub(super) owners: &'static str,
    pub(super) no_owners: &'static str,
    pub(super) add_owner: &'static str,
    pub(super) edit: &'static str,
    pub(super) remove: &'static str,
    pub(super) replace: &'static str,
    pub(super) owner_title: &'static str,
    pub(super) replacement_title: &'static str,
    pub(super) documents: &'static str,
    pub(super) no_documents: &'static str,
    pub(super) add_document: &'static str,
    pub(super) no_document_needed: &'static str,
    pub(super) missing: &'static str,
    pub(super) nothing_missing: &'static str,
    pub(super) returned: &'static str,
    pub(super) not_valid: &'static str,
    pub(super) finish: &'static str,
    pub(super) finish_hint: &'static str,
    pub(super) save: &'static str,
    pub(super) upload: &'static str,
    pub(super) submit: &'static str,
    pub(super) go_on: &'static str,
    pub(super) back: &'static str,
    pub(super) choose: &'static str,
    pub(super) saved: &'static str,
    pub(super) removed: &'static str,
    pub(super) not_accepted: &'static str,
    pub(super) approved: &'static str,
    pub(super) rejected: &'static str,
    pub(super) under_way: &'static str,
    pub(super) on_hold: &'static str,
    pub(super) finished_title: &'static str,
    pub(super) finished: &'static str,
    pub(super) card_title: &'static str,
    pub(super) card_number: &'static str,
    pub(super) card_code: &'static str,
    pub(super) card_expiry: &'static str,
    pub(super) gone_title: &'static str,
    pub(super) gone: &'static str,
    pub(super) unknown_title: &'static str,
    pub(super) unknown: &'static str,
    pub(super) failed_title: &'static str,
    pub(super) failed: &'static str,
    pub(super) invitation_title: &'static str,
    pub(super) invites_you: &'static str,
    pub(super) promised: &'static str,
    pub(super) countries: &'static str,
    pub(super) accept: &'static str,
    pub(super) invitation_claimed: &'static str,
    pub(super) invitation_cancelled: &'static str,
    pub(super) invitation_expired: &'static str,
}

/// The English texts.
pub(super) static ENGLISH: Catalogue = Catalogue {
    language: "en",
    verification_title: "Verify your identity",
    error_title: "Error",
    for_platform: "For your account with",
    person_details: "Your details",
    company_details: "Company details",
    owners: "People behind the company",
    no_owners: "No person has been added yet.",
    add_owner: "Add a person",
    edit: "Edit",
    remove: "Remove",
    replace: "Replace",
    owner_title: "Change a person",
    replacement_title: "Replace a document",
    documents: "Documents",
    no_documents: "Nothing has been uploaded yet.",
    add_document: "Upload a document",
    no_document_needed: "No further document is needed.",
    missing: "Still needed",
    nothing_missing: "Nothing is missing. You can finish now.",
    returned: "To be corrected",
    not_valid: "cannot be accepted as it is",
    finish: "Finish",
    finish_hint: "Finishing submits what you have entered. This page cannot be used again afterwards.",
    save: "Save",
    upload: "Upload",
    submit: "Finish and submit",
    go_on: "Continue",
    back: "Back without saving",
    choose: "Choose",
    saved: "Saved.",
    removed: "Removed.",
    not_accepted: "Some of what you have entered cannot be accepted",
    approved: "You are verified. There is nothing left to do.",
    rejected: "Your verification was rejected. Please contact the company that sent you here.",
    under_way: "Your details are being checked. There is nothing to do for you now.",
    on_hold: "Your verification is on hold. Please contact the company that sent you here.",
    finished_title: "Finished",
    finished: "Thank you. You can close this page.",
    card_title: "Card",
    card_number: "Number",
    card_code: "Security code",
    card_expiry: "Expires",
    gone_title: "This page is no longer available",
    gone: "The link was used or has expired. Please ask the company that sent you here for a new one.",
    unknown_title: "There is nothing here",
    unknown: "Please check that the address is complete.",
    failed_title: "That did not work",
    failed: "Nothing was done. Please try again in a moment.",
    invitation_title: "You are invited",
    invites_you: "invites you to",
    promised: "You are promised",
    countries: "Available in",
    accept: "Accept the invitation",
    invitation_claimed: "This invitation has been accepted.",
    invitation_cancelled: "This invitation was withdrawn.",
    invitation_expired: "This invitation has expired.",
};

impl Catalogue {
    /// Returns the label of a field.
    pub(super) fn label(&self, name: &str) -> &'static str {
        match name.rsplit('.').next().unwrap_or(name) {
            "fullName" => "Full name",
            "firstName" => "First name",
            "lastName" => "Last name",
            "birthDate" => "Date of birth",
            "nationality" => "Nationality",
            "address" => "Address",
            "personalInfo" => "Details of the person",
            "line1" => "Street and number",
            "line2" => "Further address line",
            "city" => "City",
            "state" => "State or region",
            "postalCode" => "Postal code",
            "country" => "Country",
            "idType" => "Kind of tax number",
            "identifier" => "Tax number",
            "countryOfIssuance" => "Country that issued it",
            "legalName" => "Legal name",
            "registrationNumber" => "Registration number",
            "incorporatedOn" => "Incorporated on",
            "taxId" => "Tax number of the company",
            "entityType" => "Legal form",
            "businessType" => "Line of business",
            "purposeOfAccountOtherDescription" => "What else the account is for",
            "sourceOfFundsOtherDescription" => "Where else your money comes from",
            "sourceOfWealthOtherDescription" => "Where else your wealth comes from",
            "countriesOfOperation" => "Countries of operation",
            "purposeOfAccount" => "What the account is for",
            "sourceOfFunds" => "Where the money comes from",
            "expectedMonthlyTransactionCount" => "Expected payments a month",
            "expectedMonthlyTransactionVolume" => "Expected volume a month, in US dollars",
            "expectedRecipientJurisdictions" => "Countries of recipients",
            "primaryContactFirstName" => "First name of the contact person",
            "primaryContactLastName" => "Last name of the contact person",
            "sourceOfFundsCategories" => "Where your money comes from",
            "sourceOfWealthCategories" => "Where your wealth comes from",
            "annualIncomeRange" => "Yearly income, in US dollars",
            "netWorthRange" => "Net worth, in US dollars",
            "pepStatus" => "Prominent public office, held by you or a person close to you",
            "roles" => "Roles",
            "ownershipPercentage" => "Share in the company, in percent",
            "document" => "Kind of document",
            "documentNumber" => "Number of the document",
            "issuingAuthority" => "Issued by",
            "file" => "File",
            _ => UNNAMED,
        }
    }

    /// Returns the hint for filling in a field; empty if its label is enough.
    pub(super) fn hint(&self, name: &str) -> &'static str {
        if name == "idType" {
            return "Only if you are a taxpayer of the United States";
        }
        match name.rsplit('.').next().unwrap_or(name) {
            "fullName" => "First and last name",
            "state" => "Needed in the United States",
            "taxId" => "Nine digits for a company in the United States",
            "countriesOfOperation" | "expectedRecipientJurisdictions" => {
                "One country in each list. Save to add more."
            }
            "birthDate" | "incorporatedOn" => "Year, month, day, such as 1990-01-31",
            "identifier" => {
                "As 123-45-6789 for a number of the United States. Leave it empty to keep the one given before."
            }
            "countryOfIssuance" => "Only for a tax number from outside the United States",
            "purposeOfAccountOtherDescription"
            | "sourceOfFundsOtherDescription"
            | "sourceOfWealthOtherDescription" => "Only if “Other” is selected",
            "documentNumber" | "issuingAuthority" => "For passports, driving licences and identity cards",
            "file" => "PDF, JPEG or PNG, at most 10 MB",
            _ => "",
        }
    }

    /// Returns an API error message with words in the place of constants and field names.
    pub(super) fn message(&self, message: &str) -> String {
        let is_name = |word: &str| word.bytes().any(|byte| byte.is_ascii_uppercase());
        let word = |word: &str| {
            let bare = word.trim_end_matches(['.', ',', ';']);
            let is_field = bare.starts_with(|first: char| first.is_ascii_lowercase()) && is_name(bare);
            match self.label(bare) {
                label if is_field && label != UNNAMED => format!("“{label}”{}", &word[bare.len()..]),
                _ => word.to_owned(),
            }
        };
        in_words(&message.split(' ').map(word).collect::<Vec<_>>().join(" "))
    }

    /// Returns the fact that a document must show to cure this error.
    pub(super) fn purpose(&self, kind: VerificationErrorType) -> &'static str {
        match kind {
            VerificationErrorType::MissingLegalPresenceDocument => "legal presence",
            VerificationErrorType::MissingControlStructureDocument => "control structure",
            VerificationErrorType::MissingOwnershipStructureDocument => "ownership structure",
            VerificationErrorType::MissingProofOfAddressDocument => "address",
            VerificationErrorType::MissingGoodStandingDocument => "good standing",
            VerificationErrorType::MissingIdentityDocument | VerificationErrorType::IncompleteDocument => {
                "identity"
            }
            _ => "correction",
        }
    }

    /// Returns title and text of the page for an error.
    pub(super) fn of_error(&self, error: &PageError) -> (&'static str, &'static str) {
        match error {
            PageError::Unknown => (self.unknown_title, self.unknown),
            PageError::Gone => (self.gone_title, self.gone),
            PageError::Refused(_) => (self.failed_title, self.failed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::forms::{COMPANY, DOCUMENT, DUE_DILIGENCE, OWNER, PERSON, REPLACEMENT};
    use super::*;

    #[test]
    fn messages_name_fields_by_their_labels() {
        let message = ENGLISH.message("is required with idType");
        assert_eq!(message, "is required with “Kind of tax number”");
        assert_eq!(ENGLISH.message("must be SSN."), "must be “Social security number (SSN)”.");
        assert_eq!(ENGLISH.message("must be a PDF"), "must be a PDF");
    }

    #[test]
    fn every_field_of_a_form_has_a_label() {
        for form in [PERSON, DUE_DILIGENCE, COMPANY, OWNER, DOCUMENT, REPLACEMENT] {
            assert!(form.iter().all(|spec| ENGLISH.label(spec.name) != UNNAMED));
        }
    }
}
