//! Weighted sums of digits.

/// Exactly `N` digits.
pub(super) fn digits<const N: usize>(text: &str) -> Option<[u32; N]> {
    let bytes: &[u8; N] = text.as_bytes().try_into().ok()?;
    bytes.iter().all(u8::is_ascii_digit).then(|| bytes.map(|byte| u32::from(byte - b'0')))
}

pub(super) fn aba(number: &str) -> bool {
    let Some(digits) = digits::<9>(number) else { return false };
    let weighted: u32 =
        digits.iter().zip([3, 7, 1].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
    weighted.is_multiple_of(10)
}

pub(super) fn clabe(number: &str) -> bool {
    let Some(digits) = digits::<18>(number) else { return false };
    let weights = [3, 7, 1].into_iter().cycle();
    let sum: u32 = digits[..17].iter().zip(weights).map(|(digit, weight)| digit * weight % 10).sum();
    (10 - sum % 10) % 10 == digits[17]
}
