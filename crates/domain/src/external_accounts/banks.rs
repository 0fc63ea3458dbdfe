//! Banks by their BIC: the country of a BIC, and bank names by its first four characters, for accounts that
//! may omit the name (money 4.3).

use crate::country::Country;

/// The banks of Singapore's instant transfers.
const SINGAPORE: &[(&str, &str)] = &[
    ("ANZB", "Australia and New Zealand Banking Group"),
    ("BKCH", "Bank of China"),
    ("CIBB", "CIMB Bank"),
    ("CITI", "Citibank"),
    ("DBSS", "DBS Bank"),
    ("HLBB", "HL Bank"),
    ("HSBC", "HSBC"),
    ("ICBK", "Industrial and Commercial Bank of China"),
    ("MBBE", "Maybank"),
    ("OCBC", "Oversea-Chinese Banking Corporation"),
    ("RHBB", "RHB Bank"),
    ("SCBL", "Standard Chartered Bank"),
    ("UOVB", "United Overseas Bank"),
];

/// Returns the country of a BIC, its fifth and sixth letter, or `None` if the code is not a BIC or names no
/// country (ISO 9362).
#[must_use]
pub fn country_of_bic(code: &str) -> Option<Country> {
    let is_long_enough = matches!(code.len(), 8 | 11);
    let is_plain = code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    code.get(4..6).filter(|_| is_long_enough && is_plain)?.parse().ok()
}

/// Returns the name of the bank in Singapore with this BIC.
#[must_use]
pub fn bank_in_singapore(swift_code: &str) -> Option<&'static str> {
    let institution = swift_code.get(..4)?;
    SINGAPORE.iter().find(|(code, _)| *code == institution).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bank_codes_belong_to_their_country() {
        let country = |code| country_of_bic(code).map(|country| country.to_string());
        for (code, expected) in [("BNPAFRPP", "FR"), ("DBSSSGSGXXX", "SG"), ("NCBVXKPR", "XK")] {
            assert_eq!(country(code).as_deref(), Some(expected), "{code}");
        }
        for code in
            ["BNPAQQPP", "HSBCZZHH", "DBSSZZSGXXX", "BARCUK22", "bnpafrpp", "BNPAFRPPX", "BNPAFR", "ñññFR1"]
        {
            assert_eq!(country(code), None, "{code}");
        }
    }

    #[test]
    fn branch_codes_belong_to_their_bank() {
        assert_eq!(bank_in_singapore("DBSSSGSG"), Some("DBS Bank"));
        assert_eq!(bank_in_singapore("DBSSSGSGXXX"), Some("DBS Bank"));
        assert_eq!(bank_in_singapore("XXXXSGSG"), None);
        assert_eq!(bank_in_singapore("ñ"), None);
        assert!(SINGAPORE.is_sorted());
    }
}
