//! Check digits from weighted sums.

use causeway_vocabulary::reference;

/// Returns the values of exactly `N` digits, or `None` for any other text.
pub(super) fn digits<const N: usize>(text: &str) -> Option<[u32; N]> {
    let bytes: &[u8; N] = text.as_bytes().try_into().ok()?;
    bytes.iter().all(u8::is_ascii_digit).then(|| bytes.map(|byte| u32::from(byte - b'0')))
}

pub(super) fn aba(number: &str) -> bool {
    let Some(digits) = digits::<9>(number) else { return false };
    let weighted: u32 =
        digits.iter().zip([3, 7, 1].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
    // A number of zeros only has a right sum, but belongs to no bank.
    weighted.is_multiple_of(10) && weighted > 0 && is_in_district(number)
}

/// Returns `true` if the first two digits are those of a Federal Reserve district or of another assigned
/// range.
fn is_in_district(number: &str) -> bool {
    let mut ranges = reference::rows(reference::ABA_DISTRICTS);
    number.get(..2).is_some_and(|digits| ranges.any(|[from, to, _]| (from..=to).contains(&digits)))
}

pub(super) fn clabe(number: &str) -> bool {
    let Some(digits) = digits::<18>(number) else { return false };
    let weights = [3, 7, 1].into_iter().cycle();
    let sum: u32 = digits[..17].iter().zip(weights).map(|(digit, weight)| digit * weight % 10).sum();
    (10 - sum % 10) % 10 == digits[17]
}
