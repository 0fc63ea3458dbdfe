//! Every text of the pages, in English. Another language would be another catalogue.

use causeway_service::hosted_pages::PageFault;

/// The texts of the pages.
#[derive(Debug)]
pub(super) struct Catalogue {
    pub(super) language: &'static str,
    pub(super) verification_title: &'static str,
    pub(super) for_platform: &'static str,
    pub(super) person_details: &'static str,
    pub(super) company_details: &'static str,
    pub(super) owners: &'static str,
    pub(super) no_owners: &'static str,
    pub(super) add_owner: &'static str,
    pub(super) documents: &'static str,
    pub(super) no_documents: &'static str,
    pub(super) add_document: &'static str,
    pub(super) missing: &'static str,
    pub(super) nothing_missing: &'static str,
    pub(super) finish: &'static str,
    pub(super) finish_hint: &'static str,
    pub(super) save: &'static str,
    pub(super) upload: &'static str,
    pub(super) submit: &'static str,
    pub(super) go_on: &'static str,
    pub(super) choose: &'static str,
    pub(super) saved: &'static str,
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

/// English.
pub(super) static ENGLISH: Catalogue = Catalogue {
    language: "en",
    verification_title: "Verify your identity",
    for_platform: "For your account with",
    person_details: "Your details",
    company_details: "Company details",
    owners: "People behind the company",
    no_owners: "Nobody has been added yet.",
    add_owner: "Add a person",
    documents: "Documents",
    no_documents: "Nothing has been uploaded yet.",
    add_document: "Upload a document",
    missing: "Still needed",
    nothing_missing: "Nothing is missing. You can finish now.",
    finish: "Finish",
    finish_hint: "Finishing submits what you have entered. This page cannot be used again afterwards.",
    save: "Save",
    upload: "Upload",
    submit: "Finish and submit",
    go_on: "Continue",
    choose: "Choose",
    saved: "Saved.",
    not_accepted: "Some of what you have entered cannot be accepted:",
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
    /// What a field is called.
    pub(super) fn label(&self, name: &str) -> &'static str {
        match name.rsplit('.').next().unwrap_or(name) {
            "fullName" => "Full name",
            "firstName" => "First name",
            "lastName" => "Last name",
            "birthDate" => "Date of birth",
            "nationality" => "Nationality",
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
            "countriesOfOperation" => "Countries of operation",
            "purposeOfAccount" => "What the account is for",
            "sourceOfFunds" => "Where the money comes from",
            "expectedMonthlyTransactionCount" => "Expected payments a month",
            "expectedMonthlyTransactionVolume" => "Expected volume a month",
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
            "documentHolder" => "Whose document it is",
            "documentType" => "Kind of document",
            "side" => "Side",
            "documentNumber" => "Number of the document",
            "issuingAuthority" => "Issued by",
            "file" => "File",
            _ => "Field",
        }
    }

    /// What helps to fill in a field, where its label is not enough.
    pub(super) fn hint(&self, name: &str) -> &'static str {
        match name.rsplit('.').next().unwrap_or(name) {
            "nationality" | "country" | "countryOfIssuance" => "Two letters, such as US or DE",
            "countriesOfOperation" | "expectedRecipientJurisdictions" => {
                "Two letters each, separated by commas, such as US, DE"
            }
            "birthDate" | "incorporatedOn" => "Year, month, day, as 1990-01-31",
            "identifier" => "Leave it empty to keep the one that was given before",
            "side" => "For driving licences and identity cards: one upload for each side",
            "documentNumber" | "issuingAuthority" => "For passports, driving licences and identity cards",
            "file" => "PDF, JPEG or PNG, at most 10 MB",
            _ => "",
        }
    }

    /// What is said instead of a page.
    pub(super) fn of_fault(&self, fault: &PageFault) -> (&'static str, &'static str) {
        match fault {
            PageFault::Unknown => (self.unknown_title, self.unknown),
            PageFault::Gone => (self.gone_title, self.gone),
            PageFault::Refused(_) => (self.failed_title, self.failed),
        }
    }
}

/// The written name of a value in words: `CERTIFICATE_OF_INCORPORATION` becomes `Certificate of incorporation`.
pub(super) fn in_words(name: &str) -> String {
    if matches!(name, "SSN" | "ITIN" | "EIN" | "UBO" | "LLC") {
        return name.to_owned();
    }
    let words = name.to_lowercase().replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_in_words() {
        assert_eq!(in_words("CERTIFICATE_OF_INCORPORATION"), "Certificate of incorporation");
        assert_eq!(in_words("SSN"), "SSN");
        assert_eq!(in_words(""), "");
    }
}
