//! Mobile money in production: who provides it where, and whose numbers are whose (money 4.3).

/// Providers by account type; types that are not listed take any.
const PROVIDERS: &[(&str, &[&str])] = &[
    ("KES_ACCOUNT", &["M-PESA"]),
    ("TZS_ACCOUNT", &["AIRTEL", "VODACOM"]),
    ("ZMW_ACCOUNT", &["TNM", "AIRTEL", "ZAMTEL", "MTN"]),
    ("RWF_ACCOUNT", &["MTN", "AIRTEL"]),
    ("MWK_ACCOUNT", &["AIRTEL", "TNM"]),
    ("UGX_ACCOUNT", &["MTN", "AIRTEL"]),
];

/// The numbers of a type, and of a region where the type has several.
struct Numbers {
    account_type: &'static str,
    region: Option<&'static str>,
    prefix: &'static str,
    /// The fewest and the most digits behind the prefix, where they are fixed.
    digits: (usize, usize),
}

const ANY_DIGITS: (usize, usize) = (1, 14);

/// Numbers whose form the account type's pattern does not fix. Togo has one form only; the others are the
/// interface's.
const NUMBERS: &[Numbers] = &[
    Numbers { account_type: "MWK_ACCOUNT", region: None, prefix: "+265", digits: ANY_DIGITS },
    Numbers { account_type: "UGX_ACCOUNT", region: None, prefix: "+256", digits: ANY_DIGITS },
    Numbers { account_type: "XOF_ACCOUNT", region: Some("BJ"), prefix: "+229", digits: (8, 9) },
    Numbers { account_type: "XOF_ACCOUNT", region: Some("CI"), prefix: "+225", digits: (10, 10) },
    Numbers { account_type: "XOF_ACCOUNT", region: Some("SN"), prefix: "+221", digits: (9, 9) },
    Numbers { account_type: "XOF_ACCOUNT", region: Some("TG"), prefix: "+228", digits: (8, 8) },
];

/// Whether the provider is one of those of this type.
#[must_use]
pub fn is_provider(account_type: &str, provider: &str) -> bool {
    let known = PROVIDERS.iter().find(|(listed, _)| *listed == account_type);
    known.is_none_or(|(_, providers)| providers.iter().any(|one| one.eq_ignore_ascii_case(provider.trim())))
}

/// Whether a telephone number is one of this type and region.
#[must_use]
pub fn is_number_of(account_type: &str, region: Option<&str>, number: &str) -> bool {
    let row = NUMBERS
        .iter()
        .find(|row| row.account_type == account_type && (row.region.is_none() || row.region == region));
    row.is_none_or(|row| {
        let rest = number.strip_prefix(row.prefix);
        rest.is_some_and(|rest| (row.digits.0..=row.digits.1).contains(&rest.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn providers_are_those_of_the_type() {
        assert!(is_provider("KES_ACCOUNT", "M-PESA") && is_provider("KES_ACCOUNT", "m-pesa"));
        assert!(!is_provider("KES_ACCOUNT", "MTN"));
        assert!(is_provider("BWP_ACCOUNT", "anybody"), "nobody has listed them");
    }

    #[test]
    fn numbers_are_those_of_the_region() {
        for (region, number, fits) in [
            ("BJ", "+22990011234", true),
            ("BJ", "+229900112345", true),
            ("BJ", "+2299001123456", false),
            ("CI", "+2250707070707", true),
            ("CI", "+22507070707", false),
            ("SN", "+221771234567", true),
            ("SN", "+22990011234", false),
            ("TG", "+22890011234", true),
        ] {
            assert_eq!(is_number_of("XOF_ACCOUNT", Some(region), number), fits, "{region} {number}");
        }
        assert!(is_number_of("UGX_ACCOUNT", None, "+256772123456"));
        assert!(!is_number_of("UGX_ACCOUNT", None, "+265772123456"));
        assert!(is_number_of("HTG_ACCOUNT", None, "+50934567890"));
    }
}
