//! English words for the values of enumerations.

use causeway_domain::documents::{DocumentSide, DocumentType};

/// Returns the words for a value of an enumeration.
pub(super) fn words_for(value: &str) -> String {
    match exact_words(value) {
        Some(words) => words.to_owned(),
        None => sentence(value),
    }
}

/// Returns the words for a document and its side.
pub(super) fn document_words(document_type: DocumentType, side: Option<DocumentSide>) -> String {
    let document = words_for(document_type.as_str());
    match side {
        Some(side) => format!("{document}, {}", words_for(side.as_str()).to_lowercase()),
        None => document,
    }
}

/// Returns an API error message with words in the place of constants.
pub(super) fn in_words(message: &str) -> String {
    let is_constant = |word: &str| {
        word.len() > 2
            && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
    };
    let word = |word: &str| {
        let bare = word.trim_end_matches([',', '.', ';']);
        let known = exact_words(bare).map(str::to_owned);
        let words = known.or_else(|| bare.contains('_').then(|| sentence(bare)));
        match words.filter(|_| is_constant(bare)) {
            Some(words) => format!("“{words}”{}", &word[bare.len()..]),
            None => word.to_owned(),
        }
    };
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Converts a constant to a sentence: `CERTIFICATE_OF_INCORPORATION` becomes `Certificate of incorporation`.
fn sentence(constant: &str) -> String {
    let words = constant.to_lowercase().replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the words for a constant that does not read well as a sentence.
fn exact_words(value: &str) -> Option<&'static str> {
    identity(value).or_else(|| company(value)).or_else(|| range(value))
}

fn identity(value: &str) -> Option<&'static str> {
    Some(match value {
        "SSN" => "Social security number (SSN)",
        "ITIN" => "Individual taxpayer number (ITIN)",
        "NON_US_TAX_ID" => "Tax number from outside the United States",
        "PASSPORT" => "Passport",
        "DRIVERS_LICENSE" => "Driving licence",
        "NATIONAL_ID" => "National identity card",
        "BUSINESS_LICENSE" => "Business licence",
        "RENT_OR_LEASE_AGREEMENT" => "Rental or lease agreement",
        "UNVERIFIED" => "Not submitted",
        "FRONT" => "Front side",
        "BACK" => "Back side",
        "NONE" => "None",
        "DOMESTIC" => "Yes, in my own country",
        "FOREIGN" => "Yes, in another country",
        "HIO" => "Yes, as head of an international organisation",
        "FAMILY_OR_ASSOCIATE" => "A relative or close associate does",
        "OTHER" => "Other",
        _ => return None,
    })
}

fn company(value: &str) -> Option<&'static str> {
    Some(match value {
        "UBO" => "Beneficial owner",
        "LLC" => "Limited liability company (LLC)",
        "S_CORPORATION" => "S corporation",
        "AGRICULTURE_FORESTRY_FISHING_AND_HUNTING" => "Agriculture, forestry, fishing and hunting",
        "MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION" => "Mining, quarrying, oil and gas extraction",
        "REAL_ESTATE_AND_RENTAL_AND_LEASING" => "Real estate, rental and leasing",
        "PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES" => "Professional, scientific and technical services",
        "ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES" => {
            "Administrative services and waste management"
        }
        "ARTS_ENTERTAINMENT_AND_RECREATION" => "Arts, entertainment and recreation",
        "CROSS_BORDER_B2B" => "Payments to companies abroad",
        "AR_AUTOMATION" => "Automation of incoming invoices to customers",
        "AP_AUTOMATION" => "Automation of invoices to be paid",
        "P2P_TRANSFERS" => "Transfers between people",
        _ => return None,
    })
}

fn range(value: &str) -> Option<&'static str> {
    Some(match value {
        "COUNT_UNDER_10" => "Fewer than 10",
        "COUNT_10_TO_100" => "10 to 100",
        "COUNT_100_TO_500" => "100 to 500",
        "COUNT_500_TO_1000" => "500 to 1,000",
        "COUNT_OVER_1000" => "More than 1,000",
        "VOLUME_UNDER_10K" => "Less than 10,000",
        "VOLUME_10K_TO_100K" => "10,000 to 100,000",
        "VOLUME_100K_TO_1M" => "100,000 to 1 million",
        "VOLUME_1M_TO_10M" => "1 million to 10 million",
        "VOLUME_OVER_10M" => "More than 10 million",
        "UNDER_50K" => "Less than 50,000",
        "RANGE_50K_100K" => "50,000 to 100,000",
        "UNDER_100K" => "Less than 100,000",
        "RANGE_100K_250K" => "100,000 to 250,000",
        "RANGE_250K_1M" => "250,000 to 1 million",
        "OVER_1M" => "More than 1 million",
        "RANGE_100K_500K" => "100,000 to 500,000",
        "RANGE_500K_1M" => "500,000 to 1 million",
        "RANGE_1M_5M" => "1 million to 5 million",
        "RANGE_5M_25M" => "5 million to 25 million",
        "OVER_25M" => "More than 25 million",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_in_words() {
        assert_eq!(words_for("CERTIFICATE_OF_INCORPORATION"), "Certificate of incorporation");
        assert_eq!(words_for("SSN"), "Social security number (SSN)");
        assert_eq!(words_for(""), "");
        let licence = document_words(DocumentType::DriversLicense, Some(DocumentSide::Front));
        assert_eq!(licence, "Driving licence, front side");
    }

    #[test]
    fn messages_have_words_for_constants() {
        for (message, words) in [
            ("is required for a PASSPORT", "is required for a “Passport”"),
            ("is required for a UTILITY_BILL.", "is required for a “Utility bill”."),
            ("is only allowed when OTHER is selected", "is only allowed when “Other” is selected"),
            ("must be a PDF, JPEG or PNG", "must be a PDF, JPEG or PNG"),
            ("must be whole:  it breaks off", "must be whole:  it breaks off"),
        ] {
            assert_eq!(in_words(message), words);
        }
    }
}
