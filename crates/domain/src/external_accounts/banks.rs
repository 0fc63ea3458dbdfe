//! Banks by the first four characters of their BIC, for accounts that may leave the name out (money 4.3).

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

/// The name of the bank in Singapore with this BIC.
#[must_use]
pub fn bank_in_singapore(swift_code: &str) -> Option<&'static str> {
    let institution = swift_code.get(..4)?;
    SINGAPORE.iter().find(|(code, _)| *code == institution).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_is_of_its_bank() {
        assert_eq!(bank_in_singapore("DBSSSGSG"), Some("DBS Bank"));
        assert_eq!(bank_in_singapore("DBSSSGSGXXX"), Some("DBS Bank"));
        assert_eq!(bank_in_singapore("XXXXSGSG"), None);
        assert_eq!(bank_in_singapore("ñ"), None);
        assert!(SINGAPORE.is_sorted());
    }
}
