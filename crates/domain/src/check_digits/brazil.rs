//! Tax numbers of Brazil: two check digits, modulo 11. Numbers of one repeated digit pass the arithmetic and
//! are never issued.

use super::numbers::digits;

pub(super) fn cpf(number: &str) -> bool {
    let Some(digits) = digits::<11>(number) else { return false };
    let first = check_digit(&digits[..9], &[10, 9, 8, 7, 6, 5, 4, 3, 2]);
    let second = check_digit(&digits[..10], &[11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    digits[9] == first && digits[10] == second && !is_repeated(&digits)
}

/// Checks a CNPJ. Since July 2026 the characters before the check digits may be digits and capitals.
pub(super) fn cnpj(number: &str) -> bool {
    let Some(digits) = characters(number) else { return false };
    let first = check_digit(&digits[..12], &[5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
    let second = check_digit(&digits[..13], &[6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
    digits[12] == first && digits[13] == second && !is_repeated(&digits)
}

/// Returns the values of twelve digits or capitals and two digits: the distance of each from `0` in ASCII.
fn characters(number: &str) -> Option<[u32; 14]> {
    let bytes: &[u8; 14] = number.as_bytes().try_into().ok()?;
    let (base, last) = bytes.split_at_checked(12)?;
    let is_base = base.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
    (is_base && last.iter().all(u8::is_ascii_digit)).then(|| bytes.map(|byte| u32::from(byte - b'0')))
}

fn check_digit(digits: &[u32], weights: &[u32]) -> u32 {
    let sum: u32 = digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum();
    match sum % 11 {
        0 | 1 => 0,
        rest => 11 - rest,
    }
}

fn is_repeated(digits: &[u32]) -> bool {
    digits.windows(2).all(|pair| pair[0] == pair[1])
}
