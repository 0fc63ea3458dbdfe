//! Mobile money in production: the providers of each account type, and the numbering plans of countries
//! (money 4.3) from `crates/vocabulary/reference/mobile-numbers.tsv`.

use std::borrow::Cow;
use std::sync::LazyLock;

use causeway_vocabulary::reference;
use regex_lite::Regex;

/// Providers by account type. Types that are not listed accept any provider.
const PROVIDERS: &[(&str, &[&str])] = &[
    ("KES_ACCOUNT", &["M-PESA"]),
    ("TZS_ACCOUNT", &["AIRTEL", "VODACOM"]),
    ("ZMW_ACCOUNT", &["TNM", "AIRTEL", "ZAMTEL", "MTN"]),
    ("RWF_ACCOUNT", &["MTN", "AIRTEL"]),
    ("MWK_ACCOUNT", &["AIRTEL", "TNM"]),
    ("UGX_ACCOUNT", &["MTN", "AIRTEL"]),
];

/// Countries by account type, for types that are paid by a telephone number. Accounts of types with regions
/// name their country themselves.
const COUNTRIES: &[(&str, &str)] = &[
    ("BDT_ACCOUNT", "BD"),
    ("BWP_ACCOUNT", "BW"),
    ("CNY_ACCOUNT", "CN"),
    ("COP_ACCOUNT", "CO"),
    ("EGP_ACCOUNT", "EG"),
    ("GHS_ACCOUNT", "GH"),
    ("HTG_ACCOUNT", "HT"),
    ("IDR_ACCOUNT", "ID"),
    ("KES_ACCOUNT", "KE"),
    ("MWK_ACCOUNT", "MW"),
    ("PKR_ACCOUNT", "PK"),
    ("RWF_ACCOUNT", "RW"),
    ("SLV_ACCOUNT", "SV"),
    ("TZS_ACCOUNT", "TZ"),
    ("UGX_ACCOUNT", "UG"),
    ("ZMW_ACCOUNT", "ZM"),
];

/// The numbering plan of a country for mobile telephones.
struct Plan {
    country: &'static str,
    /// `+` and the calling code.
    prefix: String,
    national: Regex,
}

static PLANS: LazyLock<Vec<Plan>> = LazyLock::new(|| {
    let rows = reference::rows(reference::MOBILE_NUMBERS);
    let plans = rows.filter_map(|[country, code, national]| {
        let national = Regex::new(&format!("^(?:{national})$")).ok()?;
        Some(Plan { country, prefix: format!("+{code}"), national })
    });
    plans.collect()
});

/// The calling code of Benin, and the digits that were put in front of its numbers on 30 November 2024.
const BENIN: (&str, &str) = ("+229", "01");
/// The number of digits of a number in Benin before 30 November 2024.
const BENIN_FORMERLY: usize = 8;

/// Returns `true` if accounts of this type accept the provider. Case is ignored.
#[must_use]
pub fn is_provider(account_type: &str, provider: &str) -> bool {
    let known = PROVIDERS.iter().find(|(listed, _)| *listed == account_type);
    known.is_none_or(|(_, providers)| providers.iter().any(|one| one.eq_ignore_ascii_case(provider.trim())))
}

/// Returns `true` if a telephone number is a mobile number of the country of this account type, or of the
/// region. Without a numbering plan, every number is accepted.
#[must_use]
pub fn is_number_of(account_type: &str, region: Option<&str>, number: &str) -> bool {
    let of_type = COUNTRIES.iter().find(|(listed, _)| *listed == account_type).map(|(_, country)| *country);
    let Some(plan) = of_type.or(region).and_then(|country| PLANS.iter().find(|plan| plan.country == country))
    else {
        return true;
    };
    let number = current_number(number);
    number.strip_prefix(&plan.prefix).is_some_and(|national| plan.national.is_match(national))
}

/// Returns the number as it is dialled today: in Benin with the two additional digits.
#[must_use]
pub fn current_number(number: &str) -> Cow<'_, str> {
    let (prefix, in_front) = BENIN;
    match number.strip_prefix(prefix) {
        Some(national) if national.len() == BENIN_FORMERLY => format!("{prefix}{in_front}{national}").into(),
        Some(_) | None => number.into(),
    }
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
        assert_eq!(PLANS.len(), 22, "every pattern is one");
        for (region, number, fits) in [
            ("BJ", "+22997123456", true),
            ("BJ", "+2290197123456", true),
            ("BJ", "+229971234567", false),
            ("BJ", "+2299701234567", false),
            ("CI", "+2250707070707", true),
            ("CI", "+22507070707", false),
            ("CI", "+2252722445566", false),
            ("SN", "+221771234567", true),
            ("SN", "+22990011234", false),
            ("TG", "+22890011234", true),
            ("CM", "+237677123456", true),
            ("CG", "+242061234567", true),
            ("CG", "+237677123456", false),
        ] {
            let account_type =
                if region.starts_with('C') && region != "CI" { "XAF_ACCOUNT" } else { "XOF_ACCOUNT" };
            assert_eq!(is_number_of(account_type, Some(region), number), fits, "{region} {number}");
        }
        for (account_type, number, fits) in [
            ("UGX_ACCOUNT", "+256772123456", true),
            ("UGX_ACCOUNT", "+265772123456", false),
            ("HTG_ACCOUNT", "+50934567890", true),
            ("HTG_ACCOUNT", "+15935678901", false),
            ("KES_ACCOUNT", "+254712345678", true),
            ("KES_ACCOUNT", "+254202345678", false),
            ("COP_ACCOUNT", "+573001234567", true),
            ("BWP_ACCOUNT", "+26771234567", true),
        ] {
            assert_eq!(is_number_of(account_type, None, number), fits, "{account_type} {number}");
        }
    }

    #[test]
    fn a_number_of_benin_is_the_same_with_its_new_digits() {
        assert_eq!(current_number("+22997123456"), "+2290197123456");
        for number in ["+2290197123456", "+22897123456", "+229"] {
            assert_eq!(current_number(number), number);
        }
    }
}
