//! The amount that an account is credited for money sent to it (money 3.4).

use crate::currency;
use crate::money::{Amount, CurrencyCode};

/// Returns the amount that an account of this currency is credited for money sent to it (money 3.4).
///
/// This is the amount sent; or, for the stablecoins that an account in US dollars accepts, as many dollars,
/// rounded down to a cent. `None` if the account does not accept the money, or the money is worth less than
/// the account's smallest unit.
#[must_use]
pub fn credited_amount(sent: Amount, currency: CurrencyCode) -> Option<Amount> {
    if sent.currency == currency {
        return Some(sent);
    }
    if currency != CurrencyCode::USD || ![CurrencyCode::USDC, CurrencyCode::USDT].contains(&sent.currency) {
        return None;
    }
    let more = currency::find(sent.currency)?.decimals.checked_sub(currency::find(currency)?.decimals)?;
    let worth = sent.minor.checked_div(10_i64.checked_pow(more.into())?)?;
    (worth > 0).then(|| Amount::new(worth, currency))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stablecoins_are_worth_as_many_dollars() {
        let dollars = |minor, stablecoin| credited_amount(Amount::new(minor, stablecoin), CurrencyCode::USD);
        assert_eq!(dollars(1_999_999, CurrencyCode::USDC), Some(Amount::new(199, CurrencyCode::USD)));
        assert_eq!(dollars(10_000, CurrencyCode::USDT), Some(Amount::new(1, CurrencyCode::USD)));
        assert_eq!(dollars(9_999, CurrencyCode::USDC), None, "less than a cent");
        assert_eq!(dollars(5, CurrencyCode::USD), Some(Amount::new(5, CurrencyCode::USD)));
        assert_eq!(dollars(5_000_000, CurrencyCode::USDB), None);
        assert_eq!(credited_amount(Amount::new(5_000_000, CurrencyCode::USDC), CurrencyCode::EUR), None);
    }
}
