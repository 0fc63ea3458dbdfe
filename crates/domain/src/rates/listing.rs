//! Entries of the exchange-rate list (money 5.1).

use super::corridor::Corridor;
use super::corridor::Decimals;
use super::decimal::Decimal;
use super::fees::Fees;
use super::price::{Lock, price};
use super::price_refused::PriceRefused;
use super::rate::{Rate, display_quotient};

/// The result that a quote with a locked sending amount would have now. Amounts are in smallest units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listing {
    /// The amount that would arrive, in the receiving currency; 0 if the fees exceed the sending amount.
    pub receiving: i64,
    /// The fixed fees, in the sending currency.
    pub fees_fixed: i64,
    /// All fees, in the sending currency.
    pub fees_total: i64,
    /// All-in rate in sending per receiving major unit; excludes fees if the received amount is zero.
    pub exchange_rate: Decimal,
}

/// Prices the list entry of one corridor for `sending` smallest units. Zero is allowed here.
///
/// # Errors
/// [`PriceRefused`] if the amount is negative or too large, or a number does not fit.
pub fn list_price(
    sending: i64,
    rate: Rate,
    decimals: Decimals,
    fees: &Fees,
) -> Result<Listing, PriceRefused> {
    if sending < 0 {
        return Err(PriceRefused::AmountOutOfRange);
    }
    let corridor = Corridor::try_new(rate, decimals, fees)?;
    let split = corridor.split(i128::from(sending))?;
    let to_minor = |amount: i128| i64::try_from(amount).map_err(|_| PriceRefused::TooLarge);
    let fixed =
        i128::from(fees.service_fixed) + i128::from(fees.platform_fixed) + corridor.counterparty_in_sending;
    let receiving = match price(Lock::Sending, sending, rate, decimals, fees) {
        Ok(priced) => priced.total_receiving,
        Err(PriceRefused::TooLarge) => return Err(PriceRefused::TooLarge),
        Err(_) => 0,
    };
    let all_in =
        || display_quotient(major(sending, decimals.sending)?, major(receiving, decimals.receiving)?);
    Ok(Listing {
        receiving,
        fees_fixed: to_minor(fixed)?,
        fees_total: to_minor(i128::from(sending) - split.net)?,
        exchange_rate: if receiving == 0 {
            rate.inverse_display()
        } else {
            all_in().ok_or(PriceRefused::TooLarge)?
        },
    })
}

fn major(minor: i64, decimals: u8) -> Option<Decimal> {
    u128::try_from(minor).ok().map(|digits| Decimal::new(digits, decimals))
}
