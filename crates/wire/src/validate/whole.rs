//! Integers written with a fraction or an exponent (conventions 5.3).

/// Maximum number of digits of a 64-bit integer.
const MAX_DIGITS: usize = 20;

/// Returns an integer that has a fraction or an exponent in plain notation: `100.0` and `1e2` as `100`, and
/// `-0` as `0`.
///
/// `None` for any other text, for a fraction that is not zero, and for a value outside 64 bits. The value is
/// exact: it is never converted to a binary fraction.
#[must_use]
pub fn plain_whole_number(text: &str) -> Option<String> {
    let (sign, unsigned) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let has_leading_zero = whole.len() > 1 && whole.starts_with('0');
    let is_spelled = is_digits(whole) && !has_leading_zero && fraction.is_none_or(is_digits);
    let is_plain = fraction.is_none() && exponent.is_none() && text != "-0";
    if !is_spelled || is_plain {
        return None;
    }
    let exponent = exponent.map_or(Some(Exponent::Small(0)), Exponent::read)?;
    let magnitude = magnitude(whole, fraction.unwrap_or_default(), exponent)?;
    let plain = if magnitude == "0" { magnitude } else { format!("{sign}{magnitude}") };
    (plain.parse::<i64>().is_ok() || plain.parse::<u64>().is_ok()).then_some(plain)
}

/// Exponent of a number: a power of ten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exponent {
    Small(i64),
    /// An exponent too large to parse; with it only zero is an integer in range.
    Vast,
}

impl Exponent {
    fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        is_digits(digits).then(|| text.parse().map_or(Self::Vast, Self::Small))
    }
}

/// Returns the digits of `whole.fraction` times the power of ten, or `None` if that is no integer or too
/// long.
fn magnitude(whole: &str, fraction: &str, exponent: Exponent) -> Option<String> {
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return Some("0".to_owned());
    }
    let Exponent::Small(exponent) = exponent else { return None };
    let shortest = significant.trim_end_matches('0');
    let count = |text: &str| i64::try_from(text.len()).ok();
    let trimmed = count(significant)?.checked_sub(count(shortest)?)?;
    let zeros = exponent.checked_sub(count(fraction)?)?.checked_add(trimmed)?;
    let zeros = usize::try_from(zeros).ok().filter(|zeros| *zeros <= MAX_DIGITS)?;
    (shortest.len() + zeros <= MAX_DIGITS).then(|| format!("{shortest}{}", "0".repeat(zeros)))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_lose_their_fraction_and_exponent_exactly() {
        for (text, plain) in [
            ("100.0", "100"),
            ("1e2", "100"),
            ("1E+2", "100"),
            ("12.50e1", "125"),
            ("2500e-2", "25"),
            ("0.07e2", "7"),
            ("-3.00", "-3"),
            ("-0.0", "0"),
            ("-0", "0"),
            ("0e999999999999999999999", "0"),
            ("9007199254740993.0", "9007199254740993"),
            ("9.223372036854775807e18", "9223372036854775807"),
            ("-9223372036854775808.000", "-9223372036854775808"),
            ("18446744073709551615.0", "18446744073709551615"),
        ] {
            assert_eq!(plain_whole_number(text).as_deref(), Some(plain), "{text}");
        }
        let long = format!("1{}e-400", "0".repeat(401));
        assert_eq!(plain_whole_number(&long).as_deref(), Some("10"));
    }

    #[test]
    fn other_texts_are_unchanged() {
        for text in [
            "100",
            "-00",
            "0",
            "100.5",
            "100.00000000000000000000001",
            "1e-1",
            "1.25e1",
            "1e400",
            "1e99999999999999999999",
            "18446744073709551616.0",
            "-9223372036854775809.0",
            "01.0",
            "1.",
            ".5e1",
            "+1.0",
            "1e",
            "1e+",
            "--1.0",
            "1e2.0",
            "1.0.0",
            "1_0.0",
            "0x1p2",
            "NaN",
            "Infinity",
            "",
            "-",
            "1e2e2",
            "\u{661}.0",
        ] {
            assert_eq!(plain_whole_number(text), None, "{text}");
        }
    }
}
