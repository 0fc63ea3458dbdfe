//! The check of a provider's price against its offer, for payments without a quote that is shown first (uma 6.4).

use causeway_domain::rates::Decimal;
use causeway_uma::amounts::{Conversion, Multiplier};

use super::pay_request::PayAnswer;
use super::refusals::{self, Step};
use crate::runtime::api_error::ApiError;
use crate::uma::receiving::wire_multiplier;

/// Checks that the price of an answer, with its fee, is at most `percent` worse than the offered one. `offered` is the
/// multiplier of the offer, or `None` if it has none for the currency and the layer.
///
/// # Errors
/// `INVALID_PAYREQ_RESPONSE`.
pub(crate) fn check_price(
    offered: Option<Decimal>,
    answer: &PayAnswer,
    percent: u32,
) -> Result<(), ApiError> {
    let offered = offered.and_then(wire_multiplier);
    if offered.is_some_and(|offered| is_near(offered, answer.received, answer.invoice.amount, percent)) {
        return Ok(());
    }
    let message = "The price of the receiver's provider is worse than its offer; look the receiver up again.";
    Err(refusals::unusable(Step::PayRequest, message))
}

/// Returns `true` if the settled amount exceeds the offered price of the received one by at most `percent`. Half a
/// smallest unit is allowed for rounding.
fn is_near(offered: Multiplier, received: i64, settled: i64, percent: u32) -> bool {
    let twice = u64::try_from(received).ok().and_then(|received| received.checked_mul(2)?.checked_add(1));
    let allowed = twice.and_then(|twice| Conversion { multiplier: offered, fee: 0 }.settlement_amount(twice));
    match (allowed, u128::try_from(settled)) {
        (Some(allowed), Ok(settled)) => settled * 200 <= u128::from(allowed) * (100 + u128::from(percent)),
        (None, _) | (_, Err(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_may_be_worse_by_some_percent() {
        let offered = Multiplier::parse("1000").unwrap();
        for (received, settled, percent, is_so) in [
            (10_000, 10_000_000, 0, true),
            (10_000, 10_000_501, 0, false),
            (10_000, 10_500_000, 5, true),
            (10_000, 10_500_526, 5, false),
            (10_000, 9_000_000, 5, true),
            // One unit may be the rounded part of one and a half.
            (1, 1_500, 0, true),
            (1, 2_000, 5, false),
            (i64::MAX, i64::MAX, 5, false),
            (1, -1, 5, false),
        ] {
            assert_eq!(is_near(offered, received, settled, percent), is_so, "{settled} for {received}");
        }
    }
}
