//! The international bank account number (ISO 13616), by the structures of `crates/vocabulary/reference/ibans.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

use causeway_vocabulary::reference;

use super::modulus::remainder;
use super::national;

/// How the account numbers of a country are written.
struct Structure {
    /// The first two letters: of a territory those of the country whose banks it has.
    prefix: &'static str,
    /// Groups of characters behind the check digits, as `4!a14!n`.
    groups: &'static str,
    /// Is listed in the registry, so that banks of the country are reached by such numbers alone.
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

/// Returns true if the number has the structure of its country and right check digits, its own and the nation's.
pub(super) fn iban(number: &str) -> bool {
    let Some((country, digits, account)) = parts(number) else { return false };
    let structure = STRUCTURES.get(country).filter(|structure| structure.prefix == country);
    structure.is_some_and(|structure| has_groups(structure.groups, account))
        // 98 less a remainder of 97: the smallest is 02, and 00, 01 and 99 only look right.
        && digits.parse().is_ok_and(|digits: u8| (2..=98).contains(&digits))
        && remainder(account.bytes().chain(number.bytes().take(4))) == Some(1)
        && national::has_right_digits(country, account)
}

/// Returns true if banks of this country are reached by such numbers alone.
#[must_use]
pub fn has_ibans(country: &str) -> bool {
    STRUCTURES.get(country).is_some_and(|structure| structure.is_registered)
}

/// Returns the first two letters of the account numbers of a country: a territory has those of the country whose banks
/// it has.
#[must_use]
pub fn iban_prefix(country: &str) -> &str {
    STRUCTURES.get(country).map_or(country, |structure| structure.prefix)
}

/// Returns true if the SEPA schemes reach the bank of an account number.
#[must_use]
pub fn is_in_sepa(number: &str) -> bool {
    number.get(..2).is_some_and(|country| SEPA.contains(&country))
}

/// Cuts a number into country, check digits and the account number of the country.
fn parts(number: &str) -> Option<(&str, &str, &str)> {
    let (head, account) = number.split_at_checked(4)?;
    let (country, digits) = head.split_at_checked(2)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some((country, digits, account))
}

/// Returns true if the text is made of the groups, each a length, `!` and `n` digits, `a` capitals or `c` both.
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
            Some((group, behind)) if group.iter().all(fits) => rest = behind,
            Some(_) | None => return false,
        }
    }
    rest.is_empty()
}
