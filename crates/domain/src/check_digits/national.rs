//! National check digits within account numbers, besides those of ISO 13616.
//!
//! Only countries in which every bank uses one scheme are listed, as in the Python package schwifty
//! 2026.10.1, whose results the tests contain. Countries in which the scheme depends on the bank (Germany,
//! Sweden, the United Kingdom) or has been abandoned (the Netherlands, Iceland) are left out.

use super::modulus::remainder;

/// The weights of the digits of an account in Czechia and Slovakia; a shorter number uses the last ones.
const CZECH: [u32; 10] = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1];
/// The weights of the digits of an account in Spain; a shorter number uses the last ones.
const SPANISH: [u32; 10] = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];
/// The values of letters and digits in odd positions in Italy.
const ITALIAN_ODD: [u32; 26] =
    [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/// Returns `true` unless the country has national check digits and they are wrong. The account must have the
/// structure of the country.
pub(super) fn has_right_digits(country: &str, account: &str) -> bool {
    let bytes = account.as_bytes();
    match country {
        "BE" => belgian(bytes),
        "BA" | "ME" | "MK" | "PT" | "RS" | "SI" | "TL" => remainder(bytes.iter().copied()) == Some(1),
        // These use 97 less the remainder, the others 98 less the remainder.
        "MR" | "TN" => remainder(bytes.iter().copied()) == Some(0),
        "CZ" | "SK" => {
            let prefix = values(bytes.get(4..10));
            let number = values(bytes.get(10..));
            weighted(prefix, &CZECH[4..]).is_multiple_of(11) && weighted(number, &CZECH).is_multiple_of(11)
        }
        "EE" => {
            (weighted(values(bytes.get(2..15)).rev(), &[7, 3, 1].repeat(5)) + last(bytes)).is_multiple_of(10)
        }
        "ES" => spanish(bytes),
        "FI" => luhn(bytes),
        "FR" | "MC" => french(bytes),
        "IT" | "SM" => italian(bytes),
        "NO" => norwegian(bytes),
        "PL" => weighted(values(bytes.get(..8)), &[3, 9, 7, 1, 3, 9, 7, 1]).is_multiple_of(10),
        _ => true,
    }
}

/// Returns the digits and letters of a part as numbers, letters counting from 10.
fn values(part: Option<&[u8]>) -> impl DoubleEndedIterator<Item = u32> {
    part.unwrap_or_default().iter().map(|byte| match byte {
        b'A'..=b'Z' => u32::from(byte - b'A') + 10,
        byte => u32::from(byte.wrapping_sub(b'0')),
    })
}

fn weighted(values: impl Iterator<Item = u32>, weights: &[u32]) -> u32 {
    values.zip(weights).map(|(value, weight)| value * weight).sum()
}

fn last(bytes: &[u8]) -> u32 {
    values(bytes.last_chunk::<1>().map(<[u8; 1]>::as_slice)).sum()
}

/// Checks that the last two digits are the remainder of the first ten modulo 97, with 97 in place of 0.
fn belgian(bytes: &[u8]) -> bool {
    let Some((number, digits)) = bytes.split_at_checked(10) else { return false };
    let expected = remainder(number.iter().copied()).map(|rest| if rest == 0 { 97 } else { rest });
    // The two digits are compared as a number and not as a remainder, because 97 would become 0.
    expected == Some(values(Some(digits)).fold(0, |number, digit| number * 10 + digit))
}

/// Checks one digit for bank and branch and one for the account.
fn spanish(bytes: &[u8]) -> bool {
    let digit = |part: Option<&[u8]>, weights: &[u32]| match 11 - weighted(values(part), weights) % 11 {
        11 => 0,
        10 => 1,
        digit => digit,
    };
    let expected = [digit(bytes.get(..8), &SPANISH[2..]), digit(bytes.get(10..), &SPANISH)];
    values(bytes.get(8..10)).eq(expected)
}

/// Checks the Luhn sum: every second digit from the right is doubled, and the digits of the products are
/// summed.
fn luhn(bytes: &[u8]) -> bool {
    let doubled =
        |(at, digit): (usize, u32)| if at % 2 == 1 { digit * 2 / 10 + digit * 2 % 10 } else { digit };
    values(Some(bytes)).rev().enumerate().map(doubled).sum::<u32>().is_multiple_of(10)
}

/// Checks the key of bank, branch and account, in which letters represent digits.
fn french(bytes: &[u8]) -> bool {
    let spelled = bytes.iter().map(|byte| match byte {
        b'A'..=b'I' => byte - b'A' + b'1',
        b'J'..=b'R' => byte - b'J' + b'1',
        b'S'..=b'Z' => byte - b'S' + b'2',
        digit => *digit,
    });
    remainder(spelled) == Some(0)
}

/// Checks the letter for bank, branch and account: the sum of the values of all characters, those in odd
/// positions from a table.
fn italian(bytes: &[u8]) -> bool {
    let Some((letter, number)) = bytes.split_first() else { return false };
    let place = |byte: &u8| match byte {
        b'A'..=b'Z' => usize::from(byte - b'A'),
        byte => usize::from(byte.wrapping_sub(b'0')),
    };
    let counts = number.iter().map(place).enumerate().map(|(at, place)| {
        if at.is_multiple_of(2) {
            ITALIAN_ODD.get(place).copied().unwrap_or_default()
        } else {
            u32::try_from(place).unwrap_or_default()
        }
    });
    u32::from(letter.wrapping_sub(b'A')) == counts.sum::<u32>() % 26
}

/// Checks the digit for bank and account. An account that begins with 00 is checked without the bank.
fn norwegian(bytes: &[u8]) -> bool {
    let Some((number, _)) = bytes.split_at_checked(10) else { return false };
    let checked = number.get(6..).filter(|_| number.get(4..6) == Some(b"00".as_slice())).unwrap_or(number);
    let sum = weighted(values(Some(checked)), &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2]);
    // Numbers with a check digit of 10 are never issued.
    match 11 - sum % 11 {
        10 => false,
        digit => last(bytes) == digit % 11,
    }
}
