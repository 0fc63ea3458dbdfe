//! Amounts and ids as people read them.

use causeway_domain::currency;
use causeway_domain::money::Currency;

/// How many characters a UUID has as text.
const UUID_LENGTH: usize = 36;
/// How many of its last ones tell two ids of one run apart.
const UUID_TAIL: usize = 6;

/// An amount of smallest units in major units, with its currency: `1,000.00 USD`.
pub(super) fn money(minor: i64, code: Currency) -> String {
    format!("{} {code}", major(minor, code))
}

/// The same without the currency.
pub(super) fn major(minor: i64, code: Currency) -> String {
    let decimals = currency::find(code).map_or(0, |info| info.decimals);
    let unit = 10_u64.pow(u32::from(decimals));
    let (whole, rest) = (minor.unsigned_abs() / unit, minor.unsigned_abs() % unit);
    let sign = if minor < 0 { "-" } else { "" };
    match decimals {
        0 => format!("{sign}{}", grouped(whole)),
        places => format!("{sign}{}.{rest:0places$}", grouped(whole), places = usize::from(places)),
    }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A text whose ids (`Quote:` and a UUID) have only the last characters of their UUIDs: `Quote:…9c2f4e`.
pub(super) fn short(text: &str) -> String {
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
    fn amounts_are_in_major_units() {
        let told = |minor, code: &str| money(minor, code.parse().unwrap());
        assert_eq!(told(0, "USD"), "0.00 USD");
        assert_eq!(told(-123_456_789, "USD"), "-1,234,567.89 USD");
        assert_eq!(told(5, "EUR"), "0.05 EUR");
        assert_eq!(told(100_000, "VND"), "100,000 VND");
        assert_eq!(told(1_000, "BTC"), "0.00001000 BTC");
    }

    #[test]
    fn ids_are_short_wherever_they_stand() {
        let id = "01a1fdac-b0fb-709c-abb3-c85b0cdb7e0d";
        assert_eq!(short(&format!("/quotes/Quote:{id}/execute")), "/quotes/Quote:…db7e0d/execute");
        let query = format!("?a=Customer:{id}&b=12:34");
        assert_eq!(short(&query), "?a=Customer:…db7e0d&b=12:34");
        assert_eq!(short("no id: at all"), "no id: at all");
    }
}
