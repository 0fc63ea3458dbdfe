//! Amounts and ids in a readable form.

use causeway_domain::currency;
use causeway_domain::money::CurrencyCode;

use crate::amount_format;

/// Length of a UUID as text.
const UUID_LENGTH: usize = 36;
/// Number of last characters that distinguish two ids of one run.
const UUID_TAIL: usize = 6;

/// Formats an amount of smallest units in major units, with its currency: `1,000.00 USD`.
pub(super) fn money(minor: i64, code: CurrencyCode) -> String {
    format!("{} {code}", major(minor, code))
}

/// Formats an amount in major units, without its currency.
pub(super) fn major(minor: i64, code: CurrencyCode) -> String {
    amount_format::major(minor, currency::find(code).map_or(0, |info| info.decimals))
}

/// Shortens the ids in a text (`Quote:` and a UUID) to the last characters of their UUIDs: `Quote:…9c2f4e`.
pub(super) fn short_id(text: &str) -> String {
    let mut parts = text.split(':');
    let mut short = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        short.push(':');
        match part.split_at_checked(UUID_LENGTH) {
            Some((uuid, rest)) if is_uuid(uuid) => {
                short.push('…');
                short.push_str(&uuid[UUID_LENGTH - UUID_TAIL..]);
                short.push_str(rest);
            }
            _ => short.push_str(part),
        }
    }
    short
}

fn is_uuid(text: &str) -> bool {
    text.bytes().enumerate().all(|(at, byte)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_short_in_paths_and_queries() {
        let id = "01a1fdac-b0fb-709c-abb3-c85b0cdb7e0d";
        assert_eq!(short_id(&format!("/quotes/Quote:{id}/execute")), "/quotes/Quote:…db7e0d/execute");
        let query = format!("?a=Customer:{id}&b=12:34");
        assert_eq!(short_id(&query), "?a=Customer:…db7e0d&b=12:34");
        assert_eq!(short_id("no id: at all"), "no id: at all");
    }
}
