//! The arithmetic of one pair of currencies and one set of fees (money 6.2).
//!
//! All of it is on integers. With ρ = r·k, the receiving smallest units per sending smallest unit, every step
//! is one multiplication and one rounded division in `i128`. Amounts are at most 9·10^15 and a rate has at
//! most 18 digits before its point, so the products of ordinary currencies stay far below 2^127 (about
//! 1.7·10^38). A product that would not fit belongs to an amount that is out of range anyway; it is refused,
//! never wrapped.

use super::fees::{FeeRate, Fees};
use super::price_refused::PriceRefused;
use super::rate::Rate;
use crate::money::MAX_AMOUNT;

/// The maximum number of decimals of a priced currency.
pub const MAX_DECIMALS: u8 = 12;

/// The numbers of decimals of the two currencies of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimals {
    pub sending: u8,
    pub receiving: u8,
}

/// The part of the calculation that is the same for every amount of one pair of currencies. Fixed fees are at
/// most 9·10^15.
pub(super) struct Corridor {
    /// ρ = `rho_digits` · 10^`rho_exponent`. The digits are below 10^18, or below 10^12 if the rate has
    /// decimals.
    rho_digits: i128,
    rho_exponent: i32,
    pub(super) service_fixed: i128,
    pub(super) platform_fixed: i128,
    service_rate: FeeRate,
    platform_rate: FeeRate,
    /// Cs.
    pub(super) counterparty_in_sending: i128,
}

/// A sending total, divided into its parts.
pub(super) struct Split {
    pub(super) total: i128,
    pub(super) base: i128,
    pub(super) platform_variable: i128,
    pub(super) service_variable: i128,
    /// Zero or negative if the fees exceed the total.
    pub(super) net: i128,
}

impl Corridor {
    pub(super) fn try_new(rate: Rate, decimals: Decimals, fees: &Fees) -> Result<Self, PriceRefused> {
        if decimals.sending.max(decimals.receiving) > MAX_DECIMALS {
            return Err(PriceRefused::TooManyDecimals);
        }
        let fixed = [fees.service_fixed, fees.platform_fixed, fees.counterparty_fixed];
        if fixed.iter().any(|fee| !(0..=MAX_AMOUNT).contains(fee)) {
            return Err(PriceRefused::AmountOutOfRange);
        }
        let number = rate.as_decimal();
        let mut corridor = Self {
            rho_digits: i128::try_from(number.digits()).map_err(|_| PriceRefused::TooLarge)?,
            rho_exponent: i32::from(decimals.receiving)
                - i32::from(decimals.sending)
                - i32::from(number.scale()),
            service_fixed: i128::from(fees.service_fixed),
            platform_fixed: i128::from(fees.platform_fixed),
            service_rate: fees.service_rate,
            platform_rate: fees.platform_rate.rate(),
            counterparty_in_sending: 0,
        };
        let (units, per_unit) = corridor.over_rho(i128::from(fees.counterparty_fixed))?;
        corridor.counterparty_in_sending = half_up(units, per_unit);
        Ok(corridor)
    }

    /// Divides a sending total into its parts. No value comes near the bounds of `i128`: the total is at most
    /// 9·10^15, and a fee rate at most 10^6 millionths.
    pub(super) fn split(&self, total: i128) -> Result<Split, PriceRefused> {
        if total > i128::from(MAX_AMOUNT) {
            return Err(PriceRefused::TooLarge);
        }
        let base = total - self.platform_fixed - self.service_fixed;
        let platform_variable = share(base, self.platform_rate);
        let service_variable = share(base, self.service_rate);
        let net = base - platform_variable - service_variable - self.counterparty_in_sending;
        Ok(Split { total, base, platform_variable, service_variable, net })
    }

    /// Returns floor(net · ρ), the receiving units that a net amount buys.
    pub(super) fn converted(&self, net: i128) -> Result<i128, PriceRefused> {
        // net ≤ 9·10^15 and rho_digits < 10^18: the product is below 10^34.
        let product = net.checked_mul(self.rho_digits).ok_or(PriceRefused::TooLarge)?;
        match power_of_ten(self.rho_exponent.unsigned_abs()) {
            Some(power) if self.rho_exponent >= 0 => product.checked_mul(power).ok_or(PriceRefused::TooLarge),
            Some(power) => Ok(product.div_euclid(power)),
            None if self.rho_exponent >= 0 => Err(PriceRefused::TooLarge),
            None => Ok(0), // product < 2^127 < 10^39
        }
    }

    /// Returns units / ρ as a fraction. If it does not fit, the quotient is above 10^26 and out of range: a
    /// negative exponent of more than 12 comes from a rate with decimals, whose digits are below 10^12.
    fn over_rho(&self, units: i128) -> Result<(i128, i128), PriceRefused> {
        if units == 0 {
            return Ok((0, 1));
        }
        let power = power_of_ten(self.rho_exponent.unsigned_abs()).ok_or(PriceRefused::TooLarge)?;
        if self.rho_exponent >= 0 {
            let per_unit = self.rho_digits.checked_mul(power).ok_or(PriceRefused::TooLarge)?;
            Ok((units, per_unit))
        } else {
            Ok((units.checked_mul(power).ok_or(PriceRefused::TooLarge)?, self.rho_digits))
        }
    }

    /// Returns the smallest total whose net amount still converts to `receiving` units.
    ///
    /// floor(N·ρ) ≥ R means N ≥ ⌈R/ρ⌉ =: M. Each of the two variable fees is rounded half up, so it is at
    /// least its exact value minus a half, and N ≤ base·(1−p−g) + 1 − Cs. No base below (M + Cs − 1) /
    /// (1−p−g) therefore reaches M: the search starts there and goes up one by one, since N falls by one
    /// where both roundings step at once. It ends within 2/(1−p−g) + 1 steps, because N is also at least
    /// base·(1−p−g) − 1 − Cs.
    ///
    /// (The closed form of money 6.2 divides the fixed fees too, which would start above the smallest total
    /// when they are large.)
    pub(super) fn smallest_delivering(&self, receiving: i128) -> Result<Split, PriceRefused> {
        let (units, per_unit) = self.over_rho(receiving)?;
        let needed = div_ceil(units, per_unit);
        let whole = i128::from(FeeRate::WHOLE);
        let net_rate =
            whole - i128::from(self.platform_rate.millionths()) - i128::from(self.service_rate.millionths());
        if net_rate <= 0 {
            return Err(PriceRefused::FeesExceedAmount);
        }
        // `needed` and Cs may each be as large as 2^127; only amounts in range continue.
        let net_and_counterparty =
            needed.checked_add(self.counterparty_in_sending).ok_or(PriceRefused::TooLarge)?;
        if net_and_counterparty > i128::from(MAX_AMOUNT) {
            return Err(PriceRefused::TooLarge);
        }
        let lowest_base = div_ceil((net_and_counterparty - 1) * whole, net_rate);
        let mut total = lowest_base + self.platform_fixed + self.service_fixed;
        loop {
            let split = self.split(total)?;
            if split.net >= needed {
                return Ok(split);
            }
            total += 1;
        }
    }
}

/// Returns half_up(base · rate), or 0 if the base is not positive.
fn share(base: i128, rate: FeeRate) -> i128 {
    half_up(base.max(0) * i128::from(rate.millionths()), i128::from(FeeRate::WHOLE))
}

/// Returns a/b rounded half up, for a ≥ 0 and b > 0, without doubling either.
pub(super) fn half_up(a: i128, b: i128) -> i128 {
    let remainder = a % b;
    a / b + i128::from(remainder >= b - remainder)
}

/// Returns ⌈a/b⌉ for a ≥ 0 and b > 0.
fn div_ceil(a: i128, b: i128) -> i128 {
    a / b + i128::from(a % b != 0)
}

fn power_of_ten(exponent: u32) -> Option<i128> {
    10_i128.checked_pow(exponent)
}
