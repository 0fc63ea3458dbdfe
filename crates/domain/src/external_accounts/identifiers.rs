//! Primary identifiers of external accounts: their comparison, and their last characters (money 4.2, 13).

use super::mobile::current_number;

/// Separators between the characters of an account number, which banks ignore.
const SEPARATORS: [char; 4] = [' ', '-', '.', '/'];
/// The branch code of a bank's head office, which a BIC may leave out (ISO 9362).
const HEAD_OFFICE: &str = "xxx";

/// Returns a member of an account's details in the form in which duplicates are compared: without surrounding
/// white space, and in lower case unless the account type is case-sensitive. Account numbers lose their
/// separators, a BIC the code of the head office, and a telephone number gets its present form.
#[must_use]
pub fn normalized(member: &str, value: &str, is_case_sensitive: bool) -> String {
    let trimmed = value.trim();
    if is_case_sensitive {
        return trimmed.to_owned();
    }
    let lower = trimmed.to_lowercase();
    match member {
        "accountNumber" => lower.replace(SEPARATORS, ""),
        "swiftCode" if lower.len() == 11 => lower.strip_suffix(HEAD_OFFICE).unwrap_or(&lower).to_owned(),
        "phoneNumber" => current_number(&lower).into_owned(),
        _ => lower,
    }
}

/// Returns `true` for an account number as banks read it: ASCII letters and digits with single separators
/// between them.
#[must_use]
pub fn is_account_number(text: &str) -> bool {
    text.split(SEPARATORS)
        .all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Returns the last three characters of an identifier, or of the part before its first `@` if it has one; all
/// of it if it is shorter.
#[must_use]
pub fn suffix(identifier: &str) -> &str {
    let trimmed = identifier.trim();
    let local = trimmed.split_once('@').map_or(trimmed, |(local, _)| local);
    let start = local.char_indices().rev().nth(2).map_or(0, |(at, _)| at);
    &local[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suffix_is_the_last_three_characters_before_an_at_sign() {
        for (identifier, expected) in [
            ("DE89370400440532013002", "002"),
            ("user102@upi", "102"),
            ("+254700000005", "005"),
            ("12", "12"),
            ("@bank", ""),
            (" 1004 ", "004"),
            ("añ€z", "ñ€z"),
        ] {
            assert_eq!(suffix(identifier), expected, "{identifier}");
        }
    }

    #[test]
    fn identifiers_compare_trimmed_and_folded_where_cases_are_one() {
        for (member, value, expected) in [
            ("iban", " DE89 ", "de89"),
            ("accountNumber", "12-3456 78.9/0", "1234567890"),
            ("swiftCode", "DEUTDEFFXXX", "deutdeff"),
            ("swiftCode", "DEUTDEFF", "deutdeff"),
            ("swiftCode", "DEUTDEFF500", "deutdeff500"),
            ("phoneNumber", "+22997123456", "+2290197123456"),
            ("pixKey", "ana.b-c@example.com", "ana.b-c@example.com"),
        ] {
            assert_eq!(normalized(member, value, false), expected);
        }
        assert_eq!(normalized("address", " De89 ", true), "De89");
    }

    #[test]
    fn an_account_number_is_letters_and_digits_with_single_separators() {
        for number in ["000123456789", "12-3456-0789012-00", "AB12 3456", "1/2.3"] {
            assert!(is_account_number(number), "{number}");
        }
        for number in ["", "-1", "1--2", "1 ", "tel:123", "<123>", "Acct 12#3", "12\u{e9}", "12_3"] {
            assert!(!is_account_number(number), "{number}");
        }
    }
}
