//! The largest payment to a wallet without proved ownership (money 4.1).

use crate::currency;
use crate::money::Amount;
use crate::rates::Rate;

/// Returns `true` if an arriving amount reaches a threshold. `rate` converts from the arriving currency to
/// the threshold's. Negative amounts, and products that overflow, count as reaching it.
#[must_use]
pub fn reaches(arriving: Amount, rate: Rate, threshold: Amount) -> bool {
    let decimals =
        |amount: Amount| currency::find(amount.currency).map_or(0, |info| u32::from(info.decimals));
    let (Ok(arriving_minor), Ok(threshold_minor)) =
        (u128::try_from(arriving.minor), u128::try_from(threshold.minor))
    else {
        return true;
    };
    let rate = rate.as_decimal();
    // Both sides of: arriving / 10^its decimals × rate ≥ threshold / 10^its decimals.
    let scaled = |factor: u128, power: u32| 10_u128.checked_pow(power)?.checked_mul(factor);
    let worth =
        rate.digits().checked_mul(arriving_minor).and_then(|worth| scaled(worth, decimals(threshold)));
    let limit = scaled(threshold_minor, decimals(arriving) + u32::from(rate.scale()));
    match (worth, limit) {
        (Some(worth), Some(limit)) => worth >= limit,
        (Some(_), None) => false,
        (None, _) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::CurrencyCode;
    use crate::rates::Decimal;

    #[test]
    fn amounts_compare_across_currencies() {
        let usdc = |minor| Amount::new(minor, "USDC".parse().unwrap());
        let threshold = Amount::new(100_000, CurrencyCode::EUR);
        // At a rate of 0.92 euro, 1 000 euro are 1 086.956522 of the coin.
        let rate = Rate::try_new(Decimal::new(92, 2)).unwrap();
        assert!(!reaches(usdc(1_086_956_521), rate, threshold));
        assert!(reaches(usdc(1_086_956_522), rate, threshold));
        assert!(reaches(usdc(0), rate, Amount::new(0, CurrencyCode::EUR)), "at the threshold");
        assert!(reaches(threshold, Rate::PAR, threshold));
        let tiny = Rate::try_new(Decimal::new(1, 18)).unwrap();
        assert!(!reaches(usdc(9_000_000_000_000_000), tiny, threshold));
        assert!(reaches(usdc(-1), rate, threshold), "no amount");
    }
}
