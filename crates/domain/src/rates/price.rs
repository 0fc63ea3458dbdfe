//! The price of a quote (money 6.2).
//!
//! The fields of [`Price`] name the letters S, F, N, R, c, s of the interface.

use serde::{Deserialize, Serialize};

use super::corridor::{Corridor, Decimals};
use super::fees::Fees;
use super::price_refused::PriceRefused;
use super::rate::Rate;
use crate::money::MAX_AMOUNT;

/// The side of a quote that is fixed (`lockedCurrencySide`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lock {
    /// The payer's total is fixed; the received amount follows.
    Sending,
    /// The received amount is fixed; the payer's total follows.
    Receiving,
}

/// A priced payment. Amounts are in the smallest unit of the currency that the field names.
///
/// By construction, `total_sending` = `fees_included` + `net_sending`, and `fees_included` = `platform_fee` +
/// `service_fee` + `counterparty_in_sending`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Price {
    /// r: receiving major units per sending major unit.
    pub rate: Rate,
    /// S, sending: the payer's total.
    pub total_sending: i64,
    /// Base, sending: the amount that variable fees are charged on.
    pub base: i64,
    /// Pv, sending: the platform's variable fee.
    pub platform_variable: i64,
    /// P, sending: the platform's whole fee (`platformFeesIncluded`).
    pub platform_fee: i64,
    /// Gv, sending: the service's variable fee.
    pub service_variable: i64,
    /// G, sending: the service's whole fee.
    pub service_fee: i64,
    /// Cs, sending: the equivalent of the counterparty's fee.
    pub counterparty_in_sending: i64,
    /// F, sending: all fees (`feesIncluded`).
    pub fees_included: i64,
    /// N, sending: the converted amount.
    pub net_sending: i64,
    /// R, receiving: the received amount.
    pub total_receiving: i64,
    /// c, receiving: the counterparty's fee.
    pub counterparty_fee: i64,
    /// s, receiving: the conversion's yield beyond R if R is locked.
    pub surplus: i64,
}

/// Prices a payment of `amount` smallest units of the locked side (money 6.2).
///
/// # Errors
/// [`PriceRefused`] if the amount cannot be priced.
pub fn price(
    lock: Lock,
    amount: i64,
    rate: Rate,
    decimals: Decimals,
    fees: &Fees,
) -> Result<Price, PriceRefused> {
    let corridor = Corridor::try_new(rate, decimals, fees)?;
    if !(1..=MAX_AMOUNT).contains(&amount) {
        return Err(PriceRefused::AmountOutOfRange);
    }
    let sending = match lock {
        Lock::Sending => corridor.split(i128::from(amount))?,
        Lock::Receiving => corridor.smallest_delivering(i128::from(amount))?,
    };
    if sending.net <= 0 {
        return Err(PriceRefused::FeesExceedAmount);
    }
    let converted = corridor.converted(sending.net)?;
    let receiving = match lock {
        Lock::Sending => converted,
        Lock::Receiving => i128::from(amount),
    };
    if receiving == 0 {
        return Err(PriceRefused::NothingArrives);
    }
    let platform = corridor.platform_fixed + sending.platform_variable;
    let service = corridor.service_fixed + sending.service_variable;
    Ok(Price {
        rate,
        total_sending: in_range(sending.total)?,
        base: in_range(sending.base)?,
        platform_variable: in_range(sending.platform_variable)?,
        platform_fee: in_range(platform)?,
        service_variable: in_range(sending.service_variable)?,
        service_fee: in_range(service)?,
        counterparty_in_sending: in_range(corridor.counterparty_in_sending)?,
        fees_included: in_range(sending.total - sending.net)?,
        net_sending: in_range(sending.net)?,
        total_receiving: in_range(receiving)?,
        counterparty_fee: fees.counterparty_fixed,
        surplus: in_range(converted - receiving)?,
    })
}

fn in_range(amount: i128) -> Result<i64, PriceRefused> {
    let amount = i64::try_from(amount).map_err(|_| PriceRefused::TooLarge)?;
    if amount <= MAX_AMOUNT { Ok(amount) } else { Err(PriceRefused::TooLarge) }
}
