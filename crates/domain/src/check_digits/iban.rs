//! The international bank account number (ISO 13616). The structures of countries are in
//! `crates/vocabulary/reference/ibans.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

use causeway_vocabulary::reference;

use super::modulus::remainder;
use super::national;

/// The structure of a country's account numbers.
struct Structure {
    /// The first two letters; a territory has those of the country to which its banks belong.
    prefix: &'static str,
    /// The groups of characters after the check digits, such as `4!a14!n`.
    groups: &'static str,
    /// Listed in the registry: banks of the country are reached by IBANs only.
    is_registered: bool,
}

static STRUCTURES: LazyLock<HashMap<&str, Structure>> = LazyLock::new(|| {
    let rows = reference::rows::<4>(reference::IBANS);
    let structures = rows.map(|[country, prefix, groups, standing]| {
        (country, Structure { prefix, groups, is_registered: standing != "in use" })
    });
    structures.collect()
});

static SEPA: LazyLock<Vec<&str>> =
    LazyLock::new(|| reference::rows(reference::SEPA).map(|[country]| country).collect());

/// Returns `true` if the number has the structure of its country and the right check digits, both
/// international and national.
pub(super) fn iban(number: &str) -> bool {
    let Some((country, digits, account)) = parts(number) else { return false };
    let structure = STRUCTURES.get(country).filter(|structure| structure.prefix == country);
    structure.is_some_and(|structure| has_groups(structure.groups, account))
        // The check digits are 98 less a remainder modulo 97: at least 02. The values 00, 01 and 99 only look
        // right.
        && digits.parse().is_ok_and(|digits: u8| (2..=98).contains(&digits))
        && remainder(account.bytes().chain(number.bytes().take(4))) == Some(1)
        && national::has_right_digits(country, account)
}

/// Returns `true` if banks of this country are reached by IBANs only.
#[must_use]
pub fn has_ibans(country: &str) -> bool {
    STRUCTURES.get(country).is_some_and(|structure| structure.is_registered)
}

/// Returns the first two letters of a country's IBANs. A territory has those of the country to which its
/// banks belong.
#[must_use]
pub fn iban_prefix(country: &str) -> &str {
    STRUCTURES.get(country).map_or(country, |structure| structure.prefix)
}

/// Returns `true` if the SEPA schemes reach the bank of an account number.
#[must_use]
pub fn is_in_sepa(number: &str) -> bool {
    number.get(..2).is_some_and(|country| SEPA.contains(&country))
}

/// Splits a number into country, check digits and national account number.
fn parts(number: &str) -> Option<(&str, &str, &str)> {
    let (head, account) = number.split_at_checked(4)?;
    let (country, digits) = head.split_at_checked(2)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some((country, digits, account))
}

/// Returns `true` if the text consists of the groups, each a length, `!` and `n` (digits), `a` (capitals) or
/// `c` (both).
fn has_groups(groups: &str, text: &str) -> bool {
    let mut rest = text.as_bytes();
    for (length, kind) in groups.split_inclusive(['n', 'a', 'c']).filter_map(|group| group.split_once('!')) {
        let fits: fn(&u8) -> bool = match kind {
            "n" => u8::is_ascii_digit,
            "a" => u8::is_ascii_uppercase,
            _ => |byte| byte.is_ascii_digit() || byte.is_ascii_uppercase(),
        };
        let cut = length.parse().ok().and_then(|length| rest.split_at_checked(length));
        match cut {
            Some((group, after)) if group.iter().all(fits) => rest = after,
            Some(_) | None => return false,
        }
    }
    rest.is_empty()
}
