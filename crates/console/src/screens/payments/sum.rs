//! The arithmetic of a price, on integers as the service has done it (money 6.2).

use causeway_domain::rates::Decimal;

use crate::parts::Money;

/// The rate of a provider has 12 significant digits: a received amount can differ by this part of it.
const PROVIDER_PRECISION: u64 = 100_000_000_000;

/// A step of a sum that does not agree, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DefectSentence(pub(crate) String);

/// An exact product: digits / 10^scale.
struct Product {
    digits: u128,
    scale: u32,
}

impl Product {
    /// Multiplies an amount by a rate; `None` if the digits do not fit, or the amount is a debit.
    fn of(amount: &Money, rate: Decimal) -> Option<Self> {
        let digits = u128::try_from(amount.amount).ok()?.checked_mul(rate.digits())?;
        Some(Self { digits, scale: u32::from(amount.decimals) + u32::from(rate.scale()) })
    }

    /// Returns the whole smallest units of a currency with so many decimals, rounded down.
    fn floor(&self, decimals: u8) -> Option<i64> {
        let decimals = u32::from(decimals);
        let units = match self.scale.checked_sub(decimals) {
            // A power that does not fit exceeds all digits.
            Some(dropped) => 10_u128.checked_pow(dropped).map_or(0, |power| self.digits / power),
            None => self.digits.checked_mul(10_u128.checked_pow(decimals - self.scale)?)?,
        };
        i64::try_from(units).ok()
    }
}

/// Checks that one amount less another is a third. Returns the sentence about a difference, as the other checks do.
pub(super) fn check_difference(whole: &Money, part: &Money, rest: &Money) -> Option<DefectSentence> {
    if whole.currency != part.currency {
        let [whole, part] = [whole, part].map(Money::text);
        return Some(DefectSentence(format!("{whole} and {part} are of different currencies")));
    }
    let difference = whole.amount.checked_sub(part.amount);
    if whole.currency == rest.currency && difference == Some(rest.amount) {
        return None;
    }
    let result =
        difference.map_or_else(|| "out of range".to_owned(), |amount| whole.with_amount(amount).text());
    let [whole, part, rest] = [whole, part, rest].map(Money::text);
    Some(DefectSentence(format!("{whole} less {part} is {result}, not {rest}")))
}

/// Checks that a conversion, rounded down, is the received amount with the one kept by rounding.
pub(super) fn check_conversion(
    converted: &Money,
    rate: Decimal,
    received: &Money,
    rounding: Option<&Money>,
) -> Option<DefectSentence> {
    let kept = rounding.map_or(0, |money| money.amount);
    let expected = received.amount.checked_add(kept);
    let yielded = Product::of(converted, rate).and_then(|product| product.floor(received.decimals));
    if yielded.is_some() && yielded == expected {
        return None;
    }
    Some(differing(converted, rate, received, yielded, expected))
}

/// Checks that a rate that was derived from both amounts leads from one to the other, to its digits.
pub(super) fn check_provider_rate(
    converted: &Money,
    rate: Decimal,
    received: &Money,
) -> Option<DefectSentence> {
    let yielded = Product::of(converted, rate).and_then(|product| product.floor(received.decimals));
    let allowed = received.amount.unsigned_abs() / PROVIDER_PRECISION + 1;
    if yielded.is_some_and(|yielded| yielded.abs_diff(received.amount) <= allowed) {
        return None;
    }
    Some(differing(converted, rate, received, yielded, Some(received.amount)))
}

fn differing(
    converted: &Money,
    rate: Decimal,
    received: &Money,
    yielded: Option<i64>,
    expected: Option<i64>,
) -> DefectSentence {
    let text = |amount: Option<i64>| {
        amount
            .map_or_else(|| "an amount out of range".to_owned(), |amount| received.with_amount(amount).text())
    };
    let [yielded, expected] = [yielded, expected].map(text);
    DefectSentence(format!("{} at {rate} converts to {yielded}, not {expected}", converted.text()))
}

/// Returns a converted amount with all digits, at least those of the received currency; `None` if they do not fit.
pub(super) fn converted_exactly(converted: &Money, rate: Decimal, received: &Money) -> Option<String> {
    let product = Product::of(converted, rate)?;
    let exact = Decimal::new(product.digits, u8::try_from(product.scale).ok()?).to_string();
    let (whole, fraction) = exact.split_once('.').unwrap_or((exact.as_str(), ""));
    let amount = whole.parse().ok()?;
    let whole = Money { amount, decimals: 0, ..received.clone() }.figures();
    let width = usize::from(received.decimals);
    Some(if width == 0 && fraction.is_empty() { whole } else { format!("{whole}.{fraction:0<width$}") })
}
