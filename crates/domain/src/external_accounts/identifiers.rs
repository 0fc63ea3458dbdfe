//! Primary identifiers of external accounts: comparing them, and their last characters (money 4.2, 13).

/// An identifier as duplicates are compared: without surrounding white space, and folded to lower case
/// where the account type does not tell cases apart.
#[must_use]
pub fn normalized(identifier: &str, is_case_sensitive: bool) -> String {
    let trimmed = identifier.trim();
    if is_case_sensitive { trimmed.to_owned() } else { trimmed.to_lowercase() }
}

/// The last three characters of an identifier, of what stands before its first `@` where it has one. The
/// whole of it when it is shorter.
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
        assert_eq!(normalized(" DE89 ", false), "de89");
        assert_eq!(normalized(" De89 ", true), "De89");
    }
}
