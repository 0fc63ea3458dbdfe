//! Amounts in major units, for display.

/// Formats an amount of smallest units in major units, with thousands separators: `1,234.56` for 123456 with
/// two decimals.
pub(crate) fn major(minor: i64, decimals: u8) -> String {
    let decimals = usize::from(decimals);
    let digits = format!("{:0>width$}", minor.unsigned_abs(), width = decimals + 1);
    let (units, fraction) = digits.split_at(digits.len() - decimals);
    let sign = if minor < 0 { "-" } else { "" };
    let point = if decimals == 0 { "" } else { "." };
    format!("{sign}{}{point}{fraction}", grouped(units))
}

/// Groups digits in threes from the right, separated by commas.
fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_in_major_units() {
        assert_eq!(major(0, 2), "0.00");
        assert_eq!(major(-5, 2), "-0.05");
        assert_eq!(major(-123_456_789, 2), "-1,234,567.89");
        assert_eq!(major(1_000_000, 0), "1,000,000");
        assert_eq!(major(1_000, 8), "0.00001000");
        assert_eq!(major(i64::MIN, 8), "-92,233,720,368.54775808");
    }
}
